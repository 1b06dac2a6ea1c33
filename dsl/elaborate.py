"""Expressions: from syntax to core, for one mode and given readings, with type checking.

Guarantee: an expression without errors becomes a core expression of the wanted type; an expression with errors
adds at least one diagnostic to the bag and becomes a harmless constant, so that checking goes on. Equal
syntax in equal contexts becomes equal core (variables are numbered afresh for each clause).
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping
from dataclasses import dataclass, field, replace
from typing import Literal, assert_never

from dsl import core as c
from dsl import syntax as s
from dsl.board import RegionKind, Side
from dsl.bounds import Limits, bounds
from dsl.declarations import Declarations, unknown
from dsl.diagnostics import Bag, did_you_mean
from dsl.fold import FALSE, TRUE, ZERO, add, choose, conjunction, disjunction, divide, multiply, negation, scale
from dsl.hints import no_kind
from dsl.single import of_kind
from dsl.source import Span

LARGEST = 10**6
"""The greatest number that may be written, or that a product may come to."""
Sort = Literal["space", "row", "column", "line", "district"]


@dataclass(frozen=True)
class Variable:
    """A bound name: what it is called in core, and what it ranges over."""

    name: str
    sort: Sort
    span: Span | None = None


@dataclass(frozen=True)
class Scope:
    """What an expression may refer to: names given with `as`, `it`, `self`, measures, and `own` of a tile."""

    names: Mapping[str, Variable] = field(default_factory=dict)
    it: Variable | None = None
    self_: bool = False
    measures: bool = False
    own: bool = False


@dataclass(frozen=True)
class Joiner:
    """A kind that counts as a member of groups of the kinds in `words`."""

    kind: str
    words: frozenset[str]
    even_inactive: bool


@dataclass(frozen=True)
class _Elements:
    """A set: what its variable ranges over and must fulfil."""

    var: Variable
    domain: c.Domain
    where: c.Bool


class Elaborator:
    """Turns the expressions of one declaration into core.

    `members` maps a kind word to the concrete kinds that count as it; `limits` serve the checks of tables."""

    def __init__(
        self,
        declarations: Declarations,
        members: Mapping[str, frozenset[str]],
        readings: Mapping[str, str],
        joiners: Iterable[Joiner],
        limits: Limits,
        mode: str,
        bag: Bag,
        leave: bool,
    ) -> None:
        self.declarations = declarations
        self.members = members
        self.readings = readings
        self.joiners = joiners
        self.limits = limits
        self.mode = mode
        self.bag = bag
        # A building stands if it is active; or, where inactive ones stay, if it is there at all.
        self.standing: Literal["active", "placed"] = "active" if leave else "placed"
        self.counter = 0

    # -- helpers

    def fresh(self, stem: str) -> str:
        """A variable name that is new within the clause."""
        self.counter += 1
        return f"{stem}{self.counter}"

    def restart(self) -> None:
        """Begin a new clause: variables are numbered from 1 again."""
        self.counter = 0

    def _unknown(self, code: str, what: str, word: s.Word, known: Iterable[str]) -> None:
        unknown(self.bag, code, what, word, known)

    def _wanted(self, e: s.Expr, wanted: str, found: str, why: tuple[Span, str] | None) -> None:
        self.bag.add(
            "TP020",
            f"{wanted} is needed here, but this is {found}",
            e.span,
            here=f"this is {found}",
            labels=[why] if why is not None else [],
            help="compare it with something, as in `... > 0`"
            if found == "a number"
            else "use `if ... then 1 else 0` to make it a number",
        )

    # -- numbers

    def number(self, e: s.Expr, scope: Scope, why: tuple[Span, str] | None = None) -> c.Int:
        """The core of an expression that must be a number."""
        match e:
            case s.Integer(value):
                if value > LARGEST:
                    self.bag.add("TP029", f"this number is too large; at most {LARGEST}", e.span)
                    return ZERO
                return c.Num(value)
            case s.Paren(inner):
                return self.number(inner, scope, why)
            case s.IfElse(condition, then, otherwise):
                return choose(
                    self.condition(condition, scope, (e.span, "`if` asks for a condition")),
                    self.number(then, scope, why),
                    self.number(otherwise, scope, why),
                )
            case s.Unary("-", operand):
                return scale(-1, self.number(operand, scope, (e.span, "`-` asks for a number")))
            case s.Binary(("+" | "-" | "*" | "/" | "mod") as op, left, right):
                because = (e.span, f"`{op}` asks for numbers")
                a, b = self.number(left, scope, because), self.number(right, scope, because)
                return self._arithmetic(e, op, a, b, right)
            case s.ValueOf(value, at):
                return self._value(value, at, e.span, scope)
            case s.Units(what, word):
                resource = self._resource(word)
                return c.CityUnits(what, resource) if resource else ZERO
            case s.Count(over):
                x = self._set(over, scope)
                return c.Total(x.var.name, x.domain, x.where, c.Num(1))
            case s.Different(what, over):
                x = self._set(over, scope, need_space=True)
                classes = self._classes(what)
                if what == "kinds":  # what can not be among them need not be looked for
                    may = {k: any(of_kind(x.where, x.var.name, n) != FALSE for n in kinds) for k, kinds in classes}
                    classes = tuple((k, kinds) for k, kinds in classes if may[k])
                return c.Different(x.var.name, x.domain, x.where, classes) if classes else ZERO
            case s.Aggregate(op, value, over):
                x = self._set(over, scope)
                inside = self._inside(scope, x, over)
                amount = self.number(value, inside, (e.span, f"`{op}` asks for a number"))
                if op in ("sum", "combined"):
                    return c.Total(x.var.name, x.domain, x.where, amount)
                extreme: Literal["min", "max"] = "min" if op in ("smallest", "lowest") else "max"
                return c.Best(extreme, x.var.name, x.domain, x.where, amount)
            case s.LongestRun(noun, line, within):
                return self._longest_run(e, noun, line, within, scope)
            case s.RunThrough(noun, at, line):
                ref = self._space(at, scope)
                var = self.fresh("x")
                where = self._noun(noun, Variable(var, "space"), scope)
                rows = c.RunThrough(ref, "row", var, where)
                columns = c.RunThrough(ref, "column", var, where)
                if line == "line":
                    return c.Extreme("max", (rows, columns))
                return rows if line == "row" else columns
            case s.GroupSize(noun, at):
                return self._group_size(noun, self._space(at, scope), scope)
            case s.LargestGroup(noun):
                var = self.fresh("x")
                where = self._noun(noun, Variable(var, "space"), scope, group=True)
                size = self._group_size(noun, var, scope)
                return c.Best("max", var, c.Domain(None), where, size)
            case s.DistanceTo(start, end):
                return c.Distance(self._space(start, scope), self._space(end, scope))
            case s.DistanceNearest(start, over):
                here = self._space(start, scope)
                x = self._set(over, scope, need_space=True)
                return c.Best("min", x.var.name, x.domain, x.where, c.Distance(here, x.var.name))
            case s.MinMax(op, args):
                because = (e.span, f"`{op}` asks for numbers")
                return c.Extreme(op, tuple(self.number(a, scope, because) for a in args))
            case s.LookUp(table, args):
                return self._named_lookup(e, table, args, scope)
            case s.Metric(what, part):
                return self._measure(e, what, part, scope)
            case s.Counter():
                raise AssertionError("by the grammar it stands in procedures only")
            case s.Unary() | s.Binary() | s.Between() | s.Boolean() | s.Quantified() | s.IsTest():
                self._wanted(e, "a number", "a condition", why)
                return ZERO
            case s.ReadingIs():
                self._wanted(e, "a number", "a condition", why)
                return ZERO
            case _:
                assert_never(e)

    def _arithmetic(self, e: s.Binary, op: str, a: c.Int, b: c.Int, right: s.Expr) -> c.Int:
        if op == "+":
            return add(a, b)
        if op == "-":
            return add(a, scale(-1, b))
        if op == "*":
            return self.product(a, b, e.span)
        if not isinstance(b, c.Num) or b.value < 1:
            self.bag.add("TP026", f"`{op}` needs a positive constant on its right", right.span)
            return ZERO
        return divide("/" if op == "/" else "mod", a, b.value)

    def product(self, a: c.Int, b: c.Int, span: Span) -> c.Int:
        """A product, if it can not grow too large for a solver's numbers."""
        found = multiply(a, b)
        if not isinstance(a, c.Num) and not isinstance(b, c.Num):
            most = max(map(abs, bounds(found, self.limits)))
            if most > LARGEST:
                help = "multiply smaller numbers, or use a table: `score by A, B [[...], [...]]`"
                message = f"this product could be {most} in {self.mode}; at most {LARGEST}"
                self.bag.add("TP029", message, span, help=help)
                return ZERO
        return found

    def _value(self, value: s.Value, at: s.Ref | None, span: Span, scope: Scope) -> c.Int:
        where = self._default_space(span, scope) if at is None else self._space(at, scope)
        if value.what == "floors":
            return c.Floors(where)
        resource = None
        if value.name is not None:
            resource = self._resource(value.name)
            if resource is None:
                return ZERO
        if value.what == "printed":
            return c.Printed(where, resource)
        return c.Seated(where, resource or "")

    def _default_space(self, span: Span, scope: Scope) -> str:
        if scope.it is not None:
            if scope.it.sort == "space":
                return scope.it.name
            self.bag.add(
                "TP021",
                f"`it` is a {scope.it.sort} here, and a {scope.it.sort} has no such value",
                span,
                help="say of which space, as in `highest floors of building in it`",
            )
            return "self"
        if not scope.self_:
            self.bag.add(
                "TP022",
                "there is no `self` here",
                span,
                help="say of which space: `... of it` inside a set, or `highest ... of SET`",
            )
        return "self"

    def _classes(self, what: str) -> tuple[tuple[str, frozenset[str]], ...]:
        if what == "kinds":
            found: dict[str, set[str]] = {k: {k} for k, below in self.members.items() if k in below}
            for tile in frozenset[str]().union(*self.members.values()) - found.keys():
                # Read as plain, it is of the kind of its first parent.
                parent = self._first_parent(tile)
                while parent is not None and parent not in found:
                    parent = self._first_parent(parent)
                if parent is not None:
                    found[parent].add(tile)
            return tuple((k, frozenset(found[k])) for k in sorted(found))
        roots = [k for k in self.members if not self.declarations.kinds[k].parents]
        return tuple((k, self.members[k]) for k in sorted(roots) if self.members[k])

    def _first_parent(self, kind: str) -> str | None:
        parents = self.declarations.kinds[kind].parents
        return self.declarations.kind_name(parents[0].name) if parents else None

    def _longest_run(
        self, e: s.Expr, noun: s.Noun, line: RegionKind | None, within: s.Ref | None, scope: Scope
    ) -> c.Int:
        region = self.fresh("r")
        lines: c.Domain | None = None
        if within is not None:
            found = self._ref(within, scope)
            if found is None:
                return ZERO
            if found.sort not in ("row", "column", "line"):
                self.bag.add(
                    "TP021",
                    f"a run is counted in a row, column or line, and this is a {found.sort}",
                    within.span,
                )
                return ZERO
            region = found.name
        else:
            assert line is not None
            lines = c.Domain(line)
        var = self.fresh("x")
        return c.LongestRun(region, lines, var, self._noun(noun, Variable(var, "space"), scope))

    def _group_size(self, noun: s.Noun, at: str, scope: Scope) -> c.Int:
        other, var = self.fresh("x"), self.fresh("x")
        member = self._noun(noun, Variable(var, "space"), scope, group=True)
        return c.Total(other, c.Domain(None), c.Connected(at, other, var, member), c.Num(1))

    def _measure(self, e: s.Expr, what: str, part: s.Word | None, scope: Scope) -> c.Int:
        if not scope.measures:
            self.bag.add(
                "TP024",
                f"`{what}` may only be used in a property",
                e.span,
                help="a clause can not refer to the score that it is part of",
            )
            return ZERO
        if what == "own":
            if not scope.own:
                self.bag.add("TP024", "`own` is the score of a tile, and this is no tile", e.span)
                return ZERO
            return c.Measure("own")
        if part is None:
            return c.Measure("total")
        name = self.declarations.part_name(part.name)
        if name is None:
            known = [*self.declarations.kinds, *self.declarations.scorings]
            self._unknown("TP018", "part of the score sheet", part, known)
            return ZERO
        return c.Measure("part", name)

    def _resource(self, word: s.Word) -> str | None:
        name = self.declarations.resource_name(word.name)
        if name is None:
            known = [n for r in self.declarations.resources.values() for n in (r.name, r.plural)]
            self._unknown("TP013", "resource", word, known)
        return name

    # -- tables

    def _named_lookup(
        self, e: s.Expr, word: s.Word, args: tuple[s.Expr, ...], scope: Scope
    ) -> c.Int:
        decl = self.declarations.tables.get(word.name)
        values = [self.number(a, scope, (e.span, "a table asks for numbers")) for a in args]
        if decl is None:
            self._unknown("TP016", "table", word, self.declarations.tables)
            return ZERO
        return self.table(word.name, decl.table, values, [a.span for a in args], e.span)

    def table(
        self, name: str, literal: s.TableLiteral, args: list[c.Int], spans: list[Span], span: Span
    ) -> c.Int:
        """A look-up in a table, its size checked against the values that its arguments can have."""
        dimensions = 1 if literal.flat else 2
        if len(args) != dimensions:
            shape = "one list, for one value" if literal.flat else "a list of lists, for two values"
            message = f"the table is {shape}, but {len(args)} are given"
            if name:  # a table of its own is right; its use is not
                self.bag.add("TP028", message, span, labels=[(literal.span, "this is the table")])
            else:
                given = (spans[0].to(spans[-1]), "looked up with this")
                self.bag.add("TP028", message, literal.span, labels=[given])
            return ZERO
        if literal.start is not None and len(literal.start) != dimensions:
            self.bag.add("TP028", f"`from` needs {dimensions} number(s) here", literal.span)
            return ZERO
        widths = {len(r.values) for r in literal.rows}
        if len(widths) > 1:
            self.bag.add("TP028", "all rows of a table need the same length", literal.span)
            return ZERO
        spread = [bounds(a, self.limits) for a in args]
        start = literal.start or tuple(lo for lo, _ in spread)
        lengths = (widths.pop(),) if literal.flat else (len(literal.rows), widths.pop())
        more = [literal.rows[0].more] if literal.flat else [literal.more, literal.rows[0].more]
        for (lo, hi), first, length, open_end, at in zip(
            spread, start, lengths, more, spans, strict=True
        ):
            if first + length - 1 < hi and not open_end:
                self.bag.add(
                    "TP027",
                    f"the table ends at {first + length - 1}, but the value can be {hi}",
                    literal.span,
                    here=f"{length} entries, for {first} to {first + length - 1}",
                    labels=[(at, f"can be from {lo} to {hi} in {self.mode}")],
                    help="add entries, or end the list with `+` (`[0, 2, 5+]`) to go on with the last",
                )
        rows = tuple(r.values for r in literal.rows)
        return c.Lookup(c.Table(name, start, rows), tuple(args))

    # -- conditions

    def condition(self, e: s.Expr, scope: Scope, why: tuple[Span, str] | None = None) -> c.Bool:
        """The core of an expression that must be a condition."""
        match e:
            case s.Boolean(value):
                return c.Truth(value)
            case s.Paren(inner):
                return self.condition(inner, scope, why)
            case s.IfElse(condition, then, otherwise):
                test = self.condition(condition, scope, (e.span, "`if` asks for a condition"))
                yes, no = self.condition(then, scope, why), self.condition(otherwise, scope, why)
                return disjunction(conjunction(test, yes), conjunction(negation(test), no))
            case s.Unary("not", operand):
                return negation(self.condition(operand, scope, (e.span, "`not` asks for a condition")))
            case s.Binary(("and" | "or") as op, left, right):
                because = (e.span, f"`{op}` asks for conditions")
                a, b = self.condition(left, scope, because), self.condition(right, scope, because)
                return conjunction(a, b) if op == "and" else disjunction(a, b)
            case s.Binary(("=" | "!=" | "<" | "<=" | ">" | ">=") as op, left, right):
                because = (e.span, f"`{op}` asks for numbers")
                return c.Compare(op, self.number(left, scope, because), self.number(right, scope, because))
            case s.Between(operand, low, high):
                because = (e.span, "`between` asks for numbers")
                x = self.number(operand, scope, because)
                lo, hi = self.number(low, scope, because), self.number(high, scope, because)
                return conjunction(c.Compare(">=", x, lo), c.Compare("<=", x, hi))
            case s.Quantified(quantifier, over, body):
                return self._quantified(quantifier, over, body, scope)
            case s.IsTest(at, predicate):
                found = self._ref(at, scope)
                return self._predicate(predicate, found, scope) if found is not None else FALSE
            case s.ReadingIs(ruling, reading):
                return self._reading(ruling, reading)
            case (
                s.Unary() | s.Binary() | s.Integer() | s.ValueOf() | s.Units() | s.Count() | s.Different()
                | s.Aggregate() | s.LongestRun() | s.RunThrough() | s.GroupSize() | s.LargestGroup()
                | s.DistanceTo() | s.DistanceNearest() | s.MinMax() | s.LookUp() | s.Metric() | s.Counter()
            ):  # fmt: skip
                self._wanted(e, "a condition", "a number", why)
                return FALSE
            case _:
                assert_never(e)

    def _reading(self, ruling: s.Word, reading: s.Word) -> c.Bool:
        found = self.declarations.rulings.get(ruling.name)
        if found is None:
            self._unknown("TP014", "ruling", ruling, self.declarations.rulings)
            return FALSE
        if reading.name not in found.names():
            self._unknown("TP015", "reading", reading, found.names())
        return c.Truth(self.readings.get(ruling.name, found.default) == reading.name)

    def _quantified(
        self, q: s.Quantifier, over: s.SetExpr, body: s.Predicate | s.Has | None, scope: Scope
    ) -> c.Bool:
        x = self._set(over, scope)
        test: c.Bool | None = None
        if isinstance(body, s.Predicate):
            test = self._predicate(body, x.var, scope)
        elif isinstance(body, s.Has):
            why = (body.span, "`has` asks for a condition")
            test = self.condition(body.condition, self._inside(scope, x, over), why)
        if q.word == "every":
            assert test is not None
            return c.Every(x.var.name, x.domain, disjunction(negation(x.where), test))
        where = x.where if test is None else conjunction(x.where, test)
        count = c.Total(x.var.name, x.domain, where, c.Num(1))
        match q.word:
            case "no":
                return negation(c.Some(x.var.name, x.domain, where))
            case "exactly":
                return c.Compare("=", count, c.Num(q.number or 0))
            case "at_least":
                return c.Compare(">=", count, c.Num(q.number or 0))
            case "at_most":
                return c.Compare("<=", count, c.Num(q.number or 0))
            case _:
                return c.Some(x.var.name, x.domain, where)

    def _predicate(self, p: s.Predicate, of: Variable, scope: Scope) -> c.Bool:
        if p.all:
            if of.sort == "space":
                self.bag.add("TP021", "`all` is said of a row, column, line or district", p.span)
                return FALSE
            var = self.fresh("x")
            inner = self._noun(p.noun, Variable(var, "space"), scope)
            found: c.Bool = c.Every(var, c.Domain(None, (c.InRegion(of.name),)), inner)
        else:
            if of.sort != "space":
                self.bag.add(
                    "TP021",
                    f"a {of.sort} can not be this; only a space can",
                    p.span,
                    help=f"write `is all ...` to say it of every space of the {of.sort}",
                )
                return FALSE
            found = self._noun(p.noun, of, scope)
        return negation(found) if p.negated else found

    # -- references

    def _ref(self, ref: s.Ref, scope: Scope) -> Variable | None:
        if ref.name == "self":
            if scope.self_:
                return Variable("self", "space")
            self.bag.add(
                "TP022",
                "there is no `self` here",
                ref.span,
                help="`self` is the building whose clause this is; a city-wide scoring has none",
            )
            return None
        if ref.name == "it":
            if scope.it is not None:
                return scope.it
            self.bag.add(
                "TP023",
                "there is no `it` here",
                ref.span,
                help="`it` is the element of a set, in the set's `with` or in `sum of ... over`",
            )
            return None
        found = scope.names.get(ref.name)
        if found is None:
            hint = did_you_mean(ref.name, ["self", "it", *scope.names])
            if self.declarations.kind_name(ref.name) is not None:
                hint = f"a kind is no space: `(building and not {ref.name})`, `with some {ref.name} adjacent to it`"
            self.bag.add(
                "TP017",
                f"unknown name `{ref.name}`",
                ref.span,
                help=hint or "one space is `self`, `it`, or a name given with `as`",
            )
        return found

    def _space(self, ref: s.Ref, scope: Scope) -> str:
        found = self._ref(ref, scope)
        if found is None:
            return "self"
        if found.sort != "space":
            self.bag.add(
                "TP021",
                f"a space is needed here, but `{ref.name}` is a {found.sort}",
                ref.span,
                labels=[(found.span, "it ranges over this")] if found.span is not None else [],
            )
            return "self"
        return found.name

    # -- sets

    def elements(self, over: s.SetExpr, scope: Scope) -> _Elements:
        """The variable, domain and condition of a set."""
        return self._set(over, scope)

    def _inside(self, scope: Scope, x: _Elements, over: s.SetExpr) -> Scope:
        names = dict(scope.names)
        if over.name is not None:
            names[over.name.name] = x.var
        return replace(scope, names=names, it=x.var)

    def _sort(self, noun: s.Noun) -> Sort:
        if isinstance(noun.head, s.HeadWord):
            word = noun.head.word.removesuffix("s")
            if word in ("row", "column", "line", "district"):
                return word  # type: ignore[return-value]
        return "space"

    def _set(self, over: s.SetExpr, scope: Scope, need_space: bool = False) -> _Elements:
        sort = self._sort(over.noun)
        var = Variable(self.fresh("x" if sort == "space" else "r"), sort, over.noun.span)
        if need_space and sort != "space":
            self.bag.add("TP021", f"spaces are needed here, not a {sort}", over.noun.span)
        if over.name is not None and over.name.name in scope.names:
            labels = [
                (v.span, "first given here")
                for k, v in scope.names.items()
                if k == over.name.name and v.span is not None
            ]
            self.bag.add(
                "TP010", f"the name `{over.name.name}` is given twice", over.name.span, labels=labels
            )
        places: list[c.Place] = []
        conditions: list[c.Bool] = []
        if sort == "space":
            conditions.append(self._noun(over.noun, var, scope))
        elif over.noun.adjectives:
            self.bag.add(
                "TP021",
                f"`{over.noun.adjectives[0].word}` can not be said of a {sort}",
                over.noun.adjectives[0].span,
                help=f"write `{sort} where every space is ...`",
            )
        in_city = False
        for place in over.places:
            in_city = in_city or place.what == "city"
            for found in self._place(place, var, scope):
                if isinstance(found, c.Connected):
                    conditions.append(found)
                else:
                    places.append(found)
        if sort == "space" and not in_city and scope.it is not None and scope.it.sort != "space":
            region = c.InRegion(scope.it.name)
            if region not in places:
                places.insert(0, region)
        element = _Elements(
            var, c.Domain(None if sort == "space" else sort, tuple(places)), TRUE
        )
        # What is said of an element is known where its values are looked up: the floors of a building begin at 1.
        self.limits = self.limits.knowing(var.name, conjunction(*conditions))
        if over.where is not None:
            why = (over.where.span, f"`{over.where.word}` asks for a condition")
            inner = self._inside(scope, element, over)
            conditions.append(self.condition(over.where.condition, inner, why))
            self.limits = self.limits.knowing(var.name, conjunction(*conditions))
        return replace(element, where=conjunction(*conditions))

    def _place(self, p: s.Place, var: Variable, scope: Scope) -> Iterator[c.Place | c.Connected]:
        needs_space = p.what not in ("through", "other", "city")
        if (var.sort == "space") != needs_space and p.what not in ("other", "city"):
            what = "spaces" if needs_space else "rows, columns, lines and districts"
            self.bag.add(
                "TP021",
                f"this place is for {what}",
                p.span,
                labels=[(var.span, "but this is what is counted")] if var.span is not None else [],
                help="for spaces, write `in row of ...`; for rows, `through ...`",
            )
            return
        match p.what:
            case "city":
                return
            case "edge":
                yield c.OnEdge(None)
            case "side":
                side: Side = p.word  # type: ignore[assignment]
                yield c.OnEdge(side)
            case "corner":
                yield c.OnCorner()
            case "in":
                assert p.ref is not None
                region = self._ref(p.ref, scope)
                if region is None:
                    return
                if region.sort == "space":
                    self.bag.add(
                        "TP021",
                        f"`{p.ref.name}` is a space; `in` asks for a row, column, line or district",
                        p.ref.span,
                        help="write `in row of ...`, `in district of ...`, or `adjacent to ...`",
                    )
                    return
                yield c.InRegion(region.name)
            case "other":
                assert p.ref is not None
                other = self._ref(p.ref, scope)
                if other is not None and (other.sort == "space") != (var.sort == "space"):
                    self.bag.add("TP021", "`other than` compares like with like", p.ref.span)
                elif other is not None:
                    yield c.Other(other.name)
            case "group":
                assert p.ref is not None and p.noun is not None
                at = self._space(p.ref, scope)
                inner = self.fresh("x")
                member = self._noun(p.noun, Variable(inner, "space"), scope, group=True)
                yield c.Connected(at, var.name, inner, member)
            case _:
                assert p.ref is not None
                at = self._space(p.ref, scope)
                match p.what:
                    case "adjacent":
                        yield c.Adjacent(at)
                    case "diagonal":
                        yield c.Diagonal(at)
                    case "within":
                        yield c.Within(p.number or 0, at)
                    case "through":
                        yield c.Through(at)
                    case _:
                        kind: RegionKind = p.word  # type: ignore[assignment]
                        yield c.SameRegion(kind, at)

    # -- nouns

    def _noun(self, noun: s.Noun, var: Variable, scope: Scope, group: bool = False) -> c.Bool:
        """Whether the space `var` is what the noun says."""
        return self._described([*noun.adjectives], noun.head, noun, var, scope, group, None)

    def _described(
        self,
        adjectives: list[s.Adjective],
        head: s.Word | s.HeadWord | s.HeadGroup | None,
        noun: s.Noun,
        var: Variable,
        scope: Scope,
        group: bool,
        state: s.Adjective | None,
    ) -> c.Bool:
        if adjectives:
            first, rest = adjectives[0], adjectives[1:]
            if first.word == "not":
                turned = negation(self._described(rest, head, noun, var, scope, group, state))
                # What is said before the `not` is not turned round: an `active not pond` is active.
                return turned if state is None else conjunction(self._any_building(var.name, state), turned)
            if state is not None and state.word != first.word:
                self.bag.add(
                    "TP033",
                    f"`{first.word}` and `{state.word}` can not both be said",
                    first.span,
                    labels=[(state.span, "first said here")],
                )
            return self._described(rest, head, noun, var, scope, group, first)
        at = var.name
        match head:
            case None:
                return self._any_building(at, state)
            case s.HeadWord(word):
                singular = word.removesuffix("s")
                if singular == "space":
                    return TRUE if state is None else self._any_building(at, state)
                if singular == "building":
                    if state is not None and state.word == "empty":
                        self.bag.add("TP021", "a building is never empty; a space can be", state.span)
                    return self._any_building(at, state)
                self.bag.add("TP021", f"spaces are needed here, not a {singular}", head.span)
                return FALSE
            case s.HeadGroup(op, sets):
                each = [self._member(x, var, scope, group, state) for x in sets]
                return conjunction(*each) if op == "and" else disjunction(*each)
            case s.Word():
                return self._kind(head, at, group, state)
            case _:
                assert_never(head)

    def _member(
        self, over: s.SetExpr, var: Variable, scope: Scope, group: bool, state: s.Adjective | None
    ) -> c.Bool:
        """A set in parentheses, as a condition on `var`."""
        if self._sort(over.noun) != "space":
            self.bag.add("TP021", "in parentheses stand sets of spaces", over.noun.span)
            return FALSE
        if over.name is not None:
            self.bag.add(
                "TP021",
                "a name can not be given inside these parentheses",
                over.name.span,
                help="put `as NAME` behind the closing one",
            )
        inherited = state if not any(a.word != "not" for a in over.noun.adjectives) else None
        found = [
            self._described(
                [*over.noun.adjectives], over.noun.head, over.noun, var, scope, group, inherited
            )
        ]
        for place in over.places:
            for p in self._place(place, var, scope):
                found.append(p if isinstance(p, c.Connected) else c.Here(var.name, p))
        if over.where is not None:
            why = (over.where.span, f"`{over.where.word}` asks for a condition")
            inner, outside = replace(scope, it=var), self.limits
            self.limits = outside.knowing(var.name, conjunction(*found))
            found.append(self.condition(over.where.condition, inner, why))
            self.limits = outside
        return conjunction(*found)

    def _any_building(self, at: str, state: s.Adjective | None) -> c.Bool:
        match state.word if state is not None else "built":
            case "empty":
                return c.Not(c.Is(at, self.standing))
            case "active":
                return c.Is(at, "active")
            case "inactive":
                return conjunction(c.Is(at, "placed"), c.Not(c.Is(at, "active")))
            case "placed":
                return c.Is(at, "placed")
            case _:
                return c.Is(at, self.standing)

    def _kind(self, word: s.Word, at: str, group: bool, state: s.Adjective | None) -> c.Bool:
        name = self.declarations.kind_name(word.name)
        if name is None:
            known = [*self.declarations.kinds, *self.declarations.plurals, "building", "space"]
            units = [n for r in self.declarations.resources.values() for n in (r.name, r.plural)]
            unknown(self.bag, "TP011", "kind", word, known, no_kind(word.name, units))
            return FALSE
        kinds = self.members.get(name, frozenset())
        if state is not None and state.word == "empty":
            self.bag.add("TP021", f"a `{word.name}` is never empty; a space can be", state.span)
        if not kinds:  # it does not exist in this mode
            found: c.Bool = FALSE
        else:
            is_kind = c.IsKind(at, kinds, name)
            match state.word if state is not None else "built":
                case "placed":
                    found = is_kind
                case "active":
                    found = conjunction(is_kind, c.Is(at, "active"))
                case "inactive":
                    found = conjunction(is_kind, c.Not(c.Is(at, "active")))
                case _ if self.standing == "placed":
                    found = is_kind
                case _:
                    found = conjunction(is_kind, c.Is(at, "active"))
        if group:
            for j in self.joiners:
                if any(name in self.declarations.ancestors.get(w, ()) for w in j.words):
                    joined: c.Bool = c.IsKind(at, frozenset({j.kind}), j.kind)
                    if not j.even_inactive:
                        joined = conjunction(joined, c.Is(at, "active"))
                    found = disjunction(found, joined)
        return found
