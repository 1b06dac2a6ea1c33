"""What each tile of a game adds, all tiles at once, against two whole games."""

from __future__ import annotations

from pathlib import Path

import pytest
from cities import drawn

from dsl.assemble import Specification
from dsl.game_builder import own_clauses
from dsl.load import load, shipped
from dsl.scorer import Scorer

ODD = """
tile mill "Mill" is shop, park { modes classic, expert  needs nothing  score 2 per park in city }
tile old_mill "Old mill" is mill { modes expert  needs nothing  score 1 per shop adjacent to self }
tile inn "Inn" is office_tower { modes expert  needs nothing  joins groups of office_tower }
scoring variety "Variety" { modes classic, expert  score different families among buildings in city }
"""


# A Tavern beside a Public Service of another sort: two kinds. Read as plain it is a Public Service itself.
LIBRARY = """
tile library "Library" is public_service { modes expert  score different kinds among building adjacent to self }
tile tavern "Tavern" is public_service { modes expert }
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


@pytest.mark.parametrize(
    ("rows", "tile", "own"),
    [
        ("tavern library", "tavern", 0),  # one kind beside it, either way
        ("tavern library U", "tavern", 1),  # a Tavern and a Public Service; two Public Services
        ("tavern library fire_station", "tavern", 0),
        ("tavern library U", "library", 2),
    ],
)
def test_a_plain_tile_is_of_the_kind_of_its_parent(tmp_path: Path, rows: str, tile: str, own: int) -> None:
    """Where different kinds are counted, it is one of them, and the same as any other that is just that."""
    (tmp_path / "library.rules").write_text(LIBRARY, "utf-8")
    spec = load([shipped(), tmp_path])
    same(spec, "expert", {})
    assert Scorer(spec, "expert").own(drawn(spec, "expert", rows), tile) == own


def test_a_tile_that_is_not_among_what_is_counted_adds_nothing(tmp_path: Path) -> None:
    """Whether it is a kind of its own or a Public Service: neither is counted. So no question about it looks there."""
    text = LIBRARY.replace("among building", "among (building and not public_service)")
    (tmp_path / "library.rules").write_text(text, "utf-8")
    spec = load([shipped(), tmp_path])
    same(spec, "expert", {})
    assert spec.own("expert")["tavern"] == ((), ())
    city = drawn(spec, "expert", "tavern library park")
    assert Scorer(spec, "expert").own(city, "library") == 1
