"""How kinds look in every picture: a letter, a colour and a pattern, so that each can be told without colours.

Guarantee: no two kinds of a game have the same letter. Families for which no icon asks have patterns of their own
while there are any left. A style depends on the names of the kinds and on what icons ask for, on nothing else.
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from zlib import crc32

from dsl import core as c
from dsl.draw import short_names
from dsl.icons import NONE, Icons
from dsl.patterns import PATTERNS

# For families whose icons ask for no colour: dark enough for white letters on them.
COLOURS = (
    "#b3261e", "#1f6fb2", "#2f7d32", "#76528b", "#8a4b2f", "#0b7a75", "#3b4d9b", "#a8326e", "#546e7a", "#6b6b00",
)  # fmt: skip


@dataclass(frozen=True)
class Style:
    """The letter (or few letters) of a kind, its colour as `#rrggbb`, and the name of its pattern."""

    letter: str
    colour: str
    pattern: str


def mixed(colour: str, share: float) -> str:
    """A colour mixed with white: `share` of it, from 0 to 1."""
    parts = (int(colour[i : i + 2], 16) for i in (1, 3, 5))
    return "#" + "".join(f"{round(255 - (255 - x) * share):02x}" for x in parts)


def family(name: str, game: c.Game) -> str:
    """The kind at the end of the line of first parents."""
    parents = game.kinds[name].parents
    return family(parents[0], game) if parents and parents[0] in game.kinds else name


def styles(game: c.Game, icons: Icons = NONE) -> Mapping[str, Style]:
    """The style of every kind of a game: colour and pattern that its icon asks for, or a parent's; else those that
    its family is dealt, of what no icon asks for while there is any."""
    letters = short_names(game)
    families = sorted({family(k, game) for k in game.kinds})
    asked = {k: icons.asked(k, game) for k in game.kinds}
    colours = _dealt([f for f in families if not asked[f][0]], COLOURS, {a for a, _ in asked.values()})
    patterns = _dealt([f for f in families if not asked[f][1]], tuple(PATTERNS), {b for _, b in asked.values()})
    return {
        k: Style(letters[k], asked[k][0] or colours[family(k, game)], asked[k][1] or patterns[family(k, game)])
        for k in game.kinds
    }


def _dealt(names: list[str], choices: tuple[str, ...], taken: set[str]) -> dict[str, str]:
    """One of the choices for each name, the one that the name itself picks if it is free, so that a name has mostly
    the same in every mode; again from the start when all are taken."""
    out: dict[str, str] = {}
    free = [x for x in choices if x not in taken]
    for name in names:
        free = free or list(choices)
        wanted = crc32(name.encode()) % len(choices)
        turn = (choices[(wanted + i) % len(choices)] for i in range(len(choices)))
        out[name] = next(x for x in turn if x in free)
        free.remove(out[name])
    return out
