"""A pytest plugin: parot's functions in the place of POT's, for POT's own tests.

    POT_TESTS=folder-or-files pytest -p pot_in_place ...

Fixtures that POT's conftest offers are offered here for NumPy alone.
"""
import os
import sys

import numpy as np
import ot
import ot.backend
import ot.gromov
import ot.partial
import pytest

import parot.pot

if not hasattr(ot.backend, "to_numpy"):  # newer tests ask for it
    ot.backend.to_numpy = lambda x: np.asarray(x)
if not hasattr(ot.backend, "torch"):
    ot.backend.torch = False
for name in parot.pot.__all__:
    if name != "gromov":
        setattr(ot.partial, name, getattr(parot.pot, name))
for name, function in vars(parot.pot.gromov).items():
    setattr(ot.gromov, name, function)


def skip_backend(*names, reason=""):
    return lambda test: test


pytest.skip_backend = skip_backend
pytest.skip_arg = lambda *args, **kwargs: (lambda test: test)


@pytest.fixture
def nx():
    return ot.backend.NumpyBackend()
