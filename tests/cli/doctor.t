What a file looks like, and what would go wrong:

  $ parot make moons -n 50 -o fine.csv -q
  $ parot doctor fine.csv
  fine.csv: a table of 50 rows and 2 columns, separated by commas, with names
    'x'              real   * to *, * % of the squared distance (glob)
    'y'              real   * to *, * % of the squared distance (glob)
    memory with itself: partial 20 kB, curve 20 kB, gromov 100 kB, pu 243 kB, drift 57 kB
    No problems found.
  $ printf 'id,age,income,one\n1,30,1e6,1\n2,40,2e6,1\n3,50,9e6,1\n4,50,9e6,1\n' > people.csv
  $ parot doctor people.csv
  people.csv: a table of 4 rows and 4 columns, separated by commas, with names
    'id'             whole  1 to 4, 0.0 % of the squared distance
    'age'            whole  30 to 50, 0.0 % of the squared distance
    'income'         whole  1e+06 to 9e+06, 100.0 % of the squared distance
    'one'            whole  1 to 1, 0.0 % of the squared distance
    memory with itself: partial 128 bytes, curve 128 bytes, gromov 640 bytes, pu 922 bytes, drift 1.1 kB
    - 'id': counts or names the rows; every verb leaves it out, and --id id keeps it in the output
    - 'one' (1): the same in every row, so it distinguishes nothing; pu and drift leave it out; with the others --drop one
    - 1 row is a copy of others: plans between equal rows are not unique
    - 'income' carries 100.0 % of the squared distance; pu, prior and drift scale the columns; with the others, use --scale rank

  $ (echo 'who;age;again;city;note;const;x;label'; for k in $(seq 1 60); do echo "p$k;$((k*7%40));$((k*7%40));c$((k%25));n$((k%2));same;$k.5;$((k%2))"; done; echo 'p61;;;c1;n1;same;3;1') | sed 's/;9.5;/;4o;/' > mess.csv

It fails for what every verb refuses, and passes what some verbs take:

  $ parot doctor people.csv -q
  $ printf 'x,y\n1,2\n,3\n' > gap.csv; parot doctor gap.csv -q
  [1]
  $ parot doctor gap.csv -q --na drop

What it advises helps:

  $ parot partial people.csv people.csv --id id --drop one --mass 0.5 2>&1 | grep -c note
  0
  [1]
  $ parot drift people.csv people.csv --id id --level 0.5 -q
  $ parot pu mess.csv mess.csv --id who --drop x,again,const,label --na drop --prior 0.5 -q

Missing cells, texts, levels, copies of columns, all columns of many:

  $ parot doctor mess.csv
  mess.csv: a table of 61 rows and 8 columns, separated by semicolons, with names
    'who'            text   61 levels: 'p1', 'p10', 'p11', ..., 0.4 % of the squared distance
    'age'            whole  0 to 39, 1 missing, 49.3 % of the squared distance
    'again'          whole  0 to 39, 1 missing, 49.3 % of the squared distance
    'city'           text   25 levels: 'c0', 'c1', 'c10', ..., 0.4 % of the squared distance
    'note'           text   2 levels: 'n0', 'n1', 0.2 % of the squared distance
    'const'          text   1 level: 'same', 0.0 % of the squared distance
    'x'              text   61 levels: '1.5', '10.5', '11.5', ..., 60 cells are numbers, 0.4 % of the squared distance
    'label'          whole  0 to 1, 0.1 % of the squared distance
    memory with itself: partial 30 kB, curve 30 kB, gromov 149 kB, pu 798 kB, drift 526 kB
    - 'x' (line 10: '4o'): text in a column of numbers, which every verb refuses; correct the cell, or --drop x
    - 'age' (1, the first in line 62), 'again' (1, the first in line 62): missing cells, which every verb refuses; --na drop leaves 1 row out, --na mean fills them in
    - 'who': its texts hardly ever repeat, so they are names rather than categories; --id who, or --drop who
    - 'label': is used as a coordinate; use --label-column or --truth with pu; with the others --drop label
    - 'const' ('same'): the same in every row, so it distinguishes nothing; pu and drift leave it out; with the others --drop const
    - 'again' (of 'age'): a copy, so it counts twice in the distances of every verb; --drop again
    - 'city' (25 levels): every verb turns each level into a column of 0 and 1; if that is too many, --drop city
  [1]
  $ /usr/bin/awk 'BEGIN { for (i = 0; i < 30; i++) { for (k = 0; k < 40; k++) printf "%s%g", k ? "," : "", k < 30 ? 1 : k == 39 ? (i + 3) % 7 : (i * k * k + k) % 7; print "" } }' > wide.csv
  $ parot doctor wide.csv | tail -4
    memory with itself: partial 7.2 kB, curve 7.2 kB, gromov 36 kB, pu 57 kB, drift 76 kB
    - column 1 (1), column 2 (1), column 3 (1) and 28 more: the same in every row, so it distinguishes nothing; pu and drift leave it out; with the others --drop 1-30,36
    - column 38 (of column 31), column 39 (of column 32): a copy, so it counts twice in the distances of every verb; --drop 38-39
    - 23 rows are copies of others: plans between equal rows are not unique
  $ printf 'a,a\n1,2\n3,5\n' > twins.csv; parot doctor twins.csv | grep -- ' - '
    - two columns are called 'a': verbs that match by name refuse that; rename one
  $ printf 'a,b\n1,\n3,NA\n' > empty.csv; parot doctor empty.csv | grep -- ' - '
    - 'b': empty in every row; every verb leaves it out
  $ printf 'a,b\nu,1\nv,2\nu,3.5\n' > text.csv; printf 'a,b\n1,1\n2,2\n' > numbers.csv; parot doctor text.csv numbers.csv | grep text
  text.csv: a table of 3 rows and 2 columns, separated by commas, with names
    'a'              text   2 levels: 'u', 'v', 29.6 % of the squared distance
    memory with text.csv: partial 48 bytes, curve 48 bytes, gromov 248 bytes, pu 338 bytes, drift 398 bytes
    - 'a' is text in text.csv and numbers in numbers.csv, which every verb that compares them refuses; correct it, --drop a, or --categories a if these are categories
  $ PAROT_MEMORY=10000 parot doctor fine.csv | grep free
    - partial would need 20 kB, and 10 kB are free: --sample N uses a random sample of the rows
    - curve would need 20 kB, and 10 kB are free: --sample N uses a random sample of the rows
    - gromov would need 100 kB, and 10 kB are free: --sample N uses a random sample of the rows
    - pu would need 243 kB, and 10 kB are free: use --method ridge
    - drift would need 57 kB, and 10 kB are free: --sample N uses a random sample of the rows
  $ printf 'x,weight,z\n1,2,1\n3,5,7\n' > w.csv; parot doctor w.csv | grep weight-column
    - 'weight': is used as a coordinate; use --weight-column weight with partial, curve, gromov and cost; with the others --drop weight

What it offers can be typed as it stands: names are complete and quoted for the shell, many columns are numbers and ranges:

  $ python3 - << 'END'
  > with open('odd.csv', 'w') as file:
  >     names = ['a b', "it's", '"x, y"', '12', 'n' * 60, '$z', 'v'] + ['c%d' % k for k in range(9)]
  >     print(','.join(names), file=file)
  >     for i in range(5):
  >         print(','.join(['7', '7', '7', '7', '7', '7', str(i * i)] + ['1'] * 9), file=file)
  > END
  $ parot doctor odd.csv | grep -o -- '--drop.*'
  --drop 'a b,it'\''s,"x, y","12",nnnnnnnnnnnnnnnnnnnnnnnnnnnnnnnnnnnnnnnnnnnnnnnnnnnnnnnnnnnn,$z,c0,c1,c2,c3,c4,c5,c6,c7,c8'
  $ printf 'a b,"x, y",it'"'"'s,v\n1,2,3,1\n1,2,3,4\n1,2,3,2\n' > odd.csv
  $ parot doctor odd.csv | grep -o -- '--drop.*' | tee drop.txt
  --drop 'a b,"x, y",it'\''s'
  $ sh -c "parot cost odd.csv $(cat drop.txt) --metric cityblock" | head -1
  0,3,1
  $ parot doctor wide.csv | grep -o -- '--drop.*' | head -1 | tee drop.txt
  --drop 1-30,36
  $ sh -c "parot cost wide.csv $(cat drop.txt) -o c.npy"
  30 x 30 costs (sqeuclidean) written to c.npy.
  $ printf ',x,y\n0,1,2\n1,3,4\n2,3,9\n' > pandas.csv; parot doctor pandas.csv | grep -- ' - '
    - column 1: has no name; every verb leaves it out, and --id 1 keeps it in the output
  $ parot curve pandas.csv pandas.csv --id 1 -q --rows - | head -2
  id,enter,rank
  0,* (glob)
  $ printf 'x;price\n1;$2\n2;$3\n4;5\n' > money.csv; parot doctor money.csv | grep -- ' - '
    - 'price' (line 2: '$2'): numbers with a decimal comma, thousands separators, % or a currency, which every verb refuses; write them plainly, try --decimal , or --drop price

Matrices, infinite numbers and zeros:

  $ printf '0,1,inf\n1,0,2\ninf,2,0\n' > d.csv
  $ parot doctor d.csv | grep -- ' - '
    - column 1 (1), column 3 (1): infinite numbers, which --cost allows (+inf forbids a pair) and coordinates do not; remove these rows, or --drop 1,3
    - it is square and symmetric: if these are distances, gromov needs --distances, and partial and curve --cost
  $ printf '0,0\n1,2\n' > z.csv; parot doctor z.csv | grep -- ' - '
    - 1 row has only zeros: --metric cosine and correlation refuse it

Files that are to be compared:

  $ printf 'x,z\n1,2\n3,5\n' > other.csv
  $ parot doctor fine.csv other.csv | grep -- ' - '
    - only fine.csv has 'y': all verbs except gromov leave it out, and --strict refuses it
    - only other.csv has 'z': all verbs except gromov leave it out, and --strict refuses it
  $ parot doctor fine.csv people.csv | grep 'shares no'
    - it shares no feature with fine.csv (only there: 'x', 'y'; only here: 'id', 'age', 'income' and 1 more): gromov and pu --method gromov compare such files, the other verbs refuse them
  $ parot doctor z.csv d.csv | grep 'only gromov'
    - it has 3 columns, z.csv 2: only gromov compares such files
  $ parot doctor fine.csv z.csv | grep position
    - only fine.csv has column names: columns are matched by position

How files are read is said as for the other verbs:

  $ printf 'x;y\n1,5;2\n2,5;4\n4;7,5\n' > comma.csv
  $ parot doctor comma.csv --decimal , | sed -n 2,3p
    'x'              real   1.5 to 4, * (glob)
    'y'              real   2 to 7.5, * (glob)
  $ printf '1,a\n2,b\n4,a\n' > bare.csv
  $ parot doctor bare.csv --no-header | head -1
  bare.csv: a table of 3 rows and 2 columns, separated by commas, without names
  $ printf 'x,y\n1,-9\n2,4\n5,7\n-9,8\n' > coded.csv
  $ parot doctor coded.csv --na-values -9 --drop y | sed -n '2p;$p'
    'x'              whole  1 to 5, 1 missing, 100.0 % of the squared distance
    - 'x' (1, the first in line 5): missing cells, which every verb refuses; --na drop leaves 1 row out, --na mean fills them in
  $ parot doctor coded.csv --na-values -9 --na drop 2> words | head -1; cat words
  coded.csv: a table of 2 rows and 2 columns, separated by commas, with names
  parot doctor: note: rows left out because of missing values: 2
  $ parot doctor coded.csv --sample 3 2> words | head -1; cat words
  coded.csv: a table of 3 rows and 2 columns, separated by commas, with names
  parot doctor: note: 3 of 4 rows of coded.csv are used, chosen at random by --seed 0

Results, and what cannot be read:

  $ parot partial fine.csv fine.csv --mass 0.5 -q -o plan.npz; parot doctor plan.npz
  plan.npz: a result: * pairs between 50 and 50 rows, mass 0.5, solved (glob)
  $ printf 'x,y\n1,2\n3\n' > bad.csv; parot doctor bad.csv missing.csv fine.csv -q
  parot doctor: bad.csv line 3* (glob)
  parot doctor: missing.csv: cannot be opened: No such file or directory
  [1]
  $ parot doctor people.csv --json
  {"schema": 1, "status": "solved", "files": 1, "findings": [{"about": "people.csv", "text": "'id': counts or names the rows; every verb leaves it out, and --id id keeps it in the output"}, {"about": "people.csv", "text": "'one' (1): the same in every row, so it distinguishes nothing; pu and drift leave it out; with the others --drop one"}, {"about": "people.csv", "text": "1 row is a copy of others: plans between equal rows are not unique"}, {"about": "people.csv", "text": "'income' carries 100.0 % of the squared distance; pu, prior and drift scale the columns; with the others, use --scale rank"}], "seconds": {*}} (glob)

A row counter that both files have is no feature they share; the verbs refuse what doctor says they refuse:

  $ printf 'id,b\n1,2\n2,3\n3,9\n' > left.csv; printf 'id,d\n1,2\n2,7\n3,4\n' > right.csv
  $ parot doctor left.csv right.csv | tail -1
    - it shares no feature with left.csv (only there: 'b'; only here: 'd'): gromov and pu --method gromov compare such files, the other verbs refuse them
  $ parot partial left.csv right.csv --mass 0.5
  parot partial: left.csv and right.csv have different columns (only in left.csv: 'b'; only in right.csv: 'd'); use --columns or --drop, or parot gromov for different feature spaces
  [1]
  $ parot gromov left.csv right.csv --mass 0.5 -q

Where partial needs no matrix, the memory grows with the rows:

  $ parot make blobs -n 5000 -o many.csv -q
  $ parot doctor many.csv | grep -o 'partial .* MB, curve [0-9]* MB'
  partial * MB, curve * MB (glob)
  $ PAROT_MEMORY=50000000 parot doctor many.csv | grep -o '[a-z]* would need [^,]*'
  gromov would need * (glob)
  pu would need * (glob)

Coordinates whose squared distances are not doubles, which partial refuses; among distances they are allowed:

  $ printf 'x,y\n1e200,1\n0,2\n3,5\n' > huge.csv; parot doctor huge.csv
  huge.csv: a table of 3 rows and 2 columns, separated by commas, with names
    'x'              whole  0 to 1e+200, 100.0 % of the squared distance
    'y'              whole  1 to 5, 0.0 % of the squared distance
    memory with itself: * (glob)
    - 'x' (0 to 1e+200): squared distances of such numbers leave the range of double, and partial refuses them; --metric euclidean, --scale rank, or --drop x
  [1]
  $ parot partial huge.csv huge.csv --mass 0.5
  parot partial: huge.csv: squared distances of coordinates near 1e+200, * (glob)
  [1]
  $ for option in '--metric euclidean' '--scale rank' '--drop x'; do parot partial huge.csv huge.csv --mass 0.5 $option -q; done
  $ printf '0,1e200\n1e200,0\n' > far.csv; parot doctor far.csv -q
