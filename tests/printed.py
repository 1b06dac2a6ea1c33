"""Reads a PDF's pages back: where its lines are drawn and how far its text reaches, in millimetres from the upper
left corner. It knows nothing of how the PDF was made."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass
from typing import Any

from pypdf import PageObject, PdfReader
from pypdf.generic import ContentStream

MM = 72 / 25.4
Matrix = tuple[float, float, float, float, float, float]


@dataclass(frozen=True)
class Run:
    """A run of letters: its baseline's ends and its size."""

    start: tuple[float, float]
    end: tuple[float, float]
    size: float


def _times(a: Matrix, b: Matrix) -> Matrix:
    return (
        a[0] * b[0] + a[1] * b[2], a[0] * b[1] + a[1] * b[3],
        a[2] * b[0] + a[3] * b[2], a[2] * b[1] + a[3] * b[3],
        a[4] * b[0] + a[5] * b[2] + b[4], a[4] * b[1] + a[5] * b[3] + b[5],
    )  # fmt: skip


def _advances(font: Any) -> dict[int, float]:
    """Thousandths of the size, by glyph, of a composite font."""
    out: dict[int, float] = {}
    table = list(font["/DescendantFonts"][0].get_object()["/W"])
    while table:
        first, second = int(table.pop(0)), table.pop(0)
        if isinstance(second, list):
            out |= {first + i: float(n) for i, n in enumerate(second)}
        else:
            out |= dict.fromkeys(range(first, int(second) + 1), float(table.pop(0)))
    return out


class Page:
    """One page: `size`, `lines` (x1, y1, x2, y2) that are stroked alone, and `runs` of text."""

    def __init__(self, reader: PdfReader, page: PageObject) -> None:
        self.size = (float(page.mediabox.width) / MM, float(page.mediabox.height) / MM)
        self.lines: list[tuple[float, float, float, float]] = []
        self.runs: list[Run] = []
        self._read(reader, page, page.get_contents(), (1, 0, 0, 1, 0, 0))

    def _point(self, x: float, y: float, m: Matrix) -> tuple[float, float]:
        return (x * m[0] + y * m[2] + m[4]) / MM, self.size[1] - (x * m[1] + y * m[3] + m[5]) / MM

    def _read(self, reader: PdfReader, owner: Any, content: Any, ctm: Matrix) -> None:
        stack, text, size, advances, at = [], (1.0, 0, 0, 1, 0, 0), 0.0, {}, (0.0, 0.0)
        resources = owner["/Resources"]
        for operands, operator in ContentStream(content, reader).operations:
            match operator:
                case b"q":
                    stack.append(ctm)
                case b"Q":
                    ctm = stack.pop()
                case b"cm":
                    ctm = _times(tuple(map(float, operands)), ctm)  # type: ignore[arg-type]
                case b"m":
                    at = self._point(float(operands[0]), float(operands[1]), ctm)
                case b"l":
                    end = self._point(float(operands[0]), float(operands[1]), ctm)
                    self.lines.append((*at, *end))
                    at = end
                case b"Do":
                    form = resources["/XObject"][operands[0]].get_object()
                    if form["/Subtype"] == "/Form":
                        matrix = tuple(map(float, form.get("/Matrix", (1, 0, 0, 1, 0, 0))))
                        self._read(reader, form if "/Resources" in form else owner, form, _times(matrix, ctm))  # type: ignore[arg-type]
                case b"Tf":
                    advances, size = _advances(resources["/Font"][operands[0]]), float(operands[1])
                case b"Tm":
                    text = tuple(map(float, operands))  # type: ignore[assignment]
                case b"TJ" | b"Tj":
                    wide = 0.0
                    for part in operands[0] if operator == b"TJ" else operands:
                        if isinstance(part, int | float):
                            wide -= float(part)
                        else:
                            data = part.original_bytes
                            wide += sum(advances[int.from_bytes(data[i : i + 2])] for i in range(0, len(data), 2))
                    m = _times(text, ctm)
                    ends = self._point(0, 0, m), self._point(wide * size / 1000, 0, m)
                    high = abs(m[3]) if abs(m[3]) > 1e-6 else abs(m[1])
                    self.runs.append(Run(*ends, size * high / MM))


def pages(path: Any) -> Iterator[Page]:
    """The pages of a PDF."""
    reader = PdfReader(path)
    for page in reader.pages:
        yield Page(reader, page)
