"""The same buildings on other spaces: a city that has a total which none exceeds, looked for by trying.

Where a sum over groups is greatest if each group is whole, solvers tell quickly of which buildings, and can take
for ever to say where; to lay whole groups along a line that winds over the board is easy.

Guarantee: a city in the order that is returned has that total through the Python scorer. That none is returned says
nothing. The work is counted in cities, not in seconds, but for a deadline.
"""

from __future__ import annotations

import random
import time
from collections.abc import Iterator, Sequence
from dataclasses import replace
from itertools import islice, permutations

from dsl.board import Board, Space
from dsl.city import City
from dsl.scorer import Scorer

STARTS = 240  # orders of the kinds that are looked at, for each line
CLIMBS = 12  # of which the best are changed step by step
STEPS = 2500  # cities that are tried from each of them


def arranged(city: City, scorer: Scorer, total: int, *, deadline: float) -> tuple[Space, ...] | None:
    """For each space the one whose building it gets, so that the city has that total (VP); None if no such order
    was found by the deadline (a monotonic time)."""
    rnd = random.Random(1)
    starts: list[tuple[int, int, tuple[Space, ...], tuple[Space, ...]]] = []
    for line in _lines(scorer.game.mode.board):
        for order in _orders(city):
            if time.monotonic() > deadline:
                break
            starts.append((scorer.total(_laid(city, line, order)), -len(starts), line, order))
    for value, _, line, order in sorted(starts, reverse=True)[:CLIMBS]:
        steps = 0
        while value < total and steps < STEPS and time.monotonic() < deadline:
            steps += 1
            other = _changed(order, rnd)
            reached = scorer.total(_laid(city, line, other))
            if reached >= value:
                value, order = reached, other
        if value == total:
            return tuple(old for _, old in sorted(zip(line, order, strict=True)))
    return None


def _laid(city: City, line: Sequence[Space], order: Sequence[Space]) -> City:
    """The city with what stands on the spaces of `order` on those of `line`, one for one."""
    to = dict(zip(order, line, strict=True))
    cells = list(city.cells)
    for old, new in to.items():
        cells[new] = city.cells[old]
    taken = None if city.taken is None else {(to[s], r): n for (s, r), n in city.taken.items()}
    return replace(city, cells=tuple(cells), taken=taken)


def _lines(board: Board) -> Iterator[tuple[Space, ...]]:
    """Lines over all spaces on which neighbours lie side by side: to and fro by rows, and by columns."""
    for across in (True, False):
        first, second = (board.rows, board.columns) if across else (board.columns, board.rows)
        line = []
        for i in range(first):
            there = [(i * board.columns + j) if across else (j * board.columns + i) for j in range(second)]
            line += there if i % 2 == 0 else there[::-1]
        yield tuple(line)


def _orders(city: City) -> Iterator[tuple[Space, ...]]:
    """Orders of the spaces in which the buildings of a kind stand together, and the empty ones."""
    kinds: dict[str, list[Space]] = {}
    for space, b in enumerate(city.cells):
        kinds.setdefault("" if b is None else b.kind, []).append(space)
    groups = sorted(kinds.values(), key=lambda x: (-len(x), x))
    for chosen in islice(permutations(groups), STARTS):
        yield tuple(space for group in chosen for space in group)


def _changed(order: Sequence[Space], rnd: random.Random) -> tuple[Space, ...]:
    """The order with one space moved to another place in it, or two exchanged."""
    out = list(order)
    i, j = rnd.sample(range(len(out)), 2)
    if rnd.random() < 0.5:
        out[i], out[j] = out[j], out[i]
    else:
        out.insert(j, out.pop(i))
    return tuple(out)
