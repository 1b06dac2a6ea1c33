"""The picture of a city, written where `--svg` says.

Guarantee: whether the file can be written is asked before anything is worked out; a city that was not found is not
drawn, and that is said. It is drawn when all else is printed: a full disk takes nothing of what was found.
"""

from __future__ import annotations

from argparse import Namespace
from collections.abc import Collection
from pathlib import Path

from dsl.assemble import Specification
from dsl.city import City
from dsl.diagnostics import Failure
from dsl.icons import Icons, read_icons
from verifier.commands.common import say, write_found
from verifier.commands.stop import UNUSABLE, Stop


def icons_of(spec: Specification, *, printed: bool = False) -> Icons:
    """The icons beside the rules.

    Raises `Stop` (`printed`: after what was found) with everything that is wrong with them."""
    try:
        return read_icons(spec.folders)
    except Failure as failure:
        raise Stop(UNUSABLE, diagnostics=failure.diagnostics, printed=printed) from None


def check_file(args: Namespace) -> None:
    """Raises `Stop` if the file of `--svg` can not be written."""
    path = Path(args.svg) if args.svg is not None else None
    if path is not None and (path.is_dir() or not path.parent.is_dir()):
        raise Stop(UNUSABLE, f"{path} can not be written", "`--svg` takes a file in a folder that exists")


def write_city(
    args: Namespace,
    spec: Specification,
    city: City | None,
    readings: dict[str, str],
    title: str,
    tiles: Collection[str] = (),
) -> None:
    """Draw a city, the spaces with `tiles` made to stand out, if `--svg` asks for that.

    Raises `Stop` if it can not be; what was found is to be printed before."""
    if args.svg is None:
        return
    if city is None:
        say(args, "no city was found, so none is drawn")
        return
    from dsl.picture import city_svg

    game = spec.game(city.mode, readings)
    about = [space for space, b in city.buildings() if b.kind in tiles]
    drawn = city_svg(city, game, title=title, icons=icons_of(spec, printed=True), highlight=about)
    write_found(Path(args.svg), drawn)
