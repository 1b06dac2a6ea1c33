"""The words of core: numbers, and the things whose number they are.

Guarantee: every node of core has words, in every position: sets (`dsl.nouns`), conditions (`dsl.conditions`),
numbers.
"""

from __future__ import annotations

from dataclasses import dataclass
from typing import assert_never

from dsl import core as c
from dsl.conditions import Conditions
from dsl.fold import TRUE
from dsl.groups import is_group, is_largest_group
from dsl.nouns import floor, space
from dsl.phrases import AND, MANY, Brackets, Inner, Noun, Phrase, Scope, Text, _, listed, number, say
from dsl.variables import free_names

_LONGEST = {
    "row": _("the longest run of {things} in a row"),
    "column": _("the longest run of {things} in a column"),
    "line": _("the longest run of {things} in a row or a column"),
    "district": _("the longest run of {things} in a district"),
}
_THROUGH = {
    "row": _("the run of {things} through {ref} in its row"),
    "column": _("the run of {things} through {ref} in its column"),
    "line": _("the longer run of {things} through {ref} in its row or its column"),
}
_RUN_WITH = {
    "row": _("{spaces} of the longest run of {things} in a row that contains {member}"),
    "column": _("{spaces} of the longest run of {things} in a column that contains {member}"),
    "line": _("{spaces} of the longest run of {things} in a row or a column that contains {member}"),
}


@dataclass
class Wording(Conditions):
    """The words of the expressions of one game."""

    def atom(self, e: c.Int) -> Phrase:
        """A number as a part of something: in brackets where it could be read otherwise."""
        return self.number(e) if self._short(e) else Brackets(self.number(e))

    def _short(self, e: c.Int) -> bool:
        match e:
            case c.Num() | c.Floors() | c.Printed() | c.Seated() | c.CityUnits() | c.Measure() | c.Distance():
                return True
            case c.LongestRun() | c.RunThrough():
                return True
            case c.Scale(_, arg) | c.Divide("mod", arg):
                return self._short(arg)
            case c.Total(_, _, where, c.Num(1)) | c.Best(_, _, _, where, c.Floors()) | c.Different(_, _, where):
                return is_group(e) is not None or not self._wide(c.Some("", c.Domain(None), where))
            case _:
                return is_largest_group(e) is not None

    def number(self, e: c.Int) -> Phrase:
        """A number as a noun phrase."""
        match e:
            case c.Num(value):
                return number(value)
            case c.Add(args):
                return self._sum(args)
            case c.Scale(factor, arg):
                if factor == -1:
                    return say("minus {number}", number=self.atom(arg))
                return say("{factor} times {number}", factor=number(factor), number=self.atom(arg))
            case c.Product(args):
                found = self.atom(args[0])
                for x in args[1:]:
                    found = say("{number} times {other}", number=found, other=self.atom(x))
                return found
            case c.Divide(op, arg, by):
                if op == "/":
                    return say("{number} divided by {by}, rounded down", number=self.atom(arg), by=number(by))
                return say("the remainder of {number} divided by {by}", number=self.atom(arg), by=number(by))
            case c.Extreme():
                return self._extreme(e)
            case c.Choose(condition, then, otherwise):
                test = self.condition(condition)
                yes, no = self.atom(then), self.atom(otherwise)
                return say("{then} if {clause}, otherwise {other}", then=yes, clause=test, other=no)
            case c.Lookup(table, args):
                return self._lookup(table, args)
            case c.Total():
                return self._total(e)
            case c.Best():
                return self._best(e)
            case c.Different():
                return say("the number of {things}", things=self.unit(e, MANY) or Text(""))
            case c.LongestRun(ref, lines, var, where):
                return say("the length of {run}", run=self._longest(ref, lines, var, where))
            case c.RunThrough(at, line, var, where):
                run = self._through(line, self._plural(var, where), self.ref(at))
                return say("the length of {run}", run=run)
            case c.Distance(start, end):
                return say("the distance from {start} to {end}", start=self.ref(start), end=self.ref(end))
            case c.Floors() | c.Seated() | c.CityUnits():
                return say("the number of {things}", things=self.unit(e, MANY) or Text(""))
            case c.Printed(at, what):
                if what is None:
                    return say("the VP printed on {ref}", ref=self.ref(at))
                units = self.resource(what, MANY)
                return say(
                    "the number of {things}", things=say("{units} printed on {ref}", units=units, ref=self.ref(at))
                )
            case c.Measure(what, name):
                return self._measure(what, name)
            case _:
                assert_never(e)

    def _through(self, line: str, things: Phrase, ref: Phrase) -> Phrase:
        return say(_THROUGH[line], things=things, ref=ref)

    def _measure(self, what: str, name: str) -> Phrase:
        match what:
            case "total":
                return say("the total of the city")
            case "own":
                kind = name or self.owner
                return say("the score of {ref}", ref=say("the {noun}", noun=self.title(kind)))
            case _:
                title = self.title(name, MANY) if self.named is None else self.named(name, MANY)
                return say("the score for {things}", things=title)

    def _sum(self, args: tuple[c.Int, ...]) -> Phrase:
        """A sum: what is added first, then what is taken away."""
        signed = sorted(((self._negative(x), x) for x in args), key=lambda x: x[0])
        found: Phrase | None = None
        for minus, x in signed:
            part = self.atom(self._positive(x) if minus else x)
            if found is None:
                found = say("minus {number}", number=part) if minus else part
            elif minus:
                found = say("{first} minus {next}", first=found, next=part)
            else:
                found = say("{first} plus {next}", first=found, next=part)
        return found if found is not None else number(0)

    @staticmethod
    def _negative(e: c.Int) -> bool:
        return (isinstance(e, c.Num) and e.value < 0) or (isinstance(e, c.Scale) and e.factor < 0)

    @staticmethod
    def _positive(e: c.Int) -> c.Int:
        match e:
            case c.Num(value):
                return c.Num(-value)
            case c.Scale(-1, arg):
                return arg
            case c.Scale(factor, arg):
                return c.Scale(-factor, arg)
            case _:
                return e

    def _extreme(self, e: c.Extreme) -> Phrase:
        match e.args:
            case (c.RunThrough(a, "row", v, w), c.RunThrough(b, "column", u, x)) if e.op == "max" and (a, v, w) == (
                b,
                u,
                x,
            ):
                run = self._through("line", self._plural(v, w), self.ref(a))
                return say("the length of {run}", run=run)
            case (x, c.Num(k)) | (c.Num(k), x) if not isinstance(x, c.Num):
                part = self.atom(x)
                if e.op == "min":
                    return say("{number}, but at most {limit}", number=part, limit=number(k))
                return say("{number}, but at least {limit}", number=part, limit=number(k))
        each = listed([self.atom(x) for x in e.args], AND)
        if len(e.args) == 2:
            return (
                say("the smaller of {numbers}", numbers=each)
                if e.op == "min"
                else say("the greater of {numbers}", numbers=each)
            )
        return (
            say("the smallest of {numbers}", numbers=each)
            if e.op == "min"
            else say("the greatest of {numbers}", numbers=each)
        )

    def _lookup(self, table: c.Table, args: tuple[c.Int, ...]) -> Phrase:
        self.tables.append(table)
        at = listed([self.atom(x) for x in args], AND)
        if table.name:
            name = self.table_named(table)
            return say("the value of the table {name} for {numbers}", name=name, numbers=at)
        return say("the value for {numbers} in the list {values}", numbers=at, values=self.values(table))

    def values(self, table: c.Table) -> Phrase:
        """The entries of a table, and what the first and the last of them are for."""
        rows = "; ".join(", ".join(number(x).text for x in row) for row in table.rows)
        starts = ", ".join(str(x) for x in table.start)
        return say("{values} (from {start} on)", values=Text(rows), start=Text(starts))

    def _longest(self, ref: str, lines: c.Domain | None, var: str, where: c.Bool) -> Phrase:
        things = self._plural(var, where)
        if lines is None:
            return say("the longest run of {things} in {ref}", things=things, ref=self.ref(ref))
        if not lines.places and lines.region is not None:
            return say(_LONGEST[lines.region], things=things)
        some = self.things(ref, lines, TRUE)
        return say(
            "the longest run of {things} in {ref}", things=things, ref=Scope(ref, say("a {noun}", noun=some(1)))
        )

    def _total(self, e: c.Total) -> Phrase:
        group = is_group(e)
        if group is not None:
            return say(
                "the size of the group of {things} that {ref} belongs to",
                things=self._members(group),
                ref=self.ref(group.a),
            )
        things = self.things(e.var, e.domain, e.where, self.within)
        match e.value:
            case c.Num(k):
                count = say("the number of {things}", things=things(MANY))
                return Scope(
                    e.var, count if k == 1 else say("{factor} times {number}", factor=number(k), number=count)
                )
            case c.Floors(at) if at == e.var:
                return Scope(e.var, say("the number of floors of all {things} together", things=things(MANY)))
            case _:
                value = Inner(e.var, self.atom(e.value))
                return Scope(e.var, say("the sum, over every {noun}, of {number}", noun=things(1), number=value))

    def _best(self, e: c.Best) -> Phrase:
        group = is_largest_group(e)
        if group is not None:
            return say("the size of the largest group of {things}", things=self._members(group))
        things = self.things(e.var, e.domain, e.where, self.within)
        noun = things(1)
        run = self._run_of(e.value, e.var) if e.op == "max" else None
        if run is not None:
            return say("the number of {things}", things=self.unit(e, MANY) or noun)
        match e.value:
            case c.Floors(at) if at == e.var:
                return Scope(e.var, say("the number of {things}", things=self._floors_of(e.op, noun, MANY)))
            case c.Distance(start, end) if end == e.var and e.op == "min" and start != e.var:
                return Scope(
                    e.var,
                    say(
                        "the distance from {start} to {end}",
                        start=self.ref(start),
                        end=say("the nearest {noun}", noun=noun),
                    ),
                )
            case _:
                value = Inner(e.var, self.atom(e.value))
                if e.op == "min":
                    return Scope(
                        e.var, say("the smallest value, over every {noun}, of {number}", noun=noun, number=value)
                    )
                return Scope(
                    e.var, say("the greatest value, over every {noun}, of {number}", noun=noun, number=value)
                )

    def _floors_of(self, op: str, noun: Phrase, n: int) -> Phrase:
        top = say("the lowest {noun}", noun=noun) if op == "min" else say("the highest {noun}", noun=noun)
        return say("{floors} of {ref}", floors=floor(n), ref=top)

    # -- things that are counted

    def unit(self, e: c.Int, n: int) -> Phrase | None:
        """The thing whose number an expression is, for `n` of them; None if it is not the number of anything."""
        match e:
            case c.Total(var, domain, where, c.Num(1)):
                group = is_group(e)
                if group is not None:
                    return say(
                        "{spaces} of the group of {things} that {ref} belongs to",
                        spaces=space(n),
                        things=self._members(group),
                        ref=self.ref(group.a),
                    )
                return Scope(var, self.things(var, domain, where, self.within)(n))
            case c.Total(var, domain, where, c.Floors(at)) if at == var:
                noun = self.things(var, domain, where, self.within)(1)
                return Scope(var, say("{floors} of {ref}", floors=floor(n), ref=say("every {noun}", noun=noun)))
            case c.Extreme("max", (c.Num(0), c.Add((x, c.Num(k))))) | c.Extreme(
                "max", (c.Add((x, c.Num(k))), c.Num(0))
            ) if k < 0:
                things = self.unit(x, n)
                if things is None:
                    return None
                if k == -1:
                    return say("{things} beyond the first", things=things)
                return say("{things} beyond the first {count}", things=things, count=number(-k))
            case c.Best(op, var, domain, where, c.Floors(at)) if at == var:
                return Scope(var, self._floors_of(op, self.things(var, domain, where, self.within)(1), n))
            case c.Best("max", var, domain, where, value) if (run := self._run_of(value, var)) is not None:
                line, runs = run
                through = Scope(var, say("a {noun}", noun=self.things(var, domain, where, self.within)(1)))
                return say(_RUN_WITH[line], spaces=space(n), things=runs, member=through)
            case c.Best():
                group = is_largest_group(e)
                if group is None:
                    return None
                return say(
                    "{spaces} of the largest group of {things}", spaces=space(n), things=self._members(group)
                )
            case c.Floors(at):
                return say("{floors} of {ref}", floors=floor(n), ref=self.ref(at))
            case c.Seated(at, resource):
                return say("{units} on the seats of {ref}", units=self.resource(resource, n), ref=self.ref(at))
            case c.CityUnits("unseated", resource):
                return say("{units} left over", units=self.resource(resource, n))
            case c.CityUnits("received", resource):
                return say("{units} received for placing buildings", units=self.resource(resource, n))
            case c.Different(var, domain, where, classes):
                return self._different(var, domain, where, classes, n)
            case c.LongestRun(ref, lines, var, where):
                longest = self._longest(ref, lines, var, where)
                return say("{spaces} of {run}", spaces=space(n), run=longest)
            case c.RunThrough(at, line, var, where):
                through_it = self._through(line, self._plural(var, where), self.ref(at))
                return say("{spaces} of {run}", spaces=space(n), run=through_it)
            case _:
                return None

    def _run_of(self, value: c.Int, var: str) -> tuple[str, Phrase] | None:
        """The line and the members of a run through an element."""
        match value:
            case c.RunThrough(at, line, v, where) if at == var and var not in free_names(where):
                return line, self._plural(v, where)
            case c.Extreme("max", (c.RunThrough(at, "row", v, w), c.RunThrough(at2, "column", v2, w2))):
                if at == at2 == var and (v, w) == (v2, w2) and var not in free_names(w):
                    return "line", self._plural(v, w)
        return None

    def _different(
        self, var: str, domain: c.Domain, where: c.Bool, classes: tuple[tuple[str, frozenset[str]], ...], n: int
    ) -> Phrase:
        things = self.things(var, domain, where, self.within)
        if all(kinds == frozenset({name}) for name, kinds in classes):
            kinds = Noun(_("different kind"), _("different kinds"), n)
        else:
            kinds = Noun(_("different family"), _("different families"), n)
        return Scope(var, say("{kinds} of {things}", kinds=kinds, things=things(1)))
