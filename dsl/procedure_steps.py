"""The steps of a procedure, counted: from one moment at which somebody chooses to the next.

Guarantee: one text is the meaning for numbers and for a solver's terms: `Steps` is told by an `Algebra` how to add,
compare and choose, and asks for nothing else. With numbers it gives the one state that follows; with terms, every
way on, each under its condition. Pieces of a sort are interchangeable here; which of them lies where is what
`dsl/simulate.py` knows, on its own account.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator, Mapping
from dataclasses import dataclass, field
from typing import Any, Protocol, TypeAlias, assert_never

from dsl import procedure_core as p

Term: TypeAlias = Any
"""An integer or a Boolean of an algebra."""

State: TypeAlias = Mapping[str, Term]
"""Numbers by name: `pieces(sort, zone)`, and every counter of a loop."""

Frames: TypeAlias = tuple["Rest | Again", ...]

Function: TypeAlias = Callable[[State, Term], Term]
"""Of a state, and of the pieces that were moved in it so far."""


def pieces(sort: str, zone: str) -> str:
    """The name of the number of pieces of a sort in a zone."""
    return f"{sort} in {zone}"


class Algebra(Protocol):
    """What the terms of a state can do. Python's own numbers and truths are terms too."""

    def add(self, terms: list[Term]) -> Term:
        """A sum."""

    def scale(self, factor: int, term: Term) -> Term:
        """A multiple."""

    def compare(self, op: str, a: Term, b: Term) -> Term:
        """A comparison."""

    def negate(self, a: Term) -> Term:
        """Not."""

    def both(self, terms: list[Term]) -> Term:
        """All of them."""

    def either(self, terms: list[Term]) -> Term:
        """One of them at least."""

    def choose(self, condition: Term, a: Term, b: Term) -> Term:
        """One number if a condition holds, else another."""


class Numbers:
    """The algebra of Python's numbers."""

    def add(self, terms: list[Term]) -> Term:
        """A sum."""
        return sum(terms)

    def scale(self, factor: int, term: Term) -> Term:
        """A multiple."""
        return factor * term

    def compare(self, op: str, a: Term, b: Term) -> Term:
        """A comparison."""
        match op:
            case "=":
                return a == b
            case "!=":
                return a != b
            case "<":
                return a < b
            case "<=":
                return a <= b
            case ">":
                return a > b
            case _:
                return a >= b

    def negate(self, a: Term) -> Term:
        """Not."""
        return not a

    def both(self, terms: list[Term]) -> Term:
        """All of them."""
        return all(terms)

    def either(self, terms: list[Term]) -> Term:
        """One of them at least."""
        return any(terms)

    def choose(self, condition: Term, a: Term, b: Term) -> Term:
        """One number if a condition holds, else another."""
        return a if condition else b


@dataclass(frozen=True)
class Rest:
    """Steps that are still to be taken."""

    steps: p.Steps


@dataclass(frozen=True)
class Again:
    """The end of a way round a loop."""

    loop: p.Loop


@dataclass(frozen=True)
class Station:
    """A moment at which somebody chooses, and what comes after the choice. `loops` are those around it."""

    choice: p.Choice
    after: Frames
    loops: tuple[p.Loop, ...]


@dataclass(frozen=True)
class Arrival:
    """A way on: under `condition` the next moment is the choice of `place` (None: the end of the game)."""

    condition: Term
    state: dict[str, Term]
    place: int | None


class Watch:
    """What is told on the way: nothing is done with it here."""

    def moved(self, condition: Term, state: State, step: p.Move, number: Term) -> None:
        """A move was made, if `condition` holds; `state` is after it."""

    def left(self, condition: Term, state: State, name: str, number: Term) -> None:
        """An option or a routine was carried out, and moved `number` pieces."""


def stations(steps: p.Steps) -> dict[int, Station]:
    """All choices of a procedure by their places."""
    found: dict[int, Station] = {}

    def walk(steps: p.Steps, after: Frames, loops: tuple[p.Loop, ...]) -> None:
        for i, step in enumerate(steps):
            then: Frames = (Rest(steps[i + 1 :]), *after)
            match step:
                case p.Choice():
                    found[step.place] = Station(step, then, loops)
                    for option in step.options:
                        walk(option.steps, then, loops)
                case p.Loop():
                    walk(step.steps, (Again(step), *then), (*loops, step))
                case p.Check() | p.Named():
                    walk(step.steps, then, loops)
                case p.Move() | p.Shuffle():
                    pass
                case _:
                    assert_never(step)

    walk(steps, (), ())
    return found


def asked_for(procedure: p.Procedure, claims: Iterable[p.Expr] = ()) -> frozenset[str]:
    """The numbers that any condition, any move or one of some claims looks at; nothing depends on the others."""
    found = {"round", "turn"}
    asked: list[p.Expr] = [*claims]
    for step in p.all_steps(procedure.steps):
        match step:
            case p.Move(sort, _, of_round, source):
                found |= set() if of_round else {pieces(sort, source)}
            case p.Check(condition):
                asked.append(condition)
            case p.Choice(options=options):
                asked += [o.condition for o in options]
            case p.Loop(counter):
                found.add(counter)
            case _:
                pass
    for e in asked:
        found |= {pieces(x, z) for t in p.parts(e) if isinstance(t, p.Tally) for x in t.sorts for z in t.zones}
    return frozenset(found)


def idle_counter(station: Station, option: p.Option) -> str | None:
    """The counter that goes on, and nothing else does, when an option is taken, until the loop around the choice
    is at its end; None if it does more, or can not always be taken."""
    if option.steps or option.condition != p.TRUE or not station.loops:
        return None
    loop = station.loops[-1]
    return loop.counter if loop.steps == (station.choice,) else None


@dataclass
class Steps:
    """The steps of one procedure in an algebra.

    `reading` says which reading holds, `stock` how many pieces of a sort belong to a round."""

    procedure: p.Procedure
    algebra: Algebra
    reading: Callable[[str, str], Term]
    stock: Callable[[p.Sort, int], Term]
    watch: Watch = field(default_factory=Watch)

    def __post_init__(self) -> None:
        self.stations = stations(self.procedure.steps)
        self._functions: dict[int, tuple[p.Expr, Function]] = {}
        self._choosing = {id(x) for x in p.all_steps(self.procedure.steps) if p.chooses(x)}
        loops = [x for x in p.all_steps(self.procedure.steps) if isinstance(x, p.Loop)]
        counters = ["round", "turn", *(x.counter for x in loops if p.chooses(x))]
        self.counters = tuple(dict.fromkeys(counters))
        self.numbers = tuple(pieces(x.name, z.name) for x in self.procedure.sorts for z in self.procedure.zones)

    # -- states

    def start(self) -> dict[str, Term]:
        """The state before the first step."""
        state: dict[str, Term] = dict.fromkeys((*self.numbers, *self.counters), 0)
        for sort in self.procedure.sorts:
            rounds = sorted({x.round for x in sort.pieces if x.round is not None})
            loose = sum(x.round is None for x in sort.pieces)
            parts = [loose, *(self.stock(sort, r) for r in rounds)]
            state[pieces(sort.name, sort.zone)] = self.algebra.add(parts)
        return state

    def first(self) -> list[Arrival]:
        """The ways from the start to the first choice."""
        return list(self._go((Rest(self.procedure.steps),), self.start(), True))

    def open(self, option: p.Option, state: State) -> Term:
        """Whether an option may be taken."""
        return self.value(option.condition, state)

    def own(self, option: p.Option, state: State) -> tuple[Term, dict[str, Term]]:
        """Whether an option without a choice inside may be taken, and the state after its own steps."""
        condition = self.open(option, state)
        after, moved = self._all(option.steps, dict(state), condition, 0)
        self.watch.left(condition, after, option.name, moved)
        return condition, after

    def onward(self, place: int, state: State) -> list[Arrival]:
        """The ways from the end of an option's own steps to the next choice."""
        return list(self._go(self.stations[place].after, dict(state), True))

    def take(self, place: int, option: p.Option, state: State) -> list[Arrival]:
        """The ways from an option that is taken to the next choice."""
        if not any(map(self._chooses, option.steps)):
            condition, after = self.own(option, state)
            return list(self._go(self.stations[place].after, after, condition))
        frames = (Rest(option.steps), *self.stations[place].after)
        return list(self._go(frames, dict(state), self.open(option, state)))

    def _chooses(self, step: p.Step) -> bool:
        """Whether somebody may choose in a step: looked up, for it is asked on every way."""
        return id(step) in self._choosing

    # -- expressions

    def value(self, e: p.Expr, state: State, moved: Term = 0) -> Term:
        """The value of an expression."""
        known = self._functions.get(id(e))
        if known is None:
            # The expression is kept, so that no other one gets its identity.
            known = self._functions[id(e)] = e, self._function(e)
        return known[1](state, moved)

    def _function(self, e: p.Expr) -> Function:
        """What works out an expression: made once, for it is asked in many states."""
        a = self.algebra
        match e:
            case p.Num(number):
                return lambda state, moved: number
            case p.Tally(sorts, zones):
                names = [pieces(x, z) for x in sorts for z in zones]
                return lambda state, moved: a.add([state[x] for x in names])
            case p.CounterOf("moved"):
                return lambda state, moved: moved
            case p.CounterOf(name):
                return lambda state, moved: state[name]
            case p.Plus(args):
                numbers = [self._function(x) for x in args]
                return lambda state, moved: a.add([x(state, moved) for x in numbers])
            case p.Times(factor, arg):
                of = self._function(arg)
                return lambda state, moved: a.scale(factor, of(state, moved))
            case p.Truth(truth):
                return lambda state, moved: truth
            case p.Given(ruling, reading):
                given = self.reading(ruling, reading)
                return lambda state, moved: given
            case p.Compare(op, one, two):
                left, right = self._function(one), self._function(two)
                return lambda state, moved: a.compare(op, left(state, moved), right(state, moved))
            case p.Not(arg):
                of = self._function(arg)
                return lambda state, moved: a.negate(of(state, moved))
            case p.Every(args):
                tests = [self._function(x) for x in args]
                return lambda state, moved: a.both([x(state, moved) for x in tests])
            case p.Some(args):
                tests = [self._function(x) for x in args]
                return lambda state, moved: a.either([x(state, moved) for x in tests])
            case _:
                assert_never(e)

    # -- steps without a choice: one state follows, whatever holds

    def _all(
        self, steps: p.Steps, state: dict[str, Term], condition: Term, moved: Term
    ) -> tuple[dict[str, Term], Term]:
        for step in steps:
            state, moved = self._one(step, state, condition, moved)
        return state, moved

    def _one(
        self, step: p.Step, state: dict[str, Term], condition: Term, moved: Term
    ) -> tuple[dict[str, Term], Term]:
        a = self.algebra
        match step:
            case p.Move():
                source, target = pieces(step.sort, step.source), pieces(step.sort, step.target)
                number = self._number(step, state)
                after = {
                    **state,
                    source: a.add([state[source], a.scale(-1, number)]),
                    target: a.add([state[target], number]),
                }
                self.watch.moved(condition, after, step, number)
                return after, a.add([moved, number])
            case p.Shuffle():
                return state, moved
            case p.Check(test, steps):
                holds = self.value(test, state)
                if isinstance(holds, bool):
                    return self._all(steps, state, condition, moved) if holds else (state, moved)
                inner, more = self._all(steps, state, a.both([condition, holds]), moved)
                joined = {
                    name: x if x is inner[name] else a.choose(holds, inner[name], x)
                    for name, x in state.items()
                }
                return joined, moved if more is moved else a.choose(holds, more, moved)
            case p.Loop(counter, times, steps):
                for n in range(1, times + 1):
                    if counter in state:
                        state = {**state, counter: n}
                    state, moved = self._all(steps, state, condition, moved)
                return state, moved
            case p.Named(name, _, steps):
                state, inside = self._all(steps, state, condition, 0)
                self.watch.left(condition, state, name, inside)
                return state, a.add([moved, inside])
            case p.Choice():
                raise AssertionError("choices are not taken here")
            case _:
                assert_never(step)

    def _number(self, step: p.Move, state: State) -> Term:
        """How many pieces a move takes: as many as there are, and at most as many as it says."""
        a, there = self.algebra, state[pieces(step.sort, step.source)]
        if step.number is None and not step.of_round:
            return there
        most = self._of_round(self.procedure.sort(step.sort), state["round"]) if step.of_round else step.number
        return a.choose(a.compare("<=", there, most), there, most)

    def _of_round(self, sort: p.Sort, number: Term) -> Term:
        if isinstance(number, int):
            return self.stock(sort, number)
        found: Term = 0
        for r in range(1, self.procedure.rounds + 1):
            found = self.algebra.choose(self.algebra.compare("=", number, r), self.stock(sort, r), found)
        return found

    # -- steps with choices: one way for each choice that may come next

    def _go(self, frames: Frames, state: dict[str, Term], condition: Term) -> Iterator[Arrival]:
        a = self.algebra
        while frames:
            frame, *rest = frames
            frames = tuple(rest)
            if isinstance(frame, Again):
                loop, n = frame.loop, state[frame.loop.counter]
                again = a.compare("<", n, loop.times)
                if again is not False:
                    yield from self._go(
                        (Rest(loop.steps), Again(loop), *frames),
                        {**state, loop.counter: a.add([n, 1])},
                        a.both([condition, again]),
                    )
                if again is True:
                    return
                condition = a.both([condition, a.negate(again)])
                continue
            for i, step in enumerate(frame.steps):
                if not self._chooses(step):
                    state, _ = self._one(step, state, condition, 0)
                    continue
                frames = (Rest(frame.steps[i + 1 :]), *frames)
                match step:
                    case p.Choice():
                        yield Arrival(condition, state, step.place)
                        return
                    case p.Loop():
                        state = {**state, step.counter: 1}
                        frames = (Rest(step.steps), Again(step), *frames)
                    case p.Named():
                        frames = (Rest(step.steps), *frames)
                    case p.Check():
                        holds = self.value(step.condition, state)
                        if holds is not False:
                            inner = a.both([condition, holds])
                            yield from self._go((Rest(step.steps), *frames), state, inner)
                        if holds is True:
                            return
                        condition = a.both([condition, a.negate(holds)])
                        break
                    case _:
                        raise AssertionError("nothing else has a choice in it")
                break
        yield Arrival(condition, state, None)


def concrete(
    procedure: p.Procedure, readings: Mapping[str, str] | None = None, watch: Watch | None = None
) -> Steps:
    """The steps as numbers, under some readings (the defaults elsewhere), with all pieces that there may be."""
    chosen = {**procedure.defaults, **(readings or {})}
    return Steps(
        procedure,
        Numbers(),
        lambda ruling, reading: chosen[ruling] == reading,
        lambda sort, number: sort.of_round(number),
        watch or Watch(),
    )
