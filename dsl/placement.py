"""The placement rule of a mode: from its lines to the spaces that each number opens.

Guarantee: every number of the mode has an entry for new buildings and for each floor above the first, so that
nobody has to ask whether there is one; without a line on new floors, a floor is placed as a new building is.
"""

from __future__ import annotations

from collections.abc import Iterable
from typing import assert_never

from dsl import core as c
from dsl import syntax as s
from dsl.board import Space
from dsl.declarations import grid_cells
from dsl.declare import MOST


def placement(title: str, lines: Iterable[s.Line], mode: c.Mode, highest: int) -> c.Placement:
    """The rule that some lines make together, for buildings of up to `highest` floors."""
    lines = list(lines)
    copies: dict[int, dict[int, int]] = {n: {} for n in mode.players}
    shown: dict[Space, int] = {}
    new: dict[str, tuple[s.Fit, ...]] = {}
    for x in lines:
        match x:
            case s.Numbers(low, high, each, per_player):
                for players, there in copies.items():
                    for n in range(low, min(high, MOST) + 1):
                        there[n] = there.get(n, 0) + each * (players if per_player else 1)
            case s.SpaceNumbers(grid):
                cells = [word for row in grid_cells(grid) for word in row]
                shown = {space: int(word) for space, word in enumerate(cells) if word.isdigit()}
            case s.NewWhere(what, fits):
                new[what] = fits
            case _:
                pass
    building = new.get("building", ())
    floor = new.get("floor", building)
    numbers = sorted(next(iter(copies.values())))

    def opened(fits: tuple[s.Fit, ...], number: int, level: int) -> frozenset[Space]:
        return frozenset(x for x in mode.board.spaces if not fits or any(fit(f, x, number, level) for f in fits))

    def fit(what: s.Fit, space: Space, number: int, level: int) -> bool:
        row, column = mode.board.row_column(space)
        match what:
            case "row":
                return row + 1 == number
            case "column":
                return column + 1 == number
            case "district":
                return mode.board.districts[space] == number
            case "space":
                return shown.get(space) == number
            case "floor":
                return level == number
            case _:
                assert_never(what)

    return c.Placement(
        title,
        copies,
        {n: opened(building, n, 1) for n in numbers},
        {(n, j): opened(floor, n, j) for n in numbers for j in range(2, highest + 1)},
    )
