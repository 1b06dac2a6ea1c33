"""Kingdomino, the game that comes along beside the first: its rules in every back end, against a scorer written by hand."""

from __future__ import annotations

import json
import random
import re
import time
from collections import Counter
from collections.abc import Callable, Sequence
from functools import cache
from itertools import product
from pathlib import Path
from typing import Any

import pytest
import reference_kingdomino as reference
from grounding import assignment, free_model
from hypothesis import given, settings
from hypothesis import strategies as st
from test_to_js import Case, in_node, in_python, needs_node

from dsl import core as c
from dsl.assemble import Specification
from dsl.batch import Batch
from dsl.circuit import value_of
from dsl.city import Building, City
from dsl.city_json import read_city
from dsl.diagnostics import Bag
from dsl.load import GAMES, load, shipped
from dsl.run_examples import run_examples
from dsl.scorer import Scorer
from dsl.source import Source
from dsl.to_js import rules_source
from dsl.to_numpy import score_many
from verifier.arranging import arranged
from verifier.cli import main

RULES = shipped() / GAMES / "kingdomino"
VARIANTS: list[dict[str, str]] = [
    {},
    {"middle_kingdom": "played", "harmony": "played"},
    {"middle_kingdom": "played", "middle_with_gaps": "full_only", "last_tie": "shared"},
]
WORDS = ("plain", "one", "two", "three")


def with_little_boards(folder: Path) -> list[Path]:
    """The rules with two more boards, small enough for all that can be on them."""
    (inventory,) = re.findall(r"^inventory kingdom \{.*?^\}", (RULES / "squares.rules").read_text("utf-8"), re.M | re.S)
    text = ""
    for name, rows, columns in (("two", 2, 2), ("three", 3, 3)):
        board = "\n".join([" 1" * columns] * rows)
        text += f'mode {name} "{name}" {{ board {{\n{board}\n}} rounds 1 turns {rows * columns} players 1 to 1 }}\n'
        text += inventory.replace("kingdom", name) + "\n"
    path = folder / "little.rules"
    path.write_text(text, "utf-8")
    return [RULES, path]


@pytest.fixture(scope="module")
def kingdomino(tmp_path_factory: pytest.TempPathFactory) -> Specification:
    return load(with_little_boards(tmp_path_factory.mktemp("little")))


def kingdom(pick: Callable[[Sequence[Any]], Any], game: c.Game) -> City:
    """Any squares on any spaces; mostly one Castle, often in the middle, and few landscapes."""
    size = game.mode.board.size
    pool = [pick(list(reference.LANDSCAPES)) for _ in range(pick((1, 2, 3, 6)))]
    gaps = (False,) * 4 + (True,) * pick((0, 1, 2))
    cells: list[Building | None] = []
    for _ in range(size):
        name = pick(pool)
        crowns = pick((0, *range(reference.LANDSCAPES[name] + 1)))
        there = Building(name, 1, {"crown": crowns} if crowns else {}, 0, True, {})
        cells.append(None if pick(gaps) else there)
    for _ in range(pick((1, 1, 1, 0, 2))):
        cells[pick((size // 2, *range(size)))] = Building("castle", 1, {}, 0, True, {})
    return City(game.mode.name, tuple(cells), {"crown": sum(b.gains.get("crown", 0) for b in cells if b is not None)})


def rows_of(city: City, game: c.Game) -> list[list[reference.Square]]:
    """The kingdom as the reference takes it."""
    squares: list[reference.Square] = [
        None if b is None else b.kind if b.kind == "castle" else (b.kind, b.gains.get("crown", 0)) for b in city.cells
    ]
    n = game.mode.board.columns
    return [squares[i : i + n] for i in range(0, len(squares), n)]


def ties_by_hand(city: City, game: c.Game, readings: dict[str, str]) -> dict[str, int]:
    """What the reference says breaks a tie."""
    return reference.ties(rows_of(city, game), crowns=readings.get("last_tie") != "shared")


def by_hand(city: City, game: c.Game, readings: dict[str, str]) -> dict[str, int]:
    """What the reference says, without zeros."""
    found = reference.score(
        rows_of(city, game),
        middle=readings.get("middle_kingdom") == "played",
        harmony=readings.get("harmony") == "played",
        gaps=readings.get("middle_with_gaps") != "full_only",
    )
    return {k: v for k, v in found.items() if v}


# ---- the rules ----------------------------------------------------------------------------------------------


def test_the_squares_are_those_of_the_dominoes(kingdomino: Specification) -> None:
    """96 squares, typed in twice; and 39 crowns, as many as the box has."""
    squares = Counter(x for pair in reference.dominoes() for x in pair)
    assert len(reference.dominoes()) == 48 and sum(n for n in squares.values()) == 96
    for mode in ("kingdom", "mighty_duel"):
        game = kingdomino.game(mode)
        stock = {(x.kind, WORDS.index(x.variant or "plain")): sum(x.copies) for x in game.stock[2]}
        assert stock == {**squares, ("castle", 0): 1}
        assert game.resources[0].pieces == sum(crowns * n for (_, crowns), n in squares.items()) == 39


def test_examples() -> None:
    bag = Bag()
    results = run_examples(load([RULES]), bag)
    assert bag.found == [] and len(results) > 20 and all(r.passed for r in results)


def test_whole_kingdoms_can_be_laid(kingdomino: Specification) -> None:
    """Those of the examples: with dominoes of the box, one after the other, each beside its like or the Castle."""
    bag = Bag()
    whole = {
        x.mode: rows_of(x.city, kingdomino.game(x.mode))
        for x in (r.case for r in run_examples(kingdomino, bag))
        if x.syntax.title is not None and x.syntax.title.value == "a whole kingdom, with both variants"
    }
    assert {mode: len(reference.laid(rows) or []) for mode, rows in whole.items()} == {"kingdom": 12, "mighty_duel": 24}
    # One Mine with three Crowns is in the box, and beside a Mine no Wheat Field may be the first.
    assert reference.laid([["castle", ("mine", 3), ("wheat_field", 0)], [None, ("mine", 3), ("wheat_field", 0)]]) is None
    assert reference.laid([["castle", None, ("wheat_field", 0)], [None, None, ("wheat_field", 0)]]) is None
    assert reference.laid([["castle", ("wheat_field", 0), ("mine", 3)]]) == [48]


def test_no_python_knows_the_game() -> None:
    """No word of it stands in a module."""
    words = "kingdomino|wheat_field|mighty_duel|harmony"
    root = shipped().parent
    for path in [p for package in ("dsl", "verifier") for p in (root / package).rglob("*.py")]:
        assert not re.search(words, path.read_text("utf-8")), path


# ---- every back end against the reference --------------------------------------------------------------------


@cache
def scorer_of(mode: str, readings: tuple[tuple[str, str], ...]) -> Scorer:
    return Scorer(load([RULES]), mode, dict(readings))


@settings(max_examples=150, deadline=None)
@given(data=st.data())
def test_python(data: st.DataObject) -> None:
    readings = data.draw(st.sampled_from(VARIANTS))
    scorer = scorer_of(data.draw(st.sampled_from(["kingdom", "mighty_duel"])), tuple(readings.items()))
    city = kingdom(lambda options: data.draw(st.sampled_from(options)), scorer.game)
    sheet, expected = scorer.sheet(city), by_hand(city, scorer.game, readings)
    assert {k: n for k, n in sheet.parts.items() if n} == expected
    assert sheet.total == sum(expected.values())
    assert sheet.ties == ties_by_hand(city, scorer.game, readings)


@needs_node
def test_javascript(tmp_path: Path) -> None:
    """The page to play with: both boards, under several readings."""
    spec, rnd = load([RULES]), random.Random("kingdomino in node")
    scorers = [scorer_of(mode, tuple(readings.items())) for mode in spec.modes for readings in VARIANTS]
    cases = [
        (scorer, Case(scorer.game.mode.name, spec.readings(readings), kingdom(rnd.choice, scorer.game)))
        for scorer, readings in zip(scorers, VARIANTS * 2, strict=True)
        for _ in range(60)
    ]
    rules = rules_source("Kingdomino", {mode: spec.pieces(mode) for mode in spec.modes}, module=True)
    found = in_node(rules, [case for _, case in cases], tmp_path)
    for (scorer, case), js in zip(cases, found, strict=True):
        python = in_python(scorer, case.city, False)
        assert {k: js[k] for k in python} == python
        parts = {k: n for k, n in js["sheet"]["parts"].items() if n}
        assert parts == by_hand(case.city, scorer.game, case.readings)
        assert js["sheet"]["ties"] == ties_by_hand(case.city, scorer.game, case.readings)


@pytest.mark.parametrize("readings", VARIANTS, ids=["plain", "both", "full"])
def test_circuit_and_batches(kingdomino: Specification, readings: dict[str, str]) -> None:
    """The terms that solvers get, and many kingdoms at once, on nine spaces."""
    game, rnd = kingdomino.game("three", readings), random.Random(f"kingdomino {readings}")
    cities = [kingdom(rnd.choice, game) for _ in range(120)]
    expected = [by_hand(x, game, readings) for x in cities]
    assert sum("middle" in x for x in expected) > (1 if readings else -1)
    scores = score_many(kingdomino, "three", Batch.of(game, cities), readings)
    for i, x in enumerate(expected):
        parts = dict(zip(scores.part_names, scores.parts[i].tolist(), strict=True))
        assert {k: n for k, n in parts.items() if n} == x
        ties = dict(zip(scores.tie_names, scores.ties[i].tolist(), strict=True))
        assert ties == ties_by_hand(cities[i], game, readings)
    model = free_model(kingdomino, "three", readings)
    terms = {part: model.measure("part", part) for part in (*game.parts, *game.tie_parts)}
    model.finish()
    for city, x in list(zip(cities, expected, strict=True))[:40]:
        holds = model.circuit.evaluate(assignment(city, game))
        assert all(holds(lit) for lit in model.circuit.requirements)
        found = {part: value_of(term, holds) for part, term in terms.items()}
        ties = {k: n for k, n in ties_by_hand(city, game, readings).items() if n}
        assert {k: n for k, n in found.items() if n} == {**x, **ties}


# ---- what solvers say ----------------------------------------------------------------------------------------


def best_of_two(spec: Specification) -> int:
    """The best of all kingdoms on a board of 2x2 that the box has squares for."""
    stock = {(x.kind, WORDS.index(x.variant or "plain")): sum(x.copies) for x in spec.game("two").stock[1]}
    squares = [None, *(x for x in stock if x[0] != "castle")]
    best = 0
    for a, b, d in product(squares, repeat=3):
        taken = Counter(x for x in (a, b, d) if x is not None)
        if all(n <= stock[x] for x, n in taken.items()):
            best = max(best, sum(reference.score([[a, b], ["castle", d]]).values()))
    return best


def run(capsys: pytest.CaptureFixture[str], *argv: object) -> tuple[int, Any]:
    code = main([*map(str, argv), "-q", "--format", "json"])
    out, err = capsys.readouterr()
    assert err == ""
    return code, json.loads(out)


@pytest.mark.parametrize(
    ("mode", "readings", "value"),
    [
        # Three Mines of 3, 2 and 2 Crowns: 3 * 7.
        ("two", {}, 21),
        # The six Mines, 6 * 10, two squares of another landscape with 2 Crowns each, 2 * 4, in a ring around the Castle.
        ("three", {"middle_kingdom": "played", "harmony": "played"}, 68 + 15),
    ],
)
def test_the_best_kingdom(
    kingdomino: Specification, capsys: pytest.CaptureFixture[str], mode: str, readings: dict[str, str], value: int
) -> None:
    """Proved by CP-SAT and by HiGHS; of the smallest board all kingdoms are counted."""
    if mode == "two":
        assert best_of_two(kingdomino) == value
    options = [x for pair in readings.items() for x in ("--ruling", "=".join(pair))]
    spec = ["--spec", RULES, "--with", kingdomino.folders[1], "--no-record"]
    code, found = run(capsys, "max", "--of", "total", "--mode", mode, "--scope", "supply", "--certify", *spec, *options)
    assert (code, found["verdict"], found["value"], found["bound"]) == (0, "optimal", value, value)
    assert any("HiGHS: no city exceeds" in x for x in found["proof"])
    bag = Bag()
    read = read_city(Source("<max>", json.dumps(found["city"])), kingdomino, bag)
    assert read is not None and not bag.found
    assert sum(by_hand(read[0], kingdomino.game(mode), readings).values()) == value


LAID: list[tuple[str, dict[str, str], dict[str, list[int]], int]] = [
    # Six Mines, 6 * 10, and 42 squares with all Crowns of their landscapes, 42 * 6.
    ("mighty_duel", {}, {"forest": [1] * 6 + [0] * 16, "lake": [1] * 6 + [0] * 10, "grassland": [2, 2, 1, 1]}, 312),
    # Six Mines and eighteen Lakes, 18 * 6, around the Castle, 15.
    ("kingdom", {"middle_kingdom": "played", "harmony": "played"}, {"lake": [1] * 6 + [0] * 12}, 183),
]


@pytest.mark.parametrize(("mode", "readings", "squares", "total"), LAID, ids=[x[0] for x in LAID])
def test_whole_groups_are_laid(
    mode: str, readings: dict[str, str], squares: dict[str, list[int]], total: int
) -> None:
    """By trying, so that all groups are whole and the Castle stands where it is to."""
    chosen = {"castle": [0], "mine": [0, 1, 2, 2, 2, 3], **squares}
    cells = [
        Building(name, 1, {"crown": n} if n else {}, 0, True, {}) for name, crowns in chosen.items() for n in crowns
    ]
    scorer = scorer_of(mode, tuple(readings.items()))
    order = arranged(City(mode, tuple(cells)), scorer, total, deadline=time.monotonic() + 600)
    assert order is not None and sorted(order) == list(range(len(cells)))
    laid = City(mode, tuple(cells[old] for old in order))
    assert sum(by_hand(laid, scorer.game, readings).values()) == total
    # Two Castles score nothing, wherever they lie.
    two = City(mode, (*cells[:-1], cells[0]))
    assert arranged(two, scorer, total, deadline=time.monotonic() + 0.2) is None


def test_a_tie_in_the_sheet_and_crowns_in_the_picture(capsys: pytest.CaptureFixture[str], tmp_path: Path) -> None:
    """Three Lakes with two Crowns and a Castle: 6. The largest property has three squares."""
    city, picture = tmp_path / "king.txt", tmp_path / "king.svg"
    city.write_text("L+2c L\n.    L\nC", "utf-8")
    argv = ["score", city, "--spec", RULES, "--mode", "mighty_duel", "--scope", "any", "--svg", picture]
    code, found = run(capsys, *argv)
    assert (code, found["total"], found["ties"]) == (0, 6, {"largest_property": 3, "all_crowns": 2})
    assert main([*map(str, argv), "-q"]) == 0
    said = [" ".join(line.split()) for line in capsys.readouterr().out.splitlines()]
    at = said.index("In a tie (the one with more of the first is better, then of the next)")
    assert said[at + 1 : at + 3] == ["Largest property 3", "Crowns 2"]
    svg = picture.read_text("utf-8")
    assert "Row 1: Lake (Crown, on the tile: 2), Lake, empty" in svg
    # Two of them on the Lake, and one in the legend, each a disc with the letter; behind a plus.
    assert (svg.count(">c</text>"), svg.count(">+</text>")) == (3, 2)


def test_it_is_named(capsys: pytest.CaptureFixture[str], tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """`--spec kingdomino`, unless there is such a folder; its record is kept among the caches."""
    monkeypatch.chdir(tmp_path)
    monkeypatch.setenv("XDG_CACHE_HOME", str(tmp_path / "cache"))
    assert run(capsys, "check", "--spec", "kingdomino")[1]["buildings"] == 7
    code, found = run(capsys, "prove", "complete", "--mode", "kingdom", "--spec", "kingdomino")
    assert code == 0 and {x["verdict"] for x in found["properties"]} == {"proved"}
    assert [p.name for p in (tmp_path / "cache" / "tileproof").glob("*.json")] == ["kingdomino.json"]
    assert not (RULES / ".tileproof").exists()
    (tmp_path / "kingdomino").mkdir()
    assert main(["check", "--spec", "kingdomino"]) != 0
    assert "holds no `.rules` file" in capsys.readouterr().out
