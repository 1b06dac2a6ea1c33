"""Bounds from multipliers: true whatever these are, and good with good ones."""

from __future__ import annotations

from itertools import product
from math import inf, nan

from hypothesis import given
from hypothesis import strategies as st

from dsl.circuit import Circuit, linear_sum
from verifier.dual_bound import Row, dual_bound
from verifier.mip import Relaxation

COEFFICIENTS = st.integers(-5, 5)
MULTIPLIERS = st.one_of(st.floats(-4, 4), st.sampled_from([inf, -inf, nan, 1e9]))


def sums(count: int) -> st.SearchStrategy[list[int]]:
    return st.lists(COEFFICIENTS, min_size=count, max_size=count)


@st.composite
def rows(draw: st.DrawFn, count: int) -> tuple[float, Row]:
    terms = tuple((i, k) for i, k in enumerate(draw(sums(count))) if k)
    low, high = sorted((draw(st.integers(-6, 6)), draw(st.integers(-6, 6))))
    ends = draw(st.sampled_from([(low, high), (low, inf), (-inf, high)]))
    return draw(MULTIPLIERS), Row(terms, *ends)


@given(st.data())
def test_no_point_exceeds_it_whatever_the_multipliers(data: st.DataObject) -> None:
    objective = data.draw(sums(3))
    ends = [(0, 1), (-2, 2), (0, 3)]
    given_rows = data.draw(st.lists(rows(3), max_size=4))
    bound = dual_bound(dict(enumerate(objective)), dict(enumerate(ends)), given_rows)
    for point in product(*(range(low, high + 1) for low, high in ends)):
        if all(r.low <= sum(k * point[i] for i, k in r.terms) <= r.high for _, r in given_rows):
            assert sum(k * x for k, x in zip(objective, point, strict=True)) <= bound


def test_by_hand() -> None:
    """3 x + 4 y where 2 x + 2 y <= 3 and x, y from 0 to 1: at most 5.5, with multiplier 1.75 even 5.25 + 0.5 = 5.75;
    with 1.5 it is 4.5 + 1 = 5.5. Without the row 7, and a multiplier of the wrong sign says no more."""
    row, objective, ends = Row(((0, 2), (1, 2)), high=3), {0: 3, 1: 4}, {0: (0, 1), 1: (0, 1)}
    found = [dual_bound(objective, ends, [(y, row)]) for y in (1.5, 1.75, 0.0, -1.0)]
    assert found == [5, 5, 7, 7]


def test_the_bound_of_a_relaxation_is_not_rounded() -> None:
    """Three of which no two hold together: each pair's row allows halves, so 1 each is 1.5, and 7 each is 10.5.

    What a solver says of it in floating point is not what counts."""
    for worth, most in ((1, 1), (7, 10), (2, 3)):
        k = Circuit()
        lits = [k.var(x) for x in "abc"]
        for i in range(3):
            k.require(k.at_most(k.count(x for j, x in enumerate(lits) if j != i), 1))
        objective = linear_sum(k.linear(x, worth) for x in lits)
        relaxed = Relaxation(k, objective, [k.count(lits)]).maximize()
        assert relaxed is not None and relaxed.bound == most
        assert abs(relaxed.values[0] - 1.5) < 1e-6


def test_a_relaxation_is_asked_again_with_other_ends() -> None:
    """Sums with constants (of how many do not hold) between ends that change, beside inequalities that come and go.

    Of three worth 1, 2 and 4 those that hold are 7 less what is lost with those that do not."""
    k = Circuit()
    lits = [k.var(x) for x in "abc"]
    idle = k.count(-x for x in lits)
    worth = linear_sum(k.linear(x, 2**i) for i, x in enumerate(lits))
    relaxation = Relaxation(k, worth, [idle])
    cheap = k.linear(-lits[2])
    found = []
    for low, high in ((1, 3), (0, 3), (2, 2), (3, 3), (1, 1)):
        for cuts in ([], [cheap.plus(-1)]):
            relaxed = relaxation.maximize({0: (low, high)}, cuts)
            found.append(None if relaxed is None else relaxed.bound)
    assert found == [6, 3, 7, 3, 4, 2, 0, 0, 6, 3]
