"""`tileproof prove`: the properties that the rules claim.

Guarantee: each property is asked by itself under its own readings and scope; the exit code is that of the
worst.
"""

from __future__ import annotations

from argparse import Namespace
from dataclasses import replace
from typing import TYPE_CHECKING

from dsl.assemble import Specification
from dsl.check import PropertyCase, properties
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
)
from verifier.commands.explain import name_of
from verifier.commands.properties import exit_code, owner_title, property_fields, refutation, summary
from verifier.report import VERDICT_STYLES, Terminal, plural

if TYPE_CHECKING:
    from verifier.verdict import PropertyResult

TIME_LIMIT = 30.0


def run(args: Namespace) -> int:
    """Prove properties and print the verdicts."""
    spec = load_spec(args)
    chosen = rulings(args, spec)
    cases = list(_cases(args, spec, chosen))

    from verifier.properties import prove

    progress = Progress(args)
    results: list[PropertyResult] = []
    for i, case in enumerate(cases, 1):
        progress(f"{i}/{len(cases)} {case.owner}, {case.mode}: {case.title}")
        players = players_of(args, spec.declarations.modes[case.mode])
        limit = args.time_limit or TIME_LIMIT
        results.append(prove(spec, case, players=players, time_limit=limit))
    if args.format == "json":
        print_json({"properties": [property_fields(r, spec) for r in results]})
    else:
        print_lines(_text(results, spec, out_terminal(args)))
    return exit_code(results)


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
            report.seconds(r.seconds),
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
