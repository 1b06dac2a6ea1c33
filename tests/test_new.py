"""`tileproof new`: what it writes checks, is right, and is never written over anything."""

from __future__ import annotations

import os
import pty
import shutil
import subprocess
import sys
from pathlib import Path

import pytest

from dsl.codes import GARDEN
from dsl.diagnostics import Bag
from dsl.load import load, shipped
from dsl.run_examples import run_examples
from verifier.cli import main
from verifier.starter import SHAPES, name_of

ROOT = Path(__file__).parent.parent
ORCHARD = ROOT / "tests" / "games" / "orchard"

# Two Shops beside the tile, or one and a Public Service that is no tile; worked out by hand.
SCORES = {"per-neighbour": 4, "per-row": 2, "per-city": 2, "if": 5, "table": 3, "variety": 2}


def test_every_shape_checks_and_is_laid_out(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    assert set(SCORES) == set(SHAPES)
    for shape, score in SCORES.items():
        out = tmp_path / f"{shape}.rules"
        assert main(["new", f"My {shape}", "--kind-of", shape, "--near", "shop", "--out", str(out), "-q"]) == 0
        text = out.read_text("utf-8")
        assert f"scores {score} totals" in text and "adding shop never lowers own" in text
        assert "worked out by the scorer" in text
    bag = Bag()
    spec = load([shipped(), tmp_path], bag)
    names = [f"my_{shape.replace('-', '_')}" for shape in SHAPES]
    ran = run_examples(spec, bag, names)
    assert len(ran) == len(SHAPES) and all(x.passed for x in ran) and not bag.found
    assert {spec.declarations.kind_modes[x] for x in names} == {("classic", "expert")}
    assert main(["fmt", "--check", str(tmp_path)]) == 0


def test_the_property_is_proved(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    main(["new", "Night Market", "--mode", "classic", "--out", str(tmp_path), "-q"])
    made = capsys.readouterr().out.strip()
    assert made == str(tmp_path / "night_market.rules")
    assert main(["prove", "night_market", "--with", made, "--no-record", "-j", "1"]) == 0


def test_nothing_is_written_over(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    out = tmp_path / "mine.rules"
    out.write_text("mine", "utf-8")
    assert main(["new", "Night Market", "--out", str(out)]) == 2
    assert out.read_text("utf-8") == "mine" and "is there already" in capsys.readouterr().err


@pytest.mark.skipif(sys.platform == "win32", reason="needs a limit on the size of files")
def test_what_could_not_be_written_is_not_in_the_way(tmp_path: Path) -> None:
    """As on a disk that is full: no empty file is left, over which nothing would be written the next time."""
    command = f"ulimit -f 0 && exec {sys.executable} -m verifier new 'Night Market' --out {tmp_path}"
    env = {**os.environ, "PYTHONPATH": str(ROOT)}
    done = subprocess.run(["sh", "-c", command], capture_output=True, text=True, env=env, check=False)
    assert done.returncode == 2 and "can not be written" in done.stderr and "Traceback" not in done.stderr
    assert not list(tmp_path.iterdir())


def test_in_the_folder_of_a_game_it_is_read_anyway(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    assert main(["init", str(tmp_path / "mine")]) == 0
    for title, out, said in (("Night Market", tmp_path / "mine", False), ("Day Market", tmp_path, True)):
        assert main(["new", title, "--spec", str(tmp_path / "mine"), "--out", str(out)]) == 0
        assert ("--with" in capsys.readouterr().err) == said


def test_a_game_is_not_begun_in_another_one(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    """Nor is a file left in a folder that would not check with it."""
    (tmp_path / "garden.rules").write_text(GARDEN, "utf-8")
    assert main(["init", str(tmp_path)]) == 2
    assert "holds a game already" in capsys.readouterr().err
    assert main(["init", str(tmp_path / "mine")]) == main(["init", str(tmp_path / "other"), "--on", "kingdomino"]) == 0
    capsys.readouterr()
    # What is told is the game of the folder, not the one below it.
    for name in ("mine", "other"):
        assert main(["init", str(tmp_path / name)]) == 2
        assert f"in {tmp_path / name}/game.rules" in capsys.readouterr().err.replace("\\", "/")
        shutil.rmtree(tmp_path / name)
    (tmp_path / "garden.rules").write_text('tile x "X" is shop {\n  score 2 vp\n}\n', "utf-8")
    assert main(["init", str(tmp_path)]) == 1
    assert "leave out the unit" in capsys.readouterr().err
    assert [x.name for x in tmp_path.iterdir()] == ["garden.rules"]


@pytest.mark.parametrize(
    ("options", "said"),
    [
        (["School"], "`school` is declared already"),
        (["X", "--mode", "exprt"], "did you mean `expert`?"),
        (["X", "--kind-of", "tabel"], "did you mean `table`?"),
        (["X", "--near", "shpo"], "did you mean `shop`?"),
        (["X", "--near", "monument"], "`monument` does not exist in classic"),
        ([], "a tile needs a title"),
        (["X", "--name", "Big Name"], "names are written in small letters"),
    ],
)
def test_what_can_not_be(options: list[str], said: str, tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    assert main(["new", *options, "--out", str(tmp_path)]) == 2
    assert said in capsys.readouterr().err
    assert not list(tmp_path.iterdir())


@pytest.mark.parametrize(
    ("title", "name"),
    [
        ("Night Market", "night_market"),
        ("Für's Älteste", "furs_alteste"),
        ("3 Ovens", "tile_3_ovens"),
        ("Row", "row_tile"),
        ("Straße nach Łódź", "strasse_nach_lodz"),
        ("Café Zoé", "cafe_zoe"),
        ("Zoë’s Café", "zoes_cafe"),
        ("夜市", "ye_shi"),
        ("夜市 2", "ye_shi_2"),
        ("Рынок", "rynok"),
        ("ナイトマーケット", "naitomaketto"),
        ("3 市", "tile_3_shi"),
        ("McDonald", "mcdonald"),
        ("🏪", "convenience_store"),
        ("!", ""),
    ],
)
def test_names(title: str, name: str) -> None:
    assert name_of(title) == name


def test_another_game(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    """No kind or mode of the shipped game is needed; what the kind says is not taken for the tile's text."""
    out = tmp_path / "mine.rules"
    assert main(["new", "é", "--spec", str(ORCHARD), "--out", str(out)]) == 0
    assert 'summary "Score 2 VP for each Tree adjacent to the é."' in out.read_text("utf-8")


def test_a_title_without_letters_needs_a_name(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    assert main(["new", "!!", "--out", str(tmp_path)]) == 2
    assert "no name can be made of the title `!!`" in capsys.readouterr().err and not list(tmp_path.iterdir())
    assert main(["new", "!!", "--name", "bang", "--out", str(tmp_path), "-q"]) == 0
    assert 'tile bang "!!"' in (tmp_path / "bang.rules").read_text("utf-8")


def test_it_asks_on_a_terminal(tmp_path: Path) -> None:
    leader, follower = pty.openpty()
    env = {**os.environ, "PYTHONPATH": str(ROOT)}
    command = [sys.executable, "-m", "verifier", "new"]
    child = subprocess.Popen(command, cwd=tmp_path, env=env, stdin=follower, stdout=follower, stderr=follower)
    os.write(leader, "夜市\nexpert\nif\npark\nFive if there is a Park beside it.\n".encode())
    assert child.wait(300) == 0
    os.close(follower)
    os.close(leader)
    text = (tmp_path / "ye_shi.rules").read_text("utf-8")
    assert 'tile ye_shi "夜市"' in text and "score 5 if some park adjacent to self" in text
    assert 'summary "Five if there is a Park beside it."' in text and "modes expert" in text
