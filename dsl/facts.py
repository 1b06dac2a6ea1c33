"""What solvers said about a specification, as data for those who print it.

Guarantee: `read` gives back what `write` was given, and equal facts are the same bytes on every machine. Of any
other file everything that is wrong with it is told, each at its place. No solver is needed for reading, and none is
asked: who put the facts there has replayed their cities.

The file is JSON: `version` of this form, `title` of the game, `rules` (a hash of their meaning, see `rules_hash`),
and lists of `maxima`, `properties`, `rulings` and `totals`, with one entry a line. A city is an object of
`dsl/city_json.py`.
"""

from __future__ import annotations

import hashlib
import json
import types
from collections.abc import Mapping
from dataclasses import MISSING, Field, dataclass, field, fields, is_dataclass
from functools import cache
from pathlib import Path
from typing import Any, Literal, TypeAlias, TypeVar, Union, cast, get_args, get_origin, get_type_hints

from dsl.assemble import Specification
from dsl.city import City
from dsl.city_json import read_located
from dsl.declarations import Readings
from dsl.diagnostics import Bag, Failure
from dsl.fingerprint import text_of
from dsl.json_text import BROKEN, Reader, parse, short
from dsl.load import read_text
from dsl.source import Source
from dsl.whole_file import write_whole

VERSION = 1
MAX_CHARACTERS = 40_000_000

JsonCity: TypeAlias = Mapping[str, object]
MaximumVerdict = Literal["optimal", "feasible", "infeasible", "unknown", "not asked"]
PropertyVerdict = Literal["proved", "refuted", "vacuous", "unknown", "not asked"]
RulingVerdict = Literal["same", "different", "unknown", "not asked"]


@dataclass(frozen=True)
class MaximumFact:
    """The most that a tile scores by its own text, or gives if it scores nothing, over the cities of a scope.

    `optimal`: `city` reaches `value`, and none exceeds it. `feasible`: `city` reaches `value`, none exceeds
    `bound`. `infeasible`: the scope has no city with the tile. `unit` is `VP`, or the plural titles of the
    resources. `reason` says why it is `unknown`."""

    tile: str
    mode: str
    scope: str
    players: int
    verdict: MaximumVerdict
    value: int | None = None
    bound: int | None = None
    unit: str = "VP"
    city: JsonCity | None = None
    proof: tuple[str, ...] = ()
    reason: str = ""


@dataclass(frozen=True)
class SecondCityFact:
    """The other city of a claim about two: how it differs, in words, and what is compared on the first and on this
    one (VP or units). Its `mode` and `readings` score it, on the board of `board_of`."""

    words: str
    city: JsonCity
    mode: str
    board_of: str
    readings: Mapping[str, str]
    values: tuple[int, int]


@dataclass(frozen=True)
class PropertyFact:
    """A property of a kind or scoring in one mode, under its `readings` (those that are not the default).

    `city` breaks the claim (of *sometimes*: fulfils it), with the values of what the claim speaks of; `smallest`:
    no smaller one does. `second` is there if the claim is about two cities. `file` and `line` are where it is
    written."""

    owner: str
    mode: str
    title: str
    verdict: PropertyVerdict
    scope: str
    file: str
    line: int
    readings: Mapping[str, str] = field(default_factory=dict)
    reason: str = ""
    city: JsonCity | None = None
    values: Mapping[str, int] = field(default_factory=dict)
    smallest: bool = False
    second: SecondCityFact | None = None


@dataclass(frozen=True)
class RulingFact:
    """What another reading of a ruling changes in a mode, all other rulings at their default.

    `owner` is the tile whose own is compared, the building or scoring whose part is, or empty: the total of a city.
    `same`: no city tells the two readings apart. `different`: `city` does, with `values` under the default and
    under `reading`; `what` says of what (`total`, `own`, `part`, or units that are given), `unit` in which unit.
    Where only `structure` differs (what is possible, in words), there is no city. `smallest`: no smaller city
    tells them apart."""

    ruling: str
    reading: str
    mode: str
    owner: str
    verdict: RulingVerdict
    reason: str = ""
    structure: tuple[str, ...] = ()
    what: str = ""
    unit: str = ""
    values: tuple[int, int] | None = None
    city: JsonCity | None = None
    smallest: bool = False


@dataclass(frozen=True)
class TotalFact:
    """The most that a whole city scores (VP). The tiles of `must` stand, and no other, or (`others`) any, `most` in
    all.

    `verdict`, `value`, `bound`, `city` and `proof` are as of a `MaximumFact`."""

    title: str
    mode: str
    scope: str
    players: int
    must: tuple[str, ...]
    others: bool
    most: int | None
    verdict: MaximumVerdict
    value: int | None = None
    bound: int | None = None
    city: JsonCity | None = None
    proof: tuple[str, ...] = ()


@dataclass(frozen=True)
class Facts:
    """All facts about one specification, in the order of its declarations."""

    title: str
    rules: str
    maxima: tuple[MaximumFact, ...] = ()
    properties: tuple[PropertyFact, ...] = ()
    rulings: tuple[RulingFact, ...] = ()
    totals: tuple[TotalFact, ...] = ()

    def text(self) -> str:
        """The facts as JSON."""
        lines = [f'"version": {VERSION}', f'"title": {_json(self.title)}', f'"rules": {_json(self.rules)}']
        for name in _LISTS:
            entries = ",\n".join(_json(_plain(x)) for x in getattr(self, name))
            lines.append(f'"{name}": [\n{entries}\n]' if entries else f'"{name}": []')
        return "{\n" + ",\n".join(lines) + "\n}\n"

    def write(self, path: Path) -> None:
        """Write the facts as JSON into a file, as a whole or not at all.

        Raises `OSError`."""
        write_whole(path, self.text())


_LISTS = ("maxima", "properties", "rulings", "totals")


def rules_hash(spec: Specification) -> str:
    """A hash of what the rules say, whatever their layout and comments."""
    return hashlib.sha256(text_of(tuple(f.items for f in spec.files)).encode()).hexdigest()


def city_of(spec: Specification, city: JsonCity, readings: Readings | None = None) -> City:
    """The city of a fact, for drawing and scoring; `readings` are those that it is to be read under.

    Raises `Failure` if these rules do not allow it."""
    bag = Bag()
    found = read_located(Source("facts", json.dumps(city)), spec, bag, readings=readings)
    bag.check()
    if found is None:
        raise Failure(bag.found)
    return found.city


# ---- from facts to values --------------------------------------------------------------------------------


def _json(x: object) -> str:
    return json.dumps(x, ensure_ascii=False)


def _plain(x: object) -> object:
    """Plain data; what has its default value is left out."""
    match x:
        case tuple() | list():
            return [_plain(y) for y in x]
        case Mapping():
            return {k: _plain(x[k]) for k in x}
        case _ if is_dataclass(x):
            said = {f.name: getattr(x, f.name) for f in fields(x) if not _as_usual(f, getattr(x, f.name))}
            return {name: _plain(y) for name, y in said.items()}
        case _:
            return x


def _as_usual(f: Field[Any], x: object) -> bool:
    """Whether a field has its default value."""
    return x == (f.default if f.default_factory is MISSING else f.default_factory())


# ---- from values to facts --------------------------------------------------------------------------------

_T = TypeVar("_T")


def read(path: Path, spec: Specification | None = None) -> Facts:
    """The facts of a file; with `spec`, only if they are about these rules.

    Raises `Failure` with everything that is wrong with the file."""
    source = Source(str(path), read_text(path, MAX_CHARACTERS))
    bag = Bag()
    value = parse(source, bag, MAX_CHARACTERS)
    bag.check()
    assert value is not BROKEN
    facts = _Reader(source, bag).facts(value, spec)
    bag.check()
    assert facts is not None
    return facts


@cache
def _hints(cls: type) -> dict[str, Any]:
    return get_type_hints(cls)


class _Reader(Reader):
    def facts(self, value: object, spec: Specification | None) -> Facts | None:
        top = self.an_object(value, "the facts", "")
        if top is None:
            return None
        version = top.get("version")
        if version != VERSION:
            said = "no version" if version is None else f"version {short(json.dumps(version))}"
            help = "make them again with this version of Tileproof"
            self.problem("TP070", f"facts of {said}, this is version {VERSION}", "/version", help=help)
            return None
        found = self.made(Facts, {k: x for k, x in top.items() if k != "version"}, "the file", "")
        if spec is not None and found is not None and found.rules != rules_hash(spec):
            help = "make them again: something in the rules was changed since, or they are about another game"
            self.problem("TP070", f"facts about other rules, of `{short(found.title)}`", "/rules", help=help)
        return found

    def made(self, cls: type[_T], x: object, what: str, at: str) -> _T | None:
        """An instance of a dataclass from an object; None if something is wrong, which is noted."""
        given = self.an_object(x, what, at)
        if given is None:
            return None
        assert is_dataclass(cls)
        before = len(self.bag.found)
        known = {f.name: f for f in fields(cls)}
        needed = [n for n, f in known.items() if f.default is MISSING and f.default_factory is MISSING]
        self.keys(given, known, needed, what, at)
        said = {n: self.typed(_hints(cls)[n], y, f"`{n}`", f"{at}/{n}") for n, y in given.items() if n in known}
        return cast(_T, cls(**said)) if len(self.bag.found) == before else None

    def typed(self, hint: Any, x: object, what: str, at: str) -> Any:
        """A value as its type wants it; anything if it is of another, which is noted."""
        args = get_args(hint)
        origin = get_origin(hint)
        if origin in (Union, types.UnionType):
            (inner,) = (a for a in args if a is not type(None))
            return None if x is None else self.typed(inner, x, what, at)
        if origin is Literal:
            if self.a_text(x, what, at) is not None and x not in args:
                self.stranger("TP051", f"{what} is no `{short(str(x))}`", str(x), args, at)
            return x
        if origin is tuple:
            items = self.a_list(x, what, at)
            if items is None:
                return ()
            if args[-1] is not Ellipsis and len(items) != len(args):
                self.problem("TP051", f"{what} must have {len(args)} entries, not {len(items)}", at)
            word = f"an entry of {what}"
            return tuple(self.typed(args[0], y, word, f"{at}/{i}") for i, y in enumerate(items))
        if is_dataclass(hint):
            return self.made(cast(type[Any], hint), x, what, at)
        if origin is not None and issubclass(origin, Mapping):
            inside = self.an_object(x, what, at) or {}
            if args[1] is object:
                return inside
            return {k: self.typed(args[1], y, f"`{short(k)}`", f"{at}/{k}") for k, y in inside.items()}
        if hint is bool:
            if not isinstance(x, bool):
                self.wrong(what, "true or false", x, at)
            return x
        if hint is int:
            if isinstance(x, bool) or not isinstance(x, int):
                self.wrong(what, "a whole number", x, at)
            return x
        return self.a_text(x, what, at)
