"""`tileproof explain MODE`: the board of a mode, its rounds, and which number opens which space.

Guarantee: what a number opens is taken from the checked meaning, not from the words.
"""

from __future__ import annotations

from argparse import Namespace
from collections.abc import Iterator, Mapping

from dsl import core as c
from dsl import syntax as s
from dsl.assemble import Specification
from dsl.board import Board
from dsl.declarations import Ruling, all_lines
from dsl.pretty import clause as clause_text
from verifier import report
from verifier.commands.common import out_terminal, players_of, print_json, print_lines
from verifier.commands.questions import ruling_fields, ruling_lines
from verifier.commands.stop import FINE, UNUSABLE, Stop
from verifier.report import Terminal


def run_mode(args: Namespace, spec: Specification, name: str, readings: Mapping[str, str]) -> int:
    """Explain one mode."""
    if args.python or args.core or args.mode is not None:
        raise Stop(UNUSABLE, f"`{name}` is a mode: it has no clauses", "leave out the option")
    mode = _Mode(spec, name, readings, players_of(args, spec.declarations.modes[name]))
    if args.format == "json":
        print_json(mode.fields())
    else:
        print_lines(mode.text(out_terminal(args)))
    return FINE


def _grid(board: Board, words: list[str]) -> list[str]:
    """Words for all spaces, laid out like the board."""
    width = max(map(len, words))
    return ["  ".join(words[x].ljust(width) for x in row).rstrip() for row in board.regions("row")]


class _Mode:
    """A mode under given readings, for a number of players."""

    def __init__(self, spec: Specification, name: str, readings: Mapping[str, str], players: int) -> None:
        self.spec = spec
        self.game = spec.game(name, readings)
        self.mode = self.game.mode
        self.readings = readings
        self.players = players
        self.decl = next(
            x
            for file in spec.files
            for x in file.items
            if isinstance(x, s.Declaration) and x.what == "mode" and x.name is not None and x.name.name == name
        )
        self.placement = spec.declarations.placements.get(name)

    # -- placement

    def lines(self) -> Iterator[tuple[str, bool]]:
        """The lines of the placement, and whether they hold."""
        if self.placement is not None:
            yield from self._lines(self.placement.lines, "", True)

    def _lines(self, lines: tuple[s.Line, ...], under: str, holds: bool) -> Iterator[tuple[str, bool]]:
        for x in lines:
            match x:
                case s.UnderBlock(ruling, reading, inner):
                    good = self.readings.get(ruling.name) == reading.name
                    yield from self._lines(inner, f"under {ruling.name} is {reading.name}: ", holds and good)
                case s.Info():
                    pass
                case _:
                    yield under + clause_text(x), holds

    def rulings(self) -> list[Ruling]:
        """The questions that the placement asks."""
        lines = all_lines(self.placement.lines) if self.placement is not None else ()
        asked = {x.ruling.name for x in lines if isinstance(x, s.UnderBlock)}
        return [r for r in self.spec.rulings.values() if r.name in asked]

    def floors(self, rule: c.Placement) -> dict[int, list[list[int]]]:
        """By floor, for each space the numbers that open it."""
        highest = max((j for _, j in rule.floors), default=1)
        found = {1: [[n for n in rule.numbers if x in rule.buildings[n]] for x in self.mode.board.spaces]}
        for j in range(2, highest + 1):
            found[j] = [[n for n in rule.numbers if x in rule.floors[n, j]] for x in self.mode.board.spaces]
        return found

    # -- output

    def text(self, terminal: Terminal) -> Iterator[str]:
        mode = self.mode
        yield terminal.paint(f"{mode.title} ({mode.name}), a mode", "bold")
        for word in ("summary", "note", "cites"):
            text = self.spec.declarations.info(self.decl, word)
            if text:
                yield from report.paragraph(f"source: {text}" if word == "cites" else text, "  ")
        players = f"{mode.players[0]} to {mode.players[-1]} players, usually {mode.usual_players}"
        rounds = report.plural(mode.rounds, "round", "rounds")
        yield f"  {rounds} of {report.plural(mode.turns, 'turn', 'turns')}; {players}"
        yield from ("", terminal.paint("The district of each space", "bold"))
        yield from (f"  {x}" for x in _grid(mode.board, list(map(str, mode.board.districts))))
        rule = self.game.placement
        if rule is None:
            yield from ("", "Nothing is said of placement: a tile may be placed anywhere.")
            return
        yield from ("", terminal.paint("Placement", "bold"))
        for line, holds in self.lines():
            for part in report.paragraph(line if holds else f"{line}   (not in force)", "      ", "  "):
                yield part if holds else terminal.paint(part, "dim")
        yield from self._opened(rule, terminal)
        if self.rulings():
            yield from ("", terminal.paint("Rulings that bear on it", "bold"))
        for ruling in self.rulings():
            yield from ruling_lines(ruling, self.readings, terminal)

    def _opened(self, rule: c.Placement, terminal: Terminal) -> Iterator[str]:
        there = rule.copies[self.players]
        each = ", ".join(f"{there[n]} of {n}" for n in rule.numbers)
        yield from report.paragraph(f"{rule.title}s of a round with {self.players} players: {each}", "    ", "  ")
        for j, opened in self.floors(rule).items():
            what = "a new building" if j == 1 else f"floor {j}"
            words = [",".join(map(str, x)) or "-" for x in opened]
            if len(set(words)) == 1:
                yield f"  {what}, on every space: {words[0] if opened[0] else 'none'}"
                continue
            yield f"  {what}, by space:"
            yield from (f"    {x}" for x in _grid(self.mode.board, words))

    def fields(self) -> dict[str, object]:
        mode, rule = self.mode, self.game.placement
        placement: dict[str, object] | None = None
        if rule is not None:
            rows = mode.board.regions("row")
            placement = {
                "title": rule.title,
                "lines": [{"text": text, "holds": holds} for text, holds in self.lines()],
                "copies": {str(n): rule.copies[self.players][n] for n in rule.numbers},
                "opened_by": {
                    str(j): [[opened[x] for x in row] for row in rows] for j, opened in self.floors(rule).items()
                },
            }
        return {
            "name": mode.name,
            "what": "mode",
            "title": mode.title,
            "cites": self.spec.declarations.info(self.decl, "cites"),
            "districts": [[mode.board.districts[x] for x in row] for row in mode.board.regions("row")],
            "rounds": mode.rounds,
            "turns": mode.turns,
            "players": self.players,
            "placement": placement,
            "rulings": [ruling_fields(r, self.readings) for r in self.rulings()],
        }
