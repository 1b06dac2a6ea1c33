"""What the score of a tile, or a part of the sheet, depends on: kinds, floors, units, activity, places.

Guarantee: what is said not to matter is not looked at by the rules, or a solver proved that no two cities of
scope `any` that differ in nothing else show a difference; what is said to matter is shown by two such cities that
were replayed. What the rules look at, and nobody showed to matter, is said to be so.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator
from dataclasses import dataclass, replace
from typing import Literal, assert_never

from dsl import core as c
from dsl.assemble import Readings, Specification, own_clauses
from dsl.canonical import canonical
from dsl.changes import Change, Step, changed, neighbourhood, steps
from dsl.changes import told as step_words
from dsl.city import Building, City, faults
from dsl.claims import Elsewhere, TwoCities
from dsl.footprint import kinds_named, nodes, positional, tells_unnamed
from dsl.scorer import Scorer
from verifier.apart import Pair, expressions
from verifier.properties import prove_unwritten
from verifier.replay import gives_units
from verifier.sample import cities
from verifier.verdict import SecondCity

UNITS = "units given"
TRIES = 400  # cities at random
What = Literal["kinds", "floors", "seats", "printed", "unseated", "received", "activity", "swapping", "place"]
_STATES: tuple[What, ...] = ("floors", "seats", "printed", "unseated", "received")
PLACES = ("adjacent spaces", "row", "column", "line", "district")

Verdict = Literal["yes", "no", "may", "unknown"]


@dataclass(frozen=True)
class Fact:
    """Whether an amount depends on something. `names` say on what: kinds, a resource, a place around the tile.

    `may`: the rules look at it, and no two cities are known that show it to matter. `city` and `second` show a
    `yes`; `smallest`: no smaller city does."""

    what: What
    names: tuple[str, ...]
    verdict: Verdict
    reason: str
    city: City | None = None
    second: SecondCity | None = None
    smallest: bool = False


@dataclass(frozen=True)
class Dependence:
    """All that was found out of one amount. `amount` is what it is called: own, part, units given."""

    amount: str
    facts: tuple[Fact, ...]

    def of(self, what: What, *verdicts: Verdict) -> list[Fact]:
        """The facts of a sort with one of the verdicts."""
        return [f for f in self.facts if f.what == what and f.verdict in verdicts]


def dependence(
    spec: Specification, owner: str, mode: str, readings: Readings, *, seconds: float = 20.0
) -> Dependence | None:
    """What the own of a tile, the units that it gives (if it scores nothing), or the part of a building or scoring
    depends on; None if the owner neither scores nor gives.

    `seconds` is the time for one question to a solver. Raises `Fault` if a solver and the scorer disagree."""
    asking = _Asking(spec, owner, mode, readings, seconds)
    if not asking.exprs:
        return None
    return Dependence(asking.called, tuple(asking.facts()))


class _Asking:
    def __init__(self, spec: Specification, owner: str, mode: str, readings: Readings, seconds: float) -> None:
        self.spec = spec
        self.owner = owner
        self.mode = mode
        self.seconds = seconds
        self.scorer = Scorer(spec, mode, readings)
        self.game = game = self.scorer.game
        self.tile = owner if owner in game.kinds and game.kinds[owner].is_tile else None
        self.value: c.Int
        self.counted: Callable[[City], int]
        if self.tile is None:
            self.called, self.value = "part", c.Measure("part", owner)
            self.exprs = expressions([Pair(game.clauses_of(owner), ())])
            self.counted = lambda city: self.scorer.compiled.lines(city, self.scorer.view(city))[owner]
        elif gives_units(spec, owner, mode, readings):
            given = tuple(g for g in game.gains if g.kind == owner)
            self.called, self.value = UNITS, _units(given, game.kinds[owner], frozenset(game.kinds))
            self.exprs = [*expressions([Pair(given, ())]), c.IsKind("self", frozenset({owner}))]
            self.counted = lambda city: sum(self.scorer.units(city, owner).values())
        else:
            self.called, self.value = "own", c.Measure("own")
            more, less = own_clauses(game, spec.game(mode, readings, frozenset({owner})))
            self.exprs = expressions([Pair(more, less)])
            self.counted = lambda city: self.scorer.own(city, owner)
        self.shown: list[City] = []  # cities that solvers found
        self.seen = [x for e in self.exprs for x in nodes(e)]

    def facts(self) -> Iterator[Fact]:
        """All that can be found out, question by question."""
        kinds = list(self._kinds())
        yield from kinds
        mattering = frozenset(n for f in kinds if f.verdict != "no" for n in f.names)
        yield from self._floors()
        yield from self._seats()
        yield self._printed()
        yield from self._units(mattering)
        yield self._activity(mattering)
        yield from self._places()

    # -- what is asked

    def _asked(self, what: What, names: tuple[str, ...], how: Change | Elsewhere) -> Fact:
        """Whether a change matters: `no` if no two cities show it."""
        core = TwoCities(c.Truth(True), self.value, self.value, "=", how)
        found = prove_unwritten(
            self.spec, self.owner, self.mode, self.scorer.readings, core, time_limit=self.seconds
        )
        match found.verdict:
            case "proved":
                return Fact(what, names, "no", f"proved {found.reason}".strip())
            case "vacuous":
                return Fact(what, names, "no", "no city allows the change")
            case "refuted":
                assert found.city is not None
                fact = Fact(what, names, "yes", "", found.city, found.second, found.smallest)
                if not found.smallest:
                    # Nobody had the time to make it small: one at random may be smaller.
                    fact = min((fact, self._at_random(what, names, how) or fact), key=_buildings)
                assert fact.city is not None
                self.shown.append(fact.city)
                return fact
            case "unknown":
                return self._at_random(what, names, how) or Fact(what, names, "unknown", found.reason)
            case _:
                assert_never(found.verdict)

    def _at_random(self, what: What, names: tuple[str, ...], how: Change | Elsewhere) -> Fact | None:
        """Two cities that show a change to matter, where no solver found any."""
        before: list[City] = []

        def others(city: City) -> Iterator[tuple[City, str, Step | None]]:
            if isinstance(how, Change):
                for step in steps(city, self.game, how):
                    yield changed(city, self.game, how, step), step_words(how, step, city, self.game), step
            else:
                for other in before[-3:]:
                    words = f"alike on its {' and its '.join(how.places)}, different elsewhere"
                    yield self._mixed(city, other, how), words, None
                before.append(city)

        kinds = how.kinds if isinstance(how, Change) and how.kinds else frozenset(self.game.kinds)
        found = self._tried(what, names, kinds, others)
        return found if found.verdict == "yes" else None

    def _mixed(self, city: City, other: City, how: Elsewhere) -> City:
        """The city at the places around the tile, and another one elsewhere."""
        here = next(s for s, b in city.buildings() if b.kind == self.tile)
        near = neighbourhood(self.game.mode.board, how.places, here)
        cells = tuple(
            city.cells[s] if s in near else None if b is not None and b.kind == self.tile else b
            for s, b in enumerate(other.cells)
        )
        return self._with_left_over(city, cells)

    def _with_left_over(self, city: City, cells: tuple[Building | None, ...]) -> City:
        """A city of other cells that has as many units left over as the given one."""
        before, now = city.seated(self.game), City(city.mode, cells).seated(self.game)
        supply = {r: n + now[r] - before[r] for r, n in city.has(self.game).items()}
        return City(city.mode, cells, supply=supply)

    def _without(self, kinds: Iterable[str]) -> Fact:
        names = frozenset(kinds)
        return self._asked("kinds", tuple(sorted(names)), Change("removing", names))

    def _kinds(self) -> Iterator[Fact]:
        """Kinds that the rules tell apart in the same way are one question. All are asked about at once; as long
        as some city is found, the kinds that are like the one that it shows are known to matter."""
        named = frozenset[frozenset[str]]().union(*(kinds_named(e) for e in self.exprs))
        received = any(isinstance(x, c.CityUnits) and x.what == "received" for x in self.seen)
        unnamed = received or any(tells_unnamed(e) for e in self.exprs)
        classes: dict[frozenset[frozenset[str]], list[str]] = {}
        ignored = []
        for n in self.game.kinds:
            told = frozenset(x for x in named if n in x)
            if n == self.tile:
                continue
            if told or unnamed:
                classes.setdefault(told, []).append(n)
            else:
                ignored.append(n)
        if ignored:
            yield Fact("kinds", tuple(ignored), "no", "not looked at")
        todo = list(classes.values())
        while todo:
            found = self._without(n for x in todo for n in x)
            if found.verdict == "unknown" and len(todo) > 1:
                # All together are too much: one after the other.
                yield from (self._without(x) for x in todo)
                return
            if found.second is None or found.second.step is None or found.city is None:
                yield found
                return
            gone = found.city.cells[found.second.step.spaces[0]]
            assert gone is not None
            mattering = next(x for x in todo if gone.kind in x)
            yield replace(found, names=tuple(mattering))
            todo.remove(mattering)

    def _floors(self) -> Iterator[Fact]:
        high = frozenset(n for n, k in self.game.kinds.items() if k.max_floors > 1)
        if not any(isinstance(x, c.Floors) for x in self.seen):
            yield Fact("floors", (), "no", "not looked at")
        elif high:
            yield self._asked("floors", (), Change("raising", high))

    def _seats(self) -> Iterator[Fact]:
        looked_at = {x.resource for x in self.seen if isinstance(x, c.Seated)}
        for r in self.game.resources:
            kinds = frozenset(n for n, k in self.game.kinds.items() if k.seats.get(r.name))
            if r.name not in looked_at:
                yield Fact("seats", (r.name,), "no", "not looked at")
            elif kinds:
                yield self._asked("seats", (r.name,), Change("seating", kinds, resource=r.name))

    def _printed(self) -> Fact:
        if any(isinstance(x, c.Printed) for x in self.seen):
            return Fact("printed", (), "may", "looked at")
        return Fact("printed", (), "no", "not looked at")

    def _units(self, mattering: frozenset[str]) -> Iterator[Fact]:
        """Units of the city that are not seated, and those that it received."""
        looked_at = {(x.what, x.resource) for x in self.seen if isinstance(x, c.CityUnits)}
        whats: tuple[Literal["unseated", "received"], ...] = ("unseated", "received")
        for what, name in ((w, r.name) for w in whats for r in self.game.resources):
            if (what, name) not in looked_at:
                yield Fact(what, (name,), "no", "not looked at")
                continue

            def more(city: City, name: str = name) -> Iterator[tuple[City, str, None]]:
                supply = city.received(self.game)
                yield replace(city, supply={**supply, name: supply[name] + 1}), "one unit more", None

            yield self._tried(what, (name,), mattering, more)

    def _activity(self, mattering: frozenset[str]) -> Fact:
        asked_of = any(isinstance(x, c.Is) and x.state == "active" and x.at != "self" for x in self.seen)
        # What clauses score for has to be active, too.
        scoring = any(isinstance(x, c.IsKind) and x.at == "self" and x.kinds - {self.tile} for x in self.seen)
        if not asked_of and not scoring:
            return Fact("activity", (), "no", "not looked at")
        if not any(self.game.kinds[n].needs for n in mattering):
            return Fact("activity", (), "no", "no kind that matters needs anything")

        def idle(city: City) -> Iterator[tuple[City, str, None]]:
            for s, b in city.buildings():
                kind = self.game.kinds[b.kind]
                if b.active and kind.needs and b.kind != self.tile:
                    row, column = self.game.mode.board.row_column(s)
                    words = f"{kind.title} on row {row + 1}, column {column + 1} not active"
                    # Only some buildings hold units while they are not.
                    seats = b.seats if kind.seats_inactive else {}
                    cells = (*city.cells[:s], replace(b, active=False, seats=seats), *city.cells[s + 1 :])
                    yield self._with_left_over(city, cells), words, None

        return self._tried("activity", (), mattering, idle)

    def _tried(
        self,
        what: What,
        names: tuple[str, ...],
        kinds: frozenset[str],
        others: Callable[[City], Iterator[tuple[City, str, Step | None]]],
    ) -> Fact:
        """Whether some city, and one of others that are made of it, show that something matters: cities that
        showed something else, and cities at random."""
        game = self.game
        about = [self.owner] if self.owner in game.kinds else []
        best: Fact | None = None
        fewest = game.mode.board.size + 1
        at_random = cities(game, sorted({*kinds, *about}), about, TRIES) if game.seating == "free" else ()
        for city in (*self.shown, *at_random):
            size = len(list(city.buildings()))
            copies = sum(b.kind == self.tile for _, b in city.buildings())
            if size >= fewest or (self.tile is not None and copies != 1):
                continue
            for other, words, step in others(city):
                values = self.counted(city), self.counted(other)
                if values[0] != values[1] and not faults(other, game):
                    readings = self.scorer.readings
                    second = SecondCity(words, other, self.mode, readings, "", values, self.owner, step)
                    best, fewest = Fact(what, names, "yes", "", city, second), size
                    break
        return best or Fact(what, names, "may", "looked at; no city at random shows that it matters")

    def _places(self) -> Iterator[Fact]:
        if not any(positional(e) for e in self.exprs):
            yield Fact("swapping", (), "no", "not looked at")
            return
        moved = self._asked("swapping", (), Change("swapping"))
        yield moved
        if self.tile is None or moved.verdict == "no":
            return
        size = self._size
        for place in sorted(PLACES, key=lambda p: (size(p), PLACES.index(p))):
            found = self._asked("place", (place,), Elsewhere((place,)))
            yield found
            if found.verdict == "no":
                return

    def _size(self, place: str) -> int:
        """How many spaces are at a place, all spaces together."""
        board = self.game.mode.board
        if place == "adjacent spaces":
            return sum(len(board.adjacent(s)) + 1 for s in board.spaces)
        return sum(len(board.region_of(_REGIONS[place], s)) for s in board.spaces)


_REGIONS: dict[str, Literal["row", "column", "line", "district"]] = {
    "row": "row", "column": "column", "line": "line", "district": "district",
}  # fmt: skip


def _units(gains: tuple[c.Gain, ...], kind: c.Kind, everything: frozenset[str]) -> c.Int:
    """The units that a tile gives, as something of the whole city."""
    here = c.IsKind("x0", frozenset({kind.name}))
    amounts = [canonical(g.amount, everything, bound={"self": "x0"}) for g in gains]
    offers = [c.Extreme("max", (x, c.Num(0))) for x in amounts]
    return c.Total("x0", c.Domain(None), here, c.Add((*offers, c.Num(sum(kind.placed.values())))))


def _buildings(f: Fact) -> int:
    return 0 if f.city is None else len(list(f.city.buildings()))


# ---- in words --------------------------------------------------------------------------------------------


def told(found: Dependence, game: c.Game, owner: str) -> str:
    """What was found to matter, in one line."""
    kinds = frozenset(n for f in found.of("kinds", "yes") for n in f.names)
    on = [_kinds_words(kinds, game, owner)] if kinds else []
    if any(game.kinds[n].needs for n in kinds):
        on[0] += _activity_words(found)
    on += [asked(f, game) for what in _STATES for f in found.of(what, "yes")]
    may = [asked(f, game) for what in _STATES for f in found.of(what, "may")]
    words = ", ".join(f"on {x}" for x in on)
    if on:
        words += _place_words(found, bool(kinds))
    elif found.of("swapping", "yes"):
        words = "on nothing but where it stands"
    elif may or any(f.verdict == "unknown" for f in found.facts):
        words = "on nothing that was found"
    else:
        words = "on nothing"
    verb = "depend" if found.amount == UNITS else "depends"
    return f"{found.amount} {verb} {words}" + (f"; perhaps on {_and(may)}" if may else "")


def asked(f: Fact, game: c.Game) -> str:
    """What a fact is about, in words."""
    titles = {r.name: r.plural_title for r in game.resources}
    match f.what:
        case "kinds":
            return _and([game.kinds[n].plural_title for n in f.names])
        case "floors":
            return "floors"
        case "seats":
            return f"{titles[f.names[0]]} on seats"
        case "printed":
            return "printed VP and units"
        case "unseated" | "received":
            return f"{titles[f.names[0]]} {f.what}"
        case "activity":
            return "which buildings are active"
        case "swapping":
            return "where buildings stand"
        case "place":
            return f"more than its {f.names[0]}"
        case _:
            assert_never(f.what)


def _and(words: list[str]) -> str:
    return ", ".join(words[:-1]) + (" and " if len(words) > 1 else "") + words[-1]


def _activity_words(found: Dependence) -> str:
    if found.of("activity", "yes"):
        return " (that are active)"
    return " (that may have to be active)" if found.of("activity", "may") else " (active or not)"


def _place_words(found: Dependence, kinds: bool) -> str:
    """Where it matters what stands."""
    if found.of("swapping", "no"):
        return ", wherever they stand" if kinds else ""
    only = found.of("place", "no")
    if only:
        return f", on its {only[0].names[0]} only"
    if found.of("place", "yes") and not found.of("place", "unknown"):
        return ", in the whole city, and on where they stand"
    return ", and on where they stand" if found.of("swapping", "yes") else ""


def _kinds_words(kinds: frozenset[str], game: c.Game, owner: str) -> str:
    """Kinds in words: those that have all of their sub-kinds there by the name of the parent."""
    aside = frozenset({owner}) if owner in game.kinds and game.kinds[owner].is_tile else frozenset[str]()
    if kinds == frozenset(game.kinds) - aside:
        return "all buildings"
    out: list[str] = []
    left = set(kinds)
    for n in sorted(game.kinds, key=lambda n: -len(game.kinds_of(n))):
        under = game.kinds_of(n) - aside
        missing = sorted(under - kinds)
        if not under & left or len(missing) * 2 >= len(under):
            continue
        but = f" but not {_and([game.kinds[m].title for m in missing])}" if missing else ""
        out.append(game.kinds[n].plural_title + but)
        left -= under
    out += [f"plain {game.kinds[n].plural_title}" for n in game.kinds if n in left]
    return _and(out)
