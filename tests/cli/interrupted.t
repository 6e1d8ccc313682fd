Without a terminal to be had there is no progress line to wait for, and nothing to test here:

  $ /usr/bin/python3 -c 'import pty; pty.openpty()' 2>/dev/null || exit 80

Ctrl-C, sent as soon as the progress line on the terminal says that a plan is being improved:

  $ parot make blobs --dims 3 -n 4500 -o c.npy -q
  $ parot make blobs --dims 3 -n 4500 --noise 1 --center 5,5 --seed 1 -o d.npy -q
  $ cat > interrupt.py <<END
  > import os, pty, signal, subprocess, sys
  > ours, theirs = pty.openpty()
  > command = subprocess.Popen(sys.argv[1:], stderr=theirs, restore_signals=True,
  >                            preexec_fn=lambda: signal.signal(signal.SIGINT, signal.SIG_DFL))
  > os.close(theirs)
  > seen = b""
  > while b"Ctrl-C keeps" not in seen:
  >     seen += os.read(ours, 1000)
  > command.send_signal(signal.SIGINT)
  > print("exit", command.wait())
  > END
  $ /usr/bin/python3 interrupt.py parot partial c.npy d.npy --mass max -o late.npz
  4500 source and 4500 target points, 3 coordinates, metric sqeuclidean
  
    mass moved     1 (100 % of the source, 100 % of the target)
    cost           * (glob)
    pairs          * (glob)
    source points  4500 moved fully, 0 partly, 0 not at all
    target points  4500 moved fully, 0 partly, 0 not at all
  
  Stopped early (interrupted): the plan is valid, but cheaper ones may exist.
  No plan costs less than *; this one is at most * above (the gap). (glob)
  The largest violation of weights and mass is *. (glob)
  Time: * (glob)
  Written to late.npz.
  exit 130
  $ parot certify late.npz c.npy d.npy | grep primal
    primal     *  ok   plan against weights and mass (glob)

The same for a curve, whose beginning is kept:

  $ /usr/bin/python3 interrupt.py parot path c.npy d.npy -o late.csv | grep -E 'Stopped|Written|exit'
  Stopped early (interrupted): the curve is exact as far as it goes, up to mass *. (glob)
  Written to late.csv.
  exit 130
  $ head -1 late.csv
  mass,objective,slope
