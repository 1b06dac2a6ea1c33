"""What hangs on readings, as a tree of the rulings that it hangs on.

Guarantee: on every choice of readings, the leaf that a tree leads to is the value under that choice; a ruling is
asked for only where its readings lead on to different trees.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping
from dataclasses import dataclass
from typing import Any, Generic, TypeAlias, TypeVar

T = TypeVar("T")
U = TypeVar("U")


@dataclass(frozen=True)
class Leaf(Generic[T]):
    """A value, and the readings under which it was found: no others were asked for."""

    value: T
    under: tuple[tuple[str, str], ...]


@dataclass(frozen=True)
class Branch(Generic[T]):
    """What hangs on a ruling, for each of its readings."""

    ruling: str
    of: Mapping[str, Tree[T]]


Tree: TypeAlias = "Leaf[T] | Branch[T]"


class _Asked(Exception):
    """A ruling was looked up whose reading is not chosen yet."""

    def __init__(self, ruling: str) -> None:
        self.ruling = ruling


class _Chosen(Mapping[str, str]):
    """Readings, of which those that are not chosen can not be looked up."""

    def __init__(self, chosen: Mapping[str, str]) -> None:
        self.chosen = chosen

    def __getitem__(self, ruling: str) -> str:
        if ruling not in self.chosen:
            raise _Asked(ruling)
        return self.chosen[ruling]

    def __iter__(self) -> Iterator[str]:
        raise TypeError("what is looked up is not known if all is")

    def __len__(self) -> int:
        raise TypeError("what is looked up is not known if all is")


def tree(
    value: Callable[[Mapping[str, str]], T],
    readings: Mapping[str, tuple[str, ...]],
    chosen: Mapping[str, str] | None = None,
) -> Tree[T]:
    """The tree of a function of readings, which it looks up one by one; `readings` has those of each ruling.

    What the function looks up may depend on what it found. It is called once for each node at most."""
    chosen = chosen or {}
    try:
        return Leaf(value(_Chosen(chosen)), tuple(sorted(chosen.items())))
    except _Asked as error:
        ruling = error.ruling
    below = {x: tree(value, readings, {**chosen, ruling: x}) for x in readings[ruling]}
    first, *others = below.values()
    return first if all(_same(first, x) for x in others) else Branch(ruling, below)


def _same(a: Tree[Any], b: Tree[Any]) -> bool:
    """Whether two trees lead to the same values."""
    match a, b:
        case Leaf(), Leaf():
            return bool(a.value == b.value)
        case Branch(), Branch():
            return a.ruling == b.ruling and all(_same(x, b.of[r]) for r, x in a.of.items())
        case _:
            return False


def leaves(t: Tree[T]) -> Iterator[Leaf[T]]:
    """The leaves, each reading in its ruling's order."""
    if isinstance(t, Leaf):
        yield t
    else:
        for x in t.of.values():
            yield from leaves(x)


def asked(t: Tree[T]) -> Iterator[str]:
    """The rulings that a tree asks for, some more than once."""
    if isinstance(t, Branch):
        yield t.ruling
        for x in t.of.values():
            yield from asked(x)


def mapped(t: Tree[T], f: Callable[[Leaf[T]], U]) -> Tree[U]:
    """The tree with other values on its leaves."""
    if isinstance(t, Leaf):
        return Leaf(f(t), t.under)
    return Branch(t.ruling, {r: mapped(x, f) for r, x in t.of.items()})


def under(t: Tree[T], readings: Mapping[str, str]) -> T:
    """The value under a full choice of readings."""
    while isinstance(t, Branch):
        t = t.of[readings[t.ruling]]
    return t.value
