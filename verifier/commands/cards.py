"""`tileproof cards`: sheets of cards to print and cut.

Guarantee: every card that is asked for is on one sheet; a text that was too long to be printed whole is named.
"""

from __future__ import annotations

import contextlib
from argparse import Namespace
from pathlib import Path

from dsl import core as c
from dsl.assemble import Specification
from dsl.cards import Card, Drawn, Look, cards, sheets
from dsl.catalogue import catalogue, languages
from dsl.declarations import title_of
from dsl.diagnostics import did_you_mean
from dsl.sheets import SHEETS, Sheet
from dsl.whole_file import write_all, write_whole
from verifier.commands.common import (
    Progress,
    kind_named,
    load_spec,
    mode_named,
    print_json,
    print_lines,
    rulings,
    say,
    unwritable,
)
from verifier.commands.picture import icons_of
from verifier.commands.stop import FINE, UNUSABLE, Stop
from verifier.report import plural


def run(args: Namespace) -> int:
    """Make the sheets, or list those that there are."""
    if args.list_sheets:
        return _list(args)
    sheet = _sheet(args.sheet)
    out = _place(args)
    spec = load_spec(args)
    made = _cards(args, spec)
    say_in = catalogue(args.language, spec.folders).text
    look = Look(icons_of(spec), args.ink_saver, say_in)
    title = say_in(spec.title) or "Tileproof"
    drawn = sheets(made, sheet, look, title=title, backs=args.backs)
    written = _pdf(args, out, drawn, title) if out.suffix == ".pdf" else _folder(out, drawn, args.backs)
    if args.format == "json":
        fields = {"sheet": sheet.name, "cards": len(made), "pages": len(drawn.pages)}
        print_json({**fields, "files": [str(x) for x in written], "cut": list(drawn.cut)})
    else:
        pages = plural(len(drawn.pages), "page")
        print_lines([f"{plural(len(made), 'card')} on {pages} written to {out}; print at 100 %"])
    for title in drawn.cut:
        say(args, f"not all of the text of {title} fits on its card; a sheet of larger cards may hold it")
    return FINE


def _list(args: Namespace) -> int:
    if args.format == "json":
        print_json({"sheets": [{"name": s.name, "paper": s.paper, "card": s.card} for s in SHEETS.values()]})
        return FINE
    lines = []
    for s in SHEETS.values():
        size = f"{s.card[0]:g} by {s.card[1]:g} mm"
        paper = f"{s.paper[0]:g} by {s.paper[1]:g} mm"
        lines.append(f"{s.name:<17} {s.columns} by {s.rows} cards of {size} on {paper}")
    print_lines(lines)
    return FINE


def _sheet(name: str) -> Sheet:
    if name not in SHEETS:
        help = did_you_mean(name, SHEETS) or "known: " + ", ".join(SHEETS)
        raise Stop(UNUSABLE, f"unknown sheet `{name}`", help)
    return SHEETS[name]


def _place(args: Namespace) -> Path:
    """Where to write; asked before anything is drawn."""
    if args.out is None:
        raise Stop(UNUSABLE, "it is not said where to write", "add `--out cards.pdf`, or `--out DIR` for SVG")
    out = Path(args.out)
    if out.suffix == ".pdf":
        if out.is_dir() or not out.parent.is_dir():
            raise Stop(UNUSABLE, f"{out} can not be written", "`--out` takes a file in a folder that exists")
    elif out.exists() and not out.is_dir():
        raise Stop(UNUSABLE, f"{out} is a file", "`--out` takes a folder, or a name that ends in `.pdf`")
    return out


def _cards(args: Namespace, spec: Specification) -> tuple[Card, ...]:
    d = spec.declarations
    tiles = list(dict.fromkeys(kind_named(t, spec, tiles=True) for t in args.tiles))
    if not tiles:
        tiles = sorted((k for k in d.kinds if d.is_tile(k)), key=lambda k: (title_of(d.kinds[k]).casefold(), k))
    mode = mode_named(args, spec)
    if args.mode is not None:
        for tile in args.tiles:
            mode_named(args, spec, kind_named(tile, spec, tiles=True))
    chosen = rulings(args, spec)
    games: list[c.Game] = [spec.game(m, chosen) for m in spec.modes if mode in (None, m)]
    known = languages(spec.folders)
    if args.language not in known:
        help = did_you_mean(args.language, known) or "known: " + ", ".join(known)
        raise Stop(UNUSABLE, f"there are no words in `{args.language}`", help)
    made = cards(spec, tiles, games, args.language)
    if not made:
        raise Stop(UNUSABLE, "there is no tile to print", "cards are made of what is declared with `tile`")
    return made


def _folder(out: Path, drawn: Drawn, backs: bool) -> list[Path]:
    """An SVG for each page: `sheet-01.svg`, and its backs `sheet-01-backs.svg`."""
    files = {}
    for i, page in enumerate(drawn.pages):
        number, side = (i // 2, ("", "-backs")[i % 2]) if backs else (i, "")
        files[out / f"sheet-{number + 1:02}{side}.svg"] = page
    new = not out.exists()
    try:
        out.mkdir(parents=True, exist_ok=True)
        write_all(files)
    except OSError as error:
        if new:
            with contextlib.suppress(OSError):
                out.rmdir()
        raise Stop(UNUSABLE, unwritable(out, error)) from None
    return list(files)


def _pdf(args: Namespace, out: Path, drawn: Drawn, title: str) -> list[Path]:
    from dsl.to_pdf import NoPrinter, to_pdf

    Progress(args)(f"making a PDF of {plural(len(drawn.pages), 'page')} ...")
    try:
        data = to_pdf(drawn.pages, title=title, language=args.language)
    except NoPrinter as reason:
        help = f"{reason.help}; or write SVG with `--out DIR`"
        raise Stop(UNUSABLE, f"a PDF needs WeasyPrint, which can not be used: {reason}", help) from None
    try:
        write_whole(out, data)
    except OSError as error:
        raise Stop(UNUSABLE, unwritable(out, error)) from None
    return [out]
