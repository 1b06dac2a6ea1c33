"""Cities from files or from standard input, drawn or as JSON.

Guarantee: whatever a file holds, the result is a possible city with the places of its spaces, or `Stop`
with every mistake that was found. A drawing may be headed by lines `mode NAME`, `supply 20 RESOURCE 4
RESOURCE` and `under RULING is READING`; braces around it are optional.
"""

from __future__ import annotations

import re
import sys
from collections.abc import Iterator
from pathlib import Path

from dsl import core as c
from dsl.assemble import Specification
from dsl.city import City, faults, lost_units
from dsl.city_json import LocatedCity, is_json, read_located
from dsl.city_text import read_grid
from dsl.declarations import Readings, unknown
from dsl.diagnostics import Bag, Failure, ordered
from dsl.load import complain, read_text
from dsl.source import MAX_CHARACTERS, Source, Span, plain
from dsl.syntax import Word
from verifier.commands.stop import UNUSABLE, Stop

_HEADER = re.compile(r"(?P<word>mode|under)\b.*|(?P<supply>supply|with)\s+\d.*")
_UNDER = re.compile(r"under\s+(\w+)\s+is\s+(\w+)")
_AMOUNT = re.compile(r"(\d+)\s+(\w+)(?:\s+and\b|\s*,)?")


def read_source(path: str) -> Source:
    """The text of a file, or of standard input for `-`.

    Raises `Failure` if it can not be read, is not UTF-8, or is too large."""
    if path != "-":
        file = Path(path)
        if file.is_dir():
            raise Failure([complain(path, "TP006", "this is a folder, not a file")])
        return Source(path, read_text(file))
    name = "<stdin>"
    raw = getattr(sys.stdin, "buffer", None)
    if raw is None:
        return Source(name, sys.stdin.read())
    data: bytes = raw.read()
    try:
        return Source(name, plain(data.decode("utf-8-sig")))
    except UnicodeDecodeError:
        help = "give it as UTF-8"
        raise Failure([complain(name, "TP007", "the input is not UTF-8 text", help)]) from None


def read_city_file(
    path: str, spec: Specification, readings: Readings, bag: Bag, *, mode: str | None, index: int | None
) -> LocatedCity:
    """The city of a file; warnings are left in `bag`.

    Raises `Stop` with all mistakes of the file."""
    found: LocatedCity | None = None
    try:
        source = read_source(path)
        if len(source.text) > MAX_CHARACTERS:
            size = f"{len(source.text):,} characters, at most {MAX_CHARACTERS:,} are read"
            bag.add("TP003", f"the file is too large: {size}", Span(source, 0, 0))
        elif not source.text.strip():
            bag.add("TP053", "the file holds no city", Span(source, 0, 0), help="draw one, or write it as JSON")
        elif path.endswith(".json") or is_json(source.text):
            found = read_located(source, spec, bag, mode=mode, index=index, readings=readings)
        elif index not in (None, 1):
            bag.add("TP053", "a drawing holds one city, `--index` is for JSON", Span(source, 0, 0))
        else:
            found = _Drawing(source, spec, bag, mode, readings).read()
    except Failure as failure:
        raise Stop(UNUSABLE, diagnostics=failure.diagnostics) from None
    if found is None or bag.errors:
        raise Stop(UNUSABLE, diagnostics=ordered(bag.found))
    return found


class _Drawing:
    """Reads a drawn city with its header lines."""

    def __init__(self, source: Source, spec: Specification, bag: Bag, mode: str | None, readings: Readings) -> None:
        self.source = source
        self.d = spec.declarations
        self.spec = spec
        self.bag = bag
        self.given_mode = mode
        self.given_readings = readings
        self.mode: c.Mode | None = None
        self.mode_said = False
        self.readings: dict[str, str] = {}
        self.supply: dict[str, int] = {}

    def read(self) -> LocatedCity | None:
        start = 0
        for begin, code in self._lines():
            start = begin
            text = code.strip()
            if text and not self._header(text, begin + code.index(text)):
                break
            start = begin + len(code)
        grid = self._grid(start)
        mode = self._mode()
        if grid is None or mode is None:
            return None
        cells = read_grid(grid, 0, mode, self.d, self.bag)
        if cells is None or self.bag.errors:
            return None
        readings = {**self.readings, **self.given_readings}
        game = self.spec.game(mode.name, readings)
        city = City(mode.name, cells)
        if self.supply:
            # What the drawing does not say of one resource is what its tiles give.
            city = City(mode.name, cells, {**city.received(game), **self.supply})
        places = dict(_places(grid, mode))

        def span(space: int | None) -> Span:
            return grid if space is None else places.get(space, grid)

        for space, text in faults(city, game) or lost_units(city, game):
            self.bag.add("TP044", text, span(space))
        return LocatedCity(city, readings, span)

    def _lines(self) -> Iterator[tuple[int, str]]:
        """The lines with their offsets, comments cut off."""
        at = 0
        for line in self.source.text.split("\n"):
            yield at, line.split("--", 1)[0]
            at += len(line) + 1

    def _header(self, text: str, at: int) -> bool:
        m = _HEADER.match(text)
        if m is None:
            return False
        span = Span(self.source, at, at + len(text))
        if m["word"] == "mode":
            words = text.split()
            again, self.mode_said = self.mode_said, True
            if len(words) != 2:
                self._unreadable(span, "write `mode NAME`")
            elif again:
                self.bag.add("TP033", "the mode is said twice", span)
            else:
                begin = at + text.index(words[1], len("mode"))
                word = Word(words[1], span=Span(self.source, begin, begin + len(words[1])))
                self.mode = self.d.modes.get(word.name)
                if self.mode is None:
                    unknown(self.bag, "TP012", "mode", word, self.d.modes)
                elif self.given_mode not in (None, word.name):
                    message = f"the city is one of {word.name}, not of {self.given_mode}"
                    self.bag.add("TP053", message, word.span)
        elif m["word"] == "under":
            self._reading(text, at, span)
        else:
            self._supply(text, at, span)
        return True

    def _unreadable(self, span: Span, help: str) -> None:
        self.bag.add("TP053", "this line can not be read", span, help=help)

    def _reading(self, text: str, at: int, span: Span) -> None:
        m = _UNDER.fullmatch(text)
        if m is None:
            self._unreadable(span, "write `under RULING is READING`")
            return
        ruling, reading = (Word(m[i], span=Span(self.source, at + m.start(i), at + m.end(i))) for i in (1, 2))
        found = self.d.rulings.get(ruling.name)
        if found is None:
            unknown(self.bag, "TP014", "ruling", ruling, self.d.rulings)
        elif reading.name not in found.names():
            unknown(self.bag, "TP015", "reading", reading, found.names())
        else:
            self.readings[ruling.name] = reading.name

    def _supply(self, text: str, at: int, span: Span) -> None:
        begin = re.match(r"\w+", text).end()  # type: ignore[union-attr]
        rest = re.sub(_AMOUNT, lambda m: " " * len(m[0]), text[begin:])
        if rest.strip():
            some = " ".join(f"{n} {r.plural}" for n, r in enumerate(self.d.resources.values(), 4))
            self._unreadable(span, f"write `supply {some}`")
            return
        for m in _AMOUNT.finditer(text, begin):
            word = Word(m[2], span=Span(self.source, at + m.start(2), at + m.end(2)))
            name = self.d.resource_name(word.name)
            if name is None:
                known = [w for r in self.d.resources.values() for w in (r.plural, r.name)]
                unknown(self.bag, "TP013", "resource", word, known)
            elif name in self.supply:
                self.bag.add("TP033", f"`{word.name}` is said twice", word.span)
            else:
                self.supply[name] = int(m[1][:9])

    def _grid(self, start: int) -> Span | None:
        """What is drawn from `start` on, without the braces around it."""
        blank = re.sub(r"--[^\n]*", lambda m: " " * len(m[0]), self.source.text)
        text = blank[start:]
        begin, end = start + len(text) - len(text.lstrip()), start + len(text.rstrip())
        if begin >= end:
            self.bag.add("TP053", "no city is drawn here", Span(self.source, max(0, start - 1), start))
            return None
        opened = blank[begin] == "{"
        brace = re.compile(r"[{}]").search(blank, begin + opened, end)
        if opened and brace is not None and brace[0] == "}" and brace.end() == end:
            inside = blank[begin + 1 : end - 1]
            # The place of the drawing is that of its first space.
            return Span(self.source, begin + 1 + len(inside) - len(inside.lstrip()), end - 1)
        if brace is not None:
            at = Span(self.source, brace.start(), brace.end())
            help = "put the whole drawing in one pair of braces, or in none; nothing stands after it"
            self.bag.add("TP053", f"`{brace[0]}` does not fit here", at, help=help)
            return None
        if opened:
            at = Span(self.source, begin, begin + 1)
            self.bag.add("TP053", "this brace is not closed", at, help="put `}` at the end of the drawing")
            return None
        return Span(self.source, begin, end)

    def _mode(self) -> c.Mode | None:
        modes = self.d.modes
        if self.mode_said:
            return self.mode
        if self.given_mode is not None:
            return modes.get(self.given_mode)
        if len(modes) == 1:
            return next(iter(modes.values()))
        first = next(iter(modes))
        help = f"begin with a line `mode {first}`, or give `--mode {first}`; known: " + ", ".join(modes)
        self.bag.add("TP053", "the city does not say its mode", Span(self.source, 0, 0), help=help)
        return None


def _places(grid: Span, mode: c.Mode) -> Iterator[tuple[int, Span]]:
    """The spans of the spaces of a drawing that can be read."""
    row, at = -1, grid.start
    for line in grid.text.split("\n"):
        words = list(re.finditer(r"\S+", line.split("--", 1)[0]))
        row += bool(words)
        for column, word in enumerate(words):
            yield mode.board.space(row, column), Span(grid.source, at + word.start(), at + word.end())
        at += len(line) + 1
