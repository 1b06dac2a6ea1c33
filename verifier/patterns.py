"""What one building can be, and which of it the others see.

Guarantee: two patterns are in one class only if no expression that is looked at space by space tells them apart. An
expression that is called local has, for a building of a given pattern, one value, wherever it stands and whatever
stands around it.

Why: most of what a clause says of a building (its floors, the units on its seats) matters for that building alone,
or for sums over the whole city. Of this only numbers of buildings have to be known, not which of them stands where.
"""

from __future__ import annotations

import dataclasses
from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass
from functools import cache
from itertools import product

from dsl import core as c
from dsl.board import Board
from dsl.circuit import FALSE, TRUE, Circuit, Linear, Lit
from dsl.fold import multiply
from dsl.footprint import nodes, parts
from dsl.ground import LARGEST_SET, Env, Grounder, caps, rising
from dsl.groups import is_group
from dsl.variables import free_names, renamed

LOOKING = (
    c.Total | c.Best | c.Different | c.Some | c.Every | c.LongestRun | c.RunThrough | c.Distance | c.Here
    | c.Connected | c.CityUnits | c.Measure
)  # fmt: skip
"""What looks at more than the building it is about. All other nodes are as local as what they are made of."""
IT = "*"  # the building that a local expression is about


@dataclass(frozen=True)
class Pattern:
    """A building as far as anything can be asked of it: `kind` is None for an empty space. `seats` are units by
    resource, `prints` the variants of its tiles (None where nobody looks), `sizes` the sizes of the groups it is
    in, by feature, up to the feature's cap; 0 if it is in none."""

    kind: str | None
    active: bool
    floors: int
    seats: tuple[tuple[str, int], ...]
    prints: tuple[c.PrintVariant, ...] | None
    sizes: tuple[int, ...]


@dataclass(frozen=True)
class GroupFeature:
    """The size of the group of spaces that pass `where` (local, about `IT`) and hang together; sizes of `cap` or
    more are not told apart."""

    where: c.Bool
    cap: int


# ---- local expressions -----------------------------------------------------------------------------------


def group_condition(e: c.Expr) -> tuple[str, c.Bool] | None:
    """If `e` is the size of a group: the variable of the space whose group it is, and what passes (about `IT`)."""
    group = is_group(e)
    if group is None or not free_names(group.where) <= {group.var} or not _plain(group.where):
        return None
    return group.a, renamed(group.where, group.var, IT)


@cache
def _plain(e: c.Expr) -> bool:
    """Whether nothing but attributes of single buildings is looked at."""
    return not any(isinstance(x, LOOKING) for x in nodes(e))


class Locality:
    """Which expressions are local, group sizes among them as far as `features` tell them."""

    def __init__(self, features: Sequence[GroupFeature]) -> None:
        self.features = tuple(features)
        self._known: dict[c.Expr, bool] = {}

    def feature(self, e: c.Expr, cap: int | None) -> int | None:
        """The index of the feature that tells `e` up to a cap (None: exactly), if one does."""
        found = group_condition(e)
        if found is None or cap is None:
            return None
        return next((i for i, f in enumerate(self.features) if f.where == found[1] and cap <= f.cap), None)

    def local(self, e: c.Expr, cap: int | None = None) -> bool:
        """Whether `e` looks at one building only (it has at most one free variable)."""
        return len(free_names(e)) <= 1 and self._local(e, cap)

    def _local(self, e: c.Expr, cap: int | None) -> bool:
        if _plain(e):
            return True
        if self.feature(e, cap) is not None:
            return True
        match e:
            case c.Lookup(table, args):
                ends = caps(table)
                return all(self._local(a, end) for a, end in zip(args, ends, strict=True))
            case c.Add(args):
                inner = cap if rising(args) else None
                return all(self._local(a, inner) for a in args)
            case _:
                return not isinstance(e, LOOKING) and all(self._local(x, None) for x in parts(e))


def features_of(exprs: Iterable[c.Expr]) -> tuple[GroupFeature, ...]:
    """The sizes of groups that are looked up in tables short enough to be told apart by connected sets."""
    found: dict[c.Bool, int] = {}
    for e in exprs:
        for x in nodes(e):
            if isinstance(x, c.Lookup):
                for arg, cap in zip(x.args, caps(x.table), strict=True):
                    inner = list(arg.args) if isinstance(arg, c.Add) and rising(arg.args) else [arg]
                    for a in inner:
                        group = group_condition(a)
                        if group is not None and 1 <= cap <= LARGEST_SET:
                            found[group[1]] = max(cap, found.get(group[1], 0))
    return tuple(GroupFeature(where, cap) for where, cap in found.items())


def both(gate: c.Bool, condition: c.Bool) -> c.Bool:
    """Two conditions at once."""
    return gate if condition == c.Truth(True) else c.All((gate, condition))


def pieces(value: c.Int, locality: Locality) -> Iterator[tuple[c.Bool, c.Int]]:
    """The summands of a value, each with the local condition (about `IT`) under which it counts."""
    match value:
        case c.Add(args):
            for a in args:
                yield from pieces(a, locality)
        case c.Scale(factor, arg):
            for condition, piece in pieces(arg, locality):
                yield condition, c.Scale(factor, piece)
        case c.Choose(test, then, otherwise) if locality.local(test) and free_names(test) == {"self"}:
            here = renamed(test, "self", IT)
            for wanted, part in ((here, then), (c.Not(here), otherwise)):
                for condition, piece in pieces(part, locality):
                    yield both(wanted, condition), piece
        case c.Num(0):
            return
        case _:
            yield c.Truth(True), value


@dataclass(frozen=True)
class SizeTimes:
    """A local `value` of the building on `at`, multiplied by the size of its group: of all that pass `member`
    (local, about `IT`), those that are `joined` with it."""

    at: str
    value: c.Int
    member: c.Bool
    joined: c.Connected


def size_times(e: c.Int, locality: Locality) -> SizeTimes | None:
    """What a summand multiplies by the size of a group, whatever factors and conditions stand around it; None if it
    does no such thing."""
    match e:
        case c.Scale(_, arg) | c.Choose(_, arg, c.Num(0)):
            return size_times(arg, locality)
        case c.Product(args):
            value = multiply(*(x for x in args if group_condition(x) is None))
            match [x for x in args if group_condition(x) is not None]:
                case [c.Total(_, _, c.Connected(a) as joined) as size] if locality.local(value):
                    found = group_condition(size)
                    return None if found is None else SizeTimes(a, value, found[1], joined)
            return None
        case _:
            return None


# ---- values ----------------------------------------------------------------------------------------------


class _One:
    """The one building of a pattern, as constant terms."""

    def __init__(self, pattern: Pattern, board: Board) -> None:
        self.pattern = pattern
        self.circuit = Circuit()
        self.board = board

    def kind(self, space: int, kinds: frozenset[str]) -> Lit:
        return TRUE if self.pattern.kind in kinds else FALSE

    def placed(self, space: int) -> Lit:
        return TRUE if self.pattern.kind is not None else FALSE

    def active(self, space: int) -> Lit:
        return TRUE if self.pattern.active else FALSE

    def active_kind(self, space: int, kinds: frozenset[str]) -> Lit:
        return TRUE if self.pattern.active and self.pattern.kind in kinds else FALSE

    def floors(self, space: int) -> Linear:
        return Linear(self.pattern.floors)

    def printed(self, space: int, what: str | None) -> Linear:
        prints = self.pattern.prints or ()
        return Linear(sum(v.worth if what is None else dict(v.gains).get(what, 0) for v in prints))

    def seated(self, space: int, resource: str) -> Linear:
        return Linear(dict(self.pattern.seats).get(resource, 0))

    def units(self, what: str, resource: str) -> Linear:
        raise AssertionError("units of the city are not local")

    def measure(self, what: str, name: str) -> Linear:
        raise AssertionError("measures are not local")


class _Evaluate(Grounder):
    """Grounds local expressions over constants: what comes out are constants."""

    def __init__(self, city: _One, locality: Locality) -> None:
        super().__init__(city)
        self.pattern = city.pattern
        self.locality = locality

    def capped(self, e: c.Int, env: Env, cap: int) -> Linear:
        i = self.locality.feature(e, cap)
        return Linear(self.pattern.sizes[i]) if i is not None else super().capped(e, env, cap)


class Values:
    """The values of local expressions for patterns, remembered."""

    def __init__(self, locality: Locality, board: Board) -> None:
        self.locality = locality
        self.board = board
        self._grounders: dict[Pattern, _Evaluate] = {}

    def _env(self, e: c.Expr) -> dict[str, int]:
        return dict.fromkeys(free_names(e), 0)

    def _grounder(self, p: Pattern) -> _Evaluate:
        if p not in self._grounders:
            self._grounders[p] = _Evaluate(_One(p, self.board), self.locality)
        return self._grounders[p]

    def integer(self, e: c.Int, p: Pattern, cap: int | None = None) -> int:
        """The value of a local integer; of a group's size up to `cap`."""
        g = self._grounder(p)
        found = g.integer(e, self._env(e)) if cap is None else g.capped(e, self._env(e), cap)
        assert not found.terms
        return found.constant

    def boolean(self, e: c.Bool, p: Pattern) -> bool:
        """The value of a local condition."""
        found = self._grounder(p).boolean(e, self._env(e))
        assert abs(found) == TRUE
        return found == TRUE


# ---- patterns --------------------------------------------------------------------------------------------



def empty(features: Sequence[GroupFeature], values: Values) -> Iterator[Pattern]:
    """The patterns of an empty space, which may be in groups, too (of spaces without a Pond, say)."""
    yield from _sized(Pattern(None, False, 0, (), None, ()), features, values)


def patterns_of(
    kind: c.Kind,
    *,
    resources: Sequence[str],
    prints_matter: bool,
    features: Sequence[GroupFeature],
    values: Values,
) -> Iterator[Pattern]:
    """All that a building of a kind can be, seats of `resources` alone told."""
    for active in (True, False) if kind.needs else (True,):
        for floors in range(1, kind.max_floors + 1):
            holds = active or kind.seats_inactive
            rooms = [
                range(kind.seats.get(r, 0) + 1 if holds else 1) for r in resources
            ]
            for units in product(*rooms):
                seats = tuple((r, n) for r, n in zip(resources, units, strict=True) if n)
                for prints in _dealt(kind.prints, floors) if prints_matter else [None]:
                    yield from _sized(Pattern(kind.name, active, floors, seats, prints, ()), features, values)


def _dealt(prints: tuple[c.PrintVariant, ...], floors: int) -> Iterator[tuple[c.PrintVariant, ...]]:
    """All ways to take so many variants, order aside."""
    if floors == 0:
        yield ()
        return
    for i, v in enumerate(prints):
        for rest in _dealt(prints[i:], floors - 1):
            yield (v, *rest)


def _sized(p: Pattern, features: Sequence[GroupFeature], values: Values) -> Iterator[Pattern]:
    ranges = [range(1, f.cap + 1) if values.boolean(f.where, p) else range(1) for f in features]
    for sizes in product(*ranges):
        yield dataclasses.replace(p, sizes=sizes)


def classes_of(
    patterns: Iterable[Pattern], atoms: Iterable[tuple[c.Expr, int | None]], values: Values
) -> list[tuple[Pattern, ...]]:
    """The patterns by what the expressions, which are looked at space by space, say of them. Sizes of groups are
    told within a class: of two of its patterns with the same sizes, each expression says the same."""
    asked = list(atoms)
    bodies: dict[Pattern, list[Pattern]] = {}
    for p in patterns:
        bodies.setdefault(dataclasses.replace(p, sizes=()), []).append(p)
    found: dict[object, list[Pattern]] = {}
    for members in bodies.values():
        said = tuple(
            int(values.boolean(e, p)) if isinstance(e, c.Bool) else values.integer(e, p, cap)
            for p in members
            for e, cap in asked
        )
        found.setdefault((said, tuple(p.sizes for p in members)), []).extend(members)
    return [tuple(x) for x in found.values()]
