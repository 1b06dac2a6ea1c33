"""Cuts from the shape of the board: how often buildings of two sets can be neighbours, by how many each has.

Guarantee: every city whose numbers of buildings lie in the box that was asked about fulfils its cuts, since the
bound of each was taken over all ways to mark so many spaces of the board. They only tighten the linear relaxation,
which else lays parts of several cities over each other, and counts neighbours that no whole city has.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass
from fractions import Fraction
from functools import lru_cache
from itertools import combinations
from math import lcm
from typing import TypeAlias

import numpy as np

from dsl.board import Board, Space
from dsl.circuit import FALSE, Linear, Lit, linear_sum
from verifier.aggregate import Aggregated
from verifier.mip import Relaxation

# How much a pair of neighbours counts: both of the first set, one of each, both of the second.
WEIGHTS = ((0, 1, 0), (1, 1, 0), (1, 2, 0), (1, 1, 1), (1, 2, 1))
LEAST = 0.02  # by how much of a pair a cut has to be missed to be worth its while
NONE = -(10**6)  # no such marking

Numbers: TypeAlias = np.ndarray[tuple[int, ...], np.dtype[np.int64]]
Weights: TypeAlias = tuple[int, int, int]
Classes: TypeAlias = tuple[int, ...]
Plane: TypeAlias = tuple[Fraction, Fraction, Fraction]
Range: TypeAlias = tuple[int, int]
Box: TypeAlias = Mapping[int, Range]  # of each class the least and the greatest number of its buildings


@lru_cache(maxsize=64)
def most_pairs(board: Board, weights: Weights) -> Numbers:
    """`[a, b]`: the greatest weight of pairs of neighbours if `a` spaces are marked for one set, and `b` others for
    another; `NONE` where there are not so many.

    Worked out space by space in reading order, by the marks of the spaces that have neighbours to come."""
    size = board.size
    start = np.full((size + 1, size + 1), NONE, dtype=np.int64)
    start[0, 0] = 0
    best: dict[tuple[int, ...], Numbers] = {(): start}
    open_: list[Space] = []
    for s in board.spaces:
        before = [t for t in board.adjacent(s) if t < s]
        at = [open_.index(t) for t in before]
        left = [t for t in (*open_, s) if any(n > s for n in board.adjacent(t))]
        keep = [(*open_, s).index(t) for t in left]
        found: dict[tuple[int, ...], Numbers] = {}
        for marks, table in best.items():
            for mark in (0, 1, 2):
                gain = sum(_weight(weights, mark, marks[i]) for i in at)
                moved = np.full_like(table, NONE)
                if mark == 0:
                    moved = table
                elif mark == 1:
                    moved[1:] = table[:-1] + gain
                else:
                    moved[:, 1:] = table[:, :-1] + gain
                every = (*marks, mark)
                key = tuple(every[i] for i in keep)
                found[key] = np.maximum(found[key], moved) if key in found else moved
        best, open_ = found, left
    (last,) = best.values()
    return np.where(last < 0, NONE, last)


def _weight(weights: Weights, one: int, other: int) -> int:
    return 0 if 0 in (one, other) else weights[one + other - 2]


@dataclass(frozen=True)
class Planes:
    """Upper bounds of a table: its entry at `a`, `b` is at most `alpha a + beta b + gamma`, for each plane; all of
    them are whole numbers over one denominator."""

    slopes: Numbers  # [plane, 2]
    heights: Numbers
    denominator: int

    def lowest(self, a: float, b: float) -> tuple[float, Plane]:
        """The least bound at a point, and its plane."""
        all_ = self.slopes[:, 0] * a + self.slopes[:, 1] * b + self.heights
        i = int(np.argmin(all_))
        plane = (int(self.slopes[i, 0]), int(self.slopes[i, 1]), int(self.heights[i]))
        alpha, beta, gamma = (Fraction(x, self.denominator) for x in plane)
        return float(all_[i]) / self.denominator, (alpha, beta, gamma)


_DENOMINATOR = 12  # slopes in thirds and quarters


def planes(table: Numbers, most: int) -> Planes:
    """Planes above a table, with all slopes up to `most` in some fractions; each as low as it can be."""
    steps = sorted({Fraction(p, q) for q in (1, 2, 3, 4) for p in range(most * q + 1)})
    scaled = np.array([int(x * _DENOMINATOR) for x in steps], dtype=np.int64)
    entries = np.where(table > NONE // 2, table * _DENOMINATOR, NONE * _DENOMINATOR)
    a, b = (np.arange(n, dtype=np.int64) for n in table.shape)
    # The greatest distance of all entries, over one number and then over the other: [alpha, b], [alpha, beta].
    over_a = np.max(entries[None, :, :] - scaled[:, None, None] * a[None, :, None], axis=1)
    heights = np.max(over_a[:, None, :] - scaled[None, :, None] * b[None, None, :], axis=2)
    alpha, beta = np.meshgrid(scaled, scaled, indexing="ij")
    return Planes(np.stack([alpha.ravel(), beta.ravel()], axis=1), heights.ravel(), _DENOMINATOR)


@dataclass(frozen=True)
class Sums:
    """What a relaxed solution says: of each class the number of its buildings, and of each two how often they are
    neighbours."""

    numbers: Mapping[int, float]
    pairs: Mapping[tuple[int, int], float]

    def number(self, classes: Classes) -> float:
        """How many buildings there are of some classes."""
        return sum(self.numbers[i] for i in classes)

    def weighed(self, weights: Weights, one: Classes, other: Classes) -> float:
        """The weight of pairs of neighbours of two sets of classes."""
        return sum(w * self.pairs.get(p, 0.0) for w, ps in _pairs(weights, one, other) for p in ps)


@dataclass(frozen=True)
class Cut:
    """The weight of pairs of neighbours of two sets of classes is not above a plane over their numbers."""

    weights: Weights
    one: Classes
    other: Classes
    plane: Plane
    missed: float  # by how much the relaxed solution breaks it


def _pairs(weights: Weights, one: Classes, other: Classes) -> Iterator[tuple[int, list[tuple[int, int]]]]:
    """By weight the pairs of classes that have it, smaller number first."""
    first, second = ([(i, j) for k, i in enumerate(x) for j in x[k:]] for x in (one, other))
    both = [(min(i, j), max(i, j)) for i in one for j in other]
    yield from ((w, ps) for w, ps in zip(weights, (first, both, second), strict=True) if w)


class Neighbours:
    """How often buildings of the classes of a model are neighbours, and what is known of that."""

    def __init__(self, model: Aggregated) -> None:
        self.model = model
        k, board = model.circuit, model.board
        count = range(len(model.classes))
        self.numbers = {i: k.sum(model.there(s, i) for s in board.spaces) for i in count}
        known = k.products()
        met: dict[tuple[int, int], list[Lit]] = {}
        edges = [(s, t) for s in board.spaces for t in board.adjacent(s) if s < t]
        for i in count:
            for j in range(i, len(model.classes)):
                ways = {(i, j), (j, i)}
                found = (
                    known.get(frozenset((model.there(s, x), model.there(t, y))), FALSE)
                    for s, t in edges
                    for x, y in sorted(ways)
                )
                lits = [x for x in found if x != FALSE]
                if lits:
                    met[i, j] = lits
        # Of a pair that nobody looks at there is no product; it then counts nothing, which makes no cut stronger.
        self.pairs = {p: k.sum(lits) for p, lits in met.items()}
        seen = sorted({i for p in met for i in p})
        self._sets = [(i,) for i in seen] + list(combinations(seen, 2))
        self._tables = {w: most_pairs(board, w) for w in WEIGHTS} if self.pairs else {}
        self._planes: dict[tuple[Weights, Range, Range], Planes] = {}

    def box(self) -> Box:
        """The numbers that there may be of each class."""
        return {i: (0, self.model.most_of(i)) for i in self.numbers}

    @property
    def asked(self) -> tuple[Linear, ...]:
        """All numbers, and then all pairs, for `sums`."""
        return (*self.numbers.values(), *self.pairs.values())

    def sums(self, values: Sequence[float]) -> Sums:
        """What the values of all that is `asked` say."""
        count = len(self.numbers)
        return Sums(
            dict(zip(self.numbers, values[:count], strict=True)),
            dict(zip(self.pairs, values[count:], strict=True)),
        )

    def cut(self, objective: Linear, *, least: float = LEAST) -> int:
        """Require what the relaxation of a maximum breaks by more than `least` of a pair; how many cuts that are.

        Once only: what it breaks after that was found to be worth little, and takes long to solve."""
        if not self.pairs:
            return 0
        relaxed = Relaxation(self.model.circuit, objective, self.asked).maximize()
        if relaxed is None:
            return 0
        missed = list(self.missed(self.sums(relaxed.values), self.box(), least))
        k = self.model.circuit
        for x in missed:
            k.require(k.at_least(self.room(x), 0))
        return len(missed)

    def missed(self, sums: Sums, box: Box, least: float = LEAST) -> Iterator[Cut]:
        """The cuts of a box that a relaxed solution breaks by more than `least` of a pair."""
        for one in self._sets:
            for other in self._sets:
                if set(one) & set(other):
                    continue
                for weights in WEIGHTS:
                    if weights[0] == weights[2] and one > other:
                        continue
                    weight = sums.weighed(weights, one, other)
                    if weight <= least:
                        continue
                    bounds = self._bounds(weights, self._range(one, box), self._range(other, box))
                    most, plane = bounds.lowest(sums.number(one), sums.number(other))
                    if weight > most + least:
                        yield Cut(weights, one, other, plane, weight - most)

    def _range(self, classes: Classes, box: Box) -> Range:
        size = self.model.board.size
        low, high = (sum(box[i][end] for i in classes) for end in (0, 1))
        return min(size, low), min(size, high)

    def _bounds(self, weights: Weights, a: Range, b: Range) -> Planes:
        """Planes above the part of a table that a box leaves."""
        if (weights, a, b) not in self._planes:
            part = np.full_like(self._tables[weights], NONE)
            inside = np.s_[a[0] : a[1] + 1, b[0] : b[1] + 1]
            part[inside] = self._tables[weights][inside]
            self._planes[weights, a, b] = planes(part, 4 * max(weights))
        return self._planes[weights, a, b]

    def room(self, cut: Cut) -> Linear:
        """What a cut leaves free, in some fraction of a pair: it says that this is not below 0."""
        by = lcm(*(x.denominator for x in cut.plane))
        alpha, beta, gamma = (int(x * by) for x in cut.plane)
        pairs = [
            self.pairs[p].scaled(w * by)
            for w, ps in _pairs(cut.weights, cut.one, cut.other)
            for p in ps
            if p in self.pairs
        ]
        room = linear_sum(self.numbers[i].scaled(alpha) for i in cut.one)
        room += linear_sum(self.numbers[i].scaled(beta) for i in cut.other)
        return room.plus(gamma) - linear_sum(pairs)
