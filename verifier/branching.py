"""Bounds by branching on numbers: the cities with so many buildings of a class apart from those with more or fewer.

How: what is left of the gap of a relaxation is convexity in the numbers of buildings (half of a city with six of a
kind seems to be worth more than one with three). So a box of numbers is split at the number that the relaxation has
of a class, and each part gets the cuts of neighbours that hold in it alone (`neighbours`). What a part can reach at
most is asked of CP-SAT; where that takes long, the part is split again. Branch and bound as by Land and Doig (1960)
with numbers of buildings in place of variables, and a solver for the parts.

Guarantee: every city lies in one of the parts, so none exceeds the greatest of their bounds.
"""

from __future__ import annotations

import heapq
import threading
import time
from collections import deque
from collections.abc import Callable, Mapping
from dataclasses import dataclass, field, replace
from functools import partial
from math import floor

from dsl.circuit import Linear
from verifier import solve
from verifier.mip import Relaxation
from verifier.neighbours import Box, Neighbours, Range

WORK = 20.0  # what CP-SAT spends on a part before it is split, by its own measure
TRIAL = 0.2  # of that, to find out by which numbers to split
ROUNDS = 6  # of cuts for a part
CUTS = 40  # new ones in a round, those that are missed most first
LEAST = 0.05  # by how much of a pair a cut has to be missed
CLOSE = 1e-3  # what is as good as a whole number


@dataclass(order=True)
class Part:
    """Cities whose numbers of buildings lie in a box. They have at most `bound`."""

    rank: tuple[int, int]
    bound: int = field(compare=False)
    box: Box = field(compare=False)
    cuts: tuple[Linear, ...] = field(compare=False, default=())
    numbers: Mapping[int, float] = field(compare=False, default_factory=dict)  # where its relaxation is greatest
    asked: int = field(compare=False, default=0)  # how often CP-SAT was

    @property
    def open(self) -> tuple[int, ...]:
        """The classes whose numbers are not fixed."""
        return tuple(i for i, (low, high) in self.box.items() if low < high)


class Branching:
    """The parts of one maximum. What is found out goes to a `meeting`, where another search may take part."""

    def __init__(
        self,
        neighbours: Neighbours,
        objective: Linear,
        meeting: solve.Meeting,
        *,
        at_most: int | None = None,
        work: float = WORK,
    ) -> None:
        """`at_most` is a bound known from elsewhere."""
        self.neighbours, self.objective, self.meeting, self.work = neighbours, objective, meeting, work
        self.circuit = neighbours.model.circuit
        self.best: solve.Answer | None = None  # the best solution that came by
        self._places = {i: at for at, i in enumerate(neighbours.numbers)}
        self._relaxation = Relaxation(self.circuit, objective, neighbours.asked)
        self._order: list[int] = []
        self._relaxing = threading.Lock()
        self._news = threading.Condition(threading.RLock())  # for all that follows
        self._busy: dict[int, int] = {}  # the bounds of parts at work, by their numbers
        self._errands: deque[Callable[[], None]] = deque()
        self.parts = 0  # that were made
        most = objective.high if at_most is None else min(objective.high, at_most)
        self._open: list[Part] = [self._part(most, neighbours.box())]

    def _part(self, bound: int, box: Box) -> Part:
        with self._news:  # no two parts have one number
            self.parts += 1
            return Part((-bound, self.parts), bound, box)

    def run(self, deadline: float) -> None:
        """Go on until no part may hold more than what was found, somebody ends the meeting, or the time is out.

        Several threads may run it at once, and share the work. `KeyboardInterrupt` ends it for this one."""
        while (work := self._next(deadline)) is not None:
            work()

    def _next(self, deadline: float) -> Callable[[], None] | None:
        """What to do next, when there is something; None if nothing is left to do."""
        with self._news:
            while not self.meeting.over and time.monotonic() < deadline:
                if self._errands:
                    return self._errands.popleft()
                if self._open:
                    part = heapq.heappop(self._open)
                    self._busy[part.rank[1]] = part.bound
                    return partial(self._work, part, deadline)
                if not self._busy:
                    break
                self._news.wait(0.2)
        return None

    def _work(self, part: Part, deadline: float) -> None:
        """Split a part, or ask about it, and put what is left of it back."""
        left = [part]
        try:
            left = self._split(part, deadline) if part.asked and part.open else self._ask(part, deadline)
        finally:
            with self._news:
                for x in left:
                    if not self._done(x.bound):
                        heapq.heappush(self._open, x)
                del self._busy[part.rank[1]]
                self._news.notify_all()
            self._tell()

    def _done(self, bound: int) -> bool:
        return self.meeting.value is not None and bound <= self.meeting.value

    def _tell(self) -> None:
        """Say what no city exceeds."""
        with self._news:
            bounds = [x.bound for x in self._open[:1]] + list(self._busy.values())
            bounds += [] if self.meeting.value is None else [self.meeting.value]
        if bounds:
            self.meeting.at_most(max(bounds))

    def _lower(self, part: Part, bound: int) -> None:
        """A part at work has at most so much."""
        with self._news:
            self._busy[part.rank[1]] = min(self._busy[part.rank[1]], bound)
        self._tell()

    def _ask(self, part: Part, deadline: float) -> list[Part]:
        """The part with the bound that CP-SAT proves of it, unless there is nothing in it."""
        bound = self._bounded(part, self.work * 2**part.asked, deadline, partial(self._lower, part))
        if bound is None:
            return []
        bound = min(bound, part.bound)
        return [replace(part, rank=(-bound, part.rank[1]), bound=bound, asked=part.asked + 1)]

    def _bounded(
        self, part: Part, work: float, deadline: float, tell: Callable[[int], None]
    ) -> int | None:
        """What CP-SAT proves of a part with some work, whatever is known of it; None if there is nothing in it."""
        answer = solve.bounded(
            self.circuit,
            self.objective,
            [(self.neighbours.numbers[i], ends) for i, ends in part.box.items()],
            part.cuts,
            self.meeting,
            work=work,
            seconds=deadline - time.monotonic(),
            tell=tell,
        )
        if answer.interrupted:
            raise KeyboardInterrupt
        if answer.status == "infeasible":
            return None
        if answer.value is not None:
            with self._news:
                if self.best is None or self.best.value is None or answer.value > self.best.value:
                    self.best = answer
            self.meeting.found(answer.value)
        return self.objective.high if answer.bound is None else answer.bound

    def _split(self, part: Part, deadline: float) -> list[Part]:
        """The parts of a part, each with its cuts."""
        if not part.numbers:
            self._relax(part, deadline)
        if not self._order:
            self._order = self._tried(part, deadline)
        i = next(i for i in self._order if i in part.open)
        return [self._with(part, i, ends, deadline) for ends in _ranges(_number(part, i), part.box[i])]

    def _with(self, part: Part, i: int, ends: Range, deadline: float) -> Part:
        """The part in which the number of a class lies between some ends."""
        new = replace(self._part(part.bound, {**part.box, i: ends}), cuts=part.cuts)
        self._relax(new, deadline)
        return new

    def _tried(self, part: Part, deadline: float) -> list[int]:
        """The classes, first those by whose numbers to split: where a part of which the number is fixed to what the
        relaxation has turns out to be bounded best after little work."""
        bounds: dict[int, int] = {}

        def tried(i: int) -> None:
            whole = round(_number(part, i))
            new = self._with(part, i, (whole, whole), deadline)
            bound = self._bounded(new, TRIAL * self.work, deadline, _deaf)
            with self._news:
                bounds[i] = -1 if bound is None else bound

        with self._news:
            self._errands += [partial(tried, i) for i in part.open]
            self._news.notify_all()
        while len(bounds) < len(part.open) and not self.meeting.over and time.monotonic() < deadline:
            with self._news:
                errand = self._errands.popleft() if self._errands else None
                if errand is None:
                    self._news.wait(0.2)
            if errand is not None:
                errand()
        # Of equals, the class that is least of a mixture; those that time was too short for at the end.
        classes = self.neighbours.model.classes
        return sorted(part.open, key=lambda i: (bounds.get(i, self.objective.high), len(classes[i]), i))

    def _relax(self, part: Part, deadline: float) -> None:
        """Cut a part, and lower its bound to that of its relaxation, if there is time; one thread at a time."""
        with self._relaxing:
            self._relaxed(part, deadline)

    def _relaxed(self, part: Part, deadline: float) -> None:
        cuts = dict.fromkeys(part.cuts)
        between = {self._places[i]: ends for i, ends in part.box.items()}
        for _ in range(ROUNDS):
            left = deadline - time.monotonic()
            if self.meeting.over or left <= 0:
                break
            relaxed = self._relaxation.maximize(between, cuts, seconds=left)
            if relaxed is None:
                break  # also where there is nothing in it: that is for a solver to say that does not round
            sums = self.neighbours.sums(relaxed.values)
            part.numbers = sums.numbers
            part.bound = min(part.bound, relaxed.bound)
            missed = sorted(self.neighbours.missed(sums, part.box, LEAST), key=lambda x: -x.missed)
            if self._done(part.bound) or not missed:
                break
            cuts |= dict.fromkeys(self.neighbours.room(x) for x in missed[:CUTS])
        part.cuts = tuple(cuts)
        part.rank = (-part.bound, part.rank[1])


def _number(part: Part, i: int) -> float:
    """How many there are of a class by a part's relaxation, or in the middle of its box."""
    low, high = part.box[i]
    return min(max(part.numbers.get(i, (low + high) / 2), low), high)


def _deaf(_: int) -> None:
    """Hear of a bound that is no news."""


def _ranges(number: float, ends: Range) -> list[Range]:
    """Ends split at a number: the whole number at it, or the two about it, for themselves."""
    low, high = ends
    whole = min(max(floor(number + CLOSE), low), high)
    beyond = whole + (2 if number - whole > CLOSE else 1)
    alone = [(x, x) for x in range(whole, min(beyond, high + 1))]
    return [x for x in ((low, whole - 1), *alone, (beyond, high)) if x[0] <= x[1]]
