"""Checking a whole specification: every clause, block, example and property of every mode.

Guarantee: without errors, every game of the specification can be built, and every back end compiles it.
"""

from __future__ import annotations

from collections.abc import Collection
from dataclasses import dataclass, replace

from dsl import syntax as s
from dsl.assemble import Specification
from dsl.city import City, all_active, faults, lost_units
from dsl.city_text import read_grid
from dsl.claims import core_property, properties
from dsl.declarations import all_lines
from dsl.diagnostics import Bag, Diagnostic
from dsl.game_builder import GameBuilder
from dsl.procedure import check_procedures


def check(spec: Specification, bag: Bag, owners: Collection[str] | None = None) -> None:
    """Note every error of the specification in `bag`. With `owners`, the examples and properties of all others and
    the procedures are not looked at: they were checked before those declarations came in."""
    said: set[object] = set()
    for mode in spec.modes:
        here = Bag()
        GameBuilder(spec.declarations, mode, spec.defaults, frozenset(), here, everything=True).game()
        # What is wrong in several modes is said once, of the first.
        bag.found += [x for x in dict.fromkeys(here.found) if _place(x) not in said]
        said |= {_place(x) for x in here.found}
    if bag.errors:
        return
    for example in examples(spec, bag, owners):
        _expectations(spec, example, bag)
    for claim in properties(spec):
        if owners is None or claim.owner in owners:
            core_property(spec, claim, bag)
    if owners is None:
        check_procedures(spec, bag)
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


def examples(spec: Specification, bag: Bag, owners: Collection[str] | None = None) -> list[ExampleCase]:
    """All examples (of some `owners` only, if given) in the order of their declarations; those with faults are
    noted and left out."""
    d = spec.declarations
    found: list[ExampleCase] = []
    for name, decl in [*d.kinds.items(), *d.scorings.items()]:
        if owners is not None and name not in owners:
            continue
        for line in all_lines(decl.lines):
            if isinstance(line, s.Example) and line.mode.name in d.modes:
                case = example_case(spec, name, line, bag)
                if case is not None:
                    found.append(case)
    return found


def example_case(spec: Specification, owner: str, line: s.Example, bag: Bag) -> ExampleCase | None:
    """An example of a declaration; None, with diagnostics, if its city has faults."""
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
