"""Tiles as somebody writes them who has not read the reference: what does not fit, and what is said of it.

The lines were written from plain English before the language was known, and are kept as they were."""

from __future__ import annotations

import re

import pytest

from dsl import hints
from dsl.diagnostics import Bag
from dsl.parse import parse
from dsl.source import Source

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
    ("score 3 if no factory adjacent", "}", "`adjacent to self`"),
    ("score 0.5 per shop in city", ".", "numbers are whole"),
    ("score 2 per Shop adjacent to self", "Shop", "small letters"),
    ("score 2 per shop adjacent to self;", ";", "leave out the `;`"),
    ("score 3 if shop > 2", ">", "`if count of shop in city > 2`"),
    ('description "x"', '"x"', '`summary "..."`'),
    ("score [1, 2, 4] per shop in city", "[", "looked up by"),
    ("score 2 per shop within 2 spaces of self", "spaces", "`within 2 of self`"),
    ("score 3 per different building adjacent to self", "building", "`score different kinds among"),
    ("score 2 per shop diagonally adjacent to self", "diagonally", "`diagonal to self`"),
    ("score 3 if self is on corner", "corner", "`if some my_tile on corner`"),
    ("score 3 if on the edge", "the", "`if some my_tile on edge`"),
    ("score 1 per inhabitant on shop", "shop", "inhabitants seated over"),
    ("score 1 per shop with 2 inhabitants", "inhabitants", "`with inhabitants seated >= 2`"),
    ("score 2 per shop && park in city", "&", "write `and`"),
    ("score 3 if count of shop in city == 3", "=", "write `=`"),
    ("score 3 if count of shop in city is 3", "is", "write `=`"),
    ("score 3 if any shop adjacent to self", "shop", "write `some`"),
    ("score 3 if all shop in city is active", "shop", "write `every`"),
    ("lose 1 per factory in city", "lose", "`score -1 per shop in city`"),
    ("score 1 per floor of tower_block adjacent to self", "of", "sum of floors over"),
    ("score 5 if some shop in city otherwise 2", "otherwise", "then 5 else 2"),
    ("counts as park", "counts", "stands at its top"),
    ('example "one shop" { S mine } scores 2', '"one shop"', "say the mode first"),
    ("example expert { S mine } score 2", "score", "write `scores 2`"),
    ("property never more than 12", "more", "give it a title"),
    ('property "p" { own <= 12 }', "<=", "`always own <= 12`"),
    ('property "p" { max 12 }', "max", "`always own <= 12`"),
    ('property "p" { always score <= 12 }', "<=", "write `own`"),
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
]  # fmt: skip


def said(text: str) -> list[tuple[str, int, str]]:
    """What is pointed at, in which line, and the help."""
    bag = Bag()
    parse(Source("mine.rules", text), bag)
    return [(d.span.text, d.span.begin()[0], d.help) for d in bag.found]


@pytest.mark.parametrize(("line", "word", "help"), LINES)
def test_each_line_is_told_what_to_write(line: str, word: str, help: str) -> None:
    (found,) = said(f'tile mine "Mine" is park {{\n  modes expert\n  {line}\n}}\n')
    assert found[0] == word and found[1] in (3, 4) and help in found[2]


@pytest.mark.parametrize("text", HEADS)
def test_the_head_of_a_tile(text: str) -> None:
    (found,) = said(text)
    assert '`tile my_tile "My Tile" is KIND {`' in found[2]


def test_a_brace_that_is_missing() -> None:
    (found,) = said('-- mine\ntile mine "Mine" is park {\n  score 1\n')
    assert found[2] == "a `}` is missing: that of the `{` in line 2"


def test_several_mistakes_are_all_told_and_nothing_else() -> None:
    # Two of them go on from the line before, or to the line after, so that another word is to blame.
    wrong = [x for x in LINES if x[1] not in ("if", "}")]
    for i in range(0, len(wrong), 9):
        some = wrong[i : i + 9]
        lines = "\n".join(f"  {line}\n  score 1" for line, _, _ in some)
        found = said(f'tile mine "Mine" is park {{\n{lines}\n}}\ntile other "Other" is park {{ scor 1 }}\n')
        assert [w for w, _, _ in found] == [*(w for _, w, _ in some), "scor"]
        assert [n for _, n, _ in found[:-1]] == [2 * k + 2 for k in range(len(some))]


def test_what_goes_on_from_a_mistake_is_no_mistake() -> None:
    text = 'tile mine "Mine" is park {\n  score bye count of shop in city\n    [0, 1]\n    at most 1\n  score 1 vp\n}\n'
    assert len(said(text)) == 1
    # A block that is not closed is told once.
    assert len(said('tile mine "Mine" is park {\n  expert {\n    score 1 vp\n    score 2 vp\n')) <= 3


def test_what_is_told_to_be_written_can_be_read() -> None:
    texts = {x for _, help in hints._HINTS for x in re.findall(r"`(score [^`]*)`", help)}
    assert len(texts) >= 13
    for text in sorted(texts):
        assert said(f'tile mine "Mine" is park {{\n  {text}\n}}\n') == [], text
