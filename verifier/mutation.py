"""Who notices the mutants of a specification: its examples, its properties, or nobody.

Guarantee: a mutant is *noticed* if an example that holds of the specification fails on it, or a property that is
proved of the specification is refuted on it, or about no city. It is *equivalent* only if it was proved to be the
same in every mode, under the readings that make its line count. One that *survived* was told apart by a city that
was replayed on both sides, or in words, and every property that can see it was decided.
"""

from __future__ import annotations

import time
from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass, field, replace
from pathlib import Path
from typing import Literal, assert_never

from dsl import core as c
from dsl import syntax as s
from dsl.assemble import Specification, own_clauses
from dsl.check import ExampleCase, example_case
from dsl.city import City
from dsl.city_text import write_rows
from dsl.claims import CoreProperty, PropertyCase, Reread, TwoCities, core_property, expressions, properties
from dsl.declarations import Context
from dsl.diagnostics import Bag
from dsl.footprint import nodes
from dsl.load import load
from dsl.mutate import Mutant, contexts, looked_up, mutants, mutated
from dsl.parse import parse
from dsl.run_examples import run_example, run_examples
from dsl.scorer import Scorer
from dsl.source import Source
from verifier.diff import compare
from verifier.model import Question
from verifier.pool import answered
from verifier.properties import prove
from verifier.reduce import needed_kinds

Outcome = Literal["rejected", "example", "property", "equivalent", "survived", "unknown"]
Tell = Callable[[str], None]


@dataclass(frozen=True)
class Finding:
    """What became of one mutant. `by` names what noticed it, or says why it is equivalent or unknown.

    Of one that survived: in which `mode` and under which `readings` (those that are not the default), `words` that
    no city can show, and a `city` with what differs in it and how much of it there is without and with the change.
    `example` is an example that would notice it, as text to be pasted (the empty string if there is none)."""

    outcome: Outcome
    by: str = ""
    mode: str = ""
    readings: Mapping[str, str] = field(default_factory=dict)
    words: tuple[str, ...] = ()
    city: City | None = None
    what: str = ""
    values: tuple[int, int] | None = None
    example: str = ""


@dataclass(frozen=True)
class Row:
    """The mutants of one declaration, and what became of each."""

    target: str
    mutants: tuple[Mutant, ...]
    findings: tuple[Finding, ...]

    def count(self, *outcomes: Outcome) -> int:
        """How many mutants ended so."""
        return sum(x.outcome in outcomes for x in self.findings)

    @property
    def made(self) -> int:
        """How many mutants the checker took."""
        return len(self.findings) - self.count("rejected")


def targets(spec: Specification, names: Iterable[str] | None = None) -> tuple[str, ...]:
    """What has mutants: kinds, scorings and tables, in the order of their declarations; of `names` with the tables
    that they look up, if given."""
    d = spec.declarations
    every = [*d.kinds, *d.scorings, *d.tables]
    if names is None:
        return tuple(every)
    wanted = set(names)
    wanted |= {t for n in wanted - set(d.tables) for t in looked_up(d, n)}
    return tuple(n for n in every if n in wanted)


# ---- one mutant ------------------------------------------------------------------------------------------


class Judge:
    """Finds out who notices the mutants of a specification."""

    def __init__(self, spec: Specification, seconds: float) -> None:
        self.spec = spec
        self.seconds = seconds
        # An example that fails anyhow notices nothing.
        self.examples = [x.case for x in run_examples(spec, Bag()) if x.passed]
        self.properties = properties(spec)
        self._mutants: dict[str, tuple[Mutant, ...]] = {}
        self._verdicts: dict[int, str] = {}
        self._seen: dict[int, object] = {}

    def mutants(self, target: str) -> tuple[Mutant, ...]:
        """The mutants of a declaration."""
        if target not in self._mutants:
            self._mutants[target] = mutants(self.spec.declarations, target)
        return self._mutants[target]

    def find(self, mutant: Mutant) -> Finding:
        """What becomes of a mutant.

        Raises `Fault` if a solver and the scorer disagree."""
        started = time.monotonic()
        new = mutated(self.spec, mutant)
        if new is None:
            return Finding("rejected")
        case = self._example(new, mutant)
        if case is not None:
            return Finding("example", f"{_example_name(case)} ({case.syntax.span})")
        # Half of the time is for the comparison.
        noticing, undecided = self._property(new, mutant, started + self.seconds / 2)
        if noticing:
            return Finding("property", noticing)
        found = self._compared(new, mutant, started)
        if found.outcome == "survived" and undecided:
            why = f"no solver found out within the time whether these hold: {', '.join(undecided)}"
            return replace(found, outcome="unknown", by=why)
        return found

    # -- examples

    def _example(self, new: Specification, mutant: Mutant) -> ExampleCase | None:
        """The first example that fails, those of the mutant's own declaration first."""
        scorers: dict[tuple[str, tuple[tuple[str, str], ...]], Scorer] = {}
        for case in sorted(self.examples, key=lambda x: x.owner != mutant.target):
            if not self._concerns(mutant, case):
                continue
            key = (case.mode, tuple(sorted(case.readings.items())))
            if key not in scorers:
                scorers[key] = Scorer(new, case.mode, case.readings)
            here: ExampleCase | None = case
            if scorers[key].game.kinds != self.spec.game(case.mode, case.readings).kinds:
                # Other needs, seats or floors may make it another city, or none.
                here = example_case(new, case.owner, case.syntax, Bag())
            if here is None or not run_example(new, scorers[key], here, Bag()):
                return case
        return None

    def _concerns(self, mutant: Mutant, case: ExampleCase) -> bool:
        """Whether an example can see a change: the line holds, and somebody stands there for whom it does."""
        if not mutant.context.meets(Context(case.mode, case.readings)):
            return False
        d = self.spec.declarations
        if mutant.target not in d.kinds or case.owner == mutant.target:
            return True
        return any(mutant.target in d.ancestors[b.kind] for _, b in case.city.buildings())

    # -- properties

    def _property(self, new: Specification, mutant: Mutant, until: float) -> tuple[str, list[str]]:
        """The property that notices a mutant (or the empty string), and those of which it is not known."""
        undecided = []
        order = sorted(range(len(self.properties)), key=lambda i: self.properties[i].owner != mutant.target)
        for i in order:
            case = self.properties[i]
            if _looked_at(new, case) == self._rests_on(i):
                continue
            name = f"{case.owner}, {case.mode}: {case.title}"
            left = until - time.monotonic()
            after = "unknown"
            if left > 0:
                asked = replace(case, timeout=None)
                after = prove(new, asked, time_limit=min(left, float(case.timeout or left))).verdict
            if after == "proved":
                continue
            # What is not proved anyhow notices nothing.
            before = "unknown" if after == "unknown" else self._verdict(i)
            if before == "proved":
                return f"property {name} ({case.syntax.span})", []
            if before == "unknown":
                undecided.append(name)
        return "", undecided

    def _rests_on(self, index: int) -> object:
        """What the verdict of a property rests on in the specification as it is."""
        if index not in self._seen:
            self._seen[index] = _looked_at(self.spec, self.properties[index])
        return self._seen[index]

    def _verdict(self, index: int) -> str:
        """The verdict of a property of the specification as it is."""
        if index not in self._verdicts:
            self._verdicts[index] = prove(self.spec, self.properties[index], time_limit=self.seconds).verdict
        return self._verdicts[index]

    # -- comparing

    def _compared(self, new: Specification, mutant: Mutant, started: float) -> Finding:
        """Equivalent, survived or unknown."""
        reasons, unknown = [], ""
        places = contexts(self.spec.declarations, mutant)
        for i, at in enumerate(places):
            assert at.mode is not None
            left = max(1.0, (self.seconds - (time.monotonic() - started)) / (len(places) - i))
            found = compare(self.spec, new, at.mode, at.readings, at.readings, time_limit=left)
            if found.verdict == "different":
                readings = {n: r for n, r in at.readings.items() if self.spec.defaults[n] != r}
                text = ""
                if found.old_city is not None:
                    text = missing_example(self.spec, new, mutant.target, at, found.old_city)
                return Finding(
                    "survived",
                    mode=at.mode,
                    readings=readings,
                    words=found.structure,
                    city=found.old_city,
                    what=found.what,
                    values=found.values,
                    example=text,
                )
            if found.verdict == "unknown":
                unknown = unknown or f"{at.mode}: {found.reason}"
            reasons.append(f"{at.mode}: {found.reason}")
        if unknown:
            return Finding("unknown", unknown)
        return Finding("equivalent", "; ".join(dict.fromkeys(reasons)) or "it holds nowhere")


def _example_name(case: ExampleCase) -> str:
    title = case.syntax.title.value if case.syntax.title is not None else "without a name"
    return f"example {case.owner}, {case.mode}: {title}"


def _looked_at(spec: Specification, case: PropertyCase) -> object:
    """All of a specification that the verdict of a property rests on; None if it has no sense there."""
    bag = Bag()
    core = core_property(spec, case, bag)
    if bag.errors:
        return None
    game = spec.game(case.mode, case.readings)
    clauses = _measured(spec, game, case, core)
    if isinstance(core, TwoCities):
        there = game
        if isinstance(core.how, Reread):
            board = case.mode if core.how.mode != case.mode else ""
            there = spec.game(core.how.mode, core.how.readings, board_of=board)
        others = _measured(spec, there, case, core)
        return core, clauses, others, [(x.kinds, x.gains) for x in (game, there)]
    gains = game.gains if case.scope != "any" else ()
    exprs: list[c.Expr] = [*expressions(core), *(x.value for x in clauses), *(g.amount for g in gains)]
    exprs += [c.IsKind("self", x.kinds) for x in clauses if x.kinds]
    exprs += [c.IsKind("self", frozenset({case.owner}))] if case.owner in game.kinds else []
    tile = case.owner if case.owner in game.kinds and game.kinds[case.owner].is_tile else None
    question = Question(case.mode, case.scope, spec.readings(case.readings), game.mode.usual_players, tile)
    measures = (x for e in expressions(core) for x in nodes(e) if isinstance(x, c.Measure))
    every = any(m.what == "total" for m in measures)
    kinds = frozenset(game.kinds) if every else needed_kinds(game, question, exprs)
    return core, clauses, gains, {k: game.kinds[k] for k in kinds}


def _measured(
    spec: Specification, game: c.Game, case: PropertyCase, core: CoreProperty
) -> list[c.Clause]:
    """The clauses of a game that a property measures."""
    found: list[c.Clause] = []
    board = case.mode if game.mode.name != case.mode else ""
    for m in [x for e in expressions(core) for x in nodes(e) if isinstance(x, c.Measure)]:
        match m.what:
            case "total":
                found += game.clauses
            case "part":
                found += game.clauses_of(m.name)
            case "own":
                kind = frozenset({m.name or case.owner})
                plain = spec.game(game.mode.name, game.readings, kind, board_of=board)
                more, less = own_clauses(game, plain)
                found += [*more, *(replace(x, part="") for x in less)]
            case _:
                assert_never(m.what)
    return found


# ---- the example that is missing -------------------------------------------------------------------------


def missing_example(old: Specification, new: Specification, target: str, at: Context, city: City) -> str:
    """The text of an example with this city that holds of one specification and fails on the other; the empty
    string if none does. `at` names the mode and the readings of both."""
    assert at.mode is not None
    game = old.game(at.mode, at.readings)
    words = [f'example {at.mode} "..."']
    words += [f"under {n} is {r}" for n, r in sorted(at.readings.items()) if old.defaults[n] != r]
    seated, supply = city.seated(game), dict(city.supply or {})
    amounts = [
        f"{supply.get(r.name, 0)} {r.plural if supply.get(r.name, 0) != 1 else r.name}"
        for r in game.resources
        if supply.get(r.name, 0) != seated.get(r.name, 0)
    ]
    words += [f"with {' and '.join(amounts)}"] if amounts else []
    rows = [row.rstrip(" .") for row in write_rows(city, game)]
    while len(rows) > 1 and not rows[-1]:
        rows.pop()
    grid = "\n".join(f"    {row or '.'}" for row in rows)
    scorer = Scorer(old, at.mode, at.readings)
    for claim in _claims(scorer, city, target):
        text = f"  {' '.join(words)} {{\n{grid}\n  }} {claim}"
        tree = parse(Source("example", f'scoring missing "" {{\n{text}\n}}'), Bag())
        line = next((x for item in tree.items if isinstance(item, s.Declaration) for x in item.lines), None)
        if not isinstance(line, s.Example):
            return ""
        case = example_case(old, target, line, Bag())
        if case is None or not run_example(old, scorer, case, Bag()):
            continue
        other = example_case(new, target, line, Bag())
        if other is None or not run_example(new, Scorer(new, at.mode, at.readings), other, Bag()):
            return text
    return ""


def _claims(scorer: Scorer, city: City, target: str) -> Iterator[str]:
    """What may be claimed of a city, the most telling first."""
    game = scorer.game
    sheet = scorer.sheet(city)
    kind = game.kinds.get(target)
    if kind is not None and kind.is_tile:
        yield f"scores {scorer.own(city, target)}"
    elif target in sheet.parts | sheet.ties:
        yield f"scores {(sheet.parts | sheet.ties)[target]}"
    if kind is not None and any(b.kind == target for _, b in city.buildings()):
        units = scorer.units(city, target)
        yield from (f"receives {units.get(r.name, 0)} {r.plural}" for r in game.resources)
    named = {part: n for part, n in sheet.parts.items() if part in game.parts} | sheet.ties
    yield from (f"part {part} {n}" for part, n in named.items() if part != target)
    yield f"totals {sheet.total}"


# ---- all of them -----------------------------------------------------------------------------------------

_Job = tuple[str, int]  # a declaration, and the number of one of its mutants
_judge: Judge | None = None


def _start(folders: tuple[Path, ...], seconds: float) -> None:
    global _judge
    _judge = Judge(load(folders), seconds)


def _run(job: _Job) -> Finding:
    assert _judge is not None
    target, index = job
    return _judge.find(_judge.mutants(target)[index])


def _asked(spec: Specification, judge: Judge, todo: Sequence[_Job], jobs: int) -> Iterator[tuple[_Job, Finding]]:
    def failed(job: _Job, why: str) -> Finding:
        return Finding("unknown", why)

    return answered(todo, _run, failed, workers=jobs, start=_start, given=(spec.folders, judge.seconds))


def mutate(
    spec: Specification,
    names: Iterable[str] | None = None,
    *,
    jobs: int = 2,
    time_limit: float = 20.0,
    progress: Tell | None = None,
) -> tuple[Row, ...]:
    """Make all mutants of some kinds, scorings and tables (of all if none is named) and find who notices them.

    `time_limit` is in seconds for each mutant, `jobs` the number of worker processes. Raises `Fault` if a solver
    and the scorer disagree."""
    judge = Judge(spec, time_limit)
    wanted = targets(spec, names)
    todo = [(t, i) for t in wanted for i in range(len(judge.mutants(t)))]
    found: dict[_Job, Finding] = {}
    for job, finding in _asked(spec, judge, todo, jobs):
        found[job] = finding
        if progress is not None:
            m = judge.mutants(job[0])[job[1]]
            progress(f"{len(found)}/{len(todo)} {m.target}, {m.operator} at {m.span}: {finding.outcome}")
    return tuple(
        Row(t, judge.mutants(t), tuple(found[t, i] for i in range(len(judge.mutants(t))))) for t in wanted
    )
