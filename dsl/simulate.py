"""A procedure played with its pieces: which tile lies where, in which order, and who chose what.

Guarantee: a play is a function of the procedure, the readings, the seed and what the resolver answers. The
program is walked step by step over piles of pieces; nothing here comes from `dsl/procedure_steps.py`, which
counts them, so that each checks the other.
"""

from __future__ import annotations

import random
from collections import Counter
from collections.abc import Callable, Iterable, Mapping, Sequence
from dataclasses import dataclass, field
from typing import Protocol, TypeAlias, assert_never

from dsl import procedure_core as p


@dataclass
class Table:
    """What lies where now. The top of a pile is its end."""

    procedure: p.Procedure
    readings: Mapping[str, str]
    zones: dict[str, list[p.Piece]]
    counters: dict[str, int] = field(default_factory=lambda: {"round": 0, "turn": 0})
    numbers: Counter[tuple[str, str]] = field(default_factory=Counter)

    def __post_init__(self) -> None:
        self.numbers.update((x.sort, zone) for zone, there in self.zones.items() for x in there)

    def count(self, sort: str, zone: str) -> int:
        """How many pieces of a sort a zone has."""
        return self.numbers[sort, zone]

    def go(self, piece: p.Piece, source: str, target: str) -> None:
        """Take a piece from one zone and lay it on top of another."""
        self.zones[source].remove(piece)
        self.zones[target].append(piece)
        self.numbers[piece.sort, source] -= 1
        self.numbers[piece.sort, target] += 1

    def hidden(self, zone: str) -> bool:
        """Whether the zone lies face down."""
        return bool(value(self.procedure.zone(zone).hidden, self))


# ---- what happened -------------------------------------------------------------------------------------


@dataclass(frozen=True)
class Began:
    """A way round a loop, or a routine, began. `number` is 0 for a routine."""

    name: str
    title: str
    number: int


@dataclass(frozen=True)
class Shuffled:
    """A pile was shuffled; `number` pieces lie in it."""

    zone: str
    number: int


@dataclass(frozen=True)
class Moved:
    """Pieces went from one zone to another; `wanted` is how many should have (None: all that there were)."""

    pieces: tuple[p.Piece, ...]
    sort: str
    wanted: int | None
    source: str
    target: str
    drawn: bool


@dataclass(frozen=True)
class Chose:
    """Somebody took an option, of those that were `open`."""

    round: int
    turn: int
    place: int
    option: str
    title: str
    open: tuple[str, ...]


@dataclass(frozen=True)
class Ended:
    """An option or a routine came to its end; `moved` pieces went somewhere in it."""

    name: str
    moved: int


@dataclass(frozen=True)
class Over:
    """The game is over."""


Event: TypeAlias = Began | Shuffled | Moved | Chose | Ended | Over


@dataclass(frozen=True)
class Played:
    """A whole play: all events, and the zones at its end."""

    procedure: p.Procedure
    readings: Mapping[str, str]
    seed: int
    events: tuple[Event, ...]
    zones: Mapping[str, tuple[p.Piece, ...]]


# ---- who answers ---------------------------------------------------------------------------------------


class Stuck(Exception):
    """Nothing may be chosen: the message says where."""


class Unplayable(Exception):
    """An answer of a resolver that is none of those that it was given."""


class Resolver(Protocol):
    """Answers what the rules leave to the players."""

    def option(self, table: Table, choice: p.Choice, open: Sequence[p.Option]) -> p.Option:
        """One of the options that are open; there is at least one."""

    def piece(self, table: Table, move: p.Move, there: Sequence[p.Piece]) -> p.Piece:
        """The piece that is moved, of two or more."""


@dataclass
class AtRandom:
    """Every option and every piece alike."""

    random: random.Random

    def option(self, table: Table, choice: p.Choice, open: Sequence[p.Option]) -> p.Option:
        """Any of the open options."""
        return self.random.choice(list(open))

    def piece(self, table: Table, move: p.Move, there: Sequence[p.Piece]) -> p.Piece:
        """Any of the pieces."""
        return self.random.choice(list(there))


@dataclass
class Told:
    """The options by name, one after the other, and the pieces that are named; where none is, the first of them."""

    options: list[str]
    pieces: list[p.Piece] = field(default_factory=list)

    def option(self, table: Table, choice: p.Choice, open: Sequence[p.Option]) -> p.Option:
        """The next option.

        Raises `Unplayable` if it is not open, or if there is none."""
        where = f"round {table.counters['round']}, turn {table.counters['turn']}"
        if not self.options:
            raise Unplayable(f"{where}: no choice is left, and the game is not over")
        name = self.options.pop(0)
        found = next((x for x in open if x.name == name), None)
        if found is None:
            raise Unplayable(f"{where}: `{name}` is not open, only {', '.join(x.name for x in open)}")
        return found

    def piece(self, table: Table, move: p.Move, there: Sequence[p.Piece]) -> p.Piece:
        """The next piece of those that are named, if there are any.

        Raises `Unplayable` if it is not there."""
        if not self.pieces:
            return there[0]
        piece = self.pieces.pop(0)
        if piece not in there:
            raise Unplayable(f"{piece.kind} is not in {move.source}")
        return piece


# ---- playing -------------------------------------------------------------------------------------------


Watcher: TypeAlias = Callable[[Table, Event], None]


def play(
    procedure: p.Procedure, readings: Mapping[str, str], resolver: Resolver, seed: int, watch: Watcher | None = None
) -> Played:
    """Play a game to its end. `readings` replace defaults; `seed` is for the shuffles; `watch` is told of every
    event when it has happened.

    Raises `Stuck` if nobody may do anything before the game is over."""
    table = Table(
        procedure,
        {**procedure.defaults, **readings},
        {z.name: [x for s in procedure.sorts if s.zone == z.name for x in s.pieces] for z in procedure.zones},
    )
    playing = _Playing(table, resolver, random.Random(seed), watch)
    playing.steps(procedure.steps)
    playing.note(Over())
    return Played(
        procedure, table.readings, seed, tuple(playing.events), {z: tuple(x) for z, x in table.zones.items()}
    )


@dataclass
class _Playing:
    table: Table
    resolver: Resolver
    random: random.Random
    watch: Watcher | None = None
    events: list[Event] = field(default_factory=list)

    def note(self, event: Event) -> None:
        self.events.append(event)
        if self.watch is not None:
            self.watch(self.table, event)

    def within(self, name: str, steps: p.Steps) -> None:
        before = len(self.events)
        self.steps(steps)
        went = sum(len(x.pieces) for x in self.events[before:] if isinstance(x, Moved))
        self.note(Ended(name, went))

    def steps(self, steps: p.Steps) -> None:
        for step in steps:
            self.step(step)

    def step(self, step: p.Step) -> None:
        table = self.table
        match step:
            case p.Move():
                self.move(step)
            case p.Shuffle(zone):
                self.random.shuffle(table.zones[zone])
                self.note(Shuffled(zone, len(table.zones[zone])))
            case p.Check(condition, steps):
                if value(condition, table):
                    self.steps(steps)
            case p.Loop(counter, times, steps):
                for number in range(1, times + 1):
                    table.counters[counter] = number
                    self.note(Began(counter, counter, number))
                    self.steps(steps)
            case p.Named(name, title, steps):
                self.note(Began(name, title, 0))
                self.within(name, steps)
            case p.Choice(place, who, options):
                open = [x for x in options if value(x.condition, table)]
                counters = table.counters
                if not open:
                    raise Stuck(f"round {counters['round']}, turn {counters['turn']}: {who} can not do anything")
                option = self.resolver.option(table, step, open)
                names = tuple(x.name for x in open)
                self.note(
                    Chose(counters["round"], counters["turn"], place, option.name, option.title, names)
                )
                self.within(option.name, option.steps)
            case _:
                assert_never(step)

    def move(self, step: p.Move) -> None:
        source = self.table.zones[step.source]
        number = self.table.counters["round"] if step.of_round else None
        there = [x for x in source if x.sort == step.sort and (number is None or x.round == number)]
        wanted = len(there) if step.number is None else min(step.number, len(there))
        going: list[p.Piece] = []
        while len(going) < wanted:
            if step.drawn:
                piece = there[-1]
            elif wanted - len(going) == len(there):
                piece = there[0]
            else:
                piece = self.resolver.piece(self.table, step, there)
            there.remove(piece)
            self.table.go(piece, step.source, step.target)
            going.append(piece)
        self.note(Moved(tuple(going), step.sort, step.number, step.source, step.target, step.drawn))


def value(e: p.Expr, table: Table, moved: int = 0) -> int:
    """The value of an expression; `moved` is what it says of the option or routine in question."""
    match e:
        case p.Num(number):
            return number
        case p.Tally(sorts, zones):
            return sum(table.count(x, z) for x in sorts for z in zones)
        case p.CounterOf("moved"):
            return moved
        case p.CounterOf(name):
            return table.counters[name]
        case p.Plus(args):
            return sum(value(x, table, moved) for x in args)
        case p.Times(factor, arg):
            return factor * value(arg, table, moved)
        case p.Truth(holds):
            return holds
        case p.Given(ruling, reading):
            return table.readings[ruling] == reading
        case p.Compare(op, left, right):
            a, b = value(left, table, moved), value(right, table, moved)
            return {"=": a == b, "!=": a != b, "<": a < b, "<=": a <= b, ">": a > b, ">=": a >= b}[op]
        case p.Not(arg):
            return not value(arg, table, moved)
        case p.Every(args):
            return all(value(x, table, moved) for x in args)
        case p.Some(args):
            return any(value(x, table, moved) for x in args)
        case _:
            assert_never(e)


def chosen(events: Iterable[Event]) -> list[str]:
    """The names of the options that were taken, in order."""
    return [x.option for x in events if isinstance(x, Chose)]
