#!/usr/bin/python3
"""ruler.py - is this build slower than another one?

usage: ruler.py --old OLD [--build DIR] [--bench TARGET] [--cells REGEX] [--count] [--runs 7] [--limit 5] [--data DIR]

Both builds do the same jobs (bench/ruler_cells.py) in turns, each time in a process of its own, on one thread. OLD is a build
folder: its own programs run, so that interfaces may differ, and those that it lacks are built there unless its sources have
changed since. Or OLD is a libparot.so with the interface of today: the programs of this build run with it, except those that
have the library inside.

A line for each job has the least processor seconds of its runs in both builds, their ratio, and the quartiles of the ratios
of neighbouring runs. With --count valgrind counts the instructions of small jobs, once, since they hardly vary.

A job is slower if its ratio is above 1 by more than 5 % (--limit) and if three quarters of the pairs are slower too; if only
its ratio is, that is not clear. Unless the quartiles are above the limit too, it is measured once more at the end, and all its
runs count.

Exit status: 0 nothing is slower, 1 something is, 2 no answer, or a job that failed in this build.
"""
import argparse
import os
import re
import statistics
import sys
import tempfile

import ruler_cells
from ruler_builds import Build, Missing, old_build, refuse

CALLGRIND = ["/usr/bin/valgrind", "--tool=callgrind", "--callgrind-out-file=/dev/null"]
LINE = "%-74s %11s %11s  %s"


class Failed(Exception):
    """How a job ended."""


def run(words, environment, lines, folder):
    """What it printed on both channels, and the processor seconds of the process and of those that it waited for."""
    paths = [os.path.join(folder, name) for name in ("asked", "printed", "errors")]
    with open(paths[0], "w") as file:
        file.write("\n" * lines)
    modes = (os.O_RDONLY, *2 * [os.O_WRONLY | os.O_CREAT | os.O_TRUNC])
    actions = [(os.POSIX_SPAWN_OPEN, number, path, mode, 0o600) for number, (path, mode) in enumerate(zip(paths, modes))]
    _, status, usage = os.wait4(os.posix_spawn(words[0], words, environment, file_actions=actions), 0)
    printed, errors = (open(path, errors="replace").read() for path in paths[1:])
    if status != 0:
        raise Failed((errors.strip() or "status %d" % os.waitstatus_to_exitcode(status)).splitlines()[-1])
    return printed, errors, usage.ru_utime + usage.ru_stime


def seconds(build, cell, folder):
    printed, _, spent = run(build.words(cell, folder), build.environment, cell.lines, folder)
    own = re.findall(cell.clock, printed) if cell.clock else [spent]
    if not own:
        raise Failed("it prints no times")
    return sum(map(float, own))


def instructions(build, cell, folder):
    _, errors, _ = run(CALLGRIND + build.words(cell, folder), build.environment, cell.lines, folder)
    return int(re.search(r"Collected : (\d+)", errors)[1])


class Finding:
    """One job, its pairs (new, old), and what they say."""

    def __init__(self, cell):
        self.cell, self.pairs, self.ratio, self.has_failed = cell, [], 0, False

    def measure(self, builds, runs, how, limit):
        """Who begins changes from pair to pair."""
        with tempfile.TemporaryDirectory(prefix="ruler-") as folder:
            self.cell.make(folder)
            for turn in range(runs):
                found = {}
                for side in (0, 1) if turn % 2 else (1, 0):
                    self.has_failed = side == 0  # if it raises
                    found[side] = how(builds[side], self.cell, folder)
                self.has_failed = False
                self.pairs.append((found[0], found[1]))
        self.judge(1 + limit / 100)

    def judge(self, limit):
        self.new, self.old = (min(side) for side in zip(*self.pairs))
        self.ratio = self.new / self.old
        each = [new / old for new, old in self.pairs]
        self.low, _, self.high = statistics.quantiles(each, n=4, method="inclusive") if len(each) > 1 else 3 * each
        self.is_above = self.ratio > limit
        self.is_slower = self.is_above and self.low > 1
        self.is_close = self.is_above and len(each) > 1 and self.low <= limit

    def text(self):
        return "%.4f" % self.ratio if len(self.pairs) == 1 else "%.3f (%.3f .. %.3f)" % (self.ratio, self.low, self.high)

    def visit(self, builds, runs, how, limit):
        """Measures, and prints a line."""
        try:
            for build in builds:
                build.check(self.cell)
            self.measure(builds, runs, how, limit)
        except (Missing, Failed) as why:
            kind = "left out" if isinstance(why, Missing) else "failed" if self.has_failed else "left out, old failed"
            print(LINE % (self.cell.name, "", "", "%s: %s" % (kind, why)), flush=True)
            return
        form = "%d" if how is instructions else "%.4f"
        print(LINE % (self.cell.name, form % self.new, form % self.old, self.text()), flush=True)


def verdict(findings, limit):
    """The last lines, and the exit status."""
    failed, measured = [f for f in findings if f.has_failed], [f for f in findings if f.ratio]
    if not measured:
        refuse("no job was measured")
    worst = max(measured, key=lambda f: f.ratio)
    print("\ngeometric mean %.4f of %d jobs, worst %.4f: %s" % (
        statistics.geometric_mean(f.ratio for f in measured), len(measured), worst.ratio, worst.cell.name))
    for f in failed:
        print("failed: " + f.cell.name)
    slower = [f for f in measured if f.is_slower]
    for f in measured:
        if f.is_above:
            print("%s: %s, %s" % ("slower" if f.is_slower else "not clear", f.cell.name, f.text()))
    print("verdict: %s" % ("%d of %d jobs are slower by more than %g %%" % (len(slower), len(measured), limit) if slower else
                           "no job is slower by more than %g %%" % limit) + (", and %d failed" % len(failed) if failed else ""))
    return 2 if failed else 1 if slower else 0


def options():
    parser = argparse.ArgumentParser(usage=__doc__.replace("%", "%%"))
    for name, standard in ("old", ""), ("build", "build"), ("bench", ""), ("cells", ""), ("data", "data"):
        parser.add_argument("--" + name, default=standard)
    parser.add_argument("--count", action="store_true")
    parser.add_argument("--runs", type=int, default=7)
    parser.add_argument("--limit", type=float, default=5)
    return parser.parse_args()


def main():
    arguments = options()
    if arguments.count and not os.path.exists(CALLGRIND[0]):
        refuse("--count needs valgrind: tools/setup bench installs it")
    new = Build(os.path.abspath(arguments.build))
    builds = (new, old_build(arguments.old, new.folder))
    sizes = ("small",) if arguments.count else ("usual", "more") if arguments.cells else ("usual",)
    cells = [cell for cell in ruler_cells.cells(arguments.data, new.folder) if cell.size in sizes and
             re.search(arguments.cells, cell.name) and cell.name.startswith(arguments.bench + " " if arguments.bench else "")]
    if not cells:
        refuse("no %s job of %s matches '%s'" % ("counted" if arguments.count else "clocked", arguments.bench or "all", arguments.cells))
    new.make_programs(cells)
    if builds[1].is_of_its_sources():
        builds[1].make_programs(cells)
    else:
        print("ruler: the sources of OLD are others now, or not there: it is left as it is", file=sys.stderr)
    findings, how = [Finding(cell) for cell in cells], (1, instructions) if arguments.count else (arguments.runs, seconds)
    print(LINE % ("", "new", "old", "new / old"))
    for finding in findings:
        finding.visit(builds, *how, arguments.limit)
    close = [finding for finding in findings if finding.ratio and finding.is_close]
    if close:
        print("\nonce more, with all runs:")
    for finding in close:
        finding.visit(builds, *how, arguments.limit)
    return verdict(findings, arguments.limit)


if __name__ == "__main__":
    sys.exit(main())
