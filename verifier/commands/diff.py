"""`tileproof diff OLD NEW`: whether two texts mean the same, or the smallest city that tells them apart.

Guarantee: both score sheets that are shown are the compiled rules' own, each under its side's readings; exit code 0
says that every comparison was proved to be the same and that nothing stands on one side only.
"""

from __future__ import annotations

from argparse import Namespace
from collections.abc import Iterator
from copy import copy
from dataclasses import dataclass
from typing import TYPE_CHECKING

from dsl import core as c
from dsl.city import City
from dsl.city_json import city_object
from dsl.scorer import Scorer, Sheet
from verifier import report
from verifier.commands.common import (
    Progress,
    chosen_readings,
    out_terminal,
    print_json,
    print_lines,
    rulings,
)
from verifier.commands.sheet import city_lines, part_title
from verifier.commands.sides import Side, sides
from verifier.commands.stop import FINDINGS, FINE, UNKNOWN, UNUSABLE, Stop
from verifier.report import Terminal, plural

if TYPE_CHECKING:
    from verifier.diff import Difference

TIME_LIMIT = 60.0
_STYLES = {"same": "green", "different": "red bold", "unknown": "yellow"}


@dataclass(frozen=True)
class _Question:
    """One comparison to be made: a mode, and the readings of either side that are not the default."""

    mode: str
    old: dict[str, str]
    new: dict[str, str]


def run(args: Namespace) -> int:
    """Compare and print."""
    old, new = sides(args)
    questions = list(_questions(args, old, new))

    from verifier.diff import compare, compare_tiles
    from verifier.diff_structure import declared

    if old.tile is not None and new.tile is not None:
        modes = (old.spec.declarations.kind_modes[t] for t in (old.tile, new.tile))
        one, two = (tuple(m) for m in modes)
        structure = tuple(f"mode `{m}`: only {old.tile} exists in it" for m in one if m not in two)
        structure += tuple(f"mode `{m}`: only {new.tile} exists in it" for m in two if m not in one)
    else:
        structure = declared(old.spec, new.spec)
    progress = Progress(args)
    results = []
    limit = args.time_limit or TIME_LIMIT
    for i, q in enumerate(questions, 1):
        progress(f"{i}/{len(questions)} {q.mode}" + "".join(f", {n} is {r}" for n, r in {**q.old, **q.new}.items()))
        if old.tile is not None and new.tile is not None:
            found = compare_tiles(old.spec, old.tile, new.tile, q.mode, q.old, time_limit=limit)
        else:
            found = compare(old.spec, new.spec, q.mode, q.old, q.new, time_limit=limit)
        results.append(found)
    code = _code(structure, results)
    if args.format == "json":
        print_json(_fields(old, new, structure, results))
    else:
        print_lines(_text(old, new, structure, results, out_terminal(args)))
    return code


def _code(structure: tuple[str, ...], results: list[Difference]) -> int:
    verdicts = {r.verdict for r in results}
    if structure or "different" in verdicts:
        return FINDINGS
    return UNKNOWN if "unknown" in verdicts else FINE


# ---- what is asked ---------------------------------------------------------------------------------------


def _questions(args: Namespace, old: Side, new: Side) -> Iterator[_Question]:
    chosen = [_chosen(args, side, other) for side, other in ((old, new), (new, old))]
    modes = [m for m in old.spec.modes if m in new.spec.modes]
    if old.tile is not None and new.tile is not None:
        kind_modes = old.spec.declarations.kind_modes
        modes = [m for m in modes if m in kind_modes[old.tile] and m in kind_modes[new.tile]]
    if args.mode is not None:
        if args.mode not in modes:
            known = ", ".join(modes) or "none"
            raise Stop(UNUSABLE, f"not both have a mode `{args.mode}`", f"both have: {known}")
        modes = [args.mode]
    for mode in modes:
        yield _Question(mode, *chosen)
        for name, reading in _others(old, new) if args.all_readings else ():
            if name not in chosen[0] and name not in chosen[1]:
                more = {name: reading}
                yield _Question(mode, {**chosen[0], **more}, {**chosen[1], **more})


def _chosen(args: Namespace, side: Side, other: Side) -> dict[str, str]:
    """The readings of `--ruling` on one side: those of rulings that only the other side has are left out."""
    mine = copy(args)
    names = {text.partition("=")[0] for text in args.rulings or ()}
    only_there = {n for n in names if n in other.spec.rulings and n not in side.spec.rulings}
    mine.rulings = [t for t in args.rulings or () if t.partition("=")[0] not in only_there]
    return rulings(mine, side.spec)


def _others(old: Side, new: Side) -> Iterator[tuple[str, str]]:
    """Readings that both have and that are not the default of both."""
    for name, ruling in old.spec.rulings.items():
        there = new.spec.rulings.get(name)
        if there is not None:
            for reading in ruling.names():
                if reading in there.names() and {reading} != {ruling.default, there.default}:
                    yield name, reading


# ---- output ----------------------------------------------------------------------------------------------


def _sheet(side: Side, mode: str, readings: dict[str, str], city: City) -> tuple[Scorer, Sheet]:
    scorer = Scorer(side.spec, mode, readings)
    return scorer, scorer.sheet(city)


def _clauses(clauses: tuple[c.Clause, ...]) -> list[dict[str, str]]:
    return [{"part": x.part, "text": x.text, "where": x.where} for x in clauses]


def _fields(old: Side, new: Side, structure: tuple[str, ...], results: list[Difference]) -> dict[str, object]:
    return {
        "old": old.word,
        "new": new.word,
        "what": "tiles" if old.tile is not None else "specifications",
        "scope": "any",
        "structure": list(structure),
        "comparisons": [_comparison_fields(old, new, r) for r in results],
    }


def _side_fields(
    side: Side, r: Difference, readings: dict[str, str], city: City | None, clauses: tuple[c.Clause, ...], at: int
) -> dict[str, object]:
    out: dict[str, object] = {"readings": readings, "clauses": _clauses(clauses)}
    if city is None:
        return {**out, "value": None, "city": None, "sheet": None}
    scorer, sheet = _sheet(side, r.mode, readings, city)
    return {
        **out,
        "value": r.values[at] if r.values is not None else None,
        "city": city_object(city, scorer.game, chosen_readings(side.spec, readings)),
        "sheet": {"total": sheet.total, "parts": sheet.parts, "ties": sheet.ties, "own": sheet.own},
    }


def _comparison_fields(old: Side, new: Side, r: Difference) -> dict[str, object]:
    return {
        "mode": r.mode,
        "verdict": r.verdict,
        "reason": r.reason,
        "structure": list(r.structure),
        "differs": r.what,
        "smallest": r.smallest,
        "old": _side_fields(old, r, r.old_readings, r.old_city, r.old_clauses, 0),
        "new": _side_fields(new, r, r.new_readings, r.new_city, r.new_clauses, 1),
        "seconds": r.seconds,
    }


def _text(
    old: Side, new: Side, structure: tuple[str, ...], results: list[Difference], terminal: Terminal
) -> list[str]:
    out = [f"OLD {old.word}", f"NEW {new.word}"]
    if structure:
        out += ["", *_listed(structure)]
    for r in results:
        out += ["", *_difference(old, new, r, terminal)]
    verdicts = [r.verdict for r in results]
    counts = [f"{verdicts.count(v)} {v}" for v in ("same", "different", "unknown") if v in verdicts]
    return [*out, "", f"{plural(len(results), 'comparison')}: {', '.join(counts) or 'none'}"]


def _listed(texts: tuple[str, ...]) -> list[str]:
    return [line for text in texts for line in report.paragraph(text, "    ", "  ")]


def _difference(old: Side, new: Side, r: Difference, terminal: Terminal) -> list[str]:
    said = {"same": "same meaning", "different": "different", "unknown": "unknown"}[r.verdict]
    reason = f" ({r.reason})" if r.reason else ""
    out = [f"{terminal.paint(r.mode, 'bold')}: {terminal.paint(said, _STYLES[r.verdict])}{reason}"]
    before, after = chosen_readings(old.spec, r.old_readings), chosen_readings(new.spec, r.new_readings)
    for name, reading in {**before, **after}.items():
        both = before.get(name) == after.get(name)
        where = "" if both else f" in {'OLD' if name in before else 'NEW'}"
        out.append(f"  under {name} is {reading}{where}")
    out += _listed(r.structure)
    for head, clauses in _sorted_clauses(r) if r.verdict != "same" else ():
        if clauses:
            out += ["", terminal.paint(f"  {head}", "bold")]
            for x in clauses:
                out += [*report.paragraph(f"{x.part}: {x.text}", "      ", "    "), f"      --> {x.where}"]
    if r.old_city is None or r.new_city is None or r.values is None:
        return out
    first, second = _sheet(old, r.mode, r.old_readings, r.old_city), _sheet(new, r.mode, r.new_readings, r.new_city)
    size = "no city with fewer buildings, floors or seated units" if r.smallest else "not known to be the smallest"
    out += ["", f"A city that tells them apart ({size}): {r.what} {r.values[0]} in OLD, {r.values[1]} in NEW", ""]
    out += city_lines(r.old_city, first[0].game, terminal)
    if r.new_city != r.old_city:
        out += ["", "and with the other tile in its place", "", *city_lines(r.new_city, second[0].game, terminal)]
    return [*out, "", *_sheets(first, second, terminal)]


def _sorted_clauses(r: Difference) -> Iterator[tuple[str, list[c.Clause]]]:
    """The clauses that differ: those of one side, and those that say the same words and mean something else."""
    before, after = ({(x.part, x.text) for x in clauses} for clauses in (r.old_clauses, r.new_clauses))
    yield "only in OLD", [x for x in r.old_clauses if (x.part, x.text) not in after]
    yield "only in NEW", [x for x in r.new_clauses if (x.part, x.text) not in before]
    yield "in the same words, but with another meaning", [x for x in r.old_clauses if (x.part, x.text) in after]


def _sheets(first: tuple[Scorer, Sheet], second: tuple[Scorer, Sheet], terminal: Terminal) -> list[str]:
    """Both sheets side by side; lines that are 0 on both are left out, lines that differ are marked."""
    rows: dict[str, list[int | None]] = {}
    for i, (scorer, sheet) in enumerate((first, second)):
        for part, n in sheet.parts.items():
            title = part_title(part, scorer.spec, scorer.game)
            rows.setdefault(title, [None, None])[i] = n
    out = []
    for title, (a, b) in rows.items():
        if a or b:
            out.append((title, *("-" if n is None else f"{n} VP" for n in (a, b)), "" if a == b else "differs"))
    totals = first[1].total, second[1].total
    mark = "" if totals[0] == totals[1] else "differs"
    out.append(("Total", *(f"{n} VP" for n in totals), mark))
    return report.table(("score sheet", "OLD", "NEW", ""), out, terminal, frozenset({1, 2}), "  ")
