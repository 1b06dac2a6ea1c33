"""The scoring sentences of a specification as they are written, and what they would mean if a part were changed.

Guarantee: a change touches nothing but the named part of the named sentence, or the named entry of a table; what
the others mean, and where tables begin, stays as it is, or else the change is not made (`Unchangeable`).
"""

from __future__ import annotations

import dataclasses
import re
from collections.abc import Iterator
from dataclasses import dataclass, replace
from typing import Any, TypeAlias, TypeVar, cast

from dsl import core as c
from dsl import syntax as s
from dsl.assemble import Specification, build_game
from dsl.declarations import Declarations, lines_in
from dsl.diagnostics import Bag
from dsl.footprint import nodes
from dsl.pretty import clause as line_text
from dsl.pretty_expressions import expression, set_expr
from dsl.source import Span
from verifier.apart import Sentence

T = TypeVar("T")
Line: TypeAlias = s.Score | s.ScoreBy | s.GainEnd

# A table that is too short for what its argument could then be still has all its values.
_HARMLESS = frozenset({"TP027"})


class Unchangeable(Exception):
    """A change that would change more than it should; the reason in words."""


@dataclass(frozen=True)
class Written:
    """A line that scores or gives, of a kind or scoring, in one mode under given readings."""

    spec: Specification
    owner: str
    mode: str
    readings: dict[str, str]
    line: Line

    @property
    def text(self) -> str:
        """The line as it is laid out."""
        return line_text(self.line)

    @property
    def where(self) -> str:
        """Its place: file, line, column."""
        return str(self.line.span)

    def within(self, mode: str) -> Written | None:
        """The same line in another mode; None if it does not hold there."""
        return next((w for w in written(self.spec, self.owner, mode, self.readings) if w.line is self.line), None)

    @property
    def game(self) -> c.Game:
        """The game that it is in."""
        return self.spec.game(self.mode, self.readings)

    @property
    def meaning(self) -> tuple[Sentence, ...]:
        """What it means: clauses or gains, those of all kinds that it holds for. None if it is always 0."""
        return _at(self.game, self.where)

    def changed(self, new: Line) -> tuple[Sentence, ...]:
        """What another line in its place would mean. Raises `Unchangeable`."""
        d = self.spec.declarations
        kinds, scorings = dict(d.kinds), dict(d.scorings)
        found = kinds if self.owner in kinds else scorings
        found[self.owner] = put(found[self.owner], self.line, new)
        bag = Bag()
        game = build_game(
            replace(d, kinds=kinds, scorings=scorings), self.mode, self.readings, frozenset(), bag
        )
        meaning = _at(game, self.where)
        if any(x.severity == "error" and x.code not in _HARMLESS for x in bag.found):
            raise Unchangeable("without it the sentence can not be read")
        if not tables_of(meaning) <= tables_of(self.meaning):
            raise Unchangeable("without it a table would begin elsewhere")
        return meaning


def _at(game: c.Game, where: str) -> tuple[Sentence, ...]:
    return tuple(x for x in _all_of(game) if x.where == where)


def _all_of(game: c.Game) -> tuple[Sentence, ...]:
    return (*game.clauses, *game.ties, *game.gains)


def written(spec: Specification, owner: str, mode: str, readings: dict[str, str]) -> list[Written]:
    """The lines of a kind or scoring that score or give in a mode; what it inherits is its parents'."""
    d = spec.declarations
    decl = d.kinds[owner] if owner in d.kinds else d.scorings[owner]
    if mode not in d.kind_modes[owner]:
        return []
    lines = lines_in(decl.lines, mode, readings)
    return [Written(spec, owner, mode, readings, x) for x in lines if isinstance(x, Line)]


def put(tree: T, old: object, new: object) -> T:
    """The tree with one of its nodes (that very one) replaced."""
    return cast(T, _put(tree, old, new))


def _put(x: Any, old: object, new: object) -> Any:
    if x is old:
        return new
    if isinstance(x, tuple):
        items = tuple(_put(y, old, new) for y in x)
        return items if any(a is not b for a, b in zip(items, x, strict=True)) else x
    if not isinstance(x, s.Node):
        return x
    changed = {}
    for f in dataclasses.fields(x):
        value = getattr(x, f.name)
        other = _put(value, old, new)
        if other is not value:
            changed[f.name] = other
    return replace(x, **changed) if changed else x


# ---- conditions ------------------------------------------------------------------------------------------


@dataclass(frozen=True)
class Condition:
    """A part of a sentence that says yes or no, or a member of a group in parentheses.

    `changes`: what is said of it if the line in its place means the same. `inside`: the spans of the conditions
    around it."""

    text: str
    span: Span
    changes: tuple[tuple[str, Line], ...]
    inside: tuple[Span, ...]


def _truth(value: bool) -> s.Expr:
    """A condition that always (or never) holds, and that does not fold away: what is around it keeps its form."""
    return s.Binary("=", s.Integer(0), s.Integer(0 if value else 1))


def conditions(line: Line) -> Iterator[Condition]:
    """Every condition of a line, the outer ones before those inside them."""
    yield from _below(line, line, ())


def _below(x: object, line: Line, inside: tuple[Span, ...]) -> Iterator[Condition]:
    """The conditions inside a node, which is none itself."""
    match x:
        case s.Score(condition=e) | s.ScoreBy(condition=e) | s.GainEnd(condition=e) if e is not None:
            rest = (getattr(x, f.name) for f in dataclasses.fields(x) if f.name != "condition")
            yield from _all(rest, line, inside)
            yield from _condition(e, line, inside)
        case s.Where(condition=e) | s.Has(condition=e):
            yield from _condition(e, line, inside)
        case s.IfElse(condition, then, otherwise):
            yield from _condition(condition, line, inside)
            yield from _all((then, otherwise), line, inside)
        case s.Quantified(body=s.Predicate() as body):
            yield from _below(x.over, line, inside)
            yield _of(body, body.span, line, inside, s.Has(_truth(True)), s.Has(_truth(False)))
            yield from _below(body.noun, line, (*inside, body.span))
        case s.HeadGroup(op, sets) if len(sets) > 1:
            for member in sets:
                others = tuple(y for y in sets if y is not member)
                change = ("can be left out", put(line, x, replace(x, sets=others)))
                around = f"({f' {op} '.join(map(set_expr, sets))})"
                text = f"{set_expr(member)}` in `{around}"
                yield Condition(text, member.span, (change,), inside)
                yield from _below(member, line, (*inside, member.span))
        case tuple():
            yield from _all(x, line, inside)
        case s.Node():
            yield from _all((getattr(x, f.name) for f in dataclasses.fields(x)), line, inside)
        case _:
            pass


def _all(xs: Iterator[object] | tuple[object, ...], line: Line, inside: tuple[Span, ...]) -> Iterator[Condition]:
    for x in xs:
        yield from _below(x, line, inside)


def _condition(e: s.Expr, line: Line, inside: tuple[Span, ...]) -> Iterator[Condition]:
    """A condition and those inside it."""
    if isinstance(e, s.Paren):
        yield from _condition(e.inner, line, inside)
        return
    yield _of(e, e.span, line, inside, _truth(True), _truth(False))
    inner = (*inside, e.span)
    match e:
        case s.Binary("and" | "or", left, right):
            yield from _condition(left, line, inner)
            yield from _condition(right, line, inner)
        case s.Unary("not", operand):
            # Turned round, it would be the same finding again.
            yield from _below(operand, line, inner)
        case _:
            yield from _below(e, line, inner)


def _of(
    x: s.Expr | s.Predicate, span: Span, line: Line, inside: tuple[Span, ...], yes: object, no: object
) -> Condition:
    text = " ".join(span.text.split()) if isinstance(x, s.Predicate) else expression(x)
    changes = ("always holds", put(line, x, yes)), ("never holds", put(line, x, no))
    return Condition(text, span, changes, inside)


# ---- tables ----------------------------------------------------------------------------------------------


@dataclass(frozen=True)
class Entry:
    """An entry of a table as written: its row and column, counted from 0, what it is, for what, and where."""

    table: str  # the name, or the empty string for one inside of a sentence
    row: int
    column: int
    value: int
    at: tuple[int, ...]
    where: str

    @property
    def text(self) -> str:
        """The entry in words."""
        whose = f" of table `{self.table}`" if self.table else ""
        return f"entry {self.value} for {', '.join(map(str, self.at))}{whose}"


def tables_of(sentences: tuple[Sentence, ...]) -> frozenset[c.Table]:
    """The tables that some sentences look up."""
    values = (x.amount if isinstance(x, c.Gain) else x.value for x in sentences)
    return frozenset(y.table for e in values for y in nodes(e) if isinstance(y, c.Lookup))


def entries(w: Written) -> list[Entry]:
    """Every entry of the tables that a sentence looks up: of the one inside of it, and of tables with a name."""
    d = w.spec.declarations
    found: dict[str, list[Entry]] = {}
    for table in sorted(tables_of(w.meaning), key=lambda t: (t.name, t.start)):
        literal = d.tables[table.name].table if table.name else getattr(w.line, "table", None)
        if table.name not in found and isinstance(literal, s.TableLiteral):
            found[table.name] = list(_entries(table, literal))
    return [x for listed in found.values() for x in listed]


def _entries(table: c.Table, literal: s.TableLiteral) -> Iterator[Entry]:
    count = sum(len(r) for r in table.rows)
    text = literal.span.text
    head = re.match(r"\[\s*from\s+-?\d+(\s*,\s*-?\d+)?\s*:", text)
    numbers = list(re.finditer(r"-?\d+", text[head.end() if head else 0 :]))
    shift = literal.span.start + (head.end() if head else 0)
    k = 0
    for i, row in enumerate(table.rows):
        for j, value in enumerate(row):
            span = literal.span
            if len(numbers) == count:  # no remarks among them
                span = Span(span.source, shift + numbers[k].start(), shift + numbers[k].end())
            at = (table.start[0] + j,) if literal.flat else (table.start[0] + i, table.start[1] + j)
            yield Entry(table.name, i, j, value, at, str(span))
            k += 1


def users(game: c.Game, w: Written, entry: Entry) -> tuple[Sentence, ...]:
    """The sentences of a game that look up the entry's table."""
    if not entry.table:
        return w.meaning
    return tuple(x for x in _all_of(game) if any(t.name == entry.table for t in tables_of((x,))))


def raised(x: Sentence, entry: Entry) -> Sentence:
    """A sentence with one more in that entry of its table."""
    if isinstance(x, c.Gain):
        return replace(x, amount=_raised(x.amount, entry))
    return replace(x, value=_raised(x.value, entry))


def _raised(x: Any, entry: Entry) -> Any:
    if isinstance(x, c.Table):
        if x.name != entry.table:
            return x
        rows = [list(r) for r in x.rows]
        rows[entry.row][entry.column] += 1
        return replace(x, rows=tuple(map(tuple, rows)))
    if isinstance(x, tuple):
        return tuple(_raised(y, entry) for y in x)
    if not dataclasses.is_dataclass(x) or isinstance(x, type):
        return x
    changed = {f.name: _raised(getattr(x, f.name), entry) for f in dataclasses.fields(x)}
    return replace(x, **changed)


def with_declarations(spec: Specification, d: Declarations) -> Specification:
    """The specification with other declarations."""
    return Specification(d, spec.files, spec.folders)
