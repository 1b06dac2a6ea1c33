"""Properties over all cities of a scope, or all pairs of cities that are related: proved, or refuted by a city that
is replayed.

Guarantee: `proved` means that a solver showed that no city of the scope breaks the claim (and, for a range, that
both ends are reached); `refuted` comes with a city on which the Python scorer finds the claim broken, as small as
could be found; `vacuous` means that the claim is about no city. Of two cities the first is one of the scope; the
second is what becomes of it, whatever the box holds.
"""

from __future__ import annotations

import time
from abc import ABC, abstractmethod
from collections.abc import Iterator
from dataclasses import dataclass
from typing import assert_never

from dsl import core as c
from dsl.assemble import Specification, own_clauses
from dsl.changes import Change, Step, steps
from dsl.circuit import FALSE, TRUE, Circuit, Linear, Lit, value_of
from dsl.city import City
from dsl.claims import (
    CoreProperty,
    Elsewhere,
    Exchanged,
    OneCity,
    PropertyCase,
    Reread,
    TwoCities,
    core_property,
    expressions,
)
from dsl.diagnostics import Bag
from dsl.footprint import nodes
from dsl.syntax import Claim, Metric, Property, Text
from verifier import minimal, related, solve
from verifier.model import Model, Question
from verifier.reduce import first_spaces, needed_kinds, place_tile, raise_floors
from verifier.replay import PropertyReplay
from verifier.verdict import Fault, PropertyResult, PropertyVerdict, SecondCity

Z3_SECONDS = 4.0  # what Z3 may take for one question; then CP-SAT is asked


@dataclass(frozen=True)
class _Rules:
    """Rules that a city is measured by: a game, and where the game with a kind read as plain is found."""

    spec: Specification
    mode: str
    readings: dict[str, str]
    board_of: str = ""

    @property
    def game(self) -> c.Game:
        return self.spec.game(self.mode, self.readings, board_of=self.board_of)

    def plain(self, kind: str) -> c.Game:
        """The game with a kind read as plain."""
        return self.spec.game(self.mode, self.readings, frozenset({kind}), board_of=self.board_of)

    def measured(self, e: c.Expr, owner: str) -> list[c.Expr] | None:
        """An expression with all that its measures look at; None if that is the whole score sheet."""
        found: list[c.Expr] = [e]
        for m in nodes(e):
            if not isinstance(m, c.Measure):
                continue
            if m.what == "total":
                return None
            if m.what == "part":
                clauses = [x for x in self.game.clauses if x.part == m.name]
            else:
                more, less = own_clauses(self.game, self.plain(m.name or owner))
                clauses = [*more, *less]
            found += [x.value for x in clauses]
            found += [c.IsKind("self", x.kinds) for x in clauses if x.kinds]
        return found


@dataclass(frozen=True)
class Shown:
    """A city that shows something, with the other one if a claim is about two, and whether no smaller one does."""

    city: City
    second: SecondCity | None
    smallest: bool


class _Prover(ABC):
    """What the claims share: a model of the first city, and solvers that are asked of it."""

    def __init__(
        self,
        spec: Specification,
        case: PropertyCase,
        core: CoreProperty,
        players: int,
        seconds: float,
        explain: bool = False,
        everywhere: bool = False,
    ) -> None:
        """With `explain` proofs can be asked for their reasons; with `everywhere` cities are not looked for up to
        symmetry only."""
        self.core = core
        self.everywhere = everywhere
        self.spec = spec
        self.case = case
        self.assumes = core.assumption
        self.seconds = seconds
        self.started = time.monotonic()
        self.limits = solve.Limits(
            case.memory or solve.USUAL.memory, solve.USUAL.seed if case.seed is None else case.seed
        )
        self.who: set[str] = set()
        d = spec.declarations
        self.tile = case.owner if case.owner in d.kinds and d.is_tile(case.owner) else None
        readings = spec.readings(case.readings)
        self.question = Question(case.mode, case.scope, readings, players, self.tile)
        self.rules = _Rules(spec, case.mode, readings)
        self.python = PropertyReplay(spec, case, core)
        exprs = self._seen(core)
        self.model = Model(spec, self.question, kinds=self.kinds(exprs), explain=explain)
        # `self` is any space that holds the owner; a tile stands exactly once, so it is its space.
        self.spaces: list[int | None] = [*self.model.board.spaces] if self.python.about_self else [None]
        if self.tile is not None and exprs is not None and not everywhere:
            first = self.place(exprs)
            self.spaces = [*first] if self.python.about_self else [None]
        self.assumed = [self.at(s, core.assumption) for s in self.spaces]
        self.prepare()
        self.model.finish()
        self._z3: solve.Z3 | None = None

    # -- what is looked at

    def _seen(self, core: CoreProperty) -> list[c.Expr] | None:
        """Everything that the property looks at; None if that is the whole score sheet."""
        found: list[c.Expr] = []
        for e, rules in self.looked_at(core):
            measured = rules.measured(e, self.case.owner)
            if measured is None:
                return None
            found += measured
        if self.case.owner in self.spec.declarations.kinds:
            found.append(c.IsKind("self", frozenset({self.case.owner})))
        if self.case.scope != "any":
            found += [g.amount for g in self.rules.game.gains]
        return found

    def looked_at(self, core: CoreProperty) -> list[tuple[c.Expr, _Rules]]:
        """The expressions of the property, and the rules by which they are measured."""
        return [(e, self.rules) for e in expressions(core)]

    def kinds(self, exprs: list[c.Expr] | None) -> frozenset[str] | None:
        """The kinds that have to be considered; None: all."""
        return None if exprs is None else needed_kinds(self.rules.game, self.question, exprs)

    def place(self, exprs: list[c.Expr]) -> tuple[int, ...]:
        """Require the tile where it has to be looked for; the spaces where it may then be."""
        assert self.tile is not None
        return place_tile(self.model, self.tile, exprs)

    @abstractmethod
    def prepare(self) -> None:
        """Ground what the claim is about."""

    def at(self, space: int | None, e: c.Bool) -> Lit:
        """Whether a condition holds of an owner on a space (None: it speaks of none)."""
        here = TRUE if space is None else self.model.kind(space, frozenset({self.case.owner}))
        return FALSE if here == FALSE else self.model.circuit.all((here, self.model.ground_bool(e, space)))

    # -- solvers

    @property
    def left(self) -> float:
        """The seconds that are left."""
        return self.seconds - (time.monotonic() - self.started)

    def helping(self, claim: Lit) -> list[Lit]:
        """What may be taken to hold besides the claim, to make the question easier."""
        return []

    def ask(self, claim: Lit) -> solve.Answer:
        """Whether some city fulfils a claim: Z3, and if it does not answer in its time, CP-SAT."""
        if claim == FALSE:
            return solve.Answer("infeasible")
        claims = [claim, *self.helping(claim)]
        if self._z3 is None:
            self._z3 = solve.Z3(self.model.circuit, self.limits)
        answer = self._z3.decide(claims, seconds=max(0.1, min(Z3_SECONDS, self.left)))
        if answer.status != "unknown":
            self.who.add("Z3")
            return answer
        if self.left <= 0:
            return answer
        answer = solve.decide(self.model.circuit, claims, seconds=max(0.1, self.left), limits=self.limits)
        if answer.status != "unknown":
            self.who.add("CP-SAT")
        return answer

    # -- results

    @abstractmethod
    def decide(self) -> PropertyResult:
        """The verdict."""

    @abstractmethod
    def asked(self) -> dict[str, Lit]:
        """What the solvers are asked, by name: `broken`, `fulfilled`, `reaches N`, `assumed`."""

    @abstractmethod
    def shown(self, answer: solve.Answer, sure: bool) -> Shown:
        """What an answer to the main question shows, by the Python scorer.

        Raises `Fault` if the scorer sees it otherwise."""

    @property
    def main(self) -> Lit:
        """What a city can show: that the claim is broken, or (for `sometimes`) that it is fulfilled."""
        asked = self.asked()
        return asked.get("broken", asked.get("fulfilled", FALSE))

    def smallest(self, answer: solve.Answer) -> Shown:
        """What the smallest city shows; if none is found in the time that is left, what the answer shows."""
        return next(self.several(1, max(2.0, self.left)), self.shown(answer, False))

    def several(self, most: int | None, seconds: float) -> Iterator[Shown]:
        """What the smallest cities show, in order, as `minimal.several` finds them."""
        # Which of the cities that a symmetry exchanges comes first is decided here, not by where the tile is
        # looked for.
        everywhere = self if self.everywhere else type(self)(
            self.spec, self.case, self.core, self.question.players, seconds, everywhere=True
        )  # fmt: skip
        for found in minimal.several(everywhere.model, everywhere.main, most=most, seconds=seconds):
            if found.answer.values is not None:
                yield everywhere.shown(found.answer, found.sure)

    def city(self, answer: solve.Answer) -> City:
        """The first city of a solver's answer."""
        return self.model.city(answer.holds(self.model.circuit))

    def result(
        self,
        verdict: PropertyVerdict,
        reason: str = "",
        shown: Shown | None = None,
    ) -> PropertyResult:
        """The result, as of now."""
        values = self.python.measures(shown.city) if shown is not None else {}
        by = f"by {' and '.join(sorted(self.who))}" if self.who else ""
        return PropertyResult(
            self.case.owner,
            self.case.mode,
            self.case.title,
            verdict,
            self.case.scope,
            reason or by,
            None if shown is None else shown.city,
            round(time.monotonic() - self.started, 3),
            self.case.syntax.span,
            values,
            self.case.readings,
            False,
            None if shown is None else shown.second,
            shown is not None and shown.smallest,
        )

    def unknown(self, what: str) -> PropertyResult:
        """The result where no solver answered."""
        return self.result("unknown", f"no solver found out {what} within {self.seconds:.0f} s")

    def vacuous(self, about: Lit, nothing: str) -> PropertyResult | None:
        """A result if there is nothing that the claim is about: no city fulfils the assumption, or none is in the
        scope at all. `nothing` says so in words."""
        if self.ask(about).status != "infeasible":
            return None
        if about != TRUE and self.ask(TRUE).status != "infeasible":
            return self.result("vacuous", nothing)
        return self.result("vacuous", f"there is no city in the scope{self.model.nothing_to_take}")


class _OneCity(_Prover):
    """A claim about each city."""

    core: OneCity

    def prepare(self) -> None:
        """Ground the claim at every space where the owner may be."""
        k, model = self.model.circuit, self.model
        claims = [model.ground_bool(self.core.claim, s) for s in self.spaces]
        self.broken = k.any(k.all((a, -x)) for a, x in zip(self.assumed, claims, strict=True))
        self.fulfilled = k.any(k.all((a, x)) for a, x in zip(self.assumed, claims, strict=True))
        value = self.core.value
        self.values: list[Linear] = []
        if value is not None:
            self.values = [model.ground_int(value, s) for s in self.spaces]

    def helping(self, claim: Lit) -> list[Lit]:
        """In scope `any`, floors may be taken to be as high as they go where that can not spoil the claim."""
        if self.case.scope != "any":
            return []
        return raise_floors(self.model, self.model.circuit.linear(claim))

    def reached(self, end: int) -> Lit:
        """Whether the value of a range is `end`, where the assumption holds."""
        k = self.model.circuit
        return k.any(k.all((a, k.equal(x, end))) for a, x in zip(self.assumed, self.values, strict=True))

    def asked(self) -> dict[str, Lit]:
        """What the claim's word asks for, and no more."""
        found: dict[str, Lit] = {}
        if self.core.word == "sometimes":
            found["fulfilled"] = self.fulfilled
        else:
            found["broken"] = self.broken
        for end in dict.fromkeys(self.core.ends or ()):
            found[f"reaches {end}"] = self.reached(end)
        if self.assumes != c.Truth(True):
            found["assumed"] = self.model.circuit.any(self.assumed)
        return found

    def decide(self) -> PropertyResult:
        """The verdict."""
        match self.core.word:
            case "always":
                return self.always()
            case "sometimes":
                return self.sometimes()
            case "range":
                return self.range()
            case _:
                assert_never(self.core.word)

    def shown(self, answer: solve.Answer, sure: bool) -> Shown:
        """The city of an answer, on which the claim is broken, or fulfilled."""
        wanted = self.core.claim if self.core.word == "sometimes" else c.Not(self.core.claim)
        return Shown(self.replayed(answer, wanted), None, sure)

    def replayed(self, answer: solve.Answer, wanted: c.Bool) -> City:
        """The city of an answer, on which the assumption and `wanted` hold where `self` stands.

        Raises `Fault` if the scorer sees it otherwise."""
        city = self.city(answer)
        if not self.python.holds(city, wanted):
            raise Fault(f"{self.case.title}: solver and scorer disagree on {city}")
        return city

    def empty(self) -> PropertyResult | None:
        """A result if the claim is about no city."""
        assumed = self.model.circuit.any(self.assumed)
        return self.vacuous(assumed, "no city of the scope fulfils what is assumed with `when`")

    def always(self) -> PropertyResult:
        """No city breaks it?"""
        answer = self.ask(self.broken)
        if answer.status == "infeasible":
            return self.empty() or self.result("proved")
        if answer.values is None:
            return self.unknown("whether a city breaks it")
        return self.result("refuted", "", self.smallest(answer))

    def sometimes(self) -> PropertyResult:
        """Some city fulfils it?"""
        answer = self.ask(self.fulfilled)
        if answer.status == "infeasible":
            return self.empty() or self.result("refuted", "it holds in no city of the scope")
        if answer.values is None:
            return self.unknown("whether a city fulfils it")
        return self.result("proved", "", self.smallest(answer))

    def range(self) -> PropertyResult:
        """No city is outside, and both ends are reached?"""
        inside = self.always()
        if inside.verdict != "proved":
            return inside
        value, ends = self.core.value, self.core.ends
        assert value is not None and ends is not None
        for end in ends:
            answer = self.ask(self.reached(end))
            if answer.status == "infeasible":
                return self.result("refuted", f"it is never {end}")
            if answer.values is None:
                return self.unknown(f"whether {end} is reached")
            self.replayed(answer, c.Compare("=", value, c.Num(end)))
        return self.result("proved")


class _TwoCities(_Prover):
    """A claim about a city and another that is made of it."""

    core: TwoCities

    @property
    def there(self) -> _Rules:
        """The rules that score the second city."""
        how, case = self.core.how, self.case
        if not isinstance(how, Reread):
            return self.rules
        return _Rules(self.spec, how.mode, how.readings, case.mode if how.mode != case.mode else "")

    def looked_at(self, core: CoreProperty) -> list[tuple[c.Expr, _Rules]]:
        """The assumption and the first value by the rules of the first city, the second by its own; and the kinds
        that come or go."""
        assert isinstance(core, TwoCities)
        found: list[tuple[c.Expr, _Rules]] = [
            (core.assumption, self.rules), (core.first, self.rules), (core.second, self.there),
        ]  # fmt: skip
        if isinstance(core.how, Change):
            sets = [core.how.kinds, *(frozenset({n}) for n in sorted(core.how.new))]
            found += [(c.IsKind("self", kinds), self.rules) for kinds in sets if kinds]
        return found

    def kinds(self, exprs: list[c.Expr] | None) -> frozenset[str] | None:
        """Those that have to be considered under both rules."""
        allowed, also = frozenset(self.rules.game.kinds), None
        match self.core.how:
            case Reread():
                also = self.there.game
                allowed &= frozenset(also.kinds)
            case Exchanged(_, other):
                allowed -= {other}
            case Change() | Elsewhere():
                pass
            case _:
                assert_never(self.core.how)
        return allowed if exprs is None else needed_kinds(self.rules.game, self.question, exprs, allowed, also)

    def place(self, exprs: list[c.Expr]) -> tuple[int, ...]:
        """Where a claim tells places apart, the tile is looked for on one space of each symmetric class."""
        assert self.tile is not None
        if not isinstance(self.core.how, Elsewhere):
            return super().place(exprs)
        k, first = self.model.circuit, first_spaces(self.model, exprs)
        k.require(k.any(self.model.kind(s, frozenset({self.tile})) for s in first))
        return first

    def prepare(self) -> None:
        """Ground both values, and what relates the cities."""
        k, how = self.model.circuit, self.core.how
        self.other: related.Second | Model
        match how:
            case Change():
                self.other = related.after(self.model, how)
            case Reread():
                self.other = related.Reread(self.model, self.there.game, self.there.plain)
            case Exchanged():
                self.other = related.InPlace(self.model, how)
            case Elsewhere():
                assert self.tile is not None
                self.other = related.elsewhere(self.model, self.tile)
            case _:
                assert_never(how)
        self.first = self.model.ground_int(self.core.first)
        self.second = self.other.ground_int(self.core.second)
        difference = self.first - self.second
        more, less = k.at_least(difference, 1), k.at_most(difference, -1)
        match self.core.op:
            case "<=":
                broken = more
            case ">=":
                broken = less
            case "=":
                broken = k.any((more, less))
            case _:
                assert_never(self.core.op)
        if isinstance(self.other, Model):
            assert isinstance(how, Elsewhere) and self.tile is not None
            related.agree(self.model, self.other, how, self.tile)
            self.other.finish()
            self.possible = TRUE
        else:
            self.possible = self.other.possible()
        self.about = k.all((k.any(self.assumed), self.possible))
        self.broken = k.all((self.about, broken))

    def asked(self) -> dict[str, Lit]:
        """That the claim is broken, and that it is about something."""
        return {"broken": self.broken, "assumed": self.about}

    def decide(self) -> PropertyResult:
        """No pair of cities breaks it?"""
        answer = self.ask(self.broken)
        if answer.status == "infeasible":
            nothing = "no city of the scope allows the change, with all that is assumed with `when`"
            return self.vacuous(self.about, nothing) or self.result("proved")
        if answer.values is None:
            return self.unknown("whether two cities break it")
        return self.result("refuted", "", self.smallest(answer))

    def shown(self, answer: solve.Answer, sure: bool) -> Shown:
        """The first city of an answer, and the second one made again from it."""
        k = self.model.circuit
        holds = answer.holds(k)
        if sure and isinstance(self.other, Model):
            # Of all the cities that are different elsewhere, the smallest.
            fixed = [x if holds(x) else -x for _, x, _ in self.model.told(self.model)]
            found = minimal.smallest(self.other, k.all((self.broken, *fixed)), seconds=max(1.0, self.left))
            if found is not None and found.answer.values is not None:
                answer = found.answer
                holds = answer.holds(k)
        city = self.city(answer)
        if not self.python.holds(city, c.Truth(True)):
            raise Fault(f"{self.case.title}: solver and scorer disagree on the assumption for {city}")
        shown: Step | City | None
        shown = self.other.city(holds) if isinstance(self.other, Model) else self.other.step(holds)
        second = self.python.second(city, self.core, shown)
        expected = value_of(self.first, holds), value_of(self.second, holds)
        if second.values != expected or not self.python.broken(self.core, second.values):
            raise Fault(
                f"{self.case.title}: the solver finds {expected}, the scorer {second.values}, on {city} "
                f"and ({second.words}) {second.city}"
            )
        if isinstance(self.core.how, Change):
            # Of all the steps that show it on this city, the first one, whichever the solver took.
            for step in steps(city, self.rules.game, self.core.how):
                other = self.python.second(city, self.core, step)
                if self.python.broken(self.core, other.values):
                    return Shown(city, other, sure)
        return Shown(city, second, sure)


def _prover(
    spec: Specification,
    case: PropertyCase,
    players: int | None,
    time_limit: float,
    explain: bool = False,
    core: CoreProperty | None = None,
) -> _Prover:
    bag = Bag()
    core = core_property(spec, case, bag) if core is None else core
    bag.check()
    mode = spec.declarations.modes[case.mode]
    seconds = float(case.timeout) if case.timeout is not None else time_limit
    match core:
        case OneCity():
            return _OneCity(spec, case, core, players or mode.usual_players, seconds, explain)
        case TwoCities():
            return _TwoCities(spec, case, core, players or mode.usual_players, seconds, explain)
        case _:
            assert_never(core)


def claims_of(
    spec: Specification, case: PropertyCase, players: int | None
) -> tuple[Circuit, dict[str, Lit]]:
    """The circuit that the solvers get for a property, and what they are asked of it.

    `broken`: the claim fails under the assumption; `fulfilled`: both hold; `assumed`: there is something that the
    claim is about; `reaches N`: a range's value is N. Only what the claim's word asks for is there."""
    prover = _prover(spec, case, players, 0.0)
    return prover.model.circuit, prover.asked()


def prove(
    spec: Specification, case: PropertyCase, *, players: int | None = None, time_limit: float = 30.0
) -> PropertyResult:
    """Prove or refute a property of one mode. `time_limit` (seconds) gives way to the property's own `timeout`.

    Raises `Fault` if a solver and the scorer disagree."""
    return _prover(spec, case, players, time_limit).decide()


def prove_unwritten(
    spec: Specification, owner: str, mode: str, readings: dict[str, str], core: CoreProperty, *, time_limit: float
) -> PropertyResult:
    """As `prove`, over scope `any`, for a claim that stands in no text and is given as core.

    Raises `Fault` if a solver and the scorer disagree."""
    # Of the words of a property only its title and its place are told; the claim here is never read.
    words = Property(None, Text(f"what the audit asks of {owner}"), (), Claim("always", Metric("own")))
    case = PropertyCase(owner, mode, readings, "any", None, words)
    return _prover(spec, case, None, time_limit, core=core).decide()


def counterexamples(
    spec: Specification,
    case: PropertyCase,
    *,
    most: int | None = None,
    players: int | None = None,
    time_limit: float = 60.0,
) -> Iterator[Shown]:
    """The smallest cities that show that a claim is broken (for `sometimes`: that it is fulfilled), none the mirror
    image of another: the `most` smallest ones, or all that are as small as the smallest. If the last one is not
    sure to be the next, there may be more than were found in the time (seconds).

    Raises `Fault` if a solver and the scorer disagree."""
    yield from _prover(spec, case, players, time_limit).several(most, time_limit)


def why(
    spec: Specification, case: PropertyCase, *, players: int | None = None, time_limit: float = 30.0
) -> tuple[str, ...] | None:
    """What the proof of a property rests on, in the words of the rules: clauses with their places, what buildings
    need and seat, what the scope allows. None if Z3 does not find the proof again in the time (seconds).

    For a claim that some city fulfils there is nothing to say: its city shows it."""
    prover = _prover(spec, case, players, time_limit, explain=True)
    broken = prover.asked().get("broken")
    if broken is None:
        return None
    if broken == FALSE:
        return ()
    found = solve.core(prover.model.circuit, [broken], seconds=prover.left, limits=prover.limits)
    return None if found is None else tuple(sorted(found))
