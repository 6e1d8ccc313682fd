"""docstrings - a Sphinx extension: docstrings and signatures as readers need them.

Bars are those of absolute values, not what reStructuredText takes them for. What is said of an attribute is text: napoleon would take
what is in front of the first colon of a comment, and what is behind that of a section, for a type. Private names are left out of bases and signatures.
"""
import inspect
import re

from sphinx.util.inspect import stringify_signature


def escaped(line):
    """The line with bars escaped, except where it is code."""
    if re.match(r"\s*(>>>|\.\.\. )", line):
        return line
    pieces = re.split(r"(``.*?``|`[^`]*`)", line)
    return "".join(piece if number % 2 else re.sub(r"(?<!\\)\|", r"\\|", piece) for number, piece in enumerate(pieces))


def described(lines):
    """The lines, where `name : words` below the title Attributes has the words as a text and not as a type."""
    out, is_inside = [], False
    for number, line in enumerate(lines):
        if re.fullmatch(r"-{3,}", lines[number + 1] if number + 1 < len(lines) else ""):
            is_inside = line == "Attributes"
        found = re.fullmatch(r"(\w+) : (.+)", line) if is_inside else None
        out += [found.group(1), "    " + found.group(2)] if found else [line]
    return out


def process(app, what, name, found, options, lines):
    lines[:] = described([escaped(line) for line in lines])
    if what in ("attribute", "data", "property") and lines:
        lines[:0] = ["..", ""]  # napoleon looks for a type in the first line alone: an empty comment has none


def is_private(name):
    return name.startswith("_")


def public_bases(found):
    """What a class is made of that has a name for others."""
    return [base for base in found.__bases__ if base is not object and not is_private(base.__name__)]


def shown_bases(app, name, found, options, bases):
    bases[:] = [base for base in bases if not is_private(getattr(base, "__name__", ""))]


def shown_signature(app, what, name, found, options, signature, returned):
    """The signature without arguments that are private."""
    if not signature or not re.search(r"[(,] ?_\w", signature):
        return None
    whole = inspect.signature(found)
    kept = [one for one in whole.parameters.values() if not is_private(one.name)]
    return stringify_signature(whole.replace(parameters=kept), show_annotation=False), returned


def setup(app):
    app.connect("autodoc-process-docstring", process, priority=100)  # before napoleon
    app.connect("autodoc-process-bases", shown_bases)
    app.connect("autodoc-process-signature", shown_signature)
    return {"parallel_read_safe": True}
