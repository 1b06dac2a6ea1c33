"""Declarations: from syntax trees to tables of names.

Guarantee: after `declare` without errors every name is declared once, every reference between declarations
(parents, modes, rulings, readings, resources) resolves, boards are rectangles, and inventories have the right
number of rounds. Expressions are not looked at here.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from dataclasses import replace
from itertools import product
from typing import Any

from dsl import core as c
from dsl import syntax as s
from dsl.board import Board
from dsl.declarations import (
    Context,
    Declarations,
    Ruling,
    RulingReading,
    all_lines,
    grid_cells,
    lines_in,
    lines_with_context,
    title_of,
    unknown,
)
from dsl.diagnostics import Bag
from dsl.grammar import keywords
from dsl.source import Span

_KIND_LINES = (
    s.Info, s.Plural, s.Glyph, s.Modes, s.ModeBlock, s.UnderBlock, s.Example, s.Property, s.Score, s.ScoreBy,
    s.Needs, s.Seats, s.MaxFloors, s.Copies, s.Print, s.GainPlaced, s.GainEnd, s.Joins,
)  # fmt: skip
_SCORING_LINES = (
    s.Info, s.Modes, s.ModeBlock, s.UnderBlock, s.Example, s.Property, s.Score, s.ScoreBy,
)  # fmt: skip
_NO_BLOCK = (s.Info, s.Plural, s.Glyph, s.Modes)
_ONCE = (s.Plural, s.Glyph, s.Needs, s.Seats, s.MaxFloors, s.Copies, s.SpaceNumbers)


MOST = 99
"""The greatest number that a placement may use, and the most of each."""


def declare(files: list[s.File], bag: Bag) -> Declarations:
    """Collect and cross-check all declarations of a specification."""
    return _Declare(bag).run(files)


class _Declare:
    def __init__(self, bag: Bag) -> None:
        self.bag = bag
        self.out = Declarations()
        self.seen: dict[str, Span] = {}
        self.plurals: dict[str, Span] = {}
        self.circular: set[str] = set()

    def run(self, files: list[s.File]) -> Declarations:
        items = [item for f in files for item in f.items]
        for item in items:
            self._name(item)
        for plural, span in self.plurals.items():
            # A scoring may share its name with a plural (`Harbors`); two kinds may not.
            if plural in self.seen and plural not in self.out.scorings:
                self._twice(plural, span, self.seen[plural])
        for item in items:
            if isinstance(item, s.Declaration):
                self._first(item)
        for item in items:
            if isinstance(item, s.Declaration) and item.what == "ruling":
                self._ruling(item)
        self._choices()
        self._glyphs()
        for name, decl in self.out.kinds.items():
            self._kind(name, decl)
        for name in self.out.kinds:
            self.out.ancestors[name] = self._ancestors(name, ())
        for name in self.circular:  # so that nobody who follows parents goes round for ever
            self.out.kinds[name] = replace(self.out.kinds[name], parents=())
        for name, decl in [*self.out.kinds.items(), *self.out.scorings.items()]:
            self._modes_of(name, decl)
        for decl in self.out.inventories.values():
            self._inventory(decl)
        for decl in [*self.out.kinds.values(), *self.out.scorings.values()]:
            self._blocks(decl)
        for decl in self.out.placements.values():
            self._placement(decl)
            self._blocks(decl)
        if self.out.game is not None:
            self._blocks(self.out.game)
        if files and not self.out.modes:
            at = files[0].span
            self.bag.add("TP038", "no `mode` is declared", Span(at.source, 0, 0))
        return self.out

    # -- names

    def _name(self, item: s.Declaration | s.TableDeclaration) -> None:
        if isinstance(item, s.Declaration) and item.what == "game":
            if self.out.game is not None:
                self._twice("game", item.span, self.out.game.span)
            else:
                self.out.game, self.out.title = item, title_of(item)
            return
        word = item.name
        assert word is not None
        what = item.what if isinstance(item, s.Declaration) else "table"
        name = word.name
        if name in keywords():
            self.bag.add(
                "TP019",
                f"`{name}` is a word of the language and can not be a name",
                word.span,
                help=f"choose another, such as `{name}_{what}`",
            )
        key = f"{what} {name}" if what in ("inventory", "placement") else name
        if key in self.seen:
            self._twice(name, word.span, self.seen[key])
            return
        self.seen[key] = word.span
        if isinstance(item, s.TableDeclaration):
            self.out.tables[name] = item
        elif what in ("building", "tile"):
            self.out.kinds[name] = item
            plural = next((x for x in item.lines if isinstance(x, s.Plural)), None)
            if plural is not None:
                self._plural(plural, name)
        elif what == "scoring":
            self.out.scorings[name] = item
        elif what == "inventory":
            self.out.inventories[name] = item
        elif what == "placement":
            self.out.placements[name] = item
        elif what == "procedure":
            self.out.procedures[name] = item

    def _plural(self, plural: s.Plural, name: str) -> None:
        word = plural.name
        if word.name in keywords():
            self.bag.add(
                "TP019", f"`{word.name}` is a word of the language and can not be a name", word.span
            )
        if word.name == name:
            return
        if word.name in self.plurals:
            self._twice(word.name, word.span, self.plurals[word.name])
        else:
            self.plurals[word.name] = word.span
            self.out.plurals[word.name] = name

    def _twice(self, name: str, here: Span, before: Span) -> None:
        self.bag.add(
            "TP010",
            f"`{name}` is declared twice",
            here,
            here="again here",
            labels=[(before, "first declared here")],
        )

    # -- modes, resources

    def _first(self, decl: s.Declaration) -> None:
        match decl.what:
            case "mode":
                self._mode(decl)
            case "resource":
                self._resource(decl)
            case _:
                pass

    def _only(self, decl: s.Declaration, cls: type[Any], word: str, needed: bool = True) -> Any:
        """The one line of a class; a second one or (if needed) none is an error."""
        found = [
            x for x in decl.lines if isinstance(x, cls) and (cls is not s.Number or x.word == word)
        ]
        for extra in found[1:]:
            self.bag.add(
                "TP033",
                f"`{word}` is said twice",
                extra.span,
                here="again here",
                labels=[(found[0].span, "first said here")],
            )
        if not found and needed:
            at = decl.name.span if decl.name is not None else decl.span
            self.bag.add("TP030", f"this {decl.what} does not say its `{word}`", at)
        return found[0] if found else None

    def _mode(self, decl: s.Declaration) -> None:
        assert decl.name is not None
        board = self._only(decl, s.Board, "board")
        rounds = self._only(decl, s.Number, "rounds")
        turns = self._only(decl, s.Number, "turns")
        players = self._only(decl, s.Players, "players", needed=False)
        if board is None or rounds is None or turns is None:
            return
        shape = self._board(board.grid)
        for number in (rounds, turns):
            if not 1 <= number.value <= 99:
                self.bag.add("TP030", f"`{number.word}` must be from 1 to 99", number.span)
        low, high = (players.low, players.high) if players else (1, 1)
        usual = players.usual if players and players.usual is not None else high
        if players and not (1 <= low <= usual <= high <= 99):
            self.bag.add("TP030", "players go from a low to a higher number, the usual one between", players.span)
            low = high = usual = 1
        if shape is None:
            return
        name = decl.name.name
        self.out.modes[name] = c.Mode(
            name, title_of(decl), shape, rounds.value, turns.value, tuple(range(low, high + 1)), usual
        )

    def _board(self, grid: s.Grid) -> Board | None:
        rows = grid_cells(grid)
        width = len(rows[0]) if rows else 0
        good = all(len(r) == width for r in rows) and width > 0
        if not good or not all(x.isdigit() and len(x) < 4 for r in rows for x in r):
            self.bag.add(
                "TP031",
                "a board is a rectangle of district numbers",
                grid.span,
                help="write one line for each row, with as many numbers in each",
            )
            return None
        if len(rows) * width > 64:
            self.bag.add("TP031", "a board has at most 64 spaces", grid.span)
            return None
        return Board(len(rows), width, tuple(int(x) for r in rows for x in r))

    def _resource(self, decl: s.Declaration) -> None:
        assert decl.name is not None
        plural = self._only(decl, s.Plural, "plural", needed=False)
        glyph = self._only(decl, s.Glyph, "glyph")
        pieces = self._only(decl, s.Number, "pieces")
        costs = self._only(decl, s.Number, "costs", needed=False)
        name = decl.name.name
        plural_name = plural.name.name if plural else name
        plural_title = plural.title.value if plural and plural.title.value.strip() else title_of(decl)
        if plural_name != name:
            if plural_name in self.seen:
                self._twice(plural_name, plural.name.span, self.seen[plural_name])
            self.seen[plural_name] = decl.name.span
        if pieces is not None and not 1 <= pieces.value <= 999:
            self.bag.add("TP030", "`pieces` must be from 1 to 999", pieces.span)
            pieces = None
        self.out.resources[name] = c.Resource(
            name,
            plural_name,
            title_of(decl),
            plural_title,
            glyph.letter if glyph else "?",
            pieces.value if pieces else 1,
            costs.value if costs else 0,
        )

    # -- rulings

    def _ruling(self, decl: s.Declaration) -> None:
        assert decl.name is not None
        readings: dict[str, s.Reading] = {}
        for line in decl.lines:
            if isinstance(line, s.Reading):
                if line.name.name in readings:
                    self._twice(line.name.name, line.name.span, readings[line.name.name].name.span)
                readings.setdefault(line.name.name, line)
        default = self._only(decl, s.Default, "default", needed=len(readings) != 1)
        because = self._only(decl, s.Because, "because")
        if not readings:
            self.bag.add("TP030", "this ruling lists no `reading`", decl.name.span)
        chosen = default.name.name if default else next(iter(readings), "")
        if default and chosen not in readings:
            self._unknown("TP015", "reading", default.name, readings)
        about: list[str] = []
        for line in decl.lines:
            if isinstance(line, s.About):
                for word in line.names:
                    name = self.out.kind_name(word.name) or word.name
                    if name not in self.out.kinds and name not in self.out.scorings:
                        self._unknown("TP011", "kind", word, [*self.out.kinds, *self.out.scorings])
                    about.append(name)
        self.out.rulings[decl.name.name] = Ruling(
            decl.name.name,
            title_of(decl),
            tuple(RulingReading(r.name.name, r.text.value) for r in readings.values()),
            chosen,
            because.text.value if because else "",
            tuple(about),
            self.out.info(decl, "cites"),
            decl.name.span,
        )

    def _choices(self) -> None:
        """The readings that the game chooses take the place of the defaults."""
        lines = self.out.game.lines if self.out.game is not None else ()
        said: dict[str, Span] = {}
        for x in lines:
            if not isinstance(x, s.Choose):
                continue
            name = x.ruling.name
            if name in said:
                text = f"the reading of `{name}` is chosen twice"
                self.bag.add("TP033", text, x.span, here="again here", labels=[(said[name], "first chosen here")])
                continue
            said[name] = x.span
            self._reading(x.ruling, x.reading)
            found = self.out.rulings.get(name)
            if found is not None and x.reading.name in found.names() and x.reading.name != found.default:
                reason = x.because.value if x.because is not None else f"{self.out.title} is played so."
                self.out.rulings[name] = replace(found, default=x.reading.name, reason=reason)

    def _unknown(self, code: str, what: str, word: s.Word, known: Iterable[str]) -> None:
        unknown(self.bag, code, what, word, known)

    # -- kinds

    def _glyphs(self) -> None:
        used: dict[str, Span] = {}
        for decl in self.out.kinds.values():
            line = next((x for x in decl.lines if isinstance(x, s.Glyph)), None)
            if line is None:
                continue
            if line.letter in used:
                self.bag.add(
                    "TP036",
                    f"the glyph `{line.letter}` is used twice",
                    line.span,
                    here="again here",
                    labels=[(used[line.letter], "first used here")],
                )
            used.setdefault(line.letter, line.span)

    def _kind(self, name: str, decl: s.Declaration) -> None:
        for word in decl.parents:
            if self.out.kind_name(word.name) is None:
                self._unknown("TP011", "kind", word, self.out.kinds)
        prints: dict[str, Span] = {}
        for line in decl.lines:
            if isinstance(line, s.Print):
                if line.name.name in prints:
                    self._twice(line.name.name, line.name.span, prints[line.name.name])
                prints[line.name.name] = line.name.span

    def _ancestors(self, name: str, below: tuple[str, ...]) -> tuple[str, ...]:
        decl = self.out.kinds[name]
        if name in below:
            assert decl.name is not None
            self.bag.add("TP034", f"`{name}` is its own parent", decl.name.span)
            self.circular.add(name)
            return ()
        found = [name]
        for word in decl.parents:
            parent = self.out.kind_name(word.name)
            if parent is not None:
                found += [a for a in self._ancestors(parent, (*below, name)) if a not in found]
        return tuple(found)

    def _modes_of(self, name: str, decl: s.Declaration) -> None:
        said = [w for x in decl.lines if isinstance(x, s.Modes) for w in x.names]
        blocks = [x.mode for x in all_lines(decl.lines) if isinstance(x, s.ModeBlock)]
        examples = [x.mode for x in all_lines(decl.lines) if isinstance(x, s.Example)]
        examples += [x.mode for x in all_lines(decl.lines) if isinstance(x, s.Property) and x.mode]
        for word in [*said, *blocks, *examples]:
            if word.name not in self.out.modes:
                self._unknown("TP012", "mode", word, self.out.modes)
        named = {w.name for w in said} or {w.name for w in blocks}
        modes = tuple(m for m in self.out.modes if m in named or not named)
        for word in [*blocks, *examples]:
            if word.name in self.out.modes and word.name not in modes:
                self.bag.add(
                    "TP035",
                    f"`{name}` does not exist in {word.name}",
                    word.span,
                    help="its `modes` line, or its mode blocks, say where it exists",
                )
        self.out.kind_modes[name] = modes

    def _blocks(self, decl: s.Declaration) -> None:
        allowed = {"scoring": _SCORING_LINES, "building": _KIND_LINES, "tile": _KIND_LINES}.get(decl.what)
        self._said_twice(decl)
        for line in all_lines(decl.lines):
            word = line.span.text.split(maxsplit=1)[0] if line.span.text else ""
            if allowed is not None and not isinstance(line, allowed):
                self.bag.add("TP032", f"a {decl.what} has no line `{word}`", line.span)
            elif isinstance(line, _NO_BLOCK) and line not in decl.lines:
                self.bag.add("TP032", f"`{word}` can not stand in a block", line.span)
            if isinstance(line, s.UnderBlock | s.GivenReading):
                self._reading(line.ruling, line.reading)
            if isinstance(line, s.Example):
                for given in line.given:
                    if isinstance(given, s.GivenReading):
                        self._reading(given.ruling, given.reading)
            if isinstance(line, s.Property):
                for option in line.options:
                    if isinstance(option, s.GivenReading):
                        self._reading(option.ruling, option.reading)

    def _said_twice(self, decl: s.Declaration) -> None:
        """Lines of which one may hold, where a second one can hold together with it."""
        seen: list[tuple[str, s.Line, Context]] = []
        for line, context in lines_with_context(decl.lines, Context()):
            if not isinstance(line, (*_ONCE, s.GameRule, s.NewWhere)):
                continue
            key = line.what if isinstance(line, s.GameRule | s.NewWhere) else type(line).__name__
            first = next((x for k, x, there in seen if k == key and context.meets(there)), None)
            if first is not None:
                self.bag.add(
                    "TP033",
                    f"`{line.span.text.split(maxsplit=1)[0]}` is said twice",
                    line.span,
                    here="again here",
                    labels=[(first.span, "first said here")],
                )
            seen.append((key, line, context))

    def _reading(self, ruling: s.Word, reading: s.Word) -> None:
        found = self.out.rulings.get(ruling.name)
        if found is None:
            self._unknown("TP014", "ruling", ruling, self.out.rulings)
        elif reading.name not in found.names():
            self._unknown("TP015", "reading", reading, found.names())

    # -- inventories

    def _inventory(self, decl: s.Declaration) -> None:
        assert decl.name is not None
        mode = self.out.modes.get(decl.name.name)
        if mode is None:
            self._unknown("TP012", "mode", decl.name, self.out.modes)
            return
        for line in all_lines(decl.lines):
            if isinstance(line, s.FromPlayers) and line.number not in mode.players:
                self.bag.add(
                    "TP037",
                    f"{mode.name} has no game with {line.number} players",
                    line.span,
                    help=f"it is for {mode.players[0]} to {mode.players[-1]} players",
                )
            if isinstance(line, s.Replaces) and self.out.kind_name(line.kind.name) is None:
                self._unknown("TP011", "kind", line.kind, self.out.kinds)
            if not isinstance(line, s.Stock):
                continue
            kind = self.out.kind_name(line.kind.name)
            if kind is None:
                self._unknown("TP011", "kind", line.kind, self.out.kinds)
                continue
            if mode.name not in self.out.kind_modes.get(kind, (mode.name,)):
                self.bag.add("TP035", f"`{kind}` does not exist in {mode.name}", line.kind.span)
            lines = all_lines(self.out.kinds[kind].lines)
            prints = [x.name.name for x in lines if isinstance(x, s.Print)]
            if line.print is not None and line.print.name not in prints:
                self._unknown("TP018", "print", line.print, prints)
            if line.print is None and prints:
                self.bag.add(
                    "TP018",
                    f"say which print of `{kind}` this is",
                    line.kind.span,
                    help="known: " + ", ".join(f"`{p}`" for p in prints),
                )
            if len(line.counts) != mode.rounds:
                self.bag.add(
                    "TP037",
                    f"{len(line.counts)} numbers for {mode.rounds} rounds of {mode.name}",
                    line.span,
                    help="write one number of copies for each round",
                )

    # -- placement

    def _placement(self, decl: s.Declaration) -> None:
        assert decl.name is not None
        mode = self.out.modes.get(decl.name.name)
        if mode is None:
            self._unknown("TP012", "mode", decl.name, self.out.modes)
            return
        lines = list(all_lines(decl.lines))
        known: set[int] = set()
        for line in lines:
            if isinstance(line, s.Numbers):
                self._numbers(line)
                known.update(range(line.low, min(line.high, MOST) + 1))
        for line in lines:
            if isinstance(line, s.SpaceNumbers):
                self._space_numbers(line.grid, mode, known)
        asks = next((x for x in lines if isinstance(x, s.NewWhere) and "space" in x.fits), None)
        for readings in self._cases(lines):
            held = list(lines_in(decl.lines, mode.name, readings))
            lacks = []
            if not any(isinstance(x, s.Numbers) for x in held):
                lacks.append("numbers 1 to ...")
            if not any(isinstance(x, s.NewWhere) and x.what == "building" for x in held):
                lacks.append("new building")
            if asks in held and not any(isinstance(x, s.SpaceNumbers) for x in held):
                lacks.append("numbers on spaces")
            where = "".join(f", where {r} is {reading}" for r, reading in readings.items())
            for what in lacks:
                self.bag.add("TP030", f"this placement does not say its `{what}`{where}", decl.name.span)
            if lacks:
                break

    def _cases(self, lines: list[s.Line]) -> Iterator[dict[str, str]]:
        """All readings of the rulings that some lines ask about."""
        asked = {x.ruling.name for x in lines if isinstance(x, s.UnderBlock)} & set(self.out.rulings)
        names = sorted(asked)
        for chosen in product(*(self.out.rulings[n].names() for n in names)):
            yield dict(zip(names, chosen, strict=True))

    def _numbers(self, line: s.Numbers) -> None:
        if not 1 <= line.low <= line.high <= MOST:
            self.bag.add("TP030", f"numbers go from a low to a higher one, from 1 to {MOST}", line.span)
        if not 1 <= line.copies <= MOST:
            self.bag.add("TP030", f"there are from 1 to {MOST} of each number", line.span)

    def _space_numbers(self, grid: s.Grid, mode: c.Mode, known: set[int]) -> None:
        rows = grid_cells(grid)
        board = mode.board
        if len(rows) != board.rows or any(len(r) != board.columns for r in rows):
            self.bag.add(
                "TP056",
                f"the board of {mode.name} has {board.rows} rows of {board.columns} spaces",
                grid.span,
                help="write one number for each space, `.` for a space that shows none",
            )
        cells = [x for r in rows for x in r]
        strange = next((x for x in cells if x != "." and not (x.isdigit() and len(x) < 3)), None)
        if strange is not None:
            self.bag.add("TP056", f"`{strange}` is no number that a space can show", grid.span)
            return
        lost = sorted({int(x) for x in cells if x != "."} - known)
        if known and lost:
            self.bag.add(
                "TP057",
                f"a space shows {lost[0]}, which is none of the numbers of {mode.name}",
                grid.span,
                help="the lines `numbers 1 to ...` say which numbers there are",
            )
