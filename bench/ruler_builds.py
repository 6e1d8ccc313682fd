"""ruler_builds.py - the two builds that bench/ruler.py compares: what a job of theirs runs, and whether OLD is one."""
import ctypes
import os
import subprocess
import sys

import engines

SOURCE = os.path.dirname(os.path.dirname(os.path.abspath(__file__)))


class Missing(Exception):
    """What a build lacks for a job."""


def refuse(reason):
    print("ruler: " + reason, file=sys.stderr)
    sys.exit(2)


def loaded(program, **environment):
    """The libraries named libparot.so that the loader would give to a program."""
    lines = subprocess.run([program], env={**os.environ, "LD_TRACE_LOADED_OBJECTS": "1", **environment}, stdout=subprocess.PIPE,
                           text=True).stdout.splitlines()
    paths = [line.split(" (")[0].split(" => ")[-1].strip() for line in lines]
    return [path for path in paths if os.path.basename(path).startswith("libparot.so")]


class Build:
    """A build folder, and the library that takes the place of its own, if any."""

    def __init__(self, folder, library=None):
        self.folder, self.library = folder, library
        self.environment = {**os.environ, **engines.ONE_THREAD, "BENCH_CLOCK": "cpu", "PYTHONHASHSEED": "0",
                            "PYTHONPATH": os.path.join(folder, "python"), **({"LD_PRELOAD": library} if library else {})}

    def words(self, cell, folder):
        return [word.replace("{build}", self.folder).replace("{source}", SOURCE).replace("{folder}", folder) for word in cell.words]

    def programs(self, cell):
        return [word.replace("{build}", self.folder) for word in cell.words if word.startswith("{build}/")]

    def check(self, cell):
        for program in self.programs(cell):
            if not os.path.exists(program):
                raise Missing("there is no " + program)
        if self.library and not any(map(loaded, self.programs(cell))):
            raise Missing("its program has the library inside: OLD must be a build folder")

    def ninja(self, *words):
        return subprocess.run(["ninja", "-C", self.folder, *words], stdout=subprocess.PIPE, stderr=subprocess.DEVNULL, text=True).stdout

    def is_of_its_sources(self):
        """Otherwise ninja would make another build of it."""
        return "no work to do" in self.ninja("-n", "parot")

    def make_programs(self, cells):
        """Those that cannot be made are missing, and their jobs are left out."""
        for program in sorted({program for cell in cells for program in self.programs(cell)}):
            self.ninja(os.path.relpath(program, self.folder))


def with_library(path, folder):
    """The loader must take it, and none beside it: two versions would both be loaded."""
    try:
        ctypes.CDLL(path).parot_partial
    except (OSError, AttributeError):
        refuse("OLD must be a build folder or a libparot.so, got the file %s: give the folder that make has written" % path)
    if loaded(os.path.join(folder, "parot"), LD_PRELOAD=path) != [path]:
        refuse("OLD must be of the version that programs of %s load, got %s: give the build folder that it is from" % (folder, path))
    return Build(folder, path)


def old_build(path, folder):
    path = os.path.realpath(path) if path else ""
    if os.path.isfile(path):
        return with_library(path, folder)
    if os.path.isfile(os.path.join(path, "parot")):
        return Build(path)
    way = ("make ruler OLD=FOLDER" if not path else "there is nothing of that name" if not os.path.exists(path) else "give %s/build" % path
           if os.path.exists(os.path.join(path, "build/parot")) else "there is no command parot in it, which make writes")
    refuse("OLD must be a build folder or a libparot.so, got '%s': %s" % (path, way))
