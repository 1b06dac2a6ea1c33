"""Random games on boards of three to six spaces, with random clauses: for the agreement of two ways to a best total.

Guarantee: the same `random.Random` makes the same games. Every feature of a game that a city's total can depend on
(units of two sorts, prints, seats, floors, gains, districts, seating, what inactive buildings do) is drawn.
"""

from __future__ import annotations

import random
from dataclasses import dataclass
from functools import cache
from pathlib import Path

from dsl import syntax as s
from dsl.assemble import Specification
from dsl.diagnostics import Bag
from dsl.load import load
from dsl.parse import parse
from dsl.source import Source
from verifier.laboratory import Lab
from verifier.programs import CLAUSES, Level, Writer

BOARDS = ("1 1\n 2 2", "1 2\n 2 2", "1 1\n 1 2", "1 2 2", "1\n 1\n 2", "1 1 2\n 2 1 1", "1 1 2\n 1 1 2")
LAWS = (
    ("inactive buildings leave", "inactive buildings stay"),
    ("seating free", "seating free", "seating full", "seating activation_first"),
    ("", "", "tiles score even when inactive"),
)


def game_text(rnd: random.Random) -> str:
    """The text of a game whose kinds score nothing."""
    pick = rnd.choice
    laws = "  ".join(pick(x) for x in LAWS)
    water = pick((3, 4, 6))
    seats = pick(("2 water", "1 water and 1 coin", "1 coin", "3 water", "any water", "nothing"))
    even = pick(("", "", " even when inactive")) if seats != "nothing" else ""
    den_needs = pick(("nothing", "nothing", "1 coin"))
    prints = pick((
        "print wet gains 2 water\n  print dry worth 1",
        "print wet gains 1 water and 1 coin worth 2\n  print dry worth 1\n  print bare",
        "print wet gains 2 water\n  print dry gains 1 coin",
    ))  # fmt: skip
    wall_needs = pick(("1 water", "nothing", "1 water and 1 coin"))
    arch = pick(("", "copies 2", "needs nothing", "seats 1 water", "floors up to 2", "print fine worth 2 gains 1 water"))
    arch += pick(("", "\n  joins groups of hut", "\n  joins groups of (hut or den) even when inactive"))
    arch = arch.replace("worth 2 gains 1 water", "gains 1 water worth 2")
    mossy = pick(("", "", "print mossy gains 1 coin worth 1"))
    stock_of_dry = pick(("1 0", "1 1", "0 2"))
    return f"""
game "Little" {{ {laws} }}
ruling broken "Which?" {{ reading one "one"  reading two "two"  default one  because "Either will do." }}
resource water "Water" {{ plural waters "Waters"  glyph w  pieces {water}  costs {pick((0, 1, 1))} unseated }}
resource coin "Coin" {{ plural coins "Coins"  glyph c  pieces {pick((1, 3))}  {pick(("", "costs 2 unseated"))} }}
mode square "Square" {{ board {{ {pick(BOARDS)} }}  rounds 2  turns {pick((1, 2, 2, 3))} }}
table steps [0, 1, 3+]
building hut "Hut" {{
  plural huts "Huts"
  glyph h  floors up to {pick((1, 2, 2))}  needs {pick(("1 water", "1 water", "2 water", "nothing"))}
  {prints}
}}
building den "Den" {{ plural dens "Dens"  glyph d  needs {den_needs}  seats {seats}{even} }}
building wall "Wall" {{ plural walls "Walls"  glyph b  needs {wall_needs} {mossy} }}
tile well "Well" is wall {{ glyph l  when placed gain {pick(("2 water", "1 water and 1 coin"))} }}
tile arch "Arch" is wall {{ glyph a  {arch} }}
scoring whole "Whole" {{}}
inventory square {{
  tiles replace wall
  hut wet: 1 1
  hut dry: {stock_of_dry}
  {"hut bare: 0 1" if "bare" in prints else ""}
  den: {pick(("1 1", "2 0", "0 1"))}
  wall{" mossy" if mossy else ""}: {pick(("1 2", "1 1", "2 0"))}
}}
"""


@dataclass(frozen=True)
class LittleGame:
    """A game with its clauses; `text` shows both."""

    spec: Specification
    kinds: frozenset[str]
    text: str


@cache
def _lab(text: str, folder: Path) -> Lab:
    file = folder / "little.rules"
    file.write_text(text, "utf-8")
    return Lab.of(load([file]), "square", 200)


def _lines(text: str) -> tuple[s.Line, ...]:
    bag = Bag()
    file = parse(Source("<program>", f'building x "X" {{\n{text}\n}}'), bag)
    bag.check()
    found = file.items[0]
    assert isinstance(found, s.Declaration)
    return found.lines


def little_game(rnd: random.Random, folder: Path, clauses: tuple[int, ...] = (1, 2, 3)) -> LittleGame:
    """A random game with some random clauses of some of its kinds.

    Raises `Failure` where the checker refuses them."""
    text = game_text(rnd)
    lab = _lab(text, folder)
    pool = tuple(sorted(rnd.sample(lab.kinds, rnd.choice((2, 3, 3, 4, 5)))))
    said = [text]
    for _ in range(rnd.choice(clauses)):
        owner = rnd.choice((*pool, *pool, "whole"))
        own = owner in lab.kinds
        w = Writer(rnd.choice, lab, pool, rnd.choice((1, 2, 2, 3)), lab.loops, own, own and lab.declarations.is_tile(owner))
        line = w._form(CLAUSES, Level.EXPR)[1]
        lab = lab.adding(owner, _lines(line))
        said.append(f"{owner}: {line}")
    return LittleGame(Specification(lab.declarations, ()), frozenset(pool), "\n".join([*said, f"kinds {pool}"]))
