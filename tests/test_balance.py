"""Random cities as arrays are cities, and what is said of them is what one counts oneself."""

from __future__ import annotations

import json
import math
import re
import statistics
import xml.etree.ElementTree as ET
from collections import Counter
from collections.abc import Mapping
from dataclasses import dataclass
from pathlib import Path

import numpy as np
import pytest
from cities import MODES

from dsl.assemble import Specification
from dsl.city import City, faults, idle_units, lost_units
from dsl.load import load, shipped
from dsl.scorer import Scorer
from dsl.to_numpy import BatchScorer
from verifier.balance import Distribution, balance, correlation
from verifier.charts import bars, bins, svg
from verifier.cli import main
from verifier.draws import EMPTY, Draw, NoTiles
from verifier.report import Terminal

TESTS = Path(__file__).parent
HOW = ("uniform", "play")


def drawn(scorer: BatchScorer, how: str, number: int, seed: int = 1) -> list[City]:
    """Cities one by one."""
    return [x for batch in Draw(scorer, how, 4).cities(number, seed) for x in batch.cities(scorer.game)]


# ---- the cities -----------------------------------------------------------------------------------------------


@pytest.mark.parametrize("how", HOW)
@pytest.mark.parametrize("mode", MODES)
@pytest.mark.parametrize("withholding", ["free", "use_all", "activate_first"])
def test_they_are_possible(spec: Specification, mode: str, how: str, withholding: str) -> None:
    """Complete, within all capacities, with gains as offered, and seated as the rule of seating wants it."""
    scorer = Scorer(spec, mode, {"withholding": withholding})
    cities = drawn(BatchScorer(spec, mode, scorer.readings), how, 300)
    assert len(cities) == 300
    for city in cities:
        wrong = faults(city, scorer.game), lost_units(city, scorer.game), idle_units(city, scorer.game)
        assert wrong == ([], [], []) and scorer.gain_complaints(city) == [], city
    assert any(city.taken for city in cities)


def test_forced_gains() -> None:
    """The homebrew Clinic gives units that have to be taken."""
    spec = load([shipped(), shipped() / "homebrew"])
    scorer, batches = Scorer(spec, "expert"), BatchScorer(spec, "expert")
    cities = drawn(batches, "uniform", 200)
    assert [x for city in cities for x in scorer.gain_complaints(city) + faults(city, scorer.game)] == []
    assert any((city.taken or {}).get((s, "inhabitant")) for city in cities for s, b in city.buildings() if b.kind == "clinic")


def test_uniform_is_uniform(spec: Specification) -> None:
    """Empty spaces, kinds, floors and prints come as often as they should, within five standard deviations."""
    scorer = BatchScorer(spec, "classic")
    cities, number = drawn(scorer, "uniform", 2000), 2000 * 16
    there = [b for city in cities for _, b in city.buildings()]
    assert {len(city.cells) for city in cities} == {16}
    kinds = Counter(b.kind for b in there)
    chance = (1 - EMPTY) / len(scorer.game.kinds)

    def near(found: int, expected: float, of: int) -> bool:
        return abs(found - of * expected) < 5 * math.sqrt(of * expected * (1 - expected))

    assert near(number - len(there), EMPTY, number)
    plain = [k for k in scorer.game.kinds if not scorer.game.kinds[k].is_tile and k != "public_service"]
    assert len(plain) == 6 and all(near(kinds[k], chance, number) for k in plain)
    # A tile stands once at most. It stands unless none of 16 spaces drew it; the others became Public Services.
    tiles = [k for k, kind in scorer.game.kinds.items() if kind.is_tile]
    assert all(near(kinds[k], 1 - (1 - chance) ** 16, 2000) for k in tiles)
    services = sum(kinds[k] for k in (*tiles, "public_service"))
    assert near(services, chance * (len(tiles) + 1), number)
    # Which of several stays is chance, too.
    spaces = Counter(s for city in cities for s, b in city.buildings() if b.kind in tiles)
    assert all(near(spaces[s], 1 / 16, sum(spaces.values())) for s in range(16))
    floors = Counter(b.floors for b in there if b.kind == "tower_block")
    assert sorted(floors) == [1, 2, 3, 4]
    assert all(near(n, 1 / 4, kinds["tower_block"]) for n in floors.values())
    ones = Counter(b.gains["inhabitant"] for b in there if b.kind == "tower_block" and b.floors == 1)
    assert sorted(ones) == [1, 2, 3] and all(near(n, 1 / 3, floors[1]) for n in ones.values())


@pytest.mark.parametrize("mode", MODES)
def test_play_keeps_to_the_box(spec: Specification, mode: str) -> None:
    """No more tiles of a kind than the rounds have, or a player has turns; tiles stand in place of Public Services."""
    scorer = BatchScorer(spec, mode)
    game = scorer.game
    stock = Counter[str]()
    for x in game.stock[4]:
        stock[x.kind] += sum(x.copies)
    many = 0
    for city in drawn(scorer, "play", 400):
        used = Counter[str]()
        for _, b in city.buildings():
            tile = game.kinds[b.kind].is_tile
            assert not tile or b.kind not in used
            used[b.kind] += b.floors
            used["services"] += tile or b.kind == "public_service"
            many += tile
        services = used.pop("services")
        assert services <= stock["public_service"]
        assert sum(used.values()) <= game.mode.rounds * game.mode.turns
        assert all(n <= stock[k] for k, n in used.items() if not game.kinds[k].is_tile)
    # A Public Service in 25 tiles is drawn so often; half of them, and a few less for want of a place, are replaced.
    expected = 400 * 0.5 * stock["public_service"] * game.mode.turns / (25 if mode == "expert" else sum(stock.values()) / 4)
    assert 0.8 * expected < many < 1.1 * expected


@dataclass(frozen=True)
class Placing:
    """A placement rule."""

    copies: Mapping[int, Mapping[int, int]]
    buildings: Mapping[int, frozenset[int]]
    floors: Mapping[tuple[int, int], frozenset[int]]


def test_the_placement_rule() -> None:
    """Numbers are used as often as they are there, and a tile goes only where its number lets it go."""
    spec = load([TESTS / "games" / "two_by_two"])
    scorer = BatchScorer(spec, "square")
    assert scorer.game.stock == {} or not any(scorer.game.stock.values())
    with pytest.raises(NoTiles, match="do not say which tiles"):
        Draw(scorer, "play", scorer.game.mode.usual_players)
    shop = load([shipped()])
    scorer = BatchScorer(shop, "expert")
    rule = Placing({4: {1: 1, 2: 3}}, {1: frozenset({7}), 2: frozenset({0, 1, 2})}, {(2, 2): frozenset({1})})
    found = Counter[tuple[int, int]]()
    for batch in Draw(scorer, "play", 4, rule).cities(500, 1):
        for city in batch.cities(scorer.game):
            found.update((s, b.floors) for s, b in city.buildings())
    assert {s for s, _ in found} == {0, 1, 2, 7} and {x for x in found if x[1] > 1} == {(1, 2)}
    # Each round uses number 1 once and number 2 three times: the four spaces are full after a round or two.
    assert all(found[s, 1] + found[s, 2] > 490 for s in (0, 1, 2, 7))


def test_seeds(spec: Specification) -> None:
    """The same seed gives the same cities, another one others."""
    scorer = BatchScorer(spec, "classic")
    for how in HOW:
        once, again, other = (drawn(scorer, how, 50, seed) for seed in (1, 1, 2))
        assert once == again != other


# ---- what is said of them -------------------------------------------------------------------------------------


def test_distribution() -> None:
    """By hand: 0, 0, 1, 5 have the mean 1.5 and the variance (2.25 + 2.25 + 0.25 + 12.25) / 4."""
    found = Distribution.of(np.array([5, 0, 1, 0]))
    assert dict(found.counts) == {0: 2, 1: 1, 5: 1} and found.cities == 4
    assert (found.mean, found.zero) == (1.5, 0.5) and found.deviation == pytest.approx((17 / 4) ** 0.5)
    assert [found.quantile(q) for q in (1, 50, 51, 75, 76, 100)] == [0, 0, 1, 1, 5, 5]
    none = Distribution.of(np.array([], np.int64))
    assert (none.cities, none.mean, none.deviation, none.zero, none.quantile(50)) == (0, 0, 0, 0, 0)


def test_correlation() -> None:
    """Nothing is said of few pairs, or where one side is constant."""
    a = np.arange(100)
    assert correlation(a, 3 - 2 * a) == pytest.approx(-1) and correlation(a[:99], a[:99]) is None
    assert correlation(a, np.ones(100)) is None


@pytest.mark.parametrize("how", HOW)
def test_as_counted_one_by_one(spec: Specification, how: str) -> None:
    """Every number, from the sheets of the same cities by the scalar scorer."""
    found = balance(spec, "classic", how, players=4, cities=1500, seed=3)
    scorer = Scorer(spec, "classic")
    sheets = [scorer.sheet(x) for x in drawn(BatchScorer(spec, "classic"), how, 1500, 3)]
    totals = [x.total for x in sheets]
    assert found.left_out == 0 and dict(found.total.counts) == dict(Counter(totals))
    assert found.total.mean == pytest.approx(statistics.mean(totals))
    assert found.total.deviation == pytest.approx(statistics.pstdev(totals))
    assert list(found.tiles) == list(spec.tiles("classic"))
    for tile, x in found.tiles.items():
        with_it = [s for s in sheets if tile in s.own]
        assert dict(x.own.counts) == dict(Counter(s.own[tile] for s in with_it))
        assert x.with_it == pytest.approx(statistics.mean(s.total for s in with_it))
        assert x.without == pytest.approx(statistics.mean(s.total for s in sheets if tile not in s.own))
        assert x.own.cities + x.others == 1500
    said = 0
    for (a, b), pair in found.pairs.items():
        both = [s for s in sheets if a in s.own and b in s.own]
        assert pair.cities == len(both)
        if pair.correlation is not None:
            said += 1
            expected = statistics.correlation([s.own[a] for s in both], [s.own[b] for s in both])
            assert pair.correlation == pytest.approx(expected)
    assert len(found.pairs) == 11 * 10 / 2 and (said > 20) == (how == "uniform")


# ---- how it is shown ------------------------------------------------------------------------------------------


def test_bins() -> None:
    """Widths are 1, 2, 5, 10, ..., and bins begin at multiples."""
    assert bins({}) == [] and bins({3: 7}) == [(3, 3, 7)]
    assert bins({0: 1, 2: 5}, 3) == [(0, 0, 1), (1, 1, 0), (2, 2, 5)]
    assert bins({-1: 1, 2: 5, 3: 1}, 3) == [(-2, -1, 1), (0, 1, 0), (2, 3, 6)]
    assert bins({0: 1, 9: 1, 4: 3}, 2) == [(0, 4, 4), (5, 9, 1)]
    assert [x[0] for x in bins({0: 1, 99: 1}, 10)] == list(range(0, 100, 10))
    assert [x[0] for x in bins({0: 1, 99: 1}, 5)] == list(range(0, 100, 20))
    assert [x[:2] for x in bins({0: 1, 99: 1}, 4)] == [(0, 49), (50, 99)]


def test_bars() -> None:
    """The longest bar is the most frequent value; shares are of all cities."""
    assert bars({0: 6, 1: 2}, Terminal(ascii=True), columns=9) == ["  0  #########   75.0 %", "  1  ###         25.0 %"]
    assert bars({0: 16, 1: 5}, Terminal(), columns=2) == ["  0  ██   76.2 %", "  1  ▋    23.8 %"]


def test_picture() -> None:
    """Well-formed, black on white, with a bar for each value that occurs."""
    text = svg("A & B", [[("one <", "remark", {0: 1, 2: 3}), ("none", "", {})]])
    tree = ET.fromstring(text)
    names = [x.tag.rpartition("}")[2] for x in tree.iter()]
    assert names.count("rect") == 1 + 2 and names.count("g") == 2
    assert {"A & B", "one <", "remark", "0 VP: 1 of 4", "2 VP: 3 of 4", "75 %"} <= {x.text for x in tree.iter()}
    assert set(re.findall(r'(?:fill|stroke)="([^"]+)"', text)) == {"black", "white", "none", "#666"}
    assert text == svg("A & B", [[("one <", "remark", {0: 1, 2: 3}), ("none", "", {})]])


def test_command(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    """Text, JSON and picture of the same numbers."""
    common = ["balance", "--mode", "classic", "--cities", "600", "--quiet"]
    assert main([*common, "--svg", str(tmp_path / "all.svg")]) == 0
    shown = capsys.readouterr().out
    assert "Drawn by chance: 600 cities" in shown and "Drawn as in play: 600 cities" in shown
    assert "not the best seating" in shown and "11 TV Station" in shown
    panels = [x for x in ET.parse(tmp_path / "all.svg").getroot() if x.tag.endswith("}g")]
    assert len(panels) == 2 * (1 + 11)
    assert main([*common, "Fire Station", "--draw", "uniform", "--format", "json"]) == 0
    (draw,) = json.loads(capsys.readouterr().out)["draws"]
    (tile,) = draw["tiles"]
    assert tile["tile"] == "fire_station" and sum(draw["total"]["counts"].values()) == 600
    assert f"mean {draw['total']['mean']:.2f} VP" in shown
    assert {len(x["tiles"]) for x in draw["pairs"]} == {2} and len(draw["pairs"]) == 10
    assert main([*common, "fire_station", "--draw", "uniform"]) == 0
    told = capsys.readouterr().out
    assert f"in the {tile['own']['cities']} cities with it" in told and "Drawn as in play" not in told


@pytest.mark.parametrize(
    ("arguments", "message"),
    [
        (["balance"], "there are several modes"),
        (["balance", "no_tile", "--mode", "expert"], "unknown tile `no_tile`"),
        (["balance", "capitol", "--mode", "classic"], "does not exist in classic"),
        (["balance", "--mode", "expert", "--players", "2", "--cities", "5"], "do not say which tiles expert has"),
        (["balance", "--mode", "expert", "--svg", "no/such/folder/x.svg"], "can not be written"),
        (["balance", "--mode", "expert", "--cities", "0"], "0 is less than 1"),
        (["balance", "--mode", "expert", "--cities", "9" * 20], f"{'9' * 20} is more than 20000000"),
        (["balance", "--mode", "expert", "--draw", "chance"], "invalid choice"),
    ],
)
def test_wrong_options(arguments: list[str], message: str, capsys: pytest.CaptureFixture[str]) -> None:
    """One message, exit code 2."""
    assert main(arguments) == 2
    assert message in capsys.readouterr().err
