The program of examples/python draws a plan that the command wrote:

  $ parot make moons -n 30 -q -o source.csv
  $ parot make blobs -n 10 --center 3,3 --add source.csv -q -o target.csv
  $ parot partial source.csv target.csv --mass 0.75 -q -o plan.json
  $ /usr/bin/python3 "$TESTDIR/../../examples/python/draw_plan.py" source.csv target.csv plan.json > plan.svg
  $ head -1 plan.svg | cut -c1-4
  <svg
  $ grep -c circle plan.svg
  30
  $ /usr/bin/python3 -c 'import xml.etree.ElementTree as tree; print(tree.parse("plan.svg").getroot().tag)'
  {http://www.w3.org/2000/svg}svg
