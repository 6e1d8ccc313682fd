"""What a user writes; test_types.py lets mypy look at it, with everything that it calls."""
import numpy as np

import parot

rng = np.random.default_rng(0)
x, y = rng.normal(size=(20, 2)), rng.normal(size=(30, 2))
cost = parot.cost_matrix(x, y)
result = parot.partial_wasserstein(cost, mass=0.5)
objective: float = result.objective
mass: float = result.mass
entries: int = len(result.plan)
curve = parot.partial_curve(cost)
many = parot.batch.partial_wasserstein(np.stack([cost, cost]), mass=0.5)
solved: int = many.solved
first: parot.Plan = many.plan(0)
pairs = parot.pairwise([x, y], mass=0.5)
known: int = pairs.known
labels = parot.pu(x, y, prior=0.3)
clf = parot.PUClassifier(prior=0.3).fit_pu(x, y)
by_x, by_y = parot.points_gradient(x, y, result)
means = parot.barycentric(result, y)
plan, log = parot.pot.partial_wasserstein([], [], cost, m=0.5, log=True)
figure = curve.plot()
svg: str = "" if figure is None else figure.svg


def watch(state: parot.Progress) -> bool:
    return state.seconds > 60


again = parot.partial_wasserstein_points(x, y, price=(1.0, 2.0), metric="correlation", progress=watch)
print(by_x, by_y, means, plan, svg, again.unmatched, clf.prior_, objective, mass, entries, curve, labels, parot.__version__)
