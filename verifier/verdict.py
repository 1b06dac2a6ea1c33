"""What the verifier says: verdicts with their evidence, never a bare Boolean."""

from __future__ import annotations

from dataclasses import dataclass, field
from typing import Literal

from dsl.changes import Step
from dsl.city import City
from dsl.source import Span

MaximumVerdict = Literal["optimal", "feasible", "infeasible", "unknown"]
PropertyVerdict = Literal["proved", "refuted", "unknown", "vacuous"]
RulingVerdict = Literal["same", "different", "unknown"]

STOPPED = "the search ended before its time was out: it was interrupted, or had no more memory"


class Fault(Exception):
    """Two parts of Tileproof disagree: never a verdict, always a fault of ours."""


@dataclass(frozen=True)
class Maximum:
    """The most that a tile scores (VP) or gives (units), or a city scores in total, over the cities of a scope.

    `optimal`: `city` reaches `value` and none exceeds it. `feasible`: `city` reaches `value`, none exceeds `bound`.
    `proof` says, line by line, who showed what. `recorded`: it was found on an earlier run, in `seconds`. `title`
    says what a total is about; the name of a tile's maximum is the tile's."""

    tile: str
    mode: str
    of: str
    scope: str
    players: int
    verdict: MaximumVerdict
    value: int | None
    bound: int | None
    unit: str
    seconds: float
    city: City | None
    readings: dict[str, str]
    proof: tuple[str, ...] = ()
    notes: tuple[str, ...] = ()
    recorded: bool = False
    title: str = ""


@dataclass(frozen=True)
class SecondCity:
    """The other city of a claim about two: how it differs (in words), the mode and readings that score it (on the
    board of `board_of`, if that is another mode), and what is compared on the first and on this one.

    `owner` is whose score `own` is there; `step` is the change that was made, where it was one."""

    words: str
    city: City
    mode: str
    readings: dict[str, str]
    board_of: str
    values: tuple[int, int]
    owner: str
    step: Step | None = None


@dataclass(frozen=True)
class PropertyResult:
    """A property in one mode: what was found, why (for `unknown`), and the city that shows it.

    `second` is there if the claim is about two cities. `smallest`: no smaller city shows it. `recorded`: it was
    found on an earlier run, in `seconds`."""

    owner: str
    mode: str
    title: str
    verdict: PropertyVerdict
    scope: str
    reason: str
    city: City | None
    seconds: float
    span: Span = field(compare=False)
    values: dict[str, int] = field(default_factory=dict)
    readings: dict[str, str] = field(default_factory=dict)
    recorded: bool = False
    second: SecondCity | None = None
    smallest: bool = False


@dataclass(frozen=True)
class RulingResult:
    """What another reading of a ruling changes in a mode, all else at its default: in the total, in what the tile
    `owner` adds, or in the part of a building or scoring.

    `structure` says in words what no city can show (`OLD` is the default). Else `city` tells the two readings
    apart, with `values` (VP, or units if `gain` says of which kind, which resource, and how they are taken) under
    both. `same` was proved over scope `any`. `smallest`, `recorded`: as of a property."""

    ruling: str
    reading: str
    mode: str
    owner: str
    verdict: RulingVerdict
    reason: str
    structure: tuple[str, ...]
    gain: tuple[str, str, str] | None
    values: tuple[int, int] | None
    city: City | None
    smallest: bool
    seconds: float
    recorded: bool = False


@dataclass(frozen=True)
class SeatingResult:
    """A city with the best seating that was found; `bound` is the most that any seating can score (VP)."""

    city: City
    total: int
    optimal: bool
    bound: int


@dataclass(frozen=True)
class ShownPlay:
    """A play that shows something: the options one after the other, under these readings; several turns in a row in
    which nothing happens are one of its `steps`."""

    options: tuple[str, ...]
    readings: dict[str, str]
    steps: int


@dataclass(frozen=True)
class PlayResult:
    """What was found about a claim of a procedure in one mode, for one number of players.

    `how` says who showed it; `using` are the titles of the claims that the induction takes for granted."""

    procedure: str
    mode: str
    players: int
    title: str
    verdict: PropertyVerdict
    how: str
    using: tuple[str, ...]
    shown: ShownPlay | None
    seconds: float
    span: Span = field(compare=False)
    recorded: bool = False
