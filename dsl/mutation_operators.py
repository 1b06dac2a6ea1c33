"""What else could stand in the place of a node: the operators that make mutants.

Guarantee: an operator is a pure function of a node and of the names that may be used; it need not know where its
node stands. What it gives need not be meaningful: whoever asks finds out whether the checker takes it.
"""

from __future__ import annotations

import re
from collections.abc import Callable, Iterable, Iterator
from dataclasses import dataclass, fields, replace
from typing import Any, TypeAlias

from dsl import syntax as s
from dsl.declarations import Declarations
from dsl.source import Span


@dataclass(frozen=True)
class Names:
    """The names that a mutant may use instead of others: those of the modes in which its line holds."""

    d: Declarations
    modes: tuple[str, ...]

    def _next(self, name: str, known: Iterable[str]) -> Iterator[str]:
        """The name that follows in a list of names, the first one after the last."""
        names = list(known)
        if name in names and len(names) > 1:
            yield names[(names.index(name) + 1) % len(names)]

    def kinds(self, word: str) -> Iterator[str]:
        """The next kind of the same sort, and the parents."""
        d, name = self.d, self.d.kind_name(word)
        if name is None:
            return
        alike = (
            k
            for k, decl in d.kinds.items()
            if k == name or (decl.what == d.kinds[name].what and set(self.modes) <= set(d.kind_modes[k]))
        )
        yield from self._next(name, alike)
        yield from (p for w in d.kinds[name].parents if (p := d.kind_name(w.name)) is not None)

    def resources(self, word: str) -> Iterator[str]:
        """The next resource."""
        name = self.d.resource_name(word)
        if name is not None:
            yield from self._next(name, self.d.resources)

    def tables(self, name: str) -> Iterator[str]:
        """The next table with as many arguments."""
        flat = {n: t.table.flat for n, t in self.d.tables.items()}
        yield from self._next(name, (n for n, x in flat.items() if x == flat.get(name)))

    def readings(self, ruling: str, reading: str) -> Iterator[str]:
        """The next reading of a ruling."""
        if ruling in self.d.rulings:
            yield from self._next(reading, self.d.rulings[ruling].names())


# What may stand in a node's place, and the place of what is changed. None: nothing (asked of what stands in a list,
# or may be left out).
Change: TypeAlias = tuple[s.Node | None, Span]


@dataclass(frozen=True)
class Operator:
    """A sort of change: its name as shown, what it does in a few words, and what else a node could be."""

    name: str
    does: str
    changes: Callable[[s.Node, Names], Iterator[Change]]


def with_field(node: s.Node, name: str, *values: object, at: Span | None = None) -> Iterator[Change]:
    """The node with other values of one field."""
    changes: dict[str, Any]
    for value in values:
        changes = {name: value}
        yield replace(node, **changes), at or node.span


_NUMBER = re.compile(r"--[^\n]*|(\d+)")


def number_to(others: Callable[[int], Iterable[int]]) -> Callable[[s.Node, Names], Iterator[Change]]:
    """What changes each number of a node into others, which `others` gives."""
    return lambda node, names: _number(node, others)


def _number(node: s.Node, others: Callable[[int], Iterable[int]]) -> Iterator[Change]:
    written = [m.span(1) for m in _NUMBER.finditer(node.span.text) if m[1] is not None]
    nth = 0
    for f in fields(node):
        value = getattr(node, f.name)
        numbers = value if isinstance(value, tuple) else (value,)
        for i, n in enumerate(numbers):
            if not isinstance(n, int) or isinstance(n, bool):
                continue
            at = node.span
            if nth < len(written):
                a, b = written[nth]
                at = Span(at.source, at.start + a, at.start + b)
            nth += 1
            for other in others(n):
                new = (*value[:i], other, *value[i + 1 :]) if isinstance(value, tuple) else other
                yield from with_field(node, f.name, new, at=at)


def _kind(node: s.Node, names: Names) -> Iterator[Change]:
    match node:
        case s.Noun(head=s.Word(name=word) as head):
            others = [*names.kinds(word)]
            # A kind without parents is a building and nothing else.
            kind = names.d.kind_name(word)
            more = kind is not None and not names.d.kinds[kind].parents
            yield from with_field(node, "head", *(replace(head, name=x) for x in others), at=head.span)
            if more:
                yield from with_field(node, "head", s.HeadWord("building", span=head.span), at=head.span)
        case s.HeadWord(word="space" | "spaces"):
            yield from with_field(node, "word", "building")
        case s.HeadWord(word="building" | "buildings"):
            yield from with_field(node, "word", "space")


_REGIONS = ("row", "column", "line", "district")
_OPPOSITE = {"left": "right", "right": "left", "top": "bottom", "bottom": "top"}


def _place(node: s.Node, names: Names) -> Iterator[Change]:
    if not isinstance(node, s.Place):
        return
    yield None, node.span
    match node.what:
        case "edge":
            yield s.Place("corner", span=node.span), node.span
        case "corner":
            yield s.Place("edge", span=node.span), node.span
        case "side":
            yield from with_field(node, "word", _OPPOSITE.get(node.word or ""))
            yield s.Place("edge", span=node.span), node.span
        case "adjacent" | "diagonal" | "within" | "region_of" | "group":
            places = [("adjacent", None), ("diagonal", None), *(("region_of", x) for x in _REGIONS)]
            for what, word in places:
                if (what, word) != (node.what, node.word):
                    yield s.Place(what, node.ref, word, span=node.span), node.span


def _line(node: s.Node, names: Names) -> Iterator[Change]:
    match node:
        case s.LongestRun(line=str() as word) | s.RunThrough(line=word):
            yield from with_field(node, "line", *(x for x in ("row", "column", "line") if x != word))
        case s.HeadWord(word=word) if word.removesuffix("s") in _REGIONS:
            yield from with_field(node, "word", *(x for x in _REGIONS if x != word.removesuffix("s")))


def _reference(node: s.Node, names: Names) -> Iterator[Change]:
    if isinstance(node, s.Ref):
        yield from with_field(node, "name", *(x for x in ("self", "it") if x != node.name))


def _quantifier(node: s.Node, names: Names) -> Iterator[Change]:
    if isinstance(node, s.Predicate) and node.all:
        yield from with_field(node, "all", False)
    if not isinstance(node, s.Quantifier):
        return
    n = node.number
    match node.word:
        case "some" | "a" | "an":
            others = [("no", None), ("every", None), ("at_least", 2)]
        case "no":
            others = [("some", None), ("every", None)]
        case "every":
            others = [("some", None), ("no", None)]
        case _:
            others = [(x, n) for x in ("exactly", "at_least", "at_most") if x != node.word]
    for word, number in others:
        yield s.Quantifier(word, number, span=node.span), node.span


_COMPARISONS = {
    "=": ("!=", "<=", ">="),
    "!=": ("=",),
    "<": ("<=", ">="),
    "<=": ("<", ">"),
    ">": (">=", "<="),
    ">=": (">", "<"),
}
_ARITHMETIC = {"+": ("-",), "-": ("+",), "*": ("+",), "/": ("*", "mod"), "mod": ("/",)}
_WORDS = {"and": "or", "or": "and"}


def _comparison(node: s.Node, names: Names) -> Iterator[Change]:
    if isinstance(node, s.Binary):
        yield from with_field(node, "op", *_COMPARISONS.get(node.op, ()))


def _arithmetic(node: s.Node, names: Names) -> Iterator[Change]:
    match node:
        case s.Binary(op=op):
            yield from with_field(node, "op", *_ARITHMETIC.get(op, ()))
        case s.Unary(op="-", operand=operand):
            yield operand, node.span


def _and_or(node: s.Node, names: Names) -> Iterator[Change]:
    match node:
        case s.Binary(op="and" | "or" as op, left=left, right=right):
            yield from with_field(node, "op", _WORDS[op])
            yield left, node.span
            yield right, node.span
        case s.HeadGroup(op=op, sets=sets) if len(sets) > 1:
            yield from with_field(node, "op", _WORDS[op])
            for i, x in enumerate(sets):
                yield from with_field(node, "sets", (*sets[:i], *sets[i + 1 :]), at=x.span)


_EXTREMES = {
    "sum": ("largest", "smallest"),
    "largest": ("smallest", "sum"),
    "smallest": ("largest", "sum"),
    "highest": ("lowest", "combined"),
    "lowest": ("highest", "combined"),
    "combined": ("highest", "lowest"),
    "min": ("max",),
    "max": ("min",),
    "most": ("least",),
    "least": ("most",),
}


def _extreme(node: s.Node, names: Names) -> Iterator[Change]:
    match node:
        case s.Aggregate(op=op) | s.MinMax(op=op):
            yield from with_field(node, "op", *_EXTREMES[op])
        case s.Limit(word=word):
            yield from with_field(node, "word", *_EXTREMES[word])
            yield None, node.span


def _not(node: s.Node, names: Names) -> Iterator[Change]:
    match node:
        case s.Unary(op="not", operand=operand):
            yield operand, node.span
        case s.Predicate():
            yield from with_field(node, "negated", not node.negated)
        case s.Adjective(word="not"):
            yield None, node.span
        case s.Noun(adjectives=adjectives, head=s.Word() | s.HeadGroup()):
            if all(x.word != "not" for x in adjectives):
                yield from with_field(node, "adjectives", (*adjectives, s.Adjective("not", span=node.span)))
        case s.ReadingIs() | s.Between():
            yield s.Unary("not", node, span=node.span), node.span
        case s.Boolean():
            yield from with_field(node, "value", not node.value)


def _condition(node: s.Node, names: Names) -> Iterator[Change]:
    match node:
        case s.Score(condition=test) | s.ScoreBy(condition=test) | s.GainEnd(condition=test):
            if test is not None:
                yield from with_field(node, "condition", None, at=test.span)
        case s.Where() | s.Has():
            yield None, node.span
        case s.IfElse(then=then, otherwise=otherwise):
            yield then, node.span
            yield otherwise, node.span


_STATES = {
    "built": ("empty",),
    "empty": ("built",),
    "active": ("inactive", "placed"),
    "inactive": ("active", "placed"),
    "placed": ("active", "inactive"),
}


def _state(node: s.Node, names: Names) -> Iterator[Change]:
    if isinstance(node, s.Adjective) and node.word in _STATES:
        yield from with_field(node, "word", *_STATES[node.word])
        yield None, node.span


def _value(node: s.Node, names: Names) -> Iterator[Change]:
    match node:
        case s.Value(what="floors"):
            yield s.Value("printed", span=node.span), node.span
        case s.Value(what="printed", name=None):
            yield s.Value("floors", span=node.span), node.span
        case s.Value(what="printed"):
            yield from with_field(node, "what", "seated")
        case s.Value(what="seated"):
            yield from with_field(node, "what", "printed")
        case s.Units(what=what):
            yield from with_field(node, "what", "received" if what == "unseated" else "unseated")
        case s.Different(what=what):
            yield from with_field(node, "what", "families" if what == "kinds" else "kinds")


def _resource(node: s.Node, names: Names) -> Iterator[Change]:
    match node:
        case s.Amount(resource=word) | s.Units(resource=word) | s.GainEnd(resource=word):
            name = "resource"
        case s.Value(name=s.Word() as word):
            name = "name"
        case _:
            return
    others = (replace(word, name=x) for x in names.resources(word.name))
    yield from with_field(node, name, *others, at=word.span)


def _table(node: s.Node, names: Names) -> Iterator[Change]:
    match node:
        case s.LookUp(table=word, args=args):
            others = (replace(word, name=x) for x in names.tables(word.name))
            yield from with_field(node, "table", *others, at=word.span)
        case s.ScoreBy(args=args):
            pass
        case _:
            return
    if len(args) > 1:
        yield from with_field(node, "args", args[::-1], at=args[0].span)


def _gain(node: s.Node, names: Names) -> Iterator[Change]:
    if isinstance(node, s.GainEnd):
        yield from with_field(
            node, "mode", *(x for x in ("gain", "may gain", "may gain all of") if x != node.mode)
        )


def _reading(node: s.Node, names: Names) -> Iterator[Change]:
    if isinstance(node, s.ReadingIs):
        word = node.reading
        others = (replace(word, name=x) for x in names.readings(node.ruling.name, word.name))
        yield from with_field(node, "reading", *others, at=word.span)


def _inactive(node: s.Node, names: Names) -> Iterator[Change]:
    if isinstance(node, s.Seats | s.Joins):
        yield from with_field(node, "even_inactive", not node.even_inactive)


def _part(node: s.Node, names: Names) -> Iterator[Change]:
    if isinstance(node, s.Per | s.Amount):
        yield None, node.span


def _clause(node: s.Node, names: Names) -> Iterator[Change]:
    if isinstance(node, CLAUSES):
        yield None, node.span


# All clauses but what is printed on tiles.
CLAUSES = (
    s.Score, s.ScoreBy, s.Needs, s.Seats, s.MaxFloors, s.Copies, s.GainPlaced, s.GainEnd, s.Joins,
)  # fmt: skip

OPERATORS = (
    Operator("clause", "a whole sentence left out", _clause),
    Operator("number", "one more or one less, entries of tables too", number_to(lambda n: (n + 1, n - 1))),
    Operator("kind", "the next kind of its sort, its parents, any building, any space", _kind),
    Operator("place", "another place, or none", _place),
    Operator("line", "row, column, line and district exchanged", _line),
    Operator("reference", "`self` and `it` exchanged", _reference),
    Operator("quantifier", "some, no, every, exactly, at least, at most exchanged", _quantifier),
    Operator("comparison", "another comparison", _comparison),
    Operator("arithmetic", "another operation", _arithmetic),
    Operator("and or", "`and` and `or` exchanged, or one side left out", _and_or),
    Operator("extreme", "most and least exchanged, a limit left out", _extreme),
    Operator("not", "`not` put in or left out", _not),
    Operator("condition", "a condition left out, or one side of `if ... then ... else`", _condition),
    Operator("state", "another state, or none", _state),
    Operator("value", "floors, printed and seated exchanged, and what is like them", _value),
    Operator("resource", "the next resource", _resource),
    Operator("table", "the next table with as many arguments, or these exchanged", _table),
    Operator("gain", "forced, any part, all or nothing exchanged", _gain),
    Operator("reading", "the next reading of a ruling that is asked for", _reading),
    Operator("inactive", "`even when inactive` put in or left out", _inactive),
    Operator("part", "`per ...` or one of several amounts left out", _part),
)  # fmt: skip
