"""A city as a picture: an SVG that can stand in a page, be printed, and be read without colours.

Guarantee: `city_svg` is a pure function of its arguments. Kind, floors, printed VP, activity and what is seated are
told by letters, patterns, shapes or numbers; colours only repeat it. Printed units are shown where a sentence
counts what is printed; elsewhere they are only seated or left over. The picture refers to nothing outside itself.
Lengths are CSS pixels.
"""

from __future__ import annotations

from collections.abc import Callable, Collection, Iterator
from dataclasses import dataclass
from functools import partial

from dsl import core as c
from dsl.board import Space
from dsl.city import Building, City
from dsl.footprint import printed_units
from dsl.icons import NONE, Icons
from dsl.metrics import width
from dsl.patterns import pattern
from dsl.styles import Style, mixed, styles
from dsl.svg import element, fit, number, path, picture, rect, text

Translate = Callable[[str], str]

CELL = 84.0
_MARGIN = 20.0  # for the numbers of rows and columns
_INSET = 7.0  # of a building in its space
_BOX = CELL - 2 * _INSET
_MARK = 9.0  # of a unit
_PRINT = 15.0  # of a printed unit where nothing else stands beside it
_LARGER = 1.3  # the legend, which is to be read where the picture is small
_COLUMN = 118.0  # the least width of an entry of the legend
_INK, _GREY, _FAINT = "#1a1a1a", "#6b6b6b", "#b5b5b5"
# Very light, so that they print as paper; districts are told by thick lines and numbers.
_GROUNDS = ("#f3efe6", "#e9eef3", "#eef3e8", "#f5ecec", "#efeaf3", "#f0f0ee")
_MOST_MARKS = 6  # more units of a sort are told by a number


def _plain(words: str) -> str:
    return words


def icon_svg(game: c.Game, name: str, icons: Icons = NONE, *, size: float = 64, ink: str = "") -> str:
    """The icon of a kind or a resource as a picture of its own, in the colour of the kind unless `ink` is given;
    its letter where it has no icon."""
    resources = {r.name: r for r in game.resources}
    if name in resources:
        one = resources[name]
        drawn = unit_mark(one, icons, 0, 0, size, ink or resource_ink(one.name, icons))
        return picture(size, size, [drawn], title=one.title)
    style = styles(game, icons)[name]
    drawn = kind_mark(name, game, icons, style, 0, 0, size, ink or style.colour)
    return picture(size, size, [drawn], title=game.kinds[name].title)


def kind_mark(
    name: str,
    game: c.Game,
    icons: Icons,
    style: Style,
    x: float,
    y: float,
    size: float,
    ink: str,
    paper: str = "#fff",
) -> str:
    """The icon of a kind in a square, or its letter in a frame where neither it nor a parent has one."""
    icon = icons.of_kind(name, game)
    if icon is not None:
        return icon.draw(x, y, size, ink, paper)
    edge = size * 0.06
    inner = size - 2 * edge
    frame = rect(x + edge, y + edge, inner, inner, rx=size * 0.12, fill="none", stroke=ink, stroke_width=edge)
    return frame + _centred(style.letter, x + size / 2, y + size / 2, size * 0.72, size * 0.62, ink)


def resource_ink(name: str, icons: Icons) -> str:
    """The colour of a resource."""
    icon = icons.of_resource(name)
    return icon.colour if icon is not None and icon.colour else _INK


def unit_mark(r: c.Resource, icons: Icons, x: float, y: float, size: float, ink: str, paper: str = "#fff") -> str:
    """A unit of a resource in a square: its icon, or a disc with its letter."""
    icon = icons.of_resource(r.name)
    if icon is not None:
        return icon.draw(x, y, size, ink, paper)
    disc = element("circle", cx=x + size / 2, cy=y + size / 2, r=size / 2, fill=ink)
    return disc + _centred(r.glyph or r.title[:1], x + size / 2, y + size / 2, size * 0.8, size * 0.75, paper)


def _centred(words: str, x: float, y: float, room: float, size: float, fill: str) -> str:
    """Bold words around a point, made smaller until they fit."""
    wide = width(words, size, "bold")
    size = size if wide <= room else size * room / wide
    return text(x, y + size * 0.36, words, size, fill=fill, bold=True, anchor="middle")


def city_svg(
    city: City,
    game: c.Game,
    *,
    title: str,
    icons: Icons = NONE,
    description: str = "",
    highlight: Collection[Space] | str = (),
    legend: bool = True,
    translate: Translate = _plain,
) -> str:
    """The city on its board.

    `highlight` are the spaces that the picture is about, or the name of a kind. `description` is read to those who
    do not see the picture; by default it says row by row what stands where. `translate` is asked for every title
    and word: the `text` of a catalogue, where they are not to be English."""
    return _Drawing(city, game, icons, highlight, translate).svg(title, description, legend)


def legend_svg(
    city: City, game: c.Game, *, title: str, icons: Icons = NONE, translate: Translate = _plain
) -> tuple[str, str]:
    """What `city_svg` draws below the board, as a picture of its own to stand beside it, and its words; two empty
    texts where there is nothing to tell."""
    return _Drawing(city, game, icons, (), translate).legend(title)


@dataclass(frozen=True)
class _Entry:
    """An entry of the legend: a mark, drawn with its upper left corner at a point, 16 high, and what it means."""

    mark: Callable[[float, float], str]
    words: str


class _Drawing:
    def __init__(
        self, city: City, game: c.Game, icons: Icons, highlight: Collection[Space] | str, translate: Translate
    ) -> None:
        self.city, self.game, self.icons, self.say = city, game, icons, translate
        self.board = game.mode.board
        self.styles = styles(game, icons)
        counted = printed_units(game)
        self.prints = tuple(r for r in game.resources if r.name in counted)
        if isinstance(highlight, str):
            self.chosen = frozenset(s for s, b in city.buildings() if b.kind == highlight)
        else:
            self.chosen = frozenset(highlight)

    def svg(self, title: str, description: str, legend: bool) -> str:
        board = self.board
        wide = _MARGIN + board.columns * CELL + 4
        high = _MARGIN + board.rows * CELL + 4
        parts = [self._grounds(), *self._axes()]
        parts += [self._building(s, b) for s, b in self.city.buildings()]
        parts.append(self._lines())
        parts += [self._ring(s) for s in sorted(self.chosen)]
        parts.append(self._district_numbers())
        if legend:
            scaled = wide / _LARGER - _MARGIN / _LARGER
            drawn, low = self._legend(scaled, max(1, int(scaled // _COLUMN)))
            move = f"translate({number(_MARGIN)} {number(high)}) scale({number(_LARGER)})"
            parts += [element("g", *drawn, transform=move)] if drawn else []
            high += low * _LARGER
        return picture(wide, high, parts, title=title, description=description or self._told())

    def legend(self, title: str) -> tuple[str, str]:
        wide = 3 * 1.25 * _COLUMN
        drawn, high = self._legend(wide, 3)
        words = ", ".join(x.words for x in self._entries())
        return (picture(wide, high, drawn, title=title, description=words), words) if drawn else ("", "")

    # -- the board

    def _at(self, space: Space) -> tuple[float, float]:
        row, column = self.board.row_column(space)
        return _MARGIN + column * CELL, _MARGIN + row * CELL

    def _district(self, space: Space) -> int:
        """The place of a space's district among all, from 0."""
        return next(i for i, region in enumerate(self.board.regions("district")) if space in region)

    def _grounds(self) -> str:
        fields = []
        for space in self.board.spaces:
            x, y = self._at(space)
            ground = _GROUNDS[self._district(space) % len(_GROUNDS)]
            fields.append(rect(x, y, CELL, CELL, fill=ground))
        return "".join(fields)

    def _axes(self) -> Iterator[str]:
        for i in range(self.board.columns):
            yield text(_MARGIN + (i + 0.5) * CELL, _MARGIN - 6, str(i + 1), 11, fill=_GREY, anchor="middle")
        for i in range(self.board.rows):
            yield text(_MARGIN - 6, _MARGIN + (i + 0.5) * CELL + 4, str(i + 1), 11, fill=_GREY, anchor="end")

    def _lines(self) -> str:
        """The lines between spaces, thick between districts and around the board."""
        thin: list[str] = []
        thick: list[str] = []
        board = self.board
        for space in board.spaces:
            x, y = self._at(space)
            row, column = board.row_column(space)
            for there, ends in (
                ((row, column + 1), ((x + CELL, y), (x + CELL, y + CELL))),
                ((row + 1, column), ((x, y + CELL), (x + CELL, y + CELL))),
            ):
                if there[0] < board.rows and there[1] < board.columns:
                    other = board.space(*there)
                    same = board.districts[other] == board.districts[space]
                    (thin if same else thick).append(path(ends))
        x, y = _MARGIN, _MARGIN
        w, h = board.columns * CELL, board.rows * CELL
        frame = rect(x, y, w, h, fill="none", stroke=_INK, stroke_width=3.5, stroke_linejoin="round")
        out = [element("path", d="".join(thin), fill="none", stroke=_FAINT, stroke_width=1.0)] if thin else []
        if thick:
            d = "".join(thick)
            out.append(element("path", d=d, fill="none", stroke=_INK, stroke_width=3.5, stroke_linecap="round"))
        return "".join([*out, frame])

    def _district_numbers(self) -> str:
        """A number in the corner of the first space of each district."""
        out = []
        regions = self.board.regions("district")
        for region in regions if len(regions) > 1 else ():
            x, y = self._at(region[0])
            out.append(self._district_mark(x, y, str(self.board.districts[region[0]])))
        return "".join(out)

    def _district_mark(self, x: float, y: float, words: str) -> str:
        tab = path([(x, y), (x + 15, y), (x + 15, y + 9), (x + 9, y + 15), (x, y + 15)], closed=True)
        return element("path", d=tab, fill=_INK) + _centred(words, x + 7.2, y + 7, 11, 10, "#fff")

    def _ring(self, space: Space) -> str:
        """The frame of a space that the picture is about: black, white and black again."""
        x, y = self._at(space)
        inner = (x + 3.5, y + 3.5, CELL - 7, CELL - 7)
        return rect(*inner, rx=7, fill="none", stroke=_INK, stroke_width=5) + rect(
            *inner, rx=7, fill="none", stroke="#ffd54a", stroke_width=2
        )

    # -- buildings

    def _building(self, space: Space, b: Building) -> str:
        x, y = self._at(space)
        x, y = x + _INSET, y + _INSET
        kind, style = self.game.kinds[b.kind], self.styles[b.kind]
        off = b.active is False
        ink = _GREY if off else style.colour
        parts = [
            rect(x, y, _BOX, _BOX, rx=6, fill="#fff" if off else mixed(style.colour, 0.22)),
            pattern(style.pattern, x + 1.5, y + 1.5, _BOX - 3, _BOX - 3, 5, ink, 0.6 if off else 1.0),
            rect(
                x, y, _BOX, _BOX, rx=6, fill="none", stroke=ink, stroke_width=2,
                stroke_dasharray="5 3.5" if off else None,
            ),
            rect(x + 5, y + 6, _BOX - 10, 36, rx=4, fill="#fff"),
        ]  # fmt: skip
        tall = kind.max_floors > 1 or b.floors != 1
        letter_x, room = (x + 47.5, 28.0) if not tall else (x + 43, 22.0)
        letter = _GREY if off else _INK
        if self.icons.of_kind(b.kind, self.game) is not None:
            parts.append(kind_mark(b.kind, self.game, self.icons, style, x + 7, y + 10, 27, ink))
            parts.append(_centred(style.letter, letter_x, y + 24, room, 23, letter))
        else:
            parts.append(_centred(style.letter, letter_x - 14, y + 24, room + 27, 27, letter))
        if tall:
            parts.append(self._floors(x + _BOX - 13, y + 39, b.floors, ink))
        parts += self._units(x, y + _BOX - 23, b)
        if b.vp:
            parts.append(_printed(x + _BOX + 3 - (20 if off else 0), y - 3, f"{b.vp}"))
        if off:
            parts.append(_crossed(x + _BOX - 3, y + 3, 10))
        return "".join(parts)

    def _floors(self, right: float, bottom: float, floors: int, ink: str) -> str:
        """A stack with a number on top: one slab for a floor, up to six."""
        slabs = min(floors, 6)
        step = 3.6
        d = "".join(f"M{number(right - 4)} {number(bottom - i * step)}h10v-2.4h-10z" for i in range(slabs))
        top = bottom - slabs * step
        words = text(right + 1, top - 0.5, str(floors), 10, bold=True, anchor="middle")
        return element("path", d=d, fill=ink) + words

    def _units(self, x: float, y: float, b: Building) -> Iterator[str]:
        """What is printed, behind a plus; what a building needs, in a box each; and its seats, round. Filled: a
        unit is there."""
        kind = self.game.kinds[b.kind]
        groups: list[tuple[c.Resource, int, int, bool]] = []  # resource, units, room, whether on seats
        for r in self.game.resources:
            if kind.needs.get(r.name):
                room = kind.needs[r.name]
                groups.append((r, room if b.active else 0, room, False))
        holds = bool(b.active) or kind.seats_inactive
        for r in self.game.resources:
            if kind.seats.get(r.name):
                groups.append((r, (b.seats or {}).get(r.name, 0) if holds else 0, kind.seats[r.name], True))
        size = _MARK if groups else _PRINT
        shown = [self._print(r, b.gains[r.name], size) for r in self.prints if b.gains.get(r.name)]
        shown += [self._group(*g, each=sum(room for _, _, room, _ in groups) <= _MOST_MARKS) for g in groups]
        if not shown:
            return
        wide = sum(w for w, _ in shown) + 4 * (len(shown) - 1)
        at = x + (_BOX - wide) / 2
        yield rect(x + (_BOX - wide) / 2 - 3, y + 2, wide + 6, 18, rx=3, fill="#fff")
        for w, draw in shown:
            yield draw(at, y + 6)
            at += w + 4

    def _group(
        self, r: c.Resource, units: int, room: int, seats: bool, each: bool
    ) -> tuple[float, Callable[[float, float], str]]:
        """The width of the units of one sort, and what draws them."""
        if each or room == 1:
            return room * (_MARK + 1) - 1, lambda x, y: "".join(
                self._slot(r, x + i * (_MARK + 1), y, i < units, seats) for i in range(room)
            )
        words = f"{units}/{'∞' if room >= r.pieces else room}"
        wide = width(words, 9, "bold")
        return _MARK + 2 + wide, lambda x, y: self._slot(r, x, y, units > 0, seats) + text(
            x + _MARK + 2, y + 8, words, 9, bold=True
        )

    def _print(self, r: c.Resource, units: int, size: float) -> tuple[float, Callable[[float, float], str]]:
        """How wide the printed units of a sort are, and what draws them: a plus, then the units or their number."""
        plus, ink, few = size * 0.6, resource_ink(r.name, self.icons), units <= 3
        number_ = "" if few else str(units)
        wide = plus + (units * (size + 1) - 1 if few else size + 2 + width(number_, size, "bold"))

        def draw(x: float, y: float) -> str:
            top, base = y + (_MARK - size) / 2, y + _MARK / 2 + size * 0.36
            out = text(x, base, "+", size, bold=True)
            for i in range(units if few else 1):
                out += unit_mark(r, self.icons, x + plus + i * (size + 1), top, size, ink)
            return out if few else out + text(x + plus + size + 2, base, number_, size, bold=True)

        return wide, draw

    def _slot(self, r: c.Resource, x: float, y: float, filled: bool, seats: bool) -> str:
        """A place for a unit: on a need a square, on a seat a shelf; empty or with the unit's mark."""
        ink = resource_ink(r.name, self.icons)
        out = ""
        if filled:
            out = unit_mark(r, self.icons, x + 0.5, y + 0.5, _MARK - 1, ink)
        elif seats:
            out = element("circle", cx=x + _MARK / 2, cy=y + _MARK / 2, r=1.2, fill=_GREY)
        else:
            side = _MARK - 2
            out = rect(
                x + 1, y + 1, side, side, fill="#fff", stroke=_GREY, stroke_width=0.9, stroke_dasharray="2 1.3"
            )  # fmt: skip
        if seats:
            shelf = path([(x, y + _MARK + 1.8), (x + _MARK, y + _MARK + 1.8)])
            out += element("path", d=shelf, stroke=_INK, stroke_width=1.2)
        return out

    # -- words

    def _told(self) -> str:
        """The city in words, row by row."""
        say, out = self.say, []
        for i, region in enumerate(self.board.regions("row")):
            cells = [self._cell_told(self.city.cells[s]) for s in region]
            out.append(f"{say('Row')} {i + 1}: {', '.join(cells)}.")
        return " ".join(out)

    def _cell_told(self, b: Building | None) -> str:
        say = self.say
        if b is None:
            return say("empty")
        kind = self.game.kinds[b.kind]
        notes = []
        if kind.max_floors > 1 or b.floors != 1:
            notes.append(f"{say('floors')} {b.floors}")
        if b.active is False:
            notes.append(say("not active"))
        elif b.seats:
            seated = [(r, b.seats.get(r.name, 0)) for r in self.game.resources]
            notes += [f"{self.say(r.title)}: {n}" for r, n in seated if n]
        if b.vp:
            notes.append(f"{b.vp} VP")
        printed = ((r, b.gains.get(r.name, 0)) for r in self.prints)
        notes += [f"{say(r.title)}, {say('on the tile')}: {n}" for r, n in printed if n]
        return self.say(kind.title) + (f" ({'; '.join(notes)})" if notes else "")

    # -- the legend

    def _legend(self, wide: float, most: int) -> tuple[list[str], float]:
        """What stands for what, of that which occurs, in `most` columns; and where it ends."""
        entries = list(self._entries())
        if not entries:
            return [], 0.0
        columns = min(len(entries), most)
        room = wide / columns
        out, y, row = [], 12.0, 0.0
        for i, entry in enumerate(entries):
            if i and i % columns == 0:
                y, row = y + row, 0.0
            x = i % columns * room
            fitted = fit([entry.words], room - 60, 40, 11.5, 6, most=3)
            out.append(entry.mark(x, y))
            first = y + 12 - (len(fitted.lines) - 1) * fitted.size * 0.2
            out += [
                text(x + 52, first + j * fitted.size * 1.15, line, fitted.size, fill=_INK)
                for j, line in enumerate(fitted.lines)
            ]
            row = max(row, 23.0, 8 + len(fitted.lines) * fitted.size * 1.15)
        return out, y + row

    def _entries(self) -> Iterator[_Entry]:
        say = self.say
        buildings = [b for _, b in self.city.buildings()]
        present = {b.kind for b in buildings}
        for k in sorted(present, key=lambda k: (len(self.styles[k].letter) > 1, self.styles[k].letter)):
            yield _Entry(partial(self._swatch, k), self.say(self.game.kinds[k].title))
        for r in self.game.resources:
            if any(b.active and self.game.kinds[b.kind].needs.get(r.name) for b in buildings):
                yield _Entry(partial(self._sample, r, True, False), f"{self.say(r.title)}, {say('needed')}")
            if any((b.seats or {}).get(r.name) for b in buildings):
                yield _Entry(partial(self._sample, r, True, True), f"{self.say(r.title)}, {say('on a seat')}")
        for r in self.prints:
            if any(b.gains.get(r.name) for b in buildings):
                yield _Entry(partial(self._printed_sample, r), f"{say(r.title)}, {say('on the tile')}")
        first = next(iter(self.game.resources), None)
        if first and any(b.active is False and self.game.kinds[b.kind].needs for b in buildings):
            yield _Entry(partial(self._sample, first, False, False), say("need not met"))
        if first and any(map(self._has_open_seat, buildings)):
            yield _Entry(partial(self._sample, first, False, True), say("seat not taken"))
        if any(b.floors != 1 or self.game.kinds[b.kind].max_floors > 1 for b in buildings):
            yield _Entry(lambda x, y: self._floors(x + 31, y + 15, 2, _GREY), say("floors"))
        if any(b.vp for b in buildings):
            yield _Entry(lambda x, y: _printed(x + 42, y, "2"), say("printed VP"))
        if any(b.active is False for b in buildings):
            yield _Entry(lambda x, y: _crossed(x + 33, y + 8, 8), say("not active"))
        if len(self.board.regions("district")) > 1:
            number_ = str(self.board.districts[0])
            yield _Entry(lambda x, y: self._district_mark(x + 26, y + 1, number_), say("district"))

    def _has_open_seat(self, b: Building) -> bool:
        kind = self.game.kinds[b.kind]
        few = sum(kind.needs.values()) + sum(kind.seats.values()) <= _MOST_MARKS
        holds = bool(b.active) or kind.seats_inactive
        return few and any(not holds or (b.seats or {}).get(r, 0) < n for r, n in kind.seats.items())

    def _sample(self, r: c.Resource, filled: bool, seats: bool, x: float, y: float) -> str:
        return self._slot(r, x + 28, y + 2, filled, seats)

    def _printed_sample(self, r: c.Resource, x: float, y: float) -> str:
        return self._print(r, 1, _PRINT * 0.8)[1](x + 24, y + 4)

    def _swatch(self, name: str, x: float, y: float) -> str:
        style = self.styles[name]
        parts = [
            rect(x, y, 47, 17, rx=3, fill=mixed(style.colour, 0.22)),
            pattern(style.pattern, x + 1, y + 1, 16, 15, 5, style.colour),
            rect(x, y, 47, 17, rx=3, fill="none", stroke=style.colour, stroke_width=1.2),
            rect(x + 17, y + 1.5, 28.5, 14, rx=2, fill="#fff"),
        ]
        if self.icons.of_kind(name, self.game) is not None:
            parts.append(kind_mark(name, self.game, self.icons, style, x + 18, y + 3, 11, style.colour))
            parts.append(_centred(style.letter, x + 37.5, y + 8.5, 15, 11, _INK))
        else:
            parts.append(_centred(style.letter, x + 31, y + 8.5, 26, 11, _INK))
        return "".join(parts)


def _crossed(x: float, y: float, radius: float) -> str:
    """The mark of what is not active: a cross on a disc around a point."""
    arm = radius * 0.45
    cross = path([(x - arm, y - arm), (x + arm, y + arm)]) + path([(x + arm, y - arm), (x - arm, y + arm)])
    disc = element("circle", cx=x, cy=y, r=radius, fill=_INK, stroke="#fff", stroke_width=1.5)
    return disc + element("path", d=cross, stroke="#fff", stroke_width=radius * 0.3, stroke_linecap="round")


def _printed(right: float, top: float, words: str) -> str:
    """Printed VP: a black shield with white figures, its upper right corner at a point."""
    wide = max(15.0, width(words, 11, "bold") + 7)
    x, y = right - wide, top
    shield = path([(x, y), (right, y), (right, y + 12), ((x + right) / 2, y + 18), (x, y + 12)], closed=True)
    return element("path", d=shield, fill=_INK, stroke="#fff", stroke_width=1.2) + _centred(
        words, (x + right) / 2, y + 7, wide - 3, 11, "#fff"
    )


__all__ = [
    "CELL", "Style", "Translate", "city_svg", "icon_svg", "kind_mark", "legend_svg", "resource_ink", "styles",
    "unit_mark",
]  # fmt: skip
