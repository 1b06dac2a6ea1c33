"""Schedules: which tile of a city is taken in which round, with which number, and placed where.

Guarantee: a schedule that is found was played again (`turns.complaints`) and builds the city; None means that
CP-SAT proved that there is none. Tiles are taken as early as can be; the same arguments give the same schedule.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from dataclasses import dataclass

from dsl import core as c
from dsl.assemble import Specification
from dsl.board import Space
from dsl.circuit import Circuit, Linear, Lit, linear_sum
from dsl.city import Building, City
from dsl.declarations import Readings
from verifier import solve
from verifier.turns import Schedule, Turn, complaints
from verifier.verdict import Fault


class Undecided(Exception):
    """No schedule was found in the time, and it was not found out whether there is one."""


def schedule(
    spec: Specification,
    city: City,
    mode: str,
    readings: Readings | None,
    players: int,
    placement: bool,
    *,
    told: bool = True,
    time_limit: float = 60.0,
) -> Schedule | None:
    """A schedule that builds a city, or None if there is none.

    Tiles come out of the stock of their rounds for `players`, at most as many a round as there are turns. With
    `placement`, every turn uses a number by the mode's placement rule (if it has one). With `told` the city says
    all that is printed on its tiles; else a building that shows nothing may be made of any tiles of its kind.
    `time_limit` is in seconds. Raises `Undecided` when it is over, and `Fault` if the replay disagrees."""
    game = spec.game(mode, readings)
    plan = _Plan(game, city, players, placement, told)
    answer = solve.maximize(plan.circuit, plan.lateness().scaled(-1), seconds=time_limit)
    if answer.status == "infeasible":
        return None
    if answer.values is None:
        raise Undecided
    found = plan.read(answer)
    against = complaints(found, city, game, placement=placement, told=told)
    if against:
        raise Fault(f"a schedule does not build its city: {against}; {found}")
    return found


@dataclass(frozen=True)
class _Tile:
    """A tile of the city: its place, and that it is of a print and taken in a round, from 0."""

    space: Space
    floor: int
    variant: str
    round: int


class _Plan:
    """What may be taken when, and used where, as a circuit."""

    def __init__(self, game: c.Game, city: City, players: int, placement: bool, told: bool) -> None:
        self.game = game
        self.city = city
        self.players = players
        self.rule = game.placement if placement else None
        self.told = told
        self.rounds = range(game.mode.rounds)
        self.stock = game.stock.get(players, ())
        self.circuit = Circuit()
        self.tiles: dict[_Tile, Lit] = {}
        self.uses: dict[tuple[Space, int, int, int], Lit] = {}  # by space, floor, round and number
        for s, b in city.buildings():
            self._building(s, b)
        self._take()
        if self.rule is not None:
            self._use(self.rule)

    # -- what lies where

    def _building(self, s: Space, b: Building) -> None:
        k = self.circuit
        kind = self.game.kinds[b.kind]
        for j in range(1, b.floors + 1):
            for v in kind.prints:
                for r in self.rounds:
                    tile = _Tile(s, j, v.name, r)
                    self.tiles[tile] = k.var(f"tile[{s}] {j} {v.name} round {r + 1}")
            k.require(k.equal(k.count(lit for t, lit in self._at(s, j)), 1))
            if j > 1:
                for r in self.rounds:
                    above = k.count(lit for t, lit in self._at(s, j) if t.round <= r)
                    below = k.count(lit for t, lit in self._at(s, j - 1) if t.round <= r)
                    k.require(k.at_least(below - above, 0))
        shows = b.vp or any(b.gains.values())
        known = any(v.gains or v.worth for v in kind.prints)
        if self.told or (shows and known):
            prints = {v.name: v for v in kind.prints}
            here = [(prints[t.variant], lit) for t, lit in self.tiles.items() if t.space == s]
            k.require(k.equal(linear_sum(k.linear(lit, v.worth) for v, lit in here), b.vp))
            for name in (r.name for r in self.game.resources):
                units = linear_sum(k.linear(lit, dict(v.gains).get(name, 0)) for v, lit in here)
                k.require(k.equal(units, b.gains.get(name, 0)))

    def _at(self, s: Space, j: int) -> Iterator[tuple[_Tile, Lit]]:
        return ((t, lit) for t, lit in self.tiles.items() if (t.space, t.floor) == (s, j))

    def _kind(self, t: _Tile) -> c.Kind:
        b = self.city.cells[t.space]
        assert b is not None
        return self.game.kinds[b.kind]

    # -- the box

    def _take(self) -> None:
        """Out of each round's tiles, as many as there are turns."""
        k = self.circuit
        rows: Mapping[tuple[str, str | None], tuple[int, ...]] = {(x.kind, x.variant): x.copies for x in self.stock}
        groups: dict[tuple[str, str, int], list[Lit]] = {}
        for t, lit in self.tiles.items():
            groups.setdefault((self._kind(t).name, t.variant, t.round), []).append(lit)
        for (name, variant, r), lits in groups.items():
            kind = self.game.kinds[name]
            there = rows.get((name, variant)) or rows.get((name, None))
            if there is not None:
                k.require(k.at_most(k.count(lits), there[r]))
            elif self._stocked(name) or not kind.is_tile:
                k.require(k.at_most(k.count(lits), 0))
        for name in sorted({name for name, _, _ in groups}):
            if not self._stocked(name) and self.game.kinds[name].is_tile:
                every = k.count(lit for t, lit in self.tiles.items() if self._kind(t).name == name)
                k.require(k.at_most(every, self.game.kinds[name].copies))
        replaced = self.game.replaces
        for r in self.rounds:
            here = [(self._kind(t), lit) for t, lit in self.tiles.items() if t.round == r]
            k.require(k.at_most(k.count(lit for _, lit in here), self.game.mode.turns))
            if replaced is not None:
                there_in_all = sum(x.copies[r] for x in self.stock if x.kind == replaced)
                own = [lit for kind, lit in here if kind.name == replaced or self._exchanged(kind)]
                k.require(k.at_most(k.count(own), there_in_all))

    def _stocked(self, kind: str) -> bool:
        return any(x.kind == kind for x in self.stock)

    def _exchanged(self, kind: c.Kind) -> bool:
        """Whether a tile comes in place of another."""
        return kind.is_tile and not self._stocked(kind.name)

    # -- placement

    def _use(self, rule: c.Placement) -> None:
        """Each tile with a number that opens its place, no number more often than it is there."""
        k = self.circuit
        copies = rule.copies.get(self.players, {})
        for s, b in self.city.buildings():
            for j in range(1, b.floors + 1):
                numbers = [n for n in copies if s in (rule.buildings[n] if j == 1 else rule.floors[n, j])]
                for r in self.rounds:
                    lits = [k.var(f"use[{s}] {j} {n} round {r + 1}") for n in numbers]
                    self.uses.update({(s, j, r, n): x for n, x in zip(numbers, lits, strict=True)})
                    placed = k.count(lit for t, lit in self._at(s, j) if t.round == r)
                    k.require(k.equal(k.count(lits) - placed, 0))
        for r in self.rounds:
            for n, most in copies.items():
                used = [x for (_, _, i, m), x in self.uses.items() if (i, m) == (r, n)]
                k.require(k.at_most(k.count(used), most))

    # -- answers

    def lateness(self) -> Linear:
        """The sum of the rounds in which tiles are taken."""
        return linear_sum(self.circuit.linear(lit, t.round) for t, lit in self.tiles.items())

    def read(self, answer: solve.Answer) -> Schedule:
        """The schedule that a solution describes: round by round, lower floors first, by number and space."""
        holds = answer.holds(self.circuit)
        numbers = {(s, j): n for (s, j, _, n), lit in self.uses.items() if holds(lit)}
        turns = [
            Turn(t.round + 1, numbers.get((t.space, t.floor)), self._kind(t).name, t.variant, t.space, t.floor)
            for t, lit in self.tiles.items()
            if holds(lit)
        ]
        turns.sort(key=lambda t: (t.round, t.floor, t.number or 0, t.space))
        return Schedule(self.city.mode, self.players, tuple(turns))
