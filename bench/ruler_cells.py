"""ruler_cells.py - the jobs that bench/ruler.py measures: each a command that both builds run.

A name begins with the target of make it belongs to; "command" are whole jobs of the command parot. In the words of a command
{build} is a build folder, {source} this tree and {folder} the folder of what `make` has written for it. Small jobs
are there to be counted, usual ones for the clock; "more" are clocked only when they are asked for.
"""
import collections
import os
import subprocess

import numpy as np

import clouds
import engines
import points_cells
from gromov_pairs import make_pair, write_pairs

SECONDS = r'"seconds": ([-+.e\d]+)'
PROCESSOR = r'processor": ([-+.e\d]+)'

# lines: on standard input, each asks for one more solve. clock: what the program prints before its own processor seconds; None:
# those of the process count, from its start to its end.
Cell = collections.namedtuple("Cell", "name size words make lines clock", defaults=(lambda folder: None, 0, None))


def of_matrices(data):
    """make bench: what measure.py runs, without rivals."""
    small = [cell for d in (2, 10) for weights in ("uniform", "random")
             for cell in clouds.cells("gauss", 200, d, weights, (.5, .95, 1))]
    small += [cell for task in ("curve", "again") for cell in clouds.cells("gauss", 200, 2, "uniform", (.8,), task=task)]
    small += clouds.cells("lattice", 200, 10, "uniform", (1,)) + clouds.cells("integers", 200, 0, "uniform", (.8,))
    for size, cells in ("small", small), ("usual", clouds.quick()), ("more", clouds.thorough()):
        for cell in cells:
            if clouds.is_here(cell, data):
                yield from of_matrix(size, cell, data)


def of_matrix(size, cell, data):
    name = "bench %(task)s %(family)s %(n)dx%(m)d d%(d)d %(weights)s s%(s)g" % cell
    lines = 1 if size == "small" or cell["n"] * cell["m"] > 4e6 else 5
    for engine in engines.of_task("{build}", cell["task"])[0]:
        if engine.name != "parot-2":  # one thread
            yield Cell(name + engine.name[len("parot"):], size, engine.command("{folder}/instance", cell["s"]),
                       lambda folder: clouds.write(folder + "/instance", *clouds.make(cell, data)), lines, SECONDS)


def of_points(bench, sizes, data):
    for size, cells in sizes:
        for cell in cells:
            needed = points_cells.needs(cell)
            for engine in points_cells.engines(cell):
                if not needed or os.path.isdir(os.path.join(data, needed)):
                    yield of_cloud(bench, size, cell, engine, data)


def of_cloud(bench, size, cell, engine, data):
    kind, number = points_cells.target(cell)
    name = "%s %s %dx%d d%d %s %s %s%s %s" % (bench, cell["family"], cell["n"], cell["m"], cell["d"], cell["metric"], cell["weights"],
                                              kind[0].replace("m", "s"), number, engine)
    if size == "usual" and engine == "dense" and cell["n"] * cell["m"] > 1e7:
        size = "more"  # half a minute each
    words = ["{build}/bench/bench_points", "{folder}/clouds", engine, cell["metric"], "1", "1e9", kind, number]
    return Cell(name, size, words, lambda folder: points_cells.write(folder + "/clouds", cell, data), 0, PROCESSOR)


def of_gromov():
    def pairs(name, size, count, n, m, starts, lines=1):
        words = ["{build}/bench/bench_gromov", "{folder}/pairs", "0.5", str(starts), "1", "0"]
        return Cell("bench-gromov " + name, size, words,
                    lambda folder: write_pairs(folder + "/pairs", [make_pair(seed, n, m) for seed in range(count)]), lines, SECONDS)
    yield pairs("10 of 50x50", "small", 10, 50, 50, 1)
    yield pairs("30x50 all starts", "small", 1, 30, 50, 0)
    yield pairs("150x250", "small", 1, 150, 250, 1)
    yield pairs("200 of 50x50", "usual", 200, 50, 50, 1)
    yield pairs("400x800", "usual", 1, 400, 800, 1, 3)
    yield pairs("300x300 all starts", "usual", 1, 300, 300, 0)
    yield pairs("1000x1000", "more", 1, 1000, 1000, 1)
    yield python("bench-gromov from Python, points 2000", "X, Y = rng.normal(size=(2000, 3)), rng.normal(size=(2000, 2))",
                 "parot.partial_gromov_points(X, Y, mass=.5, start='product', steps='long', tolerance=1e-4)")
    yield python("bench-gromov from Python, entropic 200", "C = [parot.cost_matrix(X, X, 'euclidean') for X in rng.random((2, 200, 3))]",
                 "parot.partial_gromov_entropic(C[0] / C[0].max(), C[1] / C[1].max(), mass=1., reg=.005, tolerance=1e-9)")


TIMED = """import time, numpy as np, parot
rng = np.random.default_rng(0)
%s
begin = time.process_time()
%s
print('"seconds":', time.process_time() - begin)"""


def python(name, setup, work):
    """The work alone is clocked; what NumPy needs to start is not."""
    return Cell(name, "usual", ["/usr/bin/python3", "-c", TIMED % (setup, work)], clock=SECONDS)


def of_python():
    for size in "small", "usual":
        yield Cell("bench-python import", size, ["/usr/bin/python3", "-c", "import parot"])
    yield python("bench-python 10000 calls at n = 10", "C = rng.random((10, 10))", "for _ in range(10000): parot.partial_wasserstein(C, mass=.5)")
    for mass in ".5", ".8":
        yield python("bench-python partial 1000 s" + mass, "C = parot.cost_matrix(*rng.normal(size=(2, 1000, 2)))",
                     "for _ in range(5): parot.partial_wasserstein(C, mass=%s).plan.toarray()" % mass)


def of_batches():
    for count, n in ("2000", "20"), ("300", "128"):
        for mass in ".5", "1":
            yield python("bench-batches %s of %sx%s s%s" % (count, n, n, mass), "C = rng.random((%s, %s, %s))" % (count, n, n),
                         "parot.batch.partial_wasserstein(C, mass=%s)" % mass)
    yield python("bench-batches pairs of 60 clouds", "points = list(rng.random((60, 100, 2)))", "parot.pairwise(points, mass=.5)")


def of_others():
    """Kernels, tiles, ranks."""
    yield Cell("bench-kernels curve 100", "small", ["{build}/bench/bench_curve_kernel", "100"])
    yield Cell("bench-kernels curve 300", "usual", ["{build}/bench/bench_curve_kernel", "300"])
    yield Cell("bench-kernels metrics", "usual", ["{build}/bench/bench_metrics"])
    for size, n, dims in ("small", "2000", "2,10"), ("usual", "10000", "2,3,10,50"), ("more", "100000", "2,3,10,50"):
        for d in dims.split(","):
            yield Cell("bench-tiles %s d%s" % (n, d), size, ["{build}/bench/bench_tiles", n, d], clock=SECONDS)
    yield Cell("bench-mpi threads for 4 ranks, 3000 d10", "small", ["{build}/bench/bench_ranks", "3000", "10", "0.5", "4"])
    yield Cell("bench-mpi threads for 8 ranks, 10000 d10", "usual", ["{build}/bench/bench_ranks", "10000", "10", "0.5", "8"])
    yield Cell("bench-mpi one rank, 10000 d10", "usual", ["{source}/tests/mpi/run", "1", "{build}/bench/bench_mpi", "10000", "10", "0.5"],
               clock=PROCESSOR)


def of_tables():
    for size, rows in ("small", 1000), ("usual", 50000):
        for digits in "17", "6":
            def make(folder, rows=rows, digits=digits):
                np.savetxt(folder + "/numbers.csv", np.random.default_rng(0).standard_normal((rows, 20)), "%%.%sg" % digits, ",",
                           header=",".join("x%d" % k for k in range(20)), comments="")
            for reader in "table", "frame":
                yield Cell("bench-io %s of %d rows, %s digits" % (reader, rows, digits), size,
                           ["{build}/bench/bench_read", reader, "{folder}/numbers.csv"], make)


# Verb and options, rows of its two clouds when it is counted, and when it is clocked. A file plan.npz is the plan of half of the mass.
COMMANDS = [
    ("partial a b --mass .5 -o out.npz -f", 2500, 20000),
    ("partial --cost cost.npy --mass .9", 300, 2000),
    ("partial a b --mass .5 --entropic .1", 100, 1000),
    ("certify plan.npz a b", 2500, 20000),
    ("certify plan.npz --cost cost.npy", 300, 2000),
    ("curve a b", 100, 1500),
    ("cost a b -o out.npy -f", 300, 2000),
    ("explain plan.npz 3 a b", 300, 2000),
    ("gromov a b --mass .5", 40, 200),
    ("match a b --caliper .3", 1000, 10000),
    ("align a b", 25, 200),
    ("register a b --overlap .6", 40, 200),
    ("pairwise a b a b a b", 100, 500),
    ("drift a b", 300, 2000),
    ("prior a b", 60, 500),
    ("pu a b --prior .4", 100, 1000),
    ("pu a b --prior .4 --method wasserstein", 60, 500),
    ("pu a b --prior .4 --method gromov", 40, 100),
    ("convert a out.csv -f", 1000, 50000),
]
FILES = {"a": "a.npy", "b": "b.npy"}


def make_clouds(folder, n):
    """b: six tenths of a, turned and moved, and others. With costs up to 2000 rows."""
    rng = np.random.default_rng(n)
    a = rng.standard_normal((n, 3))
    turn, shared = np.linalg.qr(rng.standard_normal((3, 3)))[0], 6 * n // 10
    b = rng.permutation(np.concatenate([a[:shared] @ turn.T + .02 * rng.standard_normal((shared, 3)),
                                        rng.standard_normal((n - shared, 3))])) + .5
    for name, cloud in (("a.npy", a), ("b.npy", b)):
        np.save(os.path.join(folder, name), cloud)
    if n <= 2000:
        np.save(folder + "/cost.npy", clouds.squared_distances(a, b))


def make_plan(folder, build):
    subprocess.run([build + "/parot", "partial", folder + "/a.npy", folder + "/b.npy", "--mass", ".5", "-q", "-o", folder + "/plan.npz"],
                   check=True)


def of_command(build):
    """build: the folder whose command makes plans."""
    for text, small, usual in COMMANDS:
        for size, n in ("small", small), ("usual", usual):
            def make(folder, n=n, text=text):
                make_clouds(folder, n)
                if "plan.npz" in text:
                    make_plan(folder, build)
            words = [FILES.get(word, word) for word in text.split()]
            yield Cell("command %s (%d rows)" % (text, n), size,
                       ["{build}/parot", *("{folder}/" + word if word.endswith((".npy", ".npz", ".csv")) else word for word in words)], make)


def cells(data, build):
    """All, each name once: of cells that are in two lists the first counts."""
    small = points_cells.gaussians((500,), (2, 10), points_cells.METRICS, (.5, 1))
    lists = (of_matrices(data), of_gromov(), of_python(), of_batches(), of_others(), of_tables(),
             of_points("bench-points", (("small", small), ("usual", points_cells.quick()), ("more", points_cells.thorough())), data),
             of_points("bench-famous", (("usual", points_cells.famous(True)), ("more", points_cells.famous(False))), data),
             of_command(build))
    named = {}
    for some in lists:
        for cell in some:
            named.setdefault((cell.name, cell.size == "small"), cell)
    return list(named.values())
