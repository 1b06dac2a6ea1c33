"""The numbers in the text of a tile, and the same text with another number in one place.

Guarantee: `with_number` changes one number of one sentence and nothing else; `rewritten` replaces its digits in the
text of the file, so that all else stays as it is, and only if what comes out reads as just that change.
"""

from __future__ import annotations

import re
from collections.abc import Iterator, Mapping
from dataclasses import dataclass

from dsl import syntax as s
from dsl.declarations import Declarations
from dsl.diagnostics import Bag
from dsl.mutate import Mutant, looked_up, mutants
from dsl.mutation_operators import Change, Names, Operator, number_to
from dsl.parse import parse
from dsl.source import Source, Span, plain


@dataclass(frozen=True)
class Number:
    """A number as it is written: in the declaration `target` (a kind, a scoring, or a table that it looks up), in a
    sentence (as the formatter has it)."""

    target: str
    value: int
    span: Span
    sentence: str


def numbers(d: Declarations, name: str, mode: str, readings: Mapping[str, str]) -> tuple[Number, ...]:
    """All numbers that count in a mode under all these readings, in the order of the text: those of the sentences
    of a kind or a scoring, then those of the tables that it looks up."""
    found = []
    for target in (name, *looked_up(d, name)):
        here = {}
        for x in mutants(d, target, (Operator("number", "one more", number_to(lambda n: (n + 1,))),)):
            holds = all(readings.get(ruling) == r for ruling, r in x.context.readings.items())
            if x.context.mode in (None, mode) and holds and x.span.text.isdecimal():
                here[x.span.start] = Number(target, int(x.span.text), x.span, x.before)
        found += [here[start] for start in sorted(here)]
    return tuple(found)


def with_number(d: Declarations, number: Number, value: int) -> Mutant | None:
    """The text with another number in one place; None if it can not stand there."""
    every = number_to(lambda n: (-value if n < 0 else value,))  # a sign that stands before the digits stays

    def there(node: s.Node, names: Names) -> Iterator[Change]:
        return (x for x in every(node, names) if x[1] == number.span)

    return next(iter(mutants(d, number.target, (Operator("number", "another number", there),))), None)


_BOM = "\ufeff"


def rewritten(text: str, mutant: Mutant, value: int) -> str | None:
    """The text of a file, as it is stored, with the number of a mutant written in its place; None if the file is
    not what was read, or would not say what the mutant says.

    All but the digits stays as it is: remarks, layout, the ends of lines."""
    bom, body = (_BOM, text[1:]) if text.startswith(_BOM) else ("", text)
    span = mutant.span
    if plain(body) != span.source.text:
        return None
    line, column = span.begin()
    starts = [0, *(m.end() for m in re.finditer(r"\r\n|\r|\n", body))]
    at = starts[line - 1] + column - 1
    new = f"{body[:at]}{value}{body[at + len(span.text) :]}"
    return bom + new if _says(plain(new), mutant) else None


def _says(text: str, mutant: Mutant) -> bool:
    """Whether a text declares what the mutant does."""
    bag = Bag()
    read = parse(Source(mutant.span.source.name, text), bag)
    return not bag.errors and mutant.changed in read.items
