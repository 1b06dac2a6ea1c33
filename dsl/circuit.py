"""Finite arithmetic over Booleans: the common ground of all solvers.

A *literal* is a non-zero integer: a node's number, or its negative for the opposite; `TRUE` is 1. A node is a
variable, a conjunction, a disjunction, or a threshold `sum of coefficient * literal >= bound`. A `Linear` is a
constant plus a sum of coefficients times literals. Every integer term of the language becomes a `Linear`, every
condition a literal.

Guarantee: nodes are shared (equal nodes have one number), acyclic (arguments have smaller numbers), and exact in
both directions: a node is true exactly when its definition is.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping, Sequence
from dataclasses import dataclass
from math import gcd
from typing import TypeAlias, assert_never

Lit: TypeAlias = int
TRUE: Lit = 1
FALSE: Lit = -1


@dataclass(frozen=True)
class Truth:
    """The node number 1."""


@dataclass(frozen=True)
class Var:
    """A free variable."""

    name: str


@dataclass(frozen=True)
class And:
    """True when all literals are."""

    args: tuple[Lit, ...]


@dataclass(frozen=True)
class Or:
    """True when one of the literals is."""

    args: tuple[Lit, ...]


@dataclass(frozen=True)
class AtLeast:
    """True when the sum of the coefficients of true literals reaches the bound; all are positive."""

    terms: tuple[tuple[int, Lit], ...]
    bound: int


Node: TypeAlias = Truth | Var | And | Or | AtLeast


@dataclass(frozen=True)
class Linear:
    """`constant` plus coefficients times (positive) literals, sorted, without zeros."""

    constant: int
    terms: tuple[tuple[Lit, int], ...] = ()

    def __add__(self, other: Linear) -> Linear:
        return linear_sum((self, other))

    def __sub__(self, other: Linear) -> Linear:
        return linear_sum((self, other.scaled(-1)))

    def scaled(self, factor: int) -> Linear:
        """This linear times a constant."""
        if factor == 0:
            return Linear(0)
        return Linear(self.constant * factor, tuple((x, k * factor) for x, k in self.terms))

    def plus(self, n: int) -> Linear:
        """This linear plus a constant."""
        return Linear(self.constant + n, self.terms)

    @property
    def low(self) -> int:
        """A lower bound, from the coefficients alone."""
        return self.constant + sum(k for _, k in self.terms if k < 0)

    @property
    def high(self) -> int:
        """An upper bound, from the coefficients alone."""
        return self.constant + sum(k for _, k in self.terms if k > 0)


def linear_sum(parts: Iterable[Linear]) -> Linear:
    """The sum of several linears."""
    constant = 0
    terms: dict[Lit, int] = {}
    for p in parts:
        constant += p.constant
        for x, k in p.terms:
            terms[x] = terms.get(x, 0) + k
    return Linear(constant, tuple(sorted((x, k) for x, k in terms.items() if k)))


class Circuit:
    """An arena of shared nodes, with what has to hold (`requirements`)."""

    def __init__(self, clip: bool = True) -> None:
        """Without `clip` no coefficient of a threshold is cut down to its bound. So all thresholds of one sum
        keep the same coefficients, for those who make the sum once and compare it."""
        self.clip = clip
        self.nodes: list[Node] = [Truth(), Truth()]  # 0 is not used
        self._index: dict[tuple[object, ...], Lit] = {}
        self._chains: dict[frozenset[Lit], tuple[Lit, ...]] = {}
        self.requirements: list[Lit] = []
        self.implied: set[int] = set()  # conjunctions that the requirements force to be what they are
        self.reasons: list[str] = []  # why each of them holds, in words; empty for what is so by construction

    def _node(self, sort: Callable[..., Node], *args: object) -> Lit:
        """The node of a sort with such arguments, which is made only if there is none yet."""
        key = (sort, *args)
        found = self._index.get(key)
        if found is None:
            found = self._index[key] = len(self.nodes)
            self.nodes.append(sort(*args))
        return found

    # -- literals

    def var(self, name: str) -> Lit:
        """The variable of that name (made at its first use)."""
        return self._node(Var, name)

    def all(self, args: Iterable[Lit]) -> Lit:
        """Conjunction."""
        found = self._flat(args, True)
        if found is None:
            return FALSE
        return self._junction(found, True)

    def any(self, args: Iterable[Lit]) -> Lit:
        """Disjunction."""
        found = self._flat(args, False)
        if found is None:
            return TRUE
        return self._junction(found, False)

    def _flat(self, args: Iterable[Lit], conjunction: bool) -> set[Lit] | None:
        """The distinct arguments, inner junctions of the same sort opened; None if two are opposites."""
        same = And if conjunction else Or
        unit = TRUE if conjunction else FALSE
        found: set[Lit] = set()
        todo = list(args)
        while todo:
            x = todo.pop()
            if x == -unit or -x in found:
                return None
            node = self.nodes[x] if x > 0 else None
            if isinstance(node, same):
                todo += node.args
            elif x != unit:
                found.add(x)
        return found

    def _junction(self, found: set[Lit], conjunction: bool) -> Lit:
        """The node of a junction; one of negative literals only is the opposite of its dual."""
        if not found:
            return TRUE if conjunction else FALSE
        if len(found) == 1:
            return next(iter(found))
        if all(x < 0 for x in found):
            return -self._junction({-x for x in found}, not conjunction)
        args = tuple(sorted(found))
        return self._node(And if conjunction else Or, args)

    def require(self, lit: Lit, why: str = "") -> None:
        """State that a literal holds in every solution; `why` is the rule that says so, in words."""
        if lit != TRUE:
            self.requirements.append(lit)
            self.reasons.append(why)

    def implies(self, a: Lit, *b: Lit, why: str = "") -> None:
        """Require that `a` implies one of `b`."""
        self.require(self.any((-a, *b)), why)

    # -- integers

    def linear(self, lit: Lit, coefficient: int = 1) -> Linear:
        """A literal as 0 or 1, times a coefficient."""
        if lit == TRUE:
            return Linear(coefficient)
        if lit == FALSE or coefficient == 0:
            return Linear(0)
        if lit < 0:
            return Linear(coefficient, ((-lit, -coefficient),))
        return Linear(0, ((lit, coefficient),))

    def count(self, lits: Iterable[Lit]) -> Linear:
        """How many of the literals hold."""
        return linear_sum(self.linear(x) for x in lits)

    def chain(self, bits: Sequence[Lit]) -> Linear:
        """The integer whose threshold bits (at least 1, at least 2, ...) are given, each implying the last."""
        kept = tuple(x for x in bits if x not in (TRUE, FALSE))
        if kept and all(x > 0 for x in kept) and len(set(kept)) == len(kept):
            self._chains.setdefault(frozenset(kept), kept)
        return self.count(bits)

    def integer(self, name: str, high: int) -> Linear:
        """A fresh integer from 0 to `high`, by threshold variables."""
        bits = [self.var(f"{name}>={i}") for i in range(1, high + 1)]
        for a, b in zip(bits, bits[1:], strict=False):
            self.implies(b, a)
        return self.chain(bits)

    def times(self, lit: Lit, x: Linear) -> Linear:
        """`x` if the literal holds, else 0."""
        if lit == TRUE:
            return x
        if lit == FALSE:
            return Linear(0)
        parts = [self.linear(lit, x.constant)]
        known = self._chains.get(frozenset(b for b, _ in x.terms))
        gated = {b: self.all((lit, b)) for b, _ in x.terms}
        if known is not None:
            self.chain([gated[b] for b in known])
        parts += [self.linear(gated[b], k) for b, k in x.terms]
        return linear_sum(parts)

    def product(self, factors: Iterable[Linear]) -> Linear:
        """The product of several linears: each literal of one gates the others."""
        found = Linear(1)
        for x in factors:
            gated = (self.times(lit, found).scaled(k) for lit, k in x.terms)
            found = linear_sum([found.scaled(x.constant), *gated])
        return found

    def at_least(self, x: Linear, bound: int) -> Lit:
        """The literal `x >= bound`."""
        if x.low >= bound:
            return TRUE
        if x.high < bound:
            return FALSE
        known = self._chains.get(frozenset(b for b, _ in x.terms))
        if known is not None:
            coefficients = {k for _, k in x.terms}
            k = coefficients.pop()
            if not coefficients and k > 0:
                return known[-(-(bound - x.constant) // k) - 1]
            if not coefficients:
                # k negative: x >= bound says that fewer than some number of bits hold
                most = (x.constant - bound) // -k
                return -known[most]
        need = bound - x.constant
        terms: list[tuple[int, Lit]] = []
        for lit, k in x.terms:
            if k > 0:
                terms.append((k, lit))
            else:
                terms.append((-k, -lit))
                need += -k
        common = 0
        for k, _ in terms:
            common = gcd(common, k)
        if common > 1:
            terms = [(k // common, lit) for k, lit in terms]
            need = -(-need // common)
        if self.clip:
            terms = [(min(k, need), lit) for k, lit in terms]
        if all(k >= need for k, _ in terms):
            return self.any(lit for _, lit in terms)
        if sum(k for k, _ in terms) - min(k for k, _ in terms) < need:
            return self.all(lit for _, lit in terms)
        return self._node(AtLeast, tuple(sorted(terms)), need)

    def at_most(self, x: Linear, bound: int) -> Lit:
        """The literal `x <= bound`."""
        return -self.at_least(x, bound + 1)

    def equal(self, x: Linear, value: int) -> Lit:
        """The literal `x = value`."""
        return self.all((self.at_least(x, value), -self.at_least(x, value + 1)))

    def mapped(self, x: Linear, low: int, high: int, f: Callable[[int], int]) -> Linear:
        """`f(x)` for an `x` known to lie from `low` to `high`."""
        parts = [Linear(f(low))]
        for v in range(low + 1, high + 1):
            step = f(v) - f(v - 1)
            if step:
                parts.append(self.linear(self.at_least(x, v), step))
        return linear_sum(parts)

    def range(self, x: Linear) -> tuple[int, int]:
        """Bounds of a linear."""
        return x.low, x.high

    def extreme(self, largest: bool, items: Sequence[tuple[Lit, Linear]], default: int | None) -> Linear:
        """The largest or smallest value among the items whose literal holds.

        `default` is the value if none holds; None promises that one does."""
        live = [(c, x) for c, x in items if c != FALSE]
        if not live:
            return Linear(default or 0)
        ranges = [self.range(x) for _, x in live]
        low, high = min(a for a, _ in ranges), max(b for _, b in ranges)
        if default is not None:
            low, high = min(low, default), max(high, default)
        present = TRUE if default is None else self.any(c for c, _ in live)
        bits = []
        for v in range(low + 1, high + 1):
            if largest:
                bit = self.any(self.all((c, self.at_least(x, v))) for c, x in live)
            else:
                bit = self.all(self.any((-c, self.at_least(x, v))) for c, x in live)
            if default is not None:
                bit = self.any((bit, -present)) if v <= default else self.all((bit, present))
            bits.append(bit)
        return self.chain(bits).plus(low)

    # -- evaluation

    def evaluate(self, values: Mapping[str, bool]) -> Callable[[Lit], bool]:
        """Values of all nodes under an assignment of the variables (absent ones are false)."""
        true: set[Lit] = set()
        done = 1  # the first node that is not worked out yet; 0 is none

        def holds(x: Lit) -> bool:
            nonlocal done
            if abs(x) >= done:  # nodes may have been made since the last question
                for n in range(done, len(self.nodes)):
                    true.add(n if self._holds(self.nodes[n], true, values) else -n)
                done = len(self.nodes)
            return x in true

        return holds

    @staticmethod
    def _holds(node: Node, true: set[Lit], values: Mapping[str, bool]) -> bool:
        match node:
            case And(args):
                return true.issuperset(args)
            case Or(args):
                return not true.isdisjoint(args)
            case AtLeast(terms, bound):
                return sum(k for k, x in terms if x in true) >= bound
            case Var(name):
                return values.get(name, False)
            case Truth():
                return True
            case _:
                assert_never(node)

    def cone(self, roots: Iterable[Lit]) -> list[int]:
        """The numbers of all nodes that the roots depend on, in ascending order."""
        seen: set[int] = set()
        todo = [abs(x) for x in roots]
        while todo:
            n = todo.pop()
            if n in seen:
                continue
            seen.add(n)
            match self.nodes[n]:
                case And(args) | Or(args):
                    todo += [abs(x) for x in args]
                case AtLeast(terms, _):
                    todo += [abs(x) for _, x in terms]
                case _:
                    pass
        return sorted(seen)


def value_of(x: Linear, holds: Callable[[Lit], bool]) -> int:
    """A linear's value, given which literals hold."""
    return x.constant + sum(k for lit, k in x.terms if holds(lit))
