"""The most that tiles can score, for an editor: what is known at once, and what is still to be asked.

Guarantee: what is told is of the rules that are given, since it is kept under the keys of questions; records are
read and never written, and no solver is asked here.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from pathlib import Path

from dsl.assemble import Specification
from verifier.background import Most, Told, scope_of
from verifier.commands.recording import records_of
from verifier.keys import Keys
from verifier.questions import MaximumQuestion
from verifier.record import Record


@dataclass(frozen=True)
class Asked:
    """The most of a tile in a mode: the question, and the key that it has by these rules."""

    question: MaximumQuestion
    key: str

    @property
    def most(self) -> Most:
        """The question as the background takes it."""
        return Most(self.question.tile, self.question.mode, self.question.scope)


class Standing:
    """What was found out so far."""

    def __init__(self) -> None:
        self.known: dict[str, Told] = {}
        self.recorded: set[str] = set()

    def questions(
        self, spec: Specification, folders: Sequence[Path], tiles: Mapping[str, Path]
    ) -> tuple[Asked, ...]:
        """One for each mode of each tile, given with its file; what a record tells of them is known afterwards."""
        keys, d = Keys(spec), spec.declarations
        out = []
        for tile in tiles:
            for mode in d.kind_modes[tile]:
                players, scope = d.modes[mode].usual_players, scope_of(spec.game(mode))
                q = MaximumQuestion(tile, mode, scope, players, spec.readings())
                out.append(Asked(q, keys.of(q)))
        if all(x.key in self.known for x in out):
            return tuple(out)
        for path in dict.fromkeys(y for x in dict.fromkeys(tiles.values()) for y in records_of(folders, x)):
            record = Record(path, spec)
            for x in out:
                found = record.maximum(x.question) if x.key not in self.known else None
                if found is not None:
                    verdict = "no city has it" if found.verdict == "infeasible" else found.verdict
                    self.known[x.key] = Told(0, True, verdict, found.value, found.bound, found.unit)
                    self.recorded.add(x.key)
        return tuple(out)

    def open(self, asked: Sequence[Asked]) -> tuple[Asked, ...]:
        """The questions without an answer; what was given up before is not asked again."""
        return tuple(x for x in asked if x.key not in self.known or not self.known[x.key].final)

    def label(self, asked: Sequence[Asked]) -> str:
        """What is known of the modes of a tile, in a few words; the empty text if nothing is."""
        said = [(x.question.mode, x.question.scope, self.known[x.key]) for x in asked if x.key in self.known]
        texts = [(mode, _in_short(told, scope)) for mode, scope, told in said]
        if not texts:
            return ""
        if len(asked) == len(texts) and len({text for _, text in texts}) == 1:
            return f"most: {texts[0][1]}"
        return "most: " + ", ".join(f"{mode} {text}" for mode, text in texts)

    def details(self, spec: Specification, asked: Sequence[Asked]) -> str:
        """The same in sentences, as Markdown."""
        out = []
        for x in asked:
            told, q = self.known.get(x.key), x.question
            title = spec.game(q.mode).mode.title
            what = "nothing is known yet" if told is None else told.words
            how = ""
            if told is not None and told.final:
                how = "found on an earlier run" if x.key in self.recorded else "found just now"
                how += {"optimal": ": no city exceeds it", "feasible": ": time was up"}.get(told.verdict, "")
            where = f"scope `{q.scope}`" + (f", {q.players} players" if q.scope != "any" else "")
            out.append(f"- **{title}**: {what}; {where}" + (f"; {how}" if how else ""))
        return "The most it can score:\n\n" + "\n".join(out)


def _in_short(told: Told, scope: str) -> str:
    verdict = told.verdict if told.final else "so far"
    if told.value is None and told.bound is None:
        return f"{verdict} ({scope})"
    if told.value is None:
        amount = f"at most {told.bound}"
    elif told.verdict == "optimal" or told.value == told.bound:
        amount = str(told.value)
    else:
        amount = f"at least {told.value}" if told.bound is None else f"{told.value}..{told.bound}"
    return f"{amount} {told.unit} ({verdict}, {scope})"
