#!/usr/bin/python3
"""measure_mpi.py - what ranks do to a solve and its proof: measured with 1 and 2 of them, counted with 64, predicted for more.

    measure_mpi.py --build build --output build/bench/mpi.jsonl [--sizes 100000] [--dims 2,10,50] [--share 0.5] [--ranks 1,2,64]
                   [--runs 1] [--table-only]

Clouds N(0, I) and N(.5, I), uniform weights, squared Euclid. bench_mpi runs under mpirun with 1 and 2 ranks in turn, bench_ranks with
64 ranks that are threads, whose messages and bytes are counted. Runs that the output holds are not made again; of several the one that
took the least time counts.

The model. With P ranks on as many free cores, each phase takes

    T(P) = S + W / P + (B (1 + log2 P) + M(P)) latency + (R + C) / bandwidth,    W = 2 d n^2 J / rate

S are the processor seconds that rank 0 uses beside its own pieces, W the others of one rank. J is the number of questions that are
shared, B that of broadcasts, of C bytes in all, M(P) that of messages to and from rank 0, of which R bytes are answers. Fitted by the runs with 1 and 2
ranks are S and the rate: operations a second, as if each question looked at every pair, in 2 d of them. Latency and bandwidth are measured between
the two ranks, or assumed for a network. B, C and R are those measured, M(P) is counted by the rule that cuts the work into pieces. With
more points S, C and R grow like their number. So does W in fewer than 5 dimensions, to the power 1.2: there bounds leave out nearly all pairs,
and what no question shared at the smaller size is not divided at the larger either.
"""
import argparse
import json
import math
import os
import subprocess
import sys

ROOT = os.path.dirname(os.path.dirname(os.path.abspath(__file__)))
sys.path.insert(0, os.path.join(ROOT, "experiments"))
import json_lines  # noqa: E402

SIMULATED = 64
LATENCY, BANDWIDTH = 2e-6, 1e10  # of the network that is assumed: seconds, bytes a second
PREDICTED = (16, 64, 256)
TILE_ROWS, RANK_PIECES, PIECE_TILES = 48, 32, 32  # src/transport/points/tiles_crew.c
PROOF_ROWS = 128  # of a piece: src/partial/certify_crew.c


def run(command):
    print(" ".join(os.path.basename(word) for word in command), file=sys.stderr, flush=True)
    done = subprocess.run(command, capture_output=True, text=True, check=True)
    return json.loads(done.stdout.strip().splitlines()[-1])


def measure(arguments, known):
    bench = os.path.join(arguments.build, "bench")
    for n in arguments.sizes:
        for d in arguments.dims:
            cell = [str(n), str(d), str(arguments.share)]
            for ranks in [1, 2] * arguments.runs + [SIMULATED]:
                if ranks not in arguments.ranks:
                    continue
                key = (n, d, arguments.share, ranks)
                if len(known.get(key, [])) >= (1 if ranks == SIMULATED else arguments.runs):
                    continue
                command = ([os.path.join(bench, "bench_ranks"), *cell, str(ranks)] if ranks == SIMULATED else
                           [os.path.join(ROOT, "tests/mpi/run"), str(ranks), os.path.join(bench, "bench_mpi"), *cell])
                row = run(command)
                known.setdefault(key, []).append(row)
                json_lines.append(arguments.output, [row])


def read(path):
    known = {}
    for row in json_lines.read(path) if os.path.exists(path) else []:
        known.setdefault((row["n"], row["d"], row["s"], row["ranks"]), []).append(row)
    return known


def pieces(phase, n, ranks, jobs):
    """How many the jobs of a phase are cut into."""
    if phase == "proof":
        return jobs * math.ceil(n / PROOF_ROWS)
    tiles = math.ceil(n / TILE_ROWS)
    return jobs * math.ceil(tiles / min(max(tiles // (RANK_PIECES * ranks), 1), PIECE_TILES))


def answers(phase):
    """Bytes of the answers if rank 0 had done no piece itself."""
    others = phase["pieces"] - phase["own"]
    return phase["received"] * phase["pieces"] / others if others else 0


def serial(two, name):
    """Processor seconds of a phase that no rank takes from rank 0."""
    return two[name]["processor"] - two[name]["work"]


def operations(phase, n, d):
    """Of all shared questions of a phase, if they look at every pair."""
    return 2.0 * d * n * n * phase["jobs"]


def rate(one, two, name):
    """Operations a second of one rank; None if nothing was shared."""
    work = one[name]["processor"] - serial(two, name)
    return operations(two[name], two["n"], two["d"]) / work if two[name]["jobs"] and work > 0 else None


def work(one, two, name, n):
    """Seconds of one rank that are shared."""
    if two["d"] < 5 or not two[name]["jobs"]:
        return max(one[name]["processor"] - serial(two, name), 0) * (n / two["n"]) ** 1.2
    return operations(two[name], n, two["d"]) / rate(one, two, name)


def messages(name, n, ranks, jobs):
    """To and from rank 0, if every rank does as many pieces: two for each piece of another rank, and the end of each job."""
    return 2 * pieces(name, n, ranks, jobs) * (ranks - 1) / ranks + (ranks - 1) * jobs


def predict(cell, n, ranks, latency=LATENCY, bandwidth=BANDWIDTH):
    """Seconds of solve and proof together, and of these communication."""
    one, two = cell
    more, total, spoken = n / two["n"], 0, 0
    for name in ("solve", "proof"):
        phase = two[name]
        talk = 0 if ranks == 1 else ((phase["broadcasts"] * (1 + math.log2(ranks)) + messages(name, n, ranks, phase["jobs"])) * latency +
                                     more * (answers(phase) + phase["broadcast"]) / bandwidth)
        total += serial(two, name) * more + work(one, two, name, n) / ranks + talk
        spoken += talk
    return total, spoken


def both(row, key):
    return row["solve"][key] + row["proof"][key]


def volume(phase):
    return phase["broadcast"] + phase["received"] + phase["sent"]


def best(known, n, d, s, ranks):
    """The fastest run, if there is one."""
    return min(known.get((n, d, s, ranks), []), key=lambda row: both(row, "wall"), default=None)


def cells(known):
    """Those measured with 1 and 2 ranks."""
    for n, d, s, ranks in sorted(known, key=lambda key: (key[2], key[1], key[0], key[3])):
        if ranks == 2 and (n, d, s, 1) in known:
            yield n, d, s, *(best(known, n, d, s, count) for count in (1, 2, SIMULATED))


def print_title(text):
    print("\n%s\n" % text)


def print_head(*names):
    print("| " + " | ".join(names) + " |")
    print("|" + "---|" * len(names))


def print_measured(known):
    print_title("Measured: in the link is rank 0's time in functions of MPI; carried are the bytes of all messages and broadcasts.")
    print_head("n", "d", "s", "phase", "wall, s: 1 rank", "2 ranks", "times faster", "in the link, s (share)", "processor s: 1 rank", "rank 0 of 2",
               "carried, MB", "messages")
    for n, d, s, one, two, _ in cells(known):
        for name in ("solve", "proof"):
            a, b = one[name], two[name]
            print("| %d | %d | %g | %s | %.2f | %.2f | %.2f | %.2f (%.1f %%) | %.1f | %.1f | %.1f | %d |" % (
                n, d, s, name, a["wall"], b["wall"], a["wall"] / b["wall"], b["link"], 100 * b["link"] / b["wall"], a["processor"], b["processor"],
                volume(b) / 1e6, b["messages"]))


def print_fitted(known):
    print_title("Fitted to these: what rank 0 does beside its pieces is serial, its share that of the processor time of 1 rank.")
    print_head("n", "d", "s", "phase", "serial, s", "serial share", "shared questions", "rate, Gflop/s a core", "latency, us", "bandwidth, GB/s")
    for n, d, s, one, two, _ in cells(known):
        for name in ("solve", "proof"):
            found = rate(one, two, name)
            print("| %d | %d | %g | %s | %.2f | %.1f %% | %d | %s | %.1f | %.1f |" % (
                n, d, s, name, serial(two, name), 100 * serial(two, name) / one[name]["processor"], two[name]["jobs"], "%.1f" % (found / 1e9) if found else "",
                1e6 * two["latency"], two["bandwidth"] / 1e9))


def carried(two, n):
    """Messages of 64 ranks by the model, bytes of their answers, and of all that travels: broadcasts count once for each rank they reach."""
    told = sum(messages(name, n, SIMULATED, two[name]["jobs"]) for name in ("solve", "proof"))
    answered = sum(answers(two[name]) for name in ("solve", "proof")) * (SIMULATED - 1) / SIMULATED
    return told, answered, answered + both(two, "broadcast") * (SIMULATED - 1)


def print_counted(known):
    print_title("Checked: 64 ranks that are threads, whose link counts, and the times of 2 ranks.")
    print_head("n", "d", "s", "messages of 64 ranks: model", "counted", "answers, MB: model", "counted", "all, GB: model", "counted",
               "processor s of 2 ranks: model", "measured", "wall s of 2 ranks: model", "measured")
    for n, d, s, one, two, many in cells(known):
        if not many:
            continue
        told, answered, volume = carried(two, n)
        wall = predict((one, two), n, 2, two["latency"], two["bandwidth"])[0]
        print("| %d | %d | %g | %.0f | %d | %.1f | %.1f | %.2f | %.2f | %.1f | %.1f | %.2f | %.2f |" % (
            n, d, s, told, many["link_messages"], answered / 1e6, both(many, "received") / 1e6, volume / 1e9, many["link_bytes"] / 1e9, both(one, "processor"), both(two, "processor") + two["others"],
            wall, both(two, "wall")))


def fitted_below(known, n, d, s):
    """The largest cell of fewer points."""
    smaller = [cell for cell in cells(known) if cell[0] < n and cell[1:3] == (d, s)]
    return max(smaller, default=None, key=lambda cell: cell[0])


def print_scaled(known):
    """Runs with 2 ranks of more points than the model was fitted to."""
    print_title("Checked with more points than the model was fitted to; memory is the largest resident set.")
    print_head("n", "d", "s", "fitted at n =", "wall s of 2 ranks: model", "measured", "processor s: model", "measured", "memory, GB: rank 0", "rank 1")
    for n, d, s, ranks in sorted(known):
        cell = fitted_below(known, n, d, s) if ranks == 2 else None
        if not cell:
            continue
        pair, row = cell[3:5], best(known, n, d, s, 2)
        print("| %d | %d | %g | %d | %.1f | %.1f | %.1f | %.1f | %.2f | %.2f |" % (
            n, d, s, cell[0], predict(pair, n, 2, row["latency"], row["bandwidth"])[0], both(row, "wall"), predict(pair, n, 1)[0], both(row, "processor") + row["others"],
            row["memory"] / 1e9, row["most_memory"] / 1e9))


def print_predicted(known):
    print_title("Predicted, with a network of %g s and %g bytes a second; not measured." % (LATENCY, BANDWIDTH))
    print_head("n", "d", "s", "fitted at n =", *("%d ranks, predicted s (times faster)" % ranks for ranks in PREDICTED), "communication, predicted, 64 ranks")
    for n, d, s, one, two, _ in cells(known):
        sizes = [n] if (10 * n, d, s, 1) in known or fitted_below(known, n, d, s) else [n, 10 * n]
        for size in sizes:
            alone = predict((one, two), size, 1)[0]
            times = [predict((one, two), size, ranks) for ranks in PREDICTED]
            spoken = predict((one, two), size, 64)
            print("| %d | %d | %g | %d | " % (size, d, s, n) + " | ".join("%.3g (%.1f)" % (t, alone / t) for t, _ in times) + " | %.1f %% |" % (100 * spoken[1] / spoken[0]))


def numbers(parser, name, text):
    if not all(word.isdigit() and int(word) > 0 for word in text.split(",")):
        parser.error("--%s: whole numbers with commas between them, got %s" % (name, text))
    return [int(word) for word in text.split(",")]


def main():
    parser = argparse.ArgumentParser()
    parser.add_argument("--build", default="build")
    parser.add_argument("--output", default="build/bench/mpi.jsonl")
    parser.add_argument("--sizes", default="100000")
    parser.add_argument("--dims", default="2,10,50")
    parser.add_argument("--share", type=float, default=0.5)
    parser.add_argument("--ranks", default="1,2,64")
    parser.add_argument("--runs", type=int, default=1)
    parser.add_argument("--table-only", action="store_true")
    arguments = parser.parse_args()
    arguments.sizes = numbers(parser, "sizes", arguments.sizes or "100000")
    arguments.dims = numbers(parser, "dims", arguments.dims or "2,10,50")
    arguments.ranks = numbers(parser, "ranks", arguments.ranks or "1,2,64")
    if not set(arguments.ranks) <= {1, 2, SIMULATED}:
        parser.error("--ranks: 1 and 2 are measured and %d are counted; there are no others" % SIMULATED)
    known = read(arguments.output)
    if known:
        print("Runs that %s holds are not made again; remove it to measure all anew." % arguments.output, file=sys.stderr)
    if not arguments.table_only:
        measure(arguments, known)
    print_measured(known)
    print_fitted(known)
    print_counted(known)
    print_scaled(known)
    print_predicted(known)


if __name__ == "__main__":
    main()
