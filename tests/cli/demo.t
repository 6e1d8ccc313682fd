The demo of the README runs: what has the shape of the positives are the positives, what is near them is not. At most twelve lines, the
right answer first; the folder has the files of its commands, the figure, and nothing else:

  $ DEMO=demo "$TESTDIR/../../examples/cli/demo" > told.txt 2> notes.txt
  $ cat notes.txt
  $ test $(wc -l < told.txt) -le 12
  $ grep -c '^[$] parot' told.txt
  2
  $ LC_ALL=C awk '/^  accuracy/ { print ($2 > 90 ? "right" : $2 < 50 ? "wrong" : "undecided") }' told.txt
  right
  wrong
  $ grep '^The picture' told.txt
  The picture: demo/figure.svg demo/figure.png.
  $ ls -A demo
  by-place.csv
  by-shape.csv
  figure.png
  figure.svg
  positives.csv
  truth.csv
  unlabeled.csv
  $ /usr/bin/python3 -c 'import xml.etree.ElementTree as tree; print(tree.parse("demo/figure.svg").getroot().tag)'
  {http://www.w3.org/2000/svg}svg

The commands are those that it shows, and it can run again:

  $ (cd demo && grep '^[$] parot' ../told.txt | sed 's/^. //' | sh > ../again.txt 2> ../notes.txt)
  $ DEMO=demo "$TESTDIR/../../examples/cli/demo" | cmp - told.txt
