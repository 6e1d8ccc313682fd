"""wide_tables - a Sphinx extension: a table stands in a box of its own, which scrolls on a narrow screen."""
from docutils import nodes
from sphinx.transforms.post_transforms import SphinxPostTransform


class WideTables(SphinxPostTransform):
    default_priority = 900

    def run(self):
        for table in list(self.document.findall(nodes.table)):
            box = nodes.container(classes=["wide"])
            table.replace_self(box)
            box += table


def setup(app):
    app.add_post_transform(WideTables)
    return {"parallel_read_safe": True, "version": "1"}
