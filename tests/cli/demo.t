The demo of the README runs, leaves the outliers where they are, and leaves nothing behind:

  $ mkdir temporary
  $ TMPDIR=$PWD/temporary "$TESTDIR/../../examples/cli/demo" > demo.txt
  $ grep -c '^[$] parot' demo.txt
  5
  $ tail -2 demo.txt
     moons     0.7500 of 0.75
     outliers  0.0000 of 0.25
  $ grep Prove demo.txt
  Proved optimal: no plan of this mass costs less than *. (glob)
  Proven: no plan of this mass costs less (tolerance 1e-09).
  $ ls -A temporary
