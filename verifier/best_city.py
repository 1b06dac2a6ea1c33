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
from dsl.circuit import Circuit, Linear, linear_sum, value_of
from dsl.city import City
from dsl.footprint import one_sided
from dsl.scorer import Scorer
from verifier import solve
from verifier.aggregate import Aggregated
from verifier.model import Question
from verifier.record import MaximumQuestion
from verifier.replay import possible
from verifier.seating import best_seating
from verifier.verdict import Fault, Maximum, MaximumVerdict

Tell = Callable[[str], None]


def model_of(spec: Specification, q: MaximumQuestion) -> tuple[Aggregated, Linear]:
    """The unknown city that a question is about, and its total (VP)."""
    game = spec.game(q.mode, q.readings)
    tiles = frozenset(n for n, k in game.kinds.items() if k.is_tile)
    may = q.must | (tiles if q.only is None else q.only & tiles)
    kinds = frozenset(game.kinds) - tiles | may
    model = Aggregated(spec, Question(q.mode, q.scope, dict(q.readings), q.players), kinds)
    total = model.measure("total", "")
    k = model.circuit
    for n in sorted(q.must):
        k.require(k.at_least(model.copies(n), 1), f"{game.kinds[n].title} stands")
    if q.most is not None:
        stand = linear_sum(model.copies(n) for n in sorted(may))
        k.require(k.at_most(stand, q.most), f"at most {q.most} of the tiles stand")
    k.marginals()
    return model, total


@dataclass
class _Best:
    """What is known so far; `layout` tells the class of what stands on each space."""

    value: int | None = None
    bound: int | None = None
    city: City | None = None
    layout: tuple[int, ...] = ()


class _Search:
    """One model, asked for its best cities, one after the other."""

    def __init__(self, spec: Specification, q: MaximumQuestion, seconds: float, tell: Tell | None) -> None:
        self.spec, self.q, self.tell = spec, q, tell
        self.started = time.monotonic()
        self.deadline = self.started + seconds
        self.scorer = Scorer(spec, q.mode, q.readings)
        self.model, self.total = model_of(spec, q)
        sided = any(one_sided(x.value) for x in self.scorer.game.clauses)
        flips = self.model.board.symmetries
        self.flips = flips[:1] if sided else flips

    @property
    def left(self) -> float:
        return self.deadline - time.monotonic()

    def _note(self, value: int, bound: int) -> None:
        if self.tell is not None:
            gap = f"gap {100 * (bound - value) / bound:.1f} %" if bound > 0 else "no gap yet"
            self.tell(f"{time.monotonic() - self.started:6.1f} s: {value} VP found, at most {bound} ({gap})")

    def next(self, at_most: int | None) -> tuple[MaximumVerdict, _Best, list[str]]:
        """The best city that is not excluded; `at_most` is a bound known from before."""
        answer = solve.maximize(
            self.model.circuit,
            self.total,
            seconds=max(self.left, 0.5),
            at_most=at_most,
            workers=2,
            proving="max_lp",
            tell=self._note,
        )
        best = _Best(answer.value, answer.bound)
        if answer.status == "infeasible":
            return "infeasible", best, ["CP-SAT: no such city"]
        if answer.values is None:
            return "unknown", best, []
        best.city = self._replayed(answer)
        best.layout = self.model.layout(answer.holds(self.model.circuit))
        if answer.status == "optimal":
            return "optimal", best, [f"CP-SAT: no city exceeds {answer.value}"]
        return "feasible", best, []

    def _replayed(self, answer: solve.Answer) -> City:
        """The city of an answer, scored again, and seated again by a search that knows only this city."""
        holds = answer.holds(self.model.circuit)
        city = self.model.city(holds)
        title = f"best city of {self.q.mode}"
        possible(city, self.scorer, title)
        found = self.scorer.total(city)
        if found != answer.value:
            raise Fault(f"{title}: the solver says {answer.value}, the scorer {found}, of {city}")
        if self.q.scope != "any":
            seated = best_seating(self.spec, unseated(city), self.q.readings)
            if seated.total > found:
                raise Fault(f"{title}: {found} claimed, seated better it has {seated.total}: {city}")
        return city

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
        verdict, best, proof = search.next(at_most)
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
        value = value_of(total, answer.holds(model.circuit))
        raise Fault(f"best city of {q.mode}: CP-SAT refutes more than {found.value}, HiGHS finds {value}")
    if answer.bound is not None and answer.bound <= found.value:
        return True, f"HiGHS: no city exceeds {found.value}"
    at_most = f", at most {answer.bound}" if answer.bound is not None else ""
    return False, f"HiGHS: no answer in {seconds:.0f} s{at_most}"
