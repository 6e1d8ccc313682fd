A reference, a day like it, and a day with ten rows of another kind:

  $ parot make moons -n 120 -q -o reference.csv
  $ parot make moons -n 80 --seed 5 -q -o usual.csv
  $ parot make blobs -n 10 --center 5,5 --noise 0.2 --seed 6 --add usual.csv -q -o today.csv

  $ parot drift reference.csv usual.csv | tail -2
  No drift was found: chance alone explains as many rows of high price.
  Time: * (glob)
  $ parot drift reference.csv today.csv -o new.csv
  120 reference rows, 90 rows of today, 2 features
  
    settings       scale robust, metric euclidean, room 2, 5 splits
    new            * rows cost more than *; 4.5 would be expected by chance (level 0.05) (glob)
    beyond         1[0-9] rows cost more than any reference row \(chance .*\) (re)
    label first    8[0-9], .* (re)
  
  Drift: about 1* % of today's rows are new (* to * %). (glob)
  Time: * (glob)
  Written to new.csv.
  $ head -1 new.csv
  id,is_new,score,price,match,match_cost,order
  $ awk -F, 'NR > 81 { new += $2 } END { print new }' new.csv
  10

A row is new if its score is above 1 - level, and has a place in the order if it is new:

  $ awk -F, 'NR > 1 && (($3 >= 0.95) != $2 || ($7 > 0) != $2)' new.csv

The order of rows does not matter, nor do threads; ids come with the rows:

  $ awk -F, 'NR == 1 { print "key," $0 } NR > 1 { print NR + 98 "," $0 }' today.csv > named.csv
  $ (head -1 named.csv; tail -n +2 named.csv | sort -r) > reversed.csv
  $ parot drift reference.csv named.csv --id key -q -o - | sort > one.csv
  $ parot drift reference.csv reversed.csv --id key -q --threads 2 -o - | sort | cmp - one.csv
  $ head -1 one.csv | cut -d, -f1
  100
  $ parot drift reference.csv today.csv --json --level 0.1 --room 3 --splits 2 --scale zscore --metric cityblock
  {"schema": 1, "status": "solved", "n_reference": 120, "features": 2, "level": 0.1, "room": 3, "count": 90, "scale": "zscore", "metric": "cityblock", "dropped": 0, "splits": 2, "threshold": *, "alarms": *, "expected": 9, "z": *, "beyond": 1*, "beyond_chance": *, "is_drift": true, "share": *, "low": *, "high": *, "label_first": [8*], "seconds": {*}} (glob)

A constant column is left out, unless it changes today:

  $ sed '1s/$/,unit/;2,$s/$/,1/' reference.csv > r1.csv
  $ sed '1s/$/,unit/;2,$s/$/,1/' usual.csv > u1.csv
  $ parot drift r1.csv u1.csv | head -1
  120 reference rows, 80 rows of today, 2 features (1 constant one left out)
  $ sed '5s/,1$/,2/' u1.csv > u2.csv
  $ parot drift r1.csv u2.csv -q -o - | sed -n 5p | cut -d, -f1,2
  3,1

Refusals:

  $ parot drift reference.csv
  parot drift: needs two files, REFERENCE and TODAY; got 1 file
  [2]
  $ parot drift reference.csv today.csv --level 5
  parot drift: --level 5: must be in (0,1); did you mean 0.05?
  [2]
  $ parot drift reference.csv today.csv --level 0.001
  parot drift: reference.csv: level 0.001 needs 999 rows or more, got 120
  [1]
  $ parot drift reference.csv today.csv --room 0.5
  parot drift: --room 0.5: must be from 1 to 1e6
  [2]
  $ parot drift reference.csv today.csv --splits 0
  parot drift: --splits 0: must be a whole number from 1 to 1000
  [2]
  $ parot drift reference.csv today.csv --scale robus
  parot drift: --scale robus: unknown; did you mean 'robust'?
  [2]
  $ parot drift reference.csv today.csv --id key
  parot drift: --id key: today.csv has no column 'key'
  [1]
  $ parot drift reference.csv named.csv --strict
  parot drift: reference.csv has 2 columns, named.csv 3 (extra: 'key'); use --drop key, or parot gromov for different feature spaces
  [1]
  $ parot drift - -
  parot drift: '-' is given twice, but standard input can be read only once
  [2]
  $ parot drift reference.csv today.csv -o new.csv
  parot drift: new.csv exists already; use -f to replace it
  [1]

Drift as an exit code, a figure and a report:

  $ parot drift reference.csv today.csv --exit-code -q
  [4]
  $ parot drift reference.csv reference.csv --exit-code -q
  $ parot drift reference.csv today.csv --plot drift.svg --report drift.html -q
  $ head -c 5 drift.svg; grep -c 'This is drift' drift.html; grep -o '<figcaption>[^<.]*' drift.html
  <?xml1
  <figcaption>Rows of both tables
  <figcaption>How many of today's rows have each score
  $ parot drift reference.csv today.csv --plot - --json
  parot drift: --json and --plot - both want standard output; drop one of them
  [2]
  $ parot drift reference.csv today.csv --report drift.html
  parot drift: drift.html exists already; use -f to replace it
  [1]
