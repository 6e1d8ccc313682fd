"""Exact partial optimal transport, with a proof attached to each answer.

>>> import parot
>>> r = parot.partial_wasserstein([[0.0, 1.0], [2.0, 3.0]], [0.1, 0.2], [0.1, 0.1], mass=0.1)
>>> r.plan.toarray()
array([[0.1, 0. ],
       [0. , 0. ]])
>>> r.objective, r.bound
(0.0, 0.0)

Names are imported when they are first used, so that ``import parot`` alone takes no time: NumPy is
loaded by the first call, SciPy by ``plan.tocoo()``, Matplotlib by the plots, scikit-learn by
``PUClassifier``.
"""
from __future__ import annotations

from ._core import VERSION as __version__
from ._core import Progress

TYPE_CHECKING = False  # type checkers know better; `typing` alone would take 20 ms

if TYPE_CHECKING:
    from . import batch as batch
    from . import pot as pot
    from .plots import plot_curve as plot_curve
    from .plots import plot_plan as plot_plan
    from .classifier import PUClassifier as PUClassifier
    from .classifier import pu_scorer as pu_scorer
    from ._gromov import partial_gromov as partial_gromov
    from ._gromov import partial_gromov_path as partial_gromov_path
    from ._gromov import partial_gromov_points_path as partial_gromov_points_path
    from ._gromov import geodesic_distances as geodesic_distances
    from ._gromov import partial_gromov_points as partial_gromov_points
    from ._errors import ArgumentError as ArgumentError
    from ._errors import ArgumentTypeError as ArgumentTypeError
    from ._errors import Cut as Cut
    from ._errors import InfeasibleError as InfeasibleError
    from ._pu import bias as bias
    from ._pu import bias_cause as bias_cause
    from ._tasks import DriftResult as DriftResult
    from ._tasks import LabelReasons as LabelReasons
    from ._tasks import Move as Move
    from ._tasks import Reasons as Reasons
    from ._tasks import RegisterResult as RegisterResult
    from ._tasks import drift as drift
    from ._tasks import explain_label as explain_label
    from ._tasks import explain_move as explain_move
    from ._tasks import explain_move_points as explain_move_points
    from ._tasks import explain_row as explain_row
    from ._match import MatchCheck as MatchCheck
    from ._match import MatchResult as MatchResult
    from ._match import MatchSide as MatchSide
    from ._match import match as match
    from .plots import plot_balance as plot_balance
    from ._align import AlignResult as AlignResult
    from ._align import align as align
    from ._tasks import register as register
    from ._pu import distance_ratio as distance_ratio
    from ._pu import estimate_prior as estimate_prior
    from ._pu import evaluate as evaluate
    from ._pu import predict as predict
    from ._pu import pu as pu
    from ._pu import pu_curve as pu_curve
    from ._pu import spies as spies
    from ._pu import tune as tune
    from ._results import Check as Check
    from ._results import GromovPath as GromovPath
    from ._results import GromovResult as GromovResult
    from ._curves import CurveResult as CurveResult
    from ._results import Judgement as Judgement
    from ._curves import MassCosts as MassCosts
    from ._results import Plan as Plan
    from ._labels import PUResult as PUResult
    from ._results import Result as Result
    from ._labels import BiasCause as BiasCause
    from ._labels import Calibration as Calibration
    from ._labels import Columns as Columns
    from ._labels import Criteria as Criteria
    from ._labels import Sensitivity as Sensitivity
    from ._labels import Trust as Trust
    from ._labels import Tuning as Tuning
    from ._gromov_entropic import GromovEntropicResult as GromovEntropicResult
    from ._gromov_entropic import partial_gromov_entropic as partial_gromov_entropic
    from ._variants import EntropicResult as EntropicResult
    from ._variants import LineResult as LineResult
    from ._variants import partial_entropic as partial_entropic
    from ._variants import partial_line as partial_line
    from ._encode import Encoding as Encoding
    from ._encode import encode as encode
    from ._frames import Figure as Figure
    from ._run import ProgressBar as ProgressBar
    from ._gradient import Transferred as Transferred
    from ._gradient import barycentric as barycentric
    from ._gradient import points_gradient as points_gradient
    from ._gradient import transfer_labels as transfer_labels
    from ._pairwise import PairwiseResult as PairwiseResult
    from ._pairwise import pairwise as pairwise
    from ._graphs import graph_distances as graph_distances
    from ._transport import Solver as Solver
    from ._transport import certify as certify
    from ._transport import certify_points as certify_points
    from ._transport import cost_matrix as cost_matrix
    from ._transport import judge as judge
    from ._transport import judge_points as judge_points
    from ._transport import partial_curve as partial_curve
    from ._transport import partial_curve_points as partial_curve_points
    from ._transport import partial_masses_points as partial_masses_points
    from ._transport import partial_wasserstein as partial_wasserstein
    from ._transport import partial_wasserstein_points as partial_wasserstein_points

# Name -> module it is in.
_HOME = {
    "AlignResult": "_align",
    "ArgumentError": "_errors",
    "ArgumentTypeError": "_errors",
    "Check": "_results",
    "Cut": "_errors",
    "DriftResult": "_tasks",
    "Encoding": "_encode",
    "EntropicResult": "_variants",
    "Figure": "_frames",
    "GromovEntropicResult": "_gromov_entropic",
    "GromovPath": "_results",
    "GromovResult": "_results",
    "InfeasibleError": "_errors",
    "Judgement": "_results",
    "LabelReasons": "_tasks",
    "LineResult": "_variants",
    "MassCosts": "_curves",
    "MatchCheck": "_match",
    "MatchResult": "_match",
    "MatchSide": "_match",
    "Move": "_tasks",
    "PUClassifier": "classifier",
    "PairwiseResult": "_pairwise",
    "Plan": "_results",
    "PUResult": "_labels",
    "ProgressBar": "_run",
    "CurveResult": "_curves",
    "Reasons": "_tasks",
    "RegisterResult": "_tasks",
    "Result": "_results",
    "Solver": "_transport",
    "BiasCause": "_labels",
    "Calibration": "_labels",
    "Columns": "_labels",
    "Criteria": "_labels",
    "Sensitivity": "_labels",
    "Trust": "_labels",
    "Tuning": "_labels",
    "Transferred": "_gradient",
    "align": "_align",
    "barycentric": "_gradient",
    "bias": "_pu",
    "bias_cause": "_pu",
    "certify": "_transport",
    "certify_points": "_transport",
    "cost_matrix": "_transport",
    "drift": "_tasks",
    "partial_entropic": "_variants",
    "partial_gromov_entropic": "_gromov_entropic",
    "distance_ratio": "_pu",
    "encode": "_encode",
    "estimate_prior": "_pu",
    "evaluate": "_pu",
    "explain_label": "_tasks",
    "explain_move": "_tasks",
    "explain_move_points": "_tasks",
    "explain_row": "_tasks",
    "graph_distances": "_graphs",
    "judge": "_transport",
    "judge_points": "_transport",
    "partial_line": "_variants",
    "partial_curve": "_transport",
    "partial_curve_points": "_transport",
    "partial_masses_points": "_transport",
    "partial_gromov": "_gromov",
    "partial_gromov_path": "_gromov",
    "partial_gromov_points_path": "_gromov",
    "partial_gromov_points": "_gromov",
    "geodesic_distances": "_gromov",
    "match": "_match",
    "pairwise": "_pairwise",
    "partial_wasserstein": "_transport",
    "partial_wasserstein_points": "_transport",
    "plot_balance": "plots",
    "plot_curve": "plots",
    "plot_plan": "plots",
    "points_gradient": "_gradient",
    "predict": "_pu",
    "pu": "_pu",
    "pu_curve": "_pu",
    "pu_scorer": "classifier",
    "register": "_tasks",
    "spies": "_pu",
    "transfer_labels": "_gradient",
    "tune": "_pu",
}
_MODULES = ("batch", "mpi", "pot", "torch")

__all__ = ["Progress", "__version__", "batch", "pot", *_HOME]


if not TYPE_CHECKING:  # with it, type checkers would know every name
    def __getattr__(name: str) -> object:
        from importlib import import_module

        if name in _MODULES:
            return import_module("." + name, __name__)
        if name not in _HOME:
            raise AttributeError("module 'parot' has no attribute %r" % name)
        value = getattr(import_module("." + _HOME[name], __name__), name)
        globals()[name] = value
        return value


def __dir__() -> list[str]:
    return sorted(set(globals()) | set(__all__))
