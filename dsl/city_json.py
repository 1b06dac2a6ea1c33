"""Cities as JSON, read and written.

Guarantee: `read_city` gives back every city that `city_object` wrote, seating included. Of any other text it
notes everything that is wrong with it, each at its place, and raises nothing.

A city is an object: `mode`, `rows` (lists of `null` or a building), `<plural>_supply` for each resource,
`taken` (units taken from gains at the end) and `readings`. A building is an object: `kind`, `floors`, `vp`,
`active`, `seats`, and what is printed on it by the plural name of the resource. Rows and columns are counted
from 1.
"""

from __future__ import annotations

import re
from collections.abc import Callable, Mapping
from dataclasses import dataclass, field
from typing import Any

from dsl import core as c
from dsl.assemble import Specification
from dsl.city import Building, City, faults, holders_active, lost_units
from dsl.declarations import Readings
from dsl.diagnostics import Bag, did_you_mean
from dsl.json_text import BROKEN, Reader, listed, parse, short
from dsl.source import Source, Span

SUPPLY = "_supply"
_BUILDING_KEYS = ("kind", "floors", "vp", "active", "seats")
_CITY_KEYS = ("mode", "rows", "taken", "readings")
_TAKEN_KEYS = ("row", "column", "resource", "units")


@dataclass(frozen=True)
class LocatedCity:
    """A city that was read, the readings that hold for it, and where its spaces stand in the text."""

    city: City
    readings: dict[str, str]
    span: Callable[[int | None], Span] = field(compare=False, repr=False)


def is_json(text: str) -> bool:
    """Whether a text is meant as JSON rather than as a drawing (which may begin with a brace too)."""
    return re.match(r"\s*(?:\[|\{\s*(?:[\"'}]|$))", text) is not None


def read_city(source: Source, spec: Specification, bag: Bag) -> tuple[City, dict[str, str]] | None:
    """The city of a JSON text and the readings that it names; None, with diagnostics, if it is not one."""
    found = read_located(source, spec, bag)
    return None if found is None else (found.city, found.readings)


def read_located(
    source: Source,
    spec: Specification,
    bag: Bag,
    *,
    mode: str | None = None,
    index: int | None = None,
    readings: Readings | None = None,
) -> LocatedCity | None:
    """As `read_city`, with the places of the spaces.

    `mode` is used where the text names none; `index` (from 1) chooses a city of a list; `readings` go before
    those of the text."""
    value = parse(source, bag)
    if value is BROKEN:
        return None
    return _Reader(source, spec, bag).document(value, mode, index, readings or {})


# ---- from values to a city -------------------------------------------------------------------------------


class _Reader(Reader):
    def __init__(self, source: Source, spec: Specification, bag: Bag) -> None:
        super().__init__(source, bag)
        self.spec = spec
        self.d = spec.declarations
        self.resources = {w: r.name for r in self.d.resources.values() for w in (r.plural, r.name)}
        self.plurals = [r.plural for r in self.d.resources.values()]

    # -- the document

    def document(self, x: Any, mode: str | None, index: int | None, readings: Readings) -> LocatedCity | None:
        at = ""
        many = x.get("layouts") if isinstance(x, dict) else x if isinstance(x, list) else None
        if isinstance(many, list):
            at = "/layouts" if isinstance(x, dict) else ""
            index = 1 if index is None and len(many) == 1 else index
            if index is None or not 1 <= index <= len(many):
                message = f"the file holds {len(many)} cities"
                if index is not None:
                    message += f", and no number {index}"
                help = f"choose one with `--index N`, N from 1 to {len(many)}" if many else ""
                self.problem("TP053", message, at, help=help)
                return None
            x, at = many[index - 1], f"{at}/{index - 1}"
        elif index not in (None, 1):
            self.problem("TP053", f"the file holds one city, and no number {index}", at)
            return None
        top = self.an_object(x, "a city", at)
        return None if top is None else self.city(top, mode, readings, at)

    def city(self, top: dict[str, Any], mode: str | None, readings: Readings, at: str) -> LocatedCity | None:
        before = len(self.bag.found)
        self.near_keys(top, at)
        chosen = self.mode(top, mode, at)
        stated = self.readings(top, at)
        supply = self.supply(top, at)
        if "rows" not in top:
            self.problem("TP052", "the city does not say its `rows`", at)
        rows = self.a_list(top["rows"], "`rows`", f"{at}/rows") if "rows" in top else None
        if chosen is None or rows is None:
            return None
        cells = self.rows(rows, chosen, f"{at}/rows")
        taken = self.taken(top["taken"], chosen, f"{at}/taken") if top.get("taken") is not None else None
        if any(x.severity == "error" for x in self.bag.found[before:]):
            return None
        game = self.spec.game(chosen.name, {**stated, **readings})
        city = City(chosen.name, tuple(cells), None, taken)
        if supply:
            # What the city does not say of one resource is what its tiles give.
            city = City(chosen.name, city.cells, {**city.received(game), **supply}, taken)
        city = holders_active(city, game)

        def span(space: int | None) -> Span:
            if space is None:
                return self.places.span(at)
            row, column = chosen.board.row_column(space)
            return self.places.span(f"{at}/rows/{row}/{column}")

        for space, text in faults(city, game) or lost_units(city, game):
            where = span(space) if space is not None else self.places.span(f"{at}/rows", key=True)
            self.bag.add("TP044", text, where)
        if len(self.bag.found) > before and self.bag.errors:
            return None
        return LocatedCity(city, {**stated, **readings}, span)

    def near_keys(self, top: dict[str, Any], at: str) -> None:
        """Other keys are someone else's business, unless they look like a slip of the pen."""
        known = [*_CITY_KEYS, *(f"{p}{SUPPLY}" for p in self.plurals)]
        for name in top:
            hint = did_you_mean(name, known) if name not in known else ""
            meant = hint.split("`")[1] if hint else ""
            if meant and meant not in top and abs(len(meant) - len(name)) < 3:
                where = self.places.span(f"{at}/{name}", key=True)
                self.bag.add("TP052", f"the key `{name}` is not read", where, help=hint, severity="warning")

    def mode(self, top: dict[str, Any], given: str | None, at: str) -> c.Mode | None:
        modes = self.d.modes
        if "mode" not in top:
            if given is None and len(modes) == 1:
                return next(iter(modes.values()))
            if given is None:
                self.problem("TP053", "the city does not say its `mode`", at, help=listed(modes))
                return None
            return modes.get(given)
        name = self.a_text(top["mode"], "`mode`", f"{at}/mode")
        if name is None:
            return None
        if name not in modes:
            self.stranger("TP012", f"unknown mode `{short(name)}`", name, modes, f"{at}/mode")
            return None
        if given is not None and given != name:
            self.problem("TP053", f"the city is one of {name}, not of {given}", f"{at}/mode")
        return modes[name]

    def readings(self, top: dict[str, Any], at: str) -> dict[str, str]:
        out: dict[str, str] = {}
        if top.get("readings") is None:
            return out
        given = self.an_object(top["readings"], "`readings`", f"{at}/readings") or {}
        for name, reading in given.items():
            here = f"{at}/readings/{name}"
            ruling = self.d.rulings.get(name)
            word = self.a_text(reading, f"the reading of `{short(name)}`", here)
            if ruling is None:
                self.stranger("TP014", f"unknown ruling `{short(name)}`", name, self.d.rulings, here, key=True)
            elif word is not None and word not in ruling.names():
                self.stranger("TP015", f"unknown reading `{short(word)}` of `{name}`", word, ruling.names(), here)
            elif word is not None:
                out[name] = word
        return out

    def supply(self, top: dict[str, Any], at: str) -> dict[str, int]:
        return {
            r.name: self.a_number(top[r.plural + SUPPLY], f"`{r.plural}{SUPPLY}`", f"{at}/{r.plural}{SUPPLY}")
            for r in self.d.resources.values()
            if r.plural + SUPPLY in top
        }

    # -- the board

    def rows(self, rows: list[Any], mode: c.Mode, at: str) -> list[Building | None]:
        board = mode.board
        cells: list[Building | None] = [None] * board.size
        if len(rows) != board.rows:
            message = f"{len(rows)} rows, the board of {mode.name} has {board.rows}"
            self.problem("TP041", message, at, key=True)
        for r, row in enumerate(rows):
            spaces = self.a_list(row, f"row {r + 1}", f"{at}/{r}")
            if spaces is None:
                continue
            if len(spaces) != board.columns:
                message = f"{len(spaces)} spaces in row {r + 1}"
                message += f", the board of {mode.name} has {board.columns} columns"
                self.problem("TP041", message, f"{at}/{r}", help="an empty space is `null`")
            for i, x in enumerate(spaces):
                found = self.building(x, mode, f"{at}/{r}/{i}")
                if r < board.rows and i < board.columns:
                    cells[board.space(r, i)] = found
        return cells

    def building(self, x: Any, mode: c.Mode, at: str) -> Building | None:
        if x is None:
            return None
        b = self.an_object(x, "a space", at)
        if b is None:
            return None
        self.keys(b, [*_BUILDING_KEYS, *self.resources], ("kind",), "the building", at)
        name = self.a_text(b["kind"], "`kind`", f"{at}/kind") if "kind" in b else None
        kind = self.d.kind_name(name) if name is not None else None
        if name is not None and (kind is None or mode.name not in self.d.kind_modes[kind]):
            known = [k for k in self.d.kinds if mode.name in self.d.kind_modes[k]]
            self.stranger("TP011", f"no kind `{short(name)}` in {mode.name}", name, known, f"{at}/kind")
        gains = self.units({k: n for k, n in b.items() if k in self.resources}, at)
        floors = self.a_number(b["floors"], "`floors`", f"{at}/floors", 1) if "floors" in b else 1
        vp = self.a_number(b["vp"], "`vp`", f"{at}/vp") if "vp" in b else 0
        active = b.get("active")
        if active is not None and not isinstance(active, bool):
            self.wrong("`active`", "true or false", active, f"{at}/active")
            active = None
        seats = None
        if b.get("seats") is not None:
            inside = self.an_object(b["seats"], "`seats`", f"{at}/seats") or {}
            for word in inside:
                if word not in self.resources:
                    message, where = f"unknown resource `{short(word)}`", f"{at}/seats/{word}"
                    self.stranger("TP013", message, word, self.plurals, where, key=True)
            seats = self.units({k: n for k, n in inside.items() if k in self.resources}, f"{at}/seats")
        return Building(kind, floors, gains, vp, active, seats) if kind is not None else None

    def units(self, x: Mapping[str, Any], at: str) -> dict[str, int]:
        out: dict[str, int] = {}
        for word, n in x.items():
            name = self.resources[word]
            if name in out:
                self.problem("TP052", f"`{word}` is given twice", f"{at}/{word}", key=True)
            out[name] = self.a_number(n, f"`{word}`", f"{at}/{word}")
        return {name: n for name, n in out.items() if n}

    def taken(self, x: Any, mode: c.Mode, at: str) -> dict[tuple[int, str], int]:
        out: dict[tuple[int, str], int] = {}
        for i, entry in enumerate(self.a_list(x, "`taken`", at) or ()):
            here = f"{at}/{i}"
            one = self.an_object(entry, "an entry of `taken`", here)
            if one is None:
                continue
            self.keys(one, _TAKEN_KEYS, _TAKEN_KEYS, "the entry of `taken`", here)
            if not all(k in one for k in _TAKEN_KEYS):
                continue
            row = self.a_number(one["row"], "`row`", f"{here}/row", 1)
            column = self.a_number(one["column"], "`column`", f"{here}/column", 1)
            units = self.a_number(one["units"], "`units`", f"{here}/units")
            word = self.a_text(one["resource"], "`resource`", f"{here}/resource")
            if word is not None and word not in self.resources:
                self.stranger("TP013", f"unknown resource `{short(word)}`", word, self.plurals, f"{here}/resource")
                continue
            if row > mode.board.rows or column > mode.board.columns:
                self.problem("TP041", f"there is no row {row}, column {column} in {mode.name}", here)
            elif word is not None:
                place = (mode.board.space(row - 1, column - 1), self.resources[word])
                if place in out:
                    self.problem("TP052", "this space and resource are given twice", here)
                out[place] = units
        return out


# ---- from a city to values -------------------------------------------------------------------------------


def city_object(city: City, game: c.Game, readings: Readings | None = None) -> dict[str, object]:
    """The city as plain data that `read_city` takes; `readings` are written into it if given."""
    plural = {r.name: r.plural for r in game.resources}
    board = game.mode.board
    out: dict[str, object] = {
        "mode": city.mode,
        "rows": [
            [_building_object(city.cells[space], game, plural) for space in row] for row in board.regions("row")
        ],
    }
    if city.supply is not None:
        for r in game.resources:
            out[r.plural + SUPPLY] = city.supply.get(r.name, 0)
    if city.taken is not None:
        entries = []
        for (space, name), units in sorted(city.taken.items()):
            row, column = board.row_column(space)
            entries.append({"row": row + 1, "column": column + 1, "resource": plural[name], "units": units})
        out["taken"] = entries
    if readings:
        out["readings"] = dict(sorted(readings.items()))
    return out


def _building_object(b: Building | None, game: c.Game, plural: Mapping[str, str]) -> dict[str, object] | None:
    if b is None:
        return None
    out: dict[str, object] = {"kind": b.kind}
    if b.floors != 1 or game.kinds[b.kind].max_floors > 1:
        out["floors"] = b.floors
    out.update({plural[r]: n for r, n in b.gains.items() if n})
    if b.vp:
        out["vp"] = b.vp
    if b.active is not None:
        out["active"] = b.active
    if b.seats is not None:
        out["seats"] = {plural[r]: n for r, n in b.seats.items() if n}
    return out
