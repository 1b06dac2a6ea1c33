"""The Sphinx builder `tilepdf`: a project as a printed book, in one PDF for each size of paper.

Guarantee: a link or a page number leads to what it names, also where pages share the name of a section; nothing
that is wider or higher than the page is printed without a warning; nothing is fetched from a network; the same
sources give the same bytes. WeasyPrint is imported only when a book is made with it.
"""

from __future__ import annotations

import logging
import re
import unicodedata
from collections import Counter
from collections.abc import Iterator, Sequence
from contextlib import contextmanager
from dataclasses import dataclass
from html import escape
from pathlib import Path
from typing import Any

from docutils import nodes
from sphinx import addnodes
from sphinx.addnodes import start_of_file
from sphinx.application import Sphinx
from sphinx.builders.singlehtml import SingleFileHTMLBuilder
from sphinx.config import Config
from sphinx.domains import IndexEntry
from sphinx.environment.adapters.indexentries import IndexEntries
from sphinx.errors import ConfigError
from sphinx.util.display import progress_message
from sphinx.util.logging import getLogger
from sphinx.util.nodes import inline_all_toctrees

from dsl.rulebook import press

logger = getLogger(__name__)

PAGE = "print.html"
ENGINES = ("weasyprint", "chromium")
WORDS = {
    "en": {"contents": "Contents", "index": "Index", "page": "Page {n} of {m}", "see": "(p. {n})"},
    "fr": {"contents": "Sommaire", "index": "Index", "page": "Page {n} sur {m}", "see": "(p. {n})"},
    "de": {"contents": "Inhalt", "index": "Register", "page": "Seite {n} von {m}", "see": "(S. {n})"},
}
"""What the book itself says; `tilepdf_words` adds to it, or says it otherwise."""


@dataclass(frozen=True)
class Entry:
    """A line of the contents: a section at a depth (1: chapter), and its anchor."""

    depth: int
    title: str
    anchor: str


class TilePdfBuilder(SingleFileHTMLBuilder):
    """All pages of a project as one document for print, its PDFs beside it."""

    name = "tilepdf"
    epilog = "The books are in %(outdir)s."
    search = False
    add_permalinks = False

    def init(self) -> None:
        """Check the configuration before any page is read."""
        super().init()
        c = self.config
        if c.tilepdf_engine not in ENGINES:
            known = " or ".join(map(repr, ENGINES))
            raise ConfigError(f"tilepdf_engine is {c.tilepdf_engine!r}; it can be {known}")
        unknown = [p for p in c.tilepdf_papers if p not in press.PAPERS]
        if unknown or not c.tilepdf_papers:
            known = ", ".join(map(repr, press.PAPERS))
            raise ConfigError(f"tilepdf_papers is {list(c.tilepdf_papers)!r}; it can list {known}")
        self.styles = [press.stylesheet(), *(self._file("tilepdf_css", name) for name in c.tilepdf_css)]
        self.cover_picture = self._file("tilepdf_cover", c.tilepdf_cover) if c.tilepdf_cover else ""
        # Without this a missing library would be told only after all pages were read.
        press.engine(c.tilepdf_engine)

    def _file(self, option: str, name: str) -> str:
        try:
            return (Path(self.srcdir) / name).read_text("utf-8")
        except (OSError, UnicodeDecodeError) as error:
            raise ConfigError(f"{option}: {name} can not be read: {error}") from None

    # -- one tree of all pages

    def assemble_doctree(self) -> nodes.document:
        """All pages in one tree, every id in it used once, every link to an id of it."""
        tree = self.env.get_doctree(self.config.root_doc)
        for toctree in tree.findall(addnodes.toctree):
            # The indices may be listed; they are no pages to take in.
            toctree["includefiles"] = [x for x in toctree["includefiles"] if x in self.env.all_docs]
        tree = inline_all_toctrees(self, set(), self.config.root_doc, tree, str, [self.config.root_doc])
        tree["docname"] = self.config.root_doc
        self.env.resolve_references(tree, self.config.root_doc, self)
        for start in tree.findall(start_of_file):  # Sphinx leaves their children with the parents they had before
            for child in start.children:
                child.parent = start
        owner = dict(_owners(tree, self.config.root_doc))
        used = Counter(i for n in owner for i in n.get("ids", ()))
        used.update({"cover", "contents", "book", *self._indices()})
        self.renamed = {
            (owner[n], i): i if used[i] == 1 else f"{owner[n]}-{i}".replace("/", "-")
            for n in owner
            for i in n.get("ids", ())
        }
        for n, doc in owner.items():
            n["ids"] = [self.renamed[doc, i] for i in n.get("ids", ())]
            n["backrefs"] = [self.renamed.get((doc, i), i) for i in n.get("backrefs", ())]
            if "refid" in n:
                n["refid"] = self.renamed.get((doc, n["refid"]), n["refid"])
        self.first = {self.config.root_doc: "cover"}
        for start in tree.findall(start_of_file):
            section = next(iter(start.findall(nodes.section)), None)
            if section is not None and section["ids"]:
                self.first[start["docname"]] = section["ids"][0]
        for ref in list(tree.findall(nodes.reference)):
            self._mend(ref)
        _once_a_paragraph(tree)
        top = next(iter(tree.findall(nodes.section)), None)
        self.bare = top is None or not any(_says(n) for n in top.children)
        shown = _contents(tree, self.config.tilepdf_contents_depth)
        self.contents = tuple(Entry(max(1, e.depth), e.title, e.anchor) for e in shown if e.depth or not self.bare)
        return tree

    def _mend(self, ref: nodes.reference) -> None:
        """Make a link lead to an anchor of the book; to what is not in the book, it is no link."""
        uri = ref.get("refuri", "")
        target = self._anchor(uri)
        if target is None:
            ref.replace_self(ref.children)
        elif target != uri:
            ref["refuri"] = target

    def _anchor(self, uri: str) -> str | None:
        """Where a link of Sphinx leads in the book; None: nowhere."""
        if uri.endswith(self.out_suffix) and "/" not in uri:
            name = uri.removesuffix(self.out_suffix)
            return f"#{name}" if name in self._indices() else None
        if not uri.startswith("#document-"):
            return uri
        doc, _, anchor = uri.removeprefix("#document-").partition("#")
        if doc not in self.first:
            return None
        return "#" + (self.renamed.get((doc, anchor), anchor) if anchor else self.first[doc])

    def _indices(self) -> set[str]:
        general = {"genindex"} if self.config.html_use_index else set()
        return general | {name for name, *_ in self.domain_indices}

    def assemble_toc_secnumbers(self) -> dict[str, dict[str, tuple[int, ...]]]:
        """The numbers of sections by their id in the book."""
        out: dict[str, tuple[int, ...]] = {}
        for doc, numbers in self.env.toc_secnumbers.items():
            for anchor, number in numbers.items():
                i = anchor.removeprefix("#")
                out[f"{doc}/#{self.renamed.get((doc, i), i)}" if i else f"{doc}/"] = number
        return {self.config.root_doc: out}

    def assemble_toc_fignumbers(self) -> dict[str, dict[str, dict[str, tuple[int, ...]]]]:
        """The numbers of figures and tables by their id in the book."""
        found: dict[str, dict[str, tuple[int, ...]]] = {}
        for doc, kinds in self.env.toc_fignumbers.items():
            for kind, numbers in kinds.items():
                found[f"{doc}/{kind}"] = {self.renamed.get((doc, i), i): n for i, n in numbers.items()}
        return {self.config.root_doc: found}

    @contextmanager
    def _as_singlehtml(self) -> Iterator[None]:
        # Sphinx's translator, and extensions after its example, look for numbers as this builder stores them only
        # under this very name.
        setattr(self, "name", "singlehtml")  # noqa: B010
        try:
            yield
        finally:
            del self.name

    def write_doc(self, docname: str, doctree: nodes.document) -> None:
        """Translate the tree; the page is made by `handle_page`."""
        with self._as_singlehtml():
            super().write_doc(docname, doctree)

    # -- the page

    def handle_page(self, pagename: str, addctx: dict[str, Any], *args: Any, **kwargs: Any) -> None:
        """Put the body into a page of this builder's own: a theme is for screens."""
        if pagename == self.config.root_doc:
            # An empty mark before a chapter that begins a page would have a page for itself.
            body = re.sub(r'<span id="document-[^"]*"></span>', "", str(addctx["body"]))
            self.body = re.sub(r'<th class="([^"]*)"', _scoped, body)

    @property
    def words(self) -> dict[str, str]:
        """What the book itself says, in the language of the project."""
        language = self.config.language.replace("-", "_")
        known = WORDS.get(language) or WORDS.get(language.partition("_")[0]) or WORDS["en"]
        return {**known, **self.config.tilepdf_words}

    def _page(self) -> str:
        c = self.config
        title, lang = escape(c.project), escape(c.language.replace("_", "-"))
        lines = [
            f'<!DOCTYPE html>\n<html lang="{lang}">\n<head>\n<meta charset="utf-8">\n<title>{title}</title>',
            f'<meta name="author" content="{escape(c.author)}">' if c.author != "Author name not set" else "",
            '<meta name="generator" content="Tileproof">',
            *(f"<style>\n{css}</style>" for css in [*self.styles, press.spoken(self.words)]),
            "</head>\n<body>",
            self._cover(),
            self._contents_page(),
            f'<main class="body{" bare" if self.bare else ""}" id="book">\n{self.body}\n</main>',
            *self._index_pages(),
            "</body>\n</html>\n",
        ]
        return "\n".join(x for x in lines if x)

    def _cover(self) -> str:
        c = self.config
        parts = [
            f'<h1 class="cover-title">{escape(c.project)}</h1>',
            f'<p class="cover-subtitle">{escape(c.tilepdf_subtitle)}</p>' if c.tilepdf_subtitle else "",
            f'<div class="cover-picture">{press.inline(self.cover_picture)}</div>' if self.cover_picture else "",
            f'<p class="cover-author">{escape(c.author)}</p>' if c.author != "Author name not set" else "",
            f'<p class="cover-release">{escape(c.release)}</p>' if c.release else "",
            f'<p class="cover-notice">{escape(c.tilepdf_notice)}</p>' if c.tilepdf_notice else "",
        ]
        return '<header class="cover" id="cover">\n' + "\n".join(x for x in parts if x) + "\n</header>"

    def _contents_page(self) -> str:
        listed = [*self.contents, *(Entry(1, t, a) for t, a, _ in self._index_parts())]
        if not listed:
            return ""
        rows = "\n".join(
            f'<li class="depth-{e.depth}"><a href="#{escape(e.anchor)}">{escape(e.title)}</a></li>' for e in listed
        )
        head = f'<h2 id="contents">{escape(self.words["contents"])}</h2>'
        return f'<nav class="contents">\n{head}\n<ol>\n{rows}\n</ol>\n</nav>'

    def _index_parts(self) -> Iterator[tuple[str, str, list[tuple[str, list[str]]]]]:
        """Each index: its title, its anchor, and for each letter the rows."""
        rows: list[str]
        general: list[tuple[str, list[str]]] = []
        for name, cls, content, _ in self.domain_indices:
            special = [(letter, [self._entry(e) for e in entries]) for letter, entries in content]
            yield str(cls.localname), name, special
        if not self.config.html_use_index:
            return
        for letter, entries in IndexEntries(self.env).create_index(self):
            rows = []
            for name, (links, below, _) in entries:
                rows.append(self._row(name, [self._anchor(u) for _, u in links if u]))
                rows += [self._row(n, [self._anchor(u) for _, u in ls if u], True) for n, ls in below]
            general.append((letter, rows))
        if general:
            yield self.words["index"], "genindex", general

    def _entry(self, e: IndexEntry) -> str:
        uri = self._anchor(f"#document-{e.docname}#{e.anchor}") if e.docname else None
        return self._row(e.name, [uri], e.subtype == 2, e.extra)

    def _row(self, name: str, links: Sequence[str | None], below: bool = False, extra: str = "") -> str:
        pages = "".join(f'<a class="page" href="{escape(u)}"></a>' for u in dict.fromkeys(links) if u)
        more = f' <span class="extra">{escape(extra)}</span>' if extra else ""
        return f'<li{" class=below" if below else ""}>{escape(name)}{more}{pages}</li>'

    def _index_pages(self) -> Iterator[str]:
        for title, anchor, letters in self._index_parts():
            head = f'<section class="index" id="{escape(anchor)}">\n<h2>{escape(title)}</h2>'
            parts = [f'{head}\n<div class="columns">']
            for letter, rows in letters:
                parts.append(f"<h3>{escape(letter)}</h3>\n<ul>\n" + "\n".join(rows) + "\n</ul>")
            yield "\n".join(parts) + "\n</div>\n</section>"

    # -- the books

    def finish(self) -> None:
        """Write the page for print and the books."""
        self.copy_image_files()
        page = Path(self.outdir) / PAGE
        page.write_text(self._page(), "utf-8", newline="\n")
        books = books_of(Path(self.outdir), self.config.project, self.config.tilepdf_papers)
        if self.config.tilepdf_print:
            with progress_message("printing"), _heard():
                for x in press.engine(self.config.tilepdf_engine)(page, books):
                    for text in complaints(x):
                        logger.warning("%s", text, type="tilepdf", subtype="layout")


def books_of(folder: Path, title: str, papers: Sequence[str]) -> dict[str, Path]:
    """The PDF of each paper."""
    return {paper: folder / f"{_stem(title)}-{paper.lower()}.pdf" for paper in papers}


def _stem(title: str) -> str:
    """The letters and figures of a title, in any script, of which no file system finds too many."""
    kept = (x for x in unicodedata.normalize("NFC", title).lower() if unicodedata.category(x)[0] in "LNM")
    return "".join(kept).encode()[:180].decode(errors="ignore") or "rulebook"


def _owners(tree: nodes.document, root: str) -> Iterator[tuple[nodes.Element, str]]:
    """Every element with the name of the page that it is of."""
    todo: list[tuple[nodes.Node, str]] = [(tree, root)]
    while todo:
        node, doc = todo.pop()
        if isinstance(node, nodes.Element):
            inside = node["docname"] if isinstance(node, start_of_file) else doc
            yield node, inside
            todo += [(child, inside) for child in reversed(node.children)]


def _scoped(heading: re.Match[str]) -> str:
    """The heading of a table with what it is about, without which a reader aloud takes it for that of a column."""
    classes = heading[1].split()
    scope = "row" if "stub" in classes and "head" not in classes else "col"
    return f'<th scope="{scope}" class="{heading[1]}"'


def _target(ref: nodes.reference) -> str:
    return ref["refid"] if "refid" in ref else str(ref.get("refuri", "")).removeprefix("#")


def _once_a_paragraph(tree: nodes.document) -> None:
    """Mark links that need no page number: to where one is, and to what the same paragraph named before."""
    said: set[tuple[int, str]] = set()
    for ref in tree.findall(nodes.reference):
        block, around = ref.parent, set()
        while isinstance(block, nodes.Inline):
            block = block.parent
        above = block
        while above is not None and not isinstance(above, start_of_file | nodes.document):
            around |= set(above["ids"])
            above = above.parent
        key = (id(block), _target(ref))
        if key in said or _target(ref) in around or isinstance(block, nodes.title):
            ref["classes"].append("nopage")
        said.add(key)


def _says(node: nodes.Node) -> bool:
    """Whether a part of the first page says something itself: it is no title, no target, and no other page."""
    if isinstance(node, nodes.title | nodes.Invisible | nodes.target | nodes.section):
        return isinstance(node, nodes.section) and any(_says(n) for n in node.children)
    if isinstance(node, nodes.Element) and "only-screen" in node.get("classes", ()):
        return False
    return not any(isinstance(n, start_of_file) for n in node.findall()) and not _is_toctree(node)


def _is_toctree(node: nodes.Node) -> bool:
    return isinstance(node, nodes.Element) and "toctree-wrapper" in node.get("classes", ())


def _contents(tree: nodes.document, depth: int) -> Iterator[Entry]:
    for section in tree.findall(nodes.section):
        level, above, listed = 0, section.parent, True
        while above is not None:
            level += isinstance(above, nodes.section)
            listed = listed and not (isinstance(above, nodes.section) and "unlisted" in above["classes"])
            above = above.parent
        title = next((c for c in section.children if isinstance(c, nodes.title)), None)
        if listed and level <= depth and title is not None and section["ids"]:
            yield Entry(level, title.astext(), section["ids"][0])


class Listener(logging.Handler):
    """Collects what WeasyPrint warns of, each once."""

    def __init__(self) -> None:
        super().__init__(logging.WARNING)
        self.said: dict[str, None] = {}
        self.letters: dict[str, None] = {}

    def emit(self, record: logging.LogRecord) -> None:
        """Keep one warning; letters that no font has together."""
        if record.msg.startswith(".notdef glyph") and isinstance(record.args, tuple):
            self.letters[str(record.args[0])] = None
        else:
            self.said[record.getMessage()] = None

    def texts(self) -> Iterator[tuple[str, str]]:
        """What there is to say of it, and of which sort it is."""
        for text in self.said:
            yield f"WeasyPrint: {text}", "weasyprint"
        if self.letters:
            letters = " ".join(self.letters)
            text = f"no font on this machine has {letters}: they are printed as boxes; install one that has them"
            yield text, "letters"


def complaints(x: press.Printed) -> Iterator[str]:
    """What is not right in a PDF."""
    for remark in x.remarks:
        yield f"{x.out.name}: {remark}"


@contextmanager
def listening() -> Iterator[Listener]:
    """Collect what WeasyPrint warns of."""
    log, listener = logging.getLogger("weasyprint"), Listener()
    before, log.handlers, log.propagate = (log.handlers, log.propagate, log.level), [listener], False
    log.setLevel(logging.WARNING)
    try:
        yield listener
    finally:
        log.handlers, log.propagate = before[:2]
        log.setLevel(before[2])


@contextmanager
def _heard() -> Iterator[None]:
    """Tell what WeasyPrint warns of as warnings of Sphinx, so that `-W` stops at them."""
    with listening() as listener:
        try:
            yield
        finally:
            for text, subtype in listener.texts():
                logger.warning("%s", text, type="tilepdf", subtype=subtype)


def _only_strings(app: Sphinx, config: Config) -> None:
    for key, text in config.tilepdf_words.items():
        if key not in WORDS["en"]:
            raise ConfigError(f"tilepdf_words has a word {key!r}; it can have {', '.join(map(repr, WORDS['en']))}")
        if not isinstance(text, str):
            raise ConfigError(f"tilepdf_words[{key!r}] is no text")


def setup(app: Sphinx) -> dict[str, bool]:
    """Add the builder and its configuration."""
    app.add_builder(TilePdfBuilder)
    app.add_config_value("tilepdf_papers", ["A4", "Letter"], "", types=frozenset({list, tuple}))
    app.add_config_value("tilepdf_css", [], "", types=frozenset({list, tuple}))
    app.add_config_value("tilepdf_engine", "weasyprint", "", types=frozenset({str}))
    app.add_config_value("tilepdf_print", True, "", types=frozenset({bool}))
    app.add_config_value("tilepdf_contents_depth", 2, "", types=frozenset({int}))
    app.add_config_value("tilepdf_subtitle", "", "", types=frozenset({str}))
    app.add_config_value("tilepdf_notice", "", "", types=frozenset({str}))
    app.add_config_value("tilepdf_cover", "", "", types=frozenset({str}))
    app.add_config_value("tilepdf_words", {}, "", types=frozenset({dict}))
    app.connect("config-inited", _only_strings)
    return {"parallel_read_safe": True, "parallel_write_safe": True}
