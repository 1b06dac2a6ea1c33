"""The Sphinx extension and the book: what a page says, how it is read again, and what becomes of mistakes."""

from __future__ import annotations

import json
import os
import re
import shutil
import subprocess
import sys
from collections.abc import Callable
from html import unescape
from io import StringIO
from pathlib import Path

import pytest
from book_messages import book_messages
from sphinx.application import Sphinx
from sphinx.testing.util import SphinxTestApp
from sphinx.util.inventory import InventoryFile

from dsl import assemble
from dsl.assemble import Specification
from dsl.catalogue import catalogue, slots
from dsl.codes import GARDEN
from dsl.diagnostics import Failure
from dsl.facts import Facts, MaximumFact, PropertyFact, RulingFact, rules_hash
from dsl.load import load, shipped
from dsl.po import read as read_po
from dsl.rulebook.book import _best, build
from dsl.rulebook.book import pages as pages_of
from dsl.rulebook.material import Material
from dsl.rulebook.play import TEXTS, write_page
from dsl.rulebook.play import main as play_main

pytest_plugins = ("sphinx.testing.fixtures",)

HERE = Path(__file__).parent
ROOT = HERE / "roots" / "test-tiles"
MILL = "Mill <b>&amp;</b> *Co*_ 水车"
Make = Callable[..., SphinxTestApp]


@pytest.fixture
def pages(tmp_path: Path) -> Path:
    """A copy of the pages that may be changed."""
    shutil.copytree(ROOT, tmp_path / "pages")
    return tmp_path / "pages"


def text_of(path: Path) -> str:
    """The words of a page, without its markup and with single spaces."""
    body = path.read_text("utf-8").split('<div class="body" role="main">')[-1]
    body = re.sub(r"<div class=\"sphinxsidebar.*", "", body, flags=re.DOTALL)
    body = re.sub(r'<img[^>]*alt="([^"]*)"[^>]*>', r" [\1] ", body)
    body = re.sub(r"</?(?:a|span|em|strong|code)\b[^>]*>|¶", "", body)
    return " ".join(unescape(re.sub(r"<[^>]*>", " ", body)).split())


def built(make: Make, pages: Path, **settings: object) -> SphinxTestApp:
    """The pages as HTML, after a first or a further run."""
    app = make("html", srcdir=pages, confoverrides=settings)
    app.build()
    app.cleanup()
    return app


def warnings(app: Sphinx) -> list[str]:
    """What was warned of, a line each, without the path of the pages."""
    stream = app._warning
    assert isinstance(stream, StringIO)
    text = re.sub(r"\x1b\[[0-9;]*m", "", stream.getvalue())
    return [x.replace(f"{app.srcdir}/", "") for x in text.splitlines() if x.strip()]


# ---- what a page says ------------------------------------------------------------------------------------


def test_pages(make_app: Make, pages: Path) -> None:
    """Numbers worked out by hand: two Houses beside the Mill are worth 5 by the table, and it is a House itself, so
    that both districts have one; with one House beside it, and a district, it is 2 and 1 for the district."""
    app = built(make_app, pages)
    assert warnings(app) == []
    mill = text_of(app.outdir / "mill.html")
    assert mill.startswith(MILL)
    assert "House Short needs [1 Worker] 1 Worker" in mill
    assert "Likes :ref:`houses` |beside| it." in mill
    assert "in the middle" in mill and f"{MILL} 5 The whole city scores 7 VP: {MILL} 5, Fields 2." in mill
    assert "The most it can score ? not yet asked" in mill
    assert "At most five" in mill and "Short ? not yet asked any" in mill
    assert "Does an *idle* Mill_ count? No." in mill
    assert "Source: p. 4. See also: House, Bread." in mill
    assert "score bread(count of house adjacent to self)" in mill and "scores 5" not in mill
    assert "0 1 2 0 2 5" in text_of(app.outdir / "bread.html")
    questions = text_of(app.outdir / "questions.html")
    assert "No. read so here Yes. Nobody `works` there." in questions
    assert f"{MILL} 2 The whole city scores 3 VP: {MILL} 2, Fields 1." in questions
    assert f"See {MILL}, two of them, Bread, Does an *idle* Mill_ count? and The Well, or the Barn." in text_of(
        app.outdir / "index.html"
    )
    # Every page that is linked to is there, with the anchor.
    for page in app.outdir.glob("*.html"):
        for href in re.findall(r'href="([^":]+)"', page.read_text("utf-8")):
            name, _, anchor = unescape(href).partition("#")
            there = app.outdir / (name.partition("?")[0] or page.name)
            assert there.exists() and (not anchor or f'id="{anchor}"' in there.read_text("utf-8")), (page, href)
    with (app.outdir / "objects.inv").open("rb") as file:
        inventory = InventoryFile.load(file, "", lambda base, x: x)
    assert {t: sorted(x) for t, x in inventory.items() if t.startswith("tile:")} == {
        "tile:tile": ["mill", "well"],
        "tile:building": ["barn", "house"],
        "tile:scoring": ["fields"],
        "tile:table": ["bread"],
        "tile:ruling": ["dry"],
    }
    assert inventory["tile:tile"]["mill"].uri == "mill.html#tile-mill"
    index = text_of(app.outdir / "tile-index.html")
    assert re.search(r"Tiles .*The Well.*Buildings .*Barn.*House.*Rulings", index)
    assert "The Well well Buildings Barn barn House house Scorings" in index  # no colon with nothing behind it
    assert "The Well" in text_of(app.outdir / "genindex.html")


def test_processes_side_by_side_read_and_write_the_same(make_app: Make, pages: Path, tmp_path: Path) -> None:
    shutil.copytree(pages, tmp_path / "more")
    one, two = built(make_app, pages), make_app("html", srcdir=tmp_path / "more", parallel=2)
    two.build()
    two.cleanup()
    assert warnings(two) == []
    assert two.env.domaindata["tile"] == one.env.domaindata["tile"]
    files = sorted(p.relative_to(one.outdir) for p in one.outdir.rglob("*") if p.is_file())
    assert files == sorted(p.relative_to(two.outdir) for p in two.outdir.rglob("*") if p.is_file())
    assert [f for f in files if (one.outdir / f).read_bytes() != (two.outdir / f).read_bytes()] == []


def test_what_is_read_again(make_app: Make, pages: Path) -> None:
    """The sentence of the Barn is on its page and counts in the House, which the others have beside them; no page but
    its own shows a sentence of the Mill. A title may be shown anywhere."""

    def again(name: str, old: str, new: str) -> set[str]:
        path = pages / "rules" / name
        text = path.read_text("utf-8")
        assert old in text
        path.write_text(text.replace(old, new), "utf-8")
        app = make_app("html", srcdir=pages)
        read = set[str]()
        app.connect("source-read", lambda app, docname, source: read.add(docname))
        app.build()
        app.cleanup()
        assert warnings(app) == []
        return read

    built(make_app, pages)
    assert again("mill.rules", "Two Houses", "Both Houses") == {"mill", "questions", "bread"}
    assert again("barn.rules", "score 2", "score 3") >= {"barn", "house"}
    assert "hand" not in again("barn.rules", '"Barn"', '"Great Barn"')
    assert "Great Barn" in (pages / "_build" / "html" / "house.html").read_text("utf-8")
    # A page that is gone takes its objects along.
    (pages / "hand.rst").unlink()
    app = built(make_app, pages)
    assert "well" not in app.env.domaindata["tile"]["objects"]


# ---- facts -----------------------------------------------------------------------------------------------


def test_what_solvers_said(make_app: Make, pages: Path) -> None:
    """Verdicts with their scopes, and cities that are scored once more; facts about other rules are not shown."""
    spec = load([pages / "rules"])
    house = {"kind": "house", "active": True}
    city = {"mode": "short", "rows": [[house, {"kind": "mill", "active": True}, house]], "workers_supply": 1}
    alone = {"mode": "short", "rows": [[{"kind": "mill", "active": False}, None, None]], "workers_supply": 0}
    facts = Facts(
        spec.title,
        rules_hash(spec),
        (MaximumFact("mill", "short", "rounds", 1, "optimal", 5, 5, "VP", city, ("CP-SAT",)),),
        (
            PropertyFact("mill", "short", "at most five", "proved", "any", "rules/mill.rules", 11),
        ),
        (RulingFact("dry", "there", "short", "mill", "different", what="own", unit="VP", values=(0, 1), city=alone),),
    )
    facts.write(pages / "facts.json")
    app = built(make_app, pages, tile_facts="facts.json")
    assert warnings(app) == []
    mill = text_of(app.outdir / "mill.html")
    assert "✓ optimal 5 VP: no city has more (scope rounds, 1 player)" in mill
    assert mill.count(f"The whole city scores 7 VP: {MILL} 5, Fields 2.") == 2
    assert "Short ✓ proved any" in mill and "not yet asked" not in mill
    assert "Read otherwise (yes), in Short: 0 VP here, 1 VP under that reading." in mill
    # The rules say something else by now.
    rules = pages / "rules" / "mill.rules"
    rules.write_text(rules.read_text("utf-8").replace("needs 1 worker", "needs 1 worker\n  note \"New.\""), "utf-8")
    app = built(make_app, pages, tile_facts="facts.json")
    assert [w.split(": ", 1)[1] for w in warnings(app)] == [
        "WARNING: facts about other rules, of `Village` (make them again: something in the rules was changed since, or"
        " they are about another game) [tile.TP070]"
    ]
    assert "optimal" not in text_of(app.outdir / "mill.html")


def test_the_cover_shows_a_city_that_is_built() -> None:
    """Of the cities that were found for tiles, the one with the most active buildings; without facts that of the examples,
    in another game as well."""
    spec = load([ROOT / "rules"])
    house = {"kind": "house", "active": True}
    cities = (
        {"mode": "short", "rows": [[{"kind": "mill", "active": False}, None, house]], "workers_supply": 0},
        {"mode": "short", "rows": [[house, {"kind": "mill", "active": True}, None]], "workers_supply": 1},
    )
    maxima = tuple(MaximumFact("mill", "short", "rounds", 1, "optimal", 5, 5, "VP", x, ()) for x in cities)
    found, none = (_best(Material(spec, facts=x)) for x in (Facts(spec.title, rules_hash(spec), maxima, (), ()), None))
    assert found is not None and [b.kind if b else "" for b in found.cells] == ["house", "mill", ""]
    assert none is not None and [b.kind if b else "" for b in none.cells] == ["house", "mill", "house"]
    kingdom = _best(Material(load([shipped() / "games" / "kingdomino"])))
    assert kingdom is not None and all(kingdom.cells)  # full, of all that are without a variant


def test_the_book_speaks_french() -> None:
    """Every message of the book, and no other, has a translation, which speaks of nothing else."""
    found = read_po(HERE.parent / "dsl" / "locale" / "fr" / "LC_MESSAGES" / "book.po")
    assert {id for _, id in found.messages} == book_messages() and {c for c, _ in found.messages} == {"book"}
    for m in found.messages.values():
        assert slots(m.forms[0]) == slots(m.id) and "'" not in m.forms[0], m.id


def test_the_page_to_play_with_speaks_french(spec: Specification, tmp_path: Path) -> None:
    """Every text of it is translated, with the same places to fill; titles are those of the catalogue."""
    french = catalogue("fr", spec.folders)
    for text in TEXTS.values():
        said = french.message("book", text)
        assert said is not None and slots(said.forms[0]) == slots(text) and "'" not in said.forms[0], text
    material = Material(spec, "fr")
    write_page(spec, tmp_path, "fr", translate=material.say, told=material.told, named=material.named)
    data, rules = ((tmp_path / name).read_text("utf-8") for name in ("data.js", "rules.js"))
    assert "Feuille de score" in data and "Services publics" in data and "Score sheet" not in data
    assert '"title":"Caserne' in rules.replace('": "', '":"') and '"Fire Station"' not in rules


def test_the_page_by_itself_tells_what_is_in_its_way(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    """Mistakes of the rules with their places, a folder that is a file, and no traceback."""
    (tmp_path / "garden.rules").write_text(GARDEN.replace("count of pond", "count of pnod"), "utf-8")
    assert play_main([str(tmp_path / "out"), str(tmp_path / "garden.rules")]) == 1
    said = capsys.readouterr().err
    assert "did you mean `pond`?" in said and "garden.rules:" in said and not (tmp_path / "out").exists()
    assert play_main([str(tmp_path / "out"), str(tmp_path / "none")]) == 1
    assert "there is no such file or folder" in capsys.readouterr().err
    (tmp_path / "garden.rules").write_text(GARDEN, "utf-8")
    assert play_main([str(tmp_path / "garden.rules" / "out"), str(tmp_path / "garden.rules")]) == 2
    assert "can not be written: not a directory" in capsys.readouterr().err


# ---- mistakes --------------------------------------------------------------------------------------------


def test_mistakes_of_the_rules_are_told_at_their_place(make_app: Make, pages: Path) -> None:
    path = pages / "rules" / "mill.rules"
    good = path.read_text("utf-8")
    path.write_text(good.replace("count of house adjacent", "count of hose adjacent"), "utf-8")
    app = built(make_app, pages, suppress_warnings=["ref"])
    said = [w for w in warnings(app) if "tile." in w]
    assert len(said) == 1
    assert re.fullmatch(r"(.*/)?rules/mill\.rules:5: WARNING: unknown .*`hose`.*`house`.*\[tile\.TP\d+\]", said[0])
    assert "can not be read" in text_of(app.outdir / "barn.html")
    app = built(make_app, pages, suppress_warnings=["ref", "tile"])
    assert warnings(app) == []
    # What can not be read is a file, and no page of that name.
    path.write_bytes(b"\xff")
    app = built(make_app, pages, suppress_warnings=["ref"])
    (said,) = (w for w in warnings(app) if "tile." in w)
    assert re.fullmatch(r"(.*/)?rules/mill\.rules:1: WARNING: the file is not UTF-8 text.*\[tile\.TP007\]", said)
    app = built(make_app, pages, suppress_warnings=["ref"], tile_spec=["none"])
    (said,) = (w for w in warnings(app) if "tile." in w)
    assert re.fullmatch(r"(.*/)?none:1: WARNING: there is no such file or folder.*\[tile\.TP006\]", said)
    # An example that does not hold is told, too, at its claim.
    path.write_text(good.replace("scores 5", "scores 4"), "utf-8")
    app = built(make_app, pages)
    assert any(re.search(r"rules/mill\.rules:9: WARNING: .*5 here, not 4.*\[tile\.TP060\]", w) for w in warnings(app))
    assert f"{MILL} 5" in text_of(app.outdir / "mill.html")


MISTAKES = {
    "auto:: mil": "unknown name `mil` (did you mean `mill`?) [tile.name]",
    "auto:: mill\n   :mode: long": "unknown mode `long` (known: `short`) [tile.name]",
    "auto:: mill\n   :show: head, tail": "unknown part `tail` (known: `example`, `head`,",
    "auto:: house": "duplicate description of building house, other instance in house, use :no-index: for one of them"
    " [tile.duplicate]",
    "auto:: house\n   :no-index:": "",
    "city:: shore\n\n   H": "unknown mode `shore` (did you mean `short`?) [tile.TP012]",
    "city:: short\n\n   H H\n   H H": "the board of short has 1 rows [tile.TP041]",
    "city:: short\n   :of: mill\n   :example: in the muddle": "unknown example `in the muddle` (did you mean"
    " `in the middle`?) [tile.city]",
    "city:: short } } {\n\n   H": "`}` does not fit here (here may stand:",
    "city:: short": "give a mode, and the rows of a city below it [tile.city]",
    "city:: short under dry is wet\n\n   H": "unknown `wet` [tile.TP014]",
    "chapter:: prose": "unknown chapter `prose` (did you mean `proofs`?) [tile.name]",
}


def test_mistakes_of_a_page(make_app: Make, pages: Path) -> None:
    """Each at its line, and none stops the build."""
    text, where = "Mistakes\n========\n\n", {}
    for body, said in MISTAKES.items():
        where[body] = (text.count("\n") + 1, said)
        text += f".. tile:{body}\n\n"
    (pages / "wrong.rst").write_text(f":orphan:\n\n{text}", "utf-8")
    found = warnings(built(make_app, pages))
    for body, (line, said) in where.items():
        last = line + 2 + body.count("\n")
        where_told = last if "TP041" in said else line + 2
        told = [w for w in found if w.startswith(f"wrong.rst:{where_told}: WARNING: {said}")]
        assert len(told) == (said != ""), "\n".join([body, *found])
    assert len(found) == sum(said != "" for said in MISTAKES.values())


# ---- the book --------------------------------------------------------------------------------------------

_MAKE = """
import json, sys
for name in ("z3", "ortools", "cvc5", "lark_cython"):
    sys.modules[name] = None
from pathlib import Path
from dsl.rulebook.book import build
from dsl.rulebook.material import Material
from dsl.rulebook.play import TEXTS, write_page
from dsl.rulebook.play import main as play_main
print(json.dumps(build([Path(sys.argv[1])], None, Path(sys.argv[2])).warnings))
"""


def test_a_book_of_another_game_is_always_the_same_and_needs_no_solver(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Made by two processes, one of which has no solver, and in another order of its sets. It tells how far it is."""
    one, two = tmp_path / "one", tmp_path / "two"
    done = subprocess.run(
        [sys.executable, "-c", _MAKE, str(HERE / "games" / "orchard"), str(one)],
        capture_output=True,
        text=True,
        env={**os.environ, "PYTHONHASHSEED": "1", "PYTHONPATH": str(HERE.parent)},
        check=False,
    )
    assert (done.stderr, json.loads(done.stdout)) == ("", [])
    said: list[str] = []
    monkeypatch.setattr("dsl.rulebook.book.QUIET", 0.0)
    assert build([HERE / "games" / "orchard"], None, two, tell=said.append).warnings == ()
    made = len(pages_of(Material(load([HERE / "games" / "orchard"]))))
    assert said[0] == f"html: 1 of {made} pages read" and said[-1] == f"html: {made} of {made} pages written"
    assert len(said) == 2 * made
    page = (two / "html" / "play.html").read_text("utf-8")
    assert re.search(r"<ol[^>]*>\s*<li><p>The barrow is loaded\.</p></li>\s*<li><p>In each of the two rounds:</p>\s*<ol", page)
    # Two tools are drawn before the rounds, and none goes: one or two players, two rounds.
    told = text_of(two / "html" / "play.html")
    assert "Round 1 Round 2 None at a choice 1 2 2 no 2 2 2 no" in told
    files = sorted(p.relative_to(one) for p in one.rglob("*") if p.is_file())
    assert files == sorted(p.relative_to(two) for p in two.rglob("*") if p.is_file())
    assert [f for f in files if (one / f).read_bytes() != (two / f).read_bytes()] == []
    assert "not official" in text_of(one / "html" / "index.html")


def test_a_book_of_rules_that_can_not_be_read(pages: Path, tmp_path: Path) -> None:
    path = pages / "rules" / "barn.rules"
    path.write_text(path.read_text("utf-8").replace("score 2", "score two"), "utf-8")
    with pytest.raises(Failure):
        build([pages / "rules"], None, tmp_path / "out")


def test_every_entry_of_the_game_is_in_its_book(spec: Specification) -> None:
    made = pages_of(Material(spec))
    assert {f"tiles/{t}" for m in spec.modes for t in spec.tiles(m)} == {n for n in made if n.startswith("tiles/")}
    assert all("“" not in text and '"' not in text for text in made.values())


def test_many_tiles_do_not_make_a_game_each(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """Twenty tiles of which one alone makes the sentence of another one to be another: it is found, with few games."""
    shutil.copytree(HERE / "games" / "two_by_two", tmp_path / "rules")
    tiles = [f'tile t{n} "T {n}" is wall {{ score {n} per hut in city }}' for n in range(20)]
    more = 'scoring spare "Spare" { score 1 per (wall and not t7) in city }'
    (tmp_path / "rules" / "more.rules").write_text("\n".join([*tiles, more]), "utf-8")
    material = Material(load([tmp_path / "rules"]))
    material.spec.game("square")
    built: list[frozenset[str]] = []
    real = assemble.build_game
    monkeypatch.setattr(assemble, "build_game", lambda *args, **kw: built.append(args[3]) or real(*args, **kw))
    changed = {t: [x.part for x in material.changed(t, "square")] for t in (f"t{n}" for n in range(20))}
    assert [t for t, parts in changed.items() if parts] == ["t7"] and changed["t7"] == ["spare"]
    assert len(built) < 20
