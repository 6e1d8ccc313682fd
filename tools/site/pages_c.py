"""pages_c - a page for each public header: what it declares, in its order, with an example that the tests run."""
import os
import re

import headers
import prose

LIBRARY = {"mpi.h": "libparot-mpi", "io.h": "libparot-io", "json.h": "libparot-io", "plot.h": "libparot-io", "report.h": "libparot-io"}
EXAMPLES = {"base.h": "example_batch.c", "parot.h": "example_partial.c", "pu.h": "example_labels.c"}  # of headers for everything


def convention(item):
    """What is true of functions of that name everywhere (parot.h, base.h)."""
    name = item.name
    subject = re.sub(r"_(words|name|parse|init|init_sized|free)$", "", name)
    if name.endswith("_free"):
        return "Releases what it holds. NULL and a zeroed object are accepted."
    if name.endswith("_init"):
        return "Sets struct_size and the defaults; call it before fields are set."
    if name.endswith("_init_sized"):
        return "What %s_init calls, with the size that the caller knows; see VERSIONING.md." % subject
    if name.endswith("_words"):
        return "The values of %s by name; see parot_word." % subject
    if name.endswith("_name"):
        return "The name of a value of %s; NULL if it is not one." % subject
    if name.endswith("_parse"):
        return "The value of %s with that name; refused if there is none." % subject
    return ""


def described(item, shared=False):
    """The comment of a declaration; of a _free that shares one, what is true of all of them."""
    if item.kind == "function" and (not item.doc or (item.name.endswith("_free") and shared)):
        return convention(item)
    return item.doc


def directive(name, signatures, body):
    head = ".. %s:: %s" % (name, signatures[0])
    lines = [head] + [" " * (len(name) + 7) + signature for signature in signatures[1:]]
    return "\n".join(lines) + "\n\n" + (prose.indented(body, 3) + "\n\n" if body else "")


def parts(item, known):
    """The fields of a struct or the values of an enum."""
    out = []
    for part in item.parts:
        text = prose.paragraphs(part.doc, known)
        if part.kind == "union":
            out.append(directive("c:union", [part.name], (text + "\n\n" if text else "") + parts(part, known)))
        elif part.kind == "enumerator":
            out.append(directive("c:enumerator", [part.text], text))
        else:
            out.append(directive("c:member", [one.text for one in part.parts], text))
    return "".join(out)


def macro(item, known):
    is_attribute = "__attribute__" in item.text
    value = "" if is_attribute else "``%s``" % item.text
    return directive("c:macro", [item.name], "\n\n".join(filter(None, [value, prose.paragraphs(item.doc, known)])))


def declared(item, known, signatures, shared):
    text = prose.paragraphs(described(item, shared), known)
    if item.kind == "macro":
        return macro(item, known)
    if item.kind == "function":
        return directive("c:function", signatures, text)
    if item.kind == "constants":
        return "".join(directive("c:enumerator", [part.text], text if not part.doc else
                                 prose.paragraphs(part.doc, known)) for part in item.parts)
    return directive("c:" + item.kind, [item.name], "\n\n".join(filter(None, [text, parts(item, known)])))


def joined(items):
    """Items, and the signatures of functions that share one comment: [(item, signatures, whether the comment is another's)]."""
    out = []
    for item in items:
        above = out[-1][0] if out else None
        is_shared = above is not None and item.kind == "function" and item.doc and item.doc == above.doc
        if is_shared and above.kind == "function" and not item.name.endswith("_free"):
            out[-1][1].append(item.text)
        else:
            out.append((item, [item.text], is_shared or bool(out and item.doc and any(item.doc == other.doc for other, _, _ in out))))
    return out


CUSTOMARY = re.compile(r"_(words|name|parse|init|init_sized|free)$")


def contents(header, known):
    """The functions with what their comments begin with, and the types."""
    functions = [item for item in header.items if item.kind == "function" and not (CUSTOMARY.search(item.name) and convention(item))]
    types = [item for item in header.items if item.kind in ("struct", "enum")]
    rows = "".join("* - %s\n  - %s\n" % (prose.inline(item.name, known), prose.inline(prose.first_sentence(item.doc), known))
                   for item in functions)
    table = ".. list-table::\n   :widths: auto\n   :class: functions\n\n" + prose.indented(rows, 3) + "\n" if rows else ""
    listed = "Types: %s.\n\n" % ", ".join(prose.inline(item.name, known) for item in types) if types else ""
    return table + listed


def heading(text, mark):
    return "%s\n%s\n\n" % (text, mark * len(text))


def examples(folder):
    """Name of a program -> its text."""
    found = {}
    for name in sorted(os.listdir(folder)):
        if name.endswith(".c"):
            with open(os.path.join(folder, name)) as file:
                found[name] = file.read()
    return found


def example_of(header, programs):
    """The program that a page shows: the one for the header, else the one that calls most of its functions."""
    named = EXAMPLES.get(header.name, "example_%s.c" % header.name[:-2])
    if named in programs:
        return named
    functions = {name for name, kind in headers.names(header).items() if kind == "function"}
    used = {name: len(functions & set(re.findall(r"\w+", text))) for name, text in programs.items()}
    best = max(sorted(used), key=used.get)
    if not used[best]:
        raise ValueError("no program of examples/c calls a function of %s" % header.name)
    return best


def example(name, text):
    return heading("Example", "-") + "``examples/c/%s``, which the tests compile and run:\n\n.. code-block:: c\n\n%s\n\n" % (
        name, prose.indented(text.rstrip(), 3))


def page(header, known, programs):
    title, _, rest = header.doc.partition("\n\n")
    library = LIBRARY.get(header.name, "libparot")
    out = [heading(header.name, "="), prose.paragraphs(prose.sentence(" ".join(title.split("\n"))), known) + "\n\n"]
    out.append(".. code-block:: c\n\n   #include <parot/%s> /* %s */\n\n" % (header.name, library))
    if rest:
        out.append(prose.paragraphs(rest, known) + "\n\n")
    out.append(contents(header, known))
    shown = example_of(header, programs)
    out.append(example(shown, programs[shown]))
    if header.items and header.items[0].kind != "section":
        out.append(heading("Declarations", "-"))
    for item, signatures, shared in joined(header.items):
        if item.kind == "section":
            out.append(heading(item.name, "-"))
        elif item.kind == "prose":
            out.append(prose.paragraphs(item.doc, known) + "\n\n")
        else:
            out.append(declared(item, known, signatures, shared))
    return "".join(out)


def table(all_headers):
    """The headers and what they are, in Markdown."""
    rows = ["| header | what it is |", "|---|---|"]
    rows += ["| [%s](%s.rst) | %s |" % (header.name, header.name[:-2], " ".join(header.doc.partition("\n\n")[0].split()))
             for header in all_headers]
    return "\n".join(rows)


def pages(include, programs_folder):
    """(place -> text of pages, the table for their index)."""
    everything = {header.name: header for header in headers.read_all(include)}
    known = {name: "header" for name in everything}
    for header in everything.values():
        known.update(headers.names(header))
    programs = examples(programs_folder)
    out = {"reference/c/%s.rst" % name[:-2]: page(header, known, programs) for name, header in everything.items()}
    return out, table(everything.values())
