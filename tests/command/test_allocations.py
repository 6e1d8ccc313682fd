#!/usr/bin/python3
"""Whichever allocation fails, each verb refuses with a message and leaves no half file.

test_allocations.py PAROT PRELOAD [--full] [NAME...]: PRELOAD is the library of support/failing_preload.c; NAME... are commands of verbs.py.
The k-th allocation fails, alone or with all that follow; --full tries every k, else a dozen a verb,
other ones for other verbs. First the allocations of the command and its own libraries, then those of the libraries of others that
make and read its files: what they report must arrive.
"""
import os
import sys
import tempfile

import verbs

ROWS = 40
QUICK = 12
# Whose allocations fail in which commands. Cairo, fontconfig and HDF5 do not survive their own; popt takes them for a missing argument,
# which is a refusal, if a wrong one.
OTHERS = {
    "libzip": ["partial", "predict", "certify", "convert", "convert-json"],
    "libjansson": ["gromov", "convert-json", "partial-price"],
    "libz.": ["partial", "certify", "convert"],
}


def count_of(parot, arguments, folder, environment):
    """How many allocations the command makes when none fails, and what it writes."""
    with tempfile.NamedTemporaryFile() as log:
        code, message = verbs.call(parot, arguments, folder, {**environment, "PAROT_FAIL_COUNT": log.name})
        whole = verbs.outputs(folder)
        verbs.clear(folder)
        if code != 0:
            raise SystemExit("%s: %s" % (" ".join(arguments), message))
        return int(open(log.name).read()), whole


def trials_of(count, number, is_full):
    """Which allocations fail, and whether all that follow do."""
    stride = 1 if is_full else max(1, count // QUICK)
    return [(k, is_onwards) for k in range(1 + number % stride, count + 1, stride)
            for is_onwards in ((0, 1) if is_full else (k % 2,))]


def try_command(parot, command, folder, environment, number, is_full):
    """Returns how many trials passed and failed."""
    name, arguments = command
    count, whole = count_of(parot, arguments, folder, environment)
    failed = 0
    trials = trials_of(count, number, is_full)
    for k, is_onwards in trials:
        hostile = {**environment, "PAROT_FAIL_AT": str(k)}
        if is_onwards:
            hostile["PAROT_FAIL_ONWARDS"] = "1"
        problem = verbs.fault(*verbs.call(parot, arguments, folder, hostile), folder, whole)
        if problem:
            failed += 1
            print("%s, allocation %d of %d%s%s: %s" % (name, k, count, " and on" if is_onwards else "",
                                                       " by " + environment["PAROT_FAIL_WHOSE"] if "PAROT_FAIL_WHOSE" in environment else "", problem))
    return len(trials) - failed, failed


def main():
    parot, preload, is_full = os.path.abspath(sys.argv[1]), os.path.abspath(sys.argv[2]), "--full" in sys.argv
    wanted = [command for _, command in verbs.chosen()]
    cases = [(command, {"LD_PRELOAD": preload}) for command in wanted]
    cases += [(command, {"LD_PRELOAD": preload, "PAROT_FAIL_WHOSE": library}) for library, names in OTHERS.items()
              for command in wanted if command[0] in names]
    with tempfile.TemporaryDirectory() as folder:
        verbs.prepare(parot, folder, ROWS)
        results = [try_command(parot, command, folder, environment, number, is_full) for number, (command, environment) in enumerate(cases)]
    passed, failed = (sum(r[k] for r in results) for k in (0, 1))
    print("%s%d passed" % ("%d failed, " % failed if failed else "", passed))
    return failed > 0


if __name__ == "__main__":
    sys.exit(main())
