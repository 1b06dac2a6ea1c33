"""The smallest cities of a claim, against all cities of a little game, listed and sorted one by one.

What a claim says, how large a city is, which of two comes first, what is its mirror image and which tiles can be
taken is all said here once more, in plain Python.
"""

from __future__ import annotations

import itertools
from collections import Counter
from collections.abc import Callable, Iterator
from dataclasses import dataclass
from functools import cache
from pathlib import Path

import pytest

from dsl.assemble import Specification
from dsl.city import City, faults
from dsl.claims import SCOPES, OneCity, PropertyCase, core_property, properties
from dsl.diagnostics import Bag
from dsl.load import load
from verifier import minimal, solve
from verifier.minimal import Minimal, several, smallest
from verifier.model import Model, Question
from verifier.replay import PropertyReplay

GAME = """
game "Four Spaces" { inactive buildings leave }
resource water "Water" { glyph w pieces 6 costs 1 unseated }
mode square "Square" {
  board { 1 1
          2 2 }
  rounds 2  turns 2
}
building hut "Hut" {
  floors up to 2  needs 1 water
  print wet gains 2 water
  print dry
}
building den "Den" { needs nothing  seats 2 water }
building wall "Wall" { needs nothing }
tile arch "Arch" is wall { needs nothing }
scoring claims "Claims" { CLAIM }
inventory square {
  tiles replace wall
  hut wet: 1 1
  hut dry: 1 0
  den: 1 1
  wall: 1 2
}
"""
KINDS = ("hut", "den", "wall", "arch")
# Kind, floors, active, units on its seats.
State = tuple[str, int, bool, int] | None
States = tuple[State, ...]
STATES: States = (
    None,
    *(("hut", floors, active, 0) for floors in (1, 2) for active in (True, False)),
    *(("den", 1, True, units) for units in range(3)),
    ("wall", 1, True, 0),
    ("arch", 1, True, 0),
)
# 0 1   upside down: 2 3   back to front: 1 0   both: 3 2
# 2 3                0 1                  3 2         1 0
FLIPS = ((0, 1, 2, 3), (2, 3, 0, 1), (1, 0, 3, 2), (3, 2, 1, 0))


@dataclass(frozen=True)
class Told:
    """A claim in the language, and in Python of states and units received; whether it asks for floors and seats,
    and for units."""

    text: str
    holds: Callable[[States, int], bool]
    floors: bool = False
    seats: bool = False
    units: bool = False


def stand(states: States, *kinds: str) -> list[int]:
    """Spaces where an active building of the kinds stands."""
    return [s for s, x in enumerate(states) if x is not None and x[0] in kinds and x[2]]


def used(states: States) -> int:
    """Units that are seated."""
    return sum(x[3] + (x[0] == "hut" and x[2]) for x in states if x is not None)


CLAIMS = {
    "anything": Told("true", lambda states, units: True),
    "two walls": Told("exactly 2 wall", lambda states, units: len(stand(states, "wall", "arch")) == 2),
    "a hut and a den": Told(
        "some hut and some den", lambda states, units: bool(stand(states, "hut") and stand(states, "den"))
    ),
    "asleep": Told(
        "some inactive hut", lambda states, units: any(x is not None and not x[2] for x in states)
    ),
    # Of two floors, or three times: the first has fewer buildings.
    "tall": Told(
        "combined floors of hut in city >= 2",
        lambda states, units: sum(x[1] for x in states if x is not None and x[0] == "hut" and x[2]) >= 2,
        floors=True,
    ),
    "full": Told(
        "some den with water seated >= 1 and no den on left edge",
        lambda states, units: any(states[s][3] for s in stand(states, "den"))  # type: ignore[index]
        and not {0, 2} & set(stand(states, "den")),
        seats=True,
    ),
    "left over": Told(
        "unseated water = 2 and some den",
        lambda states, units: units - used(states) == 2 and bool(stand(states, "den")),
        seats=True,
        units=True,
    ),
    # Three Walls round a corner, whatever is on the fourth space.
    "round a corner": Told(
        "largest group of wall = 3", lambda states, units: len(stand(states, "wall", "arch")) == 3
    ),
    "no city": Told("count of hut in city >= 5", lambda states, units: False),
}


# ---- all cities, in order ------------------------------------------------------------------------------------


@cache
def gives(tiles: tuple[tuple[str, int], ...], scope: str) -> frozenset[int]:
    """All the water that just these tiles can give, taken in any way that the scope allows."""
    if scope == "any":
        return frozenset(range(7))
    wanted = [k for k, n in tiles for _ in range(n)]
    prints = {"hut": (("wet", 2), ("dry", 0))}
    stock = {"wet": (1, 1), "dry": (1, 0), "den": (1, 1), "wall": (1, 2)}
    found: set[int] = set()
    if any(n > {"hut": 3, "den": 2, "wall": 3, "arch": 1}[k] for k, n in tiles):
        return frozenset()
    for taken in itertools.product(*(itertools.product(prints.get(k, ((k, 0),)), range(2)) for k in wanted)):
        used = Counter((name, turn) for (name, _), turn in taken)
        if sum(n for (name, _), n in used.items() if name == "arch") > 1:
            continue
        if scope == "rounds":
            possible = all(sum(n for (_, t), n in used.items() if t == turn) <= 2 for turn in range(2))
            possible &= all(n <= stock[k][t] for (k, t), n in used.items() if k != "arch")
            possible &= all(used["wall", t] + used["arch", t] <= stock["wall"][t] for t in range(2))
        else:
            possible = all(used[k, 0] + used[k, 1] <= sum(there) for k, there in stock.items())
        if possible:
            found.add(min(6, sum(units for (_, units), _ in taken)))
    return frozenset(found)


Place = tuple[tuple[int, ...], States]


@cache
def everything(name: str, scope: str) -> tuple[Place, ...]:
    """The cities that fulfil a claim with their sizes, the first of the order first. Of cities that differ only
    in units one, with the fewest; what the claim does not ask about is at its least."""
    told, found = CLAIMS[name], []
    for states in itertools.product(STATES, repeat=4):
        there = [x for x in states if x is not None]
        # The other scopes count tiles, so that they ask for floors.
        if not told.floors and scope == "any" and any(x[1] > 1 for x in there):
            continue
        if not told.seats and any(x[3] for x in there):
            continue
        tiles = Counter[str]()
        for x in there:
            tiles[x[0]] += x[1]
        enough = [n for n in gives(tuple(sorted(tiles.items())), scope) if n >= used(states)]
        if scope == "any" and not told.units and used(states) <= 6:
            enough = [used(states)]  # nothing else is received
        fits = [n for n in enough if told.holds(states, n)]
        if fits:
            sizes = (len(there), sum(x[1] for x in there), used(states), min(fits))
            found.append((sizes, states))
    return tuple(sorted(found, key=lambda place: (place[0], [reading(x) for x in place[1]])))


def reading(x: State) -> tuple[int, ...]:
    return (1,) if x is None else (0, KINDS.index(x[0]), x[1], 1 - x[2], x[3])


def apart(places: tuple[Place, ...]) -> list[Place]:
    """Without those that are mirror images of one before."""
    seen: set[States] = set()
    kept = []
    for sizes, states in places:
        if states not in seen:
            kept.append((sizes, states))
            seen |= {tuple(states[s] for s in flip) for flip in FLIPS}
    return kept


# ---- the same by solvers -------------------------------------------------------------------------------------


class Asked:
    def __init__(self, folder: Path, name: str, scope: str) -> None:
        file = folder / "four.rules"
        text = f'property "it" {{ sometimes {CLAIMS[name].text} }}'
        file.write_text(GAME.replace("CLAIM", text), "utf-8")
        self.spec = load([file])
        self.case, self.core = only_property(self.spec)
        self.model = Model(self.spec, Question("square", scope, {}, 1))
        self.claim = self.model.ground_bool(self.core.claim)
        self.model.finish()
        assert self.model.names == KINDS
        self.replay = PropertyReplay(self.spec, self.case, self.core)

    def place(self, found: Minimal) -> Place:
        """The city that was found, as it is listed here."""
        city = city_of(self.model, found)
        assert self.replay.holds(city, self.core.claim)
        states = tuple(
            None if b is None else (b.kind, b.floors, bool(b.active), (b.seats or {}).get("water", 0))
            for b in city.cells
        )
        there = [x for x in states if x is not None]
        received = city.received(self.model.game)["water"]
        return (len(there), sum(x[1] for x in there), used(states), received), states


def only_property(spec: Specification) -> tuple[PropertyCase, OneCity]:
    (case,) = properties(spec)
    core = core_property(spec, case, Bag())
    assert isinstance(core, OneCity)
    return case, core


def city_of(model: Model, found: Minimal) -> City:
    assert found.answer.values is not None and found.sure
    city = model.city(found.answer.holds(model.circuit))
    assert not faults(city, model.game)
    return city


@pytest.mark.parametrize("scope", SCOPES)
@pytest.mark.parametrize("name", CLAIMS)
def test_against_all_cities(tmp_path: Path, name: str, scope: str) -> None:
    wanted = apart(everything(name, scope))
    asked = Asked(tmp_path, name, scope)
    model, claim, z3 = asked.model, asked.claim, solve.Z3(asked.model.circuit)
    first = smallest(model, claim, seconds=600, z3=z3)
    if not wanted:
        assert name == "no city" and first is None
        assert list(several(model, claim, most=None, seconds=600, z3=z3)) == []
        return
    assert first is not None and asked.place(first) == wanted[0]
    same = [x for x in wanted if x[0] == wanted[0][0]]
    found = several(model, claim, most=None, seconds=600, z3=z3)
    assert [asked.place(x) for x in found] == same
    # Some of the next sizes, too.
    most = min(len(same) + 3, 12)
    found = several(model, claim, most=most, seconds=600, z3=z3)
    assert [asked.place(x) for x in found] == wanted[:most]


def test_the_last_city_is_found(tmp_path: Path) -> None:
    """All of them, to the end."""
    wanted = apart(everything("round a corner", "rounds"))
    asked = Asked(tmp_path, "round a corner", "rounds")
    assert len(wanted) == 16
    found = several(asked.model, asked.claim, most=len(wanted) + 1, seconds=120)
    assert [asked.place(x) for x in found] == wanted


@pytest.mark.parametrize("name", ["full", "left over"])
def test_where_one_solver_is_silent(tmp_path: Path, monkeypatch: pytest.MonkeyPatch, name: str) -> None:
    wanted = apart(everything(name, "supply"))[:3]
    asked = Asked(tmp_path, name, "supply")
    with monkeypatch.context() as patch:
        patch.setattr(solve.Z3, "decide", lambda *_, **__: solve.Answer("unknown"))
        found = list(several(asked.model, asked.claim, most=3, seconds=600))
    assert [asked.place(x) for x in found] == wanted


# ---- what is counted, and what stands for others -------------------------------------------------------------


def with_fillers(scope: str) -> Iterator[tuple[tuple[int, ...], States, tuple[int, int, int]]]:
    """Cities with a unit on the seats of a Den, whose Huts and Walls are counted: their numbers, and the tiles of
    Huts."""
    seen: tuple[State, ...] = tuple(x for x in STATES if x is None or x[0] in ("den", "arch"))
    for states in itertools.product(seen, repeat=4):
        there = [x for x in states if x is not None]
        tiles = {k: sum(x[0] == k for x in there) for k in ("arch", "den")}
        if not used(states):
            continue
        for huts, walls in itertools.product(range(5), repeat=2):
            for hut_tiles in range(huts, 2 * huts + 1):
                counts = {**tiles, "hut": hut_tiles, "wall": walls}
                water = [n for n in gives(tuple(sorted(counts.items())), scope) if n >= used(states)]
                if water and len(there) + huts + walls <= 4:
                    buildings = len(there) + huts + walls
                    sizes = (buildings, buildings + hut_tiles - huts, used(states), min(water))
                    yield sizes, states, (huts, hut_tiles, walls)


@pytest.mark.parametrize("scope", ["supply", "rounds"])
def test_with_kinds_that_are_counted(tmp_path: Path, scope: str) -> None:
    file = tmp_path / "four.rules"
    file.write_text(GAME.replace("CLAIM", 'property "it" { sometimes some den with water seated > 0 }'), "utf-8")
    spec = load([file])
    model = Model(spec, Question("square", scope, {}, 1), fillers=frozenset({"hut", "wall"}))
    claim = model.ground_bool(only_property(spec)[1].claim)
    model.finish()
    assert model.fillers == ("hut", "wall")
    # Last in the order: more Huts, as low as can be, and then more Walls.
    everything = sorted(
        with_fillers(scope),
        key=lambda x: (x[0], [reading(state) for state in x[1]], -x[2][0], x[2][1], -x[2][2]),
    )
    wanted, images = [], set[object]()
    for sizes, states, counts in everything:
        if (states, counts) not in images:
            wanted.append((sizes, states, counts))
            images |= {(tuple(states[s] for s in flip), counts) for flip in FLIPS}
    found = []
    for x in several(model, claim, most=12, seconds=600):
        city = city_of(model, x)
        there = [b for _, b in city.buildings()]
        placed = tuple(
            None if b is None or b.kind in model.fillers else (b.kind, 1, True, (b.seats or {}).get("water", 0))
            for b in city.cells
        )
        huts = [b.floors for b in there if b.kind == "hut"]
        counts = len(huts), sum(huts), sum(b.kind == "wall" for b in there)
        floors, received = sum(b.floors for b in there), city.received(model.game)["water"]
        found.append(((len(there), floors, used(placed), received), placed, counts))
    # A Den needs the water of a Hut: two buildings, one tile each, one unit seated, two received.
    assert found[0] == ((2, 2, 1, 2), (("den", 1, True, 1), None, None, None), (1, 1, 0))
    assert found == wanted[:12]


def test_with_a_kind_that_stands_for_another(tmp_path: Path) -> None:
    """There are three Walls and an Arch, which is as good: just four of them fill the board."""
    file = tmp_path / "four.rules"
    file.write_text(GAME.replace("CLAIM", 'property "it" { sometimes exactly 4 wall }'), "utf-8")
    spec = load([file])
    question = Question("square", "supply", {}, 1)
    alone = Model(spec, question, kinds=frozenset({"wall"}))
    both = Model(spec, question, kinds=frozenset({"wall", "arch"}), stand_ins={"wall": ("arch",)})
    core = only_property(spec)[1]
    claims = [m.ground_bool(core.claim) for m in (alone, both)]
    alone.finish()
    both.finish()
    assert smallest(alone, claims[0], seconds=600) is None
    (found,) = several(both, claims[1], most=None, seconds=600)
    assert sorted(b.kind for _, b in city_of(both, found).buildings()) == ["arch", "wall", "wall", "wall"]


# ---- larger cities, and no time ------------------------------------------------------------------------------


def five_in_a_row(spec: Specification) -> tuple[Model, int]:
    kinds = frozenset({"harbor", "office_tower", "park"})
    model = Model(spec, Question("expert", "any", spec.readings(), 4), kinds=kinds)
    k, board = model.circuit, model.board
    harbor = frozenset({"harbor"})
    rows = board.regions("row")
    claim = k.any(k.all(model.active_kind(s, harbor) for s in row) for row in rows)
    model.finish()
    return model, claim


def test_more_buildings_than_are_looked_for_from_below(spec: Specification) -> None:
    """A full row; of the two upper rows each, since the lower ones are their mirror images."""
    model, claim = five_in_a_row(spec)
    assert minimal.FEW < 5
    found = [city_of(model, x) for x in several(model, claim, most=None, seconds=600)]
    spaces = [[s for s, b in city.buildings() if b.kind == "harbor"] for city in found]
    assert spaces == [[0, 1, 2, 3, 4], [5, 6, 7, 8, 9]]
    assert all(len(list(city.buildings())) == 5 for city in found)


def test_without_time_nothing_is_sure(spec: Specification) -> None:
    model, claim = five_in_a_row(spec)
    nothing = smallest(model, claim, seconds=0)
    assert nothing is not None and (nothing.answer.values, nothing.sure) == (None, False)
    assert list(several(model, claim, most=3, seconds=0)) == [nothing]
    # A city that somebody else found is as good as it gets.
    known = solve.decide(model.circuit, [claim], seconds=600)
    found = smallest(model, claim, seconds=0, ask=lambda: known)
    assert found is not None and found.answer.values is not None


def test_what_is_found_out_elsewhere(tmp_path: Path) -> None:
    asked = Asked(tmp_path, "anything", "any")
    four = asked.model.circuit.at_least(asked.model.sizes()[0], 4)
    assert smallest(asked.model, four, seconds=600, ask=lambda: solve.Answer("infeasible")) is None
    unknown = smallest(asked.model, four, seconds=600, ask=lambda: solve.Answer("unknown"))
    assert unknown is not None and unknown.answer.values is None and not unknown.sure
