Tables as people have them: ids, categories, missing values, columns in any order.

  $ printf 'age,colour\n30,red\n31,blue\n29,red\n33,red\n32,blue\n' > pos.csv
  $ cat > unl.csv << END
  > id,colour,age
  > "x, 1",red,30.5
  > 007,blue,31.5
  > 7.0,green,60
  > NA,green,61
  > last,"dark, green",62
  > END

Columns are matched by name; ids come back as they are:

  $ parot pu pos.csv unl.csv --id id --prior 0.4 --method nearest -o labels.csv | head -1
  parot pu: note: column 'colour' (text such as 'red') became 4 columns of 0 and 1, one for each value
  5 unlabeled rows, 5 positives, 5 features
  $ cut -d, -f1-3 labels.csv
  id,label,score
  "x, 1",1* (glob)
  007,1,* (glob)
  7.0,0,* (glob)
  NA,0,* (glob)
  last,0,* (glob)
  $ parot pu pos.csv unl.csv --id id --prior 0.4 --json 2> /dev/null | grep -o '"warnings".*\]'
  "warnings": ["column 'colour' (text such as 'red') became 4 columns of 0 and 1, one for each value"]

The order of columns and rows does not matter:

  $ (echo age,id,colour; sed 1d unl.csv | sed -E 's/^("[^"]*"|[^,]*),("[^"]*"|[^,]*),(.*)/\3,\1,\2/' | sort) > other.csv
  $ parot pu pos.csv other.csv --id id --prior 0.4 -q -o - --method nearest | sort > other_labels.csv
  $ sort labels.csv | cmp - other_labels.csv

Some columns only:

  $ parot pu pos.csv unl.csv --prior 0.4 --columns age --method nearest -q -o - | cut -d, -f1,2
  id,label
  0,1
  1,1
  2,0
  3,0
  4,0
  $ parot pu pos.csv unl.csv --prior 0.4 --drop id,colour | head -1
  5 unlabeled rows, 5 positives, 1 feature

Columns that do not match:

  $ parot pu pos.csv unl.csv --prior 0.4 --strict
  parot pu: pos.csv has 2 columns, unl.csv 3 (extra: 'id'); use --id id, or --method gromov for different feature spaces
  [1]

Missing values:

  $ printf 'colour,age,truth\nred,30.5,yes\nblue,n/a,yes\ngreen,60,no\n,61,no\ngreen,62,no\n' > holes.csv
  $ sed 's/n.a/31/' holes.csv > hole.csv
  $ sed 's/^,/NULL,/' hole.csv | parot pu pos.csv - --prior 0.4 --drop truth
  parot pu: standard input line 5, column 'colour': 'NULL' is no value; use --na drop or --na mean
  [1]
  $ parot pu pos.csv holes.csv --prior 0.3333 --truth truth --positive yes --na drop --method nearest -q -o - | cut -d, -f1,2
  id,label
  0,1
  2,0
  4,0
  $ parot pu pos.csv holes.csv --prior 0.4 --truth truth --positive yes --na drop --method nearest 2>&1 | grep -E 'left out|accuracy'
  parot pu: note: rows left out because of missing values: 0 of the positives, 2 unlabeled
    accuracy       100.00 %   * (glob)
  $ parot pu pos.csv holes.csv --prior 0.4 --truth truth --positive yes --na mean 2>&1 | grep -E 'filled|unlabeled'
  parot pu: note: missing values filled in with the mean or the most frequent level: 2
  5 unlabeled rows, 5 positives, 4 features
  $ printf 'a,b\n,1\nNA,2\n' > empty.csv
  $ parot pu empty.csv empty.csv --prior 0.5 -q -o - 2>&1 | head -1
  id,label,score,share,rank,match,match_cost

What is no category:

  $ (echo x,note; for k in $(seq 1 60); do echo $k,note $k; done) > notes.csv
  $ parot pu notes.csv notes.csv --prior 0.5
  parot pu: column 'note' has 60 different texts in 120 rows, which is too many for a category; leave it out (--drop COL; or --id COL, if it names the rows)
  [1]

A typo does not make a column of numbers text, however short the file is; nor does a file whose column is text fit one with numbers. Categories may look like numbers if that is said:

  $ printf 'age,size\n3o,1\n40,2\n50,1\n' > short.csv; printf 'age,size\n31,1\n41,2\n' > whole.csv; printf 'age,size\nold,1\nyoung,2\n' > words.csv
  $ parot partial short.csv whole.csv --mass 1
  parot partial: short.csv line 2, column 'age': '3o' is not a number, but 2 other cells of the column are; correct it or leave the column out (--drop COL; or --na-values TEXT, if it stands for a missing value; or --categories COL, if the column holds categories)
  [1]
  $ parot partial whole.csv words.csv --mass 1
  parot partial: column 'age' holds text in words.csv (line 2: 'old') and only numbers in whole.csv; correct it or leave the column out (--drop COL; or --na-values TEXT, if it stands for a missing value; or --categories COL, if the column holds categories)
  [1]
  $ parot partial whole.csv words.csv --mass 1 --drop age -q
  $ parot partial short.csv whole.csv --mass 1 --na-values 3o --na drop -q
  $ parot cost short.csv whole.csv --categories age,size --metric cityblock
  parot cost: note: column 'age' (text such as '3o') and column 'size' (categories such as '1') became 7 columns of 0 and 1, one for each value
  2,4
  4,2
  2,4
  $ parot cost whole.csv --categories size --metric cityblock
  parot cost: note: column 'size' (categories such as '1') became 2 columns of 0 and 1, one for each value
  0,12
  12,0
  $ printf 'x,share\n1,5 %%\n2,7 %%\n' > percent.csv; parot cost percent.csv --categories share --metric cityblock
  parot cost: note: column 'share' (text such as '5 %') became 2 columns of 0 and 1, one for each value
  0,3
  3,0

Different texts are counted in the rows that are used:

  $ (echo x,note; echo ,note 0; for k in $(seq 1 59); do echo $k,note $k; done) > gaps.csv
  $ parot drift gaps.csv gaps.csv --na drop
  parot drift: column 'note' has 59 different texts in 118 rows, which is too many for a category; leave it out (--drop COL; or --id COL, if it names the rows)
  [1]

A column that only counts is worth a word:

  $ printf ',a\n0,1\n1,3\n2,2\n' > counted.csv
  $ printf 'id,a\n10,1\n11,3\n12,2\n' > ids.csv
  $ parot pu ids.csv ids.csv --prior 0.3 2>&1 > /dev/null | head -1
  parot pu: note: left out of both files: column 'id' (counts the rows); add it with --columns
  $ parot prior ids.csv ids.csv 2>&1 > /dev/null | head -1
  parot prior: note: left out of both files: column 'id' (counts the rows); add it with --columns
  $ parot pu counted.csv counted.csv --prior 0.3 2>&1 > /dev/null | head -1
  parot pu: note: left out of both files: column 1 (without a name); add it with --columns

One file, with words for labels and names for rows:

  $ printf 'who,x,class,truth\nann,0,good,good\nbob,9,?,bad\ncid,0.1,good,good\ndan,0.2,?,good\neve,8,?,bad\nfay,0,?,good\n' > one.csv
  $ parot pu one.csv --label-column class --positive good --id who --drop truth --prior 0.5 -q -o - | cut -d, -f1,2
  who,label
  bob,0
  dan,1
  eve,0
  fay,1
  $ parot pu one.csv --label-column class --positive good --id who --truth truth --prior 0.5 2> /dev/null | grep accuracy
    accuracy       100.00 %   * (glob)
  $ printf 'truth\nbad\ngood\nbad\ngood\n' > truth.csv
  $ parot pu one.csv --label-column class --positive good --id who --drop truth --truth truth.csv --prior 0.5 2> /dev/null | grep accuracy
    accuracy       100.00 %   * (glob)

A model knows the columns, their levels and means:

  $ parot pu pos.csv unl.csv --id id --prior 0.4 --model model.npz -q
  $ printf 'who,age,colour,size\nann,30,blue,1\nbob,63,purple,2\ncid,?,red,3\n' > new.csv
  $ parot predict model.npz new.csv --id who --na drop --drop size | cut -d, -f1,2
  parot predict: note: rows left out because of missing values: 1
  parot predict: note: cells with a text that the model has not seen, which match no level: 1
  who,label
  ann,1
  bob,0
  $ parot predict model.npz new.csv --id who --na mean --drop size 2>&1 | grep filled
  parot predict: note: missing values filled in as in the training: 1

Principal components in place of columns; the model has them too:

  $ parot make blobs -n 60 --dims 5 -q -o wide_pos.csv
  $ parot make blobs -n 50 --dims 5 --seed 1 -q -o like.csv
  $ parot make blobs -n 80 --dims 5 --center 5,5 --seed 2 --add like.csv -q -o wide_unl.csv
  $ parot pu wide_pos.csv wide_unl.csv --prior 0.3846 --pca 2 --method nearest --model pca.npz -q -o wide_labels.csv
  $ parot predict pca.npz wide_unl.csv --prior 0.3846 | cut -d, -f1,2 > again.csv
  $ cut -d, -f1,2 wide_labels.csv | cmp - again.csv
