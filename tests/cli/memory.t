What does not fit is refused before it is tried, with a way out. PAROT_MEMORY stands for what is free.

  $ parot make moons -n 300 -o a.csv -q; parot make rotated -n 200 --seed 1 -o b.csv -q
  $ parot pu a.csv b.csv --prior 0.5 --method ridge -q --model model.npz
  $ parot partial a.csv b.csv --mass 0.5 -q -o plan.npz
  $ export PAROT_MEMORY=100e3
  $ while read -r line; do parot $line; done <<END
  > partial a.csv b.csv --mass 0.5
  > curve a.csv b.csv
  > certify plan.npz a.csv b.csv
  > cost a.csv b.csv -o c.csv
  > gromov a.csv b.csv --mass 0.5
  > gromov a.csv b.csv --mass 0.5 --threads 3
  > gromov a.csv b.csv --mass 0.5 --start-plan plan.npz
  > register a.csv b.csv --overlap 0.7
  > pu a.csv b.csv --prior 0.5
  > pu a.csv b.csv --prior 0.5 --method ridge
  > pu a.csv b.csv --prior auto
  > prior a.csv b.csv
  > make moons -n 10000
  > END
  parot partial: the cost matrix of 300 x 200 needs 480 kB, 100 kB are free; use fewer points: --sample N takes a random sample
  parot curve: the cost matrix of 300 x 200 needs 480 kB, 100 kB are free; use fewer points: --sample N takes a random sample
  parot certify: the cost matrix of 300 x 200 needs 480 kB, 100 kB are free; solve for fewer points, with --sample N
  parot cost: the cost matrix of 300 x 200 needs 2.4 MB, 100 kB are free; use fewer points: --sample N takes a random sample
  parot gromov: comparing the distances of 300 and 200 points needs 2.5 MB, 100 kB are free; use fewer points: --sample N takes a random sample
  parot gromov: comparing the distances of 300 and 200 points needs 5.4 MB, 100 kB are free; use --threads 1, or fewer points
  parot gromov: the start of 300 x 200 needs 480 kB, 100 kB are free; use fewer points
  parot register: registering needs 1.0 MB, 100 kB are free; use fewer points: --sample N takes a random sample
  parot pu: --method mined with 300 positives and 200 unlabeled rows needs 3.3 MB, 100 kB are free; use --method ridge, whose memory does not grow with the rows, or fewer rows: --sample N takes a random sample
  parot pu: --method ridge with 300 positives and 200 unlabeled rows needs 2.0 MB, 100 kB are free; use fewer rows: --sample N takes a random sample
  parot pu: --method mined with 300 positives and 200 unlabeled rows needs 3.3 MB, 100 kB are free; use --method ridge, whose memory does not grow with the rows, or fewer rows: --sample N takes a random sample
  parot prior: the estimate of the prior needs 2.1 MB, 100 kB are free; use fewer rows: --sample N takes a random sample, or state the prior
  parot make: the table of 10000 x 2 needs 800 kB, 100 kB are free; make fewer points, -n N
  [1]
  $ PAROT_MEMORY=1e3 parot predict model.npz b.csv
  parot predict: labelling these rows needs * MB, 1.0 kB are free; split NEW into several files; each row is judged by itself (glob)
  [1]
  $ PAROT_MEMORY=1e3 parot convert a.csv a.tsv
  parot convert: writing the table needs 14 kB, 1.0 kB are free; write .npy, or fewer rows at a time
  [1]

Larger clouds have no cost matrix: here it would take 50 MB.

  $ unset PAROT_MEMORY; parot make moons -n 2500 -o c.csv -q; parot make moons -n 2500 --seed 1 -o d.csv -q
  $ PAROT_MEMORY=1e6 parot partial c.csv d.csv --mass 0.5 -o large.npz | grep -c 'Proved optimal'
  1
  $ PAROT_MEMORY=1e6 parot certify large.npz c.csv d.csv | grep -c Proved
  1
  $ PAROT_MEMORY=1e6 parot partial c.csv d.csv --price 0.01 | grep -c 'Proved optimal'
  1

So has gromov with squared distances, which are a way out where those of other metrics do not fit either:

  $ parot make moons -n 4000 -o e.csv -q; parot make moons -n 4000 --seed 1 -o f.csv -q; export PAROT_MEMORY=60e6
  $ parot gromov e.csv f.csv --mass 0.5 --threads 2
  parot gromov: comparing the distances of 4000 and 4000 points needs 1.0 GB, 60 MB are free; use --metric sqeuclidean, which needs no matrices, or fewer points: --sample N takes a random sample
  [1]
  $ parot gromov e.csv f.csv --mass 0.5 --loss kl
  parot gromov: comparing the distances of 4000 and 4000 points needs 640 MB, 60 MB are free; use fewer points: --sample N takes a random sample
  [1]
  $ parot doctor e.csv f.csv | grep -c 'gromov would need 640 MB, and 60 MB are free: --metric sqeuclidean needs no matrices, --sample N'
  2
  $ PAROT_MEMORY=1e6 parot gromov e.csv f.csv --mass 0.5
  parot gromov: comparing the distances of 4000 and 4000 points needs 640 MB, 1.0 MB are free; use fewer points: --sample N takes a random sample
  [1]
  $ unset PAROT_MEMORY

Enough is enough, and nonsense is ignored:

  $ PAROT_MEMORY=1e6 parot partial a.csv b.csv --mass 0.5 -q
  $ PAROT_MEMORY=lots parot partial a.csv b.csv --mass 0.5 -q
