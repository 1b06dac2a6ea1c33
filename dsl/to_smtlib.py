"""Circuit to SMT-LIB 2: a text that any solver of propositional logic reads.

Guarantee: the text is satisfiable exactly when the literals can all hold together; it is the same on every run,
and needs no extension of the standard and no theory (logic `QF_UF`, and in it nothing but Booleans).

How: a threshold is a sum, added up in halves. That the whole is at least some value is said by what its halves are
at least, and so on down to single literals; each such formula is there once, whatever thresholds it serves.
"""

from __future__ import annotations

from bisect import bisect_left
from collections.abc import Iterable, Sequence
from dataclasses import dataclass, field
from typing import Literal, TypeAlias, assert_never

from dsl.circuit import And, AtLeast, Circuit, Lit, Node, Or, Truth, Var

Status = Literal["sat", "unsat", "unknown"]
Terms: TypeAlias = tuple[tuple[int, Lit], ...]


def script(
    circuit: Circuit, claims: Iterable[Lit], *, status: Status, comments: Sequence[str] = ()
) -> str:
    """The question whether the circuit's requirements and the claims can hold together, as one script.

    `status` is the answer that is expected; `comments` stand at its head."""
    required, claimed = list(dict.fromkeys(circuit.requirements)), list(dict.fromkeys(claims))
    cone = circuit.cone([*required, *claimed])
    body = _Definitions(circuit, cone)
    lines = [f"; {line}".rstrip() for text in comments for line in text.split("\n")]
    lines += ["(set-info :smt-lib-version 2.6)", f"(set-info :status {status})", "(set-logic QF_UF)"]
    lines.append("; what is unknown, and what follows from it")
    for n in cone:
        body.add(n)
    lines += body.lines
    lines.append("; what holds of every city of the scope")
    lines += [f"(assert {body.literal(x)})" for x in required]
    lines.append("; what is asked")
    lines += [f"(assert {body.literal(x)})" for x in claimed]
    return "\n".join([*lines, "(check-sat)", "(exit)", ""])


@dataclass(frozen=True, eq=False)
class _Sum:
    """A sum of positive coefficients times literals: its first literal (the only one, if it has no halves), the
    values above 0 that it can have, in ascending order, and the formulas that it is at least one of them."""

    first: Lit
    values: tuple[int, ...]
    halves: tuple[_Sum, _Sum] | None
    made: dict[int, str] = field(default_factory=dict)


class _Definitions:
    """The variables and definitions of a script; each comes after those that it is made of."""

    def __init__(self, circuit: Circuit, cone: Sequence[int]) -> None:
        self.circuit = circuit
        self.names = {n: _name(circuit.nodes[n], i) for i, n in enumerate(cone)}
        self.lines: list[str] = []
        self._sums: dict[Terms, _Sum] = {}
        self._made = 0

    def literal(self, x: Lit) -> str:
        """The formula of a literal."""
        return self.names[x] if x > 0 else f"(not {self.names[-x]})"

    def add(self, n: int) -> None:
        """Declare or define a node; those that it is made of are there."""
        name, node = self.names[n], self.circuit.nodes[n]
        match node:
            case Truth():
                return
            case Var():
                self.lines.append(f"(declare-const {name} Bool)")
                return
            case And(args):
                formula = f"(and {' '.join(map(self.literal, args))})"
            case Or(args):
                formula = f"(or {' '.join(map(self.literal, args))})"
            case AtLeast(terms, bound):
                formula = self._at_least(self._sum(terms), bound)
                self.lines.append(f"; a sum of {len(terms)} is at least {bound}")
            case _:
                assert_never(node)
        self.lines.append(f"(define-fun {name} () Bool {formula})")

    def _sum(self, terms: Terms) -> _Sum:
        if terms not in self._sums:
            half = len(terms) // 2
            halves = (self._sum(terms[:half]), self._sum(terms[half:])) if half else None
            self._sums[terms] = _Sum(terms[0][1], _values(terms[0][0], halves), halves)
        return self._sums[terms]

    def _at_least(self, total: _Sum, bound: int) -> str:
        """The formula that a sum reaches a bound (above 0)."""
        place = bisect_left(total.values, bound)
        if place == len(total.values):
            return "false"
        if total.halves is None:
            return self.literal(total.first)
        value = total.values[place]
        if value not in total.made:
            total.made[value] = self._named(self._ways(*total.halves, value))
        return total.made[value]

    def _named(self, ways: list[list[str]]) -> str:
        """A name for the formula that all of one of these lists hold; a single name serves as it is."""
        if len(ways) == 1 and len(ways[0]) == 1:
            return ways[0][0]
        each = [parts[0] if len(parts) == 1 else f"(and {' '.join(parts)})" for parts in ways]
        formula = each[0] if len(each) == 1 else f"(or {' '.join(each)})"
        self._made += 1
        self.lines.append(f"(define-fun s{self._made} () Bool {formula})")
        return f"s{self._made}"

    def _ways(self, a: _Sum, b: _Sum, value: int) -> list[list[str]]:
        """How two sums reach a value together: this much from the one, and what is then missing from the other."""
        found: dict[int, list[str]] = {}
        others = (0, *b.values)
        for x in (0, *a.values):
            place = bisect_left(others, value - x)
            if place == len(others):
                continue
            y = others[place]
            # If less of `a` was enough for the same of `b`, it is enough here.
            if y not in found:
                found[y] = [self._at_least(half, v) for half, v in ((a, x), (b, y)) if v]
        return list(found.values())


def _values(coefficient: int, halves: tuple[_Sum, _Sum] | None) -> tuple[int, ...]:
    if halves is None:
        return (coefficient,)
    a, b = halves
    return tuple(sorted({x + y for x in (0, *a.values) for y in (0, *b.values)} - {0}))


def _name(node: Node, number: int) -> str:
    """A variable keeps its name, a node that is made of others has a number of this script."""
    if isinstance(node, Truth):
        return "true"
    if isinstance(node, Var):
        # Neither character may stand in a quoted symbol; no name of a rules text holds them.
        return "|" + node.name.replace("\\", "/").replace("|", "/") + "|"
    return f"n{number}"
