"""The messages of the book: every text that the extension says and that is not of the rules, collected from its code.

Guarantee: every text given to `say` is found, and those in tables whose names are in capitals.
"""

from __future__ import annotations

import ast
from collections.abc import Iterator
from pathlib import Path

DSL = Path(__file__).parent.parent / "dsl"
SAYING = (*sorted((DSL / "rulebook").glob("*.py")), DSL / "picture.py")
# Tables of texts, whose values are said.
TABLES = {"GROUPS", "HEADINGS", "NOTICE", "SCOPE_WORDS", "TERMS", "VERDICTS", "_SCOPES", "_VERDICT_WORDS"}


def book_messages() -> set[str]:
    """All of them."""
    return {text for path in SAYING for text in _messages(ast.parse(path.read_text("utf-8")))}


def _messages(tree: ast.AST) -> Iterator[str]:
    for x in ast.walk(tree):
        match x:
            case ast.Call(func=ast.Attribute(attr="say") | ast.Name(id="say"), args=[ast.Constant(str() as text), *_]):
                yield text
            case ast.GeneratorExp() | ast.ListComp():  # `self.say(x) for x in ("Name", "Needs")`
                if any(isinstance(y, ast.Attribute) and y.attr == "say" for y in ast.walk(x.elt)):
                    yield from _texts(x.generators[0].iter)
            case ast.Assign(targets=[ast.Name(id=name)], value=value) if name in TABLES:
                yield from _texts(ast.Tuple(value.values) if isinstance(value, ast.Dict) else value)
                if isinstance(value, ast.Dict) and name == "TERMS":
                    yield from _texts(ast.Tuple([k for k in value.keys if k is not None]))


def _texts(x: ast.AST) -> Iterator[str]:
    for y in ast.walk(x):
        if isinstance(y, ast.Constant) and isinstance(y.value, str):
            yield y.value
