A disk that is full while a file is replaced: the old file stays, and nothing else. Only where a small disk can be had:

  $ mkdir small; mount -t tmpfs -o size=64k none small 2> /dev/null || exit 80
  $ parot make moons -n 20000 -o new.csv -q; parot make moons -n 10 -o small/kept.csv -q; cp small/kept.csv old.csv
  $ parot convert new.csv small/kept.csv -f -q
  parot convert: small/kept.csv: cannot be written: No space left on device
  [1]
  $ cmp old.csv small/kept.csv; ls -A small
  kept.csv
  $ umount small
