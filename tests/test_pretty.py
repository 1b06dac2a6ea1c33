"""Printing: what is printed reads back as the same tree, and formatting loses nothing.

Guarantee: the promises at the top of `dsl/pretty.py` hold for drawn trees with drawn comments, for
cases written by hand, and for every file of the shipped specification.
"""

from __future__ import annotations

import dataclasses
import re
from collections import Counter
from pathlib import Path
from typing import Any

import pytest
import strategies
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st

from dsl import syntax as s
from dsl.diagnostics import Bag, render
from dsl.layout import format_file
from dsl.parse import parse
from dsl.pretty import clause, grid_rows, table
from dsl.pretty_expressions import expression, noun, set_expr
from dsl.source import Source

SHIPPED = sorted((Path(__file__).parent.parent / "spec").rglob("*.rules"))

often = settings(max_examples=60, deadline=None, suppress_health_check=[HealthCheck.too_slow])


# ---- help --------------------------------------------------------------------------------------


def read(text: str) -> s.File:
    """The tree of a text that must be free of errors."""
    bag = Bag()
    file = parse(Source("test.rules", text), bag)
    assert not bag.found, text + "\n" + "\n".join(map(render, bag.found))
    return file


def formatted(text: str) -> str:
    """A text in its canonical layout."""
    return format_file(read(text), Source("test.rules", text))


def kept(text: str, tree: s.File) -> None:
    """Check that formatting a text keeps its tree and its comments, and is done at once."""
    result = format_file(tree, Source("test.rules", text))
    again = read(result)
    assert tidy(again) == tidy(tree)
    assert comments(result) == comments(text)
    assert format_file(again, Source("test.rules", result)) == result


def printed(tree: s.File) -> str:
    """A drawn tree as text."""
    return format_file(tree, Source("test.rules", ""))


def tidy(node: Any) -> Any:
    """A tree whose grids are equal if their rows are, whatever the space between the cells."""
    if isinstance(node, s.Grid):
        return s.Grid(repr(grid_rows(node)))
    return _rebuilt(node, tidy)


def without_parentheses(node: Any) -> Any:
    """A tree without its `Paren` nodes."""
    if isinstance(node, s.Paren):
        return without_parentheses(node.inner)
    return _rebuilt(node, without_parentheses)


def _rebuilt(node: Any, change: Any) -> Any:
    if isinstance(node, tuple):
        return tuple(change(x) for x in node)
    if isinstance(node, s.Node):
        parts = {f.name: getattr(node, f.name) for f in dataclasses.fields(node)}
        return dataclasses.replace(node, **{k: change(v) for k, v in parts.items()})
    return node


def line(text: str) -> s.Line:
    """The only line of a scoring."""
    (item,) = read(f'scoring x "X" {{ {text} }}').items
    assert isinstance(item, s.Declaration)
    (only,) = item.lines
    return only


def condition(text: str) -> s.Expr:
    """An expression, as the condition of a clause."""
    clause_ = line(f"score 1 if {text}")
    assert isinstance(clause_, s.Score)
    assert clause_.condition is not None
    return clause_.condition


def comments(text: str) -> Counter[str]:
    """The comments of a text, grids included, in which no string is cut by a line's end."""
    found = re.findall(r'"[^"\n]*"|(--[^\n]*)', text)
    return Counter(c.rstrip() for c in found if c)


# ---- drawn trees -------------------------------------------------------------------------------


@often
@given(strategies.expr())
def test_an_expression_reads_back(tree: s.Expr) -> None:
    """Text and tree of an expression say the same."""
    assert condition(expression(tree)) == tree


@often
@given(strategies.expr().map(without_parentheses))
def test_parentheses_are_put_where_the_tree_needs_them(tree: s.Expr) -> None:
    """A tree that lacks parentheses is printed with them, and does not change its meaning."""
    assert without_parentheses(condition(expression(tree))) == tree


@often
@given(strategies.set_expr())
def test_a_set_reads_back(tree: s.SetExpr) -> None:
    """Text and tree of a set say the same."""
    assert condition(f"no {set_expr(tree)}") == s.Quantified(s.Quantifier("no"), tree, None)


@often
@given(strategies.noun())
def test_a_noun_reads_back(tree: s.Noun) -> None:
    """Text and tree of a noun say the same."""
    assert line(f"joins groups of {noun(tree)}") == s.Joins(tree, False)


@often
@given(strategies.clauses)
def test_a_clause_reads_back(tree: s.Clause) -> None:
    """Text and tree of a clause say the same, and the text is one line."""
    text = clause(tree)
    assert "\n" not in text
    assert line(text) == tree


@often
@given(strategies.declarations)
def test_a_declaration_fits_on_one_line(tree: s.Declaration | s.TableDeclaration) -> None:
    """The one-line text reads back, where no grid has more than one row."""
    text = clause(tree)
    assert "\n" not in text

    def of_one_row(node: Any) -> Any:
        if isinstance(node, s.Grid):
            cells = " / ".join(" ".join(c) for c, _ in grid_rows(node) if c)
            return s.Grid(f" {cells} " if cells else " ")
        return _rebuilt(node, of_one_row)

    assert read(text).items == (of_one_row(tree),)


@often
@given(strategies.trees)
def test_a_file_reads_back(tree: s.File) -> None:
    """A formatted file has the same tree, stays as it is, and ends in one newline."""
    text = printed(tree)
    again = read(text)
    assert tidy(again) == tidy(tree)
    assert format_file(again, Source("test.rules", text)) == text
    assert text == "" or (text.endswith("\n") and not text.endswith("\n\n"))
    assert not re.search(r"(?m)[ \t]$|^\n\n", text)


# ---- drawn comments ----------------------------------------------------------------------------

GRID_OPENS = re.compile(r"\s*(example|board|numbers on)\b.*\{$")
TABLE_OPENS = re.compile(r"\s*(score|table)\b.*(\[|:)$")


@often
@given(strategies.trees, st.data())
def test_comments_in_their_places_stay(tree: s.File, data: st.DataObject) -> None:
    """Comments at the ends of lines, before lines, before braces and at the end do not move."""
    out = []
    inside = ""  # `table` or `grid`, if that is what the line stands in
    for number, row in enumerate(printed(tree).split("\n")):
        indent, opens = re.match(" *", row)[0], ""  # type: ignore[index]
        if GRID_OPENS.match(row):
            opens = "grid"
        elif TABLE_OPENS.match(row):
            opens = "table"
        closes = row.lstrip()[:1] == {"grid": "}", "table": "]"}.get(inside)
        if row.strip() == "}" or (closes and inside == "grid"):
            indent += "  "  # to stand with what the brace closes
        before = inside != "table"
        # What opens a grid or a broken table can not be followed by a comment of its own.
        after = not opens and (inside != "table" or closes)
        if "--" in re.sub('"[^"]*"', "", row) or not row:
            before = after = False
        if before and data.draw(st.booleans()):
            out.append(f"{indent}-- before {number}")
        if after and data.draw(st.booleans()):
            row += f"  -- after {number}"
        out.append(row)
        inside = opens or ("" if closes else inside)
    text = "\n".join(out)
    if text and data.draw(st.booleans()):
        text += "\n-- the end\n"
    assert formatted(text) == text


@often
@given(strategies.trees, st.data())
def test_no_comment_is_lost(tree: s.File, data: st.DataObject) -> None:
    """Comments anywhere between two words are kept, and the tree stays what it was."""
    number = 0

    def maybe(match: re.Match[str]) -> str:
        nonlocal number
        if match[0] not in (" ", "\n") or data.draw(st.integers(0, 5)) != 0:
            return match[0]
        number += 1
        # Not at the start of a line, where some words begin a declaration.
        return f" -- {number}\n  " if match[0] == " " else f" -- {number}\n"

    # Strings and all up to the end of a grid are left alone.
    grid = r'\b(?:board|example|numbers on spaces) (?:"[^"\n]*"|[^"{])*\{[^}]*\}'
    text = re.sub(rf'{grid}|"[^"\n]*"|[ \n]', maybe, printed(tree))
    read_back = read(text)
    assert tidy(read_back) == tidy(tree)
    kept(text, read_back)


# ---- by hand -----------------------------------------------------------------------------------


def check(text: str, expected: str) -> None:
    """Compare with the expected layout, which must be stable."""
    assert formatted(text) == expected
    assert formatted(expected) == expected


def test_comments_of_a_declaration() -> None:
    """Comments follow what they stand at; blank lines are kept, at most one."""
    check(
        """\
-- A comment of the file.


-- About inhabitants,
-- in two lines.
resource inhabitant "Inhabitant" { plural inhabitants "Inhabitants"  -- people
  glyph i  pieces 65 -- in the box


  costs 1 unseated -- each

  -- nothing else
} -- a resource
-- about energy
resource energy "Energy" {   -- opening
  -- first
      glyph e
}
-- the end""",
        """\
-- A comment of the file.

-- About inhabitants,
-- in two lines.
resource inhabitant "Inhabitant" {
  plural inhabitants "Inhabitants"  -- people
  glyph i
  pieces 65  -- in the box

  costs 1 unseated  -- each

  -- nothing else
}  -- a resource

-- about energy
resource energy "Energy" {  -- opening
  -- first
  glyph e
}

-- the end
""",
    )


def test_comments_inside_an_item_move_before_it() -> None:
    """What is printed as one line can not hold them."""
    check(
        """\
building -- a name
  shop "Shop" -- a parent
  is place { needs nothing

  -- before
  score 2 -- each
    per park -- a green one
    adjacent to self at -- bound
    most -- really
    4 -- after
}
table t [0, -- none
  1]
""",
        """\
-- a name
-- a parent
building shop "Shop" is place {
  needs nothing

  -- before
  -- each
  -- a green one
  -- bound
  -- really
  score 2 per park adjacent to self at most 4  -- after
}

-- none
table t [0, 1]
""",
    )


def test_a_grid_of_several_rows_stands_on_lines_of_its_own() -> None:
    """In a block that would else be one line, too."""
    check(
        """\
placement square "Square" {
  under rule is lines { numbers on spaces { 1 2
   3 4 } }
  under rule is shown { numbers on spaces {
    1 2 } }
}
""",
        """\
placement square "Square" {
  under rule is lines {
    numbers on spaces {
      1 2
      3 4
    }
  }
  under rule is shown { numbers on spaces { 1 2 } }
}
""",
    )


def test_grids() -> None:
    """Columns are aligned, cells and comments are kept, blank rows are not."""
    check(
        """\
mode expert "Expert" { board { 1 1 4 2 2
 1 10 4 2 2

          5 5 4 3 3 -- the last } -- each number is a district
  rounds 5
}
tile fire_station "Fire Station" is public_service {
  example expert "two factories" -- title
  { F fire_station F  -- one
    -- all empty
    . F } -- and
    scores 9 totals -3 part x 2 -- all
  example expert with 2 energy and 1 park under r is a { } scores 0
}
""",
        """\
mode expert "Expert" {
  board {
    1 1  4 2 2
    1 10 4 2 2
    5 5  4 3 3  -- the last
  }  -- each number is a district
  rounds 5
}

tile fire_station "Fire Station" is public_service {
  -- title
  -- and
  example expert "two factories" {
    F fire_station F  -- one
    -- all empty
    . F
  } scores 9 totals -3 part x 2  -- all
  example expert with 2 energy and 1 park under r is a { } scores 0
}
""",
    )


def test_properties() -> None:
    """A short claim stays on the line of its property, if it is alone there."""
    long = " or ".join(["own >= 0"] * 7)
    check(
        f"""\
scoring harbors "Harbors" {{
  property "four" {{
     range own from 0 to 12 }} -- short
  property expert "park -- {{" {{ when some park in city  always own >= 0 -- claim
  }}
  property "why" {{ -- because
    -- of this
    sometimes total = -3 }}
  property "long" {{ always {long} }}
}}
""",
        f"""\
scoring harbors "Harbors" {{
  property "four" {{ range own from 0 to 12 }}  -- short
  property expert "park -- {{" {{
    when some park in city
    always own >= 0  -- claim
  }}
  property "why" {{  -- because
    -- of this
    sometimes total = -3
  }}
  property "long" {{
    always {long}
  }}
}}
""",
    )


def test_long_tables() -> None:
    """Only a table of lists that does not fit is broken, one row per line."""
    row = ", ".join(str(n) for n in range(12))
    flat = ", ".join(str(n) for n in range(40))
    check(
        f"""\
table short [[0, 1], [2, 3]+]
table long [from 1, 0: [{row}], -- first
  [{row}+], [0]+]
scoring x "X" {{
  score by count of park, count of shop [[{row}], [{row}]] at most 8 if true  -- long
  score by count of park [{flat}]
}}
""",
        f"""\
table short [[0, 1], [2, 3]+]

-- first
table long [from 1, 0:
  [{row}],
  [{row}+],
  [0]+
]

scoring x "X" {{
  score by count of park, count of shop [
    [{row}],
    [{row}]
  ] at most 8 if true  -- long
  score by count of park [{flat}]
}}
""",
    )


def test_blocks() -> None:
    """Blocks nest, two spaces each; an empty one stays on its line."""
    check(
        """\
game "Q" { under a is b { inactive buildings leave tiles score even when inactive } seating full }
inventory expert { tower_block one: 2 1 1 -- stock
  from 3 players { -- more
    harbor three_vp: 0 1 }
  tiles replace public_service }
scoring none "None" {

}
scoring none "None" {
-- nothing

}
""",
        """\
game "Q" {
  under a is b {
    inactive buildings leave
    tiles score even when inactive
  }
  seating full
}

inventory expert {
  tower_block one: 2 1 1  -- stock
  from 3 players {  -- more
    harbor three_vp: 0 1
  }
  tiles replace public_service
}

scoring none "None" {}

scoring none "None" {
  -- nothing
}
""",
    )


@pytest.mark.parametrize(
    ("text", "expected"),
    [
        ("", ""),
        ("\n\n  \n", ""),
        ("  -- alone  ", "-- alone\n"),
        ('-- a\r\n\r\n\r\nresource x "X" {\r\n glyph x -- b\r\n}\r\n', None),
    ],
)
def test_files_with_little_in_them(text: str, expected: str | None) -> None:
    """Empty files, lone comments, line ends of another system."""
    check(text, expected or ("" if expected == "" else FROM_ELSEWHERE))


FROM_ELSEWHERE = """\
-- a

resource x "X" {
  glyph x  -- b
}
"""


@pytest.mark.parametrize(
    "text",
    [
        "- -3 < 1 - -2",
        "not not (true or false) and true",
        "1 - 2 - 3 * 4 mod 5 = (1 - (2 - 3))",
        "if a park then 1 else if no shop then 2 else 3",
        "count of shop with floors > 2 = 3",
        "every shop with a park is not active",
        "some row through self has at most 2 park on left edge",
        "no (park and not playground) as p in group of shop at self other than p is all park",
        "longest run of (harbor or shop) in a line >= run of harbor through it in row",
        "sum of if it is park then 1 else 0 over space within 2 of self between 1 and max(2, 3)",
        "combined energy seated of shop where (floors + 1 > 2) = printed vp of self",
        "reading of customs is complete or unseated energy > energy seated on self",
    ],
)
def test_expressions_stay_as_written(text: str) -> None:
    """The text of an expression is the one it was read from."""
    assert expression(condition(text)) == text


def test_missing_parentheses() -> None:
    """Trees that no text has are printed with the parentheses that they need."""
    one, two = s.Integer(1), s.Integer(2)
    less = s.Binary("<", one, two)
    assert expression(s.Binary("-", one, s.Binary("-", one, two))) == "1 - (1 - 2)"
    assert expression(s.Binary("<", less, s.Unary("-", s.Integer(-3)))) == "(1 < 2) < - -3"
    assert expression(s.Unary("not", s.Binary("and", less, less))) == "not (1 < 2 and 1 < 2)"
    has = s.Has(s.Binary("<", s.Binary("+", one, two), two))
    over = s.SetExpr(s.Noun((), s.Word("park")), None, (), None)
    assert expression(s.Quantified(s.Quantifier("every"), over, has)) == ("every park has (1 + 2 < 2)")
    gain = s.GainEnd("gain", s.Binary("+", one, two), s.Word("energy"), None, None)
    assert clause(gain) == "when game ends gain (1 + 2) energy"


def test_single_lines() -> None:
    """Blocks and grids have a text of one line, for messages."""
    text = 'example expert "two" { F\n park -- x\n . F } scores 9'
    assert clause(line(text)) == 'example expert "two" { F / park / . F } scores 9'
    block = line("expert { floors up to 5 copies 2 }")
    assert clause(block) == "expert { floors up to 5  copies 2 }"
    by = line("score by floors of self [from 1: 1, 3+]")
    assert isinstance(by, s.ScoreBy)
    assert table(by.table) == "[from 1: 1, 3+]"


# ---- the shipped specification -----------------------------------------------------------------


@pytest.mark.parametrize("path", SHIPPED, ids=lambda path: path.stem)
def test_shipped_files_survive(path: Path) -> None:
    """Formatting a shipped file keeps its tree and its comments."""
    text = path.read_text("utf-8")
    kept(text, read(text))
