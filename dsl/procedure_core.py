"""The core of a procedure: pieces, zones, and a program of moves, choices and loops.

Guarantee: a procedure is for one mode and number of players, and for all readings at once: what depends on a
reading asks for it (`Given`). Every step has a meaning in every state: a move takes as many pieces as there are,
at most as many as it says. Every way round a loop that has a choice in it meets one, so that a play of `n`
choices is finite work.
"""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass, field
from typing import Literal, TypeAlias, assert_never

from dsl.source import NOWHERE, Span

# ---- what can be asked ---------------------------------------------------------------------------------


@dataclass(frozen=True)
class Num:
    value: int


@dataclass(frozen=True)
class Tally:
    """How many pieces of some sorts are in some zones."""

    sorts: tuple[str, ...]
    zones: tuple[str, ...]


@dataclass(frozen=True)
class CounterOf:
    """`round` and `turn` (0 before the first, and the last one's number after it), or `moved`: how many pieces the
    option or routine in question has moved."""

    name: Literal["round", "turn", "moved"]


@dataclass(frozen=True)
class Plus:
    args: tuple[Int, ...]


@dataclass(frozen=True)
class Times:
    factor: int
    arg: Int


Int: TypeAlias = Num | Tally | CounterOf | Plus | Times


@dataclass(frozen=True)
class Truth:
    value: bool


@dataclass(frozen=True)
class Given:
    """Whether a ruling is read in one way."""

    ruling: str
    reading: str


@dataclass(frozen=True)
class Compare:
    op: Literal["=", "!=", "<", "<=", ">", ">="]
    left: Int
    right: Int


@dataclass(frozen=True)
class Not:
    arg: Bool


@dataclass(frozen=True)
class Every:
    args: tuple[Bool, ...]


@dataclass(frozen=True)
class Some:
    args: tuple[Bool, ...]


Bool: TypeAlias = Truth | Given | Compare | Not | Every | Some
Expr: TypeAlias = Int | Bool
TRUE = Truth(True)

# ---- steps ---------------------------------------------------------------------------------------------


@dataclass(frozen=True)
class Move:
    """At most `number` pieces of a sort (None: all of them) go from one zone to another.

    `of_round`: only those of the round that is played. `drawn`: they are the top ones of their pile; if not, and
    not all of them go, somebody says which."""

    sort: str
    number: int | None
    of_round: bool
    source: str
    target: str
    drawn: bool
    span: Span = field(default=NOWHERE, compare=False, repr=False)


@dataclass(frozen=True)
class Shuffle:
    zone: str


@dataclass(frozen=True)
class Check:
    """Steps that are taken if a condition holds."""

    condition: Bool
    steps: Steps


@dataclass(frozen=True)
class Loop:
    """Steps that are taken `times` times, at least once; the counter goes from 1 to `times` and stays there."""

    counter: str
    times: int
    steps: Steps


@dataclass(frozen=True)
class Named:
    """A routine, where it is done."""

    name: str
    title: str
    steps: Steps


@dataclass(frozen=True)
class Option:
    """One thing that may be chosen where its condition holds."""

    name: str
    title: str
    condition: Bool
    steps: Steps


@dataclass(frozen=True)
class Choice:
    """Somebody takes an option. `place` tells all choices of a procedure apart."""

    place: int
    who: str
    options: tuple[Option, ...]


Step: TypeAlias = Move | Shuffle | Check | Loop | Named | Choice
Steps: TypeAlias = tuple[Step, ...]

# ---- the procedure -------------------------------------------------------------------------------------


@dataclass(frozen=True)
class Piece:
    """One piece: a kind of the game, one of its prints, and the round that it belongs to (from 1; None: any)."""

    sort: str
    kind: str
    variant: str | None
    copy: int
    round: int | None


@dataclass(frozen=True)
class Sort:
    """Pieces that a procedure does not tell apart; all of them lie in `zone` at first.

    `at_most`: the rules do not say how many there are for so many players; there are no more than these."""

    name: str
    title: str
    plural: str
    zone: str
    pieces: tuple[Piece, ...]
    at_most: bool = False

    def of_round(self, number: int) -> int:
        """How many belong to a round."""
        return sum(p.round == number for p in self.pieces)


@dataclass(frozen=True)
class Zone:
    """A place for pieces; nobody sees them where `hidden` holds."""

    name: str
    title: str
    holds: tuple[str, ...]
    hidden: Bool


@dataclass(frozen=True)
class Claim:
    """What a property of a procedure says of every play, or (`sometimes`) of some play.

    It is about the moments at which somebody chooses and the end of the game, or (`every_move`) about all that
    follow a move too. `name` is that of an option or routine, or of a sort. `readings` are those that it is
    limited to; `seconds` is the time that it allows, if it says so."""

    title: str
    word: Literal["always", "sometimes", "constant", "after", "stuck", "one zone"]
    condition: Bool
    claim: Expr | None
    name: str | None
    every_move: bool
    readings: tuple[tuple[str, str], ...]
    seconds: int | None
    span: Span = field(default=NOWHERE, compare=False, repr=False)


@dataclass(frozen=True)
class Procedure:
    """A procedure in one mode, for one number of players. `rulings` are those that it asks for, with all their
    readings, the default first."""

    name: str
    title: str
    mode: str
    players: int
    rounds: int
    turns: int
    sorts: tuple[Sort, ...]
    zones: tuple[Zone, ...]
    rulings: tuple[tuple[str, tuple[str, ...]], ...]
    steps: Steps
    claims: tuple[Claim, ...]
    cites: str = field(default="", compare=False)

    def sort(self, name: str) -> Sort:
        """The sort of a name."""
        return next(x for x in self.sorts if x.name == name)

    def zone(self, name: str) -> Zone:
        """The zone of a name."""
        return next(x for x in self.zones if x.name == name)

    @property
    def defaults(self) -> dict[str, str]:
        """The default reading of each ruling."""
        return {name: readings[0] for name, readings in self.rulings}


def inside(step: Step) -> tuple[Step, ...]:
    """The steps within a step, in order."""
    match step:
        case Check() | Loop() | Named():
            return step.steps
        case Choice(options=options):
            return tuple(x for o in options for x in o.steps)
        case _:
            return ()


def all_steps(steps: Steps) -> Iterator[Step]:
    """All steps, each before those within it."""
    for step in steps:
        yield step
        yield from all_steps(inside(step))


def chooses(step: Step) -> bool:
    """Whether somebody may choose in a step."""
    return isinstance(step, Choice) or any(chooses(x) for x in inside(step))


def parts(e: Expr) -> Iterator[Expr]:
    """An expression and all within it."""
    yield e
    match e:
        case Plus(args):
            for n in args:
                yield from parts(n)
        case Every(args) | Some(args):
            for b in args:
                yield from parts(b)
        case Times(_, n):
            yield from parts(n)
        case Not(b):
            yield from parts(b)
        case Compare(_, left, right):
            yield from parts(left)
            yield from parts(right)
        case Num() | Tally() | CounterOf() | Truth() | Given():
            pass
        case _:
            assert_never(e)
