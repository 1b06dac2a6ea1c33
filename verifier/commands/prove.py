"""`tileproof prove`: the properties that the rules claim.

Guarantee: each property is asked by itself under its own readings and scope; the exit code is that of the
worst.
"""

from __future__ import annotations

import os
from argparse import Namespace
from dataclasses import dataclass, replace
from typing import TYPE_CHECKING

from dsl.assemble import Specification
from dsl.claims import PropertyCase, properties
from verifier import report
from verifier.annotations import play_verdict, verdict
from verifier.commands.common import (
    Progress,
    load_spec,
    mode_named,
    out_terminal,
    players_of,
    print_annotations,
    print_json,
    print_lines,
    rulings,
    say,
)
from verifier.commands.explain import name_of
from verifier.commands.plays import exit_code as plays_code
from verifier.commands.plays import play_fields, result_lines
from verifier.commands.properties import (
    city_fields,
    exit_code,
    owner_title,
    property_fields,
    refutation,
    shown_lines,
    summary,
)
from verifier.commands.recording import close_record, emit, emit_folder, open_record
from verifier.commands.stop import UNUSABLE, Stop
from verifier.report import VERDICT_STYLES, Terminal, plural

if TYPE_CHECKING:
    from verifier.prover import Shown
    from verifier.questions import PropertyQuestion
    from verifier.record import Record
    from verifier.verdict import PropertyResult

TIME_LIMIT = 30.0


def run(args: Namespace) -> int:
    """Prove properties and print the verdicts."""
    spec = load_spec(args)
    chosen = rulings(args, spec)
    plays = [t for t in args.tiles if t in spec.declarations.procedures]
    if plays and len(plays) < len(args.tiles):
        help = "it is proved over plays and not over cities: name it in a command of its own"
        raise Stop(UNUSABLE, f"`{plays[0]}` is a procedure, and other names are not", help)
    if plays:
        return _plays(args, spec, plays, chosen)
    cases = list(_cases(args, spec, chosen))

    folder = emit_folder(args)

    from verifier.questions import PropertyQuestion

    progress = Progress(args)
    record = open_record(args, spec)
    results: list[PropertyResult] = []
    more: list[_More] = []
    try:
        questions = [
            PropertyQuestion(case, players_of(args, spec.declarations.modes[case.mode])) for case in cases
        ]
        answers = _answers(args, spec, questions, record, progress)
        for i, question in enumerate(questions):
            found = answers[i]
            results.append(found)
            more.append(_more(args, spec, question, found, progress))
    finally:
        if record is not None:
            record.save()
    if args.format == "json":
        rows = zip(results, more, strict=True)
        print_json({"properties": [{**property_fields(r, spec), **_fields(r, x, spec)} for r, x in rows]})
    elif args.format != "text":
        print_annotations(map(verdict, results), args.format)
    else:
        print_lines(_text(results, more, args.why, spec, out_terminal(args)))
    code = close_record(args, record, exit_code(results))
    if folder is not None:
        from verifier.obligations import of_property

        taken: set[str] = set()
        for case, question, found in zip(cases, questions, results, strict=True):
            emit(folder, of_property(spec, case, found, question.players), taken)
        say(args, f"{plural(len(taken), 'question')} written to {folder}")
    return code


def _plays(args: Namespace, spec: Specification, names: list[str], chosen: dict[str, str]) -> int:
    """Prove the claims of procedures and print them all."""
    if chosen or args.why or args.emit is not None or args.top != 1:
        help = "a claim about plays holds under every reading that it does not exclude"
        raise Stop(UNUSABLE, "procedures take no `--ruling`, `--why`, `--emit`, `--top` or `--all`", help)
    from verifier.plays import play_results

    record = open_record(args, spec)
    options = {} if args.time_limit is None else {"seconds": args.time_limit}
    results = play_results(
        spec, names=names, mode=mode_named(args, spec), players=args.players,
        workers=args.jobs or os.cpu_count() or 1, record=record, progress=Progress(args), **options,
    )  # fmt: skip
    if args.format == "json":
        print_json({"plays": [play_fields(x, spec) for x in results]})
    elif args.format != "text":
        print_annotations(map(play_verdict, results), args.format)
    else:
        terminal = out_terminal(args)
        print_lines([line for x in results for line in result_lines(x, spec, terminal)])
    return close_record(args, record, plays_code(results))


def _answers(
    args: Namespace,
    spec: Specification,
    questions: list[PropertyQuestion],
    record: Record | None,
    progress: Progress,
) -> dict[int, PropertyResult]:
    """The answers by the place of the question: what is on record, and what worker processes find."""
    from verifier.asking import Asked, answers
    from verifier.verdict import PropertyResult

    out: dict[int, PropertyResult] = {}
    asked = [Asked(q, args.time_limit or TIME_LIMIT) for q in questions]
    for i, found in answers(spec, asked, workers=args.jobs or os.cpu_count() or 1, record=record):
        assert isinstance(found, PropertyResult)
        out[i] = found
        if not found.recorded:
            progress(f"{len(out)}/{len(asked)} {found.owner}, {found.mode}: {found.title}: {found.verdict}")
    return out


@dataclass(frozen=True)
class _More:
    """What was asked for beside a verdict: further cities, and what a proof rests on (None: not found out)."""

    cities: tuple[Shown, ...] = ()
    complete: bool = True
    why: tuple[str, ...] | None = None


def _more(
    args: Namespace, spec: Specification, q: PropertyQuestion, found: PropertyResult, progress: Progress
) -> _More:
    seconds = args.time_limit or TIME_LIMIT
    if args.top != 1 and found.city is not None:
        from verifier.properties import counterexamples

        progress(f"{found.owner}, {found.mode}: {found.title}: looking for more cities")
        cities = tuple(
            counterexamples(spec, q.case, most=args.top, players=q.players, time_limit=seconds)
        )
        return _More(cities[1:], bool(cities) and cities[-1].smallest)
    if args.why and found.verdict == "proved":
        from verifier.properties import why

        progress(f"{found.owner}, {found.mode}: {found.title}: what the proof rests on")
        return _More(why=why(spec, q.case, players=q.players, time_limit=seconds))
    return _More()


def _fields(r: PropertyResult, x: _More, spec: Specification) -> dict[str, object]:
    return {
        "more": [city_fields(r, s.city, s.second, spec) for s in x.cities],
        "rests_on": None if x.why is None else list(x.why),
    }


def _cases(args: Namespace, spec: Specification, chosen: dict[str, str]) -> list[PropertyCase]:
    wanted = {name_of(word, spec, spec.declarations.procedures) for word in args.tiles}
    mode = mode_named(args, spec) if args.mode is not None else None
    return [
        # What a property says of a reading goes before the command line.
        replace(case, readings={**chosen, **case.readings})
        for case in properties(spec)
        if (not wanted or case.owner in wanted) and (mode is None or case.mode == mode)
    ]


def _more_lines(
    why: bool, r: PropertyResult, x: _More, spec: Specification, terminal: Terminal
) -> list[str]:
    out = []
    for s in x.cities:
        out += ["", *shown_lines(r, s.city, s.second, spec, terminal)]
    if x.cities and not x.complete:
        out += ["", "  there may be more that were not found in the time"]
    if why and r.verdict == "proved":
        out += ["", terminal.paint(f"{owner_title(r.owner, spec)}, {r.mode}: {r.title}", "bold") + " rests on"]
        if x.why is None:
            shows = r.city is not None
            out.append(f"  ({'a city shows it' if shows else 'Z3 did not find the proof again in the time'})")
        else:
            nothing = "  nothing but the words of the claim and how much can be counted at all"
            out += [f"  {reason}" for reason in x.why] or [nothing]
    return out


def _text(
    results: list[PropertyResult], more: list[_More], why: bool, spec: Specification, terminal: Terminal
) -> list[str]:
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
    for r, x in zip(results, more, strict=True):
        if r.verdict != "proved":
            out += ["", *refutation(r, spec, terminal)]
        out += _more_lines(why, r, x, spec, terminal)
    return [
        *out,
        *([""] if out else []),
        f"{plural(len(results), 'property', 'properties')}: {summary(results)}",
    ]
