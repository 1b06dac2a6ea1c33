"""How two tiles go together: in the best city for both, and in random cities.

Guarantee: `with` means that a city was found in which both together score as much as each can alone, `against`
that it was proved that there is none; what is neither is unknown.

Well defined is the sum of what two tiles score by their own texts, in one city in which both stand. It can not
exceed the sum of the most that each can score, for that city is one of either's. So there are two cases: some
city gives both their most (*with*), or every city costs one of them something (*against*, by how much is the
difference). A tile that gives units and scores nothing counts as 0 here: then the question is whether the other
one can still score its most beside it.
"""

from __future__ import annotations

from dataclasses import dataclass
from typing import Literal

from verifier.balance import Together
from verifier.verdict import Maximum

Goes = Literal["with", "against", "never both", "unknown"]


@dataclass(frozen=True)
class Alone:
    """The most that a tile can score by itself, in VP: at least `low`, at most `high`; None where that is not
    known. `maximum` says it; without one the tile scores nothing."""

    low: int | None
    high: int | None
    maximum: Maximum | None = None

    @staticmethod
    def of(found: Maximum) -> Alone:
        """That of a maximum."""
        return Alone(found.value, found.bound, found)


NOTHING = Alone(0, 0)


@dataclass(frozen=True)
class Pair:
    """A tile and another one: what each can score `alone`, what both can `together`, and how their own scores go
    together in random cities."""

    other: str
    alone: tuple[Alone, Alone]
    together: Maximum
    drawn: Together

    @property
    def apart(self) -> tuple[int | None, int | None]:
        """The sum of both maxima: at least, at most."""
        (a, b), (c, d) = ((x.low, x.high) for x in self.alone)
        return None if a is None or c is None else a + c, None if b is None or d is None else b + d

    @property
    def lost(self) -> tuple[int | None, int | None]:
        """How much less both score together than each alone (VP): at least, at most."""
        low, high = self.apart
        value, bound = self.together.value, self.together.bound
        least = None if low is None or bound is None else max(0, low - bound)
        return least, None if high is None or value is None else high - value

    @property
    def goes(self) -> Goes:
        """Whether the two go with each other."""
        least, most = self.lost
        if self.together.verdict == "infeasible":
            return "never both"
        if most == 0:
            return "with"
        return "against" if least else "unknown"
