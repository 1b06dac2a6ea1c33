"""Where jobs run: processes of this machine, the workers of a dask scheduler, or any executor of Python's kind.

Guarantee: an executor of `open_executor` gives every call an outcome; when a process dies, the call that it was at
raises `Lost` (or is made again by another worker), and the others go on. Leaving it stops what still runs.
"""

from __future__ import annotations

import logging
import os
import re
import threading
from collections.abc import Callable, Iterator
from concurrent.futures import Executor, Future, ThreadPoolExecutor
from contextlib import AbstractContextManager, contextmanager
from typing import Any, TypeAlias, TypeVar

from verifier.pool import Allowance, Clerk, Lost

T = TypeVar("T")
Tell: TypeAlias = Callable[[str], None]
# What makes an executor: `ProcessPoolExecutor`, say, or a `partial` of `open_executor`. It may be called again.
Opener: TypeAlias = Callable[[], AbstractContextManager[Executor]]

PATIENCE = 10  # seconds in which a scheduler has to answer
FORMS = "write `processes`, `processes:4` or `dask://HOST:PORT`"


class Unavailable(Exception):
    """There is no such executor; `help` says what to do."""

    def __init__(self, message: str, help: str) -> None:
        super().__init__(message)
        self.help = help


@contextmanager
def open_executor(
    text: str = "processes", *, seconds: float | None = None, tell: Tell | None = None
) -> Iterator[Executor]:
    """The executor that a text names: `processes`, `processes:N` (as many as there are processors by default) or
    `dask://HOST:PORT`.

    `seconds` is what one call may take; a process of this machine that takes much longer is stopped. `tell` is
    told what somebody who waits would like to know. Raises `Unavailable`."""
    local, address = named(text)
    with _processes(local, seconds) if local else _dask(address, tell) as executor:
        yield executor


def named(text: str) -> tuple[int, str]:
    """What a text names: a number of processes, or (then it is 0) the address of a dask scheduler.

    Raises `Unavailable` if it names nothing."""
    local = re.fullmatch(r"processes(?::([1-9]\d{0,3}))?", text)
    if local is not None:
        return int(local[1] or os.cpu_count() or 1), ""
    remote = re.fullmatch(r"dask://([^/\s]+:\d{1,5})/?", text)
    if remote is None:
        raise Unavailable(f"there is no executor `{text[:80]}`", FORMS)
    return 0, remote[1]


def given_up(error: BaseException) -> bool:
    """Whether the executor itself made a call several times, and every worker that did died."""
    kind = type(error)
    return kind.__name__ == "KilledWorker" and kind.__module__.startswith("distributed")


# ---- processes -------------------------------------------------------------------------------------------


class Processes(Executor):
    """Processes of this machine. One that dies takes nothing with it but the call that it was at, which raises
    `Lost`. Calls, arguments and results have to be picklable."""

    def __init__(self, workers: int, *, seconds: float | None = None) -> None:
        self._threads = ThreadPoolExecutor(workers, "tileproof")
        self._allowance = Allowance(seconds)
        self._mine = threading.local()
        self._clerks: list[Clerk[Any, Any]] = []

    def submit(self, fn: Callable[..., T], /, *args: Any, **kwargs: Any) -> Future[T]:
        """Make a call in one of the processes."""
        return self._threads.submit(self._ask, (fn, args, kwargs))

    def _ask(self, call: tuple[Callable[..., T], tuple[Any, ...], dict[str, Any]]) -> T:
        """Have a call made by the process that belongs to this thread."""
        clerk: Clerk[Any, T] | None = getattr(self._mine, "clerk", None)
        if clerk is None:
            clerk = self._mine.clerk = Clerk(_call, _ready, allowance=self._allowance)
            self._clerks.append(clerk)
        return clerk.ask(call)

    def shutdown(self, wait: bool = True, *, cancel_futures: bool = False) -> None:
        """Take no more calls; with `wait` let those finish that were taken, and the processes go."""
        self._threads.shutdown(wait, cancel_futures=cancel_futures)
        if wait:
            for clerk in self._clerks:
                clerk.close()

    def stop(self) -> None:
        """Make an end at once: calls that wait are cancelled, and those that run are `Lost`."""
        self.shutdown(wait=False, cancel_futures=True)
        for clerk in list(self._clerks):
            clerk.stop()
        self.shutdown()


def _ready() -> None:
    """What a new process does first: nothing, for a call brings all that it needs."""


def _call(x: tuple[Callable[..., T], tuple[Any, ...], dict[str, Any]]) -> T:
    fn, args, kwargs = x
    return fn(*args, **kwargs)


@contextmanager
def _processes(workers: int, seconds: float | None) -> Iterator[Processes]:
    executor = Processes(workers, seconds=seconds)
    try:
        yield executor
    finally:
        executor.stop()


# ---- dask ------------------------------------------------------------------------------------------------


@contextmanager
def _dask(address: str, tell: Tell | None) -> Iterator[Executor]:
    try:
        from distributed import Client
    except ImportError:
        raise Unavailable("dask is not installed", "install it with `pip install 'tileproof[dask]'`") from None
    # What it logs of lost connections, with tracebacks, comes as exceptions, too.
    for name in logging.root.manager.loggerDict:
        if name.partition(".")[0] == "distributed":
            logging.getLogger(name).setLevel(logging.CRITICAL)
    try:
        client = Client(f"tcp://{address}", timeout=PATIENCE, set_as_default=False)
    except (OSError, ValueError) as error:
        help = f"start one with `dask scheduler --port {address.rpartition(':')[2]}`, and `dask worker {address}`"
        raise Unavailable(f"no dask scheduler answers at {address}: {_first_line(error)}", help) from None
    try:
        workers = len(client.scheduler_info(n_workers=-1)["workers"])
        if not workers and tell is not None:
            tell(f"the scheduler at {address} has no worker yet; start some with `dask worker {address}`")
        executor: Executor = client.get_executor(pure=False)
        try:
            yield executor
        finally:
            executor.shutdown(wait=False)
    finally:
        client.close(timeout=PATIENCE)


def _first_line(error: Exception) -> str:
    return (str(error).strip() or type(error).__name__).splitlines()[0][:200]


__all__ = ["Lost", "Opener", "Processes", "Unavailable", "given_up", "named", "open_executor"]
