"""absent - stands for PyTorch where it is not installed, so that the docstrings of parot.torch can be read without it."""
import importlib.util
import sys

from sphinx.ext.autodoc.mock import _MockModule


def stand_in():
    if importlib.util.find_spec("torch") is None:
        sys.modules["torch"] = _MockModule("torch")
