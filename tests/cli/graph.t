A small tree, and a larger one in which it occurs once, up to a mirror image of its own; one node there has no edges:

  $ printf '# a tree\na b\nb c\nc d\nd e\nb f\n' > small.edges
  $ printf 'from,to\n1,2\n2,3\n3,4\n4,5\n5,6\n6,7\n3,8\n9\n' > large.edges
  $ parot gromov --graph small.edges large.edges --mass max -o pairs.csv
  parot gromov: note: large.edges has 2 parts that no edge connects; nodes in different parts count as 7 apart (--unreachable D)
  Graphs of 6 source and 9 target nodes, shortest-path distances, square loss
  
    mass moved     6 (100 % of the source, 66.67 % of the target)
    objective      0, that is distances that differ by 0 (root mean square)
    pairs          6
    source nodes   6 moved fully, 0 partly, 0 not at all
    target nodes   6 moved fully, 0 partly, 3 not at all
  
    start              objective    stationarity iterations
    triangles          * (glob)
    profiles           * (glob)
    prior-profiles     * (glob)
    product            * (glob)
    axes               * (glob)
    clusters           * (glob)
  
  The objective equals its lower bound: no plan is lower.
  Time: * (glob)
  Written to pairs.csv.

Nodes have the names of the lists; b, which has three neighbours, is 3:

  $ head -1 pairs.csv
  row,col,mass,source,target
  $ grep ,b, pairs.csv
  1,2,1,b,3
  $ cut -d, -f5 pairs.csv | sort | tr '\n' ' '
  2 3 4 5 6 8 target  (no-eol)

The same in a document, as a saved result that is drawn, and in a report:

  $ parot gromov --graph small.edges large.edges --mass max --json --plan -q > r.json
  $ /usr/bin/python3 -c 'import json
  > r = json.load(open("r.json"))
  > print(r["source_names"], len(r["target_names"]), r["objective"])
  > print(sorted(r["source_names"][i] + r["target_names"][j] for i, j in zip(r["plan"]["row"], r["plan"]["col"]))[1])'
  ['a', 'b', 'c', 'd', 'e', 'f'] 9 0
  b3
  $ parot gromov --graph small.edges large.edges --mass max -q -o saved.json --plot p.svg --report page.html
  $ grep -c '"source_names"' saved.json; grep -c '<html' page.html
  1
  1
  $ printf '1\n1\n1\n1\n1\n1\n' > six.csv; printf '1\n1\n1\n1\n1\n1\n1\n1\n1\n' > nine.csv
  $ parot plot saved.json --p six.csv --q nine.csv -o again.svg -q

Neighbours alone count, or the distance between parts is given, or edges have lengths and lead one way:

  $ parot gromov --graph small.edges large.edges --mass max --graph-distance adjacency 2> /dev/null | head -1
  Graphs of 6 source and 9 target nodes, adjacency distances, square loss
  $ parot gromov --graph small.edges large.edges --mass max --unreachable 50 2>&1 | head -1
  parot gromov: note: large.edges has 2 parts that no edge connects; nodes in different parts count as 50 apart (--unreachable D)
  $ printf 'x y 2\ny z 3\nz x 4\n' > ring.edges; printf '1 2 4\n2 3 2\n3 1 3\n' > turned.edges
  $ parot gromov --graph ring.edges turned.edges --directed --mass max --whole-rows -q -o - | cut -d, -f4-
  source,target
  x,2
  y,3
  z,1

Some nodes of the source, at the distances that they have in the whole graph:

  $ printf 'b\na\nf\n' > nodes.txt
  $ parot gromov --graph small.edges large.edges --source-nodes nodes.txt --mass max -q -o - | cut -d, -f4 | tr '\n' ' '
  source b a f  (no-eol)

What is dropped is said:

  $ printf 'a b\nb a\na a\n' > odd.edges
  $ parot gromov --graph odd.edges odd.edges --mass 0.5 2>&1 > /dev/null
  parot gromov: note: odd.edges: 1 edge from a node to itself dropped
  parot gromov: note: odd.edges: 1 edge between nodes that have another one dropped; the shortest is kept
  parot gromov: note: odd.edges: 1 edge from a node to itself dropped
  parot gromov: note: odd.edges: 1 edge between nodes that have another one dropped; the shortest is kept
  parot gromov: note: a node of a graph weighs 1, and --mass 0.5 is less than one node

The small graph is a part of the large one, whose other copies end earlier: all of it matches, with each of its nodes.

  $ parot gromov --graph small.edges large.edges --path 2> /dev/null | grep Elbow
  Elbow: all of the smaller side matches: the objective is 0
  $ parot gromov --graph small.edges large.edges --mass auto 2> /dev/null | grep -e chosen -e 'mass moved'
  Mass chosen: all of the smaller side matches: the objective is 0
    mass moved     6 (100 % of the source, 66.67 % of the target)

Two graphs with a part in common, 24 of 30 nodes with the same distances between them: the share that matches is found, and each node its own copy.

  $ /usr/bin/python3 -c 'import random
  > r = random.Random(3)
  > parent = [0] + [r.randrange(max(0, i - 4), i) for i in range(1, 24)]
  > common = [(i, parent[i], r.uniform(1, 3)) for i in range(1, 24)]
  > def write(name, prefix, low, high, more):
  >     with open(name, "w") as f:
  >         for i, j, d in common: print("%s%d %s%d %.6f" % (prefix, i, prefix, j, d), file=f)
  >         for k in range(6): print("%s%d %s%d %.6f" % (prefix, 24 + k, prefix, more[k], r.uniform(low, high)), file=f)
  > write("g.edges", "g", 9, 14, [23, 24, 25, 26, 27, 28])
  > write("h.edges", "h", 9, 14, [0, 0, 24, 24, 25, 25])'
  $ parot gromov --graph g.edges h.edges --path --json -q > path.json
  $ parot gromov --graph g.edges h.edges --mass auto -q -o common.csv --json > auto.json
  $ /usr/bin/python3 -c 'import json, csv
  > path, auto = json.load(open("path.json")), json.load(open("auto.json"))
  > print(path["has_elbow"], path["low"] <= .8 <= path["high"], path["total"], abs(auto["path"]["elbow"] - .8) <= .05)
  > pairs = list(csv.DictReader(open("common.csv")))
  > print(sum(float(p["mass"]) for p in pairs if p["source"][1:] == p["target"][1:]) >= 22)'
  True True 30 True
  True

The same graphs, each with a node that nothing leads to, whose distance to the others would be infinite:

  $ echo gx >> g.edges; echo hx >> h.edges
  $ parot gromov --graph g.edges h.edges --path --unreachable 200 2>&1 | grep -e parts -e Elbow
  parot gromov: note: g.edges has 2 parts that no edge connects; nodes in different parts count as 200 apart (--unreachable D)
  parot gromov: note: h.edges has 2 parts that no edge connects; nodes in different parts count as 200 apart (--unreachable D)
  Elbow: 0.* of the smaller side matches (0.* to 0.*) (glob)
  $ parot gromov --graph g.edges h.edges --mass auto -q -o again.csv 2> /dev/null
  $ head -1 again.csv
  row,col,mass,source,target
