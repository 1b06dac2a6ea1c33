"""The best seating of a given city, exactly.

Guarantee: if `optimal`, no other way to activate buildings, seat units and take gains at the end scores more; the
total is the Python scorer's.
"""

from __future__ import annotations

from dsl.assemble import Specification
from dsl.city import City, faults
from dsl.declarations import Readings
from dsl.diagnostics import Diagnostic, Failure
from dsl.scorer import Scorer
from dsl.source import NOWHERE
from verifier import solve
from verifier.model import Model, Question
from verifier.verdict import Fault, SeatingResult


class NotInTime(Failure):
    """No seating was found in the time allowed, and it was not found out whether there is one."""

    def __init__(self) -> None:
        super().__init__([Diagnostic("TP049", "no seating was found in the time allowed", NOWHERE)])


def best_seating(
    spec: Specification,
    city: City,
    readings: Readings | None = None,
    *,
    time_limit: float = 60.0,
) -> SeatingResult:
    """Complete a city with the seating that scores most, keeping what it says of its seating.

    No more is taken at the end than the box has. `time_limit` is in seconds. Raises `Failure` if no seating is
    possible (too few units for what is given, or in the box for what has to be gained), and `NotInTime`."""
    question = Question(city.mode, "supply", spec.readings(readings), 0)
    model = Model(spec, question, fixed=city)
    total = model.measure("total", "")
    model.finish()
    answer = solve.maximize(model.circuit, total, seconds=time_limit)
    if answer.status == "infeasible":
        text = "the units that the city has do not suffice for the seating that it gives"
        standing = {b.kind for _, b in city.buildings()}
        if any(g.mode == "forced" and g.kind in standing for g in model.game.gains):
            text += ", or those of the box for what it has to gain"
        raise Failure([Diagnostic("TP044", text, NOWHERE)])
    if answer.values is None or answer.value is None or answer.bound is None:
        raise NotInTime
    seated = model.city(answer.holds(model.circuit))
    scorer = Scorer(spec, city.mode, readings)
    problems = [text for _, text in faults(seated, scorer.game)]
    found = scorer.total(seated)
    if problems or found != answer.value:
        raise Fault(f"best seating: solver {answer.value} VP, scorer {found} VP; {problems}")
    return SeatingResult(seated, found, answer.status == "optimal", answer.bound)
