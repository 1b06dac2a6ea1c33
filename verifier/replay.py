"""Cities that a solver or a record came with, counted again by the Python scorer.

Guarantee: no solver is needed; a city that its mode does not allow has no value, but raises `Fault`.
"""

from __future__ import annotations

from collections.abc import Iterable

from dsl import core as c
from dsl.assemble import Readings, Specification, own_clauses
from dsl.check import CoreProperty, PropertyCase
from dsl.city import City, faults
from dsl.footprint import free_names, nodes
from dsl.scorer import Scorer
from dsl.to_python import compile_module
from verifier.verdict import Fault


def gives_units(spec: Specification, tile: str, mode: str, readings: Readings) -> bool:
    """Whether the most of a tile is one of units: it scores nothing by its own text, but gives some."""
    game = spec.game(mode, readings)
    more, less = own_clauses(game, spec.game(mode, readings, frozenset({tile})))
    scores = any(x.part == tile for x in (*more, *less))
    return not scores and (any(g.kind == tile for g in game.gains) or bool(game.kinds[tile].placed))


def possible(city: City, scorer: Scorer, title: str) -> None:
    """Raises `Fault` if the city is not a legal one of its mode."""
    problems = [text for _, text in faults(city, scorer.game)] + scorer.gain_complaints(city)
    if problems:
        raise Fault(f"{title}: a solver's city is impossible: {problems} in {city}")


def worth(city: City, scorer: Scorer, tile: str, units: bool) -> int:
    """What a maximum is about: the tile's own in VP, or the units that it gives."""
    possible(city, scorer, tile)
    return sum(scorer.units(city, tile).values()) if units else scorer.own(city, tile)


class PropertyReplay:
    """A property's expressions on given cities, by compiled Python."""

    def __init__(self, spec: Specification, case: PropertyCase, core: CoreProperty) -> None:
        self.case = case
        self.core = core
        self.scorer = Scorer(spec, case.mode, case.readings)
        self.about_self = "self" in free_names(core.assumption) | free_names(core.claim)

    def evaluate(self, city: City, e: c.Int, at: int | None) -> int:
        """A core integer of the property on a city, `self` being the space `at`."""
        possible(city, self.scorer, self.case.title)

        def measure(what: str, name: str) -> int:
            if what == "own":
                return self.scorer.own(city, name or self.case.owner)
            parts = self.scorer.compiled.parts(city, self.scorer.view(city))
            return sum(parts.values()) if what == "total" else parts.get(name, 0)

        compiled = compile_module("property", {"value": ("", e)}, {"measure": measure})
        return compiled["value"](self.scorer.view(city), at or 0)

    def holds(self, city: City, wanted: c.Bool) -> bool:
        """Whether the assumption and `wanted` hold together, for some `self` if they speak of one."""
        both = c.Choose(c.All((self.core.assumption, wanted)), c.Num(1), c.Num(0))
        places: Iterable[int | None] = [None]
        if self.about_self:
            places = [s for s, b in city.buildings() if b.kind == self.case.owner]
        return any(self.evaluate(city, both, s) for s in places)

    def measures(self, city: City) -> dict[str, int]:
        """The measures that the property speaks of, on a city (VP)."""
        out: dict[str, int] = {}
        for x in [*nodes(self.core.assumption), *nodes(self.core.claim)]:
            if isinstance(x, c.Measure):
                key = f"part {x.name}" if x.what == "part" else x.what
                out[key] = self.evaluate(city, x, None)
        return out
