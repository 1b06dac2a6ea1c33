"""Which tiles are never worse in another one's place, and which never better.

Guarantee: every answer is made of two properties of two cities, each of them proved or refuted by a city that
was replayed (see `verifier/two_cities.py`); what neither is, is unknown.

What is compared: a city in which the one tile stands and the other does not, and the same city with the other
one in its place, which takes over what it can have of the first: that it is active, floors, prints, and units on
seats, while as many units are left over as before. The totals of the two are compared. Where both tiles, read as
plain, are alike, these differ by just as much as the own scores of the tiles: take the texts of both away, and the
cities are the same.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from typing import Literal

from dsl import syntax as s
from dsl.assemble import Specification
from dsl.claims import PropertyCase
from verifier.verdict import PropertyResult

Relation = Literal["dominates", "dominated", "same", "neither", "unknown", "vacuous"]
Of = Literal["total", "own"]
_OF: tuple[Of, Of] = ("own", "total")


@dataclass(frozen=True)
class Comparison:
    """A tile and another one: whether the other scores at least as much in every city (`no_less`), and whether it
    never scores more (`no_more`)."""

    tile: str
    other: str
    no_less: PropertyResult
    no_more: PropertyResult

    @property
    def relation(self) -> Relation:
        """What the other tile does to the first: `dominates` it, or is `dominated` by it."""
        verdicts = self.no_less.verdict, self.no_more.verdict
        if "vacuous" in verdicts:
            return "vacuous"
        match verdicts:
            case "proved", "proved":
                return "same"
            case "proved", "refuted":
                return "dominates"
            case "refuted", "proved":
                return "dominated"
            case "refuted", "refuted":
                return "neither"
            case _:
                return "unknown"


def compared(spec: Specification, a: str, b: str, mode: str, readings: dict[str, str]) -> Of:
    """What has to be compared: the `own` scores of two tiles that are alike when both are read as plain, else the
    `total` of the city."""
    game = spec.game(mode, readings)

    def plain(name: str) -> tuple[object, ...]:
        k = game.kinds[name]
        held = dict(k.needs), dict(k.seats), k.seats_inactive
        return k.parents[:1], held, k.max_floors, k.scores_inactive, [(v.gains, v.worth) for v in k.prints]

    # Without a parent a tile read as plain is nothing, and its name may stand in other sentences all the same.
    return "own" if game.kinds[a].parents and plain(a) == plain(b) else "total"


def claims(
    spec: Specification, tile: str, other: str, mode: str, readings: dict[str, str], scope: str, of: Of
) -> tuple[PropertyCase, PropertyCase]:
    """The two properties: with the other tile in its place the city never scores less, and never more.

    `of` is what is compared, as `compared` says."""
    kinds = spec.game(mode, readings).kinds

    def case(relation: Literal["never more than", "never less than"], word: str) -> PropertyCase:
        title = s.Text(f"with {kinds[other].title} in its place the city never scores {word}")
        claim = s.Against(s.Metric(of), relation, s.OfKind(s.Word(other)))
        return PropertyCase(tile, mode, readings, scope, None, s.Property(None, title, (), claim))

    return case("never more than", "less"), case("never less than", "more")


def unwritten(
    spec: Specification, tile: str, mode: str, readings: dict[str, str], scope: str
) -> list[PropertyCase]:
    """All such properties of a tile: what a proof record may hold of it besides those that are written."""
    others = [n for n in spec.tiles(mode) if n != tile]
    return [
        x
        for of in _OF
        for other in others
        for x in claims(spec, tile, other, mode, readings, scope, of)
    ]


def comparisons(
    asked: Sequence[tuple[str, str]], found: Sequence[tuple[PropertyResult, PropertyResult]]
) -> list[Comparison]:
    """Pairs of a tile and another one with the answers to their two properties."""
    return [Comparison(a, b, *x) for (a, b), x in zip(asked, found, strict=True)]


def units_differ(spec: Specification, a: str, b: str, mode: str, readings: dict[str, str]) -> bool:
    """Whether two tiles need, seat or bring other units: what these are worth elsewhere is not compared."""
    game = spec.game(mode, readings)

    def of(name: str) -> tuple[object, ...]:
        k = game.kinds[name]
        gains = [(g.resource, g.mode, g.amount) for g in game.gains if g.kind == name]
        return dict(k.needs), dict(k.seats), dict(k.placed), gains, [(v.gains, v.worth) for v in k.prints]

    return of(a) != of(b)
