"""Places of a text as editors count them: lines and columns from 0, a column in code units of an encoding.

Guarantee: `offset_of` and `position_of` are inverse on every offset of a text whose lines end in `\\n`; a column
past the end of its line is the end of the line.
"""

from __future__ import annotations

from typing import Literal, TypeAlias

Encoding: TypeAlias = Literal["utf-8", "utf-16", "utf-32"]


def units(text: str, encoding: Encoding) -> int:
    """How many code units a text has."""
    match encoding:
        case "utf-8":
            return len(text.encode("utf-8", "surrogatepass"))
        case "utf-16":
            return sum(2 if ord(x) > 0xFFFF else 1 for x in text)
        case "utf-32":
            return len(text)


def position_of(text: str, offset: int, encoding: Encoding) -> tuple[int, int]:
    """Line and column, from 0, of an offset."""
    begin = text.rfind("\n", 0, offset) + 1
    return text.count("\n", 0, offset), units(text[begin:offset], encoding)


def offset_of(text: str, line: int, column: int, encoding: Encoding) -> int:
    """The offset of a line and column from 0; one inside a character is its beginning."""
    begin = 0
    for _ in range(line):
        after = text.find("\n", begin)
        if after < 0:
            return len(text)
        begin = after + 1
    end = text.find("\n", begin)
    at, left = begin, column
    while at < (len(text) if end < 0 else end):
        left -= units(text[at], encoding)
        if left < 0:
            break
        at += 1
    return at
