"""Core to circuit, for bounds: expressions over a city given by numbers of buildings, and by classes on spaces.

Guarantee: every term has the value that the core expression has on the cities that the terms describe, as with
every grounder. What differs is how it is written: so that its linear relaxation is tight (see `dsl.tight`), and
without a variable by space for what only matters by number.
"""

from __future__ import annotations

import dataclasses
from abc import ABC, abstractmethod
from collections.abc import Callable, Iterator

from dsl import core as c
from dsl.board import Board, Space
from dsl.circuit import FALSE, TRUE, Linear, Lit, linear_sum
from dsl.footprint import parts
from dsl.ground import Env, Grounder, Value, caps, rising
from dsl.tight import TightCircuit
from dsl.variables import free_names, renamed
from dsl.view import look_up
from verifier.patterns import IT, GroupFeature, Locality, Pattern, Values

Atom = tuple[c.Expr, int | None]  # a local expression about `IT`, and the cap of a group's size


class Census(ABC):
    """A city as numbers of buildings by pattern, and classes of patterns by space.

    What other grounders ask of single spaces, `Tight` works out from the classes and never asks."""

    circuit: TightCircuit
    board: Board

    @abstractmethod
    def alike(self, space: Space) -> Iterator[tuple[Lit, tuple[tuple[Lit, Pattern], ...]]]:
        """For each class the literal that one of its buildings is there; and, for those of each group size, the
        literal of that with one of the patterns."""

    @abstractmethod
    def counted(self) -> Iterator[tuple[Pattern, Linear]]:
        """All patterns with the number of buildings (or of empty spaces)."""

    @abstractmethod
    def units(self, what: str, resource: str) -> Linear:
        """Units `received`, or `unseated`."""

    @abstractmethod
    def measure(self, what: str, name: str) -> Linear:
        """The `total`, or a `part` of the sheet, in VP."""

    def kind(self, space: Space, kinds: frozenset[str]) -> Lit:
        """Not asked."""
        raise AssertionError(space)

    def placed(self, space: Space) -> Lit:
        """Not asked."""
        raise AssertionError(space)

    def active(self, space: Space) -> Lit:
        """Not asked."""
        raise AssertionError(space)

    def active_kind(self, space: Space, kinds: frozenset[str]) -> Lit:
        """Not asked."""
        raise AssertionError(space)

    def floors(self, space: Space) -> Linear:
        """Not asked."""
        raise AssertionError(space)

    def printed(self, space: Space, what: str | None) -> Linear:
        """Not asked."""
        raise AssertionError(space)

    def seated(self, space: Space, resource: str) -> Linear:
        """Not asked."""
        raise AssertionError(space)


def is_census(e: c.Expr, locality: Locality) -> bool:
    """Whether an expression ranges over all spaces and asks of each only what is local."""
    match e:
        case c.Total(_, c.Domain(None, ()), where, value) | c.Best(_, _, c.Domain(None, ()), where, value):
            return not free_names(e) and locality.local(where) and locality.local(value)
        case (
            c.Some(_, c.Domain(None, ()), where)
            | c.Every(_, c.Domain(None, ()), where)
            | c.Different(_, c.Domain(None, ()), where)
        ):
            return not free_names(e) and locality.local(where)
        case _:
            return False


def spatial(e: c.Expr, locality: Locality, cap: int | None = None) -> Iterator[Atom]:
    """The local expressions that grounding asks of single spaces."""
    if locality.local(e, cap):
        for name in free_names(e):
            yield renamed(e, name, IT), cap
        return
    if is_census(e, locality):
        return
    match e:
        case c.Lookup(table, args):
            for a, end in zip(args, caps(table), strict=True):
                yield from spatial(a, locality, end)
        case c.Add(args) if rising(args):
            for a in args:
                yield from spatial(a, locality, cap)
        case _:
            if isinstance(e, c.Different):
                for _, kinds in e.classes:
                    yield c.IsKind(IT, kinds), None
            for x in parts(e):
                yield from spatial(x, locality)


class Tight(Grounder):
    """Grounds expressions over a census."""

    city: Census
    circuit: TightCircuit

    def __init__(self, city: Census, values: Values) -> None:
        super().__init__(city)
        self.values = values
        self.locality = values.locality
        self._chosen: list[_Chosen] = []

    # -- what is local

    def _local(self, e: c.Expr, cap: int | None = None) -> bool:
        return bool(free_names(e)) and self.locality.local(e, cap)

    def _space(self, e: c.Expr, env: Env) -> Space:
        (name,) = free_names(e)
        value = env[name]
        assert isinstance(value, int)
        return value

    def _value(self, e: c.Int, env: Env, cap: int | None) -> Linear:
        """A local integer: for each class its value there."""
        k = self.circuit
        parts = []
        for lit, subs in self.city.alike(self._space(e, env)):
            values = [(sub, self.values.integer(e, p, cap)) for sub, p in subs]
            same = len({n for _, n in values}) == 1
            parts += [k.linear(lit, values[0][1])] if same else [k.linear(sub, n) for sub, n in values]
        return linear_sum(parts)

    def _integer(self, e: c.Int, env: Env) -> Linear:
        if self._local(e):
            return self._value(e, env, None)
        if is_census(e, self.locality):
            return self._count(e)
        match e:
            case c.Divide(op, arg, by):
                x = self.integer(arg, env)
                low, high = self.circuit.range(x)
                return self.circuit.mapped(x, low, high, lambda v: v // by if op == "/" else v % by)
            case c.Different(var, domain, where, classes):
                there = list(self._where(var, domain, where, env))
                return self.circuit.count(
                    self.circuit.any(
                        self.circuit.all((lit, self.boolean(c.IsKind(var, kinds), inner)))
                        for inner, lit in there
                    )
                    for _, kinds in classes
                )
            case _:
                return super()._integer(e, env)

    def capped(self, e: c.Int, env: Env, cap: int) -> Linear:
        """As every grounder; a group's size as its buildings declare it."""
        if self._local(e, cap):
            return self._value(e, env, cap)
        return super().capped(e, env, cap)

    def _boolean(self, e: c.Bool, env: Env) -> Lit:
        if self._local(e):
            found: list[Lit] = []
            for lit, subs in self.city.alike(self._space(e, env)):
                true = [sub for sub, p in subs if self.values.boolean(e, p)]
                found += [lit] if len(true) == len(subs) else true
            return self.circuit.any(found)
        if is_census(e, self.locality):
            match e:
                case c.Some(_, _, where):
                    return self._present(where)
                case c.Every(_, _, where):
                    return -self._present(c.Not(where))
                case _:
                    raise AssertionError(e)
        if isinstance(e, c.All):
            return self.circuit.all(self.boolean(x, env) for x in e.args)
        return super()._boolean(e, env)

    # -- numbers of buildings

    def _present(self, where: c.Bool, kinds: frozenset[str] | None = None) -> Lit:
        """Whether there is a building of a pattern that fulfils a local condition (and is of one of the kinds)."""
        found = [
            n
            for p, n in self.city.counted()
            if (kinds is None or p.kind in kinds) and self.values.boolean(where, p)
        ]
        return self.circuit.at_least(linear_sum(found), 1)

    def _count(self, e: c.Int) -> Linear:
        k, v = self.circuit, self.values
        match e:
            case c.Total(_, _, where, value):
                return linear_sum(
                    n.scaled(v.integer(value, p)) for p, n in self.city.counted() if v.boolean(where, p)
                )
            case c.Best(op, _, _, where, value):
                by_value: dict[int, list[Linear]] = {}
                for p, n in self.city.counted():
                    if v.boolean(where, p):
                        by_value.setdefault(v.integer(value, p), []).append(n)
                items = [(k.at_least(linear_sum(ns), 1), Linear(x)) for x, ns in sorted(by_value.items())]
                return k.extreme(op == "max", items, 0)
            case c.Different(_, _, where, classes):
                return k.count(self._present(where, kinds) for _, kinds in classes)
            case _:
                raise AssertionError(e)

    # -- products

    def gated(self, e: c.Int, env: Env, gate: Lit) -> Linear:
        """`e` if the gate holds, else 0."""
        k = self.circuit
        if gate in (TRUE, FALSE):
            return self.integer(e, env) if gate == TRUE else Linear(0)
        if self._local(e) or is_census(e, self.locality):
            return k.times(gate, self.integer(e, env))
        match e:
            case c.Num(value):
                return k.linear(gate, value)
            case c.Add(args):
                return linear_sum(self.gated(a, env, gate) for a in args)
            case c.Scale(factor, arg):
                return self.gated(arg, env, gate).scaled(factor)
            case c.Product(args):
                return k.product([self.gated(args[0], env, gate), *(self.integer(a, env) for a in args[1:])])
            case c.Choose(condition, then, otherwise):
                test = self.boolean(condition, env)
                yes = self.gated(then, env, k.all((gate, test)))
                return yes + self.gated(otherwise, env, k.all((gate, -test)))
            case c.Total(var, domain, where, value):
                return linear_sum(
                    self.gated(value, inner, k.all((gate, lit)))
                    for inner, lit in self._where(var, domain, where, env)
                )
            case c.Lookup(table, (arg,)):
                (cap,) = caps(table)
                x = self.capped(arg, env, cap)
                return self._through(x, gate, lambda n: look_up(table.rows, table.start, n))
            case c.Divide(op, arg, by):
                x = self.integer(arg, env)
                return self._through(x, gate, lambda n: n // by if op == "/" else n % by)
            case _:
                return k.times(gate, self.integer(e, env))

    def _through(self, x: Linear, gate: Lit, f: Callable[[int], int]) -> Linear:
        """`f(x)` if the gate holds, else 0."""
        k = self.circuit
        low, high = k.range(x)
        above = k.times(gate, x.plus(-low))
        if low == high or len({f(v) for v in range(low, high + 1)}) == 1:
            return k.linear(gate, f(low))
        return k.looked_up(above, 0, high - low, lambda v: f(v + low), gate)

    # -- runs

    def _longest_run(self, lines: list[Value], region: str, var: str, where: c.Bool, env: Env) -> Linear:
        """One unbroken run is chosen, of which none is longer."""
        k = self.circuit
        chosen: dict[Lit, tuple[Space, ...]] = {}
        passes: dict[tuple[Space, ...], Lit] = {}
        passes_at: dict[Space, Lit] = {}
        for line in lines:
            assert not isinstance(line, int)
            there = [self.boolean(where, {**env, region: line, var: s}) for s in line]
            passes_at.update(zip(line, there, strict=True))
            for i in range(len(line)):
                for j in range(i + 1, len(line) + 1):
                    both = k.all(there[i:j])
                    if both != FALSE:
                        passes[line[i:j]] = both
        number = len(k.nodes)
        for run in passes:
            chosen[k.var(f"run {number} {list(run)}")] = run
        if not chosen:
            return Linear(0)
        lits = list(chosen)
        k.require(k.at_most(k.sum(lits), 1))
        k.exclusive(lits)
        for line in lines:
            assert not isinstance(line, int)
            for s in line:
                within = k.sum(w for w, run in chosen.items() if s in run and set(run) <= set(line))
                there_ = self.boolean(where, {**env, region: line, var: s})
                k.require(k.at_least(k.linear(there_) - within, 0))
        self._cross(_Chosen(tuple(x for x in lines if not isinstance(x, int)), passes_at, chosen))
        longest = max(len(run) for run in chosen.values())
        bits = [k.any(w for w, run in chosen.items() if len(run) >= n) for n in range(1, longest + 1)]
        for run, both in passes.items():
            k.implies(both, bits[len(run) - 1])
        return linear_sum(k.linear(b) for b in bits)


    def _cross(self, new: _Chosen) -> None:
        """Two runs across each other share one space at most: together they are nearly as many buildings as they
        are long. Without this a relaxation counts the same few buildings in both."""
        k = self.circuit
        for old in self._chosen:
            shared = [len(set(a) & set(b)) for a in new.lines for b in old.lines]
            if new.passes != old.passes or max(shared) > 1:
                continue
            in_both = []
            for s, there in new.passes.items():
                a, b = new.at(k, s), old.at(k, s)
                both = k.all((a, b))
                in_both.append(both)
                k.require(k.at_least(linear_sum([k.linear(there), k.sum([both])]) - k.linear(a) - k.linear(b), 0))
            k.require(k.at_most(k.sum(in_both), 1))
        self._chosen.append(new)


@dataclasses.dataclass(frozen=True)
class _Chosen:
    """Which run is chosen in some lines: by literal the run; and which spaces can be in one."""

    lines: tuple[tuple[Space, ...], ...]
    passes: dict[Space, Lit]
    runs: dict[Lit, tuple[Space, ...]]

    def at(self, k: TightCircuit, space: Space) -> Lit:
        """Whether a space is in the chosen run."""
        return k.any(w for w, run in self.runs.items() if space in run)


def declare_sizes(city: Census, i: int, feature: GroupFeature, values: Values) -> None:
    """Require that the group sizes that buildings declare are those that they have.

    Neighbours declare the same size; of a connected set of fewer spaces than they declare, some neighbour declares
    it, too; and no connected set of one space more than they declare does. (The rest only helps the relaxation.)"""
    k, board = city.circuit, city.board

    there: dict[Space, list[tuple[int, Lit]]] = {
        s: [(p.sizes[i], sub) for _, subs in city.alike(s) for sub, p in subs if p.sizes[i]] for s in board.spaces
    }
    sizes = range(1, feature.cap + 1)
    says = {(s, n): k.any(lit for m, lit in there[s] if m == n) for s in board.spaces for n in sizes}
    for s in board.spaces:
        for t in board.adjacent(s):
            for m, a in there[s]:
                for n, b in there[t]:
                    if s < t and m != n:
                        k.implies(a, -b)
                        k.exclude(a, b)
    for n in range(1, feature.cap + 1):
        for m in range(1, n):
            for inside in board.connected_sets(m):
                around = {t for s in inside for t in board.adjacent(s)} - set(inside)
                out = [-says[s, n] for s in inside] + [says[t, n] for t in sorted(around)]
                k.require(k.any(out))
        if n < feature.cap:
            for inside in board.connected_sets(n + 1):
                k.require(k.any(-says[s, n] for s in inside))
        _relate(city, n, {s: says[s, n] for s in board.spaces}, exact=n < feature.cap)
    for s in board.spaces:
        for t in board.adjacent(s):
            if s < t:
                # What is joined is of one size.
                passing = [k.any(lit for lit, subs in city.alike(x) if subs[0][1].sizes[i]) for x in (s, t)]
                alike = linear_sum(k.linear(k.all((says[s, n], says[t, n]))) for n in sizes)
                k.require(k.equal(k.linear(k.all(passing)) - alike, 0))


def _relate(city: Census, n: int, says: dict[Space, Lit], exact: bool) -> None:
    """What follows for the numbers of spaces and of neighbours that declare a size."""
    k, board = city.circuit, city.board
    joined = {
        (s, t): k.linear(k.all((says[s], says[t]))) for s in board.spaces for t in board.adjacent(s) if s < t
    }
    for s in board.spaces:
        beside = linear_sum(x for pair, x in joined.items() if s in pair)
        if n > 1:
            k.require(k.at_least(beside - k.linear(says[s]), 0))
        if exact:
            k.require(k.at_least(k.linear(says[s], n - 1) - beside, 0))
    if exact and n > 1:
        groups = k.integer(f"groups of {n} #{len(k.nodes)}", board.size // n)
        k.require(k.equal(linear_sum(k.linear(x) for x in says.values()) - groups.scaled(n), 0))
        k.require(k.at_least(linear_sum(joined.values()) - groups.scaled(n - 1), 0))
