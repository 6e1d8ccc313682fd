A disk that is full while a file is replaced: the old file stays, and nothing else. Only where a small disk can be had:

  $ mkdir small; mount -t tmpfs -o size=64k none small 2> /dev/null || exit 80
  $ parot make moons -n 20000 -o new.csv -q; parot make moons -n 10 -o small/kept.csv -q; cp small/kept.csv old.csv
  $ parot convert new.csv small/kept.csv -f -q
  parot convert: small/kept.csv: cannot be written: No space left on device
  [1]
  $ cmp old.csv small/kept.csv; ls -A small
  kept.csv

Every verb that writes, and every output of it, on a disk with no room for it: one line that names the file, exit 1, nothing left behind:

  $ parot make moons -n 300 -o some.csv -q; parot make rotated -n 300 -o other.csv -q; parot make moons -n 40 -o few.csv -q
  $ parot partial some.csv other.csv --mass 0.5 -q -o plan.npz; parot pu some.csv other.csv --prior 0.5 -q --model model.npz -o labels.csv
  $ dd if=/dev/zero of=small/filler bs=4k count=15 2> /dev/null; rm small/kept.csv
  $ try() {
  >     parot "$@" -q > /dev/null 2> message.txt; code=$?
  >     left=$(ls -A small | grep -v filler)
  >     [ $code = 1 ] && [ "$(grep -c 'No space left on device' message.txt)" = 1 ] && [ "$(wc -l < message.txt)" = 1 ] && [ -z "$left" ] ||
  >         { echo "$@: exit $code, left '$left'"; cat message.txt; rm -f small/x*; }
  > }
  $ try make moons -n 9000 -o small/x.csv
  $ try convert new.csv small/x.tsv
  $ try cost some.csv -o small/x.npy
  $ try partial new.csv new.csv --line 1 --mass 0.5 --columns x -o small/x.csv
  $ try partial some.csv other.csv --mass 0.5 -o small/x.json
  $ for out in '--plot small/x.png' '--report small/x.html'; do
  >     try partial some.csv other.csv --mass 0.5 $out
  >     try pu some.csv other.csv --prior 0.5 $out
  >     try gromov few.csv few.csv --mass 0.5 $out
  >     try register few.csv few.csv --overlap 1 $out
  >     try drift some.csv other.csv $out
  > done
  $ try curve some.csv other.csv -o small/x.csv
  $ try curve some.csv other.csv --rows small/x.csv
  $ try curve some.csv other.csv --plot small/x.png
  $ try gromov few.csv few.csv --mass 0.5 --coupling small/x.npy
  $ try pu some.csv other.csv --prior 0.5 -o small/x.csv
  $ try pu some.csv other.csv --prior 0.5 --model small/x.npz
  $ try prior some.csv other.csv --plot small/x.png
  $ try predict model.npz new.csv -o small/x.csv
  $ try plot plan.npz some.csv other.csv -o small/x.png
  $ try drift some.csv other.csv -o small/x.csv
  $ try gromov some.csv other.csv --mass 0.5 --restarts 0 -o small/x.csv
  $ try register some.csv some.csv --overlap 1 --restarts 0 -o small/x.csv
  $ try register some.csv some.csv --overlap 1 --restarts 0 --inliers small/x.csv
  $ dd if=/dev/zero of=small/filler2 bs=4k count=1 2> /dev/null
  $ try register few.csv few.csv --overlap 1 --matrix small/x.json
  $ try register few.csv few.csv --overlap 1 --matrix small/x.npy
  $ umount small
