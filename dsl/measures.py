"""What a score sheet says of a city that is given by literals and linears.

Guarantee: `own`, `total` and the parts are those of the scorer for every city that the terms describe, under the
clauses of `game`. What a city is made of is left to those who derive from `Measured`: an unknown city, or one
that is made of another.
"""

from __future__ import annotations

from abc import ABC, abstractmethod
from collections.abc import Mapping

from dsl import core as c
from dsl.assemble import own_clauses
from dsl.assume import Assuming
from dsl.board import Board, Space
from dsl.circuit import FALSE, TRUE, Circuit, Linear, Lit, linear_sum
from dsl.ground import CityTerms, Grounder, joins_alone
from dsl.scorer import PRINTED
from dsl.simplify import merged


class Measured(ABC):
    """A city as terms over a circuit. `names` are the kinds that may stand; `game` is the one that scores it."""

    circuit: Circuit
    board: Board
    game: c.Game
    names: tuple[str, ...]
    owner: str | None  # whose score `own` is, where none is named
    explain: bool  # whether what rules say of numbers is stated as requirements with their reasons

    def __init__(self) -> None:
        self._grounder = self.grounder(self)
        self._measures: dict[tuple[str, str], Linear] = {}
        self._explained: dict[tuple[Linear, str], Linear] = {}

    def grounder(self, city: CityTerms, base: Grounder | None = None) -> Grounder:
        """What grounds expressions over a view of this city; `base` as in `Grounder`."""
        return Grounder(city, base)

    def once(self, kinds: frozenset[str]) -> bool:
        """Whether no two buildings are of these kinds, whatever the city."""
        return False

    # -- what stands where

    @abstractmethod
    def kind_one(self, space: Space, kind: str) -> Lit:
        """Whether the building there is of exactly this kind."""

    @abstractmethod
    def active_one(self, space: Space, kind: str) -> Lit:
        """Whether there is an active building of exactly this kind."""

    @abstractmethod
    def floors_of(self, space: Space, kind: str) -> Linear:
        """Floors there if the building is of this kind, else 0."""

    @abstractmethod
    def seated(self, space: Space, resource: str) -> Linear:
        """Units on the seats of the building there."""

    @abstractmethod
    def printed(self, space: Space, what: str | None) -> Linear:
        """Printed VP or units on the tiles of the building there."""

    @abstractmethod
    def units(self, what: str, resource: str) -> Linear:
        """Units `received`, or `unseated`."""

    @abstractmethod
    def plain(self, tile: str) -> c.Game:
        """The game with a tile read as plain."""

    def kind(self, space: Space, kinds: frozenset[str]) -> Lit:
        """Whether the building there is of one of the kinds."""
        if kinds.issuperset(self.names):
            return self.placed(space)
        return self.circuit.any(self.kind_one(space, n) for n in self.names if n in kinds)

    def placed(self, space: Space) -> Lit:
        """Whether there is a building."""
        return self.circuit.any(self.kind_one(space, n) for n in self.names)

    def active_kind(self, space: Space, kinds: frozenset[str]) -> Lit:
        """Whether there is an active building of one of the kinds."""
        return self.circuit.any(self.active_one(space, n) for n in self.names if n in kinds)

    def active(self, space: Space) -> Lit:
        """Whether there is an active building."""
        return self.active_kind(space, frozenset(self.names))

    def floors(self, space: Space) -> Linear:
        """Floors of the building, 0 if there is none."""
        return self.floors_among(space, frozenset(self.names))

    def floors_among(self, space: Space, kinds: frozenset[str]) -> Linear:
        """Floors there if the building is of one of the kinds, else 0."""
        k = self.circuit
        names = [n for n in self.names if n in kinds]
        if len(names) == 1:
            return self.floors_of(space, names[0])
        highest = max((self.game.kinds[n].max_floors for n in names), default=0)
        return k.chain(
            [
                k.any(k.at_least(self.floors_of(space, n), j) for n in names)
                for j in range(1, highest + 1)
            ]
        )

    def holds_units(self, space: Space) -> Lit:
        """Whether the building there can have units on its seats."""
        k = self.circuit
        always = [self.kind_one(space, n) for n in self.names if self.game.kinds[n].seats_inactive]
        return k.any((self.active(space), *always))

    def needed(self, resource: str) -> Linear:
        """Units that sit on needs of active buildings."""
        k = self.circuit
        parts = []
        for n in self.names:
            kind = self.game.kinds[n]
            each = kind.needs.get(resource, 0)
            if each:
                units = linear_sum(k.linear(self.active_one(s, n), each) for s in self.board.spaces)
                r = next(r for r in self.game.resources if r.name == resource)
                words = f"{kind.title} needs {each} {r.plural_title if each > 1 else r.title}"
                parts.append(self._because(units, words))
        return linear_sum(parts)

    def _because(self, x: Linear, why: str) -> Linear:
        """The linear itself; or, to explain a proof, another that equals it for a reason."""
        if not self.explain or not x.terms:
            return x
        k = self.circuit
        key = (x, why)
        if key not in self._explained:
            # One more either way than there can be: else a claim that holds by these bounds would rest on nothing.
            wider = k.integer(f"{why} #{len(k.nodes)}", x.high - x.low + 2).plus(x.low - 1)
            self._explained[key] = wider
            k.require(k.equal(self._explained[key] - x, 0), why)
        return self._explained[key]

    def offer(self, gain: c.Gain, space: Space) -> Linear:
        """Units that a gain offers if its kind stands there, else 0."""
        k = self.circuit
        amount = self._grounder.integer(gain.amount, {"self": space})
        if amount.low < 0:
            amount = k.extreme(True, [(TRUE, amount), (TRUE, Linear(0))], None)
        return k.times(self.kind_one(space, gain.kind), amount)

    # -- measures

    def ground_int(self, e: c.Int, at: Space | None = None) -> Linear:
        """A core integer over this city; `at` is `self`."""
        return self._grounder.integer(e, {} if at is None else {"self": at})

    def ground_bool(self, e: c.Bool, at: Space | None = None) -> Lit:
        """A core condition over this city."""
        return self._grounder.boolean(e, {} if at is None else {"self": at})

    def scored(self, clause: c.Clause, kinds_of: Mapping[str, c.Kind] | None = None) -> Linear:
        """VP of a clause over the whole city. `kinds_of` are the kinds of the game whose clause it is (by
        default this one's)."""
        value = self._scored(clause, kinds_of)
        return self._because(value, f"`{clause.text}` ({clause.where})")

    def _scored(self, clause: c.Clause, kinds_of: Mapping[str, c.Kind] | None) -> Linear:
        k = self.circuit
        about = self.game.kinds if kinds_of is None else kinds_of
        if not clause.kinds:
            return self._grounder.integer(clause.value, {})
        parts, sides = [], []
        for inactive in (False, True):
            kinds = frozenset(
                n for n in self.names if n in clause.kinds and about[n].scores_inactive == inactive
            )
            if joins_alone(clause.value) and self.once(kinds):
                somewhere = k.any(self._gate(s, kinds, inactive) for s in self.board.spaces)
                parts.append(k.times(somewhere, self._grounder.integer(clause.value, {})))
            else:
                sides.append((kinds, inactive))
        for s in self.board.spaces:
            for kinds, inactive in sides:
                gate = self._gate(s, kinds, inactive)
                if gate != FALSE:
                    here = Assuming(self, self.floors_among, s, kinds, not inactive)
                    value = self.grounder(here, self._grounder).integer(clause.value, {"self": s})
                    parts.append(k.times(gate, value))
        return linear_sum(parts)

    def _gate(self, space: Space, kinds: frozenset[str], inactive: bool) -> Lit:
        """Whether a building of the kinds is there that scores."""
        return self.kind(space, kinds) if inactive else self.active_kind(space, kinds)

    def measure(self, what: str, name: str) -> Linear:
        """`own` of the owner, the `total`, or a `part` of the sheet, in VP."""
        key = (what, name)
        if key not in self._measures:
            self._measures[key] = self._measure(what, name)
        return self._measures[key]

    def _measure(self, what: str, name: str) -> Linear:
        if what == "own":
            tile = name or self.owner
            assert tile is not None
            return self.own(tile)
        if what == "part" and name == PRINTED:
            k = self.circuit
            return linear_sum(
                k.times(self.active(s), self.printed(s, None)) for s in self.board.spaces
            )
        if what == "part":
            return linear_sum(map(self.scored, self.game.clauses_of(name)))
        parts = [self.scored(x) for x in self.game.clauses]
        parts.append(self.measure("part", PRINTED))
        parts += [
            self.units("unseated", r.name).scaled(-r.cost) for r in self.game.resources if r.cost
        ]
        return linear_sum(parts)

    def own(self, tile: str) -> Linear:
        """What a tile's text adds in VP."""
        more, less = own_clauses(self.game, self.plain(tile))
        difference = linear_sum(
            [self.scored(x) for x in more] + [self.scored(x).scaled(-1) for x in less]
        )
        return merged(self.circuit, difference)
