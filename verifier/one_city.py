"""Claims about each city: `always`, `sometimes`, and ranges whose ends are reached.

Guarantee: `proved` means that no city of the scope that fulfils the assumption breaks the claim, and that the ends
of a range are reached; what a city shows was found by the Python scorer, too.
"""

from __future__ import annotations

from typing import assert_never

from dsl import core as c
from dsl.circuit import Linear, Lit
from dsl.city import City
from dsl.claims import (
    OneCity,
)
from verifier import solve
from verifier.prover import Prover, Shown
from verifier.reduce import raise_floors
from verifier.verdict import Fault, PropertyResult


class OneCityProver(Prover):
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
            return self.bounded()
        return self.result("refuted", "", self.smallest(answer))

    def bounded(self) -> PropertyResult:
        """Where no solver answered: how far the value is from what is claimed, as far as can be proved. That may
        be enough."""
        what, value = "the value", self.core.value
        claim = self.core.claim
        if value is None and isinstance(claim, c.Compare):
            constant = isinstance(claim.right, c.Num)
            what = "the left side" if constant else "the left side less the right one"
            value = claim.left if constant else c.Add((claim.left, c.Scale(-1, claim.right)))
        if value is None or self.spaces != [None]:
            return self.unknown("whether a city breaks it")
        k, x = self.model.circuit, self.model.ground_int(value)
        ends = []
        for sign in (-1, 1):
            found = solve.maximize(
                k, x.scaled(sign), seconds=max(1.0, self.seconds / 10), extra=self.assumed, limits=self.limits
            )
            ends.append(sign * found.bound if found.bound is not None else x.high if sign > 0 else x.low)
        low, high = ends
        if self.core.ends is not None:
            enough = self.core.ends[0] <= low and high <= self.core.ends[1]
        else:
            assert isinstance(claim, c.Compare)
            enough = _always(claim.op, low, high, claim.right.value if isinstance(claim.right, c.Num) else 0)
        if enough:
            self.who.add("CP-SAT")
            return self.empty() or self.result("proved")
        said = f"no solver found out whether a city breaks it within {self.seconds:.0f} s"
        return self.result("unknown", f"{said}; {what} is proved to lie between {low} and {high}")

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


def _always(op: str, low: int, high: int, value: int) -> bool:
    """Whether a comparison with `value` holds of everything between `low` and `high`."""
    match op:
        case "<=":
            return high <= value
        case "<":
            return high < value
        case ">=":
            return low >= value
        case ">":
            return low > value
        case "=":
            return low == high == value
        case _:
            return value < low or value > high
