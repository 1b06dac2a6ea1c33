"""The forms in which core speaks of groups: the size of one, and the largest of some.

Guarantee: an expression that is recognised has the value that is said on every city; others may have it, too.
"""

from __future__ import annotations

from dsl import core as c
from dsl.variables import free_names, renamed


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
