"""transcripts - a Sphinx extension: code that is a transcript of a terminal is shown as one.

The tests run such code with cram, whose marks at the ends of lines, (glob) and (re), and whose line that skips a page without data
are for the tests alone.
"""
import re

from docutils import nodes
from sphinx.transforms import SphinxTransform

MARK = re.compile(r"^(.*) \((glob|re|esc|no-eol)\)$", re.M)
GUARD = re.compile(r"^\$ .*\|\| exit 80\n?", re.M)


def shown(text):
    """A transcript without what is for the tests; what differs from run to run is an ellipsis."""
    def unmarked(match):
        return match.group(1).replace("*", "\u2026") if match.group(2) == "glob" else match.group(1)
    return MARK.sub(unmarked, GUARD.sub("", text)).strip("\n")


class Transcripts(SphinxTransform):
    default_priority = 100  # before highlighting

    def apply(self):
        for block in list(self.document.findall(nodes.literal_block)):
            text = block.astext()
            if not re.match(r"\$ ", text):
                continue
            kept = shown(text)
            if not kept:
                block.parent.remove(block)
                continue
            block.replace_self(nodes.literal_block(kept, kept, language="console", force=True))


def setup(app):
    app.add_transform(Transcripts)
    return {"parallel_read_safe": True, "version": "1"}
