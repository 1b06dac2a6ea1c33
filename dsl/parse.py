"""Text to syntax tree.

Guarantee: `parse` returns the tree of the whole text, or raises `Failure` with one diagnostic for each
top-level item that can not be read; no exception of the parser library leaves this module. The only module
that imports `lark`.
"""

from __future__ import annotations

import os
import re
from dataclasses import replace
from functools import cache, lru_cache
from importlib.resources import files
from pathlib import Path
from typing import Any

from lark import Lark, Token, Transformer, UnexpectedInput, v_args
from lark.exceptions import UnexpectedCharacters, UnexpectedEOF, UnexpectedToken, VisitError

from dsl import syntax as s
from dsl.diagnostics import Bag, Diagnostic, did_you_mean
from dsl.hints import instead
from dsl.source import Source, Span

MAX_CHARACTERS = 1_000_000
MAX_DEPTH = 100
ITEM_WORDS = (
    "game", "mode", "resource", "building", "tile", "scoring", "table", "inventory", "placement", "ruling",
    "procedure",
)  # fmt: skip


class _Build(Transformer[Token, Any]):
    """Builds the tree bottom-up while the parser runs; methods are named after the grammar's rules."""

    def __init__(self, source: Source, base: int) -> None:
        super().__init__()
        self.source = source
        self.base = base

    def span(self, meta: Any) -> Span:
        if getattr(meta, "empty", True):
            return Span(self.source, self.base, self.base)
        return Span(self.source, self.base + meta.start_pos, self.base + meta.end_pos)

    def token_span(self, t: Token) -> Span:
        start, end = t.start_pos or 0, t.end_pos or 0
        return Span(self.source, self.base + start, self.base + end)

    # -- terminals

    def NAME(self, t: Token) -> s.Word:
        return s.Word(str(t), span=self.token_span(t))

    def STRING(self, t: Token) -> s.Text:
        return s.Text(str(t)[1:-1], span=self.token_span(t))

    def GRID(self, t: Token) -> s.Grid:
        return s.Grid(str(t)[1:-1], span=self.token_span(t))

    def INT(self, t: Token) -> int:
        return int(str(t)[:18])

    # -- declarations

    def start(self, items: list[Any]) -> s.File:
        return s.File(tuple(items))

    @v_args(meta=True)
    def game(self, m: Any, c: list[Any]) -> s.Declaration:
        return s.Declaration("game", None, c[0], (), tuple(c[1:]), span=self.span(m))

    def _declaration(self, what: Any, m: Any, c: list[Any]) -> s.Declaration:
        name, title = c[0], c[1] if len(c) > 1 and isinstance(c[1], s.Text) else None
        rest = c[2:] if title is not None else c[1:]
        parents: tuple[s.Word, ...] = ()
        if rest and isinstance(rest[0], tuple):
            parents, rest = rest[0], rest[1:]
        lines = tuple(x for x in rest if x is not None)
        return s.Declaration(what, name, title, parents, lines, span=self.span(m))

    @v_args(meta=True)
    def mode(self, m: Any, c: list[Any]) -> s.Declaration:
        return self._declaration("mode", m, c)

    @v_args(meta=True)
    def resource(self, m: Any, c: list[Any]) -> s.Declaration:
        return self._declaration("resource", m, c)

    @v_args(meta=True)
    def building(self, m: Any, c: list[Any]) -> s.Declaration:
        return self._declaration("building", m, c)

    @v_args(meta=True)
    def tile(self, m: Any, c: list[Any]) -> s.Declaration:
        return self._declaration("tile", m, c)

    @v_args(meta=True)
    def scoring(self, m: Any, c: list[Any]) -> s.Declaration:
        return self._declaration("scoring", m, c)

    @v_args(meta=True)
    def inventory(self, m: Any, c: list[Any]) -> s.Declaration:
        return self._declaration("inventory", m, c)

    @v_args(meta=True)
    def placement(self, m: Any, c: list[Any]) -> s.Declaration:
        return self._declaration("placement", m, c)

    @v_args(meta=True)
    def ruling(self, m: Any, c: list[Any]) -> s.Declaration:
        return self._declaration("ruling", m, c)

    @v_args(meta=True)
    def procedure(self, m: Any, c: list[Any]) -> s.Declaration:
        return self._declaration("procedure", m, c)

    @v_args(meta=True)
    def table(self, m: Any, c: list[Any]) -> s.TableDeclaration:
        return s.TableDeclaration(*c, span=self.span(m))

    @v_args(meta=True)
    def replacing_item(self, m: Any, c: list[Any]) -> s.Declaration | s.TableDeclaration:
        item: s.Declaration | s.TableDeclaration = replace(c[0], replacing=True, span=self.span(m))
        return item

    def parents(self, c: list[Any]) -> tuple[s.Word, ...]:
        return tuple(c)

    # -- lines

    @v_args(meta=True)
    def builds_on(self, m: Any, c: list[Any]) -> s.BuildsOn:
        return s.BuildsOn(tuple(c), span=self.span(m))

    @v_args(meta=True)
    def choose(self, m: Any, c: list[Any]) -> s.Choose:
        return s.Choose(c[0], c[1], c[2], span=self.span(m))

    @v_args(meta=True)
    def inactive_rule(self, m: Any, c: list[Any]) -> s.GameRule:
        return s.GameRule("inactive", c[0], span=self.span(m))

    @v_args(meta=True)
    def seating_rule(self, m: Any, c: list[Any]) -> s.GameRule:
        return s.GameRule("seating", c[0], span=self.span(m))

    @v_args(meta=True)
    def tiles_score_inactive(self, m: Any, c: list[Any]) -> s.GameRule:
        return s.GameRule("tiles_score", span=self.span(m))

    @v_args(meta=True)
    def under_block(self, m: Any, c: list[Any]) -> s.UnderBlock:
        return s.UnderBlock(c[0], c[1], tuple(c[2:]), span=self.span(m))

    @v_args(meta=True)
    def mode_block(self, m: Any, c: list[Any]) -> s.ModeBlock:
        return s.ModeBlock(c[0], tuple(c[1:]), span=self.span(m))

    @v_args(meta=True)
    def board(self, m: Any, c: list[Any]) -> s.Board:
        return s.Board(c[0], span=self.span(m))

    @v_args(meta=True)
    def rounds(self, m: Any, c: list[Any]) -> s.Number:
        return s.Number("rounds", c[0], span=self.span(m))

    @v_args(meta=True)
    def turns(self, m: Any, c: list[Any]) -> s.Number:
        return s.Number("turns", c[0], span=self.span(m))

    @v_args(meta=True)
    def pieces(self, m: Any, c: list[Any]) -> s.Number:
        return s.Number("pieces", c[0], span=self.span(m))

    @v_args(meta=True)
    def costs(self, m: Any, c: list[Any]) -> s.Number:
        return s.Number("costs", c[0], span=self.span(m))

    @v_args(meta=True)
    def players(self, m: Any, c: list[Any]) -> s.Players:
        return s.Players(c[0], c[1], c[2], span=self.span(m))

    @v_args(meta=True)
    def stock(self, m: Any, c: list[Any]) -> s.Stock:
        return s.Stock(c[0], c[1], tuple(c[2:]), span=self.span(m))

    @v_args(meta=True)
    def replaces(self, m: Any, c: list[Any]) -> s.Replaces:
        return s.Replaces(c[0], span=self.span(m))

    @v_args(meta=True)
    def from_players(self, m: Any, c: list[Any]) -> s.FromPlayers:
        return s.FromPlayers(c[0], tuple(c[1:]), span=self.span(m))

    @v_args(meta=True)
    def numbers(self, m: Any, c: list[Any]) -> s.Numbers:
        return s.Numbers(c[0], c[1], c[2], c[3] is not None, span=self.span(m))

    def per_player(self, c: list[Any]) -> bool:
        return True

    @v_args(meta=True)
    def space_numbers(self, m: Any, c: list[Any]) -> s.SpaceNumbers:
        return s.SpaceNumbers(c[0], span=self.span(m))

    @v_args(meta=True)
    def new_where(self, m: Any, c: list[Any]) -> s.NewWhere:
        return s.NewWhere(c[0], tuple(c[1:]), span=self.span(m))

    @v_args(meta=True)
    def new_anywhere(self, m: Any, c: list[Any]) -> s.NewWhere:
        return s.NewWhere(c[0], (), span=self.span(m))

    @v_args(meta=True)
    def about(self, m: Any, c: list[Any]) -> s.About:
        return s.About(tuple(c), span=self.span(m))

    @v_args(meta=True)
    def reading(self, m: Any, c: list[Any]) -> s.Reading:
        return s.Reading(c[0], c[1], span=self.span(m))

    @v_args(meta=True)
    def default(self, m: Any, c: list[Any]) -> s.Default:
        return s.Default(c[0], span=self.span(m))

    @v_args(meta=True)
    def because(self, m: Any, c: list[Any]) -> s.Because:
        return s.Because(c[0], span=self.span(m))

    @v_args(meta=True)
    def modes(self, m: Any, c: list[Any]) -> s.Modes:
        return s.Modes(tuple(c), span=self.span(m))

    @v_args(meta=True)
    def cites(self, m: Any, c: list[Any]) -> s.Info:
        return s.Info("cites", c[0], span=self.span(m))

    @v_args(meta=True)
    def summary(self, m: Any, c: list[Any]) -> s.Info:
        return s.Info("summary", c[0], span=self.span(m))

    @v_args(meta=True)
    def note(self, m: Any, c: list[Any]) -> s.Info:
        return s.Info("note", c[0], span=self.span(m))

    @v_args(meta=True)
    def plural(self, m: Any, c: list[Any]) -> s.Plural:
        return s.Plural(c[0], c[1], span=self.span(m))

    @v_args(meta=True)
    def glyph(self, m: Any, c: list[Any]) -> s.Glyph:
        return s.Glyph(str(c[0]), span=self.span(m))

    # -- procedures

    def all_tiles(self, c: list[Any]) -> None:
        return None

    @v_args(meta=True)
    def piece_sort(self, m: Any, c: list[Any]) -> s.PieceSort:
        return s.PieceSort(*c, span=self.span(m))

    @v_args(meta=True)
    def zone(self, m: Any, c: list[Any]) -> s.Zone:
        return s.Zone(c[0], c[1], tuple(c[2:]), span=self.span(m))

    @v_args(meta=True)
    def face_down(self, m: Any, c: list[Any]) -> s.FaceDown:
        return s.FaceDown(tuple(c), span=self.span(m))

    @v_args(meta=True)
    def routine(self, m: Any, c: list[Any]) -> s.Routine:
        return s.Routine(c[0], c[1], tuple(c[2:]), span=self.span(m))

    @v_args(meta=True)
    def play(self, m: Any, c: list[Any]) -> s.Play:
        return s.Play(tuple(c), span=self.span(m))

    @v_args(meta=True)
    def move_step(self, m: Any, c: list[Any]) -> s.MoveStep:
        number = c[0] if isinstance(c[0], int) else None
        return s.MoveStep(number, c[1], c[2] is not None, c[3], c[4], span=self.span(m))

    def of_round(self, c: list[Any]) -> bool:
        return True

    @v_args(meta=True)
    def draw_step(self, m: Any, c: list[Any]) -> s.MoveStep:
        return s.MoveStep(c[0], c[1], False, c[2], c[3], True, span=self.span(m))

    @v_args(meta=True)
    def shuffle_step(self, m: Any, c: list[Any]) -> s.ShuffleStep:
        return s.ShuffleStep(c[0], span=self.span(m))

    @v_args(meta=True)
    def do_step(self, m: Any, c: list[Any]) -> s.DoStep:
        return s.DoStep(c[0], span=self.span(m))

    @v_args(meta=True)
    def repeat_step(self, m: Any, c: list[Any]) -> s.RepeatStep:
        return s.RepeatStep(c[0], tuple(c[1:]), span=self.span(m))

    @v_args(meta=True)
    def each_step(self, m: Any, c: list[Any]) -> s.EachStep:
        return s.EachStep(c[0], tuple(c[1:]), span=self.span(m))

    @v_args(meta=True)
    def if_step(self, m: Any, c: list[Any]) -> s.IfStep:
        return s.IfStep(c[0], tuple(c[1:]), span=self.span(m))

    @v_args(meta=True)
    def choose_step(self, m: Any, c: list[Any]) -> s.ChooseStep:
        return s.ChooseStep(c[0], tuple(c[1:]), span=self.span(m))

    @v_args(meta=True)
    def option(self, m: Any, c: list[Any]) -> s.Option:
        return s.Option(c[0], c[1], c[2], tuple(c[3:]), span=self.span(m))

    def only_if(self, c: list[Any]) -> Any:
        return c[0]

    @v_args(meta=True)
    def play_property(self, m: Any, c: list[Any]) -> s.PlayProperty:
        return s.PlayProperty(c[0], c[1], tuple(c[2:-1]), c[-1], span=self.span(m))

    @v_args(meta=True)
    def for_players(self, m: Any, c: list[Any]) -> s.ForPlayers:
        return s.ForPlayers(c[0], c[1], span=self.span(m))

    @v_args(meta=True)
    def every_move(self, m: Any, c: list[Any]) -> s.EveryMove:
        return s.EveryMove(span=self.span(m))

    @v_args(meta=True)
    def play_when(self, m: Any, c: list[Any]) -> s.Assumption:
        return s.Assumption(c[0], span=self.span(m))

    @v_args(meta=True)
    def play_always(self, m: Any, c: list[Any]) -> s.PlayClaim:
        return s.PlayClaim("always", c[0], span=self.span(m))

    @v_args(meta=True)
    def play_sometimes(self, m: Any, c: list[Any]) -> s.PlayClaim:
        return s.PlayClaim("sometimes", c[0], span=self.span(m))

    @v_args(meta=True)
    def play_constant(self, m: Any, c: list[Any]) -> s.PlayClaim:
        return s.PlayClaim("constant", c[0], span=self.span(m))

    @v_args(meta=True)
    def play_after(self, m: Any, c: list[Any]) -> s.PlayClaim:
        return s.PlayClaim("after", c[1], c[0], span=self.span(m))

    @v_args(meta=True)
    def play_stuck(self, m: Any, c: list[Any]) -> s.PlayClaim:
        return s.PlayClaim("stuck", span=self.span(m))

    @v_args(meta=True)
    def play_one_zone(self, m: Any, c: list[Any]) -> s.PlayClaim:
        return s.PlayClaim("one zone", name=c[0], span=self.span(m))

    @v_args(meta=True)
    def piece_set(self, m: Any, c: list[Any]) -> s.SetExpr:
        place = () if c[1] is None else (s.Place("in", s.Ref(c[1].name, span=c[1].span), span=c[1].span),)
        return s.SetExpr(c[0], None, place, None, span=self.span(m))

    @v_args(meta=True)
    def piece_noun(self, m: Any, c: list[Any]) -> s.Noun:
        span = self.span(m)
        if len(c) == 1:
            return s.Noun((), c[0], span=span)
        sets = tuple(s.SetExpr(s.Noun((), x, span=x.span), None, (), None, span=x.span) for x in c)
        return s.Noun((), s.HeadGroup("or", sets, span=span), span=span)

    @v_args(meta=True)
    def counter(self, m: Any, c: list[Any]) -> s.Counter:
        word: Any = str(c[0])
        return s.Counter(word, span=self.span(m))

    # -- clauses

    @staticmethod
    def _sort(c: list[Any]) -> tuple[s.Per | None, tuple[s.Limit, ...], Any]:
        per = next((x for x in c if isinstance(x, s.Per)), None)
        limits = tuple(x for x in c if isinstance(x, s.Limit))
        condition = next((x for x in c if isinstance(x, _Condition)), None)
        return per, limits, condition.expr if condition is not None else None

    @v_args(meta=True)
    def score(self, m: Any, c: list[Any]) -> s.Score:
        per, limits, condition = self._sort(c[1:])
        return s.Score(c[0], per, limits, condition, span=self.span(m))

    @v_args(meta=True)
    def score_by(self, m: Any, c: list[Any]) -> s.ScoreBy:
        args = tuple(x for x in c[:2] if x is not None)
        table = c[2]
        _, limits, condition = self._sort(c[3:])
        return s.ScoreBy(args, table, limits, condition, span=self.span(m))

    @v_args(meta=True)
    def needs(self, m: Any, c: list[Any]) -> s.Needs:
        return s.Needs(c[0] if isinstance(c[0], tuple) else (), span=self.span(m))

    @v_args(meta=True)
    def seats(self, m: Any, c: list[Any]) -> s.Seats:
        amounts = tuple(x for x in c if isinstance(x, s.Amount))
        return s.Seats(amounts, any(x is _EVEN for x in c), span=self.span(m))

    @v_args(meta=True)
    def seat(self, m: Any, c: list[Any]) -> s.Amount:
        number = c[0] if isinstance(c[0], int) else None
        return s.Amount(number, c[1], span=self.span(m))

    @v_args(meta=True)
    def amount(self, m: Any, c: list[Any]) -> s.Amount:
        return s.Amount(c[0], c[1], span=self.span(m))

    def amounts(self, c: list[Any]) -> tuple[s.Amount, ...]:
        return tuple(c)

    def even(self, c: list[Any]) -> object:
        return _EVEN

    @v_args(meta=True)
    def max_floors(self, m: Any, c: list[Any]) -> s.MaxFloors:
        return s.MaxFloors(c[0], span=self.span(m))

    @v_args(meta=True)
    def copies(self, m: Any, c: list[Any]) -> s.Copies:
        return s.Copies(c[0], span=self.span(m))

    @v_args(meta=True)
    def print_(self, m: Any, c: list[Any]) -> s.Print:
        return s.Print(c[0], c[1] or (), c[2] or 0, span=self.span(m))

    @v_args(meta=True)
    def gain_placed(self, m: Any, c: list[Any]) -> s.GainPlaced:
        return s.GainPlaced(c[0], span=self.span(m))

    @v_args(meta=True)
    def gain_end(self, m: Any, c: list[Any]) -> s.GainEnd:
        per, _, condition = self._sort(c[3:])
        return s.GainEnd(c[0], c[1], c[2], per, condition, span=self.span(m))

    def gain_mode(self, c: list[Any]) -> str:
        return " ".join(str(t) for t in c)

    @v_args(meta=True)
    def joins(self, m: Any, c: list[Any]) -> s.Joins:
        return s.Joins(c[0], c[1] is _EVEN, span=self.span(m))

    @v_args(meta=True)
    def per(self, m: Any, c: list[Any]) -> s.Per:
        return s.Per(c[0], c[1], span=self.span(m))

    @v_args(meta=True)
    def limit(self, m: Any, c: list[Any]) -> s.Limit:
        words = re.sub(r"--[^\n]*", "", self.span(m).text)  # `at`, the word, the number
        word: Any = "most" if "most" in words else "least"
        return s.Limit(word, c[0], span=self.span(m))

    def condition(self, c: list[Any]) -> _Condition:
        return _Condition(c[0])

    def signed(self, c: list[Any]) -> int:
        return int(c[0])

    def negative(self, c: list[Any]) -> int:
        return -int(c[0])

    # -- examples and properties

    @v_args(meta=True)
    def example(self, m: Any, c: list[Any]) -> s.Example:
        given = tuple(x for x in c if isinstance(x, s.GivenReading | s.GivenSupply))
        grid = next(x for x in c if isinstance(x, s.Grid))
        expect = tuple(x for x in c if isinstance(x, s.Expect))
        return s.Example(c[0], c[1], given, grid, expect, span=self.span(m))

    @v_args(meta=True)
    def given_reading(self, m: Any, c: list[Any]) -> s.GivenReading:
        return s.GivenReading(c[0], c[1], span=self.span(m))

    @v_args(meta=True)
    def given_supply(self, m: Any, c: list[Any]) -> s.GivenSupply:
        return s.GivenSupply(c[0], span=self.span(m))

    @v_args(meta=True)
    def scores(self, m: Any, c: list[Any]) -> s.Expect:
        return s.Expect("scores", c[0], span=self.span(m))

    @v_args(meta=True)
    def totals(self, m: Any, c: list[Any]) -> s.Expect:
        return s.Expect("totals", c[0], span=self.span(m))

    @v_args(meta=True)
    def receives(self, m: Any, c: list[Any]) -> s.Expect:
        return s.Expect("receives", c[0], c[1], span=self.span(m))

    @v_args(meta=True)
    def part_scores(self, m: Any, c: list[Any]) -> s.Expect:
        return s.Expect("part", c[1], c[0], span=self.span(m))

    @v_args(meta=True)
    def property(self, m: Any, c: list[Any]) -> s.Property:
        return s.Property(c[0], c[1], tuple(c[2:-1]), c[-1], span=self.span(m))

    @v_args(meta=True)
    def assumption(self, m: Any, c: list[Any]) -> s.Assumption:
        return s.Assumption(c[0], span=self.span(m))

    @v_args(meta=True)
    def in_scope(self, m: Any, c: list[Any]) -> s.Setting:
        return s.Setting("scope", c[0].name, span=self.span(m))

    @v_args(meta=True)
    def timeout(self, m: Any, c: list[Any]) -> s.Setting:
        return s.Setting("timeout", str(c[0]), span=self.span(m))

    @v_args(meta=True)
    def solver(self, m: Any, c: list[Any]) -> s.SolverSetting:
        return s.SolverSetting(c[0], c[1], span=self.span(m))

    @v_args(meta=True)
    def always(self, m: Any, c: list[Any]) -> s.Claim:
        return s.Claim("always", c[0], span=self.span(m))

    @v_args(meta=True)
    def sometimes(self, m: Any, c: list[Any]) -> s.Claim:
        return s.Claim("sometimes", c[0], span=self.span(m))

    @v_args(meta=True)
    def range(self, m: Any, c: list[Any]) -> s.Claim:
        return s.Claim("range", c[0], c[1], c[2], span=self.span(m))

    @v_args(meta=True)
    def never(self, m: Any, c: list[Any]) -> s.Never:
        return s.Never(c[0], c[1], c[2], span=self.span(m))

    @v_args(meta=True)
    def ignores(self, m: Any, c: list[Any]) -> s.Ignores:
        return s.Ignores(c[0], c[1], span=self.span(m))

    @v_args(meta=True)
    def depends(self, m: Any, c: list[Any]) -> s.Depends:
        return s.Depends(c[0], tuple(c[1:]), span=self.span(m))

    @v_args(meta=True)
    def against(self, m: Any, c: list[Any]) -> s.Against:
        return s.Against(c[0], c[1], c[2], span=self.span(m))

    @v_args(meta=True)
    def adding(self, m: Any, c: list[Any]) -> s.Change:
        return s.Change("adding", c[0], span=self.span(m))

    @v_args(meta=True)
    def removing(self, m: Any, c: list[Any]) -> s.Change:
        return s.Change("removing", c[0], span=self.span(m))

    @v_args(meta=True)
    def raising(self, m: Any, c: list[Any]) -> s.Change:
        return s.Change("raising", c[0], span=self.span(m))

    @v_args(meta=True)
    def seating(self, m: Any, c: list[Any]) -> s.Change:
        return s.Change("seating", c[1], resource=c[0], span=self.span(m))

    @v_args(meta=True)
    def swapping(self, m: Any, c: list[Any]) -> s.Change:
        return s.Change("swapping", span=self.span(m))

    @v_args(meta=True)
    def mirroring(self, m: Any, c: list[Any]) -> s.Change:
        return s.Change("mirroring", span=self.span(m))

    @v_args(meta=True)
    def replacing(self, m: Any, c: list[Any]) -> s.Change:
        return s.Change("replacing", c[0], new=c[1], span=self.span(m))

    @v_args(meta=True)
    def in_mode(self, m: Any, c: list[Any]) -> s.InMode:
        return s.InMode(c[0], span=self.span(m))

    @v_args(meta=True)
    def of_kind(self, m: Any, c: list[Any]) -> s.OfKind:
        return s.OfKind(c[0], span=self.span(m))

    # -- tables

    @v_args(meta=True)
    def table_literal(self, m: Any, c: list[Any]) -> s.TableLiteral:
        start, (entries, more) = c[0], c[1]
        span = self.span(m)
        if all(isinstance(e, int) for e in entries):
            return s.TableLiteral(start, (s.TableRow(entries, more, span=span),), True, False, span=span)
        rows = tuple(e if isinstance(e, s.TableRow) else s.TableRow((e,), False, span=span) for e in entries)
        return s.TableLiteral(start, rows, False, more, span=span)

    def start_at(self, c: list[Any]) -> tuple[int, ...]:
        return tuple(x for x in c if x is not None)

    def entries(self, c: list[Any]) -> tuple[tuple[Any, ...], bool]:
        values = tuple(x for x in c if x is not None and not isinstance(x, Token))
        return values, any(isinstance(x, Token) for x in c)

    @v_args(meta=True)
    def table_row(self, m: Any, c: list[Any]) -> s.TableRow:
        values, more = self.entries(c)
        return s.TableRow(values, more, span=self.span(m))

    # -- expressions

    @v_args(meta=True)
    def if_(self, m: Any, c: list[Any]) -> s.IfElse:
        return s.IfElse(c[0], c[1], c[2], span=self.span(m))

    @v_args(meta=True)
    def or_op(self, m: Any, c: list[Any]) -> s.Binary:
        return s.Binary("or", c[0], c[1], span=self.span(m))

    @v_args(meta=True)
    def and_op(self, m: Any, c: list[Any]) -> s.Binary:
        return s.Binary("and", c[0], c[1], span=self.span(m))

    @v_args(meta=True)
    def not_op(self, m: Any, c: list[Any]) -> s.Unary:
        return s.Unary("not", c[0], span=self.span(m))

    @v_args(meta=True)
    def compare(self, m: Any, c: list[Any]) -> s.Binary:
        return s.Binary(str(c[1]), c[0], c[2], span=self.span(m))

    @v_args(meta=True)
    def arith(self, m: Any, c: list[Any]) -> s.Binary:
        return s.Binary(str(c[1]), c[0], c[2], span=self.span(m))

    @v_args(meta=True)
    def between(self, m: Any, c: list[Any]) -> s.Between:
        return s.Between(c[0], c[1], c[2], span=self.span(m))

    @v_args(meta=True)
    def neg(self, m: Any, c: list[Any]) -> s.Unary:
        return s.Unary("-", c[0], span=self.span(m))

    @v_args(meta=True)
    def integer(self, m: Any, c: list[Any]) -> s.Integer:
        return s.Integer(c[0], span=self.span(m))

    @v_args(meta=True)
    def true(self, m: Any, c: list[Any]) -> s.Boolean:
        return s.Boolean(True, span=self.span(m))

    @v_args(meta=True)
    def false(self, m: Any, c: list[Any]) -> s.Boolean:
        return s.Boolean(False, span=self.span(m))

    @v_args(meta=True)
    def paren(self, m: Any, c: list[Any]) -> s.Paren:
        return s.Paren(c[0], span=self.span(m))

    @v_args(meta=True)
    def count(self, m: Any, c: list[Any]) -> s.Count:
        return s.Count(c[0], span=self.span(m))

    @v_args(meta=True)
    def different(self, m: Any, c: list[Any]) -> s.Different:
        return s.Different(c[0], c[1], span=self.span(m))

    @v_args(meta=True)
    def sum_over(self, m: Any, c: list[Any]) -> s.Aggregate:
        return s.Aggregate("sum", c[0], c[1], span=self.span(m))

    @v_args(meta=True)
    def best_over(self, m: Any, c: list[Any]) -> s.Aggregate:
        return s.Aggregate(c[0], c[1], c[2], span=self.span(m))

    @v_args(meta=True)
    def best_of(self, m: Any, c: list[Any]) -> s.Aggregate:
        value = s.ValueOf(c[1], None, span=c[1].span)
        return s.Aggregate(c[0], value, c[2], span=self.span(m))

    @v_args(meta=True)
    def combined_of(self, m: Any, c: list[Any]) -> s.Aggregate:
        value = s.ValueOf(c[0], None, span=c[0].span)
        return s.Aggregate("combined", value, c[1], span=self.span(m))

    @v_args(meta=True)
    def longest_run(self, m: Any, c: list[Any]) -> s.LongestRun:
        line, within = (None, c[1]) if isinstance(c[1], s.Ref) else (c[1], None)
        return s.LongestRun(c[0], line, within, span=self.span(m))

    def any_line(self, c: list[Any]) -> str:
        return str(c[1])

    @v_args(meta=True)
    def run_through(self, m: Any, c: list[Any]) -> s.RunThrough:
        return s.RunThrough(c[0], c[1], c[2], span=self.span(m))

    @v_args(meta=True)
    def group_size(self, m: Any, c: list[Any]) -> s.GroupSize:
        return s.GroupSize(c[0], c[1], span=self.span(m))

    @v_args(meta=True)
    def largest_group(self, m: Any, c: list[Any]) -> s.LargestGroup:
        return s.LargestGroup(c[0], span=self.span(m))

    @v_args(meta=True)
    def distance(self, m: Any, c: list[Any]) -> s.DistanceTo:
        return s.DistanceTo(c[0], c[1], span=self.span(m))

    @v_args(meta=True)
    def nearest(self, m: Any, c: list[Any]) -> s.DistanceNearest:
        return s.DistanceNearest(c[0], c[1], span=self.span(m))

    @v_args(meta=True)
    def min_max(self, m: Any, c: list[Any]) -> s.MinMax:
        return s.MinMax(c[0], tuple(c[1:]), span=self.span(m))

    @v_args(meta=True)
    def lookup(self, m: Any, c: list[Any]) -> s.LookUp:
        return s.LookUp(c[0], tuple(x for x in c[1:] if x is not None), span=self.span(m))

    def relation(self, c: list[Any]) -> str:
        return " ".join(c)

    neighbourhood = relation

    def _word(self, c: list[Any]) -> str:
        return str(c[0])

    kind_or_family = largest_smallest = highest_lowest = min_max_word = _word
    some_word = state = line_kind = region_kind = edge = inactive_word = seating_word = each_word = _word
    effect = new_what = _word

    def fit(self, c: list[Any]) -> str:
        return str(c[0])

    @v_args(meta=True)
    def head_word(self, m: Any, c: list[Any]) -> s.HeadWord:
        return s.HeadWord(str(c[0]), span=self.span(m))

    # quantifiers

    @v_args(meta=True)
    def some(self, m: Any, c: list[Any]) -> s.Quantifier:
        return s.Quantifier(c[0], span=self.span(m))

    @v_args(meta=True)
    def no(self, m: Any, c: list[Any]) -> s.Quantifier:
        return s.Quantifier("no", span=self.span(m))

    @v_args(meta=True)
    def exactly(self, m: Any, c: list[Any]) -> s.Quantifier:
        return s.Quantifier("exactly", c[0], span=self.span(m))

    @v_args(meta=True)
    def at_least(self, m: Any, c: list[Any]) -> s.Quantifier:
        return s.Quantifier("at_least", c[0], span=self.span(m))

    @v_args(meta=True)
    def at_most(self, m: Any, c: list[Any]) -> s.Quantifier:
        return s.Quantifier("at_most", c[0], span=self.span(m))

    @v_args(meta=True)
    def quantified(self, m: Any, c: list[Any]) -> s.Quantified:
        return s.Quantified(c[0], c[1], c[2] if len(c) > 2 else None, span=self.span(m))

    quantified_bare = quantified

    @v_args(meta=True)
    def every(self, m: Any, c: list[Any]) -> s.Quantified:
        span = self.span(m)
        word = Span(self.source, span.start, span.start + len("every"))
        return s.Quantified(s.Quantifier("every", span=word), c[0], c[1], span=span)

    @v_args(meta=True)
    def is_pred(self, m: Any, c: list[Any]) -> s.Predicate:
        p: s.Predicate = c[-1]
        return s.Predicate(p.noun, p.all, c[0] is not None, span=self.span(m))

    @v_args(meta=True)
    def has(self, m: Any, c: list[Any]) -> s.Has:
        return s.Has(c[0], span=self.span(m))

    @v_args(meta=True)
    def all_of(self, m: Any, c: list[Any]) -> s.Predicate:
        return s.Predicate(c[0], True, span=self.span(m))

    @v_args(meta=True)
    def bare_state(self, m: Any, c: list[Any]) -> s.Predicate:
        span = self.span(m)
        noun = s.Noun((s.Adjective(c[0], span=span),), None, span=span)
        return s.Predicate(noun, span=span)

    @v_args(meta=True)
    def noun_pred(self, m: Any, c: list[Any]) -> s.Predicate:
        span = self.span(m)
        return s.Predicate(s.Noun((), c[0], span=span), span=span)

    @v_args(meta=True)
    def is_test(self, m: Any, c: list[Any]) -> s.IsTest:
        p: s.Predicate = c[2]
        test = s.Predicate(p.noun, p.all, c[1] is not None, span=p.span)
        return s.IsTest(c[0], test, span=self.span(m))

    @v_args(meta=True)
    def reading_is(self, m: Any, c: list[Any]) -> s.ReadingIs:
        return s.ReadingIs(c[0], c[1], span=self.span(m))

    @v_args(meta=True)
    def own(self, m: Any, c: list[Any]) -> s.Metric:
        return s.Metric("own", span=self.span(m))

    @v_args(meta=True)
    def total(self, m: Any, c: list[Any]) -> s.Metric:
        return s.Metric("total", span=self.span(m))

    @v_args(meta=True)
    def part(self, m: Any, c: list[Any]) -> s.Metric:
        return s.Metric("part", c[0], span=self.span(m))

    # measures

    @v_args(meta=True)
    def floors(self, m: Any, c: list[Any]) -> s.Value:
        return s.Value("floors", span=self.span(m))

    @v_args(meta=True)
    def printed(self, m: Any, c: list[Any]) -> s.Value:
        return s.Value("printed", self._resource(c[0]), span=self.span(m))

    @v_args(meta=True)
    def seated(self, m: Any, c: list[Any]) -> s.Value:
        return s.Value("seated", c[0], span=self.span(m))

    @staticmethod
    def _resource(x: Any) -> s.Word | None:
        return x if isinstance(x, s.Word) else None

    @v_args(meta=True)
    def value_at_it(self, m: Any, c: list[Any]) -> s.ValueOf:
        return s.ValueOf(c[0], None, span=self.span(m))

    @v_args(meta=True)
    def floors_of(self, m: Any, c: list[Any]) -> s.ValueOf:
        return s.ValueOf(s.Value("floors", span=self.span(m)), c[0], span=self.span(m))

    @v_args(meta=True)
    def printed_of(self, m: Any, c: list[Any]) -> s.ValueOf:
        value = s.Value("printed", self._resource(c[0]), span=self.span(m))
        return s.ValueOf(value, c[1], span=self.span(m))

    @v_args(meta=True)
    def seated_on(self, m: Any, c: list[Any]) -> s.ValueOf:
        return s.ValueOf(s.Value("seated", c[0], span=self.span(m)), c[1], span=self.span(m))

    @v_args(meta=True)
    def unseated(self, m: Any, c: list[Any]) -> s.Units:
        return s.Units("unseated", c[0], span=self.span(m))

    @v_args(meta=True)
    def received(self, m: Any, c: list[Any]) -> s.Units:
        return s.Units("received", c[0], span=self.span(m))

    # references and sets

    @v_args(meta=True)
    def self_ref(self, m: Any, c: list[Any]) -> s.Ref:
        return s.Ref("self", span=self.span(m))

    @v_args(meta=True)
    def it_ref(self, m: Any, c: list[Any]) -> s.Ref:
        return s.Ref("it", span=self.span(m))

    @v_args(meta=True)
    def name_ref(self, m: Any, c: list[Any]) -> s.Ref:
        return s.Ref(c[0].name, span=self.span(m))

    @v_args(meta=True)
    def set(self, m: Any, c: list[Any]) -> s.SetExpr:
        places = tuple(x for x in c if isinstance(x, s.Place))
        where = c[-1] if isinstance(c[-1], s.Where) else None
        return s.SetExpr(c[0], c[1], places, where, span=self.span(m))

    @v_args(meta=True)
    def where(self, m: Any, c: list[Any]) -> s.Where:
        span = self.span(m)
        word = "where" if span.text.startswith("where") else "with"
        return s.Where(word, c[0], span=span)

    @v_args(meta=True)
    def noun(self, m: Any, c: list[Any]) -> s.Noun:
        return s.Noun(tuple(c[:-1]), c[-1], span=self.span(m))

    @v_args(meta=True)
    def adjective(self, m: Any, c: list[Any]) -> s.Adjective:
        return s.Adjective(str(c[0]), span=self.span(m))

    def kind(self, c: list[Any]) -> s.Word:
        word: s.Word = c[0]
        return word

    @v_args(meta=True)
    def one_of(self, m: Any, c: list[Any]) -> s.HeadGroup:
        return s.HeadGroup("or", tuple(c), span=self.span(m))

    any_of = one_of

    @v_args(meta=True)
    def both_of(self, m: Any, c: list[Any]) -> s.HeadGroup:
        return s.HeadGroup("and", tuple(c), span=self.span(m))

    @v_args(meta=True)
    def adjacent(self, m: Any, c: list[Any]) -> s.Place:
        return s.Place("adjacent", c[0], span=self.span(m))

    @v_args(meta=True)
    def diagonal(self, m: Any, c: list[Any]) -> s.Place:
        return s.Place("diagonal", c[0], span=self.span(m))

    @v_args(meta=True)
    def within(self, m: Any, c: list[Any]) -> s.Place:
        return s.Place("within", c[1], number=c[0], span=self.span(m))

    @v_args(meta=True)
    def in_city(self, m: Any, c: list[Any]) -> s.Place:
        return s.Place("city", span=self.span(m))

    @v_args(meta=True)
    def in_region_of(self, m: Any, c: list[Any]) -> s.Place:
        return s.Place("region_of", c[1], word=c[0], span=self.span(m))

    @v_args(meta=True)
    def in_group(self, m: Any, c: list[Any]) -> s.Place:
        return s.Place("group", c[1], noun=c[0], span=self.span(m))

    @v_args(meta=True)
    def in_ref(self, m: Any, c: list[Any]) -> s.Place:
        return s.Place("in", c[0], span=self.span(m))

    @v_args(meta=True)
    def through(self, m: Any, c: list[Any]) -> s.Place:
        return s.Place("through", c[0], span=self.span(m))

    @v_args(meta=True)
    def other_than(self, m: Any, c: list[Any]) -> s.Place:
        return s.Place("other", c[0], span=self.span(m))

    @v_args(meta=True)
    def on_side(self, m: Any, c: list[Any]) -> s.Place:
        return s.Place("side", word=c[0], span=self.span(m))

    @v_args(meta=True)
    def on_edge(self, m: Any, c: list[Any]) -> s.Place:
        return s.Place("edge", span=self.span(m))

    @v_args(meta=True)
    def on_corner(self, m: Any, c: list[Any]) -> s.Place:
        return s.Place("corner", span=self.span(m))


class _Condition:
    """An `if` at the end of a clause, on its way to the clause's own node."""

    def __init__(self, expr: s.Expr) -> None:
        self.expr = expr


_EVEN = object()


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


@cache
def keywords() -> frozenset[str]:
    """Every word of the language: none of them may name a kind, a ruling or a table."""
    return frozenset(
        t.pattern.value
        for t in _parser().terminals
        if t.pattern.type == "str" and re.fullmatch(r"[a-z_]+", t.pattern.value)
    )


_ITEM = re.compile(rf"^(?:replacing\s+)?(?:{'|'.join(ITEM_WORDS)})\b", re.MULTILINE)


def _pieces(text: str) -> list[tuple[int, str]]:
    """The text cut where a line begins with the first word of an item, so that each is read by itself."""
    starts = [0] + [m.start() for m in _ITEM.finditer(text) if m.start() > 0]
    return [(a, text[a:b]) for a, b in zip(starts, [*starts[1:], len(text)], strict=True)]


def item_at(text: str, offset: int) -> int:
    """Where the item begins that an offset lies in (0 before the first)."""
    return max((m.start() for m in _ITEM.finditer(text) if m.start() < offset), default=0)


def interactive(text: str) -> Any:
    """A parser that stands before a text and can be asked what it accepts."""
    return _parser().parse_interactive(text)


@cache
def grammar_terminals() -> dict[str, str]:
    """The words and signs of the language by the names that the parser has for them."""
    return {t.name: t.pattern.value for t in _parser().terminals if t.pattern.type == "str"}


_HEAD = re.compile(
    r'(?:replacing\s+)?(?:(?:building|tile|scoring|mode|resource|ruling|placement|procedure)\s+[a-z][a-z0-9_]*\s*"[^"\n]*"'
    r"(?:\s*is\s+[a-z][a-z0-9_]*(?:\s*,\s*[a-z][a-z0-9_]*)*)?"
    r'|inventory\s+[a-z][a-z0-9_]*|game\s+"[^"\n]*")\s*\{'
)


def outline(source: Source) -> s.File:
    """The tree of all that can be read; of an item that can not, what it declares, with the lines that can be read
    as far as they can be told from the others."""
    items: list[Any] = []
    try:
        items = _items(source, 0, source.text)
    except (UnexpectedInput, _TooLong):
        for base, text in _pieces(source.text):
            items += _readable(source, base, text)
    return s.File(tuple(items), span=Span(source, 0, len(source.text)))


def _readable(source: Source, base: int, text: str) -> list[Any]:
    """What can be read of one item: lines that do not fit are left out, and a brace that is missing is put in."""
    left = text
    for _ in range(MOST_MISTAKES):
        try:
            return _items(source, base, left)
        except _TooLong:
            break
        except UnexpectedInput as error:
            found = _first_misfit(Source(source.name, source.text[:base] + left), base, left, error)
        if found.code == "TP001" and _open_brace(left) is not None:
            left += "}"
            continue
        start, end = _blamed(left, found.span.start - base)
        line = left[start:end]
        if start == 0 or line.count("{") != line.count("}") or not line.strip():
            break
        left = left[:start] + re.sub(r"[^\n]", " ", line) + left[end:]
    head = _HEAD.match(text)
    try:
        return _items(source, base, head[0] + "}") if head is not None else []
    except (UnexpectedInput, _TooLong):
        return []


def parse(source: Source, bag: Bag) -> s.File:
    """The tree of a text. Items that can not be read are left out and noted in `bag`."""
    items: list[Any] = []
    if len(source.text) > MAX_CHARACTERS:
        bag.add(
            "TP003",
            f"the file is too large: {len(source.text):,} characters, at most {MAX_CHARACTERS:,} are read",
            Span(source, 0, 0),
            help="split it into several files of one folder",
        )
        return s.File(())
    try:
        items = _items(source, 0, source.text)
    except (UnexpectedInput, _TooLong):
        # Something does not fit: read item by item, so that each has its own message and the rest is kept.
        for base, text in _pieces(source.text):
            try:
                items += _items(source, base, text)
            except UnexpectedInput as error:
                bag.found += _mistakes(source, base, text, error)
            except _TooLong as error:
                at = base + error.at
                help = "split the expression into several clauses"
                bag.add("TP004", str(error), Span(source, at, at + 1), help=help)
    return s.File(tuple(items), span=Span(source, 0, len(source.text)))


@lru_cache(maxsize=1024)
def parsed(source: Source) -> tuple[s.File, tuple[Diagnostic, ...]]:
    """What `parse` makes of a text, and notes: a text that is read again and again is parsed once."""
    bag = Bag()
    return parse(source, bag), tuple(bag.found)


class _TooLong(Exception):
    """A text that is nested too deep, or goes on too far for the program's stack."""

    def __init__(self, message: str, at: int = 0) -> None:
        self.at = at
        super().__init__(message)


def _items(source: Source, base: int, text: str) -> list[Any]:
    deep = _too_deep(text)
    if deep is not None:
        raise _TooLong(f"more than {MAX_DEPTH} parentheses inside each other", deep)
    try:
        return list(_Build(source, base).transform(_parser().parse(text)).items)
    except (RecursionError, VisitError) as error:
        if isinstance(getattr(error, "orig_exc", error), RecursionError):
            raise _TooLong("an expression here is too long to read") from None
        raise


def _too_deep(text: str) -> int | None:
    depth = 0
    for m in re.finditer(r'--[^\n]*|"[^"\n]*"|[()]', text):
        if m[0] in "()":
            depth += 1 if m[0] == "(" else -1
            if depth > MAX_DEPTH:
                return m.start()
    return None


_FRIENDLY = {
    "NAME": "a name",
    "INT": "a number",
    "STRING": "a text in quotes",
    "GRID": "a block { ... }",
    "GLYPH": "one letter",
    "COMPARE": "a comparison (= != < <= > >=)",
    "$END": "the end of the file",
}


def _friendly(terminal: str) -> str:
    if terminal in _FRIENDLY:
        return _FRIENDLY[terminal]
    for t in _parser().terminals:
        if t.name == terminal and t.pattern.type == "str":
            return f"`{t.pattern.value}`"
    return terminal.lower()


# What people write who have not read the reference, and what to write instead.
_INSTEAD = {
    "for": "write `per`, as in `score 2 per <kind> adjacent to self`",
    "each": "leave out `each`: `per <kind>` means each of them",
    "every": "leave out `every`: `per <kind>` means each of them",
    "the": "leave out `the`",
    "gain": "write `when placed gain ...` or `when game ends gain ...`",
    "gains": "write `when placed gain ...` or `when game ends gain ...`",
    "receive": "write `when placed gain ...` or `when game ends gain ...`",
    "'": 'texts stand between two `"`',
    "\u2019": 'texts stand between two `"`',
    "\u201c": 'texts stand between two `"`',
    "\u201d": 'texts stand between two `"`',
    "#": "comments begin with `--`",
    "//": "comments begin with `--`",
    ".": "write `floors of self`, not `self.floors`",
    "have": "write `has`",
    "are": "write `is`",
    "equals": "write `=`",
}

# The same for claims about two cities, by the line as far as the word that does not fit.
_CHANGE = r"\b(adding|removing|raising|replacing( \w+ by)?|seating \w+ on|ignores)"
_SCORE = r"\b(own|total|part \w+)"
_CHANGE_FIRST = "say first what is done, as in `adding <kind> never lowers own`"
_ONE_KIND = "name one kind; its sub-kinds are meant, too"
_IN_A_CLAIM = (
    (r"\bnever (decreases?|reduces?|hurts?|harms?)$", "write `never lowers`"),
    (r"\bnever (increases?|helps?|improves?)$", "write `never raises`"),
    (r"\bnever exceeds?$", "write `never more than`"),
    (_SCORE + r" never (lowers?|raises?|changes?)$", _CHANGE_FIRST),
    (r"(^|\{)\s*never$", _CHANGE_FIRST),
    (_CHANGE + r" an? \w+$", "leave out the article, as in `adding <kind>`"),
    (_CHANGE + r" (\d+|\(|not \w+)$", _ONE_KIND),
    (r"\bignores \w+ (and|or)$", _ONE_KIND),
    (_CHANGE + r" \w+ (adjacent|diagonal|beside|in|within|where)$", "a change is meant wherever it can be made"),
    (_CHANGE + r" \w+ (always|does|will|can|may)$", "say what is never so, as in `adding <kind> never lowers own`"),
    (r"\b(lowers|raises|changes|ignores) .* if$", "a condition stands before the claim, after `when`"),
    (r"\b(equals|never (more|less) than) \d+$", "of one city write `always own = 3` or `always own <= 3`"),
    (
        r"\b(equals|never (more|less) than) \w+$",
        "write `that in MODE`, `that of TILE` or `that under RULING is READING`",
    ),
    (
        _SCORE + r" (is|same|[<>!]?=|<|>)$",
        "write `equals`, `never more than` or `never less than`; of one city `always own <= 12`",
    ),
    (_SCORE + r" does$", "write `own ignores <kind>`, or `own depends only on its row`"),
    (r"\bnever (lowers|raises|changes) score \}$", "write `own`, `total` or `part NAME`"),
)


MOST_MISTAKES = 20
"""So many mistakes of one declaration are told."""
MOST_SHOWN = 60
"""So many characters of a word are repeated in a message."""

# What a line of a declaration begins with; a misfit there may be the fault of the line before.
_LINE_WORDS = frozenset({
    "cites", "summary", "note", "plural", "glyph", "score", "needs", "seats", "floors", "copies", "print", "when",
    "joins", "example", "property", "modes", "under", "}", "reading", "default", "because",
})  # fmt: skip

# What never begins a line, though it may be read as the name of a mode there.
_GOES_ON = frozenset({
    "at", "if", "then", "else", "per", "with", "where", "and", "or", "in", "of", "to", "on", "over", "among",
    "from", "adjacent", "diagonal", "within", "through", "other", "than", "is", "has", "between", "mod", "even",
})  # fmt: skip


def _mistakes(source: Source, base: int, text: str, error: UnexpectedInput) -> list[Diagnostic]:
    """What does not fit in one item: each line that is to blame is left out, and the rest read again."""
    blamed = _diagnose(source, base, text, error)
    found = [blamed]
    left = text
    while blamed.code in ("TP002", "TP005") and len(found) < MOST_MISTAKES:
        begun = _with_a_head(left, _blamed(left, blamed.span.start - base)[0], blamed.span.start - base)
        if begun is not None:
            left, end = begun
        else:
            start, end = _blamed(left, blamed.span.start - base)
            line = left[start:end]
            # With a brace that is open the rest would be read as something else.
            if start == 0 or line.count("{") != line.count("}") or not line.strip():
                break
            left = left[:start] + re.sub(r"[^\n]", " ", line) + left[end:]
        try:
            _items(source, base, left)
            break
        except _TooLong:
            break
        except UnexpectedInput as more:
            misfit = getattr(getattr(more, "token", None), "start_pos", None)
            blamed = _diagnose(Source(source.name, source.text[:base] + left), base, left, more)
        at = blamed.span.start - base
        if blamed.code == "TP001" or at < end:
            break
        # A line that goes on from the one that was left out is no mistake of its own: it begins with what can not
        # begin one. Any name can, and the one that is blamed then stands before what does not fit.
        more_of_it = misfit in (at, None) or blamed.span.text in _GOES_ON
        if begun is not None or not more_of_it or left[end:at].strip():
            span = Span(source, blamed.span.start, blamed.span.end)
            found.append(Diagnostic(blamed.code, blamed.message, span, blamed.here, (), blamed.help))
    return found


_BAD_HEAD = re.compile(r"\s*(?:\w+\s+)?(?:tile|building|scoring)\b[^\n{}]*[{\n]")
_ANY_HEAD = "scoring x\"\"{"


def _with_a_head(text: str, start: int, at: int) -> tuple[str, int] | None:
    """The text with another head in the place of one that can not be read, so that all else can be, each at its
    place; and where the head ends. None if it is no head in which the misfit lies."""
    head = _BAD_HEAD.match(text, start)
    if head is None or len(head[0]) < len(_ANY_HEAD) or at >= head.end():
        return None
    return text[:start] + _ANY_HEAD.ljust(len(head[0])) + text[head.end() :], head.end()


def _blamed(text: str, at: int) -> tuple[int, int]:
    """Where the line begins and ends that is to blame for a misfit: the one before, if it ended too early."""
    start = text.rfind("\n", 0, at) + 1
    word = re.match(r"\}|\w*", text[at:])
    if not text[start:at].strip() and word is not None and word[0] in _LINE_WORDS:
        before = text[:start].rstrip()
        start = before.rfind("\n") + 1
        return start, len(before)
    end = text.find("\n", at)
    return start, len(text) if end < 0 else end


def _words_before(text: str, start: int, end: int) -> str:
    """The line before, and the line as far as a word that does not fit; remarks left out."""
    lines = text[:start].split("\n")
    before = next((x for x in reversed(lines[:-1]) if x.split("--")[0].strip()), "") if len(lines) > 1 else ""
    word = "{" if text[start : start + 1] == "{" else text[start:end]
    begun = f"{before.split('--')[0].rstrip()}\n" if before else ""
    return f"{begun}{lines[-1]}{word}"


def _diagnose(source: Source, base: int, text: str, error: UnexpectedInput) -> Diagnostic:
    """One honest message for the first thing that does not fit."""
    found = _first_misfit(source, base, text, error)
    if found.code != "TP002":
        return found
    moved = _at_fault_before(source, base, error, found)
    if moved is not None:
        return moved
    line = source.text[: found.span.start].rpartition("\n")[2]
    claimed = _in_a_claim(line + found.span.text) if "property" in line or "{" not in line else ""
    hint = claimed or instead(_words_before(source.text, found.span.start, found.span.end))
    if hint:
        return replace(found, help=hint)
    before = re.search(r"(\w+)\s*$", line)
    # `per each KIND` reads `each` as a name: it is the word before that should not be there.
    if before is not None and before[1] in ("each", "every", "the"):
        start = found.span.start - len(line) + before.start(1)
        word = Span(source, start, start + len(before[1]))
        return Diagnostic("TP002", f"`{before[1]}` does not fit here", word, help=_INSTEAD[before[1]])
    word_there = source.text[found.span.start : found.span.start + 2]
    key = found.span.text if word_there != "//" else "//"
    help = _INSTEAD.get(key) or _in_a_claim(line + found.span.text) or found.help
    return Diagnostic(found.code, found.message, found.span, found.here, found.labels, help)


def _at_fault_before(
    source: Source, base: int, error: UnexpectedInput, found: Diagnostic
) -> Diagnostic | None:
    """The finding at the word before the misfit, if that one is to blame: the last of a line that something is
    missing after, or a name that would begin the block of a mode, though its line has begun before."""
    start = found.span.start
    code = re.sub(r"--[^\n]*", lambda m: " " * len(m[0]), source.text[base:start])
    last = re.search(r'([A-Za-z_]\w*|\d+|"[^"\n]*"|\S)\s*$', code)
    if last is None or last[1] in "{}":
        return None
    before, span = last[1], Span(source, base + last.start(1), base + last.end(1))
    named = re.fullmatch(r"[a-z]\w*", before) is not None
    first = not code[code.rfind("\n", 0, last.start(1)) + 1 : last.start(1)].strip()
    ended = "\n" in source.text[span.end : start]
    token = getattr(error, "token", None)
    accepts = {_friendly(x) for x in getattr(error, "accepts", None) or ()}
    hint = instead(_words_before(source.text, start, found.span.end))
    here = instead(_words_before(source.text, span.start, span.end))
    if accepts == {"`{`"} and named and not first and token is not None and start == base + token.start_pos:
        if hint and not ended:
            return None
        article = re.search(r"\b(each|every|the)\s+$", code[: last.start(1)])
        if article is not None and not here:
            before, span = article[1], Span(source, base + article.start(1), base + article.end(1))
        help = here or _INSTEAD.get(before, "") or did_you_mean(before, keywords() - {before})
        return Diagnostic("TP002", f"`{_shown(before)}` does not fit here", span, help=help)
    word = re.match(r"\}|\w*", source.text[start:])
    if not ended or word is None or word[0] not in _LINE_WORDS:
        return None
    counted = "say that it is counted, as in `count of <kind> in city`"
    uncounted = named and bool(accepts) and accepts <= {"`(`", "`is`", "`seated`"}
    help = here or hint or (counted if uncounted else found.help)
    return Diagnostic("TP002", f"something is missing after `{_shown(before)}`", span, help=help)


def _in_a_claim(words: str) -> str:
    """What to write instead in a claim about two cities, given the line as far as it can be read; or nothing."""
    return next((help for pattern, help in _IN_A_CLAIM if re.search(pattern, words)), "")


def _first_misfit(source: Source, base: int, text: str, error: UnexpectedInput) -> Diagnostic:
    bag = Bag()
    expected = sorted(
        _friendly(t) for t in getattr(error, "accepts", None) or getattr(error, "expected", None) or () if t
    )
    listed = ", ".join(expected[:12]) + (", ..." if len(expected) > 12 else "")
    words = [e.strip("`") for e in expected]
    if isinstance(error, UnexpectedCharacters):
        at = base + (error.pos_in_stream or 0)
        m = re.compile(r'"[^"\n]*|[A-Za-z_0-9]+|.', re.DOTALL).match(source.text, at)
        found = m[0] if m else "?"
        span = Span(source, at, at + len(found))
        if found.startswith('"'):
            bag.add("TP005", "a text that does not end", span, help='put a `"` at its end, on the same line')
        else:
            hint = did_you_mean(found, words)
            if not hint and found[:1].isupper():
                hint = "names are written in small letters, with `_` for a space"
            bag.add("TP002", f"`{_shown(found)}` does not fit here", span, help=hint or _one_of(listed))
        return bag.found[0]
    token = getattr(error, "token", None)
    if isinstance(error, UnexpectedEOF) or token is None or token.type == "$END":
        start, end = getattr(token, "start_pos", None), getattr(token, "end_pos", None)
        if start is None or end is None:  # there is nothing but blank space and comments
            start, end = 0, min(1, len(text))
        span = Span(source, base + start, base + end)  # of the last word
        open_braces = _open_brace(text)
        help = _one_of(listed)
        if open_braces is not None:
            help = f"a `}}` is missing: that of the `{{` in line {source.position(base + open_braces)[0]}"
        bag.add("TP001", "the text ends too early", span, here="after this", help=help)
        return bag.found[0]
    assert isinstance(error, UnexpectedToken)
    before = error.token_history[-1] if error.token_history else None
    if words == ["{"] and before is not None and before.type == "NAME":
        # Any name may begin a mode block; if none does, that word is what should not be there.
        hint = did_you_mean(str(before), keywords() - {str(before)})
        if hint or str(before) in keywords():
            span = Span(source, base + before.start_pos, base + before.end_pos)
            bag.add("TP002", f"`{before}` does not fit here", span, help=hint)
            return bag.found[0]
    start, end = base + token.start_pos, base + token.end_pos
    if token.type == "GLYPH":  # the first letter of a longer word
        m = re.compile(r"[A-Za-z_0-9]+").match(source.text, start)
        end = m.end() if m else end
    if token.type == "GRID":  # all of a drawing is not a word
        end = start + 1
    word = source.text[start:end]
    hint = did_you_mean(word, words) if token.type in ("NAME", "GLYPH") else ""
    if not hint and word[:1].isupper():
        hint = "names are written in small letters, with `_` for a space"
    bag.add("TP002", f"`{_shown(word)}` does not fit here", Span(source, start, end), help=hint or _one_of(listed))
    return bag.found[0]


def _shown(word: str) -> str:
    """As much of a word as a message repeats."""
    return word if len(word) <= MOST_SHOWN else f"{word[:MOST_SHOWN]}..."


def _open_brace(text: str) -> int | None:
    """Where the innermost brace stands that is never closed."""
    open_ones: list[int] = []
    for m in re.finditer(r'--[^\n]*|"[^"\n]*"|[{}]', text):
        if m[0] == "{":
            open_ones.append(m.start())
        elif m[0] == "}" and open_ones:
            open_ones.pop()
    return open_ones[-1] if open_ones else None


def _one_of(listed: str) -> str:
    return f"here may stand: {listed}" if listed else ""
