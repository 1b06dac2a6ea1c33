"""Cards to print and cut: a face for each tile, and sheets of them with backs.

Guarantee: nothing is drawn outside the card that it belongs to, however long a text is; what had to be left out is
told. Equal arguments give equal sheets. Lengths are millimetres.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass, replace

from dsl import core as c
from dsl.assemble import Specification
from dsl.catalogue import DEFAULT
from dsl.icons import NONE, Icons
from dsl.metrics import width
from dsl.patterns import pattern
from dsl.picture import Translate, kind_mark, resource_ink, unit_mark
from dsl.sheets import UNPRINTABLE, Sheet
from dsl.styles import mixed, styles
from dsl.svg import Fitted, element, fit, number, path, picture, rect, text
from dsl.to_words import Words

_INK, _GREY = "#1a1a1a", "#555555"
_EDGE = 2.5  # white paper around a card's frame, so that a cut may miss by a millimetre
_READABLE = 2.3  # the size of letters below which a shorter text is looked for
_PAD = 1.8  # between the frame and what is in it


@dataclass(frozen=True)
class Card:
    """A tile as it is printed: the games (one for each mode) in which it says just this, and its words. `family`
    are the titles of what it is; `summary` is the author's, printed where the sentences would be too small."""

    kind: str
    games: tuple[c.Game, ...]
    title: str
    modes: tuple[str, ...]
    family: tuple[str, ...]
    sentences: tuple[str, ...]
    cites: str = ""
    summary: str = ""


@dataclass(frozen=True)
class Look:
    """How cards are drawn. `ink_saver`: lines only, no areas. `translate` is asked for the words that are not the
    game's: the `text` of a catalogue."""

    icons: Icons = NONE
    ink_saver: bool = False
    translate: Translate = lambda words: words


@dataclass(frozen=True)
class Drawn:
    """Sheets as SVG documents, fronts and backs in the order of printing, and the titles of cards whose text was
    too long to be printed whole."""

    pages: tuple[str, ...]
    cut: tuple[str, ...]


def cards(
    spec: Specification, kinds: Sequence[str], games: Sequence[c.Game], language: str = DEFAULT
) -> tuple[Card, ...]:
    """A card for each kind and each mode in which it exists; one card for modes in which it says the same.

    Raises `KeyError` if there is no such language, and `Failure` if its words can not be read."""
    spoken = [(game, Words(spec, game, language)) for game in games]
    out: list[Card] = []
    for kind in kinds:
        found: dict[tuple[object, ...], Card] = {}
        for game, words in spoken:
            if kind not in game.kinds:
                continue
            said = sentences(kind, words)
            mode = words.title(game.mode.name)
            key = (said, _units(game.kinds[kind]))
            if key in found:
                one = found[key]
                found[key] = replace(one, games=(*one.games, game), modes=(*one.modes, mode))
            else:
                family = tuple(words.title(p) for p in game.kinds[kind].parents if p in game.kinds)
                cites = words.text(spec.declarations.info(spec.declarations.kinds[kind], "cites"))
                title, summary = words.title(kind), _summary(kind, words)
                found[key] = Card(kind, (game,), title, (mode,), family, said, cites, summary)
        out += found.values()
    return tuple(out)


def sentences(kind: str, words: Words) -> tuple[str, ...]:
    """What a kind says, as it fits on a card: what it scores and gives. A kind that needs a table for that, or
    whose clauses are of others, has its summary; without one, what it holds; what it needs is drawn."""
    clauses = [words.clause(x) for x in words.game.clauses if kind in x.kinds]
    said = [x.text for x in clauses] + [words.gain(g).text for g in words.game.gains if g.kind == kind]
    summary = _summary(kind, words)
    plain = not any(x.tables for x in clauses) and (said or any(words.game.kinds[kind].placed.values()))
    if summary and not plain:
        return (summary,)
    card = words.card(kind)
    return tuple(said) or card[1 if words.game.kinds[kind].needs and len(card) > 1 else 0 :]


def _summary(kind: str, words: Words) -> str:
    """The author's summary of a kind; empty where there is none."""
    return words.text(words.spec.declarations.info(words.spec.declarations.kinds[kind], "summary"))


def _units(k: c.Kind) -> tuple[object, ...]:
    """The units that a card of the kind shows."""
    return tuple(tuple(sorted(x.items())) for x in (k.needs, k.seats, k.placed))


# ---- faces -----------------------------------------------------------------------------------------------


def face(card: Card, w: float, h: float, look: Look) -> tuple[str, bool]:
    """The front of a card of `w` by `h`, its upper left corner at the origin; and whether any text was cut."""
    return _Face(card, w, h, look).draw()


class _Face:
    def __init__(self, card: Card, w: float, h: float, look: Look) -> None:
        self.card, self.w, self.h, self.look = card, w, h, look
        self.game, self.kind = card.games[0], card.games[0].kinds[card.kind]
        self.style = styles(self.game, look.icons)[card.kind]
        self.scale = min(w / 60, h / 60)
        self.ink = _INK if look.ink_saver else self.style.colour

    def draw(self) -> tuple[str, bool]:
        s, e = self.scale, _EDGE
        left, right = e + _PAD * s, self.w - e - _PAD * s
        head_h, foot_h = 11.5 * s, 4.2 * s
        room = right - left
        title = fit([self.card.title], room, head_h - 1.6 * s, 4.7 * s, 1.5 * s, leading=1.12, weight="bold")
        family = fit([" · ".join(self.card.family)], room * 0.6, foot_h, 2.1 * s, 1.3 * s, most=1, weight="bold")
        taken = max((width(x, family.size, "bold") for x in family.lines), default=0.0) + 2 * s
        source = fit([self.card.cites], room - taken, foot_h - 0.5 * s, 1.9 * s, 1.3 * s, leading=1.15, most=2)
        top = e + head_h
        bottom = self.h - e - foot_h
        mark = 16.5 * s + 0.2 * (self.h - self.w)
        parts = [self._frame(head_h), *self._title(title.lines, title.size, head_h)]
        parts.append(self._medallion(left, top + 2 * s, mark))
        badges = self._facts(left + mark + 2.4 * s, top + 3.4 * s, room - mark - 2.4 * s, mark + 0.6 * s)
        parts.append(badges)
        text_top = top + mark + 4.4 * s
        largest = 3.5 * s + 0.02 * (self.h - self.w)
        high = bottom - text_top - 0.8 * s
        body = fit(self.card.sentences, room, high, largest, 1.5 * s, leading=1.26)
        if body.size < _READABLE and self.card.summary:
            short = fit([self.card.summary], room, high, largest, 1.5 * s, leading=1.26)
            body = short if short.size > body.size else body
        line_h = body.size * 1.26
        y = text_top + (bottom - text_top - len(body.lines) * line_h) / 2 + body.size
        parts += [text(left, y + i * line_h, line, body.size, fill=_INK) for i, line in enumerate(body.lines)]
        parts.append(self._foot(left, right, bottom, family, source))
        return "".join(parts), title.cut or body.cut or family.cut or source.cut

    def _frame(self, head_h: float) -> str:
        s, e, saver = self.scale, _EDGE, self.look.ink_saver
        w, h, r = self.w - 2 * e, self.h - 2 * e, 2.4 * s
        arc = f"a{number(r)} {number(r)} 0 0 1 {number(r)}"
        tab = (
            f"M{number(e)} {number(e + head_h)}V{number(e + r)}{arc} {number(-r)}"
            f"H{number(e + w - r)}{arc} {number(r)}V{number(e + head_h)}z"
        )
        head = element("path", d=tab, fill="#fff" if saver else self.style.colour)
        # The pattern under the title tells the family where colours are not seen.
        band = pattern(self.style.pattern, e, e + head_h, w, 1.4 * s, 0.9 * s, self.ink)
        lines = [
            path([(e, e + head_h), (e + w, e + head_h)]),
            path([(e, e + head_h + 1.4 * s), (e + w, e + head_h + 1.4 * s)]),
        ]
        thin = element("path", d="".join(lines), stroke=self.ink, stroke_width=0.2 * s)
        frame = rect(e, e, w, h, rx=r, fill="none", stroke=self.ink, stroke_width=(0.25 if saver else 0.5) * s)
        return head + band + thin + frame

    def _title(self, lines: Sequence[str], size: float, head_h: float) -> Iterator[str]:
        step = size * 1.12
        y = _EDGE + (head_h - len(lines) * step) / 2 + size * 0.93
        fill = _INK if self.look.ink_saver else "#fff"
        for i, line in enumerate(lines):
            yield text(self.w / 2, y + i * step, line, size, fill=fill, bold=True, anchor="middle")

    def _medallion(self, x: float, y: float, size: float) -> str:
        s, saver = self.scale, self.look.ink_saver
        y += 1.4 * s
        fill = "#fff" if saver else mixed(self.style.colour, 0.14)
        plate = rect(x, y, size, size, rx=2 * s, fill=fill, stroke=self.ink, stroke_width=0.25 * s)
        inner = size * 0.8
        at = x + (size - inner) / 2, y + (size - inner) / 2
        return plate + kind_mark(
            self.card.kind, self.game, self.look.icons, self.style, *at, inner, self.ink, fill
        )

    def _facts(self, x: float, y: float, room: float, high: float) -> str:
        """Beside the icon: in which modes the tile is used, what it needs, what it brings."""
        say, k = self.look.translate, self.kind
        shown = ((say("Needs"), k.needs, ""), (say("Seats"), k.seats, ""), (say("Brings"), k.placed, "+"))
        rows = [(label, units, sign) for label, units, sign in shown if any(units.values())]
        count = len(rows) + (not any(k.needs.values()))
        s = self.scale
        while True:
            badges, below = self._badges(x, y, room, s)
            if below + count * 4.9 * s <= y + high or s < 0.2 * self.scale:
                break
            s *= 0.95
        out = [badges]
        if not any(k.needs.values()):
            said = fit([say("Needs nothing")], room, 4 * s, 2.5 * s, 1.3 * s, most=1)
            out += [text(x, below + 3 * s, line, said.size, fill=_GREY) for line in said.lines]
            below += 4.9 * s
        for label, units, sign in rows:
            out.append(self._units(x, below, room, label, units, sign, s))
            below += 4.9 * s
        return "".join(out)

    def _badges(self, x: float, y: float, room: float, s: float) -> tuple[str, float]:
        """The titles of the modes, each in a frame; and where they end."""
        out, at = [], 0.0
        for words in self.card.modes:
            shown = fit([words], min(room, 26 * s) - 3 * s, 4.2 * s, 2.7 * s, 1.3 * s, weight="bold", most=1)
            wide = max((width(w, shown.size, "bold") for w in shown.lines), default=0.0) + 3 * s
            if at and at + wide > room:
                y, at = y + 5 * s, 0.0
            out.append(rect(x + at, y, wide, 4.2 * s, rx=2.1 * s, fill="#fff", stroke=_INK, stroke_width=0.3 * s))
            base = y + 2.1 * s + shown.size * 0.36
            out += [text(x + at + wide / 2, base, w, shown.size, bold=True, anchor="middle") for w in shown.lines]
            at += wide + 1.2 * s
        return "".join(out), y + 5.2 * s

    def _units(
        self, x: float, y: float, room: float, label: str, units: Mapping[str, int], sign: str, s: float
    ) -> str:
        """A label and numbers of units with their icons, on one line."""
        present = [r for r in self.game.resources if units.get(r.name)]
        # As many as there are pieces: any number.
        shown = [(r, "∞" if units[r.name] >= r.pieces else f"{sign}{units[r.name]}") for r in present]
        size = 2.6 * s
        words = label + " "

        def length(size: float) -> float:
            parts = (width(n, size * 1.25, "bold") + size * 2.15 for _, n in shown)
            return width(words, size) + sum(parts)

        while length(size) > room and size > 0.4 * s:
            size *= 0.95
        base = y + 3 * s
        out = [text(x, base, label, size, fill=_GREY)]
        x += width(words, size)
        for r, n in shown:
            out.append(text(x, base, n, size * 1.25, fill=_INK, bold=True))
            x += width(n, size * 1.25, "bold") + size * 0.15
            ink = _INK if self.look.ink_saver else resource_ink(r.name, self.look.icons)
            out.append(unit_mark(r, self.look.icons, x, base - size * 1.28, size * 1.6, ink))
            x += size * 2
        return "".join(out)

    def _foot(self, left: float, right: float, top: float, family: Fitted, source: Fitted) -> str:
        s = self.scale
        out = [element("path", d=path([(left, top), (right, top)]), stroke=self.ink, stroke_width=0.2 * s)]
        out += [text(left, top + 2.7 * s, x, family.size, fill=self.ink, bold=True) for x in family.lines]
        step = source.size * 1.15
        y = top + 2.7 * s - (len(source.lines) - 1) * step * 0.5
        out += [
            text(right, y + i * step, x, source.size, fill=_GREY, anchor="end") for i, x in enumerate(source.lines)
        ]
        return "".join(out)


# ---- backs -----------------------------------------------------------------------------------------------


def back(card: Card, title: str, w: float, h: float, look: Look) -> str:
    """The back of a card: a town seen from above, the game, and the modes whose stack it belongs to."""
    e, s, saver = _EDGE, min(w / 60, h / 60), look.ink_saver
    inside_w, inside_h = w - 2 * e, h - 2 * e
    ink = "#3d4a57"
    frame = rect(
        e, e, inside_w, inside_h, rx=2.4 * s, fill="#fff" if saver else ink, stroke=ink,
        stroke_width=(0.25 if saver else 0.5) * s,
    )  # fmt: skip
    plate_w, plate_h = inside_w * 0.78, 17 * s
    px, py = (w - plate_w) / 2, (h - plate_h) / 2
    parts = [frame] if saver else [frame, _streets(e + 2 * s, e + 2 * s, inside_w - 4 * s, inside_h - 4 * s, s)]
    parts.append(rect(px, py, plate_w, plate_h, rx=2 * s, fill="#fff", stroke=ink, stroke_width=0.5 * s))
    name = fit([title], plate_w - 4 * s, plate_h - 6.6 * s, 4 * s, 1.3 * s, leading=1.15, weight="bold")
    modes = fit(
        [" · ".join(card.modes)], plate_w - 4 * s, 4.5 * s, 2.9 * s, 1.3 * s, most=1
    )
    step = name.size * 1.15
    y = py + 1.2 * s + (plate_h - 6.6 * s - len(name.lines) * step) / 2 + name.size * 0.93
    parts += [text(w / 2, y + i * step, x, name.size, bold=True, anchor="middle") for i, x in enumerate(name.lines)]
    parts += [text(w / 2, py + plate_h - 2.2 * s, x, modes.size, fill=_GREY, anchor="middle") for x in modes.lines]
    return "".join(parts)


def _streets(x: float, y: float, w: float, h: float, s: float) -> str:
    """Blocks of houses between streets, the same on every card."""
    step = 6.0 * s
    columns, rows = int(w / step), int(h / step)
    dx, dy = w / columns, h / rows
    gap = 0.9 * s
    out = []
    for i in range(rows):
        for j in range(columns):
            left, top, a, b = x + j * dx + gap / 2, y + i * dy + gap / 2, dx - gap, dy - gap
            # A spread that looks like none, and that half a turn leaves as it is.
            sort = (min(i, rows - 1 - i) * 7 + min(j, columns - 1 - j) * 5) % 4
            shade = ("#566675", "#6b7c8c", "#4a5866", "#7f8f9d")[sort]
            out.append(rect(left, top, a, b, rx=0.5 * s, fill=shade))
            if sort == 1:
                out.append(rect(left + a * 0.3, top + b * 0.3, a * 0.4, b * 0.4, fill="#3d4a57"))
            elif sort == 3:
                out.append(element("circle", cx=left + a / 2, cy=top + b / 2, r=a * 0.22, fill="#3d4a57"))
    return "".join(out)


# ---- sheets ----------------------------------------------------------------------------------------------


def sheets(made: Sequence[Card], sheet: Sheet, look: Look, *, title: str, backs: bool = False) -> Drawn:
    """All cards on as many sheets as they take; with `backs`, each sheet is followed by that of its backs."""
    pages: list[str] = []
    cut: list[str] = []
    count = -(-len(made) // sheet.cards)
    for i in range(count):
        part = made[i * sheet.cards : (i + 1) * sheet.cards]
        faces = []
        for card in part:
            drawn, was_cut = face(card, *sheet.card, look)
            faces.append(drawn)
            if was_cut:
                cut.append(card.title)
        pages.append(_page(faces, sheet, look, title, i + 1, count, back=False))
        if backs:
            drawn_backs = [back(card, title, *sheet.card, look) for card in part]
            pages.append(_page(drawn_backs, sheet, look, title, i + 1, count, back=True))
    return Drawn(tuple(pages), tuple(dict.fromkeys(cut)))


def _page(
    drawn: Sequence[str], sheet: Sheet, look: Look, title: str, page: int, pages: int, *, back: bool
) -> str:
    say = look.translate
    placed = [
        element("g", one, transform="translate({} {})".format(*map(number, sheet.corner(place, back=back))))
        for place, one in enumerate(drawn)
    ]
    marks = "".join(path([(a, b), (c_, d)]) for a, b, c_, d in sheet.crop_marks())
    cuts = element("path", d=marks, stroke="#000", stroke_width=0.15)
    side = say("backs") if back else say("fronts")
    turn = say("long edge") if sheet.upright else say("short edge")
    about = f"{title} · {page}/{pages} · {side} · {say('print at 100 %')} · {say('two-sided: flip on the')} {turn}"
    background = rect(0, 0, *sheet.paper, fill="#fff")
    children = [background, *placed, cuts, _note(sheet, about, say("50 mm"))]
    return picture(*sheet.paper, children, title=f"{title}, {page}/{pages}, {side}", unit="mm")


RULER = 50.0


def _note(sheet: Sheet, about: str, measure: str) -> str:
    """The ruler and what is said about the sheet, in the larger margin: at the bottom, or up the left side."""
    across, down = sheet.margins
    width_, height = sheet.paper
    if down >= across:
        margin, room, move = down, width_, f"translate(0 {number(height - down)})"
    else:
        # Turned a quarter to the left, so that the bottom of the note is to the right of the paper's edge.
        margin, room, move = across, height, f"translate({number(across)} 0) rotate(90)"
    # Below the crop marks where there is space for it, else between them and the edge of what can be printed.
    base = margin - UNPRINTABLE - 0.6
    begin = 12.0
    ticks = "".join(
        f"M{number(begin + mm)} {number(base)}v-{number(2.2 if mm % 10 == 0 else 1.5 if mm % 5 == 0 else 0.9)}"
        for mm in range(int(RULER) + 1)
    )
    line_ = path([(begin, base), (begin + RULER, base)])
    ruler = element("path", d=ticks + line_, stroke="#000", stroke_width=0.15)
    label = text(begin + RULER + 1.5, base, measure, 2.4)
    x = begin + RULER + 4 + width(measure, 2.4)
    shown = fit([about], room - x - 8, 4, 2.4, 1.2, most=1)
    return element("g", ruler, label, *(text(x, base, line, shown.size) for line in shown.lines), transform=move)
