"""What the solvers' limits do to their answers: they make them unknown, never wrong."""

from __future__ import annotations

import subprocess
import sys
from pathlib import Path
from types import SimpleNamespace
from typing import Any

import pytest
import z3
from ortools.sat.python import cp_model

from dsl.circuit import Circuit, Linear, Lit, linear_sum
from verifier import solve


def pigeons(birds: int, holes: int) -> tuple[Circuit, list[Lit], Linear]:
    """Birds in holes, none with another. Also the literals that each bird has a hole, and how many have one."""
    k = Circuit()
    sits = [[k.var(f"{b} in {h}") for h in range(holes)] for b in range(birds)]
    for h in range(holes):
        k.require(k.at_most(k.count(row[h] for row in sits), 1))
    housed = [k.any(row) for row in sits]
    return k, housed, linear_sum(k.linear(x) for x in housed)


def test_z3_without_memory() -> None:
    """As many birds as holes fit, one more does not; without memory neither is said."""
    for birds, verdict in ((6, "feasible"), (7, "infeasible")):
        k, housed, _ = pigeons(birds, 6)
        assert solve.Z3(k, limits=solve.Limits(memory=1)).decide(housed, seconds=600).status == "unknown"
        assert solve.Z3(k).decide(housed, seconds=600).status == verdict


def test_z3_after_memory_ran_out() -> None:
    """A question that could not be answered leaves nothing behind for the next one."""
    k, housed, _ = pigeons(7, 6)
    asked = solve.Z3(k)
    assert asked.decide(housed[:6], seconds=600).status == "feasible"
    asked.solver.set("max_memory", 1)
    assert asked.decide(housed, seconds=600).status == "unknown"
    asked.solver.set("max_memory", solve.USUAL.memory)
    assert asked.decide(housed[1:], seconds=600).status == "feasible"
    assert asked.decide(housed, seconds=600).status == "infeasible"


def test_claims_that_z3_could_not_take_back(monkeypatch: pytest.MonkeyPatch) -> None:
    """Z3 raises if memory runs out in the wrong place: the claims of that question must not stay."""
    k, housed, _ = pigeons(7, 6)
    asked = solve.Z3(k)

    def fails(*_: object) -> None:
        raise z3.Z3Exception("max. memory exceeded")

    monkeypatch.setattr(asked.solver, "pop", fails)
    assert asked.decide(housed[:6], seconds=600).status == "unknown"
    # With the first six still in it, the seventh could not have a hole.
    assert asked.decide(housed[6:], seconds=600).status == "feasible"


def test_cpsat_is_given_the_limit(monkeypatch: pytest.MonkeyPatch) -> None:
    """CP-SAT looks at its memory so rarely that no small question meets the limit: it is given it, and where it
    stops without an answer, there is none."""
    given: list[int] = []

    class Stopped:
        best_objective_bound = 7.0
        wall_time = 1.0

        def __init__(self) -> None:
            self.parameters = SimpleNamespace()

        def solve(self, *_: Any) -> Any:
            given.append(self.parameters.max_memory_in_mb)
            return cp_model.UNKNOWN

    monkeypatch.setattr(cp_model, "CpSolver", Stopped)
    k, housed, count = pigeons(7, 6)
    assert solve.decide(k, housed, seconds=1, limits=solve.Limits(memory=5)).status == "unknown"
    answer = solve.maximize(k, count, seconds=1, limits=solve.Limits(memory=6))
    assert (answer.status, answer.value, answer.bound) == ("unknown", None, 7)
    assert solve.decide(k, housed, seconds=1).status == "unknown"
    assert given == [5, 6, solve.USUAL.memory]


def test_cpsat_with_little_memory() -> None:
    """Whatever it does about its limit, it says nothing wrong: of seven birds six have a hole."""
    k, housed, count = pigeons(7, 6)
    answer = solve.maximize(k, count, seconds=600, limits=solve.Limits(memory=1))
    assert answer.status != "infeasible" and (answer.value or 0) <= 6 <= (answer.bound or 0)
    assert solve.decide(k, housed, seconds=600, limits=solve.Limits(memory=1)).status in ("infeasible", "unknown")
    assert solve.decide(k, housed[1:], seconds=600, limits=solve.Limits(memory=1)).status in ("feasible", "unknown")


@pytest.mark.parametrize(("told", "bound"), [([], 7), ([9.0, 6.5], 6)])
def test_a_bound_that_cpsat_does_not_have(monkeypatch: pytest.MonkeyPatch, told: list[float], bound: int) -> None:
    """Stopped before it has a bound, CP-SAT says 0: seven birds may have holes all the same. What it told before
    is proved."""

    class Stopped:
        wall_time = 1.0
        best_bound_callback: Any = None

        def __init__(self) -> None:
            self.parameters = SimpleNamespace()
            self.best_objective_bound = told[-1] if told else 0.0

        def solve(self, *_: Any) -> Any:
            for x in told:
                self.best_bound_callback(x)
            return cp_model.UNKNOWN

    monkeypatch.setattr(cp_model, "CpSolver", Stopped)
    k, _, count = pigeons(7, 7)
    answer = solve.maximize(k, count, seconds=1)
    assert (answer.status, answer.bound) == ("unknown", bound)


HARD = """
import os, random, signal, threading, time
from dsl.circuit import Circuit
from verifier import solve

# What is begun in the background takes no notice of interrupts, unless it is told to.
signal.signal(signal.SIGINT, signal.default_int_handler)

def interrupted(ask):
    # What came of a question that somebody ends after a moment, and whether it ended then.
    timer = threading.Timer(0.5, os.kill, (os.getpid(), signal.SIGINT))
    started = time.monotonic()
    timer.start()
    try:
        found = ask()
        said = f"{found.status} {found.interrupted}"
    except KeyboardInterrupt:
        said = "KeyboardInterrupt"
    print(said, time.monotonic() - started < 15)

# As many clauses of three as make it hard to say whether all can hold.
rnd, k = random.Random(1), Circuit()
x = [k.var(f"x{i}") for i in range(300)]
clauses = [k.any(rnd.choice((1, -1)) * y for y in rnd.sample(x, 3)) for _ in range(1280)]
count = k.count(clauses)
interrupted(lambda: solve.maximize(k, count, seconds=60, anytime=True))
interrupted(lambda: solve.maximize(k, count, seconds=60))
interrupted(lambda: solve.decide(k, clauses, seconds=60))
interrupted(lambda: solve.Z3(k).decide(clauses, seconds=60))
"""


def test_an_interrupt_ends_every_search() -> None:
    """At once, and nobody goes on as if the time had been out; one who wants what was found gets it."""
    run = subprocess.run(
        [sys.executable, "-c", HARD], cwd=Path(__file__).parent, capture_output=True, text=True, timeout=200
    )
    assert run.returncode == 0, run.stderr
    first, *others = run.stdout.splitlines()
    assert first in ("feasible True True", "unknown True True")
    assert others == ["KeyboardInterrupt True"] * 3
