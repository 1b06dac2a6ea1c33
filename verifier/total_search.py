"""One model of an unknown city, asked for its best cities in total, one after the other.

Guarantee: a city that is returned has its total through the Python scorer, and no seating of it that an independent
search finds exceeds what was proved; a disagreement raises `Fault`.
"""

from __future__ import annotations

import time
from collections.abc import Callable
from dataclasses import dataclass, replace

from dsl.assemble import Specification
from dsl.board import Side
from dsl.circuit import Linear, linear_sum, value_of
from dsl.city import City
from dsl.footprint import sides
from dsl.scorer import Scorer
from verifier import solve
from verifier.aggregate import Aggregated
from verifier.beside import Beside
from verifier.model import Model, Question
from verifier.neighbours import Neighbours
from verifier.questions import MaximumQuestion
from verifier.replay import possible
from verifier.seating import NotInTime, best_seating
from verifier.verdict import Fault

Tell = Callable[[str], None]
TIDY = 5.0  # seconds for leaving out what is of no use


def model_of(spec: Specification, q: MaximumQuestion) -> tuple[Aggregated, Linear]:
    """The unknown city that a question is about, and its total (VP)."""
    game = spec.game(q.mode, q.readings)
    tiles = frozenset(n for n, k in game.kinds.items() if k.is_tile)
    may = q.must | (tiles if q.only is None else q.only & tiles)
    kinds = frozenset(game.kinds) - tiles | may
    # Where tiles may stand in time and space is asked of single cities (`placed_search`).
    scope = "rounds" if q.scope == "placeable" else q.scope
    model = Aggregated(spec, Question(q.mode, scope, dict(q.readings), q.players), kinds)
    total = model.measure("total", "")
    require_tiles(spec, q, model)
    model.circuit.marginals()
    Neighbours(model).cut(total)
    return model, total


def require_tiles(spec: Specification, q: MaximumQuestion, model: Aggregated | Model) -> None:
    """Require the tiles that the question says must stand, and no more than it says may."""
    k, kinds = model.circuit, model.game.kinds
    for n in sorted(q.must):
        k.require(k.at_least(model.copies(n), 1), f"{kinds[n].title} stands")
    if q.most is not None:
        stand = linear_sum(model.copies(n) for n in model.names if kinds[n].is_tile)
        k.require(k.at_most(stand, q.most), f"at most {q.most} of the tiles stand")


@dataclass
class Best:
    """What is known so far; `layout` tells the class of what stands on each space."""

    value: int | None = None
    bound: int | None = None
    city: City | None = None
    layout: tuple[int, ...] = ()
    impossible: bool = False


class Search:
    """One model, asked for its best cities, one after the other."""

    def __init__(self, spec: Specification, q: MaximumQuestion, seconds: float, tell: Tell | None) -> None:
        self.spec, self.q, self.tell = spec, q, tell
        self.started = self.told = time.monotonic()
        self.deadline = self.started + seconds
        self.scorer = Scorer(spec, q.mode, q.readings)
        self.model, self.total = model_of(spec, q)
        game = self.scorer.game
        named = (sides(e) for e in (*(x.value for x in game.clauses), *(x.amount for x in game.gains)))
        self.flips = self.model.board.symmetries_keeping(frozenset[Side]().union(*named))
        self.stopped = False  # whether a search ended before its time, mostly because somebody interrupted it
        self.most: int | None = None  # what no city exceeds, whatever was excluded since

    @property
    def left(self) -> float:
        """Seconds that are left."""
        return self.deadline - time.monotonic()

    def _note(self, value: int, bound: int) -> None:
        """Tell how far it is, not more than once a second."""
        now = time.monotonic()
        if self.tell is not None and now - self.told >= 1:
            self.told = now
            gap = f"gap {100 * (bound - value) / bound:.1f} %" if bound > 0 else "no gap to speak of"
            self.tell(f"{now - self.started:6.1f} s: {value} VP found, at most {bound} ({gap})")

    def next(self, at_most: int | None) -> tuple[Best, list[str]]:
        """The best city that is not excluded; `at_most` is a bound known from before."""
        return self.asked(at_most)

    def asked(self, at_most: int | None) -> tuple[Best, list[str]]:
        """The best of the model's cities."""
        ceiling = self.model.ceiling()
        if ceiling is not None and at_most is None:
            seconds = max(self.left / 4, 0.5)
            at_most = solve.maximize(self.model.circuit, ceiling, seconds=seconds, anytime=True).bound
        whole = None if ceiling is None or at_most is None else self._whole(ceiling, at_most)
        answer = whole or self._searched(at_most)
        self.stopped = self.stopped or answer.stopped
        if answer.status == "infeasible":
            return Best(impossible=True), ["CP-SAT: no such city"]
        bound = answer.bound
        if at_most is not None and (bound is None or at_most < bound):
            bound = at_most
        best = Best(answer.value, bound)
        self.most = bound if self.most is None else self.most
        if answer.values is None:
            return best, []
        best.layout = self.model.layout(answer.holds(self.model.circuit))
        try:
            answer = self._tidied(answer, best.layout)
        except KeyboardInterrupt:
            self.stopped = True
        best.city = self.replayed(answer, self.model)
        return best, [f"CP-SAT: no city exceeds {best.value}"] if best.value == bound else []

    def _searched(self, at_most: int | None) -> solve.Answer:
        """The best city of the model by two searches side by side, one for cities and one for bounds."""
        with Beside(self.model, self.total, at_most, self.deadline, self._note) as beside:
            answer = solve.maximize(
                self.model.circuit,
                self.total,
                seconds=max(self.left, 0.5),
                at_most=at_most,
                meeting=beside.meeting,
                anytime=True,
            )
            beside.lend_a_hand(answer)
        return beside.settled(answer)

    def _whole(self, ceiling: Linear, most: int) -> solve.Answer | None:
        """A city whose total is what none exceeds, if there is one with all groups whole: first of which buildings,
        as few sorts as can be, then where. None if none was found."""
        k, model = self.model.circuit, self.model
        sorts = linear_sum(k.linear(k.at_least(model.copies(n), 1)) for n in model.names)
        top = k.at_least(ceiling, most)
        few = solve.maximize(k, sorts.scaled(-1), extra=[top], seconds=max(self.left / 8, 0.5))
        if few.values is None:
            return None
        holds = few.holds(k)
        numbers = [k.equal(n, value_of(n, holds)) for _, n in model.counted()]
        found = solve.decide(k, [top, *numbers, *model.whole()], seconds=max(self.left / 2, 0.5))
        if found.values is None:
            return None
        value = value_of(self.total, found.holds(k))
        return replace(found, status="optimal", value=value, bound=value) if value == most else None

    def _tidied(self, answer: solve.Answer, layout: tuple[int, ...]) -> solve.Answer:
        """The same layout with the same total, with as few tiles as can be: none that only lies there."""
        assert answer.value is not None
        k, model = self.model.circuit, self.model
        same = [model.there(s, i) for s, i in enumerate(layout)]
        tiles = linear_sum(n.scaled(p.floors) for p, n in model.counted())
        reached = k.at_least(self.total, answer.value)
        fewer = solve.maximize(k, tiles.scaled(-1), extra=[*same, reached], seconds=TIDY)
        if fewer.values is None:
            return answer
        holds = fewer.holds(k)
        # Of the new numbers only those are taken that the old total goes with.
        same_total = value_of(self.total, holds) == answer.value
        return replace(fewer, value=answer.value) if same_total else answer

    def replayed(self, answer: solve.Answer, model: Aggregated | Model) -> City:
        """The city of an answer, scored again, and seated again by a search that knows only this city.

        That seating may be one that was excluded, or not found in the time; it exceeds nothing that was proved."""
        city = model.city(answer.holds(model.circuit))
        title = self.q.title(self.spec)
        possible(city, self.scorer, title)
        found = self.scorer.total(city)
        if found != answer.value:
            raise Fault(f"{title}: the solver says {answer.value}, the scorer {found}, of {city}")
        if self.q.scope != "any":
            self._seated_again(city)
        return city

    def _seated_again(self, city: City) -> None:
        """Whether another seating of a city shows that what was proved is wrong, if it is found in time."""
        try:
            seated = best_seating(self.spec, unseated(city), self.q.readings)
        except KeyboardInterrupt:
            self.stopped = True
            return
        except NotInTime:
            return
        if self.most is not None and seated.total > self.most:
            title = self.q.title(self.spec)
            raise Fault(f"{title}: at most {self.most} claimed, seated better it has {seated.total}: {city}")

    def exclude(self, layout: tuple[int, ...]) -> None:
        """From now on no city counts that has buildings of the same classes on the same spaces, or that is such a
        one flipped."""
        k = self.model.circuit
        for flip in self.flips:
            k.require(k.any(-self.model.there(flip[s], i) for s, i in enumerate(layout)))


def unseated(city: City) -> City:
    """The city as its tiles alone tell it: nothing active or seated, nothing taken at the end."""
    cells = tuple(None if b is None else replace(b, active=None, seats=None) for b in city.cells)
    return replace(city, cells=cells, taken=None)
