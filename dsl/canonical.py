"""A text for the meaning of core, the same for equal meanings however they were written down.

Guarantee: the text tells apart whatever the compilers tell apart, and is the same on every run and machine: sets
and mappings are sorted, clauses and gains stand in no order, and what only readers see (the sentence as written,
its place, titles of kinds, names of tables, glyphs) is left out.
"""

from __future__ import annotations

import json
from collections.abc import Iterable, Mapping
from dataclasses import fields, is_dataclass

from dsl import core as c


def text(x: object) -> str:
    """The canonical text of a core expression, or of anything that is made of such."""
    match x:
        case str():
            return json.dumps(x)
        case bool() | int() | None:
            return str(x)
        case tuple():
            return f"({' '.join(map(text, x))})"
        case frozenset():
            return unordered(x)
        case Mapping():
            return unordered(x.items())
        case c.Table():
            return f"(Table {text(x.start)} {text(x.rows)})"
        case _:
            if not is_dataclass(x):
                raise TypeError(f"no canonical text for {type(x).__name__}")
            parts = (text(getattr(x, f.name)) for f in fields(x) if f.compare)
            return f"({' '.join([type(x).__name__, *parts])})"


def unordered(items: Iterable[object]) -> str:
    """The canonical text of items whose order says nothing; one that occurs twice stands there twice."""
    return f"{{{' '.join(sorted(map(text, items)))}}}"


def game(g: c.Game, players: int) -> str:
    """The canonical text of everything in a game that a score or a scope rests on, line by line.

    Of the inventories only that for `players` is told."""
    lines = [
        f"board {text(g.mode.board)}",
        f"rounds {g.mode.rounds} turns {g.mode.turns}",
        f"players {players}",
        f"seating {g.seating}",
        f"inactive {'leave' if g.inactive_leave else 'stay'}",
        f"replaces {text(g.replaces)}",
        *(_resource(r) for r in sorted(g.resources, key=lambda r: r.name)),
        *(_kind(g.kinds[name]) for name in sorted(g.kinds)),
        *sorted(f"clause {text(x)}" for x in g.clauses),
        *sorted(f"gain {text(x)}" for x in g.gains),
    ]
    if players in g.stock:
        lines.append("stock")
        lines += sorted(f"stock {text(x)}" for x in g.stock[players])
    else:
        lines.append(f"no stock, {'some' if g.stock else 'none'} for others")
    return "\n".join(lines)


def _resource(r: c.Resource) -> str:
    # An answer is told in the plural title, and its city is written down by the plural.
    return f"resource {text((r.name, r.plural, r.plural_title, r.pieces, r.cost))}"


def _kind(k: c.Kind) -> str:
    said = (
        k.name, k.is_tile, k.parents, k.ancestors, k.max_floors, k.needs, k.seats, k.seats_inactive,
        k.placed, k.prints, k.copies, k.scores_inactive,
    )  # fmt: skip
    return f"kind {text(said)}"
