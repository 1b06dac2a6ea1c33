"""What the commands' arguments have in common: how values are read, and options that several commands have.

Guarantee: a value that is accepted is of the type and in the range that its command expects; a mistake is told in
one line. Importing this module imports neither a parser of rules nor a solver.
"""

from __future__ import annotations

import argparse
import re
from collections.abc import Callable, Sequence
from typing import NoReturn, Protocol, TypeAlias

from verifier.commands.stop import UNUSABLE, Stop

Formats: TypeAlias = tuple[str, ...]
SCOPES = ("any", "supply", "rounds", "placeable")
FORMATS: Formats = ("text", "json")
ANNOTATED: Formats = (*FORMATS, "github", "sarif")

SCOPE_NOTE = """\
scopes, each a stronger notion of what is possible:
  any        any arrangement of any buildings, with as many units as the box has pieces
  supply     only tiles that are in the box
  rounds     at most so many tiles a round as there are turns, out of that round's tiles
  placeable  only what can then be placed: where the number of each turn lets it stand
"""


class Add(Protocol):
    """Adds a command to the command line, with the options that every command has."""

    def __call__(
        self, name: str, help: str, epilog: str = "", *, module: str = "", formats: Formats = FORMATS
    ) -> argparse.ArgumentParser:
        """`module`: the one of `verifier/commands` that runs it (by default that of its name)."""


class Parser(argparse.ArgumentParser):
    """Keeps the line breaks of epilogs, and tells mistakes in one line, in the format that was asked for."""

    def __init__(self, *args: object, **kwargs: object) -> None:
        kwargs.setdefault("formatter_class", argparse.RawDescriptionHelpFormatter)
        kwargs.setdefault("allow_abbrev", False)
        super().__init__(*args, **kwargs)  # type: ignore[arg-type]

    def parse_args(  # type: ignore[override]
        self, args: Sequence[str] | None = None, namespace: argparse.Namespace | None = None
    ) -> argparse.Namespace:
        """As always, but what the command does not know is told with its nearest option.

        Raises `Stop` for what is wrong."""
        from dsl.diagnostics import did_you_mean

        found, rest = self.parse_known_args(args, namespace)
        if rest:
            command = _command(self, getattr(found, "command", None))
            options = [x for action in command._actions for x in action.option_strings]
            word = next((x.partition("=")[0] for x in rest if x.startswith("-")), "")
            help = did_you_mean(word, options) or f"`{command.prog} --help` tells what there is"
            raise Stop(UNUSABLE, f"unrecognized arguments: {' '.join(rest)}", help)
        return found

    def error(self, message: str) -> NoReturn:
        """Raise `Stop` with what is wrong, with the nearest choice, and where to read more."""
        from dsl.diagnostics import did_you_mean

        choice = re.search(r"invalid choice: '(.*?)' \(choose from (.*)\)", message)
        hint = did_you_mean(choice[1], re.findall(r"[\w-]+", choice[2])) if choice else ""
        help = hint or f"`{self.prog} --help` tells what there is"
        raise Stop(UNUSABLE, message, help)


def _command(top: argparse.ArgumentParser, name: str | None) -> argparse.ArgumentParser:
    """The parser of a command, or the one of all."""
    for action in top._actions:
        if isinstance(action, argparse._SubParsersAction) and name in action.choices:
            found: argparse.ArgumentParser = action.choices[name]
            return found
    return top


# ---- values ------------------------------------------------------------------------------------------------


def whole(low: int, high: int | None = None) -> Callable[[str], int]:
    """What reads a whole number that is not less than `low`, nor more than `high`."""

    def number(text: str) -> int:
        try:
            value = int(text)
        except ValueError:
            raise argparse.ArgumentTypeError(f"`{text[:40]}` is no whole number") from None
        if value < low:
            raise argparse.ArgumentTypeError(f"{value} is less than {low}")
        if high is not None and value > high:
            raise argparse.ArgumentTypeError(f"{value} is more than {high}")
        return value

    return number


def seconds(text: str) -> float:
    """A time limit."""
    try:
        value = float(text)
    except ValueError:
        raise argparse.ArgumentTypeError(f"`{text[:40]}` is no number of seconds") from None
    if not 0 < value < 1e7:
        raise argparse.ArgumentTypeError("a time limit is more than 0 seconds, and less than 10,000,000")
    return value


def scopes(text: str) -> list[str]:
    """Scopes, by commas."""
    found = list(dict.fromkeys(names(text)))
    wrong = [x for x in found if x not in SCOPES]
    if wrong or not found:
        known = ", ".join(SCOPES)
        raise argparse.ArgumentTypeError(f"invalid choice: '{(wrong or [''])[0]}' (choose from {known})")
    return found


def shard(text: str) -> tuple[int, int]:
    """`2/3`: the second of three parts."""
    parts = re.fullmatch(r"(\d{1,6})/(\d{1,6})", text)
    if parts is None or not 1 <= int(parts[1]) <= int(parts[2]):
        raise argparse.ArgumentTypeError(f"`{text[:40]}` is no shard; the second of three is `2/3`")
    return int(parts[1]), int(parts[2])


def values(text: str) -> list[int]:
    """Whole numbers: `4`, `2,5`, `1..6`, and lists of these."""
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


def names(text: str) -> list[str]:
    """Names, by commas."""
    return [x for x in (part.strip() for part in text.split(",")) if x]


# ---- options -----------------------------------------------------------------------------------------------


def every_command(formats: Formats) -> Parser:
    """The options that every command has."""
    parser = Parser(add_help=False)
    group = parser.add_argument_group("options of every command")
    group.add_argument(
        "--spec",
        metavar="DIR",
        help="the specification, or the name of another game (default: your own game if you are in its folder, "
        "else the one that comes along)",
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
    group.add_argument("--players", metavar="N", type=whole(1), help="number of players (default: the usual one)")
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


def scope(parser: argparse.ArgumentParser, default: str) -> None:
    """`--scope`."""
    parser.add_argument("--scope", choices=SCOPES, default=default, help=f"default: {default}")


def recording(parser: argparse.ArgumentParser, *, refresh: bool = True) -> None:
    """Which proof record is used, and whether."""
    group = parser.add_mutually_exclusive_group()
    place = "`.tileproof` in the folder of a specification of your own, else the cache folder"
    group.add_argument("--record", metavar="FILE", help=f"the proof record (default: {place})")
    group.add_argument("--no-record", action="store_true", help="neither read nor write a proof record")
    if refresh:
        parser.add_argument("--refresh", action="store_true", help="ask again what is on record, and replace it")


def emit(parser: argparse.ArgumentParser) -> None:
    """`--emit`."""
    help = "write each question with the expected answer into a folder, as SMT-LIB for other solvers"
    parser.add_argument("--emit", nargs=2, metavar=("smt2", "DIR"), help=help)


def time_limit(parser: argparse.ArgumentParser, help: str, default: float | None) -> None:
    """`--time-limit`; with no default the command has one of its own for each sort of question."""
    parser.add_argument("--time-limit", metavar="S", type=seconds, default=default, help=help)


def jobs(parser: argparse.ArgumentParser) -> None:
    """`--jobs`."""
    parser.add_argument(
        "-j", "--jobs", metavar="N", type=whole(1), default=None, help="default: one a processor"
    )
