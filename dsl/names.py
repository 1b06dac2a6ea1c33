"""Which declaration each word of the rules means, by the trees alone.

Guarantee: every name of a tree that can be declared has one occurrence, and those of one symbol are all places that
have to change if its name does; names in drawn cities are among them. Nothing here needs the text to be free of
mistakes.
"""

from __future__ import annotations

import re
from collections.abc import Iterator, Sequence
from dataclasses import dataclass, fields, is_dataclass
from typing import Literal, TypeAlias

from dsl import syntax as s
from dsl.declarations import all_lines
from dsl.source import Span

What: TypeAlias = Literal[
    "kind", "scoring", "resource", "mode", "ruling", "reading", "table", "print", "name", "inventory", "placement",
    "procedure", "piece", "zone", "routine", "option",
]  # fmt: skip


@dataclass(frozen=True)
class Symbol:
    """Something that is declared: `owner` is the ruling of a reading, the kind of a print, or where (as text) a
    name given with `as` is in force."""

    what: What
    name: str
    owner: str = ""


@dataclass(frozen=True)
class Occurrence:
    """A word that means a symbol. `role` says in which form: its name, its plural, or its glyph in a drawing."""

    symbol: Symbol
    span: Span
    role: Literal["name", "plural", "glyph"] = "name"
    defines: bool = False


def children(x: object) -> Iterator[s.Node]:
    """The nodes directly inside a node."""
    if is_dataclass(x):
        for f in fields(x):
            value = getattr(x, f.name)
            for y in value if isinstance(value, tuple) else (value,):
                if isinstance(y, s.Node):
                    yield y


def path_to(x: s.Node, offset: int) -> list[s.Node]:
    """The nodes around an offset, from the outermost to the innermost."""
    out = [x]
    while True:
        inside = (y for y in children(out[-1]) if y.span.start <= offset <= y.span.end)
        # Of two that touch there, the one that begins there.
        found = max((y for y in inside if y.span.text), key=lambda y: y.span.start, default=None)
        if found is None:
            return out
        out.append(found)


class Names:
    """All occurrences in some trees that belong together."""

    def __init__(self, files: Sequence[s.File]) -> None:
        self.kinds: dict[str, s.Declaration] = {}
        self.words: dict[str, Symbol] = {}
        self.roles: dict[str, Literal["name", "plural"]] = {}
        self.resources: dict[str, str] = {}
        self.modes: dict[str, s.Declaration] = {}
        self.rulings: dict[str, s.Declaration] = {}
        self.tables: dict[str, s.TableDeclaration] = {}
        self.procedures: dict[str, s.Declaration] = {}
        self.routines: dict[str, frozenset[str]] = {}
        self.glyphs: dict[str, list[str]] = {}
        for file in files:
            for item in file.items:
                self._declare(item)
        self.found: tuple[Occurrence, ...] = tuple(x for f in files for x in self._file(f))

    def _declare(self, item: s.Declaration | s.TableDeclaration) -> None:
        if item.name is None:
            return
        name = item.name.name
        if item.replacing:  # what it says holds from now on
            self._forget("table" if isinstance(item, s.TableDeclaration) else item.what, name)
        if isinstance(item, s.TableDeclaration):
            self.tables.setdefault(name, item)
            return
        plural = next((x.name.name for x in item.lines if isinstance(x, s.Plural)), None)
        if item.what in ("building", "tile"):
            self.kinds.setdefault(name, item)
            self.words[name] = Symbol("kind", name)
            if plural is not None:
                self.words.setdefault(plural, Symbol("kind", name))
            for x in item.lines:
                if isinstance(x, s.Glyph):
                    self.glyphs.setdefault(x.letter, []).append(name)
        elif item.what == "scoring":
            # A scoring may share its name with the plural of a kind; as a kind the word means that.
            self.kinds.setdefault(f"scoring {name}", item)
        elif item.what == "resource":
            self.resources[name] = name
            if plural is not None:
                self.resources.setdefault(plural, name)
        elif item.what == "mode":
            self.modes.setdefault(name, item)
        elif item.what == "procedure":
            self.procedures.setdefault(name, item)
            self.routines[name] = frozenset(x.name.name for x in all_lines(item.lines) if isinstance(x, s.Routine))
        elif item.what == "ruling":
            self.rulings.setdefault(name, item)

    def _forget(self, what: str, name: str) -> None:
        """A declaration is said anew: its old plural and glyph mean nothing any more."""
        match what:
            case "building" | "tile":
                self.kinds.pop(name, None)
                self.words = {word: x for word, x in self.words.items() if x.name != name}
                self.glyphs = {letter: [k for k in kinds if k != name] for letter, kinds in self.glyphs.items()}
            case "scoring":
                self.kinds.pop(f"scoring {name}", None)
            case "resource":
                self.resources = {word: x for word, x in self.resources.items() if x != name}
            case "table":
                self.tables.pop(name, None)
            case "mode":
                self.modes.pop(name, None)
            case "procedure":
                self.procedures.pop(name, None)
            case "ruling":
                self.rulings.pop(name, None)
            case _:
                pass

    # -- what a word means

    def kind(self, word: str) -> Symbol:
        """The kind that a word names, in the singular or the plural."""
        return self.words.get(word, Symbol("kind", word))

    def part(self, word: str) -> Symbol:
        """The line of the score sheet that a word names: a scoring before a kind."""
        return Symbol("scoring", word) if f"scoring {word}" in self.kinds else self.kind(word)

    def resource(self, word: str) -> Symbol:
        """The resource that a word names."""
        return Symbol("resource", self.resources.get(word, word))

    def _at(self, word: s.Word, symbol: Symbol, defines: bool = False) -> Occurrence:
        return Occurrence(symbol, word.span, "name" if word.name == symbol.name else "plural", defines)

    # -- the occurrences

    def _file(self, file: s.File) -> Iterator[Occurrence]:
        for item in file.items:
            yield from self._item(item)

    def _item(self, item: s.Declaration | s.TableDeclaration) -> Iterator[Occurrence]:
        owner = Symbol("table", "")
        if isinstance(item, s.TableDeclaration):
            yield self._at(item.name, Symbol("table", item.name.name), True)
            return
        if item.name is not None:
            name = item.name.name
            match item.what:
                case "building" | "tile":
                    owner = Symbol("kind", name)
                case "inventory" | "placement":  # named after the mode that it is of
                    owner = Symbol("mode", name) if name in self.modes else Symbol(item.what, name)
                case "game":
                    pass
                case what:
                    owner = Symbol(what, name)
            yield self._at(item.name, owner, owner.what != "mode" or item.what == "mode")
        for word in item.parents:
            yield self._at(word, self.kind(word.name))
        for line in item.lines:
            if item.what == "procedure":
                yield from self._step(line, owner.name)
            else:
                yield from self._node(line, owner, ())

    def _node(self, x: s.Node, owner: Symbol, around: tuple[s.Node, ...]) -> Iterator[Occurrence]:
        yield from self._here(x, owner, around)
        for y in children(x):
            yield from self._node(y, owner, (*around, x))

    def _step(self, x: s.Node, procedure: str) -> Iterator[Occurrence]:
        """The words of a procedure: its pieces, zones, routines and options are its own."""

        def of(word: s.Word, what: What, defines: bool = False) -> Occurrence:
            return Occurrence(Symbol(what, word.name, procedure), word.span, "name", defines)

        match x:
            case s.PieceSort(name=name, kind=kind, zone=zone):
                yield of(name, "piece", True)
                if kind is not None:
                    yield self._at(kind, self.kind(kind.name))
                yield of(zone, "zone")
            case s.Zone(name=name, holds=pieces):
                yield of(name, "zone", True)
                yield from (of(p, "piece") for p in pieces)
            case s.FaceDown(zones=zones):
                yield from (of(z, "zone") for z in zones)
            case s.Routine(name=name):
                yield of(name, "routine", True)
            case s.Option(name=name):
                yield of(name, "option", True)
            case s.MoveStep(piece=piece, source=source, target=target):
                yield from (of(piece, "piece"), of(source, "zone"), of(target, "zone"))
            case s.ShuffleStep(zone=zone):
                yield of(zone, "zone")
            case s.DoStep(routine=routine):
                yield of(routine, "routine")
            case s.PlayProperty(mode=given) if given is not None:
                yield self._at(given, Symbol("mode", given.name))
            case s.PlayClaim(word=word, name=given) if given is not None:
                if word == "one zone":
                    yield of(given, "piece")
                else:
                    known = given.name in self.routines.get(procedure, frozenset())
                    yield of(given, "routine" if known else "option")
            case s.Noun(head=s.Word() as piece):
                yield of(piece, "piece")
            case s.Ref(name=name):
                yield Occurrence(Symbol("zone", name, procedure), x.span)
            case _:
                yield from self._here(x, Symbol("procedure", procedure), ())
        for y in children(x):
            yield from self._step(y, procedure)

    def _here(self, x: s.Node, owner: Symbol, around: tuple[s.Node, ...]) -> Iterator[Occurrence]:
        """What the words are that stand directly in a node."""
        match x:
            case s.Plural(name=name):
                yield Occurrence(owner, name.span, "plural", True)
            case s.ModeBlock(mode=mode) | s.InMode(mode=mode) | s.Example(mode=mode):
                yield self._at(mode, Symbol("mode", mode.name))
            case s.Property(mode=given) if given is not None:
                yield self._at(given, Symbol("mode", given.name))
            case s.Modes(names=names):
                for word in names:
                    yield self._at(word, Symbol("mode", word.name))
            case s.UnderBlock(ruling, reading) | s.GivenReading(ruling, reading) | s.ReadingIs(ruling, reading):
                yield self._at(ruling, Symbol("ruling", ruling.name))
                yield self._at(reading, Symbol("reading", reading.name, ruling.name))
            case s.Choose(ruling, reading):
                yield self._at(ruling, Symbol("ruling", ruling.name))
                yield self._at(reading, Symbol("reading", reading.name, ruling.name))
            case s.Reading(name=name):
                yield self._at(name, Symbol("reading", name.name, owner.name), True)
            case s.Default(name=name):
                yield self._at(name, Symbol("reading", name.name, owner.name))
            case s.About(names=names):
                for word in names:
                    known = self.kind(word.name)
                    yield self._at(word, known if known.name in self.kinds else self.part(word.name))
            case s.Noun(head=s.Word() as word):
                yield self._at(word, self.kind(word.name))
            case s.Value(name=given) if given is not None:
                yield self._at(given, self.resource(given.name))
            case s.Units(resource=word) | s.Amount(resource=word) | s.GainEnd(resource=word):
                yield self._at(word, self.resource(word.name))
            case s.LookUp(table=word):
                yield self._at(word, Symbol("table", word.name))
            case s.Metric(part=given) if given is not None:
                yield self._at(given, self.part(given.name))
            case s.Expect(word=what, name=given) if given is not None:
                yield self._at(given, self.resource(given.name) if what == "receives" else self.part(given.name))
            case s.Change(kind=kind, resource=unit, new=new):
                for given in (kind, new):
                    if given is not None:
                        yield self._at(given, self.kind(given.name))
                if unit is not None:
                    yield self._at(unit, self.resource(unit.name))
            case s.Ignores(kind=word) | s.OfKind(kind=word) | s.Replaces(kind=word):
                yield self._at(word, self.kind(word.name))
            case s.Stock(kind=word, print=variant):
                known = self.kind(word.name)
                yield self._at(word, known)
                if variant is not None:
                    yield self._at(variant, Symbol("print", variant.name, known.name))
            case s.Print(name=name):
                yield self._at(name, Symbol("print", name.name, owner.name), True)
            case s.SetExpr(name=given) if given is not None:
                yield self._at(given, _given(given), True)
            case s.Ref(name=name) if name not in ("self", "it"):
                given_as = next((w for y in reversed(around) for w in _in_force(y) if w.name == name), None)
                if given_as is not None:
                    yield Occurrence(_given(given_as), x.span)
            case s.Grid() if around and isinstance(around[-1], s.Example):
                yield from self._drawn(x, around[-1].mode.name)
            case _:
                pass

    def _drawn(self, grid: s.Grid, mode: str) -> Iterator[Occurrence]:
        """The kinds on the spaces of a drawn city."""
        text = grid.span.text
        plain = re.sub(r"--[^\n]*", lambda m: " " * len(m[0]), text)
        for m in re.finditer(r"(?<=[\s{])([a-z][a-z0-9_]*|[A-Za-z])", plain):
            start = grid.span.start + m.start()
            word = m[0] if m[0] in self.words else m[0].rstrip("0123456789")
            at = Span(grid.span.source, start, start + len(word))
            if len(word) == 1 and word in self.glyphs:
                for kind in self.glyphs[word][:1] if len(self.glyphs[word]) == 1 else self._of(word, mode):
                    yield Occurrence(Symbol("kind", kind), at, "glyph")
            elif word in self.words:
                symbol = self.words[word]
                yield Occurrence(symbol, at, "name" if word == symbol.name else "plural")

    def _of(self, glyph: str, mode: str) -> Iterator[str]:
        """The kind of a glyph in a mode: several may share a letter if they never meet."""
        for name in self.glyphs[glyph]:
            modes = [x for x in self.kinds[name].lines if isinstance(x, s.Modes)]
            if not modes or any(w.name == mode for x in modes for w in x.names):
                yield name

    def at(self, source: str, offset: int) -> Occurrence | None:
        """The occurrence at (or just before) an offset of a text."""
        inside = [x for x in self.found if x.span.source.name == source and x.span.start <= offset <= x.span.end]
        return min(inside, key=lambda x: (offset == x.span.end, x.span.end - x.span.start), default=None)

    def of(self, symbol: Symbol) -> tuple[Occurrence, ...]:
        """All occurrences of a symbol, those that define it among them, in the order of the texts."""
        return tuple(sorted((x for x in self.found if x.symbol == symbol), key=lambda x: _order(x.span)))


def _order(span: Span) -> tuple[str, int]:
    return span.source.name, span.start


def _given(word: s.Word) -> Symbol:
    """The symbol of a name given with `as`: two of the same name are two."""
    return Symbol("name", word.name, str(word.span))


def _in_force(x: s.Node) -> Iterator[s.Word]:
    """The names given with `as` that hold inside a node."""
    sets = [x, *children(x)]
    sets += [z for y in sets if isinstance(y, s.Per) for z in children(y)]
    for y in sets:
        if isinstance(y, s.SetExpr) and y.name is not None:
            yield y.name
