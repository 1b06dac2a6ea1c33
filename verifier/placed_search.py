"""The best cities that can be placed, turn by turn, by a mode's rule of placement.

How: cities are asked of a model that knows of rounds, but not of places in them; of each it is found out whether a
schedule builds it, it flipped, or another city of its layout, for which the exact model is asked.

Guarantee: what is said to be the best has a schedule, and every layout that may hold a better one was looked into.
"""

from __future__ import annotations

from dataclasses import dataclass, replace

from dsl.assemble import Specification
from dsl.board import Space
from dsl.circuit import Lit
from dsl.city import Building, City
from verifier import solve
from verifier.aggregate import Aggregated
from verifier.model import Model, Question
from verifier.patterns import Pattern
from verifier.questions import MaximumQuestion
from verifier.schedule import Undecided, schedule
from verifier.total_search import Best, Search, Tell, require_tiles

PLANNING = 5.0  # seconds for the schedule of one city at least


@dataclass
class _Open:
    """A layout whose placeable cities have at most `most`, if there are any."""

    layout: tuple[int, ...]
    most: int


class PlacedSearch(Search):
    """A search that keeps what it finds out of layouts until it is the best that is left."""

    def __init__(self, spec: Specification, q: MaximumQuestion, seconds: float, tell: Tell | None) -> None:
        super().__init__(spec, q, seconds, tell)
        self._waiting: list[Best] = []  # placeable cities that were found, of layouts that are excluded
        self._open: list[_Open] = []
        self._bound: int | None = None  # what no city of a layout has that was not excluded; None: there are none

    def next(self, at_most: int | None) -> tuple[Best, list[str]]:
        """Of the cities that the model has, best first, the best that a schedule builds.

        A city is tried as it is, flipped, and with all else that its layout leaves open; then the next is asked.
        What a layout is found to have, or how much it has at most, is kept for the next question. An interrupt ends
        it with what was found and proved until then."""
        best, _ = self.asked(at_most)
        self._bound = None if best.impossible else best.bound
        try:
            self._try_in_turn(best)
            self._look_into_open()
        except KeyboardInterrupt:
            self.stopped = True
        return self._best_placed(self._bound)

    def _try_in_turn(self, best: Best) -> None:
        """Try cities, from this one on, until one that was found reaches what is left, or the time is out."""
        while best.city is not None and best.value is not None and best.bound is not None:
            found = self._best_waiting()
            if found is not None and found >= best.bound:
                return
            layout = _Open(best.layout, best.bound)
            self._open.append(layout)
            self.exclude(best.layout)
            able = self._as_it_is(best.city)
            if able is not None:
                self._found(best.value, able, best.layout)
            # A solver that was not done has not said that the layout has no better city.
            if able is not None and best.value >= best.bound:
                self._open.remove(layout)
            self._look_into_open()
            if self.left < 1 or self.stopped:
                return
            best, _ = self.asked(best.bound)
            self._bound = None if best.impossible else best.bound

    def _found(self, value: int, city: City, layout: tuple[int, ...]) -> None:
        """Keep the best placeable city that is known of a layout."""
        self._waiting = [x for x in self._waiting if x.layout != layout]
        self._waiting.append(Best(value, value, city, layout))

    def _best_waiting(self) -> int | None:
        """What the best placeable city has that was found and not yet told."""
        return max((x.value for x in self._waiting if x.value is not None), default=None)

    def _best_placed(self, bound: int | None) -> tuple[Best, list[str]]:
        """The best of the placeable cities that were found, where the cities of all layouts that were not looked at
        have at most `bound` (None: there are no such)."""
        ends = [x.most for x in self._open] + ([bound] if bound is not None else [])
        if not self._waiting:
            if not ends:
                return Best(impossible=True), ["CP-SAT: no such city"]
            return Best(None, max(ends)), []
        found = max(self._waiting, key=lambda x: x.value or 0)
        self._waiting.remove(found)
        assert found.value is not None
        found.bound = max(found.value, *ends) if ends else found.value
        return found, [f"CP-SAT: no city exceeds {found.value}"] if found.bound == found.value else []

    def _look_into_open(self) -> None:
        """Find the best placeable cities of layouts that may have a better one than is known."""
        for x in sorted(self._open, key=lambda x: -x.most):
            known = self._best_waiting()
            if (known is not None and x.most <= known) or self.left < 0 or self.stopped:
                continue
            value, bound, city = self._within(x, known)
            if city is not None and value is not None:
                self._found(value, city, x.layout)
            if bound is None or bound == value:
                self._open.remove(x)
            else:
                x.most = min(x.most, bound)

    def _as_it_is(self, city: City) -> City | None:
        """The city, or a flip of it, that a schedule builds."""
        for flip in self.flips:
            image = flipped(city, flip)
            try:
                plan = schedule(
                    self.spec, image, self.q.mode, self.q.readings, self.q.players, True,
                    time_limit=max(self.left, PLANNING),
                )
            except Undecided:
                continue
            if plan is not None:
                return image
        return None

    def _within(
        self, within: _Open, above: int | None
    ) -> tuple[int | None, int | None, City | None]:
        """The best placeable city of a layout or of a flip of it, if it has more than `above`: its value, what none
        exceeds (None if there is no placeable city of the layout at all), and the city."""
        question = Question(self.q.mode, "placeable", dict(self.q.readings), self.q.players)
        value, bound, city = above, above, None
        for flip in self.flips:
            model = Model(self.spec, question, kinds=frozenset(self.model.names))
            total = model.measure("total", "")
            k = model.circuit
            for s, i in enumerate(within.layout):
                k.require(_of_class(model, flip[s], self.model, i))
            model.finish()
            require_tiles(self.spec, self.q, model)
            more = [] if value is None else [k.at_least(total, value + 1)]
            answer = solve.maximize(k, total, seconds=max(self.left, 1.0), extra=more, anytime=True)
            self.stopped = self.stopped or answer.stopped
            if answer.status == "infeasible":
                continue
            assert answer.bound is not None
            bound = answer.bound if bound is None else max(bound, answer.bound)
            if answer.values is not None:
                value, city = answer.value, self.replayed(answer, model)
            if self.stopped:  # the other flips were not looked at
                return (value if city is not None else None), within.most, city
        return (value if city is not None else None), bound, city


def _of_class(model: Model, space: Space, aggregated: Aggregated, i: int) -> Lit:
    """Whether a building of class number `i` is on a space. (Sizes of groups follow from all classes.)"""
    k = model.circuit
    told: dict[tuple[str | None, bool], set[Pattern]] = {}
    for other in aggregated.classes:
        for p in other:
            told.setdefault((p.kind, p.active), set()).add(replace(p, sizes=()))
    here: dict[tuple[str | None, bool], set[Pattern]] = {}
    for p in aggregated.classes[i]:
        here.setdefault((p.kind, p.active), set()).add(replace(p, sizes=()))
    able = []
    for (kind, active), patterns in here.items():
        if kind is None:
            able.append(-model.placed(space))
            continue
        lit = model.active_one(space, kind)
        stands = lit if active else k.all((model.kind_one(space, kind), -lit))
        if patterns == told[kind, active]:
            able.append(stands)
        else:
            able += [k.all((stands, _as_told(model, space, p, aggregated))) for p in patterns]
    return k.any(able)


def _as_told(model: Model, space: Space, p: Pattern, aggregated: Aggregated) -> Lit:
    """Whether a building of a pattern's kind has its floors, units and prints."""
    k = model.circuit
    assert p.kind is not None
    same = [k.equal(model.floors_of(space, p.kind), p.floors)]
    same += [k.equal(model.seated(space, r), dict(p.seats).get(r, 0)) for r in aggregated.seats_seen]
    if p.prints is not None:
        for v in model.game.kinds[p.kind].prints:
            tiles = [x for (n, _, w), x in model.variants(space).items() if (n, w) == (p.kind, v.name)]
            same.append(k.equal(k.count(tiles), p.prints.count(v)))
    return k.all(same)


def flipped(city: City, flip: tuple[Space, ...]) -> City:
    """The city with each building on the image of its space."""
    cells: list[Building | None] = [None] * len(city.cells)
    for s, b in enumerate(city.cells):
        cells[flip[s]] = b
    taken = None if city.taken is None else {(flip[s], r): n for (s, r), n in city.taken.items()}
    return replace(city, cells=tuple(cells), taken=taken)
