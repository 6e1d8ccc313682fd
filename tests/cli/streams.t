Standard input takes any table, compressed or not, named or not:

  $ parot make moons -n 20 -o a.csv -q; parot make rotated -n 20 --seed 1 -o b.csv -q
  $ parot make moons -n 20 -o a.npy -q; gzip -k a.csv
  $ parot partial a.csv b.csv --mass 0.5 -q -o plan.csv
  $ parot partial - b.csv --mass 0.5 -q -o - < a.csv | cmp - plan.csv
  $ parot partial - b.csv --mass 0.5 -q -o - < a.csv.gz | cmp - plan.csv
  $ parot partial - b.csv --mass 0.5 -q -o - < a.npy | cmp - plan.csv
  $ parot partial a.csv.gz b.csv --mass 0.5 -q -o - | cmp - plan.csv
  $ tr , '\t' < a.csv | parot partial - b.csv --mass 0.5 -q -o - | cmp - plan.csv
  $ tr , ';' < a.csv | parot partial - b.csv --mass 0.5 -q -o - | cmp - plan.csv

What goes wrong there is said of standard input:

  $ : | parot partial - b.csv --mass 0.5 --strict
  parot partial: standard input: is empty
  [1]

Nothing but results is on standard output, and nothing but errors on standard error when quiet:

  $ parot partial a.csv b.csv --mass 0.5 -v 2> notes.txt > result.txt
  $ grep -c . notes.txt
  3
  $ parot partial a.csv b.csv --mass 0.5 2> notes.txt > /dev/null; cat notes.txt
  $ parot partial a.csv b.csv --mass 0.5 -q

No progress where there is no terminal, and options may stand anywhere:

  $ parot partial --mass 0.5 a.csv -q b.csv --threads 2 -o - | cmp - plan.csv
  $ parot partial --mass=0.5 -q -o- -- a.csv b.csv | cmp - plan.csv
