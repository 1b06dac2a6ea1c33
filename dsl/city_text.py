"""Cities as drawn text: `F pond T3+2i S@4i F-`, read and written.

Guarantee: `read_grid(write_grid(city))` gives the city back (buildings, floors, prints, seats, activity).
"""

from __future__ import annotations

import re
from collections.abc import Iterator

from dsl import core as c
from dsl.city import Building, City
from dsl.declarations import Declarations
from dsl.diagnostics import Bag, did_you_mean
from dsl.source import Span
from dsl.syntax import Glyph

_CELL = re.compile(r"(?P<head>[a-z][a-z0-9_]*?|[A-Za-z])(?P<floors>\d+)?(?P<marks>(?:[+@]\d+[a-z]+|-)*)")
_MARK = re.compile(r"(?P<sign>[+@])(?P<number>\d+)(?P<unit>[a-z]+)|-")


def read_grid(
    span: Span, inner: int, mode: c.Mode, d: Declarations, bag: Bag
) -> tuple[Building | None, ...] | None:
    """The cells of a drawn city of a mode; `span` is the block, its text starting `inner` characters in.

    Missing rows and columns are empty. Returns None, with diagnostics, if it can not be read."""
    text = span.text[inner : len(span.text) - inner]
    before = len(bag.found)
    glyphs = _glyphs(mode, d)
    cells: list[Building | None] = [None] * mode.board.size
    row = -1
    offset = span.start + inner
    for line in text.split("\n"):
        code = line.split("--", 1)[0]
        if code.strip():
            row += 1
            words = list(re.finditer(r"\S+", code))
            if row >= mode.board.rows:
                at = Span(span.source, offset + words[0].start(), offset + words[-1].end())
                bag.add("TP041", f"the board of {mode.name} has {mode.board.rows} rows", at)
                break
            for column, word in enumerate(words):
                at = Span(span.source, offset + word.start(), offset + word.end())
                if column >= mode.board.columns:
                    bag.add("TP041", f"the board of {mode.name} has {mode.board.columns} columns", at)
                    break
                cells[mode.board.space(row, column)] = _cell(word[0], at, mode, d, glyphs, bag)
        offset += len(line) + 1
    return tuple(cells) if len(bag.found) == before else None


def _glyphs(mode: c.Mode, d: Declarations) -> dict[str, str]:
    return {
        x.letter: name
        for name, decl in d.kinds.items()
        for x in decl.lines
        if isinstance(x, Glyph) and mode.name in d.kind_modes[name]
    }


def _instead(text: str) -> str:
    """What to write for a space that was drawn as elsewhere; or nothing."""
    if re.fullmatch(r"[-_*/0\u00b7\u2013\u2014\u25a1]+", text):
        return "an empty space is `.`"
    bare = text.strip("[](),;|")
    if bare != text and (not bare or bare == "." or _CELL.fullmatch(bare)):
        return f"write `{bare}`: blank space parts the spaces of a city" if bare else "leave it out"
    if text != text.lower() and _CELL.fullmatch(text.lower()):
        return f"write `{text.lower()}`: names are written in small letters"
    return ""


def _cell(
    text: str, at: Span, mode: c.Mode, d: Declarations, glyphs: dict[str, str], bag: Bag
) -> Building | None:
    if text == ".":
        return None
    m = _CELL.fullmatch(text)
    if m is None:
        bag.add(
            "TP040",
            f"`{text if len(text) <= 40 else text[:37] + '...'}` is not a space of a city",
            at,
            help=_instead(text)
            or "write `.`, or a glyph or kind with floors and marks, as `T3`, `H+2vp`, `S@4i`, `F-`",
        )
        return None
    head = m["head"]
    # A name may end in a digit; floors come after it.
    whole = d.kind_name(head + m["floors"]) if m["floors"] else None
    kind = whole or glyphs.get(head) or d.kind_name(head)
    if kind is None or mode.name not in d.kind_modes[kind]:
        known = [k for k in d.kinds if mode.name in d.kind_modes[k]]
        hint = did_you_mean(head, known) or "glyphs: " + " ".join(
            f"{g}={k}" for g, k in sorted(glyphs.items())
        )
        bag.add("TP011", f"no kind `{head}` in {mode.name}", at, help=hint)
        return None
    floors = int(m["floors"] or 1) if whole is None else 1
    gains: dict[str, int] = {}
    seats: dict[str, int] | None = None
    active: bool | None = None
    vp = 0
    units = {r.glyph: r.name for r in d.resources.values()}
    for mark in _MARK.finditer(m["marks"]):
        if mark[0] == "-":
            active = False
            continue
        number, unit = int(mark["number"]), mark["unit"]
        if unit == "vp" and mark["sign"] == "+":
            vp += number
        elif unit in units and mark["sign"] == "+":
            gains[units[unit]] = gains.get(units[unit], 0) + number
        elif unit in units:
            seats = {**(seats or {}), units[unit]: number}
            active = True if active is None else active
        else:
            known_units = ", ".join(f"`{g}` ({n})" for g, n in sorted(units.items()))
            bag.add("TP040", f"unknown unit `{unit}`", at, help=f"units are {known_units}, and `+Nvp`")
    return Building(kind, floors, gains, vp, active, seats)


def write_cell(b: Building | None, game: c.Game) -> str:
    """One space as text."""
    if b is None:
        return "."
    kind = game.kinds[b.kind]
    text = kind.glyph or b.kind
    if b.floors != 1 or kind.max_floors > 1:
        text += str(b.floors)
    glyph = {r.name: r.glyph for r in game.resources}
    text += "".join(f"+{n}{glyph[r]}" for r, n in sorted(b.gains.items()) if n)
    text += f"+{b.vp}vp" if b.vp else ""
    text += "".join(f"@{n}{glyph[r]}" for r, n in sorted((b.seats or {}).items()) if n)
    return text + ("-" if b.active is False else "")


def write_rows(city: City, game: c.Game) -> Iterator[str]:
    """The city as aligned rows of text."""
    board = game.mode.board
    rows = [[write_cell(city.cells[s], game) for s in region] for region in board.regions("row")]
    widths = [max(len(r[i]) for r in rows) for i in range(board.columns)]
    for r in rows:
        yield " ".join(x.ljust(w) for x, w in zip(r, widths, strict=True)).rstrip()
