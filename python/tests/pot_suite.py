#!/usr/bin/env python3
"""Runs the partial tests of a checkout of POT with parot.pot in the place of ot.partial and ot.gromov.

    PYTHONPATH=build/python python3 python/tests/pot_suite.py POT=folder

`folder` is POT's repository (or a copy of its folder test/): test/test_partial.py and
test/gromov/test_partial.py are run as they are, on whatever POT and backends are installed. Prints
each test that is skipped with the reason, and the counts that docs/python-from-pot.md quotes.
"""
import os
import subprocess
import sys

FILES = ("test/test_partial.py", "test/gromov/test_partial.py")


def run_in_place(*suite):
    """pytest's exit code and what it says about these files, with our functions in place."""
    import parot

    here = os.path.dirname(os.path.abspath(__file__))
    path = [here, os.path.dirname(os.path.dirname(parot.__file__)), os.environ.get("PYTHONPATH", "")]
    out = subprocess.run([sys.executable, "-m", "pytest", "-q", "-rs", "-p", "pot_in_place", "-p",
                          "no:cacheprovider", "--noconftest", "--import-mode=importlib", *suite],
                         env={**os.environ, "PYTHONPATH": os.pathsep.join(path)},
                         capture_output=True, text=True)
    return out.returncode, out.stdout[-12000:] + out.stderr[-2000:]


def main(arguments):
    folder = next((a[4:] for a in arguments if a.startswith("POT=")), None)
    files = [os.path.join(folder, name) for name in FILES] if folder else []
    files = [name for name in files if os.path.exists(name)]
    if not files:
        print(__doc__, file=sys.stderr)
        return 2
    worst = 0
    for name in files:
        code, says = run_in_place(name)
        first = says.find("FAILURES" if code else "SKIPPED")
        print("%s\n%s\n" % (name, says[first:].strip() if first >= 0 else says.strip().splitlines()[-1]))
        worst = max(worst, code)
    return worst


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
