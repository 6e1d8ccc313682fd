Three points on a line go to three others; the pairs that cost least are (0,0), (1,2) and
(10,12), for 0, 1 and 4. So half of all, mass 1.5, costs 0 + 0.5, and more of it 1 a unit.

  $ printf 'x\n0\n1\n10\n' > a.csv
  $ printf 'x\n0\n2\n12\n' > b.csv
  $ printf '1\n1\n1\n' > ones.csv

  $ parot partial a.csv b.csv --p ones.csv --q ones.csv --mass 1.5
  3 source and 3 target points, 1 coordinate, metric sqeuclidean
  
    mass moved     1.5 (50 % of the source, 50 % of the target)
    cost           0.5, that is 0.333333 per unit of mass
    price          1 (lambda): one more unit of mass costs at least this much
    pairs          2
    source points  1 moved fully, 1 partly, 1 not at all
    target points  1 moved fully, 1 partly, 1 not at all
  
  Proved optimal: no plan of this mass costs less than 0.5.
  This plan costs at most * more than the optimum (* relative), feasible to *. (glob)
  Time: * s (reading *, costs *, solving *, proof *). (glob)

A plan that costs nothing has the bound 0, without a sign:

  $ printf '0,1\n1,0\n' > zero_cost.csv; parot partial --cost zero_cost.csv --mass 0.5 | grep Proved
  Proved optimal: no plan of this mass costs less than 0.

Everything costs 5, and then there is no next unit:

  $ parot partial a.csv b.csv --p ones.csv --q ones.csv --mass max | sed -n 3,8p
    mass moved     3 (100 % of the source, 100 % of the target)
    cost           5, that is 1.66667 per unit of mass
    next unit      none, this is all that can move
    pairs          3
    source points  3 moved fully, 0 partly, 0 not at all
    target points  3 moved fully, 0 partly, 0 not at all

Without weights the total is 1. The metrics, at half of everything:

  $ for metric in sqeuclidean euclidean cityblock; do
  >     parot partial a.csv b.csv --mass 0.5 --metric $metric | grep '^  cost '
  > done
    cost           0.166667, that is 0.333333 per unit of mass
    cost           0.166667, that is 0.333333 per unit of mass
    cost           0.166667, that is 0.333333 per unit of mass

The cosine of a right angle is 0, of opposite directions -1; here everything has to turn:

  $ printf '1,0\n' > east.csv
  $ printf '0,3\n-2,0\n' > north_west.csv
  $ parot partial east.csv north_west.csv --metric cosine --mass 1 | grep '^  cost '
    cost           1.5, that is 1.5 per unit of mass

Costs from a file; inf forbids a pair, negative costs are fine:

  $ printf '0,inf\n5,-1\n' > cost.csv
  $ parot partial --cost cost.csv --mass max
  Costs of 2 rows and 2 columns
  
    mass moved     1 (100 % of the source, 100 % of the target)
    cost           -0.5, that is -0.5 per unit of mass
    next unit      none, this is all that can move
    pairs          2
    rows           2 moved fully, 0 partly, 0 not at all
    columns        2 moved fully, 0 partly, 0 not at all
  
  Proved optimal: no plan of this mass costs less than -0.5.
  This plan costs at most * more than the optimum (* relative), feasible to *. (glob)
  Time: * (glob)

  $ printf 'inf,inf\n5,-1\n' > cost.csv
  $ parot partial --cost cost.csv --mass max
  parot partial: cost.csv: at most 0.5 of mass 1 can move: all allowed pairs are in row 1; ask for less mass or allow more pairs
  [1]
  $ parot partial --cost cost.csv --mass max --json 2> words
  {"schema": 1, "status": "infeasible", "cut": {"row": [1], "col": [], "most": 0.5}, "seconds": {*}} (glob)
  [1]

Weights in a column of the points; it may stand anywhere, and rows may have none:

  $ printf 'x,w\n0,1\n1,1\n10,0\n' > aw.csv
  $ printf 'w,x\n1,0\n1,2\n1,12\n' > bw.csv
  $ parot partial aw.csv bw.csv --weight-column w --mass max | sed -n 1,8p
  3 source and 3 target points, 1 coordinate, metric sqeuclidean
  
    mass moved     2 (100 % of the source, 66.67 % of the target)
    cost           1, that is 0.5 per unit of mass
    next unit      none, this is all that can move
    pairs          2
    source points  2 moved fully, 0 partly, 0 not at all, 1 have no weight
    target points  2 moved fully, 0 partly, 1 not at all

A column called weight that is not used as such is worth a note:

  $ sed 's/w/weight/' aw.csv > aweight.csv; sed 's/w/weight/' bw.csv > bweight.csv
  $ parot partial aweight.csv bweight.csv --mass 1 > /dev/null
  parot partial: note: column 'weight' of aweight.csv is used as a coordinate; --weight-column weight makes it the weights
  $ parot partial aweight.csv bweight.csv --mass 1 -q

Columns are matched by name, not by place:

  $ printf 'x,y\n0,100\n' > xy.csv
  $ printf 'y,x\n100,3\n' > yx.csv
  $ parot partial xy.csv yx.csv --mass 1 -v | grep '^  cost '
  parot partial: xy.csv: 1 points, 2 coordinates
  parot partial: yx.csv: 1 points, 2 coordinates
  parot partial: yx.csv: columns reordered by name to match xy.csv
  parot partial: * pricing rounds, * pivots, * passes over the costs, * allocations (glob)
    cost           9, that is 9 per unit of mass

  $ printf 'x,x,y\n1,2,3\n' > twice.csv
  $ printf 'y,x,x\n3,1,2\n' > twice_too.csv
  $ parot partial twice.csv twice_too.csv --mass 1
  parot partial: twice.csv has two columns called 'x'; rename one of them
  [1]

Files: every format keeps the same plan, and does so for any number of threads.

  $ parot make moons -n 200 -o moons.csv
  200 points with columns x, y written to moons.csv.
  $ parot make rotated -n 150 --seed 1 -o rotated.csv
  150 points with columns x, y written to rotated.csv.
  $ parot partial moons.csv rotated.csv --mass 0.5 -q -o plan.npz
  $ parot partial moons.csv rotated.csv --mass 0.5 -q -o plan.json --threads 2
  $ parot partial moons.csv rotated.csv --mass 0.5 -q -o plan.csv --threads 0
  $ parot partial moons.csv rotated.csv --mass 0.5 -q -o plan.tsv.gz
  $ parot partial moons.csv rotated.csv --mass 0.5 -q -o - | cmp - plan.csv
  $ zcat plan.tsv.gz | tr '\t' ',' | cmp - plan.csv
  $ head -1 plan.csv
  row,col,mass
  $ parot certify plan.npz moons.csv rotated.csv -q
  $ parot certify plan.json moons.csv rotated.csv -q
  $ parot partial moons.csv rotated.csv --mass 0.5 -q -o again.json -f
  $ cmp plan.json again.json

  $ parot partial moons.csv rotated.csv --mass 0.5 -o said.npz | tail -1
  Written to said.npz.

With -o - the plan is on standard output, and the words are not:

  $ parot partial a.csv b.csv --p ones.csv --q ones.csv --mass 1.5 -o - 2> words.txt
  row,col,mass
  0,0,1
  1,1,0.5
  $ head -1 words.txt
  3 source and 3 target points, 1 coordinate, metric sqeuclidean

A weight of 3e-140 beside a mass of 1 is too small to be counted, but here it would be worth more than all the rest. The plan is written, and
nobody calls it solved:

  $ printf '1e9,9.5\n2,-2.7e187\n' > apart.csv
  $ printf '1\n2\n' > apart-p.csv
  $ printf '1.25\n3e-140\n' > apart-q.csv
  $ parot partial --cost apart.csv --p apart-p.csv --q apart-q.csv --mass 1 -o apart.json > words.txt
  parot partial: not proved optimal; all that is proved is: this plan costs at most 8.11e+47 more than the optimum (4.06e+47 relative), feasible to 0
  [1]
  $ grep -A 1 'NOT PROVED' words.txt
  NOT PROVED optimal. All that is proved is: this plan costs at most 8.11e+47 more than the optimum (4.06e+47 relative), feasible to 0.
  Weights or costs are too many orders of magnitude apart for a proof in doubles.
  $ grep -o '"status": "[a-z ]*"' apart.json
  "status": "not proved"
  $ parot doctor apart.json | grep -c 'not proved'
  2
