Labels for rows that were not there: a model of each method that can.

  $ parot make blobs -n 60 -q -o pos.csv
  $ parot make blobs -n 50 --seed 1 -q -o like.csv
  $ parot make blobs -n 80 --center 5,5 --seed 2 --add like.csv -q -o unl.csv
  $ printf 'x,y\n0,0\n5,5\n0.1,-0.1\n4.9,5.1\n' > new.csv
  $ for method in mined ridge wasserstein nearest; do
  >     parot pu pos.csv unl.csv --prior 0.4 --method $method --model $method.npz -q
  >     parot predict $method.npz new.csv | cut -d, -f1,2 | tr '\n' ' '
  >     echo
  > done
  id,label 0,1 1,0 2,1 3,0 
  id,label 0,1 1,0 2,1 3,0 
  id,label 0,1 1,0 2,1 3,0 
  id,label 0,1 1,0 2,1 3,0 

  $ parot pu pos.csv unl.csv --prior 0.4 --model model.npz | tail -1
  Model written to model.npz.
  $ parot predict model.npz new.csv -o labels.csv
  2 of 4 rows are positive.
  Time: * s (reading *, labelling *, writing *). (glob)
  Written to labels.csv.
  $ head -1 labels.csv
  id,label,score,rank

A batch; names of rows:

  $ parot predict model.npz new.csv --prior 0.75 -o - | cut -d, -f2 | sort | uniq -c | sed 's/^ *//'
  1 0
  3 1
  1 label
  $ printf 'name,x,y\n7,0,0\n9,5,5\n' > named.csv
  $ parot predict model.npz named.csv --id name | cut -d, -f1,2
  name,label
  7,1
  9,0
  $ parot predict model.npz new.csv --json -o again.csv
  {"schema": 1, "status": "solved", "count": 4, "positives": 2, "seconds": {*}} (glob)

Refusals:

  $ parot predict model.npz
  parot predict: needs two files, MODEL and NEW; got 1
  [2]
  $ parot predict new.csv new.csv
  parot predict: new.csv: is not a model of parot, which is an .npz file; `parot pu --model FILE` writes models
  [1]
  $ printf '1\n2\n3\n' > numbers.csv
  $ parot predict numbers.csv new.csv
  parot predict: numbers.csv: is not a model of parot, which is an .npz file; `parot pu --model FILE` writes models
  [1]
  $ cut -d, -f1,2 named.csv > narrow.csv
  $ parot predict model.npz narrow.csv
  parot predict: narrow.csv has no column 'y'; the model was trained on 2 columns
  [1]
  $ tail -n +2 named.csv > nameless.csv
  $ parot predict model.npz nameless.csv
  parot predict: nameless.csv has 3 columns, 2 are expected; the model was trained on 2 columns
  [1]
  $ parot predict model.npz new.csv --prior auto
  parot predict: --prior auto: needs positives; leave it out to judge each row alone
  [2]
  $ parot pu pos.csv unl.csv --prior 0.4 --method matching --model other.npz
  parot pu: --method: matching with these options cannot label new rows; use mined, ridge, forest, ensemble, wasserstein, or nearest with one neighbour
  [1]
  $ parot pu pos.csv unl.csv --prior 0.4 --model model.npz
  parot pu: model.npz exists already; use -f to replace it
  [1]
  $ parot pu pos.csv unl.csv --prior 0.4 --model model.txt
  parot pu: --model model.txt: the name must end in one of .npz (each also with .gz)
  [2]
