"""Whether any city tells two lists of sentences of one mode apart: for many such pairs at a time.

Guarantee: `same` means that no city and no seating of scope `any` gives the two lists different amounts, term by
term or by a solver's proof; the city of `different` was replayed through compiled Python on both sides.

Cities at random tell most pairs apart. What they leave open is put to the solvers all at once: one city often tells
many pairs apart, and one proof shows that none tells apart what is left.
"""

from __future__ import annotations

import math
import time
from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass, field, replace
from typing import Literal, TypeAlias

from dsl import core as c
from dsl.assemble import Specification
from dsl.circuit import FALSE, AtLeast, Circuit, Linear, Lit, linear_sum, value_of
from dsl.city import City
from dsl.declarations import Readings
from dsl.ground import CityTerms, Env, Grounder
from dsl.scorer import Compiled, Scorer
from dsl.simplify import merged
from dsl.single import by_kind
from dsl.view import View
from verifier import minimal, solve
from verifier.model import Model, Question
from verifier.reduce import needed_kinds
from verifier.replay import possible
from verifier.sample import cities
from verifier.verdict import Fault

Z3_SECONDS = 4.0  # what Z3 may take for one question; then CP-SAT is asked
FEW = 3  # buildings up to which a smallest city is looked for from below
WIDE = 2000  # terms of a sum that Z3 does not take in without forgetting its time
TRIES = 400  # cities at random
SMALLER_SECONDS = 2.0  # what may be spent on making a larger city small

Sentence: TypeAlias = c.Clause | c.Gain
Verdict = Literal["same", "different", "unknown"]


@dataclass(frozen=True)
class Pair:
    """Two lists of sentences: clauses, counted in VP, or gains, counted in the units that they offer.

    `kinds` are those of the game that the second list is from, if that is not the game that is looked at."""

    old: tuple[Sentence, ...]
    new: tuple[Sentence, ...]
    kinds: Mapping[str, c.Kind] | None = field(default=None, compare=False)


@dataclass(frozen=True)
class Apart:
    """The verdict on a pair. `values` are the two amounts in `city`; `fewest`: no city with fewer buildings tells
    the two apart."""

    verdict: Verdict
    reason: str = ""
    city: City | None = None
    values: tuple[int, int] | None = None
    fewest: bool = False


SAME_TERMS = Apart("same", "term by term")


def expressions(pairs: Iterable[Pair]) -> list[c.Expr]:
    """All that bears on the amounts of some pairs."""
    found: list[c.Expr] = []
    for x in (x for p in pairs for x in (*p.old, *p.new)):
        if isinstance(x, c.Gain):
            found += [x.amount, c.IsKind("self", frozenset({x.kind}))]
        else:
            found.append(x.value)
            if x.kinds:
                found.append(c.IsKind("self", x.kinds))
    return found


class Counted:
    """Pairs on given cities, by compiled Python. `allowed` are the kinds that may stand (all by default)."""

    def __init__(
        self,
        spec: Specification,
        mode: str,
        readings: Readings,
        pairs: Sequence[Pair],
        allowed: frozenset[str] | None = None,
    ) -> None:
        self.pairs = pairs
        self.scorer = Scorer(spec, mode, readings)
        self.game = self.scorer.game
        self.question = Question(mode, "any", self.scorer.readings, self.game.mode.usual_players)
        kinds = frozenset(self.game.kinds) if allowed is None else allowed
        tables = [self.game.kinds, *(p.kinds for p in pairs if p.kinds is not None)]
        if not any(k.scores_inactive for table in tables for k in table.values()):
            kinds = needed_kinds(self.game, self.question, expressions(pairs), kinds)
        self.kinds = kinds
        self._sides = [(self._compiled(p.old, None), self._compiled(p.new, p.kinds)) for p in pairs]

    def _compiled(self, sentences: tuple[Sentence, ...], kinds: Mapping[str, c.Kind] | None) -> Compiled:
        game = replace(
            self.game,
            kinds=self.game.kinds if kinds is None else kinds,
            clauses=tuple(x for x in sentences if isinstance(x, c.Clause)),
            gains=tuple(x for x in sentences if isinstance(x, c.Gain)),
        )
        return Compiled(game)

    def values(self, i: int, city: City, view: View) -> tuple[int, int]:
        """What both sides of a pair give for a city."""
        one, two = (
            sum(side.clause_total(x, f, city, view) for x, f in side.clauses)
            + sum(n for _, _, n in side.available(city, view))
            for side in self._sides[i]
        )
        return one, two


class OutOfTime(Exception):
    """Writing a question down took all the time that there was for it."""


class _TimedModel(Model):
    """A model whose rules are written down until a time (of the monotonic clock)."""

    def __init__(self, counted: Counted, deadline: float) -> None:
        self.deadline = deadline
        super().__init__(counted.scorer.spec, counted.question, kinds=counted.kinds)

    def grounder(self, city: CityTerms, base: Grounder | None = None) -> Grounder:
        """What grounds expressions, and gives up when the time is over."""
        return _TimedGrounder(city, base, self)


class _TimedGrounder(Grounder):
    def __init__(self, city: CityTerms, base: Grounder | None, model: _TimedModel) -> None:
        super().__init__(city, base)
        self.model = model

    def _integer(self, e: c.Int, env: Env) -> Linear:
        self._check()
        return super()._integer(e, env)

    def _boolean(self, e: c.Bool, env: Env) -> Lit:
        self._check()
        return super()._boolean(e, env)

    def _check(self) -> None:
        if time.monotonic() > self.model.deadline:
            raise OutOfTime


class Grounded:
    """Pairs over one unknown city of scope `any`: their differences."""

    def __init__(self, counted: Counted, seconds: float) -> None:
        """Raises `OutOfTime` if it takes more than the seconds."""
        self.counted = counted
        self.pairs = counted.pairs
        self.deadline = time.monotonic() + seconds
        self.model = _TimedModel(counted, self.deadline)
        self.differences = [self._difference(p) for p in self.pairs]
        self.model.finish()
        self.model.deadline = math.inf  # nothing new of any size is written down from now on
        self.buildings = self.model.sizes()[0]

    @property
    def left(self) -> float:
        """The seconds that are left of those that it was given."""
        return self.deadline - time.monotonic()

    def _difference(self, p: Pair) -> Linear:
        found = self._amount(p.old, None) - self._amount(p.new, p.kinds)
        if p.old and p.new and found.terms:
            single = self._amount(self._single(p.old), None) - self._amount(self._single(p.new), p.kinds)
            if not single.terms:
                return single
        return merged(self.model.circuit, found)

    def parts(self, i: int) -> list[Linear]:
        """The difference of a pair of clauses, part by part of the sheet: they add up to it."""
        p, out = self.pairs[i], []
        for part in sorted({x.part for x in (*p.old, *p.new) if isinstance(x, c.Clause)}):
            old, new = (tuple(x for x in s if isinstance(x, c.Clause) and x.part == part) for s in (p.old, p.new))
            out.append(merged(self.model.circuit, self._amount(old, None) - self._amount(new, p.kinds)))
        return out

    def _single(self, sentences: tuple[Sentence, ...]) -> tuple[Sentence, ...]:
        """The clauses, one for each kind that they score for, and what they add up kind by kind."""
        out: list[Sentence] = []
        kinds = frozenset(self.model.names)
        for x in sentences:
            if isinstance(x, c.Gain):
                out.append(x)
                continue
            value = by_kind(x.value, kinds)
            each = [frozenset({n}) for n in sorted(x.kinds & kinds)] if x.kinds else [x.kinds]
            out += [replace(x, kinds=k, value=value) for k in each]
        return tuple(out)

    def _amount(self, sentences: tuple[Sentence, ...], kinds: Mapping[str, c.Kind] | None) -> Linear:
        model = self.model
        parts: list[Linear] = []
        for x in sentences:
            if isinstance(x, c.Clause):
                parts.append(model.scored(x, kinds))
            elif x.kind in model.names:
                parts += [model.offer(x, s) for s in model.board.spaces]
        return linear_sum(parts)

    def replayed(self, i: int, holds: Callable[[Lit], bool]) -> tuple[City, tuple[int, int]]:
        """The city of a solution, and what both sides of a pair give for it, by compiled Python.

        Raises `Fault` if that is not what the solver found."""
        city, scorer = self.model.city(holds), self.counted.scorer
        possible(city, scorer, "a comparison")
        values = self.counted.values(i, city, scorer.view(city))
        by = value_of(self.differences[i], holds)
        if values[0] - values[1] != by:
            raise Fault(f"a comparison: the solver finds a difference of {by}, the scorer {values} on {city}")
        return city, values


class _Search:
    def __init__(self, grounded: Grounded, seconds: float) -> None:
        self.g = grounded
        self.k = grounded.model.circuit
        self.seconds = seconds
        self.claims = [self.k.any((self.k.at_least(x, 1), self.k.at_most(x, -1))) for x in grounded.differences]
        self.found: dict[int, Apart] = {i: SAME_TERMS for i, x in enumerate(self.claims) if x == FALSE}
        self._z3: solve.Z3 | None = None

    @property
    def open(self) -> list[int]:
        """The pairs of which nothing is known yet."""
        return [i for i in range(len(self.claims)) if i not in self.found]

    def run(self) -> list[Apart]:
        """The verdict on every pair."""
        proved = True
        for n in range(FEW + 1):
            few = [self.k.at_most(self.g.buildings, n)]
            proved = self._told(few, n if proved else None)[0] == "infeasible" and proved
        status, who = self._told([], None)
        left = self.open
        for i in left:
            # One that is hard leaves all unknown: then each is asked by itself.
            alone = status == "unknown" and len(left) > 1
            said = self._told([], None, (i,)) if alone else (status, who)
            if i not in self.found:
                why = Apart("unknown", f"no solver found out within {self.seconds:.0f} s")
                self.found[i] = Apart("same", f"proved by {said[1]}") if said[0] == "infeasible" else why
        return [self.found[i] for i in range(len(self.claims))]

    def _told(self, extra: list[Lit], n: int | None, only: tuple[int, ...] | None = None) -> tuple[str, str]:
        """Find cities until none tells an open pair apart; the last answer, and who gave it. `n`: the buildings
        of a city, if it is known that no smaller one tells."""
        while True:
            todo = self.open if only is None else [i for i in only if i not in self.found]
            if not todo:
                return "infeasible", ""
            answer, who = self._asked([*extra, self.k.any(self.claims[i] for i in todo)], few=bool(extra))
            if answer.values is None:
                return answer.status, who
            holds = answer.holds(self.k)
            for i in todo:
                if holds(self.claims[i]):
                    self._keep(i, answer, fewest=n is not None, large=not extra)

    def _asked(self, claims: list[Lit], *, few: bool) -> tuple[solve.Answer, str]:
        if FALSE in claims:
            return solve.Answer("infeasible"), ""
        if not wide(self.k, claims):
            if self._z3 is None:
                self._z3 = solve.Z3(self.k)
            answer = self._z3.decide(claims, seconds=min(Z3_SECONDS, self.seconds))
            if answer.status != "unknown" or few:
                return answer, "Z3"
        elif few:
            return solve.decide(self.k, claims, seconds=min(Z3_SECONDS, self.seconds)), "CP-SAT"
        return solve.decide(self.k, claims, seconds=self.seconds), "CP-SAT"

    def _keep(self, i: int, answer: solve.Answer, *, fewest: bool, large: bool) -> None:
        if large:
            seconds = min(SMALLER_SECONDS, self.seconds)
            small = solve.maximize(self.k, self.g.buildings.scaled(-1), extra=[self.claims[i]], seconds=seconds)
            if small.values is not None:
                answer, fewest = small, small.status == "optimal"
        city, values = self.g.replayed(i, answer.holds(self.k))
        self.found[i] = Apart("different", "", city, values, fewest)


def tell_apart(
    spec: Specification, mode: str, readings: Readings, pairs: Sequence[Pair], *, seconds: float = 20.0
) -> list[Apart]:
    """Whether any city of scope `any` tells apart what the two sides of each pair give.

    `seconds` is the time for one question to a solver. Raises `Fault` if a solver and the scorer disagree."""
    counted = Counted(spec, mode, readings, pairs)
    found = {i: SAME_TERMS for i, p in enumerate(pairs) if p.old == p.new and p.kinds is None}
    found |= tried(counted, [i for i in range(len(pairs)) if i not in found])
    rest = [i for i in range(len(pairs)) if i not in found]
    try:
        found |= _solved(Counted(spec, mode, readings, [pairs[i] for i in rest]), rest, seconds) if rest else {}
    except OutOfTime:
        # All together are too much to write down: one after the other.
        for i in rest:
            try:
                found |= _solved(Counted(spec, mode, readings, [pairs[i]]), [i], seconds)
            except OutOfTime:
                found[i] = Apart("unknown", f"it can not be written down for a solver within {seconds:.0f} s")
    return [found[i] for i in range(len(pairs))]


def _solved(counted: Counted, places: Sequence[int], seconds: float) -> dict[int, Apart]:
    grounded = Grounded(counted, seconds)
    return dict(zip(places, decided(grounded, seconds), strict=True))


def smallest(grounded: Grounded, i: int, known: Apart, seconds: float) -> Apart:
    """A smallest city that tells a pair apart, given some city that does; `fewest` says whether it is one. If none
    is found in the time, the city that is known. Raises `Fault` if it is said that there is none."""
    k, x = grounded.model.circuit, grounded.differences[i]
    claim = k.any((k.at_least(x, 1), k.at_most(x, -1)))
    if wide(k, [claim]):
        answer = solve.maximize(k, grounded.buildings.scaled(-1), extra=[claim], seconds=seconds)
        sure = answer.status == "optimal"
    else:
        found = minimal.smallest(grounded.model, claim, seconds=seconds)
        if found is None:
            raise Fault(f"a comparison: no city is said to tell the two apart, and {known.city} does")
        answer, sure = found.answer, found.sure
    if answer.values is None:
        return known
    city, values = grounded.replayed(i, answer.holds(k))
    if known.city is not None and len(list(known.city.buildings())) < len(list(city.buildings())):
        return known
    return Apart("different", "", city, values, sure)


def decided(grounded: Grounded, seconds: float) -> list[Apart]:
    """The verdict of the solvers on each pair, with a city of few buildings where one tells it apart."""
    return _Search(grounded, seconds).run()


def wide(circuit: Circuit, claims: Iterable[Lit]) -> bool:
    """Whether a sum is so long that Z3 should not be asked."""
    nodes = (circuit.nodes[n] for n in circuit.cone(abs(x) for x in claims))
    return any(isinstance(x, AtLeast) and len(x.terms) > WIDE for x in nodes)


def bound_by_parts(grounded: Grounded, i: int, seconds: float) -> int | None:
    """A bound of the difference of a pair, either way: those of its parts added up. None if there is one part."""
    parts = grounded.parts(i)
    if len(parts) < 2:
        return None
    bounds = []
    for sign in (1, -1):
        bound = 0
        for x in parts:
            objective = x.scaled(sign)
            if objective.terms:
                share = seconds / (2 * len(parts))
                found = solve.maximize(grounded.model.circuit, objective, seconds=share)
                bound += objective.high if found.bound is None else found.bound
            else:
                bound += objective.constant
        bounds.append(bound)
    return max(bounds)


def far_apart(counted: Counted, i: int) -> City | None:
    """Of cities at random the one on which the two sides of a pair are farthest apart."""
    best, most = None, 0
    for city in _at_random(counted, [i]):
        one, two = counted.values(i, city, counted.scorer.view(city))
        if abs(one - two) > most:
            best, most = city, abs(one - two)
    return best


def _at_random(counted: Counted, todo: list[int]) -> Iterator[City]:
    """Cities of the kinds that some pairs speak of; none where not every seating is possible."""
    if counted.game.seating != "free":
        return
    sentences = (x for i in todo for x in (*counted.pairs[i].old, *counted.pairs[i].new))
    speakers = {n for x in sentences for n in (x.kinds if isinstance(x, c.Clause) else {x.kind})}
    yield from cities(counted.game, sorted(counted.kinds), sorted(speakers & counted.kinds), TRIES)


def tried(counted: Counted, todo: list[int]) -> dict[int, Apart]:
    """The pairs among `todo` that some city at random tells apart."""
    found: dict[int, Apart] = {}
    for city in _at_random(counted, todo):
        todo = [i for i in todo if i not in found]
        if not todo:
            break
        view = counted.scorer.view(city)
        for i in todo:
            values = counted.values(i, city, view)
            if values[0] != values[1]:
                found[i] = Apart("different", "", city, values, len(list(city.buildings())) == 1)
    return found
