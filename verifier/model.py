"""The unknown city: variables for what stands where, and what each scope allows.

Guarantee: the solutions of a `Model` are, up to what nobody asked about, exactly the complete cities of its
scope. Variables for floors, seats, prints and units are made when they are first asked for; what is never asked
for is left at its harmless value (one floor, no seats, no print) by `city`.

Scopes: `any` (any arrangement; units as many as the box has pieces), `supply` (tiles of the box only), `rounds` (at
most `turns` tiles of each round's tiles; a tile takes the place of one that it replaces, each at most once),
`placeable` (those of `rounds` that can be placed by the mode's placement rule).
"""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping
from dataclasses import dataclass
from functools import cached_property

from dsl import core as c
from dsl.assemble import Specification
from dsl.board import Board, Space
from dsl.circuit import FALSE, TRUE, Circuit, Linear, Lit, linear_sum
from dsl.city import City
from dsl.measures import Measured
from verifier.placing import Placing, Sort, rule_of
from verifier.solution import ANOTHER, solution_city
from verifier.stock import ByRound, Stock


@dataclass(frozen=True)
class Question:
    """What a model is about: a mode under readings, a scope, players, and the tile that stands exactly once."""

    mode: str
    scope: str
    readings: dict[str, str]
    players: int
    tile: str | None = None

    @property
    def by_round(self) -> bool:
        """Whether the scope asks for the rounds in which tiles are taken."""
        return self.scope in ("rounds", "placeable")


class Model(Measured):
    """A city of unknown content as literals and linears, with the requirements of its scope."""

    def __init__(
        self,
        spec: Specification,
        question: Question,
        *,
        kinds: frozenset[str] | None = None,
        fillers: frozenset[str] = frozenset(),
        stand_ins: Mapping[str, tuple[str, ...]] | None = None,
        tell_worths: bool = True,
        fixed: City | None = None,
        beside: Circuit | None = None,
        explain: bool = False,
    ) -> None:
        """`kinds` are those that may stand (all by default). `fillers` among them are promised to matter for
        nothing but what they give and the room they take: they are counted, not placed. A kind of `stand_ins`
        stands for the listed ones, too, which are promised to be like it, and give nothing. Without `tell_worths`
        printed VP are promised not to matter. `fixed` gives the buildings (and whatever of the seating it
        says) as constants; only what it leaves open is then unknown. `beside` is the circuit of another model
        that this one is to be related to. With `explain`, what clauses score and buildings need is stated as a
        requirement with its reason, so that a proof can say whether it rests on it."""
        self.spec = spec
        self.question = question
        self.game = spec.game(question.mode, question.readings)
        self.board: Board = self.game.mode.board
        self.circuit = Circuit() if beside is None else beside
        self.prefix = "" if beside is None else "other "
        self.owner = question.tile
        self.explain = explain
        self.fixed = fixed
        self.stand_ins = dict(stand_ins or {})
        stood_for = {n for others in self.stand_ins.values() for n in others}
        present = [
            k
            for k in self.game.kinds
            if (kinds is None or k in kinds or k == question.tile) and k not in stood_for
        ]
        self.names = tuple(k for k in present if k not in fillers)
        self.fillers = tuple(k for k in present if k in fillers)
        self.tell_worths = tell_worths
        self._kind: dict[tuple[Space, str], Lit] = {}
        self._floors: dict[tuple[Space, str], Linear] = {}
        self._active: dict[tuple[Space, str], Lit] = {}
        self._seats: dict[tuple[Space, str], Linear] = {}
        self._variants: dict[Space, dict[tuple[str, int, str], Lit]] = {}
        self._unseated: dict[str, Linear] = {}
        # The rule by which buildings are placed, if the scope asks for one that is not always kept.
        self.rule = rule_of(self.game, question.players) if question.scope == "placeable" else None
        self.placing: Placing | None = None
        super().__init__()
        self._place()

    def plain(self, tile: str) -> c.Game:
        """The game with a tile read as plain."""
        return self.spec.game(self.question.mode, self.question.readings, frozenset({tile}))

    def once(self, kinds: frozenset[str]) -> bool:
        """The question's tile stands once."""
        return self.fixed is None and kinds == {self.question.tile}

    def _var(self, name: str) -> Lit:
        return self.circuit.var(self.prefix + name)

    # -- what stands where

    def _place(self) -> None:
        k = self.circuit
        for s in self.board.spaces:
            if self.fixed is not None:
                b = self.fixed.cells[s]
                for name in self.names:
                    self._kind[s, name] = TRUE if b is not None and b.kind == name else FALSE
                continue
            lits = []
            for name in self.names:
                self._kind[s, name] = self._var(f"kind[{s}]={name}")
                lits.append(self._kind[s, name])
            k.require(k.at_most(k.count(lits), 1), "a space holds one building")
        tile = self.question.tile
        if tile is not None and self.fixed is None:
            k.require(k.equal(self.copies(tile), 1), f"{self.game.kinds[tile].title} stands exactly once")

    def copies(self, kind: str) -> Linear:
        """How many buildings of exactly this kind stand."""
        if kind in self.fillers:
            return self.circuit.integer(self.prefix + f"buildings {kind}", self.board.size)
        return self.circuit.count(self._kind[s, kind] for s in self.board.spaces)

    def kind_one(self, space: Space, kind: str) -> Lit:
        """Whether the building there is of exactly this kind."""
        return self._kind[space, kind]

    def active_one(self, space: Space, kind: str) -> Lit:
        """Each kind has its own variable, so that a linear relaxation can not mix them."""
        k, key = self.circuit, (space, kind)
        if key not in self._active:
            here = self._kind[key]
            given = self.fixed.cells[space] if self.fixed is not None else None
            if here == FALSE or not self.game.kinds[kind].needs:
                lit = here
            elif given is not None and given.active is not None:
                lit = here if given.active else FALSE
            else:
                lit = self._var(f"active[{space}]={kind}")
                k.implies(lit, here)
            self._active[key] = lit
        return self._active[key]

    def floors_of(self, space: Space, kind: str) -> Linear:
        """Floors there if the building is of this kind, else 0."""
        key = (space, kind)
        if key not in self._floors:
            self._floors[key] = self._make_floors(space, kind)
        return self._floors[key]

    def _make_floors(self, space: Space, kind: str) -> Linear:
        k, here = self.circuit, self._kind[space, kind]
        if self.fixed is not None:
            b = self.fixed.cells[space]
            return Linear(b.floors if b is not None and b.kind == kind else 0)
        bits = [here]
        for j in range(2, self.game.kinds[kind].max_floors + 1):
            bit = self._var(f"floors[{space}]={kind}>={j}")
            k.implies(bit, bits[-1])
            bits.append(bit)
        return k.chain(bits)

    # -- seats and units

    def seated(self, space: Space, resource: str) -> Linear:
        """Units on the seats of the building there."""
        key = (space, resource)
        if key not in self._seats:
            self._seats[key] = self._make_seats(space, resource)
        return self._seats[key]

    def _make_seats(self, space: Space, resource: str) -> Linear:
        k = self.circuit
        room = {n: self.game.kinds[n].seats.get(resource, 0) for n in self.names}
        if self.fixed is not None:
            b = self.fixed.cells[space]
            room = {} if b is None else {b.kind: room[b.kind]}
            if b is not None and b.seats is not None:
                units = Linear(b.seats.get(resource, 0))
                return k.times(self.holds_units(space), units)
        highest = max(room.values(), default=0)
        if not highest:
            return Linear(0)
        tile = self.question.tile
        if tile is not None and self.fixed is None and room[tile] == highest and room[tile] > 8:
            # It stands once: one number serves all spaces.
            only = k.integer(self.prefix + f"seats[{tile}] {resource}", highest)
            here = k.times(self._kind[space, tile], only)
            others = self._seat_bits(space, resource, {n: r for n, r in room.items() if n != tile})
            for bit, _ in only.terms:
                k.implies(k.all((bit, self._kind[space, tile])), self.holds_units(space))
            return here + others
        return self._seat_bits(space, resource, room)

    def _seat_bits(self, space: Space, resource: str, room: dict[str, int]) -> Linear:
        k = self.circuit
        highest = max(room.values(), default=0)
        bits: list[Lit] = []
        for j in range(1, highest + 1):
            bit = self._var(f"seats[{space}] {resource}>={j}")
            enough = [n for n, r in room.items() if r >= j]
            # Where several kinds have seats, which have how many is one fact.
            k.implies(bit, *(self._kind[space, n] for n in enough), why=self._seats_words(room, resource))
            k.implies(bit, bits[-1] if bits else self.holds_units(space))
            bits.append(bit)
        return k.chain(bits)

    def _seats_words(self, room: dict[str, int], resource: str) -> str:
        titles = {r.name: r.plural_title for r in self.game.resources}
        said = (f"{self.game.kinds[n].title} seats {r} {titles[resource]}" for n, r in room.items() if r)
        return "; ".join(said)

    def ask_units(self) -> None:
        """Make all seats known and the units left over, whether or not anybody looks at them."""
        for r in self.game.resources:
            for s in self.board.spaces:
                self.seated(s, r.name)
            self.units("unseated", r.name)

    @cached_property
    def _received(self) -> dict[str, Linear]:
        return {r.name: self._make_received(r) for r in self.game.resources}

    def _make_received(self, r: c.Resource) -> Linear:
        if self.fixed is not None:
            return Linear(self.fixed.received(self.game)[r.name])
        if self.question.scope == "any":
            return self.circuit.integer(self.prefix + f"received {r.name}", r.pieces)
        placed = [
            self.copies(n).scaled(self.game.kinds[n].placed[r.name])
            for n in (*self.names, *self.fillers)
            if self.game.kinds[n].placed.get(r.name)
        ]
        printed = [
            count.scaled(dict(v.gains)[r.name])
            for (n, v), count in self.tile_counts.items()
            if dict(v.gains).get(r.name)
        ]
        return linear_sum([*placed, *printed])

    @property
    def _takes(self) -> bool:
        """Whether what is taken at the end is open."""
        if self.fixed is None:
            return self.question.scope != "any"
        return self.fixed.taken is None and self.fixed.supply is None and bool(self.game.gains)

    @cached_property
    def taken(self) -> dict[tuple[Space, str], Linear]:
        """Units taken from gains at the end, by space and resource. None in scope `any`, where the supply is
        free."""
        out: dict[tuple[Space, str], Linear] = {}
        if self.fixed is not None and self.fixed.taken is not None:
            return {key: Linear(n) for key, n in self.fixed.taken.items()}
        if not self._takes:
            return out
        for i, gain in enumerate(self.game.gains):
            if gain.kind not in self.names:
                continue
            for s in self.board.spaces:
                if self._kind[s, gain.kind] == FALSE:
                    continue
                # Several gains may give the same resource on the same space: their units add up.
                key, name = (s, gain.resource), f"taken[{s}] gain {i}"
                out[key] = out.get(key, Linear(0)) + self._take(gain, name, self.offer(gain, s))
        return out

    def _take(self, gain: c.Gain, name: str, offer: Linear) -> Linear:
        """Units taken of what a gain offers."""
        k = self.circuit
        if gain.mode == "forced":
            return offer
        if gain.mode == "whole":
            return k.times(self._var(name), offer)
        bits: list[Lit] = []
        for j in range(1, offer.high + 1):
            bit = self._var(f"{name}>={j}")
            k.implies(bit, k.at_least(offer, j))
            if bits:
                k.implies(bit, bits[-1])
            bits.append(bit)
        return k.chain(bits)

    def supply(self, resource: str) -> Linear:
        """All units of the city."""
        return linear_sum(
            [self._received[resource]] + [x for (_, r), x in self.taken.items() if r == resource]
        )

    def _most(self, r: c.Resource) -> int:
        """The units that a city can have: those of the box. One that is given may have more; then it takes none."""
        return r.pieces if self.fixed is None else max(r.pieces, self._received[r.name].low)

    def units(self, what: str, resource: str) -> Linear:
        """Units `received`, or `unseated`."""
        if what == "received":
            return self._received[resource]
        if self.fixed is not None and not self._takes:
            return self._left(resource)
        # What is left hangs on what is taken at the end, and that may hang on what is left.
        if resource not in self._unseated:
            most = self._most(next(r for r in self.game.resources if r.name == resource))
            self._unseated[resource] = self.circuit.integer(self.prefix + f"unseated {resource}", most)
            for s in self.board.spaces:
                self.seated(s, resource)
        return self._unseated[resource]

    def _left(self, resource: str) -> Linear:
        """The supply less everything that is seated."""
        seats = linear_sum(self.seated(s, resource) for s in self.board.spaces)
        return self.supply(resource) - self.needed(resource) - seats

    # -- prints and inventories

    def printed(self, space: Space, what: str | None) -> Linear:
        """Printed VP or units on the tiles of the building there."""
        k = self.circuit
        if self.fixed is not None:
            b = self.fixed.cells[space]
            if b is None:
                return Linear(0)
            return Linear(b.vp if what is None else b.gains.get(what, 0))
        parts = []
        for (kind, _, variant), lit in self.variants(space).items():
            v = next(v for v in self.game.kinds[kind].prints if v.name == variant)
            parts.append(k.linear(lit, v.worth if what is None else dict(v.gains).get(what, 0)))
        return linear_sum(parts)

    def variants(self, space: Space) -> dict[tuple[str, int, str], Lit]:
        """For each kind, floor and variant: whether that floor there is that variant's tile."""
        if space not in self._variants:
            k = self.circuit
            out: dict[tuple[str, int, str], Lit] = {}
            for n in self.names:
                kind = self.game.kinds[n]
                for j in range(1, kind.max_floors + 1):
                    there = k.at_least(self.floors_of(space, n), j)
                    if len(kind.prints) == 1:
                        out[n, j, kind.prints[0].name] = there
                        continue
                    lits = [self._var(f"print[{space}] {n} {j} {v.name}") for v in kind.prints]
                    for v, lit in zip(kind.prints, lits, strict=True):
                        k.implies(lit, there)
                        out[n, j, v.name] = lit
                    k.require(k.at_most(k.count(lits), 1))
                    k.implies(there, *lits)
            self._variants[space] = out
        return self._variants[space]

    @property
    def looks_at_prints(self) -> bool:
        """Whether anybody asked what is printed on the tiles of a space."""
        return bool(self._variants)

    @property
    def nothing_to_take(self) -> str:
        """What to say of a scope that asks for tiles of the box where the rules do not list them."""
        if self.question.scope == "any" or self.stock.copies:
            return ""
        mode, players = self.question.mode, self.question.players
        return f": the rules do not say which tiles {mode} has with {players} players"

    @cached_property
    def stock(self) -> Stock:
        """The tiles of the box for the number of players asked about."""
        return Stock(self.game, self.question.players)

    @cached_property
    def supplies(self) -> dict[tuple[str, str], ByRound]:
        """What there is of each kind, as `Stock.supplies` tells it."""
        names = (*self.names, *self.fillers)
        rounds = self.question.scope != "supply"
        out = self.stock.supplies(names, rounds=rounds, tell_worths=self.tell_worths)
        for n, others in self.stand_ins.items():
            out[n, ANOTHER.name] = (((ANOTHER, len(others)),),)
        return out

    @cached_property
    def rounds(self) -> dict[tuple[str, str, int], Linear]:
        """Tiles used, by kind, variant (standing for its like) and round (0 where rounds do not matter)."""
        out: dict[tuple[str, str, int], Linear] = {}
        for (n, v), per_round in self.supplies.items():
            for i, there in enumerate(per_round):
                most = sum(k for _, k in there)
                out[n, v, i] = self.circuit.integer(self.prefix + f"tiles {n} {v} round {i + 1}", most)
        return out

    @cached_property
    def tile_counts(self) -> dict[tuple[str, c.PrintVariant], Linear]:
        """Tiles used, by kind and variant, in the scopes that count tiles."""
        out: dict[tuple[str, c.PrintVariant], Linear] = {}
        for n, name in self.supplies:
            v = next(v for v in (*self.game.kinds[n].prints, ANOTHER) if v.name == name)
            used = [x for (m, w, _), x in self.rounds.items() if (m, w) == (n, name)]
            out[n, v] = linear_sum(used)
        return out

    def _count_tiles(self) -> None:
        k = self.circuit
        for n in (*self.names, *self.fillers):
            kind = self.game.kinds[n]
            used = linear_sum(x for (m, _), x in self.tile_counts.items() if m == n)
            if n in self.fillers:
                buildings = self.copies(n)
                k.require(k.at_least(buildings.scaled(kind.max_floors) - used, 0))
                k.require(k.at_least(used - buildings, 0))
            else:
                floors = linear_sum(self.floors_of(s, n) for s in self.board.spaces)
                k.require(k.equal(floors - used, 0), f"the tiles of {kind.title} in the box")
            if self.stock.swapped(n):
                most = kind.copies + len(self.stand_ins.get(n, ()))
                k.require(k.at_most(used, most), f"there is no more than {most} of {kind.title}")
        if self.fillers:
            stand = [self.copies(n) for n in (*self.names, *self.fillers)]
            k.require(k.at_most(linear_sum(stand), self.board.size))
        if not self.question.by_round:
            return
        replaced = self.game.replaces
        for i in range(self.game.mode.rounds):
            here = [(n, x) for (n, _, j), x in self.rounds.items() if j == i]
            turns = self.game.mode.turns
            k.require(k.at_most(linear_sum(x for _, x in here), turns), f"at most {turns} tiles are taken a round")
            if replaced is not None:
                own = [x for n, x in here if n == replaced or self.stock.swapped(n)]
                title = self.game.kinds[replaced].title
                words = f"a tile is taken in place of a {title} of its round"
                k.require(k.at_most(linear_sum(own), self.stock.replaced(i)), words)

    def sorts(self) -> tuple[Sort, ...]:
        """What tiles are placed, as far as rounds tell them apart. Tiles that come in place of others can be
        exchanged for each other in any round."""
        floors = {n: self.game.kinds[n].max_floors for n in self.names}
        found = []
        for n in self.names:
            if self.stock.swapped(n):
                continue
            variants = [v.name for m, v in self.tile_counts if m == n]
            if self.looks_at_prints and len(variants) > 1:
                found += [Sort(f"{n} {v}", floors[n], (n,), v) for v in variants]
            else:
                found.append(Sort(n, floors[n], (n,)))
        swapped = tuple(n for n in self.names if self.stock.swapped(n))
        if swapped:
            found.append(Sort("tiles in place of others", max(floors[n] for n in swapped), swapped))
        return tuple(found)

    def lies(self, space: Space, sort: Sort, floor: int) -> Linear:
        """1 if that floor there is a tile of the sort, else 0."""
        k = self.circuit
        if sort.variant is not None:
            return k.linear(self.variants(space)[sort.kinds[0], floor, sort.variant])
        return k.count(k.at_least(self.floors_of(space, n), floor) for n in sort.kinds)

    def taken_in(self, sort: Sort, turn_round: int) -> Linear:
        """How many tiles of the sort are taken in a round, from 0."""
        return linear_sum(
            x
            for (n, v, i), x in self.rounds.items()
            if n in sort.kinds and i == turn_round and sort.variant in (v, None)
        )

    def placed_in(self, space: Space, kind: str, floor: int, holds: Callable[[Lit], bool]) -> int | None:
        """The round, from 0, in which a solution places a floor; None where that makes no difference."""
        if self.placing is None or self.stock.swapped(kind):
            return None
        return self.placing.round_of(space, floor, holds)

    def in_its_round(self, kind: str, turn_round: int) -> int | None:
        """The round, where the tiles of a kind are placed in the round in which they are taken; else None."""
        return None if self.placing is None or self.stock.swapped(kind) else turn_round

    def _link_prints(self) -> None:
        """Where prints are looked at space by space, they are the tiles that are used."""
        k = self.circuit
        for (n, v), count in self.tile_counts.items():
            if len(self.game.kinds[n].prints) > 1:
                local = [
                    lit
                    for s in self.board.spaces
                    for (m, _, w), lit in self.variants(s).items()
                    if m == n and w == v.name
                ]
                k.require(k.equal(k.count(local) - count, 0))

    # -- the rules of seating

    def _seat(self) -> None:
        k = self.circuit
        game = self.game
        if game.seating != "free":
            # Before what is seated is added up: the rules of seating look at what is left.
            self.ask_units()
        if self._unseated:
            _ = self._received  # the units of every resource, of those too that come before one that is asked about
        for r in game.resources:
            seats = [x for (_, name), x in self._seats.items() if name == r.name]
            used = linear_sum([self.needed(r.name), *seats])
            if self.fixed is None and self.question.scope == "any":
                limit = self.received_terms.get(r.name, Linear(r.pieces))
            else:
                limit = self.supply(r.name)
                if self.fixed is None or self._takes:
                    k.require(k.at_most(limit, self._most(r)), f"the box has {r.pieces} {r.plural_title}")
            if r.name in self._unseated:
                k.require(k.equal(self._left(r.name) - self._unseated[r.name], 0))
            else:
                k.require(k.at_least(limit - used, 0), f"no more {r.plural_title} are seated than there are")
        if game.seating != "free":
            self._discipline()

    def _discipline(self) -> None:
        """`full`: no unit is left over that a building could take. `activation_first`: no building is
        inactive that could be activated with units left over or on seats."""
        k = self.circuit
        spare: dict[str, Linear] = {}
        for r in self.game.resources:
            spare[r.name] = self.units("unseated", r.name)
            if self.game.seating == "activation_first":
                seats = linear_sum(self.seated(s, r.name) for s in self.board.spaces)
                spare[r.name] = spare[r.name] + seats
        for s in self.board.spaces:
            for n in self.names:
                kind = self.game.kinds[n]
                here = self._kind[s, n]
                if here == FALSE:
                    continue
                if kind.needs:
                    enough = [k.at_least(spare[r], units) for r, units in kind.needs.items()]
                    words = f"seating {self.game.seating.replace('_', ' ')}"
                    k.require(-k.all((here, -self.active_one(s, n), *enough)), words)
                if self.game.seating == "full":
                    for name, room in kind.seats.items():
                        open_seat = -k.at_least(self.seated(s, name), room)
                        left = k.at_least(spare[name], 1)
                        k.require(-k.all((here, self.holds_units(s), open_seat, left)), "seating full")

    def finish(self) -> None:
        """State the requirements of the scope. Call once, after everything of interest was asked for."""
        counted = self.fixed is None and self.question.scope != "any"
        for gain in self.game.gains if counted or self.fixed is not None else ():
            if gain.kind in self.names:
                _ = self.taken
        self._seat()
        if counted:
            self._count_tiles()
            if self._variants:
                self._link_prints()
            if self.rule is not None:
                self.placing = Placing(
                    self, self.game.mode, self.rule, self.question.players, prefix=self.prefix
                )

    # -- measures

    def offered(self, tile: str) -> dict[str, Linear]:
        """Units that a tile gives, everything taken, by resource."""
        out: dict[str, Linear] = {}
        for r, n in self.game.kinds[tile].placed.items():
            out[r] = self.copies(tile).scaled(n)
        for gain in self.game.gains:
            if gain.kind == tile:
                offers = [self.offer(gain, s) for s in self.board.spaces]
                out[gain.resource] = linear_sum([out.get(gain.resource, Linear(0)), *offers])
        return out

    def sizes(self) -> tuple[Linear, ...]:
        """What makes a city large, the main thing first: buildings, floors above the first, units seated, units
        received. Of floors and units only those that were asked for; the others are as few as can be in `city`."""
        # Above the first: else, of two cities with equally many, the one with taller kinds would look larger.
        above = [x - self.circuit.linear(self._kind[key]) for key, x in self._floors.items()]
        needs = [
            self.circuit.linear(lit, sum(self.game.kinds[n].needs.values()))
            for (_, n), lit in self._active.items()
        ]
        received = self.received_terms.values()
        return (
            linear_sum(self.copies(n) for n in (*self.names, *self.fillers)),
            linear_sum([*above, *(tiles - buildings for buildings, tiles in self.filler_terms.values())]),
            linear_sum([*needs, *self._seats.values()]),
            linear_sum(received),
        )

    # -- solutions

    def told(self, first: Model) -> Iterator[tuple[Space, Lit, Lit]]:
        """All that was asked of this city or of another one over the same kinds, space by space: the literals by
        which the other and this one say it."""
        k = self.circuit
        for s in self.board.spaces:
            for n in self.names:
                yield s, first.kind_one(s, n), self.kind_one(s, n)
        for s, n in sorted({*self._active, *first._active}):
            yield s, first.active_one(s, n), self.active_one(s, n)
        for s, n in sorted({*self._floors, *first._floors}):
            for j in range(2, self.game.kinds[n].max_floors + 1):
                yield s, k.at_least(first.floors_of(s, n), j), k.at_least(self.floors_of(s, n), j)
        for s, r in sorted({*self._seats, *first._seats}):
            a, b = first.seated(s, r), self.seated(s, r)
            for j in range(1, a.high + 1):
                yield s, k.at_least(a, j), k.at_least(b, j)
        for s in sorted({*self._variants, *first._variants}):
            for key, lit in self.variants(s).items():
                yield s, first.variants(s)[key], lit

    @property
    def received_terms(self) -> dict[str, Linear]:
        """Units received by placing, by resource, where anybody asked for them."""
        return self._received if "_received" in self.__dict__ else {}

    @property
    def variant_terms(self) -> Mapping[Space, Mapping[tuple[str, int, str], Lit]]:
        """What `variants` says, by space, where anybody asked for it."""
        return self._variants

    @property
    def floor_terms(self) -> Mapping[tuple[Space, str], Linear]:
        """Floors of a kind on a space, 0 if it does not stand there, where anybody asked for them."""
        return self._floors

    @property
    def active_terms(self) -> Mapping[tuple[Space, str], Lit]:
        """Whether a kind is active on a space, where anybody asked for it."""
        return self._active

    @cached_property
    def filler_terms(self) -> dict[str, tuple[Linear, Linear]]:
        """Buildings and tiles of each filler. Not before `finish`."""
        out = {}
        for n in self.fillers:
            tiles = linear_sum(x for (m, _), x in self.tile_counts.items() if m == n)
            out[n] = self.copies(n), tiles
        return out

    @property
    def seat_terms(self) -> Mapping[tuple[Space, str], Linear]:
        """Units on seats, by space and resource, where anybody asked for them."""
        return self._seats

    def city(self, holds: Callable[[Lit], bool]) -> City:
        """The complete city that a solution describes."""
        return solution_city(self, holds)
