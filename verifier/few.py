"""Cities of few buildings, counted one after the other: where sentences differ at all, they mostly differ in one.

Guarantee: a city that is returned is the first that tells the two lists of clauses apart: of fewer buildings, then
fewer floors, then fewer units on needs, then in reading order as in `verifier/minimal.py`; all before it were
counted by the compiled clauses. Nothing is said where there are too many to count, or where a difference may hang
on units or prints, which are left out here.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import replace
from itertools import product
from math import comb
from typing import TypeAlias

from dsl import core as c
from dsl.city import Building, City
from dsl.footprint import nodes
from dsl.to_python import Function, compile_module
from dsl.view import View

MOST = 50_000
"""So many cities are counted at most, which takes seconds."""

Side: TypeAlias = Sequence[tuple[c.Clause, Mapping[str, c.Kind]]]
"""Clauses, each with the kinds of the game that says whether inactive buildings score by it."""
_Tree: TypeAlias = dict[int, "_Tree"]
"""What stands on the occupied spaces, the first one first: places in a list of states."""


def first_difference(
    game: c.Game, kinds: Sequence[str], tile: str | None, old: Side, new: Side
) -> tuple[City, int] | None:
    """The first city of some kinds in which the old clauses give other VP than the new ones, and how many more they
    give; `tile` stands exactly once. None if no city that was counted shows any."""
    clauses = [*old, *new]
    if any(isinstance(x, c.Seated | c.Printed | c.CityUnits) for y, _ in clauses for x in nodes(y.value)):
        return None
    named = {f"f{i}": ("", x.value) for i, (x, _) in enumerate(clauses)}
    signs = [1] * len(old) + [-1] * len(new)
    counted = list(zip(clauses, compile_module("few", named).values(), signs, strict=True))
    states = [b for k in kinds for b in _states(game.kinds[k])]
    left, size = MOST, game.mode.board.size
    for buildings in range(size + 1):
        if len(states) ** buildings > MOST:
            return None
        found: dict[tuple[int, int], list[tuple[int, ...]]] = {}
        for made in product(range(len(states)), repeat=buildings):
            stand = [states[i] for i in made]
            if (tile is None or sum(b.kind == tile for b in stand) == 1) and _possible(stand, game):
                found.setdefault(_size(stand, game), []).append(made)
        for _, worlds in sorted(found.items(), key=lambda x: x[0]):
            left -= comb(size, buildings) * len(worlds)
            if left < 0:
                return None
            for cells in _arranged(_tree(worlds), states, buildings, size):
                city = City(game.mode.name, cells)
                city = replace(city, supply=city.seated(game))
                view = View(city, game)
                by = sum(sign * _total(x, who, f, city, view) for (x, who), f, sign in counted)
                if by:
                    return city, by
    return None


def _states(kind: c.Kind) -> Iterator[Building]:
    """How a building of a kind can stand, in reading order."""
    for floors in range(1, kind.max_floors + 1):
        for active in (True, False) if kind.needs else (True,):
            yield Building(kind.name, floors, active=active, seats={})


def _possible(made: Sequence[Building], game: c.Game) -> bool:
    """Whether the box has the units that active buildings need."""
    active = [game.kinds[b.kind].needs for b in made if b.active]
    return all(sum(needs.get(r.name, 0) for needs in active) <= r.pieces for r in game.resources)


def _size(made: Sequence[Building], game: c.Game) -> tuple[int, int]:
    """Floors above the first, and units on needs."""
    units = sum(sum(game.kinds[b.kind].needs.values()) for b in made if b.active)
    return sum(b.floors - 1 for b in made), units


def _tree(worlds: Sequence[tuple[int, ...]]) -> _Tree:
    out: _Tree = {}
    for made in worlds:
        at = out
        for i in made:
            at = at.setdefault(i, {})
    return out


def _arranged(
    tree: _Tree, states: Sequence[Building], buildings: int, spaces: int
) -> Iterator[tuple[Building | None, ...]]:
    """All ways to put so many buildings on spaces, in reading order: a building before an empty space."""
    if not buildings:
        yield (None,) * spaces
        return
    for i, below in tree.items():
        for rest in _arranged(below, states, buildings - 1, spaces - 1):
            yield (states[i], *rest)
    if spaces > buildings:
        for rest in _arranged(tree, states, buildings, spaces - 1):
            yield (None, *rest)


def _total(x: c.Clause, kinds: Mapping[str, c.Kind], f: Function, city: City, view: View) -> int:
    if not x.kinds:
        return f(view, 0)
    return sum(
        f(view, at)
        for at, b in city.buildings()
        if b.kind in x.kinds and (b.active or kinds[b.kind].scores_inactive)
    )
