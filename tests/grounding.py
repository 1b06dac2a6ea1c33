"""Cities as assignments of a model's variables."""

from __future__ import annotations

from dataclasses import replace
from itertools import combinations_with_replacement

from dsl import core as c
from dsl.assemble import Specification
from dsl.city import Building, City
from verifier.model import Model, Question


def free_model(spec: Specification, mode: str, readings: dict[str, str] | None = None) -> Model:
    """A model of every city of a mode, with any number of tiles and of units up to the pieces in the box."""
    return Model(spec, Question(mode, "any", spec.readings(readings), 1))


def variants(kind: c.Kind, b: Building) -> tuple[c.PrintVariant, ...] | None:
    """One variant of its tile for each floor, so that they add up to what is printed on the building."""
    for chosen in combinations_with_replacement(kind.prints, b.floors):
        gains: dict[str, int] = {}
        for resource, n in (x for v in chosen for x in v.gains):
            gains[resource] = gains.get(resource, 0) + n
        if gains == {r: n for r, n in b.gains.items() if n} and b.vp == sum(v.worth for v in chosen):
            return chosen
    return None


def assignment(city: City, game: c.Game) -> dict[str, bool]:
    """The variables of `free_model` that are true for a complete city."""
    true = []
    seated = city.seated(game)
    for resource, n in city.received(game).items():
        true += [f"received {resource}>={j}" for j in range(1, n + 1)]
        true += [f"unseated {resource}>={j}" for j in range(1, n - seated[resource] + 1)]
    for s, b in city.buildings():
        kind = game.kinds[b.kind]
        true.append(f"kind[{s}]={b.kind}")
        true += [f"floors[{s}]={b.kind}>={j}" for j in range(2, b.floors + 1)]
        if b.active and kind.needs:
            true.append(f"active[{s}]={b.kind}")
        if b.active or kind.seats_inactive:
            for resource, n in (b.seats or {}).items():
                true += [f"seats[{s}] {resource}>={j}" for j in range(1, n + 1)]
        if len(kind.prints) > 1:
            for j, v in enumerate(variants(kind, b) or (), 1):
                true.append(f"print[{s}] {b.kind} {j} {v.name}")
    return dict.fromkeys(true, True)


def plain(city: City, game: c.Game) -> City:
    """The city without units that lie on the seats of buildings that hold none, and without zeros."""
    cells = []
    for b in city.cells:
        if b is not None:
            holds = b.active or game.kinds[b.kind].seats_inactive
            seats = {r: n for r, n in (b.seats or {}).items() if n and holds}
            b = replace(b, gains={r: n for r, n in b.gains.items() if n}, seats=seats)
        cells.append(b)
    return replace(city, cells=tuple(cells))
