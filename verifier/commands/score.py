"""`tileproof score CITY`: the score sheet of a city.

Guarantee: the total is the compiled rules' score of the seating that is shown; where the city leaves the
seating open, no other seating scores more (unless it is said that time ran out).
"""

from __future__ import annotations

from argparse import Namespace
from dataclasses import dataclass, replace

from dsl import core as c
from dsl import syntax as s
from dsl.assemble import Specification
from dsl.city import Building, City, idle_units
from dsl.city_json import LocatedCity, city_object
from dsl.diagnostics import Bag, Failure
from dsl.scorer import Scorer, Sheet
from verifier import report
from verifier.box import complaints
from verifier.commands.city_file import read_city_file
from verifier.commands.common import (
    chosen_readings,
    err_terminal,
    load_spec,
    mode_named,
    out_terminal,
    players_of,
    print_json,
    print_lines,
    rulings,
    say,
    walk,
)
from verifier.commands.picture import check_file, write_city
from verifier.commands.sheet import sheet_lines, tile_lines
from verifier.commands.stop import FINE, UNKNOWN, UNUSABLE, Stop
from verifier.commands.turns import no_rule, schedule_fields, schedule_lines
from verifier.report import Terminal
from verifier.turns import Schedule


@dataclass(frozen=True)
class Scored:
    """A complete city with its score; `bound` is what no seating exceeds where that is not the total."""

    city: City
    sheet: Sheet
    source: str
    optimal: bool
    bound: int | None


def run(args: Namespace) -> int:
    """Score a city and print the sheet."""
    check_file(args)
    spec = load_spec(args)
    chosen = rulings(args, spec)
    mode = mode_named(args, spec)
    bag = Bag()
    located = read_city_file(args.city, spec, chosen, bag, mode=mode, index=args.index)
    if bag.found:
        say(args, report.diagnostics(bag.found, err_terminal(args)))
    scorer = Scorer(spec, located.city.mode, located.readings)
    _check_scope(args, located, scorer.game)
    plan = _plan(args, spec, located, scorer.game)
    found = score(spec, located, scorer, args.time_limit)
    title = f"{scorer.game.mode.title}: {found.sheet.total} VP"
    if args.format == "json":
        shown = schedule_fields(plan, scorer.game) if plan is not None else None
        print_json({**_fields(found, spec, scorer, args.scope), "schedule": shown})
    else:
        print_lines(_text(found, spec, scorer, out_terminal(args)))
        print_lines(_plan_text(args, plan, scorer.game, out_terminal(args)))
    write_city(args, spec, found.city, located.readings, title)
    return FINE if found.optimal else UNKNOWN


def _check_scope(args: Namespace, located: LocatedCity, game: c.Game) -> None:
    bag = Bag()
    for x in complaints(located.city, game, args.scope, players_of(args, game.mode)):
        bag.add("TP048", x.text, located.span(x.space), help=x.help)
    if bag.errors:
        raise Stop(UNUSABLE, diagnostics=bag.found)


def _plan(args: Namespace, spec: Specification, located: LocatedCity, game: c.Game) -> Schedule | None:
    """The turns that build the city, if that is asked for or the scope rests on it.

    Raises `Stop` if there are none."""
    if args.schedule and args.scope not in ("rounds", "placeable"):
        raise Stop(UNUSABLE, f"scope {args.scope} knows no turns", "add `--scope rounds` or `--scope placeable`")
    if not args.schedule and args.scope != "placeable":
        return None
    from verifier.schedule import Undecided, schedule

    city, players, placement = located.city, players_of(args, game.mode), args.scope == "placeable"
    limit = args.time_limit
    try:
        found = schedule(
            spec, city, city.mode, located.readings, players, placement, told=False, time_limit=limit
        )
    except Undecided:
        text = "it was not found out in the time whether the city can be built"
        raise Stop(UNKNOWN, text, "allow more with `--time-limit`") from None
    if found is None:
        bag = Bag()
        what = "placed by the rules" if placement else "taken"
        rounds, turns = game.mode.rounds, game.mode.turns
        text = f"these tiles can not be {what} in {rounds} rounds of {turns} turns with {players} players"
        help = "`--scope rounds` does not ask where a tile may be placed" if placement else ""
        bag.add("TP048", text, located.span(None), help=help)
        raise Stop(UNUSABLE, diagnostics=bag.found)
    return found


def _plan_text(args: Namespace, plan: Schedule | None, game: c.Game, terminal: Terminal) -> list[str]:
    """What is said of the turns: all of them, or only that there are some."""
    if plan is None:
        return []
    out = []
    if args.scope == "placeable":
        said = "The city can be built by the rules of placement."
        out.append(said if game.placement is not None else no_rule(game))
    if args.schedule:
        out += schedule_lines(plan, game, terminal)
    return ["", *out]


# ---- seating ---------------------------------------------------------------------------------------------


def score(spec: Specification, located: LocatedCity, scorer: Scorer, time_limit: float) -> Scored:
    """The score of a city, its seating completed in the best way.

    Raises `Stop` if the seating that it gives is against the rules."""
    game = scorer.game
    said = located.city.seating_given or located.city.taken is not None
    city = _obvious(located.city, game)
    optimal, bound = True, None
    if _open(city, game):
        city, optimal, bound = _best(spec, city, located, time_limit)
        source = "completed" if said else "best"
    else:
        source = "given"
    # A supply that is given from outside has the gains at the end in it already.
    against = scorer.gain_complaints(city) if located.city.taken is not None else []
    against += [text for _, text in idle_units(city, game)] if source == "given" else []
    if against:
        bag = Bag()
        for text in against:
            bag.add("TP044", text, located.span(None))
        raise Stop(UNUSABLE, diagnostics=bag.found)
    return Scored(city, scorer.sheet(city), source, optimal, bound)


def _obvious(city: City, game: c.Game) -> City:
    """The city with what goes without saying: who needs nothing is active, who has no seats seats no one."""

    def complete(b: Building | None) -> Building | None:
        if b is None:
            return None
        kind = game.kinds[b.kind]
        active = True if b.active is None and not kind.needs else b.active
        empty = not kind.seats or (active is False and not kind.seats_inactive)
        return replace(b, active=active, seats={} if b.seats is None and empty else b.seats)

    return replace(city, cells=tuple(complete(b) for b in city.cells))


def _open(city: City, game: c.Game) -> bool:
    """Whether anything of the seating is left to choose."""
    if any(b.active is None or b.seats is None for _, b in city.buildings()):
        return True
    gains = {g.kind for g in game.gains}
    takes = city.supply is None and city.taken is None
    return takes and any(b.kind in gains for _, b in city.buildings())


def _best(
    spec: Specification, city: City, located: LocatedCity, time_limit: float
) -> tuple[City, bool, int | None]:
    from verifier.seating import best_seating

    asked = city
    game = spec.game(city.mode, located.readings)
    if city.taken is not None and city.supply is None:
        # Units already taken are part of what the city has.
        asked = replace(city, supply=city.has(game), taken=None)
    try:
        found = best_seating(spec, asked, located.readings, time_limit=time_limit)
    except Failure as failure:
        said = "; ".join(d.message for d in failure.diagnostics)
        if any(d.code == "TP049" for d in failure.diagnostics):
            raise Stop(UNKNOWN, said, "allow more with `--time-limit`, or give the seating") from None
        bag = Bag()
        bag.add("TP044", said, located.span(None))
        raise Stop(UNUSABLE, diagnostics=bag.found) from None
    best = found.city
    if asked is not city:
        best = replace(best, supply=city.supply, taken=city.taken)
    return best, found.optimal, None if found.optimal else found.bound


# ---- output ----------------------------------------------------------------------------------------------


def _seating(city: City, game: c.Game) -> list[dict[str, object]]:
    plural = {r.name: r.plural for r in game.resources}
    out: list[dict[str, object]] = []
    for space, b in city.buildings():
        row, column = game.mode.board.row_column(space)
        seats = {plural[r]: n for r, n in (b.seats or {}).items() if n}
        out.append({"row": row + 1, "column": column + 1, "kind": b.kind, "active": b.active, "seats": seats})
    return out


def _fields(found: Scored, spec: Specification, scorer: Scorer, scope: str) -> dict[str, object]:
    game = scorer.game
    plural = {r.name: r.plural for r in game.resources}
    tiles = found.sheet.own
    units = {t: {plural[r]: n for r, n in scorer.units(found.city, t).items() if n} for t in tiles}
    has, seated = found.city.has(game), found.city.seated(game)
    return {
        "mode": found.city.mode,
        "total": found.sheet.total,
        "parts": found.sheet.parts,
        "ties": found.sheet.ties,
        "own": tiles,
        "units": {t: u for t, u in units.items() if u},
        "seating": _seating(found.city, game),
        "unseated": {r.plural: has[r.name] - seated[r.name] for r in game.resources},
        "city": city_object(found.city, game, chosen_readings(spec, scorer.readings)),
        "readings": scorer.readings,
        "scope": scope,
        "seating_source": found.source,
        "optimal": found.optimal,
        "bound": found.sheet.total if found.optimal else found.bound,
    }


_SOURCES = {
    "given": "as the city gives it",
    "best": "the best there is",
    "completed": "what the city leaves open, in the best way",
}


def _text(found: Scored, spec: Specification, scorer: Scorer, terminal: Terminal) -> list[str]:
    game = scorer.game
    out = sheet_lines(found.city, found.sheet, scorer, terminal)
    tiles = tile_lines(found.city, scorer, terminal)
    if tiles:
        out += ["", *tiles]
    said = _SOURCES[found.source]
    if not found.optimal:
        said = f"the best found in the time; none scores more than {found.bound}"
    out += ["", terminal.paint("Seating", "bold") + f" ({said})", *_seating_lines(found.city, game, terminal)]
    out += ["", *_ruling_lines(found.city, spec, scorer, terminal)]
    return out


def _seating_lines(city: City, game: c.Game, terminal: Terminal) -> list[str]:
    titles = {r.name: (r.title, r.plural_title) for r in game.resources}
    rows = []
    for space, b in city.buildings():
        kind = game.kinds[b.kind]
        row, column = game.mode.board.row_column(space)
        holds = bool(b.active) or kind.seats_inactive
        seats = report.units(b.seats or {}, titles) if holds else ""
        if not kind.needs and not seats:
            continue
        state = "needs nothing"
        if kind.needs:
            state = report.units(kind.needs, titles) if b.active else terminal.paint("not active", "yellow")
        rows.append((f"{row + 1}, {column + 1}", kind.title, state, seats))
    has, seated = city.has(game), city.seated(game)
    left = {r.name: has[r.name] - seated[r.name] for r in game.resources}
    out = []
    if rows:
        head = ("row, column", "building", "its needs", "on its seats")
        out = report.table(head, rows, terminal, indent="  ")
    supply = ", ".join(f"{has[r.name]} {r.plural_title}" for r in game.resources)
    return [*out, f"  The city has {supply}; not seated: {report.units(left, titles) or 'none'}."]


def _asked(spec: Specification) -> set[str]:
    """The rulings with several readings that any clause asks for: the others leave the score as it is."""
    items = (x for file in spec.files for x in file.items)
    scoring = (x for x in items if not isinstance(x, s.Declaration) or x.what != "placement")
    asked = {x.ruling.name for item in scoring for x in walk(item) if isinstance(x, s.UnderBlock | s.ReadingIs)}
    return {name for name in asked if len(spec.rulings[name].readings) > 1}


def _ruling_lines(city: City, spec: Specification, scorer: Scorer, terminal: Terminal) -> list[str]:
    """The readings that were chosen, and the open questions about what stands here, by name."""
    chosen = chosen_readings(spec, scorer.readings)
    out = []
    for name, reading in chosen.items():
        ruling = spec.rulings[name]
        text = next(r.text for r in ruling.readings if r.name == reading)
        out += report.paragraph(f"{name} is {reading}: {text} (by default: {ruling.default})", "    ", "  ")
    words = {a for _, b in city.buildings() for a in scorer.game.kinds[b.kind].ancestors}
    asked = _asked(spec)
    open_here = [
        r.name
        for r in spec.rulings.values()
        if r.name in asked and r.name not in chosen and not words.isdisjoint(r.about)
    ]
    if open_here:
        out += report.paragraph("by default: " + ", ".join(open_here), "    ", "  ")
    if not out:
        return ["No open question bears on what stands here."]
    return [terminal.paint("Rulings in force", "bold"), *out]
