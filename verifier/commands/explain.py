"""`tileproof explain NAME`: what a tile, building, scoring or mode says, and what that depends on.

Guarantee: clauses are shown as the rules write them, inherited ones too, and those that other readings
would bring in are marked; the sentences in words, and what is counted, are taken from the checked meaning.
"""

from __future__ import annotations

from argparse import Namespace
from collections.abc import Iterable, Iterator, Mapping
from dataclasses import dataclass, fields, is_dataclass

from dsl import core as c
from dsl import syntax as s
from dsl.assemble import Specification
from dsl.declarations import Ruling, all_lines, title_of
from dsl.diagnostics import did_you_mean
from dsl.fold import FALSE
from dsl.footprint import nodes, tells_unnamed
from dsl.pretty import clause as clause_text
from dsl.single import of_kind
from dsl.to_python import module_source
from dsl.to_words import Words
from verifier import report
from verifier.commands.common import (
    load_spec,
    mode_named,
    out_terminal,
    print_json,
    print_lines,
    resource_titles,
    rulings,
    walk,
    words_of,
)
from verifier.commands.explain_mode import run_mode
from verifier.commands.questions import ruling_fields, ruling_lines
from verifier.commands.stop import FINE, UNUSABLE, Stop
from verifier.report import Terminal

_CLAUSES = (s.Score, s.ScoreBy, s.GainPlaced, s.GainEnd, s.Joins, s.Print)
_CAPACITIES = (s.Needs, s.Seats, s.MaxFloors)


def run(args: Namespace) -> int:
    """Explain one name."""
    spec = load_spec(args)
    readings = spec.readings(rulings(args, spec))
    if args.tile in spec.modes:
        return run_mode(args, spec, args.tile, readings)
    name = name_of(args.tile, spec, spec.modes)
    one = mode_named(args, spec, name) if args.mode is not None else None
    modes = (one,) if one is not None else spec.declarations.kind_modes[name]
    subject = Subject(spec, name, readings)
    views = [ModeView(subject, mode, words_of(args, spec, mode, readings)) for mode in modes]
    if args.format == "json":
        print_json(_fields(subject, views, args))
    elif args.python or args.core:
        if args.python:
            print_lines(v.python().rstrip("\n") for v in views)
        if args.core:
            print_lines(line for v in views for line in v.core())
    else:
        print_lines(_text(subject, views, out_terminal(args)))
    return FINE


def name_of(word: str, spec: Specification, also: Iterable[str] = ()) -> str:
    """The tile, building or scoring that a word on the command line names; the command knows the names of `also`,
    too.

    Raises `Stop`, with the nearest name."""
    d = spec.declarations
    for form in (word, word.lower().replace("-", "_").replace(" ", "_")):
        if form in d.scorings:
            return form
        found = d.kind_name(form)
        if found is not None:
            return found
    known = [*d.kinds, *d.scorings, *also]
    help = did_you_mean(word, known) or "known: " + ", ".join(sorted(known))
    raise Stop(UNUSABLE, f"unknown tile `{word}`", help)


@dataclass(frozen=True)
class Line:
    """A line as written: what it is inherited from (or the empty string), and whether it holds."""

    source: str
    text: str
    holds: bool


class Subject:
    """A tile, building or scoring under given readings."""

    def __init__(self, spec: Specification, name: str, readings: Mapping[str, str]) -> None:
        self.spec = spec
        self.name = name
        self.readings = dict(readings)
        d = spec.declarations
        self.is_kind = name in d.kinds
        self.decl = d.kinds[name] if self.is_kind else d.scorings[name]
        self.lineage = d.ancestors[name] if self.is_kind else (name,)
        self.what = self.decl.what
        self.title = title_of(self.decl)

    def titles(self, names: tuple[str, ...]) -> list[str]:
        """The titles of kinds."""
        return [title_of(self.spec.declarations.kinds[n]) for n in names]

    def info(self, word: str) -> str:
        """Its `cites`, `summary` or `note`."""
        return self.spec.declarations.info(self.decl, word)

    def rulings(self) -> tuple[list[Ruling], list[Ruling]]:
        """The questions that are about it or that its lines ask; those that are about what it counts as."""
        asked = set()
        for line in all_lines(self.decl.lines):
            asked |= {x.ruling.name for x in walk(line) if isinstance(x, s.UnderBlock | s.ReadingIs)}
        every = self.spec.rulings.values()
        near = [r for r in every if r.name in asked or self.name in r.about]
        far = [r for r in every if r not in near and not set(self.lineage).isdisjoint(r.about)]
        return near, far


class ModeView:
    """A subject in one mode."""

    def __init__(self, subject: Subject, mode: str, words: Words) -> None:
        self.subject = subject
        self.mode = mode
        self.words = words
        self.game = words.game
        self.kind = self.game.kinds.get(subject.name)

    # -- as written

    def lines(self) -> list[Line]:
        """Its own lines, then the clauses that it inherits."""
        d = self.subject.spec.declarations
        out = list(self._lines(self.subject.decl.lines, "", _CLAUSES, True, ""))
        for name in self.subject.lineage[1:]:
            # Printed variants and immediate gains are not inherited.
            out += self._lines(d.kinds[name].lines, name, (s.Score, s.ScoreBy, s.GainEnd), True, "")
        return out

    def _lines(
        self, lines: tuple[s.Line, ...], source: str, wanted: tuple[type, ...], holds: bool, under: str
    ) -> Iterator[Line]:
        for line in lines:
            match line:
                case s.ModeBlock(mode, inner):
                    if mode.name == self.mode:
                        yield from self._lines(inner, source, wanted, holds, under)
                case s.UnderBlock(ruling, reading, inner):
                    good = self.subject.readings.get(ruling.name) == reading.name
                    where = f"{under}under {ruling.name} is {reading.name}, "
                    yield from self._lines(inner, source, wanted, holds and good, where)
                case _:
                    # What a kind needs and seats is shown by itself, but for what depends on a reading.
                    if isinstance(line, wanted) or (under and not source and isinstance(line, _CAPACITIES)):
                        head = f"{under.removesuffix(', ')}: " if under else ""
                        yield Line(source, head + clause_text(line), holds)

    # -- as meant

    def clauses(self) -> list[c.Clause]:
        """The clauses that score for it."""
        name = self.subject.name
        every = (*self.game.clauses, *self.game.ties)
        return [x for x in every if name in x.kinds or (x.part == name and not x.kinds)]

    def gains(self) -> list[c.Gain]:
        """What it gives when the game ends."""
        return [g for g in self.game.gains if g.kind == self.subject.name]

    def sentences(self) -> list[str]:
        """What it says in words: its card, then its clauses and gains."""
        said = list(self.words.card(self.subject.name)) if self.kind is not None else []
        said += [self.words.clause(x).text for x in self.clauses()]
        return said + [self.words.gain(g).text for g in self.gains()]

    def expressions(self) -> list[c.Int]:
        """The meanings of its clauses and gains."""
        return [x.value for x in self.clauses()] + [g.amount for g in self.gains()]

    def counts(self) -> list[str]:
        """The kinds that its clauses look at."""
        kinds = {k for e in self.expressions() for k in mentioned(e, self.game)}
        return sorted(kinds)

    def tables(self) -> list[str]:
        """The named tables that its clauses look up."""
        nodes = [x for e in self.expressions() for x in walk(e)]
        return sorted({x.name for x in nodes if isinstance(x, c.Table) and x.name})

    def counted_by(self) -> list[str]:
        """The other lines of the score sheet, and gains, that look at it."""
        name = self.subject.name
        if self.kind is None:
            return []
        own = {id(x) for x in self.clauses()}
        found = []
        for x in (*self.game.clauses, *self.game.ties):
            if id(x) not in own and any(name in n.kinds for n in walk(x.value) if isinstance(n, c.IsKind)):
                found.append(x.part)
        for g in self.game.gains:
            if g.kind != name and any(name in n.kinds for n in walk(g.amount) if isinstance(n, c.IsKind)):
                found.append(g.kind)
        return list(dict.fromkeys(found))

    def python(self) -> str:
        """Its clauses and gains, compiled."""
        functions: dict[str, tuple[str, c.Int]] = {}
        for i, x in enumerate(self.clauses(), 1):
            functions[f"score_{x.part}_{i}"] = (x.text, x.value)
        for i, g in enumerate(self.gains(), 1):
            functions[f"gain_{g.kind}_{i}"] = (g.text, g.amount)
        return module_source(f"{self.subject.title}, {self.mode}", functions)

    def core(self) -> list[str]:
        """Its clauses and gains as trees."""
        out = [f"{self.subject.title}, {self.mode}"]
        texts = [x.text for x in self.clauses()] + [g.text for g in self.gains()]
        for text, e in zip(texts, self.expressions(), strict=True):
            out += [f"  {text}", *tree(e, "    ")]
        return out


def mentioned(e: c.Int, game: c.Game) -> set[str]:
    """The kinds that an expression looks at; the word used, where it names a kind."""
    out: set[str] = set()
    for x in walk(e):
        if isinstance(x, c.IsKind):
            roots = {k for k in x.kinds if not any(p in x.kinds for p in game.kinds[k].parents)}
            out |= {x.label} if x.label in game.kinds else roots
    return out


def sees_all(e: c.Int) -> bool:
    """Whether it matters to an expression where buildings of kinds are that it does not name."""
    counted = (x for x in nodes(e) if isinstance(x, c.Different))
    return tells_unnamed(e) or any(of_kind(x.where, x.var, "") != FALSE for x in counted)


def tree(x: object, indent: str, name: str = "") -> Iterator[str]:
    """A core tree, one node a line."""
    head = f"{name}: " if name else ""
    if isinstance(x, frozenset):
        yield f"{indent}{head}{{{', '.join(sorted(map(str, x)))}}}"
    elif is_dataclass(x):
        inside = [(f.name, getattr(x, f.name)) for f in fields(x)]
        plain = [f"{n}={v}" for n, v in inside if not _deep(v) and v != ""]
        yield f"{indent}{head}{type(x).__name__}" + (f" {' '.join(plain)}" if plain else "")
        for n, v in inside:
            if _deep(v):
                yield from tree(v, indent + "  ", n)
    elif isinstance(x, tuple) and any(map(_deep, x)):
        for i, item in enumerate(x, 1):
            yield from tree(item, indent, f"{name} {i}".strip())
    else:
        yield f"{indent}{head}{x}"


def _deep(x: object) -> bool:
    return is_dataclass(x) or isinstance(x, frozenset) or (isinstance(x, tuple) and len(x) > 0)


# ---- output ----------------------------------------------------------------------------------------------


def _fields(subject: Subject, views: list[ModeView], args: Namespace) -> dict[str, object]:
    modes: dict[str, object] = {}
    for v in views:
        here: dict[str, object] = {
            "sentences": v.sentences(),
            "formulas": [v.words.formula(x) for x in v.clauses()],
            "lines": [{"from": x.source or subject.name, "text": x.text, "holds": x.holds} for x in v.lines()],
            "counts": v.counts(),
            "counted_by": v.counted_by(),
            "tables": v.tables(),
        }
        if v.kind is not None:
            plural = {r.name: r.plural for r in v.game.resources}
            here["needs"] = {plural[r]: n for r, n in v.kind.needs.items()}
            here["seats"] = {plural[r]: n for r, n in v.kind.seats.items()}
            here["gains_when_placed"] = {plural[r]: n for r, n in v.kind.placed.items()}
            here["max_floors"] = v.kind.max_floors
        if args.python:
            here["python"] = v.python()
        if args.core:
            here["core"] = v.core()
        modes[v.mode] = here
    return {
        "name": subject.name,
        "what": subject.what,
        "title": subject.title,
        "counts_as": list(subject.lineage[1:]),
        "cites": subject.info("cites"),
        "summary": subject.info("summary"),
        "modes": modes,
        "rulings": [ruling_fields(r, subject.readings) for group in subject.rulings() for r in group],
    }


def _text(subject: Subject, views: list[ModeView], terminal: Terminal) -> list[str]:
    kinds = subject.titles(subject.lineage[1:])
    head = f"{subject.title} ({subject.name}), a {subject.what}"
    if kinds:
        head += f", counts as {' and '.join(kinds)}"
    out = [terminal.paint(head, "bold")]
    for word in ("summary", "note", "cites"):
        if subject.info(word):
            text = subject.info(word)
            out += report.paragraph(f"source: {text}" if word == "cites" else text, "  ")
    for view in views:
        out += ["", terminal.paint(view.game.mode.title, "bold"), *_mode_lines(view, terminal)]
    near, far = subject.rulings()
    if near or far:
        out += ["", terminal.paint("Rulings that bear on it", "bold")]
    for ruling in near:
        out += ruling_lines(ruling, subject.readings, terminal)
    if far:
        named = ", ".join(r.name for r in far)
        out += report.paragraph(f"about all that are {' or '.join(kinds)}: {named}", "    ", "  ")
    return out


def _mode_lines(view: ModeView, terminal: Terminal) -> Iterator[str]:
    if view.kind is not None:
        yield from _capacities(view.kind, view.game)
    source = ""
    lines = view.lines()
    for x in lines:
        if x.source != source:
            source = x.source
            yield f"  as {view.game.kinds[source].title}:" if source in view.game.kinds else f"  as {source}:"
        indent = "    " if x.source else "  "
        text = x.text if x.holds else f"{x.text}   (not in force)"
        for part in report.paragraph(text, indent + "    ", indent):
            yield part if x.holds else terminal.paint(part, "dim")
    if not lines:
        yield "  says nothing here"
    sentences = view.sentences()
    if sentences:
        yield from report.paragraph(f"in words: {' '.join(sentences)}", "    ", "  ")
    titles = view.game.kinds
    seen = [titles[k].title for k in view.counts()]
    if any(map(sees_all, view.expressions())):
        seen.append("any building")
    if seen:
        named = ", ".join(seen)
        yield from report.paragraph(f"looks at: {named}", "    ", "  ")
    if view.tables():
        yield from report.paragraph(f"looks up: {', '.join(view.tables())}", "    ", "  ")
    if view.counted_by():
        d = view.subject.spec.declarations
        named = ", ".join(titles[p].title if p in titles else title_of(d.scorings[p]) for p in view.counted_by())
        yield from report.paragraph(f"counted by: {named}", "    ", "  ")


def _capacities(kind: c.Kind, game: c.Game) -> Iterator[str]:
    titles = resource_titles(game)
    pieces = {r.name: r.pieces for r in game.resources}
    needs = report.units(kind.needs, titles) or "nothing"
    seats = " and ".join(
        f"any number of {titles[r][1]}" if n >= pieces[r] else report.plural(n, *titles[r])
        for r, n in kind.seats.items()
    )
    parts = [f"needs {needs}"]
    parts += [f"seats {seats}"] if seats else []
    parts += [f"up to {kind.max_floors} floors"] if kind.max_floors > 1 else []
    if kind.placed:
        parts.append(f"gives {report.units(kind.placed, titles)} when placed")
    if kind.is_tile:
        parts.append(f"{report.plural(kind.copies, 'copy', 'copies')} in the box")
    yield f"  [{'; '.join(parts)}]"
