"""Circuit to Z3.

Guarantee: the Z3 formula of a literal is true in exactly the assignments that make the literal true. Thresholds
become pseudo-Boolean constraints, which Z3's finite-domain solver handles without arithmetic.
"""

from __future__ import annotations

from collections.abc import Iterable
from typing import assert_never

import z3

from dsl.circuit import And, AtLeast, Circuit, Linear, Lit, Or, Truth, Var


class Translation:
    """Z3 formulas of a circuit's literals, each made once."""

    def __init__(self, circuit: Circuit, context: z3.Context | None = None) -> None:
        self.circuit = circuit
        self.context = context if context is not None else z3.Context()
        self.variables: dict[str, z3.BoolRef] = {}
        self._made: dict[int, z3.BoolRef] = {}

    def add(self, roots: Iterable[Lit]) -> None:
        """Make the formulas of everything that the roots depend on."""
        for n in self.circuit.cone(roots):
            if n not in self._made:
                self._made[n] = self._node(n)

    def _node(self, n: int) -> z3.BoolRef:
        node = self.circuit.nodes[n]
        match node:
            case Truth():
                return z3.BoolVal(True, self.context)
            case Var(name):
                self.variables[name] = z3.Bool(name, self.context)
                return self.variables[name]
            case And(args):
                return z3.And([self.get(x) for x in args])
            case Or(args):
                return z3.Or([self.get(x) for x in args])
            case AtLeast(terms, bound):
                return z3.PbGe([(self.get(x), k) for k, x in terms], bound)
            case _:
                assert_never(node)

    def get(self, lit: Lit) -> z3.BoolRef:
        """The formula of a literal whose cone was added."""
        formula = self._made[abs(lit)]
        return formula if lit > 0 else z3.Not(formula)

    def literal(self, lit: Lit) -> z3.BoolRef:
        """The formula of a literal."""
        self.add((lit,))
        return self.get(lit)

    def at_least(self, x: Linear, bound: int) -> z3.BoolRef:
        """The formula `x >= bound`."""
        return self.literal(self.circuit.at_least(x, bound))
