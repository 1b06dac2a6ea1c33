"""How often two sets of spaces can be neighbours: against all ways to mark a small board, and by hand."""

from __future__ import annotations

from fractions import Fraction
from itertools import product

import pytest

from dsl.board import Board
from verifier.neighbours import NONE, WEIGHTS, most_pairs, planes


def board(rows: int, columns: int) -> Board:
    return Board(rows, columns, (1,) * (rows * columns))


@pytest.mark.parametrize("weights", WEIGHTS)
@pytest.mark.parametrize(("rows", "columns"), [(1, 4), (2, 3), (3, 2)])
def test_the_table_is_that_of_all_markings(rows: int, columns: int, weights: tuple[int, int, int]) -> None:
    size = rows * columns
    expected: dict[tuple[int, int], int] = {}
    for marks in product(range(3), repeat=size):
        weight = 0
        for s in range(size):
            right = [s + 1] if (s + 1) % columns else []
            below = [s + columns] if s + columns < size else []
            for t in right + below:
                if marks[s] and marks[t]:
                    weight += weights[marks[s] + marks[t] - 2]
        key = (marks.count(1), marks.count(2))
        expected[key] = max(weight, expected.get(key, 0))
    table = most_pairs(board(rows, columns), weights)
    for a in range(size + 1):
        for b in range(size + 1):
            assert table[a, b] == expected.get((a, b), NONE)


def test_by_hand_on_a_board_of_four_by_five() -> None:
    """Four and five spaces: the sides and the rest of a square of nine are neighbours twelve times. Three of the
    first in the inner spaces and a fourth at the edge have 4 + 4 + 4 + 3 others."""
    table = most_pairs(board(4, 5), (0, 1, 0))
    assert (table[4, 5], table[4, 13], table[1, 1], table[1, 9]) == (12, 15, 1, 4)
    # All spaces of one set: 4 rows of 4 pairs and 5 columns of 3.
    assert most_pairs(board(4, 5), (1, 1, 0))[20, 0] == 31
    # No more than four of the first: where the table bends, the planes touch it, and between lie above it.
    above = planes(table[:5, :14], 4)
    least, (alpha, beta, gamma) = above.lowest(4, 5)
    assert least == 12 and 4 * alpha + 5 * beta + gamma == 12
    for a in range(5):
        for b in range(14):
            assert table[a, b] <= alpha * a + beta * b + gamma
    assert above.lowest(2, 2.5)[0] >= float(Fraction(table[2, 2]))
