"""Cities as JSON: what is written is read back, and nothing else that is read breaks anything."""

from __future__ import annotations

import json
from dataclasses import replace
from typing import Any

import cities
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from dsl.assemble import Specification
from dsl.city import Building, City, faults
from dsl.city_json import city_object, is_json, read_city, read_located
from dsl.city_text import write_rows
from dsl.diagnostics import Bag, Diagnostic, render
from dsl.source import Source
from verifier.commands.city_file import read_city_file

MODES = st.sampled_from(cities.MODES)


def read(value: object, spec: Specification) -> tuple[tuple[City, dict[str, str]] | None, list[Diagnostic]]:
    """The city of a value, and what is said about it."""
    bag = Bag()
    found = read_city(Source("city.json", json.dumps(value, indent=1)), spec, bag)
    return found, bag.found


def messages(value: object, spec: Specification) -> list[str]:
    """What is wrong with a value: code, text under the caret, message."""
    found, said = read(value, spec)
    assert found is None
    return [f"{d.code} [{d.span.text}] {d.message}" for d in said]


def rows(*kinds: object, size: tuple[int, int] = (4, 5)) -> list[list[object]]:
    """The rows of a board that is empty but for its first spaces."""
    cells = [{"kind": k} if isinstance(k, str) else k for k in kinds]
    cells += [None] * (size[0] * size[1] - len(cells))
    return [cells[i * size[1] : (i + 1) * size[1]] for i in range(size[0])]


# ---- there and back ----------------------------------------------------------------------------------------


@st.composite
def open_cities(draw: st.DrawFn, spec: Specification) -> City:
    """Possible cities that leave some of their seating, their supply and their gains open."""
    mode = draw(MODES)
    city = draw(cities.cities(mode))
    cells = list(city.cells)
    for space, b in city.buildings():
        if not b.active:  # it holds no units
            b = cells[space] = replace(b, seats={})
        what = draw(st.sampled_from(["all", "no seats", "nothing"]))
        if what != "all":
            cells[space] = replace(b, seats=None, active=b.active if what == "no seats" else None)
    city = replace(city, cells=tuple(cells))
    if draw(st.booleans()) and not faults(replace(city, supply=None), spec.game(mode)):
        taken = {(3, "inhabitant"): 2, (0, "energy"): 1} if draw(st.booleans()) else None
        city = replace(city, supply=None, taken=taken)
    return city


@settings(max_examples=150)
@given(st.data())
def test_what_is_written_is_read_back(spec: Specification, data: st.DataObject) -> None:
    city = data.draw(open_cities(spec))
    found, said = read(city_object(city, spec.game(city.mode)), spec)
    assert not said, "\n".join(map(render, said))
    assert found == (city, {})


def test_readings_are_written_and_read(spec: Specification) -> None:
    city = City("expert", (None,) * 20)
    chosen = {"customs_line": "any_four"}
    assert read(city_object(city, spec.game("expert"), chosen), spec)[0] == (city, chosen)


def test_the_form_of_an_object(spec: Specification) -> None:
    shop = Building("shop", 1, {}, 0, True, {"inhabitant": 3})
    tower = Building("tower_block", 2, {"inhabitant": 3}, 0, False)
    cells = (shop, None, tower, *([None] * 17))
    assert city_object(City("expert", cells, {"inhabitant": 4, "energy": 1}), spec.game("expert")) == {
        "mode": "expert",
        "rows": rows(
            {"kind": "shop", "active": True, "seats": {"inhabitants": 3}},
            None,
            {"kind": "tower_block", "floors": 2, "inhabitants": 3, "active": False},
        ),
        "inhabitants_supply": 4,
        "energy_supply": 1,
    }


def test_the_form_of_the_published_layouts(spec: Specification) -> None:
    # Floors are left out where a kind can not be stacked; other people's keys are not looked at.
    layout = {
        "mode": "expert",
        "rows": rows(
            {"kind": "office_tower", "floors": 3},
            {"kind": "harbor", "energy": 1, "inhabitants": 1},
            {"kind": "harbor", "vp": 3},
            {"kind": "playground", "inhabitants": 1},
        ),
        "inhabitants_supply": 12,
        "energy_supply": 4,
        "published_total": 0,
        "parts": {"towers": 0},
    }
    found, said = read(layout, spec)
    assert found is not None and not said
    city = found[0]
    assert city.supply == {"inhabitant": 12, "energy": 4}
    assert not city.seating_given
    assert city.cells[:4] == (
        Building("office_tower", 3),
        Building("harbor", 1, {"energy": 1, "inhabitant": 1}),
        Building("harbor", 1, {}, 3),
        Building("playground", 1, {"inhabitant": 1}),
    )


def test_a_supply_of_one_resource_leaves_the_other_to_the_tiles(spec: Specification) -> None:
    value = {"mode": "expert", "rows": rows({"kind": "factory", "energy": 2}), "inhabitants_supply": 7}
    found, _ = read(value, spec)
    assert found is not None and found[0].supply == {"inhabitant": 7, "energy": 2}


@settings(max_examples=60)
@given(st.data())
def test_a_drawing_says_the_same(spec: Specification, tmp_path_factory: Any, data: st.DataObject) -> None:
    """JSON and drawing of one city are read as the same, readings and supply included."""
    city = data.draw(cities.cities(data.draw(MODES)))
    # A drawing has no mark for a building that is said to be active: nothing is said of it.
    cells = (None if b is None else replace(b, active=None, seats=None) for b in city.cells)
    city = replace(city, cells=tuple(cells))
    game = spec.game(city.mode)
    supply = " and ".join(f"{city.supply[r.name]} {r.plural}" for r in game.resources)  # type: ignore[index]
    head = [f"mode {city.mode}", f"supply {supply}", "under customs_line is any_four"]
    drawn = tmp_path_factory.mktemp("cities") / "city.txt"
    drawn.write_text("\n".join([*head, "{", *write_rows(city, game), "}  -- the end", ""]), "utf-8")
    bag = Bag()
    located = read_city_file(str(drawn), spec, {}, bag, mode=None, index=None)
    assert not bag.found
    assert (located.city, located.readings) == (city, {"customs_line": "any_four"})


# ---- whatever else -----------------------------------------------------------------------------------------

_ATOMS = st.none() | st.booleans() | st.integers() | st.floats() | st.text(max_size=5)
_WORDS = st.sampled_from(["mode", "rows", "kind", "floors", "seats", "taken", "readings", "expert", "shop", "row"])
_ANYTHING = st.recursive(
    _ATOMS | _WORDS,
    lambda x: st.lists(x, max_size=5) | st.dictionaries(_WORDS | st.text(max_size=3), x, max_size=5),
    max_leaves=12,
)


def survives(text: str, spec: Specification) -> None:
    """Whatever the text, it gives a city or diagnostics that lie in it and can be shown."""
    source, bag = Source("x.json", text), Bag()
    found = read_city(source, spec, bag)
    assert (found is None) == bag.errors
    for d in bag.found:
        assert 0 <= d.span.start <= d.span.end <= len(text)
        assert render(d)


@given(_ANYTHING)
def test_no_json_breaks_it(spec: Specification, value: object) -> None:
    survives(json.dumps(value), spec)


@given(st.text(max_size=40) | st.text(st.sampled_from('{}[]",:0aN-. \n\\u'), max_size=40))
def test_no_text_breaks_it(spec: Specification, text: str) -> None:
    survives(text, spec)


@settings(max_examples=200)
@given(st.data())
def test_one_wrong_value_breaks_nothing(spec: Specification, data: st.DataObject) -> None:
    city = data.draw(open_cities(spec))
    value: Any = city_object(city, spec.game(city.mode))
    at: list[tuple[Any, Any]] = []
    node = value
    while isinstance(node, dict | list) and node and (not at or data.draw(st.integers(0, 3))):
        key = data.draw(st.sampled_from(list(node) if isinstance(node, dict) else list(range(len(node)))))
        at.append((node, key))
        node = node[key]
    holder, key = at[-1]
    holder[key] = data.draw(_ANYTHING)
    survives(json.dumps(value), spec)


# ---- mistakes ----------------------------------------------------------------------------------------------


def test_all_mistakes_at_once(spec: Specification) -> None:
    value = {
        "mode": "expert",
        "rows": rows(
            {"kind": "shopp"},
            {"kind": "shop", "flors": 2},
            {"kind": "shop", "floors": "2"},
            {"kind": "shop", "vp": -1},
            {"floors": 1},
            {"kind": "shop", "seats": {"people": 1}},
            {"kind": "shop", "active": 1},
            7,
        ),
        "inhabitants_supply": 2.5,
        "readings": {"customs_lin": "complete", "customs_line": "no"},
    }
    assert messages(value, spec) == [
        'TP014 ["customs_lin"] unknown ruling `customs_lin`',
        'TP015 ["no"] unknown reading `no` of `customs_line`',
        "TP051 [2.5] `inhabitants_supply` must be a whole number, not a number with a fraction",
        'TP011 ["shopp"] no kind `shopp` in expert',
        'TP052 ["flors"] the building has no key `flors`',
        'TP051 ["2"] `floors` must be a whole number, not text',
        "TP051 [-1] `vp` must be from 0 to 10,000",
        'TP052 [{\n    "floors": 1\n   }] the building does not say its `kind`',
        'TP013 ["people"] unknown resource `people`',
        "TP051 [1] `active` must be true or false, not a number",
        "TP051 [7] a space must be an object, not a number",
    ]


def test_all_impossible_things_at_once(spec: Specification) -> None:
    # A tower of 6 where 5 are the most, a stacked Factory, 6 Customers on 5 places, an inactive Park.
    value = {
        "mode": "expert",
        "rows": rows(
            {"kind": "tower_block", "floors": 6},
            {"kind": "factory", "floors": 2},
            {"kind": "shop", "seats": {"inhabitants": 6}},
            {"kind": "park", "active": False},
        ),
    }
    found, said = read(value, spec)
    assert found is None
    assert [(d.code, d.span.begin()[0]) for d in said] == [("TP044", n) for n in (5, 9, 13, 19)]


@pytest.mark.parametrize(
    ("value", "code", "words"),
    [
        ([], "TP053", "the file holds 0 cities"),
        ({"layouts": [{}, {}]}, "TP053", "the file holds 2 cities"),
        (3, "TP051", "a city must be an object, not a number"),
        ({"rows": []}, "TP053", "the city does not say its `mode`"),
        ({"mode": "expret", "rows": []}, "TP012", "unknown mode `expret`"),
        ({"mode": "expert"}, "TP052", "the city does not say its `rows`"),
        ({"mode": "expert", "rows": {}}, "TP051", "`rows` must be a list, not an object"),
        ({"mode": "expert", "rows": rows(size=(3, 5))}, "TP041", "3 rows, the board of expert has 4"),
        ({"mode": "expert", "rows": rows(), "taken": [{}]}, "TP052", "does not say its `row`"),
        (
            {"mode": "classic", "rows": rows(size=(4, 5))},
            "TP041",
            "5 spaces in row 1, the board of classic has 4 columns",
        ),
        (
            {
                "mode": "expert",
                "rows": rows(),
                "taken": [{"row": 5, "column": 1, "resource": "energy", "units": 1}],
            },
            "TP041",
            "there is no row 5, column 1 in expert",
        ),
        (
            {"mode": "expert", "rows": rows({"kind": "shop", "energy": 1, "inhabitants": True})},
            "TP051",
            "`inhabitants` must be a whole number, not true",
        ),
        # Two Factories are active and need an Inhabitant each.
        (
            {
                "mode": "expert",
                "rows": rows({"kind": "factory", "active": True}, {"kind": "factory", "active": True}),
                "inhabitants_supply": 1,
            },
            "TP044",
            "2 inhabitants are seated, the city has 1",
        ),
    ],
)
def test_one_mistake(spec: Specification, value: object, code: str, words: str) -> None:
    found, said = read(value, spec)
    assert found is None
    assert said[0].code == code and words in said[0].message


@pytest.mark.parametrize(
    ("text", "line", "words"),
    [
        ("", 1, "expecting value"),
        ('{"mode": "expert", "rows": [[null,\n null,]]}', 2, "expecting value"),
        ('{"mode": "expert"', 1, "expecting ',' delimiter"),
        ('{\n"rows": NaN}', 2, "`NaN` is not a number"),
        ("[" * 10_000 + "]" * 10_000, 1, "more than 50 brackets inside each other"),
    ],
)
def test_broken_json(spec: Specification, text: str, line: int, words: str) -> None:
    bag = Bag()
    assert read_city(Source("x.json", text), spec, bag) is None
    (found,) = bag.found
    assert found.code == "TP050" and words in found.message and found.span.begin()[0] == line


def test_a_number_of_absurd_length(spec: Specification) -> None:
    bag = Bag()
    text = '{"mode": "expert", "rows": [], "energy_supply": ' + "9" * 6000 + "}"
    assert read_city(Source("x.json", text), spec, bag) is None
    assert "`energy_supply` must be from 0 to 10,000" in [d.message for d in bag.found]


def test_a_slip_of_the_pen_is_a_warning(spec: Specification) -> None:
    found, said = read({"mode": "expert", "rows": rows(), "energy_suply": 3}, spec)
    assert found is not None
    assert [(d.severity, d.message) for d in said] == [("warning", "the key `energy_suply` is not read")]
    assert said[0].help == "did you mean `energy_supply`?"


def test_one_of_several(spec: Specification) -> None:
    value = {"layouts": [{"mode": "expert", "rows": rows("shop")}, {"mode": "expert", "rows": rows("park")}]}
    text = json.dumps(value)
    bag = Bag()
    found = read_located(Source("x.json", text), spec, bag, index=2)
    assert found is not None and found.city.cells[0] == Building("park")
    assert found.span(0).text == '{"kind": "park"}'
    assert read_located(Source("x.json", text), spec, bag, index=3) is None
    assert bag.found[-1].message == "the file holds 2 cities, and no number 3"


@pytest.mark.parametrize("text", ['{"mode"', " [1", "{'a'", "{ }", "{", "[]"])
def test_json_is_known_by_its_first_characters(text: str) -> None:
    assert is_json(text)


@pytest.mark.parametrize("text", ["F F", "mode expert", "{ F . }", "{ fire_station", ". F"])
def test_drawings_are_not_json(text: str) -> None:
    assert not is_json(text)


def test_a_key_said_twice(spec: Specification) -> None:
    bag = Bag()
    text = '{"mode": "expert",\n "energy_supply": 1, "energy_supply": 2, "rows": []}'
    assert read_city(Source("city.json", text), spec, bag) is None
    (found,) = bag.found
    assert (found.code, found.span.begin()) == ("TP050", (2, 22)) and "said twice" in found.message


def test_units_on_seats_make_a_building_active(spec: Specification) -> None:
    """As in a drawing: who sits there sits in an active Shop. Without units that is left open; a Reprocessing Plant
    that holds some while it is not active stays as open as it was, where a ruling says so."""
    rows: list[list[Any]] = [[None] * 4 for _ in range(4)]
    rows[0][:3] = [
        {"kind": "shop", "seats": {"inhabitants": 2}},
        {"kind": "shop", "seats": {}},
        {"kind": "reprocessing_plant", "seats": {"energy": 1}},
    ]
    for reading, plant in (("holds_nothing", True), ("still_holds", None)):
        bag = Bag()
        given = {"inhabitants_supply": 9, "energy_supply": 9, "readings": {"plant_inactive": reading}}
        text = json.dumps({"mode": "classic", "rows": rows, **given})
        found = read_city(Source("city", text), spec, bag)
        assert found is not None and not bag.found, bag.found
        assert [b and b.active for b in found[0].cells[:3]] == [True, None, plant]
