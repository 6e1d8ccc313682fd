Clouds that take a while, and a limit: the best transform so far is written. A limit that ends before the costs are known keeps nothing, so a
busy machine doubles it.

  $ parot make blobs --dims 3 --blobs 3 -n 2500 -o c.npy -q
  $ parot make blobs --dims 3 --blobs 3 -n 2500 --noise 1 --seed 1 --angle 50 -o d.npy -q
  $ for limit in 0.5 1 2 4 8 16 32 64; do
  >   parot register c.npy d.npy --overlap 0.6 --time-limit $limit -o moved.npy > out.txt 2> refused.txt; status=$?
  >   grep -q 'is too short' refused.txt || break
  > done
  $ echo $status
  3
  $ grep -E 'Stopped|Written|inliers' out.txt
    inliers        1500 of 2500 source points
  Stopped early (time limit): this is the best transform so far.
  Written to moved.npy.

Without a terminal to be had there is no progress line to wait for, and nothing more to test:

  $ /usr/bin/python3 -c 'import pty; pty.openpty()' 2>/dev/null || exit 80

Ctrl-C, sent as soon as the progress line says that there is something to keep:

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
  $ /usr/bin/python3 interrupt.py parot register c.npy d.npy --overlap 0.6 --matrix late.json > out.txt
  $ grep -E 'Stopped|Written|exit' out.txt
  Stopped early (interrupted): this is the best transform so far.
  Written to late.json.
  exit 130
  $ grep -o '"status": "[a-z]*"' late.json
  "status": "interrupted"
