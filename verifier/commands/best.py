"""`tileproof max --of total` and `--of worth TILE`: the best city there is, and what a tile is worth in it.

Guarantee: the value shown is the compiled rules' total of the city shown; what is not proved is not called best.
"""

from __future__ import annotations

from argparse import Namespace
from collections.abc import Iterator
from dataclasses import replace
from pathlib import Path
from typing import TYPE_CHECKING

from dsl.assemble import Specification
from verifier.commands.common import (
    Progress,
    kind_named,
    load_spec,
    mode_named,
    out_terminal,
    players_of,
    print_json,
    print_lines,
    rulings,
    say,
    spec_folder,
)
from verifier.commands.maximum import amount, built_by, exit_code, maximum_fields, maximum_lines, stopped
from verifier.commands.picture import write_city
from verifier.commands.recording import close_record, emit, emit_folder, open_record
from verifier.commands.stop import FINDINGS, FINE, INTERRUPTED, UNKNOWN, UNUSABLE, Stop
from verifier.commands.turns import schedule_fields
from verifier.report import VERDICT_STYLES, Terminal, plural

if TYPE_CHECKING:
    from verifier.questions import MaximumQuestion
    from verifier.record import Record
    from verifier.verdict import Maximum

TIME_LIMIT = 600.0


def run(args: Namespace) -> int:
    """Look for the best cities and print them."""
    tiles = _tiles_among_sets(args)
    spec = load_spec(args)
    q = _question(args, spec, tiles)
    folder = emit_folder(args)
    record = open_record(args, spec)
    asks = _Asks(args, spec, record)
    if args.of == "worth":
        code = _worth(args, spec, q, asks)
    else:
        found = list(asks.best(q))
        code = _totals(args, spec, found, asks.open)
    code = close_record(args, record, INTERRUPTED if asks.interrupted else code)
    asked, first = asks.answered[0]
    title = f"{q.title(spec)}, {spec.declarations.modes[q.mode].title}: {amount(first)}"
    write_city(args, spec, first.city, spec.readings(first.readings), title, asked.must)
    if folder is not None:
        from verifier.obligations import of_maximum

        written = sum(emit(folder, of_maximum(spec, x, y), set()) for x, y in asks.answered)
        say(args, f"{plural(written, 'question')} written to {folder}")
    return code


# ---- what is asked ---------------------------------------------------------------------------------------


def _tiles_among_sets(args: Namespace) -> list[str]:
    """Take out of the sets of rules what names no folder: tiles that must stand."""
    base = spec_folder(args)
    folders, tiles = [], []
    for text in args.sets or ():
        if (base / text).exists() or Path(text).exists():
            folders.append(text)
        else:
            tiles += [x.strip() for x in text.split(",") if x.strip()]
    args.sets = folders
    return tiles


def _question(args: Namespace, spec: Specification, with_: list[str]) -> MaximumQuestion:
    """The question that the options ask: of `worth`, the one with the tile."""
    from verifier.questions import MaximumQuestion

    mode = mode_named(args, spec)
    if mode is None:
        raise Stop(UNUSABLE, "no mode is named", "choose one with `--mode`: " + ", ".join(spec.modes))
    must = _named(with_, spec, mode)
    only = None if args.only is None else _named(args.only, spec, mode)
    if args.exactly is not None:
        if with_ or args.only is not None or args.up_to is not None:
            raise Stop(UNUSABLE, "`--exactly` names all tiles that stand", "leave out --with, --only and --up-to")
        names = [x for x in args.exactly if x != "none"]
        if names and len(names) < len(args.exactly):
            raise Stop(UNUSABLE, "`--exactly none` means no tile at all", "name tiles, or none")
        must, only = _named(names, spec, mode), frozenset()
    if args.of == "worth":
        if args.tile is None:
            raise Stop(UNUSABLE, "no tile is named whose worth is asked", "write `tileproof max TILE --of worth`")
        if args.top != 1:
            raise Stop(UNUSABLE, "`--top` and `--all` go with `--of total`")
        (tile,) = _named([args.tile], spec, mode)
        must |= {tile}
        if only is None and args.up_to is None and not with_:
            only = frozenset()
    elif args.tile is not None:
        help = f"write `--exactly {args.tile}` or `--with {args.tile}`, or `--of worth`"
        raise Stop(UNUSABLE, "`--of total` is about the whole city", help)
    if args.up_to is not None and len(must) > args.up_to:
        raise Stop(UNUSABLE, f"{plural(len(must), 'tile')} must stand, and at most {args.up_to} may")
    players = players_of(args, spec.declarations.modes[mode])
    readings = spec.readings(rulings(args, spec))
    return MaximumQuestion("", mode, args.scope, players, readings, only, "total", must, args.up_to)


def _named(words: list[str], spec: Specification, mode: str) -> frozenset[str]:
    """The tiles of a mode that words name.

    Raises `Stop`, with the nearest name."""
    found = [kind_named(x, spec, tiles=True) for x in words]
    for n in found:
        modes = spec.declarations.kind_modes[n]
        if mode not in modes:
            raise Stop(UNUSABLE, f"`{n}` does not exist in {mode}", "it exists in " + ", ".join(modes))
    return frozenset(found)


class _Asks:
    """Answers from the record or the solvers, each kept."""

    def __init__(self, args: Namespace, spec: Specification, record: Record | None) -> None:
        self.args, self.spec, self.record = args, spec, record
        self.progress = Progress(args)
        self.answered: list[tuple[MaximumQuestion, Maximum]] = []
        self.interrupted = False
        self.open = False  # whether there may be further cities that `--all` asks for

    def best(self, q: MaximumQuestion) -> Iterator[Maximum]:
        """The best cities, as many as `--top` or `--all` asks for; all with as many points, if for all."""
        first: Maximum | None = None
        top = self.args.top
        if top == 1 and self.record is not None:
            first = self.record.maximum(q)
        if first is not None:
            yield self._kept(q, first)
            return
        from verifier.best_city import best_cities

        self.progress(f"{q.title(self.spec)}, {q.mode}, scope {q.scope} ...")
        limit = self.args.time_limit or TIME_LIMIT
        cities = best_cities(self.spec, q, time_limit=limit, progress=self.progress)
        number = 0
        while found := self._next(cities, number):
            if first is not None and found.verdict == "infeasible":
                return
            if first is not None and first.value is not None and top is None:
                self.open |= found.bound is None or (found.verdict != "optimal" and found.bound >= first.value)
                if found.value is None or found.value < first.value:
                    return
            yield self._kept(q, found) if first is None else found
            first = first or found
            number += 1
            if number == top:
                return

    def _next(self, cities: Iterator[Maximum], number: int) -> Maximum | None:
        """The next of the cities, if there is one. An interrupt that leaves nothing of it keeps those before it."""
        try:
            found = next(cities, None)
        except KeyboardInterrupt:
            if number == 0:
                raise
            self.interrupted = self.open = True
            return None
        self.interrupted |= found is not None and stopped(found)
        return found

    def _kept(self, q: MaximumQuestion, found: Maximum) -> Maximum:
        if self.args.certify and found.verdict == "optimal" and not _certified(found):
            from verifier.best_city import certified

            self.progress("asking another solver whether any city exceeds it ...")
            try:
                _, said = certified(self.spec, q, found, seconds=self.args.time_limit or TIME_LIMIT)
            except KeyboardInterrupt:
                self.interrupted, said = True, "HiGHS: interrupted"
            found = replace(found, proof=(*found.proof, said), recorded=False)
        if self.record is not None and not found.recorded:
            self.record.add(q, found)
            self.record.save()
        self.answered.append((q, found))
        return found


def _certified(found: Maximum) -> bool:
    return any(x.startswith("HiGHS: no city exceeds") for x in found.proof)


# ---- what is told ----------------------------------------------------------------------------------------


def _totals(args: Namespace, spec: Specification, found: list[Maximum], more: bool) -> int:
    """Print the cities; `more`: there may be others that were asked for, and not found in the time."""
    plans = [built_by(x, spec) for x in found]
    game = spec.game(found[0].mode, found[0].readings)
    if args.format == "json":
        shown = [
            {**maximum_fields(x, spec), "schedule": schedule_fields(p, game) if p is not None else None}
            for x, p in zip(found, plans, strict=True)
        ]
        print_json(shown[0] if args.top == 1 else {"cities": shown, "complete": not more})
    else:
        terminal = out_terminal(args)
        for i, (x, p) in enumerate(zip(found, plans, strict=True), start=1):
            head = [terminal.paint(f"City {i} of {len(found)}", "bold")] if args.top != 1 else []
            print_lines([*([""] if i > 1 else []), *head, *maximum_lines(x, spec, terminal, p)])
        if more:
            said = "there may be more cities with as many points: the time was out, or the search was interrupted"
            print_lines(["", f"{terminal.paint('unknown', VERDICT_STYLES['unknown'])}: {said}"])
    code = exit_code(found[0])
    return UNKNOWN if more and code == FINE else code


def _worth(args: Namespace, spec: Specification, q: MaximumQuestion, asks: _Asks) -> int:
    """The best total with a tile, less the best without it."""
    (tile,) = _named([args.tile], spec, q.mode)
    others = None if q.only is None else q.only - {tile}
    if others is None:
        others = frozenset(n for n in spec.tiles(q.mode) if n != tile)
    without = replace(q, must=q.must - {tile}, only=others)
    (a,) = list(asks.best(q))
    if asks.interrupted:
        raise Stop(INTERRUPTED, f"interrupted; with the tile, {amount(a)}")
    (b,) = list(asks.best(without))
    title = spec.game(q.mode, q.readings).kinds[tile].title
    low, high = difference(a, b)
    decided = low is not None and low == high
    if args.format == "json":
        print_json(
            {
                "tile": tile,
                "mode": q.mode,
                "of": "worth",
                "scope": q.scope,
                "players": q.players,
                "verdict": "optimal" if decided else "unknown",
                "value": low if decided else None,
                "at_least": low,
                "at_most": high,
                "unit": "VP",
                "with": maximum_fields(a, spec),
                "without": maximum_fields(b, spec),
            }
        )
    else:
        print_lines(_worth_lines(title, a, b, (low, high), spec, out_terminal(args)))
    if "infeasible" in (a.verdict, b.verdict):
        return FINDINGS
    return FINE if decided else UNKNOWN


def difference(a: Maximum, b: Maximum) -> tuple[int | None, int | None]:
    """What the difference of two maxima is at least and at most (VP); None where nothing is known."""
    low = a.value - b.bound if a.value is not None and b.bound is not None else None
    high = a.bound - b.value if a.bound is not None and b.value is not None else None
    return low, high


def _worth_lines(
    title: str,
    a: Maximum,
    b: Maximum,
    ends: tuple[int | None, int | None],
    spec: Specification,
    terminal: Terminal,
) -> list[str]:
    low, high = ends
    if low is not None and low == high:
        said, verdict = f"worth {low} VP", "optimal"
    else:
        parts = [f"at least {low} VP"] if low is not None else []
        parts += [f"at most {high} VP"] if high is not None else []
        said, verdict = f"worth {', '.join(parts) or 'not known'}", "unknown"
    style = VERDICT_STYLES[verdict]
    out = [terminal.paint(f"{title}, {a.mode}", "bold") + f": {said} ({terminal.paint(verdict, style)})"]
    out.append(f"  with it     {amount(a)}")
    out.append(f"  without it  {amount(b)}")
    for head, x in (("With it", a), ("Without it", b)):
        out += ["", terminal.paint(head, "bold"), *maximum_lines(x, spec, terminal, built_by(x, spec))]
    return out
