"""Sentences: what a clause scores, what a gain gives, and what else stands on a card.

Guarantee: every clause and gain is a whole sentence, with its numbers; tables that it looks up are named in it and
listed.
"""

from __future__ import annotations

from dataclasses import dataclass
from typing import assert_never

from dsl import core as c
from dsl.fold import negation, scale
from dsl.groups import is_group
from dsl.nouns import Counted
from dsl.phrases import AND, Inner, Noun, Phrase, Scope, Text, _, listed, number, say
from dsl.wording import Wording

_MORE = _("{first}, and {next}")


@dataclass
class Statements(Wording):
    """What is scored or given, in words. `currency` is what it is counted in."""

    currency: Counted | None = None

    # -- amounts

    def money(self, n: int) -> Phrase:
        """The word for what is scored or given, for a number of it."""
        return Noun(_("VP"), _("VP"), n) if self.currency is None else self.currency(n)

    def _much(self, k: int) -> Phrase:
        return say("{amount} {units}", units=self.money(k), amount=number(k))

    def _rate(self, e: c.Int) -> tuple[int, Phrase] | None:
        """A number as so much for each of something: how much, and for each of what."""
        match e:
            case c.Scale(factor, arg):
                inner = self._rate(arg)
                return None if inner is None else (factor * inner[0], inner[1])
            case c.Divide("/", arg, by):
                things = self.unit(arg, by)
                return (
                    None if things is None else (1, say("every {count} {things}", things=things, count=number(by)))
                )
            case c.Total(var, domain, where, c.Num(k)) if is_group(e) is None:
                things = self.things(var, domain, where)(1)
                return k, Scope(var, say("each {noun}", noun=things))
            case _:
                unit = self.unit(e, 1)
                return None if unit is None else (1, say("each {noun}", noun=unit))

    def amount(self, e: c.Int) -> tuple[bool, Phrase]:
        """How much a number is, and whether that is less than nothing (and what is said is how much less)."""
        if isinstance(e, c.Num):
            return e.value < 0, self._much(abs(e.value))
        rate = self._rate(e)
        if rate is not None:
            k, each = rate
            return k < 0, say("{amount} for {each}", amount=self._much(abs(k)), each=each)
        match e:
            case c.Scale(factor, arg):
                what = self.atom(arg) if isinstance(arg, c.Add | c.Choose) else self.number(arg)
                times = say("{amount} times {number}", amount=self._much(abs(factor)), number=what)
                return factor < 0, times
            case _:
                return False, say("as many {units} as {number}", units=self.money(5), number=self.number(e))

    # -- scores

    def _simple(self, e: c.Int) -> bool:
        return isinstance(e, c.Num) or self._rate(e) is not None

    def _limits(self, e: c.Extreme, x: c.Int) -> bool:
        """Whether a number is another one with a limit, and not itself the number of something."""
        return not isinstance(x, c.Num) and self._rate(e) is None

    def statement(self, e: c.Int) -> Phrase:
        """What is scored, as an order."""
        match e:
            case c.Choose(c.Truth(value=True), then, _):
                return self.statement(then)
            case c.Choose(condition, then, c.Num(0)):
                if self._simple(then) and isinstance(then, c.Num):
                    return say(
                        "{statement} if {clause}", statement=self.statement(then), clause=self.condition(condition)
                    )
                return say(
                    "if {clause}, {statement}", clause=self.condition(condition), statement=self.statement(then)
                )
            case c.Choose(condition, c.Num(0), otherwise):
                return self.statement(c.Choose(negation(condition), otherwise, c.Num(0)))
            case c.Choose(condition, then, otherwise):
                yes, no = self.statement(then), self.statement(otherwise)
                return say(
                    "if {clause}, {statement}; otherwise, {other}",
                    clause=self.condition(condition),
                    statement=yes,
                    other=no,
                )
            case c.Extreme(op, (c.Num(k), x)) | c.Extreme(op, (x, c.Num(k))) if self._limits(e, x):
                inner = self.statement(x)
                if isinstance(x, c.Add | c.Total | c.Choose) and not self._simple(x):
                    text = (
                        _("{statement}: at most {limit} in all")
                        if op == "min"
                        else _("{statement}: at least {limit} in all")
                    )
                else:
                    text = (
                        _("{statement}, at most {limit}") if op == "min" else _("{statement}, but at least {limit}")
                    )
                return say(text, statement=inner, limit=self._much(k))
            case c.Lookup(table, args):
                return self._by_table(table, args)
            case c.Add(args):
                return self._several(e, args)
            case c.Total(var, domain, where, value) if not isinstance(value, c.Num) and self._rate(e) is None:
                things = self.things(var, domain, where)(1)
                inner = Inner(var, self.statement(value))
                return Scope(var, say("for each {noun}, {statement}", noun=things, statement=inner))
            case _:
                less, amount = self.amount(e)
                return say("lose {amount}", amount=amount) if less else say("score {amount}", amount=amount)

    def tied(self, e: c.Int) -> Phrase:
        """What counts among cities of the same total, as an order."""
        self.currency = lambda n: Noun(_("tie point"), _("tie points"), n)
        return say("in a tie, {statement}", statement=self.statement(e))

    def _several(self, e: c.Add, args: tuple[c.Int, ...]) -> Phrase:
        """A sum, one order after the other if each is a plain one: what is scored first, then what is lost."""
        flat: list[c.Int] = []
        for x in args:
            match x:
                case c.Scale(factor, c.Add(inner)):
                    flat += [scale(factor, y) for y in inner]
                case _:
                    flat.append(x)
        if all(self._simple(x) or self._value(x) is not None for x in flat):
            said = []
            for x in flat:
                value = self._value(x)
                less, amount = self.amount(x) if value is None else value
                said.append(
                    (less, say("lose {amount}", amount=amount) if less else say("score {amount}", amount=amount))
                )
            return listed([p for _less, p in sorted(said, key=lambda x: x[0])], _MORE)
        return say("score {amount}", amount=self.amount(e)[1])

    def _value(self, e: c.Int) -> tuple[bool, Phrase] | None:
        """An entry of a table with a name, scored or lost."""
        match e:
            case c.Lookup(table) if table.name:
                return False, self.number(e)
            case c.Scale(-1, c.Lookup(table) as inner) if table.name:
                return True, self.number(inner)
            case _:
                return None

    def _by_table(self, table: c.Table, args: tuple[c.Int, ...]) -> Phrase:
        self.tables.append(table)
        wide = c.Add | c.Scale | c.Divide | c.Extreme | c.Choose
        at = [self.atom(x) if isinstance(x, wide) else self.number(x) for x in args]
        name = self.table_named(table)
        if len(args) == 2:
            if table.name:
                return say(
                    "score by the table {name}, with {row} for its row and {column} for its column",
                    name=name,
                    row=at[0],
                    column=at[1],
                )
            values = self.values(table)
            return say("score by {row} and {column}: {values}", row=at[0], column=at[1], values=values)
        values = Text(", ".join(number(x).text for x in table.rows[0]))
        first, last = table.start[0], table.start[0] + len(table.rows[0]) - 1
        amounts = say("{amount} {units}", units=self.money(5), amount=values)
        entries: Phrase = number(first)
        if first < last:
            entries = say("{start} to {end}", start=entries, end=number(last))
        said = say("score by {number}: {values}, for {entries}", number=at[0], values=amounts, entries=entries)
        return say("{statement} (table {name})", statement=said, name=name) if table.name else said

    # -- gains

    def gain(self, g: c.Gain) -> Phrase:
        """What a kind gives when the game ends."""
        self.currency = lambda n: self.resource(g.resource, n)
        return say("at the end of the game, {statement}", statement=self._given(g, g.amount))

    def _given(self, g: c.Gain, e: c.Int) -> Phrase:
        match e:
            case c.Choose(c.Truth(value=True), then, _):
                return self._given(g, then)
            case c.Choose(condition, then, c.Num(0)):
                test, then_given = self.condition(condition), self._given(g, then)
                if g.mode == "whole":
                    return say("if {clause}, {statement}", clause=test, statement=then_given)
                return say("{statement} if {clause}", statement=then_given, clause=test)
            case c.Choose(condition, then, otherwise):
                yes, no = self._given(g, then), self._given(g, otherwise)
                return say(
                    "if {clause}, {statement}; otherwise, {other}",
                    clause=self.condition(condition),
                    statement=yes,
                    other=no,
                )
            case c.Extreme(op, (c.Num(k), x)) | c.Extreme(op, (x, c.Num(k))) if self._limits(e, x):
                text = _("{statement}, at most {limit}") if op == "min" else _("{statement}, but at least {limit}")
                return say(text, statement=self._given(g, x), limit=self._much(k))
        less, amount = self.amount(e)
        if less:
            return say("receive nothing (minus {amount})", amount=amount)
        match g.mode:
            case "forced":
                return say("receive {amount}", amount=amount)
            case "any":
                return say("you may receive up to {amount}", amount=amount)
            case "whole":
                return say("you may receive {amount}, all of them or none", amount=amount)
            case _:
                assert_never(g.mode)

    # -- what else stands on a card

    def units(self, amounts: dict[str, int]) -> Phrase:
        """Units of several resources."""
        each = [say("{amount} {units}", units=self.resource(r, n), amount=number(n)) for r, n in amounts.items()]
        return listed(each, AND)

    def needs(self, kind: c.Kind) -> Phrase | None:
        """What a kind needs to be active."""
        return say("needs {units}", units=self.units(dict(kind.needs))) if kind.needs else None

    def seats(self, kind: c.Kind) -> Phrase | None:
        """What may be put on a kind beyond its needs."""
        pieces = {r.name: r.pieces for r in self.game.resources}
        each = []
        for r, n in kind.seats.items():
            if n >= pieces[r]:
                each.append(say("any number of {units}", units=self.resource(r, 5)))
            else:
                each.append(say("up to {amount} {units}", units=self.resource(r, n), amount=number(n)))
        if not each:
            return None
        held = listed(each, AND)
        if kind.seats_inactive:
            return say("has room for {units}, even while it is inactive", units=held)
        return say("has room for {units}", units=held)

    def placed(self, kind: c.Kind) -> Phrase | None:
        """What placing a kind brings at once."""
        return say("immediately receive {units}", units=self.units(dict(kind.placed))) if kind.placed else None

    def floors(self, kind: c.Kind) -> Phrase | None:
        """How high a kind can be."""
        if kind.max_floors == 1:
            return None
        return say(
            "can have up to {amount} {floors}",
            floors=Noun(_("floor"), _("floors"), kind.max_floors),
            amount=number(kind.max_floors),
        )

    def printed(self, variant: c.PrintVariant) -> Phrase | None:
        """What is printed on a variant of a tile."""
        each = [say("{amount} {units}", units=self.resource(r, n), amount=number(n)) for r, n in variant.gains]
        if variant.worth:
            each.append(
                say("{amount} {units}", units=Noun(_("VP"), _("VP"), variant.worth), amount=number(variant.worth))
            )
        return say("printed on it: {units}", units=listed(each, AND)) if each else None

    def inactive(self, kind: c.Kind) -> Phrase | None:
        """Whether a kind scores without being active."""
        return say("scores even when inactive") if kind.scores_inactive and kind.needs else None


def sentence(p: Phrase) -> Phrase:
    """A whole sentence; it is told with a capital by who says it."""
    return say("{sentence}.", sentence=p)
