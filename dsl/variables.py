"""The variables of core: which ones an expression uses, and another one in the place of one.

Guarantee: the value of an expression depends on the spaces and regions of its free variables, and of no others; a
renamed expression has, where the new variable stands for a space, the value that it had where the old one did.
"""

from __future__ import annotations

import dataclasses
from collections.abc import Iterator
from functools import cache
from typing import Any, TypeVar, cast

from dsl import core as c

E = TypeVar("E", bound=c.Int | c.Bool)

# What a node does with variables is told by the names of its fields: those in which what it binds may be used, and
# those that name a variable from outside.
SCOPE = ("where", "value")
_REFERENCES = frozenset({"at", "ref", "start", "end", "a", "b"})


def binders(node: object) -> tuple[str, ...]:
    """The fields of a node that name a variable that it binds."""
    region = ("region",) if isinstance(node, c.LongestRun) and node.lines is not None else ()
    return (*region, "var") if hasattr(node, "var") else region


def refers(node: object, field: str) -> bool:
    """Whether a field of a node names a variable that is bound outside of it."""
    return field in _REFERENCES or field == "region" and isinstance(node, c.LongestRun) and node.lines is None


@cache
def free_names(e: c.Expr) -> frozenset[str]:
    """The variables that an expression uses and does not bind."""
    return frozenset(_free(e))


def _free(x: Any) -> Iterator[str]:
    if isinstance(x, tuple):
        for y in x:
            yield from free_names(y) if isinstance(y, c.Int | c.Bool) else _free(y)
    if not dataclasses.is_dataclass(x) or isinstance(x, c.Table):
        return
    bound = {getattr(x, name) for name in binders(x)}
    for f in dataclasses.fields(x):
        value = getattr(x, f.name)
        if refers(x, f.name):
            yield value
        else:
            inside = free_names(value) if isinstance(value, c.Int | c.Bool) else _free(value)
            yield from (name for name in inside if f.name not in SCOPE or name not in bound)


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
