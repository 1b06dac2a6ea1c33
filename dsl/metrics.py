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

# Of what the table does not hold: letters as wide as high, and the widest letters of other alphabets.
_WIDE, _OTHER, _PICTURE = 1040, 1100, 1400
_NO_WIDTH = frozenset({"Mn", "Me", "Cf"})


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
    if unicodedata.category(letter) in _NO_WIDTH:
        return 0
    if ord(letter) >= 0x1F000 and unicodedata.category(letter) == "So":
        return _PICTURE
    return _WIDE if unicodedata.east_asian_width(letter) in "WF" else _OTHER


def width(text: str, size: float, weight: Weight = "regular") -> float:
    """The width of a line of text at a font size, in the size's unit, with a hundredth to spare for kerning."""
    return sum(_of(x, weight) for x in text) * size * 1.01 / 1000
