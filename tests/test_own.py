"""What each tile of a game adds, all tiles at once, against two whole games."""

from __future__ import annotations

from pathlib import Path

import pytest

from dsl.assemble import Specification
from dsl.game_builder import own_clauses
from dsl.load import load, shipped

ODD = """
tile mill "Mill" is shop, park { modes classic, expert  needs nothing  score 2 per park in city }
tile old_mill "Old mill" is mill { modes expert  needs nothing  score 1 per shop adjacent to self }
tile inn "Inn" is office_tower { modes expert  needs nothing  joins groups of office_tower }
scoring variety "Variety" { modes classic, expert  score different families among buildings in city }
"""


def same(spec: Specification, mode: str, readings: dict[str, str]) -> int:
    """Compare for every tile; how many there are."""
    game, own = spec.game(mode, readings), spec.own(mode, readings)
    for tile in spec.tiles(mode):
        assert own[tile] == own_clauses(game, spec.game(mode, readings, frozenset({tile}))), (mode, readings, tile)
    assert list(own) == list(spec.tiles(mode))
    return len(own)


def test_as_two_games(spec: Specification) -> None:
    """Every tile under every reading of the shipped rules: as many as are known to be there, and alike."""
    found = {m: same(spec, m, {}) for m in spec.modes}
    assert found == {"classic": 11, "expert": 13}
    for r in spec.rulings.values():
        for reading in r.names()[1:]:
            for mode in spec.modes:
                same(spec, mode, {r.name: reading})
    # An answer that is right by accident is no test: something is taken off, something is taken away.
    expert = spec.own("expert")
    assert any(less for _, less in expert.values()) and all(not less for t, (_, less) in expert.items() if t == "capitol")


@pytest.mark.parametrize("mode", ["classic", "expert"])
def test_tiles_that_are_several_things(tmp_path: Path, mode: str) -> None:
    """A tile with two parents loses the second one, a tile below it too; one that joins groups changes others."""
    (tmp_path / "odd.rules").write_text(ODD, "utf-8")
    odd = load([shipped(), tmp_path])
    same(odd, mode, {})
    mill = odd.own(mode)["mill"]
    # Read as plain it is no Park any more, so clauses of Parks are for fewer kinds.
    assert mill[1] and any(x.part == "mill" for x in mill[0])
