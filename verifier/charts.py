"""Histograms: bars in a terminal, and an SVG picture that can be read in black and white.

Guarantee: pure functions of their arguments; equal distributions give equal text, byte for byte.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from xml.sax.saxutils import escape

from verifier.report import Terminal

_EIGHTHS = " ▏▎▍▌▋▊▉█"
BARS = 40  # the most bars of a histogram


def bins(counts: Mapping[int, int], most: int = BARS) -> list[tuple[int, int, int]]:
    """The counts in at most so many bins of one width, from the least value to the greatest: the first and last
    value of each, and its count. Widths are 1, 2, 5, 10, 20, 50, ..., and bins begin at multiples of them."""
    if not counts:
        return []
    low, high = min(counts), max(counts)
    width, steps = 1, 0
    while high // width - low // width + 1 > most:
        width = width * 5 // 2 if steps % 3 == 1 else width * 2
        steps += 1
    found = dict.fromkeys(range(low // width, high // width + 1), 0)
    for value, n in counts.items():
        found[value // width] += n
    return [(i * width, (i + 1) * width - 1, n) for i, n in found.items()]


def label(first: int, last: int) -> str:
    """The values of a bin."""
    return str(first) if first == last else f"{first} to {last}"


def bars(counts: Mapping[int, int], terminal: Terminal, most: int = 32, columns: int = 48) -> list[str]:
    """A histogram in lines: values, bar, and share of the cities in percent."""
    listed = bins(counts, most)
    whole, highest = max(sum(counts.values()), 1), max((n for *_, n in listed), default=1)
    names = [label(a, b) for a, b, _ in listed]
    left = max(map(len, names), default=0)
    out = []
    for name, (_, _, n) in zip(names, listed, strict=True):
        if terminal.ascii:
            bar = "#" * (columns * n // highest)
        else:
            full, part = divmod(8 * columns * n // highest, 8)
            bar = "█" * full + _EIGHTHS[part].strip()
        out.append(f"  {name:>{left}}  {bar:<{columns}}  {100 * n / whole:5.1f} %".rstrip())
    return out


# ---- SVG -----------------------------------------------------------------------------------------------------

_WIDTH, _HEIGHT = 300, 190  # of a panel
_LEFT, _TOP, _RIGHT, _BOTTOM = 34, 46, 8, 34
_WIDEST = 26  # of a bar with the gap beside it


def svg(title: str, rows: Sequence[Sequence[tuple[str, str, Mapping[int, int]]]]) -> str:
    """A picture of histograms in rows. Each has a heading, a remark below it, and its counts by value in VP."""
    across = max(map(len, rows), default=1)
    width, height = across * _WIDTH + 20, len(rows) * _HEIGHT + 44
    out = [
        f'<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 {width} {height}" width="{width}" height="{height}" '
        'font-family="sans-serif" font-size="11" fill="black">',
        f"<title>{escape(title)}</title>",
        f'<rect width="{width}" height="{height}" fill="white"/>',
        f'<text x="12" y="24" font-size="15" font-weight="bold">{escape(title)}</text>',
    ]
    for j, row in enumerate(rows):
        for i, (heading, remark, counts) in enumerate(row):
            out.append(f'<g transform="translate({10 + i * _WIDTH} {34 + j * _HEIGHT})">')
            out += _panel(heading, remark, counts)
            out.append("</g>")
    return "\n".join([*out, "</svg>"]) + "\n"


def _panel(heading: str, remark: str, counts: Mapping[int, int]) -> Iterator[str]:
    yield f'<text x="{_LEFT}" y="16" font-size="12" font-weight="bold">{escape(heading)}</text>'
    yield f'<text x="{_LEFT}" y="31">{escape(remark)}</text>'
    base, span = _HEIGHT - _BOTTOM, _WIDTH - _LEFT - _RIGHT
    yield f'<path d="M{_LEFT} {_TOP - 4}V{base}H{_WIDTH - _RIGHT}" fill="none" stroke="black"/>'
    listed = bins(counts)
    if not listed:
        return
    whole, highest = sum(counts.values()), max(n for *_, n in listed)
    step = min(span / len(listed), _WIDEST)
    yield f'<text x="{_LEFT - 4}" y="{_TOP + 4}" text-anchor="end">{_percent(100 * highest / whole)}</text>'
    yield f'<text x="{_LEFT - 4}" y="{base}" text-anchor="end">0 %</text>'
    every = -(-len(listed) // 7)
    for i, (first, last, n) in enumerate(listed):
        x, tall = _LEFT + i * step, (base - _TOP) * n / highest
        share = f"{label(first, last)} VP: {n:,} of {whole:,}"
        if n:
            yield (
                f'<rect x="{x + step * 0.08:.2f}" y="{base - tall:.2f}" width="{step * 0.84:.2f}" '
                f'height="{tall:.2f}" fill="#666" stroke="black" stroke-width="0.5"><title>{share}</title></rect>'
            )
        if i % every == 0:
            # A bin of several values has its first one below its left end.
            at = x + step / 2 if first == last else x
            yield f'<text x="{at:.2f}" y="{base + 14}" text-anchor="middle">{first}</text>'
    middle = _LEFT + span / 2
    yield f'<text x="{middle:.2f}" y="{base + 28}" text-anchor="middle">VP</text>'


def _percent(x: float) -> str:
    return f"{x:.0f} %" if x >= 10 else f"{x:.1f} %"
