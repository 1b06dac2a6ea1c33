"""Commands that weigh tiles against each other: `balance`, `strength`, `pairs`, `dominates`, `tune`.

Guarantee: importing this module imports neither a parser of rules nor a solver; each command is in `COMMANDS`.
"""

from __future__ import annotations

import argparse

from verifier.arguments.common import (
    SCOPE_NOTE,
    Add,
    jobs,
    names,
    recording,
    scope,
    time_limit,
    values,
    whole,
)

MOST_CITIES = 20_000_000  # what is seen of each is kept in memory until the end
_RANKS = ("most", "average", "zero", "worth")


def _balance(add: Add) -> None:
    balance = add(
        "balance",
        "score a million random cities, and tell how totals and tiles are distributed",
        "Units are what the tiles bring. They are seated in a simple way and not in the best one: in a random\n"
        "order buildings become active while units last, then seats are filled. Gains at the end are taken\n"
        "where they have to be, or find a seat.\n\n"
        "example:\n"
        "  tileproof balance TILE --mode MODE --svg tile.svg\n",
    )
    balance.add_argument("tile", metavar="TILE", nargs="?", help="tell more about this tile (default: all)")
    balance.add_argument("--mode", help="needed where there are several")
    help = "of each draw (default: 1000000)"
    balance.add_argument("--cities", metavar="N", type=whole(1, MOST_CITIES), default=1_000_000, help=help)
    balance.add_argument("--seed", metavar="N", type=whole(0), default=1, help="other cities (default: 1)")
    balance.add_argument(
        "--draw",
        choices=("uniform", "play", "both"),
        default="both",
        help="any kinds anywhere, or tiles of the rounds placed by the placement rule (default: both)",
    )
    balance.add_argument("--svg", metavar="FILE", help="draw the distributions into this file")


def _beside_others(add: Add, name: str, help: str, epilog: str, default_scope: str) -> argparse.ArgumentParser:
    """A command that asks something about a tile beside others."""
    made = add(name, help, f"{epilog}\n{SCOPE_NOTE}")
    made.add_argument("tile", metavar="TILE", help="its name or its title")
    made.add_argument("--mode", help="needed where there are several")
    scope(made, default_scope)
    return made


def _others(made: argparse.ArgumentParser) -> None:
    help = "only these other tiles (default: all of the mode)"
    made.add_argument("--beside", metavar="TILE,...", type=names, help=help)


def _drawing(made: argparse.ArgumentParser, cities: int) -> None:
    """Options of those that draw cities."""
    help = f"of random cities (default: {cities})"
    made.add_argument("--cities", metavar="N", type=whole(1, MOST_CITIES), default=cities, help=help)
    made.add_argument("--seed", metavar="N", type=whole(0), default=1, help="other cities (default: 1)")
    help = "how they are drawn (default: play)"
    made.add_argument("--draw", choices=("play", "uniform"), default="play", help=help)


def _strength(add: Add) -> None:
    strength = _beside_others(
        add,
        "strength",
        "rank a tile beside the official ones: most, average, share of cities with 0, worth",
        "The most is asked of solvers, the average is seen in random cities. What a tile is worth takes long, and\n"
        "is asked with --worth alone; what is known of other tiles comes from the record and from --results.\n\n"
        "examples:\n"
        "  tileproof strength TILE --with homebrew --mode MODE\n"
        "  tileproof strength TILE --mode MODE --results results.jsonl --by worth\n",
        "rounds",
    )
    help = "these other tiles, or `all` of the mode (default: those of the specification, without what is on top)"
    strength.add_argument("--beside", metavar="TILE,...", type=names, help=help)
    strength.add_argument("--by", choices=_RANKS, default="most", help="what ranks them (default: most)")
    strength.add_argument("--worth", action="store_true", help="also ask what the tile is worth")
    help = "best totals that are known, a file of results of `sweep`; may be repeated"
    strength.add_argument("--results", metavar="FILE", action="append", help=help)
    time_limit(strength, "seconds for each question (default: 60; 600 for totals)", None)
    jobs(strength)
    _drawing(strength, 200_000)
    recording(strength)


def _pairs(add: Add) -> None:
    pairs = _beside_others(
        add,
        "pairs",
        "tell which tiles a tile goes with, and which against",
        "With: some city gives both tiles the most that each can score. Against: none does. Also the correlation\n"
        "of their own scores in random cities.\n\n"
        "example:\n"
        "  tileproof pairs TILE --with homebrew --mode MODE --beside TILE,TILE\n",
        "rounds",
    )
    _others(pairs)
    pairs.add_argument("--show", action="store_true", help="draw the best city for each pair")
    time_limit(pairs, "seconds for each question (default: 30)", None)
    _drawing(pairs, 200_000)
    recording(pairs)


def _dominates(add: Add) -> None:
    dominates = _beside_others(
        add,
        "dominates",
        "tell whether another tile is never worse in its place, or never better",
        "For each other tile two properties are proved or refuted: that the city never scores less with it in\n"
        "the place of TILE, and never more. Exit code 1 says that a tile dominates it, or is the same.\n\n"
        "examples:\n"
        "  tileproof dominates TILE --mode MODE\n"
        "  tileproof dominates TILE --with homebrew --mode MODE --beside TILE --show\n",
        "any",
    )
    _others(dominates)
    dominates.add_argument("--show", action="store_true", help="draw the cities that show an answer")
    time_limit(dominates, "seconds for each question (default: 20)", None)
    jobs(dominates)
    recording(dominates)


def _tune(add: Add) -> None:
    tune = _beside_others(
        add,
        "tune",
        "list the numbers of a tile, try others, and find the one that makes it as strong as another tile",
        "Without --try and --like the numbers are listed.\n\n"
        "examples:\n"
        "  tileproof tune TILE --with homebrew --mode MODE --try 1..4\n"
        "  tileproof tune TILE --with homebrew --mode MODE --like TILE\n"
        "  tileproof tune night_market --with night_market.rules --number 2 --try 4 --write\n",
        "rounds",
    )
    tune.add_argument("--number", metavar="N", type=whole(1), help="which one; needed where there are several")
    help = "the numbers to try: `4`, `2,5`, `1..6` (with --like by default: up to twice what is there, plus 4)"
    tune.add_argument("--try", dest="values", metavar="VALUES", type=values, help=help)
    tune.add_argument("--like", metavar="TILE", help="look for the number that makes it as strong as this tile")
    help = "what --like compares (default: most)"
    tune.add_argument("--of", choices=_RANKS, default="most", help=help)
    tune.add_argument("--write", action="store_true", help="write the number into the rules")
    time_limit(tune, "seconds for each question (default: 60; 600 with `--of worth`)", None)
    _drawing(tune, 100_000)
    recording(tune)


COMMANDS = (_balance, _strength, _pairs, _dominates, _tune)
