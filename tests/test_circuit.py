"""The circuit against brute force: what each construction promises, over all assignments.

An expression is drawn as nested tuples and read twice: by `build`, into a circuit, and by `value`, by plain
arithmetic on one assignment. Conditions are those of a few variables and of one integer from 0 to 3.
"""

from __future__ import annotations

import pickle
from collections.abc import Iterator
from itertools import product
from typing import Any

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from dsl import core as c
from dsl.circuit import FALSE, TRUE, AtLeast, Circuit, Linear, Var, linear_sum, value_of
from dsl.simplify import merged

NAMES = ("a", "b", "c", "d")
HIGH = 3  # of the integer `n`
MAP = (2, 2, -1, 5, 0, 0, 7)  # a table, indexed modulo its length

# ---- expressions: ("word", ...) -------------------------------------------------------------------------

small = st.integers(-3, 3)
variables = st.tuples(st.just("var"), st.sampled_from(NAMES))
atoms = st.one_of(variables, variables, st.tuples(st.just("const"), st.booleans()))
leaves = st.one_of(st.just(("n",)), st.just(("n",)), st.tuples(st.just("num"), small))
numbers: st.SearchStrategy[Any] = leaves


def _several(x: st.SearchStrategy[Any]) -> st.SearchStrategy[Any]:
    return st.one_of(st.just(()), *[st.tuples(*[x] * n) for n in (2, 3, 4)])


def _lits(lit: st.SearchStrategy[Any], number: st.SearchStrategy[Any]) -> st.SearchStrategy[Any]:
    return st.one_of(
        st.tuples(st.just("not"), lit),
        st.tuples(st.sampled_from(["all", "any"]), _several(lit)),
        st.tuples(st.sampled_from([">=", "<=", "="]), number, st.integers(-7, 7)),
    )


def _numbers(lit: st.SearchStrategy[Any], number: st.SearchStrategy[Any]) -> st.SearchStrategy[Any]:
    items = _several(st.tuples(lit, number))
    return st.one_of(
        st.tuples(st.just("bit"), lit, small),
        st.tuples(st.just("count"), _several(lit)),
        st.tuples(st.just("sum"), _several(number)),
        st.tuples(st.just("minus"), number, number),
        st.tuples(st.just("scaled"), number, small),
        st.tuples(st.just("plus"), number, small),
        st.tuples(st.just("times"), lit, number),
        st.tuples(st.just("mapped"), number),
        st.tuples(st.sampled_from(["largest", "smallest"]), items, small),
        st.tuples(st.sampled_from(["max", "min"]), st.lists(number, min_size=1, max_size=3).map(tuple)),
    )


lits: st.SearchStrategy[Any] = atoms
for _ in range(4):
    lits, numbers = _lits(lits | atoms, numbers | leaves), _numbers(lits | atoms, numbers | leaves)


def value(e: Any, env: dict[str, Any]) -> Any:
    """What an expression is worth under one assignment."""
    word, *args = e
    match word:
        case "var" | "n":
            return env[args[0] if args else "n"]
        case "const" | "num":
            return args[0]
        case "not":
            return not value(args[0], env)
        case "all":
            return all([value(x, env) for x in args[0]])
        case "any":
            return any([value(x, env) for x in args[0]])
        case ">=":
            return value(args[0], env) >= args[1]
        case "<=":
            return value(args[0], env) <= args[1]
        case "=":
            return value(args[0], env) == args[1]
        case "bit":
            return args[1] if value(args[0], env) else 0
        case "count":
            return [value(x, env) for x in args[0]].count(True)
        case "sum":
            return sum(value(x, env) for x in args[0])
        case "minus":
            return value(args[0], env) - value(args[1], env)
        case "scaled":
            return value(args[0], env) * args[1]
        case "plus":
            return value(args[0], env) + args[1]
        case "times":
            return value(args[1], env) if value(args[0], env) else 0
        case "mapped":
            return MAP[value(args[0], env) % len(MAP)]
        case "largest" | "smallest":
            found = [value(x, env) for lit, x in args[0] if value(lit, env)]
            return (max if word == "largest" else min)(found, default=args[1])
        case "max" | "min":
            return (max if word == "max" else min)(value(x, env) for x in args[0])
    raise AssertionError(word)


def build(k: Circuit, e: Any) -> Any:
    """The same expression as a literal or a linear."""
    word, *args = e
    match word:
        case "var":
            return k.var(args[0])
        case "const":
            return TRUE if args[0] else FALSE
        case "not":
            return -build(k, args[0])
        case "all":
            return k.all([build(k, x) for x in args[0]])
        case "any":
            return k.any([build(k, x) for x in args[0]])
        case ">=":
            return k.at_least(build(k, args[0]), args[1])
        case "<=":
            return k.at_most(build(k, args[0]), args[1])
        case "=":
            return k.equal(build(k, args[0]), args[1])
        case "num":
            return Linear(args[0])
        case "n":
            return k.integer("n", HIGH)
        case "bit":
            return k.linear(build(k, args[0]), args[1])
        case "count":
            return k.count([build(k, x) for x in args[0]])
        case "sum":
            return linear_sum([build(k, x) for x in args[0]])
        case "minus":
            return build(k, args[0]) - build(k, args[1])
        case "scaled":
            return build(k, args[0]).scaled(args[1])
        case "plus":
            return build(k, args[0]).plus(args[1])
        case "times":
            return k.times(build(k, args[0]), build(k, args[1]))
        case "mapped":
            x = build(k, args[0])
            return k.mapped(x, x.low, x.high, lambda v: MAP[v % len(MAP)])
        case "largest" | "smallest":
            items = [(build(k, lit), build(k, x)) for lit, x in args[0]]
            return k.extreme(word == "largest", items, args[1])
        case "max" | "min":
            return k.extreme(word == "max", [(TRUE, build(k, x)) for x in args[0]], None)
    raise AssertionError(word)


def assignments() -> Iterator[tuple[dict[str, Any], dict[str, bool]]]:
    """Every assignment: as values, and as the circuit's variables."""
    for bits in product((False, True), repeat=len(NAMES)):
        for n in range(HIGH + 1):
            known = dict(zip(NAMES, bits, strict=True))
            steps = {f"n>={i}": n >= i for i in range(1, HIGH + 1)}
            yield {**known, "n": n}, {**known, **steps}


@settings(max_examples=400)
@given(st.lists(lits, min_size=1, max_size=2), st.lists(numbers, min_size=1, max_size=2))
def test_brute_force(conditions: list[Any], terms: list[Any]) -> None:
    """Conditions and integers of one shared circuit are what they say, and within their bounds."""
    k = Circuit()
    made = [(e, build(k, e)) for e in conditions]
    linears = [(e, build(k, e)) for e in terms]
    for env, bits in assignments():
        holds = k.evaluate(bits)
        assert all(holds(x) for x in k.requirements)
        for e, lit in made:
            assert holds(lit) is bool(value(e, env)) and holds(-lit) is not holds(lit)
        for e, x in linears:
            assert value_of(x, holds) == value(e, env)
            assert x.low <= value(e, env) <= x.high
    # Nodes are shared and acyclic: the same again makes nothing new, and arguments come first.
    size = len(k.nodes)
    assert [build(k, e) for e, _ in made] == [lit for _, lit in made] and len(k.nodes) == size
    for number, node in enumerate(k.nodes):
        inputs = getattr(node, "args", ()) or [x for _, x in getattr(node, "terms", ())]
        assert all(0 < abs(x) < number for x in inputs)
        assert not isinstance(node, AtLeast) or all(w > 0 for w, _ in node.terms)
    assert len(set(k.nodes[1:])) == size - 1


@settings(max_examples=150)
@given(numbers, st.integers(-12, 12))
def test_thresholds(e: Any, bound: int) -> None:
    """`at_least`, `at_most` and `equal` of one linear, asked in both orders."""
    k = Circuit()
    x = build(k, e)
    asked = [(k.at_least(x, bound), k.at_most(x, bound), k.equal(x, bound))]
    k.at_least(x, bound + 1)
    asked.append((k.at_least(x, bound), k.at_most(x, bound), k.equal(x, bound)))
    assert asked[0] == asked[1]
    for env, bits in assignments():
        v, holds = value(e, env), k.evaluate(bits)
        assert [holds(lit) for lit in asked[0]] == [v >= bound, v <= bound, v == bound]


@pytest.mark.parametrize("high", [1, 2, 5])
def test_integer(high: int) -> None:
    """The assignments that meet the requirements are just the numbers from 0 to `high`."""
    k = Circuit()
    x = k.integer("x", high)
    found = []
    for bits in product((False, True), repeat=high):
        holds = k.evaluate({f"x>={i + 1}": b for i, b in enumerate(bits)})
        if all(holds(lit) for lit in k.requirements):
            found.append(value_of(x, holds))
    assert sorted(found) == list(range(high + 1))
    # Its thresholds are its own variables: no new node is made for them, nor for those of a multiple.
    size = len(k.nodes)
    assert [k.at_least(x, i) for i in range(high + 2)] == [
        TRUE,
        *(k.var(f"x>={i}") for i in range(1, high + 1)),
        FALSE,
    ]
    assert [k.at_least(x.scaled(3).plus(1), 3 * i) for i in range(1, high + 1)] == [
        k.var(f"x>={i}") for i in range(1, high + 1)
    ]
    assert [k.at_least(x.scaled(-2), -2 * i) for i in range(high)] == [-k.var(f"x>={i + 1}") for i in range(high)]
    assert len(k.nodes) == size


@pytest.mark.parametrize(
    ("coefficients", "bound", "same"),
    [
        # Common factors go: 4a + 6b + 2c >= 5 is 2a + 3b + c >= 3.
        ((4, 6, 2), 5, ((2, 3, 1), 3)),
        # No coefficient need be larger than the bound: 9a + b + c >= 2 is 2a + b + c >= 2.
        ((9, 1, 1), 2, ((2, 1, 1), 2)),
        # -2a - 2b - 2c >= -3, that is at most one, is -a - b - c >= -1.
        ((-2, -2, -2), -3, ((-1, -1, -1), -1)),
        # Each is enough: a disjunction. All are needed: a conjunction.
        ((3, 4, 5), 3, "any"),
        ((3, 4, 5), 11, "all"),
        ((3, 4, 5), 13, FALSE),
        ((3, 4, 5), 0, TRUE),
    ],
)
def test_normal_forms(coefficients: tuple[int, ...], bound: int, same: Any) -> None:
    """Thresholds that mean the same become one node."""
    k = Circuit()
    names = [k.var(n) for n in "abc"]

    def threshold(weights: tuple[int, ...], least: int) -> int:
        return k.at_least(linear_sum(map(k.linear, names, weights)), least)

    if isinstance(same, tuple):
        same = threshold(*same)
    elif isinstance(same, str):
        same = getattr(k, same)(names)
    assert threshold(coefficients, bound) == same


def test_cone() -> None:
    """All that a root depends on, in order, and nothing else."""
    k = Circuit()
    a, b, c = (k.var(n) for n in "abc")
    both = k.all((a, -b))
    other = k.all((b, c))
    assert k.cone([-both]) == [a, b, both]
    assert k.cone([other, both]) == [a, b, c, both, other]
    assert k.nodes[a] == Var("a")


# Conditions of which the earlier ones in a row imply the later ones.
_NESTED = [("all", (("var", "a"), ("var", "b"))), ("var", "a"), ("any", (("var", "a"), ("var", "b")))]
_GATES = [("const", True), ("var", "c"), ("not", ("var", "d"))]
gated = st.tuples(st.sampled_from(_GATES), st.sampled_from(_NESTED)).map(lambda x: ("all", x))


@settings(max_examples=300)
@given(st.lists(st.tuples(gated | lits, st.integers(-4, 4)), min_size=2, max_size=7))
def test_merged(terms: list[tuple[Any, int]]) -> None:
    """Merging the pairs of an objective leaves its value alone."""
    k = Circuit()
    x = linear_sum([k.linear(build(k, e), n) for e, n in terms])
    y = merged(k, x)
    for _, bits in assignments():
        holds = k.evaluate(bits)
        assert value_of(x, holds) == value_of(y, holds)


def test_merged_pair() -> None:
    """3 (c and (a or b)) - 2 (c and a) is c and (a or b), and twice c and (a or b) and not a."""
    k = Circuit()
    a, b, c = (k.var(n) for n in "abc")
    more, less = k.all((c, k.any((a, b)))), k.all((c, a))
    found = merged(k, linear_sum([k.linear(more, 3), k.linear(less, -2)]))
    assert found == linear_sum([k.linear(more), k.linear(k.all((c, k.any((a, b)), -a)), 2)])


def test_a_hash_that_is_kept_stays_in_its_process() -> None:
    """Another process gives words other hashes. Equal trees have equal ones, also when one was asked for before."""
    one, other = (c.Not(c.IsKind("self", frozenset({"hut"}), word)) for word in ("hut", "huts"))
    kept = hash(one)
    assert one.__dict__["_hash"] == kept == hash(other) and one == other
    copy = pickle.loads(pickle.dumps(one))
    assert copy == one and copy.__dict__ == {"arg": one.arg} and copy.arg.__dict__.keys() == {"at", "kinds", "label"}
