"""Questions for worker processes.

Guarantee: every question has an answer; that of a question whose process dies is what `failed` makes of it, and the
other questions are answered all the same.
"""

from __future__ import annotations

import multiprocessing
from collections.abc import Callable, Iterator, Sequence
from concurrent.futures import Future, ProcessPoolExecutor, as_completed
from concurrent.futures.process import BrokenProcessPool
from typing import Any, TypeVar

from verifier.verdict import Fault

Q = TypeVar("Q")
A = TypeVar("A")


def answered(
    questions: Sequence[Q],
    answer: Callable[[Q], A],
    failed: Callable[[Q, str], A],
    *,
    workers: int,
    start: Callable[..., None],
    given: tuple[Any, ...],
) -> Iterator[tuple[Q, A]]:
    """Each question with its answer, as they come. `start` is called with `given` in each new process.

    With one worker everything is done in this process. Raises whatever `Fault` an answer raises."""
    if workers <= 1 or len(questions) < 2:
        start(*given)
        for q in questions:
            yield q, answer(q)
        return
    # A worker that dies takes its pool along: what was not yet answered is asked again, one at a time.
    context = multiprocessing.get_context("spawn")
    done: set[int] = set()
    with ProcessPoolExecutor(workers, context, start, given) as pool:
        futures: dict[Future[A], int] = {pool.submit(answer, q): i for i, q in enumerate(questions)}
        try:
            for future in as_completed(futures):
                i = futures[future]
                yield questions[i], future.result()
                done.add(i)
        except BrokenProcessPool:
            pass
        except (Fault, KeyboardInterrupt):
            pool.shutdown(wait=False, cancel_futures=True)
            raise
    for i, q in enumerate(questions):
        if i not in done:
            with ProcessPoolExecutor(1, context, start, given) as single:
                try:
                    yield q, single.submit(answer, q).result()
                except BrokenProcessPool:
                    yield q, failed(q, "the solver's process died")
