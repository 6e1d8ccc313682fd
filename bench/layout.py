"""layout.py - how a number, a comparison and a table look in Markdown."""
import math

from results import fastest

RIVALS = {"POT best": ("pot-1", "pot-10", "pot-50", "pot-emd"), "POT": ("pot-1", "pot-emd"),
          "LEMON": ("lemon-double", "lemon-int64"), "SciPy": ("scipy",)}


def number(value):
    """Three digits, and no exponent."""
    if value == math.inf:
        return "fails"
    return "%.*f" % (max(0, 2 - math.floor(math.log10(value))) if value < 100 else 0, value)


def failure(cell, names):
    """What to print for engines without any time: the cap, or that they failed."""
    first = cell[next(name for name in names if name in cell)][0]
    return ">%g" % first["cap"] if "cap" in first else "fails" if "error" in first else "wrong"


def against(cell, names):
    """A rival's seconds, and how many times ours that is; in bold where we lose."""
    theirs, ours = fastest(cell, names), fastest(cell, ("parot",))
    if theirs is None:
        return ""
    if theirs == math.inf:
        return failure(cell, names)
    ratio = "%s x" % number(theirs / ours)
    return "%s, %s" % (number(theirs), ratio if theirs >= ours else "**%s**" % ratio)


def markdown(head, rows):
    return ["| %s |" % " | ".join(line) for line in [head, ["---"] * len(head), *rows]]


def publish(arguments, standard, marks, compose):
    """Prints what `compose` makes of a file of results, or writes it between the marks of a page; 1: something is wrong.

    arguments: [RESULTS] [--write PAGE]
    """
    path = arguments[0] if arguments and arguments[0] != "--write" else standard
    text, is_wrong = compose(path)
    if "--write" in arguments:
        with open(arguments[-1]) as file:
            before, rest = file.read().split(marks[0])
        after = rest.split(marks[1])[1]
        with open(arguments[-1], "w") as file:
            file.write(before + marks[0] + "\n" + text + "\n" + marks[1] + after)
    else:
        print(text, end="")
    return 1 if is_wrong else 0
