"""What a linear maximum does not exceed, by multipliers that somebody proposes, in whole numbers.

Guarantee: no point between the ends that fulfils the rows has more, whatever the multipliers are, and nothing is
rounded on the way. Good ones, such as the dual values that a solver gives in floating point, make the bound good.

Source: A. Neumaier and O. Shcherbina, *Safe bounds in linear and mixed-integer linear programming*, Mathematical
Programming 99 (2004), with whole numbers in place of directed rounding.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass
from math import inf, isfinite

SCALE = 2**40  # multipliers are made whole multiples of its inverse


@dataclass(frozen=True)
class Row:
    """A sum of coefficients times variables (by number) that lies from `low` to `high`; either may be infinite."""

    terms: Sequence[tuple[int, int]]
    low: float = -inf
    high: float = inf


def dual_bound(
    objective: Mapping[int, int], ends: Mapping[int, tuple[int, int]], rows: Iterable[tuple[float, Row]]
) -> int:
    """The greatest whole number that the objective may have, by rows with their multipliers. `ends` are those of
    each variable.

    A row says that its sum times a positive multiplier is at most `high` times it, or times a negative one at most
    `low` times it. What is left of the objective is bounded by the ends."""
    left = {i: k * SCALE for i, k in objective.items()}
    most = 0
    for multiplier, row in rows:
        y = round(multiplier * SCALE) if isfinite(multiplier) else 0
        end = row.high if y > 0 else row.low
        if y == 0 or not isfinite(end):
            continue
        assert end == int(end), "ends of rows are whole"
        most += y * int(end)
        for i, k in row.terms:
            left[i] = left.get(i, 0) - y * k
    return (most + sum(k * ends[i][1 if k > 0 else 0] for i, k in left.items())) // SCALE
