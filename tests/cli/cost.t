Distances between two files, and within one:

  $ printf 'x,y\n0,0\n3,4\n' > a.csv
  $ printf 'x,y\n0,0\n1,1\n-3,-4\n' > b.csv
  $ parot cost a.csv b.csv
  0,2,25
  25,13,100
  $ parot cost a.csv --metric euclidean
  0,5
  5,0
  $ parot cost a.csv b.csv --metric chebyshev
  0,1,4
  4,3,8
  $ parot cost a.csv b.csv --metric cityblock
  0,2,7
  7,5,14
  $ parot cost - b.csv < a.csv
  0,2,25
  25,13,100

The result is a cost file for partial, with the same answer; standard input works there too. Each
row has 1/2, each column 1/3: 0.3 x 13 + 1/3 x 0 + 1/30 x 2 + 2/15 x 25 = 7.3.

  $ parot cost a.csv b.csv -o c.npy
  2 x 3 costs (sqeuclidean) written to c.npy.
  $ parot partial a.csv b.csv --mass 0.8 --json > one.json
  $ parot partial --cost c.npy --mass 0.8 --json > two.json
  $ parot cost a.csv b.csv | parot partial --cost - --mass 0.8 --json > three.json
  $ /usr/bin/python3 -c 'import json
  > print(*(round(json.load(open(name))["objective"], 12) for name in ("one.json", "two.json", "three.json")))'
  7.3 7.3 7.3

Other formats:

  $ parot cost a.csv b.csv -o c.tsv.gz -q && zcat c.tsv.gz
  0\t2\t25 (esc)
  25\t13\t100 (esc)
  $ parot cost c.tsv.gz -q
  0,6371
  6371,0

  $ parot cost a.csv b.csv -o c.npy --json -f
  {"schema": 1, "status": "solved", "metric": "sqeuclidean", "rows": 2, "cols": 3, "seconds": {*}} (glob)

Weights are no coordinates:

  $ printf 'x,w\n0,7\n3,8\n' > aw.csv
  $ parot cost aw.csv --weight-column w
  0,9
  9,0

A limit is for what takes longer than a look at the clock; a few pairs may be done by then, or not:

  $ parot cost a.csv b.csv --time-limit 1e-9 > few.txt 2>&1 || grep -q 'is too short' few.txt
  $ parot make blobs --dims 300 -n 4000 -q -o wide.npy
  $ parot cost wide.npy --metric cityblock --time-limit 1e-9 -o late.npy
  parot cost: --time-limit 1e-09 is too short (cost*); nothing was written (glob)
  [1]
