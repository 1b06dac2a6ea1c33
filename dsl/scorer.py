"""The scorer: compiled clauses applied to complete cities.

Guarantee: `Scorer.sheet` is the final score of a complete city under the rules of one mode and given readings,
by part; parts add up to the total, and what breaks ties is told beside them. `own` is the total less the total with
a tile read as plain, on the same seating.
"""

from __future__ import annotations

from dataclasses import dataclass
from functools import cached_property
from typing import assert_never

from dsl import core as c
from dsl.assemble import Readings, Specification, own_clauses
from dsl.city import City
from dsl.to_python import Function, compile_module, module_source
from dsl.view import View

PRINTED = "printed"
UNSEATED = "unseated_"


@dataclass(frozen=True)
class Sheet:
    """A score sheet in VP: parts in the order of their declaration, then printed VP and unseated units.

    `ties` is no part of the total: among equal totals more of the first is better, then of the next."""

    total: int
    parts: dict[str, int]
    own: dict[str, int]
    ties: dict[str, int]


def _functions(clauses: tuple[c.Clause, ...], gains: tuple[c.Gain, ...]) -> dict[str, tuple[str, c.Int]]:
    found: dict[str, tuple[str, c.Int]] = {}
    for i, x in enumerate(clauses):
        found[f"score_{x.part}_{i}"] = (f"{x.part}: {x.text}", x.value)
    for i, g in enumerate(gains):
        found[f"gain_{g.kind}_{i}"] = (f"{g.kind}: {g.text}", g.amount)
    return found


class Compiled:
    """A game with its clauses and gains compiled."""

    def __init__(self, game: c.Game) -> None:
        self.game = game
        self._always = frozenset(name for name, kind in game.kinds.items() if kind.scores_inactive)
        made = compile_module(game.mode.name, _functions((*game.clauses, *game.ties), game.gains))
        functions = iter(made.values())  # each of these takes as many as it has clauses
        self.clauses: list[tuple[c.Clause, Function]] = list(zip(game.clauses, functions, strict=False))
        self.ties: list[tuple[c.Clause, Function]] = list(zip(game.ties, functions, strict=False))
        self.gains: list[tuple[c.Gain, Function]] = list(zip(game.gains, functions, strict=True))

    def scores(self, kind: str, active: bool) -> bool:
        """Whether a building's clauses count."""
        return active or kind in self._always

    def clause_total(self, clause: c.Clause, function: Function, city: City, view: View) -> int:
        """VP of one clause over the whole city."""
        if not clause.kinds:
            return function(view, 0)
        kinds, always = clause.kinds, self._always
        total = 0
        for space, b in enumerate(city.cells):  # a plain loop: no other is run as often
            if b is not None and b.kind in kinds and (b.active or b.kind in always):
                total += function(view, space)
        return total

    def parts(self, city: City, view: View) -> dict[str, int]:
        """VP by part."""
        out = dict.fromkeys(self.game.parts, 0)
        for clause, function in self.clauses:
            out[clause.part] += self.clause_total(clause, function, city, view)
        out[PRINTED] = sum(b.vp for _, b in city.buildings() if b.active)
        for r in self.game.resources:
            out[UNSEATED + r.plural] = -r.cost * view.unseated(r.name)
        return out

    def tied(self, city: City, view: View) -> dict[str, int]:
        """What breaks ties, first to last."""
        out = dict.fromkeys(self.game.tie_parts, 0)
        for clause, function in self.ties:
            out[clause.part] += self.clause_total(clause, function, city, view)
        return out

    def lines(self, city: City, view: View) -> dict[str, int]:
        """VP by part, then what breaks ties: all that a name may stand for in examples and properties."""
        return {**self.parts(city, view), **self.tied(city, view)}

    def available(self, city: City, view: View) -> list[tuple[c.Gain, int, int]]:
        """For each gain at the end: the gain, the space that gives it, and its units (at least 0)."""
        found = []
        for gain, function in self.gains:
            for space, b in city.buildings():
                if b.kind == gain.kind:
                    found.append((gain, space, max(0, function(view, space))))
        return found


class Scorer:
    """Scores complete cities of one mode under given readings."""

    def __init__(
        self, spec: Specification, mode: str, readings: Readings | None = None, board_of: str = ""
    ) -> None:
        """`board_of` names another mode on whose board the rules are read."""
        self.spec = spec
        self.mode = mode
        self.board_of = board_of
        self.readings = spec.readings(readings)
        self.compiled = Compiled(spec.game(mode, readings, board_of=board_of))
        self.game = self.compiled.game
        self._own: dict[str, tuple[list[tuple[c.Clause, Function]], list[tuple[c.Clause, Function]]]] = {}

    def view(self, city: City) -> View:
        """The city as compiled clauses see it."""
        return View(city, self.game)

    def total(self, city: City) -> int:
        """The final score in VP."""
        return sum(self.compiled.parts(city, self.view(city)).values())

    def _difference(
        self, tile: str
    ) -> tuple[list[tuple[c.Clause, Function]], list[tuple[c.Clause, Function]]]:
        if tile not in self._own:
            more, less = self._apart(tile)
            made = list(compile_module(tile, _functions((*more, *less), ())).values())
            self._own[tile] = (
                list(zip(more, made[: len(more)], strict=True)),
                list(zip(less, made[len(more) :], strict=True)),
            )
        return self._own[tile]

    def _apart(self, tile: str) -> tuple[tuple[c.Clause, ...], tuple[c.Clause, ...]]:
        """The clauses that are lost when a tile is read as plain, and those that are got."""
        if tile in self._all_own:
            return self._all_own[tile]
        plain = self.spec.game(self.mode, self.readings, frozenset({tile}), board_of=self.board_of)
        return own_clauses(self.game, plain)

    @cached_property
    def _all_own(self) -> dict[str, tuple[tuple[c.Clause, ...], tuple[c.Clause, ...]]]:
        # All tiles take as long as one of them by two whole games; on another's board there is no other way.
        return {} if self.board_of else self.spec.own(self.mode, self.readings)

    def own(self, city: City, tile: str) -> int:
        """What the tile's text adds in VP, all copies of it together."""
        return self._own_of(city, self.view(city), tile)

    def _own_of(self, city: City, view: View, tile: str) -> int:
        more, less = self._difference(tile)
        total = self.compiled.clause_total
        return sum(total(x, f, city, view) for x, f in more) - sum(
            total(x, f, city, view) for x, f in less
        )

    def by_clause(self, city: City, owner: str = "", part: str = "") -> list[tuple[c.Clause, int]]:
        """VP of each clause: of those that make a tile's own score (what it takes away counts negative), of one
        part of the sheet (or of what breaks ties), or of all. Clauses that score nothing are there with 0."""
        view, total = self.view(city), self.compiled.clause_total
        if owner:
            more, less = self._difference(owner)
            added = [(x, total(x, f, city, view)) for x, f in more]
            return added + [(x, -total(x, f, city, view)) for x, f in less]
        clauses = [*self.compiled.clauses, *self.compiled.ties] if part else self.compiled.clauses
        return [(x, total(x, f, city, view)) for x, f in clauses if not part or x.part == part]

    def units(self, city: City, tile: str) -> dict[str, int]:
        """Units that a tile gives when everything it offers is taken, by resource."""
        view = self.view(city)
        out: dict[str, int] = {}
        copies = sum(b.kind == tile for _, b in city.buildings())
        for name, n in self.game.kinds[tile].placed.items():
            out[name] = out.get(name, 0) + n * copies
        for gain, _, n in self.compiled.available(city, view):
            if gain.kind == tile:
                out[gain.resource] = out.get(gain.resource, 0) + n
        return out

    def sheet(self, city: City) -> Sheet:
        """The whole score sheet."""
        view = self.view(city)
        parts = self.compiled.parts(city, view)
        present = sorted({b.kind for _, b in city.buildings() if self.game.kinds[b.kind].is_tile})
        own = {tile: self._own_of(city, view, tile) for tile in present}
        return Sheet(sum(parts.values()), parts, own, self.compiled.tied(city, view))

    @cached_property
    def source(self) -> str:
        """The compiled clauses as Python source."""
        return module_source(self.mode, _functions((*self.game.clauses, *self.game.ties), self.game.gains))

    def gain_complaints(self, city: City) -> list[str]:
        """What is wrong with the units taken at the end, in words."""
        if city.supply is not None and city.taken is None:
            return []  # whatever was gained is among the units of the city
        # For each space and resource: whose gain it is, and the numbers of units that may be taken.
        able: dict[tuple[int, str], tuple[str, set[int]]] = {}
        for gain, space, n in self.compiled.available(city, self.view(city)):
            match gain.mode:
                case "forced":
                    units = {n}
                case "any":
                    units = set(range(n + 1))
                case "whole":
                    units = {0, n}
                case _:
                    assert_never(gain.mode)
            _, before = able.get((space, gain.resource), ("", {0}))
            able[space, gain.resource] = (gain.kind, {a + b for a in before for b in units})
        found: list[str] = []
        taken = dict(city.taken or {})
        for (space, resource), (kind, numbers) in able.items():
            units_taken = taken.pop((space, resource), 0)
            if units_taken not in numbers:
                found.append(f"`{kind}` gives {max(numbers)} {resource}, and {units_taken} are taken")
        found += [f"{n} {resource} are taken where nothing gives any" for (_, resource), n in taken.items() if n]
        return found
