"""Small cities that are counted, and what a record keeps of readings."""

from __future__ import annotations

from dataclasses import replace
from pathlib import Path

import pytest

from dsl.assemble import Specification
from dsl.load import load
from verifier import diff, rulings
from verifier.few import first_difference
from verifier.keys import Keys
from verifier.questions import RulingQuestion
from verifier.record import Record
from verifier.rulings import answer, undecided
from verifier.verdict import RulingResult


# A tower, the Congress Center, a tower, of one floor each. Joined they are a group of three and score 2 each, where each
# alone scores 0: 4. With each group one larger both are groups of two and score 1 each: 2. With one of them only: 1.
@pytest.mark.parametrize(("reading", "values"), [("adds_one", (4, 2)), ("one_group", (4, 1))])
def test_the_smallest_city_of_three_buildings(spec: Specification, reading: str, values: tuple[int, int]) -> None:
    found = answer(spec, RulingQuestion("congress_bridges", reading, "expert", "congress_center"), time_limit=600.0)
    assert (found.verdict, found.values, found.smallest) == ("different", values, True)
    assert found.city is not None
    stand = [(at, b.kind, b.floors, b.active) for at, b in found.city.buildings()]
    assert stand == [(0, "office_tower", 1, True), (1, "congress_center", 1, True), (2, "office_tower", 1, True)]


@pytest.mark.parametrize(("ruling", "reading", "owner"), [("harbor_lines", "better", "harbors"), ("capitol_negative", "floored", "capitol")])
def test_counting_finds_what_solvers_find(
    spec: Specification, ruling: str, reading: str, owner: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    q = RulingQuestion(ruling, reading, "expert", owner)
    counted = answer(spec, q, time_limit=600.0)
    monkeypatch.setattr(diff, "first_difference", lambda *_: None)
    solved = answer(spec, q, time_limit=600.0)
    assert counted.smallest and solved.smallest
    assert (counted.city, counted.values) == (solved.city, solved.values)


# Of two Dens that are active both need two of the Water, and there may be less of it: then nothing is said of any city.
SCARCE = """
game "G" {{ inactive buildings leave }}
ruling broken "Which?" {{ reading one "one" reading two "two" default one because "Either will do." }}
resource water "Water" {{ glyph w  pieces {pieces} }}
mode square "Square" {{ board {{ 1 1 }}  rounds 1  turns 2 }}
building hut "Hut" {{ glyph h  needs 1 water }}
building den "Den" {{ glyph d  needs 2 water }}
scoring whole "Whole" {{ under broken is two {{ score 1 if {what} }} }}
"""


@pytest.mark.parametrize(
    ("pieces", "what", "kinds"),
    [
        (3, "at least 2 active den", None),
        (4, "at least 2 active den", ["den", "den"]),
        (2, "(some active hut and some active den)", None),
        (3, "(some active hut and some active den)", ["hut", "den"]),
        (2, "at least 2 active (hut or den)", ["hut", "hut"]),
    ],
)
def test_a_city_has_no_more_units_than_the_box(tmp_path: Path, pieces: int, what: str, kinds: list[str] | None) -> None:
    file = tmp_path / "scarce.rules"
    file.write_text(SCARCE.format(pieces=pieces, what=what), "utf-8")
    found = answer(load([file]), RulingQuestion("broken", "two", "square", "whole"), time_limit=10.0)
    stand = None if found.city is None else [b.kind for _, b in found.city.buildings()]
    assert (found.verdict, stand) == ("same" if kinds is None else "different", kinds)


def test_nothing_is_said_where_units_matter(spec: Specification) -> None:
    game = spec.game("classic")
    shop = next(x for x in game.clauses if x.part == "shop")  # scores by the Inhabitants on its seats
    assert first_difference(game, ["shop"], None, [(shop, game.kinds)], []) is None


def test_a_ruling_that_is_told_in_words_has_a_key_of_its_own(spec: Specification) -> None:
    """With four players, whom questions are about, both readings mean the same; what is told is of all numbers."""
    copies = RulingQuestion("architect_copies", "four", "expert", "")
    other = RulingQuestion("tie_break", "shared", "expert", "")
    assert (answer(spec, copies, time_limit=600.0).verdict, answer(spec, other, time_limit=600.0).verdict) == ("different", "same")
    keys = Keys(spec)
    assert keys.of(copies) != keys.of(other)


def test_what_was_not_found_out_is_not_asked_again_with_no_more_time(spec: Specification, tmp_path: Path) -> None:
    (q,) = (x for x in rulings.questions(spec) if (x.ruling, x.reading) == ("congress_bridges", "adds_one"))
    record = Record(tmp_path / "r.json", spec)
    record.add(q, undecided(q, "a process died"), 20.0)
    assert record.known(q, 20.0) is None  # nobody tried for that long
    tried = answer(spec, q, time_limit=1.0)
    unknown = undecided(q, "no solver found out")
    record.add(q, replace(unknown, seconds=21.0), 20.0)
    record.save()
    again = Record(tmp_path / "r.json", spec)
    found = again.known(q, 20.0)
    assert isinstance(found, RulingResult) and (found.verdict, found.reason) == ("unknown", "no solver found out")
    assert again.known(q, 21.0) is None and again.ruling(q) is None
    assert not again.edited
    again.add(q, tried, 1.0)
    decided = again.known(q, 1e9)
    assert decided is not None and decided.verdict == "different"


NEEDY = """
game "G" { inactive buildings leave }
ruling broken "Which?" { reading one "one" reading two "two" default one because "Either will do." }
resource water "Water" { plural waters "Waters"  glyph w  pieces 4 }
mode square "Square" { board { 1 1 }  rounds 1  turns 2 }
building hut "Hut" { glyph h  under broken is one { needs 1 water }  under broken is two { needs 2 water } }
building den "Den" { glyph d  under broken is two { when game ends gain 1 water } }
"""


@pytest.mark.parametrize(
    ("owner", "before", "after"),
    [
        ("hut", '"Hut"', '"Cottage"'),
        ("hut", '"Water"', '"Drop"'),
        ("hut", '"Waters"', '"Drops"'),
        ("den", "gain 1 water", "gain (1) water"),
    ],
)
def test_a_difference_in_words_is_kept_for_these_words_only(
    tmp_path: Path, owner: str, before: str, after: str
) -> None:
    """What is told in words holds titles and sentences of the author's: with others, it is asked again."""
    said, keys = [], []
    for name, text in (("before", NEEDY), ("after", NEEDY.replace(before, after))):
        file = tmp_path / f"{name}.rules"
        file.write_text(text, "utf-8")
        spec, q = load([file]), RulingQuestion("broken", "two", "square", owner)
        said.append(answer(spec, q, time_limit=5.0).structure)
        keys.append(Keys(spec).of(q))
    assert said[0] and said[0] != said[1]
    assert keys[0] != keys[1]
