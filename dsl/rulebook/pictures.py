"""Pictures in a page: SVG files that Sphinx copies as it does with any image.

Guarantee: equal pictures are one file, named by its content, in the cache of the build and not among the author's
sources; writing is atomic, so that processes that read pages side by side do not meet.
"""

from __future__ import annotations

import hashlib
import os
from pathlib import Path

from docutils import nodes
from sphinx.environment import BuildEnvironment

from dsl import core as c
from dsl.city import City
from dsl.picture import city_svg, icon_svg, legend_svg, resource_ink, unit_mark
from dsl.rulebook.material import Material
from dsl.svg import picture

FOLDER = "tile-pictures"
_MARK, _STEP = 16.0, 18.0  # of a unit, in CSS pixels


def image(env: BuildEnvironment, svg: str, alt: str, *classes: str) -> nodes.image:
    """An image node for a picture; `alt` is what it says."""
    folder = Path(env.doctreedir) / FOLDER
    folder.mkdir(parents=True, exist_ok=True)
    path = folder / f"{hashlib.sha256(svg.encode()).hexdigest()[:20]}.svg"
    if not path.exists():
        part = path.with_suffix(f".{os.getpid()}.part")
        part.write_text(svg, "utf-8", newline="\n")
        part.replace(path)
    there = os.path.relpath(path, env.srcdir)
    # With a slash, Sphinx takes the path from the folder of the sources.
    return nodes.image(uri="/" + there.replace(os.sep, "/"), alt=alt, classes=[*classes])


def city_image(
    env: BuildEnvironment,
    material: Material,
    city: City,
    game: c.Game,
    title: str,
    highlight: str = "",
    *,
    legend: bool = True,
) -> nodes.image:
    """A drawn city; `highlight` is the kind that it is about. Without `legend`, `legend_image` stands beside it."""
    svg = city_svg(
        city,
        material.named(game),
        title=title,
        icons=material.icons,
        highlight=highlight,
        legend=legend,
        translate=lambda x: material.say(x),
    )
    return image(env, svg, title, "tile-city")


def legend_image(env: BuildEnvironment, material: Material, city: City, game: c.Game) -> nodes.image | None:
    """What the signs in a drawn city mean; None where it has none."""
    title = material.say("Legend")
    svg, words = legend_svg(
        city, material.named(game), title=title, icons=material.icons, translate=lambda x: material.say(x)
    )
    return image(env, svg, f"{title}: {words}", "tile-key") if svg else None


def icon_image(env: BuildEnvironment, material: Material, game: c.Game, name: str) -> nodes.image:
    """The icon of a kind, as high as the text."""
    game = material.named(game)
    return image(env, icon_svg(game, name, material.icons), game.kinds[name].title, "tile-icon")


def units_image(env: BuildEnvironment, material: Material, game: c.Game, resource: str, n: int) -> nodes.image:
    """Some units of a resource side by side, as high as the text."""
    r = next(r for r in game.resources if r.name == resource)
    ink = resource_ink(resource, material.icons)
    marks = [unit_mark(r, material.icons, i * _STEP, 0, _MARK, ink) for i in range(n)]
    title = material.units(resource, n)
    return image(env, picture(n * _STEP - _STEP + _MARK, _MARK, marks, title=title), title, "tile-icon")
