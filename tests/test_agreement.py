"""The compiled scorer against the reference scorer: random cities, random seatings, all readings."""

from __future__ import annotations

import random
from dataclasses import replace
from functools import cache

import pytest
import reference
from cities import KINDS, MODES, cities, random_city, to_reference
from hypothesis import given, settings
from hypothesis import strategies as st

from dsl import core as c
from dsl.assemble import Specification
from dsl.city import City, faults
from dsl.city_text import write_rows
from dsl.load import load, shipped
from dsl.scorer import Scorer

SEEDS = range(8)
GROUPS = 8  # choices of readings for each seed and mode, each tried on many cities
CITIES = 160  # 8 seeds * 2 modes * 8 groups * 160 cities = 20,480


def draw_readings(rnd: random.Random) -> dict[str, str]:
    """One reading of each ruling: the default twice as often as another."""
    return {name: rnd.choice([names[0], *names]) for name, names in reference.RULINGS.items()}


def plan(seed: int) -> list[tuple[str, dict[str, str]]]:
    """The modes and readings of a seed."""
    rnd = random.Random(f"readings {seed}")
    return [(mode, draw_readings(rnd)) for mode in MODES for _ in range(GROUPS)]


def agree(scorer: Scorer, city: City) -> dict[str, int]:
    """Compare the whole sheet; parts of 0 VP may be missing on either side. Returns what was not 0."""
    shown = "\n".join(write_rows(city, scorer.game)) + f"\n{city.supply}\n{scorer.readings}"
    translated = to_reference(city)
    assert faults(city, scorer.game) == [] == reference.check(translated), shown
    expected = reference.score(translated, {r: scorer.readings[r] for r in reference.RULINGS})
    sheet = scorer.sheet(city)
    parts = {name: vp for name, vp in expected["parts"].items() if vp}
    assert {name: vp for name, vp in sheet.parts.items() if vp} == parts, shown
    assert sheet.total == expected["total"] == scorer.total(city), shown
    assert sheet.own == expected["own"], shown
    return {**parts, **{f"own {tile}": vp for tile, vp in expected["own"].items() if vp}}


@pytest.mark.parametrize("seed", SEEDS)
def test_sweep(spec: Specification, seed: int) -> None:
    """More than 20,000 cities in all; in each share of them every part and tile scores in many."""
    rnd = random.Random(f"cities {seed}")
    scored: dict[str, int] = {}
    for mode, readings in plan(seed):
        scorer = Scorer(spec, mode, readings)
        for _ in range(CITIES):
            for name in agree(scorer, random_city(rnd, mode)):
                scored[name] = scored.get(name, 0) + 1
    kinds = {k for names in KINDS.values() for k in names}
    tiles = kinds - {"tower_block", "shop", "park", "playground", "factory", "harbor", "monument"}
    tiles -= {"public_service", "office_tower", "tv_station", "electric_utility", "maternity_ward"}
    parts = {"tower_block", "shop", "park", "factory", "public_services", "harbors", "printed"}
    parts |= {"office_tower", "monument", "unseated_inhabitants", "unseated_energy"}
    rare = {name for name in parts | {f"own {t}" for t in tiles} if scored.get(name, 0) < 20}
    assert not rare


def test_every_reading_is_drawn_often() -> None:
    """At least a thousand cities for each reading that the mode knows."""
    drawn: dict[tuple[str, str], int] = {}
    for seed in SEEDS:
        for _, readings in plan(seed):
            for ruling in readings.items():
                drawn[ruling] = drawn.get(ruling, 0) + CITIES
    pairs = {(ruling, name) for ruling, names in reference.RULINGS.items() for name in names}
    assert {p: n for p, n in drawn.items() if n < 1000} == {} and drawn.keys() == pairs
    assert len(SEEDS) * len(MODES) * GROUPS * CITIES >= 20_000


READINGS = [{ruling: names[0] for ruling, names in reference.RULINGS.items()}] + [
    draw_readings(random.Random(f"hypothesis {i}")) for i in range(9)
]


@cache
def scorers() -> dict[tuple[str, int], Scorer]:
    """One scorer for each mode and choice of readings, made once."""
    spec = load([shipped()])
    return {(m, i): Scorer(spec, m, r) for m in MODES for i, r in enumerate(READINGS)}


@settings(max_examples=200)
@given(st.data(), st.sampled_from(MODES), st.sampled_from(range(len(READINGS))))
def test_agreement(data: st.DataObject, mode: str, number: int) -> None:
    """The same with cities that shrink."""
    agree(scorers()[mode, number], data.draw(cities(mode)))


@pytest.mark.parametrize(
    ("ruling", "reading"),
    [(ruling, name) for ruling, names in reference.RULINGS.items() for name in names[1:]],
)
def test_every_reading_matters(spec: Specification, ruling: str, reading: str) -> None:
    """Another reading scores some city differently, and then both scorers see the difference."""
    rnd = random.Random(f"difference {ruling} {reading}")
    plain, other = (Scorer(spec, "expert", r) for r in ({}, {ruling: reading}))
    for _ in range(20_000):
        city = random_city(rnd, "expert")
        translated = to_reference(city)
        if reference.score(translated) != reference.score(translated, {ruling: reading}):
            agree(plain, city)
            agree(other, city)
            assert plain.sheet(city) != other.sheet(city)
            return
    pytest.fail("no city tells the readings apart")


def test_rulings_of_the_reference(spec: Specification) -> None:
    """The reference knows the readings of just those rulings that bear on the score of a given city, which says itself
    what is printed on its tiles."""

    def scored(game: c.Game) -> dict[str, c.Kind]:
        return {n: replace(k, prints=()) for n, k in game.kinds.items()}

    for name, ruling in spec.rulings.items():
        if name in reference.RULINGS:
            assert (ruling.default, *sorted(ruling.names()[1:])) == (
                reference.RULINGS[name][0],
                *sorted(reference.RULINGS[name][1:]),
            )
            continue
        for mode in MODES:
            default = spec.game(mode)
            for reading in ruling.names():
                game = spec.game(mode, {name: reading})
                assert game.clauses == default.clauses and scored(game) == scored(default), name
                assert game.inactive_leave == default.inactive_leave, name


@pytest.mark.parametrize("mode", MODES)
def test_facts_of_kinds(spec: Specification, mode: str) -> None:
    """Needs, seats, floors and districts as typed in again for the reference."""
    game = spec.game(mode)
    assert sorted(game.kinds) == KINDS[mode]
    for name, kind in game.kinds.items():
        for resource in game.resources:
            assert kind.needs.get(resource.name, 0) == reference.needs(mode, name)[resource.plural]
            assert kind.seats.get(resource.name, 0) == reference.seat_caps(mode, name)[resource.plural]
        assert kind.max_floors == reference.max_floors(mode, name)
