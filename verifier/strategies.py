"""Hypothesis strategies: cities, clauses and tiles of anybody's rules. The only module that imports Hypothesis.

Guarantee: a city is complete, possible in its scope, and seated as the rules want it; a clause or a tile that is
drawn checks on top of the rules that it is drawn for. Cities shrink towards the empty one, texts towards `score 0`.
"""

from __future__ import annotations

from collections.abc import Collection, Mapping, Sequence
from dataclasses import replace
from functools import cache
from typing import Literal, TypeVar

from hypothesis import assume, reject
from hypothesis import strategies as st
from hypothesis.strategies import DrawFn, SearchStrategy

from dsl import core as c
from dsl import syntax as s
from dsl.assemble import Specification
from dsl.city import Building, City, faults, idle_units, lost_units
from dsl.declarations import Readings
from dsl.diagnostics import Bag
from dsl.game_builder import GameBuilder
from dsl.layout import format_file
from dsl.load import assembled
from dsl.parse import parse
from dsl.scorer import Scorer
from dsl.source import Source
from verifier.box import complaints
from verifier.laboratory import Lab, Pick
from verifier.programs import clause, writer

T = TypeVar("T")
LOOPS = 400
"""How often the innermost part of a clause looks at the board, at most: what is nested deeper is slow to score."""

# ---- cities -----------------------------------------------------------------------------------------------


def cities(
    spec: Specification,
    mode: str,
    *,
    scope: Literal["any", "supply"] = "any",
    readings: Readings | None = None,
    kinds: Collection[str] | None = None,
    players: int | None = None,
) -> SearchStrategy[City]:
    """Complete cities of a mode under some readings, of these `kinds` only if they are given.

    Scope `any`: the units are given from outside (`supply`, no more than there are pieces), or come from the tiles.
    Scope `supply`: every tile is in the box of so many `players` (the usual number if none is given), and all units
    come from the tiles. Raises `KeyError` if there is no such mode or kind."""
    game = spec.game(mode, readings)
    named = [game.kinds[k] for k in (kinds if kinds is not None else game.kinds)]
    number = players or game.mode.usual_players
    scorer = Scorer(spec, mode, readings)

    @st.composite
    def drawn(draw: DrawFn) -> City:
        def pick(options: Sequence[T], /) -> T:
            return draw(st.sampled_from(options))

        city = _city(pick, game, named, None if scope == "any" else number)
        if city.supply is None:
            city = replace(city, taken=_taken(pick, scorer, city))
        assume(not (faults(city, game) or lost_units(city, game) or idle_units(city, game)))
        assume(not complaints(city, game, scope, number))
        return city

    return drawn()


def _city(pick: Pick, game: c.Game, kinds: Sequence[c.Kind], players: int | None) -> City:
    """A city whose buildings are seated with units that it has: of a box for so many players, or of any."""
    box = None if players is None else _Box(game, players)
    few = [pick(kinds) for _ in range(pick((1, 2, 3, 5)))] if kinds else []
    cells: list[Building | None] = []
    sparse = pick((True, True, False))
    for _ in game.mode.board.spaces:
        wanted = pick((False, False, True) if sparse else (False, True, True, True)) and few
        cells.append(_building(pick, pick(few), box) if wanted else None)
    city = City(game.mode.name, tuple(cells))
    if players is None and pick((True, False)):
        city = replace(city, supply={r.name: pick(range(r.pieces + 1)) for r in game.resources})
    return _seated(pick, game, city)


class _Box:
    """The tiles that are left."""

    def __init__(self, game: c.Game, players: int) -> None:
        stock = game.stock.get(players, ())
        self.left = {(x.kind, x.variant): sum(x.copies) for x in stock}
        for k in game.kinds.values():
            if not any(x.kind == k.name for x in stock):
                unlisted = game.mode.board.size * k.max_floors
                self.left[k.name, None] = k.copies if k.is_tile else 0 if game.stock else unlisted

    def take(self, kind: c.Kind, v: c.PrintVariant) -> bool:
        """Take a tile of a kind with a print, if there is one."""
        key = (kind.name, v.name) if (kind.name, v.name) in self.left else (kind.name, None)
        if self.left.get(key, 0) <= 0:
            return False
        self.left[key] -= 1
        return True


def _building(pick: Pick, kind: c.Kind, box: _Box | None) -> Building | None:
    """A building without units; None if the box has no tile for it."""
    floors, vp, gains = 0, 0, dict[str, int]()
    for _ in range(pick(range(1, kind.max_floors + 1))):
        v = pick(kind.prints)
        if box is not None and not box.take(kind, v):
            break
        floors, vp = floors + 1, vp + v.worth
        for name, n in v.gains:
            gains[name] = gains.get(name, 0) + n
    return Building(kind.name, floors, gains, vp, not kind.needs, {}) if floors else None


def _seated(pick: Pick, game: c.Game, city: City) -> City:
    """The city with units on needs and seats, as long as there are some."""
    left = {r.name: min(r.pieces, city.received(game)[r.name]) for r in game.resources}
    free = game.seating == "free"
    cells = list(city.cells)
    for space, b in city.buildings():
        needs = game.kinds[b.kind].needs
        if needs and all(left[r] >= n for r, n in needs.items()) and (not free or pick((True, True, False))):
            left = {r: n - needs.get(r, 0) for r, n in left.items()}
            cells[space] = replace(b, active=True)
    for space, there in enumerate(cells):
        if there is not None and (there.active or game.kinds[there.kind].seats_inactive):
            seats = {}
            for r, room in game.kinds[there.kind].seats.items():
                most = min(room, left[r])
                seats[r] = pick(range(most + 1)) if free else most
                left[r] -= seats[r]
            cells[space] = replace(there, seats={r: n for r, n in seats.items() if n})
    return replace(city, cells=tuple(cells))


def _taken(pick: Pick, scorer: Scorer, city: City) -> Mapping[tuple[int, str], int]:
    """What is taken at the end of a city that is seated: all of it where the rules say so, else all or nothing."""
    out: dict[tuple[int, str], int] = {}
    for gain, space, n in scorer.compiled.available(city, scorer.view(city)):
        if n and (gain.mode == "forced" or pick((False, True))):
            key = (space, gain.resource)
            out[key] = out.get(key, 0) + n
    return out


# ---- clauses and tiles ------------------------------------------------------------------------------------


def clauses(spec: Specification, mode: str, owner: str) -> SearchStrategy[str]:
    """Clauses, one or two lines of text, that a kind or scoring of a mode might say besides what it says.

    Raises `KeyError` if there is no such mode or owner."""
    if mode not in spec.declarations.kind_modes[owner]:
        raise KeyError(f"{owner} does not exist in {mode}")
    lab = Lab.of(spec, mode, LOOPS)
    return _lines(lab, owner)


def tiles(
    spec: Specification, mode: str, parent: str, *, name: str = "drawn_tile", title: str = "Drawn Tile"
) -> SearchStrategy[str]:
    """Tiles of a mode that count as `parent`, as the text of a file that checks on top of the rules.

    Raises `Failure` if such a tile can not be declared: the name is taken, or there is no such parent."""
    head = f'tile {name} "{title}" is {parent} {{\n  modes {mode}\n'
    bag = Bag()
    bare = assembled([*spec.files, parse(Source("<drawn>", head + "}\n"), bag)], bag, spec.folders)
    lab = Lab.of(bare, mode, LOOPS)

    def whole(lines: str) -> str:
        source = Source("<drawn>", f"{head}{lines}\n}}\n")
        return format_file(parse(source, Bag()), source)

    return _lines(lab, name).map(whole)


def _lines(lab: Lab, owner: str) -> SearchStrategy[str]:
    @st.composite
    def drawn(draw: DrawFn) -> str:
        def pick(options: Sequence[T], /) -> T:
            return draw(st.sampled_from(options))

        pool = tuple(dict.fromkeys(pick(lab.kinds) for _ in range(pick((1, 2, 3)))))
        w = writer(pick, lab, owner, pool)
        text = "\n".join(clause(w) for _ in range(pick((1, 1, 2))))
        if not checks(text):
            reject()
        return text

    @cache
    def checks(text: str) -> bool:
        bag = Bag()
        file = parse(Source("<drawn>", f'building x "X" {{\n{text}\n}}\n'), bag)
        if bag.found:
            return False
        (item,) = file.items
        assert isinstance(item, s.Declaration)
        declarations = lab.adding(owner, item.lines).declarations
        GameBuilder(declarations, lab.game.mode.name, lab.game.readings, frozenset(), bag, everything=True).game()
        return not bag.errors

    return drawn()
