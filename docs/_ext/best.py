"""Makes the page of the best cities out of what `tileproof sweep` wrote, `docs/best_cities.jsonl`.

Guarantee: every city on the page was scored again by the compiled rules, is one of its scope, and can be built by
the turns that are shown, which were played again; a line that shows less is refused. No solver is asked for the
page: the turns lie beside the results (`docs/best_cities_turns.json`), and `keep_turns` finds what is missing.
"""

from __future__ import annotations

import hashlib
import json
from collections.abc import Iterator
from dataclasses import dataclass, replace
from pathlib import Path

from dsl import core as c
from dsl.assemble import Specification
from dsl.city_json import city_object
from dsl.load import load, shipped
from dsl.scorer import Scorer
from verifier.commands.best import difference
from verifier.commands.sheet import sheet_lines, tile_lines
from verifier.commands.turns import schedule_fields, schedule_lines
from verifier.entries import Unfit, checked, question_of
from verifier.placing import rule_of
from verifier.questions import MaximumQuestion
from verifier.report import Terminal
from verifier.results import Line, better, read
from verifier.schedule import schedule
from verifier.turns import Schedule, Turn, complaints
from verifier.verdict import Maximum

SCOPES = ("rounds", "placeable")
_PLAIN = Terminal()
_TITLE = "Best city "  # how the title of every question about a total begins


# Mode, scope, the tiles that have to stand, whether others may, and how many in all.
_About = tuple[str, str, tuple[str, ...], bool, int | None]


class NotToBeTold(Exception):
    """The data are no good for the page, and why."""


@dataclass
class _Told:
    """The best cities of a mode with the tiles of one question, by scope."""

    title: str
    question: MaximumQuestion
    found: dict[str, Maximum]

    @property
    def single(self) -> str:
        """The tile, if just one stands."""
        (tile,) = self.question.must if len(self.question.must) == 1 else ("",)
        return tile if self.question.only == frozenset() else ""


class Best:
    """The best cities of a file of results."""

    def __init__(self, path: Path, turns: Path) -> None:
        """Raises `NotToBeTold`, `NoResults` and `Contradiction` (of `verifier.results`)."""
        self.spec: Specification = load([shipped()])
        self._turns = turns
        self.known: dict[str, list[dict[str, object]]] = (
            json.loads(turns.read_text("utf-8")) if turns.exists() else {}
        )
        self.binding: dict[str, bool] = {}  # whether placement asks for anything, by mode
        self.told: dict[str, list[_Told]] = {}
        self._read(path)

    # -- what is known

    def _read(self, path: Path) -> None:
        data = read(path)
        if data.edited or data.torn:
            raise NotToBeTold(f"{path}: a line was edited or is not whole")
        best: dict[_About, tuple[MaximumQuestion, Line]] = {}
        for line in data.lines.values():
            q = self._question(line)
            key = (q.mode, q.scope, tuple(sorted(q.must)), q.only is None, q.most)
            best[key] = (q, better(best[key][1], line) if key in best else line)
        groups: dict[_About, _Told] = {}
        for (mode, scope, must, free, most), (q, line) in best.items():
            same = (mode, "", must, free, most)
            told = groups.setdefault(same, _Told(q.title(self.spec).removeprefix(_TITLE), q, {}))
            told.found[scope] = self._checked(q, line)
        for told in groups.values():
            self.told.setdefault(told.question.mode, []).append(told)
        for mode in self.told:
            tiles = list(self.spec.tiles(mode))
            self.told[mode].sort(key=lambda t: self._place(t, tiles))
            self._agree(mode)

    def _question(self, line: Line) -> MaximumQuestion:
        """The question of a line, if it is one that the page is about."""
        try:
            q = question_of(self.spec, line.question)
        except Unfit as error:
            raise NotToBeTold(f"{line.place}: {error}") from error
        mode = self.spec.declarations.modes[q.mode]
        all_or_none = q.only is None or q.only == frozenset()
        usual = q.players == mode.usual_players and q.readings == self.spec.readings()
        if q.of != "total" or q.scope not in SCOPES or not usual or not all_or_none:
            raise NotToBeTold(f"{line.place}: the page tells nothing of such a question: {line.question}")
        game = self.spec.game(q.mode)
        self.binding[q.mode] = rule_of(game, q.players) is not None
        # Where no number ever runs out, the two scopes have the same cities.
        return q if self.binding[q.mode] else replace(q, scope="rounds")

    def _checked(self, q: MaximumQuestion, line: Line) -> Maximum:
        """The result of a line, its city held against the scope and scored again."""
        try:
            # The key only says that nobody changed the line: it is another with each version of the program.
            return checked(self.spec, line.key, q, line.entry)
        except Unfit as error:
            raise NotToBeTold(f"{line.place}: {error}") from error

    def _agree(self, mode: str) -> None:
        """What is placeable can be collected, and a city with one tile is one with up to five."""

        def within(a: Maximum, b: Maximum) -> None:
            if a.value is not None and b.bound is not None and a.value > b.bound:
                raise NotToBeTold(f"{mode}: {a.title} has {a.value} VP, {b.title} at most {b.bound}")

        for x in self.told[mode]:
            if set(SCOPES) <= x.found.keys():
                within(x.found["placeable"], x.found["rounds"])
            for y in self.told[mode]:
                q, most = x.question, y.question.most
                if y.question.only is None and most is not None and q.only is not None and len(q.must) <= most:
                    for scope in x.found.keys() & y.found.keys():
                        within(x.found[scope], y.found[scope])

    @staticmethod
    def _place(t: _Told, tiles: list[str]) -> tuple[int, list[int], int]:
        """No tile, then those that are named, then any, no more than so many."""
        q = t.question
        return len(q.must) if q.only is not None else 99, [tiles.index(n) for n in sorted(q.must)], q.most or 0

    # -- turns

    def _shown(self, t: _Told) -> Iterator[tuple[list[str], Maximum]]:
        """The cities to be drawn, each with the scopes whose best it is."""
        found = [(s, t.found[s]) for s in SCOPES if s in t.found and t.found[s].city is not None]
        if len(found) == 2 and found[0][1].value == found[1][1].value:
            yield list(SCOPES), found[1][1]
            return
        for s, x in found:
            yield [s] if self.binding[x.mode] else list(SCOPES), x

    def _key(self, x: Maximum, placement: bool) -> str:
        assert x.city is not None
        said = json.dumps([x.players, placement, city_object(x.city, self.spec.game(x.mode))])
        return hashlib.sha256(said.encode()).hexdigest()

    def _built(self, x: Maximum, placement: bool) -> Schedule | None:
        """The turns that are kept for a city, if they build it."""
        game = self.spec.game(x.mode)
        try:
            plan = _schedule(self.known[self._key(x, placement)], game, x.players)
        except (KeyError, TypeError, ValueError):
            return None
        assert x.city is not None
        return None if complaints(plan, x.city, game, placement=placement) else plan

    def keep_turns(self) -> None:
        """Find the turns of all cities that have none, and leave out those of cities that are gone."""
        kept: dict[str, list[dict[str, object]]] = {}
        for every in self.told.values():
            for scopes, x in (y for t in every for y in self._shown(t)):
                assert x.city is not None
                placement = scopes != ["rounds"]
                plan = self._built(x, placement)
                if plan is None:
                    plan = schedule(self.spec, x.city, x.mode, x.readings, x.players, placement)
                if plan is None:
                    raise NotToBeTold(f"{x.mode}, {x.title}: no turns build the city")
                kept[self._key(x, placement)] = schedule_fields(plan, self.spec.game(x.mode))
        self.known = kept
        rows = (f"{json.dumps(key)}: {json.dumps(turns)}" for key, turns in kept.items())
        self._turns.write_text("{\n" + ",\n".join(rows) + "\n}\n", "utf-8")

    # -- the page

    def page(self) -> str:
        """The page, as Markdown."""
        parts = [_HEAD]
        for mode in (m for m in self.spec.modes if m in self.told):
            title = self.spec.game(mode).mode.title
            parts += [f"## {title}\n", self._of_scopes(mode), self._table(mode)]
            for t in self.told[mode]:
                parts += self._section(t, title)
        return "\n".join(parts)

    def _of_scopes(self, mode: str) -> str:
        players = self.told[mode][0].question.players
        title = self.spec.game(mode).mode.title
        if self.binding[mode]:
            return f"Out of the box for {players} players.\n"
        return (
            f"In {title} with {players} players, every space (and every floor) can be built with a number\n"
            "that there are as many of as there are turns in a round. None ever runs out,\n"
            "so scope `placeable` has the same cities as `rounds`, and the figures hold for both.\n"
        )

    def _table(self, mode: str) -> str:
        scopes = SCOPES if self.binding[mode] else SCOPES[:1]
        bare = next((t for t in self.told[mode] if not t.question.must and t.question.only == frozenset()), None)
        heads = [*(f"`{s}`" for s in scopes)] if len(scopes) > 1 else ["best total"]
        head = ["tiles that stand", *heads, "verdict", "worth"]
        rows = [head, ["---", *["---:"] * len(heads), "---", "---:"]]
        for t in self.told[mode]:
            values = [str(t.found[s].value) if _has(t, s) else "-" for s in scopes]
            verdicts = {s: _verdict(t.found[s]) for s in scopes if s in t.found}
            worths = {}
            if bare is not None and t.single:
                pairs = ((s, t.found[s], bare.found[s]) for s in scopes if s in t.found and s in bare.found)
                worths = {s: _interval(*difference(a, b)) for s, a, b in pairs}
            rows.append([t.title, *values, _both(verdicts), _both(worths)])
        return "\n".join("| " + " | ".join(row) + " |" for row in rows) + "\n"

    def _section(self, t: _Told, mode_title: str) -> Iterator[str]:
        for scopes, x in self._shown(t):
            assert x.city is not None
            placement = scopes != ["rounds"]
            plan = self._built(x, placement)
            if plan is None:
                raise NotToBeTold(f"{x.mode}, {x.title}: no turns that build the city are kept")
            scorer = Scorer(self.spec, x.mode, x.readings)
            where = "" if len(scopes) > 1 or set(t.found) == set(scopes) else f", scope {scopes[0]}"
            yield f"### {mode_title} {t.title}{where}\n"
            said = [f"{x.value} VP, {_verdict(x)}, in " + " and ".join(f"`{s}`" for s in scopes)]
            yield " ".join(f"{line}." for line in [*said, *_proofs(t, scopes)]) + "\n"
            lines = sheet_lines(x.city, scorer.sheet(x.city), scorer, _PLAIN)
            added = tile_lines(x.city, scorer, _PLAIN)
            lines += ["", *added] if added else []
            lines += ["", *schedule_lines(plan, scorer.game, _PLAIN)]
            yield "```text\n" + "\n".join(lines) + "\n```\n"


_HEAD = """\
# The best cities

How many points can a city have? For each mode the best one without tiles of the expansion, with each tile
alone, and with up to five of them, as far as it is known.

## What the figures mean

A total is the whole final score: buildings, lines, printed VP, and what is lost for units without a seat. The
[scopes](findings.md#what-the-columns-mean) say which cities there are: in `rounds` what one player could have
collected, round by round; in `placeable` what could also be placed, turn by turn. All rulings have their
default readings.

These are upper limits on play. One player takes whatever is best out of each round's tiles, and nobody else
takes any of them; which tiles of the expansion are face up is not looked at.

*Optimal*: the city has that total, and a solver refuted every higher one. *Best known*: the city has that
total, and none has more than the bound; whether any has more than the city is not known. The gap is what lies
between them, as a part of the bound.

The *worth* of a tile is the best total with just this tile, less the best one without tiles: what it can bring
to whoever does everything right. It is not what the tile scores, which is in the [findings](findings.md): it
takes a space, a turn and units that could have been used otherwise, and it counts as a Public Service. Where
one of the two totals is only best known, the worth is an interval.

Each city below was scored again by the compiled rules when this page was made, and its turns were played again.
Only the bounds are a solver's word; the line under each heading says whose. Other cities may have as many
points.
"""


def _has(t: _Told, scope: str) -> bool:
    return scope in t.found and t.found[scope].value is not None


def _verdict(x: Maximum) -> str:
    match x.verdict:
        case "optimal":
            return "optimal"
        case "infeasible":
            return "no such city"
        case "feasible" if x.value is not None and x.bound is not None:
            return f"best known, at most {x.bound} (gap {100 * (x.bound - x.value) / x.bound:.1f} %)"
        case "feasible":
            return "best known"
        case _:
            return "not known" if x.bound is None else f"not known, at most {x.bound}"


def _both(said: dict[str, str]) -> str:
    """What is said of both scopes, once if it is the same."""
    if len(set(said.values())) < 2:
        return next(iter(said.values()), "-")
    return "; ".join(f"{s}: {text}" for s, text in said.items())


def _interval(low: int | None, high: int | None) -> str:
    if low is not None and low == high:
        return f"{low:+d}" if low else "0"
    if low is None or high is None:
        return "not known"
    return f"{low:+d} to {high:+d}"


def _proofs(t: _Told, scopes: list[str]) -> list[str]:
    """Who showed what, in the scopes whose best city it is, once."""
    return list(dict.fromkeys(line for s in scopes if s in t.found for line in t.found[s].proof))


def _schedule(said: list[dict[str, object]], game: c.Game, players: int) -> Schedule:
    """A schedule from plain data, as `schedule_fields` gives it."""
    turns = []
    for x in said:
        row, column, number = x["row"], x["column"], x["number"]
        assert isinstance(row, int) and isinstance(column, int) and isinstance(number, int | None)
        space = game.mode.board.space(row - 1, column - 1)
        at, floor = x["round"], x["floor"]
        assert isinstance(at, int) and isinstance(floor, int)
        turns.append(Turn(at, number, str(x["kind"]), str(x["print"]), space, floor))
    return Schedule(game.mode.name, players, tuple(turns))
