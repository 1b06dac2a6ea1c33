"""One form for expressions that say the same in other words or in another order.

Guarantee: `canonical` of an expression has its value on every city that holds only kinds of `keep`, with
kinds renamed by `names`. Names of variables and tables, words that only serve messages, and the order of what
may be swapped leave no trace in it.
"""

from __future__ import annotations

import dataclasses
from collections.abc import Mapping
from typing import Any, TypeVar, cast

from dsl import core as c
from dsl.variables import SCOPE, binders, refers

E = TypeVar("E", bound=c.Int | c.Bool)


def canonical(
    e: E, keep: frozenset[str], names: Mapping[str, str] | None = None, bound: Mapping[str, str] | None = None
) -> E:
    """The expression in its one form, for cities that hold only kinds of `keep` (after renaming by `names`).

    `bound` renames variables that are bound outside of it: to `x0`, `x1` and so on."""
    return cast(E, _Canonical(keep, names or {}).rewritten(e, bound or {}))


def canonical_kinds(
    kinds: frozenset[str], keep: frozenset[str], names: Mapping[str, str] | None = None
) -> frozenset[str]:
    """A set of kinds, renamed, as far as they are to be kept."""
    return frozenset((names or {}).get(k, k) for k in kinds) & keep


def _order(x: object) -> str:
    """A text by which expressions are put in order; equal ones have equal texts."""
    if isinstance(x, frozenset):
        return "{" + ",".join(sorted(map(str, x))) + "}"
    if isinstance(x, tuple):
        return "(" + ",".join(map(_order, x)) + ")"
    if dataclasses.is_dataclass(x):
        return type(x).__name__ + _order(tuple(getattr(x, f.name) for f in dataclasses.fields(x)))
    return repr(x)


class _Canonical:
    def __init__(self, keep: frozenset[str], names: Mapping[str, str]) -> None:
        self.keep = keep
        self.names = names

    def rewritten(self, x: Any, bound: Mapping[str, str]) -> Any:
        """Anything inside an expression, given the new names of the variables bound outside."""
        if isinstance(x, frozenset):
            return canonical_kinds(x, self.keep, self.names)
        if isinstance(x, tuple):
            return tuple(self.rewritten(y, bound) for y in x)
        if isinstance(x, c.Table):
            return dataclasses.replace(x, name="")
        if isinstance(x, c.Different):
            # Only which sets of kinds there are matters, and a set without kinds is never there.
            renamed = (canonical_kinds(kinds, self.keep, self.names) for _, kinds in x.classes)
            x = dataclasses.replace(
                x, classes=tuple(("", k) for k in sorted(filter(None, renamed), key=_order))
            )
            return self._node(x, bound, skipped="classes")
        if dataclasses.is_dataclass(x):
            return self._sorted(self._node(x, bound))
        return x

    def _node(self, x: Any, bound: Mapping[str, str], skipped: str = "") -> Any:
        inner = dict(bound)
        binds = binders(x)
        depth = 1 + max((int(name[1:]) for name in bound.values()), default=-1)
        for i, field in enumerate(binds):
            inner[getattr(x, field)] = f"x{depth + i}"
        changed: dict[str, Any] = {}
        for f in dataclasses.fields(x):
            value = getattr(x, f.name)
            if f.name == skipped:
                continue
            if f.name in binds:
                changed[f.name] = inner[value]
            elif isinstance(value, str):
                if refers(x, f.name):
                    changed[f.name] = bound.get(value, value)
                elif f.name == "label":
                    changed[f.name] = ""
            else:
                changed[f.name] = self.rewritten(value, inner if f.name in SCOPE else bound)
        return dataclasses.replace(x, **changed)

    @staticmethod
    def _sorted(x: Any) -> Any:
        if isinstance(x, c.Add | c.Product | c.Extreme | c.All | c.Any):
            field = "args"
        elif isinstance(x, c.Domain):
            field = "places"
        else:
            return x
        changed: dict[str, Any] = {field: tuple(sorted(getattr(x, field), key=_order))}
        return dataclasses.replace(x, **changed)
