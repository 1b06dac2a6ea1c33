"""Expressions and sets: from the parts of the grammar's rules to nodes of the syntax tree.

Guarantee: `EXPRESSIONS` has a maker for every rule of the grammar's sections on expressions, sets and words that
stand for one of several; the nodes say what was written and nothing of what it means.
"""

from __future__ import annotations

from collections.abc import Mapping
from functools import partial
from typing import Any, Literal

from dsl import syntax as s
from dsl.build_common import Maker, all_words, first_word, listed, only
from dsl.source import Span


def _infix(left: s.Expr, op: str, right: s.Expr, *, span: Span) -> s.Binary:
    return s.Binary(op, left, right, span=span)


# ---- values of the city ------------------------------------------------------------------------------------


def _at_it(value: s.Value, *, span: Span) -> s.ValueOf:
    return s.ValueOf(value, None, span=span)


def _best_of(
    op: Literal["highest", "lowest", "combined"], value: s.Value, over: s.SetExpr, *, span: Span
) -> s.Aggregate:
    return s.Aggregate(op, _at_it(value, span=value.span), over, span=span)


def _printed(what: str | s.Word, *, span: Span) -> s.Value:
    return s.Value("printed", what if isinstance(what, s.Word) else None, span=span)


def _floors_of(at: s.Ref, *, span: Span) -> s.ValueOf:
    return s.ValueOf(s.Value("floors", span=span), at, span=span)


def _printed_of(what: str | s.Word, at: s.Ref, *, span: Span) -> s.ValueOf:
    return s.ValueOf(_printed(what, span=span), at, span=span)


def _seated_on(resource: s.Word, at: s.Ref, *, span: Span) -> s.ValueOf:
    return s.ValueOf(s.Value("seated", resource, span=span), at, span=span)


def _longest_run(
    noun: s.Noun, place: Literal["row", "column", "line"] | s.Ref, *, span: Span
) -> s.LongestRun:
    if isinstance(place, s.Ref):
        return s.LongestRun(noun, None, place, span=span)
    return s.LongestRun(noun, place, None, span=span)


def _any_line(_: str, line: str, *, span: Span) -> str:
    return line


# ---- tests -------------------------------------------------------------------------------------------------


def _quantified(
    quantifier: s.Quantifier, over: s.SetExpr, body: s.Predicate | s.Has | None = None, *, span: Span
) -> s.Quantified:
    return s.Quantified(quantifier, over, body, span=span)


def _every(over: s.SetExpr, body: s.Predicate | s.Has, *, span: Span) -> s.Quantified:
    word = Span(span.source, span.start, span.start + len("every"))
    return s.Quantified(s.Quantifier("every", span=word), over, body, span=span)


def _is(negated: str | None, predicate: s.Predicate, *, span: Span) -> s.Predicate:
    return s.Predicate(predicate.noun, predicate.all, negated is not None, span=span)


def _is_test(at: s.Ref, negated: str | None, predicate: s.Predicate, *, span: Span) -> s.IsTest:
    return s.IsTest(at, _is(negated, predicate, span=predicate.span), span=span)


def _all_of(noun: s.Noun, *, span: Span) -> s.Predicate:
    return s.Predicate(noun, True, span=span)


def _bare_state(word: str, *, span: Span) -> s.Predicate:
    return s.Predicate(s.Noun((s.Adjective(word, span=span),), None, span=span), span=span)


def _noun_predicate(head: s.Word | s.HeadWord | s.HeadGroup, *, span: Span) -> s.Predicate:
    return s.Predicate(s.Noun((), head, span=span), span=span)


# ---- references and sets -----------------------------------------------------------------------------------


def _name_ref(name: s.Word, *, span: Span) -> s.Ref:
    return s.Ref(name.name, span=span)


def _set(noun: s.Noun, name: s.Word | None, *rest: s.Place | s.Where, span: Span) -> s.SetExpr:
    places = tuple(x for x in rest if isinstance(x, s.Place))
    where = next((x for x in rest if isinstance(x, s.Where)), None)
    return s.SetExpr(noun, name, places, where, span=span)


def _where(condition: s.Expr, *, span: Span) -> s.Where:
    return s.Where("where" if span.text.startswith("where") else "with", condition, span=span)


def _noun(*words: Any, span: Span) -> s.Noun:
    *adjectives, head = words
    return s.Noun(tuple(adjectives), head, span=span)


def _within(number: int, ref: s.Ref, *, span: Span) -> s.Place:
    return s.Place("within", ref, number=number, span=span)


def _in_region_of(word: str, ref: s.Ref, *, span: Span) -> s.Place:
    return s.Place("region_of", ref, word, span=span)


def _in_group(noun: s.Noun, ref: s.Ref, *, span: Span) -> s.Place:
    return s.Place("group", ref, noun=noun, span=span)


def _on_side(word: str, *, span: Span) -> s.Place:
    return s.Place("side", word=word, span=span)


_EITHER = listed(partial(s.HeadGroup, "or"))

EXPRESSIONS: Mapping[str, Maker] = {
    # operators
    "if_": s.IfElse,
    "or_op": partial(s.Binary, "or"),
    "and_op": partial(s.Binary, "and"),
    "not_op": partial(s.Unary, "not"),
    "compare": _infix,
    "arith": _infix,
    "between": s.Between,
    "neg": partial(s.Unary, "-"),
    "integer": s.Integer,
    "true": partial(s.Boolean, True),
    "false": partial(s.Boolean, False),
    "paren": s.Paren,
    # numbers
    "count": s.Count,
    "different": s.Different,
    "sum_over": partial(s.Aggregate, "sum"),
    "best_over": s.Aggregate,
    "best_of": _best_of,
    "combined_of": partial(_best_of, "combined"),
    "longest_run": _longest_run,
    "any_line": _any_line,
    "run_through": s.RunThrough,
    "group_size": s.GroupSize,
    "largest_group": s.LargestGroup,
    "distance": s.DistanceTo,
    "nearest": s.DistanceNearest,
    "min_max": listed(s.MinMax, 1),
    "lookup": listed(s.LookUp, 1),
    "own": partial(s.Metric, "own"),
    "total": partial(s.Metric, "total"),
    "part": partial(s.Metric, "part"),
    # values of a space, of the whole city
    "floors": partial(s.Value, "floors"),
    "printed": _printed,
    "seated": partial(s.Value, "seated"),
    "value_at_it": _at_it,
    "floors_of": _floors_of,
    "printed_of": _printed_of,
    "seated_on": _seated_on,
    "unseated": partial(s.Units, "unseated"),
    "received": partial(s.Units, "received"),
    # tests
    "some": s.Quantifier,
    "no": partial(s.Quantifier, "no"),
    "exactly": partial(s.Quantifier, "exactly"),
    "at_least": partial(s.Quantifier, "at_least"),
    "at_most": partial(s.Quantifier, "at_most"),
    "quantified": _quantified,
    "quantified_bare": _quantified,
    "every": _every,
    "is_pred": _is,
    "has": s.Has,
    "all_of": _all_of,
    "bare_state": _bare_state,
    "noun_pred": _noun_predicate,
    "is_test": _is_test,
    "reading_is": s.ReadingIs,
    # references and sets
    "self_ref": partial(s.Ref, "self"),
    "it_ref": partial(s.Ref, "it"),
    "name_ref": _name_ref,
    "set": _set,
    "where": _where,
    "noun": _noun,
    "adjective": s.Adjective,
    "kind": only,
    "head_word": s.HeadWord,
    "one_of": _EITHER,
    "any_of": _EITHER,
    "both_of": listed(partial(s.HeadGroup, "and")),
    # places
    "adjacent": partial(s.Place, "adjacent"),
    "diagonal": partial(s.Place, "diagonal"),
    "within": _within,
    "in_city": partial(s.Place, "city"),
    "in_region_of": _in_region_of,
    "in_group": _in_group,
    "in_ref": partial(s.Place, "in"),
    "through": partial(s.Place, "through"),
    "other_than": partial(s.Place, "other"),
    "on_side": _on_side,
    "on_edge": partial(s.Place, "edge"),
    "on_corner": partial(s.Place, "corner"),
    # words that stand for one of several
    **dict.fromkeys(("relation", "neighbourhood", "gain_mode"), all_words),
    **dict.fromkeys(
        (
            "effect", "inactive_word", "new_what", "fit", "seating_word", "kind_or_family", "largest_smallest",
            "highest_lowest", "min_max_word", "some_word", "state", "line_kind", "region_kind", "edge", "each_word",
        ),
        first_word,
    ),
}  # fmt: skip
