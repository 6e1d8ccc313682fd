A group of six nodes that all know each other, known in one graph, is looked for in another, where it hangs on a longer tail:

  $ cat > make.py << END
  > def write(path, tag, tail):
  >     edges = [("g%d" % i, "g%d" % j) for i in range(6) for j in range(i)]
  >     edges += [("t%d" % i, "t%d" % (i - 1) if i else "g0") for i in range(tail)]
  >     open(path, "w").writelines(tag + a + " " + tag + b + "\n" for a, b in edges[::-1])
  > write("a.edges", "", 8)
  > write("b.edges", "n", 14)
  > open("known.txt", "w").writelines("g%d\n" % i for i in range(6))
  > END
  $ /usr/bin/python3 make.py
  $ parot pu --graph a.edges b.edges --positive-nodes known.txt --prior 0.3 -o labels.csv
  20 unlabeled points, 6 positives
  
    method         gromov
    settings       distances within each side, noise 0
    prior          0.3
    positive       6 rows (30 %)
    transport      objective 0, from 'triangles', one of 5 starts:
      triangles      0          0.0 % of the labels differ
      profiles       * (glob)
      prior-profiles * (glob)
      product        * (glob)
      clusters       * (glob)
  
  Time: * (glob)
  Written to labels.csv.

Rows are named after nodes, and so are their matches:

  $ head -1 labels.csv
  node,label,score,share,rank,match,match_cost
  $ awk -F, '$2 == 1 { print $1 }' labels.csv | sort | tr '\n' ' '
  ng0 ng1 ng2 ng3 ng4 ng5  (no-eol)
  $ awk -F, '$2 == 1 { print $6 }' labels.csv | sort | tr '\n' ' '
  g0 g1 g2 g3 g4 g5  (no-eol)

The order of edges and nodes does not matter, nor do a document and a page:

  $ tac b.edges > turned.edges
  $ parot pu --graph a.edges turned.edges --positive-nodes known.txt --prior 0.3 -q -o again.csv --report page.html
  $ sort again.csv | cut -d, -f1,2 > again; sort labels.csv | cut -d, -f1,2 | diff - again
  $ parot pu --graph a.edges b.edges --positive-nodes known.txt --prior 0.3 --graph-distance adjacency --json -q | grep -o '"positives": [0-9]*'
  "positives": 6

The page calls positives by their names too, and advises nothing that would be refused:

  $ /usr/bin/python3 -c 'import re
  > page = open("page.html").read()
  > print(sorted(set(re.findall(r">(g[0-9]+)<", page))))
  > print(re.search("Nothing was measured[^<]*", page).group())'
  ['g0', 'g1', 'g2', 'g3', 'g4', 'g5']
  Nothing was measured: tests for bias and hidden positives need tables, and these labels come from distances.
