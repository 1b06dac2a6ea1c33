"""The forms in which core speaks of groups: the size of one, and the largest of some.

Guarantee: an expression that is recognised has the value that is said on every city; others may have it, too.
"""

from __future__ import annotations

from dsl import core as c
from dsl.footprint import free_names


def is_group(e: c.Expr) -> c.Connected | None:
    """The group whose size a number is, if it is one."""
    match e:
        case c.Total(var, c.Domain(None, ()), c.Connected(a, b) as joined, c.Num(1)) if b == var and a != var:
            return joined
        case _:
            return None


def is_largest_group(e: c.Expr) -> c.Connected | None:
    """The group, if a number is the size of the largest group of something."""
    match e:
        case c.Best("max", var, c.Domain(None, ()), where, value):
            group = is_group(value)
            if group is None or group.a != var or var in free_names(group.where):
                return None
            return group if renamed(group.where, group.var, var) == where else None
        case _:
            return None


def renamed(e: c.Bool, old: str, new: str) -> c.Bool:
    """A condition on one variable as a condition on another, where it is made of what a noun says."""
    match e:
        case c.IsKind(at, kinds, label) if at == old:
            return c.IsKind(new, kinds, label)
        case c.Is(at, state) if at == old:
            return c.Is(new, state)
        case c.Here(at, place) if at == old:
            return c.Here(new, place)
        case c.Not(arg):
            return c.Not(renamed(arg, old, new))
        case c.All(args):
            return c.All(tuple(renamed(x, old, new) for x in args))
        case c.Any(args):
            return c.Any(tuple(renamed(x, old, new) for x in args))
        case _:
            return e
