"""Conditions in words, as clauses.

Guarantee: every condition of core has words, and so has its contrary.
"""

from __future__ import annotations

from abc import abstractmethod
from collections.abc import Callable, Sequence
from dataclasses import dataclass
from typing import Literal, assert_never

from dsl import core as c
from dsl.fold import TRUE, negation
from dsl.groups import is_group
from dsl.nouns import TURNED, Nouns, State, building, conjuncts, floor
from dsl.phrases import BOTH, EITHER, Brackets, Inner, Phrase, Scope, _, joined, number, say
from dsl.variables import free_names

_COMPARED = {
    "=": _("{left} is equal to {right}"),
    "!=": _("{left} is different from {right}"),
    "<": _("{left} is less than {right}"),
    "<=": _("{left} is at most {right}"),
    ">": _("{left} is more than {right}"),
    ">=": _("{left} is at least {right}"),
}
_OPPOSITE: dict[str, Literal["=", "!=", "<", "<=", ">", ">="]] = {
    "=": "!=",
    "!=": "=",
    "<": ">=",
    ">=": "<",
    ">": "<=",
    "<=": ">",
}


@dataclass
class Conditions(Nouns):
    """The conditions of one game."""

    def condition(self, e: c.Bool) -> Phrase:
        """A condition as a clause."""
        match e:
            case c.Truth(value):
                return say("it is always so") if value else say("it is never so")
            case c.Not(arg):
                return self._negated(arg)
            case c.All((c.Is(at, "placed"), c.Not(c.Is(other, "active")))) if at == other:
                if self._is_space(at):
                    return self._is_kind_of_building(at, "inactive", True)
                return say("{ref} is inactive", ref=self.ref(at))
            case c.All(args):
                found = self._one_kind(e)
                return self._joined(self._merged(args), BOTH) if found is None else self._is_kind(*found, True)
            case c.Any(args):
                found = self._one_kind(e)
                return self._joined(args, EITHER) if found is None else self._is_kind(*found, True)
            case c.Compare(op, left, right):
                return self._compare(op, left, right)
            case c.Some(var, domain, where):
                things = self.things(var, domain, where, self.within)
                return Scope(var, say("there is {things}", things=say("a {noun}", noun=things(1))))
            case c.Every():
                return self._every(e)
            case c.IsKind(at, kinds):
                return self._is_kind(at, [(kinds, "any")], True)
            case c.Is(at, state):
                return self._is(at, state, True)
            case c.Here(at, place):
                return say("{ref} is {place}", ref=self.ref(at), place=self._place(place, self.ref(at)))
            case c.Connected(a, b):
                group, first, second = self._members(e), self.ref(a), self.ref(b)
                return say(
                    "{first} and {second} are in the same group of {things}",
                    first=first,
                    second=second,
                    things=group,
                )
            case _:
                assert_never(e)

    def _one_kind(self, e: c.All | c.Any) -> tuple[str, list[tuple[frozenset[str], State]]] | None:
        """The space whose building a condition names, and the choice of kinds; None if it does not."""
        for at in sorted(free_names(e)):
            found = self._alternatives(e, at)
            if found is not None:
                return at, found
        return None

    def _joined(self, args: Sequence[c.Bool], how: str) -> Phrase:
        """Conditions one behind the other, the word between any two: a comma may follow."""
        return joined([self._part(x) for x in args], how)

    @staticmethod
    def _merged(args: tuple[c.Bool, ...]) -> list[c.Bool]:
        """Conditions, each kind with the state of the building on the same space."""
        left = list(args)
        out: list[c.Bool] = []
        while left:
            x = left.pop(0)
            inactive = isinstance(x, c.Is) and x.state == "placed"
            if isinstance(x, c.IsKind) or (
                isinstance(x, c.Is) and inactive and c.Not(c.Is(x.at, "active")) in left
            ):
                states: tuple[c.Bool, ...] = (c.Is(x.at, "active"), c.Not(c.Is(x.at, "active")))
                for state in states:
                    if state in left:
                        left.remove(state)
                        x = c.All((x, state))
                        break
            out.append(x)
        return out

    def _part(self, e: c.Bool) -> Phrase:
        """A condition as one of several."""
        found = self.condition(e)
        inner = e.arg if isinstance(e, c.Not) else e
        if isinstance(inner, c.All | c.Any) and self._one_kind(inner) is None and not self._is_inactive(inner):
            return Brackets(found)
        return Brackets(found) if self._wide(inner) else found

    @staticmethod
    def _is_inactive(e: c.Bool) -> bool:
        match e:
            case c.All((c.Is(at, "placed"), c.Not(c.Is(other, "active")))):
                return at == other
            case _:
                return False

    def _wide(self, e: c.Bool) -> bool:
        """Whether a condition has an `and` or `or` at its end that could be read as part of what follows."""
        match e:
            case c.Some(_, _, where) | c.Every(_, _, where):
                return any(not isinstance(x, c.IsKind | c.Is | c.Here | c.Connected) for x in conjuncts(where))
            case _:
                return False

    def _is_kind(self, at: str, found: list[tuple[frozenset[str], State]], holds: bool) -> Phrase:
        if self._is_space(at):
            if holds:
                return say("there is {things} on {ref}", things=self.definite(found, 1), ref=self.ref(at))
            return say("there is no {noun} on {ref}", noun=self._choice(found)(1), ref=self.ref(at))
        what = self.definite(found, 1)
        return (
            say("{ref} is {what}", ref=self.ref(at), what=what)
            if holds
            else say("{ref} is not {what}", ref=self.ref(at), what=what)
        )

    def _is(self, at: str, state: str, holds: bool) -> Phrase:
        ref = self.ref(at)
        if not self._is_space(at) and state == "active":
            return say("{ref} is active", ref=ref) if holds else say("{ref} is not active", ref=ref)
        if not self._is_space(at):
            return say("{ref} has been placed", ref=ref) if holds else say("{ref} has not been placed", ref=ref)
        return self._is_kind_of_building(at, "any" if state == "placed" else "active", holds)

    def _is_kind_of_building(self, at: str, state: State, holds: bool) -> Phrase:
        noun = self._state(building(1), state)
        if holds:
            return say("there is {things} on {ref}", things=say("a {noun}", noun=noun), ref=self.ref(at))
        return say("there is no {noun} on {ref}", noun=noun, ref=self.ref(at))

    def _negated(self, e: c.Bool) -> Phrase:
        match e:
            case c.Compare(op, left, right):
                return self._compare(_OPPOSITE[op], left, right)
            case c.Some(var, domain, where):
                things = self.things(var, domain, where, self.within)
                return Scope(var, say("there is no {noun}", noun=things(1)))
            case c.Every(var, domain, where):
                others = self.things(var, domain, negation(where), self.within)
                return Scope(var, say("there is {things}", things=say("a {noun}", noun=others(1))))
            case c.IsKind(at, kinds):
                return self._is_kind(at, [(kinds, "any")], False)
            case c.Is(at, state):
                return self._is(at, state, False)
            case c.Here(at, place):
                return say("{ref} is not {place}", ref=self.ref(at), place=self._place(place, self.ref(at)))
            case c.Connected(a, b):
                group, first, second = self._members(e), self.ref(a), self.ref(b)
                return say(
                    "{first} and {second} are not in the same group of {things}",
                    first=first,
                    second=second,
                    things=group,
                )
            case c.All() | c.Any() if (found := self._one_kind(e)) is not None:
                return self._is_kind(*found, False)
            case c.Truth(value):
                return self.condition(c.Truth(not value))
            case c.Not() | c.All() | c.Any():
                return say("it is not so that {clause}", clause=Brackets(self.condition(e)))
            case _:
                assert_never(e)

    def _compare(self, op: str, left: c.Int, right: c.Int) -> Phrase:
        match left, right:
            case c.Num(), c.Num():
                pass
            case c.Num(), _:
                return self._compare(TURNED[op], right, left)
            case c.Total(var, domain, where, c.Num(1)), c.Num(k) if op != "!=" and is_group(left) is None:
                things = self.things(var, domain, where, self.within)
                return Scope(var, say("there are {things}", things=self.counted(op, k, things)))
            case c.CityUnits("received", resource), c.Num(k) if op != "!=":
                return say(
                    "you received {things} for placing buildings",
                    things=self.counted(op, k, lambda n: self.resource(resource, n)),
                )
            case c.CityUnits("unseated", resource), c.Num(k) if op != "!=":
                return say(
                    "{things} are left over", things=self.counted(op, k, lambda n: self.resource(resource, n))
                )
            case c.Floors(at), c.Num(k) if not self._is_space(at):
                return say("{ref} has {things}", ref=self.ref(at), things=self.counted(op, k, floor))
        if op == "=" and isinstance(right, c.Num):
            return say("{left} is {right}", left=self.atom(left), right=number(right.value))
        return say(_COMPARED[op], left=self.atom(left), right=self.atom(right))

    def _every(self, e: c.Every) -> Phrase:
        """`every X ...`: of all X, or of all that are X if the condition says `not X, or ...`."""
        found: c.Bool = TRUE
        claim = e.where
        match e.where:
            case c.Any((c.Not(noun), *rest)):
                found, claim = noun, rest[0] if len(rest) == 1 else c.Any(tuple(rest))
        things = self.things(e.var, e.domain, found, self.within)
        inner = self._predicate(e.var, claim)
        if inner is not None:
            return Scope(e.var, inner(say("every {noun}", noun=things(1))))
        said = Inner(e.var, self._part(claim))
        return Scope(e.var, say("for every {noun}, {clause}", noun=things(1), clause=said))

    def _predicate(self, var: str, e: c.Bool) -> Callable[[Phrase], Phrase] | None:
        """What is said of every element, in a few words."""
        standing: Literal["active", "placed"] = "active" if self.game.inactive_leave else "placed"
        if self._is_space(var):
            if e == c.Is(var, standing) and not (self.explicit and self.game.inactive_leave):
                return lambda noun: say("{noun} is built", noun=noun)
            if isinstance(e, c.Is) and e.at == var:
                state: State = "active" if e.state == "active" else "any"
                built = say("a {noun}", noun=self._state(building(1), state))
                return lambda noun: say("{noun} has {building}", noun=noun, building=built)
        elif e == c.Is(var, "active"):
            return lambda noun: say("{noun} is active", noun=noun)
        elif self._is_inactive(e) and var in free_names(e):
            return lambda noun: say("{noun} is inactive", noun=noun)
        found = self._alternatives(e, var)
        if found is None:
            return None
        kinds = self.definite(found, 1)
        if self._is_space(var):
            return lambda noun: say("{noun} has {building}", noun=noun, building=kinds)
        return lambda noun: say("{noun} is {building}", noun=noun, building=kinds)

    @abstractmethod
    def atom(self, e: c.Int) -> Phrase:
        """A number as a part of something: in brackets where it could be read otherwise."""
