"""Tables with text and gaps as numbers, as the command reads them."""
from __future__ import annotations

from typing import TYPE_CHECKING, Any, NamedTuple, Optional, Sequence

import numpy as np

from ._arrays import Array, _as_array, _columns, _shown, is_missing, numbers
from ._errors import ArgumentError, ArgumentTypeError

if TYPE_CHECKING:
    import pandas

# What becomes of gaps, in the command's words.
_NA = ("refuse", "drop", "fill")


def _io() -> Any:
    """The extension, or what to install for it."""
    from . import _pages

    return vars(_pages)["_io"]


class _Frame(NamedTuple):
    label: str
    names: Optional[list[str]]
    columns: list[Array]  # objects or float64, one dimension each


# ---- Any table as columns ------------------------------------------------------------------


def _column(values: Any) -> Array:
    """float64 with nan for gaps if all of it are numbers, else objects with None for gaps."""
    array = _as_array(values.to_numpy() if hasattr(values, "to_numpy") else values, "table")
    if array.dtype.kind in "biuf":
        return array.astype(np.float64)
    if array.dtype.kind not in "OUS":
        raise ArgumentTypeError("table: has a column of %s; make it numbers or text first" % array.dtype)
    cells = [None if is_missing(value) else
             value.decode() if isinstance(value, bytes) else value for value in array.tolist()]
    if all(cell is None or isinstance(cell, (int, float, np.number)) for cell in cells):
        return np.array([np.nan if cell is None else float(cell) for cell in cells])
    return np.array(cells, dtype=object)


def _frame(table: Any, label: str) -> _Frame:
    names = _columns(table)
    if isinstance(table, dict):
        names = list(table)
    if names is not None and hasattr(table, "__getitem__"):
        text = [str(name) for name in names]
        if len(set(text)) < len(text):
            raise ArgumentError("%s: a name of its columns occurs twice" % label)
        return _Frame(label, text, [_column(table[name]) for name in names])
    dense = table.toarray() if hasattr(table, "tocoo") else _as_array(table, label)
    if dense.ndim != 2 or 0 in dense.shape:
        raise ArgumentError("%s: must be a table with a row and a column, got shape %r" % (label, dense.shape))
    return _Frame(label, None, [_column(dense[:, k]) for k in range(dense.shape[1])])


def needs_encoding(table: Any) -> bool:
    """Whether a table has text, categories or gaps that no array of numbers has: pandas and polars alone."""
    if _columns(table) is None or not hasattr(table, "dtypes"):
        return False
    kinds = [str(kind) for kind in (table.dtypes.values() if isinstance(table.dtypes, dict) else table.dtypes)]
    return any(kind.lower().startswith(("object", "cat", "str", "utf8", "enum")) for kind in kinds)


# ---- As the library takes it ---------------------------------------------------------------


def _bytes(text: str) -> bytes:
    return text.encode()


def _levels(column: Array, is_category: bool) -> tuple[Optional[list[str]], Array, int, int, Optional[str]]:
    """(levels, place of each cell's or its number, texts, first row with text, what stands there)"""
    if column.dtype.kind == "f" and not is_category:
        return None, column, 0, 0, None
    number_text = _io().number_text
    cells = [None if cell is None or cell != cell else cell if isinstance(cell, str) else
             number_text(float(cell)) if isinstance(cell, (int, float, np.number)) else str(cell)
             for cell in column.tolist()]
    levels: list[str] = sorted({cell for cell in cells if cell is not None}, key=_bytes)
    place = {text: float(k) for k, text in enumerate(levels)}
    is_text = [isinstance(cell, str) for cell in column.tolist()]
    first = is_text.index(True) if any(is_text) else 0
    return (levels, np.array([np.nan if cell is None else place[cell] for cell in cells]), sum(is_text),
            first + 1, cells[first] if any(is_text) else None)


def _core_frame(frame: _Frame, categories: Sequence[str]) -> tuple[Any, ...]:
    columns, data = [], []
    for k, column in enumerate(frame.columns):
        name = frame.names[k] if frame.names is not None else ""
        is_category = name in categories or str(k) in categories
        levels, values, texts, row, cell = _levels(column, is_category)
        columns.append((name, levels, texts, int(np.isnan(values).sum()), row, cell, int(is_category)))
        data.append(values)
    return frame.label, np.ascontiguousarray(np.column_stack(data)), columns, frame.names is not None


def _missing(data: Array) -> Array:
    return np.asarray(np.isnan(data).any(axis=1))


def _refuse_gaps(core: tuple[Any, ...]) -> None:
    label, data, columns, _ = core
    gaps = np.argwhere(np.isnan(data))
    if len(gaps):
        row, k = gaps[0]
        raise ArgumentError("%s: row %d has no value in column %s; na='fill' takes the mean or the most frequent level, "
                            "parot.encode(..., na='drop') leaves such rows out" % (label, row, repr(columns[k][0]) if columns[k][0] else k))


class Encoding:
    """How tables became numbers: see `encode`.

    Columns of numbers stay; a column of text becomes a column for each of its levels, 1 or 0.

    Examples
    --------
    >>> import parot
    >>> encoding = parot.encode({"colour": ["red", "blue", "red", "blue"], "age": [3, 4, 5, 4]})
    >>> encoding.apply({"colour": ["red", "green"], "age": [3, 9]})
    array([[0., 1., 3.],
           [0., 0., 9.]])
    """

    def __init__(self, state: list[Any], has_names: bool, na: str, categories: Sequence[str]) -> None:
        self._state, self._has_names, self._na, self._categories = state, has_names, na, tuple(categories)
        #: The tables as numbers, in the order in which they were given.
        self.tables: list[Array] = []
        #: Of each table, the rows that are used: all of them, unless ``na="drop"``.
        self.rows: list[Array] = []
        #: Of the columns: "age", or "colour=red" for a level; empty if the tables have no names.
        self.names: list[str] = []
        #: Cells of the last table whose level was not known.
        self.unknown = 0

    def apply(self, table: Any) -> Array:
        """Another table with the same columns, as numbers; unknown levels are 0 everywhere.

        Rows with gaps are kept and filled unless ``na="refuse"``.
        """
        core = _core_frame(_frame(table, "table"), self._categories)
        if self._na == "refuse":
            _refuse_gaps(core)
        return self._apply(core)

    def _apply(self, core: tuple[Any, ...]) -> Array:
        data, features, self.names, self.unknown = _io().encoding_apply(self._state, self._has_names, core)
        return np.frombuffer(data, dtype=np.float64).reshape(-1, features)

    def to_frame(self) -> "pandas.DataFrame":
        """What each column is: its name, its levels (None: numbers) and what fills gaps."""
        from ._frames import frame

        names, levels, fill = ([item[k] for item in self._state] for k in range(3))
        return frame({"name": names, "levels": levels, "fill": [
            part if known is None else known[int(part)] for known, part in zip(levels, fill)]})

    def __repr__(self) -> str:
        return "parot.Encoding of %d columns as %d features" % (len(self._state), sum(
            1 if levels is None else len(levels) for _, levels, _ in self._state))


def encode(*tables: Any, na: str = "refuse", categories: Sequence[Any] = ()) -> Encoding:
    """Tables with text and gaps as numbers, as the command reads them.

    Parameters
    ----------
    *tables : data frames, dicts of columns or arrays
        They are encoded together, so that levels are the same columns in all of them.
    na : {"refuse", "drop", "fill"}
        What becomes of missing cells: refused, their rows left out, or filled by the mean or the most
        frequent level. None, nan and NA are missing.
    categories : sequence of str
        Columns of numbers that are categories: by their names, or by number, from 0, without names.

    Returns
    -------
    Encoding
        `tables` are the numbers, `names` those of their columns, and ``apply(table)`` takes other rows.

    Examples
    --------
    >>> import parot
    >>> known = {"colour": ["red", "blue", "red", "blue"], "age": [3, None, 5, 4]}
    >>> encoding = parot.encode(known, na="fill")
    >>> encoding.names
    ['colour=blue', 'colour=red', 'age']
    >>> encoding.tables[0]
    array([[0., 1., 3.],
           [1., 0., 4.],
           [0., 1., 5.],
           [1., 0., 4.]])
    """
    if na not in _NA:
        raise ArgumentError("na: must be one of %s, got %s" % (", ".join(_NA), _shown(na)))
    if not tables:
        raise ArgumentError("tables: give at least one")
    return encode_named([(table, "table %d" % k if len(tables) > 1 else "table") for k, table in enumerate(tables)],
                        na, categories)


def encode_named(tables: Sequence[tuple[Any, str]], na: str = "refuse", categories: Sequence[Any] = ()) -> Encoding:
    """`encode`; messages call the tables by their names."""
    wanted = [str(name) for name in categories]
    frames = [_frame(table, label) for table, label in tables]
    cores = [_core_frame(frame, wanted) for frame in frames]
    has_names = all(frame.names is not None for frame in frames)
    if na == "refuse":
        for core in cores:
            _refuse_gaps(core)
    kept = [np.flatnonzero(~_missing(core[1])) if na == "drop" else np.arange(len(core[1])) for core in cores]
    for core, rows in zip(cores, kept):
        if not len(rows):
            raise ArgumentError("%s: no row is without a gap; use na='fill'" % core[0])
    cores = [(core[0], np.ascontiguousarray(core[1][rows]), *core[2:]) for core, rows in zip(cores, kept)]
    try:
        state = _io().encoding_fit(cores, frames[0].names if has_names else None)
    except ValueError as error:
        raise ArgumentError(str(error)) from None
    made = Encoding(state, has_names, na, wanted)
    made.tables, made.rows = [made._apply(core) for core in cores], kept
    return made


def as_numbers(tables: Sequence[tuple[Any, str]]) -> tuple[list[Any], Optional[Encoding]]:
    """Both tables as they are, or, if one has text, as numbers by one encoding."""
    if not any(needs_encoding(table) for table, _ in tables):
        return [table for table, _ in tables], None
    try:
        made = encode_named(tables)
    except ImportError:  # without the extension text is refused, and objects may still be numbers
        return [table for table, _ in tables], None
    except ArgumentError as error:
        raise ArgumentError(str(error).replace("; na='fill' takes", "; parot.encode with na='fill' takes")) from None
    return list(made.tables), made
