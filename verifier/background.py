"""Questions about rules that may be old before they are answered.

Guarantee: the answers are about the texts that were given; after `stop` nothing runs any more. Every question has
an answer: what takes too long is not known.
"""

from __future__ import annotations

import contextlib
import multiprocessing
import signal
from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from multiprocessing.connection import Connection

from dsl.assemble import Specification
from dsl.claims import properties
from verifier.jobs import packed, unpacked
from verifier.pool import limit_memory

MEMORY = 3000
"""MB that the solvers may take."""


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


class Background:
    """One process that answers one question after the other."""

    def __init__(self, spec: Specification, questions: Sequence[Claimed | Most], seconds: float) -> None:
        context = multiprocessing.get_context("spawn")
        self.link, other = context.Pipe(duplex=False)
        given = (other, packed(spec), tuple(questions), seconds)
        self.process = context.Process(target=_work, args=given, daemon=True)
        self.process.start()
        other.close()

    def found(self) -> Iterator[tuple[int, str]]:
        """The places of questions that were answered since, and the answers in words."""
        with contextlib.suppress(EOFError, OSError):
            while self.link.poll():
                yield self.link.recv()

    def stop(self) -> None:
        """Give up what is not answered."""
        self.process.terminate()
        self.process.join(1)
        if self.process.is_alive():
            self.process.kill()
            self.process.join()
        self.link.close()


def _work(link: Connection, rules: bytes, questions: tuple[Claimed | Most, ...], seconds: float) -> None:
    signal.signal(signal.SIGINT, signal.SIG_IGN)  # the parent decides
    spec, _ = unpacked(rules)
    import verifier.maximize
    import verifier.properties  # noqa: F401

    limit_memory(MEMORY)
    for i, question in enumerate(questions):
        try:
            text = answer(spec, question, seconds)
        except MemoryError:
            text = "unknown (too little memory)"
        except Exception as error:  # told where it is asked for, not by a traceback between other lines
            text = f"a fault of Tileproof: {type(error).__name__}: {error}"
        link.send((i, text))


def answer(spec: Specification, question: Claimed | Most, seconds: float) -> str:
    """The answer in words; `seconds` is the time for it.

    Raises `Fault` if a solver and the scorer disagree."""
    # Solvers are loaded when one is asked.
    from verifier.maximize import maximize
    from verifier.properties import prove

    if isinstance(question, Claimed):
        return prove(spec, properties(spec)[question.number], time_limit=seconds).verdict
    q = question
    found = maximize(spec, q.tile, q.mode, scope=q.scope, time_limit=seconds, confirm=2.0, tidy=0.5)
    if found.value is None:
        return "unknown"
    sure = "optimal" if found.verdict == "optimal" else f"at least; at most {found.bound}"
    return f"{found.value} {found.unit} ({sure})"
