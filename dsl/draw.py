"""A city as a board of characters, for the terminal.

Guarantee: `draw` is a pure function of the city and the game; everything that a city says of a space (kind,
floors, print, seats, activity) can be read from letters and marks alone, colour only repeats it.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping

from dsl import core as c
from dsl.board import Board
from dsl.city import Building, City

# The box-drawing characters by the weight (0 none, 1 light, 2 heavy) of their four arms: the character for
# the arms up, right, down and left stands at place 27 * up + 9 * right + 3 * down + left.
_BOX = " ╴╸╷┐┑╻┒┓╶─╾┌┬┭┎┰┱╺╼━┍┮┯┏┲┳╵┘┙│┤┥╽┧┪└┴┵├┼┽┟╁╅┕┶┷┝┾┿┢╆╈╹┚┛╿┦┩┃┨┫┖┸┹┞╀╃┠╂╉┗┺┻┡╄╇┣╊╋"
_LIGHT, _HEAVY = 1, 2
_COLOURS = (31, 33, 34, 35, 36, 32, 91, 93, 94, 95, 96, 92)


def short_names(game: c.Game) -> dict[str, str]:
    """A short name for each kind of a game, no two alike: its glyph, its initials, or its beginning."""
    out = {k.name: k.glyph for k in game.kinds.values() if k.glyph}
    used = set(out.values())
    for name in sorted(game.kinds):
        if name not in out:
            out[name] = next((x for x in _abbreviations(name) if x not in used), name)
            used.add(out[name])
    return out


def _abbreviations(name: str) -> Iterator[str]:
    words = [w.capitalize() for w in name.split("_") if w]
    initials = "".join(w[0] for w in words[1:])
    for n in range(1 if initials else 3, len(words[0]) + 1):
        yield words[0][:n] + initials


def _paint(text: str, *codes: int) -> str:
    return f"\x1b[{';'.join(map(str, codes))}m{text}\x1b[0m" if codes and text.strip() else text


def _family(name: str, game: c.Game) -> str:
    kind = game.kinds[name]
    return _family(kind.parents[0], game) if kind.parents and kind.parents[0] in game.kinds else name


def _marks(units: Mapping[str, int], sign: str, game: c.Game) -> str:
    return "".join(f"{sign}{units[r.name]}{r.glyph}" for r in game.resources if units.get(r.name))


def _content(b: Building | None, game: c.Game, names: Mapping[str, str]) -> list[str]:
    """The lines of a space: name and floors, then what is printed and what is seated, where there is any."""
    if b is None:
        return []
    tall = game.kinds[b.kind].max_floors > 1 or b.floors != 1
    head = f"{names[b.kind]}{b.floors if tall else ''}{'-' if b.active is False else ''}"
    printed = _marks(b.gains, "+", game) + (f"+{b.vp}vp" if b.vp else "")
    return [head, *filter(None, (printed, _marks(b.seats or {}, "@", game)))]


class _Lines:
    """The lines between spaces: heavy around the board and between districts, light within them."""

    def __init__(self, board: Board, ascii: bool) -> None:
        self.board = board
        self.ascii = ascii

    def weight(self, a: tuple[int, int], b: tuple[int, int]) -> int:
        """The weight of the border between two places (row, column), either of which may lie outside."""
        inside = [
            self.board.space(*x) for x in (a, b) if 0 <= x[0] < self.board.rows and 0 <= x[1] < self.board.columns
        ]
        if len(inside) < 2:
            return _HEAVY * len(inside)
        one, two = (self.board.districts[x] for x in inside)
        return _LIGHT if one == two else _HEAVY

    def vertical(self, row: int, column: int) -> str:
        """The line on the left of a space."""
        weight = self.weight((row, column - 1), (row, column))
        return " |#"[weight] if self.ascii else " │┃"[weight]

    def horizontal(self, row: int, widths: list[int]) -> str:
        """The line above a row (below the last one, for the row past it)."""
        out = []
        for column in range(self.board.columns + 1):
            arms = (
                self.weight((row - 1, column - 1), (row - 1, column)),
                self.weight((row - 1, column), (row, column)),
                self.weight((row, column - 1), (row, column)),
                self.weight((row - 1, column - 1), (row, column - 1)),
            )
            if self.ascii:
                out.append("#" if _HEAVY in arms else "+")
            else:
                out.append(_BOX[sum(w * 3 ** (3 - i) for i, w in enumerate(arms))])
            if column < self.board.columns:
                out.append((" -=" if self.ascii else " ─━")[arms[1]] * widths[column])
        return "".join(out)


def draw(city: City, game: c.Game, *, colour: bool = False, ascii: bool = False) -> list[str]:
    """The city as lines of text: the board with row and column numbers, and a legend below it.

    `colour` adds ANSI colours; `ascii` does without box-drawing characters."""
    board = game.mode.board
    names = short_names(game)
    contents = [_content(b, game, names) for b in city.cells]
    widths = [
        max([5, *(len(text) + 2 for s in region for text in contents[s])]) for region in board.regions("column")
    ]
    families = list(dict.fromkeys(_family(k, game) for k in game.kinds))
    palette = {k: _COLOURS[families.index(_family(k, game)) % len(_COLOURS)] for k in game.kinds}
    lines = _Lines(board, ascii)
    margin = " " * (len(str(board.rows)) + 2)
    head = "".join(f" {str(i + 1).center(w)}" for i, w in enumerate(widths))
    out = [(margin + head).rstrip()]
    for r, region in enumerate(board.regions("row")):
        out.append(margin + lines.horizontal(r, widths))
        for i in range(max(1, *(len(contents[s]) for s in region))):
            row = f" {r + 1}".ljust(len(margin)) if i == 0 else margin
            for column, s in enumerate(region):
                text = contents[s][i] if i < len(contents[s]) else ""
                text = text.center(widths[column])
                b = city.cells[s]
                if colour and b is not None:
                    codes = (2,) if b.active is False else (1,) if i == 0 else ()
                    text = _paint(text, *codes, palette[b.kind])
                row += lines.vertical(r, column) + text
            out.append(row + lines.vertical(r, board.columns))
    out.append(margin + lines.horizontal(board.rows, widths))
    return [*out, *_legend(city, game, names, palette if colour else {}, margin)]


def _legend(
    city: City, game: c.Game, names: Mapping[str, str], palette: Mapping[str, int], margin: str
) -> Iterator[str]:
    """What the short names and the marks stand for: letters first, then abbreviations."""
    buildings = [b for _, b in city.buildings()]
    present = sorted({b.kind for b in buildings}, key=lambda k: (len(names[k]) > 1, names[k]))
    entries = []
    for k in present:
        text = f"{names[k]} {game.kinds[k].title}"
        entries.append((len(text), _paint(text, palette[k]) if palette else text))
    yield from _packed(entries, margin)
    marks = []
    for r in game.resources:
        if any(b.gains.get(r.name) for b in buildings):
            marks.append(f"+{r.glyph} {r.plural_title} printed")
    for r in game.resources:
        if any((b.seats or {}).get(r.name) for b in buildings):
            marks.append(f"@{r.glyph} {r.plural_title} on seats")
    if any(b.active is False for b in buildings):
        marks.append("- not active")
    yield from _packed([(len(x), x) for x in marks], margin)


def _packed(entries: list[tuple[int, str]], margin: str) -> Iterator[str]:
    """Entries (their width, and their text) on as few lines as hold them."""
    line, width = "", 0
    for size, text in entries:
        if line and width + 3 + size > 76:
            yield line
            line, width = "", 0
        line += "   " + text if line else margin + text
        width += 3 + size
    if line:
        yield line
