"""The grammar of the rules language for editors that read TextMate grammars.

Guarantee: its words are those of the language's own grammar, each once; the same sources give the same bytes.
"""

from __future__ import annotations

import json
from typing import Any

from dsl.grammar import ITEM_WORDS, keywords

_CONSTANTS = ("any", "false", "nothing", "true")
_OPERATORS = ("and", "mod", "not", "or")
_PRONOUNS = ("it", "own", "self", "total")
_NAMED = tuple(w for w in ITEM_WORDS if w not in ("game", "inventory", "placement"))


def _words(words: Any) -> str:
    return rf"\b(?:{'|'.join(sorted(words))})\b"


def _pattern(name: str, match: str) -> dict[str, Any]:
    return {"name": f"{name}.rules", "match": match}


def grammar() -> dict[str, Any]:
    """The whole grammar."""
    said = keywords()
    plain = said - {*_CONSTANTS, *_OPERATORS, *_PRONOUNS}
    comment = _pattern("comment.line.double-dash", r"--.*$")
    cell = [
        comment,
        _pattern("constant.numeric", r"(?<=\s)\d+(?=[\s}])"),
        {
            "match": r"(?<=[\s{])([A-Z]|[a-z][a-z0-9_]*)([^\s{}]*)",
            "captures": {"1": {"name": "constant.other.kind.rules"}, "2": {"name": "storage.modifier.space.rules"}},
        },
        _pattern("storage.modifier.space", r"(?<=\s)[^\s{}]+"),
    ]
    opening = {"2": {"name": "punctuation.section.grid.begin.rules"}}
    braces: dict[str, Any] = {"beginCaptures": opening, "end": r"\}", "patterns": cell}
    return {
        "information_for_contributors": ["Made by docs/_ext/generate.py from dsl/grammar.lark; run it again."],
        "name": "Tileproof rules",
        "scopeName": "source.rules",
        "patterns": [
            comment,
            _pattern("string.quoted.double", r'"[^"\n]*"'),
            {
                "match": rf"^({'|'.join(sorted(_NAMED))})\s+([a-z][a-z0-9_]*)",
                "captures": {
                    "1": {"name": "keyword.declaration.rules"},
                    "2": {"name": "entity.name.type.rules"},
                },
            },
            _pattern("keyword.declaration", rf"^(?:{'|'.join(sorted(ITEM_WORDS))})\b"),
            {
                "name": "meta.grid.rules",
                "begin": r"\b(board|numbers\s+on\s+spaces)\s*(\{)",
                **braces,
                "beginCaptures": {"1": {"name": "keyword.other.rules"}, **opening},
            },
            {
                # From `example` to the city that it draws.
                "name": "meta.example.rules",
                "begin": r"\bexample\b",
                "beginCaptures": {"0": {"name": "keyword.other.rules"}},
                "end": r"(?<=\})",
                "patterns": [
                    comment,
                    _pattern("string.quoted.double", r'"[^"\n]*"'),
                    {"name": "meta.grid.rules", "begin": r"()(\{)", **braces},
                    _pattern("keyword.other", _words(said)),
                    _pattern("constant.numeric", r"\b\d+\b"),
                ],
            },
            {
                "match": r"\b(glyph)\s+([A-Za-z])\b",
                "captures": {"1": {"name": "keyword.other.rules"}, "2": {"name": "constant.other.kind.rules"}},
            },
            _pattern("variable.language", _words(_PRONOUNS)),
            _pattern("constant.language", _words(_CONSTANTS)),
            _pattern("keyword.operator.word", _words(_OPERATORS)),
            _pattern("keyword.other", _words(plain)),
            _pattern("entity.name.function", r"\b[a-z][a-z0-9_]*(?=\s*\()"),
            _pattern("constant.numeric", r"\b\d+\b"),
            _pattern("keyword.operator", r"!=|<=|>=|[-+*/=<>]"),
        ],
    }


def text() -> str:
    """The grammar as it is stored."""
    return json.dumps(grammar(), indent=2) + "\n"
