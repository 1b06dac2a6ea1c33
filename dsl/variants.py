"""Which games of a mode are compiled for a page: the default readings, and others.

Guarantee: every variant is the specification's game under its readings; the first has the default ones; no two
stand for the same choice.
"""

from __future__ import annotations

from collections.abc import Iterable

from dsl import core as c
from dsl.assemble import Readings, Specification
from dsl.to_js import Variant


def variant(spec: Specification, mode: str, readings: Readings) -> Variant:
    """The game of a mode under some readings (defaults elsewhere), and what makes each tile's own score in it."""
    game = spec.game(mode, readings)
    return Variant({r: x for r, x in readings.items() if x != spec.defaults[r]}, game, spec.own(mode, readings))


def variants(spec: Specification, mode: str, more: Iterable[Readings] = ()) -> list[Variant]:
    """The default readings, each other reading of one ruling that makes a difference in the mode, and `more`."""
    plain = spec.game(mode)
    singles: list[Readings] = [{r.name: x} for r in spec.rulings.values() for x in r.names()]
    chosen: dict[tuple[tuple[str, str], ...], Readings] = {(): {}}
    for readings in [*singles, *more]:
        changed = {r: x for r, x in sorted(readings.items()) if x != spec.defaults[r]}
        # A reading of another mode's tiles leaves the game as it is, so nobody needs to choose it here.
        if len(changed) > 1 or _meaning(spec.game(mode, changed)) != _meaning(plain):
            chosen[tuple(changed.items())] = changed
    return [variant(spec, mode, x) for x in chosen.values()]


def _meaning(game: c.Game) -> object:
    return game.clauses, game.gains, game.kinds, game.parts, game.seating
