"""Syntax tree to text: the canonical layout of a file.

Guarantees, of `format_file` for a file that was read without errors:

- parsing the result gives an equal tree. Parentheses stay as they were written; only the blank
  space inside a grid changes, its rows of cells do not (rows without cells are left out);
- formatting the result again changes nothing;
- every comment is kept, but for blank space at its end, and stays with its item: on a line of its
  own before it, or at the end of its last line; one inside an item moves in front of the item;
- the result ends in exactly one newline (that of an empty file is empty);
- the layout depends only on the tree, the comments, and which lines a blank line stood between.
"""

from __future__ import annotations

import re
from bisect import bisect_left
from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass
from functools import cached_property

from dsl import syntax as s
from dsl.pretty import (
    Block,
    Entry,
    Rows,
    clause,
    entries_of,
    example_ends,
    grid_in_line,
    grid_rows,
    header,
    score_by_rows,
    table_rows,
)
from dsl.pretty_expressions import commas
from dsl.source import Source

WIDTH = 100
INDENT = "  "
_TOKEN = re.compile(r'--[^\n]*|"[^"\n]*"|\{')


def format_file(file: s.File, source: Source) -> str:
    """The canonical layout of a file that was read from `source` without errors.

    Items that could not be read are not in the tree: do not call this for a file that has any. A
    tree that was made by hand is printed with an empty source.
    """
    return _Layout.of(file, source).file(file)


@dataclass(frozen=True)
class _Comment:
    start: int
    end: int
    text: str


@dataclass(frozen=True)
class _Chunk:
    """Whole lines of the result; `blank` asks for a blank line before them."""

    lines: tuple[str, ...]
    blank: bool
    declaration: bool = False


@dataclass(frozen=True)
class _Layout:
    """A text with what of it is not in the tree: comments, and where its blocks open."""

    text: str
    comments: tuple[_Comment, ...]
    braces: tuple[int, ...]

    @staticmethod
    def of(file: s.File, source: Source) -> _Layout:
        """Find the comments and braces of a text whose tree is known."""
        text = source.text
        comments, braces, at = [], [], 0
        # Grids are raw text, with braces and comments of their own: the scan leaps over them. They
        # are whole tokens, so that it never starts in the middle of a string or a comment.
        grids = sorted((g.span.start, g.span.end) for g in _grids(file.items))
        for start, end in [*grids, (len(text), len(text))]:
            for m in _TOKEN.finditer(text, at, max(at, start)):
                if m[0].startswith("--"):
                    comments.append(_Comment(m.start(), m.end(), m[0].rstrip()))
                elif m[0] == "{":
                    braces.append(m.start())
            at = max(at, end)
        return _Layout(text, tuple(comments), tuple(braces))

    @cached_property
    def _starts(self) -> tuple[int, ...]:
        return tuple(c.start for c in self.comments)

    def between(self, start: int, end: int) -> tuple[_Comment, ...]:
        """The comments that begin in a range."""
        low, high = bisect_left(self._starts, start), bisect_left(self._starts, end)
        return self.comments[low:high]

    def gap(self, start: int, end: int) -> bool:
        """Whether a range of blank space has a blank line in it."""
        return self.text.count("\n", start, end) > 1

    def trailing(self, at: int, end: int) -> _Comment | None:
        """The comment at the end of the line that `at` is on, if nothing else stands between."""
        first = next(iter(self.between(at, end)), None)
        if first is None or "\n" in self.text[at : first.start]:
            return None
        return first

    def file(self, file: s.File) -> str:
        """The whole text."""
        lines = self.lines(file.items, 0, len(self.text), "")
        return "".join(f"{line}\n" for line in lines)

    def lines(self, entries: Sequence[Entry], start: int, end: int, pad: str) -> list[str]:
        """The lines of a list of entries, with all the comments that begin in a range."""
        lines: list[str] = []
        after_declaration = False
        for chunk in self.chunks(entries, start, end, pad):
            if lines and (chunk.blank or after_declaration):
                lines.append("")
            lines += chunk.lines
            after_declaration = chunk.declaration
        return lines

    def chunks(self, entries: Sequence[Entry], start: int, end: int, pad: str) -> Iterator[_Chunk]:
        """The entries and the comments between them, in order."""
        at = start
        for i, entry in enumerate(entries):
            for comment in self.between(at, entry.span.start):
                yield _Chunk((pad + comment.text,), self.gap(at, comment.start))
                at = comment.end
            blank = self.gap(at, entry.span.start)
            inside, lines = self.entry(entry, pad)
            for comment in inside:
                yield _Chunk((pad + comment.text,), blank)
                blank = False
            at = entry.span.end
            follower = entries[i + 1].span.start if i + 1 < len(entries) else end
            trailing = self.trailing(at, follower)
            if trailing is not None:
                lines[-1] += INDENT + trailing.text
                at = trailing.end
            is_declaration = isinstance(entry, s.Declaration | s.TableDeclaration)
            yield _Chunk(tuple(lines), blank, is_declaration)
        for comment in self.between(at, end):
            yield _Chunk((pad + comment.text,), self.gap(at, comment.start))
            at = comment.end

    def entry(self, entry: Entry, pad: str) -> tuple[tuple[_Comment, ...], list[str]]:
        """The comments that move in front of an entry, and its lines."""
        if isinstance(entry, Block):
            return self.block(entry, pad)
        match entry:
            case s.Example():
                lines = example_lines(entry, pad)
            case s.Board(grid=grid):
                lines = _grid_lines("board ", grid, "", pad)
            case s.SpaceNumbers(grid=grid):
                lines = _grid_lines("numbers on spaces ", grid, "", pad)
            case s.ScoreBy():
                lines = _broken(score_by_rows(entry), entry.table, pad)
            case s.TableDeclaration():
                lines = _broken(table_rows(entry), entry.table, pad)
            case _:
                lines = [pad + clause(entry)]
        return self.between(entry.span.start, entry.span.end), lines

    def block(self, block: Block, pad: str) -> tuple[tuple[_Comment, ...], list[str]]:
        """The comments of the header of a block, and the lines of the block."""
        start, end = block.span.start, block.span.end
        brace = bisect_left(self.braces, start)
        opening = self.braces[brace] + 1 if brace < len(self.braces) else end
        opening = min(opening, end)
        before, inside = self.between(start, opening), self.between(opening, end)
        if not inside:
            whole = pad + clause(block)
            if not entries_of(block) or (_short(block) and len(whole) <= WIDTH):
                return before, [whole]
        entries = entries_of(block)
        first = f"{pad}{header(block)} {{"
        trailing = self.trailing(opening, entries[0].span.start if entries else end)
        if trailing is not None:
            first += INDENT + trailing.text
            opening = trailing.end
        return before, [first, *self.lines(entries, opening, end, pad + INDENT), f"{pad}}}"]


def _short(block: Block) -> bool:
    """Whether a block may stand on one line: it says one thing, and that is no block itself."""
    match block:
        case s.Property() | s.PlayProperty():
            return not block.options
        case s.ModeBlock() | s.UnderBlock() | s.FromPlayers() | s.RepeatStep() | s.IfStep() | s.Option():
            inner = entries_of(block)
            grids = [grid_rows(x.grid) for x in inner if isinstance(x, s.SpaceNumbers)]
            if any(len(rows) > 1 or any(said for _, said in rows) for rows in grids):
                return False  # each row has a line of its own, and a comment ends its line
            return len(inner) == 1 and not isinstance(inner[0], Block | s.Example)
        case _:
            return False


def _broken(rows: Rows, literal: s.TableLiteral, pad: str) -> list[str]:
    """One line; or, if that is too long and the table has several rows, one line for each row."""
    start, middle, end = rows
    whole = f"{pad}{start}{commas(middle)}{end}"
    if literal.flat or len(whole) <= WIDTH:
        return [whole]
    inner = [f"{pad}{INDENT}{row}," for row in middle]
    inner[-1] = inner[-1].removesuffix(",")
    return [f"{pad}{start.rstrip()}", *inner, f"{pad}{end}"]


def _grids(entries: Iterable[Entry]) -> Iterator[s.Grid]:
    """All grids of some entries."""
    for entry in entries:
        match entry:
            case s.Example(city=grid) | s.Board(grid=grid) | s.SpaceNumbers(grid=grid):
                yield grid
            case s.Declaration() | s.ModeBlock() | s.UnderBlock() | s.FromPlayers():
                yield from _grids(entry.lines)
            case _:
                pass


# ---- grids --------------------------------------------------------------------------------


def _grid_lines(start: str, grid: s.Grid, end: str, pad: str) -> list[str]:
    rows = grid_rows(grid)
    if not rows:
        return [f"{pad}{start}{{ }}{end}"]
    if len(rows) == 1 and not rows[0][1]:
        line = f"{pad}{start}{grid_in_line(grid)}{end}"
        if len(line) <= WIDTH:
            return [line]
    widths: list[int] = []
    for cells, _ in rows:
        widths += [0] * (len(cells) - len(widths))
        widths = [max(width, len(cells[i])) if i < len(cells) else width for i, width in enumerate(widths)]
    lines = [f"{pad}{start}{{"]
    for cells, comment in rows:
        padded = [cell.ljust(width) for cell, width in zip(cells, widths, strict=False)]
        parts = [" ".join(padded).rstrip(" "), comment]
        lines.append(pad + INDENT + INDENT.join(part for part in parts if part))
    return [*lines, f"{pad}}}{end}"]


def example_lines(x: s.Example, pad: str = "") -> list[str]:
    """An example as it is laid out on lines of its own, each after `pad`."""
    start, end = example_ends(x)
    return _grid_lines(start, x.city, end, pad)
