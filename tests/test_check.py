"""What the checker reports of bad texts: exactly that, all at once, at the guilty words.

Each file of `bad/` is read together with the small specification in `bad/base`. What is expected stands on the
line that causes it:

    needs 1 coine      -- error TP013: "coine" (did you mean `coin`?)
    glyph M            -- label TP036: "glyph M" (first used here)

with the code, the words that are underlined (those on the first line), and in parentheses a part of the help, or of
the text of the label: a second place that an error of that code points at.
"""

from __future__ import annotations

import re
from collections import Counter
from pathlib import Path

import pytest

from dsl.diagnostics import Bag, Diagnostic, Failure, as_json, render
from dsl.load import load
from dsl.source import Span

BAD = Path(__file__).parent / "bad"
FILES = sorted(BAD.glob("*.rules"))
_MARK = re.compile(r'(error|warning|label) (TP\d{3}): "(.*)"(?: \((.*)\))?')

Finding = tuple[int, str, str, str]
"""Line, code, severity or `label`, underlined words."""


def marks(path: Path) -> tuple[list[Finding], list[tuple[Finding, str]]]:
    """What a file says of itself, and parts of the texts."""
    found: list[Finding] = []
    texts: list[tuple[Finding, str]] = []
    for number, line in enumerate(path.read_text("utf-8").splitlines(), 1):
        for comment in line.split(" -- ")[1:]:
            m = _MARK.fullmatch(comment.strip())
            if m is not None:
                finding = (number, m[2], m[1], m[3])
                found.append(finding)
                if m[4]:
                    texts.append((finding, m[4]))
    return found, texts


def at(span: Span, code: str, severity: str) -> Finding:
    """A span as it is told in a comment."""
    words = span.text.split("\n")[0].split(" -- ")[0].rstrip()
    return (span.begin()[0], code, severity, words)


def diagnostics(*paths: Path) -> list[Diagnostic]:
    """Everything that is found in a specification."""
    bag = Bag()
    try:
        load(paths, bag)
    except Failure as failure:
        return list(failure.diagnostics)
    return bag.found


def test_the_base_has_no_mistake() -> None:
    """So that all that is found is the bad file's."""
    assert diagnostics(BAD / "base") == []


@pytest.mark.parametrize("path", FILES, ids=lambda path: path.stem)
def test_bad_file(path: Path) -> None:
    """Each expected error and no other, each label, each help."""
    expected, texts = marks(path)
    found = diagnostics(BAD / "base", path)
    assert {d.span.source.name.rpartition("/")[2] for d in found} == {path.name}
    errors = [at(d.span, d.code, d.severity) for d in found]
    assert Counter(errors) == Counter(x for x in expected if x[2] != "label")
    labels = {at(x.span, d.code, "label"): x for d in found for x in d.labels}
    assert set(labels) == {x for x in expected if x[2] == "label"}
    said = [(f, f"{d.message} ({d.help})") for f, d in zip(errors, found, strict=True)]
    said += [(f, x.text) for f, x in labels.items()]
    assert [(f, t) for f, t in texts if not any(f == g and t in words for g, words in said)] == []
    for d in found:
        wording(d)


def wording(d: Diagnostic) -> None:
    """Lower case, no full stop, words of the rules language; and the excerpt shows the underlined words."""
    for text in (d.message, d.help, d.here, *(x.text for x in d.labels)):
        assert not text.endswith(".") or text.endswith("...")
        assert not text[:1].isupper()
        assert not re.search(r"\b(token|terminal|lark|z3|python|None|NoneType|str|int|tuple|dict)\b", text)
    lines = render(d).split("\n")
    assert lines[0] == f"{d.severity}[{d.code}]: {d.message}".replace("\0", "\ufffd")
    shown = d.span.source.line(d.span.begin()[0]).replace("\0", "\ufffd")
    assert any(line.endswith(f"| {shown}") for line in lines) or not d.span.source.text or len(shown) > 160
    assert as_json(d)["line"] == d.span.begin()[0]


@pytest.mark.parametrize(
    ("data", "code", "place", "words"),
    [
        # A text that does not end hides the comment behind it.
        (b'building four "Four {}\n\nbuilding five "Five" {}', "TP005", (1, 15), '"Four {}'),
        (b'mode ragged "R" { board { 1 2\n3 } rounds 1 turns 1 }', "TP031", (1, 25), "{ 1 2"),
        (b'scoring x "X" { score 1', "TP001", (1, 23), "1"),
        (b"-- nothing but this\nscoring -- and this", "TP001", (2, 1), "scoring"),
        (b'game "M" { builds on "../none" }', "TP081", (1, 22), '"../none"'),
        (b"building", "TP001", (1, 1), "building"),
        (b"hello", "TP002", (1, 1), "hello"),
        (b"\x00", "TP002", (1, 1), "\x00"),
        (b"   \n\n-- only a comment\n", "TP008", (1, 1), ""),
        (b"", "TP008", (1, 1), ""),
        (b"-- caf\xe9", "TP007", (1, 1), ""),
        (b"x" * 1_000_001, "TP003", (1, 1), ""),
        (b"x" * 5_000_000, "TP003", (1, 1), ""),
        (b'scoring x "X" { score ' + b"(" * 10_000 + b"1" + b")" * 10_000 + b" }", "TP004", (1, 123), "("),
        (b'scoring x "X" { score ' + b"- " * 20_000 + b"1 }", "TP004", (1, 1), "s"),
        (b'scoring x "X" { score 1' + b" + 1" * 20_000 + b" }", "TP004", (1, 1), "s"),
        (b'scoring x "X" { score 99999999999999999999999999 }', "TP029", (1, 23), "9" * 26),
    ],
    ids=lambda x: repr(x[:24]) if isinstance(x, bytes) else None,
)
def test_unreadable(tmp_path: Path, data: bytes, code: str, place: tuple[int, int], words: str) -> None:
    """Texts that no comment can annotate: one message each, at its place, whatever the bytes."""
    path = tmp_path / "text.rules"
    path.write_bytes(data)
    (found,) = diagnostics(BAD / "base", path)
    assert (found.code, found.span.begin(), found.span.text.split("\n")[0].rstrip()) == (code, place, words)
    assert ("text.rules" in found.span.source.name) and len(render(found)) < 2000
    assert found.severity == ("warning" if code == "TP008" else "error")
    wording(found)


def test_folders(tmp_path: Path) -> None:
    """No such folder, an empty one, one without a mode; sets of their own inside a folder are not read."""
    assert [d.code for d in diagnostics(tmp_path / "missing")] == ["TP006"]
    assert [d.code for d in diagnostics(tmp_path)] == ["TP008"]
    (tmp_path / "a.rules").write_text('scoring x "X" { score 1 }')
    assert [(d.code, str(d.span).rpartition("/")[2]) for d in diagnostics(tmp_path)] == [("TP038", "a.rules:1:1")]
    (tmp_path / "more").mkdir()
    (tmp_path / "more" / "EXTENSION.md").write_text("a set of its own")
    (tmp_path / "more" / "b.rules").write_text("not in the language")
    (tmp_path / "notes.txt").write_text("not in the language")
    assert diagnostics(BAD / "base", tmp_path) == []
    assert [d.code for d in diagnostics(BAD / "base", tmp_path / "more")] == ["TP002"]


def test_comments_in_boards(tmp_path: Path) -> None:
    """They are comments there too, as in the drawing of a city."""
    path = tmp_path / "text.rules"
    path.write_text('mode tall "Tall" { board { 1 -- above\n-- between\n\n2 } rounds 1 turns 1 }')
    assert load([BAD / "base", path]).declarations.modes["tall"].board.districts == (1, 2)


def test_every_code_has_its_bad_text() -> None:
    """Each code that a text of rules can cause is expected in some bad file, or among the unreadable texts."""
    here = Path(__file__).read_text("utf-8") + "".join(p.read_text("utf-8") for p in FILES)
    sources = [BAD.parent.parent / "dsl" / f"{name}.py" for name in REPORTING]
    reported = {c for p in sources for c in re.findall(r'"(TP\d{3})"', p.read_text("utf-8"))}
    assert len(reported) > 35
    assert {c for c in reported if here.count(c) == 0} == set()


REPORTING = ("parse", "load", "declare", "elaborate", "assemble", "check", "claims", "city_text")
