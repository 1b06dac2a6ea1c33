"""What a specification declares: tables of names, and a walk through the lines of a declaration.

Guarantee: nothing is checked here; a name that is not declared is None, or the empty set, where it is looked up.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator, Mapping
from dataclasses import dataclass, field

from dsl import core as c
from dsl import syntax as s
from dsl.diagnostics import Bag, did_you_mean
from dsl.source import Span


@dataclass(frozen=True)
class RulingReading:
    """One way to read an open question."""

    name: str
    text: str


@dataclass(frozen=True)
class Ruling:
    """An open (or, with one reading, settled) question of the rules."""

    name: str
    title: str
    readings: tuple[RulingReading, ...]
    default: str
    reason: str
    about: tuple[str, ...]
    cites: str
    span: Span = field(compare=False, repr=False)

    def names(self) -> tuple[str, ...]:
        """The names of the readings, the default first."""
        rest = tuple(r.name for r in self.readings if r.name != self.default)
        return (self.default, *rest)


@dataclass
class Declarations:
    """All declared names of a specification; kinds are buildings and tiles."""

    title: str = ""
    game: s.Declaration | None = None
    resources: dict[str, c.Resource] = field(default_factory=dict)
    modes: dict[str, c.Mode] = field(default_factory=dict)
    kinds: dict[str, s.Declaration] = field(default_factory=dict)
    scorings: dict[str, s.Declaration] = field(default_factory=dict)
    tables: dict[str, s.TableDeclaration] = field(default_factory=dict)
    rulings: dict[str, Ruling] = field(default_factory=dict)
    inventories: dict[str, s.Declaration] = field(default_factory=dict)
    placements: dict[str, s.Declaration] = field(default_factory=dict)
    procedures: dict[str, s.Declaration] = field(default_factory=dict)
    plurals: dict[str, str] = field(default_factory=dict)
    ancestors: dict[str, tuple[str, ...]] = field(default_factory=dict)
    kind_modes: dict[str, tuple[str, ...]] = field(default_factory=dict)

    @property
    def adding(self) -> tuple[str, ...]:
        """The kinds and scorings whose clauses make the total, in the order of their declaration."""
        return (*self.kinds, *(n for n, x in self.scorings.items() if not x.breaks_ties))

    @property
    def ties(self) -> tuple[str, ...]:
        """The scorings that break ties, first to last."""
        return tuple(n for n, x in self.scorings.items() if x.breaks_ties)

    def part_name(self, word: str) -> str | None:
        """The line of the score sheet that a word names: a scoring, or a kind."""
        return word if word in self.scorings else self.kind_name(word)

    def kind_name(self, word: str) -> str | None:
        """The kind that a word names, in the singular or the plural."""
        name = self.plurals.get(word, word)
        return name if name in self.kinds else None

    def resource_name(self, word: str) -> str | None:
        """The resource that a word names, in the singular or the plural."""
        if word in self.resources:
            return word
        return next((r.name for r in self.resources.values() if r.plural == word), None)

    def is_tile(self, kind: str) -> bool:
        """Whether the kind was declared with `tile`."""
        return self.kinds[kind].what == "tile"

    def info(self, decl: s.Declaration, word: str) -> str:
        """The text of `cites`, `summary` or `note`, or the empty string."""
        texts = (x.text.value for x in decl.lines if isinstance(x, s.Info) and x.word == word)
        return next(texts, "")

    def plural_title(self, kind: str) -> str:
        """The title of a kind in the plural (the singular where none is given)."""
        decl = self.kinds[kind]
        line = next((x for x in decl.lines if isinstance(x, s.Plural)), None)
        return line.title.value if line and line.title.value.strip() else title_of(decl)


def title_of(decl: s.Declaration) -> str:
    """The quoted title of a declaration, or its name; a blank title is none."""
    if decl.title is not None and decl.title.value.strip():
        return decl.title.value
    return decl.name.name if decl.name is not None else ""


def table_title(decl: s.TableDeclaration) -> str:
    """The quoted title of a table, or its name as words; a blank title is none."""
    if decl.title is not None and decl.title.value.strip():
        return decl.title.value
    words = decl.name.name.replace("_", " ")
    return words[:1].upper() + words[1:]


def all_lines(lines: tuple[s.Line, ...]) -> Iterator[s.Line]:
    """Every line, those inside blocks included, blocks themselves too."""
    for line in lines:
        yield line
        if isinstance(line, s.ModeBlock | s.UnderBlock | s.FromPlayers):
            yield from all_lines(line.lines)


def _any_line(_: s.Line) -> bool:
    return True


def lines_in(
    lines: tuple[s.Line, ...],
    mode: str | None,
    readings: Mapping[str, str] | None,
    wanted: Callable[[s.Line], bool] = _any_line,
) -> Iterator[s.Line]:
    """The lines that hold in a mode under given readings; `readings` None means under all of them.

    Only the lines that are `wanted`: a ruling is not looked up for a block that has none."""
    for line in lines:
        match line:
            case s.ModeBlock(name, inner):
                if mode is None or name.name == mode:
                    yield from lines_in(inner, mode, readings, wanted)
            case s.UnderBlock(ruling, reading, inner):
                if wanted is not _any_line and not any(wanted(x) for x in all_lines(inner)):
                    continue
                if readings is None or readings.get(ruling.name) == reading.name:
                    yield from lines_in(inner, mode, readings, wanted)
            case _:
                if wanted(line):
                    yield line


@dataclass(frozen=True)
class Context:
    """Where a line holds: in one mode or (None) in all, under these readings or (empty) all."""

    mode: str | None = None
    readings: Mapping[str, str] = field(default_factory=dict)

    def meets(self, other: Context) -> bool:
        """Whether there may be a mode and readings in which both hold."""
        same_mode = self.mode is None or other.mode is None or self.mode == other.mode
        return same_mode and all(other.readings.get(k, v) == v for k, v in self.readings.items())


def lines_with_context(
    lines: tuple[s.Line, ...], context: Context
) -> Iterator[tuple[s.Line, Context]]:
    """Every line that is no block, with where it holds; lines that hold nowhere are left out."""
    for line in lines:
        match line:
            case s.ModeBlock(name, inner):
                here = Context(name.name, context.readings)
            case s.UnderBlock(ruling, reading, inner):
                here = Context(context.mode, {**context.readings, ruling.name: reading.name})
            case _:
                yield line, context
                continue
        if context.meets(here):
            yield from lines_with_context(inner, here)


def grid_cells(grid: s.Grid) -> list[list[str]]:
    """The cells of a grid, row by row; blank rows do not count."""
    lines = [line.split("--", 1)[0].split() for line in grid.body.split("\n")]
    return [line for line in lines if line]


def unknown(bag: Bag, code: str, what: str, word: s.Word, known: Iterable[str], help: str = "") -> None:
    """Note a word that names nothing, with `help` or else the nearest name or, where they are few, all names."""
    names = sorted(set(known))
    help = help or did_you_mean(word.name, names)
    if not help and names and len(names) <= 12:
        help = "known: " + ", ".join(f"`{n}`" for n in names)
    bag.add(code, f"unknown {what} `{word.name}`", word.span, help=help)
