"""Questions about rules that may be old before they are answered.

Guarantee: the answers are about the texts that were given; after `stop` nothing runs any more. Every question has
an answer: what takes too long is not known. What is told on the way to it is true, too: a value was reached by a
city that the scorer has scored, and a bound was proved.
"""

from __future__ import annotations

import multiprocessing
import os
import signal
import time
from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass
from multiprocessing.connection import Connection

from dsl.assemble import Specification
from dsl.claims import properties
from dsl.core import Game
from verifier.jobs import packed, unpacked
from verifier.pool import limit_memory

MEMORY = 3000
"""MB that the solvers may take."""
OFTEN = 0.5
"""So many seconds lie between two things that are told about one question before its answer."""


@dataclass(frozen=True)
class Claimed:
    """Whether a property holds: the N-th of the specification."""

    number: int


@dataclass(frozen=True)
class Most:
    """The most that a tile can score in a mode, over the cities of a scope."""

    tile: str
    mode: str
    scope: str


@dataclass(frozen=True)
class Told:
    """What is known of the N-th question: its answer if it is `final`, else how far it is.

    `verdict` is that of a property or a maximum, with `why` where it is unknown; a maximum has a value and a bound,
    in `unit`."""

    number: int
    final: bool
    verdict: str
    value: int | None = None
    bound: int | None = None
    unit: str = "VP"
    why: str = ""

    @property
    def decided(self) -> bool:
        """Whether nothing more can be found out."""
        return self.final and self.verdict not in ("unknown", "feasible") and not self.why

    @property
    def words(self) -> str:
        """The same in words."""
        if self.value is None and self.bound is None:
            return f"{self.verdict} ({self.why})" if self.why else self.verdict
        if self.verdict == "optimal":
            return f"{self.value} {self.unit} (optimal)"
        most = "" if self.bound is None else f"at most {self.bound}"
        if self.value is None:
            said = f"{most} {self.unit}"
        else:
            said = f"at least {self.value} {self.unit}" + (f", {most}" if most else "")
        return said if self.final else f"{said} so far"


def scope_of(game: Game) -> str:
    """The scope in which the most of a tile says something: without a list of what is in the box nothing could be
    taken in any round."""
    return "rounds" if game.stock else "any"


class Background:
    """One process that answers one question after the other; a `gentle` one gives way to others."""

    def __init__(
        self, spec: Specification, questions: Sequence[Claimed | Most], seconds: float, *, gentle: bool = False
    ) -> None:
        context = multiprocessing.get_context("spawn")
        self.link, other = context.Pipe(duplex=False)
        given = (other, packed(spec), tuple(questions), seconds, gentle)
        self.process = context.Process(target=_work, args=given, daemon=True)
        self.process.start()
        other.close()
        self.over = False
        """Whether nothing more will be found."""

    def found(self) -> Iterator[Told]:
        """What was found out since."""
        try:
            while not self.over and self.link.poll():
                told = self.link.recv()
                if told is None:
                    self.over = True
                else:
                    yield told
        except (EOFError, OSError):
            self.over = True

    def stop(self) -> None:
        """Give up what is not answered."""
        self.process.terminate()
        self.process.join(1)
        if self.process.is_alive():
            self.process.kill()
            self.process.join()
        self.link.close()


def _work(
    link: Connection, rules: bytes, questions: tuple[Claimed | Most, ...], seconds: float, gentle: bool
) -> None:
    signal.signal(signal.SIGINT, signal.SIG_IGN)  # the parent decides
    if gentle and hasattr(os, "nice"):
        os.nice(10)
    spec, _ = unpacked(rules)
    import verifier.maximize
    import verifier.properties  # noqa: F401

    limit_memory(MEMORY)
    for i, question in enumerate(questions):
        try:
            told = answer(spec, i, question, seconds, _Way(link, i))
        except MemoryError:
            told = Told(i, True, "unknown", why="too little memory")
        except Exception as error:  # told where it is asked for, not by a traceback between other lines
            told = Told(i, True, "unknown", why=f"a fault of Tileproof: {type(error).__name__}: {error}")
        link.send(told)
    link.send(None)


class _Way:
    """Tells how far the N-th question is: the first time at once, then every now and then."""

    def __init__(self, link: Connection, number: int) -> None:
        self.link, self.number, self.last = link, number, 0.0

    def __call__(self, value: int | None, bound: int | None, unit: str) -> None:
        now = time.monotonic()
        if value is not None and value != bound and now - self.last >= OFTEN:
            self.last = now
            self.link.send(Told(self.number, False, "feasible", value, bound, unit))


def answer(
    spec: Specification,
    number: int,
    question: Claimed | Most,
    seconds: float,
    way: Callable[[int | None, int | None, str], None] | None = None,
) -> Told:
    """The answer; `seconds` is the time for it, and `way` is told of what is known of a maximum before.

    Raises `Fault` if a solver and the scorer disagree."""
    # Solvers are loaded when one is asked.
    from verifier.maximize import maximize, unit_of
    from verifier.properties import prove

    if isinstance(question, Claimed):
        proved = prove(spec, properties(spec)[question.number], time_limit=seconds)
        return Told(number, True, proved.verdict)
    q = question
    unit = unit_of(spec, q.tile, q.mode)
    found = maximize(
        spec, q.tile, q.mode, scope=q.scope, time_limit=seconds, confirm=2.0, tidy=0.0,
        better=(lambda value, bound: way(value, bound, unit)) if way is not None else None,
    )  # fmt: skip
    if found.verdict == "infeasible":
        return Told(number, True, "no city of this scope has it")
    return Told(number, True, found.verdict, found.value, found.bound, found.unit)
