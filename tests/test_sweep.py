"""Sweeps: whatever becomes of workers and runs, no result is lost, none is there twice, and none is wrong.

The game is that of `little`. A Gate scores most beside two Dens with a Hut across: 2 for each Den, at most 3, and 2
for the way to the Hut, which makes 5. The box has no water, without which a Gate scores nothing: 0 in other scopes.
"""

from __future__ import annotations

import json
import sys
from collections.abc import Callable, Iterator
from concurrent.futures import Executor, Future, ProcessPoolExecutor
from concurrent.futures.process import BrokenProcessPool
from dataclasses import replace
from itertools import product
from pathlib import Path
from threading import Timer
from types import SimpleNamespace
from typing import Any

import pool_answers
import pytest
from little import LITTLE, STATES, by_hand

from dsl.assemble import Specification
from dsl.load import load
from verifier import entries, jobs, maxima
from verifier import sweep as sweeping
from verifier.cli import main
from verifier.entries import question_fields, question_of
from verifier.executors import Unavailable, open_executor
from verifier.jobs import Elsewhere, Job, packed, unpacked, work
from verifier.keys import Keys
from verifier.questions import MaximumQuestion
from verifier.results import Line, Results, better, read
from verifier.verdict import Fault, Maximum

Run = Callable[..., SimpleNamespace]
MOST = {("any", "gone"): 5, ("any", "stays"): 5, ("rounds", "gone"): 0, ("rounds", "stays"): 0}
ALL = ("--scope", "any,rounds", "--all-readings")


# ---- executors -----------------------------------------------------------------------------------------------


class InProcess(Executor):
    """Makes each call at once, in this process; `asked` are the jobs of all of its kind."""

    asked: list[Job] = []

    def submit(self, fn: Callable[..., Any], /, *args: Any, **kwargs: Any) -> Future[Any]:
        future: Future[Any] = Future()
        InProcess.asked += args
        try:
            future.set_result(self.reply(fn, *args, **kwargs))
        except Exception as error:
            future.set_exception(error)
        return future

    def reply(self, fn: Callable[..., Any], job: Job) -> Any:
        return fn(job)


@pytest.fixture
def run(capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch, tmp_path: Path) -> Run:
    """Runs `tileproof` on the little game, with an executor."""
    real, memory = maxima.answer, _answers

    def answer(spec: Specification, q: MaximumQuestion, **options: Any) -> Maximum:
        name = repr(sorted(question_fields(spec, q).items(), key=str))
        if name not in memory:
            memory[name] = real(spec, q, **options)
        return memory[name]

    monkeypatch.setattr(jobs, "answer", answer)

    def command(
        *argv: object, executor: type[InProcess] | None = InProcess, spec: Path = LITTLE
    ) -> SimpleNamespace:
        InProcess.asked = []
        with monkeypatch.context() as patch:
            if executor is not None:
                patch.setattr("verifier.executors.open_executor", lambda *_, **__: executor())
            alone = argv[0] == "sweep" and not {"--record", "--no-record"} & {*argv}
            code = main([*map(str, argv), "--spec", str(spec), *(["--no-record"] if alone else [])])
        out, err = capsys.readouterr()
        assert "Traceback" not in err + out
        return SimpleNamespace(code=code, out=out, err=err, asked=len(InProcess.asked))

    return command


_answers: dict[str, Maximum] = {}


@pytest.fixture(scope="module")
def little() -> Specification:
    return load([LITTLE])


def lines(path: Path) -> list[dict[str, Any]]:
    return [json.loads(x) for x in path.read_text("utf-8").splitlines()]


def values(path: Path) -> dict[tuple[str, str], int | None]:
    """What a file says, by scope and reading; each of them once."""
    found = [(x["question"]["scope"], x["question"]["readings"].get("broken", "gone")) for x in lines(path)]
    assert len(found) == len(set(found))
    return {name: x["entry"]["value"] for name, x in zip(found, lines(path))}


# ---- runs that go on -----------------------------------------------------------------------------------------


def test_a_run_goes_on_after_one_that_was_killed_while_it_wrote(run: Run, tmp_path: Path) -> None:
    out = tmp_path / "new" / "results.jsonl"
    first = run("sweep", *ALL, "--out", out)
    assert (first.code, first.asked) == (0, 4) and values(out) == MOST
    assert "4 of 4 questions answered, 4 proved optimal; 0 were known" in first.out
    again = run("sweep", *ALL, "--out", out)
    assert (again.code, again.asked) == (0, 0) and "4 were known" in again.out
    # A line that was written halfway, or hardly, or to its last character.
    whole = out.read_bytes()
    start = whole.rfind(b"\n", 0, -1) + 1
    for length in (start + 1, start + 400, len(whole) - 1):
        out.write_bytes(whole[:length])
        torn = run("sweep", *ALL, "--out", out)
        assert (torn.code, torn.asked) == (0, 1) and "not written to its end" in torn.err
        assert values(out) == MOST


@pytest.mark.parametrize("content", [b"# Dear diary", b"{}\n", b'{"key": "x"}\n', b"\xff\n", b"[" * 100_000 + b"\n"])
def test_a_file_of_something_else_is_left_alone(run: Run, tmp_path: Path, content: bytes) -> None:
    out = tmp_path / "diary"
    out.write_bytes(content)
    found = run("sweep", "--out", out)
    assert found.code == 2 and f"error: {out}:1: this line is no result of a sweep" in found.err
    assert out.read_bytes() == content and not found.asked


def test_an_edited_line_is_asked_again(run: Run, tmp_path: Path) -> None:
    out = tmp_path / "results.jsonl"
    run("sweep", *ALL, "--out", out)
    out.write_text(out.read_text("utf-8").replace('"value": 5', '"value": 6', 1), "utf-8")
    found = run("sweep", *ALL, "--out", out)
    assert (found.code, found.asked) == (1, 1) and f"warning: {out}:" in found.err and "it was edited" in found.err
    assert values(out) == MOST and run("sweep", *ALL, "--out", out).code == 0


def test_one_run_at_a_time_writes_to_a_file(run: Run, tmp_path: Path) -> None:
    out = tmp_path / "results.jsonl"
    with Results(out):
        found = run("sweep", "--out", out)
    assert found.code == 2 and "another run is writing to" in found.err and "--merge" in found.err


def test_an_interrupt_says_how_to_go_on(run: Run, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    out = tmp_path / "results.jsonl"

    def interrupted(self: object, text: str) -> None:
        if text.startswith("2/4"):
            raise KeyboardInterrupt

    with monkeypatch.context() as patch:
        patch.setattr("verifier.commands.sweep.Progress.__call__", interrupted)
        found = run("sweep", *ALL, "--out", out)
    assert found.code == 130 and f"interrupted: 2 of 4 are in {out}; the same command goes on" in found.err
    assert run("sweep", *ALL, "--out", out).asked == 2 and values(out) == MOST


def test_what_was_not_decided_is_kept_and_asked_again_only_if_wanted(
    run: Run, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    out = tmp_path / "results.jsonl"
    real = maxima.answer

    def hurried(spec: Specification, q: MaximumQuestion, **options: Any) -> Maximum:
        return replace(real(spec, q, **options), verdict="feasible", bound=7)

    with monkeypatch.context() as patch:
        patch.setattr(jobs, "answer", hurried)
        first = run("sweep", "--scope", "any", "--out", out)
    assert first.code == 3 and "at least 5 VP, at most 7" in first.out
    again = run("sweep", "--scope", "any", "--out", out)
    assert (again.code, again.asked) == (3, 0)
    retried = run("sweep", "--scope", "any", "--out", out, "--retry")
    assert (retried.code, retried.asked) == (0, 1) and [x["entry"]["verdict"] for x in lines(out)] == ["optimal"]


# ---- executors that misbehave --------------------------------------------------------------------------------


class Twice(InProcess):
    """Makes each call twice, as one does that thinks a worker is lost."""

    def reply(self, fn: Callable[..., Any], job: Job) -> Any:
        fn(job)
        return fn(job)


def test_a_job_that_ran_twice_has_one_line(run: Run, tmp_path: Path) -> None:
    out = tmp_path / "results.jsonl"
    assert run("sweep", *ALL, "--out", out, executor=Twice).code == 0 and values(out) == MOST


class Midway(InProcess):
    """Takes two jobs and no more."""

    def submit(self, fn: Callable[..., Any], /, *args: Any, **kwargs: Any) -> Future[Any]:
        if len(InProcess.asked) == 2:
            raise RuntimeError("cannot schedule new futures after shutdown")
        return super().submit(fn, *args, **kwargs)


class Cancels(InProcess):
    """Loses its scheduler at the third job."""

    def submit(self, fn: Callable[..., Any], /, *args: Any, **kwargs: Any) -> Future[Any]:
        if len(InProcess.asked) < 2:
            return super().submit(fn, *args, **kwargs)
        future: Future[Any] = Future()
        future.cancel()
        future.set_running_or_notify_cancel()
        return future


@pytest.mark.parametrize("executor", [Midway, Cancels])
def test_an_executor_that_goes_away(run: Run, tmp_path: Path, executor: type[InProcess]) -> None:
    out = tmp_path / "results.jsonl"
    found = run("sweep", *ALL, "--out", out, executor=executor)
    assert found.code == 2 and "error: the executor takes no more jobs: " in found.err
    assert f"2 of 4 are in {out}; the same command goes on" in found.err and len(lines(out)) == 2
    assert run("sweep", *ALL, "--out", out).asked == 2 and values(out) == MOST


class Wrong(InProcess):
    """Changes the answers in scope `any`, and signs them as right."""

    change: Callable[[Job, dict[str, Any]], object]

    def reply(self, fn: Callable[..., Any], job: Job) -> Any:
        entry = fn(job)
        if job.question.scope == "any":
            type(self).change(job, entry)
            entry["digest"] = entries._digest(job.key, entry)
        return entry


def _more(_: Job, x: dict[str, Any]) -> None:
    x.update(value=6, bound=6)


def _other_city(_: Job, x: dict[str, Any]) -> None:
    x["city"]["rows"] = [[{"kind": "gate", "active": True}, None], [None, None]]


def _no_city(_: Job, x: dict[str, Any]) -> None:
    x["city"] = None


def _impossible(_: Job, x: dict[str, Any]) -> None:
    next(b for row in x["city"]["rows"] for b in row if b and b["kind"] == "den")["floors"] = 2


def _nonsense(_: Job, x: dict[str, Any]) -> None:
    x.clear()


@pytest.mark.parametrize(
    ("change", "why"),
    [
        (_more, "its city gives 5, not 6"),
        (_other_city, "its city gives 0, not 5"),
        (_no_city, "it has no city that reaches its bound"),
        (_impossible, "its city can not be read"),
        (_nonsense, "its city is impossible or something is missing"),
    ],
)
def test_a_wrong_answer_is_never_written(
    run: Run, tmp_path: Path, monkeypatch: pytest.MonkeyPatch, change: Callable[..., None], why: str
) -> None:
    out = tmp_path / "results.jsonl"
    monkeypatch.setattr(Wrong, "change", staticmethod(change), raising=False)
    found = run("sweep", *ALL, "--out", out, executor=Wrong)
    assert found.code == 70 and found.out.count(f"the answer of a worker is refused: {why}") == 2
    assert values(out) == {k: n for k, n in MOST.items() if k[0] == "rounds"}
    report = json.loads(run("sweep", *ALL, "--out", out, "--format", "json", executor=Wrong).out)
    assert [x["question"]["scope"] for x in report["failed"]] == ["any"] * 2
    assert [x["value"] for x in report["maxima"]] == [0, 0] and report["reused"] == 2


class Swaps(InProcess):
    """Answers the question about scope `rounds` with the city of scope `any`, which the box does not hold."""

    def reply(self, fn: Callable[..., Any], job: Job) -> Any:
        spec, keys = unpacked(job.rules)
        there = replace(job.question, scope="any")
        entry = fn(replace(job, question=there, key=keys.of(there)))
        entry["digest"] = entries._digest(job.key, entry)
        return entry


class Muddled(InProcess):
    """Answers another question than the one that was asked."""

    def reply(self, fn: Callable[..., Any], job: Job) -> Any:
        _, keys = unpacked(job.rules)
        there = replace(job.question, scope="any")
        return fn(replace(job, question=there, key=keys.of(there)))


class Faulty(InProcess):
    """Finds solver and scorer disagree."""

    def reply(self, fn: Callable[..., Any], job: Job) -> Any:
        raise Fault("the solver says 7, the scorer 5")


@pytest.mark.parametrize(
    ("executor", "said"),
    [
        (Swaps, "refused: its city is not in scope rounds: "),
        (Muddled, "refused: it was edited, or answers another question"),
        (Faulty, "the solver says 7, the scorer 5"),
    ],
)
def test_an_answer_to_something_else(run: Run, tmp_path: Path, executor: type[InProcess], said: str) -> None:
    out = tmp_path / "results.jsonl"
    found = run("sweep", "--out", out, executor=executor)
    assert found.code == 70 and said in found.out and not lines(out)


class OtherVersion(InProcess):
    """Has another program than the one that asks."""

    def reply(self, fn: Callable[..., Any], job: Job) -> Any:
        return fn(replace(job, key="0" * 64))


def test_a_worker_of_another_version_answers_nothing(run: Run, tmp_path: Path, little: Specification) -> None:
    out = tmp_path / "results.jsonl"
    found = run("sweep", "--out", out, executor=OtherVersion)
    assert found.code == 2 and "a worker has another version of Tileproof" in found.out and not lines(out)
    question = MaximumQuestion("gate", "square", "any", 1, little.readings())
    with pytest.raises(Elsewhere):
        work(Job("0" * 64, question, packed(little), 1.0))


# ---- processes that die --------------------------------------------------------------------------------------


@pytest.mark.as_started  # what it sets in the environment is for its own processes
def test_a_process_that_dies_takes_nothing_with_it(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, little: Specification
) -> None:
    """One dies at its job once, which is then answered; one dies at it twice, which leaves it unknown."""
    monkeypatch.setenv("TILEPROOF_TEST", str(tmp_path))
    monkeypatch.setattr(sweeping, "work", pool_answers.work)
    questions = [
        MaximumQuestion("gate", "square", scope, 1, {"broken": reading})
        for scope, reading in (("any", "gone"), ("rounds", "gone"), ("any", "stays"))
    ]
    out = tmp_path / "results.jsonl"
    asked = sweeping.tasks(Keys(little), questions)
    with Results(out) as results:
        found = list(sweeping.sweep(little, asked, results, lambda: open_executor("processes:1"), time_limit=30.0))
    assert len(found) == 3 and not any(x.trouble for x in found)
    assert values(out) == {("any", "gone"): 5, ("rounds", "gone"): 0, ("any", "stays"): None}
    (lost,) = [x["entry"] for x in lines(out) if x["entry"]["value"] is None]
    assert lost["verdict"] == "unknown"
    assert lost["notes"] == [
        "the process that was asked gave no answer: the solver's process died (exit code 3)"
    ]


class Breaks(InProcess):
    """Breaks as a whole at the reading `stays` in scope `any`, as a pool of Python's does: what is asked before and
    after is lost with it. Where that is not among its jobs, it answers them a little later."""

    def __init__(self) -> None:
        self.calls: list[tuple[Future[Any], Callable[..., Any], Job]] = []
        self.broken = False
        Timer(0.05, self.answer).start()

    def answer(self) -> None:
        for future, fn, job in self.calls:
            if not self.broken:
                future.set_result(fn(job))

    def submit(self, fn: Callable[..., Any], /, *args: Any, **kwargs: Any) -> Future[Any]:
        (job,) = args
        if (job.question.scope, job.question.readings["broken"]) == ("any", "stays"):
            self.broken = True
            for future, *_ in self.calls:
                future.set_exception(BrokenProcessPool("a process died"))
        if self.broken:
            raise BrokenProcessPool("a process died")
        self.calls.append((Future(), fn, job))
        return self.calls[-1][0]


def test_the_job_that_breaks_a_pool_is_found_out(run: Run, tmp_path: Path) -> None:
    """A pool that breaks loses all its jobs. They are asked together once more, and then each by itself."""
    out = tmp_path / "results.jsonl"
    found = run("sweep", *ALL, "--out", out, executor=Breaks)
    assert found.code == 3 and values(out) == {**MOST, ("any", "stays"): None}
    assert [x["entry"]["notes"] for x in lines(out) if x["entry"]["value"] is None] == [
        ["the process that was asked gave no answer: a process died"]
    ]


def test_any_executor_of_python_will_do(tmp_path: Path, little: Specification) -> None:
    from multiprocessing import get_context

    (task,) = sweeping.tasks(Keys(little), [MaximumQuestion("gate", "square", "any", 1, little.readings())])
    with Results(tmp_path / "results.jsonl") as results:
        pool = lambda: ProcessPoolExecutor(1, get_context("spawn"))  # noqa: E731
        (found,) = sweeping.sweep(little, [task], results, pool, time_limit=30.0)
    assert found.found is not None and (found.found.value, found.found.verdict) == (5, "optimal")


# ---- shards and merging --------------------------------------------------------------------------------------


def said(path: Path) -> set[tuple[str, str, int]]:
    return {(x["key"], x["entry"]["verdict"], x["entry"]["value"]) for x in lines(path)}


def test_shards_merged_are_the_whole(run: Run, tmp_path: Path) -> None:
    every = tmp_path / "all.jsonl"
    run("sweep", *ALL, "--out", every)
    parts = [tmp_path / f"{i}.jsonl" for i in (1, 2, 3)]
    for i, part in enumerate(parts, 1):
        assert run("sweep", *ALL, "--out", part, "--shard", f"{i}/3").code == 0
        assert all(int(x["key"], 16) % 3 == i - 1 for x in lines(part))
        # Which shard a question is in does not depend on what else is asked.
        few = tmp_path / f"few{i}.jsonl"
        run("sweep", "--scope", "any", "--out", few, "--shard", f"{i}/3")
        assert said(few) <= said(part)
    assert sum(len(lines(x)) for x in parts) == 4
    for name, order in (("one", parts), ("two", [parts[2], parts[0], parts[1], parts[0], every])):
        merged = tmp_path / f"{name}.jsonl"
        found = run("sweep", "--out", merged, "--merge", *order)
        assert (found.code, found.asked) == (0, 0) and f"{merged}: 4 results, 0 of them undecided" in found.out
        assert said(merged) == said(every) and values(merged) == MOST
    some = tmp_path / "some.jsonl"
    found = run("sweep", *ALL, "--out", some, "--from", parts[0], parts[1])
    assert found.asked == len(lines(parts[2])) and said(some) == said(every)


def a_line(verdict: str, value: int | None, bound: int | None, key: str = "k") -> Line:
    entry: dict[str, Any] = {"owner": "gate", "mode": "square", "scope": "any", "unit": "VP", "notes": []}
    entry |= {"verdict": verdict, "value": value, "bound": bound}
    return Line(key, {}, {**entry, "digest": entries._digest(key, entry)}, f"{verdict}.jsonl:1")


FIVE = a_line("optimal", 5, 5)


@pytest.mark.parametrize(
    ("best", "other"),
    [
        (FIVE, a_line("feasible", 4, 6)),
        (FIVE, a_line("feasible", 5, None)),
        (FIVE, a_line("unknown", None, None)),
        (FIVE, a_line("unknown", None, 5)),
        (a_line("infeasible", None, None), a_line("unknown", None, 3)),
        (a_line("feasible", 4, 6), a_line("feasible", 4, 7)),
        (a_line("feasible", 4, 6), a_line("feasible", 3, 6)),
        (a_line("feasible", 4, 6), a_line("unknown", None, 5)),
        (a_line("unknown", None, 5), a_line("unknown", None, None)),
        (a_line("feasible", 5, None), a_line("feasible", 4, None)),
    ],
)
def test_of_two_results_the_better_one_stays(tmp_path: Path, best: Line, other: Line) -> None:
    assert better(best, other) is better(other, best) is best
    for first, second in ((best, other), (other, best)):
        out = tmp_path / "results.jsonl"
        with Results(out) as results:
            assert results.add(first) and results.add(second) == (second is best)
        assert list(read(out).lines.values()) == [best] and len(lines(out)) == 1
        out.unlink()


@pytest.mark.parametrize(
    ("one", "two"),
    [
        (FIVE, a_line("optimal", 6, 6)),
        (FIVE, a_line("infeasible", None, None)),
        (FIVE, a_line("feasible", 6, 7)),
        (FIVE, a_line("unknown", None, 4)),
        (a_line("feasible", 1, 3), a_line("feasible", 4, 9)),
        (a_line("infeasible", None, None), a_line("feasible", 1, 3)),
    ],
)
def test_results_that_contradict_are_no_choice(run: Run, tmp_path: Path, one: Line, two: Line) -> None:
    files: list[Path] = []
    for x in (one, two):
        with Results(tmp_path / f"{len(files)}.jsonl") as results:
            results.add(x)
            files.append(results.path)
    for order in (files, files[::-1]):
        out = tmp_path / "out.jsonl"
        found = run("sweep", "--out", out, "--merge", *order)
        assert found.code == 70 and "two results contradict each other: gate, square, scope any: " in found.err
        assert f"({files[0]}:1)" in found.err and f"({files[1]}:1)" in found.err
        assert out.read_bytes() == b"" and list(tmp_path.glob("tileproof-fault*")) == []


# ---- totals --------------------------------------------------------------------------------------------------


def test_what_a_tile_is_worth(run: Run, tmp_path: Path) -> None:
    """The best cities without a Gate, and with one, out of all that there are; no unit in them is over."""
    most = {(stay, gates): -99 for stay in (False, True) for gates in (0, 1)}
    for states in product(STATES, repeat=4):
        gates = sum(x is not None and x[0] == "gate" for x in states)
        for stay in (False, True):
            if gates < 2:
                most[stay, gates] = max(most[stay, gates], sum(by_hand(states, stay).values()))
    out = tmp_path / "results.jsonl"
    options = ("sweep", "--of", "worth", "--scope", "any", "--all-readings", "--out", out)
    found = run(*options)
    assert found.code == 0 and found.asked == 4
    for stay, under in ((False, ""), (True, ", broken is stays")):
        worth = most[stay, 1] - most[stay, 0]
        assert f"Gate, square, scope any{under}: worth {worth} VP" in found.out.splitlines()
    report = json.loads(run(*options, "--format", "json").out)
    assert report["reused"] == 4 and [x["value"] for x in report["maxima"]] == [
        most[stay, gates] for stay in (False, True) for gates in (0, 1)
    ]
    assert [(x["at_least"], x["at_most"]) for x in report["worth"]] == [(-4, -4)] * 2
    # A total is about all tiles that have to stand, and on record under each of them.
    assert run("sweep", "--of", "total", "--scope", "any", "--out", out).asked == 0
    listed = run("records", "gate", "--file", out)
    assert "2 entries, 2 live" in listed.out and "Best city with Gate" in listed.out


def test_the_best_city_with_so_many_tiles(run: Run, tmp_path: Path) -> None:
    """Out of all cities that there are; the box has one Gate."""
    able = {0: -99, 1: -99}
    for states in product(STATES, repeat=4):
        gates = sum(x is not None and x[0] == "gate" for x in states)
        for most in able:
            if gates <= most:
                able[most] = max(able[most], sum(by_hand(states, False).values()))
    out = tmp_path / "results.jsonl"
    for most, value in able.items():
        found = run("sweep", "--of", "total", "--scope", "any", "--up-to", most, "--out", out)
        assert found.code == 0 and found.asked == (2 if most == 0 else 1)
        said = [x["entry"]["value"] for x in lines(out) if x["question"]["most"] == most]
        title = f"Best city with at most {most} {'tile' if most == 1 else 'tiles'} "
        assert said == [value] and title in found.out
    refused = run("sweep", "--up-to", 1, "--out", out)
    assert refused.code == 2 and "`--up-to` goes with `--of total`" in refused.err and not refused.asked


# ---- questions and rules elsewhere ---------------------------------------------------------------------------


def test_a_question_survives_as_plain_data(little: Specification) -> None:
    for only in (None, frozenset({"gate"}), frozenset[str]()):
        q = MaximumQuestion("gate", "square", "any", 1, little.readings({"broken": "stays"}), only)
        total = replace(q, tile="", of="total", must=frozenset({"gate"}))
        assert question_of(little, json.loads(json.dumps(question_fields(little, total)))) == total
        said = json.loads(json.dumps(question_fields(little, q)))
        assert question_of(little, said) == q and said["readings"] == {"broken": "stays"}
    changes: list[dict[str, Any]] = [{"tile": "hut2"}, {"tile": []}, {"mode": "round"}, {"readings": {"broken": "x"}}]
    for change in (*changes, {"more": 1}):
        with pytest.raises(entries.Unfit):
            question_of(little, {**said, **change})


def test_rules_that_were_packed_ask_the_same_questions(spec: Specification) -> None:
    there, keys = unpacked(packed(spec))
    here = Keys(spec)
    for mode in spec.modes:
        for tile in spec.tiles(mode):
            q = MaximumQuestion(tile, mode, "rounds", 4, spec.readings())
            assert keys.of(q) == here.of(q)
    assert there.folders == ()


def test_readings_that_change_nothing_are_no_question(run: Run, tmp_path: Path, spec: Specification) -> None:
    questions = [MaximumQuestion("school", "classic", "any", 4, spec.readings())]
    questions += [
        MaximumQuestion("school", "classic", "any", 4, spec.readings({name: reading}))
        for name, ruling in spec.rulings.items()
        for reading in ruling.names()
    ]
    found = sweeping.tasks(Keys(spec), questions)
    assert 1 <= len(found) < len(questions) and found[0].question == questions[0]


# ---- options -------------------------------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("argv", "said"),
    [
        (("--shard", "0/3"), "`0/3` is no shard"),
        (("--shard", "4/3"), "`4/3` is no shard"),
        (("--scope", "any,some"), "invalid choice: 'some'"),
        (("--scope", ","), "invalid choice"),
        (("--executor", "threads"), "there is no executor `threads`"),
        (("--executor", "processes:0"), "there is no executor `processes:0`"),
        (("--executor", "dask://nowhere"), "write `processes`, `processes:4` or `dask://HOST:PORT`"),
        (("--mode", "round"), "unknown mode `round`"),
        (("--from", "none.jsonl"), "none.jsonl can not be read"),
        (("gatte",), "did you mean `gate`?"),
        (("gate", "--merge", "none.jsonl"), "`--merge` takes over all"),
    ],
)
def test_what_can_not_be_used(run: Run, tmp_path: Path, argv: tuple[str, ...], said: str) -> None:
    found = run("sweep", *argv, "--out", tmp_path / "results.jsonl", executor=None)
    assert found.code == 2 and said in found.err, found.err


def test_dask_that_is_not_there(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setitem(sys.modules, "distributed", None)
    with pytest.raises(Unavailable, match="dask is not installed") as found, open_executor("dask://localhost:1"):
        pass
    assert "tileproof[dask]" in found.value.help


@pytest.fixture
def scheduler() -> Iterator[str]:
    distributed = pytest.importorskip("distributed")
    options: dict[str, Any] = {"processes": False, "protocol": "tcp://", "dashboard_address": None}
    with distributed.LocalCluster("", n_workers=2, threads_per_worker=2, scheduler_port=0, **options) as cluster:
        yield cluster.scheduler_address.removeprefix("tcp://")


def test_dask(run: Run, tmp_path: Path, scheduler: str) -> None:
    out = tmp_path / "results.jsonl"
    found = run("sweep", *ALL, "--out", out, "--executor", f"dask://{scheduler}", executor=None)
    assert found.code == 0 and values(out) == MOST
    from distributed.scheduler import KilledWorker

    from verifier.executors import given_up

    assert given_up(KilledWorker("task", None, 3)) and not given_up(Fault("x"))


# ---- what is on record ---------------------------------------------------------------------------------------


def test_what_is_on_record_is_not_asked(run: Run, tmp_path: Path) -> None:
    """From the record into the file, and back: also what a run knew that was killed before it could write its record."""
    record, none = ("--record", tmp_path / "record.json"), ("--no-record",)
    first, second, third = (tmp_path / f"{n}.jsonl" for n in range(3))
    assert run("sweep", "--scope", "any", "--out", first, *record).asked == 1
    found = run("sweep", *ALL, "--out", second, *record)
    assert "4 questions, 1 known (1 from the proof record), 3 to be asked" in found.err
    assert (found.asked, found.code, values(second)) == (3, 0, MOST)
    # All of it is on record now; without it, the lines alone are what is known.
    assert run("sweep", *ALL, "--out", third, *record).asked == 0
    assert sorted(third.read_text().splitlines()) == sorted(second.read_text().splitlines())
    assert run("sweep", *ALL, "--out", tmp_path / "alone.jsonl", *none).asked == 4
    record[1].unlink()
    assert run("sweep", *ALL, "--out", second, *record).asked == 0
    assert len(json.loads(record[1].read_text())["entries"]) == 4
    # An entry that was edited is not used, and a run that would be fine is not.
    said = json.loads(record[1].read_text())
    next(iter(said["entries"].values()))["value"] = 6
    record[1].write_text(json.dumps(said), "utf-8")
    found = run("sweep", *ALL, "--out", tmp_path / "new.jsonl", *record)
    assert (found.asked, found.code, values(tmp_path / "new.jsonl")) == (1, 1, MOST) and "it was edited" in found.err


def test_what_is_on_record_decides_what_the_file_could_not(
    run: Run, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Without being asked again; and where the two can not both be true, nobody chooses."""
    record, out = ("--record", tmp_path / "record.json"), tmp_path / "all.jsonl"
    assert run("sweep", *ALL, "--out", tmp_path / "other.jsonl", *record).code == 0

    def hurried(spec: Specification, q: MaximumQuestion, **options: Any) -> Maximum:
        return maxima.undecided(spec, q, "there was no time")

    with monkeypatch.context() as patch:
        patch.setattr(jobs, "answer", hurried)
        assert run("sweep", *ALL, "--out", out).code == 3
    found = run("sweep", *ALL, "--out", out, *record)
    assert (found.asked, found.code, values(out)) == (0, 0, MOST)
    assert len(out.read_text().splitlines()) == 4


def test_records_lists_shows_and_takes_over(run: Run, tmp_path: Path) -> None:
    out, record = tmp_path / "results.jsonl", tmp_path / "record.json"
    run("sweep", *ALL, "--out", out)
    listed = run("records", "--file", out)
    assert listed.code == 0 and f"{out}: 4 entries, 4 live" in listed.out
    row = next(x for x in listed.out.splitlines() if x.startswith("2 "))
    assert row.split()[:5] == ["2", "Gate", "square", "maximum", "any"] and "broken is stays" in row and "5 VP" in row
    taken = run("records", "--import", out, "--record", record)
    assert taken.code == 0 and taken.out == f"{record}: 4 taken\n"
    assert "0 taken, 4 known" in run("records", "--import", out, "--record", record).out
    # Neither `max` nor a sweep of its own asks again.
    assert "recorded" in run("max", "gate", "--scope", "any", "--record", record).out
    shown = run("records", "gate", "--show", "2", "--record", record)
    assert shown.code == 0 and "most it can score: 5 VP" in shown.out and "under broken is stays" in shown.out
    assert "Gate  5 VP" in shown.out and "Z3: 6 or more is impossible" in shown.out
    found = json.loads(run("records", "--record", record, "--format", "json").out)
    assert [(x["owner"], x["scope"], x["value"], x["state"]) for x in found["entries"]] == [
        ("gate", scope, MOST[scope, reading], "live") for scope in ("any", "rounds") for reading in ("gone", "stays")
    ]
    assert run("records", "hut", "--record", record).out == f"{record}: 0 entries\n"
    for argv, said in ((("--show", 5), "the list has 4 entries"), (("--mode", "round"), "unknown mode")):
        wrong = run("records", "--record", record, *argv)
        assert wrong.code == 2 and said in wrong.err


def test_records_of_properties(run: Run, tmp_path: Path, write: Callable[[str, str], Path]) -> None:
    """A Gate reaches 5, and no more: one claim is refuted by a city of 5, the other is proved."""
    rules = next(LITTLE.glob("*.rules")).read_text("utf-8")
    claims = '  property "four" { always own <= 4 }\n  property "five" { always own <= 5 }\n}\n\nscoring runs'
    text = rules.replace("}\n\nscoring runs", claims)
    folder = write("game/little.rules", text).parent
    given: dict[str, Any] = {"spec": folder}
    assert run("prove", "gate", "--jobs", 1, **given).code == 1
    run("max", "gate", "--scope", "any", **given)
    listed = run("records", "--kind", "property", **given)
    assert listed.code == 0 and "2 entries, 2 live" in listed.out
    rows = {x.split()[3]: x.split()[5] for x in listed.out.splitlines()[2:4]}
    assert rows == {"four": "refuted", "five": "proved"}, listed.out
    number = next(x.split()[0] for x in listed.out.splitlines() if " four " in x)
    shown = run("records", "--kind", "property", "--show", number, **given)
    assert shown.code == 0 and "refuted: Gate, square: four" in shown.out and "own = 5" in shown.out
    # Other rules make all of it stale. What is drawn is then counted by them: 3 for each Den, at most 4.
    write("game/little.rules", text.replace("score 2 per den adjacent to self at most 3", "score 3 per den adjacent to self at most 4"))
    assert "3 entries, 3 stale" in run("records", **given).out
    stale = run("records", "--kind", "maximum", "--show", 1, **given)
    assert stale.code == 0 and "counted by the rules as they are" in stale.err and "Gate  6 VP" in stale.out
    # Where the city's kinds are gone, it can not be.
    write("game/little.rules", text.replace("den", "lair").replace("Den", "Lair"))
    gone = run("records", "--kind", "maximum", "--show", 1, **given)
    assert gone.code == 2 and "this entry can not be shown: its city can not be read" in gone.err


def test_import_takes_nothing_that_is_not_shown(run: Run, tmp_path: Path) -> None:
    out, record = tmp_path / "results.jsonl", tmp_path / "record.json"
    run("sweep", *ALL, "--out", out)
    made = []
    for x in lines(out):
        if x["entry"]["scope"] == "any":
            _more(None, x["entry"])  # type: ignore[arg-type]
            x["entry"]["digest"] = entries._digest(x["key"], x["entry"])
        made.append(json.dumps(x))
    out.write_text("\n".join(made) + "\n", "utf-8")
    found = run("records", "--import", out, "--record", record)
    assert found.code == 1 and "2 taken, 2 refused" in found.out
    assert "it is not taken over: its city gives 5, not 6" in found.err
    listed = run("records", "--record", record)
    assert listed.out.count("5 VP") == 0 and "2 entries, 2 live" in listed.out
