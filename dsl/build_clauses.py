"""Lines of a building, a tile or a scoring, with examples, properties and tables: from the parts of the grammar's
rules to nodes of the syntax tree.

Guarantee: `CLAUSES` has a maker for every rule of the grammar's section on these lines; the nodes say what was
written and nothing of what it means.
"""

from __future__ import annotations

import re
from collections.abc import Mapping
from functools import partial
from typing import Any, Literal

from dsl import syntax as s
from dsl.build_common import Maker, as_tuple, listed, only, written
from dsl.source import Span

# ---- clauses -----------------------------------------------------------------------------------------------


def _ending(rest: tuple[Any, ...]) -> tuple[s.Per | None, tuple[s.Limit, ...], s.Expr | None]:
    """What may follow the amount of a clause: `per`, limits, and the expression of a condition."""
    per = next((x for x in rest if isinstance(x, s.Per)), None)
    limits = tuple(x for x in rest if isinstance(x, s.Limit))
    condition = next((x for x in rest if not isinstance(x, s.Per | s.Limit)), None)
    return per, limits, condition


def _score(amount: s.Expr, *rest: Any, span: Span) -> s.Score:
    return s.Score(amount, *_ending(rest), span=span)


def _score_by(
    first: s.Expr, second: s.Expr | None, table: s.TableLiteral, *rest: Any, span: Span
) -> s.ScoreBy:
    args = (first,) if second is None else (first, second)
    _, limits, condition = _ending(rest)
    return s.ScoreBy(args, table, limits, condition, span=span)


def _limit(value: int, *, span: Span) -> s.Limit:
    words = re.sub(r"--[^\n]*", "", span.text)  # `at`, the word, the number
    return s.Limit("most" if "most" in words else "least", value, span=span)


def _needs(amounts: tuple[s.Amount, ...] | str, *, span: Span) -> s.Needs:
    return s.Needs(() if isinstance(amounts, str) else amounts, span=span)  # `nothing`


def _seats(*parts: s.Amount | str | bool, span: Span) -> s.Seats:
    amounts = tuple(x for x in parts if isinstance(x, s.Amount))
    return s.Seats(amounts, True in parts, span=span)


def _seat(number: int | str, resource: s.Word, *, span: Span) -> s.Amount:
    return s.Amount(number if isinstance(number, int) else None, resource, span=span)  # `any`


def _print(name: s.Word, gains: tuple[s.Amount, ...] | None, worth: int | None, *, span: Span) -> s.Print:
    return s.Print(name, gains or (), worth or 0, span=span)


def _gain_end(
    mode: Literal["gain", "may gain", "may gain all of"],
    amount: s.Expr,
    resource: s.Word,
    *rest: Any,
    span: Span,
) -> s.GainEnd:
    per, _, condition = _ending(rest)
    return s.GainEnd(mode, amount, resource, per, condition, span=span)


def _joins(noun: s.Noun, even: bool | None, *, span: Span) -> s.Joins:
    return s.Joins(noun, even is not None, span=span)


def _negative(value: int, *, span: Span) -> int:
    return -value


# ---- examples and properties -------------------------------------------------------------------------------


def _example(mode: s.Word, title: s.Text | None, *rest: Any, span: Span) -> s.Example:
    given = tuple(x for x in rest if isinstance(x, s.GivenReading | s.GivenSupply))
    grid = next(x for x in rest if isinstance(x, s.Grid))
    expect = tuple(x for x in rest if isinstance(x, s.Expect))
    return s.Example(mode, title, given, grid, expect, span=span)


def _part_scores(name: s.Word, value: int, *, span: Span) -> s.Expect:
    return s.Expect("part", value, name, span=span)


def _property(mode: s.Word | None, title: s.Text, *rest: Any, span: Span) -> s.Property:
    *options, claim = rest
    return s.Property(mode, title, tuple(options), claim, span=span)


def _in_scope(name: s.Word, *, span: Span) -> s.Setting:
    return s.Setting("scope", name.name, span=span)


def _timeout(seconds: int, *, span: Span) -> s.Setting:
    return s.Setting("timeout", str(seconds), span=span)


def _seating(resource: s.Word, kind: s.Word, *, span: Span) -> s.Change:
    return s.Change("seating", kind, resource, span=span)


def _replacing(kind: s.Word, new: s.Word, *, span: Span) -> s.Change:
    return s.Change("replacing", kind, new=new, span=span)


# ---- tables ------------------------------------------------------------------------------------------------


def _table_literal(
    start: tuple[int, ...] | None, entries: tuple[tuple[int | s.TableRow, ...], bool], *, span: Span
) -> s.TableLiteral:
    values, more = entries
    numbers = tuple(x for x in values if isinstance(x, int))
    if len(numbers) == len(values):
        return s.TableLiteral(start, (s.TableRow(numbers, more, span=span),), True, False, span=span)
    rows = tuple(x if isinstance(x, s.TableRow) else s.TableRow((x,), False, span=span) for x in values)
    return s.TableLiteral(start, rows, False, more, span=span)


def _entries(*parts: Any, span: Span) -> tuple[tuple[Any, ...], bool]:
    """The entries of a list, and whether there is a `+` behind the last."""
    return tuple(x for x in parts if x != "+"), "+" in parts


def _table_row(*parts: Any, span: Span) -> s.TableRow:
    return s.TableRow(*_entries(*parts, span=span), span=span)


CLAUSES: Mapping[str, Maker] = {
    # clauses
    "score": _score,
    "score_by": _score_by,
    "needs": _needs,
    "seats": _seats,
    "max_floors": s.MaxFloors,
    "copies": s.Copies,
    "print_": _print,
    "gain_placed": s.GainPlaced,
    "gain_end": _gain_end,
    "joins": _joins,
    "per": s.Per,
    "limit": _limit,
    "condition": only,
    "even": written,
    "amounts": as_tuple,
    "amount": s.Amount,
    "seat": _seat,
    "signed": only,
    "negative": _negative,
    # what else stands there
    "cites": partial(s.Info, "cites"),
    "summary": partial(s.Info, "summary"),
    "note": partial(s.Info, "note"),
    "plural": s.Plural,
    "glyph": s.Glyph,
    "modes": listed(s.Modes),
    "mode_block": listed(s.ModeBlock, 1),
    "under_block": listed(s.UnderBlock, 2),
    # examples
    "example": _example,
    "given_reading": s.GivenReading,
    "given_supply": s.GivenSupply,
    "scores": partial(s.Expect, "scores"),
    "totals": partial(s.Expect, "totals"),
    "receives": partial(s.Expect, "receives"),
    "part_scores": _part_scores,
    # properties
    "property": _property,
    "assumption": s.Assumption,
    "in_scope": _in_scope,
    "timeout": _timeout,
    "solver": s.SolverSetting,
    "always": partial(s.Claim, "always"),
    "sometimes": partial(s.Claim, "sometimes"),
    "range": partial(s.Claim, "range"),
    "never": s.Never,
    "ignores": s.Ignores,
    "depends": listed(s.Depends, 1),
    "against": s.Against,
    "adding": partial(s.Change, "adding"),
    "removing": partial(s.Change, "removing"),
    "raising": partial(s.Change, "raising"),
    "seating": _seating,
    "swapping": partial(s.Change, "swapping"),
    "mirroring": partial(s.Change, "mirroring"),
    "replacing": _replacing,
    "in_mode": s.InMode,
    "of_kind": s.OfKind,
    # tables
    "table_literal": _table_literal,
    "start_at": as_tuple,
    "entries": _entries,
    "table_row": _table_row,
}
