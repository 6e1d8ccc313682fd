"""stage - copies the documents into one tree for Sphinx, and makes their links lead to pages of it.

Sphinx reads one folder. The pages are docs/, some files at the top of the tree, and pages that the generators make of headers, the
man page and the help of R. A link from one of them to another is kept; a link to a source file, which the site does not have,
becomes its text.
"""
import os
import posixpath
import re

from glossary import directed

ROOT = os.path.dirname(os.path.dirname(os.path.dirname(os.path.abspath(__file__))))
TOP = {  # pages at the top of the tree, and where they are on the site
    "README.md": "index.md",
    "CHANGELOG.md": "project/changelog.md",
    "CONTRIBUTING.md": "project/contributing.md",
    "SECURITY.md": "project/security.md",
    "VERSIONING.md": "project/versioning.md",
    "cli/parot.1.md": "reference/command/index.md",
}
FILE = re.compile(r"[\w./-]+\.md")
LINK = re.compile(r"(!?)\[((?:[^\[\]]|\[[^\[\]]*\])*)\]\(([^)\s]+)\)")


def documents():
    """Path in the tree -> path on the site, of what is copied: pages and pictures."""
    found = {path: place for path, place in TOP.items() if place.startswith("project/")}
    for folder, _, names in os.walk(os.path.join(ROOT, "docs")):
        for name in names:
            path = os.path.relpath(os.path.join(folder, name), ROOT)
            if name.endswith((".md", ".svg", ".png")):
                found[path] = os.path.relpath(path, "docs")
    return found


def places(pages):
    """Path in the tree -> path on the site, of all that a link may lead to."""
    known = {**TOP, **documents()}
    for page in pages:
        header = re.fullmatch(r"reference/c/(\w+)\.rst", page)
        if header and header.group(1) != "index":
            known["include/parot/%s.h" % header.group(1)] = page
    for folder in ("start", "tutorials", "howto", "walkthroughs", "theory", "notes", "reference"):
        known["docs/" + folder] = "index.md"
    return known


def title(path):
    """What a page of the tree is called."""
    with open(os.path.join(ROOT, path), encoding="utf-8") as file:
        return re.search(r"^# (.+)$", file.read(), re.M).group(1)


def relink(text, path, place, known):
    """The text of the page with links from its place on the site."""
    def one(match):
        mark, words, target = match.groups()
        if re.match(r"[a-z]+:|#", target):
            return match.group()
        file, _, anchor = target.partition("#")
        file = posixpath.normpath(posixpath.join(posixpath.dirname(path), file))
        led = known.get(file)
        if led is None:
            return words
        if FILE.fullmatch(words):  # a reader of the site sees pages, not files
            words = title(file)
        link = posixpath.relpath(led, posixpath.dirname(place) or ".")
        return "%s[%s](%s%s)" % (mark, words, link, "#" + anchor if anchor else "")
    return LINK.sub(one, text)


def without_empty(text, everything):
    """The front page without the globs of folders that have no page yet: Sphinx would warn."""
    def is_there(line):
        folder = re.fullmatch(r"(\w+)/\*", line)
        return not folder or any(place.startswith(folder.group(1) + "/") for place in everything)
    return "\n".join(line for line in text.split("\n") if is_there(line))


def write(folder, place, data):
    """Writes a file unless it is there already: Sphinx reads what is newer."""
    path = os.path.join(folder, place)
    os.makedirs(os.path.dirname(path), exist_ok=True)
    if os.path.exists(path):
        with open(path, "rb") as file:
            if file.read() == data:
                return
    with open(path, "wb") as file:
        file.write(data)


def remove_others(folder, kept):
    for inside, _, names in os.walk(folder):
        for name in names:
            if os.path.relpath(os.path.join(inside, name), folder) not in kept:
                os.remove(os.path.join(inside, name))


def filled(text, pieces):
    """The text with what is made in the places that are left for it."""
    return re.sub(r"^<!-- made: (\w+) -->$", lambda match: pieces[match.group(1)], text, flags=re.M)


def stage(folder, generated, pieces):
    """Fills the folder with the documents and the generated pages (place -> text)."""
    copied, known = documents(), places(generated)
    everything = set(copied.values()) | set(generated)
    for path, place in copied.items():
        with open(os.path.join(ROOT, path), "rb") as file:
            data = file.read()
        if path.endswith(".md"):
            text = filled(relink(data.decode(), path, place, known), pieces)
            if place == "index.md":
                text = without_empty(text, everything)
            elif place == "glossary.md":
                text = directed(text)
            data = text.encode()
        write(folder, place, data)
    for place, text in generated.items():
        write(folder, place, text.encode())
    remove_others(folder, everything)
