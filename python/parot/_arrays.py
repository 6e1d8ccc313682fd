"""Whatever people call an array, as float64 without a copy where there is no need for one."""
from __future__ import annotations

from operator import index
from typing import Any, Optional

import numpy as np

Array = np.ndarray


def numbers(value: Any, name: str) -> Array:
    """`value` as an array of float64. Lists, integers, float32, frames, tensors are converted."""
    if type(value) is np.ndarray and value.dtype == np.float64:
        return value
    if hasattr(value, "detach"):  # a tensor that knows its history refuses to be an array
        value = value.detach()
        value = value.cpu() if hasattr(value, "cpu") else value
    if hasattr(value, "tocoo"):
        raise ValueError("%s: is sparse; pass %s.toarray()" % (name, name))
    if isinstance(value, np.ma.MaskedArray):
        raise ValueError("%s: is a masked array; fill it, for instance with inf" % name)
    try:
        array = np.asarray(value)
        if array.dtype.kind == "c":
            raise ValueError("complex numbers")
        return np.asarray(array, dtype=np.float64)
    except (TypeError, ValueError, RuntimeError) as error:
        raise ValueError("%s: is not an array of numbers (%s)" % (name, error)) from None


def matrix(value: Any, name: str) -> Array:
    """Two dimensions, each row contiguous and after the one before it."""
    array = numbers(value, name)
    if array.ndim != 2:
        raise ValueError("%s: must have two dimensions, got shape %r" % (name, array.shape))
    rows, cols = array.shape
    down, across = array.strides
    if (cols > 1 and across != 8) or (rows > 1 and (down < 8 * cols or down % 8)):
        return np.ascontiguousarray(array)
    return array if array.flags.aligned else array.copy()


def vector(value: Any, name: str) -> Array:
    """One dimension, contiguous; a single column or row will do."""
    array = numbers(value, name)
    if array.ndim == 2 and 1 in array.shape:
        array = array.reshape(-1)
    if array.ndim != 1:
        raise ValueError("%s: must have one dimension, got shape %r" % (name, array.shape))
    return np.ascontiguousarray(array) if array.flags.aligned else array.copy()


def weights(value: Any, name: str) -> Optional[Array]:
    """None means uniform weights of total 1, and stays None."""
    return None if value is None else vector(value, name)


def points(value: Any, name: str) -> Array:
    """A row for each point; one dimension means points on a line."""
    array = numbers(value, name)
    return matrix(array.reshape(-1, 1) if array.ndim == 1 else array, name)


def in_order(first: Any, second: Any, names: tuple) -> Any:
    """`second` with the columns of `first` in the same order, if both are frames that name them."""
    ours, theirs = getattr(first, "columns", None), getattr(second, "columns", None)
    if ours is None or theirs is None or list(ours) == list(theirs):
        return second
    ours, theirs = list(ours), list(theirs)
    if len(set(theirs)) == len(theirs) and set(ours) == set(theirs):
        return second[ours]
    extra = ", ".join(repr(name) for name in ours + theirs if (name in ours) != (name in theirs))
    raise ValueError("%s and %s have different columns (%s); give them the same names, or take "
                     ".to_numpy() to match columns by their place" % (*names, extra or "twice the same"))


def number(value: Any, name: str) -> float:
    try:
        return float(value)
    except (TypeError, ValueError):
        raise ValueError("%s: must be a number, got %r" % (name, value)) from None


def count(value: Any, name: str) -> int:
    """A whole number that fits into 32 bits; its range is the library's business."""
    try:
        whole = index(value)
    except TypeError:
        raise ValueError("%s: must be a whole number, got %r" % (name, value)) from None
    if abs(whole) >= 2**31:
        raise ValueError("%s: is too large: %d" % (name, whole))
    return whole


_TYPES = {"d": np.dtype(np.float64), "i": np.dtype(np.int32), "b": np.dtype(np.int8)}


def view(array: Any, kind: str = "d") -> Array:
    """Memory of the library as an array, which keeps it alive."""
    try:
        return np.frombuffer(array, dtype=_TYPES[kind])
    except ValueError:  # NumPy makes no array of no bytes
        return np.empty(0, dtype=_TYPES[kind])
