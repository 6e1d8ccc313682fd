What a file looks like, and what would go wrong:

  $ parot make moons -n 50 -o fine.csv -q
  $ parot doctor fine.csv
  fine.csv: a table of 50 rows and 2 columns, with names
    'x'              real   * to *, * % of the squared distance (glob)
    'y'              real   * to *, * % of the squared distance (glob)
    Nothing stands out.
  $ printf 'id,age,income,one\n1,30,1e6,1\n2,40,2e6,1\n3,50,9e6,1\n4,50,9e6,1\n' > people.csv
  $ parot doctor people.csv
  people.csv: a table of 4 rows and 4 columns, with names
    'id'             whole  1 to 4, 0.0 % of the squared distance
    'age'            whole  30 to 50, 0.0 % of the squared distance
    'income'         whole  1e+06 to 9e+06, 100.0 % of the squared distance
    'one'            whole  1 to 1, 0.0 % of the squared distance
    - 'id' counts the rows: as a coordinate it makes no sense; pu has --id, the others need parot convert --drop
    - 'one' is 1 in every row and tells nothing apart; parot convert --drop leaves it out
    - 'id' is a coordinate unless pu has --id id; parot convert --drop id leaves it out
    - 'income' carries 100.0 % of the squared distance; pu has --scale rank or zscore, elsewhere divide it

What it advises helps:

  $ parot convert people.csv better.csv --drop id,one -q; parot doctor better.csv | grep -c one
  0
  [1]
  $ parot doctor better.csv | grep copy
    - 1 row is a copy of others: plans between equal rows are not unique

Matrices, infinite numbers and zeros:

  $ printf '0,1,inf\n1,0,2\ninf,2,0\n' > d.csv
  $ parot doctor d.csv | grep -- ' - '
    - column 1 has 1 infinite numbers: fine in --cost (+inf forbids a pair), refused as a coordinate; drop these rows
    - column 3 has 1 infinite numbers: fine in --cost (+inf forbids a pair), refused as a coordinate; drop these rows
    - it is square and symmetric: if these are distances, gromov needs --distances, and partial and path --cost
  $ printf '0,0\n1,2\n' > z.csv; parot doctor z.csv | grep -- ' - '
    - 1 row has no number but 0: --metric cosine refuses it

Files that are to be compared:

  $ printf 'x,z\n1,2\n3,5\n' > other.csv
  $ parot doctor fine.csv other.csv | grep -- ' - '
    - 1 name of a column is not in fine.csv: verbs that match by name refuse both
  $ parot doctor fine.csv people.csv | grep 'only gromov'
    - it has 4 columns, fine.csv 2: only gromov compares such files
  $ parot doctor fine.csv z.csv | grep place
    - only fine.csv has names of columns: they are matched by their place

Results, and what cannot be read:

  $ parot partial fine.csv fine.csv --mass 0.5 -q -o plan.npz; parot doctor plan.npz
  plan.npz: a result: * pairs between 50 and 50 rows, mass 0.5, solved (glob)
  $ printf 'x,y\n1,oops\n' > bad.csv; parot doctor bad.csv missing.csv fine.csv -q
  parot doctor: bad.csv row 2, column 'y': 'oops' is not a number* (glob)
  parot doctor: missing.csv: cannot be opened: No such file or directory
  [1]
  $ parot doctor people.csv --json
  {"schema": 1, "status": "solved", "files": 1, "findings": 4}
  $ parot doctor
  parot doctor: which files? Give one or more
  [2]
