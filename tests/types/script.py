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
labels = parot.pu(x, y, prior=0.3)
print(objective, mass, entries, curve, labels, parot.__version__)
