"""Properties of two cities against all pairs of them, on games so small that their cities can be listed.

A verdict is compared with what is found by going through every city of the scope and every second city that
`dsl.changes` makes of it (for `depends only on`: every other city that is alike there), each scored by compiled
Python. What `dsl.changes` itself makes is compared with cities drawn by hand.
"""

from __future__ import annotations

import json
import random
import re
from collections.abc import Callable, Iterator
from dataclasses import dataclass, replace
from functools import cache
from itertools import combinations_with_replacement, product
from pathlib import Path
from typing import Any

import pytest
from cities import drawn
from grounding import assignment

from dsl import core as c
from dsl.assemble import Specification
from dsl.changes import Change, Step, changed, exchanged, neighbourhood, reread, steps
from dsl.circuit import value_of
from dsl.city import Building, City, faults
from dsl.city_text import write_rows
from dsl.claims import Elsewhere, Exchanged, PropertyCase, Reread, TwoCities, core_property, properties
from dsl.diagnostics import Bag
from dsl.load import load
from dsl.scorer import Scorer
from dsl.to_python import Function, compile_module
from verifier import related
from verifier.commands.properties import property_fields, refutation
from verifier.entries import _digest
from verifier.model import Model, Question
from verifier.properties import prove
from verifier.questions import PropertyQuestion
from verifier.record import Record
from verifier.report import Terminal
from verifier.verdict import SecondCity

HEAD = """
game "Yards" {
  under rest is gone { inactive buildings leave }
  under rest is stays { inactive buildings stay }
  under thrift is idle { seating free }
  under thrift is full { seating full }
  under thrift is awake { seating activation_first }
}

ruling rest "Does a building without Water stay?" {
  reading gone "no"
  reading stays "yes"
  default gone
  because "Either will do."
}
ruling thrift "May Water be left over?" {
  reading idle "yes"
  reading full "no"
  reading awake "not if it wakes a building"
  default idle
  because "Any will do."
}
ruling cellar "Does a Shop that is closed keep its Water?" {
  reading dry "no"
  reading wet "yes"
  default dry
  because "Either will do."
}

resource water "Water" {
  plural waters "Waters"
  glyph w
  pieces 2
  costs 1 unseated
}

mode square "Square" {
  board {
    1 2
    1 2
  }
  rounds 2
  turns 2
  players 1 to 1
}
mode strip "Strip" {
  board { 1 1 2 2 }
  rounds 2
  turns 2
  players 1 to 1
}

building wall "Wall" {
  glyph W
  needs nothing
  score by size of group of wall at self [from 1: 0, 1, 2+]
}
"""
TOWER = """
building tower "Tower" {
  glyph T
  square { needs 1 water  floors up to 2 }
  strip { needs nothing  floors up to 3 }
  score by floors of self [1, 3, 4]
}
"""
SHOP = """
building shop "Shop" {
  glyph S
  needs 1 water
  square {
    under cellar is dry { seats 2 water }
    under cellar is wet { seats 2 water even when inactive }
  }
  strip { seats 1 water }
  score 2 per water seated on self
  score -1 if some wall adjacent to self
}
scoring stored "Stored" { score combined water seated of placed shop }
"""
MINT = """
building mint "Mint" {
  glyph M
  modes square
  needs nothing
  print dull
  print fine gains 1 water worth 2
  score 1 per printed vp of self if no wall in row of self
}
"""
SHED = """
building shed "Shed" {
  glyph D
  needs 1 water
  score count of shed on left edge
}
building barn "Barn" is shed {
  glyph B
  square { needs 1 water }
  strip { needs 2 water }
}
"""
GATE = """
tile gate "Gate" is wall {
  glyph G
  square { needs 1 water }
  strip { needs nothing }
  GATE
  PROPERTIES
}
tile well "Well" is wall {
  glyph L
  needs nothing
  when game ends may gain 1 water per wall adjacent to self
  score 2 if self is active and some wall in row of self
}
scoring whole "Whole" {
  score 3 if every space is built
  score largest group of not wall
  score count of district with (a wall and no gate)
}
scoring boxed "Boxed" { score 1 per received water }
"""
BOX = """
inventory square {
  tiles replace wall
  wall: 1 1
  BOX
}
inventory strip {
  tiles replace wall
  wall: 1 1
  STRIP
}
"""


@dataclass(frozen=True)
class Game:
    """A game of a test: its text, and what its properties may speak of."""

    text: str
    kinds: tuple[str, ...]

    def spec(self, folder: Path, lines: list[str]) -> Specification:
        """The specification with properties of the Gate."""
        folder.mkdir(parents=True, exist_ok=True)
        text = self.text.replace("PROPERTIES", "\n  ".join(lines))
        (folder / "game.rules").write_text(text)
        return load([folder])


def game(blocks: str, gate: str, box: str, *kinds: str) -> Game:
    """The text of a game out of blocks."""
    tile = GATE.replace("GATE\n", gate + "\n")
    strip = "" if "mint" in kinds else box
    stock = BOX.replace("BOX", box).replace("STRIP", strip)
    return Game(HEAD + blocks + tile + stock, (*kinds, "wall", "gate", "well"))


GAMES = {
    "floors": game(
        TOWER,
        "score 1 per tower adjacent to self with floors > 1\n  score 1 if some wall in row of self",
        "tower: 2 1",
        "tower",
    ),
    "seats": game(
        SHOP,
        "seats 1 water\n  score 1 per water seated on self\n  score 1 per 2 received water"
        "\n  score count of space adjacent to self with (it is not shop)",
        "shop: 1 1",
        "shop",
    ),
    "prints": game(
        MINT,
        "score 1 per unseated water\n  score highest printed vp of mint in city",
        "mint dull: 1 0\n  mint fine: 1 1",
        "mint",
    ),
    "sheds": game(SHED, "score 1 per shed adjacent to self", "shed: 1 1\n  barn: 0 1", "shed", "barn"),
}

# ---- all cities ------------------------------------------------------------------------------------------


def buildings(game: c.Game) -> list[Building]:
    """Every complete building that can stand on a space."""
    found = []
    for kind in game.kinds.values():
        rooms = [range(kind.seats.get(r.name, 0) + 1) for r in game.resources]
        for floors in range(1, kind.max_floors + 1):
            for tiles in combinations_with_replacement(kind.prints, floors):
                gains: dict[str, int] = {}
                for name, n in (x for v in tiles for x in v.gains):
                    gains[name] = gains.get(name, 0) + n
                vp = sum(v.worth for v in tiles)
                for active in (True, False) if kind.needs else (True,):
                    for units in product(*rooms):
                        if sum(units) and not active and not kind.seats_inactive:
                            continue
                        seats = {r.name: n for r, n in zip(game.resources, units, strict=True) if n}
                        found.append(Building(kind.name, floors, gains, vp, active, seats))
    return found


def disciplined(city: City, game: c.Game) -> bool:
    """Whether the city's seating is allowed: `full` leaves no unit that could lie somewhere, `activation_first`
    no building inactive that could be activated, with units from seats too."""
    if game.seating == "free":
        return True
    has, seated = city.has(game), city.seated(game)
    spare = {r: n - seated[r] for r, n in has.items()}
    able = dict(spare)
    if game.seating == "activation_first":
        for _, b in city.buildings():
            for r, n in (b.seats or {}).items():
                able[r] += n
    for _, b in city.buildings():
        kind = game.kinds[b.kind]
        if not b.active and kind.needs and all(able[r] >= n for r, n in kind.needs.items()):
            return False
        open_seats = any((b.seats or {}).get(r, 0) < room and spare[r] > 0 for r, room in kind.seats.items())
        if game.seating == "full" and open_seats and (b.active or kind.seats_inactive):
            return False
    return True


def all_cities(scorer: Scorer, scope: str, tile: str | None) -> Iterator[City]:
    """Every city of a scope, with the tile exactly once."""
    game = scorer.game
    every = [None, *buildings(game)]
    for cells in product(every, repeat=game.mode.board.size):
        if tile is not None and sum(b is not None and b.kind == tile for b in cells) != 1:
            continue
        bare = City(game.mode.name, cells)
        used = bare.seated(game)
        (r,) = game.resources
        if scope == "any":
            found = [
                replace(bare, supply={r.name: n}) for n in range(used[r.name], r.pieces + 1)
            ]
        elif used[r.name] <= sum(bare.received(game).values()) + 4 and in_box(bare, game, scope):
            found = [x for x in with_gains(bare, scorer) if not faults(x, game) and x.has(game)[r.name] <= r.pieces]
        else:
            found = []
        yield from (x for x in found if disciplined(x, game))


def with_gains(city: City, scorer: Scorer) -> Iterator[City]:
    """The city with each number of units that its gains allow (they are all `may gain` of one resource)."""
    offers = scorer.compiled.available(city, scorer.view(city))
    for units in product(*(range(n + 1) for _, _, n in offers)):
        taken = {(s, g.resource): n for (g, s, _), n in zip(offers, units, strict=True) if n}
        yield replace(city, taken=taken)


def in_box(city: City, game: c.Game, scope: str) -> bool:
    """Whether the tiles of the city are in the box (and can be collected in the rounds)."""
    stock = {(x.kind, x.variant): x.copies for x in game.stock[1]}
    tiles: list[tuple[str, str | None]] = []
    for _, b in city.buildings():
        kind = game.kinds[b.kind]
        if len(kind.prints) == 1:
            tiles += [(b.kind, None)] * b.floors
        else:
            name = next(v.name for v in kind.prints if v.worth == b.vp)
            tiles.append((b.kind, name))
    counts = {t: tiles.count(t) for t in tiles}
    for tile, n in counts.items():
        most = sum(stock[tile]) if tile in stock else game.kinds[tile[0]].copies
        if n > most:
            return False
    return scope == "supply" or _collected(tuple(sorted(tiles, key=str)), tuple(stock.items()), game.mode.turns)


@cache
def _collected(
    tiles: tuple[tuple[str, str | None], ...],
    stock: tuple[tuple[tuple[str, str | None], tuple[int, ...]], ...],
    turns: int,
) -> bool:
    """Whether each tile can be taken in one of two rounds; a tile without stock takes a Wall's place."""
    copies = dict(stock)
    for rounds in product((0, 1), repeat=len(tiles)):
        fits = True
        for i in (0, 1):
            here = [t for t, r in zip(tiles, rounds, strict=True) if r == i]
            fits &= len(here) <= turns
            walls = [t for t in here if t == ("wall", None) or t not in copies]
            fits &= len(walls) <= copies["wall", None][i]
            fits &= all(here.count(t) <= copies[t][i] for t in here if t in copies)
        if fits:
            return True
    return False


# ---- verdicts by going through them ----------------------------------------------------------------------


class Eyes:
    """What expressions give on cities, by compiled Python, each worked out once."""

    def __init__(self, scorer: Scorer, owner: str) -> None:
        self.scorer = scorer
        self.owner = owner
        self.functions: dict[c.Int, Function] = {}
        self.known: dict[object, int] = {}
        self.city: City | None = None

    def measure(self, what: str, name: str) -> int:
        assert self.city is not None
        if what == "own":
            return self.scorer.own(self.city, name or self.owner)
        parts = self.scorer.compiled.parts(self.city, self.scorer.view(self.city))
        return sum(parts.values()) if what == "total" else parts.get(name, 0)

    def value(self, city: City, e: c.Int, at: int = 0) -> int:
        key = (e, at, signature(city))
        if key not in self.known:
            if e not in self.functions:
                self.functions[e] = compile_module("eyes", {"v": ("", e)}, {"measure": self.measure})["v"]
            self.city = city
            self.known[key] = self.functions[e](self.scorer.view(city), at)
        return self.known[key]

    def holds(self, city: City, e: c.Bool) -> bool:
        places = [s for s, b in city.buildings() if b.kind == self.owner] or [0]
        return any(self.value(city, c.Choose(e, c.Num(1), c.Num(0)), s) for s in places)


def signature(city: City) -> object:
    """What tells two cities of a game apart."""
    cells = tuple(
        b and (b.kind, b.floors, b.vp, tuple(sorted(b.gains.items())), b.active, tuple(sorted((b.seats or {}).items())))
        for b in city.cells
    )
    supply = None if city.supply is None else tuple(sorted(city.supply.items()))
    return cells, supply, tuple(sorted((city.taken or {}).items()))


class Enumerated:
    """The cities of one specification, and verdicts found by going through them."""

    def __init__(self, spec: Specification) -> None:
        self.spec = spec
        self._eyes: dict[object, Eyes] = {}
        self._cities: dict[object, list[City]] = {}
        self._seconds: dict[object, dict[int, list[City]]] = {}

    def eyes(self, mode: str, readings: dict[str, str], owner: str, board_of: str = "") -> Eyes:
        full = self.spec.readings(readings)
        key = (mode, tuple(sorted(full.items())), owner, board_of)
        if key not in self._eyes:
            self._eyes[key] = Eyes(Scorer(self.spec, mode, full, board_of), owner)
        return self._eyes[key]

    def cities(self, eyes: Eyes, scope: str, tile: str | None) -> list[City]:
        key = (id(eyes), scope, tile)
        if key not in self._cities:
            self._cities[key] = list(all_cities(eyes.scorer, scope, tile))
        return self._cities[key]

    def verdict(self, case: PropertyCase) -> str:
        bag = Bag()
        core = core_property(self.spec, case, bag)
        bag.check()
        assert isinstance(core, TwoCities)
        eyes = self.eyes(case.mode, case.readings, case.owner)
        there = eyes
        if isinstance(core.how, Reread):
            board_of = case.mode if core.how.mode != case.mode else ""
            there = self.eyes(core.how.mode, core.how.readings, case.owner, board_of)
        d = self.spec.declarations
        tile = case.owner if case.owner in d.kinds and d.is_tile(case.owner) else None
        found = "vacuous"
        broken: dict[str, Callable[[int, int], bool]] = {
            "=": lambda a, b: a != b, "<=": lambda a, b: a > b, ">=": lambda a, b: a < b
        }  # fmt: skip
        if isinstance(core.how, Elsewhere):
            return self._depends(core, core.how, eyes, case.scope, case.owner)
        for first, others in self.pairs(core, eyes, there, case.scope, tile):
            a = eyes.value(first, core.first)
            for second in others:
                found = "proved"
                if broken[core.op](a, there.value(second, core.second)):
                    return "refuted"
        return found

    def _depends(self, core: TwoCities, how: Elsewhere, eyes: Eyes, scope: str, tile: str) -> str:
        found = "vacuous"
        firsts, others = self.cities(eyes, scope, tile), self.cities(eyes, "any", tile)
        for ones, twos in self.alike(how, firsts, others, eyes.scorer.game, tile):
            ones = [x for x in ones if eyes.holds(x, core.assumption)]
            if ones and twos:
                found = "proved"
                if len({eyes.value(x, core.first) for x in (*ones, *twos)}) > 1:
                    return "refuted"
        return found

    def pairs(
        self, core: TwoCities, eyes: Eyes, there: Eyes, scope: str, tile: str | None
    ) -> Iterator[tuple[City, list[City]]]:
        """Each city for which the assumption holds, with the second ones that are made of it."""
        known = self._seconds.setdefault((repr(core.how), id(eyes), id(there), scope, tile), {})
        for i, first in enumerate(self.cities(eyes, scope, tile)):
            if eyes.holds(first, core.assumption):
                if i not in known:
                    known[i] = list(seconds(first, core.how, eyes.scorer.game, there.scorer.game))
                if known[i]:
                    yield first, known[i]

    @staticmethod
    def alike(
        how: Elsewhere, firsts: list[City], others: list[City], game: c.Game, tile: str
    ) -> Iterator[tuple[list[City], list[City]]]:
        """Cities of the scope, and all others, that are alike around the tile."""

        def near(city: City) -> object:
            at = next(s for s, b in city.buildings() if b.kind == tile)
            cells = signature(city)[0]  # type: ignore[index]
            return at, tuple((s, cells[s]) for s in sorted(neighbourhood(game.mode.board, how.places, at)))

        groups: dict[object, tuple[list[City], list[City]]] = {}
        for i, cities in enumerate((firsts, others)):
            for x in cities:
                groups.setdefault(near(x), ([], []))[i].append(x)
        yield from groups.values()


def seconds(city: City, how: object, game: c.Game, rules: c.Game) -> Iterator[City]:
    """Every second city of a claim that is made of a first one."""
    match how:
        case Change():
            for step in steps(city, game, how):
                yield changed(city, game, how, step)
        case Reread():
            try:
                yield reread(city, game, rules)
            except ValueError:
                return
        case Exchanged(tile, other):
            try:
                yield exchanged(city, game, tile, other)
            except ValueError:
                return
        case _:
            raise AssertionError(how)


# ---- verdicts ---------------------------------------------------------------------------------------------

WHENS = (
    "", "", "when self is active", "when no KIND", "when some KIND adjacent to self", "when own > 0", "when own > 90",
    "when every space is built", "when unseated water = 0", "when some placed KIND on left edge is not active",
    "when largest group of not KIND > 2", "when every row has (some KIND)", "when some space on corner is empty",
)  # fmt: skip
UNDERS = ("", "", "under rest is stays", "under cellar is wet", "under thrift is full", "under thrift is awake")
NUMBERS = (
    "own", "own", "total", "part KIND", "part whole", "part boxed", "largest group of not KIND", "unseated water",
    "count of KIND on left edge", "longest run of not KIND in a row", "highest floors of building", "received water",
    "combined water seated of building", "combined printed vp of building", "if every space is built then 1 else 0",
    "count of inactive building", "count of space with (it is not KIND)", "own - count of placed KIND",
    "different kinds among building in city",
)  # fmt: skip
MEASURES = ("own", "own", "total", "part KIND", "part whole", "part boxed")
CHANGES = (
    "adding KIND", "removing KIND", "replacing KIND by KIND", "replacing wall by KIND", "swapping spaces", "mirroring",
)  # fmt: skip
MORE_MEASURES = {"seats": ("part stored",)}
MORE_CHANGES = {"floors": ("raising tower",), "seats": ("seating water on shop", "seating water on gate")}
PLACES = ("its row", "its column", "its line", "its district", "its adjacent spaces", "its row and its column")
RELATIONS = ("equals", "never more than", "never less than")
OTHERS = ("in strip", "under rest is stays", "under cellar is wet", "under thrift is full")


def lines_of(name: str, number: int, pick: random.Random) -> list[str]:
    """Properties of the Gate of a game, each form of claim in turn."""
    found = []
    for i in range(number):
        when, under, scope = pick.choice(WHENS), pick.choice(UNDERS), pick.choice(("any", "any", "supply", "rounds"))
        measure, relation = pick.choice((*MEASURES, *MORE_MEASURES.get(name, ()))), pick.choice(RELATIONS)
        match i % 6:
            case 0 | 1 | 2:
                change = pick.choice((*CHANGES, *MORE_CHANGES.get(name, ())))
                claim = f"{change} never {pick.choice(('lowers', 'raises', 'changes'))} {pick.choice(NUMBERS)}"
            case 3:
                claim = f"{measure} ignores KIND"
            case 4:
                claim = f"{measure} depends only on {pick.choice(PLACES)}"
            case _:
                claim = f"{measure} {relation} that {pick.choice(OTHERS)}"
                if i % 12 == 5:
                    claim = f"own {relation} that of well"
        line = f'property square "{i}" {{ {when} scope {scope} {under} {claim} }}'
        while "KIND" in line:
            line = line.replace("KIND", pick.choice(GAMES[name].kinds), 1)
        found.append(line)
    return found


def sound(line: str) -> bool:
    """Whether a line compares two things, and changes what can be changed."""
    for words in ("rest is stays", "cellar is wet", "thrift is full"):
        if line.count(words) > 1:
            return False
    replaced = re.search(r"replacing (\w+) by (\w+)", line)
    return replaced is None or replaced[1] != replaced[2] or replaced[1] == "wall"


@pytest.mark.parametrize("name", GAMES)
def test_verdicts(tmp_path: Path, name: str) -> None:
    """Proved, refuted and vacuous just where going through all cities says so."""
    lines = [x for x in lines_of(name, 30, random.Random(name)) if sound(x)]
    spec = GAMES[name].spec(tmp_path, lines)
    listed = Enumerated(spec)
    said = []
    for case in properties(spec):
        said.append(prove(spec, case).verdict)
        assert said[-1] == listed.verdict(case), case.syntax
    assert min(said.count("proved"), said.count("refuted")) > 3


@pytest.mark.parametrize(
    ("name", "line", "verdict"),
    [
        # The Well needs no unit, and what it brought at the end stays.
        ("floors", "scope supply removing well never changes received water", "proved"),
        # Nothing there gives units by placing: the Gate's can only be one of the Well's.
        ("floors", "scope supply removing gate never changes received water", "proved"),
        ("floors", "scope supply when own > 0 removing gate never changes own", "refuted"),
        ("floors", "scope rounds swapping spaces never changes part boxed", "proved"),
        # Any number may have been received, wherever the Gate stands and whether or not it is active.
        ("floors", "part boxed depends only on its row", "refuted"),
        ("seats", "under thrift is full part boxed depends only on its line", "refuted"),
        # Under the first reading a closed Shop keeps its Water, under the second not; the other way round it has none.
        ("seats", "under cellar is wet part stored never more than that under cellar is dry", "refuted"),
        ("seats", "under cellar is wet part stored never less than that under cellar is dry", "proved"),
        ("seats", "under cellar is dry part stored equals that under cellar is wet", "proved"),
        # With what is on its seat the Shop has both units of the box, so that the second Shop has none for its need.
        (
            "seats",
            "under thrift is full when some shop with water seated > 0 adding shop never changes count of shop",
            "vacuous",
        ),
        # The unit that a fine Mint brings wakes the Gate, though the claim looks at no unit: nothing else needs any.
        (
            "prints",
            "under thrift is awake scope supply when self is not active "
            "always no mint with printed vp of it = 2",
            "proved",
        ),
        ("prints", "scope supply when self is not active always no mint with printed vp of it = 2", "refuted"),
        # No flip is left out, and nothing is claimed where there is nothing to change.
        ("sheds", "mirroring never changes count of shed on left edge", "refuted"),
        ("sheds", "mirroring never changes count of shed on top edge", "refuted"),
        ("sheds", "when no placed shed removing shed never changes total", "vacuous"),
        ("sheds", "when every space is built adding wall never changes total", "vacuous"),
        ("sheds", "when some well own equals that of well", "vacuous"),
    ],
)
def test_verdicts_by_hand(tmp_path: Path, name: str, line: str, verdict: str) -> None:
    """Claims that look at units, seats and rules which nothing else in them speaks of."""
    spec = GAMES[name].spec(tmp_path, [f'property square "it" {{ {line} }}'])
    (case,) = properties(spec)
    assert prove(spec, case).verdict == verdict


SWAPPED = """
game "Swapped" {{ inactive buildings leave }}
mode square "Square" {{ board {{ {board} }}  rounds 1  turns 1 }}
building hut "Hut" {{ glyph h  needs nothing }}
building den "Den" {{ glyph d  needs nothing }}
scoring whole "Whole" {{
  score {score}
  property "it" {{ scope {scope}  swapping spaces never changes part whole }}
}}
inventory square {{ hut: {huts}  den: 0 }}
"""


@pytest.mark.parametrize("scope", ["any", "supply", "rounds"])
@pytest.mark.parametrize("score", ["0", "2 if 1 > 2", "1 per den on left edge"])
@pytest.mark.parametrize(("board", "huts"), [("1 1", 1), ("1 1", 0), ("1", 1)])
def test_what_nobody_looks_at_can_be_swapped(tmp_path: Path, scope: str, score: str, board: str, huts: int) -> None:
    """Whether there is something to swap does not hang on whether the claim looks at it."""
    file = tmp_path / "swapped.rules"
    file.write_text(SWAPPED.format(board=board, score=score, scope=scope, huts=huts), "utf-8")
    (case,) = properties(load([file]))
    there = (huts or scope == "any") and board != "1"
    dens = scope == "any" and "den" in score
    wanted = "vacuous" if not there else "refuted" if dens else "proved"
    assert prove(load([file]), case).verdict == wanted


# ---- what changes make ------------------------------------------------------------------------------------


def rows(city: City, game: c.Game) -> str:
    """A city as it is drawn (without empty rows at its end), and its units."""
    drawing = re.sub(r" +", " ", " / ".join(write_rows(city, game))).replace("T1", "T")
    return drawing.removesuffix(" / . .") + f" with {city.has(game)['water']}"


SQUARE = [
    # Of one floor, active, its need of one unit brought along; the box has two units, so no third one. A Gate and a
    # Well are Walls.
    ("floors", "T . / . W", "adding tower", ["T T / . W with 2", "T . / T W with 2"]),
    ("floors", "T . / . T", "adding tower", []),
    ("floors", "T2 T- / . W", "adding wall", ["T2 T- / G W with 2", "T2 T- / L W with 1", "T2 T- / W W with 1"]),
    # Its unit goes with it; an inactive one has none.
    ("floors", "T2 T- / . W", "removing tower", [". T- / . W with 0", "T2 . / . W with 1"]),
    ("floors", "G W / L .", "removing wall", [". W / L . with 0", "G . / L . with 1", "G W with 1"]),
    ("floors", "T2 T- / T .", "raising tower", ["T2 T2- / T . with 2", "T2 T- / T2 . with 2"]),
    # One is built at least.
    ("floors", "T2 W / . .", "swapping spaces", [
        "W T2 with 1", ". W / T2 . with 1", ". W / . T2 with 1", "T2 . / W . with 1", "T2 . / . W with 1",
    ]),
    # Districts are the columns: top and bottom, left and right, both.
    ("floors", "T2 W / . .", "mirroring", ["W T2 with 1", ". . / T2 W with 1", ". . / W T2 with 1"]),
    # Just the active one, and one floor again; a Wall by another kind of Wall, the Gate with its need.
    ("floors", "T2 T- / . .", "replacing tower by wall", ["W T- with 0", "G T- with 1", "L T- with 0"]),
    ("floors", "W . / . .", "replacing wall by wall", ["G . with 1", "L . with 0"]),
    ("floors", "T T / W .", "replacing wall by gate", []),
    # Up to its room, while it is active; the box has two units.
    ("seats", "S . / . .", "seating water on shop", ["S@1w . with 2"]),
    ("seats", "S@1w . / . .", "seating water on shop", []),
    ("seats", "S- S / . .", "seating water on shop", ["S- S@1w with 2"]),
    ("seats", "S@1w . / . .", "removing shop", [". . with 0"]),
    # Each print; of the tile that is printed the units do not come.
    ("prints", "M+2vp+1w W / W .", "adding mint", ["M+1w+2vp W / W M with 0", "M+1w+2vp W / W M+1w+2vp with 0"]),
]  # fmt: skip


@pytest.mark.parametrize(("name", "before", "change", "expected"), SQUARE)
def test_changes(tmp_path: Path, name: str, before: str, change: str, expected: list[str]) -> None:
    """All cities that a change makes of a drawn one, by hand; what is not listed is not possible."""
    line = f'property square "it" {{ {change} never changes total }}'
    spec = GAMES[name].spec(tmp_path, [line])
    (case,) = properties(spec)
    core = core_property(spec, case, Bag())
    assert isinstance(core, TwoCities) and isinstance(core.how, Change)
    game = spec.game("square")
    city = drawn(spec, "square", before.replace("/", "\n"))
    found = [rows(changed(city, game, core.how, x), game) for x in steps(city, game, core.how)]
    assert sorted(found) == sorted(expected)


def test_units_left_over_stay(tmp_path: Path) -> None:
    """What was left over before is so afterwards, and what was taken at the end stays taken."""
    spec = GAMES["floors"].spec(tmp_path, [])
    game, scorer = spec.game("square"), Scorer(spec, "square")
    city = drawn(spec, "square", "T L \n W .", water=2)
    bare = replace(city, supply={"water": 1}, taken={(1, "water"): 1})
    for x in (city, bare):
        (step,) = steps(x, game, Change("removing", frozenset({"tower"})))
        made = changed(x, game, Change("removing", frozenset({"tower"})), step)
        assert scorer.view(made).unseated("water") == scorer.view(x).unseated("water") == 1
        assert scorer.view(made).received("water") == scorer.view(x).received("water") - 1
    # Both units were taken at the end, and one of them goes.
    city = replace(city, supply=None, taken={(1, "water"): 2})
    made = changed(city, game, Change("removing", frozenset({"tower"})), Step((0,)))
    assert made.taken == {(1, "water"): 1} and made.received(game) == {"water": 0}


def test_other_rules(tmp_path: Path) -> None:
    """In the Strip a Tower needs nothing and may be higher, a Shop has one seat, and there is no Mint; a closed Shop
    keeps its Water under one reading only, where it then counts among the units of the city."""
    floors, seats, prints = (GAMES[n].spec(tmp_path / n, []) for n in ("floors", "seats", "prints"))

    def again(spec: Specification, text: str, mode: str, was: dict[str, str], now: dict[str, str]) -> str:
        game, rules = spec.game("square", was), spec.game(mode, now, board_of="square")
        city = drawn(spec, "square", text)
        if was:
            city = replace(city, supply=city.seated(game))
        try:
            return rows(reread(city, game, rules), rules)
        except ValueError as error:
            return str(error)

    assert again(floors, "T2 W", "strip", {}, {}) == "T2 W with 0"
    assert again(floors, "T2- W", "strip", {}, {}) == "`tower` needs nothing, so it is always active"
    assert again(seats, "S@1w", "strip", {}, {}) == "S@1w . with 2"
    assert "which has room for 1" in again(seats, "S-@2w", "strip", {"cellar": "wet"}, {})
    assert again(prints, "M", "strip", {}, {}) == "there is no `mint` in strip"
    assert again(seats, "S-@2w", "square", {"cellar": "wet"}, {}) == "S@2w- . with 0"


def test_another_tile(tmp_path: Path) -> None:
    """The Well needs nothing, so it is active; it stands once. The other way round an active Gate needs a unit."""
    spec = GAMES["floors"].spec(tmp_path, [])
    game = spec.game("square")

    def instead(text: str, tile: str, other: str) -> str:
        try:
            return rows(exchanged(drawn(spec, "square", text), game, tile, other), game)
        except ValueError as error:
            return str(error)

    assert instead("G T", "gate", "well") == "L T with 1"
    assert instead("G- T", "gate", "well") == "L T with 1"
    assert instead("L T", "well", "gate") == "G T with 2"
    assert instead("L G", "well", "gate") == "`gate` stands in the city already"
    assert instead("L T \n T .", "well", "gate") == "more units are seated than the box has"


TWINS = """
game "Twins" {{ inactive buildings stay }}
resource water "Water" {{ plural waters "Waters"  glyph w  pieces 3 }}
mode square "Square" {{ board {{ 1 1 }}  rounds 1  turns 2  players 1 to 1 }}
building wall "Wall" {{ glyph b  needs nothing }}
tile arch "Arch" is wall {{
  glyph a  {has}
  {claims}
}}
tile well "Well" is wall {{ glyph l  {other} }}
scoring whole "Whole" {{ score combined water seated of placed building }}
scoring high "High" {{ score sum of floors * (1 + 5 * printed vp) over placed building }}
inventory square {{ tiles replace wall  wall: 2 }}
"""
HAVE = (
    "needs 1 water",
    "seats 2 water",
    "needs 1 water  seats 1 water even when inactive",
    "floors up to 2  print fine worth 1  print finer worth 2",
    "floors up to 3  print finer worth 2",
)


@pytest.mark.parametrize("has", HAVE)
def test_what_another_tile_takes_over(tmp_path: Path, has: str) -> None:
    """Floors, prints and units on seats, as far as the other tile can have them."""
    said = set()
    for other in HAVE:
        lines = [f'property square "{x}" {{ {x} that of well }}' for x in CLAIMED]
        (tmp_path / "twins.rules").write_text(TWINS.format(has=has, claims="\n  ".join(lines), other=other), "utf-8")
        spec = load([tmp_path])
        listed = Enumerated(spec)
        for case in properties(spec):
            verdict = prove(spec, case).verdict
            assert verdict == listed.verdict(case), (case.syntax, other)
            assert verdict == "proved" or has != other
            said.add(verdict)
    assert said == {"proved", "refuted"}


CLAIMED = ("part whole equals", "part high never more than", "part high never less than", "total equals")


@pytest.mark.parametrize(
    ("has", "other", "before", "after"),
    [
        # Two seats taken, the other tile has one; none; it is closed and holds none.
        ("seats 2 water", "seats 1 water", "a@2w .", "l@1w . with 1"),
        ("seats 2 water", "needs 1 water", "a@2w .", "l . with 1"),
        ("needs 1 water  seats 1 water even when inactive", "needs 1 water  seats 2 water", "a-@1w .", "l- . with 0"),
        ("needs 1 water  seats 1 water even when inactive", "seats 2 water", "a-@1w .", "l@1w . with 1"),
        # Three floors: the other has two, with what is printed first on each.
        ("floors up to 3", "floors up to 2  print fine worth 1  print finer worth 2", "a3 .", "l2+2vp . with 0"),
        # Prints that the other has, too, in whatever order and with whatever others.
        ("print fine worth 2", "print dull  print finer worth 2", "a+2vp .", "l+2vp . with 0"),
    ],
)
def test_another_tile_in_its_place(tmp_path: Path, has: str, other: str, before: str, after: str) -> None:
    """Drawn by hand."""
    (tmp_path / "twins.rules").write_text(TWINS.format(has=has, claims="", other=other), "utf-8")
    spec = load([tmp_path])
    game = spec.game("square")
    assert rows(exchanged(drawn(spec, "square", before), game, "arch", "well"), game) == after


# ---- terms and changes ------------------------------------------------------------------------------------


def step_variables(change: Change, step: Step, game: c.Game) -> list[str]:
    """The variables of `verifier.related` that are true for a step."""
    if change.what == "swapping":
        return [f"swapped {step.spaces[0]}", f"swapped with {step.spaces[1]}"]
    if change.what == "mirroring":
        return [f"flipped {game.mode.board.symmetries[1:].index(step.spaces)}"]
    found = [f"changed {step.spaces[0]}"]
    found += [f"comes {step.kind}"] if step.kind else []
    for kind in game.kinds.values():  # of others than the new kind, any variant
        name = step.variant if kind.name == step.kind else kind.prints[0].name
        found += [f"comes {kind.name} {name}"] if len(kind.prints) > 1 else []
    return found


ASKED = (
    "own", "total", "part wall", "part whole", "part boxed", "largest group of not wall", "unseated water",
    "received water", "highest floors of building", "combined floors of placed building", "longest run of wall in a row",
    "combined water seated of building", "combined printed vp of building", "count of inactive building",
    "different kinds among building in city", "count of district with every space is built",
)  # fmt: skip


@pytest.mark.parametrize("under", [{}, {"rest": "stays", "cellar": "wet"}])
@pytest.mark.parametrize("name", GAMES)
def test_terms(tmp_path: Path, name: str, under: dict[str, str]) -> None:
    """For cities and steps drawn at random, each term of the second city has the value that compiled Python finds
    on it; and the step is possible by both."""
    asked = [f'property square "{i}" {{ swapping spaces never changes {x} }}' for i, x in enumerate(ASKED[:-1])]
    spec = GAMES[name].spec(tmp_path, asked)
    cores = [core_property(spec, x, Bag()) for x in properties(spec)]
    exprs = [x.first for x in cores if isinstance(x, TwoCities)]
    eyes = Eyes(Scorer(spec, "square", under), "gate")
    game, kinds = eyes.scorer.game, frozenset(GAMES[name].kinds)
    cities = list(all_cities(eyes.scorer, "any", None))
    rnd = random.Random(name)
    whats = {"floors": ("raising",), "seats": ("seating",)}.get(name, ())
    tried = 0
    for what in (*whats, "adding", "removing", "swapping", "mirroring", "replacing"):
        some = kinds - {"gate"} if what == "replacing" else kinds
        change = Change(what, some, kinds if what in ("adding", "replacing") else frozenset(), "water")
        model = Model(spec, Question("square", "any", spec.readings(under), 1))
        model.owner = "gate"
        second = related.after(model, change)
        terms = [second.ground_int(x) for x in exprs]
        possible = second.possible()
        model.finish()
        for city in rnd.sample(cities, 60):
            allowed = list(steps(city, game, change))
            for step in rnd.sample(allowed, min(2, len(allowed))):
                true = assignment(city, game) | dict.fromkeys(step_variables(change, step, game), True)
                holds = model.circuit.evaluate(true)
                assert all(holds(x) for x in (*model.circuit.requirements, possible)), (change, step, city)
                made = changed(city, game, change, step)
                assert [value_of(x, holds) for x in terms] == [eyes.value(made, x) for x in exprs], (step, city)
                read = second.step(holds)
                assert read is not None and changed(city, game, change, read) == made
                tried += 1
    assert tried > 200


# ---- what is shown and kept -------------------------------------------------------------------------------


def test_refutations_are_shown(tmp_path: Path) -> None:
    """Both cities are drawn, with what was done and both values; units that no drawing shows are told."""
    spec = GAMES["floors"].spec(
        tmp_path,
        [
            'property square "gone" { removing tower never lowers part tower }',
            'property square "dry" { when self is active total depends only on its row }',
            'property square "reread" { total equals that under rest is stays }',
            'property square "full" { when every space is built adding wall never lowers own }',
        ],
    )
    shown = {}
    for case in properties(spec):
        found = prove(spec, case)
        shown[case.title] = refutation(found, spec, Terminal()), property_fields(found, spec)
    lines, data = shown["gone"]
    assert any(re.search(r"Tower removed from row \d, column \d: 0 instead of [13]$", x) for x in lines)
    assert sum("┏" in x for x in lines) == 2
    second = data["second"]
    assert isinstance(second, dict) and second["second_value"] == 0 < second["first_value"]
    lines, _ = shown["dry"]
    assert any("alike on its row, different elsewhere" in x for x in lines)
    lines, data = shown["reread"]
    assert any("under rest is stays" in x for x in lines) and sum("┏" in x for x in lines) == 1
    assert data["second"]["readings"] == {"rest": "stays"}  # type: ignore[index]
    lines, _ = shown["full"]
    assert any(x.endswith("fulfils what is assumed with `when` and allows the change") for x in lines)


def test_units_left_over_are_told(tmp_path: Path) -> None:
    """The two cities look alike, and differ in what no drawing shows."""
    spec = GAMES["prints"].spec(tmp_path, ['property square "dry" { when no mint own depends only on its district }'])
    (case,) = properties(spec)
    game = spec.game("square")
    city, other = (drawn(spec, "square", "G .", water=n) for n in (1, 2))
    second = SecondCity("alike on its district, different elsewhere", other, "square", case.readings, "", (0, 1), "gate")
    found = replace(prove(spec, case), verdict="refuted", city=city, second=second)
    assert "  not seated: 1 Water instead of none" in refutation(found, spec, Terminal())
    assert [x.has(game)["water"] for x in (city, other)] == [1, 2]


@pytest.mark.parametrize(
    "line", ["removing tower never lowers part tower", "total depends only on its row", "own equals that of well"]
)
def test_the_record_makes_the_second_city_again(tmp_path: Path, line: str) -> None:
    """What is on record is used if the second city still shows it, and not if it can not be made."""
    spec = GAMES["floors"].spec(tmp_path / "spec", [f'property square "it" {{ {line} }}'])
    (case,) = properties(spec)
    asked, path = PropertyQuestion(case, 1), tmp_path / "record.json"
    record = Record(path, spec)
    found = prove(spec, case)
    record.add(asked, found)
    record.save()
    again = Record(path, spec).property(asked)
    assert again is not None and replace(again, recorded=False, seconds=found.seconds) == found
    content = json.loads(path.read_text())
    ((key, entry),) = content["entries"].items()
    broken: list[dict[str, Any] | None] = [{"spaces": [9], "kind": "", "variant": ""}, {"spaces": [], "city": None}, None, {}]
    for wrong in broken:
        second, entry["second"] = entry["second"], wrong
        entry["digest"] = _digest(key, entry)
        path.write_text(json.dumps(content))
        record = Record(path, spec)
        # Of another tile there is nothing to tell: the second city is made from the first alone.
        if "that of" in line:
            assert record.property(asked) is not None
        else:
            assert record.property(asked) is None and record.edited == 1
        entry["second"] = second
