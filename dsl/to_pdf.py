"""From pages that are SVG documents to one PDF.

Guarantee: a page is as large as its picture, everything in it is where and as large as the picture has it, shapes
stay shapes and text stays text, which is tagged and can be read aloud. Nothing is loaded while it is made. This
alone needs WeasyPrint.
"""

from __future__ import annotations

import logging
import re
from collections.abc import Iterator, Sequence
from typing import Any
from xml.etree import ElementTree

from dsl.svg import NAMESPACE, escape, number

_SIZE = re.compile(r"([0-9.]+)mm")
_MOVE = re.compile(r"(translate|rotate|scale)\(([-0-9. ]+)\)")
# Where the baseline of a line without height lies, in font sizes below its top: the middle of DejaVu's ascent and
# descent. Other fonts are off by less than a tenth of that.
_BASELINE = 0.346


class NoPrinter(Exception):
    """WeasyPrint, or a library of the system that it needs, is missing; says which. `help` is how to get it."""

    def __init__(self, message: str, help: str) -> None:
        super().__init__(message)
        self.help = help


PANGO = (
    "WeasyPrint needs Pango; on Debian and Ubuntu: "
    "`apt-get install libpango-1.0-0 libpangoft2-1.0-0 fonts-dejavu-core`, on macOS: `brew install pango`"
)


def ready() -> None:
    """Make sure that PDFs can be made here.

    Raises `NoPrinter`."""
    try:
        import weasyprint  # noqa: F401
    except (ImportError, OSError) as error:
        help = PANGO if isinstance(error, OSError) else "`pip install 'tileproof[docs]'`"
        raise NoPrinter(str(error).strip().split("\n")[0], help) from None


def to_pdf(pages: Sequence[str], *, title: str, language: str = "en") -> bytes:
    """A PDF with a page for each SVG document of `dsl/svg.py`, whose sizes are in millimetres and all the same.

    Raises `NoPrinter`."""
    ready()
    from weasyprint import HTML
    from weasyprint.urls import URLFetcher

    class Nothing(URLFetcher):  # type: ignore[misc]
        def fetch(self, url: str, headers: Any = None) -> Any:
            raise ValueError(f"{url} is not loaded")

    made = [_Page(page) for page in pages]
    sizes = {(page.width, page.height) for page in made}
    if len(sizes) != 1:
        raise ValueError("the pages of a PDF are of one size")
    width, height = sizes.pop()
    style = (
        f"@page {{ size: {number(width)}mm {number(height)}mm; margin: 0 }} html, body {{ margin: 0 }} "
        f".page {{ position: relative; height: {number(height)}mm; break-after: page; overflow: hidden }} "
        ".page:last-child { break-after: auto } svg { display: block } "
        "p { position: absolute; margin: 0; line-height: 0; white-space: pre } "
        # A box of no width, out of which the line reaches to the right, to both sides or to the left.
        "p span { position: absolute; width: 400mm } .start span { left: 0 } "
        ".end span { right: 0; text-align: right } .middle span { left: -200mm; text-align: center }"
    )
    head = f'<meta charset="utf-8"/><title>{escape(title)}</title><style>{style}</style>'
    body = "".join(page.html() for page in made)
    html = f'<!DOCTYPE html><html lang="{escape(language)}"><head>{head}</head><body>{body}</body></html>'
    # What it has to say of fonts is for whoever keeps this module, not for whoever prints cards.
    logging.getLogger("weasyprint").setLevel(logging.ERROR)
    pdf: bytes = HTML(string=html, url_fetcher=Nothing()).write_pdf(pdf_variant="pdf/ua-1")
    return pdf


class _Page:
    """A picture whose lines of text are taken out and laid over it: WeasyPrint sets the text of a picture letter by
    letter, which breaks every script whose letters join or run from right to left."""

    def __init__(self, picture: str) -> None:
        self.root = ElementTree.fromstring(picture)
        sizes = [_SIZE.fullmatch(self.root.get(x, "")) for x in ("width", "height")]
        if not all(sizes):
            raise ValueError("a page says how large it is, in millimetres")
        self.width, self.height = (float(x[1]) for x in sizes if x)

    def html(self) -> str:
        """The picture and its text."""
        lines = "".join(self._lines(self.root, ""))
        ElementTree.register_namespace("", NAMESPACE)
        shapes = ElementTree.tostring(self.root, encoding="unicode")
        return f'<div class="page">{shapes}{lines}</div>'

    def _lines(self, node: ElementTree.Element, moved: str) -> Iterator[str]:
        """The lines of text below a node, which is rid of them. `moved` are the transforms around it, as CSS."""
        moves = _MOVE.findall(node.get("transform", ""))
        moved += "".join(f" {kind}({_css(kind, values)})" for kind, values in moves)
        for child in list(node):
            if child.tag == f"{{{NAMESPACE}}}text":
                node.remove(child)
                yield _line(child, moved)
            else:
                yield from self._lines(child, moved)


def _css(kind: str, values: str) -> str:
    """The arguments of a transform as CSS has them."""
    unit = {"translate": "mm", "rotate": "deg", "scale": ""}[kind]
    return ", ".join(x + unit for x in values.split())


def _line(node: ElementTree.Element, moved: str) -> str:
    size, x, y = (float(node.get(name, "0")) for name in ("font-size", "x", "y"))
    place = f"{moved} translate({number(x)}mm, {number(y - _BASELINE * size)}mm)"
    style = (
        f"left: 0; top: 0; transform-origin: 0 0; transform:{place}; font-size: {size:.3f}mm; "
        f"font-family: {node.get('font-family')}; font-weight: {node.get('font-weight', 'normal')}; "
        f"color: {node.get('fill')}"
    )
    side = node.get("text-anchor", "start")
    return f'<p class="{side}" style="{escape(style)}"><span>{escape(node.text or "")}</span></p>'
