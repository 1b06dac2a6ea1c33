"""Questions about a specification, answered from the record or by worker processes.

Guarantee: every question has an answer, what could not be decided is unknown, and one question does not keep
another from being decided, whatever happens to its process. No solver is loaded if the record answers everything.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from pathlib import Path

from dsl.assemble import Specification
from dsl.load import load
from verifier.maxima import answer, undecided
from verifier.pool import Allowance, answered
from verifier.questions import MaximumQuestion, PropertyQuestion, Question, Result, RulingQuestion
from verifier.record import Record
from verifier.rulings import answer as ruling_answer
from verifier.rulings import undecided as ruling_undecided
from verifier.verdict import PropertyResult


@dataclass(frozen=True)
class Asked:
    """A question with the time (seconds) that it may take, unless a property says so itself."""

    question: Question
    seconds: float


def answers(
    spec: Specification, asked: Sequence[Asked], *, workers: int, record: Record | None = None
) -> Iterator[tuple[int, Result]]:
    """The place of each question with its answer, as they come: first what is on record, then what the workers
    find, which is put there.

    Raises `Fault` if a solver and the scorer disagree."""
    todo: list[tuple[int, Asked]] = []
    for i, x in enumerate(asked):
        known = None if record is None else record.known(x.question, x.seconds)
        if known is None:
            todo.append((i, x))
        else:
            yield i, known
    if not todo:
        return
    found = answered(
        todo,
        _answer,
        lambda x, why: (x[0], _undecided(spec, x[1].question, why)),
        workers=workers,
        start=_start,
        given=(spec.folders,),
        allowance=lambda x: _allowance(x[1]),
    )
    try:
        for (i, x), (_, result) in found:
            if record is not None:
                record.add(x.question, result, x.seconds)
            yield i, result
    finally:
        if record is not None:
            record.save()


def _allowance(x: Asked) -> Allowance:
    if not isinstance(x.question, PropertyQuestion):
        return Allowance(x.seconds)
    case = x.question.case
    return Allowance(x.seconds if case.timeout is None else case.timeout, case.memory)


# ---- in a worker -----------------------------------------------------------------------------------------

_spec: Specification | None = None


def _start(folders: tuple[Path, ...]) -> None:
    # Solvers are loaded before the first question: what a question may take of memory is not for that.
    import verifier.maximize
    import verifier.properties  # noqa: F401

    global _spec
    _spec = load(folders)


def _answer(x: tuple[int, Asked]) -> tuple[int, Result]:
    from verifier.properties import prove

    assert _spec is not None
    i, asked = x
    q = asked.question
    if isinstance(q, MaximumQuestion):
        return i, answer(_spec, q, time_limit=asked.seconds, confirm=5.0, tidy=0.5)
    if isinstance(q, RulingQuestion):
        return i, ruling_answer(_spec, q, time_limit=asked.seconds)
    return i, prove(_spec, q.case, players=q.players, time_limit=asked.seconds)


def _undecided(spec: Specification, q: Question, why: str) -> Result:
    """The answer to a question that a worker could not deal with."""
    if isinstance(q, PropertyQuestion):
        case = q.case
        return PropertyResult(
            case.owner, case.mode, case.title, "unknown", case.scope, why, None, 0.0, case.syntax.span,
            {}, case.readings,
        )  # fmt: skip
    if isinstance(q, RulingQuestion):
        return ruling_undecided(q, why)
    return undecided(spec, q, why)
