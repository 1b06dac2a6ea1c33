"""Facts from solvers and from the record, and the folder of a book, on a game whose cities can all be listed."""

from __future__ import annotations

import errno
import json
import os
import signal
import sys
import time
from collections.abc import Callable
from pathlib import Path
from types import SimpleNamespace

import pytest
from little import LITTLE, all_cities, by_hand

from dsl.facts import Facts, city_of, read
from dsl.load import load
from dsl.scorer import Scorer
from verifier import asking
from verifier.book_folder import BookFolder, Refused
from verifier.cli import main
from verifier.questions import RulingQuestion
from verifier.record import Record
from verifier.rulings import questions

Run = Callable[..., SimpleNamespace]
# The Arch stands beside two Walls at most: 2 by default.
CLAIMS = """
tile arch "Arch" is wall {
  glyph a
  under width is wide { score 2 per wall adjacent to self }
  under width is narrow { score 1 per wall adjacent to self }
  property "never many" { always own <= 4 }
  property "never two" { always own <= 1 }
}
ruling width "How wide?" {
  about arch
  reading narrow "narrow"
  reading wide "wide"
  default narrow
  because "Either will do."
}
"""


@pytest.fixture
def run(capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch, tmp_path: Path) -> Run:
    """Runs a command in this process."""
    monkeypatch.setenv("XDG_CACHE_HOME", str(tmp_path / "caches"))

    def command(*argv: object) -> SimpleNamespace:
        code = main(list(map(str, argv)))
        out, err = capsys.readouterr()
        assert "Traceback" not in err + out
        return SimpleNamespace(code=code, out=out, err=err)

    return command


@pytest.fixture
def rules(tmp_path: Path) -> Path:
    """The little game with one tile more, as somebody's own folder."""
    folder = tmp_path / "my_game"
    folder.mkdir()
    text = (LITTLE / "two_by_two.rules").read_text("utf-8")
    (folder / "a.rules").write_text(text, "utf-8")
    (folder / "b.rules").write_text(CLAIMS, "utf-8")
    return folder


def _unasked(*_: object, **__: object) -> None:
    raise AssertionError("a solver is asked")


@pytest.mark.as_started
def test_facts_are_gathered_once(
    run: Run, rules: Path, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    file, book = tmp_path / "facts.json", tmp_path / "book"
    said = ("--scope", "any", "-j", 1, "-q")
    assert run("verify", "--spec", rules, *said, "--facts", file).code == 1  # one claim does not hold
    spec = load([rules])
    facts = read(file, spec)
    assert [(x.tile, x.verdict, x.value, x.bound) for x in facts.maxima][1] == ("arch", "optimal", 2, 2)
    fine, broken = facts.properties
    assert (fine.verdict, broken.verdict, broken.values) == ("proved", "refuted", {"own": 2})
    assert (broken.file, broken.line, broken.smallest) == ("b.rules", 7, True)
    # Of an Arch with one Wall beside it, 1 by default and 2 if wide.
    total, own = facts.rulings
    assert (own.ruling, own.owner, own.what, own.unit, own.values) == ("width", "arch", "own", "VP", (1, 2))
    assert own.city is not None and len(list(city_of(spec, own.city).buildings())) == 2
    # Nobody's own words say whether inactive buildings stay: then it is the total, in as few buildings as can be.
    differ = [
        sum(x is not None for x in states)
        for _, states in all_cities()
        if sum(by_hand(states, False).values()) != sum(by_hand(states, True).values())
    ]
    assert (total.ruling, total.owner, total.verdict, total.smallest) == ("broken", "", "different", True)
    assert total.city is not None
    city = city_of(spec, total.city)
    assert len(list(city.buildings())) == min(differ)
    counted = (Scorer(spec, "square").total(city), Scorer(spec, "square", {"broken": "stays"}).total(city))
    assert total.values == counted and counted[0] != counted[1]

    monkeypatch.setattr(asking, "answered", _unasked)
    done = run("docs", rules, *said, "--out", book)
    assert done.code == 0, done.err
    assert (book / "facts.json").read_bytes() == file.read_bytes()
    assert (book / "html" / "index.html").exists() and f"{book / 'html'}: " in done.out


def test_what_is_not_asked_is_said_to_be(run: Run, rules: Path, tmp_path: Path) -> None:
    spec = load([rules])
    assert run("docs", "--spec", rules, "--out", tmp_path / "book", "--no-solve", "--no-record", "-q").code == 0
    facts: Facts = read(tmp_path / "book" / "facts.json", spec)
    verdicts = [x.verdict for x in facts.maxima] + [x.verdict for x in facts.properties] + [x.verdict for x in facts.rulings]
    assert verdicts == ["not asked"] * 6


def test_a_recorded_ruling_is_counted_again(tmp_path: Path) -> None:
    spec, path = load([LITTLE]), tmp_path / "record.json"
    (q,) = questions(spec)
    assert q == RulingQuestion("broken", "stays", "square", "")
    from verifier.rulings import answer

    record = Record(path, spec)
    found = answer(spec, q, time_limit=600.0)
    record.add(q, found)
    record.save()
    again = Record(path, spec)
    known = again.ruling(q)
    assert known is not None and known.recorded and known.city == found.city and again.stale() == []
    data = json.loads(path.read_text("utf-8"))
    (entry,) = data["entries"].values()
    entry["values"][0] += 1
    path.write_text(json.dumps(data), "utf-8")
    edited = Record(path, spec)
    assert edited.ruling(q) is None and edited.edited == 1


# ---- the folder ------------------------------------------------------------------------------------------


def _made(out: Path, text: str) -> None:
    with BookFolder(out) as folder:
        (folder.work / "html").mkdir()
        (folder.work / "html" / "index.html").write_text(text, "utf-8")
        folder.replace()


def _held(out: Path) -> dict[str, bytes]:
    return {p.relative_to(out).as_posix(): p.read_bytes() for p in sorted(out.rglob("*")) if p.is_file()}


def test_a_book_takes_the_place_of_another(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    out = tmp_path / "a" / "book"
    _made(out, "one")
    _made(out, "two")
    assert sorted(_held(out)) == ["book.json", "html/index.html"]
    assert (out / "html" / "index.html").read_text("utf-8") == "two"
    before = _held(out)
    with pytest.raises(KeyboardInterrupt), BookFolder(out) as folder:
        (folder.work / "half").write_text("half", "utf-8")
        raise KeyboardInterrupt
    # Half of it is moved when the disk gives up: everything goes back.
    rename, moves = os.rename, []

    def failing(a: Path, b: Path) -> None:
        moves.append(a)
        if len(moves) == 3:
            raise OSError(28, "No space left on device")
        rename(a, b)

    monkeypatch.setattr("os.rename", failing)
    with pytest.raises(Refused, match="no space left"):
        _made(out, "three")
    assert _held(out) == before
    with pytest.raises(KeyboardInterrupt), BookFolder(tmp_path / "new"):
        raise KeyboardInterrupt
    assert not (tmp_path / "new").exists()


def test_nobody_elses_files_are_touched(tmp_path: Path) -> None:
    out = tmp_path / "book"
    _made(out, "one")
    (out / "html" / "notes.txt").write_text("mine", "utf-8")
    with pytest.raises(Refused, match=r"holds html/notes\.txt, which is not of the book"):
        _made(out, "two")
    (out / "html" / "notes.txt").unlink()
    (out / "html" / "index.html").write_text("my own words", "utf-8")
    with pytest.raises(Refused, match="was changed since"):
        _made(out, "two")
    other = tmp_path / "thesis"
    other.mkdir()
    (other / "thesis.tex").write_text("mine", "utf-8")
    with pytest.raises(Refused, match="something else than a book"):
        _made(other, "two")
    assert _held(other) == {"thesis.tex": b"mine"}


def test_who_is_asked_to_end_leaves_nothing_behind(tmp_path: Path) -> None:
    """As a `timeout` or a shell that is closed asks; and after it the signal means what it meant."""
    _made(tmp_path / "book", "good")
    before, meant = _held(tmp_path / "book"), signal.getsignal(signal.SIGTERM)
    with pytest.raises(KeyboardInterrupt), BookFolder(tmp_path / "book") as folder:
        (folder.work / "half.html").write_text("half", "utf-8")
        os.kill(os.getpid(), signal.SIGTERM)
        time.sleep(5)
    assert _held(tmp_path / "book") == before and len(list((tmp_path / "book").iterdir())) == len(before)
    assert signal.getsignal(signal.SIGTERM) is meant


# ---- the command -----------------------------------------------------------------------------------------


def test_an_error_leaves_the_older_book(
    run: Run, rules: Path, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    out = tmp_path / "book"
    _made(out, "good")
    before = _held(out)

    def full(*_: object, **__: object) -> None:
        raise OSError(errno.ENOSPC, "No space left on device")

    with monkeypatch.context() as patch:
        patch.setattr("dsl.facts.Facts.write", full)
        done = run("docs", rules, "--out", out, "--no-solve", "--no-record")
        assert done.code == 2 and f"can not be written to {out}: no space left on device" in done.err

    monkeypatch.setattr("verifier.gather.gather", lambda *_, **__: (_ for _ in ()).throw(KeyboardInterrupt))
    assert run("docs", rules, "--out", out).code == 130
    (rules / "b.rules").write_text(CLAIMS.replace("per wall", "per wahl"), "utf-8")
    done = run("docs", rules, "--out", out)
    assert done.code == 1 and done.err.count("error[TP011]") == 2 and "b.rules:4:" in done.err
    (rules / "b.rules").write_text(CLAIMS[:-2] + '}\nscoring x "X" { score 1  example square "e" { . .\n . . } scores 7 }', "utf-8")
    done = run("docs", rules, "--out", out)
    assert done.code == 1 and "error[TP060]" in done.err
    assert _held(out) == before


@pytest.mark.parametrize(
    ("argv", "message"),
    [
        (["--formats", "hmtl"], "did you mean `html`?"),
        (["--paper", "a3"], "known: a4, letter"),
        (["--language", "eo"], "unknown language `eo`"),
        (["--ruling", "width=wide"], "default readings"),
        (["--spec", "x"], "the rules are said twice"),
        (["--formats", ","], "no format is given"),
        (["--paper", "both"], "known: a4, letter"),
        (["--totals", "none.jsonl"], "none.jsonl"),
    ],
)
def test_what_can_not_be_used(run: Run, rules: Path, tmp_path: Path, argv: list[str], message: str) -> None:
    done = run("docs", rules, "--out", tmp_path / "book", *argv)
    assert done.code == 2 and message in done.err and not (tmp_path / "book").exists()


@pytest.mark.parametrize(
    ("said", "help"), [("OSError('no libpango')", "apt-get install libpango"), ("ImportError('no cffi')", "pip install")]
)
def test_what_a_printer_lacks_is_told(
    run: Run, rules: Path, tmp_path: Path, monkeypatch: pytest.MonkeyPatch, said: str, help: str
) -> None:
    """A WeasyPrint that is there and can not be loaded: the help is for what is missing."""
    fake = tmp_path / "weasyprint.py"
    fake.write_text(f"raise {said}", "utf-8")
    monkeypatch.syspath_prepend(tmp_path)
    for name in [x for x in sys.modules if x.partition(".")[0] == "weasyprint"]:
        monkeypatch.delitem(sys.modules, name)
    monkeypatch.setattr("verifier.commands.docs.find_spec", lambda name: True)
    argv = ("docs", rules, "--out", tmp_path / "book", "--formats", "cards", "--no-solve", "--no-record")
    printed = tuple("pdf" if x == "cards" else x for x in argv)
    for command in (argv, printed, ("cards", "--spec", rules, "--out", tmp_path / "cards.pdf")):
        done = run(*command)
        assert done.code == 2 and "can not be used: no " in done.err and help in done.err
    assert not (tmp_path / "book").exists()


def test_cards_of_a_game_without_tiles(run: Run, tmp_path: Path) -> None:
    (tmp_path / "game.rules").write_text('game "Lots" {}\nmode small "Small" {\n  board { 1 1 }\n  rounds 1\n  turns 1\n  players 1 to 1\n}\n', "utf-8")
    done = run("docs", tmp_path / "game.rules", "--out", tmp_path / "book", "--formats", "cards", "--no-record")
    assert done.code == 2 and "there is no tile to print as a card" in done.err and "leave out" in done.err
    assert not (tmp_path / "book").exists()


def test_without_the_extra(run: Run, rules: Path, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("verifier.commands.docs.find_spec", lambda name: None)
    done = run("docs", rules, "--out", tmp_path / "book")
    assert done.code == 2 and "Sphinx" in done.err and "pip install 'tileproof[docs]'" in done.err
