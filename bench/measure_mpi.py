#!/usr/bin/python3
"""measure_mpi.py - what ranks do to a solve and its proof: measured with 1 and 2 of them, counted with 64, predicted for more.

    measure_mpi.py --build build --output build/bench/mpi.jsonl [--sizes 100000] [--dims 2,10,50] [--share 0.5] [--runs 1] [--table-only]

Clouds N(0, I) and N(.5, I), uniform weights, squared Euclid. bench_mpi runs under mpirun with 1 and 2 ranks in turn, bench_ranks with
64 ranks that are threads, whose messages and bytes are counted. Runs that the output holds are not made again; of several the one that
took the least time counts.

The model. Processor seconds that rank 0 uses beside its own pieces are serial, S. What one rank needs in all is S + W. With P ranks
of as many free cores, each phase takes

    T(P) = S + W / P + J (1 + log2 P) latency + M(P) latency + (R + B) / bandwidth

with J broadcasts of B bytes in all, M(P) messages to and from rank 0 and R bytes of answers. B and R are those measured, M(P) is
counted by the rule that cuts the work into pieces. Ten times as many points: W grows with the pairs in 5 and more dimensions, and like
the number of points to the power 1.2 below; S, B and R grow with the number of points.
"""
import argparse
import json
import math
import os
import subprocess

ROOT = os.path.dirname(os.path.dirname(os.path.abspath(__file__)))
SIMULATED = 64
LATENCY, BANDWIDTH = 2e-6, 1e10  # of the network that is assumed: seconds, bytes a second
PREDICTED = (16, 64, 256)
TILE_ROWS, RANK_PIECES, PIECE_TILES = 48, 32, 32  # src/transport/points/tiles_crew.c
PROOF_ROWS = 128  # of a piece: src/partial/certify_crew.c


def run(command):
    done = subprocess.run(command, capture_output=True, text=True, check=True)
    return json.loads(done.stdout.strip().splitlines()[-1])


def measure(arguments, known):
    bench = os.path.join(arguments.build, "bench")
    for n in arguments.sizes:
        for d in arguments.dims:
            cell = [str(n), str(d), str(arguments.share)]
            for ranks in (1, 2) * arguments.runs + (SIMULATED,):
                key = (n, d, arguments.share, ranks)
                if len(known.get(key, [])) >= (1 if ranks == SIMULATED else arguments.runs):
                    continue
                command = ([os.path.join(bench, "bench_ranks"), *cell, str(ranks)] if ranks == SIMULATED else
                           [os.path.join(ROOT, "tests/mpi/run"), str(ranks), os.path.join(bench, "bench_mpi"), *cell])
                row = run(command)
                known.setdefault(key, []).append(row)
                with open(arguments.output, "a") as file:
                    file.write(json.dumps(row) + "\n")


def read(path):
    known = {}
    for row in [json.loads(line) for line in open(path)] if os.path.exists(path) else []:
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


def predict(cell, n, ranks, latency=LATENCY, bandwidth=BANDWIDTH):
    """Seconds of solve and proof together, and of these communication."""
    one, two = cell
    more, total, spoken = n / two["n"], 0, 0
    growth = more ** 2 if two["d"] >= 5 else more ** 1.2
    for name in ("solve", "proof"):
        phase = two[name]
        serial = phase["processor"] - phase["work"]
        work = max(one[name]["processor"] - serial, 0) * growth
        messages = 2 * pieces(name, n, ranks, phase["jobs"]) * (ranks - 1) / ranks + ranks * phase["jobs"]
        talk = (phase["broadcasts"] * (1 + math.log2(ranks)) + messages) * latency + more * (answers(phase) + phase["broadcast"]) / bandwidth
        total += serial * more + work / ranks + talk
        spoken += talk
    return total, spoken


def both(row, key):
    return row["solve"][key] + row["proof"][key]


def volume(phase):
    return phase["broadcast"] + phase["received"] + phase["sent"]


def cells(known):
    """Those measured with 1 and 2 ranks, the fastest run of each."""
    for (n, d, s, ranks), _ in sorted(known.items()):
        if ranks == 2 and (n, d, s, 1) in known:
            yield n, d, s, *(min(known.get((n, d, s, count), [None]), key=lambda row: row and both(row, "wall")) for count in (1, 2, SIMULATED))


def print_measured(known):
    print("| n | d | phase | wall, s: 1 rank | 2 ranks | times faster | in the link, s (share) | processor s: 1 rank | rank 0 of 2 | of these beside its pieces (share) | bytes sent, MB | messages |")
    print("|" + "---|" * 12)
    for n, d, _, one, two, _ in cells(known):
        for name in ("solve", "proof"):
            a, b = one[name], two[name]
            serial = b["processor"] - b["work"]
            print("| %d | %d | %s | %.2f | %.2f | %.2f | %.2f (%.1f %%) | %.1f | %.1f | %.2f (%.0f %%) | %.1f | %d |" % (
                n, d, name, a["wall"], b["wall"], a["wall"] / b["wall"], b.get("link", 0), 100 * b.get("link", 0) / b["wall"], a["processor"], b["processor"],
                serial, 100 * serial / a["processor"], volume(b) / 1e6, b["messages"]))
    print()


def print_checks(known):
    print("| n | d | answers, MB: model from 2 ranks | counted, 64 ranks | messages: model | counted | processor s of 2 ranks: model | measured | wall s of 2 ranks: model | measured |")
    print("|" + "---|" * 10)
    for n, d, _, one, two, many in cells(known):
        if not many:
            continue
        told = sum(answers(two[name]) * (1 - many[name]["own"] / max(many[name]["pieces"], 1)) for name in ("solve", "proof"))
        messages = sum(2 * (pieces(name, n, SIMULATED, many[name]["jobs"]) - many[name]["own"]) + (SIMULATED - 1) * many[name]["jobs"] for name in ("solve", "proof"))
        model = both(one, "processor")
        wall = predict((one, two), n, 2, two["latency"], two["bandwidth"])[0]
        print("| %d | %d | %.1f | %.1f | %d | %d | %.1f | %.1f | %.2f | %.2f |" % (
            n, d, told / 1e6, both(many, "received") / 1e6, messages, both(many, "messages"), model, both(two, "processor") + two["others"], wall, both(two, "wall")))
    print()


def print_predicted(known):
    print("| n | d | " + " | ".join("%d ranks, predicted s (times faster)" % ranks for ranks in PREDICTED) + " | communication, predicted, 64 ranks |")
    print("|---|---|" + "---|" * (len(PREDICTED) + 1))
    for n, d, _, one, two, _ in cells(known):
        for size in (n, 10 * n):
            alone = predict((one, two), size, 1)[0]
            times = [predict((one, two), size, ranks) for ranks in PREDICTED]
            spoken = predict((one, two), size, 64)
            print("| %d | %d | " % (size, d) + " | ".join("%.3g (%.1f)" % (t, alone / t) for t, _ in times) + " | %.1f %% |" % (100 * spoken[1] / spoken[0]))


def main():
    parser = argparse.ArgumentParser()
    parser.add_argument("--build", default="build")
    parser.add_argument("--output", default="build/bench/mpi.jsonl")
    parser.add_argument("--sizes", default="100000")
    parser.add_argument("--dims", default="2,10,50")
    parser.add_argument("--share", type=float, default=0.5)
    parser.add_argument("--runs", type=int, default=1)
    parser.add_argument("--table-only", action="store_true")
    arguments = parser.parse_args()
    arguments.sizes = [int(n) for n in (arguments.sizes or "100000").split(",")]
    arguments.dims = [int(d) for d in (arguments.dims or "2,10,50").split(",")]
    known = read(arguments.output)
    if not arguments.table_only:
        measure(arguments, known)
    print_measured(known)
    print_checks(known)
    print_predicted(known)


if __name__ == "__main__":
    main()
