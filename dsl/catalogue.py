"""What is said in which language: message catalogues, and the grammar that they hold.

Guarantee: nothing about a language but English's words is in the code. A catalogue says, beside its messages,

- under the context `features`, what a noun is (`f`, `neuter`, ...: any words, in an order that the language
  keeps);
- under the context `pattern`, features that a phrase has by its looks: a name, and a regular expression that is
  searched in the phrase (English: `vowel`, for *an*);
- under the context `sound`, replacements made in a finished text: `EXPRESSION => REPLACEMENT` (French: *de le* is
  *du*);
- under contexts made of features, variants of a message for phrases that have them.

What no catalogue of the language translates is said in English. A language is a folder `LANGUAGE/LC_MESSAGES` with
`.po` files inside a folder `locale`: that of the code, that of the shipped rules, or one beside an author's rules.
"""

from __future__ import annotations

import re
from collections.abc import Callable, Iterable, Sequence
from dataclasses import dataclass
from functools import cache, cached_property, lru_cache
from itertools import combinations
from pathlib import Path

from dsl.diagnostics import Bag, Failure
from dsl.load import shipped
from dsl.po import Message, Po, read

DEFAULT = "en"
_FOLDER = "locale"
_OWN = Path(__file__).parent
TEMPLATE = _OWN / _FOLDER / "words.pot"
"""What there is to translate in the code."""


def _roots(folders: Iterable[Path]) -> list[Path]:
    """The `locale` folders, those of the folders first, the last one before the others: what is put on top of the
    shipped rules has the first word."""
    beside = [p if p.is_dir() else p.parent for p in folders]
    top = [p for p in reversed(beside) if p != shipped()]
    found = dict.fromkeys(p / _FOLDER for p in (*top, shipped(), _OWN))
    return [p for p in found if p.is_dir()]


def languages(folders: Iterable[Path] = ()) -> tuple[str, ...]:
    """The languages that there is a catalogue for, in alphabetical order: of the code, or of rules in `folders`."""
    found = {x.parent.name for root in _roots(folders) for x in root.glob("*/LC_MESSAGES")}
    return tuple(sorted(found | {DEFAULT}))


@dataclass(frozen=True)
class Catalogue:
    """The messages of one language, from one or several files; where two translate a message, the first counts."""

    language: str
    files: tuple[Po, ...]
    english: Catalogue | None = None

    def message(self, context: str, id: str) -> Message | None:
        """A translated message, or None."""
        return next((f.messages[context, id] for f in self.files if (context, id) in f.messages), None)

    def text(self, id: str, context: str = "") -> str:
        """A text that is said as a whole, such as a summary; as it is where there is no translation."""
        found = self.message(context, id)
        return id if found is None else found.forms[0]

    def template(self, id: str, features: Sequence[str]) -> str:
        """The wording of a message for a phrase with some features: that of the most specific variant."""
        key = id, tuple(features)
        if key not in self._templates:
            self._templates[key] = self._variant(id, features)
        return self._templates[key]

    @cached_property
    def _templates(self) -> dict[tuple[str, tuple[str, ...]], str]:
        return {}

    def _variant(self, id: str, features: Sequence[str]) -> str:
        for size in range(len(features), -1, -1):
            for some in combinations(features, size):
                found = self.message(" ".join(some), id)
                if found is not None:
                    return found.forms[0]
        return id if self.english is None else self.english.template(id, features)

    def noun(self, one: str, many: str, number: int, case: str) -> str:
        """A noun as it is for a number, in the form that a template asks for (`case`; empty for the usual one)."""
        for context in (case, "") if case else ("",):
            for file in self.files:
                found = file.messages.get((context, one))
                if found is not None:
                    return found.forms[min(file.form(number), len(found.forms) - 1)]
        return one if number == 1 else many

    def features(self, noun: str, number: int) -> tuple[str, ...]:
        """What a noun is, and which plural form the number takes (`p0`, `p1`, ...)."""
        found = self.message("features", noun)
        file = next((f for f in self.files if ("", noun) in f.messages), None) or next(iter(self.files), None)
        form = (0 if number == 1 else 1) if file is None else file.form(number)
        return (*(found.forms[0].split() if found else ()), f"p{form}")

    @cached_property
    def patterns(self) -> tuple[tuple[str, re.Pattern[str]], ...]:
        """Features that a phrase has by its looks."""
        found = [m for f in self.files for m in f.messages.values() if m.context == "pattern"]
        return tuple((m.id, _compiled(m, m.forms[0])) for m in found)

    @cached_property
    def _sounds(self) -> tuple[tuple[re.Pattern[str], str], ...]:
        rules = [m for f in self.files for m in f.messages.values() if m.context == "sound"]
        out = []
        for m in rules:
            before, arrow, after = m.forms[0].partition(" => ")
            if not arrow:
                raise _fault(m, "a change of sound is written `EXPRESSION => REPLACEMENT`")
            expression = _compiled(m, before)
            try:
                expression.sub(after, "")
            except (re.error, IndexError):
                raise _fault(m, f"the replacement `{after}` does not fit its expression") from None
            out.append((expression, after))
        return tuple(out)

    def spoken(self, text: str) -> str:
        """A finished text, with the changes that words make in each other."""
        for expression, after in self._sounds:
            text = expression.sub(after, text)
        return text

    def looks(self, text: str) -> tuple[str, ...]:
        """The features that a phrase has by its looks, in the catalogue's order."""
        return tuple(dict.fromkeys(name for name, x in self.patterns if x.search(text)))


def _fault(m: Message, message: str) -> Failure:
    bag = Bag()
    bag.add("TP072", message, m.span)
    return Failure(bag.found)


def _compiled(m: Message, expression: str) -> re.Pattern[str]:
    try:
        return re.compile(expression)
    except re.error as error:
        raise _fault(m, f"the expression `{expression}` can not be read: {error}") from None


@cache
def _read(path: Path, _changed: int) -> Po:
    """A file; it is read again after a change."""
    return read(path)


def _files(language: str, roots: Iterable[Path]) -> tuple[Po, ...]:
    paths = (p for root in roots for p in sorted((root / language / "LC_MESSAGES").glob("*.po")))
    return tuple(_read(p, p.stat().st_mtime_ns) for p in paths)


_SLOT = re.compile(r"\{([^{}|]*)(?:\|([^{}]*))?\}")


def slots(template: str) -> frozenset[str]:
    """The names in braces of a template."""
    return frozenset(m[1] for m in _SLOT.finditer(template))


def fill(template: str, value: Callable[[str, str | None], str]) -> str:
    """The template with each `{name}` or `{name|case}` replaced."""
    return _SLOT.sub(lambda m: value(m[1], m[2]), template)


def catalogue(language: str = DEFAULT, folders: Iterable[Path] = ()) -> Catalogue:
    """The catalogue of a language, for the rules in some folders.

    Raises `Failure` if a file of it can not be read or says what can not be understood, and `KeyError` if there is
    no such language."""
    paths = tuple(folders)
    if language not in languages(paths):
        raise KeyError(language)
    roots = _roots(paths)
    return _checked(language, _files(language, roots), _files(DEFAULT, roots))


@lru_cache(maxsize=64)
def _checked(language: str, own: tuple[Po, ...], default: tuple[Po, ...]) -> Catalogue:
    english = Catalogue(DEFAULT, default)
    found = english if language == DEFAULT else Catalogue(language, own, english)
    for m in (m for file in found.files for m in file.messages.values()):
        if m.context in ("features", "pattern", "sound"):
            continue
        for form in m.forms:
            extra = slots(form) - slots(m.id)
            if extra and slots(m.id):
                names = ", ".join(f"`{{{x}}}`" for x in sorted(extra))
                raise _fault(m, f"the translation speaks of {names}, which `{m.id}` does not have")
    found.patterns, found._sounds  # noqa: B018 - faults in them are told now
    return found
