"""The city that scores most in total, with the proof that none scores more.

How: the whole city is counted rather than placed wherever no clause looks at places (`aggregate`), and its total is
maximised by CP-SAT, whose linear relaxation is tight on what comes out (`dsl.tight`).

Guarantee: `optimal` means that a solver refuted every higher total, and that the city has it through the Python
scorer, with a seating that an independent search finds no better than; a disagreement raises `Fault`.
"""

from __future__ import annotations

import time
from collections.abc import Iterator

from dsl.assemble import Specification
from dsl.circuit import Circuit, Linear, value_of
from verifier import solve
from verifier.placed_search import PlacedSearch
from verifier.questions import MaximumQuestion
from verifier.total_search import Search, Tell, model_of, require_tiles, scored, unscored
from verifier.verdict import STOPPED, Fault, Maximum, MaximumVerdict


def best_cities(
    spec: Specification,
    q: MaximumQuestion,
    *,
    time_limit: float,
    progress: Tell | None = None,
) -> Iterator[Maximum]:
    """The best cities, best first, that differ in more than a flip of the board and than what nobody sees space by
    space. `time_limit` is in seconds, for all of them. Ends when there are no more, or the time is out.

    Raises `Fault` if solver and scorer disagree, `KeyboardInterrupt` where nothing of the next city is known."""
    kind = PlacedSearch if q.scope == "placeable" else Search
    search = kind(spec, q, time_limit, progress)
    at_most: int | None = None
    while True:
        started = time.monotonic()
        best, proof = search.next(at_most)
        verdict: MaximumVerdict = "feasible"
        if best.impossible:
            verdict = "infeasible"
        elif best.city is None:
            verdict = "unknown"
        elif best.value == best.bound:
            verdict = "optimal"
        yield Maximum(
            "", q.mode, "total", q.scope, q.players, verdict, best.value, best.bound, "VP",
            round(time.monotonic() - started, 2), best.city, spec.readings(q.readings), tuple(proof),
            _notes(search, verdict), title=q.title(spec),
        )  # fmt: skip
        if verdict != "optimal" or best.city is None:
            return
        if search.stopped:
            raise KeyboardInterrupt  # what is told was proved all the same
        at_most = best.value
        search.exclude(best.layout)


def _notes(search: Search, verdict: MaximumVerdict) -> tuple[str, ...]:
    notes = []
    if search.stopped and verdict != "optimal":
        notes.append(STOPPED)
    q, model = search.q, search.model
    if q.scope != "any" and not model.stock.copies:
        notes.append(f"the rules do not say which tiles {q.mode} has with {q.players} players")
    return tuple(notes)


def best_city(
    spec: Specification, q: MaximumQuestion, *, time_limit: float, progress: Tell | None = None
) -> Maximum:
    """The best city, or the best that was found in the time (in seconds)."""
    return next(best_cities(spec, q, time_limit=time_limit, progress=progress))


def circuit_of_total(spec: Specification, q: MaximumQuestion) -> tuple[Circuit, Linear]:
    """The circuit that the solvers get for a best total, and what is to be greatest."""
    model, total = model_of(spec, q)
    return model.circuit, total


def certified(
    spec: Specification, q: MaximumQuestion, found: Maximum, *, seconds: float
) -> tuple[bool, str]:
    """Whether another solver refutes every total above the one found, and what it says, in words.

    Raises `Fault` if it finds a city that exceeds it."""
    assert found.value is not None
    model = unscored(spec, q)
    if model.grouped:
        ceiling = model.ceiling()
        require_tiles(spec, q, model)
        most = solve.mip_maximize(model.circuit, ceiling, seconds=seconds / 2).bound
        if most is not None and most <= found.value:
            return True, f"HiGHS: no city exceeds {found.value}"
    total = scored(spec, q, model)
    answer = solve.mip_maximize(model.circuit, total, seconds=seconds)
    if answer.value is not None and answer.value > found.value and answer.values is not None:
        holds = answer.holds(model.circuit)
        if q.scope == "placeable":
            return False, f"HiGHS: without the rule of placement a city has {answer.value}, so that it can not say"
        # Its numbers are rounded: only a city that keeps to all requirements speaks against CP-SAT.
        if all(holds(x) for x in model.circuit.requirements):
            value = value_of(total, holds)
            raise Fault(f"best city of {q.mode}: CP-SAT refutes more than {found.value}, HiGHS finds {value}")
    if answer.bound is not None and answer.bound <= found.value:
        return True, f"HiGHS: no city exceeds {found.value}"
    at_most = f", at most {answer.bound}" if answer.bound is not None else ""
    return False, f"HiGHS: no answer in {seconds:.0f} s{at_most}"
