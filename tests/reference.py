"""A reference scorer for *Quadropolis: Public Services*, written from the rules by hand.

What it guarantees: an independent third opinion. It imports nothing but the standard library, and
every board, table and number in it was typed in again from the rules, so it can share no mistake
with the specification or with anything that is made from it. It is meant to be read: plain loops
over the spaces of one city, one short function for each thing that scores.

It judges a city that is *complete*: what is on each space, which buildings are active, how many
units the city has (gains at the end of the game included) and where they are seated. It decides
nothing, it only counts. It trusts the city; `check` says what is wrong with one, and the score of
a city that `check` complains about means nothing.

A city is a mapping::

    {"mode": "classic" or "expert",
     "rows": [[None or {"kind": str, "floors": int = 1, "vp": int = 0, "active": bool = True,
                        "seats": {"inhabitants": int, "energy": int}}, ...], ...],
     "supply": {"inhabitants": int, "energy": int}}

`vp` is what is printed on the tile, `seats` holds the units seated beyond what the building needs,
`supply` all units of the city. Whatever has a default may be left out.

Where the rules can be read in more than one way, `RULINGS` lists the readings, the default first.

Sources: the manual of the expansion for the Public Service tiles, with its pages for Classic and
for Expert, and the base game for all the rest.
"""

from collections.abc import Iterable, Mapping
from dataclasses import dataclass
from typing import Any, TypedDict

Space = tuple[int, int]
"""A space of the board: row and column, counted from 0 at the top left."""


class Score(TypedDict):
    """What a city scores. All figures are victory points (VP)."""

    total: int
    parts: dict[str, int]
    own: dict[str, int]


# --- what there is -------------------------------------------------------------------------------

RESOURCES = ("inhabitants", "energy")

_BASE = frozenset(
    {"tower_block", "shop", "park", "playground", "factory", "harbor", "public_service"}
)
_BASE_EXPERT = frozenset({"office_tower", "monument"})

_TILES = frozenset(
    {
        "city_hall",  # manual p. 5, p. 8
        "customs_office",  # manual p. 5, p. 8
        "city_planning",  # manual p. 5, p. 9
        "electric_utility",  # manual p. 6, p. 9
        "maternity_ward",  # manual p. 6, p. 10
        "fire_station",  # manual p. 6, p. 10
        "police_station",  # manual p. 6, p. 10
        "park_district",  # manual p. 7, p. 10
        "tv_station",  # manual p. 7, p. 11
        "school",  # manual p. 7, p. 11
        "reprocessing_plant",  # manual p. 7, p. 11
    }
)
_TILES_EXPERT = frozenset(
    {
        "capitol",  # manual p. 8
        "congress_center",  # manual p. 9
    }
)

KINDS: dict[str, frozenset[str]] = {
    "classic": _BASE | _TILES,
    "expert": _BASE | _BASE_EXPERT | _TILES | _TILES_EXPERT,
}
"""For each mode the names of the kinds of building that can stand on a space."""

_EXPANSION = _TILES | _TILES_EXPERT
_PUBLIC_SERVICES = _EXPANSION | {"public_service"}
_PARKS = frozenset({"park", "playground"})

# The city mats, the district of each space (base game).
_DISTRICTS: dict[str, tuple[tuple[int, ...], ...]] = {
    "classic": (
        (1, 1, 2, 2),
        (1, 1, 2, 2),
        (3, 3, 4, 4),
        (3, 3, 4, 4),
    ),
    "expert": (
        (1, 1, 4, 2, 2),
        (1, 1, 4, 2, 2),
        (5, 5, 4, 3, 3),
        (5, 5, 4, 3, 3),
    ),
}

RULINGS: dict[str, tuple[str, ...]] = {
    # Buildings that are not active: gone before scoring, or still there but scoring nothing.
    "inactive_buildings": ("leave", "stay"),
    # The best row run and the best column run of Harbors: both, or only the better one.
    "harbor_lines": ("both", "better"),
    # Does an expansion tile have to be active to score?
    "tile_activation": ("needed", "not_needed"),
    # Customs Office: a whole row or column of Harbors, or any four of them in a line.
    "customs_line": ("complete", "any_four"),
    # Customs Office: its VP once, or for each row and column that qualifies.
    "customs_count": ("once", "each"),
    # City Planning: spaces with a standing building, or with any building at all.
    "planning_built": ("standing", "placed"),
    # Police Station: standing towers, or any tower, active or not.
    "police_inactive": ("standing", "placed"),
    # Park District: are Playgrounds Parks?
    "park_district_playgrounds": ("count", "not"),
    # Reprocessing Plant: may it hold Energy Units while it is not active?
    "plant_inactive": ("holds_nothing", "still_holds"),
    # Capitol and Monument side by side: who gets the 2 VP.
    "capitol_monument": ("to_monument", "to_capitol", "both"),
    # May a Capitol score less than 0?
    "capitol_negative": ("allowed", "floored"),
    # Congress Center: one group through it, or one more for each group, or for one group only.
    "congress_bridges": ("bridges", "adds_one", "one_group"),
    # Congress Center: does it score as a tower of one floor?
    "congress_scores": ("nothing", "one_floor"),
    # Congress Center: is it an Office Tower for Factories and for Parks?
    "congress_counts": ("no", "yes"),
    # Congress Center: does it have to be active to join groups (reading `bridges`)?
    "congress_active": ("needed", "not_needed"),
}
"""For each question that the rules leave open the names of its readings, the default first."""


def needs(mode: str, kind: str) -> dict[str, int]:
    """Return how many units of each resource a building needs to be active.

    The need is that of the space, whatever the number of floors. Both resources are named.
    """
    _known(mode, kind)
    inhabitants = 0
    energy = 0
    if kind in ("tower_block", "shop"):  # base game
        energy = 1
    elif kind in ("factory", "harbor"):  # base game
        inhabitants = 1
    elif kind == "office_tower":  # base game
        inhabitants = 1
        energy = 1
    elif kind in _PUBLIC_SERVICES:  # base game
        inhabitants = 1
        if mode == "expert":
            if kind in ("fire_station", "park_district"):  # manual p. 10
                inhabitants = 2
            elif kind == "capitol":  # manual p. 8
                inhabitants = 3
    return {"inhabitants": inhabitants, "energy": energy}


def seat_caps(mode: str, kind: str) -> dict[str, int]:
    """Return how many units of each resource a building seats at most beyond what it needs.

    Both resources are named. A Reprocessing Plant takes as many Energy Units as the box has.
    """
    _known(mode, kind)
    inhabitants = 0
    energy = 0
    if kind == "shop":  # Customers, base game
        inhabitants = 5 if mode == "expert" else 4
    elif kind == "park":  # base game; a Playground absorbs nothing
        energy = 1
    elif kind == "reprocessing_plant":  # manual p. 7, p. 11
        energy = 50
    return {"inhabitants": inhabitants, "energy": energy}


def max_floors(mode: str, kind: str) -> int:
    """Return how many floors a building can have at most (base game; manual p. 9)."""
    _known(mode, kind)
    if kind == "tower_block":
        return 5 if mode == "expert" else 4
    if kind == "office_tower":
        return 5
    return 1


def _known(mode: str, kind: str) -> None:
    if mode not in KINDS:
        raise ValueError(f"no such mode: {mode!r}")
    if kind not in KINDS[mode]:
        raise ValueError(f"no such kind in {mode}: {kind!r}")


# --- tables, in VP (base game) -------------------------------------------------------------------

_BY_FLOORS = (0, 1, 3, 6, 10, 15)  # a Tower Block, by floors
_BY_CUSTOMERS = (0, 1, 2, 4, 7, 11)  # a Shop, by Customers
_BY_DISTRICTS = (0, 2, 5, 9, 14, 20)  # Public Services, by districts that have one
_BY_TOWERS = (0, 2, 4, 7, 11)  # a Park, by towers beside it
_BY_RUN = (0, 0, 3, 7, 12, 18)  # Harbors, by length of the run
_BY_GROUP_AND_FLOORS = (  # an Office Tower, by size of its group (5 stands for more too), floors
    (),
    (0, 0, 1, 3, 6, 10),
    (0, 1, 3, 6, 10, 15),
    (0, 2, 5, 9, 14, 20),
    (0, 3, 7, 12, 18, 25),
    (0, 4, 9, 15, 22, 30),
)


def _office_value(group_size: int, floors: int) -> int:
    return _BY_GROUP_AND_FLOORS[min(group_size, 5)][floors]


# --- a city as the readings see it ---------------------------------------------------------------


@dataclass(frozen=True)
class _View:
    """A city under one choice of readings, with one kind of tile perhaps read as plain."""

    expert: bool
    reading: Mapping[str, str]
    districts: tuple[tuple[int, ...], ...]
    buildings: dict[Space, Mapping[str, Any]]  # every building, active or not
    kinds: dict[Space, str]  # the kind of every building, as it is read
    active: set[Space]  # the spaces of active buildings
    standing: dict[Space, str]  # the kinds of those buildings that count for the others

    @property
    def height(self) -> int:
        return len(self.districts)

    @property
    def width(self) -> int:
        return len(self.districts[0])


def _view(city: Mapping[str, Any], reading: Mapping[str, str], plain: str | None) -> _View:
    buildings: dict[Space, Mapping[str, Any]] = {}
    kinds: dict[Space, str] = {}
    active: set[Space] = set()
    standing: dict[Space, str] = {}
    for r, row in enumerate(city["rows"]):
        for c, building in enumerate(row):
            if building is None:
                continue
            space = (r, c)
            buildings[space] = building
            kinds[space] = "public_service" if building["kind"] == plain else building["kind"]
            if building.get("active", True):
                active.add(space)
            if space in active or reading["inactive_buildings"] == "stay":
                standing[space] = kinds[space]
    return _View(
        expert=city["mode"] == "expert",
        reading=reading,
        districts=_DISTRICTS[city["mode"]],
        buildings=buildings,
        kinds=kinds,
        active=active,
        standing=standing,
    )


def _neighbours(space: Space) -> list[Space]:
    """Return the four spaces beside a space, those off the board included. Never diagonal."""
    r, c = space
    return [(r - 1, c), (r + 1, c), (r, c - 1), (r, c + 1)]


def _adjacent(view: _View, space: Space, kinds: Iterable[str]) -> int:
    """Count the standing buildings of these kinds beside a space."""
    wanted = set(kinds)
    count = 0
    for other in _neighbours(space):
        if view.standing.get(other) in wanted:
            count += 1
    return count


def _in_city(view: _View, kinds: Iterable[str]) -> int:
    """Count the standing buildings of these kinds."""
    wanted = set(kinds)
    count = 0
    for kind in view.standing.values():
        if kind in wanted:
            count += 1
    return count


def _scoring(view: _View, kind: str) -> list[Space]:
    """List the spaces of the buildings of a kind whose own clauses count."""
    spaces = []
    for space, its_kind in view.kinds.items():
        if its_kind != kind:
            continue
        free = kind in _EXPANSION and view.reading["tile_activation"] == "not_needed"
        if space in view.active or free:
            spaces.append(space)
    return spaces


def _floors(view: _View, space: Space) -> int:
    floors: int = view.buildings[space].get("floors", 1)
    return floors


def _lines(view: _View) -> tuple[list[list[Space]], list[list[Space]]]:
    """Return the rows and the columns of the board, each as a list of spaces."""
    rows = [[(r, c) for c in range(view.width)] for r in range(view.height)]
    columns = [[(r, c) for r in range(view.height)] for c in range(view.width)]
    return rows, columns


def _run(view: _View, line: list[Space]) -> int:
    """Return the length of the longest unbroken run of standing Harbors in a line."""
    longest = 0
    length = 0
    for space in line:
        if view.standing.get(space) == "harbor":
            length += 1
            longest = max(longest, length)
        else:
            length = 0
    return longest


# --- the units -----------------------------------------------------------------------------------


def _seated_beyond_needs(building: Mapping[str, Any], resource: str, *, holds: bool) -> int:
    """Return the units on the seats of a building, in units; none where it may hold none."""
    if not holds:
        return 0
    units: int = building.get("seats", {}).get(resource, 0)
    return units


def _may_hold(building: Mapping[str, Any], reading: Mapping[str, str]) -> bool:
    if building.get("active", True):
        return True
    is_plant = building["kind"] == "reprocessing_plant"
    return is_plant and reading["plant_inactive"] == "still_holds"


def _seated(city: Mapping[str, Any], reading: Mapping[str, str], resource: str) -> int:
    """Return the units of a resource that are seated in the city, in units."""
    seated = 0
    for row in city["rows"]:
        for building in row:
            if building is None:
                continue
            if building.get("active", True):
                seated += needs(city["mode"], building["kind"])[resource]
            holds = _may_hold(building, reading)
            seated += _seated_beyond_needs(building, resource, holds=holds)
    return seated


# --- the base game -------------------------------------------------------------------------------


def _tower_block(view: _View) -> int:
    vp = 0
    for space in _scoring(view, "tower_block"):
        vp += _BY_FLOORS[_floors(view, space)]
    return vp


def _shop(view: _View) -> int:
    vp = 0
    for space in _scoring(view, "shop"):
        customers = view.buildings[space].get("seats", {}).get("inhabitants", 0)
        vp += _BY_CUSTOMERS[customers]
    return vp


def _office_like(view: _View) -> set[str]:
    """Return the kinds that count as Office Towers for Factories and for Parks."""
    if view.reading["congress_counts"] == "yes":
        return {"office_tower", "congress_center"}
    return {"office_tower"}


def _park(view: _View) -> int:
    towers = {"tower_block"} | _office_like(view)
    vp = 0
    for kind in _PARKS:
        for space in _scoring(view, kind):
            vp += _BY_TOWERS[_adjacent(view, space, towers)]
    return vp


def _factory(view: _View) -> int:
    vp = 0
    for space in _scoring(view, "factory"):
        vp += 2 * _adjacent(view, space, {"shop"})
        vp += 3 * _adjacent(view, space, {"harbor"})
        vp += 4 * _adjacent(view, space, _office_like(view))
    return vp


def _public_services(view: _View) -> int:
    served = set()
    for (r, c), kind in view.standing.items():
        if kind in _PUBLIC_SERVICES:
            served.add(view.districts[r][c])
    return _BY_DISTRICTS[len(served)]


def _harbors(view: _View) -> int:
    rows, columns = _lines(view)
    row_vp = _BY_RUN[max(_run(view, line) for line in rows)]
    column_vp = _BY_RUN[max(_run(view, line) for line in columns)]
    if view.reading["harbor_lines"] == "better":
        return max(row_vp, column_vp)
    return row_vp + column_vp


def _printed(view: _View) -> int:
    vp = 0
    for space in view.active:
        vp += view.buildings[space].get("vp", 0)
    return vp


def _monument(view: _View) -> int:
    vp = 0
    for space in _scoring(view, "monument"):
        vp += 5 * _adjacent(view, space, _PARKS)
        vp += 3 * _adjacent(view, space, {"shop"})
        vp -= 5 * _adjacent(view, space, {"factory", "harbor"})
        vp += 2 * _adjacent(view, space, _PUBLIC_SERVICES - {"capitol"})
        if view.reading["capitol_monument"] in ("to_monument", "both"):  # manual p. 8
            vp += 2 * _adjacent(view, space, {"capitol"})
    return vp


def _office_towers(view: _View) -> set[Space]:
    return {space for space, kind in view.standing.items() if kind == "office_tower"}


def _group(start: Space, members: set[Space]) -> set[Space]:
    """Return all members that can be reached from a member by steps from member to member."""
    group = {start}
    waiting = [start]
    while waiting:
        space = waiting.pop()
        for other in _neighbours(space):
            if other in members and other not in group:
                group.add(other)
                waiting.append(other)
    return group


def _office_tower(view: _View) -> int:
    members = _office_towers(view)
    if view.reading["congress_bridges"] == "bridges":  # manual p. 9
        members |= _linking_congress_centers(view)
    vp = 0
    for space in _scoring(view, "office_tower"):
        vp += _office_value(len(_group(space, members)), _floors(view, space))
    return vp


# --- the Public Service tiles --------------------------------------------------------------------


def _city_hall(view: _View) -> int:
    """1 VP for each Public Service, itself included (manual p. 5, p. 8)."""
    vp = 0
    for _ in _scoring(view, "city_hall"):
        vp += _in_city(view, _PUBLIC_SERVICES)
    return vp


def _customs_office(view: _View) -> int:
    """3 VP, in Expert 5 VP, for a row or column complete with Harbors (manual p. 5, p. 8)."""
    rows, columns = _lines(view)
    good_lines = 0
    for line in rows + columns:
        enough = len(line) if view.reading["customs_line"] == "complete" else 4
        if _run(view, line) >= enough:
            good_lines += 1
    if view.reading["customs_count"] == "once":
        good_lines = min(good_lines, 1)
    vp = 0
    for _ in _scoring(view, "customs_office"):
        vp += (5 if view.expert else 3) * good_lines
    return vp


def _city_planning(view: _View) -> int:
    """1 VP per district without an empty space, 1 if the city has none (manual p. 5, p. 9)."""
    built: set[Space] = set(view.standing)
    if view.reading["planning_built"] == "placed":
        built = set(view.buildings)
    all_districts = set()
    with_empty_space = set()
    for r in range(view.height):
        for c in range(view.width):
            all_districts.add(view.districts[r][c])
            if (r, c) not in built:
                with_empty_space.add(view.districts[r][c])
    vp = 0
    for _ in _scoring(view, "city_planning"):
        vp += len(all_districts - with_empty_space)
        if not with_empty_space:
            vp += 1
    return vp


def _fire_station(view: _View) -> int:
    """2 VP, in Expert 3 VP, for each Factory beside it (manual p. 6, p. 10)."""
    vp = 0
    for space in _scoring(view, "fire_station"):
        vp += (3 if view.expert else 2) * _adjacent(view, space, {"factory"})
    return vp


def _police_station(view: _View) -> int:
    """1 VP for each floor of the highest tower (manual p. 6; Office Towers too, p. 10)."""
    counted = view.standing
    if view.reading["police_inactive"] == "placed":
        counted = view.kinds
    highest = 0
    for space, kind in counted.items():
        if kind == "tower_block" or (view.expert and kind == "office_tower"):
            highest = max(highest, _floors(view, space))
    vp = 0
    for _ in _scoring(view, "police_station"):
        vp += highest
    return vp


def _park_district(view: _View) -> int:
    """1 VP for each Park (manual p. 7, p. 10)."""
    parks = _in_city(view, {"park"})
    if view.reading["park_district_playgrounds"] == "count":
        parks += _in_city(view, {"playground"})
    vp = 0
    for _ in _scoring(view, "park_district"):
        vp += parks
    return vp


def _school(view: _View) -> int:
    """1 VP for each Tower Block, whatever its floors (manual p. 7, p. 11)."""
    vp = 0
    for _ in _scoring(view, "school"):
        vp += _in_city(view, {"tower_block"})
    return vp


def _reprocessing_plant(view: _View) -> int:
    """1 VP for two Energy Units on it (manual p. 7), in Expert for each (p. 11)."""
    vp = 0
    for space in _scoring(view, "reprocessing_plant"):
        building = view.buildings[space]
        holds = _may_hold(building, view.reading)
        energy = _seated_beyond_needs(building, "energy", holds=holds)
        vp += energy if view.expert else energy // 2
    return vp


def _capitol(view: _View) -> int:
    """2 VP, 3, 5 or -5 for what stands beside it, as for a Monument (manual p. 8)."""
    vp = 0
    for space in _scoring(view, "capitol"):
        its_vp = 2 * _adjacent(view, space, _PUBLIC_SERVICES)
        its_vp += 3 * _adjacent(view, space, {"shop"})
        its_vp += 5 * _adjacent(view, space, _PARKS)
        its_vp -= 5 * _adjacent(view, space, {"factory"})
        its_vp -= 5 * _adjacent(view, space, {"harbor"})
        if view.reading["capitol_monument"] in ("to_capitol", "both"):
            its_vp += 2 * _adjacent(view, space, {"monument"})
        if view.reading["capitol_negative"] == "floored":
            its_vp = max(its_vp, 0)
        vp += its_vp
    return vp


def _linking_congress_centers(view: _View) -> set[Space]:
    """Return the Congress Centers that are members of groups under the reading `bridges`.

    An inactive one is a member only under `congress_active` = `not_needed`, and then even where it
    has left the city; that inactive buildings stay does not make it one.
    """
    linking = set()
    for space, kind in view.kinds.items():
        if kind != "congress_center":
            continue
        if space in view.active or view.reading["congress_active"] == "not_needed":
            linking.add(space)
    return linking


def _congress_center(view: _View) -> int:
    """Return what it adds by clauses of its own, that is not by `bridges` (manual p. 9)."""
    vp = 0
    for center in _scoring(view, "congress_center"):
        if view.reading["congress_bridges"] == "adds_one":
            vp += sum(_gains_of_groups(view, center))
        elif view.reading["congress_bridges"] == "one_group":
            vp += max(_gains_of_groups(view, center), default=0)
        if view.reading["congress_scores"] == "one_floor":
            vp += _congress_center_as_tower(view, center)
    return vp


def _gains_of_groups(view: _View, center: Space) -> list[int]:
    """Return for each group beside a Congress Center what it gains if it is one larger, in VP."""
    gains = []
    for group in _touched_groups(center, _office_towers(view)):
        gain = 0
        for tower in group:
            if tower in view.active:  # a tower that scores nothing gains nothing
                floors = _floors(view, tower)
                gain += _office_value(len(group) + 1, floors)
                gain -= _office_value(len(group), floors)
        gains.append(gain)
    return gains


def _congress_center_as_tower(view: _View, center: Space) -> int:
    """Return what a Congress Center scores as a tower of one floor; nothing alone."""
    members = _office_towers(view) | {center}
    if view.reading["congress_bridges"] == "bridges":
        members |= _linking_congress_centers(view)
    return _office_value(len(_group(center, members)), 1)


def _touched_groups(center: Space, towers: set[Space]) -> list[set[Space]]:
    """List the groups of Office Towers, towers only, with a tower beside this space, each once."""
    groups: list[set[Space]] = []
    for space in _neighbours(center):
        if space in towers:
            group = _group(space, towers)
            if group not in groups:
                groups.append(group)
    return groups


# --- the score -----------------------------------------------------------------------------------


def _parts(
    city: Mapping[str, Any], reading: Mapping[str, str], plain: str | None
) -> dict[str, int]:
    """Return the VP of every part, with one kind of tile perhaps read as a plain Public Service."""
    view = _view(city, reading, plain)
    parts = {
        "tower_block": _tower_block(view),
        "shop": _shop(view),
        "park": _park(view),
        "factory": _factory(view),
        "public_services": _public_services(view),
        "harbors": _harbors(view),
        "printed": _printed(view),
        "city_hall": _city_hall(view),
        "customs_office": _customs_office(view),
        "city_planning": _city_planning(view),
        "fire_station": _fire_station(view),
        "police_station": _police_station(view),
        "park_district": _park_district(view),
        "school": _school(view),
        "reprocessing_plant": _reprocessing_plant(view),
    }
    if view.expert:
        parts["office_tower"] = _office_tower(view)
        parts["monument"] = _monument(view)
        parts["capitol"] = _capitol(view)
        parts["congress_center"] = _congress_center(view)
    # The seating is that of the city as it is: reading a tile as plain moves no unit.
    for resource in RESOURCES:
        seated = _seated(city, reading, resource)
        parts[f"unseated_{resource}"] = seated - city["supply"].get(resource, 0)
    return parts


def _readings(rulings: Mapping[str, str] | None) -> dict[str, str]:
    """Return one reading for every ruling: the chosen ones, else the defaults."""
    readings = {name: choices[0] for name, choices in RULINGS.items()}
    for name, choice in (rulings or {}).items():
        if name not in RULINGS:
            raise ValueError(f"no such ruling: {name!r}")
        if choice not in RULINGS[name]:
            raise ValueError(f"no such reading of {name}: {choice!r}")
        readings[name] = choice
    return readings


def score(city: Mapping[str, Any], rulings: Mapping[str, str] | None = None) -> Score:
    """Return what a complete city scores, in VP.

    `total` is the sum of `parts`; every part of the mode is there, be it 0. `own` has each kind of
    expansion tile on the board, active or not: the total less the total of the same city with that
    kind read as a plain Public Service, everything else (needs, seating, activity) being equal.

    `rulings` chooses readings by name; those not named have their default. A name that is not in
    `RULINGS` is an error (ValueError), so that a slip can not pass for a default.
    """
    readings = _readings(rulings)
    parts = _parts(city, readings, None)
    total = sum(parts.values())
    on_board = set()
    for row in city["rows"]:
        for building in row:
            if building is not None:
                on_board.add(building["kind"])
    own = {}
    for tile in sorted(on_board & _EXPANSION):
        own[tile] = total - sum(_parts(city, readings, tile).values())
    return {"total": total, "parts": parts, "own": own}


def check(city: Mapping[str, Any]) -> list[str]:
    """Return what is wrong with a city, one complaint each; empty when it is fine.

    Looks at the shape of the board, the kinds, floors (in floors), seats and supply (in units).
    Units on the seats of an inactive building are not seated and so not counted against the supply;
    those of an inactive Reprocessing Plant are, since one reading has them seated.
    """
    mode = city.get("mode")
    if mode not in KINDS:
        return [f"no such mode: {mode!r}"]
    height = len(_DISTRICTS[mode])
    width = len(_DISTRICTS[mode][0])
    rows = city.get("rows", [])
    if len(rows) != height:
        return [f"the board has {len(rows)} rows, not {height}"]

    complaints = []
    for r, row in enumerate(rows, start=1):
        if len(row) != width:
            complaints.append(f"row {r} has {len(row)} spaces, not {width}")
        for c, building in enumerate(row, start=1):
            if building is not None:
                for complaint in _check_building(mode, building):
                    complaints.append(f"row {r}, column {c}: {complaint}")
    return complaints or _check_supply(city)


def _check_building(mode: str, building: Mapping[str, Any]) -> list[str]:
    kind = building.get("kind")
    if kind not in KINDS[mode]:
        return [f"no such kind in {mode}: {kind!r}"]
    complaints = []
    floors = building.get("floors", 1)
    highest = max_floors(mode, kind)
    if not 1 <= floors <= highest:
        complaints.append(f"{kind} with {floors} floors, not 1 to {highest}")
    for resource, units in building.get("seats", {}).items():
        if resource not in RESOURCES:
            complaints.append(f"no such resource on the seats of {kind}: {resource!r}")
        elif not 0 <= units <= seat_caps(mode, kind)[resource]:
            seats = seat_caps(mode, kind)[resource]
            complaints.append(f"{kind} seats {units} {resource}, not 0 to {seats}")
    return complaints


def _check_supply(city: Mapping[str, Any]) -> list[str]:
    complaints = []
    supply = city.get("supply", {})
    for resource in supply:
        if resource not in RESOURCES:
            complaints.append(f"no such resource in the supply: {resource!r}")
    largest = {**_readings(None), "plant_inactive": "still_holds"}
    for resource in RESOURCES:
        units = supply.get(resource, 0)
        seated = _seated(city, largest, resource)
        if units < 0:
            complaints.append(f"the supply of {resource} is {units}")
        elif seated > units:
            complaints.append(f"{seated} {resource} are seated, but the city has {units}")
    return complaints
