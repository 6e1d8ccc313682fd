"""headers - reads the public headers: what they declare, and the comment that belongs to each declaration.

The headers are laid out by clang-format and keep to few forms, so no compiler is needed to read them. A comment belongs to the
declaration right below it, or before it on the same line; one that is followed by an empty line stands for itself. What the reader does
not understand it refuses, so that nothing is left out silently.
"""
import os
import re
from dataclasses import dataclass, field

COMMENT = re.compile(r"/\*(.*?)\*/", re.S)
RULE = re.compile(r"/\* -{3,} (.*?) -{2,} ?\*/")
FORWARD = re.compile(r"struct \w+;")  # what another header describes
DEFINE = re.compile(r"#define (\w+(?:\([^)]*\))?)((?:.*\\\n)*.*)")
CPLUSPLUS = re.compile(r"#ifdef __cplusplus\n.*?#endif\n", re.S)


@dataclass
class Item:
    """A section, a paragraph of its own, or a declaration."""

    kind: str  # "section", "prose", "macro", "function", "struct", "enum", "union", "constants", "member", "enumerator"
    name: str
    text: str  # the declaration, without attributes and bodies
    doc: str
    parts: list["Item"] = field(default_factory=list)


@dataclass
class Header:
    name: str  # "partial.h"
    doc: str  # the comment that the file begins with, without the name
    items: list[Item]


def plain(comment):
    """The text of a comment: without stars, its lines as far indented as they are among themselves."""
    lines = [re.sub(r"^\s*\* ?", "", line) if number else line.strip() for number, line in enumerate(comment.strip().split("\n"))]
    return "\n".join(line.rstrip() for line in lines).strip("\n")


def beside(comment):
    """The text of a comment beside code, whose lines have no stars."""
    return " ".join(comment.split())


def one_line(code):
    """A declaration as one line, without attributes."""
    code = re.sub(r"\s+", " ", COMMENT.sub(" ", code)).strip()
    return re.sub(r"^(PAROT_API|PAROT_CHECKED) ", "", code)


def end_of_code(text, at):
    """Where the declaration that begins there ends: after its semicolon, or after the body of an inline function."""
    depth, is_inline = 0, text.startswith("static inline", at)
    for place in range(at, len(text)):
        if text.startswith("/*", place):
            continue
        depth += {"{": 1, "}": -1}.get(text[place], 0)
        if depth == 0 and (text[place] == ";" or (is_inline and text[place] == "}")):
            return place + 1
    raise ValueError("a declaration does not end: " + text[at:at + 60])


def without_comments(text):
    """The same text with comments blanked, so that places stay where they are."""
    return COMMENT.sub(lambda match: re.sub(r"[^\n]", " ", match.group()), text)


def trailing(text, at):
    """The comment that follows on the same line: (its text, where it ends)."""
    match = re.compile(r"[ \t]*/\*(.*?)\*/", re.S).match(text, at)
    return (beside(match.group(1)), match.end()) if match else ("", at)


def declarators(code):
    """'const double *p, *q' -> ['const double *p', 'const double *q']."""
    pieces = re.split(r",(?![^(]*\))\s*", code)
    if len(pieces) == 1:
        return pieces
    base, first = re.fullmatch(r"((?:const )?\w+) (.*)", pieces[0]).groups()
    return ["%s %s" % (base, piece) for piece in [first] + pieces[1:]]


def name_of(declarator):
    """The name that a declaration of a variable, a pointer to a function or a function declares."""
    pointer = re.search(r"\(\*(\w+)\)", declarator)
    return pointer.group(1) if pointer else re.search(r"(\w+)\s*(?:\[[^\]]*\])*$", declarator.split("(")[0]).group(1)


def fields(body, close):
    """The members of a struct, or with close ',' the values of an enum."""
    bare, found, at, pending = without_comments(body), [], 0, ""
    while at < len(body):
        comment = re.compile(r"\s*/\*(.*?)\*/", re.S).match(body, at)
        if comment:
            pending, at = plain(comment.group(1)), comment.end()
            continue
        if not bare[at:].strip():
            break
        end = end_of_member(bare, at, close)
        code = one_line(body[at:end].rstrip(close + " \n"))
        doc, at = trailing(body, end)
        found.append(member(code, " ".join(filter(None, [pending, doc])), close))
        pending = ""
    return found


def end_of_member(bare, at, close):
    depth = 0
    for place in range(at, len(bare)):
        depth += {"{": 1, "}": -1, "(": 1, ")": -1}.get(bare[place], 0)
        if depth == 0 and bare[place] == close:
            return place + 1
    return len(bare.rstrip())


def member(code, doc, close):
    if close == ",":
        return Item("enumerator", code.split(" ")[0], code, doc)
    if code.startswith("union {"):
        inside, name = re.fullmatch(r"union \{(.*)\} (\w+)", code).groups()
        return Item("union", name, code, doc, fields(inside, ";"))
    names = declarators(code)
    return Item("member", name_of(names[0]), code, doc, [Item("member", name_of(one), one, "") for one in names])


def aggregate(code, doc):
    """A struct or enum with its body, or None."""
    match = re.match(r"(?:typedef )?(struct|enum)( \w+)? \{(.*)\}( \w+)?;$", code.strip(), re.S)
    if not match:
        return None
    kind, name = match.group(1), (match.group(4) or "").strip()
    parts = fields(match.group(3), "," if kind == "enum" else ";")
    if not name:
        return Item("constants", parts[0].name, "", doc, parts)
    return Item(kind, name, "", doc, parts)


def declaration(code, doc):
    found = aggregate(code, doc)
    if found:
        return found
    line = one_line(code)
    opaque = re.fullmatch(r"typedef struct (\w+) \1;", line)
    if opaque:
        return Item("struct", opaque.group(1), "", doc)
    function = re.fullmatch(r"((?:static inline )?[\w *]+?\b(\w+)\(.*\))(?:;| \{.*\})", line)
    if not function:
        raise ValueError("not understood: " + line)
    return Item("function", function.group(2), function.group(1), doc)


def macro(match, doc):
    """A #define, unless it is the guard of the header."""
    value = " ".join(match.group(2).replace("\\\n", " ").split())
    return Item("macro", match.group(1), value, doc) if value else None


def read_items(text):
    """The items of a header without its opening comment, in order."""
    bare, items, at, pending, seen = without_comments(text), [], 0, "", set()
    shared = ""  # the comment of what is above, without an empty line between
    while at < len(text):
        blank = re.compile(r"\s+").match(text, at)
        if blank:
            if blank.group().count("\n") > 1:
                items += [Item("prose", "", "", pending)] if pending else []
                pending = shared = ""
            at = blank.end()
            continue
        rule, comment, define = RULE.match(text, at), COMMENT.match(text, at), DEFINE.match(text, at)
        if rule:
            items.append(Item("section", rule.group(1), "", ""))
            at = rule.end()
        elif comment:
            pending, at = plain(comment.group(1)), comment.end()
        elif text[at] == "#":
            found = macro(define, pending or shared) if define else None
            if found and found.name not in seen:
                items.append(found)
                seen.add(found.name)
                shared = pending or shared
                pending = ""
            at = define.end() if define else text.index("\n", at)
        else:
            end = end_of_code(bare, at)
            doc, after = trailing(text, end)
            if not FORWARD.fullmatch(one_line(text[at:end])):
                items.append(declaration(text[at:end], "\n\n".join(filter(None, [pending, doc])) or shared))
            at, pending, shared = after, "", pending or shared
    return items


def read(path):
    """A header."""
    with open(path) as file:
        text = CPLUSPLUS.sub("", file.read())
    opening = COMMENT.match(text)
    doc = re.sub(r"^\w+\.h - ", "", plain(opening.group(1)))
    return Header(os.path.basename(path), doc, read_items(text[opening.end():]))


def read_all(folder):
    return [read(os.path.join(folder, name)) for name in sorted(os.listdir(folder)) if name.endswith(".h")]


def names(header):
    """Name -> kind of everything that a header declares, fields apart; of a value of an enum that enum, "" if it has no name."""
    found = {}
    for item in header.items:
        if item.kind not in ("section", "prose", "constants"):
            found[item.name] = item.kind
        if item.kind in ("enum", "constants"):
            found.update((part.name, item.name if item.kind == "enum" else "") for part in item.parts)
    return found
