"""The k-th allocation of the interpreter fails, for every k, in every function of the extension.

That is where the extension builds exceptions, tuples, arrays and owners: each must end in a
MemoryError or an answer, without a crash and without a leak. What the library allocates by itself has
tests of its own.
"""
import subprocess
import sys

import pytest

pytest.importorskip("_testcapi", reason="a Python without _testcapi")

CODE = """
import sys, gc
import numpy as np
import _testcapi
from parot import _core

rng = np.random.default_rng(0)
C, D, E = rng.random((5, 4)), rng.random((5, 5)), rng.random((4, 4))
D, E = D + D.T, E + E.T
p, q = np.full(5, .2), np.full(4, .25)
run = (1, 0, 0, 0.0, 0.0, None)
heard = (1, 0, 0, 0.0, 0.0, lambda state: None)
nan = float("nan")
problem = (D, E, C, .5, 0, p, q, .5)
how = (_core.METHODS["ensemble"], 0, 0, 1, 0.0, 0, 1, 0, .5, False, 0, 0, False, 0, 1, 5, 1, False)
moved = (_core.METHODS["gromov"], 0, 0, 1, 0.0, 0, 1, 0, .5, False, 1, 0, False, 0, 0, 200, 5, False)
tables = (rng.normal(size=(12, 2)), rng.normal(size=(9, 2)), .4, None)
solver = _core.Solver(5, 4, p, q, .5, run)
part = _core.partial(C, p, q, .5, None, run)
answer = tuple(np.frombuffer(x, t) for x, t in zip((*part[1][2:], *part[2:4]), ("i4", "i4", "f8", "f8", "f8")))
model = np.frombuffer(_core.pu(tables, how, True, run)[1], "f8")
blocked = np.where(np.arange(20).reshape(5, 4) > 0, np.inf, 1.0)
labels, rank = np.ones(5, "i1"), np.arange(1, 6, dtype="i4")

CALLS = {
    "partial": lambda: _core.partial(C, p, q, .5, None, run),
    "price": lambda: _core.partial(C, p, q, 0.0, .3, run),
    "prices": lambda: _core.partial(C, p, q, 0.0, (p, .3), run),
    "progress": lambda: _core.partial(C, p, q, .5, None, heard),
    "refused": lambda: _core.partial(C, p, q, 9.0, None, run),
    "weights": lambda: _core.partial(C, q, q, .5, None, run),
    "cut": lambda: _core.partial(blocked, p, q, .9, None, run),
    "curve": lambda: _core.curve(C, p, q, .5, run),
    "masses": lambda: _core.masses((tables[0], tables[1], 0), None, None, p[:2], run),
    "certify": lambda: _core.certify(C, p, q, .5, None, (*answer, *part[4:6])),
    "certify prices": lambda: _core.certify(C, p, q, 0.0, (p, .3), (*answer, *part[4:6])),
    "cost": lambda: _core.cost(D, D, 0, np_out, run),
    "Solver": lambda: _core.Solver(5, 4, p, q, .5, run),
    "solve": lambda: solver.solve(C),
    "solve cut": lambda: solver.solve(blocked),
    "gromov": lambda: _core.gromov(problem, (1e-9, 0, 2, 0, None), None, run),
    "gradient": lambda: _core.gromov_gradient(problem, answer[:3], (D_out, E_out, C_out), run),
    "entropic": lambda: _core.entropic(C, p, q, .5, .1, 1e-9, run),
    "line": lambda: _core.line((p, q, None, None, .5, 1.0), run),
    "pu": lambda: _core.pu(tables, how, True, run),
    "pu gromov": lambda: _core.pu(tables, moved, False, run),
    "predict": lambda: _core.pu_predict(model, tables[0], nan, run),
    "prior": lambda: _core.pu_prior(tables, how, run),
    "distance ratio": lambda: _core.pu_distance_ratio(tables, moved, run),
    "bias": lambda: _core.pu_bias(tables, how, run),
    "spies": lambda: _core.pu_spies(tables, how, run),
    "pu_curve": lambda: _core.pu_curve(tables, how, run),
    "tune": lambda: _core.pu_tune(tables, how, run),
    "evaluate": lambda: _core.pu_evaluate(labels, rank, labels),
    "explain_move": lambda: _core.explain_move(C, p, q, (*answer, *part[4:6]), 0, run),
    "explain_row": lambda: _core.explain_row(model, tables[1], tables[0][:1], run),
    "explain_label": lambda: _core.explain_label(tables, how, np.ones(12, "i1"), 3, run),
    "align": lambda: _core.align(tables[0], tables[1], (.5, 0, 1, 1, .5), None, None, None, run),
    "align by distances": lambda: _core.align(tables[0], tables[1], (.5, 1, 0, 0, .5), None, tables[0], tables[1], run),
    "register": lambda: _core.register(tables[0], tables[1], (0, .5, 1), run),
    "drift": lambda: _core.drift(tables[0], tables[1], (0, 1, .1, 2.0, 2), run),
}
np_out, D_out, E_out, C_out = (np.empty(s) for s in ((5, 5), (5, 5), (4, 4), (5, 4)))
starve, feed = _testcapi.set_nomemory, _testcapi.remove_mem_hooks

def starved(call, k, stop):
    starve(k, stop)
    try:
        call()
        outcome = "answer"
    except MemoryError:
        outcome = "memory"
    except _core.Refused:
        outcome = "refused"
    except SystemError as error:
        # The interpreter's own, after the function has returned, while it makes a traceback; of a
        # function that fails without an exception it says "returned NULL without setting one".
        assert str(error) == "error return without exception set", error
        outcome = "memory"
    finally:
        feed()
    return outcome

name = sys.argv[1]
call = CALLS[name]
normal = starved(call, 10**6, 0)
assert normal in ("answer", "refused"), normal
held = [C, D, E, p, q, *tables, model, labels, rank, blocked]
for once in (True, False):
    seen = []
    gc.collect()
    before = [sys.getrefcount(x) for x in held]
    for k in range(400):
        seen.append(starved(call, k, k + 1 if once else 0))
        if seen[-5:] == [normal] * 5 and k > 5:
            break
    else:
        raise SystemExit("never enough: %r" % seen[-9:])
    assert "memory" in seen or name in ("evaluate",), seen
    assert set(seen) <= {"memory", normal}, seen
    gc.collect()
    assert [sys.getrefcount(x) for x in held] == before, "references leak"
print(len(seen))
"""

NAMES = [line.split('"')[1] for line in CODE.splitlines() if line.startswith('    "') and "lambda" in line]


@pytest.mark.parametrize("name", NAMES)
def test_a_failing_allocation_is_a_memory_error(name):
    out = subprocess.run([sys.executable, "-c", CODE, name], capture_output=True, text=True, timeout=300)
    assert out.returncode == 0, (out.returncode, out.stdout[-500:], out.stderr[-2000:])
