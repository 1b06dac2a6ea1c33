"""What properties claim, as core.

Guarantee: a property without diagnostics has a meaning for every city of its mode, or for every pair of cities that
its claim relates; every claim says for which owner, mode, readings and scope it is meant.
"""

from __future__ import annotations

from dataclasses import dataclass, replace
from typing import Literal, TypeAlias, assert_never

from dsl import core as c
from dsl import syntax as s
from dsl.assemble import Specification
from dsl.changes import Change
from dsl.declarations import lines_in, unknown
from dsl.diagnostics import Bag
from dsl.elaborate import Elaborator, Scope
from dsl.fold import ZERO
from dsl.variables import free_names

SCOPES = ("any", "supply", "rounds", "placeable")
SOLVER_SETTINGS = ("memory", "seed")


@dataclass(frozen=True)
class PropertyCase:
    """A property of a declaration in one mode. `timeout` is in seconds, `memory` in MB; None: not said."""

    owner: str
    mode: str
    readings: dict[str, str]
    scope: str
    timeout: int | None
    syntax: s.Property
    memory: int | None = None
    seed: int | None = None

    @property
    def title(self) -> str:
        """The property's quoted name."""
        return self.syntax.title.value


@dataclass(frozen=True)
class OneCity:
    """A claim about each city: `claim` always, or sometimes, holds where `assumption` does; or `value` lies in a
    range whose ends are reached (then `claim` says that it is inside)."""

    word: Literal["always", "sometimes", "range"]
    assumption: c.Bool
    claim: c.Bool
    value: c.Int | None = None
    ends: tuple[int, int] | None = None


@dataclass(frozen=True)
class Elsewhere:
    """Any other city that has the tile on the same space, and the same within its row, column, line, district or
    on its adjacent spaces (all that are named together)."""

    places: tuple[str, ...]


@dataclass(frozen=True)
class Reread:
    """The same city under the rules of a mode (on its own board) and readings. The same buildings are active."""

    mode: str
    readings: dict[str, str]


@dataclass(frozen=True)
class Exchanged:
    """The same city with another tile in the place of one, active if that was."""

    tile: str
    other: str


How: TypeAlias = Change | Elsewhere | Reread | Exchanged


@dataclass(frozen=True)
class TwoCities:
    """A claim about a city that fulfils `assumption` and another that `how` makes of it: `first` on the one
    `op` `second` on the other."""

    assumption: c.Bool
    first: c.Int
    second: c.Int
    op: Literal["<=", ">=", "="]
    how: How


CoreProperty: TypeAlias = OneCity | TwoCities


def expressions(core: CoreProperty) -> tuple[c.Expr, ...]:
    """All expressions of a property."""
    match core:
        case OneCity(_, assumption, claim, value):
            return (assumption, claim) if value is None else (assumption, claim, value)
        case TwoCities(assumption, first, second):
            return (assumption, first, second)
        case _:
            assert_never(core)


def properties(spec: Specification) -> list[PropertyCase]:
    """All properties, each once for every mode that it is about."""
    d = spec.declarations
    found: list[PropertyCase] = []
    for name, decl in [*d.kinds.items(), *d.scorings.items()]:
        for mode in d.kind_modes[name]:
            for line in lines_in(decl.lines, mode, None):
                if isinstance(line, s.Property) and (line.mode is None or line.mode.name == mode):
                    found.append(_case(name, mode, line))
    return found


def _case(owner: str, mode: str, line: s.Property) -> PropertyCase:
    readings = {
        o.ruling.name: o.reading.name for o in line.options if isinstance(o, s.GivenReading)
    }
    settings = {o.word: o.value for o in line.options if isinstance(o, s.Setting)}
    timeout = int(settings["timeout"]) if "timeout" in settings else None
    solver = {o.what.name: o.value for o in line.options if isinstance(o, s.SolverSetting)}
    scope = settings.get("scope", "any")
    return PropertyCase(
        owner, mode, readings, scope, timeout, line, solver.get("memory"), solver.get("seed")
    )


def core_property(spec: Specification, case: PropertyCase, bag: Bag) -> CoreProperty:
    """The core of a property; errors are noted in `bag`."""
    return _Reader(spec, case, bag).property()


class _Reader:
    def __init__(self, spec: Specification, case: PropertyCase, bag: Bag) -> None:
        self.spec = spec
        self.d = spec.declarations
        self.case = case
        self.bag = bag
        self.game = spec.game(case.mode, case.readings)
        self.is_kind = case.owner in self.d.kinds
        self.is_tile = self.is_kind and self.d.is_tile(case.owner)
        self.scope = Scope(self_=self.is_kind, measures=True, own=self.is_tile)

    def elaborator(self) -> Elaborator:
        e = self.spec.elaborator(self.case.mode, self.case.readings, self.bag)
        e.limits = replace(e.limits, facts={"self": frozenset({self.case.owner})} if self.is_kind else {})
        return e

    def property(self) -> CoreProperty:
        for option in self.case.syntax.options:
            if isinstance(option, s.Setting) and option.word == "scope" and option.value not in SCOPES:
                known = "known: " + ", ".join(f"`{x}`" for x in SCOPES)
                self.bag.add("TP046", f"unknown scope `{option.value}`", option.span, help=known)
            if isinstance(option, s.SolverSetting) and option.what.name not in SOLVER_SETTINGS:
                unknown(self.bag, "TP055", "solver setting", option.what, SOLVER_SETTINGS)
        e = self.elaborator()
        assumption = self._assumption(e)
        claim = self.case.syntax.claim
        match claim:
            case s.Claim():
                return self._one_city(claim, e, assumption)
            case s.Never(change=change, effect=effect):
                value = self._compared(claim.operand, e)
                op: dict[str, Literal["<=", ">=", "="]] = {"lowers": "<=", "raises": ">=", "changes": "="}
                return TwoCities(assumption, value, value, op[effect], self._change(change))
            case s.Ignores(kind=kind):
                value = self._compared(claim.operand, e)
                return TwoCities(assumption, value, value, "=", Change("removing", self._kinds(kind)))
            case s.Depends(places=places):
                value = self._compared(claim.operand, e)
                if not self.is_tile:
                    help = "a building may stand several times: say it of a tile"
                    what = f"`{self.case.owner}` is no tile, it has no one place"
                    self.bag.add("TP054", what, claim.span, help=help)
                return TwoCities(assumption, value, value, "=", Elsewhere(places))
            case s.Against():
                return self._against(claim, e, assumption)
            case _:
                assert_never(claim)

    def _assumption(self, e: Elaborator) -> c.Bool:
        found: c.Bool = c.Truth(True)
        for option in self.case.syntax.options:
            if isinstance(option, s.Assumption):
                why = (option.span, "`when` asks for a condition")
                test = e.condition(option.condition, self.scope, why)
                two = not isinstance(self.case.syntax.claim, s.Claim)
                if two and not self.is_tile and "self" in free_names(test):
                    # Of several that stand, one that fulfils it need not be the one that is changed.
                    self.bag.add(
                        "TP054",
                        f"several `{self.case.owner}` may stand, so `self` does not say which",
                        option.condition.span,
                        help=f"say what the city is like, as in `when some {self.case.owner} on corner`",
                    )
                found = test if found == c.Truth(True) else c.All((found, test))
        return found

    def _one_city(self, claim: s.Claim, e: Elaborator, assumption: c.Bool) -> OneCity:
        if claim.word != "range":
            why = (claim.span, f"`{claim.word}` asks for a condition")
            return OneCity(claim.word, assumption, e.condition(claim.operand, self.scope, why))
        value = e.number(claim.operand, self.scope, (claim.span, "`range` asks for a number"))
        low, high = claim.low or 0, claim.high or 0
        if low > high:
            self.bag.add("TP047", f"the range from {low} to {high} is empty", claim.span)
        inside = c.All((c.Compare(">=", value, c.Num(low)), c.Compare("<=", value, c.Num(high))))
        return OneCity("range", assumption, inside, value, (low, high))

    # -- two cities

    def _compared(self, operand: s.Expr, e: Elaborator) -> c.Int:
        """What is compared between two cities: it can not speak of one space, which may be another afterwards."""
        why = (self.case.syntax.claim.span, "what is compared has to be a number")
        value = e.number(operand, self.scope, why)
        if "self" in free_names(value):
            self.bag.add(
                "TP054",
                "a claim about two cities can not compare something of `self`",
                operand.span,
                help="compare `own`, `total`, `part NAME` or something of the whole city",
            )
            return ZERO
        return value

    def _kinds(self, word: s.Word) -> frozenset[str]:
        """The kinds of the mode that a word names, itself and its sub-kinds."""
        name = self.d.kind_name(word.name)
        if name is None:
            unknown(self.bag, "TP011", "kind", word, self.d.kinds)
            return frozenset()
        if self.case.mode not in self.d.kind_modes[name]:
            self.bag.add("TP035", f"`{name}` does not exist in {self.case.mode}", word.span)
            return frozenset()
        return self.game.kinds_of(name)

    def _change(self, change: s.Change) -> Change:
        kinds = frozenset[str]() if change.kind is None else self._kinds(change.kind)
        new = frozenset[str]() if change.new is None else self._kinds(change.new)
        if change.what == "adding":
            return Change("adding", new=kinds)
        if change.what == "replacing" and len(kinds) == 1 and kinds == new:
            self.bag.add("TP054", "a building is not replaced by itself", change.span)
        if change.what == "raising" and kinds and all(self.game.kinds[n].max_floors == 1 for n in kinds):
            self.bag.add("TP054", "this can not be stacked, so that it is never raised", change.span)
        resource = ""
        if change.resource is not None:
            found = self.d.resource_name(change.resource.name)
            if found is None:
                known = [n for r in self.d.resources.values() for n in (r.name, r.plural)]
                unknown(self.bag, "TP013", "resource", change.resource, known)
            elif kinds and not any(self.game.kinds[n].seats.get(found) for n in kinds):
                plural = self.d.resources[found].plural
                self.bag.add("TP054", f"no seat for {plural} is there, so that none is ever seated", change.span)
            resource = found or ""
        return Change(change.what, kinds, new, resource)

    def _against(self, claim: s.Against, e: Elaborator, assumption: c.Bool) -> TwoCities:
        first = self._compared(claim.operand, e)
        op: dict[str, Literal["<=", ">=", "="]] = {"equals": "=", "never more than": "<=", "never less than": ">="}
        second, how = first, self._how(claim)
        if isinstance(how, Exchanged) and claim.operand.what == "own":
            second = c.Measure("own", how.other)
        return TwoCities(assumption, first, second, op[claim.relation], how)

    def _said(self) -> dict[str, str]:
        """The readings that the property itself says, defaults elsewhere: whoever asks may choose others."""
        options = self.case.syntax.options
        return self.spec.readings({o.ruling.name: o.reading.name for o in options if isinstance(o, s.GivenReading)})

    def _how(self, claim: s.Against) -> How:
        other, readings = claim.other, self.spec.readings(self.case.readings)
        match other:
            case s.InMode(mode=word):
                modes = self.d.kind_modes[self.case.owner]
                if word.name not in self.d.modes:
                    unknown(self.bag, "TP012", "mode", word, self.d.modes)
                elif word.name not in modes:
                    self.bag.add("TP035", f"`{self.case.owner}` does not exist in {word.name}", word.span)
                elif word.name == self.case.mode:
                    others = [m for m in modes if m != word.name]
                    help = f"write `property {others[0]} \"...\"`, to speak of that mode alone" if others else ""
                    self.bag.add("TP054", f"this compares {word.name} with itself", claim.span, help=help)
                else:
                    return Reread(word.name, readings)
                return Reread(self.case.mode, readings)
            case s.GivenReading(ruling=ruling, reading=reading):
                found = self.d.rulings.get(ruling.name)
                if found is None:
                    unknown(self.bag, "TP014", "ruling", ruling, self.d.rulings)
                elif reading.name not in found.names():
                    unknown(self.bag, "TP015", "reading", reading, found.names())
                elif self._said()[found.name] == reading.name:
                    self.bag.add("TP054", f"this compares `{reading.name}` with itself", claim.span)
                else:
                    return Reread(self.case.mode, {**readings, found.name: reading.name})
                return Reread(self.case.mode, readings)
            case s.OfKind(kind=word):
                return self._exchanged(claim, word)
            case _:
                assert_never(other)

    def _exchanged(self, claim: s.Against, word: s.Word) -> Exchanged:
        name = self.d.kind_name(word.name)
        owner = self.case.owner
        if name is None:
            unknown(self.bag, "TP011", "kind", word, self.d.kinds)
        elif self.case.mode not in self.d.kind_modes[name]:
            self.bag.add("TP035", f"`{name}` does not exist in {self.case.mode}", word.span)
        elif not self.is_tile or not self.d.is_tile(name) or name == owner:
            self.bag.add("TP054", "only the scores of two different tiles can be compared", claim.span)
        return Exchanged(owner, name or owner)
