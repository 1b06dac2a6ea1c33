"""One model of an unknown city, asked for its best cities in total, one after the other.

Guarantee: a city that is returned has its total through the Python scorer, and no seating of it that an independent
search finds exceeds what was proved; a disagreement raises `Fault`.
"""

from __future__ import annotations

import time
from collections.abc import Callable
from dataclasses import dataclass, replace
from functools import cached_property

from dsl.assemble import Specification
from dsl.board import Side
from dsl.circuit import Linear, Lit, linear_sum, value_of
from dsl.city import City
from dsl.footprint import sides
from dsl.scorer import Scorer
from verifier import solve
from verifier.aggregate import Aggregated
from verifier.arranging import arranged
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
    model = unscored(spec, q)
    return model, scored(spec, q, model)


def unscored(spec: Specification, q: MaximumQuestion) -> Aggregated:
    """The unknown city that a question is about, before its total is said and what must stand is required."""
    game = spec.game(q.mode, q.readings)
    tiles = frozenset(n for n, k in game.kinds.items() if k.is_tile)
    may = q.must | (tiles if q.only is None else q.only & tiles)
    kinds = frozenset(game.kinds) - tiles | may
    # Where tiles may stand in time and space is asked of single cities (`placed_search`).
    scope = "rounds" if q.scope == "placeable" else q.scope
    return Aggregated(spec, Question(q.mode, scope, dict(q.readings), q.players), kinds)


def scored(spec: Specification, q: MaximumQuestion, model: Aggregated) -> Linear:
    """The total of an unknown city (VP), with all that makes its relaxation tight; what must stand is required."""
    total = model.measure("total", "")
    require_tiles(spec, q, model)
    model.circuit.marginals()
    Neighbours(model).cut(total)
    return total


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
        self.model = unscored(spec, q)
        game = self.scorer.game
        named = (sides(e) for e in (*(x.value for x in game.clauses), *(x.amount for x in game.gains)))
        self.flips = self.model.board.symmetries_keeping(frozenset[Side]().union(*named))
        self.stopped = False  # whether a search ended before its time, mostly because somebody interrupted it
        self.most: int | None = None  # what no city exceeds, whatever was excluded since

    @cached_property
    def total(self) -> Linear:
        """The total of the model's city (VP), said when it is asked for: where groups are large it takes long."""
        return scored(self.spec, self.q, self.model)

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
        answer = None
        if self.model.grouped:
            ceiling = self.model.ceiling()
            require_tiles(self.spec, self.q, self.model)
            if at_most is None:
                seconds = max(self.left / 4, 0.5)
                at_most = solve.maximize(self.model.circuit, ceiling, seconds=seconds, anytime=True).bound
            if at_most is not None:
                answer = self._whole(ceiling, at_most)
        whole = answer is not None
        answer = answer or self._searched(at_most)
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
        if not whole:  # those are as few as can be
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
        as few sorts as can be and of these as few as can be, then where. None if none was found."""
        k, model = self.model.circuit, self.model
        sorts = linear_sum(k.linear(k.at_least(model.copies(n), 1)) for n in model.names)
        top = k.at_least(ceiling, most)
        few = solve.maximize(k, sorts.scaled(-1), extra=[top], seconds=max(self.left / 8, 0.5))
        if few.values is None:
            return None
        fewest = k.at_most(sorts, value_of(sorts, few.holds(k)))
        tiles = linear_sum(n.scaled(p.floors) for p, n in model.counted())
        fewer = solve.maximize(k, tiles.scaled(-1), extra=[top, fewest], seconds=TIDY)
        holds = (few if fewer.values is None else fewer).holds(k)
        numbers = [k.equal(n, value_of(n, holds)) for _, n in model.counted()]
        return self._laid([top, *numbers], holds, most) or self._joined([top, *numbers], most)

    def _laid(self, chosen: list[Lit], holds: Callable[[Lit], bool], most: int) -> solve.Answer | None:
        """The buildings of a solution where they have that total, if trying finds such places."""
        k, model = self.model.circuit, self.model
        city, layout = model.city(holds), model.layout(holds)
        order = arranged(city, self.scorer, most, deadline=time.monotonic() + self.left / 4)
        if order is None:
            return None
        there = [model.there(s, layout[old]) for s, old in enumerate(order)]
        found = solve.decide(k, [*chosen, *there], seconds=max(self.left / 8, 0.5))
        return None if found.values is None else replace(found, status="optimal", value=most, bound=most)

    def _joined(self, chosen: list[Lit], most: int) -> solve.Answer | None:
        """A city of these buildings that has that total, if a solver finds one with all groups whole."""
        k = self.model.circuit
        found = solve.decide(k, [*chosen, *self.model.whole()], seconds=max(self.left / 2, 0.5))
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

        That seating may be one that was excluded, or not found in the time; it exceeds nothing that was proved.
        Raises `Fault` if solver and scorer disagree."""
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
