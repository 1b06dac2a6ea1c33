"""The directives of the domain: entries by hand, entries from the rules, cities, chapters.

Guarantee: a directive never raises for what an author wrote: mistakes in a page are warnings at the page's line,
mistakes in the rules warnings at the rules' line.
"""

from __future__ import annotations

import re
from collections.abc import Callable, Iterable
from typing import Any, ClassVar

from docutils import nodes
from docutils.parsers.rst import directives
from sphinx import addnodes
from sphinx.application import Sphinx
from sphinx.directives import ObjectDescription
from sphinx.util import logging
from sphinx.util.docutils import SphinxDirective
from sphinx.util.nodes import make_id

from dsl.check import example_case
from dsl.diagnostics import Bag, Diagnostic, did_you_mean
from dsl.parse import parse
from dsl.rulebook.chapters import CHAPTERS, Chapters
from dsl.rulebook.doctree import para, section
from dsl.rulebook.domain import GROUPS, Entry, TileDomain, index_node, index_text
from dsl.rulebook.entry import PARTS, Writer
from dsl.rulebook.material import Counted, Material
from dsl.rulebook.rules import material_of
from dsl.source import Source
from dsl.syntax import Declaration, Example

logger = logging.getLogger(__name__)


def words_of(d: Diagnostic) -> str:
    """A diagnostic as the message of a warning."""
    return f"{d.message}{f' ({d.help})' if d.help else ''}"


def warn(found: Iterable[Diagnostic], location: Callable[[Diagnostic], str] | None = None) -> None:
    """Diagnostics as warnings of Sphinx: of the type `tile`, with their code as subtype, at their own place."""
    for d in found:
        where = location(d) if location is not None else place(d)
        logger.warning("%s", words_of(d), location=where, type="tile", subtype=d.code)


def place(d: Diagnostic) -> str:
    """File and line of a diagnostic. Without a line, Sphinx would take the file for a page."""
    source = d.span.source
    known = source.readable or not re.search(r":\d+$", source.name)  # what can not be decoded names its line itself
    return f"{source.name}:{d.span.begin()[0]}" if known else source.name


def tile_domain(app: Sphinx) -> TileDomain:
    """The domain of a project."""
    domain = app.env.domains["tile"]
    assert isinstance(domain, TileDomain)
    return domain


class Described(ObjectDescription[str]):
    """Something described by hand: its name, then a title in quotes or as an option."""

    option_spec: ClassVar[dict[str, Any]] = {
        **ObjectDescription.option_spec,
        "title": directives.unchanged,
        "plural": directives.unchanged,
        "modes": directives.unchanged,
        "needs": directives.unchanged,
        "cites": directives.unchanged,
    }

    def handle_signature(self, sig: str, signode: addnodes.desc_signature) -> str:
        """The name and title of one object."""
        name, _, rest = sig.partition(" ")
        title = self.options.get("title") or rest.strip().strip('"') or name
        signode["tile_title"] = title
        signode += addnodes.desc_name(title, title)
        for mode in (self.options.get("modes") or "").split(","):
            if mode.strip():
                signode += [nodes.Text(" "), nodes.inline(mode.strip(), mode.strip(), classes=["tile-badge"])]
        if self.options.get("needs"):
            text = self.options["needs"]
            signode += [nodes.Text(" "), nodes.inline(text, text, classes=["tile-cost"])]
        signode["_toc_parts"] = (title,)
        signode["_toc_name"] = title
        return name

    def add_target_and_index(self, name: str, sig: str, signode: addnodes.desc_signature) -> None:
        """Note where the object is described."""
        node_id = make_id(self.env, self.state.document, "tile", name)
        signode["ids"].append(node_id)
        self.state.document.note_explicit_target(signode)
        entry = Entry(
            self.env.docname, node_id, self.objtype, signode["tile_title"], self.options.get("plural", "")
        )
        domain = self.env.domains["tile"]
        assert isinstance(domain, TileDomain)
        domain.note(name, entry, signode)
        if "no-index-entry" not in self.options:
            self.indexnode["entries"].append(("single", index_text(entry.title), node_id, "", None))

    def transform_content(self, content_node: addnodes.desc_content) -> None:
        """The source that was given comes last."""
        if self.options.get("cites"):
            content_node += para(self.options["cites"], classes=["tile-cites"])


class FromRules(SphinxDirective):
    """What the directives that read the rules have in common."""

    has_content = False

    @property
    def material(self) -> Material | None:
        """The rules; None if they can not be read, which was said already."""
        return material_of(self.env)

    def start(self, material: Material) -> Writer:
        """A writer for this page."""
        domain = self.domain()
        domain.data["pages"].setdefault(self.env.docname, True)
        return Writer(self.env, material, self.env.docname)

    def domain(self) -> TileDomain:
        """The domain."""
        found = self.env.domains["tile"]
        assert isinstance(found, TileDomain)
        return found

    def finish(self, writer: Writer) -> None:
        """Note what the page depends on, and tell what was wrong."""
        for path in sorted(writer.m.sources(writer.uses)):
            self.env.note_dependency(str(path))
        if writer.m.facts_file is not None and writer.m.facts_file.exists():
            self.env.note_dependency(str(writer.m.facts_file))
        warn(writer.bag.found)

    def unreadable(self, title: str = "") -> list[nodes.Node]:
        """What stands on the page when the rules can not be read, under a heading if there was to be one.

        The page is read again when they can be."""
        self.domain().data["pages"].setdefault(self.env.docname, True)
        self.domain().data["skeleton"] = ""
        said = para("The rules can not be read; see the warnings of the build.", classes=["tile-unreadable"])
        if not title:
            return [said]
        out = section(make_id(self.env, self.state.document, "tile", title), title)
        self.state.document.note_explicit_target(out)
        out += [said, *(self.parse_content_to_nodes() if self.has_content else [])]
        return [out]

    def problem(self, message: str, subtype: str) -> list[nodes.Node]:
        """A mistake in the page."""
        logger.warning("%s", message, location=self.get_location(), type="tile", subtype=subtype)
        return []

    def noted(
        self, name: str, writer: Writer, content: list[nodes.Node], *, index: bool, heading: bool
    ) -> list[nodes.Node]:
        """An entry with its target and, unless it is not to be noted, its place in the indices."""
        material = writer.m
        what, _ = material.objects[name]
        title = material.title(name)
        node_id = make_id(self.env, self.state.document, "tile", name)
        holder: nodes.Element
        if heading:
            holder = section(node_id, title)
            holder["classes"] += ["tile-entry", f"tile-{what}"]
        else:
            holder = nodes.container(ids=[node_id], classes=["tile-entry", f"tile-{what}"])
        self.set_source_info(holder)
        self.state.document.note_explicit_target(holder)
        holder += content
        if not index:
            return [holder]
        plural = next((p for p, n in material.d.plurals.items() if n == name), "")
        self.domain().note(
            name, Entry(self.env.docname, node_id, what, title, plural, material.summary(name)), holder
        )
        texts = [index_text(title)]
        if what == "ruling":
            owners = [material.title(n) for n in material.spec.rulings[name].about if n in material.objects]
            texts = [index_text(x, title) for x in owners] or [index_text(material.say("Questions of play"), title)]
        return [index_node(texts, node_id), holder]


class Auto(FromRules):
    """The entry of one declaration of the rules, or the entries of all of a type (`tiles`, `buildings`, ...)."""

    required_arguments = 1
    option_spec: ClassVar[dict[str, Any]] = {
        "mode": directives.unchanged_required,
        "show": directives.unchanged_required,
        "hide": directives.unchanged_required,
        "heading": directives.flag,
        "no-index": directives.flag,
    }

    def run(self) -> list[nodes.Node]:
        """The nodes of the entries."""
        material = self.material
        if material is None:
            return self.unreadable(self.arguments[0] if "heading" in self.options else "")
        word, mode = self.arguments[0], self.options.get("mode", "")
        if mode and mode not in material.d.modes:
            return self.problem(unknown("mode", mode, material.d.modes), "name")
        shown = self.parts()
        if shown is None:
            return []
        plural = next((t for t in GROUPS if f"{t}s" == word), "")
        name = word if word in material.objects else material.d.kind_name(word) or word
        if plural and name not in material.objects:
            names: tuple[str, ...] = material.names(plural, mode)
        elif name in material.objects:
            names = (name,)
        else:
            known = [*material.objects, *(f"{t}s" for t in GROUPS)]
            return self.problem(unknown("name", word, known), "name")
        if mode and names == (name,) and material.modes(name) and mode not in material.modes(name):
            return self.problem(f"`{name}` does not exist in {mode}", "name")
        writer, out = self.start(material), list[nodes.Node]()
        heading = "heading" in self.options
        for n in names:
            content = list(writer.entry(n, shown, mode, named=not heading))
            out += self.noted(n, writer, content, index="no-index" not in self.options, heading=heading)
        self.finish(writer)
        return out

    def parts(self) -> tuple[str, ...] | None:
        """The parts that are wanted; None, with a warning, if one is not known."""
        said = {o: self.options.get(o, "").replace(",", " ").split() for o in ("show", "hide")}
        for word in (*said["show"], *said["hide"]):
            if word not in PARTS:
                self.problem(unknown("part", word, PARTS), "name")
                return None
        return tuple(p for p in PARTS if (not said["show"] or p in said["show"]) and p not in said["hide"])


class CityFigure(FromRules):
    """A drawn city: a text grid after the head of an example (`MODE with 5 UNITS`), or an example of the
    rules by its title."""

    has_content = True
    optional_arguments = 1
    final_argument_whitespace = True
    option_spec: ClassVar[dict[str, Any]] = {
        "of": directives.unchanged_required,
        "example": directives.unchanged_required,
        "caption": directives.unchanged,
        "sheet": directives.flag,
    }

    def run(self) -> list[nodes.Node]:
        """The figure."""
        material = self.material
        if material is None:
            return self.unreadable()
        owner = self.options.get("of", "")
        owner = owner if owner in material.objects else material.d.kind_name(owner) or owner
        if owner and owner not in material.objects:
            return self.problem(unknown("name", owner, material.objects), "name")
        writer = self.start(material)
        if owner:
            writer.uses.add(owner)
        found = self.example(material, owner, writer) if "example" in self.options else self.grid(material, owner)
        out: list[nodes.Node] = []
        if found is not None:
            title = self.options.get("caption") or found.title or material.say("A city")
            out = [writer.drawn(owner, found, title, arithmetic="sheet" in self.options)]
        self.finish(writer)
        return out

    def example(self, material: Material, owner: str, writer: Writer) -> Counted | None:
        """The example of the owner with the given title."""
        title = self.options["example"]
        if not owner:
            self.problem("say with :of: whose example it is", "city")
            return None
        found = material.named_example(owner, title, writer.bag)
        if found is None:
            titles = material.example_titles(owner)
            self.problem(unknown("example", title, titles), "city")
        return found

    def grid(self, material: Material, owner: str) -> Counted | None:
        """The city that the content draws."""
        head = " ".join(self.arguments[0].split()) if self.arguments else ""
        if not head or not self.content:
            self.problem("give a mode, and the rows of a city below it", "city")
            return None
        body = "\n".join(self.content)
        source = Source("city", f'scoring city "City" {{ example {head} {{\n{body}\n}} totals 0 }}\n')
        bag, case = Bag(), None
        tree = parse(source, bag)
        item = tree.items[0] if len(tree.items) == 1 and not bag.found else None
        lines = item.lines if isinstance(item, Declaration) else ()
        if len(lines) == 1 and isinstance(lines[0], Example):
            mode = lines[0].mode
            if mode.name not in material.d.modes:
                bag.add(
                    "TP012",
                    f"unknown mode `{mode.name}`",
                    mode.span,
                    help=did_you_mean(mode.name, material.d.modes),
                )
            else:
                case = self.case(material, owner, lines[0], bag)
        elif not bag.found:
            self.problem("this is not the head of an example and its rows", "city")
        warn(bag.found, self.here)
        if case is None or bag.found:
            return None
        return case

    def case(self, material: Material, owner: str, line: Example, bag: Bag) -> Counted | None:
        """The city of an example, counted."""
        for given in line.given:
            ruling, reading = getattr(given, "ruling", None), getattr(given, "reading", None)
            if ruling is not None and reading is not None:
                known = material.spec.rulings.get(ruling.name)
                if known is None or reading.name not in known.names():
                    names = known.names() if known is not None else tuple(material.spec.rulings)
                    wrong = reading if known is not None else ruling
                    bag.add("TP014", f"unknown `{wrong.name}`", wrong.span, help=did_you_mean(wrong.name, names))
        if bag.found:
            return None
        found = example_case(material.spec, owner, line, bag)
        return None if found is None else material.counted(owner, found.city, readings=found.readings)

    def here(self, d: Diagnostic) -> str:
        """Where in the page a diagnostic of the city is."""
        line = d.span.begin()[0]
        path, at = self.get_source_info()
        return f"{path}:{at if line == 1 else self.content_offset + line - 1}"


class Chapter(FromRules):
    """A chapter of a rulebook as a section, with the content of the directive at its end."""

    required_arguments = 1
    has_content = True

    def run(self) -> list[nodes.Node]:
        """The section."""
        material, name = self.material, self.arguments[0]
        if name not in CHAPTERS:
            return self.problem(unknown("chapter", name, CHAPTERS), "name")
        if material is None:
            return self.unreadable(name)
        writer = self.start(material)
        made = Chapters(writer).chapter(name, self.parse_content_to_nodes())
        self.state.document.note_explicit_target(made)
        for hole in list(made.findall(lambda n: isinstance(n, nodes.container) and "tile_entry" in n)):
            assert isinstance(hole, nodes.container)
            entry = hole["tile_entry"]
            content = list(writer.entry(entry, PARTS, named=False))
            hole.replace_self(self.noted(entry, writer, content, index=True, heading=True))
        self.finish(writer)
        return [made]


def unknown(what: str, word: str, known: Iterable[str]) -> str:
    """The message for a name that means nothing."""
    names = sorted(set(known))
    hint = did_you_mean(word, names)
    if not hint and len(names) <= 12:
        hint = "known: " + ", ".join(f"`{n}`" for n in names)
    return f"unknown {what} `{word}`{f' ({hint})' if hint else ''}"


DIRECTIVES: dict[str, type[SphinxDirective]] = {
    **dict.fromkeys(GROUPS, Described),
    "auto": Auto,
    "city": CityFigure,
    "chapter": Chapter,
}
