"""What parot raises about its input, and how the library's refusals come to name Python's arguments.

The library speaks of its own arguments: `cost`, `run.threads`, `options.start`. `ask` calls it and
words what it refuses for the function that was called.
"""
from __future__ import annotations

import re
from typing import Any, Callable, NamedTuple, Optional

from . import _core


class ArgumentError(ValueError):
    """An argument is refused: the message names it, the rule and the value.

    `argument` is its name in the function that was called, or None where no single one is at fault.

    Examples
    --------
    >>> import parot
    >>> try:
    ...     parot.partial_wasserstein([[1, 2]], mass=-1)
    ... except parot.ArgumentError as error:
    ...     print(error.argument)
    mass
    """

    def __init__(self, message: str = "") -> None:
        super().__init__(message)
        head = re.match(r"([A-Za-z_]\w*)(?:\[\d\])?: ", message)  # what this package refuses by itself
        self.argument: Optional[str] = head[1] if head else None


class ArgumentTypeError(ArgumentError, TypeError):
    """An argument has a type that has no meaning there; also a TypeError.

    Examples
    --------
    >>> import parot
    >>> try:
    ...     parot.partial_wasserstein([[1, 2]], mass="half")
    ... except parot.ArgumentTypeError as error:
    ...     print(error.argument)
    mass
    """


class Cut(NamedTuple):
    """Why a mass cannot move: each allowed pair has its row in `row` or its column in `col`.

    No plan moves more than `most`, the weights of these rows and columns together.

    Examples
    --------
    >>> import parot
    >>> inf = float("inf")
    >>> try:
    ...     parot.partial_wasserstein([[1, inf], [2, inf]], mass=1)
    ... except parot.InfeasibleError as error:
    ...     print(error.cut.most)
    0.5
    """

    row: Any
    col: Any
    most: float


class InfeasibleError(ArgumentError):
    """No plan moves that mass through the allowed pairs; `cut` (a `Cut`) proves it.

    Examples
    --------
    >>> import parot
    >>> inf = float("inf")
    >>> try:
    ...     parot.partial_wasserstein([[1, inf], [2, inf]], mass=1)
    ... except parot.InfeasibleError as error:
    ...     print(error.cut.col.tolist())
    [0]
    """

    def __init__(self, message: str, cut: Optional[Cut] = None) -> None:
        super().__init__(message)
        self.cut = cut


# How the library says "choose for me".
_WORDS = ((re.compile(r"\b(?:run|options|problem|prices|data|path)\.(?=[a-z])"), ""),
          (re.compile(r"\bgraph\.(?:length|to|first|nodes)(?=:)"), "graph"),
          (re.compile(r"or NAN to "), "or 'auto' to "),
          (re.compile(r"or NAN for none"), "or None"))


# A table of rows has a gap; in matrices of costs and distances it means something else.
_TABLES = {"positives", "unlabeled", "X", "Y", "reference", "today", "source", "target", "rows"}
_GAP = re.compile(r"^ must be finite, got -?nan at \(\d+,\d+\)$")


def wording(message: str, names: dict[str, str]) -> str:
    """The library's sentence with Python's names for what it is about."""
    for pattern, text in _WORDS:
        message = pattern.sub(text, message)
    message = re.sub(r"(?<=sum )[pq]\b|(?<=, )\w+(?= has )", lambda hit: names.get(hit[0], hit[0]), message)
    subject, colon, rest = message.partition(":")
    if not colon or not re.fullmatch(r"[\w, ]+", subject):
        subject, colon, rest = message.partition(" ")
    subject = re.sub(r"\w+", lambda hit: names.get(hit[0], hit[0]), subject)
    way = "; parot.encode(..., na='fill') fills gaps, na='drop' leaves such rows out" if (
        subject in _TABLES and _GAP.search(rest)) else ""
    return subject + colon + rest + way


def ask(function: Callable[..., Any], *arguments: Any, **names: str) -> Any:
    """function(*arguments); `names` are Python's for the library's arguments, where they differ."""
    try:
        return function(*arguments)
    except MemoryError as error:
        raise MemoryError(wording(str(error), names)) from None
    except _core.Refused as error:
        message, is_infeasible, cut, blamed = error.args
        text = wording(message, names)
        refusal = (InfeasibleError(text, None if cut is None else _cut(cut)) if is_infeasible
                   else ArgumentError(text))
        name = blamed.rpartition(".")[2]
        refusal.argument = names.get(name, name).partition("[")[0] or None
        raise refusal from None


def _cut(cut: tuple[Any, ...]) -> Cut:
    from ._arrays import view

    row, col, most = cut
    return Cut(view(row, "i"), view(col, "i"), most)
