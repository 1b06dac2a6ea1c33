"""Whether two texts mean the same: two specifications, or two tiles of one.

Guarantee: `same` means that no city and no seating of scope `any` tells the two apart, by what cancels or by a
solver's proof. A city of `different` was replayed through the scorers of both sides. What the two do not
share (boards, kinds, needs, seats ...) is told in words, and cities are looked for among what they do share.
"""

from __future__ import annotations

import time
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass, field, replace
from functools import cached_property, partial
from typing import Literal, TypeAlias

from dsl import core as c
from dsl.assemble import Specification
from dsl.canonical import canonical, canonical_kinds
from dsl.circuit import FALSE, Lit, linear_sum, value_of
from dsl.city import City, faults
from dsl.declarations import Readings
from dsl.footprint import nodes
from dsl.game_builder import own_clauses
from dsl.scorer import Scorer
from dsl.simplify import merged
from verifier import minimal, solve
from verifier.diff_structure import kind_words, one_sided, rule_words
from verifier.few import first_difference
from verifier.model import Model, Question
from verifier.reduce import needed_kinds
from verifier.replay import amount_of
from verifier.verdict import Fault

Z3_SECONDS = 4.0  # what Z3 may take for one question; then CP-SAT is asked
SMALLER_SECONDS = 4.0  # what may be spent beyond the time on making a city smaller
SAME_TEXT = "the same text after elaboration"

DiffVerdict = Literal["same", "different", "unknown"]


@dataclass(frozen=True)
class Difference:
    """One comparison, in one mode under given readings.

    `structure` lists in words what no city can show. `old_city` tells the two sides apart if it is there; of two
    tiles, `new_city` is the same with the other tile in its place. `what` says which amount differs in it,
    `values` how much it is on either side; `smallest` whether no smaller city shows a difference. Of units that are
    given, `gain` says by which kind, of which resource, and how they are taken."""

    mode: str
    old_readings: dict[str, str]
    new_readings: dict[str, str]
    verdict: DiffVerdict
    reason: str
    structure: tuple[str, ...] = ()
    what: str = ""
    values: tuple[int, int] | None = None
    old_city: City | None = None
    new_city: City | None = None
    smallest: bool = False
    old_clauses: tuple[c.Clause, ...] = ()
    new_clauses: tuple[c.Clause, ...] = ()
    seconds: float = 0.0
    gain: tuple[str, str, str] | None = None


# ---- what a city can show --------------------------------------------------------------------------------


@dataclass(frozen=True)
class _Clause:
    """A clause in its one form, and as it was written (None for what is not shown). `kinds` says which inactive
    buildings score by it, if that is not the game of its side."""

    form: c.Clause
    written: c.Clause | None
    kinds: Mapping[str, c.Kind] | None = None


def _forms(
    clauses: Iterable[c.Clause],
    keep: frozenset[str],
    names: Mapping[str, str] | None = None,
    *,
    shown: bool = True,
    by: Mapping[str, c.Kind] | None = None,
) -> list[_Clause]:
    out = []
    for x in clauses:
        kinds = canonical_kinds(x.kinds, keep, names)
        if x.kinds and not kinds:
            continue
        form = replace(x, part="", kinds=kinds, value=canonical(x.value, keep, names))
        out.append(_Clause(form, x if shown else None, by))
    return out


def _cancelled(old: Sequence[_Clause], new: Sequence[_Clause]) -> tuple[list[_Clause], list[_Clause]]:
    """What is left of both when equal clauses are taken away, one for one."""
    rest = list(old)
    more = []
    for x in new:
        found = next((y for y in rest if y.form == x.form), None)
        if found is None:
            more.append(x)
        else:
            rest.remove(found)
    return rest, more


@dataclass(frozen=True)
class _Amount:
    """Something that both sides give for a city, in words, with a name by which it is replayed."""

    what: str
    gain: tuple[str, str, str] | None = None  # kind (of OLD), resource, mode
    old: tuple[c.Gain, ...] = ()
    new: tuple[c.Gain, ...] = ()


@dataclass
class _Comparison:
    """Everything of one comparison that does not depend on what is compared."""

    spec: Specification  # whose cities are looked at: OLD
    question: Question
    keep: frozenset[str]
    old_game: c.Game
    new_kinds: Mapping[str, c.Kind]  # by their names in OLD
    old: list[_Clause]
    new: list[_Clause]
    amounts: list[_Amount]
    costs: dict[str, int]  # VP by which an unseated unit costs less in OLD than in NEW
    seconds: float
    active: str | None = None  # a tile that has to be active
    started: float = field(default_factory=time.monotonic)
    who: set[str] = field(default_factory=set)
    silent: list[str] = field(default_factory=list)  # what no solver found out

    @property
    def left(self) -> float:
        """The seconds that are left."""
        return self.seconds - (time.monotonic() - self.started)

    @property
    def expressions(self) -> list[c.Expr]:
        """All that bears on a difference."""
        found: list[c.Expr] = [x.form.value for x in (*self.old, *self.new)]
        found += [c.IsKind("self", x.form.kinds) for x in (*self.old, *self.new) if x.form.kinds]
        for a in self.amounts:
            found += [g.amount for g in (*a.old, *a.new)]
            found += [c.IsKind("self", frozenset({g.kind})) for g in (*a.old, *a.new)]
        found += [c.CityUnits("unseated", r) for r in self.costs]
        return found

    def _kinds(self) -> frozenset[str]:
        kinds = [k for n in self.keep for k in (self.old_game.kinds[n], self.new_kinds[n])]
        if any(k.scores_inactive for k in kinds):
            return self.keep
        return needed_kinds(self.old_game, self.question, self.expressions, self.keep)

    def search(self) -> tuple[DiffVerdict, str, City | None, _Amount | None, int, bool]:
        """The verdict, its reason, and a city with what differs in it, by how much, and whether it is smallest."""
        few = self._of_few()
        if few is not None:
            return "different", "", few[0], _Amount("score"), few[1], True
        model = self.model = Model(self.spec, self.question, kinds=self._kinds())
        k = model.circuit
        parts = [model.scored(x.form, x.kinds or self.old_game.kinds) for x in self.old]
        parts += [model.scored(x.form, x.kinds or self.new_kinds).scaled(-1) for x in self.new]
        parts += [model.units("unseated", r).scaled(n) for r, n in self.costs.items()]
        differences = [(_Amount("score"), merged(k, linear_sum(parts)))]
        for a in self.amounts:
            sides = [
                linear_sum(model.offer(g, s) for g in gains for s in model.board.spaces)
                for gains in (a.old, a.new)
            ]
            differences.append((a, sides[0] - sides[1]))
        if self.active is not None:
            tile = frozenset({self.active})
            k.require(k.any(model.active_kind(s, tile) for s in model.board.spaces))
        model.finish()
        for amount, x in differences:
            higher, lower = k.at_least(x, 1), k.at_most(x, -1)
            either = k.any((higher, lower))
            if either == FALSE:
                continue
            ask = partial(self._asked, amount.what, {"more in OLD": higher, "more in NEW": lower})
            found = minimal.smallest(model, either, seconds=self.left, z3=self.z3, ask=ask, patient=True)
            if found is not None and found.answer.values is not None and not found.sure:
                found = self._fewer(found, either)
            if found is not None and found.answer.values is not None:
                holds = found.answer.holds(k)
                return "different", "", model.city(holds), amount, value_of(x, holds), found.sure
        if self.silent:
            said = " or ".join(self.silent)
            reason = f"no solver found out within {self.seconds:.0f} s whether a city has {said}"
            return "unknown", reason, None, None, 0, False
        by = " and ".join(sorted(self.who))
        return "same", f"proved by {by}" if by else "proved: the difference is 0 term by term", None, None, 0, True

    def _of_few(self) -> tuple[City, int] | None:
        """The first city of few buildings that shows a difference, found without a solver, and how large it is."""
        if self.amounts or self.costs or self.active is not None:
            return None
        game = self.old_game
        kinds = [k for k in game.kinds if k in self._kinds()]
        old = [(x.form, x.kinds or game.kinds) for x in self.old]
        new = [(x.form, x.kinds or self.new_kinds) for x in self.new]
        return first_difference(game, kinds, self.question.tile, old, new)

    def _fewer(self, found: minimal.Minimal, claim: Lit) -> minimal.Minimal:
        """A city that may have more buildings than are needed, or one that CP-SAT finds soon with less."""
        buildings = self.model.sizes()[0]
        few = solve.maximize(self.model.circuit, buildings.scaled(-1), extra=[claim], seconds=SMALLER_SECONDS)
        if few.values is None:
            return found
        now, before = (value_of(buildings, x.holds(self.model.circuit)) for x in (few, found.answer))
        return minimal.Minimal(few, False) if now < before else found

    @cached_property
    def z3(self) -> solve.Z3:
        """The model in Z3, once it is finished."""
        return solve.Z3(self.model.circuit)

    def _decided(self, claim: Lit) -> solve.Answer:
        if claim == FALSE:
            return solve.Answer("infeasible")
        return self.z3.decide([claim], seconds=max(0.1, min(Z3_SECONDS, self.left)))

    def _asked(self, what: str, claims: Mapping[str, Lit]) -> solve.Answer:
        """A city that fulfils one of the claims. Z3 is asked first, and where it does not answer in its time,
        CP-SAT."""
        silent = []
        for name, claim in claims.items():
            answer = self._decided(claim)
            if answer.values is not None:
                return answer
            if answer.status == "unknown":
                silent.append(name)
            elif claim != FALSE:
                self.who.add("Z3")
        still = []
        for i, name in enumerate(silent):
            seconds = max(0.1, self.left / (len(silent) - i))
            answer = solve.decide(self.model.circuit, [claims[name]], seconds=seconds)
            if answer.values is not None:
                return answer
            if answer.status == "unknown":
                still.append(f"{what} {name}")
            else:
                self.who.add("CP-SAT")
        self.silent += still
        return solve.Answer("unknown" if still else "infeasible")


# ---- two specifications ----------------------------------------------------------------------------------


def compare(
    old: Specification,
    new: Specification,
    mode: str,
    old_readings: Readings | None = None,
    new_readings: Readings | None = None,
    *,
    owner: str = "",
    time_limit: float = 60.0,
) -> Difference:
    """Compare two specifications in a mode that both have, each under its defaults with some readings replaced.

    What is compared is the total; with `owner`, what that tile, which stands once, adds by its own text, or the
    part of the sheet of that building or scoring. Raises `Fault` if a solver and a scorer disagree."""
    started = time.monotonic()
    games = old.game(mode, old_readings), new.game(mode, new_readings)
    a, b = games
    found, kept = _structure(games, owner)
    sides = old.clauses(mode, old_readings, owner), new.clauses(mode, new_readings, owner)
    left, right = _cancelled(*_joined(sides, games, kept))
    givers = [g if not owner else replace(g, gains=tuple(x for x in g.gains if x.kind == owner)) for g in games]
    amounts, words = _gains(givers[0], givers[1], kept)
    found += [(False, text) for text in words]
    structure = tuple(text for _, text in found)
    costs = {r.name: r.cost for r in a.resources}
    cheaper = {r.name: n for r in b.resources if not owner and (n := r.cost - costs.get(r.name, 0))}
    base = _before(mode, old.readings(old_readings), new.readings(new_readings), structure, left, right)
    inactive = any(a.kinds[n].scores_inactive != b.kinds[n].scores_inactive for n in kept)
    tile = owner if owner in a.kinds and a.kinds[owner].is_tile else None
    if any(blocks for blocks, _ in found) or (tile is not None and tile not in kept):
        reason = "the two have no cities in common, so that none is looked for"
        return replace(base, reason=reason, seconds=_since(started))
    if not left and not right and not amounts and not cheaper and not inactive:
        return _without_city(base, started, "same", SAME_TEXT, f"all else: {SAME_TEXT}")
    if inactive:
        # What was cancelled counts for other buildings.
        base = replace(base, reason="inactive tiles score on one side only")
        left, right = _joined(sides, games, kept)
    question = Question(mode, "any", old.readings(old_readings), a.mode.usual_players, tile)
    search = _Comparison(
        old, question, kept, a, b.kinds, left, right, amounts, cheaper, time_limit, started=started
    )
    verdict, reason, city, amount, by, smallest = search.search()
    if city is None or amount is None:
        without = "" if kept == frozenset(a.kinds) | frozenset(b.kinds) else ", over the kinds that are alike"
        return _without_city(base, started, verdict, reason, f"all else: the same, {reason}{without}")
    scorers = Scorer(old, mode, old_readings), Scorer(new, mode, new_readings)
    values = tuple(amount_of(s, city, owner, amount.gain) for s in scorers)
    _replayed(scorers, (city, city), values, by, f"diff, {mode}")
    return replace(
        base,
        verdict="different",
        what=amount.what,
        values=(values[0], values[1]),
        old_city=city,
        new_city=city,
        smallest=smallest,
        seconds=_since(started),
        gain=amount.gain,
    )


def _structure(games: tuple[c.Game, c.Game], owner: str) -> tuple[list[tuple[bool, str]], frozenset[str]]:
    """What no city can show, in words, each with whether the two have no cities in common; and the kinds that both
    have and that make the same cities. With an `owner`, what is said of other kinds is left out."""
    a, b = games
    found = list(rule_words(a, b))
    found += [(False, text) for text in one_sided("kind", a.kinds, b.kinds)]
    kept = set()
    for name in a.kinds:
        if name in b.kinds:
            body = list(kind_words(a.kinds[name].title, a.kinds[name], b.kinds[name], games))
            found += [(False, text) for _, text in body if owner in ("", name)]
            if not any(other_cities for other_cities, _ in body):
                kept.add(name)
    return found, frozenset(kept)


def _before(
    mode: str,
    old_readings: Readings,
    new_readings: Readings,
    structure: Iterable[str],
    left: Iterable[_Clause],
    right: Iterable[_Clause],
) -> Difference:
    """What is known before a city is looked for."""
    said = tuple(structure)
    return Difference(
        mode,
        dict(old_readings),
        dict(new_readings),
        "different" if said else "same",
        "",
        said,
        old_clauses=_written(left),
        new_clauses=_written(right),
    )


def _without_city(base: Difference, started: float, verdict: DiffVerdict, reason: str, rest: str) -> Difference:
    """The result where no city was found that tells the two apart; `rest` is said where only the structure does."""
    if base.structure and verdict == "same":
        return replace(base, reason=rest, seconds=_since(started))
    return replace(base, verdict="different" if base.structure else verdict, reason=reason, seconds=_since(started))


_Sides: TypeAlias = tuple[tuple[c.Clause, ...], tuple[c.Clause, ...]]


def _joined(
    sides: tuple[_Sides, _Sides], games: tuple[c.Game, c.Game], kept: frozenset[str]
) -> tuple[list[_Clause], list[_Clause]]:
    """What is added on either side, with what is taken off on the other."""
    (more, less), (new_more, new_less) = sides
    a, b = games
    left = [*_forms(more, kept), *_forms(new_less, kept, shown=False, by=b.kinds)]
    return left, [*_forms(new_more, kept), *_forms(less, kept, shown=False, by=a.kinds)]


def _since(started: float) -> float:
    return round(time.monotonic() - started, 3)


def _written(clauses: Iterable[_Clause]) -> tuple[c.Clause, ...]:
    return tuple(x.written for x in clauses if x.written is not None)


_GAIN_WORDS = {"forced": "gains", "any": "may gain", "whole": "may gain all of"}


def _gains(
    old: c.Game,
    new: c.Game,
    keep: frozenset[str],
    names: Mapping[str, str] | None = None,
    giver: str = "",
) -> tuple[list[_Amount], list[str]]:
    """Of the gains at the end: amounts to be compared over cities, and in words those of one side only."""
    rest: list[dict[tuple[str, str, str], list[c.Gain]]] = [{}, {}]
    for side, game, renamed in ((0, old, None), (1, new, names)):
        for g in game.gains:
            kind = (renamed or {}).get(g.kind, g.kind)
            if kind in keep:
                form = replace(g, kind=kind, amount=canonical(g.amount, keep, renamed))
                rest[side].setdefault((kind, g.resource, g.mode), []).append(form)
    amounts, words = [], []
    for key in sorted({*rest[0], *rest[1]}):
        a, b = list(rest[0].get(key, ())), list(rest[1].get(key, ()))
        for g in list(b):
            if g in a:
                a.remove(g)
                b.remove(g)
        kind, resource, mode = key
        what = f"{giver or f'`{kind}`'} {_GAIN_WORDS[mode]} {resource}"
        if key in rest[0] and key in rest[1]:
            if a or b:
                amounts.append(_Amount(f"units ({what})", key, tuple(a), tuple(b)))
        else:
            sentence = (a or b)[0].text
            words.append(f"{what}: only in {'OLD' if key in rest[0] else 'NEW'}, `{sentence}`")
    return amounts, words


def _replayed(
    scorers: tuple[Scorer, Scorer], cities: tuple[City, City], values: Sequence[int], by: int, title: str
) -> None:
    """Make sure that the scorers find what the solver found."""
    for scorer, city in zip(scorers, cities, strict=True):
        problems = [text for _, text in faults(city, scorer.game)] + scorer.gain_complaints(city)
        if problems:
            raise Fault(f"{title}: a solver's city is impossible: {problems} in {city}")
    if values[0] - values[1] != by:
        raise Fault(f"{title}: the solver finds a difference of {by}, the scorers {values} on {cities[0]}")


# ---- two tiles -------------------------------------------------------------------------------------------


def compare_tiles(
    spec: Specification,
    old: str,
    new: str,
    mode: str,
    readings: Readings | None = None,
    *,
    time_limit: float = 60.0,
) -> Difference:
    """Compare what two tiles add by their own text, each standing on the space where the other stands.

    Raises `Fault` if a solver and the scorer disagree."""
    started = time.monotonic()
    game = spec.game(mode, readings)
    a, b = game.kinds[old], game.kinds[new]
    names = {new: old, old: new}
    keep = frozenset(game.kinds) - {new} | {old}
    body = list(kind_words("the tile", a, b, (game, game)))
    structure = [text for _, text in body]
    more, less = _own(spec, mode, readings, old, keep, None)
    new_more, new_less = _own(spec, mode, readings, new, keep, names)
    left, right = _cancelled([*more, *new_less], [*new_more, *less])
    one, two = (replace(game, gains=tuple(g for g in game.gains if g.kind == k)) for k in (old, new))
    amounts, words = _gains(one, two, keep, names, "the tile")
    structure += words
    full = spec.readings(readings)
    base = _before(mode, full, full, structure, left, right)
    if not left and not right and not amounts:
        return _without_city(base, started, "same", SAME_TEXT, f"all else: {SAME_TEXT}")
    question = Question(mode, "any", full, game.mode.usual_players, old)
    kinds = {n: (b if n == old else game.kinds[n]) for n in keep}
    search = _Comparison(spec, question, keep, game, kinds, left, right, amounts, {}, time_limit, started=started)
    needs = dict(a.needs) != dict(b.needs)
    other = any(blocks for blocks, text in body) and not (needs and sum(x for x, _ in body) == 1)
    units = any(isinstance(x, c.CityUnits) for e in search.expressions for x in nodes(e))
    if other or (needs and (units or game.seating != "free")):
        reason = "neither can stand in for the other, so that no city is looked for"
        return replace(base, reason=reason, seconds=_since(started))
    if needs:
        search.active = old
    verdict, reason, city, amount, by, smallest = search.search()
    if city is None or amount is None:
        where = ", where both are active" if needs else ""
        return _without_city(base, started, verdict, reason, f"all else: the same{where}, {reason}")
    other_city = _exchanged(city, old, new, game, needs)
    scorer = Scorer(spec, mode, readings)
    gains = [None if amount.gain is None else (kind, *amount.gain[1:]) for kind in (old, new)]
    values = amount_of(scorer, city, old, gains[0]), amount_of(scorer, other_city, new, gains[1])
    _replayed((scorer, scorer), (city, other_city), values, by, f"diff of {old} and {new}, {mode}")
    return replace(
        base,
        verdict="different",
        reason=reason,
        what="own score" if amount.gain is None else amount.what,
        values=values,
        old_city=city,
        new_city=other_city,
        smallest=smallest,
        seconds=_since(started),
    )


def _own(
    spec: Specification,
    mode: str,
    readings: Readings | None,
    tile: str,
    keep: frozenset[str],
    names: Mapping[str, str] | None,
) -> tuple[list[_Clause], list[_Clause]]:
    """The clauses that make a tile's own score, and those that are taken off it."""
    game, plain = spec.game(mode, readings), spec.game(mode, readings, frozenset({tile}))
    more, less = own_clauses(game, plain)
    return _forms(more, keep, names), _forms(less, keep, names, shown=False)


def _exchanged(city: City, old: str, new: str, game: c.Game, needs: bool) -> City:
    """The city with the other tile on the space of the first; the units that it needs come with it."""
    cells = tuple(
        replace(x, kind=new, active=True if needs else x.active) if x is not None and x.kind == old else x
        for x in city.cells
    )
    made = replace(city, cells=cells)
    return replace(made, supply=made.seated(game)) if needs else made
