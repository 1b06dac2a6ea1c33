"""Random programs have one meaning: compiled Python, the grounded circuit, Z3, batches, and plain loops over the text agree.

Guarantee: every alternative of the grammar that an expression or a clause can reach is among the programs. A program
that has two meanings is printed as text, with the smallest city that was found for it and what each one says.

A longer search: `python -m pytest tests/test_programs.py --soak 50000`, so many programs for each laboratory, other
ones each time.
"""

from __future__ import annotations

import random
from collections.abc import Callable
from dataclasses import dataclass, replace
from functools import cache, cached_property
from pathlib import Path
from typing import Any

import pytest
import z3
from cities import drawn
from grounding import assignment
from hypothesis import HealthCheck, given, reject, settings
from hypothesis import strategies as st
from lark import Lark, Token
from reference_language import Env, Reading, Rules

from dsl import syntax as s
from dsl.assemble import Specification
from dsl.batch import Batch, columns
from dsl.circuit import Linear, Lit, linear_sum, value_of
from dsl.city import City, faults
from dsl.city_text import write_rows
from dsl.claims import OneCity, PropertyCase, core_property
from dsl.core import Bool, Choose, Gain, Int, Num
from dsl.diagnostics import Bag, Failure
from dsl.grammar import grammar_text
from dsl.load import load, shipped
from dsl.measures import Measured
from dsl.parse import parse
from dsl.scorer import Scorer
from dsl.source import Source
from dsl.to_numpy import ArrayCity, Arrays, BatchScorer, Widths
from dsl.to_z3 import Translation
from verifier.laboratory import Lab, random_city
from verifier.model import Model, Question
from verifier.programs import COMPARE, Program, program
from verifier.replay import PropertyReplay

TESTS = Path(__file__).parent
# Name, board and how often the innermost part of a program is looked at, at most: nested loops are slow in all four.
LABS = {"grove": 600, "hedge": 600, "classic": 270, "expert": 420}
PROGRAMS = 550  # for each laboratory
CITIES = 3
SAMPLE = 1500  # for each laboratory, where programs are only read

Values = dict[str, int]


@cache
def lab(mode: str) -> Lab:
    """The laboratory of a mode of the shipped game or of the second one."""
    spec = load([TESTS / "games" / "orchard"]) if mode in ("grove", "hedge") else load([shipped()])
    return Lab.of(spec, mode, LABS[mode])


def read(p: Program) -> tuple[s.Line, ...]:
    """The trees of a program's lines."""
    bag = Bag()
    file = parse(Source("<program>", f'building x "X" {{\n{p.text}\n}}'), bag)
    assert not bag.found, (p.text, bag.found)
    found = file.items[0]
    assert isinstance(found, s.Declaration)
    return found.lines


def case_of(owner: str, mode: str, readings: dict[str, str], line: s.Property) -> PropertyCase:
    """A property under given readings."""
    return PropertyCase(owner, mode, readings, "any", None, line)


@dataclass(frozen=True)
class Asked:
    """What is asked of a city: a property's condition or number, as text and as core."""

    name: str
    syntax: s.Expr
    core: Bool | Int
    is_number: bool

    @property
    def number(self) -> Int:
        """The core as a number."""
        return self.core if self.is_number else Choose(self.core, Num(1), Num(0))  # type: ignore[arg-type]


class Meanings:
    """A program in all its meanings. Raises `Failure` if the checker refuses it."""

    def __init__(self, mode: str, p: Program) -> None:
        self.program = p
        lines = read(p)
        self.lab = lab(mode).adding(p.owner, lines)
        readings = {**self.lab.game.readings, **dict(p.readings)}
        self.property = next((x for x in lines if isinstance(x, s.Property)), None)
        self.spec = Specification(self.lab.declarations, ())
        self.scorer = Scorer(self.spec, mode, readings)
        self.game, self.readings = self.scorer.game, self.scorer.readings
        self.lines = (*self.game.parts, *self.game.tie_parts)
        self.tile = p.owner if p.own and p.owner in self.spec.tiles(mode) else None
        # A property speaks of a kind that stands once.
        self.once = p.owner if self.property is not None and p.owner in self.game.kinds else None
        self.question = Question(mode, "any", self.readings, 1, self.once)
        # In an unknown city on a large board, groups and some forty units are a matter of seconds; the small boards ask.
        heavy = any(word in p.text for word in ("group", "seated", "received", "total", "own"))
        self.asks_unknown = self.game.mode.board.size < 10 or not heavy
        self._known: dict[str, Linear] = {}
        self._finished = False
        self._arrays: dict[Widths, tuple[ArrayCity, dict[str, Linear]]] = {}
        self.asked = tuple(self._asked()) if self.property is not None else ()

    def _asked(self) -> list[Asked]:
        assert self.property is not None
        case = case_of(self.program.owner, self.game.mode.name, self.readings, self.property)
        bag = Bag()
        core = core_property(self.spec, case, bag)
        bag.check()
        assert isinstance(core, OneCity)
        self.replay = PropertyReplay(self.spec, case, core)
        claim, out = self.property.claim, list[Asked]()
        assert isinstance(claim, s.Claim)
        for x in self.property.options:
            if isinstance(x, s.Assumption):
                out.append(Asked("when", x.condition, core.assumption, False))
        if core.value is not None:
            return [*out, Asked("range", claim.operand, core.value, True)]
        return [*out, Asked("claim", claim.operand, core.claim, False)]

    def city(self, seed: int) -> City:
        """A random city of the program's kinds."""
        # Of a property, only what may really be taken is asked.
        taken = self.property is None
        return random_city(random.Random(seed).choice, self.game, self.program.pool, self.once, taken)

    def at(self, city: City) -> int | None:
        """The space that is `self` in the property."""
        return next((x for x, b in city.buildings() if b.kind == self.once), None)

    @staticmethod
    def gain_name(gain: Gain, space: int) -> str:
        """What a gain is called. A program has one at most, though several kinds may inherit it."""
        mode = {"forced": "gain", "any": "may gain", "whole": "may gain all of"}[gain.mode]
        return f"{gain.kind} on {space}: {mode} {gain.resource}"

    # -- the meanings

    def python(self, city: City) -> Values:
        """What the compiled scorer says."""
        view = self.scorer.view(city)
        sheet = self.scorer.compiled.lines(city, view)
        out = {f"part {x}": sheet[x] for x in self.lines}
        for gain, space, n in self.scorer.compiled.available(city, view):
            out[self.gain_name(gain, space)] = n
        if self.tile is not None:
            out["own"] = self.scorer.own(city, self.tile)
        for x in self.asked:
            out[x.name] = self.replay.evaluate(city, x.number, self.at(city))
        return out

    def loops(self, city: City) -> Values:
        """What plain loops over the text say."""

        def rules(plain: frozenset[str]) -> Rules:
            return Rules(self.lab.items, self.game.mode.name, self.readings, plain)

        reading = Reading(rules(frozenset()), city, lambda tile: rules(frozenset({tile})))
        parts = reading.parts()
        out = {f"part {x}": parts.pop(x, 0) for x in self.lines}
        assert not any(parts.values()), parts
        for kind, space, resource, mode, n in reading.gains():
            out[f"{kind} on {space}: {mode} {resource}"] = n
        if self.tile is not None:
            out["own"] = reading.own(self.tile)
        at = self.at(city)
        env = Env(reading.rules.spaces[at] if at is not None else None)
        for x in self.asked:
            out[x.name] = reading.number(x.syntax, env) if x.is_number else int(reading.holds(x.syntax, env))
        return out

    def terms(self, model: Measured, city: City, known: dict[str, Linear]) -> dict[str, Linear]:
        """The linear forms of a model, for what the city has; `known` are those that were made before."""
        makers: dict[str, Callable[[], Linear]] = {}
        for part in self.lines:
            clauses = self.game.clauses_of(part)
            makers[f"part {part}"] = lambda clauses=clauses: linear_sum(map(model.scored, clauses))
        offers = [(g, space) for g in self.game.gains for space, b in city.buildings() if b.kind == g.kind]
        for gain, space in offers:
            makers[self.gain_name(gain, space)] = lambda gain=gain, space=space: model.offer(gain, space)
        if self.tile is not None:
            tile = self.tile
            makers["own"] = lambda: model.own(tile)
        at = self.at(city)
        for x in self.asked:
            makers[x.name] = lambda x=x: self._ground(model, x, at)
        out = {}
        for name, make in makers.items():
            key = f"{name} at {at}"
            if key not in known:
                known[key] = make()
            out[name] = known[key]
        return out

    @staticmethod
    def _ground(model: Measured, x: Asked, at: int | None) -> Linear:
        if x.is_number:
            return model.ground_int(x.core, at)  # type: ignore[arg-type]
        return model.circuit.linear(model.ground_bool(x.core, at))  # type: ignore[arg-type]

    def fixed(self, city: City) -> Values:
        """What the circuit says of a city that is known: all of it has to fold to constants."""
        found = self.terms(Model(self.spec, self.question, fixed=city), city, {})
        assert not any(x.terms for x in found.values()), found
        return {name: x.constant for name, x in found.items()}

    @cached_property
    def batches(self) -> BatchScorer:
        """What scores batches by the program's rules."""
        return BatchScorer(self.spec, self.game.mode.name, self.readings)

    def batch(self, city: City) -> Values:
        """What a batch of this city between two others says."""
        # Only these two ways to have units go into one batch; an empty city fits either.
        none = City(city.mode, (None,) * len(city.cells), None if city.supply is None else {})
        (cities,) = columns(Batch.of(self.game, [none, city, none]), self.game)
        widths = self.batches.widths(cities)
        if widths not in self._arrays:
            self._arrays[widths] = ArrayCity(self.spec, self.game, widths, self.program.owner), {}
        found = self.terms(self._arrays[widths][0], city, self._arrays[widths][1])
        values = Arrays(self._arrays[widths][0], list(found.values())).values(cities)
        return dict(zip(found, values[:, 1].tolist(), strict=True))

    @cached_property
    def unknown(self) -> Model:
        """An unknown city of the program's kinds."""
        return Model(self.spec, self.question, kinds=frozenset(self.program.pool))

    def _unknown_terms(self, city: City) -> tuple[dict[str, Linear], list[Lit]]:
        """The terms of the unknown city, and what is required of it. Where units must be used, a random seating is
        none that may be, so that nothing is required."""
        found = self.terms(self.unknown, city, self._known)
        if not self._finished:
            self._finished = True
            self.unknown.finish()
        return found, self.unknown.circuit.requirements if self.game.seating == "free" else []

    def _true(self, city: City) -> dict[str, bool]:
        """The variables that are true for a city."""
        true = assignment(city, self.game)
        for _, b in city.buildings():
            if b.kind == self.once:  # the model has one number for its seats, wherever it stands
                for resource, n in (b.seats or {}).items():
                    true |= {f"seats[{b.kind}] {resource}>={j}": True for j in range(1, n + 1)}
        return true

    def free(self, city: City) -> Values:
        """What the circuit of an unknown city says where it is this one."""
        found, required = self._unknown_terms(city)
        holds = self.unknown.circuit.evaluate(self._true(city))
        assert all(holds(x) for x in required)
        return {name: value_of(x, holds) for name, x in found.items()}

    def solver(self, city: City, expected: Values) -> dict[str, str]:
        """What Z3 says of the city, and when it is asked for another value than the expected one there."""
        found, required = self._unknown_terms(city)
        circuit = self.unknown.circuit
        different = {
            name: circuit.any((-circuit.at_least(x, expected[name]), circuit.at_least(x, expected[name] + 1)))
            for name, x in found.items()
        }
        translation = Translation(circuit)
        translation.add([*required, *different.values()])
        true = self._true(city)
        solver = z3.SolverFor("QF_FD", ctx=translation.context)
        solver.add([translation.get(x) for x in required])
        solver.add([v if true.get(n) else z3.Not(v) for n, v in translation.variables.items()])
        out = {"city": str(solver.check())}
        for name, x in different.items():
            out[name] = str(solver.check(translation.get(x)))
        return out

    # -- agreement

    def disagreement(self, city: City, ask_z3: bool) -> str:
        """The values of all meanings, if not all are the same. Batches are made where a solver is asked."""
        found = {
            "python": self.python(city),
            "loops": self.loops(city),
            "fixed": self.fixed(city),
        }
        if ask_z3:
            found["batch"] = self.batch(city)
        # A model of any city is one of cities whose supply is given.
        unknown = self.asks_unknown and city.supply is not None
        if unknown:
            found["free"] = self.free(city)
        if all(x == found["python"] for x in found.values()):
            if not ask_z3 or not unknown:
                return ""
            answers = self.solver(city, found["python"])
            if answers.pop("city") == "sat" and set(answers.values()) <= {"unsat"}:
                return ""
            return f"z3 finds another value: {answers}\n{found['python']}"
        return "\n".join(f"{name:8}{values}" for name, values in found.items())

    def smallest(self, city: City, ask_z3: bool) -> City:
        """The city without the buildings that the disagreement does not need."""
        for space, b in city.buildings():
            if b.kind != self.once:
                fewer = replace(city, cells=tuple(None if x == space else y for x, y in enumerate(city.cells)))
                if not faults(fewer, self.game) and self.disagreement(fewer, ask_z3):
                    city = fewer
        return city

    def agree(self, city: City, ask_z3: bool = False) -> Values:
        """Fails if two meanings differ; else the values."""
        assert faults(city, self.game) == []
        if self.disagreement(city, ask_z3):
            city = self.smallest(city, ask_z3)
            drawing = "\n".join(write_rows(city, self.game))
            p = self.program
            pytest.fail(
                f"\n{self.disagreement(city, ask_z3)}\nin {self.game.mode.name}, for {p.owner}:\n{p.text}\n"
                f"under {p.readings}\n{drawing}\nwith {city.supply}, taken {city.taken}",
                pytrace=False,
            )
        return self.python(city)


# ---- random programs --------------------------------------------------------------------------------------


@st.composite
def programs(draw: st.DrawFn, where: Lab) -> Program:
    """Programs that shrink: to few words, few kinds, the default readings."""
    return program(lambda options: options[draw(st.integers(0, len(options) - 1))], where)


@pytest.mark.parametrize("mode", LABS)
def test_programs(mode: str, request: pytest.FixtureRequest) -> None:
    """2,200 programs in all, on three cities each; one in ten is asked of Z3, too."""
    soak = request.config.getoption("--soak")

    @settings(
        max_examples=soak or PROGRAMS,
        derandomize=not soak,
        suppress_health_check=list(HealthCheck),
    )
    @given(programs(lab(mode)), st.integers(0, 10**6))
    def check(p: Program, seed: int) -> None:
        try:
            meanings = Meanings(mode, p)
        except Failure:
            reject()
        for i in range(CITIES):
            meanings.agree(meanings.city(seed + i), ask_z3=i == 0 and seed % 10 == 0)

    check()


# ---- which programs are made ------------------------------------------------------------------------------


@cache
def sample(mode: str) -> tuple[Program, ...]:
    """Programs of a fixed seed."""
    rnd = random.Random(f"sample {mode}")
    return tuple(program(rnd.choice, lab(mode)) for _ in range(SAMPLE))


# What is written here, and all that stands in it, are the forms of the language for numbers, conditions and sets.
ROOTS = {"score", "score_by", "gain_end", "joins", "always", "sometimes", "range", "assumption"}


def test_every_alternative_of_the_grammar() -> None:
    """Each alternative of each rule that a clause or a claim can reach is in some program of the sample."""
    lark = Lark(grammar_text(), parser="lalr", maybe_placeholders=True)
    used: set[object] = set()
    compared: set[str] = set()

    def noting(rule: Any, call: Callable[[list[Any]], Any]) -> Callable[[list[Any]], Any]:
        def complete(children: list[Any]) -> Any:
            used.add(rule)
            compared.update(x for x in children if isinstance(x, Token) and x.type == "COMPARE")
            return call(children)

        return complete

    # Rules that are passed through leave no trace in the tree, so each is noted when the parser completes it.
    for rule, call in list(lark._callbacks.items()):
        lark._callbacks[rule] = noting(rule, call)
    for mode in LABS:
        for p in sample(mode):
            lark.parse(f'building x "X" {{\n{p.text}\n}}')
    wanted = {rule for rule in lark.rules if rule.alias in ROOTS or rule.origin.name in ROOTS}
    assert {rule.alias or rule.origin.name for rule in wanted} >= ROOTS
    reached: set[str] = set()
    while more := {x.name for r in wanted for x in r.expansion if not x.is_term} - reached:
        reached |= more
        wanted |= {r for r in lark.rules if r.origin.name in more}
    assert len(wanted) > 150
    assert sorted(str(rule) for rule in wanted - used) == []
    assert compared == set(COMPARE)


@pytest.mark.parametrize("mode", LABS)
def test_the_sample_is_worth_something(mode: str) -> None:
    """Few of its programs are refused, and most of the others have a value that is not 0 in some city."""
    refused, silent = 0, 0
    chosen = sample(mode)[:300]
    for i, p in enumerate(chosen):
        try:
            meanings = Meanings(mode, p)
        except Failure:
            refused += 1
            continue
        silent += not any(any(meanings.python(meanings.city(10 * i + j)).values()) for j in range(CITIES))
    assert refused < 0.05 * len(chosen) and silent < 0.5 * len(chosen)


# ---- what was found ---------------------------------------------------------------------------------------

# Space numbers 0 to 8 in reading order. The Tree on 5 is not active and leaves.
PLOT = """
T2 H F
A  . T-
P  F scarecrow
"""


def on_the_plot(text: str) -> int:
    """The value of a number there, the same in all meanings."""
    kinds = ("tree", "hive", "fence", "apple", "pond", "scarecrow")
    found = Meanings("grove", Program("groves", kinds, (), (f"score {text}",), False))
    spec = load([TESTS / "games" / "orchard"])
    return found.agree(drawn(spec, "grove", PLOT), ask_z3=True).get("part groves", 0)


@pytest.mark.parametrize(
    ("text", "value"),
    [
        # Seven are active, two of them Trees; eight are placed, three of them Trees.
        ("count of active not tree", 5),
        ("count of placed not tree", 5),
        ("count of built not not tree", 2),
        ("count of inactive not apple", 1),
        ("count of inactive not tree", 0),
        ("count of not active tree", 9 - 2),
        ("count of not active not tree", 9 - 5),
        # Each of the sets in parentheses is said to be active, that of the Trees one that is none.
        ("count of active (not tree or apple)", 6),
        ("count of active (not tree and not fence)", 3),
        # Two rows, the first and the last, have something built that is no Tree; the second has just the Apple Tree.
        ("count of row with some built not tree", 2),
    ],
)
def test_a_state_before_not(text: str, value: int) -> None:
    """What is said before a `not` is not turned round."""
    assert on_the_plot(text) == value


@pytest.mark.parametrize(
    ("text", "value"),
    [
        # The table is 0, 1, 2, 4, 6+. A building has a floor at least, so that the entry for one floor is the first: 0.
        ("sum of group_vp(floors) over tree", 1 + 0),
        ("sum of group_vp(floors of it) over building", 1),
        ("sum of group_vp(floors) over inactive building", 0),
        ("sum of group_vp(floors) over (tree or placed tree)", 1),
        ("sum of (sum of group_vp(floors of one) over hive) over tree as one", 1),
        ("count of tree with group_vp(floors) > 0", 1),
        ("count of (tree with group_vp(floors) > 0 or hive)", 2),
        # An empty space has none. Two floors 2, seven with one floor 1 each.
        ("sum of group_vp(floors) over space", 2 + 7),
        ("sum of group_vp(floors) over not hive", 2 + 6),
    ],
)
def test_a_table_for_the_floors_of_elements(text: str, value: int) -> None:
    """A table without a start begins at one floor where only buildings are asked for theirs."""
    assert on_the_plot(text) == value
