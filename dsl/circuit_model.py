"""What the models of a circuit have in common that solvers are given whole.

Guarantee: the model has an expression for every literal that the roots depend on. A requirement is stated plainly:
of its parts, only those that can not be stated by themselves get a variable for their truth.
"""

from __future__ import annotations

from abc import ABC, abstractmethod
from collections.abc import Iterable, Iterator
from typing import Any, assert_never

from dsl.circuit import And, AtLeast, Circuit, Linear, Lit, Or, Truth, Var


class CircuitModel(ABC):
    """A model of a circuit's requirements and of all that `roots` depend on."""

    def __init__(self, circuit: Circuit, roots: Iterable[Lit]) -> None:
        self.circuit = circuit
        self._made: dict[int, Any] = {}
        stated = [y for x in circuit.requirements for y in _plain_parts(circuit, x)]
        for n in circuit.cone([*stated, *roots]):
            self._made[n] = self._node(n)
        for lit in circuit.requirements:
            self.require(lit)

    def _node(self, n: int) -> Any:
        node = self.circuit.nodes[n]
        match node:
            case Truth():
                return self._one()
            case Var(name):
                return self._variable(name)
            case And(args):
                return self._conjunction(n, [self.get(x) for x in args])
            case Or(args):
                return self._disjunction(n, [self.get(x) for x in args])
            case AtLeast(terms, bound):
                return self._threshold(n, [(k, self.get(x)) for k, x in terms], bound)
            case _:
                assert_never(node)

    def get(self, lit: Lit) -> Any:
        """The solver's expression of a literal whose cone was made."""
        made = self._made[abs(lit)]
        return made if lit > 0 else self._negation(made)

    def has(self, lit: Lit) -> bool:
        """Whether the literal is in the model."""
        return abs(lit) in self._made

    def require(self, lit: Lit) -> None:
        """State that a literal holds; conjunctions, disjunctions and thresholds are stated plainly."""
        node = self.circuit.nodes[abs(lit)]
        match node:
            case And(args) if lit > 0:
                for x in args:
                    self.require(x)
            case Or(args) if lit < 0:
                for x in args:
                    self.require(-x)
            case And(args) | Or(args):
                self._state_any([self.get(x if lit > 0 else -x) for x in args])
            case AtLeast(terms, bound):
                self._state_threshold(sum(k * self.get(x) for k, x in terms), bound, lit > 0)
            case _:
                self._state(self.get(lit))

    def expression(self, x: Linear) -> Any:
        """A linear as an expression of the model."""
        return x.constant + sum(k * self.get(lit) for lit, k in x.terms)

    # -- what a solver has for it

    @abstractmethod
    def _one(self) -> Any:
        """What is always true."""

    @abstractmethod
    def _variable(self, name: str) -> Any:
        """What is true or false."""

    @abstractmethod
    def _negation(self, made: Any) -> Any:
        """What is true exactly when `made` is not."""

    @abstractmethod
    def _conjunction(self, n: int, args: list[Any]) -> Any:
        """What is true exactly when all of `args` are: node `n` of the circuit."""

    @abstractmethod
    def _disjunction(self, n: int, args: list[Any]) -> Any:
        """What is true exactly when one of `args` is: node `n` of the circuit."""

    @abstractmethod
    def _threshold(self, n: int, terms: list[tuple[int, Any]], bound: int) -> Any:
        """What is true exactly when the sum of `terms` is at least `bound`: node `n` of the circuit."""

    @abstractmethod
    def _state(self, made: Any) -> None:
        """State that something is true."""

    @abstractmethod
    def _state_any(self, args: list[Any]) -> None:
        """State that one of `args` is true."""

    @abstractmethod
    def _state_threshold(self, total: Any, bound: int, reached: bool) -> None:
        """State that `total` is at least `bound`, or (not `reached`) less."""


def _plain_parts(circuit: Circuit, lit: Lit) -> Iterator[Lit]:
    """The literals that have to be there for a requirement to be stated plainly."""
    node = circuit.nodes[abs(lit)]
    match node:
        case And(args) if lit > 0:
            for x in args:
                yield from _plain_parts(circuit, x)
        case Or(args) if lit < 0:
            for x in args:
                yield from _plain_parts(circuit, -x)
        case And(args) | Or(args):
            yield from args
        case AtLeast(terms, _):
            yield from (x for _, x in terms)
        case _:
            yield lit
