Mistakes and doubts of `pu`, `prior`, `partial` and `gromov`, each in the words that say what, where and how to mend it.

  $ parot make blobs -n 12 -q -o pos.csv
  $ parot make blobs -n 8 --seed 1 -q -o like.csv
  $ parot make blobs -n 22 --center 5,5 --seed 2 --add like.csv -q -o unl.csv

A part that is no whole number of rows:

  $ /usr/bin/python3 -c "print('x,y'); [print('%d,%d' % (i, i * i % 97)) for i in range(800)]" > many.csv
  $ parot pu pos.csv many.csv --prior 0.167 --method nearest 2>&1 > /dev/null | grep -v 'give away'
  parot pu: note: prior 0.167 of 800 rows is 133.6 rows: using 134, a prior of 0.1675

One column that drowns the others:

  $ printf 'age,income\n31,20100\n47,20900\n62,20300\n' > a.csv
  $ printf 'age,income\n33,20600\n18,20200\n59,21400\n71,20800\n' > b.csv
  $ parot pu a.csv b.csv --prior 0.5 --scale none > /dev/null
  parot pu: note: 'income' carries 99.8 % of the squared distance; consider --scale rank

Copies:

  $ (head -1 pos.csv; tail -n +2 pos.csv | head -3; tail -n +2 unl.csv) > copies.csv
  $ head -31 copies.csv > unl30.csv
  $ parot pu pos.csv unl30.csv --prior 0.3 > /dev/null
  parot pu: note: 3 rows of unl30.csv are exact copies of positives: if it is not chance, take them out of one of the tables; hidden positives are easier to find next to their copies
  $ (head -2 pos.csv; tail -n +2 unl.csv | head -29) > unl30.csv
  $ parot pu pos.csv unl30.csv --prior 0.3 > /dev/null
  parot pu: note: 1 row of unl30.csv is an exact copy of positives: if it is not chance, take it out of one of the tables; hidden positives are easier to find next to their copies

No elbow: rows that are like the positives pass without a gap into rows that are not.

  $ /usr/bin/python3 - << END
  > import random
  > random.seed(5)
  > def write(name, count, width):
  >     with open(name, 'w') as file:
  >         print('x,y,z', file=file)
  >         for i in range(count):
  >             print(*('%.5f' % random.gauss(0, width) for k in range(3)), sep=',', file=file)
  > write('narrow.csv', 80, 1)
  > write('wide.csv', 160, 1.4)
  > END
  $ parot prior narrow.csv wide.csv > /dev/null
  parot prior: note: prior [0-9.]+ is unreliable \([0-9.]+ to [0-9.]+\): plateaus say [0-9.]+, the lowest bin of scores [0-9.]+; if it is known, it can be given to pu \(--prior\) (re)
  $ parot pu narrow.csv wide.csv --prior auto > /dev/null 2> notes.txt; grep unreliable notes.txt
  parot pu: note: prior [0-9.]+ is unreliable \([0-9.]+ to [0-9.]+\): plateaus say [0-9.]+, the lowest bin of scores [0-9.]+; pass --prior (re)

Worse than no method at all:

  $ printf 'x,truth\n0.1,0\n0.2,0\n5,1\n6,0\n7,0\n8,0\n9,0\n10,0\n11,0\n12,0\n' > easy.csv
  $ printf 'x\n0\n0.3\n' > near.csv
  $ parot pu near.csv easy.csv --truth truth --prior 0.1 --method nearest > /dev/null
  parot pu: note: accuracy 0.800 is below 'all negative' (0.900)

Distances that are none:

  $ printf '0,1,2\n1,0,0.5\n2,0.7,0\n' > skew.csv
  $ printf '0,1\n1,0\n' > two.csv
  $ parot gromov skew.csv two.csv --distances --mass 0.5 > /dev/null
  parot gromov: source: not symmetric at (1,2): 0.5 and 0.7; skew.csv is taken as it is

Columns that give away which file a row is from, and what to do about it:

  $ /usr/bin/python3 - << END
  > import random
  > random.seed(3)
  > def write(name, count, like, date, first):
  >     with open(name, 'w') as file:
  >         print('x,y,date,number,site,fine', file=file)
  >         for i in range(count):
  >             centre = 0 if i < like else 4
  >             print('%.4f,%.4f,%.2f,%d,%d,%d' % (random.gauss(centre, 1), random.gauss(centre, 1), date + random.random(), (first + 7 * i) % 401,
  >                   3 if count == 100 else i % 5, random.random() < 0.5), file=file)
  > write('leaky.csv', 100, 100, 2020, 0)
  > write('leaky_all.csv', 200, 80, 2010, 33)
  > END
  $ parot pu leaky.csv leaky_all.csv --prior 0.4 > /dev/null
  parot pu: note: left out of both files: column 'number' (counts the rows); add it with --columns
  parot pu: note: 'date' may give away which table a row is from: 100 % of the positives have values from 2020 to 2021, but 0 % of the unlabeled rows, where a prior of 0.4 makes it 40 % or more. Unless the prior is far too large, leave it out if it is not a property of the rows (--drop date)
  parot pu: note: all positives have the value 3 in 'site', and most unlabeled rows have another: if the positives were chosen by it, no rows with other values can be found (--drop site)
  $ parot pu leaky.csv leaky_all.csv --prior 0.4 --columns x,y,number,fine > /dev/null
  parot pu: note: 'number' seems to number the rows, and is used as if it said something about them: use --id or --drop number
  $ parot pu leaky.csv leaky_all.csv --prior 0.4 --drop date,number,site --check | grep differences
    differences    rows labelled 1 against the others, by AUC: x lower (1.00), y lower (1.00)
