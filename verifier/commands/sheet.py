"""A scored city as text: the board, the score sheet, and what each tile adds.

Guarantee: the amounts shown are those of the score sheet, and they add up to its total.
"""

from __future__ import annotations

from collections.abc import Iterator

from dsl import core as c
from dsl.assemble import Specification
from dsl.city import City
from dsl.declarations import title_of
from dsl.draw import draw
from dsl.scorer import PRINTED, UNSEATED, Scorer, Sheet
from verifier import report
from verifier.report import Terminal


def part_title(part: str, spec: Specification, game: c.Game) -> str:
    """The title of a line of the score sheet."""
    if part in game.kinds:
        kind = game.kinds[part]
        return kind.title if kind.is_tile else kind.plural_title
    if part in spec.declarations.scorings:
        return title_of(spec.declarations.scorings[part])
    if part == PRINTED:
        return "VP printed on tiles"
    plural = part.removeprefix(UNSEATED)
    return next(f"{r.plural_title} not seated" for r in game.resources if r.plural == plural)


def city_lines(city: City, game: c.Game, terminal: Terminal) -> list[str]:
    """The city, drawn."""
    return draw(city, game, colour=terminal.colour, ascii=terminal.ascii)


def sheet_lines(city: City, sheet: Sheet, scorer: Scorer, terminal: Terminal) -> list[str]:
    """The city, drawn, and its score sheet by category."""
    game = scorer.game
    rows = list(_parts(city, sheet, scorer))
    return [
        *city_lines(city, game, terminal),
        "",
        terminal.paint(f"Score sheet, {game.mode.title}", "bold"),
        *report.sheet(rows, ("Total", f"{sheet.total} VP"), terminal),
        *_ties(sheet, scorer, terminal),
    ]


def _ties(sheet: Sheet, scorer: Scorer, terminal: Terminal) -> Iterator[str]:
    """What breaks ties, first to last."""
    rows = [(part_title(part, scorer.spec, scorer.game), n) for part, n in sheet.ties.items()]
    if rows:
        yield ""
        yield terminal.paint("In a tie", "bold") + " (the one with more of the first is better, then of the next)"
    left = max((len(title) for title, _ in rows), default=0)
    yield from (f"  {title.ljust(left)}  {n}" for title, n in rows)


def _parts(city: City, sheet: Sheet, scorer: Scorer) -> Iterator[tuple[str, str]]:
    """Titles and VP of all parts that count for anything, or whose kinds stand in the city."""
    present = {a for _, b in city.buildings() for a in scorer.game.kinds[b.kind].ancestors}
    for part, n in sheet.parts.items():
        if n or part in present:
            yield part_title(part, scorer.spec, scorer.game), f"{n} VP"


def tile_lines(city: City, scorer: Scorer, terminal: Terminal) -> list[str]:
    """What each tile adds by its own text: VP, or the units that it gives."""
    game = scorer.game
    titles = {r.name: (r.title, r.plural_title) for r in game.resources}
    rows = []
    for tile in sorted({b.kind for _, b in city.buildings() if game.kinds[b.kind].is_tile}):
        gained = report.units(scorer.units(city, tile), titles)
        own = scorer.own(city, tile)
        gives = bool(game.kinds[tile].placed) or any(g.kind == tile for g in game.gains)
        parts = [f"{own} VP"] if own or not gives else []
        parts += [f"gives {gained or 'nothing'}"] if gives else []
        rows.append((game.kinds[tile].title, ", ".join(parts)))
    if not rows:
        return []
    head = terminal.paint("What the tiles add", "bold") + " (contained in the sheet)"
    left = max(len(a) for a, _ in rows)
    return [head, *(f"  {a.ljust(left)}  {b}" for a, b in rows)]
