"""`tileproof dominates TILE`: whether another tile is never worse in its place, or never better.

Guarantee: what is called proved was proved, and every other answer comes with a city that was scored on both
sides; the exit code is that of findings if the tile is dominated, or another one is the same.
"""

from __future__ import annotations

import os
from argparse import Namespace
from collections.abc import Iterator
from typing import TYPE_CHECKING

from dsl.assemble import Specification
from verifier import report
from verifier.commands.common import (
    Progress,
    chosen_readings,
    load_spec,
    out_terminal,
    print_json,
    print_lines,
)
from verifier.commands.properties import property_fields, shown_lines
from verifier.commands.recording import close_record, open_record
from verifier.commands.stop import FINDINGS, FINE, UNKNOWN
from verifier.commands.tiles import About, about, others
from verifier.report import Terminal, plural

if TYPE_CHECKING:
    from verifier.dominance import Comparison, Relation
    from verifier.verdict import PropertyResult

TIME_LIMIT = 20.0
_ORDER = ("dominates", "same", "unknown", "neither", "dominated", "vacuous")
_SAID: dict[str, tuple[str, str]] = {
    "dominates": ("dominates it", "red bold"),
    "same": ("is the same", "red bold"),
    "unknown": ("not known", "yellow"),
    "neither": ("neither", "green"),
    "dominated": ("is dominated", "green"),
    "vacuous": ("no such city", "yellow"),
}


def run(args: Namespace) -> int:
    """Ask both properties of each other tile, and print what they say."""
    spec = load_spec(args)
    x = about(args, spec)
    beside = others(args, spec, x)

    from verifier.asking import Asked, answers
    from verifier.dominance import claims, compared, comparisons
    from verifier.questions import PropertyQuestion
    from verifier.verdict import PropertyResult

    progress = Progress(args)
    record = open_record(args, spec)
    limit = args.time_limit or TIME_LIMIT
    of = {n: compared(spec, x.tile, n, x.mode, x.readings) for n in beside}
    cases = [c for n in beside for c in claims(spec, x.tile, n, x.mode, x.readings, args.scope, of[n])]
    asked = [Asked(PropertyQuestion(case, x.players), limit) for case in cases]
    found: dict[int, PropertyResult] = {}
    for i, result in answers(spec, asked, workers=args.jobs or os.cpu_count() or 1, record=record):
        assert isinstance(result, PropertyResult)
        found[i] = result
        progress(f"{len(found)}/{len(asked)} {result.title}: {result.verdict}")
    halves = [(found[2 * i], found[2 * i + 1]) for i in range(len(beside))]
    results = comparisons([(x.tile, n) for n in beside], halves)
    results.sort(key=lambda r: (_ORDER.index(r.relation), r.other))
    if args.format == "json":
        print_json(_fields(args, spec, x, results))
    else:
        print_lines(_text(args, spec, x, results, out_terminal(args)))
    relations = {r.relation for r in results}
    code = FINDINGS if relations & {"dominates", "same"} else UNKNOWN if "unknown" in relations else FINE
    return close_record(args, record, code)


def _fields(args: Namespace, spec: Specification, x: About, results: list[Comparison]) -> dict[str, object]:
    from verifier.dominance import compared, units_differ

    return {
        **x.fields(args),
        "others": [
            {
                "tile": r.other,
                "relation": r.relation,
                "compared": compared(spec, x.tile, r.other, x.mode, x.readings),
                "units_differ": units_differ(spec, x.tile, r.other, x.mode, x.readings),
                "never_less": property_fields(r.no_less, spec),
                "never_more": property_fields(r.no_more, spec),
            }
            for r in results
        ],
    }


def _text(
    args: Namespace, spec: Specification, x: About, results: list[Comparison], terminal: Terminal
) -> Iterator[str]:
    from verifier.dominance import units_differ

    kinds = spec.game(x.mode, x.readings).kinds
    title = kinds[x.tile].title
    yield terminal.paint(f"{title} beside other tiles, {x.mode}", "bold") + f", scope {args.scope}"
    yield from (f"under {name} is {reading}" for name, reading in chosen_readings(spec, x.readings).items())
    yield from report.paragraph(
        f"For each other tile: every city of the scope in which {title} stands and the other tile does not, and "
        f"the same city with the other one in its place (active if {title} was, with its floors, prints and units "
        "on seats as far as it can have them, as many units left over). Compared are the totals. (Shown are the "
        "own scores of the two tiles where they differ by as much.)"
    )
    yield ""
    rows, aside = [], []
    for r in results:
        words, style = _SAID[r.relation]
        differ = units_differ(spec, x.tile, r.other, x.mode, x.readings)
        if differ:
            aside.append(kinds[r.other].title)
        name = kinds[r.other].title + (" *" if differ else "")
        rows.append((name, terminal.paint(words, style), _better(r.no_less), _better(r.no_more)))
    head = ("the other tile", "in its place", f"{title} scores more", "the other scores more")
    yield from report.table(head, rows, terminal)
    yield ""
    yield from _summary(title, results, aside)
    if aside:
        yield from report.paragraph(
            "* needs, seats or brings other units than it: what units are worth elsewhere in the city is not "
            "compared."
        )
    if args.show:
        for r in results:
            for half in (r.no_less, r.no_more):
                if half.city is not None:
                    yield ""
                    yield terminal.paint(f"{kinds[r.other].title}: not so that {half.title}", "bold")
                    size = "no smaller city shows it" if half.smallest else "there may be a smaller city"
                    yield f"  ({size})"
                    yield ""
                    yield from shown_lines(half, half.city, half.second, spec, terminal)
    elif any(half.city is not None for r in results for half in (r.no_less, r.no_more)):
        yield "`--show` draws the cities; `--beside TILE` asks about that tile alone."


def _better(half: PropertyResult) -> str:
    """By how much, in which city; or that it never is."""
    match half.verdict:
        case "proved":
            return "never (proved)"
        case "refuted" if half.city is not None and half.second is not None:
            before, after = half.second.values
            buildings = sum(1 for _ in half.city.buildings())
            more, less = max(before, after), min(before, after)
            size = plural(buildings, "building") + ("" if half.smallest else " or fewer")
            return f"{more} against {less}, {size}"
        case "vacuous":
            return "no such city"
        case _:
            return "not known"


def _summary(title: str, results: list[Comparison], aside: list[str]) -> Iterator[str]:
    def count(*wanted: Relation) -> int:
        return sum(r.relation in wanted for r in results)

    if count("dominates", "same"):
        worse = count("dominates")
        parts = [f"{plural(worse, 'tile dominates', 'tiles dominate')} it"] if worse else []
        same = f"{plural(count('same'), 'tile is', 'tiles are')} the same in every city"
        parts += [same] if count("same") else []
        said = " and ".join(parts)
    elif count("unknown"):
        said = f"nothing is known to dominate it; of {plural(count('unknown'), 'tile')} it is not known"
    else:
        said = "nothing dominates it"
    below = count("dominated")
    more = f", and it dominates {plural(below, 'tile')}" if below else ""
    more += " (those with * in VP alone)" if below and aside else ""
    yield from report.paragraph(f"{title}: {said}{more}.")
