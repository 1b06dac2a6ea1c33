"""Commands for rules that are being written: `check`, `new`, `init`, `watch`.

Guarantee: importing this module imports neither a parser of rules nor a solver; each command is in `COMMANDS`.
"""

from __future__ import annotations

from verifier.arguments.common import ANNOTATED, Add, time_limit


def _check(add: Add) -> None:
    check = add(
        "check",
        "find all mistakes in the rules, and run their examples",
        "Files that declare no mode of their own are checked on top of the specification.\n",
        formats=ANNOTATED,
    )
    check.add_argument("paths", metavar="FILE|DIR", nargs="*", help="default: the specification")


def _new(add: Add) -> None:
    new = add(
        "new",
        "write a commented tile that checks, to begin with",
        "On a terminal it asks for what the options leave open.\n\n"
        "examples:\n"
        '  tileproof new "Night Market"\n'
        '  tileproof new "Night Market" --mode MODE --kind-of table --near KIND --out night.rules\n',
    )
    new.add_argument("title", metavar="TITLE", nargs="?", help="what stands on the tile")
    new.add_argument("--mode", help="only this mode (default: all in which its kind exists)")
    help = "how it scores: per-neighbour (default), per-row, per-city, if, table or variety"
    new.add_argument("--kind-of", dest="shape", metavar="SHAPE", help=help)
    new.add_argument("--near", metavar="KIND", help="the building or tile that it looks at")
    new.add_argument("--is", dest="is_", metavar="KIND", help="what it counts as (default: what most tiles are)")
    new.add_argument("--summary", metavar="TEXT", help="what it says (default: made from the rules)")
    new.add_argument("--name", help="its name in the rules (default: made from the title)")
    new.add_argument("--out", metavar="FILE|DIR", help="where to write it (default: NAME.rules)")


def _init(add: Add) -> None:
    init = add(
        "init",
        "start rules of your own that build on those that come along",
        "It writes FOLDER/game.rules. In that folder, or with `--spec FOLDER`, every command is about it.\n\n"
        "example:\n"
        "  tileproof init my_game && cd my_game\n",
    )
    init.add_argument("folder", metavar="FOLDER", help="where; it is made if it is not there")
    init.add_argument("--title", help="of the game (default: made from the folder)")
    help = "other rules to build on, or the name of another game (default: those that come along)"
    init.add_argument("--on", metavar="DIR", help=help)


def _watch(add: Add) -> None:
    watch = add(
        "watch",
        "tell after every save what the rules mean now",
        "Mistakes, the sentence in words, examples, a drawing; then, as they are found, properties\n"
        "and maxima that are not what they were. Ctrl-C ends it.\n",
    )
    watch.add_argument("paths", metavar="FILE|DIR", nargs="*", help="default: the current folder")
    time_limit(watch, "seconds for each question in the background (default: 10)", 10.0)


COMMANDS = (_check, _new, _init, _watch)
