"""prose - the comments of headers as reStructuredText: paragraphs, lists, formulas, and names that lead to what they name."""
import re

WORD = re.compile(r"`(?P<quoted>[^`]+)`|(?P<call>\b[a-z_]+(?:->|\.)[\w.>-]*\w(?<!\.h)\b(?=[^/]|$))|(?P<name>\b(?:parot|PAROT)_\w+)(?P<round>\(\))?"
                  r"|\b(?P<header>[a-z_]+\.h)\b|(?P<other>[*_|\\`])")
ROLES = {"function": "c:func", "struct": "c:struct", "enum": "c:enum", "macro": "c:macro"}


def literal(text):
    return "``%s``" % text


def inline(text, known):
    """One paragraph. `known`: name -> kind, or of a value of an enum that enum; header -> "header"."""
    def one(match):
        quoted, call, name, header = match.group("quoted"), match.group("call"), match.group("name"), match.group("header")
        if name and name in known:
            return apart(match, reference(name, known[name]))
        if header and header in known:
            return apart(match, ":doc:`%s`" % header[:-2])
        if quoted or call or name or header:
            return apart(match, literal(quoted or call or name or header))
        return "\\" + match.group("other")
    return WORD.sub(one, text)


def reference(name, kind):
    if kind in ROLES:
        return ":%s:`%s`" % (ROLES[kind], name)
    return ":c:enumerator:`%s%s`" % (name, " <%s.%s>" % (kind, name) if kind else "")


def apart(match, markup):
    """Markup between letters needs an escaped blank on either side."""
    text, start, end = match.string, match.start(), match.end()
    before = "\\ " if start and not re.match(r"[\s(\[{<\"'/:-]", text[start - 1]) else ""
    after = "\\ " if end < len(text) and not re.match(r"[\s.,:;!?)\]}>\"'/-]", text[end]) else ""
    return before + markup + after


def is_formula(lines):
    return all(line.startswith("  ") for line in lines)


def chunk(lines, known):
    """The lines between two empty ones."""
    if is_formula(lines) and not re.match(r" *- ", lines[0]):
        return ".. code-block:: text\n\n" + "\n".join("  " + line for line in lines)
    starts = [number for number, line in enumerate(lines) if re.match(r" *- ", line)]
    if not starts:
        return inline(" ".join(lines), known)
    pieces = [" ".join(lines[:starts[0]])] if starts[0] else []
    for start, end in zip(starts, starts[1:] + [len(lines)]):
        pieces.append("- " + inline(" ".join(line.strip() for line in lines[start:end])[2:], known))
    if starts[0]:
        pieces[0] = inline(pieces[0], known)
    return "\n\n".join(pieces)


def paragraphs(text, known):
    """A whole comment."""
    pieces = [piece.split("\n") for piece in re.split(r"\n\s*\n", text)]
    return "\n\n".join(chunk(lines, known) for lines in pieces if any(lines))


def sentence(text):
    """With a capital letter and a full stop."""
    return text[:1].upper() + text[1:] + ("" if text.endswith(".") else ".")


def first_sentence(text):
    """What a comment begins with, up to a full stop, colon or semicolon that is not in brackets."""
    words, depth = " ".join(text.split("\n\n")[0].split()), 0
    for place, letter in enumerate(words):
        depth += {"(": 1, ")": -1}.get(letter, 0)
        if depth == 0 and letter in ".:;" and words[place + 1:place + 2] in ("", " "):
            return words[:place]
    return words


def indented(text, by):
    return re.sub(r"^(?=.)", " " * by, text, flags=re.M)
