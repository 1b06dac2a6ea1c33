"""From a solver's solution back to a city.

Guarantee: the city is complete, and holds just what the model's terms say; what nobody asked about is left at its
harmless value (one floor, no seats, no units beyond those seated).
"""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import replace
from typing import TYPE_CHECKING

from dsl import core as c
from dsl.board import Space
from dsl.circuit import Linear, Lit, value_of
from dsl.city import Building, City, with_print

if TYPE_CHECKING:
    from verifier.model import Model

Holds = Callable[[Lit], bool]
# The tile of another kind, for which one stands.
ANOTHER = c.PrintVariant("(another)", (), 0)


def solution_city(model: Model, holds: Holds) -> City:
    """The complete city of a model's solution, which says of each literal whether it holds."""
    if model.fixed is not None:
        return _seated(model, model.fixed, holds)
    cells: list[Building | None] = []
    for s in model.board.spaces:
        name = next((n for n in model.names if holds(model.kind(s, frozenset({n})))), None)
        # Nothing is asked for here that was not before: it would be a variable that no solver has seen.
        floors = value_of(model.floor_terms.get((s, name), Linear(1)), holds) if name is not None else 0
        cells.append(Building(name, floors) if name is not None else None)
    city = City(model.question.mode, tuple(cells))
    if model.looks_at_prints:
        local = (_local_prints(model, s, city.cells[s], holds) for s in model.board.spaces)
        city = replace(city, cells=tuple(local))
    elif model.question.scope != "any":
        city = _printed(model, _filled(model, city, holds), holds)
    return _seated(model, city, holds)


def _filled(model: Model, city: City, holds: Holds) -> City:
    """The city with its fillers on the empty spaces, in reading order."""
    cells = list(city.cells)
    empty = [s for s in model.board.spaces if cells[s] is None]
    for n in model.fillers:
        buildings = value_of(model.copies(n), holds)
        tiles = sum(value_of(x, holds) for (m, _), x in model.tile_counts.items() if m == n)
        for i in range(buildings):
            # As even as can be: each at least one floor, none above its limit.
            cells[empty.pop(0)] = Building(n, tiles // buildings + (i < tiles % buildings))
    return replace(city, cells=tuple(cells))


def _local_prints(model: Model, s: Space, b: Building | None, holds: Holds) -> Building | None:
    """The building with the prints that the model knows space by space."""
    if b is None:
        return None
    for (kind, _, variant), lit in model.variant_terms.get(s, {}).items():
        if kind == b.kind and holds(lit):
            b = with_print(b, next(v for v in model.game.kinds[kind].prints if v.name == variant))
    return b


def _printed(model: Model, city: City, holds: Holds) -> City:
    """The city with the prints of the tiles that are used, dealt out in reading order."""
    left: dict[tuple[str, int | None], list[c.PrintVariant]] = {}
    for (n, v, i), count in model.rounds.items():
        there = [w for w, copies in model.supplies[n, v][i] for _ in range(copies)]
        left.setdefault((n, model.in_its_round(n, i)), []).extend(there[: value_of(count, holds)])
    others = {n: list(names) for n, names in model.stand_ins.items()}
    cells = list(city.cells)
    for s, b in city.buildings():
        for floor in range(1, b.floors + 1):
            current = cells[s]
            assert current is not None
            variant = left[b.kind, model.placed_in(s, b.kind, floor, holds)].pop(0)
            if variant is ANOTHER:
                cells[s] = replace(current, kind=others[b.kind].pop(0))
            else:
                cells[s] = with_print(current, variant)
    return replace(city, cells=tuple(cells))


def _seated(model: Model, city: City, holds: Holds) -> City:
    """The city with its seating: what is active, what is on seats, what was taken or is at hand."""
    cells: list[Building | None] = []
    for s, b in enumerate(city.cells):
        if b is None:
            cells.append(None)
            continue
        kind = model.game.kinds[b.kind]
        active = not kind.needs
        seen = next((n for n, names in model.stand_ins.items() if b.kind in names), b.kind)
        if seen in model.names:
            active = holds(model.active_one(s, seen))
        if b.active is not None:
            active = b.active
        found = {r: value_of(model.seat_terms[s, r], holds) for r in kind.seats if (s, r) in model.seat_terms}
        seats = b.seats if b.seats is not None else {r: n for r, n in found.items() if n}
        cells.append(replace(b, active=active, seats=seats))
    city = replace(city, cells=tuple(cells))
    if city.supply is not None or city.taken is not None:
        return city
    if model.fixed is None and model.question.scope == "any":
        units = {r: value_of(x, holds) for r, x in model.received_terms.items()}
        return replace(city, supply=units or city.seated(model.game))
    taken = {key: value_of(x, holds) for key, x in model.taken.items()}
    return replace(city, taken={key: n for key, n in taken.items() if n})
