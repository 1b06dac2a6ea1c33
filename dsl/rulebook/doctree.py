"""Small pieces of pages, as nodes.

Guarantee: texts become text nodes, never markup: whatever an author writes into a title comes out as it was
written.
"""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from typing import TypeAlias

from docutils import nodes
from sphinx import addnodes

Inline: TypeAlias = str | nodes.Node


def inline(*parts: Inline) -> list[nodes.Node]:
    """Texts and nodes as nodes."""
    return [nodes.Text(x) if isinstance(x, str) else x for x in parts]


def span(text: str, *classes: str) -> nodes.inline:
    """A piece of text with classes."""
    return nodes.inline(text, text, classes=[*classes])


def para(*parts: Inline, classes: Sequence[str] = ()) -> nodes.paragraph:
    """A paragraph."""
    return nodes.paragraph("", "", *inline(*parts), classes=[*classes])


def strong(text: str) -> nodes.strong:
    """Important words."""
    return nodes.strong(text, text)


def label(text: str) -> nodes.paragraph:
    """The heading of a part of an entry, which is not listed in any contents."""
    return nodes.rubric(text, text, classes=["tile-part"])


def box(*children: nodes.Node, classes: Sequence[str]) -> nodes.container:
    """A block that a stylesheet can get hold of."""
    out = nodes.container(classes=[*classes])
    out += list(children)
    return out


def bullets(items: Iterable[Sequence[nodes.Node]], *classes: str) -> nodes.bullet_list:
    """A list."""
    out = nodes.bullet_list(classes=[*classes])
    for item in items:
        out += nodes.list_item("", *item)
    return out


def code(text: str) -> nodes.literal_block:
    """A text of the rules language."""
    return nodes.literal_block(text, text, language="rules", classes=["tile-rule"])


def section(id: str, title: str) -> nodes.section:
    """A section with its heading. It has no name by which a page could refer to it: titles need not differ."""
    return nodes.section("", nodes.title(title, title), ids=[id])


def table(
    head: Sequence[Sequence[nodes.Node]],
    rows: Iterable[Sequence[Sequence[nodes.Node]]],
    *classes: str,
    stub: int = 0,
) -> nodes.table:
    """A table; a cell is a list of inline nodes. `stub` columns are headings of their rows."""
    body = [list(r) for r in rows]
    width = max([len(head), *(len(r) for r in body)])
    group = nodes.tgroup(cols=width)
    for i in range(width):
        group += nodes.colspec(colwidth=1, stub=1 if i < stub else 0)
    if head:
        group += nodes.thead("", _row(head, width))
    group += nodes.tbody("", *(_row(r, width) for r in body))
    return nodes.table("", group, classes=["tile-table", *classes])


def _row(cells: Sequence[Sequence[nodes.Node]], width: int) -> nodes.row:
    out = nodes.row()
    for cell in [*cells, *[[]] * (width - len(cells))]:
        out += nodes.entry("", nodes.paragraph("", "", *cell)) if cell else nodes.entry()
    return out


def link(docname: str, target: str, text: str, *, optional: bool = True) -> addnodes.pending_xref:
    """A link to an entry; if it is optional, a target that is not in the project leaves the text."""
    return addnodes.pending_xref(
        "",
        nodes.inline(text, text, classes=["xref", "tile", "tile-ref"]),
        refdomain="tile",
        reftype="ref",
        reftarget=target,
        refexplicit=True,
        refdoc=docname,
        refwarn=not optional,
        tile_optional=optional,
    )


def join(parts: Iterable[nodes.Node], between: str = ", ") -> list[nodes.Node]:
    """Nodes with a text between each two."""
    out: list[nodes.Node] = []
    for x in parts:
        out += [nodes.Text(between), x] if out else [x]
    return out


def figure(image: nodes.image, *caption: Inline, classes: Sequence[str] = ()) -> nodes.figure:
    """A picture with what it shows."""
    out = nodes.figure("", image, classes=["tile-figure", *classes])
    if caption:
        out += nodes.caption("", "", *inline(*caption))
    return out
