"""Cards: what stands on them, that it stays on them, and that sheets are true to size."""

from __future__ import annotations

import json
import re
import sys
from pathlib import Path
from typing import Any
from unicodedata import normalize
from xml.etree import ElementTree

import pytest
from printed import pages

from dsl.assemble import Specification
from dsl.cards import Card, Look, cards, sheets
from dsl.codes import GARDEN
from dsl.icons import read_icons
from dsl.load import load
from dsl.metrics import width
from dsl.sheets import SHEETS
from dsl.svg import fit, wrap
from dsl.to_pdf import to_pdf
from verifier.cli import main

SVG = "{http://www.w3.org/2000/svg}"
# Paper and margins (left, top) worked out by hand: A4 is 210 by 297, Letter 215.9 by 279.4.
GEOMETRY = {
    "a4-60mm-9up": (210, 297, 60, 60, 15, 58.5),
    "a4-60mm-12up": (210, 297, 60, 60, 15, 28.5),
    "a4-poker-9up": (210, 297, 63, 88, 10.5, 16.5),
    "a4-poker-8up": (297, 210, 63, 88, 22.5, 17),
    "a4-mini-12up": (210, 297, 44, 68, 17, 46.5),
    "letter-60mm-9up": (215.9, 279.4, 60, 60, 17.95, 49.7),
    "letter-60mm-12up": (215.9, 279.4, 60, 60, 17.95, 19.7),
    "letter-poker-9up": (215.9, 279.4, 63, 88, 13.45, 7.7),
    "letter-poker-8up": (279.4, 215.9, 63, 88, 13.7, 19.95),
    "letter-mini-12up": (215.9, 279.4, 44, 68, 19.95, 37.7),
}
TITLES = {
    "long": "A title of many words " * 9,
    "broad": "W" * 200,
    "markup": "<&'> ]]> </text> &amp;",
    "russian": "Щитовая подстанция №5 Ёлочки",
    "chinese": "市庁舎と公園の大きな建物" * 4,
    "arabic": "محطة الإطفاء الكبرى",
    "marks": "e\u0301\u0323" * 60,
    "short": "Hut",
}


def garden(folder: Path, titles: dict[str, str], words: str = "") -> Specification:
    """The little game with tiles of these titles, whose summaries are five times as long."""
    tiles = [
        f'tile {name} "{title}" is flower {{\n  cites "{words or title}"\n  summary "{words or title * 5}"\n'
        "  needs 7 drops  seats 8 drops  when placed gain 9 drops\n}\n"
        for name, title in titles.items()
    ]
    folder.mkdir(exist_ok=True)
    (folder / "garden.rules").write_text(GARDEN + "".join(tiles), "utf-8")
    return load([folder])


def made(spec: Specification, kinds: list[str] | None = None) -> tuple[Card, ...]:
    games = [spec.game(m) for m in spec.modes]
    tiles = sorted({t for m in spec.modes for t in spec.tiles(m)})
    return cards(spec, kinds or tiles, games)


def shown(page: str) -> list[str]:
    return [x.text or "" for x in ElementTree.fromstring(page).iter(f"{SVG}text")]


def places(page: str) -> list[tuple[float, float]]:
    """The upper left corners of the cards of a sheet."""
    moves = [x.get("transform", "") for x in ElementTree.fromstring(page) if x.tag == f"{SVG}g"]
    found = (re.fullmatch(r"translate\(([-\d.]+) ([-\d.]+)\)", m) for m in moves[:-1])
    return [(float(m[1]), float(m[2])) for m in found if m]


# ---- what stands on them ---------------------------------------------------------------------------------


def test_modes_that_say_the_same_share_a_card(spec: Specification) -> None:
    hall, fire_classic, fire_expert = made(spec, ["city_hall", "fire_station"])
    assert hall.modes == ("Classic", "Expert")
    assert (fire_classic.modes, fire_expert.modes) == (("Classic",), ("Expert",))
    # The manual: 2 VP for each Factory beside it; in Expert 3, for a need of 2 Inhabitants.
    assert "2 VP" in fire_classic.sentences[0] and "3 VP" in fire_expert.sentences[0]
    for card, needs in ((fire_classic, "1"), (fire_expert, "2")):
        drawn = sheets([card], SHEETS["a4-60mm-9up"], Look(read_icons(spec.folders)), title="x").pages[0]
        words = shown(drawn)
        assert words[words.index("Needs") + 1] == needs
        assert "Fire Station" in words and card.modes[0] in words and "Public Service" in words


def test_what_it_takes_and_brings_is_told_in_numbers(spec: Specification) -> None:
    (plant,) = (x for x in made(spec, ["reprocessing_plant"]) if x.modes == ("Expert",))
    (utility,) = (x for x in made(spec, ["electric_utility"]) if x.modes == ("Expert",))
    # It takes any number of Energy Units; three are brought in Expert.
    look = Look(read_icons(spec.folders))
    words = shown(sheets([plant, utility], SHEETS["a4-60mm-9up"], look, title="x").pages[0])
    assert words[words.index("Seats") + 1] == "∞" and words[words.index("Brings") + 1] == "+3"


def test_all_shipped_cards_are_whole_and_ink_can_be_saved(spec: Specification) -> None:
    look = Look(read_icons(spec.folders))
    for name in SHEETS:
        assert sheets(made(spec), SHEETS[name], look, title=spec.title).cut == ()
    saved = sheets(made(spec), SHEETS["a4-60mm-9up"], Look(look.icons, ink_saver=True), title="x", backs=True)
    for page in saved.pages:
        areas = {x.get("fill") for x in ElementTree.fromstring(page).iter(f"{SVG}rect")}
        assert areas <= {"#fff", "none"}


def test_small_letters_make_way_for_the_summary_and_needs_are_drawn_alone(spec: Specification) -> None:
    """The Capitol's four sentences take letters of 1.9 mm on 60 mm; its author's summary says the same in larger ones."""
    capitol, utility = made(spec, ["capitol", "electric_utility"])[:2]
    assert len(capitol.sentences) == 4
    small, large = (
        " ".join(shown(sheets([capitol], SHEETS[name], Look(), title="x").pages[0]))
        for name in ("a4-60mm-9up", "a4-poker-9up")
    )
    assert capitol.summary in small and capitol.sentences[0] not in small
    assert capitol.sentences[0] in large and capitol.summary not in large
    # What it needs stands beside the icon.
    assert utility.sentences == ("Immediately receive 2 Energy Units.",)


def test_two_hundred_tiles(tmp_path: Path) -> None:
    spec = garden(tmp_path / "many", {f"t{i}": f"Tile {i}" for i in range(200)}, "Brings drops.")
    drawn = sheets(made(spec), SHEETS["a4-60mm-9up"], Look(), title="Garden", backs=True)
    assert len(drawn.pages) == 2 * 23  # 22 full sheets and two cards
    fronts, backs = drawn.pages[::2], drawn.pages[1::2]
    titles = [w for page in fronts for w in shown(page) if w.startswith("Tile ")]
    assert sorted(titles) == sorted(f"Tile {i}" for i in range(200))
    assert [len(places(p)) for p in fronts] == [len(places(p)) for p in backs] == [9] * 22 + [2]


# ---- where it stands -------------------------------------------------------------------------------------


@pytest.mark.parametrize("name", GEOMETRY)
def test_sheets_are_true_to_size(name: str, spec: Specification, tmp_path: Path) -> None:
    paper_w, paper_h, w, h, left, top = GEOMETRY[name]
    assert set(GEOMETRY) == set(SHEETS)
    few = made(spec)[:5]
    front, back = sheets(few, SHEETS[name], Look(), title="x", backs=True).pages
    root = ElementTree.fromstring(front)
    assert (root.get("width"), root.get("height")) == (f"{paper_w}mm", f"{paper_h}mm")
    assert root.get("viewBox") == f"0 0 {paper_w} {paper_h}"
    columns = round((paper_w - 2 * left) / w)
    wanted = [(left + i % columns * w, top + i // columns * h) for i in range(5)]
    assert places(front) == [pytest.approx(x, abs=0.02) for x in wanted]
    # Turned over its left or right edge, every back lies behind its front.
    mirrored = [(paper_w - x - w, y) for x, y in wanted]
    assert places(back) == [pytest.approx(x, abs=0.02) for x in mirrored]
    if name not in ("a4-60mm-9up", "letter-poker-9up"):
        return
    path = tmp_path / "sheet.pdf"
    path.write_bytes(to_pdf([front, back], title="x"))
    one, two = pages(path)
    for page in (one, two):
        assert page.size == pytest.approx((paper_w, paper_h), abs=0.1)
        rows = round((paper_h - 2 * top) / h)
        down = {round(x1, 1) for x1, y1, x2, y2 in page.lines if abs(x1 - x2) < 0.01 and max(y1, y2) < top - 0.9}
        across = {round(y1, 1) for x1, y1, x2, y2 in page.lines if abs(y1 - y2) < 0.01 and max(x1, x2) < left - 0.9}
        for i in range(columns + 1):
            assert any(abs(x - (left + i * w)) <= 0.1 for x in down)
        for i in range(rows + 1):
            assert any(abs(y - (top + i * h)) <= 0.1 for y in across)
        # The ruler: the only line that is 50 mm long.
        assert any(abs(abs(x2 - x1) + abs(y2 - y1) - 50) <= 0.1 for x1, y1, x2, y2 in page.lines)


def test_nothing_leaves_its_card_however_long_it_is(tmp_path: Path) -> None:
    name = "a4-mini-12up"
    spec = garden(tmp_path / "titles", TITLES)
    drawn = sheets(made(spec), SHEETS[name], Look(), title="<&" + "W" * 90)
    assert TITLES["broad"] in drawn.cut and TITLES["short"] not in drawn.cut
    path = tmp_path / "cards.pdf"
    path.write_bytes(to_pdf(drawn.pages, title="<&>"))
    paper_w, paper_h, w, h, left, top = GEOMETRY[name]
    for page in pages(path):
        inside = 0
        for run in page.runs:
            (x1, y1), (x2, _) = run.start, run.end
            if y1 > paper_h - top:
                # What is said of the sheet stays on the paper that can be printed on.
                assert 3.5 <= x1 <= x2 <= paper_w - 3.5 and y1 <= paper_h - 3.5
                continue
            inside += 1
            column, row = int((x1 - left) // w), int((y1 - top) // h)
            # Two millimetres off the cut at least.
            assert left + column * w + 2 <= x1 <= x2 <= left + (column + 1) * w - 2
            assert top + row * h + 2 <= y1 - 0.72 * run.size and y1 + 0.1 * run.size <= top + (row + 1) * h - 2
        assert inside > 50


def test_a_pdf_is_the_same_twice_and_its_text_can_be_searched(spec: Specification) -> None:
    import io

    from pypdf import PdfReader

    drawn = sheets(made(spec, ["school"]), SHEETS["a4-60mm-9up"], Look(), title="x")
    first = to_pdf(drawn.pages, title="Cards & more", language="fr")
    assert first == to_pdf(drawn.pages, title="Cards & more", language="fr")
    reader = PdfReader(io.BytesIO(first))
    assert reader.metadata is not None and reader.metadata.title == "Cards & more"
    catalogue: Any = reader.trailer["/Root"]
    assert catalogue["/Lang"] == "fr" and catalogue["/MarkInfo"]["/Marked"] and catalogue["/ViewerPreferences"]["/DisplayDocTitle"]
    assert b"pdfuaid:part" in catalogue["/Metadata"].get_object().get_data()
    text = reader.pages[0].extract_text()
    assert "1 VP for each Tower\n" in text and "print at 100 %" in text
    assert not list(reader.pages[0].images)


# ---- text in boxes ---------------------------------------------------------------------------------------


def test_lines_are_no_wider_than_their_room() -> None:
    for words in TITLES.values():
        for size in (1.5, 3.0, 4.7):
            lines = wrap(words * 3, 30, size, "bold")
            assert all(width(x, size, "bold") <= 30 for x in lines)
            assert "".join(lines).replace(" ", "") == normalize("NFC", words * 3).replace(" ", "")


def test_a_text_is_as_large_as_it_can_be_and_what_is_cut_is_told() -> None:
    assert fit(["one two"], 100, 10, 4, 2).size == 4
    small = fit(["word " * 40], 50, 20, 4, 1)
    assert not small.cut and 1 < small.size < 4 and len(small.lines) * small.size * 1.25 <= 20 + 1e-6
    cut = fit(["word " * 400], 50, 20, 4, 2)
    assert cut.cut and cut.size == 2 and len(cut.lines) == 8 and cut.lines[-1].endswith("…")
    assert fit([], 10, 10, 4, 2).lines == () == fit([""], 10, 10, 4, 2).lines


def test_widths_are_those_of_dejavu() -> None:
    # From the font's own table: 2048 units, A is 1401, i is 569, and 2202 is the W of the bold.
    assert width("A", 2048) == pytest.approx(1401, rel=0.02) and width("A", 2048) >= 1401
    assert width("iiii", 10) == pytest.approx(40 * 569 / 2048, rel=0.03)
    assert width("W", 2048, "bold") >= 2259
    assert width("市", 10) >= 10 and width("\u200b", 10) == 0


# ---- the command -----------------------------------------------------------------------------------------


def run(capsys: pytest.CaptureFixture[str], *words: object) -> tuple[int, str, str]:
    code = main([str(x) for x in words])
    out, err = capsys.readouterr()
    assert "Traceback" not in err
    return code, out, err


def test_the_command_writes_sheets_and_pdfs(capsys: pytest.CaptureFixture[str], tmp_path: Path) -> None:
    out = tmp_path / "sheets"
    code, said, _ = run(capsys, "cards", "--mode", "expert", "--backs", "--out", out, "--format", "json")
    fields = json.loads(said)
    # 13 tiles of Expert: nine and four.
    assert code == 0 and fields["cards"] == 13 and fields["pages"] == 4 and fields["cut"] == []
    names = ["sheet-01-backs.svg", "sheet-01.svg", "sheet-02-backs.svg", "sheet-02.svg"]
    assert sorted(p.name for p in out.iterdir()) == names
    pdf = tmp_path / "cards.pdf"
    garden(tmp_path / "garden", {"hut": "Hut", "shed": "Shed"})
    words = ["cards", "Hut", "--language", "fr", "--sheet", "letter-poker-9up", "--spec", tmp_path / "garden"]
    code, said, _ = run(capsys, *words, "--out", pdf)
    assert code == 0 and said.startswith("1 card on 1 page") and pdf.read_bytes().startswith(b"%PDF")


def test_what_can_not_be_is_told(
    capsys: pytest.CaptureFixture[str], tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    out = tmp_path / "x.pdf"
    cases: list[tuple[list[Any], str, str]] = [
        (["--sheet", "a4-pokr-9up", "--out", out], "unknown sheet `a4-pokr-9up`", "`a4-poker-9up`"),
        ([], "where to write", "--out cards.pdf"),
        (["huts", "--out", out], "unknown tile `huts`", "`hut`"),
        (["--language", "tlh", "--out", out], "no words in `tlh`", "en"),
        (["--out", tmp_path / "no" / "x.pdf"], "can not be written", "folder that exists"),
    ]
    folder = tmp_path / "garden"
    garden(folder, {"hut": "Hut"})
    for words, message, help in cases:
        code, said, err = run(capsys, "cards", "--spec", folder, *words)
        assert (code, said) == (2, "") and message in err and help in err
    monkeypatch.setitem(sys.modules, "weasyprint", None)
    code, _, err = run(capsys, "cards", "--spec", folder, "--out", out)
    assert code == 2 and "needs WeasyPrint" in err and "tileproof[docs]" in err and not out.exists()
    (folder / "icons").mkdir()
    (folder / "icons" / "pond.svg").write_text("<svg>\n", "utf-8")
    code, _, err = run(capsys, "cards", "--spec", folder, "--out", tmp_path / "svg")
    assert code == 2 and "TP061" in err and "pond.svg:" in err


def test_a_scored_city_is_drawn(capsys: pytest.CaptureFixture[str], tmp_path: Path) -> None:
    city, svg = tmp_path / "city.txt", tmp_path / "city.svg"
    city.write_text("mode expert\nsupply 5 inhabitants 0 energy\nF fire_station F\n", "utf-8")
    assert run(capsys, "score", city, "--svg", svg)[0] == 0
    root = ElementTree.fromstring(svg.read_text("utf-8"))
    # Two Factories beside it 6, one district 2, one Inhabitant over -1.
    assert root.findtext(f"{SVG}title") == "Expert: 7 VP"
    assert [x.text for x in root.iter(f"{SVG}text")].count("F") == 3
    code, _, err = run(capsys, "score", city, "--svg", tmp_path / "no" / "x.svg")
    assert code == 2 and "can not be written" in err
    words = ["max", "fire_station", "--mode", "classic", "--scope", "any", "--no-record", "--svg", svg]
    assert run(capsys, *words)[0] == 0
    drawn = ElementTree.fromstring(svg.read_text("utf-8"))
    assert drawn.findtext(f"{SVG}title") == "Fire Station, Classic: 8 VP"
