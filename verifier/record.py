"""The proof record: verdicts that were reached before, kept in a file with what shows them.

Guarantee: an entry is used only for a question of the same meaning (its key is a hash of everything that the
verdict depends on), and only if nobody changed it since it was written and the Python scorer finds in its city
what it claims. A file that can not be read or written costs time, never a verdict; what stands in its place is
never overwritten.
"""

from __future__ import annotations

import contextlib
import hashlib
import json
import os
import stat
import time
from collections.abc import Mapping
from dataclasses import dataclass, field, replace
from functools import cache
from importlib.metadata import PackageNotFoundError, version
from importlib.resources import files
from pathlib import Path
from typing import Any, TypeAlias

import dsl
from dsl import core as c
from dsl.assemble import Specification
from dsl.changes import Change, Step
from dsl.city import City
from dsl.city_json import city_object, read_located
from dsl.claims import (
    Elsewhere,
    OneCity,
    PropertyCase,
    Reread,
    TwoCities,
    core_property,
    expressions,
    properties,
)
from dsl.diagnostics import Bag
from dsl.fingerprint import text_of, text_of_game
from dsl.footprint import nodes
from dsl.scorer import Scorer
from dsl.source import Source
from verifier.replay import PropertyReplay, gives_units, worth
from verifier.verdict import Fault, Maximum, PropertyResult, SecondCity

SCHEMA_VERSION = 2
SAVE_SECONDS = 10.0  # so much work is lost at most when a run is killed
DECIDED = {"maximum": ("optimal", "infeasible"), "property": ("proved", "refuted", "vacuous")}
# The modules of this package that a verdict comes from; those of `dsl` all count.
MODULES = (
    "forget", "maximize", "minimal", "model", "one_city", "properties", "prover", "reduce", "related", "replay",
    "solution", "solve", "two_cities", "verdict",
)  # fmt: skip

Entry: TypeAlias = dict[str, Any]


@dataclass(frozen=True)
class MaximumQuestion:
    """The most of a tile; `only` as for `maximize`."""

    tile: str
    mode: str
    scope: str
    players: int
    readings: dict[str, str] = field(default_factory=dict)
    only: frozenset[str] | None = None


@dataclass(frozen=True)
class PropertyQuestion:
    """A property in one mode, under the case's readings."""

    case: PropertyCase
    players: int


Question: TypeAlias = MaximumQuestion | PropertyQuestion


# ---- keys ------------------------------------------------------------------------------------------------


def versions() -> dict[str, str]:
    """The versions of the language and of the solvers, and a hash of the modules that make verdicts."""
    return {"language": dsl.__version__, **_solvers(), "program": _program()}


def _solvers() -> dict[str, str]:
    out = {}
    for name in ("z3-solver", "ortools"):
        try:
            out[name] = version(name)
        except PackageNotFoundError:
            out[name] = "unknown"
    return out


@cache
def _program() -> str:
    """A hash of the Python text that a verdict comes from, whatever the version says."""
    found = {f"dsl/{x.name}": x for x in files("dsl").iterdir() if x.name.endswith((".py", ".lark"))}
    found |= {f"verifier/{m}.py": files("verifier").joinpath(f"{m}.py") for m in MODULES}
    total = hashlib.sha256()
    for name in sorted(found):
        text = found[name].read_bytes().replace(b"\r\n", b"\n")
        total.update(f"{name} {len(text)}\n".encode() + text)
    return total.hexdigest()


class Keys:
    """The keys of questions about one specification."""

    def __init__(self, spec: Specification) -> None:
        self.spec = spec
        self.versions = text_of(versions())
        self._games: dict[tuple[int, int], tuple[c.Game, str]] = {}

    def _game(
        self,
        mode: str,
        readings: Mapping[str, str],
        players: int,
        plain: frozenset[str] = frozenset(),
        board_of: str = "",
    ) -> str:
        game = self.spec.game(mode, readings, plain, board_of=board_of)
        key = (id(game), players)
        if key not in self._games:
            text = text_of_game(game, players)
            self._games[key] = (game, hashlib.sha256(text.encode()).hexdigest())
        return self._games[key][1]

    def of(self, question: Question) -> str:
        """The key: a hash over a text of everything that the verdict depends on."""
        parts = self._maximum(question) if isinstance(question, MaximumQuestion) else self._property(question)
        return hashlib.sha256("\n".join([*parts, self.versions]).encode()).hexdigest()

    def _maximum(self, q: MaximumQuestion) -> list[str]:
        return [
            f"maximum of own of {q.tile}, mode {q.mode}, scope {q.scope}, players {q.players}",
            f"only {text_of(q.only)}",
            self._game(q.mode, q.readings, q.players),
            self._game(q.mode, q.readings, q.players, frozenset({q.tile})),
        ]

    def _property(self, q: PropertyQuestion) -> list[str]:
        case = q.case
        bag = Bag()
        core = core_property(self.spec, case, bag)
        bag.check()
        found = [x for e in expressions(core) for x in nodes(e) if isinstance(x, c.Measure)]
        measured = sorted({x.name or case.owner for x in found if x.what == "own"})
        games = [(case.mode, case.readings, "")]
        if isinstance(core, TwoCities) and isinstance(core.how, Reread):
            games.append((core.how.mode, core.how.readings, case.mode))
        return [
            f"property of {case.owner}, mode {case.mode}, scope {case.scope}, players {q.players}",
            f"memory {case.memory} seed {case.seed}",
            text_of(core),
            *(
                self._game(mode, readings, q.players, plain, board_of)
                for mode, readings, board_of in games
                for plain in (frozenset[str](), *(frozenset({x}) for x in measured))
            ),
        ]


# ---- entries ---------------------------------------------------------------------------------------------


class _Unfit(Exception):
    """An entry does not show what it claims."""


def _digest(key: str, entry: Entry) -> str:
    said = {name: x for name, x in entry.items() if name != "digest"}
    return hashlib.sha256(json.dumps([key, said], sort_keys=True).encode()).hexdigest()


def _chosen(spec: Specification, readings: Mapping[str, str]) -> dict[str, str]:
    return {name: x for name, x in sorted(readings.items()) if spec.defaults.get(name) != x}


def _maximum_entry(spec: Specification, q: MaximumQuestion, m: Maximum) -> Entry:
    game = spec.game(q.mode, q.readings)
    return {
        "kind": "maximum",
        "owner": q.tile,
        "mode": q.mode,
        "scope": q.scope,
        "players": q.players,
        "readings": _chosen(spec, q.readings),
        "only": None if q.only is None else sorted(q.only),
        "verdict": m.verdict,
        "value": m.value,
        "bound": m.bound,
        "unit": m.unit,
        "city": None if m.city is None else city_object(m.city, game),
        "proof": list(m.proof),
        "notes": list(m.notes),
        "seconds": m.seconds,
    }


def _property_entry(spec: Specification, q: PropertyQuestion, r: PropertyResult) -> Entry:
    game = spec.game(r.mode, r.readings)
    return {
        "kind": "property",
        "owner": r.owner,
        "mode": r.mode,
        "scope": r.scope,
        "players": q.players,
        "readings": _chosen(spec, r.readings),
        "verdict": r.verdict,
        "reason": r.reason,
        "values": r.values,
        "city": None if r.city is None else city_object(r.city, game),
        "second": None if r.second is None else _second_entry(r.second, game),
        "smallest": r.smallest,
        "seconds": r.seconds,
    }


def _second_entry(second: SecondCity, game: c.Game) -> Entry:
    """What is needed to make the second city again from the first."""
    if second.step is not None:
        return {"spaces": list(second.step.spaces), "kind": second.step.kind, "variant": second.step.variant}
    return {"city": city_object(second.city, game)}


def _shown(spec: Specification, entry: Entry, core: TwoCities, readings: Mapping[str, str]) -> Step | City | None:
    said = entry["second"]
    match core.how:
        case Change():
            return Step(tuple(map(int, said["spaces"])), str(said["kind"]), str(said["variant"]))
        case Elsewhere():
            return _city(spec, {**entry, "city": said["city"]}, readings)
        case _:
            return None


def _city(spec: Specification, entry: Entry, readings: Mapping[str, str]) -> City | None:
    if entry["city"] is None:
        return None
    bag = Bag()
    found = read_located(Source("record", json.dumps(entry["city"])), spec, bag, readings=readings)
    if found is None or bag.errors or found.city.mode != entry["mode"]:
        raise _Unfit("its city can not be read")
    return found.city


def _maximum_of(spec: Specification, q: MaximumQuestion, entry: Entry) -> Maximum:
    """The result that an entry tells, its city scored again.

    Raises `_Unfit` if the entry does not show it."""
    city, value = _city(spec, entry, q.readings), entry["value"]
    if entry["verdict"] == "optimal":
        if city is None or value is None or value != entry["bound"]:
            raise _Unfit("it has no city that reaches its bound")
        units = gives_units(spec, q.tile, q.mode, q.readings)
        replayed = worth(city, Scorer(spec, q.mode, q.readings), q.tile, units)
        if replayed != value:
            raise _Unfit(f"its city gives {replayed}, not {value}")
    elif city is not None or value is not None:
        raise _Unfit("it has a city, and says that there is none")
    return Maximum(
        q.tile, q.mode, "own", q.scope, q.players, entry["verdict"], value, entry["bound"], entry["unit"],
        entry["seconds"], city, spec.readings(q.readings), tuple(entry["proof"]), tuple(entry["notes"]), True,
    )  # fmt: skip


def _property_of(spec: Specification, q: PropertyQuestion, entry: Entry) -> PropertyResult:
    """The result that an entry tells, its city scored again.

    Raises `_Unfit` if the entry does not show it."""
    case, verdict = q.case, entry["verdict"]
    core = core_property(spec, case, Bag())
    city, second = _city(spec, entry, case.readings), None
    # A city shows that a claim is broken, and that `sometimes` holds; of a range, an end may be missed.
    word = core.word if isinstance(core, OneCity) else "always"
    if city is None and (word, verdict) in {("always", "refuted"), ("sometimes", "proved")}:
        raise _Unfit("it has no city that shows it")
    values: dict[str, int] = {}
    if city is not None:
        python = PropertyReplay(spec, case, core)
        if isinstance(core, TwoCities):
            wanted: c.Bool = c.Truth(True)
            second = python.second(city, core, _shown(spec, entry, core, case.readings))
        else:
            wanted = core.claim if word == "sometimes" else c.Not(core.claim)
        broken = not isinstance(core, TwoCities) or second is None or python.broken(core, second.values)
        if not broken or not python.holds(city, wanted):
            raise _Unfit("its city does not show it")
        values = python.measures(city)
    if values != entry["values"]:
        raise _Unfit("its city has other values")
    return PropertyResult(
        case.owner, case.mode, case.title, verdict, case.scope, entry["reason"], city, entry["seconds"],
        case.syntax.span, values, case.readings, True, second, bool(entry["smallest"]),
    )  # fmt: skip


# ---- the file --------------------------------------------------------------------------------------------


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
            reason = (error.strerror or str(error)).lower()
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

    def _look_up(self, q: Question) -> Maximum | PropertyResult | None:
        key = self.keys.of(q)
        if self.refresh or key not in self._entries:
            return None
        entry = self._entries[key]
        kind = "maximum" if isinstance(q, MaximumQuestion) else "property"
        try:
            if not isinstance(entry, dict) or entry.get("digest") != _digest(key, entry):
                raise _Unfit("it was edited")
            if entry["kind"] != kind or entry["verdict"] not in DECIDED[kind]:
                raise _Unfit("it decides nothing")
            found: Maximum | PropertyResult
            if isinstance(q, MaximumQuestion):
                found = _maximum_of(self.spec, q, entry)
            else:
                found = _property_of(self.spec, q, entry)
        except (_Unfit, Fault, KeyError, TypeError, ValueError) as error:
            why = str(error) if isinstance(error, _Unfit) else "its city is impossible or something is missing"
            owner, mode = (q.tile, q.mode) if isinstance(q, MaximumQuestion) else (q.case.owner, q.case.mode)
            title = "" if isinstance(q, MaximumQuestion) else f": {q.case.title}"
            self.edited += 1
            self.warnings.append(
                f"the proof record's entry for {owner}, {mode}{title} ({kind}) is not used: {why}"
            )
            del self._entries[key]
            return None
        self.reused += 1
        return found

    # -- writing

    def add(self, q: Question, result: Maximum | PropertyResult) -> None:
        """Keep a result that was just found, if it decides the question."""
        if isinstance(q, MaximumQuestion) and isinstance(result, Maximum):
            entry = _maximum_entry(self.spec, q, result)
        elif isinstance(q, PropertyQuestion) and isinstance(result, PropertyResult):
            entry = _property_entry(self.spec, q, result)
        else:
            raise TypeError("a question and the result of another")
        if entry["verdict"] not in DECIDED[entry["kind"]]:
            return
        key = self.keys.of(q)
        self._entries[key] = {**entry, "digest": _digest(key, entry)}
        if time.monotonic() - self._saved > SAVE_SECONDS:
            self.save()

    def stale(self) -> list[str]:
        """The keys of entries whose question has another meaning by now, or is asked no more."""
        live: dict[str, set[str]] = {}
        return [k for k, x in self._entries.items() if k not in self._live(x, live)]

    def _live(self, entry: Any, known: dict[str, set[str]]) -> set[str]:
        """The keys that the question of an entry has now."""
        try:
            said = {n: entry[n] for n in ("kind", "owner", "mode", "scope", "players", "readings")}
            asked = json.dumps([said, entry.get("only")], sort_keys=True)
            if asked not in known:
                known[asked] = {self.keys.of(q) for q in self._questions(entry)}
        except (KeyError, TypeError, ValueError, AttributeError):
            return set()
        return known[asked]

    def _questions(self, entry: Entry) -> list[Question]:
        d, owner, mode = self.spec.declarations, entry["owner"], entry["mode"]
        chosen: dict[str, str] = entry["readings"]
        rulings = self.spec.rulings
        if mode not in d.kind_modes.get(owner, ()):
            return []
        if not all(n in rulings and x in rulings[n].names() for n, x in chosen.items()):
            return []
        if entry["kind"] == "maximum":
            only = entry["only"] if entry["only"] is None else frozenset(entry["only"])
            full = self.spec.readings(chosen)
            return [MaximumQuestion(owner, mode, entry["scope"], entry["players"], full, only)]
        return [
            PropertyQuestion(replace(x, readings={**chosen, **x.readings}), entry["players"])
            for x in properties(self.spec)
            if (x.owner, x.mode, x.scope) == (owner, mode, entry["scope"])
        ]

    def drop(self, keys: list[str]) -> None:
        """Leave entries out of the file from now on."""
        for key in keys:
            del self._entries[key]

    def save(self) -> None:
        """Write the file, as a whole or not at all; nothing is touched if nothing changed."""
        self._saved = time.monotonic()
        if not self._usable or (self._before is None and not self._entries):
            return
        content = {"schema_version": SCHEMA_VERSION, "entries": self._entries}
        text = json.dumps(content, indent=1, sort_keys=True) + "\n"
        if text == self._before:
            return
        try:
            target = self.path.resolve()
            target.parent.mkdir(parents=True, exist_ok=True)
            temporary = target.with_name(f".{target.name}.{os.getpid()}")
            try:
                temporary.write_text(text, "utf-8", newline="\n")
                os.replace(temporary, target)
            except BaseException:
                with contextlib.suppress(OSError):
                    temporary.unlink()
                raise
        except OSError as error:
            self._usable = False
            reason = (error.strerror or str(error)).lower()
            self.warnings.append(f"the proof record {self.path} can not be written: {reason}")
            return
        self._before = text
