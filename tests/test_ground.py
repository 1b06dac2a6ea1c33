"""Three meanings of one text: compiled Python, the grounded circuit, and Z3 (and CP-SAT, which proves maxima).

On random cities of the shipped game, and on all cities of a game with a board of 2x2, where a fourth opinion is
written out below.
"""

from __future__ import annotations

import random
from collections.abc import Callable
from functools import cache

import pytest
import z3
from cities import random_city
from grounding import assignment, free_model, plain
from little import LITTLE, all_cities, by_hand
from ortools.sat.python import cp_model

from dsl import core as c
from dsl.assemble import Specification
from dsl.circuit import Linear, Lit, Var, linear_sum, value_of
from dsl.city import City, faults
from dsl.city_text import write_rows
from dsl.game_builder import own_clauses
from dsl.load import load, shipped
from dsl.scorer import PRINTED, UNSEATED, Scorer
from dsl.simplify import merged
from dsl.to_cpsat import CpModel
from dsl.to_z3 import Translation
from verifier.model import Model, Question

OTHER = {  # a second choice of readings: of each ruling that changes clauses, the last one
    "inactive_buildings": "stay",
    "harbor_lines": "better",
    "tile_activation": "not_needed",
    "customs_line": "any_four",
    "customs_count": "each",
    "planning_built": "placed",
    "police_inactive": "placed",
    "park_district_playgrounds": "not",
    "plant_inactive": "still_holds",
    "capitol_monument": "both",
    "capitol_negative": "floored",
    "congress_scores": "one_floor",
    "congress_counts": "yes",
    "congress_active": "not_needed",
}
THIRD = {**OTHER, "capitol_monument": "to_capitol", "inactive_buildings": "leave"}


class Grounded:
    """A specification's mode in all its meanings, with everything that has a value."""

    def __init__(self, spec: Specification, mode: str, readings: dict[str, str]) -> None:
        self.scorer = Scorer(spec, mode, readings)
        self.game = self.scorer.game
        self.model = free_model(spec, mode, readings)
        self.circuit = self.model.circuit
        self.terms: dict[str, Linear] = {"total": self.model.measure("total", "")}
        for i, clause in enumerate(self.game.clauses):
            self.terms[f"clause {i} of {clause.part}"] = self.model.scored(clause)
        for part in (*self.game.parts, PRINTED):
            self.terms[f"part {part}"] = self.model.measure("part", part)
        for tile in spec.tiles(mode):
            self.terms[f"own {tile}"] = self.model.measure("own", tile)
            for resource, x in self.model.offered(tile).items():
                self.terms[f"{tile} gives {resource}"] = x
        for r in self.game.resources:
            self.terms[f"unseated {r.name}"] = self.model.units("unseated", r.name)
        self.model.finish()
        self.prints = {k: [(v.worth, dict(v.gains)) for v in kind.prints] for k, kind in self.game.kinds.items()}

    def python(self, city: City) -> dict[str, int]:
        """What the compiled scorer says of everything."""
        scorer, view = self.scorer, self.scorer.view(city)
        parts = scorer.compiled.parts(city, view)
        out = {"total": scorer.total(city)}
        for i, (clause, function) in enumerate(scorer.compiled.clauses):
            out[f"clause {i} of {clause.part}"] = scorer.compiled.clause_total(clause, function, city, view)
        out |= {f"part {name}": parts[name] for name in (*self.game.parts, PRINTED)}
        for name in self.terms:
            if name.startswith("own "):
                tile = name.removeprefix("own ")
                out[name] = scorer.own(city, tile)
                units = scorer.units(city, tile)
                out |= {f"{tile} gives {r}": n for r, n in units.items() if f"{tile} gives {r}" in self.terms}
        for r in self.game.resources:
            out[f"unseated {r.name}"] = -parts[UNSEATED + r.plural] if r.cost else view.unseated(r.name)
        return out

    def values(self, holds: Callable[[Lit], bool]) -> dict[str, int]:
        """What the circuit says of everything, given which literals hold."""
        return {name: value_of(x, holds) for name, x in self.terms.items()}

    def check(self, city: City) -> dict[str, int]:
        """Compare the circuit with Python; the city is a solution, and the one that is read back."""
        holds = self.circuit.evaluate(assignment(city, self.game))
        assert all(holds(x) for x in self.circuit.requirements), shown(city, self.game)
        expected = self.python(city)
        given = {name: 0 for name in self.terms if " gives " in name}
        assert self.values(holds) == {**given, **expected}, shown(city, self.game)
        assert plain(self.model.city(holds), self.game) == plain(city, self.game)
        return expected


def shown(city: City, game: c.Game) -> str:
    """A city for a message."""
    return "\n".join(write_rows(city, game)) + f"\n{city.supply}"


@cache
def grounded(mode: str, number: int) -> Grounded:
    """The shipped game, grounded under the defaults or other readings."""
    return Grounded(load([shipped()]), mode, [{}, OTHER, THIRD][number])


SOME = [("classic", 0), ("classic", 1), ("expert", 0), ("expert", 1), ("expert", 2)]


@pytest.mark.parametrize(("mode", "number"), SOME)
def test_python_and_circuit(mode: str, number: int) -> None:
    """Every clause, part, tile and unit count, on random cities with their prints."""
    g = grounded(mode, number)
    rnd = random.Random(f"ground {mode} {number}")
    seen: set[str] = set()
    for _ in range(100):
        expected = g.check(random_city(rnd, mode, g.prints))
        seen |= {name for name, n in expected.items() if n}
    # Little was compared at 0 alone: what never scores, and some of what is rare, as a full line of Harbors.
    silent = {name for name in g.terms if name not in seen}
    silent -= {f"own {t}" for t in ("electric_utility", "maternity_ward", "tv_station")}
    assert len(silent) <= 10, silent


@pytest.mark.parametrize("reading", ["adds_one", "one_group"])
def test_sums_over_groups(spec: Specification, reading: str) -> None:
    """The clauses with a sum over a group: the largest circuits that there are, so for one of them only each
    given city is grounded by itself."""
    readings = {"congress_bridges": reading}
    scorer, model = Scorer(spec, "expert", readings), free_model(spec, "expert", readings)
    clause, function = next(x for x in scorer.compiled.clauses if x[0].part == "congress_center")
    x = model.scored(clause) if reading == "adds_one" else Linear(0)
    rnd = random.Random(f"groups {reading}")
    values = []
    for i in range(30):
        city = random_city(rnd, "expert", kinds=["office_tower"] * 3 + ["congress_center", "park"])
        values.append(scorer.compiled.clause_total(clause, function, city, scorer.view(city)))
        fixed = Model(spec, model.question, fixed=city)
        assert fixed.scored(clause) == Linear(values[-1]), shown(city, scorer.game)
        if reading == "adds_one" and i % 5 == 0:
            holds = model.circuit.evaluate(assignment(city, scorer.game))
            assert value_of(x, holds) == values[-1], shown(city, scorer.game)
    assert len(set(values)) > 10


@pytest.mark.parametrize(("mode", "number"), [("classic", 0), ("expert", 0), ("expert", 1)])
def test_z3(mode: str, number: int) -> None:
    """Z3, given a city and all that the circuit says of its terms as assumptions, finds no contradiction; given
    another value of one of them, it does."""
    g = grounded(mode, number)
    translation = Translation(g.circuit)
    wanted = [x for name, x in g.terms.items() if name == "total" or name.startswith("own ")]
    literals = sorted({lit for x in wanted for lit, _ in x.terms})
    translation.add([*literals, *g.circuit.requirements])
    solver = z3.SolverFor("QF_FD", ctx=translation.context)
    solver.add([translation.get(x) for x in g.circuit.requirements])
    values = {lit: z3.Bool(f"value of {lit}", translation.context) for lit in literals}
    solver.add([values[lit] == translation.get(lit) for lit in literals])
    both = {x: (z3.Not(v), v) for x, v in [*translation.variables.items(), *values.items()]}
    rnd = random.Random(f"z3 {mode} {number}")
    for i in range(24):
        city = random_city(rnd, mode, g.prints)
        true = assignment(city, g.game)
        holds = g.circuit.evaluate(true)
        fixed = [both[name][true.get(name, False)] for name in translation.variables]
        claims = {lit: holds(lit) for lit in literals}
        assert g.values(holds)["total"] == g.scorer.total(city), shown(city, g.game)
        assert solver.check(fixed + [both[x][on] for x, on in claims.items()]) == z3.sat, shown(city, g.game)
        if i % 2 == 0:
            wrong = rnd.choice(literals)
            assert solver.check([*fixed, both[wrong][not claims[wrong]]]) == z3.unsat, shown(city, g.game)


@pytest.mark.parametrize("mode", ["classic", "expert"])
def test_totals_in_z3(mode: str) -> None:
    """A city has Python's total in Z3, and can have no other."""
    g = grounded(mode, 0)
    translation = Translation(g.circuit)
    translation.add(g.circuit.requirements)
    rnd = random.Random(f"totals {mode}")
    city = random_city(rnd, mode, g.prints)
    true = assignment(city, g.game)
    total = g.scorer.total(city)
    reached = translation.at_least(g.terms["total"], total)
    more = translation.at_least(g.terms["total"], total + 1)
    fixed = [x if true.get(name) else z3.Not(x) for name, x in translation.variables.items()]
    solver = z3.SolverFor("QF_FD", ctx=translation.context)
    solver.add([translation.get(x) for x in g.circuit.requirements])
    assert solver.check([*fixed, reached, z3.Not(more)]) == z3.sat
    assert solver.check([*fixed, more]) == z3.unsat
    assert solver.check([*fixed, z3.Not(reached)]) == z3.unsat


@pytest.mark.parametrize(("mode", "number"), [("classic", 0), ("expert", 1)])
def test_cpsat(mode: str, number: int) -> None:
    """CP-SAT, given a city, can make its total and its parts neither larger nor smaller than they are."""
    g = grounded(mode, number)
    terms = {name: x for name, x in g.terms.items() if name == "total" or name.startswith("part ")}
    rnd = random.Random(f"cpsat {mode} {number}")
    for _ in range(2):
        city = random_city(rnd, mode, g.prints)
        true, expected = assignment(city, g.game), g.python(city)
        m = CpModel(g.circuit, [lit for x in terms.values() for lit, _ in x.terms])
        for n, node in enumerate(g.circuit.nodes):
            if isinstance(node, Var) and m.has(n):
                m.require(n if true.get(node.name) else -n)
        # Each node is fixed by the city, so no two terms get into each other's way.
        target = sum(m.expression(x) for x in terms.values())
        for sense in (m.model.maximize, m.model.minimize):
            sense(target)
            solver = cp_model.CpSolver()
            solver.parameters.num_workers = 1
            assert solver.solve(m.model) == cp_model.OPTIMAL, shown(city, g.game)
            found = {name: solver.value(m.expression(x)) for name, x in terms.items()}
            assert found == {name: expected[name] for name in terms}, shown(city, g.game)


@pytest.mark.parametrize(("mode", "number"), SOME)
def test_fixed_city(mode: str, number: int) -> None:
    """A model of one complete city has nothing left to choose: its terms are Python's numbers."""
    g = grounded(mode, number)
    rnd = random.Random(f"fixed {mode} {number}")
    for _ in range(10):
        city = random_city(rnd, mode, g.prints)
        model = Model(g.scorer.spec, Question(mode, "any", g.scorer.readings, 1), fixed=city)
        expected = g.python(city)
        for name in ("total", *(f"own {b.kind}" for _, b in city.buildings() if g.game.kinds[b.kind].is_tile)):
            what, _, tile = name.partition(" ")
            assert model.measure(what, tile) == Linear(expected[name]), (name, shown(city, g.game))


# ---- all cities of a board of 2x2 ------------------------------------------------------------------------


@pytest.mark.parametrize("reading", ["gone", "stays"])
def test_all_cities_of_a_little_board(reading: str) -> None:
    """14,641 cities: by hand, in Python, in the circuit; all that the model allows, and no other."""
    g = Grounded(load([LITTLE]), "square", {"broken": reading})
    for number, (city, states) in enumerate(all_cities()):
        expected = by_hand(states, reading == "stays")
        total = sum(expected.values()) - number % 3
        sheet = g.scorer.sheet(city)
        parts = {**expected, PRINTED: 0, "unseated_water": -(number % 3)}
        assert sheet.parts == parts and sheet.total == total, shown(city, g.game)
        holds = g.circuit.evaluate(assignment(city, g.game))
        assert value_of(g.terms["total"], holds) == total, shown(city, g.game)
        for part, vp in expected.items():
            assert value_of(g.terms[f"part {part}"], holds) == vp, (part, shown(city, g.game))
        if number % 20 == 0:
            g.check(city)


def test_solutions_of_a_little_board() -> None:
    """The requirements have just those solutions that describe a city, each one city (by CP-SAT)."""
    g = Grounded(load([LITTLE]), "square", {})
    variables = [
        (n, node.name)
        for n, node in enumerate(g.circuit.nodes)
        if isinstance(node, Var) and not node.name.startswith(("received", "unseated"))
    ]
    names = {name for _, name in variables}
    expected = {frozenset(assignment(city, g.game).keys() & names) for city, _ in all_cities()}
    assert len(expected) == 11**4
    m = CpModel(g.circuit, [n for n, _ in variables])
    # Of the numbers of units received, one is enough; how many are not seated follows from it.
    for n, node in enumerate(g.circuit.nodes):
        if isinstance(node, Var) and node.name.startswith("received"):
            m.require(n)

    class Collect(cp_model.CpSolverSolutionCallback):
        def __init__(self) -> None:
            super().__init__()
            self.found: set[frozenset[str]] = set()

        def on_solution_callback(self) -> None:
            self.found.add(frozenset(name for n, name in variables if self.boolean_value(m.get(n))))
            if len(self.found) > len(expected):
                self.stop_search()

    solver, collect = cp_model.CpSolver(), Collect()
    solver.parameters.enumerate_all_solutions = True
    solver.parameters.num_workers = 1
    status = solver.solve(m.model, collect)
    assert len(collect.found) <= len(expected)
    assert status == cp_model.OPTIMAL and collect.found == expected


def test_faults_of_a_little_board() -> None:
    """An assignment off by one variable is a solution just if it still describes a faultless city."""
    g = Grounded(load([LITTLE]), "square", {})
    names = [node.name for node in g.circuit.nodes if isinstance(node, Var)]
    rnd = random.Random("faults")
    listed = list(all_cities())
    solutions = 0
    for _ in range(2000):
        city, _ = rnd.choice(listed)
        true = {name for name, on in assignment(city, g.game).items() if on}
        true ^= {rnd.choice(names)}
        holds = g.circuit.evaluate(dict.fromkeys(true, True))
        good = all(holds(x) for x in g.circuit.requirements)
        found = g.model.city(holds)
        sound = not faults(found, g.game) and assignment(found, g.game).keys() == true
        assert good == sound, (true, shown(found, g.game))
        solutions += good
    assert 50 < solutions < 1950


@pytest.mark.parametrize(("mode", "number"), [("expert", 0), ("expert", 2)])
def test_merged_objectives(mode: str, number: int) -> None:
    """What a tile adds, a difference of two games, has the same value everywhere once its pairs are merged."""
    g = grounded(mode, number)
    found = []
    for tile in g.scorer.spec.tiles(mode):
        plain_game = g.scorer.spec.game(mode, g.scorer.readings, frozenset({tile}))
        more, less = own_clauses(g.game, plain_game)
        x = linear_sum([g.model.scored(a) for a in more] + [g.model.scored(a).scaled(-1) for a in less])
        found.append((x, merged(g.circuit, x)))
    assert any(len(y.terms) < len(x.terms) for x, y in found)
    names = [node.name for node in g.circuit.nodes if isinstance(node, Var)]
    rnd = random.Random(f"merged {mode}")
    for i in range(16):
        true = assignment(random_city(rnd, mode, g.prints), g.game)
        if i % 2:  # anywhere: also where no city is
            true |= {name: rnd.random() < 0.5 for name in names if rnd.random() < 0.3}
        holds = g.circuit.evaluate(true)
        for x, y in found:
            assert value_of(x, holds) == value_of(y, holds)
