#!/usr/bin/python3
"""rivals.py ENGINE FILE MASS - POT and SciPy as compared programs.

Each line on standard input is one solve, answered by one line of JSON. The time goes from the cost matrix to the plan and, for
POT, the duals (it asks for the log). POT may take ten million pivots, so its iteration cap is never what is measured.
"""
import json
import os
import sys
import time

import clouds

PIVOTS = 10 ** 7
now = time.process_time if os.environ.get("BENCH_CLOCK") == "cpu" else time.monotonic  # as in instance.h


def pot_emd(cost, p, q, mass):
    import ot
    plan, log = ot.emd(p, q, cost, numItermax=PIVOTS, log=True)
    return plan, log["warning"]


def pot_partial(dummies):
    def solve(cost, p, q, mass):
        import ot
        plan, log = ot.partial.partial_wasserstein(p, q, cost, m=mass, nb_dummies=dummies, numItermax=PIVOTS, log=True)
        return plan, log["warning"]
    return solve


def scipy_assignment(cost, p, q, mass):
    from scipy.optimize import linear_sum_assignment
    return linear_sum_assignment(cost), None


SOLVE = {"pot-emd": pot_emd, "pot-1": pot_partial(1), "pot-10": pot_partial(10), "pot-50": pot_partial(50),
         "scipy": scipy_assignment}


def peak_bytes():
    """As in instance.h."""
    with open("/proc/self/status") as lines:
        return 1024. * next(int(line.split()[1]) for line in lines if line.startswith("VmHWM:"))


def describe(plan, cost, p, q):
    """Objective, mass, and how far rows and columns exceed their weights."""
    if isinstance(plan, tuple):
        return {"objective": cost[plan].sum() / len(p), "mass": len(plan[0]) / len(p), "excess": 0.}
    return {"objective": float((plan * cost).sum()), "mass": float(plan.sum()),
            "excess": float(max(0, (plan.sum(1) - p).max(), (plan.sum(0) - q).max()))}


def answer(solve, cost, p, q, mass, before):
    begin = now()
    try:
        plan, warning = solve(cost, p, q, mass)
    except Exception as error:
        return {"error": "%s: %s" % (type(error).__name__, error)}
    spent = {"seconds": now() - begin, "bytes": peak_bytes() - before}
    return {**spent, **describe(plan, cost, p, q), **({"warning": warning} if warning else {})}


def main(engine, path, mass):
    import ot
    import scipy.optimize
    before = peak_bytes()
    cost, p, q = clouds.read(path)
    mass = min(float(mass), p.sum(), q.sum())  # POT refuses a mass that exceeds a sum by its rounding
    print("ready", flush=True)
    for _ in sys.stdin:
        print(json.dumps(answer(SOLVE[engine], cost, p, q, mass, before)), flush=True)


if __name__ == "__main__":
    main(*sys.argv[1:])
