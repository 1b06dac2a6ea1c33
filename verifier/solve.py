"""The only module that runs solvers: sets limits and seeds, and reads their answers.

Guarantee: `optimal` and `infeasible` are said only when the solver has proved it; running out of time or memory is
`unknown` (or `feasible` with a bound), never a verdict.
"""

from __future__ import annotations

import datetime
import time
from collections.abc import Callable, Iterable, Mapping, Sequence
from dataclasses import dataclass
from math import floor
from typing import Any, Literal

import z3
from ortools.math_opt.python import mathopt
from ortools.sat.python import cp_model

from dsl.circuit import Circuit, Linear, Lit, Var, value_of
from dsl.to_cpsat import CpModel
from dsl.to_mip import MipModel
from dsl.to_z3 import Translation


@dataclass(frozen=True)
class Limits:
    """What a solver may use beside its time: memory in MB, and the seed of its random choices."""

    memory: int = 8000
    seed: int = 1


USUAL = Limits()

Status = Literal["optimal", "feasible", "infeasible", "unknown"]


@dataclass(frozen=True)
class Answer:
    """A solver's answer. `values` are those of the circuit's variables where a solution was found. `stopped`: its
    search ended before its time was out, because it was interrupted or had no more memory."""

    status: Status
    value: int | None = None
    bound: int | None = None
    values: Mapping[str, bool] | None = None
    stopped: bool = False

    def holds(self, circuit: Circuit) -> Callable[[Lit], bool]:
        """Which literals hold in the solution: evaluated by ourselves, not by the solver."""
        assert self.values is not None
        return circuit.evaluate(self.values)


class _Watch(cp_model.CpSolverSolutionCallback):
    """Tells of every better solution, and of every lower bound once there is one; `better` is called with each.

    What it raises is kept in `error`: the threads of the solver can not deal with it."""

    def __init__(
        self, tell: Callable[[int, int], None] | None, better: Callable[[Answer], None] | None, most: int
    ) -> None:
        super().__init__()
        self.tell = tell
        self.better = better
        self.read: Callable[[Callable[[Lit], Any]], Mapping[str, bool]] = lambda get: {}
        self.most = most  # what was told to be proved; on the way to a solution CP-SAT's own bound may be anything
        self.found: int | None = None
        self.bound: int | None = None
        self.error: Exception | None = None

    def on_solution_callback(self) -> None:
        self._tell(round(self.objective_value), floor(self.best_objective_bound + 1e-6))
        if self.better is not None:
            values = self.read(lambda x: self.boolean_value(x))
            self._better(Answer("feasible", self.found, self.most, values))

    def on_bound(self, bound: float) -> None:
        """CP-SAT calls this when it lowers its bound."""
        lower = floor(bound + 1e-6)
        if self.found is not None and (self.bound is None or lower < self.bound):
            self._tell(self.found, lower)
        if lower < self.most:
            self.most = lower
            self._better(Answer("unknown", bound=lower))

    def _tell(self, found: int, bound: int) -> None:
        self.found, self.bound = found, bound
        if self.tell is not None:
            self.tell(found, bound)

    def _better(self, answer: Answer) -> None:
        if self.better is not None and self.error is None:
            try:
                self.better(answer)
            except Exception as error:
                self.error = error
                self.stop_search()


def _values(circuit: Circuit, read: Callable[[Lit], bool], has: Callable[[Lit], bool]) -> dict[str, bool]:
    return {
        node.name: read(n)
        for n, node in enumerate(circuit.nodes)
        if isinstance(node, Var) and has(n)
    }


def maximize(
    circuit: Circuit,
    objective: Linear,
    *,
    seconds: float,
    extra: Iterable[Lit] = (),
    at_most: int | None = None,
    linear: int = 2,
    workers: int = 1,
    limits: Limits = USUAL,
    tell: Callable[[int, int], None] | None = None,
    better: Callable[[Answer], None] | None = None,
) -> Answer:
    """The greatest value of `objective` under the requirements and `extra`, by CP-SAT.

    `at_most` is a bound known from elsewhere. `linear` is the effort spent on linear relaxations (0 to 2). `better`
    is called for every solution that is better than those before, and (without values) for every lower bound; what
    it raises ends the search and is raised here. CP-SAT looks at its memory only now and then."""
    literals = list(extra)
    m = CpModel(circuit, [x for x, _ in objective.terms] + literals)
    for x in literals:
        m.require(x)
    target = m.expression(objective)
    if at_most is not None:
        m.model.add(target <= at_most)
    m.model.maximize(target)
    solver: Any = cp_model.CpSolver()
    _settings(solver, seconds, linear, workers, limits)
    watch = _Watch(tell, better, objective.high)
    watch.read = lambda get: _values(circuit, lambda n: bool(get(m.get(n))), m.has)
    solver.best_bound_callback = watch.on_bound
    asked = tell is not None or better is not None
    status = solver.solve(m.model, watch) if asked else solver.solve(m.model)
    if watch.error is not None:
        raise watch.error
    if status == cp_model.INFEASIBLE:
        return Answer("infeasible")
    # Stopped before it has a bound, CP-SAT says 0: only what it told on the way is proved.
    known = max(watch.most, floor(solver.best_objective_bound + 1e-6))
    stopped = solver.wall_time < 0.95 * solver.parameters.max_time_in_seconds
    if status not in (cp_model.OPTIMAL, cp_model.FEASIBLE):
        return Answer("unknown", bound=min(objective.high, known), stopped=stopped)
    values = _values(circuit, lambda n: bool(solver.boolean_value(m.get(n))), m.has)
    answer = Answer("optimal", values=values)
    value = value_of(objective, answer.holds(circuit))
    bound = value if status == cp_model.OPTIMAL else known
    if bound <= value:
        return Answer("optimal", value, value, values)
    return Answer("feasible", value, bound, values, stopped)


def _settings(solver: Any, seconds: float, linear: int, workers: int, limits: Limits) -> None:
    p = solver.parameters
    p.max_time_in_seconds = max(0.1, seconds)
    p.random_seed = limits.seed
    p.num_workers = workers
    p.linearization_level = linear
    p.max_memory_in_mb = limits.memory


def mip_maximize(circuit: Circuit, objective: Linear, *, seconds: float, limits: Limits = USUAL) -> Answer:
    """The greatest value of `objective` under the requirements, by HiGHS: a branch and bound that shares no code
    with CP-SAT."""
    m = MipModel(circuit, [x for x, _ in objective.terms])
    m.model.maximize(m.expression(objective))
    params = mathopt.SolveParameters(
        time_limit=datetime.timedelta(seconds=max(1.0, seconds)), random_seed=limits.seed
    )
    result = mathopt.solve(m.model, mathopt.SolverType.HIGHS, params=params)
    if result.termination.reason == mathopt.TerminationReason.INFEASIBLE:
        return Answer("infeasible")
    bound = result.termination.objective_bounds.dual_bound
    most = floor(bound + 1e-4) if abs(bound) < 1e15 else None
    if not result.has_primal_feasible_solution():
        return Answer("unknown", bound=most)
    found = result.variable_values()
    values = _values(circuit, lambda n: m.true(n, found), m.has)
    answer = Answer("optimal", values=values)
    value = value_of(objective, answer.holds(circuit))
    return Answer("optimal" if most is not None and most <= value else "feasible", value, most, values)


def relaxation(
    circuit: Circuit, objective: Linear, asked: Sequence[Linear], *, seconds: float = 60.0
) -> list[float] | None:
    """What some sums are where the linear relaxation has its greatest `objective`, by GLOP; None if it has none, or
    not in the time."""
    m = MipModel(circuit, [x for form in (objective, *asked) for x, _ in form.terms], relaxed=True)
    m.model.maximize(m.expression(objective))
    params = mathopt.SolveParameters(time_limit=datetime.timedelta(seconds=seconds))
    result = mathopt.solve(m.model, mathopt.SolverType.GLOP, params=params)
    if result.termination.reason != mathopt.TerminationReason.OPTIMAL:
        return None
    values = result.variable_values()
    return [float(mathopt.evaluate_expression(m.expression(form), values)) for form in asked]


def decide(
    circuit: Circuit,
    claims: Iterable[Lit],
    *,
    seconds: float,
    linear: int = 0,
    workers: int = 1,
    limits: Limits = USUAL,
) -> Answer:
    """Whether the requirements and the claims can hold together, by CP-SAT."""
    literals = list(claims)
    m = CpModel(circuit, literals)
    for x in literals:
        m.require(x)
    solver: Any = cp_model.CpSolver()
    _settings(solver, seconds, linear, workers, limits)
    status = solver.solve(m.model)
    if status == cp_model.INFEASIBLE:
        return Answer("infeasible")
    if status not in (cp_model.OPTIMAL, cp_model.FEASIBLE):
        return Answer("unknown")
    values = _values(circuit, lambda n: bool(solver.boolean_value(m.get(n))), m.has)
    return Answer("feasible", values=values)


def _finite(translation: Translation, limits: Limits) -> Any:
    """Z3's finite-domain solver, empty."""
    solver = z3.SolverFor("QF_FD", ctx=translation.context)
    solver.set("random_seed", limits.seed)
    solver.set("max_memory", limits.memory)
    return solver


class Z3:
    """A circuit's requirements in Z3's finite-domain solver, to be asked several questions."""

    def __init__(self, circuit: Circuit, limits: Limits = USUAL) -> None:
        """`limits.memory` is what all of Z3 may take in this process."""
        self.circuit = circuit
        self.limits = limits
        self.translation = Translation(circuit)
        self.translation.add(circuit.requirements)
        self.solver = self._fresh()

    def _fresh(self) -> Any:
        """A solver that holds the requirements and nothing else."""
        solver = _finite(self.translation, self.limits)
        for x in self.circuit.requirements:
            solver.add(self.translation.get(x))
        return solver

    def decide(self, claims: Iterable[Lit], *, seconds: float) -> Answer:
        """Whether the requirements and the claims can hold together."""
        literals = list(claims)
        self.translation.add(literals)
        try:
            return self._decide(literals, seconds)
        except z3.Z3Exception:
            # Memory may run out while the claims are taken back, too. They could then still be in the solver, and
            # would make the next question a stronger one.
            self.solver = self._fresh()
            return Answer("unknown")

    def _decide(self, literals: list[Lit], seconds: float) -> Answer:
        self.solver.set("timeout", max(1, int(seconds * 1000)))
        self.solver.push()
        try:
            for x in literals:
                self.solver.add(self.translation.get(x))
            result = self.solver.check()
            if result == z3.unsat:
                return Answer("infeasible")
            if result != z3.sat:
                return Answer("unknown")
            model = self.solver.model()
            values = {
                name: z3.is_true(model.eval(v, model_completion=True))
                for name, v in self.translation.variables.items()
            }
            return Answer("feasible", values=values)
        finally:
            self.solver.pop()


class Integers:
    """Z3 over integers, or (`finite`) over bit vectors, to be asked several questions about the same
    assumptions."""

    def __init__(self, limits: Limits = USUAL, *, finite: bool = False) -> None:
        self.solver = z3.SolverFor("QF_BV" if finite else "QF_LIA")
        self.solver.set("random_seed", limits.seed)
        self.solver.set("max_memory", limits.memory)

    def add(self, formulas: Iterable[Any]) -> None:
        """Assume formulas from now on."""
        for x in formulas:
            self.solver.add(x)

    def decide(self, formulas: Iterable[Any], *, seconds: float) -> tuple[Status, Any]:
        """Whether the assumptions and these formulas can hold together (`feasible`, with a model), or not."""
        self.solver.set("timeout", max(1, int(seconds * 1000)))
        self.solver.push()
        try:
            for x in formulas:
                self.solver.add(x)
            result = self.solver.check()
            if result == z3.unsat:
                return "infeasible", None
            return ("feasible", self.solver.model()) if result == z3.sat else ("unknown", None)
        except z3.Z3Exception:
            return "unknown", None
        finally:
            self.solver.pop()


def core(
    circuit: Circuit, claims: Iterable[Lit], *, seconds: float, limits: Limits = USUAL
) -> tuple[str, ...] | None:
    """The reasons of requirements that together refute the claims, none of which can be spared as far as was found
    out in the time; None if Z3 did not refute them in it."""
    deadline = time.monotonic() + seconds
    translation = Translation(circuit)
    literals = list(claims)
    translation.add([*circuit.requirements, *literals])
    solver = _finite(translation, limits)
    for x in literals:
        solver.add(translation.get(x))
    flags: dict[str, Any] = {}
    for required, why in zip(circuit.requirements, circuit.reasons, strict=True):
        formula = translation.get(required)
        if why:
            flag = flags.setdefault(why, z3.Bool(f"because {len(flags)}", ctx=translation.context))
            formula = z3.Implies(flag, formula)
        solver.add(formula)

    def refuted(reasons: list[str]) -> list[str] | None:
        """Those of the reasons that Z3 used to refute the claims, if it did."""
        left = deadline - time.monotonic()
        if left <= 0:
            return None
        solver.set("timeout", max(1, int(left * 1000)))
        if solver.check(*(flags[x] for x in reasons)) != z3.unsat:
            return None
        used = {str(x) for x in solver.unsat_core()}
        return [x for x in reasons if str(flags[x]) in used]

    try:
        found = refuted(list(flags))
        if found is None:
            return None
        for why in list(found):
            fewer = refuted([other for other in found if other != why]) if why in found else None
            found = fewer if fewer is not None else found
        return tuple(found)
    except z3.Z3Exception:
        return None
