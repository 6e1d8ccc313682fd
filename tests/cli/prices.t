A price for each point: what leaving it unmatched costs. Three tracks and three detections; losing a
track costs more the longer it is known, a false detection costs 1. Weights are 1.

  $ printf 'x,y,miss\n0,0,1\n5,5,4\n9,0,2\n' > tracks.csv
  $ printf 'x,y,miss\n0.2,0.1,1\n9.3,0.2,1\n2,8,1\n' > seen.csv
  $ printf '1\n1\n1\n' > ones.csv
  $ parot partial tracks.csv seen.csv --p ones.csv --q ones.csv --price-column miss -o plan.json
  3 source and 3 target points, 2 coordinates, metric sqeuclidean
  
    mass moved     2 (66.67 % of the source, 66.67 % of the target)
    cost           5.18, 5 of it for what is left unmatched
    pairs          2
    source points  2 moved fully, 0 partly, 1 not at all
    target points  2 moved fully, 0 partly, 1 not at all
  
  Proved optimal: no plan costs less than 5.18, counting what is left unmatched.
  This plan costs at most * more than the optimum (* relative), feasible to *. (glob)
  Time: * (glob)
  Written to plan.json.
  $ parot partial tracks.csv seen.csv --p ones.csv --q ones.csv --price-column miss -q -o -
  row,col,mass
  0,0,1
  2,1,1

The same with prices in files, and with a report. Without one of the files, that side costs nothing.

  $ printf '1\n4\n2\n' > a.csv
  $ parot partial tracks.csv seen.csv --drop miss --p ones.csv --q ones.csv --price-source a.csv --price-target ones.csv --report r.html | grep '^  cost'
    cost           5.18, 5 of it for what is left unmatched
  $ grep -c 'left unmatched' r.html
  [1-9]* (re)
  $ parot partial tracks.csv seen.csv --drop miss --p ones.csv --q ones.csv --price-source a.csv | grep '^  cost'
    cost           4.18, 4 of it for what is left unmatched
  $ parot partial tracks.csv seen.csv --drop miss --p ones.csv --q ones.csv --price-target a.csv | grep '^  cost'
    cost           2.18, 2 of it for what is left unmatched

The document has both numbers; certify takes the same prices, and no others pass.

  $ parot partial tracks.csv seen.csv --p ones.csv --q ones.csv --price-column miss --json | /usr/bin/python3 -c '
  > import json, sys
  > d = json.load(sys.stdin)
  > print("%.6g %.6g" % (d["objective"], d["unmatched"]), d["lambda"], d["certificate"]["proved"])'
  5.18 5 0 True
  $ parot certify plan.json tracks.csv seen.csv --p ones.csv --q ones.csv --price-column miss
  plan.json: 2 pairs between 3 and 3 rows, mass 2, cost 5.18
  
    excess         * ok   cost above the optimum, relative to the cost of what moves (glob)
    infeasible     0        ok   total mass by which weights and mass are missed
    claim          * ok   error of the cost, bound and price that the file states (glob)
  
  Proved: counting what is left unmatched, this plan
  costs at most * more than the optimum (* relative), feasible to *. (glob)
  $ parot certify plan.json tracks.csv seen.csv --drop miss --p ones.csv --q ones.csv --price-source a.csv --price-target ones.csv -q
  $ printf '1\n40\n2\n' > dear.csv
  $ parot certify plan.json tracks.csv seen.csv --drop miss --p ones.csv --q ones.csv --price-source dear.csv --price-target ones.csv | grep -E 'FAIL|NOT'
    excess         * FAIL cost above the optimum, relative to the cost of what moves (glob)
    claim          * FAIL error of the cost, bound and price that the file states (glob)
  NOT PROVED: for this problem the file does not show that its plan is optimal

Two persistence diagrams, with squared distances to the diagonal as prices: (0,2) goes to (0,3), and
(1,1.2) to the diagonal, 1 + 0.02 in all.

  $ printf 'birth,death\n0,2\n' > one.csv; printf 'birth,death\n0,3\n1,1.2\n' > two.csv
  $ for x in one two; do awk -F, 'NR > 1 {print ($2 - $1)^2 / 2}' $x.csv > $x.price; awk 'NR > 1 {print 1}' $x.csv > $x.weight; done
  $ parot partial one.csv two.csv --p one.weight --q two.weight --price-source one.price --price-target two.price | grep '^  cost'
    cost           1.02, 0.02 of it for what is left unmatched

Large diagrams need no matrix, which would take 3.2 GB here: the command has 1 GB. Each point has a partner at a distance of
0.125 that costs less than both prices, except for one point in 20,000.

  $ for k in 0 1; do awk -v k=$k 'BEGIN {print "birth,death,price"; for (i = 0; i < 20000; i++) print i "," i + 2 + k * (1 + 50 * (i == 7)) / 8 ",2"}' > large$k.csv; done
  $ PAROT_MEMORY=1e9 parot partial large0.csv large1.csv --price-column price -q -o large.npz
  $ PAROT_MEMORY=1e9 parot certify large.npz large0.csv large1.csv --price-column price | grep 'pairs\|Proved'
  large.npz: 19999 pairs between 20000 and 20000 rows* (glob)
  Proved: counting what is left unmatched, this plan

Rows that are left out take their prices with them.

  $ printf 'x,miss\n0,1\nNA,100\n5,3\n' > gap.csv; printf 'x,miss\n0.5,1\n9,1\n' > full.csv; printf '1\n1\n' > pair.csv
  $ parot partial gap.csv full.csv --na drop --p pair.csv --q pair.csv --price-column miss -q -o out.json; grep -o '"unmatched": [^,]*' out.json
  "unmatched": 4
