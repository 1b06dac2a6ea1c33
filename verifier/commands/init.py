"""`tileproof init FOLDER`: rules of one's own that build on those that come along.

Guarantee: no file is ever written over, and the folder checks.
"""

from __future__ import annotations

import os
from argparse import Namespace
from pathlib import Path

from dsl import syntax as s
from dsl.diagnostics import Bag, why
from dsl.load import GAMES, SHIPPED, read_folder, real, shipped
from verifier.commands.common import OWN_GAME, load_spec, print_json, say
from verifier.commands.new import write_new
from verifier.commands.stop import FINE, UNUSABLE, Stop

_TEXT = """-- A game of your own. It is all that it builds on, with what you say here and in other files here.

game "{title}" {{
  builds on "{base}"
  -- More can be named, such as `builds on "shipped", "shipped/homebrew"`, or a folder: `builds on "../others"`.

  -- Open questions can be answered in another way. `tileproof explain MODE` lists them.
  -- choose RULING is READING because "we play it so"
}}

-- A new tile is begun by `tileproof new "Its Title"`. What is there already can be said anew:
-- replacing tile NAME "Title" is KIND {{ ... }}
"""


def run(args: Namespace) -> int:
    """Write the file that says what the folder builds on."""
    folder = Path(args.folder)
    title = " ".join((args.title or real(folder).name.replace("_", " ").title()).split()).replace('"', "'")
    base = _base(args.on, folder)
    try:
        folder.mkdir(parents=True, exist_ok=True)
    except OSError as error:
        raise Stop(UNUSABLE, f"{folder} can not be made: {why(error)}") from None
    file = folder / OWN_GAME
    for tree in reversed(read_folder([folder], Bag())):  # what the folder builds on comes first
        for x in tree.items:
            if isinstance(x, s.Declaration) and x.what == "game":
                where = x.span.source.name
                help = "choose another folder; what is there is a game by itself"
                raise Stop(UNUSABLE, f"{folder} holds a game already, in {where}", help)
    write_new(file, _TEXT.format(title=title, base=base))
    args.spec = str(folder)
    try:
        spec = load_spec(args)
    except Stop:
        file.unlink()  # what else is in the folder does not check, which is told
        raise
    if args.format == "json":
        print_json({"file": str(file), "title": spec.title, "modes": list(spec.modes)})
        return FINE
    print(file)
    say(args, f'  = help: `cd {folder}`, then `tileproof new "Night Market"` and `tileproof check`')
    return FINE


def _base(said: str | None, folder: Path) -> str:
    """What stands behind `builds on`: a name beginning with `shipped`, or the way there from the folder.

    Raises `Stop` if there is nothing of that name."""
    if said is None or said.partition("/")[0] == SHIPPED:
        return said or SHIPPED
    there = real(Path(said))
    if there.exists():
        return there.as_posix() if Path(said).is_absolute() else _way(real(folder), there)
    if Path(said).name == said and (shipped() / GAMES / said).is_dir():  # a game that comes along, as for `--spec`
        return f"{SHIPPED}/{GAMES}/{said}"
    raise Stop(UNUSABLE, f"there is nothing at {said} to build on")


def _way(start: Path, end: Path) -> str:
    """The relative way from a folder to another."""
    return Path(os.path.relpath(end, start)).as_posix()
