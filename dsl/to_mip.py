"""Circuit to a mixed-integer linear model, for solvers that know nothing else.

Guarantee: the model's solutions, restricted to the circuit's variables, are exactly the assignments that meet the
requirements; with `relaxed`, its linear relaxation. Conjunctions that the requirements force anyway get no
constraint of their own.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from typing import Any

from ortools.math_opt.python import mathopt

from dsl.circuit import Circuit, Lit
from dsl.circuit_model import CircuitModel


class MipModel(CircuitModel):
    """A mixed-integer model of a circuit's requirements and of all that `roots` depend on."""

    def __init__(self, circuit: Circuit, roots: Iterable[Lit], *, relaxed: bool = False) -> None:
        """With `relaxed` all variables are continuous: the linear relaxation."""
        self.relaxed = relaxed
        self.model: Any = mathopt.Model()
        super().__init__(circuit, roots)

    def true(self, lit: Lit, values: Mapping[Any, float]) -> bool:
        """Whether a variable's literal holds in a solution."""
        return bool(values[self._made[lit]] > 0.5)

    def _one(self) -> Any:
        return 1

    def _variable(self, name: str) -> Any:
        return self._share(name) if self.relaxed else self.model.add_binary_variable(name=name)

    def _share(self, name: str) -> Any:
        """What is 0 or 1 as soon as what it depends on is."""
        return self.model.add_variable(lb=0, ub=1, name=name)

    def _negation(self, made: Any) -> Any:
        return 1 - made

    def _conjunction(self, n: int, args: list[Any]) -> Any:
        b = self._share(f"n{n}")
        if n not in self.circuit.implied:
            for x in args:
                self._add(b <= x)
            self._add(b >= sum(args) - (len(args) - 1))
        return b

    def _disjunction(self, n: int, args: list[Any]) -> Any:
        b = self._share(f"n{n}")
        for x in args:
            self._add(b >= x)
        self._add(b <= sum(args))
        return b

    def _threshold(self, n: int, terms: list[tuple[int, Any]], bound: int) -> Any:
        b = self._variable(f"n{n}")
        total = sum(k * x for k, x in terms)
        most = sum(k for k, _ in terms)
        self._add(total >= bound * b)
        self._add(total <= bound - 1 + (most - bound + 1) * b)
        return b

    def _state(self, made: Any) -> None:
        self._add(made >= 1)

    def _state_any(self, args: list[Any]) -> None:
        self._add(sum(args) >= 1)

    def _state_threshold(self, total: Any, bound: int, reached: bool) -> None:
        self._add(total >= bound if reached else total <= bound - 1)

    def _add(self, constraint: Any) -> None:
        """Constraints between constants hold by themselves, or make the model infeasible."""
        if constraint is False:
            impossible = self.model.add_variable(lb=0, ub=0)
            self.model.add_linear_constraint(impossible >= 1)
        elif constraint is not True:
            self.model.add_linear_constraint(constraint)
