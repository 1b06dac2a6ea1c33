"""A schedule, turn by turn, and what is wrong with one: played again from the rules' data alone.

Guarantee: without complaints, the turns can be taken in their order out of the box, each building or floor may be
placed where its turn places it, and what then stands is the city. Nothing here knows how a schedule is found.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator
from dataclasses import dataclass, field

from dsl import core as c
from dsl.board import Space
from dsl.city import City


@dataclass(frozen=True)
class Turn:
    """A tile of a kind, of one of its prints, is taken in a round and placed as a floor of a space, both from 1.

    `number` is that of the piece that is used; None where the schedule does not say with which."""

    round: int
    number: int | None
    kind: str
    variant: str
    space: Space
    floor: int


@dataclass(frozen=True)
class Schedule:
    """The turns of one player that build a city, in their order."""

    mode: str
    players: int
    turns: tuple[Turn, ...]


def complaints(
    plan: Schedule, city: City, game: c.Game, *, placement: bool, told: bool = True
) -> list[str]:
    """What is wrong with a schedule for a city, in words, in the order of its turns.

    With `placement` every turn has to say its number, and is held to the mode's placement rule. With `told` the
    city says all that is printed on its tiles; else a building that shows nothing may be made of any."""
    played = _Played(game, plan.players, placement)
    found = [f"turn {i}: {text}" for i, turn in enumerate(plan.turns, 1) for text in played.turn(turn)]
    return found + list(played.differs(city, told))


@dataclass
class _Played:
    """The game of one player so far."""

    game: c.Game
    players: int
    placement: bool
    round: int = 1
    turns: Counter[int] = field(default_factory=Counter)  # by round
    used: Counter[tuple[int, int]] = field(default_factory=Counter)  # by round and number
    taken: Counter[tuple[str, str, int]] = field(default_factory=Counter)  # by kind, print and round
    stacks: dict[Space, list[tuple[str, str]]] = field(default_factory=dict)

    def turn(self, t: Turn) -> Iterator[str]:
        """Take a turn, and tell what is wrong with it."""
        mode = self.game.mode
        if not 1 <= t.round <= mode.rounds:
            yield f"there is no round {t.round}"
        elif t.round < self.round:
            yield f"round {t.round} is over"
        self.round = max(self.round, t.round)
        self.turns[t.round] += 1
        if self.turns[t.round] > mode.turns:
            yield f"round {t.round} has {mode.turns} turns"
        kind = self.game.kinds.get(t.kind)
        if kind is None or all(v.name != t.variant for v in kind.prints):
            yield f"there is no tile `{t.kind}` {t.variant}"
            return
        if t.space not in mode.board.spaces:
            yield f"the board has no space {t.space}"
            return
        yield from self._take(t, kind)
        yield from self._place(t, kind)
        if self.placement:
            yield from self._use(t)

    def _take(self, t: Turn, kind: c.Kind) -> Iterator[str]:
        rows = self.game.stock.get(self.players, ()) if 1 <= t.round <= self.game.mode.rounds else ()
        self.taken[t.kind, t.variant, t.round] += 1
        if self._stocked(t.kind):
            there = sum(x.copies[t.round - 1] for x in rows if x.kind == t.kind and x.variant in (t.variant, None))
            if self.taken[t.kind, t.variant, t.round] > there:
                yield f"round {t.round} has {there} of `{t.kind}` {t.variant}"
        elif kind.is_tile:
            every = sum(n for (k, _, _), n in self.taken.items() if k == t.kind)
            if every > kind.copies:
                yield f"there is no more than {kind.copies} of `{t.kind}`"
        else:
            yield f"the box has no `{t.kind}`"
        replaced = self.game.replaces
        if replaced is None or not self._in_place(t.kind, replaced):
            return
        there = sum(x.copies[t.round - 1] for x in rows if x.kind == replaced)
        if sum(n for (k, _, r), n in self.taken.items() if r == t.round and self._in_place(k, replaced)) > there:
            yield f"round {t.round} has {there} of `{replaced}`, those that are exchanged among them"

    def _stocked(self, kind: str) -> bool:
        """Whether the box tells of tiles of a kind, round by round."""
        return any(x.kind == kind for x in self.game.stock.get(self.players, ()))

    def _in_place(self, kind: str, replaced: str) -> bool:
        """Whether a tile is, or comes in place of, one of the kind that is replaced."""
        return kind == replaced or (self.game.kinds[kind].is_tile and not self._stocked(kind))

    def _place(self, t: Turn, kind: c.Kind) -> Iterator[str]:
        stack = self.stacks.setdefault(t.space, [])
        if t.floor != len(stack) + 1:
            yield f"floor {t.floor} is placed on {len(stack)}"
        if stack and stack[-1][0] != t.kind:
            yield f"`{t.kind}` is placed on `{stack[-1][0]}`"
        if t.floor > kind.max_floors:
            yield f"`{t.kind}` has at most {kind.max_floors} floors"
        stack.append((t.kind, t.variant))

    def _use(self, t: Turn) -> Iterator[str]:
        rule = self.game.placement
        if rule is None:
            return
        if t.number is None:
            yield f"no {rule.title} is named"
            return
        self.used[t.round, t.number] += 1
        copies = rule.copies.get(self.players, {}).get(t.number, 0)
        if self.used[t.round, t.number] > copies:
            yield f"{rule.title} {t.number} is there {copies} times a round"
        opened = rule.buildings.get(t.number) if t.floor == 1 else rule.floors.get((t.number, t.floor))
        if t.space not in (opened or ()):
            row, column = self.game.mode.board.row_column(t.space)
            where = f"row {row + 1}, column {column + 1}"
            yield f"{rule.title} {t.number} can not place floor {t.floor} on {where}"

    def differs(self, city: City, told: bool) -> Iterator[str]:
        """In what the city that was built is another one."""
        for space in self.game.mode.board.spaces:
            row, column = self.game.mode.board.row_column(space)
            where = f"row {row + 1}, column {column + 1}"
            b, stack = city.cells[space], self.stacks.get(space, [])
            wanted = [] if b is None else [b.kind] * b.floors
            if [k for k, _ in stack] != wanted:
                yield f"{where}: {_words([k for k, _ in stack])} stands, not {_words(wanted)}"
                continue
            if b is None or (not told and not b.vp and not any(b.gains.values())):
                continue
            prints = {v.name: v for v in self.game.kinds[b.kind].prints}
            if not told and not any(v.gains or v.worth for v in prints.values()):
                continue
            gains: Counter[str] = Counter()
            for _, variant in stack:
                gains.update(dict(prints[variant].gains))
            if +gains != +Counter(b.gains) or sum(prints[v].worth for _, v in stack) != b.vp:
                yield f"{where}: other prints than the city's are on the tiles"


def _words(kinds: list[str]) -> str:
    if not kinds:
        return "nothing"
    same = set(kinds) == {kinds[0]}
    return f"{len(kinds)} of `{kinds[0]}`" if same else ", ".join(f"`{k}`" for k in kinds)
