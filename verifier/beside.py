"""A search for bounds beside one for cities, in a thread of its own; each ends when the other has said all.

Guarantee: what fails in the thread is raised where the search for cities was begun, and no thread outlives it.

Why two: the search that finds the best cities soon is slow to prove that there are no better ones, and the one that
branches on numbers (`branching`) finds few. The city that is shown is that of the first one, whichever proves it.
"""

from __future__ import annotations

import threading
from collections.abc import Callable
from dataclasses import replace

from dsl.circuit import Linear
from verifier import solve
from verifier.aggregate import Aggregated
from verifier.branching import Branching
from verifier.neighbours import Neighbours

ALONE = 5.0  # seconds before the second search begins


class Beside:
    """Within it one solver looks for cities; a second thread lowers the bound, once that has taken a while."""

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
        self._thread = threading.Thread(target=self._lower, daemon=True)
        self._fault: BaseException | None = None
        self._best: solve.Answer | None = None

    def _lower(self) -> None:
        try:
            if self._done.wait(ALONE):
                return
            branching = Branching(Neighbours(self._model), self._total, self.meeting, at_most=self._at_most)
            branching.run(self._deadline)
            self._best = branching.best
            while self.meeting.over and not self._done.wait(0.1):
                self.meeting.end()
        except BaseException as e:  # to be raised where somebody hears it
            self._fault = e
            self.meeting.end()

    def __enter__(self) -> Beside:
        self._thread.start()
        return self

    def __exit__(self, *_: object) -> None:
        self._done.set()
        while self._thread.is_alive():
            self.meeting.end()
            self._thread.join(0.1)
        if self._fault is not None:
            raise self._fault

    def better(self, answer: solve.Answer) -> solve.Answer:
        """The answer, or the better one that the other search came by."""
        other = self._best
        if other is None or other.value is None or (answer.value is not None and answer.value >= other.value):
            return answer
        bound = other.value if self.meeting.bound is None else self.meeting.bound
        return replace(other, status="optimal" if bound == other.value else "feasible", bound=bound)
