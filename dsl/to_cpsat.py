"""Circuit to an OR-tools CP-SAT model.

Guarantee: the model's solutions, restricted to the circuit's variables, are exactly the assignments that meet the
requirements and extra literals; conjunctions and thresholds hold in both directions.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from typing import Any, assert_never

from ortools.sat.python import cp_model

from dsl.circuit import And, AtLeast, Circuit, Linear, Lit, Or, Truth, Var


def plain_parts(circuit: Circuit, lit: Lit) -> Iterator[Lit]:
    """The literals that have to be there for a requirement to be stated plainly."""
    node = circuit.nodes[abs(lit)]
    match node:
        case And(args) if lit > 0:
            for x in args:
                yield from plain_parts(circuit, x)
        case Or(args) if lit < 0:
            for x in args:
                yield from plain_parts(circuit, -x)
        case And(args) | Or(args):
            yield from args
        case AtLeast(terms, _):
            yield from (x for _, x in terms)
        case _:
            yield lit


class CpModel:
    """A CP-SAT model of a circuit's requirements and of all that `roots` depend on."""

    def __init__(self, circuit: Circuit, roots: Iterable[Lit]) -> None:
        self.circuit = circuit
        self.model: Any = cp_model.CpModel()
        self._made: dict[int, Any] = {}
        stated = [y for x in circuit.requirements for y in plain_parts(circuit, x)]
        for n in circuit.cone([*stated, *roots]):
            self._made[n] = self._node(n)
        for lit in circuit.requirements:
            self.require(lit)

    def _node(self, n: int) -> Any:
        node = self.circuit.nodes[n]
        match node:
            case Truth():
                return self.model.new_constant(1)
            case Var(name):
                return self.model.new_bool_var(name)
            case And(args):
                b = self.model.new_bool_var(f"n{n}")
                if n in self.circuit.implied:
                    return b
                lits = [self.get(x) for x in args]
                self.model.add_bool_and(lits).only_enforce_if(b)
                self.model.add_bool_or([b, *(~x for x in lits)])
                return b
            case Or(args):
                b = self.model.new_bool_var(f"n{n}")
                lits = [self.get(x) for x in args]
                self.model.add_bool_or(lits).only_enforce_if(b)
                self.model.add_bool_and([~x for x in lits]).only_enforce_if(~b)
                return b
            case AtLeast(terms, bound):
                b = self.model.new_bool_var(f"n{n}")
                total = sum(k * self.get(x) for k, x in terms)
                self.model.add(total >= bound).only_enforce_if(b)
                self.model.add(total < bound).only_enforce_if(~b)
                return b
            case _:
                assert_never(node)

    def get(self, lit: Lit) -> Any:
        """The CP-SAT literal of a literal whose cone was made."""
        b = self._made[abs(lit)]
        return b if lit > 0 else ~b

    def has(self, lit: Lit) -> bool:
        """Whether the literal is in the model."""
        return abs(lit) in self._made

    def require(self, lit: Lit) -> None:
        """State that a literal holds; conjunctions and thresholds are stated plainly."""
        node = self.circuit.nodes[abs(lit)]
        match node:
            case And(args) if lit > 0:
                for x in args:
                    self.require(x)
            case And(args):
                self.model.add_bool_or([self.get(-x) for x in args])
            case Or(args) if lit > 0:
                self.model.add_bool_or([self.get(x) for x in args])
            case Or(args):
                for x in args:
                    self.require(-x)
            case AtLeast(terms, bound):
                total = sum(k * self.get(x) for k, x in terms)
                self.model.add(total >= bound if lit > 0 else total < bound)
            case _:
                self.model.add_bool_and([self.get(lit)])

    def expression(self, x: Linear) -> Any:
        """A linear as a CP-SAT expression."""
        return x.constant + sum(k * self.get(lit) for lit, k in x.terms)
