"""kills.py [VERB...] - every verb that writes, or these, killed with SIGKILL while it does: the old file, the new one, or nothing else.

A command that is traced with strace would be slow and is not everywhere; so the moments are spread
over the last part of each command's time, where it writes.
"""
import os
import random
import shutil
import signal
import subprocess
import sys
import tempfile
import time

TRIES = int(os.environ.get("KILLS", "6"))

# (verb and arguments, the outputs that follow)
CASES = [
    ("make moons -n 30000", "-o out.csv"),
    ("convert big.csv", "out.tsv"),
    ("cost some.csv some.csv", "-o out.csv"),
    ("pairwise some.csv other.csv --mass 0.5", "-o out.csv"),
    ("partial some.csv other.csv --mass 0.5", "-o out.json"),
    ("partial some.csv other.csv --mass 0.5", "-o out.npz --plot out.svg --report out.html"),
    ("curve some.csv other.csv", "-o out.csv --rows rows.csv --plot out.pdf"),
    ("gromov few.csv few.csv --mass 0.5", "-o out.json --coupling out.npy --plot out.png --report out.html"),
    ("register few.csv few.csv --overlap 1", "-o out.csv --matrix out.json --inliers in.csv --plot out.svg --report out.html"),
    ("match some.csv other.csv --caliper 0.5", "-o out.csv --unmatched out2.csv --report out.html"),
    ("drift some.csv other.csv", "-o out.csv --plot out.svg --report out.html"),
    ("pu some.csv other.csv --prior 0.5", "-o out.csv --model out.npz --plot out.svg --report out.html"),
    ("prior some.csv other.csv", "--plot out.svg"),
    ("predict model.npz big.csv", "-o out.csv"),
    ("plot plan.npz some.csv other.csv", "-o out.svg"),
]


def is_whole(data, name, whole):
    """Reports and plans hold times, so that only their size and end are compared."""
    return data == whole or (
        name.endswith((".html", ".json", ".npz", ".pdf")) and abs(len(data) - len(whole)) < 200 and data[-2:] == whole[-2:])


def is_complete(name, whole):
    data = open(name, "rb").read()
    return data == b"old" or is_whole(data, name, whole)


def is_on_its_way(path, whole):
    """A complete file has a name of its own for the moment between two calls of the system: link and rename."""
    data = open(path, "rb").read()
    return any(is_whole(data, name, whole[name]) for name in whole)


def try_case(verb, outputs):
    names = [w for w in outputs.split() if not w.startswith("-")]
    words = ["parot", *verb.split(), *outputs.split(), "-f", "-q"]
    before = time.monotonic()
    subprocess.run(words, check=True, stdout=subprocess.DEVNULL)
    took = time.monotonic() - before
    whole = {name: open(name, "rb").read() for name in names}
    faults = []
    for k in range(TRIES):
        for name in names:
            open(name, "wb").write(b"old")
        command = subprocess.Popen(words, stdout=subprocess.DEVNULL, stderr=subprocess.DEVNULL)
        time.sleep(took * random.uniform(0.1, 1.1))
        command.send_signal(signal.SIGKILL)
        command.wait()
        faults += [name for name in names if not is_complete(name, whole[name])]
        faults += [name for name in os.listdir(".") if name.startswith(".parot") and not is_on_its_way(name, whole)]
        for name in os.listdir("."):
            if name.startswith(".parot"):
                os.unlink(name)
    for name in names:
        os.unlink(name)
    return faults


def main():
    if not set(sys.argv[1:]) <= {verb.split()[0] for verb, _ in CASES}:
        sys.exit("kills: not all of %s write files" % sys.argv[1:])
    random.seed(int(os.environ.get("SEED", "1")))
    good = True
    with tempfile.TemporaryDirectory() as place:
        os.chdir(place)
        for line in ("make moons -n 30000 -o big.csv", "make moons -n 300 -o some.csv", "make rotated -n 300 -o other.csv",
                     "make moons -n 40 -o few.csv", "partial some.csv other.csv --mass 0.5 -o plan.npz",
                     "pu some.csv other.csv --prior 0.5 --model model.npz"):
            subprocess.run(["parot", *line.split(), "-q"], check=True)
        for verb, outputs in CASES:
            if sys.argv[1:] and verb.split()[0] not in sys.argv[1:]:
                continue
            faults = try_case(verb, outputs)
            good = good and not faults
            print(verb.split()[0], outputs, "FAIL " + " ".join(sorted(set(faults))) if faults else "whole or as before")
        os.chdir("/")
    sys.exit(not good)


main()
