"""A tile with another number: what it then scores, and the number with which it scores as much as another tile.

Guarantee: every figure is of the rules with that number, built anew. Only where the sentences show that a
greater number never scores less (or never more) in any city are numbers left out of a search; and what is said
of those left out holds for that reason.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass, field
from functools import cached_property
from typing import Literal

from dsl.assemble import Specification
from dsl.core import Game
from dsl.literals import Number, with_number
from dsl.mutate import Mutant, mutated
from dsl.pointwise import never_less

Order = Literal["rising", "falling", "unknown"]


@dataclass(frozen=True)
class Figure:
    """A figure that is at least `low` and at most `high`; None where that is not known."""

    low: float | None
    high: float | None

    @property
    def exact(self) -> float | None:
        """The figure, if it is known."""
        return self.low if self.low == self.high else None


class Variants:
    """The rules with other numbers in one place."""

    def __init__(self, spec: Specification, number: Number) -> None:
        self.spec, self.number = spec, number
        self._made: dict[int, Specification | None] = {}

    def mutant(self, value: int) -> Mutant | None:
        """The change; None if such a number can not stand there, or if it stands there."""
        return None if value == self.number.value else with_number(self.spec.declarations, self.number, value)

    def of(self, value: int) -> Specification | None:
        """The rules with a number; None if the checker rejects them."""
        if value not in self._made:
            mutant = self.mutant(value)
            changed = None if mutant is None else mutated(self.spec, mutant)
            self._made[value] = self.spec if value == self.number.value else changed
        return self._made[value]

    def order(self, values: Sequence[int], tile: str, mode: str, readings: Mapping[str, str]) -> Order:
        """Whether the form of the sentences shows that each of these numbers, in rising order, makes no city score
        less than the one before (`rising`), or none more (`falling`); all else is `unknown`."""
        games: list[tuple[Game, Game]] = []
        for v in values:
            spec = self.of(v)
            if spec is None:
                return "unknown"
            games.append((spec.game(mode, readings), spec.game(mode, readings, frozenset({tile}))))
        pairs = list(zip(games, games[1:], strict=False))
        # The tile's own is the difference of the two games: the plain one has to stay as it is.
        if any(a[1].clauses != b[1].clauses for a, b in pairs):
            return "unknown"
        if all(never_less(a[0], b[0]) for a, b in pairs):
            return "rising"
        return "falling" if all(never_less(b[0], a[0]) for a, b in pairs) else "unknown"


class Undecided(Exception):
    """A figure is not known well enough to go on."""

    def __init__(self, value: int) -> None:
        super().__init__(value)
        self.value = value


@dataclass
class Search:
    """Which of some numbers (in rising order) make a figure that of another tile, `target`.

    `figure` works out that of a number; `tried` keeps what was worked out."""

    values: Sequence[int]
    figure: Callable[[int], Figure]
    target: float
    order: Order
    tried: dict[int, Figure] = field(default_factory=dict)

    def of(self, value: int) -> Figure:
        """The figure with a number."""
        if value not in self.tried:
            self.tried[value] = self.figure(value)
        return self.tried[value]

    def _reaches(self, value: int, more: bool) -> bool:
        """Whether a figure is at least the target (`more`: is above it). Raises `Undecided`."""
        x = self.of(value)

        def above(n: float) -> bool:
            return n > self.target if more else n >= self.target

        if x.low is not None and above(x.low):
            return True
        if x.high is not None and not above(x.high):
            return False
        raise Undecided(value)

    @cached_property
    def _rising(self) -> list[int]:
        """The numbers in an order in which the figure never falls."""
        return list(self.values) if self.order == "rising" else list(reversed(self.values))

    def _first(self, more: bool) -> int:
        """The place of the first number whose figure reaches the target; how many there are if none does."""
        low, high = 0, len(self._rising)
        while low < high:
            middle = (low + high) // 2
            if self._reaches(self._rising[middle], more):
                high = middle
            else:
                low = middle + 1
        return low

    def run(self) -> tuple[list[int], list[int]]:
        """The numbers with just this figure; and if there is none, the nearest below and above it (as far as there
        are any), with the least and greatest figure.

        Raises `Undecided` where a figure is not known well enough."""
        if self.order == "unknown":
            return self._all()
        first = self._first(False)
        if first < len(self._rising) and not self._reaches(self._rising[first], True):
            return sorted(self._rising[first : self._first(True)]), []
        below = [self._soonest(first - 1)] if first > 0 else []
        return [], [*below, *self._rising[first : first + 1]]

    def _soonest(self, place: int) -> int:
        """Of the numbers that were tried, the first that is as good as the one at a place: where a limit is met,
        more of it changes nothing."""
        value = self._rising[place]
        exact = self.of(value).exact
        known = ((v, self.tried[v].exact) for v in self._rising[:place] if v in self.tried)
        return next((v for v, x in known if x is not None and x == exact), value)

    def _all(self) -> tuple[list[int], list[int]]:
        known: dict[int, float] = {}
        for v in self.values:
            exact = self.of(v).exact
            if exact is None:
                raise Undecided(v)
            known[v] = exact
        equal = [v for v, x in known.items() if x == self.target]
        if equal:
            return equal, []
        below = max((v for v, x in known.items() if x < self.target), key=lambda v: known[v], default=None)
        above = min((v for v, x in known.items() if x > self.target), key=lambda v: known[v], default=None)
        return [], [v for v in (below, above) if v is not None]
