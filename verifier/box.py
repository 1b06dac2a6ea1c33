"""Whether a city can be made of the tiles in the box.

Guarantee: `complaints` is empty exactly when some choice of tiles (and, in scope `rounds`, of the rounds
that they are taken in) makes the city; a building that shows no print, or of whose kind no prints are
known, may be made of any of its kind's tiles. Only where the prints of stacks leave more than `MOST`
choices are the rounds not looked at.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator
from dataclasses import dataclass
from itertools import combinations_with_replacement, product

from dsl import core as c
from dsl.city import Building, City

MOST = 2_000
Counts = tuple[int, ...]


@dataclass(frozen=True)
class Complaint:
    """What the box lacks; `space` is None if it is about the city as a whole."""

    space: int | None
    text: str
    help: str = ""


@dataclass(frozen=True)
class _Pile:
    """The tiles of one kind: copies by round for each variant, `total` at most of all variants."""

    kind: c.Kind
    copies: tuple[Counts, ...]
    total: int

    def of(self, variant: int) -> int:
        """Copies of a variant in all rounds."""
        return min(self.total, sum(self.copies[variant]))


def complaints(city: City, game: c.Game, scope: str, players: int) -> list[Complaint]:
    """What a scope forbids about a city: units over the pieces in the box and, but for scope `any`, too many
    tiles.

    `players` is the number of players whose tiles are in the box. Of scope `placeable` only that is looked at which
    it shares with `rounds`: whether tiles can be placed takes a schedule."""
    found: list[Complaint] = []
    has = city.has(game)
    plural = {r.name: r.plural for r in game.resources}
    for r in game.resources:
        if has[r.name] > r.pieces:
            found.append(Complaint(None, f"the city has {has[r.name]} {r.plural}, the box holds {r.pieces}"))
    if scope == "any":
        return found
    if game.stock and players not in game.stock:
        known = ", ".join(map(str, game.stock))
        text = f"which tiles of {game.mode.name} are in the box with {players} players is not known"
        return [*found, Complaint(None, text, f"known for: {known} players; `--scope any` asks for no box")]
    choices: dict[str, list[Counts]] = {}
    unstated: dict[str, int] = {}
    piles = {k: _pile(k, game, players) for k in dict.fromkeys(b.kind for _, b in city.buildings())}
    for kind, pile in piles.items():
        problems, choices[kind], unstated[kind] = _count(pile, city, plural)
        found += problems
    if found or scope == "supply":
        return found
    if not _fits_rounds(game, players, piles, choices, unstated):
        rounds, turns = game.mode.rounds, game.mode.turns
        text = f"these tiles can not be taken in {rounds} rounds of {turns} turns with {players} players"
        found.append(Complaint(None, text, "`--scope supply` does not ask when a tile is taken"))
    return found


def _pile(name: str, game: c.Game, players: int) -> _Pile:
    kind, rounds = game.kinds[name], game.mode.rounds
    stock = {x.variant: x.copies for x in game.stock.get(players, ()) if x.kind == name}
    if stock:
        none = (0,) * rounds
        copies = tuple(stock.get(v.name, stock.get(None, none)) for v in kind.prints)
        return _Pile(kind, copies, sum(sum(x) for x in stock.values()))
    most = kind.copies if kind.is_tile else 0 if game.stock else game.mode.board.size * kind.max_floors
    return _Pile(kind, ((most,) * rounds,) * len(kind.prints), most)


def _printed(kind: c.Kind, variants: tuple[int, ...]) -> tuple[dict[str, int], int]:
    gains: Counter[str] = Counter()
    vp = 0
    for i in variants:
        gains.update(dict(kind.prints[i].gains))
        vp += kind.prints[i].worth
    return {r: n for r, n in gains.items() if n}, vp


def _ways(kind: c.Kind, b: Building) -> list[Counts]:
    """How many tiles of each variant may make up a building, by what is printed on it."""
    shown = ({r: n for r, n in b.gains.items() if n}, b.vp)
    out = []
    for variants in combinations_with_replacement(range(len(kind.prints)), b.floors):
        if _printed(kind, variants) == shown:
            counted = Counter(variants)
            out.append(tuple(counted[i] for i in range(len(kind.prints))))
    return out


def _count(pile: _Pile, city: City, plural: dict[str, str]) -> tuple[list[Complaint], list[Counts], int]:
    """What is wrong with the tiles of one kind; the counts by variant that its printed buildings may come to;
    how many tiles show no print."""
    kind = pile.kind
    here = [(space, b) for space, b in city.buildings() if b.kind == kind.name]
    found: list[Complaint] = []
    used, open_tiles = 0, 0
    limits = [pile.of(i) for i in range(len(kind.prints))]
    sums: set[Counts] = {(0,) * len(limits)}
    for space, b in here:
        if used <= pile.total < used + b.floors:
            every = sum(x.floors for _, x in here)
            text = f"{every} tiles of `{kind.name}`, the box holds {pile.total or 'none'}"
            found.append(Complaint(space, text, "`--scope any` asks for no box"))
        used += b.floors
        if not _shows_prints(kind) or (not b.vp and not any(b.gains.values())):
            open_tiles += b.floors
            continue
        ways = _ways(kind, b)
        if not ways:
            text = f"no tiles of `{kind.name}` have this printed on them"
            found.append(Complaint(space, text, _prints(kind, plural)))
            continue
        added = {tuple(map(sum, zip(old, way))) for old, way in product(sums, ways)}
        left = {total for total in added if all(n <= most for n, most in zip(total, limits))}
        if left:
            sums = left
        else:
            held = ", ".join(f"{n} {v.name}" for v, n in zip(kind.prints, limits))
            text = f"the box holds too few tiles of `{kind.name}` with this printed on them"
            found.append(Complaint(space, text, f"it holds {held}"))
    return found, sorted(sums), open_tiles


def _shows_prints(kind: c.Kind) -> bool:
    """Whether the rules say what is printed on a kind's tiles; where they do not, anything may be."""
    return any(v.gains or v.worth for v in kind.prints)


def _prints(kind: c.Kind, plural: dict[str, str]) -> str:
    def said(v: c.PrintVariant) -> str:
        marks = [f"{n} {plural[r]}" for r, n in v.gains] + ([f"{v.worth} VP"] if v.worth else [])
        return f"{v.name} ({' and '.join(marks) or 'nothing'})"

    return "its prints: " + ", ".join(map(said, kind.prints))


# ---- rounds ----------------------------------------------------------------------------------------------


def _fits_rounds(
    game: c.Game,
    players: int,
    piles: dict[str, _Pile],
    choices: dict[str, list[Counts]],
    unstated: dict[str, int],
) -> bool:
    names = list(piles)
    for tried, counts in enumerate(product(*(choices[n] for n in names))):
        if tried >= MOST:
            return True
        wanted = dict(zip(names, counts))
        if _Rounds(game, players, piles).fit(wanted, unstated):
            return True
    return False


class _Rounds:
    """A flow from tiles through the copies of each round to the turns of that round."""

    def __init__(self, game: c.Game, players: int, piles: dict[str, _Pile]) -> None:
        self.game = game
        self.piles = piles
        self.stock = game.stock.get(players, ())
        self.room: dict[tuple[object, object], int] = {}
        self.next: dict[object, list[object]] = {}

    def edge(self, a: object, b: object, room: int) -> None:
        self.room[a, b] = self.room.get((a, b), 0) + room
        self.room.setdefault((b, a), 0)
        self.next.setdefault(a, []).append(b)
        self.next.setdefault(b, []).append(a)

    def fit(self, wanted: dict[str, Counts], unstated: dict[str, int]) -> bool:
        """Whether all tiles can be taken, so many of each variant and so many of any."""
        need = 0
        for name, pile in self.piles.items():
            for i, n in enumerate(wanted[name]):
                self.edge("start", (name, i), n)
                need += n
                for r, copies in enumerate(pile.copies[i]):
                    self.edge((name, i), (name, i, r), copies)
                    self.edge((name, None), (name, i, r), copies)
                    self.edge((name, i, r), self.after(name, r), copies)
            self.edge("start", (name, None), unstated[name])
            need += unstated[name]
        replaced = self.game.replaces
        for r in range(self.game.mode.rounds):
            held = sum(x.copies[r] for x in self.stock if x.kind == replaced)
            self.edge(("replaced", r), ("round", r), held)
            self.edge(("round", r), "end", self.game.mode.turns)
        return self.flow() == need

    def after(self, name: str, r: int) -> object:
        """Where a tile goes on: a tile without stock of its own takes the place of one that has."""
        swapped = self.piles[name].kind.is_tile and all(x.kind != name for x in self.stock)
        limited = self.game.replaces is not None and (name == self.game.replaces or swapped)
        return ("replaced", r) if limited else ("round", r)

    def flow(self) -> int:
        """The greatest flow, one unit after the other."""
        total = 0
        while path := self.path():
            for a, b in path:
                self.room[a, b] -= 1
                self.room[b, a] += 1
            total += 1
        return total

    def path(self) -> list[tuple[object, object]]:
        before: dict[object, object] = {"start": None}
        todo: list[object] = ["start"]
        for a in todo:
            for b in self.next.get(a, ()):
                if b not in before and self.room[a, b] > 0:
                    before[b] = a
                    todo.append(b)
                    if b == "end":
                        return list(self.back(before))
        return []

    @staticmethod
    def back(before: dict[object, object]) -> Iterator[tuple[object, object]]:
        at: object = "end"
        while at != "start":
            yield before[at], at
            at = before[at]
