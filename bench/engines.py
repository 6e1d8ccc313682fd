"""engines.py - the compared programs: which there are, which instances each can solve, and how to talk to one.

An engine is a child process that reads an instance once and says "ready"; then each line it receives is a solve, and each line
it answers is JSON. So engines can take turns, each in a memory of its own, and one that takes too long can be killed.
"""
import json
import os
import select
import subprocess
import time

HERE = os.path.dirname(os.path.abspath(__file__))
ONE_THREAD = {"OMP_NUM_THREADS": "1", "OPENBLAS_NUM_THREADS": "1"}  # what parot does not start itself
ROOM_OF_RIVALS = 150  # bytes for each pair: LEMON takes 90, and seven processes hold a matrix


def available_bytes():
    with open("/proc/meminfo") as lines:
        return 1024 * next(int(line.split()[1]) for line in lines if line.startswith("MemAvailable:"))


def is_assignment(instance):
    return instance["s"] == 1 and instance["n"] == instance["m"] and instance["weights"] == "uniform"


class Engine:
    """command(path, mass) starts it; can_solve(instance) says whether it applies."""

    def __init__(self, name, arguments, can_solve=lambda instance: True):
        self.name, self.arguments, self.can_solve = name, arguments, can_solve

    def command(self, path, mass):
        return [repr(mass) if part is float else path if part is str else part for part in self.arguments]


def pot(name, applies=lambda instance: True):
    return Engine(name, ["/usr/bin/python3", os.path.join(HERE, "rivals.py"), name, str, float], applies)


def pot_partial(applies=lambda instance: True):
    return [pot("pot-%d" % dummies, applies) for dummies in (1, 10, 50)]


def rivals(build):
    """POT by its partial function for s < 1 and by emd for s = 1, where the problem is balanced."""
    lemon = os.path.join(build, "bench/bench_lemon")
    return (pot_partial(lambda instance: instance["s"] < 1) +
            [pot("pot-emd", lambda instance: instance["s"] == 1), pot("scipy", is_assignment),
             Engine("lemon-double", [lemon, str, float, "double"]), Engine("lemon-int64", [lemon, str, float, "int64"])])


def of_task(build, task):
    """Ours, the first one being what the others are compared with, and the rivals."""
    def ours(name, program, *more):
        return Engine(name, [os.path.join(build, "bench/bench_" + program), str, float, *more])
    return {"solve": ([ours("parot", "solve", "1"), ours("parot-2", "solve", "2")], rivals(build)),
            "labels": ([ours("parot", "solve", "1")], pot_partial()),
            "curve": ([ours("parot", "curve")], pot_partial()),
            "again": ([ours("parot", "again", "warm"), ours("parot-cold", "again", "cold")], []),
            "growth": ([ours("parot", "solve", "1")], [])}[task]


def engines(build, instance):
    """Those that apply; without rivals if they would not fit into memory."""
    ours, others = of_task(build, instance["task"])
    if ROOM_OF_RIVALS * instance["n"] * instance["m"] > available_bytes():
        others = []
    return [engine for engine in ours + others if engine.can_solve(instance)]


class Child:
    """One running engine."""

    def __init__(self, engine, path, mass, cap):
        self.name, self.cap, self.spent, self.is_alive = engine.name, cap, 0, True
        self.process = subprocess.Popen(engine.command(path, mass), stdin=subprocess.PIPE, stdout=subprocess.PIPE,
                                        stderr=subprocess.DEVNULL, env={**os.environ, **ONE_THREAD})

    def wait_until_ready(self):
        self.process.stdout.readline()

    def solve(self):
        """One solve: the engine's answer, or {"error": ...}. None once it has used up its time."""
        if not self.is_alive or self.spent > self.cap:
            return None
        begin = time.monotonic()
        answer = self.ask()
        self.spent += time.monotonic() - begin
        if "error" in answer:
            self.close()
        return answer

    def ask(self):
        try:
            self.process.stdin.write(b"\n")
            self.process.stdin.flush()
        except BrokenPipeError:
            return {"error": "does not start"}
        # Only ours may exceed the cap: without it there is nothing to compare with.
        patience = None if self.name.startswith("parot") else self.cap
        if not select.select([self.process.stdout], [], [], patience)[0]:
            return {"error": ">cap", "cap": self.cap}
        line = self.process.stdout.readline()
        return json.loads(line) if line else {"error": "ended with status %d" % self.process.wait()}

    def close(self):
        self.is_alive = False
        self.process.kill()
        self.process.wait()
        self.process.stdin.close()
        self.process.stdout.close()
