"""A play told in words, and as plain data that can be played again.

Guarantee: `lines` tells every event of a play but for turns in which nothing happens, which it counts; `as_json`
and `told_of` are inverse as far as a play depends on them. Pieces that lie face down are counted, never named.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass, field
from typing import Any

from dsl import core as c
from dsl import procedure_core as p
from dsl.assemble import Specification
from dsl.simulate import Began, Chose, Ended, Moved, Over, Played, Resolver, Shuffled, Table, Told

# ---- pieces and zones ----------------------------------------------------------------------------------


def piece_title(piece: p.Piece, game: c.Game) -> str:
    """What a piece is called: its kind, and what is printed on it."""
    kind = game.kinds[piece.kind]
    shown = next((v for v in kind.prints if v.name == piece.variant), None)
    if shown is None:
        return kind.title
    units = {r.name: (r.title, r.plural_title) for r in game.resources}
    marks = [f"{n} {units[name][n != 1]}" for name, n in shown.gains]
    marks += [f"{shown.worth} VP"] if shown.worth else []
    return f"{kind.title} ({', '.join(marks)})" if marks else kind.title


def listed(pieces: Iterable[p.Piece], game: c.Game) -> str:
    """Pieces by their titles, equal ones counted."""
    counted = Counter(piece_title(x, game) for x in pieces)
    return ", ".join(f"{n} x {title}" if n > 1 else title for title, n in sorted(counted.items()))


def amount(number: int, sort: p.Sort) -> str:
    """A number of pieces."""
    return f"{number if number else 'no'} {sort.title if number == 1 else sort.plural}"


def zone_lines(
    procedure: p.Procedure, zones: Mapping[str, Sequence[p.Piece]], game: c.Game, hidden: Iterable[str]
) -> list[str]:
    """What lies where, zone by zone."""
    down = set(hidden)
    found = []
    for zone in procedure.zones:
        there = zones[zone.name]
        counts = [(x, sum(y.sort == x.name for y in there)) for x in procedure.sorts if x.name in zone.holds]
        some = [amount(n, x) for x, n in counts if n] or [amount(0, counts[0][0])]
        named = f": {listed(there, game)}" if there and zone.name not in down else ""
        found.append(f"{zone.title}: {' and '.join(some)}{named}")
    return found


# ---- the story -----------------------------------------------------------------------------------------


def lines(played: Played, spec: Specification) -> list[str]:
    """A whole play, a line for each thing that happens."""
    pr = played.procedure
    game = spec.game(pr.mode, played.readings)
    table = Table(pr, played.readings, {z.name: [] for z in pr.zones})
    hidden = [z.name for z in pr.zones if table.hidden(z.name)]
    zones = {z.name: [x for s in pr.sorts if s.zone == z.name for x in s.pieces] for z in pr.zones}
    story = _Story(pr, game, hidden, zones)
    for event in played.events:
        story.tell(event)
    story.flush()
    end = zone_lines(pr, played.zones, game, hidden)
    return [*story.out, "", "At the end", *(f"  {x}" for x in end)]


@dataclass
class _Story:
    procedure: p.Procedure
    game: c.Game
    hidden: list[str]
    zones: dict[str, list[p.Piece]]
    out: list[str] = field(default_factory=list)
    idle: list[Chose] = field(default_factory=list)
    drawn: list[Moved] = field(default_factory=list)
    open: list[str] = field(default_factory=list)

    def tell(self, event: object) -> None:
        """One event more."""
        if isinstance(event, Moved) and event.drawn:
            self.drawn.append(event)
            self.follow(event)
            return
        if not (isinstance(event, Began) and event.number and event.name not in ("round", "turn")):
            self.draws()
        match event:
            case Began("round", _, number):
                self.flush()
                self.out += ["", f"Round {number}"]
                self.out += [f"  {x}" for x in zone_lines(self.procedure, self.zones, self.game, self.hidden)]
            case Began("turn"):
                pass
            case Began(_, title, 0):
                self.flush()
                self.say(f"{title}:")
                self.open.append(event.name)
            case Ended(name) if self.open and self.open[-1] == name:
                self.open.pop()
            case Chose():
                option = next(
                    o
                    for x in self._steps()
                    if isinstance(x, p.Choice) and x.place == event.place
                    for o in x.options
                    if o.name == event.option and o.title == event.title
                )
                if not option.steps:
                    self.idle.append(event)
                    return
                self.flush()
                self.say(f"turn {event.turn}: {event.title}")
                self.open.append(event.option)
            case Moved():
                self.follow(event)
                if event.pieces:
                    self.flush()
                    self.say(f"{self.named(event)}: {self.way(event)}")
            case Shuffled(zone, number):
                pieces = f"{number} {'piece' if number == 1 else 'pieces'}"
                self.say(f"{self.procedure.zone(zone).title}: {pieces}, shuffled")
            case _:
                pass

    def _steps(self) -> Iterator[p.Step]:
        return p.all_steps(self.procedure.steps)

    def say(self, text: str) -> None:
        """A line, as far in as what it belongs to."""
        self.out.append("  " * (len(self.open) + 1) + text)

    def follow(self, event: Moved) -> None:
        """Keep the zones up to date."""
        for piece in event.pieces:
            self.zones[event.source].remove(piece)
            self.zones[event.target].append(piece)

    def named(self, event: Moved) -> str:
        """The pieces of a move, by name if somebody sees them."""
        if event.source in self.hidden and event.target in self.hidden:
            return amount(len(event.pieces), self.procedure.sort(event.sort))
        return listed(event.pieces, self.game)

    def way(self, event: Moved) -> str:
        """From where to where."""
        return f"{self.procedure.zone(event.source).title} -> {self.procedure.zone(event.target).title}"

    def draws(self) -> None:
        """Draws that follow each other are told as one."""
        if self.drawn:
            first = self.drawn[0]
            pieces = tuple(x for event in self.drawn for x in event.pieces)
            wanted = sum(event.wanted or 0 for event in self.drawn)
            joined = Moved(pieces, first.sort, wanted, first.source, first.target, True)
            short = f" (only {len(pieces)} of {wanted})" if len(pieces) < wanted else ""
            self.drawn = []
            self.say(f"{self.named(joined) if pieces else 'nothing'}: {self.way(joined)}{short}")

    def flush(self) -> None:
        """Turns in which nothing happened are told as one."""
        self.draws()
        if self.idle:
            first, last = self.idle[0], self.idle[-1]
            turns = f"turn {first.turn}" if first is last else f"turns {first.turn} to {last.turn}"
            self.idle = []
            self.say(f"{turns}: {first.title}")


# ---- plain data ----------------------------------------------------------------------------------------


@dataclass
class Noting:
    """A resolver that notes the pieces that another one names."""

    inner: Resolver
    picked: list[p.Piece] = field(default_factory=list)

    def option(self, table: Table, choice: p.Choice, open: Sequence[p.Option]) -> p.Option:
        """The other one's option."""
        return self.inner.option(table, choice, open)

    def piece(self, table: Table, move: p.Move, there: Sequence[p.Piece]) -> p.Piece:
        """The other one's piece."""
        piece = self.inner.piece(table, move, there)
        self.picked.append(piece)
        return piece


def _plain(piece: p.Piece) -> dict[str, Any]:
    return {
        "sort": piece.sort, "kind": piece.kind, "print": piece.variant, "copy": piece.copy, "round": piece.round,
    }  # fmt: skip


def as_json(played: Played, picked: Sequence[p.Piece], spec: Specification) -> dict[str, Any]:
    """A play as plain data: what it depends on, and what happened."""
    pr = played.procedure
    return {
        "procedure": pr.name,
        "mode": pr.mode,
        "players": pr.players,
        "seed": played.seed,
        "readings": {r: x for r, x in sorted(played.readings.items()) if spec.defaults.get(r) != x},
        "options": [x.option for x in played.events if isinstance(x, Chose)],
        "picked": [_plain(x) for x in picked],
        "events": [_event(x) for x in played.events],
        "zones": {zone: [_plain(x) for x in there] for zone, there in played.zones.items()},
    }


def _event(event: object) -> dict[str, Any]:
    match event:
        case Began(name, _, number):
            return {"event": "begins", "name": name, "number": number}
        case Ended(name, moved):
            return {"event": "ends", "name": name, "moved": moved}
        case Shuffled(zone, number):
            return {"event": "shuffle", "zone": zone, "pieces": number}
        case Moved(pieces, _, wanted, source, target, drawn):
            return {
                "event": "draw" if drawn else "move", "pieces": [_plain(x) for x in pieces], "wanted": wanted,
                "from": source, "to": target,
            }  # fmt: skip
        case Chose(number, turn, _, option, _, open):
            return {"event": "choice", "round": number, "turn": turn, "option": option, "open": list(open)}
        case Over():
            return {"event": "over"}
        case _:
            raise AssertionError(f"no such event: {event}")


def told_of(data: Mapping[str, Any]) -> Told:
    """The resolver that plays a play of `as_json` again.

    Raises `KeyError`, `TypeError` or `ValueError` if the data are not of that form."""
    options = [str(x) for x in data["options"]]
    picked = [
        p.Piece(str(x["sort"]), str(x["kind"]), x["print"], int(x["copy"]), x["round"]) for x in data["picked"]
    ]
    return Told(options, picked)
