"""The placement rule as requirements on a city of unknown content.

Guarantee: with the requirements of a `Placing`, the solutions are exactly those in which every tile of the city
can be placed in a round in which a tile of its sort is taken, each with a number that opens its place, no number
used in a round more often than it is there, and no floor before the one below it.

Two things are left out because they can always be had. A number that there are as many of as there are turns in a
round never runs out: where it opens a place, nothing is asked there. And if every place has such a number, nothing
is asked at all: the tiles of a kind are alike, and the lower floors are made of those that are taken first.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import dataclass
from typing import Protocol

from dsl import core as c
from dsl.board import Space
from dsl.circuit import Circuit, Linear, Lit, linear_sum, value_of


@dataclass(frozen=True)
class Sort:
    """Tiles between which a round makes no difference: those of some kinds, all of them or only of one print.
    Buildings made of them have at most `floors`."""

    name: str
    floors: int
    kinds: tuple[str, ...]
    variant: str | None = None


class Placeable(Protocol):
    """A city that is to be placed. Every tile of it is of one sort; those of one building may differ in it."""

    circuit: Circuit

    def sorts(self) -> Sequence[Sort]:
        """All sorts that may lie somewhere."""
        ...

    def lies(self, space: Space, sort: Sort, floor: int) -> Linear:
        """1 if that floor there is a tile of the sort, else 0."""
        ...

    def taken_in(self, sort: Sort, turn_round: int) -> Linear:
        """How many tiles of the sort are taken in a round, from 0."""
        ...


def rule_of(game: c.Game, players: int) -> c.Placement | None:
    """The placement rule of a game if it asks for anything that is not always so, else None."""
    rule = game.placement
    if rule is None:
        return None
    highest = max((k.max_floors for k in game.kinds.values()), default=1)
    places = ((s, j) for s in game.mode.board.spaces for j in range(1, highest + 1))
    binds = any(not _plenty(rule, game.mode, players, s, j) for s, j in places)
    return rule if binds else None


def symmetric(rule: c.Placement, image: Sequence[Space]) -> bool:
    """Whether a symmetry of the board, given by its images, leaves the rule as it is, numbers apart."""

    def open_to(n: int, move: Callable[[Space], Space]) -> object:
        copies = tuple(sorted((players, there.get(n, 0)) for players, there in rule.copies.items()))
        floors = tuple(frozenset(map(move, x)) for (m, _), x in sorted(rule.floors.items()) if m == n)
        return copies, frozenset(map(move, rule.buildings[n])), floors

    before = [open_to(n, lambda s: s) for n in rule.numbers]
    after = [open_to(n, lambda s: image[s]) for n in rule.numbers]
    return all(before.count(x) == after.count(x) for x in before)


def _numbers(rule: c.Placement, players: int, space: Space, floor: int) -> list[int]:
    """The numbers that open a place, those of which there are none left out."""
    there = rule.copies.get(players, {})
    opened = rule.buildings if floor == 1 else {n: rule.floors.get((n, floor), frozenset()) for n in rule.numbers}
    return [n for n in rule.numbers if there.get(n, 0) > 0 and space in opened[n]]


def _plenty(rule: c.Placement, mode: c.Mode, players: int, space: Space, floor: int) -> bool:
    """Whether a number that never runs out opens a place."""
    there = rule.copies.get(players, {})
    return any(there[n] >= mode.turns for n in _numbers(rule, players, space, floor))


class Placing:
    """The requirements, stated when it is made; afterwards, in which round each floor was placed."""

    def __init__(
        self, city: Placeable, mode: c.Mode, rule: c.Placement, players: int, *, prefix: str = ""
    ) -> None:
        """`rule` is what `rule_of` gives. `prefix` begins the names of the variables, where two cities share a
        circuit."""
        self.city = city
        self.prefix = prefix
        self.mode = mode
        self.rule = rule
        self.players = players
        self.rounds = range(mode.rounds)
        self.sorts = tuple(city.sorts())
        # By space, floor and round: tiles placed there, 0 or 1, in all and of each sort.
        self._placed: dict[tuple[Space, int, int], Linear] = {}
        self._of_sort: dict[tuple[Space, Sort, int, int], Linear] = {}
        self._by_number: dict[tuple[int, int], list[Linear]] = {}
        for s in mode.board.spaces:
            for j in range(1, max((x.floors for x in self.sorts), default=0) + 1):
                self._place(s, j)
        self._count()

    def _variable(self, name: str) -> Linear:
        k = self.city.circuit
        return k.linear(k.var(self.prefix + name))

    def _same(self, a: Linear, b: Linear) -> None:
        k = self.city.circuit
        k.require(k.equal(a - b, 0))

    def _place(self, s: Space, j: int) -> None:
        """When, and with which number, floor `j` of a space is placed."""
        k, rule = self.city.circuit, self.rule
        sorts = [x for x in self.sorts if x.floors >= j]
        there = {x: self.city.lies(s, x, j) for x in sorts}
        numbers = _numbers(rule, self.players, s, j)
        if not numbers:
            words = f"no {rule.title} places floor {j} there"
            k.require(k.at_most(linear_sum(there.values()), 0), words)
            for x in sorts:
                self._of_sort.update({(s, x, j, r): Linear(0) for r in self.rounds})
            self._placed.update({(s, j, r): Linear(0) for r in self.rounds})
            return
        plenty = _plenty(rule, self.mode, self.players, s, j)
        # Numbers are told apart where there are several of which one may run out, sorts where there are several.
        by_number = len(numbers) > 1 and not plenty
        by_sort = len(sorts) > 1 or not by_number
        for r in self.rounds:
            of = {x: self._variable(f"placed[{s}] {x.name} {j} round {r + 1}") for x in sorts if by_sort}
            by = {n: self._variable(f"placed[{s}] {j} by {n} round {r + 1}") for n in numbers if by_number}
            total = linear_sum(of.values() if by_sort else by.values())
            if by_sort and by_number:
                self._same(total, linear_sum(by.values()))
            if not by_sort:
                of = dict.fromkeys(sorts, total)
            if not by_number and not plenty:
                by = {numbers[0]: total}
            self._of_sort.update({(s, x, j, r): t for x, t in of.items()})
            self._placed[s, j, r] = total
            for n, t in by.items():
                self._by_number.setdefault((r, n), []).append(t)
        for x in sorts:
            self._same(linear_sum(self._of_sort[s, x, j, r] for r in self.rounds), there[x])
        if j > 1:
            for r in self.rounds[:-1]:
                above = linear_sum(self._placed[s, j, i] for i in self.rounds[: r + 1])
                below = linear_sum(self._placed[s, j - 1, i] for i in self.rounds[: r + 1])
                k.require(k.at_least(below - above, 0), "no floor is placed before the one below it")

    def _count(self) -> None:
        """What is placed in a round is what is taken in it; a number is used as often as it is there."""
        k, rule = self.city.circuit, self.rule
        for x in self.sorts:
            for r in self.rounds:
                placed = [t for (_, y, _, i), t in self._of_sort.items() if (y, i) == (x, r)]
                words = "a tile is placed in the round in which it is taken"
                k.require(k.equal(linear_sum(placed) - self.city.taken_in(x, r), 0), words)
        copies = rule.copies.get(self.players, {})
        for (_, n), used in sorted(self._by_number.items()):
            words = f"{rule.title} {n} is there {copies[n]} times a round"
            k.require(k.at_most(linear_sum(used), copies[n]), words)

    def round_of(self, space: Space, floor: int, holds: Callable[[Lit], bool]) -> int:
        """The round, from 0, in which a solution places a floor that stands in it."""
        return next(r for r in self.rounds if value_of(self._placed[space, floor, r], holds))
