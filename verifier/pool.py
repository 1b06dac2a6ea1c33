"""Questions for worker processes.

Guarantee: every question has an answer; that of a question whose process dies, takes too much memory or does not
come back in time is what `failed` makes of it (`Lost` where one is asked at a time), and the other questions are
answered all the same.
"""

from __future__ import annotations

import contextlib
import multiprocessing
import signal
import threading
import time
import traceback
from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass, field
from multiprocessing import resource_tracker
from multiprocessing.connection import Connection, wait
from multiprocessing.context import SpawnProcess
from pathlib import Path
from typing import Any, Generic, NoReturn, TypeVar

Q = TypeVar("Q")
A = TypeVar("A")

GRACE = 30.0  # seconds beyond its own limit after which a question is given up


@dataclass(frozen=True)
class Allowance:
    """What one question may take: seconds (None: as long as it likes) and MB of memory (None: all there is)."""

    seconds: float | None = None
    memory: int | None = None


def limit_memory(megabytes: int | None) -> None:
    """Let this process take so much more memory than it has; where the system can not do that, nothing happens."""
    try:
        import resource

        now = int(Path("/proc/self/statm").read_text("ascii").split()[0]) * resource.getpagesize()
    except (ImportError, OSError):
        return
    _, hard = resource.getrlimit(resource.RLIMIT_AS)
    soft = resource.RLIM_INFINITY if megabytes is None else now + megabytes * 2**20
    if hard != resource.RLIM_INFINITY:
        soft = hard if soft == resource.RLIM_INFINITY else min(soft, hard)
    with contextlib.suppress(ValueError, OSError):
        resource.setrlimit(resource.RLIMIT_AS, (soft, hard))


def _serve(
    link: Connection, answer: Callable[[Any], Any], start: Callable[..., None], given: tuple[Any, ...]
) -> None:
    """The life of a worker: it answers until it is told to stop."""
    signal.signal(signal.SIGINT, signal.SIG_IGN)  # the parent decides
    start(*given)
    with contextlib.suppress(EOFError, BrokenPipeError):
        while True:
            question, memory = link.recv()
            limit_memory(memory)
            try:
                reply: tuple[str, Any] = ("answer", answer(question))
            except MemoryError:
                reply = ("failed", "it took more memory than it may")
            except Exception as error:  # a fault of ours: told by the parent
                error.add_note("in a worker process:\n" + traceback.format_exc())
                reply = ("error", error)
            limit_memory(None)
            link.send(reply)


@contextlib.contextmanager
def without_interrupts() -> Iterator[None]:
    """What starts in here is not interrupted before it can say that it does not want to be; an interrupt of this
    process waits."""
    if not hasattr(signal, "pthread_sigmask"):
        yield
        return
    resource_tracker.ensure_running()  # starting it lets interrupts through again
    before = signal.pthread_sigmask(signal.SIG_BLOCK, {signal.SIGINT})
    try:
        yield
    finally:
        signal.pthread_sigmask(signal.SIG_SETMASK, before)


@dataclass
class _Worker(Generic[Q]):
    process: SpawnProcess
    link: Connection
    question: tuple[int, Q] | None = None
    until: float | None = None


@dataclass
class _Pool(Generic[Q, A]):
    answer: Callable[[Q], A]
    start: Callable[..., None]
    given: tuple[Any, ...]
    workers: list[_Worker[Q]] = field(default_factory=list)

    def hire(self) -> None:
        context = multiprocessing.get_context("spawn")
        mine, theirs = context.Pipe()
        process = context.Process(target=_serve, args=(theirs, self.answer, self.start, self.given), daemon=True)
        with without_interrupts():
            process.start()
        theirs.close()
        self.workers.append(_Worker(process, mine))

    def dismiss(self, worker: _Worker[Q]) -> int | None:
        """Stop a worker; the exit code of its process."""
        worker.link.close()
        if worker.process.is_alive():
            worker.process.terminate()
        worker.process.join(5)
        if worker.process.is_alive():
            worker.process.kill()
            worker.process.join()
        self.workers.remove(worker)
        return worker.process.exitcode


def answered(
    questions: Sequence[Q],
    answer: Callable[[Q], A],
    failed: Callable[[Q, str], A],
    *,
    workers: int,
    start: Callable[..., None],
    given: tuple[Any, ...],
    allowance: Callable[[Q], Allowance] = lambda _: Allowance(),
) -> Iterator[tuple[Q, A]]:
    """Each question with its answer, as they come. `start` is called with `given` in each new process; both
    `answer` and `start` are functions of a module.

    Raises whatever an answer raises: a `Fault`, mostly."""
    todo = list(enumerate(questions))[::-1]
    pool: _Pool[Q, A] = _Pool(answer, start, given)
    for _ in range(min(max(1, workers), len(todo))):
        pool.hire()
    try:
        while todo or any(w.question is not None for w in pool.workers):
            for worker in list(pool.workers):
                if worker.question is None and todo:
                    yield from _given(pool, worker, todo.pop(), allowance, failed, bool(todo))
            yield from _taken(pool, failed, bool(todo))
    finally:
        for worker in list(pool.workers):
            pool.dismiss(worker)


def _given(
    pool: _Pool[Q, A],
    worker: _Worker[Q],
    question: tuple[int, Q],
    allowance: Callable[[Q], Allowance],
    failed: Callable[[Q, str], A],
    more: bool,
) -> Iterator[tuple[Q, A]]:
    """Ask a worker, which may have died while it waited."""
    allowed = allowance(question[1])
    worker.question = question
    worker.until = None if allowed.seconds is None else time.monotonic() + allowed.seconds + GRACE
    try:
        worker.link.send((question[1], allowed.memory))
    except (BrokenPipeError, OSError):
        yield _lost(pool, worker, failed, more)


def _taken(pool: _Pool[Q, A], failed: Callable[[Q, str], A], more: bool) -> Iterator[tuple[Q, A]]:
    """The answers that are there, when there is one; workers that died or take too long are replaced."""
    busy = [w for w in pool.workers if w.question is not None]
    ends = [w.until for w in busy if w.until is not None]
    patience = max(0.0, min(ends) - time.monotonic()) if ends else None
    ready = set(map(id, wait([w.link for w in busy], patience)))
    for worker in busy:
        if worker.question is None:
            continue
        question = worker.question[1]
        if id(worker.link) not in ready:
            if worker.until is not None and time.monotonic() >= worker.until:
                pool.dismiss(worker)
                if more:
                    pool.hire()
                yield question, failed(question, "it did not stop in its time")
            continue
        try:
            what, reply = worker.link.recv()
        except (EOFError, OSError):
            yield _lost(pool, worker, failed, more)
            continue
        worker.question = None
        if what == "error":
            raise reply
        yield question, failed(question, reply) if what == "failed" else reply


def _lost(
    pool: _Pool[Q, A], worker: _Worker[Q], failed: Callable[[Q, str], A], more: bool
) -> tuple[Q, A]:
    """The answer to a question whose process died."""
    assert worker.question is not None
    question = worker.question[1]
    code = pool.dismiss(worker)
    if more:
        pool.hire()
    how = f"signal {-code}" if code is not None and code < 0 else f"exit code {code}"
    return question, failed(question, f"the solver's process died ({how})")


class Lost(Exception):
    """The process that was asked gave no answer, and why."""


class Clerk(Generic[Q, A]):
    """One process that is asked one question at a time; when it dies, the next question gets another one.

    A process is replaced after `most` questions, so that what solvers never give back does not add up. `ask`
    belongs to one thread; `stop` may be called by any."""

    def __init__(
        self,
        answer: Callable[[Q], A],
        start: Callable[..., None],
        given: tuple[Any, ...] = (),
        *,
        allowance: Allowance | None = None,
        most: int = 50,
    ) -> None:
        self._pool: _Pool[Q, A] = _Pool(answer, start, given)
        self._allowance = Allowance() if allowance is None else allowance
        self._most = most
        self._asked = 0
        self._stopped = False
        self._lock = threading.Lock()

    def ask(self, question: Q) -> A:
        """The answer; the process is started if there is none.

        Raises whatever the answer raises, and `Lost` if there is none."""
        if self._asked == self._most:
            self.close()
            self._asked = 0
        self._asked += 1
        with self._lock:
            if self._stopped:
                raise Lost("nothing is asked any more")
            if not self._pool.workers:
                self._pool.hire()
        found: list[tuple[Q, A]] = []
        for _ in _given(self._pool, self._pool.workers[0], (0, question), self._allowed, _lost_it, False):
            pass
        while not found:
            found += _taken(self._pool, _lost_it, False)
        return found[0][1]

    def _allowed(self, _: Q) -> Allowance:
        return self._allowance

    def close(self) -> None:
        """Let the process go, if there is one; nothing is being asked."""
        for worker in list(self._pool.workers):
            self._pool.dismiss(worker)

    def stop(self) -> None:
        """Kill the process, whatever it is at; from now on every question is `Lost`."""
        with self._lock:
            self._stopped = True
            for worker in self._pool.workers:
                worker.process.kill()


def _lost_it(_: object, why: str) -> NoReturn:
    raise Lost(why)
