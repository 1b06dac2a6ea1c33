"""Cities as examples to be pasted: what is written reads back, passes, and claims what was worked out by hand.

The cities are those of all examples that the shipped specification and the second game have; what these claim was
worked out by hand.
"""

from __future__ import annotations

from collections.abc import Iterable
from pathlib import Path

import pytest
from cities import drawn

from dsl import syntax as s
from dsl.assemble import Specification
from dsl.check import ExampleCase, examples
from dsl.city import City
from dsl.diagnostics import Bag
from dsl.example_text import example_text
from dsl.layout import format_file
from dsl.load import load
from dsl.parse import parse
from dsl.run_examples import run_examples
from dsl.scorer import Scorer
from dsl.source import Source


def pasted(folder: Path, spec: Specification, texts: Iterable[tuple[str, str]]) -> Specification:
    """The specification with texts at the ends of declarations, read from files in a new folder."""
    more: dict[str, str] = {}
    for owner, text in texts:
        more[owner] = more.get(owner, "") + text + "\n"
    for i, file in enumerate(spec.files):
        source = file.items[0].span.source
        text, names = source.text, {x.name.name: x for x in file.items if isinstance(x, s.Declaration) and x.name}
        for name in sorted(names.keys() & more, key=lambda name: -names[name].span.end):
            closing = names[name].span.end - 1
            assert names[name].what in ("building", "tile", "scoring") and text[closing] == "}"
            text = text[:closing] + more[name] + text[closing:]
        (folder / f"{i}.rules").write_text(text, "utf-8")
    return load([folder])


def by_title(spec: Specification) -> dict[tuple[str, str, str], ExampleCase]:
    found = {}
    for case in examples(spec, Bag()):
        assert case.syntax.title is not None
        found[case.owner, case.mode, case.syntax.title.value] = case
    return found


@pytest.mark.parametrize("which", ["spec", "orchard"])
def test_every_example_again(tmp_path: Path, request: pytest.FixtureRequest, which: str) -> None:
    spec: Specification = request.getfixturevalue(which)
    before = by_title(spec)
    scorers: dict[object, Scorer] = {}
    texts = []
    for (owner, mode, title), case in before.items():
        key = (mode, *case.readings.items())
        scorers[key] = scorers.get(key) or Scorer(spec, mode, case.readings)
        texts.append((owner, example_text(case.city, scorers[key], owner, f'the "{title}"')))
    again = pasted(tmp_path, spec, texts)
    bag = Bag()
    results = run_examples(again, bag)
    assert len(results) == 2 * len(before) and all(x.passed for x in results), bag.found[:3]
    after = by_title(again)
    for (owner, mode, title), case in before.items():
        new = after[owner, mode, f"the '{title}'"]
        assert (new.city, new.readings) == (case.city, case.readings)
        said = {x.word: x.value for x in new.syntax.expect}
        for claim in case.syntax.expect:
            assert said.get(claim.word, claim.value) == claim.value, title
        assert "totals" in said
    # Laid out as the formatter leaves it.
    for file in sorted(tmp_path.iterdir()):
        text = file.read_text("utf-8")
        source = Source("again.rules", text)
        assert format_file(parse(source, Bag()), source) == text


def test_there_is_something_of_everything(spec: Specification, orchard: Specification) -> None:
    """The examples that are written again above have all that a drawing can show."""
    for which in (spec, orchard):
        cases = examples(which, Bag())
        there = [b for case in cases for _, b in case.city.buildings()]
        assert any(b.floors > 1 for b in there) and any(b.vp for b in there) and any(b.gains for b in there)
        assert any(b.active is False for b in there) and any(b.seats for b in there)
        games = [which.game(case.mode, case.readings) for case in cases]
        assert any(c.city.has(g) != c.city.seated(g) for c, g in zip(cases, games, strict=True))
        assert any(case.readings != which.defaults for case in cases)


# ---- word by word --------------------------------------------------------------------------------------------


def test_on_one_line(spec: Specification) -> None:
    # As in the text of the Fire Station: two Factories 3 VP each, one district 2, one Inhabitant left over.
    city = drawn(spec, "expert", "F fire_station F", inhabitant=5)
    text = example_text(city, Scorer(spec, "expert"), "fire_station", "two Factories")
    assert text == '  example expert "two Factories" with 5 inhabitants { F fire_station F } scores 6 totals 7'


def test_with_rows_and_readings(spec: Specification) -> None:
    # Nothing in the first row and column; the inactive Factory stays and counts: 2 + 2. It scores nothing itself.
    # One Inhabitant and two Energy Units are left over: 2 for the one district, together 4 + 2 - 3.
    city = drawn(
        spec, "classic", ". . .\n . fire_station F-\n . F+2e .", inhabitant=3, energy=2
    )
    scorer = Scorer(spec, "classic", {"inactive_buildings": "stay"})
    text = example_text(city, scorer, "fire_station", 'it "stays"\n  there')
    assert text.split("\n") == [
        "  example classic \"it 'stays' there\" under inactive_buildings is stay with 3 inhabitants and 2 energy {",
        "    . .            .",
        "    . fire_station F-",
        "    . F+2e         .",
        "  } scores 4 totals 3",
    ]


def test_an_owner_without_a_part_of_its_own(spec: Specification) -> None:
    # A Public Service scores in `public_services` only.
    city, scorer = drawn(spec, "classic", "U"), Scorer(spec, "classic")
    assert example_text(city, scorer, "public_service", "one") == '  example classic "one" { U } totals 2'
    assert example_text(city, scorer, "public_services", "one") == '  example classic "one" { U } scores 2 totals 2'


def test_nothing_stands(spec: Specification) -> None:
    city = drawn(spec, "expert", ".", inhabitant=1)
    text = example_text(city, Scorer(spec, "expert"), "harbors", "nothing")
    assert text == '  example expert "nothing" with 1 inhabitant { . } scores 0 totals -1'


def test_units_that_were_taken(spec: Specification) -> None:
    """As the verifier leaves a city: its units come from its tiles, and from what was taken at the end."""
    city = drawn(spec, "classic", "tv_station S@1i F+1e T2+3i-")
    city = City(city.mode, city.cells, None, {(0, "inhabitant"): 2})
    # Three Inhabitants are printed and two taken. One each is in the TV Station, the Shop (1 VP) and the Factory (2 VP
    # for the Shop), two are left over (-2); one district: 2. The printed Energy Unit is in the Shop.
    text = example_text(city, Scorer(spec, "classic"), "tv_station", "taken")
    said = "tv_station S@1i F+1e T2+3i-"
    assert text == f'  example classic "taken" with 5 inhabitants {{ {said} }} scores 0 totals 3'
