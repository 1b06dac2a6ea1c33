"""Declarations, and the lines of those that hold no clauses: from the parts of the grammar's rules to nodes of the
syntax tree.

Guarantee: `DECLARATIONS` has a maker for every rule of the grammar's section on declarations; the nodes say what
was written and nothing of what it means.
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import replace
from functools import partial
from typing import Any, Literal, TypeAlias

from dsl import syntax as s
from dsl.build_common import Maker, as_tuple, listed, written
from dsl.source import Span

_What: TypeAlias = Literal[
    "mode", "resource", "building", "tile", "scoring", "inventory", "placement", "ruling", "procedure"
]


def _game(title: s.Text, *lines: Any, span: Span) -> s.Declaration:
    return s.Declaration("game", None, title, (), lines, span=span)


def _declaration(what: _What, name: s.Word, *rest: Any, span: Span) -> s.Declaration:
    title = rest[0] if rest and isinstance(rest[0], s.Text) else None
    after = rest if title is None else rest[1:]
    parents: tuple[s.Word, ...] = after[0] if after and isinstance(after[0], tuple) else ()
    lines = after[1:] if parents else after
    return s.Declaration(what, name, title, parents, lines, span=span)


def _scoring(name: s.Word, title: s.Text, breaks_ties: bool | None, *lines: Any, span: Span) -> s.Declaration:
    made = s.Declaration if breaks_ties is None else s.TieBreaker
    return made("scoring", name, title, (), lines, span=span)


def _replacing_item(
    item: s.Declaration | s.TableDeclaration, *, span: Span
) -> s.Declaration | s.TableDeclaration:
    return replace(item, replacing=True, span=span)


def _numbers(low: int, high: int, copies: int, per_player: bool | None, *, span: Span) -> s.Numbers:
    return s.Numbers(low, high, copies, per_player is not None, span=span)


DECLARATIONS: Mapping[str, Maker] = {
    "start": listed(s.File),
    "replacing_item": _replacing_item,
    "game": _game,
    "mode": partial(_declaration, "mode"),
    "resource": partial(_declaration, "resource"),
    "building": partial(_declaration, "building"),
    "tile": partial(_declaration, "tile"),
    "scoring": _scoring,
    "breaks_ties": written,
    "inventory": partial(_declaration, "inventory"),
    "placement": partial(_declaration, "placement"),
    "ruling": partial(_declaration, "ruling"),
    "procedure": partial(_declaration, "procedure"),
    "table": s.TableDeclaration,
    "parents": as_tuple,
    # lines of `game`
    "builds_on": listed(s.BuildsOn),
    "choose": s.Choose,
    "inactive_rule": partial(s.GameRule, "inactive"),
    "seating_rule": partial(s.GameRule, "seating"),
    "tiles_score_inactive": partial(s.GameRule, "tiles_score"),
    # of a mode, of a resource
    "board": s.Board,
    "rounds": partial(s.Number, "rounds"),
    "turns": partial(s.Number, "turns"),
    "players": s.Players,
    "pieces": partial(s.Number, "pieces"),
    "costs": partial(s.Number, "costs"),
    # of an inventory
    "stock": listed(s.Stock, 2),
    "replaces": s.Replaces,
    "from_players": listed(s.FromPlayers, 1),
    # of a placement
    "numbers": _numbers,
    "per_player": written,
    "space_numbers": s.SpaceNumbers,
    "new_where": listed(s.NewWhere, 1),
    "new_anywhere": listed(s.NewWhere, 1),
    # of a ruling
    "about": listed(s.About),
    "reading": s.Reading,
    "default": s.Default,
    "because": s.Because,
}
