Without a terminal to be had there is no progress line to wait for, and nothing to test here:

  $ /usr/bin/python3 -c 'import pty; pty.openpty()' 2>/dev/null || exit 80

Ctrl-C, sent as soon as the progress line on the terminal says that a plan is being improved:

  $ parot make blobs --dims 3 -n 4500 -o c.npy -q
  $ parot make blobs --dims 3 -n 4500 --noise 1 --center 5,5 --seed 1 -o d.npy -q
  $ cat > interrupt.py <<END
  > import os, pty, signal, subprocess, sys, time
  > ours, theirs = pty.openpty()
  > command = subprocess.Popen(sys.argv[1:], stderr=theirs, restore_signals=True,
  >                            preexec_fn=lambda: signal.signal(signal.SIGINT, signal.SIG_DFL))
  > os.close(theirs)
  > seen = b""
  > def read():
  >     try:
  >         return os.read(ours, 1000)
  >     except OSError: # the terminal is closed: the command has ended
  >         return b""
  > sign, times = os.environ.get("SIGN", "Ctrl-C keeps").encode(), int(os.environ.get("TIMES", "1"))
  > while sign not in seen:
  >     seen += read() or sys.exit("ended too early: %r" % seen)
  > for k in range(times):
  >     time.sleep(0.1 * k)
  >     command.send_signal(signal.SIGINT)
  > more = read()
  > while more:
  >     seen += more
  >     more = read()
  > print("exit", command.wait())
  > lines = [line for line in seen.decode().split("\r\x1b[K") if line.rstrip().endswith((")", " s"))]
  > print("progress", max(map(len, lines)) < 80, os.environ.get("WORDS", "") in "".join(lines))
  > END
  $ parot make blobs --dims 3 -n 12000 -o a.npy -q
  $ parot make blobs --dims 3 -n 12000 --noise 1 --center 5,5 --seed 1 -o b.npy -q
  $ /usr/bin/python3 interrupt.py parot partial a.npy b.npy --mass max -o late.npz
  12000 source and 12000 target points, 3 coordinates, metric sqeuclidean
  
    mass moved     1 (100 % of the source, 100 % of the target)
    cost           * (glob)
    pairs          * (glob)
    source points  12000 moved fully, 0 partly, 0 not at all
    target points  12000 moved fully, 0 partly, 0 not at all
  
  Stopped early (interrupted): the plan is valid, but cheaper ones may exist.
  No plan costs less than *; this one is at most * above (the gap). (glob)
  Weights and mass are off by * of the mass. (glob)
  Time: * (glob)
  Written to late.npz.
  exit 130
  progress True True
  $ parot certify late.npz a.npy b.npy | grep 'infeasible '
    infeasible *  ok   total mass by which weights and mass are missed (glob)

The same for a curve, whose beginning is kept:

  $ /usr/bin/python3 interrupt.py parot curve c.npy d.npy -o late.csv | grep -E 'Stopped|Written|exit|progress'
  Stopped early (interrupted): the curve is exact as far as it goes, up to mass *. (glob)
  Written to late.csv.
  exit 130
  progress True True
  $ head -1 late.csv
  mass,objective,slope

For a match of spaces, whose line names the start; and for labels, once there is a plan:

  $ parot make blobs --dims 3 -n 700 -o e.npy -q; parot make spiral -n 700 -o f.npy -q
  $ SIGN='from product, round' WORDS='frank-wolfe from product, round' /usr/bin/python3 interrupt.py parot gromov e.npy f.npy --mass 0.5 --restarts 50 -o match.csv | grep -E 'Stopped|Written|exit|progress'
  Stopped early (interrupted): the plan is valid; a longer search may lower the objective.
  Written to match.csv.
  exit 130
  progress True True
  $ SIGN=simplex /usr/bin/python3 interrupt.py parot pu c.npy d.npy --prior 0.9 --method wasserstein --scale none --metric euclidean -o labels.csv | grep -E 'Written|exit|progress'
  Written to labels.csv.
  exit 130
  progress True True
  $ awk -F, 'NR > 1 {sum += $2} END {print sum}' labels.csv
  4050

Before there is anything to keep, nothing is written; costs, many of them here, tell how much is done:

  $ parot make blobs --dims 400 -n 3000 -o g.npy -q; parot make blobs --dims 400 -n 3000 --seed 1 -o h.npy -q
  $ SIGN=' s left' /usr/bin/python3 interrupt.py parot partial g.npy h.npy --mass 0.5 --entropic 1 --metric cityblock -o none.csv
  exit 130
  progress True True
  $ SIGN='Ctrl-C stops' /usr/bin/python3 interrupt.py parot pu g.npy h.npy --prior 0.5 --kind table -o none.csv
  exit 130
  progress True True
  $ SIGN='Ctrl-C stops' /usr/bin/python3 interrupt.py parot prior g.npy h.npy --kind table
  exit 130
  progress True True
  $ ls none.*
  ls: cannot access 'none.*': No such file or directory
  [2]

The second Ctrl-C kills at once, unless the first has been answered before it arrives:

  $ SIGN=cross-validation TIMES=2 /usr/bin/python3 interrupt.py parot pu c.npy d.npy --prior 0.5 --method upu -o twice.csv | grep exit
  exit (-2|130) (re)
