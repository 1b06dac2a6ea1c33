"""`tileproof audit`: what can not matter is found, with its place, and what can is left alone.

What is expected of the tiny game is worked out by hand in the comments: four spaces in two districts, Huts of one or
two floors, Dens with two seats, Walls. The 2x2 game of `little.py` is compared with all its cities.
"""

from __future__ import annotations

import json
import os
from collections.abc import Callable
from itertools import product
from pathlib import Path
from typing import Any

import pytest
from little import BESIDE, LITTLE, STATES, States, by_hand

from dsl.assemble import Specification
from dsl.diagnostics import Failure
from dsl.load import load
from dsl.scorer import Scorer
from verifier.apart import Pair, tell_apart
from verifier.audit import Outcome, audit, questions
from verifier.checks import CHECKS, Said
from verifier.cli import main
from verifier.extent import extent_of
from verifier.pool import answered
from verifier.sentences import conditions, entries, written

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


@pytest.mark.parametrize(
    ("args", "message"),
    [
        (("--check", "claus"), "did you mean `clause`?"),
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


def test_every_question_has_an_outcome_with_several_processes() -> None:
    spec = load([LITTLE])
    asked = questions(spec, ["hut", "den"], ["square"], [x.name for x in CHECKS])
    found: tuple[Outcome, ...] = audit(spec, asked, jobs=2).outcomes
    assert [o.question for o in found] == asked
    assert found == tuple(
        Outcome(o.question, o.said, p.seconds)
        for o, p in zip(audit(spec, asked, jobs=1).outcomes, found, strict=True)
    )
