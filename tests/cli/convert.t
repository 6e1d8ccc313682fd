Every format into every other, and back: the numbers are the same, to the last bit.

  $ printf 'label,x1,x2,x3\n1,0.1,0,1e+300\n-1,0,-0.25,0\n2,0.0625,7,-1e-05\n' > in.csv
  $ for first in csv tsv npy npz libsvm csv.gz npz.gz svm.gz; do
  >     parot convert in.csv one.$first -q || echo "to $first: $?"
  >     for second in csv tsv npy npz libsvm tsv.gz npy.gz; do
  >         case $first:$second in
  >         np*:libsvm) continue;; # no names, hence no label
  >         esac
  >         parot convert one.$first two.$second -q -f || echo "$first to $second: $?"
  >         parot convert two.$second back.npy -q -f && parot convert in.csv wanted.npy -q -f
  >         cmp back.npy wanted.npy || echo "$first to $second"
  >     done
  > done
  $ parot convert one.libsvm - -q | cmp - in.csv
  $ cat one.libsvm
  1 1:0.1 3:1e+300
  -1 2:-0.25
  2 1:0.0625 2:7 3:-1e-05
  $ parot convert - other.tsv < one.npz
  3 rows of 4 columns written to other.tsv.

What is lost is said:

  $ parot convert in.csv named.npy
  parot convert: note: named.npy does not keep column names
  3 rows of 4 columns written to named.npy.
  $ parot convert in.csv few.csv --drop label,x2 && cat few.csv
  3 rows of 2 columns written to few.csv.
  x1,x3
  0.1,1e+300
  0,0
  0.0625,-1e-05
  $ parot convert in.csv json.tsv --json
  {"schema": 1, "status": "solved", "kind": "table", "rows": 3, "cols": 4, "seconds": {*}} (glob)

MATLAB and IDX are read:

  $ printf '\0\0\010\003\0\0\0\002\0\0\0\001\0\0\0\003abcdef' | gzip > images-idx3-ubyte.gz
  $ parot convert images-idx3-ubyte.gz - -q
  97,98,99
  100,101,102
  $ /usr/bin/python3 -c 'import numpy, scipy.io
  > scipy.io.savemat("m.mat", {"fts": numpy.arange(6.).reshape(2, 3), "labels": numpy.array([[1], [2]], "u1")})' 2>/dev/null || exit 80
  $ parot convert m.mat - -q
  parot convert: m.mat: choose a matrix as FILE.mat:NAME from fts (2 x 3), labels (2 x 1)
  [1]
  $ parot convert m.mat:fts - -q
  0,1,2
  3,4,5
  $ gzip m.mat; parot convert m.mat.gz:labels - -q
  1
  2

Results:

  $ parot make moons -n 20 -o a.csv -q; parot make rotated -n 20 --seed 1 -o b.csv -q
  $ parot partial a.csv b.csv --mass 0.5 -q -o plan.npz
  $ parot partial a.csv b.csv --mass 0.5 -q -o plan.csv
  $ parot convert plan.npz plan.json
  A plan of * pairs between 20 and 20 rows written to plan.json. (glob)
  $ parot convert plan.json again.npz -q && parot certify again.npz a.csv b.csv -q
  $ parot convert again.npz again.json -q && cmp again.json plan.json
  $ parot convert plan.json again.csv
  parot convert: note: again.csv holds only the plan, without its proof
  A plan of * pairs between 20 and 20 rows written to again.csv. (glob)
  $ cmp again.csv plan.csv
  $ parot convert plan.npz - -q | cmp - plan.csv

Mistakes:

  $ parot convert a.csv a.libsvm --label-column x -q && head -1 a.libsvm | grep -c ' 1:'
  1

A table with text goes to the formats that can hold it; decimals with a comma are read on request:

  $ printf 'name;price\nann;1,5\nbob;\n' > german.csv
  $ parot convert german.csv english.csv --decimal ,
  2 rows of 2 columns written to english.csv.
  $ cat english.csv
  name,price
  ann,1.5
  bob,
  $ parot convert german.csv x.npy
  parot convert: german.csv line 2, column 'name': 'ann' is not a number, and x.npy holds only numbers; write .csv or .tsv, or leave the column out with --drop
  [1]
  $ parot convert german.csv x.npy --drop name
  parot convert: german.csv line 2, column 'price': '1,5' is not a number (--decimal , reads it), and x.npy holds only numbers; write .csv or .tsv, or leave the column out with --drop
  [1]
  $ parot convert german.csv x.npy --drop name --decimal ,
  parot convert: german.csv line 3, column 'price': '' is missing, and x.npy holds only numbers; use --na drop or --na mean, write .csv or .tsv, or leave the column out with --drop
  [1]
  $ head -2 german.csv | parot convert - x.npy --columns 2 --decimal , -q && parot convert x.npy -
  1.5
  $ parot convert german.csv kept.tsv -q --columns price && cat kept.tsv
  price
  "1,5"
  
  $ printf '1;2\n3;4\n' | parot convert - - --no-header
  1,2
  3,4
  $ printf 'id,x\n9007199254740993,1\n' > wide.csv
  $ parot convert wide.csv x.csv
  parot convert: wide.csv line 2, column 'id': a double cannot hold that whole number exactly; leave the column out with --drop
  [1]

Rows, columns and missing cells are chosen as for the other verbs; without --na cells stay missing:

  $ printf 'name,x,y\na,1,2\nb,,3\nc,5,NA\na,7,-9\n,3,1\n' > gaps.csv
  $ parot convert gaps.csv -
  name,x,y
  a,1,2
  b,,3
  c,5,
  a,7,-9
  ,3,1
  $ parot convert gaps.csv - --na drop
  parot convert: note: rows left out because of missing values: 3
  name,x,y
  a,1,2
  a,7,-9
  $ parot convert gaps.csv - --na mean --na-values -9
  parot convert: note: missing values filled in with the mean or the most frequent level: 4
  name,x,y
  a,1,2
  b,4,3
  c,5,2
  a,7,2
  a,3,1
  $ parot convert gaps.csv gaps.npy --drop name --na mean -q && parot convert gaps.npy - --sample 2 --seed 1 | wc -l
  parot convert: note: 2 of 5 rows of gaps.npy are used, chosen at random by --seed 1
  2
  $ parot convert gaps.csv - --columns x --na-values 1,3,5,7 --na mean
  parot convert: --na mean: column 'x' of gaps.csv has no value to fill in; leave it out with --drop
  [1]

Two files whose decimals differ meet after one of them has been converted:

  $ printf 'x,y\n1.5,2\n2.5,1\n' > points.csv; printf 'x;y\n1,5;2\n2,5;1\n' > commas.csv
  $ parot partial points.csv commas.csv --mass 1
  parot partial: commas.csv line 2, column 'x': '1,5' has a decimal comma; decimals take a point; --decimal , reads it (or --drop the column)
  [1]
  $ parot partial points.csv commas.csv --mass 1 --decimal ,
  parot partial: points.csv: commas separate its cells, so --decimal , does not fit it; convert commas.csv to decimal points first, and leave --decimal out
  [1]
  $ parot convert commas.csv as_points.csv --decimal , -q
  $ parot partial points.csv as_points.csv --mass 1 --json | grep -o '"objective": [^,]*'
  "objective": 0
