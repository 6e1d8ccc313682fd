"""Ctrl-C on any rank of parot.mpi.map ends the job, in the middle of items; what was taken before stays.

    test_mpi_interrupt.py RUN     RUN is tests/mpi/run
"""
import os
import signal
import subprocess
import sys
import tempfile
import time

RUN = os.path.abspath(sys.argv[1])
PATIENCE = 60  # seconds; items that are not stopped take longer
SCRIPT = """
import os, sys, time
from mpi4py import MPI
import parot.mpi

def work(item):
    if item > 0:
        open("rank%d" % MPI.COMM_WORLD.Get_rank(), "w").write(str(os.getpid()))
        time.sleep(600)
    return item

def take(number, result):
    open("taken", "w").write(str(result))

parot.mpi.map(work, range(9), take=take)
"""


def wait_for(names):
    deadline = time.monotonic() + PATIENCE
    while not all(os.path.exists(name) and os.path.getsize(name) for name in names):
        assert time.monotonic() < deadline, "the items have not begun"
        time.sleep(0.05)


for rank in [0, 1]:
    with tempfile.TemporaryDirectory() as folder:
        job = subprocess.Popen([RUN, "2", sys.executable, "-c", SCRIPT], cwd=folder, stdout=subprocess.PIPE, stderr=subprocess.PIPE, text=True)
        files = [os.path.join(folder, name) for name in ("rank0", "rank1", "taken")]
        wait_for(files)
        with open(files[rank]) as file:
            os.kill(int(file.read()), signal.SIGINT)
        _, err = job.communicate(timeout=PATIENCE)
        assert job.returncode != 0 and "KeyboardInterrupt" in err, (rank, job.returncode, err)
        with open(files[2]) as file:
            assert file.read() == "0"
