Figures of saved results; the files are what their names say:

  $ parot make moons -n 40 -q -o a.csv
  $ parot make moons -n 40 --seed 1 -q | parot make blobs -n 10 --center 3,3 --add - -q -o b.csv
  $ parot partial a.csv b.csv --mass 0.75 -q -o plan.npz
  $ cat > look.py <<END
  > import sys, xml.etree.ElementTree as tree
  > import zlib
  > for name in sys.argv[1:]:
  >     data = open(name, "rb").read()
  >     if name.endswith(".svg"):
  >         root = tree.fromstring(data)
  >         print(name, root.tag.split("}")[1], root.get("width"), root.get("height"))
  >     elif name.endswith(".png"):
  >         place, packed = 8, b""
  >         while place < len(data):
  >             size, kind = int.from_bytes(data[place:place + 4], "big"), data[place + 4:place + 8]
  >             body = data[place + 8:place + 8 + size]
  >             if kind == b"IHDR":
  >                 width, height = (int.from_bytes(body[k:k + 4], "big") for k in (0, 4))
  >             packed += body if kind == b"IDAT" else b""
  >             place += 12 + size
  >         print(name, data[1:4].decode(), width, height, len(zlib.decompress(packed)) == height * (3 * width + 1))
  >     else:
  >         print(name, data[:5].decode(), data.rstrip().endswith(b"%%EOF"))
  > END
  $ for format in svg pdf png; do parot plot plan.npz a.csv b.csv -o clouds.$format; done
  Figure written to clouds.svg.
  Figure written to clouds.pdf.
  Figure written to clouds.png.
  $ /usr/bin/python3 look.py clouds.svg clouds.pdf clouds.png
  clouds.svg svg 680px 480px
  clouds.pdf %PDF- True
  clouds.png PNG 1360 960 True
  $ parot plot plan.npz a.csv b.csv --size 300x200 --title 'Två <moons> & more' -o small.svg -q
  $ /usr/bin/python3 look.py small.svg
  small.svg svg 300px 200px
  $ parot plot plan.npz -o - | head -c 5
  <?xml (no-eol)
  $ parot plot plan.npz -o matrix.svg.gz -q && zcat matrix.svg.gz | tail -1
  </svg>

Columns of equal weight that stay look alike, also where several of them share a cell:

  $ seq -s, 1 300 > row.csv; parot partial --cost row.csv --mass 0.4 -q -o row.npz
  $ parot plot row.npz -q -o - | grep -o 'fill:rgb(83.52[^;]*;fill-opacity:[0-9.]*' | sort -u | wc -l
  1

The same command makes the same bytes, and the verbs draw what plot draws:

  $ for format in svg pdf png; do
  >     parot plot plan.npz a.csv b.csv -o again.$format -q && cmp clouds.$format again.$format
  >     parot partial a.csv b.csv --mass 0.75 -q --plot direct.$format && cmp clouds.$format direct.$format
  > done

Weights that are not uniform are not in the file of a plan:

  $ printf '1\n1\n1\n' > ones.csv; printf '1,2,3\n4,5,6\n7,8,9\n' > c.csv
  $ parot partial --cost c.csv --p ones.csv --q ones.csv --mass 2 -q -o ones.json --plot ones.svg
  $ parot plot ones.json -o x.svg
  parot plot: ones.json moves a mass of 2, more than uniform weights of total 1 have; give the weights it was made with, --p FILE and --q FILE
  [1]
  $ parot plot ones.json --p ones.csv --q ones.csv -o weights.svg -q && cmp ones.svg weights.svg

Curves, from both of their formats:

  $ parot curve a.csv b.csv -o curve.json --plot curve.svg | tail -2
  Written to curve.json.
  Figure written to curve.svg.
  $ parot curve a.csv b.csv -o curve.csv -q
  $ parot plot curve.json -o one.svg -q && parot plot curve.csv -o two.svg -q
  $ cmp curve.svg one.svg && cmp one.svg two.svg

A mass that was chosen is marked, in green; --at marks it as well:

  $ parot plot curve.json --mass 0.5 -o marked.svg -q
  $ parot curve a.csv b.csv --at 0.5 --plot at.svg -q && cmp marked.svg at.svg
  $ grep -c 'stroke:rgb(0%,61.960[^"]*;' one.svg; grep -c 'stroke:rgb(0%,61.960[^"]*;' marked.svg
  0
  3

Spaces that have nothing in common, and how the starts went:

  $ parot make blobs -n 30 --dims 3 --blobs 2 -q -o space.csv
  $ parot gromov a.csv space.csv --mass 0.5 --restarts 2 -o search.json --plot search.svg | tail -2
  Written to search.json.
  Figure written to search.svg.
  $ parot plot search.json a.csv space.csv --kind clouds,history -o same.svg -q && cmp search.svg same.svg
  $ parot plot search.json --kind plan,history -o both.png -q
  $ /usr/bin/python3 -c 'import json
  > for r in (json.load(open("search.json")), json.loads(input())):
  >     starts = r["trials"]
  >     print(len(starts), all(len(s["objectives"]) == len(s["stationarities"]) > 0 for s in starts),
  >           all(a >= b for s in starts for a, b in zip(s["objectives"], s["objectives"][1:])))
  > ' <<END
  > $(parot gromov a.csv space.csv --mass 0.5 --restarts 2 --json)
  > END
  8 True True
  8 True True
  $ parot gromov a.csv space.csv --mass 0.5 -q -o search.npz && parot plot search.npz a.csv space.csv -q -o npz.svg

Labels, with the truth and without:

  $ parot make blobs -n 30 -q -o good.csv; parot make blobs -n 20 --seed 1 -q -o like.csv
  $ parot make blobs -n 40 --center 1,1 --noise 0.5 --seed 2 --add like.csv -q -o all.csv
  $ /usr/bin/python3 -c 'for i in range(60): print(int(i < 20))' > truth.csv
  $ parot pu good.csv all.csv --prior 0.3333 --truth truth.csv -q -o labels.csv --plot pu.svg
  $ parot pu good.csv all.csv --prior 0.3333 --method wasserstein -q -o moved.npy
  $ parot plot labels.csv good.csv all.csv --truth truth.csv --kind clouds,scores,confusion -q -o labels.svg
  $ parot plot labels.csv good.csv all.csv -q -o plain.svg && parot plot labels.csv -q -o scores.svg
  $ parot plot labels.csv moved.npy good.csv all.csv --truth truth.csv --kind truth,clouds -q -o side.svg
  $ parot prior good.csv all.csv --plot prior.svg | tail -1
  parot prior: note: prior 0.* is unreliable (0.* to 0.*): plateaus say 0.*, the lowest bin of scores 0.*; if it is known, it can be given to pu (--prior) (glob)
  Figure written to prior.svg.
  $ /usr/bin/python3 look.py pu.svg labels.svg plain.svg scores.svg side.svg prior.svg
  pu.svg svg 1470px 346px
  labels.svg svg 1470px 346px
  plain.svg svg 680px 480px
  scores.svg svg 620px 380px
  side.svg svg 1470px 346px
  prior.svg svg 560px 260px

Panels have room in a width, or go below each other; verbs take the same options:

  $ parot plot labels.csv good.csv all.csv --truth truth.csv --kind clouds,scores,confusion --size 700 -q -o two.svg -f
  $ parot pu good.csv all.csv --prior 0.3333 --truth truth.csv -q --plot phone.svg --size 400
  $ /usr/bin/python3 look.py two.svg phone.svg
  two.svg svg 700px 768px
  phone.svg svg 400px 1152px

A figure is light or dark; an SVG is what its reader prefers, unless told otherwise:

  $ for theme in light dark auto; do parot plot plan.npz a.csv b.csv --theme $theme -q -o $theme.svg; done
  $ cmp auto.svg clouds.svg; grep -c prefers-color-scheme light.svg dark.svg auto.svg
  light.svg:0
  dark.svg:0
  auto.svg:1
  $ grep -o 'fill:rgb([^;]*' light.svg | head -1; grep -o 'fill:rgb([^;]*' dark.svg | head -1
  fill:rgb(100%,100%,100%)
  fill:rgb(5.882353%,7.45098%,9.411765%)
  $ parot plot plan.npz a.csv b.csv --theme light -q -o light.png && cmp light.png clouds.png
  $ parot plot plan.npz a.csv b.csv --theme dark -q -o dark.png && cmp -s dark.png clouds.png
  [1]

Standard output has either the figure or the words:

  $ parot partial a.csv b.csv --mass 0.75 --plot - > figure.svg 2> words.txt
  $ cmp figure.svg clouds.svg; head -1 words.txt
  40 source and 50 target points, 2 coordinates, metric sqeuclidean

Twenty thousand points and pairs fit into a small file, which says what it leaves out:

  $ parot make moons -n 20000 -q -o many.npy
  $ /usr/bin/python3 - <<END
  > import json
  > n = 20000
  > json.dump({"schema": 1, "status": "solved", "mass": 1, "lambda": 0, "rows": n, "cols": n, "u": [0] * n, "v": [0] * n,
  >            "plan": {"row": list(range(n)), "col": list(range(n)), "mass": [1 / n] * n}}, open("many.json", "w"))
  > END
  $ parot plot many.json many.npy many.npy -q -o many.svg
  $ test $(stat -c %s many.svg) -lt 2000000

Labels look the same whoever draws them, pu itself or plot later; more than two columns are scaled as the method saw them:

  $ parot make blobs --dims 5 -n 40 -q -o five.csv; parot make blobs --dims 5 -n 60 --noise 2 --seed 1 -q -o rows.csv
  $ parot pu five.csv rows.csv --prior 0.4 --method nearest -q -o five_labels.csv --plot by_pu.svg
  $ parot plot five_labels.csv five.csv rows.csv --kind clouds,scores -q -o by_plot.svg
  $ cmp by_pu.svg by_plot.svg
  $ parot pu five.csv rows.csv --prior 0.4 --method wasserstein --scale minmax --pca 3 -q -o five_labels.csv -f --plot by_pu.svg
  $ parot plot five_labels.csv five.csv rows.csv --kind clouds,scores --scale minmax --pca 3 -q -f -o by_plot.svg
  $ cmp by_pu.svg by_plot.svg
  $ parot plot five_labels.csv five.csv rows.csv --kind clouds --scale none -q -o raw.svg
  $ parot plot five_labels.csv five.csv rows.csv --kind clouds -q -o scaled.svg; cmp -s raw.svg scaled.svg
  [1]

--json tells what was drawn:

  $ parot plot five_labels.csv five.csv rows.csv --json -f -o scaled.svg
  {"schema": 1, "status": "solved", "output": "scaled.svg", "panels": ["clouds"], "scale": "rank", "seconds": {*}} (glob)

Options that would change nothing are refused:

  $ parot plot plan.npz a.csv b.csv --scale rank -q -o x.svg

Names with code points that are no characters, and axes of the smallest numbers, are drawn:

  $ printf 'a\357\277\277\357\267\220\360\237\277\276b,y\n1,2\n3,4\n' > odd.csv
  $ parot partial odd.csv odd.csv --mass 0.5 -q --plot odd.svg
  $ printf 'x,y\n1e-323,1\n5e-324,2\n1e-323,3\n5e-324,4\n' > tiny.csv
  $ parot partial tiny.csv tiny.csv --mass 0.5 -q --plot tiny.svg
