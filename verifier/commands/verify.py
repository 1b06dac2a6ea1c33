"""`tileproof verify`: examples, properties and maxima of all tiles, in one table.

Guarantee: exit code 0 means that every example gives what it claims, every property is proved and every
maximum is proved optimal in the scope that is named below the table.
"""

from __future__ import annotations

import os
from argparse import Namespace
from pathlib import Path
from typing import TYPE_CHECKING, Any

from dsl.assemble import Specification
from dsl.diagnostics import Diagnostic
from verifier import report
from verifier.annotations import finding, play_verdict, verdict
from verifier.commands.common import (
    Progress,
    load_spec,
    out_terminal,
    print_annotations,
    print_json,
    print_lines,
    say,
    write_found,
)
from verifier.commands.explain import name_of
from verifier.commands.maximum import amount
from verifier.commands.maximum import exit_code as maximum_code
from verifier.commands.plays import exit_code as plays_code
from verifier.commands.plays import play_fields, summary_lines
from verifier.commands.properties import exit_code as property_code
from verifier.commands.properties import owner_title, refutation, summary
from verifier.commands.recording import close_record, open_record
from verifier.commands.stop import FINDINGS, FINE, UNKNOWN, UNUSABLE, Stop
from verifier.report import VERDICT_STYLES, Terminal, plural

if TYPE_CHECKING:
    from dsl.facts import Facts
    from verifier.record import Record
    from verifier.verify import Report


def run(args: Namespace) -> int:
    """Verify and print the table."""
    if args.rulings:
        raise Stop(
            UNUSABLE,
            "`verify` works under the default rulings",
            "`prove` and `max` take `--ruling`; a property may name its own reading with `under`",
        )
    if args.players is not None:
        raise Stop(
            UNUSABLE,
            "`verify` works with the usual number of players",
            "`prove` and `max` take `--players`",
        )
    _check_facts(args)
    spec = load_spec(args)
    plays = [t for t in args.tiles if t in spec.declarations.procedures] if args.tiles else None
    others = [t for t in args.tiles if t not in (plays or ())]
    tiles = [name_of(t, spec, spec.declarations.procedures) for t in others] if args.tiles else None

    from verifier.verify import verify

    options: dict[str, Any] = {} if args.time_limit is None else {"time_limit": args.time_limit}
    jobs = args.jobs or os.cpu_count() or 1
    progress = Progress(args)
    record = open_record(args, spec)
    found = verify(
        spec, scope=args.scope, jobs=jobs, tiles=tiles, plays=plays, progress=progress, record=record, **options
    )
    facts = None if args.facts is None else _facts(args, spec, found, record, jobs, progress)
    stale = record.stale() if record is not None else []
    if record is not None and tiles is None:
        record.drop(stale)
    if args.format == "json":
        told = [play_fields(x, spec) for x in found.plays]
        print_json({**found.as_json(), "plays": told, "record": _record_fields(record, len(stale))})
    elif args.format != "text":
        properties = [verdict(x) for r in found.rows for x in r.properties]
        plays = [play_verdict(x) for x in found.plays]
        print_annotations([*map(finding, found.failures), *properties, *plays], args.format)
    else:
        print_lines(_text(found, spec, args.scope, out_terminal(args)))
        if stale:
            done = "dropped" if tiles is None else "kept until everything is verified"
            say(args, f"the proof record: {plural(len(stale), 'stale entry', 'stale entries')}, {done}")
    code = close_record(args, record, exit_code(found))
    if facts is not None:
        write_found(Path(args.facts), facts.text())
    return code


def _check_facts(args: Namespace) -> None:
    """Raises `Stop` if the file of `--facts` can not be written, before anything is asked."""
    if args.facts is None:
        return
    path = Path(args.facts)
    if args.tiles:
        raise Stop(UNUSABLE, "`--facts` is about everything", "leave the names out")
    if path.is_dir() or not path.resolve().parent.is_dir():
        raise Stop(UNUSABLE, f"{path} can not be written", "`--facts` takes a file in a folder that exists")


def _facts(
    args: Namespace, spec: Specification, found: Report, record: Record | None, jobs: int, progress: Progress
) -> Facts:
    """What was found, and what the rulings change, for the file of `--facts`."""
    from verifier.gather import Limits, gather

    limits = Limits(jobs=jobs)
    if args.time_limit is not None:
        limits = Limits(ruling=min(limits.ruling, args.time_limit), jobs=jobs)
    known = [x for r in found.rows for x in r.results]
    return gather(spec, scope=args.scope, record=record, limits=limits, known=known, progress=progress)


def _record_fields(record: Record | None, stale: int) -> dict[str, object] | None:
    """What was done with the record, as plain data."""
    if record is None:
        return None
    return {"file": str(record.path), "reused": record.reused, "edited": record.edited, "stale": stale}


def exit_code(found: Report) -> int:
    """The exit code of the whole: findings before what is not known."""
    codes = [property_code(r.properties) for r in found.rows]
    codes += [maximum_code(r.maximum) for r in found.rows if r.maximum is not None]
    codes += [FINDINGS for r in found.rows if r.examples_passed < r.examples_total]
    codes += [FINDINGS] if found.failures else []
    codes.append(plays_code(found.plays))
    return FINDINGS if FINDINGS in codes else UNKNOWN if UNKNOWN in codes else FINE


def _text(found: Report, spec: Specification, scope: str, terminal: Terminal) -> list[str]:
    head = ("name", "mode", "examples", "properties", "most", "verdict", "time")
    rows = []
    for r in found.rows:
        right = f"{r.examples_passed}/{r.examples_total}"
        failed = r.examples_passed < r.examples_total
        good = property_code(r.properties) == FINE
        m = r.maximum
        rows.append(
            (
                owner_title(r.owner, spec),
                r.mode,
                terminal.paint(right, "red bold") if failed else right,
                summary(r.properties) if good else terminal.paint(summary(r.properties), "red bold"),
                "" if m is None else amount(m),
                "" if m is None else terminal.paint(m.verdict, VERDICT_STYLES[m.verdict]),
                report.time_of(r.seconds, r.recorded),
            )
        )
    out = report.table(head, rows, terminal, frozenset({6})) if rows or not found.plays else []
    results = [x for r in found.rows for x in r.properties]
    for x in results:
        if x.verdict != "proved":
            out += ["", *refutation(x, spec, terminal)]
    for failure in found.failures:
        text = report.diagnostic(failure, terminal) if isinstance(failure, Diagnostic) else str(failure)
        out += ["", text]
    if found.plays:
        out += [*([""] if out else []), *summary_lines(found.plays, spec, terminal)]
    examples = sum(r.examples_total for r in found.rows)
    passed = sum(r.examples_passed for r in found.rows)
    maxima = [r.maximum for r in found.rows if r.maximum is not None]
    optimal = sum(m.verdict == "optimal" for m in maxima)
    code = exit_code(found)
    style = {FINE: "green", FINDINGS: "red bold"}.get(code, "yellow")
    parts = [
        plural(len(found.rows), "row"),
        f"{passed} of {plural(examples, 'example')} right",
        f"properties: {summary(results)}",
        f"maxima: {optimal} of {len(maxima)} proved optimal",
        report.seconds(found.seconds),
    ]
    if found.plays:
        proved = sum(x.verdict == "proved" for x in found.plays)
        parts.insert(-1, f"claims about plays: {proved} of {len(found.plays)} proved")
    if not found.rows and found.plays:
        parts = parts[-2:]
    out += ["", terminal.paint("; ".join(parts), style)]
    usual = sorted({spec.declarations.modes[r.mode].usual_players for r in found.rows})
    players = " or ".join(map(str, usual)) or "no"
    if found.rows or not found.plays:
        out.append(f"Every figure: scope {scope}, {players} players, default rulings.")
    if results:
        out.append("A property holds in the scope that it names, or else in every arrangement (scope any).")
    if found.plays:
        out.append("A claim about plays holds for every number of players and reading that it does not exclude.")
    return out
