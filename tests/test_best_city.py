"""The best total against every city of a little game, listed one by one.

What may stand in a scope, what it gives, how it may be seated and what may be taken at the end is worked out here by
trying everything; only the score of a city that is known is the Python scorer's.
"""

from __future__ import annotations

import itertools
import time
from collections import Counter
from collections.abc import Iterator
from concurrent.futures import ThreadPoolExecutor
from dataclasses import dataclass, replace
from functools import cache
from pathlib import Path
from typing import Any

import pytest
from test_maximize import CLAUSES
from test_placing import RULES, city_of, reached

from dsl.assemble import Specification
from dsl.city import Building, City, idle_units
from dsl.load import load
from dsl.scorer import Scorer
from verifier import solve
from verifier.best_city import best_cities, best_city
from verifier.branching import Branching
from verifier.mip import Relaxation
from verifier.neighbours import Neighbours
from verifier.questions import MaximumQuestion
from verifier.solve import Meeting
from verifier.total_search import Search, model_of
from verifier.verdict import STOPPED


def asked(spec: Specification, scope: str, **more: object) -> MaximumQuestion:
    """The question of the best total."""
    return MaximumQuestion("", "square", scope, 1, spec.readings({}), of="total", **more)  # type: ignore[arg-type]


# ---- a little game and all its cities ----------------------------------------------------------------------

GAME = """
game "Four Spaces" { LAW }
resource water "Water" { glyph w  pieces 6  costs 1 unseated }
mode square "Square" {
  board { BOARD }
  rounds 2  turns 2
}
building hut "Hut" {
  glyph h  floors up to 2  needs 1 water
  print wet gains 2 water
  print dry worth 1
  HUT
}
building den "Den" { glyph d  needs nothing  seats 2 water  DEN }
building wall "Wall" { glyph b  needs 1 water  WALL }
tile well "Well" is wall { when placed gain 2 water }
tile arch "Arch" is wall { ARCH }
scoring whole "Whole" { WHOLE }
inventory square {
  tiles replace wall
  hut wet: 1 1
  hut dry: 1 0
  den: 1 1
  wall: 1 2
}
"""


@dataclass(frozen=True)
class Case:
    """The clauses of a little game, by what they are written for, and its laws."""

    arch: str = ""
    hut: str = ""
    den: str = ""
    wall: str = ""
    whole: str = ""
    law: str = "inactive buildings leave"
    board: str = "1 2  2 2"
    arches: int = 1
    deep: bool = False  # whether all supplies have to be tried: something looks at what is left, or more may be taken

    scope: str = ""  # the one to ask in where time is short; one of them in turn where none is given

    def spec(self, folder: Path) -> Specification:
        """The game."""
        slots = {"LAW": self.law, "BOARD": self.board.replace("  ", "\n"), "HUT": self.hut, "DEN": self.den}
        slots |= {"WALL": self.wall, "ARCH": self.arch, "WHOLE": self.whole}
        text = GAME
        for slot, said in slots.items():
            text = text.replace(slot, said)
        file = folder / "four.rules"
        file.write_text(text, "utf-8")
        return load([file])


MAY = "when game ends may gain 2 water"
TABLE = "[from 0, 0: [0, 0, 0+], [1, 2, 3+], [2, 5, 9+]+]"
CASES = {
    **{name: Case(arch=text) for name, text in CLAUSES.items()},
    # For several kinds, for buildings of the box, and for all.
    "inherited": Case(wall="score 2 per den adjacent to self  score -1 per wall in city", arch="score 1 per hut in row of self"),
    "huts": Case(hut="score by floors of self [1, 3]  score -3 if some hut adjacent to self"),
    "dens": Case(den="score by water seated, count of hut adjacent to self [[0, 1, 2], [1, 2, 4], [3, 5, 8]]"),
    "two arches": Case(arch="copies 2  score 3 per arch diagonal to self  score -2 per hut in city", arches=2),
    "groups": Case(wall="score by size of group of wall at self [from 1: 3, -1, 4, 0+]"),
    "groups of what is not there": Case(den="score by size of group of not wall at self [from 1: 0, 1, 5, -2+]"),
    "groups that all have": Case(den="score by size of group of den at self [from 0: 2+]"),
    "groups of two sorts": Case(hut=f"score by size of group of hut at self, size of group of (hut or wall) at self {TABLE}"),
    "a group and a number": Case(wall=f"score by size of group of wall at self + 1, count of hut {TABLE}"),
    "joined": Case(arch="joins groups of hut even when inactive", hut="score by size of group of hut at self [from 1: 0, 1, 4+]"),
    "stacked": Case(whole="score highest floors of hut in city  score -2 * lowest floors of hut"),
    # Runs: whose length counts, whose length is not wanted, and that are not there.
    "a run from place to place": Case(hut="score longest run of (wall in line of self) in some column at most 1", scope="any"),
    "no run for the beholder": Case(den="score 2  score longest run of (wall in row of self) in a row", wall="score -5"),
    "runs that cost": Case(whole="score by longest run of wall in a line [4, 1, 0]", wall="score 2"),
    "runs in rows": Case(whole="score sum of (longest run of hut in one) over row as one  score 1 per wall"),
    "no run": Case(hut="score 2 - longest run of wall in some column", den="score -1"),
    "runs through": Case(wall="score by run of wall through self in row, run of hut through self in column [[1, 0+], [0, 3+], [5, 1+]+]"),
    # Numbers.
    "division": Case(whole="score (3 * count of wall - count of hut) / 2  score (count of den + 2 * count of hut) mod 3"),
    "comparisons": Case(whole="score 4 if count of wall = count of hut and count of den != 1  score 1 if count of wall < 2"),
    "least and most": Case(wall="score min(3, 2 * count of hut - count of den)", hut="score max(count of den, 1) at most 1"),
    # Products; of a size of a group there is a bound from numbers alone.
    "numbers times numbers": Case(whole="score count of hut * count of wall - 2 * (count of den * count of den)"),
    "sizes times floors": Case(hut="score size of group of hut at self * floors of self"),
    "sizes times seats": Case(den="score 2 * size of group of (den or hut) at self * water seated if some wall"),
    "sizes times what may be less than nothing": Case(hut="score 3 * size of group of hut at self * (2 * floors of self - 3)"),
    "sizes that cost": Case(wall="score -2 * size of group of wall at self * floors of self", hut="score 3"),
    "sizes times sizes": Case(hut="score size of group of hut at self * size of group of (hut or wall) at self"),
    "sizes times what is beside": Case(hut="score size of group of hut at self * count of wall adjacent to self"),
    "sizes where a place counts": Case(wall="score size of group of wall at self * (if self is active then 2 else 1) if some den adjacent to self"),
    "costly": Case(hut="score -3", wall="score -2", den="score -1", arch="score 4 if exactly 2 hut"),
    "districts": Case(den="score sum of (if some hut in it then 2 else -1) over district", hut="score 1 per den in district of self"),
    "distances": Case(hut="score distance from self to nearest wall  score -1 per space within 1 of self is empty".replace(" is empty", "")),
    "sides": Case(wall="score 3 if self is on left edge".replace("self is on left edge", "some wall on left edge"), hut="score 1 per den on top edge"),
    # What inactive buildings do.
    "stay": Case(arch="score 2 per hut adjacent to self", den="score 1 per inactive building adjacent to self", law="inactive buildings stay"),
    "leave": Case(den="score 1 per inactive building adjacent to self", hut="score 1 per placed wall adjacent to self"),
    "even when inactive": Case(arch="score 3 per inactive wall in row of self  score 1", law="tiles score even when inactive"),
    # In scope `any` the VP on the active ones are not to be laid on the other.
    "inactive huts": Case(hut="score 1", whole="score 9 if some inactive hut on left edge on top edge and some active hut with floors = 2", scope="any"),
    # Units.
    "any seats": Case(arch="seats any water  score by water seated [0, 1, 1, 4, 4+]", den="score water seated / 2"),
    "seats even when inactive": Case(arch="seats 3 water even when inactive", den="score sum of water seated over wall"),
    "units": Case(whole="score unseated water * 3 if some den  score -2 * received water", deep=True),
    "full": Case(hut="score 2", den="score -1 per water seated", law="seating full", deep=True),
    "activation first": Case(hut="score -2", den="score 2 per water seated", law="seating activation_first", deep=True),
    "may gain": Case(arch="when game ends may gain 1 water per hut adjacent to self", den="score 2 per water seated", deep=True),
    "gain": Case(arch="when game ends gain (count of den adjacent to self - 1) water  score 1", hut="score 2", deep=True),
    "may gain all of": Case(arch="when game ends may gain all of 3 water if some hut in row of self", deep=True),
    "gains twice": Case(arch=f"seats 6 water  score 3 * water seated  {MAY} {MAY}", deep=True),

    "more than the box has": Case(arch="when game ends gain 4 water", den="score 2 per water seated", hut="when game ends gain 2 water", deep=True),
    "gains of several": Case(wall="when game ends may gain (received water / 2) water", den="score water seated", deep=True),
}
PIECES = 6
STOCK = {"wet": (1, 1), "dry": (1, 0), "den": (1, 1), "wall": (1, 2)}


def states(room: int, inactive: bool) -> list[Building | None]:
    """What may be on a space. `inactive` says whether an Arch that is not active holds units."""
    huts = [Building("hut", n, active=a, seats={}) for n in (1, 2) for a in (True, False)]
    dens = [Building("den", active=True, seats={"water": n} if n else {}) for n in range(3)]
    walls = [Building(k, active=a, seats={}) for k in ("wall", "well") for a in (True, False)]
    arches = [
        Building("arch", active=a, seats={"water": n} if n else {})
        for a in (True, False)
        for n in range((room if a or inactive else 0) + 1)
    ]
    return [None, *huts, *dens, *walls, *arches]


Tiles = tuple[tuple[str, int], ...]


@cache
def givings(tiles: Tiles, arches: int, scope: str) -> frozenset[tuple[int, int]]:
    """All that these tiles can give in water, and how many of the floors of Huts are dry. None if the box has not all
    of them."""
    counts = dict(tiles)
    if counts.get("well", 0) > 1 or counts.get("arch", 0) > arches:
        return frozenset()
    wanted = [k for k, n in counts.items() for _ in range(n)]
    found = set()
    for dry in range(counts.get("hut", 0) + 1):
        sorts = [k for k in wanted if k != "hut"] + ["dry"] * dry + ["wet"] * (counts.get("hut", 0) - dry)
        gives = 2 * (len([x for x in sorts if x in ("wet", "well")]))
        if (gives, dry) in found or gives > PIECES:
            continue
        for taken in itertools.product(range(2), repeat=len(sorts)):
            used = Counter(zip(sorts, taken, strict=True))
            if scope == "supply":
                good = all(sum(used[x, i] for i in range(2)) <= sum(STOCK[x]) for x in STOCK)
            else:
                good = all(used[x, i] <= STOCK[x][i] for x in STOCK for i in range(2))
                good = good and all(taken.count(i) <= 2 for i in range(2))
                swapped = [sum(used[x, i] for x in ("wall", "well", "arch")) for i in range(2)]
                good = good and all(swapped[i] <= STOCK["wall"][i] for i in range(2))
            if good:
                found.add((gives, dry))
                break
    return frozenset(found)


@dataclass(frozen=True)
class Found:
    """A city as it was listed: its tiles, the water on needs and seats, and the floors of active and other Huts."""

    city: City
    tiles: Tiles
    needed: int
    floors: tuple[int, int]


@cache
def listed(room: int, inactive: bool, arches: int, scope: str, wells: int) -> tuple[Found, ...]:
    """All cities of which the box has enough tiles, whatever is taken when; in scope `any` all there are."""
    able = [x for x in states(room, inactive) if x is None or x.kind != "well" or wells]
    most = {"hut": 3, "den": 2, "wall": 3, "well": wells, "arch": arches} if scope != "any" else {}
    out = []
    for cells in itertools.product(able, repeat=4):
        tiles: Counter[str] = Counter()
        needed, floors = 0, [0, 0]
        for b in cells:
            if b is not None:
                tiles[b.kind] += b.floors
                needed += (b.active is True and b.kind != "den") + sum((b.seats or {}).values())
                if b.kind == "hut":
                    floors[not b.active] += b.floors
        if all(tiles[k] <= n for k, n in most.items()) and needed <= PIECES + 3:
            city = City("square", cells, {"water": needed})
            out.append(Found(city, tuple(sorted(tiles.items())), needed, (floors[0], floors[1])))
    return tuple(out)


def supplies(x: Found, case: Case, scorer: Scorer, scope: str) -> Iterator[tuple[City, int]]:
    """The city with all that it can have, taken at the end, too; and the VP on its active Huts."""
    if scope == "any":
        able = {(n, x.floors[0]) for n in range(PIECES + 1)}
    else:
        able = set(givings(x.tiles, case.arches, scope))
    best: dict[int, int] = {}
    for gives, dry in able:
        if dry - x.floors[0] <= x.floors[1]:
            best[gives] = max(best.get(gives, 0), min(dry, x.floors[0]))
    for gives, worth in best.items():
        city = replace(x.city, supply={"water": gives})
        sums = {0}
        if scope != "any":
            for gain, _, n in scorer.compiled.available(city, scorer.view(city)):
                units = {"forced": [n], "any": range(n + 1), "whole": [0, n]}[gain.mode]
                sums = {a + b for a in sums for b in units}
        for more in sums:
            if x.needed <= gives + more <= PIECES:
                yield replace(city, taken={(0, "water"): more}), worth


def totals(case: Case, spec: Specification, scope: str, wells: int = 1) -> Iterator[tuple[int, Found]]:
    """The totals of all cities of a scope."""
    scorer = Scorer(spec, "square")
    arch = scorer.game.kinds["arch"]
    room = min(arch.seats.get("water", 0), PIECES)
    for x in listed(room, arch.seats_inactive, case.arches, scope, wells):
        if case.deep:
            for city, worth in supplies(x, case, scorer, scope):
                if not idle_units(city, scorer.game):
                    yield scorer.total(city) + worth, x
        elif scope == "any":
            if x.needed <= PIECES:
                yield scorer.total(x.city) + x.floors[0], x
        else:
            able = [
                min(dry, x.floors[0]) - (gives - x.needed)
                for gives, dry in givings(x.tiles, case.arches, scope)
                if gives >= x.needed and dry - x.floors[0] <= x.floors[1]
            ]
            if able:
                yield scorer.total(x.city) + max(able), x


@pytest.fixture(scope="module")
def folder(tmp_path_factory: pytest.TempPathFactory) -> Path:
    return tmp_path_factory.mktemp("four")


@pytest.mark.parametrize("name", CASES)
def test_the_best_of_all_cities(folder: Path, name: str, request: pytest.FixtureRequest) -> None:
    """In each scope (one of them in turn, where time is short) no city has more, and one has as much."""
    case = CASES[name]
    spec = case.spec(folder)
    soak = request.config.getoption("--soak")
    number = list(CASES).index(name)
    in_turn = case.scope or ("supply", "rounds")[number % 2]
    for scope in ("any", "supply", "rounds") if soak else (in_turn,):
        # Without Wells there are half as many cities.
        wells = int(scope != "any" or soak > 0)
        question = asked(spec, scope, only=None if wells else frozenset({"arch"}))
        found = best_city(spec, question, time_limit=600)
        most = max(value for value, _ in totals(case, spec, scope, wells))
        assert (found.verdict, found.value, found.bound) == ("optimal", most, most), scope


@pytest.mark.parametrize("name", ["dens", "huts", "groups of two sorts", "runs in rows", "comparisons", "full"])
def test_bounds_by_branching(folder: Path, name: str) -> None:
    """Where a solver is given next to no time for a part, so that all is split down to single numbers, the bound is
    the best total, too; with a value that is too high no part is left."""
    case = CASES[name]
    spec = case.spec(folder)
    scope = case.scope or "rounds"
    wells = int(scope != "any")
    question = asked(spec, scope, only=None if wells else frozenset({"arch"}))
    most = max(value for value, _ in totals(case, spec, scope, wells))
    model, total = model_of(spec, question)
    for value in (None, most - 1, most + 1):
        meeting = Meeting()
        if value is not None:
            meeting.found(value)
        branching = Branching(Neighbours(model), total, meeting, work=1e-4)
        deadline = time.monotonic() + 600  # never reached, however busy the machine is
        with ThreadPoolExecutor(3) as pool:  # they share the work
            for done in [pool.submit(branching.run, deadline) for _ in range(3 if value is None else 1)]:
                done.result()
        assert meeting.bound == max(most, most if value is None else value)
        assert branching.parts > 1
        if value != most + 1:
            assert branching.best is not None and branching.best.value == most


def test_no_relaxation_is_asked_when_the_time_is_out(folder: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """Each takes seconds in a large game, and a part is split into several at once: the time would be over long
    before all are made. What they would have said is left open, and no bound is lower than the best total."""
    spec = CASES["dens"].spec(folder)
    most = max(value for value, _ in totals(CASES["dens"], spec, "rounds"))
    model, total = model_of(spec, asked(spec, "rounds"))
    asked_at: list[float] = []
    maximize = Relaxation.maximize

    def slow(*args: Any, **more: Any) -> Any:
        asked_at.append(time.monotonic())
        found = maximize(*args, **more)
        time.sleep(0.3)
        return found

    monkeypatch.setattr(Relaxation, "maximize", slow)
    meeting = Meeting()
    branching = Branching(Neighbours(model), total, meeting, work=1e-4)
    deadline = time.monotonic() + 1
    branching.run(deadline)
    assert asked_at and max(asked_at) < deadline
    assert meeting.bound is None or meeting.bound >= most


def test_nothing_is_proved_of_a_search_that_was_not_done(folder: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """Also where leaving out what is of no use is done, and proved to be the least."""
    spec = CASES["dens"].spec(folder)
    most = best_city(spec, asked(spec, "rounds"), time_limit=600).value
    assert most is not None
    whole = Search._searched

    def cut_short(self: Search, at_most: int | None) -> solve.Answer:
        return replace(whole(self, at_most), status="feasible", bound=most + 2)

    monkeypatch.setattr(Search, "_searched", cut_short)
    found = best_city(spec, asked(spec, "rounds"), time_limit=600)
    assert (found.verdict, found.value, found.bound, found.proof) == ("feasible", most, most + 2, ())


# ---- the best ones, one after the other, and where they can be placed -------------------------------------

FLIPS = ((0, 1, 2, 3), (1, 0, 3, 2), (2, 3, 0, 1), (3, 2, 1, 0))
LADDERS = {
    "beside": ("score 1 per den adjacent to self", "score 1"),
    "tall": ("score 3 * floors of self - 2  score 2 per den diagonal to self", "score -1 per hut adjacent to self"),
    "down": ("score 2 * (count of den adjacent to self)  score -1", "score 3 if exactly 1 hut"),
}


def by_layout(spec: Specification, cities: Iterator[City]) -> list[int]:
    """The best totals of all layouts up to flips, from the highest down. A Gate looks at the floors of the Huts beside
    it, so all kinds and floors are told apart."""
    scorer = Scorer(spec, "square", {"rule": "shown"})
    best: dict[tuple[str, ...], int] = {}
    for city in cities:
        sorts = ["" if b is None else f"{b.kind} {b.floors}" for b in city.cells]
        layout = min(tuple(sorts[s] for s in flip) for flip in FLIPS)
        best[layout] = max(scorer.total(city), best.get(layout, -99))
    return sorted(best.values(), reverse=True)


@pytest.mark.parametrize("name", LADDERS)
@pytest.mark.parametrize("rule", ["lines", "shown"])
def test_best_cities_in_turn(name: str, rule: str, tmp_path: Path, request: pytest.FixtureRequest) -> None:
    """The layouts in turn, each once and with its best city; `placeable` those that can be played to on a board whose numbers
    lie differently on every side. Without the rule of placement they have more."""
    soak = request.config.getoption("--soak")
    hut, den = LADDERS[name]
    text = RULES.replace("  needs nothing\n  print", f"  needs nothing\n  {hut}\n  print")
    file = tmp_path / "ladders.rules"
    file.write_text(text.replace("glyph d  needs nothing", f"glyph d  needs nothing  {den}"), "utf-8")
    spec = load([file])
    values = {}
    for scope in ("rounds", "placeable"):
        # To the end where a search for what can be placed goes through another one for all, so that this one has to end, too.
        every = soak or (name, rule, scope) == ("down", "shown", "placeable")
        first = None if every else 8  # how many are looked at
        q = replace(asked(spec, scope), readings=spec.readings({"rule": rule}))
        found = list(itertools.islice(best_cities(spec, q, time_limit=120), first))
        if first is None:
            assert found.pop().verdict == "infeasible"
        assert {x.verdict for x in found} == {"optimal"}
        values[scope] = [x.value for x in found]
        wanted = by_layout(spec, (city_of(x) for x in reached(rule, 1, scope == "placeable")))
        assert values[scope] == wanted[:first], scope
        if scope == "placeable":
            built = reached(rule, 1)
            cities = [x.city for x in found if x.city is not None]
            told = [tuple(None if b is None else (b.kind, b.floors, b.vp) for b in x.cells) for x in cities]
            assert built.issuperset(told)
    assert values["placeable"][:8] != values["rounds"][:8] or rule == "lines"


# ---- interrupts ----------------------------------------------------------------------------------------------


@pytest.mark.parametrize("scope", ["rounds", "placeable"])
def test_an_interrupt_ends_the_search(scope: str, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """At whichever question to a solver it comes: no other is asked, and what is said then is true."""
    file = tmp_path / "ladders.rules"
    file.write_text(RULES, "utf-8")
    spec = load([file])
    q = replace(asked(spec, scope), readings=spec.readings({"rule": "lines"}))
    wanted = by_layout(spec, (city_of(x) for x in reached("lines", 1, scope == "placeable")))[0]
    ask = solve.maximize
    calls = 0
    at = 0

    def maximize(*args: Any, **options: Any) -> solve.Answer:
        """Answers until call number `at`, which is interrupted: it knows a city then, or no more than a bound."""
        nonlocal calls
        calls += 1
        if calls == at:
            if not options.get("anytime"):
                raise KeyboardInterrupt
            found = ask(*args, **options)
            if found.status == "infeasible":
                return solve.Answer("unknown", None, args[1].high, None, True, True)
            return replace(found, status="feasible", bound=args[1].high, stopped=True, interrupted=True)
        return ask(*args, **options)

    monkeypatch.setattr(solve, "maximize", maximize)
    seen = []
    for at in range(1, 40):
        calls = 0
        found = best_city(spec, q, time_limit=600)
        seen.append(found.verdict)
        if calls < at:
            break
        # What was on the way is looked at once more by the questions that make a city of it.
        assert (STOPPED in found.notes) == (found.verdict != "optimal")
        assert found.bound is None or found.bound >= wanted
        assert found.value is None or found.value <= wanted
        assert (found.verdict == "optimal") == (found.value is not None and found.value == found.bound)
    assert seen[-1] == "optimal" and "feasible" in seen and len(seen) > 3, seen


SIDES = """
game "Sides" {{ inactive buildings leave }}
mode square "Square" {{ board {{ 1 1 \n 2 2 }}  rounds 1  turns 1  players 1 to 1 }}
building hut "Hut" {{ glyph h  needs nothing }}
scoring whole "Whole" {{ score 1 per hut on {side} edge  {more} }}
inventory square {{ hut: 1 }}
"""


@pytest.mark.parametrize(
    ("side", "more", "values"),
    [
        # On the side, on the other one, and none; a flip that keeps the side makes no other city.
        ("bottom", "", [1, 0, 0]),
        ("left", "", [1, 0, 0]),
        ("bottom", "score 2 per hut on left edge", [3, 2, 1, 0, 0]),
        ("bottom", "score 1 per hut on top edge", [1, 1, 0]),
    ],
)
def test_flips_that_keep_what_is_named(tmp_path: Path, side: str, more: str, values: list[int]) -> None:
    """Mirror images are one city where the rules can not tell them apart, also if they name a side of the board."""
    (tmp_path / "sides.rules").write_text(SIDES.format(side=side, more=more), "utf-8")
    spec = load([tmp_path])
    found = [x.value for x in best_cities(spec, asked(spec, "rounds"), time_limit=600)]
    assert found == [*values, None]
