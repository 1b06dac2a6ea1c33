"""The tiles that a city can be made of: what the box has, round by round.

Guarantee: the copies are those of the game's inventory for the number of players; a tile without a stock of its own
(one that comes in place of another) counts as many copies as it has, in any round.
"""

from __future__ import annotations

from collections.abc import Iterable

from dsl import core as c

# By round, the variants with their copies.
ByRound = tuple[tuple[tuple[c.PrintVariant, int], ...], ...]


class Stock:
    """The stock of a game for a number of players."""

    def __init__(self, game: c.Game, players: int) -> None:
        self.game = game
        self.copies: dict[tuple[str, str | None], tuple[int, ...]] = {
            (x.kind, x.variant): x.copies for x in game.stock.get(players, ())
        }

    def has(self, kind: str) -> bool:
        """Whether a kind has a stock of its own."""
        return any(n == kind for n, _ in self.copies)

    def swapped(self, kind: str) -> bool:
        """Whether a kind comes in place of another: a tile without stock of its own."""
        return self.game.kinds[kind].is_tile and not self.has(kind)

    def by_round(self, kind: c.Kind, v: c.PrintVariant) -> tuple[int, ...]:
        """Copies of a variant in each round."""
        found = self.copies.get((kind.name, v.name)) or self.copies.get((kind.name, None))
        if found is None and self.swapped(kind.name):
            return (kind.copies,) * self.game.mode.rounds
        return found if found is not None else (0,) * self.game.mode.rounds

    def replaced(self, i: int) -> int:
        """Copies in a round of the kind that tiles come in place of."""
        return sum(x[i] for (n, _), x in self.copies.items() if n == self.game.replaces)

    def supplies(
        self, names: Iterable[str], *, rounds: bool, tell_worths: bool
    ) -> dict[tuple[str, str], ByRound]:
        """What there is of each kind: by the variant that stands for its like (all with the same gains, where
        printed VP do not matter), for each round the variants with their copies. All rounds are one if `rounds`
        do not matter."""
        out: dict[tuple[str, str], ByRound] = {}
        for n in names:
            kind = self.game.kinds[n]
            alike: dict[object, list[c.PrintVariant]] = {}
            for v in kind.prints:
                alike.setdefault(v if tell_worths else v.gains, []).append(v)
            for group in alike.values():
                rows = [(v, self.by_round(kind, v)) for v in group]
                columns = zip(*(counts for _, counts in rows), strict=True)
                per_round = tuple(
                    tuple((v, k) for (v, _), k in zip(rows, column, strict=True)) for column in columns
                )
                if not rounds:
                    total = [(v, kind.copies if self.swapped(n) else sum(counts)) for v, counts in rows]
                    per_round = (tuple(total),)
                out[n, group[0].name] = per_round
        return out
