"""docstrings - a Sphinx extension: bars in docstrings are those of absolute values, not what reStructuredText takes them for."""
import re


def escaped(line):
    """The line with bars escaped, except where it is code."""
    if re.match(r"\s*(>>>|\.\.\. )", line):
        return line
    pieces = re.split(r"(``.*?``|`[^`]*`)", line)
    return "".join(piece if number % 2 else re.sub(r"(?<!\\)\|", r"\\|", piece) for number, piece in enumerate(pieces))


def process(app, what, name, found, options, lines):
    lines[:] = [escaped(line) for line in lines]


def setup(app):
    app.connect("autodoc-process-docstring", process, priority=100)  # before napoleon
    return {"parallel_read_safe": True}
