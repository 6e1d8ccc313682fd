Forty points in eight coordinates; the last 28 of one file are the first of the other, mirrored, moved, and with
a little noise. So 0.7 of them match.

  $ /usr/bin/python3 -c 'import random
  > r = random.Random(4)
  > x = [[r.gauss(0, 1) for d in range(8)] for i in range(52)]
  > def write(name, rows):
  >     with open(name, "w") as f:
  >         print("a,b,c,d,e,f,g,h", file=f)
  >         for row in rows: print(",".join("%.6f" % v for v in row), file=f)
  > write("a.csv", x[:40])
  > write("b.csv", [[3 - v + r.gauss(0, .03) for v in row] for row in x[12:]])
  > write("c.csv", [[r.gauss(0, 1) for d in range(8)] for i in range(40)])'

  $ parot gromov a.csv b.csv --path -o masses.csv --plot masses.svg > said
  $ head -3 said
     share         mass     objective        lambda    distortion
       0.1          0.1 * (glob)
      0.15         0.15 * (glob)
  $ grep Elbow said
  Elbow: 0.* of the smaller side matches (0.* to 0.*) (glob)
  $ head -1 masses.csv; test -s masses.svg
  share,mass,objective,lambda,distortion

  $ parot gromov a.csv b.csv --path --json > r.json
  $ /usr/bin/python3 -c 'import json
  > r = json.load(open("r.json"))
  > print(r["has_elbow"], abs(r["elbow"] - .7) <= .02, r["low"] <= r["elbow"] <= r["high"], r["bend"] > 1.5)
  > print(len(r["share"]) == len(r["mass"]) == len(r["objective"]) == len(r["lambda"]) == len(r["distortion"]), r["share"][-1])'
  True True True True
  True 1

The mass of the elbow, and its plan:

  $ parot gromov a.csv b.csv --mass auto -o plan.csv | head -2
  Mass chosen: 0.* of the smaller side matches (0.* to 0.*) (glob)
  40 source points of 8 and 40 target points of 8 coordinates, metric euclidean, square loss
  $ /usr/bin/python3 -c 'pairs = [line.split(",") for line in open("plan.csv").readlines()[1:]]
  > right = sum(int(i) - 12 == int(j) for i, j, mass in pairs)
  > print(right >= 27, len(pairs) <= 30)'
  True True

Without matrices, where these do not fit; only squared distances have such a path:

  $ /usr/bin/python3 -c 'import random
  > r = random.Random(4)
  > x = [[r.gauss(0, 1) for d in range(3)] for i in range(240)]
  > def write(name, rows):
  >     with open(name, "w") as f:
  >         print("a,b,c", file=f)
  >         for row in rows: print(",".join("%.6f" % v for v in row), file=f)
  > write("d.csv", x[:180])
  > write("e.csv", [[3 - v + r.gauss(0, .01) for v in row] for row in x[60:]])'
  $ PAROT_MEMORY=1.2e6 parot gromov d.csv e.csv --mass auto --metric sqeuclidean --threads 1 2>&1 | head -3
  parot gromov: note: matrices of distances do not fit in memory; the points are matched without them, from fewer kinds of starts
  Mass chosen: 0.* of the smaller side matches (0.6* to 0.*) (glob)
  180 source points of 3 and 180 target points of 3 coordinates, metric sqeuclidean, square loss
  $ PAROT_MEMORY=1.2e6 parot gromov d.csv e.csv --path --threads 1
  parot gromov: comparing the distances of 180 and 180 points needs 1.3 MB, 1.2 MB are free; use --metric sqeuclidean, which needs no matrices, or fewer points: --sample N takes a random sample
  [1]

Files that have nothing in common:

  $ parot gromov a.csv c.csv --path | grep Elbow
  Elbow: unreliable: the curve has no clear elbow, so that all mass is as good a choice as any
  $ parot gromov a.csv c.csv --mass auto -q
  parot gromov: --mass auto: unreliable: the curve has no clear elbow, so that all mass is as good a choice as any
