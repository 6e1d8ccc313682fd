"""Run control: threads, limits, progress, and what a result that stopped early says."""
from __future__ import annotations

import difflib
import math
import sys
import warnings
from typing import Any, Callable, Optional

from ._arrays import _shown, count, number
from ._core import STATUSES, Progress
from ._errors import ArgumentError, ArgumentTypeError

ProgressFunction = Callable[[Progress], Any]

# Seconds between looks at Ctrl-C and calls of a progress function.
PERIOD = 0.05

_STATUS = {value: name for name, value in STATUSES.items()}


def _seconds(value: Any, name: str) -> float:
    """More than 0; inf means no limit, which the library writes as 0."""
    seconds = number(value, name)
    if not seconds > 0:
        raise ArgumentError("%s: must be positive seconds, got %s" % (name, _shown(value)))
    return 0.0 if math.isinf(seconds) else seconds


def options(threads: int = 1, time_limit: Optional[float] = None,
            progress: Optional[ProgressFunction] = None, seed: int = 0,
            max_iterations: Optional[int] = None, limit_name: str = "time_limit") -> tuple[Any, ...]:
    """The tuple that _core takes."""
    if progress is not None and not callable(progress):
        raise ArgumentTypeError("progress: must be a function of one argument, got %s" % _shown(progress))
    return (count(threads, "threads", 0), count(seed, "seed", 0, 2**64 - 1),
            0 if max_iterations is None else count(max_iterations, "max_iterations", 1, 2**63 - 1),
            0.0 if time_limit is None else _seconds(time_limit, limit_name), PERIOD, progress)


def _level_of_caller() -> int:
    """The stacklevel, for `status_name`, of the first line outside this package."""
    package, level, frame = __package__, 1, sys._getframe(1)
    while frame.f_back is not None and frame.f_globals.get("__name__", "").partition(".")[0] == package:
        frame, level = frame.f_back, level + 1
    return level


def status_name(status: int) -> str:
    """Its name; anything except "solved" is also a warning, on the line that asked for the result."""
    name = _STATUS[status]
    if status != 0:
        why = ("weights or costs are too many orders of magnitude apart" if name == "not proved"
               else "stopped early (%s)" % name)
        warnings.warn("%s: the answer is feasible but not proved best" % why, UserWarning,
                      stacklevel=_level_of_caller())
    return name


def choice(names: dict[str, int], value: Any, name: str, extra: tuple[str, ...] = ()) -> int:
    """The number of a named choice, or -1 for one of `extra`."""
    known = sorted(names) + list(extra)
    if not isinstance(value, str):
        raise ArgumentTypeError("%s: must be one of %s, got %s" % (name, ", ".join(known), _shown(value)))
    if value in names:
        return names[value]
    if value in extra:
        return -1
    near = difflib.get_close_matches(value, known, 1)
    raise ArgumentError("%s: unknown %r%s; one of %s" % (
        name, value, ", did you mean %r?" % near[0] if near else "", ", ".join(known)))
