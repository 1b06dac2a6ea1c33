"""Sums written out kind by kind.

Guarantee: `by_kind` of an expression has its value on every city: a building is of exactly one kind.

Two sentences may count the same pairs of buildings from either end. Kind by kind, pair by pair, that can be seen.
"""

from __future__ import annotations

from dataclasses import replace

from dsl import core as c
from dsl.fold import FALSE, conjunction, disjunction, negation


def by_kind(e: c.Int, kinds: frozenset[str]) -> c.Int:
    """The expression, for cities that hold only `kinds`: what it adds up over buildings of several kinds, added up
    for each of them."""
    match e:
        case c.Add(args):
            return c.Add(tuple(by_kind(x, kinds) for x in args))
        case c.Scale(factor, arg):
            return c.Scale(factor, by_kind(arg, kinds))
        case c.Total(var, c.Domain(None), where) if of_kind(where, var, "") == FALSE:
            out = []
            for n in sorted(kinds):
                one = c.IsKind(var, frozenset({n}))
                out.append(replace(e, where=conjunction(one, of_kind(where, var, n))))
            return c.Add(tuple(x for x in out if x.where != FALSE))
        case _:
            return e


def of_kind(e: c.Bool, var: str, kind: str) -> c.Bool:
    """The condition where the building on `var` is of the kind; of none of them, if there is none by that name."""
    match e:
        case c.IsKind(at, kinds) if at == var:
            return c.Truth(kind in kinds)
        case c.Not(arg):
            return negation(of_kind(arg, var, kind))
        case c.All(args):
            found = conjunction(*(of_kind(x, var, kind) for x in args))
            if isinstance(found, c.All) and any(negation(x) in found.args for x in found.args):
                return FALSE
            return found
        case c.Any(args):
            return disjunction(*(of_kind(x, var, kind) for x in args))
        case _:
            return e
