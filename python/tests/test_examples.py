"""What the documentation shows is what happens."""
import doctest
import importlib
import pathlib
import pkgutil

import pytest

import parot

MODULES = ["parot"] + ["parot." + m.name for m in pkgutil.iter_modules(parot.__path__)]


@pytest.mark.parametrize("name", MODULES)
def test_docstrings(name):
    try:
        module = importlib.import_module(name)
    except ImportError as error:
        pytest.skip("%s needs %s" % (name, error.name))
    assert doctest.testmod(module).failed == 0


def test_every_public_function_has_an_example_or_is_a_result():
    for name in parot.__all__:
        assert getattr(getattr(parot, name), "__doc__", None), name
    assert pathlib.Path(parot.__file__).with_name("py.typed").exists()
