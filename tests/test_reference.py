"""The language reference: its diagrams are the grammar, whole and nothing else, and its examples are checked.

That the pages build without a warning is in `test_docs.py`.
"""

from __future__ import annotations

import random
import re
import sys
from collections.abc import Iterator
from functools import cache
from pathlib import Path
from types import ModuleType
from typing import Any

import pytest
from lark import Lark, Token

from dsl.assemble import Specification
from dsl.codes import CODES
from dsl.diagnostics import Bag
from dsl.grammar import grammar_text, keywords
from dsl.load import rule_files, shipped
from dsl.rulebook.material import Material

ROOT = Path(__file__).parent.parent
DOCS = ROOT / "docs"


@pytest.fixture(scope="module")
def ext() -> Iterator[dict[str, ModuleType]]:
    """The modules of `docs/_ext`."""
    sys.path.insert(0, str(DOCS / "_ext"))
    try:
        import constructs
        import railways
        import shapes

        yield {"shapes": shapes, "railways": railways, "constructs": constructs}
    finally:
        sys.path.remove(str(DOCS / "_ext"))


@pytest.fixture(scope="module")
def drawn(ext: dict[str, ModuleType]) -> dict[str, Any]:
    """The shape of each diagram by its key."""
    found = ext["constructs"].diagrams()
    drawing = ext["constructs"].drawing(found)
    return {d.key: drawing.diagram(d.keys) for d in found}


# ---- the diagrams are the grammar --------------------------------------------------------------------------


def test_every_rule_is_drawn_once(ext: dict[str, ModuleType], drawn: dict[str, Any]) -> None:
    """Every rule has a diagram, or is drawn inside one that can be reached from the start; and so is every word."""
    found = ext["constructs"].diagrams()
    keys = [k for d in found for k in d.keys]
    assert len(keys) == len(set(keys))
    assert len({d.label for d in found}) == len(found)
    grammar = ext["shapes"].grammar()
    rules, texts = ext["constructs"].drawing(found).reached()
    assert rules == set(grammar.rules)
    assert {w for w in texts if re.fullmatch("[a-z_]+", w)} == keywords() == {w for w in grammar.words() if w.islower()}
    # What a pattern describes is in the table of the first page.
    patterns = {"NAME", "INT", "STRING", "GRID", "GLYPH"}
    assert patterns <= texts and set(ext["shapes"].SORTS) == patterns
    used = {x.key for shape in drawn.values() for x in ext["shapes"].leaves(shape) if isinstance(x, ext["shapes"].Ref)}
    assert used | {"start"} == set(drawn)


@cache
def parser() -> Lark:
    return Lark(grammar_text(), parser="lalr", maybe_placeholders=True)


def tokens(text: str) -> list[Token]:
    """The tokens of a text as the parser takes them."""
    return list(parser().parse_interactive(text).iter_parse())


def matches(ext: dict[str, ModuleType], drawn: dict[str, Any], found: list[Token]) -> bool:
    """Whether the diagrams, followed along their rails, take all tokens."""
    s = ext["shapes"]
    known: dict[tuple[int, int], frozenset[int]] = {}

    def after(x: Any, at: int) -> frozenset[int]:
        key = (id(x), at)
        if key not in known:
            known[key] = frozenset(step(x, at))
        return known[key]

    def step(x: Any, at: int) -> Iterator[int]:
        match x:
            case s.Word(text):
                if at < len(found) and str(found[at]) == text:
                    yield at + 1
            case s.Sort(name):
                if at < len(found) and found[at].type == name:
                    yield at + 1
            case s.Ref(key):
                yield from after(drawn[key], at)
            case s.Seq(items):
                here = {at}
                for y in items:
                    here = {b for a in here for b in after(y, a)}
                yield from here
            case s.Choice(items):
                for y in items:
                    yield from after(y, at)
            case s.Many(item, between):
                here, seen = set(after(item, at)), set[int]()
                while here:
                    seen |= here
                    here = {c for a in here for b in after(between, a) for c in after(item, b)} - seen
                yield from seen

    return len(found) in after(drawn["start"], 0)


TEXTS = [*shipped().glob("*.rules"), *rule_files(shipped() / "homebrew"), *(ROOT / "tests" / "games").rglob("*.rules")]


def test_whatever_is_shipped_follows_the_rails(ext: dict[str, ModuleType], drawn: dict[str, Any]) -> None:
    for path in TEXTS:
        found = tokens(path.read_text("utf-8"))
        assert matches(ext, drawn, found), path.name
        assert not matches(ext, drawn, found[:-1]), path.name


def shortest(ext: dict[str, ModuleType], drawn: dict[str, Any]) -> dict[str, float]:
    """How many words the shortest text of each diagram has."""
    known = dict.fromkeys(drawn, float("inf"))
    for _ in drawn:
        known = {key: words(ext, x, known) for key, x in drawn.items()}
    return known


def words(ext: dict[str, ModuleType], x: Any, known: dict[str, float]) -> float:
    s = ext["shapes"]
    match x:
        case s.Ref(key):
            return known[key]
        case s.Seq(items):
            return sum((words(ext, y, known) for y in items), 0.0)
        case s.Choice(items):
            return min(words(ext, y, known) for y in items)
        case s.Many(item, _):
            return words(ext, item, known)
        case _:
            return 1.0


def sentence(ext: dict[str, ModuleType], drawn: dict[str, Any], known: dict[str, float], draw: random.Random, key: str) -> str:
    """A text that goes along the rails of a diagram; the deeper, the shorter the ways."""
    s = ext["shapes"]
    said = {"NAME": "xyz", "INT": "2", "STRING": '"text"', "GRID": "{ . }", "GLYPH": "Q"}

    def text(x: Any, depth: int) -> str:
        match x:
            case s.Word(word):
                return str(word)
            case s.Sort(name):
                return said[name]
            case s.Ref(key):
                return text(drawn[key], depth + 1)
            case s.Seq(items):
                return " ".join(text(y, depth) for y in items)
            case s.Choice(items):
                if depth > 4:
                    return text(min(items, key=lambda y: words(ext, y, known)), depth)
                return text(draw.choice(items), depth)
            case s.Many(item, between):
                parts = [text(item, depth)]
                while depth < 5 and draw.random() < 0.4:
                    parts += [text(between, depth), text(item, depth)]
                return " ".join(parts)
        raise AssertionError(x)

    return text(drawn[key], 0)


def test_whatever_follows_the_rails_can_be_read(ext: dict[str, ModuleType], drawn: dict[str, Any]) -> None:
    """Random ways along the rails, of each diagram as often: the parser takes the text."""
    around = {
        "kind_line": 'scoring x "X" {{ {} }}',
        "game_line": 'game "X" {{ {} }}',
        "procedure_line": 'procedure x "X" {{ {} }}',
        "expr": 'scoring x "X" {{ score ({}) }}',
        "declared": "{}",
    }
    draw, known = random.Random("rails"), shortest(ext, drawn)
    assert max(known.values()) < 20
    count = 0
    for key, frame in around.items():
        for _ in range(120):
            text = frame.format(sentence(ext, drawn, known, draw, key))
            parser().parse(text)
            count += 1
    assert count == 600


def test_shapes_by_hand(ext: dict[str, ModuleType]) -> None:
    """Recursion becomes a loop, what alternatives have in common is said once, and no text is lost by it."""
    s = ext["shapes"]
    grammar = s.Grammar(
        'start: sum\n?sum: item | sum "+" item -> add | sum "-" item -> less\n?item: "(" sum ")" | "not" item | A | A "is" A\n'
        'list: A ("," A)* [B]\npair: "x" A | "y" A\nA: /a/\nB: "b" | "c"\n'
    )
    drawing = s.Drawing(grammar, {"start": "start", "sum": "sum"})
    said = {k: s.text(drawing.diagram([k])) for k in ("start", "sum", "list", "pair")}
    assert said == {
        "start": "<sum>",
        "sum": '{ [ { "not" }+ ] ( "(" <sum> ")" | A [ "is" A ] ) // "+" | "-" }+',
        "list": '{ A // "," }+ [ "b" | "c" ]',
        "pair": '( "x" | "y" ) A',
    }
    with pytest.raises(s.Unknown, match="part of itself"):
        s.Drawing(grammar, {}).diagram(["sum"])
    with pytest.raises(s.Unknown, match="the grammar has no `nothing`"):
        s.Drawing(grammar, {"nothing": "nothing"})


# ---- pictures ----------------------------------------------------------------------------------------------


def test_pictures(ext: dict[str, ModuleType], drawn: dict[str, Any]) -> None:
    """No wider than the text of a page, told in words, with links that are those of its boxes."""
    found = ext["constructs"].diagrams()
    names = {d.key: d.label for d in found}
    links = {d.key: f"#{d.id}" for d in found}
    for d in found:
        svg = ext["railways"].svg(d.key, d.label, drawn[d.key], links, names)
        assert svg == ext["railways"].svg(d.key, d.label, drawn[d.key], links, names)
        width = re.search(r' width="([\d.]+)"', svg)
        assert width is not None and float(width[1]) <= 640, d.key
        assert f">{d.label}</title>" in svg and "<desc id=" in svg and "black" not in svg
        refs = {x.key for x in ext["shapes"].leaves(drawn[d.key]) if isinstance(x, ext["shapes"].Ref)}
        assert set(re.findall(r'href="#([^"]+)"', svg)) == {links[k].removeprefix("#") for k in refs}


# ---- what belongs to them ----------------------------------------------------------------------------------


def test_every_message_about_rules_belongs_to_a_construct() -> None:
    text = "".join(p.read_text("utf-8") for p in (DOCS / "reference").glob("*.md"))
    named = set(re.findall(r"TP\d{3}", text))
    assert {c.code for c in CODES.values() if c.shows == "rules" and c.example is not None} <= named


def test_a_snippet_that_is_wrong_is_told_at_its_line(ext: dict[str, ModuleType], monkeypatch: pytest.MonkeyPatch, spec: Specification) -> None:
    told: list[str] = []

    def warn(found: Any, place: Any = None) -> None:
        told.extend(f"{place(d)}: {d.code}" for d in found)

    r = ext["constructs"]
    monkeypatch.setattr(r, "warn", warn)

    def said(*snippets: tuple[int, str]) -> list[str]:
        told.clear()
        r.tell([r.Snippet("page", "page.md", line, code, "rules", "public_service") for line, code in snippets], Bag(), Material(spec))
        return list(told)

    good = "score 1 per park in city\nexample expert { P my_tile } scores 1"
    assert said((3, good), (30, good)) == []
    # The second line of the second one claims what is not so.
    assert said((3, good), (30, good.replace("scores 1", "scores 2"))) == ["page.md:31: TP060"]
    assert said((3, "score 1 per parc in city")) == ["page.md:3: TP011"]
    assert said((3, 'tile x "X" is park {\n  score 1 per parc in city\n}')) == ["page.md:4: TP011"]
    assert said((3, "score 1 per ]")) == ["page.md:3: TP002"]
    # A scoring, where the rules below it were checked before: what it says itself is looked at.
    for points, wanted in ((3, []), (4, ["page.md:5: TP060"])):
        whole = f'scoring parks "Parks" {{\n  score 3 per park\n  example expert {{ P }} scores {points}\n}}'
        told.clear()
        r.tell([r.Snippet("page", "page.md", 3, whole, "rules", "public_service")], Bag(), Material(spec), again=False)
        assert told == wanted
    r.tell_alone(r.Snippet("page", "page.md", 5, "flower 1", "garden", "flower"), r.GARDEN)
    assert told[-1].startswith("page.md:5: ")
