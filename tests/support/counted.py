#!/usr/bin/python3
"""counted.py PROGRAM - tests register themselves, and one that fails is counted by tools/check: PROGRAM is made of fails.c."""
import os
import subprocess
import sys

sys.dont_write_bytecode = True
sys.path.insert(0, os.path.join(os.path.dirname(os.path.abspath(__file__)), "../../tools"))
import runner  # noqa: E402

done = subprocess.run([os.path.abspath(sys.argv[1])], stdout=subprocess.PIPE, stderr=subprocess.STDOUT, text=True)
found = done.returncode != 0, runner.counts(done.returncode, done.stdout), runner.counts(0, "no test says anything"), runner.counts(1, "")
print(found)
sys.exit(found != (True, (1, 2), (1, 0), (0, 1)))
