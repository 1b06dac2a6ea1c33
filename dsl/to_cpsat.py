"""Circuit to an OR-tools CP-SAT model.

Guarantee: the model's solutions, restricted to the circuit's variables, are exactly the assignments that meet the
requirements and extra literals; conjunctions and thresholds hold in both directions.
"""

from __future__ import annotations

from collections.abc import Iterable
from typing import Any

from ortools.sat.python import cp_model

from dsl.circuit import Circuit, Lit
from dsl.circuit_model import CircuitModel


class CpModel(CircuitModel):
    """A CP-SAT model of a circuit's requirements and of all that `roots` depend on."""

    def __init__(self, circuit: Circuit, roots: Iterable[Lit]) -> None:
        self.model: Any = cp_model.CpModel()
        super().__init__(circuit, roots)

    def _one(self) -> Any:
        return self.model.new_constant(1)

    def _variable(self, name: str) -> Any:
        return self.model.new_bool_var(name)

    def _negation(self, made: Any) -> Any:
        return ~made

    def _conjunction(self, n: int, args: list[Any]) -> Any:
        b = self.model.new_bool_var(f"n{n}")
        if n not in self.circuit.implied:
            self.model.add_bool_and(args).only_enforce_if(b)
            self.model.add_bool_or([b, *(~x for x in args)])
        return b

    def _disjunction(self, n: int, args: list[Any]) -> Any:
        b = self.model.new_bool_var(f"n{n}")
        self.model.add_bool_or(args).only_enforce_if(b)
        self.model.add_bool_and([~x for x in args]).only_enforce_if(~b)
        return b

    def _threshold(self, n: int, terms: list[tuple[int, Any]], bound: int) -> Any:
        b = self.model.new_bool_var(f"n{n}")
        total = sum(k * x for k, x in terms)
        self.model.add(total >= bound).only_enforce_if(b)
        self.model.add(total < bound).only_enforce_if(~b)
        return b

    def _state(self, made: Any) -> None:
        self.model.add_bool_and([made])

    def _state_any(self, args: list[Any]) -> None:
        self.model.add_bool_or(args)

    def _state_threshold(self, total: Any, bound: int, reached: bool) -> None:
        self.model.add(total >= bound if reached else total < bound)
