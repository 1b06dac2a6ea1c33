"""Claims about two cities: before and after a change, by two sets of rules, with one tile or another, or alike
around a tile.

Guarantee: `proved` means that no first city of the scope has a second one with which it breaks the claim; a second
city that is shown was made again from the first in plain Python, and scored.
"""

from __future__ import annotations

from typing import assert_never

from dsl import core as c
from dsl.changes import Change, Step, steps
from dsl.circuit import TRUE, Lit, value_of
from dsl.city import City
from dsl.claims import (
    CoreProperty,
    Elsewhere,
    Exchanged,
    Reread,
    TwoCities,
)
from dsl.footprint import nodes, one_sided, positional
from verifier import minimal, related, solve
from verifier.model import Model
from verifier.prover import Prover, Rules, Shown
from verifier.reduce import first_spaces, needed_kinds
from verifier.verdict import Fault, PropertyResult


class TwoCitiesProver(Prover):
    """A claim about a city and another that is made of it."""

    core: TwoCities

    @property
    def there(self) -> Rules:
        """The rules that score the second city."""
        how, case = self.core.how, self.case
        if not isinstance(how, Reread):
            return self.rules
        return Rules(self.spec, how.mode, how.readings, case.mode if how.mode != case.mode else "")

    def looked_at(self, core: CoreProperty) -> list[tuple[c.Expr, Rules]]:
        """The assumption and the first value by the rules of the first city, the second by its own; and the kinds
        that come or go."""
        assert isinstance(core, TwoCities)
        found: list[tuple[c.Expr, Rules]] = [
            (core.assumption, self.rules), (core.first, self.rules), (core.second, self.there),
        ]  # fmt: skip
        if isinstance(core.how, Change):
            sets = [core.how.kinds, *(frozenset({n}) for n in sorted(core.how.new))]
            found += [(c.IsKind("self", kinds), self.rules) for kinds in sets if kinds]
            if core.how.what == "swapping" and self.tile is None:  # a tile is always there to be swapped
                found.append((c.Some("it", c.Domain(None), c.Is("it", "placed")), self.rules))
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
        if self.indifferent():
            self.who.add("what its words look at")
            return self.vacuous(self.about, self.no_second()) or self.result("proved")
        answer = self.ask(self.broken)
        if answer.status == "infeasible":
            return self.vacuous(self.about, self.no_second()) or self.result("proved")
        if answer.values is None:
            return self.unknown("whether two cities break it")
        return self.result("refuted", "", self.smallest(answer))

    def indifferent(self) -> bool:
        """Whether the words alone say that buildings which only move change nothing: nothing that is looked at
        depends on where they stand, or (of a whole city that is flipped) on which side."""
        how = self.core.how
        if not isinstance(how, Change) or how.what not in ("swapping", "mirroring"):
            return False
        total = any(isinstance(x, c.Measure) and x.what == "total" for x in nodes(self.core.first))
        exprs: list[c.Expr] = [x.value for x in self.rules.game.clauses] if total else []
        exprs += self.rules.measured(self.core.first, self.case.owner) or [self.core.first]
        return not any(map(positional if how.what == "swapping" else one_sided, exprs))

    def no_second(self) -> str:
        """What to say if no city of the scope has a second one."""
        match self.core.how:
            case Change():
                why = "allows the change"
            case Reread():
                why = "is possible by the other rules, too"
            case Exchanged(other=other):
                why = f"could have `{other}` instead"
            case Elsewhere():
                why = "is what the claim is about"
            case _:
                assert_never(self.core.how)
        if self.assumes == c.Truth(True):
            return f"no city of the scope {why}"
        return f"no city of the scope fulfils what is assumed with `when` and {why}"

    def shown(self, answer: solve.Answer, sure: bool) -> Shown:
        """The first city of an answer, and the second one made again from it.

        Raises `Fault` if the scorer finds other values than the solver."""
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
