"""Numbers in prose: what they are, against values read off the rules by hand, and how a stale one is told."""

from __future__ import annotations

import io
import re
from pathlib import Path

import pytest

pytest.importorskip("sphinx")

from sphinx.application import Sphinx
from sphinx.util.docutils import docutils_namespace, patch_docutils

from dsl import facts as f
from dsl.assemble import Specification
from dsl.figures import QUESTIONS, Fault, Figures, number
from dsl.load import load, shipped

ROOT = Path(__file__).parent.parent


@pytest.fixture(scope="module")
def spec() -> Specification:
    return load([shipped()])


def some_facts(spec: Specification) -> f.Facts:
    def maximum(tile: str, mode: str, scope: str, verdict: f.MaximumVerdict, value: int, bound: int) -> f.MaximumFact:
        return f.MaximumFact(tile, mode, scope, 4, verdict, value, bound)

    def stated(owner: str, mode: str, verdict: f.PropertyVerdict) -> f.PropertyFact:
        return f.PropertyFact(owner, mode, "t", verdict, "any", "x.rules", 1)

    return f.Facts(
        spec.title,
        f.rules_hash(spec),
        maxima=(
            maximum("fire_station", "classic", "any", "optimal", 8, 8),
            maximum("fire_station", "expert", "any", "optimal", 12, 12),
            maximum("fire_station", "expert", "rounds", "feasible", 9, 12),
            maximum("school", "expert", "any", "optimal", 20, 20),
        ),
        properties=(
            stated("shop", "expert", "proved"),
            stated("shop", "classic", "refuted"),
            stated("fire_station", "expert", "proved"),
        ),
        totals=(
            f.TotalFact("without", "classic", "placeable", 4, (), False, None, "optimal", 78, 78),
            f.TotalFact("with", "classic", "placeable", 4, ("school", "city_hall"), False, None, "optimal", 90, 90),
        ),
    )


# Every one read off spec/*.rules.
VALUES = {
    "rounds in classic": 4,
    "rounds in expert * turns in expert": 20,
    "turns": 4,
    "players": 4,
    "least players": 2,
    "usual players in expert": 4,
    "spaces in classic": 16,
    "rows in expert": 4,
    "columns in expert": 5,
    "districts in expert": 5,
    "modes": 2,
    "tiles in classic": 11,
    "tiles in expert": 13,
    "cost of energy": 1,
    "needs inhabitants of fire_station in expert": 2,
    "needs energy of shops": 1,
    "needs inhabitants of shop": 0,
    "seats inhabitants of shop in classic": 4,
    "floors of tower_block in classic": 4,
    "entry 3 of shop": 4,
    "entry 9 of shop in expert": 11,
    "entry 0 - 1 of shop": 0,
    "copies of shop in classic": 12,
    "copies of shop in classic with 2 players": 8,
    "copies of shop in expert in round 2": 2,
    "properties of shop": 9,
    "examples of shop in expert": 1,
    "(2 + 3) * 4 - 7 / 2 - 7 mod 4": 14,
    "-3": -3,
    "max fire_station in classic": 8,
    "max of fire_station in expert scope any": 12,
    "max school with 4 players": 20,
    "total in classic": 78,
    "total in classic scope placeable with city_hall, school": 90,
    "office_vp(3, 2)": 5,
    "office_vp(9, 9)": 30,
    "office_vp(0, 2)": 0,
    "proved": 2,
    "proved of shop in expert": 1,
    "refuted": 1,
}


def test_values_are_those_of_the_rules_and_facts(spec: Specification) -> None:
    figures = Figures(spec, some_facts(spec))
    assert {text: figures.value(text) for text in VALUES} == VALUES
    assert {q.split()[0] for q in QUESTIONS} <= {w for text in VALUES for w in text.split()} | {
        "rulings", "resources", "buildings", "pieces", "examples", "properties",
    }  # fmt: skip


@pytest.mark.parametrize(
    ("text", "message", "guilty"),
    [
        ("max fire_station", "more than once: classic, scope any, 4 players; expert", "max"),
        ("max fire_station in expert scope rounds", "not proved, it is feasible: a city has 9, and none more than 12", "max"),
        ("max capitol", "the facts do not hold the most of `capitol`", "max"),
        ("max fire_staton", "did you mean `fire_station`", "fire_staton"),
        ("needs inhabitants of fire_station", "different answers: 1 in classic, 2 in expert (say which one: `in MODE`)", "needs"),
        ("floors of office_tower in classic", "does not exist in classic", "office_tower"),
        ("roundz in expert", "did you mean `rounds`", "roundz"),
        ("rounds in export", "did you mean `expert`", "export"),
        ("turns of expert", "`of` can not stand here", "of"),
        ("rounds with 2 players", "`rounds` is not asked by players", "with"),
        ("3 / (2 - 2)", "this divides by 0", "/"),
        ("(3 + 4", "`)` is expected here, not the end", ""),
        ("3 + §", "`§` has no meaning", "§"),
        ("copies of shop in classic in round 5", "classic has 4 rounds", "copies"),
        ("eleventy: rounds in expert", "`eleventy` is no number", "eleventy"),
        ("5:", "the end is nothing that can be asked", ""),
        ("park_vp(2)", "not said where the table `park_vp` begins", "park_vp"),
        ("office_vp(2)", "asks for 2 numbers, not 1", "office_vp"),
        ("needs coal of shop", "unknown resource `coal`", "coal"),
    ],
)  # fmt: skip
def test_what_has_no_value_is_told_at_its_place(spec: Specification, text: str, message: str, guilty: str) -> None:
    with pytest.raises(Fault) as fault:
        Figures(spec, some_facts(spec)).figure(text)
    assert message in str(fault.value)
    assert text[fault.value.at :].startswith(guilty)


def test_numbers_are_read_in_digits_and_words() -> None:
    said = {"11": 11, "1,000": 1000, "1 234 567": 1234567, "−2": -2, "-2": -2, "Eleven": 11, "twenty-one": 21, "no": 0}
    assert {x: number(x) for x in said} == said
    assert [number(x) for x in ("1,00", "", "1.5", "elf", "12 3")] == [None] * 5


def build(folder: Path, out: Path) -> str:
    told = io.StringIO()
    with patch_docutils(str(folder)), docutils_namespace():
        Sphinx(folder, folder, out, out / ".trees", "text", None, None, told).build()
    return re.sub(r"\x1b\[[0-9;]*m", "", told.getvalue())


def test_a_stale_figure_is_a_warning_at_its_line(spec: Specification, tmp_path: Path) -> None:
    folder = tmp_path / "pages"
    folder.mkdir()
    some_facts(spec).write(folder / "facts.json")
    (folder / "conf.py").write_text(
        "extensions = ['myst_parser', 'dsl.rulebook.figures']\ntile_facts = 'facts.json'\n", "utf-8"
    )
    (folder / "index.rst").write_text(
        "T\n=\n\nIt is :figure:`12: max fire_station in expert scope any` VP,\n"
        "at :figure:`rounds in expert` rounds, not :figure:`twelve: rounds in expert`.\n\n.. toctree::\n\n   more\n",
        "utf-8",
    )
    (folder / "more.md").write_text("# M\n\nWith {figure}`13: tiles in expert`\nand {figure}`5: max lake`.\n", "utf-8")
    told = build(folder, tmp_path / "out").replace(f"{folder}/", "")
    assert "index.rst:5: WARNING: a stale figure: the text says twelve, but it is 5\n" in told
    assert "more.md:4: WARNING: no figure: unknown kind `lake`\n  5: max lake\n         ^\n" in told
    assert told.count("WARNING") == 2
    assert "It is 12 VP, at 5 rounds, not twelve." in (tmp_path / "out" / "index.txt").read_text("utf-8")
    # Other rules' facts, or none, are no ground for a number.
    assert build(folder, tmp_path / "out") == ""  # nothing changed, nothing is read
    (folder / "conf.py").write_text("extensions = ['myst_parser', 'dsl.rulebook.figures']\n", "utf-8")
    assert "is asked of the facts, and there are none" in build(folder, tmp_path / "out")


# Where the README says a number of the rules: what it is.
README = {
    r"Public Services\*: (\d+) Classic": "tiles in classic",
    r"Classic and (\d+) Expert tiles": "tiles in expert",
    r"\n(\d+) tiles, \d+ buildings": "tiles in expert + 1",  # with the one of the tour
    r"tiles, (\d+) buildings": "buildings",
    r"buildings, (\d+) examples": "examples + 1",
    r"\n  Energy Units not seated  (-\d+) VP": "0 - 2 * cost of energy",
}


@pytest.mark.parametrize("place", README)
def test_the_numbers_of_the_readme_are_those_of_the_rules(spec: Specification, place: str) -> None:
    said = re.findall(place, (ROOT / "README.md").read_text("utf-8"))
    assert said, place
    value = Figures(spec).value(README[place])
    assert [int(x) for x in said] == [value] * len(said)
