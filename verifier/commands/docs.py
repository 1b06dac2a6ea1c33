"""`tileproof docs`: a rulebook from the rules, as a website, as a booklet to print, and as cards.

Guarantee: the folder holds the whole new book or, whatever goes wrong, what it held before. What is printed of
solvers was scored again, and what nobody found out is said to be unknown.
"""

from __future__ import annotations

import os
import re
import sys
from argparse import Namespace
from collections import Counter
from collections.abc import Iterable, Mapping, Sequence
from functools import partial
from importlib.util import find_spec
from pathlib import Path
from typing import TYPE_CHECKING

from dsl.assemble import Specification
from dsl.diagnostics import Bag, Diagnostic, Failure, did_you_mean, why
from dsl.facts import Facts
from dsl.run_examples import run_examples
from dsl.source import Source, Span
from verifier import report
from verifier.commands.common import (
    Progress,
    diagnostics_json,
    err_terminal,
    load_spec,
    print_json,
    print_lines,
    spec_folders,
)
from verifier.commands.recording import close_record, open_record
from verifier.commands.stop import FINDINGS, FINE, UNUSABLE, Stop
from verifier.report import plural

if TYPE_CHECKING:
    from dsl.facts import TotalFact

PAPERS = {"a4": "A4", "letter": "Letter"}
FORMATS = ("html", "pdf", "cards")
NEEDED = {"html": ("sphinx",), "pdf": ("sphinx", "weasyprint"), "cards": ("weasyprint",)}


def run(args: Namespace) -> int:
    """Gather the facts and make the book."""
    if args.rulings or args.players is not None:
        said = "--ruling" if args.rulings else "--players"
        raise Stop(UNUSABLE, f"a book is about the default readings and the usual number of players, not `{said}`")
    if args.folder is not None:
        if args.spec:
            raise Stop(UNUSABLE, f"the rules are said twice: `{args.folder}` and `--spec {args.spec}`")
        args.spec = args.folder
    formats = _chosen("format", args.formats, {x: x for x in FORMATS})
    papers = _chosen("paper", args.papers, PAPERS)
    _equipped(formats)
    bag = Bag()
    spec = load_spec(args, bag)
    for _ in run_examples(spec, bag):
        pass
    if bag.errors:
        raise Stop(FINDINGS, diagnostics=bag.found)
    _tell(args, bag.found)
    d = spec.declarations
    if "cards" in formats and not any(map(d.is_tile, d.kinds)):
        help = "cards are made of what is declared with `tile`; leave out the format `cards`"
        raise Stop(UNUSABLE, "there is no tile to print as a card", help)
    from dsl.catalogue import languages

    known = {x: x for x in languages(spec.folders)}
    spoken = _chosen("language", args.languages, known)

    from verifier.book_folder import BookFolder, Refused

    out = Path(args.out)
    try:
        with BookFolder(out) as folder:
            facts, code = _facts(args, spec, folder.work / "facts.json")
            pages, warnings = _books(args, spec, folder.work, formats, papers, spoken)
            folder.replace()
    except Refused as error:
        raise Stop(UNUSABLE, str(error), error.help) from None
    except BrokenPipeError:
        raise
    except OSError as error:
        said = why(error)
        help = "what was in the folder before is there as it was"
        raise Stop(UNUSABLE, f"the book can not be written to {out}: {said}", help) from None
    _tell(args, warnings)
    places = {name: str(out / name) for name in sorted(pages)}
    if args.format == "json":
        found = {name: {"place": places[name], "pages": pages[name]} for name in places}
        more = {"facts": _counts(facts), "warnings": diagnostics_json(warnings)}
        print_json({"out": str(out), "made": found, **more})
    else:
        lines = [f"{places[name]}: {plural(pages[name], 'page')}" for name in places]
        print_lines([*lines, f"{out / 'facts.json'}: {_told(facts)}"])
    return FINDINGS if warnings and code == FINE else code


def _chosen(what: str, words: Sequence[str], known: Mapping[str, str]) -> list[str]:
    """What words of an option mean, each once.

    Raises `Stop`, with the nearest one."""
    for word in words:
        if word.lower() not in known:
            help = did_you_mean(word, known) or "known: " + ", ".join(known)
            raise Stop(UNUSABLE, f"unknown {what} `{word}`", help)
    if not words:
        raise Stop(UNUSABLE, f"no {what} is given", "known: " + ", ".join(known))
    return list(dict.fromkeys(known[word.lower()] for word in words))


def _equipped(formats: Iterable[str]) -> None:
    for name in dict.fromkeys(x for f in formats for x in NEEDED[f]):
        if find_spec(name) is None:
            title = {"sphinx": "Sphinx", "weasyprint": "WeasyPrint"}[name]
            raise Stop(UNUSABLE, f"a book needs {title}, which is not installed", "`pip install 'tileproof[docs]'`")
    if {"pdf", "cards"} & set(formats):
        from dsl.to_pdf import NoPrinter, ready

        try:
            ready()  # told now, not when all questions have been asked
        except NoPrinter as reason:
            raise Stop(UNUSABLE, f"a PDF needs WeasyPrint, which can not be used: {reason}", reason.help) from None


# ---- facts -----------------------------------------------------------------------------------------------


def _facts(args: Namespace, spec: Specification, path: Path) -> tuple[Facts, int]:
    """The facts, written into a file, and the exit code that the record gives."""
    from verifier.gather import Limits, gather

    limits = Limits(jobs=args.jobs or os.cpu_count() or 1, ask=not args.no_solve)
    if args.time_limit is not None:
        limits = Limits(args.time_limit, min(limits.ruling, args.time_limit), limits.jobs, limits.ask)
    record = open_record(args, spec)
    totals = [] if args.totals is None else best(args, spec, Path(args.totals))
    facts = gather(spec, scope=args.scope, record=record, limits=limits, totals=totals, progress=Progress(args))
    facts.write(path)
    return facts, close_record(args, record, FINE)


def best(args: Namespace, spec: Specification, path: Path) -> list[TotalFact]:
    """The best totals of a file of results; lines that are not used are told."""
    from verifier.commands.sweep import usable
    from verifier.gather import best_totals

    found, unused = usable(lambda: best_totals(spec, path))
    head = err_terminal(args).paint("warning", "yellow bold")
    for text in unused:
        print(f"{head}: it is not used: {text}", file=sys.stderr)
    return found


def _counts(facts: Facts) -> dict[str, dict[str, int]]:
    """How many facts of each sort have which verdict."""
    sorts: dict[str, Iterable[str]] = {
        "maxima": [x.verdict for x in facts.maxima],
        "properties": [x.verdict for x in facts.properties],
        "rulings": [x.verdict for x in facts.rulings],
        "totals": [x.verdict for x in facts.totals],
    }
    return {name: dict(sorted(Counter(verdicts).items())) for name, verdicts in sorts.items()}


def _told(facts: Facts) -> str:
    said = []
    for name, counts in _counts(facts).items():
        if counts:
            said.append(f"{name}: " + ", ".join(f"{n} {verdict}" for verdict, n in counts.items()))
    return "; ".join(said) or "nothing to ask"


# ---- the book --------------------------------------------------------------------------------------------


def _books(
    args: Namespace,
    spec: Specification,
    work: Path,
    formats: Sequence[str],
    papers: Sequence[str],
    spoken: Sequence[str],
) -> tuple[dict[str, int], list[Diagnostic]]:
    """Make all that is wanted; the pages of each file or folder, and what there is to complain of."""
    from dsl.rulebook.book import BookFault, build

    pages: dict[str, int] = {}
    warned: list[str] = []
    say = Progress(args)
    sources = spec_folders(args)
    for language in spoken:
        below = Path(language) if len(spoken) > 1 else Path()
        books = [f for f in formats if f != "cards"]
        drawn: dict[Path, int] = {}
        draw = partial(_cards, args, spec, work / below, papers, language, say, drawn)
        if books:
            say(f"making the book, {language}: {', '.join(books)}")
            try:
                made = build(
                    sources, work / "facts.json", work / below, formats=books, papers=papers, language=language,
                    title=args.title or "", tell=say, meanwhile=draw if "cards" in formats else lambda: None,
                )  # fmt: skip
            except Failure as failure:
                raise Stop(FINDINGS, diagnostics=failure.diagnostics) from None
            except BookFault as error:
                raise Stop(UNUSABLE, f"the book could not be made: {error}") from None
            warned += made.warnings
            pages |= {path.relative_to(work).as_posix(): n for path, n in made.pages.items()}
        else:
            draw()
        pages |= {(below / name).as_posix(): n for name, n in drawn.items()}
    return pages, [_complaint(text) for text in dict.fromkeys(warned)]


def _cards(
    args: Namespace,
    spec: Specification,
    work: Path,
    papers: Sequence[str],
    language: str,
    say: Progress,
    drawn: dict[Path, int],
) -> None:
    """Draw a file of sheets with backs for each paper; how many pages it has goes into `drawn`."""
    from dsl.cards import Look, cards, sheets
    from dsl.catalogue import catalogue
    from dsl.sheets import SHEETS
    from dsl.to_pdf import to_pdf
    from verifier.commands.picture import icons_of

    games = [spec.game(m) for m in spec.modes]
    d = spec.declarations
    made = cards(spec, sorted(k for k in d.kinds if d.is_tile(k)), games, language)
    words = catalogue(language, spec.folders).text
    title = args.title or words(spec.title) or "Tileproof"
    (work / "cards").mkdir(parents=True, exist_ok=True)
    for paper in papers:
        sheet = SHEETS[f"{paper.lower()}-60mm-9up"]
        say(f"making the cards, {language}, {paper}: {plural(len(made), 'card')}")
        pages = sheets(made, sheet, Look(icons_of(spec), False, words), title=title, backs=True)
        data = to_pdf(pages.pages, title=title, language=language)
        path = Path("cards") / f"{sheet.name}.pdf"
        (work / path).write_bytes(data)
        drawn[path] = len(pages.pages)


# ---- what Sphinx warned of -------------------------------------------------------------------------------


def _complaint(text: str) -> Diagnostic:
    """A warning of Sphinx as one of ours: at its line, where it names one of a file that is there."""
    found = re.match(r"(?P<file>.*?):(?:(?P<line>\d+):)? ?(?:WARNING|ERROR|CRITICAL): (?P<said>.*)$", text)
    said = re.sub(r" \[[\w.-]+\]$", "", found["said"] if found else text.removeprefix("WARNING: "))
    name = found["file"] if found else "the book"
    where = Span(Source(name, "", readable=False), 0, 0)
    if found and found["line"]:
        try:
            source = Source(name, Path(name).read_text("utf-8"))
            line = source.line(int(found["line"]))
        except (OSError, ValueError, IndexError):
            where = Span(Source(f"{name}:{found['line']}", "", readable=False), 0, 0)
        else:
            start = sum(len(x) + 1 for x in source.text.split("\n")[: int(found["line"]) - 1])
            indent = len(line) - len(line.lstrip())
            where = Span(source, start + indent, start + max(len(line), indent + 1))
    return Diagnostic("TP071", said, where, severity="warning")


def _tell(args: Namespace, found: Iterable[Diagnostic]) -> None:
    told = list(found)
    if told and args.format != "json":
        print(report.diagnostics(told, err_terminal(args)), file=sys.stderr)
