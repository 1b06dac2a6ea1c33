"""What the proofs of all properties share: a model of the city that a claim is about, and solvers that take turns.

Guarantee: an answer is a solver's own; what a city shows is worked out by the Python scorer, which has to agree.
"""

from __future__ import annotations

import time
from abc import ABC, abstractmethod
from collections.abc import Iterator
from dataclasses import dataclass

from dsl import core as c
from dsl.assemble import Specification, own_clauses
from dsl.circuit import FALSE, TRUE, Lit
from dsl.city import City
from dsl.claims import (
    CoreProperty,
    PropertyCase,
    expressions,
)
from dsl.footprint import nodes
from verifier import minimal, solve
from verifier.model import Model, Question
from verifier.reduce import needed_kinds, place_tile
from verifier.replay import PropertyReplay
from verifier.verdict import PropertyResult, PropertyVerdict, SecondCity

# Who is asked, and for how many seconds. Most questions take Z3 a moment; sums of many terms are CP-SAT's. Some are
# decided by one of them alone, and how soon depends on what else the machine does: so both get longer turns. A turn
# of CP-SAT has a level, the effort on linear relaxations: what follows from numbers alone (nine pairs need eighteen
# spaces) takes hours without it, and other things longer with it.
TURNS = (
    ("Z3", 1.0, 0), ("CP-SAT", 3.0, 0), ("CP-SAT", 2.0, 1), ("Z3", 5.0, 0), ("CP-SAT", 20.0, 2), ("Z3", 30.0, 0),
    ("CP-SAT", float("inf"), 0),
)  # fmt: skip

WITNESS_SECONDS = 3.0  # for a small city that shows that `sometimes` holds; any shows it


@dataclass(frozen=True)
class Rules:
    """Rules that a city is measured by: a game, and where the game with a kind read as plain is found."""

    spec: Specification
    mode: str
    readings: dict[str, str]
    board_of: str = ""

    @property
    def game(self) -> c.Game:
        """The game that counts."""
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
                clauses = list(self.game.clauses_of(m.name))
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


class Prover(ABC):
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
        self.rules = Rules(spec, case.mode, readings)
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

    def looked_at(self, core: CoreProperty) -> list[tuple[c.Expr, Rules]]:
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
        """Whether some city fulfils a claim: Z3 and CP-SAT take turns until one of them answers."""
        if claim == FALSE:
            return solve.Answer("infeasible")
        claims = [claim, *self.helping(claim)]
        if self._z3 is None:
            self._z3 = solve.Z3(self.model.circuit, self.limits)
        answer = solve.Answer("unknown")
        for turn, (who, seconds, linear) in enumerate(TURNS):
            if turn and self.left <= 0:
                break
            seconds = max(0.1, min(seconds, self.left))
            if who == "Z3":
                answer = self._z3.decide(claims, seconds=seconds)
            else:
                answer = solve.decide(
                    self.model.circuit, claims, seconds=seconds, limits=self.limits, linear=linear
                )
            if answer.status != "unknown":
                self.who.add(who)
                break
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
        left = self.left if self.asked().get("broken") is not None else WITNESS_SECONDS
        for found in self.several(1, max(2.0, left)):
            return found
        return self.shown(answer, False)

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
