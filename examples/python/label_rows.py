"""Some rows are known to be positive. Which of the others are?

    PYTHONPATH=build/python /usr/bin/python3 examples/python/label_rows.py
"""
import numpy as np

import parot

rng = np.random.default_rng(2)
known = rng.normal(size=(100, 4))
rows = np.vstack([rng.normal(size=(80, 4)), rng.normal(1.5, 1, size=(120, 4))])
truth = np.repeat([1, -1], [80, 120])

estimate = parot.estimate_prior(known, rows)
print("prior %.2f, between %.2f and %.2f" % (estimate.prior, estimate.low, estimate.high))

answer = parot.pu(known, rows, estimate.prior)
print(answer)
print("accuracy %.3f" % answer.evaluate(truth).accuracy)

# Without the truth: how many positives are found again when they hide among the rows?
spies = parot.spies(known, rows, estimate.prior)
print("spies found: %.0f %%" % (100 * spies.recall))
