"""Tight circuits: what they write differently has the same value, and what they add excludes nothing."""

from __future__ import annotations

import itertools
import random
from collections.abc import Callable, Iterator

import pytest

from dsl.circuit import Linear, Lit, Var, linear_sum, value_of
from dsl.tight import TightCircuit
from verifier import mip, solve

Values = dict[str, bool]


def groups(k: TightCircuit, sizes: tuple[int, ...]) -> list[list[Lit]]:
    """Groups of which one holds, and a last one of which one may hold."""
    out = [[k.var(f"g{i}.{j}") for j in range(n)] for i, n in enumerate(sizes)]
    for lits in out[:-1]:
        k.one_hot(lits)
    k.require(k.at_most(k.sum(out[-1]), 1))
    k.exclusive(out[-1])
    return out


def choices(sizes: tuple[int, ...]) -> Iterator[Values]:
    """All that may hold."""
    for chosen in itertools.product(*(range(n) for n in sizes[:-1]), range(-1, sizes[-1])):
        yield {f"g{i}.{j}": j == x for i, (x, n) in enumerate(zip(chosen, sizes, strict=True)) for j in range(n)}


def literal(rnd: random.Random, lits: list[Lit], depth: int, made: Callable[[bool, list[Lit]], Lit]) -> Lit:
    """A random condition over the groups."""
    if depth == 0:
        return rnd.choice(lits) * rnd.choice((1, 1, -1))
    return made(rnd.random() < 0.5, [literal(rnd, lits, depth - 1, made) for _ in range(rnd.choice((2, 2, 3)))])


def free_values(k: TightCircuit, given: Values, wanted: list[Lit]) -> Values | None:
    """Values of the chains that were made besides, where the requirements can be met with the given ones."""
    claims = [k.var(n) if x else -k.var(n) for n, x in given.items()]
    answer = solve.decide(k, [*claims, *wanted], seconds=10)
    return None if answer.values is None else dict(answer.values)


@pytest.mark.parametrize("seed", range(20))
def test_every_form_has_its_value(seed: int) -> None:
    """Conditions, products, mapped and gated numbers of random circuits, for every choice out of the groups. The
    requirements, marginals among them, can be met for each of them, and by nothing else."""
    rnd = random.Random(seed)
    sizes = (3, 2, rnd.choice((2, 3)))
    k = TightCircuit()
    lits = [x for g in groups(k, sizes) for x in g]
    names = {x: node.name for x in lits if isinstance(node := k.nodes[x], Var)}
    plain: dict[Lit, Callable[[Values], bool]] = {}

    def made(conjunction: bool, args: list[Lit]) -> Lit:
        tests = [plain.get(x) or (lambda v, x=x: v[names[abs(x)]] == (x > 0)) for x in args]
        lit = k.all(args) if conjunction else k.any(args)
        plain.setdefault(lit, lambda v: (all if conjunction else any)(t(v) for t in tests))
        tests_of.append((lit, lambda v: (all if conjunction else any)(t(v) for t in tests)))
        return lit

    tests_of: list[tuple[Lit, Callable[[Values], bool]]] = []
    for _ in range(4):
        literal(rnd, lits, rnd.choice((1, 2)), made)
    numbers: list[tuple[Linear, Callable[[Values], int]]] = []

    def three(test: Callable[[Values], bool]) -> Callable[[Values], int]:
        return lambda v: 3 * test(v)

    numbers += ((k.linear(lit, 3), three(test)) for lit, test in tests_of)
    (a, _), (b, _), (gate, tg) = (rnd.choice(tests_of) for _ in range(3))
    x = linear_sum([k.linear(a, rnd.choice((1, 2))), k.linear(b), Linear(-1)])
    low, high = k.range(x)
    value = numbers_of(x)
    table = [rnd.choice((-2, 0, 1, 5)) for _ in range(high - low + 1)]
    numbers.append((k.mapped(x, low, high, lambda n: table[n - low]), lambda v: table[value(k, v) - low]))
    above = k.times(gate, x.plus(-low))
    looked = k.looked_up(above, 0, high - low, lambda n: table[n], gate)
    numbers.append((looked, lambda v: table[value(k, v) - low] if tg(v) else 0))
    k.marginals()
    for given in choices(sizes):
        values = free_values(k, given, [])
        assert values is not None, given
        holds = k.evaluate({**values, **given})
        assert all(holds(x) for x in k.requirements)
        for lit, test in tests_of:
            assert holds(lit) == test(given)
        for number, wanted in numbers:
            assert value_of(number, holds) == wanted(given), given
            least, most = k.range(number)
            assert least <= wanted(given) <= most
    # Two solvers, of which one hears nothing of the products that the marginals make right, say the same.
    total = linear_sum(n.scaled(rnd.choice((1, -1, 2))) for n, _ in numbers)
    for sign in (1, -1):
        first = solve.maximize(k, total.scaled(sign), seconds=10)
        second = mip.maximize(k, total.scaled(sign), seconds=10)
        best = max(value_of(total.scaled(sign), k.evaluate({**(free_values(k, g, []) or {}), **g})) for g in choices(sizes))
        assert (first.status, first.value, second.status, second.value) == ("optimal", best, "optimal", best)


def numbers_of(x: Linear) -> Callable[[TightCircuit, Values], int]:
    """The value of a linear for a choice."""
    return lambda k, v: value_of(x, k.evaluate(v))
