"""Published cities: the best seating that is found scores what they were counted to score.

`data/expert_published.json` restates 41 cities of Expert that a random search published, with totals and parts
counted by hand-made rules; the file says how it groups the parts.
"""

from __future__ import annotations

import json
from pathlib import Path
from typing import Any

import pytest
import reference
from cities import to_reference

from dsl.assemble import Specification
from dsl.city import City, faults
from dsl.city_json import read_city
from dsl.diagnostics import Bag
from dsl.scorer import Scorer
from dsl.source import Source
from verifier.schedule import schedule
from verifier.seating import best_seating

PATH = Path(__file__).parent / "data" / "expert_published.json"
LAYOUTS: list[dict[str, Any]] = json.loads(PATH.read_text("utf-8"))["layouts"]
GROUPS = {
    "towers": ("tower_block",),
    "shops": ("shop",),
    "parks": ("park",),
    "factories": ("factory",),
    "public": ("public_services",),
    "harbors": ("harbors",),
    # What the Congress Center does to a group is scored by the Office Towers.
    "offices": ("office_tower",),
    "monuments": ("monument",),
    "expansion": (
        *("city_hall", "city_planning", "customs_office", "fire_station", "police_station", "park_district"),
        *("school", "reprocessing_plant", "capitol", "congress_center"),
    ),
    "unused_p": ("unseated_inhabitants",),
    "unused_e": ("unseated_energy",),
}


def regrouped(parts: dict[str, int], city: City) -> dict[str, int]:
    """A score sheet as the file groups it; printed VP belong to the kind on which they are printed."""
    assert set(parts) <= {"printed", *(p for names in GROUPS.values() for p in names)}
    out = {group: sum(parts.get(p, 0) for p in names) for group, names in GROUPS.items()}
    for _, b in city.buildings():
        if b.active and b.vp:
            assert b.kind in ("public_service", "harbor")
            out["public" if b.kind == "public_service" else "harbors"] += b.vp
    return out


@pytest.mark.parametrize("number", range(len(LAYOUTS)))
def test_published_city(spec: Specification, number: int) -> None:
    """Total and parts, by the compiled scorer and by the reference, on the best seating found."""
    layout = LAYOUTS[number]
    bag = Bag()
    read = read_city(Source(f"layout {number + 1}", json.dumps(layout)), spec, bag)
    assert read is not None and bag.found == []
    city, readings = read
    assert readings == {} and city.supply == {
        "inhabitant": layout["inhabitants_supply"],
        "energy": layout["energy_supply"],
    }
    kinds = [b["kind"] if b else None for row in layout["rows"] for b in row]
    assert [b.kind if b is not None else None for b in city.cells] == kinds

    found = best_seating(spec, city)
    assert found.optimal and found.total == found.bound
    scorer = Scorer(spec, city.mode)
    assert faults(found.city, scorer.game) == []
    sheet = scorer.sheet(found.city)
    assert sheet.total == found.total == layout["legal_total"]
    expected = dict.fromkeys(GROUPS, 0) | layout["parts"]
    assert regrouped(sheet.parts, found.city) == expected

    translated = to_reference(found.city)
    assert reference.check(translated) == []
    again = reference.score(translated)
    assert again["total"] == layout["legal_total"]
    assert regrouped(again["parts"], found.city) == expected


@pytest.mark.parametrize("number", range(0, len(LAYOUTS), 4))
def test_published_city_can_be_built(spec: Specification, number: int) -> None:
    """In twenty turns of four players, by the Architects' rule. Some say nothing of their prints."""
    read = read_city(Source("layout", json.dumps(LAYOUTS[number])), spec, Bag())
    assert read is not None
    found = schedule(spec, read[0], "expert", None, 4, True, told=False)
    assert found is not None and len(found.turns) == 20


def test_the_data() -> None:
    """41 cities, and parts that add up to their totals."""
    assert len(LAYOUTS) == 41
    assert {tuple(map(len, x["rows"])) for x in LAYOUTS} == {(5, 5, 5, 5)}
    assert all(sum(x["parts"].values()) == x["legal_total"] for x in LAYOUTS)


def test_the_best_published_cities() -> None:
    """119 VP without tiles of the expansion, 126 with five; what was published differs from the count by the manual
    only with a Congress Center, by what a tower of one floor scores in a group of five: 4."""
    best = {True: 0, False: 0}
    for x in LAYOUTS:
        kinds = {b["kind"] for row in x["rows"] for b in row if b}
        bare = not kinds & {*GROUPS["expansion"], "electric_utility", "maternity_ward", "tv_station"}
        best[bare] = max(best[bare], x["legal_total"])
        assert x["published_total"] - x["legal_total"] == (4 if "congress_center" in kinds else 0)
    assert best == {True: 119, False: 126}


@pytest.mark.parametrize(("on_it", "total"), [(0, 129), (1, 139)])
def test_a_city_that_a_model_made_by_hand_found(spec: Specification, on_it: int, total: int) -> None:
    """Four Shops with five Customers each and two Factories need 22 Inhabitants. Six Tower Block tiles have at most 18:
    it comes to 139 VP because each of the four Playgrounds brings one more. Where a Playground brings nobody, the
    customers that are missing cost ten points."""
    kinds: dict[str, dict[str, object] | None] = {
        "-": None,
        "F": {"kind": "factory", "energy": 3},
        "G": {"kind": "playground", "inhabitants": on_it},
        "M": {"kind": "monument"},
        "S": {"kind": "shop"},
        "5": {"kind": "tower_block", "floors": 5, "inhabitants": 15},
        "1": {"kind": "tower_block", "floors": 1, "inhabitants": 3},
    }
    rows = [[kinds[x] for x in row] for row in ("-FS--", "FSMG5", "SMGMG", "-SMG1")]
    read = read_city(Source("sketch", json.dumps({"mode": "expert", "rows": rows})), spec, Bag())
    assert read is not None
    found = best_seating(spec, read[0])
    assert found.optimal and found.total == total
    # A schedule takes the tiles as they are under a reading; under the other nothing shows such a Playground.
    for reading in ("one", "nobody"):
        built = schedule(spec, found.city, "expert", {"playground_inhabitant": reading}, 4, True)
        assert (built is not None) == (on_it == (reading == "one"))


def test_every_published_playground_brings_an_inhabitant() -> None:
    """What the default reading of `playground_inhabitant` rests on."""
    found = [b["inhabitants"] for x in LAYOUTS for row in x["rows"] for b in row if b and b["kind"] == "playground"]
    assert found == [1] * 66
