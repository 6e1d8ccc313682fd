Three rows have one column each to go to, at 1, 2 and 4 a unit; weights are 1. A price between two
costs moves what is below it, and nothing else.

  $ printf '1,inf,inf\ninf,2,inf\ninf,inf,4\n' > c.csv; printf '1\n1\n1\n' > ones.csv
  $ parot partial --cost c.csv --p ones.csv --q ones.csv --price 3
  Costs of 3 rows and 3 columns
  
    mass moved     2 (66.67 % of the source, 66.67 % of the target)
    cost           3, that is 1.5 per unit of mass
    price          3 a unit (lambda); one more unit costs at least this much
    pairs          2
    rows           2 moved fully, 0 partly, 1 not at all
    columns        2 moved fully, 0 partly, 1 not at all
  
  Proved optimal: no plan of this mass costs less than 3,
  and at this price neither more nor less mass is better.
  This plan costs at most * more than the optimum (* relative), feasible to *. (glob)
  Time: * (glob)

  $ for price in 1.5 3 9; do
  >     parot partial --cost c.csv --p ones.csv --q ones.csv --price $price | grep -E '^  (mass|cost|price) '
  > done
    mass moved     1 (33.33 % of the source, 33.33 % of the target)
    cost           1, that is 1 per unit of mass
    price          1.5 a unit (lambda); one more unit costs at least this much
    mass moved     2 (66.67 % of the source, 66.67 % of the target)
    cost           3, that is 1.5 per unit of mass
    price          3 a unit (lambda); one more unit costs at least this much
    mass moved     3 (100 % of the source, 100 % of the target)
    cost           7, that is 2.33333 per unit of mass
    price          9 a unit (lambda); this is all that can move

Points, with uniform weights: (0,0), (1,2) and (10,12) go together at 0, 1 and 4.

  $ printf 'x\n0\n1\n10\n' > a.csv; printf 'x\n0\n2\n12\n' > b.csv
  $ parot partial a.csv b.csv --price 2 -o plan.json | grep -E '^  (mass|cost|price) |Written'
    mass moved     0.666667 (66.67 % of the source, 66.67 % of the target)
    cost           0.333333, that is 0.5 per unit of mass
    price          2 a unit (lambda); one more unit costs at least this much
  Written to plan.json.
  $ parot certify plan.json a.csv b.csv | tail -1
  Proved: this plan costs at most * more than the optimum (* relative), feasible to *. (glob)

The price is part of the problem, and certify takes it: the plan of another price does not pass, not
even where it is the best plan of its mass, or the same plan.

  $ parot certify plan.json a.csv b.csv --price 2 | tail -2
  Proved: at the price 2, counting price x mass as a gain, this plan
  costs at most * more than the optimum (* relative), feasible to *. (glob)
  $ for price in 0.5 3 5; do
  >     parot certify plan.json a.csv b.csv --price $price -q || echo $price: not proved
  > done
  0.5: not proved
  3: not proved
  5: not proved

A price is the other form of a mass: what it moves costs the same when it is asked for as mass.

  $ parot make moons -n 80 -o moons.csv -q; parot make rotated -n 60 --seed 1 -o rotated.csv -q
  $ parot partial moons.csv rotated.csv --price 0.1 --json --plan -o by_price.npz > by_price.json
  $ cat > mass.py <<END
  > import json
  > print("%.17g" % json.load(open("by_price.json"))["mass"])
  > END
  $ parot partial moons.csv rotated.csv --mass $(/usr/bin/python3 mass.py) --json > by_mass.json
  $ /usr/bin/python3 -c 'import json
  > price, mass = (json.load(open(name)) for name in ("by_price.json", "by_mass.json"))
  > print(price["status"], price["lambda"], 0 < price["mass"] < 1)
  > print(abs(price["objective"] - mass["objective"]) < 1e-12, price["certificate"]["proved"])'
  solved 0.1 True
  True True
  $ parot certify by_price.npz moons.csv rotated.csv -q
  $ parot certify by_price.npz moons.csv rotated.csv --price 0.2 | grep -A1 NOT
  NOT PROVED: for this problem the file does not show that its plan is optimal
  (tolerance 1e-09). All that it shows is: at the price 0.2, counting price x mass as a gain, this plan costs at most * more than the optimum (* relative), feasible to *. (glob)

Nothing is that cheap: an empty plan, which is an answer with a proof like any other.

  $ parot partial --cost c.csv --p ones.csv --q ones.csv --price 0.5 -o none.npz
  Costs of 3 rows and 3 columns
  
    mass moved     0 (0 % of the source, 0 % of the target)
    cost           0
    price          0.5 a unit (lambda); nothing costs less, so nothing moves
    pairs          0
    rows           0 moved fully, 0 partly, 3 not at all
    columns        0 moved fully, 0 partly, 3 not at all
  
  Proved optimal: nothing that could move costs less than 0.5.
  This plan costs at most 0 more than the optimum (0 relative), feasible to 0.
  Time: * (glob)
  Written to none.npz.
  $ parot certify none.npz --cost c.csv --p ones.csv --q ones.csv
  none.npz: 0 pairs between 3 and 3 rows, mass 0, cost 0
  
    excess         0        ok   cost above the optimum, relative to the cost of what moves
    infeasible     0        ok   total mass by which weights and mass are missed
    claim          0        ok   error of the cost, bound and price that the file states
  
  Proved: nothing that could move costs less than 0.5 (tolerance 1e-09).
  $ parot partial --cost c.csv --p ones.csv --q ones.csv --price 0.5 -q -o -
  row,col,mass
  $ parot partial --cost c.csv --p ones.csv --q ones.csv --price 0.5 -q -o none.json
  $ parot certify none.json --cost c.csv --p ones.csv --q ones.csv -q

It is no proof for costs below the price, however dear the others are, nor for another mass:

  $ printf '0.4,inf,inf\ninf,2,inf\ninf,inf,1e300\n' > cheap.csv
  $ parot certify none.json --cost cheap.csv --p ones.csv --q ones.csv | grep -E 'excess|NOT'
    excess         inf      FAIL cost above the optimum, relative to the cost of what moves
  NOT PROVED: for this problem the file does not show that its plan is optimal
  $ parot certify none.json --cost cheap.csv --p ones.csv --q ones.csv -q
  [1]
  $ parot certify none.json --cost c.csv --p ones.csv --q ones.csv --mass 1 -q
  [1]
  $ sed 's/"u": .0,/"u": [1,/' none.json > sold.json
  $ parot certify sold.json --cost c.csv --p ones.csv --q ones.csv | grep -E 'FAIL|NOT'
    claim          1        FAIL error of the cost, bound and price that the file states
  NOT PROVED: for this problem the file does not show that its plan is optimal

Prices may be negative, as costs may:

  $ printf '\n-3,1\n1,-1\n' > gains.csv
  $ parot partial --cost gains.csv --price -2 | grep -E '^  (mass|cost) '
    mass moved     0.5 (50 % of the source, 50 % of the target)
    cost           -1.5, that is -3 per unit of mass

Stopped early, there is a plan that is valid, and a gap:

  $ parot make moons -n 300 -o c.npy -q; parot make rotated -n 300 --seed 1 -o d.npy -q
  $ parot partial c.npy d.npy --price 0.1 --time-limit 1e-9 -o early.npz > early.txt
  [3]
  $ sed -n '/Stopped/,$p' early.txt
  Stopped early (time limit): the plan is valid, but better ones may exist.
  At this price no plan saves more than * against this one (the gap). (glob)
  Weights and mass are off by * of the mass. (glob)
  Time: * (glob)
  Written to early.npz.
  $ parot certify early.npz c.npy d.npy | grep -E 'infeasible |NOT'
    infeasible     *  ok   total mass by which weights and mass are missed (glob)
  NOT PROVED: for this problem the file does not show that its plan is optimal
