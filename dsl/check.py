"""Checking a whole specification: every clause, block, example and property of every mode.

Guarantee: without errors, every game of the specification can be built, and every back end compiles it.
"""

from __future__ import annotations

from dataclasses import dataclass, replace

from dsl import core as c
from dsl import syntax as s
from dsl.assemble import Specification, build_game
from dsl.city import City, all_active, faults, lost_units
from dsl.city_text import read_grid
from dsl.declare import all_lines, lines_in
from dsl.diagnostics import Bag, Diagnostic
from dsl.elaborate import Scope


def check(spec: Specification, bag: Bag) -> None:
    """Note every error of the specification in `bag`."""
    said: set[object] = set()
    for mode in spec.modes:
        here = Bag()
        build_game(spec.declarations, mode, spec.defaults, frozenset(), here, everything=True)
        # What is wrong in several modes is said once, of the first.
        bag.found += [x for x in dict.fromkeys(here.found) if _place(x) not in said]
        said |= {_place(x) for x in here.found}
    if bag.errors:
        return
    for example in examples(spec, bag):
        _expectations(spec, example, bag)
    for claim in properties(spec):
        core_property(spec, claim, bag)
    bag.found = list(dict.fromkeys(bag.found))


def _place(x: Diagnostic) -> object:
    """What is wrong and where, whatever is said of it."""
    return (x.code, x.span.source.name, x.span.start, x.span.end)


# ---- examples ------------------------------------------------------------------------------------------


@dataclass(frozen=True)
class ExampleCase:
    """An example of a declaration, ready to be scored: the city is complete."""

    owner: str
    mode: str
    readings: dict[str, str]
    city: City
    syntax: s.Example


def examples(spec: Specification, bag: Bag) -> list[ExampleCase]:
    """All examples in the order of their declarations; those with faults are noted and left out."""
    d = spec.declarations
    found: list[ExampleCase] = []
    for name, decl in [*d.kinds.items(), *d.scorings.items()]:
        for line in all_lines(decl.lines):
            if isinstance(line, s.Example) and line.mode.name in d.modes:
                case = _example(spec, name, line, bag)
                if case is not None:
                    found.append(case)
    return found


def _example(spec: Specification, owner: str, line: s.Example, bag: Bag) -> ExampleCase | None:
    d = spec.declarations
    mode = d.modes[line.mode.name]
    chosen = {
        g.ruling.name: g.reading.name for g in line.given if isinstance(g, s.GivenReading)
    }
    game = spec.game(mode.name, chosen)
    cells = read_grid(line.city.span, 1, mode, d, bag)
    if cells is None:
        return None
    city = all_active(City(mode.name, cells))
    supply = next((g for g in line.given if isinstance(g, s.GivenSupply)), None)
    units = city.seated(game)
    if supply is not None:
        for a in supply.amounts:
            name = d.resource_name(a.resource.name)
            if name is None:
                bag.add("TP013", f"unknown resource `{a.resource.name}`", a.resource.span)
            else:
                units[name] = a.number or 0
    city = replace(city, supply=units)
    problems = faults(city, game) or lost_units(city, game)
    for _, text in problems:
        bag.add("TP044", text, line.city.span, here="in this city")
    return None if problems else ExampleCase(owner, mode.name, spec.readings(chosen), city, line)


def _expectations(spec: Specification, case: ExampleCase, bag: Bag) -> None:
    """Names in what an example expects."""
    d = spec.declarations
    for e in case.syntax.expect:
        if e.word == "receives" and e.name and d.resource_name(e.name.name) is None:
            bag.add("TP013", f"unknown resource `{e.name.name}`", e.name.span)
        if e.word == "receives" and not any(
            b.kind == case.owner for _, b in case.city.buildings()
        ):
            bag.add("TP045", f"no `{case.owner}` stands in this city", case.syntax.city.span)
        if e.word == "part" and e.name and d.part_name(e.name.name) is None:
            bag.add("TP018", f"unknown part of the score sheet `{e.name.name}`", e.name.span)


# ---- properties ----------------------------------------------------------------------------------------


@dataclass(frozen=True)
class PropertyCase:
    """A property of a declaration in one mode."""

    owner: str
    mode: str
    readings: dict[str, str]
    scope: str
    timeout: int | None
    syntax: s.Property

    @property
    def title(self) -> str:
        """The property's quoted name."""
        return self.syntax.title.value


@dataclass(frozen=True)
class CoreProperty:
    """A property's assumption and claim as core. `value` is None unless the claim is a range."""

    assumption: c.Bool
    claim: c.Bool
    value: c.Int | None


SCOPES = ("any", "supply", "rounds")


def properties(spec: Specification) -> list[PropertyCase]:
    """All properties, each once for every mode that it is about."""
    d = spec.declarations
    found: list[PropertyCase] = []
    for name, decl in [*d.kinds.items(), *d.scorings.items()]:
        for mode in d.kind_modes[name]:
            for line in lines_in(decl.lines, mode, None):
                if isinstance(line, s.Property) and (line.mode is None or line.mode.name == mode):
                    found.append(_property(name, mode, line))
    return found


def _property(owner: str, mode: str, line: s.Property) -> PropertyCase:
    readings = {
        o.ruling.name: o.reading.name for o in line.options if isinstance(o, s.GivenReading)
    }
    settings = {o.word: o.value for o in line.options if isinstance(o, s.Setting)}
    timeout = int(settings["timeout"]) if "timeout" in settings else None
    return PropertyCase(owner, mode, readings, settings.get("scope", "any"), timeout, line)


def core_property(spec: Specification, case: PropertyCase, bag: Bag) -> CoreProperty:
    """The core of a property; errors are noted in `bag`."""
    for option in case.syntax.options:
        if isinstance(option, s.Setting) and option.word == "scope" and option.value not in SCOPES:
            bag.add(
                "TP046",
                f"unknown scope `{option.value}`",
                option.span,
                help="known: " + ", ".join(f"`{x}`" for x in SCOPES),
            )
    e = spec.elaborator(case.mode, case.readings, bag)
    d = spec.declarations
    is_kind = case.owner in d.kinds
    scope = Scope(self_=is_kind, measures=True, own=is_kind and d.is_tile(case.owner))
    e.limits = replace(e.limits, facts={"self": frozenset({case.owner})} if scope.self_ else {})
    assumption: c.Bool = c.Truth(True)
    for option in case.syntax.options:
        if isinstance(option, s.Assumption):
            why = (option.span, "`when` asks for a condition")
            test = e.condition(option.condition, scope, why)
            assumption = test if assumption == c.Truth(True) else c.All((assumption, test))
    claim = case.syntax.claim
    if claim.word == "range":
        value = e.number(claim.operand, scope, (claim.span, "`range` asks for a number"))
        low, high = claim.low or 0, claim.high or 0
        if low > high:
            bag.add("TP047", f"the range from {low} to {high} is empty", claim.span)
        inside = c.All(
            (c.Compare(">=", value, c.Num(low)), c.Compare("<=", value, c.Num(high)))
        )
        return CoreProperty(assumption, inside, value)
    why = (claim.span, f"`{claim.word}` asks for a condition")
    return CoreProperty(assumption, e.condition(claim.operand, scope, why), None)
