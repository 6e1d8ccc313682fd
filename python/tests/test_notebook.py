"""What a notebook shows: figures without files, words with a small figure, data frames."""
import dataclasses
import os
import pathlib
import re

import numpy as np
import parot
import pytest

pandas = pytest.importorskip("pandas")


@pytest.fixture
def results(rng):
    X, Y = rng.normal(size=(12, 2)), rng.normal(size=(15, 2))
    C, known, rows = parot.cost_matrix(X, Y), rng.normal(size=(40, 2)), rng.normal(1, 2, size=(60, 2))
    D = parot.cost_matrix(X, X, "euclidean")
    r, answer = parot.partial_wasserstein(C, mass=0.5), parot.pu(known, rows, 0.4)
    return {
        "plan": r.plan, "transport": r, "check": parot.certify(C, r), "judgement": parot.judge(r.plan, C),
        "entropic": parot.partial_entropic(C, mass=0.5, reg=0.1), "line": parot.partial_line(X[:, 0], Y[:, 0], mass=0.5),
        "curve": parot.partial_curve(C), "masses": parot.partial_masses_points(X, Y, [0.2, 0.4]),
        "gromov": parot.partial_gromov(D, D, mass=0.5), "path": parot.partial_gromov_path(D, D, masses=4, refine=False),
        "gromov_entropic": parot.partial_gromov_entropic(D, D, mass=0.5, reg=0.5),
        "register": parot.register(X, X + 1, overlap=1.0), "align": parot.align(X, X + 1, mass=1.0, restarts=2),
        "drift": parot.drift(known, rows), "labels": answer, "prior": parot.estimate_prior(known, rows),
        "trust": answer.check(known, rows), "calibration": answer.calibrate(known, rows),
        "sensitivity": answer.sensitivity(known, rows, 0.3, 0.5), "columns": answer.compare_columns(known, rows),
        "criteria": answer.calibrate(known, rows).criteria(20), "spies": parot.spies(known, rows, 0.4, "ridge"),
        "metrics": answer.evaluate(np.arange(60) % 2), "bias_cause": parot.bias_cause(known, rows, 0.4),
        "move": parot.explain_move(C, r, 0), "reasons": parot.explain_label(answer, known, rows, 0),
        "transferred": parot.transfer_labels(r, np.arange(15) % 3), "info": r.info}


LENGTHS = {"plan": None, "curve": None, "labels": 60, "drift": 60, "calibration": 60, "sensitivity": 60, "align": 12,
           "register": 12, "masses": 2, "path": 4, "columns": 2, "prior": 1, "trust": 1, "check": 1, "criteria": 1,
           "metrics": 1, "judgement": 1, "transferred": 12, "entropic": 180}


def test_every_result_is_a_frame(results):
    for name, result in results.items():
        frame = result.to_frame()
        assert isinstance(frame, pandas.DataFrame) and len(frame.columns), name
        if LENGTHS.get(name):
            assert len(frame) == LENGTHS[name], name
    assert np.array_equal(results["labels"].to_frame()["rank"], results["labels"].rank)
    moved = results["transport"].to_frame()
    assert np.isclose(moved["mass"].sum(), 0.5) and list(moved.columns) == ["row", "col", "mass"]


def test_every_public_result_class_has_a_frame():
    for name in parot.__all__:
        thing = getattr(parot, name)
        if isinstance(thing, type) and (dataclasses.is_dataclass(thing) or hasattr(thing, "_fields")) and name != "Cut":
            assert callable(getattr(thing, "to_frame", None)), name


def test_plot_without_a_name_is_a_figure(results, tmp_path, rng):
    pytest.importorskip("parot._io", reason="no cairo")
    for name in ("transport", "gromov", "curve", "labels"):
        figure = results[name].plot()
        assert isinstance(figure, parot.Figure) and "<svg" in figure._repr_svg_(), name
        assert results[name].plot(tmp_path / (name + ".svg")) is None
    figure.save(tmp_path / "again.svg")
    assert (tmp_path / "again.svg").read_text() == figure.svg
    names, used = (set(re.findall(pattern, figure.svg)) for pattern in (r'id="([^"]+)"', r'#([\w.-]+)["\)]'))
    assert used and used <= names and not names & set(re.findall(r'id="([^"]+)"', results["curve"].plot().svg))
    X = rng.normal(size=(12, 2))
    assert "<svg" in results["register"].plot(X=X, Y=X + 1).svg
    with pytest.raises(ValueError, match="X and Y"):
        results["register"].plot()


def test_a_check_says_what_it_proves(results):
    assert repr(results["check"]).startswith("Proved optimal\n") and "no plan of this mass costs less than" in repr(results["check"])
    assert repr(results["check"]._replace(proved=False)).startswith("Not proved\n")


def test_html_has_words_and_a_small_figure(results):
    pytest.importorskip("parot._io", reason="no cairo")
    for name in ("transport", "curve", "labels"):
        shown = results[name]._repr_html_()
        assert "<table>" in shown and "<svg" in shown and "width=" not in re.search(r"<svg[^>]*>", shown)[0], name
    assert "<svg" not in results["judgement"]._repr_html_() and "<table>" in results["judgement"]._repr_html_()
    large = parot.partial_wasserstein(np.ones((500, 3)), mass=0.5)
    assert "<svg" not in large._repr_html_()


NOTEBOOKS = sorted((pathlib.Path(__file__).resolve().parents[2] / "examples" / "notebooks").glob("*.ipynb"))


@pytest.mark.parametrize("path", NOTEBOOKS, ids=lambda path: path.stem)
def test_notebooks_run_from_top_to_bottom(path, tmp_path, monkeypatch):
    """Every cell runs and what it ends with is shown; the file itself has no outputs, which would age."""
    nbformat, nbclient = pytest.importorskip("nbformat"), pytest.importorskip("nbclient")
    monkeypatch.setenv("PYDEVD_DISABLE_FILE_VALIDATION", "1")
    monkeypatch.setenv("PYTHONPATH", os.path.dirname(os.path.dirname(parot.__file__)))
    notebook = nbformat.read(path, as_version=4)
    assert not any(cell.get("outputs") or cell.get("execution_count") for cell in notebook.cells)
    nbclient.NotebookClient(notebook, timeout=300, resources={"metadata": {"path": str(tmp_path)}}).execute()
    shown = [list(output.data) for cell in notebook.cells for output in cell.get("outputs", []) if "data" in output]
    assert any("text/html" in kinds for kinds in shown) and any("image/svg+xml" in kinds for kinds in shown)


def test_there_is_a_notebook():
    assert NOTEBOOKS
