"""One variable put for another: everywhere where it is free, and nowhere else."""

from __future__ import annotations

import pytest

from dsl import core as c
from dsl.assemble import Specification
from dsl.variables import free_names, renamed

SHOPS = c.IsKind("x", frozenset({"shop"}))


@pytest.mark.parametrize(
    ("before", "after"),
    [
        # The places of a domain are outside of what its variable ranges over, `where` and `value` are inside.
        (
            c.Total("x", c.Domain(None, (c.Adjacent("x"),)), SHOPS, c.Add((c.Floors("x"), c.Floors("y")))),
            c.Total("x", c.Domain(None, (c.Adjacent("z"),)), SHOPS, c.Add((c.Floors("x"), c.Floors("y")))),
        ),
        (
            c.Total("y", c.Domain(None), SHOPS, c.Printed("x", None)),
            c.Total("y", c.Domain(None), c.IsKind("z", frozenset({"shop"})), c.Printed("z", None)),
        ),
        # A run in given lines binds their variable; in a line that was bound before it only uses it.
        (c.LongestRun("x", None, "y", SHOPS), c.LongestRun("z", None, "y", c.IsKind("z", frozenset({"shop"})))),
        (c.LongestRun("x", c.Domain("row"), "y", SHOPS), c.LongestRun("x", c.Domain("row"), "y", SHOPS)),
        (c.RunThrough("x", "row", "x", SHOPS), c.RunThrough("z", "row", "x", SHOPS)),
        (c.Distance("x", "y"), c.Distance("z", "y")),
        (c.Choose(c.Here("y", c.Diagonal("x")), c.Num(1), c.Num(0)), c.Choose(c.Here("y", c.Diagonal("z")), c.Num(1), c.Num(0))),
        (
            c.Different("y", c.Domain(None), SHOPS, (("x", frozenset({"x"})),)),
            c.Different("y", c.Domain(None), c.IsKind("z", frozenset({"shop"})), (("x", frozenset({"x"})),)),
        ),
    ],
)  # fmt: skip
def test_by_hand(before: c.Int, after: c.Int) -> None:
    assert renamed(before, "x", "z") == after
    assert ("x" in free_names(before)) == (before != after) and "x" not in free_names(after)


def test_in_every_clause(spec: Specification) -> None:
    """No clause of the shipped rules binds `self`: there the new name stands wherever the old one did."""
    asked = 0
    for mode in spec.modes:
        for x in spec.game(mode).clauses:
            new = renamed(x.value, "self", "*")
            assert repr(new) == repr(x.value).replace("'self'", "'*'")
            assert free_names(new) == {"*" if n == "self" else n for n in free_names(x.value)}
            assert renamed(new, "*", "self") == x.value
            asked += new != x.value
    assert asked > 20
