"""Shapes as railroad diagrams in SVG.

Guarantee: the same shape gives the same picture; it is no wider than a page where its parts are not, in the colour
of the text around it, and says in words what it shows.
"""

from __future__ import annotations

import re
from collections.abc import Mapping
from html import escape

import railroad
from shapes import NOTHING, SORTS, Choice, Many, Ref, Seq, Shape, Sort, Word, text

railroad.INTERNAL_ALIGNMENT = "left"
WIDTH = 600.0
"""What a diagram may take, in CSS pixels: the text of a page of A4 has a little more."""

_EDGES = 40.0  # of a diagram: where it begins and ends
_TURN = 40.0  # what the rails of a choice take, of a loop, of a line that goes on below


class _Choice(railroad.Choice):  # type: ignore[misc]
    """A choice that knows how far down it goes: the library forgets that its last part may have several lines."""

    def __init__(self, default: int, *items: railroad.DiagramItem) -> None:
        super().__init__(default, *items)
        if default < len(items) - 1:
            self.down += self.items[-1].height


def svg(key: str, title: str, shape: Shape, links: Mapping[str, str], names: Mapping[str, str]) -> str:
    """A diagram for a page of HTML: `links` leads to those of other keys, `names` is what they are called."""
    diagram = railroad.Diagram(_item(shape, WIDTH - _EDGES, links, names))
    diagram.format(6, 1, 6, 1)
    out: list[str] = []
    diagram.writeSvg(out.append)
    body = "".join(out).replace("xlink:href", "href").replace(' class="non-terminal "', ' class="non-terminal"')
    body = _inked(re.sub(r'class="([^"]*?) *"', r'class="\1"', body))
    width, height = diagram.attrs["width"], diagram.attrs["height"]
    mark = f"syntax-{re.sub('[^a-z0-9]+', '-', key)}"
    said = text(shape, names)
    head = (
        f'<svg class="railroad-diagram" viewBox="0 0 {width} {height}" width="{width}" height="{height}" '
        f'role="group" aria-labelledby="{mark}-title" aria-describedby="{mark}-text" font-size="14" '
        'font-family="DejaVu Sans Mono, Menlo, Consolas, monospace" fill="currentColor" text-anchor="middle">\n'
        f'<title id="{mark}-title">{escape(title)}</title>\n<desc id="{mark}-text">{escape(said)}</desc>\n'
    )
    return head + body.partition(">\n")[2]


def _inked(body: str) -> str:
    """The picture with its colours and lines, which are said in it: for print no style sheet reaches into it."""
    sort = r'(<g class="non-terminal sort")>(.*?)<rect '
    dashed = r'\1 font-style="italic">\2<rect fill="none" stroke-dasharray="4 2" '
    body = re.sub(sort, dashed, body, flags=re.DOTALL)
    body = re.sub(r"<rect (?!fill)", '<rect fill-opacity="0.07" ', body)
    body = body.replace("<rect ", '<rect stroke="currentColor" stroke-width="1.3" ')
    body = body.replace("<path ", '<path fill="none" stroke="currentColor" stroke-width="1.6" ')
    return body.replace('<g class="terminal">', '<g class="terminal" font-weight="bold">')


def _item(x: Shape, room: float, links: Mapping[str, str], names: Mapping[str, str]) -> railroad.DiagramItem:
    """A shape in so much room, in CSS pixels."""

    def item(x: Shape, room: float) -> railroad.DiagramItem:
        match x:
            case Word(said):
                return railroad.Terminal(said)
            case Sort(name, says):
                return railroad.NonTerminal(says or SORTS.get(name, name), cls="sort")
            case Ref(key):
                return railroad.NonTerminal(names.get(key, key), href=links.get(key))
            case Seq(()):
                return railroad.Skip()
            case Seq(items):
                return lines([item(y, room) for y in items], room)
            case Choice(items):
                some = [item(y, room - _TURN) for y in items if y != NOTHING]
                if NOTHING in items:
                    return _Choice(1, railroad.Skip(), *some)
                return _Choice(0, *some)
            case Many(one, between):
                inside = room - _TURN / 2
                # The way back is read from right to left.
                back = item(between, inside) if between != NOTHING else None
                return railroad.OneOrMore(item(one, inside), back)

    return item(x, room)


def lines(items: list[railroad.DiagramItem], room: float) -> railroad.DiagramItem:
    """Items one after the other, on several lines where one has no room for all."""
    widths = [x.width + (20 if x.needsSpace else 0) for x in items]
    if sum(widths) <= room:
        return railroad.Sequence(*items)
    rows: list[list[railroad.DiagramItem]] = [[]]
    left = inside = room - _TURN
    for x, width in zip(items, widths, strict=True):
        if rows[-1] and width > left:
            rows.append([])
            left = inside
        rows[-1].append(x)
        left -= width
    return (
        railroad.Stack(*(railroad.Sequence(*row) for row in rows)) if len(rows) > 1 else railroad.Sequence(*items)
    )
