"""`load` for tests, which read the same rules hundreds of times: what was read without a complaint is not read again."""

from __future__ import annotations

from collections.abc import Sequence
from functools import lru_cache
from pathlib import Path

import dsl.load
from dsl import syntax as s
from dsl.assemble import Specification
from dsl.diagnostics import Bag
from dsl.load import assembled
from dsl.parse import parse
from dsl.source import Source

MOST = 200  # specifications that are kept


@lru_cache(maxsize=256)
def _tree(name: str, text: str) -> tuple[s.File, bool]:
    bag = Bag()
    return parse(Source(name, text), bag), not bag.found


def _parsed_once(source: Source, bag: Bag) -> s.File:
    """The tree of a text without mistakes, which is never changed, is made once; others are read each time."""
    tree, fine = _tree(source.name, source.text)
    return tree if fine else parse(source, bag)


_specifications: dict[tuple[tuple[int, ...], tuple[Path, ...]], Specification] = {}


def _assembled_once(
    trees: Sequence[s.File], bag: Bag, paths: tuple[Path, ...] = ()
) -> Specification:
    """The specification of trees that gave no complaint: checked once. It holds its trees, so that no other tree
    has the identity of one of them."""
    key = tuple(map(id, trees)), paths
    if bag.found or key not in _specifications:
        made = assembled(trees, bag, paths)
        if bag.found or len(_specifications) == MOST:
            return made
        _specifications[key] = made
    return _specifications[key]


def install() -> None:
    """For all of this process."""
    dsl.load.parse = _parsed_once
    dsl.load.assembled = _assembled_once
