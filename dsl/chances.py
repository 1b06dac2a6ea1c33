"""How likely it is that a given piece is somewhere: exactly, and by playing many games.

Guarantee: `exact` gives rational numbers. It follows one piece of a sort among the others, which are counted:
pieces are drawn from shuffled piles, and whoever chooses a piece takes each alike, so that of `n` pieces of which
`k` go, the one in question goes with chance `k / n`. Where a pile that is drawn from is added to without being
shuffled, this would not be so, and `exact` refuses. `sampled` plays with `dsl/simulate.py` and knows nothing of
this.
"""

from __future__ import annotations

import random
from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field
from fractions import Fraction
from math import sqrt
from typing import TypeAlias, assert_never

from dsl import procedure_core as p
from dsl.procedure_steps import Numbers, Steps, pieces
from dsl.simulate import Event, Moved, Table, play

Weights: TypeAlias = Mapping[str, Fraction]
"""How often an option is taken, by its name; those that are not named have none. Where no open option has any
weight, all that are open are taken alike."""


class Inexact(Exception):
    """The chances can not be worked out this way; the message says why."""


@dataclass(frozen=True)
class Chances:
    """Of a given piece, when somebody chooses for the first time in each round: the chance to be in each zone,
    and to have been in `zone` at any time before; and both at the end of the game, under the number 0. A play in
    which nobody chooses in a round counts for nothing there."""

    sort: str
    zone: str
    there: Mapping[int, Mapping[str, Fraction]]
    ever: Mapping[int, Fraction]


def shares(options: Sequence[p.Option], weights: Weights) -> list[Fraction]:
    """How often each of the open options is taken."""
    found = [weights.get(x.name, Fraction(0)) for x in options]
    total = sum(found, Fraction(0))
    return [x / total for x in found] if total else [Fraction(1, len(options))] * len(options)


def drawn_zone(procedure: p.Procedure, sort: str) -> str:
    """The zone that pieces of a sort are drawn to.

    Raises `Inexact` if there is none."""
    moves = (x for x in p.all_steps(procedure.steps) if isinstance(x, p.Move))
    found = next((x.target for x in moves if x.drawn and x.sort == sort), None)
    if found is None:
        raise Inexact(f"no `{sort}` is ever drawn")
    return found


# ---- exactly -------------------------------------------------------------------------------------------

_Where: TypeAlias = tuple[tuple[int, ...], str, bool, bool]
"""The numbers of all pieces, where the piece in question is, whether it has been in the zone, and whether anybody
has chosen in this round."""

_Spread: TypeAlias = dict[_Where, Fraction]


def exact(
    procedure: p.Procedure, sort: str, weights: Weights, readings: Mapping[str, str] | None = None
) -> Chances:
    """The chances of a piece of a sort.

    Raises `Inexact` where they can not be worked out."""
    _shuffled(procedure.steps)
    return _Exact(procedure, sort, weights, {**procedure.defaults, **(readings or {})}).run()


def _shuffled(steps: p.Steps) -> None:
    """See that a pile is shuffled as soon as something is added to it, if anybody draws from it."""
    drawn = {x.source for x in p.all_steps(steps) if isinstance(x, p.Move) and x.drawn}

    def walk(steps: p.Steps) -> None:
        for i, step in enumerate(steps):
            pile = step.target if isinstance(step, p.Move) else None
            if pile in drawn and steps[i + 1 : i + 2] != (p.Shuffle(str(pile)),):
                raise Inexact(f"pieces are added to `{pile}` without being shuffled")
            for inner in [o.steps for o in step.options] if isinstance(step, p.Choice) else [p.inside(step)]:
                walk(inner)

    walk(steps)


class _Exact:
    def __init__(
        self, procedure: p.Procedure, sort: str, weights: Weights, readings: Mapping[str, str]
    ) -> None:
        self.procedure, self.sort, self.weights = procedure, procedure.sort(sort), weights
        self.zone = drawn_zone(procedure, sort)
        self.steps = Steps(
            procedure, Numbers(), lambda r, x: readings[r] == x, lambda kind, number: kind.of_round(number)
        )
        self.names = self.steps.numbers
        self.at = {name: i for i, name in enumerate(self.names)}
        self.counters = dict.fromkeys(self.steps.counters, 0)
        self.there: dict[int, dict[str, Fraction]] = {}
        self.ever: dict[int, Fraction] = {}

    def run(self) -> Chances:
        start = self.steps.start()
        spread: _Spread = {(tuple(start[n] for n in self.names), self.sort.zone, False, False): Fraction(1)}
        self.note(0, self.all(self.procedure.steps, spread))
        return Chances(self.sort.name, self.zone, dict(sorted(self.there.items())), dict(sorted(self.ever.items())))

    def note(self, number: int, spread: _Spread) -> None:
        """The chances at this moment, beside those of other plays that came to it elsewhere."""
        nowhere = {z.name: Fraction(0) for z in self.procedure.zones if self.sort.name in z.holds}
        there = self.there.setdefault(number, nowhere)
        self.ever.setdefault(number, Fraction(0))
        for (_, zone, seen, _), chance in spread.items():
            there[zone] += chance
            self.ever[number] += chance if seen else 0

    def chosen(self, spread: _Spread, now: bool) -> _Spread:
        """The same with the mark that somebody has chosen in this round, or that nobody has."""
        after: _Spread = {}
        for (numbers, zone, seen, _), chance in spread.items():
            _add(after, (numbers, zone, seen, now), chance)
        return after

    def state(self, numbers: tuple[int, ...]) -> dict[str, int]:
        return {**dict(zip(self.names, numbers)), **self.counters}

    def all(self, steps: p.Steps, spread: _Spread) -> _Spread:
        for step in steps:
            spread = self.one(step, spread)
        return spread

    def one(self, step: p.Step, spread: _Spread) -> _Spread:
        match step:
            case p.Move():
                return self.move(step, spread)
            case p.Shuffle():
                return spread
            case p.Named(_, _, steps):
                return self.all(steps, spread)
            case p.Check(condition, steps):
                inside = {k: x for k, x in spread.items() if self.steps.value(condition, self.state(k[0]))}
                outside = {k: x for k, x in spread.items() if k not in inside}
                return _joined(outside, self.all(steps, inside)) if inside else outside
            case p.Loop(counter, times, steps):
                for number in range(1, times + 1):
                    if counter in self.counters:
                        self.counters[counter] = number
                    if counter == "round":
                        spread = self.chosen(spread, False)
                    spread = self.all(steps, spread)
                return spread
            case p.Choice(options=options):
                if self.counters["round"]:
                    self.note(self.counters["round"], {k: x for k, x in spread.items() if not k[-1]})
                spread = self.chosen(spread, True)
                parts: list[_Spread] = [{} for _ in options]
                for key, chance in spread.items():
                    state = self.state(key[0])
                    open = [n for n, o in enumerate(options) if self.steps.open(o, state)]
                    if not open:
                        raise Inexact("nothing can be done at some moment")
                    for n, share in zip(open, shares([options[n] for n in open], self.weights)):
                        if share:
                            parts[n][key] = chance * share
                after: _Spread = {}
                for option, part in zip(options, parts):
                    after = _joined(after, self.all(option.steps, part)) if part else after
                return after
            case _:
                assert_never(step)

    def move(self, step: p.Move, spread: _Spread) -> _Spread:
        source, target = self.at[pieces(step.sort, step.source)], self.at[pieces(step.sort, step.target)]
        after: _Spread = {}
        for (numbers, zone, seen, chosen), chance in spread.items():
            there = numbers[source]
            most = self.procedure.sort(step.sort).of_round(self.counters["round"]) if step.of_round else step.number
            going = there if most is None else min(most, there)
            changed = list(numbers)
            changed[source] -= going
            changed[target] += going
            now = tuple(changed)
            mine = Fraction(going, there) if step.sort == self.sort.name and zone == step.source else Fraction(0)
            if mine:
                _add(after, (now, step.target, seen or step.target == self.zone, chosen), chance * mine)
            if mine != 1:
                _add(after, (now, zone, seen, chosen), chance * (1 - mine))
        return after


def _joined(a: _Spread, b: _Spread) -> _Spread:
    found = dict(a)
    for key, x in b.items():
        _add(found, key, x)
    return found


def _add(spread: _Spread, key: _Where, chance: Fraction) -> None:
    spread[key] = spread.get(key, Fraction(0)) + chance


# ---- by playing ----------------------------------------------------------------------------------------


@dataclass
class ByWeight:
    """A resolver that takes options by their weights, and any piece alike."""

    weights: Weights
    random: random.Random

    def option(self, table: Table, choice: p.Choice, open: Sequence[p.Option]) -> p.Option:
        """One of the open options."""
        return self.random.choices(list(open), [float(x) for x in shares(open, self.weights)])[0]

    def piece(self, table: Table, move: p.Move, there: Sequence[p.Piece]) -> p.Piece:
        """Any of the pieces."""
        return self.random.choice(list(there))


@dataclass
class _Following:
    """Where one piece is, and has been."""

    followed: p.Piece
    zone: str
    inner: ByWeight
    there: dict[int, str] = field(default_factory=dict)
    ever: dict[int, bool] = field(default_factory=dict)
    seen: bool = False

    def note(self, number: int, table: Table) -> None:
        if number not in self.there:
            self.there[number] = next(z for z, x in table.zones.items() if self.followed in x)
            self.ever[number] = self.seen

    def option(self, table: Table, choice: p.Choice, open: Sequence[p.Option]) -> p.Option:
        number = table.counters["round"]
        if number:
            self.note(number, table)
        return self.inner.option(table, choice, open)

    def piece(self, table: Table, move: p.Move, there: Sequence[p.Piece]) -> p.Piece:
        return self.inner.piece(table, move, there)

    def watch(self, table: Table, event: Event) -> None:
        if isinstance(event, Moved) and event.target == self.zone and self.followed in event.pieces:
            self.seen = True


@dataclass(frozen=True)
class Sampled:
    """How many of so many plays had the piece in each zone, and had had it in the zone in question; as
    `Chances`."""

    plays: int
    there: Mapping[int, Mapping[str, int]]
    ever: Mapping[int, int]


def sampled(
    procedure: p.Procedure,
    sort: str,
    weights: Weights,
    *,
    plays: int,
    seed: int,
    readings: Mapping[str, str] | None = None,
) -> Sampled:
    """The same by playing: each time another piece of the sort is followed."""
    rnd = random.Random(seed)
    one = procedure.sort(sort)
    zone = drawn_zone(procedure, sort)
    zones = [z.name for z in procedure.zones if sort in z.holds]
    numbers = [*range(1, procedure.rounds + 1), 0]
    there = {n: dict.fromkeys(zones, 0) for n in numbers}
    ever = dict.fromkeys(numbers, 0)
    for n in range(plays):
        following = _Following(one.pieces[n % len(one.pieces)], zone, ByWeight(weights, rnd))
        last: list[Table] = []

        def watch(table: Table, event: Event, following: _Following = following, last: list[Table] = last) -> None:
            following.watch(table, event)
            last[:] = [table]

        play(procedure, readings or {}, following, rnd.randrange(2**32), watch)
        following.note(0, last[0])
        for number, where in following.there.items():
            there[number][where] += 1
            ever[number] += following.ever[number]
    return Sampled(plays, there, ever)


def interval(hits: int, plays: int, z: float = 2.576) -> tuple[float, float]:
    """Wilson's interval for a share, by default for 99 in 100."""
    share = hits / plays
    middle = (share + z * z / (2 * plays)) / (1 + z * z / plays)
    half = z / (1 + z * z / plays) * sqrt(share * (1 - share) / plays + z * z / (4 * plays * plays))
    return max(0.0, middle - half), min(1.0, middle + half)
