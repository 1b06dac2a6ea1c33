"""Writes the tables of `docs/procedure.md`: `python docs/_ext/plays.py`. It takes some minutes.

Guarantee: every number comes from looking at all states (`dsl/procedure_reach.py`) or from rational arithmetic
(`dsl/chances.py`); a test works out some of the rows again.
"""

from __future__ import annotations

import sys
from collections.abc import Iterator, Mapping
from fractions import Fraction
from pathlib import Path

DOCS = Path(__file__).parent.parent
sys.path[:0] = [str(DOCS.parent)]

from dsl import procedure_core as p  # noqa: E402
from dsl.assemble import Specification  # noqa: E402
from dsl.chances import exact  # noqa: E402
from dsl.load import load, shipped  # noqa: E402
from dsl.procedure import modes_of, procedure, procedures  # noqa: E402
from dsl.procedure_reach import shortest, states  # noqa: E402
from dsl.procedure_steps import pieces  # noqa: E402

SORT, ZONE, SITE, OTHER = "tile", "display", "site", "standard"
SHARES = tuple(Fraction(n, 4) for n in range(5))


def readings(pr: p.Procedure) -> Iterator[tuple[str, dict[str, str]]]:
    """The defaults, and each other reading by itself."""
    yield "the defaults", {}
    for ruling, names in pr.rulings:
        for name in names[1:]:
            yield f"`{ruling}` is `{name}`", {ruling: name}


def row(pr: p.Procedure, chosen: Mapping[str, str]) -> tuple[str, ...]:
    """The fewest tiles of the display when each round begins, and the shortest play to an empty one when there is a
    standard Public Service to take."""
    fewest: dict[int, int] = {}
    asked = (p.Tally((SORT,), (ZONE,)),)
    empty = False
    for over, state in states(pr, chosen, asked):
        here = state[pieces(SORT, ZONE)]
        if not over and state["turn"] == 1:
            fewest[state["round"]] = min(here, fewest.get(state["round"], here))
        empty = empty or (not over and here == 0 and state[pieces(OTHER, SITE)] > 0)
    if not empty:
        return (*(str(fewest[n]) for n in sorted(fewest)), "never")
    goal = p.Every((
        p.Compare("=", p.Tally((SORT,), (ZONE,)), p.Num(0)),
        p.Compare(">", p.Tally((OTHER,), (SITE,)), p.Num(0)),
    ))  # fmt: skip
    found = shortest(pr, goal, chosen)
    assert found.options is not None
    turns = pr.turns
    return (*(str(fewest[n]) for n in sorted(fewest)), f"round {len(found.options) // turns + 1}")


def known(spec: Specification) -> Iterator[p.Procedure]:
    """The procedures of which it is known how many pieces there are."""
    for name in procedures(spec):
        for mode in modes_of(spec, name):
            for players in spec.declarations.modes[mode].players:
                pr = procedure(spec, name, mode, players)
                if not any(x.at_most for x in pr.sorts):
                    yield pr


def table(head: tuple[str, ...], rows: list[tuple[str, ...]]) -> str:
    """A table of Markdown."""
    out = ["| " + " | ".join(head) + " |", "| " + " | ".join("---" for _ in head) + " |"]
    return "\n".join([*out, *("| " + " | ".join(r) + " |" for r in rows)]) + "\n"


def main() -> None:
    """Write the page's tables."""
    spec = load([shipped()])
    out = ["% Made by docs/_ext/plays.py; edit that and run it again.\n"]
    for pr in known(spec):
        title = spec.declarations.modes[pr.mode].title
        usual, rows = row(pr, {}), []
        for words, chosen in readings(pr):
            found = row(pr, chosen)
            if not chosen or found != usual:
                rows.append((words, *found))
        head = ("reading", *(f"round {n}" for n in range(1, pr.rounds + 1)), "empty when one is to be taken")
        out += [f"**{title}, {pr.players} players**\n", table(head, rows)]
    out.append("<!-- chances -->\n")
    for pr in known(spec):
        title = spec.declarations.modes[pr.mode].title
        rows = []
        for share in SHARES:
            x = exact(pr, SORT, {"swap": share, "keep": 1 - share, "place": Fraction(1)})
            there = [f"{float(x.there[n][ZONE]):.3f}" for n in range(1, pr.rounds + 1)]
            rows.append((str(share), *there, f"{float(x.there[0]['cities']):.3f}"))
        ever = ("ever seen by then", *(str(x.ever[n]) for n in range(1, pr.rounds + 1)), "")
        head = ("exchanged", *(f"round {n}" for n in range(1, pr.rounds + 1)), "built in the end")
        out += [f"**{title}, {pr.players} players**\n", table(head, [*rows, ever])]
    (DOCS / "procedure_tables.md").write_text("\n".join(out), "utf-8", newline="\n")


if __name__ == "__main__":
    main()
