"""Many problems in one call: an array of them, or a list of different sizes, over threads.

>>> import numpy, parot
>>> C = numpy.random.default_rng(0).random((100, 20, 30))
>>> r = parot.batch.partial_wasserstein(C, mass=0.5)
>>> r.objective.shape, r.solved, r.plan(7).shape
((100,), 100, (20, 30))

Each answer is that of the function of the same name for one problem, to the last bit, whatever the
number of threads. A problem that is refused has a status of its own and does not keep the others from
being solved. Arrays of float32 are converted problem by problem, never as a whole.
"""
from __future__ import annotations

import warnings
from dataclasses import dataclass, field
from typing import Any, NamedTuple, Optional, Sequence, Union

import numpy as np

from . import _core
from ._arrays import Array, _shown, check_amount, count, flag, number, numbers, vector, view
from ._errors import ArgumentError, ArgumentTypeError, ask, wording
from ._results import Info, Plan, Result, _Story, counted
from ._run import _STATUS, ProgressFunction, _level_of_caller, choice, options

__all__ = ["BatchResult", "partial_entropic", "partial_gromov", "partial_line", "partial_wasserstein"]


class Failure(NamedTuple):
    """One that was refused, or stopped before there was an answer."""

    problem: int
    message: str


@dataclass(repr=False, eq=False)
class BatchResult(_Story):
    """Arrays with a number for each problem; ``plan(k)`` is its plan and ``r[k]`` all of its answer.

    Numbers of a problem without an answer are nan; `failures` says why.

    Examples
    --------
    >>> import numpy, parot
    >>> r = parot.batch.partial_wasserstein(numpy.ones((3, 2, 2)), mass=0.5)
    >>> r.objective.tolist(), r.solved, r[0].mass
    ([0.5, 0.5, 0.5], 3, 0.5)
    """

    objective: Array
    bound: Array
    mass: Array
    lam: Array
    iterations: Array
    pivots: Array
    #: Of the batch: "solved", or "time limit" or "interrupted" if it was stopped; `statuses` are those of problems.
    status: str
    failures: list[Failure]
    #: Of `certify=True`: each plan costs at most this share more than the optimum, and misses its
    #: constraints by at most this share of the mass. None otherwise.
    relative: Optional[Array]
    infeasible: Optional[Array]
    #: With an entropy; None otherwise.
    regularised: Optional[Array]
    residual: Optional[Array]
    #: Of Gromov-Wasserstein; None otherwise.
    stationarity: Optional[Array]
    #: Rows of problem k are row_at[k]:row_at[k + 1] of all rows, and its columns likewise.
    row_at: Array
    col_at: Array
    #: Sparse plans, one above the other, as CSR: row r of all rows has start[r]:start[r + 1]. None otherwise.
    start: Optional[Array]
    col: Optional[Array]
    value: Optional[Array]
    _codes: Array = field(default_factory=lambda: np.empty(0, dtype=np.int32))
    _prices: tuple[Optional[Array], Optional[Array]] = (None, None)
    _dense: Optional[Array] = None
    #: Where the dense plan of each problem begins, without `dense`'s shape; None without dense plans.
    dense_at: Optional[Array] = None

    def __len__(self) -> int:
        return len(self.objective)

    @property
    def statuses(self) -> Array:
        """The status of each problem, by name."""
        known, places = np.unique(self._codes, return_inverse=True)
        return np.array([_STATUS[code] for code in known.tolist()] or [""])[places]

    @property
    def solved(self) -> int:
        """How many are proved optimal; with Gromov-Wasserstein or an entropy, how many have converged."""
        return int((self._codes == 0).sum())

    @property
    def failed(self) -> int:
        """How many have no answer."""
        return int((self._codes < 0).sum())

    @property
    def gap(self) -> Array:
        """objective - bound of each; with an entropy regularised - bound."""
        least: Array = self.objective if self.regularised is None else self.regularised
        return np.subtract(least, self.bound)

    def _is_even(self) -> bool:
        rows, cols = np.diff(self.row_at), np.diff(self.col_at)
        return bool(len(rows) and (rows == rows[0]).all() and (cols == cols[0]).all())

    def _by_problem(self, flat: Optional[Array], at: Array) -> Any:
        if flat is None:
            return None
        if self._is_even():
            return flat.reshape(len(self), -1)
        return [flat[a:b] for a, b in zip(at[:-1].tolist(), at[1:].tolist())]

    @property
    def u(self) -> Any:
        """Prices of rows: an array with a row for each problem, or a list if sizes differ."""
        return self._by_problem(self._prices[0], self.row_at)

    @property
    def v(self) -> Any:
        """Prices of columns, in the same form."""
        return self._by_problem(self._prices[1], self.col_at)

    @property
    def dense(self) -> Any:
        """Dense plans, [problem, row, column], or a list if sizes differ; None unless ``plans="dense"``."""
        if self._dense is None or self.dense_at is None:
            return None
        n, m = np.diff(self.row_at), np.diff(self.col_at)
        if self._is_even():
            return self._dense.reshape(len(self), int(n[0]), int(m[0]))
        return [self._dense[a:a + i * j].reshape(i, j)
                for a, i, j in zip(self.dense_at.tolist(), n.tolist(), m.tolist())]

    def _at(self, k: int) -> int:
        at = count(k, "k")
        if not -len(self) <= at < len(self):
            raise IndexError("k: there are %d problems, got %d" % (len(self), at))
        return at % len(self)

    def _solved(self, k: int) -> int:
        """Its place; raises what was said of one that was refused."""
        k = self._at(k)
        if self._codes[k] < 0:
            raise ArgumentError(next((f.message for f in self.failures if f.problem == k),
                                     "problem %d: %s" % (k, _STATUS[int(self._codes[k])])))
        return k

    def plan(self, k: int) -> Plan:
        """The plan of problem k; what was refused is raised."""
        k = self._solved(k)
        first, end = int(self.row_at[k]), int(self.row_at[k + 1])
        shape = (end - first, int(self.col_at[k + 1] - self.col_at[k]))
        if self.start is not None and self.col is not None and self.value is not None:
            ends = self.start[first:end + 1]
            entries = slice(int(ends[0]), int(ends[-1])) if len(ends) else slice(0, 0)
            row = np.repeat(np.arange(shape[0], dtype=np.int32), np.diff(ends))
            return Plan(shape, row, self.col[entries], self.value[entries])
        if self._dense is None or self.dense_at is None:
            raise ArgumentError("plans: were not asked for; solve with plans='sparse' or 'dense'")
        dense = self._dense[int(self.dense_at[k]):int(self.dense_at[k + 1])].reshape(shape)
        row, col = np.nonzero(dense)
        return Plan(shape, row.astype(np.int32), col.astype(np.int32), dense[row, col])

    def __getitem__(self, k: int) -> Result:
        """The answer to problem k by itself; what was refused is raised."""
        k = self._solved(k)
        u, v = self._prices
        rows, cols = slice(*self.row_at[k:k + 2].tolist()), slice(*self.col_at[k:k + 2].tolist())
        empty = np.empty(0)
        info = Info(int(self.iterations[k]), int(self.pivots[k]), 0, 0, 0.0, 0.0)
        return Result(self.plan(k), empty if u is None else u[rows], empty if v is None else v[cols],
                      float(self.lam[k]), float(self.mass[k]), float(self.objective[k]),
                      float(self.bound[k]), None, _STATUS[int(self._codes[k])], info)

    def _columns(self) -> dict[str, Any]:
        return {"status": self.statuses, "objective": self.objective, "bound": self.bound, "mass": self.mass,
                "lam": self.lam}

    def _title(self) -> str:
        return "%s: %s" % (counted(len(self), "problem"), "solved" if self.solved == len(self) else
                           "%d solved" % self.solved)

    def _lines(self) -> Sequence[tuple[str, str]]:
        if not len(self):
            return [("cost", "none")]
        known, counts = np.unique(self.statuses, return_counts=True)
        others = [(name, "%d" % n) for name, n in zip(known.tolist(), counts.tolist()) if name != "solved"]
        here = self.objective[self._codes >= 0]
        costs = [("cost", "%.9g to %.9g, %.9g in all" % (here.min(), here.max(), here.sum()))] if len(here) else []
        return [*costs, *others, *(("problem %d" % f.problem, f.message) for f in self.failures[:3])] or [
            ("cost", "none")]


# ---- In --------------------------------------------------------------------------------------

_NATIVE = (np.dtype(np.float32), np.dtype(np.float64))


def _plain(value: Any, name: str) -> Array:
    """An array as it is if it is float32 or float64, else converted."""
    if hasattr(value, "detach"):
        value = value.detach()
        value = value.cpu() if hasattr(value, "cpu") else value
    if not isinstance(value, np.ma.MaskedArray) and not hasattr(value, "tocoo") and (
            hasattr(value, "__array__") or hasattr(value, "__array_interface__")):
        array = np.asarray(value)
        if array.dtype in _NATIVE:
            return array
    return numbers(value, name)


def _stack(value: Any, name: str, dims: int) -> tuple[Any, int]:
    """What _core takes for `dims` dimensions a problem, and how many problems there are."""
    what = {1: "vectors", 2: "matrices"}[dims]
    if isinstance(value, (list, tuple)):
        items = [_plain(item, "%s[%d]" % (name, k)) for k, item in enumerate(value)]
        for k, item in enumerate(items):
            if item.ndim != dims:
                raise ArgumentError("%s: must be %s, got shape %r at problem %d" % (name, what, item.shape, k))
        return items, len(items)
    array = _plain(value, name)
    if array.ndim != dims + 1:
        raise ArgumentError("%s: must have %d dimensions, problems first, or be a list of %s; got shape %r" % (
            name, dims + 1, what, array.shape))
    return array, len(array)


def _weights(value: Any, name: str, problems: int) -> Any:
    """None, one vector for all, an array with a row for each, or a list of vectors and None."""
    if value is None:
        return None
    if isinstance(value, (list, tuple)) and any(item is None or np.ndim(item) > 0 for item in value):
        if len(value) != problems:
            raise ArgumentError("%s: has %d entries for %d problems" % (name, len(value), problems))
        return [None if item is None else vector(item, "%s[%d]" % (name, k)) for k, item in enumerate(value)]
    array = numbers(value, name)
    if array.ndim not in (1, 2) or (array.ndim == 2 and len(array) != problems):
        raise ArgumentError("%s: must be a vector for all problems or one for each of the %d; got shape %r" % (
            name, problems, array.shape))
    return np.ascontiguousarray(array)


def _each(value: Any, name: str, problems: int) -> Array:
    """A number for all problems, or one for each."""
    if np.ndim(value) == 0:
        return np.full(problems, number(value, name))
    array = numbers(value, name)
    if array.shape != (problems,):
        raise ArgumentError("%s: must be a number or one for each of the %d problems; got shape %r" % (
            name, problems, array.shape))
    return np.ascontiguousarray(array)


def _how(plans: str, certify: bool = False, reference: Optional[tuple[Any, ...]] = None) -> tuple[Any, ...]:
    return choice(_core.BATCH_PLANS, plans, "plans"), int(flag(certify, "certify")), reference


# ---- Out -------------------------------------------------------------------------------------


def _optional(core: dict[str, Any], name: str, kind: str = "d") -> Optional[Array]:
    return None if core[name] is None else view(core[name], kind)


def _result(core: dict[str, Any], names: dict[str, str]) -> BatchResult:
    failures = [Failure(k, wording(message, names)) for k, message, _ in core["failures"]]
    made = BatchResult(
        view(core["objective"]), view(core["bound"]), view(core["mass"]), view(core["lambda"]),
        view(core["iterations"], "q"), view(core["pivots"], "q"), _STATUS[core["status"]], failures,
        _optional(core, "relative"), _optional(core, "infeasible"), _optional(core, "regularised"),
        _optional(core, "residual"), _optional(core, "stationarity"), view(core["row_at"], "q"),
        view(core["col_at"], "q"), _optional(core, "start", "q"), _optional(core, "col", "i"),
        _optional(core, "value"), view(core["statuses"], "i"), (_optional(core, "u"), _optional(core, "v")),
        _optional(core, "dense"), _optional(core, "dense_at", "q"))
    if made.solved < len(made):
        first = ": problem %d: %s" % made.failures[0] if made.failures else ""
        warnings.warn("%d of %d problems are not solved%s" % (len(made) - made.solved, len(made), first),
                      UserWarning, stacklevel=_level_of_caller())
    return made


# ---- Solvers ---------------------------------------------------------------------------------


def partial_wasserstein(C: Any, p: Any = None, q: Any = None, *, mass: Any = None, price: Any = None,
                        plans: str = "sparse", certify: bool = False, reference: Any = None,
                        threads: int = 1, time_limit: Optional[float] = None,
                        progress: Optional[ProgressFunction] = None) -> BatchResult:
    """`parot.partial_wasserstein` for each of many cost matrices.

    Parameters
    ----------
    C : array of shape (problems, n, m), or a list of matrices of any sizes
        Costs; any sign, ``inf`` forbids a pair. float32 is converted problem by problem.
    p, q : None, a vector for all, an array with a row for each problem, or a list
        Weights; None means uniform ones of total 1.
    mass, price : number, or one for each problem
        What to move, or the price below which units move; exactly one of the two.
    plans : {"sparse", "dense", "none"}
        How plans are kept.
    certify : bool
        Check each answer again from the problem alone: `relative` and `infeasible`.
    reference : matrix, optional
        Costs of a problem that is solved first. Problems of its size start from its optimal basis, which
        pays where costs are nearly the same; only with a `mass` and weights that all share.
    threads : int
        Problems are solved side by side; 0 takes one thread per core. Answers do not depend on it.
    time_limit, progress
        As for one problem, of the whole batch. What was solved by then is complete.

    Returns
    -------
    BatchResult

    Examples
    --------
    >>> import parot
    >>> r = parot.batch.partial_wasserstein([[[1, 2], [3, 0]], [[5, 4, 9]]], mass=[0.5, 1])
    >>> r.objective.round(9), r.plan(1).col
    (array([0., 6.]), array([0, 1, 2], dtype=int32))
    """
    costs, problems = _stack(C, "C", 2)
    check_amount(mass, price)
    has_price = price is not None
    amount = _each(price if has_price else mass, "price" if has_price else "mass", problems)
    source, target = _weights(p, "p", problems), _weights(q, "q", problems)
    known = None
    if reference is not None:
        if has_price or np.ndim(mass) or any(isinstance(w, list) or np.ndim(w) == 2 for w in (source, target)):
            raise ArgumentError("reference: needs a mass and weights that all problems share")
        known = (np.ascontiguousarray(numbers(reference, "reference")), source, target, number(mass, "mass"))
    core = ask(_core.batch_partial, (problems, costs, None, None, source, target, amount), int(has_price), 0.0,
               0.0, _how(plans, certify, known), options(threads, time_limit, progress), cost="C")
    return _result(core, {"cost": "C"})


def partial_entropic(C: Any, p: Any = None, q: Any = None, *, mass: Any, reg: float, tolerance: float = 1e-9,
                     plans: str = "dense", max_iterations: Optional[int] = None, threads: int = 1,
                     time_limit: Optional[float] = None,
                     progress: Optional[ProgressFunction] = None) -> BatchResult:
    """`parot.partial_entropic` for each of many cost matrices; plans are dense, or "none".

    >>> import parot
    >>> r = parot.batch.partial_entropic([[[0, 1], [2, 3]]] * 2, mass=[0.1, 0.2], reg=1)
    >>> r.dense.sum(axis=(1, 2)).round(9)
    array([0.1, 0.2])
    """
    costs, problems = _stack(C, "C", 2)
    if not number(reg, "reg") > 0:
        raise ArgumentError("reg: must be positive and finite, got %s" % _shown(reg))
    core = ask(_core.batch_partial, (problems, costs, None, None, _weights(p, "p", problems),
                                     _weights(q, "q", problems), _each(mass, "mass", problems)), 0,
               number(reg, "reg"), number(tolerance, "tolerance"), _how(plans),
               options(threads, time_limit, progress, 0, max_iterations), cost="C")
    return _result(core, {"cost": "C"})


def partial_line(x: Any, y: Any, p: Any = None, q: Any = None, *, mass: Any, exponent: float = 1.0,
                 plans: str = "sparse", threads: int = 1, time_limit: Optional[float] = None,
                 progress: Optional[ProgressFunction] = None) -> BatchResult:
    """`parot.partial_line` for each of many pairs of vectors: rows of `x` and `y`, or lists.

    >>> import parot
    >>> parot.batch.partial_line([[0, 1], [0, 5]], [[1, 2], [4, 9]], mass=0.5).objective
    array([0. , 0.5])
    """
    source, problems = _stack(x, "x", 1)
    target, others = _stack(y, "y", 1)
    if others != problems:
        raise ArgumentError("y: has %d problems, x has %d" % (others, problems))
    core = ask(_core.batch_line, (problems, None, source, target, _weights(p, "p", problems),
                                  _weights(q, "q", problems), _each(mass, "mass", problems)),
               number(exponent, "exponent"), _how(plans), options(threads, time_limit, progress))
    return _result(core, {})


def partial_gromov(Cs: Any, Ct: Any, p: Any = None, q: Any = None, *, mass: Any, cost: Any = None,
                   alpha: Optional[float] = None, loss: str = "square",
                   start: Union[str, Sequence[str]] = "auto", restarts: int = 0, tolerance: float = 1e-9,
                   steps: str = "auto", plans: str = "sparse", max_iterations: Optional[int] = None,
                   seed: int = 0, threads: int = 1, time_limit: Optional[float] = None,
                   progress: Optional[ProgressFunction] = None) -> BatchResult:
    """`parot.partial_gromov` for each of many pairs of spaces, with the same settings.

    >>> import parot
    >>> line, turned = [[0, 1, 5], [1, 0, 4], [5, 4, 0]], [[0, 4, 5], [4, 0, 1], [5, 1, 0]]
    >>> r = parot.batch.partial_gromov([line, line], [turned, line], mass=1)
    >>> r.objective, r.plan(0).col
    (array([0., 0.]), array([2, 1, 0], dtype=int32))
    """
    from ._gromov import _alpha, _search

    source, problems = _stack(Cs, "Cs", 2)
    target, others = _stack(Ct, "Ct", 2)
    if others != problems:
        raise ArgumentError("Ct: has %d problems, Cs has %d" % (others, problems))
    feature = None
    if cost is not None:
        feature, others = _stack(cost, "cost", 2)
        if others != problems:
            raise ArgumentError("cost: has %d problems, Cs has %d" % (others, problems))
    (how, plan) = _search(start, restarts, tolerance, steps, None)
    if plan is not None:
        raise ArgumentTypeError("start: must be a name or names here")
    core = ask(_core.batch_gromov, (problems, feature, source, target, _weights(p, "p", problems),
                                    _weights(q, "q", problems), _each(mass, "mass", problems)),
               _alpha(alpha, cost), choice(_core.LOSSES, loss, "loss"), how[:4], _how(plans),
               options(threads, time_limit, progress, seed, max_iterations), source="Cs", target="Ct",
               starts="start")
    return _result(core, {"source": "Cs", "target": "Ct"})
