A time limit that is over at once: the plan is valid, written, and said not to be proved.

  $ parot make moons -n 300 -o a.csv -q; parot make rotated -n 300 --seed 1 -o b.csv -q
  $ parot partial a.csv b.csv --mass 0.7 --time-limit 1e-9 -o early.npz
  300 source and 300 target points, 2 coordinates, metric sqeuclidean
  
    mass moved     0.7 (70 % of the source, 70 % of the target)
    cost           * (glob)
    pairs          * (glob)
    source points  * moved fully, * partly, * not at all (glob)
    target points  * moved fully, * partly, * not at all (glob)
  
  Stopped early (time limit): the plan is valid, but cheaper ones may exist.
  No plan costs less than *; this one is at most * above (the gap). (glob)
  Weights and mass are off by * of the mass. (glob)
  Time: * (glob)
  Written to early.npz.
  [3]
  $ parot certify early.npz a.csv b.csv | grep -E 'infeasible |NOT'
    infeasible *  ok   total mass by which weights and mass are missed (glob)
  NOT PROVED: for this problem the file does not show that its plan is optimal

  $ parot partial a.csv b.csv --mass 0.7 --time-limit 1e-9 --json > early.json
  [3]
  $ parot partial a.csv b.csv --mass 0.7 --json > best.json
  $ /usr/bin/python3 -c 'import json
  > early, best = (json.load(open(name)) for name in ("early.json", "best.json"))
  > print(early["status"], early["bound"] <= best["objective"] <= early["objective"], early["mass"])'
  time limit True 0.7

A limit that is long enough is none:

  $ parot partial a.csv b.csv --mass 0.7 --time-limit 1000 -q
