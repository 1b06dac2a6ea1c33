"""Whether one game scores every city at least as high as another, as far as the form of its sentences shows.

Guarantee: where `never_less` says yes, it is so of every city of the mode. Where it says no, nothing is known.
"""

from __future__ import annotations

from dataclasses import replace

from dsl import core as c
from dsl.bounds import Limits, bounds


def never_less(low: c.Game, high: c.Game) -> bool:
    """Whether each sentence of the second game scores at least what its counterpart in the first one does, and the
    games are the same in all else."""
    if replace(low, clauses=()) != replace(high, clauses=()) or len(low.clauses) != len(high.clauses):
        return False
    kinds = low.kinds
    limits = Limits(
        low.mode.board,
        {k: x.max_floors for k, x in kinds.items()},
        {k: x.seats for k, x in kinds.items()},
        {k: x.prints for k, x in kinds.items()},
        {r.name: r.pieces for r in low.resources},
    )
    return all(
        x == y or (replace(x, value=y.value) == y and _at_most(x.value, y.value, limits))
        for x, y in zip(low.clauses, high.clauses, strict=True)
    )


def _at_most(x: c.Int, y: c.Int, limits: Limits) -> bool:
    """Whether the value of `x` is at most that of `y`, whatever the city."""
    if x == y or bounds(x, limits)[1] <= bounds(y, limits)[0]:
        return True
    match x, y:
        case (c.Add(xs), c.Add(ys)) if len(xs) == len(ys):
            return _each(xs, ys, limits)
        case (c.Extreme(a, xs), c.Extreme(b, ys)) if a == b and len(xs) == len(ys):
            return _each(xs, ys, limits)
        case (c.Choose(p, x1, x2), c.Choose(q, y1, y2)) if p == q:
            return _each((x1, x2), (y1, y2), limits)
        case c.Divide("/", x1, n), c.Divide("/", y1, m) if n == m:
            return _at_most(x1, y1, limits)
        case c.Lookup(t, xs), c.Lookup(u, ys) if xs == ys and t.start == u.start:
            return _entries(t, u)
        case c.Total(v, d, w, x1), c.Total(v2, d2, w2, y1) if (v, d, w) == (v2, d2, w2):
            return _at_most(x1, y1, limits.knowing(v, w))
        case c.Best(o, v, d, w, x1), c.Best(o2, v2, d2, w2, y1) if (o, v, d, w) == (o2, v2, d2, w2):
            return _at_most(x1, y1, limits.knowing(v, w))
        case _:
            return _scaled(x, y, limits)


def _each(xs: tuple[c.Int, ...], ys: tuple[c.Int, ...], limits: Limits) -> bool:
    return all(_at_most(x, y, limits) for x, y in zip(xs, ys, strict=True))


def _scaled(x: c.Int, y: c.Int, limits: Limits) -> bool:
    """Whether both are multiples of one value, or of two that are in order."""
    (n, a), (m, b) = _multiple(x), _multiple(y)
    if a == b:
        low, high = bounds(a, limits)
        return (low >= 0 and n <= m) or (high <= 0 and n >= m)
    return n == m != 1 and (_at_most(a, b, limits) if n > 0 else _at_most(b, a, limits))


def _multiple(e: c.Int) -> tuple[int, c.Int]:
    return (e.factor, e.arg) if isinstance(e, c.Scale) else (1, e)


def _entries(t: c.Table, u: c.Table) -> bool:
    """Whether each entry of the second table is at least that of the first, and both have as many."""
    same = [len(r) for r in t.rows] == [len(r) for r in u.rows]
    # Below its start a table is 0, whatever it holds.
    return same and all(a <= b for r, q in zip(t.rows, u.rows, strict=True) for a, b in zip(r, q, strict=True))
