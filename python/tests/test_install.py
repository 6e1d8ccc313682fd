"""The build backend: meson-python, which refuses editable installs that it cannot make."""
import importlib.util
import pathlib
import sys
import types

import pytest

ROOT = pathlib.Path(__file__).resolve().parents[2]
FILE = ROOT / "python" / "backend" / "parot_backend.py"


def backend(monkeypatch, **hooks):
    """The backend on a stand-in for meson-python with these hooks."""
    fake = types.ModuleType("mesonpy")
    fake.__version__ = "0.12.0"
    vars(fake).update({name: lambda *a, name=name: (name, *a) for name in ("build_sdist", "build_wheel")})
    vars(fake).update(hooks)
    monkeypatch.setitem(sys.modules, "mesonpy", fake)
    spec = importlib.util.spec_from_file_location("parot_backend", FILE)
    module = importlib.util.module_from_spec(spec)
    spec.loader.exec_module(module)
    return module


def test_an_editable_install_that_would_install_nothing_is_refused(monkeypatch):
    old = backend(monkeypatch)
    for call in (lambda: old.get_requires_for_build_editable(), lambda: old.build_editable("here"),
                 lambda: old.prepare_metadata_for_build_editable("here")):
        with pytest.raises(SystemExit, match="needs meson-python 0.13 or newer, this is 0.12.0"):
            call()
    assert old.build_wheel("here") == ("build_wheel", "here")


def test_a_newer_meson_python_makes_it(monkeypatch):
    new = backend(monkeypatch, build_editable=lambda *a: ("editable", *a),
                  get_requires_for_build_editable=lambda *a: ["ninja"],
                  prepare_metadata_for_build_wheel=lambda *a: ("metadata", *a))
    assert new.get_requires_for_build_editable() == ["ninja"]
    assert new.build_editable("here") == ("editable", "here", None, None)
    assert new.prepare_metadata_for_build_editable("here") == ("metadata", "here", None)


def test_the_project_uses_this_backend():
    text = (ROOT / "pyproject.toml").read_text()
    assert "build-backend = 'parot_backend'" in text and "backend-path = ['python/backend']" in text
