"""The key of a question: a hash of everything that its verdict depends on.

Guarantee: questions with the same key have the same answer. What they mean is in it (games as they are played,
whatever their texts look like), the versions of the language and the solvers, and the text of every module that a
verdict comes from.
"""

from __future__ import annotations

import hashlib
from collections.abc import Mapping
from dataclasses import replace
from functools import cache
from importlib.metadata import PackageNotFoundError, version
from importlib.resources import files
from typing import assert_never

import dsl
from dsl import core as c
from dsl.assemble import Specification
from dsl.claims import Reread, TwoCities, core_property, expressions
from dsl.diagnostics import Bag
from dsl.fingerprint import text_of, text_of_game
from dsl.footprint import nodes
from verifier.questions import MaximumQuestion, PlayQuestion, PropertyQuestion, Question, RulingQuestion

# The modules of this package that a verdict comes from; those of `dsl` all count, but for those that only say or
# draw what others found.
MODULES = (
    "aggregate", "arranging", "beside", "best_city", "box", "branching", "counted_city", "diff", "diff_structure",
    "dual_bound", "few", "forget", "maxima", "maximize", "minimal", "model", "neighbours", "one_city", "patterns",
    "placed_search", "placing", "procedure_prover", "procedure_relation", "procedure_replay", "properties",
    "prover", "questions", "reduce", "related", "replay", "rulings", "schedule", "seating", "solution", "solve",
    "stock", "tighten", "total_search", "turns", "two_cities", "verdict",
)  # fmt: skip
TELLING = (
    "ahead", "cards", "catalogue", "chances", "claim_words", "conditions", "draw", "facts", "figures",
    "icons", "layout", "lexer", "literals", "metrics", "names", "narrate", "nouns", "patterns", "phrases",
    "picture", "po", "pointwise", "positions", "procedure_words", "query", "sheets", "statements", "styles", "svg",
    "to_formula", "to_js", "to_pdf", "to_words", "wording", "workspace",
)  # fmt: skip


def versions() -> dict[str, str]:
    """The versions of the language and of the solvers, and a hash of the modules that make verdicts."""
    return {"language": dsl.__version__, **_solvers(), "program": _program()}


def _solvers() -> dict[str, str]:
    out = {}
    for name in ("z3-solver", "ortools"):
        try:
            out[name] = version(name)
        except PackageNotFoundError:
            out[name] = "unknown"
    return out


@cache
def _program() -> str:
    """A hash of the Python text that a verdict comes from, whatever the version says."""
    telling = {f"{m}.py" for m in TELLING}
    every = (x for x in files("dsl").iterdir() if x.name.endswith((".py", ".lark")))
    found = {f"dsl/{x.name}": x for x in every if x.name not in telling}
    found |= {f"verifier/{m}.py": files("verifier").joinpath(f"{m}.py") for m in MODULES}
    total = hashlib.sha256()
    for name in sorted(found):
        text = found[name].read_bytes().replace(b"\r\n", b"\n")
        total.update(f"{name} {len(text)}\n".encode() + text)
    return total.hexdigest()


class Keys:
    """The keys of questions about one specification."""

    def __init__(self, spec: Specification) -> None:
        self.spec = spec
        self.versions = text_of(versions())
        self._games: dict[tuple[int, int], tuple[c.Game, str]] = {}

    def _game(
        self,
        mode: str,
        readings: Mapping[str, str],
        players: int,
        plain: frozenset[str] = frozenset(),
        board_of: str = "",
    ) -> str:
        game = self.spec.game(mode, readings, plain, board_of=board_of)
        key = (id(game), players)
        if key not in self._games:
            text = text_of_game(game, players)
            self._games[key] = (game, hashlib.sha256(text.encode()).hexdigest())
        return self._games[key][1]

    def of(self, question: Question) -> str:
        """The key: a hash over a text of everything that the verdict depends on."""
        match question:
            case MaximumQuestion():
                parts = self._maximum(question)
            case PropertyQuestion():
                parts = self._property(question)
            case RulingQuestion():
                parts = self._ruling(question)
            case _:
                assert_never(question)
        return hashlib.sha256("\n".join([*parts, self.versions]).encode()).hexdigest()

    def of_play(self, q: PlayQuestion) -> str:
        """The key of a claim about all plays of a procedure."""
        pr = q.procedure
        parts = [
            f"play {q.place}",
            text_of(replace(pr, claims=pr.claims[: q.place + 1])),
            self.versions,
        ]
        return hashlib.sha256("\n".join(parts).encode()).hexdigest()

    def _maximum(self, q: MaximumQuestion) -> list[str]:
        return [
            f"maximum of {q.of} of {q.tile}, mode {q.mode}, scope {q.scope}, players {q.players}",
            f"only {text_of(q.only)}, must {text_of(q.must)}, most {q.most}",
            self._game(q.mode, q.readings, q.players),
            *(
                self._game(q.mode, q.readings, q.players, frozenset({n}))
                for n in ((q.tile, *sorted(q.must)) if q.of == "own" else ())
            ),
        ]

    def _property(self, q: PropertyQuestion) -> list[str]:
        case = q.case
        bag = Bag()
        core = core_property(self.spec, case, bag)
        bag.check()
        found = [x for e in expressions(core) for x in nodes(e) if isinstance(x, c.Measure)]
        measured = sorted({x.name or case.owner for x in found if x.what == "own"})
        games = [(case.mode, case.readings, "")]
        if isinstance(core, TwoCities) and isinstance(core.how, Reread):
            games.append((core.how.mode, core.how.readings, case.mode))
        return [
            f"property of {case.owner}, mode {case.mode}, scope {case.scope}, players {q.players}",
            f"memory {case.memory} seed {case.seed}",
            text_of(core),
            *(
                self._game(mode, readings, q.players, plain, board_of)
                for mode, readings, board_of in games
                for plain in (frozenset[str](), *(frozenset({x}) for x in measured))
            ),
        ]

    def _ruling(self, q: RulingQuestion) -> list[str]:
        d, players = self.spec.declarations, self.spec.declarations.modes[q.mode].usual_players
        plain = [frozenset[str](), *([frozenset({q.owner})] if q.owner in d.kinds and d.is_tile(q.owner) else [])]
        each: tuple[dict[str, str], ...] = ({}, {q.ruling: q.reading})
        games = [self._game(q.mode, readings, players, x) for readings in each for x in plain]
        # What is told in words is of all numbers of players.
        numbers = self.spec.declarations.modes[q.mode].players
        games += [self._game(q.mode, readings, n) for readings in each for n in numbers if n != players]
        games += [_words(self.spec.game(q.mode, readings)) for readings in each]
        return [f"readings compared for {text_of(q.owner)}, mode {q.mode}", *games]


def _words(game: c.Game) -> str:
    """The author's words that a difference told in words may hold: titles, and sentences of gains."""
    kinds = tuple((n, k.title) for n, k in sorted(game.kinds.items()))
    resources = tuple((r.title, r.plural_title) for r in game.resources)
    return text_of((kinds, resources, tuple(g.text for g in game.gains)))
