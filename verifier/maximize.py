"""The most that a tile scores over all cities of a scope, or several tiles together, with the city and the proof.

How: the tile's own score is grounded over an unknown city (`model`), reduced by what can not matter, and
maximised by CP-SAT. Where positions matter and that alone does not close the gap, a bound is taken from the same
question with positions forgotten (`Forgetful`), and the next value up is asked for until it is refuted. At
the end Z3 is asked, independently of CP-SAT, whether anything exceeds the value.

Guarantee: `optimal` means that a solver refuted every higher value, and that the city replays to the value through
the Python scorer; a disagreement raises `Fault`.
"""

from __future__ import annotations

import time
from collections.abc import Callable, Iterator, Mapping
from dataclasses import dataclass, replace
from typing import TypedDict

from dsl import core as c
from dsl.assemble import Specification
from dsl.circuit import Circuit, Linear, linear_sum
from dsl.city import City
from dsl.declarations import Readings
from dsl.footprint import nodes, positional
from dsl.game_builder import own_clauses
from dsl.scorer import Scorer
from verifier import solve
from verifier.forget import Forgetful
from verifier.model import Model, Question
from verifier.placing import rule_of
from verifier.reduce import fillers, needed_kinds, place_tile, raise_floors, sort_spaces, stand_ins
from verifier.replay import gives_units, worth
from verifier.schedule import Undecided, schedule
from verifier.verdict import STOPPED, Fault, Maximum, MaximumVerdict

Tell = Callable[[str], None]
Better = Callable[[int | None, int | None], None]
"""Is told of the value of the best city so far, and of the bound so far."""


class _Reduced(TypedDict):
    kinds: frozenset[str]
    fillers: frozenset[str]
    stand_ins: Mapping[str, tuple[str, ...]]
    tell_worths: bool


@dataclass(frozen=True)
class _Task:
    """A tile's question with what its objective looks at. `beside` are the tiles that stand, too, and whose own
    scores are added."""

    spec: Specification
    question: Question
    tile: str
    units: bool
    beside: tuple[str, ...]
    exprs: tuple[c.Expr, ...]
    kinds: frozenset[str]
    fillers: frozenset[str]
    stand_ins: dict[str, tuple[str, ...]]

    @property
    def tell_worths(self) -> bool:
        return any(isinstance(x, c.Printed) for e in self.exprs for x in nodes(e))

    @property
    def reduced(self) -> _Reduced:
        """What a model is told that it need not look at."""
        return {
            "kinds": self.kinds,
            "fillers": self.fillers,
            "stand_ins": self.stand_ins,
            "tell_worths": self.tell_worths,
        }

    def forgetful(self, *, tile_active: bool) -> tuple[Forgetful, Linear]:
        """The question with positions forgotten, and its objective."""
        question = self.question
        if question.scope == "placeable":  # every city of it is one of `rounds`, where positions can be forgotten
            question = replace(question, scope="rounds")
        model = Forgetful(self.spec, question, **self.reduced, tile_active=tile_active)
        self.place_others(model)
        objective = model.objective(self.objective)
        sort_spaces(model, self.tile)
        model.finish()
        return model, objective

    @property
    def positional(self) -> bool:
        placed = self.question.scope == "placeable" and rule_of(self.scorer.game, self.question.players) is not None
        return placed or any(positional(e) for e in self.exprs)

    @property
    def scorer(self) -> Scorer:
        return Scorer(self.spec, self.question.mode, self.question.readings)

    def objective(self, model: Model) -> Linear:
        if self.units:
            return linear_sum(model.offered(self.tile).values())
        return linear_sum(model.own(n) for n in (self.tile, *self.beside))

    def place_others(self, model: Model) -> None:
        """Require each of the other tiles to stand once."""
        k = model.circuit
        for n in self.beside:
            k.require(k.equal(model.copies(n), 1), f"{model.game.kinds[n].title} stands exactly once")

    def worth(self, city: City) -> int:
        """The objective of a city, by the Python scorer."""
        return worth(city, self.scorer, self.tile, self.units, self.beside)


def _task(
    spec: Specification, question: Question, only: frozenset[str] | None, beside: frozenset[str] = frozenset()
) -> _Task:
    game = spec.game(question.mode, question.readings)
    tile = question.tile
    assert tile is not None
    plain = spec.game(question.mode, question.readings, frozenset({tile}))
    gains = [g for g in game.gains if g.kind == tile]
    units = not beside and gives_units(spec, tile, question.mode, question.readings)
    exprs: list[c.Expr] = [g.amount for g in gains] if units else []
    for n in sorted({tile, *beside}):
        plain = spec.game(question.mode, question.readings, frozenset({n}))
        found = [x for clauses in own_clauses(game, plain) for x in clauses]
        exprs += [] if units else [x.value for x in found]
        exprs += [c.IsKind("self", x.kinds) for x in found if x.kinds and tile not in x.kinds]
    # No other kind can stand for a tile that has to be there.
    exprs += [c.IsKind("self", frozenset({n})) for n in sorted(beside)]
    allowed = frozenset(
        n for n, k in game.kinds.items() if only is None or not k.is_tile or n in {*only, *beside, tile}
    )
    if question.scope != "any":
        exprs += [g.amount for g in game.gains if g.kind in allowed and g not in gains]
    kinds = needed_kinds(game, question, exprs, allowed)
    counted = fillers(game, question, exprs, kinds)
    alike = stand_ins(game, question, exprs, kinds)
    others = tuple(sorted(beside))
    return _Task(spec, question, tile, units, others, tuple(exprs), kinds, counted, alike)


def _exact(task: _Task) -> tuple[Model, Linear]:
    """The model of the whole question, and what is to be greatest in it."""
    model = Model(task.spec, task.question, **task.reduced)
    task.place_others(model)
    objective = task.objective(model)
    place_tile(model, task.tile, task.exprs)
    if task.question.scope == "any":
        for raised in raise_floors(model, objective):
            model.circuit.require(raised)
    model.finish()
    return model, objective


def circuit_of_own(
    spec: Specification, question: Question, only: frozenset[str] | None, beside: frozenset[str] = frozenset()
) -> tuple[Circuit, Linear]:
    """The circuit that the solvers get for a tile's maximum, or that of several, and what is to be greatest."""
    model, objective = _exact(_task(spec, question, only, beside))
    return model.circuit, objective


class _Search:
    def __init__(self, task: _Task, seconds: float, tell: Tell | None, better: Better | None = None) -> None:
        self.task = task
        self.better = better
        self.deadline = time.monotonic() + seconds
        self.tell = tell
        self.proof: list[str] = []
        self.said: list[str] = []
        self.value: int | None = None
        self.bound: int | None = None
        self.city: City | None = None
        self.impossible = False
        self.model, self.objective = _exact(task)

    @property
    def left(self) -> float:
        return self.deadline - time.monotonic()

    # -- steps

    def search(self, seconds: float) -> None:
        """One way after the other, until value and bound are the same or the time is out."""
        positional = self.task.positional
        self.optimise(5.0 if positional else seconds)
        if not self.closed and positional:
            self.forget_positions()
        if not self.closed and positional:
            self.optimise(60.0, workers=4)
        if not self.closed:
            self.climb()

    def _note(self, text: str) -> None:
        if self.tell is not None:
            self.tell(f"{self.task.tile}: {text}")

    def _found(self, answer: solve.Answer, model: Model, objective: Linear) -> None:
        """Replay a solution through the Python scorer, and keep it if it is the best so far."""
        assert answer.values is not None
        holds = answer.holds(model.circuit)
        city = model.city(holds)
        value = objective.constant + sum(k for x, k in objective.terms if holds(x))
        replayed = self.task.worth(city)
        if replayed != value:
            raise Fault(f"{self.task.tile}: the solver says {value}, the scorer {replayed}, of {city}")
        if self.value is None or value > self.value:
            self.value, self.city = value, city
            self._tell_better()

    def _limit(self, bound: int, who: str) -> None:
        if self.bound is None or bound < self.bound:
            self.bound = bound
            self._note(f"at most {bound} ({who})")
            self._tell_better()

    def _tell_better(self) -> None:
        if self.better is not None:
            self.better(self.value, self.bound)

    @property
    def closed(self) -> bool:
        return self.impossible or (
            self.value is not None and self.bound is not None and self.bound <= self.value
        )

    def optimise(self, seconds: float, workers: int = 1) -> None:
        """CP-SAT on the whole question, one search or several that take turns."""
        before = self.bound
        answer = solve.maximize(
            self.model.circuit,
            self.objective,
            seconds=min(seconds, self.left),
            at_most=self.bound,
            workers=workers,
            tell=lambda v, b: self._note(f"{v} found, at most {b}"),
            anytime=True,
            better=self._take if self.better is not None else None,
        )
        if answer.status == "infeasible":
            self.impossible = True
            self.proof.append("CP-SAT: no such city")
            return
        self._take(answer)
        if answer.values is not None and self.closed:
            known = self.value == before
            self.proof.append(f"CP-SAT: {'a city reaches' if known else 'no city exceeds'} {self.value}")
        if answer.interrupted and not self.closed:
            raise KeyboardInterrupt

    def _take(self, answer: solve.Answer) -> None:
        """What a search came to, or told while it went on: a bound, a solution."""
        if answer.bound is not None:
            self._limit(answer.bound, "CP-SAT")
        if answer.values is not None:
            self._found(answer, self.model, self.objective)

    def forget_positions(self) -> None:
        """A bound from the question with positions forgotten."""
        task = self.task
        best: int | None = None
        for active in (True, False):
            model, objective = task.forgetful(tile_active=active)
            answer = solve.maximize(model.circuit, objective, seconds=min(20.0, self.left))
            if answer.status == "infeasible":
                continue
            bound = answer.bound if answer.bound is not None else objective.high
            best = bound if best is None else max(best, bound)
        if best is None:
            return
        if self.bound is None or best < self.bound:
            self.proof.append(f"CP-SAT: no city exceeds {best}, wherever its buildings stand")
        self._limit(best, "positions forgotten")

    def climb(self) -> None:
        """Ask for the next value up, until it is refuted or time is out."""
        k = self.model.circuit
        while not self.closed and self.left > 0.5:
            goal = (self.value if self.value is not None else self.objective.low - 1) + 1
            answer = solve.decide(k, [k.at_least(self.objective, goal)], seconds=self.left)
            if answer.status == "infeasible":
                if self.value is None:
                    self.impossible = True
                else:
                    self._limit(self.value, "CP-SAT")
                self.proof.append(f"CP-SAT: {goal} or more is impossible")
                return
            if answer.values is None:
                return
            self._found(answer, self.model, self.objective)
            self._note(f"{self.value} found")

    def tidy(self, seconds: float) -> None:
        """Of the cities that reach the value, one with few buildings."""
        if self.value is None or seconds <= 0:
            return
        k, model = self.model.circuit, self.model
        buildings = linear_sum(model.copies(n) for n in (*model.names, *model.fillers))
        reached = k.at_least(self.objective, self.value)
        answer = solve.maximize(k, buildings.scaled(-1), extra=[reached], seconds=seconds)
        if answer.values is not None:
            city = model.city(answer.holds(k))
            if self.task.worth(city) != self.value:
                raise Fault(f"{self.task.tile}: a smaller city does not reach {self.value}: {city}")
            self.city = city

    def place(self) -> None:
        """Find a schedule for the city, and play it again."""
        q = self.task.question
        assert self.city is not None
        try:
            found = schedule(self.task.spec, self.city, q.mode, q.readings, q.players, True)
        except Undecided:
            self.said.append("no schedule of the city was found in the time")
            return
        if found is None:
            raise Fault(f"{self.task.tile}: nothing can be placed so that this city is built: {self.city}")

    def notes(self) -> Iterator[str]:
        """What the rules do not say, and the question asks."""
        if self.model.nothing_to_take:
            yield "no city" + self.model.nothing_to_take
        if self.task.question.scope == "placeable" and self.model.game.placement is None:
            mode = self.task.question.mode
            yield f"the rules do not say where buildings of {mode} may be placed: scope placeable is rounds here"
        yield from self.said

    def confirm(self, seconds: float) -> None:
        """Ask Z3 whether anything exceeds the value."""
        if not self.closed or self.impossible or self.value is None:
            return
        k = self.model.circuit
        above = k.at_least(self.objective, self.value + 1)
        answer = solve.Z3(k).decide([above], seconds=min(seconds, max(1.0, self.left)))
        if answer.status == "infeasible":
            self.proof.append(f"Z3: {self.value + 1} or more is impossible")
        elif answer.values is not None:
            raise Fault(f"{self.task.tile}: CP-SAT refutes {self.value + 1}, Z3 finds it")
        else:
            self.proof.append(f"Z3: no answer in {seconds:.0f} s")


def unit_of(spec: Specification, tile: str, mode: str, readings: Readings | None = None) -> str:
    """What the most of a tile is counted in: VP, or the units that it gives."""
    full = spec.readings(readings)
    if not gives_units(spec, tile, mode, full):
        return "VP"
    game = spec.game(mode, full)
    given = {g.resource for g in game.gains if g.kind == tile} | set(game.kinds[tile].placed)
    return " and ".join(r.plural_title for r in game.resources if r.name in given)


def maximize(
    spec: Specification,
    tile: str,
    mode: str,
    *,
    scope: str = "rounds",
    readings: Readings | None = None,
    players: int | None = None,
    only: frozenset[str] | None = None,
    beside: frozenset[str] = frozenset(),
    at_most: int | None = None,
    time_limit: float = 120.0,
    confirm: float = 10.0,
    tidy: float = 2.0,
    progress: Tell | None = None,
    better: Better | None = None,
) -> Maximum:
    """The most that `tile` scores by its own text (VP), or gives (units), over the cities of a scope.

    `only` names the tiles that may stand besides it (all by default). The tiles of `beside` have to, and what
    they score by their own texts is added (then all is in VP); `at_most` is what the caller has proved that the
    sum does not exceed. `time_limit`, `confirm` (the time for Z3's second opinion) and `tidy` (the time for
    leaving out useless buildings) are in seconds. `better` is told of every better city, as the scorer has it, and
    of every lower bound.

    Raises `Fault` if solver and scorer disagree."""
    started = time.monotonic()
    full = spec.readings(readings)
    game = spec.game(mode, full)
    number = players if players is not None else game.mode.usual_players
    question = Question(mode, scope, full, number, tile)
    task = _task(spec, question, only, beside)
    search = _Search(task, time_limit, progress, better)
    search.bound = at_most
    try:
        search.search(time_limit)
        search.confirm(confirm)
        search.tidy(tidy)
    except KeyboardInterrupt:  # what was found and proved until then is kept
        search.said.append(STOPPED)
    if scope == "placeable" and search.city is not None:
        search.place()
    verdict: MaximumVerdict
    if search.impossible:
        verdict = "infeasible"
    elif search.value is None:
        verdict = "unknown"
    else:
        verdict = "optimal" if search.closed else "feasible"
    return Maximum(
        tile,
        mode,
        "own",
        scope,
        number,
        verdict,
        search.value,
        search.bound,
        unit_of(spec, tile, mode, full),
        round(time.monotonic() - started, 2),
        search.city,
        full,
        tuple(search.proof),
        tuple(search.notes()),
    )
