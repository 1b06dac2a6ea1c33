"""The command line: `tileproof check`, `score`, `max`, `prove`, `verify` and the others of `tileproof --help`.

Guarantee: `main` returns an exit code and never raises but for faults of the interpreter itself; a
traceback is shown only when `TILEPROOF_DEBUG` is set. Importing this module imports no solver, no parser
and no table library.
"""

from __future__ import annotations

import argparse
import contextlib
import importlib
import os
import re
import sys
from collections.abc import Callable, Sequence
from typing import NoReturn, TextIO

from verifier.commands.stop import FAULT, INTERRUPTED, PIPE_CLOSED, UNUSABLE, Stop

SCOPES = ("any", "supply", "rounds", "placeable")

EXIT_CODES = """\
exit codes:
  0    fine
  1    findings: errors in the rules, an example that fails, a property refuted (or about no city at
       all), no city in the scope
  2    a wrong option, or input that can not be used
  3    not known: time ran out, or only the best city found so far
  70   a fault of Tileproof
  130  interrupted
  141  whoever read the output has gone
"""

MAX_NOTE = """\
Of total and worth, `--with TILE,...` names tiles that have to stand. Cities that `--top` and `--all` list
differ in more than a flip of the board, and than what no rule sees space by space.

examples:
  tileproof max TILE --mode MODE
  tileproof max --of total --exactly none --mode MODE
  tileproof max --of total --up-to 5 --mode MODE --time-limit 1200
  tileproof max TILE --of worth --mode MODE
"""

SCOPE_NOTE = """\
scopes, each a stronger notion of what is possible:
  any        any arrangement of any buildings, with as many units as the box has pieces
  supply     only tiles that are in the box
  rounds     at most so many tiles a round as there are turns, out of that round's tiles
  placeable  only what can then be placed: where the number of each turn lets it stand
"""


class _Parser(argparse.ArgumentParser):
    """Keeps the line breaks of epilogs, and tells mistakes in one line."""

    def __init__(self, *args: object, **kwargs: object) -> None:
        kwargs.setdefault("formatter_class", argparse.RawDescriptionHelpFormatter)
        kwargs.setdefault("allow_abbrev", False)
        super().__init__(*args, **kwargs)  # type: ignore[arg-type]

    def parse_args(  # type: ignore[override]
        self, args: Sequence[str] | None = None, namespace: argparse.Namespace | None = None
    ) -> argparse.Namespace:
        """As always, but what the command does not know is told with its nearest option."""
        from dsl.diagnostics import did_you_mean

        found, rest = self.parse_known_args(args, namespace)
        if rest:
            command = _command(self, getattr(found, "command", None))
            options = [x for action in command._actions for x in action.option_strings]
            word = next((x.partition("=")[0] for x in rest if x.startswith("-")), "")
            help = did_you_mean(word, options) or f"`{command.prog} --help` tells what there is"
            self.exit(UNUSABLE, f"error: unrecognized arguments: {' '.join(rest)}\n  = help: {help}\n")
        return found

    def error(self, message: str) -> NoReturn:
        """Say what is wrong, with the nearest choice, and where to read more."""
        from dsl.diagnostics import did_you_mean

        choice = re.search(r"invalid choice: '(.*?)' \(choose from (.*)\)", message)
        hint = did_you_mean(choice[1], re.findall(r"[\w-]+", choice[2])) if choice else ""
        help = hint or f"`{self.prog} --help` tells what there is"
        self.exit(UNUSABLE, f"error: {message}\n  = help: {help}\n")


def _command(top: argparse.ArgumentParser, name: str | None) -> argparse.ArgumentParser:
    """The parser of a command, or the one of all."""
    for action in top._actions:
        if isinstance(action, argparse._SubParsersAction) and name in action.choices:
            found: argparse.ArgumentParser = action.choices[name]
            return found
    return top


class _Version(argparse.Action):
    """Prints the version; it is looked up only when asked for."""

    def __call__(self, parser: argparse.ArgumentParser, *_: object, **__: object) -> None:
        from importlib.metadata import PackageNotFoundError, version

        try:
            known = version("tileproof")
        except PackageNotFoundError:
            known = "(not installed)"
        print(f"tileproof {known}")
        parser.exit()


def _whole(low: int) -> Callable[[str], int]:
    def number(text: str) -> int:
        try:
            value = int(text)
        except ValueError:
            raise argparse.ArgumentTypeError(f"`{text[:40]}` is no whole number") from None
        if value < low:
            raise argparse.ArgumentTypeError(f"{value} is less than {low}")
        return value

    return number


def _time(text: str) -> float:
    try:
        value = float(text)
    except ValueError:
        raise argparse.ArgumentTypeError(f"`{text[:40]}` is no number of seconds") from None
    if not 0 < value < 1e7:
        raise argparse.ArgumentTypeError("a time limit is more than 0 seconds, and less than 10,000,000")
    return value


def _scopes(text: str) -> list[str]:
    found = list(dict.fromkeys(_names(text)))
    wrong = [x for x in found if x not in SCOPES]
    if wrong or not found:
        known = ", ".join(SCOPES)
        raise argparse.ArgumentTypeError(f"invalid choice: '{(wrong or [''])[0]}' (choose from {known})")
    return found


def _shard(text: str) -> tuple[int, int]:
    parts = re.fullmatch(r"(\d{1,6})/(\d{1,6})", text)
    if parts is None or not 1 <= int(parts[1]) <= int(parts[2]):
        raise argparse.ArgumentTypeError(f"`{text[:40]}` is no shard; the second of three is `2/3`")
    return int(parts[1]), int(parts[2])


def _values(text: str) -> list[int]:
    """`4`, `2,5`, `1..6`, and lists of these."""
    found: list[int] = []
    for part in text.split(","):
        said = re.fullmatch(r"\s*(\d{1,6})\s*(?:\.\.\s*(\d{1,6})\s*)?", part)
        if said is None:
            raise argparse.ArgumentTypeError(f"`{part[:40]}` is no number from 0; write `4`, `2,5` or `1..6`")
        low, high = int(said[1]), int(said[2] or said[1])
        if low > high or high - low >= 1000:
            many = f"`{part[:40]}` is empty" if low > high else "more than 1000 numbers are too many"
            raise argparse.ArgumentTypeError(many)
        found += range(low, high + 1)
    return found


def _names(text: str) -> list[str]:
    return [x for x in (part.strip() for part in text.split(",")) if x]


FORMATS = ("text", "json")
ANNOTATED = (*FORMATS, "github", "sarif")


def _common(formats: tuple[str, ...] = FORMATS) -> _Parser:
    parser = _Parser(add_help=False)
    group = parser.add_argument_group("options of every command")
    group.add_argument(
        "--spec",
        metavar="DIR",
        help="the specification, or the name of another game (default: the one that comes along)",
    )
    group.add_argument(
        "--with",
        dest="sets",
        metavar="DIR",
        action="append",
        help="a set of rules on top of it, `homebrew` for example; may be repeated",
    )
    group.add_argument(
        "--ruling",
        dest="rulings",
        metavar="NAME=READING",
        action="append",
        help="read an open question in another way; may be repeated",
    )
    group.add_argument("--players", metavar="N", type=_whole(1), help="number of players (default: the usual one)")
    more = "; github and sarif annotate lines" if formats == ANNOTATED else ""
    group.add_argument("--format", choices=formats, default="text", help=f"default: text{more}")
    group.add_argument(
        "--color",
        choices=("auto", "always", "never"),
        default="auto",
        help="default: auto, which also looks at NO_COLOR and FORCE_COLOR",
    )
    group.add_argument("-q", "--quiet", action="store_true", help="no remarks, no progress")
    return parser


def _scope(parser: argparse.ArgumentParser, default: str) -> None:
    parser.add_argument("--scope", choices=SCOPES, default=default, help=f"default: {default}")


def _recording(parser: argparse.ArgumentParser, *, refresh: bool = True) -> None:
    group = parser.add_mutually_exclusive_group()
    place = "a folder `.tileproof` beside a specification of your own, else the cache folder"
    group.add_argument("--record", metavar="FILE", help=f"the proof record (default: in {place})")
    group.add_argument("--no-record", action="store_true", help="neither read nor write a proof record")
    if refresh:
        parser.add_argument("--refresh", action="store_true", help="ask again what is on record, and replace it")


def _emit(parser: argparse.ArgumentParser) -> None:
    help = "write each question with the expected answer into a folder, as SMT-LIB for other solvers"
    parser.add_argument("--emit", nargs=2, metavar=("smt2", "DIR"), help=help)


def parser() -> argparse.ArgumentParser:
    """The whole command line."""
    top = _Parser(
        prog="tileproof",
        description="Rules of tile-laying games, written once: scores and proofs from one text.",
        epilog="`tileproof COMMAND --help` tells more about a command.\n\n" + EXIT_CODES,
    )
    top.add_argument("--version", action=_Version, nargs=0, help="show the version")
    commands = top.add_subparsers(dest="command", metavar="COMMAND", required=True)
    common, annotated = _common(), _common(ANNOTATED)

    def command(
        name: str, module: str, help: str, epilog: str = "", common: _Parser = common
    ) -> argparse.ArgumentParser:
        text = help[:1].upper() + help[1:] + "."
        full = f"{epilog}\n{EXIT_CODES}" if epilog else EXIT_CODES
        made = commands.add_parser(name, help=help, description=text, epilog=full, parents=[common])
        made.set_defaults(module=module)
        return made

    check = command(
        "check",
        "check",
        "find all mistakes in the rules, and run their examples",
        "Files that declare no mode of their own are checked on top of the specification.\n",
        annotated,
    )
    check.add_argument("paths", metavar="FILE|DIR", nargs="*", help="default: the specification")

    new = command(
        "new",
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

    init = command(
        "init",
        "init",
        "start rules of your own that build on those that come along",
        "It writes FOLDER/game.rules. In that folder, or with `--spec FOLDER`, every command is about it.\n\n"
        "example:\n"
        "  tileproof init my_game && cd my_game\n",
    )
    init.add_argument("folder", metavar="FOLDER", help="where; it is made if it is not there")
    init.add_argument("--title", help="of the game (default: made from the folder)")
    init.add_argument("--on", metavar="DIR", help="other rules to build on (default: those that come along)")

    watch = command(
        "watch",
        "watch",
        "tell after every save what the rules mean now",
        "Mistakes, the sentence in words, examples, a drawing; then, as they are found, properties\n"
        "and maxima that are not what they were. Ctrl-C ends it.\n",
    )
    watch.add_argument("paths", metavar="FILE|DIR", nargs="*", help="default: the current folder")
    limit = "seconds for each question in the background (default: 10)"
    watch.add_argument("--time-limit", metavar="S", type=_time, default=10.0, help=limit)

    score = command(
        "score",
        "score",
        "score a city, seating its units in the best way where it leaves that open",
        SCOPE_NOTE,
    )
    score.add_argument("city", metavar="CITY", help="a drawing or JSON; `-` for standard input")
    score.add_argument("--mode", help="the mode of a city that does not say its own")
    score.add_argument("--index", metavar="N", type=_whole(1), help="the N-th city, from 1, of a file with several")
    _scope(score, "supply")
    score.add_argument("--time-limit", metavar="S", type=_time, default=60.0, help="seconds (default: 60)")
    turns = "say in which turn each tile is taken and placed; with --scope rounds or placeable"
    score.add_argument("--schedule", action="store_true", help=turns)
    score.add_argument("--svg", metavar="FILE", help="draw the city into this file")

    most = command(
        "max",
        "maximum",
        "find the city in which a tile scores most, or the best city there is, and prove it",
        f"{MAX_NOTE}\n{SCOPE_NOTE}",
    )
    most.add_argument("tile", metavar="TILE", nargs="?", help="its name or its title; none with `--of total`")
    most.add_argument("--mode", help="needed where there are several")
    help = "what is to be most: own, what the tile's text adds (default); total; worth, what the tile adds to that"
    most.add_argument("--of", choices=("own", "total", "worth"), default="own", help=help)
    _scope(most, "rounds")
    limit = "seconds (default: 120; 600 for totals)"
    most.add_argument("--time-limit", metavar="S", type=_time, default=None, help=limit)
    most.add_argument(
        "--only", metavar="TILE,...", type=_names, help="the other tiles that may stand (default: all)"
    )
    help = "of total: these tiles stand and no other; `none` for no tile"
    most.add_argument("--exactly", metavar="TILE,...", type=_names, help=help)
    most.add_argument("--up-to", metavar="N", type=_whole(0), help="of total: at most so many tiles stand")
    several = most.add_mutually_exclusive_group()
    several.add_argument(
        "--top", metavar="K", type=_whole(1), default=1, help="of total: the K best cities (default: 1)"
    )
    several.add_argument(
        "--all", action="store_const", const=None, dest="top", help="of total: all cities with the most points"
    )
    help = "of total: let another solver, HiGHS, refute every higher total"
    most.add_argument("--certify", action="store_true", help=help)
    most.add_argument("--svg", metavar="FILE", help="draw the city (of several, the first) into this file")
    _recording(most)
    _emit(most)

    said = "prove or refute the properties that the rules claim"
    prove = command("prove", "prove", said, SCOPE_NOTE, annotated)
    prove.add_argument("tiles", metavar="NAME", nargs="*", help="tiles, buildings or scorings (default: all)")
    prove.add_argument("--mode", help="only this mode")
    prove.add_argument("--time-limit", metavar="S", type=_time, default=None, help="seconds for each (default: 30)")
    prove.add_argument("-j", "--jobs", metavar="N", type=_whole(1), default=None, help="default: one a processor")
    several = prove.add_mutually_exclusive_group()
    several.add_argument(
        "--top", metavar="K", type=_whole(1), default=1, help="show the K smallest cities that refute (default: 1)"
    )
    several.add_argument(
        "--all", action="store_const", const=None, dest="top", help="show all that are as small as the smallest"
    )
    prove.add_argument("--why", action="store_true", help="tell what each proof rests on")
    _recording(prove)
    _emit(prove)

    verify = command(
        "verify",
        "verify",
        "check everything: examples, properties, and the most that each tile can score",
        SCOPE_NOTE,
        annotated,
    )
    verify.add_argument("tiles", metavar="NAME", nargs="*", help="tiles, buildings or scorings (default: all)")
    _scope(verify, "rounds")
    verify.add_argument("--time-limit", metavar="S", type=_time, default=None, help="seconds for each question")
    verify.add_argument("-j", "--jobs", metavar="N", type=_whole(1), default=None, help="default: one a processor")
    help = "write all that was found into a file for a rulebook, and ask what the rulings change"
    verify.add_argument("--facts", metavar="FILE", help=help)
    _recording(verify)

    sweep = command(
        "sweep",
        "sweep",
        "find many maxima, on this machine or on others, into a file that a later run goes on with",
        "What FILE holds is not asked again, so the same command goes on after an interrupt. Shards are asked\n"
        "anywhere, and merged with --merge.\n\n"
        "examples:\n"
        "  tileproof sweep --scope any,rounds --all-readings --out results.jsonl\n"
        "  tileproof sweep --shard 1/2 --out one.jsonl --executor dask://localhost:8786\n"
        "  tileproof sweep --merge one.jsonl two.jsonl --out all.jsonl\n\n" + SCOPE_NOTE,
    )
    sweep.add_argument("tiles", metavar="TILE", nargs="*", help="names or titles (default: all)")
    sweep.add_argument("--mode", help="only this mode")
    help = "own (default); total, the best city with each tile alone; worth, how much that is more than without it"
    sweep.add_argument("--of", choices=("own", "total", "worth"), default="own", help=help)
    help = "of total: also the best city of the mode with at most so many tiles, whichever they are"
    sweep.add_argument("--up-to", metavar="N", type=_whole(0), help=help)
    sweep.add_argument(
        "--scope",
        dest="scopes",
        metavar="S,...",
        type=_scopes,
        default=["rounds"],
        help="any, supply, rounds, placeable, or several of them (default: rounds)",
    )
    sweep.add_argument(
        "--all-readings", action="store_true", help="also under every other reading of each ruling, one at a time"
    )
    sweep.add_argument("--out", metavar="FILE", required=True, help="the results, one JSON object a line")
    sweep.add_argument("--shard", metavar="I/N", type=_shard, help="only the I-th of N parts of the work")
    where = "processes, processes:N or dask://HOST:PORT (default: processes, one a processor)"
    sweep.add_argument("--executor", metavar="WHERE", default="processes", help=where)
    limit = "seconds for each (default: 120)"
    sweep.add_argument("--time-limit", metavar="S", type=_time, default=120.0, help=limit)
    sweep.add_argument("--retry", action="store_true", help="ask again what an earlier run could not decide")
    taking = sweep.add_mutually_exclusive_group()
    take = "take over what these files hold, and ask"
    taking.add_argument("--from", dest="sources", metavar="FILE", nargs="+", help=f"{take} the rest")
    taking.add_argument("--merge", metavar="FILE", nargs="+", help=f"{take} nothing")
    _recording(sweep, refresh=False)
    sweep.set_defaults(refresh=False)

    records = command(
        "records",
        "records",
        "list what was decided before, show its cities, and take over what others decided",
        "Live: it answers a question about the rules as they are. Stale: the rules, the readings or the program\n"
        "are others now. Edited: somebody changed it since.\n\n"
        "examples:\n"
        "  tileproof records TILE --show 1\n"
        "  tileproof records --file results.jsonl --kind maximum\n"
        "  tileproof records --import results.jsonl\n",
    )
    records.add_argument("names", metavar="NAME", nargs="*", help="tiles, buildings or scorings (default: all)")
    records.add_argument("--mode", help="only this mode")
    records.add_argument("--kind", choices=("maximum", "property", "ruling"), help="only these (default: all)")
    records.add_argument("--show", metavar="N", type=_whole(1), help="draw the city of the N-th of the list")
    records.add_argument("--record", metavar="FILE", help="the proof record (default: as for `max`)")
    other = records.add_mutually_exclusive_group()
    other.add_argument("--file", metavar="FILE", help="list a file of results that `sweep` wrote, not the record")
    other.add_argument(
        "--import", dest="taken", metavar="FILE", help="put what such a file decided into the record, counted again"
    )

    recheck = command(
        "recheck",
        "recheck",
        "ask another solver, cvc5, whether it agrees with the verdicts",
        "Needs `pip install 'tileproof[second]'`. Exit code 1 says that cvc5 disagrees on a question; one\n"
        "without an answer is named, and with --strict exit code 3 says that there is one.\n\n"
        "example:\n"
        "  tileproof max TILE --mode MODE --emit smt2 questions\n"
        "  tileproof recheck questions --time-limit 60\n",
    )
    where = "a folder of questions written with `--emit smt2` (default: all that `verify` answers)"
    recheck.add_argument("folder", metavar="DIR", nargs="?", help=where)
    limit = "seconds for each question (default: 10)"
    recheck.add_argument("--time-limit", metavar="S", type=_time, default=10.0, help=limit)
    recheck.add_argument("-j", "--jobs", metavar="N", type=_whole(1), default=None, help="default: one a processor")
    recheck.add_argument(
        "--max-memory", metavar="MB", type=_whole(1), default=4000, help="memory for each (default: 4000)"
    )
    recheck.add_argument("--strict", action="store_true", help="a question without an answer is not fine")
    _recording(recheck)

    explain = command("explain", "explain", "tell what a tile says, what it means and what it depends on")
    explain.add_argument("tile", metavar="NAME", help="a tile, a building, a scoring or a mode")
    explain.add_argument("--mode", help="only this mode")
    language = "the language of the sentences (default: en)"
    explain.add_argument("--language", metavar="LANG", default="en", help=language)
    explain.add_argument("--python", action="store_true", help="show the compiled clauses")
    explain.add_argument("--core", action="store_true", help="show the clauses as the compilers see them")

    play = command(
        "play",
        "play",
        "play a procedure of the rules: told as it goes, or chosen by you",
        "examples:\n"
        "  tileproof play --mode MODE --players 4 --seed 7\n"
        "  tileproof play --mode MODE --interactive\n"
        "  tileproof play --mode MODE --format json > game.json; tileproof play --replay game.json\n",
    )
    play.add_argument("name", metavar="PROCEDURE", nargs="?", help="needed where there are several")
    play.add_argument("--mode", help="needed where there are several")
    play.add_argument("--seed", metavar="N", type=_whole(0), default=1, help="of shuffles and choices (default: 1)")
    how = play.add_mutually_exclusive_group()
    how.add_argument("--interactive", action="store_true", help="you choose for everybody")
    how.add_argument("--replay", metavar="FILE", help="play again what `--format json` wrote")
    how.add_argument("--chances", action="store_true", help="where a piece is likely to be, round by round")
    help = "with --chances: how often each option is taken (default: all alike); `swap=1/2,keep=1/2,place=1`"
    play.add_argument("--weights", metavar="OPTION=W,...", type=_names, help=help)
    play.add_argument("--of", metavar="SORT", help="with --chances: the sort of the piece (default: what is drawn)")
    help = "with --chances: also play so many games and give the intervals (default: 0)"
    play.add_argument("--plays", metavar="N", type=_whole(0), default=0, help=help)

    diff = command(
        "diff",
        "diff",
        "tell whether two texts mean the same, or show the smallest city that tells them apart",
        "OLD and NEW: two folders, two .rules files (each on top of the specification), two tiles, or what\n"
        "git has, as REVISION:path. Exit code 1 says that they differ.\n",
    )
    diff.add_argument("old", metavar="OLD", help="a folder, a .rules file, REVISION:path, or a tile")
    diff.add_argument("new", metavar="NEW", help="what to compare it with, of the same sort")
    diff.add_argument("--mode", help="only this mode")
    diff.add_argument("--all-readings", action="store_true", help="also under every other reading, one at a time")
    diff.add_argument("--time-limit", metavar="S", type=_time, default=60.0, help="seconds for each (default: 60)")

    mutate = command(
        "mutate",
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
    help = "seconds for each (default: 20)"
    mutate.add_argument("--time-limit", metavar="S", type=_time, default=20.0, help=help)
    mutate.add_argument("-j", "--jobs", metavar="N", type=_whole(1), default=None, help="default: one a processor")
    audit = command(
        "audit",
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
        type=_names,
        help="only these: clause, entry, condition, overlap, may, range, ruling (default: all)",
    )
    audit.add_argument(
        "--time-limit", metavar="S", type=_time, default=20.0, help="seconds for each question (default: 20)"
    )
    audit.add_argument("-j", "--jobs", metavar="N", type=_whole(1), default=None, help="default: one a processor")

    balance = command(
        "balance",
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
    balance.add_argument(
        "--cities", metavar="N", type=_whole(1), default=1_000_000, help="of each draw (default: 1000000)"
    )
    balance.add_argument("--seed", metavar="N", type=_whole(0), default=1, help="other cities (default: 1)")
    balance.add_argument(
        "--draw",
        choices=("uniform", "play", "both"),
        default="both",
        help="any kinds anywhere, or tiles of the rounds placed by the placement rule (default: both)",
    )
    balance.add_argument("--svg", metavar="FILE", help="draw the distributions into this file")

    def designing(name: str, help: str, epilog: str, scope: str) -> argparse.ArgumentParser:
        """A command that asks something about a tile beside others."""
        made = command(name, name, help, f"{epilog}\n{SCOPE_NOTE}")
        made.add_argument("tile", metavar="TILE", help="its name or its title")
        made.add_argument("--mode", help="needed where there are several")
        _scope(made, scope)
        return made

    jobs = "default: one a processor"
    beside = "only these other tiles (default: all of the mode)"

    def drawing(made: argparse.ArgumentParser, cities: int) -> None:
        """Options of those that draw cities."""
        help = f"of random cities (default: {cities})"
        made.add_argument("--cities", metavar="N", type=_whole(1), default=cities, help=help)
        made.add_argument("--seed", metavar="N", type=_whole(0), default=1, help="other cities (default: 1)")
        help = "how they are drawn (default: play)"
        made.add_argument("--draw", choices=("play", "uniform"), default="play", help=help)

    strength = designing(
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
    strength.add_argument("--beside", metavar="TILE,...", type=_names, help=help)
    ranks = ("most", "average", "zero", "worth")
    strength.add_argument("--by", choices=ranks, default="most", help="what ranks them (default: most)")
    strength.add_argument("--worth", action="store_true", help="also ask what the tile is worth")
    help = "best totals that are known, a file of results of `sweep`; may be repeated"
    strength.add_argument("--results", metavar="FILE", action="append", help=help)
    limit = "seconds for each question (default: 60; 600 for totals)"
    strength.add_argument("--time-limit", metavar="S", type=_time, default=None, help=limit)
    strength.add_argument("-j", "--jobs", metavar="N", type=_whole(1), default=None, help=jobs)
    drawing(strength, 200_000)
    _recording(strength)

    pairs = designing(
        "pairs",
        "tell which tiles a tile goes with, and which against",
        "With: some city gives both tiles the most that each can score. Against: none does. Also the correlation\n"
        "of their own scores in random cities.\n\n"
        "example:\n"
        "  tileproof pairs TILE --with homebrew --mode MODE --beside TILE,TILE\n",
        "rounds",
    )
    pairs.add_argument("--beside", metavar="TILE,...", type=_names, help=beside)
    pairs.add_argument("--show", action="store_true", help="draw the best city for each pair")
    limit = "seconds for each question (default: 30)"
    pairs.add_argument("--time-limit", metavar="S", type=_time, default=None, help=limit)
    drawing(pairs, 200_000)
    _recording(pairs)

    dominates = designing(
        "dominates",
        "tell whether another tile is never worse in its place, or never better",
        "For each other tile two properties are proved or refuted: that the city never scores less with it in\n"
        "the place of TILE, and never more. Exit code 1 says that a tile dominates it, or is the same.\n\n"
        "examples:\n"
        "  tileproof dominates TILE --mode MODE\n"
        "  tileproof dominates TILE --with homebrew --mode MODE --beside TILE --show\n",
        "any",
    )
    dominates.add_argument("--beside", metavar="TILE,...", type=_names, help=beside)
    dominates.add_argument("--show", action="store_true", help="draw the cities that show an answer")
    limit = "seconds for each question (default: 20)"
    dominates.add_argument("--time-limit", metavar="S", type=_time, default=None, help=limit)
    dominates.add_argument("-j", "--jobs", metavar="N", type=_whole(1), default=None, help=jobs)
    _recording(dominates)

    tune = designing(
        "tune",
        "list the numbers of a tile, try others, and find the one that makes it as strong as another tile",
        "Without --try and --like the numbers are listed.\n\n"
        "examples:\n"
        "  tileproof tune TILE --with homebrew --mode MODE --try 1..4\n"
        "  tileproof tune TILE --with homebrew --mode MODE --like TILE\n"
        "  tileproof tune night_market --with night_market.rules --number 2 --try 4 --write\n",
        "rounds",
    )
    tune.add_argument("--number", metavar="N", type=_whole(1), help="which one; needed where there are several")
    help = "the numbers to try: `4`, `2,5`, `1..6` (with --like by default: up to twice what is there, plus 4)"
    tune.add_argument("--try", dest="values", metavar="VALUES", type=_values, help=help)
    tune.add_argument("--like", metavar="TILE", help="look for the number that makes it as strong as this tile")
    help = "what --like compares (default: most)"
    tune.add_argument("--of", choices=ranks, default="most", help=help)
    tune.add_argument("--write", action="store_true", help="write the number into the rules")
    limit = "seconds for each question (default: 60; 600 with `--of worth`)"
    tune.add_argument("--time-limit", metavar="S", type=_time, default=None, help=limit)
    drawing(tune, 100_000)
    _recording(tune)

    cards = command(
        "cards",
        "cards",
        "make sheets of cards of tiles, to print and cut",
        "One card for each tile and mode, or for both modes where a tile says the same in them. A name that ends\n"
        "in .pdf gives one PDF of all sheets (needs `pip install 'tileproof[docs]'`), any other a folder with an\n"
        "SVG of each. Icons are read from the folder `icons` beside the rules.\n\n"
        "examples:\n"
        "  tileproof cards --out cards.pdf --backs\n"
        "  tileproof cards TILE TILE --mode MODE --sheet letter-poker-9up --out cards.pdf\n"
        "  tileproof cards --with homebrew --ink-saver --out sheets\n"
        "  tileproof cards --language fr --out cartes.pdf\n",
    )
    cards.add_argument("tiles", metavar="TILE", nargs="*", help="names or titles (default: all)")
    cards.add_argument("--mode", help="only this mode")
    help = "paper and size of the cards (default: a4-60mm-9up)"
    cards.add_argument("--sheet", metavar="NAME", default="a4-60mm-9up", help=help)
    cards.add_argument("--list-sheets", action="store_true", help="name all sheets, and make none")
    cards.add_argument("--out", metavar="FILE.pdf|DIR", help="where to write them")
    help = "after each sheet one of its backs, for printing on both sides"
    cards.add_argument("--backs", action="store_true", help=help)
    cards.add_argument("--language", metavar="LANG", default="en", help="of the words, such as fr (default: en)")
    cards.add_argument("--ink-saver", action="store_true", help="black lines on white paper")

    docs = command(
        "docs",
        "docs",
        "make a rulebook from the rules: a website, a booklet to print, cards",
        "Needs `pip install 'tileproof[docs]'`. What solvers said comes from the proof record; what is missing is\n"
        "asked. DIR has to be empty or to hold an earlier book.\n\n"
        "examples:\n"
        "  tileproof docs --out book\n"
        "  tileproof docs my_game --out book --formats html,pdf --paper letter\n"
        "  tileproof docs --with my_tiles --out book --no-solve\n\n" + SCOPE_NOTE,
    )
    docs.add_argument("folder", metavar="FOLDER", nargs="?", help="the rules (default: the specification)")
    docs.add_argument("--out", metavar="DIR", required=True, help="where to make the book")
    help = "html, pdf, cards, or several of them (default: html)"
    docs.add_argument("--formats", metavar="F,...", type=_names, default=["html"], help=help)
    help = "a4, letter, or `a4,letter` (default: a4)"
    docs.add_argument("--paper", dest="papers", metavar="P,...", type=_names, default=["a4"], help=help)
    help = "of the words, such as fr; of several each gets a folder (default: en)"
    docs.add_argument("--language", dest="languages", metavar="LANG,...", type=_names, default=["en"], help=help)
    docs.add_argument("--title", help="on the cover (default: that of the game)")
    docs.add_argument("--totals", metavar="FILE", help="best totals to be told, a file of results of `sweep`")
    docs.add_argument("--no-solve", action="store_true", help="ask no solver: what is not on record is left open")
    _scope(docs, "rounds")
    limit = "seconds for each question (default: 120; 20 for rulings)"
    docs.add_argument("--time-limit", metavar="S", type=_time, default=None, help=limit)
    docs.add_argument("-j", "--jobs", metavar="N", type=_whole(1), default=None, help="default: one a processor")
    _recording(docs)

    fmt = command("fmt", "fmt", "lay out rules in the one usual way")
    fmt.add_argument(
        "paths",
        metavar="FILE|DIR",
        nargs="*",
        help="default: the specification; `-`: standard input to output",
    )
    fmt.add_argument("--check", action="store_true", help="change nothing, list what would change")

    command(
        "lsp",
        "lsp",
        "serve an editor: mistakes, completion, meanings and renaming while rules are written",
        "Speaks the Language Server Protocol on standard input and output. Needs `pip install 'tileproof[lsp]'`.\n",
    )

    completion = command(
        "completion",
        "completion",
        "print what a shell reads to complete the command line, or the manual page",
        "examples:\n"
        "  tileproof completion bash > ~/.local/share/bash-completion/completions/tileproof\n"
        "  tileproof completion fish > ~/.config/fish/completions/tileproof.fish\n"
        "  tileproof completion man > tileproof.1\n",
    )
    completion.add_argument("shell", choices=("bash", "zsh", "fish", "man"), help="the shell, or `man`")
    return top


def main(argv: Sequence[str] | None = None) -> int:
    """Run one command and return its exit code."""
    for stream in (sys.stdout, sys.stderr):
        with contextlib.suppress(AttributeError, ValueError):
            # What a terminal can not show is written as an escape rather than breaking off.
            stream.reconfigure(errors="backslashreplace")  # type: ignore[union-attr]
    try:
        args = parser().parse_args(argv)
    except SystemExit as stop:
        return stop.code if isinstance(stop.code, int) else UNUSABLE
    try:
        code: int = importlib.import_module(f"verifier.commands.{args.module}").run(args)
        sys.stdout.flush()
        return code
    except Stop as stop:
        return _stopped(stop, args)
    except KeyboardInterrupt:
        print("interrupted", file=sys.stderr)
        return INTERRUPTED
    except BrokenPipeError:
        return _pipe_closed(sys.stdout)
    except OSError as error:
        # Files are read and written where this is foreseen; what is left is the output.
        print(f"error: the output can not be written: {error.strerror or error}", file=sys.stderr)
        _pipe_closed(sys.stdout)
        return UNUSABLE
    except Exception as error:
        return _broken(error, args)


def _pipe_closed(stream: TextIO) -> int:
    """Nobody reads any more: what is left goes nowhere, so that nothing complains at the end."""
    with contextlib.suppress(OSError, ValueError):
        os.dup2(os.open(os.devnull, os.O_WRONLY), stream.fileno())
    return PIPE_CLOSED


def _broken(error: Exception, args: argparse.Namespace) -> int:
    from dsl.diagnostics import Failure

    if isinstance(error, Failure):
        return _stopped(Stop(UNUSABLE, diagnostics=error.diagnostics), args)
    if os.environ.get("TILEPROOF_DEBUG"):
        import traceback

        traceback.print_exception(error)
    said = str(error).strip().split("\n")[0][:200]
    print(f"tileproof: this is a fault of Tileproof: {type(error).__name__}: {said}", file=sys.stderr)
    from verifier.commands.fault import write_report

    path = write_report(error, args)
    where = "set TILEPROOF_DEBUG=1 to see where it happened" if path is None else f"please send {path}"
    print(f"  = help: this is no verdict; {where}", file=sys.stderr)
    return FAULT


def _stopped(stop: Stop, args: argparse.Namespace) -> int:
    """Tell why a command could not go on: on standard error, or as JSON on standard output."""
    from verifier import report
    from verifier.annotations import finding
    from verifier.commands.common import diagnostics_json, err_terminal, print_annotations, print_json

    try:
        if args.format == "json":
            error = {"message": stop.message, "help": stop.help} if stop.message else None
            print_json({"error": error, "diagnostics": diagnostics_json(stop.diagnostics)})
            return stop.code
        if args.format not in FORMATS and stop.diagnostics:
            print_annotations(map(finding, stop.diagnostics), args.format)
            return stop.code
        terminal = err_terminal(args)
        if stop.message:
            print(f"{terminal.paint('error', 'red bold')}: {stop.message}", file=sys.stderr)
            if stop.help:
                print(f"  = help: {stop.help}", file=sys.stderr)
        if stop.diagnostics:
            print(report.diagnostics(stop.diagnostics, terminal), file=sys.stderr)
        sys.stdout.flush()
    except BrokenPipeError:
        return _pipe_closed(sys.stdout)
    return stop.code


if __name__ == "__main__":
    sys.exit(main())
