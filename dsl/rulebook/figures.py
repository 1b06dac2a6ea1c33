"""The role `figure`: a number in prose that is worked out again whenever the page is read.

Guarantee: a number that is not what the rules and facts make it is a warning at its file and line, and so is one
that can not be worked out; `sphinx-build -W` stops at either. Pages that state figures are read again when the
rules or the facts change.
"""

from __future__ import annotations

import re
from pathlib import Path
from typing import TYPE_CHECKING

from docutils import nodes
from sphinx.util.docutils import SphinxRole
from sphinx.util.logging import getLogger

from dsl.figures import Fault, Figures
from dsl.rulebook.rules import material_of

if TYPE_CHECKING:
    from sphinx.application import Sphinx
    from sphinx.util.typing import ExtensionMetadata

logger = getLogger(__name__)


class FigureRole(SphinxRole):
    """`41: max TILE in MODE` shows `41`, and is checked; without `41:` it shows what it is."""

    def run(self) -> tuple[list[nodes.Node], list[nodes.system_message]]:
        """The number as text."""
        material = material_of(self.env)
        written = re.sub(r"\s+", " ", self.text)
        shown = written.rpartition(":")[0].strip() or "?"
        if material is None:  # which was said where the rules are
            return [nodes.inline(self.rawtext, shown)], []
        for path in [*material.files.values(), *([material.facts_file] if material.facts_file else [])]:
            self.env.note_dependency(str(path))
        try:
            found = Figures(material.spec, material.facts).figure(written)
        except Fault as fault:
            text = f"no figure: {fault.message}\n  {written}\n  {' ' * fault.at}^"
            self._warn(text + (f"\n  help: {fault.help}" if fault.help else ""))
            return [nodes.inline(self.rawtext, shown, classes=["figure-fault"])], []
        if found.stale:
            self._warn(f"a stale figure: the text says {found.shown}, but it is {found.value}\n  {written}")
        return [nodes.inline(self.rawtext, found.shown, classes=["figure"])], []

    def _warn(self, text: str) -> None:
        logger.warning(text, location=self._place(), type="tile", subtype="figure")

    def _place(self) -> str:
        """The file and line: docutils knows only where the paragraph begins."""
        source, line = self.get_source_info()
        begin = "`" + self.text.split("\n")[0]
        try:
            lines = Path(source).read_text("utf-8").split("\n")
        except (OSError, UnicodeDecodeError):
            lines = []
        return f"{source}:{next((n for n, x in enumerate(lines, 1) if n >= line and begin in x), line)}"


def setup(app: Sphinx) -> ExtensionMetadata:
    """Add the role; the rules are those of `dsl.rulebook`."""
    app.setup_extension("dsl.rulebook")
    app.add_role("figure", FigureRole())
    return {"parallel_read_safe": True, "parallel_write_safe": True}
