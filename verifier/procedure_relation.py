"""The steps of a procedure as constraints: one edge for each option and each moment that may follow.

Guarantee: the terms come from `dsl/procedure_steps.py`, which makes the numbers of a concrete play by the same
text; readings, and what the box may hold for so many players, are unknowns of their own that no step changes.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from dataclasses import dataclass, field
from typing import Any

import z3

from dsl import procedure_core as p
from dsl.procedure_steps import Arrival, Numbers, Station, Steps, Term, Watch, idle_counter, pieces

OVER = 0
"""The place of the game's end."""


class Terms(Numbers):
    """The algebra of Z3's integers, or of its bit vectors of so many bits; what is known beforehand stays a
    number or a truth of Python. Multiples and comparisons are written as those of numbers are."""

    def __init__(self, bits: int = 0) -> None:
        self.bits = bits

    def unknown(self, name: str) -> Any:
        """An unknown number."""
        return z3.BitVec(name, self.bits) if self.bits else z3.Int(name)

    def number(self, x: Term) -> Any:
        """A number as a term of Z3."""
        if not isinstance(x, int):
            return x
        return z3.BitVecVal(x, self.bits) if self.bits else z3.IntVal(x)

    def add(self, terms: list[Term]) -> Term:
        """A sum."""
        known = sum(x for x in terms if isinstance(x, int))
        open = [x for x in terms if not isinstance(x, int)]
        if not open:
            return known
        total = open[0]
        for x in (*open[1:], *([known] if known else [])):
            total = total + x
        return total

    def negate(self, a: Term) -> Term:
        """Not."""
        return (not a) if isinstance(a, bool) else z3.Not(a)

    def both(self, terms: list[Term]) -> Term:
        """All of them."""
        open = [x for x in terms if x is not True]
        if any(x is False for x in open):
            return False
        return True if not open else open[0] if len(open) == 1 else z3.And(*open)

    def either(self, terms: list[Term]) -> Term:
        """One of them at least."""
        open = [x for x in terms if x is not False]
        if any(x is True for x in open):
            return True
        return False if not open else open[0] if len(open) == 1 else z3.Or(*open)

    def choose(self, condition: Term, a: Term, b: Term) -> Term:
        """One number if a condition holds, else another."""
        if isinstance(condition, bool):
            return a if condition else b
        return z3.If(condition, self.number(a), self.number(b))


@dataclass(frozen=True)
class Taken:
    """An option that is taken where `condition` holds, and the numbers after its own steps.

    `idle` names a counter where the option has no steps and can always be taken, so that it does nothing but let
    this counter of the innermost loop go on."""

    option: p.Option
    condition: Term
    state: Mapping[str, Term]
    idle: str | None


@dataclass(frozen=True)
class Moment:
    """A moment on the way: a move was made, or (`name`) an option or routine carried out."""

    condition: Term
    state: Mapping[str, Term]
    name: str | None
    moved: Term


@dataclass
class _Record(Watch):
    moments: list[Moment] = field(default_factory=list)

    def moved(self, condition: Term, state: Mapping[str, Term], step: p.Move, number: Term) -> None:
        self.moments.append(Moment(condition, dict(state), None, number))

    def left(self, condition: Term, state: Mapping[str, Term], name: str, number: Term) -> None:
        self.moments.append(Moment(condition, dict(state), name, number))


class Relation:
    """A procedure as a transition system over the numbers of `variables`, at the place of a choice each.

    `readings` are fixed, the others are unknown. A step is an option's own (`taken`), and then what comes after all
    options of the choice alike (`onward`, over the numbers in between). Of an option with a choice inside, all is
    in `nested`. `first` are the ways to the first choice. The moments on the way are noted beside each of them."""

    def __init__(self, procedure: p.Procedure, readings: Mapping[str, str] | None = None, *, bits: int = 0) -> None:
        self.procedure = procedure
        self.terms = Terms(bits)
        fixed = dict(readings or {})
        self.flags: dict[tuple[str, str], Term] = {}
        self.rigid: list[Any] = []
        for ruling, names in procedure.rulings:
            for name in names:
                known = ruling in fixed
                self.flags[ruling, name] = fixed[ruling] == name if known else z3.Bool(f"{ruling} is {name}")
            if ruling not in fixed:
                self.rigid.append(z3.PbEq([(self.flags[ruling, name], 1) for name in names], 1))
        self.stock: dict[tuple[str, int], Term] = {}
        for sort in procedure.sorts:
            for r in range(1, procedure.rounds + 1):
                most = sort.of_round(r)
                self.stock[sort.name, r] = most
                if sort.at_most and most:
                    unknown = self.terms.unknown(f"{sort.name} of round {r}")
                    self.stock[sort.name, r] = unknown
                    self.rigid += [unknown >= 0, unknown <= most]
        self.record = _Record()
        self.steps = Steps(
            procedure,
            self.terms,
            lambda ruling, reading: self.flags[ruling, reading],
            lambda sort, r: self.stock[sort.name, r],
            self.record,
        )
        self.names = (*self.steps.numbers, *self.steps.counters)
        self.variables = {name: self.terms.unknown(name) for name in self.names}
        self.beginning = self.steps.start()
        self.first = self.steps.first()
        self.first_moments = self._noted()
        self.taken: dict[int, list[Taken]] = {}
        self.taken_moments: dict[int, list[Moment]] = {}
        self.onward: dict[int, list[Arrival]] = {}
        self.onward_moments: dict[int, list[Moment]] = {}
        self.nested: dict[int, list[tuple[p.Option, Arrival]]] = {}
        for place, station in self.steps.stations.items():
            self.taken[place], self.nested[place] = [], []
            for option in station.choice.options:
                if any(map(p.chooses, option.steps)):
                    self.nested[place] += [(option, x) for x in self.steps.take(place, option, self.variables)]
                else:
                    condition, state = self.steps.own(option, self.variables)
                    self.taken[place].append(Taken(option, condition, state, idle_counter(station, option)))
            self.taken_moments[place] = self._noted()
            self.onward[place] = self.steps.onward(place, self.variables)
            self.onward_moments[place] = self._noted()

    def _noted(self) -> list[Moment]:
        found, self.record.moments = self.record.moments, []
        return [x for x in found if x.condition is not False]

    # -- what holds wherever a play is

    def typing(self, place: int, state: Mapping[str, Term]) -> list[Term]:
        """Numbers are not negative, zones hold only what they say, counters are where the loops around a choice let
        them be."""
        loops = {x.counter: x for x in self._loops(place)}
        found: list[Term] = []
        for sort in self.procedure.sorts:
            for zone in self.procedure.zones:
                number = state[pieces(sort.name, zone.name)]
                found.append(number >= 0 if sort.name in zone.holds else number == 0)
        every = {x.counter: x for x in p.all_steps(self.procedure.steps) if isinstance(x, p.Loop)}
        for name in self.steps.counters:
            found += [state[name] >= (1 if name in loops else 0)]
            found += [state[name] <= every[name].times] if name in every else [state[name] == 0]
        return [x for x in found if x is not True]

    def _loops(self, place: int) -> tuple[p.Loop, ...]:
        station: Station | None = self.steps.stations.get(place)
        return station.loops if station is not None else ()

    def open(self, place: int, state: Mapping[str, Term]) -> Term:
        """Whether something may be chosen."""
        station = self.steps.stations[place]
        return self.steps.algebra.either([self.steps.open(o, state) for o in station.choice.options])


def truth(x: Term) -> Any:
    """A term of the algebra as one of Z3."""
    return z3.BoolVal(x) if isinstance(x, bool) else x


def conjunction(terms: Iterable[Term]) -> Any:
    """All of some terms."""
    return z3.And(*(truth(x) for x in terms))
