"""Draws the README's picture: a tile and what `max` says of it, `python docs/_ext/picture.py`.

The text is what the command prints, colours included; nothing in it is drawn by hand. It asks a solver, and
another version of it may choose another city, so no test compares the picture.
"""

from __future__ import annotations

import contextlib
import io
import re
import sys
import tempfile
from pathlib import Path
from xml.sax.saxutils import escape

DOCS = Path(__file__).parent.parent
ROOT = DOCS.parent

sys.path.insert(0, str(ROOT))

from verifier.cli import main  # noqa: E402

CELL, LINE, SIZE, EDGE = 9.0, 17, 15, 24
PAPER, INK, FAINT = "#10151c", "#d8dee6", "#7d8794"
COLOURS = {
    "31": "#f07178", "32": "#8fce6b", "33": "#e6c262", "34": "#6aa9f0", "35": "#c792ea", "36": "#5fc9c9",
    "91": "#ff8b92", "92": "#a9e08a", "93": "#f5d98a", "94": "#8fc1ff", "95": "#dcb3f5", "96": "#86e0e0",
}  # fmt: skip
_PIECE = re.compile(r"(?:\x1b\[([0-9;]*)m)?([^\x1b]*)")


def session() -> list[str]:
    """The lines of the picture."""
    text = (ROOT / "README.md").read_text("utf-8")
    found = re.search(r"<!-- file: (\S+) -->\n```\w*\n(.*?)```", text, re.DOTALL)
    assert found is not None
    name, rules = found[1], found[2]
    shown = re.sub(r"\n\n +--.*?\n(?=\})", "\n", rules, flags=re.DOTALL)
    with tempfile.TemporaryDirectory() as folder:
        path = Path(folder) / name
        path.write_text(rules, "utf-8")
        out = io.TextIOWrapper(io.BytesIO(), encoding="utf-8")
        tile = name.removesuffix(".rules")
        asked = re.search(rf"^\$ tileproof max {tile} --with {re.escape(name)} (.+)$", text, re.MULTILINE)
        assert asked is not None
        words = ["max", tile, *asked[1].split()]
        with contextlib.redirect_stdout(out), contextlib.redirect_stderr(io.StringIO()):
            main([*words, "--with", str(path), "--color", "always"])
        out.seek(0)
        said = out.read()
    lines = [f"\x1b[2m$ cat {name}\x1b[0m", *shown.rstrip().split("\n"), ""]
    lines.append(f"\x1b[2m$ tileproof {' '.join(words)} --with {name}\x1b[0m")
    return lines + said.rstrip().split("\n")


def spans(line: str) -> str:
    """A line of the terminal as SVG text, its ANSI colours as fills."""
    parts, column = [], 0
    for codes, text in _PIECE.findall(line):
        style = codes.split(";") if codes else []
        fill = next((COLOURS[c] for c in style if c in COLOURS), FAINT if "2" in style else INK)
        weight = ' font-weight="bold"' if "1" in style else ""
        for m in re.finditer(r"\S+(?: \S+)*", text):
            x = EDGE + (column + m.start()) * CELL
            parts.append(
                f'<tspan x="{x:.1f}" textLength="{len(m[0]) * CELL:.1f}" lengthAdjust="spacingAndGlyphs" '
                f'fill="{fill}"{weight}>{escape(m[0])}</tspan>'
            )
        column += len(text)
    return "".join(parts)


def picture(lines: list[str]) -> str:
    """The lines as an SVG picture."""
    plain = [re.sub(r"\x1b\[[0-9;]*m", "", x) for x in lines]
    width = round(2 * EDGE + max(map(len, plain)) * CELL)
    height = 2 * EDGE + len(lines) * LINE
    rows = [
        f'<text y="{EDGE + (i + 0.75) * LINE:.1f}">{spans(x)}</text>' for i, x in enumerate(lines) if plain[i]
    ]
    return "\n".join(
        [
            f'<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 {width} {height}" width="{width}" '
            f'height="{height}" role="img" font-family="DejaVu Sans Mono, Menlo, Consolas, monospace" '
            f'font-size="{SIZE}">',
            "<title>A tile in the rules language, and the city in which it scores most</title>",
            f'<rect width="{width}" height="{height}" rx="10" fill="{PAPER}"/>',
            *rows,
            "</svg>\n",
        ]
    )


if __name__ == "__main__":
    (DOCS / "picture.svg").write_text(picture(session()), "utf-8")
