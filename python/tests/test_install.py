"""The build backend: meson-python, which refuses editable installs that it cannot make, and names wheels after what they need."""
import base64
import csv
import hashlib
import importlib.util
import pathlib
import re
import subprocess
import sys
import types
import zipfile

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


def versions_by_objdump(path):
    """The glibc 2.N of each symbol that an object takes from elsewhere."""
    table = subprocess.run(["objdump", "-T", path], check=True, capture_output=True, text=True).stdout
    return [int(minor) for minor in re.findall(r"\*UND\*.*GLIBC_2\.(\d+)", table)]


def test_a_wheel_is_for_the_glibc_that_its_symbols_need(monkeypatch):
    import parot._core
    module, path = backend(monkeypatch), parot._core.__file__
    assert module.needs(path) == ({"libm.so.6", "libc.so.6"}, max(versions_by_objdump(path)))
    tag = module.platform_of([path])
    assert re.fullmatch("manylinux_2_%d_\\w+" % max(17, *versions_by_objdump(path)), tag)


def test_a_wheel_that_needs_other_libraries_is_for_this_machine_alone(monkeypatch, tmp_path):
    subprocess.run(["cc", "-shared", "-xc", "/dev/null", "-o", tmp_path / "z.so", "-Wl,--no-as-needed", "-lz"], check=True)
    assert backend(monkeypatch).platform_of([tmp_path / "z.so"]) is None


def test_a_renamed_wheel_says_so_inside_and_its_record_holds(monkeypatch, tmp_path):
    def made(folder, settings, metadata):
        with zipfile.ZipFile(tmp_path / "p-1-cp311-abi3-linux_x86_64.whl", "w") as wheel:
            wheel.writestr("p.py", "1\n")
            wheel.writestr("p-1.dist-info/WHEEL", "Wheel-Version: 1.0\nTag: cp311-abi3-linux_x86_64\n")
            wheel.writestr("p-1.dist-info/RECORD", "p-1.dist-info/WHEEL,sha256=0,0\np-1.dist-info/RECORD,,\n")
        return "p-1-cp311-abi3-linux_x86_64.whl"

    module = backend(monkeypatch, build_wheel=made)
    assert module.build_wheel(tmp_path) == "p-1-cp311-abi3-linux_x86_64.whl"  # without extensions
    name = module.rename(str(tmp_path / "p-1-cp311-abi3-linux_x86_64.whl"), "manylinux_2_34_x86_64")
    assert [path.name for path in tmp_path.iterdir()] == [name] == ["p-1-cp311-abi3-manylinux_2_34_x86_64.whl"]
    with zipfile.ZipFile(tmp_path / name) as wheel:
        said = wheel.read("p-1.dist-info/WHEEL")
        assert b"\nTag: cp311-abi3-manylinux_2_34_x86_64\n" in said
        row = next(csv.reader([wheel.read("p-1.dist-info/RECORD").decode().splitlines()[0]]))
    digest = base64.urlsafe_b64encode(hashlib.sha256(said).digest()).decode().rstrip("=")
    assert row == ["p-1.dist-info/WHEEL", "sha256=" + digest, str(len(said))]


def test_the_page_of_an_index_has_no_links_into_the_tree_and_its_code_runs():
    text = (ROOT / "python/README.md").read_text()
    assert not re.search(r"\]\((?!https?://)|<img", text)
    code = re.findall(r"```python\n(.*?)```", text, re.S)
    assert len(code) == 2
    exec("\n".join(code), {})
