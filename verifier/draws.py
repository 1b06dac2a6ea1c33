"""Many random cities of a mode, as arrays: by mere chance, or drawn and placed as in play.

Guarantee: the cities of a `Draw` are complete and possible, their units come from their tiles and gains and are no
more than the pieces of the box, and their seating obeys the mode's rule of seating; the same seed gives the same
cities. Cities for which that can not be had are left out, and counted.

*uniform*: each space is empty with a chance of one in five. Else it has a building of a kind drawn from all kinds
of the mode, all equally likely, with a number of floors and a print of each floor drawn in the same way. A tile
that comes more often than it has copies is what it is read as when it is plain, or nothing.

*play*: in each round as many tiles as a player has turns are drawn from those of the round. A tile that may be
replaced is, as often as not, by another tile of which there are copies left. With each of them a number is drawn
from those that the player may use in the round, and the tile is placed on one of the spaces that the placement
rule opens for that number: as a new building, or as a floor on one of its kind, all equally likely. It is
discarded if there is none, and gives nothing. Without a placement rule any free space will do.

*Seating*, in both: in a random order buildings become active while there are units for their needs. Then seats
are filled in that order while units last. This is not the best seating. What gains offer at the end is counted in
and seated in the same way; of what need not be taken, what finds no seat is not.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from dataclasses import dataclass, replace
from typing import Protocol

import numpy as np
from numpy.random import Generator

from dsl import core as c
from dsl.batch import PIECE, Batch, Bools, Columns, Facts, Ints, kinds
from dsl.board import Space
from dsl.to_numpy import BatchScorer

EMPTY = 0.2  # the share of empty spaces of a uniform city, as they are drawn
_TRIES = 4  # how often the units of gains are seated anew where that changes what is offered


class NoTiles(Exception):
    """The rules do not list the tiles of the rounds for so many players."""


class Placing(Protocol):
    """Where a number lets one build.

    `copies` is how often a player may use each number in a round: by number of players, then by number. With
    number n a new building may be placed on the spaces `buildings[n]`, and a building on one of `floors[n, j]` may
    get its floor j."""

    @property
    def copies(self) -> Mapping[int, Mapping[int, int]]:
        """Uses in a round."""

    @property
    def buildings(self) -> Mapping[int, frozenset[Space]]:
        """Spaces for new buildings."""

    @property
    def floors(self) -> Mapping[tuple[int, int], frozenset[Space]]:
        """Spaces for further floors."""


@dataclass(frozen=True)
class _Tiles:
    """Tiles that can be drawn: kind number, printed VP, printed units `(resources, tiles)`."""

    kind: Ints
    vp: Ints
    gains: Ints

    @staticmethod
    def of(game: c.Game, listed: list[tuple[str, c.PrintVariant]]) -> _Tiles:
        """The listed kinds and prints."""
        number = {name: i for i, name in enumerate(kinds(game), 1)}
        gains = [[dict(v.gains).get(r.name, 0) for _, v in listed] for r in game.resources]
        return _Tiles(
            np.array([number[k] for k, _ in listed], np.intp),
            np.array([v.worth for _, v in listed], np.int32),
            np.array(gains, np.int32).reshape(len(gains), len(listed)),
        )


class Draw:
    """What draws cities of one game. `players` is the number of players, for the tiles of the rounds."""

    def __init__(self, scorer: BatchScorer, how: str, players: int, placing: Placing | None = None) -> None:
        """`how` is `uniform` or `play`. `placing` is used in place of the game's own placement rule. Raises
        `NoTiles` if the rules do not list the tiles of the rounds."""
        self.scorer = scorer
        self.game = scorer.game
        self.how = how
        self.facts = Facts.of(self.game)
        self.names = kinds(self.game)
        self._placing: Placing | None = placing or self.game.placement
        self.left_out = 0  # cities so far whose gains could not be settled, or that have too many units
        known = [self.game.kinds[n] for n in self.names]
        # Of what is no tile there are always enough.
        copies = (k.copies if k.is_tile else np.iinfo(np.int16).max for k in known)
        self._copies = np.array([0, *copies], np.int16)
        # Prints of every kind, those of kind `i` at `_first[i] : _first[i] + _prints[i]`.
        self._tiles = _Tiles.of(self.game, [(k.name, v) for k in known for v in k.prints])
        self._prints = np.array([0, *(len(k.prints) for k in known)], np.intp)
        self._first = np.concatenate([[0], np.cumsum(self._prints)[:-1]])
        if how == "play":
            self._prepare(players)

    def cities(self, number: int, seed: int) -> Iterator[Batch]:
        """That many cities (less those that are left out), in batches of some thousands."""
        random = np.random.default_rng(seed)
        for low in range(0, number, PIECE):
            n = min(PIECE, number - low)
            built = self._uniform(n, random) if self.how == "uniform" else self._play(n, random)
            yield self._seated(built, random)

    # -- by mere chance

    def _uniform(self, n: int, random: Generator) -> Batch:
        spaces = self.game.mode.board.size
        batch = Batch.empty(self.game, n)
        if not self.names:
            return batch
        built = random.random((n, spaces), np.float32) >= EMPTY
        kind = random.integers(1, len(self.names) + 1, (n, spaces)) * built
        for i, name in enumerate(self.names, 1):
            if self.game.kinds[name].is_tile:
                here = kind == i
                many = np.nonzero(here.sum(1) > self._copies[i])[0]
                stay = _some(random, here[many], int(self._copies[i]))
                here[many[:, None], stay] = False
                kind[many] = np.where(here[many], self._plain(name), kind[many])
        batch.kind[:] = kind
        batch.floors[:] = random.random((n, spaces)) * self.facts.max_floors[kind] + (kind > 0)
        for j in range(int(self.facts.max_floors.max(initial=0))):
            there = batch.floors > j
            drawn = self._first[kind] + (random.random((n, spaces)) * self._prints[kind]).astype(np.intp)
            self._print(batch, np.nonzero(there), self._tiles, drawn[there])
        return batch

    def _plain(self, tile: str) -> int:
        """The kind number of what a tile is when it is read as plain: its first parent, or nothing."""
        parents = self.game.kinds[tile].parents
        return self.names.index(parents[0]) + 1 if parents and parents[0] in self.names else 0

    @property
    def words(self) -> str:
        """How cities are drawn, in words."""
        if self.how == "uniform":
            chance = "each space is empty with a chance of 1 in 5"
            return f"{chance}, else it has any kind of the mode, with any floors and prints"
        placed = "where the number of the turn allows it" if self._placing is not None else "on any free space"
        return f"{self.game.mode.turns} tiles a round, out of those of the round, each placed {placed}"

    @staticmethod
    def _print(batch: Batch, at: tuple[Ints, ...], tiles: _Tiles, which: Ints) -> None:
        """Add what is printed on tiles to the buildings at places (cities, spaces), each at most once."""
        batch.vp[at] += tiles.vp[which]
        for r, units in enumerate(tiles.gains):
            batch.gains[(*at, np.full(len(which), r))] += units[which]

    # -- as in play

    def _prepare(self, players: int) -> None:
        game, mode = self.game, self.game.mode
        stock = game.stock.get(players, ())
        if not stock:
            raise NoTiles(f"the rules do not say which tiles {mode.name} has with {players} players")
        stocked = {x.kind for x in stock}
        others = [k for k in game.kinds.values() if k.is_tile and k.name not in stocked]
        self._swapped = _Tiles.of(game, [(k.name, v) for k in others for v in k.prints])
        self._rounds: list[_Tiles] = []
        for i in range(mode.rounds):
            listed: list[tuple[str, c.PrintVariant]] = []
            for x in stock:
                prints = game.kinds[x.kind].prints
                variant = next((v for v in prints if v.name == x.variant), prints[0])
                listed += [(x.kind, variant)] * x.copies[i]
            if game.replaces is None:  # tiles that replace none are drawn like all others
                listed += [(k.name, v) for k in others for v in k.prints for _ in range(k.copies)]
            self._rounds.append(_Tiles.of(game, listed))
        self._replaced = 0 if game.replaces is None else self.names.index(game.replaces) + 1
        self._numbers(players)

    def _numbers(self, players: int) -> None:
        """Numbers of a round, and what each opens: `(numbers, spaces)`, `(numbers, floors, spaces)`."""
        board, highest = self.game.mode.board, int(self.facts.max_floors.max(initial=1))
        placing = self._placing
        if placing is None:
            self._bag = np.zeros(self.game.mode.turns, np.intp)
            self._opens = np.ones((1, board.size), np.bool_)
            self._raises = np.ones((1, highest + 2, board.size), np.bool_)
            return
        numbers = sorted(placing.buildings)
        bag = [i for i, n in enumerate(numbers) for _ in range(placing.copies[players].get(n, 0))]
        self._bag = np.array(bag, np.intp)
        self._opens = np.array([[s in placing.buildings[n] for s in board.spaces] for n in numbers], np.bool_)
        self._raises = np.array(
            [
                [[s in placing.floors.get((n, j), ()) for s in board.spaces] for j in range(highest + 2)]
                for n in numbers
            ],
            np.bool_,
        )

    def _play(self, n: int, random: Generator) -> Batch:
        batch = Batch.empty(self.game, n)
        used = np.zeros((n, len(self.names) + 1), np.int16)  # tiles of each kind that the player took
        every = np.arange(n)
        for tiles in self._rounds:
            turns = min(self.game.mode.turns, len(tiles.kind), len(self._bag))
            # A tile all copies of which were taken in earlier rounds is there no more.
            gone = (used >= self._copies)[:, tiles.kind] if not self._replaced else np.zeros((1, 1), np.bool_)
            drawn = _some(random, np.broadcast_to(~gone, (n, len(tiles.kind))), turns)
            numbers = _some(random, np.ones((n, len(self._bag)), np.bool_), turns)
            for t in range(turns):
                there = drawn[:, t] >= 0
                which = np.maximum(drawn[:, t], 0)
                kind, vp, gains = tiles.kind[which] * there, tiles.vp[which], tiles.gains[:, which]
                if self._replaced and len(self._swapped.kind):
                    free = (used < self._copies)[:, self._swapped.kind]
                    other = _some(random, free, 1)[:, 0]
                    swap = (kind == self._replaced) & (other >= 0) & (random.random(n) < 0.5)
                    other = np.maximum(other, 0)
                    kind = np.where(swap, self._swapped.kind[other], kind)
                    vp = np.where(swap, self._swapped.vp[other], vp)
                    gains = np.where(swap, self._swapped.gains[:, other], gains)
                used[every, kind] += 1
                self._place(batch, kind, vp, gains, self._bag[numbers[:, t]], random)
        return batch

    def _place(self, batch: Batch, kind: Ints, vp: Ints, gains: Ints, number: Ints, random: Generator) -> None:
        """Place a tile of each city with a number, wherever the rule lets it go."""
        free = (batch.kind == 0) & self._opens[number]
        height = self.facts.max_floors[kind]
        tall = np.nonzero(height > 1)[0]
        if len(tall):
            there = batch.floors[tall]
            same = (batch.kind[tall] == kind[tall, None]) & (there < height[tall, None])
            spaces = np.arange(batch.kind.shape[1])
            free[tall] |= same & self._raises[number[tall, None], there + 1, spaces]
        space = _some(random, free, 1)[:, 0]
        city = np.nonzero((space >= 0) & (kind > 0))[0]
        at = city, space[city]
        batch.kind[at] = kind[city]
        batch.floors[at] += 1
        batch.vp[at] += vp[city]
        batch.gains[at] += gains[:, city].T

    # -- seating

    def _seated(self, built: Batch, random: Generator) -> Batch:
        """The cities with their units seated, without those for which that can not be done."""
        order = random.random(built.kind.shape, np.float32).argsort(1)
        batch = self._seat(replace(built, taken=np.zeros_like(built.gains)), order)
        lost = np.zeros(len(batch), np.bool_)
        if self.game.gains:
            rest = self._settle(batch, order, np.arange(len(batch)), optional=True)
            # Where units that are taken change what is offered again and again, or are more than the box has,
            # none are taken but those that must be.
            rest = np.union1d(rest, np.nonzero(self._too_many(batch))[0])
            lost[self._settle(batch, order, rest, optional=False)] = True
        lost |= self._too_many(batch)
        self.left_out += int(lost.sum())
        return batch[~lost] if lost.any() else batch

    def _too_many(self, batch: Batch) -> Bools:
        """Which cities have more units than there are pieces in the box."""
        pieces = np.array([r.pieces for r in self.game.resources], np.int64)
        return np.asarray((Columns(batch, self.facts).has > pieces[:, None]).any(0))

    def _settle(self, batch: Batch, order: Ints, rows: Ints, *, optional: bool) -> Ints:
        """Take the units of gains and seat them, in some of the cities. Returns those in which that changes what
        is offered."""
        assert batch.taken is not None
        batch.taken[rows] = 0
        some = self._seat(batch[rows], order[rows])
        batch.active[rows], batch.seats[rows] = some.active, some.seats
        offered = self._offers(some)
        changed = offered.any((1, 2))
        for _ in range(_TRIES):
            rows, offered = rows[changed], offered[changed]
            if not len(rows):
                break
            taken = np.zeros_like(batch.taken[rows])
            for i, gain in enumerate(self.game.gains):
                if optional or gain.mode == "forced":
                    taken[:, :, self._resource(gain)] += offered[:, i]
            some = self._seat(replace(batch[rows], taken=taken), order[rows])
            if optional:
                self._decline(some, offered)
            batch.active[rows], batch.seats[rows], batch.taken[rows] = some.active, some.seats, taken
            again = self._offers(some)
            # What need not be taken may be less than what is offered, so long as it is nothing.
            changed = (again != offered).any((1, 2)) if optional else self._forced(again != offered)
            offered = again
        return rows[changed] if len(rows) else rows

    def _forced(self, units: Bools) -> Bools:
        """In which cities it is so of a gain that has to be taken."""
        forced = [gain.mode == "forced" for gain in self.game.gains]
        return np.asarray(units[:, forced].any((1, 2)))

    def _resource(self, gain: c.Gain) -> int:
        return [r.name for r in self.game.resources].index(gain.resource)

    def _offers(self, batch: Batch) -> Ints:
        return self.scorer.offers(batch)

    def _seat(self, batch: Batch, order: Ints) -> Batch:
        """The cities with their units seated, building by building in an order of each city."""
        left = Columns(batch, self.facts).has.astype(np.int32)
        kind = np.ascontiguousarray(np.take_along_axis(batch.kind, order, 1).T)
        active = np.zeros(kind.shape, np.bool_)
        seats = np.zeros((len(kind), *left.shape), batch.seats.dtype)
        for i, here in enumerate(kind):
            needs = [row.take(here) for row in self.facts.needs]
            active[i] = here > 0
            for units, there in zip(needs, left, strict=True):
                active[i] &= units <= there
            for units, there in zip(needs, left, strict=True):
                there -= units * active[i]
        holds = active | self.facts.holds_inactive[kind]
        for i, here in enumerate(kind):
            for r, there in enumerate(left):
                units = np.minimum(self.facts.seats[r].take(here) * holds[i], there)
                seats[i, r] = units
                there -= units
        seated = replace(batch, active=np.empty_like(batch.active), seats=np.empty_like(batch.seats))
        np.put_along_axis(seated.active, order, active.T, 1)
        np.put_along_axis(seated.seats, order[:, :, None], seats.transpose(2, 0, 1), 1)
        return seated

    def _decline(self, batch: Batch, offered: Ints) -> None:
        """Give back the units of gains that need not be taken and found no seat."""
        assert batch.taken is not None
        left = Columns(batch, self.facts).unseated.astype(np.int32)
        for i, gain in enumerate(self.game.gains):
            if gain.mode == "forced":
                continue
            r = self._resource(gain)
            for s in self.game.mode.board.spaces:
                units = offered[:, i, s]
                if units.any():
                    back = np.minimum(units, left[r]) if gain.mode == "any" else units * (units <= left[r])
                    batch.taken[:, s, r] -= back
                    left[r] -= back


def _some(random: Generator, able: Bools, number: int) -> Ints:
    """For each row so many of the places that are true, in random order, -1 where there are no more."""
    keys = random.random(able.shape, np.float32)
    keys = np.where(able, keys, -1)
    if number == 1:
        found = keys.argmax(1)[:, None] if able.shape[1] else np.full((len(able), 1), -1)
    else:
        found = (-keys).argsort(1)[:, :number]
    if not able.shape[1]:
        return found
    return np.where(np.take_along_axis(able, found, 1), found, -1)
