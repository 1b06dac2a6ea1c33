"""Circuit to SMT-LIB 2: a text that any solver of quantifier-free integer arithmetic reads.

Guarantee: the text is satisfiable exactly when the literals can all hold together; it is the same on every run,
and needs no extension of the standard (logic `QF_LIA`: thresholds are sums of `ite`).
"""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from typing import Literal, assert_never

from dsl.circuit import And, AtLeast, Circuit, Lit, Node, Or, Truth, Var

Status = Literal["sat", "unsat", "unknown"]


def script(
    circuit: Circuit, claims: Iterable[Lit], *, status: Status, comments: Sequence[str] = ()
) -> str:
    """The question whether the circuit's requirements and the claims can hold together, as one script.

    `status` is the answer that is expected; `comments` stand at its head."""
    required, claimed = list(dict.fromkeys(circuit.requirements)), list(dict.fromkeys(claims))
    cone = circuit.cone([*required, *claimed])
    names = {n: _name(circuit.nodes[n], i) for i, n in enumerate(cone)}

    def literal(x: Lit) -> str:
        return names[x] if x > 0 else f"(not {names[-x]})"

    def definition(node: And | Or | AtLeast) -> str:
        match node:
            case And(args):
                return f"(and {' '.join(map(literal, args))})"
            case Or(args):
                return f"(or {' '.join(map(literal, args))})"
            case AtLeast(terms, bound):
                parts = [f"(ite {literal(x)} {k} 0)" for k, x in terms]
                total = parts[0] if len(parts) == 1 else f"(+ {' '.join(parts)})"
                return f"(>= {total} {bound})"
            case _:
                assert_never(node)

    lines = [f"; {line}".rstrip() for text in comments for line in text.split("\n")]
    lines += ["(set-info :smt-lib-version 2.6)", f"(set-info :status {status})", "(set-logic QF_LIA)"]
    lines.append("; what is unknown, and what follows from it")
    for n in cone:
        node = circuit.nodes[n]
        if isinstance(node, Var):
            lines.append(f"(declare-const {names[n]} Bool)")
        elif not isinstance(node, Truth):
            lines.append(f"(define-fun {names[n]} () Bool {definition(node)})")
    lines.append("; what holds of every city of the scope")
    lines += [f"(assert {literal(x)})" for x in required]
    lines.append("; what is asked")
    lines += [f"(assert {literal(x)})" for x in claimed]
    return "\n".join([*lines, "(check-sat)", "(exit)", ""])


def _name(node: Node, number: int) -> str:
    """A variable keeps its name, a node that is made of others has a number of this script."""
    if isinstance(node, Truth):
        return "true"
    if isinstance(node, Var):
        # Neither character may stand in a quoted symbol; no name of a rules text holds them.
        return "|" + node.name.replace("\\", "/").replace("|", "/") + "|"
    return f"n{number}"
