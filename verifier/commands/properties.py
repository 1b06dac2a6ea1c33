"""Results of properties as text and as data: what `prove` and `verify` share.

Guarantee: a refuted property is always shown with its city and with what the city gives, by the compiled
rules.
"""

from __future__ import annotations

from collections.abc import Iterable
from typing import TYPE_CHECKING

from dsl.assemble import Specification
from dsl.city import City
from dsl.city_json import city_object
from dsl.declarations import title_of
from dsl.diagnostics import Diagnostic, as_json
from dsl.example_text import example_text
from dsl.scorer import Scorer
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


def examples_of(r: PropertyResult, city: City, second: SecondCity | None, spec: Specification) -> list[str]:
    """The cities that a result shows, as examples that can be pasted into the rules of its owner."""
    texts = [example_text(city, Scorer(spec, r.mode, r.readings), r.owner, f"shown by: {r.title}")]
    if second is not None and not second.board_of:
        rules = Scorer(spec, second.mode, second.readings)
        texts.append(example_text(second.city, rules, r.owner, f"shown by: {r.title}, {second.words}"))
    return texts


def city_fields(r: PropertyResult, city: City, second: SecondCity | None, spec: Specification) -> dict[str, object]:
    """A city that shows something, as plain data."""
    chosen = chosen_readings(spec, spec.readings(r.readings))
    return {
        "city": city_object(city, spec.game(r.mode, r.readings), chosen),
        "second": None if second is None else second_fields(second, spec),
        "examples": examples_of(r, city, second, spec),
    }


def property_fields(r: PropertyResult, spec: Specification) -> dict[str, object]:
    """A result as plain data."""
    shown: dict[str, object] = {"city": None, "second": None, "examples": []}
    if r.city is not None:
        shown = city_fields(r, r.city, r.second, spec)
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
        **shown,
        "smallest": r.smallest,
        "file": place["file"],
        "line": place["line"],
        "column": place["column"],
    }


def second_fields(x: SecondCity, spec: Specification) -> dict[str, object]:
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
        size = "no smaller one shows it" if r.smallest else "there may be a smaller one"
        out += ["", *shown_lines(r, r.city, r.second, spec, terminal), f"  ({size})"]
    return out


def shown_lines(
    r: PropertyResult, city: City, second: SecondCity | None, spec: Specification, terminal: Terminal
) -> list[str]:
    """A city that shows something: drawn, with the other one of two, and as examples to paste."""
    out = city_lines(city, spec.game(r.mode, r.readings), terminal)
    if second is not None:
        before, after = second.values
        out += ["", f"  {terminal.paint(second.words, 'bold')}: {after} instead of {before}"]
        out += _left_over(r, city, second, spec)
        if second.city.cells != city.cells:
            game = spec.game(second.mode, second.readings, board_of=second.board_of)
            out += ["", *city_lines(second.city, game, terminal)]
    out += _clause_lines(r, city, second, spec)
    examples = examples_of(r, city, second, spec)
    return [*out, "", *(line for text in examples for line in text.split("\n"))]


def _clause_lines(
    r: PropertyResult, city: City, second: SecondCity | None, spec: Specification
) -> list[str]:
    """The clauses that make the measures of a property what they are, with what they score on each city."""
    sides = [(city, Scorer(spec, r.mode, r.readings), r.owner)]
    if second is not None:
        rules = Scorer(spec, second.mode, second.readings, second.board_of)
        sides.append((second.city, rules, second.owner))
    scored: dict[tuple[str, str], list[int]] = {}
    for i, (there, scorer, owner) in enumerate(sides):
        for what in r.values:
            named = {"owner": owner} if what == "own" else {}
            if what.startswith("part "):
                named = {"part": what.removeprefix("part ")}
            for clause, n in scorer.by_clause(there, **named):
                scored.setdefault((clause.text, clause.where), [0] * len(sides))[i] += n
    lines = []
    for (text, where), values in scored.items():
        if any(values):
            amount = " -> ".join(f"{n}" for n in values)
            lines.append(f"  {amount} VP by `{text}` ({where})")
    return ["", *lines] if lines else []


def _left_over(r: PropertyResult, first: City, second: SecondCity, spec: Specification) -> list[str]:
    """What no drawing shows: the units that are not seated in the two cities, where they differ."""
    here = spec.game(r.mode, r.readings)
    there = spec.game(second.mode, second.readings, board_of=second.board_of)
    titles = {x.name: (x.title, x.plural_title) for x in here.resources}
    now, before = (
        report.units({name: n - city.seated(game)[name] for name, n in city.has(game).items()}, titles) or "none"
        for city, game in ((second.city, there), (first, here))
    )
    return [] if now == before else [f"  not seated: {now} instead of {before}"]
