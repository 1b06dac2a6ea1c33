"""From a page of HTML to a PDF: two engines, and what they are told in CSS.

Guarantee: with WeasyPrint every box that was laid out is looked at, and there is a remark on each that leaves the
area of its page, or that the end of a page cuts though it should stay whole; the number behind a link is that of
the page that it leads to, or there is a remark; both engines write the same bytes for the same page, fonts and
versions; neither fetches anything from a network.
"""

from __future__ import annotations

import gc
import json
import logging
import os
import re
import shutil
import subprocess
import sys
import tempfile
import time
from collections.abc import Callable, Iterator, Mapping
from contextlib import ExitStack, contextmanager
from dataclasses import dataclass
from importlib.resources import files
from pathlib import Path
from typing import Any

from sphinx.errors import ExtensionError

PAPERS = ("A4", "Letter", "A5")


@dataclass(frozen=True)
class Printed:
    """A PDF, its number of pages (None: nobody counted), and remarks on what is not right in it."""

    out: Path
    pages: int | None
    remarks: tuple[str, ...]


Engine = Callable[[Path, Mapping[str, Path]], Iterator[Printed]]
"""Prints a page of HTML into a PDF for each paper."""
Tell = Callable[[str], None]
"""Is told what is being done."""

# A hair's breadth, in CSS pixels: fonts are measured in fractions.
_SLACK = 1.0
# Where a link is told the number of the page that it leads to, once WeasyPrint's own `target-counter` has ended
# with wrong ones.
_NUMBER = "data-page"
_PASSES, _SHRINKING = 9, 3
_WHOLE = ("figure", "img", "svg", "tr")
_SECONDS = 600
_STILL = 10.0  # seconds between two remarks that a paper is still being printed


def stylesheet() -> str:
    """The style of a printed book."""
    return files("dsl.rulebook").joinpath("print.css").read_text("utf-8")


def _string(text: str) -> str:
    escaped = text.replace("\\", "\\\\").replace('"', '\\"').replace("\n", " ").replace("<", "\\3c ")
    return f'"{escaped}"'


def spoken(words: Mapping[str, str]) -> str:
    """The rules of style that say something: `{n}` is the number of a page, `{m}` how many there are."""

    def content(text: str, number: str) -> str:
        parts = re.split(r"(\{n\}|\{m\})", text)
        return " ".join({"{n}": number, "{m}": "counter(pages)"}.get(p) or _string(p) for p in parts if p)

    foot = content(words["page"], "counter(page)")
    see = content("\u00a0" + words["see"], "target-counter(attr(href), page)")
    told = content("\u00a0" + words["see"], f"attr({_NUMBER})")
    return (
        f"@page {{ @bottom-center {{ content: {foot}; }} }}\n"
        f'main a.reference.internal[href^="#"]:not(.nopage)::after {{ content: {see}; }}\n'
        f"main a.reference.internal[{_NUMBER}]:not(.nopage)::after {{ content: {told}; }}\n"
    )


def inline(svg: str) -> str:
    """A picture as it can stand in a page of HTML."""
    return re.sub(r"^\s*(?:<\?xml[^>]*\?>|<!DOCTYPE[^>]*>|\s)*", "", svg)


def engine(name: str) -> Engine:
    """The engine of that name.

    Raises `ExtensionError`, with what to do, if it is not there."""
    return _weasyprint() if name == "weasyprint" else _chromium()


# ---- WeasyPrint ------------------------------------------------------------------------------------------


def _weasyprint() -> Engine:
    try:
        import weasyprint
        from weasyprint.urls import URLFetcher
    except ImportError as error:
        raise ExtensionError(
            f"tilepdf prints with WeasyPrint, which is not installed ({error}): pip install 'tileproof[docs]', "
            'or choose tilepdf_engine = "chromium"'
        ) from None
    except OSError as error:
        said = str(error).split("\n")[0]
        raise ExtensionError(
            f"WeasyPrint can not find Pango ({said}). On Debian and Ubuntu: apt-get install libpango-1.0-0 "
            "libpangoft2-1.0-0 fonts-dejavu-core; on macOS: brew install pango. "
            'Or choose tilepdf_engine = "chromium"'
        ) from None

    def draw(page: Path, books: Mapping[str, Path]) -> Iterator[Printed]:
        if len(books) > 1:
            # Each paper is laid out by itself, so they are printed side by side.
            with side_by_side(page, books) as printed:
                yield from printed(lambda _: None)
            return
        html = weasyprint.HTML(filename=str(page), url_fetcher=URLFetcher(allowed_protocols=("file", "data")))
        for image in html.etree_element.iter("img"):
            # A picture that says nothing: tagged PDF has no other word for it, and without one complains.
            if image.get("alt") == "":
                image.set("alt", " ")
        for paper, out in books.items():
            size = weasyprint.CSS(string=f"@page {{ size: {paper}; }}")
            made, unsettled = _settled(html, size)
            made.write_pdf(str(out), pdf_variant="pdf/ua-1")
            yield Printed(out, len(made.pages), (*unsettled, *remarks(made)))

    return draw


def _settled(html: Any, size: Any) -> tuple[Any, list[str]]:
    """The pages laid out, the numbers behind links those of the pages that they lead to; a remark if these do not
    come to rest."""
    made = html.render(stylesheets=[size], pdf_variant="pdf/ua-1")
    if _squeeze(made):
        made = html.render(stylesheets=[size], pdf_variant="pdf/ua-1")
    if not _wrong(made):
        return made, []
    links = [x for x in html.etree_element.iter("a") if x.get("href", "").startswith("#")]
    longest = dict.fromkeys(links, 0)
    for turn in range(_PASSES):
        pages, changed = _pages(made), 0
        for link in links:
            number = pages.get(link.get("href")[1:], "")
            if turn >= _SHRINKING:
                # What a shorter number moves can make it longer again. It keeps its width, so that this ends.
                number = number.rjust(longest[link], "\u2007")
            longest[link] = max(longest[link], len(number))
            changed += number != link.get(_NUMBER)
            link.set(_NUMBER, number)
        if not changed:
            return made, []
        made = html.render(stylesheets=[size], pdf_variant="pdf/ua-1")
    return made, ["the number behind a link is that of another page, as these never came to rest"]


def _pages(document: Any) -> dict[str, str]:
    """The number of the page of each anchor."""
    return {anchor: str(n) for n in range(len(document.pages), 0, -1) for anchor in document.pages[n - 1].anchors}


def _wrong(document: Any) -> bool:
    """Whether the number behind a link is that of another page."""
    pages = _pages(document)
    for page in document.pages:
        for box in _boxes(page._page_box):
            if box.element_tag == "a::after" and box.element.get("href", "").startswith("#"):
                numbers = re.findall(r"\d+", _text(box))
                if numbers and pages.get(box.element.get("href")[1:]) not in numbers:
                    return True
    return False


@contextmanager
def side_by_side(page: Path, books: Mapping[str, Path]) -> Iterator[Callable[[Tell], Iterator[Printed]]]:
    """Print with WeasyPrint, a process for each paper, while the caller does something else; what is given waits
    for them, and tells now and then that it still does. What they warn of is logged here as if it had been done
    here.

    Raises `ExtensionError` if one of them fails; leaving the context ends them."""
    where = {**os.environ, "PYTHONPATH": os.pathsep.join(x for x in sys.path if x)}
    with ExitStack() as stack:
        started = {}
        for paper, out in books.items():
            command = [sys.executable, "-m", "dsl.rulebook.press", str(page), paper, str(out)]
            process = subprocess.Popen(
                command, env=where, stdout=subprocess.PIPE, stderr=subprocess.PIPE, encoding="utf-8"
            )
            stack.callback(_end, process)
            started[out] = process

        def wait(tell: Tell) -> Iterator[Printed]:
            log = logging.getLogger("weasyprint")
            for out, process in started.items():
                said, failed = _waited(process, out.name, tell)
                if process.returncode:
                    reason = (failed.strip().splitlines() or ["no reason given"])[-1]
                    raise ExtensionError(f"WeasyPrint did not print {out.name}: {reason}")
                found = json.loads(said)
                for message, *args in found["warnings"]:
                    log.warning(message, *args)
                yield Printed(out, found["pages"], tuple(found["remarks"]))

        yield wait


def _waited(process: subprocess.Popen[str], name: str, tell: Tell) -> tuple[str, str]:
    """What a process says at its end, and what it complains of."""
    began = time.monotonic()
    while True:
        try:
            return process.communicate(timeout=_STILL)
        except subprocess.TimeoutExpired:
            tell(f"{name} is being printed, {time.monotonic() - began:.0f} s so far")


def _end(process: subprocess.Popen[str]) -> None:
    process.kill()
    process.wait()
    for stream in (process.stdout, process.stderr):
        if stream is not None:
            stream.close()


class _Kept(logging.Handler):
    """Keeps what was logged, with its arguments as text."""

    def __init__(self) -> None:
        super().__init__(logging.WARNING)
        self.warnings: list[list[str]] = []

    def emit(self, record: logging.LogRecord) -> None:
        args = record.args if isinstance(record.args, tuple) else ()
        # The type of a number does not matter to a message, once it is text.
        self.warnings.append([re.sub(r"%[-+ #0-9.]*[dfgixr]", "%s", record.msg), *map(str, args)])


def main() -> int:
    """`python -m dsl.rulebook.press PAGE PAPER OUT`: one paper, and what there is to say of it as JSON."""
    page, paper, out = sys.argv[1:]
    # A book is millions of objects that stay until its end: to look through them for rubbish all the time takes a
    # quarter of the time, and finds none.
    gc.set_threshold(100_000, 20, 50)
    log, kept = logging.getLogger("weasyprint"), _Kept()
    log.handlers, log.propagate = [kept], False
    log.setLevel(logging.WARNING)
    for x in _weasyprint()(Path(page), {paper: Path(out)}):
        print(json.dumps({"pages": x.pages, "remarks": x.remarks, "warnings": kept.warnings}))
    return 0


def _boxes(box: Any) -> Iterator[Any]:
    """The boxes of a page, but not those of its margins."""
    for child in getattr(box, "children", ()):
        child = getattr(child, "_box", child)  # a box that is positioned elsewhere stands behind a placeholder
        if type(child).__name__ != "MarginBox":
            yield child
            yield from _boxes(child)


def _outside(document: Any) -> Iterator[tuple[int, Any, str, float]]:
    """Boxes that leave the area of their page: page, box, side, by how many CSS pixels."""
    for number, page in enumerate(document.pages, 1):
        area = page._page_box
        left, top = area.content_box_x(), area.content_box_y()
        right, bottom = left + area.width, top + area.height
        for box in _boxes(area):
            if not isinstance(getattr(box, "width", None), int | float) or not box.width:
                continue
            x, y = box.border_box_x(), box.border_box_y()
            for side, over in (
                ("right", x + box.border_width() - right),
                ("left", left - x),
                ("bottom", y + box.border_height() - bottom),
                ("top", top - y),
            ):
                if over > _SLACK:
                    yield number, box, side, over


def _has(element: Any, name: str) -> bool:
    return name in element.get("class", "").split()


def _squeeze(document: Any) -> bool:
    """Set tables that are too wide smaller, let words break in them and in such code; whether there was any."""
    found = False
    wide = {id(b) for _, b, side, _ in _outside(document) if side == "right"}
    for page in document.pages if wide else ():
        for box in _boxes(page._page_box):
            element = box.element
            if element is None or element.tag not in ("table", "pre") or _has(element, "tight"):
                continue
            if id(box) in wide or any(id(b) in wide for b in _boxes(box)):
                element.set("class", f"{element.get('class', '')} tight".strip())
                found = True
    return found


def remarks(document: Any) -> Iterator[str]:
    """What a reader of the laid out pages of WeasyPrint would find wrong, in words."""
    seen: set[tuple[int, str]] = set()
    found = list(_outside(document))
    guilty = {(side, id(box)) for _, box, side, _ in found}
    for number, box, side, over in found:
        element = box.element
        tag = element.tag if element is not None else "box"
        # What is around a guilty box leaves the page with it.
        if (number, side) in seen or any((side, id(b)) in guilty for b in _boxes(box)):
            continue
        seen.add((number, side))
        text = " ".join(_text(box).split())[:60]
        yield f"page {number}: <{tag}> leaves the page by {over * 25.4 / 96:.1f} mm at its {side}: {text!r}"
    for tag in _WHOLE:
        at: dict[int, int] = {}
        for number, page in enumerate(document.pages, 1):
            # The head of a table is said again on each of its pages.
            for box in _boxes(page._page_box):
                element = box.element
                if element is None or element.tag != tag or _has(element, "break"):
                    continue
                if getattr(box, "element_tag", tag) != tag or _in_head(box):
                    continue
                if at.setdefault(id(element), number) < number:
                    at[id(element)] = number
                    yield f"page {number}: <{tag}> is cut by the end of the page before"


def _in_head(box: Any) -> bool:
    return all(getattr(child, "element_tag", "") == "th" for child in getattr(box, "children", ()))


def _text(box: Any) -> str:
    own = getattr(box, "text", "") or ""
    return own + " ".join(_text(getattr(c, "_box", c)) for c in getattr(box, "children", ()))


# ---- Chromium --------------------------------------------------------------------------------------------


def _chromium() -> Engine:
    names = ("chromium", "chromium-browser", "google-chrome", "chrome")
    program = next((p for p in map(shutil.which, names) if p), None)
    if program is None:
        raise ExtensionError(
            f"tilepdf_engine is 'chromium', but none of {', '.join(names)} is on the PATH: install one (on Debian: "
            'apt-get install chromium), or choose tilepdf_engine = "weasyprint"'
        )

    def draw(page: Path, books: Mapping[str, Path]) -> Iterator[Printed]:
        for paper, out in books.items():
            _print_with(program, page, out, paper)
            yield Printed(out, None, ())

    return draw


def _print_with(program: str, page: Path, out: Path, paper: str) -> None:
    out.unlink(missing_ok=True)
    sized = page.with_name(f"print-{paper.lower()}.html")
    style = f"<style>@page {{ size: {paper}; }}</style>\n</head>"
    sized.write_text(page.read_text("utf-8").replace("</head>", style, 1), "utf-8", newline="\n")
    try:
        with tempfile.TemporaryDirectory(prefix="tilepdf") as profile:
            done = subprocess.run(
                [
                    program, "--headless", "--no-sandbox", "--disable-gpu", f"--user-data-dir={profile}",
                    "--host-resolver-rules=MAP * ~NOTFOUND", "--no-pdf-header-footer",
                    "--generate-pdf-document-outline", f"--print-to-pdf={out}", sized.resolve().as_uri(),
                ],
                capture_output=True, text=True, check=False, timeout=_SECONDS,
            )  # fmt: skip
    except subprocess.TimeoutExpired:
        raise ExtensionError(f"{Path(program).name} did not print in {_SECONDS} s") from None
    finally:
        sized.unlink()
    if done.returncode or not out.exists():
        raise ExtensionError(f"{Path(program).name} printed nothing: {done.stderr.strip()[-300:]}")
    # The hour of printing is all that two prints of a page differ in. It keeps its length.
    out.write_bytes(re.sub(rb"(?<=Date \(D:)\d{14}", b"20000101000000", out.read_bytes()))


if __name__ == "__main__":
    sys.exit(main())
