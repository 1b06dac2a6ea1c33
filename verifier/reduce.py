"""What can be left out of a question without changing its answer.

Guarantee: for an objective (or claim) made of the given core expressions, the reduced model has a city of a value
exactly when the full one has: kinds that can not be told apart are represented by one that is never worse, kinds
that are not seen at all are counted instead of placed, and of cities that differ by a symmetry one is kept.
"""

from __future__ import annotations

from collections.abc import Iterable, Sequence

from dsl import core as c
from dsl.board import Side
from dsl.circuit import Linear, Lit
from dsl.footprint import kinds_named, nodes, positional, sides, tells_unnamed
from dsl.simplify import rising
from verifier.model import Model, Question
from verifier.placing import rule_of, symmetric


def _unseen(exprs: Sequence[c.Expr]) -> bool:
    """Whether kinds that the expressions do not name are not seen by them at all, nor are prints and units."""
    found = [x for e in exprs for x in nodes(e)]
    values = (x for x in found if isinstance(x, c.Seated | c.CityUnits))
    prints = any(isinstance(x, c.Printed) for x in found)
    return not prints and all(_own(x) for x in values) and not any(tells_unnamed(e) for e in exprs)


def fillers(
    game: c.Game, question: Question, exprs: Sequence[c.Expr], kinds: frozenset[str]
) -> frozenset[str]:
    """The kinds that the objective does not see: they matter for what they give, and take room."""
    if question.scope == "any" or game.seating != "free" or not _unseen(exprs) or _placed(game, question):
        return frozenset()
    told = _told(exprs, kinds)
    giving = {g.kind for g in game.gains}
    return frozenset(k for k in kinds if not told[k] and k not in giving and k != question.tile)


def _placed(game: c.Game, question: Question) -> bool:
    """Whether it matters to the scope where something stands."""
    return question.scope == "placeable" and rule_of(game, question.players) is not None


def stand_ins(
    game: c.Game, question: Question, exprs: Sequence[c.Expr], kinds: frozenset[str]
) -> dict[str, tuple[str, ...]]:
    """Kinds that can stand for others: the objective sees no difference, they need the same, and the others
    give nothing. (In scope `rounds` the others are not needed at all, and in `any` neither.)"""
    if question.scope != "supply" or game.seating != "free" or not _unseen(exprs):
        return {}
    told = _told(exprs, kinds)
    classes: dict[object, list[str]] = {}
    for n in sorted(kinds):
        kind = game.kinds[n]
        if n == question.tile or kind.max_floors > 1 or kind.scores_inactive or kind.seats_inactive:
            continue
        if n == game.replaces or (kind.is_tile and not _gives(game, n) and not _stocked(game, question, n)):
            classes.setdefault((told[n], tuple(sorted(kind.needs.items()))), []).append(n)
    found = {}
    for names in classes.values():
        first = game.replaces if game.replaces in names else names[0]
        others = tuple(n for n in names if n != first for _ in range(game.kinds[n].copies))
        if others:
            found[first] = others
    return found


def _gives(game: c.Game, kind: str) -> bool:
    """Whether a kind can bring any units."""
    k = game.kinds[kind]
    return bool(k.placed) or any(v.gains for v in k.prints) or any(g.kind == kind for g in game.gains)


def _told(exprs: Sequence[c.Expr], kinds: frozenset[str]) -> dict[str, frozenset[frozenset[str]]]:
    """By kind, the named sets of kinds that it is in: what the expressions can tell of it."""
    named = frozenset[frozenset[str]]().union(*(kinds_named(e) for e in exprs))
    return {n: frozenset(x for x in named if n in x) for n in kinds}


def _own(e: object) -> bool:
    """Whether a value is one of the tile's own space."""
    return isinstance(e, c.Seated) and e.at == "self"


def needed_kinds(
    game: c.Game,
    question: Question,
    exprs: Sequence[c.Expr],
    allowed: frozenset[str] | None = None,
    also: c.Game | None = None,
) -> frozenset[str]:
    """The kinds (of those allowed; all by default) that have to be considered: of kinds that the objective can
    not tell apart, and of which one is never worse, only that one. `also` is another game by whose rules the same
    city is looked at."""
    allowed = frozenset(game.kinds) if allowed is None else allowed
    games = [game] if also is None else [game, also]
    if any(g.seating != "free" for g in games):
        return allowed  # what may be left unused then depends on everything
    told = _told(exprs, allowed)
    prints = any(isinstance(x, c.Printed) for e in exprs for x in nodes(e))
    seats = any(isinstance(x, c.Seated) for e in exprs for x in nodes(e))
    units = any(isinstance(x, c.CityUnits) for e in exprs for x in nodes(e))

    def no_better(a: str, b: str) -> bool:
        """Whether every city with an `a` is matched by the same city with a `b`."""
        return all(no_better_in(g, a, b) for g in games)

    def no_better_in(game: c.Game, a: str, b: str) -> bool:
        x, y = game.kinds[a], game.kinds[b]
        if x.scores_inactive or y.scores_inactive or prints or units:
            return False
        if told[a] != told[b] or x.max_floors > y.max_floors:
            return False
        if seats and (any(x.seats.get(r, 0) > y.seats.get(r, 0) for r in x.seats) or x.seats_inactive):
            return False
        if any(n > x.needs.get(r, 0) for r, n in y.needs.items()) or (x.needs and not y.needs):
            return False
        if question.scope == "any":
            return True
        if not question.by_round:
            return False
        # It takes the place of the other, from the same supply of its round, and is placed in the same way. (If the
        # other gave units, the city with it might have more than the box.)
        gives = _gives(game, a) or _gives(game, b)
        return x.is_tile and not gives and game.replaces == b and not _stocked(game, question, a)

    kept = set(allowed)
    for a in sorted(allowed):
        if a == question.tile:
            continue
        if any(b in kept and b != a and b != question.tile and no_better(a, b) for b in sorted(allowed)):
            kept.discard(a)
    if _unseen(exprs):  # what is not seen, and gives nothing (or nothing is asked of it), is of no use
        useless = question.scope == "any"
        kept = {n for n in kept if told[n] or n == question.tile or not (useless or not _gives(game, n))}
    return frozenset(kept)


def _stocked(game: c.Game, question: Question, kind: str) -> bool:
    return any(x.kind == kind for x in game.stock.get(question.players, ()))


def sort_spaces(model: Model, tile: str) -> None:
    """Where positions do not matter, only cities whose buildings stand in the order of their kinds."""
    k = model.circuit
    order = [tile, *(n for n in model.names if n != tile)]
    for s, t in zip(model.board.spaces, model.board.spaces[1:], strict=False):
        for i, n in enumerate(order):
            before = [model.kind(s, frozenset({m})) for m in order[: i + 1]]
            k.implies(model.kind(t, frozenset({n})), *before)
    k.require(model.kind(0, frozenset({tile})))


def raise_floors(model: Model, objective: Linear) -> list[Lit]:
    """In scope `any` floors cost nothing: where they can not lower the objective, buildings may be taken to be
    as high as they go. What says so, literal by literal. (None where prints are looked at: floors bring some.)"""
    if model.looks_at_prints:
        return []
    k = model.circuit
    up = rising(k, objective)
    found = []
    for s in model.board.spaces:
        for n in model.names:
            bits = [b for b, _ in model.floors_of(s, n).terms]
            if len(bits) > 1 and all(b in up for b in bits[1:]):
                highest = k.at_least(model.floors_of(s, n), len(bits))
                found.append(k.any((-model.kind(s, frozenset({n})), highest)))
    return found


def first_spaces(model: Model, exprs: Iterable[c.Expr]) -> tuple[int, ...]:
    """One space of each class of spaces that the board's symmetries exchange: those that keep the sides which are
    named, and leave the rule of placing as it is, if the scope asks for it."""
    flips = model.board.symmetries_keeping(frozenset[Side]().union(*map(sides, exprs)))
    if model.rule is not None:
        flips = tuple(f for f in flips if symmetric(model.rule, f))
    return tuple(s for s in model.board.spaces if s == min(f[s] for f in flips))


def place_tile(model: Model, tile: str, exprs: Sequence[c.Expr]) -> tuple[int, ...]:
    """Require the tile to stand where it has to be looked for, up to symmetry; the spaces where it may then be.

    Where positions do not matter that is the first space, with all other buildings in order behind it."""
    if not any(positional(e) for e in exprs) and model.rule is None:
        sort_spaces(model, tile)
        return (0,)
    first = first_spaces(model, exprs)
    model.circuit.require(model.circuit.any(model.kind(s, frozenset({tile})) for s in first))
    return first
