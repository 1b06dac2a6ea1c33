"""A verdict as plain data, and back: what an entry of the proof record, or a line of results, holds.

Guarantee: an entry tells its result only if nobody changed it since it was made for its key, and the Python scorer
finds in its city (a replay, in its play) what it claims. No solver is asked.
"""

from __future__ import annotations

import contextlib
import hashlib
import json
from collections.abc import Iterator, Mapping
from dataclasses import fields, replace
from typing import Any, TypeAlias, assert_never, get_args, get_origin, get_type_hints

from dsl import core as c
from dsl.assemble import Specification
from dsl.changes import Change, Step
from dsl.city import City
from dsl.city_json import city_object, read_located
from dsl.claims import Elsewhere, OneCity, TwoCities, core_property
from dsl.diagnostics import Bag
from dsl.scorer import Scorer
from dsl.source import Source
from verifier.box import complaints
from verifier.procedure_replay import replay
from verifier.questions import (
    MaximumQuestion,
    PlayQuestion,
    PropertyQuestion,
    Question,
    Result,
    RulingQuestion,
    about,
)
from verifier.replay import PropertyReplay, amount_of, gives_units, possible, worth
from verifier.verdict import Fault, Maximum, PlayResult, PropertyResult, RulingResult, SecondCity, ShownPlay

DECIDED = {
    "maximum": ("optimal", "infeasible"),
    "property": ("proved", "refuted", "vacuous"),
    "ruling": ("same", "different"),
    "play": ("proved", "refuted"),
}
TRIED = ("ruling",)
"""Of these it is kept, too, that they were not decided: a book asks them all, each time it is made."""

Entry: TypeAlias = dict[str, Any]


class Unfit(Exception):
    """An entry does not show what it claims, or nobody can ask its question any more."""


def intact(key: str, entry: Any) -> bool:
    """Whether an entry was made for this key, and nobody changed it since."""
    return isinstance(entry, dict) and entry.get("digest") == _digest(key, entry)


def _digest(key: str, entry: Entry) -> str:
    said = {name: x for name, x in entry.items() if name != "digest"}
    return hashlib.sha256(json.dumps([key, said], sort_keys=True).encode()).hexdigest()


def decided(entry: Entry, kind: str) -> None:
    """Raises `Unfit` if an entry decides no question of a kind."""
    if entry["kind"] != kind or entry["verdict"] not in DECIDED[kind]:
        raise Unfit("it decides nothing")


def sealed(key: str, entry: Entry) -> Entry:
    """An entry with the digest that `intact` looks at."""
    return {**entry, "digest": _digest(key, entry)}


@contextlib.contextmanager
def _in_order() -> Iterator[None]:
    """Where an entry is read that somebody may have written by hand. Raises `Unfit` for whatever goes wrong."""
    try:
        yield
    except (Fault, KeyError, TypeError, ValueError, AttributeError) as error:
        raise Unfit("its city is impossible or something is missing") from error


def _chosen(spec: Specification, readings: Mapping[str, str]) -> dict[str, str]:
    return {name: x for name, x in sorted(readings.items()) if spec.defaults.get(name) != x}


# ---- questions as data ------------------------------------------------------------------------------------


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


# ---- maxima ------------------------------------------------------------------------------------------------


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
    """The entry of a maximum, decided or not."""
    return sealed(key, _maximum_entry(spec, q, m))


def checked(spec: Specification, key: str, q: MaximumQuestion, entry: Any) -> Maximum:
    """The result that somebody else's entry tells, decided or not: its city is of the scope, and scored again.

    Raises `Unfit` if the entry does not show what it claims."""
    if not intact(key, entry):
        raise Unfit("it was edited, or answers another question")
    with _in_order():
        if entry["kind"] != "maximum":
            raise Unfit("it is no maximum")
        found = _maximum_of(spec, q, entry)
        if found.city is None:
            return found
        lacking = complaints(found.city, spec.game(q.mode, q.readings), q.scope, q.players)
        if lacking:
            raise Unfit(f"its city is not in scope {q.scope}: {lacking[0].text}")
        if q.scope != "any" and found.city.supply is not None:
            raise Unfit(f"its city is not in scope {q.scope}: its units do not come from its tiles")
        return found


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


# ---- properties --------------------------------------------------------------------------------------------


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


# ---- readings ----------------------------------------------------------------------------------------------


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


# ---- plays -------------------------------------------------------------------------------------------------


def play_entry(q: PlayQuestion, r: PlayResult) -> Entry:
    """What is kept of a claim about plays, not yet sealed."""
    shown = r.shown
    return {
        "kind": "play", "owner": r.procedure, "mode": r.mode, "players": r.players, "title": r.title,
        "verdict": r.verdict, "how": r.how, "using": list(r.using), "seconds": r.seconds,
        "options": None if shown is None else list(shown.options),
        "readings": None if shown is None else shown.readings, "steps": None if shown is None else shown.steps,
    }  # fmt: skip


def play_of(q: PlayQuestion, entry: Entry) -> PlayResult:
    """The result that an entry tells, its play played again.

    Raises `Unfit` or `Fault` if the entry does not show it."""
    pr, claim, shown = q.procedure, q.claim, None
    decided(entry, "play")
    if entry["options"] is not None:
        shown = ShownPlay(tuple(entry["options"]), dict(entry["readings"]), int(entry["steps"]))
        replay(pr, claim, shown)
    elif entry["verdict"] == ("proved" if claim.word == "sometimes" else "refuted"):
        raise Unfit("it has no play that shows it")
    return PlayResult(
        pr.name, pr.mode, pr.players, claim.title, entry["verdict"], entry["how"], tuple(entry["using"]), shown,
        entry["seconds"], claim.span, True,
    )  # fmt: skip


# ---- cities ------------------------------------------------------------------------------------------------


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


# ---- whatever was asked ------------------------------------------------------------------------------------


def entry_of(spec: Specification, q: Question, result: Result) -> Entry:
    """What is kept of a result, not yet sealed. Raises `TypeError` if it is that of another sort of question."""
    if isinstance(q, MaximumQuestion) and isinstance(result, Maximum):
        return _maximum_entry(spec, q, result)
    if isinstance(q, PropertyQuestion) and isinstance(result, PropertyResult):
        return _property_entry(spec, q, result)
    if isinstance(q, RulingQuestion) and isinstance(result, RulingResult):
        return _ruling_entry(spec, q, result)
    raise TypeError("a question and the result of another")


def told(spec: Specification, key: str, q: Question, entry: Any) -> Result:
    """What somebody else's entry says of its question, its city scored again.

    Raises `Unfit` if the entry does not show what it claims."""
    if isinstance(q, MaximumQuestion):
        return checked(spec, key, q, entry)
    with _in_order():
        return result_of(spec, q, entry)


def counted_again(spec: Specification, q: Question, result: Result) -> None:
    """Score the city of a result again, written down and read back.

    Raises `Fault` if it does not show what the result says."""
    try:
        result_of(spec, q, entry_of(spec, q, result))
    except Unfit as error:
        owner, mode, _ = about(q)
        raise Fault(f"{owner or 'the whole city'}, {mode}: {error}") from error


def result_of(spec: Specification, q: Question, entry: Entry) -> Result:
    """What an entry says of its question, its city scored again, whether anybody changed it or not.

    Raises `Unfit`, `Fault`, `KeyError`, `TypeError` or `ValueError` if it does not show it."""
    match q:
        case MaximumQuestion():
            return _maximum_of(spec, q, entry)
        case PropertyQuestion():
            return _property_of(spec, q, entry)
        case RulingQuestion():
            return _ruling_of(spec, q, entry)
        case _:
            assert_never(q)
