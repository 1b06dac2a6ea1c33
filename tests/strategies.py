"""Hypothesis strategies that draw syntax trees.

Guarantee: every tree drawn is one that the parser can return: well-formed by the grammar, with
parentheses wherever it asks for them, though names and types mean nothing. Each function follows
the rule of the grammar that it is named after; `depth` bounds how far rules nest.
"""

from __future__ import annotations

from collections.abc import Callable
from functools import cache
from typing import Generic, TypeVar

from hypothesis import strategies as st
from hypothesis.strategies import SearchStrategy

from dsl import syntax as s
from dsl.grammar import keywords

T = TypeVar("T")
DEPTH = 3

# ---- words -------------------------------------------------------------------------------------

names = st.one_of(
    st.sampled_from(["park", "shop", "harbor", "energy", "expert", "x", "t1", "tower_block"]),
    st.from_regex(r"[a-z][a-z0-9_]{0,5}", fullmatch=True).filter(lambda n: n not in keywords()),
)
words = names.map(s.Word)
# Dashes and braces often: to a careless reader they look like comments and blocks.
texts = st.one_of(
    st.sampled_from(["", "Tower Block", "p. 5 -- not a comment", "{ not a block }", " -- {"]),
    st.text(st.characters(exclude_characters='"\n', exclude_categories=["Cs"]), max_size=12),
).map(s.Text)
naturals = st.one_of(st.integers(0, 12), st.integers(0, 10**18 - 1))
signed = st.one_of(naturals, naturals.map(lambda n: -n))
states = st.sampled_from(["built", "empty", "active", "inactive", "placed"])
lines_of_space = st.sampled_from(["row", "column", "line"])
refs = st.one_of(st.sampled_from(["self", "it"]), names).map(s.Ref)


def _tuples(x: SearchStrategy[T], low: int = 0, high: int = 3) -> SearchStrategy[tuple[T, ...]]:
    return st.lists(x, min_size=low, max_size=high).map(tuple)


class _Rule(Generic[T]):
    """A family of strategies, one for each depth.

    A call gives one that Hypothesis can not look into: nested in each other as they are, their
    descriptions, which it writes while it shrinks, would fill gigabytes. `flat` gives the plain
    one, whose alternatives then count as much as those that it is joined with.
    """

    def __init__(self, body: Callable[[int], SearchStrategy[T]]) -> None:
        self.flat = cache(body)

        def draw_rule(draw: st.DrawFn, depth: int) -> T:
            return draw(self.flat(depth))

        draw_rule.__name__ = body.__name__
        self._closed = cache(st.composite(draw_rule))

    def __call__(self, depth: int = DEPTH) -> SearchStrategy[T]:
        return self._closed(max(0, depth))


# ---- expressions -------------------------------------------------------------------------------

values = st.one_of(
    st.just(s.Value("floors")),
    st.builds(s.Value, st.just("printed"), st.none() | words),
    st.builds(s.Value, st.just("seated"), words),
)
measures = st.one_of(
    st.builds(s.ValueOf, values, st.none() | refs),
    st.builds(s.Units, st.sampled_from(["unseated", "received"]), words),
)


@_Rule
def expr(depth: int) -> SearchStrategy[s.Expr]:
    """Any expression."""
    if depth <= 0:
        return or_.flat(depth)
    inner = expr(depth - 1)
    return st.one_of(or_.flat(depth), st.builds(s.IfElse, inner, inner, inner))


@_Rule
def or_(depth: int) -> SearchStrategy[s.Expr]:
    """An expression without a free `if`."""
    if depth <= 0:
        return and_.flat(depth)
    return st.one_of(and_.flat(depth), _binary(["or"], or_(depth - 1), and_(depth - 1)))


@_Rule
def and_(depth: int) -> SearchStrategy[s.Expr]:
    """An expression without a free `or`."""
    if depth <= 0:
        return not_.flat(depth)
    return st.one_of(not_.flat(depth), _binary(["and"], and_(depth - 1), not_(depth - 1)))


@_Rule
def not_(depth: int) -> SearchStrategy[s.Expr]:
    """An expression without a free `and`."""
    if depth <= 0:
        return cmp.flat(depth)
    return st.one_of(cmp.flat(depth), st.builds(s.Unary, st.just("not"), not_(depth - 1)))


_COMPARE = ["=", "!=", "<", "<=", ">", ">="]


@_Rule
def cmp(depth: int) -> SearchStrategy[s.Expr]:
    """A comparison, a quantified condition, a test, or a sum."""
    if depth <= 0:
        return sum_.flat(depth)
    part = sum_(depth - 1)
    return st.one_of(
        sum_.flat(depth),
        test.flat(depth),
        _binary(_COMPARE, part, part),
        st.builds(s.Between, part, part, part),
        st.builds(s.Quantified, quantifiers, set_expr(depth - 1), st.none() | is_what(depth - 1)),
    )


@_Rule
def bare_cmp(depth: int) -> SearchStrategy[s.Expr]:
    """What may follow `with`, `where` and `has`."""
    left, right = simple(depth - 1), unary(depth - 1)
    shallow = st.one_of(_binary(_COMPARE, left, right), st.builds(s.Between, left, right, right))
    if depth <= 0:
        return shallow
    return st.one_of(
        shallow,
        st.builds(s.Quantified, quantifiers, set_expr(depth - 1), st.none()),
        st.builds(s.Paren, expr(depth - 1)),
        test.flat(depth),
    )


@_Rule
def test(depth: int) -> SearchStrategy[s.Expr]:
    """`every SET is`, `REF is`, `reading of`."""
    every = st.just(s.Quantifier("every"))
    return st.one_of(
        st.builds(s.ReadingIs, words, words),
        st.builds(s.IsTest, refs, predicate(depth - 1)),
        st.builds(s.Quantified, every, set_expr(depth - 1), is_what(depth - 1)),
    )


def _binary(
    ops: list[str], left: SearchStrategy[s.Expr], right: SearchStrategy[s.Expr]
) -> SearchStrategy[s.Expr]:
    return st.builds(s.Binary, st.sampled_from(ops), left, right)


@_Rule
def sum_(depth: int) -> SearchStrategy[s.Expr]:
    """Operands of comparisons."""
    if depth <= 0:
        return product.flat(depth)
    return st.one_of(product.flat(depth), _binary(["+", "-"], sum_(depth - 1), product(depth - 1)))


@_Rule
def product(depth: int) -> SearchStrategy[s.Expr]:
    """Operands of sums."""
    if depth <= 0:
        return unary.flat(depth)
    ops = ["*", "/", "mod"]
    return st.one_of(unary.flat(depth), _binary(ops, product(depth - 1), unary(depth - 1)))


@_Rule
def unary(depth: int) -> SearchStrategy[s.Expr]:
    """Operands of products."""
    minus = st.just("-")
    if depth <= 0:
        return st.one_of(atom.flat(depth), st.builds(s.Unary, minus, simple(depth)))
    return st.one_of(atom.flat(depth), st.builds(s.Unary, minus, unary(depth - 1)))


@_Rule
def atom(depth: int) -> SearchStrategy[s.Expr]:
    """What a minus sign may stand before."""
    booleans = st.booleans().map(s.Boolean)
    if depth <= 0:
        return st.one_of(simple.flat(depth), booleans)
    return st.one_of(simple.flat(depth), booleans, st.builds(s.Paren, expr(depth - 1)))


@_Rule
def simple(depth: int) -> SearchStrategy[s.Expr]:
    """What may stand on the left of a comparison after `with`."""
    leaves: SearchStrategy[s.Expr] = st.one_of(
        naturals.map(s.Integer),
        measures,
        st.builds(s.DistanceTo, refs, refs),
        st.sampled_from([s.Metric("own"), s.Metric("total")]),
        st.builds(s.Metric, st.just("part"), words),
    )
    if depth <= 0:
        return leaves
    inner = expr(depth - 1)
    over, what = set_expr(depth - 1), noun(depth - 1)
    here = values.map(lambda v: s.ValueOf(v, None))
    return st.one_of(
        leaves,
        st.builds(s.Count, over),
        st.builds(s.Different, st.sampled_from(["kinds", "families"]), over),
        st.builds(s.Aggregate, st.sampled_from(["sum", "largest", "smallest"]), inner, over),
        st.builds(s.Aggregate, st.sampled_from(["highest", "lowest", "combined"]), here, over),
        st.builds(s.LongestRun, what, lines_of_space, st.none()),
        st.builds(s.LongestRun, what, st.none(), refs),
        st.builds(s.RunThrough, what, refs, lines_of_space),
        st.builds(s.GroupSize, what, refs),
        st.builds(s.LargestGroup, what),
        st.builds(s.DistanceNearest, refs, over),
        st.builds(s.MinMax, st.sampled_from(["min", "max"]), _tuples(inner, 2)),
        st.builds(s.LookUp, words, _tuples(inner, 1, 2)),
    )


quantifiers = st.one_of(
    st.sampled_from(["some", "a", "an", "no"]).map(s.Quantifier),
    st.builds(s.Quantifier, st.sampled_from(["exactly", "at_least", "at_most"]), naturals),
)


@_Rule
def predicate(depth: int) -> SearchStrategy[s.Predicate]:
    """What follows `is`."""
    state = states.map(lambda w: s.Noun((s.Adjective(w),), None))
    plain = head(depth).map(lambda h: s.Noun((), h))
    return st.one_of(
        st.builds(s.Predicate, state, st.just(False), st.booleans()),
        st.builds(s.Predicate, plain, st.just(False), st.booleans()),
        st.builds(s.Predicate, noun(depth), st.just(True), st.booleans()),
    )


@_Rule
def is_what(depth: int) -> SearchStrategy[s.Predicate | s.Has]:
    """What is said of the elements of a set."""
    return st.one_of(predicate(depth), st.builds(s.Has, bare_cmp(depth)))


# ---- sets --------------------------------------------------------------------------------------

head_words = st.sampled_from(
    [w + end for w in ["space", "building", "row", "column", "line", "district"] for end in ["", "s"]]
).map(s.HeadWord)


@_Rule
def head(depth: int) -> SearchStrategy[s.Word | s.HeadWord | s.HeadGroup]:
    """A kind, a word of the language, or sets in parentheses."""
    if depth <= 0:
        return st.one_of(words, head_words)
    inner = set_expr(depth - 1)
    return st.one_of(
        words,
        head_words,
        st.builds(s.HeadGroup, st.just("or"), _tuples(inner, 1)),
        st.builds(s.HeadGroup, st.just("and"), _tuples(inner, 2)),
    )


@_Rule
def noun(depth: int) -> SearchStrategy[s.Noun]:
    """A head with its adjectives."""
    adjectives = st.one_of(states, st.just("not")).map(s.Adjective)
    return st.builds(s.Noun, _tuples(adjectives, 0, 2), head(depth))


@_Rule
def place(depth: int) -> SearchStrategy[s.Place]:
    """Where the elements of a set are."""
    with_ref = st.sampled_from(["adjacent", "diagonal", "in", "through", "other"])
    region = st.sampled_from(["row", "column", "line", "district"])
    side = st.sampled_from(["left", "right", "top", "bottom"])
    return st.one_of(
        st.builds(s.Place, with_ref, refs),
        st.builds(s.Place, st.just("within"), refs, number=naturals),
        st.sampled_from([s.Place("city"), s.Place("edge"), s.Place("corner")]),
        st.builds(s.Place, st.just("region_of"), refs, region),
        st.builds(s.Place, st.just("group"), refs, noun=noun(depth)),
        st.builds(s.Place, st.just("side"), word=side),
    )


@_Rule
def set_expr(depth: int) -> SearchStrategy[s.SetExpr]:
    """A set: noun, name, places, condition."""
    where: SearchStrategy[s.Where | None] = st.none()
    if depth > 0:
        condition = bare_cmp(depth - 1)
        where |= st.builds(s.Where, st.sampled_from(["with", "where"]), condition)
    places = _tuples(place(depth - 1), 0, 2)
    return st.builds(s.SetExpr, noun(depth), st.none() | words, places, where)


# ---- clauses -----------------------------------------------------------------------------------

amounts = st.builds(s.Amount, naturals, words)
several = _tuples(amounts, 1)
limits = _tuples(st.builds(s.Limit, st.sampled_from(["most", "least"]), signed), 0, 2)
pers = st.none() | st.builds(s.Per, st.none() | naturals, set_expr() | measures)
table_rows = st.builds(s.TableRow, _tuples(signed, 1, 12), st.booleans())
starts = st.none() | _tuples(naturals, 1, 2)
tables = st.one_of(
    st.builds(s.TableLiteral, starts, _tuples(table_rows, 1, 1), st.just(True), st.just(False)),
    st.builds(s.TableLiteral, starts, _tuples(table_rows, 1), st.just(False), st.booleans()),
)
conditions = st.none() | expr()

clauses: SearchStrategy[s.Clause] = st.one_of(
    st.builds(s.Score, expr(), pers, limits, conditions),
    st.builds(s.ScoreBy, _tuples(expr(), 1, 2), tables, limits, conditions),
    st.builds(s.Needs, _tuples(amounts)),
    st.builds(s.Seats, _tuples(st.builds(s.Amount, st.none() | naturals, words)), st.booleans()),
    st.builds(s.MaxFloors, naturals),
    st.builds(s.Copies, naturals),
    st.builds(s.Print, words, _tuples(amounts), naturals),
    st.builds(s.GainPlaced, several),
    st.builds(
        s.GainEnd,
        st.sampled_from(["gain", "may gain", "may gain all of"]),
        st.one_of(naturals.map(s.Integer), st.builds(s.Paren, expr())),
        words,
        pers,
        conditions,
    ),
    st.builds(s.Joins, noun(), st.booleans()),
)

# ---- lines -------------------------------------------------------------------------------------


@st.composite
def grids(draw: st.DrawFn) -> s.Grid:
    """A raw grid: cells, blank space of all sorts, comments."""
    cells = st.one_of(
        st.sampled_from([".", "F", "T3", "H+2vp", "S@3i", "F-", "fire_station"]),
        st.from_regex(r"[A-Za-z0-9.+@_]{1,5}", fullmatch=True),
    )
    space = st.sampled_from([" ", "  ", "\t", " \r"])
    remark = st.sampled_from(["-- row", "--", '-- "', "--- x -- y  "])
    rows = []
    for row in draw(st.lists(st.lists(cells, max_size=4), max_size=4)):
        parts = [draw(space) + cell for cell in row]
        if draw(st.integers(0, 4)) == 0:
            parts.append(draw(space) + draw(remark))
        rows.append("".join(parts) + draw(st.sampled_from(["", " ", "\n"])))
    return s.Grid("\n".join(rows))


def _infos(*kinds: str) -> SearchStrategy[s.Info]:
    return st.builds(s.Info, st.sampled_from(kinds), texts)


given_readings = st.builds(s.GivenReading, words, words)
expects = st.one_of(
    st.builds(s.Expect, st.sampled_from(["scores", "totals"]), signed),
    st.builds(s.Expect, st.just("receives"), naturals, words),
    st.builds(s.Expect, st.just("part"), signed, words),
)
examples = st.builds(
    s.Example,
    words,
    st.none() | texts,
    _tuples(st.one_of(given_readings, st.builds(s.GivenSupply, several)), 0, 2),
    grids(),
    _tuples(expects, 1, 2),
)
claims = st.one_of(
    st.builds(s.Claim, st.sampled_from(["always", "sometimes"]), expr()),
    st.builds(s.Claim, st.just("range"), expr(), signed, signed),
)
property_options = st.one_of(
    st.builds(s.Assumption, expr()),
    st.builds(s.Setting, st.just("scope"), names),
    st.builds(s.Setting, st.just("timeout"), naturals.map(str)),
    given_readings,
    _infos("cites", "note"),
)
properties = st.builds(s.Property, st.none() | words, texts, _tuples(property_options, 0, 2), claims)
glyphs = st.from_regex(r"[A-Za-z]", fullmatch=True).map(s.Glyph)
plurals = st.builds(s.Plural, words, texts)


@_Rule
def kind_lines(depth: int) -> SearchStrategy[tuple[s.Line, ...]]:
    """The lines of a building, a tile or a scoring."""
    options = [
        _infos("cites", "summary", "note"),
        plurals,
        glyphs,
        clauses,
        examples,
        properties,
        st.builds(s.Modes, _tuples(words, 1)),
    ]
    if depth > 0:
        inner = kind_lines(depth - 1)
        options += [
            st.builds(s.ModeBlock, words, inner),
            st.builds(s.UnderBlock, words, words, inner),
        ]
    return _tuples(st.one_of(*options), 0, 8)


@_Rule
def game_lines(depth: int) -> SearchStrategy[tuple[s.Line, ...]]:
    """The lines of `game`."""
    options = [
        _infos("cites", "summary", "note"),
        st.builds(s.GameRule, st.just("inactive"), st.sampled_from(["leave", "stay"])),
        st.builds(s.GameRule, st.just("seating"), st.sampled_from(["free", "full", "activation_first"])),
        st.just(s.GameRule("tiles_score")),
    ]
    if depth > 0:
        options.append(st.builds(s.UnderBlock, words, words, game_lines(depth - 1)))
    return _tuples(st.one_of(*options), 0, 8)


@_Rule
def inventory_lines(depth: int) -> SearchStrategy[tuple[s.Line, ...]]:
    """The lines of an inventory."""
    options = [
        _infos("cites", "note"),
        st.builds(s.Stock, words, st.none() | words, _tuples(naturals, 1, 5)),
        st.builds(s.Replaces, words),
    ]
    if depth > 0:
        options.append(st.builds(s.FromPlayers, naturals, inventory_lines(depth - 1)))
    return _tuples(st.one_of(*options), 0, 8)


# ---- procedures --------------------------------------------------------------------------------


def _or(parts: tuple[s.Word, ...]) -> s.HeadGroup:
    return s.HeadGroup("or", tuple(s.SetExpr(s.Noun((), x), None, (), None) for x in parts))


piece_sets = st.builds(
    lambda head, place: s.SetExpr(s.Noun((), head), None, place, None),
    st.one_of(words, _tuples(words, 2, 3).map(_or)),
    st.one_of(st.just(()), names.map(lambda n: (s.Place("in", s.Ref(n)),))),
)
counters = st.sampled_from(["round", "rounds", "turn", "turns", "players", "moved"]).map(s.Counter)


@_Rule
def play_atom(depth: int) -> SearchStrategy[s.Expr]:
    """A number, or anything in parentheses."""
    leaves = st.one_of(naturals.map(s.Integer), counters, st.builds(s.Count, piece_sets), st.builds(s.Boolean, st.booleans()))
    return leaves if depth <= 0 else st.one_of(leaves, st.builds(s.Paren, play_expr(depth - 1)))


@_Rule
def play_sum(depth: int) -> SearchStrategy[s.Expr]:
    """A sum of products."""
    product = st.one_of(
        play_atom.flat(depth), st.builds(s.Binary, st.just("*"), play_atom(depth), play_atom(depth))
    )
    return st.one_of(product, st.builds(s.Binary, st.sampled_from("+-"), play_atom(depth), product))


@_Rule
def play_expr(depth: int) -> SearchStrategy[s.Expr]:
    """What a procedure can ask."""
    number = play_sum(depth)
    test = st.one_of(
        number,
        st.builds(s.Binary, st.sampled_from(["=", "!=", "<", "<=", ">", ">="]), number, number),
        st.builds(s.Between, number, number, number),
        st.builds(s.Quantified, quantifiers, piece_sets, st.none()),
        st.builds(s.ReadingIs, words, words),
    )
    test = st.one_of(test, st.builds(s.Unary, st.just("not"), test))
    both = st.one_of(test, st.builds(s.Binary, st.just("and"), test, test))
    return st.one_of(both, st.builds(s.Binary, st.just("or"), both, both))


moves = st.one_of(
    st.builds(s.MoveStep, st.none() | naturals, words, st.booleans(), words, words),
    st.builds(s.MoveStep, naturals, words, st.just(False), words, words, st.just(True)),
)


@_Rule
def play_steps(depth: int) -> SearchStrategy[tuple[s.Line, ...]]:
    """The steps of a procedure."""
    steps = [moves, st.builds(s.ShuffleStep, words), st.builds(s.DoStep, words)]
    if depth > 0:
        inner = play_steps(depth - 1)
        options = st.builds(s.Option, words, texts, st.none() | play_expr(1), inner)
        under = st.builds(s.UnderBlock, words, words, _tuples(options, 0, 2))
        steps += [
            st.builds(s.RepeatStep, naturals, inner),
            st.builds(s.EachStep, st.sampled_from(["round", "turn"]), inner),
            st.builds(s.IfStep, play_expr(1), inner),
            st.builds(s.ChooseStep, texts, _tuples(st.one_of(options, under), 0, 3)),
            st.builds(s.UnderBlock, words, words, inner),
        ]
    return _tuples(st.one_of(*steps), 0, 3)


play_claims = st.one_of(
    st.builds(s.PlayClaim, st.sampled_from(["always", "sometimes", "constant"]), play_expr(1)),
    st.builds(s.PlayClaim, st.just("after"), play_expr(1), words),
    st.just(s.PlayClaim("stuck")),
    st.builds(s.PlayClaim, st.just("one zone"), st.none(), words),
)
play_options = st.one_of(
    st.builds(s.Assumption, play_expr(1)),
    st.builds(s.ForPlayers, naturals, st.none() | naturals),
    st.just(s.EveryMove()),
    st.builds(s.Setting, st.just("timeout"), naturals.map(str)),
    given_readings,
    _infos("cites", "note"),
)


@_Rule
def procedure_lines(depth: int) -> SearchStrategy[tuple[s.Line, ...]]:
    """The lines of a procedure."""
    options = [
        _infos("cites", "summary", "note"),
        st.builds(s.Modes, _tuples(words, 1)),
        st.builds(s.PieceSort, words, texts, texts, st.none() | words, words),
        st.builds(s.Zone, words, texts, _tuples(words, 1)),
        st.builds(s.FaceDown, _tuples(words, 1)),
        st.builds(s.Routine, words, texts, play_steps(2)),
        st.builds(s.Play, play_steps(2)),
        st.builds(s.PlayProperty, st.none() | words, texts, _tuples(play_options, 0, 2), play_claims),
    ]
    if depth > 0:
        options.append(st.builds(s.UnderBlock, words, words, procedure_lines(depth - 1)))
    return _tuples(st.one_of(*options), 0, 8)


@_Rule
def placement_lines(depth: int) -> SearchStrategy[tuple[s.Line, ...]]:
    """The lines of a placement."""
    options = [
        _infos("cites", "note"),
        st.builds(s.Numbers, naturals, naturals, naturals, st.booleans()),
        st.builds(s.SpaceNumbers, grids()),
        st.builds(
            s.NewWhere,
            st.sampled_from(["building", "floor"]),
            _tuples(st.sampled_from(["row", "column", "district", "space", "floor"]), 0, 3),
        ),
    ]
    if depth > 0:
        options.append(st.builds(s.UnderBlock, words, words, placement_lines(depth - 1)))
    return _tuples(st.one_of(*options), 0, 8)


mode_lines = _tuples(
    st.one_of(
        _infos("cites", "summary", "note"),
        st.builds(s.Board, grids()),
        st.builds(s.Number, st.sampled_from(["rounds", "turns"]), naturals),
        st.builds(s.Players, naturals, naturals, st.none() | naturals),
    )
)
resource_lines = _tuples(
    st.one_of(
        _infos("cites", "summary", "note"),
        plurals,
        glyphs,
        st.builds(s.Number, st.sampled_from(["pieces", "costs"]), naturals),
    )
)
ruling_lines = _tuples(
    st.one_of(
        _infos("cites", "note"),
        st.builds(s.About, _tuples(words, 1)),
        st.builds(s.Reading, words, texts),
        st.builds(s.Default, words),
        st.builds(s.Because, texts),
    )
)

# ---- files -------------------------------------------------------------------------------------


def _declaration(
    what: str,
    lines: SearchStrategy[tuple[s.Line, ...]],
    parents: SearchStrategy[tuple[s.Word, ...]] = st.just(()),  # noqa: B008
) -> SearchStrategy[s.Declaration]:
    name = st.none() if what == "game" else words
    title = st.none() if what == "inventory" else texts
    return st.builds(s.Declaration, st.just(what), name, title, parents, lines)


declarations: SearchStrategy[s.Declaration | s.TableDeclaration] = st.one_of(
    _declaration("game", game_lines(1)),
    _declaration("mode", mode_lines),
    _declaration("resource", resource_lines),
    _declaration("building", kind_lines(1), _tuples(words, 0, 2)),
    _declaration("building", kind_lines(1)),  # twice: most clauses stand there
    _declaration("tile", kind_lines(1), _tuples(words, 1, 2)),
    _declaration("scoring", kind_lines(1)),
    st.builds(s.TieBreaker, st.just("scoring"), words, texts, st.just(()), kind_lines(1)),
    _declaration("inventory", inventory_lines(1)),
    _declaration("placement", placement_lines(1)),
    _declaration("ruling", ruling_lines),
    _declaration("procedure", procedure_lines(1)),
    st.builds(s.TableDeclaration, words, st.none() | texts, tables),
)
trees = st.builds(s.File, _tuples(declarations, 0, 6))
