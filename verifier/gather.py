"""What solvers say about a specification, gathered for those who print it.

Guarantee: every maximum, property and reading of the rules has a fact, in the order of the declarations; what was
not decided or not asked says so. Every city was scored again before it is written down. No solver is loaded if the
record answers everything, or if nothing is to be asked.
"""

from __future__ import annotations

import re
from collections.abc import Callable, Iterable
from dataclasses import dataclass, replace
from pathlib import Path
from typing import assert_never

from dsl.assemble import Specification
from dsl.city_json import city_object
from dsl.claims import SCOPES, properties
from dsl.declarations import Readings
from dsl.facts import Facts, MaximumFact, PropertyFact, RulingFact, SecondCityFact, TotalFact, rules_hash
from dsl.source import Span
from verifier import rulings
from verifier.asking import Asked, answers
from verifier.entries import Unfit, checked, counted_again, question_of
from verifier.questions import MaximumQuestion, PropertyQuestion, Question, Result, RulingQuestion, about
from verifier.record import Record
from verifier.results import Line, better, read
from verifier.verdict import Maximum, PropertyResult, RulingResult

Tell = Callable[[str], None]
RULING_SECONDS = 20.0


@dataclass(frozen=True)
class Limits:
    """What may be spent: seconds for each question about a maximum or property, and for each about a reading, and
    processes. With `ask` off, only the record is looked at."""

    maximum: float = 120.0
    ruling: float = RULING_SECONDS
    jobs: int = 2
    ask: bool = True


def questions(spec: Specification, scope: str) -> list[Question]:
    """All that the facts tell, default readings and the usual number of players."""
    d = spec.declarations
    usual = {m: d.modes[m].usual_players for m in spec.modes}
    tiles = [(t, m) for t in d.kinds if d.is_tile(t) for m in spec.modes if m in d.kind_modes[t]]
    return [
        *(MaximumQuestion(t, m, scope, usual[m], spec.readings()) for t, m in tiles),
        *(PropertyQuestion(x, usual[x.mode]) for x in properties(spec)),
        *rulings.questions(spec),
    ]


def gather(
    spec: Specification,
    *,
    scope: str = "rounds",
    record: Record | None = None,
    limits: Limits | None = None,
    totals: Iterable[TotalFact] = (),
    known: Iterable[Maximum | PropertyResult] = (),
    progress: Tell | None = None,
) -> Facts:
    """The facts of a specification: what is `known` already, what `record` knows, and what the solvers find out.

    Raises `Fault` if a solver and the scorer disagree."""
    limits = limits or Limits()
    every = questions(spec, scope)
    found: dict[int, Result] = {}

    def take(i: int, result: Result) -> None:
        if not result.recorded:
            counted_again(spec, every[i], result)
        found[i] = result
        if progress is not None:
            owner, mode, title = about(every[i])
            said = ", ".join(x for x in (owner or "the whole city", mode, title) if x)
            progress(f"{len(found)}/{len(every)} {said}: {result.verdict}")

    given = {_subject(x): x for x in known}
    for i, q in enumerate(every):
        if (x := given.get(_asked_about(q))) is not None:
            take(i, x)
    todo = [(i, q) for i, q in enumerate(every) if i not in found]
    if limits.ask:
        asked = [Asked(q, limits.ruling if isinstance(q, RulingQuestion) else limits.maximum) for _, q in todo]
        for n, result in answers(spec, asked, workers=limits.jobs, record=record):
            take(todo[n][0], result)
    elif record is not None:
        for i, q in todo:
            recorded = record.known(q)
            if recorded is not None:
                take(i, recorded)
    maxima: list[MaximumFact] = []
    claims: list[PropertyFact] = []
    readings: list[RulingFact] = []
    for i, q in enumerate(every):
        match q, found.get(i):
            case MaximumQuestion(), None:
                maxima.append(MaximumFact(q.tile, q.mode, q.scope, q.players, "not asked"))
            case MaximumQuestion(), Maximum() as m:
                maxima.append(_maximum(spec, m))
            case PropertyQuestion(), (None | PropertyResult()) as p:
                claims.append(_property(spec, q, p))
            case RulingQuestion(), None:
                readings.append(RulingFact(q.ruling, q.reading, q.mode, q.owner, "not asked"))
            case RulingQuestion(), RulingResult() as r:
                readings.append(_ruling(spec, r))
            case _:
                raise TypeError("a question and the result of another")
    rules = rules_hash(spec)
    return Facts(spec.title, rules, tuple(maxima), tuple(claims), tuple(readings), tuple(totals))


def _subject(x: Maximum | PropertyResult) -> tuple[object, ...]:
    """What tells a result of a run from all others of the run."""
    if isinstance(x, Maximum):
        return x.tile, x.mode, x.scope, x.players
    return x.owner, x.mode, x.title, x.span


def _asked_about(q: Question) -> tuple[object, ...]:
    match q:
        case MaximumQuestion():
            return q.tile, q.mode, q.scope, q.players
        case PropertyQuestion():
            return q.case.owner, q.case.mode, q.case.title, q.case.syntax.span
        case RulingQuestion():
            return q.ruling, q.reading, q.mode, q.owner
        case _:
            assert_never(q)


# ---- from results to facts -------------------------------------------------------------------------------


def _maximum(spec: Specification, m: Maximum) -> MaximumFact:
    city = None if m.city is None else city_object(m.city, spec.game(m.mode, m.readings))
    why = "; ".join(m.notes) if m.verdict == "unknown" else ""
    return MaximumFact(
        m.tile, m.mode, m.scope, m.players, m.verdict, m.value, m.bound, m.unit, city, m.proof, why
    )


def _property(spec: Specification, q: PropertyQuestion, p: PropertyResult | None) -> PropertyFact:
    case, span = q.case, q.case.syntax.span
    asked = PropertyFact(
        case.owner, case.mode, case.title, "not asked", case.scope, _file(spec, span), span.begin()[0],
        _chosen(spec, case.readings),
    )  # fmt: skip
    if p is None:
        return asked
    city = None if p.city is None else city_object(p.city, spec.game(p.mode, p.readings))
    second = None
    if p.second is not None:
        x = p.second
        there = city_object(x.city, spec.game(x.mode, x.readings, board_of=x.board_of))
        second = SecondCityFact(x.words, there, x.mode, x.board_of, _chosen(spec, x.readings), x.values)
    return replace(
        asked, verdict=p.verdict, reason=p.reason, city=city, values=dict(p.values), smallest=p.smallest,
        second=second,
    )  # fmt: skip


def _ruling(spec: Specification, r: RulingResult) -> RulingFact:
    game = spec.game(r.mode)
    what, unit = ("part" if r.owner else "total"), "VP"
    if r.gain is not None:
        what = "units"
        unit = next(x.plural_title for x in game.resources if x.name == r.gain[1])
    elif r.owner in game.kinds and game.kinds[r.owner].is_tile:
        what = "own"
    sides = {"OLD": spec.defaults[r.ruling], "NEW": r.reading}

    def said(text: str) -> str:
        return re.sub(r"\b(OLD|NEW)\b", lambda m: f"`{sides[m[1]]}`", text)

    shown = r.city is not None
    return RulingFact(
        r.ruling, r.reading, r.mode, r.owner, r.verdict, said(r.reason), tuple(map(said, r.structure)),
        what if shown else "", unit if shown else "", r.values,
        None if r.city is None else city_object(r.city, game), r.smallest,
    )  # fmt: skip


def _chosen(spec: Specification, readings: Readings) -> dict[str, str]:
    return {name: x for name, x in sorted(readings.items()) if spec.defaults.get(name) != x}


def _file(spec: Specification, span: Span) -> str:
    """The file of a place, as seen from the folder of rules that it is in: the same on every machine."""
    path = Path(span.source.name).resolve()
    for folder in spec.folders:
        base = folder.resolve()
        if path.is_relative_to(base) and path != base:
            return path.relative_to(base).as_posix()
    return path.name


# ---- best totals -----------------------------------------------------------------------------------------


def best_totals(spec: Specification, path: Path) -> tuple[list[TotalFact], list[str]]:
    """The best totals of a file of results under the default readings, their cities scored again; and what is to be
    said of lines that are not used.

    Raises `NoResults` and `Contradiction` (of `verifier.results`)."""
    data = read(path)
    best: dict[tuple[object, ...], tuple[MaximumQuestion, Line]] = {}
    unused = [f"{x.place}: it was edited" for x in data.edited]
    for line in data.lines.values():
        try:
            q = question_of(spec, line.question)
        except Unfit as error:
            unused.append(f"{line.place}: {error}")
            continue
        usual = q.players == spec.declarations.modes[q.mode].usual_players and not _chosen(spec, q.readings)
        if q.of == "total" and usual and q.only in (None, frozenset()):
            key = (q.mode, q.scope, q.only, q.must, q.most)
            best[key] = (q, better(best[key][1], line) if key in best else line)
    out = []
    for q, line in best.values():
        try:
            # The key only says that nobody changed the line: it is another with each version of the program.
            m = checked(spec, line.key, q, line.entry)
        except Unfit as error:
            unused.append(f"{line.place}: {error}")
            continue
        city = None if m.city is None else city_object(m.city, spec.game(m.mode))
        out.append(
            TotalFact(
                m.title, m.mode, m.scope, m.players, tuple(sorted(q.must)), q.only is None, q.most, m.verdict,
                m.value, m.bound, city, m.proof,
            )
        )  # fmt: skip
    return sorted(out, key=lambda x: _place(spec, x)), unused


def _place(spec: Specification, x: TotalFact) -> tuple[int, bool, int, list[int], int, int]:
    """By mode; the cities whose tiles are named before those with any, fewer tiles first."""
    kinds = list(spec.declarations.kinds)
    named = [kinds.index(n) for n in x.must]
    return spec.modes.index(x.mode), x.others, len(x.must), named, x.most or 0, SCOPES.index(x.scope)
