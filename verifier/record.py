"""The proof record: verdicts that were reached before, kept in a file with what shows them.

Guarantee: an entry is used only for a question of the same meaning (its key is a hash of everything that the
verdict depends on), and only if nobody changed it since it was written and the Python scorer finds in its city
what it claims. A file that can not be read or written costs time, never a verdict; what stands in its place is
never overwritten. Of several processes that write one file, none takes away what another one found.
"""

from __future__ import annotations

import json
import os
import stat
import time
from collections.abc import Callable, Mapping
from dataclasses import dataclass, replace
from pathlib import Path
from typing import Any, Literal, TypeAlias, TypeVar

from filelock import FileLock

from dsl.assemble import Specification
from dsl.claims import PropertyCase, properties
from dsl.diagnostics import why
from dsl.procedure import modes_of, procedure, procedures
from dsl.whole_file import write_whole
from verifier.dominance import unwritten
from verifier.entries import (
    DECIDED,
    TRIED,
    Entry,
    Unfit,
    decided,
    entry_of,
    intact,
    play_entry,
    play_of,
    result_of,
    sealed,
)
from verifier.keys import Keys
from verifier.questions import (
    MaximumQuestion,
    PlayQuestion,
    PropertyQuestion,
    Question,
    Result,
    RulingQuestion,
    about,
    kind_of,
)
from verifier.verdict import Fault, Maximum, PlayResult, PropertyResult, RulingResult

SCHEMA_VERSION = 4
SAVE_SECONDS = 10.0  # so much work is lost at most when a run is killed

State: TypeAlias = Literal["live", "stale", "edited"]
T = TypeVar("T")


@dataclass(frozen=True)
class Listed:
    """An entry, and the question that it answers by the rules as they are (None: it is stale, or was edited)."""

    key: str
    entry: Entry
    state: State
    question: Question | None


def by_order(x: Listed) -> tuple[str, ...]:
    """What a list is sorted by: kind, owner, mode, scope, readings (the defaults first), key."""
    said = [str(x.entry.get(name, "")) for name in ("kind", "owner", "mode", "scope")]
    readings = x.entry.get("readings")
    return (*said, json.dumps(readings, sort_keys=True) if readings else "", x.key)


def listed(key: str, entry: Entry, question: Question | None) -> Listed:
    """An entry with its state; `question` is the one that has the key now, if any."""
    if not intact(key, entry):
        return Listed(key, entry, "edited", None)
    return Listed(key, entry, "stale" if question is None else "live", question)


def _of_plays(entry: Any) -> bool:
    return isinstance(entry, dict) and entry.get("kind") == "play"


class Record:
    """The record of one specification, read from a file at once and written by `save`."""

    def __init__(self, path: Path, spec: Specification, *, refresh: bool = False) -> None:
        """With `refresh` no entry is used, and each question that is asked gets a new one."""
        self.path = path
        self.spec = spec
        self.refresh = refresh
        self.keys = Keys(spec)
        self.warnings: list[str] = []
        self.edited = 0
        self.reused = 0
        self._usable = True
        self._before: str | None = None
        self._dropped: set[str] = set()
        self._entries: dict[str, Any] = self._read()
        self._saved = time.monotonic()

    # -- reading

    def _read(self) -> dict[str, Any]:
        try:
            if not stat.S_ISREG(self.path.stat().st_mode):
                raise OSError("it is no file")
            data = self.path.read_bytes()
        except (FileNotFoundError, NotADirectoryError):
            return {}
        except OSError as error:
            reason = why(error)
            self._usable = False
            self.warnings.append(f"the proof record {self.path} can not be read ({reason}), and is left alone")
            return {}
        try:
            found = json.loads(data)
            if found["schema_version"] != SCHEMA_VERSION or not isinstance(found["entries"], dict):
                raise ValueError
        except (ValueError, KeyError, TypeError, RecursionError):
            self._put_aside()
            return {}
        self._before = data.decode()
        entries: dict[str, Any] = found["entries"]
        return entries

    def _put_aside(self) -> None:
        """Move a file that is no record out of the way."""
        aside, number = self.path.with_name(self.path.name + ".bad"), 1
        while aside.exists():
            number += 1
            aside = self.path.with_name(f"{self.path.name}.bad{number}")
        said = f"{self.path} is no proof record of this version"
        try:
            os.rename(self.path, aside)
            self.warnings.append(f"{said}; it is kept as {aside.name}, and a new one is begun")
        except OSError:
            self._usable = False
            self.warnings.append(f"{said}, and is left alone")

    def maximum(self, q: MaximumQuestion) -> Maximum | None:
        """The recorded answer to a question, if there is one that can be relied on."""
        found = self._look_up(q)
        return found if isinstance(found, Maximum) else None

    def property(self, q: PropertyQuestion) -> PropertyResult | None:
        """The recorded answer to a question, if there is one that can be relied on."""
        found = self._look_up(q)
        return found if isinstance(found, PropertyResult) else None

    def ruling(self, q: RulingQuestion) -> RulingResult | None:
        """The recorded answer to a question, if there is one that can be relied on."""
        found = self._look_up(q)
        return found if isinstance(found, RulingResult) else None

    def known(self, q: Question, seconds: float = 0.0) -> Result | None:
        """The recorded answer to a question of any sort, if there is one that can be relied on.

        That nobody found out what a reading changes is an answer where no more than `seconds` could be spent
        now and as many were."""
        return self._look_up(q, seconds)

    def _look_up(self, q: Question, seconds: float | None = None) -> Result | None:
        if self.refresh or not self._entries:
            return None  # a key takes the texts of whole games
        key = self.keys.of(q)
        if key not in self._entries:
            return None
        entry = self._entries[key]
        kind = kind_of(q)
        if isinstance(entry, dict) and entry.get("verdict") == "unknown" and kind in TRIED and intact(key, entry):
            if seconds is None or seconds > entry["limit"]:
                return None
            self.reused += 1
            return result_of(self.spec, q, entry)

        def read() -> Result:
            decided(entry, kind)
            return result_of(self.spec, q, entry)

        owner, mode, title = about(q)
        title = title and f": {title}"
        return self._relied_on(key, read, f"{owner or 'the whole city'}, {mode}{title} ({kind})", "city")

    def play(self, q: PlayQuestion) -> PlayResult | None:
        """The recorded answer to a claim about plays, if there is one that can be relied on."""
        key = self.keys.of_play(q)
        if self.refresh or key not in self._entries:
            return None
        said = f"{q.procedure.name}, {q.procedure.mode}: {q.claim.title} (play)"
        return self._relied_on(key, lambda: play_of(q, self._entries[key]), said, "play")

    def _relied_on(self, key: str, read: Callable[[], T], said: str, shown: str) -> T | None:
        """What `read` makes of an entry, if nobody changed it and it shows what it claims. Else it is dropped, and
        a warning names it (`said`) and tells why; what it has to show is a city or a play (`shown`)."""
        try:
            if not intact(key, self._entries[key]):
                raise Unfit("it was edited")
            found = read()
        except (Unfit, Fault, KeyError, TypeError, ValueError) as error:
            why = str(error) if isinstance(error, Unfit) else f"its {shown} is impossible or something is missing"
            self.edited += 1
            self.warnings.append(f"the proof record's entry for {said} is not used: {why}")
            self.drop([key])
            return None
        self.reused += 1
        return found

    # -- writing

    def add_play(self, q: PlayQuestion, result: PlayResult) -> None:
        """Keep a result that was just found, if it decides the question."""
        if result.verdict in DECIDED["play"]:
            self._keep(self.keys.of_play(q), play_entry(q, result))

    def add(self, q: Question, result: Result, seconds: float | None = None) -> None:
        """Keep a result that was just found, if it decides the question; of a reading also that it was not found
        out, with the `seconds` that could be spent."""
        entry = entry_of(self.spec, q, result)
        if entry["verdict"] not in DECIDED[entry["kind"]]:
            if seconds is None or entry["kind"] not in TRIED or not entry["seconds"]:
                return  # without seconds, a process was lost
            entry["limit"] = seconds
        self._keep(self.keys.of(q), entry)

    def _keep(self, key: str, entry: Entry) -> None:
        self._entries[key] = sealed(key, entry)
        if time.monotonic() - self._saved > SAVE_SECONDS:
            self.save()

    def stale(self) -> list[str]:
        """The keys of entries whose question has another meaning by now, or is asked no more."""
        live: dict[str, dict[str, Question]] = {}
        plays = self._plays()
        return [
            k
            for k, x in self._entries.items()
            if (k not in plays if _of_plays(x) else k not in self._live(x, live))
        ]

    def _plays(self) -> frozenset[str]:
        """The keys of all claims about plays."""
        spec = self.spec
        if not any(map(_of_plays, self._entries.values())):
            return frozenset()
        all_ = (
            procedure(spec, name, mode, players)
            for name in procedures(spec)
            for mode in modes_of(spec, name)
            for players in spec.declarations.modes[mode].players
        )
        return frozenset(self.keys.of_play(PlayQuestion(x, i)) for x in all_ for i in range(len(x.claims)))

    def listed(self) -> list[Listed]:
        """What the record holds of cities, in no order; nothing is scored again."""
        live: dict[str, dict[str, Question]] = {}
        found = []
        for key, entry in self._entries.items():
            if isinstance(entry, dict) and not _of_plays(entry):
                found.append(listed(key, entry, self._live(entry, live).get(key)))
        return found

    def entry(self, key: str) -> Entry | None:
        """The entry of a key that nobody changed since it was written."""
        entry = self._entries.get(key)
        return entry if intact(key, entry) else None

    def _live(self, entry: Any, known: dict[str, dict[str, Question]]) -> dict[str, Question]:
        """What the question of an entry may be now, by key."""
        try:
            said = {n: entry[n] for n in ("kind", "owner", "mode", "scope", "players", "readings")}
            more = [entry.get(n) for n in ("only", "of", "must", "most")]
            asked = json.dumps([said, more], sort_keys=True)
            if asked not in known:
                known[asked] = {self.keys.of(q): q for q in self._questions(entry)}
        except (KeyError, TypeError, ValueError, AttributeError):
            return {}
        return known[asked]

    def _questions(self, entry: Entry) -> list[Question]:
        d, owner, mode = self.spec.declarations, entry["owner"], entry["mode"]
        chosen: dict[str, str] = entry["readings"]
        rulings = self.spec.rulings
        total = entry.get("of") == "total"
        ruling = entry["kind"] == "ruling"
        about = entry["must"] if total else [] if ruling and not owner else [owner, *(entry.get("must") or ())]
        if mode not in d.modes or not all(mode in d.kind_modes.get(n, ()) for n in about):
            return []
        if not all(n in rulings and x in rulings[n].names() for n, x in chosen.items()):
            return []
        if entry["kind"] == "maximum":
            only = entry["only"] if entry["only"] is None else frozenset(entry["only"])
            full = self.spec.readings(chosen)
            must = frozenset(entry["must"])
            scope, players = entry["scope"], entry["players"]
            return [MaximumQuestion(owner, mode, scope, players, full, only, entry["of"], must, entry["most"])]
        if ruling:
            return [RulingQuestion(name, reading, mode, owner) for name, reading in chosen.items()]
        return [
            PropertyQuestion(replace(x, readings={**chosen, **x.readings}), entry["players"])
            for x in [*properties(self.spec), *self._unwritten(owner, mode, chosen, entry["scope"])]
            if (x.owner, x.mode, x.scope) == (owner, mode, entry["scope"])
        ]

    def _unwritten(self, owner: str, mode: str, chosen: Mapping[str, str], scope: str) -> list[PropertyCase]:
        """The claims about a tile that stand in no text, but are asked."""
        if owner not in self.spec.tiles(mode):
            return []
        return unwritten(self.spec, owner, mode, self.spec.readings(chosen), scope)

    def drop(self, keys: list[str]) -> None:
        """Leave entries out of the file from now on."""
        for key in keys:
            del self._entries[key]
        self._dropped.update(keys)

    def _text(self) -> str:
        content = {"schema_version": SCHEMA_VERSION, "entries": self._entries}
        return json.dumps(content, indent=1, sort_keys=True) + "\n"

    def save(self) -> None:
        """Write the file, as a whole or not at all; nothing is touched if nothing changed.

        What another process wrote since this one read the file stays."""
        self._saved = time.monotonic()
        if not self._usable or (self._before is None and not self._entries):
            return
        if self._text() == self._before:
            return
        try:
            target = self.path.resolve()
            target.parent.mkdir(parents=True, exist_ok=True)
            with FileLock(target.with_name(f".{target.name}.lock")):
                theirs = self._read()
                if not self._usable:
                    return
                self._entries = {k: x for k, x in theirs.items() if k not in self._dropped} | self._entries
                text = self._text()
                write_whole(target, text)
        except OSError as error:
            self._usable = False
            reason = why(error)
            self.warnings.append(f"the proof record {self.path} can not be written: {reason}")
            return
        self._before = text
