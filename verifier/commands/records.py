"""`tileproof records`: what was decided before, in the proof record or in a file of results.

Guarantee: whether an entry is live is worked out from the rules as they are; a city that is shown was counted
again, and nothing gets into the record that was not.
"""

from __future__ import annotations

import sys
from argparse import Namespace
from functools import partial
from pathlib import Path
from typing import TYPE_CHECKING, Any

from dsl.assemble import Specification
from dsl.declarations import title_of
from dsl.scorer import Scorer
from verifier import report
from verifier.commands.common import (
    err_terminal,
    load_spec,
    mode_named,
    out_terminal,
    print_json,
    print_lines,
    say,
)
from verifier.commands.explain import name_of
from verifier.commands.maximum import amount_of, maximum_lines
from verifier.commands.properties import refutation
from verifier.commands.recording import record_path
from verifier.commands.sheet import city_lines, sheet_lines, tile_lines
from verifier.commands.stop import FINDINGS, FINE, UNUSABLE, Stop
from verifier.commands.sweep import usable
from verifier.report import VERDICT_STYLES, Terminal, plural

if TYPE_CHECKING:
    from verifier.record import Listed, Record
    from verifier.verdict import RulingResult

STATE_STYLES = {"live": "green", "stale": "yellow", "edited": "red bold"}


def run(args: Namespace) -> int:
    """List, show, or take over."""
    if args.rulings or args.players is not None:
        raise Stop(UNUSABLE, "`records` lists what there is, under whatever readings and for however many players")
    spec = load_spec(args)
    names = {name_of(x, spec) for x in args.names}
    mode = mode_named(args, spec) if args.mode is not None else None

    from verifier.record import Record, by_order

    if args.file is not None:
        where = str(args.file)
        found = _of_file(spec, Path(where))
    else:
        where = str(record_path(args))
        record = Record(Path(where), spec)
        for text in record.warnings:
            print(f"{err_terminal(args).paint('warning', 'yellow bold')}: {text}", file=sys.stderr)
        if args.taken is not None:
            return _take(args, spec, record, names, mode)
        found = record.listed()
    listed = [
        x
        for x in sorted(found, key=by_order)
        if (not names or names & {x.entry.get("owner"), *_must(x.entry)})
        and mode in (None, x.entry.get("mode"))
        and args.kind in (None, x.entry.get("kind"))
    ]
    if args.show is not None:
        if args.show > len(listed):
            length = plural(len(listed), "entry", "entries")
            raise Stop(UNUSABLE, f"there is no number {args.show}", f"the list has {length}")
        return _show(args, spec, listed[args.show - 1])
    if args.format == "json":
        print_json({"file": where, "entries": [_fields(x) for x in listed]})
    else:
        print_lines(_text(where, listed, spec, out_terminal(args)))
    return FINDINGS if any(x.state == "edited" for x in listed) else FINE


def _of_file(spec: Specification, path: Path) -> list[Listed]:
    from verifier.keys import Keys
    from verifier.record import listed
    from verifier.results import read
    from verifier.sweep import question_now

    keys, found = Keys(spec), usable(lambda: read(path))
    return [listed(x.key, x.entry, question_now(keys, x)) for x in (*found.lines.values(), *found.edited)]


# ---- the list --------------------------------------------------------------------------------------------


def _title(x: Listed) -> str:
    """Which property or reading it is, where that is known."""
    from verifier.questions import about

    return "" if x.question is None else about(x.question)[2]


def _fields(x: Listed) -> dict[str, Any]:
    said = {name: value for name, value in x.entry.items() if name != "digest"}
    return {"key": x.key, "state": x.state, "title": _title(x) or None, **said}


def _must(entry: dict[str, Any]) -> list[str]:
    """The tiles that stand by the question, besides the one that it is about."""
    must = entry.get("must")
    return [str(n) for n in must] if isinstance(must, list) else []


def _about(x: Listed, spec: Specification) -> str:
    """Whose it is: a title, where the rules have one."""
    from verifier.questions import MaximumQuestion

    d = spec.declarations

    def title(name: str) -> str:
        found = d.kinds.get(name) or d.scorings.get(name)
        return name if found is None else title_of(found)

    if isinstance(x.question, MaximumQuestion):
        return x.question.title(spec)
    if x.entry.get("kind") == "ruling" and not x.entry.get("owner"):
        return "Whole city"
    if x.entry.get("owner") or x.entry.get("of") != "total":
        return " and ".join(map(title, (str(x.entry.get("owner")), *_must(x.entry))))
    return "Best city" + (f" with {' and '.join(map(title, _must(x.entry)))}" if _must(x.entry) else "")


def _said(entry: dict[str, Any]) -> str:
    """The value of a maximum, with what is known of it."""
    if entry.get("kind") != "maximum":
        return ""
    return amount_of(str(entry.get("verdict")), entry.get("value"), entry.get("bound"), str(entry.get("unit")))


def _under(entry: dict[str, Any]) -> str:
    readings = entry.get("readings")
    return ", ".join(f"{n} is {r}" for n, r in readings.items()) if isinstance(readings, dict) else ""


def _time(entry: dict[str, Any]) -> str:
    seconds = entry.get("seconds")
    return report.seconds(seconds) if isinstance(seconds, int | float) else ""


def _text(where: str, found: list[Listed], spec: Specification, terminal: Terminal) -> list[str]:
    rows = []
    for number, x in enumerate(found, 1):
        verdict = str(x.entry.get("verdict", ""))
        rows.append(
            (
                str(number),
                _about(x, spec),
                str(x.entry.get("mode", "")),
                _title(x) or str(x.entry.get("kind", "")),
                str(x.entry.get("scope", "")),
                _under(x.entry),
                _said(x.entry),
                terminal.paint(verdict, VERDICT_STYLES.get(verdict, "dim")),
                _time(x.entry),
                terminal.paint(x.state, STATE_STYLES[x.state]),
            )
        )
    head = ("", "name", "mode", "what", "scope", "under", "most", "verdict", "time", "state")
    out = [*report.table(head, rows, terminal, frozenset({0, 8})), ""] if rows else []
    counts = [(s, sum(x.state == s for x in found)) for s in STATE_STYLES]
    parts = ", ".join(f"{n} {s}" for s, n in counts if n)
    return [*out, f"{where}: {plural(len(found), 'entry', 'entries')}" + (f", {parts}" if parts else "")]


# ---- one of them -----------------------------------------------------------------------------------------


def _show(args: Namespace, spec: Specification, x: Listed) -> int:
    """Draw the city of an entry, and count it by the rules as they are."""
    from verifier.entries import Unfit, city_of, told
    from verifier.verdict import Maximum, PropertyResult

    terminal = out_terminal(args)
    try:
        found = None if x.question is None else told(spec, x.key, x.question, x.entry)
        city, readings = city_of(spec, x.entry)
    except Unfit as error:
        help = "it is about other rules" if x.state == "stale" else "ask again with `--refresh`"
        raise Stop(UNUSABLE, f"this entry can not be shown: {error}", help) from None
    if args.format == "json":
        print_json(_fields(x))
    elif isinstance(found, Maximum):
        print_lines(maximum_lines(found, spec, terminal))
    elif isinstance(found, PropertyResult):
        print_lines(refutation(found, spec, terminal))
    elif found is not None:
        print_lines(_ruling_lines(found, x, spec, terminal))
    else:
        say(args, f"the entry is {x.state}: its city is counted by the rules as they are")
        what = _said(x.entry) or x.entry.get("verdict")
        said = f"{_about(x, spec)}, {x.entry['mode']}: {what}"
        out = [terminal.paint(said, "bold")]
        if city is not None:
            scorer = Scorer(spec, x.entry["mode"], readings)
            out += ["", *sheet_lines(city, scorer.sheet(city), scorer, terminal)]
            out += ["", *tile_lines(city, scorer, terminal)]
        print_lines(out)
    return FINDINGS if x.state == "edited" else FINE


def _ruling_lines(r: RulingResult, x: Listed, spec: Specification, terminal: Terminal) -> list[str]:
    """What another reading changes, and the city that shows it."""
    head = f"{_about(x, spec)}, {r.mode}: {r.ruling} is {r.reading}"
    out = [terminal.paint(r.verdict, VERDICT_STYLES.get(r.verdict, "dim")) + ": " + terminal.paint(head, "bold")]
    out += [f"  {text}" for text in (*r.structure, *([r.reason] if r.reason else []))]
    if r.city is not None and r.values is not None:
        unit = "VP" if r.gain is None else "units"
        size = "no smaller one shows it" if r.smallest else "there may be a smaller one"
        out += [f"  {r.values[1]} {unit} instead of {r.values[0]}", ""]
        out += [*city_lines(r.city, spec.game(r.mode), terminal), f"  ({size})"]
    return out


# ---- taking over -----------------------------------------------------------------------------------------


def _take(args: Namespace, spec: Specification, record: Record, names: set[str], mode: str | None) -> int:
    """Put what a file decided into the record, its cities counted again."""
    from verifier.entries import Unfit, checked
    from verifier.results import Line, better, read
    from verifier.sweep import question_now

    found = usable(lambda: read(Path(args.taken)))
    counts = dict.fromkeys(("taken", "known", "undecided", "stale", "refused"), 0)
    refused = [(x.place, "it was edited") for x in found.edited]
    for x in found.lines.values():
        q = question_now(record.keys, x)
        if q is None:
            counts["stale"] += 1
            continue
        if (names and not names & {q.tile, *q.must}) or mode not in (None, q.mode):
            continue
        if not x.decided:
            counts["undecided"] += 1
            continue
        try:
            result = checked(spec, x.key, q, x.entry)
        except Unfit as error:
            refused.append((x.place, str(error)))
            continue
        before = record.entry(x.key)
        if before is not None:
            there = Line(x.key, x.question, before, f"the proof record {record.path}")
            usable(partial(better, x, there))
        counts["known" if before is not None else "taken"] += 1
        if before is None:
            record.add(q, result)
    record.save()
    counts["refused"] = len(refused)
    head = err_terminal(args).paint("warning", "yellow bold")
    for place, why in refused:
        print(f"{head}: {place}: it is not taken over: {why}", file=sys.stderr)
    if args.format == "json":
        print_json({"file": str(record.path), **counts})
    else:
        said = ", ".join(f"{n} {what}" for what, n in counts.items() if n or what == "taken")
        print_lines([f"{record.path}: {said}"])
    return FINDINGS if refused else FINE
