"""What compiled scoring functions may ask about a complete city.

Guarantee: every question has an answer on every complete city; nothing here knows a game's kinds or numbers.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable

from dsl import core as c
from dsl.board import Region, RegionKind, Side, Space
from dsl.city import City

Test = Callable[[Space], bool]


class View:
    """A complete city on its board, under a game."""

    def __init__(self, city: City, game: c.Game) -> None:
        self.board = game.mode.board
        self.kinds = tuple(b.kind if b is not None else None for b in city.cells)
        self._floors = tuple(b.floors if b is not None else 0 for b in city.cells)
        self._active = tuple(b is not None and bool(b.active) for b in city.cells)
        self._cells = city.cells
        self._holds = tuple(
            b is not None and (bool(b.active) or game.kinds[b.kind].seats_inactive) for b in city.cells
        )
        self._received = city.received(game)
        has, seated = city.has(game), city.seated(game)
        self._unseated = {r.name: has[r.name] - seated[r.name] for r in game.resources}

    # -- the board

    @property
    def spaces(self) -> Region:
        """All spaces in reading order."""
        return self.board.spaces

    def adjacent(self, space: Space) -> Region:
        """Spaces that share a side with `space`."""
        return self.board.adjacent(space)

    def diagonal(self, space: Space) -> Region:
        """Spaces that share only a corner with `space`."""
        return self.board.diagonal(space)

    def within(self, steps: int, space: Space) -> Region:
        """Spaces at most `steps` away from `space`, itself included."""
        return tuple(t for t in self.board.spaces if self.board.distance(space, t) <= steps)

    def same(self, kind: RegionKind, space: Space) -> Region:
        """Spaces in the same row, column, line or district."""
        return self.board.region_of(kind, space)

    def regions(self, kind: RegionKind) -> tuple[Region, ...]:
        """All rows, columns, lines or districts."""
        return self.board.regions(kind)

    def edge(self, side: Side | None = None) -> Region:
        """Spaces on the border, or on one side of it, in reading order."""
        return tuple(sorted(self.board.edge if side is None else self.board.side(side)))

    def corners(self) -> Region:
        """The corner spaces in reading order."""
        return tuple(sorted(self.board.corners))

    def distance(self, a: Space, b: Space) -> int:
        """Steps over the grid."""
        return self.board.distance(a, b)

    # -- spaces

    def kind(self, space: Space) -> str | None:
        """The kind of the building on a space, standing or not."""
        return self.kinds[space]

    def placed(self, space: Space) -> bool:
        """Whether there is a building."""
        return self.kinds[space] is not None

    def active(self, space: Space) -> bool:
        """Whether there is an active building."""
        return self._active[space]

    def floors(self, space: Space) -> int:
        """Its floors; 0 if there is none."""
        return self._floors[space]

    def printed(self, space: Space, resource: str | None = None) -> int:
        """Printed VP, or printed units of a resource."""
        b = self._cells[space]
        if b is None:
            return 0
        return b.vp if resource is None else b.gains.get(resource, 0)

    def seated(self, space: Space, resource: str) -> int:
        """Units on its seats."""
        b = self._cells[space]
        return (b.seats or {}).get(resource, 0) if b is not None and self._holds[space] else 0

    # -- the city as a whole

    def unseated(self, resource: str) -> int:
        """Units that are not seated."""
        return self._unseated[resource]

    def received(self, resource: str) -> int:
        """Units received by placing."""
        return self._received[resource]

    # -- shapes

    def group(self, start: Space, test: Test) -> Region:
        """The spaces joined with `start` through adjacent spaces that pass; none if `start` does not."""
        if not test(start):
            return ()
        found, todo = {start}, [start]
        while todo:
            for near in self.board.adjacent(todo.pop()):
                if near not in found and test(near):
                    found.add(near)
                    todo.append(near)
        return tuple(sorted(found))

    def longest_run(self, lines: Iterable[Region], test: Test) -> int:
        """The longest unbroken run of passing spaces in any of the lines."""
        best = 0
        for line in lines:
            run = 0
            for space in line:
                run = run + 1 if test(space) else 0
                best = max(best, run)
        return best

    def run_through(self, space: Space, line: RegionKind, test: Test) -> int:
        """The length of the unbroken run through `space` in its row or column."""
        if not test(space):
            return 0
        region = self.board.region_of(line, space)
        at = region.index(space)
        low = high = at
        while low > 0 and test(region[low - 1]):
            low -= 1
        while high + 1 < len(region) and test(region[high + 1]):
            high += 1
        return high - low + 1

    def different(self, spaces: Iterable[Space], classes: Iterable[frozenset[str]]) -> int:
        """How many of the classes of kinds have a building on one of the spaces."""
        present = {self.kinds[x] for x in spaces}
        return sum(not present.isdisjoint(k) for k in classes)


def look_up(rows: tuple[tuple[int, ...], ...], start: tuple[int, ...], *at: int) -> int:
    """A table's value: 0 below its start, its last entry past its end. `at` has one or two indices."""
    if any(x < first for x, first in zip(at, start, strict=True)):
        return 0
    if len(at) == 1:
        return rows[0][min(at[0] - start[0], len(rows[0]) - 1)]
    row = rows[min(at[0] - start[0], len(rows) - 1)]
    return row[min(at[1] - start[1], len(row) - 1)]
