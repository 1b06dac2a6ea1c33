"""Generated Python: no text of an author's becomes code, whatever it says."""

from __future__ import annotations

import ast
import keyword
from pathlib import Path

import pytest

from dsl import core as c
from dsl.assemble import Specification
from dsl.board import Board
from dsl.city import Building, City
from dsl.diagnostics import Bag, Failure
from dsl.load import load, shipped
from dsl.scorer import Scorer
from dsl.to_python import compile_module, module_source
from dsl.view import View

TESTS = Path(__file__).parent
# What generated code may call on the city: the public side of a view.
API = {name for name in vars(View) if not name.startswith("_")} - {"kinds", "board"}
BUILTINS = {"sum", "len", "min", "max", "any", "all", "frozenset"}
NODES = (
    ast.Module, ast.FunctionDef, ast.arguments, ast.arg, ast.Return, ast.Assign, ast.Name, ast.Load, ast.Store,
    ast.Constant, ast.Tuple, ast.Set, ast.List, ast.Call, ast.keyword, ast.Attribute, ast.Lambda, ast.IfExp,
    ast.GeneratorExp, ast.ListComp, ast.comprehension, ast.BoolOp, ast.And, ast.Or, ast.UnaryOp, ast.Not, ast.USub,
    ast.BinOp, ast.Add, ast.Sub, ast.Mult, ast.FloorDiv, ast.Mod,
    ast.Compare, ast.Eq, ast.NotEq, ast.Lt, ast.LtE, ast.Gt, ast.GtE, ast.In, ast.NotIn,
)  # fmt: skip


def harmless(source: str, words: set[str]) -> set[str]:
    """Only nodes, names and attributes that scoring needs; `words` are the strings that may occur.

    Returns the names of the functions."""
    tree = ast.parse(source)
    made = {node.name for node in tree.body if isinstance(node, ast.FunctionDef)}
    constants = {t.id for n in tree.body if isinstance(n, ast.Assign) for t in n.targets if isinstance(t, ast.Name)}
    assert all(name.isupper() for name in constants)
    bound = {"city", "here"}
    for node in ast.walk(tree):
        if isinstance(node, ast.comprehension):
            assert isinstance(node.target, ast.Name)
            bound.add(node.target.id)
        elif isinstance(node, ast.Lambda):
            bound |= {a.arg for a in node.args.args}
    assert all(name in ("city", "here", "x", "r") or name[1:].isdigit() and name[0] in "xr" for name in bound)
    for node in ast.walk(tree):
        assert isinstance(node, NODES), ast.dump(node)
        if isinstance(node, ast.Attribute):
            assert isinstance(node.value, ast.Name) and node.value.id == "city" and node.attr in API
        elif isinstance(node, ast.Name):
            assert node.id in bound | constants | BUILTINS | {"look_up"}, node.id
        elif isinstance(node, ast.FunctionDef):
            assert [a.arg for a in node.args.args] == ["city", "here"] and not node.decorator_list
            assert len(node.body) == 1 and isinstance(node.body[0], ast.Return)
        elif isinstance(node, ast.Constant) and not isinstance(node.value, int):
            assert node.value in words, node.value
    return made


def words_of(game: c.Game) -> set[str]:
    """Strings that the clauses of a game may name: kinds, resources, places."""
    places = {"row", "column", "line", "district", "left", "right", "top", "bottom"}
    return {*game.kinds, *(r.name for r in game.resources), *places}


@pytest.mark.parametrize("folder", [shipped(), TESTS / "games" / "orchard", TESTS / "games" / "two_by_two"])
def test_shipped_source(folder: Path) -> None:
    """Every clause of every mode, under every single other reading, is harmless and has its rule above it."""
    spec = load([folder])
    for mode in spec.modes:
        choices = [{}] + [{r.name: n} for r in spec.rulings.values() for n in r.names()[1:]]
        for readings in choices:
            scorer = Scorer(spec, mode, readings)
            made = harmless(scorer.source, words_of(scorer.game))
            assert len(made) == len((*scorer.game.clauses, *scorer.game.ties, *scorer.game.gains))
            for clause in scorer.game.clauses:
                assert f"# {clause.part}: {clause.text}\ndef score_{clause.part}_" in scorer.source


# Names that are words of Python, names that generated code uses, and names that only look odd.
NAMES = [
    "class", "import", "lambda", "exec", "eval", "print_", "def", "return", "yield", "global", "pass", "del", "async",
    "none", "len", "frozenset", "here", "look_up", "x1", "r1", "x", "builtins", "set", "int", "str",
    "object", "os", "sys", "a__b", "q9", "score_class_0", "table_2",
]  # fmt: skip
TEXTS = ['', "'''", "\\", "\\n", "#", "# -*- coding: utf-7 -*-", "{0}", "%s", "é ü 漢 🐝", "\\N{BULLET}", "; import os",
         "'); import os; ('", "\u2028import os", "\x0cimport os", "\x85import os", "-- no comment"]  # fmt: skip


def test_hostile_names_and_texts(tmp_path: Path) -> None:
    """Kinds, parts, tables and rulings may be called anything; titles and notes may say anything."""
    assert sum(keyword.iskeyword(name) for name in NAMES) > 8
    lines = [
        'resource energy "E" { glyph e pieces 9 }',
        'mode eval_mode "M" { board { 1 1\n1 1 } rounds 1 turns 1 }',
    ]
    for i, name in enumerate(NAMES):
        text = TEXTS[i % len(TEXTS)]
        lines.append(
            f'building {name} "{text}" {{ summary "{text}" note "{text}" cites "{text}" needs nothing\n'
            f"  score count of {name} + size of group of {name} at self  -- {text}\n"
            f"  score t_{name}(count of ({name} or {NAMES[i - 1]}) adjacent to self) if every {name} as {name} is active\n"
            f"}}\ntable t_{name} [{i}, 2, 3, 4, 5]"
        )
        lines.append(f'ruling r_{name} "{text}" {{ reading {name} "{text}" because "{text}" }}')
        lines.append(f'scoring s_{name} "{text}" {{ score longest run of {name} in a row }}')
    path = tmp_path / "hostile.rules"
    path.write_text("\n".join(lines), "utf-8", newline="")
    spec = load([path])
    scorer = Scorer(spec, "eval_mode")
    made = harmless(scorer.source, words_of(scorer.game))
    assert len(made) == 3 * len(NAMES)
    # It means what it says: two of the kind side by side count 2 + 2 each and have one such neighbour, for which the
    # table says 2; the longest run is 2.
    for name in NAMES:
        b = Building(name, active=True, seats={})
        sheet = scorer.sheet(City("eval_mode", (b, b, None, None), {}))
        assert {k: n for k, n in sheet.parts.items() if n} == {name: 2 * (2 + 2 + 2), f"s_{name}": 2}


@pytest.mark.parametrize(
    "text",
    [
        'building a"b "X" {}',
        'building a "X"; import os "" {}',
        'building a\' "X" {}',
        'building a.b "X" {}',
        'building a\\n "X" {}',
        'building é "X" {}',
        'building __import__ "X" {}',
        'scoring s "S" { score __import__("os") }',
        'scoring s "S" { score count of a.__class__ }',
        'scoring s "S" { score "1" }',
    ],
)
def test_what_no_name_can_hold(tmp_path: Path, text: str) -> None:
    """Names begin with a small letter and have letters, digits and `_`: nothing else passes the parser."""
    path = tmp_path / "text.rules"
    path.write_text(text, "utf-8")
    with pytest.raises(Failure) as caught:
        load([path], Bag())
    assert {d.code for d in caught.value.diagnostics} <= {"TP002", "TP038"}
    assert "TP002" in {d.code for d in caught.value.diagnostics}


@pytest.mark.parametrize(
    "end", ["\n", "\r", "\r\n", "\x0b", "\x0c", "\x1c", "\x85", "\u2028", "\u2029", "\n\n\r", "\x00"]
)
@pytest.mark.parametrize("place", ["title", "comment"])
def test_comments_do_not_end_early(end: str, place: str) -> None:
    """Whatever ends a line in Python or elsewhere, what follows is still a comment."""
    hostile = f"a rule{end}raise SystemExit{end}    raise SystemExit"
    title, comment = (hostile, "c") if place == "title" else ("t", hostile)
    source = module_source(title, {"f": (comment, c.Num(3))})
    assert harmless(source, set()) == {"f"}
    board = Board(1, 1, (1,))
    mode = c.Mode("m", "M", board, 1, 1, (1,), 1)
    game = c.Game(mode, (), {}, (), (), (), True, "free", {}, {}, None)
    view = View(City("m", (None,), {}), game)
    assert compile_module(title, {"f": (comment, c.Num(3))})["f"](view, 0) == 3


def test_no_builtins_but_those_listed() -> None:
    """Even if a name got through: what is not on the list is not there."""
    made = compile_module("t", {"f": ("", c.Num(1))})
    scope = made["f"].__globals__  # type: ignore[attr-defined]
    assert set(scope["__builtins__"]) == BUILTINS
    for name in ("open", "exec", "eval", "__import__", "getattr", "print"):
        with pytest.raises(NameError):
            eval(name, scope)


def test_source_is_readable(spec: Specification) -> None:
    """A clause as it is shown: the rule above it, the sets and tables named once at the top."""
    source = Scorer(spec, "classic").source
    assert source.startswith("# classic\n")
    assert source.count("SHOP = frozenset({'shop'})") == 1
    # The Factory: 2 for each adjacent Shop. Standing means active, where inactive buildings leave.
    assert (
        "# factory: score 2 per shop adjacent to self\n"
        "def score_factory_0(city, here):\n"
        "    return sum(2 for x1 in city.adjacent(here) if city.kind(x1) in SHOP and city.active(x1))\n"
    ) in source
