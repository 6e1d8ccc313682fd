"""runner.py - compiles a build tree of Meson and runs its tests, as many at a time as there are processors.

It says a line for each suite as it ends: how many tests passed, and in how many seconds of processor time. Time is what the test and all
its children used, by wait4, so it hardly depends on what else the machine does. tests/seconds.txt has what each test of two seconds and more took when
it was last recorded; a test that now takes three times as much is named. Tests that take longest start first, so that none is left for one core at the end.
"""
import collections
import json
import os
import re
import shutil
import signal
import subprocess
import sys
import tempfile
import time

ROOT = os.path.dirname(os.path.dirname(os.path.abspath(__file__)))
RECORD = os.path.join(ROOT, "tests/seconds.txt")
SILENCE = 10  # seconds; where there is no terminal for a counter, a line says at least so often what is going on
NOTED = 2  # seconds; what takes less is not recorded
SKIPPED = 77  # the exit code of a test that cannot run here

Test = collections.namedtuple("Test", "name suite target command environment folder timeout is_parallel needs")  # target: "" for make test, else campaign or doors
Outcome = collections.namedtuple("Outcome", "test passed failed seconds skipped")  # skipped: why, a line each


class Speaker:
    """Lines that stay, and in between how far it has come: a counter on a terminal, else a line now and then."""

    def __init__(self):
        sys.stdout.reconfigure(errors="replace")
        self.is_terminal, self.spoke, self.shown = sys.stdout.isatty() and os.environ.get("TERM") != "dumb", time.monotonic(), ""

    def say(self, text):
        self.clear()
        print(text, flush=True)
        self.spoke = time.monotonic()

    def clear(self):
        if self.shown:
            print("\r\033[K", end="", flush=True)
        self.shown = ""

    def progress(self, text):
        if self.is_terminal:
            text = text[:shutil.get_terminal_size().columns - 1]
            if text != self.shown:
                print("\r\033[K" + text, end="", flush=True)
            self.shown = text
        elif time.monotonic() - self.spoke > SILENCE:
            self.say(text)


def used(usage):
    return usage.ru_utime + usage.ru_stime


def compile_targets(folder, targets, speaker):
    """Compiles these targets, or all; returns the seconds of processor time, or None if it does not build."""
    ninja = subprocess.Popen(["ninja", "-C", folder, *targets], cwd=ROOT, stdout=subprocess.PIPE, stderr=subprocess.STDOUT, text=True, errors="replace")
    lines = []
    for line in ninja.stdout:
        lines.append(line)
        count = re.match(r"\[(\d+)/(\d+)\]", line)
        if count:
            speaker.progress("%s: compiling, %s of %s" % (os.path.basename(folder), *count.groups()))
    _, status, usage = os.wait4(ninja.pid, 0)
    ninja.returncode = status
    if status != 0:
        speaker.say("".join(line for line in lines if not re.match(r"\[\d+/\d+\] (?!.*FAILED)", line))[-6000:])
        return None
    return used(usage)


def target_of(test):
    """A test that is not part of make test has a second suite, which says who runs it."""
    return test["suite"][1].split(":")[-1] if len(test["suite"]) > 1 else ""


def tests_of(folder):
    """All tests of a configured build tree."""
    with open(os.path.join(folder, "meson-info/intro-tests.json")) as file:
        found = json.load(file)
    return [Test(t["name"], t["suite"][0].split(":")[-1], target_of(t), t["cmd"], t["env"], t["workdir"] or folder, t["timeout"], t["is_parallel"], t["depends"]) for t in found]


def with_path(environment, added):
    """The environment with what a test adds; to PATH it prepends, and of two numbers of instances the smaller one counts."""
    both = {**environment, **added}
    if "PATH" in added:
        both["PATH"] = added["PATH"] + os.pathsep + environment.get("PATH", "")
    if "PAROT_INSTANCES" in environment and "PAROT_INSTANCES" in added:
        both["PAROT_INSTANCES"] = min(environment["PAROT_INSTANCES"], added["PAROT_INSTANCES"], key=int)
    if "PAROT_INSTANCES" in os.environ:  # the caller's comes first
        both["PAROT_INSTANCES"] = os.environ["PAROT_INSTANCES"]
    return both


def targets_of(folder, tests):
    """What has to be built for these tests, as ninja calls it; nothing, which is all, if one of them does not say, or needs the Python package."""
    if any(not test.needs or "PYTHONPATH" in test.environment for test in tests):
        return []
    with open(os.path.join(folder, "meson-info/intro-targets.json")) as file:
        names = {t["id"]: os.path.relpath(t["filename"][0], folder) for t in json.load(file)}
    return sorted({names[need] for test in tests for need in test.needs if need in names})


def recorded(build):
    """Seconds by (suite, name), of the tests of this build that took NOTED seconds and more."""
    found = {}
    if os.path.exists(RECORD):
        with open(RECORD) as file:
            for words in map(str.split, file):
                if len(words) == 4 and words[0] == build:
                    found[words[1], words[2]] = float(words[3])
    return found


def record(build, outcomes):
    """Writes down what these tests of a build took, in place of what was known of them."""
    ran = {(build, o.test.suite, o.test.name) for o in outcomes if not o.failed}
    kept = []
    if os.path.exists(RECORD):
        with open(RECORD) as file:
            kept = [line for line in file if tuple(line.split()[:3]) not in ran]
    lines = ["%s %s %s %.1f\n" % (build, o.test.suite, o.test.name, o.seconds) for o in outcomes if o.seconds >= NOTED and not o.failed]
    with open(RECORD, "w") as file:
        file.writelines(sorted(kept + lines))


def in_order(tests, known):
    """Suites by their longest test, and in each the longest first; at the end those that must be alone."""
    longest = collections.defaultdict(float)
    for test in tests:
        longest[test.suite] = max(longest[test.suite], known.get((test.suite, test.name), 0))
    return sorted(tests, key=lambda t: (not t.is_parallel, -longest[t.suite], t.suite, -known.get((t.suite, t.name), 0), t.name))


def counts(code, text):
    """Passed and failed cases of one test program: the count of cmocka, pytest or unittest, else one."""
    passed = len(re.findall(r"^\[       OK \]", text, re.M))
    passed += sum(map(int, re.findall(r"^(?:\d+ failed, )?(\d+) passed", text, re.M)))
    passed += len(re.findall(r"^test_.* \.\.\. ok$", text, re.M))
    failed = len(set(re.findall(r"^\[  FAILED  \] ([a-z]\w*)$", text, re.M)))
    return (max(passed, int(not skips(text))), 0) if code == 0 and failed == 0 else (passed, max(failed, 1))


def can_be_interrupted():
    """In the child, before it starts: a shell that runs us in the background has us ignore Ctrl-C, which some tests send."""
    signal.signal(signal.SIGINT, signal.SIG_DFL)


class Running:
    """One test that runs."""

    def __init__(self, test, environment):
        self.test, self.output = test, tempfile.TemporaryFile("w+", errors="replace")
        self.deadline, self.is_late = time.monotonic() + test.timeout, False
        # By env, so that a program that is not there is a test that fails.
        self.process = subprocess.Popen(["env", *test.command], cwd=test.folder, stdin=subprocess.DEVNULL, stdout=self.output, stderr=self.output,
                                        env=with_path(environment, test.environment), start_new_session=True, preexec_fn=can_be_interrupted)

    def ended(self):
        """Its exit code and the seconds it used; None while it runs."""
        if time.monotonic() > self.deadline:
            self.is_late = True
            self.stop()
        pid, status, usage = os.wait4(self.process.pid, os.WNOHANG)
        if pid == 0:
            return None
        self.process.returncode = status
        return os.waitstatus_to_exitcode(status), used(usage)

    def outcome(self, code, seconds, speaker):
        self.output.seek(0)
        text = self.output.read()
        self.output.close()
        if code == SKIPPED and "[  FAILED  ]" not in text:
            return Outcome(self.test, 0, 0, seconds, [(text.strip().splitlines() or ["it does not say why"])[-1][-200:]])
        passed, failed = counts(code, text)
        if failed:
            how = "still running after %d s" % self.test.timeout if self.is_late else "exit code %d" % code
            speaker.say("--- %s/%s: %s\n%s" % (self.test.suite, self.test.name, how, text[-4000:]))
        return Outcome(self.test, passed, failed, seconds, skips(text))

    def stop(self):
        """Ends it and its children."""
        try:
            os.killpg(self.process.pid, signal.SIGKILL)
        except ProcessLookupError:
            pass


def skips(text):
    """What a program that passes says it has left out: pytest with -rs, unittest, cmocka, cram, and the pages."""
    return list(dict.fromkeys(words for form in (r"^SKIPPED (.*)$", r"^(\w+ .* \.\.\. skipped .*)$", r"^\[  SKIPPED \] ([a-z]\w*)$", r"^# Ran \d+ tests, ([1-9]\d* skipped), 0 failed",
                               r"^(.*cannot run here.*)$") for words in re.findall(form, text, re.M)))


def run_tests(label, tests, environment, speaker, width=len(os.sched_getaffinity(0))):
    """Runs tests of the build of this label; returns their outcomes. Whatever ends it, nothing goes on running."""
    waiting, running, outcomes = collections.deque(in_order(tests, recorded(label))), [], []
    left = collections.Counter(test.suite for test in tests)
    try:
        while waiting or running:
            while waiting and len(running) < width and may_start(waiting[0], running):
                running.append(Running(waiting.popleft(), environment))
            for one, end in [(one, one.ended()) for one in running]:
                if end:
                    running.remove(one)
                    one.stop()  # of what it left behind
                    outcomes.append(one.outcome(*end, speaker))
                    left[one.test.suite] -= 1
                    if left[one.test.suite] == 0:
                        say_suite(label, one.test.suite, outcomes, speaker)
            speaker.progress("%s: %d of %d tests, now %s" % (label, len(outcomes), len(tests), ", ".join(r.test.name for r in running)))
            time.sleep(0.01)
    finally:
        for one in running:
            one.stop()
    return outcomes


def may_start(test, running):
    """A test that must be alone waits for all others, and they for it."""
    return not running or (test.is_parallel and all(r.test.is_parallel for r in running))


def say_suite(label, suite, outcomes, speaker):
    of_suite = [o for o in outcomes if o.test.suite == suite]
    failed = sum(o.failed for o in of_suite)
    speaker.say("%-9s %-12s %5d passed%s %6.0f s" % (label, suite, sum(o.passed for o in of_suite), ", %d failed" % failed if failed else "", sum(o.seconds for o in of_suite)))


def is_slow(label, outcome):
    """Whether it took more than three times what was recorded; what was not takes less than NOTED, where anything was."""
    known = recorded(label)
    return bool(known) and outcome.seconds > 3 * known.get((outcome.test.suite, outcome.test.name), NOTED)
