"""The straightforward encoding of a game, to measure Tileproof's against: what one writes first.

A space has an `Int` for what kind stands there (0: nothing), an `Int` for its floors, one `Int` for each resource on
its seats, and a `Bool` for whether it is active. Quantifiers are unrolled over the board into `If`, `Sum`, `And` and
`Or`; tables, minima and maxima are nested `If`s; a group is a flood fill, one step for each space. A maximum is
asked of `z3.Optimize`, a property of `z3.Solver` by its negation, both as Z3 comes.

It is made from the core alone, for any game, and shares nothing with `dsl/ground.py`, `dsl/circuit.py` and
`verifier/model.py`. What nobody asks about (floors, say) is not declared, as it would not be by hand.

Guarantee: the solutions of `rules` are the complete cities of scope `any`, in which a given tile stands exactly once.
"""

from __future__ import annotations

import time
from collections.abc import Callable, Iterator, Mapping
from dataclasses import dataclass
from typing import Literal, assert_never

import z3

from dsl import core as c
from dsl.assemble import Readings, Specification, own_clauses
from dsl.board import Board, Region, Space
from dsl.city import Building, City
from dsl.claims import OneCity, PropertyCase, core_property
from dsl.diagnostics import Bag
from dsl.footprint import free_names
from dsl.scorer import PRINTED
from verifier.replay import gives_units

Value = Space | Region
Env = Mapping[str, Value]
_COMPARE: dict[str, Callable[[z3.ArithRef, z3.ArithRef], z3.BoolRef]] = {
    "=": lambda a, b: a == b,
    "!=": lambda a, b: a != b,
    "<": lambda a, b: a < b,
    "<=": lambda a, b: a <= b,
    ">": lambda a, b: a > b,
    ">=": lambda a, b: a >= b,
}


class Encoding:
    """An unknown city as integers, and core expressions over it as Z3 terms, in a context of its own."""

    def __init__(self, spec: Specification, mode: str, readings: Readings | None, tile: str | None) -> None:
        self.spec = spec
        self.mode = mode
        self.readings = spec.readings(readings)
        self.game = spec.game(mode, readings)
        self.tile = tile
        self.board: Board = self.game.mode.board
        self.context = z3.Context()
        self.names = tuple(self.game.kinds)
        self.rules: list[z3.BoolRef] = []
        self.kinds: list[z3.ArithRef] = []
        self._floors: dict[Space, z3.ArithRef] = {}
        self._active: dict[Space, z3.BoolRef] = {}
        self._seats: dict[tuple[Space, str], z3.ArithRef] = {}
        self._prints: dict[tuple[Space, int], z3.ArithRef] = {}
        self._received: dict[str, z3.ArithRef] = {}
        self._floods: dict[object, list[z3.BoolRef]] = {}
        self._integers: dict[object, z3.ArithRef] = {}
        self._booleans: dict[object, z3.BoolRef] = {}
        for s in self.board.spaces:
            self.kinds.append(self._within(f"kind {s}", self.num(len(self.names))))
        if tile is not None:
            self.rules.append(self.copies(tile) == 1)

    # -- terms

    def num(self, value: int) -> z3.ArithRef:
        """A constant."""
        return z3.IntVal(value, self.context)

    def _truth(self, value: bool) -> z3.BoolRef:
        return z3.BoolVal(value, self.context)

    def _int(self, name: str) -> z3.ArithRef:
        return z3.Int(name, self.context)

    def _within(self, name: str, highest: z3.ArithRef) -> z3.ArithRef:
        """A variable from 0 to a greatest value."""
        x = self._int(name)
        self.rules += [x >= 0, x <= highest]
        return x

    def _all(self, parts: list[z3.BoolRef]) -> z3.BoolRef:
        return z3.And(parts) if parts else self._truth(True)

    def _any(self, parts: list[z3.BoolRef]) -> z3.BoolRef:
        return z3.Or(parts) if parts else self._truth(False)

    def _sum(self, parts: list[z3.ArithRef]) -> z3.ArithRef:
        return z3.Sum(parts) if parts else self.num(0)

    def _if(self, test: z3.BoolRef, then: z3.ArithRef | int, otherwise: z3.ArithRef | int) -> z3.ArithRef:
        yes = self.num(then) if isinstance(then, int) else then
        no = self.num(otherwise) if isinstance(otherwise, int) else otherwise
        return z3.If(test, yes, no)

    # -- the city

    def is_kind(self, space: Space, names: frozenset[str]) -> z3.BoolRef:
        """Whether the building there is of one of the kinds."""
        return self._any([self.kinds[space] == i for i, n in enumerate(self.names, 1) if n in names])

    def copies(self, kind: str) -> z3.ArithRef:
        """How many buildings of a kind stand."""
        return self._sum([self._if(self.is_kind(s, frozenset({kind})), 1, 0) for s in self.board.spaces])

    def placed(self, space: Space) -> z3.BoolRef:
        """Whether there is a building."""
        return self.kinds[space] != 0

    def by_kind(self, space: Space, value: Callable[[c.Kind], int]) -> z3.ArithRef:
        """A number that depends on the kind there; 0 if there is nothing."""
        found = self.num(0)
        for name, kind in self.game.kinds.items():
            if value(kind):
                found = self._if(self.is_kind(space, frozenset({name})), value(kind), found)
        return found

    def active(self, space: Space) -> z3.BoolRef:
        """Whether there is an active building."""
        if space not in self._active:
            x = self._active[space] = z3.Bool(f"active {space}", self.context)
            always = frozenset(n for n, k in self.game.kinds.items() if not k.needs)
            self.rules += [z3.Implies(x, self.placed(space)), z3.Implies(self.is_kind(space, always), x)]
        return self._active[space]

    def floors(self, space: Space) -> z3.ArithRef:
        """Floors of the building, 0 if there is none."""
        if space not in self._floors:
            highest = self.by_kind(space, lambda k: k.max_floors)
            x = self._floors[space] = self._within(f"floors {space}", highest)
            self.rules.append(z3.Implies(self.placed(space), x >= 1))
        return self._floors[space]

    def holds(self, space: Space) -> z3.BoolRef:
        """Whether the building there has its seats."""
        always = frozenset(n for n, k in self.game.kinds.items() if k.seats_inactive)
        return z3.Or(self.active(space), self.is_kind(space, always))

    def seated(self, space: Space, resource: str) -> z3.ArithRef:
        """Units on seats, beyond the needs."""
        key = (space, resource)
        if key not in self._seats:
            room = self.by_kind(space, lambda k: k.seats.get(resource, 0))
            self._seats[key] = self._within(f"seats {space} {resource}", room)
            self.rules.append(z3.Implies(self._seats[key] > 0, self.holds(space)))
        return self._seats[key]

    def received(self, resource: str) -> z3.ArithRef:
        """All units of the city: as many as one likes, up to the pieces in the box."""
        if resource not in self._received:
            pieces = next(r.pieces for r in self.game.resources if r.name == resource)
            self._received[resource] = self._within(f"received {resource}", self.num(pieces))
        return self._received[resource]

    def unseated(self, resource: str) -> z3.ArithRef:
        """Units that are neither on needs nor on seats."""
        used = []
        for s in self.board.spaces:
            needs = self.by_kind(s, lambda k: k.needs.get(resource, 0))
            used += [self._if(self.active(s), needs, 0), self.seated(s, resource)]
        return self.received(resource) - self._sum(used)

    def printed(self, space: Space, what: str | None) -> z3.ArithRef:
        """Printed VP or units of the tiles there: each floor has one of its kind's prints."""

        def shown(v: c.PrintVariant) -> int:
            return v.worth if what is None else dict(v.gains).get(what, 0)

        parts = []
        for floor in range(1, max(k.max_floors for k in self.game.kinds.values()) + 1):
            there = self.floors(space) >= floor
            for name, kind in self.game.kinds.items():
                for i, v in enumerate(kind.prints):
                    if floor <= kind.max_floors and shown(v):
                        this = z3.And(
                            there,
                            self.is_kind(space, frozenset({name})),
                            self.print_of(space, floor) == i,
                        )
                        parts.append(self._if(this, shown(v), 0))
        return self._sum(parts)

    def print_of(self, space: Space, floor: int) -> z3.ArithRef:
        """Which print of its kind a floor is, from 0."""
        key = (space, floor)
        if key not in self._prints:
            last = self.by_kind(space, lambda k: len(k.prints) - 1)
            self._prints[key] = self._within(f"print {space} {floor}", last)
        return self._prints[key]

    def finish(self) -> None:
        """The rules of seating. To be called after everything of interest was asked for."""
        free = self.game.seating == "free"
        if free and not (self._active or self._seats or self._received):
            return
        left = {r.name: self.unseated(r.name) for r in self.game.resources}
        self.rules += [x >= 0 for x in left.values()]
        if free:
            return
        spare = dict(left)
        if self.game.seating == "activation_first":
            for r in left:
                spare[r] = left[r] + self._sum([self.seated(s, r) for s in self.board.spaces])
        for s in self.board.spaces:
            for name, kind in self.game.kinds.items():
                here = self.is_kind(s, frozenset({name}))
                if kind.needs:
                    enough = [spare[r] >= n for r, n in kind.needs.items()]
                    self.rules.append(z3.Not(z3.And(here, z3.Not(self.active(s)), *enough)))
                if self.game.seating == "full":
                    for r, room in kind.seats.items():
                        vacant = z3.And(here, self.holds(s), self.seated(s, r) < room)
                        self.rules.append(z3.Implies(vacant, left[r] < 1))

    # -- domains

    def _at(self, value: Value, place: c.Place, env: Env) -> bool:
        board = self.board
        match place:
            case c.Adjacent(ref):
                return value in board.adjacent(_space(env[ref]))
            case c.Diagonal(ref):
                return value in board.diagonal(_space(env[ref]))
            case c.Within(steps, ref):
                return board.distance(_space(value), _space(env[ref])) <= steps
            case c.SameRegion(kind, ref):
                return value in board.region_of(kind, _space(env[ref]))
            case c.InRegion(ref):
                return value in _region(env[ref])
            case c.Through(ref):
                return env[ref] in _region(value)
            case c.Other(ref):
                return value != env[ref]
            case c.OnEdge(side):
                return value in (board.side(side) if side is not None else board.edge)
            case c.OnCorner():
                return value in board.corners
            case _:
                assert_never(place)

    def _each(self, var: str, domain: c.Domain, env: Env) -> Iterator[Env]:
        found: tuple[Value, ...] = self.board.spaces
        if domain.region is not None:
            found = self.board.regions(domain.region)
        for x in found:
            if all(self._at(x, p, env) for p in domain.places):
                yield {**env, var: x}

    # -- integers

    def integer(self, e: c.Int, env: Env) -> z3.ArithRef:
        """The term of an integer expression, made once."""
        key = _key(e, env)
        if key not in self._integers:
            self._integers[key] = self._integer(e, env)
        return self._integers[key]

    def _integer(self, e: c.Int, env: Env) -> z3.ArithRef:
        match e:
            case c.Num(value):
                return self.num(value)
            case c.Add(args):
                return self._sum([self.integer(a, env) for a in args])
            case c.Scale(factor, arg):
                return self.num(factor) * self.integer(arg, env)
            case c.Product(args):
                factors = [self.integer(a, env) for a in args]
                return z3.Product(factors)
            case c.Divide(op, arg, by):
                x = self.integer(arg, env)
                return x / self.num(by) if op == "/" else x % self.num(by)
            case c.Extreme(op, args):
                first, *rest = (self.integer(a, env) for a in args)
                for x in rest:
                    first = self._if(_beats(op, x, first), x, first)
                return first
            case c.Choose(condition, then, otherwise):
                return self._if(
                    self.boolean(condition, env), self.integer(then, env), self.integer(otherwise, env)
                )
            case c.Lookup(table, args):
                return self._lookup(table, [self.integer(a, env) for a in args])
            case c.Total(var, domain, where, value):
                inner = self._each(var, domain, env)
                return self._sum([self._if(self.boolean(where, x), self.integer(value, x), 0) for x in inner])
            case c.Best(op, var, domain, where, value):
                best, some = self.num(0), self._truth(False)
                for x in self._each(var, domain, env):
                    test, item = self.boolean(where, x), self.integer(value, x)
                    taken = z3.And(test, z3.Or(z3.Not(some), _beats(op, item, best)))
                    best, some = self._if(taken, item, best), z3.Or(some, test)
                return best
            case c.Different(var, domain, where, classes):
                spaces = [(_space(x[var]), self.boolean(where, x)) for x in self._each(var, domain, env)]
                present = (
                    self._any([z3.And(test, self.is_kind(s, kinds)) for s, test in spaces])
                    for _, kinds in classes
                )
                return self._sum([self._if(x, 1, 0) for x in present])
            case c.LongestRun(region, lines, var, where):
                through = [env] if lines is None else list(self._each(region, lines, env))
                best = self.num(0)
                for line in through:
                    for run in self._runs([self.boolean(where, {**line, var: s}) for s in _region(line[region])]):
                        best = self._if(run > best, run, best)
                return best
            case c.RunThrough(at, line, var, where):
                spaces_ = self.board.region_of("row" if line == "row" else "column", _space(env[at]))
                tests = [self.boolean(where, {**env, var: s}) for s in spaces_]
                i = spaces_.index(_space(env[at]))
                before, after = self._runs(tests[: i + 1])[-1], self._runs(tests[i:][::-1])[-1]
                return self._if(tests[i], before + after - 1, 0)
            case c.Distance(start, end):
                return self.num(self.board.distance(_space(env[start]), _space(env[end])))
            case c.Floors(at):
                return self.floors(_space(env[at]))
            case c.Printed(at, what):
                return self.printed(_space(env[at]), what)
            case c.Seated(at, resource):
                return self.seated(_space(env[at]), resource)
            case c.CityUnits(what, resource):
                return self.unseated(resource) if what == "unseated" else self.received(resource)
            case c.Measure(what, name):
                return self.measure(what, name)
            case _:
                assert_never(e)

    def _runs(self, tests: list[z3.BoolRef]) -> list[z3.ArithRef]:
        """For each of the tests the number of true ones in a row that end with it."""
        out: list[z3.ArithRef] = []
        for test in tests:
            out.append(self._if(test, out[-1] + 1 if out else 1, 0))
        return out

    def _lookup(self, table: c.Table, args: list[z3.ArithRef]) -> z3.ArithRef:
        def along(x: z3.ArithRef, first: int, entries: list[z3.ArithRef]) -> z3.ArithRef:
            found = entries[-1]
            for i, entry in reversed(list(enumerate(entries[:-1], first))):
                found = self._if(x == i, entry, found)
            return self._if(x < first, 0, found)

        rows = [along(args[-1], table.start[-1], [self.num(n) for n in row]) for row in table.rows]
        return rows[0] if len(args) == 1 else along(args[0], table.start[0], rows)

    # -- conditions

    def boolean(self, e: c.Bool, env: Env) -> z3.BoolRef:
        """The term of a condition, made once."""
        key = _key(e, env)
        if key not in self._booleans:
            self._booleans[key] = self._boolean(e, env)
        return self._booleans[key]

    def _boolean(self, e: c.Bool, env: Env) -> z3.BoolRef:
        match e:
            case c.Truth(value):
                return self._truth(value)
            case c.Not(arg):
                return z3.Not(self.boolean(arg, env))
            case c.All(args):
                return self._all([self.boolean(a, env) for a in args])
            case c.Any(args):
                return self._any([self.boolean(a, env) for a in args])
            case c.Compare(op, left, right):
                return _COMPARE[op](self.integer(left, env), self.integer(right, env))
            case c.Some(var, domain, where):
                return self._any([self.boolean(where, x) for x in self._each(var, domain, env)])
            case c.Every(var, domain, where):
                return self._all([self.boolean(where, x) for x in self._each(var, domain, env)])
            case c.IsKind(at, kinds):
                return self.is_kind(_space(env[at]), kinds)
            case c.Is(at, state):
                space = _space(env[at])
                return self.active(space) if state == "active" else self.placed(space)
            case c.Here(at, place):
                return self._truth(self._at(env[at], place, env))
            case c.Connected(a, b, var, where):
                return self._flood(_space(env[a]), var, where, env)[_space(env[b])]
            case _:
                assert_never(e)

    def _flood(self, start: Space, var: str, where: c.Bool, env: Env) -> list[z3.BoolRef]:
        """Which spaces are joined with `start`."""
        key = (start, var, _key(where, {n: x for n, x in env.items() if n != var}))
        if key not in self._floods:
            passes = [self.boolean(where, {**env, var: s}) for s in self.board.spaces]
            wet = [passes[s] if s == start else self._truth(False) for s in self.board.spaces]
            for _ in range(self.board.size - 1):
                wet = [
                    z3.Or(wet[s], z3.And(passes[s], z3.Or([wet[t] for t in self.board.adjacent(s)])))
                    if self.board.adjacent(s)
                    else wet[s]
                    for s in self.board.spaces
                ]
            self._floods[key] = wet
        return self._floods[key]

    # -- scores

    def scored(self, clause: c.Clause) -> z3.ArithRef:
        """VP of a clause over the whole city."""
        if not clause.kinds:
            return self.integer(clause.value, {})
        asleep = frozenset(n for n in clause.kinds if self.game.kinds[n].scores_inactive)
        parts = []
        for s in self.board.spaces:
            counts = z3.And(self.is_kind(s, clause.kinds), z3.Or(self.active(s), self.is_kind(s, asleep)))
            parts.append(self._if(counts, self.integer(clause.value, {"self": s}), 0))
        return self._sum(parts)

    def own(self, tile: str) -> z3.ArithRef:
        """What a tile's text adds in VP."""
        more, less = own_clauses(self.game, self.spec.game(self.mode, self.readings, frozenset({tile})))
        return self._sum([self.scored(x) for x in more]) - self._sum([self.scored(x) for x in less])

    def units(self, tile: str) -> z3.ArithRef:
        """Units that a tile gives, everything taken."""
        parts = [self.copies(tile) * n for n in self.game.kinds[tile].placed.values()]
        for gain in self.game.gains:
            for s in self.board.spaces if gain.kind == tile else ():
                n = self.integer(gain.amount, {"self": s})
                parts.append(self._if(z3.And(self.is_kind(s, frozenset({tile})), n > 0), n, 0))
        return self._sum(parts)

    def measure(self, what: Literal["own", "total", "part"], name: str) -> z3.ArithRef:
        """`own` of a tile, the `total`, or a `part` of the score sheet, in VP."""
        match what:
            case "own":
                assert name or self.tile
                return self.own(name or self.tile or "")
            case "part" if name == PRINTED:
                spaces = self.board.spaces
                return self._sum([self._if(self.active(s), self.printed(s, None), 0) for s in spaces])
            case "part":
                return self._sum([self.scored(x) for x in self.game.clauses_of(name)])
            case "total":
                parts = [self.scored(x) for x in self.game.clauses]
                lost = [self.unseated(r.name) * r.cost for r in self.game.resources if r.cost]
                return self._sum([*parts, self.measure("part", PRINTED)]) - self._sum(lost)
            case _:
                assert_never(what)

    # -- solutions

    def city(self, model: z3.ModelRef) -> City:
        """The complete city of a solution; of what nobody asked about the least."""

        def value(x: z3.ArithRef) -> int:
            return int(model.eval(x, model_completion=True).as_long())

        cells: list[Building | None] = []
        for s in self.board.spaces:
            number = value(self.kinds[s])
            if not number:
                cells.append(None)
                continue
            kind = self.game.kinds[self.names[number - 1]]
            floors = value(self._floors[s]) if s in self._floors else 1
            active = not kind.needs
            if s in self._active:
                active = z3.is_true(model.eval(self._active[s], model_completion=True))
            seats = {r: value(x) for (t, r), x in self._seats.items() if t == s and value(x)}
            gains: dict[str, int] = {}
            worth = 0
            for (t, floor), x in self._prints.items():
                if t == s and floor <= floors:
                    v = kind.prints[value(x)]
                    worth += v.worth
                    for r, n in v.gains:
                        gains[r] = gains.get(r, 0) + n
            cells.append(Building(kind.name, floors, gains, worth, active, seats))
        city = City(self.mode, tuple(cells))
        given = {r: value(x) for r, x in self._received.items()}
        return City(self.mode, city.cells, given or city.seated(self.game))


def _key(e: c.Expr, env: Env) -> object:
    """What an expression's value depends on."""
    return e, tuple((n, env[n]) for n in sorted(free_names(e)) if n in env)


def _space(value: Value) -> Space:
    assert isinstance(value, int)
    return value


def _region(value: Value) -> Region:
    assert not isinstance(value, int)
    return value


def _beats(op: str, x: z3.ArithRef, best: z3.ArithRef) -> z3.BoolRef:
    return x > best if op == "max" else x < best


# ---- questions -----------------------------------------------------------------------------------------


@dataclass(frozen=True)
class Found:
    """An answer: a verdict in the verifier's words, the value of a maximum, a city where there is one.

    `making` is what the processor spent on writing the question down for Z3, in seconds."""

    verdict: str
    making: float
    value: int | None = None
    city: City | None = None


def maximize(spec: Specification, tile: str, mode: str, *, seconds: float) -> Found:
    """The most that a tile scores by its own text (VP), or gives (units), over the cities of scope `any`."""
    started, making = time.monotonic(), -time.process_time()
    e = Encoding(spec, mode, None, tile)
    target = e.units(tile) if gives_units(spec, tile, mode, e.readings) else e.own(tile)
    e.finish()
    optimizer = z3.Optimize(ctx=e.context)
    optimizer.add(e.rules)
    optimizer.maximize(target)
    making += time.process_time()
    optimizer.set("timeout", max(1, int((seconds - (time.monotonic() - started)) * 1000)))
    status = optimizer.check()
    if status == z3.unsat:
        return Found("infeasible", making)
    if status != z3.sat:
        return Found("unknown", making)
    model = optimizer.model()
    value = model.eval(target, model_completion=True).as_long()
    return Found("optimal", making, value, e.city(model))


def one_city(spec: Specification, case: PropertyCase) -> OneCity:
    """The core of a property whose claim is about each city; claims about two are not asked here."""
    bag = Bag()
    core = core_property(spec, case, bag)
    bag.check()
    assert isinstance(core, OneCity)
    return core


def prove(spec: Specification, case: PropertyCase, *, seconds: float) -> Found:
    """Prove or refute a property of scope `any` about each city."""
    started, making = time.monotonic(), -time.process_time()
    core = one_city(spec, case)
    d = spec.declarations
    tile = case.owner if case.owner in d.kinds and d.is_tile(case.owner) else None
    e = Encoding(spec, case.mode, case.readings, tile)
    about_self = "self" in free_names(core.assumption) | free_names(core.claim)
    envs: list[Env] = [{"self": s} for s in e.board.spaces] if about_self else [{}]

    def somewhere(claim: c.Bool) -> z3.BoolRef:
        """Whether the assumption and a claim hold, where the owner stands if they speak of it."""
        parts = []
        for env in envs:
            here = [e.is_kind(_space(env["self"]), frozenset({case.owner}))] if about_self else []
            parts.append(z3.And(*here, e.boolean(core.assumption, env), e.boolean(claim, env)))
        return z3.Or(parts)

    ends: list[z3.BoolRef] = []
    if core.value is not None and core.ends is not None:
        ends = [somewhere(c.Compare("=", core.value, c.Num(n))) for n in core.ends]
    holds, broken, assumed = somewhere(core.claim), somewhere(c.Not(core.claim)), somewhere(c.Truth(True))
    e.finish()
    making += time.process_time()

    def ask(question: z3.BoolRef) -> tuple[z3.CheckSatResult, City | None]:
        solver = z3.Solver(ctx=e.context)
        solver.set("timeout", max(1, int((seconds - (time.monotonic() - started)) * 1000)))
        solver.add(e.rules)
        solver.add(question)
        status = solver.check()
        return status, e.city(solver.model()) if status == z3.sat else None

    verdict, city = _verdict(core.word, ask, holds, broken, assumed, ends)
    return Found(verdict, making, city=city)


def _verdict(
    word: str,
    ask: Callable[[z3.BoolRef], tuple[z3.CheckSatResult, City | None]],
    holds: z3.BoolRef,
    broken: z3.BoolRef,
    assumed: z3.BoolRef,
    ends: list[z3.BoolRef],
) -> tuple[str, City | None]:
    status, city = ask(holds if word == "sometimes" else broken)
    if status == z3.unknown:
        return "unknown", None
    if status == z3.sat:
        return "proved" if word == "sometimes" else "refuted", city
    status, _ = ask(assumed)
    if status != z3.sat:
        return "vacuous" if status == z3.unsat else "unknown", None
    for end in ends:
        status, _ = ask(end)
        if status != z3.sat:
            return "refuted" if status == z3.unsat else "unknown", None
    return "refuted" if word == "sometimes" else "proved", None
