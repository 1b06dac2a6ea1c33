"""What the commands print: text, tables and colours.

Guarantee: pure functions of what they are given (but for `Terminal.of`, which looks at a stream and the
environment, and for the columns of the terminal); every text can be read without colour.
"""

from __future__ import annotations

import os
import re
import sys
import textwrap
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass
from typing import TextIO

from dsl.diagnostics import Diagnostic, render

WIDTH = 96
NARROWEST = 24  # below, words would be torn


@dataclass(frozen=True)
class Terminal:
    """What a stream can show."""

    colour: bool = False
    ascii: bool = False

    @staticmethod
    def of(stream: TextIO, wish: str = "auto") -> Terminal:
        """Colour as wished: `always`, `never`, or `auto` (`NO_COLOR`, `FORCE_COLOR`, else on a terminal)."""
        try:
            "┏━●✓".encode(stream.encoding or "ascii")
            ascii = False
        except (UnicodeEncodeError, LookupError):
            ascii = True
        if wish != "auto":
            return Terminal(wish == "always", ascii)
        if os.environ.get("NO_COLOR"):
            return Terminal(False, ascii)
        if os.environ.get("FORCE_COLOR"):
            return Terminal(True, ascii)
        return Terminal(stream.isatty() and os.environ.get("TERM") != "dumb", ascii)

    def paint(self, text: str, style: str) -> str:
        """The text in a style (`bold`, `dim`, `red`, `green`, `yellow`, `blue`), several joined by spaces."""
        if not self.colour or not text.strip():
            return text
        codes = ";".join(_STYLES[s] for s in style.split())
        return f"\x1b[{codes}m{text}\x1b[0m"


_STYLES = {"bold": "1", "dim": "2", "red": "31", "green": "32", "yellow": "33", "blue": "34"}
_ANSI = re.compile(r"\x1b\[[0-9;]*m")

VERDICT_STYLES = {
    "proved": "green",
    "optimal": "green",
    "refuted": "red bold",
    "infeasible": "red bold",
    "vacuous": "yellow",
    "unknown": "yellow",
    "feasible": "yellow",
}


def width(text: str) -> int:
    """The columns that a text takes, colours aside."""
    return len(_ANSI.sub("", text))


def diagnostic(d: Diagnostic, terminal: Terminal) -> str:
    """A diagnostic with its source lines."""
    first, *rest = render(d).split("\n")
    style = "red bold" if d.severity == "error" else "yellow bold"
    head, colon, message = first.partition(": ")
    out = [terminal.paint(head, style) + colon + terminal.paint(message, "bold")]
    for line in rest:
        marks = re.match(r"( *\| +)(\^+.*|-+(?: .*)?)$", line)
        if marks is not None:
            out.append(terminal.paint(marks[1], "blue") + terminal.paint(marks[2], style))
        elif line.startswith("  = help: "):
            out.append("  = " + terminal.paint("help", "bold") + line.removeprefix("  = help"))
        else:
            out.append(line)
    return "\n".join(out)


def diagnostics(found: Iterable[Diagnostic], terminal: Terminal) -> str:
    """Several diagnostics, a blank line between them."""
    return "\n\n".join(diagnostic(d, terminal) for d in found)


def plural(n: int, one: str, many: str = "") -> str:
    """`1 tile`, `2 tiles`."""
    return f"{n} {one if n == 1 else many or one + 's'}"


def table(
    head: Sequence[str],
    rows: Iterable[Sequence[str]],
    terminal: Terminal,
    right: frozenset[int] = frozenset(),
    indent: str = "",
) -> list[str]:
    """An aligned table; the columns of `right` are set flush right."""
    body = [list(r) for r in rows]
    widths = [max(width(r[i]) for r in [list(head), *body]) for i in range(len(head))]

    def line(cells: Sequence[str]) -> str:
        out = []
        for i, cell in enumerate(cells):
            space = " " * (widths[i] - width(cell))
            out.append(space + cell if i in right else cell + space)
        return indent + "  ".join(out).rstrip()

    rule = "  ".join(("-" if terminal.ascii else "─") * w for w in widths)
    return [terminal.paint(line(head), "bold"), indent + terminal.paint(rule, "dim"), *map(line, body)]


def sheet(lines: Sequence[tuple[str, str]], total: tuple[str, str] | None, terminal: Terminal) -> list[str]:
    """Titles with amounts flush right, and a total below a rule."""
    every = [*lines, *([total] if total is not None else [])]
    left = max((width(a) for a, _ in every), default=0)
    amount = max((width(b) for _, b in every), default=0)

    def line(a: str, b: str) -> str:
        return f"  {a}{' ' * (left - width(a))}  {' ' * (amount - width(b))}{b}"

    out = [line(a, b) for a, b in lines]
    if total is not None:
        out.append("  " + terminal.paint(("-" if terminal.ascii else "─") * (left + amount + 2), "dim"))
        out.append(terminal.paint(line(*total), "bold"))
    return out


def paragraph(text: str, indent: str = "", first: str | None = None) -> list[str]:
    """A text in lines that fit."""
    start = indent if first is None else first
    return textwrap.wrap(text, room(), initial_indent=start, subsequent_indent=indent) or [start.rstrip()]


def room() -> int:
    """How many columns a line of text may take: fewer than `WIDTH` only on a terminal that has no more."""
    try:
        there = os.get_terminal_size(sys.stdout.fileno()).columns if sys.stdout.isatty() else WIDTH
    except (OSError, ValueError):
        there = WIDTH
    return min(WIDTH, max(there, NARROWEST)) if there else WIDTH


def seconds(n: float) -> str:
    """A time span for a reader."""
    return f"{n:.2f} s" if n < 10 else f"{n:.0f} s"


def time_of(n: float, recorded: bool) -> str:
    """The time that a result took, or that it was on record."""
    return "recorded" if recorded else seconds(n)


def units(amounts: Mapping[str, int], titles: Mapping[str, tuple[str, str]]) -> str:
    """Amounts with the titles of their resources, joined by `and`; `titles` gives singulars and plurals."""
    return " and ".join(plural(n, *titles[r]) for r, n in amounts.items() if n)
