"""verbs.py - every verb once or more, on small files, for tests that make the surroundings hostile.

`prepare(parot, folder)` makes the inputs; COMMANDS are (name, arguments), with outputs that start
with "out" in the folder. Whatever the surroundings do, a command answers (exit 0, 1 or 3) or
refuses with a message (1 or 2), in bounded time, and leaves no file that it did not finish.
"""
import os
import subprocess
import sys

# Long enough for a busy machine; what hangs, hangs for ever.
PATIENCE = 60

COMMANDS = [
    ("version", ["--version"]),
    ("help", ["help", "pu"]),
    ("make", ["make", "moons", "-n", "50", "-o", "out.csv"]),
    ("partial", ["partial", "a.csv", "b.csv", "--mass", "0.5", "-o", "out.npz"]),
    ("partial-price", ["partial", "a.csv", "b.csv", "--price", "0.1", "--json"]),
    ("partial-prices", ["partial", "a.csv", "b.csv", "--price-column", "y", "--json"]),
    ("partial-report", ["partial", "a.csv", "b.csv", "--mass", "0.5", "--report", "out.html"]),
    ("curve", ["curve", "a.csv", "b.csv", "-o", "out.csv", "--rows", "out-rows.csv"]),
    ("gromov", ["gromov", "a.csv", "b.csv", "--mass", "0.5", "-o", "out.json"]),
    ("gromov-graph", ["gromov", "--graph", "a.edges", "b.edges", "--mass", "3", "--source-nodes", "nodes.txt", "-o", "out.csv"]),
    ("gromov-threads", ["gromov", "a.csv", "b.csv", "--mass", "0.5", "--fused", "0.5", "--threads", "3"]),
    ("pu", ["pu", "b.csv", "a.csv", "--prior", "0.5", "-o", "out.csv", "--model", "out.npz"]),
    ("pu-wasserstein", ["pu", "b.csv", "a.csv", "--prior", "0.5", "--method", "wasserstein", "--json"]),
    ("pu-report", ["pu", "b.csv", "a.csv", "--prior", "auto", "--check", "--report", "out.html"]),
    ("predict", ["predict", "model.npz", "a.csv", "-o", "out.csv"]),
    ("prior", ["prior", "b.csv", "a.csv"]),
    ("certify", ["certify", "plan.npz", "a.csv", "b.csv"]),
    ("certify-plan", ["certify", "entries.csv", "a.csv", "b.csv"]),
    ("explain", ["explain", "plan.npz", "3", "a.csv", "b.csv"]),
    ("align", ["align", "a.csv", "b.csv", "--mass", "0.7", "--restarts", "1", "-o", "out.csv"]),
    ("register", ["register", "a.csv", "b.csv", "--overlap", "0.7", "-o", "out.csv"]),
    ("match", ["match", "a.csv", "b.csv", "--caliper", "0.5", "-o", "out.csv", "--unmatched", "out2.csv", "--report", "out.html"]),
    ("drift", ["drift", "a.csv", "b.csv", "-o", "out.csv"]),
    ("plot", ["plot", "plan.npz", "a.csv", "b.csv", "-o", "out.svg"]),
    ("plot-pdf", ["plot", "labels.csv", "b.csv", "a.csv", "-o", "out.pdf"]),
    ("cost", ["cost", "a.csv", "b.csv", "-o", "out.npy"]),
    ("convert", ["convert", "a.csv", "out.npz"]),
    ("convert-json", ["convert", "plan.npz", "out.json"]),
    ("doctor", ["doctor", "a.csv", "b.csv"]),
]


def chosen():
    """(number, command) of those that the command line names, or of all."""
    named = [word for word in sys.argv[2:] if not word.startswith("--") and not word.endswith(".so")]
    if not set(named) <= set(dict(COMMANDS)):
        sys.exit("no command %s; there are %s" % (named, ", ".join(dict(COMMANDS))))
    return [(number, command) for number, command in enumerate(COMMANDS) if not named or command[0] in named]


INPUTS = [
    ["make", "moons", "-n", "{n}", "-o", "a.csv", "-q"],
    ["make", "rotated", "-n", "{m}", "--seed", "1", "-o", "b.csv", "-q"],
    ["partial", "a.csv", "b.csv", "--mass", "0.5", "-o", "plan.npz", "-q"],
    ["partial", "a.csv", "b.csv", "--mass", "0.5", "-o", "entries.csv", "-q"],
    ["pu", "b.csv", "a.csv", "--prior", "0.5", "-o", "labels.csv", "--model", "model.npz", "-q"],
]


def prepare(parot, folder, rows):
    """Makes the input files of COMMANDS in the folder, with so many rows in a and 4/5 in b."""
    for arguments in INPUTS:
        filled = [a.format(n=rows, m=rows * 4 // 5) for a in arguments]
        subprocess.run([parot] + filled, cwd=folder, check=True, timeout=PATIENCE)
    for name, nodes in (("a.edges", rows), ("b.edges", rows * 4 // 5)):
        with open(os.path.join(folder, name), "w") as file:
            file.writelines("%d %d\n" % (i, i * i % nodes) for i in range(nodes))
    with open(os.path.join(folder, "nodes.txt"), "w") as file:
        file.writelines("%d\n" % i for i in range(rows // 2))


def clear(folder):
    """Removes the outputs of a command; returns the names of files that are neither input nor output."""
    inputs = {"a.csv", "b.csv", "a.edges", "b.edges", "nodes.txt", "plan.npz", "entries.csv", "labels.csv", "model.npz"}
    strangers = []
    for name in os.listdir(folder):
        if name in inputs:
            continue
        if not name.startswith("out"):
            strangers.append(name)
        os.remove(os.path.join(folder, name))
    return strangers


def outputs(folder):
    """The outputs of a command by name."""
    names = [name for name in os.listdir(folder) if name.startswith("out")]
    return {name: open(os.path.join(folder, name), "rb").read() for name in names}


def call(parot, arguments, folder, environment=None, before=None):
    """Runs the command; returns (exit code, stderr). The exit code is None if it took too long."""
    try:
        done = subprocess.run([parot] + arguments, cwd=folder, timeout=PATIENCE, preexec_fn=before,
                              env={**os.environ, **(environment or {})}, stdin=subprocess.DEVNULL,
                              stdout=subprocess.PIPE, stderr=subprocess.PIPE)
        return done.returncode, done.stderr.decode(errors="replace")
    except subprocess.TimeoutExpired:
        return None, ""


def fault(code, message, folder, whole=None):
    """What is wrong with the way a command ended; None if nothing is. `whole` are its outputs() when nothing failed."""
    written = outputs(folder)
    strangers = clear(folder)
    if code is None:
        return "did not end within %d seconds" % PATIENCE
    if code < 0 or code > 3:
        return "ended with %d: %s" % (code, message[-300:])
    if code in (1, 2) and not message.strip():
        return "refused without a message"
    if code == 2:
        return "called a hostile system a wrong usage: " + message[-300:]
    if strangers:
        return "left %s behind" % ", ".join(strangers)
    halves = [name for name in written if whole and (name not in whole or len(written[name]) < len(whole[name]) // 2)]
    if halves:
        return "left half a file behind: %s" % ", ".join(halves)
    return None
