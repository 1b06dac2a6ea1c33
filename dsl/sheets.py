"""Sheets of cards: which paper, which cards, and where on the paper each card, crop mark and ruler lies.

Guarantee: a sheet's cards lie edge to edge in the middle of the paper, so that the backs, laid out from right to
left, meet the fronts when the paper is turned over its left or right edge. Lengths are millimetres from the upper
left corner.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from dataclasses import dataclass

# What ordinary printers can not print on, at each edge.
UNPRINTABLE = 3.5
_PAPERS: Mapping[str, tuple[float, float]] = {"a4": (210, 297), "letter": (215.9, 279.4)}
_CARDS: Mapping[str, tuple[float, float]] = {"60mm": (60, 60), "poker": (63, 88), "mini": (44, 68)}


@dataclass(frozen=True)
class Sheet:
    """A sheet of paper with `columns` by `rows` cards."""

    name: str
    paper: tuple[float, float]
    card: tuple[float, float]
    columns: int
    rows: int

    @property
    def cards(self) -> int:
        """How many cards the sheet holds."""
        return self.columns * self.rows

    @property
    def upright(self) -> bool:
        """Whether the paper is higher than wide."""
        return self.paper[1] >= self.paper[0]

    @property
    def margins(self) -> tuple[float, float]:
        """From the paper's edge to the cards, on the left and right, and at the top and bottom."""
        return (
            (self.paper[0] - self.columns * self.card[0]) / 2,
            (self.paper[1] - self.rows * self.card[1]) / 2,
        )

    def corner(self, place: int, *, back: bool = False) -> tuple[float, float]:
        """The upper left corner of a card's place, counted row by row from 0; on backs the columns run from right
        to left."""
        row, column = divmod(place, self.columns)
        column = self.columns - 1 - column if back else column
        left, top = self.margins
        return left + column * self.card[0], top + row * self.card[1]

    def crop_marks(self) -> Iterator[tuple[float, float, float, float]]:
        """Lines (x1, y1, x2, y2) outside the cards that point along every cut."""
        left, top = self.margins
        width, height = self.paper
        for i in range(self.columns + 1):
            x = left + i * self.card[0]
            begin, end = _mark(top)
            yield x, begin, x, end
            yield x, height - end, x, height - begin
        for i in range(self.rows + 1):
            y = top + i * self.card[1]
            begin, end = _mark(left)
            yield begin, y, end, y
            yield width - end, y, width - begin, y


def _mark(margin: float) -> tuple[float, float]:
    """Where a crop mark begins and ends in a margin: a millimetre off the cards, at most 5 mm long, and on what
    can be printed."""
    return max(UNPRINTABLE, margin - 6), margin - 1


def _sheet(paper: str, card: str, columns: int, rows: int, *, lying: bool = False) -> Sheet:
    width, height = _PAPERS[paper]
    size = (height, width) if lying else (width, height)
    name = f"{paper}-{card}-{columns * rows}up"
    return Sheet(name, size, _CARDS[card], columns, rows)


SHEETS: Mapping[str, Sheet] = {
    s.name: s
    for paper in _PAPERS
    for s in (
        _sheet(paper, "60mm", 3, 3),
        _sheet(paper, "60mm", 3, 4),
        _sheet(paper, "poker", 3, 3),
        _sheet(paper, "poker", 4, 2, lying=True),
        _sheet(paper, "mini", 4, 3),
    )
}
"""Every sheet by its name. Nine poker cards leave little margin on Letter; eight on the paper lying leave more."""
