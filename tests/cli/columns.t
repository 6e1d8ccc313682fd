Which columns are coordinates: the same for all verbs that read points.

  $ printf 'name,x,colour,note\nann,0,red,1\nbob,3,blue,2\ncid,9,red,3\n' > a.csv
  $ printf 'colour,x,name,note\nred,0,dan,5\ngreen,4,eve,5\n' > b.csv

Text becomes a column of 0 and 1 for each level, over both files; columns are matched by name; names of rows are left out:

  $ parot cost a.csv b.csv --id name --drop note
  parot cost: note: column 'colour' (text such as 'red') became 3 columns of 0 and 1, one for each value
  0,18
  11,3
  81,27
  $ parot cost a.csv b.csv --columns x
  0,16
  9,1
  81,25
  $ parot cost a.csv --id name --columns x,colour --metric cityblock
  parot cost: note: column 'colour' (text such as 'red') became 2 columns of 0 and 1, one for each value
  0,5,9
  5,0,8
  9,8,0
  $ parot partial a.csv b.csv --id name --drop note --mass 0.5 -q -o plan.npz
  $ parot certify plan.npz a.csv b.csv --id name --drop note -q
  $ parot certify plan.npz a.csv b.csv --columns x | grep -c NOT
  1
  $ parot explain plan.npz ann a.csv b.csv --id name --drop note -q
  $ parot plot plan.npz a.csv b.csv --id name --drop note -o plan.svg
  Figure written to plan.svg.
  $ parot gromov a.csv b.csv --id name --columns x --mass 0.5 2>&1 | head -1
  3 source points of 1 and 2 target points of 1 coordinates, metric euclidean, square loss
  $ printf 'u,v\n1,2\n3,4\n4,4\n' > other.csv
  $ parot gromov a.csv other.csv --id name --mass 0.5 2>&1 | head -2
  parot gromov: note: column 'colour' (text such as 'red') became 2 columns of 0 and 1, one for each value
  3 source points of 4 and 3 target points of 2 coordinates, metric euclidean, square loss
  $ parot gromov a.csv other.csv --id name --mass 0.5 -q -o match.npz
  $ parot plot match.npz a.csv other.csv --id name -o match.svg
  Figure written to match.svg.

What says which row it is says so with its name:

  $ parot curve a.csv b.csv --id name --columns x -q --rows -
  name,enter,rank
  ann,0,1
  bob,0.333*,2 (glob)
  cid,0.666*,3 (glob)
  $ parot curve a.csv b.csv --columns x -q --rows - | head -1
  row,enter,rank
  $ parot curve a.csv b.csv --id name --columns x -q --rows rows.npy
  parot curve: --rows rows.npy: holds numbers only, and the id of row 1 is 'ann'; use .csv or .tsv
  [1]

Weights go with their rows:

  $ printf 'x,weight,who\n0,0.2,p\n?,0.3,q\n5,0.4,r\n' > w.csv
  $ parot partial w.csv w.csv --weight-column weight --id who --mass max --na drop | head -5
  parot partial: note: rows left out because of missing values: 1 of w.csv, 1 of w.csv
  2 source and 2 target points, 1 coordinate, metric sqeuclidean
  
    mass moved     0.6 (100 % of the source, 100 % of the target)
    cost           0, that is 0 per unit of mass
    next unit      none, this is all that can move
  $ parot partial w.csv w.csv --weight-column weight --id who --mass max --na mean 2>&1 > /dev/null
  parot partial: note: missing values filled in with the mean or the most frequent level: 2
  $ parot partial w.csv w.csv --weight-column weight --id who --mass max
  parot partial: w.csv line 3, column 'x': '?' is not a number; use --na drop or --na mean
  [1]
  $ parot partial w.csv w.csv --weight-column who --mass max
  parot partial: w.csv line 2, column 'who': 'p' is not a number; a weight must be one
  [1]
  $ sed 's/0.3/NA/' w.csv | parot partial - w.csv --weight-column weight --id who --mass max
  parot partial: standard input line 3, column 'weight': a weight is missing
  [1]
  $ parot curve w.csv w.csv --weight-column weight --drop who --na drop -q --rows -
  row,enter,rank
  0,0,1
  2,0.2*,2 (glob)

How numbers are written applies to matrices too:

  $ printf '0;1,5\n2,5;0\n' > commas.csv
  $ parot partial --cost commas.csv --mass max --decimal , --json | grep -o '"objective": [0-9.]*'
  "objective": 0
  $ printf '1,5;2,5\n2;1\n' > commas.csv
  $ parot partial --cost commas.csv --mass max --decimal , --json -o by_commas.npz | grep -o '"objective": [0-9.]*'
  "objective": 1.25
  $ parot certify by_commas.npz --cost commas.csv --decimal , -q
  $ parot explain by_commas.npz 0 --cost commas.csv --decimal , | head -1
  Row 0 moves: all of its weight 0.5.
  $ printf '0;1,5\n1,5;0\n' > square.csv
  $ parot gromov square.csv square.csv --distances --mass 0.5 --decimal , -q
  $ printf 'a,b\n1,2\n3,4\n' > headed.csv
  $ parot partial --cost headed.csv --mass 0.5 -q
  $ parot partial --cost headed.csv --mass 0.5 -q --no-header
  parot partial: headed.csv line 1, column 1: 'a' is not a number
  [1]

Labels whose rows have names of text are explained and drawn; gaps are treated as pu treated them:

  $ printf 'a,b,who\n0,1,p1\n1,0,p2\n0,?,p3\n1,1,p4\n0.5,0.5,p5\n' > pos.csv
  $ printf 'a,b,who\n0.2,0.1,ann\n0.9,0.7,bob\n0.3,0.8,cid\n0.6,0.4,dan\n9,8,eve\n8,7,fay\n7,9,gus\n9,9,hal\n8,8.5,ian\n7.5,8,"jo, k"\n' > unl.csv
  $ parot pu pos.csv unl.csv --id who --na drop --prior 0.4 -q -o labels.csv
  $ parot explain labels.csv bob pos.csv unl.csv --id who --na drop | head -1
  Row bob of labels.csv is labelled 1: rank * of 10, score *. (glob)
  $ parot explain labels.csv 'jo, k' pos.csv unl.csv --id who --na drop | grep -E '^Row|last with'
  Row jo, k of labels.csv is labelled 0: rank * of 10, score *. (glob)
    changes        label 1 with a prior of 0.*, if the ranking stays; row * is the last with 1 (glob)
  $ parot explain labels.csv ann pos.csv unl.csv --id who --na drop --json | cut -c 1-47
  {"schema": 1, "status": "solved", "id": "ann", 
  $ parot plot labels.csv pos.csv unl.csv --id who --na drop -o labels.svg
  Figure written to labels.svg.
  $ sed 's/a,b/c,d/' pos.csv > turned.csv
  $ parot pu turned.csv unl.csv --id who --na drop --prior 0.4 --method gromov -q -o apart.csv
  $ parot plot apart.csv turned.csv unl.csv --id who --na drop -o apart.svg
  Figure written to apart.svg.

Drift names the rows of today, and register those of the source:

  $ parot make blobs -n 60 -q | awk -F, 'NR == 1 { print "kind," $0 } NR > 1 { print (NR % 2 ? "u" : "v") "," $0 }' > reference.csv
  $ (head -1 reference.csv | sed 's/$/,key/'; sed -n '2,20s/$/,old/p' reference.csv; echo u,30,30,odd one; echo v,,3,gap) > today.csv
  $ parot drift reference.csv today.csv --id key --na drop 2>&1 | grep -E 'note|label first|rows of today'
  parot drift: note: --id key of today.csv does not identify rows: 'old' occurs more than once (19 rows in all)
  parot drift: note: rows left out because of missing values: 0 of reference.csv, 1 of today.csv
  parot drift: note: column 'kind' (text such as 'v') became 2 columns of 0 and 1, one for each value
  60 reference rows, 20 rows of today, 4 features
    label first    odd one
  $ parot drift reference.csv today.csv --id key --na drop -q -o - | sed -n '1p;$p' | cut -d, -f1,2
  key,is_new
  odd one,1
  $ parot drift reference.csv today.csv --id key --na drop --json -q | grep -o '"label_first".*'
  "label_first": ["odd one"], "seconds": {*}} (glob)
  $ printf 'x,y,p\n0,0,a\n1,0,b\n0,2,c\n,1,d\n' > shape.csv
  $ printf 'y,x,p\n5,5,A\n5,6,B\n7,5,C\n' > place.csv
  $ parot register shape.csv place.csv --overlap 1 --id p --na drop -q --inliers - -o moved.csv | cut -d, -f1,2
  p,match
  a,A
  b,B
  c,C
  $ awk -F, 'NR > 1 { printf "%s,%.6f,%.6f\n", $1, $2, $3 }' moved.csv
  a,5.000000,5.000000
  b,6.000000,5.000000
  c,5.000000,7.000000
