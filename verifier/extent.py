"""The least and the greatest amount over all cities of scope `any`, each end with a city that reaches it.

Guarantee: an end that is `proved` is reached by its city, as the Python scorer counts it, and a solver refuted
everything beyond; of another end the bound holds, and the city is the best that was found.
"""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass

from dsl.assemble import Readings, Specification, own_clauses
from dsl.circuit import Linear, linear_sum
from dsl.city import City
from dsl.scorer import Scorer
from verifier import solve
from verifier.apart import Pair, expressions
from verifier.maximize import maximize
from verifier.model import Model, Question
from verifier.reduce import needed_kinds, place_tile, raise_floors
from verifier.replay import gives_units, possible
from verifier.verdict import Fault


@dataclass(frozen=True)
class End:
    """One end: `city` reaches `value`, nothing goes beyond `bound`. Without a city there is no value."""

    value: int | None
    bound: int
    city: City | None

    @property
    def proved(self) -> bool:
        """Whether the value is the end."""
        return self.value == self.bound


@dataclass(frozen=True)
class Extent:
    """Both ends, in VP or units."""

    low: End
    high: End

    @property
    def proved(self) -> bool:
        """Whether both ends are sure."""
        return self.low.proved and self.high.proved


def extent(model: Model, x: Linear, counted: Callable[[City], int], *, seconds: float) -> Extent | None:
    """The least and greatest value of a linear of a finished model, `seconds` for each; None if there is no city.

    `counted` gives the value of a city by the Python scorer. Raises `Fault` if it is not what the solver found."""
    ends = []
    for sign in (-1, 1):
        objective = x.scaled(sign)
        answer = solve.maximize(
            model.circuit, objective, seconds=seconds, extra=raise_floors(model, objective)
        )
        if answer.status == "infeasible":
            return None
        bound = sign * (answer.bound if answer.bound is not None else objective.high)
        if answer.values is None or answer.value is None:
            ends.append(End(None, bound, None))
            continue
        city, value = model.city(answer.holds(model.circuit)), sign * answer.value
        if counted(city) != value:
            raise Fault(f"an extent: the solver finds {value}, the scorer {counted(city)} on {city}")
        ends.append(End(value, bound, city))
    return Extent(*ends)


def extent_of(
    spec: Specification, owner: str, mode: str, readings: Readings, *, seconds: float = 20.0
) -> Extent | None:
    """Of a tile its own score (VP), or the units that it gives; of a building or scoring its part of the sheet.

    None if it stands in no city. Raises `Fault` if solver and scorer disagree."""
    scorer = Scorer(spec, mode, readings)
    game = scorer.game
    tile = owner if owner in game.kinds and game.kinds[owner].is_tile else None
    question = Question(mode, "any", scorer.readings, game.mode.usual_players, tile)
    if tile is None:
        exprs = expressions([Pair(game.clauses_of(owner), ())])
    else:
        units = gives_units(spec, tile, mode, readings)
        gains = tuple(g for g in game.gains if g.kind == tile)
        more, less = own_clauses(game, spec.game(mode, readings, frozenset({tile})))
        exprs = expressions([Pair(gains, ()) if units else Pair(more, less)])
    model = Model(spec, question, kinds=needed_kinds(game, question, exprs))

    def counted(city: City) -> int:
        possible(city, scorer, owner)
        if tile is None:
            return scorer.compiled.lines(city, scorer.view(city))[owner]
        return sum(scorer.units(city, tile).values()) if units else scorer.own(city, tile)

    if tile is None:
        x = model.measure("part", owner)
    else:
        x = linear_sum(model.offered(tile).values()) if units else model.own(tile)
        place_tile(model, tile, exprs)
    model.finish()
    found = extent(model, x, counted, seconds=seconds)
    if found is None or found.high.proved or tile is None:
        return found
    # The search for a maximum knows more ways to a bound.
    most = maximize(spec, tile, mode, scope="any", readings=readings, time_limit=seconds, confirm=1.0, tidy=0.0)
    if most.value is None or most.bound is None or found.high.value is None:
        return found
    bound = min(most.bound, found.high.bound)
    better = most if most.value > found.high.value else found.high
    return Extent(found.low, End(better.value, bound, better.city))
