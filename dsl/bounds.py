"""Interval analysis: the least and greatest value that a core integer can have in a mode.

Guarantee: sound (a value outside the interval is impossible on any city of the mode whose units do not exceed
the pieces in the box), not always tight.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping
from dataclasses import dataclass, field, replace
from typing import assert_never

from dsl import core as c
from dsl.board import Board, RegionKind

Interval = tuple[int, int]


@dataclass(frozen=True)
class Limits:
    """What bounds depend on: the board, and per kind the floors, seats and prints; units in the box.

    `facts` says which kinds a space variable is known to be of; `measures` bounds `own`, `total` and parts."""

    board: Board
    floors: Mapping[str, int]
    seats: Mapping[str, Mapping[str, int]]
    prints: Mapping[str, tuple[c.PrintVariant, ...]]
    pieces: Mapping[str, int]
    facts: Mapping[str, frozenset[str]] = field(default_factory=dict)
    measures: Callable[[c.Measure], Interval] | None = None

    def knowing(self, var: str, where: c.Bool) -> Limits:
        """The same with what `where` says about the kind on `var`."""
        kinds = _kinds(var, where, frozenset(self.floors))
        facts = {k: v for k, v in self.facts.items() if k != var}
        return replace(self, facts=facts if kinds is None else {**facts, var: kinds})


def _kinds(var: str, where: c.Bool, every: frozenset[str]) -> frozenset[str] | None:
    """The kinds of which the building on `var` must be one; None if there may be no building."""
    match where:
        case c.IsKind(at, kinds) if at == var:
            return kinds
        case c.Is(at) if at == var:
            return every
        case c.All(args):
            found = [k for k in (_kinds(var, a, every) for a in args) if k is not None]
            return frozenset.intersection(*found) if found else None
        case c.Any(args):
            each = [_kinds(var, a, every) for a in args]
            known = [k for k in each if k is not None]
            return frozenset().union(*known) if known and len(known) == len(each) else None
        case _:
            return None


def elements(domain: c.Domain, board: Board) -> int:
    """The greatest number of elements that a domain can have."""
    if domain.region is not None:
        count = len(board.regions(domain.region))
        if any(isinstance(p, c.Through) for p in domain.places):
            count = min(count, 2 if domain.region == "line" else 1)
        return count
    best = board.size
    for place in domain.places:
        match place:
            case c.Adjacent():
                best = min(best, max(len(board.adjacent(s)) for s in board.spaces))
            case c.Diagonal():
                best = min(best, max(len(board.diagonal(s)) for s in board.spaces))
            case c.Within(steps):
                near = (sum(board.distance(s, t) <= steps for t in board.spaces) for s in board.spaces)
                best = min(best, max(near))
            case c.SameRegion(kind):
                best = min(best, max(len(board.region_of(kind, s)) for s in board.spaces))
            case c.InRegion():
                best = min(best, max(len(r) for k in _KINDS for r in board.regions(k)))
            case c.OnEdge(side):
                best = min(best, len(board.edge if side is None else board.side(side)))
            case c.OnCorner():
                best = min(best, len(board.corners))
            case c.Through() | c.Other():
                pass
            case _:
                assert_never(place)
    return best


_KINDS: tuple[RegionKind, ...] = ("row", "column", "district")


def bounds(e: c.Int, limits: Limits) -> Interval:
    """The interval of `e`."""
    match e:
        case c.Num(value):
            return value, value
        case c.Add(args):
            each = [bounds(a, limits) for a in args]
            return sum(lo for lo, _ in each), sum(hi for _, hi in each)
        case c.Scale(factor, arg):
            ends = [factor * x for x in bounds(arg, limits)]
            return min(ends), max(ends)
        case c.Product(args):
            ends = [1]
            for arg in args:
                ends = [x * y for x in ends for y in bounds(arg, limits)]
            return min(ends), max(ends)
        case c.Divide("/", arg, by):
            lo, hi = bounds(arg, limits)
            return lo // by, hi // by
        case c.Divide(_, _, by):
            return 0, by - 1
        case c.Extreme(op, args):
            each = [bounds(a, limits) for a in args]
            pick = min if op == "min" else max
            return pick(lo for lo, _ in each), pick(hi for _, hi in each)
        case c.Choose(_, then, otherwise):
            a, b = bounds(then, limits), bounds(otherwise, limits)
            return min(a[0], b[0]), max(a[1], b[1])
        case c.Lookup(table, args):
            return _lookup(table, [bounds(a, limits) for a in args])
        case c.Total(var, domain, where, value):
            n = elements(domain, limits.board)
            lo, hi = bounds(value, limits.knowing(var, where))
            return min(0, n * lo), max(0, n * hi)
        case c.Best(_, var, _, where, value):
            lo, hi = bounds(value, limits.knowing(var, where))
            return min(0, lo), max(0, hi)
        case c.Different(_, domain, _, classes):
            return 0, min(len(classes), elements(domain, limits.board))
        case c.LongestRun(_, lines):
            across = lines is None or lines.region != "column"
            down = lines is None or lines.region != "row"
            return 0, max(limits.board.columns if across else 0, limits.board.rows if down else 0)
        case c.RunThrough(_, line):
            return 0, limits.board.columns if line == "row" else limits.board.rows
        case c.Distance():
            return 0, limits.board.rows + limits.board.columns - 2
        case c.Floors(at):
            kinds = limits.facts.get(at)
            heights = [limits.floors[k] for k in (limits.floors if kinds is None else kinds)]
            return (0 if kinds is None else 1), max(heights, default=0)
        case c.Printed(at, what):
            kinds = limits.facts.get(at, frozenset(limits.floors))
            return 0, max((_printed(limits, k, what) for k in kinds), default=0)
        case c.Seated(at, resource):
            kinds = limits.facts.get(at, frozenset(limits.floors))
            return 0, max((limits.seats[k].get(resource, 0) for k in kinds), default=0)
        case c.CityUnits(_, resource):
            return 0, limits.pieces[resource]
        case c.Measure():
            return limits.measures(e) if limits.measures else (-(10**6), 10**6)
        case _:
            assert_never(e)


def _printed(limits: Limits, kind: str, what: str | None) -> int:
    units = [v.worth if what is None else dict(v.gains).get(what, 0) for v in limits.prints[kind]]
    return max(units, default=0) * limits.floors[kind]


def _lookup(table: c.Table, args: list[Interval]) -> Interval:
    def reach(lo: int, hi: int, start: int, length: int) -> tuple[range, bool]:
        first, last = lo - start, min(hi - start, length - 1)
        first = min(first, length - 1)
        return range(max(first, 0), max(last, 0) + 1 if hi >= start else 0), lo < start

    if len(args) == 1:
        used, below = reach(*args[0], table.start[0], len(table.rows[0]))
        values = [table.rows[0][i] for i in used] + ([0] if below else [])
    else:
        rows, below = reach(*args[0], table.start[0], len(table.rows))
        columns, left = reach(*args[1], table.start[1], len(table.rows[0]))
        values = [table.rows[i][j] for i in rows for j in columns] + ([0] if below or left else [])
    return min(values), max(values)
