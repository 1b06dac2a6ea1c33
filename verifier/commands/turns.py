"""A schedule on paper: one line for each turn, and the same as plain data.

Guarantee: nothing is left out that the replay of a schedule looks at.
"""

from __future__ import annotations

from collections.abc import Iterator

from dsl import core as c
from verifier import report
from verifier.report import Terminal
from verifier.turns import Schedule, Turn


def schedule_lines(plan: Schedule, game: c.Game, terminal: Terminal) -> list[str]:
    """The schedule as a table. Where it says with which number a tile is placed, that has a column of its own."""
    numbered = any(t.number is not None for t in plan.turns)
    piece = (game.placement.title if game.placement is not None else "number",) if numbered else ()
    rows = []
    for turn, t in _numbered(plan):
        row, column = game.mode.board.row_column(t.space)
        floor = f"floor {t.floor}" if game.kinds[t.kind].max_floors > 1 else ""
        with_number = (str(t.number),) if numbered else ()
        place = f"{row + 1}, {column + 1}"
        rows.append((f"{t.round}, {turn}", *with_number, _tile(t, game, plan.players), place, floor))
    head = ("round, turn", *piece, "tile", "row, column", "")
    return [terminal.paint("Schedule", "bold"), *report.table(head, rows, terminal, indent="  ")]


def no_rule(game: c.Game) -> str:
    """What to say of scope `placeable` where nothing is said of placement."""
    mode = game.mode.name
    return f"The rules do not say where buildings of {mode} may be placed: scope placeable is rounds here."


def _numbered(plan: Schedule) -> Iterator[tuple[int, Turn]]:
    """The turns with their number in their round, from 1."""
    before = dict.fromkeys((t.round for t in plan.turns), 0)
    for t in plan.turns:
        before[t.round] += 1
        yield before[t.round], t


def _tile(t: Turn, game: c.Game, players: int) -> str:
    kind = game.kinds[t.kind]
    text = kind.title
    v = next(v for v in kind.prints if v.name == t.variant)
    titles = {r.name: (r.title, r.plural_title) for r in game.resources}
    marks = [report.units(dict(v.gains), titles)] if v.gains else []
    marks += [f"{v.worth} VP"] if v.worth else []
    text += f" with {' and '.join(marks)}" if marks else ""
    if _exchanged(kind, game, players) and game.replaces is not None:
        text += f", in place of a {game.kinds[game.replaces].title}"
    return text


def _exchanged(kind: c.Kind, game: c.Game, players: int) -> bool:
    """Whether a tile comes in place of another: it has no stock of its own."""
    return kind.is_tile and all(x.kind != kind.name for x in game.stock.get(players, ()))


def schedule_fields(plan: Schedule, game: c.Game) -> list[dict[str, object]]:
    """The schedule as plain data, one object for each turn; rounds, turns, rows, columns and floors from 1."""
    out: list[dict[str, object]] = []
    for turn, t in _numbered(plan):
        row, column = game.mode.board.row_column(t.space)
        replaced = game.replaces if _exchanged(game.kinds[t.kind], game, plan.players) else None
        out.append(
            {
                "round": t.round,
                "turn": turn,
                "number": t.number,
                "kind": t.kind,
                "print": t.variant,
                "in_place_of": replaced,
                "row": row + 1,
                "column": column + 1,
                "floor": t.floor,
            }
        )
    return out
