"""`tileproof play`: a game of a procedure, told as it goes, played by chance, by a person, or from a file.

Guarantee: the same options and seed give the same play; what a file says is played again step by step, and a play
that comes out otherwise is an error.
"""

from __future__ import annotations

import json
import random
from argparse import Namespace
from collections.abc import Sequence
from dataclasses import dataclass
from fractions import Fraction
from pathlib import Path
from typing import Any

from dsl import core as c
from dsl import procedure_core as p
from dsl.assemble import Specification
from dsl.chances import Inexact, exact, interval, sampled
from dsl.diagnostics import did_you_mean, why
from dsl.narrate import Noting, as_json, lines, listed, piece_title, told_of, zone_lines
from dsl.procedure import modes_of, procedure, procedures
from dsl.simulate import AtRandom, Resolver, Stuck, Table, Unplayable, play
from verifier import report
from verifier.commands.common import (
    load_spec,
    mode_named,
    out_terminal,
    players_of,
    print_json,
    print_lines,
    rulings,
    say,
)
from verifier.commands.stop import FINDINGS, FINE, UNUSABLE, Stop


def run(args: Namespace) -> int:
    """Play one game, or tell what is likely in all."""
    spec = load_spec(args)
    if args.replay is not None:
        return _again(args, spec)
    pr = chosen_procedure(args, spec)
    readings = rulings(args, spec)
    if args.chances:
        return _chances(args, spec, pr, readings)
    game = spec.game(pr.mode, readings)
    inner: Resolver = AtRandom(random.Random(args.seed + 1))
    if args.interactive:
        if args.format == "json":
            raise Stop(UNUSABLE, "`--interactive` talks; it does not go with `--format json`")
        inner = _Asking(spec, game)
    resolver = Noting(inner)
    try:
        played = play(pr, readings, resolver, args.seed)
    except _Left:
        say(args, "the game was left")
        return FINE
    except Stuck as stuck:
        raise Stop(FINDINGS, f"nothing can be done: {stuck}") from None
    if args.format == "json":
        print_json(as_json(played, resolver.picked, spec))
    else:
        print_lines([_head(pr, spec, args.seed), *notes(pr), *lines(played, spec)])
    return FINE


def chosen_procedure(args: Namespace, spec: Specification) -> p.Procedure:
    """The procedure that the options name, in its mode and for its players.

    Raises `Stop` if there is none."""
    known = procedures(spec)
    if not known:
        raise Stop(UNUSABLE, "the rules declare no `procedure`")
    name = args.name or (known[0] if len(known) == 1 else None)
    if name not in known:
        hint = did_you_mean(name or "", known) or "known: " + ", ".join(known)
        raise Stop(UNUSABLE, f"unknown procedure `{name}`" if name else "say which procedure", hint)
    mode = mode_named(args, spec)
    modes = modes_of(spec, name)
    if mode is None and len(modes) == 1:
        mode = modes[0]
    if mode is None or mode not in modes:
        raise Stop(UNUSABLE, "say which mode: `--mode NAME`", "known: " + ", ".join(modes))
    return procedure(spec, name, mode, players_of(args, spec.declarations.modes[mode]))


def notes(pr: p.Procedure) -> list[str]:
    """What is not known of the pieces."""
    who = report.plural(pr.players, "player")
    return [
        f"How many {x.plural} there are with {who} is not known; there are no more than here."
        for x in pr.sorts
        if x.at_most
    ]


def _head(pr: p.Procedure, spec: Specification, seed: int) -> str:
    mode = spec.declarations.modes[pr.mode].title
    return f"{pr.title}: {mode}, {report.plural(pr.players, 'player')}, seed {seed}"


# ---- what is likely ------------------------------------------------------------------------------------


def _chances(args: Namespace, spec: Specification, pr: p.Procedure, readings: dict[str, str]) -> int:
    """The chances of a piece, exactly and by playing."""
    weights = _weights(args, pr)
    sort = args.of or next((x.name for x in pr.sorts if _drawn(pr, x.name)), pr.sorts[0].name)
    if all(x.name != sort for x in pr.sorts):
        raise Stop(UNUSABLE, f"unknown sort of piece `{sort}`", "known: " + ", ".join(x.name for x in pr.sorts))
    say(args, "working out the chances as fractions, which may take a minute ...")
    try:
        found = exact(pr, sort, weights, readings)
    except Inexact as error:
        raise Stop(UNUSABLE, f"the chances can not be worked out: {error}") from None
    played = sampled(pr, sort, weights, plays=args.plays, seed=args.seed, readings=readings) if args.plays else None
    numbers = [*range(1, pr.rounds + 1), 0]
    if args.format == "json":
        rows = [
            {
                "round": n or None,
                "ever": str(found.ever[n]),
                "there": {z: str(x) for z, x in found.there[n].items()},
                "plays": None if played is None else {"ever": played.ever[n], "there": dict(played.there[n])},
            }
            for n in numbers
        ]
        print_json(
            {
                "procedure": pr.name, "mode": pr.mode, "players": pr.players, "sort": sort, "zone": found.zone,
                "weights": {name: str(x) for name, x in weights.items()}, "plays": args.plays, "rounds": rows,
            }
        )  # fmt: skip
        return FINE
    zones = [z for z in pr.zones if any(found.there[n][z.name] for n in numbers if z.name in found.there[n])]
    head = ("when", f"ever in {pr.zone(found.zone).title}", *(z.title for z in zones))
    rows_: list[tuple[str, ...]] = []
    for n in numbers:
        name = f"round {n}" if n else "end"
        cells = [found.ever[n], *(found.there[n][z.name] for z in zones)]
        rows_.append((name, *(_share(x) for x in cells)))
        if played is not None:
            hits = [played.ever[n], *(played.there[n][z.name] for z in zones)]
            rows_.append(("", *(_range(interval(x, played.plays)) for x in hits)))
    out = [f"Where one {pr.sort(sort).title} is, when somebody first chooses in a round", *notes(pr), ""]
    out += report.table(head, rows_, out_terminal(args), frozenset(range(1, len(head))))
    if played is not None:
        out += ["", f"Below each: by {played.plays:,} plays with seed {args.seed}, with 99 in 100 to be inside."]
    print_lines(out)
    return FINE


def _drawn(pr: p.Procedure, sort: str) -> bool:
    return any(isinstance(x, p.Move) and x.drawn and x.sort == sort for x in p.all_steps(pr.steps))


def _weights(args: Namespace, pr: p.Procedure) -> dict[str, Fraction]:
    known = {o.name for x in p.all_steps(pr.steps) if isinstance(x, p.Choice) for o in x.options}
    found: dict[str, Fraction] = {}
    for text in args.weights or ():
        name, _, number = text.partition("=")
        try:
            found[name] = Fraction(number)
        except (ValueError, ZeroDivisionError):
            raise Stop(UNUSABLE, f"`{text}` is no weight", "write `--weights swap=1/2,keep=1/2`") from None
        if name not in known:
            help = did_you_mean(name, known) or "known: " + ", ".join(sorted(known))
            raise Stop(UNUSABLE, f"unknown option `{name}`", help)
        if found[name] < 0:
            raise Stop(UNUSABLE, f"`{text}`: a weight is 0 or more")
    return found


def _share(x: Fraction) -> str:
    return f"{x} = {float(x):.3f}" if x.denominator > 1 and x.denominator < 10**4 else f"{float(x):.3f}"


def _range(ends: tuple[float, float]) -> str:
    return f"{ends[0]:.3f} to {ends[1]:.3f}"


# ---- from a file ---------------------------------------------------------------------------------------


def _again(args: Namespace, spec: Specification) -> int:
    path = Path(args.replay)
    try:
        data: Any = json.loads(path.read_text("utf-8"))
    except OSError as error:
        reason = why(error)
        raise Stop(UNUSABLE, f"{path}: the file can not be read: {reason}") from None
    except RecursionError:
        raise Stop(UNUSABLE, f"{path}: this is no play: it is nested too deep") from None
    except ValueError as error:
        raise Stop(UNUSABLE, f"{path}: this is no JSON: {error}") from None
    try:
        name, mode = str(data["procedure"]), str(data["mode"])
        players, seed = int(data["players"]), int(data["seed"])
        readings = {str(r): str(x) for r, x in dict(data["readings"]).items()}
        resolver, events = told_of(data), data.get("events")
    except KeyError as missing:
        help = "`tileproof play --format json` writes such a file"
        raise Stop(UNUSABLE, f"{path}: this is no play: it does not say its {missing.args[0]}", help) from None
    except (TypeError, ValueError, AttributeError) as error:
        help = "`tileproof play --format json` writes such a file"
        raise Stop(UNUSABLE, f"{path}: this is no play: {error}", help) from None
    known = spec.declarations.modes.get(mode)
    strange = [r for r, x in readings.items() if r not in spec.rulings or x not in spec.rulings[r].names()]
    if name not in procedures(spec) or known is None or players not in known.players or strange:
        what = f"ruling `{strange[0]}`" if strange else f"procedure `{name}` in {mode} with {players} players"
        raise Stop(UNUSABLE, f"{path}: the rules have no {what}, or no such reading")
    noting = Noting(resolver)
    try:
        played = play(procedure(spec, name, mode, players), readings, noting, seed)
    except (Unplayable, Stuck) as error:
        raise Stop(FINDINGS, f"{path}: this play is not possible: {error}") from None
    again = as_json(played, noting.picked, spec)
    if events is not None and events != again["events"]:
        number = next((i for i, (a, b) in enumerate(zip(events, again["events"])) if a != b), len(events))
        raise Stop(FINDINGS, f"{path}: the play comes out otherwise from event {number + 1} on")
    if args.format == "json":
        print_json(again)
    else:
        print_lines([_head(played.procedure, spec, seed), *notes(played.procedure), *lines(played, spec)])
    return FINE


# ---- by a person ---------------------------------------------------------------------------------------


class _Left(Exception):
    """The person does not want to go on."""


@dataclass
class _Asking:
    """Asks on the terminal. An empty answer is the first one; `.` gives that until the round is over."""

    spec: Specification
    game: c.Game
    skipping: int = 0
    seen: tuple[int, int] = (0, 0)

    def option(self, table: Table, choice: p.Choice, open: Sequence[p.Option]) -> p.Option:
        """The option that the person names."""
        here = (table.counters["round"], table.counters["turn"])
        if self.skipping == here[0]:
            return open[0]
        if here[0] != self.seen[0]:
            print(f"\nRound {here[0]}")
        self.seen = here
        self.show(table)
        print(f"\nTurn {here[1]} of {table.procedure.turns}: {choice.who}")
        for number, option in enumerate(open, 1):
            print(f"  {number}  {option.name}: {option.title}")
        while True:
            answer = self.read("which? (a number or a name; . until the round is over, q to leave) ")
            if answer == ".":
                self.skipping = here[0]
                return open[0]
            found = next(
                (x for n, x in enumerate(open, 1) if answer in (str(n), x.name)), open[0] if not answer else None
            )
            if found is not None:
                return found
            print(f"  `{answer}` is none of them")

    def piece(self, table: Table, move: p.Move, there: Sequence[p.Piece]) -> p.Piece:
        """The piece that the person names, of those that differ."""
        titles = list(dict.fromkeys(piece_title(x, self.game) for x in there))
        if len(titles) == 1:
            return there[0]
        target = table.procedure.zone(move.target).title
        print(f"  which of them goes to {target}?")
        for number, title in enumerate(titles, 1):
            print(f"    {number}  {title}")
        while True:
            answer = self.read("  which? ")
            named = (t for n, t in enumerate(titles, 1) if answer in (str(n), t))
            found = next(named, titles[0] if not answer else None)
            if found is not None:
                return next(x for x in there if piece_title(x, self.game) == found)
            print(f"  `{answer}` is none of them")

    def read(self, question: str) -> str:
        try:
            answer = input(question).strip()
        except EOFError:
            print()
            raise _Left from None
        if answer == "q":
            raise _Left
        return answer

    def show(self, table: Table) -> None:
        """What lies where; the tiles that somebody may take with their words."""
        hidden = [z.name for z in table.procedure.zones if table.hidden(z.name)]
        for line in zone_lines(table.procedure, table.zones, self.game, hidden):
            print(f"  {line}")
        d = self.spec.declarations
        moves = (x for x in p.all_steps(table.procedure.steps) if isinstance(x, p.Move))
        chosen = {x.source for x in moves if x.number and not x.drawn}
        for zone in sorted(chosen):
            for piece in table.zones[zone]:
                summary = d.info(d.kinds[piece.kind], "summary")
                if d.is_tile(piece.kind) and summary:
                    print(f"    {listed([piece], self.game)}: {summary}")
