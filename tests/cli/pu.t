Positives around 0; unlabeled rows 0 to 3 are near them, rows 4 to 9 are not.

  $ printf 'a,b\n0,1\n1,0\n0,0\n1,1\n0.5,0.5\n' > pos.csv
  $ printf 'b,a,id,truth\n0.2,0.1,10,1\n0.9,0.7,11,1\n0.3,0.8,12,1\n0.6,0.4,13,1\n' > unl.csv
  $ printf '9,8,14,0\n8,7,15,0\n7,9,16,0\n9,9,17,0\n8,8.5,18,0\n7.5,8,19,0\n' >> unl.csv

  $ parot pu pos.csv unl.csv --id id --truth truth --prior 0.4 -o labels.csv
  10 unlabeled rows, 5 positives, 2 features
  
    method         mined (auto: transport and a classifier find negatives; a ridge ranks, since the data are not a table or rows are few)
    kind of data   table: not all columns are binary, and fewer than 150 share one range
    settings       scale rank, metric cityblock, noise 0.2
    prior          0.4
    positive       4 rows (40 %)
    transport      cost *, optimal by the solver's bound (glob)
  
    accuracy       100.00 %   (labelling every row the same 60.00, a random choice 52.00, the worst possible 20.00, ridge without transport 100.00)
    precision      1.0000
    recall         1.0000
    F1             1.0000
    AUC            1.0000
  
  Time: * s (reading *, labelling *). (glob)
  Written to labels.csv.
  $ cut -d, -f1,2 labels.csv | tr '\n' ' '
  id,label 10,1 11,1 12,1 13,1 14,0 15,0 16,0 17,0 18,0 19,0  (no-eol)
  $ head -1 labels.csv
  id,label,score,share,rank,match,match_cost

Every method agrees here, and scores have the border at one half:

  $ for method in auto mined ridge wasserstein matching nearest pusb; do
  >     parot pu pos.csv unl.csv --id id --truth truth --prior 0.4 --method $method -q -o - |
  >         awk -F, 'NR > 1 && ($2 != ($1 < 14) || ($3 > 0.5) != $2) { print }'
  > done

The order of rows does not matter, nor does the number of threads:

  $ (head -1 unl.csv; tail -n +2 unl.csv | sort -r) > reversed.csv
  $ parot pu pos.csv unl.csv --id id --truth truth --prior 0.4 -q -o - | sort > one.csv
  $ parot pu pos.csv reversed.csv --id id --truth truth --prior 0.4 --threads 2 -q -o - | sort | cmp - one.csv

Four of ten unlabeled rows are positive: nine of fifteen with those that are known.

  $ parot pu pos.csv unl.csv --id id --truth truth --prior 0.6 --of-all | grep positive
  10 unlabeled rows, 5 positives, 2 features
    positive       4 rows (40 %)
  $ parot pu pos.csv unl.csv --id id --truth truth --prior 0.3 --of-all
  parot pu: --prior 0.3 --of-all: the 5 positives alone are 0.3333 of all rows; give a larger P, or drop --of-all if P is the fraction of the unlabeled rows
  [1]

Without names rows have their numbers:

  $ parot pu pos.csv unl.csv --id id --truth truth --prior 0.4 -q -o numbers.npy
  $ cut -d, -f2,1 unl.csv > features.csv
  $ parot pu pos.csv features.csv --prior 0.4 -q -o - | cut -d, -f1,2 | head -3
  id,label
  0,1
  1,1

One file; the truth may be a file of its own:

  $ printf 'x,known\n0,1\n5,0\n0.1,1\n0.2,0\n6,0\n0.3,0\n' > one_file.csv
  $ parot pu one_file.csv --label-column known --prior 0.5 --method wasserstein -q -o - | cut -d, -f1,2
  id,label
  1,0
  3,1
  4,0
  5,1
  $ printf '0\n1\n0\n1\n' > truth.csv
  $ parot pu one_file.csv --label-column known --prior 0.5 --truth truth.csv --method nearest | grep accuracy
    accuracy       100.00 %   (labelling every row the same 50.00, a random choice 50.00, the worst possible 0.00, ridge without transport *) (glob)

JSON:

  $ parot pu pos.csv unl.csv --id id --truth truth --prior 0.4 --method wasserstein --json > document.json
  $ python3 - << END
  > import json
  > document = json.load(open('document.json'))
  > print(sorted(document))
  > print(document['count'], document['positives'], document['metrics']['accuracy'], document['warnings'])
  > END
  ['changed', 'count', 'dropped', 'features', 'fitted', 'fitted_of', 'kernel', 'kind', 'method', 'metric', 'metrics', 'n_positive', 'noise', 'positives', 'prior', 'rounds', 'scale', 'schema', 'seconds', 'status', 'transport', 'warnings']
  10 4 1 []

Bias and spies:

  $ parot make blobs -n 60 --noise 1 -q -o pos2.csv
  $ parot make blobs -n 50 --noise 1 --seed 1 -q -o like.csv
  $ parot make blobs -n 80 --noise 1 --center 9,9 --seed 2 --add like.csv -q -o unl2.csv
  $ parot pu pos2.csv unl2.csv --prior auto --check 2> notes | grep -E 'prior|bias|spies'
    prior          0.*, estimated (0.* to 0.*) (glob)
    bias           z = *: no sign of a biased sample; a weak test, since the prior was (glob)
    spies          * +- * % of hidden positives are found; that predicts an accuracy of * % (glob)
                   (* to * %, for a prior between * and *) (glob)
    sensitivity    * % of the labels differ at a prior of * (* rows) or * (* rows) (glob)
  $ parot make blobs -n 60 --noise 1 --center -9,-9 -q -o elsewhere.csv
  $ parot pu elsewhere.csv unl2.csv --prior 0.4 --check 2>&1 | grep -E 'bias|spies'
  parot pu: note: prior 0.4 does not fit these positives (z = *): rows like them make up * of the unlabeled rows (* to *). Either the prior is too large (--prior *?), or the positives are a biased sample; either way no estimate of accuracy would mean anything (glob)
    bias           z = *: the prior is too large, or the positives are a biased sample (glob)

A prior that is too small is said to be, and the accuracy that is predicted says how much it depends on it:

  $ parot pu pos2.csv unl2.csv --prior 0.1 --check 2>&1 | grep -E 'too small|for a prior'
  parot pu: note: prior 0.1 looks too small: rows like the positives make up 0.* to 0.* of the unlabeled rows; the bias test cannot see that (glob)
                   (* to * %, for a prior between 0.* and 0.*) (glob)

Hidden positives choose a method; chance does not:

  $ parot pu pos2.csv unl2.csv --prior 0.4 --tune | sed -n '/method/p; /tuning/,/stays/p'
    method         mined, ensemble (the default)
    tuning         recall of 60 hidden positives + AUC/2; * of 60 seconds (glob)
      mined  rbf      1.* +- 0.*   the default (glob)
      ridge  rbf      1.* +- 0.*   lead ?0.* +- 0.* (glob)
      forest          1.* +- 0.*   lead ?0.* +- 0.* (glob)
      ridge  both     1.* +- 0.*   lead ?0.* +- 0.* (glob)
      ridge  linear   1.* +- 0.*   lead ?0.* +- 0.* (glob)
      No lead exceeds two standard errors: the default stays.

Few rows have no forest by default; where one of sixty columns tells, it finds more of them:

  $ python3 - << END
  > import random
  > random.seed(7)
  > def write(name, rows):
  >     with open(name, 'w') as file:
  >         for row in rows:
  >             print(*('%.6f' % x for x in row), sep=',', file=file)
  > def rows(count, centre):
  >     return [[random.gauss(0 if k else centre, 1) for k in range(60)] for i in range(count)]
  > write('pos3.csv', rows(45, 0))
  > write('unl3.csv', rows(80, 0) + rows(80, 4))
  > END
  $ parot pu pos3.csv unl3.csv --prior 0.5 --tune > tuned.txt
  $ grep -E 'method|exceeds' tuned.txt
    method         * (chosen with hidden positives) (glob)
      Its lead over the default, 0.*, exceeds two standard errors of the difference. (glob)
  $ parot pu pos3.csv unl3.csv --prior 0.5 --tune --json > tuned.json
  $ python3 - << END
  > import json
  > document = json.load(open('tuned.json'))
  > tuning = document['tuning']
  > chosen = tuning['candidates'][tuning['chosen']]
  > print(sorted(tuning), sorted(chosen))
  > print(chosen['lead'] > 2 * chosen['lead_error'], chosen['method'] == document['method'], chosen['kernel'] == document['kernel'])
  > print(tuning['spies'], [candidate['lead'] for candidate in tuning['candidates']][0])
  > END
  ['bias', 'candidates', 'chosen', 'seconds', 'spies'] ['error', 'kernel', 'lead', 'lead_error', 'method', 'recall', 'score']
  True True True
  45 0

What does not fit in the time is named:

  $ parot pu pos2.csv unl2.csv --prior 0.4 --tune --tune-limit 1e-9 | sed -n '/tuning/,/stays/p'
    tuning         recall of 0 hidden positives + AUC/2; * of 1e-09 seconds (glob)
      mined  rbf     not tried: the time was up
      ridge  rbf     not tried: the time was up
      forest         not tried: the time was up
      ridge  both    not tried: the time was up
      ridge  linear  not tried: the time was up
      Nothing could be compared in that time: the default stays.

Hidden positives say nothing when the known ones are unlike them:

  $ parot pu elsewhere.csv unl2.csv --prior 0.4 --tune 2>&1 > /dev/null | grep -v 'give away'
  parot pu: note: the prior is too large, or the positives are a biased sample (z = *; see --check): hidden positives cannot be used to choose a method; mined is kept (glob)

Channels added up: positives have only the first, unlabeled rows only the second.

  $ printf 'r1,r2,g1,g2\n1,0,0,0\n0.9,0.1,0,0\n0.8,0,0,0\n' > red.csv
  $ printf 'r1,r2,g1,g2\n0,0,0,1\n0,0,1,0\n0,0,0.1,0.9\n0,0,0.9,0.2\n' > green.csv
  $ parot pu red.csv green.csv --prior 0.5 --fold 2 --method nearest -q -o - | cut -d, -f2 | tr '\n' ' '
  label 0 1 0 1  (no-eol)

What is worth a note:

  $ parot pu pos.csv pos.csv --prior 0.3 -q
  $ parot pu pos.csv pos.csv --prior 0.3 > /dev/null
  parot pu: note: prior 0.3 of 5 rows is 1.5 rows: using 2, a prior of 0.4
  parot pu: note: 5 rows of pos.csv are exact copies of positives: if it is not chance, take them out of one of the tables; hidden positives are easier to find next to their copies
  $ printf 'x,income\n1,10000\n2,70000\n' > rich.csv
  $ printf 'x,income\n1,20000\n2,40000\n' > others.csv
  $ parot pu rich.csv others.csv --prior 0.5 --scale none > /dev/null
  parot pu: note: 'income' carries 100.0 % of the squared distance; consider --scale rank
  $ parot pu pos.csv unl.csv --id id --truth truth --positive 0 --prior 0.4 > /dev/null
  parot pu: note: accuracy 0.000 is below 'all negative' (0.600)

Distances within each file: the positives in three columns of other names, turned, find the same rows.

  $ parot pu pos.csv features.csv --prior 0.4 --method gromov --scale none --metric euclidean
  10 unlabeled rows, 5 positives, 2 features
  
    method         gromov
    kind of data   table: not all columns are binary, and fewer than 150 share one range
    settings       scale none, metric euclidean, noise * (glob)
    prior          0.4
    positive       4 rows (40 %)
    transport      objective *, from 'partial', one of 5 starts: (glob)
      partial        * 0.0 % of the labels differ (glob)
      profiles       * % of the labels differ (glob)
      prior-profiles * % of the labels differ (glob)
      product        * % of the labels differ (glob)
      clusters       * % of the labels differ (glob)
  
  Time: * s (reading *, labelling *). (glob)
  $ for method in gromov fused; do
  >     parot pu pos.csv features.csv --prior 0.4 --method $method --scale none -q -o - | cut -d, -f2 | tr '\n' ' '; echo
  > done
  label 1 1 1 1 0 0 0 0 0 0 
  label 1 1 1 1 0 0 0 0 0 0 
  $ awk -F, 'NR == 1 { print "p,q,r" } NR > 1 { print 3 + 0.6 * $1, 0.8 * $1, $2 }' OFS=, pos.csv > turned.csv
  $ (head -5 features.csv; printf '40,3\n9,70\n-50,20\n33,-64\n-7,-41\n15,90\n') > wide.csv
  $ parot pu turned.csv wide.csv --prior 0.4 --method gromov --scale none --metric euclidean --raw-distances -q -o - | cut -d, -f2 | tr '\n' ' '
  label 1 1 1 1 0 0 0 0 0 0  (no-eol)

Without a common unit distances are normalised: whatever the unit of the positives, the labels are the same. Raw distances of unlike units are warned about.

  $ awk -F, 'NR == 1 { print } NR > 1 { print 1000 * $1, 1000 * $2, 1000 * $3 }' OFS=, turned.csv > thousand.csv
  $ for file in turned thousand; do
  >     parot pu $file.csv wide.csv --prior 0.4 --method gromov --scale none --metric euclidean -q -o $file-labels.csv
  >     cut -d, -f2 $file-labels.csv > $file.txt
  > done
  $ cmp turned.txt thousand.txt
  $ parot pu thousand.csv wide.csv --prior 0.4 --method gromov --scale none --metric euclidean --raw-distances 2>&1 | grep -e raw -e settings
  parot pu: note: distances among the unlabeled rows are 0.0* times those among the positives: the labels say more about units than about shapes; drop --raw-distances (glob)
    settings       scale none, metric euclidean, raw distances, noise * (glob)
  $ parot pu turned.csv wide.csv --prior 0.4 --method gromov --json -q > document.json
  $ python3 - << END
  > import json
  > document = json.load(open('document.json'))
  > print([start['start'] for start in document['trials']], sorted(document['trials'][0]))
  > print(document['trials'][document['best']]['differs'], document['features'])
  > END
  ['profiles', 'prior-profiles', 'product', 'clusters'] ['differs', 'iterations', 'number', 'objective', 'start', 'stationarity', 'status']
  0 2

Two copies of the same shape: distances cannot choose, and that is said.

  $ printf '0,0\n1,0\n3,0\n0,2\n' > shape.csv
  $ printf '0,0\n1,0\n3.1,0\n0,2\n90,0\n91,0\n93.1,0\n90,2\n' > both.csv
  $ parot pu shape.csv both.csv --prior 0.5 --noise 0 --method gromov --apart --raw-distances --scale none --metric euclidean --restarts 99 2>&1 | grep unstable
  parot pu: note: 103 starts: best * (*), second * (*), labels differ on 100 %: the result is unstable (glob)

A metric that nothing depends on is refused; estimates of the prior and checks depend on it:

  $ for method in ridge upu nnpu pusb; do parot pu pos.csv features.csv --prior 0.4 --method $method --metric cosine; done
  parot pu: --metric cosine: has no effect with --method ridge, whose kernel uses its own distance; drop it (the estimates of --prior auto and --check use it)
  parot pu: --metric cosine: has no effect with --method upu, whose kernel uses its own distance; drop it (the estimates of --prior auto and --check use it)
  parot pu: --metric cosine: has no effect with --method nnpu, whose kernel uses its own distance; drop it (the estimates of --prior auto and --check use it)
  parot pu: --metric cosine: has no effect with --method pusb, whose kernel uses its own distance; drop it (the estimates of --prior auto and --check use it)
  [2]
  $ parot pu pos.csv features.csv --method ridge --metric cityblock -q
  $ parot pu pos.csv features.csv --prior 0.4 --method ridge --metric cityblock --check > /dev/null 2>&1

A forest finds out which columns count; it is fitted again on its own labels until they stay:

  $ awk 'BEGIN { srand(1); print "noise,size,more"; for (i = 0; i < 60; i++) print rand() "," rand() "," rand() }' > known.csv
  $ awk 'BEGIN { srand(2); print "noise,size,more"; for (i = 0; i < 160; i++) print rand() "," rand() + (i % 4 ? 2 : 0) "," rand() }' > mixed.csv
  $ parot pu known.csv mixed.csv --prior 0.25 --method forest --rounds 20 -o forest.csv --model forest.npz | grep -E '^  (method|rounds|columns)'
    method         forest
    rounds         *; the labels stay (glob)
    columns        that the forest goes by: size * % (glob)
  $ awk -F, 'NR > 1 && $2 == 1 { sum += $1 % 4 } END { print NR - 1, sum + 0 }' forest.csv
  160 0
  $ parot predict forest.npz mixed.csv -q -o again.csv && cut -d, -f1,2 again.csv > a && cut -d, -f1,2 forest.csv | cmp - a
  $ parot pu known.csv mixed.csv --prior 0.25 --method mined --classifier ensemble --rounds 1 --check | grep -E 'method|rounds|transport'
    method         mined, ensemble
    rounds         1; * (glob)
    transport      cost *, proved optimal, checked again (glob)
  $ parot explain forest.csv 1 known.csv mixed.csv --method forest --rounds 20 | grep forest
  Row 1 of forest.csv is labelled 0: * (glob)
  The method forest scores this row 0.*, and positives 0.* on average; 0.5 is the border. (glob)
  Over all rows, the forest relies most on: size * %. (glob)

Transport that learns its cost shows each step, and what a row pays:

  $ parot pu known.csv mixed.csv --prior 0.25 --method learned -o learned.csv --report learned.html | grep -E '^  (method|rounds|transport|steps|  [01] )'
    method         learned, ensemble
    rounds         * (glob)
    transport      cost *, proved optimal, checked again (glob)
    steps          * plans, * proved optimal at their costs (glob)
      0    cost *plain transport (glob)
      1    cost *labelled otherwise (glob)
  $ grep -c 'What each step changed' learned.html
  1
  $ grep -c 'which fraction of the labels stays' learned.html
  1
  $ parot explain learned.csv 1 known.csv mixed.csv --method learned | grep -E "toll|last transport"
    toll           * of each of its costs: what this row pays beside the distance (glob)
  The toll is larger the more negative the classifier of the method learned calls a row;
  this is the last transport, and its rows are labelled 1.

Positives that were chosen with known probabilities: a column, or a file. Those on the left are chosen a tenth as often.

  $ awk 'BEGIN { srand(3); print "x,y,e"; for (k = 0; k < 60;) { x = 6 * rand() - 3; e = x > 0 ? 1 : 0.1; if (rand() < e) { k++; printf "%.3f,%.3f,%g\n", x, 2 * rand() - 1, e } } }' > chosen.csv
  $ awk 'BEGIN { srand(4); print "x,y,t"; for (i = 0; i < 200; i++) { t = i % 5 < 2; printf "%.3f,%.3f,%d\n", 6 * rand() - 3, 2 * rand() - 1 + (t ? 0 : 1.4), t } }' > all.csv
  $ cut -d, -f3 chosen.csv > e.csv
  $ accuracy() { parot pu chosen.csv all.csv --truth t --prior 0.4 "$@" | awk '/^  accuracy/ { print $2 }'; }
  $ awk "BEGIN { exit !($(accuracy --propensity e) > $(accuracy --drop e)) }" && echo better
  parot pu: note: each positive counts 1/propensity; the 60 of them tell as much as * of equal weight (glob)
  better
  $ test "$(accuracy --propensity e 2> /dev/null)" = "$(accuracy --drop e --propensity e.csv 2> /dev/null)" && echo same
  same
  $ parot pu chosen.csv all.csv --truth t --prior 0.4 --propensity e -q -o weighed.csv && parot explain weighed.csv 0 chosen.csv all.csv --truth t --propensity e | head -1
  Row 0 of weighed.csv is labelled *: rank * of 200, score * (glob)
  $ parot prior chosen.csv all.csv --drop t --propensity e 2> /dev/null | grep -c '^  prior  '
  1

Probabilities have a column of their own; how many rows to look at is said with ranges:

  $ parot pu pos2.csv unl2.csv --prior 0.3846 --probabilities -o probable.csv 2> notes | sed -n '/ranking/,/99/p'
    ranking        hidden positives rank before * % of the negatives (AUC; * to *), and before * % of all unlabeled rows (glob)
    cuts           by 60 hidden positives, if 0.3846 of the rows are positive:
      to find            look at      of which are positive
      50 % of positives  * rows *%  (* to * %) (glob)
      70 % of positives  * rows *%  (* to * %) (glob)
      80 % of positives  * rows *%  (* to * %) (glob)
      90 % of positives  * rows *%  (* to * %) (glob)
      95 % of positives  * rows *%  (* to * %) (glob)
      99 % of positives  * rows *%  (* to * %) (glob)
  $ head -1 probable.csv
  id,label,score,share,rank,match,match_cost,probability
  $ awk -F, 'NR > 1 { sum += $8; bad += $8 < 0 || $8 > 1 } END { printf "%.2f %d\n", sum, bad }' probable.csv
  50.00 0
  $ parot pu pos2.csv unl2.csv --prior 0.3846 --probabilities --append -o appended.csv -q
  $ head -1 appended.csv
  x,y,label,score,rank,probability
  $ parot explain probable.csv 3 pos2.csv unl2.csv -q > explained.txt

Mistakes that cost differently move the border; a probability of 1/(1 + 9) is enough here:

  $ parot pu pos2.csv unl2.csv --prior 0.3846 --costs 1,9 -o costly.csv 2> notes | grep -A1 costs
    costs          a wrong 1 costs 1, a wrong 0 costs 9: rows of a probability of 0.1 or more are labelled 1
                   (50 by the prior alone); that finds * % of the positives (glob)
  $ awk -F, 'NR > 1 && ($2 != ($8 >= 0.1) || ($3 > 0.5) > $2 || ($3 < 0.5) > 1 - $2)' costly.csv | wc -l
  0

A bias is told before any of it, and the cuts are not:

  $ parot pu elsewhere.csv unl2.csv --prior 0.4 --probabilities 2>&1 | grep -E 'does not fit|cuts|ranking' | cut -c1-60
  parot pu: note: prior 0.4 does not fit these positives (* (glob)
    cuts           not told, since hidden positives may be unl
