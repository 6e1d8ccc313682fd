Treated rows and controls, with names and a column of text:

  $ cat > treated.csv <<END
  > name,age,bmi,sex
  > ann,34,22.1,f
  > bob,51,27.4,m
  > cyd,29,31,f
  > dan,80,25,m
  > END
  $ cat > controls.csv <<END
  > name,age,bmi,sex
  > u1,35,22.4,f
  > u2,52,27.0,m
  > u3,49,26.8,m
  > u4,30,22,f
  > u5,28,30.5,f
  > u6,44,24,x
  > END
  $ parot match treated.csv controls.csv --id name --caliper 4 --exact sex -o pairs.csv --unmatched alone.csv --balance balance.csv
  4 rows of treated.csv and 6 rows of controls.csv, 2 columns, metric euclidean
  
    caliper        4
    strata         2 with rows of both tables
    candidates     4 pairs exist
    pairs          3; the capacities alone would allow 4
    cost           3.2390976 in all, 1.0797 on average, 1.11803 at most
    certificate    proved: no choice has more pairs, or as many for less \(to .*\) (re)
    without        1 of 4 rows of treated.csv: 1 too far
    without        3 of 6 rows of controls.csv: 1 too far, 1 without an equal, 1 taken
    balance        means over 0.1 deviations apart: 2 of 2 columns before, 0 after
  
    difference of means          before      after   variance ratio
    bmi                           0.263      0.057            1.215
    age                           0.497     -0.019            0.873
  
  Time: * (glob)
  Written to pairs.csv.
  Rows without a partner in alone.csv.
  Balance written to balance.csv.
  $ cat pairs.csv
  name,match,cost
  ann,u1,1.0440306508910542
  bob,u2,1.0770329614269003
  cyd,u5,1.118033988749895
  $ cut -d, -f1-5 alone.csv
  table,id,reason,candidates,nearest
  treated.csv,dan,far,0,u2
  controls.csv,u3,taken,1,bob
  controls.csv,u4,far,0,ann
  controls.csv,u6,nobody,0,
  $ cut -d, -f7- alone.csv
  why
  "nearest at 28.0713, beyond the caliper 4"
  "its only candidate, at 2.08806, is taken by cheaper pairs"
  "nearest at 4.00125, beyond the caliper 4"
  no row of the other table has the same exact values
  $ cut -d, -f1-3 balance.csv | cut -c1-18
  column,before,afte
  age,0.497097384315
  bmi,0.262632050645

Four points, 0 and 12 against 10 and 22, threshold 5: to assign all and then to drop what is too long leaves nothing, and one pair is possible:

  $ printf 'x\n0\n12\n' > a.csv
  $ printf 'x\n10\n22\n' > b.csv
  $ parot match a.csv b.csv --caliper 5 -q -o -
  id,match,cost
  1,0,2

The order of rows and threads change nothing:

  $ parot make moons -n 200 -q -o x.csv
  $ parot make blobs -n 260 --seed 3 -q -o y.csv
  $ awk -F, 'NR == 1 { print "key," $0 } NR > 1 { print "k" NR "," $0 }' x.csv > named.csv
  $ awk -F, 'NR == 1 { print "key," $0 } NR > 1 { print "k" NR "," $0 }' y.csv > other.csv
  $ (head -1 named.csv; tail -n +2 named.csv | sort -r) > reversed.csv
  $ parot match named.csv other.csv --id key --caliper 0.5 -q -o - | sort > one.csv
  $ parot match reversed.csv other.csv --id key --caliper 0.5 -q --threads 2 -o - | sort | cmp - one.csv
  $ awk 'END { print (NR > 20) }' one.csv
  1

One to k, a price, a score, calipers of columns, Mahalanobis, capacities:

  $ parot match treated.csv controls.csv --id name --exact sex --ratio 2 --column-caliper age=2 -q -o -
  name,match,cost
  ann,u1,1.0440306508910542
  bob,u2,1.0770329614269003
  bob,u3,2.0880613017821097
  cyd,u4,9.055385138137417
  cyd,u5,1.118033988749895
  $ parot match treated.csv controls.csv --id name --exact sex --column-caliper age=2,bmi=1 --unmatched - -q | grep dan | cut -d, -f7-
  "nearest at 28.0713, but 28 apart in age, beyond its caliper 2"
  $ parot match treated.csv controls.csv --id name --drop sex --price 1.05 -q -o -
  name,match,cost
  ann,u1,1.0440306508910542
  $ parot match treated.csv controls.csv --id name --drop sex --price 1.05 --unmatched - -q | grep treated.csv,cyd | cut -d, -f7-
  "its cheapest candidate costs 1.11803, the price is 1.05"
  $ parot match treated.csv controls.csv --id name --drop sex --score age --caliper 1 -q -o -
  name,match,cost
  ann,u1,1
  bob,u2,1
  cyd,u5,1
  $ parot match treated.csv controls.csv --id name --drop sex --metric mahalanobis --caliper 0.2 -q -o - | cut -d, -f1,2
  name,match
  ann,u1
  bob,u2
  cyd,u5
  $ sed '1s/$/,room/;2,$s/$/,2/;3s/2$/0/' treated.csv > roomy.csv
  $ parot match roomy.csv controls.csv --id name --drop sex --caliper 4 --capacity-column room -q -o - --unmatched rest.csv | cut -d, -f1,2
  name,match
  ann,u1
  cyd,u5
  $ grep roomy.csv,bob rest.csv | cut -d, -f3,7
  capacity,its capacity is 0

A cost matrix; what is inf does not exist:

  $ printf '1,inf,3\n2,5,inf\n' > cost.csv
  $ parot match --cost cost.csv -o - -q
  id,match,cost
  0,2,3
  1,0,2
  $ parot match --cost cost.csv --caliper 2.5 | grep without
    without        1 of 2 rows: 1 taken
    without        2 of 3 columns: 2 too far

A figure and a report:

  $ parot match treated.csv controls.csv --id name --caliper 4 --drop sex -q --plot figure.svg --report report.html
  $ grep -c '<svg' figure.svg
  1
  $ grep -oE '<h2>[^<]*' report.html | sort -u | head -3
  <h2>Balance
  <h2>Pairs
  <h2>Pictures

For programs:

  $ parot match a.csv b.csv --caliper 5 --json
  {"schema": 1, "status": "solved", "order": "most", "caliper": 5, "column_caliper": [], "price": null, "pairs": 1, "capacity_most": 2, "objective": 2, "bound": 2, "candidates": 1, "strata": 1, "x": {"count": 2, "matched": 1, "reasons": {"matched": 1, "far": 1, *}}, "y": {*}, "balance": [{"name": "x", "before": {*}, "after": {*}}], "certificate": {"proved": true, "most": 1, "bound": 2, "excess": 0, "relative": 0, "faults": 0, "candidates": 1}, "seconds": {*}} (glob)

Tables without rows have names:

  $ printf 'a,b\n1,2\n3,4\n' > two.csv && parot match two.csv two.csv --unmatched none.csv -q && cat none.csv
  table,id,reason,candidates,nearest,nearest_cost,why
  $ printf 'a,b\n100,200\n300,400\n' > far.csv && parot match two.csv far.csv --caliper 1 -q -o nothing.csv && cat nothing.csv
  id,match,cost

A candidate that may have no partner is not taken by anybody:

  $ printf 'a\n1\n' > one.csv && printf 'a,cap\n1,0\n' > closed.csv && parot match one.csv closed.csv --capacity-column cap -q --unmatched closed-rows.csv && cut -d, -f3,7- closed-rows.csv
  reason,why
  taken,"its nearest candidate, at 0, has a capacity of 0, and no other one has room"
  capacity,its capacity is 0
