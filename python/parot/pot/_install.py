"""parot's functions in the place of POT's, and POT's back again.

POT binds a function under several names: where it is written, in the package above that, and wherever
another of its modules imports it. Each of these bindings is replaced, and remembered. Names that the
installed POT does not have yet are added to ``ot.partial`` and ``ot.gromov``.
"""
from __future__ import annotations

import sys
import threading
from importlib import import_module
from types import ModuleType, TracebackType
from typing import Any, Optional

from . import gromov, partial

_ABSENT = object()  # what a module had under a name that it did not have
_lock = threading.Lock()
_replaced: list[tuple[ModuleType, str, Any]] = []


class Installed:
    """What `install` returns: ``with parot.pot.install():`` takes the functions out again at its end.

    >>> import ot, parot.pot
    >>> with parot.pot.install():
    ...     plan = ot.partial.partial_wasserstein([.5, .5], [.5, .5], [[0., 1.], [1., 0.]], m=0.5)
    >>> float(plan.sum())
    0.5
    """

    def __init__(self, is_ours: bool) -> None:
        self._is_ours = is_ours  # if they were in place before, they stay

    def __enter__(self) -> "Installed":
        return self

    def __exit__(self, kind: Optional[type[BaseException]], error: Optional[BaseException],
                 trace: Optional[TracebackType]) -> None:
        if self._is_ours:
            uninstall()


def _pot() -> tuple[ModuleType, ModuleType]:
    try:
        return import_module("ot.partial"), import_module("ot.gromov")
    except ImportError as error:
        raise ImportError("parot.pot.install: puts functions into POT, which is not installed (%s); "
                          "without it call them as parot.pot.partial_wasserstein and so on" % error,
                          name=error.name) from None


def _bind(module: ModuleType, name: str, function: Any) -> None:
    _replaced.append((module, name, vars(module).get(name, _ABSENT)))
    setattr(module, name, function)


def install() -> Installed:
    """Puts the functions of `parot.pot` in the place of POT's, for the whole program.

    Programs written against POT then run unchanged: ``ot.partial.partial_wasserstein`` is
    `parot.pot.partial_wasserstein`, and so on for all names of `parot.pot.partial` and
    `parot.pot.gromov`, also where POT itself calls them. Names that a program imported from POT before
    (``from ot.partial import partial_wasserstein``) stay POT's: install first. A second call changes
    nothing.

    Returns
    -------
    Installed
        To use in a ``with`` statement, at whose end POT has its own functions again.

    See Also
    --------
    uninstall

    Examples
    --------
    >>> import ot, parot.pot
    >>> with parot.pot.install():
    ...     ot.partial.partial_wasserstein([.1, .2], [.1, .1], [[0., 1.], [2., 3.]], m=0.1)
    array([[0.1, 0. ],
           [0. , 0. ]])
    >>> ot.partial.partial_wasserstein is parot.pot.partial_wasserstein
    False
    """
    with _lock:
        if _replaced:
            return Installed(False)
        theirs = dict(zip((partial, gromov), _pot()))
        old = {}  # their function -> ours
        for ours, module in theirs.items():
            for name in ours.__all__:
                if hasattr(module, name):
                    old[id(getattr(module, name))] = getattr(ours, name)
        for module in [m for n, m in sorted(sys.modules.items()) if n.partition(".")[0] == "ot" and m]:
            for name, value in list(vars(module).items()):
                if id(value) in old:
                    _bind(module, name, old[id(value)])
        for ours, module in theirs.items():
            for name in ours.__all__:
                if not hasattr(module, name):
                    _bind(module, name, getattr(ours, name))
        return Installed(True)


def uninstall() -> None:
    """Gives POT its own functions back; without `install` before, nothing changes.

    See Also
    --------
    install

    Examples
    --------
    >>> import ot, parot.pot
    >>> installed = parot.pot.install()
    >>> ot.partial.partial_wasserstein is parot.pot.partial_wasserstein
    True
    >>> parot.pot.uninstall()
    >>> ot.partial.partial_wasserstein is parot.pot.partial_wasserstein
    False
    """
    with _lock:
        while _replaced:
            module, name, value = _replaced.pop()
            if value is _ABSENT:
                delattr(module, name)
            else:
                setattr(module, name, value)
