"""Compiled JavaScript: the same numbers as Python, on random cities of all modes and on random programs."""

from __future__ import annotations

import json
import random
import re
import shutil
import subprocess
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass, fields, is_dataclass, replace
from pathlib import Path
from typing import Any, TypeVar

import pytest
from little import LITTLE
from test_programs import LABS, Meanings, sample

from dsl import core as c
from dsl.assemble import Clauses, Pieces, Specification
from dsl.branches import Leaf
from dsl.city import City, idle_units
from dsl.diagnostics import Failure
from dsl.footprint import seats_seen
from dsl.load import load, shipped
from dsl.rulebook.play import RUNTIME
from dsl.scorer import Scorer
from dsl.to_js import rules_source
from dsl.to_python import compile_module
from verifier.laboratory import random_city

TESTS = Path(__file__).parent
NODE = shutil.which("node")
needs_node = pytest.mark.skipif(NODE is None, reason="Node is not installed, so no JavaScript can be run")
CITIES = {"classic": 4000, "expert": 4000, "grove": 800, "hedge": 600, "meadow": 400, "square": 200}
PROGRAMS = 60  # for each laboratory
CITIES_EACH = 3
T = TypeVar("T")


@dataclass(frozen=True)
class Case:
    """A city to be scored in a mode under readings, and the names whose own score is asked."""

    mode: str
    readings: dict[str, str]
    city: City
    names: tuple[str, ...] = ()


def plain(city: City) -> dict[str, Any]:
    """A city as the runtime takes it."""
    cells = [
        None
        if b is None
        else {
            "kind": b.kind,
            "floors": b.floors,
            "gains": dict(b.gains),
            "vp": b.vp,
            "active": b.active,
            "seats": dict(b.seats or {}),
        }
        for b in city.cells
    ]
    taken = None if city.taken is None else [
        {"space": s, "resource": r, "units": n} for (s, r), n in sorted(city.taken.items())
    ]  # fmt: skip
    return {"cells": cells, "supply": None if city.supply is None else dict(city.supply), "taken": taken}


def pieces_of(game: c.Game, own: Mapping[str, tuple[Clauses, Clauses]]) -> Pieces:
    """The pieces of a game that is the same under all readings."""

    def leaf(value: T) -> Leaf[T]:
        return Leaf(value, ())

    return Pieces(
        game, game.parts, game.tie_parts, (leaf(game.clauses),), (leaf(game.ties),), (leaf(game.gains),), {k: leaf(x) for k, x in game.kinds.items()},
        {t: (leaf(x),) for t, x in own.items()}, leaf(game.seating), {},
    )  # fmt: skip


def in_node(rules: str, cases: Sequence[Case], folder: Path) -> list[dict[str, Any]]:
    """What the compiled JavaScript says of each case."""
    assert NODE is not None
    path = folder / "rules.mjs"
    path.write_text(rules, "utf-8")
    lines = "\n".join(json.dumps([x.mode, x.readings, plain(x.city), x.names]) for x in cases)
    command = [NODE, str(TESTS / "js" / "score.mjs"), str(RUNTIME), str(path)]
    run = subprocess.run(command, input=lines, capture_output=True, encoding="utf-8", timeout=120)
    assert run.returncode == 0, run.stderr
    return [json.loads(line) for line in run.stdout.splitlines()]


def watched_seats(game: c.Game) -> dict[str, list[str]]:
    """For each resource the kinds on whose seats a clause or gain may look at the number of units, sorted.

    On the seats of all others one unit more changes nothing but what is left over."""
    out: dict[str, set[str]] = {r.name: set() for r in game.resources}
    values = [(x.kinds, x.value) for x in game.clauses] + [(frozenset({g.kind}), g.amount) for g in game.gains]
    for kinds, value in values:
        for resource, seen in seats_seen(kinds, value).items():
            out[resource] |= set(game.kinds) if seen is None else seen
    return {r: sorted(k for k in kinds if game.kinds[k].seats.get(r)) for r, kinds in out.items()}


def in_python(scorer: Scorer, city: City, closely: bool) -> dict[str, Any]:
    """The same of the scorer; `closely` asks what stands behind the sheet, too."""
    sheet = scorer.sheet(city)
    out: dict[str, Any] = {"sheet": {"total": sheet.total, "parts": sheet.parts, "own": sheet.own, "ties": sheet.ties}}
    if not closely:
        return out
    view, clauses = scorer.view(city), [n for _, n in scorer.by_clause(city)]
    return {
        **out,
        "clauses": clauses,
        "steps": clauses,
        "unseated": {r.name: view.unseated(r.name) for r in scorer.game.resources},
        "units": {t: scorer.units(city, t) for t in sheet.own},
        "right": not scorer.gain_complaints(city),
        "seating": not idle_units(city, scorer.game),
        "watched": watched_seats(scorer.game),
    }


@needs_node
def test_cities(spec: Specification, orchard: Specification, tmp_path: Path) -> None:
    """10,000 cities, every mode of three games, under the default readings and under forty choices of all
    rulings: sheets, clauses, own scores, units, and what is allowed."""
    made: dict[str, Pieces] = {}
    scorers: list[Scorer] = []
    cases: list[Case] = []
    for game in (spec, orchard, load([LITTLE])):
        for mode in game.modes:
            made[mode] = game.pieces(mode)
            rnd = random.Random(f"to_js {mode}")
            chosen = [{}, *({r.name: rnd.choice(r.names()) for r in game.rulings.values()} for _ in range(40))]
            known = [Scorer(game, mode, readings) for readings in chosen]
            for n in range(CITIES[mode]):
                i = n % len(chosen)
                kinds = sorted(known[i].game.kinds)
                pool = kinds if n % 3 else [rnd.choice(kinds) for _ in range(5)]
                cases.append(Case(mode, chosen[i], random_city(rnd.choice, known[i].game, pool, None, True)))
                scorers.append(known[i])
    assert set(made) == set(CITIES) and len(cases) == 10_000
    found = in_node(rules_source("All", made, module=True), cases, tmp_path)
    different = 0
    for n, (case, scorer, js) in enumerate(zip(cases, scorers, found, strict=True)):
        python = in_python(scorer, case.city, n % 4 == 0)
        assert {k: js[k] for k in python} == python, case
        different += python["sheet"]["total"] != 0
    assert different > 8000


def measured(e: Any, owner: str) -> Any:
    """The expression with `own` said in full: of the kind that the property belongs to."""
    if isinstance(e, c.Measure):
        return replace(e, name=e.name or owner) if e.what == "own" else e
    if isinstance(e, tuple):
        return tuple(measured(x, owner) for x in e)
    if is_dataclass(e) and not isinstance(e, c.Table):
        return replace(e, **{f.name: measured(getattr(e, f.name), owner) for f in fields(e)})  # type: ignore[type-var]
    return e


@needs_node
@pytest.mark.parametrize("lab", LABS)
def test_programs(lab: str, tmp_path: Path) -> None:
    """Random programs, clauses and properties of one city, on random cities of their kinds."""
    made: dict[str, Pieces] = {}
    cases: list[Case] = []
    wanted: list[dict[str, int]] = []
    properties = 0
    for i, p in enumerate(sample(lab)[:PROGRAMS]):
        try:
            m = Meanings(lab, p)
        except Failure:
            continue
        own = {t: m.scorer._difference(t) for t in ([m.tile] if m.tile else [])}
        clauses = {t: tuple(tuple(x for x, _ in side) for side in sides) for t, sides in own.items()}
        # What a property asks is a clause of no building's here, so that it can be asked like an own score.
        numbers = {x.name: measured(x.number, p.owner) for x in m.asked}
        asked = {n: ((c.Clause("asked", frozenset(), e, n, "here:1"),), ()) for n, e in numbers.items()}
        words = {x.name for e in numbers.values() for x in walk(e) if isinstance(x, c.Measure) and x.what == "own"}
        for tile in words - set(clauses):
            clauses[tile] = tuple(tuple(x for x, _ in side) for side in m.scorer._difference(tile))
        others = dict.fromkeys(m.spec.tiles(lab), ((), ()))
        made[f"program {i}"] = pieces_of(m.game, {**others, **clauses, **asked})  # type: ignore[dict-item]
        for j in range(CITIES_EACH):
            city = m.city(10 * i + j)
            values = {t: m.scorer.own(city, t) for t in own}
            for name, e in numbers.items():
                measure = lambda what, x, m=m, city=city: of_city(m.scorer, city, what, x)
                function = compile_module("asked", {"value": ("", e)}, {"measure": measure})["value"]
                values[name] = function(m.scorer.view(city), 0)
            properties += len(numbers)
            cases.append(Case(f"program {i}", {}, city, tuple(values)))
            wanted.append({**values, "": m.scorer.total(city)})
    assert len(made) > 0.9 * PROGRAMS and properties > 3
    found = in_node(rules_source("Programs", made, module=True), cases, tmp_path)
    for case, js, values in zip(cases, found, wanted, strict=True):
        i = int(case.mode.split()[1])
        assert {**js["own"], "": js["sheet"]["total"]} == values, (sample(lab)[i].text, case.city)


def walk(e: Any) -> Iterable[Any]:
    """The nodes of an expression."""
    from dsl.footprint import nodes

    return nodes(e)


def of_city(scorer: Scorer, city: City, what: str, name: str) -> int:
    """A measure, as a property means it."""
    if what == "own":
        return scorer.own(city, name)
    parts = scorer.compiled.parts(city, scorer.view(city))
    return sum(parts.values()) if what == "total" else parts.get(name, 0)


# ---- the source -------------------------------------------------------------------------------------------


def test_the_rule_stands_above_its_function(spec: Specification) -> None:
    """Every clause has its sentence as its comment, and the same rules give the same bytes."""
    made = {m: spec.pieces(m) for m in spec.modes}
    source = rules_source("Game", made)
    for mode in spec.modes:
        for clause in spec.game(mode).clauses:
            assert re.search(
                rf"  // {re.escape(clause.part)}: {re.escape(clause.text)}\n  function score_{clause.part}_\d+\(city, here\)",
                source,
            )
    first = spec.modes[0]
    assert rules_source("Game", {first: load([shipped()]).pieces(first)}) == rules_source("Game", {first: made[first]})


@pytest.mark.parametrize("end", ["\n", "\r", "\x0b", "\x0c", "\x1c", "\x85", "\u2028", "\u2029", "\x00"])
@needs_node
def test_no_text_becomes_code(end: str, tmp_path: Path) -> None:
    """Whatever a title or a sentence holds, it stays a comment or a string."""
    evil = f"a rule{end}throw 1{end}*/ </script>`${{x}}\"'\\"
    game = Scorer(load([LITTLE]), "square").game
    clause = c.Clause(game.parts[0], frozenset(), c.Num(3), evil, evil)
    made = {"m": pieces_of(replace(game, clauses=(clause,)), {})}
    source = rules_source(evil, made)
    assert "</script>`" not in re.sub(r"//.*", "", source)
    (tmp_path / "rules.js").write_text(source, "utf-8", newline="")
    program = f"{source}\nprocess.stdout.write(JSON.stringify(TileproofRules.m.clauses[0].text))"
    run = subprocess.run([str(NODE), "-"], input=program, capture_output=True, encoding="utf-8")
    assert run.returncode == 0, run.stderr
    assert json.loads(run.stdout) == evil


@needs_node
@pytest.mark.parametrize("by", [1, 2, 3, 7])
def test_division_rounds_down(by: int, tmp_path: Path) -> None:
    """Below nothing, too: -1 / 2 is -1, and the remainder is 1."""
    game = Scorer(load([LITTLE]), "square").game
    own = {
        f"{op} {n}": ((c.Clause("x", frozenset(), c.Divide(op, c.Num(n), by), "", "f:1"),), ())  # type: ignore[arg-type]
        for op in ("/", "mod")
        for n in range(-9, 10)
    }
    rules = rules_source("Division", {"m": pieces_of(replace(game, clauses=(), gains=()), own)}, module=True)
    city = City("m", (None,) * 4, {"water": 0})
    (found,) = in_node(rules, [Case("m", {}, city, tuple(own))], tmp_path)
    assert found["own"] == {f"{op} {n}": n // by if op == "/" else n % by for op in ("/", "mod") for n in range(-9, 10)}
