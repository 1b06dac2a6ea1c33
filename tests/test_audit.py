"""`tileproof audit`: what can not matter is found, with its place, and what can is left alone.

What is expected of the tiny game is worked out by hand in the comments: four spaces in two districts, Huts of one or
two floors, Dens with two seats, Walls. The 2x2 game of `little.py` is compared with all its cities.
"""

from __future__ import annotations

import json
import os
from collections.abc import Callable
from dataclasses import replace
from itertools import product
from pathlib import Path
from typing import Any

import pytest
from little import BESIDE, LITTLE, STATES, States, by_hand

from dsl.assemble import Specification
from dsl.diagnostics import Failure
from dsl.load import load
from dsl.scorer import Scorer
from dsl.single import by_kind
from dsl.source import NOWHERE
from verifier.apart import Counted, Grounded, OutOfTime, Pair, bound_by_parts, far_apart, tell_apart
from verifier.audit import Outcome, audit, questions
from verifier.checks import CHECKS, Said
from verifier.cli import main
from verifier.depends import dependence, told
from verifier.extent import extent_of
from verifier.pool import answered
from verifier.sample import cities
from verifier.sentences import conditions, entries, written
from verifier.verdict import PropertyResult

BASE = """
game "Tiny" { }
ruling luck "Does luck count?" { reading yes "it does" reading no "it does not" default no because "so" }
resource water "Water" { glyph w pieces 4 costs 1 unseated }
resource sand "Sand" { glyph s pieces 4 costs 0 unseated }
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
building hall "Hall" { needs nothing }
"""
LONG = """
mode long "Long" {
  board {
    1 1 1 2
  }
  rounds 1
  turns 4
}
"""

Audited = Callable[..., list[Said]]


@pytest.fixture
def audited(tmp_path: Path) -> Audited:
    """What a check says of an owner or ruling of the tiny game with some more text."""

    def said(check: str, name: str, text: str, mode: str = "square", base: str = BASE) -> list[Said]:
        path = tmp_path / "tiny.rules"
        path.write_text(base + text, "utf-8")
        spec = load([path])
        found = audit(spec, questions(spec, [name], [mode], [check]))
        return [x for o in found.outcomes for x in o.said]

    return said


def scoring(*lines: str) -> str:
    return 'scoring s "S" {\n' + "\n".join(lines) + "\n}\n"


def tile(*lines: str) -> str:
    return 'tile post "Post" is hall {\n' + "\n".join(lines) + "\n}\n"


def sorts(said: list[Said]) -> list[str]:
    return [x.sort for x in said]


def place(text: str, words: str, base: str = BASE) -> str:
    """Where the last of these words stands: line and column."""
    before = (base + text)[: (base + text).rindex(words)]
    return f":{before.count(chr(10)) + 1}:{len(before) - before.rfind(chr(10))}"


# ---- dead clauses ------------------------------------------------------------------------------------------


def test_five_huts_do_not_fit_on_four_spaces(audited: Audited) -> None:
    text = scoring("score 2 per hut in city", "score 3 if count of hut in city >= 5")
    finding, fine = audited("clause", "s", text)
    assert finding.sort == "finding" and "`score 3 if count of hut in city >= 5` scores nothing but 0" in finding.text
    assert finding.places[0].endswith("tiny.rules" + place(text, "score 3 if"))
    assert (fine.sort, fine.text) == ("fine", "1 clause scores")


def test_four_huts_do(audited: Audited) -> None:
    assert [x.text for x in audited("clause", "s", scoring("score 3 if count of hut in city >= 4"))] == [
        "1 clause scores"
    ]


@pytest.mark.parametrize(("huts", "sort"), [(3, "fine"), (4, "finding")])
def test_a_gain_of_a_tile_that_takes_one_of_the_four_spaces(audited: Audited, huts: int, sort: str) -> None:
    text = tile(f"when game ends gain 1 water if count of hut in city >= {huts}")
    (said,) = audited("clause", "post", text)
    assert said.sort == sort and ("gives no unit" in said.text) == (sort == "finding")


def test_what_is_nothing_after_elaboration_is_dead(audited: Audited) -> None:
    assert sorts(audited("clause", "s", scoring("score 0 per hut in city"))) == ["finding"]


def test_dead_in_one_mode_and_not_in_another_is_no_fault(audited: Audited) -> None:
    # A run of three Walls needs three spaces in line: there are two in Square, four in Long.
    text = scoring("score 1 if longest run of wall in a row >= 3")
    (said,) = audited("clause", "s", text, base=BASE + LONG)
    assert said.sort == "note" and said.text.endswith("in square; not so in long")
    assert sorts(audited("clause", "s", text, mode="long", base=BASE + LONG)) == ["fine"]


def test_a_sentence_is_alive_if_it_scores_for_an_heir(audited: Audited) -> None:
    # Nothing is seated on a Barn, but a Silo has seats and inherits the sentence.
    barn = 'building barn "Barn" { needs nothing\nscore 1 per water seated\n}\n'
    assert sorts(audited("clause", "barn", barn)) == ["finding"]
    silo = 'building silo "Silo" is barn { seats 1 water }\n'
    assert sorts(audited("clause", "barn", barn + silo)) == ["fine"]


# ---- entries that nothing reaches --------------------------------------------------------------------------


def test_an_entry_past_the_last_value(audited: Audited) -> None:
    # There are at most four Walls.
    text = "table t [0, 1, 3, 6, 10, 15]\n" + scoring("score t(count of wall in city)")
    finding, fine = audited("entry", "s", text)
    assert finding.sort == "finding" and finding.text.startswith("entry 15 for 5 of table `t` could be one more")
    assert finding.places[0].endswith(place(text, "15]"))
    assert fine.text == "5 of 6 table entries count"


def test_all_entries_are_reached(audited: Audited) -> None:
    text = "table t [0, 1, 3, 6, 10]\n" + scoring("score t(count of wall in city)")
    assert [x.text for x in audited("entry", "s", text)] == ["5 of 5 table entries count"]


def test_a_table_belongs_to_all_its_users(audited: Audited) -> None:
    # In a row stand at most two Walls, in the city four: the first sentence alone does not reach 3 and 4.
    row, city = "score t(longest run of wall in a row)", "score t(count of wall in city)"
    table = "table t [0, 1, 3, 6, 10]\n"
    assert sorts(audited("entry", "s", table + scoring(row))) == ["finding", "finding", "fine"]
    assert sorts(audited("entry", "s", table + scoring(row, city))) == ["fine"]
    other = 'scoring r "R" { ' + city + " }\n"
    assert sorts(audited("entry", "s", table + scoring(row) + other)) == ["fine"]
    assert audited("entry", "r", table + scoring(row) + other) == []  # told with its first user


def test_an_entry_whose_value_is_cut_off(audited: Audited) -> None:
    # At most 3 in any case: one more than 3 is not noticed. One more than 2 is.
    cut = "score by count of wall in city [0, 1, 2, 3, 3] at most 3"
    assert [x.text.partition(" could be")[0] for x in audited("entry", "s", scoring(cut)) if x.sort == "finding"] == [
        "entry 3 for 3",
        "entry 3 for 4",
    ]


def test_rows_and_columns(audited: Audited) -> None:
    # Beside a space of this board lie two others, and a Den has two seats.
    lines = "score by water seated, count of hut adjacent to self [[0, 1, 2, 3], [1, 2, 4, 5], [3, 5, 8, 9]]"
    found = audited("entry", "inn", f'building inn "Inn" {{ needs nothing seats 2 water\n{lines}\n}}\n')
    assert [x.text.partition(" could be")[0] for x in found] == [
        "entry 3 for 0, 3",
        "entry 5 for 1, 3",
        "entry 9 for 2, 3",
        "9 of 12 table entries count",
    ]


# ---- conditions --------------------------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("line", "idle"),
    [
        # A Hut has one or two floors.
        ("score 1 per hut in city with floors >= 1", ["`floors >= 1` always holds"]),
        ("score 1 per hut in city with floors >= 2", []),
        ("score 1 per hut in city with (floors = 2 or floors = 3)", ["`floors = 3` never holds"]),
        # "Two floors, or one floor and some Wall" says no more than "two floors, or some Wall".
        ("score 1 per hut in city with (floors = 2 or floors = 1 and some wall)", ["`floors = 1` always holds"]),
        ("score 1 per hut in city with (floors = 2 or some wall)", []),
        # The whole always holds; what it is made of is not told again.
        ("score 1 per hut in city with (floors >= 1 and floors <= 2)", ["`floors >= 1 and floors <= 2` always holds"]),
        ("score 1 if count of hut in city <= 4", ["`count of hut in city <= 4` always holds"]),
        ("score 1 if count of hut in city <= 3", []),
        # A row has two spaces.
        ("score 1 if some row is all hut", []),
        ("score 1 per row with count of hut in it <= 2", ["`count of hut in it <= 2` always holds"]),
        ("score 1 per row with count of hut in it <= 1", []),
        ("score if count of hut in city < 5 then 1 else 2", ["`count of hut in city < 5` always holds"]),
        # A Cabin is a Hut.
        ("score 1 per (hut or cabin) in city", ["`cabin` in `(hut or cabin)` can be left out"]),
        ("score 1 per (hut or wall) in city", []),
        ("score 1 per (hut and not cabin) in city", []),
        ("score 1 per (cabin and hut) in city", ["`hut` in `(cabin and hut)` can be left out"]),
        # A dead sentence is told as such, and not looked into.
        ("score 1 if count of hut in city >= 5", []),
    ],
)
def test_conditions(audited: Audited, line: str, idle: list[str]) -> None:
    cabin = 'building cabin "Cabin" is hut { }\n'
    said = audited("condition", "s", cabin + scoring(line))
    assert [x.text.partition(" (proved")[0].partition(" (term")[0] for x in said if x.sort == "finding"] == idle
    assert "unknown" not in sorts(said)


def test_a_condition_is_pointed_at(audited: Audited) -> None:
    text = scoring("score 1 per hut in city with floors >= 1")
    (said,) = audited("condition", "s", text)
    assert said.places[0].endswith(place(text, "floors >= 1"))


def test_where_a_table_begins_does_not_move_with_a_condition(audited: Audited) -> None:
    # The list begins at 1, the least that the value can be; were the condition folded away, it would begin elsewhere.
    line = "score by if some wall then 1 else 3 [5, 6, 7]"
    assert [x.text for x in audited("condition", "s", scoring(line))] == ["1 condition decides"]


# ---- declining ---------------------------------------------------------------------------------------------


def test_declining_saves_what_an_unseated_unit_costs(audited: Audited) -> None:
    # A Wall beside the Post, and nothing that holds water: one unit more is one point less.
    (said,) = audited("may", "post", tile("when game ends may gain 1 water per wall in city"))
    assert said.sort == "note" and said.values == (0, -1) and said.city is not None
    assert sorted(b.kind for _, b in said.city.buildings()) == ["post", "wall"]


def test_declining_what_costs_nothing_never_pays(audited: Audited) -> None:
    text = tile("when game ends may gain 1 sand per wall in city")
    (said,) = audited("may", "post", text)
    assert said.sort == "note" and said.text.startswith("declining never pays: ")
    # Unless something counts what is left over: -2 for one unit of sand.
    (said,) = audited("may", "post", text + scoring("score -2 per unseated sand"))
    assert said.sort == "note" and said.values == (0, -2)


def test_an_ordered_gain_is_not_asked_about(audited: Audited) -> None:
    assert audited("may", "post", tile("when game ends gain 1 water per wall in city")) == []


# ---- ranges ------------------------------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("name", "text", "said"),
    [
        ("s", scoring("score 2 per hut in city"), "part from 0 to 8"),
        # One Wall: 1 - 5; four of them: 4 - 5.
        ("s", scoring("score 1 per wall in city", "score -5 if some wall"), "part from -4 to 0"),
        # Three spaces are left, two of them beside it.
        ("post", tile("score 2 per hut adjacent to self", "score -1 per wall in city"), "own from -3 to 4"),
        ("post", tile("when game ends gain 2 water per hut adjacent to self"), "units given from 0 to 4"),
        ("post", tile("when placed gain 3 water"), "units given from 3 to 3"),
    ],
)
def test_ranges(audited: Audited, name: str, text: str, said: str) -> None:
    found = audited("range", name, text)
    assert [(x.sort, x.text) for x in found] == [("fine", said)]


# ---- what a score depends on -------------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("line", "words"),
    [
        ("score 2 per hut adjacent to self", "on Hut (that are active), on its adjacent spaces only"),
        # Beside a space of this board lies one more of its row, one of its column, and all of its line.
        ("score 1 per wall in row of self", "on Wall, on its row only"),
        ("score 1 per wall in city", "on Wall, wherever they stand"),
        ("score 1 per placed hut in city", "on Hut (active or not), wherever they stand"),
        ("score 1 per (wall or den) in district of self", "on Den and Wall, on its district only"),
        # Walls on the other side of the board may make the longest run.
        ("score longest run of wall in a row", "on Wall, in the whole city, and on where they stand"),
        ("score highest floors of hut", "on Hut (that are active), on floors, wherever they stand"),
        ("score sum of water seated over den", "on Den, on Water on seats, wherever they stand"),
        ("score 1 per unseated water", "on Water unseated"),
        # Three spaces are left beside the Post: the Huts are looked at, and never matter.
        ("score 3 if count of hut in city >= 4", "on nothing"),
        ("score 3 if count of hut in city >= 3", "on Hut (that are active), wherever they stand"),
        # Each space has two others beside it.
        ("score 1 per space adjacent to self", "on nothing"),
    ],
)
def test_what_an_own_depends_on(audited: Audited, line: str, words: str) -> None:
    said = audited("depends", "post", tile(line))
    assert [(x.sort, x.text) for x in said] == [("fine", f"own depends {words}")]


def test_where_a_tile_stands_may_be_all_that_matters(audited: Audited) -> None:
    # In Long the first and the last space have one space beside them, those between two.
    text = tile("score 1 per space adjacent to self")
    (said,) = audited("depends", "post", text, mode="long", base=BASE + LONG)
    assert said.text == "own depends on nothing but where it stands"


def test_what_units_and_parts_depend_on(audited: Audited) -> None:
    (said,) = audited("depends", "post", tile("when game ends gain 1 water per wall adjacent to self"))
    assert said.text == "units given depend on Wall, on its adjacent spaces only"
    (said,) = audited("depends", "s", scoring("score 2 per hut in city"))
    assert said.text == "part depends on Hut (that are active), wherever they stand"
    assert audited("depends", "wall", "") == []
    # A clause scores for active buildings only.
    (said,) = audited("depends", "mill", 'building mill "Mill" { needs 1 water  score 2 }\n')
    assert said.text == "part depends on Mill (that are active), wherever they stand"
    kiosk = 'building kiosk "Kiosk" { needs 1 water  seats 2 water  score 1 per water seated }\n'
    (said,) = audited("depends", "kiosk", kiosk)
    assert said.text == "part depends on Kiosk (that are active), on Water on seats, wherever they stand"


def test_kinds_are_told_by_their_parent_if_all_of_them_matter(audited: Audited) -> None:
    cabins = "".join(f'building {n} "{n.title()}" is hut {{ }}\n' for n in ("cabin", "shack", "chalet"))
    (said,) = audited("depends", "post", cabins + tile("score 1 per hut in city"))
    assert said.text.startswith("own depends on Hut (")
    (said,) = audited("depends", "post", cabins + tile("score 1 per (hut and not cabin) in city"))
    assert said.text.startswith("own depends on Hut but not Cabin (")
    (said,) = audited("depends", "post", cabins + tile("score 1 per (cabin or wall) in city"))
    assert said.text.startswith("own depends on Wall and Cabin (")


def test_a_dependency_is_shown_by_the_smallest_pair_of_cities(audited: Audited) -> None:
    (said,) = audited("depends", "post", tile("score 2 per wall adjacent to self"))
    facts = {(f.what, f.names): f for f in said.facts}
    wall = facts["kinds", ("wall",)]
    assert wall.verdict == "yes" and wall.smallest and wall.city is not None and wall.second is not None
    assert sorted(b.kind for _, b in wall.city.buildings()) == ["post", "wall"]
    assert [b.kind for _, b in wall.second.city.buildings()] == ["post"] and wall.second.values == (2, 0)
    # In two rows, what is beside the tile in its column is in the other one.
    assert facts["place", ("row",)].verdict == facts["place", ("column",)].verdict == "yes"
    beside = facts["place", ("adjacent spaces",)]
    assert (beside.verdict, beside.city) == ("no", None) and beside.reason.startswith("proved")
    assert facts["floors", ()].reason == "not looked at"


def test_where_solvers_are_silent_cities_at_random_may_show_it(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    def silent(spec: Specification, owner: str, mode: str, *rest: object, time_limit: float) -> PropertyResult:
        return PropertyResult(owner, mode, "", "unknown", "any", "nobody knows", None, 0.0, NOWHERE)

    monkeypatch.setattr("verifier.depends.prove_unwritten", silent)
    path = tmp_path / "tiny.rules"
    path.write_text(BASE + tile("score 2 per wall adjacent to self"), "utf-8")
    spec = load([path])
    found = dependence(spec, "post", "square", {})
    assert found is not None
    scorer = Scorer(spec, "square")
    shown = [f for f in found.facts if f.verdict == "yes"]
    assert {(f.what, f.names) for f in shown} == {
        ("kinds", ("wall",)), ("swapping", ()), ("place", ("row",)), ("place", ("column",)), ("place", ("district",))
    }  # fmt: skip
    for f in shown:
        assert f.city is not None and f.second is not None and not f.smallest
        one, two = scorer.own(f.city, "post"), scorer.own(f.second.city, "post")
        assert (one, two) == f.second.values and one != two
    # All that is beside it decides: no pair of cities shows more.
    assert [f.verdict for f in found.facts if f.names == ("adjacent spaces",)] == ["unknown"]
    # Never four Huts beside the Post: nothing shows it, and nothing was proved.
    path.write_text(BASE + tile("score 3 if count of hut in city >= 4"), "utf-8")
    spec = load([path])
    found = dependence(spec, "post", "square", {})
    assert found is not None and told(found, spec.game("square"), "post") == "own depends on nothing that was found"


# ---- overlaps ----------------------------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("one", "two", "same"),
    [
        ("score 1 per hut in city", "score 1 per hut in city", True),
        ("score 1 per hut in city", "score count of hut in city", True),
        ("score 1 per hut in city", "score 1 per wall in city", False),
        # Four spaces: four Walls leave no room for a fifth building.
        ("score 1 if count of wall in city = 4", "score 1 if every space is wall", True),
        ("score 1 if count of wall in city = 3", "score 1 if every space is wall", False),
        # Both are dead, which is told elsewhere.
        ("score 1 if count of wall in city = 5", "score 1 if count of hut in city = 5", False),
    ],
)
def test_two_sentences_of_one_owner(audited: Audited, one: str, two: str, same: bool) -> None:
    text = scoring(one, two)
    said = audited("overlap", "s", text)
    assert sorts(said) == (["finding"] if same else [])
    if same:
        first = (BASE + text)[: (BASE + text).index("scoring s")].count("\n") + 2
        assert [p.rpartition("tiny.rules")[2] for p in said[0].places] == [f":{first}:1", f":{first + 1}:1"]


def test_a_sentence_and_an_inherited_one(audited: Audited) -> None:
    shack = 'building shack "Shack" is barn {{\nscore {} per hut adjacent to self\n}}\n'
    barn = 'building barn "Barn" { needs nothing\nscore 1 per hut adjacent to self\n}\n'
    assert sorts(audited("overlap", "shack", barn + shack.format(1))) == ["finding"]
    assert sorts(audited("overlap", "shack", barn + shack.format(2))) == []


@pytest.mark.parametrize(
    ("one", "two", "same"),
    [
        ("score 1 per hut adjacent to self", "score count of hut adjacent to self", True),
        ("score 1 per hut adjacent to self", "score 1 per hut diagonal to self", False),
        # Each speaks of itself.
        ("score 1 per post adjacent to self", "score 1 per mast adjacent to self", True),
        ("score 1 per post adjacent to self", "score 1 per post diagonal to self", False),
    ],
)
def test_two_tiles(audited: Audited, one: str, two: str, same: bool) -> None:
    mast = 'tile mast "Mast" is hall {\n' + two + "\n}\n"
    assert sorts(audited("overlap", "mast", tile(one) + mast)) == (["finding"] if same else [])


def test_a_unit_that_is_said_twice_is_pointed_at_in_both_places(tmp_path: Path) -> None:
    path = tmp_path / "tiny.rules"
    text = 'building mill "Mill" { needs 1 water and 2 water }\n'
    path.write_text(BASE + text, "utf-8")
    with pytest.raises(Failure) as failure:
        load([path])
    (found,) = {d for d in failure.value.diagnostics if d.code == "TP033"}
    assert str(found.span).endswith(place(text, "water }"))
    assert [str(x.span).endswith(place(text, "water and")) for x in found.labels] == [True]


# ---- rulings -----------------------------------------------------------------------------------------------


def test_a_ruling_that_matters(audited: Audited) -> None:
    # One Hut: 2 or 0; four of them: 8 or 0.
    text = scoring("under luck is yes { score 2 per hut in city }")
    (said,) = audited("ruling", "luck", text)
    assert said.sort == "note" and said.values == (0, 2)
    assert said.text == "`yes` for `no`: 2 for 0 in the smallest city that tells; apart by 8 VP at most"


def test_a_smallest_city_of_a_ruling(audited: Audited) -> None:
    (said,) = audited("ruling", "luck", scoring("under luck is yes { score 2 if count of hut in city >= 3 }"))
    assert said.text == "`yes` for `no`: 2 for 0 in the smallest city that tells; apart by 2 VP at most"
    assert said.city is not None and [b.kind for _, b in said.city.buildings()] == ["hut"] * 3


def test_pairs_that_are_counted_from_the_other_end(audited: Audited) -> None:
    # Each pair of a Mill and a Shed or Barn side by side scores 1, for the Mill or for the other.
    text = """
building mill "Mill" { needs nothing  under luck is no { score 1 per (shed or barn or mill) adjacent to self } }
building shed "Shed" { needs nothing  under luck is yes { score 1 per mill adjacent to self } }
building barn "Barn" { needs nothing  under luck is yes { score 1 per mill adjacent to self } }
"""
    (said,) = audited("ruling", "luck", text.replace(" or mill", ""))
    assert said.text == "`yes` for `no`: no city's total depends on it (term by term)"
    (said,) = audited("ruling", "luck", text)  # two Mills
    assert said.values == (2, 0)


def test_kind_by_kind_sums_are_the_same(tmp_path: Path) -> None:
    path = tmp_path / "tiny.rules"
    lines = ("score 1 per (hut or wall) in city", "score 2 per (hall and not post) in city")
    more = ("score 1 per space with (it is not hut)", "score sum of floors over (hut or den)")
    path.write_text(BASE + tile("score 1") + scoring(*lines, *more), "utf-8")
    spec = load([path])
    game = spec.game("square")
    kinds = frozenset(game.kinds)
    changed = [(x, replace(x, value=by_kind(x.value, kinds))) for x in game.clauses if x.part == "s"]
    assert [x != y for x, y in changed] == [True, True, False, True]
    counted = Counted(spec, "square", {}, [Pair((x,), (y,)) for x, y in changed])
    for city in cities(game, sorted(kinds), [], 200):
        for i in range(len(changed)):
            old, new = counted.values(i, city, counted.scorer.view(city))
            assert old == new


def test_bounds_of_the_parts_add_up(tmp_path: Path) -> None:
    path = tmp_path / "tiny.rules"
    other = 'scoring r "R" { score -3 per wall in city }\n'
    path.write_text(BASE + scoring("score 2 per hut in city") + other, "utf-8")
    spec = load([path])
    pairs = [Pair(spec.game("square").clauses, ()), Pair(spec.game("square").clauses[:1], ())]
    counted = Counted(spec, "square", {}, pairs)
    grounded = Grounded(counted, 20.0)
    # Four Huts make 8, four Walls -12; there is no room for both, and each part has an end at 0.
    assert bound_by_parts(grounded, 0, 20.0) == 12
    assert bound_by_parts(grounded, 1, 20.0) is None  # there is but one
    city = far_apart(counted, 0)
    assert city is not None and counted.values(0, city, counted.scorer.view(city)) == (-12, 0)


def test_without_time_nothing_is_known(audited: Audited, tmp_path: Path) -> None:
    path = tmp_path / "tiny.rules"
    path.write_text(BASE + scoring("score 1 if count of wall in city = 4", "score 1 if every space is wall"), "utf-8")
    spec = load([path])
    one, two = spec.game("square").clauses
    (found,) = tell_apart(spec, "square", {}, [Pair((one,), (two,))], seconds=0.0)
    assert found.verdict == "unknown" and "can not be written down" in found.reason
    with pytest.raises(OutOfTime):
        Grounded(Counted(spec, "square", {}, [Pair((one,), (two,))]), 0.0)


def test_a_ruling_that_does_not(audited: Audited) -> None:
    text = scoring("under luck is yes { score 2 if count of hut in city >= 5 }")
    (said,) = audited("ruling", "luck", text)
    assert said.sort == "note" and "no city's total depends on it" in said.text
    (said,) = audited("ruling", "luck", scoring("score 1 per hut in city"))
    assert (said.sort, said.text) == ("fine", "`yes` for `no` changes no sentence")


def test_a_ruling_that_changes_what_is_possible(audited: Audited) -> None:
    text = 'building mill "Mill" {\nunder luck is yes { needs 1 water }\nunder luck is no { needs nothing }\n}\n'
    (said,) = audited("ruling", "luck", text)
    assert said.sort == "note" and "needs nothing in OLD, 1 Water in NEW" in said.text and said.city is None


# ---- against all cities of a little game -------------------------------------------------------------------


def little(tmp_path: Path, *changes: tuple[str, str]) -> Specification:
    text = (LITTLE / "two_by_two.rules").read_text("utf-8")
    for before, after in changes:
        assert before in text
        text = text.replace(before, after)
    path = tmp_path / "little.rules"
    path.write_text(text, "utf-8")
    return load([path])


def all_states() -> list[States]:
    return list(product(STATES, repeat=4))


def test_ranges_against_every_city() -> None:
    spec = load([LITTLE])
    sheets = [(states, by_hand(states, False)) for states in all_states()]
    for part in ("hut", "den", "runs", "spread"):
        values = [sheet[part] for _, sheet in sheets]
        found = extent_of(spec, part, "square", {})
        assert found is not None and found.proved
        assert (found.low.value, found.high.value) == (min(values), max(values)), part
    own = [
        sum(sheet.values()) - sum(by_hand(states, False, gate_text=False).values())
        for states, sheet in sheets
        if sum(x is not None and x[0] == "gate" for x in states) == 1
    ]
    found = extent_of(spec, "gate", "square", {})
    assert found is not None and (found.low.value, found.high.value) == (min(own), max(own))


def test_entries_against_every_city(tmp_path: Path) -> None:
    spec = little(
        tmp_path,
        ("score by floors of self [1, 3]", "score by floors of self [1, 3, 9]"),
        ("[[0, 1, 2], [1, 2, 4], [3, 5, 8]]", "[[0, 1, 2, 9], [1, 2, 4, 9], [3, 5, 8, 9]]"),
    )
    floors, dens = set(), set()
    for states in all_states():
        for s, x in enumerate(states):
            if x is not None and x[2] and x[0] == "hut":
                floors.add((x[1],))
            if x is not None and x[0] == "den":
                there = (states[t] for t in BESIDE[s])
                dens.add((x[3], sum(y is not None and y[0] == "hut" and y[2] for y in there)))
    for owner, reached in (("hut", floors), ("den", dens)):
        (w,) = written(spec, owner, "square", spec.defaults)
        said = audit(spec, questions(spec, [owner], ["square"], ["entry"])).said
        idle = [x.text for x in said if x.sort == "finding"]
        expected = [e for e in entries(w) if e.at not in reached]
        assert expected and [t.partition(" could be")[0] for t in idle] == [e.text for e in expected]


@pytest.mark.parametrize(
    ("condition", "holds"),
    [
        ("count of hut in city >= 3 and count of den in city >= 2", lambda n: n["hut"] >= 3 and n["den"] >= 2),
        ("count of hut in city >= 2 and count of den in city >= 2", lambda n: n["hut"] >= 2 and n["den"] >= 2),
        ("every space is den and some wall", lambda n: n["den"] == 4 and n["wall"] > 0),
    ],
)
def test_dead_clauses_against_every_city(
    tmp_path: Path, condition: str, holds: Callable[[dict[str, int]], bool]
) -> None:
    line = "score count of district with a hut"
    spec = little(tmp_path, (line, f"score 7 if {condition}\n  {line}"))
    alive = False
    for states in all_states():
        there = [x[0] for x in states if x is not None and x[2]]
        alive = alive or holds({k: there.count(k) for k in ("hut", "den", "wall", "gate")})
    said = audit(spec, questions(spec, ["spread"], ["square"], ["clause"])).said
    assert ("finding" in {x.sort for x in said}) != alive


def test_cities_that_tell_apart_do_so(tmp_path: Path) -> None:
    spec = load([LITTLE])
    scorer = Scorer(spec, "square")
    pairs = [Pair((x,), ()) for x in scorer.game.clauses]
    for clause, found in zip(scorer.game.clauses, tell_apart(spec, "square", {}, pairs), strict=True):
        assert found.verdict == "different" and found.city is not None and found.values is not None
        parts = scorer.compiled.parts(found.city, scorer.view(found.city))
        mine = [x for x in scorer.game.clauses if x.part == clause.part]
        if len(mine) == 1:
            assert found.values == (parts[clause.part], 0)


def test_every_condition_of_a_line_is_found() -> None:
    spec = load([LITTLE])
    found = [x.text for w in written(spec, "gate", "square", spec.defaults) for x in conditions(w.line)]
    assert found == ["some hut diagonal to self"]
    found = [x.text for w in written(spec, "spread", "square", spec.defaults) for x in conditions(w.line)]
    assert found[0] == "some hut" or found[0] == "a hut"
    assert "highest floors of hut = 2" in found and any("and highest floors" in x for x in found)


# ---- the command -------------------------------------------------------------------------------------------


@pytest.fixture
def command(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> Callable[..., tuple[int, str, str]]:
    def run(text: str, *args: str) -> tuple[int, str, str]:
        path = tmp_path / "tiny.rules"
        path.write_text(BASE + text, "utf-8")
        code = main(["audit", "--spec", str(path), "--jobs", "1", "-q", *args])
        out = capsys.readouterr()
        return code, out.out, out.err

    return run


@pytest.mark.as_started
def test_exit_codes(command: Callable[..., Any]) -> None:
    code, out, _ = command(scoring("score 2 per hut in city"))
    assert code == 0 and "s, square: 1 clause scores, part from 0 to 8" in out
    code, out, _ = command(scoring("score 2 if count of hut in city > 4"))
    assert code == 1 and "finding (clause)" in out and "--> " in out
    code, out, _ = command(scoring("score 2 if count of hut in city > 4"), "--check", "entry,ruling")
    assert code == 0 and "finding" not in out


def test_a_ruling_can_be_named(command: Callable[..., Any]) -> None:
    code, out, _ = command(scoring("under luck is yes { score 2 per hut in city }"), "luck")
    assert code == 0 and "luck, square" in out and "2 for 0 in the smallest city" in out
    assert "1 question: 1 note" in out


def test_as_json(command: Callable[..., Any]) -> None:
    code, out, _ = command(scoring("score 2 if count of hut in city > 4"), "s", "--check", "clause", "--format", "json")
    data = json.loads(out)
    (outcome,) = data["outcomes"]
    assert code == 1 and (outcome["check"], outcome["name"], outcome["mode"]) == ("clause", "s", "square")
    assert [x["sort"] for x in outcome["said"]] == ["finding"]


def test_facts_as_json(command: Callable[..., Any]) -> None:
    text = tile("score 2 per wall adjacent to self")
    code, out, _ = command(text, "post", "--check", "depends", "--format", "json")
    (outcome,) = json.loads(out)["outcomes"]
    (said,) = outcome["said"]
    assert code == 0 and said["text"] == "own depends on Wall, on its adjacent spaces only"
    wall = next(f for f in said["facts"] if f["names"] == ["wall"])
    assert wall["matters"] == "yes" and wall["smallest"] and wall["city"]["mode"] == "square"
    assert (wall["second"]["first_value"], wall["second"]["second_value"]) == (2, 0)
    assert {f["matters"] for f in said["facts"]} == {"yes", "no"}


@pytest.mark.parametrize(
    ("args", "message"),
    [
        (("--check", "claus"), "did you mean `clause`?"),
        (("--check", ""), "no check is named"),
        (("hutt",), "did you mean `hut`?"),
        (("--mode", "round"), "unknown mode `round`"),
        (("--players", "2"), "`audit` looks at every arrangement"),
    ],
)
def test_what_can_not_be_used(command: Callable[..., Any], args: tuple[str, ...], message: str) -> None:
    code, _, err = command("", *args)
    assert code == 2 and message in err and "Traceback" not in err


def _no_start() -> None:
    pass


def _dies_at_two(n: int) -> int:
    if n == 2:
        os._exit(1)
    return 10 * n


def _said_of(n: int, why: str) -> int:
    return -n


def test_a_process_that_dies_costs_its_question_only() -> None:
    found = dict(answered([1, 2, 3], _dies_at_two, _said_of, workers=2, start=_no_start, given=()))
    assert found == {1: 10, 2: -2, 3: 30}


@pytest.mark.as_started
def test_every_question_has_an_outcome_with_several_processes() -> None:
    spec = load([LITTLE])
    asked = questions(spec, ["hut", "den"], ["square"], [x.name for x in CHECKS])
    found: tuple[Outcome, ...] = audit(spec, asked, jobs=2).outcomes
    assert [o.question for o in found] == asked
    assert found == tuple(
        Outcome(o.question, o.said, p.seconds)
        for o, p in zip(audit(spec, asked, jobs=1).outcomes, found, strict=True)
    )
