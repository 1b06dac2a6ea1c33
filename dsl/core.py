"""The core: a tiny typed tree for the meaning of a clause, and the game that the clauses belong to.

Guarantee: core expressions are total (no errors when evaluated, on any city of the mode), refer only to kinds,
resources and tables of their `Game`, and are equal exactly when they are built alike. Every back end handles
every node (`match` with `assert_never`). Integers are VP, floors, spaces or units; conditions are Booleans.

A *space variable* or *region variable* is a name bound by an enclosing node, or `self`.
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field
from typing import Literal, TypeAlias

from dsl.board import Board, RegionKind, Side, Space
from dsl.hashed import hashed_once

# ---- where: what the board alone decides ---------------------------------------------------------------


@dataclass(frozen=True)
class Adjacent:
    """Spaces that share a side with the space `ref`."""

    ref: str


@dataclass(frozen=True)
class Diagonal:
    """Spaces that share only a corner with `ref`."""

    ref: str


@dataclass(frozen=True)
class Within:
    """Spaces at most `steps` away from `ref`, itself included."""

    steps: int
    ref: str


@dataclass(frozen=True)
class SameRegion:
    """Spaces in the row, column, line (row and column) or district of `ref`, itself included."""

    kind: RegionKind
    ref: str


@dataclass(frozen=True)
class InRegion:
    """Spaces of the region variable `ref`."""

    ref: str


@dataclass(frozen=True)
class Through:
    """Regions that contain the space `ref`."""

    ref: str


@dataclass(frozen=True)
class Other:
    """All but `ref`."""

    ref: str


@dataclass(frozen=True)
class OnEdge:
    """Spaces on the border, or on one side of it."""

    side: Side | None


@dataclass(frozen=True)
class OnCorner:
    """The corner spaces."""


Place: TypeAlias = (
    Adjacent | Diagonal | Within | SameRegion | InRegion | Through | Other | OnEdge | OnCorner
)


@hashed_once
@dataclass(frozen=True)
class Domain:
    """What a variable ranges over: spaces (`region` is None) or regions of a kind, at all `places`."""

    region: RegionKind | None
    places: tuple[Place, ...] = ()


# ---- integers ------------------------------------------------------------------------------------------


@dataclass(frozen=True)
class Num:
    value: int


@hashed_once
@dataclass(frozen=True)
class Add:
    args: tuple[Int, ...]


@hashed_once
@dataclass(frozen=True)
class Scale:
    """`factor` times an integer."""

    factor: int
    arg: Int


@hashed_once
@dataclass(frozen=True)
class Product:
    """The product of several integers, none of them a constant."""

    args: tuple[Int, ...]


@hashed_once
@dataclass(frozen=True)
class Divide:
    """Division by a positive constant, rounded down; or its remainder."""

    op: Literal["/", "mod"]
    arg: Int
    by: int


@hashed_once
@dataclass(frozen=True)
class Extreme:
    """The least or greatest of several integers."""

    op: Literal["min", "max"]
    args: tuple[Int, ...]


@hashed_once
@dataclass(frozen=True)
class Choose:
    """One integer if a condition holds, else another."""

    condition: Bool
    then: Int
    otherwise: Int


@hashed_once
@dataclass(frozen=True)
class Table:
    """`rows[i][j]` is the value at `start[0] + i` (and `start[1] + j`); a list has one row.

    Below its start the table is 0; past its last entry it goes on with that entry.
    """

    name: str
    start: tuple[int, ...]
    rows: tuple[tuple[int, ...], ...]


@hashed_once
@dataclass(frozen=True)
class Lookup:
    table: Table
    args: tuple[Int, ...]


@hashed_once
@dataclass(frozen=True)
class Total:
    """The sum of `value` over the elements of a domain that fulfil `where`."""

    var: str
    domain: Domain
    where: Bool
    value: Int


@hashed_once
@dataclass(frozen=True)
class Best:
    """The least or greatest `value` over the elements that fulfil `where`; 0 if there are none."""

    op: Literal["min", "max"]
    var: str
    domain: Domain
    where: Bool
    value: Int


@hashed_once
@dataclass(frozen=True)
class Different:
    """How many of the named classes of kinds have a building on a space that fulfils `where`."""

    var: str
    domain: Domain
    where: Bool
    classes: tuple[tuple[str, frozenset[str]], ...]


@hashed_once
@dataclass(frozen=True)
class LongestRun:
    """The longest unbroken run of spaces that fulfil `where`, in any region of `lines`.

    `region` is the variable of the region (already bound if `lines` is None)."""

    region: str
    lines: Domain | None
    var: str
    where: Bool


@hashed_once
@dataclass(frozen=True)
class RunThrough:
    """The length of the unbroken run through `at` in its row or column; 0 if `at` does not fulfil `where`."""

    at: str
    line: Literal["row", "column"]
    var: str
    where: Bool


@dataclass(frozen=True)
class Distance:
    """Steps over the grid between two spaces."""

    start: str
    end: str


@dataclass(frozen=True)
class Floors:
    """Floors of the building on `at` (1 if it can not be stacked), standing or not; 0 on an empty space."""

    at: str


@dataclass(frozen=True)
class Printed:
    """Printed VP (`what` is None) or printed units of a resource, of the tiles on `at`."""

    at: str
    what: str | None


@dataclass(frozen=True)
class Seated:
    """Units of a resource on the seats of the building on `at`, beyond its needs."""

    at: str
    resource: str


@dataclass(frozen=True)
class CityUnits:
    """Units of a resource that are not seated, or that were received by placing."""

    what: Literal["unseated", "received"]
    resource: str


@dataclass(frozen=True)
class Measure:
    """`own` of a kind, the `total`, or a `part` of the score sheet: only in properties."""

    what: Literal["own", "total", "part"]
    name: str = ""


Int: TypeAlias = (
    Num
    | Add
    | Scale
    | Product
    | Divide
    | Extreme
    | Choose
    | Lookup
    | Total
    | Best
    | Different
    | LongestRun
    | RunThrough
    | Distance
    | Floors
    | Printed
    | Seated
    | CityUnits
    | Measure
)

# ---- conditions ----------------------------------------------------------------------------------------


@dataclass(frozen=True)
class Truth:
    value: bool


@hashed_once
@dataclass(frozen=True)
class Not:
    arg: Bool


@hashed_once
@dataclass(frozen=True)
class All:
    args: tuple[Bool, ...]


@hashed_once
@dataclass(frozen=True)
class Any:
    args: tuple[Bool, ...]


@hashed_once
@dataclass(frozen=True)
class Compare:
    op: Literal["=", "!=", "<", "<=", ">", ">="]
    left: Int
    right: Int


@hashed_once
@dataclass(frozen=True)
class Some:
    """Whether an element of the domain fulfils `where`."""

    var: str
    domain: Domain
    where: Bool


@hashed_once
@dataclass(frozen=True)
class Every:
    """Whether every element of the domain fulfils `where`."""

    var: str
    domain: Domain
    where: Bool


@hashed_once
@dataclass(frozen=True)
class IsKind:
    """Whether the building on `at`, standing or not, is of one of the kinds; `label` is the word used."""

    at: str
    kinds: frozenset[str]
    label: str = field(compare=False, default="")


@dataclass(frozen=True)
class Is:
    """Whether the space `at` has a building at all (`placed`), or one that is `active`."""

    at: str
    state: Literal["placed", "active"]


@dataclass(frozen=True)
class Here:
    """Whether the space `at` is at a place."""

    at: str
    place: Place


@hashed_once
@dataclass(frozen=True)
class Connected:
    """Whether `a` and `b` are joined by adjacent spaces that all fulfil `where`, themselves included."""

    a: str
    b: str
    var: str
    where: Bool


Bool: TypeAlias = (
    Truth | Not | All | Any | Compare | Some | Every | IsKind | Is | Here | Connected
)
Expr: TypeAlias = Int | Bool

# ---- the game ------------------------------------------------------------------------------------------


@dataclass(frozen=True)
class Resource:
    """A kind of unit: `pieces` in the box, `cost` in VP for each unit not seated."""

    name: str
    plural: str
    title: str
    plural_title: str
    glyph: str
    pieces: int
    cost: int


@dataclass(frozen=True)
class Mode:
    """A way to play: its board, rounds, turns of a player in a round, and numbers of players."""

    name: str
    title: str
    board: Board
    rounds: int
    turns: int
    players: tuple[int, ...]
    usual_players: int


@dataclass(frozen=True)
class PrintVariant:
    """A variant of a kind's tile: printed gains by resource, and printed VP."""

    name: str
    gains: tuple[tuple[str, int], ...]
    worth: int


@dataclass(frozen=True)
class Clause:
    """One scoring sentence. `kinds` are the kinds that it scores for, at `self`; empty for a scoring.

    `part` names the line of the score sheet; `text` is the sentence as written, on one line."""

    part: str
    kinds: frozenset[str]
    value: Int
    text: str = field(compare=False)
    where: str = field(compare=False)


@dataclass(frozen=True)
class Gain:
    """Units that a kind gives before the final seating: any part of `amount` if `mode` is `any`, all of it
    (`forced`), or all or nothing (`whole`)."""

    kind: str
    resource: str
    mode: Literal["forced", "any", "whole"]
    amount: Int
    text: str = field(compare=False)
    where: str = field(compare=False)


@dataclass(frozen=True)
class Kind:
    """A building or tile as it is in one mode, under given readings."""

    name: str
    title: str
    plural_title: str
    glyph: str
    is_tile: bool
    parents: tuple[str, ...]
    ancestors: frozenset[str]
    max_floors: int
    needs: Mapping[str, int] = field(hash=False)
    seats: Mapping[str, int] = field(hash=False)
    seats_inactive: bool
    placed: Mapping[str, int] = field(hash=False)
    prints: tuple[PrintVariant, ...]
    copies: int
    scores_inactive: bool


@dataclass(frozen=True)
class Stock:
    """Copies of one variant (None: the plain tile) of a kind in each round, for a number of players."""

    kind: str
    variant: str | None
    copies: tuple[int, ...]


@dataclass(frozen=True)
class Placement:
    """Where the numbered piece that a turn uses lets it build; `title` is what such a piece is called.

    `copies` is how often a player may use each number in a round: by number of players, then by number. With
    number n a new building may be placed on the spaces `buildings[n]`, and a building on one of the spaces
    `floors[n, j]` may get its floor j, from 2 to the highest of the game. Every number has all of its entries."""

    title: str = field(compare=False)
    copies: Mapping[int, Mapping[int, int]] = field(hash=False)
    buildings: Mapping[int, frozenset[Space]] = field(hash=False)
    floors: Mapping[tuple[int, int], frozenset[Space]] = field(hash=False)

    @property
    def numbers(self) -> tuple[int, ...]:
        """All numbers, in order."""
        return tuple(sorted(self.buildings))


@dataclass(frozen=True)
class Game:
    """Everything that scores a city of one mode under given readings.

    Two games with equal `clauses` (as multisets) score all cities alike. Of cities with the same total the one with
    more of the first of `tie_parts` is better, then of the next; `ties` are the clauses that say how much it is."""

    mode: Mode
    resources: tuple[Resource, ...]
    kinds: Mapping[str, Kind] = field(hash=False)
    parts: tuple[str, ...]
    clauses: tuple[Clause, ...]
    gains: tuple[Gain, ...]
    inactive_leave: bool
    seating: Literal["free", "full", "activation_first"]
    readings: Mapping[str, str] = field(hash=False)
    stock: Mapping[int, tuple[Stock, ...]] = field(hash=False)
    replaces: str | None
    placement: Placement | None = None
    tie_parts: tuple[str, ...] = ()
    ties: tuple[Clause, ...] = ()

    def clauses_of(self, part: str) -> tuple[Clause, ...]:
        """The clauses of a line of the score sheet, or of what breaks a tie."""
        return tuple(x for x in (*self.clauses, *self.ties) if x.part == part)

    def kinds_of(self, name: str) -> frozenset[str]:
        """The concrete kinds that count as `name`: itself and its sub-kinds in this mode."""
        return frozenset(k.name for k in self.kinds.values() if name in k.ancestors)
