Tables as pandas, R and Excel write them, without a word on the command line but for what nobody can guess.

The row counter of pandas has no name, a comma at the end makes an empty column; neither is a feature:

  $ printf ',x,y\n0,0,0\n1,1,0\n2,0,1\n' > a.csv
  $ printf ',x,y\n7,0,0.5\n8,1,0.5\n9,5,5\n' > b.csv
  $ parot cost a.csv b.csv
  parot cost: note: left out of both files: column 1 (without a name); add it with --columns
  0.25,1.25,50
  1.25,0.25,41
  0.25,1.25,41
  $ printf 'x,y,\n0,0.5,\n1,0.5,\n5,5,\n' | parot cost a.csv - -q > comma.csv
  $ parot cost a.csv b.csv -q | cmp - comma.csv
  $ printf '"x" "y"\n"1" 0 0.5\n"2" 1 0.5\n"3" 5 5\n' | parot cost a.csv - -q | cmp - comma.csv
  $ printf 'sep=;\n"x";"y"\n0;0,5\n1;0,5\n5;5\n' > excel.csv
  $ sed 's/,/;/g' a.csv | parot cost - excel.csv --decimal , -q | cmp - comma.csv
  $ printf ',0,1\n0,0,0\n1,1,0\n' | parot cost -
  parot cost: note: left out of standard input: column 1 (without a name); add it with --columns
  0,1
  1,0
  $ parot cost a.csv b.csv --strict
  parot cost: --strict: a.csv has column 1 (without a name); --columns or --drop says what to do with it
  [1]
  $ parot cost a.csv b.csv --strict --drop 1 | cmp - comma.csv
  $ parot cost a.csv b.csv --columns 1-2 | head -1
  49,65,106
  $ printf 'customer_id,x,y\n5,0,0.5\n3,1,0.5\n9,5,5\n' > c.csv
  $ parot cost a.csv c.csv | cmp - comma.csv
  parot cost: note: left out of a.csv: column 1 (without a name); add it with --columns
  parot cost: note: left out of c.csv: column 'customer_id' (counts the rows); add it with --columns

A counter would outweigh the features: the prior of a table is the same with it and without it.

  $ parot make moons -n 150 -q > moons.csv; parot make blobs -n 150 --seed 3 -q > blobs.csv
  $ (cat moons.csv; sed 1d blobs.csv) > both.csv
  $ count() { awk -v OFS=, '{ print (NR == 1 ? "" : NR - 2), $0 }' $1; }
  $ count moons.csv > counted_moons.csv; count both.csv > counted_both.csv
  $ parot prior moons.csv both.csv --json -q | grep -o '"prior": .*"is_reliable": [a-z]*' > prior.txt
  $ parot prior counted_moons.csv counted_both.csv --json -q | grep -o '"prior": .*"is_reliable": [a-z]*' | cmp - prior.txt

Columns by name, number or range; what is called by a number is meant by that name:

  $ printf 'a,"b, c",d\n1,2,3\n4,6,3\n' > names.csv
  $ parot cost names.csv --columns '"b, c"'
  0,16
  16,0
  $ parot cost names.csv --columns 1-2 | tail -1
  25,0
  $ parot cost names.csv --drop 2- | tail -1
  9,0
  $ printf '"income, gross",age\n1,2\n3,4\n' > comma_name.csv
  $ parot cost comma_name.csv --columns 'income, gross'
  parot cost: --columns: comma_name.csv has no column 'income'; did you mean '"income, gross"'? A name with a comma needs quotation marks
  [1]
  $ printf 'id,x\na,0\nb,1\nc,3\n' > text_ids.csv; parot cost text_ids.csv
  parot cost: note: left out of text_ids.csv: column 'id' (names the rows); add it with --columns
  0,1,9
  1,0,4
  9,4,0
  $ parot cost comma_name.csv --columns '"income, gross"'
  0,4
  4,0
  $ printf 'x,2,1\n1,2,3\n4,6,3\n' > numbers.csv
  $ parot cost numbers.csv --columns 2 | tail -1
  16,0
  $ printf '1,2,3\n4,6,3\n' > plain.csv
  $ parot cost plain.csv --columns 2 | tail -1
  16,0
  $ parot cost plain.csv --id 1 --drop 3 | tail -1
  16,0

Text without a header, further words for missing, cells of several lines:

  $ printf 'red,1\nblue,2\n' > plain.csv
  $ parot cost plain.csv
  parot cost: plain.csv: its first row looks like data; a table with text needs a header, or has to be read as one without (--no-header)
  [1]
  $ parot cost plain.csv --no-header
  parot cost: note: column 1 (text such as 'red') became 2 columns of 0 and 1, one for each value
  0,3
  3,0
  $ printf 'x,y\n0,-999\n1,none\n2,5\n3,6\n' > gaps.csv
  $ parot cost gaps.csv --na drop --na-values -999,none
  parot cost: note: rows left out because of missing values: 2
  0,2
  2,0
  $ printf 'name,"height\n(cm)"\n"Ann\nB.",170\n"say ""hi""",180\n' > lines.csv
  $ parot cost lines.csv --id name
  0,100
  100,0

Numbers in other dress are refused by name where they are used, and only there:

  $ printf 'x;y;price;share;count\n1;3,5;$4;50%%;1,234,567\n2;4;$5;7%%;1\n' > dress.csv
  $ parot cost dress.csv
  parot cost: dress.csv line 2, column 'y': '3,5' has a decimal comma; decimals take a point; --decimal , reads it (or --drop the column)
  [1]
  $ parot cost dress.csv --columns share
  parot cost: dress.csv line 2, column 'share': '50%' is a percentage; write the number alone, or divided by 100 (or --drop the column)
  [1]
  $ parot cost dress.csv --columns count
  parot cost: dress.csv line 2, column 'count': '1,234,567' has thousands separators; write the digits alone (or --drop the column)
  [1]
  $ parot cost dress.csv --columns x,y --decimal ,
  0,1.25
  1.25,0

Whole numbers that no double is equal to:

  $ printf 'x,y\n9007199254740993,1\n2,1\n' > large.csv
  $ parot cost large.csv -o large.npy
  parot cost: note: large.csv, column 'x': 1 whole numbers above 2^53 are rounded to doubles, the first in line 2; if they name rows, use --id
  2 x 2 costs (sqeuclidean) written to large.npy.
  $ parot cost large.csv --strict
  parot cost: --strict: large.csv line 2, column 'x': a double cannot hold that whole number exactly; if it names the row, use --id
  [1]
  $ parot partial --cost large.csv --mass 1
  parot partial: large.csv line 2, column 'x': a double cannot hold 9007199254740993 exactly; write it with fewer digits, or divided by a power of 10
  [1]

A random part of the rows, the same one for the same seed:

  $ parot cost moons.csv --sample 3 -o s.csv
  parot cost: note: 3 of 150 rows of moons.csv are used, chosen at random by --seed 0
  3 x 3 costs (sqeuclidean) written to s.csv.
  $ parot cost moons.csv --sample 3 -q | cmp - s.csv
  $ parot cost moons.csv --sample 3 --seed 1 -q | cmp -s - s.csv
  [1]
  $ parot partial moons.csv blobs.csv --sample 20 --mass 0.5 -q -o plan.npz
  $ parot certify plan.npz moons.csv blobs.csv --sample 20 -q

Scales mean the same as in `pu`, and a plan is proved for the scale it was made with:

  $ parot cost a.csv b.csv -q --scale minmax | head -1
  0.01*,0.05*,2 (glob)
  $ parot partial moons.csv blobs.csv --scale rank --mass 0.5 -q -o plan.npz -f
  $ parot certify plan.npz moons.csv blobs.csv --scale rank -q
  $ parot certify plan.npz moons.csv blobs.csv -q
  [1]
  $ parot explain plan.npz 0 moons.csv blobs.csv --scale rank -q
  $ parot plot plan.npz moons.csv blobs.csv --scale rank -q -o plan.svg
  $ parot curve moons.csv blobs.csv --scale zscore -q -o curve.csv
  $ parot gromov a.csv b.csv --scale auto --mass 0.5 -q -o match.npz
