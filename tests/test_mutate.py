"""Mutants, on a game so small that they can be listed by hand: three spaces in a row, two of them in one district."""

from __future__ import annotations

import json
from collections.abc import Callable
from pathlib import Path

import pytest

from dsl import syntax as s
from dsl.assemble import Specification
from dsl.check import example_case
from dsl.declarations import Context
from dsl.diagnostics import Bag
from dsl.load import load
from dsl.mutate import Mutant, contexts, looked_up, mutants, mutated
from dsl.mutation_operators import OPERATORS
from dsl.parse import parse
from dsl.pretty import clause
from dsl.run_examples import run_example
from dsl.scorer import Scorer
from dsl.source import Source
from verifier.cli import main
from verifier.commands.mutate import exit_code
from verifier.mutation import Finding, Judge, Row, mutate, targets

GAME = """
mode lane "Lane" {
  board { 1 1 2 }
  rounds 1
  turns 3
}
resource water "Water" { glyph w pieces 10 costs 1 unseated }
resource light "Light" { glyph l pieces 10 }
ruling sort "Which?" { reading one "one" reading two "two" default one because "One is less." }
table first [0, 2, 5]
table second [0, 1, 1]
building hut "Hut" { glyph h needs nothing }
building den "Den" { glyph d needs nothing }
"""
LAMP = 'tile lamp "Lamp" is hut { glyph L needs nothing score 2 per den adjacent to self BODY }'
BOTH_SIDES = "example lane { d L d } scores 4"
NOTHING_WITHOUT = 'property "only Dens count" { when no den adjacent to self always own = 0 }'

Load = Callable[..., Specification]


@pytest.fixture
def lane(tmp_path: Path) -> Load:
    """Loads the game with more declarations."""

    def made(*texts: str) -> Specification:
        (tmp_path / "lane.rules").write_text("\n".join([GAME, *texts]), "utf-8")
        return load([tmp_path / "lane.rules"])

    return made


def lamp(body: str = "") -> str:
    return LAMP.replace("BODY", body)


def outcomes(row: Row) -> dict[str, str]:
    return {m.after: f.outcome for m, f in zip(row.mutants, row.findings, strict=True)}


# ---- which mutants there are -------------------------------------------------------------------------------


def test_all_mutants_of_a_sentence(lane: Load) -> None:
    """What is further out first, then in the order of the table of operators."""
    spec = lane('scoring dens "Dens" { score 2 per den with (it is active) at most 5 }')
    every = mutants(spec.declarations, "dens")
    assert {m.before for m in every} == {"score 2 per den with (it is active) at most 5"}
    assert [(m.operator, m.after) for m in every] == [
        ("clause", ""),
        ("number", "score 3 per den with (it is active) at most 5"),
        ("number", "score 1 per den with (it is active) at most 5"),
        ("part", "score 2 at most 5"),
        ("kind", "score 2 per hut with (it is active) at most 5"),
        ("kind", "score 2 per building with (it is active) at most 5"),
        ("not", "score 2 per not den with (it is active) at most 5"),
        ("condition", "score 2 per den at most 5"),
        ("reference", "score 2 per den with (self is active) at most 5"),
        ("not", "score 2 per den with (it is not active) at most 5"),
        ("state", "score 2 per den with (it is inactive) at most 5"),
        ("state", "score 2 per den with (it is placed) at most 5"),
        ("number", "score 2 per den with (it is active) at most 6"),
        ("number", "score 2 per den with (it is active) at most 4"),
        ("extreme", "score 2 per den with (it is active) at least 5"),
        ("extreme", "score 2 per den with (it is active)"),
    ]


# By operator: a line of a tile, and what the operator makes of it.
CASES: dict[str, tuple[str, list[str]]] = {
    "clause": ("floors up to 3", [""]),
    "number": (
        "score by floors of self [from 1: 7, -2]",
        [
            "score by floors of self [from 2: 7, -2]",
            "score by floors of self [from 0: 7, -2]",
            "score by floors of self [from 1: 8, -2]",
            "score by floors of self [from 1: 6, -2]",
            "score by floors of self [from 1: 7, -1]",
            "score by floors of self [from 1: 7, -3]",
        ],
    ),
    "kind": (
        "score 1 per building adjacent to self with (it is probe)",
        [
            "score 1 per space adjacent to self with (it is probe)",
            "score 1 per building adjacent to self with (it is hut)",
        ],
    ),
    "place": (
        "score 1 per den within 2 of self on left edge",
        [
            "score 1 per den on left edge",
            "score 1 per den adjacent to self on left edge",
            "score 1 per den diagonal to self on left edge",
            "score 1 per den in row of self on left edge",
            "score 1 per den in column of self on left edge",
            "score 1 per den in line of self on left edge",
            "score 1 per den in district of self on left edge",
            "score 1 per den within 2 of self",
            "score 1 per den within 2 of self on right edge",
            "score 1 per den within 2 of self on edge",
        ],
    ),
    "line": (
        "score longest run of den in a row + count of district with a den",
        [
            "score longest run of den in a column + count of district with a den",
            "score longest run of den in a line + count of district with a den",
            "score longest run of den in a row + count of row with a den",
            "score longest run of den in a row + count of column with a den",
            "score longest run of den in a row + count of line with a den",
        ],
    ),
    "reference": (
        "score 1 per den as x with (some hut adjacent to x)",
        [
            "score 1 per den as x with (some hut adjacent to self)",
            "score 1 per den as x with (some hut adjacent to it)",
        ],
    ),
    "quantifier": (
        "score 1 if at least 2 den is active or some den is active or every row is all den",
        [
            "score 1 if exactly 2 den is active or some den is active or every row is all den",
            "score 1 if at most 2 den is active or some den is active or every row is all den",
            "score 1 if at least 2 den is active or no den is active or every row is all den",
            "score 1 if at least 2 den is active or every den is active or every row is all den",
            "score 1 if at least 2 den is active or at least 2 den is active or every row is all den",
            "score 1 if at least 2 den is active or some den is active or some row is all den",
            "score 1 if at least 2 den is active or some den is active or no row is all den",
            "score 1 if at least 2 den is active or some den is active or every row is den",
        ],
    ),
    "comparison": (
        "score 1 if count of den > 2",
        ["score 1 if count of den >= 2", "score 1 if count of den <= 2"],
    ),
    "arithmetic": (
        "score -count of den / 2",
        ["score -count of den * 2", "score -count of den mod 2", "score count of den / 2"],
    ),
    "and or": (
        "score 1 per (hut or den) if true and false",
        [
            "score 1 per (hut and den) if true and false",
            "score 1 per (den) if true and false",
            "score 1 per (hut) if true and false",
            "score 1 per (hut or den) if true or false",
            "score 1 per (hut or den) if true",
            "score 1 per (hut or den) if false",
        ],
    ),
    "extreme": (
        "score min(highest floors of den, 2) at least 1",
        [
            "score max(highest floors of den, 2) at least 1",
            "score min(lowest floors of den, 2) at least 1",
            "score min(combined floors of den, 2) at least 1",
            "score min(highest floors of den, 2) at most 1",
            "score min(highest floors of den, 2)",
        ],
    ),
    "not": (
        "score 1 per not den if not self is active and reading of sort is one",
        [
            "score 1 per den if not self is active and reading of sort is one",
            "score 1 per not den if self is active and reading of sort is one",
            "score 1 per not den if not self is not active and reading of sort is one",
            "score 1 per not den if not self is active and not reading of sort is one",
        ],
    ),
    "condition": (
        "score if self is active then 1 else 2 if true",
        [
            "score if self is active then 1 else 2",
            "score 1 if true",
            "score 2 if true",
        ],
    ),
    "state": (
        "score 1 per active den",
        ["score 1 per inactive den", "score 1 per placed den", "score 1 per den"],
    ),
    "value": (
        "score floors of self + printed vp of self + water seated on self + unseated water",
        [
            "score printed vp of self + printed vp of self + water seated on self + unseated water",
            "score floors of self + floors of self + water seated on self + unseated water",
            "score floors of self + printed vp of self + printed water of self + unseated water",
            "score floors of self + printed vp of self + water seated on self + received water",
        ],
    ),
    "resource": ("seats 1 water", ["seats 1 light"]),
    "table": (
        "score first(min(count of den, 2))",
        ["score second(min(count of den, 2))"],
    ),
    "gain": (
        "when game ends may gain 1 water",
        ["when game ends gain 1 water", "when game ends may gain all of 1 water"],
    ),
    "reading": ("score 1 if reading of sort is one", ["score 1 if reading of sort is two"]),
    "inactive": ("seats 1 water", ["seats 1 water even when inactive"]),
    "part": ("seats 1 water and 2 light", ["seats 2 light", "seats 1 water"]),
}


def test_each_operator_has_a_case() -> None:
    assert [x.name for x in OPERATORS] == list(CASES)
    assert all(x.does for x in OPERATORS)


@pytest.mark.parametrize("operator", CASES)
def test_what_an_operator_makes(lane: Load, operator: str) -> None:
    line, expected = CASES[operator]
    spec = lane(f'tile probe "Probe" is hut {{ {line} }}')
    every = mutants(spec.declarations, "probe")
    assert [m.after for m in every if m.operator == operator] == expected
    for m in every:
        if m.after:
            # What is shown is what is meant.
            tree = parse(Source("shown", f'tile probe "Probe" is hut {{ {m.after} }}'), bag := Bag())
            assert not bag.found
            read, changed = tree.items[0], m.changed
            assert isinstance(read, s.Declaration) and isinstance(changed, s.Declaration)
            assert [clause(x) for x in read.lines] == [clause(x) for x in changed.lines] == [m.after]


def test_places_are_those_of_what_is_changed(lane: Load) -> None:
    spec = lane('scoring dens "Dens" {\n  score by count of den [0, 11, 22, 33]\n}')
    at = {m.after: m.span for m in mutants(spec.declarations, "dens")}
    assert at["score by count of den [0, 11, 23, 33]"].text == "22"
    assert at["score by count of hut [0, 11, 22, 33]"].text == "den"
    span = at["score by count of den [0, 11, 22, 32]"]
    line = spec.files[0].span.source.text.split("\n")[span.begin()[0] - 1]
    assert line[span.begin()[1] - 1 :].startswith("33]")


def test_what_is_printed_and_what_is_claimed_is_left_alone(lane: Load) -> None:
    spec = lane(
        'tile probe "Probe" is hut { cites "1" glyph p print a gains 1 water worth 2 '
        'example lane { p } scores 0 property "none" { always own = 0 } }'
    )
    assert mutants(spec.declarations, "probe") == ()


def test_the_checker_rejects_some(lane: Load) -> None:
    """Nothing is `it` where no set is looked through; a table has to reach as far as its argument."""
    spec = lane('tile probe "Probe" is hut { score by count of den adjacent to self [0, 1, 2, 3, 4] }')
    rejected = {m.after for m in mutants(spec.declarations, "probe") if mutated(spec, m) is None}
    assert rejected == {"score by count of den adjacent to it [0, 1, 2, 3, 4]"}


def test_where_a_mutant_counts(lane: Load) -> None:
    spec = lane(
        'tile probe "Probe" is hut { lane { under sort is two { score first(count of den adjacent to self) } } }',
        'scoring dens "Dens" { score if reading of sort is two then 1 else 2 }',
    )
    d = spec.declarations
    assert contexts(d, mutants(d, "probe")[0]) == (Context("lane", {"sort": "two"}),)
    assert contexts(d, mutants(d, "dens")[0]) == (
        Context("lane", {"sort": "one"}),
        Context("lane", {"sort": "two"}),
    )
    # A table counts where it is looked up.
    assert contexts(d, mutants(d, "first")[0]) == (Context("lane", {"sort": "two"}),)
    assert contexts(d, mutants(d, "second")[0]) == ()
    assert looked_up(d, "probe") == ("first",)
    assert targets(spec) == ("hut", "den", "probe", "dens", "first", "second")
    assert targets(spec, ["probe"]) == ("probe", "first")


# ---- who notices -------------------------------------------------------------------------------------------


def test_an_example_with_two_neighbours(lane: Load) -> None:
    """The example `d L d` scores 4. It can not tell Dens from any buildings, nor its neighbours from its row."""
    spec = lane(lamp(BOTH_SIDES))
    (row,) = mutate(spec, ["lamp"], jobs=1)
    assert {k.removeprefix("score "): v for k, v in outcomes(row).items() if k.startswith("score")} == {
        "3 per den adjacent to self": "example",  # 6
        "1 per den adjacent to self": "example",  # 2
        "2": "example",
        "2 per hut adjacent to self": "example",  # 0
        "2 per building adjacent to self": "survived",
        "2 per not den adjacent to self": "example",  # 0
        "2 per den": "survived",
        "2 per den diagonal to self": "example",  # 0
        "2 per den in row of self": "survived",
        "2 per den in column of self": "example",  # 0
        "2 per den in line of self": "survived",
        "2 per den in district of self": "example",  # 2
        "2 per den adjacent to it": "rejected",
    }


def test_a_mutant_that_survives_comes_with_the_missing_example(lane: Load) -> None:
    spec = lane(lamp(BOTH_SIDES))
    judge = Judge(spec, 20.0)
    m = _with(judge.mutants("lamp"), "score 2 per building adjacent to self")
    found = judge.find(m)
    # A Lamp beside any building that is no Den: 0, and 2 with the change. Two buildings are the fewest.
    assert (found.outcome, found.mode, found.readings) == ("survived", "lane", {})
    assert found.city is not None and len(list(found.city.buildings())) == 2
    assert found.values is not None and found.values[0] in (0, 2) and found.values[0] != found.values[1]
    # Pasted into the rules, it holds of them and fails on the mutant.
    pasted = parse(Source("pasted", f'scoring x "" {{ {found.example} }}'), Bag()).items[0]
    assert isinstance(pasted, s.Declaration)
    (line,) = pasted.lines
    assert isinstance(line, s.Example)
    changed = mutated(spec, m)
    assert changed is not None
    for side, holds in ((spec, True), (changed, False)):
        case = example_case(side, "lamp", line, Bag())
        assert case is not None
        assert run_example(side, Scorer(side, "lane"), case, Bag()) is holds


def test_a_property_notices_what_the_example_does_not(lane: Load) -> None:
    """That nothing scores without a Den beside it fails for any building, and for all Dens of the city."""
    (row,) = mutate(lane(lamp(BOTH_SIDES + NOTHING_WITHOUT)), ["lamp"], jobs=1)
    found = outcomes(row)
    assert [k for k, v in found.items() if v == "property"] == [
        "score 2 per building adjacent to self",
        "score 2 per den",
        "score 2 per den in row of self",
        "score 2 per den in line of self",
    ]
    assert "survived" not in found.values()


def test_without_an_example_nobody_notices(lane: Load) -> None:
    (row,) = mutate(lane(lamp()), ["lamp"], jobs=1)
    found = outcomes(row)
    scores = [v for k, v in found.items() if k.startswith("score")]
    assert scores.count("rejected") == 1 and set(scores) == {"survived", "rejected"}


def test_what_changes_nothing_is_proved(lane: Load) -> None:
    """The board is one row: a row, a line and the whole city are the same there."""
    spec = lane('tile post "Post" is hut { glyph p score 1 per den in row of self  example lane { p . d } scores 1 }')
    (row,) = mutate(spec, ["post"], jobs=1)
    found = outcomes(row)
    assert [k for k, v in found.items() if v == "equivalent"] == [
        "score 1 per den",
        "score 1 per den in line of self",
    ]
    # `p . d`: no Den beside, across, in the column, or in the district (spaces 1 and 2 are one).
    for place in ("adjacent to self", "diagonal to self", "in column of self", "in district of self"):
        assert found[f"score 1 per den {place}"] == "example"


def test_an_example_of_another_notices_too(lane: Load) -> None:
    """The Den's points are claimed by an example of the Hut."""
    den = 'building yard "Yard" { glyph y needs nothing score 3 }'
    spec = lane(den, 'building shed "Shed" { glyph s needs nothing example lane { s y } part yard 3 }')
    (row,) = mutate(spec, ["yard"], jobs=1)
    assert outcomes(row) | {"": ""} == {"": "", "score 4": "example", "score 2": "example"}
    assert row.findings[-1].by.startswith("example shed, lane: without a name")


def test_a_line_under_a_reading_is_compared_under_it(lane: Load) -> None:
    text = "under sort is two { score 7 if some hut in city }"
    (row,) = mutate(lane(lamp(BOTH_SIDES + NOTHING_WITHOUT + text)), ["lamp"], jobs=1)
    found = {m.after: f for m, f in zip(row.mutants, row.findings, strict=True)}
    assert found["score 8 if some hut in city"].outcome == "survived"
    assert found["score 8 if some hut in city"].readings == {"sort": "two"}
    # The Lamp is a Hut, so that there always is one.
    assert found["score 7"].outcome == "equivalent"
    # 7 for itself, and for the two Dens 4.
    example = "example lane under sort is two { d L d } scores 11"
    (row,) = mutate(lane(lamp(BOTH_SIDES + NOTHING_WITHOUT + text + example)), ["lamp"], jobs=1)
    assert outcomes(row)["score 8 if some hut in city"] == "example"


def test_each_entry_of_a_table_wants_an_example(lane: Load) -> None:
    tile = 'tile probe "Probe" is hut { glyph p score first(count of den adjacent to self) EXAMPLE }'
    spec = lane(tile.replace("EXAMPLE", "example lane { d p } scores 2"))
    rows = {r.target: r for r in mutate(spec, ["probe"], jobs=1)}
    assert outcomes(rows["first"]) == {
        "table first [1, 2, 5]": "survived",
        "table first [-1, 2, 5]": "survived",
        "table first [0, 3, 5]": "example",
        "table first [0, 1, 5]": "example",
        "table first [0, 2, 6]": "survived",
        "table first [0, 2, 4]": "survived",
    }
    cities = {m.after: f.city for m, f in zip(rows["first"].mutants, rows["first"].findings, strict=True)}
    alone, between = cities["table first [1, 2, 5]"], cities["table first [0, 2, 6]"]
    assert alone is not None and len(list(alone.buildings())) == 1
    assert between is not None and len(list(between.buildings())) == 3


def test_other_seats_are_told_in_words(lane: Load) -> None:
    (row,) = mutate(lane(lamp("seats 2 water")), ["lamp"], jobs=1)
    found = {m.after: f for m, f in zip(row.mutants, row.findings, strict=True)}["seats 3 water"]
    assert found.outcome == "survived" and found.city is None
    assert found.words == ("Lamp: seats 2 Water in OLD, 3 Water in NEW",)


def test_an_example_that_fails_anyhow_notices_nothing(lane: Load) -> None:
    (row,) = mutate(lane(lamp("example lane { d L d } scores 5")), ["lamp"], jobs=1)
    assert row.count("example") == 0


def test_a_property_that_is_not_proved_notices_nothing(lane: Load) -> None:
    """It is refuted with the change and without it."""
    (row,) = mutate(lane(lamp(BOTH_SIDES + 'property "wrong" { always own = 1 }')), ["lamp"], jobs=1)
    assert row.count("property") == 0 and row.count("survived") == 4


def test_seats_for_nothing_are_no_seats_in_any_case(lane: Load) -> None:
    (row,) = mutate(lane(lamp("seats nothing")), ["lamp"], jobs=1)
    assert outcomes(row)["seats nothing even when inactive"] == "equivalent"


def test_processes_find_the_same(lane: Load) -> None:
    spec = lane(lamp(BOTH_SIDES))
    (one,), (two,) = mutate(spec, ["lamp"], jobs=1), mutate(spec, ["lamp"], jobs=2)
    assert outcomes(one) == outcomes(two)
    assert [f.by for f in one.findings] == [f.by for f in two.findings]


def _with(every: tuple[Mutant, ...], after: str) -> Mutant:
    return next(m for m in every if m.after == after)


# ---- the command -------------------------------------------------------------------------------------------


def test_the_command_tells_what_survived(
    lane: Load, tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    lane(lamp(BOTH_SIDES))
    base = ["mutate", "lamp", "--spec", str(tmp_path / "lane.rules"), "-j", "1", "-q"]
    assert main(base) == 1
    out = capsys.readouterr().out
    # Of 14 changes of the score 9 are noticed (as above, and that it is left out), 4 are not, 1 is rejected. Of its
    # needs nothing can be changed but that they are left out, which is the same.
    assert out.startswith(
        "lamp: 14 mutants, 9 noticed (9 by examples, 0 by properties), 1 equivalent (proved), 4 survived, 0 unknown\n"
    )
    assert "\nnoticed of those not proved equivalent: 69.2 %\n" in out
    assert "an example that notices it:\n\n  example lane " in out
    assert main([*base, "--format", "json"]) == 1
    found = json.loads(capsys.readouterr().out)
    assert found["total"] == {
        "mutants": 14, "rejected": 1, "by_examples": 9, "by_properties": 0, "equivalent": 1, "survived": 4, "unknown": 0,
    }  # fmt: skip
    (row,) = found["rows"]
    assert row["name"] == "lamp" and len(row["list"]) == 14
    survivor = next(x for x in row["list"] if x["outcome"] == "survived")
    assert survivor["operator"] == "kind" and survivor["line"] > 1 and survivor["city"]["mode"] == "lane"


def test_the_command_is_content(lane: Load, tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    lane(lamp(BOTH_SIDES + NOTHING_WITHOUT))
    assert main(["mutate", "lamp", "--list", "--spec", str(tmp_path / "lane.rules"), "-j", "1", "-q"]) == 0
    out = capsys.readouterr().out
    assert "noticed of those not proved equivalent: 100.0 %" in out
    assert "score 2 per den adjacent to self -> (left out) (by example lamp, lane: without a name" in out
    assert "(by property lamp, lane: only Dens count" in out


def test_the_worst_decides_the_exit_code(lane: Load) -> None:
    m = mutants(lane(lamp()).declarations, "lamp")[0]

    def code(*found: Finding) -> int:
        return exit_code([Row("lamp", (m,) * len(found), found)])

    assert code(Finding("example"), Finding("rejected"), Finding("equivalent"), Finding("property")) == 0
    assert code(Finding("unknown"), Finding("example")) == 3
    assert code(Finding("unknown"), Finding("survived")) == 1


@pytest.mark.parametrize(
    ("options", "said"),
    [
        (["lampp"], "did you mean `lamp`?"),
        (["lane"], "unknown tile or table `lane`\n  = help: known: "),  # a mode, in which nothing is changed
        (["firs"], "unknown tile or table `firs`"),
        (["lamp", "--ruling", "sort=two"], "works under the default rulings"),
        (["lamp", "--players", "1"], "works with the usual number of players"),
    ],
)
def test_wrong_options(
    lane: Load, tmp_path: Path, capsys: pytest.CaptureFixture[str], options: list[str], said: str
) -> None:
    lane(lamp())
    assert main(["mutate", *options, "--spec", str(tmp_path / "lane.rules")]) == 2
    assert said in capsys.readouterr().err
