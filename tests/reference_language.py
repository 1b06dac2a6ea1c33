"""What the rules language means, as plain loops: a third opinion on every construct.

Guarantee: written from docs/language.md, over syntax trees; nothing of what the language is compiled with (core,
elaboration, geometry, scorer) is imported, so that a mistake there can not be here too. It is slow and says nothing
about bad texts: they must have been checked before.

How docs/language.md is read here, construct by construct:

- A space is `(row, column)`, a row, column, line or district the set of its spaces.
- An adjective of state is said of the building, and `not` turns round what follows it: `active not park` is an active
  building that is no active Park. In front of parentheses, it is said of each set in them that has no state of its own.
- A kind that joins groups counts, in the noun of a group, as the kind whose groups it joins, whatever is said of that.
- Inside of a row, column, line or district (as `it`), a set is one of its spaces unless one of the set's own places is
  `in city`.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass, field, replace
from typing import assert_never

from dsl import syntax as s
from dsl.city import Building, City

Space = tuple[int, int]
Region = frozenset[Space]
Thing = Space | Region


@dataclass(frozen=True)
class Env:
    """What words refer to: `self`, `it`, names given with `as`; and which of these are always buildings."""

    self_: Space | None = None
    it: Thing | None = None
    names: Mapping[str, Thing] = field(default_factory=dict)
    buildings: frozenset[str] = frozenset({"self"})

    def inside(self, x: s.SetExpr, thing: Thing) -> Env:
        """Within the condition or value of a set."""
        names = self.names if x.name is None else {**self.names, x.name.name: thing}
        new = {"it"} if x.name is None else {"it", x.name.name}
        buildings = self.buildings | new if only_buildings(x.noun) else self.buildings - new
        return replace(self, it=thing, names=names, buildings=buildings)

    def ref(self, ref: s.Ref) -> Thing:
        """What a reference stands for."""
        found = {"self": self.self_, "it": self.it, **self.names}[ref.name]
        assert found is not None, ref
        return found

    def space(self, ref: s.Ref | None) -> Space:
        """The same where it must be a space; nothing said: `it`, or `self` where there is no `it`."""
        found = self.ref(ref) if ref is not None else self.self_ if self.it is None else self.it
        assert isinstance(found, tuple), ref
        return found


def only_buildings(noun: s.Noun, state: str = "") -> bool:
    """Whether nothing but buildings can be what the noun says."""
    words = [a.word for a in noun.adjectives]
    state = next((w for w in words if w != "not"), state)
    if "not" in words or state == "empty":
        return False
    match noun.head:
        case s.HeadGroup(op, sets):
            each = [only_buildings(x.noun, state) for x in sets]
            return any(each) if op == "and" else all(each)
        case s.HeadWord(word):
            return bool(state) or word.startswith("building")
        case _:
            return True


def near(a: Space) -> set[Space]:
    """The four places beside a space, on the board or not."""
    return {(a[0] - 1, a[1]), (a[0] + 1, a[1]), (a[0], a[1] - 1), (a[0], a[1] + 1)}


def steps(a: Space, b: Thing) -> int:
    """Over the grid."""
    assert isinstance(b, tuple), b
    return abs(a[0] - b[0]) + abs(a[1] - b[1])


class Rules:
    """The declarations of a specification in one mode, under given readings, some kinds read as plain."""

    def __init__(
        self,
        items: Iterable[s.Declaration | s.TableDeclaration],
        mode: str,
        readings: Mapping[str, str],
        plain: frozenset[str] = frozenset(),
    ) -> None:
        self.items, self.mode, self.readings, self.plain = tuple(items), mode, readings, plain
        self.tables = {x.name.name: x.table for x in self.items if isinstance(x, s.TableDeclaration)}
        declared = [x for x in self.items if isinstance(x, s.Declaration)]
        self.lines: dict[str, list[s.Line]] = {}
        self.decls: dict[str, s.Declaration] = {}
        self.singular: dict[str, str] = {}  # of resources and of kinds, which never share a word
        self.cost: dict[str, int] = {}
        self.leave, self.tiles_score_inactive = True, False
        for decl in declared:
            name = decl.name.name if decl.name is not None else ""
            if decl.what == "game":
                for line in self._flat(decl.lines):
                    if isinstance(line, s.GameRule) and line.what == "inactive":
                        self.leave = line.word == "leave"
                    if isinstance(line, s.GameRule) and line.what == "tiles_score":
                        self.tiles_score_inactive = True
            elif decl.what == "mode" and name == mode:
                self._board(next(x for x in decl.lines if isinstance(x, s.Board)))
            elif decl.what == "resource":
                self._plural(name, decl.lines)
                costs = [x.value for x in decl.lines if isinstance(x, s.Number) and x.word == "costs"]
                self.cost[name] = sum(costs)
            elif decl.what in ("building", "tile", "scoring"):
                if decl.what != "scoring":
                    self._plural(name, decl.lines)
                if self._exists(decl):
                    self.decls[name], self.lines[name] = decl, list(self._flat(decl.lines))
        self.kinds = [k for k, decl in self.decls.items() if decl.what != "scoring"]
        self.scorings = {x.name.name for x in declared if x.what == "scoring" and x.name is not None}
        self.ancestors = {k: self._ancestors(k) for k in self.kinds}
        roots = [k for k in self.decls_of(declared) if not self.decls_of(declared)[k].parents]
        self.families = [family for r in roots if (family := {k for k in self.kinds if r in self.ancestors[k]})]

    @staticmethod
    def decls_of(declared: Sequence[s.Declaration]) -> dict[str, s.Declaration]:
        """All kinds, those of other modes too."""
        return {x.name.name: x for x in declared if x.what in ("building", "tile") and x.name is not None}

    def _flat(self, lines: Iterable[s.Line]) -> Iterator[s.Line]:
        for line in lines:
            if isinstance(line, s.ModeBlock):
                if line.mode.name == self.mode:
                    yield from self._flat(line.lines)
            elif isinstance(line, s.UnderBlock):
                if self.readings[line.ruling.name] == line.reading.name:
                    yield from self._flat(line.lines)
            else:
                yield line

    def _exists(self, decl: s.Declaration) -> bool:
        modes = [w.name for x in decl.lines if isinstance(x, s.Modes) for w in x.names]
        modes = modes or [x.mode.name for x in decl.lines if isinstance(x, s.ModeBlock)]
        return not modes or self.mode in modes

    def _plural(self, name: str, lines: Iterable[s.Line]) -> None:
        self.singular[name] = name
        for line in lines:
            if isinstance(line, s.Plural):
                self.singular[line.name.name] = name

    def _board(self, line: s.Board) -> None:
        cells = [row.split() for row in line.grid.body.splitlines() if row.split()]
        at = {(r, c): label for r, row in enumerate(cells) for c, label in enumerate(row)}
        self.spaces = sorted(at)
        self.height, self.width = len(cells), len(cells[0])
        rows = [frozenset(x for x in at if x[0] == r) for r in range(self.height)]
        columns = [frozenset(x for x in at if x[1] == c) for c in range(self.width)]
        districts = [frozenset(x for x in at if at[x] == label) for label in sorted(set(at.values()))]
        self.regions: dict[str, list[Region]] = {
            "row": rows, "column": columns, "line": rows + columns, "district": districts,
        }  # fmt: skip

    def _ancestors(self, kind: str) -> set[str]:
        # Read as plain it is no longer itself, and has just its first parent.
        parents = [w.name for w in self.decls[kind].parents]
        out = set() if kind in self.plain else {kind}
        for parent in parents[:1] if kind in self.plain else parents:
            out |= self._ancestors(self.singular[parent])
        return out

    def known_as(self, kind: str) -> str:
        """The kind that it is; read as plain, its first parent ("" without one)."""
        if kind not in self.plain:
            return kind
        parents = self.decls[kind].parents
        return self.known_as(self.singular[parents[0].name]) if parents else ""

    def own_lines(self, kind: str, what: type[s.Line]) -> list[s.Line]:
        """Lines of one sort that a kind says itself."""
        return [x for x in self.lines[kind] if isinstance(x, what)]

    def stated(self, kind: str, what: type[s.Line]) -> s.Line | None:
        """A kind's own line, else its first parent's."""
        found = self.own_lines(kind, what)
        parents = self.decls[kind].parents
        if found or not parents:
            return found[0] if found else None
        return self.stated(self.singular[parents[0].name], what)

    def joined(self, kind: str) -> list[tuple[set[str], bool]]:
        """The kinds of groups that a kind joins, and whether it does so even when inactive."""
        lines = [] if kind in self.plain else self.own_lines(kind, s.Joins)
        return [(set(self._words(x.noun)), x.even_inactive) for x in lines if isinstance(x, s.Joins)]

    def _words(self, noun: s.Noun) -> Iterator[str]:
        if isinstance(noun.head, s.Word):
            yield self.singular[noun.head.name]
        if isinstance(noun.head, s.HeadGroup):
            for x in noun.head.sets:
                yield from self._words(x.noun)

    def counts_as(self, word: str, other: str) -> bool:
        """Whether everything of the kind `word` is also one of the kind `other`; also of kinds of other modes."""
        decl = self.decls_of([x for x in self.items if isinstance(x, s.Declaration)])[word]
        return word == other or any(self.counts_as(self.singular[w.name], other) for w in decl.parents)


class Reading:
    """A complete city, read with the eyes of the rules."""

    def __init__(self, rules: Rules, city: City, plain: Callable[[str], Rules] | None = None) -> None:
        """`plain` gives the rules with a tile read as plain, if `own` is asked for."""
        self.rules, self.city, self.plain = rules, city, plain
        cells = zip(rules.spaces, city.cells, strict=True)
        self.at: dict[Space, Building] = {x: b for x, b in cells if b is not None}

    # -- units

    def seats(self, b: Building, resource: str) -> int:
        """Units on the seats of a building; one that is not active may hold none."""
        line = self.rules.stated(b.kind, s.Seats)
        even = isinstance(line, s.Seats) and line.even_inactive
        return (b.seats or {}).get(resource, 0) if b.active or even else 0

    def needs(self, kind: str, resource: str) -> int:
        """Units that make it active."""
        line = self.rules.stated(kind, s.Needs)
        amounts = line.amounts if isinstance(line, s.Needs) else ()
        return sum(a.number or 0 for a in amounts if self.rules.singular[a.resource.name] == resource)

    def received(self, resource: str) -> int:
        """Units received by placing."""
        if self.city.supply is not None:
            return self.city.supply.get(resource, 0)
        n = 0
        for b in self.at.values():
            n += b.gains.get(resource, 0)
            for line in self.rules.own_lines(b.kind, s.GainPlaced):
                assert isinstance(line, s.GainPlaced)
                n += sum(a.number or 0 for a in line.gains if self.rules.singular[a.resource.name] == resource)
        return n

    def unseated(self, resource: str) -> int:
        """Units of the city that are on no need and on no seat."""
        has = self.received(resource) + sum(n for (_, r), n in (self.city.taken or {}).items() if r == resource)
        on_needs = sum(self.needs(b.kind, resource) for b in self.at.values() if b.active)
        return has - on_needs - sum(self.seats(b, resource) for b in self.at.values())

    # -- the score sheet

    def parts(self) -> dict[str, int]:
        """VP by line of the sheet, of the clauses. A tile shows what it scores, inherited sentences too, under its
        own name; a building what it inherits under the name of the sentence's kind."""
        rules, out = self.rules, dict[str, int]()
        for owner, decl in rules.decls.items():
            if owner in rules.plain:
                continue
            for line in rules.lines[owner]:
                if not isinstance(line, s.Score | s.ScoreBy):
                    continue
                if decl.what == "scoring":
                    out[owner] = out.get(owner, 0) + self.clause(line, Env())
                    continue
                for space, b in self.at.items():
                    is_tile = rules.decls[b.kind].what == "tile"
                    counts = b.active or (is_tile and rules.tiles_score_inactive)
                    if owner in rules.ancestors[b.kind] and counts:
                        part = b.kind if is_tile else owner
                        out[part] = out.get(part, 0) + self.clause(line, Env(space))
        return out

    def scored(self) -> int:
        """All of them but what only breaks ties."""
        return sum(n for part, n in self.parts().items() if not self.rules.decls[part].breaks_ties)

    def total(self) -> int:
        """The final score: clauses, printed VP of active buildings, units that are not seated."""
        printed = sum(b.vp for b in self.at.values() if b.active)
        return self.scored() + printed - sum(n * self.unseated(r) for r, n in self.rules.cost.items())

    def own(self, tile: str) -> int:
        """What a tile's text adds."""
        assert self.plain is not None
        return self.scored() - Reading(self.plain(tile), self.city).scored()

    def gains(self) -> Iterator[tuple[str, int, str, str, int]]:
        """What each building offers before the final seating: its kind, the number of its space, which resource, how
        and how many."""
        for number, space in enumerate(self.rules.spaces):
            b = self.at.get(space)
            if b is None:
                continue
            for source in sorted(self.rules.ancestors[b.kind]):
                for line in self.rules.own_lines(source, s.GainEnd):
                    assert isinstance(line, s.GainEnd)
                    n = self.amount(line.amount, line.per, Env(space))
                    n = n if line.condition is None or self.holds(line.condition, Env(space)) else 0
                    yield b.kind, number, self.rules.singular[line.resource.name], line.mode, max(0, n)

    def clause(self, line: s.Score | s.ScoreBy, env: Env) -> int:
        """VP of one sentence."""
        if isinstance(line, s.ScoreBy):
            value = self.entry(line.table, line.args, env)
        else:
            value = self.amount(line.amount, line.per, env)
        for limit in line.limits:
            value = min(value, limit.value) if limit.word == "most" else max(value, limit.value)
        return value if line.condition is None or self.holds(line.condition, env) else 0

    def amount(self, amount: s.Expr, per: s.Per | None, env: Env) -> int:
        """`AMOUNT per n EACH`: full groups of n count."""
        if per is None:
            return self.number(amount, env)
        each = per.each
        count = len(self.elements(each, env)) if isinstance(each, s.SetExpr) else self.number(each, env)
        return self.number(amount, env) * (count // (per.number or 1))

    # -- tables

    def entry(self, table: s.TableLiteral, args: Sequence[s.Expr], env: Env) -> int:
        """A table's value: 0 below its start, the last entry past its end."""
        start = table.start or tuple(self.least(a, env) for a in args)
        at = [self.number(a, env) - first for a, first in zip(args, start, strict=True)]
        if min(at) < 0:
            return 0
        row = table.rows[0] if table.flat else table.rows[min(at[0], len(table.rows) - 1)]
        return row.values[min(at[-1], len(row.values) - 1)]

    def least(self, e: s.Expr, env: Env) -> int:
        """The least value that the argument of a table without a start can have: 0 for a count, 1 for the floors of
        a building. Of what is no count and no value, this knows just a minimum."""
        match e:
            case s.Paren(inner):
                return self.least(inner, env)
            case s.Integer(value):
                return value
            case s.MinMax("min", args):
                return min(self.least(a, env) for a in args)
            case s.ValueOf(s.Value("floors"), at):
                name = at.name if at is not None else "it" if env.it is not None else "self"
                return int(name in env.buildings)
            case _:
                return 0

    # -- numbers

    def number(self, e: s.Expr, env: Env) -> int:
        """The value of a number."""
        match e:
            case s.Integer(value):
                return value
            case s.Paren(inner):
                return self.number(inner, env)
            case s.IfElse(condition, then, otherwise):
                return self.number(then if self.holds(condition, env) else otherwise, env)
            case s.Unary("-", operand):
                return -self.number(operand, env)
            case s.Binary(op, left, right):
                a, b = self.number(left, env), self.number(right, env)
                return {"+": a + b, "-": a - b, "*": a * b, "/": b and a // b, "mod": b and a % b}[op]
            case s.ValueOf(value, at):
                return self.value(value, env.space(at))
            case s.Units(what, word):
                resource = self.rules.singular[word.name]
                return self.unseated(resource) if what == "unseated" else self.received(resource)
            case s.Count(over):
                return len(self.elements(over, env))
            case s.Different(what, over):
                found = {self.rules.known_as(self.at[x].kind) for x in self.elements(over, env) if x in self.at}
                return len(found - {""}) if what == "kinds" else sum(bool(found & f) for f in self.rules.families)
            case s.Aggregate(op, value, over):
                values = [self.number(value, env.inside(over, x)) for x in self.elements(over, env)]
                if op in ("sum", "combined"):
                    return sum(values)
                return (max if op in ("largest", "highest") else min)(values, default=0)
            case s.LongestRun(noun, line, within):
                lines = self.rules.regions[line] if line is not None else [env.ref(within or s.Ref(""))]
                runs = (r for x in lines for r in self.runs(x, noun, env))
                return max(map(len, runs), default=0)
            case s.RunThrough(noun, at, line):
                space = env.space(at)
                lines = [x for x in self.rules.regions[line] if space in x]
                return max((len(r) for x in lines for r in self.runs(x, noun, env) if space in r), default=0)
            case s.GroupSize(noun, at):
                return len(self.group(noun, env.space(at), env))
            case s.LargestGroup(noun):
                return max(len(self.group(noun, x, env)) for x in self.rules.spaces)
            case s.DistanceTo(start, end):
                return steps(env.space(start), env.space(end))
            case s.DistanceNearest(start, over):
                here = env.space(start)
                return min((steps(here, x) for x in self.elements(over, env)), default=0)
            case s.MinMax(op, args):
                return (min if op == "min" else max)(self.number(a, env) for a in args)
            case s.LookUp(table, args):
                return self.entry(self.rules.tables[table.name], args, env)
            case s.Metric("total"):
                return self.total()
            case s.Metric("part", word) if word is not None:
                # A scoring may be called like the plural of a kind; it is meant then.
                name = word.name if word.name in self.rules.scorings else self.rules.singular[word.name]
                return self.parts().get(name, 0)
            case s.Metric():
                assert env.self_ is not None
                return self.own(self.at[env.self_].kind)
            case s.Unary() | s.Between() | s.Boolean() | s.Quantified() | s.IsTest() | s.ReadingIs():
                raise AssertionError(f"a condition: {e}")
            case s.Counter():
                raise AssertionError(f"only procedures count it: {e}")
            case _:
                assert_never(e)

    def value(self, value: s.Value, space: Space) -> int:
        """A value of a space; of an empty one 0."""
        b = self.at.get(space)
        if b is None:
            return 0
        if value.what == "floors":
            return b.floors
        if value.name is None:
            return b.vp
        resource = self.rules.singular[value.name.name]
        return b.gains.get(resource, 0) if value.what == "printed" else self.seats(b, resource)

    def runs(self, line: Thing, noun: s.Noun, env: Env) -> Iterator[list[Space]]:
        """The unbroken runs of a row or column."""
        assert isinstance(line, frozenset)
        run: list[Space] = []
        for x in sorted(line):
            if self.is_noun(noun, x, env):
                run.append(x)
            else:
                yield run
                run = []
        yield run

    def group(self, noun: s.Noun, start: Space, env: Env) -> set[Space]:
        """The spaces joined with `start` by sides, all of which are of the noun; none if `start` is not."""
        members = {x for x in self.rules.spaces if self.is_noun(noun, x, env, group=True)}
        found = {start} & members
        while more := {y for x in found for y in near(x) & members} - found:
            found |= more
        return found

    # -- conditions

    def holds(self, e: s.Expr, env: Env) -> bool:
        """The truth of a condition."""
        match e:
            case s.Boolean(value):
                return value
            case s.Paren(inner):
                return self.holds(inner, env)
            case s.IfElse(condition, then, otherwise):
                return self.holds(then if self.holds(condition, env) else otherwise, env)
            case s.Unary("not", operand):
                return not self.holds(operand, env)
            case s.Binary("and", left, right):
                return self.holds(left, env) and self.holds(right, env)
            case s.Binary("or", left, right):
                return self.holds(left, env) or self.holds(right, env)
            case s.Binary(op, left, right):
                a, b = self.number(left, env), self.number(right, env)
                return {"=": a == b, "!=": a != b, "<": a < b, "<=": a <= b, ">": a > b, ">=": a >= b}[op]
            case s.Between(operand, low, high):
                return self.number(low, env) <= self.number(operand, env) <= self.number(high, env)
            case s.Quantified(quantifier, over, body):
                found = self.elements(over, env)
                good = [x for x in found if body is None or self.said(body, x, over, env)]
                match quantifier.word:
                    case "every":
                        return len(good) == len(found)
                    case "no":
                        return not good
                    case "exactly":
                        return len(good) == quantifier.number
                    case "at_least":
                        return len(good) >= (quantifier.number or 0)
                    case "at_most":
                        return len(good) <= (quantifier.number or 0)
                    case _:
                        return bool(good)
            case s.IsTest(at, predicate):
                return self.is_so(predicate, env.ref(at), env)
            case s.ReadingIs(ruling, reading):
                return self.rules.readings[ruling.name] == reading.name
            case _:
                raise AssertionError(f"a number: {e}")

    def said(self, body: s.Predicate | s.Has, x: Thing, over: s.SetExpr, env: Env) -> bool:
        """What is said of an element of a set."""
        if isinstance(body, s.Has):
            return self.holds(body.condition, env.inside(over, x))
        return self.is_so(body, x, env)

    def is_so(self, p: s.Predicate, x: Thing, env: Env) -> bool:
        """Whether a thing is (not) what follows `is`."""
        if isinstance(x, frozenset):
            assert p.all
            found = all(self.is_noun(p.noun, y, env) for y in x)
        else:
            found = self.is_noun(p.noun, x, env)
        return found != p.negated

    # -- sets

    def elements(self, x: s.SetExpr, env: Env) -> list[Thing]:
        """The elements of a set, in no order that matters."""
        word = x.noun.head.word.removesuffix("s") if isinstance(x.noun.head, s.HeadWord) else ""
        found: list[Thing] = []
        if word in self.rules.regions:
            found += self.rules.regions[word]
        else:
            found += [y for y in self.rules.spaces if self.is_noun(x.noun, y, env)]
            if isinstance(env.it, frozenset) and not any(p.what == "city" for p in x.places):
                found = [y for y in found if y in env.it]
        found = [y for y in found if all(self.is_at(p, y, env) for p in x.places)]
        where = x.where
        return [y for y in found if where is None or self.holds(where.condition, env.inside(x, y))]

    def is_at(self, p: s.Place, x: Thing, env: Env) -> bool:
        """Whether a thing is at a place."""
        if p.what == "city":
            return True
        if p.what == "other":
            assert p.ref is not None
            return x != env.ref(p.ref)
        if isinstance(x, frozenset):
            assert p.what == "through"
            return env.space(p.ref) in x
        row, column = x
        last_row, last_column = self.rules.height - 1, self.rules.width - 1
        sides = {
            "left": column == 0,
            "right": column == last_column,
            "top": row == 0,
            "bottom": row == last_row,
        }
        match p.what:
            case "edge":
                return any(sides.values())
            case "side":
                return sides[p.word or ""]
            case "corner":
                return (sides["left"] or sides["right"]) and (sides["top"] or sides["bottom"])
            case "adjacent":
                return x in near(env.space(p.ref))
            case "diagonal":
                at = env.space(p.ref)
                return abs(at[0] - row) == 1 == abs(at[1] - column)
            case "within":
                return steps(x, env.space(p.ref)) <= (p.number or 0)
            case "region_of":
                at = env.space(p.ref)
                return any(x in r and at in r for r in self.rules.regions[p.word or ""])
            case "group":
                assert p.noun is not None
                return x in self.group(p.noun, env.space(p.ref), env)
            case "in":
                assert p.ref is not None
                region = env.ref(p.ref)
                assert isinstance(region, frozenset)
                return x in region
            case _:
                raise AssertionError(p)

    def is_noun(self, noun: s.Noun, x: Space, env: Env, group: bool = False, state: str = "") -> bool:
        """Whether a space is what a noun says. `state` is said in front of the parentheses around it."""
        words = [a.word for a in noun.adjectives]
        if any(w != "not" for w in words):
            state = ""
        return self._is(words, noun.head, x, env, group, state)

    def _is(
        self,
        words: list[str],
        head: s.Word | s.HeadWord | s.HeadGroup | None,
        x: Space,
        env: Env,
        group: bool,
        state: str,
    ) -> bool:
        b = self.at.get(x)
        if words and words[0] == "not":
            # What is said before the `not` holds all the same.
            turned = not self._is(words[1:], head, x, env, group, state)
            return turned and (not state or self.in_state(b, state))
        if words:
            return self._is(words[1:], head, x, env, group, words[0])
        match head:
            case s.HeadWord(word) if word in ("space", "spaces") and not state:
                return True
            case None | s.HeadWord():
                return self.in_state(b, state)
            case s.HeadGroup(op, sets):
                each = (self._member(y, x, env, group, state) for y in sets)
                return all(each) if op == "and" else any(each)
            case s.Word(name):
                kind = self.rules.singular[name]
                of_kind = b is not None and kind in self.rules.ancestors[b.kind] and self.in_state(b, state)
                return of_kind or (group and b is not None and self.joins(b, kind))
            case _:
                assert_never(head)

    def _member(self, y: s.SetExpr, x: Space, env: Env, group: bool, state: str) -> bool:
        if not self.is_noun(y.noun, x, env, group, state) or not all(self.is_at(p, x, env) for p in y.places):
            return False
        if y.where is None:
            return True
        about = env.buildings | {"it"} if only_buildings(y.noun, state) else env.buildings - {"it"}
        return self.holds(y.where.condition, replace(env, it=x, buildings=about))

    def in_state(self, b: Building | None, state: str) -> bool:
        """Whether what is on a space is `built` (or nothing said: a building that stands), `empty`, ..."""
        standing = b is not None and (bool(b.active) or not self.rules.leave)
        return {
            "": standing,
            "built": standing,
            "empty": not standing,
            "active": b is not None and bool(b.active),
            "inactive": b is not None and not b.active,
            "placed": b is not None,
        }[state]

    def joins(self, b: Building, kind: str) -> bool:
        """Whether a building counts as one of `kind` in groups of it."""
        return any(
            (b.active or even) and any(self.rules.counts_as(w, kind) for w in words)
            for words, even in self.rules.joined(b.kind)
        )
