"""From declarations to one game: that of a mode under one choice of readings, some kinds read as plain.

Guarantee: the game is a function of the declarations and these choices. A clause stands once in it for each part of
the score sheet that shows it; what is 0 on every city is left out.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping
from copy import copy
from dataclasses import replace
from functools import cached_property
from typing import assert_never

from dsl import core as c
from dsl import syntax as s
from dsl.declarations import Readings, lines_in, title_of, unknown
from dsl.elaborate import Elaborator, Joiner, Scope
from dsl.fold import ZERO, divide
from dsl.kinds import Kinds
from dsl.placement import placement
from dsl.pretty import clause as clause_text

Clauses = tuple[c.Clause, ...]


_ALL = "*"  # a word that stands for every kind


class _Watched(Mapping[str, frozenset[str]]):
    """The members of kind words; `seen` are the words that were looked up."""

    def __init__(self, members: Mapping[str, frozenset[str]]) -> None:
        self.members = members
        self.seen: set[str] = set()

    def __getitem__(self, word: str) -> frozenset[str]:
        self.seen.add(word)
        return self.members[word]

    def __iter__(self) -> Iterator[str]:
        self.seen.add(_ALL)
        return iter(self.members)

    def __len__(self) -> int:
        return len(self.members)


class _Joiners(Iterable[Joiner]):
    """What joins groups; rulings are looked up only where somebody asks for it."""

    def __init__(self, builder: GameBuilder) -> None:
        self.builder = builder

    @cached_property
    def found(self) -> tuple[Joiner, ...]:
        return tuple(self.builder._joiners())

    def __iter__(self) -> Iterator[Joiner]:
        return iter(self.found)


class GameBuilder(Kinds):
    """The kinds of a mode with what they score and give."""

    @cached_property
    def elaborator(self) -> Elaborator:
        """Made anew, and set, whenever what words mean or the readings are others."""
        return self._elaborator()

    def _elaborator(self) -> Elaborator:
        return Elaborator(
            self.d,
            self.members,
            self.readings,
            _Joiners(self),
            self.limits,
            self.mode.name,
            self.bag,
            self.rule("inactive", "leave") == "leave",
        )

    def _joiners(self) -> Iterator[Joiner]:
        for kind in self.kinds:
            for x in self.lines_of(kind, s.Joins):
                words = frozenset(self._words(x.noun))
                if kind not in self.plain:
                    yield Joiner(kind, words, x.even_inactive)

    def _words(self, noun: s.Noun) -> Iterator[str]:
        """The kinds that a `joins groups of` line names: one, or several in parentheses with `or`."""
        match noun.head:
            case s.Word(name) if not noun.adjectives:
                found = self.d.kind_name(name)
                if found is None:
                    unknown(self.bag, "TP011", "kind", noun.head, self.d.kinds)
                else:
                    yield found
            case s.HeadGroup("or", sets) if not noun.adjectives and all(
                not x.places and x.where is None for x in sets
            ):
                for x in sets:
                    yield from self._words(x.noun)
            case _:
                self.bag.add(
                    "TP032",
                    "`joins groups of` takes a kind, or kinds joined by `or`",
                    noun.span,
                )

    # -- clauses

    def _value(self, line: s.Score | s.ScoreBy, scope: Scope) -> c.Int:
        e = self.elaborator
        if isinstance(line, s.ScoreBy):
            why = (line.span, "`score by` asks for a number")
            args = [e.number(a, scope, why) for a in line.args]
            value = e.table("", line.table, args, [a.span for a in line.args], line.span)
        else:
            value = e.number(line.amount, scope, (line.span, "`score` asks for a number"))
            if line.per is not None:
                value = self._per(value, line.per, scope, line.amount)
        for limit in line.limits:
            value = c.Extreme("min" if limit.word == "most" else "max", (value, c.Num(limit.value)))
        if line.condition is not None:
            test = e.condition(line.condition, scope, (line.span, "`if` asks for a condition"))
            value = c.Choose(test, value, ZERO)
        return value

    def _per(self, amount: c.Int, per: s.Per, scope: Scope, written: s.Expr) -> c.Int:
        e = self.elaborator
        if per.number is not None and per.number < 1:
            self.bag.add("TP026", "`per` needs a number of at least 1", per.span)
            return ZERO
        if isinstance(per.each, s.SetExpr):
            x = e.elements(per.each, scope)
            if per.number in (None, 1):
                return c.Total(x.var.name, x.domain, x.where, amount)
            each: c.Int = c.Total(x.var.name, x.domain, x.where, c.Num(1))
        else:
            each = e.number(per.each, scope)
        each = divide("/", each, per.number or 1)
        return e.product(amount, each, written.span)

    def _scorers(self, kind: str) -> frozenset[str]:
        """The kinds of this mode for which a clause of `kind` scores: itself and those that inherit it."""
        return frozenset(k for k in self.members.get(kind, frozenset()))

    def _clauses(self, only: Iterable[str] = ()) -> Iterator[c.Clause]:
        """The clauses that make the total in the order of their declarations, or those of the declarations that are
        named."""
        every = {**self.d.kinds, **self.d.scorings}
        for name in only or self.d.adding:
            decl = every[name]
            if self.mode.name not in self.d.kind_modes[name] or name in self.plain:
                continue
            is_kind = name in self.d.kinds
            heirs = self._scorers(name) if is_kind else frozenset()
            scope = Scope(self_=is_kind)
            lines = (
                self.lines_of(name, s.Score, s.ScoreBy)
                if is_kind
                else lines_in(decl.lines, self.mode.name, self.visit, lambda x: isinstance(x, s.Score | s.ScoreBy))
            )
            for line in lines:
                assert isinstance(line, s.Score | s.ScoreBy)
                self.elaborator.restart()
                self.elaborator.limits = replace(
                    self.limits, facts={"self": heirs} if is_kind else {}
                )
                value = self._value(line, scope)
                if value == ZERO:
                    continue
                text, where = clause_text(line), str(line.span)
                if not is_kind:
                    yield c.Clause(name, frozenset(), value, text, where)
                    continue
                # A tile shows what it scores under its own name, inherited sentences included.
                parts: dict[str, set[str]] = {}
                for k in sorted(heirs):
                    parts.setdefault(k if self.d.is_tile(k) else name, set()).add(k)
                for part, kinds in parts.items():
                    yield c.Clause(part, frozenset(kinds), value, text, where)

    def _gains(self, only: Iterable[str] = ()) -> Iterator[c.Gain]:
        """The gains of all kinds in their order, or of those that are named."""
        for kind in only or self.kinds:
            if kind in self.plain:
                continue
            sources = [a for a in self.d.kinds if a in self.ancestors[kind]]
            for source in sources:
                for line in self.lines_of(source, s.GainEnd):
                    yield from self._gain(kind, line)

    def _gain(self, kind: str, line: s.GainEnd) -> Iterator[c.Gain]:
        e = self.elaborator
        e.restart()
        e.limits = replace(self.limits, facts={"self": frozenset({kind})})
        scope = Scope(self_=True)
        resource = self.d.resource_name(line.resource.name)
        amount = e.number(line.amount, scope, (line.span, "`gain` asks for a number"))
        if line.per is not None:
            amount = self._per(amount, line.per, scope, line.amount)
        if line.condition is not None:
            test = e.condition(line.condition, scope, (line.span, "`if` asks for a condition"))
            amount = c.Choose(test, amount, ZERO)
        if resource is None:
            self.units((s.Amount(1, line.resource),))
            return
        text, where = clause_text(line), str(line.span)
        match line.mode:
            case "gain":
                yield c.Gain(kind, resource, "forced", amount, text, where)
            case "may gain":
                yield c.Gain(kind, resource, "any", amount, text, where)
            case "may gain all of":
                yield c.Gain(kind, resource, "whole", amount, text, where)
            case _:
                assert_never(line.mode)

    # -- inventories

    def _stock(self) -> tuple[dict[int, tuple[c.Stock, ...]], str | None]:
        decl = self.d.inventories.get(self.mode.name)
        if decl is None:
            return {}, None
        replaces: str | None = None
        out: dict[int, tuple[c.Stock, ...]] = {}
        for players in self.mode.players:
            counts: dict[tuple[str, str | None], list[int]] = {}
            for line in _stock_lines(decl.lines, players):
                if isinstance(line, s.Replaces):
                    replaces = self.d.kind_name(line.kind.name)
                if isinstance(line, s.Stock):
                    kind = self.d.kind_name(line.kind.name)
                    if kind is None or len(line.counts) != self.mode.rounds:
                        continue
                    variant = line.print.name if line.print is not None else None
                    row = counts.setdefault((kind, variant), [0] * self.mode.rounds)
                    for i, n in enumerate(line.counts):
                        row[i] += n
            if counts:
                out[players] = tuple(c.Stock(k, v, tuple(n)) for (k, v), n in counts.items())
        return out, replaces

    def _placement(self) -> c.Placement | None:
        decl = self.d.placements.get(self.mode.name)
        if decl is None:
            return None
        highest = max((k.max_floors for k in self.kinds.values()), default=1)
        lines = list(lines_in(decl.lines, self.mode.name, self.readings))
        return placement(title_of(decl), lines, self.mode, highest)

    def game(self) -> c.Game:
        """All of it; what is wrong in it is noted in the bag."""
        clauses = tuple(self._clauses())
        ties = tuple(self._clauses(self.d.ties)) if self.d.ties else ()
        gains = tuple(self._gains())
        leave = self.rule("inactive", "leave") == "leave"
        seating = self.rule("seating", "free")
        stock, replaces = self._stock()
        said = {x.part for x in (*clauses, *ties)}
        return c.Game(
            self.mode,
            tuple(self.d.resources.values()),
            self.kinds,
            tuple(n for n in self.d.adding if n in said),
            clauses,
            gains,
            leave,
            seating,  # type: ignore[arg-type]
            self.readings,
            stock,
            replaces,
            self._placement(),
            tuple(n for n in self.d.ties if n in said),
            ties,
        )

    # -- what each tile adds

    def own(self) -> dict[str, tuple[Clauses, Clauses]]:
        """For every tile the clauses that are lost when it is read as plain, and those that are got.

        Only the declarations that looked at a kind that would be other are elaborated again: with each tile as many
        as speak of it, however many there are."""
        members, readers, before = self._readers()
        place = {name: i for i, name in enumerate(before)}
        joining = {j.kind for j in self.elaborator.joiners}
        out = {}
        for tile in self.kinds:
            if not self.kinds[tile].is_tile:
                continue
            plain, changed = self._with_plain(tile, members)
            touched = {tile, *(n for word in (*changed, _ALL) for n in readers.get(word, ()))}
            names = list(before) if tile in joining else sorted(touched, key=place.__getitem__)
            more = [x for n in names for x in before[n]]
            out[tile] = _apart(more, plain._clauses(names))
        return out

    def _readers(self) -> tuple[Mapping[str, frozenset[str]], dict[str, set[str]], dict[str, Clauses]]:
        """What kind words mean, for each the declarations that look at it, and the clauses of each declaration."""
        watched = _Watched(self.members)
        self.members = watched
        self.elaborator = self._elaborator()
        before: dict[str, Clauses] = {}
        readers: dict[str, set[str]] = {}
        for name in self.d.adding:
            watched.seen.clear()
            before[name] = tuple(self._clauses((name,)))
            for word in watched.seen:
                readers.setdefault(word, set()).add(name)
        return watched.members, readers, before

    def under(self, readings: Readings) -> GameBuilder:
        """What builds the same under other readings, which are looked up one by one and only where they matter.

        (Limits serve the checks of tables, and stay as they are.)"""
        new = copy(self)
        new.read_under(readings)
        new.elaborator = new._elaborator()
        return new

    def clauses_of(self, name: str) -> Clauses:
        """The clauses of a declaration."""
        return tuple(self._clauses((name,)))

    def gains_of(self, kind: str) -> tuple[c.Gain, ...]:
        """The gains of a kind."""
        return tuple(self._gains((kind,)))

    def own_of(self, tile: str, name: str) -> tuple[Clauses, Clauses]:
        """The clauses of a declaration that are lost when a tile is read as plain, and those that are got."""
        plain, _ = self._with_plain(tile, self.members)
        return _apart(self._clauses((name,)), plain._clauses((name,)))

    def speaking(self) -> dict[str, list[str]]:
        """For every tile the declarations whose clauses may be other when it is read as plain."""
        watched, readers, before = self._readers()
        joining = {j.kind for j in self.elaborator.joiners}
        out = {}
        for tile in self.kinds:
            _, changed = self._with_plain(tile, watched)
            touched = {tile, *(n for word in (*changed, _ALL) for n in readers.get(word, ()))}
            out[tile] = [n for n in before if tile in joining or n in touched]
        return out

    def _with_plain(self, tile: str, members: Mapping[str, frozenset[str]]) -> tuple[GameBuilder, frozenset[str]]:
        """What builds the clauses with one tile read as plain, and the words that mean other kinds then."""
        new = copy(self)
        changed = new.read_as_plain(tile, members)
        new.elaborator = new._elaborator()
        return new, changed


def _stock_lines(lines: tuple[s.Line, ...], players: int) -> Iterator[s.Line]:
    for line in lines:
        if isinstance(line, s.FromPlayers):
            if players >= line.number:
                yield from _stock_lines(line.lines, players)
        else:
            yield line


def own_clauses(game: c.Game, plain: c.Game) -> tuple[Clauses, Clauses]:
    """The clauses that the game has and its plain reading lacks, and the other way round."""
    return _apart(game.clauses, plain.clauses)


def _apart(mine: Iterable[c.Clause], other: Iterable[c.Clause]) -> tuple[Clauses, Clauses]:
    """Those of the first that the second lacks, and the other way round, each as often as it is there."""
    more, less = list(mine), []
    for x in other:
        if x in more:
            more.remove(x)
        else:
            less.append(x)
    return tuple(more), tuple(less)
