One document with the schema and all that interfaces promise. Three points go to three others at
0, 1 and 4, so that mass 1.5 costs 0.5 at a price of 1.

  $ printf '0\n1\n10\n' > x.csv; printf '0\n2\n12\n' > y.csv; printf '1\n1\n1\n' > ones.csv
  $ parot partial x.csv y.csv --p ones.csv --q ones.csv --mass 1.5 --json > r.json
  $ cat > show.py <<END
  > import json, sys
  > r = json.load(open("r.json"))
  > print(sorted(r))
  > print(sorted(r["seconds"]))
  > print([r[k] for k in ("schema", "status", "objective", "bound", "mass", "lambda", "count", "rows", "cols")])
  > print(abs(r["gap"]) < 1e-12, r["certificate"]["proved"], r["certificate"]["relative"] < 1e-12, sorted(r["certificate"]))
  > END
  $ /usr/bin/python3 show.py
  ['bound', 'certificate', 'cols', 'count', 'gap', 'iterations', 'lambda', 'mass', 'objective', 'passes', 'pivots', 'rows', 'schema', 'seconds', 'status']
  ['certify', 'cost', 'read', 'solve']
  [1, 'solved', 0.5, 0.5, 1.5, 1, 2, 3, 3]
  True True True ['bound', 'dual', 'excess', 'infeasible', 'primal', 'proved', 'relative', 'relative_gap', 'slackness']

The plan on request; a file beside it:

  $ parot partial x.csv y.csv --p ones.csv --q ones.csv --mass 1.5 --json --plan -o r.npz > r.json
  $ /usr/bin/python3 -c 'import json
  > r = json.load(open("r.json"))
  > print(r["plan"], len(r["u"]), len(r["v"]), "write" in r["seconds"])'
  {'row': [0, 1], 'col': [0, 1], 'mass': [1, 0.5]} 3 3 True
  $ parot certify r.npz x.csv y.csv --p ones.csv --q ones.csv -q

The document that was printed is itself a result:

  $ parot certify r.json x.csv y.csv --p ones.csv --q ones.csv --json > c.json
  $ /usr/bin/python3 -c 'import json
  > r = json.load(open("c.json"))
  > print(sorted(r)); print(r["schema"], r["status"], r["mass"], r["objective"], r["rows"], r["cols"])'
  ['certificate', 'claim', 'cols', 'mass', 'objective', 'of', 'rows', 'schema', 'seconds', 'status', 'tolerance']
  1 proved 1.5 0.5 3 3

A failure prints no document:

  $ parot partial x.csv y.csv --mass 2 --json 2> /dev/null
  [2]
