"""Whether a `may gain` is ever worth declining: whether `gain` in its place would cost somebody points.

Guarantee: `never` was proved; the city of `yes` has a best seating, as the Python scorer counts it, that totals
more than the best one with everything taken.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator
from dataclasses import dataclass, replace
from typing import Literal

from dsl import core as c
from dsl import syntax as s
from dsl.circuit import Lit, linear_sum, value_of
from dsl.city import City
from dsl.diagnostics import Failure
from dsl.footprint import nodes
from verifier import solve
from verifier.model import Model, Question
from verifier.seating import best_seating
from verifier.sentences import Written, put, with_declarations

CANDIDATES = 8  # cities that are looked at


@dataclass(frozen=True)
class Declining:
    """The verdict; for `yes` a city with the best total of all, and the best with everything taken."""

    verdict: Literal["yes", "never", "unknown"]
    reason: str = ""
    city: City | None = None
    totals: tuple[int, int] | None = None


def declining(w: Written, *, seconds: float = 20.0) -> Declining:
    """Whether declining some of what a line offers ever pays. `seconds` is the time for one question.

    It may where units are left over that nothing can take: such cities are looked for, small ones first, and each
    is seated in the best way, once with what is offered as it is, once with all of it ordered."""
    line, game = w.line, w.game
    assert isinstance(line, s.GainEnd) and line.mode != "gain"
    gains = tuple(x for x in w.meaning if isinstance(x, c.Gain))
    if not gains:
        return Declining("never", "it offers nothing")
    resource = next(r for r in game.resources if r.name == gains[0].resource)
    exprs = [*(x.value for x in game.clauses), *(g.amount for g in game.gains)]
    seen = any(isinstance(x, c.CityUnits) and x.what == "unseated" for e in exprs for x in nodes(e))
    if not resource.cost and not seen and game.seating == "free":
        why = f"{resource.plural_title} that are left over cost nothing, and nothing counts them"
        return Declining("never", why)
    d = w.spec.declarations
    forced = put(d.kinds[w.owner], line, replace(line, mode="gain"))
    ordered = with_declarations(w.spec, replace(d, kinds={**d.kinds, w.owner: forced}))
    count = 0
    for city in _candidates(w, gains, resource, seconds):
        count += 1
        try:
            best = best_seating(w.spec, city, w.readings, time_limit=seconds)
            taken = best_seating(ordered, city, w.readings, time_limit=seconds)
        except Failure:
            continue
        if taken.optimal and best.total > taken.total:
            return Declining("yes", "", best.city, (best.total, taken.total))
    if not count:
        return Declining("unknown", "no city was found that can not seat everything it may have")
    return Declining("unknown", f"not in the {count} cities that were looked at")


def _candidates(w: Written, gains: tuple[c.Gain, ...], resource: c.Resource, seconds: float) -> Iterator[City]:
    """Cities whose units, with everything taken, are more than all their needs and seats; few buildings first."""
    question = Question(w.mode, "any", w.readings, w.game.mode.usual_players)
    model = Model(w.spec, question)
    k = model.circuit
    offered = linear_sum(model.offer(g, s) for g in gains for s in model.board.spaces)
    held, given = [], []
    for n in model.names:
        kind = model.game.kinds[n]
        room = kind.needs.get(resource.name, 0) + kind.seats.get(resource.name, 0)
        held.append(model.copies(n).scaled(room))
    for r in model.game.resources:
        placed = [
            model.copies(n).scaled(model.game.kinds[n].placed[r.name])
            for n in model.names
            if r.name in model.game.kinds[n].placed
        ]
        units = linear_sum([*placed, *(model.printed(s, r.name) for s in model.board.spaces)])
        # What is received is what the tiles of the city give.
        k.require(k.equal(model.units("received", r.name) - units, 0))
        k.require(k.at_most(units, r.pieces))
        if r == resource:
            given.append(units)
    model.finish()
    k.require(k.at_least(offered, 1))
    k.require(k.at_least(linear_sum([*given, offered]) - linear_sum(held), 1))
    buildings, floors, *_ = model.sizes()
    size = linear_sum([buildings.scaled(floors.high + 1), floors])
    for _ in range(CANDIDATES):
        answer = solve.maximize(k, size.scaled(-1), seconds=seconds)
        if answer.values is None:
            return
        holds = answer.holds(k)
        city = model.city(holds)
        cells = tuple(None if b is None else replace(b, active=None, seats=None) for b in city.cells)
        yield City(city.mode, cells)
        k.require(-k.all(_same_number(model, n, holds) for n in model.names))


def _same_number(model: Model, kind: str, holds: Callable[[Lit], bool]) -> Lit:
    """Whether as many buildings of a kind stand as in a solution."""
    copies = model.copies(kind)
    return model.circuit.equal(copies, value_of(copies, holds))
