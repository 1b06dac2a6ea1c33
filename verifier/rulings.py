"""What the other readings of the rulings change: one question for each that may matter to somebody.

Guarantee: every reading that is not the default is asked about in every mode that has anything that the ruling is
about: of each tile, building and scoring whose own words it changes, or, where there is none, of the total.
"""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import fields, is_dataclass

from dsl import syntax as s
from dsl.assemble import Specification
from verifier.questions import RulingQuestion
from verifier.verdict import RulingResult


def questions(spec: Specification) -> list[RulingQuestion]:
    """All questions, in the order of the declarations; none of a ruling that is settled."""
    return [
        RulingQuestion(ruling.name, reading, mode, owner)
        for ruling in spec.rulings.values()
        for reading in ruling.names()[1:]
        for mode in _modes(spec, ruling.name)
        for owner in _touched(spec, ruling.name, reading, mode) or [""]
    ]


def _modes(spec: Specification, ruling: str) -> list[str]:
    """The modes that have something that a ruling is about."""
    d, about = spec.declarations, spec.rulings[ruling].about
    return [m for m in spec.modes if not about or any(m in d.kind_modes.get(name, ()) for name in about)]


def _touched(spec: Specification, ruling: str, reading: str, mode: str) -> list[str]:
    """Whose own words in a mode a reading changes, among those that the ruling is about or that name it."""
    d, about = spec.declarations, spec.rulings[ruling].about
    found = []
    for name, declared in [*d.kinds.items(), *d.scorings.items()]:
        meant = mode in d.kind_modes[name] and (name in about or ruling in _named(declared))
        if meant and _said(spec, mode, {}, name) != _said(spec, mode, {ruling: reading}, name):
            found.append(name)
    return found


def _said(spec: Specification, mode: str, readings: dict[str, str], owner: str) -> object:
    """All that is about an owner in a mode."""
    game = spec.game(mode, readings)
    more, less = spec.clauses(mode, readings, owner)
    return more, less, tuple(g for g in game.gains if g.kind == owner), game.kinds.get(owner)


def _named(x: object) -> Iterator[str]:
    """The rulings whose readings a text asks for."""
    if isinstance(x, tuple):
        for y in x:
            yield from _named(y)
    elif is_dataclass(x) and not isinstance(x, s.Example | s.Property):
        if isinstance(x, s.UnderBlock | s.ReadingIs):
            yield x.ruling.name
        for f in fields(x):
            yield from _named(getattr(x, f.name))


def answer(spec: Specification, q: RulingQuestion, *, time_limit: float) -> RulingResult:
    """The answer of the solvers, in `time_limit` seconds or little more.

    Raises `Fault` if a solver and a scorer disagree."""
    from verifier.diff import compare  # solvers are loaded when one is asked

    other = {q.ruling: q.reading}
    found = compare(spec, spec, q.mode, {}, other, owner=q.owner, time_limit=time_limit)
    return RulingResult(
        q.ruling, q.reading, q.mode, q.owner, found.verdict, found.reason, found.structure, found.gain,
        found.values, found.old_city, found.smallest, found.seconds,
    )  # fmt: skip


def undecided(q: RulingQuestion, why: str) -> RulingResult:
    """The answer to a question that a worker could not deal with."""
    return RulingResult(q.ruling, q.reading, q.mode, q.owner, "unknown", why, (), None, None, None, False, 0.0)
