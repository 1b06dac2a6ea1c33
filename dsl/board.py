"""The geometry of a board: spaces, neighbours, rows, columns, districts, and symmetries.

Guarantee: everything here depends on the shape and the district map alone. Spaces are numbered 0, 1, ... in
reading order.
"""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass
from functools import cache, cached_property
from typing import Literal

Space = int
Region = tuple[Space, ...]
RegionKind = Literal["row", "column", "line", "district"]
Side = Literal["left", "right", "top", "bottom"]


@dataclass(frozen=True)
class Board:
    """A rectangle of spaces, each in one district; `districts` lists district labels in reading order."""

    rows: int
    columns: int
    districts: tuple[int, ...]

    @property
    def size(self) -> int:
        """The number of spaces."""
        return self.rows * self.columns

    def space(self, row: int, column: int) -> Space:
        """The space at a 0-based row and column."""
        return row * self.columns + column

    def row_column(self, space: Space) -> tuple[int, int]:
        """The 0-based row and column of a space."""
        return divmod(space, self.columns)

    @cached_property
    def spaces(self) -> Region:
        """All spaces in reading order."""
        return tuple(range(self.size))

    @cached_property
    def _steps(self) -> tuple[tuple[tuple[Space, ...], ...], tuple[tuple[Space, ...], ...]]:
        straight: list[Region] = []
        oblique: list[Region] = []
        for s in self.spaces:
            r, c = self.row_column(s)
            near = [(r - 1, c), (r, c - 1), (r, c + 1), (r + 1, c)]
            slant = [(r - 1, c - 1), (r - 1, c + 1), (r + 1, c - 1), (r + 1, c + 1)]
            for out, cells in ((straight, near), (oblique, slant)):
                out.append(
                    tuple(
                        self.space(i, j) for i, j in cells if 0 <= i < self.rows and 0 <= j < self.columns
                    )
                )
        return tuple(straight), tuple(oblique)

    def adjacent(self, space: Space) -> Region:
        """The spaces that share a side with `space`."""
        return self._steps[0][space]

    def diagonal(self, space: Space) -> Region:
        """The spaces that share only a corner with `space`."""
        return self._steps[1][space]

    def distance(self, a: Space, b: Space) -> int:
        """Steps over the grid from `a` to `b`."""
        (ra, ca), (rb, cb) = self.row_column(a), self.row_column(b)
        return abs(ra - rb) + abs(ca - cb)

    @cached_property
    def _regions(self) -> dict[str, tuple[Region, ...]]:
        rows = tuple(tuple(self.space(r, c) for c in range(self.columns)) for r in range(self.rows))
        columns = tuple(tuple(self.space(r, c) for r in range(self.rows)) for c in range(self.columns))
        labels = sorted(set(self.districts))
        districts = tuple(tuple(s for s in self.spaces if self.districts[s] == d) for d in labels)
        return {"row": rows, "column": columns, "line": rows + columns, "district": districts}

    def regions(self, kind: RegionKind) -> tuple[Region, ...]:
        """All rows (top to bottom), columns (left to right), lines (rows, then columns) or districts."""
        return self._regions[kind]

    def region_of(self, kind: RegionKind, space: Space) -> Region:
        """The row, column or district that holds `space`; for `line`, its row and column together."""
        found = {s for region in self.regions(kind) if space in region for s in region}
        return tuple(sorted(found))

    @cached_property
    def edge(self) -> frozenset[Space]:
        """The spaces on the border."""
        return frozenset().union(*(self.side(x) for x in ("left", "right", "top", "bottom")))

    def side(self, side: Side) -> frozenset[Space]:
        """The spaces on one side of the border."""
        region = {
            "left": self.regions("column")[0],
            "right": self.regions("column")[-1],
            "top": self.regions("row")[0],
            "bottom": self.regions("row")[-1],
        }[side]
        return frozenset(region)

    @cached_property
    def corners(self) -> frozenset[Space]:
        """The spaces at the ends of the border's sides."""
        last_row, last_column = self.rows - 1, self.columns - 1
        return frozenset(self.space(r, c) for r in (0, last_row) for c in (0, last_column))

    def connected_sets(self, size: int) -> tuple[Region, ...]:
        """All sets of `size` spaces that hang together by adjacency, each in reading order."""
        return _connected_sets(self, size)

    @cached_property
    def symmetries(self) -> tuple[tuple[Space, ...], ...]:
        """The flips and half turns that carry rows to rows, columns to columns and districts to districts.

        Each is given by its images; the identity comes first.
        """
        found = []
        for flip_rows in (False, True):
            for flip_columns in (False, True):
                image = []
                for s in self.spaces:
                    r, c = self.row_column(s)
                    r = self.rows - 1 - r if flip_rows else r
                    c = self.columns - 1 - c if flip_columns else c
                    image.append(self.space(r, c))
                pairs = {(self.districts[s], self.districts[t]) for s, t in enumerate(image)}
                if len(pairs) == len(set(self.districts)):
                    found.append(tuple(image))
        return tuple(dict.fromkeys(found))

    def symmetries_keeping(self, sides: Iterable[Side]) -> tuple[tuple[Space, ...], ...]:
        """Those of the symmetries that carry each of these sides to itself."""
        kept = [self.side(x) for x in sides]
        return tuple(f for f in self.symmetries if all(f[s] in side for side in kept for s in side))


@cache
def _connected_sets(board: Board, size: int) -> tuple[Region, ...]:
    if size == 1:
        return tuple((s,) for s in board.spaces)
    found = {
        tuple(sorted({*part, t}))
        for part in _connected_sets(board, size - 1)
        for s in part
        for t in board.adjacent(s)
        if t not in part
    }
    return tuple(sorted(found))
