"""What docs/howto/cluster.md shows, as it is: the commands to try, which share their work, and the Python, on two ranks.

    test_mpi_page.py RUN PAROT     RUN is tests/mpi/run
"""
import os
import re
import subprocess
import sys
import tempfile

RUN, PAROT = map(os.path.abspath, sys.argv[1:3])
PAGE = os.path.join(os.path.dirname(RUN), "../../docs/howto/cluster.md")


def blocks(language):
    with open(PAGE) as file:
        return re.findall(r"^```%s\n(.*?)^```$" % language, file.read(), re.M | re.S)


def run(command, environment):
    done = subprocess.run(command, env=environment, capture_output=True, text=True, timeout=120)
    assert done.returncode == 0, done.stderr
    return done.stdout


def main():
    os.mkdir("bin")
    os.symlink(PAROT, "bin/parot")
    with open("bin/mpirun", "w") as file:  # also as root, and on fewer cores
        file.write('#!/bin/sh\n[ "$1" = -n ] || exit 9\nshift\nPATH=${PATH#*:} exec %s "$@"\n' % RUN)
    os.chmod("bin/mpirun", 0o755)
    environment = dict(os.environ, PATH=os.path.abspath("bin") + ":" + os.environ["PATH"])
    told = run(["sh", "-e", "-c", blocks("sh")[0].replace("mpirun -n 2 parot", "mpirun -n 2 " + PAROT)], environment)
    with open(PAGE) as file:
        promised = re.search(r'"(with 2 processes that shared \d+ tasks in \d+ pieces)"', file.read()).group(1)
    assert promised in told, (promised, told)
    with open("script.py", "w") as file:
        file.write("\n".join(blocks("python")))
    run([RUN, "2", sys.executable, "script.py"], os.environ)


with tempfile.TemporaryDirectory() as folder:
    os.chdir(folder)
    main()
    os.chdir("/")
