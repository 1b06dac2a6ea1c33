"""What a core expression looks at: places, kinds, prints, and everything below it.

Guarantee: sound over-approximations (what is not reported is not looked at).
"""

from __future__ import annotations

import dataclasses
from collections.abc import Iterator
from typing import Any

from dsl import core as c
from dsl.board import Side
from dsl.fold import FALSE, choose, conjunction, disjunction, negation


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


def printed_units(game: c.Game) -> frozenset[str]:
    """The resources whose printed units a sentence of a game counts."""
    values = (*(x.value for x in (*game.clauses, *game.ties)), *(g.amount for g in game.gains))
    found = (x for e in values for x in nodes(e) if isinstance(x, c.Printed))
    return frozenset(x.what for x in found if x.what is not None)


def parts(e: c.Expr) -> Iterator[c.Expr]:
    """The expressions that an expression is made of, those inside of them left out."""
    for f in dataclasses.fields(e):
        x = getattr(e, f.name)
        yield from (y for y in (x if isinstance(x, tuple) else (x,)) if isinstance(y, c.Int | c.Bool))


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
    return bool(sides(e))


def sides(e: c.Expr) -> frozenset[Side]:
    """The sides of the board that an expression names. A flip that keeps them does not change its value."""
    return frozenset(x.side for x in nodes(e) if isinstance(x, c.OnEdge) and x.side is not None)


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


def tells_unnamed(e: c.Expr) -> bool:
    """Whether the value can depend on buildings of kinds that the expression does not name.

    It can not if, wherever a variable ranges over spaces, a building of such a kind is as good as none: with every
    `is of kind` about the variable taken as false, nothing is left that asks about the building on it."""
    for x in nodes(e):
        match x:
            case c.Total(var, domain, where, value) | c.Best(_, var, domain, where, value):
                left = _without_kind(where, var)
                if domain.region is None and left != FALSE and _asks(var, left, _without_kind(value, var)):
                    return True
            case c.Some(var, domain, where) | c.Every(var, domain, where):
                if domain.region is None and _asks(var, _without_kind(where, var)):
                    return True
            case c.LongestRun(_, _, var, where) | c.RunThrough(_, _, var, where):
                if _asks(var, _without_kind(where, var)):
                    return True
            case c.Connected(_, _, var, where):
                if _asks(var, _without_kind(where, var)):
                    return True
            case _:
                pass  # a class of `Different` is named
    return False


def _asks(var: str, *exprs: object) -> bool:
    """Whether something is asked of the building on `var`."""
    found = (x for e in exprs for x in nodes(e))
    return any(isinstance(x, c.Is | c.Floors | c.Printed | c.Seated) and x.at == var for x in found)


def _without_kind(e: Any, var: str) -> Any:
    """The expression where no building on `var` is of any named kind, folded."""
    if isinstance(e, c.IsKind) and e.at == var:
        return FALSE
    if not dataclasses.is_dataclass(e) or isinstance(e, type | c.Table | c.Domain):
        return e
    changed: dict[str, Any] = {}
    for f in dataclasses.fields(e):
        x = getattr(e, f.name)
        if isinstance(x, tuple):
            changed[f.name] = tuple(_without_kind(y, var) for y in x)
        elif dataclasses.is_dataclass(x):
            changed[f.name] = _without_kind(x, var)
    new: Any = dataclasses.replace(e, **changed) if changed else e
    match new:
        case c.Not(arg):
            return negation(arg)
        case c.All(args):
            return conjunction(*args)
        case c.Any(args):
            return disjunction(*args)
        case c.Choose(condition, then, otherwise):
            return choose(condition, then, otherwise)
        case c.Some(_, _, where) if where == FALSE:
            return FALSE
        case _:
            return new


def seats_seen(kinds: frozenset[str], value: c.Expr) -> dict[str, frozenset[str] | None]:
    """The resources of which an expression that counts on buildings of some kinds may look at seated units, each
    with the kinds on whose seats it does (None: any). On all others one unit more changes nothing in it."""
    out: dict[str, frozenset[str] | None] = {}
    for x in nodes(value):
        match x:
            case c.Seated("self", resource):
                out.setdefault(resource, kinds)
            case c.Seated(_, resource) | c.CityUnits("unseated", resource):
                out[resource] = None
            case _:
                pass
    return out


def looks_at_units(e: c.Expr) -> bool:
    """Whether the value can depend on how units are seated."""
    return any(isinstance(x, c.Seated) or isinstance(x, c.CityUnits) and x.what == "unseated" for x in nodes(e))
