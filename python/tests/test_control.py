"""Stopping, telling, sharing: limits, Ctrl-C, progress functions, threads, processes."""
import math
import os
import signal
import subprocess
import sys
import threading
import time
from concurrent.futures import ThreadPoolExecutor

import numpy as np
import pytest

import parot
from parot import _run


@pytest.fixture
def often(monkeypatch):
    monkeypatch.setattr(_run, "PERIOD", 0.0)


@pytest.fixture
def long_one(rng):
    """Some seconds of work: many random starts."""
    x, y = rng.normal(size=(150, 3)), rng.normal(size=(150, 3))
    D, E = parot.cost_matrix(x, x), parot.cost_matrix(y, y)
    return lambda **how: parot.partial_gromov(D, E, mass=0.5, restarts=3000, **how)


def test_progress_is_told(rng, often):
    seen = []
    r = parot.partial_wasserstein(rng.random((300, 300)), mass=0.5, progress=seen.append)
    assert r.status == "solved" and seen
    assert all(isinstance(s, parot.Progress) and s.seconds >= 0 for s in seen)
    assert seen[0].stage and seen[-1].iteration >= seen[0].iteration


def test_a_true_answer_stops_with_a_feasible_plan(rng, often):
    x, y = rng.normal(size=(400, 2)), rng.normal(size=(400, 2))
    with pytest.warns(UserWarning, match="interrupted"):
        r = parot.partial_wasserstein_points(x, y, rng.random(400), rng.random(400), mass=99,
                                             progress=lambda state: True)
    assert r.status == "interrupted" and math.isclose(r.plan.toarray().sum(), 99, rel_tol=1e-9)


def test_what_a_progress_function_raises_is_raised(rng, often):
    class Mine(Exception):
        pass

    def fail(state):
        raise Mine("no")

    for _ in range(3):
        with pytest.raises(Mine, match="no"):
            parot.partial_wasserstein(rng.random((300, 300)), mass=0.5, progress=fail)
    solver = parot.Solver(300, 300, 0.5, progress=fail)
    with pytest.raises(Mine):
        solver.solve(rng.random((300, 300)))


def test_a_time_limit_is_a_warning_and_a_result(long_one):
    with pytest.warns(UserWarning, match="time limit") as caught:
        r = long_one(time_limit=0.2)
    assert r.status == "time limit" and math.isclose(r.plan.toarray().sum(), 0.5, rel_tol=1e-9)
    assert caught[0].filename == __file__
    assert "one more unit" not in str(r)  # only the optimum knows that price


def test_ctrl_c_stops_a_solve(long_one):
    begin = time.perf_counter()
    with pytest.raises(KeyboardInterrupt):
        threading.Timer(0.3, os.kill, (os.getpid(), signal.SIGINT)).start()
        long_one(threads=2)
    assert time.perf_counter() - begin < 20


def test_other_threads_run_meanwhile(long_one):
    ticks, stop = [], threading.Event()

    def tick():
        while not stop.is_set():
            ticks.append(1)
            time.sleep(0.001)

    thread = threading.Thread(target=tick)
    thread.start()
    try:
        with pytest.warns(UserWarning):
            long_one(time_limit=0.3)
    finally:
        stop.set()
        thread.join()
    assert len(ticks) > 10


def test_a_solver_serves_threads_one_after_the_other(rng):
    solver = parot.Solver(60, 60, 0.5)
    costs = [rng.random((60, 60)) for _ in range(24)]
    with ThreadPoolExecutor(4) as pool:
        answers = list(pool.map(lambda C: solver.solve(C).objective, costs))
    for C, value in zip(costs, answers):
        assert math.isclose(value, parot.partial_wasserstein(C, mass=0.5).objective, rel_tol=1e-9)


def test_a_solver_does_not_wait_for_itself(rng, often):
    C = rng.random((300, 300))
    solver = parot.Solver(300, 300, 0.5, progress=lambda state: solver.solve(C))
    with pytest.raises(RuntimeError, match="its own solver"):
        solver.solve(C)


def solve(seed):
    C = np.random.default_rng(seed).random((40, 40))
    return parot.partial_wasserstein(C, mass=0.5, threads=2).objective


def test_processes_that_fork_agree():
    import multiprocessing

    here = [solve(seed) for seed in range(6)]
    with multiprocessing.get_context("fork").Pool(2) as pool:
        assert pool.map(solve, range(6)) == here


def test_joblib_agrees():
    joblib = pytest.importorskip("joblib")
    here = [solve(seed) for seed in range(4)]
    for backend in ("threading", "multiprocessing"):
        assert joblib.Parallel(2, backend)(joblib.delayed(solve)(s) for s in range(4)) == here


def test_the_number_of_threads_does_not_matter(rng):
    C = rng.random((80, 90))
    one, two = (parot.partial_wasserstein(C, mass=0.5, threads=k) for k in (1, 2))
    assert np.array_equal(one.plan.toarray(), two.plan.toarray())


def test_importing_loads_nothing_heavy():
    code = ("import sys, parot; "
            "print([m for m in ('numpy', 'scipy', 'matplotlib', 'sklearn') if m in sys.modules])")
    out = subprocess.run([sys.executable, "-c", code], capture_output=True, text=True, check=True)
    assert out.stdout.strip() == "[]"


def test_unknown_names_are_attribute_errors():
    with pytest.raises(AttributeError, match="no attribute 'partail'"):
        parot.partail
    assert "partial_wasserstein" in dir(parot)
    for name in parot.__all__:
        assert getattr(parot, name) is not None


# ---- A bar ------------------------------------------------------------------------------------


class Terminal:
    def __init__(self):
        self.text = ""

    def write(self, text):
        self.text += text

    def flush(self):
        pass


def test_a_bar_comes_and_goes(rng, often):
    terminal = Terminal()
    bar = parot.ProgressBar(terminal, after=0)
    parot.partial_wasserstein(rng.random((600, 600)), mass=0.9, progress=bar)
    lines = terminal.text.split("\r")
    assert len(lines) >= 2 and any(" s" in line for line in lines)
    bar.close()
    last = terminal.text.split("\r")
    assert last[-1] == "" or not last[-1].strip()
    before = terminal.text
    bar.close()
    assert terminal.text == before


def test_a_bar_is_as_full_as_the_work(rng):
    bar = parot.ProgressBar(Terminal(), after=0)
    half = parot.Progress(("cost", 5, float("nan"), float("nan"), 1.0, float("nan"), None, 10))
    assert bar._line(half) == "cost  [##########..........]  50 %  1.0 s"
    alone = parot.Progress(("simplex", 7, 2.5, 1.0, 2.0, float("nan"), None, 0))
    assert bar._line(alone) == "simplex  7  cost 2.5  2.0 s"


def test_progress_true_is_a_bar_and_false_is_none(rng, capsys):
    C = rng.random((5, 6))
    for progress in (True, False, None):
        assert parot.partial_wasserstein(C, mass=0.5, progress=progress).status == "solved"
    with pytest.raises(ValueError, match="progress: must be a function of one argument, or True"):
        parot.partial_wasserstein(C, mass=0.5, progress=3)
