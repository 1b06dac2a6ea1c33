"""A second city as terms over the first one's circuit: after a change, under other rules, or elsewhere different.

Guarantee: where `possible` holds, the terms describe just the city that `dsl.changes` (or the other rules, or the
other tile) makes of the first one for the step that `step` reads from a solution; every step is a solution.
"""

from __future__ import annotations

from abc import abstractmethod
from collections.abc import Callable

from dsl import core as c
from dsl.board import Space
from dsl.changes import Change, Step, keeps_prints, neighbourhood
from dsl.circuit import FALSE, TRUE, Linear, Lit, linear_sum
from dsl.claims import Elsewhere, Exchanged
from dsl.measures import Measured
from verifier.model import Model, Question

Holds = Callable[[Lit], bool]


class Second(Measured):
    """A city that is made of a model's. Its terms are made once each, from those of the first city."""

    def __init__(self, first: Model, game: c.Game, names: tuple[str, ...], owner: str | None) -> None:
        self.first = first
        self.circuit = first.circuit
        self.board = first.board
        self.game = game
        self.names = names
        self.owner = owner
        self.explain = first.explain
        super().__init__()

    def plain(self, tile: str) -> c.Game:
        """The game with a tile read as plain."""
        return self.first.plain(tile)

    def possible(self) -> Lit:
        """Whether there is such a second city at all. Call after everything of interest was asked for."""
        k = self.circuit
        legal = self._possible()
        if self.first.game.seating != "free":
            self.first.ask_units()
        # Seats that nobody asked for are empty.
        seats = [(s, r) for s, r in self.first.seat_terms]
        used = {
            r.name: linear_sum([self.needed(r.name), *(self.seated(s, x) for s, x in seats if x == r.name)])
            for r in self.game.resources
        }
        return k.all([legal, *(k.at_most(used[r.name], r.pieces) for r in self.game.resources)])

    @abstractmethod
    def _possible(self) -> Lit:
        """Whether the second city is a legal one, pieces aside."""

    def units(self, what: str, resource: str) -> Linear:
        """Units come and go with their buildings: as many are left over as before."""
        before = self.first.units(what, resource)
        if what == "unseated":
            return before
        seats = linear_sum(
            self.seated(s, resource) - self.first.seated(s, resource) for s in self.board.spaces
        )
        received = before + seats + self.needed(resource) - self.first.needed(resource)
        if self.first.question.scope == "any":
            return received
        # More may go than was received by placing: then some of what was taken at the end.
        return self.circuit.extreme(True, [(TRUE, received), (TRUE, Linear(0))], None)

    def step(self, holds: Holds) -> Step | None:
        """The step of the change that a solution describes; None if there is nothing to tell."""
        return None


# ---- changes ---------------------------------------------------------------------------------------------


def after(first: Model, change: Change) -> Second:
    """The city after one step of a change."""
    if change.what in ("swapping", "mirroring"):
        return _Moved(first, change)
    return _Changed(first, change)


class _Moved(Second):
    """Buildings stand elsewhere: two spaces are swapped, or the board is flipped."""

    def __init__(self, first: Model, change: Change) -> None:
        self.change = change
        k = first.circuit
        spaces = first.board.spaces
        if change.what == "swapping":
            self.one = [k.var(f"swapped {s}") for s in spaces]
            self.two = [k.var(f"swapped with {s}") for s in spaces]
            for chosen in (self.one, self.two):
                k.require(k.equal(k.count(chosen), 1))
        else:
            self.flips = first.board.symmetries[1:]
            self.chosen = [k.var(f"flipped {i}") for i in range(len(self.flips))]
            k.require(k.equal(k.count(self.chosen), 1) if self.chosen else TRUE)
        self._lits: dict[tuple[object, ...], Lit] = {}
        super().__init__(first, first.game, first.names, first.owner)

    def _carried(self, key: tuple[object, ...], space: Space, of: Callable[[Space], Lit]) -> Lit:
        """What held where the building of a space came from. `key` tells what is asked."""
        k, spaces = self.circuit, self.board.spaces
        found = self._lits.get((*key, space))
        if found is not None:
            return found
        if self.change.what == "mirroring":
            come = (k.all((x, of(flip[space]))) for x, flip in zip(self.chosen, self.flips, strict=True))
            lit = k.any(come)
        else:
            # What stands on the one chosen space, and on the other.
            there = [
                self._lits.setdefault((*key, name), k.any(k.all((x, of(s))) for s, x in zip(spaces, chosen)))
                for name, chosen in (("one", self.one), ("two", self.two))
            ]
            a, b = self.one[space], self.two[space]
            lit = k.any((k.all((-a, -b, of(space))), k.all((a, there[1])), k.all((b, there[0]))))
        self._lits[*key, space] = lit
        return lit

    def _carried_linear(self, key: tuple[object, ...], space: Space, of: Callable[[Space], Linear]) -> Linear:
        k = self.circuit
        every = [of(s) for s in self.board.spaces]
        low, high = min(x.low for x in every), max(x.high for x in every)
        bits = [
            self._carried((*key, n), space, lambda s, n=n: k.at_least(every[s], n))  # type: ignore[misc]
            for n in range(low + 1, high + 1)
        ]
        return k.chain(bits).plus(low)

    def kind_one(self, space: Space, kind: str) -> Lit:
        """Whether a building of the kind was moved there."""
        return self._carried(("kind", kind), space, lambda s: self.first.kind_one(s, kind))

    def active_one(self, space: Space, kind: str) -> Lit:
        """Whether an active one was."""
        return self._carried(("active", kind), space, lambda s: self.first.active_one(s, kind))

    def floors_of(self, space: Space, kind: str) -> Linear:
        """The floors that it brought."""
        return self._carried_linear(("floors", kind), space, lambda s: self.first.floors_of(s, kind))

    def seated(self, space: Space, resource: str) -> Linear:
        """The units that it brought."""
        return self._carried_linear(("seats", resource), space, lambda s: self.first.seated(s, resource))

    def printed(self, space: Space, what: str | None) -> Linear:
        """What is printed on it."""
        return self._carried_linear(("printed", what), space, lambda s: self.first.printed(s, what))

    def units(self, what: str, resource: str) -> Linear:
        """No unit comes or goes."""
        return self.first.units(what, resource)

    def possible(self) -> Lit:
        """Two spaces are swapped of which one is built; a board can be flipped if it has a symmetry."""
        return self._possible()

    def _possible(self) -> Lit:
        k = self.circuit
        if self.change.what == "mirroring":
            return TRUE if self.chosen else FALSE
        # The first of the two comes first in reading order.
        order = [
            -k.all((self.two[t], self.one[s])) for s in self.board.spaces for t in self.board.spaces[: s + 1]
        ]
        built = [
            k.all((x, self.first.placed(s))) for s in self.board.spaces for x in (self.one[s], self.two[s])
        ]
        return k.all([k.any(built), *order])

    def step(self, holds: Holds) -> Step:
        """The spaces that were swapped, or the flip."""
        if self.change.what == "mirroring":
            return Step(next(f for x, f in zip(self.chosen, self.flips, strict=True) if holds(x)))
        s, t = (next(s for s, x in enumerate(chosen) if holds(x)) for chosen in (self.one, self.two))
        return Step((s, t))


class _Changed(Second):
    """One building comes, goes, gives way to another, grows by a floor, or gets a unit."""

    def __init__(self, first: Model, change: Change) -> None:
        self.change = change
        k = first.circuit
        spaces = first.board.spaces
        self.here = [k.var(f"changed {s}") for s in spaces]
        k.require(k.equal(k.count(self.here), 1))
        self.new = {n: k.var(f"comes {n}") for n in sorted(change.new)}
        if self.new:
            k.require(k.equal(k.count(self.new.values()), 1))
        self._print: dict[tuple[str, str], Lit] = {}
        present = set(first.names) | set(change.new)
        super().__init__(first, first.game, tuple(n for n in first.game.kinds if n in present), first.owner)

    def _gone(self, space: Space) -> Lit:
        return self.here[space] if self.change.what in ("removing", "replacing") else FALSE

    def _put(self, space: Space, kind: str) -> Lit:
        return self.circuit.all((self.here[space], self.new[kind])) if kind in self.new else FALSE

    def _one(self, space: Space, kind: str, before: Callable[[Space, str], Lit]) -> Lit:
        k = self.circuit
        stayed = FALSE
        if kind in self.first.names:
            stayed = k.all((before(space, kind), -self._gone(space)))
        return k.any((stayed, self._put(space, kind)))

    def kind_one(self, space: Space, kind: str) -> Lit:
        """Whether one stayed there, or came."""
        return self._one(space, kind, self.first.kind_one)

    def active_one(self, space: Space, kind: str) -> Lit:
        """Whether an active one stayed there, or one came: it is active."""
        return self._one(space, kind, self.first.active_one)

    def floors_of(self, space: Space, kind: str) -> Linear:
        """As before; one more where it was raised, one where it came."""
        k = self.circuit
        before = self.first.floors_of(space, kind) if kind in self.first.names else Linear(0)
        up = FALSE
        if self.change.what == "raising" and kind in self.change.kinds:
            up = self.here[space]
        bits = [self.kind_one(space, kind)]
        for j in range(2, self.game.kinds[kind].max_floors + 1):
            raised = k.all((up, k.at_least(before, j - 1)))
            bits.append(k.any((k.all((k.at_least(before, j), -self._gone(space))), raised)))
        return k.chain(bits)

    def seated(self, space: Space, resource: str) -> Linear:
        """As before; one more where it was seated, none where a building went or came."""
        k = self.circuit
        before = self.first.seated(space, resource)
        unit = FALSE
        if self.change.what == "seating" and resource == self.change.resource:
            unit = self.here[space]
        room = max((self.game.kinds[n].seats.get(resource, 0) for n in self.first.names), default=0)
        bits = []
        for j in range(1, room + 1):
            more = k.all((unit, k.at_least(before, j - 1)))
            bits.append(k.any((k.all((k.at_least(before, j), -self._gone(space))), more)))
        return k.chain(bits)

    def _came(self, kind: str, variant: str) -> Lit:
        """Whether the new tile of a kind is of a variant; one of them is chosen."""
        key = (kind, variant)
        if key not in self._print:
            k, names = self.circuit, [v.name for v in self.game.kinds[kind].prints]
            lits = [k.var(f"comes {kind} {v}") for v in names] if len(names) > 1 else [TRUE]
            self._print |= {(kind, v): x for v, x in zip(names, lits, strict=True)}
            k.require(k.equal(k.count(lits), 1))
        return self._print[key]

    def printed(self, space: Space, what: str | None) -> Linear:
        """As before, with what is printed on the tile that came."""
        k = self.circuit
        parts = [k.times(-self._gone(space), self.first.printed(space, what))]
        for n in self.names:
            if self.change.what == "raising" and n in self.change.kinds:
                came = k.all((self.here[space], self.first.kind_one(space, n)))
            else:
                came = self._put(space, n)
            if came == FALSE:
                continue
            for v in self.game.kinds[n].prints:
                worth = v.worth if what is None else dict(v.gains).get(what, 0)
                parts.append(k.linear(k.all((came, self._came(n, v.name))), worth))
        return linear_sum(parts)

    def _possible(self) -> Lit:
        k = self.circuit
        return k.all(k.any((-x, self._possible_at(s))) for s, x in enumerate(self.here))

    def _possible_at(self, s: Space) -> Lit:
        k, first, change = self.circuit, self.first, self.change
        kinds = [n for n in first.names if n in change.kinds]
        match change.what:
            case "adding":
                return -first.placed(s)
            case "removing":
                return first.kind(s, change.kinds)
            case "raising":
                low = [k.at_most(first.floors_of(s, n), self.game.kinds[n].max_floors - 1) for n in kinds]
                return k.all([first.kind(s, change.kinds), *low])
            case "seating":
                before = first.seated(s, change.resource)
                open_seats = [
                    k.all((first.kind_one(s, n), k.at_most(before, self.game.kinds[n].seats[change.resource] - 1)))
                    for n in kinds
                    if self.game.kinds[n].seats.get(change.resource)
                ]
                return k.all((k.any(open_seats), first.holds_units(s)))
            case "replacing":
                ways = [
                    k.all((first.active_one(s, n), x)) for n in kinds for m, x in self.new.items() if m != n
                ]
                return k.any(ways)
            case _:
                raise AssertionError(change.what)

    def step(self, holds: Holds) -> Step:
        """Where something was changed, and what came."""
        s = next(s for s, x in enumerate(self.here) if holds(x))
        kind = next((n for n, x in self.new.items() if holds(x)), "")
        named = kind
        if self.change.what == "raising":
            named = next(n for n in self.first.names if holds(self.first.kind_one(s, n)))
        if not named:
            return Step((s,))
        variants = [v.name for v in self.game.kinds[named].prints]
        told = (v for v in variants if holds(self._print.get((named, v), FALSE)))
        return Step((s,), kind, next(told, variants[0]))


# ---- other rules, another tile ---------------------------------------------------------------------------


class Reread(Second):
    """The same city under other rules. Kinds that only one of the two has are left out."""

    def __init__(self, first: Model, game: c.Game, plain: Callable[[str], c.Game]) -> None:
        self._plain = plain
        super().__init__(first, game, tuple(n for n in first.names if n in game.kinds), first.owner)

    def plain(self, tile: str) -> c.Game:
        """The other game with a tile read as plain."""
        return self._plain(tile)

    def kind_one(self, space: Space, kind: str) -> Lit:
        """As in the first city."""
        return self.first.kind_one(space, kind)

    def active_one(self, space: Space, kind: str) -> Lit:
        """As in the first city."""
        return self.first.active_one(space, kind)

    def floors_of(self, space: Space, kind: str) -> Linear:
        """As in the first city."""
        return self.first.floors_of(space, kind)

    def seated(self, space: Space, resource: str) -> Linear:
        """As in the first city; units on a seat that holds them no more do not count."""
        before, now = self.first.game.kinds, self.game.kinds
        there = self.first.seated(space, resource)
        if any(before[n].seats_inactive and not now[n].seats_inactive for n in self.names):
            return self.circuit.times(self.holds_units(space), there)
        return there

    def printed(self, space: Space, what: str | None) -> Linear:
        """As in the first city: the tiles are the same."""
        return self.first.printed(space, what)

    def _possible(self) -> Lit:
        """Whether the city is possible under the other rules, too."""
        k, first = self.circuit, self.first
        needed = []
        for s in self.board.spaces:
            for n in first.names:
                if n not in self.game.kinds:
                    needed.append(-first.kind_one(s, n))
                    continue
                old, new = first.game.kinds[n], self.game.kinds[n]
                if new.max_floors < old.max_floors:
                    needed.append(k.at_most(first.floors_of(s, n), new.max_floors))
                if old.needs and not new.needs:
                    needed.append(k.any((-first.kind_one(s, n), first.active_one(s, n))))
                for r, room in old.seats.items():
                    if new.seats.get(r, 0) < room:
                        few = k.at_most(first.seated(s, r), new.seats.get(r, 0))
                        needed.append(k.any((-first.kind_one(s, n), few)))
        return k.all(needed)


class InPlace(Second):
    """Another tile stands where the question's tile stands, active if that is."""

    def __init__(self, first: Model, how: Exchanged) -> None:
        self.how = how
        names = tuple(how.other if n == how.tile else n for n in first.names if n != how.other)
        self.old, self.new = first.game.kinds[how.tile], first.game.kinds[how.other]
        super().__init__(first, first.game, names, how.other)

    def kind_one(self, space: Space, kind: str) -> Lit:
        """As in the first city, the one tile for the other."""
        return self.first.kind_one(space, self.how.tile if kind == self.how.other else kind)

    def active_one(self, space: Space, kind: str) -> Lit:
        """As in the first city; a tile that needs nothing is always active."""
        if kind != self.how.other:
            return self.first.active_one(space, kind)
        if not self.game.kinds[kind].needs:
            return self.first.kind_one(space, self.how.tile)
        return self.first.active_one(space, self.how.tile)

    def floors_of(self, space: Space, kind: str) -> Linear:
        """As in the first city; of the other tile, as many as it can have."""
        if kind != self.how.other:
            return self.first.floors_of(space, kind)
        return self._capped(self.first.floors_of(space, self.how.tile), self.new.max_floors)

    def seated(self, space: Space, resource: str) -> Linear:
        """As in the first city; on the other tile, as many as it can have."""
        k, there = self.circuit, self.first.kind_one(space, self.how.tile)
        before = self.first.seated(space, resource)
        moved = Linear(0)
        if self.old.seats.get(resource) and self.new.seats.get(resource):
            holds = there if self.new.seats_inactive else self.active_one(space, self.how.other)
            moved = k.times(holds, self._capped(before, self.new.seats[resource]))
        return k.times(-there, before) + moved

    def printed(self, space: Space, what: str | None) -> Linear:
        """As in the first city; on the other tile too if it has all these prints, else its first variant, on each
        floor."""
        if keeps_prints(self.old, self.new):
            return self.first.printed(space, what)
        k, there = self.circuit, self.first.kind_one(space, self.how.tile)
        v = self.new.prints[0]
        worth = v.worth if what is None else dict(v.gains).get(what, 0)
        floors = self.floors_of(space, self.how.other)
        return k.times(-there, self.first.printed(space, what)) + floors.scaled(worth)

    def _capped(self, x: Linear, most: int) -> Linear:
        """A number from 0, or `most` if it is more."""
        if x.high <= most:
            return x
        return self.circuit.chain([self.circuit.at_least(x, j) for j in range(1, most + 1)])

    def _possible(self) -> Lit:
        if self.how.other not in self.first.names:
            return TRUE
        return self.circuit.at_most(self.first.copies(self.how.other), 0)


# ---- elsewhere different ---------------------------------------------------------------------------------


def elsewhere(first: Model, tile: str) -> Model:
    """Another city of scope `any` that has the tile on the same space. `agree` says where else it is alike."""
    q = first.question
    other = Model(
        first.spec,
        Question(q.mode, "any", q.readings, q.players, tile),
        kinds=frozenset(first.names),
        beside=first.circuit,
        explain=first.explain,
    )
    k = first.circuit
    for s in first.board.spaces:
        k.implies(first.kind_one(s, tile), other.kind_one(s, tile))
    return other


def agree(first: Model, other: Model, how: Elsewhere, tile: str) -> None:
    """Require that two cities are alike at the places of `how` around the tile. Call when everything of interest
    was asked for of both, and before the second is finished."""
    k, board = first.circuit, first.board
    for model in (first, other):
        # The second city's units are counted over all of it: what sits on the needs around the tile has to be alike
        # though nobody asked, and so have the seats that the model will ask for.
        for r in model.game.resources:
            model.needed(r.name)
        if model.game.seating != "free":
            model.ask_units()
    others = list(other.told(first))
    for s in board.spaces:
        near = [t for t in board.spaces if s in neighbourhood(board, how.places, t)]
        alike = k.any(first.kind_one(t, tile) for t in near)
        for a, b in (x[1:] for x in others if x[0] == s):
            k.implies(alike, -a, b)
            k.implies(alike, a, -b)
