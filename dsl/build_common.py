"""What the tables of `dsl/build_*.py` share: how the parts of a rule become one thing.

Guarantee: a maker is a function of the parts that the grammar's rule has, in their order, and of the span of its
words, and of nothing else. A part that is optional and was not written is None where the grammar has brackets
(`[x]`), and missing where it has a question mark (`x?`). Words are strings, numbers `int`; names, texts and drawn
grids are nodes.
"""

from __future__ import annotations

from collections.abc import Callable
from typing import Any, TypeAlias

from dsl.source import Span

Maker: TypeAlias = Callable[..., Any]
"""Called with the parts of a rule by position and with their `span` by name. A node's class is one."""


def listed(node: Maker, fixed: int = 0) -> Maker:
    """A maker that hands over the first `fixed` parts one by one, and all others as one tuple."""

    def make(*parts: Any, span: Span) -> Any:
        return node(*parts[:fixed], parts[fixed:], span=span)

    return make


def as_tuple(*parts: Any, span: Span) -> tuple[Any, ...]:
    """The parts."""
    return parts


def only(part: Any, *, span: Span) -> Any:
    """The one part, as it is."""
    return part


def first_word(word: str, *_: str, span: Span) -> str:
    """The first of the words."""
    return word


def all_words(*words: str, span: Span) -> str:
    """The words with a space between each two."""
    return " ".join(words)


def written(*_: str, span: Span) -> bool:
    """That optional words were written."""
    return True
