"""Whether a claim about all plays of a procedure holds.

Guarantee: *proved* is Z3's answer for the start and for every step (induction), for every reading that the claim
leaves open and every number of pieces that the box may hold; which other claims it took is said. *Refuted*, and
what a `sometimes` shows, is a play that `dsl/simulate.py` played again. A `sometimes`
for which Z3 has no time is answered by looking at all states, and says so; else the result is unknown, and says how
many steps no play breaks it in.
"""

from __future__ import annotations

import time
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass
from functools import cached_property
from typing import Any

import z3

from dsl import procedure_core as p
from dsl.procedure_reach import shortest
from dsl.procedure_steps import Term, asked_for
from verifier.procedure_relation import OVER, Moment, Relation, conjunction, truth
from verifier.procedure_replay import replay
from verifier.solve import Integers
from verifier.verdict import Fault, PlayResult, PropertyVerdict, ShownPlay

SECONDS = 60.0


@dataclass(frozen=True)
class _Fact:
    """A claim that was proved, as a fact of every choice."""

    claim: p.Claim

    def of(self, r: Relation, state: Mapping[str, Term], place: int) -> Term:
        return _holds(r, self.claim, state, place)


def prove_procedure(
    procedure: p.Procedure, *, seconds: float = SECONDS, known: Mapping[int, PropertyVerdict] | None = None
) -> Iterator[tuple[int, PlayResult]]:
    """Every claim of a procedure, in order and with its place; `seconds` is for each that does not say its own.
    Those that are `known` already are not asked, but serve the others.

    Raises `Fault` if the simulator does not play what Z3 found."""
    prover = _Prover(procedure)
    known = known or {}
    for i, claim in enumerate(procedure.claims):
        if i not in known:
            yield i, prover.result(claim, float(claim.seconds or seconds))
        elif known[i] == "proved":
            prover.learn(claim)


def _holds(r: Relation, claim: p.Claim, state: Mapping[str, Term], place: int) -> Term:
    """What a claim says of a moment: at the choice of `place`, or the end, or (-1) on the way."""
    steps, a = r.steps, r.terms
    match claim.word:
        case "always" | "sometimes":
            assert claim.claim is not None
            said = steps.value(claim.claim, state)
            condition = steps.value(claim.condition, state)
            if claim.word == "sometimes":
                return a.both([condition, said])
            return a.either([a.negate(condition), said])
        case "constant":
            assert claim.claim is not None
            same = a.compare("=", steps.value(claim.claim, state), steps.value(claim.claim, r.beginning))
            return a.either([a.negate(steps.value(claim.condition, state)), same])
        case "stuck":
            condition = steps.value(claim.condition, state)
            return True if place <= OVER else a.either([a.negate(condition), r.open(place, state)])
        case _:
            raise AssertionError(f"`{claim.word}` is not about a moment")


class _Prover:
    def __init__(self, procedure: p.Procedure) -> None:
        self.procedure = procedure
        self.facts: list[_Fact] = []

    @cached_property
    def _open(self) -> Relation:
        """Over the integers, with all readings open."""
        return Relation(self.procedure)

    def learn(self, claim: p.Claim) -> None:
        """A claim was proved."""
        if claim.word in ("always", "constant", "stuck"):
            self.facts.append(_Fact(claim))

    # -- one claim

    def result(self, claim: p.Claim, seconds: float) -> PlayResult:
        started = time.monotonic()
        verdict: PropertyVerdict
        shown: ShownPlay | None = None
        using: tuple[str, ...] = ()
        if claim.word == "one zone":
            verdict, how = self._one_zone(claim, seconds)
        elif claim.word == "sometimes":
            verdict, how, shown = self._sometimes(claim, seconds)
        else:
            found = self._by_induction(claim, seconds)
            if found is not None:
                verdict, how, using = "proved", "by induction, one step at a time", tuple(x.title for x in found)
                self.learn(claim)
            else:
                left = seconds - (time.monotonic() - started)
                shown, depth, ended = self._search(claim, {}, left)
                if shown is not None:
                    verdict, how = "refuted", f"by a play of {_steps(shown.steps)}; none of fewer does it"
                elif ended:
                    verdict, how = "proved", f"for every play: none has more than {_steps(depth)}"
                else:
                    verdict, how = "unknown", f"no play of up to {_steps(depth)} breaks it, and time is out"
            if verdict == "proved" and not self._comes_up(claim):
                verdict, how = "vacuous", "under the default readings no play comes to where it speaks"
        return PlayResult(
            self.procedure.name, self.procedure.mode, self.procedure.players, claim.title, verdict, how, using,
            shown, round(time.monotonic() - started, 2), claim.span,
        )  # fmt: skip

    def _comes_up(self, claim: p.Claim) -> bool:
        """Whether some play comes to a moment that a claim speaks of."""
        options = [
            o.condition
            for x in p.all_steps(self.procedure.steps)
            if isinstance(x, p.Choice)
            for o in x.options
            if o.name == claim.name
        ]
        # What `after` asks is about later; then the option has to be open. A routine is in the program.
        goal = claim.condition
        if claim.word == "after":
            goal = p.Some(tuple(options)) if options else p.TRUE
        return goal == p.TRUE or shortest(self.procedure, goal, dict(claim.readings)).options is not None

    def _sometimes(self, claim: p.Claim, seconds: float) -> tuple[PropertyVerdict, str, ShownPlay | None]:
        if any(x.at_most for x in self.procedure.sorts):
            why = "how many pieces there are with so many players is not known"
            return "unknown", why, None
        never = p.Claim(
            claim.title, "always", claim.condition, p.Not(_condition(claim)), None, claim.every_move,
            tuple({**self.procedure.defaults, **dict(claim.readings)}.items()), claim.seconds,
        )  # fmt: skip
        if self._by_induction(never, seconds / 4) is not None:
            return "refuted", "no play does it: by induction, one step at a time", None
        shown, depth, ended = self._search(claim, self.procedure.defaults, seconds)
        if shown is not None:
            return "proved", f"by a play of {_steps(shown.steps)}; none of fewer does it", shown
        if ended:
            return "refuted", f"no play does it, and none has more than {_steps(depth)}", None
        if claim.every_move:
            return "unknown", f"no play of up to {_steps(depth)} does it, and time is out", None
        # Z3 had no more time; under one choice of readings all states can be looked at instead.
        readings = {**self.procedure.defaults, **dict(claim.readings)}
        looked = shortest(self.procedure, p.Every((claim.condition, _condition(claim))), readings)
        who = f"Z3 up to {_steps(depth)}, then all of {looked.states:,} states"
        if looked.options is None:
            return "refuted", f"no play does it ({who})", None
        shown = ShownPlay(looked.options, readings, looked.steps)
        replay(self.procedure, claim, shown)
        return "proved", f"by a play of {_steps(looked.steps)}; none of fewer does it ({who})", shown

    # -- induction

    def _by_induction(self, claim: p.Claim, seconds: float) -> list[p.Claim] | None:
        """The facts that it takes, or None where no induction was found."""
        r = self._open if not claim.readings else Relation(self.procedure, dict(claim.readings))
        readings = dict(claim.readings)
        facts = [x for x in self.facts if all(readings.get(k) == v for k, v in x.claim.readings)]
        until = time.monotonic() + seconds
        if not _typed(r, seconds):
            return None
        for some in ([], facts):
            if not self._inductive(r, claim, some, until - time.monotonic()):
                continue
            for fact in list(some):
                fewer = [x for x in some if x is not fact]
                if self._inductive(r, claim, fewer, until - time.monotonic()):
                    some = fewer
            return [x.claim for x in some]
        return None

    def _inductive(self, r: Relation, claim: p.Claim, facts: Sequence[_Fact], seconds: float) -> bool:
        if seconds <= 0:
            return False
        solver = Integers()
        solver.add(map(truth, r.rigid))
        if solver.decide([z3.Or(*_first_breaks(r, claim))], seconds=seconds)[0] != "infeasible":
            return False
        middle = {name: r.terms.unknown(f"{name} then") for name in r.names}
        for place in r.steps.stations:
            known = [*r.typing(place, r.variables), *(x.of(r, r.variables, place) for x in facts)]
            if claim.word != "after":
                known.append(_holds(r, claim, r.variables, place))
            breaks = _breaks(r, claim, place, r.variables, middle, facts)
            if solver.decide([conjunction(known), z3.Or(*breaks)], seconds=seconds)[0] != "infeasible":
                return False
        return True

    # -- pieces by name

    def _one_zone(self, claim: p.Claim, seconds: float) -> tuple[PropertyVerdict, str]:
        """Each piece has a truth for each zone. Every move that the procedure makes, of any of the pieces that it
        may take, leaves each piece in one zone if it was in one, and changes the numbers as the counted move
        does."""
        assert claim.name is not None
        sort = self.procedure.sort(claim.name)
        zones = [z.name for z in self.procedure.zones]
        moves = {x for x in p.all_steps(self.procedure.steps) if isinstance(x, p.Move) and x.sort == sort.name}
        pieces = range(len(sort.pieces))
        for step in sorted(moves, key=str):
            before = {(n, z): z3.Bool(f"{n} in {z}") for n in pieces for z in zones}
            going = [z3.Bool(f"{n} goes") for n in pieces]
            after = dict(before)
            for n in pieces:
                after[n, step.source] = z3.And(before[n, step.source], z3.Not(going[n]))
                after[n, step.target] = z3.Or(before[n, step.target], going[n])
            solver = Integers()
            solver.add(z3.Implies(going[n], before[n, step.source]) for n in pieces)
            solver.add(z3.PbEq([(before[n, z], 1) for z in zones], 1) for n in pieces)
            lost = [z3.Not(z3.PbEq([(after[n, z], 1) for z in zones], 1)) for n in pieces]
            # Added up over the pieces: the target has so many more, and the source so many fewer, as are going.
            for (n, z), x in after.items():
                change = {step.target: 1, step.source: -1}.get(z, 0)
                lost.append(_one(x) - _one(before[n, z]) != z3.If(going[n], change, 0))
            status, _ = solver.decide([z3.Or(*lost)], seconds=seconds)
            if status == "unknown":
                return "unknown", f"time is out at a move from {step.source} to {step.target}"
            if status != "infeasible":
                raise Fault(f"a move from {step.source} to {step.target} is not what it should be")
        number = len(sort.pieces)
        return "proved", f"by induction over moves, each of the {number} by itself; the counts follow them"

    # -- plays

    def _search(
        self, claim: p.Claim, readings: Mapping[str, str], seconds: float
    ) -> tuple[ShownPlay | None, int, bool]:
        """The shortest play that breaks a claim (does it, for `sometimes`); else up to how many steps there is
        none, and whether no play goes on longer."""
        until = time.monotonic() + seconds
        fixed = {**readings, **dict(claim.readings)}
        search = _Search(Relation(self.procedure, fixed, bits=_bits(self.procedure, claim)), claim)
        depth = 0
        while True:
            status, model = search.broken(until - time.monotonic())
            if status == "feasible":
                shown = ShownPlay(*search.options(model), depth)
                replay(self.procedure, claim, shown)
                return shown, depth, True
            if status == "unknown":
                return None, max(0, depth - 1), False
            status, _ = search.further(until - time.monotonic())
            if status != "feasible":
                return None, depth, status == "infeasible"
            depth += 1


def _one(condition: Any) -> Any:
    return z3.If(condition, 1, 0)


def _condition(claim: p.Claim) -> p.Bool:
    assert claim.claim is not None and not isinstance(claim.claim, p.Num | p.Tally | p.CounterOf | p.Plus | p.Times)
    return claim.claim


def _steps(number: int) -> str:
    return f"{number} {'step' if number == 1 else 'steps'}"


def _typed(r: Relation, seconds: float) -> bool:
    """Whether what is taken for granted at every choice is itself kept by every step."""
    solver = Integers()
    solver.add(map(truth, r.rigid))
    first = [
        z3.And(truth(x.condition), z3.Not(conjunction(r.typing(x.place or OVER, x.state)))) for x in r.first
    ]
    if solver.decide([z3.Or(*first)], seconds=seconds)[0] != "infeasible":
        return False
    middle = {name: r.terms.unknown(f"{name} then") for name in r.names}
    for place in r.steps.stations:
        breaks = [
            z3.And(under, z3.Not(conjunction(r.typing(target, state))))
            for under, state, target in _arrivals(r, place, r.variables, middle)
        ]
        known = conjunction(r.typing(place, r.variables))
        if solver.decide([known, z3.Or(*breaks)], seconds=seconds)[0] != "infeasible":
            return False
    return True


def _between(r: Relation, place: int, here: Mapping[str, Term], middle: Mapping[str, Any]) -> list[Any]:
    """Each option that may be taken, with the numbers in between after it."""
    names = list(middle)
    found = []
    for x in r.taken[place]:
        after = (middle[n] == r.terms.number(_at(r, x.state[n], here)) for n in names)
        found.append(z3.And(truth(_at(r, x.condition, here)), *after))
    return found


def _at(r: Relation, term: Term, state: Mapping[str, Term]) -> Term:
    """A term over the relation's variables, of another state."""
    if isinstance(term, int) or state is r.variables:
        return term
    return z3.substitute(term, *((r.variables[n], r.terms.number(state[n])) for n in state))


def _arrivals(
    r: Relation, place: int, here: Mapping[str, Term], middle: Mapping[str, Any]
) -> Iterator[tuple[Any, Mapping[str, Term], int]]:
    """Every way from a choice to the next one."""
    taken = z3.Or(*_between(r, place, here, middle))
    for x in r.onward[place]:
        state = {n: _at(r, x.state[n], middle) for n in middle}
        yield z3.And(taken, truth(_at(r, x.condition, middle))), state, OVER if x.place is None else x.place
    for _, x in r.nested[place]:
        state = {n: _at(r, x.state[n], here) for n in middle}
        yield truth(_at(r, x.condition, here)), state, OVER if x.place is None else x.place


def _first_breaks(r: Relation, claim: p.Claim) -> list[Any]:
    """The ways in which a play breaks a claim before its first choice, or at it."""
    found = []
    if claim.word != "after":
        found = [z3.And(truth(x.condition), truth(_broken(r, claim, x.state, x.place or OVER))) for x in r.first]
    return [*found, *(_moment(r, claim, x) for x in r.first_moments if _meant(claim, x))]


def _breaks(
    r: Relation,
    claim: p.Claim,
    place: int,
    here: Mapping[str, Term],
    middle: Mapping[str, Any],
    facts: Sequence[_Fact],
) -> list[Any]:
    """The ways in which a step from a choice breaks a claim, at the next choice or on the way. The facts hold at
    the next choice, too."""
    found: list[Any] = []
    if claim.word != "after":
        for under, state, target in _arrivals(r, place, here, middle):
            known = [truth(x.of(r, state, target)) for x in facts]
            found.append(z3.And(under, *known, truth(_broken(r, claim, state, target))))
    return [*found, *_breaks_on_the_way(r, claim, place, here, middle)]


def _breaks_on_the_way(
    r: Relation, claim: p.Claim, place: int, here: Mapping[str, Term], middle: Mapping[str, Any]
) -> list[Any]:
    own = [x for x in r.taken_moments[place] if _meant(claim, x)]
    later = [x for x in r.onward_moments[place] if _meant(claim, x)]
    found = [_at(r, _moment(r, claim, x), here) for x in own]
    if later:
        taken = z3.Or(*_between(r, place, here, middle))
        found += [z3.And(taken, _at(r, _moment(r, claim, x), middle)) for x in later]
    return found


def _broken(r: Relation, claim: p.Claim, state: Mapping[str, Term], place: int) -> Term:
    holds = _holds(r, claim, state, place)
    return holds if claim.word == "sometimes" else r.terms.negate(holds)


def _meant(claim: p.Claim, x: Moment) -> bool:
    """Whether a claim speaks of a moment on the way."""
    if claim.word == "after":
        return x.name == claim.name
    return claim.every_move and x.name is None


def _moment(r: Relation, claim: p.Claim, x: Moment) -> Any:
    """That a claim is broken at a moment on the way."""
    if claim.word == "after":
        assert claim.claim is not None
        said = r.steps.value(claim.claim, x.state, x.moved)
        broken = r.terms.both([r.steps.value(claim.condition, x.state, x.moved), r.terms.negate(said)])
    else:
        broken = _broken(r, claim, x.state, -1)
    return z3.And(truth(x.condition), truth(broken))


# ---- plays of a length ---------------------------------------------------------------------------------


class _Search:
    """Plays of a growing number of steps. Several turns in a row in which nothing happens are one step."""

    def __init__(self, relation: Relation, claim: p.Claim) -> None:
        r = self.r = relation
        self.claim = claim
        said = [claim.condition, *([claim.claim] if claim.claim is not None else [])]
        self.names = [n for n in r.names if n in asked_for(r.procedure, said)]
        self.solver = Integers(finite=True)
        self.solver.add(map(truth, r.rigid))
        self.states: list[dict[str, Any]] = [self._new(0)]
        self.places: list[Any] = [self._place(0)]
        first = [
            z3.And(truth(x.condition), self.places[0] == (x.place or OVER), *self._equal(self.states[0], x.state))
            for x in r.first
        ]
        self.solver.add([z3.Or(*first)])

    def _new(self, n: int) -> dict[str, Any]:
        return {name: self.r.terms.unknown(f"{name} @ {n}") for name in self.names}

    def _place(self, n: int) -> Any:
        return z3.BitVec(f"place @ {n}", 16)

    def _equal(self, a: Mapping[str, Any], b: Mapping[str, Term]) -> list[Any]:
        return [a[n] == self.r.terms.number(b[n]) for n in a]

    def _full(self, n: int) -> dict[str, Any]:
        """A state of which nobody reads the rest."""
        return {**self.r.variables, **self.states[n]}

    def broken(self, seconds: float) -> tuple[str, Any]:
        """Whether a play of the present length breaks the claim at its end (or on its last step)."""
        if seconds <= 0:
            return "unknown", None
        n, r, claim = len(self.states) - 1, self.r, self.claim
        found: list[Any] = []
        if claim.word != "after":
            for place in (OVER, *r.steps.stations):
                said = truth(_broken(r, claim, self._full(n), place))
                found.append(z3.And(self.places[n] == place, said))
        # On the way: from the choice at the end of the play so far, which is why such a play is one step longer.
        for place in r.steps.stations:
            middle = {name: self.r.terms.unknown(f"{name} last") for name in self.names}
            on_way = _breaks_on_the_way(r, claim, place, self.states[n], middle)
            found += [z3.And(self.places[n] == place, x) for x in on_way]
        if n == 0:
            found += _first_breaks(r, claim)
        return self.solver.decide([z3.Or(*found)], seconds=seconds)

    def further(self, seconds: float) -> tuple[str, Any]:
        """Make the plays one step longer; `infeasible` if there are none."""
        if seconds <= 0:
            return "unknown", None
        r, n = self.r, len(self.states) - 1
        here, there = self.states[n], self._new(n + 1)
        place, to = self.places[n], self._place(n + 1)
        option = z3.BitVec(f"option @ {n}", 16)
        ways: list[Any] = []
        for at, station in r.steps.stations.items():
            middle = {name: r.terms.unknown(f"{name} @ {n} and") for name in self.names}
            between, idle = [], []
            for x in r.taken[at]:
                chosen = option == station.choice.options.index(x.option)
                after = self._equal(middle, {k: _at(r, x.state[k], here) for k in self.names})
                between.append(z3.And(chosen, truth(_at(r, x.condition, here)), *after))
                if x.idle is not None:
                    times, c = station.loops[-1].times, x.idle
                    same = self._equal(there, {k: here[k] for k in self.names if k != c} | {c: there[c]})
                    idle.append(z3.And(chosen, to == at, there[c] > here[c], there[c] <= times, *same))
            on = [
                z3.And(
                    truth(_at(r, x.condition, middle)),
                    to == (x.place or OVER),
                    *self._equal(there, {k: _at(r, x.state[k], middle) for k in self.names}),
                )
                for x in r.onward[at]
            ]
            nested = [
                z3.And(
                    option == station.choice.options.index(o),
                    truth(_at(r, x.condition, here)),
                    to == (x.place or OVER),
                    *self._equal(there, {k: _at(r, x.state[k], here) for k in self.names}),
                )
                for o, x in r.nested[at]
            ]
            ways.append(z3.And(place == at, z3.Or(z3.And(z3.Or(*between), z3.Or(*on)), *idle, *nested)))
        self.solver.add([z3.Or(*ways)])
        self.states.append(there)
        self.places.append(to)
        return self.solver.decide([], seconds=seconds)

    def options(self, model: Any) -> tuple[tuple[str, ...], dict[str, str]]:
        """The options of the play that was found, and its readings."""
        r = self.r

        def number(x: Any) -> int:
            return int(model.eval(x, model_completion=True).as_long())

        found: list[str] = []
        for n in range(len(self.states) - 1):
            at, to = number(self.places[n]), number(self.places[n + 1])
            station = r.steps.stations[at]
            option = station.choice.options[number(z3.BitVec(f"option @ {n}", 16))]
            counter = next((x.idle for x in r.taken[at] if x.option is option), None)
            times = 1
            if counter is not None and to == at:
                gone = number(self.states[n + 1][counter]) - number(self.states[n][counter])
                times = gone if gone > 0 else 1
            found += [option.name] * times
        readings = {}
        for ruling, names in self.r.procedure.rulings:
            for name in names:
                flag = r.flags[ruling, name]
                if flag is True or (flag is not False and z3.is_true(model.eval(flag, model_completion=True))):
                    readings[ruling] = name
        return tuple(found), readings


def _bits(procedure: p.Procedure, claim: p.Claim) -> int:
    """So many bits that no number of a play, and nothing that is computed of them, leaves their range."""
    pieces = sum(len(x.pieces) for x in procedure.sorts)
    loops = [x.times for x in p.all_steps(procedure.steps) if isinstance(x, p.Loop)]
    most = max([pieces, *loops])

    def size(e: p.Int) -> int:
        match e:
            case p.Num(number):
                return abs(number)
            case p.Plus(args):
                return sum(map(size, args))
            case p.Times(factor, arg):
                return abs(factor) * size(arg)
            case _:
                return most

    asked: list[p.Expr] = [claim.condition, *([claim.claim] if claim.claim is not None else [])]
    for step in p.all_steps(procedure.steps):
        if isinstance(step, p.Check):
            asked.append(step.condition)
        elif isinstance(step, p.Choice):
            asked += [o.condition for o in step.options]
    for e in asked:
        for x in p.parts(e):
            if isinstance(x, p.Num | p.Tally | p.CounterOf | p.Plus | p.Times):
                most = max(most, size(x))
    return (2 * most + 99).bit_length() + 1
