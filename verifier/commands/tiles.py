"""What `strength`, `pairs`, `dominates` and `tune` share: a tile, the tiles beside it, and answers that are kept.

Guarantee: the tiles are all of one mode, each once, the asked one first; an answer that a solver gave is on record
before the next question is asked.
"""

from __future__ import annotations

import shlex
from argparse import Namespace
from dataclasses import dataclass
from pathlib import Path
from typing import TYPE_CHECKING

from dsl.assemble import Specification
from verifier.commands.common import Progress, kind_named, mode_named, players_of, rulings, spec_folders
from verifier.commands.stop import UNUSABLE, Stop
from verifier.report import Terminal

if TYPE_CHECKING:
    from verifier.balance import Sample
    from verifier.questions import MaximumQuestion
    from verifier.record import Record
    from verifier.verdict import Maximum

COLUMNS = 32  # the longest bar


@dataclass(frozen=True)
class About:
    """What a question of a designer is about; `readings` are all of them, `chosen` those that the options name."""

    tile: str
    mode: str
    players: int
    readings: dict[str, str]
    chosen: dict[str, str]

    def head(self, args: Namespace) -> str:
        """The options with which another command is about the same."""
        words = ["--mode", self.mode]
        for option, values in (("--spec", [args.spec] if args.spec else []), ("--with", args.sets or [])):
            words += [word for x in values for word in (option, x)]
        for name, reading in self.chosen.items():
            words += ["--ruling", f"{name}={reading}"]
        return shlex.join(words + (["--players", str(args.players)] if args.players else []))


    def fields(self, args: Namespace) -> dict[str, object]:
        """The question as plain data."""
        return {
            "tile": self.tile,
            "mode": self.mode,
            "scope": args.scope,
            "players": self.players,
            "readings": self.readings,
        }


def drawn_fields(args: Namespace, sample: Sample | None) -> dict[str, object]:
    """Which cities were drawn, as plain data."""
    return {"draw": args.draw, "cities": 0 if sample is None else len(sample.total), "seed": args.seed}


def about(args: Namespace, spec: Specification) -> About:
    """What the options ask about.

    Raises `Stop` if there is no such tile, or no such mode of it, or it has several and none is named."""
    chosen = rulings(args, spec)
    tile = kind_named(args.tile, spec, tiles=True)
    mode = mode_named(args, spec, tile)
    if mode is None:
        known = ", ".join(spec.declarations.kind_modes[tile])
        raise Stop(UNUSABLE, f"`{tile}` exists in several modes", f"choose one with `--mode`: {known}")
    players = players_of(args, spec.declarations.modes[mode])
    return About(tile, mode, players, spec.readings(chosen), chosen)


def others(args: Namespace, spec: Specification, x: About, *, official: bool = False) -> tuple[str, ...]:
    """The other tiles: those of `--beside`; else all of the mode, or (`official`) of the specification itself,
    without what `--with` puts on top.

    Raises `Stop` if there is none, or one of them does not exist in the mode."""
    every = [n for n in spec.tiles(x.mode) if n != x.tile]
    if args.beside is not None and args.beside != ["all"]:
        named = dict.fromkeys(kind_named(word, spec, tiles=True) for word in args.beside)
        for n in named:
            if x.mode not in spec.declarations.kind_modes[n]:
                modes = ", ".join(spec.declarations.kind_modes[n])
                raise Stop(UNUSABLE, f"`{n}` does not exist in {x.mode}", f"it exists in {modes}")
        found = [n for n in every if n in named]
        if not found:
            raise Stop(UNUSABLE, f"no tile but `{x.tile}` is named", "`--beside` names others")
        return tuple(found)
    if official and args.beside is None:
        folders = [p.resolve() for p in spec_folders(args)[1:]]

        def on_top(name: str) -> bool:
            file = Path(spec.declarations.kinds[name].span.source.name).resolve()
            return any(folder == file or folder in file.parents for folder in folders)

        every = [n for n in every if not on_top(n)]
    if not every:
        raise Stop(UNUSABLE, f"{x.mode} has no other tile to compare with")
    return tuple(every)


def drawn(args: Namespace, spec: Specification, x: About, *, gives: bool = False) -> Sample:
    """Random cities of the mode, drawn as the options say.

    Raises `Stop` if the rules do not list the tiles of the rounds."""
    from dsl.to_numpy import BatchScorer
    from verifier.balance import sample
    from verifier.draws import NoTiles

    scorer = BatchScorer(spec, x.mode, x.readings)
    try:
        return sample(
            scorer,
            args.draw,
            players=x.players,
            cities=args.cities,
            seed=args.seed,
            gives=gives,
            tell=Progress(args),
        )
    except NoTiles as error:
        raise Stop(UNUSABLE, str(error), "`--draw uniform` needs no rounds; or try other `--players`") from None


def cities_said(args: Namespace, found: Sample) -> str:
    """How the cities were drawn, in words."""
    how = "as in play" if args.draw == "play" else "by chance"
    return f"{len(found.total):,} cities drawn {how} ({found.words}), seed {args.seed}"


SEATED = (
    "Their units are seated in a simple way, not the best one, and nobody chooses well: players have better cities."
)


def averages_said(args: Namespace, found: Sample) -> str:
    """What averages and shares are of, in words."""
    of = f"{cities_said(args, found)}, of them those in which the tile stands"
    return f"Average and share of cities in which it scores 0: {of}. {SEATED}"


def most_said(found: Maximum, unit: str = "") -> str:
    """The most that a tile can score in a few words, with a unit if one is given: `12`, `9 to 14`, `9 or more`."""
    unit = unit and f" {unit}"
    match found.verdict:
        case "optimal":
            return f"{found.value}{unit}"
        case "feasible":
            bound = "or more" if found.bound is None else f"to {found.bound}"
            return f"{found.value} {bound}{unit}"
        case "infeasible":
            return "no city"
        case _:
            return "not known"


class Asks:
    """Answers to questions of maxima: from the record, else from the solvers, in this process."""

    def __init__(self, args: Namespace, time_limit: float) -> None:
        self.args = args
        self.time_limit = time_limit
        self.progress = Progress(args)

    def __call__(
        self, spec: Specification, q: MaximumQuestion, record: Record | None, *, at_most: int | None = None
    ) -> Maximum:
        """The answer. Raises `KeyboardInterrupt` also where the search keeps what it has."""
        found = None if record is None else record.maximum(q)
        if found is not None:
            return found
        from verifier.maxima import answer
        from verifier.verdict import STOPPED

        self.progress(f"{q.title(spec)}, {q.mode}, scope {q.scope} ...")
        limit = self.time_limit
        found = answer(spec, q, time_limit=limit, progress=self.progress, confirm=2.0, tidy=0.5, at_most=at_most)
        if STOPPED in found.notes:
            raise KeyboardInterrupt
        if record is not None:
            record.add(q, found)
            record.save()
        return found


def share(x: float) -> str:
    """A share in percent; what is not all and not nothing is never told as that."""
    rounded = f"{100 * x:.0f}"
    if rounded in ("0", "100") and 0 < x < 1:
        return "<1 %" if x < 0.5 else ">99 %"
    return f"{rounded} %"


# ---- charts ----------------------------------------------------------------------------------------------


def bar(inner: float, outer: float, longest: float, terminal: Terminal) -> str:
    """A bar up to one value, and a lighter one from there to a greater one; `longest` is that of the whole
    chart."""
    if longest <= 0 or outer <= 0:
        return ""
    a, b = (round(COLUMNS * max(0.0, x) / longest) for x in (min(inner, outer), outer))
    full, light = ("#", "-") if terminal.ascii else ("█", "░")
    return full * a + light * (b - a)
