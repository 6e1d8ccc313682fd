What partial wrote is proved, from the points or from their costs, in every format:

  $ parot make moons -n 60 -o a.csv -q
  $ parot make moons -n 60 --seed 1 -q | parot make blobs -n 20 --center 3,3 --add - -o b.csv -q
  $ parot partial a.csv b.csv --mass 0.75 -o r.npz -q
  $ parot partial a.csv b.csv --mass 0.75 -o r.json.gz -q
  $ parot cost a.csv b.csv -o c.npy -q

  $ parot certify r.npz a.csv b.csv
  r.npz: * pairs between 60 and 80 rows, mass 0.75, cost * (glob)
  
    excess     *  ok   cost above the optimum, relative to the cost of what moves (glob)
    infeasible *  ok   total mass by which weights and mass are missed (glob)
    claim      *  ok   error of the cost, bound and price that the file states (glob)
  
  Proved: this plan costs at most * more than the optimum (* relative), feasible to *. (glob)
  $ parot certify r.npz --cost c.npy -q
  $ parot certify r.json.gz --cost c.npy -q
  $ parot certify - a.csv b.csv -q < r.npz

For another problem it is not:

  $ parot certify r.npz b.csv a.csv
  parot certify: r.npz is a plan for 60 x 80, the problem is 80 x 60; these are not the files and options (--sample, --na) it was made from
  [1]
  $ parot certify r.npz a.csv b.csv --metric cityblock | grep -E 'FAIL|NOT|tolerance'
    excess     *  FAIL cost above the optimum, relative to the cost of what moves (glob)
    claim      *  FAIL error of the cost, bound and price that the file states (glob)
  NOT PROVED: for this problem the file does not show that its plan is optimal
  (tolerance 1e-09). All that it shows is: this plan costs at most * (glob)
  $ parot certify r.npz a.csv b.csv --metric cityblock | tail -3
  The file states a different cost, bound or price. If it was made with --metric, --scale,
  --columns, --drop, --sample, or with --price, --price-column, --price-source or --price-target,
  the same options are needed here.
  $ parot certify r.npz a.csv b.csv --metric cityblock -q
  [1]
  $ parot certify r.npz a.csv b.csv --mass 0.5 -q
  [1]
  $ parot certify r.npz a.csv b.csv --mass 0.75 -q

Three points go to three others at 0, 1 and 4; mass 1.5 costs 0.5, and the proof is exact.

  $ printf '0\n1\n10\n' > x.csv; printf '0\n2\n12\n' > y.csv; printf '1\n1\n1\n' > ones.csv
  $ parot partial x.csv y.csv --p ones.csv --q ones.csv --mass 1.5 -o small.json -q
  $ parot certify small.json x.csv y.csv --p ones.csv --q ones.csv -q
  $ parot certify small.json x.csv y.csv -q
  [1]

A file that was tampered with is not proved, whatever the tampering:

  $ tamper() {
  >     /usr/bin/python3 - "$1" <<END
  > import json, sys
  > r = json.load(open("small.json"))
  > exec(sys.argv[1])
  > json.dump(r, open("tampered.json", "w"))
  > END
  >     parot certify tampered.json x.csv y.csv --p ones.csv --q ones.csv --json |
  >         /usr/bin/python3 -c 'import json, sys
  > r = json.load(sys.stdin)
  > print(r["status"], [k for k in ("relative", "infeasible", "claim") for x in [r["certificate"].get(k, r.get(k))] if x is None or x > 1e-9])'
  > }
  $ tamper 'pass'
  proved []
  $ tamper 'r["plan"]["mass"][1] = 0.4'
  not proved ['infeasible', 'claim']
  $ tamper 'r["plan"]["mass"] = [1.5, 0]; r["objective"] = 0'
  not proved ['infeasible']
  $ tamper 'r["plan"]["row"] = [0, 2]; r["plan"]["col"] = [0, 2]; r["objective"] = 2'
  not proved ['relative']
  $ tamper 'r["objective"] = 0.4'
  not proved ['claim']
  $ tamper 'r["bound"] = 99'
  not proved ['claim']
  $ tamper 'del r["objective"], r["bound"]'
  proved []
  $ tamper 'r["lambda"] = 2'
  not proved ['claim']
  $ tamper 'r["v"][1] = -1'
  not proved ['claim']

The tolerance is the user's; what partial wrote is proved to more digits than the default asks for:

  $ parot certify r.npz a.csv b.csv --tolerance 1e-12 -q
  $ tamper 'r["plan"]["mass"][1] = 0.5 + 1e-7'
  not proved ['relative', 'infeasible', 'claim']
  $ parot certify tampered.json x.csv y.csv --p ones.csv --q ones.csv --tolerance 1e-6 -q

Matches of spaces are known by what their files hold, even if they cost nothing:

  $ parot make moons -n 30 -o same.csv -q
  $ for file in same.json same.npz; do
  >     parot gromov same.csv same.csv --mass 1 -o $file -q
  >     parot certify $file same.csv same.csv --json | grep -o '"of": "[a-z]*"'
  >     parot explain $file 3 same.csv same.csv
  > done
  "of": "gromov"
  parot explain: same.json: is a match of `parot gromov`; only results of `parot partial` have prices that explain a row
  "of": "gromov"
  parot explain: same.npz: is a match of `parot gromov`; only results of `parot partial` have prices that explain a row
  [1]
