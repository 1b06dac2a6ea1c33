"""Maxima and properties against every city of a little game, listed one by one; and the shipped tiles' maxima.

What may stand in a scope is worked out here by trying all ways to take the tiles, without the model's help.
"""

from __future__ import annotations

import itertools
from collections import Counter
from collections.abc import Iterator
from dataclasses import replace
from functools import cache
from pathlib import Path

import pytest

from dsl.assemble import Specification
from dsl.city import Building, City, faults
from dsl.claims import properties
from dsl.load import load, shipped
from dsl.scorer import Scorer
from verifier import solve
from verifier.maximize import _task, maximize
from verifier.model import Question
from verifier.properties import prove

GAME = """
game "Four Spaces" { inactive buildings leave }
resource water "Water" { glyph w pieces 6 costs 1 unseated }
mode square "Square" {
  board { 1 2
          2 2 }
  rounds 2  turns 2
}
building hut "Hut" {
  glyph h  floors up to 2  needs 1 water
  print wet gains 2 water
  print dry worth 1
}
building den "Den" { glyph d  needs nothing  seats 2 water }
building wall "Wall" { glyph b  needs 1 water }
tile well "Well" is wall { when placed gain 2 water }
tile fort "Fort" is wall {}
tile arch "Arch" is wall { ARCH }
inventory square {
  tiles replace wall
  hut wet: 1 1
  hut dry: 1 0
  den: 1 1
  wall: 1 2
}
"""

# What the tile says: every sort of look at the city, alone and together.
CLAUSES = {
    "neighbours": "score 2 per hut adjacent to self",
    "diagonal": "score 3 per wall diagonal to self  score -1 per den in city",
    "floors": "score highest floors of hut in city  score -2 if some hut on corner with floors = 2",
    "runs": "score by longest run of wall in a line [0, 1, 4]",
    "groups": "score 2 * size of group of (wall or hut) at self - largest group of hut",
    "largest": "score largest group of (wall or hut)  score 2 if some hut as first on left edge with"
    " (size of group of hut at first = largest group of hut and some hut on right edge in group of hut at first)"
    "  score -1 per hut adjacent to self with size of group of hut at it = largest group of hut",
    "capped": "score by size of group of wall at self, count of den in city "
    "[from 0, 0: [0, 0, 0+], [1, 2, 3+], [2, 5, 9+]+]",
    "joins": "joins groups of hut  score 1 if size of group of hut at self >= 3",
    "seats": "seats 3 water  score 2 per water seated  score -1 per den in city",
    "districts": "score 2 per district with (a hut and no den)",
    "counts": "score 1 per wall in city  score 2 * min(count of hut, count of den)",
    "empty": "score 1 per empty space in row of self  score 2 if exactly 2 space is built",
    "distance": "score distance from self to nearest den",
    "kinds": "score different kinds among building in city",
    "negated": "score 1 per built space with it is not wall  score 2 if some building adjacent to self is not den",
    "negated in a district": "score 1 per district with (some building is not hut)",
    "negated in a choice": "score sum of if it is wall then 0 else 1 over building",
    "negated with an or": "score count of space with (it is hut or (it is built and it is not den))",
    "walls": "score 1 per wall in city  score 1 per placed wall adjacent to self",
}


def game(tmp_path: Path, arch: str) -> Specification:
    file = tmp_path / "four.rules"
    file.write_text(GAME.replace("ARCH", arch), "utf-8")
    return load([file])


def states() -> list[Building | None]:
    """What may be on a space, but for the arch."""
    huts = [Building("hut", n, active=a, seats={}) for n in (1, 2) for a in (True, False)]
    dens = [Building("den", active=True, seats={"water": n}) for n in range(3)]
    others = [Building(k, active=a, seats={}) for k in ("wall", "well", "fort") for a in (True, False)]
    return [None, *huts, *dens, *others]


@cache
def fills() -> tuple[tuple[Building | None, ...], ...]:
    return tuple(itertools.product(states(), repeat=3))


def cities(room: int) -> Iterator[City]:
    """Every city with one arch, whatever is taken."""
    for space in range(4):
        for rest in fills():
            for active in (True, False):
                for n in range(room + 1 if active else 1):
                    arch = Building("arch", active=active, seats={"water": n} if n else {})
                    yield City("square", (*rest[:space], arch, *rest[space:]))


STOCK = {("hut", 2, 0): (1, 1), ("hut", 0, 1): (1, 0), ("den", 0, 0): (1, 1), ("wall", 0, 0): (1, 2)}


TILES = ("arch", "well", "fort")


@cache
def water(tiles: tuple[tuple[str, int], ...], scope: str) -> int:
    """The most water that just these tiles can give when taken as the scope allows; -1 if they can not be."""
    counts = dict(tiles)
    if any(n > 1 for k, n in counts.items() if k in TILES):
        return -1
    best = -1
    wanted = [k for k, n in counts.items() for _ in range(n)]
    for taken in itertools.product(range(2), repeat=len(wanted)):
        for dry in itertools.product((False, True), repeat=counts.get("hut", 0)):
            used: Counter[tuple[tuple[str, int, int], int]] = Counter()
            huts, gives, walls = iter(dry), 0, [0, 0]
            for kind, turn in zip(wanted, taken, strict=True):
                if kind in TILES:
                    gives += 2 if kind == "well" else 0
                    walls[turn] += 1
                    continue
                key = (kind, 0, 0)
                if kind == "hut":
                    key = ("hut", 0, 1) if next(huts) else ("hut", 2, 0)
                used[key, turn] += 1
                gives += key[1]
                walls[turn] += kind == "wall"
            if scope == "rounds":
                good = all(taken.count(i) <= 2 for i in range(2))
                good = good and all(n <= STOCK[key][i] for (key, i), n in used.items())
                good = good and all(walls[i] <= STOCK["wall", 0, 0][i] for i in range(2))
            else:
                total: Counter[tuple[str, int, int]] = Counter()
                for (key, _), n in used.items():
                    total[key] += n
                good = all(n <= sum(STOCK[key]) for key, n in total.items())
            if good:
                best = max(best, gives)
    return min(best, 6)


Seen = dict[tuple[tuple[tuple[str, int], ...], int], set[int]]


@cache
def all_values(folder: Path, name: str) -> Seen:
    """By the tiles of a city and the water that is seated: everything that the arch can score."""
    spec = game(folder, CLAUSES[name])
    scorer = Scorer(spec, "square")
    room = scorer.game.kinds["arch"].seats.get("water", 0)
    seen: Seen = {}
    for city in cities(room):
        needed = city.seated(scorer.game)["water"]
        tiles: Counter[str] = Counter()
        for _, b in city.buildings():
            tiles[b.kind] += b.floors
        value = scorer.own(replace(city, supply={"water": needed}), "arch")
        seen.setdefault((tuple(sorted(tiles.items())), needed), set()).add(value)
    return seen


def best(seen: Seen, scope: str) -> tuple[int, int]:
    """The least and the most that the arch scores in a scope."""
    values = {
        value
        for (tiles, needed), found in seen.items()
        if needed <= (6 if scope == "any" else water(tiles, scope))
        for value in found
    }
    return min(values), max(values)


@pytest.fixture(scope="session")
def folder(tmp_path_factory: pytest.TempPathFactory) -> Path:
    return tmp_path_factory.mktemp("four")


@pytest.mark.parametrize("name", CLAUSES)
@pytest.mark.parametrize("scope", ["any", "supply", "rounds"])
def test_maximum_is_the_best_of_all_cities(folder: Path, name: str, scope: str) -> None:
    low, high = best(all_values(folder, name), scope)
    spec = game(folder, CLAUSES[name])
    found = maximize(spec, "arch", "square", scope=scope, players=1)
    assert (found.verdict, found.value, found.bound) == ("optimal", high, high)
    # A range is proved just when it is the right one.
    for a, b in ((low, high), (low, high - 1), (low - 1, high)):
        text = f'{CLAUSES[name]}  property "all" {{ scope {scope}  range own from {a} to {b} }}'
        if a > b:
            continue
        ranged = game(folder, text)
        result = prove(ranged, properties(ranged)[0], players=1)
        assert result.verdict == ("proved" if (a, b) == (low, high) else "refuted"), (a, b, result)
        if result.city is not None:
            assert Scorer(ranged, "square").own(result.city, "arch") > b


@pytest.mark.parametrize("name", CLAUSES)
def test_forgotten_positions_give_a_bound(folder: Path, name: str) -> None:
    """With positions forgotten no city is lost: the most is at least that of all cities."""
    task = _task(game(folder, CLAUSES[name]), Question("square", "any", {}, 1, "arch"), None)
    values = []
    for active in (True, False):
        model, objective = task.forgetful(tile_active=active)
        values.append(solve.maximize(model.circuit, objective, seconds=600).value)
    assert max(v for v in values if v is not None) >= best(all_values(folder, name), "any")[1]


def test_seating_rules(tmp_path: Path) -> None:
    """An inactive Hut beside a full Den, and one beside a unit left over: free seating allows both; `full`
    leaves no unit over that the Hut could take; `activation_first` takes it from the Den, too."""
    clauses = """
      score 5 if (some inactive hut in city and some den with water seated = 2)
      score 5 if (some inactive hut in city and unseated water >= 1)"""
    values = {}
    for rule in ("free", "full", "activation_first"):
        text = GAME.replace("{ inactive buildings leave }", f"{{ seating {rule} }}").replace("ARCH", clauses)
        file = tmp_path / f"{rule}.rules"
        file.write_text(text, "utf-8")
        values[rule] = maximize(load([file]), "arch", "square", scope="any", players=1).value
    assert values == {"free": 10, "full": 5, "activation_first": 0}


def test_prints_of_its_own(tmp_path: Path) -> None:
    """Its tile has 2 VP printed on it, and the text counts them once more: 2, in every scope."""
    text = GAME.replace("ARCH", "print fine worth 2  score printed vp of self").replace("pieces 6", "pieces 5")
    file = tmp_path / "prints.rules"
    file.write_text(text, "utf-8")
    spec = load([file])
    for scope in ("any", "supply", "rounds"):
        found = maximize(spec, "arch", "square", scope=scope, players=1)
        assert (found.verdict, found.value) == ("optimal", 2), scope


def test_properties_of_a_building(tmp_path: Path) -> None:
    """A Hut has one or two floors, is active or not, and may stand beside a Den or not."""
    properties_text = """
      property "low" { always floors of self <= 1 }
      property "active" { always self is active }
      property "some den" { when self is active  always exactly 0 den adjacent to self }
      property "floors" { range floors of self from 1 to 2 }"""
    text = GAME.replace("print dry worth 1", "print dry worth 1" + properties_text).replace("ARCH", "")
    file = tmp_path / "hut.rules"
    file.write_text(text, "utf-8")
    spec = load([file])
    verdicts = {case.title: prove(spec, case, players=1).verdict for case in properties(spec)}
    assert verdicts == {"low": "refuted", "active": "refuted", "some den": "refuted", "floors": "proved"}


def test_a_scope_without_cities_proves_nothing(spec: Specification, tmp_path: Path) -> None:
    """The tiles of the Expert box for three players are not known: nothing can be said of them."""
    found = maximize(spec, "fire_station", "expert", scope="rounds", players=3)
    assert found.verdict == "infeasible" and "3 players" in found.notes[0]
    case = next(p for p in properties(spec) if (p.owner, p.mode) == ("fire_station", "expert"))
    result = prove(spec, replace(case, scope="rounds"), players=3)
    assert result.verdict == "vacuous" and "3 players" in result.reason


# From the rules by hand, and from independent hand-made models for Expert in scope rounds.
ROUNDS = {
    "classic": {"customs_office": 3, "city_planning": 5, "fire_station": 8, "police_station": 4},
    "expert": {"customs_office": 5, "city_planning": 6, "fire_station": 12, "police_station": 5, "capitol": 20},
}
UNITS = {
    ("classic", "electric_utility"): 2,
    ("expert", "electric_utility"): 3,
    ("classic", "maternity_ward"): 2,
    ("expert", "maternity_ward"): 3,
    ("expert", "tv_station"): 14,  # all Shops of the box: 3 + 2 + 3 + 3 + 3
}


@pytest.mark.parametrize(("mode", "tile", "value"), [(m, t, v) for m, ts in ROUNDS.items() for t, v in ts.items()])
def test_shipped_maxima(spec: Specification, mode: str, tile: str, value: int) -> None:
    found = maximize(spec, tile, mode, scope="rounds")
    assert (found.verdict, found.value, found.unit) == ("optimal", value, "VP")
    assert found.city is not None
    scorer = Scorer(spec, mode)
    assert not faults(found.city, scorer.game)
    assert scorer.own(found.city, tile) == value


@pytest.mark.parametrize(("mode", "tile"), UNITS)
def test_shipped_gains(spec: Specification, mode: str, tile: str) -> None:
    found = maximize(spec, tile, mode, scope="rounds")
    assert (found.verdict, found.value) == ("optimal", UNITS[mode, tile])
    assert found.unit != "VP"


def test_a_group_that_lies_anywhere() -> None:
    """All spaces but the tile's are one group from edge to edge: 15 + 3. Nothing of it is written down for each
    space that the tile may have: hence it takes no longer than elsewhere."""
    found = maximize(load([shipped(), shipped() / "homebrew"]), "ferry_company", "classic", scope="any")
    assert (found.verdict, found.value) == ("optimal", 18)


def test_what_follows_from_numbers_alone() -> None:
    """Nine pairs of a Factory and a Shop are on the nineteen other spaces, and no ten: a solver that knows nothing
    but clauses tries every way to lay them out, and has not done so after half a minute."""
    spec = load([shipped(), shipped() / "homebrew"])
    title = "nine pairs on the nineteen other spaces"
    (case,) = (x for x in properties(spec) if (x.mode, x.title) == ("expert", title))
    assert prove(spec, case, time_limit=600).verdict == "proved"


def test_other_tiles_help_the_plant(spec: Specification) -> None:
    """Energy by round is 8, 8, 9, 9, 8 at most. The plant takes the turn of a tile of one unit: 41. The Electric
    Utility gives 3 in place of one more such tile: 43."""
    alone = maximize(spec, "reprocessing_plant", "expert", only=frozenset({"reprocessing_plant"}))
    assert (alone.verdict, alone.value) == ("optimal", 41)
    helped = maximize(spec, "reprocessing_plant", "expert")
    assert (helped.verdict, helped.value) == ("optimal", 43)
