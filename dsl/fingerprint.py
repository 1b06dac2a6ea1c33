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


def text_of(x: object) -> str:
    """The text of a core expression, or of anything that is made of such."""
    match x:
        case str():
            return json.dumps(x)
        case bool() | int() | None:
            return str(x)
        case tuple():
            return f"({' '.join(map(text_of, x))})"
        case frozenset():
            return _unordered(x)
        case Mapping():
            return _unordered(x.items())
        case c.Table():
            return f"(Table {text_of(x.start)} {text_of(x.rows)})"
        case _:
            if not is_dataclass(x):
                raise TypeError(f"no text for {type(x).__name__}")
            parts = (text_of(getattr(x, f.name)) for f in fields(x) if f.compare)
            return f"({' '.join([type(x).__name__, *parts])})"


def _unordered(items: Iterable[object]) -> str:
    """The text of items whose order says nothing; one that occurs twice stands there twice."""
    return f"{{{' '.join(sorted(map(text_of, items)))}}}"


def text_of_game(g: c.Game, players: int) -> str:
    """The text of everything in a game that a score or a scope rests on, line by line.

    Of the inventories only that for `players` is told."""
    lines = [
        f"board {text_of(g.mode.board)}",
        f"rounds {g.mode.rounds} turns {g.mode.turns}",
        f"players {players}",
        f"seating {g.seating}",
        f"inactive {'leave' if g.inactive_leave else 'stay'}",
        f"replaces {text_of(g.replaces)}",
        *(_resource(r) for r in sorted(g.resources, key=lambda r: r.name)),
        *(_kind(g.kinds[name]) for name in sorted(g.kinds)),
        *sorted(f"clause {text_of(x)}" for x in g.clauses),
        *sorted(f"gain {text_of(x)}" for x in g.gains),
        *(f"in a tie {text_of(part)}" for part in g.tie_parts),
        *sorted(f"tie {text_of(x)}" for x in g.ties),
        "no stock for anyone" if not g.stock else "stock" if players in g.stock else "stock for others",
        *sorted(f"stock {text_of(x)}" for x in g.stock.get(players, ())),
        *_placement(g.placement, players),
    ]
    return "\n".join(lines)


def _placement(p: c.Placement | None, players: int) -> list[str]:
    if p is None:
        return ["placement free"]
    return [
        f"numbers {text_of(p.copies.get(players, {}))}",
        f"new buildings {text_of(p.buildings)}",
        f"new floors {text_of(p.floors)}",
    ]


def _resource(r: c.Resource) -> str:
    # An answer is told in the plural title, and its city is written down by the plural.
    return f"resource {text_of((r.name, r.plural, r.plural_title, r.pieces, r.cost))}"


def _kind(k: c.Kind) -> str:
    said = (
        k.name, k.is_tile, k.parents, k.ancestors, k.max_floors, k.needs, k.seats, k.seats_inactive,
        k.placed, k.prints, k.copies, k.scores_inactive,
    )  # fmt: skip
    return f"kind {text_of(said)}"
