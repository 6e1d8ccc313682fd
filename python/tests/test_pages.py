"""Figures and reports that the library draws for Python."""
import gc
import html.parser
import os
import re
import shlex
import subprocess
import sys
import xml.dom.minidom

import numpy as np
import pytest

import parot

pytest.importorskip("parot._io")


@pytest.fixture
def clouds(rng):
    return rng.normal(size=(20, 3)), rng.normal(size=(25, 3))


@pytest.fixture
def labels(rng):
    rows = np.vstack([rng.normal(size=(20, 2)), rng.normal(6, 1, size=(30, 2))])
    known = rng.normal(size=(15, 2))
    return known, rows, np.repeat([1, -1], [20, 30]), parot.pu(known, rows, 0.4)


class Page(html.parser.HTMLParser):
    """Its words, and whether every element ends where it should."""

    EMPTY = {"meta", "input", "br", "path", "rect", "line", "use", "circle", "link", "hr", "image", "stop"}

    def __init__(self, path):
        super().__init__()
        self.open, self.words, self.ids = [], [], []
        self.feed(path.read_text())
        self.text = " ".join(" ".join(self.words).split())

    def handle_starttag(self, tag, attributes):
        self.ids += [value for name, value in attributes if name == "id"]
        if tag not in self.EMPTY:
            self.open.append(tag)

    def handle_startendtag(self, tag, attributes):
        self.ids += [value for name, value in attributes if name == "id"]

    def handle_endtag(self, tag):
        if tag not in self.EMPTY:
            assert self.open.pop() == tag

    def handle_data(self, data):
        self.words.append(data)


@pytest.mark.parametrize("name, start", [("a.svg", b"<"), ("a.png", b"\x89PNG"), ("a.pdf", b"%PDF"),
                                         ("a.svg.gz", b"\x1f\x8b")])
def test_the_name_says_what_is_written(clouds, tmp_path, name, start):
    X, Y = clouds
    r = parot.partial_wasserstein_points(X, Y, mass=0.5)
    r.plot(tmp_path / name, X, Y)
    assert (tmp_path / name).read_bytes().startswith(start)



def test_clouds_plans_curves_and_histories(clouds, tmp_path):
    X, Y = clouds
    r = parot.partial_wasserstein_points(X, Y, mass=0.5)
    r.plot(str(tmp_path / "clouds.svg"), X, Y, title="Two clouds")
    assert (tmp_path / "clouds.svg").stat().st_size > 5000
    r.plot(tmp_path / "plan.svg", p=np.full(20, 0.05))
    path = parot.partial_curve(parot.cost_matrix(X, Y))
    path.plot(tmp_path / "path.svg", 0.5)
    g = parot.partial_gromov(parot.cost_matrix(X, X), parot.cost_matrix(Y, Y), mass=0.5)
    g.plot(tmp_path / "gromov.svg", X, Y[:, :2])  # other spaces
    m = parot.register(X, Y, overlap=0.5)
    m.plot(tmp_path / "register.svg", X, Y)
    for name in ("clouds", "plan", "path", "gromov", "register"):
        xml.dom.minidom.parse(str(tmp_path / (name + ".svg")))


def test_figures_are_light_or_dark(clouds, tmp_path):
    X, Y = clouds
    r = parot.partial_wasserstein_points(X, Y, mass=0.5)
    figures = {theme: r.plot(None, X, Y, theme=theme).svg for theme in ("auto", "light", "dark")}
    assert ["prefers-color-scheme" in figures[theme] for theme in ("auto", "light", "dark")] == [True, False, False]
    assert figures["light"] != figures["dark"]
    curve = parot.partial_curve(parot.cost_matrix(X, Y))
    assert curve.plot(theme="dark").svg != curve.plot(theme="light").svg
    with pytest.raises(parot.ArgumentError, match="theme"):
        r.plot(tmp_path / "a.svg", X, Y, theme="black")


def test_a_report_tells_what_came_out(clouds, tmp_path):
    X, Y = clouds
    r = parot.partial_wasserstein_points(X, Y, mass=0.5)
    r.report(tmp_path / "r.html", X, Y)
    page = Page(tmp_path / "r.html")
    assert not page.open and len(set(page.ids)) == len(page.ids)
    assert "%.6g" % r.objective in page.text and "parot.certify proves" in page.text
    assert "%d pairs" % len(r.plan) in page.text
    g = parot.partial_gromov(parot.cost_matrix(X, X), parot.cost_matrix(Y, Y), mass=0.5)
    g.report(tmp_path / "g.html")
    text = Page(tmp_path / "g.html").text
    assert "parot.certify" not in text and g.trials[g.best].start in text


def test_a_report_of_labels(labels, tmp_path):
    known, rows, truth, answer = labels
    answer.report(tmp_path / "pu.html", known, rows, truth=truth, ids=["row <%d>" % i for i in range(50)])
    page = Page(tmp_path / "pu.html")
    assert not page.open and len(set(page.ids)) == len(page.ids)
    assert "20 of 50 rows are labelled positive" in page.text and "row <3>" in page.text
    assert "%.2f %%" % (100 * answer.evaluate(truth).accuracy) in page.text
    parot.pu(known, rows, 0.4, "ridge").report(tmp_path / "ridge.html")
    assert "moves nothing" in Page(tmp_path / "ridge.html").text
    parot.pu(known, rows, 0.4, "gromov").report(tmp_path / "gromov.html", known, rows)
    assert "is not proved" in Page(tmp_path / "gromov.html").text
    answer.plot(tmp_path / "pu.svg", known, rows, truth=truth)


# ---- The command's pages ----


@pytest.fixture
def run(tmp_path, monkeypatch):
    """Runs the command in a folder of its own, and returns the line that its pages show."""
    command = os.environ.get("PAROT_COMMAND")
    if command is None:
        pytest.skip("PAROT_COMMAND does not name the command")
    monkeypatch.chdir(tmp_path)

    def call(line):
        subprocess.run([command, *shlex.split(line)], check=True, stdout=subprocess.DEVNULL)
        return "parot " + line

    return call


def table(path, rows, names):
    np.savetxt(path, rows, fmt="%.17g", delimiter=",", header=",".join(names), comments="")
    return np.loadtxt(path, delimiter=",", skiprows=1, ndmin=2)


def read(name):
    with open(name, encoding="utf-8") as file:
        return file.read()


def assert_same():
    ours, theirs = read("ours.html"), read("theirs.html")
    assert ours == theirs, [pair for pair in zip(ours.splitlines(), theirs.splitlines())
                            if pair[0] != pair[1]][:3]


@pytest.mark.parametrize("dims", [2, 5])
@pytest.mark.parametrize("method", ["mined", "wasserstein", "ridge", "gromov", "nearest", "upu"])
def test_the_page_of_labels_is_that_of_the_command(run, rng, dims, method):
    known = table("good.csv", rng.normal(size=(15, dims)), "abcde"[:dims])
    rows = table("all.csv", np.vstack([rng.normal(size=(20, dims)), rng.normal(6, 1, size=(30, dims))]),
                 "abcde"[:dims])
    line = run("pu good.csv all.csv --prior 0.41 --method %s --report theirs.html -q" % method)
    answer = parot.pu(known, rows, 0.41, method)
    proof = answer.certify(known, rows) if method in ("mined", "wasserstein") else None
    frames = [Named(part, list("abcde"[:dims])) for part in (known, rows)]
    answer.report("ours.html", *frames, proof=proof, files=["good.csv", "all.csv"], command=line)
    assert_same()


class Named(np.ndarray):
    """An array whose columns have names, as those of a file do."""

    def __new__(cls, rows, columns):
        array = np.asarray(rows).view(cls)
        array.columns = columns
        return array


def test_checks_truth_estimates_and_ids_make_the_command_s_page(run, rng):
    known = table("good.csv", rng.normal(size=(40, 3)), "abc")
    rows = table("plain.csv", np.vstack([rng.normal(size=(40, 3)), rng.normal(3, 1, size=(60, 3))]), "abc")
    with open("all.csv", "w") as file:
        file.write("name,a,b,c,kind\n")
        for i, row in enumerate(rows):
            file.write("row <%d>,%s,%d\n" % (i, ",".join("%.17g" % x for x in row), i < 40))
    line = run("pu good.csv all.csv --check --costs 1,3 --id name --truth kind --report theirs.html -q")
    answer = parot.pu(known, rows)
    kind = np.repeat([1, 0], [40, 60])
    frames = [Named(part, list("abc")) for part in (known, rows)]
    calibration = answer.calibrate(known, rows)
    weighed = answer.relabel(calibration.cutoff(1, 3))
    weighed.report("ours.html", *frames, truth=kind, ids=["row <%d>" % i for i in range(100)],
                   check=answer.check(known, rows), proof=answer.certify(known, rows), calibration=calibration, costs=(1, 3),
                   sensitivity=answer.sensitivity(known, rows),
                   estimate=parot.estimate_prior(known, rows), files=["good.csv", "all.csv"], command=line)
    ours, theirs = read("ours.html"), read("theirs.html")
    # The command tells in addition what ridge reaches, for which it labels the rows once more.
    assert re.sub(", ridge without transport [0-9.]+", "", theirs) == ours


def printed(line):
    """What the command prints, without the last line, which is the time it took."""
    out = subprocess.run([os.environ["PAROT_COMMAND"], *shlex.split(line)], check=True, capture_output=True, text=True)
    return "".join(row + "\n" for row in out.stdout.splitlines() if not row.startswith("Time: "))


def test_words_are_those_of_the_command(run, rng):
    X = table("a.csv", rng.normal(size=(20, 2)), "xy")
    Y = table("b.csv", rng.normal(1, 1, size=(25, 2)), "xy")
    C = parot.cost_matrix(X, Y)
    r = parot.partial_wasserstein(C, mass=0.5)
    words = r.summary(X, Y, check=parot.certify(C, r), metric="sqeuclidean")
    assert words == printed("partial a.csv b.csv --mass 0.5")
    answer = parot.pu(X, Y, 0.4, "ridge")
    assert answer.summary(X, Y).rstrip() == printed("pu a.csv b.csv --prior 0.4 --method ridge").rstrip()
    assert "NOT PROVED" in r.summary(check=parot.certify(np.ascontiguousarray(C[::-1]), r))


@pytest.mark.parametrize("amount", ["mass", "price"])
def test_the_page_of_a_plan_is_that_of_the_command(run, rng, amount):
    X = table("a.csv", rng.normal(size=(20, 2)), "xy")
    Y = table("b.csv", rng.normal(1, 1, size=(25, 2)), "xy")
    line = run("partial a.csv b.csv --%s 0.5 --report theirs.html -q" % amount)
    C = parot.cost_matrix(X, Y)
    r = parot.partial_wasserstein(C, **{amount: 0.5})
    price = {"price": 0.5} if amount == "price" else {}
    r.report("ours.html", Named(X, ["x", "y"]), Named(Y, ["x", "y"]), check=parot.certify(C, r, **price),
             metric="sqeuclidean", cost=C, files=["a.csv", "b.csv"], command=line, **price)
    assert_same()


def test_the_page_of_a_match_is_that_of_the_command(run, rng):
    X = table("a.csv", rng.normal(size=(12, 2)), "xy")
    Y = table("b.csv", rng.normal(size=(15, 3)), "xyz")
    line = run("gromov a.csv b.csv --mass 0.5 --report theirs.html -q")
    r = parot.partial_gromov(parot.cost_matrix(X, X, "euclidean"), parot.cost_matrix(Y, Y, "euclidean"),
                             mass=0.5)
    r.report("ours.html", Named(X, ["x", "y"]), Named(Y, ["x", "y", "z"]), metric="euclidean",
             files=["a.csv", "b.csv"], command=line)
    assert_same()


def test_labels_that_do_not_fit_are_refused_as_the_command_refuses_them(rng, monkeypatch):
    known, rows = rng.normal(size=(30, 2)), rng.normal(size=(60, 2))
    monkeypatch.setenv("PAROT_MEMORY", "1000")
    with pytest.raises(MemoryError, match="^method mined with 30 positives and 60 unlabeled rows needs "
                                          ".* kB, 1.0 kB are free; use method ridge"):
        parot.pu(known, rows, 0.5)


def test_a_file_may_be_protected(labels, tmp_path):
    *_, answer = labels
    answer.plot(tmp_path / "a.svg")
    answer.plot(tmp_path / "a.svg")
    answer.report(tmp_path / "a.html")
    for write, name in ((answer.plot, "a.svg"), (answer.report, "a.html")):
        with pytest.raises((OSError, ValueError), match="exists already"):
            write(tmp_path / name, overwrite=False)
    with pytest.raises(OSError, match="nowhere"):
        answer.plot(tmp_path / "nowhere" / "a.svg")


def test_refusals_name_the_argument(clouds, labels, tmp_path):
    X, Y = clouds
    known, rows, truth, answer = labels
    r = parot.partial_wasserstein_points(X, Y, mass=0.5)
    out = tmp_path / "a.svg"
    for call, words in [
            (lambda: r.plot(tmp_path / "a.bmp", X, Y), "bmp"), (lambda: r.plot(out, X), "give both"),
            (lambda: r.plot(out, Y, X), "X: has 25 rows"), (lambda: r.plot(out, X * np.nan, Y), "nan"),
            (lambda: r.plot(out, p=[1.0]), "p: has 1 weights"),
            (lambda: answer.plot(out, known), "give both"),
            (lambda: answer.plot(out, known[1:], rows), "positives: has 14 rows"),
            (lambda: answer.plot(out, truth=truth[1:]), "truth"),
            (lambda: answer.report(out, ids=["a"]), "ids: has 1")]:
        with pytest.raises(ValueError, match=words):
            call()
        assert not out.exists()
    r.plan.row = r.plan.row + 100
    with pytest.raises(ValueError):
        r.plot(out)


def test_arrays_and_texts_are_let_go(labels, tmp_path):
    known, rows, truth, answer = labels

    def calls():
        answer.plot(tmp_path / "a.svg", known, rows)
        answer.report(tmp_path / "a.html", known, rows)
        with pytest.raises(ValueError):
            answer.plot(tmp_path / "a.bmp", known, rows)

    calls()
    gc.collect()
    before = [sys.getrefcount(x) for x in (known, rows, answer.score, answer.label)]
    for _ in range(5):
        calls()
    gc.collect()
    assert [sys.getrefcount(x) for x in (known, rows, answer.score, answer.label)] == before


def test_without_cairo_the_message_says_what_to_do():
    code = """
import sys
sys.modules["parot._io"] = None
import parot
r = parot.partial_wasserstein([[0.0]], mass=0.5)
try:
    r.plot("a.svg")
except ImportError as error:
    print(error)
"""
    out = subprocess.run([sys.executable, "-c", code], capture_output=True, text=True, check=True)
    assert re.search("need.*libcairo2.*plot_plan", out.stdout), out.stdout


def test_nothing_else_loads_cairo():
    code = "import sys, parot; parot.partial_wasserstein([[0.0]], mass=0.5); print('parot._io' in sys.modules)"
    out = subprocess.run([sys.executable, "-c", code], capture_output=True, text=True, check=True)
    assert out.stdout == "False\n"


def test_lines_of_matplotlib_are_thinned_and_units_are_those_of_the_columns():
    matplotlib = pytest.importorskip("matplotlib")
    matplotlib.use("Agg")
    import matplotlib.pyplot as plt

    rng = np.random.default_rng(0)
    X = rng.normal(size=(1700, 2))
    r = parot.partial_wasserstein_points(X, X + 0.01, mass=1)
    ax = parot.plot_plan(r, X, X + 0.01, plt.subplots()[1])
    assert len(ax.collections[0].get_segments()) == 1500
    assert "1500 of 1700 pairs shown" in ax.get_title() and ax.get_aspect() == 1
    lines, points = ax.collections[0].get_zorder(), [c.get_zorder() for c in ax.collections[1:]]
    assert lines < min(points)
    plt.close("all")
    few = X[:9] * [1, 1000]
    ax = parot.plot_plan(parot.partial_wasserstein_points(few, few, mass=0.5), few, few)
    assert ax.get_aspect() == "auto"
    plt.close("all")
