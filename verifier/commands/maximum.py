"""`tileproof max TILE`: the city in which a tile scores most.

Guarantee: the value shown is the compiled rules' score of the city shown; the exit code tells a proved
optimum from the best that was found.
"""

from __future__ import annotations

from argparse import Namespace
from typing import TYPE_CHECKING

from dsl.assemble import Specification
from dsl.city_json import city_object
from dsl.scorer import Scorer
from verifier import report
from verifier.commands.common import (
    Progress,
    chosen_readings,
    kind_named,
    load_spec,
    out_terminal,
    print_json,
    print_lines,
    say,
)
from verifier.commands.picture import check_file, write_city
from verifier.commands.recording import close_record, emit, emit_folder, open_record
from verifier.commands.sheet import sheet_lines, tile_lines
from verifier.commands.stop import FINDINGS, FINE, INTERRUPTED, UNKNOWN, UNUSABLE, Stop
from verifier.commands.tiles import about
from verifier.commands.turns import schedule_fields, schedule_lines
from verifier.report import VERDICT_STYLES, Terminal, plural
from verifier.turns import Schedule

if TYPE_CHECKING:
    from verifier.questions import MaximumQuestion
    from verifier.verdict import Maximum


TIME_LIMIT = 120.0


def run(args: Namespace) -> int:
    """Look for the best city and print it."""
    check_file(args)
    if args.of != "own":
        from verifier.commands import best  # it uses what is below

        return best.run(args)
    _only_of_totals(args)
    spec = load_spec(args)
    x = about(args, spec)
    only = None
    if args.only is not None:
        only = frozenset(kind_named(k, spec, tiles=True) for k in args.only)

    folder = emit_folder(args)

    from verifier.questions import MaximumQuestion

    question = MaximumQuestion(x.tile, x.mode, args.scope, x.players, x.readings, only)
    record = open_record(args, spec)
    found = record.maximum(question) if record is not None else None
    if found is None:
        found = _asked(args, spec, question)
        if record is not None:
            record.add(question, found)
            record.save()
    plan = built_by(found, spec) if args.scope == "placeable" else None
    game = spec.game(x.mode, found.readings)
    title = f"{game.kinds[x.tile].title}, {game.mode.title}: {amount(found)}"
    if args.format == "json":
        shown = schedule_fields(plan, game) if plan is not None else None
        print_json({**maximum_fields(found, spec), "schedule": shown})
    else:
        print_lines(maximum_lines(found, spec, out_terminal(args), plan))
    code = close_record(args, record, INTERRUPTED if stopped(found) else exit_code(found))
    write_city(args, spec, found.city, spec.readings(found.readings), title, [x.tile])
    if folder is not None:
        from verifier.obligations import of_maximum

        written = emit(folder, of_maximum(spec, question, found), set())
        say(args, f"{plural(written, 'question')} written to {folder}")
    return code


def stopped(found: Maximum) -> bool:
    """Whether its search was interrupted, or ended early for another reason."""
    from verifier.verdict import STOPPED

    return STOPPED in found.notes


def _only_of_totals(args: Namespace) -> None:
    """Raises `Stop` where an option asks for what goes with totals alone."""
    if args.tile is None:
        raise Stop(UNUSABLE, "no tile is named", "write `tileproof max TILE`, or `--of total` for the whole city")
    given = {
        "--exactly": args.exactly is not None,
        "--up-to": args.up_to is not None,
        "--top and --all": args.top != 1,
        "--certify": args.certify,
    }
    for option, used in given.items():
        if used:
            raise Stop(UNUSABLE, f"{option} goes with `--of total`", "`--of own` is about a tile by itself")


def _asked(args: Namespace, spec: Specification, q: MaximumQuestion) -> Maximum:
    """The answer of the solvers."""
    from verifier.maxima import answer

    progress = Progress(args)
    progress(f"looking for the best city of {q.tile}, {q.mode}, scope {q.scope} ...")
    return answer(spec, q, time_limit=args.time_limit or TIME_LIMIT, progress=progress)


def built_by(found: Maximum, spec: Specification) -> Schedule | None:
    """The turns that build the city, in the scopes that know of rounds, and with which number in `placeable`; None
    if they are not found in the time.

    Raises `Fault` if there are none, be it that the city comes from a record."""
    if found.scope not in ("rounds", "placeable") or found.city is None:
        return None
    from verifier.schedule import Undecided, schedule
    from verifier.verdict import Fault

    placement = found.scope == "placeable"
    try:
        plan = schedule(spec, found.city, found.mode, found.readings, found.players, placement)
    except Undecided:
        return None
    if plan is None:
        raise Fault(f"{found.title or found.tile}: no schedule builds this city: {found.city}")
    return plan


def exit_code(found: Maximum) -> int:
    """The exit code for a maximum."""
    return {"optimal": FINE, "infeasible": FINDINGS}.get(found.verdict, UNKNOWN)


def maximum_fields(found: Maximum, spec: Specification) -> dict[str, object]:
    """A maximum as plain data; `city` is an object that `score` accepts."""
    city = None
    if found.city is not None:
        game = spec.game(found.mode, found.readings)
        city = city_object(found.city, game, chosen_readings(spec, found.readings))
    return {
        "tile": found.tile,
        "mode": found.mode,
        "of": found.of,
        "scope": found.scope,
        "players": found.players,
        "verdict": found.verdict,
        "value": found.value,
        "bound": found.bound,
        "unit": found.unit,
        "seconds": round(found.seconds, 3),
        "recorded": found.recorded,
        "city": city,
        "readings": spec.readings(found.readings),
        "proof": list(found.proof),
        "notes": list(found.notes),
    }


def amount(found: Maximum) -> str:
    """The value with its unit, and what is known of it: `12 VP`, `at least 9 VP, at most 14`."""
    return amount_of(found.verdict, found.value, found.bound, found.unit)


def amount_of(verdict: str, value: int | None, bound: int | None, unit: str) -> str:
    """The same of a verdict with its value and bound."""
    match verdict:
        case "optimal":
            return f"{value} {unit}"
        case "feasible":
            return f"at least {value} {unit}" + ("" if bound is None else f", at most {bound}")
        case "infeasible":
            return "no city"
        case _:
            return "not known" if bound is None else f"at most {bound} {unit}"


def maximum_lines(
    found: Maximum, spec: Specification, terminal: Terminal, plan: Schedule | None = None
) -> list[str]:
    """A maximum as text, with its city, the score sheet, the schedule if one is given, and the proof."""
    title = found.title if found.of == "total" else spec.game(found.mode, found.readings).kinds[found.tile].title
    verdict = terminal.paint(found.verdict, VERDICT_STYLES[found.verdict])
    said = {
        "optimal": amount(found)
        if found.of == "total"
        else f"most it can give: {amount(found)}"
        if found.unit != "VP"
        else f"most it can score: {amount(found)}",
        "feasible": f"best found; {amount(found)}",
        "infeasible": "there is no such city" if found.of == "total" else "no city of this scope has it",
        "unknown": f"no city found in the time; {amount(found)}",
    }[found.verdict]
    out = [terminal.paint(f"{title}, {found.mode}", "bold") + f": {said} ({verdict})"]
    out.append(f"scope {found.scope}, {found.players} players, {report.time_of(found.seconds, found.recorded)}")
    for name, reading in chosen_readings(spec, found.readings).items():
        out.append(f"under {name} is {reading}")
    if found.city is not None:
        scorer = Scorer(spec, found.mode, found.readings)
        out += ["", *sheet_lines(found.city, scorer.sheet(found.city), scorer, terminal)]
        out += ["", *tile_lines(found.city, scorer, terminal)]
        if plan is not None:
            out += ["", *schedule_lines(plan, scorer.game, terminal)]
    for head, lines in (("Proof", found.proof), ("Notes", found.notes)):
        if lines:
            out += ["", terminal.paint(head, "bold")]
            for text in lines:
                out += report.paragraph(text, "    ", "  ")
    return out
