"""Cuts from the shape of the board: how often buildings of two sets can be neighbours, by how many each has.

Guarantee: every city fulfils what is required here, since the bound of each cut was taken over all ways to mark so
many spaces of the board. It only tightens the linear relaxation, which else lays parts of several cities over each
other, and counts neighbours that no whole city has.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from dataclasses import dataclass
from fractions import Fraction
from itertools import combinations
from math import lcm
from typing import TypeAlias

import numpy as np

from dsl.board import Board, Space
from dsl.circuit import FALSE, Linear, Lit, linear_sum
from verifier import solve
from verifier.aggregate import Aggregated

# How much a pair of neighbours counts: both of the first set, one of each, both of the second.
WEIGHTS = ((0, 1, 0), (1, 1, 0), (1, 2, 0), (1, 1, 1), (1, 2, 1))
LEAST = 0.02  # by how much of a pair a cut has to be missed to be worth its while
NONE = -(10**6)  # no such marking

Numbers: TypeAlias = np.ndarray[tuple[int, ...], np.dtype[np.int64]]
Weights: TypeAlias = tuple[int, int, int]
Classes: TypeAlias = tuple[int, ...]
Plane: TypeAlias = tuple[Fraction, Fraction, Fraction]
_Cut: TypeAlias = tuple[Weights, Classes, Classes, Plane]


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
    a, b = (x.ravel() for x in np.indices(table.shape))
    entries = table.ravel()
    there = entries > NONE // 2
    a, b, entries = a[there], b[there], entries[there] * _DENOMINATOR
    alpha, beta = (x.ravel() for x in np.meshgrid(scaled, scaled, indexing="ij"))
    heights = np.max(entries[None, :] - alpha[:, None] * a[None, :] - beta[:, None] * b[None, :], axis=1)
    return Planes(np.stack([alpha, beta], axis=1), heights, _DENOMINATOR)


@dataclass(frozen=True)
class _Sums:
    """What a relaxed solution says: of each class the number of its buildings, and of each two how often they are
    neighbours."""

    numbers: Mapping[int, float]
    pairs: Mapping[tuple[int, int], float]

    def number(self, classes: Classes) -> float:
        return sum(self.numbers[i] for i in classes)

    def weighed(self, weights: Weights, one: Classes, other: Classes) -> float:
        """The weight of pairs of neighbours of two sets of classes."""
        return sum(w * self.pairs.get(p, 0.0) for w, ps in _pairs(weights, one, other) for p in ps)


def _pairs(weights: Weights, one: Classes, other: Classes) -> Iterator[tuple[int, list[tuple[int, int]]]]:
    """By weight the pairs of classes that have it, smaller number first."""
    first, second = ([(i, j) for k, i in enumerate(x) for j in x[k:]] for x in (one, other))
    both = [(min(i, j), max(i, j)) for i in one for j in other]
    yield from ((w, ps) for w, ps in zip(weights, (first, both, second), strict=True) if w)


class Neighbours:
    """The cuts of one model of a city."""

    def __init__(self, model: Aggregated) -> None:
        self.model = model
        k, board = model.circuit, model.board
        count = range(len(model.classes))
        self._numbers = {i: k.sum(model.there(s, i) for s in board.spaces) for i in count}
        self._most = {i: model.most_of(i) for i in count}
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
        self._pairs = {p: k.sum(lits) for p, lits in met.items()}
        seen = sorted({i for p in met for i in p})
        self._sets = [(i,) for i in seen] + list(combinations(seen, 2))
        self._tables = {w: most_pairs(board, w) for w in WEIGHTS}
        self._planes: dict[tuple[Weights, int, int], Planes] = {}

    def cut(self, objective: Linear, *, least: float = LEAST) -> int:
        """Require what the relaxation of a maximum breaks by more than `least` of a pair; how many cuts that are.

        Once only: what it breaks after that was found to be worth little, and takes long to solve."""
        if not self._pairs:
            return 0
        asked = [*self._numbers.values(), *self._pairs.values()]
        relaxed = solve.relaxation(self.model.circuit, objective, asked)
        if relaxed is None:
            return 0
        numbers = dict(zip(self._numbers, relaxed, strict=False))
        met = dict(zip(self._pairs, relaxed[len(numbers) :], strict=True))
        missed = list(self._missed(_Sums(numbers, met), least))
        for weights, one, other, plane in missed:
            self._require(weights, one, other, plane)
        return len(missed)

    def _missed(self, sums: _Sums, least: float) -> Iterator[_Cut]:
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
                    bounds = self._bounds(weights, one, other)
                    most, plane = bounds.lowest(sums.number(one), sums.number(other))
                    if weight > most + least:
                        yield weights, one, other, plane

    def _bounds(self, weights: Weights, one: Classes, other: Classes) -> Planes:
        size = self.model.board.size
        a, b = (min(size, sum(self._most[i] for i in x)) for x in (one, other))
        if (weights, a, b) not in self._planes:
            self._planes[weights, a, b] = planes(self._tables[weights][: a + 1, : b + 1], 4 * max(weights))
        return self._planes[weights, a, b]

    def _require(self, weights: Weights, one: Classes, other: Classes, plane: Plane) -> None:
        k = self.model.circuit
        by = lcm(*(x.denominator for x in plane))
        alpha, beta, gamma = (int(x * by) for x in plane)
        pairs = [
            self._pairs[p].scaled(w * by) for w, ps in _pairs(weights, one, other) for p in ps if p in self._pairs
        ]
        room = linear_sum(self._numbers[i].scaled(alpha) for i in one)
        room += linear_sum(self._numbers[i].scaled(beta) for i in other)
        k.require(k.at_least(room.plus(gamma) - linear_sum(pairs), 0))
