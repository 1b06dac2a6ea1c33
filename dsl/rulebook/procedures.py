"""The procedures of a mode in the chapter about play: numbered steps, and what all plays come to.

Guarantee: the steps are those of `dsl/procedure_words.py`, in their order, each with a link to the ruling that it
hangs on; every number of the table comes from a look at all states under the default readings.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from itertools import groupby

from docutils import nodes

from dsl import procedure_core as p
from dsl.phrases import MANY
from dsl.procedure import modes_of, procedure, procedures
from dsl.procedure_reach import looked
from dsl.procedure_words import Line, Section, drawn, procedure_words
from dsl.rulebook.doctree import bullets, inline, label, para, table
from dsl.rulebook.entry import Writer


def procedure_nodes(writer: Writer, mode: str) -> Iterator[nodes.Node]:
    """What a mode's procedures do, and what can happen in them; nothing where there are none."""
    for part in procedure_words(writer.m.spec, mode, writer.m.language):
        # The questions stand together at the end of the chapter.
        if part.sort != "questions":
            yield label(part.title)
            yield _lines(writer, part)
    numbers = writer.m.d.modes[mode].players
    for name in procedures(writer.m.spec):
        if mode in modes_of(writer.m.spec, name):
            played = [procedure(writer.m.spec, name, mode, n) for n in numbers]
            for sort, zone in drawn(played[0]):
                yield from _what_can_happen(writer, played, sort, zone)


def asked(writer: Writer) -> set[str]:
    """The names of the rulings that the procedures ask for."""
    spec = writer.m.spec
    return {
        ruling
        for name in procedures(spec)
        for mode in modes_of(spec, name)
        for ruling, _ in procedure(spec, name, mode, spec.declarations.modes[mode].usual_players).rulings
    }


def _lines(writer: Writer, part: Section) -> nodes.Node:
    if part.sort == "things":
        return bullets([[para(*_line(writer, x))] for x in part.lines])
    return _numbered(writer, part.lines, 0)


def _numbered(writer: Writer, lines: Sequence[Line], depth: int) -> nodes.enumerated_list:
    """Lines of a depth as steps, those below each inside it; the numbers start anew on each level."""
    styles = ("arabic", "loweralpha", "lowerroman")
    out = nodes.enumerated_list(enumtype=styles[depth % 3], prefix="", suffix=".")
    at = [i for i, x in enumerate(lines) if x.depth == depth]
    for i, end in zip(at, [*at[1:], len(lines)]):
        item = nodes.list_item("", para(*_line(writer, lines[i])))
        if end > i + 1:
            item += _numbered(writer, lines[i + 1 : end], depth + 1)
        out += item
    return out


def _line(writer: Writer, line: Line) -> list[nodes.Node]:
    if not line.ruling:
        return inline(line.text)
    writer.uses.add(line.ruling)
    return inline(line.text, " (", writer.link(line.ruling), ")")


def _what_can_happen(writer: Writer, played: Sequence[p.Procedure], sort: str, zone: str) -> Iterator[nodes.Node]:
    """The fewest pieces by round, for each number of players; and whether there can be none at a choice."""
    say, first = writer.say, played[0]
    moved = first.sort(sort)
    plural = writer.m.catalogue.noun(moved.title, moved.plural, MANY, "")
    place = writer.m.told(first.zone(zone).title)
    yield label(say("What can happen: {pieces} in {zone}", pieces=plural, zone=place))
    yield para(
        say(
            "The fewest at the beginning of each round, and whether there can be none when somebody has a choice."
            " All plays under the default answers were looked at."
        ),
        classes=["tile-before-figure"],
    )
    found = [(pr, looked(pr, sort, zone)) for pr in played]
    rounds = sorted({r for _, x in found for r in x.fewest})
    rows = [
        [
            inline(str(pr.players)),
            *(inline(str(x.fewest.get(r, ""))) for r in rounds),
            inline(say("no") if x.empty.options is None else say("yes")),
        ]
        for pr, x in found
    ]
    head = [say("Players"), *(say("Round {n}", n=r) for r in rounds), say("None at a choice")]
    yield table([inline(x) for x in head], rows, "tile-values", stub=1)
    for pr, x in found:
        if x.empty.options is not None:
            titles = {o.name: o.title for c in p.all_steps(pr.steps) if isinstance(c, p.Choice) for o in c.options}
            runs = [(titles[n], sum(1 for _ in group)) for n, group in groupby(x.empty.options)]
            way = say("; ").join(f"{n} \N{MULTIPLICATION SIGN} {writer.m.told(title)}" for title, n in runs)
            yield para(say("Players: {n}. A shortest play that comes to none: {play}.", n=pr.players, play=way))
