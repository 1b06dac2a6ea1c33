"""`tileproof strength TILE`: a tile beside the official ones, ranked.

Guarantee: the most that tiles can score is proved, or told with its bound; averages are of random cities, whose
number and way of drawing stand below; a worth that nobody worked out is called not asked.
"""

from __future__ import annotations

import os
from argparse import Namespace
from collections.abc import Iterator
from dataclasses import dataclass
from pathlib import Path
from typing import TYPE_CHECKING

from dsl.assemble import Specification
from dsl.city_json import city_object
from verifier import report
from verifier.commands.common import (
    Progress,
    chosen_readings,
    load_spec,
    out_terminal,
    print_json,
    print_lines,
    say,
)
from verifier.commands.recording import close_record, open_record
from verifier.commands.stop import FINDINGS, FINE, UNKNOWN, UNUSABLE, Stop
from verifier.commands.tiles import (
    About,
    Asks,
    about,
    averages_said,
    bar,
    drawn,
    drawn_fields,
    most_said,
    others,
    share,
)
from verifier.report import Terminal, plural

if TYPE_CHECKING:
    from verifier.balance import Distribution, Sample
    from verifier.record import Record
    from verifier.results import Line
    from verifier.strength import Totals, Worth
    from verifier.verdict import Maximum

TIME_LIMIT = 60.0
WORTH_LIMIT = 600.0


@dataclass(frozen=True)
class _Row:
    """A tile: the most that it can score, its scores (or the units that it gives) in random cities, its worth."""

    tile: str
    most: Maximum
    scores: Distribution
    worth: Worth | None

    @property
    def units(self) -> bool:
        return self.most.unit != "VP"


def run(args: Namespace) -> int:
    """Gather the figures and print them."""
    spec = load_spec(args)
    x = about(args, spec)
    every = (x.tile, *others(args, spec, x, official=True))
    files = [_lines(name) for name in args.results or ()]
    sample = drawn(args, spec, x, gives=True)
    record = open_record(args, spec)
    rows = _rows(args, spec, x, every, sample, record, files)
    rows.sort(key=lambda r: (r.units, *_rank(r, args.by), r.tile))
    if args.format == "json":
        print_json(_fields(args, spec, x, sample, rows))
    else:
        print_lines(_text(args, spec, x, sample, rows, out_terminal(args)))
    verdicts = {r.tile: r.most.verdict for r in rows}
    code = FINDINGS if verdicts[x.tile] == "infeasible" else FINE
    open_ = {"feasible", "unknown"} & set(verdicts.values())
    asked = next(r.worth for r in rows if r.tile == x.tile)
    undecided = args.worth and (asked is None or asked.low is None or asked.low != asked.high)
    return close_record(args, record, UNKNOWN if code == FINE and (open_ or undecided) else code)


def _lines(name: str) -> dict[str, Line]:
    from verifier.results import Contradiction, NoResults, read

    try:
        return read(Path(name)).lines
    except NoResults as error:
        raise Stop(UNUSABLE, str(error), error.help) from None
    except Contradiction as error:
        raise Stop(UNUSABLE, str(error)) from None


def _rows(
    args: Namespace,
    spec: Specification,
    x: About,
    every: tuple[str, ...],
    sample: Sample,
    record: Record | None,
    files: list[dict[str, Line]],
) -> list[_Row]:
    from verifier.asking import Asked, answers
    from verifier.balance import Distribution
    from verifier.questions import MaximumQuestion
    from verifier.strength import Totals
    from verifier.verdict import Maximum

    progress = Progress(args)
    limit = args.time_limit or TIME_LIMIT
    asked = [Asked(MaximumQuestion(n, x.mode, args.scope, x.players, x.readings), limit) for n in every]
    most: dict[int, Maximum] = {}
    for i, found in answers(spec, asked, workers=args.jobs or os.cpu_count() or 1, record=record):
        assert isinstance(found, Maximum)
        most[i] = found
        progress(f"{len(most)}/{len(every)} {every[i]}: {found.verdict}")
    totals = Totals(spec, record, files)
    rows = []
    for i, n in enumerate(every):
        units = most[i].unit != "VP"
        worth = _worth(args, spec, x, n, totals, record, ask=args.worth and n == x.tile)
        rows.append(_Row(n, most[i], Distribution.of(sample.of(n, units)), worth))
    for text in totals.refused:
        say(args, text)
    return rows


def _worth(
    args: Namespace, spec: Specification, x: About, tile: str, totals: Totals, record: Record | None, *, ask: bool
) -> Worth | None:
    """What a tile is worth, as far as it is known; with `ask` the solvers are asked for what is not."""
    from verifier.strength import Known, Worth, total_question

    asks = Asks(args, args.time_limit or WORTH_LIMIT)
    sides = []
    for must in (tile, ""):
        q = total_question(x.mode, args.scope, x.players, x.readings, must)
        found = totals.known(q)
        if ask and (found is None or found.source == "other version"):
            found = Known(asks(spec, q, record), "asked")
        if found is None:
            return None
        sides.append(found)
    return Worth.of(*sides)


def _rank(r: _Row, by: str) -> tuple[float, ...]:
    """What a row is ranked by: the best first, what is not known last."""
    last = float("inf")
    match by:
        case "average":
            return (-r.scores.mean,)
        case "zero":
            return (r.scores.zero,)
        case "worth":
            return (last if r.worth is None or r.worth.low is None else -r.worth.low,)
        case _:
            return (last if r.most.value is None else -r.most.value, -r.scores.mean)


# ---- data ------------------------------------------------------------------------------------------------


def _fields(args: Namespace, spec: Specification, x: About, sample: Sample, rows: list[_Row]) -> dict[str, object]:
    game = spec.game(x.mode, x.readings)
    return {
        **x.fields(args),
        **drawn_fields(args, sample),
        "by": args.by,
        "tiles": [
            {
                "tile": r.tile,
                "asked": r.tile == x.tile,
                "verdict": r.most.verdict,
                "value": r.most.value,
                "bound": r.most.bound,
                "unit": r.most.unit,
                "city": None if r.most.city is None else city_object(r.most.city, game, x.chosen),
                "average": round(r.scores.mean, 4),
                "zero": round(r.scores.zero, 6),
                "cities": r.scores.cities,
                "worth": None
                if r.worth is None
                else {"at_least": r.worth.low, "at_most": r.worth.high, "source": r.worth.source},
            }
            for r in rows
        ],
    }


# ---- text ------------------------------------------------------------------------------------------------


def worth_said(w: Worth | None) -> str:
    """A worth in a few words: `+3`, `-2 to 1`, `not asked`."""
    if w is None:
        return "not asked"
    mark = " *" if w.source == "other version" else ""

    def signed(n: int) -> str:
        return f"{n:+d}" if n else "0"

    if w.low is None or w.high is None:
        known = f"{signed(w.low)} or more" if w.low is not None else ""
        known = f"at most {signed(w.high)}" if w.high is not None else known
        return (known or "not known") + mark
    return (signed(w.low) if w.low == w.high else f"{signed(w.low)} to {signed(w.high)}") + mark


def _text(
    args: Namespace, spec: Specification, x: About, sample: Sample, rows: list[_Row], terminal: Terminal
) -> Iterator[str]:
    kinds = spec.game(x.mode, x.readings).kinds
    title = kinds[x.tile].title
    yield terminal.paint(f"{title} beside other tiles, {x.mode}", "bold") + (
        f", scope {args.scope}, {plural(x.players, 'player')}"
    )
    yield from (f"under {name} is {reading}" for name, reading in chosen_readings(spec, x.readings).items())
    yield ""
    longest = max((r.most.value or 0 for r in rows if not r.units), default=0)
    table = []
    for r in rows:
        few = r.scores.cities == 0
        chart = "" if r.units else bar(r.scores.mean, r.most.value or 0, longest, terminal)
        cells = (
            kinds[r.tile].title,
            most_said(r.most, r.most.unit if r.units else ""),
            "-" if few else f"{r.scores.mean:.2f}",
            "-" if few else share(r.scores.zero),
            worth_said(r.worth),
            chart,
        )
        mine = r.tile == x.tile
        mark = (">" if terminal.ascii else "▶") if mine else " "
        table.append([mark, *(terminal.paint(c, "bold") if mine else c for c in cells)])
    head = ("", "tile", "most", "average", "scores 0", "worth", "average and most, in VP")
    yield from report.table(head, table, terminal, frozenset((2, 3, 4, 5)))
    yield ""
    yield from _places(title, x.tile, rows)
    yield from report.paragraph(
        "Most: over all cities of the scope, by the text of the tile alone. A range means that the search ended "
        "first."
        + (" What gives units is told in units, and comes last." if any(r.units for r in rows) else "")
    )
    yield from report.paragraph(averages_said(args, sample))
    yield from report.paragraph(
        "Worth: the best total of a city with the tile and no other, less that of a city without tiles."
    )
    if any(r.worth is not None and r.worth.source == "other version" for r in rows):
        yield from report.paragraph(
            "* as a file of results tells, which another version of the program or of the rules found: its cities "
            "were scored again, its bounds were not proved again."
        )
    asked = next(r for r in rows if r.tile == x.tile)
    if asked.worth is None:
        yield f"`tileproof strength {x.tile} {x.head(args)} --worth` asks what it is worth, which may take long."


def _places(title: str, tile: str, rows: list[_Row]) -> Iterator[str]:
    """The ranks of the asked tile among those that score."""
    scoring = [r for r in rows if not r.units]
    mine = next(r for r in rows if r.tile == tile)
    if mine.units or len(scoring) < 2:
        return
    said = []
    ranks = ("by the most that it can score", "by its average", "by how seldom it scores 0")
    for by, words in zip(("most", "average", "zero"), ranks, strict=True):
        better = sum(_rank(r, by)[0] < _rank(mine, by)[0] for r in scoring)
        said.append(f"number {better + 1} {words}")
    yield from report.paragraph(f"Of {len(scoring)} tiles {title} is {', '.join(said[:-1])} and {said[-1]}.")
