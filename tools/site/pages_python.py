"""pages_python - the pages of the Python package: which names are on which page; Sphinx reads their docstrings from the built package.

A name of parot.__all__ is on the page that lists the module it is written in, or on the one that lists the name itself. A name without
a page stops the build.
"""
import importlib
import inspect

from docstrings import public_bases

# Page -> title, what it is about, modules whose names it has, and names of other modules.
PAGES = {
    "transport": ("Partial transport", "Plans of a given mass, or at a price, and the proof of each.", ["_transport"], ["Result", "Plan", "Check", "Judgement"]),
    "curves": ("Curves", "What every mass costs.", ["_curves"], ["partial_curve", "partial_curve_points", "partial_masses_points"]),
    "variants": ("Entropy, and points on a line", "Smooth plans, and the line for every mass at once.", ["_variants"], []),
    "gromov": ("Gromov-Wasserstein", "Spaces matched by the distances within each; graphs.", ["_gromov", "_gromov_entropic", "_graphs"], ["GromovPath", "GromovResult"]),
    "labels": ("Labels", "Positive and unlabeled rows.", ["_pu", "_labels"], []),
    "classifier": ("The classifier for scikit-learn", "Labels behind the interface of an estimator.", ["classifier"], []),
    "tasks": ("Matching, registering, drift", "Pairs, clouds that overlap, what is new, and why.", ["_match", "_align", "_tasks"], []),
    "pairwise": ("All pairs of many clouds", "A matrix of costs to cluster by.", ["_pairwise"], []),
    "gradients": ("Derivatives and transfer", "What a plan carries, and how its cost changes.", ["_gradient"], []),
    "tables": ("Tables and figures", "Text as numbers, and pictures in notebooks.", ["_encode", "_frames"], []),
    "plots": ("Plots", "Figures of Matplotlib.", ["plots"], []),
    "control": ("Errors and progress", "What is refused, and how far a call has come.", ["_errors", "_run"], ["Progress"]),
}
MODULES = {  # modules with names of their own
    "batch": ("Batches", "Thousands of small problems in one call.", ["parot.batch"]),
    "mpi": ("Several processes", "The ranks of an MPI job work on one problem.", ["parot.mpi"]),
    "pot": ("In place of POT", "The names and arguments of `ot.partial` and `ot.gromov`.", ["parot.pot", "parot.pot.gromov"]),
    "torch": ("Derivatives for PyTorch", "Values that PyTorch can differentiate.", ["parot.torch"]),
}


def heading(text):
    return "%s\n%s\n\n" % (text, "=" * len(text))


def entry(module, name, found):
    """The directive for one name: a function, a class with its members, or a constant."""
    path = module + "." + name
    if inspect.isclass(found):
        return (".. autoclass:: %s\n   :members:\n   :undoc-members:\n   :member-order: bysource\n   :exclude-members: count, index\n"
                "%s\n" % (path, "   :show-inheritance:\n" if public_bases(found) else ""))
    if inspect.isroutine(found):
        return ".. autofunction:: %s\n\n" % path
    return ".. autodata:: %s\n\n" % path


def places(parot):
    """Page -> its names, functions before classes."""
    homes = {module: page for page, (_, _, modules, _) in PAGES.items() for module in modules}
    single = {name: page for page, (_, _, _, names) in PAGES.items() for name in names}
    placed = {page: [] for page in PAGES}
    for name, home in parot._HOME.items():
        page = single.get(name) or homes.get(home)
        if page is None:
            raise ValueError("parot.%s is on no page: name its module %s in tools/site/pages_python.py" % (name, home))
        placed[page].append(name)
    placed["control"].append("Progress")
    return {page: sorted(names, key=lambda name: order(getattr(parot, name))) for page, names in placed.items()}


def order(found):
    """Functions before classes, each in the order of the source."""
    try:
        line = inspect.getsourcelines(found)[1]
    except (OSError, TypeError):  # written in C
        line = 0
    return inspect.isclass(found), found.__module__, line


def table(all_pages):
    rows = ["| page | what it is about | names |", "|---|---|---|"]
    rows += ["| [%s](%s.rst) | %s | %s |" % (title, page, about, ", ".join("`%s`" % name for name in names))
             for page, (title, about, names) in all_pages.items()]
    return "\n".join(rows)


def pages():
    """(place -> text of pages, the table for their index); the package must be importable."""
    parot = importlib.import_module("parot")
    out, listed = {}, {}
    for page, names in places(parot).items():
        title, about = PAGES[page][:2]
        body = "".join(entry("parot", name, getattr(parot, name)) for name in names)
        out["reference/python/%s.rst" % page] = heading(title) + about.replace("`", "``") + "\n\n" + body
        listed[page] = (title, about, names)
    for page, (title, about, modules) in MODULES.items():
        text, shown = heading(title) + about.replace("`", "``") + "\n\n", []
        for name in modules:
            module = importlib.import_module(name)
            own = [one for one in module.__all__ if not inspect.ismodule(getattr(module, one))]
            text += ".. automodule:: %s\n\n" % name + "".join(entry(name, one, getattr(module, one)) for one in own)
            shown += own
        out["reference/python/%s.rst" % page] = text
        listed[page] = (title, about, shown)
    return out, table(listed)
