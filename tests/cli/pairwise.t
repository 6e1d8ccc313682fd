All pairs of files. Half of the mass moves at the least cost: from a to b nothing has to, and c is far away.

  $ printf 'x\n0\n1\n' > a.csv
  $ printf 'x\n0\n3\n' > b.csv
  $ printf 'x\n5\n6\n' > c.csv
  $ parot pairwise a.csv b.csv c.csv --mass 0.5
  name,a.csv,b.csv,c.csv
  a.csv,0,0,8
  b.csv,0,0,2
  c.csv,8,2,0
  3 of 3 pairs of 3 files solved (wasserstein).

All of it, which is the default; each entry is what partial says of two files:

  $ parot pairwise a.csv b.csv c.csv -q
  name,a.csv,b.csv,c.csv
  a.csv,0,2,25
  b.csv,2,0,17
  c.csv,25,17,0
  $ parot partial b.csv c.csv --mass max --json | /usr/bin/python3 -c 'import json, sys; print(json.load(sys.stdin)["objective"])'
  17

By the distances within each, c is a again:

  $ parot pairwise a.csv b.csv c.csv --method gromov -q
  name,a.csv,b.csv,c.csv
  a.csv,0,1,0
  b.csv,1,0,1
  c.csv,0,1,0

Columns are matched by name, and weights are those of a column; --share is of the smaller total, here 1 of 2:

  $ printf 'x,w\n0,1\n1,3\n' > aw.csv
  $ printf 'w,x\n1,0\n1,3\n' > bw.csv
  $ parot pairwise aw.csv bw.csv --weight-column w --share 0.5 -q
  name,aw.csv,bw.csv
  aw.csv,0,0
  bw.csv,0,0
  $ parot pairwise aw.csv bw.csv --weight-column w --mass 2 --metric euclidean -q
  name,aw.csv,bw.csv
  aw.csv,0,2
  bw.csv,2,0

Distances and graphs, in which a node weighs 1:

  $ printf '0,1\n1,0\n' > d1.csv
  $ printf '0,3\n3,0\n' > d2.csv
  $ parot pairwise d1.csv d2.csv --distances --method gromov -q
  name,d1.csv,d2.csv
  d1.csv,0,1
  d2.csv,1,0
  $ printf 'a b\nb c\n' > path.edges
  $ printf 'a b\nb c\nc a\n' > ring.edges
  $ parot pairwise path.edges ring.edges --graph --method gromov --mass 3 -q
  name,path.edges,ring.edges
  path.edges,0,1
  ring.edges,1,0

Other files:

  $ parot pairwise a.csv b.csv c.csv -o m.npy
  3 of 3 pairs of 3 files solved (wasserstein).
  Matrix written to m.npy.
  $ /usr/bin/python3 -c 'import numpy; print(numpy.load("m.npy").tolist())'
  [[0.0, 2.0, 25.0], [2.0, 0.0, 17.0], [25.0, 17.0, 0.0]]
  $ parot pairwise a.csv b.csv -o m.json -q; cat m.json
  {"schema": 1, "status": "solved", "method": "wasserstein", "metric": "sqeuclidean", "mass": null, "share": 1, "names": ["a.csv", "b.csv"], "count": 2, "pairs": 1, "solved": 1, "failed": 0, "known": 0, "objective": [[0, 2], [2, 0]], "failures": []}
  $ parot pairwise a.csv b.csv --mass 0.5 --json
  {"schema": 1, "status": "solved", "method": "wasserstein", "metric": "sqeuclidean", "mass": 0.5, "share": null, "names": ["a.csv", "b.csv"], "count": 2, "pairs": 1, "solved": 1, "failed": 0, "known": 0, "objective": [[0, 0], [0, 0]], "failures": [], "seconds": {*}} (glob)

A journal: the second command solves nothing, and what was half written is solved again.

  $ parot pairwise a.csv b.csv c.csv --journal pairs.txt -o m1.csv
  3 of 3 pairs of 3 files solved (wasserstein).
  Matrix written to m1.csv.
  $ cat pairs.txt
  parot-pairwise 1 clouds=3 fingerprint=* (glob)
  0,1,2,solved
  0,2,25,solved
  1,2,17,solved
  $ parot pairwise a.csv b.csv c.csv --journal pairs.txt -o m2.csv
  3 of 3 pairs of 3 files solved (wasserstein), 3 of them known from pairs.txt.
  Matrix written to m2.csv.
  $ head -c -4 pairs.txt > cut.txt
  $ parot pairwise a.csv b.csv c.csv --journal cut.txt -o m3.csv
  3 of 3 pairs of 3 files solved (wasserstein), 2 of them known from cut.txt.
  Matrix written to m3.csv.
  $ cmp cut.txt pairs.txt && cmp m1.csv m2.csv && cmp m1.csv m3.csv

It is that of these files and settings, and nothing else is written to:

  $ parot pairwise a.csv b.csv --journal c.csv
  parot pairwise: --journal: c.csv: is not the journal of these clouds and settings; choose another name
  [1]
  $ cat c.csv
  x
  5
  6

A pair without an answer leaves the others as they are:

  $ printf 'x,w\n0,1\n1,0.5\n' > light.csv
  $ parot pairwise aw.csv bw.csv light.csv --weight-column w --mass 2 -o m.csv -f
  parot pairwise: aw.csv and light.csv: mass 2 exceeds min(sum p, sum q) = 1.5
  parot pairwise: bw.csv and light.csv: mass 2 exceeds min(sum p, sum q) = 1.5
  parot pairwise: 2 of 3 pairs have no answer
  1 of 3 pairs of 3 files solved (wasserstein).
  Matrix written to m.csv.
  [1]
  $ cat m.csv
  name,aw.csv,bw.csv,light.csv
  aw.csv,0,4,
  bw.csv,4,0,
  light.csv,,,0

Refusals:

  $ parot pairwise a.csv aw.csv --columns x -q
  name,a.csv,aw.csv
  a.csv,0,0
  aw.csv,0,0
