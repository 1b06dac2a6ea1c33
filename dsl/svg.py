"""Writing SVG: elements, numbers and text that may hold anything.

Guarantee: what is written is well-formed whatever the text; equal arguments give equal text. Nothing has an `id`
and nothing refers to anything, so that pictures can stand side by side in one page.
"""

from __future__ import annotations

import re
import unicodedata
from collections.abc import Sequence
from dataclasses import dataclass

from dsl.metrics import Weight, fitting, is_wide, width

# DejaVu is what widths are measured in; no common sans serif is wider.
FONT = "DejaVu Sans, Verdana, Noto Sans, Arial, sans-serif"
NAMESPACE = "http://www.w3.org/2000/svg"
# What XML has no way to write: most control characters, halves of pairs, and two that are no characters.
_FORBIDDEN = re.compile("[\x00-\x08\x0b\x0c\x0e-\x1f\ud800-\udfff\ufffe\uffff]")
_CLOSING = ("Pe", "Pf", "Po", "Mn", "Me", "Cf", "Lm")
_ESCAPES = str.maketrans({"&": "&amp;", "<": "&lt;", ">": "&gt;", '"': "&quot;"})


def number(x: float) -> str:
    """A number, to a hundredth."""
    shown = f"{x:.2f}".rstrip("0").rstrip(".")
    return "0" if shown == "-0" else shown


def escape(text: str) -> str:
    """Text as it stands in XML, also within double quotes; a character that XML can not hold becomes U+FFFD."""
    return _FORBIDDEN.sub("\ufffd", text).translate(_ESCAPES)


def element(tag: str, *children: str, **attributes: str | float | None) -> str:
    """An element with children that are XML already. `_` in a name stands for `-`; None leaves one out."""
    parts = [tag]
    for name, value in attributes.items():
        if value is not None:
            shown = escape(value) if isinstance(value, str) else number(value)
            parts.append(f'{name.rstrip("_").replace("_", "-")}="{shown}"')
    head = " ".join(parts)
    return f"<{head}>{''.join(children)}</{tag}>" if children else f"<{head}/>"


def text(
    x: float, y: float, words: str, size: float, *, fill: str = "#000", bold: bool = False, anchor: str = "start"
) -> str:
    """A line of text with its baseline at `y`."""
    return element(
        "text",
        escape(unicodedata.normalize("NFC", words)),
        x=x,
        y=y,
        font_family=FONT,
        font_size=size,
        font_weight="bold" if bold else None,
        text_anchor=anchor if anchor != "start" else None,
        fill=fill,
    )


def rect(x: float, y: float, w: float, h: float, **attributes: str | float | None) -> str:
    """A rectangle."""
    return element("rect", x=x, y=y, width=w, height=h, **attributes)


def path(points: Sequence[tuple[float, float]], *, closed: bool = False) -> str:
    """The path data of straight lines through points."""
    data = "".join(f"{'L' if i else 'M'}{number(x)} {number(y)}" for i, (x, y) in enumerate(points))
    return data + "z" if closed else data


def picture(
    w: float, h: float, children: Sequence[str], *, title: str, description: str = "", unit: str = ""
) -> str:
    """A whole document of `w` by `h`: pixels, or `unit`s."""
    head = [element("title", escape(title))]
    head += [element("desc", escape(description))] if description else []
    return (
        f'<svg xmlns="{NAMESPACE}" viewBox="0 0 {number(w)} {number(h)}" width="{number(w)}{unit}" '
        f'height="{number(h)}{unit}" role="img">\n' + "\n".join([*head, *children]) + "\n</svg>\n"
    )


# ---- text in a box ---------------------------------------------------------------------------------------


@dataclass(frozen=True)
class Fitted:
    """Lines of text and the size at which they fit; `cut` if some of the text had to be left out."""

    lines: tuple[str, ...]
    size: float
    cut: bool = False


def _pieces(words: str) -> list[tuple[str, str]]:
    """The parts of a text between which a line may end, each with what stands before it on the same line."""
    out: list[tuple[str, str]] = []
    for word in unicodedata.normalize("NFC", words).split():
        before, start = " ", 0
        for i in range(1, len(word) + 1):
            # Between letters of Chinese or Japanese, but not before a sign that closes.
            ends = i == len(word) or (
                (is_wide(word[i]) or is_wide(word[i - 1])) and unicodedata.category(word[i]) not in _CLOSING
            )
            if ends:
                out.append((before, word[start:i]))
                before, start = "", i
    return out


def wrap(words: str, room: float, size: float, weight: Weight = "regular") -> list[str]:
    """The lines of a text, none wider than `room` (but for a single letter that is). A word that is too long for
    a line is broken."""
    out: list[str] = []
    line = ""
    for before, piece in _pieces(words):
        longer = f"{line}{before}{piece}" if line else piece
        if width(longer, size, weight) <= room:
            line = longer
            continue
        if line:
            out.append(line)
        line = piece
        while len(line) > 1 and width(line, size, weight) > room:
            keep = max(1, fitting(line, room, size, weight))
            out.append(line[:keep])
            line = line[keep:]
    return [*out, line] if line else out


def fit(
    paragraphs: Sequence[str],
    room: float,
    height: float,
    largest: float,
    smallest: float,
    *,
    leading: float = 1.25,
    weight: Weight = "regular",
    most: int | None = None,
) -> Fitted:
    """Paragraphs in a box, at the largest size at which they fit, between two sizes; what does not fit at the
    smallest is cut, which an ellipsis shows. At most `most` lines, if that is given."""
    size = largest
    while True:
        lines = [line for p in paragraphs for line in wrap(p, room, size, weight)]
        limit = int(height / (size * leading) + 1e-9)
        limit = limit if most is None else min(limit, most)
        whole = all(width(piece, size, weight) <= room for p in paragraphs for _, piece in _pieces(p))
        if len(lines) <= limit and (whole or size <= smallest):
            return Fitted(tuple(lines), size)
        if size <= smallest:
            break
        size = max(smallest, size * 0.96)
    kept = lines[: max(limit, 1)]
    last = kept[-1].rstrip()
    last = last[: fitting(last, room - width("…", size, weight), size, weight)].rstrip()
    return Fitted((*kept[:-1], last + "…"), size, cut=True)
