"""Properties over all cities of a scope: proved, or refuted by a city that is replayed.

Guarantee: `proved` means that a solver showed that no city of the scope breaks the claim (and, for a range, that
both ends are reached); `refuted` comes with a city on which the Python scorer finds the claim broken, with as few
buildings as could be found; `vacuous` means that no city fulfils the assumption.
"""

from __future__ import annotations

import time
from dataclasses import dataclass, field

from dsl import core as c
from dsl.assemble import Specification, own_clauses
from dsl.check import CoreProperty, PropertyCase, core_property
from dsl.circuit import FALSE, TRUE, Circuit, Linear, Lit, linear_sum
from dsl.diagnostics import Bag
from dsl.footprint import nodes
from verifier import solve
from verifier.model import Model, Question
from verifier.reduce import needed_kinds, place_tile, raise_floors
from verifier.replay import PropertyReplay
from verifier.verdict import Fault, PropertyResult, PropertyVerdict

Z3_SECONDS = 4.0  # what Z3 may take for one question; then CP-SAT is asked


@dataclass
class _Prover:
    spec: Specification
    case: PropertyCase
    core: CoreProperty
    players: int
    seconds: float
    started: float = field(default_factory=time.monotonic)
    who: set[str] = field(default_factory=set)

    def __post_init__(self) -> None:
        case, d = self.case, self.spec.declarations
        is_tile = case.owner in d.kinds and d.is_tile(case.owner)
        question = Question(
            case.mode,
            case.scope,
            self.spec.readings(case.readings),
            self.players,
            case.owner if is_tile else None,
        )
        exprs = self._exprs(question)
        kinds = None if exprs is None else needed_kinds(self.spec.game(*self._at_game), question, exprs)
        self.model = Model(self.spec, question, kinds=kinds)
        self.python = PropertyReplay(self.spec, case, self.core)
        kind = frozenset({case.owner})
        # `self` is any space that holds the owner; a tile stands exactly once, so it is its space.
        self.spaces: list[int | None] = [*self.model.board.spaces] if self.python.about_self else [None]
        if is_tile and exprs is not None:
            first = place_tile(self.model, case.owner, exprs)
            self.spaces = [*first] if self.python.about_self else [None]
        self.assumed = [self._at(s, self.core.assumption, kind) for s in self.spaces]
        self.broken = [
            self.model.circuit.all((a, -self.model.ground_bool(self.core.claim, s)))
            for a, s in zip(self.assumed, self.spaces, strict=True)
        ]
        self.values: list[Linear] = []
        if self.core.value is not None:
            self.values = [self.model.ground_int(self.core.value, s) for s in self.spaces]
        self.model.finish()
        self.z3 = solve.Z3(self.model.circuit)

    @property
    def _at_game(self) -> tuple[str, dict[str, str]]:
        return self.case.mode, self.spec.readings(self.case.readings)

    def _exprs(self, question: Question) -> list[c.Expr] | None:
        """Everything that the property looks at; None if that is the whole score sheet."""
        found: list[c.Expr] = [self.core.assumption, self.core.claim]
        if self.case.owner in self.spec.declarations.kinds:
            found.append(c.IsKind("self", frozenset({self.case.owner})))
        measures = [x for e in found for x in nodes(e) if isinstance(x, c.Measure)]
        game = self.spec.game(*self._at_game)
        for m in measures:
            if m.what == "total":
                return None
            if m.what == "part":
                found += [x.value for x in game.clauses if x.part == m.name]
                found += [c.IsKind("self", x.kinds) for x in game.clauses if x.part == m.name and x.kinds]
            else:
                plain = self.spec.game(*self._at_game, frozenset({m.name or self.case.owner}))
                more, less = own_clauses(game, plain)
                found += [x.value for x in (*more, *less)]
                found += [c.IsKind("self", x.kinds) for x in (*more, *less) if x.kinds]
        if question.scope != "any":
            found += [g.amount for g in game.gains]
        return found

    def _at(self, space: int | None, e: c.Bool, kind: frozenset[str]) -> Lit:
        here = TRUE if space is None else self.model.kind(space, kind)
        return FALSE if here == FALSE else self.model.circuit.all((here, self.model.ground_bool(e, space)))

    @property
    def left(self) -> float:
        return self.seconds - (time.monotonic() - self.started)

    def ask(self, claim: Lit) -> solve.Answer:
        """Whether some city fulfils a claim: Z3, and if it does not answer in its time, CP-SAT."""
        if claim == FALSE:
            return solve.Answer("infeasible")
        claims = [claim]
        if self.case.scope == "any":
            claims += raise_floors(self.model, self.model.circuit.linear(claim))
        answer = self.z3.decide(claims, seconds=max(0.1, min(Z3_SECONDS, self.left)))
        if answer.status != "unknown":
            self.who.add("Z3")
            return answer
        if self.left <= 0:
            return answer
        answer = solve.decide(self.model.circuit, claims, seconds=max(0.1, self.left))
        if answer.status != "unknown":
            self.who.add("CP-SAT")
        return answer

    def smallest(self, claim: Lit, answer: solve.Answer) -> solve.Answer:
        """A city that fulfils the claim with fewer buildings, as few as found in a little time."""
        fewest = linear_sum(self.model.copies(n) for n in self.model.names).scaled(-1)
        seconds = min(5.0, max(0.5, self.left))
        found = solve.maximize(self.model.circuit, fewest, extra=[claim], seconds=seconds)
        return found if found.values is not None else answer

    def result(
        self, verdict: PropertyVerdict, reason: str, answer: solve.Answer | None = None
    ) -> PropertyResult:
        city = None
        values: dict[str, int] = {}
        if answer is not None and answer.values is not None:
            city = self.model.city(answer.holds(self.model.circuit))
            values = self.python.measures(city)
        by = f"by {' and '.join(sorted(self.who))}" if self.who else ""
        return PropertyResult(
            self.case.owner,
            self.case.mode,
            self.case.title,
            verdict,
            self.case.scope,
            reason or by,
            city,
            round(time.monotonic() - self.started, 3),
            self.case.syntax.span,
            values,
            self.case.readings,
        )

    # -- replaying

    def replay(self, answer: solve.Answer, wanted: c.Bool) -> None:
        """Make sure that on the answer's city the assumption and `wanted` hold, where `self` stands."""
        city = self.model.city(answer.holds(self.model.circuit))
        if not self.python.holds(city, wanted):
            raise Fault(f"{self.case.title}: solver and scorer disagree on {city}")

    # -- claims

    def assumption(self) -> PropertyResult | None:
        """A result if there is nothing that the claim is about: no city fulfils the assumption, or none is in
        the scope at all."""
        answer = self.ask(self.model.circuit.any(self.assumed))
        if answer.status != "infeasible":
            return None
        if self.core.assumption != c.Truth(True) and self.ask(TRUE).status != "infeasible":
            return self.result("vacuous", "no city of the scope fulfils what is assumed with `when`")
        return self.result("vacuous", f"there is no city in the scope{self.model.nothing_to_take}")

    def always(self) -> PropertyResult:
        k = self.model.circuit
        claim = k.any(self.broken)
        answer = self.ask(claim)
        if answer.status == "infeasible":
            return self.assumption() or self.result("proved", "")
        if answer.values is None:
            return self.unknown("whether a city breaks it")
        answer = self.smallest(claim, answer)
        self.replay(answer, c.Not(self.core.claim))
        return self.result("refuted", "", answer)

    def fulfilled(self) -> Lit:
        """Whether the assumption and the claim hold together."""
        k = self.model.circuit
        return k.any(
            k.all((a, self.model.ground_bool(self.core.claim, s)))
            for a, s in zip(self.assumed, self.spaces, strict=True)
        )

    def reached(self, end: int) -> Lit:
        """Whether the value of a range is `end`, where the assumption holds."""
        k = self.model.circuit
        return k.any(k.all((a, k.equal(x, end))) for a, x in zip(self.assumed, self.values, strict=True))

    def sometimes(self) -> PropertyResult:
        answer = self.ask(self.fulfilled())
        if answer.status == "infeasible":
            return self.assumption() or self.result("refuted", "it holds in no city of the scope")
        if answer.values is None:
            return self.unknown("whether a city fulfils it")
        self.replay(answer, self.core.claim)
        return self.result("proved", "", answer)

    def range(self, low: int, high: int) -> PropertyResult:
        inside = self.always()
        if inside.verdict != "proved":
            return inside
        value = self.core.value
        assert value is not None
        for end in (low, high):
            answer = self.ask(self.reached(end))
            if answer.status == "infeasible":
                return self.result("refuted", f"it is never {end}")
            if answer.values is None:
                return self.unknown(f"whether {end} is reached")
            self.replay(answer, c.Compare("=", value, c.Num(end)))
        return self.result("proved", "")

    def unknown(self, what: str) -> PropertyResult:
        return self.result("unknown", f"no solver found out {what} within {self.seconds:.0f} s")


def _prover(
    spec: Specification, case: PropertyCase, players: int | None, time_limit: float
) -> _Prover:
    bag = Bag()
    core = core_property(spec, case, bag)
    bag.check()
    mode = spec.declarations.modes[case.mode]
    seconds = float(case.timeout) if case.timeout is not None else time_limit
    return _Prover(spec, case, core, players or mode.usual_players, seconds)


def claims_of(
    spec: Specification, case: PropertyCase, players: int | None
) -> tuple[Circuit, dict[str, Lit]]:
    """The circuit that the solvers get for a property, and what they are asked of it.

    `broken`: the claim fails under the assumption; `fulfilled`: both hold; `assumed`: the assumption holds;
    `reaches N`: a range's value is N. Only what the claim's word asks for is there."""
    prover = _prover(spec, case, players, 0.0)
    claim, k = case.syntax.claim, prover.model.circuit
    asked: dict[str, Lit] = {}
    if claim.word == "sometimes":
        asked["fulfilled"] = prover.fulfilled()
    else:
        asked["broken"] = k.any(prover.broken)
    if claim.word == "range":
        for end in dict.fromkeys((claim.low or 0, claim.high or 0)):
            asked[f"reaches {end}"] = prover.reached(end)
    if prover.core.assumption != c.Truth(True):
        asked["assumed"] = k.any(prover.assumed)
    return k, asked


def prove(
    spec: Specification, case: PropertyCase, *, players: int | None = None, time_limit: float = 30.0
) -> PropertyResult:
    """Prove or refute a property of one mode. `time_limit` (seconds) gives way to the property's own `timeout`.

    Raises `Fault` if a solver and the scorer disagree."""
    prover = _prover(spec, case, players, time_limit)
    claim = case.syntax.claim
    if claim.word == "always":
        return prover.always()
    if claim.word == "sometimes":
        return prover.sometimes()
    return prover.range(claim.low or 0, claim.high or 0)
