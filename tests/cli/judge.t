Anybody's plan, without prices: how far above the optimum is it? Two rows and two columns, each of weight 1; straight across
costs 1 + 1, crosswise 3 + 5. The mass is that of the plan.

  $ printf '0\n10\n' > x.csv; printf '1\n11\n' > y.csv; printf '1\n1\n' > ones.csv; printf '1,3\n5,1\n' > c.csv
  $ printf 'row,col,mass\n0,0,1\n1,1,1\n' > best.csv
  $ parot certify best.csv --cost c.csv --p ones.csv --q ones.csv
  A plan of 2 entries between 2 rows and 2 columns
  
    mass moved     2 (100 % of the source, 100 % of the target)
    cost           2
    optimum        2, solved for that mass
    bound          2: no plan of that mass costs less
    above          0, that is 0 % of the optimum
    missed         0 of the mass, by rows, columns and the total together
  
  Exact: no plan of that mass costs less than 2.
  Time: * (glob)

Nine parts of the best plan and one of the worst cost 0.9 * 2 + 0.1 * 8 = 2.6: 30 % above.

  $ printf 'row,col,mass\n0,0,0.9\n1,1,0.9\n0,1,0.1\n1,0,0.1\n' > mixed.csv
  $ parot certify mixed.csv --cost c.csv --p ones.csv --q ones.csv | tail -n +3
    mass moved     2 (100 % of the source, 100 % of the target)
    cost           2.6
    optimum        2, solved for that mass
    bound          2: no plan of that mass costs less
    above          0.6*, that is 30 % of the optimum (glob)
    missed         * of the mass, by rows, columns and the total together (glob)
  
  30 % above the optimum: the cheapest plan of that mass costs 2.
  Time: * (glob)
  $ parot certify mixed.csv --cost c.csv --p ones.csv --q ones.csv -q
  [1]
  $ parot certify mixed.csv --cost c.csv --p ones.csv --q ones.csv --tolerance 0.5 | grep Exact
  Exact: no plan of that mass costs less than 2.
  $ parot certify mixed.csv --cost c.csv --p ones.csv --q ones.csv --json | /usr/bin/python3 -c '
  > import json, sys
  > d = json.load(sys.stdin)
  > print(d["status"], d["of"], d["verdict"], round(d["above"], 9), d["optimum"], d["count"])'
  not proved plan above 0.3 2 4

All forms of a file say the same: names or none, tabs, a matrix, JSON, what scipy.sparse and NumPy write.

  $ tail -n +2 mixed.csv > bare.csv; tr , '\t' < mixed.csv > mixed.tsv; printf 'i j mass\n0 0 0.9\n1 1 0.9\n0 1 0.1\n1 0 0.1\n' > blanks.txt
  $ printf '0.9,0.1\n0.1,0.9\n' > matrix.csv; gzip -k mixed.csv
  $ echo '{"row": [0, 1, 0, 1], "col": [0, 1, 1, 0], "mass": [0.9, 0.9, 0.1, 0.1]}' > lists.json
  $ echo '{"plan": {"row": [0, 1, 0, 1], "col": [0, 1, 1, 0], "mass": [0.9, 0.9, 0.1, 0.1]}}' > plan.json
  $ echo '[[0, 0, 0.9], [1, 1, 0.9], [0, 1, 0.1], [1, 0, 0.1]]' > triples.json
  $ /usr/bin/python3 -c '
  > import numpy as np, scipy.sparse as sparse
  > T = np.array([[.9, .1], [.1, .9]])
  > np.save("matrix.npy", T)
  > np.savez("matrix.npz", T)
  > np.savez("lists.npz", row=[0, 1, 0, 1], col=[0, 1, 1, 0], mass=[.9, .9, .1, .1])
  > for kind in "coo", "csr", "csc":
  >     sparse.save_npz(kind, sparse.coo_array(T).asformat(kind))'
  $ for file in bare.csv mixed.tsv blanks.txt matrix.csv mixed.csv.gz lists.json plan.json triples.json matrix.npy matrix.npz lists.npz coo.npz csr.npz csc.npz; do
  >     parot certify $file --cost c.csv --p ones.csv --q ones.csv | grep -c '^30 % above the optimum: the cheapest plan of that mass costs 2.$'
  > done | uniq -c | tr -s ' '
   14 1
  $ parot certify - --cost c.csv --p ones.csv --q ones.csv < mixed.csv | grep '^30'
  30 % above the optimum: the cheapest plan of that mass costs 2.
  $ parot certify csc.npz --cost c.csv --p ones.csv --q ones.csv --base 1 | grep '^30'
  30 % above the optimum: the cheapest plan of that mass costs 2.

A transposed compressed matrix is the other plan: its layout is read, not guessed.

  $ /usr/bin/python3 -c '
  > import scipy.sparse as sparse
  > for kind in "csr", "csc":
  >     sparse.save_npz("one" + kind, sparse.coo_array([[0, 1.], [0, 0]]).asformat(kind))'
  $ for kind in csr csc; do parot certify one$kind.npz --cost c.csv --p ones.csv --q ones.csv | grep '^  cost'; done
    cost           3
    cost           3

Less mass than the whole is compared with the cheapest plan of that mass; --mass says what it should be.

  $ printf '0,1,0.5\n' > half.csv
  $ parot certify half.csv --cost c.csv --p ones.csv --q ones.csv | tail -2 | head -1
  200 % above the optimum: the cheapest plan of that mass costs 0.5.
  $ parot certify half.csv --cost c.csv --p ones.csv --q ones.csv --mass 1 | tail -3 | head -2
  NOT A PLAN of this problem: it misses its constraints.
  It moves 0.5, and should move 1.

What is no plan of the problem is named. Without --p and --q rows weigh 1/2.

  $ parot certify best.csv --cost c.csv | tail -5 | head -4
  NOT A PLAN of this problem: it misses its constraints.
  row 0 carries 0.5 beyond its weight; if these are not the weights, give them with --p.
  column 0 carries 0.5 beyond its weight; if these are not the weights, give them with --q.
  It moves 2, and should move 1.
  $ printf '0,0,1.5\n1,1,-0.5\n' > below.csv; parot certify below.csv --cost c.csv --p ones.csv --q ones.csv | grep -A1 '^row\|^Entry'
  row 0 carries 0.5 beyond its weight; if these are not the weights, give them with --p.
  column 0 carries 0.5 beyond its weight; if these are not the weights, give them with --q.
  Entry 1, (1, 1), has the mass -0.5; masses must be 0 or more.
  Time: * (glob)
  $ printf '1,inf\n5,1\n' > forbidden.csv; parot certify half.csv --cost forbidden.csv --p ones.csv --q ones.csv | grep Entry
  Entry 0, (0, 1), uses a forbidden pair.
  $ printf 'name,x\nann,0\nbob,10\n' > named.csv; printf 'name,x\nc,1\nd,11\n' > other.csv
  $ parot certify best.csv named.csv other.csv --id name | grep carries
  source row 0 (ann) carries 0.5 beyond its weight; if these are not the weights, give them with --p.
  target row 0 (c) carries 0.5 beyond its weight; if these are not the weights, give them with --q.

Numbers are those of the plan: with --base 1 they count from 1.

  $ printf 'row,col,mass\n1,1,1\n2,2,1\n' > one.csv; parot certify one.csv --cost c.csv --base 1 | grep carries
  row 1 carries 0.5 beyond its weight; if these are not the weights, give them with --p.
  column 1 carries 0.5 beyond its weight; if these are not the weights, give them with --q.
  $ printf 'row,col,mass\n1,2,0.5\n' > pair.csv; parot certify pair.csv --cost forbidden.csv --p ones.csv --q ones.csv --base 1 | grep Entry
  Entry 1, (1, 2), uses a forbidden pair.

Digits that can be used, of small distances too; where the optimum is 0, the distance itself. A thousandth of half of each
row moves crosswise, which costs 0.0005 (3 + 5 - 2) more than 2.

  $ printf '0,0,0.9995\n1,1,0.9995\n0,1,0.0005\n1,0,0.0005\n' > little.csv
  $ parot certify little.csv --cost c.csv --p ones.csv --q ones.csv | grep above
    above          0.003, that is 0.15 % of the optimum
  0.15 % above the optimum: the cheapest plan of that mass costs 2.
  $ printf '0,0,0.99999\n1,1,0.99999\n0,1,0.00001\n1,0,0.00001\n' > less.csv
  $ parot certify less.csv --cost c.csv --p ones.csv --q ones.csv | grep above
    above          6e-05, that is 0.003 % of the optimum
  0.003 % above the optimum: the cheapest plan of that mass costs 2.
  $ printf '0,3\n5,0\n' > zero.csv
  $ parot certify less.csv --cost zero.csv --p ones.csv --q ones.csv | grep above
    above          8e-05; the optimum is too near 0 for per cent
  8e-05 above the optimum: the cheapest plan of that mass costs 0.

At a price, or with prices of points, plans of any mass are compared, by what they cost with what they leave. At the price 4
moving straight across saves 3 a unit; half of it leaves 1 + 1 of the source, which costs 4 each way.

  $ parot certify best.csv --cost c.csv --p ones.csv --q ones.csv --price 4 | tail -2 | head -1
  Exact: no plan, counting what is left unmatched, costs less than 2.
  $ printf '0,0,0.5\n1,1,0.5\n' > halves.csv
  $ parot certify halves.csv --cost c.csv --p ones.csv --q ones.csv --price 4 | tail -n +3
    mass moved     1 (50 % of the source, 50 % of the target)
    cost           5, with what is left unmatched
    optimum        2, solved at these prices
    bound          2: no plan, counting what is left unmatched, costs less
    above          3, that is 150 % of the optimum
    missed         0 of the mass, by rows, columns and the total together
  
  150 % above the optimum: the cheapest plan, counting what is left unmatched, costs 2.
  Time: * (glob)
  $ parot certify halves.csv --cost c.csv --p ones.csv --q ones.csv --price 0.5 | tail -2 | head -1
  50 % above the optimum: the cheapest plan, counting what is left unmatched, costs 1.
  $ printf '1\n0\n' > a.csv; printf '1\n0.5\n' > b.csv
  $ printf '0,0,1\n' > first.csv; parot certify first.csv --cost c.csv --p ones.csv --q ones.csv --price-source a.csv --price-target b.csv | tail -2 | head -1
  Exact: no plan, counting what is left unmatched, costs less than 1.5.
  $ printf 'x,miss\n0,1\n10,9\n' > tracks.csv; printf 'x,miss\n1,1\n13,1\n' > seen.csv
  $ parot certify first.csv tracks.csv seen.csv --p ones.csv --q ones.csv --price-column miss | tail -2 | head -1
  10 % above the optimum: the cheapest plan, counting what is left unmatched, costs 10.
  $ parot certify best.csv tracks.csv seen.csv --p ones.csv --q ones.csv --price-column miss -q

A result for other prices does not pass, and the options are named that it may need.

  $ parot partial tracks.csv seen.csv --p ones.csv --q ones.csv --price-column miss -q -o priced.npz
  $ parot certify priced.npz tracks.csv seen.csv --p ones.csv --q ones.csv | tail -3
  The file states a different cost, bound or price. If it was made with --metric, --scale,
  --columns, --drop, --sample, or with --price, --price-column, --price-source or --price-target,
  the same options are needed here.
  $ parot partial --cost c.csv --price 2 -q -o two.npz; parot certify two.npz --cost c.csv --price 1.5 | tail -3
  The file states a different cost, bound or price. If it was made with
  --price, --price-column, --price-source or --price-target,
  the same option is needed here.

Refusals name file, line and rule. Rows and columns count from 0; a plan that can only count from 1 is told so.

  $ printf 'i,j,mass\n1,1,1\n\n# the second pair\n2,2,1\n' > matlab.csv
  $ parot certify matlab.csv x.csv y.csv --p ones.csv --q ones.csv
  parot certify: matlab.csv line 5: row 2 is outside the 2 rows of the source, which count from 0 to 1; this plan can only count from 1: give base 1 (--base 1)
  [1]
  $ parot certify matlab.csv x.csv y.csv --p ones.csv --q ones.csv --base 1 -q

Large clouds need no matrix, which would take 3.2 GB here: the command has 1 GB. What partial writes as a table is exact; with columns
that are one place off it is not.

  $ parot make moons -n 20000 -o large0.csv -q; parot make moons -n 20000 --seed 1 -o large1.csv -q
  $ export PAROT_MEMORY=1e9
  $ parot partial large0.csv large1.csv --mass 0.3 -q -o large.csv
  $ parot certify large.csv large0.csv large1.csv | tail -2 | head -1
  Exact: no plan of that mass costs less than *. (glob)
  $ awk -F, 'NR > 1 {print $1 "," ($2 + 1) % 20000 "," $3}' large.csv > off.csv
  $ parot certify off.csv large0.csv large1.csv | tail -2 | head -1
  * % above the optimum: the cheapest plan of that mass costs *. (glob)
