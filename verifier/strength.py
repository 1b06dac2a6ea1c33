"""What a tile is worth in a city: the best total with it, less the best total without it.

Guarantee: a worth is told only as far as both totals are known; whose figures they are (the record's, a file's,
a solver's) is told with it. A line of a file of results whose key is another one now was found by another
version of the program or of the rules: its cities are scored again by these rules, its bounds are taken as
told, and that is said.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from dataclasses import dataclass, replace
from typing import Literal

from dsl.assemble import Specification
from verifier.entries import Unfit, checked, question_of
from verifier.keys import Keys
from verifier.questions import MaximumQuestion
from verifier.record import Record
from verifier.results import Line
from verifier.verdict import Maximum

Source = Literal["record", "results", "other version", "asked"]
_RANK = {"record": 0, "asked": 0, "results": 1, "other version": 2}


@dataclass(frozen=True)
class Known:
    """A best total, and where it comes from."""

    found: Maximum
    source: Source


@dataclass(frozen=True)
class Worth:
    """What a tile is worth (VP): at least, at most (None: not known), and the weaker of both sources."""

    low: int | None
    high: int | None
    source: Source

    @staticmethod
    def of(with_it: Known, without: Known) -> Worth:
        """That of two best totals."""
        a, b = with_it.found, without.found
        low = a.value - b.bound if a.value is not None and b.bound is not None else None
        high = a.bound - b.value if a.bound is not None and b.value is not None else None
        return Worth(low, high, max(with_it.source, without.source, key=lambda x: _RANK[x]))


def total_question(
    mode: str, scope: str, players: int, readings: dict[str, str], tile: str = ""
) -> MaximumQuestion:
    """The best city of a mode with one tile and no other, or (without a name) with none at all."""
    must = frozenset({tile}) if tile else frozenset[str]()
    return MaximumQuestion("", mode, scope, players, readings, frozenset(), "total", must)


class Totals:
    """Best totals that are known without asking a solver."""

    def __init__(self, spec: Specification, record: Record | None, files: Iterable[Mapping[str, Line]]) -> None:
        """`files` are the lines of files of results, by key."""
        self.spec, self.record = spec, record
        self.keys = Keys(spec)
        self.lines = [line for lines in files for line in lines.values()]
        self.refused: list[str] = []

    def known(self, q: MaximumQuestion) -> Known | None:
        """What is known of a question: by the record, else by a line that answers it now, else by one that another
        version found."""
        found = None if self.record is None else self.record.maximum(q)
        if found is not None:
            return Known(found, "record")
        key = self.keys.of(q)
        now = [self._told(line, q) for line in self.lines if line.key == key]
        for x in now:
            if x is not None:
                return Known(x, "results")
        for line in self.lines:
            if self._asks(line, q) and (x := self._told(line, q)) is not None:
                return Known(x, "other version")
        return None

    def _asks(self, line: Line, q: MaximumQuestion) -> bool:
        try:
            return question_of(self.spec, line.question) == replace(q, readings=self.spec.readings(q.readings))
        except Unfit:
            return False

    def _told(self, line: Line, q: MaximumQuestion) -> Maximum | None:
        try:
            return checked(self.spec, line.key, q, line.entry)
        except Unfit as error:
            self.refused.append(f"{line.place} is not used: {error}")
            return None
