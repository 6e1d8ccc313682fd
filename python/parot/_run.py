"""Run control: threads, limits, progress, and what a result that stopped early says."""
from __future__ import annotations

import difflib
import warnings
from typing import Any, Callable, Optional

from ._core import STATUSES, Progress

ProgressFunction = Callable[[Progress], Any]

# Seconds between looks at Ctrl-C and calls of a progress function.
PERIOD = 0.05

_STATUS = {value: name for name, value in STATUSES.items()}


def options(threads: int = 1, time_limit: Optional[float] = None,
            progress: Optional[ProgressFunction] = None, seed: int = 0,
            max_iterations: Optional[int] = None) -> tuple:
    """The tuple that _core takes. Only what the library cannot see is checked here."""
    if progress is not None and not callable(progress):
        raise ValueError("progress: must be a function of one argument, got %r" % (progress,))
    if time_limit is not None and not time_limit > 0:
        raise ValueError("time_limit: must be positive seconds, got %r" % (time_limit,))
    if max_iterations is not None and max_iterations < 1:
        raise ValueError("max_iterations: must be 1 or more, got %r" % (max_iterations,))
    if not 0 <= seed < 2**64:
        raise ValueError("seed: must be from 0 to 2**64 - 1, got %r" % (seed,))
    return (threads, seed, max_iterations or 0, time_limit or 0.0, PERIOD, progress)


def status_name(status: int, stacklevel: int = 3) -> str:
    """Its name; a stop at a limit is also a warning, on the line that asked for the result."""
    if status != 0:
        warnings.warn("stopped early (%s): the answer is feasible but not proved best"
                      % _STATUS[status], UserWarning, stacklevel=stacklevel)
    return _STATUS[status]


def choice(names: dict[str, int], value: Any, name: str, extra: tuple[str, ...] = ()) -> int:
    """The number of a named choice, or of -1 for one of `extra`."""
    if value in names:
        return names[value]
    if value in extra:
        return -1
    known = sorted(names) + list(extra)
    near = difflib.get_close_matches(str(value), known, 1)
    raise ValueError("%s: unknown %r%s; one of %s" % (
        name, value, ", did you mean %r?" % near[0] if near else "", ", ".join(known)))
