"""The unknown city in numbers: which classes of buildings stand where, and how many there are of each pattern.

Guarantee: the solutions of an `Aggregated` model are exactly the complete cities of its scope, up to an exchange of
what no clause sees space by space: a city is made of every solution, and every city makes one.

Why: a search need not decide which of several like buildings has the units. What is looked at space by space is
a class (one variable for each space and class), all the rest numbers of buildings of each pattern, so that the
relaxation is small, and cities that differ in nothing that scores are one.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator

from dsl import core as c
from dsl.assemble import Specification
from dsl.board import Space
from dsl.circuit import TRUE, Linear, Lit, linear_sum
from dsl.city import City
from dsl.footprint import free_names, nodes
from dsl.scorer import PRINTED
from dsl.tight import TightCircuit
from verifier.counted_city import counted_city
from verifier.model import Question
from verifier.patterns import (
    IT,
    Locality,
    Pattern,
    Values,
    both,
    classes_of,
    empty,
    features_of,
    patterns_of,
    pieces,
    size_times,
)
from verifier.stock import Stock
from verifier.tighten import Atom, Census, Tight, declare_sizes, spatial

Holds = Callable[[Lit], bool]


class Aggregated(Census):
    """A city of unknown content over some kinds, scored by the clauses of its game.

    Its parts are made in this order: patterns and classes, what stands where, tiles and units, the score."""

    def __init__(self, spec: Specification, question: Question, kinds: frozenset[str]) -> None:
        self.question = question
        self.game = spec.game(question.mode, question.readings)
        self.board = self.game.mode.board
        self.circuit = TightCircuit()
        self.names = tuple(n for n in self.game.kinds if n in kinds)
        self.stock = Stock(self.game, question.players)
        self._clauses = [x for x in self.game.clauses if not x.kinds or x.kinds & kinds]
        self.gains = [x for x in self.game.gains if x.kind in kinds]
        self._prepare()
        self._place()
        self._grounder = Tight(self, self.values)
        for i, feature in enumerate(self.values.locality.features):
            declare_sizes(self, i, feature, self.values)
        self._take_tiles()
        self._give_units()

    # -- patterns and classes

    def _prepare(self) -> None:
        """Find the patterns, and the classes of them that are told apart space by space."""
        exprs: list[c.Int] = [*(x.value for x in self._clauses), *(x.amount for x in self.gains)]
        looked = [x for e in exprs for x in nodes(e)]
        self.looks_at_prints = any(isinstance(x, c.Printed) for x in looked)
        self.seats_seen = tuple(
            r.name
            for r in self.game.resources
            if any(isinstance(x, c.Seated) and x.resource == r.name for x in looked)
        )
        locality = Locality(features_of(exprs))
        self.values = Values(locality, self.board)
        patterns = list(empty(locality.features, self.values))
        for n in self.names:
            patterns += patterns_of(
                self.game.kinds[n],
                resources=self.seats_seen,
                prints_matter=self.looks_at_prints,
                features=locality.features,
                values=self.values,
            )
        atoms: list[Atom] = []
        for clause in self._clauses:
            if clause.kinds:
                atoms += self._looked_at(clause.value, self._gates(clause), locality)
            else:
                atoms += spatial(clause.value, locality)
        for gain in self.gains:
            gate = _is_kind(frozenset({gain.kind}))
            if gain.mode == "whole":
                atoms += [*spatial(gain.amount, locality), (gate, None)]
            else:
                atoms += self._looked_at(gain.amount, [gate], locality)
        asked = [*dict.fromkeys(atoms), *((f.where, None) for f in locality.features)]
        self.classes = classes_of(patterns, asked, self.values)

    @staticmethod
    def _looked_at(value: c.Int, gates: list[c.Bool], locality: Locality) -> Iterator[Atom]:
        """What `_over` asks of single spaces."""
        for condition, piece in pieces(value, locality):
            if not locality.local(piece):
                yield from spatial(piece, locality)
                if "self" in free_names(piece):
                    yield from ((both(gate, condition), None) for gate in gates)

    def _gates(self, clause: c.Clause) -> list[c.Bool]:
        """For which buildings a clause scores: local conditions about `IT`, never true together."""
        out: list[c.Bool] = []
        for inactive in (False, True):
            kinds = frozenset(
                n for n in self.names if n in clause.kinds and self.game.kinds[n].scores_inactive == inactive
            )
            if kinds:
                out.append(_is_kind(kinds) if inactive else c.All((_is_kind(kinds), c.Is(IT, "active"))))
        return out

    # -- what stands where

    def _place(self) -> None:
        k = self.circuit
        self._there: dict[tuple[Space, int], Lit] = {}
        self.subclasses: dict[tuple[Space, int], dict[tuple[int, ...], Lit]] = {}
        for s in self.board.spaces:
            lits = [k.var(f"space {s} is {i}") for i in range(len(self.classes))]
            k.one_hot(lits)
            sized: list[Lit] = []
            for i, (lit, patterns) in enumerate(zip(lits, self.classes, strict=True)):
                self._there[s, i] = lit
                every = list(dict.fromkeys(p.sizes for p in patterns))
                if len(every) == 1:
                    self.subclasses[s, i] = {every[0]: lit}
                    continue
                subs = {x: k.var(f"space {s} is {i}, groups {list(x)}") for x in every}
                self.subclasses[s, i] = subs
                k.require(k.equal(k.sum(subs.values()) - k.sum([lit]), 0))
                sized += subs.values()
            if sized:
                k.exclusive(sized)
        self._numbers: dict[Pattern, Linear] = {}
        for i, patterns in enumerate(self.classes):
            for sizes in dict.fromkeys(p.sizes for p in patterns):
                total = k.sum(self.subclasses[s, i][sizes] for s in self.board.spaces)
                self._number([p for p in patterns if p.sizes == sizes], total, f"{i} {list(sizes)}")

    def _number(self, patterns: list[Pattern], total: Linear, name: str) -> None:
        """How many buildings there are of each of some patterns that nobody tells apart space by space."""
        k = self.circuit
        if len(patterns) == 1:
            self._numbers[patterns[0]] = total
            return
        for j, p in enumerate(patterns):
            self._numbers[p] = k.integer(f"number of {name}, {j}", self._most(p))
        k.require(k.equal(linear_sum(self._numbers[p] for p in patterns) - total, 0))

    def _most(self, p: Pattern) -> int:
        """The greatest number of buildings of a pattern, by the stock."""
        size = self.board.size
        if p.kind is None or self.question.scope == "any":
            return size
        kind = self.game.kinds[p.kind]
        if self.stock.swapped(p.kind):
            return min(size, kind.copies // p.floors)
        copies = {v: sum(self.stock.by_round(kind, v)) for v in kind.prints}
        if p.prints is None:
            return min(size, sum(copies.values()) // p.floors)
        return min(size, *(copies[v] // p.prints.count(v) for v in p.prints))

    def most_of(self, i: int) -> int:
        """The greatest number of buildings of class number `i`, by the stock."""
        most: dict[str | None, int] = {}
        for p in self.classes[i]:
            most[p.kind] = max(most.get(p.kind, 0), self._most(p))
        return min(self.board.size, sum(most.values()))

    def alike(self, space: Space) -> Iterator[tuple[Lit, tuple[tuple[Lit, Pattern], ...]]]:
        """As every census."""
        for i, patterns in enumerate(self.classes):
            one = {p.sizes: p for p in reversed(patterns)}
            subs = self.subclasses[space, i]
            yield self._there[space, i], tuple((lit, one[sizes]) for sizes, lit in subs.items())

    def there(self, space: Space, i: int) -> Lit:
        """Whether a building of class number `i` is there."""
        return self._there[space, i]

    def layout(self, holds: Holds) -> tuple[int, ...]:
        """The number of the class of what stands on each space."""
        numbers = range(len(self.classes))
        return tuple(next(i for i in numbers if holds(self._there[s, i])) for s in self.board.spaces)

    def counted(self) -> Iterator[tuple[Pattern, Linear]]:
        """All patterns with the number of buildings (or of empty spaces)."""
        yield from self._numbers.items()

    def copies(self, kind: str) -> Linear:
        """How many buildings of exactly this kind stand, active or not."""
        return linear_sum(n for p, n in self._numbers.items() if p.kind == kind)

    # -- what grounders ask of a city that is not local

    def units(self, what: str, resource: str) -> Linear:
        """Units `received`, or `unseated`."""
        if what == "received":
            return self.received[resource]
        if resource not in self.unseated:
            # A gain looks at it, before it can be told what is left.
            pieces = next(r.pieces for r in self.game.resources if r.name == resource)
            self.unseated[resource] = self.circuit.integer(f"unseated {resource}", pieces)
        return self.unseated[resource]

    def measure(self, what: str, name: str) -> Linear:
        """The `total`, or a `part` of the sheet, in VP."""
        if what == "total":
            return linear_sum([*map(self._scored, self._clauses), *self._beside_clauses()])
        assert what == "part"
        if name == PRINTED:
            return self.printed_worth
        return linear_sum(self._scored(x) for x in self._clauses if x.part == name)

    def _beside_clauses(self) -> list[Linear]:
        """What the total is made of besides clauses: printed VP, and units that cost for want of a seat."""
        costs = [self.unseated[r.name].scaled(-r.cost) for r in self.game.resources if r.cost]
        return [self.printed_worth, *costs]

    # -- tiles

    def _take_tiles(self) -> None:
        """Which tiles are taken, and which of them are on active buildings."""
        k = self.circuit
        self.tiles: dict[tuple[str, str, int], Linear] = {}
        self.shown: dict[tuple[str, str], Linear] = {}
        if self.question.scope != "any":
            rounds = self.question.scope != "supply"
            supplies = self.stock.supplies(self.names, rounds=rounds, tell_worths=True)
            for (n, name), per_round in supplies.items():
                for i, there in enumerate(per_round):
                    most = sum(copies for _, copies in there)
                    self.tiles[n, name, i] = k.integer(f"tiles {n} {name} round {i + 1}", most)
        worth: list[Linear] = []
        for n in self.names:
            kind = self.game.kinds[n]
            used, active = self._floors(n, active=False), self._floors(n, active=True)
            if self.looks_at_prints:
                worth += self._seen_prints(n)
            elif len({v.worth for v in kind.prints}) == 1:
                worth.append(active.scaled(kind.prints[0].worth))
            else:
                for v in kind.prints:
                    most = min(self.board.size * kind.max_floors, k.range(active)[1])
                    taken = self.of_variant(n, v)
                    if taken is not None:
                        most = min(most, taken.high)
                    shown = k.integer(f"shown {n} {v.name}", most)
                    self.shown[n, v.name] = shown
                    worth.append(shown.scaled(v.worth))
                    if taken is not None:
                        k.require(k.at_least(taken - shown, 0))
                every = linear_sum(self.shown[n, v.name] for v in kind.prints)
                k.require(k.equal(every - active, 0))
            if self.question.scope != "any":
                taken_ = linear_sum(x for (m, _, _), x in self.tiles.items() if m == n)
                k.require(k.equal(used - taken_, 0))
                if self.stock.swapped(n):
                    k.require(k.at_most(used, kind.copies))
        self.printed_worth = linear_sum(worth)
        if self.question.scope not in ("any", "supply"):
            self._by_round()

    def _by_round(self) -> None:
        k, replaced = self.circuit, self.game.replaces
        for i in range(self.game.mode.rounds):
            here = [(n, x) for (n, _, j), x in self.tiles.items() if j == i]
            k.require(k.at_most(linear_sum(x for _, x in here), self.game.mode.turns))
            if replaced is not None:
                own = [x for n, x in here if n == replaced or self.stock.swapped(n)]
                k.require(k.at_most(linear_sum(own), self.stock.replaced(i)))

    def _floors(self, kind: str, *, active: bool) -> Linear:
        """All floors of a kind's buildings, or those of active ones."""
        return linear_sum(
            n.scaled(p.floors) for p, n in self._numbers.items() if p.kind == kind and (p.active or not active)
        )

    def of_variant(self, kind: str, v: c.PrintVariant) -> Linear | None:
        """Tiles of a variant that are taken; None where that is free."""
        if self.question.scope == "any":
            return None
        return linear_sum(x for (n, w, _), x in self.tiles.items() if (n, w) == (kind, v.name))

    def _seen_prints(self, kind: str) -> list[Linear]:
        """The printed VP where patterns tell the prints; they are those of the tiles that are taken."""
        k, worth = self.circuit, []
        for v in self.game.kinds[kind].prints:
            has = [(p, n, (p.prints or ()).count(v)) for p, n in self._numbers.items() if p.kind == kind]
            taken = self.of_variant(kind, v)
            if taken is not None:
                k.require(k.equal(linear_sum(n.scaled(m) for _, n, m in has) - taken, 0))
            worth.append(linear_sum(n.scaled(m * v.worth) for p, n, m in has if p.active))
        return worth

    # -- units

    def _give_units(self) -> None:
        k = self.circuit
        self.received: dict[str, Linear] = {}
        self.unseated: dict[str, Linear] = {}
        self.stowed: dict[str, Linear] = {}
        self.taken: dict[tuple[int, Space | None], Linear] = {}
        for r in self.game.resources:
            self.received[r.name] = self._received(r)
        # What a gain offers may depend on the units received.
        for i, gain in enumerate(self.gains if self.question.scope != "any" else []):
            self._take(i, gain)
        for r in self.game.resources:
            room = self._room(r.name)
            given = [x for (i, _), x in self.taken.items() if self.gains[i].resource == r.name]
            if r.name not in self.seats_seen:
                self.stowed[r.name] = k.integer(f"stowed {r.name}", min(r.pieces, k.range(room)[1]))
                k.require(k.at_least(room - self.stowed[r.name], 0))
            used = [n.scaled(self._uses(p, r.name)) for p, n in self._numbers.items()]
            left = linear_sum([self.received[r.name], *given])
            k.require(k.at_most(left, r.pieces))
            left -= linear_sum([*used, self.stowed.get(r.name, Linear(0))])
            if r.name in self.unseated:
                k.require(k.equal(left - self.unseated[r.name], 0))
            else:
                self.unseated[r.name] = left
                k.require(k.at_least(left, 0))
        if self.game.seating != "free":
            self._discipline()

    def _received(self, r: c.Resource) -> Linear:
        k = self.circuit
        if self.question.scope == "any":
            return k.integer(f"received {r.name}", r.pieces)
        parts = [self.copies(n).scaled(self.game.kinds[n].placed.get(r.name, 0)) for n in self.names]
        for (n, name, _), x in self.tiles.items():
            v = next(v for v in self.game.kinds[n].prints if v.name == name)
            parts.append(x.scaled(dict(v.gains).get(r.name, 0)))
        found = linear_sum(parts)
        k.require(k.at_most(found, r.pieces))
        return found

    def _uses(self, p: Pattern, resource: str) -> int:
        """Units on the needs of a building, and on those of its seats that are seen."""
        if p.kind is None:
            return 0
        needs = self.game.kinds[p.kind].needs.get(resource, 0) if p.active else 0
        return needs + dict(p.seats).get(resource, 0)

    def _room(self, resource: str) -> Linear:
        """All seats that hold units."""
        parts = []
        for p, n in self._numbers.items():
            if p.kind is not None:
                kind = self.game.kinds[p.kind]
                if p.active or kind.seats_inactive:
                    parts.append(n.scaled(kind.seats.get(resource, 0)))
        return linear_sum(parts)

    def _take(self, i: int, gain: c.Gain) -> None:
        """Units taken at the end: of a gain, or of a gain at each space where all or nothing is taken."""
        k = self.circuit
        amount = gain.amount
        gate = _is_kind(frozenset({gain.kind}))
        if gain.mode == "whole":
            for s in self.board.spaces:
                here = self._grounder.boolean(gate, {IT: s})
                take = k.all((here, k.var(f"taken {i} at {s}")))
                units = self._grounder.gated(amount, {"self": s}, take)
                self.taken[i, s] = self._not_negative(units)
            return
        # Nothing is taken away, whatever the amount.
        if self._may_be_negative(amount):
            amount = c.Extreme("max", (amount, c.Num(0)))
        offer = self._over(amount, [gate])
        if gain.mode == "forced":
            self.taken[i, None] = offer
            return
        units = k.integer(f"taken {i}", max(0, k.range(offer)[1]))
        k.require(k.at_least(offer - units, 0))
        self.taken[i, None] = units

    def _may_be_negative(self, amount: c.Int) -> bool:
        """Whether one of its summands may be, for some building."""
        v, g = self.values, self._grounder
        for _, piece in pieces(amount, v.locality):
            if v.locality.local(piece):
                low = min(v.integer(piece, p) for p in self._numbers)
            elif "self" in free_names(piece):
                low = min(self.circuit.range(g.integer(piece, {"self": s}))[0] for s in self.board.spaces)
            else:
                low = self.circuit.range(g.integer(piece, {}))[0]
            if low < 0:
                return True
        return False

    def _not_negative(self, x: Linear) -> Linear:
        k = self.circuit
        if k.range(x)[0] >= 0:
            return x
        return k.extreme(True, [(TRUE, x), (TRUE, Linear(0))], None)

    def _discipline(self) -> None:
        """`full`: no unit is left over that a building could take. `activation_first`: no building is inactive
        that could be activated with units left over or on seats."""
        k = self.circuit
        full = self.game.seating == "full"
        seats = {
            r.name: linear_sum(
                [n.scaled(dict(p.seats).get(r.name, 0)) for p, n in self._numbers.items()]
                + [self.stowed.get(r.name, Linear(0))]
            )
            for r in self.game.resources
        }
        spare = {r: x if full else x + seats[r] for r, x in self.unseated.items()}
        for p, n in self._numbers.items():
            if p.kind is None:
                continue
            kind, stands = self.game.kinds[p.kind], k.at_least(n, 1)
            if not p.active:
                enough = [k.at_least(spare[r], units) for r, units in kind.needs.items()]
                k.require(-k.all((stands, *enough)))
            if full and (p.active or kind.seats_inactive):
                for r in self.seats_seen:
                    if dict(p.seats).get(r, 0) < kind.seats.get(r, 0):
                        k.require(-k.all((stands, k.at_least(spare[r], 1))))
        if full:
            for r, stowed in self.stowed.items():
                open_seat = k.at_least(self._room(r) - stowed, 1)
                k.require(-k.all((open_seat, k.at_least(spare[r], 1))))

    # -- the score

    def _scored(self, clause: c.Clause) -> Linear:
        """VP of a clause over the whole city."""
        if not clause.kinds:
            return self._grounder.integer(clause.value, {})
        return self._over(clause.value, self._gates(clause))

    def _over(self, value: c.Int, gates: list[c.Bool], *, joined: bool = False) -> Linear:
        """The sum of a value over all buildings that fulfil one of the conditions, at `self`; or (`joined`) what it
        never exceeds, see `ceiling`."""
        v = self.values
        parts = []
        for condition, piece in pieces(value, v.locality):
            for gate in (both(g, condition) for g in gates):
                if v.locality.local(piece):
                    parts += [
                        n.scaled(v.integer(piece, p)) for p, n in self._numbers.items() if v.boolean(gate, p)
                    ]
                elif "self" not in free_names(piece):
                    number = linear_sum(n for p, n in self._numbers.items() if v.boolean(gate, p))
                    parts += [self._grounder.gated(piece, {}, lit) for lit in self._units_of(number)]
                else:
                    most = self._as_one_group(piece, gate) if joined else None
                    if most is not None:
                        parts.append(most)
                        continue
                    for s in self.board.spaces:
                        here = self._grounder.boolean(gate, {IT: s})
                        parts.append(self._grounder.gated(piece, {"self": s}, here))
        return linear_sum(parts)

    @property
    def grouped(self) -> bool:
        """Whether a clause multiplies a value by the size of a group: then the total has a `ceiling`, which takes
        much less to say than the total."""
        clauses = [(x.value, gate) for x in self._clauses if x.kinds for gate in self._gates(x)]
        return any(self._multiplies(y, gate) for e, gate in clauses for _, y in pieces(e, self.values.locality))

    def ceiling(self) -> Linear:
        """What the total never exceeds: where a value is multiplied by the size of a group, all that may be in such
        a group is counted as one.

        A relaxation does not see this: to it two spaces are connected in part, by parts of all ways between."""
        parts = [
            self._over(x.value, self._gates(x), joined=True) if x.kinds else self._scored(x) for x in self._clauses
        ]
        return linear_sum([*parts, *self._beside_clauses()])

    def _multiplies(self, e: c.Int, gate: c.Bool) -> bool:
        """Whether a sum over all buildings that pass multiplies a value of each, never below 0, by the size of its
        group."""
        v = self.values
        match e:
            case c.Scale(factor, arg):
                return factor > 0 and self._multiplies(arg, gate)
            case c.Choose(_, then, c.Num(0)):
                return self._multiplies(then, gate)
            case c.Product():
                found = size_times(e, v.locality)
                return found is not None and all(
                    v.integer(found.value, p) >= 0 for p in self._numbers if v.boolean(gate, p)
                )
            case _:
                return False

    def _as_one_group(self, e: c.Int, gate: c.Bool) -> Linear | None:
        """What a sum over all buildings that pass never exceeds, if it multiplies a value of each by the size of
        its group: the sum of the values times the number of all that may be in one. None if it is no such sum."""
        if not self._multiplies(e, gate):
            return None
        k, v = self.circuit, self.values
        match e:
            case c.Scale(factor, arg):
                inner = self._as_one_group(arg, gate)
                return None if inner is None else inner.scaled(factor)
            case c.Choose(test, then, c.Num(0)):
                inner = self._as_one_group(then, gate)
                if inner is None or free_names(test):
                    return inner
                return k.times(self._grounder.boolean(test, {}), inner)
            case c.Product():
                found = size_times(e, v.locality)
                if found is None:
                    return None
                scored = {p: v.integer(found.value, p) for p in self._numbers if v.boolean(gate, p)}
                members = {p: 1 for p in self._numbers if v.boolean(found.member, p)}
                values, many = self._chain(scored), self._chain(members)
                return linear_sum(k.linear(k.all((a, b))) for a in values for b in many)
            case _:
                return None

    def whole(self) -> Iterator[Lit]:
        """What has to hold so that the total reaches its `ceiling`: all that may be in a group is joined with each
        building whose value is multiplied by the group's size."""
        k, v, g = self.circuit, self.values, self._grounder
        for clause in (x for x in self._clauses if x.kinds):
            for _, piece in pieces(clause.value, v.locality):
                found = size_times(piece, v.locality)
                for gate in self._gates(clause) if found is not None else ():
                    assert found is not None
                    for s in self.board.spaces:
                        value = g.integer(found.value, {found.at: s})
                        scored = k.all((g.boolean(gate, {IT: s}), k.at_least(value, 1)))
                        for t in self.board.spaces:
                            member = g.boolean(found.member, {IT: t})
                            joined = g.boolean(found.joined, {found.at: s, found.joined.b: t})
                            yield k.any((-scored, -member, joined))

    def _chain(self, weights: dict[Pattern, int]) -> tuple[Lit, ...]:
        """Literals, each implying the last, that add up to a weighted number of buildings."""
        most = sum(self._most(p) * n for p, n in weights.items())
        found = linear_sum(self._numbers[p].scaled(n) for p, n in weights.items())
        return self.circuit.as_chain(found, 0, most)

    def _units_of(self, number: Linear) -> tuple[Lit, ...]:
        """Literals that add up to a number."""
        k = self.circuit
        low, high = k.range(number)
        at_most_one = high - low == 1
        if at_most_one and all(factor == 1 for _, factor in number.terms):
            return (k.any(x for x, _ in number.terms),) if not number.constant else ()
        return k.as_chain(number, 0, high)

    # -- solutions

    def city(self, holds: Holds) -> City:
        """The complete city that a solution describes."""
        return counted_city(self, holds)


def _is_kind(kinds: frozenset[str]) -> c.Bool:
    return c.IsKind(IT, kinds)
