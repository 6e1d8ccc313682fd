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

JSON, and silence:

  $ parot make moons -n 7 -o m.npy --json
  {"schema": 1, "status": "solved", "rows": 7, "cols": 2, "seconds": {*}} (glob)
  $ parot make moons -n 7 -o m.npy -qf
