Without a verb, and with help:

  $ parot
  parot - exact partial optimal transport, each answer with its proof
  
  Usage: parot VERB ...
  
    pu         label the rows that are like known positives
    predict    label new rows with a model of pu
    prior      estimate the fraction of unlabeled rows that is positive
    partial    move a given mass at the least cost, with a proof
    curve      compute the cost of every mass: curve, slope and elbow
    gromov     match spaces by the distances within each
    match      pair rows of two tables within a caliper
    align      find the rows that two tables have in common
    plot       draw figures of saved results
    register   move one cloud of points onto another
    drift      find what is new in today's table
    explain    explain why a row moves or stays, and what would change it
    certify    check from scratch that a saved plan is optimal
    cost       compute distances between the rows of two files
    pairwise   compare all pairs of many files
    convert    write a table or a result in another format
    doctor     describe files and find what would go wrong
    make       make synthetic points
    help       explain a verb and its options: parot help VERB
  
  A first try:
    parot make moons -n 300 -o a.csv
    parot make rotated -n 300 -o b.csv
    parot partial a.csv b.csv --mass 0.5
  [2]

  $ parot help > help.txt; parot --help | cmp - help.txt
  $ parot -h | cmp - help.txt
  $ parot 2> usage.txt
  [2]
  $ cmp usage.txt help.txt

  $ parot --version
  parot [0-9]+\.[0-9]+\.[0-9]+( \(with MPI\))? (re)

A verb explains itself, in lines that fit a terminal, and to standard output:

  $ for verb in pu predict prior partial curve gromov match align plot register drift explain certify cost pairwise convert doctor make; do
  >     parot help $verb > help.txt 2> errors.txt || echo "$verb: $?"
  >     parot $verb --help | cmp - help.txt
  >     parot $verb -h | cmp - help.txt
  >     grep -c "^Usage: parot $verb" help.txt
  >     grep -qE '^Examples?:' help.txt || echo "$verb has no example"
  >     grep -q '^Exit: 0' help.txt || echo "$verb does not tell its exit codes"
  >     awk -v verb=$verb 'length > 79 { print verb ": " $0 }' help.txt
  >     cat errors.txt
  > done | uniq -c | tr -s ' '
   18 1

  $ parot cost --help
  parot cost - compute distances between the rows of two files
  
  Usage: parot cost X [Y] [OPTION...]
  
  Costs:
        --metric=M              sqeuclidean, euclidean, cityblock, cosine,
                                chebyshev or correlation (sqeuclidean)
        --weight-column=COL     column of the files that is not a coordinate
        --scale=S               how to scale columns: auto, none, minmax,
                                zscore, robust, rank or log (none)
  
  Columns:
        --id=COL                column that names rows and is not a coordinate
        --categories=COLS       columns whose values are categories, even if
                                they look like numbers
        --columns=COLS          use only these columns: names, numbers, 5-7
        --drop=COLS             do not use these columns
        --na=WHAT               missing values: error, drop (their rows) or mean
                                (fill in)
        --na-values=LIST        more cells to count as missing, besides empty
                                ones and NA
        --sample=N              use N rows of each file, chosen at random by the
                                seed
        --strict                refuse what would otherwise be left out or
                                rounded with a note
        --decimal=C             decimals take a point (.) or a comma (,)
        --no-header             the first row of the files is data, not names
  
  Common options:
    -o, --output=FILE           write the result there; - is stdout
    -f, --force                 replace FILE if it exists
        --json                  print one JSON document instead of the summary
    -q, --quiet                 print no summary, notes or progress
    -v, --verbose               print more details, on stderr
        --threads=N             threads to use; 0: one per core (1)
        --seed=N                the only source of randomness (0)
        --time-limit=S          stop computing after S seconds (no limit)
    -h, --help                  print this help
  
  Without Y: distances within X. Without -o the matrix goes to stdout as CSV;
  -o FILE writes .npy, .csv or .tsv (each also with .gz).
  
  Example:
    parot cost a.csv b.csv --metric euclidean -o costs.npy
  
  Exit: 0 written, 1 failed, 2 usage, 130 interrupted.

Names that nearly exist:

  $ parot partail
  parot: unknown verb 'partail'; did you mean 'partial'?
  [2]
  $ parot help partial extra
  parot: help: takes one verb, got 'extra' after 'partial'
  [2]
  $ parot transmogrify
  parot: unknown verb 'transmogrify'; `parot help` lists the verbs
  [2]
  $ parot --verson
  parot: unknown option '--verson'; did you mean '--version'?
  [2]
  $ parot certify --tolerence=3
  parot certify: unknown option '--tolerence=3'; did you mean '--tolerance'?
  [2]
  $ parot partial -x
  parot partial: unknown option '-x'; --help lists them
  [2]
