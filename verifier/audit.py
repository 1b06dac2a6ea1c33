"""The audit: every check of `checks.py` for every tile, building, scoring and ruling, in each mode.

Guarantee: every question has an outcome; one whose process dies, or that can not be decided in time, is unknown.
"""

from __future__ import annotations

import time
from collections.abc import Callable, Iterable, Sequence
from dataclasses import dataclass
from pathlib import Path

from dsl.assemble import Specification
from dsl.load import load
from verifier.checks import CHECKS, Said, Subject
from verifier.pool import answered

Tell = Callable[[str], None]


@dataclass(frozen=True)
class Question:
    """One check of one owner or ruling in one mode."""

    check: str
    name: str
    mode: str


@dataclass(frozen=True)
class Outcome:
    """What a check had to say, and the time that it took."""

    question: Question
    said: tuple[Said, ...]
    seconds: float


@dataclass(frozen=True)
class Audit:
    """All outcomes, in the order of the declarations."""

    spec: Specification
    readings: dict[str, str]
    outcomes: tuple[Outcome, ...]
    seconds: float

    @property
    def said(self) -> tuple[Said, ...]:
        """All that was said."""
        return tuple(x for o in self.outcomes for x in o.said)


@dataclass(frozen=True)
class _Worker:
    spec: Specification
    readings: dict[str, str]
    seconds: float


_worker: _Worker | None = None


def _start(folders: tuple[Path, ...], readings: dict[str, str], seconds: float) -> None:
    global _worker
    _worker = _Worker(load(folders), readings, seconds)


def _answer(q: Question) -> Outcome:
    assert _worker is not None
    started = time.monotonic()
    check = next(x for x in CHECKS if x.name == q.check)
    subject = Subject(_worker.spec, q.name, q.mode, _worker.readings, _worker.seconds)
    return Outcome(q, tuple(check.run(subject)), round(time.monotonic() - started, 3))


def _failed(q: Question, why: str) -> Outcome:
    return Outcome(q, (Said("unknown", f"{q.check}: {why}"),), 0.0)


def questions(
    spec: Specification, names: Sequence[str], modes: Iterable[str], checks: Iterable[str]
) -> list[Question]:
    """What is asked: of these kinds, scorings and rulings (all if none is named), in these modes, by these checks.

    A ruling is settled, and not asked about, if it has one reading."""
    d = spec.declarations
    wanted = names or [*d.kinds, *d.scorings, *d.rulings]
    out = []
    for name in [*d.kinds, *d.scorings, *d.rulings]:
        if name not in wanted:
            continue
        of = "ruling" if name in d.rulings else "owner"
        if of == "ruling" and len(d.rulings[name].names()) < 2:
            continue
        there = spec.modes if of == "ruling" else d.kind_modes[name]
        out += [
            Question(x.name, name, mode)
            for mode in spec.modes
            if mode in there and mode in modes
            for x in CHECKS
            if x.of == of and x.name in checks
        ]
    return out


def audit(
    spec: Specification,
    asked: Sequence[Question],
    *,
    readings: dict[str, str] | None = None,
    time_limit: float = 20.0,
    jobs: int = 1,
    progress: Tell | None = None,
) -> Audit:
    """Ask all questions. `time_limit` is in seconds for one question to a solver; `jobs` the number of processes.

    Raises `Fault` if a solver and the scorer disagree."""
    started = time.monotonic()
    full = spec.readings(readings)
    found: dict[Question, Outcome] = {}
    given = (spec.folders, full, time_limit)
    for q, outcome in answered(asked, _answer, _failed, workers=jobs, start=_start, given=given):
        found[q] = outcome
        if progress is not None:
            progress(f"{len(found)}/{len(asked)} {q.name}, {q.mode}: {q.check}")
    return Audit(spec, full, tuple(found[q] for q in asked), time.monotonic() - started)
