"""Asks the solvers for what the cookbook shows: `python docs/_ext/cookbook.py` writes `docs/cookbook.json`.

Guarantee: facts of the homebrew tiles on top of the shipped rules, every city scored again; other tiles are not
asked about. Run it again when the build says that the facts are about other rules. It takes some minutes, and less
with a proof record (`--record FILE`).
"""

from __future__ import annotations

import argparse
import sys
from dataclasses import replace
from pathlib import Path

DOCS = Path(__file__).parent.parent
ROOT = DOCS.parent
FACTS = DOCS / "cookbook.json"
SCOPE = "any"

sys.path.insert(0, str(ROOT))

from dsl.facts import Facts  # noqa: E402
from dsl.load import load, shipped  # noqa: E402
from verifier.asking import Asked, answers  # noqa: E402
from verifier.gather import Limits, gather, questions  # noqa: E402
from verifier.questions import MaximumQuestion  # noqa: E402
from verifier.record import Record  # noqa: E402
from verifier.verdict import Maximum  # noqa: E402

FOLDERS = (shipped(), shipped() / "homebrew")


def homebrew() -> frozenset[str]:
    """The names of the homebrew tiles: those that the shipped rules do not have."""
    return frozenset(load(FOLDERS).declarations.kinds) - frozenset(load([shipped()]).declarations.kinds)


def facts(record: Path | None, jobs: int, seconds: float) -> Facts:
    """The most that each homebrew tile can score.

    Raises `Fault` if a solver and the scorer disagree."""
    spec, names = load(FOLDERS), homebrew()
    wanted = [q for q in questions(spec, SCOPE) if isinstance(q, MaximumQuestion) and q.tile in names]
    kept = None if record is None else Record(record, spec)
    known: list[Maximum] = []
    for _, result in answers(spec, [Asked(q, seconds) for q in wanted], workers=jobs, record=kept):
        assert isinstance(result, Maximum)
        known.append(result)
        print(f"{len(known)}/{len(wanted)} {result.tile}, {result.mode}: {result.verdict}", file=sys.stderr)
    made = gather(spec, scope=SCOPE, known=known, limits=Limits(ask=False))
    return replace(made, maxima=tuple(x for x in made.maxima if x.tile in names), properties=(), rulings=())


if __name__ == "__main__":
    options = argparse.ArgumentParser(description=__doc__)
    options.add_argument("--record", type=Path)
    options.add_argument("-j", "--jobs", type=int, default=1)
    options.add_argument("--time-limit", type=float, default=120.0)
    chosen = options.parse_args()
    facts(chosen.record, chosen.jobs, chosen.time_limit).write(FACTS)
