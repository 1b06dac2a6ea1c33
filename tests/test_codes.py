"""Diagnostic codes: every one is explained, shown by an example, and put right by its fix.

Guarantee: the table in `dsl/codes.py` lists exactly the codes that the sources report; each example gives
its code and nothing else, each fix gives nothing; each code has its page.
"""

from __future__ import annotations

import contextlib
import io
import json
import re
from pathlib import Path

import pytest

from dsl.codes import CODES, GARDEN, Code
from dsl.diagnostics import Bag, Failure
from dsl.load import load
from dsl.run_examples import run_examples
from verifier.cli import main

ROOT = Path(__file__).parent.parent
FILES = {"rules": "my_tile.rules", "json": "city.json", "drawing": "city.txt"}
SHOWN = [c for c in CODES.values() if c.example is not None]


def found(folder: Path, text: str, code: Code) -> list[tuple[str, str]]:
    """What checking the rules, or scoring the city, has to say: codes, and the files where they are shown.

    Rules are added to the little game, unless they stand alone; cities are cities of it."""
    game, mine = folder / "game", folder / FILES[code.shows]
    game.mkdir()
    if not code.alone:
        (game / "garden.rules").write_text(GARDEN, "utf-8")
    mine.write_text(text, "utf-8")
    if code.shows != "rules":
        out = io.StringIO()
        with contextlib.redirect_stdout(out):
            main(["score", str(mine), "--spec", str(game), "--format", "json"])
        said = json.loads(out.getvalue())
        return [(d["code"], d["file"]) for d in said.get("diagnostics", [])]
    bag = Bag()
    try:
        run_examples(load([mine] if code.alone else [game, mine], bag), bag)
    except Failure as failure:
        bag.found = list(failure.diagnostics)
    return [(d.code, d.span.source.name) for d in bag.found]


def test_every_code_is_listed_and_used() -> None:
    sources = [*(ROOT / "dsl").rglob("*.py"), *(ROOT / "verifier").rglob("*.py")]
    used: set[str] = set()
    for path in sources:
        if path.name != "codes.py":
            used |= set(re.findall(r"\bTP\d{3}\b", path.read_text("utf-8")))
    assert used == set(CODES)


def test_the_list_is_in_order_and_without_doubles() -> None:
    source = (ROOT / "dsl" / "codes.py").read_text("utf-8")
    listed = re.findall(r'^        "(TP\d{3})",$', source, re.MULTILINE)
    assert listed == sorted(listed) == list(CODES)


def test_the_little_game_is_clean(tmp_path: Path) -> None:
    path = tmp_path / "garden.rules"
    path.write_text(GARDEN, "utf-8")
    bag = Bag()
    load([path], bag)
    assert not bag.found


@pytest.mark.parametrize("code", SHOWN, ids=lambda c: c.code)
def test_the_example_gives_its_code_and_no_other(code: Code, tmp_path: Path) -> None:
    assert code.example is not None
    said = found(tmp_path, code.example, code)
    assert {c for c, _ in said} == {code.code}
    # The mistake is shown where it was made.
    assert all(name.endswith(FILES[code.shows]) for _, name in said)


@pytest.mark.parametrize("code", SHOWN, ids=lambda c: c.code)
def test_the_fix_gives_nothing(code: Code, tmp_path: Path) -> None:
    assert code.fix is not None
    assert found(tmp_path, code.fix, code) == []


@pytest.mark.parametrize("code", CODES.values(), ids=lambda c: c.code)
def test_every_code_says_what_to_do(code: Code) -> None:
    assert code.title and code.explanation and code.advice
    assert bool(code.example) != bool(code.cause), "a text that shows it, or else what causes it"
    assert not code.title[0].isupper() and not code.title.endswith(".")
    assert (ROOT / "docs" / "errors" / f"{code.code}.md").is_file()


def test_files_that_can_not_be_read(tmp_path: Path) -> None:
    """Codes without a text: what `cause` says does cause them."""
    large = tmp_path / "large.rules"
    large.write_text("-" * 1_000_001, "utf-8")
    latin = tmp_path / "latin.rules"
    latin.write_bytes("-- caf\u00e9\n".encode("latin-1"))
    missing = tmp_path / "missing.rules"
    for path, code in ((large, "TP003"), (latin, "TP007"), (missing, "TP006")):
        with pytest.raises(Failure) as failure:
            load([path])
        assert code in {d.code for d in failure.value.diagnostics}
