"""A specification and its games: one for each mode and choice of readings, each built once.

Guarantee: `Specification.game` is a pure function of the declarations, the mode, the readings and the kinds read
as plain. Reading a tile as plain keeps its needs, seats and first parent, and drops everything else that it
says; the difference of the two games' clauses is the tile's *own* score.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping
from copy import copy
from dataclasses import dataclass, field
from functools import cached_property, partial
from pathlib import Path
from typing import Any, TypeVar

from dsl import core as c
from dsl import syntax as s
from dsl.branches import Leaf, Tree, asked, tree
from dsl.declarations import Declarations, Readings, Ruling
from dsl.diagnostics import Bag, Diagnostic
from dsl.elaborate import Elaborator
from dsl.game_builder import Clauses, GameBuilder, own_clauses

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
    _builders: dict[object, tuple[GameBuilder, tuple[Diagnostic, ...]]] = field(
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
            self._games[key] = GameBuilder(self.declarations, mode, full, plain, bag, board_of=board_of).game()
            bag.check()
        return self._games[key]

    def clauses(
        self, mode: str, readings: Readings | None = None, owner: str = ""
    ) -> tuple[Clauses, Clauses]:
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
    ) -> dict[str, tuple[Clauses, Clauses]]:
        """For every tile of a mode what `clauses` gives for it, without making a whole game for each."""
        bag = Bag()
        found = GameBuilder(self.declarations, mode, self.readings(readings), frozenset(), bag).own()
        bag.check()
        return {t: found[t] for t in self.tiles(mode)}

    def pieces(self, mode: str) -> Pieces:
        """The game of a mode under all readings at once."""
        bag = Bag()
        builder = GameBuilder(self.declarations, mode, self.defaults, frozenset(), bag)
        every = GameBuilder(self.declarations, mode, self.defaults, frozenset(), Bag(), everything=True)
        speaking = every.speaking()
        readings = {r.name: r.names() for r in self.rulings.values()}
        d = self.declarations

        def of(value: Callable[[GameBuilder], U]) -> Tree[U]:
            return tree(lambda chosen: value(builder.under(chosen)), readings)

        clauses = [of(partial(GameBuilder.clauses_of, name=n)) for n in d.adding]
        ties = [of(partial(GameBuilder.clauses_of, name=n)) for n in d.ties]
        gains = [of(partial(GameBuilder.gains_of, kind=k)) for k in builder.kinds]
        kinds = {k: of(partial(GameBuilder.kind_of, kind=k)) for k in builder.kinds}
        own = {t: [of(partial(GameBuilder.own_of, tile=t, name=n)) for n in speaking[t]] for t in self.tiles(mode)}
        seating = of(lambda x: x.rule("seating", "free"))
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
            builder = GameBuilder(self.declarations, mode, full, plain, own)
            self._builders[key] = builder, tuple(own.found)
        builder, found = self._builders[key]
        bag.found += found
        made = copy(builder.elaborator)
        made.bag = bag
        return made
