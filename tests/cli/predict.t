Labels for rows that were not there: a model of each method that can.

  $ parot make blobs -n 60 -q -o pos.csv
  $ parot make blobs -n 50 --seed 1 -q -o like.csv
  $ parot make blobs -n 80 --center 5,5 --seed 2 --add like.csv -q -o unl.csv
  $ printf 'x,y\n0,0\n5,5\n0.1,-0.1\n4.9,5.1\n' > new.csv
  $ for method in mined ridge wasserstein nearest; do
  >     parot pu pos.csv unl.csv --prior 0.4 --method $method --model $method.npy -q
  >     parot predict $method.npy new.csv | cut -d, -f1,2 | tr '\n' ' '
  >     echo
  > done
  id,label 0,1 1,0 2,1 3,0 
  id,label 0,1 1,0 2,1 3,0 
  id,label 0,1 1,0 2,1 3,0 
  id,label 0,1 1,0 2,1 3,0 

  $ parot pu pos.csv unl.csv --prior 0.4 --model model.npy | tail -1
  Model written to model.npy.
  $ parot predict model.npy new.csv -o labels.csv
  2 of 4 rows are positive.
  Written to labels.csv.
  $ head -1 labels.csv
  id,label,score,rank

A batch; names of rows:

  $ parot predict model.npy new.csv --prior 0.75 -o - | cut -d, -f2 | sort | uniq -c | sed 's/^ *//'
  1 0
  3 1
  1 label
  $ printf 'name,x,y\n7,0,0\n9,5,5\n' > named.csv
  $ parot predict model.npy named.csv --id name | cut -d, -f1,2
  id,label
  7,1
  9,0
  $ parot predict model.npy new.csv --json -o again.csv
  {"schema": 1, "status": "solved", "rows": 4, "labels_positive": 2}

Refusals:

  $ parot predict model.npy
  parot predict: needs two files, MODEL and NEW; got 1
  [2]
  $ parot predict new.csv new.csv
  parot predict: new.csv: is not a model of parot; `parot pu --model FILE` writes one
  [1]
  $ printf '1\n2\n3\n' > numbers.csv
  $ parot predict numbers.csv new.csv
  parot predict: numbers.csv: is not a model of parot
  [1]
  $ parot predict model.npy named.csv
  parot predict: named.csv has 3 columns, the model was trained on 2
  [1]
  $ parot predict model.npy new.csv --prior auto
  parot predict: --prior auto: needs positives; leave it out to judge each row alone
  [2]
  $ parot pu pos.csv unl.csv --prior 0.4 --method matching --model other.npy
  parot pu: --method: matching as asked for has nothing to say of new rows; use mined, ridge, wasserstein, or nearest with one neighbour
  [1]
  $ parot pu pos.csv unl.csv --prior 0.4 --model model.npy
  parot pu: model.npy exists already; use -f to replace it
  [1]
  $ parot pu pos.csv unl.csv --prior 0.4 --model model.txt
  parot pu: --model model.txt: the name must end in one of .npy (each also with .gz)
  [2]
