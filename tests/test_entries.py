"""What an entry of the book says: arithmetic, readings in words, titles of tables, procedures in other languages."""

from __future__ import annotations

from pathlib import Path

import pytest
from docutils import nodes
from sphinx.environment import BuildEnvironment

from dsl.assemble import Specification
from dsl.diagnostics import Bag
from dsl.facts import RulingFact
from dsl.load import load, shipped
from dsl.procedure_words import procedure_words
from dsl.rulebook.arithmetic import worked
from dsl.rulebook.entry import Writer
from dsl.rulebook.material import Material


@pytest.fixture(scope="module")
def english(spec: Specification) -> Material:
    return Material(spec)


@pytest.fixture(scope="module")
def french(spec: Specification) -> Material:
    return Material(spec, "fr")


# Each counted by hand on the example's city: four Factories at 2 VP, three Tower Blocks beside the Park, four districts,
# lines of five and of four Harbors, and four Office Towers of one floor in a group of five.
@pytest.mark.parametrize(
    ("name", "mode", "said"),
    [
        ("fire_station", "classic", ["4 × 2 = 8"]),
        ("park", "classic", ["3 → 7"]),
        ("public_services", "classic", ["4 → 14"]),
        ("harbors", "expert", ["5 → 18", "4 → 12"]),
        ("congress_center", "expert", ["4 × (5, 1 → 4) = 16"]),
    ],
)
def test_arithmetic(english: Material, name: str, mode: str, said: list[str]) -> None:
    found = english.example(name, mode, Bag())
    assert found is not None
    told = [worked(x, n, found.city, found.scorer).replace("\N{NO-BREAK SPACE}", " ") for x, n in found.rows]
    assert [x for x in told if x in said] == said


def test_the_arithmetic_of_every_example_comes_to_the_score(english: Material) -> None:
    """Whatever is written ends with the number that the scorer gives."""
    seen = 0
    for name, (what, _) in english.objects.items():
        for mode in english.modes(name) if what in ("tile", "building", "scoring") else ():
            found = english.example(name, mode, Bag())
            for clause, n in () if found is None else found.rows:
                assert found is not None
                text = worked(clause, n, found.city, found.scorer).replace("\N{MINUS SIGN}", "-")
                assert text.replace("\N{NO-BREAK SPACE}", " ").split(" ")[-1] == str(n), (name, mode, text)
                seen += " → " in text.replace("\N{NO-BREAK SPACE}", " ")
    assert seen >= 8


def test_readings_that_no_city_shows_are_told_in_words(english: Material, french: Material) -> None:
    name = next(n for n, r in english.spec.rulings.items() if "May only some of the TV" in r.title)
    reading = english.spec.rulings[name].names()[1]
    fact = RulingFact(name, reading, "classic", "tv_station", "different")
    here, there = english.sides(fact)
    (new,) = [x for x in there if x not in here]
    assert new.endswith("you may receive 1 Inhabitant for each Shop in the city, all of them or none.")
    (new,) = [x for x in french.sides(fact)[1] if x not in french.sides(fact)[0]]
    assert new.startswith("À la fin de la partie") and "Inhabitant" not in new


@pytest.mark.parametrize(
    ("n", "unit", "en", "fr"),
    [
        (1, "Inhabitants", "1 Inhabitant", "1 Habitant"),
        (0, "Inhabitants", "0 Inhabitants", "0 Habitant"),
        (3, "Energy Units", "3 Energy Units", "3 Unités d’énergie"),
        (-5, "VP", "−5 VP", "−5 PV"),
    ],
)
def test_amounts(english: Material, french: Material, n: int, unit: str, en: str, fr: str) -> None:
    assert english.amount(n, unit) == en
    assert french.amount(n, unit).casefold() == fr.casefold()


def test_tables_have_titles(tmp_path: Path, english: Material, french: Material) -> None:
    assert english.title("park_vp") == "Points of a Park"
    assert french.title("park_vp") == "Points d’un Parc"
    text = (shipped() / "scorings.rules").read_text("utf-8").replace(' "Points of a Park"', "")
    folder = tmp_path / "rules"
    folder.mkdir()
    for path in shipped().rglob("*.rules"):
        if not {"homebrew", "games"} & set(path.parts):
            said = text if path.name == "scorings.rules" else path.read_text("utf-8")
            (folder / f"{path.parent.name}_{path.name}").write_text(said, "utf-8")
    assert Material(load([folder])).title("park_vp") == "Park vp"


def test_procedures_are_told_in_french(spec: Specification) -> None:
    """No English word is left, and articles agree: `une tuile`, `du Chantier`, `aucune tuile`."""
    for mode in spec.modes:
        said = [x.text for y in procedure_words(spec, mode, "fr") for x in y.lines] + [
            y.title for y in procedure_words(spec, mode, "fr")
        ]
        assert not [x for x in said if {"the", "of", "is", "from", "goes", "there"} & set(x.casefold().split())]
        assert "Une tuile d’extension passe de l’étalage aux tuiles défaussées." in said
        assert "Un Service public ordinaire passe du Chantier aux villes." in said
        assert "S’il n’y a aucune tuile d’extension dans la pile :" in said
        assert any("seulement s’il y a au moins un Service" in x and " et s’il " in x for x in said)


def test_what_is_alike_in_several_modes_is_told_once(english: Material) -> None:
    """A reading that changes the same in both modes has one row for them; one that does not has two, side by side. No
    row is a line of numbers without a heading."""
    ruling = english.spec.rulings["inactive_buildings"]
    (_, other) = ruling.names()
    facts = [
        RulingFact(ruling.name, other, mode, owner, "different", unit="VP", values=values)
        for owner, mode, values in [
            ("city_hall", "classic", (1, 2)),
            ("school", "classic", (0, 1)),
            ("city_hall", "expert", (1, 2)),
            ("school", "expert", (0, 2)),
            ("city_hall", "expert", (3, 4)),
        ]
    ]
    (_, told) = Writer(BuildEnvironment.__new__(BuildEnvironment), english, "x").differences(facts, ruling)
    rows = [[cell.astext() for cell in row.children] for row in told.findall(nodes.row)]
    assert rows == [
        ["Name", "Mode", "What it changes"],
        ["City Hall", "Classic, Expert", "1 VP here, 2 VP under that reading."],
        ["City Hall", "Expert", "3 VP here, 4 VP under that reading."],
        ["School", "Classic", "0 VP here, 1 VP under that reading."],
        ["School", "Expert", "0 VP here, 2 VP under that reading."],
    ]
    assert [x.get("stub") for x in told.findall(nodes.colspec)] == [1, 0, 0]
