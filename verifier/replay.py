"""Cities that a solver or a record came with, counted again by the Python scorer.

Guarantee: no solver is needed; a city that its mode does not allow has no value, but raises `Fault`.
"""

from __future__ import annotations

from collections.abc import Iterable
from typing import assert_never

from dsl import core as c
from dsl.assemble import Readings, Specification, own_clauses
from dsl.changes import Change, Step, changed, exchanged, joined, reread, steps, told
from dsl.city import City, faults, idle_units
from dsl.claims import CoreProperty, Elsewhere, Exchanged, PropertyCase, Reread, TwoCities, expressions
from dsl.footprint import free_names, nodes
from dsl.scorer import Scorer
from dsl.to_python import compile_module
from verifier.verdict import Fault, SecondCity


def gives_units(spec: Specification, tile: str, mode: str, readings: Readings) -> bool:
    """Whether the most of a tile is one of units: it scores nothing by its own text, but gives some."""
    game = spec.game(mode, readings)
    more, less = own_clauses(game, spec.game(mode, readings, frozenset({tile})))
    scores = any(x.part == tile for x in (*more, *less))
    return not scores and (any(g.kind == tile for g in game.gains) or bool(game.kinds[tile].placed))


def possible(city: City, scorer: Scorer, title: str, *, seating: bool = True) -> None:
    """Raises `Fault` if the city is not a legal one of its mode, or (with `seating`) not seated by its rule."""
    problems = [text for _, text in faults(city, scorer.game)] + scorer.gain_complaints(city)
    if seating and not problems:
        problems = [text for _, text in idle_units(city, scorer.game)]
    if problems:
        raise Fault(f"{title}: a solver's city is impossible: {problems} in {city}")


def worth(city: City, scorer: Scorer, tile: str, units: bool, beside: Iterable[str] = ()) -> int:
    """What a maximum is about: the tile's own in VP with those of the tiles beside it, or the units that it gives.

    Raises `Fault` if one of the tiles beside it does not stand."""
    possible(city, scorer, tile)
    others = sorted(beside)
    missing = set(others) - {b.kind for _, b in city.buildings()}
    if missing:
        raise Fault(f"{tile}: a solver's city has no {sorted(missing)}: {city}")
    if units:
        return sum(scorer.units(city, tile).values())
    return sum(scorer.own(city, n) for n in (tile, *others))


def amount_of(scorer: Scorer, city: City, owner: str = "", gain: tuple[str, str, str] | None = None) -> int:
    """The total of a city; of an owner, what that tile adds by its own text, or its part of the sheet (all in VP);
    of a gain (kind, resource, and how it is taken), the units that are given."""
    if gain is not None:
        found = scorer.compiled.available(city, scorer.view(city))
        return sum(n for g, _, n in found if (g.kind, g.resource, g.mode) == gain)
    if not owner:
        return scorer.total(city)
    kind = scorer.game.kinds.get(owner)
    if kind is not None and kind.is_tile:
        return scorer.own(city, owner)
    return sum(n for _, n in scorer.by_clause(city, part=owner))


class PropertyReplay:
    """A property's expressions on given cities, by compiled Python."""

    def __init__(self, spec: Specification, case: PropertyCase, core: CoreProperty) -> None:
        self.case = case
        self.core = core
        self.scorer = Scorer(spec, case.mode, case.readings)
        self.about_self = any("self" in free_names(e) for e in expressions(core))
        self.other = self.scorer
        if isinstance(core, TwoCities) and isinstance(core.how, Reread):
            there = case.mode if core.how.mode != case.mode else ""
            self.other = Scorer(spec, core.how.mode, core.how.readings, there)

    def evaluate(self, city: City, e: c.Int, at: int | None) -> int:
        """A core integer of the property on a city, `self` being the space `at`."""
        possible(city, self.scorer, self.case.title, seating=False)
        return self._value(city, e, at, self.scorer)

    def _value(self, city: City, e: c.Int, at: int | None, rules: Scorer) -> int:
        def measure(what: str, name: str) -> int:
            if what == "own":
                return rules.own(city, name or self.case.owner)
            if what == "total":
                return rules.total(city)
            return rules.compiled.lines(city, rules.view(city)).get(name, 0)

        compiled = compile_module("property", {"value": ("", e)}, {"measure": measure})
        return compiled["value"](rules.view(city), at or 0)

    def holds(self, city: City, wanted: c.Bool) -> bool:
        """Whether the assumption and `wanted` hold together, for some `self` if they speak of one.

        Raises `Fault` if the city is not one that the claim is about."""
        possible(city, self.scorer, self.case.title)
        both = c.Choose(c.All((self.core.assumption, wanted)), c.Num(1), c.Num(0))
        places: Iterable[int | None] = [None]
        if self.about_self:
            places = [s for s, b in city.buildings() if b.kind == self.case.owner]
        return any(self.evaluate(city, both, s) for s in places)

    def measures(self, city: City) -> dict[str, int]:
        """The measures that the property speaks of, on a city (VP)."""
        out: dict[str, int] = {}
        for x in (y for e in expressions(self.core) for y in nodes(e)):
            if isinstance(x, c.Measure) and not (x.what == "own" and x.name):
                key = f"part {x.name}" if x.what == "part" else x.what
                out[key] = self.evaluate(city, x, None)
        return out

    def second(self, city: City, core: TwoCities, shown: Step | City | None) -> SecondCity:
        """The other city of a claim about two, made again from the first: by a step of the change, or out of
        another city that is alike around the tile.

        Raises `Fault` if no such city can be made."""
        how, game, rules = core.how, self.scorer.game, self.other
        step, owner = None, self.case.owner
        try:
            match how:
                case Change() if isinstance(shown, Step):
                    step = shown
                    if step not in steps(city, game, how):
                        raise ValueError(f"{how.what} is not possible by {step}")
                    made, words = changed(city, game, how, step), told(how, step, city, game)
                case Elsewhere(places) if isinstance(shown, City):
                    made = joined(city, game, shown, places, self.case.owner)
                    words = f"alike on its {' and its '.join(places)}, different elsewhere"
                case Exchanged(tile, other):
                    made, owner = exchanged(city, game, tile, other), other
                    words = f"{game.kinds[other].title} in the place of {game.kinds[tile].title}"
                case Reread(readings=readings):
                    made = reread(city, game, rules.game)
                    before = self.scorer.readings
                    named = [f"{n} is {r}" for n, r in sorted(readings.items()) if before[n] != r]
                    words = f"under {', '.join(named)}" if named else f"by the rules of {rules.game.mode.title}"
                case _:
                    raise ValueError("nothing says what the other city is")
        except ValueError as error:
            raise Fault(f"{self.case.title}: no second city of {city}: {error}") from error
        # What was taken at the end stays taken in the second city, whether or not something there would give it.
        values = self.evaluate(city, core.first, None), self._value(made, core.second, None, rules)
        return SecondCity(words, made, rules.mode, rules.readings, rules.board_of, values, owner, step)

    @staticmethod
    def broken(core: TwoCities, values: tuple[int, int]) -> bool:
        """Whether two values are not as the claim says."""
        a, b = values
        match core.op:
            case "<=":
                return a > b
            case ">=":
                return a < b
            case "=":
                return a != b
            case _:
                assert_never(core.op)
