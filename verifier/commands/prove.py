"""`tileproof prove`: the properties that the rules claim.

Guarantee: each property is asked by itself under its own readings and scope; the exit code is that of the
worst.
"""

from __future__ import annotations

from argparse import Namespace
from dataclasses import replace
from typing import TYPE_CHECKING

from dsl.assemble import Specification
from dsl.claims import PropertyCase, properties
from verifier import report
from verifier.commands.common import (
    Progress,
    load_spec,
    mode_named,
    out_terminal,
    players_of,
    print_json,
    print_lines,
    rulings,
    say,
)
from verifier.commands.explain import name_of
from verifier.commands.properties import exit_code, owner_title, property_fields, refutation, summary
from verifier.commands.recording import close_record, emit, emit_folder, open_record
from verifier.report import VERDICT_STYLES, Terminal, plural

if TYPE_CHECKING:
    from verifier.record import PropertyQuestion
    from verifier.verdict import PropertyResult

TIME_LIMIT = 30.0


def run(args: Namespace) -> int:
    """Prove properties and print the verdicts."""
    spec = load_spec(args)
    chosen = rulings(args, spec)
    cases = list(_cases(args, spec, chosen))

    folder = emit_folder(args)

    from verifier.record import PropertyQuestion

    progress = Progress(args)
    record = open_record(args, spec)
    results: list[PropertyResult] = []
    taken: set[str] = set()
    try:
        for i, case in enumerate(cases, 1):
            question = PropertyQuestion(case, players_of(args, spec.declarations.modes[case.mode]))
            found = record.property(question) if record is not None else None
            if found is None:
                progress(f"{i}/{len(cases)} {case.owner}, {case.mode}: {case.title}")
                found = _asked(args, spec, question)
                if record is not None:
                    record.add(question, found)
            results.append(found)
            if folder is not None:
                from verifier.obligations import of_property

                emit(folder, of_property(spec, case, found, question.players), taken)
    finally:
        if record is not None:
            record.save()
    if folder is not None:
        say(args, f"{plural(len(taken), 'question')} written to {folder}")
    if args.format == "json":
        print_json({"properties": [property_fields(r, spec) for r in results]})
    else:
        print_lines(_text(results, spec, out_terminal(args)))
    return close_record(args, record, exit_code(results))


def _asked(args: Namespace, spec: Specification, q: PropertyQuestion) -> PropertyResult:
    """The answer of the solvers."""
    from verifier.properties import prove

    return prove(spec, q.case, players=q.players, time_limit=args.time_limit or TIME_LIMIT)


def _cases(args: Namespace, spec: Specification, chosen: dict[str, str]) -> list[PropertyCase]:
    wanted = {name_of(word, spec) for word in args.tiles}
    mode = mode_named(args, spec) if args.mode is not None else None
    return [
        # What a property says of a reading goes before the command line.
        replace(case, readings={**chosen, **case.readings})
        for case in properties(spec)
        if (not wanted or case.owner in wanted) and (mode is None or case.mode == mode)
    ]


def _text(results: list[PropertyResult], spec: Specification, terminal: Terminal) -> list[str]:
    rows = [
        (
            owner_title(r.owner, spec),
            r.mode,
            r.title,
            r.scope,
            terminal.paint(r.verdict, VERDICT_STYLES[r.verdict]),
            report.time_of(r.seconds, r.recorded),
        )
        for r in results
    ]
    out = []
    if rows:
        head = ("owner", "mode", "property", "scope", "verdict", "time")
        out = report.table(head, rows, terminal, frozenset({5}))
    for r in results:
        if r.verdict != "proved":
            out += ["", *refutation(r, spec, terminal)]
    return [
        *out,
        *([""] if out else []),
        f"{plural(len(results), 'property', 'properties')}: {summary(results)}",
    ]
