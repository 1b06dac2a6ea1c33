"""A game on a board of 2x2, in `games/two_by_two`: all its cities, and their scores counted by hand."""

from __future__ import annotations

from collections.abc import Iterator
from itertools import product
from pathlib import Path

from dsl.city import Building, City

LITTLE = Path(__file__).parent / "games" / "two_by_two"
# The eleven states of a space: kind, floors, active, units on its seats.
States = tuple[tuple[str, int, bool, int] | None, ...]
STATES: States = (
    None,
    *(("hut", floors, active, 0) for floors in (1, 2) for active in (True, False)),
    *(("den", 1, True, units) for units in (0, 1, 2)),
    ("wall", 1, True, 0),
    ("gate", 1, True, 0),
    ("gate", 1, False, 0),
)
BESIDE = {0: (1, 2), 1: (0, 3), 2: (0, 3), 3: (1, 2)}
ACROSS = {0: 3, 1: 2, 2: 1, 3: 0}
DEN = [[0, 1, 2], [1, 2, 4], [3, 5, 8]]


def all_cities() -> Iterator[tuple[City, States]]:
    """Every city, with none to two units more than are seated, in turn."""
    for number, states in enumerate(product(STATES, repeat=4)):
        cells = tuple(
            None if x is None else Building(x[0], x[1], {}, 0, x[2], {"water": x[3]} if x[3] else {})
            for x in states
        )
        used = sum(x[3] + (x[0] in ("hut", "gate") and x[2]) for x in states if x is not None)
        yield City("square", cells, {"water": used + number % 3}), states


def by_hand(states: States, stay: bool, gate_text: bool = True) -> dict[str, int]:
    """The score sheet of a little city, from the sentences of the rules; a Gate's own are left out if not wanted."""
    there = [x if x is not None and (x[2] or stay) else None for x in states]
    kind = [x[0] if x is not None else "" for x in there]
    works = [x is not None and x[2] for x in states]
    walls = {s for s in range(4) if kind[s] in ("wall", "gate")}
    out = dict.fromkeys(("hut", "den", "wall", "gate", "runs", "spread"), 0)
    huts = [s for s in range(4) if kind[s] == "hut"]
    for s, x in enumerate(states):
        if x is None or not works[s]:
            continue
        if x[0] == "hut":
            out["hut"] += (1, 3)[x[1] - 1]
        if x[0] == "den":
            out["den"] += DEN[x[3]][sum(kind[t] == "hut" for t in BESIDE[s])]
        if x[0] in ("wall", "gate"):
            # On 2x2, what is beside a wall of the group is in the group; the space across, if one beside both is.
            group = {s} | {t for t in BESIDE[s] if t in walls}
            if ACROSS[s] in walls and len(group) > 1:
                group.add(ACROSS[s])
            # A tile shows what it scores as a Wall under its own name.
            out[x[0]] += (0, 1, 2, 2)[len(group) - 1]
        if x[0] == "gate" and gate_text:
            if kind[ACROSS[s]] == "hut":
                out["gate"] += min(3, 2 * sum(kind[t] == "den" for t in BESIDE[s]))
            out["gate"] += min((1 if h in BESIDE[s] else 2 for h in huts), default=0)
    row = max((0 in walls) + (1 in walls), (2 in walls) + (3 in walls))
    column = max((0 in walls) + (2 in walls), (1 in walls) + (3 in walls))
    out["runs"] = (0, 1, 3)[row] + (0, 0, 2)[column]
    out["spread"] = (0 in huts) + any(h in huts for h in (1, 2, 3))
    if all(kind) and max((there[h][1] for h in huts), default=0) == 2:  # type: ignore[index]
        out["spread"] -= 1
    return out
