"""Anything that can be read as an array, as float64, without a copy where possible."""
from __future__ import annotations

import math
from decimal import Decimal
from fractions import Fraction
from operator import index
from typing import Any, Optional

import numpy as np

from ._errors import ArgumentError, ArgumentTypeError

Array = np.ndarray[Any, Any]


# ---- Numbers ---------------------------------------------------------------------


def _shown(value: Any) -> str:
    """As much of `value` as fits in a message."""
    text = " ".join(repr(value).split())
    return text if len(text) <= 60 else text[:57] + "..."


def _holds(value: Any, close: float) -> bool:
    """Is `close`, the float64 next to `value`, the same whole number, if `value` is one?"""
    if not math.isfinite(close):
        return value != value or value in (math.inf, -math.inf)
    return bool(int(close) == value or value != int(value))


def _is_exact(value: Any) -> bool:
    """Whole numbers of any kind, fractions and decimals: anything that was not a float to begin with."""
    try:
        index(value)
    except TypeError:
        return isinstance(value, (Fraction, Decimal))
    return True


def number(value: Any, name: str) -> float:
    """A float; text, truth values and arrays of several numbers are not numbers."""
    if isinstance(value, (np.ndarray, np.generic)) and value.size == 1:
        value = value.item()
    if not isinstance(value, (str, bytes, bytearray, bool)):
        try:
            close = float(value)
        except OverflowError:
            raise ArgumentError("%s: is outside the range of float64: %s" % (
                name, _shown(value))) from None
        except (TypeError, ValueError, RuntimeError):
            pass
        else:
            if _is_exact(value) and not _holds(value, close):
                raise ArgumentError("%s: float64 does not hold %s exactly; pass float(...) to accept "
                                    "the rounding" % (name, _shown(value)))
            return close
    raise ArgumentTypeError("%s: must be a number, got %s" % (name, _shown(value)))


def check_amount(mass: Any, price: Any) -> None:
    """How much is to move is said once: by a mass or by a price."""
    if mass is None and price is None:
        raise ArgumentError("mass: how much is to move? give mass= or price=")
    if mass is not None and price is not None:
        raise ArgumentError("mass: give either a mass or a price, not both")


def count(value: Any, name: str, low: int = -2**31 + 1, high: int = 2**31 - 1) -> int:
    """A whole number from `low` to `high`."""
    try:
        if isinstance(value, (bool, np.bool_)):
            raise TypeError
        whole = index(value)
    except TypeError:
        raise ArgumentTypeError("%s: must be a whole number, got %s" % (name, _shown(value))) from None
    if whole < low:
        raise ArgumentError("%s: must be %d or more, got %d" % (name, low, whole))
    if whole > high:
        raise ArgumentError("%s: must be at most %d, got %s" % (name, high, _shown(whole)))
    return whole


def flag(value: Any, name: str) -> bool:
    if not isinstance(value, (bool, np.bool_)):
        raise ArgumentTypeError("%s: must be True or False, got %s" % (name, _shown(value)))
    return bool(value)


# ---- Arrays of numbers -------------------------------------------------------------


def _round_trips(array: Array) -> Array:
    """Which whole numbers float64 holds exactly: those of at most 53 bits between first and last."""
    size = np.abs(array).astype(np.uint64)
    lowest = size & (~size + np.uint64(1))
    return np.asarray(size // np.maximum(lowest, np.uint64(1)) <= np.uint64(2**53))


def _check_whole(array: Array, name: str) -> None:
    if array.dtype.kind in "iu" and array.dtype.itemsize == 8 and array.size and (
            array.max() > 2**53 or array.min() < -2**53):
        is_exact = _round_trips(array)
        if not is_exact.all():
            place = tuple(int(k) for k in np.argwhere(~is_exact)[0])
            raise ArgumentError("%s: float64 does not hold %d at %s exactly; subtract a constant, or "
                                "convert with astype(float) to accept the rounding" % (
                                    name, array[place], place))


def _check_objects(array: Array, name: str) -> None:
    """Of Python's numbers, whole ones must fit; text and truth values are not numbers."""
    for place, value in np.ndenumerate(array):
        if isinstance(value, (str, bytes)):
            raise ArgumentTypeError("%s: is not an array of numbers (%r at %s); parot.encode(%s) makes numbers of text" % (
                name, value, place, name))
        try:
            close = float(value)
            is_right = _holds(value, close)
        except OverflowError:
            is_right = False
        if not is_right:
            raise ArgumentError("%s: float64 does not hold %s at %s" % (name, _shown(value), place))


def _converted(array: Array, name: str) -> Array:
    kind = array.dtype.kind
    if kind in "cUSMmV":
        what = {"c": "complex numbers", "U": "text", "S": "bytes", "M": "dates", "m": "times",
                "V": "records"}[kind]
        way = "; parot.encode(%s) makes numbers of text" % name if kind in "US" else ""
        raise ArgumentTypeError("%s: is not an array of numbers (%s)%s" % (name, what, way))
    _check_whole(array, name)
    if kind == "O":
        _check_objects(array, name)
    with np.errstate(over="ignore"):
        plain = np.asarray(array, dtype=np.float64)
    if kind == "f" and array.dtype.itemsize > 8 and (np.isinf(plain) & ~np.isinf(array)).any():
        raise ArgumentError("%s: has numbers outside the range of float64" % name)
    return plain


def _as_array(value: Any, name: str) -> Array:
    try:
        return np.asarray(value)
    except (TypeError, ValueError, RuntimeError, OverflowError) as error:
        raise ArgumentTypeError("%s: is not an array of numbers (%s)" % (name, error)) from None


def numbers(value: Any, name: str) -> Array:
    """`value` as an array of float64. Lists, integers, float32, frames, tensors are converted."""
    if type(value) is np.ndarray and value.dtype == np.float64:
        return value
    if hasattr(value, "detach"):  # a tensor that knows its history refuses to be an array
        value = value.detach()
        value = value.cpu() if hasattr(value, "cpu") else value
        value = value.float() if "bfloat16" in str(getattr(value, "dtype", "")) else value  # NumPy has none
    elif hasattr(value, "__dlpack__") and not hasattr(value, "__array__"):
        value = np.from_dlpack(value)
    if hasattr(value, "tocoo"):
        raise ArgumentTypeError("%s: is sparse, but absent entries have a value here; pass "
                                "%s.toarray() if that is 0" % (name, name))
    if isinstance(value, np.ma.MaskedArray):
        raise ArgumentTypeError("%s: is a masked array; fill it, for instance with inf" % name)
    if value is None or isinstance(value, (str, bytes, dict, set)):
        raise ArgumentTypeError("%s: must be an array of numbers, got %s" % (name, _shown(value)))
    try:
        return _converted(_as_array(value, name), name)
    except ArgumentError:
        raise
    except (TypeError, ValueError, RuntimeError, OverflowError) as error:
        raise ArgumentTypeError("%s: is not an array of numbers (%s)" % (name, error)) from None


def matrix(value: Any, name: str) -> Array:
    """Two dimensions, each row contiguous and after the one before it."""
    array = numbers(value, name)
    if array.ndim != 2:
        raise ArgumentError("%s: must have two dimensions, got shape %r" % (name, array.shape))
    rows, cols = array.shape
    if rows == 0 or cols == 0:
        raise ArgumentError("%s: must have a row and a column, got shape %r" % (name, array.shape))
    down, across = array.strides
    if (cols > 1 and across != 8) or (rows > 1 and (down < 8 * cols or down % 8)):
        return np.ascontiguousarray(array)
    return array if array.flags.aligned else array.copy()


def costs(value: Any, name: str) -> Array:
    """A matrix of costs. Of a sparse one, pairs that are absent are forbidden: inf.

    A stored 0 is a cost of 0. Entries given twice are added, as SciPy does.
    """
    if not hasattr(value, "tocoo"):
        return matrix(value, name)
    entries = value.tocoo(copy=True)
    if entries.ndim != 2:
        raise ArgumentError("%s: must have two dimensions, got shape %r" % (name, entries.shape))
    entries.sum_duplicates()
    dense = np.full(entries.shape, np.inf)
    dense[entries.row, entries.col] = numbers(entries.data, name)
    return matrix(dense, name)


def distances(value: Any, name: str, what: str = "distances") -> Array:
    """A matrix in which each pair has a number."""
    if hasattr(value, "tocoo"):
        raise ArgumentTypeError("%s: is sparse, but %s are needed for all pairs; fill in those that are "
                                "absent, for instance with scipy.sparse.csgraph.shortest_path" % (
                                    name, what))
    return matrix(value, name)


def vector(value: Any, name: str) -> Array:
    """One dimension, contiguous; a single column or row will do."""
    array = numbers(value, name)
    if array.ndim == 2 and 1 in array.shape:
        array = array.reshape(-1)
    if array.ndim != 1:
        raise ArgumentError("%s: must have one dimension, got shape %r" % (name, array.shape))
    if not array.size:
        raise ArgumentError("%s: is empty" % name)
    return np.ascontiguousarray(array) if array.flags.aligned else array.copy()


def weights(value: Any, name: str) -> Optional[Array]:
    """None means uniform weights of total 1, and stays None."""
    return None if value is None else vector(value, name)


def points(value: Any, name: str) -> Array:
    """A row for each point; one dimension means points on a line."""
    array = numbers(value, name)
    return matrix(array.reshape(-1, 1) if array.ndim == 1 else array, name)


def signs(value: Any, name: str, rows: int) -> Array:
    """1 where the truth is > 0, else 0; a number for each of `rows`."""
    known = value if isinstance(value, np.ndarray) else _as_array(value, name)
    if known.dtype.kind not in "biuf":
        raise ArgumentTypeError("%s: must be numbers, > 0 for positive rows; got %s; compare first, as in "
                                "%s == 'yes'" % (name, known.dtype, name))
    known = known.reshape(-1) if known.ndim == 2 and 1 in known.shape else known
    if known.shape != (rows,):
        raise ArgumentError("%s: has shape %r for %d rows" % (name, known.shape, rows))
    if (known != known).any():
        raise ArgumentError("%s: must not be nan, got one at %d" % (name, np.argmax(known != known)))
    return np.ascontiguousarray(known > 0).astype(np.int8)


# ---- Frames --------------------------------------------------------------------------


def _columns(frame: Any) -> Optional[list[Any]]:
    """The names of the columns (pandas, polars, pyarrow); None if it has none."""
    names = getattr(frame, "column_names", None)
    names = getattr(frame, "columns", None) if names is None else names
    if names is None or callable(names):
        return None
    names = list(names)
    return names if all(isinstance(name, (str, int, float, tuple, np.generic)) for name in names) else None


def in_order(first: Any, second: Any, names: tuple[Any, ...]) -> Any:
    """`second` with the columns of `first` in the same order, if both are frames that name them.

    `first` may also be the names themselves, in a list of text.
    """
    theirs = _columns(second)
    ours = first if isinstance(first, list) and first and isinstance(first[0], str) else _columns(first)
    if ours is None or theirs is None or ours == theirs:
        return second
    if len(set(theirs)) == len(theirs) and set(ours) == set(theirs) and len(ours) == len(theirs):
        return second[ours] if hasattr(second, "__getitem__") and not hasattr(
            second, "column_names") else second.select(ours)
    extra = ", ".join(repr(name) for name in ours + theirs if (name in ours) != (name in theirs))
    raise ArgumentError("%s and %s have different columns (%s); give them the same names, or take "
                        ".to_numpy() to match columns by position" % (
                            *names, extra or "a name occurs twice"))


# ---- Out ---------------------------------------------------------------------------------

_TYPES: dict[str, np.dtype[Any]] = {"d": np.dtype(np.float64), "i": np.dtype(np.int32), "q": np.dtype(np.int64),
                               "b": np.dtype(np.int8)}


def view(array: Any, kind: str = "d") -> Array:
    """Memory of the library as an array, which keeps it alive."""
    try:
        return np.frombuffer(array, dtype=_TYPES[kind])
    except ValueError:  # NumPy makes no array of no bytes
        return np.empty(0, dtype=_TYPES[kind])


def row_pairs(value: Any, name: str) -> Optional[Array]:
    """Rows of the source, and rows of the target, of pairs that are given one per line; None: there are none."""
    if value is None:
        return None
    try:
        pairs = np.asarray(value)
    except ValueError:
        pairs = np.empty(0)
    if pairs.ndim != 2 or pairs.shape[1] != 2 or not np.issubdtype(pairs.dtype, np.integer):
        raise ArgumentError("%s: must be whole numbers, a row of the source and one of the target per line" % name)
    if len(pairs) and not 0 <= pairs.min() <= pairs.max() < 2**31:
        raise ArgumentError("%s: rows count from 0, got %d to %d" % (name, pairs.min(), pairs.max()))
    return np.ascontiguousarray(pairs.T, dtype=np.int32)


def is_missing(value: Any) -> bool:
    """Whether a cell has no value: None, nan, or what pandas calls NA and NaT, which cannot be compared."""
    return value is None or type(value).__name__ in ("NAType", "NaTType") or bool(value != value)
