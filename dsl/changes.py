"""Changes that make one city out of another: what properties of two cities speak of.

Guarantee: `steps` lists all the ways in which a change can be made on a complete city, and `changed` makes one:
the city that comes out is complete, legal, and differs in nothing else. Units come and go with the buildings
that they sit on, so that as many are left over as before.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass, replace
from typing import Literal, assert_never

from dsl import core as c
from dsl.board import Board, Space
from dsl.city import Building, City, faults, with_print

What = Literal["adding", "removing", "raising", "seating", "swapping", "mirroring", "replacing"]


@dataclass(frozen=True)
class Change:
    """A change of a city.

    `adding`: an active building of one of the kinds `new`, of one floor, on an empty space, its seats empty.
    `removing`: a building of `kinds` goes, with its units. `raising`: one gets a floor more. `seating`: one gets a
    unit of `resource` more on its seats. `swapping`: two spaces change what stands on them. `mirroring`: the whole
    city is flipped by a symmetry of the board. `replacing`: an active building of `kinds` gives way to one of `new`
    as `adding` brings it."""

    what: What
    kinds: frozenset[str] = frozenset()
    new: frozenset[str] = frozenset()
    resource: str = ""


@dataclass(frozen=True)
class Step:
    """One way to make a change: the spaces that it is about (two for `swapping`; for `mirroring`, the image of
    every space), the kind that comes new, and the variant of the tile that does."""

    spaces: tuple[Space, ...]
    kind: str = ""
    variant: str = ""


def neighbourhood(board: Board, places: Sequence[str], space: Space) -> frozenset[Space]:
    """A space with those around it: of its `row`, `column`, `line` or `district`, or its `adjacent spaces`.

    Raises `ValueError` for any other place: the grammar has no more."""
    found = {space}
    for place in places:
        match place:
            case "adjacent spaces":
                found.update(board.adjacent(space))
            case "row" | "column" | "line" | "district":
                found.update(board.region_of(place, space))
            case _:
                raise ValueError(f"no place `{place}`")
    return frozenset(found)


def _variants(game: c.Game, kind: str) -> tuple[str, ...]:
    return tuple(v.name for v in game.kinds[kind].prints)


def _candidates(city: City, game: c.Game, change: Change) -> Iterator[Step]:
    board = game.mode.board
    match change.what:
        case "adding":
            for s in board.spaces:
                if city.cells[s] is None:
                    for n in sorted(change.new):
                        yield from (Step((s,), n, v) for v in _variants(game, n))
        case "removing":
            yield from (Step((s,)) for s, b in city.buildings() if b.kind in change.kinds)
        case "raising":
            for s, b in city.buildings():
                if b.kind in change.kinds and b.floors < game.kinds[b.kind].max_floors:
                    yield from (Step((s,), "", v) for v in _variants(game, b.kind))
        case "seating":
            for s, b in city.buildings():
                kind = game.kinds[b.kind]
                room = kind.seats.get(change.resource, 0) - (b.seats or {}).get(change.resource, 0)
                if b.kind in change.kinds and room > 0 and (b.active or kind.seats_inactive):
                    yield Step((s,))
        case "swapping":
            for s in board.spaces:
                for t in board.spaces[s + 1 :]:
                    if city.cells[s] is not None or city.cells[t] is not None:
                        yield Step((s, t))
        case "mirroring":
            yield from (Step(image) for image in board.symmetries[1:])
        case "replacing":
            for s, b in city.buildings():
                if b.kind in change.kinds and b.active:
                    for n in sorted(change.new - {b.kind}):
                        yield from (Step((s,), n, v) for v in _variants(game, n))
        case _:
            assert_never(change.what)


def steps(city: City, game: c.Game, change: Change) -> Iterator[Step]:
    """All ways to make the change on a complete city for which the box has the pieces."""
    for step in _candidates(city, game, change):
        if _enough(changed(city, game, change, step), game):
            yield step


def _enough(city: City, game: c.Game) -> bool:
    """Whether the box has as many units as are seated."""
    seated = city.seated(game)
    return all(seated[r.name] <= r.pieces for r in game.resources)


def _printed(b: Building, game: c.Game, variant: str) -> Building:
    """The building with one tile of a variant more."""
    return with_print(b, next(v for v in game.kinds[b.kind].prints if v.name == variant))


def changed(city: City, game: c.Game, change: Change, step: Step) -> City:
    """The city after one step of a change. Its supply is given: the units that the city received, more or less
    those of the buildings that came and went. What was taken at the end stays taken, whatever gave it, but for
    units that went.

    Raises `ValueError` if the step is not possible."""
    cells = list(city.cells)
    s = step.spaces[0]
    here = cells[s]
    match change.what:
        case "adding" | "replacing":
            cells[s] = _printed(Building(step.kind, active=True, seats={}), game, step.variant)
        case "removing":
            cells[s] = None
        case "raising" if here is not None:
            cells[s] = _printed(replace(here, floors=here.floors + 1), game, step.variant)
        case "seating" if here is not None:
            seats = dict(here.seats or {})
            seats[change.resource] = seats.get(change.resource, 0) + 1
            cells[s] = replace(here, seats=seats)
        case "swapping":
            t = step.spaces[1]
            cells[s], cells[t] = cells[t], cells[s]
        case "mirroring":
            for t, image in enumerate(step.spaces):
                cells[image] = city.cells[t]
        case _:
            raise ValueError(f"nothing to change on space {s}")
    return _supplied(city, game, tuple(cells), game)


def _supplied(city: City, game: c.Game, cells: tuple[Building | None, ...], rules: c.Game) -> City:
    """The city of other cells, under other rules perhaps, with as many units left over as the given one has.
    Units that go are some of those received by placing, as far as there are any, then of those taken at the end.

    Raises `ValueError` if the rules do not allow it."""
    before, now = city.seated(game), City(city.mode, cells).seated(rules)
    supply = {r: n + now[r] - before[r] for r, n in city.received(game).items()}
    taken = dict(city.taken or {})
    for place in sorted(taken):
        back = min(taken[place], max(0, -supply[place[1]]))
        taken[place] -= back
        supply[place[1]] += back
    made = City(city.mode, cells, supply, {x: n for x, n in taken.items() if n} if taken else city.taken)
    problems = faults(made, rules)
    if problems:
        raise ValueError("; ".join(text for _, text in problems))
    return made


def _from_box(city: City, rules: c.Game) -> City:
    """The city, if the box has the units for it.

    Raises `ValueError` if it has not."""
    if not _enough(city, rules):
        raise ValueError("more units are seated than the box has")
    return city


def reread(city: City, game: c.Game, rules: c.Game) -> City:
    """The same city under other rules, on the same board: the same buildings are active, the same units sit on
    seats, and as many are left over.

    Raises `ValueError` if the rules do not allow it."""
    missing = sorted({b.kind for _, b in city.buildings()} - set(rules.kinds))
    if missing:
        raise ValueError(f"there is no `{missing[0]}` in {rules.mode.name}")
    return _from_box(_supplied(city, game, city.cells, rules), rules)


def keeps_prints(old: c.Kind, new: c.Kind) -> bool:
    """Whether all that can be printed on one kind can be printed on another one that takes its place."""

    def printed(k: c.Kind) -> set[tuple[frozenset[tuple[str, int]], int]]:
        return {(frozenset(v.gains), v.worth) for v in k.prints}

    return printed(old) <= printed(new) and old.max_floors <= new.max_floors


def exchanged(city: City, game: c.Game, tile: str, other: str) -> City:
    """The city with another tile in the place of one: active if that was (or if it needs nothing), with its floors
    and the units on its seats, as many as it can have, and its prints, if it has all of these (else the first one
    on each floor).

    Raises `ValueError` if the other tile stands in the city already, or the city would not be legal."""
    if any(b.kind == other for _, b in city.buildings()):
        raise ValueError(f"`{other}` stands in the city already")
    old, new = game.kinds[tile], game.kinds[other]

    def instead(b: Building) -> Building:
        active = bool(b.active) or not new.needs
        seats = {}
        if (b.active or old.seats_inactive) and (active or new.seats_inactive):
            seats = {r: min(n, new.seats.get(r, 0)) for r, n in (b.seats or {}).items()}
        floors = min(b.floors, new.max_floors)
        made = Building(other, floors, active=active, seats={r: n for r, n in seats.items() if n})
        if keeps_prints(old, new):
            return replace(made, gains=b.gains, vp=b.vp)
        for _ in range(floors):
            made = with_print(made, new.prints[0])
        return made

    cells = tuple(instead(b) if b is not None and b.kind == tile else b for b in city.cells)
    return _from_box(_supplied(city, game, cells, game), game)


def joined(city: City, game: c.Game, other: City, places: Sequence[str], tile: str) -> City:
    """Another city with all that stands in this one at the places around a tile.

    Raises `ValueError` if they are not of the same kinds there, or the city would not be legal."""
    near = neighbourhood(game.mode.board, places, next(s for s, b in city.buildings() if b.kind == tile))
    cells = list(other.cells)
    for s in near:
        a, b = city.cells[s], other.cells[s]
        if (a.kind if a is not None else "") != (b.kind if b is not None else ""):
            raise ValueError(f"the two cities differ on space {s}")
        cells[s] = a
    return _from_box(_supplied(other, game, tuple(cells), game), game)


def told(change: Change, step: Step, city: City, game: c.Game) -> str:
    """What a step does, in words."""

    def at(s: Space) -> str:
        row, column = game.mode.board.row_column(s)
        return f"row {row + 1}, column {column + 1}"

    def title(kind: str) -> str:
        return game.kinds[kind].title

    s = step.spaces[0]
    here = city.cells[s]
    match change.what:
        case "adding":
            return f"{title(step.kind)} added on {at(s)}"
        case "swapping":
            return f"{at(s)} and {at(step.spaces[1])} swapped"
        case "mirroring":
            return f"mirrored: {at(0)} is now {at(step.spaces[0])}"
    assert here is not None
    match change.what:
        case "removing":
            return f"{title(here.kind)} removed from {at(s)}"
        case "raising":
            return f"{title(here.kind)} on {at(s)} raised to {here.floors + 1} floors"
        case "seating":
            unit = next(r.title for r in game.resources if r.name == change.resource)
            return f"one {unit} more on the {title(here.kind)} on {at(s)}"
        case "replacing":
            return f"{title(here.kind)} on {at(s)} replaced by {title(step.kind)}"
        case _:
            assert_never(change.what)
