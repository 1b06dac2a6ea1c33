"""Diagnostic codes: every one is explained, shown by an example, and put right by its fix.

Guarantee: the table in `dsl/codes.py` lists exactly the codes that the sources report; each example gives
its code and nothing else, each fix gives nothing; each code has its page.
"""

from __future__ import annotations

import re
from pathlib import Path

import pytest

from dsl.codes import CODES, GARDEN
from dsl.diagnostics import Bag, Failure, render
from dsl.load import load

ROOT = Path(__file__).parent.parent
SHOWN = [c for c in CODES.values() if c.example is not None]


def found(folder: Path, text: str, alone: bool) -> Bag:
    """Everything that checking a text, with or without the little game, has to say."""
    if not alone:
        (folder / "garden.rules").write_text(GARDEN, "utf-8")
    (folder / "my_tile.rules").write_text(text, "utf-8")
    bag = Bag()
    try:
        load([folder], bag)
    except Failure as failure:
        bag.found = list(failure.diagnostics)
    return bag


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
    bag = found(tmp_path, 'tile gnome "Gnome" is flower { score 1 }\n', alone=False)
    assert not bag.found


@pytest.mark.parametrize("code", SHOWN, ids=lambda c: c.code)
def test_the_example_gives_its_code_and_no_other(code, tmp_path: Path) -> None:
    bag = found(tmp_path, code.example, code.alone)
    assert {d.code for d in bag.found} == {code.code}, "\n".join(map(render, bag.found))
    for d in bag.found:
        # Alone or not, the mistake is shown where it was made.
        assert d.span.source.name.endswith("my_tile.rules")


@pytest.mark.parametrize("code", SHOWN, ids=lambda c: c.code)
def test_the_fix_gives_nothing(code, tmp_path: Path) -> None:
    assert code.fix is not None
    bag = found(tmp_path, code.fix, code.alone)
    assert not bag.found, "\n".join(map(render, bag.found))


@pytest.mark.parametrize("code", CODES.values(), ids=lambda c: c.code)
def test_every_code_says_what_to_do(code) -> None:
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
