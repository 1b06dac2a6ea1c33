"""The most that a tile scores over all cities of a scope, with the city and the proof.

How: the tile's own score is grounded over an unknown city (`model`), reduced by what can not matter, and
maximised by CP-SAT. Where positions matter and that alone does not close the gap, a bound is taken from the same
question with positions forgotten (`Forgetful`), and the next value up is asked for until it is refuted. At
the end Z3 is asked, independently of CP-SAT, whether anything exceeds the value.

Guarantee: `optimal` means that a solver refuted every higher value, and that the city replays to the value through
the Python scorer; a disagreement raises `Fault`.
"""

from __future__ import annotations

import time
from collections.abc import Callable
from dataclasses import dataclass

from dsl import core as c
from dsl.assemble import Readings, Specification, own_clauses
from dsl.circuit import Linear, linear_sum
from dsl.city import City, faults
from dsl.footprint import kinds_named, nodes, one_sided, positional
from dsl.scorer import Scorer
from dsl.simplify import merged, rising
from verifier import solve
from verifier.forget import Forgetful
from verifier.model import Model, Question
from verifier.verdict import Fault, Maximum, MaximumVerdict

Tell = Callable[[str], None]


@dataclass(frozen=True)
class _Task:
    """A tile's question with what its objective looks at."""

    spec: Specification
    question: Question
    tile: str
    units: bool
    exprs: tuple[c.Expr, ...]
    kinds: frozenset[str]
    fillers: frozenset[str]

    @property
    def tell_worths(self) -> bool:
        return any(isinstance(x, c.Printed) for e in self.exprs for x in nodes(e))

    @property
    def positional(self) -> bool:
        return any(positional(e) for e in self.exprs)

    @property
    def scorer(self) -> Scorer:
        return Scorer(self.spec, self.question.mode, self.question.readings)

    def objective(self, model: Model) -> Linear:
        if self.units:
            return linear_sum(model.offered(self.tile).values())
        return merged(model.circuit, model.own(self.tile))


def _task(spec: Specification, question: Question, only: frozenset[str] | None) -> _Task:
    game = spec.game(question.mode, question.readings)
    tile = question.tile
    assert tile is not None
    plain = spec.game(question.mode, question.readings, frozenset({tile}))
    more, less = own_clauses(game, plain)
    gains = [g for g in game.gains if g.kind == tile]
    units = not more and not less and (bool(gains) or bool(game.kinds[tile].placed))
    exprs: list[c.Expr] = [g.amount for g in gains] if units else [x.value for x in (*more, *less)]
    allowed = frozenset(
        n for n, k in game.kinds.items() if only is None or not k.is_tile or n in only or n == tile
    )
    if question.scope != "any":
        exprs += [g.amount for g in game.gains if g.kind in allowed and g not in gains]
    kinds = _needed_kinds(game, question, exprs, allowed)
    fillers = _fillers(game, question, exprs, kinds)
    return _Task(spec, question, tile, units, tuple(exprs), kinds, fillers)


def _fillers(
    game: c.Game, question: Question, exprs: list[c.Expr], kinds: frozenset[str]
) -> frozenset[str]:
    """The kinds that the objective does not see: they matter for what they give, and take room."""
    if question.scope == "any" or game.seating != "free" or not all(_of_a_kind(e) for e in exprs):
        return frozenset()
    if any(isinstance(x, c.Printed | c.Seated | c.CityUnits) and not _own(x) for e in exprs for x in nodes(e)):
        return frozenset()
    named = frozenset[str]().union(*(x for e in exprs for x in kinds_named(e)))
    giving = {g.kind for g in game.gains}
    return frozenset(k for k in kinds if k not in named and k not in giving and k != question.tile)


def _own(e: object) -> bool:
    """Whether a value is one of the tile's own space."""
    return isinstance(e, c.Printed | c.Seated) and e.at == "self"


def _needed_kinds(
    game: c.Game, question: Question, exprs: list[c.Expr], allowed: frozenset[str]
) -> frozenset[str]:
    """The kinds that have to be considered: of kinds that the objective can not tell apart, and of which one
    is never worse, only that one."""
    if game.seating != "free":
        return allowed  # what may be left unused then depends on everything
    named = frozenset[frozenset[str]]().union(*(kinds_named(e) for e in exprs)) if exprs else frozenset()
    told = {n: frozenset(x for x in named if n in x) for n in allowed}
    prints = any(isinstance(x, c.Printed) for e in exprs for x in nodes(e))
    seats = any(isinstance(x, c.Seated) for e in exprs for x in nodes(e))
    units = any(isinstance(x, c.CityUnits) for e in exprs for x in nodes(e))

    def no_better(a: str, b: str) -> bool:
        """Whether every city with an `a` is matched by the same city with a `b`."""
        x, y = game.kinds[a], game.kinds[b]
        if told[a] != told[b] or x.max_floors > y.max_floors or x.scores_inactive or prints or units:
            return False
        if seats and (any(x.seats.get(r, 0) > y.seats.get(r, 0) for r in x.seats) or x.seats_inactive):
            return False
        if any(n > x.needs.get(r, 0) for r, n in y.needs.items()) or (x.needs and not y.needs):
            return False
        if question.scope == "any":
            return True
        gives = x.placed or any(g.kind == a for g in game.gains)
        return not gives and x.is_tile and game.replaces == b and not _stocked(game, question, a)

    kept = set(allowed)
    for a in sorted(allowed):
        if a == question.tile:
            continue
        if any(b in kept and b != a and b != question.tile and no_better(a, b) for b in sorted(allowed)):
            kept.discard(a)
    if question.scope == "any" and not prints and not units:
        anything = any(
            isinstance(x, c.Is | c.Floors) and not _of_a_kind(e) for e in exprs for x in nodes(e)
        )
        if not anything:
            kept = {n for n in kept if told[n] or n == question.tile}
    return frozenset(kept)


def _stocked(game: c.Game, question: Question, kind: str) -> bool:
    return any(x.kind == kind for x in game.stock.get(question.players, ()))


def _of_a_kind(e: c.Expr) -> bool:
    """Whether all states and floors that an expression asks for are those of spaces whose kind it asks too."""
    named: set[str] = {"self"}
    asked: set[str] = set()
    for x in nodes(e):
        match x:
            case c.IsKind(at):
                named.add(at)
            case c.Is(at) | c.Floors(at):
                asked.add(at)
            case _:
                pass
    return asked <= named


class _Search:
    def __init__(self, task: _Task, seconds: float, tell: Tell | None) -> None:
        self.task = task
        self.deadline = time.monotonic() + seconds
        self.tell = tell
        self.proof: list[str] = []
        self.value: int | None = None
        self.bound: int | None = None
        self.city: City | None = None
        self.impossible = False
        self.model, self.objective = self._exact()

    @property
    def left(self) -> float:
        return self.deadline - time.monotonic()

    # -- models

    def _exact(self) -> tuple[Model, Linear]:
        task = self.task
        model = Model(
            task.spec,
            task.question,
            kinds=task.kinds,
            fillers=task.fillers,
            tell_worths=task.tell_worths,
        )
        objective = task.objective(model)
        if task.positional:
            self._symmetry(model)
        else:
            _sort_spaces(model, task.tile)
        if task.question.scope == "any":
            _raise_floors(model, objective)
        model.finish()
        return model, objective

    def _symmetry(self, model: Model) -> None:
        """The tile stands on one space of each class of spaces that the board's symmetries exchange."""
        flips = model.board.symmetries
        if any(one_sided(e) for e in self.task.exprs):
            flips = flips[:1]
        first = [s for s in model.board.spaces if s == min(f[s] for f in flips)]
        here = [model.kind(s, frozenset({self.task.tile})) for s in first]
        model.circuit.require(model.circuit.any(here))

    # -- steps

    def _note(self, text: str) -> None:
        if self.tell is not None:
            self.tell(f"{self.task.tile}: {text}")

    def _found(self, answer: solve.Answer, model: Model, objective: Linear) -> None:
        """Replay a solution through the Python scorer, and keep it if it is the best so far."""
        assert answer.values is not None
        holds = answer.holds(model.circuit)
        city = model.city(holds)
        value = objective.constant + sum(k for x, k in objective.terms if holds(x))
        replayed = replay(self.task, city)
        if replayed != value:
            raise Fault(f"{self.task.tile}: the solver says {value}, the scorer {replayed}, of {city}")
        if self.value is None or value > self.value:
            self.value, self.city = value, city

    def _limit(self, bound: int, who: str) -> None:
        if self.bound is None or bound < self.bound:
            self.bound = bound
            self._note(f"at most {bound} ({who})")

    @property
    def closed(self) -> bool:
        return self.impossible or (
            self.value is not None and self.bound is not None and self.bound <= self.value
        )

    def optimise(self, seconds: float, workers: int = 1) -> None:
        """CP-SAT on the whole question, one search or several that take turns."""
        answer = solve.maximize(
            self.model.circuit,
            self.objective,
            seconds=min(seconds, self.left),
            at_most=self.bound,
            workers=workers,
            tell=lambda v, b: self._note(f"{v} found, at most {b}"),
        )
        if answer.status == "infeasible":
            self.impossible = True
            self.proof.append("CP-SAT: no such city")
            return
        if answer.bound is not None:
            self._limit(answer.bound, "CP-SAT")
        if answer.values is not None:
            self._found(answer, self.model, self.objective)
            if self.closed and not self.proof:
                self.proof.append(f"CP-SAT: no city exceeds {self.value}")
            elif self.closed:
                self.proof.append(f"CP-SAT: a city that reaches {self.value}")

    def forget_positions(self) -> None:
        """A bound from the question with positions forgotten."""
        task = self.task
        best: int | None = None
        for active in (True, False):
            model = Forgetful(
                task.spec,
                task.question,
                kinds=task.kinds,
                fillers=task.fillers,
                tell_worths=task.tell_worths,
                tile_active=active,
            )
            objective = task.objective(model)
            _sort_spaces(model, task.tile)
            model.finish()
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


def _sort_spaces(model: Model, tile: str) -> None:
    """Where positions do not matter, only cities whose buildings stand in the order of their kinds."""
    k = model.circuit
    order = [tile, *(n for n in model.names if n != tile)]
    for s, t in zip(model.board.spaces, model.board.spaces[1:], strict=False):
        for i, n in enumerate(order):
            before = [model.kind(s, frozenset({m})) for m in order[: i + 1]]
            k.implies(model.kind(t, frozenset({n})), *before)
    k.require(model.kind(0, frozenset({tile})))


def _raise_floors(model: Model, objective: Linear) -> None:
    """In scope `any` floors cost nothing: where they can not lower the objective, buildings are as high as
    they go."""
    k = model.circuit
    up = rising(k, objective)
    for s in model.board.spaces:
        for n in model.names:
            bits = [b for b, _ in model.floors_of(s, n).terms]
            if len(bits) > 1 and all(b in up for b in bits[1:]):
                k.implies(model.kind(s, frozenset({n})), k.at_least(model.floors_of(s, n), len(bits)))


def replay(task: _Task, city: City) -> int:
    """The objective of a city, by the Python scorer.

    Raises `Fault` if the city is not a legal one of its mode."""
    scorer = task.scorer
    problems = [text for _, text in faults(city, scorer.game)] + scorer.gain_complaints(city)
    if problems:
        raise Fault(f"{task.tile}: a solver's city is impossible: {problems} in {city}")
    if task.units:
        return sum(scorer.units(city, task.tile).values())
    return scorer.own(city, task.tile)


def maximize(
    spec: Specification,
    tile: str,
    mode: str,
    *,
    scope: str = "rounds",
    readings: Readings | None = None,
    players: int | None = None,
    only: frozenset[str] | None = None,
    time_limit: float = 60.0,
    confirm: float = 10.0,
    progress: Tell | None = None,
) -> Maximum:
    """The most that `tile` scores by its own text (VP), or gives (units), over the cities of a scope.

    `only` names the tiles that may stand besides it (all by default). `time_limit` and `confirm` (the time for
    Z3's second opinion) are in seconds. Raises `Fault` if solver and scorer disagree."""
    started = time.monotonic()
    full = spec.readings(readings)
    game = spec.game(mode, full)
    number = players if players is not None else game.mode.usual_players
    question = Question(mode, scope, full, number, tile)
    task = _task(spec, question, only)
    search = _Search(task, time_limit, progress)
    search.optimise(5.0 if task.positional else time_limit)
    if not search.closed and task.positional:
        search.forget_positions()
    if not search.closed and task.positional:
        search.optimise(15.0, workers=4)
    if not search.closed:
        search.climb()
    search.confirm(confirm)
    verdict: MaximumVerdict
    if search.impossible:
        verdict = "infeasible"
    elif search.value is None:
        verdict = "unknown"
    else:
        verdict = "optimal" if search.closed else "feasible"
    unit = "VP"
    if task.units:
        given = {g.resource for g in game.gains if g.kind == tile} | set(game.kinds[tile].placed)
        unit = " and ".join(r.plural_title for r in game.resources if r.name in given)
    return Maximum(
        tile,
        mode,
        "own",
        scope,
        number,
        verdict,
        search.value,
        search.bound,
        unit,
        round(time.monotonic() - started, 2),
        search.city,
        full,
        tuple(search.proof),
    )

