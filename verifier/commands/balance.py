"""`tileproof balance [TILE]`: how the scores of random cities are distributed.

Guarantee: all numbers are of cities that were scored by the compiled rules; how they were drawn and seated, and how
many there are, stands beside them. The same options give the same numbers and the same picture.
"""

from __future__ import annotations

from argparse import Namespace
from collections.abc import Iterator, Mapping
from pathlib import Path
from typing import TYPE_CHECKING

from dsl import core as c
from verifier import charts, report
from verifier.commands.common import (
    Progress,
    chosen_readings,
    kind_named,
    load_spec,
    mode_named,
    out_terminal,
    players_of,
    print_json,
    print_lines,
    rulings,
    say,
    write_found,
)
from verifier.commands.picture import check_file
from verifier.commands.stop import FINE, UNUSABLE, Stop
from verifier.report import Terminal, plural

if TYPE_CHECKING:
    from verifier.balance import Balance, Distribution, TileBalance

_ACROSS = 4  # panels of a picture beside one another
_SEATING = (
    "Units are what the tiles bring, seated in a random order of the buildings: first needs, then seats. "
    "That is not the best seating."
)


def run(args: Namespace) -> int:
    """Draw, score, and print what there is to say."""
    spec = load_spec(args)
    chosen = rulings(args, spec)
    tile = kind_named(args.tile, spec, tiles=True) if args.tile is not None else None
    mode = mode_named(args, spec, tile)
    if mode is None:
        known = spec.modes if tile is None else spec.declarations.kind_modes[tile]
        raise Stop(UNUSABLE, "there are several modes", f"choose one with `--mode`: {', '.join(known)}")
    players = players_of(args, spec.declarations.modes[mode])
    check_file(args)
    path = Path(args.svg) if args.svg is not None else None

    from verifier.balance import balance
    from verifier.draws import NoTiles

    found = []
    for how in ("uniform", "play") if args.draw == "both" else (args.draw,):
        try:
            found.append(
                balance(
                    spec,
                    mode,
                    how,
                    readings=chosen,
                    players=players,
                    cities=args.cities,
                    seed=args.seed,
                    tell=Progress(args),
                )
            )
        except NoTiles as error:
            raise Stop(UNUSABLE, str(error), "`--draw uniform` needs no rounds; or try other `--players`") from None
    game = spec.game(mode, chosen)
    readings = chosen_readings(spec, spec.readings(chosen))
    if args.format == "json":
        print_json(
            {
                "mode": mode,
                "players": players,
                "cities": args.cities,
                "seed": args.seed,
                "readings": spec.readings(chosen),
                "draws": [_fields(x, tile) for x in found],
            }
        )
    else:
        terminal = out_terminal(args)
        lines = [terminal.paint(f"{game.mode.title}, {plural(players, 'player')}, seed {args.seed}", "bold")]
        lines += [f"under {name} is {reading}" for name, reading in readings.items()]
        lines += report.paragraph(_SEATING)
        for x in found:
            lines += ["", *_text(x, game, tile, terminal)]
        print_lines(lines)
    if path is not None:
        write_found(path, _picture(found, game, tile))
        say(args, f"written: {path}")
    return FINE


# ---- data --------------------------------------------------------------------------------------------------


def _distribution(x: Distribution) -> dict[str, object]:
    from verifier.balance import QUANTILES

    return {
        "cities": x.cities,
        "mean": round(x.mean, 4),
        "deviation": round(x.deviation, 4),
        "zero": round(x.zero, 6),
        "quantiles": {str(q): x.quantile(q) for q in QUANTILES},
        "counts": {str(value): n for value, n in x.counts.items()},
    }


def _fields(found: Balance, tile: str | None) -> dict[str, object]:
    def rounded(x: float | None) -> float | None:
        return None if x is None else round(x, 4)

    return {
        "draw": found.how,
        "drawn": found.words,
        "left_out": found.left_out,
        "seconds": round(found.seconds, 2),
        "total": _distribution(found.total),
        "tiles": [
            {
                "tile": x.tile,
                "own": _distribution(x.own),
                "total_with": rounded(x.with_it),
                "total_without": rounded(x.without),
                "cities_without": x.others,
                "correlation_with_rest": rounded(x.with_total),
            }
            for x in found.tiles.values()
            if tile in (None, x.tile)
        ],
        "pairs": [
            {"tiles": list(pair), "cities": x.cities, "correlation": rounded(x.correlation)}
            for pair, x in found.pairs.items()
            if tile is None or tile in pair
        ],
    }


# ---- text --------------------------------------------------------------------------------------------------


def _text(found: Balance, game: c.Game, tile: str | None, terminal: Terminal) -> Iterator[str]:
    cities = f"{_cities(found.total.cities)}, {report.seconds(found.seconds)}"
    yield terminal.paint(f"Drawn {'as in play' if found.how == 'play' else 'by chance'}", "bold") + f": {cities}"
    yield from report.paragraph(f"{found.words}.", "  ")
    if found.left_out:
        yield from report.paragraph(
            f"{found.left_out:,} more were left out: they have more units than the box, or what gains offer there "
            "changes whenever it is seated.",
            "  ",
        )
    yield ""
    yield from _shown("Total", found.total, terminal)
    if tile is not None:
        one = found.tiles[tile]
        yield ""
        yield from _shown(f"{game.kinds[tile].title}, own, where it stands", one.own, terminal)
        yield ""
        yield from _beside(one)
        yield ""
        yield from _partners(found, game, tile, terminal)
    elif found.tiles:
        yield ""
        yield from _tiles(found, game, terminal)
        yield ""
        yield from _matrix(found, game, terminal)


def _cities(n: int) -> str:
    return f"{n:,} {'city' if n == 1 else 'cities'}"


def _shown(title: str, x: Distribution, terminal: Terminal) -> Iterator[str]:
    from verifier.balance import QUANTILES

    yield terminal.paint(title, "bold") + f": mean {x.mean:.2f} VP, standard deviation {x.deviation:.2f}, " + (
        f"0 VP in {100 * x.zero:.1f} % of {_cities(x.cities)}"
    )
    if x.cities:
        listed = [f"{q} %: {x.quantile(q)}" for q in QUANTILES]
        yield f"  quantiles  {', '.join([f'least: {min(x.counts)}', *listed, f'most: {max(x.counts)}'])}"
        yield from charts.bars(x.counts, terminal)


def _beside(x: TileBalance) -> Iterator[str]:
    yield (
        f"  The mean total is {x.with_it:.2f} VP in the {x.own.cities:,} cities with it, "
        f"{x.without:.2f} in the {x.others:,} without."
    )
    if x.with_total is not None:
        yield f"  Its own score and the rest of the total: correlation {x.with_total:.2f}."


def _tiles(found: Balance, game: c.Game, terminal: Terminal) -> Iterator[str]:
    numbers = ("cities", "mean", "deviation", "5 %", "50 %", "95 %", "0 VP", "total with", "without")
    head = ("own, where it stands", *numbers)
    rows = []
    for x in found.tiles.values():
        own = x.own
        rows.append(
            (
                game.kinds[x.tile].title,
                f"{own.cities:,}",
                f"{own.mean:.2f}",
                f"{own.deviation:.2f}",
                *(str(own.quantile(q)) for q in (5, 50, 95)),
                f"{100 * own.zero:.0f} %",
                f"{x.with_it:.2f}",
                f"{x.without:.2f}",
            )
        )
    yield from report.table(head, rows, terminal, right=frozenset(range(1, len(head))))


def _coefficient(x: float | None, terminal: Terminal) -> str:
    if x is None:
        return "-" if terminal.ascii else "·"
    return f"{x:+.2f}" if abs(x) >= 0.005 else "0.00"


def _partners(found: Balance, game: c.Game, tile: str, terminal: Terminal) -> Iterator[str]:
    rows = []
    for pair, x in found.pairs.items():
        if tile in pair:
            other = pair[0] if pair[1] == tile else pair[1]
            rows.append((game.kinds[other].title, f"{x.cities:,}", _coefficient(x.correlation, terminal)))
    head = ("own scores, where both stand", "cities", "correlation")
    yield from report.table(head, rows, terminal, right=frozenset((1, 2)))


def _matrix(found: Balance, game: c.Game, terminal: Terminal) -> Iterator[str]:
    """All correlations, columns by the numbers of the rows."""
    names = list(found.tiles)

    def cell(a: str, b: str) -> str:
        if a == b:
            return ""
        return _coefficient(found.pairs[min(a, b), max(a, b)].correlation, terminal)

    rows = [(f"{i} {game.kinds[a].title}", *(cell(a, b) for b in names)) for i, a in enumerate(names, 1)]
    head = ("correlation of own scores", *(str(i) for i in range(1, len(names) + 1)))
    yield from report.table(head, rows, terminal, right=frozenset(range(1, len(head))))
    together = [x.cities for x in found.pairs.values()]
    if together:
        yield f"  Two tiles stand together in {min(together):,} to {max(together):,} cities."


# ---- picture -----------------------------------------------------------------------------------------------


def _picture(found: list[Balance], game: c.Game, tile: str | None) -> str:
    rows: list[list[tuple[str, str, Mapping[int, int]]]] = []
    for draw in found:
        panels = [_panel(f"Total, {draw.how}", draw.total)]
        for x in draw.tiles.values():
            if tile in (None, x.tile):
                panels.append(_panel(f"{game.kinds[x.tile].title}, own, {draw.how}", x.own))
        rows += [panels[i : i + _ACROSS] for i in range(0, len(panels), _ACROSS)]
    return charts.svg(f"{game.mode.title}: {found[0].total.cities:,} random cities of each draw", rows)


def _panel(heading: str, x: Distribution) -> tuple[str, str, Mapping[int, int]]:
    return heading, f"mean {x.mean:.2f}, deviation {x.deviation:.2f}, median {x.quantile(50)} VP", x.counts
