"""Many cities scored at once: the grounded rules as numpy operations on the bits of 64 cities.

Guarantee: `score_many` gives every city of a batch the total, the parts and the own scores that
`dsl.scorer.Scorer` gives it.

A city whose every fact is an input is grounded (`dsl/ground.py`), as the unknown city of the solvers is, and the
circuit is evaluated by `dsl/bitslice.py`. Facts that are numbers (units, printed VP) come in binary. How this does
beside other ways, and why it was chosen, is in decision 12.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass
from functools import cached_property, partial
from typing import Any

import numpy as np
from numpy.typing import NDArray

from dsl import core as c
from dsl.assemble import Readings, Specification, own_clauses
from dsl.batch import Batch, Bools, Columns, Ints, columns, kinds
from dsl.bitslice import WORD, Sliced, Words, packed
from dsl.board import Space
from dsl.circuit import Circuit, Linear, Lit, linear_sum
from dsl.measures import Measured
from dsl.scorer import PRINTED, UNSEATED


@dataclass(frozen=True)
class Widths:
    """Bits of the numbers of a city: of its printed VP on a space, and, by resource, of printed units on a
    space, of units received, and of those not seated."""

    vp: int
    gains: tuple[int, ...]
    received: tuple[int, ...]
    unseated: tuple[int, ...]


class ArrayCity(Measured):
    """A complete city whose facts are variables of a circuit.

    The names of the variables tell `Inputs` where a batch has them: what is asked, its place, and a number."""

    def __init__(self, spec: Specification, game: c.Game, widths: Widths, owner: str | None = None) -> None:
        """`owner` is the kind whose score `own` is, where an expression names none."""
        self.spec = spec
        self.game = game
        self.board = game.mode.board
        self.names = kinds(game)
        self.owner = owner
        self.explain = False
        self.circuit = Circuit(clip=False)
        self.widths = widths
        self.asked: dict[str, tuple[str, int, int]] = {}
        self._kinds: dict[tuple[Space, frozenset[str]], Lit] = {}
        self._scored_clauses: dict[c.Clause, Linear] = {}
        self._number = {name: i for i, name in enumerate(self.names, 1)}
        self._resource = {r.name: i for i, r in enumerate(game.resources)}
        super().__init__()

    def _var(self, what: str, place: int, number: int = 0) -> Lit:
        name = f"{what}[{place}] {number}"
        self.asked[name] = what, place, number
        return self.circuit.var(name)

    def _binary(self, what: str, place: int, bits: int) -> Linear:
        return linear_sum(self.circuit.linear(self._var(what, place, j), 1 << j) for j in range(bits))

    def _at(self, space: Space, resource: str) -> int:
        return space * len(self.game.resources) + self._resource[resource]

    def plain(self, tile: str) -> c.Game:
        """The game with a tile read as plain."""
        return self.spec.game(self.game.mode.name, self.game.readings, frozenset({tile}))

    def kind_one(self, space: Space, kind: str) -> Lit:
        """Whether the building there is of exactly this kind."""
        return self._var("kind", space, self._number[kind])

    def placed(self, space: Space) -> Lit:
        """Whether there is a building."""
        return self._var("floors", space, 1)

    def active(self, space: Space) -> Lit:
        """Whether there is an active building."""
        return self._var("active", space)

    def kind(self, space: Space, kinds: frozenset[str]) -> Lit:
        """Whether the building there is of one of the kinds."""
        if (space, kinds) not in self._kinds:
            self._kinds[space, kinds] = super().kind(space, kinds)
        return self._kinds[space, kinds]

    def active_one(self, space: Space, kind: str) -> Lit:
        """Whether there is an active building of exactly this kind."""
        return self.active_kind(space, frozenset({kind}))

    def active_kind(self, space: Space, kinds: frozenset[str]) -> Lit:
        """Whether there is an active building of one of the kinds."""
        here = self.kind(space, kinds)
        idle = all(not self.game.kinds[n].needs for n in kinds if n in self.game.kinds)
        return here if idle else self.circuit.all((here, self.active(space)))

    def floors_of(self, space: Space, kind: str) -> Linear:
        """Floors there if the building is of this kind, else 0."""
        return self.floors_among(space, frozenset({kind}))

    def floors(self, space: Space) -> Linear:
        """Floors of the building, 0 if there is none."""
        most = max((k.max_floors for k in self.game.kinds.values()), default=0)
        return self.circuit.chain([self._var("floors", space, j) for j in range(1, most + 1)])

    def floors_among(self, space: Space, kinds: frozenset[str]) -> Linear:
        """Floors there if the building is of one of the kinds, else 0."""
        k, here = self.circuit, self.kind(space, kinds)
        most = max((self.game.kinds[n].max_floors for n in self.names if n in kinds), default=0)
        return k.chain([here, *(k.all((here, self._var("floors", space, j))) for j in range(2, most + 1))])

    def seated(self, space: Space, resource: str) -> Linear:
        """Units on the seats of the building there."""
        most = max((k.seats.get(resource, 0) for k in self.game.kinds.values()), default=0)
        return self._binary("seats", self._at(space, resource), most.bit_length())

    def printed(self, space: Space, what: str | None) -> Linear:
        """Printed VP or units on the tiles of the building there."""
        if what is None:
            return self._binary("vp", space, self.widths.vp)
        return self._binary("gains", self._at(space, what), self.widths.gains[self._resource[what]])

    def units(self, what: str, resource: str) -> Linear:
        """Units `received`, or `unseated`."""
        r = self._resource[resource]
        bits = self.widths.received if what == "received" else self.widths.unseated
        return self._binary(what, r, bits[r])

    def scored(self, clause: c.Clause, kinds_of: Mapping[str, c.Kind] | None = None) -> Linear:
        """VP of a clause over the whole city. Most clauses are in a part and in the own score of tiles."""
        if kinds_of is not None:
            return super().scored(clause, kinds_of)
        if clause not in self._scored_clauses:
            self._scored_clauses[clause] = super().scored(clause)
        return self._scored_clauses[clause]

    def own(self, tile: str) -> Linear:
        """What a tile's text adds in VP."""
        more, less = own_clauses(self.game, self.plain(tile))
        parts = [self.scored(x) for x in more] + [self.scored(x).scaled(-1) for x in less]
        return linear_sum(parts)


class Inputs:
    """Where the variables of an `ArrayCity` are in a batch."""

    # What a number in the batch has to fulfil for the variable to be true, beside the variable's own number.
    _TESTS: dict[str, Callable[[Ints, Ints], Bools]] = {
        "kind": lambda x, n: x == n,
        "floors": lambda x, n: x >= n,
        "active": lambda x, n: x > n,
    }
    _SOURCES = {"seats": "held"}

    def __init__(self, city: ArrayCity, names: Sequence[str]) -> None:
        """For the named variables of the city, in this order."""
        by_source: dict[str, list[tuple[int, int, int]]] = {}
        for i, name in enumerate(names):
            what, place, number = city.asked[name]
            by_source.setdefault(what, []).append((i, place, number))
        self._asked = {
            what: (np.array([p for _, p, _ in rows], np.intp), np.array([n for _, _, n in rows], np.int16)[:, None])
            for what, rows in by_source.items()
        }
        order = [i for rows in by_source.values() for i, _, _ in rows]
        self._order = np.argsort(np.array(order, np.intp))

    def of(self, cities: Columns) -> Words:
        """The variables in bits: `(variables, words)`."""
        blocks = []
        for what, (places, numbers) in self._asked.items():
            source = getattr(cities, self._SOURCES.get(what, what))
            there = source.reshape(-1, cities.size)[places]
            test = self._TESTS.get(what)
            # Numbers of the same type as the places: the comparison is made without conversions.
            numbers = numbers.astype(there.dtype)
            blocks.append(packed(test(there, numbers) if test else (there >> numbers & 1).astype(np.bool_)))
        if not blocks:
            return np.zeros((0, -(-cities.size // WORD)), np.uint64)
        return np.concatenate(blocks)[self._order]


class Arrays:
    """Linears of an `ArrayCity`, ready to be worked out for any cities whose numbers have its widths."""

    def __init__(self, city: ArrayCity, linears: Sequence[Linear]) -> None:
        self.sliced = Sliced(city.circuit, linears)
        self._inputs = Inputs(city, self.sliced.inputs)

    def values(self, cities: Columns) -> NDArray[Any]:
        """The values of the linears: `(linears, N)`, integers of whatever type holds them."""
        return self.sliced.run(self._inputs.of(cities))[:, : cities.size]


@dataclass(frozen=True, eq=False)
class Scores:
    """Scores of `N` cities in VP: `total` `(N,)`, `parts` `(N, part_names)`, `own` `(N, tiles)`, integers; and what
    breaks ties, `ties` `(N, tie_names)`.

    Parts are those of a score sheet, and add up to the total. A tile that does not stand adds 0. Of cities with the
    same total the one with more of the first of `ties` is better, then of the next."""

    total: NDArray[Any]
    parts: NDArray[Any]
    own: NDArray[Any]
    ties: NDArray[Any]
    part_names: tuple[str, ...]
    tiles: tuple[str, ...]
    tie_names: tuple[str, ...]


Linears = Callable[[ArrayCity], Sequence[Linear]]


class BatchScorer:
    """Scores batches of complete cities of one mode under given readings.

    What is made for a batch is kept and serves every other whose numbers are no larger."""

    def __init__(self, spec: Specification, mode: str, readings: Readings | None = None) -> None:
        self.spec = spec
        self.game = spec.game(mode, readings)
        self.tiles = spec.tiles(mode)
        unseated = (UNSEATED + r.plural for r in self.game.resources)
        self.part_names = (*self.game.parts, PRINTED, *unseated)
        self._made: dict[tuple[str, Widths], Arrays] = {}

    @cached_property
    def _usual(self) -> Widths:
        """Bits for what the mode can have."""
        prints = [(k.max_floors, v) for k in self.game.kinds.values() for v in k.prints]

        def bits(each: Callable[[c.PrintVariant], int]) -> int:
            return max((floors * each(v) for floors, v in prints), default=0).bit_length()

        gains = tuple(bits(partial(_gives, r.name)) for r in self.game.resources)
        pieces = tuple(r.pieces.bit_length() for r in self.game.resources)
        return Widths(bits(lambda v: v.worth), gains, pieces, pieces)

    def widths(self, cities: Columns) -> Widths:
        """Bits for that, and for what the cities have."""
        usual = self._usual
        return Widths(
            _bits(usual.vp, cities.vp),
            tuple(_bits(n, cities.gains[:, r]) for r, n in enumerate(usual.gains)),
            tuple(_bits(n, x) for n, x in zip(usual.received, cities.received, strict=True)),
            tuple(_bits(n, x) for n, x in zip(usual.unseated, cities.unseated, strict=True)),
        )

    def work_out(self, name: str, cities: Columns, linears: Linears) -> NDArray[Any]:
        """The values of linears for checked cities: `(linears, N)`. `name` stands for what makes the linears."""
        key = name, self.widths(cities)
        if key not in self._made:
            city = ArrayCity(self.spec, self.game, key[1])
            self._made[key] = Arrays(city, linears(city))
        return self._made[key].values(cities)

    def _scores(self, city: ArrayCity) -> list[Linear]:
        parts = [city.measure("part", x) for x in (*self.game.parts, PRINTED)]
        parts += [city.units("unseated", r.name).scaled(-r.cost) for r in self.game.resources]
        return parts + [city.own(x) for x in self.tiles] + [city.measure("part", x) for x in self.game.tie_parts]

    def score(self, batch: Batch) -> Scores:
        """The scores of a batch. Raises ValueError if it is not sound (see `dsl.batch.check`)."""
        found = [self.work_out("scores", piece, self._scores) for piece in columns(batch, self.game)]
        p, t, names = len(self.part_names), len(self.tiles), self.game.tie_parts
        values = _joined(found, p + t + len(names))
        parts, own, ties = values[:p], values[p : p + t], values[p + t :]
        total = parts.sum(0, dtype=object if parts.dtype == object else np.int64)
        return Scores(total, parts.T, own.T, ties.T, self.part_names, self.tiles, names)

    def _offers(self, city: ArrayCity) -> list[Linear]:
        return [city.offer(gain, s) for gain in self.game.gains for s in self.game.mode.board.spaces]

    def offers(self, batch: Batch) -> NDArray[Any]:
        """Units that each gain at the end offers on each space where its kind stands, else 0: `(N, gains,
        spaces)`, in the order of `game.gains`. Raises ValueError if the batch is not sound."""
        gains, spaces = len(self.game.gains), self.game.mode.board.size
        found = [self.work_out("offers", piece, self._offers) for piece in columns(batch, self.game)]
        return _joined(found, gains * spaces).T.reshape(len(batch), gains, spaces)


def _gives(resource: str, v: c.PrintVariant) -> int:
    return dict(v.gains).get(resource, 0)


def _joined(found: Sequence[NDArray[Any]], rows: int) -> NDArray[Any]:
    return np.concatenate(found, axis=1) if found else np.zeros((rows, 0), np.int32)


def _bits(usual: int, there: Ints) -> int:
    """The usual bits, or four at a time more if a number has more."""
    need = int(there.max()).bit_length() if there.size else 0
    return usual if need <= usual else -(-need // 4) * 4


_KEPT = 8  # scorers that `score_many` remembers
_scorers: list[BatchScorer] = []


def score_many(spec: Specification, mode: str, cities: Batch, readings: Readings | None = None) -> Scores:
    """The scores in VP of complete cities of a mode, under the given readings (defaults elsewhere).

    `cities` are arrays over `N` cities; `dsl.batch.Batch` tells their shapes and units, `Scores` those of the
    result. The rules are compiled at the first call for a specification, mode and readings, which takes a second.
    Raises ValueError for arrays of other shapes or types, and for a city that is not complete or not possible."""
    game = spec.game(mode, readings)
    found = next((x for x in _scorers if x.spec is spec and x.game is game), None)
    if found is None:
        found = BatchScorer(spec, mode, readings)
        _scorers[:] = [*_scorers[1 - _KEPT :], found]
    return found.score(cities)
