"""Every state that a procedure can come to, by looking at all of them: the shortest play to one, or none.

Guarantee: under given readings the answer is exact for the numbers of pieces, up to numbers that nothing depends on
(`asked_for`). Several turns in a row in which nothing happens are one step, as they are for the solver that is
asked the same questions (`verifier/procedure_prover.py`), which shares nothing with the search but the steps.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from dataclasses import dataclass
from functools import lru_cache

from dsl import procedure_core as p
from dsl.procedure_steps import Steps, asked_for, concrete, idle_counter, pieces

_Key = tuple[int, tuple[int, ...]]


@dataclass(frozen=True)
class Found:
    """The options of a shortest play to a moment at which the goal holds, and its number of steps; `options` is
    None if no play comes there. `states` were looked at."""

    options: tuple[str, ...] | None
    steps: int
    states: int


def states(
    procedure: p.Procedure, readings: Mapping[str, str] | None = None, asked: tuple[p.Expr, ...] = ()
) -> Iterator[tuple[bool, Mapping[str, int]]]:
    """Every state that some play comes to, at a choice or (then the first is True) at the end of the game.
    Numbers that nothing depends on are as they were at the start, but for those of `asked`."""
    came: dict[_Key, tuple[_Key, tuple[str, ...]] | None] = {}
    for _, key, state in _search(procedure, readings, asked, came):
        yield key[0] == 0, state


def shortest(procedure: p.Procedure, goal: p.Bool, readings: Mapping[str, str] | None = None) -> Found:
    """The shortest play to a choice, or to the end of the game, where `goal` holds."""
    came: dict[_Key, tuple[_Key, tuple[str, ...]] | None] = {}
    value = concrete(procedure, readings).value
    depth = 0
    for depth, key, state in _search(procedure, readings, (goal,), came):
        if value(goal, state):
            return Found(_way(came, key), depth, len(came))
    return Found(None, depth, len(came))


@dataclass(frozen=True)
class Looked:
    """What all plays of a procedure come to, for pieces of one sort that players choose from in one zone: the
    fewest that are there at the first turn of each round, by round; and a shortest play to a moment at which
    somebody has a choice and none is there, as in `Found`."""

    fewest: Mapping[int, int]
    empty: Found


@lru_cache(maxsize=64)  # a book asks again for each of its formats and languages
def looked(procedure: p.Procedure, sort: str, zone: str) -> Looked:
    """Looks at every state once, under the default readings. A choice is one of at least two open options."""
    steps = concrete(procedure, None)
    name = pieces(sort, zone)
    came: dict[_Key, tuple[_Key, tuple[str, ...]] | None] = {}
    fewest: dict[int, int] = {}
    first: tuple[int, _Key] | None = None
    depth = 0
    for depth, key, state in _search(procedure, None, (p.Tally((sort,), (zone,)),), came):
        if not key[0]:
            continue
        if state.get("turn", 1) == 1:
            now = state.get("round", 1)
            fewest[now] = min(state[name], fewest.get(now, state[name]))
        if first is None and not state[name]:
            options = steps.stations[key[0]].choice.options
            if sum(bool(steps.open(x, state)) for x in options) > 1:
                first = depth, key
    if first is None:
        return Looked(fewest, Found(None, depth, len(came)))
    return Looked(fewest, Found(_way(came, first[1]), first[0], len(came)))


def _search(
    procedure: p.Procedure,
    readings: Mapping[str, str] | None,
    asked: tuple[p.Expr, ...],
    came: dict[_Key, tuple[_Key, tuple[str, ...]] | None],
) -> Iterator[tuple[int, _Key, Mapping[str, int]]]:
    """Every state with the number of steps to it, in that order; `came` gets the way to each."""
    steps = concrete(procedure, readings)
    names = tuple(n for n in (*steps.numbers, *steps.counters) if n in asked_for(procedure, asked))
    start = steps.start()

    def key(place: int | None, state: Mapping[str, int]) -> _Key:
        return place or 0, tuple(state[n] for n in names)

    now: list[_Key] = []
    for x in steps.first():
        if x.condition:
            now.append(key(x.place, x.state))
            came[now[-1]] = None
    depth = 0
    while now:
        for here in now:
            yield depth, here, {**start, **dict(zip(names, here[1]))}
        after: list[_Key] = []
        for here in now:
            state = {**start, **dict(zip(names, here[1]))}
            for options, place, then in _next(steps, here[0], state) if here[0] else ():
                there = key(place, then)
                if there not in came:
                    came[there] = (here, options)
                    after.append(there)
        now = after
        depth += 1


def _next(
    steps: Steps, place: int, state: Mapping[str, int]
) -> Iterator[tuple[tuple[str, ...], int | None, Mapping[str, int]]]:
    station = steps.stations[place]
    for option in station.choice.options:
        counter = idle_counter(station, option)
        if counter is not None:
            for number in range(state[counter] + 1, station.loops[-1].times + 1):
                yield (option.name,) * (number - state[counter]), place, {**state, counter: number}
        if steps.open(option, state):
            for x in steps.take(place, option, state):
                if x.condition:
                    yield (option.name,), x.place, x.state


def _way(came: Mapping[_Key, tuple[_Key, tuple[str, ...]] | None], end: _Key) -> tuple[str, ...]:
    found: list[tuple[str, ...]] = []
    step = came[end]
    while step is not None:
        found.append(step[1])
        step = came[step[0]]
    return tuple(name for options in reversed(found) for name in options)
