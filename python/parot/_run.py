"""Run control: threads, limits, progress, and what a result that stopped early says."""
from __future__ import annotations

import difflib
import math
import sys
import warnings
from typing import Any, Callable, Optional, TextIO, Union

from ._arrays import _shown, count, number
from ._core import STATUSES, Progress
from ._errors import ArgumentError, ArgumentTypeError

ProgressFunction = Union[Callable[[Progress], Any], bool]  # True: a line on standard error that comes and goes

# Seconds between looks at Ctrl-C and calls of a progress function.
PERIOD = 0.05

_STATUS = {value: name for name, value in STATUSES.items()}


def _seconds(value: Any, name: str) -> float:
    """More than 0; inf means no limit, which the library writes as 0."""
    seconds = number(value, name)
    if not seconds > 0:
        raise ArgumentError("%s: must be positive seconds, got %s" % (name, _shown(value)))
    return 0.0 if math.isinf(seconds) else seconds


class ProgressBar:
    """A line that says how far a solver is, in terminals and notebooks: what ``progress=True`` shows.

    It is written from half a second on, ten times a second at most, and erased at the end.

    Parameters
    ----------
    file : text file, optional
        Standard error unless given.
    after : float
        Seconds until it appears.

    Examples
    --------
    >>> import io, parot
    >>> file = io.StringIO()
    >>> bar = parot.ProgressBar(file, after=0)
    >>> r = parot.partial_wasserstein([[1, 2], [3, 4]], mass=0.5, progress=bar)
    >>> bar.close()
    """

    _WIDTH = 20

    def __init__(self, file: Optional[TextIO] = None, after: float = 0.5) -> None:
        self._file = sys.stderr if file is None else file
        self._next, self._length = number(after, "after"), 0

    def __call__(self, state: Progress) -> None:
        if state.seconds < self._next:
            return
        self._next = state.seconds + 0.1
        self._write(self._line(state))

    def _line(self, state: Progress) -> str:
        parts = [state.stage]
        if state.total > 0:
            done = min(1.0, state.iteration / state.total)
            filled = int(done * self._WIDTH)
            parts.append("[%s%s] %3.0f %%" % ("#" * filled, "." * (self._WIDTH - filled), 100 * done))
        elif state.iteration > 0:
            parts.append("%d" % state.iteration)
        if math.isfinite(state.objective):
            parts.append("cost %.6g" % state.objective)
        return "  ".join([*parts, "%.1f s" % state.seconds])

    def _write(self, line: str) -> None:
        try:
            self._file.write("\r" + line.ljust(self._length))
            self._file.flush()
        except (OSError, ValueError):  # the terminal is closed: go on without
            return
        self._length = len(line)

    def close(self) -> None:
        """Erases the line."""
        if self._length:
            self._write("")
            self._write("\r")
            self._length = 0

    def __del__(self) -> None:
        self.close()


def options(threads: int = 1, time_limit: Optional[float] = None,
            progress: Optional[ProgressFunction] = None, seed: int = 0,
            max_iterations: Optional[int] = None, limit_name: str = "time_limit") -> tuple[Any, ...]:
    """The tuple that _core takes."""
    if isinstance(progress, bool):
        progress = ProgressBar() if progress else None
    if progress is not None and not callable(progress):
        raise ArgumentTypeError("progress: must be a function of one argument, or True for a bar; got %s" % _shown(
            progress))
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
