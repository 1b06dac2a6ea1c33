"""Results of properties as text and as data: what `prove` and `verify` share.

Guarantee: a refuted property is always shown with its city and with what the city gives, by the compiled
rules.
"""

from __future__ import annotations

from collections.abc import Iterable
from typing import TYPE_CHECKING

from dsl.assemble import Specification
from dsl.city_json import city_object
from dsl.declare import title_of
from dsl.diagnostics import Diagnostic, as_json
from verifier import report
from verifier.commands.common import chosen_readings
from verifier.commands.sheet import city_lines
from verifier.commands.stop import FINDINGS, FINE, UNKNOWN
from verifier.report import VERDICT_STYLES, Terminal

if TYPE_CHECKING:
    from verifier.verdict import PropertyResult, SecondCity


def exit_code(results: Iterable[PropertyResult]) -> int:
    """Findings if any is refuted or about no city at all, not known if any is; else fine."""
    verdicts = {r.verdict for r in results}
    if verdicts & {"refuted", "vacuous"}:
        return FINDINGS
    return UNKNOWN if "unknown" in verdicts else FINE


def owner_title(owner: str, spec: Specification) -> str:
    """The title of a kind or scoring."""
    d = spec.declarations
    return title_of(d.kinds[owner] if owner in d.kinds else d.scorings[owner])


def summary(results: Iterable[PropertyResult]) -> str:
    """How many have which verdict: `12 proved, 1 refuted`."""
    verdicts = [r.verdict for r in results]
    order = ("proved", "refuted", "vacuous", "unknown")
    return ", ".join(f"{verdicts.count(v)} {v}" for v in order if v in verdicts) or "none"


def property_fields(r: PropertyResult, spec: Specification) -> dict[str, object]:
    """A result as plain data."""
    city = None
    if r.city is not None:
        game = spec.game(r.mode, r.readings)
        city = city_object(r.city, game, chosen_readings(spec, spec.readings(r.readings)))
    place = as_json(Diagnostic("", "", r.span))
    return {
        "owner": r.owner,
        "mode": r.mode,
        "title": r.title,
        "verdict": r.verdict,
        "scope": r.scope,
        "reason": r.reason,
        "seconds": round(r.seconds, 3),
        "recorded": r.recorded,
        "values": r.values,
        "city": city,
        "smallest": r.smallest,
        "second": None if r.second is None else _second_fields(r.second, spec),
        "file": place["file"],
        "line": place["line"],
        "column": place["column"],
    }


def _second_fields(x: SecondCity, spec: Specification) -> dict[str, object]:
    """The other city of a claim about two, as plain data."""
    game = spec.game(x.mode, x.readings, board_of=x.board_of)
    return {
        "how": x.words,
        "mode": x.mode,
        "readings": chosen_readings(spec, x.readings),
        "first_value": x.values[0],
        "second_value": x.values[1],
        "city": city_object(x.city, game, chosen_readings(spec, x.readings)),
    }


def refutation(r: PropertyResult, spec: Specification, terminal: Terminal) -> list[str]:
    """A property that is not proved: the claim as written, and the city that refutes it."""
    style = VERDICT_STYLES[r.verdict]
    head = f"{owner_title(r.owner, spec)}, {r.mode}: {r.title}"
    out = [terminal.paint(r.verdict, style) + ": " + terminal.paint(head, "bold")]
    out.append(f"  --> {r.span} (scope {r.scope})")
    out += [f"  under {name} is {x}" for name, x in chosen_readings(spec, spec.readings(r.readings)).items()]
    if r.reason:
        out += report.paragraph(r.reason, "  ")
    if r.values:
        out.append("  in this city: " + ", ".join(f"{k} = {n}" for k, n in r.values.items()))
    if r.city is not None:
        out += ["", *city_lines(r.city, spec.game(r.mode, r.readings), terminal)]
    if r.second is not None:
        before, after = r.second.values
        out += ["", f"  {terminal.paint(r.second.words, 'bold')}: {after} instead of {before}"]
        out += _left_over(r, spec)
        if r.city is None or r.second.city.cells != r.city.cells:
            out += ["", *city_lines(r.second.city, spec.game(r.second.mode, r.second.readings), terminal)]
    return out


def _left_over(r: PropertyResult, spec: Specification) -> list[str]:
    """What no drawing shows: the units that are not seated in the two cities, where they differ."""
    assert r.city is not None and r.second is not None
    here = spec.game(r.mode, r.readings)
    there = spec.game(r.second.mode, r.second.readings, board_of=r.second.board_of)
    titles = {x.name: (x.title, x.plural_title) for x in here.resources}
    now, before = (
        report.units({name: n - city.seated(game)[name] for name, n in city.has(game).items()}, titles) or "none"
        for city, game in ((r.second.city, there), (r.city, here))
    )
    return [] if now == before else [f"  not seated: {now} instead of {before}"]
