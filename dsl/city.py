"""A city: what stands on each space of a board, and how its units are seated.

Guarantee: a `City` made by `settle` is complete (every building says whether it is active and what is on its
seats, the city says what it received and what it has) and within every capacity; scoring it needs no choice.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from dataclasses import dataclass, field, replace

from dsl import core as c

Units = Mapping[str, int]


@dataclass(frozen=True)
class Building:
    """A building on a space. `gains` and `vp` are what is printed on its tiles, summed over its floors.

    `active` and `seats` (units beyond its needs) are None while the seating is open."""

    kind: str
    floors: int = 1
    gains: Units = field(default_factory=dict)
    vp: int = 0
    active: bool | None = None
    seats: Units | None = None


@dataclass(frozen=True)
class City:
    """`cells` in reading order. `supply` is all units that the city has, where that is given from outside;
    None means: what its tiles give. `taken` are the units taken from gains at the end, by space and resource;
    None while that is open."""

    mode: str
    cells: tuple[Building | None, ...]
    supply: Units | None = None
    taken: Mapping[tuple[int, str], int] | None = None

    def buildings(self) -> Iterator[tuple[int, Building]]:
        """Spaces with their buildings, in reading order."""
        for space, cell in enumerate(self.cells):
            if cell is not None:
                yield space, cell

    @property
    def seating_given(self) -> bool:
        """Whether the city says anything of its seating."""
        return any(b.active is not None or b.seats is not None for _, b in self.buildings())

    def received(self, game: c.Game) -> dict[str, int]:
        """Units received by placing, or the whole supply where that is given."""
        if self.supply is not None:
            return {r.name: self.supply.get(r.name, 0) for r in game.resources}
        out = {r.name: 0 for r in game.resources}
        for _, b in self.buildings():
            for name, n in [*b.gains.items(), *game.kinds[b.kind].placed.items()]:
                out[name] += n
        return out

    def has(self, game: c.Game) -> dict[str, int]:
        """All units of the city: received by placing, and taken at the end."""
        out = self.received(game)
        for (_, name), n in (self.taken or {}).items():
            out[name] += n
        return out

    def seated(self, game: c.Game) -> dict[str, int]:
        """Units that sit on needs of active buildings and on seats that hold them."""
        out = {r.name: 0 for r in game.resources}
        kinds = game.kinds
        for b in self.cells:  # asked of every city, several times: only what has units is looked at
            if b is None:
                continue
            if b.active:
                for name, n in kinds[b.kind].needs.items():
                    out[name] += n
            if b.seats and (b.active or kinds[b.kind].seats_inactive):
                for name, n in b.seats.items():
                    out[name] += n
        return out


def with_print(b: Building, v: c.PrintVariant) -> Building:
    """The building with one tile of a variant more: what is printed on it is added."""
    gains = dict(b.gains)
    for r, n in v.gains:
        gains[r] = gains.get(r, 0) + n
    return replace(b, gains=gains, vp=b.vp + v.worth)


def all_active(city: City) -> City:
    """The city with every building that says nothing active and its seats empty."""
    cells = tuple(
        None
        if b is None
        else replace(b, active=True if b.active is None else b.active, seats=b.seats or {})
        for b in city.cells
    )
    return replace(city, cells=cells)


def faults(city: City, game: c.Game) -> list[tuple[int | None, str]]:
    """What makes a complete city impossible, in words, with the space (None: the city as a whole)."""
    found: list[tuple[int | None, str]] = []
    if len(city.cells) != game.mode.board.size:
        return [(None, f"{len(city.cells)} spaces, the board has {game.mode.board.size}")]
    for space, b in city.buildings():
        kind = game.kinds.get(b.kind)
        if kind is None:
            found.append((space, f"there is no `{b.kind}` in {game.mode.name}"))
            continue
        if not 1 <= b.floors <= kind.max_floors:
            limit = f"at most {kind.max_floors}" if kind.max_floors > 1 else "it can not be stacked"
            found.append((space, f"{b.floors} floors on `{b.kind}`: {limit}"))
        if b.active is False and not kind.needs:
            found.append((space, f"`{b.kind}` needs nothing, so it is always active"))
        for name, n in (b.seats or {}).items():
            if not 0 <= n <= kind.seats.get(name, 0):
                room = kind.seats.get(name, 0)
                plural = next((r.plural for r in game.resources if r.name == name), name)
                found.append((space, f"{n} {plural} on the seats of `{b.kind}`, which has room for {room}"))
    if not found:
        has, seated = city.has(game), city.seated(game)
        for r in game.resources:
            if seated[r.name] > has[r.name]:
                found.append(
                    (None, f"{seated[r.name]} {r.plural} are seated, the city has {has[r.name]}")
                )
    return found


def holders_active(city: City, game: c.Game) -> City:
    """The city with every building active that says units on its seats, and not whether it is active, if only an
    active one holds them."""

    def held(b: Building) -> Building:
        open_ = b.active is None and any((b.seats or {}).values()) and not game.kinds[b.kind].seats_inactive
        return replace(b, active=True) if open_ else b

    return replace(city, cells=tuple(b and held(b) for b in city.cells))


def lost_units(city: City, game: c.Game) -> list[tuple[int | None, str]]:
    """Units that are said to be where they can not be, so that they would count for nothing: on the seats of
    a building that is not active and then holds none. With the space, in words."""
    return [
        (space, f"units on the seats of an inactive `{b.kind}`, which then holds none")
        for space, b in city.buildings()
        if b.active is False and any((b.seats or {}).values()) and not game.kinds[b.kind].seats_inactive
    ]


def idle_units(city: City, game: c.Game) -> list[tuple[int | None, str]]:
    """What a rule of seating forbids in a complete city, in words, with the space: units left over (under
    `activation_first` those on seats, too) that would make an inactive building active; under `full` also a unit
    left over beside an open seat for it. Nothing where seating is free."""
    if game.seating == "free":
        return []
    has, seated = city.has(game), city.seated(game)
    left = {r.name: has[r.name] - seated[r.name] for r in game.resources}
    spare = dict(left)
    if game.seating == "activation_first":
        for _, b in city.buildings():
            if b.active or game.kinds[b.kind].seats_inactive:
                for name, n in (b.seats or {}).items():
                    spare[name] += n
    found: list[tuple[int | None, str]] = []
    for space, b in city.buildings():
        kind = game.kinds[b.kind]
        row, column = game.mode.board.row_column(space)
        place = f"`{b.kind}` in row {row + 1}, column {column + 1}"
        if not b.active and kind.needs and all(spare[r] >= n for r, n in kind.needs.items()):
            found.append((space, f"{place} is not active, and there are units to make it so"))
        if game.seating == "full" and (b.active or kind.seats_inactive):
            for name, room in kind.seats.items():
                if left[name] > 0 and (b.seats or {}).get(name, 0) < room:
                    found.append((space, f"{place} has a seat left, and {left[name]} {name} are not seated"))
    return found
