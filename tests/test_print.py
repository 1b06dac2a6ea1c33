"""The printed book: pages, numbers, links and boxes, as the PDF has them; not as the builder says."""

from __future__ import annotations

import io
import random
import re
import shutil
import subprocess
import sys
from collections.abc import Callable
from importlib.resources import files
from pathlib import Path
from typing import Any

import pytest
from sphinx.application import Sphinx
from sphinx.errors import ConfigError, ExtensionError
from sphinx.util.docutils import docutils_namespace, patch_docutils

pytest.importorskip("weasyprint")
pypdf = pytest.importorskip("pypdf")

from dsl.codes import GARDEN  # noqa: E402
from dsl.rulebook import press  # noqa: E402
from dsl.rulebook.book import build as book_of  # noqa: E402
from dsl.rulebook.pdf import books_of, listening  # noqa: E402

ROOT = Path(__file__).parent / "roots" / "test-print"
MM = 72 / 25.4


def build(source: Path, out: Path, **config: Any) -> str:
    """Build the book; what Sphinx warned of."""
    told = io.StringIO()
    with patch_docutils(str(source)), docutils_namespace():
        Sphinx(source, source, out, out / ".trees", "tilepdf", config, None, told, freshenv=True).build()
    return re.sub(r"\x1b\[[0-9;]*m", "", told.getvalue())


@pytest.fixture(scope="module")
def book(tmp_path_factory: pytest.TempPathFactory) -> dict[str, Path]:
    out = tmp_path_factory.mktemp("print")
    assert build(ROOT, out) == ""
    return {p.stem.rpartition("-")[2]: p for p in out.glob("*.pdf")}


def texts(path: Path) -> list[str]:
    return [page.extract_text() for page in pypdf.PdfReader(path).pages]


def test_both_papers_have_a_title_a_language_tags_and_an_outline(book: dict[str, Path]) -> None:
    assert set(book) == {"a4", "letter"}
    for paper, (width, height) in {"a4": (210 * MM, 297 * MM), "letter": (612, 792)}.items():
        pdf = pypdf.PdfReader(book[paper])
        assert [float(x) for x in pdf.pages[3].mediabox[2:]] == pytest.approx([width, height], abs=0.5)
        assert pdf.metadata is not None
        assert (pdf.metadata.title, pdf.metadata.author) == ("Städte & <Plätze>", "Ada Čapek")
        catalogue: Any = pdf.trailer["/Root"]
        assert catalogue["/Lang"] == "en"
        assert catalogue["/MarkInfo"]["/Marked"]
        assert b"pdfuaid:part" in catalogue["/Metadata"].get_object().get_data()
        tops = [x.title for x in pdf.outline if not isinstance(x, list)]
        assert tops == ["Contents", "Städte & Plätze", "The first chapter", "The second chapter", "Index"]
        assert not any("/XObject" in p["/Resources"] and b"/Subtype /Image" in str(p).encode() for p in pdf.pages)


def _tags(pdf: Any) -> list[Any]:
    """The elements of the structure, in the order in which they are read aloud."""
    found: list[Any] = []
    todo = [pdf.trailer["/Root"]["/StructTreeRoot"]]
    while todo:
        x = todo.pop().get_object()
        if hasattr(x, "get"):
            found.append(x)
            inside = x["/K"].get_object() if "/K" in x else []
            todo += [inside] if not isinstance(inside, list) else inside[::-1]
    return found


def test_headings_leave_no_level_out_and_pictures_have_words(book: dict[str, Path]) -> None:
    """As PDF/UA wants it: the first heading is the title, and whoever hears the book misses no picture."""
    tags = _tags(pypdf.PdfReader(book["a4"]))
    levels = [int(x["/S"][2]) for x in tags if re.fullmatch(r"/H[1-6]", str(x.get("/S")))]
    assert levels[0] == 1 and len(levels) > 4
    assert [(a, b) for a, b in zip(levels, levels[1:], strict=False) if b > a + 1] == []
    pictures = [x for x in tags if x.get("/S") == "/Figure"]
    assert pictures and all(str(x.get("/Alt", "")).strip() for x in pictures)


ODD = {
    "chinese": "市庁舎",
    "arabic": "محطة الإطفاء",
    "greek": "Πύργος",
    "cyrillic": "Мельница",
    "emoji": "Fire \U0001f525",
    "markup": '<b>&*_|`x`</b>',
    "long": "A title that goes on " * 12,
    "broad": "W" * 120,
}


def test_titles_of_all_sorts_make_a_whole_book(tmp_path: Path) -> None:
    """They stand in the contents as they were written, nothing leaves a page, and what has no letters is told once.
    The little game has neither scorings nor properties: there is no empty chapter for them. All tables have headings."""
    tiles = "".join(f'tile {k} "{v.strip()}" is flower {{ }}\n' for k, v in ODD.items())
    (tmp_path / "garden.rules").write_text(GARDEN.replace('"Garden"', f'"{ODD["chinese"]} <i> {ODD["greek"]}"') + tiles, "utf-8")
    made = book_of([tmp_path], None, tmp_path / "out", formats=["pdf"])
    (path,) = made.pages
    assert path.name == "市庁舎iπύργος-a4.pdf"
    assert len(made.warnings) <= 1 and all("no font on this machine has" in x for x in made.warnings)
    pdf = pypdf.PdfReader(path)
    tops = [x.title for x in pdf.outline if not isinstance(x, list)]
    assert tops == ["Contents", "How to read this book", "Set up and play", "The tiles", "The buildings", "Glossary", "Tiles and rules", "Index"]
    entries = [x.title for group in pdf.outline if isinstance(group, list) for x in group]
    assert {v.strip() for v in ODD.values()} <= set(entries)
    tags = _tags(pdf)
    tables = [x for x in tags if x.get("/S") == "/Table"]
    assert len(tables) > 8
    for table in tables:
        cells = [str(x["/S"]) for x in _below(table) if x.get("/S") in ("/TH", "/TD")]
        assert "/TH" in cells, cells
    # A cell of the table of what is in the box is told with the heading of its row, and with no other.
    rows = [[y for y in _below(x) if y.get("/S") in ("/TH", "/TD")] for t in tables for x in _below(t) if x.get("/S") == "/TR"]
    pairs = [row for row in rows if [str(y["/S"]) for y in row] == ["/TH", "/TD"]]
    assert len(pairs) > 4 and all(row[1]["/A"]["/Headers"] == [row[0]["/ID"]] for row in pairs)


def _below(tag: Any) -> list[Any]:
    """The elements below one, in order."""
    inside = tag["/K"].get_object() if "/K" in tag else []
    found: list[Any] = []
    for x in inside if isinstance(inside, list) else [inside]:
        x = x.get_object()
        if hasattr(x, "get"):
            found += [x, *_below(x)]
    return found


def test_a_title_makes_a_name_that_every_file_system_takes(tmp_path: Path) -> None:
    def name(title: str) -> str:
        return books_of(tmp_path, title, ["A4"])["A4"].name

    assert name("Quadropolis: Public Services") == "quadropolispublicservices-a4.pdf"
    assert name("../*?") == "rulebook-a4.pdf"
    for title in ("W" * 500, "市" * 500):
        assert len(name(title).encode()) <= 200
        (tmp_path / name(title)).touch()


def test_steps_below_steps_have_letters_of_their_own(tmp_path: Path) -> None:
    """As they are numbered: 1, a, i."""
    body = "<ol class=arabic><li>one<ol class=loweralpha><li>two<ol class=lowerroman><li>three</ol></ol></ol>"
    assert _print(tmp_path, body) == []
    text = texts(tmp_path / "page.pdf")[1]
    assert re.findall(r"\b(\w)\.", text) == ["1", "a", "i"]


def test_what_is_for_narrow_screens_is_not_for_paper() -> None:
    """A4 is as narrow as a small screen: what is said for one comes before what is said for paper, or is for screens alone."""
    for name in ("theme/static/rulebook.css", "play/editor.css"):
        css = files("dsl.rulebook").joinpath(name).read_text("utf-8")
        narrow = [m.start() for m in re.finditer(r"@media \(max-width", css)]
        assert css.rindex("@media print") > max(narrow, default=0), name


def test_every_page_but_the_cover_is_numbered_and_has_a_head(book: dict[str, Path]) -> None:
    pages = texts(book["a4"])
    assert "Page" not in pages[0]
    for number, text in enumerate(pages[1:], 2):
        assert f"Page {number} of {len(pages)}" in text
        assert text.count("Städte & <Plätze>") == 1
    assert pages[5].count("The second chapter") == 1  # no heading there: only the running head


def test_page_numbers_are_those_of_what_is_named(book: dict[str, Path]) -> None:
    pages = texts(book["a4"])

    def page_with(words: str) -> int:
        return next(n for n, text in enumerate(pages[2:], 3) if words in text)

    first, second = page_with("See the other examples"), page_with("The same name as a section of")
    contents = [(t, int(n)) for t, n in re.findall(r"^(.*?)[ .]+(\d+)$", pages[1], re.M)][:-1]
    assert contents == [
        ("Städte & Plätze", 3),
        ("The first chapter", first),
        ("Examples", first),
        ("Letters of the world", page_with("Ελληνικά")),
        ("The second chapter", page_with("higher than the page")),
        ("Examples", second),
        ("Index", len(pages)),
    ]
    assert first < second
    said = " ".join(pages[first - 1].split())
    assert f"See the other examples (p. {second})" in said  # not the section of that name in this chapter
    assert "Examples right here" in said  # no number for the section in which one is
    assert said.count(f"The second chapter (p. {page_with('higher than the page')})") == 1  # once a paragraph
    index = " ".join(pages[-1].split())
    assert re.findall(r"Fire Station, (\d+)", index) == [str(page_with("higher than the page")), str(first)]
    assert f"Park, {second}" in index


def test_links_lead_where_the_numbers_say(book: dict[str, Path]) -> None:
    pdf = pypdf.PdfReader(book["a4"])
    names = pdf.named_destinations
    links = [x.get_object() for x in pdf.pages[1]["/Annots"].get_object()]
    named = dict.fromkeys(str(x.get("/Dest") or x["/A"]["/D"]) for x in links)
    where = [pdf.get_destination_page_number(names[x]) + 1 for x in named]
    numbers = [int(n) for n in re.findall(r"(\d+)$", texts(book["a4"])[1].split("Page 2")[0], re.M)]
    assert where == numbers


def test_the_second_book_has_the_same_bytes(book: dict[str, Path], tmp_path: Path) -> None:
    assert build(ROOT, tmp_path, tilepdf_papers=["A4"]) == ""
    (again,) = tmp_path.glob("*.pdf")
    assert again.read_bytes() == book["a4"].read_bytes()


def _print(tmp_path: Path, body: str) -> list[str]:
    page = tmp_path / "page.html"
    page.write_text(f"<html lang=en><title>t</title><style>{press.stylesheet()}</style><p>cover<hr style='break-after: page'>{body}", "utf-8")
    (made,) = press.engine("weasyprint")(page, {"A4": tmp_path / "page.pdf"})
    return list(made.remarks)


def test_what_leaves_the_page_or_is_cut_is_told(tmp_path: Path) -> None:
    # After the cover, the page is 170 mm wide between its margins, and 255 mm high.
    (wide,) = _print(tmp_path, '<p>before</p><div style="width: 180mm">a wide thing</div>')
    assert wide == "page 2: <div> leaves the page by 10.0 mm at its right: 'a wide thing'"
    (high,) = _print(tmp_path, '<div style="height: 265mm; break-inside: avoid">a high thing</div>')
    assert high.startswith("page 2: <div> leaves the page by 10.0 mm at its bottom")
    (left,) = _print(tmp_path, '<p style="margin-left: -3mm">to the left</p>')
    assert "by 3.0 mm at its left" in left
    rows = "<p>line</p>" * 100
    assert "page 3: <figure> is cut by the end of the page before" in _print(tmp_path, f"<figure>{rows}</figure>")
    assert _print(tmp_path, '<table><tr><td>' + "x" * 400 + "<td>" + "y" * 300 + "</table><pre>a " + "z" * 500) == []


def test_numbers_of_pages_come_to_rest(tmp_path: Path) -> None:
    """Small pages full of links, whose numbers WeasyPrint alone gets wrong: how long they are moves what they are about,
    from page to page."""
    count, chosen = 120, random.Random(1)
    style = press.spoken({"page": "{n}", "see": "(p. {n})"}) + "@page { margin: 118mm 72mm; }"
    parts = []
    for i in range(count):
        links = " ".join(f'<a class="reference internal" href="#s{x}">to{x}</a>' for x in chosen.choices(range(count), k=chosen.randrange(12)))
        parts.append(f'<h3 id="s{i}">Head{i}</h3><p>{links}</p>')
    assert _print(tmp_path, f"<style>{style}</style><main>{''.join(parts)}</main>") == []
    pages = [" ".join(text.split()) for text in texts(tmp_path / "page.pdf")]
    where = {int(n): page for page, text in enumerate(pages, 1) for n in re.findall(r"Head(\d+)", text)}
    told = [(int(a), int(n)) for text in pages for a, n in re.findall(r"to(\d+)\D+(\d+)\)", text)]
    assert len(pages) > 40 and len(told) > 500
    assert [n for _, n in told] == [where[a] for a, _ in told]


def test_numbers_that_never_rest_are_told(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(press, "_PASSES", 1)
    monkeypatch.setattr(press, "_wrong", lambda _: True)
    style = press.spoken({"page": "{n}", "see": "(p. {n})"})
    body = f'<style>{style}</style><main><a class="reference internal" href="#there">x</a> <p id="there">here</main>'
    assert _print(tmp_path, body) == ["the number behind a link is that of another page, as these never came to rest"]


def test_letters_that_no_font_has_are_told(tmp_path: Path) -> None:
    source = tmp_path / "source"
    source.mkdir()
    (source / "conf.py").write_text("extensions = ['dsl.rulebook.pdf']\nproject = 'P'\n")
    (source / "index.rst").write_text("T\n=\n\nOne \U0001315b, two \U0001315b.\n", "utf-8")
    told = build(source, tmp_path / "out", tilepdf_papers=["A5"])
    assert "no font on this machine has \U0001315b: they are printed as boxes" in told
    assert told.count("WARNING") == 1


@pytest.mark.parametrize(
    ("config", "message"),
    [
        ({"tilepdf_papers": ["A4", "legal"]}, "it can list 'A4', 'Letter', 'A5'"),
        ({"tilepdf_engine": "word"}, "it can be 'weasyprint' or 'chromium'"),
        ({"tilepdf_css": ["none.css"]}, "tilepdf_css: none.css can not be read"),
        ({"tilepdf_words": {"pages": "x"}}, "has a word 'pages'"),
    ],
)
def test_a_wrong_setting_is_told_before_anything_is_read(
    tmp_path: Path, config: dict[str, Any], message: str
) -> None:
    with pytest.raises(ConfigError, match=re.escape(message)):
        build(ROOT, tmp_path, **config)


class _NoPango:
    """Finds `weasyprint`, and fails as it does without Pango."""

    def find_spec(self, name: str, *_: object) -> None:
        if name == "weasyprint":
            raise OSError("cannot load library 'libpango-1.0-0': no such file\nmore")


def test_without_an_engine_it_is_told_what_to_install(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setitem(sys.modules, "weasyprint", None)
    with pytest.raises(ExtensionError, match=r"pip install 'tileproof\[docs\]'"):
        press.engine("weasyprint")
    monkeypatch.delitem(sys.modules, "weasyprint")
    monkeypatch.setattr(sys, "meta_path", [_NoPango(), *sys.meta_path])
    with pytest.raises(ExtensionError, match=r"can not find Pango .*libpango-1.0-0.*apt-get install libpango"):
        press.engine("weasyprint")
    monkeypatch.setenv("PATH", "/nowhere")
    with pytest.raises(ExtensionError, match="none of chromium"):
        press.engine("chromium")


@pytest.mark.skipif(shutil.which("chromium") is None, reason="no Chromium here")
def test_chromium_prints_the_same_page(book: dict[str, Path], tmp_path: Path) -> None:
    (made,) = press.engine("chromium")(book["a4"].with_name("print.html"), {"A4": tmp_path / "one.pdf"})
    out = made.out
    assert made.remarks == ()
    assert set(re.findall(rb"Date \(D:(\d{8})", out.read_bytes())) == {b"20000101"}  # else no two prints are the same
    pages = texts(out)
    assert "The second chapter" in " ".join(pages)
    assert f"Page 4 of {len(pages)}" in " ".join(pages[3].split())


def test_all_letters_can_be_read_in_black_and_white() -> None:
    def light(code: str) -> float:
        full = code if len(code) == 6 else "".join(2 * x for x in code)
        parts = [int(full[i : i + 2], 16) / 255 for i in (0, 2, 4)]
        linear: Callable[[float], float] = lambda x: x / 12.92 if x <= 0.03928 else ((x + 0.055) / 1.055) ** 2.4
        return sum(w * linear(x) for w, x in zip((0.2126, 0.7152, 0.0722), parts))

    colours = re.findall(r"[\s;{]color: #([0-9a-f]+)", press.stylesheet())
    assert len(colours) > 5
    assert all(1.05 / (light(x) + 0.05) >= 7 for x in colours)  # AAA of WCAG
    assert "background" not in press.stylesheet()  # printers leave it out


def test_the_builder_and_the_lexer_are_found_by_name(tmp_path: Path) -> None:
    import tomllib
    from importlib.metadata import EntryPoint

    project = tomllib.loads((Path(__file__).parent.parent / "pyproject.toml").read_text("utf-8"))["project"]
    points = project["entry-points"]
    assert EntryPoint("x", points["pygments.lexers"]["rules"], "x").load().aliases[0] == "rules"
    assert hasattr(EntryPoint("x", points["sphinx.builders"]["tilepdf"], "x").load(), "setup")
    done = subprocess.run(
        [sys.executable, "-c", "import sys, dsl.lexer; print('sphinx' in sys.modules, 'z3' in sys.modules)"],
        capture_output=True, text=True, check=True, cwd=Path(__file__).parent.parent,
    )  # fmt: skip
    assert done.stdout == "False False\n"


def test_papers_side_by_side(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """Each paper in a process of its own: pages and remarks come back, and warnings as if they came from here. Who
    waits is told that they are still at work."""
    page = tmp_path / "page.html"
    wide = "<p>one<p style='break-before: page; width: 900mm'>two</p><p style='no-such-property: 1'>\ue123</p>"
    page.write_text(f"<html lang=en><title>t</title><style>{press.stylesheet()}</style>{wide}", "utf-8")
    books = {paper: tmp_path / f"{paper}.pdf" for paper in ("A4", "Letter")}
    monkeypatch.setattr(press, "_STILL", 0.05)
    still: list[str] = []
    with listening() as listener, press.side_by_side(page, books) as printed:
        made = list(printed(still.append))
    assert [x.out for x in made] == list(books.values())
    assert still and all(re.fullmatch(r"(A4|Letter)\.pdf is being printed, \d+ s so far", x) for x in still)
    for x in made:
        assert x.pages == len(pypdf.PdfReader(x.out).pages) == 2
        assert len(x.remarks) == 1 and "leaves the page" in x.remarks[0] and "'two'" in x.remarks[0]
    said = [text for text, _ in listener.texts()]
    assert any("no-such-property" in text for text in said)
    page.unlink()
    with pytest.raises(ExtensionError, match=r"did not print A4\.pdf"):
        list(press.engine("weasyprint")(page, books))
