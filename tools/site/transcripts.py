"""transcripts - a Sphinx extension: code that is a transcript of a terminal is shown as one."""
import re

from docutils import nodes
from pygments.lexers.shell import BashSessionLexer
from pygments.token import Error, Text
from sphinx.transforms import SphinxTransform


class Transcript(BashSessionLexer):
    """Commands after $ and >, and what they print. A quote that ends on another line is not a mistake."""

    _bare_continuation = True  # lines with > belong to the command above

    def get_tokens_unprocessed(self, text):
        for place, token, words in super().get_tokens_unprocessed(text):
            yield place, Text if token is Error else token, words


class Transcripts(SphinxTransform):
    default_priority = 100  # before highlighting

    def apply(self):
        for block in list(self.document.findall(nodes.literal_block)):
            text = block.astext()
            if re.match(r"\$ ", text):
                block.replace_self(nodes.literal_block(text, text, language="transcript", force=True))


def setup(app):
    app.add_lexer("transcript", Transcript)
    app.add_transform(Transcripts)
    return {"parallel_read_safe": True, "version": "1"}
