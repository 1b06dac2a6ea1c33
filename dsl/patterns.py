"""Patterns of lines, by which areas can be told without colours.

Guarantee: nothing is drawn outside the rectangle, but for half the thickness of a line. They are plain lines, cut
to the rectangle: an SVG `<pattern>` needs a name, which two pictures of a page may share.
"""

from __future__ import annotations

import math
from collections.abc import Callable, Iterable, Iterator, Mapping

from dsl.svg import element, number

Point = tuple[float, float]


def _slanted(x: float, y: float, w: float, h: float, step: float, slope: int) -> Iterator[tuple[Point, Point]]:
    """Lines at 45 degrees, falling (1) or rising (-1), within a rectangle."""
    for i in range(1, math.ceil((w + h) / step)):
        at = i * step
        a, b = (max(0.0, at - h), min(at, h)), (min(at, w), max(0.0, at - w))
        if slope > 0:
            a, b = (w - a[0], a[1]), (w - b[0], b[1])
        yield (x + a[0], y + a[1]), (x + b[0], y + b[1])


def _level(x: float, y: float, w: float, h: float, step: float) -> Iterator[tuple[Point, Point]]:
    for i in range(math.ceil(h / step)):
        at = (i + 0.5) * step
        if at < h:
            yield (x, y + at), (x + w, y + at)


def _upright(x: float, y: float, w: float, h: float, step: float) -> Iterator[tuple[Point, Point]]:
    for (a, b), (c_, d) in _level(y, x, h, w, step):
        yield (b, a), (d, c_)


def _grid(x: float, y: float, w: float, h: float, step: float) -> Iterator[tuple[float, float, int]]:
    """The centres of square fields that lie inside, and whether they are odd."""
    for i in range(int(h / step)):
        for j in range(int(w / step)):
            left, top = (w - int(w / step) * step) / 2, (h - int(h / step) * step) / 2
            yield x + left + (j + 0.5) * step, y + top + (i + 0.5) * step, (i + j) % 2


def _dots(x: float, y: float, w: float, h: float, step: float, staggered: bool) -> Iterator[tuple[Point, Point]]:
    for cx, cy, odd in _grid(x, y, w, h, step):
        if not (staggered and odd):
            # A line of next to no length with round ends is a dot.
            yield (cx, cy), (cx + 0.01, cy)


def _zigzag(x: float, y: float, w: float, h: float, step: float) -> Iterator[tuple[Point, Point]]:
    for cx, cy, _ in _grid(x, y, w, h, step):
        yield (cx - step / 2, cy + step / 4), (cx, cy - step / 4)
        yield (cx, cy - step / 4), (cx + step / 2, cy + step / 4)


def _crosses(x: float, y: float, w: float, h: float, step: float) -> Iterator[tuple[Point, Point]]:
    for cx, cy, odd in _grid(x, y, w, h, step):
        if not odd:
            yield (cx - step / 3, cy), (cx + step / 3, cy)
            yield (cx, cy - step / 3), (cx, cy + step / 3)


def _bricks(x: float, y: float, w: float, h: float, step: float) -> Iterator[tuple[Point, Point]]:
    yield from _level(x, y - step / 2, w, h + step / 2, step)
    for cx, cy, odd in _grid(x, y, w, h, step):
        if not odd:
            yield (cx, cy - step / 2), (cx, cy + step / 2)


_Lines = Callable[[float, float, float, float, float], Iterable[tuple[Point, Point]]]
PATTERNS: Mapping[str, tuple[_Lines, float, float]] = {
    # name: (its lines, the step between them, how thick they are, both in fourteenths of an icon)
    "rising": (lambda x, y, w, h, s: _slanted(x, y, w, h, s, -1), 1.4, 0.22),
    "falling": (lambda x, y, w, h, s: _slanted(x, y, w, h, s, 1), 1.4, 0.22),
    "level": (_level, 1.0, 0.22),
    "upright": (_upright, 1.0, 0.22),
    "dots": (lambda x, y, w, h, s: _dots(x, y, w, h, s, False), 1.0, 0.42),
    "sparse": (lambda x, y, w, h, s: _dots(x, y, w, h, s, True), 1.0, 0.6),
    "zigzag": (_zigzag, 1.2, 0.2),
    "crosses": (_crosses, 1.2, 0.22),
    "bricks": (_bricks, 1.2, 0.16),
    "net": (lambda x, y, w, h, s: (*_slanted(x, y, w, h, s, 1), *_slanted(x, y, w, h, s, -1)), 1.6, 0.16),
}


def pattern(
    name: str, x: float, y: float, w: float, h: float, unit: float, colour: str = "#000", weight: float = 1.0
) -> str:
    """A rectangle filled with the lines of a pattern; `unit` is the scale, `weight` a factor for thickness."""
    lines, step, thick = PATTERNS[name]
    data = "".join(
        f"M{number(a)} {number(b)}L{number(p)} {number(q)}"
        for (a, b), (p, q) in lines(x, y, w, h, step * unit)
    )
    cap = "round" if name in ("dots", "sparse") else None
    thick *= unit * weight
    return element("path", d=data, fill="none", stroke=colour, stroke_width=thick, stroke_linecap=cap)
