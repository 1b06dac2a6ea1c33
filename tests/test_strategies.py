"""The strategies that anybody can use: what they draw is possible and checks, and shrinks to the least there is."""

from __future__ import annotations

from pathlib import Path

import pytest
from hypothesis import HealthCheck, find, given, settings
from hypothesis import strategies as st

from dsl.assemble import Specification
from dsl.city import City, faults, idle_units, lost_units
from dsl.diagnostics import Bag, Failure
from dsl.load import assembled, load
from dsl.parse import parse
from dsl.scorer import Scorer
from dsl.source import Source
from verifier.box import complaints
from verifier.strategies import cities, clauses, tiles

TESTS = Path(__file__).parent
ORCHARD = load([TESTS / "games" / "orchard"])
LITTLE = load([TESTS / "games" / "two_by_two"])
quick = settings(max_examples=40, derandomize=True, suppress_health_check=list(HealthCheck))
MODES = [(x, m, scope) for x in (ORCHARD, LITTLE) for m in x.modes for scope in ("any", "supply")]


@pytest.mark.parametrize(("spec", "mode", "scope"), MODES)
def test_cities_are_possible(spec: Specification, mode: str, scope: str) -> None:
    game, scorer = spec.game(mode), Scorer(spec, mode)
    kinds = set()

    @quick
    @given(cities(spec, mode, scope=scope))  # type: ignore[arg-type]
    def test(city: City) -> None:
        assert not [*faults(city, game), *lost_units(city, game), *idle_units(city, game)]
        assert not complaints(city, game, scope, game.mode.usual_players)
        assert all(b.active is not None and b.seats is not None for _, b in city.buildings())
        assert sum(scorer.sheet(city).parts.values()) == scorer.total(city)
        kinds.update(b.kind for _, b in city.buildings())

    test()
    assert len(kinds) > len(game.kinds) // 2


def test_they_shrink_to_the_smallest_city() -> None:
    two = find(cities(LITTLE, "square"), lambda city: sum(b.kind == "hut" for _, b in city.buildings()) >= 2)
    assert sorted(b.floors for _, b in two.buildings()) == [1, 1]
    one = find(cities(LITTLE, "square", kinds=["den"]), lambda city: any(True for _ in city.buildings()))
    assert [b.kind for _, b in one.buildings()] == ["den"]


@pytest.mark.parametrize(("spec", "mode", "parent"), [(ORCHARD, "grove", ORCHARD.tiles("grove")[0]), (LITTLE, "square", "wall")])
def test_tiles_check(spec: Specification, mode: str, parent: str) -> None:
    heads = set()

    @quick
    @given(tiles(spec, mode, parent, name="mine"))
    def test(text: str) -> None:
        bag = Bag()
        made = assembled([*spec.files, parse(Source("mine", text), bag)], bag)
        assert "mine" in made.tiles(mode) and not bag.found
        heads.add(text.split("\n")[2].split()[0])

    test()
    assert {"score", "when", "under"} <= heads
    assert find(tiles(spec, mode, parent, name="mine"), lambda text: "score" in text).split("\n")[2] == "  score 0"


def test_clauses_check_and_what_can_not_be_is_refused() -> None:
    @quick
    @given(st.data())
    def test(data: st.DataObject) -> None:
        owner = data.draw(st.sampled_from(["hut", "spread"]))
        text = data.draw(clauses(LITTLE, "square", owner))
        source = Source("x", f'building x "X" {{\n{text}\n}}')
        bag = Bag()
        parse(source, bag)
        assert not bag.found and ("self" not in text or owner == "hut")

    test()
    with pytest.raises(KeyError):
        clauses(LITTLE, "square", "castle")
    with pytest.raises(KeyError):
        cities(LITTLE, "square", kinds=["castle"])
    with pytest.raises(Failure):
        tiles(LITTLE, "square", "castle")
