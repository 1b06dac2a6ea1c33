"""Rules on top of other rules: taken over, added to, replaced, and read in another way."""

from __future__ import annotations

from pathlib import Path

import pytest

from dsl.assemble import Specification
from dsl.check import examples
from dsl.codes import GARDEN
from dsl.diagnostics import Bag, Failure
from dsl.layout import format_file
from dsl.load import load
from dsl.parse import parse
from dsl.run_examples import run_examples
from dsl.source import Source
from verifier.cli import main
from verifier.jobs import packed, unpacked

# A question, and an example whose score hangs on its answer: two Ponds beside the Gnome, 1 or 2 each.
MORE = """\
ruling mood "Is it merry?" {
  reading merry "yes"
  reading sad "no"
  default sad
  because "It rains."
}
tile gnome "Gnome" is flower {
  under mood is sad { score 1 per pond adjacent to self }
  under mood is merry { score 2 per pond adjacent to self }
  example patio "two ponds" { O gnome O } scores 2
}
"""
MINE = 'game "Mine" {\n  builds on "../lower"\n}\n'


def folders(tmp_path: Path, **files: str) -> Path:
    """The little game with a Gnome in `lower`, and files of one's own in `upper`, whose path is returned."""
    for name, text in {"lower/garden": GARDEN, "lower/gnome": MORE, **files}.items():
        path = tmp_path / f"{name}.rules"
        path.parent.mkdir(exist_ok=True)
        path.write_text(text, "utf-8")
    return tmp_path / "upper"


def checked(path: Path) -> tuple[Specification, int]:
    """The specification of a folder, and how many examples were run; all of them hold."""
    bag = Bag()
    spec = load([path], bag)
    ran = run_examples(spec, bag)
    assert not bag.found
    return spec, len(ran)


def wrong(path: Path) -> list[tuple[str, str, str]]:
    """What is wrong: codes, the words that are pointed at, and the files."""
    with pytest.raises(Failure) as failure:
        load([path])
    return [(d.code, d.span.text, Path(d.span.source.name).stem) for d in failure.value.diagnostics]


def test_what_breaks_ties_gives_no_city_another_total(tmp_path: Path) -> None:
    """The examples of the lower rules stay, which a scoring of another sort would take away."""
    word, lower = "breaks ties ", checked(folders(tmp_path, **{"upper/game": MINE}))[1]
    for said, kept in ((word, lower), ("", 0)):
        added = f'scoring wet "Wet" {said}{{\n  score 1 per pond\n  example patio "two" {{ O O }} scores 2\n}}\n'
        spec, ran = checked(folders(tmp_path, **{"upper/game": MINE, "upper/a": added}))
        assert ran == kept + 1 and lower > 0
        game = spec.game("patio")
        assert (game.tie_parts, "wet" in game.parts) == ((("wet",), False) if said else ((), True))


def test_all_is_taken_over_and_added_to(tmp_path: Path) -> None:
    # The file that says what it builds on need not be the first one.
    added = 'tile elf "Elf" is flower {\n  score 3\n  example patio "alone" { elf } scores 3\n}\n'
    mine = folders(tmp_path, **{"upper/game": MINE, "upper/a": added})
    spec, ran = checked(mine)
    assert spec.title == "Mine" and {"gnome", "elf"} <= set(spec.tiles("patio"))
    assert ran == 1 + checked(tmp_path / "lower")[1]
    assert spec.folders == (mine / "../lower", mine)
    # Given once more, or from folder to folder, nothing is read twice.
    assert load([tmp_path / "lower", mine]).tiles("patio") == spec.tiles("patio")
    assert load(spec.folders).tiles("patio") == spec.tiles("patio")


def test_a_reading_is_chosen_and_lower_examples_keep_theirs(tmp_path: Path) -> None:
    choice = MINE.replace("}", '  choose mood is merry because "The sun shines."\n}')
    spec, ran = checked(folders(tmp_path, **{"upper/game": choice}))
    assert spec.defaults["mood"] == "merry" and spec.rulings["mood"].reason == "The sun shines."
    assert ran == checked(tmp_path / "lower")[1]
    (case,) = examples(spec, Bag(), ["gnome"])
    assert case.readings == {"mood": "sad"}
    # A third game on top of both chooses anew.
    (tmp_path / "top").mkdir()
    (tmp_path / "top" / "x.rules").write_text('game "T" { builds on "../upper"  choose mood is sad }', "utf-8")
    assert load([tmp_path / "top"]).defaults["mood"] == "sad"


def test_what_is_there_is_replaced(tmp_path: Path) -> None:
    anew = 'replacing tile gnome "Old Gnome" is flower {\n  score 7\n  example patio "alone" { gnome } scores 7\n}\n'
    spec, ran = checked(folders(tmp_path, **{"upper/game": MINE, "upper/gnome": anew}))
    assert spec.game("patio").kinds["gnome"].title == "Old Gnome"
    assert ran == 1, "examples of the lower rules tell of another game"
    # A worker that is sent the texts makes the same of them.
    there, _ = unpacked(packed(spec))
    assert there.game("patio").kinds["gnome"].title == "Old Gnome"


@pytest.mark.parametrize(
    ("files", "said"),
    [
        ({"upper/game": MINE.replace("lower", "lowr")}, ("TP081", '"../lowr"', "game")),
        ({"upper/game": MINE.replace("../lower", ".")}, ("TP081", '"."', "game")),
        ({"upper/game": MINE, "lower/z": 'game "L" { builds on "../upper" }'}, ("TP081", '"../upper"', "z")),
        ({"upper/game": MINE.replace("}", "  choose mod is sad\n}")}, ("TP014", "mod", "game")),
        ({"upper/game": MINE.replace("}", "  choose mood is glad\n}")}, ("TP015", "glad", "game")),
        ({"upper/game": MINE + 'replacing tile gnom "G" is flower {}\n'}, ("TP080", "gnom", "game")),
        ({"upper/game": MINE + 'replacing scoring gnome "G" {}\n'}, ("TP080", "gnome", "game")),
        ({"upper/game": MINE + 'tile gnome "G" is flower {}\n'}, ("TP010", "gnome", "game")),
        ({"upper/game": MINE + 2 * 'replacing tile gnome "G" is flower {}\n'}, ("TP010", "gnome", "game")),
        (
            {"upper/game": MINE, "upper/a": 'replacing tile gnome "G" is flower {}\n', "upper/b": 'replacing tile gnome "G" is flower {}\n'},
            ("TP010", "gnome", "b"),
        ),
    ],
)  # fmt: skip
def test_mistakes_have_their_place(files: dict[str, str], said: tuple[str, str, str], tmp_path: Path) -> None:
    assert wrong(folders(tmp_path, **files)) == [said]


def test_layout() -> None:
    text = 'game "M" {\n  builds on "shipped", "../lower"\n  choose mood is merry because "x"\n}\n\nreplacing table t [1, 2]\n'
    source = Source("x", text.replace("  ", " ").replace("\n\n", "\n"))
    assert format_file(parse(source, Bag()), source) == text


def test_the_folder_is_found_from_inside(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    monkeypatch.chdir(tmp_path)
    assert main(["init", "my_game"]) == 0
    assert main(["init", "my_game"]) == 2, "nothing is written over"
    (tmp_path / "my_game" / "deep").mkdir()
    monkeypatch.chdir(tmp_path / "my_game" / "deep")
    assert main(["new", "Night Market", "--out", ".."]) == 0
    capsys.readouterr()
    assert main(["explain", "night market", "--mode", "classic"]) == 0
    assert "Night Market (night_market), a tile" in capsys.readouterr().out
    monkeypatch.chdir(tmp_path)
    assert main(["explain", "night_market"]) == 2
    assert main(["explain", "night_market", "--spec", "my_game"]) == 0
    assert main(["fmt", "--check", "my_game"]) == 0
