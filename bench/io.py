#!/usr/bin/python3
"""io.py - reading a CSV file of numbers: parot against pandas.read_csv, in turns.

Each reading is a process of its own, so that its peak memory is its own too; what a process needs before it reads is
subtracted from neither. The file is read once before anything is measured: all readers find it in memory.
"""
import argparse
import os
import statistics
import subprocess
import sys
import tempfile

import numpy as np

PANDAS = """
import resource, sys, time
import pandas
begin = time.perf_counter()
frame = pandas.read_csv(sys.argv[1])
seconds = time.perf_counter() - begin
peak = resource.getrusage(resource.RUSAGE_SELF).ru_maxrss / 1024
values = frame.to_numpy()
print(seconds, peak, values.nbytes / 2**20, values.sum())
"""


def make(path, rows, cols, form):
    """Gaussian numbers under a header, row after row from one seed."""
    random = np.random.default_rng(0)
    with open(path, "w") as file:
        file.write(",".join("x%d" % k for k in range(cols)) + "\n")
        for first in range(0, rows, 10000):
            block = random.standard_normal((min(10000, rows - first), cols))
            file.writelines(",".join([form % x for x in row]) + "\n" for row in block.tolist())


def run(command):
    """Seconds, peak and size in MB, sum."""
    done = subprocess.run(command, check=True, capture_output=True, text=True)
    return [float(word) for word in done.stdout.split()]


def measure(path, reader, runs):
    engines = {"parot table": [reader, "table", path],
               "parot frame": [reader, "frame", path],
               "pandas": [sys.executable, "-c", PANDAS, path]}
    results = {name: [] for name in engines}
    for _ in range(runs):
        for name, command in engines.items():
            results[name].append(run(command))
    return results


def main():
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--build", default="build")
    parser.add_argument("--runs", type=int, default=5)
    parser.add_argument("--rows", type=int, default=1000000)
    parser.add_argument("--cols", type=int, default=20)
    arguments = parser.parse_args()
    reader = os.path.join(arguments.build, "bench", "bench_read")
    print("%d x %d numbers, %d runs\n" % (arguments.rows, arguments.cols, arguments.runs))
    print("| digits | file, MB | reader | seconds, least | median | pandas / this | peak, MB | peak / table |")
    print("|---|---|---|---|---|---|---|---|")
    with tempfile.TemporaryDirectory() as folder:
        for form in ("%.17g", "%.6g"):
            path = os.path.join(folder, "numbers.csv")
            make(path, arguments.rows, arguments.cols, form)
            size = os.path.getsize(path) / 2**20
            results = measure(path, reader, arguments.runs)
            pandas = statistics.median(r[0] for r in results["pandas"])
            for name, rows in results.items():
                seconds, peak = [r[0] for r in rows], max(r[1] for r in rows)
                middle = statistics.median(seconds)
                print("| %s | %.0f | %s | %.2f | %.2f | %.1f | %.0f | %.2f |" % (
                    form[2:-1], size, name, min(seconds), middle, pandas / middle, peak, peak / rows[0][2]))
            sums = {r[3] for name in ("parot table", "parot frame") for r in results[name]}
            if len(sums) != 1:
                sys.exit("the sums of parot's readers differ: %s" % sums)


if __name__ == "__main__":
    main()
