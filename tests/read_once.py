"""`load` for tests, which read the same rules hundreds of times: what was read without a complaint is not read again."""

from __future__ import annotations

from collections.abc import Collection, Sequence
from pathlib import Path

import dsl.load
from dsl import syntax as s
from dsl.assemble import Specification
from dsl.diagnostics import Bag
from dsl.load import assembled

MOST = 200  # specifications that are kept


_specifications: dict[tuple[tuple[int, ...], tuple[Path, ...]], Specification] = {}


def _assembled_once(
    trees: Sequence[s.File], bag: Bag, paths: tuple[Path, ...] = (), owners: Collection[str] | None = None
) -> Specification:
    """The specification of trees that gave no complaint: checked once. It holds its trees, so that no other tree
    has the identity of one of them."""
    key = tuple(map(id, trees)), paths
    if bag.found or owners is not None or key not in _specifications:
        made = assembled(trees, bag, paths, owners)
        if bag.found or owners is not None or len(_specifications) == MOST:
            return made
        _specifications[key] = made
    return _specifications[key]


def install() -> None:
    """For all of this process; texts are parsed once anyway."""
    dsl.load.assembled = _assembled_once
