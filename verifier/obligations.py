"""What a verdict rests on, as questions for any other solver.

Guarantee: each obligation is a file of standard SMT-LIB with the answer that the verdict stands for; if a solver
answers otherwise, the verdict is wrong, or that solver is.
"""

from __future__ import annotations

import re
from collections.abc import Iterator
from dataclasses import dataclass

from dsl.assemble import Specification
from dsl.claims import PropertyCase, properties
from dsl.to_smtlib import Status, script
from verifier.maxima import circuit_of
from verifier.properties import claims_of
from verifier.questions import MaximumQuestion
from verifier.verdict import Maximum, PropertyResult
from verifier.verify import Report


@dataclass(frozen=True)
class Obligation:
    """A question: the name of its file, the answer that is expected, and the script."""

    name: str
    status: Status
    text: str


def _slug(*words: str) -> str:
    return "-".join(re.sub(r"[^a-z0-9_]+", "-", w.lower()).strip("-") or "x" for w in words)


def _expected(status: Status) -> str:
    said = {"sat": "sat, there is such a city", "unsat": "unsat, there is none", "unknown": "not known"}
    return f"Expected: {said[status]}."


def of_maximum(spec: Specification, q: MaximumQuestion, found: Maximum) -> Iterator[Obligation]:
    """That some city reaches the value, and that none exceeds the bound; or that there is no city at all."""
    k, objective = circuit_of(spec, q)
    asked: list[tuple[str, str, int | None, Status]] = []
    if found.verdict == "infeasible":
        asked.append(("city", "a city of the scope has the tile", None, "unsat"))
    if found.value is not None:
        text = f"a city reaches {found.value} {found.unit}"
        asked.append((f"reaches-{found.value}", text, found.value, "sat"))
    if found.bound is not None:
        text = f"a city reaches {found.bound + 1} {found.unit}"
        asked.append((f"reaches-{found.bound + 1}", text, found.bound + 1, "unsat"))
    for name, text, value, status in asked:
        comments = [
            _asks(spec, q, found),
            *_about(spec, found.mode, found.scope, found.players, found.readings),
            f"Asked: {text}.",
            _expected(status),
        ]
        claims = [] if value is None else [k.at_least(objective, value)]
        file = _slug(q.tile or q.title(spec), found.mode, found.scope, name)
        yield Obligation(file, status, script(k, claims, status=status, comments=comments))


def _asks(spec: Specification, q: MaximumQuestion, found: Maximum) -> str:
    if q.of == "total":
        return f"{q.title(spec)}: the most that it can score in total."
    return f"The most that {found.tile} can {'give' if found.unit != 'VP' else 'score'}, by its own text."


def of_property(
    spec: Specification, case: PropertyCase, found: PropertyResult, players: int
) -> Iterator[Obligation]:
    """That no city breaks the claim, or that one does; the ends of a range; that the assumption can hold."""
    k, asked = claims_of(spec, case, players)
    said = {
        "broken": "a city fulfils the assumption and breaks the claim",
        "fulfilled": "a city fulfils the assumption and the claim",
        "assumed": "a city fulfils the assumption",
    }
    for name, lit in asked.items():
        text = said.get(name, f"in a city of the assumption, the value is {name.removeprefix('reaches ')}")
        status = _status(found, name)
        comments = [
            f"A property of {case.owner}: {case.title}",
            " ".join(case.syntax.span.text.split()),
            *_about(spec, case.mode, case.scope, players, spec.readings(case.readings)),
            f"Asked: {text}.",
            _expected(status),
        ]
        file = _slug(case.owner, case.mode, case.title, name)
        yield Obligation(file, status, script(k, [lit], status=status, comments=comments))


def of_report(report: Report) -> Iterator[Obligation]:
    """Everything that the main job's verdicts rest on, row by row."""
    spec = report.spec
    cases = properties(spec)
    for row in report.rows:
        mine = [x for x in cases if (x.owner, x.mode) == (row.owner, row.mode)]
        for case, found in zip(mine, row.properties, strict=True):
            yield from of_property(spec, case, found, spec.declarations.modes[row.mode].usual_players)
        if row.maximum is not None:
            m = row.maximum
            q = MaximumQuestion(m.tile, m.mode, m.scope, m.players, m.readings)
            yield from of_maximum(spec, q, m)


def _status(found: PropertyResult, name: str) -> Status:
    """The answer that a verdict stands for; `unknown` where the verdict says nothing of it."""
    verdict = found.verdict
    if verdict == "unknown":
        return "unknown"
    if name == "assumed":
        # A city that shows something fulfils the assumption too; without one, it was asked by itself.
        return "unsat" if verdict == "vacuous" else "sat"
    if verdict == "vacuous":
        return "unsat"
    if name == "broken":
        return "unsat" if verdict == "proved" or found.city is None else "sat"
    if name == "fulfilled":
        return "sat" if verdict == "proved" else "unsat"
    if verdict == "proved":
        return "sat"
    # A refuted range tells which end is never reached, and of the others nothing.
    never = f"it is never {name.removeprefix('reaches ')}"
    return "unsat" if found.reason == never else "unknown"


def _about(spec: Specification, mode: str, scope: str, players: int, readings: dict[str, str]) -> list[str]:
    chosen = [f"Under {n}: {x}." for n, x in sorted(readings.items()) if spec.defaults.get(n) != x]
    return [f"{spec.title}, mode {mode}, scope {scope}, {players} players.", *chosen]
