"""What a core expression looks at: places, kinds, prints, and everything below it.

Guarantee: sound over-approximations (what is not reported is not looked at).
"""

from __future__ import annotations

import dataclasses
from collections.abc import Iterator

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
