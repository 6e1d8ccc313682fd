"""What the documentation shows is what happens."""
import doctest
import importlib
import inspect
import pathlib
import pkgutil
import re
import subprocess
import sys

import pytest

import parot
import parot.mpi

ROOT = pathlib.Path(__file__).resolve().parents[2]
MODULES = ["parot"] + [m.name for m in pkgutil.walk_packages(parot.__path__, "parot.", onerror=lambda name: None)]


@pytest.mark.parametrize("name", MODULES)
def test_docstrings(name):
    try:
        module = importlib.import_module(name)
    except ImportError as error:
        pytest.skip("%s needs %s" % (name, error.name))
    if name == "parot.mpi":
        pytest.importorskip("mpi4py")
    assert doctest.testmod(module).failed == 0


SCRIPTS = ["outliers", "choose_mass", "label_rows"]


@pytest.mark.parametrize("name", SCRIPTS)
def test_scripts(name, tmp_path):
    script = ROOT / "examples" / "python" / (name + ".py")
    extra = [str(tmp_path / "figure.png")] if name == "choose_mass" else []
    out = subprocess.run([sys.executable, str(script), *extra], capture_output=True, text=True)
    assert out.returncode == 0, out.stderr
    says = {"outliers": "noise that moves: 0 of 100", "choose_mass": "the elbow says 7",
            "label_rows": "spies found: 9"}[name]
    assert says in out.stdout, out.stdout
    assert all(pathlib.Path(path).stat().st_size > 5000 for path in extra)


def test_the_blocks_of_the_documents_run():
    for name in ("python.md", "python-from-pot.md"):
        text = (ROOT / "docs" / name).read_text()
        names = {}
        for block in re.findall(r"```python\n(.*?)```", text, re.S):
            exec(compile(block, name, "exec"), names)


@pytest.mark.parametrize("name", [name for name in parot.__all__ if inspect.isfunction(getattr(parot, name))])
def test_every_public_function_says_what_it_takes_and_returns(name):
    """In numpydoc's form: each argument, the result, an example."""
    function = getattr(parot, name)
    text = inspect.getdoc(function)
    taken = text.partition("Parameters\n----------\n")[2].partition("\n\n")[0]
    heads = [line.partition(" : ")[0] for line in taken.splitlines() if not line.startswith(" ")]
    documented = {word.strip("* ") for head in heads for word in head.split(",")}
    assert documented == set(inspect.signature(function).parameters)
    assert "\nReturns\n-------\n" in text
    assert ">>> " in text.partition("\nExamples\n--------\n")[2]


def test_every_public_name_has_an_example():
    modules = [parot, parot.batch, parot.mpi, parot.pot, parot.pot.gromov]
    written = [(module, name) for module in modules for name in module.__all__
               if inspect.isroutine(getattr(module, name)) or inspect.isclass(getattr(module, name))]
    lacking = [name for module, name in written if ">>> " not in (inspect.getdoc(getattr(module, name)) or "")]
    assert lacking == ["Progress"]  # of C, made by solvers alone; ProgressBar shows it
    assert pathlib.Path(parot.__file__).with_name("py.typed").exists()
