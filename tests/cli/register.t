A shape among outliers, and the same shape turned, among others:

  $ parot make moons -n 70 -q -o shape.csv
  $ parot make blobs -n 30 --center 2,2 --seed 3 --add shape.csv -q -o source.csv
  $ parot make moons -n 70 --angle 30 --center 1,2 -q -o turned.csv
  $ parot make blobs -n 40 --center 1,5 --seed 4 --add turned.csv -q -o target.csv

  $ parot register source.csv target.csv --overlap 0.7 -o moved.csv --inliers pairs.csv --matrix t.csv
  100 source and 110 target points, 2 coordinates
  
    transform      rigid, the best of 13 starts (* transport steps) (glob)
    angle          30 degrees
    translation    1 2
    overlap        0.7 of the smaller cloud, as given
    inliers        70 of 100 source points
    distance       *e-1* from an inlier to its partner (root mean square) (glob)
  
  The partners are proved optimal for this transform; a better transform may exist.
  Time: * (glob)
  Written to moved.csv.
  Written to t.csv.
  Written to pairs.csv.
  $ awk -F, 'NR > 1 && ($1 < 70 ? $2 != $1 || $3 > 1e-12 : $2 != -1 || $3 != "inf")' pairs.csv

The moved points are the target's, and the matrix maps (x, y, 1) to them:

  $ paste -d, moved.csv target.csv | head -71 | awk -F, 'NR > 1 && (($1 - $3) ^ 2 + ($2 - $4) ^ 2 > 1e-24)'
  $ paste -d, source.csv moved.csv > both.csv
  $ awk -F, 'NR == FNR { for (k = 1; k < 4; k++) m[FNR, k] = $k; next }
  >     FNR > 1 && ((m[1,1] * $1 + m[1,2] * $2 + m[1,3] - $3) ^ 2 + (m[2,1] * $1 + m[2,2] * $2 + m[2,3] - $4) ^ 2 > 1e-24)' t.csv both.csv
  $ tail -1 t.csv
  0,0,1

The overlap can be found, the order of rows and threads do not matter, and neither does a reordered column:

  $ (head -1 source.csv; tail -n +2 source.csv | sort -r) > sorted.csv
  $ awk -F, '{ print $2 "," $1 }' target.csv > swapped.csv
  $ parot register source.csv target.csv --overlap auto --json | sed 's/, "certificate.*//' > one.json
  $ parot register sorted.csv swapped.csv --overlap auto --json --threads 2 | sed 's/, "certificate.*//' | cmp - one.json
  $ cat one.json
  {"schema": 1, "status": "solved", "motion": "rigid", "overlap_from": "elbow", "scale": *, "overlap": 0.7, "has_elbow": true, "rank": 2, "count": 100, "inliers": 70, * (glob)

Documents are JSON that Python reads; a similarity finds the scale as well:

  $ awk -F, 'NR == 1 { print } NR > 1 { print 2 * $1 "," 2 * $2 }' OFMT=%.17g CONVFMT=%.17g target.csv > larger.csv
  $ parot register source.csv larger.csv --overlap 0.7 --transform similarity --matrix t.json -q
  $ /usr/bin/python3 -c 'import json; t = json.load(open("t.json")); print(t["motion"], round(t["scale"], 9), t["inliers"])'
  similarity 2.0 70
  $ parot register source.csv source.csv --overlap 1 --transform translation | sed -n 3,5p
    transform      translation, the best of 10 starts (* transport steps) (glob)
    translation    0 0
    overlap        1 of the smaller cloud, as given

Clouds that leave something open say so:

  $ printf 'x,y,z\n0,0,0\n1,0,0\n3,0,0\n7,0,0\n' > line.csv
  $ parot register line.csv line.csv --overlap auto > out.txt
  parot register: the cost curve has no elbow, so all of the smaller cloud is assumed to overlap; pass --overlap if it does not
  parot register: the inliers lie in 1 of 3 dimensions: other rotations fit as well as this one
  $ grep inliers out.txt
    inliers        4 of 4 source points
  $ printf 'x,y\n1,1\n' > point.csv
  $ parot register point.csv target.csv --overlap auto -q

A figure of both clouds before and after, and a report:

  $ parot make blobs --dims 2 -n 40 -q -o before.csv; parot make blobs --dims 2 -n 40 --angle 30 -q -o turned2.csv
  $ parot register before.csv turned2.csv --overlap 1 --plot both.svg --report both.html -q
  $ head -c 5 both.svg; grep -o '<figcaption>[^<.]*' both.html
  <?xml<figcaption>The points of both clouds, as they were read
  <figcaption>The points, and a line for each pair: point at one to see it

A motion that is rigid in scaled columns is affine in the units of the files, in which points and matrix are written:

  $ for f in shape turned; do awk -F, 'NR == 1 { print } NR > 1 { print $1 "," 1000 * $2 + 50000 }' OFMT=%.17g CONVFMT=%.17g $f.csv > wide_$f.csv; done
  $ parot register wide_shape.csv wide_turned.csv --overlap 0.9 --scale zscore -o wide.csv --matrix wide_t.csv
  70 source and 70 target points, 2 coordinates
  
    transform      rigid in columns scaled by zscore, the best of 13 starts (* transport steps) (glob)
    in file units  affine
    matrix         0.89* -0.000358* 18.9* (glob)
                   531.* 0.89* 700* (glob)
    overlap        0.9 of the smaller cloud, as given
    inliers        63 of 70 source points
    distance       0.05* from an inlier to its partner (root mean square, scaled) (glob)
  
  The partners are proved optimal for this transform; a better transform may exist.
  Time: * (glob)
  Written to wide.csv.
  Written to wide_t.csv.
  $ paste -d, wide_shape.csv wide.csv > both.csv
  $ awk -F, 'NR == FNR { for (k = 1; k < 4; k++) m[FNR, k] = $k; next }
  >     FNR > 1 { dx = m[1,1] * $1 + m[1,2] * $2 + m[1,3] - $3; dy = m[2,1] * $1 + m[2,2] * $2 + m[2,3] - $4 }
  >     FNR > 1 && (dx ^ 2 > 1e-24 || dy ^ 2 > 1e-18)' wide_t.csv both.csv

It is what tables that were scaled beforehand give:

  $ cat > scale.py <<'EOF'
  > import json, sys
  > columns = json.load(open("wide.json"))["scaling"]
  > for line in [l.strip() for l in open(sys.argv[1])][1:]:
  >     print(*(repr((float(x) - c) * f) for x, c, f in zip(line.split(","), columns["centre"], columns["factor"])), sep=",")
  > EOF
  $ parot register wide_shape.csv wide_turned.csv --overlap 0.9 --scale zscore --matrix wide.json -q
  $ for f in shape turned; do /usr/bin/python3 scale.py wide_$f.csv > scaled_$f.csv; done
  $ parot register scaled_shape.csv scaled_turned.csv --overlap 0.9 --matrix scaled.json -q
  $ /usr/bin/python3 -c 'import json; a, b = (json.load(open(f)) for f in ("wide.json", "scaled.json")); print([a[k] == b[k] for k in ("rotation", "shift", "rms")], sorted(a["affine"]))'
  [True, True, True] ['linear', 'shift']
