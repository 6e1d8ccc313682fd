A command that is killed while it writes leaves the old file or the new one, never a part:

  $ parot make moons -n 20000 -o new.csv -q; parot make moons -n 10 -o old.csv -q
  $ cat > kill.py <<END
  > import os, shutil, signal, subprocess, time
  > begin = time.time()
  > subprocess.run(["parot", "convert", "new.csv", "whole.csv", "-q"], check=True)
  > whole, took = open("whole.csv", "rb").read(), time.time() - begin
  > old, seen = open("old.csv", "rb").read(), set()
  > for k in range(24):
  >     shutil.copy("old.csv", "out.csv")
  >     command = subprocess.Popen(["parot", "convert", "new.csv", "out.csv", "-f", "-q"], stderr=subprocess.DEVNULL)
  >     time.sleep(took * (0.3 + k / 20))
  >     command.send_signal(signal.SIGKILL)
  >     command.wait()
  >     now = open("out.csv", "rb").read()
  >     seen.add("old" if now == old else "new" if now == whole else "a part")
  > print("a part" in seen, seen <= {"old", "new"})
  > END
  $ /usr/bin/python3 kill.py
  False True

A full disk, and a folder that may not be written to:

  $ parot partial old.csv old.csv --mass 0.5 -q -o /dev/full
  parot partial: /dev/full: cannot be written: No space left on device
  [1]
  $ for verb in 'cost old.csv -o' 'make moons -q -o' 'convert old.csv' 'curve old.csv old.csv -q -o' 'gromov old.csv old.csv --mass 1 -q -o' 'pu old.csv new.csv --prior 0.5 --method nearest -q -o'; do
  >     parot $verb /dev/full > /dev/null 2> message.txt; echo $? $(grep -c 'No space left' message.txt)
  > done | uniq -c | tr -s ' '
   6 1 1
  $ parot cost old.csv -o /proc/self/x.csv 2>&1 | grep -c 'cannot be written'
  1
