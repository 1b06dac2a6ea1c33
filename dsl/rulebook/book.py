"""A whole rulebook from a specification: its pages, and the run of Sphinx that makes them.

Guarantee: equal rules, facts and options give the same bytes. The pages hold names and nothing of what authors
wrote: titles and texts become nodes, never markup.
"""

from __future__ import annotations

import io
import re
import tempfile
import time
from collections import Counter
from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from contextlib import ExitStack
from dataclasses import dataclass
from pathlib import Path
from typing import TYPE_CHECKING

from dsl import core as c
from dsl.check import examples
from dsl.city import City
from dsl.declarations import Readings
from dsl.diagnostics import Bag
from dsl.load import shipped
from dsl.picture import city_svg
from dsl.rulebook.chapters import NOTICE
from dsl.rulebook.material import Material
from dsl.rulebook.pdf import PAGE, books_of, complaints, listening
from dsl.rulebook.play import write_page
from dsl.rulebook.press import Printed, Tell, side_by_side
from dsl.to_js import Sentence
from dsl.to_words import Words

if TYPE_CHECKING:
    from sphinx.application import Sphinx

COVER = "cover.svg"  # of the printed book
PLAY = "city"  # the folder of the page to play with, in the website
FORMATS: Mapping[str, str] = {"html": "html", "pdf": "tilepdf"}  # and the builder that makes it
QUIET = 5.0  # seconds between two remarks on how far a format is


@dataclass(frozen=True)
class Built:
    """What came of it: the folders that were made, by format; how many pages the website and each PDF have; and
    what there was to warn of."""

    made: Mapping[str, Path]
    pages: Mapping[Path, int]
    warnings: tuple[str, ...]


class BookFault(Exception):
    """Sphinx could not make the book; the message says why."""


def pages(material: Material) -> dict[str, str]:
    """The sources of the book's pages by their names, for one specification."""
    names = {what: material.names(what) for what in ("tile", "building", "scoring")}
    out = {f"{what}s/{n}": f".. tile:auto:: {n}\n   :heading:\n" for what, found in names.items() for n in found}
    chapters = ["reading", "play", "tiles", "buildings", "scorings", "rulings", "proofs", "glossary"]
    facts = material.facts
    says = {
        "tiles": names["tile"],
        "buildings": names["building"],
        "scorings": names["scoring"] or material.names("table"),
        "rulings": material.spec.rulings,
        "proofs": material.property_facts() or (facts is not None and facts.totals),
    }
    chapters = [x for x in chapters if says.get(x, True)]  # a chapter of which nothing is to be said is left out
    for chapter in chapters:
        inside = [f"{chapter}/{n}" for n in names.get(chapter.removesuffix("s"), ())]
        out[chapter] = _chapter(chapter, inside)
    out["index"] = _chapter("title", chapters)
    return out


def _chapter(name: str, inside: Sequence[str]) -> str:
    lines = [f".. tile:chapter:: {name}", ""]
    if inside:
        # Only the title page shows its contents; a chapter has lists that say more.
        hidden = [] if name == "title" else ["      :hidden:"]
        lines += ["   .. toctree::", "      :maxdepth: 1", *hidden, "", *(f"      /{x}" for x in inside), ""]
    return "\n".join(lines)


def build(
    sources: Sequence[Path],
    facts: Path | None,
    out: Path,
    *,
    formats: Sequence[str] = ("html",),
    papers: Sequence[str] = ("A4",),
    language: str = "en",
    title: str = "",
    tell: Tell = lambda _: None,
    meanwhile: Callable[[], object] = lambda: None,
) -> Built:
    """Make the book of some folders of rules (none: the shipped ones) in `out`, one folder for each format.

    `facts` is a file of `dsl/facts.py`; where there is none, the book says that nothing was asked yet. `papers` are
    for the format `pdf`; `tell` hears every few seconds how far it is; `meanwhile` is called when only the papers
    are still being printed. Raises `Failure` with every error of the rules, `KeyError` if there are no words in the
    language, and `BookFault` if Sphinx gives up."""
    from dsl.rulebook.rules import at_hand

    folders = tuple(p.resolve() for p in sources) or (shipped(),)
    facts = facts.resolve() if facts is not None else None
    with at_hand(folders, facts, language) as (material, _), tempfile.TemporaryDirectory() as folder:
        work = Path(folder)
        named = title or material.told(material.spec.title) or material.say("Rulebook")
        for name, text in pages(material).items():
            path = work / "pages" / f"{name}.rst"
            path.parent.mkdir(parents=True, exist_ok=True)
            path.write_text(text, "utf-8", newline="\n")
        city = _drawn(material)
        settings = _settings(material, folders, facts, named, papers, city) | _cover(material, city)
        (work / "pages" / COVER).write_text(city, "utf-8", newline="\n")
        made = {f: out / f for f in formats}
        warnings: list[str] = []
        lengths: dict[Path, int] = {}
        with ExitStack() as stack:
            if "pdf" in made:
                # Only the papers are kept. They are printed while the website is made.
                sheets = work / "sheets"
                warnings += _run(work, sheets, "pdf", settings, tell)
                made["pdf"].mkdir(parents=True, exist_ok=True)
                printed = stack.enter_context(side_by_side(sheets / PAGE, books_of(made["pdf"], named, papers)))
            if "html" in made:
                warnings += _run(work, made["html"], "html", settings, tell)
                write_page(
                    material.spec, made["html"] / PLAY, language,
                    translate=material.say, told=material.told, named=material.named, say=_sayer(material),
                    home="../index.html",
                )  # fmt: skip
                lengths[made["html"]] = sum(1 for _ in made["html"].rglob("*.html"))
            meanwhile()
            if "pdf" in made:
                pages_of, said = _printed(printed, tell)
                lengths |= pages_of
                warnings += said
    return Built(made, lengths, tuple(dict.fromkeys(warnings)))


def _printed(
    papers: Callable[[Tell], Iterable[Printed]], tell: Tell
) -> tuple[dict[Path, int], list[str]]:
    """How many pages each paper has, once all are printed, and what was warned of.

    Raises `BookFault` if one can not be printed."""
    from sphinx.errors import ExtensionError

    lengths: dict[Path, int] = {}
    warnings: list[str] = []
    with listening() as listener:
        try:
            for x in papers(tell):
                lengths[x.out] = x.pages or 0
                warnings += [f"WARNING: {text}" for text in complaints(x)]
        except ExtensionError as error:
            raise BookFault(str(error)) from None
    return lengths, warnings + [f"WARNING: {text}" for text, _ in listener.texts()]


def _settings(
    material: Material,
    folders: Sequence[Path],
    facts: Path | None,
    title: str,
    papers: Sequence[str],
    city: str,
) -> dict[str, object]:
    """What Sphinx is told; `city` is drawn on the front page."""
    return {
        "extensions": ["dsl.rulebook", "dsl.rulebook.pdf"],
        "project": title,
        "html_title": title,
        "language": material.language,
        "tile_spec": [str(p) for p in folders],
        "tile_facts": str(facts) if facts is not None else "",
        "tile_language": material.language,
        "nitpicky": True,
        "html_theme": "rulebook",
        "html_copy_source": False,
        "html_show_sourcelink": False,
        "html_show_sphinx": False,
        "html_show_copyright": False,
        "smartquotes": False,
        "tilepdf_papers": list(papers),
        "tilepdf_print": False,
        "html_context": {
            "book_play": f"{PLAY}/index.html",
            "book_play_title": material.say("Build a city"),
            "book_notice": material.say(NOTICE),
            "book_city": city,
        },
    }


def _cover(material: Material, city: str) -> dict[str, object]:
    """What stands on the cover of a printed book: the modes, a city, and what the book is not."""
    modes = ", ".join(material.mode_title(m) for m in material.spec.modes)
    return {
        "tilepdf_subtitle": f"{material.say('A rulebook')} · {modes}" if modes else material.say("A rulebook"),
        "tilepdf_notice": material.say(NOTICE),
        **({"tilepdf_cover": COVER} if city else {}),
    }


def _drawn(material: Material) -> str:
    """The city to show first, as SVG; empty where there is none."""
    city = _best(material)
    if city is None:
        return ""
    return city_svg(
        city, material.named(material.spec.game(city.mode)), title=material.mode_title(city.mode),
        icons=material.icons, legend=False, translate=lambda x: material.say(x),
    )  # fmt: skip


def _best(material: Material) -> City | None:
    """The city of the facts that scores the most as a whole; else, of those that were found for tiles, the one with
    the most buildings that are active, and kinds of them; else such a one of the examples; else an empty board."""
    facts = material.facts
    known = sorted(facts.totals if facts is not None else (), key=lambda x: -(x.value or 0))
    found = next((city for x in known if (city := material.city(x.city)) is not None), None)
    if found is None and facts is not None:
        cities = [city for x in facts.maxima if (city := material.city(x.city)) is not None]
        found = max(cities, key=_liveliness, default=None)
    if found is None:
        usual = material.spec.readings()
        cities = [x.city for x in examples(material.spec, Bag()) if x.readings == usual]
        found = max(cities, key=_liveliness, default=None)
    if found is None and material.spec.modes:
        mode = material.spec.modes[-1]
        found = City(mode, (None,) * material.spec.game(mode).mode.board.size)
    return found


def _liveliness(city: City) -> tuple[int, int]:
    active = [b for _, b in city.buildings() if b.active is not False]
    return len(active), len({b.kind for b in active})


def _sayer(material: Material) -> Sentence:
    """What says the clauses of any game of the rules in the book's language."""
    words: dict[int, tuple[c.Game, Words]] = {}  # with the game, so that no other gets its place in memory

    def say(mode: str, readings: Readings, clause: c.Clause) -> str:
        # It is put into words in its own game, whose titles are those that the catalogue knows.
        game = material.spec.game(mode, readings)
        if id(game) not in words:
            words[id(game)] = (game, Words(material.spec, game, material.language))
        return words[id(game)][1].clause(clause).text

    return say


def _counting(app: Sphinx, form: str, tell: Tell) -> None:
    """Tell how many pages a run of Sphinx has read and written, now and then."""
    last = time.monotonic()
    counts = Counter[str]()

    def count(what: str) -> None:
        nonlocal last
        counts[what] += 1
        if time.monotonic() - last >= QUIET:
            last = time.monotonic()
            tell(f"{form}: {counts[what]} of {len(app.env.found_docs)} pages {what}")

    app.connect("doctree-read", lambda *_: count("read"))
    app.connect("doctree-resolved", lambda *_: count("written"))


def _run(work: Path, out: Path, form: str, settings: Mapping[str, object], tell: Tell) -> Iterator[str]:
    """Make one format; what Sphinx warned of."""
    from sphinx.application import Sphinx
    from sphinx.errors import SphinxError
    from sphinx.util.docutils import docutils_namespace, patch_docutils

    warned = io.StringIO()
    try:
        with patch_docutils(), docutils_namespace():
            app = Sphinx(
                str(work / "pages"),
                None,
                str(out),
                str(work / "doctrees"),
                FORMATS[form],
                dict(settings),
                status=None,
                warning=warned,
                parallel=1,
            )
            _counting(app, form, tell)
            app.build()
    except SphinxError as error:
        raise BookFault(f"{error.category}: {error}") from None
    plain = re.sub(r"\x1b\[[0-9;]*m", "", warned.getvalue())
    return iter(line.replace(f"{work / 'pages'}/", "") for line in plain.splitlines() if line.strip())
