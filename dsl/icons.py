"""Icons: small drawings of kinds and resources, SVG files in a folder `icons` beside the rules.

Guarantee: an icon that was read holds shapes and nothing else. It runs nothing, loads nothing, refers to nothing
and has no name that something else could refer to; what is not on the lists below is refused, with its place.
"""

from __future__ import annotations

import re
from collections.abc import Iterable, Mapping
from dataclasses import dataclass, field
from pathlib import Path
from xml.parsers import expat

from dsl import core as c
from dsl.diagnostics import Bag, did_you_mean
from dsl.load import read_text, shown_path
from dsl.patterns import PATTERNS
from dsl.source import Source, Span
from dsl.svg import NAMESPACE, element, number

FOLDER, SUFFIX = "icons", ".svg"
# A drawing of this size is no icon.
MAX_CHARACTERS = 100_000

_NUMBERS = re.compile(r"[-+0-9.eE,\s]*")
_PATH = re.compile(r"[-+0-9.eE,\sMmLlHhVvCcSsQqTtAaZz]*")
_MOVES = re.compile(r"(?:(?:matrix|translate|scale|rotate|skewX|skewY)\s*\([-+0-9.eE,\s]*\)[\s,]*)*")
_PAINT = re.compile(r"none|currentColor|black|white|#(?:[0-9a-fA-F]{3}|[0-9a-fA-F]{6})")
_COLOUR = re.compile(r"#[0-9a-fA-F]{6}")
_WORD = re.compile(r"[a-z]+")
_ATTRIBUTES: Mapping[str, re.Pattern[str]] = {
    "d": _PATH,
    "points": _NUMBERS,
    "transform": _MOVES,
    "fill": _PAINT,
    "stroke": _PAINT,
    **dict.fromkeys(("fill-rule", "stroke-linecap", "stroke-linejoin"), _WORD),
    **dict.fromkeys(("x", "y", "width", "height", "cx", "cy", "r", "rx", "ry", "x1", "y1", "x2", "y2"), _NUMBERS),
    **dict.fromkeys(("stroke-width", "stroke-miterlimit", "stroke-dasharray", "stroke-dashoffset"), _NUMBERS),
    **dict.fromkeys(("opacity", "fill-opacity", "stroke-opacity"), _NUMBERS),
}
_SHAPES = ("path", "rect", "circle", "ellipse", "line", "polyline", "polygon")
_SILENT = ("title", "desc")  # their text is left out
_KNOWN = ("svg", "g", *_SHAPES, *_SILENT)
_ROOT = frozenset({"xmlns", "viewBox", "version", "width", "height", "color", "data-pattern"})


_INK, _PAPER = "%ink%", "%paper%"  # no value that is let through holds a `%`
_STANDS_FOR = {
    **dict.fromkeys(("black", "#000", "#000000", "currentcolor"), _INK),
    **dict.fromkeys(("white", "#fff", "#ffffff"), _PAPER),
}


@dataclass(frozen=True)
class Icon:
    """A drawing in a box (left, top, width, height). `colour` and `pattern` are those that the kind is to have, if
    it says so. What is black in it is drawn in the ink of the picture, what is white in that of the paper."""

    box: tuple[float, float, float, float]
    body: str
    colour: str = ""
    pattern: str = ""

    def draw(self, x: float, y: float, size: float, ink: str = "#000", paper: str = "#fff") -> str:
        """The icon in a square whose upper left corner is at `x`, `y`, as large as fits, in the middle."""
        left, top, w, h = self.box
        scale = size / max(w, h)
        dx, dy = x + (size - w * scale) / 2 - left * scale, y + (size - h * scale) / 2 - top * scale
        move = f"translate({number(dx)} {number(dy)}) scale({scale:.5f})"
        body = self.body.replace(_INK, ink).replace(_PAPER, paper)
        return element("g", body, transform=move, fill=ink)




@dataclass(frozen=True)
class Icons:
    """The icons of a specification, by the name of a kind or resource."""

    by_name: Mapping[str, Icon] = field(default_factory=dict)

    def of_kind(self, name: str, game: c.Game) -> Icon | None:
        """The icon of a kind, else that of its first parent that has one."""
        for word in lineage(name, game):
            if word in self.by_name:
                return self.by_name[word]
        return None

    def asked(self, name: str, game: c.Game) -> tuple[str, str]:
        """The colour and the pattern that the kind's icon asks for, else those of its first parent that does; or
        nothing."""
        found = [self.by_name[word] for word in lineage(name, game) if word in self.by_name]
        return next((x.colour for x in found if x.colour), ""), next((x.pattern for x in found if x.pattern), "")

    def of_resource(self, name: str) -> Icon | None:
        """The icon of a resource."""
        return self.by_name.get(name)


NONE = Icons()


def lineage(name: str, game: c.Game) -> Iterable[str]:
    """A kind, its parents in their order, theirs, and so on, each once."""
    todo, seen = [name], set[str]()
    while todo:
        word = todo.pop(0)
        if word not in seen:
            seen.add(word)
            yield word
            todo += game.kinds[word].parents if word in game.kinds else ()


def read_icons(folders: Iterable[Path], bag: Bag | None = None) -> Icons:
    """All icons in folders `icons` beside the rules: inside a folder, or beside a single file. A later folder's
    goes before an earlier one's of the same name; a file's name tells whose icon it is.

    Raises `Failure` with everything that is wrong with any of them."""
    bag = Bag() if bag is None else bag
    found: dict[str, Icon] = {}
    for folder in folders:
        inside = (folder if folder.is_dir() else folder.parent) / FOLDER
        for path in sorted(inside.glob(f"*{SUFFIX}")) if inside.is_dir() else ():
            icon = parse_icon(Source(shown_path(path), read_text(path)), bag)
            if icon is not None:
                found[path.name.removesuffix(SUFFIX)] = icon
    bag.check()
    return Icons(found)


def parse_icon(source: Source, bag: Bag) -> Icon | None:
    """The icon of a text; None, with one message, if it is not one."""
    try:
        return _Reader(source).icon()
    except _Refused as refused:
        bag.add("TP061", refused.message, refused.span, help=refused.help)
    return None


class _Refused(Exception):
    def __init__(self, message: str, span: Span, help: str = "") -> None:
        self.message, self.span, self.help = message, span, help
        super().__init__(message)


class _Reader:
    """Reads one drawing. The first thing that is wrong ends it."""

    def __init__(self, source: Source) -> None:
        self.source = source
        self.open: list[str] = []
        self.body: list[str] = []
        self.box: tuple[float, float, float, float] | None = None
        self.colour = self.pattern = ""
        self.parser = expat.ParserCreate(namespace_separator=" ")
        self.parser.StartElementHandler = self._start
        self.parser.EndElementHandler = self._end
        self.parser.StartDoctypeDeclHandler = lambda *_: self._no("an icon has no document type and no entities")
        self.parser.ProcessingInstructionHandler = lambda *_: self._no("an icon has no processing instructions")
        self.parser.CharacterDataHandler = self._text

    def icon(self) -> Icon:
        """The drawing. Raises `_Refused`."""
        if len(self.source.text) > MAX_CHARACTERS:
            size = f"{len(self.source.text):,} characters, at most {MAX_CHARACTERS:,} are read"
            raise _Refused(f"the icon is too large: {size}", Span(self.source, 0, 0))
        try:
            self.parser.Parse(self.source.text, True)
        except expat.ExpatError as error:
            said = expat.errors.messages[error.code]
            span = self._at(error.lineno, error.offset)
            raise _Refused(f"the icon is not well-formed XML: {said}", span) from None
        assert self.box is not None
        if not self.body:
            raise _Refused("the icon draws nothing", Span(self.source, 0, 0))
        return Icon(self.box, "".join(self.body), self.colour, self.pattern)

    def _at(self, line: int, column: int) -> Span:
        """The words at a place that the parser tells: it counts columns in bytes, from 0."""
        lines = self.source.text.split("\n")
        text = lines[line - 1] if line <= len(lines) else ""
        before = len(text.encode()[:column].decode("utf-8", "ignore"))
        start = sum(len(x) + 1 for x in lines[: line - 1]) + before
        word = re.match(r"[^\s>]+", self.source.text[start:])
        return Span(self.source, start, start + (len(word[0]) if word else 0))

    def _no(self, message: str, help: str = "", word: str = "") -> None:
        span = self._at(self.parser.CurrentLineNumber, self.parser.CurrentColumnNumber)
        at = re.compile(rf"\b{re.escape(word)}\s*=").search(self.source.text, span.start) if word else None
        if at is not None:
            span = Span(self.source, at.start(), at.start() + len(word))
        raise _Refused(message, span, help)

    def _start(self, name: str, attributes: Mapping[str, str]) -> None:
        space, _, tag = name.rpartition(" ")
        if space != NAMESPACE:
            help = f'an icon begins with `<svg xmlns="{NAMESPACE}" viewBox=...>`'
            self._no(f"`{tag}` is no element of SVG", help)
        if tag not in _KNOWN or (tag == "svg") != (not self.open):
            help = did_you_mean(tag, _KNOWN) or "an icon is drawn with " + ", ".join(_SHAPES) + " and g"
            self._no(f"`{tag}` can not be used in an icon", help)
        self.open.append(tag)
        if tag == "svg":
            self._root(attributes)
        elif tag not in _SILENT:
            shape = element(tag, **{k.replace("-", "_"): v for k, v in self._painted(attributes).items()})
            self.body.append(shape.removesuffix("/>") + ">" if tag == "g" else shape)

    def _painted(self, attributes: Mapping[str, str]) -> dict[str, str]:
        """The attributes of a shape, its colours by what they stand for."""
        out: dict[str, str] = {}
        for name, value in attributes.items():
            if name == "id":
                continue
            if name not in _ATTRIBUTES:
                help = did_you_mean(name, _ATTRIBUTES) or "known: " + ", ".join(sorted(_ATTRIBUTES))
                self._no(f"the attribute `{name.rpartition(' ')[2]}` can not be used in an icon", help, name)
            if not _ATTRIBUTES[name].fullmatch(value):
                help = "a colour is none, black, white or #rrggbb" if _ATTRIBUTES[name] is _PAINT else ""
                shown_value = value if len(value) <= 40 else value[:37] + "..."
                self._no(f"`{shown_value}` can not be the {name} of a shape in an icon", help, name)
            out[name] = _STANDS_FOR.get(value.lower(), value) if _ATTRIBUTES[name] is _PAINT else value
        return out

    def _root(self, attributes: Mapping[str, str]) -> None:
        for name in attributes:
            if name not in _ROOT and name != "id":
                self._no(f"the attribute `{name.rpartition(' ')[2]}` can not be used in an icon", word=name)
        try:
            x, y, w, h = map(float, attributes.get("viewBox", "").replace(",", " ").split())
        except ValueError:
            self._no("the icon has no box to draw in", 'write `viewBox="0 0 64 64"`', "viewBox")
            return
        if not (0 < w < 1e6 and 0 < h < 1e6 and abs(x) < 1e6 and abs(y) < 1e6):
            self._no("the box of the icon has no size", 'write `viewBox="0 0 64 64"`', "viewBox")
        self.box = (x, y, w, h)
        self.colour = attributes.get("color", "").lower()
        if self.colour and not _COLOUR.fullmatch(self.colour):
            self._no("the colour of a kind is six hexadecimal digits", "write `#1d5fa8`, for example", "color")
        self.pattern = attributes.get("data-pattern", "")
        if self.pattern and self.pattern not in PATTERNS:
            help = did_you_mean(self.pattern, PATTERNS) or "known: " + ", ".join(PATTERNS)
            self._no("there is no such pattern", help, "data-pattern")

    def _end(self, _: str) -> None:
        if self.open.pop() == "g":
            self.body.append("</g>")

    def _text(self, words: str) -> None:
        if words.strip() and (not self.open or self.open[-1] not in _SILENT):
            self._no("text can not be drawn in an icon", "draw it with `path`")
