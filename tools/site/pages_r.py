"""pages_r - the help pages of the R package as Markdown; the reader knows the commands that they use, and refuses others."""
import os
import re


def braced(text, at):
    """What stands in the braces that open at `at`, and where it ends."""
    depth = 0
    for place in range(at, len(text)):
        if text[place] in "{}" and text[place - 1] != "\\":
            depth += 1 if text[place] == "{" else -1
            if depth == 0:
                return text[at + 1:place], place + 1
    raise ValueError("a brace is not closed: " + text[at:at + 40])


def commands(text):
    """[(command, its arguments)] at the top of a text."""
    found, at = [], 0
    while True:
        match = re.compile(r"\\(\w+)\{").search(text, at)
        if not match:
            return found
        body, at = braced(text, match.end() - 1)
        arguments = [body]
        while at < len(text) and text[at] == "{":
            body, at = braced(text, at)
            arguments.append(body)
        found.append((match.group(1), arguments))


def inline(text):
    """Markup within a paragraph as Markdown."""
    text = re.sub(r"\\code\{\\link\{([^{}]*)\}\}", r"`\1`", text)
    text = re.sub(r"\\(?:code|link)\{([^{}]*)\}", r"`\1`", text)
    text = re.sub(r"\\emph\{([^{}]*)\}", r"*\1*", text)
    text = text.replace(r"\%", "%").replace(r"\dots", "...")
    if re.search(r"\\[a-z]+\{", text):
        raise ValueError("not understood: " + text[:80])
    return text.strip()


def arguments(body):
    """\\item{x, y}{...} as a definition list."""
    return "\n\n".join("`%s`\n:   %s" % (names, inline(words).replace("\n", "\n    ")) for command, (names, words) in commands(body))


def usage(body):
    return re.sub(r"\\method\{(\w+)\}\{(\w+)\}", r"\1", body).strip("\n").replace(r"\%", "%").replace(r"\dots", "...")


def page(text):
    """(name, aliases, title, Markdown) of one help page."""
    parts, aliases = {}, []
    for command, found in commands(text):
        if command == "alias":
            aliases.append(found[0])
        else:
            parts[command] = found[0]
    out = ["# %s" % parts["name"], "**%s**" % inline(parts["title"]), inline(parts["description"]), "```r\n%s\n```" % usage(parts["usage"])]
    out += ["## Arguments", arguments(parts["arguments"]), "## Value", inline(parts["value"])]
    if "details" in parts:
        out += ["## Details", inline(parts["details"])]
    out += ["## Examples", "`R CMD check` runs them:", "```r\n%s\n```" % usage(parts["examples"]), "Also here: %s." % ", ".join("`%s`" % name for name in aliases)]
    return parts["name"], aliases, inline(parts["title"]), "\n\n".join(out) + "\n"


def pages(folder):
    """(place -> text of pages, the table for their index)."""
    out, rows = {}, ["| page | what it does | names |", "|---|---|---|"]
    for file_name in sorted(os.listdir(folder)):
        with open(os.path.join(folder, file_name)) as file:
            name, aliases, title, text = page(file.read())
        out["reference/r/%s.md" % name] = text
        rows.append("| [%s](%s.md) | %s | %s |" % (name, name, title, ", ".join("`%s`" % alias for alias in aliases)))
    return out, "\n".join(rows)
