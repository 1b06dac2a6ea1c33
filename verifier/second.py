"""The second opinion: cvc5 on scripts of SMT-LIB, each in a process of its own.

Guarantee: the solver is not told which answer is expected. A question that takes too long, too much memory, or
the whole process along has no answer, with a reason, and does no harm to the others.
"""

from __future__ import annotations

import contextlib
import multiprocessing
import re
import signal
import time
from collections.abc import Iterable, Iterator
from dataclasses import dataclass
from importlib.metadata import PackageNotFoundError, version
from importlib.util import find_spec
from multiprocessing.connection import Connection, wait
from multiprocessing.context import SpawnProcess
from typing import Any, Literal

from verifier.pool import without_interrupts

Answer = Literal["sat", "unsat", "unknown"]

STARTING = 60.0  # seconds that a process may take until it has loaded the solver
_READY = "ready"
# What a question is written with. A script with anything else is not run: it could write files, say.
_COMMANDS = frozenset({"set-logic", "set-info", "declare-fun", "define-fun", "assert", "check-sat", "exit"})
# What is expected: for whoever compares, not for the solver, which would break off at another answer.
_STATUS = re.compile(r"^\(set-info :status (sat|unsat|unknown)\)\n?", re.MULTILINE)


@dataclass(frozen=True)
class Reply:
    """What the solver says of a script, in how many seconds; `reason` tells why an answer is `unknown`."""

    answer: Answer
    reason: str
    seconds: float


def solver() -> str | None:
    """The solver's name and version; None if it is not installed."""
    if find_spec("cvc5") is None:
        return None
    try:
        return f"cvc5 {version('cvc5')}"
    except PackageNotFoundError:
        return "cvc5"


def expected(script: str) -> Answer:
    """The answer that a script says is expected; `unknown` if it says none."""
    found = _STATUS.search(script)
    status = found[1] if found is not None else "unknown"
    return "sat" if status == "sat" else "unsat" if status == "unsat" else "unknown"


def decide(scripts: Iterable[str], *, seconds: float, jobs: int, memory_mb: int) -> Iterator[tuple[int, Reply]]:
    """The replies to scripts, each with the script's place among them, in the order in which they come.

    `seconds` is for each script, `jobs` how many are asked at a time, `memory_mb` what one may take (in MB, where
    the system can limit it). Scripts are taken from the iterable as they are needed."""
    todo = enumerate(scripts)
    running: list[_Child] = []
    try:
        while True:
            while len(running) < jobs and (given := next(todo, None)) is not None:
                running.append(_Child(*given, seconds, memory_mb))
            if not running:
                return
            patience = min(x.deadline for x in running) - time.monotonic()
            wait([x.pipe for x in running], max(0.0, patience))
            for child in list(running):
                reply = child.reply()
                if reply is not None:
                    running.remove(child)
                    child.end()
                    yield child.number, reply
    finally:
        for child in running:
            child.end()


class _Child:
    """A process that is asked one question."""

    def __init__(self, number: int, script: str, seconds: float, memory_mb: int) -> None:
        self.number = number
        self.seconds = seconds
        self.memory_mb = memory_mb
        self.ready = False
        context = multiprocessing.get_context("spawn")
        self.pipe: Connection
        self.pipe, theirs = context.Pipe()
        self.process: SpawnProcess = context.Process(target=_serve, args=(theirs, memory_mb), daemon=True)
        with without_interrupts():
            self.process.start()
        theirs.close()
        self.script = _STATUS.sub("", script)
        self.deadline = time.monotonic() + STARTING

    def reply(self) -> Reply | None:
        """What came of it; None while it is at work."""
        while self.pipe.poll():
            try:
                said = self.pipe.recv()
                if said != _READY:
                    answer, reason, seconds = said
                    return Reply(answer, reason, seconds)
                # The solver is loaded: from now on it is its own time.
                self.ready = True
                self.deadline = time.monotonic() + self.seconds
                self.pipe.send(self.script)
            except (EOFError, OSError):
                return Reply("unknown", self._died(), 0.0)
        if time.monotonic() < self.deadline:
            return None
        if not self.ready:
            return Reply("unknown", f"the solver could not be loaded in {STARTING:.0f} s", 0.0)
        return Reply("unknown", f"no answer in {self.seconds:g} s", self.seconds)

    def _died(self) -> str:
        self.process.join(5.0)
        code = self.process.exitcode
        if code is not None and code < 0:
            with contextlib.suppress(ValueError):
                return f"its process was ended by {signal.Signals(-code).name}"
        return f"its process died, exit code {code}"

    def end(self) -> None:
        """Leave nothing of it."""
        self.process.kill()
        self.process.join()
        self.process.close()
        self.pipe.close()


def _serve(pipe: Connection, memory_mb: int) -> None:
    """In the process: load the solver, take a script, tell the answer."""
    # Whoever interrupts the command interrupts the parent, which ends this process.
    signal.signal(signal.SIGINT, signal.SIG_IGN)
    import cvc5

    _limit_memory(memory_mb)
    pipe.send(_READY)
    script = pipe.recv()
    started = time.monotonic()
    answer: Answer = "unknown"
    try:
        answer, reason = _run(cvc5, script)
    except MemoryError:
        reason = f"it needs more than {memory_mb} MB"
    except Exception as error:
        first = str(error).strip().split("\n")[0][:200]
        reason = f"it needs more than {memory_mb} MB" if "bad_alloc" in first else f"it says: {first}"
    pipe.send((answer, reason, round(time.monotonic() - started, 3)))


def _run(cvc5: Any, script: str) -> tuple[Answer, str]:
    """The answer to the one question of a script, and why it is unknown."""
    made = cvc5.Solver()
    parser = cvc5.InputParser(made)
    parser.setStringInput(cvc5.InputLanguage.SMT_LIB_2_6, script, "script")
    symbols = parser.getSymbolManager()
    answers: list[Answer] = []
    while not (command := parser.nextCommand()).isNull():
        name = command.getCommandName()
        if name not in _COMMANDS:
            return "unknown", f"`{name}` is no part of a question"
        if name == "exit":
            break
        said = command.invoke(made, symbols).strip()
        if name == "check-sat" and said in ("sat", "unsat", "unknown"):
            answers.append(said)
        elif said:
            return "unknown", f"it says: {said[:200]}"
    if len(answers) != 1:
        return "unknown", f"it asks {len(answers)} questions, not one"
    return answers[0], "it says unknown" if answers[0] == "unknown" else ""


def _limit_memory(memory_mb: int) -> None:
    try:
        import resource
    except ImportError:  # not every system can
        return
    size = memory_mb * 1024 * 1024
    with contextlib.suppress(ValueError, OSError):
        resource.setrlimit(resource.RLIMIT_AS, (size, size))
