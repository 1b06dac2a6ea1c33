"""The rules of a Sphinx project: read once for a build, before its pages are.

Guarantee: what is wrong with the rules is told once for a build, at its place in the rules, whichever pages are
read. Processes that read pages in parallel inherit what was read.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from contextlib import contextmanager
from pathlib import Path
from weakref import WeakKeyDictionary

from docutils.nodes import Element
from sphinx import addnodes
from sphinx.application import Sphinx
from sphinx.environment import BuildEnvironment
from sphinx.util import logging

from dsl.diagnostics import Diagnostic, Failure
from dsl.load import shipped
from dsl.rulebook.material import Material, load_material

logger = logging.getLogger(__name__)
_LOADED: WeakKeyDictionary[BuildEnvironment, Material | None] = WeakKeyDictionary()
_AT_HAND: dict[tuple[tuple[Path, ...], Path | None, str], tuple[Material, tuple[Diagnostic, ...]]] = {}


@contextmanager
def at_hand(
    folders: tuple[Path, ...], facts: Path | None, language: str
) -> Iterator[tuple[Material, tuple[Diagnostic, ...]]]:
    """Rules that were read already: whatever is built meanwhile from the same folders does not read them again.

    Raises as `load_material`."""
    key = (folders, facts, language)
    _AT_HAND[key] = found = load_material(*key)
    try:
        yield found
    finally:
        del _AT_HAND[key]


def material_of(env: BuildEnvironment) -> Material | None:
    """The rules of the project; None if they can not be read."""
    return _LOADED.get(env)


def read_rules(app: Sphinx) -> None:
    """Read the rules that the configuration names, and tell what is wrong with them."""
    config = app.config
    named: Sequence[str] = [config.tile_spec] if isinstance(config.tile_spec, str) else config.tile_spec
    folders = tuple(Path(app.confdir, x) for x in named) or (shipped(),)
    facts = Path(app.confdir, config.tile_facts) if config.tile_facts else None
    language = config.tile_language or config.language or "en"
    _LOADED[app.env] = None
    _name_index("Tiles and rules")
    try:
        material, complaints = _AT_HAND.get((folders, facts, language)) or load_material(folders, facts, language)
    except Failure as failure:
        _tell(failure.diagnostics)
        return
    except KeyError as error:
        logger.warning("there are no words in the language %s", error, type="tile", subtype="language")
        return
    _tell(material.warnings)
    _tell(complaints)
    _LOADED[app.env] = material
    _name_index(material.say("Tiles and rules"))


def _name_index(title: str) -> None:
    # Sphinx asks the class for its title, which is one for all languages: each project says it anew.
    from dsl.rulebook.domain import TileIndex

    TileIndex.localname = title


def _tell(found: Sequence[Diagnostic]) -> None:
    from dsl.rulebook.directives import warn

    warn(found)


def outdated(
    app: Sphinx, env: BuildEnvironment, added: set[str], changed: set[str], removed: set[str]
) -> list[str]:
    """All pages that show anything of the rules, if something changed that any of them may show."""
    material = _LOADED.get(env)
    data = env.domaindata["tile"]
    now = "" if material is None else f"{material.skeleton} {material.facts is not None}"
    before, data["skeleton"] = data["skeleton"], now
    pages = set(data["pages"]) & env.found_docs
    return sorted(pages) if before != now and now else []


def leave_words(
    app: Sphinx, env: BuildEnvironment, node: addnodes.pending_xref, contnode: Element
) -> Element | None:
    """An automatic link to what the project does not describe is just its words. So is every link to an entry while
    the rules can not be read."""
    broken = node.get("refdomain") == "tile" and _LOADED.get(env) is None
    return contnode if broken or node.get("tile_optional") else None
