"""conf - how Sphinx makes the site of tools/site/stage.py's pages; `make docs` runs it."""
import importlib.util
import os
import sys

sys.path.insert(0, os.path.abspath(os.environ["SITE_TOOLS"]))

project = "parot"
copyright = "the authors of parot"
version = release = os.environ["SITE_VERSION"]

extensions = ["myst_parser", "sphinx.ext.autodoc", "sphinx.ext.napoleon", "docstrings", "linked_names", "transcripts"]
myst_enable_extensions = ["deflist"]
myst_heading_anchors = 4
myst_update_mathjax = False
autodoc_typehints = "none"  # docstrings say what is taken, in words
autodoc_mock_imports = ["torch"] if importlib.util.find_spec("torch") is None else []
napoleon_google_docstring = False
napoleon_use_rtype = False
highlight_language = "none"  # where a block does not say
default_role = "py:obj"  # `certify` in a docstring leads there, and what leads nowhere is code
add_function_parentheses = False
smartquotes = False  # T' is not an apostrophe
nitpick_ignore = [("c:identifier", name) for name in ("int8_t", "int32_t", "int64_t", "uint32_t", "uint64_t", "size_t", "MPI_Comm")]
nitpick_ignore_regex = [("py:.*", ".*")]  # types in docstrings are words

html_theme = "furo"
html_title = "parot " + release
html_static_path = ["_static"]
html_css_files = ["site.css"]
html_copy_source = False
html_show_search_summary = False  # it would fetch every page found, which a browser refuses for files
html_js_files = ["scorer.js"]  # html_search_scorer would write it into a file of Sphinx, which Debian has a package for
html_show_sourcelink = False
html_show_sphinx = False
html_last_updated_fmt = None
# Debian's furo has dark colours for its button alone; these are also those of a system that is dark.
DARK = {
    "color-brand-primary": "#6cc3f2", "color-brand-content": "#6cc3f2", "color-problematic": "#f28b82",
    "color-foreground-primary": "#dfe2e6", "color-foreground-secondary": "#a4a9b0", "color-foreground-muted": "#8a9098",
    "color-foreground-border": "#6a6f76", "color-background-primary": "#14171a", "color-background-secondary": "#1b1f23",
    "color-background-hover": "#242a30ff", "color-background-hover--transparent": "#242a3000", "color-background-border": "#343a41",
    "color-background-item": "#464c53", "color-highlighted-background": "#0b3c5d", "color-highlight-on-target": "#35340f",
    "color-admonition-background": "#1b1f23", "color-api-keyword": "#a4a9b0",
}
html_theme_options = {
    "light_css_variables": {"color-brand-primary": "#00618f", "color-brand-content": "#00618f"},
    "dark_css_variables": DARK,
}
pygments_style, pygments_dark_style = "friendly", "github-dark"
