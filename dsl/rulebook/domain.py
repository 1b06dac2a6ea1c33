"""The Sphinx domain `tile`: what is described where, and what refers to it.

Guarantee: objects are the same whether pages are read by one process or by several, and only of pages that are
there. Names are those of the rules, plurals resolve as well.
"""

from __future__ import annotations

import unicodedata
from collections.abc import Iterable, Iterator, Set
from typing import Any, ClassVar, NamedTuple

from docutils import nodes
from docutils.nodes import Element
from sphinx import addnodes
from sphinx.builders import Builder
from sphinx.domains import Domain, Index, IndexEntry, ObjType
from sphinx.environment import BuildEnvironment
from sphinx.roles import XRefRole
from sphinx.util import logging
from sphinx.util.nodes import make_refnode

from dsl.rulebook.rules import material_of

logger = logging.getLogger(__name__)

# The types of objects, with the headings of their groups in the index of the domain.
GROUPS = {
    "tile": "Tiles",
    "building": "Buildings",
    "scoring": "Scorings",
    "table": "Tables",
    "ruling": "Rulings",
}


class Entry(NamedTuple):
    """Something described: where, what it is, and what it is called."""

    docname: str
    node_id: str
    type: str
    title: str
    plural: str = ""  # the name in the plural
    about: str = ""  # a sentence, for the index


class TileIndex(Index):
    """Everything described, by type."""

    name = "index"
    localname = "Tiles and rules"
    shortname = "tiles"

    def generate(self, docnames: Iterable[str] | None = None) -> tuple[list[tuple[str, list[IndexEntry]]], bool]:
        """The groups of the index, each with its entries by title."""
        wanted = None if docnames is None else set(docnames)
        material = material_of(self.domain.env)
        entries = self.domain.data["objects"].items()
        groups = []
        for what, heading in GROUPS.items():
            found = [
                # Sphinx puts a colon between a name and what follows it, also if nothing does.
                IndexEntry(e.title, 0, e.docname, e.node_id, "", name if e.about else "", e.about or name)
                for name, e in sorted(entries, key=lambda x: (_plain(x[1].title), x[0]))
                if e.type == what and (wanted is None or e.docname in wanted)
            ]
            if found:
                groups.append((heading if material is None else material.say(heading), found))
        return groups, False


def _plain(title: str) -> str:
    """A title without capitals and accents: `École` stands with E."""
    return "".join(x for x in unicodedata.normalize("NFKD", title.casefold()) if not unicodedata.combining(x))


def _warn_of_two(name: str, entry: Entry, other: Entry, location: Element | str) -> None:
    logger.warning(
        "duplicate description of %s %s, other instance in %s, use :no-index: for one of them",
        entry.type,
        name,
        other.docname,
        location=location,
        type="tile",
        subtype="duplicate",
    )


class TileDomain(Domain):
    """Tiles, buildings, scorings, tables and rulings of a tile-laying game."""

    name = "tile"
    label = "Tile-laying game"
    object_types: ClassVar[dict[str, ObjType]] = {t: ObjType(t, t, "ref") for t in GROUPS}
    roles: ClassVar[dict[str, Any]] = {t: XRefRole(innernodeclass=nodes.inline) for t in ("ref", *GROUPS)}
    indices: ClassVar[list[type[Index]]] = [TileIndex]
    initial_data: ClassVar[dict[str, Any]] = {"objects": {}, "pages": {}, "skeleton": ""}
    data_version = 1

    @property
    def objects(self) -> dict[str, Entry]:
        """Everything described, by name."""
        found: dict[str, Entry] = self.data["objects"]
        return found

    def note(self, name: str, entry: Entry, location: Element) -> None:
        """Note that something is described; warn if it already is somewhere else."""
        other = self.objects.get(name)
        if other is not None:
            _warn_of_two(name, entry, other, location)
        self.objects[name] = entry

    def clear_doc(self, docname: str) -> None:
        """Forget what a page describes."""
        for name in [n for n, e in self.objects.items() if e.docname == docname]:
            del self.objects[name]
        self.data["pages"].pop(docname, None)

    def merge_domaindata(self, docnames: Set[str], otherdata: dict[str, Any]) -> None:
        """Take over what another process read."""
        self.data["pages"].update({n: True for n in otherdata["pages"] if n in docnames})
        for name, entry in otherdata["objects"].items():
            if entry.docname not in docnames:
                continue
            other = self.objects.get(name)
            if other is not None and other.docname != entry.docname:
                _warn_of_two(name, entry, other, entry.docname)
            self.objects[name] = entry

    def find(self, target: str, type: str = "ref") -> tuple[str, Entry] | None:
        """The object that a word means, in the singular or the plural; of one type, unless that is `ref`."""
        found = self.objects.get(target)
        name = target
        if found is None:
            name, found = next(
                ((n, e) for n, e in sorted(self.objects.items()) if target and e.plural == target), (target, None)
            )
        return (name, found) if found is not None and type in ("ref", found.type) else None

    def resolve_xref(
        self,
        env: BuildEnvironment,
        fromdocname: str,
        builder: Builder,
        typ: str,
        target: str,
        node: addnodes.pending_xref,
        contnode: Element,
    ) -> nodes.reference | None:
        """A link to an object, with its title where the author gave no words."""
        found = self.find(target, typ)
        if found is None:
            return None
        entry = found[1]
        if not node.get("refexplicit"):
            contnode = nodes.inline(entry.title, entry.title, classes=["xref", "tile", f"tile-{typ}"])
        return make_refnode(builder, fromdocname, entry.docname, entry.node_id, contnode, entry.title)

    def resolve_any_xref(
        self,
        env: BuildEnvironment,
        fromdocname: str,
        builder: Builder,
        target: str,
        node: addnodes.pending_xref,
        contnode: Element,
    ) -> list[tuple[str, nodes.reference]]:
        """The link for the role `any`, if the word means an object."""
        found = self.find(target)
        made = (
            None if found is None else self.resolve_xref(env, fromdocname, builder, "ref", target, node, contnode)
        )
        return [] if found is None or made is None else [(f"tile:{found[1].type}", made)]

    def get_objects(self) -> Iterator[tuple[str, str, str, str, str, int]]:
        """All objects, for search and for the inventory."""
        for name, e in sorted(self.objects.items()):
            yield name, e.title, e.type, e.docname, e.node_id, 1

    def get_full_qualified_name(self, node: Element) -> str | None:
        """The name that a reference means."""
        found: str | None = node.get("reftarget")
        return found


def index_node(entries: Iterable[str], node_id: str) -> addnodes.index:
    """Entries of the general index; `a; b` is `b` below `a`."""
    return addnodes.index(entries=[("single", text, node_id, "", None) for text in entries])


def index_text(*words: str) -> str:
    """Words as an entry of the general index, each below the one before."""
    return "; ".join(w.replace(";", ",") for w in words)
