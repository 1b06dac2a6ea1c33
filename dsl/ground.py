"""Core to circuit: quantifiers unrolled over a board.

Guarantee: for every assignment that describes a complete city, the grounded term has the value that the core
expression has on that city. Every node has a translation.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from functools import cache
from typing import Protocol, assert_never

from dsl import core as c
from dsl.board import Board, Region, Space
from dsl.circuit import FALSE, TRUE, Circuit, Linear, Lit, linear_sum
from dsl.footprint import nodes
from dsl.groups import is_group, is_largest_group
from dsl.variables import free_names, renamed
from dsl.view import look_up


class CityTerms(Protocol):
    """The city as literals and linears: free variables, constants, or a mixture."""

    @property
    def circuit(self) -> Circuit:
        """The circuit that the literals and linears are of."""

    @property
    def board(self) -> Board:
        """The board that the city is on."""

    def kind(self, space: Space, kinds: frozenset[str]) -> Lit:
        """Whether the building there is of one of the kinds."""

    def placed(self, space: Space) -> Lit:
        """Whether there is a building."""

    def active(self, space: Space) -> Lit:
        """Whether there is an active building."""

    def active_kind(self, space: Space, kinds: frozenset[str]) -> Lit:
        """Whether there is an active building of one of the kinds."""

    def floors(self, space: Space) -> Linear:
        """Its floors, 0 if there is none."""

    def printed(self, space: Space, what: str | None) -> Linear:
        """Printed VP or units."""

    def seated(self, space: Space, resource: str) -> Linear:
        """Units on its seats."""

    def units(self, what: str, resource: str) -> Linear:
        """Units `unseated` or `received`."""

    def measure(self, what: str, name: str) -> Linear:
        """`own`, `total`, or a `part`, in VP."""


Value = Space | Region
# Up to this size, the size of a group is grounded by listing the connected sets of spaces.
LARGEST_SET = 5
Env = Mapping[str, Value]


class Grounder:
    """Grounds expressions over one city; results are remembered, so that common parts are made once."""

    def __init__(self, city: CityTerms, base: Grounder | None = None) -> None:
        """`base` grounds over the same city with less known of it. It is asked for what joins spaces and hangs on
        no variable: that is large, and is then made once, not once for each space that something is known of."""
        self.city = city
        self.base = base
        self.circuit = city.circuit
        self.board = city.board
        self._known: dict[tuple[c.Expr, tuple[tuple[str, Value], ...]], Linear | Lit] = {}
        self._closures: dict[tuple[c.Bool, tuple[tuple[str, Value], ...]], list[list[Lit]]] = {}

    def _key(self, e: c.Expr, env: Env) -> tuple[tuple[str, Value], ...]:
        return tuple(sorted((n, env[n]) for n in free_names(e)))

    def _base_for(self, e: c.Expr) -> Grounder | None:
        """Who is asked for an expression instead, if somebody is."""
        return self.base if self.base is not None and joins_alone(e) else None

    # -- domains

    def _at(self, value: Value, place: c.Place, env: Env) -> bool:
        board = self.board
        match place:
            case c.Adjacent(ref):
                return value in board.adjacent(_space(env, ref))
            case c.Diagonal(ref):
                return value in board.diagonal(_space(env, ref))
            case c.Within(steps, ref):
                return isinstance(value, int) and board.distance(value, _space(env, ref)) <= steps
            case c.SameRegion(kind, ref):
                return value in board.region_of(kind, _space(env, ref))
            case c.InRegion(ref):
                return value in _region(env, ref)
            case c.Through(ref):
                return not isinstance(value, int) and _space(env, ref) in value
            case c.Other(ref):
                return value != env[ref]
            case c.OnEdge(side):
                return value in (board.edge if side is None else board.side(side))
            case c.OnCorner():
                return value in board.corners
            case _:
                assert_never(place)

    def elements(self, domain: c.Domain, env: Env) -> Iterator[Value]:
        """The elements of a domain in order."""
        source: tuple[Value, ...] = (
            self.board.spaces if domain.region is None else self.board.regions(domain.region)
        )
        for x in source:
            if all(self._at(x, p, env) for p in domain.places):
                yield x

    def _where(self, var: str, domain: c.Domain, where: c.Bool, env: Env) -> Iterator[tuple[Env, Lit]]:
        for x in self.elements(domain, env):
            inner = {**env, var: x}
            lit = self.boolean(where, inner)
            if lit != FALSE:
                yield inner, lit

    # -- integers

    def integer(self, e: c.Int, env: Env) -> Linear:
        """The linear of an integer expression."""
        key = (e, self._key(e, env))
        found = self._known.get(key)
        if found is None:
            base = self._base_for(e)
            found = self._integer(e, env) if base is None else base.integer(e, env)
            self._known[key] = found
        assert isinstance(found, Linear)
        return found

    def _integer(self, e: c.Int, env: Env) -> Linear:
        k = self.circuit
        match e:
            case c.Num(value):
                return Linear(value)
            case c.Add(args):
                return linear_sum(self.integer(a, env) for a in args)
            case c.Scale(factor, arg):
                return self.integer(arg, env).scaled(factor)
            case c.Product(args):
                return k.product(self.integer(a, env) for a in args)
            case c.Divide(op, arg, by):
                x = self.integer(arg, env)
                low, high = x.low, x.high
                quotient = linear_sum(
                    [Linear(low // by)]
                    + [k.linear(k.at_least(x, q * by)) for q in range(low // by + 1, high // by + 1)]
                )
                return quotient if op == "/" else x - quotient.scaled(by)
            case c.Extreme(op, args):
                items = [(TRUE, self.integer(a, env)) for a in args]
                return k.extreme(op == "max", items, None)
            case c.Choose(condition, then, otherwise):
                test = self.boolean(condition, env)
                yes = k.times(test, self.integer(then, env))
                return yes + k.times(-test, self.integer(otherwise, env))
            case c.Lookup(table, args):
                return self._lookup(
                    table, [self.capped(a, env, cap) for a, cap in zip(args, caps(table), strict=True)]
                )
            case c.Total(var, domain, where, value):
                return linear_sum(
                    k.times(lit, self.integer(value, inner))
                    for inner, lit in self._where(var, domain, where, env)
                )
            case c.Best(op, var, domain, where, value):
                group = is_largest_group(e)
                if group is not None:
                    return self._largest_group(group, env)
                items = [
                    (lit, self.integer(value, inner))
                    for inner, lit in self._where(var, domain, where, env)
                ]
                return k.extreme(op == "max", items, 0)
            case c.Different(var, domain, where, classes):
                spaces = [
                    (_space(inner, var), lit) for inner, lit in self._where(var, domain, where, env)
                ]
                return k.count(
                    k.any(k.all((lit, self.city.kind(x, kinds))) for x, lit in spaces)
                    for _, kinds in classes
                )
            case c.LongestRun(region, lines, var, where):
                if lines is None:
                    found: list[Value] = [env[region]]
                else:
                    found = list(self.elements(lines, env))
                return self._longest_run(found, region, var, where, env)
            case c.RunThrough(at, line, var, where):
                return self._run_through(_space(env, at), line, var, where, env)
            case c.Distance(start, end):
                return Linear(self.board.distance(_space(env, start), _space(env, end)))
            case c.Floors(at):
                return self.city.floors(_space(env, at))
            case c.Printed(at, what):
                return self.city.printed(_space(env, at), what)
            case c.Seated(at, resource):
                return self.city.seated(_space(env, at), resource)
            case c.CityUnits(what, resource):
                return self.city.units(what, resource)
            case c.Measure(what, name):
                return self.city.measure(what, name)
            case _:
                assert_never(e)

    def capped(self, e: c.Int, env: Env, cap: int) -> Linear:
        """A linear that equals `e` where that is at most `cap`, and is at least `cap` elsewhere.

        A table that goes on with its last entry needs no more. For the size of a group this is much smaller
        than the exact one: a group has `n` spaces or more if some connected set of `n` of them passes."""
        group = is_group(e) if cap <= LARGEST_SET else None
        if group is not None:
            return self._group_size(_space(env, group.a), group.var, group.where, env, cap)
        match e:
            case c.Add(args):
                return linear_sum(
                    Linear(a.value) if isinstance(a, c.Num) else self.capped(a, env, cap) for a in args
                ) if rising(args) else self.integer(e, env)
            case _:
                return self.integer(e, env)

    def _group_size(self, at: Space, var: str, where: c.Bool, env: Env, cap: int) -> Linear:
        k = self.circuit
        bits = []
        for n in range(1, cap + 1):
            sets = [x for x in self.board.connected_sets(n) if at in x]
            bits.append(
                k.any(k.all(self.boolean(where, {**env, var: s}) for s in x) for x in sets)
            )
        return k.chain(bits)

    def _largest_group(self, group: c.Connected, env: Env) -> Linear:
        """Of each group its first space counts all of it; the others count what follows them, which is less."""
        k, joined = self.circuit, self._closure(group.var, group.where, env)
        following = [(TRUE, k.count(row[a:])) for a, row in enumerate(joined)]
        return k.extreme(True, following, None)

    def _lookup(self, table: c.Table, args: list[Linear]) -> Linear:
        k = self.circuit
        if len(args) == 1:
            x = args[0]
            return k.mapped(x, x.low, x.high, lambda v: look_up(table.rows, table.start, v))

        def f(u: int, v: int) -> int:
            return look_up(table.rows, table.start, u, v)

        x, y = args
        parts = [
            k.mapped(x, x.low, x.high, lambda u: f(u, y.low)),
            k.mapped(y, y.low, y.high, lambda v: f(x.low, v)).plus(-f(x.low, y.low)),
        ]
        for u in range(x.low + 1, x.high + 1):
            for v in range(y.low + 1, y.high + 1):
                step = f(u, v) - f(u - 1, v) - f(u, v - 1) + f(u - 1, v - 1)
                if step:
                    both = k.all((k.at_least(x, u), k.at_least(y, v)))
                    parts.append(k.linear(both, step))
        return linear_sum(parts)

    def _longest_run(
        self, lines: list[Value], region: str, var: str, where: c.Bool, env: Env
    ) -> Linear:
        k = self.circuit
        rows = []
        for line in lines:
            assert not isinstance(line, int)
            rows.append([self.boolean(where, {**env, region: line, var: x}) for x in line])
        longest = max((len(r) for r in rows), default=0)
        return k.chain(
            [
                k.any(k.all(r[i : i + n]) for r in rows for i in range(len(r) - n + 1))
                for n in range(1, longest + 1)
            ]
        )

    def _run_through(self, at: Space, line: str, var: str, where: c.Bool, env: Env) -> Linear:
        region = self.board.region_of("row" if line == "row" else "column", at)
        lits = [self.boolean(where, {**env, var: x}) for x in region]
        i = region.index(at)
        return self.circuit.count(
            self.circuit.all(lits[min(i, j) : max(i, j) + 1]) for j in range(len(region))
        )

    # -- conditions

    def boolean(self, e: c.Bool, env: Env) -> Lit:
        """The literal of a condition."""
        key = (e, self._key(e, env))
        found = self._known.get(key)
        if found is None:
            base = self._base_for(e)
            found = self._boolean(e, env) if base is None else base.boolean(e, env)
            self._known[key] = found
        assert isinstance(found, int)
        return found

    def _boolean(self, e: c.Bool, env: Env) -> Lit:
        k = self.circuit
        match e:
            case c.Truth(value):
                return TRUE if value else FALSE
            case c.Not(arg):
                return -self.boolean(arg, env)
            case c.All(args):
                return k.all(self._conjuncts(args, env))
            case c.Any(args):
                return k.any(self.boolean(a, env) for a in args)
            case c.Compare(op, left, right):
                difference = self.integer(left, env) - self.integer(right, env)
                match op:
                    case ">=":
                        return k.at_least(difference, 0)
                    case ">":
                        return k.at_least(difference, 1)
                    case "<":
                        return -k.at_least(difference, 0)
                    case "<=":
                        return -k.at_least(difference, 1)
                    case "=":
                        return k.equal(difference, 0)
                    case "!=":
                        return -k.equal(difference, 0)
                    case _:
                        assert_never(op)
            case c.Some(var, domain, where):
                return k.any(lit for _, lit in self._where(var, domain, where, env))
            case c.Every(var, domain, where):
                return k.all(
                    self.boolean(where, {**env, var: x}) for x in self.elements(domain, env)
                )
            case c.IsKind(at, kinds):
                return self.city.kind(_space(env, at), kinds)
            case c.Is(at, state):
                space = _space(env, at)
                return self.city.active(space) if state == "active" else self.city.placed(space)
            case c.Here(at, place):
                return TRUE if self._at(env[at], place, env) else FALSE
            case c.Connected(a, b, var, where):
                closure = self._closure(var, where, env)
                return closure[_space(env, a)][_space(env, b)]
            case _:
                assert_never(e)

    def _conjuncts(self, args: tuple[c.Bool, ...], env: Env) -> Iterator[Lit]:
        """The literals of a conjunction; `of this kind` and `active` together are one question."""
        active = {x.at for x in args if isinstance(x, c.Is) and x.state == "active"}
        kinds = {x.at for x in args if isinstance(x, c.IsKind)}
        for x in args:
            if isinstance(x, c.IsKind) and x.at in active:
                yield self.city.active_kind(_space(env, x.at), x.kinds)
            elif not (isinstance(x, c.Is) and x.state == "active" and x.at in kinds):
                yield self.boolean(x, env)

    def _closure(self, var: str, where: c.Bool, env: Env) -> list[list[Lit]]:
        """Which spaces are joined with which: Warshall's closure of the adjacency of passing spaces."""
        free = tuple(sorted((n, env[n]) for n in free_names(where) if n != var))
        if self.base is not None and not free:
            return self.base._closure(var, where, env)
        # Two sentences that say the same with differently numbered variables share one closure.
        key = (renamed(where, var, "*"), free)
        if key in self._closures:
            return self._closures[key]
        k, spaces = self.circuit, self.board.spaces
        passes = [self.boolean(where, {**env, var: x}) for x in spaces]
        joined = [[FALSE for _ in spaces] for _ in spaces]
        for a in spaces:
            joined[a][a] = passes[a]
            for b in self.board.adjacent(a):
                joined[a][b] = k.all((passes[a], passes[b]))
        for via in spaces:
            for a in spaces:
                if joined[a][via] == FALSE:
                    continue
                for b in range(a):
                    step = k.all((joined[a][via], joined[via][b]))
                    if step != FALSE:
                        joined[a][b] = joined[b][a] = k.any((joined[a][b], step))
        self._closures[key] = joined
        return joined


def caps(table: c.Table) -> tuple[int, ...]:
    """For each argument of a table, the value from which on nothing changes."""
    ends = (len(table.rows[0]),) if len(table.start) == 1 else (len(table.rows), len(table.rows[0]))
    return tuple(first + n - 1 for first, n in zip(table.start, ends, strict=True))


def rising(args: tuple[c.Int, ...]) -> bool:
    """Whether a sum is a capped term plus constants that do not lower it."""
    rest = [a for a in args if not isinstance(a, c.Num)]
    return len(rest) == 1 and all(a.value >= 0 for a in args if isinstance(a, c.Num))


@cache
def joins_alone(e: c.Expr) -> bool:
    """Whether an expression joins spaces, and uses no variable that it does not bind."""
    return not free_names(e) and any(isinstance(x, c.Connected) for x in nodes(e))


def _space(env: Env, name: str) -> Space:
    value = env[name]
    assert isinstance(value, int)
    return value


def _region(env: Env, name: str) -> Region:
    value = env[name]
    assert not isinstance(value, int)
    return value
