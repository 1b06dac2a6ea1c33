"""Cities at random: what most questions about a difference are settled by, before a solver has to be asked.

Guarantee: every city is complete and, where seating is free, possible in scope `any`; the same arguments give the
same cities.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from random import Random

from dsl import core as c
from dsl.board import Board, Space
from dsl.city import Building, City, faults

SEED = 1
FEW_KINDS = 3  # kinds in one city: what a sentence speaks of should meet often


def cities(game: c.Game, kinds: Sequence[str], about: Sequence[str], number: int) -> Iterator[City]:
    """Cities of some of the kinds, most of them with one of `about`, from small ones to full boards."""
    random = Random(SEED)
    if not kinds:
        return
    for i in range(number):
        buildings = 1 + i * game.mode.board.size // number
        some = random.sample(sorted(kinds), min(len(kinds), random.randint(1, FEW_KINDS)))
        if about and random.random() < 0.8:
            some.append(random.choice(sorted(about)))
        city = _city(game, some, _spaces(game.mode.board, buildings, random), random)
        if not faults(city, game):
            yield city


def _spaces(board: Board, number: int, random: Random) -> set[Space]:
    if random.random() < 0.5:
        return set(random.sample(board.spaces, number))
    found = {random.choice(board.spaces)}
    while len(found) < number:
        found.add(random.choice(sorted({t for s in found for t in board.adjacent(s)} - found)))
    return found


def _city(game: c.Game, kinds: Sequence[str], spaces: set[Space], random: Random) -> City:
    all_active = random.random() < 0.6
    high = random.random() < 0.3
    cells: list[Building | None] = []
    for s in game.mode.board.spaces:
        kind = game.kinds[random.choice(kinds)]
        floors = kind.max_floors if high else random.randint(1, kind.max_floors)
        prints = [random.choice(kind.prints) for _ in range(floors)]
        gains: dict[str, int] = {}
        for name, n in (x for v in prints for x in v.gains):
            gains[name] = gains.get(name, 0) + n
        active = not kind.needs or all_active or random.random() < 0.7
        seats = {r: random.randint(0, min(room, 6)) for r, room in kind.seats.items()}
        if not (active or kind.seats_inactive):
            seats = {}
        worth = sum(v.worth for v in prints)
        there = Building(kind.name, floors, gains, worth, active, {r: n for r, n in seats.items() if n})
        cells.append(there if s in spaces else None)
    city = City(game.mode.name, tuple(cells))
    seated = city.seated(game)
    supply = {r.name: min(r.pieces, seated[r.name] + random.choice((0, 0, 1, 2, 5))) for r in game.resources}
    return City(city.mode, city.cells, supply)
