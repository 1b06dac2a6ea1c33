"""The claims of all procedures, answered from the record or by worker processes.

Guarantee: every claim has a result; what could not be decided is unknown, and one procedure, mode or number of
players does not keep another from being decided. No solver is loaded if the record answers everything.
"""

from __future__ import annotations

from collections.abc import Callable, Collection
from dataclasses import dataclass
from pathlib import Path

from dsl.assemble import Specification
from dsl.load import load
from dsl.procedure import modes_of, procedure, procedures
from verifier.pool import Allowance, answered
from verifier.questions import PlayQuestion
from verifier.record import Record
from verifier.report import plural
from verifier.verdict import PlayResult, PropertyVerdict

SECONDS = 120.0


@dataclass(frozen=True)
class _Task:
    """A procedure with what is known of its claims, by their places; the others are asked."""

    name: str
    mode: str
    players: int
    known: dict[int, PropertyVerdict]
    seconds: float


def play_results(
    spec: Specification,
    *,
    names: Collection[str] | None = None,
    mode: str | None = None,
    players: int | None = None,
    seconds: float = SECONDS,
    workers: int = 1,
    record: Record | None = None,
    progress: Callable[[str], None] | None = None,
) -> list[PlayResult]:
    """All claims of some procedures (None: all), modes and numbers of players, in order.

    Raises `Fault` if a play that a solver found can not be played."""
    found: dict[tuple[str, str, int], dict[int, PlayResult]] = {}
    tasks: list[_Task] = []
    built = {}
    for name in procedures(spec):
        for m in modes_of(spec, name) if names is None or name in names else ():
            for n in spec.declarations.modes[m].players:
                if (mode is not None and m != mode) or (players is not None and n != players):
                    continue
                pr = built[name, m, n] = procedure(spec, name, m, n)
                mine: dict[int, PlayResult] = {}
                for i in range(len(pr.claims)):
                    old = record.play(PlayQuestion(pr, i)) if record is not None else None
                    if old is not None:
                        mine[i] = old
                found[name, m, n] = mine
                if len(mine) < len(pr.claims):
                    tasks.append(_Task(name, m, n, {i: x.verdict for i, x in mine.items()}, seconds))
    if tasks:
        answers = answered(
            tasks, _answer, lambda t, why: _undecided(spec, t, why), workers=workers, start=_start,
            given=(spec.folders,), allowance=lambda t: Allowance(t.seconds * 99),
        )  # fmt: skip
        for task, results in answers:
            key = (task.name, task.mode, task.players)
            found[key].update(results)
            for i, x in results:
                if record is not None:
                    record.add_play(PlayQuestion(built[key], i), x)
                if progress is not None:
                    progress(f"{x.procedure}, {x.mode}, {plural(x.players, 'player')}: {x.title}: {x.verdict}")
        if record is not None:
            record.save()
    return [x for mine in found.values() for _, x in sorted(mine.items())]


# ---- in a worker -----------------------------------------------------------------------------------------

_spec: Specification | None = None


def _start(folders: tuple[Path, ...]) -> None:
    import verifier.procedure_prover  # noqa: F401

    global _spec
    _spec = load(folders)


def _answer(task: _Task) -> list[tuple[int, PlayResult]]:
    from verifier.procedure_prover import prove_procedure

    assert _spec is not None
    pr = procedure(_spec, task.name, task.mode, task.players)
    return list(prove_procedure(pr, seconds=task.seconds, known=task.known))


def _undecided(spec: Specification, task: _Task, why: str) -> list[tuple[int, PlayResult]]:
    """The answer to a task that a worker could not deal with."""
    pr = procedure(spec, task.name, task.mode, task.players)
    return [
        (i, PlayResult(pr.name, pr.mode, pr.players, x.title, "unknown", why, (), None, 0.0, x.span))
        for i, x in enumerate(pr.claims)
        if i not in task.known
    ]
