"""What `prove` and `verify` print of claims about plays.

Guarantee: what is not proved is shown with why, and with the play that shows it where there is one.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Sequence
from itertools import groupby

from dsl.assemble import Specification
from dsl.declarations import title_of
from verifier import report
from verifier.commands.stop import FINDINGS, FINE, UNKNOWN
from verifier.report import VERDICT_STYLES, Terminal, plural
from verifier.verdict import PlayResult


def exit_code(results: Sequence[PlayResult]) -> int:
    """The exit code of the worst."""
    verdicts = {x.verdict for x in results}
    return FINDINGS if verdicts & {"refuted", "vacuous"} else UNKNOWN if "unknown" in verdicts else FINE


def told(options: Sequence[str]) -> str:
    """The options of a play on one line, equal ones in a row counted."""
    runs = [(name, len(list(same))) for name, same in groupby(options)]
    return ", ".join(name if n == 1 else f"{n} x {name}" for name, n in runs) or "nothing yet"


def play_fields(x: PlayResult, spec: Specification) -> dict[str, object]:
    """A result as plain data; readings that are the default are left out."""
    shown = x.shown
    return {
        "procedure": x.procedure,
        "mode": x.mode,
        "players": x.players,
        "title": x.title,
        "verdict": x.verdict,
        "how": x.how,
        "using": list(x.using),
        "seconds": x.seconds,
        "recorded": x.recorded,
        "play": None
        if shown is None
        else {
            "steps": shown.steps,
            "options": list(shown.options),
            "readings": {r: y for r, y in sorted(shown.readings.items()) if spec.defaults.get(r) != y},
        },
    }


def summary_lines(results: Sequence[PlayResult], spec: Specification, terminal: Terminal) -> list[str]:
    """A table with a row for each procedure, mode and number of players, and what is not proved below it."""
    if not results:
        return []
    rows = []
    for (name, mode, players), some in groupby(results, lambda x: (x.procedure, x.mode, x.players)):
        mine = list(some)
        counted = ", ".join(f"{n} {v}" for v, n in Counter(x.verdict for x in mine).items())
        good = exit_code(mine) == FINE
        seconds = sum(x.seconds for x in mine)
        rows.append(
            (
                title_of(spec.declarations.procedures[name]),
                mode,
                str(players),
                counted if good else terminal.paint(counted, "red bold"),
                report.time_of(seconds, all(x.recorded for x in mine)),
            )
        )
    out = report.table(("procedure", "mode", "players", "properties", "time"), rows, terminal, frozenset({2, 4}))
    for x in results:
        if x.verdict != "proved":
            out += ["", *result_lines(x, spec, terminal)]
    return out


def result_lines(x: PlayResult, spec: Specification, terminal: Terminal) -> list[str]:
    """One result: what was claimed, the verdict, who showed it, and the play."""
    verdict = terminal.paint(x.verdict, VERDICT_STYLES[x.verdict])
    out = [f"{x.procedure}, {x.mode}, {plural(x.players, 'player')}: {x.title}: {verdict}", f"  {x.how}"]
    out += [f"  with: {title}" for title in x.using]
    if x.shown is not None:
        out.append(f"  {told(x.shown.options)}")
        others = {r: y for r, y in sorted(x.shown.readings.items()) if spec.defaults.get(r) != y}
        out += [f"  where {r} is {y}" for r, y in others.items()]
    return out
