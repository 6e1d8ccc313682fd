What two tables have in common is in docs/walkthroughs/align.md. A mirror image is found if it is allowed:

  $ parot make moons -n 60 -q -o a.csv
  $ awk -F, -v OFMT=%.12g 'NR > 1 {$1 = -$1 + 0} {print $1 "," $2}' a.csv > b.csv
  $ parot align a.csv b.csv --mass 1 --restarts 4 --mirrors | sed -n '1,9p'
  60 of 60 rows have a match: a share of 1 of the smaller table
    confidence     1 on average
    far            0 rows of the source, 0 of the target
    taken          0 rows of the source, 0 of the target
    partly         0 rows of the source, 0 of the target
    rotation       \+- [^ ]* degrees \(95 %\) (re)
    shift          \+- [^ ]* [^ ]* \(95 %\) (re)
    mirrored       yes
  

Tables with different columns are matched by distances:

  $ awk -F, 'NR == 1 {print "u,v,w"} NR > 1 {print $2 ",0," $1}' a.csv > c.csv
  $ parot align a.csv c.csv --mass 0.5 -q -o pairs.csv
  $ awk -F, 'NR > 1 && $2 >= 0 && $2 != $1' pairs.csv
  $ awk -F, 'NR > 1 && $2 >= 0' pairs.csv | wc -l
  30
  $ parot align a.csv a.csv --by-distances --mass 1 --json -q | grep -o '"has_motion": false'
  "has_motion": false

Features beside the coordinates tell apart what distances do not. The points of a circle, turned:

  $ awk 'BEGIN {print "x,y,kind"; for (i = 0; i < 12; i++) print cos(i * 3.14159265 / 6) "," sin(i * 3.14159265 / 6) "," i * i}' > ring.csv
  $ awk 'BEGIN {print "u,v,w,kind"; for (i = 0; i < 12; i++) print "0," cos(1 + i * 3.14159265 / 6) "," sin(1 + i * 3.14159265 / 6) "," i * i}' > turned.csv
  $ parot align ring.csv turned.csv --features kind --mass 1 -q -o kinds.csv
  $ awk -F, 'NR > 1 && $1 != $2' kinds.csv

Gromov-Wasserstein takes anchors, too:

  $ printf '0,0\n1,1\n2,2\n3,3\n' > known.csv
  $ parot gromov a.csv c.csv --mass 1 --start product --anchors known.csv --json -q -o plan.csv | grep -o '"start": "anchors"' | sort -u
  "start": "anchors"
  $ awk -F, 'NR > 1 && $1 != $2' plan.csv
  $ parot gromov a.csv c.csv --mass 1 --start product --json -q | grep -c '"start": "anchors"'
  0
  [1]

All rows of copies match:

  $ parot align a.csv a.csv --restarts 1 | head -2
  60 of 60 rows have a match: a share of 1 of the smaller table
    range          1 to 1

Of tables that share nothing the share is a guess:

  $ parot make blobs -n 60 -q --seed 7 -o other.csv
  $ parot align a.csv other.csv --restarts 1 2>&1 >some.txt
  parot align: no price separates pairs from others, so the share that matches is a guess; pass --mass if you know it
  $ head -1 some.txt
  * rows have a match: a share of * of the smaller table, which is unreliable (glob)
