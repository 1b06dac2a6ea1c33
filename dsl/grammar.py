"""The grammar of the rules language, as the parser library has it: its words, its signs, where an item begins.

Guarantee: all that is said of the language here comes from `dsl/grammar.lark`, but for the words that items begin
with, which stand in `ITEM_WORDS`. The parser's tables are kept among the user's caches where there is a place for
them, and made afresh when the grammar changes.
"""

from __future__ import annotations

import os
import re
from functools import cache
from importlib.resources import files
from pathlib import Path
from typing import Any

from lark import Lark, Token, Tree

ITEM_WORDS = (
    "game", "mode", "resource", "building", "tile", "scoring", "table", "inventory", "placement", "ruling",
    "procedure",
)  # fmt: skip
_ITEM = re.compile(rf"^(?:replacing\s+)?(?:{'|'.join(ITEM_WORDS)})\b", re.MULTILINE)


def grammar_text() -> str:
    """The text of the grammar."""
    return (files("dsl") / "grammar.lark").read_text("utf-8")


def _table_file() -> str | bool:
    """Where the parser's tables are kept between runs (made afresh when the grammar changes); False: nowhere."""
    home = os.environ.get("XDG_CACHE_HOME") or ""
    # A path that is not absolute is to be ignored.
    caches = Path(home) if os.path.isabs(home) else Path(os.path.expanduser("~")) / ".cache"
    folder = caches / "tileproof"
    try:
        folder.mkdir(parents=True, exist_ok=True)
    except OSError:
        return False
    return str(folder / "grammar.tables") if os.access(folder, os.W_OK) else False


@cache
def _parser() -> Lark:
    return Lark(
        grammar_text(),
        parser="lalr",
        propagate_positions=True,
        maybe_placeholders=True,
        cache=_table_file(),
    )


def parser_tree(text: str) -> Tree[Token]:
    """The parser's own tree of a text.

    Raises the library's `UnexpectedInput` at the first thing that does not fit."""
    return _parser().parse(text)


def interactive(text: str) -> Any:
    """A parser that stands before a text and can be asked what it accepts."""
    return _parser().parse_interactive(text)


@cache
def grammar_terminals() -> dict[str, str]:
    """The words and signs of the language by the names that the parser has for them."""
    return {t.name: t.pattern.value for t in _parser().terminals if t.pattern.type == "str"}


@cache
def keywords() -> frozenset[str]:
    """Every word of the language: none of them may name a kind, a ruling or a table."""
    return frozenset(x for x in grammar_terminals().values() if re.fullmatch(r"[a-z_]+", x))


def pieces(text: str) -> list[tuple[int, str]]:
    """The text cut where a line begins with the first word of an item, so that each is read by itself."""
    starts = [0] + [m.start() for m in _ITEM.finditer(text) if m.start() > 0]
    return [(a, text[a:b]) for a, b in zip(starts, [*starts[1:], len(text)], strict=True)]


def item_at(text: str, offset: int) -> int:
    """Where the item begins that an offset lies in (0 before the first)."""
    return max((m.start() for m in _ITEM.finditer(text) if m.start() < offset), default=0)
