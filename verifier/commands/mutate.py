"""`tileproof mutate [NAME ...]`: which changes of the rules no example and no property notices.

Guarantee: exit code 0 means that every change that the checker takes is noticed, or proved to change nothing.
Whatever is shown of a change that nobody notices was replayed on the rules with it and without it.
"""

from __future__ import annotations

import os
from argparse import Namespace
from collections.abc import Sequence
from typing import TYPE_CHECKING

from dsl.assemble import Specification
from dsl.city_json import city_object
from dsl.diagnostics import Diagnostic, as_json, did_you_mean
from verifier import report
from verifier.commands.common import Progress, load_spec, out_terminal, print_json, print_lines
from verifier.commands.explain import name_of
from verifier.commands.sheet import city_lines
from verifier.commands.stop import FINDINGS, FINE, UNKNOWN, UNUSABLE, Stop
from verifier.report import Terminal, plural

if TYPE_CHECKING:
    from dsl.mutate import Mutant
    from verifier.mutation import Finding, Row

TIME_LIMIT = 20.0
_STYLES = {
    "example": "green",
    "property": "green",
    "equivalent": "dim",
    "survived": "red bold",
    "unknown": "yellow",
}
_WORDS = {"example": "noticed", "property": "noticed"}


def run(args: Namespace) -> int:
    """Make the mutants, find out who notices them, and print what nobody does."""
    if args.rulings:
        raise Stop(
            UNUSABLE,
            "`mutate` works under the default rulings",
            "a line in an `under` block is looked at under its own reading",
        )
    if args.players is not None:
        raise Stop(UNUSABLE, "`mutate` works with the usual number of players", "leave out `--players`")
    spec = load_spec(args)
    names = [_named(word, spec) for word in args.names] or None

    from verifier.mutation import mutate

    rows = mutate(
        spec,
        names,
        jobs=args.jobs or os.cpu_count() or 1,
        time_limit=args.time_limit or TIME_LIMIT,
        progress=Progress(args),
    )
    if args.format == "json":
        print_json(_fields(rows, spec))
    else:
        print_lines(_text(rows, spec, args.list, out_terminal(args)))
    return exit_code(rows)


def _named(word: str, spec: Specification) -> str:
    """The kind, scoring or table that a word on the command line names.

    Raises `Stop`, with the nearest name."""
    d = spec.declarations
    if word in d.tables:
        return word
    try:
        return name_of(word, spec)
    except Stop:
        names = [*d.kinds, *d.scorings, *d.tables]  # of modes nothing is changed
        help = did_you_mean(word, names) or "known: " + ", ".join(sorted(names))
        raise Stop(UNUSABLE, f"unknown tile or table `{word}`", help) from None


def exit_code(rows: Sequence[Row]) -> int:
    """Findings if nobody notices a mutant, not known if that is not known of one; else fine."""
    if any(r.count("survived") for r in rows):
        return FINDINGS
    return UNKNOWN if any(r.count("unknown") for r in rows) else FINE


# ---- JSON ------------------------------------------------------------------------------------------------


def _counts(rows: Sequence[Row]) -> dict[str, int]:
    return {
        "mutants": sum(r.made for r in rows),
        "rejected": sum(r.count("rejected") for r in rows),
        "by_examples": sum(r.count("example") for r in rows),
        "by_properties": sum(r.count("property") for r in rows),
        "equivalent": sum(r.count("equivalent") for r in rows),
        "survived": sum(r.count("survived") for r in rows),
        "unknown": sum(r.count("unknown") for r in rows),
    }


def _fields(rows: Sequence[Row], spec: Specification) -> dict[str, object]:
    return {
        "total": _counts(rows),
        "rows": [
            {
                "name": r.target,
                **_counts([r]),
                "list": [
                    _mutant_fields(m, f, spec)
                    for m, f in zip(r.mutants, r.findings, strict=True)
                    if f.outcome != "rejected"
                ],
            }
            for r in rows
        ],
    }


def _mutant_fields(m: Mutant, f: Finding, spec: Specification) -> dict[str, object]:
    place = as_json(Diagnostic("", "", m.span))
    city = None
    if f.city is not None:
        city = city_object(f.city, spec.game(f.mode, f.readings), dict(f.readings))
    return {
        "operator": m.operator,
        "file": place["file"],
        "line": place["line"],
        "column": place["column"],
        "before": m.before,
        "after": m.after,
        "outcome": f.outcome,
        "by": f.by,
        "mode": f.mode or None,
        "readings": dict(f.readings),
        "structure": list(f.words),
        "differs": f.what,
        "values": list(f.values) if f.values is not None else None,
        "city": city,
        "example": f.example or None,
    }


# ---- text ------------------------------------------------------------------------------------------------


def _summary(rows: Sequence[Row]) -> str:
    n = _counts(rows)
    noticed = n["by_examples"] + n["by_properties"]
    return (
        f"{plural(n['mutants'], 'mutant')}, {noticed} noticed ({n['by_examples']} by examples, "
        f"{n['by_properties']} by properties), {n['equivalent']} equivalent (proved), "
        f"{n['survived']} survived, {n['unknown']} unknown"
    )


def _text(rows: Sequence[Row], spec: Specification, listed: bool, terminal: Terminal) -> list[str]:
    out = []
    for r in rows:
        style = "red bold" if r.count("survived") else "yellow" if r.count("unknown") else "green"
        out.append(f"{terminal.paint(r.target, style)}: {_summary([r])}")
        if listed:
            for m, f in zip(r.mutants, r.findings, strict=True):
                out += _line(m, f, terminal) if f.outcome != "rejected" else []
    for r in rows:
        for m, f in zip(r.mutants, r.findings, strict=True):
            if f.outcome in ("survived", "unknown"):
                out += ["", *_survivor(m, f, spec, terminal)]
    n = _counts(rows)
    other = n["mutants"] - n["equivalent"]
    noticed = n["by_examples"] + n["by_properties"]
    out += ["", f"total: {_summary(rows)}"]
    if other:
        # Rounded down, so that 100 means all.
        out.append(f"noticed of those not proved equivalent: {noticed * 1000 // other / 10} %")
    out.append(f"changes that the checker rejects: {n['rejected']}")
    return out


def _change(m: Mutant) -> str:
    return f"{m.before} -> {m.after or '(left out)'}"


def _line(m: Mutant, f: Finding, terminal: Terminal) -> list[str]:
    said = terminal.paint(_WORDS.get(f.outcome, f.outcome), _STYLES[f.outcome])
    by = f" ({'by ' if f.outcome in _WORDS else ''}{f.by})" if f.by else ""
    return [f"  {said}: {m.span}: {m.operator}: {_change(m)}{by}"]


def _survivor(m: Mutant, f: Finding, spec: Specification, terminal: Terminal) -> list[str]:
    """A mutant that nobody notices: the change, and the smallest city that shows it."""
    out = [f"{terminal.paint(f.outcome, _STYLES[f.outcome])}: {terminal.paint(m.target, 'bold')}, {m.operator}"]
    out += [f"  --> {m.span}", *report.paragraph(m.before, "      ", "  before: ")]
    out += report.paragraph(m.after or "(left out)", "      ", "  after:  ")
    if f.by:
        out += report.paragraph(f.by, "  ")
    if f.mode:
        under = "".join(f", under {name} is {reading}" for name, reading in f.readings.items())
        out.append(f"  in {f.mode}{under}")
    for text in f.words:
        out += report.paragraph(text.replace("in OLD", "before").replace("in NEW", "after"), "    ", "  ")
    if f.city is not None and f.values is not None:
        out.append(f"  in this city: {f.what} {f.values[0]} before, {f.values[1]} after")
        if f.example:
            out += ["  an example that notices it:", "", f.example]
        else:
            out += ["", *city_lines(f.city, spec.game(f.mode, f.readings), terminal)]
    return out
