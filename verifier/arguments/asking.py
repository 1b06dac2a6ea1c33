"""Commands that ask solvers, and look after what these said: `score`, `max`, `prove`, `verify`, `sweep`, `records`,
`recheck`.

Guarantee: importing this module imports neither a parser of rules nor a solver; each command is in `COMMANDS`.
"""

from __future__ import annotations

from verifier.arguments.common import (
    ANNOTATED,
    SCOPE_NOTE,
    Add,
    emit,
    jobs,
    names,
    recording,
    scope,
    scopes,
    shard,
    time_limit,
    whole,
)

MAX_NOTE = """\
Of total and worth, `--with TILE,...` names tiles that have to stand. Cities that `--top` and `--all` list
differ in more than a flip of the board, and than what no rule sees space by space.

examples:
  tileproof max TILE --mode MODE
  tileproof max --of total --exactly none --mode MODE
  tileproof max --of total --up-to 5 --mode MODE --time-limit 1200
  tileproof max TILE --of worth --mode MODE
"""


def _score(add: Add) -> None:
    score = add(
        "score",
        "score a city, seating its units in the best way where it leaves that open",
        SCOPE_NOTE,
    )
    score.add_argument("city", metavar="CITY", help="a drawing or JSON; `-` for standard input")
    score.add_argument("--mode", help="the mode of a city that does not say its own")
    score.add_argument("--index", metavar="N", type=whole(1), help="the N-th city, from 1, of a file with several")
    scope(score, "supply")
    time_limit(score, "seconds (default: 60)", 60.0)
    turns = "say in which turn each tile is taken and placed; with --scope rounds or placeable"
    score.add_argument("--schedule", action="store_true", help=turns)
    score.add_argument("--svg", metavar="FILE", help="draw the city into this file")


def _max(add: Add) -> None:
    most = add(
        "max",
        "find the city in which a tile scores most, or the best city there is, and prove it",
        f"{MAX_NOTE}\n{SCOPE_NOTE}",
        module="maximum",
    )
    most.add_argument("tile", metavar="TILE", nargs="?", help="its name or its title; none with `--of total`")
    most.add_argument("--mode", help="needed where there are several")
    help = "what is to be most: own, what the tile's text adds (default); total; worth, what the tile adds to that"
    most.add_argument("--of", choices=("own", "total", "worth"), default="own", help=help)
    scope(most, "rounds")
    time_limit(most, "seconds (default: 120; 600 for totals)", None)
    help = "the other tiles that may stand (default: all; of worth: none)"
    most.add_argument("--only", metavar="TILE,...", type=names, help=help)
    help = "of total: these tiles stand and no other; `none` for no tile"
    most.add_argument("--exactly", metavar="TILE,...", type=names, help=help)
    most.add_argument("--up-to", metavar="N", type=whole(0), help="of total: at most so many tiles stand")
    several = most.add_mutually_exclusive_group()
    several.add_argument(
        "--top", metavar="K", type=whole(1), default=1, help="of total: the K best cities (default: 1)"
    )
    several.add_argument(
        "--all", action="store_const", const=None, dest="top", help="of total: all cities with the most points"
    )
    help = "of total: let another solver, HiGHS, refute every higher total"
    most.add_argument("--certify", action="store_true", help=help)
    most.add_argument("--svg", metavar="FILE", help="draw the city (of several, the first) into this file")
    recording(most)
    emit(most)


def _prove(add: Add) -> None:
    said = "prove or refute the properties that the rules claim"
    prove = add("prove", said, SCOPE_NOTE, formats=ANNOTATED)
    help = "tiles, buildings or scorings (default: all); or procedures"
    prove.add_argument("tiles", metavar="NAME", nargs="*", help=help)
    prove.add_argument("--mode", help="only this mode")
    time_limit(prove, "seconds for each (default: 30)", None)
    jobs(prove)
    several = prove.add_mutually_exclusive_group()
    several.add_argument(
        "--top", metavar="K", type=whole(1), default=1, help="show the K smallest cities that refute (default: 1)"
    )
    several.add_argument(
        "--all", action="store_const", const=None, dest="top", help="show all that are as small as the smallest"
    )
    prove.add_argument("--why", action="store_true", help="tell what each proof rests on")
    recording(prove)
    emit(prove)


def _verify(add: Add) -> None:
    verify = add(
        "verify",
        "check everything: examples, properties, and the most that each tile can score",
        SCOPE_NOTE, formats=ANNOTATED)
    help = "tiles, buildings, scorings or procedures (default: all)"
    verify.add_argument("tiles", metavar="NAME", nargs="*", help=help)
    scope(verify, "rounds")
    time_limit(verify, "seconds for each question (default: 120)", None)
    jobs(verify)
    help = "write all that was found into a file for a rulebook, and ask what the rulings change"
    verify.add_argument("--facts", metavar="FILE", help=help)
    recording(verify)


def _sweep(add: Add) -> None:
    sweep = add(
        "sweep",
        "find many maxima, on this machine or on others, into a file that a later run goes on with",
        "What FILE holds is not asked again, so the same command goes on after an interrupt. Shards are asked\n"
        "anywhere, and merged with --merge.\n\n"
        "examples:\n"
        "  tileproof sweep --scope any,rounds --all-readings --out results.jsonl\n"
        "  tileproof sweep --shard 1/2 --out one.jsonl --executor dask://localhost:8786\n"
        "  tileproof sweep --merge one.jsonl two.jsonl --out all.jsonl\n\n" + SCOPE_NOTE,
    )
    sweep.add_argument("tiles", metavar="TILE", nargs="*", help="names or titles (default: all)")
    sweep.add_argument("--mode", help="only this mode")
    help = "own (default); total, the best city with each tile alone; worth, how much that is more than without it"
    sweep.add_argument("--of", choices=("own", "total", "worth"), default="own", help=help)
    help = "of total: also the best city of the mode with at most so many tiles, whichever they are"
    sweep.add_argument("--up-to", metavar="N", type=whole(0), help=help)
    sweep.add_argument(
        "--scope",
        dest="scopes",
        metavar="S,...",
        type=scopes,
        default=["rounds"],
        help="any, supply, rounds, placeable, or several of them (default: rounds)",
    )
    sweep.add_argument(
        "--all-readings", action="store_true", help="also under every other reading of each ruling, one at a time"
    )
    sweep.add_argument("--out", metavar="FILE", required=True, help="the results, one JSON object a line")
    sweep.add_argument("--shard", metavar="I/N", type=shard, help="only the I-th of N parts of the work")
    where = "processes, processes:N or dask://HOST:PORT (default: processes, one a processor)"
    sweep.add_argument("--executor", metavar="WHERE", default="processes", help=where)
    time_limit(sweep, "seconds for each (default: 120)", 120.0)
    sweep.add_argument("--retry", action="store_true", help="ask again what an earlier run could not decide")
    taking = sweep.add_mutually_exclusive_group()
    take = "take over what these files hold, and ask"
    taking.add_argument("--from", dest="sources", metavar="FILE", nargs="+", help=f"{take} the rest")
    taking.add_argument("--merge", metavar="FILE", nargs="+", help=f"{take} nothing")
    recording(sweep, refresh=False)
    sweep.set_defaults(refresh=False)


def _records(add: Add) -> None:
    records = add(
        "records",
        "list what was decided before, show its cities, and take over what others decided",
        "Live: it answers a question about the rules as they are. Stale: the rules, the readings or the program\n"
        "are others now. Edited: somebody changed it since.\n\n"
        "examples:\n"
        "  tileproof records TILE --show 1\n"
        "  tileproof records --file results.jsonl --kind maximum\n"
        "  tileproof records --import results.jsonl\n",
    )
    records.add_argument("names", metavar="NAME", nargs="*", help="tiles, buildings or scorings (default: all)")
    records.add_argument("--mode", help="only this mode")
    records.add_argument("--kind", choices=("maximum", "property", "ruling"), help="only these (default: all)")
    records.add_argument("--show", metavar="N", type=whole(1), help="draw the city of the N-th of the list")
    records.add_argument("--record", metavar="FILE", help="the proof record (default: as for `max`)")
    other = records.add_mutually_exclusive_group()
    other.add_argument("--file", metavar="FILE", help="list a file of results that `sweep` wrote, not the record")
    other.add_argument(
        "--import", dest="taken", metavar="FILE", help="put what such a file decided into the record, counted again"
    )


def _recheck(add: Add) -> None:
    recheck = add(
        "recheck",
        "ask another solver, cvc5, whether it agrees with the verdicts",
        "Needs `pip install 'tileproof[second]'`. Exit code 1 says that cvc5 disagrees on a question; one\n"
        "without an answer is named, and with --strict exit code 3 says that there is one.\n\n"
        "example:\n"
        "  tileproof max TILE --mode MODE --emit smt2 questions\n"
        "  tileproof recheck questions --time-limit 60\n",
    )
    where = "a folder of questions written with `--emit smt2` (default: all that `verify` answers)"
    recheck.add_argument("folder", metavar="DIR", nargs="?", help=where)
    time_limit(recheck, "seconds for each question (default: 10)", 10.0)
    jobs(recheck)
    recheck.add_argument(
        "--max-memory", metavar="MB", type=whole(1), default=4000, help="memory for each (default: 4000)"
    )
    recheck.add_argument("--strict", action="store_true", help="a question without an answer is not fine")
    recording(recheck)


COMMANDS = (_score, _max, _prove, _verify, _sweep, _records, _recheck)
