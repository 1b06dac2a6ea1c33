"""From declarations to games: one for each mode and choice of readings.

Guarantee: `Specification.game` is a pure function of the declarations, the mode, the readings and the kinds read
as plain. Reading a tile as plain keeps its needs, seats and first parent, and drops everything else that it
says; the difference of the two games' clauses is the tile's *own* score.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator, Mapping
from copy import copy
from dataclasses import dataclass, field, replace
from functools import cached_property, partial
from pathlib import Path
from typing import Any, TypeVar, assert_never

from dsl import core as c
from dsl import syntax as s
from dsl.bounds import Limits
from dsl.branches import Leaf, Tree, asked, tree
from dsl.declarations import Declarations, Ruling, lines_in, title_of, unknown
from dsl.diagnostics import Bag, Diagnostic
from dsl.elaborate import Elaborator, Joiner, Scope
from dsl.fold import ZERO, divide
from dsl.placement import placement
from dsl.pretty import clause as clause_text
from dsl.source import Span

Readings = Mapping[str, str]
Clauses = tuple[c.Clause, ...]
T = TypeVar("T", bound=s.Line)
U = TypeVar("U")


@dataclass(frozen=True)
class Pieces:
    """The game of a mode under all readings at once: each piece with the rulings that it hangs on.

    `game` is the one under the default readings, for what is the same under all. `clauses` (those of one
    declaration each), `ties` and `gains` are in the order of the game's; `own` lists, for each tile, what makes its
    own score: the clauses that count for it, and those that count against it. `order` is that of the parts,
    `tie_order` that of what breaks ties."""

    game: c.Game
    order: tuple[str, ...]
    tie_order: tuple[str, ...]
    clauses: tuple[Tree[Clauses], ...]
    ties: tuple[Tree[Clauses], ...]
    gains: tuple[Tree[tuple[c.Gain, ...]], ...]
    kinds: Mapping[str, Tree[c.Kind]]
    own: Mapping[str, tuple[Tree[tuple[Clauses, Clauses]], ...]]
    seating: Tree[str]
    defaults: Mapping[str, str]  # of the rulings that make a difference, in the order of the rules


@dataclass
class Specification:
    """A checked specification: the declarations and the games that they make."""

    declarations: Declarations
    files: tuple[s.File, ...]
    folders: tuple[Path, ...] = ()
    _games: dict[tuple[str, tuple[tuple[str, str], ...], frozenset[str], str], c.Game] = field(
        default_factory=dict, repr=False
    )
    _builders: dict[object, tuple[_Builder, tuple[Diagnostic, ...]]] = field(
        default_factory=dict, repr=False, compare=False
    )

    @property
    def title(self) -> str:
        """The title of the game."""
        return self.declarations.title

    @property
    def rulings(self) -> Mapping[str, Ruling]:
        """All rulings by name."""
        return self.declarations.rulings

    @property
    def modes(self) -> tuple[str, ...]:
        """The names of the modes."""
        return tuple(self.declarations.modes)

    @cached_property
    def defaults(self) -> dict[str, str]:
        """The default reading of every ruling."""
        return {r.name: r.default for r in self.declarations.rulings.values()}

    def readings(self, chosen: Readings | None = None) -> dict[str, str]:
        """The defaults with some readings replaced."""
        return {**self.defaults, **(chosen or {})}

    def tiles(self, mode: str) -> tuple[str, ...]:
        """The tiles of a mode, in alphabetical order."""
        d = self.declarations
        return tuple(sorted(k for k in d.kinds if d.is_tile(k) and mode in d.kind_modes[k]))

    def game(
        self,
        mode: str,
        readings: Readings | None = None,
        plain: frozenset[str] = frozenset(),
        *,
        board_of: str = "",
    ) -> c.Game:
        """The game of a mode under the given readings (defaults elsewhere), some kinds read as plain.

        `board_of` names another mode on whose board it is read."""
        full = self.readings(readings)
        key = (mode, tuple(sorted(full.items())), plain, board_of or mode)
        if key not in self._games:
            bag = Bag()
            self._games[key] = build_game(self.declarations, mode, full, plain, bag, board_of=board_of)
            bag.check()
        return self._games[key]

    def clauses(
        self, mode: str, readings: Readings | None = None, owner: str = ""
    ) -> tuple[tuple[c.Clause, ...], tuple[c.Clause, ...]]:
        """The clauses that make the total, or what a tile adds by its own text, or the part of a building or
        scoring; and those that are taken off that."""
        game = self.game(mode, readings)
        if not owner:
            return game.clauses, ()
        if owner in game.kinds and game.kinds[owner].is_tile:
            return own_clauses(game, self.game(mode, readings, frozenset({owner})))
        return game.clauses_of(owner), ()

    def own(
        self, mode: str, readings: Readings | None = None
    ) -> dict[str, tuple[tuple[c.Clause, ...], tuple[c.Clause, ...]]]:
        """For every tile of a mode what `clauses` gives for it, without making a whole game for each."""
        bag = Bag()
        found = _Builder(self.declarations, mode, self.readings(readings), frozenset(), bag).own()
        bag.check()
        return {t: found[t] for t in self.tiles(mode)}

    def pieces(self, mode: str) -> Pieces:
        """The game of a mode under all readings at once."""
        bag = Bag()
        builder = _Builder(self.declarations, mode, self.defaults, frozenset(), bag)
        speaking = _Builder(self.declarations, mode, self.defaults, frozenset(), Bag(), everything=True).speaking()
        readings = {r.name: r.names() for r in self.rulings.values()}
        d = self.declarations

        def of(value: Callable[[_Builder], U]) -> Tree[U]:
            return tree(lambda chosen: value(builder.under(chosen)), readings)

        clauses = [of(partial(_Builder.clauses_of, name=n)) for n in d.adding]
        ties = [of(partial(_Builder.clauses_of, name=n)) for n in d.ties]
        gains = [of(partial(_Builder.gains_of, kind=k)) for k in builder.kinds]
        kinds = {k: of(partial(_Builder._kind, kind=k)) for k in builder.kinds}
        own = {t: [of(partial(_Builder.own_of, tile=t, name=n)) for n in speaking[t]] for t in self.tiles(mode)}
        seating = of(lambda x: x._rule("seating", "free"))
        bag.check()

        def some(found: Iterable[Tree[Any]]) -> tuple[Tree[Any], ...]:
            # What is empty under all readings is left out.
            return tuple(x for x in found if not isinstance(x, Leaf) or any(x.value))

        listed = [x for trees in own.values() for x in trees]
        trees: list[Tree[Any]] = [*clauses, *ties, *gains, *kinds.values(), *listed, seating]
        matter = {r for x in trees for r in asked(x)}
        return Pieces(
            self.game(mode), d.adding, d.ties, some(clauses), some(ties), some(gains), kinds,
            {t: some(x) for t, x in own.items()}, seating, {r: x for r, x in self.defaults.items() if r in matter},
        )  # fmt: skip

    def elaborator(
        self, mode: str, readings: Readings | None, bag: Bag, plain: frozenset[str] = frozenset()
    ) -> Elaborator:
        """What turns an expression (of a property, say) into core for a mode."""
        full = self.readings(readings)
        key = (mode, tuple(sorted(full.items())), plain)
        if key not in self._builders:
            own = Bag()
            builder = _Builder(self.declarations, mode, full, plain, own)
            self._builders[key] = builder, tuple(own.found)
        builder, found = self._builders[key]
        bag.found += found
        made = copy(builder.elaborator)
        made.bag = bag
        return made


def build_game(
    declarations: Declarations,
    mode: str,
    readings: Readings,
    plain: frozenset[str],
    bag: Bag,
    everything: bool = False,
    board_of: str = "",
) -> c.Game:
    """Elaborate all clauses of a mode. `everything` visits the blocks of all readings, to check them all."""
    return _Builder(declarations, mode, readings, plain, bag, everything, board_of).game()


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

    def __init__(self, builder: _Builder) -> None:
        self.builder = builder

    @cached_property
    def found(self) -> tuple[Joiner, ...]:
        return tuple(self.builder._joiners())

    def __iter__(self) -> Iterator[Joiner]:
        return iter(self.found)


class _Builder:
    def __init__(
        self,
        declarations: Declarations,
        mode: str,
        readings: Readings,
        plain: frozenset[str],
        bag: Bag,
        everything: bool = False,
        board_of: str = "",
    ) -> None:
        self.d = declarations
        self.mode = declarations.modes[mode]
        if board_of:
            self.mode = replace(self.mode, board=declarations.modes[board_of].board)
        self.readings = readings
        self.plain = plain
        self.bag = bag
        self.visit = None if everything else readings
        self._said: dict[tuple[str, tuple[type, ...]], list[s.Line]] = {}
        self._ruled: dict[str, str | None] = {}
        here = [k for k in self.d.kinds if mode in self.d.kind_modes[k]]
        self.parents = {k: self._parents(k) for k in here}
        self.ancestors = {k: frozenset(self._ancestors(k)) for k in here}
        self.members: Mapping[str, frozenset[str]] = {
            name: frozenset(k for k in here if name in self.ancestors[k]) for name in self.d.kinds
        }
        self.kinds = {k: self._kind(k) for k in here}
        self.limits = Limits(
            self.mode.board,
            {k: x.max_floors for k, x in self.kinds.items()},
            {k: x.seats for k, x in self.kinds.items()},
            {k: x.prints for k, x in self.kinds.items()},
            {r.name: r.pieces for r in self.d.resources.values()},
        )
        self.elaborator = self._elaborator()

    def _elaborator(self) -> Elaborator:
        return Elaborator(
            self.d,
            self.members,
            self.readings,
            _Joiners(self),
            self.limits,
            self.mode.name,
            self.bag,
            self._rule("inactive", "leave") == "leave",
        )

    # -- kinds

    def _lines(self, kind: str, *sorts: type[T]) -> Iterator[T]:
        """The lines of some sorts that a kind says itself in this mode under these readings."""
        key: tuple[str, tuple[type, ...]] = kind, sorts
        if key not in self._said:
            decl = self.d.kinds[kind]
            held = lines_in(decl.lines, self.mode.name, self.visit, lambda x: isinstance(x, sorts))
            self._said[key] = [] if decl.sorts.isdisjoint(sorts) else list(held)
        yield from self._said[key]  # type: ignore[misc]

    def _parents(self, kind: str) -> tuple[str, ...]:
        names = [self.d.kind_name(w.name) for w in self.d.kinds[kind].parents]
        found = tuple(n for n in names if n is not None)
        return found[:1] if kind in self.plain else found

    def _ancestors(self, kind: str) -> Iterator[str]:
        # Read as plain, a tile is just what its first parent is: sentences that name it do not mean it.
        if kind not in self.plain:
            yield kind
        for parent in self._parents(kind):
            yield from self._ancestors(parent)

    def _line_of(self, kind: str, cls: type[s.Needs] | type[s.Seats] | type[s.MaxFloors]) -> s.Line | None:
        """The kind's own line, else its first parent's."""
        found = next(self._lines(kind, cls), None)
        if found is not None:
            return found
        names = [self.d.kind_name(w.name) for w in self.d.kinds[kind].parents]
        return self._line_of(names[0], cls) if names and names[0] is not None else None

    def _units(self, amounts: tuple[s.Amount, ...]) -> dict[str, int]:
        out: dict[str, int] = {}
        first: dict[str, Span] = {}
        for a in amounts:
            name = self.d.resource_name(a.resource.name)
            if name is None:
                known = [n for r in self.d.resources.values() for n in (r.name, r.plural)]
                unknown(self.bag, "TP013", "resource", a.resource, known)
                continue
            pieces = self.d.resources[name].pieces
            if name in first:
                self.bag.add(
                    "TP033",
                    f"`{a.resource.name}` is said twice",
                    a.resource.span,
                    labels=[(first[name], "first said here")],
                )
            first.setdefault(name, a.resource.span)
            if a.number is not None and a.number > pieces:
                self.bag.add(
                    "TP043", f"{a.number} is more than the {pieces} pieces in the box", a.span
                )
            out[name] = min(pieces if a.number is None else a.number, pieces)
        return {k: n for k, n in out.items() if n}

    def _height(self, line: s.MaxFloors) -> int:
        if 1 <= line.value <= 20:
            return line.value
        self.bag.add("TP042", "a building has from 1 to 20 floors", line.span)
        return 1

    def _kind(self, kind: str) -> c.Kind:
        decl = self.d.kinds[kind]
        needs = self._line_of(kind, s.Needs)
        seats = self._line_of(kind, s.Seats)
        floors = self._line_of(kind, s.MaxFloors)
        height = self._height(floors) if isinstance(floors, s.MaxFloors) else 1
        for x in self._lines(kind, s.Needs, s.Seats, s.MaxFloors) if self.visit is None else ():
            # These count under one reading each; to be checked, all of them are looked at.
            if isinstance(x, s.Needs | s.Seats):
                self._units(x.amounts)
            elif isinstance(x, s.MaxFloors):
                self._height(x)
        placed: dict[str, int] = {}
        for given in () if kind in self.plain else self._lines(kind, s.GainPlaced):
            for name, n in self._units(given.gains).items():
                placed[name] = placed.get(name, 0) + n
        prints = [
            c.PrintVariant(x.name.name, tuple(sorted(self._units(x.gains).items())), x.worth)
            for x in self._lines(kind, s.Print)
        ]
        glyph = next((x.letter for x in decl.lines if isinstance(x, s.Glyph)), "")
        copies = next((x.value for x in self._lines(kind, s.Copies)), 1)
        is_tile = self.d.is_tile(kind)
        return c.Kind(
            kind,
            title_of(decl),
            self.d.plural_title(kind),
            glyph,
            is_tile,
            self.parents[kind],
            self.ancestors[kind],
            height,
            self._units(needs.amounts) if isinstance(needs, s.Needs) else {},
            self._units(seats.amounts) if isinstance(seats, s.Seats) else {},
            isinstance(seats, s.Seats) and seats.even_inactive,
            placed,
            tuple(prints) or (c.PrintVariant("plain", (), 0),),
            copies,
            is_tile and self._first("tiles_score") is not None,
        )

    def _joiners(self) -> Iterator[Joiner]:
        for kind in self.kinds:
            for x in self._lines(kind, s.Joins):
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

    # -- the game's own rules

    def _rules(self, what: str) -> Iterator[str]:
        """The words of the game's rules of a sort."""

        def wanted(x: s.Line) -> bool:
            return isinstance(x, s.GameRule) and x.what == what

        if self.d.game is not None:
            # Game rules shape all clauses: they are read as the given readings say, even when all blocks
            # are visited to be checked.
            for x in lines_in(self.d.game.lines, self.mode.name, self.readings, wanted):
                assert isinstance(x, s.GameRule)
                yield x.word

    def _rule(self, what: str, default: str) -> str:
        found = self._first(what)
        return default if found is None else found

    def _first(self, what: str) -> str | None:
        """The word of the first of these rules; every kind asks for it."""
        if what not in self._ruled:
            self._ruled[what] = next(self._rules(what), None)
        return self._ruled[what]

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
                self._lines(name, s.Score, s.ScoreBy)
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

    # -- what each tile adds

    def own(self) -> dict[str, tuple[tuple[c.Clause, ...], tuple[c.Clause, ...]]]:
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

    def under(self, readings: Readings) -> _Builder:
        """What builds the same under other readings, which are looked up one by one and only where they matter.

        (Limits serve the checks of tables, and stay as they are.)"""
        new = copy(self)
        new.readings = new.visit = readings
        new._said, new._ruled = {}, {}
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

    def _with_plain(self, tile: str, members: Mapping[str, frozenset[str]]) -> tuple[_Builder, frozenset[str]]:
        """What builds the clauses with one tile read as plain, and the words that mean other kinds then."""
        new = copy(self)
        new.plain = frozenset({tile})
        new.parents = {**self.parents, tile: new._parents(tile)}
        below = members[tile]
        new.ancestors = {**self.ancestors, **{k: frozenset(new._ancestors(k)) for k in below}}
        fewer: dict[str, set[str]] = {}
        for k in below:
            for word in self.ancestors[k] - new.ancestors[k]:
                fewer.setdefault(word, set()).add(k)
        new.members = {**members, **{word: members[word] - kinds for word, kinds in fewer.items()}}
        new.elaborator = new._elaborator()
        return new, frozenset(fewer)

    def _gains(self, only: Iterable[str] = ()) -> Iterator[c.Gain]:
        """The gains of all kinds in their order, or of those that are named."""
        for kind in only or self.kinds:
            if kind in self.plain:
                continue
            sources = [a for a in self.d.kinds if a in self.ancestors[kind]]
            for source in sources:
                for line in self._lines(source, s.GainEnd):
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
            self._units((s.Amount(1, line.resource),))
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
        clauses = tuple(self._clauses())
        ties = tuple(self._clauses(self.d.ties)) if self.d.ties else ()
        gains = tuple(self._gains())
        leave = self._rule("inactive", "leave") == "leave"
        seating = self._rule("seating", "free")
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


def _stock_lines(lines: tuple[s.Line, ...], players: int) -> Iterator[s.Line]:
    for line in lines:
        if isinstance(line, s.FromPlayers):
            if players >= line.number:
                yield from _stock_lines(line.lines, players)
        else:
            yield line


def own_clauses(game: c.Game, plain: c.Game) -> tuple[tuple[c.Clause, ...], tuple[c.Clause, ...]]:
    """The clauses that the game has and its plain reading lacks, and the other way round."""
    return _apart(game.clauses, plain.clauses)


def _apart(
    mine: Iterable[c.Clause], other: Iterable[c.Clause]
) -> tuple[tuple[c.Clause, ...], tuple[c.Clause, ...]]:
    """Those of the first that the second lacks, and the other way round, each as often as it is there."""
    more, less = list(mine), []
    for x in other:
        if x in more:
            more.remove(x)
        else:
            less.append(x)
    return tuple(more), tuple(less)

