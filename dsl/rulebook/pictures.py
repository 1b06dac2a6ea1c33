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
from dsl.picture import city_svg, icon_svg
from dsl.rulebook.material import Material

FOLDER = "tile-pictures"


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
    env: BuildEnvironment, material: Material, city: City, game: c.Game, title: str, highlight: str = ""
) -> nodes.image:
    """A drawn city; `highlight` is the kind that it is about."""
    svg = city_svg(
        city,
        material.named(game),
        title=title,
        icons=material.icons,
        highlight=highlight,
        translate=lambda x: material.say(x),
    )
    return image(env, svg, title, "tile-city")


def icon_image(env: BuildEnvironment, material: Material, game: c.Game, name: str, alt: str) -> nodes.image:
    """The icon of a kind or a resource, as high as the text."""
    return image(env, icon_svg(material.named(game), name, material.icons), alt, "tile-icon")
