"""No city has more units than the box: in no scope, whoever gives them, and whichever way an answer is found or a city
is drawn.

Random games with few pieces; and by hand what a box with too few of them rules out.
"""

from __future__ import annotations

import random
from pathlib import Path

import pytest
from little_games import little_game

from dsl.assemble import Specification
from dsl.city import City
from dsl.claims import properties
from dsl.diagnostics import Failure
from dsl.load import load
from dsl.to_numpy import BatchScorer
from verifier.box import complaints
from verifier.draws import Draw
from verifier.maxima import answer
from verifier.properties import prove
from verifier.questions import MaximumQuestion

GAMES = 12

BOX = """
game "Box" { inactive buildings leave }
resource water "Water" { glyph w  pieces PIECES }
mode square "Square" { board { 1 1 1 }  rounds 1  turns 3 }
building wall "Wall" { glyph b  needs nothing  print wet gains 2 water }
tile arch "Arch" is wall { glyph a }
tile well "Well" is wall {
  glyph l
  score 1 per wall adjacent to self
  property "lonely" { scope SCOPE  always at most 1 wall adjacent to self }
}
tile spring "Spring" is wall { glyph s  when game ends MODE 2 water  seats 3 water  score water seated on self }
inventory square { tiles replace wall  wall wet: 3 }
"""


def box(folder: Path, pieces: int, scope: str = "rounds", mode: str = "may gain") -> Specification:
    """Walls bring 2 Water each; the Arch and the Well come in the place of one, and bring none."""
    file = folder / "box.rules"
    file.write_text(BOX.replace("PIECES", str(pieces)).replace("SCOPE", scope).replace("MODE", mode), "utf-8")
    return load([file])


def most(spec: Specification, tile: str, scope: str) -> tuple[int | None, City | None]:
    """The most that a tile scores with no other tile, or (without a name) a city in total with any tiles."""
    of, only = ("own", frozenset({"arch"})) if tile else ("total", None)
    q = MaximumQuestion(tile, "square", scope, 1, {}, only, of)  # type: ignore[arg-type]
    found = answer(spec, q, time_limit=30, confirm=1)
    assert found.verdict == "optimal"
    return found.value, found.city


@pytest.mark.parametrize("scope", ["supply", "rounds"])
@pytest.mark.parametrize("pieces", [3, 4])
def test_a_tile_that_brings_nothing_where_the_other_would_bring_too_much(
    tmp_path: Path, scope: str, pieces: int
) -> None:
    """With three pieces there is no second Wall beside the Well, which would bring the fourth; but there is an Arch."""
    spec = box(tmp_path, pieces, scope)
    assert most(spec, "well", scope)[0] == 2 and most(spec, "", scope)[0] == 5  # with three on the Spring
    (case,) = properties(spec)
    found = prove(spec, case)
    assert found.verdict == "refuted" and found.city is not None
    assert complaints(found.city, spec.game("square"), scope, 1) == []


@pytest.mark.parametrize(
    ("pieces", "mode", "value"),
    [
        # On its seats are two of its own and one of a Wall's; but for a Wall there are none left in a box of three, unless
        # it need not give both.
        (4, "gain", 3), (3, "gain", 2), (3, "may gain", 3), (3, "may gain all of", 2),
    ],
)  # fmt: skip
def test_what_is_gained_at_the_end_is_in_the_box(tmp_path: Path, pieces: int, mode: str, value: int) -> None:
    spec = box(tmp_path, pieces, mode=mode)
    for scope in ("supply", "rounds"):
        found, city = most(spec, "spring", scope)
        assert found == value and city is not None
        assert complaints(city, spec.game("square"), scope, 1) == []


def test_random_games(tmp_path: Path) -> None:
    """What is shown for the most of a tile, and for the best total, is a city of its scope."""
    shown = 0
    for seed in range(GAMES):
        try:
            game = little_game(random.Random(seed), tmp_path)
            rules = game.spec.game("square")
        except Failure:
            continue
        tile = ("well", "arch")[seed % 2]
        scope = ("supply", "rounds")[seed // 2 % 2]
        for q in (
            MaximumQuestion(tile, "square", scope, 1, game.spec.readings({})),
            MaximumQuestion("", "square", scope, 1, game.spec.readings({}), of="total"),
        ):
            found = answer(game.spec, q, time_limit=5, confirm=0.1, tidy=0.5)
            if found.city is not None:
                shown += 1
                assert complaints(found.city, rules, scope, 1) == [], game.text
    assert shown > GAMES


@pytest.mark.parametrize("mode", ["gain", "may gain", "may gain all of"])
def test_random_cities(tmp_path: Path, mode: str) -> None:
    """None is drawn with too many units; where a Spring must give its two and the box has not both, it is left out."""
    spec = box(tmp_path, 4, mode=mode)
    for how in ("uniform", "play"):
        draw = Draw(BatchScorer(spec, "square"), how, 1)
        game = draw.game
        cities = [x for batch in draw.cities(400, 1) for x in batch.cities(game)]
        assert len(cities) + draw.left_out == 400 and draw.left_out > 0
        assert all(complaints(x, game, "any", 1) == [] for x in cities)
        springs = [x for x in cities if any(b.kind == "spring" for _, b in x.buildings())]
        beside = {sum(b.kind == "wall" for _, b in x.buildings()) for x in springs}
        assert max(beside) == (1 if mode == "gain" else 2)
