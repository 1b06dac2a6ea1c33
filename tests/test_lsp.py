"""The language server, asked by a client over stdio. Lines and columns were counted by hand."""

from __future__ import annotations

import time
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest

pytest.importorskip("pygls")

from lsp_client import LIMIT, Client

from dsl.codes import GARDEN

#  column 12 of line 0 is a letter outside the basic plane: one character, two units of UTF-16, four bytes of UTF-8
GNOME = """\
tile gnome "\U0001f9d9 G" is flower { needs nothing score 2 per pond adjacent to self limit_of_it
}
"""
GOOD = """\
tile gnome "\U0001f9d9 G" is flower { needs nothing score 2 per pond adjacent to self
  example patio { O gnome } scores 2
}
"""


@pytest.fixture
def folder(tmp_path: Path) -> Path:
    (tmp_path / "garden.rules").write_text(GARDEN, "utf-8")
    (tmp_path / "gnome.rules").write_text(GOOD, "utf-8")
    return tmp_path


@pytest.fixture
def client(folder: Path) -> Iterator[Client]:
    able = {"textDocument": {"rename": {"prepareSupport": True}, "hover": {}}}
    made = Client(folder, documentation="https://example.org/docs/", capabilities=able)
    yield made
    made.process.kill()


def span(line: int, start: int, end: int) -> dict[str, Any]:
    return {"start": {"line": line, "character": start}, "end": {"line": line, "character": end}}


def test_a_session(client: Client, folder: Path) -> None:
    garden, gnome = (folder / "garden.rules").as_uri(), (folder / "gnome.rules").as_uri()
    able = client.started["capabilities"]
    assert able["hoverProvider"] and able["renameProvider"] == {"prepareProvider": True}
    assert able["positionEncoding"] == "utf-16"

    # Unsaved text counts: the stored file is without mistakes.
    client.open(gnome, GNOME)
    (wrong,) = client.diagnostics(gnome)
    # `limit_of_it` would begin a mode block in the middle of a line, and there is no brace: it does not fit.
    where = GNOME.index("limit_of_it") + 1
    assert (wrong["code"], wrong["range"]) == ("TP002", span(0, where, where + 11))
    assert wrong["codeDescription"] == {"href": "https://example.org/docs/errors/TP002.html"}
    assert wrong["severity"] == 1 and wrong["source"] == "tileproof"

    # While it is broken, names are known and what kinds say is told by nobody yet.
    at = client.at("definition", gnome, 0, GNOME.index("flower") + 2)
    assert at == {"uri": garden, "range": span(18, 9, 15)}

    client.change(gnome, GOOD, 2)
    assert client.diagnostics(gnome) == []

    # An example that fails, on its own claim.
    client.change(gnome, GOOD.replace("scores 2", "scores 3"), 3)
    (wrong,) = client.diagnostics(gnome)
    assert (wrong["code"], wrong["range"]) == ("TP060", span(1, 28, 36))
    assert wrong["message"].startswith("`gnome` scores 2 here, not 3")
    assert wrong["relatedInformation"][0]["location"] == {"uri": gnome, "range": span(1, 16, 27)}

    # A name that is spelt wrong is put right by a code action.
    client.change(gnome, GOOD.replace("pond", "pnod"), 4)
    (wrong,) = client.diagnostics(gnome)
    where = GOOD.index("pond") + 1
    assert (wrong["code"], wrong["range"]) == ("TP011", span(0, where, where + 4))
    context = {"diagnostics": [wrong]}
    (action,) = client.ask(
        "textDocument/codeAction", textDocument={"uri": gnome}, range=wrong["range"], context=context
    )
    assert action["edit"] == {"changes": {gnome: [{"range": span(0, where, where + 4), "newText": "pond"}]}}

    client.change(gnome, GOOD, 5)
    assert client.diagnostics(gnome) == []
    said = client.at("hover", gnome, 0, where + 1)
    assert said["range"] == span(0, where, where + 4)
    text = said["contents"]["value"]
    # Two neighbours of four at the most on a board of two rows and three columns, but the form only sees four.
    assert "**Pond** (`building pond`)" in text
    assert "Score 2 VP for each Pond adjacent to the \U0001f9d9 G." in text

    # One more word: what comes after `per` and a set that is not ended.
    half = GOOD.replace("pond adjacent to self", "pond adjacent to ")
    client.change(gnome, half, 6)
    place = half.index("adjacent to ") + len("adjacent to ") + 1
    found = client.at("completion", gnome, 0, place)
    assert [x["label"] for x in found["items"]] == ["it", "self"]
    client.change(gnome, GOOD, 7)

    # Renaming changes every file of the folder, drawings too; open texts as they are in the editor.
    edits = client.at("rename", gnome, 0, GOOD.index("flower") + 1, newName="bloom")["changes"]
    assert sorted(edits) == [garden, gnome]
    assert [x["range"] for x in edits[garden]] == [span(18, 9, 15)]
    assert [x["range"] for x in edits[gnome]] == [span(0, 21, 27)]
    refused = client.answer(
        "textDocument/rename", textDocument={"uri": gnome}, position={"line": 0, "character": 22}, newName="score"
    )
    assert refused["error"]["message"] == "`score` is a word of the language and can not be a name"

    (symbol,) = client.ask("textDocument/documentSymbol", textDocument={"uri": gnome})
    assert (symbol["name"], symbol["selectionRange"]) == ("gnome", span(0, 5, 10))
    assert [x["name"] for x in symbol["children"]] == ["example"]

    (edit,) = client.ask("textDocument/formatting", textDocument={"uri": gnome}, options={"tabSize": 2, "insertSpaces": True})
    assert edit["newText"].split("\n")[:3] == [
        'tile gnome "\U0001f9d9 G" is flower {', "  needs nothing", "  score 2 per pond adjacent to self",
    ]  # fmt: skip

    # Nonsense harms nobody.
    for broken in ("", "}{", '"', "tile", "\0\r\r\n\u2028{", "tile x \"X\" is flower { example patio {"):
        client.change(gnome, broken, 8)
        for method in ("hover", "definition", "completion", "prepareRename"):
            client.at(method, gnome, 5, 99)
    assert client.answer("textDocument/hover", textDocument={"uri": "untitled:x"}, position={"line": 0, "character": 0})["error"]
    assert client.answer("no/such/thing")["error"]
    client.change(gnome, GOOD, 9)
    client.diagnostics(gnome, lambda found: found == [])
    assert client.close() == 0


def test_a_client_that_counts_bytes(folder: Path) -> None:
    gnome = (folder / "gnome.rules").as_uri()
    client = Client(folder, capabilities={"general": {"positionEncodings": ["utf-8"]}})
    try:
        assert client.started["capabilities"]["positionEncoding"] == "utf-8"
        client.open(gnome, GOOD.replace("\n", "\r\n").replace("pond", "pnod"))
        (wrong,) = client.diagnostics(gnome)
        where = GOOD.index("pond") + 3
        assert wrong["range"] == span(0, where, where + 4)
        assert client.close() == 0
    finally:
        client.process.kill()


def test_what_is_no_message_harms_nobody(folder: Path, capfd: pytest.CaptureFixture[str]) -> None:
    """Nor does a file that is gone while it is open, nor a name that is taken."""
    gnome = (folder / "gnome.rules").as_uri()
    client = Client(folder)
    try:
        client.open(gnome, GOOD)
        assert client.diagnostics(gnome) == []
        assert client.process.stdin is not None
        for body in (b"{garbage", b"[]", b"5", b"null", b'{"jsonrpc":"2.0","id":99,"method":5}', b"\xff\xfe"):
            client.process.stdin.write(b"Content-Length: %d\r\n\r\n%b" % (len(body), body))
        client.process.stdin.flush()
        (folder / "gnome.rules").unlink()
        client.tell("workspace/didChangeWatchedFiles", changes=[{"uri": gnome, "type": 3}])
        at = {"line": 0, "character": GOOD.index("flower") + 2}
        refused = client.answer("textDocument/rename", textDocument={"uri": gnome}, position=at, newName="pond")
        assert refused["error"]["message"] == "`pond` is declared already"
        client.change(gnome, "x" * 300_000, 2)
        (wrong,) = client.diagnostics(gnome, bool)
        assert len(wrong["message"]) < 400
        assert client.close() == 0
    finally:
        client.process.kill()
    said = capfd.readouterr().err
    assert said and "Traceback" not in said


def hints(client: Client, uri: str, wanted: str) -> list[dict[str, Any]]:
    """The hints of a document as soon as one has the wanted label, and all labels that were there before."""
    end = time.monotonic() + LIMIT
    seen: list[dict[str, Any]] = []
    while time.monotonic() < end:
        found = client.ask("textDocument/inlayHint", textDocument={"uri": uri}, range={"start": {"line": 0, "character": 0}, "end": {"line": 99, "character": 0}})
        if any(x["label"] == wanted for x in found):
            assert [x for x in seen if x["label"] != wanted and "so far" not in x["label"]] == [], seen
            return found  # type: ignore[no-any-return]
        seen += found
        time.sleep(0.1)
    raise AssertionError(seen)


def test_the_most_of_a_tile_stands_beside_it(folder: Path) -> None:
    gnome = (folder / "gnome.rules").as_uri()
    able = {"workspace": {"inlayHint": {"refreshSupport": True}}}
    client = Client(folder, capabilities=able, maximumSeconds=30)
    try:
        assert client.started["capabilities"]["inlayHintProvider"]
        client.open(gnome, GOOD)
        # A corner has two neighbours and the middle of a row of three has three: 2 VP each.
        (hint,) = hints(client, gnome, "most: 6 VP (optimal, any)")
        assert hint["position"] == {"line": 0, "character": len(GOOD.split("\n")[0]) + 1}
        assert "**Patio**: 6 VP (optimal); scope `any`; found just now: no city exceeds it" in hint["tooltip"]["value"]
        assert any(x.get("method") == "workspace/inlayHint/refresh" for x in client.notes)
        # Nothing old is shown of a new text, and nothing at all of one with mistakes; typing goes on meanwhile.
        client.change(gnome, GOOD.replace("score 2", "scor 2"), 2)
        client.diagnostics(gnome, bool)
        everything = {"start": {"line": 0, "character": 0}, "end": {"line": 9, "character": 0}}
        assert client.ask("textDocument/inlayHint", textDocument={"uri": gnome}, range=everything) == []
        for version in range(3, 8):
            client.change(gnome, GOOD.replace("score 2", f"score {version}"), version)
            assert client.at("hover", gnome, 0, GOOD.index("pond") + 1) is not None
        hints(client, gnome, "most: 21 VP (optimal, any)")
        assert client.close() == 0
    finally:
        client.process.kill()


def test_what_the_proof_record_knows_is_not_asked(folder: Path, capsys: pytest.CaptureFixture[str]) -> None:
    from verifier.cli import main

    assert main(["max", "gnome", "--spec", str(folder), "--scope", "any"]) == 0
    gnome = (folder / "gnome.rules").as_uri()
    client = Client(folder, maximumSeconds=0)
    try:
        client.open(gnome, GOOD)
        (hint,) = hints(client, gnome, "most: 6 VP (optimal, any)")
        assert "found on an earlier run" in hint["tooltip"]["value"]
        assert client.close() == 0
    finally:
        client.process.kill()


LOWER = """\
ruling mood "Is it merry?" {
  reading merry "yes"
  reading sad "no"
  default sad
  because "It rains."
}
tile gnome "Gnome" is flower { needs nothing score 2 per pond adjacent to self }
"""
MINE = """\
game "Mine" {
  builds on "../lower"
  choose mood is merry
}
replacing tile gnome "Old Gnome" is flower { needs nothing score 1 per pond adjacent to self }
tile elf "Elf" is gnome { score 1 if reading of mood is sad }
"""


def test_rules_on_top_of_others(tmp_path: Path) -> None:
    for name, text in {"lower/garden": GARDEN, "lower/gnome": LOWER, "upper/game": MINE}.items():
        path = tmp_path / f"{name}.rules"
        path.parent.mkdir(exist_ok=True)
        path.write_text(text, "utf-8")
    lower, mine = (tmp_path / "lower" / "gnome.rules").as_uri(), (tmp_path / "upper" / "game.rules").as_uri()
    client = Client(tmp_path / "upper")
    try:
        client.open(mine, MINE)
        assert client.diagnostics(mine) == []

        # Where words lead: to the game below, to a ruling and a reading of it, to what is replaced, to what is said last.
        assert client.at("definition", mine, 1, 15) == {"uri": (tmp_path / "lower" / "garden.rules").as_uri(), "range": span(0, 0, 0)}
        assert client.at("definition", mine, 2, 10) == {"uri": lower, "range": span(0, 7, 11)}
        assert client.at("definition", mine, 2, 18) == {"uri": lower, "range": span(1, 10, 15)}
        assert client.at("definition", mine, 4, 16) == {"uri": lower, "range": span(6, 5, 10)}
        assert client.at("definition", mine, 5, 18) == {"uri": mine, "range": span(4, 15, 20)}
        found = client.at("references", mine, 2, 10, context={"includeDeclaration": False})
        assert [(x["uri"], x["range"]) for x in found] == [(mine, span(2, 9, 13)), (mine, span(5, 48, 52))]

        # What they mean.
        assert client.at("hover", mine, 1, 15)["contents"]["value"] == "**Garden**\n\n1 tile, 2 buildings, 1 ruling"
        assert "reading of `mood`" in client.at("hover", mine, 2, 18)["contents"]["value"]
        said = client.at("hover", mine, 5, 18)["contents"]["value"]
        assert "Old Gnome" in said and "Score 1 VP for each Pond" in said

        # What may come next; what is built on is known while the game around it can not be read.
        def next_words(line: int, begun: str) -> list[str]:
            lines = MINE.split("\n")
            lines[line] = begun
            client.change(mine, "\n".join(lines), 2)
            return [x["label"] for x in client.at("completion", mine, line, len(begun))["items"]]

        assert next_words(2, "  choose ") == ["mood"]
        assert next_words(2, "  choose mood is ") == ["merry", "sad"]
        assert next_words(4, "replacing tile ") == ["flower", "gnome", "pond"]
        assert next_words(4, "replacing ruling ") == ["mood"]
        assert next_words(1, '  builds on "') == ["shipped", "shipped/games/kingdomino", "shipped/homebrew", "../lower"]
        assert next_words(1, '  builds on "shipped", "../l') == ["../lower"]
        items = client.at("completion", mine, 1, 30)["items"]
        assert [x["textEdit"] for x in items] == [{"range": span(1, 24, 28), "newText": "../lower"}]

        # A place with nothing in it is a mistake, as it is for `check`.
        client.change(mine, MINE.replace("lower", "lowr"), 3)
        (wrong,) = client.diagnostics(mine, lambda found: bool(found) and "lowr" in found[0]["message"])
        assert (wrong["code"], wrong["range"]) == ("TP081", span(1, 12, 21))

        # Only what is open is changed.
        client.change(mine, MINE, 4)
        document = {"uri": mine}
        for method, more in (("rename", {"newName": "dwarf"}), ("prepareRename", {})):
            at = {"line": 5, "character": 18}
            refused = client.answer(f"textDocument/{method}", textDocument=document, position=at, **more)
            assert refused["error"]["message"] == "`gnome` stands in lower/gnome.rules, too, outside the folder that is open"
        assert client.at("rename", mine, 5, 6, newName="dwarf")["changes"] == {
            mine: [{"range": span(5, 5, 8), "newText": "dwarf"}]
        }
        client.change(mine, MINE.replace("../lower", "shipped").replace("mood", "customs_line"), 5)
        refused = client.answer("textDocument/rename", textDocument=document, position={"line": 2, "character": 10}, newName="x")
        assert "`customs_line` belongs to the game that comes with Tileproof" in refused["error"]["message"]
        assert client.close() == 0
    finally:
        client.process.kill()
