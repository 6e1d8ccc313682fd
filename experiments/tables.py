#!/usr/bin/python3
"""tables - runs the experiments of the paper; every answer becomes a line of JSON.

experiments/tables.py --parot build/parot --data FOLDER --output FILE [--quick] [--rows usps,mnist] [--columns "p-W 0,auto"]
mpirun -n N experiments/tables.py --ranks N ...

What FILE holds already, from the same build of the command, is not run again, so that a stopped run goes on where it was. Answers and their order do not
depend on the number of processes, whether this machine starts them (--jobs) or mpirun; of the ranks of MPI, rank 0 writes. Draws 0 to 9 are those that the methods were built with; draws 10 to 19 were kept for this table.
"""
import argparse
import concurrent.futures
import functools
import hashlib
import os
import sys
import tempfile
import time

os.environ.setdefault("OPENBLAS_NUM_THREADS", "1")  # there is a process for each core

import across  # noqa: E402
import columns  # noqa: E402
import draws  # noqa: E402
import json_lines  # noqa: E402
import rows as paper_rows  # noqa: E402
import sets  # noqa: E402

PROTOCOLS = {"paper": draws.paper, "repo": draws.repo}
KEPT = 10  # the first of the draws that were kept
KEPT_COLUMNS = ("p-W 0", columns.PRINTED, "ensemble", "learned", "ridge", "auto", "p-GW 0", "gromov")


# A column of several records is there if this one is.
SOME = {columns.STARTS: " product", columns.ACROSS: " %s" % across.VARIANTS[0]}


def fingerprint(parot):
    """Of the command and its library."""
    digest = hashlib.sha256()
    for path in (parot, os.path.join(os.path.dirname(parot), "src", "libparot.so")):
        if os.path.exists(path):
            with open(path, "rb") as file:
                digest.update(file.read())
    return digest.hexdigest()[:12]


# ---- What is to be run ------------------------------------------------------

def is_chosen(name, choice):
    return not choice or name in choice.split(",")


def draws_of(protocol, arguments):
    count = 3 if arguments.quick else arguments.draws
    kept = [] if protocol == "repo" or arguments.quick else range(KEPT, KEPT + count)
    return list(range(count)) + list(kept)


def columns_of(protocol, row, draw, arguments):
    names = list(columns.PAPER) + list(columns.PYTHON) + list(columns.OURS)
    if protocol == "repo":
        names = ["p-W 0", "p-W 0 split"]
    elif draw >= KEPT:
        names = [name for name in KEPT_COLUMNS if name != "p-GW 0" or paper_rows.is_apart(row)]
    if protocol == "paper":
        names = names + [columns.with_control(column, control) for column in columns.CONTROLLED for control in columns.CONTROLS]
    return [name for name in names if columns.is_for(name, row) and is_chosen(name, arguments.columns)]


def jobs_of(arguments, done):
    """(protocol, row, draw, columns): a worker draws once, and asks for all columns that are not done."""
    for protocol in arguments.protocols.split(","):
        for row in paper_rows.ROWS.values():
            if not is_chosen(row.name, arguments.rows) or (protocol == "repo" and not draws.is_in_repo(row)):
                continue
            for draw in draws_of(protocol, arguments):
                names = columns_of(protocol, row, draw, arguments)
                names = [name for name in names if (protocol, row.name, draw, name + SOME.get(name, "")) not in done]
                if protocol == "paper" and draw < KEPT:
                    names += [name for name in columns.BASELINES if (protocol, row.name, draw, name) not in done]
                if names:
                    yield protocol, row.name, draw, names


# ---- A worker ---------------------------------------------------------------

class Given:
    """What the columns of one draw are given; each is drawn once."""

    def __init__(self, data, row, draw, protocol):
        self.data, self.row, self.draw, self.protocol = data, row, draw, protocol
        self.raw = PROTOCOLS[protocol](data, row, draw)
        self.kept = {}

    def standardised(self):
        if "standardised" not in self.kept:
            self.kept["standardised"] = draws.paper(self.data, self.row, self.draw, sets.read_standardised) if self.row.dims else self.raw
        return self.kept["standardised"]

    def to(self, column, control=None):
        """Columns of ours choose scaling and projection themselves; domains are standardised for them. The others get what the paper says."""
        is_ours = column in columns.OURS or column in (columns.ACROSS, columns.TOLD)
        if self.protocol == "repo" or self.row.dims is None:
            return self.raw
        drawn = self.standardised() if is_ours else self.raw
        if control == "other class":
            drawn = draws.other_class(self.data, self.row, self.draw, drawn, sets.read_standardised if is_ours else sets.read)
        if not is_ours:
            drawn = draws.projected(drawn, self.row.dims)
        return draws.noise(drawn, self.draw) if control == "noise" else drawn


def measure_in_python(data, row, draw, column, given):
    if column == columns.STARTS:
        return columns.measure_starts(row, given.to(column))
    if column == columns.PRINTED:
        return columns.measure_printed(row, given.to(column))
    if column == columns.ACROSS:
        return {name: record for who in (None, "other class", "noise") for name, record in columns.measure_across(row, given.to(column, who), who).items()}
    spaces = []
    for name in (row.positives, row.unlabeled):
        spaces.append((sets.read_standardised(data, name)[0], sets.classes(data, name)[1]))
    return {column: {"accuracy": across.told(*spaces, draw), "seconds": 0}}


def run(parot, data, job):
    """Records of one draw; or the name of a file that is not there."""
    protocol, name, draw, names = job
    row, records = paper_rows.ROWS[name], {}
    try:
        given = Given(data, row, draw, protocol)
    except sets.Missing as missing:
        return job, str(missing)
    with tempfile.TemporaryDirectory() as folder:
        for column in names:
            base, control = columns.base_of(column)
            if column in columns.BASELINES:
                records[column] = columns.baselines(given.raw)[column]
            elif column in columns.PYTHON:
                records.update(measure_in_python(data, row, draw, column, given))
            elif control == "tightest rows":
                records[column] = columns.tightest(given.to(base))
            else:
                drawn = given.to(base, control)
                columns.save(folder, drawn)
                options = columns.arguments(base, row, is_scaled=protocol == "repo")
                records.update(columns.measure(parot, folder, options, column, drawn))
    return job, records


# ---- The file of answers ----------------------------------------------------

def read_done(path, build):
    return {(record["protocol"], record["row"], record["draw"], record["column"]): record
            for record in (json_lines.read(path) if os.path.exists(path) else []) if record["build"] == build}


def described(build, job, records):
    """The records of a draw as they are kept."""
    protocol, row, draw, _ = job
    return [dict(protocol=protocol, row=row, draw=draw, column=column, build=build, **record) for column, record in records.items()]


class Progress:
    """A line that says what is done and how long the rest may take, by the time of each column so far."""

    def __init__(self, jobs, workers):
        self.left = [name for job in jobs for name in job[3]]
        self.total, self.workers, self.seen = len(self.left), workers, {}

    def add(self, job, seconds):
        for name in job[3]:
            self.left.remove(name)
            self.seen.setdefault(name, []).append(seconds / len(job[3]))

    def show(self, job):
        typical = {name: sum(seen) / len(seen) for name, seen in self.seen.items()}
        usual = sum(typical.values()) / len(typical)
        rest = sum(typical.get(name, usual) for name in self.left) / self.workers
        text = "%d of %d answers, %s, draw %d; about %d min left" % (self.total - len(self.left), self.total, job[1], job[2], round(rest / 60))
        print("\r\033[K" + text if sys.stderr.isatty() else text, end="" if sys.stderr.isatty() else "\n", file=sys.stderr, flush=True)


class Keeper:
    """Takes the records of each draw, in the order of the jobs, and keeps them as describe(job, records) says."""

    def __init__(self, arguments, jobs, describe):
        self.output, self.workers, self.describe = arguments.output, arguments.ranks or arguments.jobs, describe
        self.missing, self.progress, self.last = {}, Progress(jobs, self.workers), time.time()

    def take(self, _, answer):
        job, records = answer
        if isinstance(records, str):
            self.missing[job[1]] = records
            records = {}
        json_lines.append(self.output, self.describe(job, records))
        now = time.time()
        self.progress.add(job, (now - self.last) * self.workers)
        self.last = now
        self.progress.show(job)


def run_all(arguments, jobs, run, describe):
    """Runs the jobs, on this machine or on the ranks that mpirun has started, and keeps their records; returns the files that were not there, by row."""
    keeper = Keeper(arguments, jobs, describe)
    work = functools.partial(run, arguments.parot, arguments.data)
    if arguments.ranks:
        import parot.mpi
        os.environ["PAROT_MPI"] = "0"  # the command must not take itself for one of the ranks
        is_first = parot.mpi.map(work, jobs, take=keeper.take) is not None
    else:
        is_first = True
        with concurrent.futures.ProcessPoolExecutor(arguments.jobs) as pool:
            for number, answer in enumerate(pool.map(work, jobs)):
                keeper.take(number, answer)
    if jobs and is_first:
        print("", file=sys.stderr)
    return keeper.missing


def tell_missing(missing, data):
    for row, path in missing.items():
        print("%s: data not available, %s is not in %s" % (row, path, data), file=sys.stderr)


def add_workers(parser):
    parser.add_argument("--jobs", type=int, default=os.cpu_count(), help="processes of this machine")
    parser.add_argument("--ranks", type=int, default=0, help="how many mpirun has started, in place of --jobs; 0: it has not")


def main():
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    parser.add_argument("--parot", required=True, type=os.path.abspath)
    parser.add_argument("--data", required=True)
    parser.add_argument("--output", required=True)
    parser.add_argument("--draws", type=int, default=10)
    parser.add_argument("--quick", action="store_true", help="3 draws, none of those kept")
    add_workers(parser)
    parser.add_argument("--protocols", default="paper,repo")
    parser.add_argument("--rows", default="")
    parser.add_argument("--columns", default="")
    arguments = parser.parse_args()
    build = fingerprint(arguments.parot)
    jobs = list(jobs_of(arguments, read_done(arguments.output, build)))
    tell_missing(run_all(arguments, jobs, run, functools.partial(described, build)), arguments.data)


if __name__ == "__main__":
    main()
