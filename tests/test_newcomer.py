"""Tiles as somebody writes them who has not read the reference: what does not fit, and what is said of it.

The lines were written from plain English before the language was known, and are kept as they were."""

from __future__ import annotations

import re
from pathlib import Path

import pytest

from dsl import hints
from dsl.assemble import Specification
from dsl.codes import GARDEN
from dsl.diagnostics import Bag, Diagnostic, Failure, render
from dsl.hints import Known
from dsl.load import load, shipped
from dsl.parse import parse
from dsl.source import Source, Span

# Names as the tests have them: examples speak of those in the line, or else of the first.
WORDS = ("shop", "park", "school", "factory", "harbor")
KNOWN = Known(
    {**{x: x for x in WORDS}, "shop": "shops", "park": "parks", "tower_block": "tower_blocks"},
    {"inhabitant": "inhabitants", "energy": "energy"},
    ("expert",),
)

LINES = [
    ("score 2 points for every shop next to it", "points", "leave out the unit"),
    ("score 2 vp per shop adjacent to self", "vp", "leave out the unit"),
    ("2 vp per adjacent shop", "2", "a rule begins with `score`"),
    ("score 2 per adjacent shop", "shop", "`per shop adjacent to self`"),
    ("score 3 if adjacent to a park", "to", "`some park adjacent to self`"),
    ("score 1 for each school in the city", "for", "write `per`"),
    ("score 1 per school in the city", "the", "leave out `the`"),
    ("score: 3", ":", "leave out the `:`"),
    ("scores 3", "scores", "`score`"),
    ("score 2 * shops adjacent", "adjacent", "`count of shop adjacent to self`"),
    ("score +2 per park in row of self", "+", "leave out the `+`"),
    ("score 2 per park in same row", "row", "`in row of self`"),
    ("score 2 per park in its row", "row", "`in row of self`"),
    ("score -1 per factory nearby", "nearby", "`adjacent to self`"),
    ("score 1 per factory next to self", "to", "`adjacent to self`"),
    ("if 3 or more shops in city then score 5", "if", "the condition stands behind"),
    ("score 5 if there are at least 3 shops in city", "are", "leave out `there is`"),
    ("score 3 if there is no factory adjacent to self", "adjacent", "leave out `there is`"),
    ("score 5 if 3 shops in city", "shops", "`at least 3 shops in city`"),
    ("score 3 if more than 2 shops in city", "than", "`at least 3 shops in city`"),
    ("score 1 per shop in city up to 4", "up", "`at most 4`"),
    ("score 1 per shop in city max 4", "max", "`at most 4`"),
    ("score 1 per shop in city, at most 4", ",", "leave out the comma"),
    ("costs 1 inhabitant", "costs", "`needs 1 inhabitant`"),
    ("score number of shops in column of self", "of", "`count of`"),
    ("score 3 when some park adjacent to self", "some", "begins with `if`"),
    ("score 2 per shop or park adjacent to self", "or", "parentheses"),
    ("score 2 per shop in row and column of self", "and", "a clause for each"),
    ("score 3 if no factory adjacent", "adjacent", "`adjacent to self`"),
    ("score 0.5 per shop in city", ".", "numbers are whole"),
    ("score 2 per Shop adjacent to self", "Shop", "small letters"),
    ("score 2 per shop adjacent to self;", ";", "leave out the `;`"),
    ("score 3 if shop > 2", ">", "`if count of shop in city > 2`"),
    ('description "x"', '"x"', '`summary "..."`'),
    ("score [1, 2, 4] per shop in city", "[", "looked up by"),
    ("score 2 per shop within 2 spaces of self", "spaces", "`within 2 of self`"),
    ("score 3 per different building adjacent to self", "building", "`score different kinds among"),
    ("score 2 per shop diagonally adjacent to self", "diagonally", "`diagonal to self`"),
    ("score 3 if self is on corner", "corner", "`if some mine on corner`"),
    ("score 3 if on the edge", "the", "`if some mine on corner`, or `on edge`"),
    ("score 1 per inhabitant on shop", "shop", "inhabitants seated over"),
    ("score 1 per shop with 2 inhabitants", "inhabitants", "`with inhabitants seated >= 2`"),
    ("score 2 per shop && park in city", "&", "write `and`"),
    ("score 3 if count of shop in city == 3", "=", "write `=`"),
    ("score 3 if count of shop in city is 3", "is", "write `=`"),
    ("score 3 if any shop adjacent to self", "shop", "write `some`"),
    ("score 3 if all shop in city is active", "shop", "write `every`"),
    ("lose 1 per factory in city", "lose", "`score -1 per factory in city`"),
    ("score 1 per floor of tower_block adjacent to self", "of", "sum of floors over"),
    ("score 5 if some shop in city otherwise 2", "otherwise", "then 5 else 2"),
    ("counts as park", "counts", "stands at its top"),
    ('example "one shop" { S mine } scores 2', '"one shop"', "say the mode first"),
    ("example expert { S mine } score 2", "score", "write `scores 2`"),
    ("property never more than 12", "more", "give it a title"),
    ('property "p" { own <= 12 }', "<=", "`always own <= 12`"),
    ('property "p" { max 12 }', "max", "`always own <= 12`"),
    ('property "p" { always score <= 12 }', "<=", "write `own`"),
    # A second round: signs, numbers and habits of people who write with a telephone, a word processor, or Python.
    ("summary \u201cNice\u201d", "\u201c", "two straight quotes"),
    ("score 1,5 per shop in city", ",", "numbers are whole"),
    ("score \u00bd per shop in city", "\u00bd", "`score 1 per 2 shops in city`"),
    ("- score 2 per shop adjacent to self", "-", "leave out the sign"),
    ("* 2 points per shop", "*", "leave out the sign"),
    ("\u2022 score 2", "\u2022", "leave out the sign"),
    ("score 2 per \U0001f3ea adjacent to self", "\U0001f3ea", "write the name"),
    ("Score 2 per shop adjacent to self", "Score", "`score`"),
    ("score 2 per tower block adjacent to self", "adjacent", "write `tower_block`"),
    ("score 2 per tower-block in city", "-", "write `tower_block`"),
    ("score 2 per Tower Blocks in city", "Tower", "write `tower_blocks`"),
    ("score \u22121 per factory in city", "\u2212", "the sign on the keyboard"),
    ("score 2 \u00d7 count of shop in city", "\u00d7", "write `*`"),
    ("score 2 x count of shop in city", "count", "write `*`"),
    ("score 5 if count of shop in city \u2265 3", "\u2265", "write `>=`"),
    ("score\u00a02 per shop adjacent to self", "\u00a0", "a plain space"),
    ("score two per shop in city", "per", "in digits"),
    ("score 4 if exactly two shops in city", "two", "in digits"),
    ("score 2 per shop among its neighbours", "among", "`score 2 per shop adjacent to self`"),
    ("score 2 per (shop, park) in city", ",", "`per (shop or park) adjacent to self`"),
    ("score 2 per shop, park or harbor in city", ",", "`per (shop or park) adjacent to self`"),
    ("score 50% of count of shop in city", "%", "`count of shop in city / 2`"),
    ("score = 2 * shop", "=", "leave out the `=`"),
    ("return 2", "return", "a rule begins with `score`"),
    ("points: 3", "points", "a rule begins with `score`"),
    ("gives 3 energy", "gives", "`when placed gain 3 energy`"),
    ("when placed score 3", "score", "counted at the end"),
    ("score 3 unless some factory adjacent to self", "unless", "`score 3 if no factory adjacent to self`"),
    ("score 3 per park without factory adjacent to it", "without", "write `with no`"),
    ("score 2 if in corner", "corner", "`if some mine on corner`"),
    ("score 6 if surrounded by parks", "by", "`score 6 if at least 3 parks adjacent to self`"),
    ("score 1 per shop in largest group", "group", "`score largest group of shop`"),
    ("score size of biggest group of parks", "biggest", "`score largest group of park`"),
    ("score 1 per empty adjacent space", "space", "`score 1 per empty space adjacent to self`"),
    ("score 3 if 2 or more shops", "shops", "`at least 3 shops in city`"),
    ("needs an inhabitant", "an", "`needs 1 inhabitant`"),
    ("needs: 1 energy", ":", "`needs 1 energy`"),
    ("requires 1 energy", "requires", "`needs 1 energy`"),
    ("score 2 per shop in city (max 6)", "(", "without parentheses"),
    ("example: one shop beside it scores 2", ":", "`example expert { shop mine } scores 2`"),
    ("| shops | vp |", "|", "looked up"),
    # A third round: ten more tiles, and what was written after the first message was read.
    ("score 4 - shops", "shops", "say that it is counted, as in `count of shop in city`"),
    ("score shops", "shops", "say that it is counted"),
    ("score 0 if score < 0", "<", "at least 0"),
    ("score max floors of park in column of self", "floors", "`highest floors of park in city`"),
    ("score max(floors of park in column of self)", "in", "`highest floors of park in city`"),
    ("score highest park in column of self", "in", "`highest floors of park in city`"),
    ("score floors of park adjacent to self", "adjacent", "`sum of floors over park in city`"),
    ("score count shop in city", "shop", "write `count of shop in city`"),
    ("score 1 per shop anywhere", "anywhere", "write `in city`"),
    ("score 1 per shop on the board", "the", "write `in city`"),
    ("score 1 per shop in my row", "row", "`in row of self`"),
    ("score 1 per shop in the same row", "same", "`in row of self`"),
    ("score 1 per shop in row", "row", "say of what: `in row of self`"),
    ("score 1 per shop in every row", "row", "`score 1 per row with a shop`"),
    ("score 1 per shop above self", "above", "not told apart"),
    ("score 1 per shop below", "below", "not told apart"),
    ("score 1 per shop left of self", "left", "not told apart"),
    ("score 1 per shop to the left", "to", "not told apart"),
    ("score 1 per every shop", "every", "leave out `every`"),
    ("score 1 per pair of shops in city", "of", "`score 1 per 2 shops in city`"),
    ("score 1 per kind of building", "of", "`different kinds among buildings adjacent to self`"),
    ("score 2 if count of different buildings adjacent to self >= 3", "buildings", "`different kinds among"),
    ("score 1 per shop that is active", "that", "`per active shop`"),
    ("score 1 per shop if active", "active", "`if self is active`"),
    ("score 3 if self active", "active", "`if self is active`"),
    ("score 1 per row with shop", "shop", "`with a shop`"),
    ("score 3 if most shops", "shops", "one city alone"),
    ("score 3 only if some park adjacent to self", "only", "leave out `only`"),
    ("score 3 if full row", "row", "`if no empty space in row of self`"),
    ("score 3 if row of self is full", "of", "`if no empty space in row of self`"),
    ("score 3 if self in corner", "in", "`if some mine on corner`"),
    ("score 3 if self touches park", "touches", "`some park adjacent to self`"),
    ("score if some park in city then 3", "3", "`score 3 if some park in city`"),
    ("score 1 2 4 by shops", "2", "`score by count of shop in city [0, 1, 3, 6]`"),
    ("score by shop [1, 2, 4]", "[", "`score by count of shop in city [0, 1, 3, 6]`"),
    ("score by count of shop in city [1 2 4]", "2", "put commas between"),
    ("score 1 -> 1, 2 -> 3 per shop", ">", "`score by count of shop in city [0, 1, 3, 6]`"),
    ("score double if active", "if", "say how many VP"),
    ("score 2x shop", "x", "write `*`"),
    ("score 1 per unused energy", "energy", "`per unseated energy`"),
    ("score 1 per seated inhabitant", "inhabitant", "`score sum of inhabitants seated over"),
    ("score 1 per free space adjacent to self", "space", "`score 1 per empty space adjacent to self`"),
    ("needs energy", "energy", "`needs 1 energy`"),
    ("needs 1 inhabitant, 1 energy", ",", "put `and` between them"),
    ("modes expert classic", "classic", "put commas between them"),
    ("only expert", "only", "write `modes expert`"),
    ('property "p": own <= 3', ":", "give it a title and braces"),
    ('property "p" always own <= 3', "always", "give it a title and braces"),
    ('property "p" { always own < = 3 }', "=", "write the two signs together"),
    ("example expert { S mine } -> 2", "-", "write `scores 2`"),
    ("example expert { S mine } scores two", "two", "`scores 2`"),
    ("example expert (S mine) scores 2", "(", "draw it in braces, as in `example expert {"),
    ("example { S mine } scores 2", "{", "say the mode first"),
    # A fourth round: distances, groups, heights, seats, majorities, exceptions.
    ("score 1 per step to nearest factory, at most 4", "to", "`score distance from self to nearest factory`"),
    ("score distance to factory at most 4", "to", "`score distance from self to nearest factory`"),
    ("score 1 per space between self and nearest factory", "between", "`score distance from self to nearest factory`"),
    ("score 3 if nearest factory is more than 3 spaces away", "factory", "`... > 2`"),
    ("score 3 if no factory within two of self", "two", "`within 2 of self`"),
    ("score 2 per row or column with at least 2 parks", "or", "`per line`"),
    ("score 2 per column that has at least 2 parks", "that", "`score 2 per row with a park`"),
    ("score 1 per two parks in largest group of parks", "parks", "`score 1 per 2 parks in city`"),
    ("score 1 per 2 largest group of parks", "group", "`score largest group of park / 2`"),
    ("score -2 if factory adjacent to largest group of parks", "adjacent", "`some factory adjacent to self`"),
    ("score -2 if a factory is adjacent to the group", "to", "`some factory adjacent to self`"),
    ("score 2 per group of parks", "of", "groups are not counted"),
    ("score 2 per separate group of parks", "group", "groups are not counted"),
    ("score 3 if self is in a group of at least 4 parks", "a", "`size of group of park at self >= 3`"),
    ("score 3 if more than half of the buildings in district of self are parks", "than", "compare two counts"),
    ("score 3 if more shops than parks in district of self", "shops", "`count of shop in city > count of park in city`"),
    ("score 3 if most buildings in district of self are shops", "buildings", "compare two counts"),
    ("score 3 if majority of district of self is parks", "of", "compare two counts"),
    ("score 3 if count of shop in city > half of count of building in city", "of", "`/ 2`"),
    ("score 2 if no taller building adjacent to self", "building", "`with floors > floors of self`"),
    ("score 2 per park adjacent to self higher than 2 floors", "higher", "`with floors >= 3`"),
    ("score 2 per park with 3 floors or more", "floors", "`with floors >= 3`"),
    ("score 1 per floor above 2 of park adjacent to self", "above", "`score sum of max(0, floors - 2) over park in city`"),
    ("seats up to 3 inhabitants", "up", "`seats 3 inhabitants`"),
    ("seats 3", "3", "`seats 3 inhabitants`"),
    ("holds 3 inhabitants", "holds", "`seats 3 inhabitants`"),
    ("can seat 3 inhabitants", "can", "`seats 3 inhabitants`"),
    ("score 2 per inhabitant on self except the first", "self", "`score 2 per inhabitant seated on self`"),
    ("score 2 per inhabitant here", "here", "`score 2 per inhabitant seated on self`"),
    ("score 4 if parks in row of self are in ascending order", "in", "`at least 3 parks in row of self`"),
    ("score 1 per harbor except those on the edge", "except", "`count of harbor in city - count of harbor on edge`"),
    ("score 1 per harbor not on edge", "not", "`count of harbor in city - count of harbor on edge`"),
    ("score 1 per building except parks adjacent to self", "except", "`(building and not park)`"),
    ("score -1 per park but not less than -3", "but", "`at least 0`"),
    ("score 1 per shop in city to a maximum of 4", "to", "`at most 4`"),
    ("score at most 4 per shop", "shop", "`score 1 per shop in city at most 4`"),
    ("score 5 if no two parks in row of self", "parks", "`at most 1 park in row of self`"),
    ("score 2 if both a shop and a park adjacent to self", "a", "`some shop adjacent to self and some park adjacent to self`"),
    ("score 2 if shop and park adjacent to self", "and", "say it of each"),
    ("score 2 if only parks adjacent to self", "parks", "`if every building adjacent to self is park`"),
    ("score 1 per edge space that is empty", "space", "`score 1 per empty space on edge`"),
    ("score 1 per space on the edge", "the", "`on edge`"),
    ("score 3 if city has 5 shops", "has", "`at least 3 shops in city`"),
    ("score 2 if between two shops", "two", "`at least 2 shops adjacent to self`"),
    ("score 2 per shop seen from self", "seen", "`in line of self`"),
    ("score 2 per shop connected to self", "connected", "`per shop in group of building at self`"),
    ("score 1 per shop, 2 per park", ",", "another number of VP is a line of its own"),
    ("score twice the number of shops", "the", "`score 2 * count of shop in city`"),
    ("score sum of floors of parks", "parks", "`sum of floors over park in city`"),
    ("score average floors of park", "floors", "there is no average"),
    ("score leftover energy", "energy", "`score unseated energy`"),
    ("score energy", "energy", "`unseated energy`"),
    ("score 1 per energy produced", "produced", "`score 1 per received energy`"),
    ("score equal to floors of self", "to", "leave it out"),
    # What is no slip of the pen is not taken for one.
    ("score 1 per shop tod", "tod", ""),
]
FILES = [
    ('tile night_market \u201cNight Market\u201d is shop {\n  score 2\n}\n', "\u201c", "two straight quotes"),
    ('tile night_market "Night Market" is shop:\n  score 2\n', ":", "a tile begins with"),
    ("tile:\n  name: Night Market\n  score: 2\n", ":", "a tile begins with"),
    ("class NightMarket(Shop) {\n  score 2\n}\n", "class", "a tile begins with"),
    ('{"tile": "Night Market", "score": 2}\n', "{", "a tile begins with"),
    ("/* mine */\n", "/", "comments begin with `--`"),
    ("<!-- mine -->\n", "<", "comments begin with `--`"),
    ("# Night Market\n\nScore 2 for each shop.\n", "#", "comments begin with `--`"),
]
HEADS = [
    "tile Night Market \"Night Market\" is shop {\n  score 1\n}",
    'tile "Night Market" is shop {\n  score 1\n}',
    "tile night_market {\n  score 1\n}",
    'tile night_market "Night Market" {\n  score 1\n}',
    'tile night_market "Night Market" is a shop {\n  score 1\n}',
    'tile night_market "Night Market": shop {\n  score 1\n}',
    'tile night_market "Night Market" extends shop {\n  score 1\n}',
    'tile night-market "Night Market" is shop {\n  score 1\n}',
    'tile night_market "Night Market" is shop\n  score 1\n',
    'new tile night_market "Night Market" is shop {\n  score 1\n}',
    "tile night_market 'Night Market' is shop {\n  score 1\n}",
    'tile Market "Night Market" is shop {\n  score 1\n}',
]  # fmt: skip


def said(text: str) -> list[tuple[str, int, str]]:
    """What is pointed at, in which line, and the help, with names of the rules."""
    bag = Bag()
    parse(Source("mine.rules", text), bag)
    return [(d.span.text, d.span.begin()[0], d.help) for d in map(KNOWN.told, bag.found)]


@pytest.mark.parametrize(("line", "word", "help"), LINES)
def test_each_line_is_told_what_to_write(line: str, word: str, help: str) -> None:
    (found,) = said(f'tile mine "Mine" is park {{\n  modes expert\n  {line}\n}}\n')
    assert found[0] == word and found[1] in (3, 4) and help in found[2]


@pytest.mark.parametrize("text", HEADS)
def test_the_head_of_a_tile(text: str) -> None:
    """It is told alone, behind another tile too, and what stands below it is read nevertheless."""
    first = 'tile other "Other" is shop {\n  score 1\n}\n'
    for before in ("", first):
        (found,) = said(before + text)
        assert '`tile my_tile "My Tile" is shop {`' in found[2]
    if text.endswith("{\n  score 1\n}"):
        assert [x[1] for x in said(text.replace("score 1\n", "score 1 vp\n  costs 2 energy\n"))] == [1, 2, 3]


@pytest.mark.parametrize(
    ("word", "help"),
    [
        ("neighbours", "`building adjacent to self`"),
        ("floor", "`sum of floors over"),
        ("different", "`different kinds among"),
        ("inhabitant", "`sum of inhabitant seated over"),
        ("squares", "`empty space adjacent to self`"),
        ("parsk", "did you mean `park`?"),
    ],
)
def test_nouns_that_are_no_kinds(word: str, help: str, tmp_path: Path) -> None:
    (tmp_path / "mine.rules").write_text(
        f'tile mine "Mine" is shop {{\n  modes expert\n  score 1 per {word} in city\n}}\n', "utf-8"
    )
    with pytest.raises(Failure) as failure:
        load([shipped(), tmp_path])
    (found,) = failure.value.diagnostics
    assert (found.code, found.span.text) == ("TP011", word) and help in found.help


@pytest.mark.parametrize(
    ("cell", "help"),
    [
        ("_", "an empty space is `.`"),
        ("*", "an empty space is `.`"),
        ("F,", "write `F`: blank space parts"),
        ("[T3]", "write `T3`"),
        ("|", "leave it out"),
        ("Factory", "write `factory`"),
    ],
)
def test_cities_that_are_drawn_otherwise(cell: str, help: str, tmp_path: Path) -> None:
    (tmp_path / "mine.rules").write_text(
        f'tile mine "Mine" is shop {{\n  score 1\n  example expert {{ {cell} mine }} scores 1\n}}\n', "utf-8"
    )
    with pytest.raises(Failure) as failure:
        load([shipped(), tmp_path])
    (found,) = failure.value.diagnostics
    assert (found.code, found.span.text) == ("TP040", cell) and help in found.help


def test_mistakes_in_lines_that_follow_each_other_are_all_told() -> None:
    text = 'tile mine "Mine" is shop {\n  costs 1 energy\n  cost 2\n  points: 3\n  score 2 vp\n    at most 3\n  scor 1\n}\n'
    assert [x[1] for x in said(text)] == [2, 3, 4, 5, 7]


def test_what_is_repeated_of_a_text_is_short() -> None:
    """Even of a line that goes on for ever, about which nothing is looked up: that would take time."""
    for line in (f"score 9 {'x' * 900_000} {'y' * 9000}", "z" * 900_000):
        bag = Bag()
        parse(Source("mine.rules", f'tile mine "Mine" is shop {{\n  {line}\n}}\n'), bag)
        assert bag.found and all(len(KNOWN.told(d).message) < 100 for d in bag.found)


def test_what_a_terminal_would_obey_is_shown_as_signs() -> None:
    bag = Bag()
    parse(Source("mine.rules", 'tile mine "M\x1b[31m" is shop {\n\tscore \x07 \x9b1m\n}\n'), bag)
    shown = "\n".join(map(render, bag.found))
    assert not re.search(r"[\x00-\x08\x0b-\x1f\x7f-\x9f]", shown) and "\tscore \ufffd" in shown


@pytest.mark.parametrize("end", ["\n", "\r\n", "\r"])
def test_ends_of_lines_of_all_systems(end: str, tmp_path: Path) -> None:
    """They are counted alike."""
    path = tmp_path / "mine.rules"
    path.write_bytes(f'-- mine{end}tile mine "Mine" is shop {{{end}  score 2 vp{end}}}{end}'.encode())
    with pytest.raises(Failure) as failure:
        load([shipped(), path])
    (found,) = failure.value.diagnostics
    assert found.span.begin() == (3, 11)


@pytest.mark.parametrize(("text", "word", "help"), FILES)
def test_whole_files_of_other_languages(text: str, word: str, help: str) -> None:
    found = said(text)[0]
    assert found[0] == word and help in found[2]


@pytest.mark.parametrize("text", [
    'tile elf "Elf \U0001f9dd" is flower {\n\tscore 2 per ponds adjacent to self\n}\n',  # tabs, an emoji, a plural
    'tile elf "Elf" is flower {\nscore 2\n        score 1 }',  # laid out at random
    '\ufefftile elf "Elf" is flower {\r\n  score 2\r\n}\r\n',  # as Windows saves it
    'tile elf "\u00c9lfe" is flower { score 2 per row with a pond }',
])  # fmt: skip
def test_what_is_unusual_and_right(text: str, tmp_path: Path) -> None:
    (tmp_path / "garden.rules").write_text(GARDEN, "utf-8")
    (tmp_path / "elf.rules").write_bytes(text.encode())
    assert "elf" in load([tmp_path]).tiles("patio")


def test_help_speaks_of_the_author_s_own_game(tmp_path: Path) -> None:
    (tmp_path / "garden.rules").write_text(GARDEN, "utf-8")
    (tmp_path / "elf.rules").write_bytes(b'\xef\xbb\xbftile elf "Elf" is flower {\r\n  2 vp\r\n  score 1\r\n  needs a drop\r\n}\r\n')
    with pytest.raises(Failure) as failure:
        load([tmp_path])
    found = [(d.span.begin()[0], d.help) for d in failure.value.diagnostics]
    assert found == [
        (2, "a rule begins with `score`, as in `score 2 per pond adjacent to self`"),
        (4, "say how many: `needs 1 drop`"),
    ]


def test_no_message_names_a_kind_of_a_game(spec: Specification) -> None:
    """Neither a name nor a title of the shipped game stands in the program."""
    d = spec.declarations
    # Some are words of everyday language.
    names = {*d.kinds, *d.scorings, *spec.modes, *d.plurals} - {"library", "park", "shop", "school", "museum"}
    folder = Path(hints.__file__).parent.parent
    pattern = re.compile(rf"\b({'|'.join(sorted(names))})\b")
    for path in sorted([*folder.glob("dsl/**/*.py"), *folder.glob("verifier/**/*.py")]):
        for number, line in enumerate(path.read_text("utf-8").split("\n"), 1):
            assert not pattern.search(line), f"{path.name}:{number}: {line}"


def test_a_brace_that_is_missing() -> None:
    (found,) = said('-- mine\ntile mine "Mine" is park {\n  score 1\n')
    assert found[2] == "a `}` is missing: that of the `{` in line 2"


def test_several_mistakes_are_all_told_and_nothing_else() -> None:
    # Some go on from the line before, or to the line after, so that another word is to blame.
    odd = ("if", "-", "*", "|")
    wrong = [x for x in LINES if x[1] not in odd and not x[0].endswith(("{", "2 park"))]
    for i in range(0, len(wrong), 9):
        some = wrong[i : i + 9]
        lines = "\n".join(f"  {line}\n  score 1" for line, _, _ in some)
        found = said(f'tile mine "Mine" is park {{\n{lines}\n}}\ntile other "Other" is park {{ scor 1 }}\n')
        assert [w for w, _, _ in found] == [*(w for _, w, _ in some), "scor"]
        assert [n for _, n, _ in found[:-1]] == [2 * k + 2 for k in range(len(some))]


def test_what_goes_on_from_a_mistake_is_no_mistake() -> None:
    text = 'tile mine "Mine" is park {\n  score bye count of shop in city\n    [0, 1]\n    at most 1\n  score 1 vp\n}\n'
    assert [x[1] for x in said(text)] == [2, 5]
    # A block that is not closed is told once.
    assert len(said('tile mine "Mine" is park {\n  expert {\n    score 1 vp\n    score 2 vp\n')) <= 3


def test_what_is_told_to_be_written_can_be_read() -> None:
    source = Source("x", "score")
    filled = [
        KNOWN.told(Diagnostic("TP002", "", Span(source, 0, 5), help=help)).help for _, help in hints._HINTS
    ]
    texts = {x for help in filled for x in re.findall(r"`(score [^`]*)`", help)}
    assert len(texts) >= 13
    for text in sorted(texts):
        assert said(f'tile mine "Mine" is park {{\n  {text}\n}}\n') == [], text
