"""The variables of core: which ones an expression uses, and another one in the place of one.

Guarantee: the value of an expression depends on the spaces and regions of its free variables, and of no others; a
renamed expression has, where the new variable stands for a space, the value that it had where the old one did.
"""

from __future__ import annotations

import dataclasses
from functools import cache
from typing import Any, TypeVar, assert_never, cast

from dsl import core as c

E = TypeVar("E", bound=c.Int | c.Bool)

# The fields of a node in which its variables, once they are bound, may be used.
SCOPE = ("where", "value")
_REFERENCES = frozenset({"at", "ref", "start", "end", "a", "b"})


def binders(node: object) -> tuple[str, ...]:
    """The fields of a node that name a variable that it binds."""
    region = ("region",) if isinstance(node, c.LongestRun) and node.lines is not None else ()
    return (*region, "var") if hasattr(node, "var") else region


def refers(node: object, field: str) -> bool:
    """Whether a field of a node names a variable that is bound outside of it."""
    return field in _REFERENCES or field == "region" and isinstance(node, c.LongestRun) and node.lines is None


def _place_names(places: tuple[c.Place, ...]) -> frozenset[str]:
    return frozenset(p.ref for p in places if not isinstance(p, c.OnEdge | c.OnCorner))


@cache
def free_names(e: c.Expr) -> frozenset[str]:
    """The variables that an expression uses and does not bind."""
    match e:
        case c.Num() | c.Truth() | c.CityUnits() | c.Measure():
            return frozenset()
        case c.Add(args) | c.Product(args) | c.Extreme(_, args) | c.Lookup(_, args) | c.All(args) | c.Any(args):
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


@cache
def renamed(e: E, old: str, new: str) -> E:
    """The expression with `new` wherever `old` is free. It must not bind `new` where `old` is used."""
    return cast(E, _renamed(e, old, new))


def _renamed(x: Any, old: str, new: str) -> Any:
    if isinstance(x, tuple):
        return tuple(_renamed(y, old, new) for y in x)
    if not dataclasses.is_dataclass(x) or isinstance(x, c.Table):
        return x
    hidden = SCOPE if old in (getattr(x, name) for name in binders(x)) else ()
    changed: dict[str, Any] = {}
    for f in dataclasses.fields(x):
        value = getattr(x, f.name)
        if value == old and refers(x, f.name):
            changed[f.name] = new
        elif f.name not in hidden and (isinstance(value, tuple) or dataclasses.is_dataclass(value)):
            changed[f.name] = _renamed(value, old, new)
    return dataclasses.replace(x, **changed) if changed else x  # type: ignore[type-var]
