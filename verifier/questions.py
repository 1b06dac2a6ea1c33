"""What solvers are asked about a specification: questions as values, each of one kind.

Guarantee: a question holds all that has to be known beside the specification, and nothing of how its answer is
found or kept.
"""

from __future__ import annotations

from dataclasses import dataclass, field
from typing import Literal, TypeAlias, assert_never

from dsl.assemble import Specification
from dsl.claims import PropertyCase
from dsl.procedure_core import Claim, Procedure
from verifier.verdict import Maximum, PropertyResult, RulingResult

Measure: TypeAlias = Literal["own", "total"]


@dataclass(frozen=True)
class MaximumQuestion:
    """The most of a tile (`of` is `own`), or of a whole city (`of` is `total`, and `tile` is empty).

    The tiles of `must` stand, besides them only those of `only` (None: all of the mode) may. Of `own`, what those
    of `must` score by their own texts is added. Of a total, no more than `most` tiles stand in all."""

    tile: str
    mode: str
    scope: str
    players: int
    readings: dict[str, str] = field(default_factory=dict)
    only: frozenset[str] | None = None
    of: Measure = "own"
    must: frozenset[str] = frozenset()
    most: int | None = None

    def title(self, spec: Specification) -> str:
        """What the question is about, for a reader."""
        kinds = spec.game(self.mode, self.readings).kinds
        if self.of == "own":
            return " and ".join(kinds[n].title for n in (self.tile, *sorted(self.must)))
        with_ = " and ".join(kinds[n].title for n in sorted(self.must))
        if self.only == frozenset():
            return f"Best city with {with_}" if with_ else "Best city without tiles"
        among = "" if self.only is None else " among " + ", ".join(kinds[n].title for n in sorted(self.only))
        tiles = "tile" if self.most == 1 else "tiles"
        most = "" if self.most is None else f" with at most {self.most} {tiles}"
        return "Best city" + (f" with {with_} at least" if with_ else "") + most + among


@dataclass(frozen=True)
class PropertyQuestion:
    """A property in one mode, under the case's readings."""

    case: PropertyCase
    players: int


@dataclass(frozen=True)
class RulingQuestion:
    """What a reading of a ruling changes in a mode, all else at its default: in the total, or with an `owner` in
    what that tile adds, or in the part of that building or scoring."""

    ruling: str
    reading: str
    mode: str
    owner: str


@dataclass(frozen=True)
class PlayQuestion:
    """A claim of a procedure, by its place: those before it may be used to prove it."""

    procedure: Procedure
    place: int

    @property
    def claim(self) -> Claim:
        """The claim."""
        return self.procedure.claims[self.place]


Question: TypeAlias = MaximumQuestion | PropertyQuestion | RulingQuestion
Result: TypeAlias = Maximum | PropertyResult | RulingResult


def kind_of(q: Question) -> str:
    """What an entry for a question is called."""
    match q:
        case MaximumQuestion():
            return "maximum"
        case PropertyQuestion():
            return "property"
        case RulingQuestion():
            return "ruling"
        case _:
            assert_never(q)


def about(q: Question) -> tuple[str, str, str]:
    """Whose a question is, in which mode, and its title if it has one."""
    match q:
        case MaximumQuestion():
            return q.tile, q.mode, ""
        case PropertyQuestion():
            return q.case.owner, q.case.mode, q.case.title
        case RulingQuestion():
            return q.owner, q.mode, f"{q.ruling} is {q.reading}"
        case _:
            assert_never(q)
