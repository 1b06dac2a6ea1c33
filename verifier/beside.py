"""A search for bounds beside one for cities, in a thread of its own; each ends when the other has said all.

Guarantee: what fails in the thread is raised where the search for cities was begun, and no thread outlives it.

Why two: the search that finds the best cities soon is slow to prove that there are no better ones, and the one that
branches on numbers (`branching`) finds few. The city that is shown is that of the first one, whichever proves it.
"""

from __future__ import annotations

import threading
import time
from collections.abc import Callable
from dataclasses import replace

from dsl.circuit import Linear
from verifier import solve
from verifier.aggregate import Aggregated
from verifier.branching import Branching
from verifier.neighbours import Neighbours

ALONE = 5.0  # seconds before the second search begins
PATIENCE = 30.0  # seconds without a better city before the first one ends, or as long as it took to find the best


class Beside:
    """Within it one solver looks for cities; a second thread lowers the bound, once that has taken a while. When no
    better city turns up any more, the first solver is stopped, and its thread lends a hand."""

    def __init__(
        self,
        model: Aggregated,
        total: Linear,
        at_most: int | None,
        deadline: float,
        tell: Callable[[int, int], None],
    ) -> None:
        self.meeting = solve.Meeting(tell)
        self._model, self._total, self._at_most, self._deadline = model, total, at_most, deadline
        self._done = threading.Event()
        self._threads = [threading.Thread(target=self._safely, args=(x,)) for x in (self._lower, self._watch)]
        self._branching: Branching | None = None
        self._interrupted = False
        self._fault: BaseException | None = None

    def _safely(self, what: Callable[[], None]) -> None:
        try:
            what()
        except BaseException as e:  # to be raised where somebody hears it
            self._fault = e
            self.meeting.end()

    def _lower(self) -> None:
        if self._done.wait(ALONE):
            return
        self._branching = Branching(Neighbours(self._model), self._total, self.meeting, at_most=self._at_most)
        self._branching.run(self._deadline)
        while self.meeting.over and not self._done.wait(0.1):
            self.meeting.end()

    def _watch(self) -> None:
        started = time.monotonic()
        while not self._done.wait(0.5):
            best = self.meeting.found_at
            if self._branching is not None and time.monotonic() - best > max(PATIENCE, best - started):
                self.meeting.rest()

    def __enter__(self) -> Beside:
        for x in self._threads:
            x.start()
        return self

    def __exit__(self, *_: object) -> None:
        self._done.set()
        for x in self._threads:
            while x.is_alive():
                self.meeting.end()
                x.join(0.1)
        if self._fault is not None:
            raise self._fault

    def lend_a_hand(self, answer: solve.Answer) -> None:
        """Lower the bound in this thread, too, where the solver that looks for cities was sent home with this
        answer: until all is known or the time is out."""
        if self._branching is not None and self.meeting.resting and _undecided(answer):
            try:
                self._branching.run(self._deadline)
            except KeyboardInterrupt:
                self._interrupted = True

    def settled(self, answer: solve.Answer) -> solve.Answer:
        """What both of them know, where the solver that looks for cities gave this answer.

        To be asked when both have ended: a value is said to the other one before its city is at hand."""
        assert not any(x.is_alive() for x in self._threads)
        if self._branching is None or not _undecided(answer):
            return answer
        best = self._branching.best
        if best is not None and best.value is not None and (answer.value is None or best.value > answer.value):
            answer = best
        bounds = [x for x in (answer.bound, self.meeting.bound) if x is not None]
        bound = min(bounds, default=None)
        proved = answer.value is not None and bound == answer.value
        return replace(
            answer,
            status="optimal" if proved else "unknown" if answer.value is None else "feasible",
            bound=bound,
            stopped=self._interrupted,
            interrupted=self._interrupted,
        )


def _undecided(answer: solve.Answer) -> bool:
    return answer.status in ("feasible", "unknown") and not answer.stopped
