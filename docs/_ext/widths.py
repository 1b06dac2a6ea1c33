"""Writes `dsl/widths.json`, how wide letters are, from the DejaVu fonts: `python docs/_ext/widths.py FOLDER`.

The widest common sans serif is measured, in thousandths of the font size and rounded up, so that what fits in it
fits in the others. To be run by hand; the fonts themselves are not part of Tileproof.
"""

from __future__ import annotations

import json
import sys
from pathlib import Path

from fontTools.ttLib import TTFont  # comes with WeasyPrint

OUT = Path(__file__).parent.parent.parent / "dsl" / "widths.json"
FONTS = {"regular": "DejaVuSans.ttf", "bold": "DejaVuSans-Bold.ttf"}
# Latin, Greek and Cyrillic letters, punctuation, currencies, arrows and mathematical signs.
RANGES = (
    (0x20, 0x7F),
    (0xA0, 0x250),
    (0x370, 0x530),
    (0x1E00, 0x1F00),
    (0x2010, 0x2062),
    (0x20A0, 0x20C0),
    (0x2190, 0x2270),
)


def runs(path: Path) -> dict[str, list[int]]:
    """The widths of a font's letters: by the first of a run of letters that it has, in hexadecimal."""
    font = TTFont(path)
    letters, advance, em = font.getBestCmap(), font["hmtx"], font["head"].unitsPerEm
    out: dict[str, list[int]] = {}
    for first, end in RANGES:
        run: list[int] = []
        for code in range(first, end):
            if code not in letters:
                run = []
                continue
            if not run:
                out[f"{code:x}"] = run
            run.append(-(-advance[letters[code]][0] * 1000 // em))
    return out


if __name__ == "__main__":
    folder = Path(sys.argv[1])
    lines = []
    for weight, name in FONTS.items():
        found = runs(folder / name).items()
        rows = ",\n".join(f'    "{k}": {json.dumps(v, separators=(",", ":"))}' for k, v in found)
        lines.append(f'  "{weight}": {{\n{rows}\n  }}')
    OUT.write_text("{\n" + ",\n".join(lines) + "\n}\n", "utf-8")
