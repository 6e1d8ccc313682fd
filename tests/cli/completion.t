Completion asks the command which verbs, options and values there are.

  $ command -v bash > /dev/null || exit 80
  $ cat > try.sh <<END
  > . "$TESTDIR/../../cli/parot.bash"
  > COMP_WORDS=("\$@"); COMP_CWORD=\$((\$# - 1)); _parot; printf '%s\n' "\${COMPREPLY[@]}"
  > END
  $ touch points.csv other.csv
  $ bash try.sh parot pa
  partial
  pairwise
  $ bash try.sh parot help cert
  certify
  $ bash try.sh parot partial --m
  --mass
  --metric
  $ bash try.sh parot partial --metric co
  cosine
  correlation
  $ bash try.sh parot partial --metric = c
  cityblock
  cosine
  chebyshev
  correlation
  $ bash try.sh parot partial --metric =
  sqeuclidean
  euclidean
  cityblock
  cosine
  chebyshev
  correlation
  $ bash try.sh parot plot --kind c
  clouds
  curve
  confusion
  $ bash try.sh parot pu --kind b
  binary
  $ bash try.sh parot drift --metric a
  auto
  $ bash try.sh parot partial poi
  points.csv
  $ bash try.sh parot partial points.csv --cost o
  other.csv
  $ bash try.sh parot partial --json poi
  points.csv
  $ bash try.sh parot make ro
  rotated
  $ bash try.sh parot cost -o oth
  other.csv
  $ bash try.sh parot nonsense --m
  
  $ bash try.sh parot partial --threads 1
  

Columns are those of the files on the line; what they are called is not run:

  $ printf 'id,income gross,"a,b",$(touch run),y\n1,2,3,4,5\n2,3,4,5,6\n' > names.csv
  $ printf 'y,z\n1,2\n3,4\n' > other.csv
  $ parot help --columns names.csv other.csv missing.csv
  id
  income gross
  a,b
  $(touch run)
  y
  z
  $ bash try.sh parot pu names.csv --id i
  id
  income gross
  $ bash try.sh parot pu names.csv other.csv --label-column ''
  id
  income gross
  a,b
  $(touch run)
  y
  z
  $ bash try.sh parot pu names.csv --drop id,in
  id,income gross
  $ bash try.sh parot pu other.csv --drop y,
  y,z
  $ bash try.sh parot pu other.csv --drop z,y,
  
  $ bash try.sh parot partial names.csv other.csv --weight-column = z
  z
  $ bash try.sh parot pu names.csv --truth oth
  other.csv
  $ bash try.sh parot gromov a b --start profiles,cl
  profiles,clusters
  $ ls run
  ls: cannot access 'run': No such file or directory
  [2]

Files that are written have the endings that the option takes:

  $ touch figure.svg figure.csv; mkdir figures
  $ bash try.sh parot partial names.csv --plot fig | sort
  figure.svg
  figures

Each verb lists exactly the options of its help:

  $ for verb in $(parot help --verbs | grep -v help); do
  >     parot help --options $verb | cut -f1 | grep ^-- | sort > listed.txt
  >     parot help $verb | grep -oE '^ +(-[a-z], )?--[a-z-]+' | grep -oE '[-][-][a-z-]+' | sort | cmp - listed.txt
  > done

Values that are offered are values that are known:

  $ parot make moons -n 20 -o a.csv -q; parot make rotated -n 20 -o b.csv -q
  $ values() { parot help --options $1 | awk -F'\t' -v name=--$2 '$1 == name {print $3}'; }
  $ for v in $(values cost metric); do parot cost a.csv --metric $v -o c.npy -f -q; done
  $ for o in loss steps start; do for v in $(values gromov $o); do
  >     parot gromov a.csv b.csv --mass 1 --$o $v -q 2>&1 | grep unknown; done; done
  [1]
  $ for o in method kernel classifier kind scale group metric na; do for v in $(values pu $o); do
  >     parot pu a.csv b.csv --prior 0.5 --$o $v -q --time-limit 1e-9 2>&1 | grep unknown; done; done
  [1]
  $ for o in transform overlap na; do for v in $(values register $o); do
  >     parot register a.csv b.csv --overlap 1 --$o $v -q --time-limit 1e-9 2>&1 | grep -E 'unknown|must'; done; done
  [1]
  $ parot make moons --weights $(values make weights) -q > /dev/null

Mistakes in what programs ask:

  $ parot help --nothing
  parot: unknown option '--nothing'; `parot help` lists the verbs
  [2]

What nothing begins with is left as it is:

  $ bash -c '. "$0"; COMP_WORDS=(parot partial zzz); COMP_CWORD=2; _parot; echo ${#COMPREPLY[@]}' "$TESTDIR/../../cli/parot.bash"
  0
