"""Worker processes: one that dies, takes too much or does not come back harms no other question."""

from __future__ import annotations

import os
import signal
import sys
from pathlib import Path

import pool_answers
import pytest

from dsl.claims import properties
from dsl.load import load
from verifier import pool
from verifier.asking import Asked, answers
from verifier.pool import Allowance, answered
from verifier.questions import PropertyQuestion
from verifier.verdict import Fault, PropertyResult

pytestmark = pytest.mark.as_started


def ask(questions: list[str], workers: int = 2, seconds: float | None = None) -> dict[str, object]:
    def allowed(question: str) -> Allowance:
        return Allowance(seconds, 300 if question.startswith("greedy") else None)

    found = answered(
        questions,
        pool_answers.answer,
        lambda q, why: f"{q}: {why}",
        workers=workers,
        start=pool_answers.start,
        given=(100,),
        allowance=allowed,
    )
    return dict(found)


def test_every_question_is_answered_once() -> None:
    questions = [str(n) for n in range(20)]
    assert ask(questions, workers=3) == {q: 100 + int(q) for q in questions}
    assert ask([]) == {}


@pytest.mark.parametrize("workers", [1, 2])
def test_a_process_that_dies(workers: int) -> None:
    found = ask(["1", "killed", "2", "leaves", "3"], workers)
    assert found == {
        "1": 101,
        "2": 102,
        "3": 103,
        "killed": "killed: the solver's process died (signal 9)",
        "leaves": "leaves: the solver's process died (exit code 3)",
    }


@pytest.mark.skipif(sys.platform != "linux", reason="other systems do not tell how much memory a process has")
def test_a_process_that_takes_too_much_memory() -> None:
    """300 MB are allowed: 100 are given, 1000 are not, and the same process goes on."""
    found = ask(["greedy 100", "greedy 1000", "1"], workers=1)
    assert found == {
        "greedy 100": 100 * 2**20,
        "greedy 1000": "greedy 1000: it took more memory than it may",
        "1": 101,
    }


def test_a_process_that_does_not_come_back(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(pool, "GRACE", 0.5)
    found = ask(["sleeps", "1", "2"], workers=1, seconds=1.0)
    assert found["sleeps"] == "sleeps: it did not stop in its time"
    # The others are answered, unless starting a process anew took longer than they may.
    assert {found["1"], found["2"]} <= {101, 102, "1: it did not stop in its time", "2: it did not stop in its time"}


def test_a_fault_ends_everything() -> None:
    with pytest.raises(Fault, match="disagree"):
        ask(["fault"])
    with pytest.raises(KeyError, match="oops"):
        ask(["1", "broken"])


GARDEN = """
game "Plots" { }
resource drop "Drop" { plural drops "Drops"  glyph d  pieces 9 }
mode plot "Plot" { board { 1 1 1 }  rounds 1  turns 3  players 2 to 2 }
building tree "Tree" { glyph T  score 1
  property "little memory" { solver memory 1  always part tree = count of tree in city }
  property "one each" { always part tree = count of tree in city }
  property "the other" { always part tree <= 3 }
}
"""


def test_a_property_without_memory_is_unknown_and_the_rest_goes_on(tmp_path: Path) -> None:
    """Even if it is the first that a process is asked: the solvers are there by then."""
    (tmp_path / "plots.rules").write_text(GARDEN, "utf-8")
    spec = load([tmp_path])
    asked = [Asked(PropertyQuestion(case, 2), 60.0) for case in properties(spec)]
    found = {i: r for i, r in answers(spec, asked, workers=1) if isinstance(r, PropertyResult)}
    assert {r.title: r.verdict for r in found.values()} == {
        "one each": "proved",
        "little memory": "unknown",
        "the other": "proved",
    }
    assert found[0].reason


def test_a_worker_is_not_interrupted_while_it_starts(capfd: pytest.CaptureFixture[str]) -> None:
    """An interrupt goes to all processes of a terminal at once; what becomes of the workers is the parent's to say."""
    hired: pool._Pool[str, int] = pool._Pool(pool_answers.answer, pool_answers.start, (100,))
    for _ in range(2):
        hired.hire()
        pid = hired.workers[-1].process.pid
        assert pid is not None
        os.kill(pid, signal.SIGINT)
    for worker in list(hired.workers):
        worker.link.send(("7", None))
        assert worker.link.recv() == ("answer", 107)
        hired.dismiss(worker)
    assert "Traceback" not in capfd.readouterr().err
