"""The language server: questions of an editor, passed on to `dsl.query`.

Guarantee: texts that are open count as they are in the editor; whatever is asked of a text with mistakes has an
answer, and a fault of one answer leaves the server running. What takes long runs in a process of its own, which is
started when nobody writes, and ended when somebody does. The only module that imports pygls.
"""

from __future__ import annotations

import asyncio
from collections.abc import Iterable, Mapping
from pathlib import Path
from typing import Any

from lsprotocol import types as t
from pygls.exceptions import JsonRpcException
from pygls.lsp.server import LanguageServer
from pygls.uris import from_fs_path, to_fs_path

from dsl import query, workspace
from dsl import syntax as s
from dsl.diagnostics import Diagnostic
from dsl.load import shipped
from dsl.positions import Encoding, offset_of, position_of
from dsl.query import Completion, Edit, Heading, Rules
from dsl.source import Source, Span, plain
from verifier.annotations import page_of
from verifier.background import Background
from verifier.standing import Asked, Standing

DELAY = 0.15  # seconds of rest before the whole folder is checked
REST = 0.6  # more of them before a solver is asked
LOOK = 0.2  # seconds between two looks at what it found
SECONDS = 10.0  # for the most of a tile in a mode, unless the client says another number
_REFUSED = -32803  # RequestFailed

_SYMBOLS = {
    "building": t.SymbolKind.Class,
    "tile": t.SymbolKind.Class,
    "scoring": t.SymbolKind.Function,
    "mode": t.SymbolKind.Namespace,
    "resource": t.SymbolKind.Constant,
    "ruling": t.SymbolKind.Enum,
    "reading": t.SymbolKind.EnumMember,
    "table": t.SymbolKind.Array,
    "procedure": t.SymbolKind.Module,
    "example": t.SymbolKind.Event,
    "property": t.SymbolKind.Property,
}
_ITEMS = {
    "word": t.CompletionItemKind.Keyword,
    "kind": t.CompletionItemKind.Class,
    "scoring": t.CompletionItemKind.Function,
    "resource": t.CompletionItemKind.Unit,
    "mode": t.CompletionItemKind.Module,
    "ruling": t.CompletionItemKind.Enum,
    "reading": t.CompletionItemKind.EnumMember,
    "name": t.CompletionItemKind.Variable,
}


class Server(LanguageServer):
    """What the server knows: the texts that are open, and the rules that each was read with."""

    def __init__(self, version: str) -> None:
        super().__init__("tileproof", version, text_document_sync_kind=t.TextDocumentSyncKind.Full)
        self.uris: dict[Path, str] = {}
        self.unsaved: dict[Path, str] = {}
        self.roots: list[Path] = []
        self.documentation = ""
        self.known: dict[tuple[Path, ...], Rules] = {}
        self.good: dict[tuple[Path, ...], Rules] = {}
        self.shown: dict[tuple[Path, ...], tuple[Diagnostic, ...]] = {}
        self.told: dict[tuple[Path, ...], frozenset[str]] = {}
        self.stale: frozenset[str] = frozenset()
        self.waiting: dict[tuple[Path, ...], asyncio.Task[None]] = {}
        self.checked: dict[tuple[Path, ...], Rules] = {}
        # The most that tiles can score, of the documents that hints are asked for.
        self.seconds = SECONDS
        self.standing = Standing()
        self.hinted: set[Path] = set()
        self.asking: dict[tuple[Path, ...], tuple[Rules, tuple[Asked, ...]]] = {}
        self.counting: dict[tuple[Path, ...], asyncio.Task[None]] = {}

    # -- texts

    @property
    def encoding(self) -> Encoding:
        """How the client counts columns."""
        found = str(getattr(self.workspace.position_encoding, "value", self.workspace.position_encoding))
        return "utf-8" if found == "utf-8" else "utf-32" if found == "utf-32" else "utf-16"

    def path(self, uri: str) -> Path:
        """The file of a document; one that was never saved lies in the folder that is open."""
        if uri.startswith("file:"):
            return Path(to_fs_path(uri) or "").resolve()
        stem = "".join(x if x.isalnum() else "_" for x in uri)
        return (self.roots[0] if self.roots else Path.cwd()) / f"{stem}.rules"

    def uri(self, path: Path) -> str:
        """The document of a file, as the client names it."""
        return self.uris.get(path) or from_fs_path(str(path)) or path.as_uri()

    def folders(self, path: Path) -> tuple[Path, ...]:
        """The folders that a file is read with."""
        root = next((r for r in self.roots if r == path or r in path.parents), None)
        return workspace.folders_of(path, root, self.unsaved)

    def rules(self, uri: str) -> tuple[Rules, str]:
        """The rules that a document belongs to, and its name there."""
        path = self.path(uri)
        folders = self.folders(path)
        if folders not in self.known:
            self.known[folders] = workspace.read(folders, self.unsaved)
        found = self.known[folders]
        if str(path) not in found.sources:
            raise JsonRpcException(f"{path.name} is no text of these rules", _REFUSED)
        return found, str(path)

    def asked(self, params: Any) -> tuple[Rules, str, int]:
        """The rules, the text and the offset that a question is about."""
        rules, name = self.rules(params.text_document.uri)
        at = params.position
        return rules, name, offset_of(rules.sources[name].text, at.line, at.character, self.encoding)

    def range(self, span: Span) -> t.Range:
        """A span as the client counts."""
        text = span.source.text
        return t.Range(
            t.Position(*position_of(text, span.start, self.encoding)),
            t.Position(*position_of(text, span.end, self.encoding)),
        )

    def location(self, span: Span) -> t.Location:
        """A span with its document."""
        return t.Location(self.uri(Path(span.source.name)), self.range(span))

    def edits(self, edits: tuple[Edit, ...]) -> t.WorkspaceEdit:
        """Edits by document."""
        changes: dict[str, list[t.TextEdit]] = {}
        for x in edits:
            uri = self.uri(Path(x.span.source.name))
            changes.setdefault(uri, []).append(t.TextEdit(self.range(x.span), x.text))
        return t.WorkspaceEdit(changes=changes)

    def mine(self, name: str, spans: Iterable[Span], asked: str) -> None:
        """Only what is open may be changed: what rules build on is other people's.

        Raises `JsonRpcException` where that is not so."""
        base = shipped().resolve()
        for place in dict.fromkeys(Path(x.source.name) for x in spans):
            if any(r in place.parents for r in self.roots):
                continue
            if base in place.parents:
                help = f"declare another one, or say it anew with `replacing ... {name}`"
                raise JsonRpcException(f"`{name}` belongs to the game that comes with Tileproof; {help}", _REFUSED)
            if place.parent != Path(asked).parent:
                said = f"`{name}` stands in {place.parent.name}/{place.name}, too, outside the folder that is open"
                raise JsonRpcException(said, _REFUSED)

    # -- what is wrong

    def changed(self, uri: str | None) -> None:
        """Texts are others now: forget what was read, and check again when nobody writes."""
        self.known.clear()
        paths = [self.path(uri)] if uri is not None else list(self.unsaved)
        current = dict.fromkeys(self.folders(p) for p in [*paths, *self.unsaved])
        for folders in [*self.waiting]:
            # A text may belong to other folders than before: nothing is told of the old ones any more.
            for task in (self.waiting.pop(folders), self.counting.pop(folders, None)):
                if task is not None:
                    task.cancel()
            if folders not in current:
                self.stale |= self.told.pop(folders, frozenset())
        for folders in current:
            self.waiting[folders] = asyncio.get_running_loop().create_task(self._check(folders))

    async def _check(self, folders: tuple[Path, ...]) -> None:
        try:
            await asyncio.sleep(DELAY)
            rules = self.known.get(folders) or workspace.read(folders, self.unsaved)
            self.known[folders] = rules
            names = [str(p) for p in self.unsaved]
            found = await asyncio.to_thread(query.diagnostics, rules, names)
            if self.known.get(folders) is rules:
                if rules.specification is not None:
                    self.good[folders] = rules
                self._tell(folders, rules, found)
                self.checked[folders] = rules
                self.count(folders)
        except asyncio.CancelledError:
            raise
        except Exception as error:  # the next change has another chance
            said = f"a fault of Tileproof: {type(error).__name__}: {error}"
            self.window_log_message(t.LogMessageParams(t.MessageType.Error, said))

    def _tell(self, folders: tuple[Path, ...], rules: Rules, found: tuple[Diagnostic, ...]) -> None:
        before = self.told.get(folders, frozenset()) | self.stale
        self.stale = frozenset()
        by_file: dict[str, list[t.Diagnostic]] = {name: [] for name in before}
        by_file |= {str(p): [] for p in self.unsaved if str(p) in rules.sources}
        for d in found:
            by_file.setdefault(d.span.source.name, []).append(self.diagnostic(d))
        self.shown[folders] = found
        self.told[folders] = frozenset(name for name, x in by_file.items() if x)
        for name, listed in sorted(by_file.items()):
            self.text_document_publish_diagnostics(t.PublishDiagnosticsParams(self.uri(Path(name)), listed))

    # -- the most that tiles can score

    def count(self, folders: tuple[Path, ...]) -> None:
        """Find out about the tiles of the documents that hints are asked for, if these rules were checked."""
        rules, old = self.known.get(folders), self.counting.get(folders)
        if old is not None:
            old.cancel()
        if rules is None or self.checked.get(folders) is not rules or rules.specification is None:
            return
        tiles = {
            x.name.name: path
            for path in sorted(self.hinted)
            if str(path) in rules.sources
            for x in self._tiles(rules, str(path))
            if x.name is not None
        }
        if tiles:
            self.counting[folders] = asyncio.get_running_loop().create_task(self._count(folders, rules, tiles))

    async def _count(self, folders: tuple[Path, ...], rules: Rules, tiles: Mapping[str, Path]) -> None:
        spec = rules.specification
        assert spec is not None
        background: Background | None = None
        try:
            asked = await asyncio.to_thread(self.standing.questions, spec, rules.folders, tiles)
            self.asking[folders] = rules, asked
            self._refresh()
            todo = self.standing.open(asked)
            if not todo or self.seconds <= 0:
                return
            await asyncio.sleep(REST)
            background = Background(spec, [x.most for x in todo], self.seconds, gentle=True)
            while not background.over:
                await asyncio.sleep(LOOK)
                found = list(background.found())
                for told in found:
                    self.standing.known[todo[told.number].key] = told
                if found:
                    self._refresh()
        except asyncio.CancelledError:
            raise
        except Exception as error:  # hints are a help, and no more
            said = f"a fault of Tileproof: {type(error).__name__}: {error}"
            self.window_log_message(t.LogMessageParams(t.MessageType.Error, said))
        finally:
            if background is not None:
                asyncio.get_running_loop().run_in_executor(None, background.stop)

    def _refresh(self) -> None:
        able = self.client_capabilities.workspace
        if able is not None and able.inlay_hint is not None and able.inlay_hint.refresh_support:
            self.workspace_inlay_hint_refresh(None)

    @staticmethod
    def _tiles(rules: Rules, name: str) -> list[s.Declaration]:
        items = query.outlined(rules.sources[name]).items
        return [x for x in items if isinstance(x, s.Declaration) and x.what == "tile"]

    def inlays(self, rules: Rules, name: str, wanted: t.Range) -> list[t.InlayHint]:
        """What is known of the most that the tiles of a text can score, where their first lines end."""
        known = self.asking.get(self.folders(Path(name)))
        if known is None or known[0] is not rules or rules.specification is None:
            return []
        source, out = rules.sources[name], []
        for x in self._tiles(rules, name):
            here = [y for y in known[1] if x.name is not None and y.question.tile == x.name.name]
            label = self.standing.label(here)
            head = x.parents[-1] if x.parents else x.name
            assert head is not None
            end = source.text.find("\n", head.span.end)
            where = t.Position(*position_of(source.text, len(source.text) if end < 0 else end, self.encoding))
            if label and wanted.start.line <= where.line <= wanted.end.line:
                said = t.MarkupContent(t.MarkupKind.Markdown, self.standing.details(rules.specification, here))
                out.append(t.InlayHint(where, label, tooltip=said, padding_left=True))
        return out

    def diagnostic(self, d: Diagnostic) -> t.Diagnostic:
        """A finding with its code, the page about it, and the other places that it speaks of."""
        page = page_of(d.code, self.documentation)
        severity = t.DiagnosticSeverity.Error if d.severity == "error" else t.DiagnosticSeverity.Warning
        labels = [t.DiagnosticRelatedInformation(self.location(x.span), x.text) for x in d.labels]
        return t.Diagnostic(
            range=self.range(d.span),
            message=f"{d.message}\n{d.help}" if d.help else d.message,
            severity=severity,
            code=d.code,
            code_description=t.CodeDescription(page) if page else None,
            source="tileproof",
            related_information=labels or None,
        )


def _item(x: Completion) -> t.CompletionItem:
    kind = _ITEMS.get(x.what, t.CompletionItemKind.Value)
    order = "1" if x.what == "word" else "0"  # names first
    return t.CompletionItem(x.text, kind=kind, detail=x.detail or None, sort_text=f"{order}{x.text}")


def _symbol(server: Server, x: Heading) -> t.DocumentSymbol:
    kind = _SYMBOLS.get(x.what, t.SymbolKind.Object)
    whole, at = server.range(x.span), server.range(x.at)
    inside = [_symbol(server, y) for y in x.inside]
    return t.DocumentSymbol(x.name, kind, whole, at, x.title or None, children=inside)


def _follow(server: Server) -> None:
    """Which texts there are, and what stands in them now."""

    @server.feature(t.INITIALIZE)
    def initialize(params: t.InitializeParams) -> None:
        uris = [x.uri for x in params.workspace_folders or ()] or [x for x in (params.root_uri,) if x]
        server.roots = [Path(to_fs_path(x) or "").resolve() for x in uris if x.startswith("file:")]
        options = params.initialization_options
        said = options.get("documentation") if isinstance(options, dict) else None
        server.documentation = said if isinstance(said, str) else ""
        seconds = options.get("maximumSeconds") if isinstance(options, dict) else None
        if isinstance(seconds, int | float):
            server.seconds = float(seconds)

    @server.feature(t.TEXT_DOCUMENT_DID_OPEN)
    def opened(params: t.DidOpenTextDocumentParams) -> None:
        path = server.path(params.text_document.uri)
        server.uris[path] = params.text_document.uri
        server.unsaved[path] = plain(params.text_document.text)
        server.changed(params.text_document.uri)

    @server.feature(t.TEXT_DOCUMENT_DID_CHANGE)
    def changed(params: t.DidChangeTextDocumentParams) -> None:
        uri = params.text_document.uri
        server.unsaved[server.path(uri)] = plain(server.workspace.get_text_document(uri).source)
        server.changed(uri)

    @server.feature(t.TEXT_DOCUMENT_DID_SAVE)
    def saved(params: t.DidSaveTextDocumentParams) -> None:
        server.changed(params.text_document.uri)

    @server.feature(t.TEXT_DOCUMENT_DID_CLOSE)
    def closed(params: t.DidCloseTextDocumentParams) -> None:
        path = server.path(params.text_document.uri)
        server.unsaved.pop(path, None)
        server.uris.pop(path, None)
        server.hinted.discard(path)
        server.changed(params.text_document.uri)

    @server.feature(t.WORKSPACE_DID_CHANGE_WATCHED_FILES)
    def stored(params: t.DidChangeWatchedFilesParams) -> None:
        server.changed(None)

    @server.feature(t.SHUTDOWN)
    def shutdown(params: None) -> None:
        for task in server.counting.values():
            task.cancel()


def _look_up(server: Server) -> None:
    """What names stand for, and where they stand."""

    @server.feature(t.TEXT_DOCUMENT_DEFINITION)
    def definition(params: t.DefinitionParams) -> t.Location | None:
        rules, name, offset = server.asked(params)
        base = workspace.base_at(rules.sources[name], offset)
        if base is not None:
            game = workspace.game_of(rules, base[0])
            return None if game is None else server.location(Span(game, 0, 0))
        found = query.definition_of(rules, name, offset)
        return None if found is None else server.location(found)

    @server.feature(t.TEXT_DOCUMENT_REFERENCES)
    def references(params: t.ReferenceParams) -> list[t.Location]:
        found = query.references(*server.asked(params), params.context.include_declaration)
        return [server.location(x.span) for x in found]

    @server.feature(t.TEXT_DOCUMENT_DOCUMENT_HIGHLIGHT)
    def highlight(params: t.DocumentHighlightParams) -> list[t.DocumentHighlight]:
        rules, name, offset = server.asked(params)
        found = query.references(rules, name, offset)
        return [t.DocumentHighlight(server.range(x.span)) for x in found if x.span.source.name == name]

    @server.feature(t.TEXT_DOCUMENT_HOVER)
    def hover(params: t.HoverParams) -> t.Hover | None:
        rules, name, offset = server.asked(params)
        # While something is wrong, what names stand for is told by the rules as they last were without mistakes.
        found = query.hover(rules, name, offset, server.good.get(server.folders(Path(name))))
        base = workspace.base_at(rules.sources[name], offset)
        if base is not None:
            said = workspace.about(rules, base[0])
            return t.Hover(t.MarkupContent(t.MarkupKind.Markdown, said), server.range(base[1]))
        if found is None:
            return None
        return t.Hover(t.MarkupContent(t.MarkupKind.Markdown, found[0]), server.range(found[1]))

    @server.feature(t.TEXT_DOCUMENT_DOCUMENT_SYMBOL)
    def symbols(params: t.DocumentSymbolParams) -> list[t.DocumentSymbol]:
        rules, name = server.rules(params.text_document.uri)
        return [_symbol(server, x) for x in query.symbols(rules, name)]


def _write(server: Server) -> None:
    """What comes next, what a tile scores, and how a text is laid out."""

    @server.feature(t.TEXT_DOCUMENT_COMPLETION, t.CompletionOptions(trigger_characters=[" ", '"', "/"]))
    def completion(params: t.CompletionParams) -> t.CompletionList:
        rules, name, offset = server.asked(params)
        bases = workspace.bases_ahead(rules.sources[name], offset)
        if bases is not None:  # words of a place: the client does not know where they begin
            where = server.range(Span(rules.sources[name], bases[1], offset))
            kind = t.CompletionItemKind.Folder
            return t.CompletionList(
                False, [t.CompletionItem(x, kind=kind, text_edit=t.TextEdit(where, x)) for x in bases[0]]
            )
        found, _start = query.completion(rules, name, offset)
        return t.CompletionList(False, [_item(x) for x in found])

    @server.feature(t.TEXT_DOCUMENT_INLAY_HINT)
    def inlays(params: t.InlayHintParams) -> list[t.InlayHint]:
        rules, name = server.rules(params.text_document.uri)
        path = Path(name)
        if path not in server.hinted:
            server.hinted.add(path)
            server.count(server.folders(path))
        return server.inlays(rules, name, params.range)

    @server.feature(t.TEXT_DOCUMENT_FORMATTING)
    def formatting(params: t.DocumentFormattingParams) -> list[t.TextEdit]:
        rules, name = server.rules(params.text_document.uri)
        source = rules.sources[name]
        new = query.formatting(source)
        if new is None or new == source.text:
            return []
        return [t.TextEdit(server.range(Span(source, 0, len(source.text))), new)]


def _correct(server: Server) -> None:
    """Other names, and mistakes put right."""

    @server.feature(t.TEXT_DOCUMENT_PREPARE_RENAME)
    def prepare(params: t.PrepareRenameParams) -> t.Range | None:
        rules, name, offset = server.asked(params)
        try:
            found, places = query.renamable(rules, name, offset)
        except query.Unfit:
            return None
        server.mine(found.span.text, places, name)
        return server.range(found.span)

    @server.feature(t.TEXT_DOCUMENT_RENAME, t.RenameOptions(prepare_provider=True))
    def rename(params: t.RenameParams) -> t.WorkspaceEdit:
        rules, name, offset = server.asked(params)
        try:
            edits = query.renamed(rules, name, offset, params.new_name)
        except query.Unfit as error:
            raise JsonRpcException(str(error), _REFUSED) from None
        server.mine(edits[0].span.text, (x.span for x in edits), name)
        return server.edits(edits)

    @server.feature(
        t.TEXT_DOCUMENT_CODE_ACTION, t.CodeActionOptions(code_action_kinds=[t.CodeActionKind.QuickFix])
    )
    def actions(params: t.CodeActionParams) -> list[t.CodeAction]:
        rules, name = server.rules(params.text_document.uri)
        source: Source = rules.sources[name]
        text, encoding = source.text, server.encoding
        begin = offset_of(text, params.range.start.line, params.range.start.character, encoding)
        end = offset_of(text, params.range.end.line, params.range.end.character, encoding)
        found = server.shown.get(server.folders(Path(name)), ())
        out = []
        for d in found:
            # Those of an older text would change the wrong words.
            if d.span.source == source and d.span.start <= end and begin <= d.span.end:
                for x in query.fixes(d):
                    out.append(
                        t.CodeAction(
                            x.title,
                            kind=t.CodeActionKind.QuickFix,
                            diagnostics=[server.diagnostic(d)],
                            edit=server.edits(x.edits),
                            is_preferred=True,
                        )
                    )
        return out


def make(version: str) -> Server:
    """A server with all its answers."""
    server = Server(version)
    for answers in (_follow, _look_up, _write, _correct):
        answers(server)
    return server
