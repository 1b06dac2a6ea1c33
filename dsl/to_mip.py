"""Circuit to a mixed-integer linear model, for solvers that know nothing else.

Guarantee: the model's solutions, restricted to the circuit's variables, are exactly the assignments that meet the
requirements; with `relaxed`, its linear relaxation. Conjunctions that the requirements force anyway get no
constraint of their own.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from typing import Any, assert_never

from ortools.math_opt.python import mathopt

from dsl.circuit import And, AtLeast, Circuit, Linear, Lit, Or, Truth, Var
from dsl.to_cpsat import plain_parts


class MipModel:
    """A mixed-integer model of a circuit's requirements and of all that `roots` depend on."""

    def __init__(self, circuit: Circuit, roots: Iterable[Lit], *, relaxed: bool = False) -> None:
        """With `relaxed` all variables are continuous: the linear relaxation."""
        self.circuit = circuit
        self.relaxed = relaxed
        self.model: Any = mathopt.Model()
        self._made: dict[int, Any] = {}
        stated = [y for x in circuit.requirements for y in plain_parts(circuit, x)]
        for n in circuit.cone([*stated, *roots]):
            self._made[n] = self._node(n)
        for lit in circuit.requirements:
            self.require(lit)

    def _variable(self, name: str, *, integer: bool = True) -> Any:
        if integer and not self.relaxed:
            return self.model.add_binary_variable(name=name)
        return self.model.add_variable(lb=0, ub=1, name=name)

    def _add(self, constraint: Any) -> None:
        """Constraints between constants hold by themselves, or make the model infeasible."""
        if constraint is False:
            impossible = self.model.add_variable(lb=0, ub=0)
            self.model.add_linear_constraint(impossible >= 1)
        elif constraint is not True:
            self.model.add_linear_constraint(constraint)

    def _node(self, n: int) -> Any:
        node = self.circuit.nodes[n]
        match node:
            case Truth():
                return 1
            case Var(name):
                return self._variable(name)
            case And(args):
                b = self._variable(f"n{n}", integer=False)
                if n not in self.circuit.implied:
                    for x in args:
                        self._add(b <= self.get(x))
                    self._add(b >= sum(self.get(x) for x in args) - (len(args) - 1))
                return b
            case Or(args):
                b = self._variable(f"n{n}", integer=False)
                for x in args:
                    self._add(b >= self.get(x))
                self._add(b <= sum(self.get(x) for x in args))
                return b
            case AtLeast(terms, bound):
                b = self._variable(f"n{n}")
                total = sum(k * self.get(x) for k, x in terms)
                most = sum(k for k, _ in terms)
                self._add(total >= bound * b)
                self._add(total <= bound - 1 + (most - bound + 1) * b)
                return b
            case _:
                assert_never(node)

    def get(self, lit: Lit) -> Any:
        """The 0/1 expression of a literal whose cone was made."""
        b = self._made[abs(lit)]
        return b if lit > 0 else 1 - b

    def has(self, lit: Lit) -> bool:
        """Whether the literal is in the model."""
        return abs(lit) in self._made

    def true(self, lit: Lit, values: Mapping[Any, float]) -> bool:
        """Whether a variable's literal holds in a solution."""
        return bool(values[self._made[lit]] > 0.5)

    def require(self, lit: Lit) -> None:
        """State that a literal holds; conjunctions, disjunctions and thresholds are stated plainly."""
        node = self.circuit.nodes[abs(lit)]
        match node:
            case And(args) if lit > 0:
                for x in args:
                    self.require(x)
            case And(args):
                self._add(sum(self.get(-x) for x in args) >= 1)
            case Or(args) if lit > 0:
                self._add(sum(self.get(x) for x in args) >= 1)
            case Or(args):
                for x in args:
                    self.require(-x)
            case AtLeast(terms, bound):
                total = sum(k * self.get(x) for k, x in terms)
                self._add(total >= bound if lit > 0 else total <= bound - 1)
            case _:
                self._add(self.get(lit) >= 1)

    def expression(self, x: Linear) -> Any:
        """A linear as an expression of the model."""
        return x.constant + sum(k * self.get(lit) for lit, k in x.terms)
