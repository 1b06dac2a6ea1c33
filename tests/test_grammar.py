"""The grammar: no conflicts, and what belongs to what in phrases that could be read in two ways."""

from __future__ import annotations

import dataclasses
from pathlib import Path
from typing import Any

import pytest
from lark import Lark

from dsl import syntax as s
from dsl.diagnostics import Bag, Failure
from dsl.grammar import _table_file, grammar_text, keywords
from dsl.parse import parse
from dsl.source import Source


def test_strict() -> None:
    """LALR(1) without shift/reduce conflicts and without terminals that match the same text."""
    pytest.importorskip("interegular", reason="strict mode compares regular expressions with it")
    Lark(grammar_text(), parser="lalr", strict=True, maybe_placeholders=True)


def test_tables_are_kept_among_the_caches(monkeypatch: pytest.MonkeyPatch, tmp_path: Path) -> None:
    """A cache folder that is not absolute is none: the tables are not left wherever somebody works."""
    monkeypatch.setenv("HOME", str(tmp_path))
    monkeypatch.setenv("XDG_CACHE_HOME", str(tmp_path / "caches"))
    assert _table_file() == str(tmp_path / "caches" / "tileproof" / "grammar.tables")
    monkeypatch.setenv("XDG_CACHE_HOME", "not/absolute")
    assert _table_file() == str(tmp_path / ".cache" / "tileproof" / "grammar.tables")


def tree(text: str) -> Any:
    """The tree of an expression."""
    bag = Bag()
    file = parse(Source("<test>", f'scoring x "X" {{ score 1 if {text} }}'), bag)
    if bag.found:
        raise Failure(bag.found)
    clause = file.items[0].lines[0]  # type: ignore[union-attr]
    assert isinstance(clause, s.Score) and clause.amount == s.Integer(1)
    return clause.condition


def bare(e: Any) -> Any:
    """The same without parentheses."""
    if isinstance(e, s.Paren):
        return bare(e.inner)
    if isinstance(e, tuple):
        return tuple(bare(x) for x in e)
    if isinstance(e, s.Node):
        fields = [f.name for f in dataclasses.fields(e) if f.name != "span"]
        return dataclasses.replace(e, **{name: bare(getattr(e, name)) for name in fields})
    return e


@pytest.mark.parametrize(
    ("text", "meant"),
    [
        ("total = 1 or total = 2 and total = 3", "total = 1 or (total = 2 and total = 3)"),
        ("total = 1 or total = 2 or total = 3", "(total = 1 or total = 2) or total = 3"),
        ("not total = 1 and total = 2", "(not (total = 1)) and total = 2"),
        ("not not total = 1", "not (not (total = 1))"),
        ("1 - 2 - 3 = 4", "((1 - 2) - 3) = 4"),
        ("1 - 2 * 3 / 4 mod 5 = 6", "(1 - (((2 * 3) / 4) mod 5)) = 6"),
        ("- 1 * 2 + 3 = 4", "(((- 1) * 2) + 3) = 4"),
        ("1 + 2 < 3 * 4", "(1 + 2) < (3 * 4)"),
        ("own between 1 + 1 and 2 + 2 and total = 3", "(own between (1 + 1) and (2 + 2)) and total = 3"),
        (
            "if total = 1 then own = 1 else own = 2 or own = 3",
            "if total = 1 then own = 1 else (own = 2 or own = 3)",
        ),
        (
            "if total = 1 then if total = 2 then own = 1 else own = 2 else own = 3",
            "if total = 1 then (if total = 2 then own = 1 else own = 2) else own = 3",
        ),
        # A set ends where a comparison begins, and takes no sum or product behind it.
        ("count of park adjacent to self + 1 = 2", "((count of park adjacent to self) + 1) = 2"),
        ("count of shop with floors > 2 = 3", "(count of shop with (floors > 2)) = 3"),
        ("count of shop with floors > 2 + 1 = 3", "((count of shop with (floors > 2)) + 1) = 3"),
        ("count of shop with floors > - 2 = 3", "(count of shop with (floors > (- 2))) = 3"),
        (
            "count of shop with count of park > 2 = 3",
            "(count of shop with ((count of park) > 2)) = 3",
        ),
        (
            "count of shop with floors between 1 and 2 = 3 and total = 4",
            "((count of shop with (floors between 1 and 2)) = 3) and total = 4",
        ),
        (
            "sum of floors + 1 over park * 2 = 3",
            "((sum of (floors + 1) over park) * 2) = 3",
        ),
        (
            "sum of if it is park then 1 else 2 over space = 3",
            "(sum of (if it is park then 1 else 2) over space) = 3",
        ),
        (
            "sum of largest of own over park over shop = 3",
            "(sum of (largest of own over park) over shop) = 3",
        ),
        ("highest floors of park + own = 1", "((highest floors of park) + own) = 1"),
        ("some park and some shop", "(some park) and (some shop)"),
        ("a park or no shop is active and true = 1", "(a park) or ((no shop is active) and (true = 1))"),
        ("not some park is active", "not (some park is active)"),
        ("some park has floors > 2 and total = 1", "(some park has (floors > 2)) and total = 1"),
        ("every park has a shop and total = 1", "(every park has (a shop)) and total = 1"),
        ("self is park and it is not active", "(self is park) and (it is not active)"),
        ("some park with it is active is built", "some park with (it is active) is built"),
        ("reading of x is y or total = 1", "(reading of x is y) or total = 1"),
        # `on` belongs to the value, not to the set in which it stands.
        ("count of park with energy seated on it > 1 = 2", "(count of park with (energy seated on it > 1)) = 2"),
        ("min(1, 2) * max(3, 4) = t(5, 6)", "((min(1, 2)) * (max(3, 4))) = (t(5, 6))"),
    ],
)
def test_what_belongs_to_what(text: str, meant: str) -> None:
    """The phrase reads as if it had these parentheses; it needs none of them."""
    assert bare(tree(text)) == bare(tree(meant))
    assert text != meant


def kind(name: str) -> s.Noun:
    """A noun that is just a kind."""
    return s.Noun((), s.Word(name))


def members(noun: s.Noun, *places: s.Place, where: s.Expr | None = None, name: str = "") -> s.SetExpr:
    """A set."""
    named = s.Word(name) if name else None
    return s.SetExpr(noun, named, places, s.Where("with", where) if where is not None else None)


SOME = s.Quantifier("some")
EVERY = s.Quantifier("every")
ACTIVE = s.Noun((s.Adjective("active"),), None)
A_PARK = s.Quantified(s.Quantifier("a"), members(kind("park")), None)
SELF = s.Ref("self")


@pytest.mark.parametrize(
    ("text", "meant"),
    [
        # What is said behind `is` is said of the Shop: `with` does not take it.
        (
            "every shop with a park is active",
            s.Quantified(EVERY, members(kind("shop"), where=A_PARK), s.Predicate(ACTIVE)),
        ),
        (
            "some shop with no park is not active",
            s.Quantified(
                SOME,
                members(kind("shop"), where=s.Quantified(s.Quantifier("no"), members(kind("park")), None)),
                s.Predicate(ACTIVE, negated=True),
            ),
        ),
        # Places belong to the nearest set.
        (
            "some shop with a park adjacent to it on edge",
            s.Quantified(
                SOME,
                members(
                    kind("shop"),
                    where=s.Quantified(
                        s.Quantifier("a"),
                        members(kind("park"), s.Place("adjacent", s.Ref("it")), s.Place("edge")),
                        None,
                    ),
                ),
                None,
            ),
        ),
        # `not` turns round all that follows it in the noun.
        (
            "some active not park is empty",
            s.Quantified(
                SOME,
                members(s.Noun((s.Adjective("active"), s.Adjective("not")), s.Word("park"))),
                s.Predicate(s.Noun((s.Adjective("empty"),), None)),
            ),
        ),
        # Behind `is`, a bare state word is the whole predicate; `all` takes a whole noun.
        (
            "every row is all active shop",
            s.Quantified(
                EVERY,
                members(s.Noun((), s.HeadWord("row"))),
                s.Predicate(s.Noun((s.Adjective("active"),), s.Word("shop")), all=True),
            ),
        ),
        # In the parentheses of a noun, sets keep their places and conditions.
        (
            "some (park on corner or shop with floors > 1) as x other than self",
            s.Quantified(
                SOME,
                members(
                    s.Noun(
                        (),
                        s.HeadGroup(
                            "or",
                            (
                                members(kind("park"), s.Place("corner")),
                                members(
                                    kind("shop"),
                                    where=s.Binary(">", s.ValueOf(s.Value("floors"), None), s.Integer(1)),
                                ),
                            ),
                        ),
                    ),
                    s.Place("other", SELF),
                    name="x",
                ),
                None,
            ),
        ),
        # A set in parentheses is one noun, an expression in parentheses another thing.
        (
            "some (park) and (some park)",
            s.Binary(
                "and",
                s.Quantified(SOME, members(s.Noun((), s.HeadGroup("or", (members(kind("park")),)))), None),
                s.Paren(s.Quantified(SOME, members(kind("park")), None)),
            ),
        ),
        # `in group of NOUN at REF` is one place; the group's noun takes no place of its own.
        (
            "some park in group of shop at self in row of self",
            s.Quantified(
                SOME,
                members(
                    kind("park"),
                    s.Place("group", SELF, noun=kind("shop")),
                    s.Place("region_of", SELF, "row"),
                ),
                None,
            ),
        ),
    ],
)
def test_trees(text: str, meant: s.Expr) -> None:
    """Trees written out by hand."""
    assert tree(text) == meant


@pytest.mark.parametrize(
    "text",
    [
        "1 < 2 < 3",  # comparisons do not chain
        "not 1 + 2 = = 3",
        "some park with floors + 1 > 2",  # a sum after `with` needs parentheses
        "some park with not a shop",
        "if total = 1 then 2 = 2",  # no `else`
        "(some park) is active",
        "every park",  # says nothing of it
        "1 between 2 or 3",
        "some (park or shop and harbor)",  # one of the two words only
    ],
)
def test_not_in_the_language(text: str) -> None:
    """What has no reading is refused."""
    with pytest.raises(Failure) as caught:
        tree(text)
    assert [d.code for d in caught.value.diagnostics] == ["TP002"]


def test_keywords_are_reserved() -> None:
    """Words of the grammar, and only those: names of the game's kinds are none of them."""
    assert {"score", "adjacent", "every", "between", "mod", "activation_first"} <= keywords()
    assert keywords().isdisjoint({"park", "shop", "expert", "class", "import", "x"})
