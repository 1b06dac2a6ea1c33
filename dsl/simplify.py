"""Two rewrites of an objective that make optima easier to prove.

Guarantee: `merged` has the same value as the objective on every assignment. Raising a variable of `rising` never
lowers the objective.
"""

from __future__ import annotations

from collections.abc import Iterable

from dsl.circuit import FALSE, TRUE, And, AtLeast, Circuit, Linear, Lit, Or, Truth, Var, linear_sum


class _Implication:
    """A quick, incomplete test whether one literal implies another, by their shape."""

    def __init__(self, circuit: Circuit) -> None:
        self.circuit = circuit
        self.known: dict[tuple[Lit, Lit], bool] = {}

    def _args(self, x: Lit, conjunction: bool) -> tuple[Lit, ...]:
        """The arguments of a literal that is a conjunction (or a disjunction); none if it is not."""
        node = self.circuit.nodes[abs(x)]
        match node:
            case And(args) if conjunction == (x > 0):
                return args if x > 0 else tuple(-y for y in args)
            case Or(args) if conjunction != (x > 0):
                return args if x > 0 else tuple(-y for y in args)
            case _:
                return ()

    def _and(self, x: Lit) -> tuple[Lit, ...]:
        return self._args(x, True)

    def _or(self, x: Lit) -> tuple[Lit, ...]:
        return self._args(x, False)

    def holds(self, a: Lit, b: Lit) -> bool:
        """Whether `a` surely implies `b`."""
        if a in (b, FALSE) or b == TRUE:
            return True
        if (a, b) not in self.known:
            self.known[a, b] = False
            self.known[a, b] = self._holds(a, b)
        return self.known[a, b]

    def _holds(self, a: Lit, b: Lit) -> bool:
        if parts := self._and(b):
            return all(self.holds(a, y) for y in parts)
        if parts := self._or(a):
            return all(self.holds(x, b) for x in parts)
        return any(self.holds(a, y) for y in self._or(b)) or any(
            self.holds(x, b) for x in self._and(a)
        )


def merged(circuit: Circuit, objective: Linear) -> Linear:
    """The objective with pairs `+k (S and p) - k (S and q)`, where q implies p, as `k (S and p and not q)`.

    A gain that is a difference of two tables (with and without a tile) has many such pairs."""
    implication = _Implication(circuit)
    left = dict(objective.terms)

    def parts(x: Lit) -> frozenset[Lit]:
        node = circuit.nodes[x]
        return frozenset(node.args) if isinstance(node, And) else frozenset({x})

    partners: dict[frozenset[Lit], list[tuple[Lit, Lit]]] = {}
    for x, k in objective.terms:
        if k > 0:
            for lit in parts(x):
                partners.setdefault(parts(x) - {lit}, []).append((x, lit))
    out: list[Linear] = []
    for y, k in objective.terms:
        if k >= 0:
            continue
        for lit in sorted(parts(y)):
            common = parts(y) - {lit}
            able = [
                (x, p)
                for x, p in partners.get(common, ())
                if left[x] > 0 and x != y and implication.holds(lit, p)
            ]
            # The strongest partner first: it leaves the weaker ones to the terms that need them.
            able.sort(key=lambda xp: sum(implication.holds(xp[1], other) for _, other in able), reverse=True)
            for x, p in able:
                amount = min(left[x], -left[y])
                if amount > 0:
                    left[x] -= amount
                    left[y] += amount
                    out.append(circuit.linear(circuit.all((*common, p, -lit)), amount))
    rest = Linear(objective.constant, tuple((x, k) for x, k in sorted(left.items()) if k))
    return linear_sum([rest, *out])


def rising(circuit: Circuit, objective: Linear) -> frozenset[Lit]:
    """The variables that occur in the objective in such a way only that they never lower it."""
    signs: dict[int, set[int]] = {}
    for x, k in objective.terms:
        signs.setdefault(x, set()).add(1 if k > 0 else -1)
    for n in reversed(circuit.cone(signs)):
        node = circuit.nodes[n]
        match node:
            case And(args) | Or(args):
                inner: Iterable[Lit] = args
            case AtLeast(terms, _):
                inner = [x for _, x in terms]
            case Truth() | Var():
                continue
        for x in inner:
            for sign in signs[n]:
                signs.setdefault(abs(x), set()).add(sign if x > 0 else -sign)
    return frozenset(
        n for n, found in signs.items() if found == {1} and isinstance(circuit.nodes[n], Var)
    )
