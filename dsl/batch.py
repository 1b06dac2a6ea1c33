"""Many cities of one mode as arrays.

Guarantee: after `check`, every city of a batch is complete and possible, as `dsl.city.faults` says it of one.
`Batch.of` and `Batch.cities` are each other's reverse, up to zeros that are not written down.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass
from functools import cached_property
from typing import Any, TypeAlias

import numpy as np
from numpy.typing import NDArray

from dsl import core as c
from dsl.city import Building, City, Units

Ints: TypeAlias = NDArray[Any]  # of some integer type
Bools: TypeAlias = NDArray[np.bool_]

PIECE = 4096  # cities that are worked on together, so that their arrays stay in the cache
MOST = 1023  # printed VP or units in one place, unless the mode itself has more: each bit of them costs


@dataclass(frozen=True, eq=False)
class Batch:
    """`N` complete cities. Spaces are in reading order, resources in that of `game.resources`.

    - `kind`, `(N, spaces)`: 0 for an empty space, `i + 1` for kind number `i` of `kinds(game)`;
    - `floors`, `(N, spaces)`: 0 on an empty space, 1 for what can not be stacked;
    - `active`, `(N, spaces)`, Booleans: whether there is an active building;
    - `seats`, `(N, spaces, resources)`: units on the seats of the building there, beyond its needs. Those on a
      building that then holds none count for nothing, as in a `City`;
    - `vp`, `(N, spaces)`: printed VP of the tiles there, whether or not they are active;
    - `gains`, `(N, spaces, resources)`: printed units of the tiles there;
    - `supply`, `(N, resources)`: units received from outside; None: what the tiles give;
    - `taken`, `(N, spaces, resources)`: units taken from gains at the end; None: none.

    All but `active` are integers of any type, none of them negative or above `most(game)`."""

    kind: Ints
    floors: Ints
    active: Bools
    seats: Ints
    vp: Ints
    gains: Ints
    supply: Ints | None = None
    taken: Ints | None = None

    def __len__(self) -> int:
        return len(self.kind)

    def __getitem__(self, some: slice | NDArray[Any]) -> Batch:
        """Some of the cities."""
        supply = None if self.supply is None else self.supply[some]
        taken = None if self.taken is None else self.taken[some]
        return Batch(
            self.kind[some],
            self.floors[some],
            self.active[some],
            self.seats[some],
            self.vp[some],
            self.gains[some],
            supply,
            taken,
        )

    @staticmethod
    def empty(game: c.Game, number: int) -> Batch:
        """That many cities without a building, which receive what their tiles give."""
        spaces, resources = game.mode.board.size, len(game.resources)
        number_type = np.int16 if most(game) < 1 << 15 else np.int32
        return Batch(
            np.zeros((number, spaces), np.uint8 if len(game.kinds) < 256 else np.uint16),
            np.zeros((number, spaces), np.uint8),
            np.zeros((number, spaces), np.bool_),
            np.zeros((number, spaces, resources), number_type),
            np.zeros((number, spaces), number_type),
            np.zeros((number, spaces, resources), number_type),
        )

    @staticmethod
    def of(game: c.Game, cities: Sequence[City]) -> Batch:
        """The cities as arrays. Raises ValueError for a city that is not complete or of another mode, and where
        only some of them say what their supply is."""
        out = Batch.empty(game, len(cities))
        number = {name: i for i, name in enumerate(kinds(game), 1)}
        place = {r.name: i for i, r in enumerate(game.resources)}
        given = [city.supply for city in cities if city.supply is not None]
        if given and len(given) < len(cities):
            raise ValueError("some cities say what their supply is, and others do not")
        taken = np.zeros_like(out.gains)
        for n, city in enumerate(cities):
            if city.mode != game.mode.name or len(city.cells) != game.mode.board.size:
                raise ValueError(f"city {n}: it is of {city.mode}, with {len(city.cells)} spaces")
            for space, b in city.buildings():
                if b.active is None or b.seats is None:
                    raise ValueError(f"city {n}, space {space}: its seating is open")
                if b.kind not in number:
                    raise ValueError(f"city {n}, space {space}: there is no `{b.kind}` in {game.mode.name}")
                out.kind[n, space] = number[b.kind]
                out.floors[n, space] = b.floors
                out.active[n, space] = b.active
                out.vp[n, space] = b.vp
                for name, units in b.seats.items():
                    out.seats[n, space, place[name]] = units
                for name, units in b.gains.items():
                    out.gains[n, space, place[name]] = units
            for (space, name), units in (city.taken or {}).items():
                taken[n, space, place[name]] = units
        supply = [[x.get(r.name, 0) for r in game.resources] for x in given]
        return Batch(
            out.kind,
            out.floors,
            out.active,
            out.seats,
            out.vp,
            out.gains,
            np.array(supply, np.int32) if supply else None,
            taken if any(city.taken is not None for city in cities) else None,
        )

    def cities(self, game: c.Game) -> list[City]:
        """The cities one by one."""
        return [self._city(game, n) for n in range(len(self))]

    def _city(self, game: c.Game, n: int) -> City:
        names, resources = kinds(game), [r.name for r in game.resources]

        def units(row: Ints) -> Units:
            return {name: int(x) for name, x in zip(resources, row, strict=True) if x}

        cells: list[Building | None] = []
        for s, kind in enumerate(self.kind[n].tolist()):
            if not kind:
                cells.append(None)
                continue
            printed, seats = units(self.gains[n, s]), units(self.seats[n, s])
            floors, worth, active = int(self.floors[n, s]), int(self.vp[n, s]), bool(self.active[n, s])
            cells.append(Building(names[kind - 1], floors, printed, worth, active, seats))
        supply, taken = None, None
        if self.supply is not None:
            supply = {name: int(x) for name, x in zip(resources, self.supply[n], strict=True)}
        if self.taken is not None:
            found = np.argwhere(self.taken[n]).tolist()
            taken = {(s, resources[r]): int(self.taken[n, s, r]) for s, r in found}
        return City(game.mode.name, tuple(cells), supply, taken)


def kinds(game: c.Game) -> tuple[str, ...]:
    """The kinds of a game in the order in which a batch numbers them, from 1."""
    return tuple(game.kinds)


def most(game: c.Game) -> int:
    """The largest printed VP or units in one place that a batch may have."""
    known = game.kinds.values()
    printed = [k.max_floors * n for k in known for v in k.prints for n in (v.worth, *dict(v.gains).values())]
    seats = [n for k in known for n in k.seats.values()]
    return max([MOST, *printed, *seats, *(r.pieces for r in game.resources)])


@dataclass(frozen=True, eq=False)
class Facts:
    """What each kind is, as arrays that start with what an empty space is: `(kinds + 1,)`, and `(resources,
    kinds + 1)` for units."""

    max_floors: Ints
    always_active: Bools
    holds_inactive: Bools
    needs: Ints
    seats: Ints
    placed: Ints

    @staticmethod
    def of(game: c.Game) -> Facts:
        """Those of a game."""
        known = [game.kinds[n] for n in kinds(game)]

        def units(what: Callable[[c.Kind], Units]) -> Ints:
            rows = [[0, *(what(k).get(r.name, 0) for k in known)] for r in game.resources]
            return np.array(rows, np.int32).reshape(len(rows), len(known) + 1)

        return Facts(
            np.array([0, *(k.max_floors for k in known)], np.int32),
            np.array([False, *(not k.needs for k in known)]),
            np.array([False, *(k.seats_inactive for k in known)]),
            units(lambda k: k.needs),
            units(lambda k: k.seats),
            units(lambda k: k.placed),
        )


class Columns:
    """A batch whose cities are the last axis, `(spaces, N)`, `(spaces, resources, N)` and `(resources, N)`: so
    that all that numpy does runs along them. What is derived is made when it is first asked for."""

    def __init__(self, batch: Batch, facts: Facts) -> None:
        self.batch = batch
        self.facts = facts
        self.size = len(batch)
        self.kind = _turned(batch.kind)
        self.floors = _turned(batch.floors)
        self.active = _turned(batch.active)
        self.seats = _turned(batch.seats)
        self.vp = _turned(batch.vp)

    @cached_property
    def gains(self) -> Ints:
        """Printed units."""
        return _turned(self.batch.gains)

    @cached_property
    def held(self) -> Ints:
        """Units on seats that hold them."""
        holds = self.active | self.facts.holds_inactive[self.kind]
        held: Ints = self.seats * holds[:, None]
        return held

    @cached_property
    def seated(self) -> Ints:
        """Units on needs of active buildings, and on seats that hold them."""
        seated: Ints = _each(self.facts.needs, self.kind * self.active) + self.held.sum(0)
        return seated

    @cached_property
    def received(self) -> Ints:
        """Units received by placing, or the supply where that is given."""
        if self.batch.supply is not None:
            return _turned(self.batch.supply)
        received: Ints = _each(self.facts.placed, self.kind) + self.gains.sum(0)
        return received

    @cached_property
    def has(self) -> Ints:
        """All units of the city."""
        if self.batch.taken is None:
            return self.received
        has: Ints = self.received + _turned(self.batch.taken).sum(0)
        return has

    @cached_property
    def unseated(self) -> Ints:
        """Units that are not seated; below 0 where the city is not possible."""
        return self.has - self.seated


def _each(units: Ints, kind: Ints) -> Ints:
    """The units of each resource that all buildings have together."""
    return np.array([row.take(kind).sum(0) for row in units], np.int32).reshape(len(units), kind.shape[1])


def _turned(array: Ints) -> Ints:
    """The first axis as the last one."""
    return np.ascontiguousarray(np.moveaxis(array, 0, -1))


def columns(batch: Batch, game: c.Game) -> Iterator[Columns]:
    """The batch in pieces of `PIECE` cities. Raises ValueError, with the first city and space that are wrong, at
    the latest when it comes to a city that is not complete or not possible."""
    _check_arrays(batch, game)
    facts = Facts.of(game)
    for low in range(0, len(batch), PIECE):
        piece = Columns(batch[low : low + PIECE], facts)
        _check_cities(piece, low)
        yield piece


def check(batch: Batch, game: c.Game) -> None:
    """Raises ValueError, with the first city and space that are wrong, unless every city is complete and
    possible."""
    for _ in columns(batch, game):
        pass


def _check_arrays(batch: Batch, game: c.Game) -> None:
    spaces, resources = game.mode.board.size, len(game.resources)
    kind: object = batch.kind  # which says how many cities there are
    if not isinstance(kind, np.ndarray) or not kind.shape:
        there = "a single number" if isinstance(kind, np.ndarray) else type(kind).__name__
        raise ValueError(f"`kind` is {there}, expected an array (N, {spaces})")
    n = len(batch)
    shapes = {
        "kind": (n, spaces),
        "floors": (n, spaces),
        "active": (n, spaces),
        "vp": (n, spaces),
        "seats": (n, spaces, resources),
        "gains": (n, spaces, resources),
        "supply": (n, resources),
        "taken": (n, spaces, resources),
    }
    for name, shape in shapes.items():
        array = getattr(batch, name)
        if array is None and name in ("supply", "taken"):
            continue
        if not isinstance(array, np.ndarray) or array.shape != shape:
            there = array.shape if isinstance(array, np.ndarray) else type(array).__name__
            raise ValueError(f"`{name}` is {there}, expected an array {shape}")
        if array.dtype.kind not in ("b" if name == "active" else "iu"):
            wanted = "Booleans" if name == "active" else "integers"
            raise ValueError(f"`{name}` is of {array.dtype}, expected {wanted}")
        high = len(game.kinds) if name == "kind" else most(game)
        if name != "active" and array.size and (array.min() < 0 or array.max() > high):
            at = np.argwhere((array < 0) | (array > high))[0].tolist()
            axes = ("city", "resource") if name == "supply" else ("city", "space", "resource")
            raise ValueError(f"{_said(axes, at)}: `{name}` is not from 0 to {high}")


def _check_cities(piece: Columns, first: int) -> None:
    facts, stands = piece.facts, piece.kind > 0

    def wrong(where: Bools, why: str, *axes: str) -> None:
        if where.any():
            *at, city = np.argwhere(where)[0].tolist()
            raise ValueError(f"{_said(('city', *axes), (first + city, *at))}: {why}")

    high = (piece.floors > facts.max_floors[piece.kind]) | ((piece.floors > 0) != stands)
    wrong(high, "a building has 1 floor or more, up to what its kind allows, and an empty space none", "space")
    wrong(piece.active & ~stands, "nothing stands there, so that nothing is active", "space")
    idle = facts.always_active[piece.kind] & ~piece.active
    wrong(idle, "the building there needs nothing, so that it is always active", "space")
    for r, room in enumerate(facts.seats):
        over = piece.seats[:, r] > room[piece.kind]
        wrong(over, f"more units of resource {r} are on the seats there than they have room for", "space")
    wrong((piece.vp > 0) & ~stands, "nothing stands there, so that no VP are printed", "space")
    if piece.gains.any():
        wrong((piece.gains > 0) & ~stands[:, None], "nothing stands there to print units", "space", "resource")
    wrong(piece.unseated < 0, "more units are seated than the city has", "resource")


def _said(axes: Sequence[str], at: Sequence[int]) -> str:
    return ", ".join(f"{name} {i}" for name, i in zip(axes, at, strict=False))
