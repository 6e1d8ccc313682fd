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
