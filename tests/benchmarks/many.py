"""Cities per second: the plain reference scorer, the compiled scorer, and many cities at once, as ratios of one run.

    python tests/benchmarks/many.py [--mode NAME] [--cities 100000] [--agree 100000] [--repeat 5] [--format json]

The cities are full boards of any kinds and tiles of the mode, drawn as `tests/cities.py` draws them: 500 of them, repeated
for a large batch. All sides work out the same: the total, every part, and the own score of every tile that stands.

- *reference*: `tests/reference.py`, a city at a time;
- *compiled*: `dsl.scorer.Scorer.sheet`, a city at a time, one hundred cities;
- *batch of 100* and the *large batch*: `dsl.to_numpy.score_many` on arrays that are there already; what checks them is
  part of the time, compiling the rules once is not, and is shown by itself.

Before that `--agree` random cities (not only full boards; half of them for each mode if there are two) are scored by the
batch and by the compiled scorer, which is compared with the reference elsewhere (`tests/test_agreement.py`).

A time is what the processor spent, and the least of `--repeat` runs. Exit codes: 0, 1 if a city has two scores, 2 for bad
input.
"""

from __future__ import annotations

import argparse
import json
import os
import platform
import random
import sys
import time
from collections.abc import Callable, Sequence
from dataclasses import asdict, dataclass
from importlib.metadata import version

import numpy as np
import reference
from cities import MODES, random_city, to_reference

from dsl.assemble import Specification
from dsl.batch import Batch
from dsl.city import City
from dsl.load import load, shipped
from dsl.scorer import Scorer
from dsl.to_numpy import BatchScorer, Scores, score_many

FEW = 100
DRAWN = 500


@dataclass(frozen=True)
class Row:
    """Cities per second in one mode, and the seconds that compiling for batches took."""

    mode: str
    reference: float
    compiled: float
    few: float
    many: float
    making: float

    @property
    def ratios(self) -> dict[str, float]:
        """What is asked of the batches."""
        return {
            "batch of 100 / compiled": self.few / self.compiled,
            "large batch / compiled": self.many / self.compiled,
            "large batch / reference": self.many / self.reference,
        }


def full_cities(mode: str, number: int, seed: int = 1) -> list[City]:
    """Random cities with a building on every space."""
    rnd, found = random.Random(f"full {mode} {seed}"), list[City]()
    while len(found) < number:
        city = random_city(rnd, mode)
        if all(city.cells):
            found.append(city)
    return found


def difference(scorer: Scorer, cities: Sequence[City], scores: Scores) -> str:
    """The first city to which a batch gives another score than the scalar scorer, in words; empty if there is none."""
    for i, city in enumerate(cities):
        sheet = scorer.sheet(city)
        own = {tile: vp for tile, vp in zip(scores.tiles, scores.own[i].tolist(), strict=True) if vp or tile in sheet.own}
        parts = dict(zip(scores.part_names, scores.parts[i].tolist(), strict=True))
        if (scores.total[i], parts, own) != (sheet.total, sheet.parts, sheet.own):
            return f"{city}\nis {sheet}\nand in a batch {scores.total[i]}, {parts}, {own}"
    return ""


def disagreement(spec: Specification, mode: str, number: int, seed: int = 1, batch: int = 10_000) -> str:
    """The first of many random cities on which the two disagree, in words; empty if there is none."""
    rnd, scorer = random.Random(f"many {mode} {seed}"), Scorer(spec, mode)
    for low in range(0, number, batch):
        cities = [random_city(rnd, mode) for _ in range(min(batch, number - low))]
        if found := difference(scorer, cities, score_many(spec, mode, Batch.of(scorer.game, cities))):
            return found
    return ""


def _rate(work: Callable[[], object], cities: int, repeat: int) -> float:
    """Cities per second of the fastest run."""
    times = []
    for _ in range(repeat):
        started = time.process_time()
        work()
        times.append(time.process_time() - started)
    return cities / max(min(times), 1e-9)


def measure(spec: Specification, mode: str, *, cities: int, repeat: int) -> Row:
    """All rates of a mode. `cities` is the size of the large batch."""
    scorer = Scorer(spec, mode)
    drawn = full_cities(mode, DRAWN)
    plain = [to_reference(city) for city in drawn]
    known = Batch.of(scorer.game, drawn)
    few, many = known[:FEW], known[np.arange(cities) % DRAWN]
    for city in drawn:
        scorer.sheet(city)
    started = time.process_time()
    BatchScorer(spec, mode).score(few)
    making = time.process_time() - started
    return Row(
        mode,
        _rate(lambda: [reference.score(x) for x in plain], DRAWN, repeat),
        _rate(lambda: [scorer.sheet(x) for x in drawn[:FEW]], FEW, 5 * repeat),
        _rate(lambda: [score_many(spec, mode, few) for _ in range(10)], 10 * FEW, 5 * repeat),
        _rate(lambda: score_many(spec, mode, many), cities, repeat),
        making,
    )


def machine() -> dict[str, str]:
    """What the times were taken on."""
    return {"cores": str(os.cpu_count()), "python": platform.python_version(), "numpy": version("numpy")}


def text(rows: Sequence[Row], cities: int, agreed: int) -> str:
    """The report for people."""
    lines = [", ".join(f"{k} {v}" for k, v in machine().items()) + "; cities per second of one core", ""]
    lines.append(f"{'':10}{'reference':>12}{'compiled':>12}{'batch of 100':>14}{f'batch of {cities:,}':>18}{'made in':>10}")
    for row in rows:
        rates = f"{row.reference:>12,.0f}{row.compiled:>12,.0f}{row.few:>14,.0f}{row.many:>18,.0f}"
        lines.append(f"{row.mode:10}{rates}{row.making:>8.1f} s")
    lines.append("")
    for row in rows:
        lines.append(f"{row.mode:10}" + "; ".join(f"{name} {x:.1f}" for name, x in row.ratios.items()))
    return "\n".join([*lines, "", f"{agreed:,} random cities: the same by the batch and the compiled scorer"])


def main(arguments: Sequence[str] | None = None) -> int:
    """Run the comparison; returns the exit code."""
    about = (__doc__ or "").partition("\n\n")
    p = argparse.ArgumentParser("many.py", description=about[0], epilog="example: many.py --mode expert")
    p.add_argument("--mode", choices=MODES, action="append", help="only this mode (may be repeated)")
    p.add_argument("--cities", type=int, default=100_000, metavar="N", help="in the large batch (100000)")
    p.add_argument("--agree", type=int, default=100_000, metavar="N", help="random cities scored both ways (100000)")
    p.add_argument("--repeat", type=int, default=5, metavar="N", help="runs of each side (5)")
    p.add_argument("--format", choices=("text", "json"), default="text", help="how to print (text)")
    options = p.parse_args(arguments)
    if options.cities < 1 or options.repeat < 1 or options.agree < 0:
        p.error("--cities and --repeat have to be positive, --agree not negative")
    spec, modes = load([shipped()]), options.mode or MODES
    for mode in modes:
        if found := disagreement(spec, mode, -(-options.agree // len(modes))):
            print(f"disagreement: {found}", file=sys.stderr)
            return 1
    rows = [measure(spec, mode, cities=options.cities, repeat=options.repeat) for mode in modes]
    if options.format == "json":
        listed = [{**asdict(row), "ratios": row.ratios} for row in rows]
        print(json.dumps({"machine": machine(), "cities": options.cities, "agreed": options.agree, "rows": listed}, indent=2))
    else:
        print(text(rows, options.cities, options.agree))
    return 0


if __name__ == "__main__":
    sys.exit(main())
