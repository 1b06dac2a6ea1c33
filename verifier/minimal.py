"""The smallest city that fulfils a claim, and those that follow it.

Guarantee: a city that is `sure` comes before every other solution of the model that fulfils the claim, each step
proved by a solver, in this order: fewer buildings, fewer floors, fewer units seated, fewer units received; then
space by space in reading order: a building before an empty space, kinds as in `Model.names`, fewer floors, active
before inactive, fewer units on seats. Kinds that are counted, not placed, come last: more of the first ones.
"""

from __future__ import annotations

import time
from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass

from dsl.board import Space
from dsl.circuit import FALSE, Linear, Lit, value_of
from verifier import solve
from verifier.model import Model

Z3_SECONDS = 4.0  # what Z3 may take for one question; then CP-SAT is asked
FEW = 3  # buildings up to which a smallest city is looked for from below

Ask = Callable[[], solve.Answer]


@dataclass(frozen=True)
class Minimal:
    """A solution that fulfils a claim, and whether it is proved to be the first of the order.

    Without `answer.values` nobody found out in time whether there is one."""

    answer: solve.Answer
    sure: bool


def smallest(
    model: Model,
    claim: Lit,
    *,
    seconds: float,
    z3: solve.Z3 | None = None,
    ask: Ask | None = None,
    patient: bool = False,
) -> Minimal | None:
    """The first of the solutions that fulfil the claim; None if it is refuted. The model is finished.

    `z3` may have been made before, of the same circuit. Where few buildings do not fulfil the claim, `ask` finds
    out whether any city does (by default Z3 and then CP-SAT in what is left of `seconds`). `patient`: where Z3 does
    not know of few buildings, CP-SAT is asked about them before, for up to half of the time."""
    return _Search(model, claim, seconds, z3, ask, patient).first()


def several(
    model: Model, claim: Lit, *, most: int | None, seconds: float, z3: solve.Z3 | None = None
) -> Iterator[Minimal]:
    """The first solutions that fulfil the claim, in order, of those that a symmetry of the board exchanges only
    one: all that are as small as the first, or the `most` smallest ones of any size.

    They differ in what was asked of the model: kinds, floors, activity, seats. All are there if the last one is
    sure; after one that is not, none follows."""
    search = _Search(model, claim, seconds, z3, None)
    found = search.first() if most != 0 else None
    count = 0
    while found is not None:
        yield found
        count += 1
        if count == most or not found.sure:
            return
        found = search.following(any_size=most is not None)


class _Search:
    def __init__(
        self,
        model: Model,
        claim: Lit,
        seconds: float,
        z3: solve.Z3 | None,
        ask: Ask | None,
        patient: bool = False,
    ) -> None:
        self.model = model
        self.circuit = model.circuit
        self.deadline = time.monotonic() + seconds
        self.z3 = z3
        self.ask = ask
        self.patient = patient
        self.claims = [claim]  # with what was found and its mirror images ruled out
        self.sizes = model.sizes()
        # What is proved of the sizes: none comes before these (as a list: the first one that differs counts).
        self.known = [max(0, x.low) for x in self.sizes]

    @property
    def left(self) -> float:
        return self.deadline - time.monotonic()

    # -- questions

    def _z3(self, claims: Sequence[Lit]) -> solve.Answer:
        if FALSE in claims:
            return solve.Answer("infeasible")
        left = self.left
        if left <= 0:
            return solve.Answer("unknown")
        if self.z3 is None:
            self.z3 = solve.Z3(self.circuit)
        return self.z3.decide(claims, seconds=min(Z3_SECONDS, left))

    def _either(self, claims: Sequence[Lit]) -> solve.Answer:
        """Z3's answer, or if it has none in its time, CP-SAT's."""
        answer = self._z3(claims)
        if answer.status == "unknown" and self.left > 0:
            return solve.decide(self.circuit, claims, seconds=self.left)
        return answer

    # -- one city after the other

    def first(self) -> Minimal | None:
        """The first city of the order."""
        if self.claims[0] == FALSE:
            return None
        answer = self._few()
        if answer is None:
            answer = self.ask() if self.ask is not None else self._either(self.claims)
        if answer.status == "infeasible":
            return None
        if answer.values is None:
            return Minimal(answer, False)
        fixed, answer, sure = self._shrunk(answer)
        if sure:
            answer, sure = self._arranged(fixed, answer)
        if sure:
            self._rule_out(answer)
        return Minimal(answer, sure)

    def following(self, any_size: bool) -> Minimal | None:
        """The next one after a first that is sure, of the same sizes or of any."""
        same = [self.circuit.at_most(x, n) for x, n in zip(self.sizes, self.known, strict=True)]
        answer = self._either([*self.claims, *same])
        if answer.status == "infeasible":
            return self.first() if any_size else None
        if answer.values is None:
            return Minimal(answer, False)
        answer, sure = self._arranged([*self.claims, *same], answer)
        if sure:
            self._rule_out(answer)
        return Minimal(answer, sure)

    # -- sizes

    def _few(self) -> solve.Answer | None:
        """A city of as few buildings as can be, if few do.

        Most claims are fulfilled in a city of few buildings, and with few allowed the question is easy."""
        enough = self.left / 2
        for n in range(self.known[0], FEW + 1):
            claims = [*self.claims, self.circuit.at_most(self.sizes[0], n)]
            answer = self._z3(claims)
            if answer.status == "unknown" and self.patient and self.left > enough:
                answer = solve.decide(self.circuit, claims, seconds=self.left - enough)
            if answer.status == "unknown":
                return None
            self._prove(0, n if answer.values is not None else n + 1)
            if answer.values is not None:
                return answer
        return None

    def _prove(self, i: int, low: int) -> None:
        """Note that a size is at least so large, where those before it are as small as can be."""
        if low > self.known[i]:
            later = (max(0, x.low) for x in self.sizes[i + 1 :])
            self.known[i:] = [low, *later]

    def _shrunk(self, answer: solve.Answer) -> tuple[list[Lit], solve.Answer, bool]:
        """A city of the smallest sizes, with the claims and what makes any other as small; and whether that is
        sure."""
        fixed = list(self.claims)
        for i, size in enumerate(self.sizes):
            answer, sure = self._least(i, size, fixed, answer)
            if not sure:
                return fixed, answer, False
            fixed.append(self.circuit.at_most(size, self.known[i]))
        return fixed, answer, True

    def _least(
        self, i: int, size: Linear, fixed: Sequence[Lit], answer: solve.Answer
    ) -> tuple[solve.Answer, bool]:
        """A city with the least of a size: by Z3, halving what is open; by CP-SAT where that is silent, and for
        the buildings, of which it then takes many."""
        k = self.circuit
        value = value_of(size, answer.holds(k))
        asked = i > 0
        while self.known[i] < value:
            middle = (self.known[i] + value) // 2
            found = self._z3([*fixed, k.at_most(size, middle)]) if asked else solve.Answer("unknown")
            if found.values is not None:
                answer, value = found, value_of(size, found.holds(k))
            elif found.status == "infeasible":
                self._prove(i, middle + 1)
            else:
                return self._least_by_cpsat(i, size, fixed, answer)
        return answer, True

    def _least_by_cpsat(
        self, i: int, size: Linear, fixed: Sequence[Lit], answer: solve.Answer
    ) -> tuple[solve.Answer, bool]:
        seconds = max(0.5, self.left)
        found = solve.maximize(self.circuit, size.scaled(-1), extra=fixed, seconds=seconds, at_most=-self.known[i])
        if found.values is not None and found.value is not None:
            if -found.value <= value_of(size, answer.holds(self.circuit)):
                answer = found
            if found.status == "optimal":
                self._prove(i, -found.value)
                return answer, True
        return answer, False

    # -- arrangement

    def _arranged(self, fixed: Sequence[Lit], answer: solve.Answer) -> tuple[solve.Answer, bool]:
        """The first city in reading order, and whether that is sure.

        Cities are compared as words of literals, true before false. The first place where a city can do better lies
        before its next true literal: one question for all places up to there."""
        k = self.circuit
        fixed = list(fixed)
        done = 0
        while True:
            holds = answer.holds(k)
            word = list(self._word(holds))
            while done < len(word):
                end = next((i for i in range(done, len(word)) if holds(word[i])), len(word))
                found = self._either([*fixed, k.any(word[done:end])])
                if found.values is not None:
                    answer = found
                    break
                if found.status == "unknown":
                    return answer, False
                fixed += [-x for x in word[done:end]]
                fixed += word[end : end + 1]
                done = end + 1
            else:
                return answer, True

    def _word(self, holds: Callable[[Lit], bool]) -> Iterator[Lit]:
        """A city as literals. Which ones follow depends only on what holds of those before."""
        model = self.model
        for s in model.board.spaces:
            for n in model.names:
                here = model.kind(s, frozenset({n}))
                yield here
                if holds(here):
                    yield from self._state(s, n)
                    break
        yield from self._counted()

    def _state(self, space: Space, kind: str) -> Iterator[Lit]:
        """What may hold of a kind on a space, in the same order for every space: what nobody asked about is as
        `Model.city` leaves it."""
        k, model = self.circuit, self.model
        made = model.game.kinds[kind]
        floors = model.floor_terms.get((space, kind), Linear(1))
        for j in range(2, made.max_floors + 1):
            yield -k.at_least(floors, j)
        if made.needs:
            yield model.active_terms.get((space, kind), FALSE)
        for r in model.game.resources:
            seats = model.seat_terms.get((space, r.name), Linear(0))
            for j in range(1, made.seats.get(r.name, 0) + 1):
                yield -k.at_least(seats, j)

    def _counted(self) -> Iterator[Lit]:
        k = self.circuit
        for buildings, tiles in self.model.filler_terms.values():
            for j in range(1, buildings.high + 1):
                yield k.at_least(buildings, j)
            extra = tiles - buildings
            for j in range(1, extra.high + 1):
                yield -k.at_least(extra, j)

    def _rule_out(self, answer: solve.Answer) -> None:
        """From now on, no city that is this one or a mirror image of it."""
        k, model = self.circuit, self.model
        holds = answer.holds(k)
        counted = [x if holds(x) else -x for x in self._counted()]
        stand = [
            (s, next((n for n in model.names if holds(model.kind(s, frozenset({n})))), None))
            for s in model.board.spaces
        ]
        for image in model.board.symmetries:
            same = list(counted)
            for s, n in stand:
                t = image[s]
                if n is None:
                    same.append(-model.placed(t))
                    continue
                same.append(model.kind(t, frozenset({n})))
                pairs = zip(self._state(s, n), self._state(t, n), strict=True)
                same += [there if holds(here) else -there for here, there in pairs]
            self.claims.append(-k.all(same))
