"""Jobs: questions that can be answered elsewhere.

Guarantee: a job brings the rules along, and needs no file of the machine that it runs on; it is answered only where
it means what it means here (the same rules, program and solvers), and by one question at a time in a process.
"""

from __future__ import annotations

import json
import threading
import zlib
from dataclasses import dataclass, field
from functools import lru_cache

from dsl.assemble import Specification
from dsl.diagnostics import Bag
from dsl.load import assembled
from dsl.parse import parse
from dsl.source import Source
from verifier.entries import Entry, signed
from verifier.keys import Keys
from verifier.maxima import answer
from verifier.questions import MaximumQuestion


class Elsewhere(Exception):
    """The worker has another version of Tileproof or of its solvers."""


@dataclass(frozen=True)
class Job:
    """A question with its key, the rules that it is about (as `packed` gives them), and the seconds it may take."""

    key: str
    question: MaximumQuestion
    rules: bytes = field(repr=False)
    seconds: float


def packed(spec: Specification) -> bytes:
    """The texts of a specification."""
    sources = [f.span.source for f in spec.files]
    return zlib.compress(json.dumps([(x.name, x.text) for x in sources]).encode(), 9)


@lru_cache(maxsize=4)
def unpacked(rules: bytes) -> tuple[Specification, Keys]:
    """The specification of such texts, and its keys. It is read once in a process."""
    bag = Bag()
    trees = [parse(Source(name, text), bag) for name, text in json.loads(zlib.decompress(rules))]
    spec = assembled(trees, bag)
    return spec, Keys(spec)


# Z3 is asked in one context, and some workers run several calls in threads.
_one_at_a_time = threading.Lock()


def work(job: Job) -> Entry:
    """Answer a job; what comes back is plain data, an entry of the record.

    Raises `Elsewhere` if the question has another key here, and `Fault` if a solver and the scorer disagree."""
    with _one_at_a_time:
        spec, keys = unpacked(job.rules)
        if keys.of(job.question) != job.key:
            raise Elsewhere("a worker has another version of Tileproof, of Z3 or of OR-Tools")
        found = answer(spec, job.question, time_limit=job.seconds)
        return signed(spec, job.key, job.question, found)
