"""Clauses in a compact mathematical form: `3 · #{Pond adjacent to self}`.

Guarantee: every number of core has a form. Sets and what is no comparison of numbers are in words; `#{...}` is the
number of elements, `Σ{...}`, `max{...}` and `min{...}` range over them, `[...]` is 1 if the condition holds and
else 0, `|...|` is a length or size, and variables have letters.
"""

from __future__ import annotations

from dataclasses import dataclass
from typing import assert_never

from dsl import core as c
from dsl.fold import negation
from dsl.groups import is_group, is_largest_group
from dsl.phrases import MANY, Joined, Phrase, Scope, Text, number, say
from dsl.statements import Statements

_SIGNS = {"=": " = ", "!=": " ≠ ", "<": " < ", "<=": " ≤ ", ">": " > ", ">=": " ≥ "}


def _join(*parts: Phrase | str) -> Phrase:
    return Joined(tuple(Text(x) if isinstance(x, str) else x for x in parts))


def _separated(parts: list[Phrase]) -> Phrase:
    out: list[Phrase | str] = []
    for i, x in enumerate(parts):
        out += [", ", x] if i else [x]
    return _join(*out)


@dataclass
class Formula(Statements):
    """Formulas of one game; `self` is called just that."""

    brief: bool = True

    def formula(self, e: c.Int) -> Phrase:
        """A number as a formula."""
        match e:
            case c.Num(value):
                return number(value)
            case c.Add(args):
                return self._added(args)
            case c.Scale(-1, arg):
                return _join("−", self._factor(arg))
            case c.Scale(factor, arg):
                return _join(number(factor), " · ", self._factor(arg))
            case c.Product(args):
                factors = (self._factor(a) for a in args)
                return _join(*[y for x in factors for y in (" · ", x)][1:])
            case c.Divide(op, arg, by):
                if op == "/":
                    return _join("⌊", self._factor(arg), " / ", number(by), "⌋")
                return _join("(", self._factor(arg), " mod ", number(by), ")")
            case c.Extreme(op, args):
                return _join(op, "(", _separated([self.formula(x) for x in args]), ")")
            case c.Choose(condition, then, c.Num(0)):
                test = self._test(condition)
                return test if then == c.Num(1) else _join(self._factor(then), " · ", test)
            case c.Choose(condition, then, otherwise):
                yes = _join(self._factor(then), " · ", self._test(condition))
                return _join(yes, " + ", self._factor(otherwise), " · ", self._test(negation(condition)))
            case c.Lookup(table, args):
                name = Text(table.name) if table.name else self._list(table)
                return _join(name, "(", _separated([self.formula(x) for x in args]), ")")
            case c.Total(var, domain, where, value):
                return self._over("Σ", e, var, domain, where, value)
            case c.Best(op, var, domain, where, value):
                group = is_largest_group(e)
                if group is not None:
                    return _join("|", say("largest group of {things}", things=self._members(group)), "|")
                return self._over(op, e, var, domain, where, value)
            case c.Different() | c.CityUnits():
                return _join("#{", self.unit(e, MANY) or "", "}")
            case c.Seated(at, resource):
                return say("units({ref}, {unit})", ref=self.ref(at), unit=self.resource(resource, 1))
            case c.LongestRun(ref, lines, var, where):
                return _join("|", self._longest(ref, lines, var, where), "|")
            case c.RunThrough(at, line, var, where):
                return _join("|", self._through(line, self._plural(var, where), self.ref(at)), "|")
            case c.Distance(start, end):
                return say("distance({start}, {end})", start=self.ref(start), end=self.ref(end))
            case c.Floors(at):
                return say("floors({ref})", ref=self.ref(at))
            case c.Printed(at, what):
                if what is None:
                    return say("printed({ref}, VP)", ref=self.ref(at))
                return say("printed({ref}, {unit})", ref=self.ref(at), unit=self.resource(what, 1))
            case c.Measure():
                return _join("(", self.number(e), ")")
            case _:
                assert_never(e)

    def _list(self, table: c.Table) -> Phrase:
        rows = "; ".join(", ".join(number(x).text for x in row) for row in table.rows)
        start = ", ".join(str(x) for x in table.start)
        return (
            Text(f"[{rows}]")
            if set(table.start) == {0}
            else say("[from {start}: {values}]", start=Text(start), values=Text(rows))
        )

    def _added(self, args: tuple[c.Int, ...]) -> Phrase:
        signed = sorted(((self._negative(x), x) for x in args), key=lambda x: x[0])
        out: list[Phrase | str] = []
        for i, (minus, x) in enumerate(signed):
            sign = " − " if minus else " + "
            out += [
                sign if i else sign.strip() if minus else "",
                self._factor(self._positive(x) if minus else x, product=True),
            ]
        return _join(*out)

    def _factor(self, e: c.Int, product: bool = False) -> Phrase:
        """A number inside a product, or (`product`) inside a sum."""
        wide = isinstance(e, c.Add | c.Choose) or (not product and isinstance(e, c.Scale))
        if isinstance(e, c.Total | c.Best) and not isinstance(e.value, c.Num) and is_largest_group(e) is None:
            wide = True
        return _join("(", self.formula(e), ")") if wide else self.formula(e)

    def _over(
        self, sign: str, e: c.Total | c.Best, var: str, domain: c.Domain, where: c.Bool, value: c.Int
    ) -> Phrase:
        group = is_group(e)
        if group is not None:
            return _join(
                "|", say("group of {things} with {ref}", things=self._members(group), ref=self.ref(group.a)), "|"
            )
        things = self.things(var, domain, where)(1)
        if sign == "Σ" and isinstance(value, c.Num):
            count = _join("#{", Scope(var, things), "}")
            k = value.value
            return count if k == 1 else _join("−", count) if k == -1 else _join(number(k), " · ", count)
        return Scope(var, _join(sign, "{", things, "} ", self._factor(value, product=True)))

    def _test(self, e: c.Bool) -> Phrase:
        if isinstance(e, c.Compare):
            return _join("[", self.formula(e.left), _SIGNS[e.op], self.formula(e.right), "]")
        return _join("[", self.condition(e), "]")
