"""How the VP of a sentence come about in a city, as arithmetic.

Guarantee: every number was counted by the compiled functions of the sentence's own expressions, and what is written
comes to what the scorer gives the sentence: where it would not, only the result is shown.
"""

from __future__ import annotations

from collections.abc import Sequence
from itertools import groupby

from dsl import core as c
from dsl.city import City
from dsl.scorer import Scorer
from dsl.to_python import compile_module

_ARROW, _TIMES = "\N{RIGHTWARDS ARROW}", "\N{MULTIPLICATION SIGN}"
_MINUS, _SPACE = "\N{MINUS SIGN}", "\N{NO-BREAK SPACE}"


def signed(n: int) -> str:
    """A number with a real minus sign."""
    return str(n) if n >= 0 else f"{_MINUS}{-n}"


def worked(clause: c.Clause, n: int, city: City, scorer: Scorer) -> str:
    """What a clause scored in a complete city, `n` VP: as a product where it scores the same for each of several,
    by what was looked up where it has a table, by what was divided; else the number alone."""
    match clause.value:
        case c.Total(value=c.Num(each)) | c.Scale(each, c.Total(value=c.Num(1))) if n and each and n // each > 0:
            return _words(f"{n // each} {_TIMES} {signed(each)} = {signed(n)}")
        case c.Lookup() as value:
            return _steps(value, 1, clause, n, city, scorer)
        case c.Divide("/") as value:
            return _steps(value, 1, clause, n, city, scorer)
        case c.Scale(factor, c.Lookup() | c.Divide("/") as value):
            return _steps(value, factor, clause, n, city, scorer)
        case _:
            return signed(n)


def _steps(
    value: c.Lookup | c.Divide, factor: int, clause: c.Clause, n: int, city: City, scorer: Scorer
) -> str:
    """The same for each building that scores; equal ones that follow each other together, as a product."""
    asked = value.args if isinstance(value, c.Lookup) else (value.arg,)
    functions = list(compile_module("steps", {f"f{i}": ("", x) for i, x in enumerate((*asked, value))}).values())
    view, scores = scorer.view(city), scorer.compiled.scores
    spaces = [0]
    if clause.kinds:
        spaces = [
            at for at, b in city.buildings() if b.kind in clause.kinds and scores(b.kind, bool(b.active))
        ]
    found = sorted(tuple(f(view, at) for f in functions) for at in spaces)
    total = factor * sum(x[-1] for x in found)
    if not found or abs(total) != abs(n):  # what is taken away counts negative
        return signed(n)
    pieces = [(len(list(same)), _piece(value, numbers)) for numbers, same in groupby(found)]
    sign = factor if total == n else -factor
    if len(pieces) == 1 and pieces[0][0] == 1 and sign == 1 and isinstance(value, c.Lookup):
        return _words(pieces[0][1])
    single = len(pieces) == 1 and pieces[0][0] == 1 and isinstance(value, c.Divide)
    said = [_words(x if single else f"({x})" if many == 1 else f"{many} {_TIMES} ({x})") for many, x in pieces]
    body = " + ".join(said)
    if sign == -1:
        body = f"{_MINUS}[{body}]" if len(said) > 1 else f"{_MINUS}{body}"
    elif sign != 1:
        body = f"{signed(sign)} {_TIMES} [{body}]"
    return f"{body} ={_SPACE}{signed(n)}"


def _piece(value: c.Lookup | c.Divide, numbers: Sequence[int]) -> str:
    """What one building scores."""
    if isinstance(value, c.Lookup):
        return f"{', '.join(map(signed, numbers[:-1]))} {_ARROW} {signed(numbers[-1])}"
    return f"\N{LEFT FLOOR}{signed(numbers[0])} / {value.by}\N{RIGHT FLOOR}"


def _words(text: str) -> str:
    """A part of a sum, on one line."""
    return text.replace(" ", _SPACE)
