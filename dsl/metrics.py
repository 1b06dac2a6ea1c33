"""How wide a text is at most.

Guarantee: no text of Latin, Greek or Cyrillic letters is wider in DejaVu Sans (or in a narrower font) than is said
here; other scripts are taken to be as wide as their widest letters usually are.
"""

from __future__ import annotations

import json
import unicodedata
from functools import cache
from importlib.resources import files
from typing import Literal

Weight = Literal["regular", "bold"]

# Of what the table does not hold: letters as wide as high, the widest letters of other alphabets, pictures, and
# marks over letters, which a font that can not place them shows beside, on a ring of their own.
_SPARE = 1.01
_WIDE, _OTHER, _PICTURE, _MARK = 1040, 1100, 1400, 620


@cache
def _widths(weight: Weight) -> dict[int, int]:
    """Thousandths of the font size, by code point."""
    table = json.loads(files("dsl").joinpath("widths.json").read_text("utf-8"))
    return {int(first, 16) + i: n for first, run in table[weight].items() for i, n in enumerate(run)}


@cache
def _of(letter: str, weight: Weight) -> int:
    known = _widths(weight).get(ord(letter))
    if known is not None:
        return known
    category = unicodedata.category(letter)
    if category in ("Mn", "Me"):
        return _MARK
    if category == "Cf":
        return 0
    if category == "So":
        return _PICTURE
    return _WIDE if is_wide(letter) else _OTHER


def is_wide(letter: str) -> bool:
    """Whether it is a letter of those that are as wide as high, between which a line may end."""
    return unicodedata.east_asian_width(letter) in ("W", "F")


def width(text: str, size: float, weight: Weight = "regular") -> float:
    """The width of a line of text at a font size, in the size's unit, with a hundredth to spare for kerning."""
    return sum(_of(x, weight) for x in text) * size * _SPARE / 1000


def fitting(text: str, room: float, size: float, weight: Weight = "regular") -> int:
    """How many of the first letters of a text are together no wider than `room`."""
    wide = 0
    for n, letter in enumerate(text):
        wide += _of(letter, weight)
        if wide * size * _SPARE / 1000 > room:
            return n
    return len(text)
