"""How much should move? The whole curve from mass to cost at once, and its elbow.

    PYTHONPATH=build/python /usr/bin/python3 examples/python/choose_mass.py [figure.png]
"""
import sys

import numpy as np

import parot

rng = np.random.default_rng(1)
source = np.vstack([rng.normal(size=(140, 2)), rng.normal(-9, 1, size=(60, 2))])
target = np.vstack([rng.normal(size=(140, 2)), rng.normal(9, 1, size=(60, 2))])

curve = parot.partial_curve(parot.cost_matrix(source, target))
print(curve)
elbow = curve.mass[curve.elbow]
print("70 %% of both clouds are alike; the elbow says %.0f %%" % (100 * elbow))

plan = parot.partial_wasserstein_points(source, target, mass=elbow)
print("at the elbow a unit costs %.3g, the next one %.3g" % (
    plan.objective / elbow, curve.slope[curve.elbow]))

if len(sys.argv) > 1:
    import matplotlib

    matplotlib.use("agg")
    import matplotlib.pyplot as plt

    figure, (left, right) = plt.subplots(1, 2, figsize=(9, 4))
    parot.plot_curve(curve, left)
    parot.plot_plan(plan, source, target, right)
    figure.savefig(sys.argv[1], dpi=110)
