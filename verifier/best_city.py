"""The city that scores most in total, with the proof that none scores more.

How: the whole city is counted rather than placed wherever no clause looks at places (`aggregate`), and its total is
maximised by CP-SAT, whose linear relaxation is tight on what comes out (`dsl.tight`).

Guarantee: `optimal` means that a solver refuted every higher total, and that the city has it through the Python
scorer, with a seating that an independent search finds no better than; a disagreement raises `Fault`.
"""

from __future__ import annotations

import time
from collections.abc import Callable, Iterator
from dataclasses import dataclass, replace

from dsl.assemble import Specification
from dsl.board import Space
from dsl.circuit import Circuit, Linear, Lit, linear_sum, value_of
from dsl.city import Building, City
from dsl.footprint import one_sided
from dsl.scorer import Scorer
from verifier import solve
from verifier.aggregate import Aggregated
from verifier.model import Model, Question
from verifier.patterns import Pattern
from verifier.record import MaximumQuestion
from verifier.replay import possible
from verifier.schedule import Undecided, schedule
from verifier.seating import best_seating
from verifier.verdict import Fault, Maximum, MaximumVerdict

Tell = Callable[[str], None]


def model_of(spec: Specification, q: MaximumQuestion) -> tuple[Aggregated, Linear]:
    """The unknown city that a question is about, and its total (VP)."""
    game = spec.game(q.mode, q.readings)
    tiles = frozenset(n for n, k in game.kinds.items() if k.is_tile)
    may = q.must | (tiles if q.only is None else q.only & tiles)
    kinds = frozenset(game.kinds) - tiles | may
    # Where tiles may stand in time and space is asked of single cities (`_Search._placed`).
    scope = "rounds" if q.scope == "placeable" else q.scope
    model = Aggregated(spec, Question(q.mode, scope, dict(q.readings), q.players), kinds)
    total = model.measure("total", "")
    require_tiles(spec, q, model)
    model.circuit.marginals()
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
class _Best:
    """What is known so far; `layout` tells the class of what stands on each space."""

    value: int | None = None
    bound: int | None = None
    city: City | None = None
    layout: tuple[int, ...] = ()
    impossible: bool = False


@dataclass
class _Open:
    """A layout whose placeable cities have at most `most`, if there are any."""

    layout: tuple[int, ...]
    most: int


class _Search:
    """One model, asked for its best cities, one after the other."""

    def __init__(self, spec: Specification, q: MaximumQuestion, seconds: float, tell: Tell | None) -> None:
        self.spec, self.q, self.tell = spec, q, tell
        self.started = self.told = time.monotonic()
        self.deadline = self.started + seconds
        self.scorer = Scorer(spec, q.mode, q.readings)
        self.model, self.total = model_of(spec, q)
        game = self.scorer.game
        sided = any(one_sided(x.value) for x in game.clauses) or any(one_sided(x.amount) for x in game.gains)
        flips = self.model.board.symmetries
        self.flips = flips[:1] if sided else flips
        self.most: int | None = None  # what no city exceeds, whatever was excluded since
        self._waiting: list[_Best] = []  # placeable cities that were found, of layouts that are excluded
        self._open: list[_Open] = []

    @property
    def left(self) -> float:
        return self.deadline - time.monotonic()

    def _note(self, value: int, bound: int) -> None:
        """Tell how far it is, not more than once a second."""
        now = time.monotonic()
        if self.tell is not None and now - self.told >= 1:
            self.told = now
            gap = f"gap {100 * (bound - value) / bound:.1f} %" if bound > 0 else "no gap to speak of"
            self.tell(f"{now - self.started:6.1f} s: {value} VP found, at most {bound} ({gap})")

    def next(self, at_most: int | None) -> tuple[_Best, list[str]]:
        """The best city that is not excluded; `at_most` is a bound known from before."""
        best, proof = self._asked(at_most)
        if self.q.scope != "placeable":
            return best, proof
        return self._placed(best)

    def _asked(self, at_most: int | None) -> tuple[_Best, list[str]]:
        """The best of the model's cities."""
        answer = solve.maximize(
            self.model.circuit,
            self.total,
            seconds=max(self.left, 0.5),
            at_most=at_most,
            tell=self._note,
        )
        if answer.status == "infeasible":
            return _Best(impossible=True), ["CP-SAT: no such city"]
        bound = answer.bound
        if at_most is not None and (bound is None or at_most < bound):
            bound = at_most
        best = _Best(answer.value, bound)
        self.most = bound if self.most is None else self.most
        if answer.values is None:
            return best, []
        best.city = self._replayed(answer, self.model)
        best.layout = self.model.layout(answer.holds(self.model.circuit))
        proof = [f"CP-SAT: no city exceeds {answer.value}"] if answer.status == "optimal" else []
        return best, proof

    def _replayed(self, answer: solve.Answer, model: Aggregated | Model) -> City:
        """The city of an answer, scored again, and seated again by a search that knows only this city.

        That seating may be one that was excluded, or not found in the time; it exceeds nothing that was proved."""
        city = model.city(answer.holds(model.circuit))
        title = self.q.title(self.spec)
        possible(city, self.scorer, title)
        found = self.scorer.total(city)
        if found != answer.value:
            raise Fault(f"{title}: the solver says {answer.value}, the scorer {found}, of {city}")
        if self.q.scope != "any":
            seated = best_seating(self.spec, unseated(city), self.q.readings)
            if self.most is not None and seated.total > self.most:
                raise Fault(f"{title}: at most {self.most} claimed, seated better it has {seated.total}: {city}")
        return city

    def exclude(self, layout: tuple[int, ...]) -> None:
        """From now on no city counts that has buildings of the same classes on the same spaces, or that is such a
        one flipped."""
        k = self.model.circuit
        for flip in self.flips:
            k.require(k.any(-self.model.there(flip[s], i) for s, i in enumerate(layout)))

    # -- where the number of a turn lets tiles stand

    def _placed(self, best: _Best) -> tuple[_Best, list[str]]:
        """Of the cities that the model has, best first, the best that a schedule builds.

        A city is tried as it is, flipped, and with all else that its layout leaves open; then the next is asked.
        What a layout is found to have, or how much it has at most, is kept for the next question."""
        while best.city is not None and best.value is not None and best.bound is not None:
            found = self._best_waiting()
            if found is not None and found >= best.bound:
                break
            self.exclude(best.layout)
            able = self._as_it_is(best.city)
            if able is not None:
                self._found(best.value, able, best.layout)
            # A solver that was not done has not said that the layout has no better city.
            if able is None or best.value < best.bound:
                self._open.append(_Open(best.layout, best.bound))
            bound = best.bound
            self._look_into_open()
            if self.left < 1:
                return self._best_placed(bound)
            best, _ = self._asked(bound)
        return self._best_placed(None if best.impossible else best.bound)

    def _found(self, value: int, city: City, layout: tuple[int, ...]) -> None:
        """Keep the best placeable city that is known of a layout."""
        self._waiting = [x for x in self._waiting if x.layout != layout]
        self._waiting.append(_Best(value, value, city, layout))

    def _best_waiting(self) -> int | None:
        """What the best placeable city has that was found and not yet told."""
        return max((x.value for x in self._waiting if x.value is not None), default=None)

    def _best_placed(self, bound: int | None) -> tuple[_Best, list[str]]:
        """The best of the placeable cities that were found, where the cities of all layouts that were not looked at
        have at most `bound` (None: there are no such)."""
        self._look_into_open()
        ends = [x.most for x in self._open] + ([bound] if bound is not None else [])
        if not self._waiting:
            if not ends:
                return _Best(impossible=True), ["CP-SAT: no such city"]
            return _Best(None, max(ends)), []
        found = max(self._waiting, key=lambda x: x.value or 0)
        self._waiting.remove(found)
        assert found.value is not None
        found.bound = max(found.value, *ends) if ends else found.value
        return found, [f"CP-SAT: no city exceeds {found.value}"] if found.bound == found.value else []

    def _look_into_open(self) -> None:
        """Find the best placeable cities of layouts that may have a better one than is known."""
        for x in sorted(self._open, key=lambda x: -x.most):
            known = self._best_waiting()
            if (known is not None and x.most <= known) or self.left < 0:
                continue
            value, bound, city = self._within(x.layout, known)
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
                plan = schedule(self.spec, image, self.q.mode, self.q.readings, self.q.players, True)
            except Undecided:
                continue
            if plan is not None:
                return image
        return None

    def _within(
        self, layout: tuple[int, ...], above: int | None
    ) -> tuple[int | None, int | None, City | None]:
        """The best placeable city of a layout or of a flip of it, if it has more than `above`: its value, what none
        exceeds (None if there is no placeable city of the layout at all), and the city."""
        question = Question(self.q.mode, "placeable", dict(self.q.readings), self.q.players)
        value, bound, city = above, above, None
        for flip in self.flips:
            model = Model(self.spec, question, kinds=frozenset(self.model.names))
            total = model.measure("total", "")
            k = model.circuit
            for s, i in enumerate(layout):
                k.require(_of_class(model, flip[s], self.model, i))
            model.finish()
            require_tiles(self.spec, self.q, model)
            more = [] if value is None else [k.at_least(total, value + 1)]
            answer = solve.maximize(k, total, seconds=max(self.left, 1.0), extra=more)
            if answer.status == "infeasible":
                continue
            assert answer.bound is not None
            bound = answer.bound if bound is None else max(bound, answer.bound)
            if answer.values is not None:
                value, city = answer.value, self._replayed(answer, model)
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


def unseated(city: City) -> City:
    """The city as its tiles alone tell it: nothing active or seated, nothing taken at the end."""
    cells = tuple(None if b is None else replace(b, active=None, seats=None) for b in city.cells)
    return replace(city, cells=cells, taken=None)


def best_cities(
    spec: Specification,
    q: MaximumQuestion,
    *,
    time_limit: float,
    progress: Tell | None = None,
) -> Iterator[Maximum]:
    """The best cities, best first, that differ in more than a flip of the board and than what nobody sees space by
    space. `time_limit` is in seconds, for all of them. Ends when there are no more, or the time is out.

    Raises `Fault` if solver and scorer disagree."""
    search = _Search(spec, q, time_limit, progress)
    at_most: int | None = None
    while True:
        started = time.monotonic()
        best, proof = search.next(at_most)
        verdict: MaximumVerdict = "feasible"
        if best.impossible:
            verdict = "infeasible"
        elif best.city is None:
            verdict = "unknown"
        elif best.value == best.bound:
            verdict = "optimal"
        yield Maximum(
            "", q.mode, "total", q.scope, q.players, verdict, best.value, best.bound, "VP",
            round(time.monotonic() - started, 2), best.city, spec.readings(q.readings), tuple(proof),
            title=q.title(spec),
        )  # fmt: skip
        if verdict != "optimal" or best.city is None:
            return
        at_most = best.value
        search.exclude(best.layout)


def best_city(
    spec: Specification, q: MaximumQuestion, *, time_limit: float, progress: Tell | None = None
) -> Maximum:
    """The best city, or the best that was found in the time (in seconds)."""
    return next(best_cities(spec, q, time_limit=time_limit, progress=progress))


def circuit_of_total(spec: Specification, q: MaximumQuestion) -> tuple[Circuit, Linear]:
    """The circuit that the solvers get for a best total, and what is to be greatest."""
    model, total = model_of(spec, q)
    return model.circuit, total


def certified(
    spec: Specification, q: MaximumQuestion, found: Maximum, *, seconds: float
) -> tuple[bool, str]:
    """Whether another solver refutes every total above the one found, and what it says, in words.

    Raises `Fault` if it finds a city that exceeds it."""
    model, total = model_of(spec, q)
    answer = solve.mip_maximize(model.circuit, total, seconds=seconds)
    assert found.value is not None
    if answer.value is not None and answer.value > found.value and answer.values is not None:
        holds = answer.holds(model.circuit)
        if q.scope == "placeable":
            return False, f"HiGHS: without the rule of placement a city has {answer.value}, so that it can not say"
        # Its numbers are rounded: only a city that keeps to all requirements speaks against CP-SAT.
        if all(holds(x) for x in model.circuit.requirements):
            value = value_of(total, holds)
            raise Fault(f"best city of {q.mode}: CP-SAT refutes more than {found.value}, HiGHS finds {value}")
    if answer.bound is not None and answer.bound <= found.value:
        return True, f"HiGHS: no city exceeds {found.value}"
    at_most = f", at most {answer.bound}" if answer.bound is not None else ""
    return False, f"HiGHS: no answer in {seconds:.0f} s{at_most}"
