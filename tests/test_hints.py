"""What a newcomer writes before reading the reference, and what is said of it: the word to change, and to what."""

from __future__ import annotations

import pytest

from dsl.diagnostics import Bag
from dsl.parse import parse
from dsl.source import Source


@pytest.mark.parametrize(
    ("line", "word", "help"),
    [
        ("score 2 for each shop adjacent to self", "for", "`per`"),
        ("score 2 per each shop adjacent to self", "each", "leave out"),
        ("score 2 per the shop in city", "the", "leave out"),
        ("gain 3 energy", "gain", "`when placed gain ...`"),
        ("# a remark", "#", "`--`"),
        ("// a remark", "/", "`--`"),
        ("summary 'a text'", "'", "two"),
        ("score self.floors", ".", "`floors of self`"),
    ],
)
def test_what_to_write_instead(line: str, word: str, help: str) -> None:
    bag = Bag()
    parse(Source("mine.rules", f'tile mine "Mine" is shop {{\n  {line}\n}}\n'), bag)
    (found,) = bag.found
    assert (found.code, found.span.text, found.span.begin()[0]) == ("TP002", word, 2)
    assert help in found.help
