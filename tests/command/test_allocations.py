#!/usr/bin/python3
"""Whichever allocation fails, each verb refuses with a message and leaves no half file.

test_allocations.py PAROT PRELOAD [--full]: PRELOAD is the library of support/failing_preload.c.
The k-th allocation fails, alone or with all that follow; --full tries every k, else a dozen a verb,
other ones for other verbs. Allocations of the command and its libraries, not of those they use.
"""
import os
import sys
import tempfile

import verbs

ROWS = 40
QUICK = 12


def count_of(parot, arguments, folder, preload):
    """How many allocations the command makes when none fails, and what it writes."""
    with tempfile.NamedTemporaryFile() as log:
        code, message = verbs.call(parot, arguments, folder, {"LD_PRELOAD": preload, "PAROT_FAIL_COUNT": log.name})
        whole = verbs.outputs(folder)
        verbs.clear(folder)
        if code != 0:
            raise SystemExit("%s: %s" % (" ".join(arguments), message))
        return int(open(log.name).read()), whole


def main():
    parot, preload, is_full = os.path.abspath(sys.argv[1]), os.path.abspath(sys.argv[2]), "--full" in sys.argv
    passed = failed = 0
    with tempfile.TemporaryDirectory() as folder:
        verbs.prepare(parot, folder, ROWS)
        for number, (name, arguments) in enumerate(verbs.COMMANDS):
            count, whole = count_of(parot, arguments, folder, preload)
            stride = 1 if is_full else max(1, count // QUICK)
            trials = [(k, is_onwards) for k in range(1 + number % stride, count + 1, stride)
                      for is_onwards in ((0, 1) if is_full else (k % 2,))]
            for k, is_onwards in trials:
                environment = {"LD_PRELOAD": preload, "PAROT_FAIL_AT": str(k)}
                if is_onwards:
                    environment["PAROT_FAIL_ONWARDS"] = "1"
                problem = verbs.fault(*verbs.call(parot, arguments, folder, environment), folder, whole)
                if problem:
                    print("%s, allocation %d of %d%s: %s" % (name, k, count, " and on" if is_onwards else "", problem))
                failed += problem is not None
                passed += problem is None
    print("%s%d passed" % ("%d failed, " % failed if failed else "", passed))
    return failed > 0


if __name__ == "__main__":
    sys.exit(main())
