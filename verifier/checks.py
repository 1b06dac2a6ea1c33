"""The checks that nobody has to write: what is asked of every sentence, tile, building, scoring and ruling.

Guarantee: a finding rests on a proof that no city of scope `any` shows the contrary; what was not decided in its
time is `unknown`, never left out.

A new check is a function from a `Subject` to what it has to say, and a line in `CHECKS`.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass, replace
from functools import partial
from typing import Literal, assert_never

from dsl import core as c
from dsl import syntax as s
from dsl.assemble import Specification, own_clauses
from dsl.canonical import canonical
from dsl.city import City
from dsl.footprint import nodes
from dsl.scorer import Scorer
from dsl.source import Span
from verifier.apart import (
    Apart,
    Counted,
    Grounded,
    OutOfTime,
    Pair,
    bound_by_parts,
    decided,
    expressions,
    far_apart,
    smallest,
    tell_apart,
    tried,
)
from verifier.declining import declining
from verifier.depends import Fact, asked, dependence, told
from verifier.diff import SAME_TEXT, compare
from verifier.extent import extent, extent_of
from verifier.replay import gives_units
from verifier.sentences import (
    Entry,
    Line,
    Unchangeable,
    Written,
    conditions,
    entries,
    raised,
    users,
    written,
)
from verifier.verdict import Fault

Sort = Literal["fine", "note", "finding", "unknown"]


@dataclass(frozen=True)
class Said:
    """One thing that a check has to say, with the places that it points at.

    `fine` goes into the owner's line; `note` is told, and is no fault; `finding` is one; `unknown` is what was not
    decided. `city` shows it where a city can, with `values` in it; `facts` say what something depends on."""

    sort: Sort
    text: str
    places: tuple[str, ...] = ()
    city: City | None = None
    values: tuple[int, ...] = ()
    facts: tuple[Fact, ...] = ()


@dataclass(frozen=True)
class Subject:
    """What a check is asked about: an owner (a kind or scoring), or a ruling, in one mode under given readings.

    `seconds` is the time for one question to a solver."""

    spec: Specification
    name: str
    mode: str
    readings: dict[str, str]
    seconds: float

    @property
    def game(self) -> c.Game:
        """The game of the mode."""
        return self.spec.game(self.mode, self.readings)

    @property
    def written(self) -> list[Written]:
        """The lines of the owner that score or give."""
        return written(self.spec, self.name, self.mode, self.readings)

    def told(self, pairs: Sequence[Pair], mode: str | None = None) -> list[Apart]:
        """Whether any city tells each pair apart."""
        return tell_apart(self.spec, mode or self.mode, self.readings, pairs, seconds=self.seconds)


@dataclass(frozen=True)
class Check:
    """A check by name, and what it asks in one sentence."""

    name: str
    asks: str
    of: Literal["owner", "ruling"]
    run: Callable[[Subject], Iterator[Said]]


# ---- does it matter? -------------------------------------------------------------------------------------


@dataclass(frozen=True)
class _Part:
    """A part of the rules, and a change of it in any mode: what cannot be told from its change does not matter."""

    idle: str  # what is said of it if it does not matter
    where: str
    pair: Callable[[str], Pair | None]


def _judged(subject: Subject, parts: Sequence[_Part]) -> list[tuple[Apart, Said | None]]:
    """The verdict on each part, and what there is to say if it does not matter, or that it is not known."""
    found: dict[int, Apart] = {}
    asked: dict[int, Pair] = {}
    for i, part in enumerate(parts):
        try:
            pair = part.pair(subject.mode)
        except Unchangeable as why:
            found[i] = Apart("unknown", str(why))
        else:
            assert pair is not None  # the part is one of this mode
            asked[i] = pair
    found |= dict(zip(asked, subject.told(list(asked.values())), strict=True))
    return [(found[i], _said(subject, part, found[i])) for i, part in enumerate(parts)]


def _said(subject: Subject, part: _Part, found: Apart) -> Said | None:
    match found.verdict:
        case "different":
            return None
        case "unknown":
            return Said("unknown", f"not known whether {part.idle}: {found.reason}", (part.where,))
        case "same":
            others = [m for m in subject.spec.modes if m != subject.mode and _matters(subject, part, m)]
            if others:
                return Said("note", f"{part.idle} in {subject.mode}; not so in {', '.join(others)}", (part.where,))
            return Said("finding", f"{part.idle} ({found.reason})", (part.where,))
        case _:
            assert_never(found.verdict)


def _matters(subject: Subject, part: _Part, mode: str) -> bool:
    """Whether some city of another mode shows that a part matters there."""
    try:
        pair = part.pair(mode)
    except Unchangeable:
        return False
    return pair is not None and subject.told([pair], mode)[0].verdict == "different"


def _silent(w: Written) -> _Part:
    """The whole sentence, against none."""
    never = "gives no unit" if isinstance(w.line, s.GainEnd) else "scores nothing but 0"
    return _Part(f"`{w.text}` {never}", w.where, partial(_without, w))


def _without(w: Written, mode: str) -> Pair | None:
    there = w.within(mode)
    return None if there is None else Pair(there.meaning, ())


def _with_line(w: Written, line: Line, mode: str) -> Pair | None:
    there = w.within(mode)
    return None if there is None else Pair(there.meaning, there.changed(line))


def _with_more(w: Written, entry: Entry, mode: str) -> Pair | None:
    there = w.within(mode)
    if there is None:
        return None
    sentences = users(there.game, there, entry)
    return Pair(sentences, tuple(raised(x, entry) for x in sentences))


def _speaking(subject: Subject) -> list[Written]:
    """The lines that are not dead: what is inside of those that are is not looked at."""
    lines = subject.written
    found = _judged(subject, [_silent(w) for w in lines])
    return [w for w, (apart, _) in zip(lines, found, strict=True) if apart.verdict != "same"]


def dead_clauses(subject: Subject) -> Iterator[Said]:
    """Lines that no city makes score, or give."""
    alive = 0
    for found, said in _judged(subject, [_silent(w) for w in subject.written]):
        alive += found.verdict == "different"
        if said is not None:
            yield said
    if alive:
        yield Said("fine", f"{alive} {'clause scores' if alive == 1 else 'clauses score'}")


def unreached_entries(subject: Subject) -> Iterator[Said]:
    """Entries of tables that no city notices. A table with a name is looked at once, with its first user."""
    parts = []
    taken = set(_tables_before(subject))
    for w in _speaking(subject):
        mine = [e for e in entries(w) if e.table not in taken]
        taken |= {e.table for e in mine if e.table}
        for entry in mine:
            idle = f"{entry.text} could be one more, and no city would notice"
            parts.append(_Part(idle, entry.where, partial(_with_more, w, entry)))
    reached = 0
    for found, said in _judged(subject, parts):
        reached += found.verdict == "different"
        if said is not None:
            yield said
    if reached:
        yield Said("fine", f"{reached} of {len(parts)} table entries count")


def _tables_before(subject: Subject) -> Iterator[str]:
    """The tables with a name that owners before this one use."""
    d = subject.spec.declarations
    for owner in [*d.kinds, *d.scorings]:
        if owner == subject.name:
            return
        for w in replace(subject, name=owner).written:
            yield from (e.table for e in entries(w) if e.table)


def idle_conditions(subject: Subject) -> Iterator[Said]:
    """Conditions that always hold, or never; members of groups that can be left out. Of nested ones the outer."""
    parts: list[_Part] = []
    spans: list[tuple[Span, tuple[Span, ...]]] = []
    for w in _speaking(subject):
        for condition in conditions(w.line):
            for idle, line in condition.changes:
                text = f"`{condition.text}` {idle}"
                parts.append(_Part(text, str(condition.span), partial(_with_line, w, line)))
                spans.append((condition.span, condition.inside))
    found = _judged(subject, parts)
    idle_spans = {span for (span, _), (apart, _) in zip(spans, found, strict=True) if apart.verdict == "same"}
    open_spans = {span for (span, _), (_, said) in zip(spans, found, strict=True) if said is not None}
    mattering = {span for span, _ in spans} - open_spans
    for (_, inside), (_, said) in zip(spans, found, strict=True):
        if said is not None and idle_spans.isdisjoint(inside):
            yield said
    if mattering:
        n = len(mattering)
        yield Said("fine", f"{n} {'condition decides' if n == 1 else 'conditions decide'}")


# ---- gains, ranges ---------------------------------------------------------------------------------------


def may_gains(subject: Subject) -> Iterator[Said]:
    """Whether what a line allows to decline is ever better declined."""
    for w in subject.written:
        if not isinstance(w.line, s.GainEnd) or w.line.mode == "gain":
            continue
        found = declining(w, seconds=subject.seconds)
        match found.verdict:
            case "yes":
                assert found.totals is not None
                best, forced = found.totals
                text = f"declining pays: {best} VP in a city that has {forced} VP at best with everything taken"
                yield Said("note", text, (w.where,), found.city, found.totals)
            case "never":
                yield Said("note", f"declining never pays: {found.reason}", (w.where,))
            case "unknown":
                yield Said("unknown", f"not known whether declining ever pays: {found.reason}", (w.where,))


def ranges(subject: Subject) -> Iterator[Said]:
    """The least and greatest own of a tile, or part of a building or scoring."""
    game = subject.game
    is_tile = subject.name in game.kinds and game.kinds[subject.name].is_tile
    if not is_tile and subject.name not in (*game.parts, *game.tie_parts):
        return
    found = extent_of(subject.spec, subject.name, subject.mode, subject.readings, seconds=subject.seconds)
    if found is None:
        yield Said("note", "it stands in no city")
        return
    what = "own" if is_tile else "part"
    if is_tile and gives_units(subject.spec, subject.name, subject.mode, subject.readings):
        what = "units given"
    ends = ((found.low, "least"), (found.high, "greatest"))
    values = tuple(e.value for e, _ in ends if e.value is not None)
    for end, word in ends:
        if not end.proved:
            known = "none is known" if end.value is None else f"{end.value} is reached"
            text = f"{what}: the {word} is not sure, {known}, and nothing is beyond {end.bound}"
            yield Said("unknown", text, (), end.city)
    if found.proved:
        yield Said("fine", f"{what} from {found.low.value} to {found.high.value}", (), found.high.city, values)


def dependences(subject: Subject) -> Iterator[Said]:
    """What the own of a tile, or part of a building or scoring, depends on, and what it does not."""
    game = subject.game
    if subject.name not in (*game.kinds, *game.parts, *game.tie_parts):
        return
    found = dependence(subject.spec, subject.name, subject.mode, subject.readings, seconds=subject.seconds)
    if found is None:
        return
    yield Said("fine", told(found, game, subject.name), facts=found.facts)
    for f in found.facts:
        if f.verdict == "unknown":
            text = f"not known whether {found.amount} depends on {asked(f, game)}: {f.reason}"
            yield Said("unknown", text)


# ---- what is there twice ---------------------------------------------------------------------------------


def overlaps(subject: Subject) -> Iterator[Said]:
    """Two sentences of one owner (one may be inherited), or of two tiles, that say the same."""
    game, name = subject.game, subject.name
    own = subject.written
    is_kind = name in game.kinds
    everything = frozenset(game.kinds)
    pairs: list[tuple[c.Clause, c.Clause, str]] = []

    def clauses(lines: list[Written], kind: str) -> list[c.Clause]:
        found = [x for w in lines for x in w.meaning[:1] if isinstance(x, c.Clause)]
        return [replace(x, kinds=frozenset({kind})) if x.kinds else x for x in found]

    mine = clauses(own, name)
    inherited = [
        replace(x, kinds=frozenset({name}))
        for x in game.clauses
        if is_kind and name in x.kinds and all(x.where != w.where for w in own)
    ]
    for i, x in enumerate(mine):
        pairs += [(x, y, "say the same") for y in [*mine[i + 1 :], *inherited]]
    if is_kind and game.kinds[name].is_tile:
        tiles = [t for t in subject.spec.tiles(subject.mode) if t > name]
        for other in tiles:
            names = {name: other, other: name}
            for y in clauses(replace(subject, name=other).written, other):
                turned = replace(y, kinds=frozenset({name}), value=canonical(y.value, everything, names))
                pairs += [
                    (x, turned, f"say the same, for `{name}` and for `{other}`")
                    for x in mine
                    if _alike(game, name, other, x, y)
                ]
    asked = [Pair((x,), (y,)) for x, y, _ in pairs]
    text_alike = [canonical(x.value, everything) == canonical(y.value, everything) for x, y, _ in pairs]
    # Two that are always 0 are dead, which another check tells.
    silent = dict(zip(mine, subject.told([Pair((x,), ()) for x in mine]), strict=True))
    for (x, y, said), alike, found in zip(pairs, text_alike, subject.told(asked), strict=True):
        places = (x.where, y.where)
        both = f"`{x.text}` and `{y.text}`" if x.text != y.text else f"`{x.text}`, twice:"
        if silent[x].verdict == "same":
            continue
        if alike or found.verdict == "same":
            why = SAME_TEXT if alike else found.reason
            yield Said("finding", f"{both} {said} ({why})", places)
        elif found.verdict == "unknown":
            yield Said("unknown", f"not known whether {both} {said}: {found.reason}", places)


def _alike(game: c.Game, one: str, two: str, *clauses: c.Clause) -> bool:
    """Whether two tiles have the same room for what some clauses look at: units on seats."""
    seats = any(isinstance(y, c.Seated) for x in clauses for y in nodes(x.value))
    return not seats or dict(game.kinds[one].seats) == dict(game.kinds[two].seats)


# ---- rulings ---------------------------------------------------------------------------------------------


def material_rulings(subject: Subject) -> Iterator[Said]:
    """For each other reading: whether any city's total depends on it, and by how much at most."""
    ruling = subject.spec.rulings[subject.name]
    for reading in ruling.names():
        if reading != subject.readings[ruling.name]:
            yield from _reading(subject, reading)


def _reading(subject: Subject, reading: str) -> Iterator[Said]:
    spec, mode = subject.spec, subject.mode
    other = replace(subject, readings={**subject.readings, subject.name: reading})
    a, b = subject.game, other.game
    versus = f"`{reading}` for `{subject.readings[subject.name]}`"
    alike = frozenset(n for n in a.kinds if _body(a.kinds[n]) == _body(b.kinds[n]))
    more, less = own_clauses(a, b)
    if any(a.kinds[n].scores_inactive != b.kinds[n].scores_inactive for n in alike):
        more, less = a.clauses, b.clauses
    given = [(r, p) for r, p in _gains(a, b) if p.old != p.new and p.old and p.new]
    if a.seating != b.seating or not (more or less or given):
        found = compare(spec, spec, mode, subject.readings, other.readings, time_limit=subject.seconds)
        if found.verdict == "same":
            yield Said("fine", f"{versus} changes no sentence")
        else:
            words = "; ".join(found.structure)
            yield Said("note", f"{versus} changes what is possible or given, not how a city is counted: {words}")
        return
    one_sided = any(bool(p.old) != bool(p.new) for _, p in _gains(a, b))
    beside = "; what is possible or given changes, too" if one_sided or len(alike) < len(a.kinds) else ""
    if more or less:
        yield _difference(subject, other, Pair(more, less, b.kinds), alike, versus, beside)
    for resource, pair in given:
        yield _difference(subject, other, pair, alike, f"{versus}, units of {resource} given", beside)


def _gains(a: c.Game, b: c.Game) -> Iterator[tuple[str, Pair]]:
    """By resource, the gains of two games that are taken in the same way."""
    for r in a.resources:
        for how in ("forced", "any", "whole"):
            old, new = (tuple(g for g in x.gains if (g.resource, g.mode) == (r.name, how)) for x in (a, b))
            yield r.name, Pair(old, new)


def _difference(
    subject: Subject, other: Subject, pair: Pair, alike: frozenset[str], versus: str, beside: str
) -> Said:
    """What two readings make of the cities that both allow."""
    counted = Counted(subject.spec, subject.mode, subject.readings, [pair], alike)
    found = tried(counted, [0]).get(0)

    def by(city: City) -> int:
        one, two = counted.values(0, city, counted.scorer.view(city))
        return one - two

    bound: int | None
    why = f"it can not be written down for a solver within {subject.seconds:.0f} s"
    try:
        grounded = Grounded(counted, subject.seconds)
    except OutOfTime:
        if found is None or found.city is None:
            return Said("unknown", f"{versus}: not known whether any total depends on it: {why}")
        cities, bound = [x for x in (found.city, far_apart(counted, 0)) if x is not None], None
    else:
        if found is None:
            (found,) = decided(grounded, max(1.0, grounded.left))
        else:
            found = smallest(grounded, 0, found, max(1.0, grounded.left))
        if found.verdict == "same":
            return Said("note", f"{versus}: no city's total depends on it ({found.reason}){_received(pair)}")
        ends = extent(grounded.model, grounded.differences[0], by, seconds=subject.seconds)
        assert ends is not None  # the empty city is one
        if ends.low.bound == ends.high.bound == 0:
            return Said("note", f"{versus}: no city's total depends on it (proved by CP-SAT){_received(pair)}")
        shown = (found.city, ends.low.city, ends.high.city, far_apart(counted, 0))
        cities = [x for x in shown if x is not None and by(x)]
        bound = max(abs(ends.low.bound), abs(ends.high.bound))
        if not ends.proved:
            other_bound = bound_by_parts(grounded, 0, subject.seconds)
            bound = bound if other_bound is None else min(bound, other_bound)
    if not cities:
        return Said("unknown", f"{versus}: not known whether any total depends on it, by {bound} at most")
    city = cities[0]
    reached = max(abs(by(x)) for x in cities)
    values, unit = counted.values(0, city, counted.scorer.view(city)), "units"
    if any(isinstance(x, c.Clause) for x in (*pair.old, *pair.new)):
        unit = "VP"
        one, two = (Scorer(x.spec, x.mode, x.readings).total(city) for x in (subject, other))
        if one - two != by(city):
            raise Fault(f"{subject.name}: the readings differ by {one - two} VP in total, by {by(city)} in {city}")
        values = one, two
    where = "the smallest city that tells" if found.fewest else "a city"
    most = f"apart by {bound} {unit} at most"
    if bound is None:
        most = f"apart by {reached} {unit} or more, no bound is known ({why})"
    elif reached < bound:
        most = f"apart by {reached} {unit} or more, at most {bound}"
    text = f"{versus}: {values[1]} for {values[0]} in {where}; {most}{beside}"
    return Said("note", text, (), city, values)


def _received(pair: Pair) -> str:
    """What to add where a sentence looks at units received: in scope `any` it is not said where units come from."""
    seen = any(isinstance(x, c.CityUnits) and x.what == "received" for e in expressions([pair]) for x in nodes(e))
    return "; in scope any all units of a city count as received" if seen else ""


def _body(kind: c.Kind) -> c.Kind:
    """What decides which cities a kind can stand in."""
    return replace(kind, scores_inactive=False)


# ---- all of them -----------------------------------------------------------------------------------------

CHECKS = (
    Check("clause", "can each sentence ever score, or give?", "owner", dead_clauses),
    Check("entry", "does any city notice each entry of a table?", "owner", unreached_entries),
    Check("condition", "does each condition, and each member of a group, matter?", "owner", idle_conditions),
    Check("overlap", "do two sentences say the same?", "owner", overlaps),
    Check("may", "does declining what may be gained ever pay?", "owner", may_gains),
    Check("range", "what is the least and the greatest that it adds?", "owner", ranges),
    Check("depends", "what does its score depend on, and on what not?", "owner", dependences),
    Check("ruling", "does a total depend on how an open question is read?", "ruling", material_rulings),
)
