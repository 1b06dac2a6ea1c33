"""Many cities at once have the scores that each of them has alone."""

from __future__ import annotations

import json
import random
from collections.abc import Sequence
from dataclasses import replace
from pathlib import Path
from typing import Any

import many
import numpy as np
import pytest
import reference
from cities import MODES, random_city, to_reference
from grounding import plain
from hypothesis import given, settings
from hypothesis import strategies as st
from little import LITTLE, all_cities, by_hand
from test_agreement import draw_readings

from dsl.assemble import Specification
from dsl.batch import PIECE, Batch, check, kinds
from dsl.bitslice import Sliced, packed
from dsl.circuit import Circuit, Linear, Lit, value_of
from dsl.city import Building, City, faults
from dsl.load import load, shipped
from dsl.scorer import Scorer
from dsl.to_numpy import BatchScorer, Scores, score_many
from verifier import laboratory

TESTS = Path(__file__).parent


def sheet_of(scores: Scores, i: int) -> tuple[int, dict[str, int], dict[str, int]]:
    """What a batch says of its city number `i`, without zeros."""
    parts = dict(zip(scores.part_names, scores.parts[i].tolist(), strict=True))
    own = dict(zip(scores.tiles, scores.own[i].tolist(), strict=True))
    return int(scores.total[i]), {k: n for k, n in parts.items() if n}, {k: n for k, n in own.items() if n}


# ---- against other scorers ----------------------------------------------------------------------------------


@pytest.mark.parametrize("stay", [False, True])
def test_all_cities_of_a_little_board(stay: bool) -> None:
    """All 14,641 of them, counted by hand."""
    spec = load([LITTLE])
    cities, states = zip(*all_cities(), strict=True)
    readings = {"broken": "stays"} if stay else {}
    scores = score_many(spec, "square", Batch.of(spec.game("square", readings), cities), readings)
    assert len(scores.total) == 11**4
    for i, there in enumerate(states):
        parts = by_hand(there, stay)
        parts["unseated_water"] = -(i % 3)  # so many units more than are seated
        own = sum(parts.values()) - sum(by_hand(there, stay, gate_text=False).values()) + i % 3
        shown = {k: n for k, n in parts.items() if n}
        assert sheet_of(scores, i) == (sum(parts.values()), shown, {"gate": own} if own else {}), there


@pytest.mark.parametrize("mode", MODES)
def test_as_the_reference(spec: Specification, mode: str) -> None:
    """Random cities under two random choices of readings, by the plain reference scorer."""
    rnd = random.Random(f"batches {mode}")
    for _ in range(2):
        readings = draw_readings(rnd)
        cities = [random_city(rnd, mode) for _ in range(200)]
        scores = score_many(spec, mode, Batch.of(spec.game(mode), cities), readings)
        for i, city in enumerate(cities):
            expected = reference.score(to_reference(city), readings)
            parts, own = ({k: n for k, n in expected[x].items() if n} for x in ("parts", "own"))
            assert sheet_of(scores, i) == (expected["total"], parts, own), (city, readings)


@pytest.mark.parametrize("mode", MODES)
def test_as_the_scalar_scorer(spec: Specification, mode: str) -> None:
    """Two thousand more, in more than one piece; the benchmark compares a hundred thousand."""
    assert many.disagreement(spec, mode, 1000) == ""
    cities = [random_city(random.Random(7), mode)] * (PIECE + 1)
    scores = score_many(spec, mode, Batch.of(spec.game(mode), cities))
    assert {int(x) for x in scores.total} == {Scorer(spec, mode).total(cities[0])}


def drawn_cities(spec: Specification, mode: str, number: int, pool: Sequence[str], given: bool) -> list[City]:
    """Random cities of the kinds whose units are given from outside, or come from their tiles."""
    rnd, found = random.Random(f"{mode} {given}"), list[City]()
    while len(found) < number:
        city = laboratory.random_city(rnd.choice, spec.game(mode), pool, None, not given)
        if (city.supply is not None) == given:
            found.append(city)
    return found


def test_homebrew() -> None:
    """The homebrew tiles together with all others, and what their gains offer."""
    spec = load([shipped(), shipped() / "homebrew"])
    scorer, batches = Scorer(spec, "classic"), BatchScorer(spec, "classic")
    scored: set[str] = set()
    for outside in (False, True):
        cities = drawn_cities(spec, "classic", 150, sorted(scorer.game.kinds), outside)
        batch = Batch.of(scorer.game, cities)
        scores, offers = batches.score(batch), batches.offers(batch)
        assert scores.tiles == spec.tiles("classic") and len(scores.tiles) == 29
        for i, city in enumerate(cities):
            sheet = scorer.sheet(city)
            parts, own = ({k: n for k, n in x.items() if n} for x in (sheet.parts, sheet.own))
            assert sheet_of(scores, i) == (sheet.total, parts, own), city
            scored |= own.keys()
            expected = {(gain, s): n for gain, s, n in scorer.compiled.available(city, scorer.view(city)) if n}
            found = np.argwhere(offers[i]).tolist()
            assert {(scorer.game.gains[g], s): offers[i, g, s] for g, s in found} == expected, city
        assert offers.any()
    assert len(scored) > 20


# ---- the arrays -----------------------------------------------------------------------------------------------


@pytest.mark.parametrize("given", [False, True])
def test_there_and_back(given: bool) -> None:
    """From cities to arrays and back to the same cities."""
    spec = load([TESTS / "games" / "orchard"])
    for mode in spec.modes:
        game = spec.game(mode)
        cities = drawn_cities(spec, mode, 100, sorted(game.kinds), given)
        batch = Batch.of(game, cities)
        check(batch, game)
        expected = [plain(city, game) for city in cities]
        if not given:
            expected = [replace(x, taken={k: n for k, n in (x.taken or {}).items() if n}) for x in expected]
        assert [plain(city, game) for city in batch.cities(game)] == expected


def little_batch() -> Batch:
    """A Hut with two floors that is active, a Den with a unit, two empty spaces; two units."""
    hut, den = Building("hut", 2, {}, 0, True, {}), Building("den", 1, {}, 0, True, {"water": 1})
    return Batch.of(load([LITTLE]).game("square"), [City("square", (hut, None, den, None), {"water": 2})] * 3)


def test_what_the_arrays_say() -> None:
    """Kinds are numbered from 1 in the order of the game, spaces in reading order."""
    game, batch = load([LITTLE]).game("square"), little_batch()
    assert kinds(game) == ("hut", "den", "wall", "gate")
    assert batch.kind.tolist() == [[1, 0, 2, 0]] * 3 and batch.floors.tolist() == [[2, 0, 1, 0]] * 3
    assert batch.active.tolist() == [[True, False, True, False]] * 3
    assert batch.seats[:, :, 0].tolist() == [[0, 0, 1, 0]] * 3
    assert batch.supply is not None and batch.supply.tolist() == [[2]] * 3 and batch.taken is None
    assert len(batch[1:]) == 2


@pytest.mark.parametrize(
    ("name", "at", "value", "message"),
    [
        ("kind", (1, 0), 5, "city 1, space 0: `kind` is not from 0 to 4"),
        ("kind", (1, 0), 0, "city 1, space 0: a building has 1 floor"),
        ("floors", (2, 0), 3, "city 2, space 0: a building has 1 floor"),
        ("floors", (2, 0), 0, "city 2, space 0: a building has 1 floor"),
        ("floors", (0, 1), 1, "city 0, space 1: a building has 1 floor"),
        ("active", (0, 3), True, "city 0, space 3: nothing stands there"),
        ("active", (1, 2), False, "city 1, space 2: the building there needs nothing"),
        ("seats", (2, 2, 0), 3, "city 2, space 2: more units of resource 0"),
        ("seats", (2, 0, 0), 1, "city 2, space 0: more units of resource 0"),
        ("seats", (2, 2, 0), -1, "city 2, space 2, resource 0: `seats` is not from 0 to 1023"),
        ("vp", (0, 1), 1, "city 0, space 1: nothing stands there"),
        ("vp", (0, 0), 1024, "city 0, space 0: `vp` is not from 0 to 1023"),
        ("gains", (1, 1, 0), 1, "city 1, space 1, resource 0: nothing stands there"),
        ("supply", (1, 0), 1, "city 1, resource 0: more units are seated"),
        ("supply", (1, 0), -2, "city 1, resource 0: `supply` is not from"),
    ],
)
def test_impossible_cities(name: str, at: tuple[int, ...], value: int, message: str) -> None:
    """Each is refused with its place; before, all of them were fine."""
    spec, batch = load([LITTLE]), little_batch()
    # The Hut 3, the Den [1, 2, 4][1] for one Hut beside it, a district with a Hut 1; two units are seated.
    assert score_many(spec, "square", batch).total.tolist() == [3 + 2 + 1] * 3
    array = getattr(batch, name)
    array[at] = value
    with pytest.raises(ValueError) as wrong:
        score_many(spec, "square", batch)
    assert str(wrong.value).startswith(message)


@pytest.mark.parametrize(
    ("name", "array", "message"),
    [
        ("kind", np.zeros((3, 5), np.int8), "`kind` is (3, 5), expected an array (3, 4)"),
        ("kind", None, "`kind` is NoneType, expected an array (N, 4)"),
        ("kind", [[0] * 4] * 3, "`kind` is list, expected an array (N, 4)"),
        ("kind", np.zeros((), np.int8), "`kind` is a single number, expected an array (N, 4)"),
        ("floors", np.zeros((3, 4)), "`floors` is of float64, expected integers"),
        ("active", np.zeros((3, 4), np.int8), "`active` is of int8, expected Booleans"),
        ("seats", np.zeros((3, 4), np.int8), "`seats` is (3, 4), expected an array (3, 4, 1)"),
        ("vp", [[0] * 4] * 3, "`vp` is list, expected an array (3, 4)"),
        ("gains", None, "`gains` is NoneType, expected an array (3, 4, 1)"),
        ("taken", np.zeros((2, 4, 1), np.int8), "`taken` is (2, 4, 1), expected an array (3, 4, 1)"),
    ],
)
def test_wrong_arrays(name: str, array: Any, message: str) -> None:
    """Other shapes and types are refused, with the expected ones."""
    with pytest.raises(ValueError) as wrong:
        check(replace(little_batch(), **{name: array}), load([LITTLE]).game("square"))
    assert str(wrong.value) == message


def test_cities_that_are_no_batch() -> None:
    """What is open, of another mode or unknown is named."""
    game = load([LITTLE]).game("square")
    empty = (None,) * 3
    for cities, message in [
        ([City("square", (Building("hut"), *empty), {})], "city 0, space 0: its seating is open"),
        ([City("round", (None, *empty), {})], "city 0: it is of round, with 4 spaces"),
        ([City("square", (Building("inn", active=True, seats={}), *empty), {})], "city 0, space 0: there is no `inn`"),
        ([City("square", (None, *empty), {}), City("square", (None, *empty))], "some cities say what their supply is"),
    ]:
        with pytest.raises(ValueError, match=message):
            Batch.of(game, cities)


def test_no_cities(spec: Specification) -> None:
    """A batch may be empty, and so may its cities."""
    game = spec.game("classic")
    none = score_many(spec, "classic", Batch.empty(game, 0))
    assert none.total.shape == (0,) and none.parts.shape == (0, len(none.part_names))
    assert none.own.shape == (0, len(none.tiles)) == (0, 11)
    two = score_many(spec, "classic", Batch.empty(game, 2))
    scorer = Scorer(spec, "classic")
    assert two.total.tolist() == [scorer.total(City("classic", (None,) * 16))] * 2


def test_without_units(tmp_path: Path) -> None:
    """A game may know no resources, and a mode no buildings."""
    bare = 'game "Bare" {}\nmode m "M" {\n  board {\n    1 2\n  }\n  rounds 1\n  turns 2\n}\n'
    (tmp_path / "bare.rules").write_text(bare, "utf-8")
    spec = load([tmp_path])
    assert score_many(spec, "m", Batch.empty(spec.game("m"), 3)).total.tolist() == [0, 0, 0]
    # Prints that are larger than those of any box.
    rich = 'building hut "Hut" {\n  glyph h\n  floors up to 2\n  print big worth 900000\n}\n'
    (tmp_path / "bare.rules").write_text(bare + rich, "utf-8")
    spec = load([tmp_path])
    cities = [City("m", (Building("hut", 2, vp=1_800_000, active=True, seats={}), None))]
    assert score_many(spec, "m", Batch.of(spec.game("m"), cities)).total.tolist() == [1_800_000]
    hut = 'building hut "Hut" {\n  glyph h\n  score 2 per hut adjacent to self\n}\n'
    (tmp_path / "bare.rules").write_text(bare + hut, "utf-8")
    spec = load([tmp_path])
    one = Building("hut", active=True, seats={})
    cities = [City("m", (one, one)), City("m", (one, None))]
    assert score_many(spec, "m", Batch.of(spec.game("m"), cities)).total.tolist() == [4, 0]


def test_more_than_the_box_holds(spec: Specification) -> None:
    """More units and printed VP than the mode can have are counted all the same."""
    rnd = random.Random("more")
    cities = []
    for units in (0, 70, 200, 1000):
        city = random_city(rnd, "expert", {"shop": [(units // 4, {"energy": units // 2})]})
        supply = {r: n + units for r, n in (city.supply or {}).items()}
        cities.append(replace(city, supply=supply))
    scores = score_many(spec, "expert", Batch.of(spec.game("expert"), cities))
    assert scores.total.tolist() == [Scorer(spec, "expert").total(city) for city in cities]


# ---- the circuit in words -------------------------------------------------------------------------------------


def values(circuit: Circuit, linears: list[Linear], assignments: list[dict[str, bool]]) -> list[list[int]]:
    """The values of the linears, each for all assignments."""
    sliced = Sliced(circuit, linears)
    truth = np.array([[x[name] for x in assignments] for name in sliced.inputs], np.bool_)
    words = packed(truth.reshape(len(sliced.inputs), len(assignments)))
    values: list[list[int]] = sliced.run(words)[:, : len(assignments)].tolist()
    return values


@st.composite
def circuits(draw: st.DrawFn) -> tuple[Circuit, list[Linear], list[dict[str, bool]]]:
    """A circuit of all sorts of nodes, linears over them (some with numbers that no machine word holds), assignments."""
    k = Circuit(clip=draw(st.booleans()))
    lits: list[Lit] = [k.var(f"v{i}") for i in range(draw(st.integers(1, 6)))]
    one = st.integers(0, 10**6).map(lambda i: lits[i % len(lits)] * (1 if i // len(lits) % 2 else -1))
    some = st.lists(one, min_size=1, max_size=6)
    big = draw(st.sampled_from((3, 100, 10**12, 10**25)))
    weights = st.integers(-big, big)

    def linear() -> Linear:
        start = Linear(draw(weights))
        for x in draw(some):
            start += k.linear(x, draw(weights))
        return start

    for _ in range(draw(st.integers(0, 12))):
        sort = draw(st.sampled_from(("all", "any", "at_least")))
        if sort == "at_least":
            x = linear()
            made = k.at_least(x, draw(st.integers(x.low, x.high + 1)))
        else:
            made = getattr(k, sort)(draw(some))
        if abs(made) > 1:
            lits.append(made)
    linears = [linear() for _ in range(draw(st.integers(1, 3)))]
    names = [f"v{i}" for i in range(6)]
    rnd = random.Random(draw(st.integers(0, 10**6)))
    number = draw(st.sampled_from((1, 63, 64, 65, 200)))
    return k, linears, [{n: rnd.random() < 0.5 for n in names} for _ in range(number)]


@settings(max_examples=150, deadline=None)
@given(circuits())
def test_words_of_bits(made: tuple[Circuit, list[Linear], list[dict[str, bool]]]) -> None:
    """Each linear has its value in each assignment, however large it is."""
    circuit, linears, assignments = made
    found = values(circuit, linears, assignments)
    expected = [[value_of(x, circuit.evaluate(a)) for a in assignments] for x in linears]
    assert found == expected


def test_wide_junctions_and_sums() -> None:
    """More arguments than a gate takes, and more assignments than are worked out together."""
    k = Circuit()
    lits = [k.var(f"v{i}") for i in range(200)]
    linears = [k.linear(k.all(lits)), k.linear(k.any(lits)), k.count(lits).scaled(-7), Linear(4)]
    ones = [0, 1, 100, 199, 200] * 900
    assignments = [{f"v{i}": i < n for i in range(200)} for n in ones]
    found = values(k, linears, assignments)
    assert found == [[int(n == 200) for n in ones], [int(n > 0) for n in ones], [-7 * n for n in ones], [4] * 4500]
    with pytest.raises(ValueError, match="expected"):
        Sliced(k, linears).run(np.zeros((3, 1), np.uint64))


# ---- the benchmark --------------------------------------------------------------------------------------------


def test_benchmark(capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch) -> None:
    """One run prints all ratios; batches are faster even where they are small."""
    monkeypatch.setattr(many, "DRAWN", many.FEW)
    common = ["--mode", "classic", "--cities", "1000", "--agree", "20", "--repeat", "1"]
    assert many.main([*common, "--format", "json"]) == 0
    (row,) = json.loads(capsys.readouterr().out)["rows"]
    ratios = row.pop("ratios")
    assert ratios["large batch / reference"] == pytest.approx(row["many"] / row["reference"])
    assert ratios["batch of 100 / compiled"] > 1 and ratios["large batch / reference"] > 10
    shown = many.text([many.Row(**row)], 1000, 20)
    assert f"large batch / reference {ratios['large batch / reference']:.1f}" in shown


def test_the_benchmark_sees_a_difference(spec: Specification) -> None:
    """Another total, part or own score of one city is told."""
    rnd, scorer = random.Random(3), Scorer(spec, "expert")
    cities = [random_city(rnd, "expert") for _ in range(5)]
    assert all(not faults(x, scorer.game) for x in cities)
    scores = score_many(spec, "expert", Batch.of(scorer.game, cities))
    assert many.difference(scorer, cities, scores) == ""
    for name in ("total", "parts", "own"):
        other = getattr(scores, name).copy()
        other[4] += 1
        assert many.difference(scorer, cities, replace(scores, **{name: other})).startswith(str(cities[4]))
