"""Tileproof's encoding beside the straightforward one, on the same questions, as ratios of times.

    python tests/benchmarks/compare.py [--tile NAME] [--limit 30] [--repeat 3] [--properties 2] [--format json]

The questions, for each tile and mode under the default readings, over all cities of scope `any` (any arrangement of any
buildings, units as many as the box has pieces, the tile exactly once):

- *maximum*: the most that the tile scores by its own text (VP), or gives (units), with a city that reaches it, and a
  proof that none exceeds it. Ours is `verifier.maximize.maximize` without what it does beyond that: Z3's second
  opinion and the search for a smaller city. Theirs is `z3.Optimize` on `straightforward.Encoding`.
- *a property* (the first few of scope `any`, under their own readings): its verdict. Ours is
  `verifier.properties.prove`, theirs is `z3.Solver` on the negation, and on what else the verdict needs.

A time is what the processor spent from the parsed rules to the answer, on all threads, making the model included; so it
says little of what else the machine does. Both sides are run in turn, so that its mood meets both: ours `--repeat` times,
the other as often if it takes less than a tenth of the limit, else once. The limit itself is on the wall's clock. A ratio is
the other side's least time by our least time; where the other side did not finish, it is a lower bound, from the
time spent until then. The mean of ratios is the geometric one.

Guarantee: two sides that both answer give the same value or verdict, and every city of either was scored again by the
compiled rules; otherwise the program ends with an error. Exit codes: 0, 1 for a disagreement, 2 for bad input.
"""

from __future__ import annotations

import argparse
import json
import math
import os
import platform
import statistics
import sys
import time
from collections.abc import Callable, Iterable, Iterator, Sequence
from dataclasses import asdict, dataclass
from importlib.metadata import version
from pathlib import Path
from typing import Literal

import straightforward

from dsl import core as c
from dsl.assemble import Specification
from dsl.claims import OneCity, PropertyCase, core_property, properties
from dsl.diagnostics import Bag, Failure, did_you_mean
from dsl.load import load, shipped
from dsl.scorer import Scorer
from verifier.maximize import maximize
from verifier.properties import prove
from verifier.replay import PropertyReplay, gives_units, worth
from verifier.verdict import Fault

Tell = Callable[[str], None]
OPEN = ("unknown", "feasible")


class Disagreement(Exception):
    """The two encodings answer a question differently, or a city does not show what it should."""


@dataclass(frozen=True)
class Side:
    """One encoding's answer to a question, and the seconds of each run."""

    verdict: str
    value: int | None
    seconds: tuple[float, ...]

    @property
    def finished(self) -> bool:
        """Whether it is an answer."""
        return self.verdict not in OPEN

    @property
    def least(self) -> float:
        """The time of the fastest run in seconds."""
        return min(self.seconds)

    @property
    def said(self) -> str:
        """The answer in a word."""
        return str(self.value) if self.verdict == "optimal" else self.verdict


@dataclass(frozen=True)
class Row:
    """A question with both answers. `making` is the part of the other side's time before its solver starts."""

    tile: str
    mode: str
    question: str
    ours: Side
    theirs: Side
    making: float

    @property
    def bound(self) -> Literal["", ">", "<", "?"]:
        """What the ratio is: exact, a lower bound, an upper bound, or nothing that can be said."""
        if self.ours.finished:
            return "" if self.theirs.finished else ">"
        return "<" if self.theirs.finished else "?"

    @property
    def ratio(self) -> float:
        """Their time by ours; for whoever did not finish, the time until then."""
        return self.theirs.least / self.ours.least


# ---- answers -------------------------------------------------------------------------------------------


def _agree(row: Row) -> Row:
    """The row, if its sides do not contradict each other."""
    both = row.ours.finished and row.theirs.finished
    if both and (row.ours.verdict, row.ours.value) != (row.theirs.verdict, row.theirs.value):
        raise Disagreement(
            f"{row.tile}, {row.mode}, {row.question}: ours says {row.ours.said}, the other {row.theirs.said}"
        )
    return row


def _timed(
    ours: Callable[[], tuple[str, int | None]],
    theirs: Callable[[], straightforward.Found],
    repeat: int,
    limit: float,
) -> tuple[Side, Side, straightforward.Found]:
    """Both sides in turn."""
    times: tuple[list[float], list[float]] = ([], [])
    answers: set[tuple[str, int | None]] = set()
    found: straightforward.Found | None = None
    for _ in range(repeat):
        started = time.process_time()
        answer = ours()
        times[0].append(time.process_time() - started)
        answers.add(answer)
        if found is None or times[1][0] < limit / 10:
            started = time.process_time()
            found = theirs()
            times[1].append(time.process_time() - started)
    assert found is not None
    decided = {x for x in answers if x[0] not in OPEN}
    if len(decided) > 1:
        raise Disagreement(f"ours says {' and '.join(sorted(map(str, decided)))} of the same question")
    verdict, value = (decided or answers).pop()
    return Side(verdict, value, tuple(times[0])), Side(found.verdict, found.value, tuple(times[1])), found


def maximum(spec: Specification, tile: str, mode: str, *, limit: float = 30.0, repeat: int = 1) -> Row:
    """A tile's maximum both ways. `limit` (seconds) is for each run of each side. Raises `Disagreement`."""

    def ours() -> tuple[str, int | None]:
        found = maximize(spec, tile, mode, scope="any", time_limit=limit, confirm=0.0, tidy=0.0)
        return found.verdict, found.value

    mine, other, found = _timed(
        ours, lambda: straightforward.maximize(spec, tile, mode, seconds=limit), repeat, limit
    )
    if found.city is not None:
        scorer = Scorer(spec, mode)
        replayed = worth(found.city, scorer, tile, gives_units(spec, tile, mode, scorer.readings))
        if replayed != found.value:
            raise Disagreement(f"{tile}, {mode}: {found.value} is {replayed} by the scorer: {found.city}")
    return _agree(Row(tile, mode, "maximum", mine, other, found.making))


def claim(spec: Specification, case: PropertyCase, *, limit: float = 30.0, repeat: int = 1) -> Row:
    """A property both ways. `limit` (seconds) is for each run of each side. Raises `Disagreement`."""
    mine, other, found = _timed(
        lambda: (prove(spec, case, time_limit=limit).verdict, None),
        lambda: straightforward.prove(spec, case, seconds=limit),
        repeat,
        limit,
    )
    if found.city is not None:
        core = straightforward.one_city(spec, case)
        wanted = core.claim if core.word == "sometimes" else c.Not(core.claim)
        if not PropertyReplay(spec, case, core).holds(found.city, wanted):
            raise Disagreement(f"{case.owner}, {case.mode}, {case.title}: not so on {found.city}")
    return _agree(Row(case.owner, case.mode, case.title, mine, other, found.making))


def rows(
    spec: Specification, tiles: Sequence[str], *, limit: float, repeat: int, each: int, tell: Tell
) -> Iterator[Row]:
    """All questions of the tiles: first the maxima, then `each` properties of every tile and mode."""
    asked = [(tile, mode) for tile in tiles for mode in spec.modes if tile in spec.tiles(mode)]
    for tile, mode in asked:
        tell(f"{tile}, {mode}: maximum")
        yield maximum(spec, tile, mode, limit=limit, repeat=repeat)
    for tile, mode in asked:
        cases = [
            x
            for x in properties(spec)
            if (x.owner, x.mode, x.scope) == (tile, mode, "any")
            and isinstance(core_property(spec, x, Bag()), OneCity)
        ]
        for case in cases[:each]:
            tell(f"{tile}, {mode}: {case.title}")
            yield claim(spec, case, limit=limit, repeat=repeat)


def mean(found: Iterable[Row]) -> tuple[str, float]:
    """The geometric mean of the ratios, and what it is: exact, a lower (`>`) or an upper (`<`) bound, or neither (`?`)."""
    known = list(found)
    bounds = {row.bound for row in known} - {""}
    value = math.exp(sum(math.log(row.ratio) for row in known) / len(known)) if known else 1.0
    return (bounds.pop() if len(bounds) == 1 else "?" if bounds else ""), value


# ---- printing ------------------------------------------------------------------------------------------

_HEAD = ("tile, mode", "ours: least", "median", "other: least", "median", "making", "ratio", "ours says", "other says")


def machine() -> dict[str, str]:
    """What the times were taken on."""
    return {
        "cores": str(os.cpu_count()),
        "python": platform.python_version(),
        "z3": version("z3-solver"),
        "ortools": version("ortools"),
    }


def _cells(row: Row) -> tuple[str, ...]:
    times = []
    for side in (row.ours, row.theirs):
        short = "" if side.finished else "> "
        times += [f"{short}{side.least:.2f}", f"{short}{statistics.median(side.seconds):.2f}"]
    ratio = f"{row.bound} {row.ratio:.1f}".strip()
    return (f"{row.tile}, {row.mode}", *times, f"{row.making:.2f}", ratio, row.ours.said, row.theirs.said)


def _table(found: Sequence[Row]) -> Iterator[str]:
    lines = [_HEAD, *map(_cells, found)]
    widths = [max(len(line[i]) for line in lines) for i in range(len(_HEAD))]
    titles = ["", *("" if row.question == "maximum" else row.question for row in found)]
    for line, title in zip(lines, titles, strict=True):
        first, *rest = (x.ljust(w) if i == 0 else x.rjust(w) for i, (x, w) in enumerate(zip(line, widths, strict=True)))
        yield "  ".join([first, *rest, title]).rstrip()


def _summary(name: str, found: Sequence[Row]) -> str:
    sign, value = mean(found)
    words = {"": "", ">": "at least ", "<": "at most ", "?": "with bounds both ways, about "}
    faster = sum(row.ratio < 1 for row in found)
    unfinished = sum(not row.theirs.finished for row in found)
    return (
        f"{name}: {len(found)} questions, geometric mean of ratios {words[sign]}{value:.1f}; "
        f"the other side was faster in {faster} and did not finish in {unfinished}"
    )


def text(found: Sequence[Row], limit: float) -> str:
    """The report for people; `limit` and times are in seconds."""
    out = [", ".join(f"{k} {v}" for k, v in machine().items()) + f"; limit {limit:.0f} s; processor times in seconds", ""]
    maxima = [row for row in found if row.question == "maximum"]
    claims = [row for row in found if row.question != "maximum"]
    ends = []
    for name, some in (("Maxima", maxima), ("Properties", claims)):
        if some:
            out += [name, "", *_table(some), ""]
            ends.append(_summary(name, some))
    return "\n".join([*out, *ends])


def as_json(found: Sequence[Row], limit: float) -> str:
    """The report for programs; `limit` and times are in seconds."""
    sign, value = mean(found)
    listed = [{**asdict(row), "ratio": round(row.ratio, 3), "bound": row.bound} for row in found]
    whole = {"machine": machine(), "limit": limit, "rows": listed, "mean": {"ratio": round(value, 3), "bound": sign}}
    return json.dumps(whole, indent=2)


def main(arguments: Sequence[str] | None = None) -> int:
    """Run the comparison; returns the exit code."""
    about = (__doc__ or "").partition("\n\n")
    p = argparse.ArgumentParser("compare.py", description=about[0], epilog="example: compare.py --tile fire_station")
    p.add_argument("--tile", action="append", metavar="NAME", help="only this tile (may be repeated)")
    p.add_argument("--limit", type=float, default=30.0, metavar="SECONDS", help="for one run of one side (30)")
    p.add_argument("--repeat", type=int, default=3, metavar="N", help="runs of each question (3)")
    p.add_argument("--properties", type=int, default=2, metavar="N", help="properties of each tile and mode (2)")
    p.add_argument("--spec", type=Path, default=None, metavar="DIR", help="another specification")
    p.add_argument("--format", choices=("text", "json"), default="text", help="how to print (text)")
    options = p.parse_args(arguments)
    if options.limit <= 0 or options.repeat < 1 or options.properties < 0:
        p.error("--limit and --repeat have to be positive, --properties not negative")
    try:
        spec = load([options.spec or shipped()])
    except Failure as failure:
        p.error(str(failure))
    tiles = sorted({tile for mode in spec.modes for tile in spec.tiles(mode)})
    for name in options.tile or ():
        if name not in tiles:
            hint = did_you_mean(name, tiles)
            p.error(f"there is no tile `{name}`" + (f": {hint}" if hint else f"; tiles are {', '.join(tiles)}"))
    found: list[Row] = []
    try:
        for row in rows(
            spec,
            options.tile or tiles,
            limit=options.limit,
            repeat=options.repeat,
            each=options.properties,
            tell=lambda line: print(line, file=sys.stderr, flush=True),
        ):
            found.append(row)
    except (Disagreement, Fault) as wrong:
        print(f"disagreement: {wrong}", file=sys.stderr)
        return 1
    print(as_json(found, options.limit) if options.format == "json" else text(found, options.limit))
    return 0


if __name__ == "__main__":
    sys.exit(main())
