"""Runs CP-SAT and Z3: sets limits and seeds, and reads their answers (`verifier/mip.py` does it for linear models).

Guarantee: `optimal` and `infeasible` are said only when the solver has proved it; running out of time or memory is
`unknown` (or `feasible` with a bound), never a verdict. An interrupt (Ctrl-C) ends every search at once:
as an answer to who wants what was found so far, else as `KeyboardInterrupt`, so that nobody goes on to the next.
"""

from __future__ import annotations

import signal
import threading
import time
from collections.abc import Callable, Iterable, Iterator, Mapping
from contextlib import contextmanager
from dataclasses import dataclass, replace
from math import floor
from typing import Any, Literal, TypeVar

import z3
from ortools.sat.python import cp_model

from dsl.circuit import Circuit, Linear, Lit, Var, value_of
from dsl.to_cpsat import CpModel
from dsl.to_z3 import Translation


@dataclass(frozen=True)
class Limits:
    """What a solver may use beside its time: memory in MB, and the seed of its random choices."""

    memory: int = 8000
    seed: int = 1


USUAL = Limits()

T = TypeVar("T")

Status = Literal["optimal", "feasible", "infeasible", "unknown"]


@dataclass(frozen=True)
class Answer:
    """A solver's answer. `values` are those of the circuit's variables where a solution was found. `stopped`: its
    search ended before its time was out, because it was `interrupted` (Ctrl-C) or had no more memory."""

    status: Status
    value: int | None = None
    bound: int | None = None
    values: Mapping[str, bool] | None = None
    stopped: bool = False
    interrupted: bool = False

    def holds(self, circuit: Circuit) -> Callable[[Lit], bool]:
        """Which literals hold in the solution: evaluated by ourselves, not by the solver."""
        assert self.values is not None
        return circuit.evaluate(self.values)


class _Watch(cp_model.CpSolverSolutionCallback):
    """Hears of every better solution and of every lower bound, with the best value so far (None before there is
    one)."""

    def __init__(self, heard: Callable[[int | None, int], None], most: int) -> None:
        """`most` is a bound known from elsewhere. CP-SAT's own counts only where it tells of one: before that it
        has 0."""
        super().__init__()
        self.heard = heard
        self.best: int | None = None
        self.bound = most

    def on_solution_callback(self) -> None:
        self.best = round(self.objective_value)
        self.heard(self.best, self.bound)

    def on_bound(self, bound: float) -> None:
        """CP-SAT calls this when it lowers its bound."""
        lower = floor(bound + 1e-6)
        if lower < self.bound:
            self.bound = lower
            self.heard(self.best, lower)


def _run(search: Callable[[], T], stop: Callable[[], object]) -> tuple[T, bool]:
    """What a search returns, and whether it was interrupted and told to stop.

    It runs in a thread beside this one: while a solver has the thread that gets interrupts, no Python sees them."""
    done: list[T] = []
    failed: list[BaseException] = []
    begun, ended = threading.Event(), threading.Event()

    def run() -> None:
        begun.set()
        try:
            done.append(search())
        except BaseException as error:
            failed.append(error)
        finally:
            ended.set()

    interrupted = False
    try:
        threading.Thread(target=run, daemon=True).start()
        ended.wait()
    except KeyboardInterrupt:
        interrupted = True
        if not begun.wait(1):
            raise
        # It may have come before the solver began, which would not hear of it: it is told until it ends.
        while not ended.wait(0.05):
            stop()
    if failed:
        raise failed[0]
    return done[0], interrupted


def _checked(solver: Any, *assumptions: Any) -> Any:
    """What Z3 says. Interrupted it says that it does not know, also where the process takes no notice of it."""
    said = solver.check(*assumptions)
    interrupted = said == z3.unknown and "interrupted" in solver.reason_unknown()
    if interrupted and signal.getsignal(signal.SIGINT) is not signal.SIG_IGN:
        raise KeyboardInterrupt
    return said


class _Better(_Watch):
    """Passes on every better solution. What goes wrong with that is kept: the solver's threads can not be told."""

    def __init__(
        self, heard: Callable[[int | None, int], None], most: int, better: Callable[[Answer], None], m: CpModel
    ) -> None:
        super().__init__(heard, most)
        self.better = better
        self.m = m
        self.error: Exception | None = None

    def on_solution_callback(self) -> None:
        super().on_solution_callback()
        values = read_values(self.m.circuit, lambda n: bool(self.boolean_value(self.m.get(n))), self.m.has)
        self.say(Answer("feasible", self.best, None, values))

    def on_bound(self, bound: float) -> None:
        """As every watch; lower bounds are passed on, too."""
        before = self.bound
        super().on_bound(bound)
        if self.bound < before:
            self.say(Answer("unknown", bound=self.bound))

    def say(self, answer: Answer) -> None:
        """Pass on one thing."""
        if self.error is None:
            try:
                self.better(answer)
            except Exception as error:
                self.error = error
                self.stop_search()


def read_values(circuit: Circuit, read: Callable[[Lit], bool], has: Callable[[Lit], bool]) -> dict[str, bool]:
    """The values of a circuit's variables by name, those that a model `has`."""
    return {
        node.name: read(n)
        for n, node in enumerate(circuit.nodes)
        if isinstance(node, Var) and has(n)
    }


class Meeting:
    """What several searches of one maximum know together: the best value found, and what none exceeds. As soon as
    these meet, all of them are stopped. `tell` hears of what is new."""

    def __init__(self, tell: Callable[[int, int], None] | None = None) -> None:
        self.value: int | None = None
        self.bound: int | None = None
        self.found_at = time.monotonic()  # when the last better one was found
        self.resting = False  # whether those that look for solutions were sent home
        self._tell = tell
        self._ended = False
        self._lock = threading.Lock()
        self._running: list[Any] = []
        self._finders: list[Any] = []

    @property
    def over(self) -> bool:
        """Whether there is nothing left to search for."""
        met = self.value is not None and self.bound is not None and self.bound <= self.value
        return self._ended or met

    def found(self, value: int) -> None:
        """There is a solution of this value."""
        if self.value is None or value > self.value:
            self.found_at = time.monotonic()
            self._news(value, self.bound)

    def at_most(self, bound: int) -> None:
        """No solution exceeds this."""
        if self.bound is None or bound < self.bound:
            self._news(self.value, bound)

    def _news(self, value: int | None, bound: int | None) -> None:
        with self._lock:
            self.value = max((x for x in (self.value, value) if x is not None), default=None)
            self.bound = min((x for x in (self.bound, bound) if x is not None), default=None)
            if self._tell is not None and self.value is not None and self.bound is not None:
                self._tell(self.value, self.bound)
        if self.over:
            self.end()

    def end(self) -> None:
        """Stop whoever searches. A solver that is about to begin does not hear it: whoever waits says it again."""
        self._ended = True
        with self._lock:
            for solver in self._running:
                solver.stop_search()

    def rest(self) -> None:
        """Stop whoever looks for solutions: there seem to be no better ones, and others need the processor."""
        self.resting = True
        with self._lock:
            for solver in self._finders:
                solver.stop_search()

    @contextmanager
    def attended(self, solver: Any, *, finds: bool) -> Iterator[None]:
        """While a solver takes part, which looks for solutions or only for bounds."""
        roles = [self._running, self._finders] if finds else [self._running]
        with self._lock:
            for role in roles:
                role.append(solver)
        try:
            yield
        finally:
            with self._lock:
                for role in roles:
                    role.remove(solver)


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
    meeting: Meeting | None = None,
    anytime: bool = False,
    better: Callable[[Answer], None] | None = None,
) -> Answer:
    """The greatest value of `objective` under the requirements and `extra`, by CP-SAT.

    `at_most` is a bound known from elsewhere. `linear` is the effort spent on linear relaxations (0 to 2). CP-SAT
    looks at its memory only now and then. At a `meeting` what others prove counts, too; it then tells the news.
    With `anytime`, an interrupt ends the search with what was found (`stopped`); without, it goes on as
    `KeyboardInterrupt`. `better` is called with every better solution, and (without values) with every lower bound;
    what it raises ends the search and is raised here."""
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
    meet = meeting or Meeting(tell)

    def heard(value: int | None, bound: int) -> None:
        meet.at_most(bound)
        if value is not None:
            meet.found(value)

    answer = _best(solver, m, objective, heard, meet, finds=True, better=better)
    if answer.interrupted and not anytime:
        raise KeyboardInterrupt
    if answer.status not in ("feasible", "unknown") or answer.bound is None:
        return answer
    bound = answer.bound if meet.bound is None else min(answer.bound, meet.bound)
    if bound == answer.value:
        return replace(answer, status="optimal", bound=bound)
    early = not (meet.over or meet.resting) and solver.wall_time < 0.95 * solver.parameters.max_time_in_seconds
    return replace(answer, bound=bound, stopped=answer.interrupted or early)


def bounded(
    circuit: Circuit,
    objective: Linear,
    between: Iterable[tuple[Linear, tuple[int, int]]],
    not_negative: Iterable[Linear],
    meeting: Meeting,
    *,
    work: float,
    seconds: float,
    tell: Callable[[int], None],
) -> Answer:
    """What `objective` does not exceed where some sums lie between two numbers and others are not negative.

    By CP-SAT's search for bounds, which finds few solutions. It ends when no value above the meeting's is left,
    after `seconds`, or after some `work`, CP-SAT's own measure of it that is the same in every run."""
    ranges, others = list(between), list(not_negative)
    m = CpModel(circuit, [x for form in (objective, *(f for f, _ in ranges), *others) for x, _ in form.terms])
    for form, (low, high) in ranges:
        m.model.add_linear_constraint(m.expression(form), low, high)
    for form in others:
        m.model.add(m.expression(form) >= 0)
    m.model.maximize(m.expression(objective))
    solver: Any = cp_model.CpSolver()
    _settings(solver, seconds, 2, 1, USUAL)
    p = solver.parameters
    p.optimize_with_lb_tree_search = True
    p.max_deterministic_time = work

    def heard(value: int | None, bound: int) -> None:
        tell(bound)
        if value is not None:
            meeting.found(value)
        if meeting.over or (meeting.value is not None and bound <= meeting.value):
            solver.stop_search()

    return _best(solver, m, objective, heard, meeting, finds=False)


def _best(
    solver: Any,
    m: CpModel,
    objective: Linear,
    heard: Callable[[int | None, int], None],
    meeting: Meeting,
    *,
    finds: bool,
    better: Callable[[Answer], None] | None = None,
) -> Answer:
    """CP-SAT's answer to a maximum; `heard` and `better` are told of what is new, the latter as `maximize` says."""
    most = objective.high
    watch = _Watch(heard, most) if better is None else _Better(heard, most, better, m)
    solver.best_bound_callback = watch.on_bound
    with meeting.attended(solver, finds=finds):
        status, interrupted = _run(lambda: solver.solve(m.model, watch), lambda: solver.stop_search())
    if isinstance(watch, _Better) and watch.error is not None:
        raise watch.error
    if status == cp_model.INFEASIBLE:
        return Answer("infeasible", interrupted=interrupted)
    # Stopped before it has a bound, CP-SAT says 0: only what it told on the way is proved.
    known = max(watch.bound, floor(solver.best_objective_bound + 1e-6))
    if status not in (cp_model.OPTIMAL, cp_model.FEASIBLE):
        return Answer("unknown", bound=min(objective.high, known), interrupted=interrupted)
    values = read_values(m.circuit, lambda n: bool(solver.boolean_value(m.get(n))), m.has)
    answer = Answer("optimal", values=values)
    value = value_of(objective, answer.holds(m.circuit))
    bound = value if status == cp_model.OPTIMAL else known
    if bound <= value:
        return Answer("optimal", value, value, values, interrupted=interrupted)
    return Answer("feasible", value, bound, values, interrupted=interrupted)


def _settings(solver: Any, seconds: float, linear: int, workers: int, limits: Limits) -> None:
    p = solver.parameters
    p.max_time_in_seconds = max(0.1, seconds)
    p.random_seed = limits.seed
    p.num_workers = workers
    p.linearization_level = linear
    p.max_memory_in_mb = limits.memory
    p.catch_sigint_signal = False  # `_run` does it


def decide(
    circuit: Circuit, claims: Iterable[Lit], *, seconds: float, limits: Limits = USUAL, linear: int = 0
) -> Answer:
    """Whether the requirements and the claims can hold together, by CP-SAT; `linear` as in `maximize`."""
    literals = list(claims)
    m = CpModel(circuit, literals)
    for x in literals:
        m.require(x)
    solver: Any = cp_model.CpSolver()
    _settings(solver, seconds, linear, 1, limits)
    status, interrupted = _run(lambda: solver.solve(m.model), lambda: solver.stop_search())
    if interrupted:
        raise KeyboardInterrupt
    if status == cp_model.INFEASIBLE:
        return Answer("infeasible")
    if status not in (cp_model.OPTIMAL, cp_model.FEASIBLE):
        return Answer("unknown")
    values = read_values(circuit, lambda n: bool(solver.boolean_value(m.get(n))), m.has)
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
            result = _checked(self.solver)
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
            result = _checked(self.solver)
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
        if _checked(solver, *(flags[x] for x in reasons)) != z3.unsat:
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
