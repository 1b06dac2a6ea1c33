"""Both shipped boards against facts listed by hand.

Expert, the spaces and their districts:      Classic:

     0  1  2  3  4      1 1 4 2 2             0  1  2  3      1 1 2 2
     5  6  7  8  9      1 1 4 2 2             4  5  6  7      1 1 2 2
    10 11 12 13 14      5 5 4 3 3             8  9 10 11      3 3 4 4
    15 16 17 18 19      5 5 4 3 3            12 13 14 15      3 3 4 4
"""

from __future__ import annotations

from typing import Any

import pytest

from dsl.assemble import Specification
from dsl.board import Board

EXPERT = Board(4, 5, (1, 1, 4, 2, 2, 1, 1, 4, 2, 2, 5, 5, 4, 3, 3, 5, 5, 4, 3, 3))
CLASSIC = Board(4, 4, (1, 1, 2, 2, 1, 1, 2, 2, 3, 3, 4, 4, 3, 3, 4, 4))
# Symmetric under the half turn alone.
CROOKED = Board(2, 3, (1, 2, 2, 1, 1, 2))


@pytest.mark.parametrize(("mode", "board"), [("expert", EXPERT), ("classic", CLASSIC)])
def test_shipped_boards(spec: Specification, mode: str, board: Board) -> None:
    """The specification has the boards that are drawn above."""
    assert spec.declarations.modes[mode].board == board


@pytest.mark.parametrize(
    ("board", "question", "answer"),
    [
        (EXPERT, "size", 20),
        (EXPERT, ("adjacent", 0), (1, 5)),
        (EXPERT, ("adjacent", 4), (3, 9)),
        (EXPERT, ("adjacent", 5), (0, 6, 10)),
        (EXPERT, ("adjacent", 12), (7, 11, 13, 17)),
        (EXPERT, ("diagonal", 12), (6, 8, 16, 18)),
        (EXPERT, ("diagonal", 15), (11,)),
        (EXPERT, ("diagonal", 9), (3, 13)),
        (EXPERT, ("distance", 0, 19), 7),
        (EXPERT, ("distance", 4, 5), 5),
        (EXPERT, ("distance", 7, 7), 0),
        (EXPERT, ("row_column", 13), (2, 3)),
        (EXPERT, ("space", 2, 3), 13),
        (EXPERT, ("region_of", "row", 8), (5, 6, 7, 8, 9)),
        (EXPERT, ("region_of", "column", 8), (3, 8, 13, 18)),
        (EXPERT, ("region_of", "line", 8), (3, 5, 6, 7, 8, 9, 13, 18)),
        (EXPERT, ("region_of", "district", 7), (2, 7, 12, 17)),
        (EXPERT, ("region_of", "district", 14), (13, 14, 18, 19)),
        (
            EXPERT,
            ("regions", "district"),
            ((0, 1, 5, 6), (3, 4, 8, 9), (13, 14, 18, 19), (2, 7, 12, 17), (10, 11, 15, 16)),
        ),
        (
            EXPERT,
            ("regions", "line"),
            (
                (0, 1, 2, 3, 4),
                (5, 6, 7, 8, 9),
                (10, 11, 12, 13, 14),
                (15, 16, 17, 18, 19),
                (0, 5, 10, 15),
                (1, 6, 11, 16),
                (2, 7, 12, 17),
                (3, 8, 13, 18),
                (4, 9, 14, 19),
            ),
        ),
        (EXPERT, "edge", {0, 1, 2, 3, 4, 5, 9, 10, 14, 15, 16, 17, 18, 19}),
        (EXPERT, ("side", "left"), {0, 5, 10, 15}),
        (EXPERT, ("side", "right"), {4, 9, 14, 19}),
        (EXPERT, ("side", "top"), {0, 1, 2, 3, 4}),
        (EXPERT, ("side", "bottom"), {15, 16, 17, 18, 19}),
        (EXPERT, "corners", {0, 4, 15, 19}),
        (CLASSIC, "size", 16),
        (CLASSIC, ("adjacent", 3), (2, 7)),
        (CLASSIC, ("adjacent", 9), (5, 8, 10, 13)),
        (CLASSIC, ("diagonal", 0), (5,)),
        (CLASSIC, ("distance", 3, 12), 6),
        (CLASSIC, ("region_of", "column", 6), (2, 6, 10, 14)),
        (CLASSIC, ("region_of", "line", 0), (0, 1, 2, 3, 4, 8, 12)),
        (
            CLASSIC,
            ("regions", "district"),
            ((0, 1, 4, 5), (2, 3, 6, 7), (8, 9, 12, 13), (10, 11, 14, 15)),
        ),
        (CLASSIC, "edge", set(range(16)) - {5, 6, 9, 10}),
        (CLASSIC, "corners", {0, 3, 12, 15}),
        (CROOKED, ("regions", "district"), ((0, 3, 4), (1, 2, 5))),
        (CROOKED, ("side", "bottom"), {3, 4, 5}),
        (CROOKED, "edge", {0, 1, 2, 3, 4, 5}),
    ],
)
def test_geometry(board: Board, question: Any, answer: Any) -> None:
    """One fact for each line."""
    if isinstance(question, str):
        assert getattr(board, question) == answer
    else:
        name, *args = question
        assert getattr(board, name)(*args) == answer


IDENTITY = tuple(range(20))
TURNED = tuple(reversed(range(20)))  # a half turn reads the board from its end
MIRRORED = (4, 3, 2, 1, 0, 9, 8, 7, 6, 5, 14, 13, 12, 11, 10, 19, 18, 17, 16, 15)
UPSIDE_DOWN = (15, 16, 17, 18, 19, 10, 11, 12, 13, 14, 5, 6, 7, 8, 9, 0, 1, 2, 3, 4)


def test_symmetries() -> None:
    """Both flips and the half turn, where they carry districts to districts; never a quarter turn."""
    assert EXPERT.symmetries[0] == IDENTITY
    assert set(EXPERT.symmetries) == {IDENTITY, TURNED, MIRRORED, UPSIDE_DOWN}
    assert len(CLASSIC.symmetries) == 4
    # The half turn gives 5 4 3 2 1 0: districts 1 = {0, 3, 4} and 2 = {1, 2, 5} change places. The mirror gives
    # 2 1 0 5 4 3: {0, 3, 4} would become {2, 5, 4}, no district.
    assert CROOKED.symmetries == ((0, 1, 2, 3, 4, 5), (5, 4, 3, 2, 1, 0))


@pytest.mark.parametrize(
    ("board", "numbers"),
    [
        # Of 2: 4 rows of 4 steps and 5 columns of 3. Of 3: straight 4 * 3 + 5 * 2, bent 4 in each of 3 * 4 squares.
        (EXPERT, [20, 16 + 15, 22 + 48]),
        # Of 2: 4 * 3 twice. Of 3: straight 4 * 2 twice, bent 4 in each of 9 squares.
        (CLASSIC, [16, 24, 16 + 36]),
        # Of 3: straight 2, bent 4 in each of 2 squares. Of 5: all but one space; none of the six is needed to
        # hold the rest together. Of 4: 15 pairs left out, less those that cut the board: the middle column (0 and 3
        # are then apart from 2 and 5), and both neighbours of a corner (1 and 3, 1 and 5, 0 and 4, 2 and 4).
        (CROOKED, [6, 7, 2 + 8, 15 - 5, 6, 1]),
    ],
)
def test_connected_sets(board: Board, numbers: list[int]) -> None:
    """How many sets hang together, by size; each once and in reading order."""
    for size, number in enumerate(numbers, 1):
        found = board.connected_sets(size)
        assert len(found) == len({frozenset(x) for x in found}) == number
        assert all(len(x) == size and list(x) == sorted(x) for x in found)
