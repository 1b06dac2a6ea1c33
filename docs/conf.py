"""How the documentation is built: `sphinx-build -W docs docs/_build/html`."""

from __future__ import annotations

import sys
from pathlib import Path

HERE = Path(__file__).parent
sys.path[:0] = [str(HERE.parent), str(HERE / "_ext")]

from sphinx.application import Sphinx  # noqa: E402

from dsl import __version__  # noqa: E402
from dsl.lexer import RulesLexer  # noqa: E402

project = "Tileproof"
author = "the Tileproof authors"
copyright = "the Tileproof authors"
version = release = __version__

extensions = ["myst_parser", "dsl.rulebook.figures", "dsl.rulebook.pdf", "constructs"]
myst_heading_anchors = 3
myst_enable_extensions = ["deflist"]

root_doc = "index"
exclude_patterns = ["_build", "_ext", "editor", "options", "procedure_tables.md"]
highlight_language = "text"
nitpicky = True

# The rules of the pages: those that come along, and the homebrew tiles of the cookbook, with what solvers said.
tile_spec = ["../spec", "../spec/homebrew"]
tile_sample_kind = "public_service"  # of tiles of which a page shows some lines only
tile_facts = "cookbook.json"

# The same text gives the same bytes: no dates anywhere.
html_last_updated_fmt = None
html_theme = "rulebook"
html_title = "Tileproof"
html_copy_source = False
html_show_sourcelink = False
html_static_path = ["_static"]
html_css_files = ["tileproof.css", "syntax.css"]
NOTICE = "Unofficial: the game, its name, its texts and its art belong to their owners."
html_context = {"book_notice": NOTICE}

# For print: `sphinx-build -W -b tilepdf docs docs/_build/pdf`.
tilepdf_css = ["_static/syntax.css"]
tilepdf_subtitle = "Rules of tile-laying games, written once"
tilepdf_notice = NOTICE


def setup(app: Sphinx) -> None:
    """Make `rules` a language of code blocks, also where Tileproof is not installed."""
    app.add_lexer("rules", RulesLexer)
