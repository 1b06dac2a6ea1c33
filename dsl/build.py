"""From the parser's tree to the syntax tree.

Guarantee: every rule of the grammar has one maker, in the table of its section (`dsl/build_*.py`); a node carries
the span of the words that it was made of.
"""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from lark import Token, Transformer, Tree

from dsl import syntax as s
from dsl.build_clauses import CLAUSES
from dsl.build_common import Maker
from dsl.build_declarations import DECLARATIONS
from dsl.build_expressions import EXPRESSIONS
from dsl.build_procedures import PROCEDURES
from dsl.source import Source, Span

MAKERS: Mapping[str, Maker] = {**DECLARATIONS, **PROCEDURES, **CLAUSES, **EXPRESSIONS}
"""What makes a node, by the name of the grammar's rule."""


def build(tree: Tree[Token], source: Source, base: int) -> s.File:
    """The syntax tree of a text that was parsed; it begins at `base` in its source."""
    file: s.File = _Build(source, base).transform(tree)
    return file


class _Build(Transformer[Token, Any]):
    """Goes through the parser's tree from its leaves up. The library looks for a method named after each rule and
    terminal, and calls those with `default` in their names where it finds none."""

    def __init__(self, source: Source, base: int) -> None:
        super().__init__()
        self._source = source
        self._base = base

    def _span(self, start: int, end: int) -> Span:
        return Span(self._source, self._base + start, self._base + end)

    def __default__(self, data: str, children: list[Any], meta: Any) -> Any:
        span = self._span(0, 0) if meta.empty else self._span(meta.start_pos, meta.end_pos)
        return MAKERS[data](*children, span=span)

    def __default_token__(self, token: Token) -> Any:
        text, span = str(token), self._span(token.start_pos or 0, token.end_pos or 0)
        match token.type:
            case "NAME":
                return s.Word(text, span=span)
            case "STRING":
                return s.Text(text[1:-1], span=span)
            case "GRID":
                return s.Grid(text[1:-1], span=span)
            case "INT":
                return int(text[:18])
            case _:
                return text
