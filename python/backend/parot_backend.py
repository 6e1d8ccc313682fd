"""meson-python, with a word about editable installs.

Before 0.13 meson-python cannot make them. pip then falls back on setuptools, which knows nothing of
this package, says that it succeeded, and installs nothing that can be imported. Here it is refused.
"""
import mesonpy
from mesonpy import *  # noqa: F403
from mesonpy import build_sdist as build_sdist
from mesonpy import build_wheel as build_wheel

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
