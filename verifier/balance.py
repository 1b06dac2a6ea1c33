"""How scores are distributed over random cities, and how tiles go together.

Guarantee: every number is of the cities that `verifier/draws.py` draws, scored by the compiled rules of
`dsl/to_numpy.py`, and is given with the number of cities it is of. Numbers over few cities are left out.
"""

from __future__ import annotations

import time
from collections.abc import Callable, Mapping
from dataclasses import dataclass

import numpy as np

from dsl.assemble import Specification
from dsl.batch import Batch, Bools, Ints, kinds
from dsl.declarations import Readings
from dsl.to_numpy import BatchScorer
from verifier.draws import Draw

QUANTILES = (1, 5, 25, 50, 75, 95, 99)  # in percent
QUIET = 5.0  # seconds between two remarks on how far it is, at most
FEW = 100  # cities below which nothing is said of two tiles together

Tell = Callable[[str], None]


@dataclass(frozen=True)
class Distribution:
    """Of a score in VP over some cities. `counts` are the cities for each value that occurs, in rising order;
    the deviation is that of the cities themselves. Without cities, all numbers are 0."""

    counts: Mapping[int, int]

    @staticmethod
    def of(values: Ints) -> Distribution:
        """That of the values of an array."""
        found, times = np.unique(values, return_counts=True)
        return Distribution(dict(zip(found.tolist(), times.tolist(), strict=True)))

    @property
    def cities(self) -> int:
        """How many cities there are."""
        return sum(self.counts.values())

    @property
    def mean(self) -> float:
        """The mean in VP."""
        return sum(v * n for v, n in self.counts.items()) / max(self.cities, 1)

    @property
    def deviation(self) -> float:
        """The standard deviation in VP."""
        mean = self.mean
        return float((sum((v - mean) ** 2 * n for v, n in self.counts.items()) / max(self.cities, 1)) ** 0.5)

    @property
    def zero(self) -> float:
        """The share of cities with 0 VP."""
        return self.counts.get(0, 0) / max(self.cities, 1)

    def quantile(self, percent: int) -> int:
        """The least value that so many percent of the cities do not exceed."""
        wanted, so_far = -(-self.cities * percent // 100), 0
        for value, n in self.counts.items():
            so_far += n
            if so_far >= wanted:
                return value
        return 0


@dataclass(frozen=True)
class Together:
    """Two tiles: the cities in which both stand, and the correlation of their own scores there (Pearson). None if
    there are few such cities, or one of the scores is the same in all of them."""

    cities: int
    correlation: float | None


@dataclass(frozen=True)
class TileBalance:
    """A tile: its own score where it stands, and the mean total of cities with and without it, in VP."""

    tile: str
    own: Distribution
    with_it: float
    without: float
    others: int  # cities without it
    with_total: float | None  # correlation of its own score with the rest of the total, where it stands


@dataclass(frozen=True)
class Balance:
    """What one way to draw cities gives. `pairs` has each pair of tiles once, in alphabetical order."""

    how: str
    words: str  # how cities are drawn
    total: Distribution
    tiles: Mapping[str, TileBalance]
    pairs: Mapping[tuple[str, str], Together]
    left_out: int
    seconds: float


def correlation(a: Ints, b: Ints) -> float | None:
    """Pearson's coefficient; None for fewer than `FEW` pairs, or where one side does not vary."""
    if len(a) < FEW or a.min() == a.max() or b.min() == b.max():
        return None
    return float(np.corrcoef(a, b)[0, 1])


@dataclass(frozen=True, eq=False)
class Sample:
    """Cities that were drawn in one way, `N` of them, scored.

    - `total`, `(N,)`: VP;
    - `own`, `(N, tiles)`: the own score of each tile of the mode, in VP;
    - `gives`, `(N, tiles)`: the units that each tile brings when it is placed, or offers at the end;
    - `there`, `(N, tiles)`, Booleans: whether the tile stands."""

    words: str  # how cities are drawn
    tiles: tuple[str, ...]
    total: Ints
    own: Ints
    gives: Ints
    there: Bools
    left_out: int

    def of(self, tile: str, units: bool = False) -> Ints:
        """The own scores of a tile (VP), or the units that it gives, in the cities in which it stands."""
        i = self.tiles.index(tile)
        found: Ints = (self.gives if units else self.own)[self.there[:, i], i]
        return found

    def together(self, a: str, b: str) -> Together:
        """How the own scores of two tiles go together where both stand."""
        i, j = self.tiles.index(a), self.tiles.index(b)
        both = np.nonzero(self.there[:, i] & self.there[:, j])[0]
        return Together(len(both), correlation(self.own[both, i], self.own[both, j]))


def sample(
    scorer: BatchScorer,
    how: str,
    *,
    players: int,
    cities: int,
    seed: int,
    gives: bool = False,
    tell: Tell = lambda text: None,
) -> Sample:
    """Draw so many cities in one way and score them. Without `gives` units are not counted, and are all 0.

    Raises `NoTiles` if the rules do not list the tiles of the rounds for so many players."""
    draw = Draw(scorer, how, players)
    numbers = [kinds(scorer.game).index(tile) + 1 for tile in scorer.tiles]
    totals, owns, units, stands, done = [], [], [], [], 0
    told = time.monotonic()
    for batch in draw.cities(cities, seed):
        scores = scorer.score(batch)
        totals.append(scores.total)
        owns.append(scores.own)
        there = np.stack([(batch.kind == n).any(1) for n in numbers]).T if numbers else scores.own > 0
        stands.append(there)
        units.append(_given(scorer, batch, there) if gives else np.zeros_like(scores.own))
        done += len(batch)
        if done * 10 // cities > (done - len(batch)) * 10 // cities or time.monotonic() - told > QUIET:
            told = time.monotonic()
            tell(f"{how}: {done:,} of {cities:,} cities")
    total, own, given, stood = (np.concatenate(x) for x in (totals, owns, units, stands))
    return Sample(draw.words, tuple(scorer.tiles), total, own, given, stood, draw.left_out)


def _given(scorer: BatchScorer, batch: Batch, there: Bools) -> Ints:
    """The units that tiles bring and offer, `(cities, tiles)`."""
    game = scorer.game
    placed = np.array([sum(game.kinds[t].placed.values()) for t in scorer.tiles], np.int64)
    out: Ints = there * placed[None, :]
    offered = scorer.offers(batch).sum(2) if game.gains else np.zeros((len(batch), 0), np.int64)
    for g, gain in enumerate(game.gains):
        if gain.kind in scorer.tiles:
            out[:, list(scorer.tiles).index(gain.kind)] += offered[:, g]
    return out


def balance(
    spec: Specification,
    mode: str,
    how: str,
    *,
    readings: Readings | None = None,
    players: int,
    cities: int,
    seed: int,
    tell: Tell = lambda text: None,
) -> Balance:
    """Draw so many cities in one way (`uniform`, `play`) and score them.

    Raises `NoTiles` if the rules do not list the tiles of the rounds for so many players."""
    started = time.monotonic()
    scorer = BatchScorer(spec, mode, readings)
    found = sample(scorer, how, players=players, cities=cities, seed=seed, tell=tell)
    total, own, there = found.total, found.own, found.there
    tiles = {}
    for i, tile in enumerate(scorer.tiles):
        some = there[:, i]
        mine, of_those, of_others = own[some, i], total[some], total[~some]
        tiles[tile] = TileBalance(
            tile,
            Distribution.of(mine),
            float(of_those.mean()) if len(of_those) else 0.0,
            float(of_others.mean()) if len(of_others) else 0.0,
            len(of_others),
            correlation(mine, of_those - mine),
        )
    pairs = {
        (a, b): found.together(a, b) for i, a in enumerate(scorer.tiles) for b in scorer.tiles[i + 1 :]
    }
    seconds = time.monotonic() - started
    return Balance(how, found.words, Distribution.of(total), tiles, pairs, found.left_out, seconds)
