"""What the worker processes of `test_pool` and `test_sweep` do: functions of a module, so that a new process finds them."""

from __future__ import annotations

import os
import signal
import time
from pathlib import Path

from verifier import jobs
from verifier.entries import Entry
from verifier.jobs import Job
from verifier.verdict import Fault

_base = 0


def start(base: int) -> None:
    global _base
    _base = base


def answer(question: str) -> int:
    """The base and the number of the question, or what its word does to a process."""
    match question.split():
        case ["killed"]:
            os.kill(os.getpid(), signal.SIGKILL)
        case ["leaves"]:
            os._exit(3)
        case ["greedy", megabytes]:
            return len(bytearray(int(megabytes) * 2**20))
        case ["sleeps"]:
            time.sleep(600)
        case ["fault"]:
            raise Fault("two parts disagree")
        case ["broken"]:
            raise KeyError("oops")
    return _base + int(question)


def work(job: Job) -> Entry:
    """Answers a job as `sweep` does, but for two readings: under one the process dies, under the other it does so once.

    Which process was the first is kept in a folder that `TILEPROOF_TEST` names."""
    reading = job.question.readings["broken"], job.question.scope
    mark = Path(os.environ["TILEPROOF_TEST"]) / "-".join(reading)
    if reading[1] == "any" and (reading[0] == "stays" or not mark.exists()):
        mark.touch()
        os._exit(3)
    return jobs.work(job)
