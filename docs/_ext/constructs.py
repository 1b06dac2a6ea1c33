"""The directives of the language reference and the cookbook: `syntax`, a railroad diagram of the grammar with what
belongs to it, and `checked`, rules that are checked when the pages are built.

Guarantee: a diagram is of the grammar that the parser uses, and its boxes lead to the diagrams of what they name; a
text that is shown by `checked` reads, type checks, and has examples that hold, or there is a warning at its line.
"""

from __future__ import annotations

import re
import tempfile
from collections.abc import Iterator
from dataclasses import dataclass
from functools import cache
from html import escape
from pathlib import Path
from typing import Any, ClassVar

from docutils import nodes
from docutils.parsers.rst import directives
from railways import svg
from shapes import Drawing, Ref, Shape, Unknown, grammar, leaves, text
from sphinx import addnodes
from sphinx.application import Sphinx
from sphinx.environment import BuildEnvironment
from sphinx.util.docutils import SphinxDirective
from sphinx.util.logging import getLogger

from dsl.codes import CODES, GARDEN
from dsl.diagnostics import Bag, Diagnostic, Failure
from dsl.grammar import ITEM_WORDS
from dsl.load import assembled, load
from dsl.parse import parse
from dsl.rulebook.directives import warn
from dsl.rulebook.rules import material_of
from dsl.run_examples import run_examples
from dsl.source import Source

logger = getLogger(__name__)

HERE = Path(__file__).parent.parent
PAGES = HERE / "reference"
SAMPLE = "my_tile"
"""What lines of a tile that stand alone belong to."""

NAMES: dict[str, tuple[str, ...]] = {
    "game_line.choose": ("ruling", "reading"),
    "game_line.under_block": ("ruling", "reading"),
    "parents": ("kind", "kind"),
    "inventory": ("mode",),
    "inventory_line.stock": ("kind", "print"),
    "inventory_line.replaces": ("kind",),
    "placement": ("mode",),
    "placement_line.under_block": ("ruling", "reading"),
    "ruling_line.about": ("kind", "kind"),
    "ruling_line.reading": ("reading",),
    "ruling_line.default": ("reading",),
    "procedure_line.modes": ("mode", "mode"),
    "procedure_line.piece_sort": ("sort", "zone"),
    "procedure_line.zone": ("zone", "sort", "sort"),
    "procedure_line.face_down": ("zone", "zone"),
    "procedure_line.routine": ("routine",),
    "procedure_line.play_property": ("mode",),
    "procedure_line.under_block": ("ruling", "reading"),
    "piece_source": ("kind",),
    "step.move_step": ("sort", "zone", "zone"),
    "step.draw_step": ("sort", "zone", "zone"),
    "step.shuffle_step": ("zone",),
    "step.do_step": ("routine",),
    "step.under_block": ("ruling", "reading"),
    "option.under_block": ("ruling", "reading"),
    "option.option": ("option",),
    "play_option.given_reading": ("ruling", "reading"),
    "play_claim.play_after": ("option or routine",),
    "play_claim.play_one_zone": ("sort",),
    "play_test.reading_is": ("ruling", "reading"),
    "piece_set": ("zone",),
    "piece_noun": ("sort", "sort"),
    "kind_line.modes": ("mode", "mode"),
    "kind_line.mode_block": ("mode",),
    "kind_line.under_block": ("ruling", "reading"),
    "plural": ("plural",),
    "clause.print_": ("print",),
    "clause.gain_end": ("resource",),
    "amount": ("resource",),
    "seat": ("resource",),
    "example": ("mode",),
    "assume.given_reading": ("ruling", "reading"),
    "expect.receives": ("resource",),
    "expect.part_scores": ("kind or scoring",),
    "property": ("mode",),
    "property_option.in_scope": ("scope",),
    "property_option.solver": ("setting",),
    "property_option.given_reading": ("ruling", "reading"),
    "claim.ignores": ("kind",),
    "change.adding": ("kind",),
    "change.removing": ("kind",),
    "change.raising": ("kind",),
    "change.seating": ("resource", "kind"),
    "change.replacing": ("kind", "kind"),
    "elsewhere.in_mode": ("mode",),
    "elsewhere.of_kind": ("tile",),
    "elsewhere.given_reading": ("ruling", "reading"),
    "metric.part": ("kind or scoring",),
    "test.reading_is": ("ruling", "reading"),
    "simple.lookup": ("table",),
    "simple.part": ("kind or scoring",),
    "measure.printed_of": ("resource",),
    "measure.seated_on": ("resource",),
    "measure.unseated": ("resource",),
    "measure.received": ("resource",),
    "value.printed": ("resource",),
    "value.seated": ("resource",),
    "head.kind": ("kind",),
}
"""What the names in an alternative of the grammar are of, in their order; the grammar itself only has names."""


@dataclass(frozen=True)
class Diagram:
    """A diagram on a page of the reference: the keys that it draws, and what it is called."""

    keys: tuple[str, ...]
    label: str

    @property
    def key(self) -> str:
        """The key that stands for it."""
        return self.keys[0]

    @property
    def id(self) -> str:
        """Where links lead."""
        return "syntax-" + re.sub("[^a-z0-9]+", "-", self.key).strip("-")


_DIRECTIVE = re.compile(r"^```\{syntax\} (?P<keys>.+)\n(?P<options>(?::.*\n)*)", re.MULTILINE)


@cache
def diagrams(folder: Path = PAGES) -> tuple[Diagram, ...]:
    """The diagrams of all pages: which rules have one has to be known before any is drawn."""
    found = []
    for page in sorted(folder.glob("*.md")):
        for m in _DIRECTIVE.finditer(page.read_text("utf-8")):
            label = re.search(r"^:label: (.+)$", m["options"], re.MULTILINE)
            keys = tuple(m["keys"].split())
            found.append(Diagram(keys, label[1] if label else keys[0].partition(".")[2] or keys[0]))
    return tuple(found)


def drawing(of: tuple[Diagram, ...]) -> Drawing:
    """The shapes of the grammar, given the diagrams that there are.

    Raises `Unknown` if one of them is of something that the grammar does not have."""
    return Drawing(grammar(), {key: d.key for d in of for key in d.keys}, NAMES)


class diagram(nodes.General, nodes.Element):  # type: ignore[misc]
    """A railroad diagram. Its children are links to the diagrams of what its boxes name."""


class Syntax(SphinxDirective):
    """A diagram, and below it the type, the unit and the messages of what it draws."""

    required_arguments = 1
    final_argument_whitespace = True
    option_spec: ClassVar[dict[str, Any]] = {
        "label": directives.unchanged_required,
        "type": directives.unchanged_required,
        "unit": directives.unchanged_required,
        "errors": directives.unchanged_required,
    }

    def run(self) -> list[nodes.Node]:
        """The diagram and the line below it."""
        of = diagrams()
        keys = tuple(self.arguments[0].split())
        me = next((d for d in of if d.keys == keys), None)
        if me is None:
            return self.problem(f"`{' '.join(keys)}` is not of a page in reference/")
        if sum(1 for d in of if set(d.keys) & set(keys)) > 1:
            return self.problem(f"`{' '.join(keys)}` has more than one diagram")
        try:
            drawn = drawing(of)
            shape = drawn.diagram(keys)
        except Unknown as error:
            return self.problem(str(error))
        # What is drawn here depends on what has a diagram elsewhere.
        for path in (
            HERE.parent / "dsl" / "grammar.lark",
            *PAGES.glob("*.md"),
            *Path(__file__).parent.glob("*.py"),
        ):
            self.env.note_dependency(str(path))
        self.env.domains.standard_domain.note_hyperlink_target(me.id, self.env.docname, me.id, me.label)
        picture = diagram(ids=[me.id], classes=["syntax"], shape=shape, tile_diagram=me.key, tile_label=me.label)
        self.set_source_info(picture)
        self.state.document.note_explicit_target(picture)
        for other in sorted(set(_refs(shape))):
            target = next(d for d in of if d.key == other)
            picture += addnodes.pending_xref(
                "", nodes.inline(other, other), refdomain="std", reftype="ref", reftarget=target.id,
                refexplicit=True, refdoc=self.env.docname, refwarn=True, tile_key=other,
            )  # fmt: skip
        said = list(self.said())
        return [picture, *([nodes.paragraph("", "", *said, classes=["syntax-facts"])] if said else [])]

    def said(self) -> Iterator[nodes.Node]:
        """The line below the diagram."""
        between = False
        for option, word in (("type", "Type"), ("unit", "Unit")):
            if option in self.options:
                yield nodes.Text(" · " if between else "")
                yield nodes.strong(word, word)
                parsed, messages = self.parse_inline(f" {self.options[option]}")
                yield from [*parsed, *messages]
                between = True
        codes = self.options.get("errors", "").replace(",", " ").split()
        if codes:
            yield nodes.Text(" · " if between else "")
            yield nodes.strong("Messages", "Messages")
        for code in codes:
            if code not in CODES:
                self.problem(f"there is no message {code}")
                continue
            yield nodes.Text(" ")
            yield addnodes.pending_xref(
                "", nodes.inline(code, f"{code} ({CODES[code].title})"), refdomain="std", reftype="doc",
                reftarget=f"/errors/{code}", refexplicit=True, refdoc=self.env.docname, refwarn=True,
            )  # fmt: skip
            yield nodes.Text("," if code != codes[-1] else "")

    def problem(self, message: str) -> list[nodes.Node]:
        """A mistake in the page."""
        logger.warning("%s", message, location=self.get_location(), type="tile", subtype="syntax")
        return []


def _refs(shape: Shape) -> Iterator[str]:
    return (x.key for x in leaves(shape) if isinstance(x, Ref))


def visit_diagram(self: Any, node: diagram) -> None:
    """The diagram in a page of HTML, its links as they were resolved."""
    links = {}
    for ref in node.findall(nodes.reference):
        links[ref.get("tile_key") or ref.astext()] = ref.get("refuri") or f"#{ref['refid']}"
    names = {d.key: d.label for d in diagrams()}
    self.body.append(f'<div class="syntax" id="{node["ids"][0]}">\n')
    self.body.append(f'<span class="syntax-label">{escape(node["tile_label"])}</span>\n')
    self.body.append(svg(node["tile_diagram"], node["tile_label"], node["shape"], links, names))
    self.body.append("\n</div>\n")
    raise nodes.SkipNode


def visit_diagram_as_text(self: Any, node: diagram) -> None:
    """The diagram in words."""
    self.add_text(text(node["shape"], {d.key: d.label for d in diagrams()}))
    raise nodes.SkipNode


# ---- checked rules ---------------------------------------------------------------------------------------


@dataclass(frozen=True)
class Snippet:
    """Rules that stand on a page: where, and what they are read together with."""

    docname: str
    path: str
    line: int
    code: str
    on: str  # "rules": those of the project; "garden": the little game of the messages; "alone"
    kind: str  # what the tile counts as whose lines they are

    def declares(self) -> bool:
        """Whether these are declarations; else they are lines of a tile."""
        first = re.search(r"^[a-z_]+", self.code, re.MULTILINE)
        return first is not None and first[0] in (*ITEM_WORDS, "replacing")

    def source(self, number: int) -> Source:
        """The text as a file; `number` makes the name of its tile one of its own."""
        wrapped = self.code
        if not self.declares():
            wrapped = f'tile {SAMPLE} "My Tile" is {self.kind} {{\n{self.code}\n}}\n'
        mine = re.sub(rf"\b{SAMPLE}\b", f"{SAMPLE}_{number}", wrapped) if self.on == "rules" else wrapped
        return Source(self.path, mine)

    def place(self, d: Diagnostic) -> str:
        """File and line of what is wrong."""
        return f"{self.path}:{self.line + d.span.begin()[0] - (1 if self.declares() else 2)}"


class Checked(SphinxDirective):
    """Rules as they are shown: declarations, or lines of a tile."""

    has_content = True
    option_spec: ClassVar[dict[str, Any]] = {"garden": directives.flag, "alone": directives.flag}

    def run(self) -> list[nodes.Node]:
        """The text; what is wrong with it is told when all pages were read."""
        code = "\n".join(self.content)
        on = next((x for x in ("garden", "alone") if x in self.options), "rules")
        path, at = self.get_source_info()
        # Below its options, of which only the file tells how many lines they take.
        lines = Path(path).read_text("utf-8").split("\n")
        begin = next((n for n, x in enumerate(lines, 1) if n > at and x == self.content[0]), at)
        store(self.env).append(Snippet(self.env.docname, path, begin, code, on, self.config.tile_sample_kind))
        block = nodes.literal_block(code, code, language="rules")
        self.set_source_info(block)
        return [block]


def store(env: BuildEnvironment) -> list[Snippet]:
    """The snippets that were read so far."""
    if not hasattr(env, "tile_snippets"):
        env.tile_snippets = []  # type: ignore[attr-defined]
    found: list[Snippet] = env.tile_snippets  # type: ignore[attr-defined]
    return found


def purge(app: Sphinx, env: BuildEnvironment, docname: str) -> None:
    """Forget the snippets of a page."""
    store(env)[:] = [x for x in store(env) if x.docname != docname]


def merge(app: Sphinx, env: BuildEnvironment, docnames: set[str], other: BuildEnvironment) -> None:
    """Take over the snippets that another process read."""
    store(env).extend(x for x in store(other) if x.docname in docnames)


def check_all(app: Sphinx, env: BuildEnvironment) -> list[str]:
    """Check all snippets: those on top of the project's rules together, the others one by one."""
    material = material_of(env)
    snippets = sorted(store(env), key=lambda x: (x.docname, x.line))
    if material is not None:
        ours = [x for x in snippets if x.on == "rules"]
        # A scoring is counted in every city, those of others among them.
        apart = [x for x in ours if re.search(r"^scoring\b", x.code, re.MULTILINE)]
        tell([x for x in ours if x not in apart], Bag(), material)
        for x in apart:
            tell([x], Bag(), material, again=False)
    for x in snippets:
        if x.on == "garden":
            tell_alone(x, GARDEN)
        elif x.on == "alone":
            tell_alone(x, "")
    return []


def tell(snippets: list[Snippet], bag: Bag, material: Any, again: bool = True) -> None:
    """Check snippets on top of the rules of the project. Unless that is done `again`, the examples and
    properties of these rules are not checked another time: what replaces none of them leaves them as they are."""
    kept = [(x, x.source(i)) for i, x in enumerate(snippets)]
    trees = [parse(source, bag) for _, source in kept]
    owners = {item.name.name for tree in trees for item in tree.items if item.name is not None}
    if not bag.errors:
        try:
            replaced = any(item.replacing for tree in trees for item in tree.items)
            new = None if again or replaced else owners
            spec = assembled([*material.spec.files, *trees], bag, material.spec.folders, new)
            run_examples(spec, bag, owners)
        except Failure as failure:
            bag.found = list(failure.diagnostics)
    of = {id(source): x for x, source in kept}
    for d in bag.found:
        at = of.get(id(d.span.source))
        warn([d], at.place if at is not None else None)


def tell_alone(x: Snippet, base: str) -> None:
    """Check a snippet in a folder of its own, on top of `base`."""
    bag = Bag()
    with tempfile.TemporaryDirectory() as name:
        folder = Path(name)
        if base:
            (folder / "base.rules").write_text(base, "utf-8")
        (folder / "mine.rules").write_text(x.source(0).text, "utf-8")
        try:
            spec = load([folder], bag)
            run_examples(spec, bag)
        except Failure as failure:
            bag.found = list(failure.diagnostics)
    warn(bag.found, x.place)


def setup(app: Sphinx) -> dict[str, bool]:
    """Add the directives; the rules are those of `dsl.rulebook`."""
    app.setup_extension("dsl.rulebook")
    app.add_config_value("tile_sample_kind", "", "env", str)
    app.add_node(diagram, html=(visit_diagram, None), text=(visit_diagram_as_text, None))
    app.add_directive("syntax", Syntax)
    app.add_directive("checked", Checked)
    app.connect("env-purge-doc", purge)
    app.connect("env-merge-info", merge)
    app.connect("env-updated", check_all)
    return {"parallel_read_safe": True, "parallel_write_safe": True}
