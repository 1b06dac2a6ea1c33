"""The proof record: verdicts that were reached before, kept in a file with what shows them.

Guarantee: an entry is used only for a question of the same meaning (its key is a hash of everything that the
verdict depends on), and only if nobody changed it since it was written and the Python scorer finds in its city
what it claims. A file that can not be read or written costs time, never a verdict; what stands in its place is
never overwritten. Of several processes that write one file, none takes away what another one found.
"""

from __future__ import annotations

import contextlib
import hashlib
import json
import os
import stat
import time
from collections.abc import Mapping
from dataclasses import dataclass, field, fields, replace
from functools import cache
from importlib.metadata import PackageNotFoundError, version
from importlib.resources import files
from pathlib import Path
from typing import Any, Literal, TypeAlias, assert_never, get_args, get_origin, get_type_hints

from filelock import FileLock

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
from dsl.procedure import modes_of, procedure, procedures
from dsl.procedure_core import Claim, Procedure
from dsl.scorer import Scorer
from dsl.source import Source
from verifier.box import complaints
from verifier.procedure_replay import replay
from verifier.replay import PropertyReplay, amount_of, gives_units, possible, worth
from verifier.verdict import Fault, Maximum, PlayResult, PropertyResult, RulingResult, SecondCity, ShownPlay

SCHEMA_VERSION = 4
SAVE_SECONDS = 10.0  # so much work is lost at most when a run is killed
DECIDED = {
    "maximum": ("optimal", "infeasible"),
    "property": ("proved", "refuted", "vacuous"),
    "ruling": ("same", "different"),
    "play": ("proved", "refuted"),
}
TRIED = ("ruling",)
"""Of these it is kept, too, that they were not decided: a book asks them all, each time it is made."""
# The modules of this package that a verdict comes from; those of `dsl` all count, but for those that only say or
# draw what others found.
MODULES = (
    "aggregate", "beside", "best_city", "box", "branching", "counted_city", "diff", "few", "forget",
    "maxima", "maximize", "minimal", "model", "neighbours", "one_city", "patterns", "placed_search", "placing",
    "procedure_prover", "procedure_relation", "procedure_replay", "properties", "prover", "reduce", "related",
    "replay", "rulings", "schedule", "seating", "solution", "solve", "stock", "tighten", "total_search", "turns",
    "two_cities", "verdict",
)  # fmt: skip
TELLING = (
    "ahead", "cards", "catalogue", "chances", "claim_words", "conditions", "draw", "facts", "figures",
    "icons", "lexer", "literals", "metrics", "names", "narrate", "nouns", "patterns", "phrases", "picture",
    "po", "pointwise", "positions", "procedure_words", "query", "sheets", "statements", "styles", "svg",
    "to_formula", "to_js", "to_pdf", "to_words", "wording", "workspace",
)  # fmt: skip

Entry: TypeAlias = dict[str, Any]
Measure: TypeAlias = Literal["own", "total"]


@dataclass(frozen=True)
class MaximumQuestion:
    """The most of a tile (`of` is `own`), or of a whole city (`of` is `total`, and `tile` is empty).

    The tiles of `must` stand, besides them only those of `only` (None: all of the mode) may. Of `own`, what those
    of `must` score by their own texts is added. Of a total, no more than `most` tiles stand in all."""

    tile: str
    mode: str
    scope: str
    players: int
    readings: dict[str, str] = field(default_factory=dict)
    only: frozenset[str] | None = None
    of: Measure = "own"
    must: frozenset[str] = frozenset()
    most: int | None = None

    def title(self, spec: Specification) -> str:
        """What the question is about, for a reader."""
        kinds = spec.game(self.mode, self.readings).kinds
        if self.of == "own":
            return " and ".join(kinds[n].title for n in (self.tile, *sorted(self.must)))
        with_ = " and ".join(kinds[n].title for n in sorted(self.must))
        if self.only == frozenset():
            return f"Best city with {with_}" if with_ else "Best city without tiles"
        among = "" if self.only is None else " among " + ", ".join(kinds[n].title for n in sorted(self.only))
        tiles = "tile" if self.most == 1 else "tiles"
        most = "" if self.most is None else f" with at most {self.most} {tiles}"
        return "Best city" + (f" with {with_} at least" if with_ else "") + most + among


@dataclass(frozen=True)
class PropertyQuestion:
    """A property in one mode, under the case's readings."""

    case: PropertyCase
    players: int


@dataclass(frozen=True)
class RulingQuestion:
    """What a reading of a ruling changes in a mode, all else at its default: in the total, or with an `owner` in
    what that tile adds, or in the part of that building or scoring."""

    ruling: str
    reading: str
    mode: str
    owner: str


@dataclass(frozen=True)
class PlayQuestion:
    """A claim of a procedure, by its place: those before it may be used to prove it."""

    procedure: Procedure
    place: int

    @property
    def claim(self) -> Claim:
        """The claim."""
        return self.procedure.claims[self.place]


Question: TypeAlias = MaximumQuestion | PropertyQuestion | RulingQuestion
Result: TypeAlias = Maximum | PropertyResult | RulingResult


def kind_of(q: Question) -> str:
    """What an entry for a question is called."""
    match q:
        case MaximumQuestion():
            return "maximum"
        case PropertyQuestion():
            return "property"
        case RulingQuestion():
            return "ruling"
        case _:
            assert_never(q)


def question_fields(spec: Specification, q: MaximumQuestion) -> dict[str, Any]:
    """A question as plain data, of its readings those that are not the default."""

    def plain(x: Any) -> Any:
        return sorted(x) if isinstance(x, frozenset) else list(x) if isinstance(x, tuple) else x

    said = {f.name: plain(getattr(q, f.name)) for f in fields(q)}
    return {**said, "readings": _chosen(spec, q.readings)}


def question_of(spec: Specification, said: Mapping[str, Any]) -> MaximumQuestion:
    """The question that `question_fields` gave.

    Raises `Unfit` if it can not be asked of these rules."""
    hints = get_type_hints(MaximumQuestion)

    def typed(name: str, x: Any) -> Any:
        wanted = {get_origin(h) for h in (hints[name], *get_args(hints[name]))}
        made = next((t for t in (frozenset, tuple) if t in wanted and isinstance(x, list)), None)
        return x if made is None else made(x)

    try:
        q = MaximumQuestion(**{name: typed(name, x) for name, x in said.items()})
        for n in (*([q.tile] if q.of == "own" else []), *sorted(q.must)):
            if q.mode not in spec.declarations.kind_modes[n]:
                raise Unfit(f"{n} does not exist in {q.mode}")
        for name, reading in q.readings.items():
            if reading not in spec.rulings[name].names():
                raise Unfit(f"{name} has no reading {reading}")
        return replace(q, readings=spec.readings(q.readings))
    except (KeyError, TypeError, AttributeError) as error:
        raise Unfit("it is a question about other rules") from error


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
    telling = {f"{m}.py" for m in TELLING}
    every = (x for x in files("dsl").iterdir() if x.name.endswith((".py", ".lark")))
    found = {f"dsl/{x.name}": x for x in every if x.name not in telling}
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
        match question:
            case MaximumQuestion():
                parts = self._maximum(question)
            case PropertyQuestion():
                parts = self._property(question)
            case RulingQuestion():
                parts = self._ruling(question)
            case _:
                assert_never(question)
        return hashlib.sha256("\n".join([*parts, self.versions]).encode()).hexdigest()

    def of_play(self, q: PlayQuestion) -> str:
        """The key of a claim about all plays of a procedure."""
        pr = q.procedure
        parts = [
            f"play {q.place}",
            text_of(replace(pr, claims=pr.claims[: q.place + 1])),
            self.versions,
        ]
        return hashlib.sha256("\n".join(parts).encode()).hexdigest()

    def _maximum(self, q: MaximumQuestion) -> list[str]:
        return [
            f"maximum of {q.of} of {q.tile}, mode {q.mode}, scope {q.scope}, players {q.players}",
            f"only {text_of(q.only)}, must {text_of(q.must)}, most {q.most}",
            self._game(q.mode, q.readings, q.players),
            *(
                self._game(q.mode, q.readings, q.players, frozenset({n}))
                for n in ((q.tile, *sorted(q.must)) if q.of == "own" else ())
            ),
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


    def _ruling(self, q: RulingQuestion) -> list[str]:
        d, players = self.spec.declarations, self.spec.declarations.modes[q.mode].usual_players
        plain = [frozenset[str](), *([frozenset({q.owner})] if q.owner in d.kinds and d.is_tile(q.owner) else [])]
        each: tuple[dict[str, str], ...] = ({}, {q.ruling: q.reading})
        games = [self._game(q.mode, readings, players, x) for readings in each for x in plain]
        # What is told in words is of all numbers of players.
        numbers = self.spec.declarations.modes[q.mode].players
        games += [self._game(q.mode, readings, n) for readings in each for n in numbers if n != players]
        games += [_words(self.spec.game(q.mode, readings)) for readings in each]
        return [f"readings compared for {text_of(q.owner)}, mode {q.mode}", *games]


def _words(game: c.Game) -> str:
    """The author's words that a difference told in words may hold: titles, and sentences of gains."""
    kinds = tuple((n, k.title) for n, k in sorted(game.kinds.items()))
    resources = tuple((r.title, r.plural_title) for r in game.resources)
    return text_of((kinds, resources, tuple(g.text for g in game.gains)))


# ---- entries ---------------------------------------------------------------------------------------------


class Unfit(Exception):
    """An entry does not show what it claims, or nobody can ask its question any more."""


def intact(key: str, entry: Any) -> bool:
    """Whether an entry was made for this key, and nobody changed it since."""
    return isinstance(entry, dict) and entry.get("digest") == _digest(key, entry)


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
        "of": q.of,
        "must": sorted(q.must),
        "most": q.most,
        "verdict": m.verdict,
        "value": m.value,
        "bound": m.bound,
        "unit": m.unit,
        "city": None if m.city is None else city_object(m.city, game),
        "proof": list(m.proof),
        "notes": list(m.notes),
        "seconds": m.seconds,
    }


def signed(spec: Specification, key: str, q: MaximumQuestion, m: Maximum) -> Entry:
    """The entry of a maximum, decided or not, with the digest that `intact` looks at."""
    entry = _maximum_entry(spec, q, m)
    return {**entry, "digest": _digest(key, entry)}


def checked(spec: Specification, key: str, q: MaximumQuestion, entry: Any) -> Maximum:
    """The result that somebody else's entry tells, decided or not: its city is of the scope, and scored again.

    Raises `Unfit` if the entry does not show what it claims."""
    if not intact(key, entry):
        raise Unfit("it was edited, or answers another question")
    try:
        if entry["kind"] != "maximum":
            raise Unfit("it is no maximum")
        found = _maximum_of(spec, q, entry)
        if found.city is not None:
            lacking = complaints(found.city, spec.game(q.mode, q.readings), q.scope, q.players)
            if lacking:
                raise Unfit(f"its city is not in scope {q.scope}: {lacking[0].text}")
            if q.scope != "any" and found.city.supply is not None:
                raise Unfit(f"its city is not in scope {q.scope}: its units do not come from its tiles")
        return found
    except (Fault, KeyError, TypeError, ValueError, AttributeError) as error:
        raise Unfit("its city is impossible or something is missing") from error


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


def _ruling_entry(spec: Specification, q: RulingQuestion, r: RulingResult) -> Entry:
    return {
        "kind": "ruling",
        "owner": q.owner,
        "mode": q.mode,
        "scope": "any",
        "players": spec.declarations.modes[q.mode].usual_players,
        "readings": {q.ruling: q.reading},
        "verdict": r.verdict,
        "reason": r.reason,
        "structure": list(r.structure),
        "gain": None if r.gain is None else list(r.gain),
        "values": None if r.values is None else list(r.values),
        "city": None if r.city is None else city_object(r.city, spec.game(q.mode)),
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
        raise Unfit("its city can not be read")
    return found.city


def city_of(spec: Specification, entry: Entry) -> tuple[City | None, dict[str, str]]:
    """The city of an entry and the readings that it is about, by the rules as they are; None if it has none.

    Raises `Unfit` if they do not allow it."""
    try:
        if entry["mode"] not in spec.modes:
            raise Unfit(f"there is no mode {entry['mode']}")
        known = {n: r for n, r in entry["readings"].items() if n in spec.rulings and r in spec.rulings[n].names()}
        readings = spec.readings(known)
        return _city(spec, entry, readings), readings
    except (KeyError, TypeError, ValueError, AttributeError) as error:
        raise Unfit("something is missing") from error


def _maximum_of(spec: Specification, q: MaximumQuestion, entry: Entry) -> Maximum:
    """The result that an entry tells, its city scored again.

    Raises `Unfit` if the entry does not show it."""
    verdict, value, bound = entry["verdict"], entry["value"], entry["bound"]
    city = _city(spec, entry, q.readings)
    if verdict in ("optimal", "feasible"):
        if city is None or value is None or (verdict == "optimal" and value != bound):
            raise Unfit("it has no city that reaches its bound")
        replayed = _replayed(spec, q, city)
        if replayed != value:
            raise Unfit(f"its city gives {replayed}, not {value}")
    elif verdict not in ("infeasible", "unknown"):
        raise Unfit("it decides nothing")
    elif city is not None or value is not None:
        raise Unfit("it has a city, and says that there is none")
    return Maximum(
        q.tile, q.mode, q.of, q.scope, q.players, verdict, value, bound, entry["unit"],
        entry["seconds"], city, spec.readings(q.readings), tuple(entry["proof"]), tuple(entry["notes"]), True,
        q.title(spec),
    )  # fmt: skip


def _replayed(spec: Specification, q: MaximumQuestion, city: City) -> int:
    """What the question is about, for a city, by the Python scorer.

    Raises `Fault` if the city is impossible, or lacks the tiles that the question asks for."""
    scorer = Scorer(spec, q.mode, q.readings)
    if q.of == "own":
        units = not q.must and gives_units(spec, q.tile, q.mode, q.readings)
        return worth(city, scorer, q.tile, units, q.must)
    possible(city, scorer, q.title(spec))
    tiles = [b.kind for _, b in city.buildings() if scorer.game.kinds[b.kind].is_tile]
    free = set(tiles) - q.must
    if not q.must <= set(tiles) or (q.only is not None and not free <= q.only):
        raise Fault(f"{q.title(spec)}: the city has {sorted(tiles)}")
    if q.most is not None and len(tiles) > q.most:
        raise Fault(f"{q.title(spec)}: the city has {len(tiles)} tiles")
    return scorer.total(city)


def _property_of(spec: Specification, q: PropertyQuestion, entry: Entry) -> PropertyResult:
    """The result that an entry tells, its city scored again.

    Raises `Unfit` if the entry does not show it."""
    case, verdict = q.case, entry["verdict"]
    core = core_property(spec, case, Bag())
    city, second = _city(spec, entry, case.readings), None
    # A city shows that a claim is broken, and that `sometimes` holds; of a range, an end may be missed.
    word = core.word if isinstance(core, OneCity) else "always"
    if city is None and (word, verdict) in {("always", "refuted"), ("sometimes", "proved")}:
        raise Unfit("it has no city that shows it")
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
            raise Unfit("its city does not show it")
        values = python.measures(city)
    if values != entry["values"]:
        raise Unfit("its city has other values")
    return PropertyResult(
        case.owner, case.mode, case.title, verdict, case.scope, entry["reason"], city, entry["seconds"],
        case.syntax.span, values, case.readings, True, second, bool(entry["smallest"]),
    )  # fmt: skip


def _play_entry(q: PlayQuestion, r: PlayResult) -> Entry:
    shown = r.shown
    return {
        "kind": "play", "owner": r.procedure, "mode": r.mode, "players": r.players, "title": r.title,
        "verdict": r.verdict, "how": r.how, "using": list(r.using), "seconds": r.seconds,
        "options": None if shown is None else list(shown.options),
        "readings": None if shown is None else shown.readings, "steps": None if shown is None else shown.steps,
    }  # fmt: skip


def _play_of(q: PlayQuestion, entry: Entry) -> PlayResult:
    """The result that an entry tells, its play played again.

    Raises `Unfit` or `Fault` if the entry does not show it."""
    pr, claim, shown = q.procedure, q.claim, None
    if entry["kind"] != "play" or entry["verdict"] not in DECIDED["play"]:
        raise Unfit("it decides nothing")
    if entry["options"] is not None:
        shown = ShownPlay(tuple(entry["options"]), dict(entry["readings"]), int(entry["steps"]))
        replay(pr, claim, shown)
    elif entry["verdict"] == ("proved" if claim.word == "sometimes" else "refuted"):
        raise Unfit("it has no play that shows it")
    return PlayResult(
        pr.name, pr.mode, pr.players, claim.title, entry["verdict"], entry["how"], tuple(entry["using"]), shown,
        entry["seconds"], claim.span, True,
    )  # fmt: skip


def _ruling_of(spec: Specification, q: RulingQuestion, entry: Entry) -> RulingResult:
    """The result that an entry tells, its city scored again under both readings.

    Raises `Unfit` if the entry does not show it."""
    verdict, structure = entry["verdict"], tuple(map(str, entry["structure"]))
    city = _city(spec, entry, spec.readings())
    gain = None if entry["gain"] is None else tuple(map(str, entry["gain"]))
    values: tuple[int, int] | None = None
    if city is not None:
        scorers = Scorer(spec, q.mode), Scorer(spec, q.mode, {q.ruling: q.reading})
        for x in scorers:
            possible(city, x, q.ruling, seating=False)
        given = None if gain is None else (gain[0], gain[1], gain[2])
        values = amount_of(scorers[0], city, q.owner, given), amount_of(scorers[1], city, q.owner, given)
        if values[0] == values[1]:
            raise Unfit("its city does not tell the readings apart")
    if values != (None if entry["values"] is None else tuple(entry["values"])):
        raise Unfit("its city has other values")
    if (verdict == "different") != (city is not None or bool(structure)):
        raise Unfit("it does not say what is different")
    return RulingResult(
        q.ruling, q.reading, q.mode, q.owner, verdict, entry["reason"], structure,
        None if gain is None else (gain[0], gain[1], gain[2]), values, city, bool(entry["smallest"]),
        entry["seconds"], True,
    )  # fmt: skip


def _entry(spec: Specification, q: Question, result: Result) -> Entry:
    if isinstance(q, MaximumQuestion) and isinstance(result, Maximum):
        return _maximum_entry(spec, q, result)
    if isinstance(q, PropertyQuestion) and isinstance(result, PropertyResult):
        return _property_entry(spec, q, result)
    if isinstance(q, RulingQuestion) and isinstance(result, RulingResult):
        return _ruling_entry(spec, q, result)
    raise TypeError("a question and the result of another")


def counted_again(spec: Specification, q: Question, result: Result) -> None:
    """Score the city of a result again, written down and read back.

    Raises `Fault` if it does not show what the result says."""
    try:
        _told(spec, q, _entry(spec, q, result))
    except Unfit as error:
        owner, mode, _ = about(q)
        raise Fault(f"{owner or 'the whole city'}, {mode}: {error}") from error


def _told(spec: Specification, q: Question, entry: Entry) -> Result:
    """What an entry says of its question. Raises `Unfit` and other things if it does not show it."""
    match q:
        case MaximumQuestion():
            return _maximum_of(spec, q, entry)
        case PropertyQuestion():
            return _property_of(spec, q, entry)
        case RulingQuestion():
            return _ruling_of(spec, q, entry)
        case _:
            assert_never(q)


def about(q: Question) -> tuple[str, str, str]:
    """Whose a question is, in which mode, and its title if it has one."""
    match q:
        case MaximumQuestion():
            return q.tile, q.mode, ""
        case PropertyQuestion():
            return q.case.owner, q.case.mode, q.case.title
        case RulingQuestion():
            return q.owner, q.mode, f"{q.ruling} is {q.reading}"
        case _:
            assert_never(q)


# ---- lists -----------------------------------------------------------------------------------------------

State: TypeAlias = Literal["live", "stale", "edited"]


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


def told(spec: Specification, x: Listed) -> Result | None:
    """What a live entry tells, its city scored again; None if it is not live.

    Raises `Unfit` if the entry does not show what it claims."""
    match x.question:
        case MaximumQuestion() as q:
            return checked(spec, x.key, q, x.entry)
        case PropertyQuestion() | RulingQuestion() as q:
            try:
                return _told(spec, q, x.entry)
            except (Fault, KeyError, TypeError, ValueError, AttributeError) as error:
                raise Unfit("its city is impossible or something is missing") from error
        case None:
            return None


# ---- the file --------------------------------------------------------------------------------------------


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
        key = self.keys.of(q)
        if self.refresh or key not in self._entries:
            return None
        entry = self._entries[key]
        kind = kind_of(q)
        if isinstance(entry, dict) and entry.get("verdict") == "unknown" and kind in TRIED and intact(key, entry):
            if seconds is None or seconds > entry["limit"]:
                return None
            self.reused += 1
            return _told(self.spec, q, entry)
        try:
            if not intact(key, entry):
                raise Unfit("it was edited")
            if entry["kind"] != kind or entry["verdict"] not in DECIDED[kind]:
                raise Unfit("it decides nothing")
            found = _told(self.spec, q, entry)
        except (Unfit, Fault, KeyError, TypeError, ValueError) as error:
            why = str(error) if isinstance(error, Unfit) else "its city is impossible or something is missing"
            owner, mode, title = about(q)
            owner = owner or "the whole city"
            title = title and f": {title}"
            self.edited += 1
            self.warnings.append(
                f"the proof record's entry for {owner}, {mode}{title} ({kind}) is not used: {why}"
            )
            self.drop([key])
            return None
        self.reused += 1
        return found

    def play(self, q: PlayQuestion) -> PlayResult | None:
        """The recorded answer to a claim about plays, if there is one that can be relied on."""
        key = self.keys.of_play(q)
        if self.refresh or key not in self._entries:
            return None
        entry = self._entries[key]
        try:
            if not intact(key, entry):
                raise Unfit("it was edited")
            found = _play_of(q, entry)
        except (Unfit, Fault, KeyError, TypeError, ValueError) as error:
            why = str(error) if isinstance(error, Unfit) else "its play is impossible or something is missing"
            where = f"{q.procedure.name}, {q.procedure.mode}: {q.claim.title}"
            self.edited += 1
            self.warnings.append(f"the proof record's entry for {where} (play) is not used: {why}")
            del self._entries[key]
            return None
        self.reused += 1
        return found

    # -- writing

    def add_play(self, q: PlayQuestion, result: PlayResult) -> None:
        """Keep a result that was just found, if it decides the question."""
        if result.verdict in DECIDED["play"]:
            key, entry = self.keys.of_play(q), _play_entry(q, result)
            self._entries[key] = {**entry, "digest": _digest(key, entry)}
            if time.monotonic() - self._saved > SAVE_SECONDS:
                self.save()

    def add(self, q: Question, result: Result, seconds: float | None = None) -> None:
        """Keep a result that was just found, if it decides the question; of a reading also that it was not found
        out, with the `seconds` that could be spent."""
        entry = _entry(self.spec, q, result)
        if entry["verdict"] not in DECIDED[entry["kind"]]:
            if seconds is None or entry["kind"] not in TRIED or not entry["seconds"]:
                return  # without seconds, a process was lost
            entry["limit"] = seconds
        key = self.keys.of(q)
        self._entries[key] = {**entry, "digest": _digest(key, entry)}
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

    def _unwritten(
        self, owner: str, mode: str, chosen: Mapping[str, str], scope: str
    ) -> list[PropertyCase]:
        """The claims about a tile that stand in no text, but are asked."""
        # No verdict comes from there: it is not loaded along with what finds them.
        from verifier.dominance import unwritten

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
