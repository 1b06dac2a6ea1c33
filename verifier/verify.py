"""The main job: examples, properties and maxima of a specification, as one report.

Guarantee: every tile of every mode has a row; what could not be decided is said to be unknown in that row, and
does not keep the rest from being decided, even if a worker process dies. No solver is loaded if a record answers
everything.
"""

from __future__ import annotations

import multiprocessing
import time
from collections.abc import Callable, Iterable, Iterator
from concurrent.futures import Future, ProcessPoolExecutor, as_completed
from concurrent.futures.process import BrokenProcessPool
from dataclasses import dataclass
from pathlib import Path

from dsl.assemble import Specification
from dsl.city_json import city_object
from dsl.claims import PropertyCase, properties
from dsl.diagnostics import Bag, Diagnostic, as_json
from dsl.load import load
from dsl.run_examples import run_examples
from verifier.record import MaximumQuestion, PropertyQuestion, Question, Record
from verifier.verdict import Fault, Maximum, PropertyResult

Tell = Callable[[str], None]
SCHEMA_VERSION = 1


@dataclass(frozen=True)
class Row:
    """All that was found about one kind or scoring in one mode."""

    owner: str
    mode: str
    examples_passed: int
    examples_total: int
    properties: tuple[PropertyResult, ...]
    maximum: Maximum | None

    @property
    def results(self) -> tuple[PropertyResult | Maximum, ...]:
        """The properties and the maximum, if there is one."""
        return (*self.properties, *([self.maximum] if self.maximum is not None else []))

    @property
    def seconds(self) -> float:
        """Time that properties and maximum took on this run, added up."""
        return sum(x.seconds for x in self.results if not x.recorded)

    @property
    def recorded(self) -> bool:
        """Whether all of it was found on earlier runs."""
        return bool(self.results) and all(x.recorded for x in self.results)


@dataclass(frozen=True)
class Report:
    """The rows, and the examples that fail."""

    spec: Specification
    scope: str
    rows: tuple[Row, ...]
    failures: tuple[Diagnostic, ...]
    seconds: float

    def as_json(self) -> dict[str, object]:
        """The report as plain data."""
        return {
            "schema_version": SCHEMA_VERSION,
            "title": self.spec.title,
            "scope": self.scope,
            "seconds": round(self.seconds, 2),
            "rows": [self._row(r) for r in self.rows],
            "failures": [as_json(d) for d in self.failures],
        }

    def _row(self, r: Row) -> dict[str, object]:
        return {
            "owner": r.owner,
            "mode": r.mode,
            "examples": {"passed": r.examples_passed, "total": r.examples_total},
            "properties": [
                {
                    "title": p.title,
                    "verdict": p.verdict,
                    "scope": p.scope,
                    "reason": p.reason,
                    "seconds": p.seconds,
                    "recorded": p.recorded,
                    "city": city_object(p.city, self.spec.game(p.mode, p.readings), p.readings)
                    if p.city
                    else None,
                }
                for p in r.properties
            ],
            "maximum": self._maximum(r.maximum) if r.maximum else None,
            "seconds": round(r.seconds, 2),
            "recorded": r.recorded,
        }

    def _maximum(self, m: Maximum) -> dict[str, object]:
        city = city_object(m.city, self.spec.game(m.mode, m.readings)) if m.city else None
        return {
            "verdict": m.verdict,
            "value": m.value,
            "bound": m.bound,
            "unit": m.unit,
            "seconds": m.seconds,
            "recorded": m.recorded,
            "proof": list(m.proof),
            "city": city,
        }


@dataclass(frozen=True)
class _Job:
    """One question for a worker: a tile's maximum, or a property by its place in the list of all."""

    owner: str
    mode: str
    case: int | None
    scope: str
    seconds: float


_worker_spec: Specification | None = None


def _start(folders: tuple[Path, ...]) -> None:
    global _worker_spec
    _worker_spec = load(folders)


def _run(job: _Job, spec: Specification | None = None) -> Maximum | PropertyResult:
    spec = spec if spec is not None else _worker_spec
    assert spec is not None
    from verifier.maximize import maximize
    from verifier.properties import prove

    if job.case is None:
        return maximize(
            spec, job.owner, job.mode, scope=job.scope, time_limit=job.seconds, confirm=5.0, tidy=0.5
        )
    return prove(spec, properties(spec)[job.case], time_limit=job.seconds)


def _failed(spec: Specification, job: _Job, why: str) -> Maximum | PropertyResult:
    """The result of a job whose worker died."""
    game = spec.game(job.mode)
    if job.case is None:
        return Maximum(
            job.owner, job.mode, "own", job.scope, game.mode.usual_players, "unknown",
            None, None, "VP", 0.0, None, spec.readings(), (), (why,),
        )  # fmt: skip
    case = properties(spec)[job.case]
    return PropertyResult(
        job.owner, job.mode, case.title, "unknown", case.scope, why, None, 0.0, case.syntax.span
    )


def _question(spec: Specification, job: _Job) -> Question:
    """The question of a job as the record knows it."""
    players = spec.declarations.modes[job.mode].usual_players
    if job.case is None:
        return MaximumQuestion(job.owner, job.mode, job.scope, players, spec.readings())
    return PropertyQuestion(properties(spec)[job.case], players)


def _results(
    spec: Specification, jobs: list[_Job], workers: int, record: Record | None
) -> Iterator[tuple[_Job, Maximum | PropertyResult]]:
    """Answers as they come: first what is on record, then what the workers find, which is put there."""
    if record is None:
        yield from _asked(spec, jobs, workers)
        return
    todo = []
    for job in jobs:
        q = _question(spec, job)
        known = record.maximum(q) if isinstance(q, MaximumQuestion) else record.property(q)
        if known is None:
            todo.append(job)
        else:
            yield job, known
    try:
        for job, result in _asked(spec, todo, workers):
            record.add(_question(spec, job), result)
            yield job, result
    finally:
        record.save()


def _asked(
    spec: Specification, jobs: list[_Job], workers: int
) -> Iterator[tuple[_Job, Maximum | PropertyResult]]:
    if workers <= 1 or len(jobs) < 2:
        for job in jobs:
            yield job, _run(job, spec)
        return
    todo = list(jobs)
    # A worker that dies takes its pool along: what was not yet answered is asked again, one at a time.
    context = multiprocessing.get_context("spawn")
    answered: set[_Job] = set()
    with ProcessPoolExecutor(workers, context, _start, (spec.folders,)) as pool:
        futures: dict[Future[Maximum | PropertyResult], _Job] = {pool.submit(_run, j): j for j in todo}
        try:
            for future in as_completed(futures):
                job = futures[future]
                yield job, future.result()
                answered.add(job)
        except BrokenProcessPool:
            pass
        except (Fault, KeyboardInterrupt):
            pool.shutdown(wait=False, cancel_futures=True)
            raise
    for job in todo:
        if job not in answered:
            with ProcessPoolExecutor(1, context, _start, (spec.folders,)) as single:
                try:
                    yield job, single.submit(_run, job).result()
                except BrokenProcessPool:
                    yield job, _failed(spec, job, "the solver's process died")


def verify(
    spec: Specification,
    *,
    scope: str = "rounds",
    jobs: int = 2,
    time_limit: float = 120.0,
    tiles: Iterable[str] | None = None,
    progress: Tell | None = None,
    record: Record | None = None,
) -> Report:
    """Check the examples, prove the properties, and find each tile's maximum in `scope`.

    `tiles` limits the work to some kinds and scorings. `time_limit` is in seconds for each question; `jobs` is the
    number of worker processes. What `record` knows is not asked again. Raises `Fault` if a solver and the
    scorer disagree."""
    started = time.monotonic()
    d = spec.declarations
    wanted = set(tiles) if tiles is not None else {*d.kinds, *d.scorings}
    bag = Bag()
    ran = [x for x in run_examples(spec, bag) if x.case.owner in wanted]
    cases: list[PropertyCase] = properties(spec)
    asked = [
        _Job(t, m, None, scope, time_limit) for m in spec.modes for t in spec.tiles(m) if t in wanted
    ]
    asked += [
        _Job(p.owner, p.mode, i, scope, time_limit) for i, p in enumerate(cases) if p.owner in wanted
    ]
    found: dict[_Job, Maximum | PropertyResult] = {}
    for job, result in _results(spec, asked, jobs, record):
        found[job] = result
        if progress is not None:
            progress(f"{len(found)}/{len(asked)} {_told(result)}")
    rows = []
    for owner in [*d.kinds, *d.scorings]:
        for mode in d.kind_modes[owner]:
            mine = [j for j in asked if (j.owner, j.mode) == (owner, mode)]
            examples = [x for x in ran if (x.case.owner, x.case.mode) == (owner, mode)]
            if not mine and not examples:
                continue
            results = [found[j] for j in mine]
            rows.append(
                Row(
                    owner,
                    mode,
                    sum(x.passed for x in examples),
                    len(examples),
                    tuple(x for x in results if isinstance(x, PropertyResult)),
                    next((x for x in results if isinstance(x, Maximum)), None),
                )
            )
    failures = tuple(x for x in bag.found if x.severity == "error")
    return Report(spec, scope, tuple(rows), failures, time.monotonic() - started)


def _told(result: Maximum | PropertyResult) -> str:
    if isinstance(result, Maximum):
        value = "?" if result.value is None else result.value
        return f"{result.tile}, {result.mode}: at most {value} {result.unit}, {result.verdict}"
    return f"{result.owner}, {result.mode}: {result.title}: {result.verdict}"
