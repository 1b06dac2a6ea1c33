"""How two texts differ in what no city can show, in words: modes, rulings, boards, kinds, inventories, procedures.

Guarantee: without words the two have these things alike. OLD and NEW are the sides as they are called on the
command line.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Iterator, Mapping
from dataclasses import replace

from dsl import core as c
from dsl.assemble import Specification
from dsl.board import Board
from dsl.procedure import modes_of, procedure, procedures
from dsl.procedure_core import Procedure


def one_sided(what: str, old: Iterable[str], new: Iterable[str]) -> Iterator[str]:
    """What only one side has, in words."""
    before, after = list(old), list(new)
    for name in before:
        if name not in after:
            yield f"{what} `{name}`: only in OLD"
    for name in after:
        if name not in before:
            yield f"{what} `{name}`: only in NEW"


def declared(old: Specification, new: Specification) -> tuple[str, ...]:
    """What the two declare differently outside of modes: modes and rulings of one side, readings, defaults."""
    out = [*one_sided("mode", old.modes, new.modes), *one_sided("ruling", old.rulings, new.rulings)]
    for name, ruling in old.rulings.items():
        other = new.rulings.get(name)
        if other is None:
            continue
        out += one_sided(f"ruling `{name}`, reading", ruling.names(), other.names())
        if ruling.default != other.default:
            out.append(f"ruling `{name}`: by default `{ruling.default}` in OLD, `{other.default}` in NEW")
    return (*out, *_procedures(old, new))


def _procedures(old: Specification, new: Specification) -> Iterator[str]:
    """Procedures of one side, and those that are not the same step by step; pieces and readings are told
    elsewhere."""
    yield from one_sided("procedure", procedures(old), procedures(new))
    for name in procedures(old):
        for mode in modes_of(old, name) if name in procedures(new) else ():
            if mode not in new.modes:
                continue
            both = [x.declarations.modes[mode].players for x in (old, new)]
            if mode not in modes_of(new, name):
                yield f"procedure `{name}`: only OLD has it in {mode}"
            elif any(_steps(old, name, mode, n) != _steps(new, name, mode, n) for n in both[0] if n in both[1]):
                yield f"procedure `{name}`: other steps or zones in {mode}"
        for mode in modes_of(new, name) if name in procedures(new) else ():
            if mode in old.modes and mode not in modes_of(old, name):
                yield f"procedure `{name}`: only NEW has it in {mode}"


def _steps(spec: Specification, name: str, mode: str, players: int) -> Procedure:
    found = procedure(spec, name, mode, players)
    sorts = tuple(replace(x, pieces=(), at_most=False) for x in found.sorts)
    return replace(found, sorts=sorts, rulings=(), claims=())


def _amounts(units: Mapping[str, int], game: c.Game) -> str:
    titles = {r.name: (r.title, r.plural_title) for r in game.resources}
    said = (f"{n} {titles[r][n != 1]}" for r, n in sorted(units.items()) if n)
    return " and ".join(said) or "nothing"


def _shape(board: Board) -> tuple[int, int, tuple[int, ...]]:
    """A board, whatever its districts are called."""
    return board.rows, board.columns, tuple(board.districts.index(x) for x in board.districts)


def _board_words(board: Board) -> str:
    return f"{board.rows} x {board.columns} spaces in {len(set(board.districts))} districts"


def _prints(kind: c.Kind) -> frozenset[tuple[str, tuple[tuple[str, int], ...], int]]:
    return frozenset((v.name, v.gains, v.worth) for v in kind.prints)


def _print_words(kind: c.Kind, game: c.Game) -> str:
    said = []
    for v in sorted(kind.prints, key=lambda v: v.name):
        worth = [f"{v.worth} VP"] if v.worth else []
        amounts = [_amounts(dict(v.gains), game)] if v.gains else []
        said.append(f"{v.name} ({', '.join([*worth, *amounts]) or 'nothing'})")
    return ", ".join(said)


def kind_words(title: str, old: c.Kind, new: c.Kind, games: tuple[c.Game, c.Game]) -> Iterator[tuple[bool, str]]:
    """What two kinds of two games are differently, and whether it makes other cities possible."""
    a, b = games

    def both(what: str, one: object, two: object) -> str:
        return f"{title}: {what} {one} in OLD, {two} in NEW"

    if dict(old.needs) != dict(new.needs):
        yield True, both("needs", _amounts(old.needs, a), _amounts(new.needs, b))
    if dict(old.seats) != dict(new.seats):
        yield True, both("seats", _amounts(old.seats, a), _amounts(new.seats, b))
    if old.seats_inactive != new.seats_inactive and (old.seats or new.seats):
        yes = {True: "hold units while it is inactive", False: "hold none while it is inactive"}
        yield True, both("its seats", yes[old.seats_inactive], yes[new.seats_inactive])
    if old.max_floors != new.max_floors:
        yield True, both("floors up to", old.max_floors, new.max_floors)
    if _prints(old) != _prints(new):
        yield True, both("prints", _print_words(old, a), _print_words(new, b))
    if dict(old.placed) != dict(new.placed):
        yield False, both("gives when placed", _amounts(old.placed, a), _amounts(new.placed, b))
    if old.copies != new.copies:
        yield False, both("copies", old.copies, new.copies)
    if old.is_tile != new.is_tile:
        yield False, both("is", *("a tile" if k.is_tile else "a building" for k in (old, new)))


def rule_words(old: c.Game, new: c.Game) -> Iterator[tuple[bool, str]]:
    """What two games of a mode have differently, kinds aside, and whether that rules out common cities."""
    a, b = old.mode, new.mode
    if _shape(a.board) != _shape(b.board):
        one, two = _board_words(a.board), _board_words(b.board)
        if one == two:
            yield True, f"board: {one}, but the districts lie differently"
        else:
            yield True, f"board: {one} in OLD, {two} in NEW"
    if old.seating != new.seating:
        words = (x.replace("_", " ") for x in (old.seating, new.seating))
        yield True, "seating: {} in OLD, {} in NEW".format(*words)
    before, after = ({r.name: r for r in g.resources} for g in (old, new))
    for text in one_sided("resource", before, after):
        yield True, text
    for name, r in before.items():
        other = after.get(name)
        if other is not None and r.pieces != other.pieces:
            yield True, f"{r.plural_title}: {r.pieces} pieces in OLD, {other.pieces} in NEW"
        if other is not None and r.cost != other.cost:
            yield False, f"{r.title}: costs {r.cost} VP unseated in OLD, {other.cost} VP in NEW"
    for what, x, y in (
        ("rounds", a.rounds, b.rounds),
        ("turns", a.turns, b.turns),
        ("usual number of players", a.usual_players, b.usual_players),
    ):
        if x != y:
            yield False, f"{what}: {x} in OLD, {y} in NEW"
    if a.players != b.players:
        yield False, "players: {} in OLD, {} in NEW".format(*(", ".join(map(str, m.players)) for m in (a, b)))
    said = [[(p, frozenset(Counter(g.clauses_of(p)).items())) for p in g.tie_parts] for g in (old, new)]
    if said[0] != said[1]:
        names = (", then ".join(f"`{p}`" for p in g.tie_parts) or "nothing" for g in (old, new))
        yield False, "ties are broken by {} in OLD, by {} in NEW".format(*names)
    yield from ((False, text) for text in _inventory(old, new))
    if old.placement != new.placement:
        yield False, "placement: another rule"


def _inventory(old: c.Game, new: c.Game) -> Iterator[str]:
    rows: list[dict[tuple[int, str, str | None], tuple[int, ...]]] = [
        {(n, x.kind, x.variant): x.copies for n, found in g.stock.items() for x in found} for g in (old, new)
    ]
    changed = sorted(
        {(key[1], key[2] or "") for key in {*rows[0], *rows[1]} if rows[0].get(key) != rows[1].get(key)}
    )
    for kind, variant in changed:
        yield f"inventory: other copies of `{kind}`" + (f", print `{variant}`" if variant else "")
    if old.replaces != new.replaces:
        words = (f"tiles replace `{x}`" if x else "tiles replace nothing" for x in (old.replaces, new.replaces))
        yield "inventory: {} in OLD, {} in NEW".format(*words)
