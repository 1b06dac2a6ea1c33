"""Phrases: what is to be said, as trees of messages, and how a catalogue says them.

Guarantee: the same tree is said in every language; what depends on the language (number, gender, form, order of
words) is looked up. Bound variables that a phrase speaks of again are called `it`, or by a letter where `it` would
be unclear.

A message's first argument is its head: the features of the head (its form, gender, number, looks) choose the
variant of the template, and are those of the whole phrase. `agree` names another phrase whose features choose the
variant.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from typing import TypeAlias, assert_never

from dsl.catalogue import Catalogue, fill

MANY = 5
"""The number of a noun that stands for any number of things: `the number of Parks`."""


@dataclass(frozen=True, eq=False)
class Text:
    """Words that are the same in every language: a number, a sign, a table's name."""

    text: str


@dataclass(frozen=True, eq=False)
class Noun:
    """A thing, or `number` of them (which is not said)."""

    one: str
    many: str
    number: int


@dataclass(frozen=True, eq=False)
class Say:
    """A message with what is said in its places."""

    template: str
    args: tuple[tuple[str, Phrase], ...]
    agree: Phrase | None


@dataclass(frozen=True, eq=False)
class Bound:
    """A noun that introduces a variable: it is followed by the variable's letter, if it needs one."""

    var: str
    noun: Phrase


@dataclass(frozen=True, eq=False)
class Ref:
    """A variable that is spoken of again."""

    var: str


@dataclass(frozen=True, eq=False)
class Scope:
    """All that may speak of a variable."""

    var: str
    inner: Phrase


@dataclass(frozen=True, eq=False)
class Inner:
    """What is said of the elements of a variable: `it` means that variable here, and no other."""

    var: str
    inner: Phrase


@dataclass(frozen=True, eq=False)
class Brackets:
    """A phrase in parentheses."""

    inner: Phrase


@dataclass(frozen=True, eq=False)
class Joined:
    """Signs and phrases one behind the other, as in a formula."""

    inner: tuple[Phrase, ...]


Phrase: TypeAlias = Text | Noun | Say | Bound | Ref | Scope | Inner | Brackets | Joined


def say(template: str, /, agree: Phrase | None = None, **args: Phrase) -> Phrase:
    """A message: `template` is its English wording, with a name in braces for each argument."""
    return Say(template, tuple(args.items()), agree)


def _(template: str) -> str:
    """Marks a template that is said elsewhere, for whoever collects the messages."""
    return template


def number(n: int) -> Text:
    """A number, with a minus sign where it is negative."""
    return Text(str(n).replace("-", "−"))


def listed(phrases: Sequence[Phrase], last: str) -> Phrase:
    """Several phrases as a list; `last` is the template that joins the last to those before it."""
    found = phrases[0]
    for x in phrases[1:-1]:
        found = say(COMMA, first=found, next=x)
    return found if len(phrases) == 1 else say(last, first=found, next=phrases[-1])


def joined(clauses: Sequence[Phrase], how: str) -> Phrase:
    """Several clauses, the word between any two; `how` is `BOTH` or `EITHER`."""
    found = clauses[0]
    for x in clauses[1:]:
        found = say(how, clause=found, other=x)
    return found


# Apart from those of nouns: some languages say again before each clause what stands before the first one.
BOTH = _("{clause} and {other}")
EITHER = _("{clause} or {other}")
AND = _("{first} and {next}")
OR = _("{first} or {next}")
COMMA = _("{first}, {next}")
_LISTS = (AND, OR, COMMA)


def parts(p: Phrase) -> tuple[Phrase, ...]:
    """The phrases directly inside one."""
    match p:
        case Text() | Noun() | Ref():
            return ()
        case Say(_, args):
            return tuple(x for _, x in args)
        case Bound(_, inner) | Scope(_, inner) | Inner(_, inner) | Brackets(inner):
            return (inner,)
        case Joined(inside):
            return inside
        case _:
            assert_never(p)


def below(p: Phrase) -> Iterator[Phrase]:
    """A phrase and all inside it."""
    yield p
    for x in parts(p):
        yield from below(x)


def speaks_of(p: Phrase, var: str) -> bool:
    """Whether a phrase refers to a variable."""
    return any(isinstance(x, Ref) and x.var == var for x in below(p))


# ---- names of variables ----------------------------------------------------------------------------------


@dataclass
class _Use:
    """How a variable is spoken of: at all, and from within what is said of another one."""

    any: bool = False
    far: bool = False
    crowded: bool = False  # another variable that is bound in its scope is spoken of


def _uses(p: Phrase, found: dict[str, _Use], open_: tuple[str, ...], inner: tuple[str, ...]) -> None:
    match p:
        case Ref(var):
            use = found.setdefault(var, _Use())
            use.any = True
            use.far = use.far or (len(inner) > 0 and inner[-1] != var)
            for other in open_[: open_.index(var)] if var in open_ else open_:
                found.setdefault(other, _Use()).crowded = True
        case Scope(var, inside):
            _uses(inside, found, (*open_, var), inner)
        case Inner(var, inside):
            _uses(inside, found, open_, (*inner, var))
        case _:
            for x in parts(p):
                _uses(x, found, open_, inner)


def names(p: Phrase, letters: bool = False) -> dict[str, str]:
    """What each variable that is spoken of is called: a letter, or the empty string for `it`.

    `letters`: never `it`."""
    uses: dict[str, _Use] = {}
    _uses(p, uses, (), ())
    out: dict[str, str] = {}
    for x in below(p):
        if isinstance(x, Bound) and x.var in uses and uses[x.var].any and x.var not in out:
            use = uses[x.var]
            # Of two that are spoken of in one place, the outer one has a letter: `it` is the inner one.
            named = letters or use.far or use.crowded
            out[x.var] = _letter(sum(1 for y in out.values() if y)) if named else ""
    return out


def _letter(i: int) -> str:
    return chr(ord("A") + i % 26) + (str(i // 26) if i >= 26 else "")


# ---- saying ----------------------------------------------------------------------------------------------


class Speaker:
    """Says one phrase in one language."""

    def __init__(self, catalogue: Catalogue, phrase: Phrase, letters: bool = False) -> None:
        self.catalogue = catalogue
        self.phrase = phrase
        self.names: Mapping[str, str] = names(phrase, letters)
        self.nouns = {x.var: x.noun for x in below(phrase) if isinstance(x, Bound)}
        self._texts: dict[tuple[int, str], str] = {}

    def text(self) -> str:
        """The phrase, finished."""
        return self.catalogue.spoken(self._text(self.phrase, ""))

    def _features(self, p: Phrase) -> tuple[str, ...]:
        match p:
            case Text():
                return ()
            case Noun(one, _, number):
                return self.catalogue.features(one, number)
            case Say(template, args, agree):
                head = agree if agree is not None else args[0][1] if args else None
                if head is None:
                    return ()
                if template not in _LISTS:
                    return self._features(head)
                # Of several things, what all of them are: `Usine ou Port` is not feminine, but begins so.
                others = [self._features(x) for _name, x in args]
                first = [f.removeprefix(FIRST) for f in others[0]]
                return tuple(f if all(f in x for x in others) else f"{FIRST}{f}" for f in first)
            case Ref(var):
                noun = self._features(self.nouns[var]) if var in self.nouns else ()
                return noun if self.names.get(var) else (*noun, "it")
            case Bound(_, inner) | Scope(_, inner) | Inner(_, inner) | Brackets(inner):
                return self._features(inner)
            case Joined():
                return ()
            case _:
                assert_never(p)

    def _is_it(self, p: Phrase) -> bool:
        return isinstance(p, Ref) and not self.names.get(p.var)

    def _text(self, p: Phrase, case: str) -> str:
        key = id(p), case
        if key not in self._texts:
            self._texts[key] = self._said(p, case)
        return self._texts[key]

    def _said(self, p: Phrase, case: str) -> str:
        match p:
            case Text(text):
                return text
            case Noun(one, many, number):
                return self.catalogue.noun(one, many, number, case)
            case Say(template, args, agree):
                return self._message(template, args, agree, case)
            case Bound(var, noun):
                name = self.names.get(var, "")
                return f"{self._text(noun, case)} {name}" if name else self._text(noun, case)
            case Ref(var):
                # A message, so that a language may have one for each gender and form.
                features = (*((case,) if case else ()), *self._features(p))
                return self.names.get(var) or self.catalogue.template(IT, features)
            case Scope(_, inner) | Inner(_, inner):
                return self._text(inner, case)
            case Brackets(inner):
                return f"({self._text(inner, case)})"
            case Joined(inside):
                return "".join(self._text(x, "") for x in inside)
            case _:
                assert_never(p)

    def _message(self, template: str, args: tuple[tuple[str, Phrase], ...], agree: Phrase | None, case: str) -> str:
        head = agree if agree is not None else args[0][1] if args else None
        features: Iterable[str] = ()
        if head is not None:
            features = (*self._features(head), *self.catalogue.looks(self._text(head, case)))
        # A phrase beside the head counts only if it is a pronoun: `the number of its floors`.
        features = (*features, *(f"{name}:it" for name, x in args if x is not head and self._is_it(x)))
        wanted = tuple(dict.fromkeys((*((case,) if case else ()), *features)))
        found = self.catalogue.template(template, wanted)
        said = dict(args)
        first = args[0][0] if args else ""

        def value(name: str, asked: str | None) -> str:
            form = asked if asked is not None else case if name == first else ""
            return self._text(said[name], form)

        return fill(found, value)


IT = _("it")
FIRST = "first:"
"""Before a feature that only the first of several things has, and those that follow have not."""
