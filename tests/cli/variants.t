Transport with an entropy, and on a line:

  $ printf 'x\n5\n-2\n4\n' > x.csv
  $ printf 'x\n-1\n1\n3\n' > y.csv
  $ parot partial x.csv y.csv --mass 0.5 --line 1 -o plan.csv
  3 and 3 points on a line, costs |x - y|^1: solved
  
    mass moved     0.5, in 2 pairs
    cost           0.5
    curve          2 breakpoints up to this mass
  Time: * s (reading *, solving *, writing *). (glob)
  Written to plan.csv.
  $ head -1 plan.csv
  row,col,mass
  $ parot partial x.csv y.csv --mass max --line 2 --json | grep -o '"objective": [0-9.]*'
  "objective": 4.66666666666* (glob)
  $ parot partial x.csv y.csv --mass max -q --json | grep -o '"objective": [0-9.]*'
  "objective": 4.66666666666* (glob)

The plan with an entropy is a table of its entries, of exactly that mass:

  $ parot partial x.csv y.csv --mass 0.5 --entropic 1 -o dense.csv | grep -v iterations
  3 x 3, with 1 times the entropy: solved
  
    mass moved     0.5
    cost           * (glob)
    with entropy   *; no plan of this mass has less than * (glob)
  Time: * s (reading *, costs *, solving *, writing *). (glob)
  Written to dense.csv.
  $ tr ',' '\n' < dense.csv | awk '{s += $1} END {printf "%.12f %d\n", s, NR}'
  0.500000000000 9
  $ parot partial x.csv y.csv --mass 0.5 --entropic 1 --json | grep -o '"status": "[a-z]*"'
  "status": "solved"
