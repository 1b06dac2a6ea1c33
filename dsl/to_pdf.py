"""From pages that are SVG documents to one PDF.

Guarantee: a page is as large as its picture, everything in it is where and as large as the picture has it, shapes
stay shapes and text stays text. Nothing is loaded while it is made. This alone needs WeasyPrint.
"""

from __future__ import annotations

import logging
import re
from collections.abc import Sequence
from typing import Any

from dsl.svg import escape

_DECLARED = re.compile(r'<svg [^>]*\bwidth="([0-9.]+mm)" height="([0-9.]+mm)"')


class NoPrinter(Exception):
    """WeasyPrint, or a library of the system that it needs, is not installed; says which."""


def to_pdf(pages: Sequence[str], *, title: str, language: str = "en") -> bytes:
    """A PDF with a page for each SVG document, whose sizes are in millimetres and all the same.

    Raises `NoPrinter`."""
    try:
        from weasyprint import HTML
        from weasyprint.urls import URLFetcher
    except (ImportError, OSError) as error:
        raise NoPrinter(str(error).strip().split("\n")[0]) from None

    class Nothing(URLFetcher):  # type: ignore[misc,unused-ignore]
        def fetch(self, url: str, headers: Any = None) -> Any:
            raise ValueError(f"{url} is not loaded")

    sizes = {_size(page) for page in pages}
    if len(sizes) != 1:
        raise ValueError("the pages of a PDF are of one size")
    width, height = sizes.pop()
    style = (
        f"@page {{ size: {width} {height}; margin: 0 }} html, body {{ margin: 0 }} "
        "svg { display: block; break-after: page } svg:last-child { break-after: auto }"
    )
    head = f'<meta charset="utf-8"/><title>{escape(title)}</title><style>{style}</style>'
    html = f'<!DOCTYPE html><html lang="{escape(language)}"><head>{head}</head><body>{"".join(pages)}</body></html>'
    # What it has to say of fonts is for whoever keeps this module, not for whoever prints cards.
    logging.getLogger("weasyprint").setLevel(logging.ERROR)
    made: bytes = HTML(string=html, url_fetcher=Nothing()).write_pdf()
    return made


def _size(page: str) -> tuple[str, str]:
    found = _DECLARED.search(page)
    if found is None:
        raise ValueError("a page says how large it is, in millimetres")
    return found[1], found[2]
