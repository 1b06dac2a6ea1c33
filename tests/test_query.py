"""Questions of an editor: names, what may come next, fixes, places. Answers were worked out by hand."""

from __future__ import annotations

import json
import re
from pathlib import Path

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from dsl import syntax as s
from dsl.ahead import ahead
from dsl.codes import CODES, GARDEN
from dsl.diagnostics import Bag
from dsl.grammar import ITEM_WORDS, keywords
from dsl.load import read_folder, shipped
from dsl.names import Names
from dsl.parse import parse
from dsl.positions import offset_of, position_of
from dsl.query import Rules, Unfit, completion, diagnostics, fixes, hover, renamed
from dsl.source import Source, plain
from dsl.workspace import folders_of, read
from verifier.commands.common import walk

DOCS = Path(__file__).parent.parent / "docs"

SPOT = """\
tile spot "Spot" is flower {
  needs nothing
  score 2 per pond as p adjacent to self with (some flower adjacent to p is active)
  score count of flower as p adjacent to self with no pond adjacent to p
  under weather is wet { score 1 if reading of weather is dry }
  example patio { O spot F3
                  .  F    ponds } scores 2 part flower 4 receives 0 drops
  property "x" { adding pond never lowers own }
}
ruling weather "Weather?" {
  about spot
  reading wet "wet"  reading dry "dry"
  default wet  because "so"
}
"""


def rules(text: str = SPOT) -> Rules:
    return Rules((Source("garden", GARDEN), Source("spot", text)))


def test_every_name_of_the_shipped_rules_leads_to_a_declaration() -> None:
    trees = read_folder([shipped(), shipped() / "homebrew"], Bag())
    names = Names(trees)
    assert len(names.found) > 3000
    declared = {x.symbol for x in names.found if x.defines}
    assert [x for x in names.found if x.symbol not in declared] == []
    places = {(x.span.source.name, x.span.start) for x in names.found}
    for tree in trees:
        for x in walk(tree):
            named = isinstance(x, s.Word) or (isinstance(x, s.Ref) and x.name not in ("self", "it"))
            if named and isinstance(x, s.Word | s.Ref):
                assert (x.span.source.name, x.span.start) in places, str(x.span)


def spots(word: str, nth: int = 0) -> int:
    return [m.start() for m in re.finditer(rf"\b{word}\b", SPOT)][nth]


@pytest.mark.parametrize(
    ("at", "new", "count", "where"),
    [
        (spots("spot", 0), "blot", 3, "spot"),  # its declaration, the drawing, the ruling
        (spots("p", 0), "q", 2, "spot"),  # the second `p` is another
        (spots("p", 2), "q", 2, "spot"),
        (spots("wet", 0), "damp", 3, "spot"),
        (spots("weather", 0), "sky", 3, "spot"),
        (spots("flower", 0), "bloom", 5, "both"),  # in the garden once; `is`, two sets, `part`
        (spots("ponds", 0), "pools", 2, "both"),
        (spots("drops", 0), "dews", 3, "both"),  # its plural, a print of the pond, what is received
    ],
)
def test_renaming(at: int, new: str, count: int, where: str) -> None:
    edits = renamed(rules(), "spot", at, new)
    assert len(edits) == count, [str(e.span) for e in edits]
    assert {e.span.source.name for e in edits} == ({"spot"} if where == "spot" else {"garden", "spot"})
    texts = {"garden": GARDEN, "spot": SPOT}
    for e in sorted(edits, key=lambda e: -e.span.start):
        old = texts[e.span.source.name]
        texts[e.span.source.name] = old[: e.span.start] + e.text + old[e.span.end :]
    there = {name: (parse(Source(name, text), Bag()), text) for name, text in texts.items()}
    again = Names([tree for tree, _ in there.values()])
    # The same words mean the same things: as many occurrences, each of a declaration.
    assert len(again.found) == len(rules().names.found)
    assert {x.symbol for x in again.found} == {x.symbol for x in again.found if x.defines}


@pytest.mark.parametrize(
    ("new", "said"),
    [("Blot", "no name"), ("score", "a word of the language"), ("pond", "declared already"), ("ponds", "declared already")],
)
def test_names_that_can_not_be_given(new: str, said: str) -> None:
    with pytest.raises(Unfit, match=said):
        renamed(rules(), "spot", spots("spot"), new)
    with pytest.raises(Unfit, match="no name stands here"):
        renamed(rules(), "spot", SPOT.index("F3"), "blot")  # a glyph


HEAD = 'tile spot "Spot" is flower {\n  '


@pytest.mark.parametrize(
    ("text", "words", "names"),
    [
        ("ti", "building game inventory mode placement procedure replacing resource ruling scoring table tile", ""),
        ('tile x "X" ', "is", ""),
        ('tile x "X" is ', "", "flower flowers pond ponds"),
        (HEAD + "needs 2 ", "", "drop drops"),
        (HEAD + "score 2 per pond adjacent to ", "it self", ""),
        (HEAD + "score 2 per pond as p adjacent to ", "it self", "p"),
        (HEAD + "example ", "", "patio"),
        (HEAD + "example patio { O } ", "part receives scores totals", ""),
        (HEAD + "example patio { O } receives 2 ", "", "drop drops"),
        (HEAD + 'property "x" { scope ', "", "any placeable rounds supply"),
        (HEAD + 'property "x" { adding ', "", "flower flowers pond ponds"),
        (HEAD + 'property "x" { adding pond never ', "changes lowers raises", ""),
        (HEAD + "under ", "", "weather"),
        (HEAD + "under weather is ", "", "dry wet"),
        (HEAD + "score blah blah\n  score 1 per printed ", "vp", "drop drops"),  # what can not be read is left out
        (HEAD + "-- needs 2 ", "", ""),
        (HEAD + 'cites "needs 2 ', "", ""),
        ('ruling r "R" { about ', "", "flower flowers pond ponds"),
        (HEAD + "example patio { O ", "", "F O flower flowers pond ponds"),
    ],
)
def test_exactly_what_may_come_next(text: str, words: str, names: str) -> None:
    weather = SPOT[SPOT.index("ruling weather") :].replace("about spot", "")
    known = Rules((Source("garden", GARDEN), Source("weather", weather), Source("here", text)))
    found, start = completion(known, "here", len(text))
    assert start == len(text) - (2 if text == "ti" else 0)
    assert sorted(x.text for x in found if x.what == "word") == words.split()
    own = {"spot"} if names.startswith(("flower", "F O")) else set()
    listed = {x.text for x in found if x.what != "word"}
    assert listed - own == set(names.split())


@pytest.mark.parametrize("name", ["city_hall.rules", "procedure.rules"])
def test_what_comes_next_in_the_shipped_rules_is_offered(name: str) -> None:
    # Wherever a word stands in rules without mistakes, that word is among what may stand there.
    known = read((shipped(),), {})
    path = next(n for n in known.sources if n.endswith(f"/{name}"))
    text = known.sources[path].text
    bare = re.sub(r'--[^\n]*|"[^"\n]*"|(?<=" )\{[^{}]*\}(?=\s*(?:scores|totals))', lambda m: " " * len(m[0]), text)
    tree = parse(known.sources[path], Bag())
    new = {x.span.start for x in known.names.found if x.defines}
    words = [m for m in re.finditer(r"[a-z][a-z0-9_]*", bare) if m.start() not in new]
    assert tree.items and len(words) > 40
    for m in words[::4]:
        offered = {x.text for x in completion(known, path, m.start())[0]}
        assert m[0] in offered, (m[0], text[: m.start()].rpartition("\n")[2])


def test_hover_tells_sentence_type_and_limits() -> None:
    said = hover(rules(), "spot", spots("pond", 0) + 1)
    assert said is not None and said[1].text == "pond"
    assert "`pond as p adjacent to self with (some flower adjacent to p is active)`: a set of spaces" in said[0]
    # Of a mistake elsewhere, what kinds say is known from before.
    broken = rules(SPOT.replace("score 2 per", "score 2 for"))
    assert broken.specification is None
    before = rules()
    kind = hover(broken, "garden", GARDEN.index("flower") + 1, before)
    assert kind is not None and "**Flower** (`building flower`)" in kind[0]


def test_fixes_of_the_codes_lead_on() -> None:
    # Of every message whose help names one word to write, the change puts its place right.
    tried = 0
    for code in CODES.values():
        if code.example is None or code.shows != "rules":
            continue
        sources = (() if code.alone else (Source("garden", GARDEN),)) + (Source("mine", code.example),)
        for d in diagnostics(Rules(sources)):
            for fix in fixes(d):
                (edit,) = fix.edits
                text = code.example[: edit.span.start] + edit.text + code.example[edit.span.end :]
                after = diagnostics(Rules((*sources[:-1], Source("mine", text))))
                assert (d.code, d.span.start) not in {(x.code, x.span.start) for x in after}, code.code
                tried += 1
    assert tried >= 5


@given(st.text(alphabet="ab\n\u00e9\U0001f9d9\u2028\x0b", max_size=20), st.sampled_from(["utf-8", "utf-16", "utf-32"]))
@settings(max_examples=200)
def test_places_and_offsets_are_inverse(text: str, encoding: str) -> None:
    for offset in range(len(text) + 1):
        line, column = position_of(text, offset, encoding)  # type: ignore[arg-type]
        assert offset_of(text, line, column, encoding) == offset  # type: ignore[arg-type]


def test_places_by_hand() -> None:
    text = "a\n\u00e9\U0001f9d9b\n"
    assert [position_of(text, 4, x) for x in ("utf-8", "utf-16", "utf-32")] == [(1, 6), (1, 3), (1, 2)]
    assert offset_of(text, 1, 2, "utf-16") == 3  # inside the pair: its beginning
    assert (offset_of(text, 0, 99, "utf-16"), offset_of(text, 99, 0, "utf-16")) == (1, len(text))
    assert plain("a\r\nb\rc\n") == "a\nb\nc\n"


def test_which_files_belong_together(tmp_path: Path) -> None:
    mine = tmp_path / "game" / "tiles" / "mine.rules"
    mine.parent.mkdir(parents=True)
    (tmp_path / "game" / "garden.rules").write_text(GARDEN, "utf-8")
    extra = tmp_path / "game" / "extra" / "more" / "one.rules"
    extra.parent.mkdir(parents=True)
    (tmp_path / "game" / "extra" / "EXTENSION.md").write_text("", "utf-8")
    alone = tmp_path / "other" / "one.rules"
    assert folders_of(mine, tmp_path, {}) == (tmp_path / "game",)
    assert folders_of(extra, tmp_path, {}) == (tmp_path / "game", tmp_path / "game" / "extra")
    assert folders_of(alone, tmp_path, {}) == (shipped(), alone.parent)
    assert folders_of(mine, mine.parent, {}) == (shipped(), mine.parent)  # nothing outside what is open
    found = read((tmp_path / "game",), {mine: SPOT})
    assert sorted(found.sources) == [str(tmp_path / "game" / "garden.rules"), str(mine)]


def test_rules_that_build_on_others_are_read_with_them(tmp_path: Path) -> None:
    (tmp_path / "mine").mkdir()
    (tmp_path / "garden.rules").write_text(GARDEN, "utf-8")
    (tmp_path / "mine" / "game.rules").write_text('game "Mine" { builds on "../garden.rules" }\n', "utf-8")
    spot = tmp_path / "mine" / "tiles" / "spot.rules"
    assert folders_of(spot, tmp_path, {}) == (tmp_path / "mine",)
    found = read((tmp_path / "mine",), {spot: SPOT})
    assert list(found.sources) == [str(tmp_path / x) for x in ("garden.rules", "mine/game.rules", "mine/tiles/spot.rules")]
    assert [d.message for d in diagnostics(found)] == []


def test_the_colours_know_the_words_of_the_grammar() -> None:
    grammar = json.loads((DOCS / "editor/vscode/syntaxes/rules.tmLanguage.json").read_text("utf-8"))
    listed = [x["match"] for x in grammar["patterns"] if x.get("match", "").startswith(r"\b(?:")]
    words = [w for x in listed for w in re.fullmatch(r"\\b\(\?:(.*)\)\\b", x)[1].split("|")]  # type: ignore[index]
    assert sorted(words) == sorted(keywords())


def expanded(snippet: dict[str, str | list[str]]) -> str:
    """A snippet as it is when nobody has written anything into it yet: the first of several choices."""
    lines = snippet["body"]
    body = lines if isinstance(lines, str) else "\n".join(lines)
    names = {n: x or y for n, x, y in re.findall(r"\$\{(\d+)(?::([^}]*)|\|([^,|]*)[^}]*)\}", body)}
    return re.sub(r"\$\{(\d+)[:|][^}]*\}|\$(\d+)", lambda m: names[m[1] or m[2]], body)


def test_snippets_make_a_game() -> None:
    """One after the other, as they are offered, they are the rules of a game without a mistake."""
    snippets = json.loads((DOCS / "editor/vscode/snippets/rules.json").read_text("utf-8"))
    texts = {name: expanded(x) for name, x in snippets.items()}
    top = {name: x for name, x in texts.items() if re.match(r"(replacing )?\w+ (\w+ )*[\"[{\w]", x) and x.split()[0] in (*ITEM_WORDS, "replacing")}
    inside = [x for name, x in texts.items() if name not in top]
    assert {x.split()[0] for x in top.values()} == {*ITEM_WORDS, "replacing"} and len(inside) == len(texts) - len(top) == 8
    for text in top.values():
        bag = Bag()
        assert len(parse(Source("x", text), bag).items) == 1 and bag.found == []
    apart = ("Game on top of another", "Replacing")
    game = "\n".join(x for name, x in top.items() if name not in apart)
    tile = 'tile second "Second" is house {\n' + "\n".join(inside).replace("my_tile", "second") + "\n}"
    # One House beside it: 2 VP, and 5 because there is one; three Houses with itself: 6 by the table.
    tile = tile.replace("scores 2", "scores 13")
    found = diagnostics(Rules((Source("game", game), Source("tile", tile))), ["game", "tile"])
    assert [(d.code, d.message) for d in found] == []


def test_nothing_is_offered_inside_words_that_are_no_place_for_any() -> None:
    assert ahead("", 0).words == {
        "building", "game", "inventory", "mode", "placement", "procedure", "replacing", "resource", "ruling", "scoring", "table", "tile",
    }  # fmt: skip
    assert ahead('tile x "tile ', 13).words == frozenset()
