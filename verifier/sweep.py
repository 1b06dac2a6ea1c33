"""Many questions of maxima, answered by any executor into a file of results.

Guarantee: what an answer claims was checked here, by the Python scorer and against its scope, before it is written;
each job has one line at most, however often it ran; what is in the file is not asked again. A job without an answer
is named, and does not keep the others from theirs.
"""

from __future__ import annotations

from collections.abc import Generator, Iterable, Iterator, Sequence
from concurrent.futures import BrokenExecutor, CancelledError, Future, as_completed
from dataclasses import dataclass

from dsl.assemble import Specification
from verifier.entries import Entry, Unfit, checked, question_fields, question_of, signed
from verifier.executors import Lost, Opener, given_up
from verifier.jobs import Elsewhere, Job, packed, work
from verifier.keys import Keys
from verifier.maxima import undecided
from verifier.questions import MaximumQuestion
from verifier.results import Line, Results
from verifier.verdict import Fault, Maximum


class ExecutorGone(Exception):
    """The executor takes no more jobs."""


@dataclass(frozen=True)
class Task:
    """A question with its key: what one line of the file answers."""

    key: str
    question: MaximumQuestion


@dataclass(frozen=True)
class Outcome:
    """What came of a job that ran: its answer, or why there is none. `refused`: it had one that is not true."""

    task: Task
    found: Maximum | None
    trouble: str = ""
    refused: bool = False


def tasks(keys: Keys, questions: Iterable[MaximumQuestion]) -> list[Task]:
    """Questions with their keys, in their order. Of several that mean the same the first stays."""
    found: dict[str, Task] = {}
    for q in questions:
        key = keys.of(q)
        found.setdefault(key, Task(key, q))
    return list(found.values())


def shard(every: Iterable[Task], number: int, of: int) -> list[Task]:
    """The tasks of shard `number`, from 1, of so many. Which one a task is in depends on its key alone."""
    return [x for x in every if int(x.key, 16) % of == number - 1]


def known(spec: Specification, task: Task, results: Results) -> Maximum | None:
    """What the file knows of a task, its city scored again.

    Raises `Unfit` if the line does not show what it claims."""
    line = results.lines.get(task.key)
    return None if line is None else checked(spec, task.key, task.question, line.entry)


def kept(spec: Specification, task: Task, found: Maximum, results: Results, place: str) -> None:
    """Write an answer that is known from elsewhere, and was checked, into the file.

    Raises `Contradiction` if it contradicts what the file knows, and `NoResults` if it can not be written."""
    entry = signed(spec, task.key, task.question, found)
    results.add(Line(task.key, question_fields(spec, task.question), entry, place))


def question_now(keys: Keys, line: Line) -> MaximumQuestion | None:
    """The question that a line answers by the rules as they are; None if it is stale."""
    try:
        q = question_of(keys.spec, line.question)
    except Unfit:
        return None
    return q if keys.of(q) == line.key else None


def sweep(
    spec: Specification, asked: Sequence[Task], results: Results, opener: Opener, *, time_limit: float
) -> Generator[Outcome, None, None]:
    """Run tasks and write their results as they come; `time_limit` is in seconds for each.

    `opener` gives an executor, and another one if that breaks. A worker that dies twice at a task leaves it
    unknown. Raises `ExecutorGone`, `executors.Unavailable`, and `NoResults` if the file can not be written."""
    rules = packed(spec)
    jobs = {x.key: Job(x.key, x.question, rules, time_limit) for x in asked}
    by_key = {x.key: x for x in asked}
    for job, reply in _replies(list(jobs.values()), opener):
        yield _taken(spec, by_key[job.key], reply, results)


def _taken(spec: Specification, task: Task, reply: Entry | Exception, results: Results) -> Outcome:
    """Check what came back, and write it if it is right."""
    key, q = task.key, task.question
    try:
        if isinstance(reply, Lost) or (isinstance(reply, Exception) and given_up(reply)):
            found = undecided(spec, q, f"the process that was asked gave no answer: {_said(reply)}")
        elif isinstance(reply, Exception):
            return Outcome(task, None, _said(reply), refused=isinstance(reply, Fault))
        else:
            found = checked(spec, key, q, reply)
        # The line is made here: a worker's own words about what it was asked do not count.
        results.add(Line(key, question_fields(spec, q), signed(spec, key, q, found), "a worker's answer"))
    except (Unfit, Fault) as error:
        return Outcome(task, None, f"the answer of a worker is refused: {error}", refused=True)
    return Outcome(task, found)


def _said(error: Exception) -> str:
    if isinstance(error, Fault | Elsewhere | Lost):
        return str(error)
    return f"{type(error).__name__}: {(str(error).strip() or 'no more is known').splitlines()[0][:300]}"


# ---- running ---------------------------------------------------------------------------------------------


def _replies(jobs: list[Job], opener: Opener) -> Iterator[tuple[Job, Entry | Exception]]:
    """Each job with what it returned or raised. What was lost is run once more, and then, if it was lost with
    others so that nobody knows whose fault it was, by itself."""
    again = yield from _together(jobs, opener)
    lost = yield from _together([job for job, _ in again], opener)
    for job, error in lost:
        if isinstance(error, Lost):
            yield job, error
            continue
        for _, reason in (yield from _together([job], opener)):
            yield job, reason if isinstance(reason, Lost) else Lost(str(reason) or "the executor broke")


def _together(
    jobs: list[Job], opener: Opener
) -> Generator[tuple[Job, Entry | Exception], None, list[tuple[Job, Exception]]]:
    """Run jobs in one executor; those that were lost, with the reason."""
    lost: list[tuple[Job, Exception]] = []
    if not jobs:
        return lost
    with opener() as executor:
        asked: dict[Future[Entry], Job] = {}
        try:
            for i, job in enumerate(jobs):
                try:
                    asked[executor.submit(work, job)] = job
                except BrokenExecutor as error:
                    lost += [(x, error) for x in jobs[i:]]
                    break
                except Exception as error:
                    # What was taken before is worth waiting for.
                    yield from _done(asked, lost)
                    raise ExecutorGone(_said(error)) from error
            yield from _done(asked, lost)
        finally:
            for future in asked:
                future.cancel()
    return lost


def _done(
    asked: dict[Future[Entry], Job], lost: list[tuple[Job, Exception]]
) -> Iterator[tuple[Job, Entry | Exception]]:
    """Each job that was not lost, as it is done."""
    gone = False
    for future in as_completed(asked):
        try:
            reply: Entry | Exception = future.result()
        except CancelledError:
            gone = True  # not by us: some may be done all the same
            continue
        except (Lost, BrokenExecutor) as error:
            lost.append((asked[future], error))
            continue
        except Exception as error:
            reply = error
        yield asked[future], reply
    if gone:
        raise ExecutorGone("what it was asked has been cancelled")
