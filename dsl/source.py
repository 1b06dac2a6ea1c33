"""Texts and places in them.

Guarantee: a `Span` always lies within its source, and never counts in the equality of a syntax node.
"""

from __future__ import annotations

from bisect import bisect_right
from dataclasses import dataclass, field
from functools import cached_property

MAX_CHARACTERS = 1_000_000
"""So long a text is read at most."""


def plain(text: str) -> str:
    """A text whose lines end in `\\n`, with every line and column where it was."""
    return text.replace("\r\n", "\n").replace("\r", "\n")


@dataclass(frozen=True)
class Source:
    """A text with the name it is shown by (a path relative to where the user stands, or `<stdin>`)."""

    name: str
    text: str = field(repr=False)
    readable: bool = True  # if not, there are no places in it to speak of

    @cached_property
    def _starts(self) -> tuple[int, ...]:
        starts = [0]
        starts += [i + 1 for i, c in enumerate(self.text) if c == "\n"]
        return tuple(starts)

    def position(self, offset: int) -> tuple[int, int]:
        """The 1-based (line, column) of an offset; columns count characters."""
        line = bisect_right(self._starts, offset)
        return line, offset - self._starts[line - 1] + 1

    def line(self, number: int) -> str:
        """The text of a 1-based line, without its end."""
        start = self._starts[number - 1]
        end = self._starts[number] - 1 if number < len(self._starts) else len(self.text)
        return self.text[start:end].rstrip("\r")


@dataclass(frozen=True)
class Span:
    """The half-open range `[start, end)` of characters of a source."""

    source: Source = field(repr=False)
    start: int
    end: int

    @property
    def text(self) -> str:
        """The words that the span covers."""
        return self.source.text[self.start : self.end]

    def begin(self) -> tuple[int, int]:
        """1-based line and column of the first character."""
        return self.source.position(self.start)

    def finish(self) -> tuple[int, int]:
        """1-based line and column just past the last character."""
        return self.source.position(self.end)

    def to(self, other: Span) -> Span:
        """The span from the start of this one to the end of another."""
        return Span(self.source, min(self.start, other.start), max(self.end, other.end))

    def __str__(self) -> str:
        if not self.source.readable:
            return self.source.name
        line, column = self.begin()
        return f"{self.source.name}:{line}:{column}"


NOWHERE = Span(Source("<none>", ""), 0, 0)
