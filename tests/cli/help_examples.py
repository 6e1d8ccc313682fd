"""help_examples.py [VERB...] - each example of `parot help VERB`, which its manual page shows too, and of parot(1) runs as it stands.

The files that examples name are made first, by the command itself where it can.
"""
import gzip
import importlib.machinery
import os
import subprocess
import sys
import tempfile

import numpy as np
import scipy.io

ROOT = os.path.dirname(os.path.dirname(os.path.dirname(os.path.abspath(__file__))))
sys.dont_write_bytecode = True
manual = importlib.machinery.SourceFileLoader("manual", os.path.join(ROOT, "tools/manual")).load_module()

CLOUDS = """
parot make moons -n 60 -o a.csv -q
parot make rotated -n 60 -o b.csv -q
parot make blobs -n 60 -o good.csv -q
parot make blobs -n 40 --seed 1 -o like.csv -q
parot make blobs -n 60 --center 4,4 --seed 2 --add like.csv -o rows.csv -q
parot make blobs -n 30 --seed 3 -o new.csv -q
parot make moons -n 60 -o scan.csv -q
parot make moons -n 60 --angle 20 --seed 1 -o model.csv -q
parot make moons -n 40 -o slice1.csv -q
parot make moons -n 40 --seed 1 -o slice2.csv -q
parot make blobs -n 40 --dims 3 -o cells.csv -q
parot make blobs -n 40 --dims 4 -o genes.csv -q
parot make moons -n 30 -o day1.csv -q
parot make moons -n 30 --seed 1 -o day2.csv -q
parot make moons -n 30 --seed 2 -o day3.csv -q
parot cost a.csv b.csv -o costs.npy -q
parot cost a.csv -o da.npy -q
parot cost b.csv -o db.npy -q
"""
# What a verb reads is made by others; `plan.json` has the history of a search for plot, and a proof for certify.
READ = {
    "plot": ["parot partial a.csv b.csv --mass 0.5 -o plan.npz -q", "parot gromov a.csv b.csv --mass 0.5 --start product -o plan.json -q",
             "parot pu good.csv all.csv --prior 0.4 -o labels.csv -q"],
    "certify": ["parot partial a.csv b.csv --mass 0.5 -o plan.npz -q", "parot partial --cost costs.npy --mass 0.5 -o plan.json -q",
                "parot partial a.csv b.csv --mass 0.5 -o sinkhorn.csv -q"],
    "convert": ["parot partial a.csv b.csv --mass 0.5 -o plan.npz -q"],
}


def write(name, header, columns):
    with open(name, "w") as file:
        file.write(header + "\n" + "".join(",".join(map(str, row)) + "\n" for row in zip(*columns)))


def tables(rng):
    """Tables with columns that examples name."""
    x, y = rng.normal(size=(2, 80))
    names, kind = ["n%d" % (k % 8) for k in range(80)], np.arange(80) % 2  # names that repeat can be compared as well
    for name in ("treated.csv", "controls.csv"):
        write(name, "name,sex,propensity,x,y", [names, np.where(kind, "f", "m"), rng.uniform(size=80), x, y])
    for name in ("cells1.csv", "cells2.csv"):
        write(name, "x,y", rng.normal(size=(2, 80)))
    for name in ("january.csv", "yesterday.csv", "today.csv"):
        write(name, "customer,x,y", [np.arange(120), *rng.normal(size=(2, 120))])
    write("table.csv", "known,class,x,y", [kind * (np.arange(80) < 60), 1 + kind, x + 4 * kind, y])
    write("german.csv", "x;y", [["%s;%s" % (str(a).replace(".", ","), str(b).replace(".", ",")) for a, b in zip(x, y)]])
    rows = np.loadtxt("rows.csv", delimiter=",", skiprows=1)
    write("all.csv", "x,y,kind", [*rows.T, (np.arange(len(rows)) < 40).astype(int)])
    write("known.csv", "source,target", [[0, 1, 2], [0, 1, 2]])


def other_formats(rng):
    with gzip.open("train-images-idx3-ubyte.gz", "wb") as file:
        file.write(bytes([0, 0, 8, 3]) + np.array([5, 2, 2], ">i4").tobytes() + bytes(range(20)))
    scipy.io.savemat("office.mat", {"fts": rng.normal(size=(6, 3)), "labels": np.arange(6.0)})
    with open("mushrooms.libsvm", "w") as file:
        file.write("1 1:1 3:1\n2 2:1 3:1\n")
    with open("a.edges", "w") as file:
        file.write("a b\nb c\nc d\nd e\nb f\n")
    with open("b.edges", "w") as file:
        file.write("1 2\n2 3\n3 4\n4 5\n5 6\n6 7\n3 8\n")


def prepare(verb):
    rng = np.random.default_rng(0)
    subprocess.run("set -e" + CLOUDS, shell=True, check=True)
    if verb == "partial":  # with what leaving a point unmatched costs
        for name in ("a.csv", "b.csv"):
            write(name, "x,y,miss", [*np.loadtxt(name, delimiter=",", skiprows=1).T, [0.3] * 60])
    tables(rng)
    other_formats(rng)
    with open("known.txt", "w") as file:
        file.write("a\nb\n")
    for line in READ.get(verb, []):
        subprocess.run(line, shell=True, check=True)


def make_room(line):
    """Removes what this example writes and another one wrote: no example has -f."""
    words = line.split()
    outputs = [words[k + 1] for k, word in enumerate(words) if word in ("-o", "--rows", "--model", "--plot", "--report")]
    for name in outputs + (words[3:4] if words[1] == "convert" else []):
        if os.path.exists(name):
            os.remove(name)


def examples():
    """Verb -> its examples; "" -> those of parot(1)."""
    overview = manual.Source(os.path.join(ROOT, "cli/parot.1.md")).parts["EXAMPLES"]
    found = {"": [line for line in overview.splitlines() if line.startswith("    ")]}
    for verb in manual.ask("parot", "help", "--verbs").split():
        if verb != "help":
            found[verb] = manual.examples(manual.ask("parot", "help", verb)).splitlines()
    return found


def main():
    failed = 0
    if not set(sys.argv[1:]) <= set(examples()):
        sys.exit("help_examples: not all of %s are verbs" % sys.argv[1:])
    for verb, lines in examples().items():
        if sys.argv[1:] and verb not in sys.argv[1:]:
            continue
        with tempfile.TemporaryDirectory() as folder:
            os.chdir(folder)
            prepare(verb)
            for line in lines:
                make_room(line)
                done = subprocess.run(line, shell=True, capture_output=True, text=True)
                if done.returncode != 0 or "parot" not in line:
                    failed += 1
                    print("%s\nexit %d: %s%s" % (line.strip(), done.returncode, done.stdout[-300:], done.stderr))
            os.chdir(ROOT)
    return 1 if failed else 0


if __name__ == "__main__":
    sys.exit(main())
