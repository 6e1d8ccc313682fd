"""Two clouds, a quarter of one is noise: partial transport leaves the noise out and proves it.

    PYTHONPATH=build/python /usr/bin/python3 examples/python/outliers.py
"""
import numpy as np

import parot

rng = np.random.default_rng(0)
source = rng.normal(size=(300, 2))
target = np.vstack([rng.normal(size=(300, 2)), rng.normal(8, 1, size=(100, 2))])
C = parot.cost_matrix(source, target)

# The mass is given as a share of weights 1/300 and 1/400: three quarters of the target.
partial = parot.partial_wasserstein(C, mass=0.75)
full = parot.partial_wasserstein(C, mass=1)
print(partial)

noise = partial.plan.col >= 300
print("noise that moves: %d of 100 points, in full transport %d" % (
    len(np.unique(partial.plan.col[noise])), len(np.unique(full.plan.col[full.plan.col >= 300]))))
print("proved best:", parot.certify(C, partial).proved)
