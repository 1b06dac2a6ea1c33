"""A file of results: JSON Lines, one result a line, that runs go on with and shards are merged from.

Guarantee: a line that was added stays, whatever happens to the run; two lines answer the same question only until
the next clean end, if the second knows more; and two that can not both be true are a `Contradiction`, never a
choice. A file that holds anything else is left as it is.
"""

from __future__ import annotations

import contextlib
import json
import os
from collections.abc import Iterable, Iterator
from dataclasses import dataclass, field
from io import FileIO
from pathlib import Path
from typing import Any

from dsl.diagnostics import why
from dsl.whole_file import write_whole
from verifier.entries import DECIDED, Entry, intact
from verifier.verdict import Fault

try:
    import fcntl
except ImportError:  # not on every system; there two runs on one file are the user's business
    fcntl = None  # type: ignore[assignment]

HEAD = '{"key": "'  # how a line begins


class NoResults(Exception):
    """A file can not be used as one of results; `help` says what to do."""

    def __init__(self, message: str, help: str = "") -> None:
        super().__init__(message)
        self.help = help


class Contradiction(Fault):
    """Two results for one question can not both be true."""


@dataclass(frozen=True)
class Line:
    """One result: the key and the plain data of its question, its entry, and where it stands (`FILE:LINE`)."""

    key: str
    question: dict[str, Any]
    entry: Entry
    place: str = field(default="", compare=False)

    @property
    def decided(self) -> bool:
        """Whether nothing is left to ask."""
        return self.entry["verdict"] in DECIDED["maximum"]

    @property
    def text(self) -> str:
        """The line, without its end."""
        return json.dumps({"key": self.key, "question": self.question, "entry": self.entry})

    @property
    def ends(self) -> tuple[float, float]:
        """What the maximum is at least and at most, as far as this result knows (VP or units)."""
        value, bound = self.entry["value"], self.entry["bound"]
        if self.entry["verdict"] == "infeasible":
            return float("-inf"), float("-inf")
        return float("-inf") if value is None else value, float("inf") if bound is None else bound

    @property
    def title(self) -> str:
        """What it is about, and what it says."""
        e = self.entry
        said = e["verdict"] if e["value"] is None else f"{e['value']} {e['unit']}, {e['verdict']}"
        about = e["owner"] or f"the best city with {' and '.join(e.get('must') or ()) or 'no tile in particular'}"
        return f"{about}, {e['mode']}, scope {e['scope']}: {said}"


def better(a: Line, b: Line) -> Line:
    """Of two results for one question the one that knows more; which is which does not matter.

    Raises `Contradiction` if one of them must be wrong."""
    if max(a.ends[0], b.ends[0]) > min(a.ends[1], b.ends[1]):
        raise Contradiction(f"two results contradict each other: {a.title} ({a.place}); {b.title} ({b.place})")

    def rank(x: Line) -> tuple[bool, float, float, str]:
        low, high = x.ends
        return not x.decided, high - low if low < high else 0.0, -low, x.text

    return min(a, b, key=rank)


def _line(text: str, place: str) -> Line:
    """Raises `ValueError` if the text is no line of results."""
    said = json.loads(text)
    if not isinstance(said, dict) or said.keys() != {"key", "question", "entry"}:
        raise ValueError
    key, question, entry = said["key"], said["question"], said["entry"]
    if not isinstance(key, str) or not isinstance(question, dict) or not isinstance(entry, dict):
        raise ValueError
    return Line(key, question, entry, place)


@dataclass
class Read:
    """What a file holds: the best line for each key, those that were edited, the bytes that are whole lines, and
    whether some are superseded."""

    lines: dict[str, Line]
    edited: list[Line]
    whole: int
    torn: bool = False
    superseded: bool = False


def read(path: Path, data: bytes | None = None) -> Read:
    """Read a file of results; a last line that a killed run left torn is not taken.

    Raises `NoResults` if it can not be read or holds anything else, and `Contradiction`."""
    if data is None:
        try:
            data = path.read_bytes()
        except OSError as error:
            raise NoResults(f"{path} can not be read: {why(error)}") from None
    whole = data.rfind(b"\n") + 1
    found = Read({}, [], whole, torn=whole < len(data))
    rest = data[whole:].decode("utf-8", "replace")
    if not (rest.startswith(HEAD) or HEAD.startswith(rest)):
        raise _no_line(path, data.count(b"\n") + 1)
    for number, raw in enumerate(data[:whole].split(b"\n")[:-1], 1):
        try:
            line = _line(raw.decode(), f"{path}:{number}")
        except (ValueError, RecursionError):
            raise _no_line(path, number) from None
        if not intact(line.key, line.entry):
            found.edited.append(line)
        elif line.key in found.lines:
            found.lines[line.key] = better(found.lines[line.key], line)
            found.superseded = True
        else:
            found.lines[line.key] = line
    return found


def _no_line(path: Path, number: int) -> NoResults:
    help = "is it another file? One that `tileproof sweep` wrote has one JSON object a line"
    return NoResults(f"{path}:{number}: this line is no result of a sweep", help)


class Results:
    """A file of results, read at once and written line by line; for one run at a time."""

    def __init__(self, path: Path) -> None:
        """Raises `NoResults` and `Contradiction` as `read` does, and if another run is writing to it."""
        self.path = path
        try:
            path.parent.mkdir(parents=True, exist_ok=True)
            self._file = _opened(path)
        except OSError as error:
            raise NoResults(f"{path} can not be written: {why(error)}") from None
        try:
            self._file.seek(0)
            found = read(path, self._file.readall())
            self._file.truncate(found.whole)
        except BaseException:
            self._file.close()
            raise
        self.torn = found.torn
        self.edited = found.edited
        self.lines = found.lines
        self._superseded = found.superseded

    def add(self, line: Line) -> bool:
        """Write a line, unless the file knows as much; it is on the disk when this returns.

        Raises `Contradiction` if it contradicts what the file knows, and `NoResults` if it can not be written."""
        before = self.lines.get(line.key)
        if before is not None and better(before, line) == before:
            return False
        try:
            data = line.text.encode() + b"\n"
            if self._file.write(data) != len(data):
                raise OSError("no room is left")
            os.fsync(self._file.fileno())
        except OSError as error:
            reason = why(error)
            raise NoResults(f"{self.path} can not be written: {reason}") from None
        self.lines[line.key] = line
        self._superseded |= before is not None
        return True

    def close(self) -> None:
        """Leave out lines that better ones took the place of, as a whole or not at all, and let go of the file."""
        try:
            edited = [x for x in self.edited if x.key not in self.lines]
            if self._superseded or edited != self.edited:
                _replace(self.path, [*self.lines.values(), *edited])
        finally:
            self._file.close()

    def __enter__(self) -> Results:
        return self

    def __exit__(self, *_: object) -> None:
        self.close()


def _opened(path: Path) -> FileIO:
    """The file, to append to, for this run alone."""
    while True:
        file = path.open("a+b", buffering=0)
        try:
            if fcntl is not None:
                fcntl.flock(file, fcntl.LOCK_EX | fcntl.LOCK_NB)
            # Whoever had it may have put another file in its place.
            if path.exists() and os.path.samestat(os.fstat(file.fileno()), path.stat()):
                return file
        except BlockingIOError:
            file.close()
            help = "give each run a file of its own, and merge them with `--merge`"
            raise NoResults(f"another run is writing to {path}", help) from None
        except BaseException:
            file.close()
            raise
        file.close()


def _replace(path: Path, lines: Iterable[Line]) -> None:
    with contextlib.suppress(OSError):  # the longer file says the same
        write_whole(path, "".join(f"{x.text}\n" for x in lines))


def merged(results: Results, paths: Iterable[Path]) -> Iterator[tuple[Path, Read, int]]:
    """Add what other files know, those whose lines are the same or worse aside; how many lines of each were new.

    Raises `NoResults` and `Contradiction`; all files are looked at before anything is written."""
    found = [(path, read(path)) for path in paths]
    best = dict(results.lines)
    for _, x in found:
        for key, line in x.lines.items():
            best[key] = better(best[key], line) if key in best else line
    for path, x in found:
        yield path, x, sum(best[k] == line and results.add(line) for k, line in x.lines.items())
