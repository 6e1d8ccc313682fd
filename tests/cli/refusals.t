Every refusal is one line on standard error that names the culprit, and writes nothing. Here is one of each form; refusals.py has those of
each option and verb.

  $ printf 'x,y\n0,0\n1,1\n' > a.csv
  $ printf 'x,y\n0,1\n1,0\n' > b.csv

The command line (exit 2):

  $ parot partial a.csv b.csv
  parot partial: how much mass? Give --mass S, --mass max for the smaller total, or --price L for whatever costs less than L
  [2]
  $ parot partial a.csv b.csv --mass 75%
  parot partial: --mass 75%: must be a positive number, or 'max'; did you mean 0.75?
  [2]
  $ parot partial a.csv b.csv --mass -75%
  parot partial: --mass -75%: must be a positive number, or 'max'
  [2]
  $ parot partial a.csv b.csv --mass
  parot partial: --mass: needs a value; --help says which
  [2]
  $ parot partial a.csv b.csv --mass 1 --mass 0.5
  parot partial: --mass: is given twice
  [2]
  $ parot partial a.csv b.csv --mass 1 --json=yes
  parot partial: --json=yes: option does not take an argument
  [2]
  $ parot partial a.csv --mass 1
  parot partial: needs two files of points, SOURCE and TARGET, or --cost FILE; got 1 file
  [2]
  $ parot partial a.csv --cost b.csv --mass 1
  parot partial: 'a.csv' and --cost: give either two files of points or the costs
  [2]
  $ parot partial --cost b.csv --mass 1 --metric cosine
  parot partial: --metric applies only to points; it has no meaning with --cost
  [2]
  $ parot partial a.csv b.csv --mass 1 --p w.csv --weight-column w
  parot partial: --weight-column and --p: give only one of them
  [2]
  $ parot partial - - --mass 1
  parot partial: '-' is given twice, but standard input can be read only once
  [2]
  $ parot partial a.csv b.csv --mass 1 --plan
  parot partial: --plan adds to the document of --json; give both, or -o FILE
  [2]
  $ parot partial a.csv b.csv --mass 1 --json -o -
  parot partial: --json and -o - both want standard output; drop one of them
  [2]
  $ parot partial a.csv b.csv --mass 1 --threads -1
  parot partial: --threads -1: must be a whole number from 0 to 1024
  [2]
  $ parot partial a.csv b.csv --mass 1 --time-limit 0
  parot partial: --time-limit 0: must be a number of seconds above 0; leave it out for no limit
  [2]
  $ parot partial a.csv b.csv --mass 1 -o plan.txt
  parot partial: -o plan.txt: the name must end in one of .npz .json .csv .tsv (each also with .gz)
  [2]

Too much mass:

  $ printf '0.5\n0.3\n' > w.csv
  $ parot partial a.csv b.csv --p w.csv --mass 0.9
  parot partial: --mass 0.9 exceeds min(sum p, sum q) = 0.8; use --mass max for that much
  [1]
  $ parot partial a.csv b.csv --p w.csv --mass 0.8 -q

Weights:

  $ printf '0.5\n-0.3\n' > negative.csv
  $ parot partial a.csv b.csv --q negative.csv --mass 0.1
  parot partial: negative.csv: row 2 is -0.3; weights must be finite and >= 0
  [1]
  $ printf '0\n0\n' > zero.csv
  $ parot partial a.csv b.csv --q zero.csv --mass 0.1
  parot partial: zero.csv: the weights add up to 0; the sum must be positive and finite
  [1]
  $ printf '1\n1\n1\n' > three.csv
  $ parot partial a.csv b.csv --p three.csv --mass 0.1
  parot partial: three.csv has 3 weights, the source 2 rows
  [1]
  $ parot partial a.csv b.csv --p a.csv --mass 0.1
  parot partial: a.csv is 2 x 2; weights are one column or one row
  [1]
  $ parot partial a.csv b.csv --weight-column w --mass 0.1
  parot partial: --weight-column w: a.csv has no column 'w'
  [1]
  $ printf 'w\n1\n' > only.csv
  $ parot partial only.csv only.csv --weight-column w --mass 0.1
  parot partial: --weight-column w: only.csv has no other column, so there are no features
  [1]

Files that are not there or make no sense:

  $ parot partial missing.csv b.csv --mass 1
  parot partial: missing.csv: cannot be opened: No such file or directory
  [1]
  $ parot partial . b.csv --mass 1
  parot partial: .: * (glob)
  [1]
  $ printf 'x,y\n0,0\n0\n' > ragged.csv; parot partial ragged.csv b.csv --mass 1
  parot partial: ragged.csv line 3: * (glob)
  [1]
  $ printf 'x,y\n0,inf\n' > inf.csv; parot partial a.csv inf.csv --mass 1
  parot partial: inf.csv: point 1 has coordinate inf in column 'y'; it must be finite
  [1]
  $ parot make moons -n 9 -o points.npy -q; head -c 140 points.npy > cut.npy
  $ parot partial cut.npy b.csv --mass 1
  parot partial: cut.npy: * (glob)
  [1]
  $ gzip < a.csv | head -c 20 > cut.csv.gz; parot partial cut.csv.gz b.csv --mass 1
  parot partial: cut.csv.gz: * (glob)
  [1]

Columns that do not match:

  $ printf 'x,y,id\n0,1,7\n' > id.csv; printf 'x,z\n0,1\n' > xz.csv; printf '0,1,2\n' > nameless.csv; printf 'a,b,c,d,e,x,y\n0,1,2,3,4,5,6\n' > many.csv
  $ for files in 'a.csv id.csv' 'id.csv a.csv' 'a.csv xz.csv' 'a.csv nameless.csv' 'a.csv many.csv'; do parot partial $files --mass 1 --strict; done
  parot partial: a.csv has 2 columns, id.csv 3 (extra: 'id'); use --id id, or parot gromov for different feature spaces
  parot partial: id.csv has 3 columns, a.csv 2 (extra: 'id'); use --drop id, or parot gromov for different feature spaces
  parot partial: a.csv and xz.csv have different columns (only in a.csv: 'y'; only in xz.csv: 'z'); use --columns or --drop, or parot gromov for different feature spaces
  parot partial: a.csv has 2 columns, nameless.csv 3; use parot gromov for different feature spaces
  parot partial: a.csv has 2 columns, many.csv 7 (extra: 'a', 'b', 'c' and 2 more); use --columns or --drop, or parot gromov for different feature spaces
  [1]

Outputs are refused before the work, and are not touched:

  $ echo precious > plan.npz
  $ parot partial missing.csv b.csv --mass 1 -o plan.npz
  parot partial: plan.npz exists already; use -f to replace it
  [1]
  $ cat plan.npz
  precious
  $ parot partial a.csv b.csv --mass 1 -o plan.npz -f -q && parot certify plan.npz a.csv b.csv -q
  $ parot partial a.csv b.csv --mass 1 -o nowhere/plan.npz
  parot partial: -o nowhere/plan.npz: there is no directory 'nowhere'; make it first
  [1]
  $ mkdir directory.npz; parot partial a.csv b.csv --mass 1 -o directory.npz -f
  parot partial: -o directory.npz: is a directory; give the name of a file
  [1]
  $ parot partial a.csv b.csv --mass 1 -o /proc/plan.npz 2>&1 | grep -c '^parot partial: .*/proc/plan.npz: cannot be written'
  1
  $ parot partial a.csv b.csv --mass 1 > /dev/full
  parot partial: standard output: cannot be written: No space left on device
  [1]
  $ parot partial a.csv b.csv --mass 1 -q -o - > /dev/full
  parot partial: standard output: cannot be written: No space left on device
  [1]

A failed run leaves nothing, not even under another name:

  $ mkdir clean; parot partial a.csv id.csv --mass 1 --strict -o clean/plan.npz 2> /dev/null
  [1]
  $ ls -A clean

What does not fit into memory is refused before it is tried:

  $ parot make blobs --dims 1 -n 3000000 -o many.npy -q
  $ parot partial many.npy many.npy --mass 1 --entropic 1
  parot partial: the cost matrix of 3000000 x 3000000 needs 72 TB, * are free; use fewer points: --sample N takes a random sample (glob)
  [1]

Names on one side only:

  $ printf '0,1\n1,0\n' > plain.csv
  $ parot partial a.csv plain.csv --mass 1 > /dev/null
  parot partial: note: only a.csv has column names; columns are matched by position
  $ parot partial a.csv plain.csv --mass 1 -q

Labels of LIBSVM files are no coordinates:

  $ printf '1 1:2 2:3\n0 2:1\n' > data.libsvm
  $ parot partial data.libsvm data.libsvm --mass 1 > /dev/null
  parot partial: note: column 'label' of data.libsvm is used as a coordinate; --drop label leaves it out

Coordinates whose squared distances are not doubles are named by file and row, also where rows are put in order first:

  $ awk 'BEGIN {for (i = 0; i < 40; i++) print i * i % 17 "," (i == 7 ? "1e200" : i)}' > huge.csv
  $ awk 'BEGIN {for (i = 0; i < 40; i++) print i * i % 19 "," i}' > usual.csv
  $ for verb in 'register usual.csv huge.csv --overlap 0.5' 'register huge.csv usual.csv --overlap auto' 'gromov usual.csv huge.csv --metric sqeuclidean --mass 0.5' \
  >             'partial usual.csv huge.csv --mass 0.5' 'pu huge.csv usual.csv --scale none --metric sqeuclidean --prior 0.5'; do parot $verb; done
  parot register: huge.csv: squared distances of coordinates near 1e+200, as at (7,1), leave the range of double; rescale them
  parot register: huge.csv: squared distances of coordinates near 1e+200, as at (7,1), leave the range of double; rescale them
  parot gromov: huge.csv: squared distances of coordinates near 1e+200, as at (7,1), leave the range of double; rescale them or use euclidean
  parot partial: huge.csv: squared distances of coordinates near 1e+200, as at (7,1), leave the range of double; rescale them or use euclidean
  parot pu: huge.csv: squared distances of coordinates near 1e+200, as in row 7, after scaling, leave the range of double; rescale them or use euclidean
  [1]
