"""meson-python, with a word about editable installs, and wheels whose name says where they run.

meson-python names a wheel after the machine that built it. Here the name comes from what its extensions need
(`platform_of`): with nothing but the C library, `manylinux_2_34_x86_64` for glibc 2.34 or later.

Before 0.13 meson-python cannot make them. pip then falls back on setuptools, which knows nothing of
this package, says that it succeeded, and installs nothing that can be imported. Here it is refused.
"""
import base64
import hashlib
import os
import platform
import re
import subprocess
import tempfile
import zipfile

import mesonpy
from mesonpy import *  # noqa: F403
from mesonpy import build_sdist as build_sdist

# What every Linux with glibc has.
EVERYWHERE = {"libc.so.6", "libm.so.6", "libpthread.so.0", "libdl.so.2", "ld-linux-x86-64.so.2", "ld-linux-aarch64.so.1"}
OLDEST = 17  # the glibc 2.17 of manylinux2014

REFUSAL = ("parot: an editable install needs meson-python 0.13 or newer, this is %s. Either "
           "`pip install . --no-build-isolation`, or `make` and PYTHONPATH=build/python, where `make` "
           "again brings changes in.")


def _editable(hook, *arguments):
    function = getattr(mesonpy, hook, None)
    if function is None or not hasattr(mesonpy, "build_editable"):
        raise SystemExit(REFUSAL % mesonpy.__version__)
    return function(*arguments)


def get_requires_for_build_editable(config_settings=None):
    return _editable("get_requires_for_build_editable", config_settings)


def prepare_metadata_for_build_editable(metadata_directory, config_settings=None):
    """meson-python has the hook for wheels alone; the metadata are the same."""
    hook = "prepare_metadata_for_build_editable"
    if hasattr(mesonpy, "build_editable") and not hasattr(mesonpy, hook):
        hook = "prepare_metadata_for_build_wheel"
    return _editable(hook, metadata_directory, config_settings)


def build_editable(wheel_directory, config_settings=None, metadata_directory=None):
    return _editable("build_editable", wheel_directory, config_settings, metadata_directory)


def needs(path):
    """The libraries that a shared object needs, and the latest 2.N of glibc among the versions of its symbols."""
    def ask(option):
        return subprocess.run(["readelf", "--wide", option, path], check=True, capture_output=True, text=True,
                              env={**os.environ, "LC_ALL": "C"}).stdout
    libraries = set(re.findall(r"\(NEEDED\).*\[(.*)\]", ask("--dynamic")))
    return libraries, max(map(int, re.findall(r"GLIBC_2\.(\d+)", ask("--version-info"))), default=OLDEST)


def platform_of(objects):
    """The platform tag of a wheel with these shared objects; None if they need more than the C library."""
    newest = OLDEST
    for path in objects:
        libraries, version = needs(path)
        if not libraries <= EVERYWHERE:
            return None
        newest = max(newest, version)
    return "manylinux_2_%d_%s" % (newest, platform.machine())


def _digest(data):
    return "sha256=" + base64.urlsafe_b64encode(hashlib.sha256(data).digest()).rstrip(b"=").decode()


def rename(path, tag):
    """The wheel under the name of another platform, which is also in its files WHEEL and RECORD. Returns its file name."""
    folder, name = os.path.split(path)
    renamed = re.sub(r"-[^-]*\.whl$", "-%s.whl" % tag, name)
    if renamed == name:
        return name
    with zipfile.ZipFile(path) as old:
        files = [(info, old.read(info)) for info in old.infolist()]
    said = next(data for info, data in files if info.filename.endswith(".dist-info/WHEEL"))
    now = re.sub(rb"(?m)^(Tag: .*-)[^-\n]*$", lambda found: found.group(1) + tag.encode(), said)
    with zipfile.ZipFile(os.path.join(folder, renamed), "w", zipfile.ZIP_DEFLATED) as new:
        for info, data in files:
            if info.filename.endswith(".dist-info/WHEEL"):
                data = now
            elif info.filename.endswith(".dist-info/RECORD"):
                line = r"(?m)^(.*\.dist-info/WHEEL),.*$"
                data = re.sub(line, r"\1,%s,%d" % (_digest(now), len(now)), data.decode()).encode()
            new.writestr(info, data)
    os.remove(path)
    return renamed


def build_wheel(wheel_directory, config_settings=None, metadata_directory=None):
    path = os.path.join(wheel_directory, mesonpy.build_wheel(wheel_directory, config_settings, metadata_directory))
    with zipfile.ZipFile(path) as wheel, tempfile.TemporaryDirectory() as folder:
        objects = [wheel.extract(name, folder) for name in wheel.namelist() if name.endswith(".so")]
        tag = platform_of(objects) if objects and platform.system() == "Linux" else None
    return rename(path, tag) if tag else os.path.basename(path)
