Three rows, two columns, half of the mass: row 0 is cheap, row 1 dear, row 2 in between.

  $ printf '1,4\n9,8\n3,2\n' > cost.csv
  $ parot partial --cost cost.csv --mass 0.5 -q -o plan.npz
  $ parot explain plan.npz 0 --cost cost.csv
  Row 0 moves: all of its weight 0.333333.
  
    match          column 0: mass 0.333333 at cost 1
    price          1, the least cost + v, at column 0; lambda is 2
    border         its costs could rise by 1 before it stays
    enters         from mass 0 on; the plan has 0.5, at most 1 can move
    without it     row 1 (0.166667), row 2 (0.166667) would move instead; the cost would rise by 1.33333
  
  Time: * s (reading *, explaining *, proof *). (glob)

Without row 0, row 2 moves all of its weight at cost 2 and row 1 a sixth at 9 or 8: 1/3 2 + 1/6 8 = 2, now 1/3 + 1/6 2 = 2/3.

  $ parot explain plan.npz 1 --cost cost.csv
  Row 1 stays: none of its weight 0.333333 moves.
  
    nearest        column 1 at cost 8
    price          8, the least cost + v, at column 1; lambda is 2
    border         its costs would have to fall by 6 for it to move
    enters         from mass 0.666667 on; the plan has 0.5, at most 1 can move
    if it had to   row 0 (0.166667), row 2 (0.166667) would stay instead; the cost would rise by * (glob)
  
  Time: * (glob)
  $ parot explain plan.npz 2 --cost cost.csv | head -5
  Row 2 moves in part: 0.166667 of its weight 0.333333.
  
    match          column 1: mass 0.166667 at cost 2
    price          2, the least cost + v, at column 1; lambda is 2
    border         it is at the border: rows that cost more stay
  $ parot explain plan.npz 1 --cost cost.csv --json
  {"schema": 1, "status": "solved", "move": {"row": 1, "weight": 0.3333333333333333, "moved": 0, "is_whole": false, "is_none": true, "mass": 0.5, "lambda": 2, "most": 1, "match": [], "match_mass": [], "match_cost": [], "nearest": 1, "nearest_cost": 8, "price_at": 1, "price": 8, "is_removed": false, "is_needed": false, "other": [*], "other_mass": [*], "others_cost": *}, "enters": 0.6666*} (glob)

When everything moves, nothing can take the place of a row:

  $ parot partial --cost cost.csv --mass max -q -o all.npz
  $ parot explain all.npz 0 --cost cost.csv | grep without
    without it     this much mass could not move: all other rows move already

Points, a JSON result, and an empty plan:

  $ printf 'x\n0\n1\n5\n' > a.csv
  $ printf 'x\n0.1\n1.1\n' > b.csv
  $ parot partial a.csv b.csv --mass 0.6 -q -o plan.json
  $ parot explain plan.json 2 a.csv b.csv | head -3
  Row 2 stays: none of its weight 0.333333 moves.
  
    nearest        target row 1 at cost 15.21
  $ parot partial a.csv b.csv --price 0.001 -q -o none.npz
  $ parot explain none.npz 0 a.csv b.csv
  Row 0 stays: none of its weight 0.333333 moves.
  
    nearest        target row 0 at cost 0.01
    price          0.01, the least cost + v, at target row 0; lambda is 0.001
    border         its costs would have to fall by 0.009 for it to move
    enters         from mass 0 on; the plan has 0, at most 1 can move
  
  Time: * s (reading *, costs *, explaining *, proof *). (glob)

Labels of pu, with ids, and with both labels:

  $ printf 'a,b\n0,1\n1,0\n0,0\n1,1\n0.5,0.5\n' > pos.csv
  $ printf 'a,b,id\n0.2,0.1,10\n0.9,0.7,11\n0.3,0.8,12\n0.6,0.4,13\n9,8,14\n8,7,15\n7,9,16\n9,9,17\n8,8.5,18\n7.5,8,19\n' > unl.csv
  $ parot pu pos.csv unl.csv --id id --prior 0.4 -q -o labels.csv
  $ parot explain labels.csv 11 pos.csv unl.csv --id id
  Row 11 of labels.csv is labelled 1: rank * of 10, score *. (glob)
  
    labels         the first 4 rows are labelled 1, a prior of 0.4
    changes        label 0 with a prior below *, if the ranking stays; row 1* comes next (glob)
  
  The method mined scores this row 0.*, and positives 0.* on average; 0.5 is the border. (glob)
  Columns that make it less like the positives, and by how much of the score:
      none
  Columns that make it more like them:
      b                    +0.* +- 0.*   0.7; positives have 0.5 (glob)
      a                    +0.* +- 0.*   0.9; positives have 0.5 (glob)
  
  Transport of 4 rows' weight to the positives (scale rank, metric cityblock, noise 0.2)
  moves all of this row; of the rows that it moves, 4 are labelled 1.
  
    match          positive *: mass * at cost * (glob)
    price          *, the least cost + v, at positive *; lambda is * (glob)
    border         its costs could rise by * before it stays (glob)
    without it     unlabeled row * would move instead; the cost would rise by * (glob)
  
  The method mined starts from this transport; its classifier then decides the label.
  
  Time: * s (reading *, explaining *). (glob)
  $ parot explain labels.csv 14 pos.csv unl.csv --id id | sed -n 1,4p
  Row 14 of labels.csv is labelled 0: rank * of 10, score *. (glob)
  
    labels         the first 4 rows are labelled 1, a prior of 0.4
    changes        label 1 with a prior of *, if the ranking stays; row 1* is the last with 1 (glob)
  $ parot explain labels.csv 14 pos.csv unl.csv --id id --json --metric euclidean --scale none --noise 0 | cut -c 1-60
  {"schema": 1, "status": "solved", "id": 14, "label": 0, "sco

Rows have the names that labels have for them: ids of both files, and numbers in the file where one file holds both:

  $ (echo name,a,b; sed 1d pos.csv | awk '{print "p" NR "," $0}') > named.csv
  $ (echo name,a,b; sed 1d unl.csv | awk -F, '{print "u" NR "," $1 "," $2}') > others.csv
  $ parot pu named.csv others.csv --id name --prior 0.4 -q -o named_labels.csv
  $ parot explain named_labels.csv u2 named.csv others.csv --id name | grep -E 'match|price|without' | sed 's/:.*//; s/;.*//'
    match          positive p4
    price          *, the least cost + v, at positive p4 (glob)
    without it     unlabeled row u* (*) would move instead (glob)
  $ grep -c '^u2,.*,p4,' named_labels.csv
  1
  $ (echo a,b,lab; sed '1d; s/,[0-9]*$/,0/' unl.csv; sed '1d; s/$/,1/' pos.csv) > one.csv
  $ parot pu one.csv --label-column lab --prior 0.4 -q -o one_labels.csv
  $ parot explain one_labels.csv 1 one.csv --label-column lab | grep match | sed 's/:.*//'
    match          positive 13
  $ awk -F, '$1 == 1 {print $6}' one_labels.csv
  13

A column of truths is not a feature, here as in pu:

  $ awk -F, 'NR == 1 {print $0 ",truth"} NR > 1 {print $0 "," NR % 2}' one.csv > truth.csv
  $ parot pu truth.csv --label-column lab --truth truth --prior 0.4 -q -o truth_labels.csv
  $ cmp one_labels.csv truth_labels.csv
  $ parot explain truth_labels.csv 1 truth.csv --label-column lab --truth truth > told.txt; grep -c truth told.txt
  1
  $ grep -c differently told.txt
  0
  [1]

So have plans of files with ids, and ROW is then an id:

  $ parot partial named.csv others.csv --id name --mass 0.4 -q -o named.npz
  $ parot explain named.npz p1 named.csv others.csv --id name | sed -n '1p;3p' | sed 's/:.*//'
  Row p1 moves in part
    match          target row u* (glob)
  $ parot explain named.npz 0 named.csv others.csv --id name
  parot explain: ROW 0: no row of named.csv has that id; the first has p1
  [1]

The columns are those of the method that labelled the row. Rows 40 to 59 differ from the positives in x1, the others from 60 on in x2:

  $ parot make blobs --dims 4 --blobs 1 -n 60 -q -o like.csv; parot make blobs --dims 4 --blobs 1 -n 80 --seed 1 -q -o raw.csv
  $ awk -F, -v OFS=, 'NR > 41 && NR < 62 {$1 += 9} NR > 61 {$2 += 9} {print}' raw.csv > mixed.csv
  $ for method in nearest mined ridge wasserstein; do
  >     parot pu like.csv mixed.csv --prior 0.45 --method $method -f -q -o by_$method.csv
  >     for row in 45 70; do
  >         parot explain by_$method.csv $row like.csv mixed.csv --method $method | grep -A1 'less like' | awk 'NR == 2 {print $1, $2 < 0}'
  >     done
  > done
  x1 1
  x2 1
  x1 1
  x2 1
  x1 1
  x2 1
  x1 1
  x2 1
  $ parot explain by_ridge.csv 45 like.csv mixed.csv --method gromov | grep method
  The method gromov labels all rows together, so no single column explains this label.
  $ parot explain by_ridge.csv 45 like.csv mixed.csv --method ridge --json | grep -o '"name": [^]]*]'
  "name": ["x1", "x2", "x3", "x4"]
  $ parot explain by_ridge.csv 45 like.csv mixed.csv --method ridge | grep -c Transport
  0
  [1]

Refusals:

  $ parot explain plan.npz 0 a.csv b.csv
  parot explain: plan.npz is not proved optimal for these files, so its prices do not explain what moves; give the files and options that it was made with. A plan that was made with prices of points (--price-column, --price-source, --price-target) cannot be explained: solve with --mass or --price
  [1]

Nor do prices of points: at them rows are not compared with one lambda, even where the plan is the cheapest of its mass.

  $ printf '1\n1\n1\n' > each.csv
  $ parot partial a.csv b.csv --price-source each.csv -q -o priced.npz
  $ parot explain priced.npz 0 a.csv b.csv
  parot explain: priced.npz: the least of its prices u is -1, and must be 0 or more; a plan that was made with prices of points has no lambda to compare a row with: solve with a mass or one price for all
  [1]
  $ printf '0\n0\n90\n' > uneven.csv
  $ parot partial a.csv b.csv --price-source uneven.csv -q -o uneven.npz
  $ parot explain uneven.npz 0 a.csv b.csv
  parot explain: uneven.npz is not proved optimal for these files, so * cannot be explained: solve with --mass or --price (glob)
  [1]

A plan that was stopped is not explained either:

  $ /usr/bin/python3 -c '
  > import json
  > d = json.load(open("plan.json")); d["status"] = "time limit"; d["v"] = [9, 9]
  > json.dump(d, open("early.json", "w"))'
  $ parot explain early.json 2 a.csv b.csv
  parot explain: early.json is not proved optimal (time limit), so its prices do not explain what moves; solve it again, without a limit, and explain that plan
  [1]

A table that --append widened is explained as the labels file is; --id names its rows:

  $ printf 'x,y\n1,2\n2,3\n' > few.csv
  $ printf 'who,x,y,label\na,1,2,u\nb,2,2.5,u\nc,8,9,u\nd,7,7,u\n' > named.csv
  $ parot pu few.csv named.csv --prior 0.5 --id who --drop label -q -o plain.csv
  $ parot pu few.csv named.csv --prior 0.5 --id who --drop label -q -o wide.csv --append
  $ head -1 wide.csv
  who,x,y,label,parot_label,score,rank
  $ parot explain plain.csv c few.csv named.csv --id who --drop label | grep -v '^Time' > plain.txt
  $ parot explain wide.csv c few.csv named.csv --id who --drop label | grep -v '^Time' > wide.txt
  $ sed 's/wide.csv/plain.csv/' wide.txt | diff plain.txt -
  $ head -1 wide.txt
  Row c of wide.csv is labelled 0: rank 4 of 4, score 0.1988.

Many points are explained without a matrix, in memory that grows with their number:

  $ parot make blobs -n 30000 -o many.npy -q; parot make blobs -n 30000 --seed 1 -o more.npy -q
  $ parot partial many.npy more.npy --mass 0.2 -q -o large.npz
  $ PAROT_MEMORY=1000000000 parot explain large.npz 0 many.npy more.npy | sed -n '1s/:.*//p;s/^  \([a-z ]*[a-z]\)  .*/\1/p' | sort -u | grep -v 'match\|nearest\|enters'
  Row 0 (moves|stays) (re)
  border
  (if it had to|without it) (re)
  price
