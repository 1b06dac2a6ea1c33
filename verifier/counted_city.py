"""From a solution in numbers back to a city.

Guarantee: the city is complete, and has on each space a building of the class that the solution says, of each
pattern as many as it says, and the tiles and units that it counts. Which of like buildings has what is settled in
reading order.
"""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import replace
from typing import TYPE_CHECKING

from dsl import core as c
from dsl.board import Space
from dsl.circuit import Lit, value_of
from dsl.city import Building, City, with_print
from dsl.scorer import Compiled
from dsl.view import View
from verifier.patterns import Pattern

if TYPE_CHECKING:
    from verifier.aggregate import Aggregated

Holds = Callable[[Lit], bool]


def counted_city(model: Aggregated, holds: Holds) -> City:
    """The complete city that a solution describes."""
    left = {p: value_of(n, holds) for p, n in model.counted()}
    chosen: list[Pattern] = []
    for s, i in enumerate(model.layout(holds)):
        sizes = next(x for x, lit in model.subclasses[s, i].items() if holds(lit))
        p = next(p for p in model.classes[i] if p.sizes == sizes and left[p] > 0)
        left[p] -= 1
        chosen.append(p)
    cells = _printed_cells(model, chosen, holds)
    stowed = {r: value_of(x, holds) for r, x in model.stowed.items()}
    full: list[Building | None] = []
    for p, b in zip(chosen, cells, strict=True):
        if b is None:
            full.append(None)
            continue
        kind = model.game.kinds[b.kind]
        seats = dict(p.seats)
        for r in stowed:
            if p.active or kind.seats_inactive:
                units = min(stowed[r], kind.seats.get(r, 0))
                stowed[r] -= units
                if units:
                    seats[r] = units
        full.append(Building(b.kind, b.floors, b.gains, b.vp, p.active, seats))
    city = City(model.question.mode, tuple(full))
    if model.question.scope == "any":
        return City(city.mode, city.cells, {r: value_of(x, holds) for r, x in model.received.items()})
    return City(city.mode, city.cells, None, _taken(model, city, holds))


def _printed_cells(
    model: Aggregated, chosen: list[Pattern], holds: Holds
) -> list[Building | None]:
    """The buildings with their tiles, those that are shown on active ones."""
    piles: dict[tuple[str, bool], list[c.PrintVariant]] = {}
    for n in model.names:
        kind = model.game.kinds[n]
        for v in kind.prints:
            shown = model.shown.get((n, v.name))
            on_active = 0 if shown is None else value_of(shown, holds)
            piles.setdefault((n, True), []).extend([v] * on_active)
            taken = model.of_variant(n, v)
            rest = 0 if taken is None else value_of(taken, holds) - on_active
            piles.setdefault((n, False), []).extend([v] * rest)
    out: list[Building | None] = []
    for p in chosen:
        if p.kind is None:
            out.append(None)
            continue
        b = Building(p.kind, p.floors)
        prints = p.prints
        if prints is None:
            any_print = model.game.kinds[p.kind].prints[0]
            first, then = piles[p.kind, p.active], piles[p.kind, not p.active]
            told = len({v.worth for v in model.game.kinds[p.kind].prints}) > 1
            dealt = []
            for _ in range(p.floors):
                pile = first if first or told else then
                dealt.append(pile.pop(0) if pile else any_print)
            prints = tuple(dealt)
        for v in prints:
            b = with_print(b, v)
        out.append(b)
    return out


def _taken(model: Aggregated, city: City, holds: Holds) -> dict[tuple[Space, str], int]:
    """The units taken at the end, space by space."""
    out: dict[tuple[Space, str], int] = {}
    if not model.taken:
        return out
    units_taken = {key: value_of(x, holds) for key, x in model.taken.items()}
    # What is offered may depend on what is left over, and so on what is taken; where, makes no difference.
    for (i, _), n in units_taken.items():
        key = (0, model.gains[i].resource)
        out[key] = out.get(key, 0) + n
    view, out = View(replace(city, taken=out), model.game), {}
    functions = [f for gain, f in Compiled(model.game).gains if gain.kind in model.names]
    for (i, at), todo in units_taken.items():
        r = model.gains[i].resource
        there = [s for s, b in city.buildings() if b.kind == model.gains[i].kind]
        for s, n in [(s, functions[i](view, s)) for s in there] if at is None else [(at, todo)]:
            part = max(0, min(n, todo))
            if part:
                out[s, r] = out.get((s, r), 0) + part
            todo -= part
    return out
