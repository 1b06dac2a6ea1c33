"""Colours for texts of the rules language: a lexer for Pygments, found by the name `rules` and by `*.rules`.

Guarantee: the words come from the grammar, so that they can not fall behind; a text of the language has no token of
error, and the tokens of a text put together are the text. Needs neither Sphinx nor a solver.
"""

from __future__ import annotations

import re
from typing import Any, ClassVar

from pygments.lexer import RegexLexer, bygroups, default, words
from pygments.token import Comment, Keyword, Name, Number, Operator, Punctuation, String, Text, Whitespace

from dsl.grammar import ITEM_WORDS, keywords

# After these a brace opens a drawn board or city, of which every word is a space.
_GRIDS = r"board|numbers(?:\s+)on(?:\s+)spaces"
_NAMED = "|".join(w for w in ITEM_WORDS if w not in ("game", "inventory", "placement"))


class RulesLexer(RegexLexer):  # type: ignore[misc]
    """The rules language: comments, texts, numbers, its own words, names, and drawn boards and cities."""

    name = "Tileproof rules"
    aliases: ClassVar[list[str]] = ["rules", "tileproof"]
    filenames: ClassVar[list[str]] = ["*.rules"]
    mimetypes: ClassVar[list[str]] = ["text/x-tileproof-rules"]
    flags = re.MULTILINE
    tokens: ClassVar[dict[str, Any]] = {
        "root": [
            (r"\s+", Whitespace),
            (r"--[^\n]*", Comment.Single),
            # The name that an item declares.
            (
                rf"^({_NAMED})(\s+)([a-z][a-z0-9_]*)",
                bygroups(Keyword.Declaration, Whitespace, Name.Class),
            ),
            (words(ITEM_WORDS, prefix=r"^", suffix=r"\b"), Keyword.Declaration),
            (rf"\b({_GRIDS})(\s*)(\{{)", bygroups(Keyword, Whitespace, Punctuation), "grid"),
            (r"\bexample\b", Keyword, "example"),
            (r"\b(plural)(\s+)([a-z][a-z0-9_]*)", bygroups(Keyword, Whitespace, Name.Class)),
            (r"\b(glyph)(\s+)([A-Za-z])\b", bygroups(Keyword, Whitespace, Name.Constant)),
            (r"\b(self|it|own|total)\b", Name.Builtin.Pseudo),
            (words(("true", "false", "nothing", "any"), prefix=r"\b", suffix=r"\b"), Keyword.Constant),
            (words(("and", "or", "not", "mod"), prefix=r"\b", suffix=r"\b"), Operator.Word),
            (words(sorted(keywords()), prefix=r"\b", suffix=r"\b"), Keyword),
            (r'"[^"\n]*"', String),
            (r"[a-z][a-z0-9_]*(?=\s*\()", Name.Function),
            (r"[a-z][a-z0-9_]*", Name),
            (r"[A-Z]\b", Name.Constant),
            (r"\d+", Number.Integer),
            (r"!=|<=|>=|[-+*/=<>]", Operator),
            (r"[{}\[\]():,.]", Punctuation),
            (r".", Text),
        ],
        # From `example` to the city that it draws: its mode, its title, what it assumes.
        "example": [
            (r"\s+", Whitespace),
            (r"--[^\n]*", Comment.Single),
            (r'"[^"\n]*"', String),
            (words(sorted(keywords()), prefix=r"\b", suffix=r"\b"), Keyword),
            (r"[a-z][a-z0-9_]*", Name),
            (r"\d+", Number.Integer),
            (r"\{", Punctuation, ("#pop", "grid")),
            default("#pop"),
        ],
        # A space: a letter or a name, then marks such as `@4i`, `*3` or `-`.
        "grid": [
            (r"\s+", Whitespace),
            (r"--[^\n]*", Comment.Single),
            (r"\}", Punctuation, "#pop"),
            (r"\.(?=[\s}])", Punctuation),
            (r"\d+(?=[\s}])", Number.Integer),
            (r"([A-Z]|[a-z][a-z0-9_]*)([^\s{}]*)", bygroups(Name.Constant, Name.Attribute)),
            (r"[^\s{}]+", Name.Attribute),
            (r"\{", Punctuation),
        ],
    }
