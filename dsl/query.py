"""Questions of an editor about rules that are being written.

Guarantee: a pure function of the texts; every question has an answer for texts with mistakes, too. Places are spans
of the texts. Only what was checked has a sentence; names are found without.
"""

from __future__ import annotations

import re
from collections.abc import Iterable, Iterator, Mapping
from dataclasses import dataclass
from functools import cached_property, lru_cache
from pathlib import Path
from typing import assert_never, get_args

from dsl import core as c
from dsl import syntax as s
from dsl.ahead import Ahead, Sort, ahead
from dsl.assemble import Specification
from dsl.bounds import bounds
from dsl.building_on import replaceable
from dsl.check import examples
from dsl.claims import SCOPES, SOLVER_SETTINGS, core_property, properties
from dsl.declarations import all_lines
from dsl.diagnostics import Bag, Diagnostic, Failure, ordered
from dsl.grammar import keywords
from dsl.layout import format_file
from dsl.load import assembled
from dsl.names import Names, Occurrence, Symbol, What, path_to
from dsl.parse import outline, parse, parsed
from dsl.run_examples import run_example
from dsl.scorer import Scorer
from dsl.source import Source, Span
from dsl.to_words import Words

_NAME = re.compile(r"[a-z][a-z0-9_]*")


@lru_cache(maxsize=1024)
def outlined(source: Source) -> s.File:
    """The tree of all that can be read of a text."""
    return outline(source)


@dataclass(frozen=True)
class Edit:
    """The words of a span are replaced."""

    span: Span
    text: str


@dataclass(frozen=True)
class Fix:
    """A change that a diagnostic suggests."""

    title: str
    diagnostic: Diagnostic
    edits: tuple[Edit, ...]


@dataclass(frozen=True)
class Completion:
    """One thing that may come next: `what` is `word` (of the language) or what the name means."""

    text: str
    what: What | str
    detail: str = ""


@dataclass(frozen=True)
class Heading:
    """A declaration, or an example or property in one."""

    what: str
    name: str
    title: str
    span: Span
    at: Span
    inside: tuple[Heading, ...] = ()


class Rules:
    """Texts that belong together. `unreadable` tells of files that could not be read at all."""

    def __init__(
        self, sources: tuple[Source, ...], folders: tuple[Path, ...] = (), unreadable: tuple[Diagnostic, ...] = ()
    ) -> None:
        self.sources: Mapping[str, Source] = {x.name: x for x in sources}
        self.folders = folders
        self.unreadable = unreadable

    @cached_property
    def names(self) -> Names:
        """What every word means."""
        return Names([outlined(x) for x in self.sources.values()])

    @cached_property
    def _checked(self) -> tuple[Specification | None, tuple[Diagnostic, ...]]:
        bag = Bag(list(self.unreadable))
        trees = []
        for source in self.sources.values():
            tree, found = parsed(source)
            trees.append(tree)
            bag.found += found
        try:
            return assembled(trees, bag, self.folders), ordered(bag.found)
        except Failure as failure:
            warnings = [d for d in bag.found if d.severity == "warning"]
            return None, ordered([*failure.diagnostics, *warnings])

    @property
    def specification(self) -> Specification | None:
        """The checked specification; None while there are mistakes."""
        return self._checked[0]


# ---- what is wrong, and what to do about it -----------------------------------------------------------------


def diagnostics(rules: Rules, examples_of: Iterable[str] = ()) -> tuple[Diagnostic, ...]:
    """All mistakes of all texts, and examples that fail in the texts that are named."""
    spec, found = rules._checked
    wanted = frozenset(examples_of)
    if spec is None or not wanted:
        return found
    bag = Bag(list(found))
    scorers: dict[object, Scorer] = {}
    for case in examples(spec, Bag()):
        if case.syntax.span.source.name in wanted:
            key = (case.mode, tuple(sorted(case.readings.items())))
            if key not in scorers:
                scorers[key] = Scorer(spec, case.mode, case.readings)
            run_example(spec, scorers[key], case, bag)
    return ordered(bag.found)


_MEANT = re.compile(r"^(?:did you mean|write) `([^`]+)`(?:\?|$|,)")
_LEAVE_OUT = re.compile(r"^leave out (?:the article|`[^`]+`)")


def fixes(diagnostic: Diagnostic) -> tuple[Fix, ...]:
    """The changes that the help of a diagnostic speaks of; only those with which the text can be read further."""
    d = diagnostic
    meant = _MEANT.match(d.help)
    if meant is not None and re.fullmatch(r"[\w ]+|[=<>!]+", meant[1]):
        new, title = _spelt(d.span.text, meant[1]), f"Write `{meant[1]}`"
    elif d.help and _LEAVE_OUT.match(d.help):
        new, title = "", f"Leave out `{d.span.text}`"
    else:
        return ()
    end = d.span.end
    if not new and d.span.source.text[end : end + 1] == " ":
        end += 1
    edit = Edit(Span(d.span.source, d.span.start, end), new)
    if d.code == "TP002" and not _further(edit, d):
        return ()
    return (Fix(title, d, (edit,)),)


def _spelt(old: str, new: str) -> str:
    """What comes in place of a word: in a drawing the marks of the space stay (`facotry@2i`)."""
    marks = re.search(r"(?<=\w)(?:[@+-].*)$", old)
    return new + (marks[0] if marks is not None else "")


def _further(edit: Edit, d: Diagnostic) -> bool:
    """Whether with an edit the text has no mistake in its place, and none before it that was not there."""
    text = edit.span.source.text
    changed = text[: edit.span.start] + edit.text + text[edit.span.end :]
    old = {x.span.start for x in parsed(edit.span.source)[1]}
    bag = Bag()
    parse(Source(edit.span.source.name, changed), bag)
    at = edit.span.start + len(edit.text)
    old.discard(d.span.start)
    return not any(x.span.start <= at and x.span.start not in old for x in bag.found)


def formatting(source: Source) -> str | None:
    """The text in the usual layout; None if it can not be read."""
    tree, found = parsed(source)
    if any(d.severity == "error" for d in found):
        return None
    return format_file(tree, source)


# ---- names ---------------------------------------------------------------------------------------------------


def definition_of(rules: Rules, source: str, offset: int) -> Span | None:
    """Where the word at an offset is declared: what is said anew last, and from there what it replaces."""
    found = rules.names.at(source, offset)
    if found is None:
        return None
    order = list(rules.sources)
    every = [x for x in rules.names.of(found.symbol) if x.defines and x.role == "name"]
    every.sort(key=lambda x: (order.index(x.span.source.name), x.span.start))
    if found in every[1:]:
        every = every[: every.index(found)]
    return every[-1].span if every else None


def references(rules: Rules, source: str, offset: int, declaration: bool = True) -> tuple[Occurrence, ...]:
    """All places that mean what the word at an offset means."""
    found = rules.names.at(source, offset)
    if found is None:
        return ()
    return tuple(x for x in rules.names.of(found.symbol) if declaration or not x.defines)


class Unfit(Exception):
    """Raised when something can not be renamed, with the reason."""


def renamed(rules: Rules, source: str, offset: int, new: str) -> tuple[Edit, ...]:
    """What has to change for the word at an offset to be another: in its form (name or plural) wherever it stands.

    Raises `Unfit` if it is no name, or the new one is none, is a word of the language, or is taken."""
    found, places = renamable(rules, source, offset)
    if not _NAME.fullmatch(new):
        raise Unfit(f"`{new}` is no name: small letters, digits and `_`, a letter first")
    if new in keywords():
        raise Unfit(f"`{new}` is a word of the language and can not be a name")
    if new != found.span.text and new in taken(rules.names, found.symbol):
        raise Unfit(f"`{new}` is declared already")
    return tuple(Edit(x, new) for x in places)


def renamable(rules: Rules, source: str, offset: int) -> tuple[Occurrence, tuple[Span, ...]]:
    """The name at an offset, and all places that change with it.

    Raises `Unfit` if no name is declared that is meant there."""
    found = rules.names.at(source, offset)
    if found is None or found.role == "glyph":
        raise Unfit("no name stands here that can be changed")
    every = rules.names.of(found.symbol)
    if not any(x.defines for x in every):
        raise Unfit(f"`{found.span.text}` is not declared")
    return found, tuple(x.span for x in every if x.role == found.role and x.span.text == found.span.text)


_OF_PROCEDURE = ("piece", "zone", "routine", "option")


def taken(names: Names, symbol: Symbol) -> frozenset[str]:
    """The names that a symbol can not be given, its own among them."""
    if symbol.what in ("reading", "print", *_OF_PROCEDURE):
        return frozenset(x.symbol.name for x in names.found if x.defines and _beside(x.symbol, symbol))
    inner = ("reading", "print", "name", *_OF_PROCEDURE)
    every = {x.span.text for x in names.found if x.defines and x.symbol.what not in inner}
    if symbol.what == "name":
        file = symbol.owner.rpartition(":")[0].rpartition(":")[0]
        every |= {x.span.text for x in names.found if x.symbol.what == "name" and x.span.source.name == file}
    return frozenset(every)


def _beside(a: Symbol, b: Symbol) -> bool:
    return (a.what, a.owner) == (b.what, b.owner)


def symbols(rules: Rules, source: str) -> tuple[Heading, ...]:
    """The declarations of a text, with their examples and properties."""
    return tuple(_heading(x) for x in outlined(rules.sources[source]).items)


def _heading(x: s.Declaration | s.TableDeclaration) -> Heading:
    if isinstance(x, s.TableDeclaration):
        return Heading("table", x.name.name, "" if x.title is None else x.title.value, x.span, x.name.span)
    inside = []
    for line in all_lines(x.lines):
        if isinstance(line, s.Example):
            title = line.title.value if line.title is not None else ""
            inside.append(Heading("example", title or "example", line.mode.name, line.span, line.mode.span))
        elif isinstance(line, s.Property):
            mode = line.mode.name if line.mode is not None else ""
            inside.append(Heading("property", line.title.value, mode, line.span, line.title.span))
        elif isinstance(line, s.Reading):
            inside.append(Heading("reading", line.name.name, line.text.value, line.span, line.name.span))
    title = x.title.value if x.title is not None else ""
    at = x.name or x.title
    assert at is not None
    name = x.name.name if x.name is not None else x.what
    return Heading(x.what, name, title, x.span, at.span, tuple(inside))


# ---- what may come next ----------------------------------------------------------------------------------------


def completion(rules: Rules, source: str, offset: int) -> tuple[tuple[Completion, ...], int]:
    """Exactly what may stand at an offset, in place of the word that is being written, and where that begins: names
    of the right sort first, then words of the language."""
    text = rules.sources[source].text
    found = ahead(text, offset)
    names = [x for sort in sorted(found.sorts) for x in _named(rules, sort, found, source, offset)]
    if found.grid:
        glyphs = ((k, letter) for letter, kinds in rules.names.glyphs.items() for k in kinds)
        names += [Completion(letter, "glyph", _title(rules, Symbol("kind", k))) for k, letter in sorted(glyphs)]
    words = [Completion(w, "word") for w in sorted(found.words)]
    return tuple(dict.fromkeys([*names, *words])), found.start


def _named(rules: Rules, sort: Sort, found: Ahead, source: str, offset: int) -> Iterator[Completion]:
    names = rules.names
    match sort:
        case "kind" | "part":
            for word, symbol in sorted(names.words.items()):
                yield Completion(word, "kind", _title(rules, symbol))
            for key in sorted(names.kinds):
                if sort == "part" and key.startswith("scoring "):
                    name = key.removeprefix("scoring ")
                    yield Completion(name, "scoring", _title(rules, Symbol("scoring", name)))
        case "resource":
            for word, name in sorted(names.resources.items()):
                yield Completion(word, "resource", _title(rules, Symbol("resource", name)))
        case "mode":
            for word, mode in sorted(names.modes.items()):
                yield Completion(word, "mode", _quoted(mode))
        case "ruling":
            for word, question in sorted(names.rulings.items()):
                yield Completion(word, "ruling", _quoted(question))
        case "reading":
            of = names.rulings.get(found.ruling)
            lines = [x for x in of.lines if isinstance(x, s.Reading)] if of is not None else []
            for x in lines:
                yield Completion(x.name.name, "reading", x.text.value)
        case "table":
            for word in sorted(names.tables):
                yield Completion(word, "table")
        case "scope":
            for word in SCOPES:
                yield Completion(word, "scope")
        case "setting":
            for word in SOLVER_SETTINGS:
                yield Completion(word, "setting")
        case "print":
            for o in names.found:
                if o.symbol.what == "print" and o.defines:
                    yield Completion(o.symbol.name, "print", _title(rules, Symbol("kind", o.symbol.owner)))
        case "piece" | "zone" | "routine" | "option":
            for o in names.found:
                if o.symbol.what == sort and o.defines:
                    yield Completion(o.symbol.name, sort, f"of {o.symbol.owner}")
        case "reference":
            # A name given with `as` earlier on in the same line of the rules.
            before = rules.sources[source].text[:offset]
            clause = re.split(r"\b(?:score|always|sometimes|range|when|joins)\b", before)[-1]
            for word in sorted(set(re.findall(r"\bas\s+([a-z][a-z0-9_]*)", clause))):
                yield Completion(word, "name")
        case "replaced":
            below = replaceable([outlined(x) for x in rules.sources.values()], found.replaced)
            for word, item in sorted(below.items()):
                yield Completion(word, found.replaced, _quoted(item) if isinstance(item, s.Declaration) else "")
        case "new":
            return
        case _:
            assert_never(sort)


def _quoted(x: s.Declaration) -> str:
    return x.title.value if x.title is not None else ""


def _declaration(rules: Rules, symbol: Symbol) -> s.Declaration | None:
    names = rules.names
    match symbol.what:
        case "kind":
            return names.kinds.get(symbol.name)
        case "scoring":
            return names.kinds.get(f"scoring {symbol.name}")
        case "mode":
            return names.modes.get(symbol.name)
        case "ruling":
            return names.rulings.get(symbol.name)
        case "procedure":
            return names.procedures.get(symbol.name)
        case _:
            return None


def _title(rules: Rules, symbol: Symbol) -> str:
    found = _declaration(rules, symbol)
    return _quoted(found) if found is not None else ""


# ---- what a word means -------------------------------------------------------------------------------------------

_EXPRESSIONS = get_args(s.Expr)
_CONDITIONS = (s.Boolean, s.Between, s.Quantified, s.IsTest, s.ReadingIs)


def hover(rules: Rules, source: str, offset: int, good: Rules | None = None) -> tuple[str, Span] | None:
    """What the words at an offset mean, as Markdown, and which words those are: what a name stands for; of a clause
    or property its sentence, and of an expression its type. While the rules have mistakes, what kinds say is told
    by the `good` ones of before."""
    found = rules.names.at(source, offset)
    path = path_to(outlined(rules.sources[source]), offset)
    parts: list[str] = []
    if found is not None:
        parts += _of_symbol(rules, found.symbol, good)
    line = next((x for x in reversed(path) if isinstance(x, s.Clause | s.Property)), None)
    inner = next((x for x in reversed(path) if isinstance(x, (*_EXPRESSIONS, s.SetExpr))), None)
    if inner is not None and line is not None:
        parts.append(f"`{_one_line(inner.span.text)}`: {type_of(inner)}")
    if line is not None:
        parts += _of_line(rules, line)
    if not parts:
        return None
    span = found.span if found is not None else (inner or line or path[-1]).span
    return "\n\n".join(dict.fromkeys(parts)), span


def _one_line(text: str) -> str:
    return " ".join(re.sub(r"--[^\n]*", "", text).split()).replace("`", "'")


def type_of(x: s.Node) -> str:
    """The type of an expression: a number, a condition, or a set of spaces, rows, columns, lines or districts."""
    match x:
        case s.Paren(inner) | s.IfElse(then=inner):
            return type_of(inner)
        case s.Binary(op=op):
            return "a number" if op in ("+", "-", "*", "/", "mod") else "a condition"
        case s.Unary(op=op):
            return "a condition" if op == "not" else "a number"
        case s.SetExpr(noun=noun):
            head = noun.head
            word = head.word.removesuffix("s") if isinstance(head, s.HeadWord) else "space"
            return f"a set of {'space' if word == 'building' else word}s"
        case _ if isinstance(x, _CONDITIONS):
            return "a condition"
        case s.Metric():
            return "a number, in VP"
        case _:
            return "a number"


def _of_symbol(rules: Rules, symbol: Symbol, good: Rules | None) -> list[str]:
    what = {"name": "name given with `as`"}.get(symbol.what, symbol.what)
    if symbol.what in ("print", *_OF_PROCEDURE):
        what = f"{symbol.what} of `{symbol.owner}`"
    if symbol.what == "reading":
        question = rules.names.rulings.get(symbol.owner)
        lines = [x for x in question.lines if isinstance(x, s.Reading)] if question is not None else []
        text = next((x.text.value for x in lines if x.name.name == symbol.name), "")
        return [f"**{symbol.name}** (reading of `{symbol.owner}`)", *([text] if text else [])]
    if symbol.what == "table":
        table = rules.names.tables.get(symbol.name)
        return [f"**{symbol.name}** (table)"] + ([f"```rules\n{table.span.text}\n```"] if table else [])
    decl = _declaration(rules, symbol)
    if decl is None:
        return [f"**{symbol.name}** ({what})"]
    kind = decl.what
    head = f"**{_quoted(decl) or symbol.name}** (`{kind} {symbol.name}`)"
    summary = [x.text.value for x in decl.lines if isinstance(x, s.Info) and x.word == "summary"]
    out = [head, *summary]
    spec = rules.specification
    if spec is None and good is not None:
        spec = good.specification
    if spec is not None and symbol.name in (*spec.declarations.kinds, *spec.declarations.scorings):
        out += _sentences(spec, symbol.name)
    return out


def _modes(spec: Specification, owner: str) -> tuple[str, ...]:
    return spec.declarations.kind_modes.get(owner, spec.modes)


def _sentences(spec: Specification, owner: str) -> list[str]:
    """What a kind or scoring says in each of its modes."""
    out = []
    for mode in _modes(spec, owner):
        game = spec.game(mode)
        words = Words(spec, game)
        lines = list(words.card(owner)) if owner in game.kinds else []
        lines += [words.clause(x).text for x in game.clauses_of(owner)]
        lines += [words.gain(g).text for g in game.gains if g.kind == owner]
        if lines:
            out.append(f"In {words.title(mode)}:\n" + "\n".join(f"- {x}" for x in lines))
    return out


def _of_line(rules: Rules, line: s.Clause | s.Property) -> list[str]:
    """The sentence of a clause or property, and what a clause can be worth at the most by its form."""
    spec = rules.specification
    if spec is None:
        return []
    said: dict[str, list[str]] = {}
    if isinstance(line, s.Property):
        for case in properties(spec):
            if case.syntax.span == line.span:
                words = Words(spec, spec.game(case.mode, case.readings))
                core = core_property(spec, case, Bag())
                said.setdefault(words.claim(core, case).text, []).append(words.title(case.mode))
    else:
        where = str(line.span)
        for mode in spec.modes:
            for readings in _readings(spec, line):
                game = spec.game(mode, readings)
                words = Words(spec, game)
                for x in (*game.clauses, *game.ties):
                    if x.where == where:
                        low, high = _interval(spec, mode, readings, x)
                        unit = "" if x.part in game.tie_parts else " VP"
                        text = f"{words.clause(x).text} *(by its form from {low} to {high}{unit})*"
                        said.setdefault(text, []).append(words.title(mode))
                for g in game.gains:
                    if g.where == where:
                        said.setdefault(words.gain(g).text, []).append(words.title(mode))
    return [f"{text} ({', '.join(dict.fromkeys(modes))})" for text, modes in said.items()]


def _readings(spec: Specification, line: s.Clause) -> list[dict[str, str]]:
    """The readings under which a line may hold: the default ones, and those of the blocks around it."""
    chosen: dict[str, str] = {}
    tree = next(f for f in spec.files if f.span.source.name == line.span.source.name)
    for x in path_to(tree, line.span.start):
        if isinstance(x, s.UnderBlock):
            chosen[x.ruling.name] = x.reading.name
    return [chosen]


def _interval(spec: Specification, mode: str, readings: dict[str, str], x: c.Clause) -> tuple[int, int]:
    limits = spec.elaborator(mode, readings, Bag()).limits
    if x.kinds:
        limits = limits.knowing("self", c.IsKind("self", x.kinds))
    return bounds(x.value, limits)
