The demo of the README runs: what is near the positives are not the positives, what has their shape
is. It leaves its figure, and nothing else:

  $ mkdir temporary
  $ TMPDIR=$PWD/temporary DEMO_FIGURE=figure.svg "$TESTDIR/../../examples/cli/demo" > demo.txt 2> notes.txt
  $ cat notes.txt
  $ grep -c '^[$] parot' demo.txt
  6
  $ LC_ALL=C awk '/^  accuracy/ { print ($2 > 90 ? "right" : $2 < 50 ? "wrong" : "undecided") }' demo.txt
  wrong
  right
  $ LC_ALL=C awk '/ note: / { if (last < 2) print "too early: " $0; if (seen[$0]++) print "again: " $0 } /^  accuracy/ { last++ }' demo.txt
  $ grep -c ' note: ' demo.txt
  3
  $ tail -1 demo.txt
  The figure is */figure.svg. (glob)
  $ /usr/bin/python3 -c 'import xml.etree.ElementTree as tree; print(tree.parse("figure.svg").getroot().tag)'
  {http://www.w3.org/2000/svg}svg
  $ ls -A temporary
