"""Configure Sphinx for the documentation site: `make docs` builds it, `htl serve` serves it under `/docs`.

The pages are Markdown, and read well on a code host too. `generated.py` has what is made from the code;
`page_repairs.py` what the security policy of the server and screen readers need beyond the theme.
"""

from __future__ import annotations

import sys
from pathlib import Path

from pygments.lexers.special import TextLexer
from sphinx.application import Sphinx

sys.path.insert(0, str(Path(__file__).parent))

import generated
import page_repairs

from holdtheline import __version__

project = "Hold the Line"
author = "The Hold the Line authors"
release = version = __version__

extensions = ["myst_parser"]
exclude_patterns = ["_site", "bots", "pictures"]
smartquotes = False  # options keep their two hyphens
html_theme = "furo"
html_title = "Hold the Line"
html_static_path = ["static"]
html_css_files = ["site.css"]
html_favicon = "../../src/holdtheline/web/static/favicon.svg"
html_theme_options = {"footer_icons": [], "top_of_page_buttons": []}
html_copy_source = False
html_show_sphinx = False
html_show_copyright = False
pygments_style = "a11y-light"
pygments_dark_style = "a11y-dark"

myst_heading_anchors = 4
myst_enable_extensions = ["deflist"]

LANGUAGES = ("example", "drawing", "session", "typed")
"""Fences of the rulebooks, the protocol and the tutorials that no highlighter knows."""


def setup(app: Sphinx) -> None:
    for language in LANGUAGES:
        app.add_lexer(language, TextLexer)
    app.connect("source-read", generated.complete_page)
    app.connect("build-finished", generated.write_pictures)
    app.connect("build-finished", page_repairs.rewrite_site)
