"""Random cities of the shipped game: a seeded generator, a Hypothesis strategy, and their translation.

What a kind needs, seats and how tall it may be comes from the reference scorer, not from the
specification; so a city that is possible by one and not by the other shows in the tests.
"""

from __future__ import annotations

import random
from collections.abc import Callable, Mapping, Sequence
from typing import Any, TypeVar

import reference
from hypothesis import strategies as st

from dsl.assemble import Specification
from dsl.city import Building, City
from dsl.city_text import read_grid
from dsl.diagnostics import Bag
from dsl.source import Source, Span

T = TypeVar("T")
Pick = Callable[[Sequence[T]], T]

MODES = tuple(reference.KINDS)
KINDS = {mode: sorted(kinds) for mode, kinds in reference.KINDS.items()}
# The reference names resources in the plural, the specification in the singular.
SINGULAR = {"inhabitants": "inhabitant", "energy": "energy"}
PLURAL = {one: many for many, one in SINGULAR.items()}
PIECES = {"inhabitant": 65, "energy": 50}
ROWS = {"classic": (4, 4), "expert": (4, 5)}


Prints = Mapping[str, Sequence[tuple[int, Mapping[str, int]]]]


def _city(mode: str, pick: Pick[Any], prints: Prints, kinds: Sequence[str] = ()) -> City:
    """A complete city, every choice made by `pick` (whose first option is the plainest).

    Few kinds are mixed as often as many, so that districts without an empty space and large groups come
    about. No more units are seated than the box has."""
    rows, columns = ROWS[mode]
    pool = kinds or [pick(KINDS[mode]) for _ in range(pick((1, 2, 3, 5, 8, 30)))]
    empty = (True,) * pick((0, 1, 2, 6)) + (False,) * 4
    all_active = pick((True, False))
    # Now and then one row or column, or two, are of one kind.
    lines = pick((0, 0, 1, 2))
    uniform = {(pick((0, 1)), pick(range(columns))): pick(kinds or (*pool, "harbor")) for _ in range(lines)}
    cells: list[Building | None] = []
    left = dict(PIECES)
    for space in range(rows * columns):
        same = uniform.get((0, space // columns)) or uniform.get((1, space % columns))
        if same is None and pick(empty):
            cells.append(None)
            continue
        kind = same or pick(pool)
        floors = pick(range(1, reference.max_floors(mode, kind) + 1))
        needs = {SINGULAR[r]: n for r, n in reference.needs(mode, kind).items() if n}
        active = all_active or not needs or pick((True, True, True, False))
        vp, gains = 0, {"inhabitant": 0, "energy": 0}
        for _ in range(floors):
            worth, units = pick(prints.get(kind) or ((0, {}), (1, {}), (3, {})))
            vp += worth
            gains = {r: n + units.get(r, 0) for r, n in gains.items()}
        if active:
            left = {r: n - needs.get(r, 0) for r, n in left.items()}
        seats = {
            SINGULAR[r]: pick(range(min(cap, 7) + 1)) for r, cap in reference.seat_caps(mode, kind).items() if cap
        }
        cells.append(Building(kind, floors, {r: n for r, n in gains.items() if n}, vp, active, seats))
    for i, b in enumerate(cells):
        if b is not None:
            seats = {r: min(n, max(left[r], 0)) for r, n in (b.seats or {}).items()}
            left = {r: n - seats.get(r, 0) for r, n in left.items()}
            cells[i] = Building(b.kind, b.floors, b.gains, b.vp, b.active, {r: n for r, n in seats.items() if n})
    # Units on the seats of inactive buildings are spare, so that a city often has some unseated.
    supply = {r: PIECES[r] - left[r] + min(pick((0, 0, 1, 4)), max(left[r], 0)) for r in PIECES}
    return City(mode, tuple(cells), supply)


def random_city(rnd: random.Random, mode: str, prints: Prints | None = None, kinds: Sequence[str] = ()) -> City:
    """A city of a seeded generator, of these kinds only if they are given.

    `prints` lists VP and gains of the variants of a kind's tile."""
    return _city(mode, rnd.choice, prints or {}, kinds)


@st.composite
def cities(draw: st.DrawFn, mode: str) -> City:
    """Cities that shrink: to few spaces, few kinds, everything active."""
    return _city(mode, lambda options: draw(st.sampled_from(options)), {})


def to_reference(city: City) -> dict[str, Any]:
    """The city as the reference scorer takes it."""
    columns = ROWS[city.mode][1]
    cells = [
        None
        if b is None
        else {
            "kind": b.kind,
            "floors": b.floors,
            "vp": b.vp,
            "active": b.active,
            "seats": {PLURAL[r]: n for r, n in (b.seats or {}).items()},
        }
        for b in city.cells
    ]
    supply = city.supply or {}
    return {
        "mode": city.mode,
        "rows": [cells[r * columns : (r + 1) * columns] for r in range(len(cells) // columns)],
        "supply": {PLURAL[r]: n for r, n in supply.items()},
    }


def drawn(spec: Specification, mode: str, text: str, **supply: int) -> City:
    """A city from its drawing; what is not said to be inactive is active, and seated units are all there are
    (or the given supply)."""
    from dsl.city import all_active

    source = Source("<drawn>", "{" + text + "}")
    bag = Bag()
    cells = read_grid(Span(source, 0, len(source.text)), 1, spec.declarations.modes[mode], spec.declarations, bag)
    bag.check()
    assert cells is not None
    city = all_active(City(mode, cells))
    units = supply or city.seated(spec.game(mode))
    return City(mode, city.cells, {r.name: units.get(r.name, 0) for r in spec.game(mode).resources})
