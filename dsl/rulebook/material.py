"""What the entries of a rulebook are made of: a specification, what solvers said of it, and its words.

Guarantee: no solver is imported and nothing of Sphinx; every number comes from the compiled scorer or from the
facts. A city of the facts is scored again before it is shown: one that no longer gives what is said of it is left
out.
"""

from __future__ import annotations

import hashlib
from collections.abc import Iterator, Mapping
from dataclasses import dataclass, fields, is_dataclass, replace
from functools import cached_property
from pathlib import Path

from dsl import core as c
from dsl import facts as f
from dsl import syntax as s
from dsl.assemble import Specification
from dsl.catalogue import catalogue
from dsl.check import ExampleCase, example_case
from dsl.city import City
from dsl.claims import PropertyCase, core_property, properties
from dsl.declarations import Ruling, all_lines, table_title, title_of
from dsl.diagnostics import Bag, Diagnostic, Failure
from dsl.fingerprint import text_of
from dsl.icons import Icons, read_icons
from dsl.layout import format_file
from dsl.load import assembled, read_folder, shown_path
from dsl.rulebook.arithmetic import signed
from dsl.run_examples import run_example
from dsl.scorer import PRINTED, UNSEATED, Scorer
from dsl.source import Source
from dsl.to_words import Words

TYPES = ("tile", "building", "scoring", "table", "ruling")


@dataclass(frozen=True)
class Counted:
    """A complete city with what it scores: `rows` are the sentences of the owner and their VP, `own` their sum
    (None
    where the owner gives units instead), `units` what it gives by resource, `sheet` the parts of the whole score in
    words, `total` the whole score."""

    city: City
    game: c.Game
    title: str
    rows: tuple[tuple[c.Clause, int], ...]
    own: int | None
    units: Mapping[str, int]
    sheet: tuple[tuple[str, int], ...]
    total: int
    scorer: Scorer


class Material:
    """A specification with its facts and words, in one language."""

    def __init__(
        self,
        spec: Specification,
        language: str = "en",
        facts: f.Facts | None = None,
        files: Mapping[str, Path] | None = None,
        warnings: tuple[Diagnostic, ...] = (),
        facts_file: Path | None = None,
    ) -> None:
        """`files` tells where the files are that the places in the specification name, `facts_file` where the facts
        are, or would be.

        Raises `Failure` if the catalogue of the language is faulty, `KeyError` if there is none."""
        self.spec = spec
        self.d = spec.declarations
        self.language = language
        self.facts = facts
        self.files = dict(files or {})
        self.warnings = warnings
        self.facts_file = facts_file
        self.catalogue = catalogue(language, spec.folders)
        self._scorers: dict[tuple[str, tuple[tuple[str, str], ...]], Scorer] = {}
        self._words: dict[str, Words] = {}
        self._own: dict[str, dict[str, tuple[tuple[c.Clause, ...], tuple[c.Clause, ...]]]] = {}
        # With the game itself, so that no other gets its place in memory.
        self._named: dict[int, tuple[c.Game, c.Game]] = {}

    # -- words

    def say(self, text: str, **values: object) -> str:
        """A text of the book in its language, with `{name}` replaced."""
        said = self.catalogue.text(text, "book")
        return said.format_map(values) if values else said

    def told(self, text: str) -> str:
        """A text of the author in the book's language."""
        return self.catalogue.text(text)

    def words(self, mode: str) -> Words:
        """The words for a mode under the default readings."""
        if mode not in self._words:
            self._words[mode] = Words(self.spec, self.spec.game(mode), self.language)
        return self._words[mode]

    @cached_property
    def icons(self) -> Icons:
        """The icons beside the rules."""
        return read_icons(self.spec.folders)

    def named(self, game: c.Game) -> c.Game:
        """A game with its titles in the book's language, for pictures."""
        if id(game) not in self._named:
            self._named[id(game)] = (game, self._in_words(game))
        return self._named[id(game)][1]

    def _in_words(self, game: c.Game) -> c.Game:
        noun = self.catalogue.noun
        kinds = {
            n: replace(
                k, title=noun(k.title, k.plural_title, 1, ""), plural_title=noun(k.title, k.plural_title, 2, "")
            )
            for n, k in game.kinds.items()
        }
        units = tuple(
            replace(
                r, title=noun(r.title, r.plural_title, 1, ""), plural_title=noun(r.title, r.plural_title, 2, "")
            )
            for r in game.resources
        )
        mode = replace(game.mode, title=self.told(game.mode.title))
        return replace(game, mode=mode, kinds=kinds, resources=units)

    # -- declarations

    @cached_property
    def objects(self) -> dict[str, tuple[str, s.Declaration | s.TableDeclaration]]:
        """Everything that has an entry, by name: its type and declaration, in the order of the files."""
        out: dict[str, tuple[str, s.Declaration | s.TableDeclaration]] = {}
        for file in self.spec.files:
            for item in file.items:
                what = "table" if isinstance(item, s.TableDeclaration) else item.what
                if what in TYPES and item.name is not None:
                    out[item.name.name] = (what, item)
        return out

    def names(self, what: str, mode: str = "") -> tuple[str, ...]:
        """The names of a type, of one mode if one is given, in the order of the declarations."""
        return tuple(
            n
            for n, (t, _) in self.objects.items()
            if t == what and (not mode or what not in ("tile", "building", "scoring") or mode in self.modes(n))
        )

    def modes(self, name: str) -> tuple[str, ...]:
        """The modes in which a kind or a scoring exists."""
        return self.d.kind_modes.get(name, ())

    def title(self, name: str) -> str:
        """The title of anything that has an entry, of a mode or of a resource."""
        if name in self.d.resources:
            return self.told(self.d.resources[name].title)
        if name in self.d.modes and name not in self.objects:
            return self.told(self.d.modes[name].title)
        _, item = self.objects[name]
        if isinstance(item, s.TableDeclaration):
            return self.told(table_title(item))
        return self.told(title_of(item)) or name

    def summary(self, name: str) -> str:
        """The author's summary of a kind or scoring; empty where there is none."""
        item = self.d.kinds.get(name) or self.d.scorings.get(name)
        return self.told(self.d.info(item, "summary")) if item is not None else ""

    def mode_title(self, mode: str) -> str:
        """The title of a mode."""
        return self.told(self.d.modes[mode].title)

    def part_title(self, part: str) -> str:
        """The title of a line of the score sheet."""
        if part == PRINTED:
            return self.say("printed VP")
        if part.startswith(UNSEATED):
            plural = part.removeprefix(UNSEATED)
            r = next(r for r in self.d.resources.values() if r.plural == plural)
            return self.say("unseated {units}", units=self.resource_title(r.name, 2))
        return self.title(part)

    def units(self, resource: str, n: int) -> str:
        """`2 Coins`, in the book's language."""
        return f"{n} {self.resource_title(resource, n)}"

    def amount(self, n: int, unit: str) -> str:
        """An amount of a fact: of VP, or of units, which facts name in the plural."""
        r = next((r for r in self.d.resources.values() if r.plural_title == unit), None)
        return f"{signed(n)} {self.told(unit) if r is None else self.resource_title(r.name, n)}"

    def resource_title(self, resource: str, n: int) -> str:
        """The title of `n` units of a resource, in the book's language."""
        r = self.d.resources[resource]
        return self.catalogue.noun(r.title, r.plural_title, n, "")

    def text(self, name: str) -> str:
        """The rule as it is written, without its examples, properties, and texts for readers."""
        _, item = self.objects[name]
        if isinstance(item, s.Declaration):
            lines = _without_examples(item.lines)
            item = replace(item, lines=tuple(x for x in lines if not isinstance(x, s.Info)))
        return format_file(s.File((item,)), Source("", ""))

    def alike(self, name: str) -> bool:
        """Whether a kind or scoring is the same in all of its modes, sentences and numbers alike."""
        return len({self._said(name, mode) for mode in self.modes(name)}) == 1

    def _said(self, name: str, mode: str) -> str:
        game = self.spec.game(mode)
        kind = game.kinds.get(name)
        words = self.words(mode)
        said = () if kind is None else (words.card(name), kind.prints)
        sentences = [words.clause(x).text for x in self.clauses(name, mode)]
        return repr((said, sentences, [words.gain(g).text for g in game.gains if g.kind == name]))

    def clauses(self, name: str, mode: str) -> tuple[c.Clause, ...]:
        """The sentences that score in a part of the sheet, in a mode under the default readings."""
        return self.spec.game(mode).clauses_of(name)

    def changed(self, name: str, mode: str) -> tuple[c.Clause, ...]:
        """The sentences of others that the text of a tile makes to be other than they would be without it."""
        if name not in self.d.kinds or not self.d.is_tile(name):
            return ()
        # For all tiles at once: a whole game for each would take as long as there are tiles, for each of them.
        if mode not in self._own:
            self._own[mode] = self.spec.own(mode)
        more, less = self._own[mode].get(name, ((), ()))
        if all(x.part == name for x in (*more, *less)):
            return ()
        plain = self.spec.game(mode, plain=frozenset({name}))
        # What differs may be a list of kinds that is said in the same words.
        words, others = self.words(mode), Words(self.spec, plain, self.language)
        before = {(x.part, others.clause(x).text) for x in less}
        changed = (x for x in more if x.part != name and x.part in {part for part, _ in before})
        return tuple(x for x in changed if (x.part, words.clause(x).text) not in before)

    def sides(self, x: f.RulingFact) -> tuple[list[str], list[str]]:
        """All that is said of the owner of a fact, under the default readings and under the fact's."""
        readings: tuple[dict[str, str], ...] = ({}, {x.ruling: x.reading})
        one, two = (self._all_said(x.owner, self.spec.game(x.mode, r)) for r in readings)
        return one, two

    def _all_said(self, name: str, game: c.Game) -> list[str]:
        words = Words(self.spec, game, self.language)
        said = [words.clause(x).text for x in game.clauses_of(name)]
        said += [words.gain(g).text for g in game.gains if g.kind == name]
        kind = game.kinds.get(name)
        if kind is not None:
            said += [*words.card(name), *filter(None, map(words.printed, kind.prints))]
        return said

    # -- what belongs together

    def mentions(self, name: str) -> tuple[str, ...]:
        """The names of what a declaration speaks of (its examples and properties aside), itself left out."""
        _, item = self.objects[name]
        if isinstance(item, s.TableDeclaration):
            return ()
        found: dict[str, None] = {}
        for word in _words_in((item.parents, tuple(_without_examples(item.lines)))):
            known = self.d.kind_name(word) or word
            if known in self.objects and known != name:
                found[known] = None
        return tuple(found)

    def users(self, table: str) -> tuple[str, ...]:
        """Who looks up a table."""
        return tuple(n for n in self.objects if table in self.mentions(n))

    def rulings(self, name: str) -> tuple[Ruling, ...]:
        """The rulings that touch a kind or scoring: those about it or what it is, those that its text asks about,
        and
        those that were found to make a difference to it."""
        about = {name, *self._above(name)}
        asked = set(self.mentions(name))
        differ = {x.ruling for x in self.ruling_facts() if x.owner == name and x.verdict == "different"}
        return tuple(
            r for r in self.spec.rulings.values() if about & set(r.about) or r.name in asked or r.name in differ
        )

    def _above(self, name: str) -> Iterator[str]:
        if name in self.d.kinds:
            for word in self.d.kinds[name].parents:
                parent = self.d.kind_name(word.name)
                if parent is not None:
                    yield parent
                    yield from self._above(parent)

    def closure(self, names: set[str]) -> set[str]:
        """Names, and whatever their meaning rests on."""
        todo, seen = list(names), set[str]()
        while todo:
            name = todo.pop()
            if name in seen or name not in self.objects:
                continue
            seen.add(name)
            todo += self.mentions(name)
        return seen

    def sources(self, names: set[str]) -> set[Path]:
        """The files on which the entries of some names depend: those of what they rest on, and of what is no tile,
        building or ruling (modes, resources, the game itself)."""
        closed = self.closure(names)
        out = set()
        for file in self.spec.files:
            for item in file.items:
                always = not isinstance(item, s.TableDeclaration) and item.what not in (
                    "tile",
                    "building",
                    "ruling",
                )
                if (always or (item.name is not None and item.name.name in closed)) and self._file(
                    item
                ) is not None:
                    out.add(self._file(item))
        return {x for x in out if x is not None}

    def _file(self, item: s.Node) -> Path | None:
        return self.files.get(item.span.source.name)

    @cached_property
    def skeleton(self) -> str:
        """A hash of what any page may show of any declaration: all but sentences, examples and properties. If it
        changes, all pages are out of date."""
        said = [
            (what, title_of(item), [p.name for p in item.parents], [x for x in item.lines if isinstance(x, _SHOWN)])
            for what, item in self.objects.values()
            if isinstance(item, s.Declaration)
        ]
        titles = [table_title(x) for _, x in self.objects.values() if isinstance(x, s.TableDeclaration)]
        text = text_of((*((*x[:2], tuple(x[2]), tuple(x[3])) for x in said), *titles))
        return hashlib.sha256((text + repr(list(self.objects))).encode()).hexdigest()

    # -- cities

    def scorer(self, mode: str, readings: Mapping[str, str] | None = None) -> Scorer:
        """The scorer of a mode under some readings."""
        key = (mode, tuple(sorted(self.spec.readings(readings).items())))
        if key not in self._scorers:
            self._scorers[key] = Scorer(self.spec, mode, readings)
        return self._scorers[key]

    def counted(self, name: str, city: City, title: str = "", readings: Mapping[str, str] | None = None) -> Counted:
        """A complete city with its arithmetic, from the point of view of `name`; empty for the city alone."""
        scorer = self.scorer(city.mode, readings)
        parts = scorer.compiled.parts(city, scorer.view(city))
        tile = name in self.d.kinds and self.d.is_tile(name)
        rows: list[tuple[c.Clause, int]] = []
        if tile:
            rows = scorer.by_clause(city, owner=name)
        elif name:
            rows = scorer.by_clause(city, part=name)
        units = {r: n for r, n in scorer.units(city, name).items() if n} if name in scorer.game.kinds else {}
        sheet = tuple((self.part_title(p), n) for p, n in parts.items() if n)
        own = sum(n for _, n in rows) if rows else None
        return Counted(city, scorer.game, title, tuple(rows), own, units, sheet, sum(parts.values()), scorer)

    def example(self, name: str, mode: str, bag: Bag) -> Counted | None:
        """The first example of a declaration in a mode under the default readings; None if there is none. One that
        does not give what it claims is noted in `bag`."""
        case = self._example(name, mode, bag)
        if case is None:
            return None
        run_example(self.spec, self.scorer(mode), case, bag)
        title = case.syntax.title.value if case.syntax.title is not None else ""
        return self.counted(name, case.city, self.told(title))

    def _example(self, name: str, mode: str, bag: Bag) -> ExampleCase | None:
        _, item = self.objects[name]
        for line in all_lines(item.lines) if isinstance(item, s.Declaration) else ():
            if isinstance(line, s.Example) and line.mode.name == mode:
                if any(isinstance(g, s.GivenReading) for g in line.given):
                    continue
                return example_case(self.spec, name, line, bag)
        return None

    def named_example(self, name: str, title: str, bag: Bag) -> Counted | None:
        """The example of a declaration that has this title, whatever its readings; None if there is none."""
        _, item = self.objects[name]
        for line in all_lines(item.lines) if isinstance(item, s.Declaration) else ():
            if isinstance(line, s.Example) and line.title is not None and line.title.value == title:
                case = example_case(self.spec, name, line, bag)
                if case is None:
                    return None
                run_example(self.spec, self.scorer(case.mode, case.readings), case, bag)
                return self.counted(name, case.city, self.told(title), case.readings)
        return None

    def example_titles(self, name: str) -> tuple[str, ...]:
        """The titles of the examples of a declaration."""
        _, item = self.objects[name]
        lines = all_lines(item.lines) if isinstance(item, s.Declaration) else ()
        return tuple(x.title.value for x in lines if isinstance(x, s.Example) and x.title is not None)

    # -- facts

    def maxima(self, name: str, mode: str) -> tuple[f.MaximumFact, ...]:
        """What is known of the most that a tile scores in a mode."""
        found = self.facts.maxima if self.facts is not None else ()
        return tuple(x for x in found if x.tile == name and x.mode == mode)

    def property_facts(self, name: str = "") -> tuple[f.PropertyFact, ...]:
        """The properties of a declaration, or of all, with what is known of them."""
        if self.facts is not None:
            return tuple(x for x in self.facts.properties if not name or x.owner == name)
        return tuple(x for x in self._properties if not name or x.owner == name)

    @cached_property
    def _properties(self) -> tuple[f.PropertyFact, ...]:
        """All properties, as nobody has asked about them."""
        return tuple(
            f.PropertyFact(
                p.owner, p.mode, p.title, "not asked", p.scope, p.syntax.span.source.name, p.syntax.span.begin()[0]
            )
            for p in properties(self.spec)
        )

    def claim(self, x: f.PropertyFact) -> str:
        """What a property claims, in words; empty if the rules have none of that name any more."""
        case = self._cases.get((x.owner, x.mode, x.title))
        core = None if case is None else core_property(self.spec, case, Bag())
        if case is None or core is None:
            return ""
        return self.words(x.mode).claim(core, case).text

    @cached_property
    def _cases(self) -> dict[tuple[str, str, str], PropertyCase]:
        return {(p.owner, p.mode, p.title): p for p in properties(self.spec)}

    def ruling_facts(self, ruling: str = "") -> tuple[f.RulingFact, ...]:
        """What the readings of a ruling, or of all, change."""
        found = self.facts.rulings if self.facts is not None else ()
        return tuple(x for x in found if not ruling or x.ruling == ruling)

    def city(self, data: f.JsonCity | None, readings: Mapping[str, str] | None = None) -> City | None:
        """A city of the facts; None if there is none, if these rules do not allow it, or if its seating is open."""
        if data is None:
            return None
        try:
            city = f.city_of(self.spec, data, readings)
        except Failure:
            return None
        return None if any(b.active is None for _, b in city.buildings()) else city


_SHOWN = (s.Info, s.Plural, s.Glyph, s.Modes)


def _without_examples(lines: tuple[s.Line, ...]) -> Iterator[s.Line]:
    for line in lines:
        match line:
            case s.Example() | s.Property():
                continue
            case s.ModeBlock() | s.UnderBlock() | s.FromPlayers():
                inner = tuple(_without_examples(line.lines))
                if inner:
                    yield replace(line, lines=inner)
            case _:
                yield line


def _words_in(x: object) -> Iterator[str]:
    """All names in a part of the tree."""
    if isinstance(x, s.Word):
        yield x.name
    elif isinstance(x, tuple):
        for y in x:
            yield from _words_in(y)
    elif is_dataclass(x) and isinstance(x, s.Node):
        for field in fields(x):
            if field.name != "span":
                yield from _words_in(getattr(x, field.name))


def load_material(
    folders: tuple[Path, ...], facts: Path | None, language: str
) -> tuple[Material, tuple[Diagnostic, ...]]:
    """The material of some folders, and what is wrong with its facts (which are then left out).

    A facts file that does not exist is no mistake: nothing was asked yet. Raises `Failure` with every error of the
    rules, and `KeyError` if there are no words in the language."""
    files: dict[str, Path] = {}

    def shown(path: Path) -> str:
        name = shown_path(path)
        files[name] = path.resolve()
        return name

    bag = Bag()
    bases: list[Path] = []
    trees = read_folder(folders, bag, shown, bases)
    spec = assembled(trees, bag, (*(x for x in bases if x not in folders), *folders))
    found: f.Facts | None = None
    complaints: tuple[Diagnostic, ...] = ()
    if facts is not None and facts.exists():
        try:
            found = f.read(facts, spec)
        except Failure as failure:
            complaints = failure.diagnostics
    return Material(spec, language, found, files, tuple(bag.found), facts), complaints
