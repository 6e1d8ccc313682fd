Gromov-Wasserstein with an entropy: a dense plan of exactly that mass, and no certificate:

  $ printf 'x\n5\n-2\n4\n' > x.csv
  $ printf 'x\n-1\n1\n3\n' > y.csv
  $ parot gromov x.csv y.csv --mass 0.5 --entropic 1 -o dense.csv | grep -v iterations
  3 x 3, distances with 1 times the entropy: solved
  
    mass moved     0.5, within the weights
    objective      * (glob)
    with entropy   * (glob)
    stationarity   *: the costs at this plan, with the entropy, cannot be lowered by more (glob)
  
  There is no certificate: the problem is not convex, and another start may lead to a lower
  value. The objective is not that of the best plan without an entropy.
  Time: * s (reading *, distances *, solving *, writing *). (glob)
  Written to dense.csv.
  $ tr ',' '\n' < dense.csv | awk '{s += $1} END {printf "%.12f %d\n", s, NR}'
  0.500000000000 9

All of the mass, with costs, from a plan that was saved:

  $ parot gromov x.csv y.csv --mass max --fused 0.5 -q -o plan.npz
  $ parot gromov x.csv y.csv --mass max --fused 0.5 --entropic 0.3 --start-plan plan.npz --json | grep -o '"status": "[a-z]*", "alpha": 0.5, "loss": "square", "reg": 0.3, "mass": 1,'
  "status": "solved", "alpha": 0.5, "loss": "square", "reg": 0.3, "mass": 1,
