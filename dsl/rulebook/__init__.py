"""A Sphinx extension for rules of tile-laying games: the domain `tile`, with entries made from the rules.

Guarantee: no solver is imported, whatever a page shows. Put `dsl.rulebook` among the extensions of a project; see
`docs/rulebook.md`.
"""

from __future__ import annotations

from pathlib import Path
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from sphinx.application import Sphinx
    from sphinx.util.typing import ExtensionMetadata

_HERE = Path(__file__).parent


def setup(app: Sphinx) -> ExtensionMetadata:
    """Add the domain, its directives, configuration and style sheet to a project."""
    from dsl import __version__
    from dsl.lexer import RulesLexer
    from dsl.rulebook.directives import DIRECTIVES
    from dsl.rulebook.domain import TileDomain
    from dsl.rulebook.rules import leave_words, outdated, read_rules

    app.add_lexer("rules", RulesLexer)
    app.add_config_value(
        "tile_spec", [], "env", [list, tuple, str], "folders of rules; none: those that come along"
    )
    app.add_config_value("tile_facts", "", "env", str, "what solvers said, as `tileproof docs` keeps it")
    app.add_config_value("tile_language", "", "env", str, "language of the entries; none: that of the project")
    app.add_domain(TileDomain)
    for name, directive in DIRECTIVES.items():
        app.add_directive_to_domain("tile", name, directive)
    app.add_html_theme("rulebook", str(_HERE / "theme"))
    app.connect("builder-inited", read_rules)
    app.connect("builder-inited", _add_style)
    app.connect("env-get-outdated", outdated)
    # After the extensions that look for targets elsewhere.
    app.connect("missing-reference", leave_words, priority=900)
    return {"version": __version__, "env_version": 1, "parallel_read_safe": True, "parallel_write_safe": True}


def _add_style(app: Sphinx) -> None:
    """The style of entries, for any theme."""
    if app.builder.format == "html":
        app.config.html_static_path.append(str(_HERE / "static"))
        app.add_css_file("tile.css")
