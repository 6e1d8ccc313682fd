Points on standard output or in a file; the seed is all that is random:

  $ parot make moons -n 3 > a.csv; parot make moons -n 3 | cmp - a.csv
  $ parot make moons -n 3 --seed 1 | cmp -s - a.csv
  [1]
  $ head -1 a.csv; wc -l < a.csv
  x,y
  4
  $ parot make moons -n 3 -o b.csv
  3 points with columns x, y written to b.csv.
  $ cmp a.csv b.csv

Without noise, a shape is where it is said to be:

  $ parot make moons -n 50 --noise 0 | awk -F, 'NR > 1 && NR % 2 == 0 { print (($1^2 + $2^2 - 1)^2 < 1e-20 && $2 >= 0) }' | sort -u
  1
  $ parot make blobs -n 4 --blobs 4 --spread 2 --noise 0 --center 10,20 | awk -F, 'NR > 1 { printf "%.6g %.6g\n", $1, $2 }'
  12 20
  10 22
  8 20
  10 18
  $ parot make blobs -n 1 --noise 0 --dims 3
  x1,x2,x3
  0,0,0
  $ parot make blobs -n 1 --noise 0 --dims 1 --center 5
  x
  5
  $ parot make blobs -n 1 --blobs 2 --noise 0 --angle 90 --spread 1 --center 1,-1 | awk -F, 'NR > 1 { printf "%.6g %.6g\n", $1, $2 }'
  1 0
  $ parot make spiral -n 50 --noise 0 | awk -F, 'NR > 1 { print ($1^2 + $2^2 <= 1) }' | sort -u
  1

rotated is moons turned by 45 degrees, or by --angle:

  $ parot make rotated -n 9 > r.csv; parot make moons -n 9 --angle 45 | cmp - r.csv
  $ parot make rotated -n 9 --angle 30 > r.csv; parot make moons -n 9 --angle 30 | cmp - r.csv

Weights are positive and add up to 1:

  $ parot make moons -n 100 --weights random > w.csv; head -1 w.csv
  x,y,weight
  $ awk -F, 'NR > 1 { sum += $3; if ($3 <= 0) print "not positive" } END { print ((sum - 1)^2 < 1e-20) }' w.csv
  1
  $ cut -d, -f1,2 w.csv > without.csv; parot make moons -n 100 | cmp - without.csv

Shapes are combined with --add, whose columns are matched by name:

  $ printf 'y,x\n2,1\n' > first.csv
  $ parot make blobs -n 2 --noise 0 --center 8,9 --add first.csv
  x,y
  1,2
  8,9
  8,9
  $ parot make moons -n 2 | parot make blobs -n 3 --add - --weights random -o all.npy
  5 points with columns x, y, weight written to all.npy.
  $ parot make moons -n 2 -o three.csv.gz -q && parot make blobs --dims 3 --add three.csv.gz
  parot make: the new blobs and three.csv.gz have different columns (only in the new blobs: 'x1', 'x2', 'x3'; only in three.csv.gz: 'x', 'y'); rename or remove them
  [1]
  $ parot make blobs --add w.csv
  parot make: --add w.csv: has a column 'weight'; give --weights in the last call only, which weighs all points
  [1]
  $ parot make blobs --add missing.csv
  parot make: missing.csv: cannot be opened: No such file or directory
  [1]

JSON, and silence:

  $ parot make moons -n 7 -o m.npy --json
  {"schema": 1, "status": "solved", "rows": 7, "cols": 2, "seconds": {*}} (glob)
  $ parot make moons -n 7 -o m.npy -qf

Refusals:

  $ parot make
  parot make: needs one shape: rotated, moons, blobs or spiral; got 0
  [2]
  $ parot make moon
  parot make: shape moon: unknown; did you mean 'moons'?
  [2]
  $ parot make elephants
  parot make: shape elephants: unknown; it is one of rotated, moons, blobs and spiral
  [2]
  $ parot make moons -n 0
  parot make: -n 0: must be a whole number from 1 to 1000000000
  [2]
  $ parot make moons -n 1e3
  parot make: -n 1e3: must be a whole number from 1 to 1000000000
  [2]
  $ parot make moons --dims 3
  parot make: --dims is for the shape blobs; moons are in the plane
  [2]
  $ parot make moons --noise -1
  parot make: --noise -1: must be a number that is 0 or more
  [2]
  $ parot make moons --noise nan
  parot make: --noise nan: must be a number that is 0 or more
  [2]
  $ parot make moons --center 3,b
  parot make: --center 3,b: must be two numbers, X,Y
  [2]
  $ parot make moons --weights uniform
  parot make: --weights uniform: the only kind is 'random'
  [2]
  $ parot make moons --json
  parot make: --json and the points both want standard output; add -o FILE
  [2]
  $ parot make moons -o m.npz
  parot make: -o m.npz: the name must end in one of .csv .tsv .npy (each also with .gz)
  [2]

  $ parot make blobs -n 5 --spread 3
  parot make: --spread 3: sets how far apart clusters are, but there is only one; add --blobs N
  [2]
