Half of the unlabeled rows are like the positives:

  $ parot make blobs -n 100 -q -o pos.csv
  $ parot make blobs -n 80 --seed 1 -q -o like.csv
  $ parot make blobs -n 80 --center 5,5 --seed 2 --add like.csv -q -o unl.csv
  $ parot prior pos.csv unl.csv
  160 unlabeled rows, 100 positives
  
    prior          0.(4[4-9]|5)[0-9]* of the unlabeled rows, 0.(6[6-9]|7)[0-9]* of all rows (re)
    range          0.* to 0.* (glob)
    best bins      lowest 0.*; linear 0.*, radial 0.*, forest 0.*, mean 0.*, nearest 0.* (glob)
    densities      plateaus 0.* (0.* to 0.*), ratio 0.* (0.* to 0.*) (glob)
  
  Time: * s (reading *, estimating *). (glob)

Of all rows that is (100 + 80) / 260:

  $ parot prior pos.csv unl.csv --of-all | grep -E 'range|bins|densities'
    range          0.* to 0.* of all rows (glob)
    best bins      lowest 0.*; linear 0.*, radial 0.*, forest 0.*, mean 0.*, nearest 0.* of all rows (glob)
    densities      plateaus 0.* (0.* to 0.*), ratio 0.* (0.* to 0.*) of all rows (glob)
  $ parot prior pos.csv unl.csv --json
  {"schema": 1, "status": "solved", "n_unlabeled": 160, "n_positive": 100, "of": "unlabeled", "prior": 0.*, "low": 0.*, "high": 0.*, "by_nearest": 0.*, "by_linear": 0.*, "by_rbf": 0.*, "by_forest": 0.*, "by_mean": 0.*, "by_plateau": 0.*, "by_density": 0.*, "upper": 0.*, "least": 0.*, "most": 0.*, "nearest_range": *, "linear_range": *, "rbf_range": *, "forest_range": *, "mean_range": *, "upper_range": *, "plateau_range": *, "density_range": *, "is_reliable": true, "prior_of_unlabeled": 0.*, "prior_of_all": 0.*, "seconds": {*}} (glob)

The cost of moving more and more of them bends where they are no longer like the positives:

  $ parot prior pos.csv unl.csv --curve | grep elbow
    elbow          at 0\.[45][0-9]* of the unlabeled rows; it is not an estimate (re)
  *O: the elbow (glob)
  $ parot prior pos.csv unl.csv --curve | tail -4 | head -2
   *mass * 1 (glob)
  *O: the elbow (glob)
  $ parot prior pos.csv unl.csv --curve --json | grep -c '"elbow": {"index": [0-9]*, "mass": 0.[45].*"has_elbow": true'
  1
