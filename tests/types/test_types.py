#!/usr/bin/python3
"""test_types - mypy accepts the Python package and a user's script: test_types.py PACKAGE, the folder in which parot is."""
import os
import subprocess
import sys
import tempfile

SCRIPT = os.path.join(os.path.dirname(os.path.abspath(__file__)), "script.py")
# A call that is wrong on purpose: without it we would not know whether mypy sees the package at all.
WRONG = "import parot\nparot.partial_wasserstein([[1.0]], masss=0.5)\n"
MYPY = [sys.executable, "-m", "mypy", "--strict", "--ignore-missing-imports", "--no-error-summary"]


def mypy(package, scratch, *what):
    """What mypy says, and whether it accepts."""
    done = subprocess.run(MYPY + ["--cache-dir", os.path.join(scratch, "cache"), *what], stdout=subprocess.PIPE, stderr=subprocess.STDOUT,
                          text=True, cwd=scratch, env={**os.environ, "MYPYPATH": package})
    return done.returncode == 0, done.stdout


def main():
    package = os.path.abspath(sys.argv[1])
    try:
        import mypy as _  # noqa: F401
    except ImportError:
        print("skipped: there is no mypy here; tools/setup test installs it")
        return 77  # what Meson calls skipped
    with tempfile.TemporaryDirectory() as scratch:
        wrong = os.path.join(scratch, "wrong.py")
        with open(wrong, "w") as file:
            file.write(WRONG)
        trials = [("the package", ("-p", "parot"), True), ("a user's script", (SCRIPT,), True), ("a wrong keyword", (wrong,), False)]
        failed = 0
        for name, what, is_right in trials:
            is_accepted, words = mypy(package, scratch, *what)
            if is_accepted != is_right:
                failed += 1
                print("%s %s:\n%s" % (name, "is refused" if is_right else "is accepted", words))
    print("%s%d passed" % ("%d failed, " % failed if failed else "", len(trials) - failed))
    return failed > 0


if __name__ == "__main__":
    sys.exit(main())
