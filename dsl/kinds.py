"""What the kinds of a mode are under one choice of readings: whom they inherit from, what they need and hold.

Guarantee: `kinds` has every kind of the mode, once. A tile that is read as plain is what its first parent is: it
keeps needs, seats and floors, and loses its name and whatever else it says.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from dataclasses import replace
from typing import TypeVar

from dsl import core as c
from dsl import syntax as s
from dsl.bounds import Limits
from dsl.declarations import Declarations, Readings, lines_in, title_of, unknown
from dsl.diagnostics import Bag
from dsl.source import Span

T = TypeVar("T", bound=s.Line)


class Kinds:
    """The kinds of a mode, how much each can have, and the game's rules that shape them. `everything` visits the
    blocks of all readings, to check them all; `board_of` names another mode on whose board the mode is read."""

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
        self.kinds = {k: self.kind_of(k) for k in here}
        self.limits = Limits(
            self.mode.board,
            {k: x.max_floors for k, x in self.kinds.items()},
            {k: x.seats for k, x in self.kinds.items()},
            {k: x.prints for k, x in self.kinds.items()},
            {r.name: r.pieces for r in self.d.resources.values()},
        )

    def read_under(self, readings: Readings) -> None:
        """Forget what was read under other readings."""
        self.readings = self.visit = readings
        self._said, self._ruled = {}, {}

    def read_as_plain(self, tile: str, members: Mapping[str, frozenset[str]]) -> frozenset[str]:
        """Read a tile as plain; the words that mean fewer kinds then. `members` is what they meant before."""
        self.plain = frozenset({tile})
        self.parents = {**self.parents, tile: self._parents(tile)}
        before, below = self.ancestors, members[tile]
        self.ancestors = {**before, **{k: frozenset(self._ancestors(k)) for k in below}}
        fewer: dict[str, set[str]] = {}
        for k in below:
            for word in before[k] - self.ancestors[k]:
                fewer.setdefault(word, set()).add(k)
        self.members = {**members, **{word: members[word] - kinds for word, kinds in fewer.items()}}
        return frozenset(fewer)

    # -- what a kind says

    def lines_of(self, kind: str, *sorts: type[T]) -> Iterator[T]:
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
        found = next(self.lines_of(kind, cls), None)
        if found is not None:
            return found
        names = [self.d.kind_name(w.name) for w in self.d.kinds[kind].parents]
        return self._line_of(names[0], cls) if names and names[0] is not None else None

    def units(self, amounts: tuple[s.Amount, ...]) -> dict[str, int]:
        """Units by resource, no more than the box has pieces."""
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

    def kind_of(self, kind: str) -> c.Kind:
        """What a kind is."""
        decl = self.d.kinds[kind]
        needs = self._line_of(kind, s.Needs)
        seats = self._line_of(kind, s.Seats)
        floors = self._line_of(kind, s.MaxFloors)
        height = self._height(floors) if isinstance(floors, s.MaxFloors) else 1
        for x in self.lines_of(kind, s.Needs, s.Seats, s.MaxFloors) if self.visit is None else ():
            # These count under one reading each; to be checked, all of them are looked at.
            if isinstance(x, s.Needs | s.Seats):
                self.units(x.amounts)
            elif isinstance(x, s.MaxFloors):
                self._height(x)
        placed: dict[str, int] = {}
        for given in () if kind in self.plain else self.lines_of(kind, s.GainPlaced):
            for name, n in self.units(given.gains).items():
                placed[name] = placed.get(name, 0) + n
        prints = [
            c.PrintVariant(x.name.name, tuple(sorted(self.units(x.gains).items())), x.worth)
            for x in self.lines_of(kind, s.Print)
        ]
        glyph = next((x.letter for x in decl.lines if isinstance(x, s.Glyph)), "")
        copies = next((x.value for x in self.lines_of(kind, s.Copies)), 1)
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
            self.units(needs.amounts) if isinstance(needs, s.Needs) else {},
            self.units(seats.amounts) if isinstance(seats, s.Seats) else {},
            isinstance(seats, s.Seats) and seats.even_inactive,
            placed,
            tuple(prints) or (c.PrintVariant("plain", (), 0),),
            copies,
            is_tile and self.first_rule("tiles_score") is not None,
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

    def rule(self, what: str, default: str) -> str:
        """The word of the first of the game's rules of a sort."""
        found = self.first_rule(what)
        return default if found is None else found

    def first_rule(self, what: str) -> str | None:
        """The same, None where there is none; it is kept, as every kind asks for it."""
        if what not in self._ruled:
            self._ruled[what] = next(self._rules(what), None)
        return self._ruled[what]
