"""The draws of the experiments over ranks, on a made-up data set: the same answers in the same order as without ranks, also by a run that goes on.

    test_mpi_tables.py PAROT RUN     RUN is tests/mpi/run
"""
import os
import subprocess
import sys
import tempfile

sys.path.insert(0, os.path.join(os.path.dirname(os.path.abspath(__file__)), "..", "experiments"))
import test_tables  # noqa: E402

PAROT, RUN = map(os.path.abspath, sys.argv[1:3])
WHAT = ["--quick", "--protocols", "paper", "--rows", "spambase,usps", "--columns", "p-W 0,nearest"]


def tables(output, ranks):
    program = [sys.executable, os.path.join(test_tables.ROOT, "experiments", "tables.py"), "--parot", PAROT, "--data", "data", "--output", output, *WHAT]
    command = [RUN, str(ranks), *program, "--ranks", str(ranks)] if ranks else [*program, "--jobs", "2"]
    done = subprocess.run(command, capture_output=True, text=True)
    assert done.returncode == 0, done.stderr
    return done.stderr


def answers(path):
    """In the order of the file."""
    return [{key: value for key, value in record.items() if key != "seconds"} for record in test_tables.answers(path)]


def main():
    test_tables.write_spambase("data")
    told = tables("alone.jsonl", 0)
    alone = answers("alone.jsonl")
    assert len(alone) == 12 and [record["draw"] for record in alone] == [0] * 4 + [1] * 4 + [2] * 4, alone
    for ranks in [1, 2, 3]:
        output = "ranks%d.jsonl" % ranks
        said = tables(output, ranks)
        assert answers(output) == alone, ranks
        assert said.count("usps: data not available") == told.count("usps: data not available") == 1, said
    with open("alone.jsonl") as file:
        lines = file.readlines()
    with open("stopped.jsonl", "w") as file:
        file.writelines(lines[:4] + [lines[4][:30]])  # half a line, as a killed run may leave it
    for _ in range(2):  # the second time nothing is left to do
        tables("stopped.jsonl", 2)
        assert answers("stopped.jsonl") == alone


with tempfile.TemporaryDirectory() as folder:
    os.chdir(folder)
    main()
    os.chdir("/")
