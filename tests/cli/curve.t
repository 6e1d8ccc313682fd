Three rows and three columns of weight 1 belong together in pairs, at 1, 2 and 4 a unit. So the
first unit of mass costs 1, the second 2, the third 4: the curve goes through (1,1), (2,3) and (3,7),
and is farthest below its chord, by 14/3 - 3, at mass 2.

  $ printf '1,9,9\n9,2,9\n9,9,4\n' > c.csv; printf '1\n1\n1\n' > ones.csv
  $ parot curve --cost c.csv --p ones.csv --q ones.csv
  Costs of 3 rows and 3 columns
  
    mass           0 to 3 (100 % of the source, 100 % of the target)
    cost           7 for all of it
    breakpoints    4, the first at mass 0; straight lines between them
  
            mass          cost     next unit
               0             0             1
            0.75          0.75             1
             1.5             2             2
            2.25             4             4
               3             7          none
  
  The elbow is at mass 2 (66.67 % of the source).
  The cost there is 3, and the next unit costs 4;
  on average a unit costs 1.5 before it and 4 after it.
  
  Time: * s (reading *, solving *). (glob)

The table; the last slope is inf, for nothing more can move:

  $ parot curve --cost c.csv --p ones.csv --q ones.csv -q -o -
  mass,objective,slope
  0,0,1
  1,1,2
  2,3,4
  3,7,inf
  $ parot curve --cost c.csv --p ones.csv --q ones.csv -q -o curve.tsv
  $ parot curve --cost c.csv --p ones.csv --q ones.csv -o curve.csv.gz | tail -1
  Written to curve.csv.gz.
  $ zcat curve.csv.gz | tr , '\t' | cmp - curve.tsv

When each row enters; one that has nowhere to go never does:

  $ printf '4,9\n9,9\n9,1\n' > tall.csv; printf '1\n1\n' > two.csv
  $ parot curve --cost tall.csv --p ones.csv --q two.csv -q --rows -
  row,enter,rank
  0,1,2
  1,inf,3
  2,0,1
  $ parot curve --cost tall.csv --p ones.csv --q two.csv -o tall.json --rows rows.csv | tail -2
  Written to tall.json.
  Rows written to rows.csv.
  $ cat rows.csv
  row,enter,rank
  0,1,2
  1,inf,3
  2,0,1

Everything, in one document:

  $ parot curve --cost tall.csv --p ones.csv --q two.csv --json > printed.json
  $ cat > show.py <<END
  > import json
  > printed, written = (json.load(open(name)) for name in ("printed.json", "tall.json"))
  > print(sorted(printed), sorted(printed["seconds"]))
  > del printed["seconds"]
  > print(printed == written)
  > print([printed[k] for k in ("schema", "status", "mass", "objective", "rows")])
  > print([printed[k] for k in ("elbow", "curve", "enter", "order")])
  > END
  $ /usr/bin/python3 show.py
  ['curve', 'elbow', 'enter', 'has_elbow', 'iterations', 'mass', 'objective', 'order', 'passes', 'pivots', 'rows', 'schema', 'seconds', 'status'] ['read', 'solve']
  True
  [1, 'solved', 2, 5, 3]
  [{'index': 1, 'mass': 1, 'objective': 1, 'slope_before': 1, 'slope': 4}, {'count': 3, 'mass': [0, 1, 2], 'objective': [0, 1, 5], 'slope': [1, 4]}, [1, None, 0], [2, 0, 1]]

Costs and slopes at given masses, in the order of the question; at a breakpoint the slope is that to
the right:

  $ parot curve --cost c.csv --p ones.csv --q ones.csv --at 2.5,1,0,3
            mass          cost     next unit
             2.5             5             4
               1             1             2
               0             0             1
               3             7          none
  $ parot curve --cost c.csv --p ones.csv --q ones.csv --at 2.5,1,3 --json
  {"schema": 1, "status": "solved", "at": {"mass": [2.5, 1, 3], "objective": [5, 1, 7], "slope": [4, 2, null]}, "seconds": {*}} (glob)

Up to a mass only; what lies beyond is not known:

  $ parot curve --cost c.csv --p ones.csv --q ones.csv --mass 1.5 -q -o -
  mass,objective,slope
  0,0,1
  1,1,2
  1.5,2,inf
  $ parot curve --cost c.csv --p ones.csv --q ones.csv --mass 1.5 --at 1.5
            mass          cost     next unit
             1.5             2       unknown

A straight curve has no elbow:

  $ printf '5\n' > one.csv
  $ parot curve --cost one.csv | sed -n '3,/elbow/p'
    mass           0 to 1 (100 % of the source, 100 % of the target)
    cost           5 for all of it
    breakpoints    2, the first at mass 0; straight lines between them
  
            mass          cost     next unit
               0             0             5
            0.25          1.25             5
             0.5           2.5             5
            0.75          3.75             5
               1             5          none
  
  There is no elbow: every unit costs 5.
  $ parot curve --cost one.csv --json | grep -o '"elbow": null'
  "elbow": null

Points, weights in a column, metrics: as for partial.

  $ printf 'x,w\n0,1\n1,1\n10,1\n' > aw.csv; printf 'w,x\n1,0\n1,2\n1,12\n' > bw.csv
  $ parot curve aw.csv bw.csv --weight-column w -q -o -
  mass,objective,slope
  0,0,0
  1,0,1
  2,1,4
  3,5,inf
  $ parot curve aw.csv bw.csv --weight-column w --metric euclidean -q -o -
  mass,objective,slope
  0,0,0
  1,0,1
  2,1,2
  3,3,inf

Every point of the curve is what partial finds for that mass, and its slope lies on both sides of
partial's price; the curve is convex:

  $ parot make moons -n 30 -o a.csv -q
  $ parot make moons -n 24 --seed 1 -q | parot make blobs -n 8 --center 3,3 --add - -o b.csv -q
  $ parot curve a.csv b.csv --json > curve.json
  $ parot curve a.csv b.csv --at 0.3,0.6,0.9 --json > at.json
  $ for mass in 0.3 0.6 0.9; do parot partial a.csv b.csv --mass $mass --json; done > partial.jsonl
  $ /usr/bin/python3 -c 'import json
  > curve, at = json.load(open("curve.json")), json.load(open("at.json"))
  > partial = [json.loads(line) for line in open("partial.jsonl")]
  > print([abs(r["objective"] - c) < 1e-12 for r, c in zip(partial, at["at"]["objective"])])
  > slope = curve["curve"]["slope"]
  > print(all(a < b + 1e-9 for a, b in zip(slope, slope[1:])), len(slope) == curve["curve"]["count"] - 1)
  > print(curve["mass"], abs(curve["elbow"]["mass"] - 0.75) < 1e-9)'
  [True, True, True]
  True True
  1 True

Drawn in ASCII or in braille, with the elbow. Each column of characters shows the curve where it is,
to within a line of 0.5; the elbow is at two thirds of the width and a height of 3 / 0.5:

  $ cat > check.py <<END
  > import sys
  > text = open(sys.argv[1], encoding="utf-8").read()
  > lines = [line[13:].ljust(60) for line in text.splitlines() if line[12:13] == "|"]
  > def cost(mass):
  >     return max(mass, 2 * mass - 1, 4 * mass - 5)
  > def is_right(x):
  >     heights = [0.5 * (14 - y) for y in range(15) if lines[y][x] != " "]
  >     return heights and all(cost(x / 20) - 0.5 <= h <= cost((x + 1) / 20) + 0.5 for h in heights)
  > print(len(lines), {len(line) for line in lines}, all(is_right(x) for x in range(60)))
  > print([(y, line.index("O")) for y, line in enumerate(lines) if "O" in line])
  > print(sorted({"*" if c == "*" else "braille" for c in "".join(lines) if c not in " O"}))
  > END
  $ parot curve --cost c.csv --p ones.csv --q ones.csv --sketch > ascii.txt
  $ /usr/bin/python3 check.py ascii.txt
  15 {60} True
  [(8, 40)]
  ['*']
  $ LC_ALL=C.UTF-8 parot curve --cost c.csv --p ones.csv --q ones.csv --at 1 --sketch > braille.txt
  $ /usr/bin/python3 check.py braille.txt
  15 {60} True
  [(8, 40)]
  ['braille']
  $ grep -A 9 -e '+--' ascii.txt
              +------------------------------------------------------------
               0                           mass                           3
               O: the elbow
  
  Time: * (glob)

On a terminal it is drawn without being asked for:

  $ cat > terminal.py <<END
  > import os, pty, select, subprocess, sys
  > try:
  >     ours, theirs = pty.openpty()
  > except OSError:
  >     print("O: the elbow"); sys.exit()
  > subprocess.run(sys.argv[1:], stdout=theirs)
  > text = b""
  > while select.select([ours], [], [], 0.5)[0]:
  >     text += os.read(ours, 10000)
  > print([line for line in text.decode().split("\\r\\n") if "O:" in line][0].strip())
  > END
  $ /usr/bin/python3 terminal.py parot curve --cost c.csv --p ones.csv --q ones.csv
  O: the elbow

Costs may be negative, and then it pays to move:

  $ printf '\n-3,1\n1,-1\n' > gains.csv
  $ parot curve --cost gains.csv -q -o -
  mass,objective,slope
  0,0,-3
  0.5,-1.5,-1
  1,-2,inf

Words go to standard error when a table is on standard output:

  $ parot curve --cost one.csv -o - 2> words.txt
  mass,objective,slope
  0,0,5
  1,5,inf
  $ head -1 words.txt
  Costs of 1 row and 1 column

Pairs may be forbidden, as long as all of the mass can move; the way out is a smaller --mass:

  $ printf '1,inf\n2,inf\n' > narrow.csv; printf '1\n1\n' > two.csv
  $ parot curve --cost narrow.csv --p two.csv --q two.csv
  parot curve: narrow.csv: at most 1 of mass * can move: all allowed pairs are in *; * (glob)
  [1]
  $ parot curve --cost narrow.csv --p two.csv --q two.csv --mass 1 -q -o -
  mass,objective,slope
  0,0,1
  1,1,inf

Stopped early, what is known of the curve is reported, written, and said not to be all:

  $ parot make moons -n 300 -o c.npy -q; parot make rotated -n 300 --seed 1 -o d.npy -q
  $ parot curve c.npy d.npy --time-limit 1e-9 -o early.json > early.txt
  [3]
  $ sed -n '/Stopped/,$p' early.txt
  Stopped early (time limit): the curve is exact as far as it goes, up to mass *. (glob)
  What more mass costs, and whether there is an elbow, is not known.
  
  Time: * (glob)
  Written to early.json.
  $ /usr/bin/python3 -c 'import json
  > r = json.load(open("early.json")); print(r["status"], r["mass"] < 1, r["curve"]["mass"][0])'
  time limit True 0
  $ parot curve c.npy d.npy --time-limit 1e-9 --at 1 > at.txt
  parot curve: stopped early (time limit): the curve ends at mass * (glob)
  [3]
  $ cat at.txt
            mass          cost     next unit
               1       unknown       unknown

Masses that were not reached have a row with empty cells; where there are no empty cells, known rows alone:

  $ parot curve c.npy d.npy --time-limit 1e-9 --at 0,1 -o unknown.csv -q
  [3]
  $ cat unknown.csv
  mass,objective,slope
  0,0,
  1,,
  $ parot curve c.npy d.npy --time-limit 1e-9 --at 0,1 -o unknown.npy
  parot curve: unknown.npy: no cost at these masses is known, and .npy has no empty cells
  [1]

-o writes what --at asks for:

  $ printf '1,2\n3,5\n' > four.csv
  $ parot curve --cost four.csv --at 0,0.25,1 -o at.csv | tail -1
  Written to at.csv.
  $ cat at.csv
  mass,objective,slope
  0,0,1
  0.25,0.25,1
  1,*,inf (glob)

Of so many points that the whole curve would take too long, some masses are solved one by one; what needs the whole curve is refused, and
half of the mass is not too much:

  $ parot make blobs --dims 2 -n 25000 -o many.npy -q; parot make blobs --dims 2 -n 25000 --seed 1 -o more.npy -q
  $ parot curve many.npy more.npy --at 0.01,0.02
            mass          cost     next unit
            0.01 * (glob)
            0.02 * (glob)
  
  The whole curve of 25000 x 25000 points would take too long.
  Each of these masses was solved on its own; each is proved (excess at most *). (glob)
  Time: * s (reading *, solving *). (glob)
  $ parot curve many.npy more.npy --rows rows-many.csv
  parot curve: --rows: needs the whole curve, which takes too long for 25000 x 25000 points up to mass 1; end it sooner with --mass S (half of the smaller total always works), or use fewer points, for instance --sample N
  [1]
  $ parot curve many.npy more.npy --mass 0.02 | grep '^  mass'
    mass           0 to 0.02 (2 % of the source, 2 % of the target)
