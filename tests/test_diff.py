"""`tileproof diff`: what is the same, what tells two texts apart, and what is said of input that can not be used.

The cities of these little games are worked out by hand in the comments.
"""

from __future__ import annotations

import json
import shutil
import subprocess
from collections.abc import Callable
from itertools import islice
from pathlib import Path
from types import SimpleNamespace
from typing import Any

import pytest
from little import all_cities

from dsl.assemble import Specification
from dsl.canonical import canonical
from dsl.city import Building, City
from dsl.load import load
from dsl.scorer import Scorer
from dsl.to_python import compile_module
from verifier import solve
from verifier.cli import main
from verifier.diff import SAME_TEXT, Difference, compare, compare_tiles
from verifier.verdict import Fault

TWO_BY_TWO = Path(__file__).parent / "games" / "two_by_two" / "two_by_two.rules"

# Four spaces; Huts of one or two floors, Dens with two seats, Walls.
BASE = """
game "Tiny" { }
ruling luck "Does luck count?" { reading yes "it does" reading no "it does not" default no because "so" }
resource water "Water" { glyph w pieces 4 costs 1 unseated }
mode square "Square" {
  board {
    1 2
    2 2
  }
  rounds 1
  turns 4
}
building hut "Hut" { floors up to 2 needs 1 water }
building den "Den" { needs nothing seats 2 water }
building wall "Wall" { needs nothing }
"""


@pytest.fixture
def diff(tmp_path: Path) -> Callable[..., Difference]:
    """Compares two texts that are added to the little game (or two whole texts)."""

    def compared(old: str, new: str, *, base: str = BASE, **more: Any) -> Difference:
        specs = []
        for name, text in (("old", old), ("new", new)):
            path = tmp_path / f"{name}.rules"
            path.write_text(base + text, "utf-8")
            specs.append(load([path]))
        return compare(specs[0], specs[1], "square", **more)

    return compared


Diff = Callable[..., Difference]


def scoring(*lines: str) -> str:
    return 'scoring s "S" {\n' + "\n".join(lines) + "\n}\n"


def stand(found: Difference) -> list[Building]:
    assert found.old_city is not None and found.smallest
    return [b for _, b in found.old_city.buildings()]


# ---- the same ----------------------------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("old", "new"),
    [
        # laid out in another way, with remarks
        (scoring("score 2 per hut in city"), "-- Huts.\n" + scoring("  score  2 per hut", "  in city")),
        # in another order
        (
            scoring("score 2 per hut in city", "score 1 per den in city"),
            scoring("score 1 per den in city", "score 2 per hut in city"),
        ),
        (
            scoring("score count of hut in city + count of den in city"),
            scoring("score count of den in city + count of hut in city"),
        ),
        (scoring("score 1 if some hut and some den"), scoring("score 1 if some den and some hut")),
        # a scoring and a table under other names
        (
            "table t [0, 1, 4+]\n" + scoring("score t(count of hut in city)"),
            "table u [0, 1, 4+]\n" + scoring("score u(count of hut in city)"),
        ),
        (scoring("score 2 per hut in city"), scoring("score 2 per hut in city").replace("s \"S\"", "t \"T\"")),
    ],
)
def test_another_text_that_elaborates_alike(diff: Diff, old: str, new: str) -> None:
    found = diff(old, new)
    assert (found.verdict, found.reason, found.structure) == ("same", SAME_TEXT, ())


@pytest.mark.parametrize(
    ("old", "new"),
    [
        # No Hut is a Den.
        ("score count of hut in city + count of den in city", "score count of (hut or den) in city"),
        ("score 2 per 2 hut in city", "score count of hut in city - count of hut in city mod 2"),
        ("score 1 if some row is all wall", "score 1 if longest run of wall in a row = 2"),
        ("score count of space in city", "score 4"),
    ],
)
def test_what_is_proved_to_be_the_same(diff: Diff, old: str, new: str) -> None:
    found = diff(scoring(old), scoring(new))
    assert found.verdict == "same" and found.reason.startswith("proved"), found
    assert found.old_clauses and found.new_clauses and found.old_city is None


def test_one_of_the_proofs_is_a_solvers(diff: Diff) -> None:
    old = scoring("score 1 if count of hut in city >= 1 and count of den in city >= 3")
    new = scoring("score 1 if count of hut in city = 1 and count of den in city = 3")
    assert diff(old, new).reason == "proved by Z3"


# ---- a city tells them apart -------------------------------------------------------------------------------


def test_two_or_three_for_each_hut(diff: Diff) -> None:
    # One Hut with its unit: 2 against 3.
    found = diff(scoring("score 2 per hut in city"), scoring("score 3 per hut in city"))
    assert (found.verdict, found.values, found.what) == ("different", (2, 3), "score")
    (hut,) = stand(found)
    assert (hut.kind, hut.floors, hut.active) == ("hut", 1, True)
    assert [x.text for x in found.old_clauses] == ["score 2 per hut in city"]
    assert [x.text for x in found.new_clauses] == ["score 3 per hut in city"]


def test_it_takes_two_buildings(diff: Diff) -> None:
    # Every city with fewer than two Walls is 0 on both sides.
    found = diff(scoring("score 1 if count of wall in city >= 2"), "")
    assert found.values == (1, 0) and [b.kind for b in stand(found)] == ["wall", "wall"]


def test_of_equally_small_cities_the_first_in_reading_order(diff: Diff) -> None:
    found = diff(scoring("score 1 if count of wall in city >= 2 and no wall on top edge"), "")
    assert stand(found) and found.old_city is not None
    assert [s for s, _ in found.old_city.buildings()] == [2, 3]


def test_a_floor_of_any_kind_is_a_floor(diff: Diff) -> None:
    # A Hut without its unit or a Wall, of one floor each: the Hut is declared first.
    found = diff(scoring("score 1 if (some placed hut with floors = 1) or some wall"), "")
    (hut,) = stand(found)
    assert (hut.kind, hut.floors, hut.active) == ("hut", 1, False)


def test_it_takes_two_floors(diff: Diff) -> None:
    found = diff(scoring("score highest floors of hut"), scoring("score highest floors of hut at most 1"))
    (hut,) = stand(found)
    assert (hut.kind, hut.floors, found.values) == ("hut", 2, (2, 1))


def test_it_takes_one_unit_on_a_seat(diff: Diff) -> None:
    clause = 'building inn "Inn" { needs nothing seats 3 water score NUMBER per water seated }\n'
    found = diff(clause.replace("NUMBER", "1"), clause.replace("NUMBER", "2"))
    (inn,) = stand(found)
    assert (inn.kind, inn.seats, found.values) == ("inn", {"water": 1}, (1, 2))


def test_fewer_buildings_go_before_fewer_floors(diff: Diff) -> None:
    # One Hut of two floors, or two of one floor: the first has fewer buildings.
    found = diff(scoring("score 1 if combined floors of hut in city >= 2"), "")
    (hut,) = stand(found)
    assert hut.floors == 2


def test_what_an_unseated_unit_costs(diff: Diff) -> None:
    found = diff("", "", base=BASE)
    assert found.verdict == "same"
    old = BASE.replace("costs 1 unseated", "costs 3 unseated")
    found = diff(old, BASE, base="")
    # The empty city with one unit: -3 against -1.
    assert stand(found) == [] and found.values == (-3, -1)
    assert found.structure == ("Water: costs 3 VP unseated in OLD, 1 VP in NEW",)


def test_only_under_a_reading(diff: Diff) -> None:
    text = scoring("under luck is yes { score NUMBER per wall in city }")
    old, new = text.replace("NUMBER", "1"), text.replace("NUMBER", "2")
    assert diff(old, new).verdict == "same"
    yes = {"luck": "yes"}
    found = diff(old, new, old_readings=yes, new_readings=yes)
    assert found.verdict == "different" and found.values == (1, 2)


def test_every_difference_of_a_mutated_game_is_found(diff: Diff) -> None:
    text = TWO_BY_TWO.read_text("utf-8")
    for before, after in (
        ("[1, 3]", "[1, 2]"),
        ("[3, 5, 8]", "[3, 5, 9]"),
        ("at most 3 if", "at most 4 if"),
        ("score distance from self to nearest hut", "score 2"),
    ):
        assert before in text
        assert diff(text, text.replace(before, after), base="").verdict == "different", after


def test_what_is_equal_in_words_only_on_this_board(diff: Diff) -> None:
    # On two rows, a longest run in a column has at most 2; past its end a list goes on with its last entry.
    text = TWO_BY_TWO.read_text("utf-8")
    found = diff(text, text.replace("a column [0, 0, 2]", "a column [0, 0, 2, 2, 2]"), base="")
    assert found.verdict == "same"


def size(city: City) -> tuple[int, int, int]:
    """Buildings, floors, units seated."""
    there = [b for _, b in city.buildings()]
    needs = sum(b.kind in ("hut", "gate") and bool(b.active) for b in there)
    units = sum(sum((b.seats or {}).values()) for b in there)
    return len(there), sum(b.floors for b in there), needs + units


@pytest.mark.parametrize(
    ("before", "after"),
    [
        ("[3, 5, 8]", "[3, 5, 9]"),
        ("longest run of wall in a row [0, 1, 3]", "longest run of wall in a row [0, 1, 4]"),
        ("score 2 per den adjacent to self at most 3 if", "score 3 per den adjacent to self at most 3 if"),
        ("score count of district with a hut", "score count of row with a hut"),
        # the same: only Huts have floors, and there is a Hut where 2 is the highest
        ("is built and highest floors of hut = 2", "is built and some hut with floors = 2"),
        ("size of group of wall at self [from 1: 0, 1, 2+]", "size of group of wall at self [0, 0, 1, 2+]"),
    ],
)
def test_against_every_city_of_a_little_game(diff: Diff, tmp_path: Path, before: str, after: str) -> None:
    text = TWO_BY_TWO.read_text("utf-8")
    assert before in text
    found = diff(text, text.replace(before, after), base="")
    one, two = (Scorer(load([tmp_path / f"{name}.rules"]), "square") for name in ("old", "new"))
    apart = [size(city) for city, _ in all_cities() if one.total(city) != two.total(city)]
    assert (found.verdict == "different") == bool(apart)
    if apart:
        assert found.old_city is not None and found.smallest and size(found.old_city) == min(apart)


def test_the_one_form_has_the_same_value() -> None:
    spec = load([TWO_BY_TWO])
    for reading in ("gone", "stays"):
        scorer = Scorer(spec, "square", {"broken": reading})
        game = scorer.game
        forms = [canonical(x.value, frozenset(game.kinds)) for x in game.clauses]
        made = compile_module("forms", {f"form_{i}": ("", x) for i, x in enumerate(forms)})
        for city, _ in islice(all_cities(), 0, None, 23):
            view = scorer.view(city)
            for (clause, function), form in zip(scorer.compiled.clauses, made.values(), strict=True):
                total = scorer.compiled.clause_total
                assert total(clause, function, city, view) == total(clause, form, city, view), clause.text


def test_the_one_form_is_one(spec: Specification, orchard: Specification) -> None:
    for whole in (spec, orchard):
        for mode in whole.modes:
            game = whole.game(mode)
            for x in game.clauses:
                form = canonical(x.value, frozenset(game.kinds))
                assert canonical(form, frozenset(game.kinds)) == form


# ---- what no city shows ------------------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("before", "after", "said"),
    [
        ("1 2\n    2 2", "1 2 2\n    2 2 2", "board: 2 x 2 spaces in 2 districts in OLD, 2 x 3 spaces in 2 districts in NEW"),
        ("1 2\n    2 2", "1 1\n    1 2", "board: 2 x 2 spaces in 2 districts, but the districts lie differently"),
        ("seats 2 water", "seats 1 water", "Den: seats 2 Water in OLD, 1 Water in NEW"),
        ("needs 1 water", "needs 2 water", "Hut: needs 1 Water in OLD, 2 Water in NEW"),
        ("floors up to 2", "floors up to 3", "Hut: floors up to 2 in OLD, 3 in NEW"),
        ("pieces 4", "pieces 5", "Water: 4 pieces in OLD, 5 in NEW"),
        ("turns 4", "turns 3", "turns: 4 in OLD, 3 in NEW"),
        ("building den", "building lair", "kind `den`: only in OLD"),
        ('"Wall" {', '"Wall" { print a_one worth 1', "Wall: prints plain (nothing) in OLD, a_one (1 VP) in NEW"),
        ('"Wall" {', '"Wall" { when placed gain 1 water', "Wall: gives when placed nothing in OLD, 1 Water in NEW"),
        (
            '"Wall" {',
            '"Wall" { when game ends may gain 1 water per hut in city',
            "`wall` may gain water: only in NEW, `when game ends may gain 1 water per hut in city`",
        ),
        ("{ }", "{ seating full }", "seating: free in OLD, full in NEW"),
        (
            "building wall",
            'scoring dry "Dry" breaks ties { score count of wall }\nbuilding wall',
            "ties are broken by nothing in OLD, by `dry` in NEW",
        ),
    ],
)
def test_structure(diff: Diff, before: str, after: str, said: str) -> None:
    assert before in BASE
    found = diff(BASE, BASE.replace(before, after), base="")
    assert found.verdict == "different" and said in found.structure, found
    assert found.old_city is None


def test_districts_under_other_names_are_the_same(diff: Diff) -> None:
    assert diff(BASE, BASE.replace("1 2\n    2 2", "7 3\n    3 3"), base="").verdict == "same"


def test_beside_a_kind_of_one_side_the_rest_is_compared(diff: Diff) -> None:
    inn = 'building inn "Inn" is wall { needs nothing }\n'
    same = diff(scoring("score 1 per wall in city"), inn + scoring("score 1 per wall in city"))
    assert same.structure == ("kind `inn`: only in NEW",) and same.reason == f"all else: {SAME_TEXT}"
    found = diff(scoring("score 1 per wall in city"), inn + scoring("score 2 per wall in city"))
    assert found.values == (1, 2) and [b.kind for b in stand(found)] == ["wall"]


def test_gains_are_compared_over_cities(diff: Diff) -> None:
    well = 'building well "Well" { needs nothing when game ends gain NUMBER water per wall in city }\n'
    found = diff(well.replace("NUMBER", "1"), well.replace("NUMBER", "2"))
    # A Well and a Wall: 1 unit against 2.
    assert found.verdict == "different" and found.what == "units (`well` gains water)"
    assert found.values == (1, 2) and sorted(b.kind for b in stand(found)) == ["wall", "well"]


def test_printed_points_cancel(diff: Diff) -> None:
    printed = 'building plot "Plot" { needs nothing print a_one worth 1 print b_two worth 2 }\n'
    old, new = printed + scoring("score 1 per plot in city"), printed + scoring("score 2 per plot in city")
    assert diff(old, new).values == (1, 2)


def test_a_rule_of_the_game_that_changes_every_tile(diff: Diff) -> None:
    tile = 'tile fair "Fair" is wall { needs 1 water score 2 }\n'
    found = diff(BASE + tile, BASE.replace("{ }", "{ tiles score even when inactive }") + tile, base="")
    # A Fair that is not active: nothing against 2.
    (fair,) = stand(found)
    assert (fair.kind, fair.active, found.values) == ("fair", False, (0, 2))
    assert found.reason == "inactive tiles score on one side only"


# ---- two tiles ---------------------------------------------------------------------------------------------

TILES = """
building works "Works" { needs nothing }
tile aaa "A" is works { score 2 per wall in city }
tile bbb "B" is works { score 2 per wall in city }
tile ccc "C" is works { score 1 per wall in city score 1 per den in city }
tile ddd "D" is works { needs 1 water score 2 per wall in city }
tile eee "E" is works { seats 1 water }
"""


def tiles(tmp_path: Path, old: str, new: str) -> Difference:
    path = tmp_path / "tiles.rules"
    path.write_text(BASE + TILES, "utf-8")
    return compare_tiles(load([path]), old, new, "square")


def test_tiles_with_the_same_text(tmp_path: Path) -> None:
    assert tiles(tmp_path, "aaa", "bbb").reason == SAME_TEXT
    assert tiles(tmp_path, "aaa", "aaa").reason == SAME_TEXT


def test_tiles_in_each_others_place(tmp_path: Path) -> None:
    found = tiles(tmp_path, "aaa", "ccc")
    # A Wall: 2 against 1. A Den: 0 against 1. Both take two buildings.
    assert found.verdict == "different" and found.what == "own score"
    assert found.values in ((2, 1), (0, 1)) and len(stand(found)) == 2
    assert found.old_city is not None and found.new_city is not None
    for space, b in found.old_city.buildings():
        there = found.new_city.cells[space]
        assert there is not None and (b.kind, there.kind) in (("aaa", "ccc"), ("wall", "wall"), ("den", "den"))


def test_tiles_with_other_needs_are_compared_as_active(tmp_path: Path) -> None:
    found = tiles(tmp_path, "aaa", "ddd")
    assert found.structure == ("the tile: needs nothing in OLD, 1 Water in NEW",)
    assert found.verdict == "different" and found.reason == f"all else: {SAME_TEXT}"
    found = tiles(tmp_path, "ddd", "ccc")
    assert found.new_city is not None and found.values in ((2, 1), (0, 1))


def test_tiles_with_other_seats_have_no_common_city(tmp_path: Path) -> None:
    found = tiles(tmp_path, "aaa", "eee")
    assert found.verdict == "different" and found.old_city is None
    assert found.structure == ("the tile: seats nothing in OLD, 1 Water in NEW",)


# ---- solvers that do not answer, or lie --------------------------------------------------------------------


def test_silence_is_unknown(diff: Diff, monkeypatch: pytest.MonkeyPatch) -> None:
    silent = solve.Answer("unknown")
    monkeypatch.setattr("verifier.diff.first_difference", lambda *_: None)  # nor counts anybody small cities
    monkeypatch.setattr(solve.Z3, "decide", lambda *_, **__: silent)
    monkeypatch.setattr(solve, "decide", lambda *_, **__: silent)
    found = diff(scoring("score 1 per wall in city"), scoring("score 2 per wall in city"), time_limit=5)
    assert found.verdict == "unknown" and "no solver found out within 5 s" in found.reason


def test_cp_sat_is_asked_when_z3_is_silent(diff: Diff, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(solve.Z3, "decide", lambda *_, **__: solve.Answer("unknown"))
    found = diff(scoring("score 1 per wall in city"), scoring("score 2 per wall in city"))
    assert found.verdict == "different" and found.values == (1, 2)


def test_a_mismatch_is_a_fault(diff: Diff, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(Scorer, "total", lambda *_: 7)
    with pytest.raises(Fault, match="the solver finds a difference of"):
        diff(scoring("score 1 per wall in city"), scoring("score 2 per wall in city"))


# ---- the command -------------------------------------------------------------------------------------------

Run = Callable[..., SimpleNamespace]


@pytest.fixture
def run(capsys: pytest.CaptureFixture[str], tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Run:
    """Runs `tileproof diff` in a folder of its own."""
    monkeypatch.chdir(tmp_path)
    monkeypatch.setenv("GIT_CEILING_DIRECTORIES", str(tmp_path.parent))
    for name in ("NO_COLOR", "FORCE_COLOR", "TILEPROOF_DEBUG"):
        monkeypatch.delenv(name, raising=False)

    def command(*argv: object) -> SimpleNamespace:
        code = main(["diff", *map(str, argv)])
        out, err = capsys.readouterr()
        assert "Traceback" not in out + err
        return SimpleNamespace(code=code, out=out, err=err)

    return command


Write = Callable[[str, str], Path]


def test_two_folders(run: Run, write: Write) -> None:
    write("old/base.rules", BASE)
    write("new/base.rules", BASE)
    same = run("old", "new")
    assert same.code == 0 and "square: same meaning (the same text after elaboration)" in same.out
    write("old/s.rules", scoring("score 2 per hut in city"))
    write("new/s.rules", scoring("score 3 per hut in city"))
    found = run("old", "new")
    assert found.code == 1
    for words in ("square: different", "only in OLD", "--> old/s.rules:2:1", "score 2 in OLD, 3 in NEW", "1 different"):
        assert words in found.out, words
    rows = [line.split() for line in found.out.splitlines()]
    assert ["S", "2", "VP", "3", "VP", "differs"] in rows and ["Total", "2", "VP", "3", "VP", "differs"] in rows


def test_as_json(run: Run, write: Write) -> None:
    write("old/base.rules", BASE + scoring("score 2 per hut in city"))
    write("new/base.rules", BASE + scoring("score 3 per hut in city"))
    found = json.loads(run("old", "new", "--format", "json").out)
    assert (found["schema_version"], found["what"], found["structure"]) == (1, "specifications", [])
    (one,) = found["comparisons"]
    assert (one["mode"], one["verdict"], one["differs"], one["smallest"]) == ("square", "different", "score", True)
    assert (one["old"]["value"], one["new"]["value"]) == (2, 3)
    assert one["old"]["sheet"]["parts"]["s"] == 2 and one["new"]["sheet"]["total"] == 3
    assert [x["text"] for x in one["new"]["clauses"]] == ["score 3 per hut in city"]
    # The city can be scored again.
    city = write("city.json", json.dumps(one["old"]["city"]))
    assert main(["score", str(city), "--spec", "old", "--scope", "any"]) == 0


def test_two_versions_of_a_tile(run: Run, write: Write) -> None:
    text = 'tile fire_station "Fire Station" is public_service { score NUMBER per factory adjacent to self }\n'
    old, new = (write(f"{n}.rules", text.replace("NUMBER", n)) for n in "23")
    found = run(old, new, "--mode", "classic")
    # A Factory beside it: 2 against 3.
    assert found.code == 1 and "score" in found.out and "differs" in found.out
    assert run(old, old).code == 0


def test_two_tiles(run: Run, write: Write) -> None:
    write("game.rules", BASE + TILES)
    assert run("aaa", "bbb", "--spec", "game.rules").code == 0
    found = run("AAA", "ccc", "--spec", "game.rules")
    assert found.code == 1 and "with the other tile in its place" in found.out


def test_readings(run: Run, write: Write) -> None:
    text = BASE + scoring("under luck is yes { score NUMBER per wall in city }")
    old, new = (write(f"{n}.rules", text.replace("NUMBER", n)) for n in "12")
    assert run(old, new).code == 0
    found = run(old, new, "--all-readings")
    assert found.code == 1 and "2 comparisons: 1 same, 1 different" in found.out
    assert "under luck is yes" in found.out
    assert run(old, new, "--ruling", "luck=yes").code == 1


def test_a_ruling_of_one_side_may_be_chosen(run: Run, write: Write) -> None:
    more = 'ruling extra "More?" { reading one "1" reading two "2" default one because "so" }\n'
    more += scoring("score 1 per wall in city if reading of extra is two")
    old, new = write("old.rules", BASE), write("new.rules", BASE + more)
    found = run(old, new)
    assert found.code == 1 and "square: same meaning" in found.out and "ruling `extra`: only in NEW" in found.out
    assert "square: different" in run(old, new, "--ruling", "extra=two").out
    assert run(old, new, "--ruling", "mor=two").code == 2


def test_modes_of_one_side(run: Run, write: Write) -> None:
    other = 'mode long "Long" {\n  board {\n    1 2 3\n  }\n  rounds 1\n  turns 3\n}\n'
    old, new = write("old.rules", BASE), write("new.rules", BASE + other)
    found = run(old, new)
    assert found.code == 1 and "mode `long`: only in NEW" in found.out and "square: same meaning" in found.out
    assert run(old, new, "--mode", "long").code == 2


@pytest.mark.parametrize(
    ("argv", "words"),
    [
        (["nowhere", "good.rules"], "there is no file, folder or tile `nowhere`"),
        (["fire_station", "good.rules"], "`fire_station` is a tile, and the other side is none"),
        (["fire_station", "factory"], "`factory` is no tile, it is a building"),
        (["good.rules", "bad.rules"], "error[TP"),
        (["good.rules", "HEAD:spec"], "this is no git repository"),
        (["good.rules"], "NEW"),
    ],
)
def test_input_that_can_not_be_used(run: Run, write: Write, argv: list[str], words: str) -> None:
    write("good.rules", BASE)
    write("bad.rules", BASE + scoring("score 1 per hutt in city"))
    found = run(*argv)
    assert found.code == 2 and words in found.err and not found.out


def test_without_git(run: Run, write: Write, monkeypatch: pytest.MonkeyPatch) -> None:
    write("good.rules", BASE)
    monkeypatch.setenv("PATH", "")
    found = run("HEAD:good.rules", "good.rules")
    assert found.code == 2 and "git, which can not be run here" in found.err


@pytest.mark.skipif(shutil.which("git") is None, reason="git is not there")
def test_a_revision(run: Run, write: Write, tmp_path: Path) -> None:
    def git(*words: str) -> None:
        who = ["-c", "user.name=A", "-c", "user.email=a@example.org", "-c", "commit.gpgsign=false"]
        subprocess.run(["git", *who, *words], cwd=tmp_path, check=True, capture_output=True)

    write("rules/base.rules", BASE)
    write("rules/more/s.rules", scoring("score 2 per hut in city"))
    git("init", "-q")
    git("add", ".")
    git("commit", "-q", "-m", "one")
    assert run("HEAD:rules", "rules").code == 0
    write("rules/more/s.rules", scoring("score 3 per hut in city"))
    found = run("HEAD:rules", "rules")
    assert found.code == 1 and "score 2 in OLD, 3 in NEW" in found.out
    assert "--> HEAD:rules/more/s.rules:2:1" in found.out and "--> rules/more/s.rules:2:1" in found.out
    one_file = run("HEAD:rules/more/s.rules", "rules/more/s.rules", "--spec", "rules")
    assert one_file.code == 1 and "--> HEAD:rules/more/s.rules:2:1" in one_file.out
    unknown = run("nothing:rules", "rules")
    assert unknown.code == 2 and "git knows no revision `nothing`" in unknown.err
    gone = run("HEAD:rulez", "rules")
    assert gone.code == 2 and "revision `HEAD` has no `rulez`" in gone.err
