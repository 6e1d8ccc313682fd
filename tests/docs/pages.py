#!/usr/bin/python3
"""pages [--write] BUILD FOLDER|PAGE... - runs what pages of docs show: pages.py build-test start, or pages.py build docs/start/c.md.

- Lines of a terminal, `$ COMMAND` and what it prints, indented by four or in a block ```console, are a transcript (transcript.py). --write
  puts what is printed into the page, and its pictures into docs/images.
- Blocks ```python of a page run one after the other, in one program, after its transcript and with the files that it made.
- A block ```c is text of a program in examples/c, which the tests compile and run.
- Blocks ```r of a page run in the same way where there is R, with the package installed in a folder of its own.
- A block of any other language, or without one, is not run.

The command is on PATH and the package on PYTHONPATH; SOURCE is the source tree, PAROT_BUILD the build, and DATA a folder of data. A page that needs data begins
with `<!-- run: [ -d "$DATA/page-blocks" ] || exit 80 -->`, and is skipped where there are none.
"""
import os
import re
import shutil
import subprocess
import sys
import tempfile

import transcript

ROOT = os.path.dirname(os.path.dirname(os.path.dirname(os.path.abspath(__file__))))
FENCE = re.compile(r"^(`{3,})([^\n]*)\n(.*?)^\1 *$", re.M | re.S)


def blocks(text):
    """(language, body) of the fenced blocks."""
    return [(language.strip(), body) for _, language, body in FENCE.findall(text)]


def is_run(text):
    """Whether the page has anything that runs."""
    return bool(transcript.commands(transcript.parts(text))) or any(language in ("python", "c", "r") for language, _ in blocks(text))


def run_commands(name, text, environment, folder):
    """(fault, whether it was skipped)."""
    pieces = transcript.parts(text)
    outputs = transcript.run(pieces, environment, folder)
    if outputs is None:
        return "", True
    fault = transcript.faults(pieces, outputs)
    return (fault and "%s:\n%s" % (name, fault)), False


def run_python(name, text, environment, folder):
    program = "\n".join(body for language, body in blocks(text) if language == "python")
    if not program:
        return ""
    run = subprocess.run([sys.executable, "-c", program], env=environment, cwd=folder, capture_output=True, text=True)
    return "" if run.returncode == 0 else "%s: its Python fails:\n%s" % (name, run.stderr)


def write(path, environment):
    """Puts what the commands of a page print into it, and the pictures it shows, where the page itself draws them, into docs/images."""
    with open(path) as file:
        text = file.read()
    pieces = transcript.parts(text)
    with tempfile.TemporaryDirectory() as folder:
        outputs = transcript.run(pieces, environment, folder)
        if outputs is None:
            sys.exit("pages: %s: cannot run here; is DATA a folder of data?" % path)
        fault = run_python(path, text, environment, folder)
        if fault:
            sys.exit(fault)
        for name in re.findall(r"\]\(\.\./images/([^)]+)\)", text):
            if os.path.exists(os.path.join(folder, name)):
                shutil.copy(os.path.join(folder, name), os.path.join(ROOT, "docs", "images", name))
    with open(path, "w") as file:
        file.write(transcript.rewritten(pieces, outputs))


def run_r(name, text, environment, folder):
    program = "\n".join(body for language, body in blocks(text) if language == "r")
    if not program:
        return ""
    if not shutil.which("Rscript"):
        print("%s: its R was not run, because there is none; tools/setup r installs it" % name)
        return ""
    library, source = os.path.join(folder, "library"), os.path.join(folder, "source")
    os.mkdir(library)
    shutil.copytree(os.path.join(ROOT, "r"), source)
    install = ["R", "CMD", "INSTALL", "--no-docs", "--library=" + library, source]
    run = subprocess.run(install, env={**environment, "PAROT_INCLUDE": os.path.join(ROOT, "include")}, capture_output=True, text=True)
    if run.returncode == 0:
        run = subprocess.run(["Rscript", "-"], input=program, env={**environment, "R_LIBS": library}, cwd=folder, capture_output=True, text=True)
    return "" if run.returncode == 0 else "%s: its R fails:\n%s" % (name, run.stderr)


def programs():
    """The text of all example programs, without the spaces that lines begin with."""
    folder = os.path.join(ROOT, "examples", "c")
    return [flat(open(os.path.join(folder, name)).read()) for name in sorted(os.listdir(folder)) if name.endswith(".c")]


def flat(text):
    return "\n".join(line.strip() for line in text.strip().splitlines())


def check_c(name, text):
    known = programs()
    return "".join("%s: this C is not in a program of examples/c:\n%s" % (name, body) for language, body in blocks(text)
                   if language == "c" and not any(flat(body) in program for program in known))


def surroundings(build, programs):
    """The environment of what is run; `programs` is a folder, where python3 becomes the one that runs this."""
    os.symlink(sys.executable, os.path.join(programs, "python3"))
    libraries = os.path.join(build, "src")
    return {**os.environ, "PATH": ":".join([programs, build, os.environ["PATH"]]), "PYTHONPATH": os.path.join(build, "python"), "SOURCE": ROOT,
            "PAROT_BUILD": build, "LD_LIBRARY_PATH": libraries, "PYTHONDONTWRITEBYTECODE": "1", "MPLBACKEND": "agg",
            "LC_ALL": "C.UTF-8", "COLUMNS": "80"}


def check_page(name, text, environment):
    """(faults, whether its commands were skipped)."""
    with tempfile.TemporaryDirectory() as folder:
        fault, is_skipped = run_commands(name, text, environment, folder)
        faults = [fault, check_c(name, text)]
        if not is_skipped:
            faults += [run_python(name, text, environment, folder), run_r(name, text, environment, folder)]
    return [fault for fault in faults if fault], is_skipped


def check_itself(environment):
    """The check can fail."""
    assert check_page("a.md", "    $ echo a\n    b\n", environment)[0]
    assert check_page("a.md", "    $ echo 59 of 60 pairs\n    60 of 60 pairs\n", environment)[0]
    assert check_page("a.md", "    $ echo 0.5 rows\n    0.6 rows\n", environment)[0]
    assert check_page("a.md", "    $ echo 0.5  rows in 7 s\n    0.5 rows in 2 s\n    $ echo 2e-16\n    -7e-17\n", environment) == ([], False)
    assert check_page("a.md", "```console\n$ echo a\nb\n```\n", environment)[0]
    assert check_page("a.md", "```python\nassert False\n```\n", environment)[0]
    assert check_page("a.md", "```c\nnot_a_program();\n```\n", environment)[0]
    assert check_page("a.md", "<!-- run: [ -d /nowhere ] || exit 80 -->\n\n    $ echo a\n    b\n", environment) == ([], True)
    assert check_page("a.md", "    $ echo a\n    a\n\n```\n    $ false\n```\n", environment) == ([], False)


def pages_of(words):
    """The pages that are named, and those of folders of docs."""
    for word in words:
        folder = os.path.join(ROOT, "docs", word)
        if word.endswith(".md"):
            yield word
        elif not os.path.isdir(folder):
            sys.exit("pages: there is no folder docs/%s" % word)
        else:
            yield from sorted(os.path.join(path, name) for path, _, names in os.walk(folder) for name in names if name.endswith(".md"))


def check(words, environment):
    check_itself(environment)
    faults = []
    for path in pages_of(words):
        name = os.path.relpath(path, os.path.join(ROOT, "docs"))
        with open(path) as file:
            found, is_skipped = check_page(name, file.read(), environment)
        faults += found
        print("%s: %s" % (name, "cannot run here" if is_skipped else "ok" if not found else "not as the page says"))
    print("\n".join(faults))
    return 1 if faults else 0


def main(words):
    given = [word for word in words if word != "--write"]
    if len(given) < 2:
        sys.exit("usage: pages.py [--write] BUILD FOLDER|PAGE...")
    with tempfile.TemporaryDirectory() as programs:
        environment = surroundings(os.path.abspath(given[0]), programs)
        if "--write" not in words:
            return check(given[1:], environment)
        for page in pages_of(given[1:]):
            write(page, environment)
    return 0


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
