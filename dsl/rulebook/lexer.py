"""Colours for texts of the rules language.

The words come from the grammar, so that they can not fall behind.
"""

from __future__ import annotations

import re
from typing import Any, ClassVar

from pygments.lexer import RegexLexer, words  # type: ignore[import-untyped]
from pygments.token import (  # type: ignore[import-untyped]
    Comment,
    Keyword,
    Name,
    Number,
    Operator,
    Punctuation,
    String,
    Text,
    Whitespace,
)
from sphinx.application import Sphinx

from dsl.parse import ITEM_WORDS, keywords


class RulesLexer(RegexLexer):  # type: ignore[misc]
    """The rules language: comments, texts, numbers, its own words, and names."""

    name = "Tileproof rules"
    aliases: ClassVar[list[str]] = ["rules"]
    filenames: ClassVar[list[str]] = ["*.rules"]
    flags = re.MULTILINE
    tokens: ClassVar[dict[str, Any]] = {
        "root": [
            (r"--[^\n]*", Comment.Single),
            (r'"[^"\n]*"', String),
            (r"\d+", Number.Integer),
            (words(ITEM_WORDS, prefix=r"^", suffix=r"\b"), Keyword.Declaration),
            (words(sorted(keywords()), prefix=r"\b", suffix=r"\b"), Keyword),
            (r"[a-z_][a-z0-9_]*", Name),
            (r"[A-Z]", Name.Constant),
            (r"!=|<=|>=|[-+*/=<>@]", Operator),
            (r"[{}\[\]():,.]", Punctuation),
            (r"\s+", Whitespace),
            (r".", Text),
        ]
    }


def setup(app: Sphinx) -> dict[str, bool]:
    """Make `rules` a language of code blocks."""
    app.add_lexer("rules", RulesLexer)
    return {"parallel_read_safe": True, "parallel_write_safe": True}
