"""Building core with constants folded, so that equal meanings look alike.

Guarantee: each result has the value of the node that it is named after.
"""

from __future__ import annotations

from typing import Literal

from dsl import core as c

TRUE, FALSE, ZERO = c.Truth(True), c.Truth(False), c.Num(0)



def add(*args: c.Int) -> c.Int:
    """A sum, its constants folded."""
    flat: list[c.Int] = []
    constant = 0
    for a in args:
        for x in a.args if isinstance(a, c.Add) else (a,):
            if isinstance(x, c.Num):
                constant += x.value
            else:
                flat.append(x)
    if constant or not flat:
        flat.append(c.Num(constant))
    return flat[0] if len(flat) == 1 else c.Add(tuple(flat))


def scale(factor: int, arg: c.Int) -> c.Int:
    """A multiple, constants folded."""
    match arg:
        case c.Num(value):
            return c.Num(factor * value)
        case c.Scale(inner, x):
            return scale(factor * inner, x)
        case _:
            return arg if factor == 1 else ZERO if factor == 0 else c.Scale(factor, arg)


def multiply(*args: c.Int) -> c.Int:
    """A product, its constants in front."""
    factor, flat = 1, list[c.Int]()
    for a in args:
        if isinstance(a, c.Scale):
            factor, a = factor * a.factor, a.arg
        for x in a.args if isinstance(a, c.Product) else (a,):
            if isinstance(x, c.Num):
                factor *= x.value
            else:
                flat.append(x)
    if not flat:
        return c.Num(factor)
    return scale(factor, flat[0] if len(flat) == 1 else c.Product(tuple(flat)))


def divide(op: Literal["/", "mod"], arg: c.Int, by: int) -> c.Int:
    """Division rounded down, or its remainder; constants folded."""
    if isinstance(arg, c.Num):
        return c.Num(arg.value // by if op == "/" else arg.value % by)
    return arg if by == 1 and op == "/" else c.Divide(op, arg, by)


def choose(condition: c.Bool, then: c.Int, otherwise: c.Int) -> c.Int:
    """A choice, folded where the condition is known or both sides are equal."""
    if isinstance(condition, c.Truth):
        return then if condition.value else otherwise
    return then if then == otherwise else c.Choose(condition, then, otherwise)


def negation(arg: c.Bool) -> c.Bool:
    """`not`, folded."""
    match arg:
        case c.Truth(value):
            return c.Truth(not value)
        case c.Not(inner):
            return inner
        case _:
            return c.Not(arg)


def _join(args: tuple[c.Bool, ...], unit: bool) -> list[c.Bool]:
    cls = c.All if unit else c.Any
    flat: list[c.Bool] = []
    for a in args:
        for x in a.args if isinstance(a, cls) else (a,):
            if x == c.Truth(not unit):
                return [x]
            if x != c.Truth(unit) and x not in flat:
                flat.append(x)
    return flat


def conjunction(*args: c.Bool) -> c.Bool:
    """`and`, folded."""
    flat = _join(args, True)
    return TRUE if not flat else flat[0] if len(flat) == 1 else c.All(tuple(flat))


def disjunction(*args: c.Bool) -> c.Bool:
    """`or`, folded."""
    flat = _join(args, False)
    return FALSE if not flat else flat[0] if len(flat) == 1 else c.Any(tuple(flat))
