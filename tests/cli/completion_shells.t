Completion for fish and zsh asks the command, as that for bash does.

  $ command -v fish > /dev/null && command -v zsh > /dev/null || exit 80
  $ touch points.csv other.csv
  $ fish() { command fish --no-config -c "source $TESTDIR/../../cli/parot.fish; complete -C '$1'"; }
  $ fish 'parot pa'
  pairwise
  partial
  $ fish 'parot partial --metric co'
  correlation
  cosine
  $ fish 'parot help cert'
  certify
  $ fish 'parot partial po'
  points.csv
  $ fish 'parot make mo'
  moons
  $ printf 'id,income gross,"a,b",y\n1,2,3,4\n2,3,4,5\n' > names.csv
  $ fish 'parot pu names.csv --id i'
  id
  income gross
  $ fish 'parot pu names.csv --drop id,y'
  id,y
  $ fish 'parot pu names.csv --drop id,'
  id,income gross
  id,y
  $ fish 'parot gromov a b --start profiles,cl'
  profiles,clusters

What the completion of zsh offers, which the shell then filters:

  $ cat > try.zsh <<'END'
  > compadd() { shift; print -l -- "$@" }
  > _files() { print FILES }
  > compset() { :; }
  > words=("$@[2,-1]"); CURRENT=$#words; source $1
  > END
  $ try() { zsh -f try.zsh "$TESTDIR/../../cli/parot.zsh" "$@"; }
  $ try parot pa | grep '^pa'
  partial
  pairwise
  $ try parot partial --metric co | grep '^co'
  cosine
  correlation
  $ try parot partial --metric=co | grep '^co'
  cosine
  correlation
  $ try parot partial --ma | grep '^--ma'
  --mass
  $ try parot partial po
  FILES
  $ try parot pu names.csv --id i
  id
  income gross
  a,b
  y
  $ try parot pu names.csv --drop i
  id
  income gross
  y
  $ try parot pu names.csv --drop id,
  income gross
  y
  $ try parot pu names.csv --drop=id,y,
  income gross
  $ try parot pu names.csv --truth y
  id
  income gross
  a,b
  y
  FILES
  $ try parot make mo
  moons
  blobs
  rotated
  spiral
