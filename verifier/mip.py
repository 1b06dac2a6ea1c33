"""Runs the solvers of linear models: HiGHS for whole numbers, GLOP for relaxations.

Guarantee: as in `verifier/solve.py`, *optimal* and *infeasible* are said only when the solver has proved it. What a
relaxation does not exceed follows from its rows without rounding, whatever GLOP says.
"""

from __future__ import annotations

import datetime
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass
from math import floor, inf
from typing import Any

from ortools.math_opt.python import mathopt

from dsl.circuit import Circuit, Linear, value_of
from dsl.to_mip import MipModel
from verifier.dual_bound import Row, dual_bound
from verifier.solve import USUAL, Answer, read_values


def maximize(circuit: Circuit, objective: Linear, *, seconds: float) -> Answer:
    """The greatest value of `objective` under the requirements, by HiGHS: a branch and bound that shares no code
    with CP-SAT. MathOpt keeps the interpreter to itself meanwhile: an interrupt is heard when it is done."""
    m = MipModel(circuit, [x for x, _ in objective.terms])
    m.model.maximize(m.expression(objective))
    params = mathopt.SolveParameters(
        time_limit=datetime.timedelta(seconds=max(1.0, seconds)), random_seed=USUAL.seed
    )
    result = mathopt.solve(m.model, mathopt.SolverType.HIGHS, params=params)
    if result.termination.reason == mathopt.TerminationReason.INFEASIBLE:
        return Answer("infeasible")
    bound = result.termination.objective_bounds.dual_bound
    most = floor(bound + 1e-4) if abs(bound) < 1e15 else None
    if not result.has_primal_feasible_solution():
        return Answer("unknown", bound=most)
    found = result.variable_values()
    values = read_values(circuit, lambda n: m.true(n, found), m.has)
    answer = Answer("optimal", values=values)
    value = value_of(objective, answer.holds(circuit))
    return Answer("optimal" if most is not None and most <= value else "feasible", value, most, values)


@dataclass(frozen=True)
class Relaxed:
    """What a relaxation does not exceed, proved in whole numbers; and what the sums that were asked about are where
    it is greatest, rounded."""

    bound: int
    values: tuple[float, ...]


class Relaxation:
    """The linear relaxation of a maximum, asked by GLOP again and again: with other bounds of some of the sums, and
    with other inequalities."""

    def __init__(self, circuit: Circuit, objective: Linear, asked: Sequence[Linear]) -> None:
        self._m = MipModel(circuit, [x for form in (objective, *asked) for x, _ in form.terms], relaxed=True)
        expression = self._m.expression(objective)
        self._m.model.maximize(expression)
        linear = mathopt.as_flat_linear_expression(expression)
        self._objective = {v.id: int(k) for v, k in linear.terms.items()}
        self._constant = int(linear.offset)
        self._ends = {v.id: (int(v.lower_bound), int(v.upper_bound)) for v in self._m.model.variables()}
        self._terms: dict[int, tuple[tuple[int, int], ...]] = {}
        self._asked = [self._m.expression(form) for form in asked]
        self._constants = [form.constant for form in asked]
        self._rows: list[Any] = [None] * len(asked)
        self._inequalities: dict[Linear, Any] = {}
        self._solver: Any = None

    def maximize(
        self,
        between: Mapping[int, tuple[int, int]] | None = None,
        not_negative: Iterable[Linear] = (),
        *,
        seconds: float = 60.0,
    ) -> Relaxed | None:
        """The greatest value where the sums at some places of `asked` lie `between` two numbers, and others are
        `not_negative`; None if there is none, or it was not found in the time."""
        model = self._m.model
        for i, form in enumerate(self._asked):
            low, high = (between or {}).get(i, (-inf, inf))
            if self._rows[i] is None and (low, high) != (-inf, inf):
                self._rows[i] = model.add_linear_constraint(lb=low, ub=high, expr=form)
            elif self._rows[i] is not None:
                # A row holds the variables of the sum only.
                constant = self._constants[i]
                self._rows[i].lower_bound, self._rows[i].upper_bound = low - constant, high - constant
        wanted = set(not_negative)
        for x in sorted(wanted - set(self._inequalities), key=lambda x: (x.terms, x.constant)):
            self._inequalities[x] = model.add_linear_constraint(self._m.expression(x) >= 0)
        # Those of other questions are switched off rather than deleted, so that GLOP need not begin anew.
        for x, row in self._inequalities.items():
            row.lower_bound = -x.constant if x in wanted else -inf
        result = self._solved(seconds)
        if result is None or result.termination.reason != mathopt.TerminationReason.OPTIMAL:
            return None
        values = result.variable_values()
        found = tuple(float(mathopt.evaluate_expression(x, values)) for x in self._asked)
        return Relaxed(self._proved(result.dual_values()), found)

    def _proved(self, multipliers: Mapping[Any, float]) -> int:
        """What follows from the rows, multiplied so, without rounding."""
        rows = ((y, self._row(row)) for row, y in multipliers.items() if y)
        return self._constant + dual_bound(self._objective, self._ends, rows)

    def _row(self, row: Any) -> Row:
        """A row of the model; its terms never change, its ends do."""
        if row.id not in self._terms:
            of = self._m.model.row_nonzeros(row)
            self._terms[row.id] = tuple((v.id, int(row.get_coefficient(v))) for v in of)
        return Row(self._terms[row.id], row.lower_bound, row.upper_bound)

    def _solved(self, seconds: float) -> Any:
        """GLOP's answer; it gives up now and then on where it ended before, and is then asked from the start."""
        params = mathopt.SolveParameters(time_limit=datetime.timedelta(seconds=seconds))
        for _ in range(2):
            if self._solver is None:
                self._solver = mathopt.IncrementalSolver(self._m.model, mathopt.SolverType.GLOP)
            try:
                return self._solver.solve(params=params)
            except Exception:  # what MathOpt raises for an internal error has no common class
                self._solver = None
        return None
