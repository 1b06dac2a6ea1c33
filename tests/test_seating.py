"""The best seating against all seatings, on small cities of the second game."""

from __future__ import annotations

import random
from collections.abc import Iterator
from dataclasses import replace
from itertools import product
from pathlib import Path

import pytest

from dsl.assemble import Specification
from dsl.city import Building, City, all_active, faults, idle_units
from dsl.city_text import write_rows
from dsl.diagnostics import Failure
from dsl.load import load
from dsl.scorer import Scorer
from verifier.seating import best_seating


def seatings(city: City, scorer: Scorer) -> Iterator[City]:
    """Every way to take gains, to activate buildings and to seat units, possible or not."""
    game = scorer.game
    most = {r.name: r.pieces for r in game.resources} if city.supply is None else dict(city.supply)
    options: list[list[Building]] = []
    for _, b in city.buildings():
        kind = game.kinds[b.kind]
        rooms = [range(min(kind.seats.get(r, 0), most[r]) + 1) for r in most]
        states = (True, False) if kind.needs else (True,)
        options.append(
            [
                replace(b, active=active, seats=dict(zip(most, units, strict=True)))
                for active in states
                for units in product(*rooms)
            ]
        )
    spaces = [s for s, _ in city.buildings()]
    for chosen in product(*options):
        cells = list(city.cells)
        for s, b in zip(spaces, chosen, strict=True):
            cells[s] = b
        seated = replace(city, cells=tuple(cells))
        if city.supply is not None:
            yield seated
            continue
        offers = scorer.compiled.available(seated, scorer.view(seated))
        numbers = [
            (n,) if g.mode == "forced" else (0, n) if g.mode == "whole" else range(n + 1) for g, _, n in offers
        ]
        for units in product(*numbers):
            taken: dict[tuple[int, str], int] = {}
            for (gain, s, _), n in zip(offers, units, strict=True):
                taken[s, gain.resource] = taken.get((s, gain.resource), 0) + n
            yield replace(seated, taken={key: n for key, n in taken.items() if n})


def best_by_trying(city: City, scorer: Scorer) -> int:
    """The most that any possible seating scores."""
    return max(scorer.total(x) for x in seatings(city, scorer) if not faults(x, scorer.game))


KINDS = ["tree", "apple", "hive", "hive", "tool", "gutter", "market", "well", "fence", "beekeeper", "pond"]


@pytest.mark.parametrize("readings", [{}, {"frost": "hard", "ghosts": "busy"}], ids=["plain", "other"])
@pytest.mark.parametrize("given", [True, False], ids=["supply", "gains"])
def test_best_seating(orchard: Specification, readings: dict[str, str], given: bool) -> None:
    """With a supply from outside, and with what the tiles give and the gains at the end."""
    scorer = Scorer(orchard, "hedge", readings)
    rnd = random.Random(f"seating {readings} {given}")
    spread = set()
    for _ in range(25):
        cells: list[Building | None] = [None] * 8
        for s in rnd.sample(range(8), rnd.randint(2, 5)):
            kind = scorer.game.kinds[rnd.choice(KINDS[: 11 if given else 10])]
            gains = {"bucket": rnd.randint(0, 1), "bee": rnd.randint(0, 1)}
            cells[s] = Building(kind.name, rnd.randint(1, kind.max_floors), gains, rnd.randint(0, 1))
        supply = {"bucket": rnd.randint(0, 3), "bee": rnd.randint(0, 3)} if given else None
        city = City("hedge", tuple(cells), supply)
        found = best_seating(orchard, city, readings)
        shown = "\n".join(write_rows(all_active(city), scorer.game)) + f"\n{supply}"
        assert found.optimal and found.total == found.bound == scorer.total(found.city), shown
        assert faults(found.city, scorer.game) == [] == scorer.gain_complaints(found.city), shown
        assert found.total == best_by_trying(city, scorer), shown
        spread.add(found.total)
        # What the city says of its seating is kept, and nothing better is then left to find.
        again = best_seating(orchard, found.city, readings)
        assert again.city.cells == found.city.cells and again.total == found.total
    assert len(spread) > 5


PLOTS = """
game "Plots" { seating SEATING }
resource drop "Drop" { plural drops "Drops"  glyph d  pieces 9 }
mode plot "Plot" { board { 1 1 1 }  rounds 1  turns 3  players 2 to 2 }
building pump "Pump" { glyph P  needs 2 drops }
building bench "Bench" { glyph B  seats 3 drops }
"""


@pytest.mark.parametrize(
    ("active", "on_bench", "supply", "idle"),
    [
        # By rule of seating: how many complaints there are.
        (True, 0, 2, {"free": 0, "full": 0, "activation_first": 0}),
        (True, 0, 3, {"free": 0, "full": 1, "activation_first": 0}),  # the third could sit on the Bench
        (False, 1, 2, {"free": 0, "full": 1, "activation_first": 1}),  # so could the second; both could run the Pump
        (False, 3, 3, {"free": 0, "full": 0, "activation_first": 1}),
        (False, 1, 1, {"free": 0, "full": 0, "activation_first": 0}),  # one is too little for the Pump
        (False, 3, 5, {"free": 0, "full": 1, "activation_first": 1}),  # two are left over for it
    ],
)
def test_idle_units(tmp_path: Path, active: bool, on_bench: int, supply: int, idle: dict[str, int]) -> None:
    """A Pump that needs two, beside a Bench for three."""
    for seating, complaints in idle.items():
        (tmp_path / "plots.rules").write_text(PLOTS.replace("SEATING", seating), "utf-8")
        game = load([tmp_path]).game("plot")
        pump = Building("pump", active=active)
        city = City("plot", (pump, Building("bench", active=True, seats={"drop": on_bench}), None), {"drop": supply})
        assert not faults(city, game) and len(idle_units(city, game)) == complaints, seating


# One Water is printed. The second on the seats has to be one that is gained; then none is left over.
@pytest.mark.parametrize(("gain", "seated"), [("unseated water", 1), ("if unseated water = 0 then 1 else 0", 2)])
def test_a_gain_that_hangs_on_what_is_left(tmp_path: Path, gain: str, seated: int) -> None:
    file = tmp_path / "left.rules"
    file.write_text(
        f"""
        game "Left" {{ inactive buildings leave }}
        resource water "Water" {{ glyph w  pieces 4 }}
        mode square "Square" {{ board {{ 1 }}  rounds 1  turns 1 }}
        building den "Den" {{
          glyph d  needs nothing  seats 2 water  print wet gains 1 water
          score water seated on self
          when game ends may gain ({gain}) water
        }}
        """.replace("\n        ", "\n"),
        "utf-8",
    )
    spec = load([file])
    found = best_seating(spec, City("square", (Building("den", gains={"water": 1}),)))
    assert found.optimal and found.total == seated
    assert Scorer(spec, "square").gain_complaints(found.city) == []


# Two Water are printed, three more offered, and two are left in a box of four.
@pytest.mark.parametrize(("gain", "seated"), [("may gain", 4), ("may gain all of", 2), ("gain", None)])
def test_no_more_is_taken_than_the_box_has(tmp_path: Path, gain: str, seated: int | None) -> None:
    file = tmp_path / "few.rules"
    file.write_text(
        f"""
        game "Few" {{ inactive buildings leave }}
        resource water "Water" {{ glyph w  pieces 4 }}
        mode square "Square" {{ board {{ 1 }}  rounds 1  turns 1 }}
        building den "Den" {{
          glyph d  needs nothing  seats any water  print wet gains 2 water
          score water seated on self
          when game ends {gain} 3 water
        }}
        """.replace("\n        ", "\n"),
        "utf-8",
    )
    spec = load([file])
    city = City("square", (Building("den", gains={"water": 2}),))
    if seated is None:
        with pytest.raises(Failure, match="those of the box for what it has to gain"):
            best_seating(spec, city)
    else:
        found = best_seating(spec, city)
        assert found.optimal and found.total == seated


@pytest.mark.parametrize("gain", ["may gain", "gain"])
def test_a_city_that_is_given_may_have_more_than_the_box(tmp_path: Path, gain: str) -> None:
    """All six Water of two Dens are left over, in a box of four; none of what is offered is taken, nor can be."""
    file = tmp_path / "more.rules"
    file.write_text(
        f"""
        game "More" {{ inactive buildings leave }}
        resource water "Water" {{ glyph w  pieces 4  costs 1 unseated }}
        mode square "Square" {{ board {{ 1 1 }}  rounds 1  turns 2 }}
        building den "Den" {{ glyph d  needs nothing  print wet gains 3 water  when game ends {gain} 1 water }}
        """.replace("\n        ", "\n"),
        "utf-8",
    )
    spec, city = load([file]), City("square", (Building("den", gains={"water": 3}),) * 2)
    if gain == "gain":
        with pytest.raises(Failure, match="those of the box for what it has to gain"):
            best_seating(spec, city)
    else:
        found = best_seating(spec, city)
        assert found.optimal and found.total == -6
