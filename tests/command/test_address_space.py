#!/usr/bin/python3
"""Under every limit of its address space, each verb answers or refuses in bounded time.

test_address_space.py PAROT [--full] [NAME...]: PAROT is the command; --full takes every step of the ladder
for every verb, else each verb takes a few of them; NAME... are those of verbs.COMMANDS that are tried, or all. Limits below which not even --version can be
loaded are left out.
"""
import os
import resource
import sys
import tempfile

import verbs

ROWS = 300  # cost matrices of half a megabyte: some limits are too low for them
STEPS = [0, 1, 2, 3, 4, 6, 8, 12, 16, 24, 32, 48, 64, 100, 150, 200, 300, 400, 600]  # MB above the least


def limited(megabytes):
    """A function for the child that sets its limit."""
    size = megabytes << 20
    return lambda: resource.setrlimit(resource.RLIMIT_AS, (size, size))


def least(parot, folder):
    """The least limit, in MB, under which the command can be loaded at all."""
    for megabytes in range(8, 512):
        if verbs.call(parot, ["--version"], folder, before=limited(megabytes))[0] == 0:
            return megabytes
    raise SystemExit("--version needs more than 512 MB of address space")


def main():
    parot, is_full = os.path.abspath(sys.argv[1]), "--full" in sys.argv
    passed = failed = 0
    with tempfile.TemporaryDirectory() as folder:
        verbs.prepare(parot, folder, ROWS)
        start = least(parot, folder)
        print("the command can be loaded in %d MB" % start)
        for number, (name, arguments) in verbs.chosen():
            steps = STEPS if is_full else STEPS[number % 5::5]
            for step in steps:
                code, message = verbs.call(parot, arguments, folder, before=limited(start + step))
                problem = verbs.fault(code, message, folder)
                if problem:
                    print("%s under %d MB: %s" % (name, start + step, problem))
                failed += problem is not None
                passed += problem is None
    print("%s%d passed" % ("%d failed, " % failed if failed else "", passed))
    return failed > 0


if __name__ == "__main__":
    sys.exit(main())
