"""The text of expressions and sets, on one line.

Guarantee: the text reads back as the node. A node that could not have been written without parentheses gets them;
those that were written are nodes of their own, and stay.
"""

from __future__ import annotations

from collections.abc import Iterable
from enum import IntEnum
from typing import assert_never

from dsl import syntax as s


class _Level(IntEnum):
    """How tightly an expression holds together: the rules of the grammar, loosest first."""

    EXPR = 0
    OR = 1
    AND = 2
    NOT = 3
    COMPARE = 4
    SUM = 5
    PRODUCT = 6
    UNARY = 7
    ATOM = 8
    SIMPLE = 9


_COMPARE = frozenset({"=", "!=", "<", "<=", ">", ">="})
_OPERATORS = {
    "or": _Level.OR,
    "and": _Level.AND,
    **dict.fromkeys(_COMPARE, _Level.COMPARE),
    "+": _Level.SUM,
    "-": _Level.SUM,
    "*": _Level.PRODUCT,
    "/": _Level.PRODUCT,
    "mod": _Level.PRODUCT,
}


def _level(e: s.Expr) -> _Level:
    match e:
        case s.IfElse():
            return _Level.EXPR
        case s.Binary(op=op):
            return _OPERATORS[op]
        case s.Unary(op=op):
            return _Level.NOT if op == "not" else _Level.UNARY
        case s.Between() | s.Quantified() | s.IsTest() | s.ReadingIs():
            return _Level.COMPARE
        case s.Paren() | s.Boolean():
            return _Level.ATOM
        case s.Integer(value=value):
            return _Level.SIMPLE if value >= 0 else _Level.UNARY
        case (
            s.ValueOf()
            | s.Units()
            | s.Count()
            | s.Different()
            | s.Aggregate()
            | s.LongestRun()
            | s.RunThrough()
            | s.GroupSize()
            | s.LargestGroup()
            | s.DistanceTo()
            | s.DistanceNearest()
            | s.MinMax()
            | s.LookUp()
            | s.Metric()
            | s.Counter()
        ):
            return _Level.SIMPLE
        case _:
            assert_never(e)


def expression(e: s.Expr) -> str:
    """The text of an expression, on one line."""
    match e:
        case s.Integer(value=value):
            return str(value)
        case s.Boolean(value=value):
            return "true" if value else "false"
        case s.Paren(inner=inner):
            return f"({expression(inner)})"
        case s.IfElse(condition=condition, then=then, otherwise=otherwise):
            return f"if {expression(condition)} then {expression(then)} else {expression(otherwise)}"
        case s.Binary(op=op, left=left, right=right):
            level = _OPERATORS[op]
            # Comparisons do not chain; all other operators take their own kind on the left.
            low = _Level.SUM if level is _Level.COMPARE else level
            return f"{_at_least(left, low)} {op} {_at_least(right, _Level(level + 1))}"
        case s.Unary(op=op, operand=operand):
            if op == "not":
                return f"not {_at_least(operand, _Level.NOT)}"
            text = _at_least(operand, _Level.UNARY)
            # Two minus signs side by side would start a comment.
            return f"- {text}" if text.startswith("-") else f"-{text}"
        case s.Between(operand=operand, low=low_end, high=high_end):
            x, a, b = (_at_least(part, _Level.SUM) for part in (operand, low_end, high_end))
            return f"{x} between {a} and {b}"
        case s.ValueOf() | s.Units():
            return measure(e)
        case s.Count(over=over):
            return f"count of {set_expr(over)}"
        case s.Different(what=what, over=over):
            return f"different {what} among {set_expr(over)}"
        case s.Aggregate(op="sum" | "largest" | "smallest" as op, value=value, over=over):
            return f"{op} of {expression(value)} over {set_expr(over)}"
        case s.Aggregate(op=op, value=value, over=over):
            return f"{op} {expression(value)} of {set_expr(over)}"
        case s.LongestRun(noun=run, line=line, within=within):
            place = f"a {line}" if within is None else within.name
            return f"longest run of {noun(run)} in {place}"
        case s.RunThrough(noun=run, at=at, line=line):
            return f"run of {noun(run)} through {at.name} in {line}"
        case s.GroupSize(noun=group, at=at):
            return f"size of group of {noun(group)} at {at.name}"
        case s.LargestGroup(noun=group):
            return f"largest group of {noun(group)}"
        case s.DistanceTo(start=start, end=end):
            return f"distance from {start.name} to {end.name}"
        case s.DistanceNearest(start=start, over=over):
            return f"distance from {start.name} to nearest {set_expr(over)}"
        case s.MinMax(op=op, args=args):
            return f"{op}({commas(map(expression, args))})"
        case s.LookUp(table=name, args=args):
            return f"{name.name}({commas(map(expression, args))})"
        case s.Quantified(quantifier=quantifier, over=over, body=body):
            return f"{_quantifier(quantifier)} {set_expr(over)}{_body(body)}"
        case s.IsTest(at=at, predicate=predicate):
            return f"{at.name}{_body(predicate)}"
        case s.ReadingIs(ruling=ruling, reading=reading):
            return f"reading of {ruling.name} is {reading.name}"
        case s.Metric(what=what, part=part):
            return what if part is None else f"{what} {part.name}"
        case s.Counter(word=word):
            return word
        case _:
            assert_never(e)


def _at_least(e: s.Expr, level: _Level) -> str:
    text = expression(e)
    return text if _level(e) >= level else f"({text})"


def _bare(e: s.Expr) -> str:
    """What follows `with`, `where` and `has`; anything longer goes into parentheses."""
    match e:
        case s.Paren() | s.IsTest() | s.ReadingIs():
            return expression(e)
        case s.Quantified(quantifier=quantifier, body=body) if body is None or quantifier.word == "every":
            return expression(e)
        case s.Binary(op=op, left=left, right=right) if op in _COMPARE and _level(left) is _Level.SIMPLE:
            return f"{expression(left)} {op} {_at_least(right, _Level.UNARY)}"
        case s.Between(operand=operand, low=low, high=high) if _level(operand) is _Level.SIMPLE:
            a, b = _at_least(low, _Level.UNARY), _at_least(high, _Level.UNARY)
            return f"{expression(operand)} between {a} and {b}"
        case _:
            return f"({expression(e)})"


def _quantifier(q: s.Quantifier) -> str:
    word = q.word.replace("_", " ")
    return word if q.number is None else f"{word} {q.number}"


def _body(body: s.Predicate | s.Has | None) -> str:
    match body:
        case None:
            return ""
        case s.Has(condition=condition):
            return f" has {_bare(condition)}"
        case s.Predicate(noun=what, all=all_of, negated=negated):
            return f" is {'not ' if negated else ''}{'all ' if all_of else ''}{noun(what)}"
        case _:
            assert_never(body)


def _value(v: s.Value) -> str:
    match v.what:
        case "floors":
            return "floors"
        case "printed":
            return f"printed {v.name.name if v.name is not None else 'vp'}"
        case "seated":
            return f"{v.name.name if v.name is not None else '?'} seated"
        case _:
            assert_never(v.what)


def measure(m: s.ValueOf | s.Units) -> str:
    """The text of a value of a space, or of units of the whole city."""
    match m:
        case s.Units(what=what, resource=resource):
            return f"{what} {resource.name}"
        case s.ValueOf(value=value, at=at):
            joint = "on" if value.what == "seated" else "of"
            return _value(value) if at is None else f"{_value(value)} {joint} {at.name}"
        case _:
            assert_never(m)


def commas(texts: Iterable[str]) -> str:
    """Texts with a comma between each two."""
    return ", ".join(texts)


# ---- sets --------------------------------------------------------------------------------------


def noun(n: s.Noun) -> str:
    """The text of a noun: its adjectives and its head."""
    words = [a.word for a in n.adjectives]
    match n.head:
        case None:
            pass
        case s.Word(name=name):
            words.append(name)
        case s.HeadWord(word=word):
            words.append(word)
        case s.HeadGroup(op=op, sets=sets):
            words.append(f"({f' {op} '.join(map(set_expr, sets))})")
        case _:
            assert_never(n.head)
    return " ".join(words)


def set_expr(x: s.SetExpr) -> str:
    """The text of a set: noun, name, places, condition."""
    parts = [noun(x.noun)]
    if x.name is not None:
        parts.append(f"as {x.name.name}")
    parts += map(_place, x.places)
    if x.where is not None:
        parts.append(f"{x.where.word} {_bare(x.where.condition)}")
    return " ".join(parts)


def _place(p: s.Place) -> str:
    ref = p.ref.name if p.ref is not None else "?"
    match p.what:
        case "adjacent" | "diagonal":
            return f"{p.what} to {ref}"
        case "within":
            return f"within {p.number} of {ref}"
        case "city":
            return "in city"
        case "region_of":
            return f"in {p.word} of {ref}"
        case "group":
            return f"in group of {noun(p.noun) if p.noun is not None else '?'} at {ref}"
        case "other":
            return f"other than {ref}"
        case "side":
            return f"on {p.word} edge"
        case "edge" | "corner":
            return f"on {p.what}"
        case _:
            return f"{p.what} {ref}"  # `in` and `through`
