"""Two searches of one maximum: what one of them knows stops the other, and no fault is lost in a thread."""

from __future__ import annotations

import random
import threading
import time
from pathlib import Path
from typing import Any

import pytest
from test_best_city import CASES, asked, totals

from dsl.circuit import Circuit, Linear, linear_sum
from verifier import beside, solve
from verifier.best_city import best_city
from verifier.branching import Branching
from verifier.total_search import Search
from verifier.verdict import Fault


@pytest.fixture(autouse=True)
def at_once(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(beside, "ALONE", 0.0)


def clauses(variables: int, number: int) -> tuple[Circuit, Linear]:
    """How many of some random clauses of three hold: easy to have many, and hard to prove that no more can."""
    k, rng = Circuit(), random.Random(1)
    lits = [k.var(f"v{i}") for i in range(variables)]
    ors = [k.any(x * rng.choice((1, -1)) for x in rng.sample(lits, 3)) for _ in range(number)]
    return k, linear_sum(k.linear(x) for x in ors)


def test_whoever_meets_ends_the_search() -> None:
    """A search that would take hours ends when another one says that what it found is the most."""
    k, objective = clauses(120, 1200)
    meeting = solve.Meeting()

    def tell() -> None:
        while meeting.value is None:
            time.sleep(0.05)
        time.sleep(1)
        meeting.at_most(meeting.value)

    thread = threading.Thread(target=tell, daemon=True)
    thread.start()
    started = time.monotonic()
    answer = solve.maximize(k, objective, seconds=600, linear=0, meeting=meeting)
    thread.join()
    assert time.monotonic() - started < 300
    assert not answer.stopped
    assert answer.bound == meeting.bound and meeting.over
    # Unless it came by a better one in that very moment.
    assert (answer.status == "optimal") == (answer.value == answer.bound)


def test_news_is_told_once_and_in_order() -> None:
    heard: list[tuple[int, int]] = []
    meeting = solve.Meeting(lambda value, bound: heard.append((value, bound)))
    meeting.at_most(9)
    meeting.found(3)
    meeting.found(2)
    meeting.at_most(12)
    assert not meeting.over
    meeting.at_most(5)
    meeting.found(5)
    assert heard == [(3, 9), (3, 5), (5, 5)]
    assert meeting.over


@pytest.mark.parametrize("name", ["dens", "full"])
def test_both_together_find_the_best(tmp_path: Path, name: str) -> None:
    case = CASES[name]
    spec = case.spec(tmp_path)
    most = max(value for value, _ in totals(case, spec, "rounds"))
    found = best_city(spec, asked(spec, "rounds"), time_limit=600)
    assert (found.verdict, found.value, found.bound) == ("optimal", most, most)


@pytest.mark.parametrize("name", ["dens", "full"])
def test_a_value_that_only_the_second_one_found_has_a_city(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, name: str
) -> None:
    """The first search ends without a city as soon as the second one says a value, whose city is late."""
    maximize, bounded = solve.maximize, solve.bounded

    def blind(*args: Any, **more: Any) -> solve.Answer:
        meeting = more.get("meeting")
        if meeting is None:
            return maximize(*args, **more)
        while not meeting.over:
            time.sleep(0.01)
        return solve.Answer("unknown", bound=meeting.bound)

    def late(*args: Any, **more: Any) -> solve.Answer:
        answer = bounded(*args, **more)
        time.sleep(1)
        return answer

    monkeypatch.setattr(solve, "maximize", blind)
    monkeypatch.setattr(solve, "bounded", late)
    monkeypatch.setattr(Search, "_whole", lambda *_: None)
    case = CASES[name]
    spec = case.spec(tmp_path)
    most = max(value for value, _ in totals(case, spec, "rounds"))
    found = best_city(spec, asked(spec, "rounds"), time_limit=600)
    assert (found.verdict, found.value, found.bound) == ("optimal", most, most)
    assert found.city is not None


def test_a_fault_in_the_thread_is_heard(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    def run(self: Branching, deadline: float) -> None:
        raise Fault("in the thread")

    monkeypatch.setattr(Branching, "run", run)
    original = solve.maximize

    def later(*args: object, **more: object) -> solve.Answer:
        time.sleep(1)  # until the thread has begun
        return original(*args, **more)  # type: ignore[arg-type]

    monkeypatch.setattr(solve, "maximize", later)
    spec = CASES["dens"].spec(tmp_path)
    before = set(threading.enumerate())
    with pytest.raises(Fault, match="in the thread"):
        best_city(spec, asked(spec, "rounds"), time_limit=600)
    assert set(threading.enumerate()) <= before
