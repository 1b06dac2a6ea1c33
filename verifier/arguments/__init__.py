"""The command line: which commands there are, and what they take.

Guarantee: `parser` knows every command, in the order in which they are listed; what a command does is in
`verifier/commands`. Importing this package imports neither a parser of rules nor a solver.
"""

from __future__ import annotations

import argparse

from verifier.arguments import asking, designing, meaning, publishing, writing
from verifier.arguments.common import ANNOTATED, FORMATS, Formats, Parser, every_command

EXIT_CODES = """\
exit codes:
  0    fine
  1    findings: errors in the rules, an example that fails, a property refuted (or about no city at
       all), no city in the scope; or what the command looks for: a difference, a change that nobody
       notices, a clause that can not matter, a tile that dominates, a file to be laid out
  2    a wrong option, or input that can not be used
  3    not known: time ran out, or only the best city found so far
  70   a fault of Tileproof
  130  interrupted
  141  whoever read the output has gone
"""


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


def parser() -> argparse.ArgumentParser:
    """The whole command line."""
    top = Parser(
        prog="tileproof",
        description="Rules of tile-laying games, written once: scores and proofs from one text.",
        epilog="`tileproof COMMAND --help` tells more about a command.\n\n" + EXIT_CODES,
    )
    top.add_argument("--version", action=_Version, nargs=0, help="show the version")
    commands = top.add_subparsers(dest="command", metavar="COMMAND", required=True)
    common = {formats: every_command(formats) for formats in (FORMATS, ANNOTATED)}

    def add(
        name: str, help: str, epilog: str = "", *, module: str = "", formats: Formats = FORMATS
    ) -> argparse.ArgumentParser:
        text = help[:1].upper() + help[1:] + "."
        full = f"{epilog}\n{EXIT_CODES}" if epilog else EXIT_CODES
        made: argparse.ArgumentParser = commands.add_parser(
            name, help=help, description=text, epilog=full, parents=[common[formats]]
        )
        made.set_defaults(module=module or name)
        return made

    for group in (writing, asking, meaning, designing, publishing):
        for declare in group.COMMANDS:
            declare(add)
    return top
