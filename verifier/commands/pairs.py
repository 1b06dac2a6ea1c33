"""`tileproof pairs TILE`: which tiles it goes with, and which against.

Guarantee: *with* and *against* are proved over the cities of the scope; what is seen of random cities stands
beside it, with the number of cities.
"""

from __future__ import annotations

from argparse import Namespace
from collections.abc import Iterator
from typing import TYPE_CHECKING

from dsl.assemble import Specification
from dsl.city_json import city_object
from dsl.scorer import Scorer
from verifier import report
from verifier.commands.common import chosen_readings, load_spec, out_terminal, print_json, print_lines
from verifier.commands.recording import close_record, open_record
from verifier.commands.sheet import sheet_lines, tile_lines
from verifier.commands.stop import FINE, UNKNOWN
from verifier.commands.tiles import SEATED, About, Asks, about, cities_said, drawn, drawn_fields, others
from verifier.report import Terminal

if TYPE_CHECKING:
    from verifier.balance import Sample
    from verifier.pairs import Alone, Pair
    from verifier.record import Record

TIME_LIMIT = 30.0
_ORDER = ("with", "unknown", "against", "never both")
_STYLES = {"with": "green", "against": "red bold", "unknown": "yellow", "never both": "red bold"}


def run(args: Namespace) -> int:
    """Ask what each pair can score, and print it."""
    spec = load_spec(args)
    x = about(args, spec)
    beside = others(args, spec, x)
    sample = drawn(args, spec, x)
    record = open_record(args, spec)
    results = _pairs(args, spec, x, beside, sample, record)
    results.sort(key=lambda p: (_ORDER.index(p.goes), p.lost[0] or 0, p.other))
    if args.format == "json":
        print_json(_fields(args, spec, x, sample, results))
    else:
        print_lines(_text(args, spec, x, sample, results, out_terminal(args)))
    code = UNKNOWN if any(p.goes == "unknown" for p in results) else FINE
    return close_record(args, record, code)


def _pairs(
    args: Namespace, spec: Specification, x: About, beside: tuple[str, ...], sample: Sample, record: Record | None
) -> list[Pair]:
    from verifier.pairs import NOTHING, Alone, Pair
    from verifier.questions import MaximumQuestion
    from verifier.replay import gives_units

    asks = Asks(args, args.time_limit or TIME_LIMIT)

    def question(tile: str, *must: str) -> MaximumQuestion:
        return MaximumQuestion(tile, x.mode, args.scope, x.players, x.readings, None, must=frozenset(must))

    def alone(tile: str) -> Alone:
        if gives_units(spec, tile, x.mode, x.readings):
            return NOTHING
        return Alone.of(asks(spec, question(tile), record))

    mine = alone(x.tile)
    found = []
    for i, other in enumerate(beside, 1):
        asks.progress(f"{i}/{len(beside)} {other}")
        both = mine, alone(other)
        most = None if mine.high is None or both[1].high is None else mine.high + both[1].high
        together = asks(spec, question(x.tile, other), record, at_most=most)
        found.append(Pair(other, both, together, sample.together(x.tile, other)))
    return found


def _fields(
    args: Namespace, spec: Specification, x: About, sample: Sample, results: list[Pair]
) -> dict[str, object]:
    game = spec.game(x.mode, x.readings)
    return {
        **x.fields(args),
        **drawn_fields(args, sample),
        "alone": None if not results else [results[0].alone[0].low, results[0].alone[0].high],
        "others": [
            {
                "tile": p.other,
                "goes": p.goes,
                "alone": [p.alone[1].low, p.alone[1].high],
                "together": [p.together.value, p.together.bound],
                "verdict": p.together.verdict,
                "lost": list(p.lost),
                "city": None if p.together.city is None else city_object(p.together.city, game, x.chosen),
                "proof": list(p.together.proof),
                "cities": p.drawn.cities,
                "correlation": None if p.drawn.correlation is None else round(p.drawn.correlation, 4),
            }
            for p in results
        ],
    }


def _between(low: int | None, high: int | None) -> str:
    """`12`, `9 to 14`, `9 or more`, `at most 14`."""
    if low == high and low is not None:
        return str(low)
    if low is None:
        return "not known" if high is None else f"at most {high}"
    return f"{low} or more" if high is None else f"{low} to {high}"


def _text(
    args: Namespace, spec: Specification, x: About, sample: Sample, results: list[Pair], terminal: Terminal
) -> Iterator[str]:
    scorer = Scorer(spec, x.mode, x.readings)
    kinds = scorer.game.kinds
    title = kinds[x.tile].title
    yield terminal.paint(f"{title} with other tiles, {x.mode}", "bold") + (
        f", scope {args.scope}, {report.plural(x.players, 'player')}"
    )
    yield from (f"under {name} is {reading}" for name, reading in chosen_readings(spec, x.readings).items())
    yield from report.paragraph(
        "With: some city gives both the most that each can score. Against: it is proved that none does; together "
        "they "
        "score so much less. All in VP, by the texts of the two tiles."
    )
    yield ""
    rows = []
    for p in results:
        (alone, other), (low, high) = p.alone, p.lost
        mark = " *" if other.maximum is None else ""
        said = p.goes if p.goes != "against" else f"against, {_between(low, high)} less"
        correlation = "·" if p.drawn.correlation is None else f"{p.drawn.correlation:+.2f}"
        rows.append(
            (
                kinds[p.other].title + mark,
                terminal.paint(said, _STYLES[p.goes]),
                f"{_between(alone.low, alone.high)} + {_between(other.low, other.high)}",
                _between(p.together.value, p.together.bound) if p.goes != "never both" else "no city",
                correlation if not terminal.ascii or correlation != "·" else "-",
                f"{p.drawn.cities:,}",
            )
        )
    head = ("the other tile", "goes", "each alone", "together", "correlation", "cities")
    yield from report.table(head, rows, terminal, frozenset((2, 3, 4, 5)))
    yield ""
    if any(p.alone[1].maximum is None for p in results):
        yield from report.paragraph(
            "* gives units and scores nothing: asked is whether the other one can score its most beside it."
        )
    if results and results[0].alone[0].maximum is None:
        yield from report.paragraph(
            f"{title} gives units and scores nothing: asked is whether the others can score their most beside it."
        )
    yield from report.paragraph(
        f"Correlation of own scores where both stand: {cities_said(args, sample)}. {SEATED} A dot: too few "
        "cities, or "
        "one of the scores is always the same."
    )
    if not args.show:
        yield "`--show` draws the best city for each pair; `--beside TILE` asks about that tile alone."
        return
    for p in results:
        if p.together.city is not None:
            yield ""
            yield terminal.paint(f"{title} and {kinds[p.other].title}", "bold")
            yield from sheet_lines(p.together.city, scorer.sheet(p.together.city), scorer, terminal)
            yield ""
            yield from tile_lines(p.together.city, scorer, terminal)
