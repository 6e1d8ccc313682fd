"""One set of defaults: those of Python's functions are those that the command's help names."""
import inspect
import os
import re
import subprocess

import parot
import pytest

COMMAND = os.environ.get("PAROT_COMMAND")
VERBS = {"register": parot.register, "drift": parot.drift, "align": parot.align, "gromov": parot.partial_gromov,
         "pu": parot.pu, "partial": parot.partial_wasserstein_points, "curve": parot.partial_curve_points,
         "prior": parot.estimate_prior, "cost": parot.cost_matrix}
# The command's name -> Python's; None: the command has something else under that name.
NAMES = {"tune_limit": "budget", "iterations": None, "positive": None}
WORDS = {"no limit": None, "uniform, of total 1": None, "by kind of data": "auto", "learned: 10, else 0": "auto"}


def defaults_of(verb):
    """Option -> default, as the help says it: the last thing in brackets."""
    text = subprocess.run([COMMAND, verb, "--help"], capture_output=True, text=True, check=True).stdout
    found = {}
    for block in re.split(r"\n(?= *(?:-\w, +)?--)", text):
        hit = re.match(r" *(?:-\w, +)?--([a-z-]+)(?:=\S+)?(.*)", " ".join(block.split("\n\n")[0].split()))
        last = re.search(r"\(([^()]*)\)$", hit[2].strip()) if hit else None
        if last:
            found[hit[1].replace("-", "_")] = last[1]
    return found


@pytest.mark.skipif(not COMMAND, reason="PAROT_COMMAND is not set")
def test_the_help_is_understood():
    assert defaults_of("register")["restarts"] == "8" and defaults_of("partial")["metric"] == "sqeuclidean"


@pytest.mark.skipif(not COMMAND, reason="PAROT_COMMAND is not set")
@pytest.mark.parametrize("verb", VERBS)
def test_defaults_are_those_of_the_command(verb):
    parameters = inspect.signature(VERBS[verb]).parameters
    compared = 0
    for option, said in defaults_of(verb).items():
        name = NAMES.get(option, option)
        if name not in parameters:
            continue
        ours = parameters[name].default
        if said in WORDS:
            assert ours == WORDS[said], option
        elif re.fullmatch(r"[-\d.e]+", said):
            assert float(ours) == float(said), option
        elif isinstance(ours, str):
            assert ours == re.split("[,:]", said)[0], option
        else:
            continue
        compared += 1
    assert compared > (0 if verb == "cost" else 1)


@pytest.mark.skipif(not COMMAND, reason="PAROT_COMMAND is not set")
def test_the_classifier_has_the_defaults_of_pu():
    pytest.importorskip("sklearn")
    ours, theirs = (inspect.signature(function).parameters for function in (parot.PUClassifier, parot.pu))
    shared = set(ours) & set(theirs)
    assert len(shared) > 15 and all(ours[name].default == theirs[name].default for name in shared)
    assert float(ours["budget"].default) == float(defaults_of("pu")["tune_limit"])
