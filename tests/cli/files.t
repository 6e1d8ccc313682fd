Files that are something else, and outputs that are inputs.

  $ parot make moons -n 20 -o a.csv -q; parot make blobs -n 20 -o b.csv -q
  $ ln a.csv hard.csv; ln -s b.csv soft.csv; cp a.csv before.csv

No output replaces what is read, by whatever name:

  $ for file in a.csv hard.csv soft.csv; do parot cost a.csv b.csv -o $file -f; done
  parot cost: -o would replace a.csv, which is an input file; choose another name
  parot cost: -o would replace a.csv, which is an input file; choose another name
  parot cost: -o would replace b.csv, which is an input file; choose another name
  [1]
  $ parot convert a.csv ./a.csv -f
  parot convert: OUT would replace a.csv, which is an input file; choose another name
  [1]
  $ parot partial a.csv b.csv --mass 0.5 -q -o plan.npz
  $ parot plot plan.npz a.csv b.csv -q -o plan.svg
  $ parot convert plan.npz plan.npz -f
  parot convert: OUT would replace plan.npz, which is an input file; choose another name
  [1]
  $ cmp a.csv before.csv

Files of other programs are called by their names, whatever their extension:

  $ bzip2 -k a.csv 2> /dev/null || printf 'BZh91AY' > a.csv.bz2
  $ printf '\3757zXZ\0abc' > a.xz; printf '\050\265\057\375abc' > a.zst; printf 'PAR1abcdefPAR1' > a.parquet
  $ printf '<!DOCTYPE html><html>' > page.csv; printf '\200\004\225abc' > a.pkl
  $ python3 -c "
  > import zipfile
  > with zipfile.ZipFile('sheet.csv', 'w') as z:
  >     z.writestr('[Content_Types].xml', '<Types/>'); z.writestr('xl/workbook.xml', '<workbook/>')"
  $ for file in a.csv.bz2 a.xz a.zst a.parquet sheet.csv page.csv a.pkl; do parot cost $file; done
  parot cost: a.csv.bz2: is packed by bzip2; unpack it: bunzip2 -k a.csv.bz2
  parot cost: a.xz: is packed by xz; unpack it: unxz -k a.xz
  parot cost: a.zst: is packed by zstd; unpack it: unzstd a.zst
  parot cost: a.parquet: is a Parquet file; convert it: python3 -c 'import pandas; pandas.read_parquet("a.parquet").to_csv("NEW.csv", index=False)'
  parot cost: sheet.csv: is an Excel workbook (.xlsx); save the sheet as CSV UTF-8
  parot cost: page.csv: is a web page; download the file itself
  parot cost: a.pkl: is a Python pickle; convert it: python3 -c 'import pandas; pandas.read_pickle("a.pkl").to_csv("NEW.csv", index=False)'
  [1]

Text that is not UTF-8 is refused where it is, with the command that converts it:

  $ printf 'city,x\nK\366ln,1\nBonn,2\n' > latin.csv
  $ parot cost latin.csv
  parot cost: latin.csv line 2: byte 0xF6 is not UTF-8 text; if the file is Latin-1 or Windows-1252, convert it: iconv -f WINDOWS-1252 -t UTF-8 latin.csv > NEW
  [1]
  $ iconv -f WINDOWS-1252 -t UTF-8 latin.csv > utf8.csv; parot cost utf8.csv -q
  0,3
  3,0
  $ iconv -f UTF-8 -t UTF-16 utf8.csv > wide.csv; parot cost wide.csv
  parot cost: wide.csv: is UTF-16 text; convert it: iconv -f UTF-16 -t UTF-8 wide.csv > NEW
  [1]
  $ (printf '\357\273\277'; cat utf8.csv) | parot cost - --id city
  0,1
  1,0

Costs, distances, weights and truths as pandas writes them:

  $ parot cost a.csv b.csv -q > costs.csv
  $ awk -v OFS=, 'BEGIN { s = ""; for (k = 0; k < 20; k++) s = s "," k; print s } { print NR - 1, $0 }' costs.csv > pandas.csv
  $ parot partial --cost pandas.csv --mass 0.5 -o one.csv | head -1
  parot partial: note: 1 column of pandas.csv, without a name, is left out
  Costs of 20 rows and 20 columns
  $ parot partial --cost costs.csv --mass 0.5 -q -o - | cmp - one.csv
  $ awk 'BEGIN { print ",weight" } { print NR - 1 ",0.05" }' costs.csv > p.csv
  $ parot partial a.csv b.csv --p p.csv --mass 0.5 -q -o - | cmp - one.csv
  $ awk 'BEGIN { print ",truth" } { print "r" NR "," NR % 2 }' costs.csv > truth.csv
  $ parot pu a.csv b.csv --prior 0.5 --truth truth.csv 2>&1 | grep -E 'left out|accuracy'
  parot pu: note: left out of truth.csv: column 1 (without a name); add it with --columns
    accuracy * (glob)

Long names are no trouble for a message:

  $ python3 -c "print('x' * 300 + ',b\n1,2')" > long.csv
  $ parot convert long.csv short.csv --drop xx
  parot convert: --drop: long.csv has no column 'xx'
  [1]
