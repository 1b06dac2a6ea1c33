"""A procedure in words: its steps as numbered sentences, the questions that its rulings answer, and what can
happen.

Guarantee: every step of the core has its sentence, in its order and in every language that has a catalogue; what
depends on a reading is told under the readings that were chosen, and which ruling it hangs on is said.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass
from typing import assert_never

from dsl import procedure_core as p
from dsl.assemble import Specification
from dsl.catalogue import DEFAULT, Catalogue, catalogue
from dsl.phrases import BOTH, EITHER, MANY, OR, Noun, Phrase, Speaker, Text, _, joined, listed, number, say
from dsl.procedure import modes_of, procedure, procedures
from dsl.procedure_reach import looked
from dsl.statements import sentence

_NUMBERS = (
    _("one"), _("two"), _("three"), _("four"), _("five"), _("six"), _("seven"), _("eight"), _("nine"), _("ten"),
    _("eleven"), _("twelve"),
)  # fmt: skip
_RELATIONS = {
    "=": _("{left} is {right}"),
    "!=": _("{left} is not {right}"),
    "<": _("{left} is less than {right}"),
    "<=": _("{left} is at most {right}"),
    ">": _("{left} is more than {right}"),
    ">=": _("{left} is at least {right}"),
}
_COUNTERS = {"round": _("the round"), "turn": _("the turn"), "moved": _("the number of pieces moved")}
# All or some of a sort, and only those of this round or any.
_MOVES = {
    (True, False): _("all {pieces} go from {source} to {target}"),
    (True, True): _("all {pieces} of this round go from {source} to {target}"),
    (False, False): _("{pieces} go from {source} to {target}"),
    (False, True): _("{pieces} of this round go from {source} to {target}"),
}


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
    spec: Specification,
    mode: str,
    language: str = DEFAULT,
    *,
    players: int | None = None,
    answers: bool = False,
) -> list[Section]:
    """The procedures of a mode in words, for a number of players (None: the usual one), under the default readings.

    Of each: what takes part, what is done, its routines, and the questions that its rulings answer. With
    `answers` all states that it can come to are looked at, which takes seconds, and the fewest pieces that lie
    where players choose from are told for each round. Raises as `catalogue` does."""
    many = players if players is not None else spec.declarations.modes[mode].usual_players
    spoken = catalogue(language, spec.folders)
    found: list[Section] = []
    for name in procedures(spec):
        if mode in modes_of(spec, name):
            found += _Words(spec, procedure(spec, name, mode, many), spoken).sections(answers)
    return found


def drawn(pr: p.Procedure) -> list[tuple[str, str]]:
    """The sorts of pieces that are drawn, each with the zone that it is drawn to."""
    return sorted({(x.sort, x.target) for x in p.all_steps(pr.steps) if isinstance(x, p.Move) and x.drawn})


def _pieces(sort: p.Sort, n: int) -> Phrase:
    return Noun(sort.title, sort.plural, n)


def _counted(n: int, sort: p.Sort) -> Phrase:
    """A number of pieces, small ones in words."""
    things = _pieces(sort, n)
    many = say(_NUMBERS[n - 1], agree=things) if 1 <= n <= len(_NUMBERS) else number(n)
    return say("{count} {things}", agree=things, count=many, things=things)


def _often(n: int) -> Phrase:
    return say(_NUMBERS[n - 1]) if 1 <= n <= len(_NUMBERS) else number(n)


def _quote(text: str) -> Phrase:
    """A title of the rules."""
    return Noun(text, text, 1)


class _Words:
    def __init__(self, spec: Specification, pr: p.Procedure, spoken: Catalogue) -> None:
        self.spec, self.pr, self.catalogue = spec, pr, spoken
        self.readings: Mapping[str, str] = pr.defaults
        self.routines: dict[str, p.Named] = {}

    def told(self, phrase: Phrase) -> str:
        text = Speaker(self.catalogue, phrase).text()
        return text[:1].upper() + text[1:]

    def line(self, depth: int, phrase: Phrase, ruling: str = "") -> Line:
        return Line(depth, self.told(phrase), ruling)

    def sections(self, answers: bool) -> Iterator[Section]:
        pr = self.pr
        yield Section(self.told(_quote(pr.title)), tuple(self.things()), "things")
        steps = tuple(self.steps(pr.steps, 0))
        yield Section(self.told(say("what is done")), steps, "play")
        told: set[str] = set()
        while left := [x for n, x in self.routines.items() if n not in told]:
            for x in left:
                told.add(x.name)
                yield Section(self.told(_quote(x.title)), tuple(self.steps(x.steps, 0)), "routine")
        yield Section(self.told(say("questions")), tuple(self.questions()), "questions")
        if answers:
            yield Section(self.told(say("what can happen")), tuple(self.answers()), "answers")

    # -- what takes part

    def things(self) -> Iterator[Line]:
        for sort in self.pr.sorts:
            many, zone = _counted(len(sort.pieces), sort), self.zone(sort.zone)
            if sort.at_most:
                phrase = say("at most {pieces} in {zone}", pieces=many, zone=zone)
            else:
                phrase = say("{pieces} in {zone}", pieces=many, zone=zone)
            yield self.line(0, sentence(phrase))
        for x in self.pr.zones:
            if self.holds(x.hidden):
                yield self.line(0, sentence(say("{zone}: face down", zone=_quote(x.title))), self.hangs(x.hidden))

    def zone(self, name: str) -> Phrase:
        return _quote(self.pr.zone(name).title)

    # -- steps

    def steps(self, steps: p.Steps, depth: int) -> Iterator[Line]:
        for step in steps:
            yield from self.step(step, depth)

    def step(self, step: p.Step, depth: int) -> Iterator[Line]:
        match step:
            case p.Move():
                yield self.line(depth, sentence(self.move(step)))
            case p.Shuffle(zone):
                yield self.line(depth, sentence(say("{zone} is shuffled", zone=self.zone(zone))))
            case p.Named(name, title):
                self.routines.setdefault(name, step)
                yield self.line(depth, sentence(_quote(title)))
            case p.Loop(counter, times, steps):
                yield self.line(depth, self.loop(counter, _often(times)))
                yield from self.steps(steps, depth + 1)
            case p.Check(condition, steps):
                known = self.known(condition)
                if known is not None:
                    for line in self.steps(steps, depth) if known else ():
                        yield Line(line.depth, line.text, line.ruling or self.hangs(condition))
                else:
                    asked = say("if {condition}:", condition=self.condition(condition))
                    yield self.line(depth, asked, self.hangs(condition))
                    yield from self.steps(steps, depth + 1)
            case p.Choice(who=who, options=options):
                yield self.line(depth, say("{who} does one of these:", who=_quote(who)))
                for o in options:
                    known = self.known(o.condition)
                    if known is False:
                        continue
                    does = _quote(o.title)
                    if known is None:
                        asked = self.condition(o.condition)
                        does = say("{option}; only if {condition}", option=does, condition=asked)
                    yield self.line(depth + 1, sentence(does), self.hangs(o.condition))
                    yield from self.steps(o.steps, depth + 2)
            case _:
                assert_never(step)

    def loop(self, counter: str, often: Phrase) -> Phrase:
        match counter:
            case "round":
                return say("in each of the {often} rounds:", often=often)
            case "turn":
                return say("in each of the {often} turns of a round:", often=often)
            case _:
                return say("{often} times:", often=often)

    def move(self, x: p.Move) -> Phrase:
        sort = self.pr.sort(x.sort)
        source, target = self.zone(x.source), self.zone(x.target)
        if x.drawn:
            source = say("the top of {zone}", zone=source)
        pieces = _pieces(sort, MANY) if x.number is None else _counted(x.number, sort)
        return say(_MOVES[x.number is None, x.of_round], pieces=pieces, source=source, target=target)

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

    def condition(self, e: p.Bool) -> Phrase:
        """A condition, without what the readings decide."""
        match e:
            case p.Every(args) | p.Some(args):
                open_ = [self.condition(x) for x in args if self.known(x) is None]
                return joined(open_, BOTH if isinstance(e, p.Every) else EITHER)
            case p.Not(arg):
                return say("not ({condition})", condition=self.condition(arg))
            case p.Compare(op, p.Tally(sorts, zones), p.Num(0 | 1 as least)) if (op, least) in _EXISTS:
                things = listed([_pieces(self.pr.sort(x), 1) for x in sorts], OR)
                place = self.place(zones)
                if _EXISTS[op, least]:
                    if place is None:
                        return say("there is at least one {thing}", thing=things)
                    return say("there is at least one {thing} in {zones}", thing=things, zones=place)
                if place is None:
                    return say("there is no {thing}", thing=things)
                return say("there is no {thing} in {zones}", thing=things, zones=place)
            case p.Compare(op, left, right):
                return say(_RELATIONS[op], left=self.number(left), right=self.number(right))
            case p.Truth() | p.Given():
                return Text("")
            case _:
                assert_never(e)

    def place(self, zones: Sequence[str]) -> Phrase | None:
        """Some zones; None for all of them."""
        return None if len(zones) == len(self.pr.zones) else listed([self.zone(x) for x in zones], OR)

    def number(self, e: p.Int) -> Phrase:
        match e:
            case p.Num(value):
                return number(value)
            case p.CounterOf(name):
                return say(_COUNTERS[name])
            case p.Tally(sorts, zones):
                things = listed([_pieces(self.pr.sort(x), MANY) for x in sorts], OR)
                place = self.place(zones)
                if place is None:
                    return say("the number of {things}", things=things)
                return say("the number of {things} in {zones}", things=things, zones=place)
            case p.Plus(args):
                found = self.number(args[0])
                for x in args[1:]:
                    found = say("{first} plus {next}", first=found, next=self.number(x))
                return found
            case p.Times(factor, arg):
                return say("{factor} times {number}", factor=number(factor), number=self.number(arg))
            case _:
                assert_never(e)

    # -- questions

    def questions(self) -> Iterator[Line]:
        for name, _readings in self.pr.rulings:
            ruling = self.spec.rulings[name]
            answer = next(x.text for x in ruling.readings if x.name == self.readings[name])
            yield self.line(0, _quote(ruling.title), name)
            yield self.line(1, sentence(_quote(answer)), name)
            yield self.line(1, _quote(ruling.reason), name)

    def answers(self) -> Iterator[Line]:
        """The fewest pieces in every zone that pieces are drawn to, when a round begins."""
        pr = self.pr
        for sort, zone in drawn(pr):
            fewest = looked(pr, sort, zone).fewest
            each = Text(", ".join(str(fewest[r]) for r in sorted(fewest)))
            phrase = say(
                "of the {pieces} in {zone} there can be as few as {numbers} when a round begins, round by round",
                pieces=_pieces(pr.sort(sort), MANY), zone=self.zone(zone), numbers=each,
            )  # fmt: skip
            yield self.line(0, sentence(phrase))


# Comparisons of a number of pieces that say whether there are any.
_EXISTS = {("=", 0): False, ("<", 1): False, ("<=", 0): False, (">=", 1): True, (">", 0): True, ("!=", 0): True}
