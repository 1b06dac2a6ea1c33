"""A city as an example that can be pasted into the declaration of a kind or a scoring.

Guarantee: read back in that declaration, the example has the same buildings, seating and units, and passes; it is
laid out as `tileproof fmt` does it.
"""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import replace

from dsl import core as c
from dsl import syntax as s
from dsl.city import City
from dsl.city_text import write_rows
from dsl.layout import INDENT, example_lines
from dsl.scorer import Scorer


def example_text(city: City, scorer: Scorer, owner: str, title: str) -> str:
    """The example of a complete city under the scorer's readings, indented to stand in the declaration of `owner`;
    no newline at its end.

    It claims what the scorer finds (VP): `scores` if the owner is a tile or has a part of the score sheet, and
    `totals`. Of the readings those are named that are not the defaults. An example knows no gains at the end: units
    that were taken are among those of the city, as if it had received them."""
    game = scorer.game
    whole = replace(city, supply=city.has(game), taken=None)
    given = [
        s.GivenReading(s.Word(ruling), s.Word(reading))
        for ruling, reading in scorer.readings.items()
        if reading != scorer.spec.defaults[ruling]
    ]
    amounts = tuple(_left_over(whole, game))
    example = s.Example(
        s.Word(city.mode),
        s.Text(" ".join(title.replace('"', "'").split())),
        (*given, s.GivenSupply(amounts)) if amounts else tuple(given),
        s.Grid("\n".join(_rows(whole, game))),
        tuple(_claims(whole, scorer, owner)),
    )
    return "\n".join(example_lines(example, INDENT))


def _left_over(city: City, game: c.Game) -> Iterator[s.Amount]:
    """All units of the resources of which not just those are there that are seated."""
    has, seated = city.has(game), city.seated(game)
    for r in game.resources:
        if has[r.name] != seated[r.name]:
            yield s.Amount(has[r.name], s.Word(r.name if has[r.name] == 1 else r.plural))


def _rows(city: City, game: c.Game) -> list[str]:
    """The drawing without what is empty at the bottom and on the right; a city without buildings is one space."""
    board = game.mode.board
    built = [board.row_column(space) for space, _ in city.buildings()] or [(0, 0)]
    down, across = (1 + max(x) for x in zip(*built, strict=True))
    return [" ".join(row.split()[:across]) for row in list(write_rows(city, game))[:down]]


def _claims(city: City, scorer: Scorer, owner: str) -> Iterator[s.Expect]:
    d = scorer.spec.declarations
    parts = scorer.compiled.lines(city, scorer.view(city))
    if owner in d.kinds and d.is_tile(owner):
        yield s.Expect("scores", scorer.own(city, owner))
    elif owner in parts:
        yield s.Expect("scores", parts[owner])
    yield s.Expect("totals", scorer.total(city))
