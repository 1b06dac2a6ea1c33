"""The words of a specification: sentences of clauses, gains and claims, made from their meaning.

Guarantee: the words are made from core and from titles alone, so that two texts of the same core have the same
words; everything that the checker accepts has words, in every language that has a catalogue, and in English where
a message has no translation. `dsl.catalogue` tells how languages are added.
"""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass
from functools import cached_property

from dsl import core as c
from dsl import syntax as s
from dsl.assemble import Specification
from dsl.catalogue import DEFAULT, TEMPLATE, Catalogue, catalogue, languages
from dsl.claim_words import ClaimWords
from dsl.claims import CoreProperty, PropertyCase
from dsl.declarations import all_lines, table_title, title_of
from dsl.phrases import MANY, Noun, Phrase, Speaker
from dsl.po import read
from dsl.statements import Statements, sentence
from dsl.to_formula import Formula

__all__ = ["Sentence", "Words", "catalogue", "languages", "messages", "missing"]


@dataclass(frozen=True)
class Sentence:
    """A sentence, and the tables that it speaks of, in the order in which it does."""

    text: str
    tables: tuple[c.Table, ...] = ()


class Words:
    """The words of one game in one language.

    Raises `KeyError` if there is no such language, and `Failure` if one of its files can not be read."""

    def __init__(self, spec: Specification, game: c.Game, language: str = DEFAULT) -> None:
        self.spec = spec
        self.game = game
        self.language = language
        self.catalogue: Catalogue = catalogue(language, spec.folders)

    # -- sentences

    def _say(self, p: Phrase, letters: bool = False) -> str:
        return Speaker(self.catalogue, p, letters).text()

    def _sentence(self, p: Phrase) -> str:
        text = self._say(sentence(p))
        return text[:1].upper() + text[1:]

    def _statements(self, owner: str = "", explicit: bool = False) -> Statements:
        return Statements(self.game, owner, explicit, table_titles=self._table_titles)

    @cached_property
    def _table_titles(self) -> dict[str, str]:
        """The titles of the tables, by name."""
        tables = self.spec.declarations.tables
        return {name: self.text(table_title(x)) for name, x in tables.items()}

    def owner(self, x: c.Clause) -> str:
        """The kind that is `self` in a clause: of several, the one that it is written for."""
        if not x.kinds:
            return ""
        return x.part if x.part in x.kinds or len(x.kinds) > 1 else next(iter(x.kinds))

    def clause(self, x: c.Clause) -> Sentence:
        """The sentence of a clause: what is scored, in VP; or what counts in a tie."""
        wording = self._statements(self.owner(x))
        said = wording.tied if x.part in self.game.tie_parts else wording.statement
        text = self._sentence(said(x.value))
        return Sentence(text, tuple(dict.fromkeys(wording.tables)))

    def gain(self, g: c.Gain) -> Sentence:
        """The sentence of a gain: what is received when the game ends, before the last seating."""
        wording = self._statements(g.kind, explicit=True)
        text = self._sentence(wording.gain(g))
        return Sentence(text, tuple(dict.fromkeys(wording.tables)))

    def claim(self, core: CoreProperty, case: PropertyCase) -> Sentence:
        """The sentence of a property: what it claims, of which cities."""
        titles = self._table_titles
        wording = ClaimWords(
            self.game, case.owner, named=self._title_in, question=self._ruling, table_titles=titles
        )
        return Sentence(self._sentence(wording.claim(core)), tuple(dict.fromkeys(wording.tables)))

    def expr(self, e: c.Expr, owner: str = "") -> str:
        """A number or condition in words, without a capital; `owner` is what `self` is called."""
        wording = self._statements(owner)
        return self._say(wording.condition(e) if isinstance(e, c.Bool) else wording.number(e))

    def formula(self, x: c.Clause) -> str:
        """The value of a clause in a compact mathematical form, with sets and conditions in words."""
        return self._say(Formula(self.game, x.part).formula(x.value), letters=True)

    # -- titles and texts

    def title(self, kind: str) -> str:
        """The title of a kind, scoring or mode."""
        return self._say(self._title_in(kind, 1))

    def plural(self, kind: str) -> str:
        """The title of a kind in the plural."""
        return self._say(self._title_in(kind, MANY))

    def _title_in(self, name: str, n: int) -> Phrase:
        return title_phrase(self.spec, name, n)

    def _ruling(self, ruling: str, reading: str) -> tuple[str, str]:
        found = self.spec.rulings[ruling]
        text = next(r.text for r in found.readings if r.name == reading)
        return self.text(found.title), self.text(text)

    def text(self, text: str) -> str:
        """A text that the rules quote (a summary, a note, a question), translated if it can be."""
        return self.catalogue.text(text)

    # -- cards

    def card(self, kind: str) -> tuple[str, ...]:
        """What stands on the card of a kind beside its clauses: needs, seats, immediate gains, height."""
        wording, found = self._statements(kind), self.game.kinds[kind]
        said = (
            wording.needs(found),
            wording.seats(found),
            wording.floors(found),
            wording.placed(found),
            wording.inactive(found),
        )
        return tuple(self._sentence(x) for x in said if x is not None)

    def printed(self, variant: c.PrintVariant) -> str:
        """What is printed on a variant of a tile; the empty string if nothing is."""
        found = self._statements().printed(variant)
        return "" if found is None else self._sentence(found)


def title_phrase(spec: Specification, name: str, n: int) -> Phrase:
    """The title of a kind, scoring or mode of a specification, for a number of them."""
    d = spec.declarations
    if name in d.kinds:
        return Noun(title_of(d.kinds[name]), d.plural_title(name), n)
    title = title_of(d.scorings[name]) if name in d.scorings else d.modes[name].title
    return Noun(title, title, n)


# ---- what there is to translate ----------------------------------------------------------------------------


def messages(spec: Specification) -> tuple[tuple[str, str], ...]:
    """Every text of a specification that can be translated, with what it is in the plural (or the empty string), in
    the order of the files: titles, summaries, notes, sources, questions, readings, reasons, names of examples and
    properties."""
    found: dict[str, str] = {}

    def note(text: str, plural: str = "") -> None:
        if text:
            found[text] = plural or found.get(text, "")

    for file in spec.files:
        for decl in file.items:
            if isinstance(decl, s.TableDeclaration):
                note(table_title(decl))
                continue
            plural = next((x.title.value for x in all_lines(decl.lines) if isinstance(x, s.Plural)), "")
            if decl.title is not None:
                note(decl.title.value, plural)
            for x in all_lines(decl.lines):
                match x:
                    case s.Info(text=text):
                        note(text.value)
                    case s.Example(title=title) if title is not None:
                        note(title.value)
                    case s.Property():
                        note(x.title.value)
                        for y in x.options:
                            note(y.text.value if isinstance(y, s.Info) else "")
                    case _:
                        pass
            for inside, several in _of_procedure(decl):
                note(inside, several)
    for r in spec.rulings.values():
        for said in (r.title, *(x.text for x in r.readings), r.reason):
            note(said)
    return tuple(found.items())


def _of_procedure(decl: s.Declaration) -> Iterator[tuple[str, str]]:
    """The titles inside of a procedure, each with its plural if it has one."""
    todo: list[object] = [decl.lines] if decl.what == "procedure" else []
    while todo:
        match todo.pop(0):
            case tuple() as several:
                todo = [*several, *todo]
            case s.PieceSort() as x:
                yield x.title.value, x.plural.value
            case s.Zone(title=title):
                yield title.value, ""
            case s.Routine(title=title, steps=steps) | s.Option(title=title, steps=steps):
                yield title.value, ""
                todo = [steps, *todo]
            case s.ChooseStep() as x:
                yield x.who.value, ""
                todo = [x.options, *todo]
            case s.Play() | s.RepeatStep() | s.EachStep() | s.IfStep() as x:
                todo = [x.steps, *todo]
            case s.ModeBlock() | s.UnderBlock() as block:
                todo = [block.lines, *todo]


def wording() -> tuple[str, ...]:
    """Every message of the code, as the template catalogue beside it lists them."""
    return tuple(id for _context, id in read(TEMPLATE).ids)


def missing(spec: Specification, language: str) -> tuple[str, ...]:
    """The messages that have no translation: those of the code, then those of a specification in the order of its
    files. Raises as `catalogue` does."""
    if language == DEFAULT:
        return ()
    found = catalogue(language, spec.folders)
    wanted = (*wording(), *(text for text, _plural in messages(spec)))
    return tuple(text for text in wanted if found.message("", text) is None)
