"""A procedure in words: its steps as numbered sentences, the questions that its rulings answer, and what can
happen.

Guarantee: every step of the core has its sentence, in its order; what depends on a reading is told under the
readings that were chosen, and which ruling it hangs on is said.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from dataclasses import dataclass
from typing import assert_never

from dsl import procedure_core as p
from dsl.assemble import Specification
from dsl.procedure import modes_of, procedure, procedures
from dsl.procedure_reach import looked

_NUMBERS = ("no", "one", "two", "three", "four", "five", "six", "seven", "eight", "nine", "ten", "eleven", "twelve")


@dataclass(frozen=True)
class Line:
    """A sentence, so far in as what it belongs to; `ruling` is the ruling that it hangs on, or the empty string."""

    depth: int
    text: str
    ruling: str = ""


@dataclass(frozen=True)
class Section:
    """A headed part: sentences one below the other. Its sort is `things` (what takes part), `play`, `routine`,
    `questions` or `answers`."""

    title: str
    lines: tuple[Line, ...]
    sort: str


def procedure_words(
    spec: Specification, mode: str, language: str = "en", *, players: int | None = None, answers: bool = False
) -> list[Section]:
    """The procedures of a mode in words, for a number of players (None: the usual one), under the default readings.

    Of each: what takes part, what is done, its routines, and the questions that its rulings answer. With
    `answers` all states that it can come to are looked at, which takes seconds, and the fewest pieces that lie
    where players choose from are told for each round. Only English is spoken; another language gets that."""
    number = players if players is not None else spec.declarations.modes[mode].usual_players
    found: list[Section] = []
    for name in procedures(spec):
        if mode in modes_of(spec, name):
            found += _Words(spec, procedure(spec, name, mode, number)).sections(answers)
    return found


def counted(number: int, sort: p.Sort) -> str:
    """A number of pieces, small ones in words."""
    word = _NUMBERS[number] if number < len(_NUMBERS) else str(number)
    return f"{word} {sort.title if number == 1 else sort.plural}"


def drawn(pr: p.Procedure) -> list[tuple[str, str]]:
    """The sorts of pieces that are drawn, each with the zone that it is drawn to."""
    return sorted({(x.sort, x.target) for x in p.all_steps(pr.steps) if isinstance(x, p.Move) and x.drawn})


class _Words:
    def __init__(self, spec: Specification, pr: p.Procedure) -> None:
        self.spec, self.pr = spec, pr
        self.readings: Mapping[str, str] = pr.defaults
        self.routines: dict[str, p.Named] = {}

    def sections(self, answers: bool) -> Iterator[Section]:
        pr = self.pr
        yield Section(pr.title, tuple(self.things()), "things")
        steps = tuple(self.steps(pr.steps, 0))
        yield Section("What is done", steps, "play")
        told: set[str] = set()
        while left := [x for n, x in self.routines.items() if n not in told]:
            for x in left:
                told.add(x.name)
                yield Section(_sentence(x.title).rstrip("."), tuple(self.steps(x.steps, 0)), "routine")
        yield Section("Questions", tuple(self.questions()), "questions")
        if answers:
            yield Section("What can happen", tuple(self.answers()), "answers")

    # -- what takes part

    def things(self) -> Iterator[Line]:
        for sort in self.pr.sorts:
            most = "at most " if sort.at_most else ""
            yield Line(0, _sentence(f"{most}{counted(len(sort.pieces), sort)} in {self.zone(sort.zone)}"))
        for zone in self.pr.zones:
            if self.holds(zone.hidden):
                yield Line(0, _sentence(f"{zone.title}: face down"), self.hangs(zone.hidden))

    def zone(self, name: str) -> str:
        return self.pr.zone(name).title

    # -- steps

    def steps(self, steps: p.Steps, depth: int) -> Iterator[Line]:
        for step in steps:
            yield from self.step(step, depth)

    def step(self, step: p.Step, depth: int) -> Iterator[Line]:
        match step:
            case p.Move():
                yield Line(depth, _sentence(self.move(step)))
            case p.Shuffle(zone):
                yield Line(depth, _sentence(f"{self.zone(zone)} is shuffled"))
            case p.Named(name, title):
                self.routines.setdefault(name, step)
                yield Line(depth, _sentence(title))
            case p.Loop(counter, times, steps):
                often = _NUMBERS[times] if times < len(_NUMBERS) else str(times)
                of = {"round": f"in each of the {often} rounds", "turn": f"in each of the {often} turns of a round"}
                yield Line(depth, _sentence(of.get(counter, f"{often} times"), ":"))
                yield from self.steps(steps, depth + 1)
            case p.Check(condition, steps):
                known = self.known(condition)
                if known is not None:
                    for line in self.steps(steps, depth) if known else ():
                        yield Line(line.depth, line.text, line.ruling or self.hangs(condition))
                else:
                    yield Line(depth, _sentence(f"if {self.condition(condition)}", ":"), self.hangs(condition))
                    yield from self.steps(steps, depth + 1)
            case p.Choice(who=who, options=options):
                yield Line(depth, _sentence(f"{who} does one of these", ":"))
                for o in options:
                    known = self.known(o.condition)
                    if known is False:
                        continue
                    asked = self.condition(o.condition) if known is None else ""
                    only = f"; only if {asked}" if asked else ""
                    yield Line(depth + 1, _sentence(f"{o.title}{only}"), self.hangs(o.condition))
                    yield from self.steps(o.steps, depth + 2)
            case _:
                assert_never(step)

    def move(self, x: p.Move) -> str:
        sort = self.pr.sort(x.sort)
        many = f"all {sort.plural}" if x.number is None else counted(x.number, sort)
        of = " of this round" if x.of_round else ""
        from_ = f"the top of {self.zone(x.source)}" if x.drawn else self.zone(x.source)
        verb = "go" if x.number != 1 else "goes"
        return f"{many}{of} {verb} from {from_} to {self.zone(x.target)}"

    # -- conditions

    def known(self, e: p.Bool) -> bool | None:
        """The value of what the readings alone decide."""
        match e:
            case p.Truth(value):
                return value
            case p.Given(ruling, reading):
                return self.readings[ruling] == reading
            case p.Not(arg):
                inner = self.known(arg)
                return None if inner is None else not inner
            case p.Every(args):
                values = [self.known(x) for x in args]
                return False if False in values else True if all(values) else None
            case p.Some(args):
                values = [self.known(x) for x in args]
                return True if True in values else False if not any(x is None for x in values) else None
            case p.Compare():
                return None
            case _:
                assert_never(e)

    def holds(self, e: p.Bool) -> bool:
        return bool(self.known(e))

    def hangs(self, e: p.Bool) -> str:
        """The first ruling that a condition asks for."""
        return next((x.ruling for x in p.parts(e) if isinstance(x, p.Given)), "")

    def condition(self, e: p.Bool) -> str:
        """A condition, without what the readings decide."""
        match e:
            case p.Every(args) | p.Some(args):
                open_ = [self.condition(x) for x in args if self.known(x) is None]
                return (" and " if isinstance(e, p.Every) else " or ").join(open_)
            case p.Not(arg):
                return f"not ({self.condition(arg)})"
            case p.Compare(op, p.Tally() as t, p.Num(number)):
                where = "" if len(t.zones) == len(self.pr.zones) else f" in {' or '.join(map(self.zone, t.zones))}"
                names = " or ".join(self.pr.sort(x).title for x in t.sorts)
                several = " or ".join(self.pr.sort(x).plural for x in t.sorts)
                match op, number:
                    case ("=", 0):
                        return f"there is no {names}{where}"
                    case (">=", 1) | (">", 0):
                        return f"there is at least one {names}{where}"
                    case _:
                        return f"the number of {several}{where} {_RELATIONS[op]} {number}"
            case p.Compare(op, left, right):
                return f"{self.number(left)} {_RELATIONS[op]} {self.number(right)}"
            case p.Truth() | p.Given():
                return ""
            case _:
                assert_never(e)

    def number(self, e: p.Int) -> str:
        match e:
            case p.Num(value):
                return str(value)
            case p.CounterOf(name):
                return {"round": "the round", "turn": "the turn", "moved": "the number of pieces moved"}[name]
            case p.Tally(sorts, zones):
                where = "" if len(zones) == len(self.pr.zones) else f" in {' or '.join(map(self.zone, zones))}"
                return f"the number of {' or '.join(self.pr.sort(x).plural for x in sorts)}{where}"
            case p.Plus(args):
                return " plus ".join(map(self.number, args))
            case p.Times(factor, arg):
                return f"{factor} times {self.number(arg)}"
            case _:
                assert_never(e)

    # -- questions

    def questions(self) -> Iterator[Line]:
        for name, _ in self.pr.rulings:
            ruling = self.spec.rulings[name]
            answer = next(x.text for x in ruling.readings if x.name == self.readings[name])
            yield Line(0, ruling.title, name)
            yield Line(1, _sentence(answer), name)
            yield Line(1, ruling.reason, name)

    def answers(self) -> Iterator[Line]:
        """The fewest pieces in every zone that pieces are drawn to, when a round begins."""
        pr = self.pr
        for sort, zone in drawn(pr):
            fewest = looked(pr, sort, zone).fewest
            most = f"there can be as few as {', '.join(str(fewest[r]) for r in sorted(fewest))} when a round begins"
            title = self.pr.sort(sort).plural
            yield Line(0, _sentence(f"of the {title} in {self.zone(zone)} {most}, round by round"))


_RELATIONS = {
    "=": "is", "!=": "is not", "<": "is less than", "<=": "is at most", ">": "is more than", ">=": "is at least",
}  # fmt: skip


def _sentence(text: str, end: str = ".") -> str:
    return text[:1].upper() + text[1:] + end
