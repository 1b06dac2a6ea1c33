"""Running the examples of a specification.

Guarantee: every example is scored by the compiled clauses under its own readings; one that does not give
what it claims is noted at its claim, with what it gives and the score sheet of its city.
"""

from __future__ import annotations

from collections.abc import Collection
from dataclasses import dataclass

from dsl import syntax as s
from dsl.assemble import Specification
from dsl.check import ExampleCase, examples
from dsl.diagnostics import Bag
from dsl.scorer import Scorer


@dataclass(frozen=True)
class ExampleResult:
    """An example and whether the city gives everything that it claims."""

    case: ExampleCase
    passed: bool


def run_examples(spec: Specification, bag: Bag, owners: Collection[str] | None = None) -> list[ExampleResult]:
    """Run all examples that can be read (those of some `owners` only, if given), in the order of their
    declarations; note those that fail."""
    scorers: dict[tuple[str, tuple[tuple[str, str], ...]], Scorer] = {}
    out = []
    for case in examples(spec, bag, owners):
        key = (case.mode, tuple(sorted(case.readings.items())))
        if key not in scorers:
            scorers[key] = Scorer(spec, case.mode, case.readings)
        out.append(ExampleResult(case, run_example(spec, scorers[key], case, bag)))
    return out


def run_example(spec: Specification, scorer: Scorer, case: ExampleCase, bag: Bag) -> bool:
    """Run one example with the scorer of its mode and readings: whether its city gives all that it claims."""
    before = len(bag.found)
    _Run(spec, scorer, case, bag).run()
    return len(bag.found) == before


class _Run:
    def __init__(self, spec: Specification, scorer: Scorer, case: ExampleCase, bag: Bag) -> None:
        self.d = spec.declarations
        self.scorer = scorer
        self.case = case
        self.bag = bag
        # Not the whole sheet: what each tile adds is worked out only where it is claimed.
        view = scorer.view(case.city)
        self.parts = scorer.compiled.parts(case.city, view)
        self.ties = scorer.compiled.tied(case.city, view)

    def run(self) -> None:
        """Note every claim that does not hold."""
        for claim in self.case.syntax.expect:
            found = self.value(claim)
            if found is not None and found[0] != claim.value:
                value, what = found
                self.bag.add(
                    "TP060",
                    f"{what} {value} here, not {claim.value}",
                    claim.span,
                    labels=[(self.case.syntax.city.span, "in this city")],
                    help=f"the score sheet: {self.added_up()}",
                )

    def value(self, claim: s.Expect) -> tuple[int, str] | None:
        """What the city gives for a claim, and the words that say so; None if the claim has no sense."""
        owner, name = self.case.owner, claim.name.name if claim.name is not None else ""
        match claim.word:
            case "totals":
                return sum(self.parts.values()), "the city totals"
            case "receives":
                resource = self.d.resource_name(name)
                if resource is None or owner not in self.d.kinds:
                    return None
                units = self.scorer.units(self.case.city, owner)
                return units.get(resource, 0), f"of {name}, `{owner}` gives"
            case "part":
                part = self.d.part_name(name)
                return None if part is None else ((self.parts | self.ties).get(part, 0), f"`{part}` scores")
            case "scores":
                if owner in self.d.kinds and self.d.is_tile(owner):
                    return self.scorer.own(self.case.city, owner), f"`{owner}` scores"
                if owner not in self.parts | self.ties:
                    self.bag.add(
                        "TP045",
                        f"`{owner}` has no part of its own on the score sheet",
                        claim.span,
                        help="claim `totals N`, or `part NAME N` with one of: "
                        + ", ".join(f"`{p}`" for p in self.parts if p in self.scorer.game.parts),
                    )
                    return None
                return (self.parts | self.ties)[owner], f"`{owner}` scores"

    def added_up(self) -> str:
        """The score sheet in one line: `one_part 4 + another 3 - a_third 1 = 6`."""
        text = ""
        for name, n in self.parts.items():
            if n:
                sign = " - " if n < 0 else " + "
                text += f"{sign if text or n < 0 else ''}{name} {abs(n)}"
        ties = "".join(f"; in a tie {name} {n}" for name, n in self.ties.items())
        return f"{text.lstrip() or 'nothing'} = {sum(self.parts.values())}{ties}"
