"""Where the number of a turn lets a tile be placed: schedules, their replay, and scope `placeable`.

The judge is a game of 2x2 spaces that is played in every possible way, in plain loops over its rules as they are
written here in words.
"""

from __future__ import annotations

import json
import random
from collections.abc import Callable, Iterator
from dataclasses import replace
from functools import cache
from itertools import product
from pathlib import Path

import pytest

from dsl.assemble import Specification
from dsl.city import Building, City
from dsl.claims import properties
from dsl.load import load
from verifier import solve
from verifier.cli import main
from verifier.maximize import maximize
from verifier.model import Model, Question
from verifier.placing import rule_of, symmetric
from verifier.properties import prove
from verifier.schedule import schedule
from verifier.turns import Schedule, Turn, complaints

RULES = """
game "Ladders" { }
resource coin "Coin" { plural coins "Coins"  glyph c  pieces 9 }

mode square "Square" {
  board {
    1 2
    1 2
  }
  rounds 2
  turns 2
  players 1 to 2
}

ruling rule "How is it placed?" {
  reading lines "in the row or the column of the number, a second floor by number 2"
  reading shown "where it is shown; a second floor by number 2 or where it is shown"
  default lines
  because "Both are tried."
}

placement square "Ladder" {
  numbers 1 to 2: 1 of each per player
  numbers on spaces {
    1 .
    2 2
  }
  under rule is lines { new building where row is number or column is number  new floor where floor is number }
  under rule is shown { new building where space shows number  new floor where floor is number or space shows number }
}

building hut "Hut" {
  plural huts "Huts"
  glyph h
  floors up to 2
  needs nothing
  print plain
  print rich worth 1
}
building den "Den" { plural dens "Dens"  glyph d  needs nothing }
tile gate "Gate" is den {
  glyph g
  score by combined floors of hut adjacent to self [0, 1, 2, 3, 4]
  property "all of it" { under rule is shown  scope placeable  range own from 0 to 3 }
  property "not so much" { under rule is shown  scope placeable  always own <= 2 }
  property "not there" { under rule is shown  scope placeable  always no hut on top edge on right edge }
  property "there, if one could" { under rule is shown  scope rounds  always no hut on top edge on right edge }
}

inventory square {
  tiles replace den
  hut plain: 1 1
  hut rich: 1 0
  den: 1 1
}
"""

SHOWN = {1: {0}, 2: {2, 3}}
LINES = {1: {0, 1, 2}, 2: {1, 2, 3}}
# What lies there, by kind, floors and printed VP; tiles of each print by round.
STATES = (None, *(("hut", n, vp) for n, vp in ((1, 0), (1, 1), (2, 0), (2, 1))), ("den", 1, 0), ("gate", 1, 0))
BOX = {("hut", 0): (1, 1), ("hut", 1): (1, 0), ("den", 0): (1, 1), ("gate", 0): (1, 1)}
Cells = tuple[tuple[str, int, int] | None, ...]


def may(rule: str, number: int, space: int, floor: int) -> bool:
    """The placement rule."""
    here = space in (LINES if rule == "lines" else SHOWN)[number]
    if floor == 1:
        return here
    return number == 2 or (rule == "shown" and here)


@cache
def reached(rule: str, players: int, numbers: bool = True) -> frozenset[Cells]:
    """All cities that can be played to; without `numbers`, whatever the placement rule says."""
    found: set[Cells] = set()
    seen = set()
    todo: list[tuple[int, int, tuple[int, ...], tuple[tuple[str, int, int], ...], Cells]]
    todo = [(0, 0, (), (), (None,) * 4)]
    while todo:
        state = todo.pop()
        if state in seen:
            continue
        seen.add(state)
        r, turns, used, taken, cells = state
        found.add(cells)
        if r == 0:
            todo.append((1, 0, (), taken, cells))
        if turns == 2:
            continue
        for (kind, vp), copies in BOX.items():
            if taken.count((kind, vp, r)) == copies[r] or (kind == "gate" and any(x[0] == "gate" for x in taken)):
                continue
            if kind in ("den", "gate") and sum(x[0] in ("den", "gate") and x[2] == r for x in taken) == 1:
                continue  # a Gate takes the place of the Den of the round
            for number, space in product((1, 2), range(4)):
                here = cells[space]
                if here is not None and (here[0] != kind or kind != "hut" or here[1] == 2):
                    continue
                floor = 1 if here is None else 2
                if numbers and (used.count(number) == players or not may(rule, number, space, floor)):
                    continue
                built = (kind, floor, vp + (0 if here is None else here[2]))
                after = (*cells[:space], built, *cells[space + 1 :])
                todo.append(
                    (r, turns + 1, tuple(sorted((*used, number))), tuple(sorted((*taken, (kind, vp, r)))), after)
                )
    return frozenset(found)


def city_of(cells: Cells) -> City:
    return City("square", tuple(None if x is None else Building(x[0], x[1], {}, x[2], True, {}) for x in cells))


@pytest.fixture(scope="module")
def ladders(tmp_path_factory: pytest.TempPathFactory) -> Specification:
    path: Path = tmp_path_factory.mktemp("ladders") / "ladders.rules"
    path.write_text(RULES, "utf-8")
    return load([path])


CASES = [("lines", 1), ("lines", 2), ("shown", 1), ("shown", 2)]


def test_the_judge_by_hand() -> None:
    """Of one Ladder each, two Huts side by side below need number 2 twice where it is shown: two rounds."""
    below = (None, None, ("hut", 1, 0), ("hut", 1, 0))
    assert below in reached("shown", 1)
    # With a rich one, there is but a plain one beside it in round 1 and one in round 2: again one each round.
    assert (None, None, ("hut", 1, 0), ("hut", 1, 1)) in reached("shown", 1)
    # Two Dens too are of two rounds; three tiles below and beside need number 2 three times, or 2 in one round.
    assert (("hut", 1, 0), None, ("den", 1, 0), ("den", 1, 0)) in reached("shown", 1)
    assert (None, None, ("hut", 2, 0), ("den", 1, 0)) not in reached("shown", 1)
    assert (None, None, ("hut", 2, 0), ("den", 1, 0)) in reached("shown", 2)
    # Nothing is shown above on the right.
    assert not any(x[1] for x in reached("shown", 2))
    assert (None, ("den", 1, 0), None, None) in reached("lines", 1)
    assert len(reached("lines", 1)) < len(reached("lines", 2)) == len(reached("lines", 2, False))


def membership(spec: Specification, rule: str, players: int, prints: bool) -> Callable[[Cells], bool]:
    """Whether the model of scope `placeable` has a city. With `prints` they are looked at space by space."""
    model = Model(spec, Question("square", "placeable", spec.readings({"rule": rule}), players))
    k = model.circuit
    floors = [{n: model.floors_of(s, n) for n in model.names} for s in range(4)]
    worth = [model.printed(s, None) if prints else None for s in range(4)]
    model.finish()
    z3 = solve.Z3(k)

    def has(cells: Cells) -> bool:
        claims = []
        for s, x in enumerate(cells):
            claims += [k.equal(f, x[1] if x is not None and x[0] == n else 0) for n, f in floors[s].items()]
            vp = worth[s]
            if vp is not None:
                claims.append(k.equal(vp, 0 if x is None else x[2]))
        answer = z3.decide(claims, seconds=600)
        assert answer.status != "unknown"
        if answer.values is not None:
            city = model.city(answer.holds(k))
            assert shown_by(city) in reached(rule, players), "the prints are dealt out by round"
        return answer.values is not None

    return has


def shown_by(city: City) -> Cells:
    return tuple(None if b is None else (b.kind, b.floors, b.vp) for b in city.cells)


def every_city() -> Iterator[Cells]:
    yield from product(STATES, repeat=4)


@pytest.mark.parametrize(("rule", "players"), CASES)
def test_the_model_has_what_can_be_played(ladders: Specification, rule: str, players: int) -> None:
    """Every city of few tiles; with prints of which it is told, and of which it is not."""
    judge = reached(rule, players)
    blank = {tuple(None if x is None else x[:2] for x in cells) for cells in judge}
    told, untold = (membership(ladders, rule, players, prints) for prints in (True, False))
    asked = [x for x in every_city() if sum(y[1] for y in x if y) <= 4]
    # What is played, and as many that are not, drawn at random.
    others = random.Random(1).sample([x for x in asked if x not in judge], 250)
    for cells in [*random.Random(2).sample(sorted(judge, key=str), 120), *others]:
        assert told(cells) == (cells in judge), cells
        assert untold(cells) == (tuple(None if x is None else x[:2] for x in cells) in blank), cells


@pytest.mark.parametrize(("rule", "players"), CASES)
def test_a_schedule_is_found_for_what_can_be_played(ladders: Specification, rule: str, players: int) -> None:
    """And for nothing else: with placement, and without."""
    readings = {"rule": rule}
    by_number, free = reached(rule, players), reached(rule, players, False)
    assert by_number <= free
    asked = [x for x in every_city() if sum(y[1] for y in x if y) <= 4]
    rng = random.Random(3)
    near = [rng.sample(x, min(30, len(x))) for x in (sorted(by_number, key=str), sorted(free - by_number, key=str))]
    for cells in [*near[0], *near[1], *rng.sample(asked, 30)]:
        city = city_of(cells)
        assert (schedule(ladders, city, "square", readings, players, True) is not None) == (cells in by_number), cells
        assert (schedule(ladders, city, "square", readings, players, False) is not None) == (cells in free), cells


# ---- schedules by hand, and their replay ---------------------------------------------------------------------


def test_a_schedule_by_hand(ladders: Specification) -> None:
    """A Hut of two plain floors above on the left, a Gate below on the right; one Ladder of each number a round.

    Only 1 opens the space of the Hut, only 2 that of the Gate and a second floor. There is one plain tile a round, so
    the second floor has to wait for round 2; all else can be had in round 1."""
    city = city_of((("hut", 2, 0), None, None, ("gate", 1, 0)))
    found = schedule(ladders, city, "square", None, 1, True)
    assert found is not None and found.turns == (
        Turn(1, 1, "hut", "plain", 0, 1),
        Turn(1, 2, "gate", "plain", 3, 1),
        Turn(2, 2, "hut", "plain", 0, 2),
    )
    without = schedule(ladders, city, "square", None, 1, False)
    assert without is not None and all(t.number is None for t in without.turns)


GOOD = (
    Turn(1, 1, "hut", "plain", 0, 1),
    Turn(1, 2, "hut", "rich", 0, 2),
    Turn(2, 2, "gate", "plain", 2, 1),
    Turn(2, 1, "hut", "plain", 1, 1),
)


@pytest.mark.parametrize(
    ("turn", "changes", "words"),
    [
        (0, {"round": 3}, "there is no round 3"),
        (2, {"round": 1}, "round 1 has 2 turns"),
        (0, {"round": 2}, "round 1 is over"),
        (0, {"number": 2}, "Ladder 2 can not place floor 1 on row 1, column 1"),
        (1, {"number": 1}, "Ladder 1 is there 1 times a round"),
        (1, {"number": 1}, "Ladder 1 can not place floor 2 on row 1, column 1"),
        (2, {"number": 3}, "Ladder 3 is there 0 times a round"),
        (2, {"number": None}, "no Ladder is named"),
        (3, {"variant": "rich"}, "round 2 has 0 of `hut` rich"),
        (0, {"variant": "golden"}, "there is no tile `hut` golden"),
        (3, {"kind": "den"}, "round 2 has 1 of `den`, those that are exchanged among them"),
        (3, {"kind": "gate"}, "there is no more than 1 of `gate`"),
        (1, {"floor": 1}, "floor 1 is placed on 1"),
        (1, {"kind": "den", "variant": "plain"}, "`den` is placed on `hut`"),
        (2, {"space": 3}, "row 2, column 1: nothing stands, not 1 of `gate`"),
        (2, {"space": 7}, "the board has no space 7"),
        (1, {"variant": "plain"}, "row 1, column 1: other prints than the city's are on the tiles"),
    ],
)
def test_a_wrong_turn_is_noticed(
    ladders: Specification, turn: int, changes: dict[str, object], words: str
) -> None:
    """A good schedule with one turn changed; the complaint is among those that are made."""
    city = city_of((("hut", 2, 1), ("hut", 1, 0), ("gate", 1, 0), None))
    game = ladders.game("square")
    assert complaints(Schedule("square", 1, GOOD), city, game, placement=True) == []
    turns = [*GOOD]
    turns[turn] = replace(turns[turn], **changes)  # type: ignore[arg-type]
    said = complaints(Schedule("square", 1, tuple(turns)), city, game, placement=True)
    assert any(x == words or x.endswith(f": {words}") for x in said), said


def test_a_turn_more_or_less_is_noticed(ladders: Specification) -> None:
    city = city_of((("hut", 2, 1), ("hut", 1, 0), ("gate", 1, 0), None))
    game = ladders.game("square")
    for i in range(4):
        fewer = Schedule("square", 1, GOOD[:i] + GOOD[i + 1 :])
        assert complaints(fewer, city, game, placement=True), i
    assert complaints(Schedule("square", 1, (*GOOD, GOOD[-1])), city, game, placement=True)
    assert complaints(Schedule("square", 1, (GOOD[1], GOOD[0], *GOOD[2:])), city, game, placement=True)


def test_what_a_city_does_not_tell(ladders: Specification) -> None:
    """A Hut that shows nothing may be a rich one, unless the city tells all: two Huts in round 1, none in round 2."""
    city = city_of((("hut", 1, 0), ("hut", 1, 0), ("hut", 1, 0), None))
    assert schedule(ladders, city, "square", None, 2, True) is None
    open_one = schedule(ladders, city, "square", None, 2, True, told=False)
    assert open_one is not None and sorted(t.variant for t in open_one.turns) == ["plain", "plain", "rich"]


# ---- questions about all cities ------------------------------------------------------------------------------

BESIDE = {0: (1, 2), 1: (0, 3), 2: (0, 3), 3: (1, 2)}


@pytest.mark.parametrize(("rule", "players"), CASES)
def test_a_maximum_is_that_of_all_that_is_played(ladders: Specification, rule: str, players: int) -> None:
    """The Gate scores the floors of the Huts beside it, and most do not let it stand where it would like to."""
    worth = [
        sum(x[1] for t in BESIDE[s] if (x := cells[t]) is not None and x[0] == "hut")
        for cells in reached(rule, players)
        for s in range(4)
        if (gate := cells[s]) is not None and gate[0] == "gate"
    ]
    found = maximize(ladders, "gate", "square", scope="placeable", readings={"rule": rule}, players=players)
    assert (found.verdict, found.value, found.notes) == ("optimal", max(worth), ())
    assert found.city is not None and shown_by(found.city) in reached(rule, players)


@pytest.mark.parametrize("players", [1, 2])
def test_properties(ladders: Specification, players: int) -> None:
    """Of what is played with what is shown: up to 3 for the Gate, and nothing above on the right."""
    found = {x.title: prove(ladders, x, players=players) for x in properties(ladders)}
    assert {title: x.verdict for title, x in found.items()} == {
        "all of it": "proved",
        "not so much": "refuted",
        "not there": "proved",
        "there, if one could": "refuted",
    }
    city = found["not so much"].city
    assert city is not None and shown_by(city) in reached("shown", players)


def test_when_the_rule_asks_for_nothing(spec: Specification, ladders: Specification) -> None:
    """In Expert with four there are as many Architects of each number as turns, and each space and floor has its
    own. In Classic there is one of each."""
    assert rule_of(spec.game("expert"), 4) is None
    assert rule_of(spec.game("expert"), 3) is not None
    assert rule_of(spec.game("expert", {"architect_copies": "four"}), 2) is None
    assert rule_of(spec.game("classic"), 4) is not None
    # On the right above nothing is shown, so that even two Ladders of each number do not suffice.
    assert rule_of(ladders.game("square"), 2) is None
    assert rule_of(ladders.game("square", {"rule": "shown"}), 2) is not None


def test_which_symmetries_are_left(spec: Specification) -> None:
    """A half turn of the Classic board makes row and column 4 of row and column 1. That is no matter if floors go by
    rows and columns, too, and does matter if Architect 4 alone builds fourth floors. A mirror image is not the
    same: it makes row 4 and column 1 of row and column 1."""
    rule = spec.game("classic").placement
    assert rule is not None
    flips = spec.game("classic").mode.board.symmetries
    assert [symmetric(rule, f) for f in flips] == [True, False, False, False]
    lines = {(n, j): rule.buildings[n] for n, j in rule.floors}
    assert [symmetric(replace(rule, floors=lines), f) for f in flips] == [True, False, False, True]
    one_more = {players: {**there, 4: 2} for players, there in rule.copies.items()}
    assert not symmetric(replace(rule, floors=lines, copies=one_more), flips[-1])


# ---- the command line ----------------------------------------------------------------------------------------

# Four Tower Blocks of two floors, and a Park in row 2 of column 2: five times Architect 2, in four rounds.
TOWERS = "mode classic\nT2 T2 T2 T2\n. P . .\n"


def test_score_says_whether_a_city_can_be_built(
    tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    city = tmp_path / "city.txt"
    city.write_text(TOWERS, "utf-8")
    assert main(["score", str(city), "--scope", "rounds"]) == 0
    assert main(["score", str(city), "--scope", "placeable"]) == 2
    assert "these tiles can not be placed by the rules in 4 rounds of 4 turns" in capsys.readouterr().err
    # If an Architect of its row or column may add a floor, too, it can.
    other = ["--ruling", "extra_floor=floor_or_space", "--schedule", "--format", "json"]
    assert main(["score", str(city), "--scope", "placeable", *other]) == 0
    turns = json.loads(capsys.readouterr().out)["schedule"]
    assert sorted((t["row"], t["column"], t["floor"], t["kind"]) for t in turns) == sorted(
        [(2, 2, 1, "park"), *((1, c, j, "tower_block") for c in (1, 2, 3, 4) for j in (1, 2))]
    )
    assert len({(t["round"], t["number"]) for t in turns}) == 9
    assert main(["score", str(city), "--schedule"]) == 2
    assert "scope supply knows no turns" in capsys.readouterr().err


def test_max_shows_its_turns(ladders: Specification, capsys: pytest.CaptureFixture[str]) -> None:
    options = ["--spec", str(ladders.folders[0]), "--scope", "placeable", "--players", "1", "--no-record"]
    assert main(["max", "gate", *options, "--format", "json"]) == 0
    said = json.loads(capsys.readouterr().out)
    gate = next(t for t in said["schedule"] if t["kind"] == "gate")
    assert gate["in_place_of"] == "den" and gate["number"] in (1, 2)
    assert sum(t["kind"] == "hut" for t in said["schedule"]) == said["value"]
    assert main(["max", "gate", *options]) == 0
    assert "Gate, in place of a Den" in capsys.readouterr().out


def test_without_a_rule_of_placement(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    """Scope `placeable` is then `rounds`, and says so."""
    rules = tmp_path / "free.rules"
    head, rest = RULES.split("placement square", 1)
    rules.write_text(head + rest.split("}\n\n", 1)[1], "utf-8")
    city = tmp_path / "city.txt"
    city.write_text(". h\n. .\n", "utf-8")
    assert main(["score", str(city), "--spec", str(rules), "--scope", "placeable"]) == 0
    assert "where buildings of square may be placed: scope placeable is rounds here" in capsys.readouterr().out
    free = load([rules])
    found = maximize(free, "gate", "square", scope="placeable")
    assert found.value == maximize(free, "gate", "square", scope="rounds").value
    assert "scope placeable is rounds here" in found.notes[0]


def test_explain_a_mode(ladders: Specification, capsys: pytest.CaptureFixture[str]) -> None:
    options = ["--spec", str(ladders.folders[0]), "--ruling", "rule=shown", "--players", "1"]
    assert main(["explain", "square", *options, "--format", "json"]) == 0
    said = json.loads(capsys.readouterr().out)["placement"]
    assert said["copies"] == {"1": 1, "2": 1}
    assert said["opened_by"] == {"1": [[[1], []], [[2], [2]]], "2": [[[1, 2], [2]], [[2], [2]]]}
    assert [x["holds"] for x in said["lines"]] == [True, True, False, False, True, True]
    assert main(["explain", "square", *options]) == 0
    text = capsys.readouterr().out
    assert "a new building, by space:\n    1  -\n    2  2\n" in text and "shown (chosen)" in text
    assert main(["explain", "square", *options, "--core"]) == 2
    assert "`square` is a mode" in capsys.readouterr().err


def test_rulings_of_placement_leave_scores_alone(
    tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    """So that a score does not name them among the open questions about what stands there."""
    city = tmp_path / "city.txt"
    city.write_text("mode classic\nT2\n", "utf-8")
    assert main(["score", str(city)]) == 0
    assert "extra_floor" not in capsys.readouterr().out
