"""The answer to the question of a maximum, whichever way it is found.

Guarantee: a question has one answer, under its own readings; one that nobody could deal with is unknown, and says
why.
"""

from __future__ import annotations

from collections.abc import Callable

from dsl.assemble import Specification
from dsl.circuit import Circuit, Linear
from verifier.questions import MaximumQuestion
from verifier.verdict import Maximum

Tell = Callable[[str], None]


def answer(
    spec: Specification,
    question: MaximumQuestion,
    *,
    time_limit: float,
    progress: Tell | None = None,
    confirm: float = 10.0,
    tidy: float = 2.0,
    at_most: int | None = None,
) -> Maximum:
    """The answer of the solvers. `time_limit`, `confirm` (for Z3's second opinion) and `tidy` (for leaving out
    useless buildings) are in seconds; `at_most` is what the caller has proved that tiles together do not exceed.

    Raises `Fault` if solver and scorer disagree."""
    if question.of == "total":
        from verifier.best_city import best_city

        return best_city(spec, question, time_limit=time_limit, progress=progress)
    from verifier.maximize import maximize  # solvers are loaded when one is asked

    return maximize(
        spec,
        question.tile,
        question.mode,
        scope=question.scope,
        readings=question.readings,
        players=question.players,
        only=question.only,
        beside=question.must,
        at_most=at_most,
        time_limit=time_limit,
        confirm=confirm,
        tidy=tidy,
        progress=progress,
    )


def circuit_of(spec: Specification, q: MaximumQuestion) -> tuple[Circuit, Linear]:
    """The circuit that the solvers get for a question, and what is to be greatest."""
    if q.of == "total":
        from verifier.best_city import circuit_of_total

        return circuit_of_total(spec, q)
    from verifier.maximize import circuit_of_own
    from verifier.model import Question

    return circuit_of_own(spec, Question(q.mode, q.scope, q.readings, q.players, q.tile), q.only, q.must)


def undecided(spec: Specification, question: MaximumQuestion, why: str) -> Maximum:
    """The answer to a question that a worker could not deal with."""
    return Maximum(
        question.tile, question.mode, question.of, question.scope, question.players, "unknown", None, None, "VP",
        0.0, None, spec.readings(question.readings), (), (why,),
    )  # fmt: skip
