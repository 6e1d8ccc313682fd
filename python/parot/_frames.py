"""Results as data frames of pandas, and figures that a notebook shows."""
from __future__ import annotations

import os
import re
import zlib
from typing import TYPE_CHECKING, Any, Mapping, Sequence, Union

import numpy as np

if TYPE_CHECKING:
    import pandas

    PathName = Union[str, os.PathLike[str]]


def frame(columns: Mapping[str, Any]) -> "pandas.DataFrame":
    """A data frame of these columns; numbers are repeated."""
    try:
        import pandas
    except ImportError as error:
        raise ImportError("to_frame: needs pandas, which is not installed (Debian: python3-pandas); the same "
                          "numbers are attributes of the result", name=error.name) from None
    length = max((len(value) for value in columns.values() if isinstance(value, (list, np.ndarray))), default=1)
    return pandas.DataFrame({name: value if isinstance(value, (list, np.ndarray)) else [value] * length
                             for name, value in columns.items()})


def fields_frame(result: Any) -> "pandas.DataFrame":
    """Of a named tuple: arrays are columns; without arrays one row of all fields."""
    values = result._asdict()
    arrays = {name: value for name, value in values.items() if isinstance(value, np.ndarray)}
    if arrays:
        return frame(arrays)
    flat: dict[str, Any] = {}
    for name, value in values.items():
        if hasattr(value, "_asdict"):
            flat.update({"%s.%s" % (name, key): part for key, part in value._asdict().items()})
        elif isinstance(value, tuple) and len(value) == 2 and all(isinstance(end, float) for end in value):
            flat[name + "_low"], flat[name + "_high"] = value
        else:
            flat[name] = ", ".join(map(str, value)) if isinstance(value, tuple) else value
    return frame(flat)


def rows_frame(rows: Sequence[Any]) -> "pandas.DataFrame":
    """A row for each named tuple."""
    names = rows[0]._fields if rows else ()
    return frame({name: [getattr(row, name) for row in rows] for name in names})


class Figure:
    """A figure that notebooks show: what ``plot()`` returns without the name of a file.

    Examples
    --------
    >>> import parot
    >>> figure = parot.partial_curve([[0, 9], [1, 0], [7, 8]]).plot()
    >>> figure.svg[:4]
    '<svg'
    """

    def __init__(self, svg: str) -> None:
        mark = "p%08x-" % zlib.crc32(svg.encode())  # on one page with others, names of glyphs must differ
        #: The figure as text.
        self.svg = re.sub(r'(\bid="|#)(?=[A-Za-z][\w.-]*[")])', lambda hit: hit[1] + mark, svg)

    def _repr_svg_(self) -> str:
        return self.svg

    def save(self, path: "PathName") -> None:
        """Writes the SVG; ``plot(path)`` also writes PDF and PNG."""
        with open(path, "w", encoding="utf-8") as file:
            file.write(self.svg)

    def __repr__(self) -> str:
        return "parot.Figure of %d bytes of SVG; save(path) writes it" % len(self.svg)
