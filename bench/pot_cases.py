#!/usr/bin/python3
"""pot_cases.py [PAROT] - what POT and the command parot (build/parot) do with difficult input, as a Markdown table.

The judge is neither: HiGHS, through SciPy, on the problem before costs or masses were scaled, and SciPy's assignment solver in
case 6. POT runs in a process of its own, since some input crashes it, with numItermax=10**7 and otherwise default arguments.
"""
import json
import multiprocessing
import os
import subprocess
import sys
import tempfile
import warnings

import numpy as np

AGREE = 1e-9
PATIENCE = 20  # seconds that POT may take for a problem of 150 x 200
COMMAND = sys.argv[1] if len(sys.argv) > 1 else "build/parot"
CASES = []


def problem(seed=0, n=150, m=200):
    """Two clouds in the plane with random weights of total 1."""
    rng = np.random.default_rng(seed)
    x, y = rng.standard_normal((n, 2)), rng.standard_normal((m, 2)) + .5
    p, q = rng.random(n), rng.random(m)
    return ((x[:, None] - y[None]) ** 2).sum(2), p / p.sum(), q / q.sum()


def optimum(cost, p, q, mass):
    """By HiGHS; a pair of infinite cost gets the upper bound 0."""
    from scipy.optimize import linprog
    from scipy.sparse import eye, kron, vstack
    n, m = cost.shape
    sums = vstack([kron(eye(n), np.ones((1, m))), kron(np.ones((1, n)), eye(m))])  # of rows and columns
    allowed = np.isfinite(cost).ravel()
    upper = np.where(allowed, np.inf, 0)
    solved = linprog(np.where(allowed, cost.ravel(), 0), A_ub=sums, b_ub=np.r_[p, q],
                     A_eq=np.ones((1, n * m)), b_eq=[mass], bounds=np.c_[np.zeros(n * m), upper], method="highs")
    return solved.fun


def in_pot(cost, p, q, mass, queue):
    import ot
    warnings.simplefilter("ignore")
    try:
        plan, log = ot.partial.partial_wasserstein(p, q, cost, m=mass, numItermax=10 ** 7, log=True)
        used = plan > 0
        queue.put((float((plan[used] * cost[used]).sum()), float(plan.sum())))
    except BaseException as error:
        queue.put("%s: %s" % (type(error).__name__, " ".join(str(error).split())))


def pot(cost, p, q, mass):
    """(objective, mass), or a sentence."""
    queue = multiprocessing.Queue()
    child = multiprocessing.Process(target=in_pot, args=(cost, p, q, mass, queue))
    child.start()
    child.join(PATIENCE)
    if child.is_alive():
        child.kill()
        return "does not end"
    return "the interpreter crashes (signal %d)" % -child.exitcode if child.exitcode else queue.get()


def parot(cost, p, q, mass):
    """(objective, mass), or a sentence."""
    with tempfile.TemporaryDirectory() as folder:
        paths = [os.path.join(folder, name) for name in ("costs.npy", "p.npy", "q.npy")]
        for path, array in zip(paths, (cost, p, q)):
            np.save(path, array)
        run = subprocess.run([COMMAND, "partial", "--cost", paths[0], "--p", paths[1], "--q", paths[2], "--mass", repr(mass),
                              "--json"], capture_output=True, text=True)
        message = run.stderr.replace(folder + "/", "").strip()
    answer = json.loads(run.stdout) if run.returncode == 0 else None
    return (answer["objective"], answer["mass"]) if answer else message


def verdict(answer, best, mass):
    """Compares an answer with the optimum. best is None for input that should be refused."""
    if isinstance(answer, str):
        return answer
    if best is None:
        return "answers %.3g, mass %.3g" % answer
    if not abs(answer[1] - mass) <= AGREE * mass:
        return "wrong: mass %.6g" % answer[1]
    if abs(answer[0] - best) <= AGREE * abs(best):
        return "right"
    return "wrong: the optimum is %.6g, it returns %.6g" % (best, answer[0])


def case(number, title, cost, p, q, mass, best):
    """Both answers to one problem."""
    CASES.append((number, title, verdict(pot(cost, p, q, mass), best, mass), verdict(parot(cost, p, q, mass), best, mass)))


def signs():
    cost, p, q = problem()
    case(3, "all costs negative, mass 0.5", cost - 100, p, q, .5, optimum(cost, p, q, .5) - 50)
    case(3, "all costs zero, mass 0.5", 0 * cost, p, q, .5, 0)


def scales():
    cost, p, q = problem()
    for mass in (.1, .5):
        best = optimum(cost, p, q, mass)
        for factor in (1e-10, 1e-12, 1e12):
            case(4, "costs times %g, mass %g" % (factor, mass), factor * cost, p, q, mass, factor * best)
        case(4, "weights and mass %g times 1e8" % mass, cost, 1e8 * p, 1e8 * q, 1e8 * mass, 1e8 * best)


def forbidden():
    cost, p, q = problem()
    cheapest = np.unravel_index(cost.argmin(), cost.shape)  # so that forbidding it changes the answer
    cost[cheapest] = np.inf
    best = optimum(cost, p, q, .5)
    for price in (1e12, 1e300, np.inf):
        cost[cheapest] = price
        case(5, "the cheapest pair costs %g" % price, cost, p, q, .5, best)


def all_sizes(solve):
    """How many of the uniform problems of size 2 .. 199 are solved; and the first complaint."""
    from scipy.optimize import linear_sum_assignment
    verdicts = []
    for n in range(2, 200):
        cost = problem(n, n, n)[0]
        best = cost[linear_sum_assignment(cost)].mean()
        verdicts.append(verdict(solve(cost, np.full(n, 1 / n), np.full(n, 1 / n), 1.), best, 1.))
    wrong = [text for text in verdicts if text != "right"]
    return "%d of 198 right" % (198 - len(wrong)) + ("; else " + max(wrong, key=wrong.count) if wrong else "")


def bad_input():
    cost, p, q = problem()
    negative, unknown, endless, short = p.copy(), p.copy(), p.copy(), p[:-1]
    negative[3], unknown[3], endless[3] = -.1, np.nan, np.inf
    holed = cost.copy()
    holed[2, 5] = np.nan
    for title, arguments in (("a cost is NaN", (holed, p)), ("a weight is negative", (cost, negative)),
                             ("a weight is NaN", (cost, unknown)), ("a weight is infinite", (cost, endless)),
                             ("a weight is missing", (cost, short))):
        case(10, title, *arguments, q, .5, None)


def main():
    signs()
    scales()
    forbidden()
    CASES.append((6, "uniform weights 1/n, mass 1.0, n = 2 .. 199", all_sizes(pot), all_sizes(parot)))
    bad_input()
    print("| case | input | POT | parot |\n|---|---|---|---|")
    for line in CASES:
        print("| %d | %s | %s | %s |" % (line[0], *(text.replace("|", "\\|") for text in line[1:])))


if __name__ == "__main__":
    main()
