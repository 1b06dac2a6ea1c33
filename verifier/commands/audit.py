"""`tileproof audit [NAME ...]`: the checks that nobody has to write, for tiles, buildings and rulings.

Guarantee: exit code 0 means that every question was decided and nothing is wrong; cities that are shown were
counted by the compiled rules.
"""

from __future__ import annotations

import os
from argparse import Namespace
from itertools import groupby
from typing import TYPE_CHECKING

from dsl.assemble import Specification
from dsl.city_json import city_object
from dsl.diagnostics import did_you_mean
from verifier import report
from verifier.commands.common import (
    Progress,
    chosen_readings,
    load_spec,
    mode_named,
    out_terminal,
    print_json,
    print_lines,
    rulings,
)
from verifier.commands.explain import name_of
from verifier.commands.properties import second_fields
from verifier.commands.sheet import city_lines
from verifier.commands.stop import FINDINGS, FINE, UNKNOWN, UNUSABLE, Stop
from verifier.report import Terminal, plural

if TYPE_CHECKING:
    from verifier.audit import Audit, Outcome, Question
    from verifier.checks import Said
    from verifier.depends import Fact

_STYLES = {"finding": "red bold", "unknown": "yellow", "note": "bold"}


def run(args: Namespace) -> int:
    """Ask all questions and print what there is to say."""
    if args.players is not None:
        raise Stop(
            UNUSABLE,
            "`audit` looks at every arrangement, whatever the number of players",
            "`prove` and `max` take `--players`",
        )
    spec = load_spec(args)
    chosen = rulings(args, spec)
    names = [_named(word, spec) for word in args.names]
    mode = mode_named(args, spec) if args.mode is not None else None
    modes = spec.modes if mode is None else (mode,)

    from verifier.audit import audit, questions
    from verifier.checks import CHECKS

    known = [x.name for x in CHECKS]
    checks = args.checks if args.checks is not None else known
    if not checks:
        raise Stop(UNUSABLE, "no check is named", "known: " + ", ".join(known))
    for word in checks:
        if word not in known:
            hint = did_you_mean(word, known) or "known: " + ", ".join(known)
            raise Stop(UNUSABLE, f"unknown check `{word}`", hint)
    asked = questions(spec, names, modes, checks)
    found = audit(
        spec,
        asked,
        readings=chosen,
        time_limit=args.time_limit,
        jobs=args.jobs or os.cpu_count() or 1,
        progress=Progress(args),
    )
    if args.format == "json":
        print_json(_fields(found))
    else:
        asks = {x.name: x.asks for x in CHECKS}
        print_lines(_text(found, asks, out_terminal(args)))
    return _code(found)


def _named(word: str, spec: Specification) -> str:
    """The tile, building, scoring or ruling that a word on the command line names."""
    if word in spec.rulings:
        return word
    try:
        return name_of(word, spec)
    except Stop:
        d = spec.declarations
        names = [*d.kinds, *d.scorings, *d.rulings]
        help = did_you_mean(word, names) or "known: " + ", ".join(sorted(names))
        raise Stop(UNUSABLE, f"unknown tile or ruling `{word}`", help) from None


def _code(found: Audit) -> int:
    sorts = {x.sort for x in found.said}
    return FINDINGS if "finding" in sorts else UNKNOWN if "unknown" in sorts else FINE


# ---- output ----------------------------------------------------------------------------------------------


def _fields(found: Audit) -> dict[str, object]:
    return {
        "scope": "any",
        "readings": found.readings,
        "seconds": round(found.seconds, 2),
        "outcomes": [
            {
                "check": o.question.check,
                "name": o.question.name,
                "mode": o.question.mode,
                "said": [_said_fields(x, o.question, found) for x in o.said],
                "seconds": o.seconds,
            }
            for o in found.outcomes
        ],
    }


def _said_fields(x: Said, q: Question, found: Audit) -> dict[str, object]:
    city = None
    if x.city is not None:
        game = found.spec.game(q.mode, found.readings)
        city = city_object(x.city, game, chosen_readings(found.spec, found.readings))
    return {
        "sort": x.sort,
        "text": x.text,
        "places": list(x.places),
        "values": list(x.values),
        "city": city,
        "facts": [_fact_fields(f, q, found) for f in x.facts],
    }


def _fact_fields(f: Fact, q: Question, found: Audit) -> dict[str, object]:
    game = found.spec.game(q.mode, found.readings)
    readings = chosen_readings(found.spec, found.readings)
    return {
        "what": f.what,
        "names": list(f.names),
        "matters": f.verdict,
        "reason": f.reason,
        "smallest": f.smallest,
        "city": None if f.city is None else city_object(f.city, game, readings),
        "second": None if f.second is None else second_fields(f.second, found.spec),
    }


def _text(found: Audit, asks: dict[str, str], terminal: Terminal) -> list[str]:
    out: list[str] = []
    for name, outcomes in groupby(found.outcomes, key=lambda o: o.question.name):
        for mode, there in groupby(outcomes, key=lambda o: o.question.mode):
            out += _block(name, mode, list(there), found, terminal)
    said = found.said
    counts = [
        plural(n, sort) if sort != "unknown" else f"{n} unknown"
        for sort in ("finding", "unknown", "note")
        if (n := sum(x.sort == sort for x in said))
    ]
    style = {FINE: "green", FINDINGS: "red bold"}.get(_code(found), "yellow")
    total = f"{plural(len(found.outcomes), 'question')}: {', '.join(counts) or 'nothing to say'}"
    out += ["", terminal.paint(f"{total}; {report.seconds(found.seconds)}", style)]
    asked = sorted({o.question.check for o in found.outcomes}, key=list(asks).index)
    out += [f"  {check}: {asks[check]}" for check in asked]
    chosen = chosen_readings(found.spec, found.readings)
    under = ", ".join(f"{n} is {r}" for n, r in chosen.items())
    out.append(f"Every answer: scope any, {'under ' + under if chosen else 'default rulings'}.")
    return out


def _block(name: str, mode: str, outcomes: list[Outcome], found: Audit, terminal: Terminal) -> list[str]:
    """An owner or ruling in a mode: a line for what is fine, then what is not, or should be told."""
    said = [(o.question.check, x) for o in outcomes for x in o.said]
    fine = [x.text for _, x in said if x.sort == "fine"]
    if not said:
        return []
    head = terminal.paint(f"{name}, {mode}", "bold")
    out = report.paragraph(f"{head}: {', '.join(fine)}" if fine else head, "    ", "")
    for check, x in said:
        if x.sort == "fine":
            continue
        mark = terminal.paint(f"{x.sort} ({check})", _STYLES[x.sort])
        out += report.paragraph(f"{mark}: {x.text}", "      ", "  ")
        out += [f"    --> {place}" for place in x.places]
        if x.city is not None:
            game = found.spec.game(mode, found.readings)
            out += ["", *(f"    {line}".rstrip() for line in city_lines(x.city, game, terminal)), ""]
    return out
