"""The main job: examples, properties and maxima of a specification, as one report.

Guarantee: every tile of every mode has a row; what could not be decided is said to be unknown in that row, and
does not keep the rest from being decided.
"""

from __future__ import annotations

import time
from collections.abc import Callable, Collection, Iterable
from dataclasses import dataclass

from dsl.assemble import Specification
from dsl.city_json import city_object
from dsl.claims import properties
from dsl.diagnostics import Bag, Diagnostic, as_json
from dsl.run_examples import run_examples
from verifier.asking import Asked, answers
from verifier.plays import play_results
from verifier.questions import MaximumQuestion, PropertyQuestion, about
from verifier.record import Record
from verifier.verdict import Maximum, PlayResult, PropertyResult, RulingResult

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
    plays: tuple[PlayResult, ...] = ()

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


def verify(
    spec: Specification,
    *,
    scope: str = "rounds",
    jobs: int = 2,
    time_limit: float = 120.0,
    tiles: Iterable[str] | None = None,
    plays: Collection[str] | None = None,
    progress: Tell | None = None,
    record: Record | None = None,
) -> Report:
    """Check the examples, prove the properties, and find each tile's maximum in `scope`.

    `tiles` limits the work to some kinds and scorings, `plays` to some procedures. `time_limit` is in seconds for
    each question; `jobs` is the number of worker processes. What `record` knows is not asked again. Raises
    `Fault` if a solver and the scorer disagree."""
    started = time.monotonic()
    d = spec.declarations
    wanted = set(tiles) if tiles is not None else {*d.kinds, *d.scorings}
    bag = Bag()
    ran = [x for x in run_examples(spec, bag) if x.case.owner in wanted]
    usual = {m: spec.declarations.modes[m].usual_players for m in spec.modes}
    asked = [
        Asked(MaximumQuestion(t, m, scope, usual[m], spec.readings()), time_limit)
        for m in spec.modes
        for t in spec.tiles(m)
        if t in wanted
    ]
    asked += [
        Asked(PropertyQuestion(p, usual[p.mode]), time_limit) for p in properties(spec) if p.owner in wanted
    ]
    found: dict[int, Maximum | PropertyResult] = {}
    for i, result in answers(spec, asked, workers=jobs, record=record):
        assert not isinstance(result, RulingResult)  # none was asked for
        found[i] = result
        if progress is not None:
            progress(f"{len(found)}/{len(asked)} {_told(result)}")
    rows = []
    for owner in [*d.kinds, *d.scorings]:
        for mode in d.kind_modes[owner]:
            mine = [i for i, x in enumerate(asked) if about(x.question)[:2] == (owner, mode)]
            examples = [x for x in ran if (x.case.owner, x.case.mode) == (owner, mode)]
            if not mine and not examples:
                continue
            results = [found[i] for i in mine]
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
    played = play_results(
        spec, names=plays, seconds=time_limit, workers=jobs, record=record, progress=progress
    )
    return Report(spec, scope, tuple(rows), failures, time.monotonic() - started, tuple(played))


def _told(result: Maximum | PropertyResult) -> str:
    if isinstance(result, Maximum):
        value = "?" if result.value is None else result.value
        return f"{result.tile}, {result.mode}: at most {value} {result.unit}, {result.verdict}"
    return f"{result.owner}, {result.mode}: {result.title}: {result.verdict}"
