"""What a designer asks of a tile: how strong it is, what it goes with, what dominates it, what if a number were another.

The game of `games/quarter` has so few cities that all of them are listed here, and scored by hand.
"""

from __future__ import annotations

import json
import random
import re
import shutil
from collections.abc import Callable, Iterator
from functools import cache
from itertools import product
from pathlib import Path
from types import SimpleNamespace
from typing import Any

import numpy as np
import pytest
from little_games import little_game

from dsl.assemble import Specification
from dsl.diagnostics import Bag, Failure
from dsl.literals import Number, numbers, rewritten, with_number
from dsl.load import load, shipped
from dsl.mutate import mutated
from dsl.pointwise import never_less
from dsl.to_numpy import BatchScorer
from verifier.balance import sample
from verifier.cli import main
from verifier.commands.tiles import bar, share
from verifier.draws import Draw
from verifier.entries import question_fields, signed
from verifier.keys import Keys
from verifier.maximize import maximize
from verifier.questions import MaximumQuestion
from verifier.record import Record
from verifier.report import Terminal
from verifier.results import Line
from verifier.strength import Totals, Worth, total_question
from verifier.tuning import Figure, Search, Undecided, Variants
from verifier.verdict import Fault

QUARTER = Path(__file__).parent / "games" / "quarter"
TILES = ("well", "gate", "arch", "shrine")  # those that score
BESIDE = {0: (1, 2), 1: (0, 3), 2: (0, 3), 3: (1, 2)}


@pytest.fixture(scope="module")
def quarter() -> Specification:
    return load([QUARTER])


@pytest.fixture
def run(capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch, tmp_path: Path) -> Callable[..., Any]:
    """Runs a command about the little game, with a record of its own."""
    monkeypatch.setenv("XDG_CACHE_HOME", str(tmp_path / "caches"))

    def command(*argv: object, spec: Path = QUARTER) -> SimpleNamespace:
        record = ["--record", str(tmp_path / "record.json"), "-q"]
        code = main([str(a) for a in argv] + ["--spec", str(spec), *record])
        out, err = capsys.readouterr()
        assert "Traceback" not in out + err
        said = json.loads(out) if "json" in argv else None
        return SimpleNamespace(code=code, out=out, err=err, said=said)

    return command


# ---- all cities, by hand -------------------------------------------------------------------------------------


def own(cells: tuple[str, ...], tile: str) -> int:
    """What a tile scores by its text."""
    s = cells.index(tile)
    huts = sum(cells[t] == "hut" for t in BESIDE[s])
    match tile:
        case "well":
            return 2 * huts
        case "gate":
            return cells.count("hut")
        case "arch":
            return sum(cells[t] not in ("", "hut") for t in BESIDE[s])
        case "shrine":
            return (0, 1, 3)[huts]
        case _:
            return 0


@cache
def cities() -> tuple[tuple[str, ...], ...]:
    """All cities with each tile once at most. All of them can be collected in two rounds of two turns: four walls,
    and whatever stands in their place, and eight huts."""
    kinds = ("", "hut", "wall", *TILES, "fountain")
    every = product(kinds, repeat=4)
    return tuple(c for c in every if all(c.count(t) < 2 for t in (*TILES, "fountain")))


def test_together(quarter: Specification, run: Callable[..., Any]) -> None:
    """The most of two tiles in one city, and of each alone, are those of the list."""
    alone = {t: max(own(c, t) for c in cities() if t in c) for t in TILES}
    assert alone == {"well": 4, "gate": 3, "arch": 2, "shrine": 3}
    found = run("pairs", "well", "--cities", 3000, "--format", "json")
    assert found.code == 0 and found.said["alone"] == [4, 4]
    by = {x["tile"]: x for x in found.said["others"]}
    for t in ("gate", "arch", "shrine"):
        both = max(own(c, "well") + own(c, t) for c in cities() if "well" in c and t in c)
        lost = 4 + alone[t] - both
        assert by[t]["together"] == [both, both] and by[t]["lost"] == [lost, lost]
        assert by[t]["goes"] == ("against" if lost else "with")
        assert by[t]["city"] is not None and by[t]["verdict"] == "optimal"
    # Well and Shrine have the same two Huts, the Gate has the Well where its third Hut would be, the Arch wants no Hut.
    assert [by[t]["lost"][0] for t in ("shrine", "gate", "arch", "fountain")] == [0, 1, 2, 0]
    # A bound that was proved does not change the answer; one that is too low is noticed only by a city that exceeds it.
    most = maximize(quarter, "well", "square", beside=frozenset({"gate", "shrine"}), at_most=10)
    three = max(sum(own(c, t) for t in ("well", "gate", "shrine")) for c in cities() if {"well", "gate", "shrine"} <= {*c})
    assert (most.verdict, most.value) == ("optimal", three)


def test_a_pair_is_another_question(quarter: Specification, tmp_path: Path) -> None:
    """The record keeps the answer for both tiles apart from that for one, and counts its city again."""
    one = MaximumQuestion("well", "square", "rounds", 1, quarter.readings())
    two = MaximumQuestion("well", "square", "rounds", 1, quarter.readings(), must=frozenset({"gate"}))
    keys = Keys(quarter)
    assert keys.of(one) != keys.of(two) and two.title(quarter) == "Well and Gate"
    record = Record(tmp_path / "record.json", quarter)
    record.add(two, maximize(quarter, "well", "square", beside=frozenset({"gate"})))
    record.save()
    again = Record(tmp_path / "record.json", quarter)
    found = again.maximum(two)
    assert found is not None and (found.value, found.recorded) == (6, True)
    assert again.maximum(one) is None and again.stale() == []
    with pytest.raises(Fault, match="has no"):
        from dsl.scorer import Scorer
        from verifier.replay import worth

        assert found.city is not None
        worth(found.city, Scorer(quarter, "square"), "well", False, ["arch"])


def relation(a: str, b: str) -> str:
    """What `b` does in the place of `a`, by the list."""
    better = worse = False
    for c in cities():
        if a in c and b not in c:
            other = tuple(b if k == a else k for k in c)
            totals = [sum(own(x, t) for t in (*TILES, "fountain") if t in x) for x in (c, other)]
            better, worse = better or totals[1] > totals[0], worse or totals[1] < totals[0]
    return {(0, 0): "same", (1, 0): "dominates", (0, 1): "dominated", (1, 1): "neither"}[better, worse]


@pytest.mark.parametrize("tile", ["well", "shrine"])
def test_dominance(tile: str, run: Callable[..., Any]) -> None:
    found = run("dominates", tile, "--format", "json", "-j", 1)
    assert {x["tile"]: x["relation"] for x in found.said["others"]} == {
        t: relation(tile, t) for t in (*TILES, "fountain") if t != tile
    }
    assert found.code == (1 if tile == "shrine" else 0)
    for x in found.said["others"]:
        assert x["compared"] == "own" and x["units_differ"] == (x["tile"] == "fountain")
        for half, sign in (("never_less", 1), ("never_more", -1)):
            if x[half]["verdict"] == "refuted":
                second = x[half]["second"]
                assert sign * (second["first_value"] - second["second_value"]) > 0 and x[half]["smallest"]


def test_dominance_of_totals(run: Callable[..., Any], tmp_path: Path) -> None:
    """A tile that is no Wall takes its place from an Arch beside it: the totals tell, the own scores would not."""
    more = tmp_path / "more.rules"
    more.write_text(
        'tile pool "Pool" is hut { glyph o  score 2 per hut adjacent to self }\n'
        'tile spring "Spring" is wall { glyph p  score 2 per hut adjacent to self at most 9 }\n',
        "utf-8",
    )
    found = run("dominates", "well", "--with", more, "--beside", "spring,pool", "--format", "json", "-j", 1)
    by = {x["tile"]: x for x in found.said["others"]}
    assert (by["spring"]["relation"], by["spring"]["compared"]) == ("same", "own") and found.code == 1
    # The Pool is a Hut, and scores 2 per Hut beside it as the Well does: other tiles see one Hut more, an Arch one
    # Wall less. So each is better somewhere.
    assert (by["pool"]["relation"], by["pool"]["compared"]) == ("neither", "total")
    shown = run("dominates", "well", "--with", more, "--beside", "pool", "--show", "-j", 1)
    assert "Pool in the place of Well" in shown.out and shown.code == 0


# ---- how strong ----------------------------------------------------------------------------------------------


def test_strength(run: Callable[..., Any]) -> None:
    found = run("strength", "arch", "--cities", 4000, "--worth", "--format", "json", "-j", 1)
    rows = {x["tile"]: x for x in found.said["tiles"]}
    assert [(x["tile"], x["value"]) for x in found.said["tiles"]][:1] == [("well", 4)]
    assert {t: rows[t]["value"] for t in TILES} == {"well": 4, "gate": 3, "arch": 2, "shrine": 3}
    assert found.said["tiles"][-1]["tile"] == "fountain" and rows["fountain"]["unit"] == "Waters"
    assert (rows["fountain"]["value"], rows["fountain"]["average"], rows["fountain"]["zero"]) == (2, 2, 0)
    # Nothing but tiles scores in this game: with the Arch and no other tile at most 2, without it 0.
    assert rows["arch"]["worth"] == {"at_least": 2, "at_most": 2, "source": "asked"}
    assert found.code == 0 and rows["well"]["worth"] is None
    shown = run("strength", "arch", "--cities", 4000, "--by", "average", "-j", 1)
    assert "number 4 by the most that it can score" in shown.out and "+2" in shown.out and "not asked" in shown.out


def test_averages_are_those_of_the_sample(quarter: Specification) -> None:
    """Own scores in drawn cities, one by one; units that are given."""
    scorer = BatchScorer(quarter, "square")
    found = sample(scorer, "play", players=1, cities=500, seed=2, gives=True)
    drawn = [c for batch in Draw(scorer, "play", 1).cities(500, 2) for c in batch.cities(scorer.game)]
    cells = [tuple("" if b is None else b.kind for b in c.cells) for c in drawn]
    for t in TILES:
        assert found.of(t).tolist() == [own(c, t) for c in cells if t in c]
    assert set(found.of("fountain", True).tolist()) == {2} and not found.of("well", True).any()


def test_worth_from_files(quarter: Specification) -> None:
    """Lines with the key of today are results, others are another version's, and those that are not true are no use."""
    keys = Keys(quarter)
    asked = [total_question("square", "rounds", 1, quarter.readings(), t) for t in ("gate", "")]
    from verifier.maxima import answer

    answers = [answer(quarter, q, time_limit=600) for q in asked]
    assert [x.value for x in answers] == [3, 0]

    def line(q: MaximumQuestion, key: str, found: Any) -> Line:
        return Line(key, question_fields(quarter, q), signed(quarter, key, q, found), "results:1")

    now = [line(q, keys.of(q), x) for q, x in zip(asked, answers, strict=True)]
    old = line(asked[0], "0" * 64, answers[0])
    for lines, source in ((now, "results"), ([old, now[1]], "other version")):
        totals = Totals(quarter, None, [{x.key: x for x in lines}])
        sides = [totals.known(q) for q in asked]
        assert sides[0] is not None and sides[1] is not None
        assert Worth.of(sides[0], sides[1]) == Worth(3, 3, source)  # type: ignore[arg-type]
    totals = Totals(quarter, None, [{"1" * 64: Line("1" * 64, old.question, old.entry, "results:2")}])
    assert totals.known(asked[0]) is None and "results:2 is not used" in totals.refused[0]


# ---- the numbers of a text -----------------------------------------------------------------------------------


def test_numbers_are_found_where_they_stand(quarter: Specification) -> None:
    d = quarter.declarations
    (n,) = numbers(d, "well", "square", {})
    assert (n.value, n.span.text, n.target) == (2, "2", "well")
    assert [(x.value, x.target) for x in numbers(d, "shrine", "square", {})] == [(0, "steps"), (1, "steps"), (3, "steps")]
    changed = with_number(d, n, 12)
    assert changed is not None and "score 12 per hut" in changed.after
    spec = mutated(quarter, changed)
    assert spec is not None and spec.game("square") != quarter.game("square")


def test_all_digits_of_the_shipped_tiles() -> None:
    """Every number of every second kind can be rewritten, and the file then says just that."""
    spec = load([shipped(), shipped() / "homebrew"])
    d, seen = spec.declarations, 0
    for tile in sorted(d.kinds)[::2]:
        for n in numbers(d, tile, d.kind_modes[tile][0], spec.readings()):
            text = Path(n.span.source.name).read_bytes().decode("utf-8")
            mutant = with_number(d, n, n.value + 90)
            assert mutant is not None
            new = rewritten(text, mutant, n.value + 90)
            at = n.span
            assert new == f"{text[: at.start]}{n.value + 90}{text[at.end :]}"
            seen += 1
    assert seen > 30


@pytest.mark.parametrize("ends", ["\n", "\r\n", "\r"])
@pytest.mark.parametrize("bom", ["", "\ufeff"])
def test_writing_loses_nothing(ends: str, bom: str, tmp_path: Path, run: Callable[..., Any]) -> None:
    """Only the digits change, in the file as it is stored; the example that now says otherwise is named."""
    folder = tmp_path / "own"
    shutil.copytree(QUARTER, folder)
    file = folder / "game.rules"
    before = (bom + file.read_text("utf-8").replace("\n", ends)).encode()
    file.write_bytes(before)
    done = run("tune", "well", "--try", 13, "--write", "--cities", 300, spec=folder)
    assert done.code == 0 and "13 instead of 2" in done.out and "well: one Hut" in done.out
    assert file.read_bytes() == before.replace(b"score 2 per hut", b"score 13 per hut")


def test_a_file_that_changed_is_left_alone(quarter: Specification) -> None:
    (n,) = numbers(quarter.declarations, "well", "square", {})
    mutant = with_number(quarter.declarations, n, 3)
    assert mutant is not None
    text = n.span.source.text
    assert rewritten(text, mutant, 3) == text.replace("score 2 per", "score 3 per")
    assert rewritten(text + "-- more\n", mutant, 3) is None
    assert rewritten(text, mutant, 4) is None  # it would not say what the mutant says


# ---- other numbers -------------------------------------------------------------------------------------------


def test_tune(run: Callable[..., Any]) -> None:
    """Well: n for each Hut beside it, so 2 n at most, and n / 2 times its average in the very same cities."""
    found = run("tune", "well", "--try", "0..2,5", "--cities", 2000, "--format", "json")
    tried = {x["value"]: x for x in found.said["tried"]}
    assert found.code == 0 and {v: x["most"] for v, x in tried.items()} == {0: 0, 1: 2, 2: 4, 5: 10}
    assert tried[5]["average"] == pytest.approx(5 * tried[1]["average"], abs=1e-3)
    assert tried[0]["zero"] == 1 and tried[5]["zero"] == tried[1]["zero"] < 1
    listed = run("tune", "shrine")
    assert listed.code == 0 and listed.out.count("^") == 3 and "which" not in listed.out


def test_tune_like(run: Callable[..., Any]) -> None:
    """The Arch scores 2 at most: so does a Well with 1. A Gate scores 3 n, which is never 4."""
    same = run("tune", "well", "--like", "arch", "--cities", 300, "--format", "json")
    assert (same.code, same.said["like"]["equal"], same.said["like"]["order"]) == (0, [1], "rising")
    assert same.said["like"]["left_out"] > 0 and len(same.said["tried"]) + same.said["like"]["left_out"] == 9
    never = run("tune", "gate", "--like", "well", "--cities", 300)
    assert never.code == 1 and "nearest: 1 and 2" in never.out
    worth = run("tune", "well", "--like", "gate", "--of", "worth", "--try", "1..2", "--cities", 300, "--format", "json")
    assert worth.said["like"]["worth"] == {"at_least": 3, "at_most": 3} and worth.said["like"]["nearest"] == [1, 2]


@pytest.mark.parametrize("order", ["rising", "falling", "unknown"])
@pytest.mark.parametrize("target", [-1, 0, 4, 5, 6, 16, 99])
def test_search(order: str, target: int) -> None:
    """0, 4, 4, 6, 16 for 0 to 4, or the other way round; a search in order tries fewer and says the same."""
    figures = [0, 4, 4, 6, 16] if order != "falling" else [16, 6, 4, 4, 0]
    search = Search(range(5), lambda v: Figure(figures[v], figures[v]), target, order)  # type: ignore[arg-type]
    equal, nearest = search.run()
    assert equal == [v for v in range(5) if figures[v] == target]
    below, above = [x for x in figures if x < target], [x for x in figures if x > target]
    wanted = {max(below)} if below else set()
    wanted |= {min(above)} if above else set()
    assert {figures[v] for v in nearest} == (set() if equal else wanted)


@pytest.mark.parametrize("order", ["rising", "unknown"])
def test_a_number_that_is_large_enough_is_told(order: str) -> None:
    """From 3 on nothing changes any more: of the numbers that were looked at, not the last one is the nearest."""
    search = Search(range(16), lambda v: Figure(min(v, 3), min(v, 3)), 7, order)  # type: ignore[arg-type]
    equal, (nearest,) = search.run()
    assert equal == [] and min(nearest, 3) == 3 and nearest == min(v for v in search.tried if v >= 3) < 15


def test_an_undecided_figure_ends_a_search() -> None:
    """Of 3 nothing is known but that it is at least 4 and at most 9: enough for 12, not for 6."""
    figures = {0: (0, 0), 1: (2, 2), 2: (4, 4), 3: (4, 9), 4: (12, 12)}
    for target, fine in ((12, True), (6, False)):
        search = Search(range(5), lambda v: Figure(*figures[v]), target, "rising")
        if fine:
            assert search.run() == ([4], [])
        else:
            with pytest.raises(Undecided):
                search.run()


def steps(spec: Specification, name: str, mode: str) -> Iterator[tuple[Number, Specification, Specification]]:
    """Each number of a kind with the rules before and after one more."""
    for n in numbers(spec.declarations, name, mode, spec.readings()):
        more = Variants(spec, n).of(n.value + 1)
        if more is not None:
            yield n, spec, more


SENTENCES = (
    "score -3 per hut at least -7 at most -1",
    "score 2 * -5 if 1 < count of hut",
    "score by count of hut [0, -4, 2+]",
    "score by longest run of hut in a row [from 2: 0, 0, -7, 0+] at least 1",
    "score by count of hut, count of wall [from 1, 2: [1, -2, 3+], [4, 5, -6+]+]",
    "score by count of hut, count of wall [[1, -2+], [3, 4+]+]",
    "score count of hut / 2 + count of wall mod 3 - (4 - 5)",
)


@pytest.mark.parametrize("sentence", SENTENCES)
def test_the_number_that_is_shown_is_the_one_that_is_changed(tmp_path: Path, sentence: str) -> None:
    """Whatever sign stands before it: with its digits replaced in the text, the rules are those that were measured."""
    text = f'tile pond "Pond" is wall {{\n  glyph o\n  {sentence}\n}}\n'
    file = tmp_path / "pond.rules"
    file.write_text(text, "utf-8")
    spec = load([QUARTER, file])
    found = numbers(spec.declarations, "pond", "square", spec.readings())
    assert [x.value for x in found] == [int(n) for n in re.findall(r"\d+", sentence)]
    for x in found:
        for value in {0, x.value + 1, 9} - {x.value}:
            mutant = with_number(spec.declarations, x, value)
            assert mutant is not None
            new = f"{text[: x.span.start]}{value}{text[x.span.end :]}"
            assert rewritten(text, mutant, value) == new


def test_what_is_said_to_rise_rises(tmp_path: Path) -> None:
    """Random games, each number one more: where `never_less` says so, no city that is drawn scores less."""
    said = of = 0
    for seed in range(12):
        try:
            game = little_game(random.Random(seed), tmp_path)
        except Failure:
            continue
        for name in sorted(game.kinds):
            for _, a, b in steps(game.spec, name, "square"):
                of += 1
                for low, high in ((a, b), (b, a)):
                    if not never_less(low.game("square"), high.game("square")):
                        continue
                    said += 1
                    scorers = [BatchScorer(x, "square") for x in (low, high)]
                    for batch in Draw(scorers[0], "uniform", 1).cities(100, seed):
                        totals = [x.score(batch).total for x in scorers]
                        assert np.all(totals[0] <= totals[1]), (game.text, name)
    assert said > 6 and of > said, (said, of)


def test_what_is_not_known_to_rise(quarter: Specification) -> None:
    """A sum rises with its numbers, also past 0 and 1; a number in a condition is not looked into; a gain is not."""
    d = quarter.declarations
    (n,) = numbers(d, "well", "square", {})
    assert Variants(quarter, n).order([0, 1, 2, 3], "well", "square", {}) == "rising"
    (water,) = numbers(d, "fountain", "square", {})
    assert Variants(quarter, water).order([1, 2], "fountain", "square", {}) == "unknown"


# ---- what is shown, and what can not be asked ----------------------------------------------------------------


def test_bars_and_shares() -> None:
    assert bar(1, 2, 4, Terminal(ascii=True)) == "#" * 8 + "-" * 8 and bar(5, 4, 4, Terminal()) == "█" * 32
    assert bar(0, 0, 4, Terminal()) == "" == bar(1, 1, 0, Terminal())
    assert [share(x) for x in (0, 0.001, 0.2, 0.999, 1)] == ["0 %", "<1 %", "20 %", ">99 %", "100 %"]


@pytest.mark.parametrize(
    ("arguments", "message"),
    [
        (["strength", "hut"], "`hut` is no tile"),
        (["pairs", "wel"], "did you mean `well`"),
        (["dominates", "well", "--mode", "circle"], "unknown mode `circle`"),
        (["dominates", "well", "--beside", "well"], "no tile but `well`"),
        (["strength", "well", "--results", "none.jsonl"], "none.jsonl can not be read"),
        (["strength", "well", "--players", "3"], "no game with 3 players"),
        (["tune", "shrine", "--try", "2"], "`shrine` has 3 numbers in square"),
        (["tune", "well", "--number", "2"], "`well` has 1 number in square, not 2"),
        (["tune", "well", "--try", "4..1"], "`4..1` is empty"),
        (["tune", "well", "--try", "-1"], "`-1` is no number from 0"),
        (["tune", "well", "--try", "1,2", "--write"], "2 numbers could be written"),
        (["tune", "well", "--write"], "nothing says which number"),
        (["tune", "well", "--like", "well"], "is the tile itself"),
        (["tune", "gate", "--like", "fountain", "--cities", "50"], "measured in VP"),
    ],
)
def test_wrong_options(arguments: list[str], message: str, run: Callable[..., Any]) -> None:
    """One message, exit code 2."""
    done = run(*arguments)
    assert done.code == 2 and message in done.err and done.out == ""


def test_a_tile_without_numbers_and_rules_that_come_along(
    run: Callable[..., Any], tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    more = tmp_path / "more.rules"
    more.write_text('tile bath "Bath" is wall { glyph o  score count of hut in city }\n', "utf-8")
    done = run("tune", "bath", "--with", more)
    assert done.code == 2 and "there is no number in the text of `bath` in square" in done.err
    code = main(["tune", "tram_depot", "--with", "homebrew", "--mode", "classic", "--try", "3", "--write", "--no-record"])
    assert code == 2 and "belongs to the specification that comes along" in capsys.readouterr().err


def test_totals_of_another_tile_can_be_claimed(tmp_path: Path) -> None:
    """`total never more than that of TILE` is part of the language."""
    from dsl.claims import core_property, properties

    more = tmp_path / "more.rules"
    text = 'tile pond "Pond" is wall { glyph o  property "worse" { total never more than that of well } }\n'
    more.write_text(text, "utf-8")
    spec = load([QUARTER, more])
    (case,) = [x for x in properties(spec) if x.owner == "pond"]
    from verifier.properties import prove

    bag = Bag()
    core_property(spec, case, bag)
    assert bag.found == [] and prove(spec, case).verdict == "proved"


TWINS = """
game "Twins" { inactive buildings leave }
resource water "Water" { glyph w  pieces 4 }
mode square "Square" { board { 1 1 }  rounds 1  turns 3 }
building wall "Wall" { glyph b  needs nothing  print wet gains 2 water }
tile arch "Arch" is wall { glyph a  HAS }
tile well "Well" is wall { glyph l  OTHER }
scoring whole "Whole" { score SCORE }
inventory square { tiles replace wall  wall wet: 3 }
"""
FINE = "print fine worth 1  print finer worth 2"


@pytest.mark.parametrize(
    ("has", "other", "score", "of", "relation"),
    [
        # What is on the Arch's seat, its second floor and its finer print go on with the Well, if that can have them.
        ("seats 1 water", "seats 1 water", "combined water seated of building", "own", "same"),
        ("seats 1 water", "seats 1 water", "1 per received water", "own", "same"),
        ("seats 2 water", "seats 1 water", "combined water seated of building", "total", "dominated"),
        ("seats 1 water", "seats 2 water", "combined water seated of building", "total", "same"),
        ("seats 1 water", "", "1 per received water", "total", "dominated"),
        ("floors up to 2", "floors up to 2", "highest floors of building in city", "own", "same"),
        ("floors up to 3", "floors up to 2", "highest floors of building in city", "total", "dominated"),
        ("floors up to 2", "floors up to 3", "highest floors of building in city", "total", "same"),
        (FINE, FINE, "count of building", "own", "same"),
        (FINE, "print finer worth 2  print fine worth 1  print finest worth 3", "count of building", "total", "same"),
        # The Well does not have both prints, so that it has its first: 2 in the place of 1 or 2.
        (FINE, "print finer worth 2", "count of building", "total", "dominates"),
        ("floors up to 2  print fine worth 1", "print fine worth 1", "count of building", "total", "dominated"),
        ("seats nothing", "seats nothing", "1 per received water", "own", "same"),
    ],
)
def test_what_goes_with_a_tile_is_counted(
    tmp_path: Path, has: str, other: str, score: str, of: str, relation: str
) -> None:
    """What another tile can take over of the first is there in its place, too. Two that read alike take over all, so
    that they are compared by their own scores."""
    from verifier.dominance import claims, compared, comparisons
    from verifier.properties import prove

    file = tmp_path / "twins.rules"
    text = TWINS.replace("HAS", has).replace("OTHER", other).replace("SCORE", score)
    file.write_text(text, "utf-8")
    spec = load([file])
    what = compared(spec, "arch", "well", "square", {})
    less, more = (prove(spec, x) for x in claims(spec, "arch", "well", "square", {}, "any", what))
    (found,) = comparisons([("arch", "well")], [(less, more)])
    assert (what, found.relation) == (of, relation)
