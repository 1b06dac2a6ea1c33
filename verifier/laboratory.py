"""Where random programs are tried: rules that score nothing by themselves, and random cities.

Guarantee: a laboratory has every name of its specification, and no clause that scores; a city is complete and
possible. Every choice is made with `pick`, so that the same picks give the same city.
"""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from dataclasses import dataclass, replace
from typing import Protocol, TypeVar

from dsl import core as c
from dsl import syntax as s
from dsl.assemble import Specification
from dsl.city import Building, City
from dsl.declarations import Declarations

T = TypeVar("T")


class Pick(Protocol):
    """A choice among some options."""

    def __call__(self, options: Sequence[T], /) -> T:
        """One of them."""


_SCORES = (s.Score, s.ScoreBy, s.GainEnd, s.Example, s.Property)


def _silent(lines: Iterable[s.Line]) -> tuple[s.Line, ...]:
    out: list[s.Line] = []
    for x in lines:
        if isinstance(x, s.ModeBlock | s.UnderBlock):
            out.append(replace(x, lines=_silent(x.lines)))
        elif not isinstance(x, _SCORES):
            out.append(x)
    return tuple(out)


@dataclass(frozen=True)
class Lab:
    """A mode of a specification whose kinds score nothing, so that a program can be added to one of them."""

    declarations: Declarations
    items: tuple[s.Declaration | s.TableDeclaration, ...]
    game: c.Game
    loops: int  # how often the innermost part of a program may be looked at

    @staticmethod
    def of(spec: Specification, mode: str, loops: int) -> Lab:
        """The laboratory of a mode."""
        d = spec.declarations
        items = tuple(
            x if isinstance(x, s.TableDeclaration) else replace(x, lines=_silent(x.lines))
            for file in spec.files
            for x in file.items
        )
        return Lab(d, items, spec.game(mode), loops).adding("", ())

    def adding(self, owner: str, lines: tuple[s.Line, ...]) -> Lab:
        """The same with more lines for one kind or scoring."""
        items, d = [], self.declarations
        kinds, scorings = {}, {}
        for x in self.items:
            if isinstance(x, s.Declaration) and x.name is not None:
                named = x.name.name
                if named == owner and x.what in ("building", "tile", "scoring"):
                    x = replace(x, lines=x.lines + lines)
                if x.what in ("building", "tile"):
                    kinds[named] = x
                if x.what == "scoring":
                    scorings[named] = x
            items.append(x)
        return replace(self, items=tuple(items), declarations=replace(d, kinds=kinds, scorings=scorings))

    @property
    def kinds(self) -> list[str]:
        """The kinds of the mode."""
        return list(self.game.kinds)

    @property
    def scorings(self) -> list[str]:
        """The scorings of the mode."""
        d = self.declarations
        return [x for x in d.scorings if self.game.mode.name in d.kind_modes[x]]

    def words(self, names: Iterable[str]) -> list[str]:
        """The names of kinds, and their plurals."""
        plurals = {kind: word for word, kind in self.declarations.plurals.items()}
        return [w for n in names for w in (n, plurals.get(n, n))]

    @property
    def resources(self) -> list[str]:
        """Both words of each resource."""
        return [w for r in self.game.resources for w in (r.name, r.plural)]


def random_city(pick: Pick, game: c.Game, pool: Sequence[str], once: str | None, taken: bool) -> City:
    """A complete city of a few kinds, with a random seating. A kind of `once` stands exactly once.
    Two of three cities have a supply that is given, the others (if `taken` allows for it) what their tiles give and
    what they took at the end."""
    cells: list[Building | None] = []
    left = {r.name: r.pieces for r in game.resources}
    empty = pick((0.1, 0.3, 0.6, 0.9))
    many = [k for k in pool if k != once]
    only = pick(game.mode.board.spaces) if once is not None else None
    for space in game.mode.board.spaces:
        if space != only and (not many or pick(range(100)) < 100 * empty):
            cells.append(None)
            continue
        kind = game.kinds[once if space == only and once is not None else pick(many)]
        floors = pick(range(1, kind.max_floors + 1))
        chosen = [pick(kind.prints) for _ in range(floors)]
        gains: dict[str, int] = {}
        for name, n in (x for v in chosen for x in v.gains):
            gains[name] = gains.get(name, 0) + n
        enough = all(left[r] >= n for r, n in kind.needs.items())
        active = not kind.needs or (enough and pick((True, True, False)))
        used = dict(kind.needs) if active else {}
        seats: dict[str, int] = {}
        if active or kind.seats_inactive:
            for r, n in kind.seats.items():
                seats[r] = pick(range(min(n, 4, max(0, left[r] - used.get(r, 0))) + 1))
        left = {r: n - used.get(r, 0) - seats.get(r, 0) for r, n in left.items()}
        vp = sum(v.worth for v in chosen)
        cells.append(Building(kind.name, floors, gains, vp, active, {r: n for r, n in seats.items() if n}))
    city = City(game.mode.name, tuple(cells))
    received, seated = city.received(game), city.seated(game)
    short = {r: max(0, seated[r] - n) for r, n in received.items()}
    enough = all(received[r.name] + short[r.name] < r.pieces for r in game.resources)
    if taken and pick((False, False, True)) and enough:
        first = next((space for space, _ in city.buildings()), 0)
        return replace(city, taken={(first, r): n + pick((0, 1)) for r, n in short.items()})
    supply = {r.name: r.pieces - left[r.name] + pick(range(min(3, left[r.name]) + 1)) for r in game.resources}
    return replace(city, supply=supply)
