"""The lexer of Pygments, against the grammar and the shipped rules."""

from __future__ import annotations

import re
from pathlib import Path

import pytest

pytest.importorskip("pygments")

from pygments.token import Comment, Error, Keyword, Name, Number, Operator, Text

from dsl.lexer import RulesLexer

ROOT = Path(__file__).parent.parent


def tokens(text: str) -> list[tuple[object, str]]:
    return list(RulesLexer(stripnl=False, ensurenl=False).get_tokens(text))


def test_every_word_of_the_grammar_is_told_from_a_name() -> None:
    grammar = re.sub(r"//[^\n]*", "", (ROOT / "dsl" / "grammar.lark").read_text("utf-8"))
    said = set(re.findall(r'"([a-z_]+)"', grammar))
    assert len(said) > 100
    assert [k for k, _ in tokens("factory")] == [Name]
    plain = {w for w in said for k, _ in tokens(w) if k not in Keyword and k not in Operator.Word and k not in Name.Builtin}
    assert plain == set()


@pytest.mark.parametrize("folder", ["spec", "tests/games"])
def test_rules_that_can_be_read_have_no_token_without_a_meaning(folder: str) -> None:
    files = sorted((ROOT / folder).rglob("*.rules"))
    assert files
    for path in files:
        text = path.read_text("utf-8")
        found = tokens(text)
        assert "".join(v for _, v in found) == text
        assert [v for k, v in found if k in (Text, Error)] == [], path


def test_names_that_are_declared_numbers_and_drawn_cities_are_told_apart() -> None:
    found = tokens(
        'tile fire_station "Fire" is shop {\n  glyph F  score 2 per shop -- two\n'
        '  example classic "x" with 5 inhabitants {\n    T3+4i fire_station- . floors\n  } scores 8\n}\n'
        "mode classic \"C\" { board { 1 2 } rounds 4 }\n"
    )
    kinds = {v: k for k, v in found}
    assert (kinds["fire_station"], kinds["classic"]) == (Name.Constant, Name.Class)
    assert [k for k, v in found if v == "fire_station"] == [Name.Class, Name.Constant]
    assert (kinds["T"], kinds["3+4i"], kinds["-"]) == (Name.Constant, Name.Attribute, Name.Attribute)
    assert kinds["floors"] is Name.Constant  # in a city, no word is one of the language
    assert (kinds["score"], kinds["scores"], kinds["board"]) == (Keyword, Keyword, Keyword)
    assert (kinds["-- two"], kinds["8"], kinds["rounds"]) == (Comment.Single, Number.Integer, Keyword)
