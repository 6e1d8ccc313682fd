"""One name for one thing: the attributes of Python's results are the fields of the C structs."""
import dataclasses
import re
from pathlib import Path

import pytest

import parot
from parot import _labels, _results

HEADERS = Path(__file__).resolve().parents[2] / "include" / "parot"

# C struct -> Python class.
CLASSES = {
    "parot_plan": parot.Plan,
    "parot_result": parot.Result,
    "parot_cut": parot.Cut,
    "parot_info": _results.Info,
    "parot_check": parot.Check,
    "parot_judgement": parot.Judgement,
    "parot_curve": parot.CurveResult,
    "parot_mass_costs": parot.MassCosts,
    "parot_trial": _results.Trial,
    "parot_gromov_result": parot.GromovResult,
    "parot_gromov_path_result": parot.GromovPath,
    "parot_entropic_result": parot.EntropicResult,
    "parot_gromov_entropic_result": parot.GromovEntropicResult,
    "parot_line_result": parot.LineResult,
    "parot_batch_result": parot.batch.BatchResult,
    "parot_pairwise_result": parot.PairwiseResult,
    "parot_register_result": parot.RegisterResult,
    "parot_align_result": parot.AlignResult,
    "parot_drift_result": parot.DriftResult,
    "parot_match_result": parot.MatchResult,
    "parot_match_side": parot.MatchSide,
    "parot_match_check": parot.MatchCheck,
    "parot_explain_result": parot.Reasons,
    "parot_move": parot.Move,
    "parot_label_reasons": parot.LabelReasons,
    "parot_pu_step": _labels.PUStep,
    "parot_pu_trial": _labels.PUTrial,
    "parot_pu_result": parot.PUResult,
    "parot_pu_prior_result": _labels.Prior,
    "parot_pu_bias_result": parot.BiasCause,
    "parot_pu_spies_result": _labels.Spies,
    "parot_pu_calibration": _labels.Calibration,
    "parot_pu_criteria_result": _labels.Criteria,
    "parot_pu_sensitivity_result": _labels.Sensitivity,
    "parot_pu_column": _labels.Column,
    "parot_pu_columns_result": _labels.Columns,
    "parot_pu_trust": parot.Trust,
    "parot_pu_candidate": _labels.Candidate,
    "parot_pu_tune_result": parot.Tuning,
    "parot_pu_metrics": _labels.Metrics,
    "parot_progress": parot.Progress,
}


# Fields that no class has, wherever they occur.
PRIVATE = {"owner", "reserved"}
# C field -> Python attribute, where a language forces a difference; None: the attribute would repeat another.
EVERYWHERE = {
    "lambda": "lam",  # a keyword of Python
    "dual": "u",      # u, v and lam are attributes of the result itself
}
EXCEPTIONS = {
    "parot_plan": {"rows": "shape", "cols": "shape", "count": None},             # len(plan)
    "parot_cut": {"rows": None, "cols": None},                                   # len(cut.row), len(cut.col)
    "parot_result": {"cut": None},                                               # InfeasibleError.cut
    "parot_check": {"dual": "dual"},                                             # a number here, not the prices
    "parot_curve": {"count": None, "rows": None},                                # len(curve.mass), len(curve.enter)
    "parot_mass_costs": {"count": None},                                         # len(costs.mass)
    "parot_trial": {"history": None},                                            # len(trial.objectives)
    "parot_gromov_result": {"transport": "plan", "trial": "trials", "history": None},  # it is that Result itself
    "parot_gromov_path_result": {"count": None, "result": "results"},            # len(path.share)
    "parot_entropic_result": {"rows": None, "cols": None},                       # plan.shape
    "parot_gromov_entropic_result": {"rows": None, "cols": None, "history": None},  # plan.shape, len(r.changes)
    "parot_batch_result": {"count": None, "failure": "failures", "failure_owner": None},  # len(r)
    "parot_pairwise_result": {"count": None, "failure": "failures"},  # len(r)
    "parot_register_result": {"dims": None, "count": None},                      # len(r.shift), len(r.match)
    "parot_align_result": {"count": None, "target_count": None},                                       # len(r.match)
    "parot_match_result": {"pairs": None, "order": None, "caliper": None, "price": None, "limits": None, "column_caliper": None},  # len(r); as given
    "parot_match_side": {"count": None},                                         # len(side.partners)
    "parot_drift_result": {"count": None},                                       # len(r.price)
    "parot_explain_result": {"columns": None},                                   # len(r.part)
    "parot_move": {"matches": None, "others": None},                             # len(move.match), len(move.other)
    "parot_label_reasons": {"has_columns": None, "has_transport": None, "importances": None},         # columns, move are None
    "parot_pu_trial": {"trial": "start"},                                        # its fields are attributes
    "parot_pu_result": {"count": None, "trial": "trials", "step": "steps", "importances": None},  # len(r.label), len(r.importance)
    "parot_pu_column": {"padding": None},
    "parot_pu_sensitivity_result": {"count": None, "padding": None},             # len(r.is_firm)
    "parot_pu_columns_result": {"count": None},                                  # len(r.column)
    "parot_pu_calibration": {"count": None},                                     # len(r.probability)
    "parot_pu_trust": {"has_bias": None, "has_spies": None, "has_prior": None, "has_cause": None},  # bias, spies, prior are None
    "parot_pu_tune_result": {"count": None},                                     # len(candidates)
}

# Attributes that C says in another way.
EXTRA = {
    "parot_pairwise_result": {"condensed"},  # of objective
    "parot_batch_result": {"gap"},  # objective - bound
    "parot_result": {"u", "v", "lam", "gap"},  # objective - bound, as JSON has it
    "parot_entropic_result": {"u", "v", "lam", "gap"},
    "parot_gromov_entropic_result": {"u", "v", "lam", "problem"},
    "parot_plan": {"shape", "T"},
    "parot_align_result": {"pairs", "columns"},  # of match; rows of the target
    "parot_match_result": {"check", "x_names", "y_names"},  # of parot_match_certify; rows of the frames
    "parot_match_side": {"unmatched", "why"},  # of partners; parot_match_why
    "parot_match_check": {"proved"},           # parot_match_is_proved(result, check, PAROT_PROOF_TOLERANCE)
    "parot_judgement": {"status"},             # what parot_judge returns
    "parot_check": {"proved"},                 # parot_is_proved(check, PAROT_PROOF_TOLERANCE)
    "parot_gromov_path_result": {"results", "mass", "solved", "objective", "price", "distortion"},
    "parot_gromov_result": {"trials", "problem", "gap", "path"} | {field.name for field in dataclasses.fields(parot.Result)},
    "parot_pu_trial": set(_results.Trial._fields),
    "parot_pu_result": {"method", "model", "columns", "trials"},  # what was asked for, and a parot_pu_model
    "parot_pu_trust": {"status"},              # what parot_pu_check returns
    "parot_pu_columns_result": {"names"},      # of frames, which C does not have
    "parot_explain_result": {"names"},
    "parot_pu_tune_result": {"method", "kernel"},                 # of candidates[chosen]
}


def structs():
    """Name -> fields of every struct of the headers."""
    text = "".join(path.read_text() for path in sorted(HEADERS.glob("*.h")))
    text = re.sub(r"/\*.*?\*/", " ", text, flags=re.S)
    found = {}
    for name, body in re.findall(r"typedef struct (\w+) \{(.*?)\} \1;", text, flags=re.S):
        fields = []
        for line in body.split(";"):
            if "(" not in line:  # a callback
                fields += re.findall(r"(\w+)(?:\[\w+\])?\s*(?=,|$)", line.strip())
        found[name] = fields
    return found


def attributes(cls):
    """Public names that hold something, of a data class, a named tuple or a struct sequence."""
    if dataclasses.is_dataclass(cls):
        names = [field.name for field in dataclasses.fields(cls)]
    else:
        names = list(getattr(cls, "_fields", ())) or [n for n in vars(cls) if not n.startswith(("_", "n_"))]
    names += [name for base in cls.__mro__ for name, value in vars(base).items() if isinstance(value, property)]
    return {name for name in names if not name.startswith("_")}


def test_the_headers_are_understood():
    found = structs()
    assert found["parot_plan"] == ["rows", "cols", "count", "row", "col", "mass"]
    assert found["parot_move"][-6:] == ["others", "other", "other_mass", "others_cost", "owner", "reserved"]
    assert attributes(parot.Progress) >= {"stage", "iteration"}


def python_name(struct, field):
    return EXCEPTIONS.get(struct, {}).get(field, EVERYWHERE.get(field, field))


@pytest.mark.parametrize("struct", CLASSES)
def test_each_field_is_an_attribute_of_the_same_name(struct):
    wanted = {python_name(struct, field) for field in structs()[struct] if field not in PRIVATE} - {None}
    assert wanted - attributes(CLASSES[struct]) == set()


@pytest.mark.parametrize("struct", CLASSES)
def test_each_attribute_is_a_field_of_the_same_name(struct):
    known = {python_name(struct, field) for field in structs()[struct]} | EXTRA.get(struct, set())
    assert attributes(CLASSES[struct]) - known == set()


def test_no_exception_is_out_of_date():
    found = structs()
    for struct, renamed in EXCEPTIONS.items():
        assert set(renamed) <= set(found[struct])
    for struct, names in EXTRA.items():
        assert names <= attributes(CLASSES[struct])


def test_every_result_of_the_headers_has_a_class():
    results = {name for name in structs() if re.search(r"_(result|reasons|trust|metrics)$", name)}
    assert results <= set(CLASSES)
