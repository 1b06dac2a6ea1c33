"""Two ways to the best total of random games agree: numbers of buildings by pattern, and buildings space by space.

Guarantee: the games have every feature that a total can depend on (`little_games`), their clauses every form of the
language (`programs`). A game on which the two differ is printed.

A longer search: `python -m pytest tests/test_aggregate.py --soak 5000`.
"""

from __future__ import annotations

import random
import time
from pathlib import Path

import pytest
from little_games import LittleGame, little_game

from dsl.diagnostics import Failure
from dsl.scorer import Scorer
from verifier import solve
from verifier.aggregate import Aggregated
from verifier.box import complaints
from verifier.model import Model, Question
from verifier.neighbours import Neighbours
from verifier.replay import possible

SCOPES = ("any", "supply", "rounds")
GAMES = 75
LARGEST = 2500  # nodes of a circuit that is solved where time is short


def difference(game: LittleGame, scope: str, *, largest: int, seconds: float) -> str | None:
    """What two models say of the best total, where that is not the same; None if one of them was not asked."""
    question = Question("square", scope, game.spec.readings({}), 1)
    counted = Aggregated(game.spec, question, game.kinds)
    total = counted.measure("total", "")
    counted.circuit.marginals()
    placed = Model(game.spec, question, kinds=game.kinds)
    exact = placed.measure("total", "")
    placed.finish()
    if len(counted.circuit.nodes) > largest or len(placed.circuit.nodes) > largest:
        return None
    # Every cut at the relaxed city, not only those that it breaks.
    Neighbours(counted).cut(total, least=-1000.0)
    a = solve.maximize(placed.circuit, exact, seconds=seconds)
    b = solve.maximize(counted.circuit, total, seconds=seconds)
    if a.status not in ("optimal", "infeasible"):
        return None
    if b.values is not None:
        city = counted.city(b.holds(counted.circuit))
        scorer = Scorer(game.spec, "square")
        possible(city, scorer, scope)
        assert complaints(city, scorer.game, scope, 1) == [], city
        if scorer.total(city) != b.value:
            return f"{b.value} is claimed, {scorer.total(city)} scored by {city}"
    if b.status in ("feasible", "unknown"):
        assert b.bound is not None
        wrong = a.value is None or b.bound < a.value or (b.value is not None and b.value > a.value)
        return f"{a.value}, but {b.value} to {b.bound}" if wrong else None
    return "" if (a.status, a.value) == (b.status, b.value) else f"{a.status} {a.value}, but {b.status} {b.value}"


def test_random_games(tmp_path: Path, request: pytest.FixtureRequest) -> None:
    """A few hundred questions; with `--soak` other ones each time, and large ones, too."""
    soak = request.config.getoption("--soak")
    start = int(time.time()) * 1000 if soak else 0
    asked = 0
    for seed in range(start, start + (soak or GAMES)):
        try:
            game = little_game(random.Random(seed), tmp_path)
            game.spec.game("square")
        except Failure:
            continue
        for scope in SCOPES if soak else (SCOPES[seed % 3],):
            found = difference(game, scope, largest=10**5 if soak else LARGEST, seconds=8)
            assert not found, f"{game.text}\nseed {seed}, scope {scope}: {found}"
            asked += found is not None
    assert asked > 0.8 * (soak or GAMES)
