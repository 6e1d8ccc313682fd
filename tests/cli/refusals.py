"""Does every option refuse what is no value of it, and does each verb refuse what does not go together?

A refusal is one line on standard error that begins with the verb; the exit code is 2 for what is wrong on the command line and 1 for
what is wrong with files; nothing is on standard output, and no file is made or changed. First each option of each verb gets wrong
values, by what `parot help --options VERB` says of it; then each line of REFUSALS is run. Transcripts show one refusal of each form.
"""
import os
import re
import subprocess
import sys
import tempfile

IS_SHORT = "PAROT_INSTANCES" in os.environ  # builds that take ten times as long: each option with one verb

# With these each verb works, so that what is refused is the option that comes after.
BASES = {
    "pu": "pos.csv all.csv --prior 0.5 --method nearest", "predict": "model.npz all.csv", "prior": "pos.csv all.csv",
    "partial": "a.csv b.csv --mass 0.5", "curve": "a.csv b.csv", "gromov": "a.csv b.csv --mass 0.5", "match": "a.csv b.csv",
    "align": "a.csv b.csv", "plot": "plan.npz a.csv b.csv -o out.svg", "register": "a.csv b.csv --overlap 0.7",
    "drift": "pos.csv all.csv", "explain": "plan.npz 3 a.csv b.csv", "certify": "plan.npz a.csv b.csv", "cost": "a.csv b.csv",
    "pairwise": "a.csv b.csv", "convert": "a.csv out.csv", "doctor": "a.csv", "make": "moons",
}

# Of options that many verbs take from the same table, the first verb is enough.
SHARED = {"--report", "--threads", "--seed", "--time-limit", "--theme", "--size", "--scale", "--id", "--categories", "--columns", "--drop",
          "--na", "--sample", "--decimal", "--p", "--q", "--pca", "--fold", "--kind", "--kernel", "--classifier", "--rounds", "--trees",
          "--leaf", "--neighbours"}

# Any text is a value of these.
FREE = {"--na-values", "--title", "--journal"}

FILES = {
    "a.csv": "x,y\n" + "".join("%d,%d\n" % (i, i * i % 7) for i in range(8)),
    "b.csv": "x,y\n" + "".join("%d,%d\n" % (i, i * i % 5) for i in range(6)),
    "c.csv": "u,v,w\n" + "".join("%d,%d,%d\n" % (i, i * i % 5, i * i % 3) for i in range(8)),
    "pos.csv": "x,y\n0,0\n1,0\n0,1\n1,1\n",
    "all.csv": "x,y\n0,0.5\n9,8\n0.5,0\n8,9\n9,9\n0.5,0.5\n",
    "shape.csv": "p,q\n1,2\n5,2\n7,9\n",
    "named.csv": "name,x,y\nann,0,1\nbob,3,2\ncid,9,5\n",
    "marked.csv": "x,known\n0,1\n5,0\n0.1,1\n6,0\n",
    "weight.csv": "x,y,weight\n0,1,0.5\n",
    "chosen.csv": "x,y,e,f\n0,1,0.5,often\n1,0,7,1\n",
    "text.csv": "x,kind,cap\n1,red,0.5\n2,blue,1\n",
    "long.csv": "x1,x2,x3,x4\n0,1,2,3\n5,6,7,8\n",
    "label.csv": "label,x\n1,2\n0,3\n",
    "zero.csv": "x,y\n0,0\n1,2\n",
    "gaps.csv": "a,b\n,1\nNA,2\n",
    "holes.csv": "t\n1\nNA\n0\n1\n0\n1\n",
    "twins.csv": "x,x\n1,2\n",
    "wide.csv": "x,y\n-1.7e308,1\n1.7e308,2\n",
    "cost.csv": "1,2\n3,4\n",
    "many.csv": "x,y\n" + "".join("%d,%s\n" % (i, "1e200" if i == 2000 else "1") for i in range(3000)),
    "below.csv": "0,-inf\n",
    "d.csv": "0,1\n1,0\n",
    "line.csv": "x\n0\n1\n3\n",
    "one.csv": "1\n", "two.csv": "1\n1\n",
    "kept.csv": "1\n", "kept.npy": "1\n", "kept.npz": "1\n", "kept.svg": "1\n", "kept.html": "1\n", "kept.json": "1\n",
    "inf.csv": "1\ninf\n2\n1\n1\n1\n1\n1\n",
    "anchors.csv": "0,1\n3,60\n",
    "entries.csv": "row,col,mass\n0,0,0.1\n",
    "names.csv": "i,j,mass\nann,c,1\n",
    "doubt.csv": "0,0,1\n1,1,1\n", "costs.csv": "1,2,3\n4,5,6\n",
    "far.json": '{"row": [0, 9], "col": [0, 1], "mass": [1, 1]}',
    "bare.json": '{"schema": 1}',
    "a.edges": "1 2\n2 3\n", "b.edges": "1 2\n2 3\n3 4\n", "long.edges": "a b 1e308\nb c 1e308\n",
    "nodes.txt": "1\nnobody\n", "other.txt": "1\n12\n", "bad.edges": "a b\nc d x y\n",
    "torn.csv": 'a,k\n1,2\n"3,4\n', "money.csv": "x\n$4\n5\n", "bare.csv": "0,inf\n", "cut.npy": "\x93NUMPY\1\0",
}

MADE = """
partial a.csv b.csv --mass 0.5 -o plan.npz
partial a.csv b.csv --mass 0.5 -o plan.csv
curve a.csv b.csv -o curve.json
pu pos.csv all.csv --prior 0.5 --method nearest -o labels.csv --model model.npz
"""
# Exit code, command, what it says after its name; with ... at the end, how that begins.
REFUSALS = """
2 align a.csv => needs two files, SOURCE and TARGET; got 1 file
2 align a.csv b.csv --mass 1.5 => --mass 1.5: must be in (0,1], or auto
2 align a.csv b.csv --features x --feature-share 1 => --feature-share 1: must be in (0,1)
2 align - b.csv --features x => --features: files are read twice, which standard input cannot; save it first
1 align a.csv b.csv --anchors anchors.csv => --anchors anchors.csv: pair 2 names row 60 of b.csv, which is not among its rows; they count from 0
1 align a.csv b.csv --anchors c.csv => --anchors c.csv: needs two columns, rows of both files; it has 3

2 certify => which plan? Give the file that `parot partial -o` wrote, or any table of row, col and mass
2 certify plan.npz a.csv => PLAN comes first (here plan.npz), then two files of points, SOURCE and TARGET, or --cost FILE; got 1 file after it
2 certify plan.npz a.csv b.csv --base 1 => --base: plan.npz is a result with prices, whose rows count from 0; drop it
2 certify plan.npz a.csv b.csv --price 2 --mass 1 => --mass and --price: give only one of them
1 certify entries.csv --cost cost.csv --p two.csv --q two.csv --mass 3 => --mass 3 exceeds min(sum p, sum q) = 2; use --mass max for that much
2 certify - - b.csv => '-' is given twice, but standard input can be read only once
1 certify names.csv a.csv b.csv => names.csv line 2, column row: 'ann' is not a number; a plan names rows by their numbers
1 certify far.json a.csv b.csv => far.json: entry 1: row 9 is outside the 8 rows of the source, which count from 0 to 7; is it a plan of these files?
1 certify bare.json a.csv b.csv => bare.json: ...
1 certify doubt.csv --cost costs.csv => doubt.csv: 2 x 3 numbers may be the plan as a matrix or its entries; ...
1 certify entries.csv many.csv b.csv => many.csv: squared distances of coordinates near 1e+200, as at (2000,1), leave the range of double; ...

2 convert a.csv => needs two names, IN and OUT; got 1
2 convert a.csv in.xls => OUT in.xls: the name must end in one of .csv .tsv .npy .npz .libsvm .svm .json (each also with .gz)
2 convert a.csv out.json => OUT out.json: the name must end in one of .csv .tsv .npy .npz .libsvm .svm (each also with .gz)
2 convert plan.npz out.npy => OUT out.npy: the name must end in one of .json .npz .csv .tsv (each also with .gz)
1 convert a.csv b.csv => b.csv exists already; use -f to replace it
1 convert a.csv a.libsvm => a.libsvm: LIBSVM begins each row with a label; name its column with --label-column COL
1 convert a.csv x.csv --drop x,y => --drop x,y: no column of a.csv would be left
1 convert label.csv x.libsvm --label-column x => --label-column x: label.csv has a column 'label' already; --drop label first
1 convert plan.npz x.csv --drop u => --drop applies only to tables; plan.npz is a result
2 convert a.csv - --json => --json and OUT - both want standard output; drop one of them
1 convert bare.json x.csv => bare.json: ...
1 convert money.csv - --strict => money.csv line 2, column 'x': '$4' is an amount of money; write the number alone

2 cost => needs one or two files of points; got 0
2 cost a.csv b.csv b.csv => needs one or two files of points; got 3
2 cost - - => '-' is given twice, but standard input can be read only once
2 cost a.csv --json => --json and the matrix both want standard output; add -o FILE
2 cost a.csv --metric euclid => --metric euclid: unknown; did you mean 'euclidean'?
1 cost zero.csv --metric cosine => zero.csv: point 1 is zero and has no direction; remove it or use another --metric than cosine
1 cost zero.csv --metric correlation => zero.csv: point 1 has all coordinates equal and no correlation; remove it or use another --metric than correlation

2 curve a.csv b.csv --mass 0 => --mass 0: must be a positive number, or 'max'
2 curve a.csv b.csv --mass 2 => --mass 2 exceeds min(sum p, sum q) = 1 (uniform weights add up to 1, so the mass is a fraction); use --mass max for that much
2 curve a.csv b.csv --at 0.5,,1 => --at: '' is not a mass; give numbers that are 0 or more, such as 0.5,1,2
2 curve a.csv b.csv --at 0.5,-1 => --at: '-1' is not a mass; give numbers that are 0 or more, such as 0.5,1,2
2 curve a.csv b.csv --mass 0.5 --at 0.25,0.75 => --at 0.75 exceeds 0.5, where the curve ends
2 curve a.csv b.csv --at 2 => --at 2 exceeds 1, where the curve ends
1 curve --cost cost.csv --p two.csv --q two.csv --at 4 => --at 4 exceeds 2, where the curve ends
2 curve a.csv b.csv --json --sketch => --json and --sketch both want standard output; drop one of them
2 curve a.csv b.csv --at 0 -o at.json => -o at.json: the name must end in one of .csv .tsv .npy (each also with .gz)
1 curve a.csv b.csv --rows a.csv -f => --rows would replace a.csv, which is an input file; choose another name

2 doctor => which files? Give one or more

2 explain plan.npz => needs RESULT and ROW, and the files that RESULT was made from; got 1 argument
2 explain plan.npz 0 => needs two files of points, SOURCE and TARGET, or --cost FILE; got 0 files
1 explain plan.npz 8 a.csv b.csv => ROW 8: the source has rows 0 to 7
2 explain plan.npz x a.csv b.csv => ROW x: must be a whole number from 0 to ...
2 explain plan.npz 0 a.csv b.csv --fold 2 => --fold applies only to labels of parot pu; RESULT is a plan
1 explain plan.npz 0 pos.csv pos.csv => plan.npz is a plan for 8 x 6, the problem is 4 x 4; these are not the files and options (--sample, --na) it was made from
1 explain labels.csv 99 pos.csv all.csv => ROW 99: no row of labels.csv has that id; the first has 0
1 explain labels.csv 1 pos.csv pos.csv => labels.csv has 6 labels, pos.csv 4 rows; these are not the files it was made from
1 explain pos.csv 0 pos.csv all.csv => pos.csv: is neither a result (.npz, .json) nor labels of parot pu (an id, then columns label, score and rank)
2 explain plan.csv 0 --cost cost.csv => plan.csv: labels need the files POSITIVES and UNLABELED after ROW, and no costs or weights
1 explain plan.csv 0 a.csv b.csv => plan.csv: holds a plan without its prices; keep the result as .npz or .json

2 gromov a.csv b.csv => how much mass? Give --mass S, --mass max for the smaller total, or --mass auto for what matches
2 gromov a.csv --mass 1 => needs two files, SOURCE and TARGET; got 1
2 gromov a.csv b.csv --mass 1 --fused 2 => --fused 2: must be between 0 (costs alone) and 1 (distances alone)
2 gromov a.csv b.csv --mass 1 --start profile => --start profile: unknown; did you mean 'profiles'?
2 gromov a.csv b.csv --mass 1 --start auto,random => --start auto means all starts that apply and cannot be combined with others; --restarts N adds random ones
2 gromov a.csv b.csv --mass 1 --start partial => --start partial needs costs between the spaces: --cost FILE or --fused A
2 gromov a.csv b.csv --mass 1 --metric geodesic:0 => --metric geodesic:K 0: must be a whole number from 1 to 2147483647
2 gromov d.csv d.csv --distances --mass 1 --fused 0.5 => --fused with --distances needs the costs between the spaces too: --cost FILE
2 gromov d.csv d.csv --distances --mass 1 --metric cosine => --metric applies only to points; it has no meaning with --distances
2 gromov a.csv b.csv --mass 1 --plan => --plan adds to the document of --json; give both, or -o FILE
2 gromov a.csv b.csv --mass 1.5 => --mass 1.5 exceeds min(sum p, sum q) = 1 (uniform weights add up to 1, so the mass is a fraction); use --mass max for that much
1 gromov a.csv b.csv --distances --mass 1 => a.csv is 8 x 2; distances are square (without --distances it is read as points)
1 gromov a.csv b.csv --cost d.csv --mass 0.5 => d.csv is 2 x 2, the spaces have 8 and 6 points
1 gromov a.csv b.csv --cost a.csv --mass 0.5 => a.csv is 8 x 2, the spaces have 8 and 6 points
1 gromov b.csv a.csv --mass 0.5 --start-plan plan.npz => plan.npz is a plan for 8 x 6, the spaces have 6 and 8 points
1 gromov a.csv b.csv --mass 0.4 --start-plan plan.npz => --start-plan plan.npz: moves 0.5, the problem's mass is 0.4; scale the plan to it
1 gromov a.csv b.csv --mass 0.5 --loss kl => b.csv: the KL loss needs numbers > 0, got 0 at (0,0); use --loss square
1 gromov a.csv b.csv --mass 0.51 --whole-rows => --whole-rows: ...
2 gromov a.csv b.csv --path --mass 0.5 => --path is for all masses: leave out --mass
2 gromov a.csv b.csv --path --coupling t.npy => --path writes a table of masses; --coupling needs one plan: use --mass auto
2 gromov a.csv b.csv --mass auto --whole-rows => --mass auto: few masses are sums of whole rows; leave out --whole-rows
1 gromov a.csv b.csv --mass 0.5 --entropic 0 => --entropic: must be positive and finite, got 0
2 gromov a.csv b.csv --mass auto --entropic 1 => --mass auto: --entropic is for one mass; give it
2 gromov a.csv b.csv --mass 0.5 --entropic 1 --restarts 3 => --restarts: --entropic begins at the product of the weights, or at --start-plan; drop it
2 gromov a.csv b.csv --mass 0.5 --entropic 1 --plot p.svg => --plot: plans of --entropic cannot be drawn; drop it
2 gromov a.csv b.csv --mass 0.5 --entropic 1 -o x.npz => -o x.npz: ...
1 gromov --graph a.edges b.edges --source-nodes nodes.txt --mass max => nodes.txt: node 'nobody' is not in a.edges
1 gromov --graph long.edges a.edges --mass 1 => long.edges: the lengths add up to more than the largest double; divide them all by the same number
1 gromov --graph bad.edges a.edges --mass 1 => bad.edges line 2: has 4 cells; an edge is FROM TO or FROM TO LENGTH, ...
2 gromov a.edges b.edges --mass 1 --directed => --directed applies only to graphs; add --graph if the files are lists of edges
2 gromov --graph --distances a.edges b.edges --mass 1 => --distances and --graph: give only one of them
2 gromov --graph a.edges b.edges --mass 1 --metric cosine => --metric applies only to points; it has no meaning with --graph
2 gromov --graph a.edges b.edges --mass 1 --fused 0.5 => --fused with --graph needs the costs between the spaces too: --cost FILE
2 gromov --graph a.edges b.edges --mass 1 --unreachable 0 => --unreachable 0: must be positive
1 gromov --graph a.edges b.edges --mass 7 => --mass 7 ...

2 make => needs one shape: rotated, moons, blobs or spiral; got 0
2 make moon => shape moon: unknown; did you mean 'moons'?
2 make elephants => shape elephants: unknown; it is one of rotated, moons, blobs and spiral
2 make moons -n 1e3 => -n 1e3: must be a whole number from 1 to 1000000000
2 make moons --dims 3 => --dims is for the shape blobs; moons are in the plane
2 make moons --center 3,b => --center 3,b: must be two numbers, X,Y
2 make moons --json => --json and the points both want standard output; add -o FILE
2 make blobs --spread 3 => --spread 3: sets how far apart clusters are, but there is only one; add --blobs N
1 make blobs --dims 3 --add a.csv => the new blobs and a.csv have different columns (only in the new blobs: 'x1', 'x2', 'x3'; only in a.csv: 'x', 'y'); rename or remove them
1 make blobs --add weight.csv => --add weight.csv: has a column 'weight'; give --weights in the last call only, which weighs all points

2 match a.csv => needs two files, A and B, or --cost FILE; got 1 file
2 match a.csv b.csv --caliper -1 => --caliper -1: must be 0 or more
2 match a.csv b.csv --order price => --order price: needs --price L, what leaving a row alone costs
2 match a.csv b.csv --order most --price 1 => --price 1: is for --order price, not --order most
2 match --cost cost.csv --exact sex => --exact: is for tables, and --cost gives the costs themselves
2 match a.csv b.csv --cost cost.csv => --cost cost.csv: takes the place of the files A and B; give one of them
2 match a.csv b.csv --column-caliper x=wide => --column-caliper x=wide: 'wide' must be a number, 0 or more
1 match text.csv text.csv --score kind -q => --score kind: the column of text.csv holds text; it must hold numbers
1 match torn.csv text.csv --capacity-column cap => torn.csv line 3: a quotation mark is opened and never closed
1 match a.csv text.csv --columns x --capacity-column cap => --capacity-column cap: must be a whole number from 0 to 1e9, got 0.5 in row 1 of text.csv
2 match - b.csv --exact x => '-': columns of standard input cannot be read twice, for --exact; give a file
2 match a.csv b.csv --pairs => --pairs adds to the document of --json; give both, or -o FILE

2 pairwise a.csv => needs two files or more; got 1
2 pairwise a.csv b.csv --mass 0.5 --share 0.5 => --mass and --share: give only one of them
2 pairwise a.csv b.csv --share 2 => --share 2: must be more than 0 and at most 1
2 pairwise a.edges b.edges --graph => --graph has no points between which mass could move; add --method gromov
2 pairwise d.csv d.csv --distances --method gromov --metric cosine => --metric is for points; --distances has distances already
2 pairwise d.csv d.csv --distances --method gromov --id x => --id is for tables of points; it has no meaning with --distances
1 pairwise a.csv one.csv => ...
2 pairwise a.csv b.csv --directed => --directed applies only to graphs; add --graph if the files are lists of edges
2 pairwise a.csv b.csv --json -o - => --json and the matrix both want standard output; add -o FILE

2 partial a.csv b.csv --mass nan => --mass nan: must be a positive number, or 'max'
2 partial a.csv b.csv --mass= => --mass: needs a value; --help says which
2 partial a.csv b.csv --price inf => --price inf: must be a number
2 partial a.csv b.csv --mass 1 --price 1 => --mass and --price: give only one of them
2 partial a.csv b.csv --price-target two.csv --price 1 => --price and --price-target: give only one of them
2 partial a.csv b.csv --price-column x --price-target two.csv => --price-column and --price-target: give only one of them
2 partial --cost cost.csv --price-column x => --price-column applies only to points; it has no meaning with --cost
1 partial a.csv b.csv --price-source inf.csv => inf.csv: must be finite, got inf at 1; a large number is enough to keep a point from being left unmatched
1 partial a.csv b.csv --price-source two.csv => two.csv has 2 prices, the source 8 rows
1 partial text.csv text.csv --columns x --price-column kind => text.csv line 2, column 'kind': 'red' is not a number; a price must be one
2 partial a.csv b.csv --columns x --drop y --mass 1 => --columns and --drop: give only one of them
1 partial --cost below.csv --mass 1 => below.csv: row 1, column 2 is -inf; costs are numbers, or inf for pairs that are forbidden
1 partial bare.csv bare.csv --mass 1 => bare.csv: point 1 has coordinate inf in column 2; it must be finite
1 partial cut.npy b.csv --mass 1 => cut.npy: the file ends inside the .npy header
1 partial a.csv b.csv --mass 0.5 --entropic 0 => ...
1 partial line.csv line.csv --mass 0.5 --line 0.5 => ...
1 partial a.csv b.csv --mass 0.5 -o a.csv/x.npz => -o a.csv/x.npz: there is no directory 'a.csv'; make it first
2 partial a.csv b.csv --price 1 --line 1 => --line: needs --mass and cannot be combined with --price or --plan
2 partial a.csv b.csv --mass 0.5 --line 1 --entropic 1 => --entropic and --line: give only one of them
2 partial a.csv b.csv --mass 0.5 --line 1 => --line: needs two files of points with one coordinate each
2 partial line.csv line.csv --mass 0.5 --line 1 --metric cityblock => --metric cityblock: --line E sets the costs to |x - y|^E; drop one of them
2 partial a.csv b.csv --mass 0.5 --entropic 1 -o x.npz => -o x.npz: ...
2 partial a.csv b.csv --mass 0.5 --entropic 1 --plot p.svg => --plot p.svg: plans of --entropic cannot be drawn; drop it
2 partial a.csv b.csv --mass 1 --theme dark => --theme: applies only to the file of --plot; give that too
2 partial a.csv b.csv --mass 1 --plot x.svg --size 90 => --size 90: must be WIDTH or WIDTHxHEIGHT, each from 100 to 10000
2 partial a.csv b.csv --mass 1 -o /dev/null --plot /dev/null => -o and --plot: give them different files

2 plot => which result? Give the file that partial, curve, gromov or pu wrote with -o
2 plot plan.npz => where to? Give -o FILE.svg, .pdf or .png; -o - is SVG on standard output
2 plot plan.npz a.csv -o x.svg => after RESULT come both files of points, or none; got one
1 plot plan.npz b.csv a.csv -o x.svg => plan.npz is a plan for 8 x 6, the files have 6 and 8 rows; these are not the files it was made from
1 plot plan.npz --p no-such -o x.svg => no-such: cannot be opened: No such file or directory
2 plot - -o x.svg => '-': a result must come from a file, because its name tells the format
1 plot a.csv -o x.svg => a.csv: is not a result: the tables that can be drawn are those of `parot pu` (with label and score) and ...
2 plot plan.npz --kind cluods -o x.svg => --kind cluods: unknown; did you mean 'clouds'?
1 plot plan.npz --kind clouds -o x.svg => --kind: plan.npz has nothing to show of that kind: clouds need the files SOURCE and TARGET
1 plot plan.npz --kind scores -o x.svg => --kind: plan.npz has nothing to show of that kind: a plan can be drawn as clouds, plan or history
1 plot plan.npz --kind history -o x.svg => --kind: plan.npz has nothing to show of that kind: the record of starts is in the .json of `parot gromov -o`
1 plot curve.json --kind plan -o x.svg => --kind: curve.json has nothing to show of that kind: a curve can be drawn only as a curve
1 plot labels.csv --kind confusion -o x.svg => --kind: labels.csv has nothing to show of that kind: it needs --truth
1 plot labels.csv --kind clouds -o x.svg => --kind: labels.csv has nothing to show of that kind: clouds need the files POSITIVES and UNLABELED
1 plot labels.csv --kind curve -o x.svg => --kind: labels.csv has nothing to show of that kind: labels can be drawn as clouds, scores, confusion or truth
2 plot labels.csv --truth holes.csv -o x.svg => --truth: needs the files POSITIVES and UNLABELED after the labels
2 plot plan.npz a.csv b.csv --truth holes.csv -o x.svg => --truth: applies only to labels of `parot pu`; plan.npz does not hold any
1 plot labels.csv all.csv pos.csv -o x.svg => labels.csv has 6 labels, pos.csv 4 rows; these are not the files it was made from (POSITIVES come first, then UNLABELED)
1 plot labels.csv plan.npz a.csv b.csv -o x.svg => labels.csv holds labels, plan.npz does not; draw them separately
2 plot plan.npz --size 800x -o x.svg => --size 800x: must be WIDTH or WIDTHxHEIGHT, each from 100 to 10000
1 plot curve.json --mass 2 -o x.svg => --mass 2: curve.json ends at mass 1
2 plot curve.json --p two.csv -o x.svg => --p: applies only to plans; curve.json is not one
2 plot plan.npz --mass 0.5 -o x.svg => --mass: applies only to curves of `parot curve`; plan.npz is not one
2 plot plan.npz a.csv b.csv --p two.csv -o x.svg => --p: applies only to the matrix of a plan, --kind plan; clouds do not show it
2 plot plan.npz --columns x -o x.svg => --columns: applies only to points; give the two files of points after RESULT
2 plot labels.csv pos.csv all.csv --positive 2 -o x.svg => --positive 2: is a value in the column of --truth; give that too
1 plot plan.npz -o nowhere/x.svg => -o nowhere/x.svg: there is no directory 'nowhere'; make it first

2 predict model.npz => needs two files, MODEL and NEW; got 1
1 predict a.csv all.csv => a.csv: is not a model of parot, which is an .npz file; `parot pu --model FILE` writes models
1 predict model.npz line.csv => line.csv has no column 'y'; the model was trained on 2 columns
2 predict model.npz all.csv --prior auto => --prior auto: needs positives; leave it out to judge each row alone
1 predict model.npz named.csv --id name -o x.npy => -o x.npy: holds numbers only, and the id of row 1 is 'ann'; use .csv or .tsv

2 prior pos.csv => needs two files, POSITIVES and UNLABELED, or one file and --label-column COL; got 1 file

2 pu pos.csv --prior 0.3 => needs two files, POSITIVES and UNLABELED, or one file and --label-column COL; got 1 file
2 pu pos.csv all.csv --prior 30 => --prior 30: must be in (0,1); did you mean 0.3?
2 pu pos.csv all.csv --prior 40% => --prior 40%: must be in (0,1); did you mean 0.4?
2 pu pos.csv all.csv --prior 0,4 => --prior 0,4: must be in (0,1), with a point; did you mean 0.4?
2 pu pos.csv all.csv --prior many => --prior many: must be a number in (0,1), or 'auto'
2 pu pos.csv all.csv --prior 0 => --prior 0: must be in (0,1), or 'auto'
1 pu pos.csv all.csv --prior 0.01 => --prior: 0.01 of 6 unlabeled rows is less than half a row, so none would be positive; ...
2 pu pos.csv all.csv --of-all => --of-all says what --prior P means; give --prior P, or drop it
2 pu pos.csv all.csv --prior 0.4 --tune-limit 3 => --tune-limit 3: limits the time of --tune; add --tune
2 pu pos.csv all.csv --prior 0.4 --tune --tune-limit 0 => --tune-limit 0: must be more than 0 seconds
2 pu pos.csv all.csv --prior 0.4 --tune --kernel linear => --tune chooses the kernel; drop --kernel linear
2 pu pos.csv all.csv --prior 0.4 --tune --method ridge => --tune chooses the method; drop --method ridge
2 pu pos.csv all.csv --prior 0.3 --tune --classifier forest => --tune chooses the method, each with its default classifier; drop --classifier forest
1 pu long.csv long.csv --prior 0.5 --fold 3 => --fold 3: the 4 columns of long.csv cannot be cut into 3 blocks of equal length
2 pu pos.csv all.csv --prior 0.4 --method ridge --raw-distances => --raw-distances: applies only to --method gromov; this one is ridge
2 pu pos.csv all.csv --prior 0.4 --method fused --apart => --apart: applies only to --method gromov; this one is fused
2 pu pos.csv all.csv --prior 0.4 --method gromov --whole-rows lasso => --whole-rows lasso: applies only to --method wasserstein; use exact, concave or none
2 pu pos.csv all.csv --prior 0.4 --method ridge --whole-rows lasso => --whole-rows lasso: applies only to --method wasserstein, gromov and fused; this one is ridge
2 pu pos.csv all.csv --prior 0.4 --method fused --fused 2 => --fused 2: must be between 0 and 1
2 pu pos.csv all.csv --prior 0.4 --fused 0.2 => --fused 0.2: applies only to --method fused; this one is mined
2 pu pos.csv all.csv --prior 0.4 --restarts 5 => --restarts 5: applies only to --method gromov and fused; this one is mined
2 pu pos.csv all.csv --prior 0.4 --method wasserstein --kernel both => --kernel both: applies only to --method mined and learned (with a ridge), ridge and ensemble; this one is wasserstein
2 pu pos.csv all.csv --prior 0.4 --method upu --noise 0.2 => --noise 0.2: applies only to --method mined, learned, wasserstein, matching, gromov and fused; this one is upu
2 pu pos.csv all.csv --prior 0.4 --neighbours 5 => --neighbours 5: applies only to --method nearest; this one is mined
2 pu pos.csv all.csv --prior 0.4 --method ridge --classifier forest => --classifier forest: applies only to --method mined and learned; this one is ridge
2 pu pos.csv all.csv --prior 0.4 --method ridge --trees 9 => --trees 9: applies only to --method forest, ensemble, and mined and learned with a forest; this one is ridge
2 pu pos.csv all.csv --prior 0.4 --method ridge --leaf 2 => --leaf 2: applies only to --method forest, ensemble, and mined and learned with a forest; this one is ridge
2 pu pos.csv all.csv --prior 0.4 --method matching --rounds 2 => --rounds 2: applies only to --method mined, learned, ridge, forest and ensemble; this one is matching
2 pu pos.csv all.csv --prior 0.4 --method forest --metric cosine => --metric cosine: has no effect with --method forest, which compares no distances; drop it ...
2 pu pos.csv all.csv --prior 0.4 --positive yes => --positive yes: is a value in the column of --label-column or --truth; give one of these
1 pu pos.csv all.csv --prior 0.4 --method gromov --model x.npz => --method: gromov with these options cannot label new rows; use mined, ridge, forest, ensemble, wasserstein, or nearest with one neighbour
1 pu pos.csv all.csv --prior 0.4 --truth nowhere => --truth nowhere: there is no such file, and all.csv has no column 'nowhere'
1 pu pos.csv all.csv --prior 0.4 --truth two.csv => --truth two.csv: must be one column of 6 values, got 2 x 1; keep only the column with the truth
1 pu pos.csv all.csv --prior 0.4 --truth holes.csv => --truth holes.csv: line 3 has no value
1 pu pos.csv all.csv --prior 0.4 --truth x --positive 7 => --truth x: no row has the value 7; --positive V sets another value
1 pu marked.csv --label-column known --positive 7 --prior 0.5 => --label-column: no row of marked.csv has the value 7, which marks positives; --positive V sets another value
1 pu marked.csv --label-column unknown --prior 0.5 => --label-column unknown: marked.csv has no column 'unknown'; did you mean 'known'?
1 pu pos.csv all.csv --prior 0.4 --drop x,y => --drop: leaves no column of pos.csv
1 pu gaps.csv gaps.csv --prior 0.5 --na drop --columns a,b => --na drop: every row of gaps.csv has a missing value; use --na mean, or leave columns out with --drop
1 pu gaps.csv gaps.csv --prior 0.5 --na mean --columns a,b => column 'a' has no value in any row; leave it out (--drop COL)
1 pu shape.csv all.csv --prior auto --method gromov => all.csv, shape.csv: their columns are different, so that no row of one can be compared with a row of the other; this needs the same columns
1 pu pos.csv c.csv --prior 0.4 --method fused => pos.csv and c.csv have different columns (only in pos.csv: 'x', 'y'; only in c.csv: 'u', 'v', 'w'); use --columns or --drop, or --method gromov for ...
1 pu chosen.csv all.csv --prior 0.4 --drop f --propensity e => --propensity e: must be in (0,1], the probability with which the positive was chosen, got 7 for row 2 of chosen.csv
1 pu chosen.csv all.csv --prior 0.4 --drop e --propensity f => --propensity f: row 1 of chosen.csv has the value often, not a number in (0,1]
1 pu pos.csv all.csv --prior 0.4 --propensity nowhere => --propensity nowhere: there is no such file, and pos.csv has no column 'nowhere'
1 pu pos.csv all.csv --prior 0.4 --propensity two.csv => --propensity two.csv: must be one column of 4 values, got 2 x 1; keep only the column with the propensity
2 pu pos.csv all.csv --costs 1 => --costs 1: must be two numbers, what a wrong 1 costs and what a wrong 0 costs, such as 1,5
2 pu pos.csv all.csv --costs 0,0 => --costs 0,0: must be 0 or more, and not both 0
2 pu pos.csv all.csv --costs 1,2 --model m.npz => --costs 1,2: a model labels new rows by the prior, not by costs; drop --model m.npz, or --costs
2 pu pos.csv - --prior 0.4 --append -o x.csv => --append: reads the table twice, which is impossible with '-'; give a file
2 pu pos.csv all.csv --prior 0.4 --append => --append: where to? Give -o FILE.csv or .tsv
2 pu pos.csv all.csv --prior 0.4 --append -o x.npy => --append: -o x.npy: must end in .csv or .tsv
1 pu pos.csv all.csv --prior 0.4 -o all.csv -f => -o would replace all.csv, which is an input file; choose another name
2 pu --graph a.edges b.edges => --prior: cannot be estimated from graphs; give --prior P, the fraction of the nodes of UNLABELED that is positive
2 pu --graph a.edges b.edges --prior 0.3 --method mined => --method mined: compares columns, and graphs have none; use gromov
2 pu --graph a.edges b.edges --prior 0.3 --check => --check applies only to tables; drop it, or --graph
2 pu --graph a.edges b.edges --prior 0.3 --pca 2 => --pca applies only to tables; drop it, or --graph
2 pu --graph a.edges --prior 0.3 => --graph needs two files, POSITIVES and UNLABELED; got 1 file
2 pu a.edges b.edges --directed --prior 0.3 => --directed applies only to graphs; add --graph if POSITIVES and UNLABELED are lists of edges
1 pu --graph a.edges b.edges --positive-nodes nodes.txt --prior 0.3 => nodes.txt: node 'nobody' is not in a.edges
1 pu --graph a.edges b.edges --positive-nodes other.txt --prior 0.3 => other.txt: node '12' is not in a.edges

2 register a.csv b.csv => how much of the clouds overlaps? Give --overlap S, the fraction of the smaller one that has partners, or --overlap auto
2 register a.csv --overlap auto => needs two files of points, SOURCE and TARGET; got 1 file
2 register a.csv b.csv --overlap 70 => --overlap 70: must be in (0,1]; did you mean 0.7?
2 register a.csv b.csv --overlap 1 --columns x --drop y => --columns and --drop: give only one of them
1 register a.csv c.csv --overlap 0.7 => a.csv and c.csv have different columns (only in a.csv: 'x', 'y'; only in c.csv: 'u', 'v', 'w'); ...
2 register a.csv b.csv --overlap 0.7 --matrix - --inliers - => --matrix - and --inliers - both want standard output; drop one of them
2 register a.csv b.csv --overlap 1 --scale rank => --scale rank: does not multiply columns by a number, so no matrix could map the unscaled columns; use minmax, zscore or robust
2 register a.csv b.csv --overlap 1 --scale auto => --scale auto: chooses ranks for most tables, so no matrix could map the unscaled columns; use minmax, zscore or robust
1 register wide.csv wide.csv --overlap 1 --scale minmax => --scale minmax: column 0 is too wide or too narrow to be divided by its width
"""


FAULTS = []


def call(line):
    """Exit code, standard output and standard error."""
    done = subprocess.run(["parot", *line.split()], stdin=subprocess.DEVNULL, capture_output=True, text=True, timeout=120)
    return done.returncode, done.stdout, done.stderr


def expect(line, codes, words):
    """The line is refused with one of these codes, in these words, a pattern; returns what it says."""
    code, out, said = call(line)
    said = said.removesuffix("\n")
    if str(code) not in codes or out or not re.fullmatch("parot %s: (%s)" % (line.split()[0], words), said):
        FAULTS.append("parot %s: exit %d, says '%s'%s" % (line, code, said, " and prints " + out[:60] if out else ""))
    return said


def options_of(verb):
    """(name, as messages name it, names of values, endings of files) of the options that have a value."""
    rows = [line.split("\t") for line in call("help --options " + verb)[1].splitlines()]
    for (name, unit, values, ends), (short, *_) in zip(rows, rows[1:] + [("",)]):
        if name.startswith("--") and unit and name not in FREE:
            yield name, name if short.startswith("--") else short, values.split(), ends.split()


def try_output(line, option, label, ends):
    """A file without an ending, one that exists, and standard output, which is that of --json."""
    expect(line + option + " no-such", "2", re.escape(label) + r" no-such: the name must end in one of \.[a-z]+( \.[a-z]+)* \(each also with \.gz\)")
    expect(line + option + " kept" + ends[0], "1", "kept%s exists already; use -f to replace it" % re.escape(ends[0]))
    if not ends[0].startswith(".np"):
        expect(line + "--json " + option + " -", "2", "--json and (%s -|the [a-z]+) both want standard output; (drop one of them|add -o FILE)" % label)


def try_value(line, option, label, values):
    """A word that is neither a number nor a name nor a file; and the number below the least."""
    said = expect(line + option + " no-such", "12", ".*(%s|no-such).*" % label)
    least = re.search(r"must be a whole number from (-?\d+) to", said)
    if least:
        wrong = int(least.group(1)) - 1
        expect(line + "%s %d" % (option, wrong), "2", "%s %d: must be a whole number from .*" % (label, wrong))
    elif "must be a number that is 0 or more" in said:
        expect(line + option + " -1", "2", label + " -1: must be a number that is 0 or more")
    elif "unknown; it is one of" in said and not all(name in said for name in values):
        FAULTS.append("%s%s does not know a value that it offers: %s" % (line, option, said))


def main():
    seen = set()
    FAULTS.extend("%s: what is a line with which it works?" % verb for verb in call("help --verbs")[1].split() if verb not in [*BASES, "help"])
    for verb, base in BASES.items():
        for option, label, values, ends in options_of(verb):
            if option in seen:
                continue
            seen |= {option} if IS_SHORT else {option} & SHARED
            line = verb + " " + re.sub(r"(^| )(%s|%s) \S+" % (option, label), "", base) + " "
            if option == "--output" or ends:
                try_output(line, option, label, ends or [".svg" if verb == "plot" else ".csv"])
            else:
                try_value(line, option, label, values)
    for refusal in filter(None, REFUSALS.splitlines()):
        line, words = refusal[2:].split(" => ")
        expect(line, refusal[0], re.escape(words.removesuffix("...")) + (".*" if words.endswith("...") else ""))


with tempfile.TemporaryDirectory() as place:
    os.chdir(place)
    for name, text in FILES.items():
        with open(name, "w", encoding="latin-1") as file:
            file.write(text)
    for line in filter(None, MADE.splitlines()):
        subprocess.run(["parot", *line.split(), "-q"], check=True)
    before = {name: open(name, "rb").read() for name in os.listdir(".")}
    main()
    after = {name: open(name, "rb").read() for name in os.listdir(".")}
    FAULTS += ["%s was made or changed" % name for name in after if after[name] != before.get(name)]
    FAULTS += ["%s is gone" % name for name in before if name not in after]
    os.chdir("/")
print(*FAULTS, "%d faults" % len(FAULTS), sep="\n")
sys.exit(FAULTS != [])
