Three points on a line, and the same three on a diagonal of the plane, in another order, with one
far away: distances 1, 2 and 3 can be kept exactly.

  $ printf 'x\n0\n1\n3\n' > line.csv
  $ printf 'a,b\n0,9\n1.8,2.4\n0,0\n0.6,0.8\n' > plane.csv
  $ printf '1\n1\n1\n' > three.csv; printf '1\n1\n1\n1\n' > four.csv

  $ parot gromov line.csv plane.csv --p three.csv --q four.csv --mass 3 -o plan.csv
  3 source points of 1 and 4 target points of 2 coordinates, metric euclidean, square loss
  
    mass moved     3 (100 % of the source, 75 % of the target)
    objective      *, that is distances that differ by * (root mean square) (glob)
    pairs          3
    source points  3 moved fully, 0 partly, 0 not at all
    target points  3 moved fully, 0 partly, 1 not at all
  
    start              objective    stationarity iterations
    injections         0            0            0  best
    triangles          not tried: nothing can be lower
    profiles           not tried: nothing can be lower
    prior-profiles     not tried: nothing can be lower
    product            not tried: nothing can be lower
    clusters           not tried: nothing can be lower
  
  The objective equals its lower bound: no plan is lower.
  Time: * (glob)
  Written to plan.csv.
  $ cat plan.csv
  row,col,mass
  0,2,1
  1,3,1
  2,1,1

The same as a matrix, from distances, and quietly:

  $ parot cost line.csv --metric euclidean -o line.npy -q
  $ parot cost plane.csv --metric euclidean -o plane.npy -q
  $ parot gromov line.npy plane.npy --distances --p three.csv --q four.csv --mass max -q --coupling -
  0,0,1,0
  0,0,0,1
  0,1,0,0

One document:

  $ parot gromov line.csv plane.csv --p three.csv --q four.csv --mass 3 --start product,random --restarts 2 --json --plan > r.json
  $ /usr/bin/python3 -c 'import json
  > r = json.load(open("r.json"))
  > print(sorted(r))
  > print(r["schema"], r["status"], r["mass"], r["rows"], r["cols"], r["alpha"], r["loss"], r["count"] == len(r["plan"]["row"]))
  > print([(s["start"], s["number"], s["status"]) for s in r["trials"]])
  > print(r["objective"] == min(s["objective"] for s in r["trials"] if s["objective"] is not None), r["stationarity"] >= 0, r["gap"] == r["objective"] - r["bound"])
  > print(len(r["trials"][r["best"]]["objectives"]) == len(r["trials"][r["best"]]["stationarities"]) == r["iterations"] + 1, len(r["u"]), len(r["v"]))'
  ['alpha', 'best', 'bound', 'cols', 'count', 'gap', 'iterations', 'lambda', 'loss', 'mass', 'objective', 'passes', 'pivots', 'plan', 'rows', 'schema', 'seconds', 'stationarity', 'status', 'trials', 'u', 'v']
  1 solved 3 3 4 1 square True
  [('product', 0, 'solved'), ('random', 0, 'solved'), ('random', 1, 'solved')]
  True True True
  True 3 4

The plan does not depend on threads, and a saved one is a start that stays where it is:

  $ parot make moons -n 60 -o a.csv -q; parot make rotated -n 50 --seed 1 -o b.csv -q
  $ parot gromov a.csv b.csv --mass 0.5 --restarts 3 -q -o plan.npz
  $ parot gromov a.csv b.csv --mass 0.5 --restarts 3 -q -o one.csv
  $ parot gromov a.csv b.csv --mass 0.5 --restarts 3 -q -o two.csv --threads 2
  $ cmp one.csv two.csv
  $ parot gromov a.csv b.csv --mass 0.5 --start-plan plan.npz | grep given
    given              *  0  best (glob)

Each start is followed with both kinds of steps unless one is asked for:

  $ parot make moons -n 40 --seed 1 -o m.csv -q; parot make spiral -n 30 --seed 1 -o s.csv -q
  $ lowest() { parot gromov m.csv s.csv --mass 0.3 --start product,random --restarts 2 --json "$@" | grep -o '"objective": [0-9.e-]*' | head -1; }
  $ both=$(printf '%s\n' "$(lowest --steps long)" "$(lowest --steps exact)" | sort -g -k2 | head -1)
  $ test "$(lowest)" = "$both" && test "$(lowest --steps auto)" = "$both" && echo the lower end of both
  the lower end of both

Fused: at 0 it is partial transport, and columns must then agree:

  $ parot gromov a.csv b.csv --mass 0.5 --fused 0 --json > fused.json
  $ parot partial a.csv b.csv --mass 0.5 --metric euclidean --json > partial.json
  $ /usr/bin/python3 -c 'import json
  > a, b = (json.load(open(name)) for name in ("fused.json", "partial.json"))
  > print(a["objective"] == b["objective"], a["trials"][0]["start"])'
  True partial
  $ parot gromov a.csv b.csv --mass 0.5 --fused 0.5 | head -1
  60 source points of 2 and 50 target points of 2 coordinates, metric euclidean, square loss, 0.5 of it distances
  $ parot gromov line.csv plane.csv --mass 0.5 --fused 0.5
  parot gromov: line.csv and plane.csv have different columns (only in line.csv: 'x'; only in plane.csv: 'a', 'b'); use --columns or --drop, or --cost FILE for different feature spaces
  [1]
  $ printf '1,2,3,4\n1,2,3,4\n1,2,3,4\n' > cost.csv
  $ parot gromov line.csv plane.csv --cost cost.csv --mass 0.5 --fused 0.5 -q
  $ parot gromov line.csv plane.csv --cost cost.csv --mass 0.5 --start partial -q

Rows as a whole:

  $ parot gromov a.csv b.csv --mass 0.5 --whole-rows | grep 'source points  '
    source points  30 moved fully, 0 partly, 30 not at all

Distances that are not symmetric:

  $ printf '0,1\n1.0000000000000002,0\n' > nearly.csv; printf '0,1\n2,0\n' > directed.csv
  $ parot gromov nearly.csv directed.csv --distances --mass 1 > /dev/null
  parot gromov: note: nearly.csv is symmetric except for rounding (2e-16 of its largest entry); averaged
  parot gromov: target: not symmetric at (0,1): 1 and 2; directed.csv is taken as it is

A limit returns the best plan so far:

  $ parot make moons -n 400 -o c.csv -q; parot make spiral -n 400 -o d.csv -q
  $ parot gromov c.csv d.csv --mass 0.5 --time-limit 1e-9 -o early.csv | grep -E 'Stopped|not tried: time' | head -2
    representatives    not tried: time limit
    representatives    not tried: time limit
  $ parot gromov c.csv d.csv --mass 0.5 --time-limit 1e-9 -q
  [3]
  $ awk -F, 'NR > 1 { sum += $3 } END { print sum }' early.csv
  0.5
  $ parot gromov c.csv d.csv --mass 0.5 --start product --iterations 1 | grep Stopped
  Stopped early (iteration limit): the plan is valid; a longer search may lower the objective.

Distances without --distances are points, with a note:

  $ parot gromov line.npy plane.csv --mass 1 > /dev/null
  parot gromov: note: line.npy looks like distances, but is read as points; if it holds distances, add --distances
  $ parot gromov line.npy plane.csv --mass 1 -q

What is saved is recognised, and no proof is claimed:

  $ parot gromov a.csv b.csv --mass 0.5 -q -o saved.json
  $ parot certify saved.json a.csv b.csv
  saved.json: a match of `parot gromov`: * pairs between 60 and 50 points, mass 0.5 (glob)
  
    infeasible *  ok   total mass by which weights and mass are missed (glob)
  
  NOT PROVED: that is all there is to check. The objective of gromov is not convex,
  and its prices prove nothing; `parot gromov --start-plan FILE` prints the stationarity.
  [1]
  $ parot certify saved.json a.csv b.csv --json | grep -o '"of": "gromov"'
  "of": "gromov"

Many points by squared distances need no matrix, unless a start does:

  $ parot make moons -n 2000 -o many.csv -q; parot make spiral -n 2000 -o more.csv -q
  $ export PAROT_MEMORY=60e6
  $ parot gromov many.csv more.csv --mass 0.5 --metric sqeuclidean --start product -v --json -o many.npz > many.json 2> notes
  $ grep matrices notes
  parot gromov: so many points are matched without matrices of distances
  $ /usr/bin/python3 -c 'import json
  > r = json.load(open("many.json"))
  > print(r["status"], r["mass"], [s["start"] for s in r["trials"]], r["count"] < 4001, 0 <= r["stationarity"] <= 1e-9 * r["objective"])'
  solved 0.5 ['product'] True True
  $ parot gromov many.csv more.csv --mass 0.5 --metric sqeuclidean --start product,random --restarts 1 --iterations 1 --json | grep -o '"start": ' | wc -l
  2
  $ parot gromov many.csv more.csv --mass 0.5 --metric sqeuclidean --start profiles
  parot gromov: * (glob)
  [1]
  $ parot certify many.npz many.csv more.csv --metric sqeuclidean | tail -2
  NOT PROVED: that is all there is to check. The objective of gromov is not convex,
  and its prices prove nothing.
  $ PAROT_MEMORY=1e9 parot certify many.npz many.csv more.csv --metric sqeuclidean | tail -1
  and its prices prove nothing; `parot gromov --start-plan FILE` prints the stationarity.

So does --fused with squared distances; the costs are those between the same points:

  $ parot gromov many.csv more.csv --mass 0.5 --metric sqeuclidean --fused 0.3 --start product,partial -v --json > fused.json 2> notes
  $ grep matrices notes
  parot gromov: so many points are matched without matrices of distances
  $ /usr/bin/python3 -c 'import json
  > r = json.load(open("fused.json"))
  > print(r["status"], r["alpha"], [s["start"] for s in r["trials"]], 0 <= r["stationarity"] <= 1e-9 * r["objective"])'
  solved 0.3 ['product', 'partial'] True

Where matrices do not fit, points are matched without them, however few they are; the accuracy of the Euclidean way is told:

  $ parot make moons -n 1200 -o some.csv -q; parot make spiral -n 1200 -o other.csv -q; export PAROT_MEMORY=50e6
  $ parot gromov some.csv other.csv --mass 0.5 --start product | tail -6
  parot gromov: note: matrices of distances do not fit in memory; the points are matched without them, from fewer kinds of starts
  Stationary: towards any other plan the objective falls at a rate of at most
  * (the stationarity), *e-05 of the objective. That is proved by the distances (glob)
  of all points.
  The objective is not convex, so another start may end lower; --restarts
  tries more.
  Time: * (glob)
  $ parot gromov some.csv other.csv --mass 0.5 --metric cityblock --start product --json 2> notes | grep -o '"status": "solved"' | head -1
  "status": "solved"
  $ parot gromov some.csv other.csv --mass 0.5 --start profiles
  parot gromov: comparing the distances of 1200 and 1200 points needs 58 MB, 50 MB are free; use * (glob)
  [1]
  $ (cat some.csv; echo 1e200,0) > far.csv
  $ parot gromov other.csv far.csv --mass 0.5 --metric sqeuclidean -q
  parot gromov: far.csv: squared distances of coordinates near 1e+200, as at (1200,0), leave the range of double; rescale them or use euclidean
  [1]
  $ unset PAROT_MEMORY

Distances along the graph of the nearest neighbours:

  $ parot gromov a.csv b.csv --mass 0.5 --metric geodesic:7 2> notes | head -1
  60 source points of 2 and 50 target points of 2 coordinates, metric geodesic:7, square loss
  $ parot gromov a.csv b.csv --mass 0.5 --metric geodesic --json -q | grep -o '"status": "solved"' | head -1
  "status": "solved"
  $ parot gromov a.csv b.csv --mass 0.5 --metric geodesic:1 --start product -o /dev/null --json 2>&1 >/dev/null | grep -c 'a.csv: 1 neighbours leave .* components, which are joined by the shortest edges between them'
  1
  $ PAROT_MEMORY=50e6 parot gromov some.csv other.csv --mass 0.5 --metric geodesic:5
  parot gromov: comparing the distances of 1200 and 1200 points needs 58 MB, 50 MB are free; use --metric euclidean, which needs no matrices, or fewer points: --sample N takes a random sample
  [1]
