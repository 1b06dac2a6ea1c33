"""Pictures of cities: what is in them, and that colours are never needed to tell two cities apart."""

from __future__ import annotations

import re
from dataclasses import replace
from typing import Any
from xml.etree import ElementTree

import pytest

from dsl.assemble import Specification
from dsl.city import Building, City
from dsl.icons import NONE, read_icons
from dsl.patterns import PATTERNS, pattern
from dsl.picture import CELL, city_svg, icon_svg, legend_svg
from dsl.styles import styles

SVG = "{http://www.w3.org/2000/svg}"


def city(*cells: Building | None, size: int = 20) -> City:
    return City("expert", (*cells, *[None] * (size - len(cells))))


FIRE = city(
    Building("factory", active=True, seats={}),
    Building("fire_station", active=True, seats={}),
    Building("shop", active=True, seats={"inhabitant": 3}),
    Building("tower_block", floors=4, active=False, seats={}),
    Building("harbor", vp=2, active=True, seats={}),
)


def words(svg: str) -> list[str]:
    return [x.text or "" for x in ElementTree.fromstring(svg).iter(f"{SVG}text")]


def test_a_picture_is_one_file_of_shapes_and_text(spec: Specification) -> None:
    game, icons = spec.game("expert"), read_icons(spec.folders)
    svg = city_svg(FIRE, game, title='<"Tom" & co>', icons=icons, highlight="fire_station")
    assert svg == city_svg(FIRE, game, title='<"Tom" & co>', icons=icons, highlight="fire_station")
    root = ElementTree.fromstring(svg)
    assert root.findtext(f"{SVG}title") == '<"Tom" & co>'
    for x in root.iter():
        assert not {"id", "class", "style", "href", "font"} & set(x.attrib)
        assert not any("url(" in v for v in x.attrib.values())
        if x.tag == f"{SVG}text":
            assert {"font-family", "font-size"} <= set(x.attrib)
    told = root.findtext(f"{SVG}desc") or ""
    assert told.startswith(
        "Row 1: Factory, Fire Station, Shop (Inhabitant: 3), Tower Block (floors 4; not active), Harbor (2 VP). "
        "Row 2: empty, empty, empty, empty, empty."
    )


def test_letters_numbers_and_the_legend_are_of_what_stands(spec: Specification) -> None:
    found = words(city_svg(FIRE, spec.game("expert"), title="x", icons=read_icons(spec.folders)))
    # Each letter on its space and in the legend; 4 floors, 2 printed VP; the samples of the legend show 2.
    for letter in ("F", "FS", "S", "T", "H"):
        assert found.count(letter) == 2
    assert "M" not in found and "Monument" not in found
    assert {"Factory", "Fire Station", "not active", "floors", "printed VP"} <= set(found)
    quiet = words(city_svg(city(Building("park", active=True, seats={})), spec.game("expert"), title="x"))
    assert "Park" in quiet and not {"not active", "printed VP", "floors"} & set(quiet)


def test_a_legend_beside_the_city_says_what_one_below_it_does(spec: Specification) -> None:
    game, icons = spec.game("expert"), read_icons(spec.folders)
    bare, whole = (words(city_svg(FIRE, game, title="x", icons=icons, legend=x)) for x in (False, True))
    svg, said = legend_svg(FIRE, game, title="Legend", icons=icons)
    beside = words(svg)
    assert " ".join(sorted(" ".join(bare + beside).split())) == " ".join(sorted(" ".join(whole).split()))
    assert {"Factory", "Fire Station", "not active", "floors", "printed VP", "district"} <= set(said.split(", "))
    root = ElementTree.fromstring(svg)
    assert root.findtext(f"{SVG}title") == "Legend" and root.findtext(f"{SVG}desc") == said


def test_districts_are_numbered_and_parted_by_thick_lines(spec: Specification) -> None:
    svg = city_svg(city(), spec.game("expert"), title="x", legend=False)
    # Columns 1 to 5, rows 1 to 4, districts 1 to 5.
    assert sorted(words(svg)) == sorted([*"12345", *"1234", *"12345"])
    thick = next(x for x in ElementTree.fromstring(svg).iter(f"{SVG}path") if x.get("stroke-width") == "3.5")
    # Beside the middle column, 4 spaces long on either side; below the second row, 2 spaces on either side of it.
    assert len(re.findall("M", thick.get("d", ""))) == 4 + 4 + 2 + 2


VARIANTS: dict[str, dict[str, Any]] = {
    "kind": {"kind": "park"},
    "floors": {"floors": 5},
    "off": {"active": False},
    "printed": {"vp": 1},
    "seat": {"seats": {"inhabitant": 2}},
    "other seat": {"seats": {"inhabitant": 1, "energy": 0}},
}


@pytest.mark.parametrize("icons", [False, True])
def test_without_colours_every_city_has_its_own_picture(spec: Specification, icons: bool) -> None:
    known = read_icons(spec.folders) if icons else NONE
    seen: dict[str, set[tuple[str, str]]] = {}
    plain = {"tower_block": Building("tower_block", 4, active=True, seats={}), "shop": Building("shop", active=True, seats={})}
    for start in plain.values():
        for name, change in {"same": {}, **VARIANTS}.items():
            svg = city_svg(city(replace(start, **change)), spec.game("expert"), title="x", icons=known, legend=False)
            root = ElementTree.fromstring(svg)
            root.remove(root.find(f"{SVG}desc"))  # type: ignore[arg-type]
            bare = re.sub(r"#[0-9a-f]{3,6}", "#", ElementTree.tostring(root, encoding="unicode"))
            seen.setdefault(bare, set()).add((start.kind if "kind" not in change else "park", name))
    # A Tower Block has no seats, so that what is said of them does not show; a Park made of either is one,
    # but for the floors that were said of it.
    for same in seen.values():
        kinds = {k for k, _ in same}
        assert len(kinds) == 1
        if kinds == {"shop"}:
            assert len(same) == 1, same


def test_what_is_pointed_out_has_a_frame(spec: Specification) -> None:
    game = spec.game("expert")

    def rings(highlight: object) -> list[tuple[str | None, str | None]]:
        svg = city_svg(FIRE, game, title="x", highlight=highlight)  # type: ignore[arg-type]
        return [
            (x.get("x"), x.get("y")) for x in ElementTree.fromstring(svg).iter(f"{SVG}rect") if x.get("stroke-width") == "5"
        ]

    assert rings(()) == []
    (at,) = rings("fire_station")
    assert float(at[0] or 0) == pytest.approx(20 + CELL + 3.5)
    assert len(rings([0, 7])) == 2


def test_styles_do_not_change_with_the_mode_and_families_differ(spec: Specification) -> None:
    icons = read_icons(spec.folders)
    classic, expert = (styles(spec.game(m), icons) for m in ("classic", "expert"))
    assert all(classic[k] == expert[k] for k in classic if k in expert)
    assert len({s.letter for s in expert.values()}) == len(expert)
    buildings = [k for k in spec.game("expert").kinds if not spec.declarations.is_tile(k) and k != "playground"]
    for known in (icons, NONE):
        assert len({styles(spec.game("expert"), known)[k].pattern for k in buildings}) == len(buildings) == 8


@pytest.mark.parametrize("name", PATTERNS)
def test_patterns_stay_in_their_rectangle(name: str) -> None:
    data = re.search(r'd="([^"]*)"', pattern(name, 3, 5, 40, 17, 5))
    assert data is not None
    points = [tuple(map(float, p.split())) for p in re.findall(r"[-\d.]+ [-\d.]+", data[1])]
    assert len(points) > 4
    assert all(3 - 0.02 <= x <= 43.02 and 5 - 0.02 <= y <= 22.02 for x, y in points)


def test_an_icon_by_itself(spec: Specification, orchard: Specification) -> None:
    game = spec.game("expert")
    assert "<path" in icon_svg(game, "capitol", read_icons(spec.folders))
    assert "<path" in icon_svg(game, "energy", read_icons(spec.folders))
    assert words(icon_svg(game, "factory")) == ["F"] and words(icon_svg(game, "energy")) == ["e"]


def test_another_game_is_drawn_without_icons(orchard: Specification) -> None:
    for mode in orchard.modes:
        game = orchard.game(mode)
        kind = sorted(game.kinds)[0]
        cells = (Building(kind, active=True, seats={}), *[None] * (game.mode.board.size - 1))
        assert game.kinds[kind].title in words(city_svg(City(mode, cells), game, title="x"))
