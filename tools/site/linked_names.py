"""linked_names - a Sphinx extension: a name in code quotes that the reference has leads there, wherever it stands.

Names of C (`parot_partial`, `PAROT_OK`, `parot_result.bound`), of Python (`parot.pu`) and verbs (`parot pu`).
"""
import re

from docutils import nodes
from sphinx.transforms.post_transforms import SphinxPostTransform

NAME = re.compile(r"(?:parot|PAROT)_\w+(?:\.\w+)*|parot\.\w+(?:\.\w+)*|parot [a-z]+")


def places(env):
    """Name -> (page, anchor)."""
    found = {}
    for domain in ("c", "py"):
        for name, _, _, page, anchor, _ in env.get_domain(domain).get_objects():
            found[name] = (page, anchor)
            if domain == "c" and re.match(r"\w+\.PAROT_", name):  # a value of an enum
                found[name.split(".")[-1]] = (page, anchor)
    for page in env.found_docs:
        verb = re.fullmatch(r"reference/command/([a-z]+)", page)
        if verb and verb.group(1) not in ("index", "options"):
            found["parot " + verb.group(1)] = (page, "")
    return found


class LinkedNames(SphinxPostTransform):
    default_priority = 800

    def run(self):
        known = self.env.temp_data.setdefault("linked_names", {})
        if not known:
            known.update(places(self.env))
        for node in list(self.document.findall(nodes.literal)):
            name = node.astext().removesuffix("()")
            if not NAME.fullmatch(name) or name not in known or self.is_apart(node):
                continue
            page, anchor = known[name]
            if page != self.env.docname:
                self.link(node, page, anchor)

    def is_apart(self, node):
        """Whether it is in a link, or in a title, which tables of contents repeat."""
        while node is not None:
            if isinstance(node, (nodes.reference, nodes.title)):
                return True
            node = node.parent
        return False

    def link(self, node, page, anchor):
        address = self.app.builder.get_relative_uri(self.env.docname, page) + ("#" + anchor if anchor else "")
        link = nodes.reference("", "", internal=True, refuri=address)
        node.replace_self(link)
        link += node


def setup(app):
    app.add_post_transform(LinkedNames)
    return {"parallel_read_safe": True}
