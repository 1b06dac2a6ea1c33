"""Commands that tell what rules mean: `explain`, `play`, `diff`, `mutate`, `audit`.

Guarantee: importing this module imports neither a parser of rules nor a solver; each command is in `COMMANDS`.
"""

from __future__ import annotations

from verifier.arguments.common import Add, jobs, names, time_limit, whole


def _explain(add: Add) -> None:
    explain = add(
        "explain", "tell what a tile says, what it means and what it depends on")
    explain.add_argument("tile", metavar="NAME", help="a tile, a building, a scoring or a mode")
    explain.add_argument("--mode", help="only this mode")
    language = "the language of the sentences (default: en)"
    explain.add_argument("--language", metavar="LANG", default="en", help=language)
    explain.add_argument("--python", action="store_true", help="show the compiled clauses")
    explain.add_argument("--core", action="store_true", help="show the clauses as the compilers see them")


def _play(add: Add) -> None:
    play = add(
        "play",
        "play a procedure of the rules: told as it goes, or chosen by you",
        "examples:\n"
        "  tileproof play --mode MODE --players 4 --seed 7\n"
        "  tileproof play --mode MODE --interactive\n"
        "  tileproof play --mode MODE --format json > game.json; tileproof play --replay game.json\n",
    )
    play.add_argument("name", metavar="PROCEDURE", nargs="?", help="needed where there are several")
    play.add_argument("--mode", help="needed where there are several")
    play.add_argument("--seed", metavar="N", type=whole(0), default=1, help="of shuffles and choices (default: 1)")
    how = play.add_mutually_exclusive_group()
    how.add_argument("--interactive", action="store_true", help="you choose for everybody")
    how.add_argument("--replay", metavar="FILE", help="play again what `--format json` wrote")
    how.add_argument("--chances", action="store_true", help="where a piece is likely to be, round by round")
    help = "with --chances: how often each option is taken (default: all alike); `swap=1/2,keep=1/2,place=1`"
    play.add_argument("--weights", metavar="OPTION=W,...", type=names, help=help)
    play.add_argument("--of", metavar="SORT", help="with --chances: the sort of the piece (default: what is drawn)")
    help = "with --chances: also play so many games and give the intervals (default: 0)"
    play.add_argument("--plays", metavar="N", type=whole(0), default=0, help=help)


def _diff(add: Add) -> None:
    diff = add(
        "diff",
        "tell whether two texts mean the same, or show the smallest city that tells them apart",
        "OLD and NEW: two folders, two .rules files (each on top of the specification), two tiles, or what\n"
        "git has, as REVISION:path. Exit code 1 says that they differ.\n",
    )
    diff.add_argument("old", metavar="OLD", help="a folder, a .rules file, REVISION:path, or a tile")
    diff.add_argument("new", metavar="NEW", help="what to compare it with, of the same sort")
    diff.add_argument("--mode", help="only this mode")
    diff.add_argument("--all-readings", action="store_true", help="also under every other reading, one at a time")
    time_limit(diff, "seconds for each (default: 60)", 60.0)


def _mutate(add: Add) -> None:
    mutate = add(
        "mutate",
        "change the rules in one place at a time, and tell which changes nobody notices",
        "Noticed: an example fails, or a property is refuted. What is not noticed is compared with the\n"
        "rules as they are: proved to be the same, or shown with the example that is missing.\n\n"
        "example:\n"
        "  tileproof mutate TILE --list\n",
    )
    mutate.add_argument(
        "names", metavar="NAME", nargs="*", help="tiles, buildings, scorings or tables (default: all)"
    )
    mutate.add_argument("--list", action="store_true", help="all changes, with what noticed them")
    time_limit(mutate, "seconds for each (default: 20)", 20.0)
    jobs(mutate)


def _audit(add: Add) -> None:
    audit = add(
        "audit",
        "look for clauses, table entries and conditions that can not matter, and tell what each ruling does",
        "Example: `tileproof audit KIND SCORING --check entry,ruling`\n",
    )
    audit.add_argument(
        "names", metavar="NAME", nargs="*", help="tiles, buildings, scorings or rulings (default: all)"
    )
    audit.add_argument("--mode", help="only this mode")
    audit.add_argument(
        "--check",
        dest="checks",
        metavar="CHECK,...",
        type=names,
        help="only these: clause, entry, condition, overlap, may, range, depends, ruling (default: all)",
    )
    time_limit(audit, "seconds for each question (default: 20)", 20.0)
    jobs(audit)


COMMANDS = (_explain, _play, _diff, _mutate, _audit)
