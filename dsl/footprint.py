"""What a core expression looks at: places, kinds, prints, and everything below it.

Guarantee: sound over-approximations (what is not reported is not looked at).
"""

from __future__ import annotations

import dataclasses
from collections.abc import Iterator
from functools import cache
from typing import assert_never

from dsl import core as c


def nodes(e: object) -> Iterator[object]:
    """The expression and all core nodes inside it, places and domains included."""
    yield e
    if not dataclasses.is_dataclass(e) or isinstance(e, c.Table):
        return
    for f in dataclasses.fields(e):
        x = getattr(e, f.name)
        for y in x if isinstance(x, tuple) else (x,):
            if dataclasses.is_dataclass(y):
                yield from nodes(y)


def positional(e: c.Expr) -> bool:
    """Whether the value can depend on where buildings stand, not only on which ones there are."""
    for x in nodes(e):
        match x:
            case c.Domain(region, places):
                if region is not None or places:
                    return True
            case c.LongestRun() | c.RunThrough() | c.Distance() | c.Connected() | c.Here():
                return True
            case _:
                pass
    return False


def one_sided(e: c.Expr) -> bool:
    """Whether the value can change when the board is flipped: it names a side."""
    return any(isinstance(x, c.OnEdge) and x.side is not None for x in nodes(e))


def kinds_named(e: c.Expr) -> frozenset[frozenset[str]]:
    """The sets of kinds that the expression tells apart from all others."""
    found: set[frozenset[str]] = set()
    for x in nodes(e):
        match x:
            case c.IsKind(_, kinds):
                found.add(kinds)
            case c.Different(_, _, _, classes):
                found |= {kinds for _, kinds in classes}
            case _:
                pass
    return frozenset(found)


def _place_names(places: tuple[c.Place, ...]) -> frozenset[str]:
    return frozenset(p.ref for p in places if not isinstance(p, c.OnEdge | c.OnCorner))


@cache
def free_names(e: c.Expr) -> frozenset[str]:
    """The variables that an expression uses and does not bind."""
    match e:
        case c.Num() | c.Truth() | c.CityUnits() | c.Measure():
            return frozenset()
        case c.Add(args) | c.Extreme(_, args) | c.Lookup(_, args) | c.All(args) | c.Any(args):
            return frozenset[str]().union(*(free_names(a) for a in args))
        case c.Scale(_, arg) | c.Divide(_, arg, _) | c.Not(arg):
            return free_names(arg)
        case c.Choose(condition, then, otherwise):
            return free_names(condition) | free_names(then) | free_names(otherwise)
        case c.Compare(_, left, right):
            return free_names(left) | free_names(right)
        case c.Total(var, domain, where, value) | c.Best(_, var, domain, where, value):
            return ((free_names(where) | free_names(value)) - {var}) | _place_names(domain.places)
        case c.Different(var, domain, where) | c.Some(var, domain, where) | c.Every(var, domain, where):
            return (free_names(where) - {var}) | _place_names(domain.places)
        case c.LongestRun(region, lines, var, where):
            inner = free_names(where) - {var}
            if lines is None:
                return inner | {region}
            return (inner - {region}) | _place_names(lines.places)
        case c.RunThrough(at, _, var, where):
            return (free_names(where) - {var}) | {at}
        case c.Distance(start, end):
            return frozenset({start, end})
        case c.Floors(at) | c.Printed(at) | c.Seated(at) | c.IsKind(at) | c.Is(at):
            return frozenset({at})
        case c.Here(at, place):
            return _place_names((place,)) | {at}
        case c.Connected(a, b, var, where):
            return (free_names(where) - {var}) | {a, b}
        case _:
            assert_never(e)
