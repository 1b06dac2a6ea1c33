"""The syntax tree of the rules language: what the author wrote, with spans, before any meaning.

Guarantee: nodes are immutable; two nodes are equal exactly when they would be printed alike, whatever their
spans; every node that a diagnostic may point at carries the span of its words.
"""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass, field
from functools import cached_property
from typing import ClassVar, Literal, TypeAlias

from dsl.source import NOWHERE, Span


@dataclass(frozen=True, kw_only=True)
class Node:
    """Base of all nodes: the span rides along and never counts."""

    span: Span = field(default=NOWHERE, compare=False, repr=False)


@dataclass(frozen=True)
class Word(Node):
    """A name as written."""

    name: str


@dataclass(frozen=True)
class Text(Node):
    """A quoted string, without its quotes."""

    value: str


@dataclass(frozen=True)
class Grid(Node):
    """A raw board or city block, without its braces."""

    body: str


# ---- expressions ---------------------------------------------------------------------------------------


@dataclass(frozen=True)
class Integer(Node):
    value: int


@dataclass(frozen=True)
class Boolean(Node):
    value: bool


@dataclass(frozen=True)
class Paren(Node):
    """A pair of parentheses, kept for the formatter."""

    inner: Expr


@dataclass(frozen=True)
class IfElse(Node):
    condition: Expr
    then: Expr
    otherwise: Expr


@dataclass(frozen=True)
class Binary(Node):
    """`op` is one of `+ - * / mod`, `and or`, `= != < <= > >=`."""

    op: str
    left: Expr
    right: Expr


@dataclass(frozen=True)
class Unary(Node):
    """`op` is `-` or `not`."""

    op: str
    operand: Expr


@dataclass(frozen=True)
class Between(Node):
    operand: Expr
    low: Expr
    high: Expr


@dataclass(frozen=True)
class Ref(Node):
    """One space or region: `self`, `it`, or a name given with `as`."""

    name: str


@dataclass(frozen=True)
class Value(Node):
    """A value that a space has: `floors`, `printed vp`, `printed RESOURCE`, `RESOURCE seated`."""

    what: Literal["floors", "printed", "seated"]
    name: Word | None = None  # the resource; None for floors and for printed vp


@dataclass(frozen=True)
class ValueOf(Node):
    """A value of a given space; `at` is None for the space in question (`it`, else `self`)."""

    value: Value
    at: Ref | None


@dataclass(frozen=True)
class Units(Node):
    """`unseated RESOURCE` or `received RESOURCE`: units of the whole city."""

    what: Literal["unseated", "received"]
    resource: Word


@dataclass(frozen=True)
class Count(Node):
    over: SetExpr


@dataclass(frozen=True)
class Different(Node):
    what: Literal["kinds", "families"]
    over: SetExpr


@dataclass(frozen=True)
class Aggregate(Node):
    """`sum|largest|smallest of EXPR over SET`, or `highest|lowest|combined VALUE of SET`."""

    op: Literal["sum", "largest", "smallest", "highest", "lowest", "combined"]
    value: Expr
    over: SetExpr


@dataclass(frozen=True)
class LongestRun(Node):
    """In any row, column or line (`line` says which), or in the region that `within` names."""

    noun: Noun
    line: Literal["row", "column", "line"] | None
    within: Ref | None


@dataclass(frozen=True)
class RunThrough(Node):
    noun: Noun
    at: Ref
    line: Literal["row", "column", "line"]


@dataclass(frozen=True)
class GroupSize(Node):
    noun: Noun
    at: Ref


@dataclass(frozen=True)
class LargestGroup(Node):
    noun: Noun


@dataclass(frozen=True)
class DistanceTo(Node):
    start: Ref
    end: Ref


@dataclass(frozen=True)
class DistanceNearest(Node):
    start: Ref
    over: SetExpr


@dataclass(frozen=True)
class MinMax(Node):
    op: Literal["min", "max"]
    args: tuple[Expr, ...]


@dataclass(frozen=True)
class LookUp(Node):
    table: Word
    args: tuple[Expr, ...]


@dataclass(frozen=True)
class Quantifier(Node):
    """`word` is `some a an no exactly at_least at_most every`; `number` where one is given."""

    word: str
    number: int | None = None


@dataclass(frozen=True)
class Predicate(Node):
    """What follows `is`: a state word, a noun, or `all` and a noun."""

    noun: Noun
    all: bool = False
    negated: bool = False


@dataclass(frozen=True)
class Quantified(Node):
    """`some SET is PRED`, `every SET has COND`, `no SET`."""

    quantifier: Quantifier
    over: SetExpr
    body: Predicate | Has | None


@dataclass(frozen=True)
class Has(Node):
    condition: Expr


@dataclass(frozen=True)
class IsTest(Node):
    at: Ref
    predicate: Predicate


@dataclass(frozen=True)
class ReadingIs(Node):
    ruling: Word
    reading: Word


@dataclass(frozen=True)
class Metric(Node):
    """`own`, `total`, or `part NAME`: only in properties."""

    what: Literal["own", "total", "part"]
    part: Word | None = None


@dataclass(frozen=True)
class Counter(Node):
    """What a procedure counts beside its pieces: only there."""

    word: Literal["round", "rounds", "turn", "turns", "players", "moved"]


Expr: TypeAlias = (
    Integer
    | Boolean
    | Paren
    | IfElse
    | Binary
    | Unary
    | Between
    | ValueOf
    | Units
    | Count
    | Different
    | Aggregate
    | LongestRun
    | RunThrough
    | GroupSize
    | LargestGroup
    | DistanceTo
    | DistanceNearest
    | MinMax
    | LookUp
    | Quantified
    | IsTest
    | ReadingIs
    | Metric
    | Counter
)

# ---- sets ----------------------------------------------------------------------------------------------


@dataclass(frozen=True)
class HeadWord(Node):
    """A noun of the language itself: `space building row column line district`, singular or plural."""

    word: str


@dataclass(frozen=True)
class HeadGroup(Node):
    """Sets in parentheses, joined by `or` or `and`, about the same space."""

    op: Literal["or", "and"]
    sets: tuple[SetExpr, ...]


@dataclass(frozen=True)
class Adjective(Node):
    """`built empty active inactive placed`, or `not` (which turns round all that follows it)."""

    word: str


@dataclass(frozen=True)
class Noun(Node):
    """Adjectives and a head; the head is None for a bare state after `is`."""

    adjectives: tuple[Adjective, ...]
    head: Word | HeadWord | HeadGroup | None


@dataclass(frozen=True)
class Place(Node):
    """Where: `what` is one of
    `adjacent diagonal within city region_of group in through other edge side corner`."""

    what: str
    ref: Ref | None = None
    word: str | None = None  # the region kind, or the side
    number: int | None = None
    noun: Noun | None = None


@dataclass(frozen=True)
class Where(Node):
    """`with` or `where` and a condition."""

    word: str
    condition: Expr


@dataclass(frozen=True)
class SetExpr(Node):
    noun: Noun
    name: Word | None
    places: tuple[Place, ...]
    where: Where | None


# ---- lines of a declaration ----------------------------------------------------------------------------


@dataclass(frozen=True)
class Per(Node):
    """`per [n] SET` or `per [n] VALUE`."""

    number: int | None
    each: SetExpr | ValueOf | Units


@dataclass(frozen=True)
class Limit(Node):
    word: Literal["most", "least"]
    value: int


@dataclass(frozen=True)
class TableRow(Node):
    """One dimension of a table; `more` marks a last entry that goes on for ever."""

    values: tuple[int, ...]
    more: bool


@dataclass(frozen=True)
class TableLiteral(Node):
    """A list (`rows` holds one row) or a list of lists; `start` where `from` was written."""

    start: tuple[int, ...] | None
    rows: tuple[TableRow, ...]
    flat: bool
    more: bool  # only for a list of lists: the last row goes on for ever


@dataclass(frozen=True)
class Score(Node):
    amount: Expr
    per: Per | None
    limits: tuple[Limit, ...]
    condition: Expr | None


@dataclass(frozen=True)
class ScoreBy(Node):
    args: tuple[Expr, ...]
    table: TableLiteral
    limits: tuple[Limit, ...]
    condition: Expr | None


@dataclass(frozen=True)
class Amount(Node):
    """`number` units of a resource; None means any number (only in `seats`)."""

    number: int | None
    resource: Word


@dataclass(frozen=True)
class Needs(Node):
    amounts: tuple[Amount, ...]


@dataclass(frozen=True)
class Seats(Node):
    amounts: tuple[Amount, ...]
    even_inactive: bool


@dataclass(frozen=True)
class MaxFloors(Node):
    value: int


@dataclass(frozen=True)
class Copies(Node):
    value: int


@dataclass(frozen=True)
class Print(Node):
    """A variant of a kind's tile: what is printed on it."""

    name: Word
    gains: tuple[Amount, ...]
    worth: int


@dataclass(frozen=True)
class GainPlaced(Node):
    gains: tuple[Amount, ...]


@dataclass(frozen=True)
class GainEnd(Node):
    mode: Literal["gain", "may gain", "may gain all of"]
    amount: Expr
    resource: Word
    per: Per | None
    condition: Expr | None


@dataclass(frozen=True)
class Joins(Node):
    noun: Noun
    even_inactive: bool


@dataclass(frozen=True)
class Info(Node):
    """`cites`, `summary` or `note` with its text."""

    word: Literal["cites", "summary", "note"]
    text: Text


@dataclass(frozen=True)
class Plural(Node):
    name: Word
    title: Text


@dataclass(frozen=True)
class Glyph(Node):
    letter: str


@dataclass(frozen=True)
class Modes(Node):
    names: tuple[Word, ...]


@dataclass(frozen=True)
class ModeBlock(Node):
    mode: Word
    lines: tuple[Line, ...]


@dataclass(frozen=True)
class UnderBlock(Node):
    ruling: Word
    reading: Word
    lines: tuple[Line, ...]


@dataclass(frozen=True)
class GivenReading(Node):
    ruling: Word
    reading: Word


@dataclass(frozen=True)
class GivenSupply(Node):
    amounts: tuple[Amount, ...]


@dataclass(frozen=True)
class Expect(Node):
    """`scores N`, `totals N`, `receives N RESOURCE`, `part NAME N`."""

    word: Literal["scores", "totals", "receives", "part"]
    value: int
    name: Word | None = None


@dataclass(frozen=True)
class Example(Node):
    mode: Word
    title: Text | None
    given: tuple[GivenReading | GivenSupply, ...]
    city: Grid
    expect: tuple[Expect, ...]


@dataclass(frozen=True)
class Claim(Node):
    """`always E`, `sometimes E`, or `range E from A to B` (both ends attained)."""

    word: Literal["always", "sometimes", "range"]
    operand: Expr
    low: int | None = None
    high: int | None = None


@dataclass(frozen=True)
class Change(Node):
    """What makes another city out of one: `adding K`, `removing K`, `raising K`, `seating R on K`, `swapping
    spaces`, `mirroring`, `replacing K by L`. `what` is the first word."""

    what: Literal["adding", "removing", "raising", "seating", "swapping", "mirroring", "replacing"]
    kind: Word | None = None
    resource: Word | None = None
    new: Word | None = None


@dataclass(frozen=True)
class Never(Node):
    """`CHANGE never lowers|raises|changes E`."""

    change: Change
    effect: Literal["lowers", "raises", "changes"]
    operand: Expr


@dataclass(frozen=True)
class Ignores(Node):
    """`own ignores K`: a building more or less of that kind does not matter."""

    operand: Metric
    kind: Word


@dataclass(frozen=True)
class Depends(Node):
    """`own depends only on its row and its adjacent spaces`."""

    operand: Metric
    places: tuple[str, ...]


@dataclass(frozen=True)
class InMode(Node):
    mode: Word


@dataclass(frozen=True)
class OfKind(Node):
    kind: Word


@dataclass(frozen=True)
class Against(Node):
    """`own equals that in MODE`, or `of KIND`, or `under RULING is READING`."""

    operand: Metric
    relation: Literal["equals", "never more than", "never less than"]
    other: InMode | OfKind | GivenReading


@dataclass(frozen=True)
class Assumption(Node):
    condition: Expr


@dataclass(frozen=True)
class Setting(Node):
    """`scope NAME` or `timeout SECONDS` of a property."""

    word: Literal["scope", "timeout"]
    value: str


@dataclass(frozen=True)
class SolverSetting(Node):
    """`solver memory MB` or `solver seed NUMBER` of a property."""

    what: Word
    value: int


@dataclass(frozen=True)
class Property(Node):
    mode: Word | None
    title: Text
    options: tuple[Assumption | Setting | SolverSetting | GivenReading | Info, ...]
    claim: AnyClaim


@dataclass(frozen=True)
class GameRule(Node):
    """A line of `game`: `inactive leave|stay`, `seating free|full|activation_first`, `tiles score`."""

    what: Literal["inactive", "seating", "tiles_score"]
    word: str = ""


@dataclass(frozen=True)
class BuildsOn(Node):
    """`builds on "shipped"`: what else is read, by the word for the shipped rules or a path from this file."""

    targets: tuple[Text, ...]


@dataclass(frozen=True)
class Choose(Node):
    """`choose RULING is READING because "..."`: the reading that holds in this game unless another is given."""

    ruling: Word
    reading: Word
    because: Text | None


@dataclass(frozen=True)
class Board(Node):
    grid: Grid


@dataclass(frozen=True)
class Number(Node):
    """A line that is a word and a number: `rounds 4`, `turns 4`, `pieces 65`, `costs 1 unseated`."""

    word: str
    value: int


@dataclass(frozen=True)
class Players(Node):
    low: int
    high: int
    usual: int | None


@dataclass(frozen=True)
class Stock(Node):
    """Copies of a kind's tile (of one print, where it has several) by round."""

    kind: Word
    print: Word | None
    counts: tuple[int, ...]


@dataclass(frozen=True)
class Replaces(Node):
    kind: Word


@dataclass(frozen=True)
class FromPlayers(Node):
    number: int
    lines: tuple[Line, ...]


@dataclass(frozen=True)
class Numbers(Node):
    """`numbers 1 to 5: 2 of each`, or `2 of each per player`: what a player may use in a round."""

    low: int
    high: int
    copies: int
    per_player: bool


@dataclass(frozen=True)
class SpaceNumbers(Node):
    """The number that each space of the board shows; `.` where it shows none."""

    grid: Grid


@dataclass(frozen=True)
class NewWhere(Node):
    """Where a number lets a building, or one more floor, be placed: where one of these fits (empty: anywhere)."""

    what: Literal["building", "floor"]
    fits: tuple[Fit, ...]


@dataclass(frozen=True)
class About(Node):
    names: tuple[Word, ...]


@dataclass(frozen=True)
class Reading(Node):
    name: Word
    text: Text


@dataclass(frozen=True)
class Default(Node):
    name: Word


@dataclass(frozen=True)
class Because(Node):
    text: Text


# ---- procedures ----------------------------------------------------------------------------------------


@dataclass(frozen=True)
class PieceSort(Node):
    """Pieces of a procedure: the mode's tiles (`kind` is None), or the stock of a kind; all are in `zone` first."""

    name: Word
    title: Text
    plural: Text
    kind: Word | None
    zone: Word


@dataclass(frozen=True)
class Zone(Node):
    """A place that holds pieces of some sorts."""

    name: Word
    title: Text
    holds: tuple[Word, ...]


@dataclass(frozen=True)
class FaceDown(Node):
    """Zones whose pieces nobody sees."""

    zones: tuple[Word, ...]


@dataclass(frozen=True)
class Routine(Node):
    """Steps with a name."""

    name: Word
    title: Text
    steps: tuple[Line, ...]


@dataclass(frozen=True)
class Play(Node):
    """The steps of a whole game."""

    steps: tuple[Line, ...]


@dataclass(frozen=True)
class MoveStep(Node):
    """So many pieces (None: all; `of_round`: all of this round) go; `drawn` are from the top, others are chosen."""

    number: int | None
    piece: Word
    of_round: bool
    source: Word
    target: Word
    drawn: bool = False


@dataclass(frozen=True)
class ShuffleStep(Node):
    zone: Word


@dataclass(frozen=True)
class DoStep(Node):
    routine: Word


@dataclass(frozen=True)
class RepeatStep(Node):
    times: int
    steps: tuple[Line, ...]


@dataclass(frozen=True)
class EachStep(Node):
    """Once for every round of the game, or for every turn of all players in a round."""

    what: Literal["round", "turn"]
    steps: tuple[Line, ...]


@dataclass(frozen=True)
class IfStep(Node):
    condition: Expr
    steps: tuple[Line, ...]


@dataclass(frozen=True)
class ChooseStep(Node):
    """`who` takes one of the options whose conditions hold."""

    who: Text
    options: tuple[Line, ...]


@dataclass(frozen=True)
class Option(Node):
    name: Word
    title: Text
    condition: Expr | None
    steps: tuple[Line, ...]


@dataclass(frozen=True)
class ForPlayers(Node):
    """The numbers of players that a property of a procedure is about."""

    low: int
    high: int | None


@dataclass(frozen=True)
class EveryMove(Node):
    """A property speaks of every moment, not only of those at which somebody chooses."""


@dataclass(frozen=True)
class PlayClaim(Node):
    """`always E`, `sometimes E`, `constant E`, `after NAME always E`, `never stuck`, `each NAME in a single
    zone`."""

    word: Literal["always", "sometimes", "constant", "after", "stuck", "one zone"]
    operand: Expr | None = None
    name: Word | None = None


@dataclass(frozen=True)
class PlayProperty(Node):
    """A property of a procedure: of all its plays."""

    mode: Word | None
    title: Text
    options: tuple[Assumption | ForPlayers | EveryMove | Setting | GivenReading | Info, ...]
    claim: PlayClaim


Fit: TypeAlias = Literal["row", "column", "district", "space", "floor"]
AnyClaim: TypeAlias = Claim | Never | Ignores | Depends | Against
Clause: TypeAlias = (
    Score | ScoreBy | Needs | Seats | MaxFloors | Copies | Print | GainPlaced | GainEnd | Joins
)
Line: TypeAlias = (
    Clause
    | Info
    | Plural
    | Glyph
    | Modes
    | ModeBlock
    | UnderBlock
    | Example
    | Property
    | GameRule
    | BuildsOn
    | Choose
    | Board
    | Number
    | Players
    | Stock
    | Replaces
    | FromPlayers
    | Numbers
    | SpaceNumbers
    | NewWhere
    | About
    | Reading
    | Default
    | Because
    | PieceSort
    | Zone
    | FaceDown
    | Routine
    | Play
    | MoveStep
    | ShuffleStep
    | DoStep
    | RepeatStep
    | EachStep
    | IfStep
    | ChooseStep
    | Option
    | PlayProperty
)


@dataclass(frozen=True)
class Declaration(Node):
    """A top-level item. `what` is its first word; `name` is None for `game`; `title` is the quoted name."""

    what: Literal[
        "game", "mode", "resource", "building", "tile", "scoring", "inventory", "placement", "ruling", "procedure"
    ]
    name: Word | None
    title: Text | None
    parents: tuple[Word, ...]
    lines: tuple[Line, ...]
    replacing: bool = False
    breaks_ties: ClassVar[bool] = False

    @cached_property
    def sorts(self) -> frozenset[type[Node]]:
        """The sorts of its lines, those inside blocks included: most declarations have few of them."""
        return frozenset(_sorts(self.lines))


@dataclass(frozen=True)
class TieBreaker(Declaration):
    """A scoring that is no part of the total, and counts among equal ones."""

    breaks_ties: ClassVar[bool] = True


def _sorts(lines: tuple[Line, ...]) -> Iterator[type[Node]]:
    for line in lines:
        yield type(line)
        if isinstance(line, ModeBlock | UnderBlock | FromPlayers):
            yield from _sorts(line.lines)


@dataclass(frozen=True)
class TableDeclaration(Node):
    name: Word
    title: Text | None
    table: TableLiteral
    replacing: bool = False


@dataclass(frozen=True)
class File(Node):
    items: tuple[Declaration | TableDeclaration, ...]
