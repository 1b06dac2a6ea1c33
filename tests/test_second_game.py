"""A second game goes through everything: nothing in Tileproof knows Quadropolis.

Its rules, in `games/orchard`, use every construct of the language. Each is worked out by hand in an example there,
or in the table of this file, and compared with compiled Python and with the grounded circuit.
"""

from __future__ import annotations

import dataclasses
import json
import random
import re
from collections.abc import Callable
from functools import cache
from pathlib import Path
from typing import Any

import pytest
from cities import drawn
from grounding import assignment, free_model
from lark import Lark
from little import LITTLE, all_cities, by_hand

from dsl import syntax as s
from dsl.assemble import Specification
from dsl.circuit import value_of
from dsl.city import Building, City
from dsl.city_json import read_city
from dsl.city_text import write_rows
from dsl.claims import properties
from dsl.diagnostics import Bag
from dsl.grammar import grammar_text, keywords
from dsl.load import load
from dsl.parse import parse
from dsl.run_examples import run_examples
from dsl.scorer import Scorer
from dsl.source import Source
from verifier.cli import main
from verifier.model import Model
from verifier.properties import prove

ORCHARD = Path(__file__).parent / "games" / "orchard"
WINTER = ORCHARD.with_name("winter")  # built on it
TEXTS = {path: path.read_text("utf-8") for path in sorted(ORCHARD.glob("*.rules"))}
WRITTEN = TEXTS | {path: path.read_text("utf-8") for path in sorted(WINTER.glob("*.rules"))}


# ---- every construct ---------------------------------------------------------------------------------------


def test_every_rule_of_the_grammar_is_used() -> None:
    """Each rule, or name of an alternative, that leaves a trace in the tree."""
    lark = Lark(grammar_text(), parser="lalr", maybe_placeholders=True)
    seen = {str(t.data) for text in WRITTEN.values() for t in lark.parse(text).iter_subtrees()}
    # A rule with `?` and alternatives without a name vanishes from the tree.
    named = {str(r.alias or r.origin.name) for r in lark.rules if r.alias or not r.options.expand1}
    assert {name for name in named if not name.startswith("_")} - seen == set()


def test_every_sort_of_node_is_used() -> None:
    """Each class of the syntax, with each of the words by which its nodes differ."""
    seen: set[object] = set()

    def visit(node: object) -> None:
        if isinstance(node, tuple):
            for x in node:
                visit(x)
        elif isinstance(node, s.Node):
            seen.add(type(node))
            for f in dataclasses.fields(node):
                x = getattr(node, f.name)
                if isinstance(x, str) and f.name in ("op", "what", "word", "line"):
                    seen.add((type(node), x))
                visit(x)

    for path, text in WRITTEN.items():
        visit(parse(Source(str(path), text), Bag()))
    classes = {x for x in vars(s).values() if isinstance(x, type) and issubclass(x, s.Node) and x is not s.Node}
    assert classes - seen == set()
    wanted: set[object] = {(s.Binary, op) for op in ("+", "-", "*", "/", "mod", "and", "or", "=", ">", ">=", "<=")}
    wanted |= {(s.Aggregate, op) for op in ("sum", "largest", "smallest", "highest", "lowest", "combined")}
    wanted |= {(s.Metric, what) for what in ("own", "total", "part")}
    wanted |= {(s.Place, what) for what in ("adjacent", "diagonal", "within", "city", "region_of", "group", "in")}
    wanted |= {(s.Place, what) for what in ("through", "other", "edge", "side", "corner")}
    wanted |= {(s.Quantifier, w) for w in ("some", "a", "an", "no", "exactly", "at_least", "at_most", "every")}
    wanted |= {(s.GameRule, what) for what in ("inactive", "seating", "tiles_score")}
    assert wanted - seen == set()


def test_every_word_of_the_language_is_used() -> None:
    """Outside of comments and quotes."""
    text = re.sub(r'--[^\n]*|"[^"\n]*"', " ", "\n".join(WRITTEN.values()))
    assert keywords() - set(re.findall(r"[a-z_]+", text)) == set()


# ---- a game that is built on it ------------------------------------------------------------------------------


def test_a_game_built_on_it() -> None:
    """It reads one ruling otherwise, has one tile that is another one, and all the rest."""
    winter, orchard = load([WINTER]), load([ORCHARD])
    assert winter.readings() == {**orchard.readings(), "frost": "hard"}
    assert list(winter.tiles("grove")) == list(orchard.tiles("grove"))
    assert winter.game("grove").kinds["scarecrow"].title == "Snowman"
    bag = Bag()
    results = run_examples(winter, bag)
    assert bag.found == [] and results and all(r.passed for r in results)
    assert [r.case.mode for r in results if r.case.owner == "scarecrow"] == ["grove"]


# ---- examples ----------------------------------------------------------------------------------------------


@cache
def models() -> dict[tuple[str, tuple[tuple[str, str], ...]], Model]:
    """One model for each mode and choice of readings."""
    return {}


def test_examples(orchard: Specification) -> None:
    """All examples hold, in Python and in the circuit."""
    bag = Bag()
    results = run_examples(orchard, bag)
    assert bag.found == [] and all(r.passed for r in results) and len(results) > 45
    d = orchard.declarations
    for case in (r.case for r in results):
        key = (case.mode, tuple(sorted(case.readings.items())))
        if key not in models():
            models()[key] = free_model(orchard, case.mode, case.readings)
        model = models()[key]
        wanted = []
        for claim in case.syntax.expect:
            if claim.word == "totals":
                wanted.append((claim, model.measure("total", "")))
            elif claim.word == "receives":
                assert claim.name is not None
                offers = model.offered(case.owner)
                wanted.append((claim, offers[d.resource_name(claim.name.name) or ""]))
            elif claim.word == "scores" and case.owner in d.kinds and d.is_tile(case.owner):
                wanted.append((claim, model.measure("own", case.owner)))
            else:
                part = claim.name.name if claim.name is not None else case.owner
                wanted.append((claim, model.measure("part", d.part_name(part) or "")))
        holds = model.circuit.evaluate(assignment(case.city, model.game))
        for claim, x in wanted:
            assert value_of(x, holds) == claim.value, (case.owner, case.syntax.title)


# ---- placement ---------------------------------------------------------------------------------------------


def test_placement(orchard: Specification) -> None:
    """Worked out by hand. Spaces are numbered from 0 in reading order; a Tree has two floors in the grove."""
    grove = orchard.game("grove").placement
    assert grove is not None and grove.title == "Ladder" and grove.numbers == (1, 2, 3)
    assert grove.copies == {1: {1: 1, 2: 1, 3: 1}, 2: {1: 2, 2: 2, 3: 1}}
    # Row 1 and two that show 1; row 2 and two that show 2; row 3 and two that show 3 (6 does both).
    assert grove.buildings == {
        1: frozenset({0, 1, 2, 8}), 2: frozenset({1, 3, 4, 5}), 3: frozenset({2, 4, 6, 7, 8}),
    }  # fmt: skip
    # The second floor: by 2 anywhere, by the others in their column.
    assert grove.floors == {
        (1, 2): frozenset({0, 3, 6}), (2, 2): frozenset(range(9)), (3, 2): frozenset({2, 5, 8}),
    }  # fmt: skip
    spare = orchard.game("grove", {"ladders": "plenty"}).placement
    assert spare is not None and spare.copies == {1: {1: 3, 2: 3, 3: 1}, 2: {1: 4, 2: 4, 3: 1}}
    hedge = orchard.game("hedge").placement
    assert hedge is not None and hedge.copies == {1: {1: 3, 2: 3}}
    assert hedge.buildings == {1: frozenset({0, 1, 4, 5, 6}), 2: frozenset({2, 3, 7})}
    assert set(hedge.floors) == {(1, 2), (2, 2), (1, 3), (2, 3)} and set(hedge.floors.values()) == {frozenset(range(8))}
    assert orchard.game("meadow").placement is None


# ---- expressions by hand -----------------------------------------------------------------------------------

# Space numbers 0 to 8 in reading order; district 1 is 0, 1, 3; district 2 is 2, 5, 8; district 3 is 4, 6, 7.
# The Tree on 5 is not active and leaves.
FIRST = """
T2+2vp  H@2b F
A       .    T-
P@3w@1b F    scarecrow
"""
# Trees: 3, 4, 5 (two floors) and 7.
SECOND = """
F F F
A A A2
. T .
"""

EXPRESSIONS: list[tuple[str, int, int]] = [
    # What stands where.
    ("count of tree", 2, 4),
    ("count of placed tree", 3, 4),
    ("count of inactive tree", 1, 0),
    ("count of building", 7, 7),
    ("count of placed building", 8, 7),
    ("count of empty space", 2, 2),
    ("count of built space on edge", 7, 6),
    ("count of not tree", 7, 5),
    ("count of (tree and not apple)", 1, 1),
    ("count of (apple or fence with floors > 0)", 3, 6),
    ("count of tree on corner", 1, 0),
    ("count of fence on top edge", 1, 3),
    ("count of apple on left edge", 1, 1),
    ("count of tree on right edge", 0, 1),
    ("count of fence on bottom edge", 1, 0),
    # Products: of two counts, of three, of one that is nothing, of one below nothing, and under a sum.
    ("count of tree * count of building", 14, 28),
    ("count of tree * count of building * count of empty space", 28, 56),
    ("count of inactive tree * count of building", 7, 0),
    ("(count of tree - 3) * count of building", -7, 7),
    ("2 * count of tree * (3 * count of empty space)", 24, 48),
    ("sum of floors * floors over tree", 5, 7),
    # Values. The Tree's two floors and the Apple Tree's one; 1 + 1 + 2 + 1.
    ("sum of floors over tree", 3, 5),
    ("highest floors of tree", 2, 2),
    ("lowest floors of tree", 1, 1),
    ("combined floors of apple", 1, 4),
    ("highest bees seated of hive", 2, 0),
    ("combined buckets seated of pond", 3, 0),
    ("combined printed vp of tree", 2, 0),
    # Of 6 Bees 5 are seated (Hive 2, Pond 2, Scarecrow 1), of 7 Buckets 5 (Trees 2, Pond 3); of the 4 Buckets all.
    ("received bees", 6, 0),
    ("received buckets", 7, 4),
    ("unseated buckets", 2, 0),
    ("unseated bees", 1, 0),
    # Places. Second: the Apple Trees each have a Fence above.
    ("sum of count of fence adjacent to it over tree", 0, 3),
    # First: 3 for the Fence on 7. Second: 4 for the outer Fences, 3 and 5 for the middle one.
    ("sum of count of tree diagonal to it over fence", 1, 4),
    # Two steps from 1: all but 6 and 8; of these 4 and 5 are empty.
    ("sum of count of building within 2 of it over hive", 5, 0),
    ("sum of count of building in row of it over apple", 1, 9),
    ("sum of count of building in column of it over apple", 3, 2 + 3 + 2),
    ("sum of count of building in line of it over apple", 3, 4 + 5 + 4),
    ("sum of count of building in district of it over apple", 3, 3 + 2 + 2),
    ("sum of count of tree in city other than it over apple", 1, 3 * 3),
    ("sum of count of space in group of (fence or hive) at it over hive", 2, 0),
    # Rows, columns, lines, districts.
    ("count of row with at least 2 tree", 0, 1),
    ("count of column where some fence", 2, 3),
    ("count of district where every space is built", 1, 1),
    ("count of line with no tree", 3, 1),
    ("count of row where every space is not fence", 1, 2),
    ("count of row with it is all tree", 0, 1),
    ("sum of count of line through it with a fence over hive", 2, 0),
    ("largest of count of tree in it over row", 1, 3),
    ("sum of count of tree over line", 2 * 2, 2 * 4),
    ("sum of count of tree in city over row", 3 * 2, 3 * 4),
    # Extremes over sets; of nothing: 0.
    ("largest of count of fence adjacent to it over apple", 0, 1),
    ("smallest of distance from it to nearest fence over tree", 2, 1),
    ("smallest of floors over pear", 0, 0),
    ("sum of distance from it to nearest hive over fence", 1 + 2, 0),
    # First: each is one step from the other. Second: 2 from 3, 1 from 4, 2 from 5, 2 from 7.
    ("sum of (largest of distance from one to two over tree as two) over tree as one", 2, 7),
    # First: nobody beside the Tree is taller. Second: the Apple Tree in the middle has a taller one beside it.
    ("count of tree as one with (no tree as two adjacent to one with floors of two > floors of one)", 1, 3),
    # Kinds: tree, hive, fence, apple, pond, scarecrow; fence, apple, tree. Families: all trees are one.
    ("different kinds among building", 6, 3),
    ("different families among building", 5, 2),
    # Runs and groups.
    ("longest run of tree in a row", 1, 3),
    ("longest run of tree in a column", 2, 2),
    ("longest run of building in a line", 3, 3),
    ("sum of longest run of tree in it over column", 2, 1 + 2 + 1),
    ("sum of run of fence through it in row over fence", 1 + 1, 3 * 3),
    ("sum of run of fence through it in column over fence", 1 + 1, 3 * 1),
    ("sum of run of fence through it in line over fence", 1 + 1, 3 * 3),
    ("sum of run of hive through it in line over fence", 0, 0),
    ("largest group of tree", 2, 4),
    ("sum of size of group of tree at it over tree", 2 * 2, 4 * 4),
    ("sum of size of group of hive at it over tree", 0, 0),
    # Arithmetic: divisions round down, remainders are never negative.
    ("(1 - count of tree) / 2", -1, -2),
    ("(2 - count of building) mod 4", 3, 3),
    ("3 * count of hive - 2", 1, -2),
    ("min(count of tree, count of fence, 3)", 2, 3),
    ("max(count of hive, count of pond - 2)", 1, 0),
    ("if count of tree > 3 then 10 else count of hive", 1, 10),
    # Tables: below their start 0, past their end as at the end.
    ("group_vp(count of tree)", 2, 6),
    ("group_vp(count of building)", 6, 6),
    ("plot_vp(count of hive, count of pond)", 1, 0),
    ("plot_vp(count of tree, count of fence)", 3, 3),
    # Conditions.
    ("if every tree has floors = 1 then 1 else 0", 0, 0),
    ("if some tree has floors = 2 then 1 else 0", 1, 1),
    ("if every fence is active then 1 else 0", 1, 1),
    ("if every pear is empty then 1 else 0", 1, 1),
    ("if exactly 2 fence then 1 else 0", 1, 0),
    ("if at most 2 fence then 1 else 0", 1, 0),
    ("if a hive and an apple then 1 else 0", 1, 0),
    ("if no pond then 1 else 0", 0, 1),
    ("if no tree is not apple then 1 else 0", 0, 0),
    ("if count of tree between 2 and 3 then 1 else 0", 1, 0),
    ("if not (some hive) or count of fence != 2 then 1 else 0", 0, 1),
    ("if count of tree < 4 and count of tree <= 2 and count of tree >= 2 then 1 else 0", 1, 0),
    ("if (if some hive then some pond else no tree) then 1 else 0", 1, 0),
    ("if reading of frost is mild then 1 else 0", 1, 1),
]

# The first city when the Tree on 5 stays: it stands there, but is not active.
FROZEN = {
    "count of tree": 3,
    "count of inactive tree": 1,
    "count of building": 8,
    "count of empty space": 1,
    "count of tree on right edge": 1,
    "sum of floors over tree": 4,
    "count of district where every space is built": 2,
    "count of line with no tree": 2,
    "largest of count of tree in it over row": 2,
    "longest run of tree in a row": 1,
    "largest group of tree": 2,
    "sum of size of group of tree at it over tree": 2 * 2 + 1,
    # The Fences on 2 and 7 have it beside and at a corner.
    "sum of count of fence adjacent to it over tree": 1,
    "sum of count of tree diagonal to it over fence": 2,
    "if every tree has floors = 1 then 1 else 0": 0,
    "if reading of frost is mild then 1 else 0": 0,
}


@pytest.fixture(scope="module")
def probed(tmp_path_factory: pytest.TempPathFactory) -> Specification:
    """The second game with one scoring for each expression."""
    path = tmp_path_factory.mktemp("probes") / "probes.rules"
    lines = [f'scoring p{i} "P" {{ modes meadow  score {text} }}' for i, (text, _, _) in enumerate(EXPRESSIONS)]
    path.write_text("\n".join(lines), "utf-8")
    return load([ORCHARD, path])


def compare(spec: Specification, mode: str, readings: dict[str, str], cities: list[City]) -> list[dict[str, int]]:
    """The parts of each city, the same in Python and in the circuit, tiles and total too."""
    scorer, model = Scorer(spec, mode, readings), free_model(spec, mode, readings)
    parts = {part: model.measure("part", part) for part in (*scorer.game.parts, "printed")}
    own = {tile: model.measure("own", tile) for tile in spec.tiles(mode)}
    gains = {tile: model.offered(tile) for tile in spec.tiles(mode)}
    total = model.measure("total", "")
    model.finish()
    sheets = []
    for city in cities:
        shown = "\n".join(write_rows(city, scorer.game))
        holds = model.circuit.evaluate(assignment(city, scorer.game))
        assert all(holds(x) for x in model.circuit.requirements), shown
        sheet = scorer.sheet(city)
        assert {p: value_of(x, holds) for p, x in parts.items()} == {p: sheet.parts[p] for p in parts}, shown
        assert value_of(total, holds) == sheet.total, shown
        for tile, x in own.items():
            assert value_of(x, holds) == scorer.own(city, tile), (tile, shown)
            offered = {r: value_of(units, holds) for r, units in gains[tile].items()}
            assert offered == {r: scorer.units(city, tile).get(r, 0) for r in offered}, (tile, shown)
        sheets.append(sheet.parts)
    return sheets


def test_expressions(probed: Specification) -> None:
    """Worked out by hand, computed by Python and by the circuit."""
    cities = [
        drawn(probed, "meadow", FIRST, bucket=7, bee=6),
        drawn(probed, "meadow", SECOND),
    ]
    first, second = compare(probed, "meadow", {}, cities)
    found = [(text, first.get(f"p{i}", 0), second.get(f"p{i}", 0)) for i, (text, _, _) in enumerate(EXPRESSIONS)]
    assert found == EXPRESSIONS
    (frozen,) = compare(probed, "meadow", {"frost": "hard"}, cities[:1])
    numbers = {text: i for i, (text, _, _) in enumerate(EXPRESSIONS)}
    assert {text: frozen.get(f"p{numbers[text]}", 0) for text in FROZEN} == FROZEN


@pytest.mark.parametrize("mode", ["grove", "hedge", "meadow"])
@pytest.mark.parametrize("readings", [{}, {"frost": "hard", "ghosts": "busy"}], ids=["plain", "other"])
def test_random_cities(probed: Specification, mode: str, readings: dict[str, str]) -> None:
    """Every clause and expression on random cities: Python and circuit agree where nobody worked it out."""
    game = probed.game(mode, readings)
    rnd = random.Random(f"{mode} {readings}")
    cities = []
    for _ in range(40):
        pool = rnd.sample(sorted(game.kinds), rnd.choice((2, 4, 8)))
        cells: list[Building | None] = []
        for _ in game.mode.board.spaces:
            kind = game.kinds[rnd.choice(pool)]
            if rnd.random() < 0.25:
                cells.append(None)
                continue
            floors = rnd.randint(1, kind.max_floors)
            chosen = [rnd.choice(kind.prints) for _ in range(floors)]
            gains: dict[str, int] = {}
            for name, n in (x for v in chosen for x in v.gains):
                gains[name] = gains.get(name, 0) + n
            seats = {r: rnd.randint(0, min(n, 2)) for r, n in kind.seats.items()}
            vp = sum(v.worth for v in chosen)
            active = not kind.needs or rnd.random() < 0.75
            cells.append(Building(kind.name, floors, gains, vp, active, seats))
        city = City(mode, tuple(cells))
        seated = city.seated(game)
        if all(seated[r.name] <= r.pieces for r in game.resources):
            supply = {r.name: min(r.pieces, seated[r.name] + rnd.randint(0, 3)) for r in game.resources}
            cities.append(City(mode, tuple(cells), supply))
    assert len(cities) > 15
    compare(probed, mode, readings, cities)


# ---- every command -----------------------------------------------------------------------------------------

Run = Callable[..., tuple[int, Any]]


@pytest.fixture
def run(capsys: pytest.CaptureFixture[str], tmp_path: Path) -> Run:
    """Runs a command on the second game: its exit code, and its JSON or (`text=True`) what it prints."""

    def command(*argv: object, text: bool = False, spec: Path = ORCHARD) -> tuple[int, Any]:
        options = [] if text else ["--format", "json"]
        if argv[0] in ("max", "prove", "verify"):
            options += ["--record", str(tmp_path / "record.json")]
        code = main([*map(str, argv), "--spec", str(spec), "-q", *options])
        out, err = capsys.readouterr()
        assert err == "", err
        return code, out if text else json.loads(out)

    return command


def test_check_command(run: Run) -> None:
    """No mistakes, and all that is there counted: 12 tiles, 7 buildings."""
    code, found = run("check")
    names = [re.findall(rf"^{what} \w+", "\n".join(TEXTS.values()), re.MULTILINE) for what in ("tile", "building")]
    assert code == 0 and found["errors"] == found["warnings"] == 0
    assert [found["tiles"], found["buildings"]] == [len(x) for x in names]
    assert found["examples"] == sum(text.count("\n  example ") for text in TEXTS.values())


def test_score_command(run: Run, tmp_path: Path) -> None:
    """The best seating of an Apple Tree between two Hives, with one Bucket and with none."""
    row = [{"kind": "hive"}, {"kind": "apple"}, {"kind": "hive"}]
    city = {"mode": "grove", "rows": [row, [None] * 3, [None] * 3], "bees_supply": 0}
    path = tmp_path / "city.json"
    # With the Bucket as in the example of the Apple Tree: 1 + 3 + 1, and 4 for the plots.
    path.write_text(json.dumps({**city, "buckets_supply": 1}))
    code, found = run("score", path)
    assert (code, found["total"], found["parts"]["apple"], found["parts"]["plots"]) == (0, 9, 3, 4)
    # Without it the Tree leaves; two Hives and no Tree in a district are 1.
    path.write_text(json.dumps({**city, "buckets_supply": 0}))
    assert run("score", path)[1]["total"] == 1
    # ... and even if it stays, it scores nothing itself; but it is a Tree in a plot, and a group of one: 4 + 1.
    assert run("score", path, "--ruling", "frost=hard")[1]["total"] == 5
    assert "5 VP" in run("score", path, "--ruling", "frost=hard", text=True)[1]


@pytest.mark.parametrize(
    ("tile", "mode", "scope", "value"),
    [
        # Trees at all four corners.
        ("scarecrow", "grove", "any", 4),
        # Three Hives in the box.
        ("lantern", "grove", "rounds", 3),
        # Two Ponds in the box, and one more.
        ("gutter", "grove", "rounds", 3),
        # One, always.
        ("well", "hedge", "rounds", 1),
        # Three Fences in its row are one pair, and its row has room for three.
        ("market", "hedge", "rounds", 1),
        # It can score only if it is active, and there are no Bees in the box of the hedge but those of Beekeepers.
        ("lantern", "hedge", "supply", 1),
        # Five less than three is at least itself: 5 - 1.
        ("sundial", "hedge", "rounds", 4),
    ],
)
def test_max_command(run: Run, tile: str, mode: str, scope: str, value: int) -> None:
    """Maxima that can be seen without a solver, proved; the city that is shown scores that much."""
    code, found = run("max", tile, "--mode", mode, "--scope", scope)
    assert code == 0
    assert (found["tile"], found["mode"], found["scope"]) == (tile, mode, scope)
    assert (found["verdict"], found["value"], found["bound"]) == ("optimal", value, value)
    bag = Bag()
    spec = load([ORCHARD])
    read = read_city(Source("<max>", json.dumps(found["city"])), spec, bag)
    assert read is not None and not bag.found
    scorer = Scorer(spec, mode, found["readings"])
    units = scorer.units(read[0], tile)
    assert value == (sum(units.values()) if units else scorer.own(read[0], tile))


def test_prove_and_verify_commands(run: Run) -> None:
    """Properties of both sorts are proved, and a row for each name and mode."""
    code, found = run("prove", "scarecrow", "neighbours")
    assert code == 0 and [p["verdict"] for p in found["properties"]] == ["proved"] * 3
    code, found = run("verify", "lantern", "hedgerow", "--scope", "supply")
    assert code == 0 and found["failures"] == []
    rows = {(r["owner"], r["mode"]): r for r in found["rows"]}
    modes = ("grove", "hedge", "meadow")
    assert set(rows) == {(o, m) for o in ("lantern", "hedgerow") for m in modes}
    assert all(r["maximum"]["verdict"] == "optimal" for (o, _), r in rows.items() if o == "lantern")
    assert "proved" in run("prove", "groves", text=True)[1]


def test_explain_command(run: Run) -> None:
    """The tile's own sentences and the rulings that bear on it."""
    code, text = run("explain", "scarecrow", text=True)
    assert code == 0
    for part in ("1 VP for each Tree at a corner of it", "score 1 per tree diagonal to self", "ghosts", "p. 2"):
        assert part in text
    # An Apple Tree inherits a sentence, and is an heir of Trees.
    assert "score by floors of self [1, 3, 6]" in run("explain", "apple", text=True)[1]
    code, text = run("explain", "lantern", "--python", text=True)
    assert "sum(1 for x1 in city.within(2, here) if" in text


def test_fmt_command(run: Run, tmp_path: Path) -> None:
    """A badly laid out copy is put right, means the same, and is then left alone."""
    for path, text in TEXTS.items():
        (tmp_path / path.name).write_text(text.replace("\n  ", "\n\t "), "utf-8")
    assert run("fmt", "--check", tmp_path)[0] == 1
    assert run("fmt", tmp_path)[0] == 0
    assert run("fmt", "--check", tmp_path)[0] == 0
    assert {p.name: p.read_text("utf-8") for p in tmp_path.glob("*.rules")} == {p.name: t for p, t in TEXTS.items()}
    assert load([tmp_path]).game("grove") == load([ORCHARD]).game("grove")


def test_bad_text_on_top(run: Run, tmp_path: Path) -> None:
    """A tile with mistakes, read on top of the second game: every one of them, in its words."""
    path = tmp_path / "kite.rules"
    path.write_text('tile kite "Kite" is tol {\n  needs 1 be\n  score 1 per trees adjacent to self\n}\n')
    code, found = run("check", path)
    assert code == 1
    assert [(d["code"], d["line"], d["help"]) for d in found["diagnostics"]] == [
        ("TP011", 1, "did you mean `tool`?"),
        ("TP013", 2, "did you mean `bee`?"),
    ]


def test_maximum_of_a_little_board(run: Run) -> None:
    """The best of all 14,641 cities, counted: what the Gate's own sentences add where just one Gate stands."""
    best = 0
    for _, states in all_cities():
        gates = [i for i, x in enumerate(states) if x is not None and x[0] == "gate"]
        if len(gates) == 1:
            with_text, without = (by_hand(states, False, text) for text in (True, False))
            best = max(best, sum(with_text.values()) - sum(without.values()))
    code, found = run("max", "gate", "--scope", "any", spec=LITTLE)
    assert (code, found["verdict"], found["value"], found["bound"]) == (0, "optimal", best, best)


def test_units_that_nobody_asks_about_are_there(tmp_path: Path) -> None:
    """What is asked is how many Bees are left over; the Buckets, which come first, are as many as are needed. Four
    Pear Trees take 8 of the 9 there are."""
    claim = "when unseated bees = 0 always count of active pear <= 3"
    (tmp_path / "more.rules").write_text(
        f'scoring orchards "Orchards" {{ modes grove property "pears" {{ {claim} }} }}\n', "utf-8"
    )
    spec = load([ORCHARD, tmp_path])
    found = prove(spec, next(x for x in properties(spec) if x.title == "pears"))
    assert found.verdict == "refuted" and found.city is not None
    assert [b.kind for _, b in found.city.buildings()] == ["pear"] * 4
    assert found.city.received(spec.game("grove")) == {"bucket": 8, "bee": 0}
