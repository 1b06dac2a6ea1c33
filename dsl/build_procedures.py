"""Procedures, their steps and claims: from the parts of the grammar's rules to nodes of the syntax tree.

Guarantee: `PROCEDURES` has a maker for every rule of the grammar's section on procedures that is not shared with
other expressions; the nodes say what was written and nothing of what it means.
"""

from __future__ import annotations

from collections.abc import Mapping
from functools import partial
from typing import Any

from dsl import syntax as s
from dsl.build_common import Maker, listed, only, written
from dsl.source import Span


def _all_tiles(*, span: Span) -> None:
    return None


def _move(
    number: int | str, piece: s.Word, of_round: bool | None, source: s.Word, target: s.Word, *, span: Span
) -> s.MoveStep:
    many = number if isinstance(number, int) else None  # `all`
    return s.MoveStep(many, piece, of_round is not None, source, target, span=span)


def _draw(number: int, piece: s.Word, source: s.Word, target: s.Word, *, span: Span) -> s.MoveStep:
    return s.MoveStep(number, piece, False, source, target, True, span=span)


def _property(mode: s.Word | None, title: s.Text, *rest: Any, span: Span) -> s.PlayProperty:
    *options, claim = rest
    return s.PlayProperty(mode, title, tuple(options), claim, span=span)


def _after(name: s.Word, operand: s.Expr, *, span: Span) -> s.PlayClaim:
    return s.PlayClaim("after", operand, name, span=span)


def _one_zone(name: s.Word, *, span: Span) -> s.PlayClaim:
    return s.PlayClaim("one zone", name=name, span=span)


def _piece_set(noun: s.Noun, zone: s.Word | None, *, span: Span) -> s.SetExpr:
    places = () if zone is None else (s.Place("in", s.Ref(zone.name, span=zone.span), span=zone.span),)
    return s.SetExpr(noun, None, places, None, span=span)


def _piece_noun(*names: s.Word, span: Span) -> s.Noun:
    if len(names) == 1:
        return s.Noun((), names[0], span=span)
    sets = tuple(s.SetExpr(s.Noun((), x, span=x.span), None, (), None, span=x.span) for x in names)
    return s.Noun((), s.HeadGroup("or", sets, span=span), span=span)


PROCEDURES: Mapping[str, Maker] = {
    # what there is
    "piece_sort": s.PieceSort,
    "all_tiles": _all_tiles,
    "zone": listed(s.Zone, 2),
    "face_down": listed(s.FaceDown),
    "routine": listed(s.Routine, 2),
    "play": listed(s.Play),
    # steps
    "move_step": _move,
    "of_round": written,
    "draw_step": _draw,
    "shuffle_step": s.ShuffleStep,
    "do_step": s.DoStep,
    "repeat_step": listed(s.RepeatStep, 1),
    "each_step": listed(s.EachStep, 1),
    "if_step": listed(s.IfStep, 1),
    "choose_step": listed(s.ChooseStep, 1),
    "option": listed(s.Option, 3),
    "only_if": only,
    # claims
    "play_property": _property,
    "for_players": s.ForPlayers,
    "every_move": s.EveryMove,
    "play_when": s.Assumption,
    "play_always": partial(s.PlayClaim, "always"),
    "play_sometimes": partial(s.PlayClaim, "sometimes"),
    "play_constant": partial(s.PlayClaim, "constant"),
    "play_after": _after,
    "play_stuck": partial(s.PlayClaim, "stuck"),
    "play_one_zone": _one_zone,
    # what a procedure counts
    "piece_set": _piece_set,
    "piece_noun": _piece_noun,
    "counter": s.Counter,
}
