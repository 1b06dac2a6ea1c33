"""Reading `.po` files, the text form of gettext's message catalogues.

Guarantee: `read` returns every message that is translated, with its line, or raises `Failure` with the first line
that is no `.po`. Fuzzy messages (unsure, says their author) count as not translated; obsolete ones (`#~`) are
comments.
"""

from __future__ import annotations

import re
from collections.abc import Callable, Mapping
from dataclasses import dataclass
from gettext import c2py
from pathlib import Path

from dsl.diagnostics import Bag, Failure
from dsl.load import read_text, shown_path
from dsl.source import Source, Span

_LINE = re.compile(r'(?:(msgctxt|msgid_plural|msgid|msgstr)(?:\[(\d+)\])?\s+)?"((?:[^"\\]|\\.)*)"\s*$')
_ESCAPES = {"n": "\n", "t": "\t", "r": "\r", '"': '"', "\\": "\\"}


@dataclass(frozen=True)
class Message:
    """A message: its forms by number (one where it has no plural), and where it stands."""

    context: str
    id: str
    forms: tuple[str, ...]
    span: Span


@dataclass(frozen=True, eq=False)
class Po:
    """A catalogue: its translated messages by context and id, what there is to translate (context and id), and the
    form that a number takes."""

    messages: Mapping[tuple[str, str], Message]
    ids: tuple[tuple[str, str], ...]
    form: Callable[[int], int]


def _english(n: int) -> int:
    return 0 if n == 1 else 1


def _fault(source: Source, at: int, end: int, message: str, help: str = "") -> Failure:
    bag = Bag()
    bag.add("TP072", message, Span(source, at, end), help=help)
    return Failure(bag.found)


def read(path: Path) -> Po:
    """The catalogue of a file. Raises `Failure` if it can not be read."""
    return parse(Source(shown_path(path), read_text(path)))


def parse(source: Source) -> Po:
    """The catalogue of a text. Raises `Failure` at the first line that can not be read."""
    found: dict[tuple[str, str], Message] = {}
    ids: dict[tuple[str, str], None] = {}
    form: Callable[[int], int] = _english
    parts: dict[str, list[str]] = {}
    fuzzy, begin, key, offset = False, 0, "", 0

    def finish(end: int) -> None:
        nonlocal form, fuzzy
        said = {k: "".join(v) for k, v in parts.items()}
        parts.clear()
        keep, fuzzy = not fuzzy, False
        if not said:
            return
        span = Span(source, begin, end)
        if "msgid" not in said or not any(k.startswith("msgstr") for k in said):
            raise _fault(source, begin, end, "a message needs a `msgid` and a `msgstr`")
        forms = tuple(said[k] for k in sorted((k for k in said if k.startswith("msgstr")), key=_index))
        context, id = said.get("msgctxt", ""), said["msgid"]
        if not id and not context:
            form = _plural_rule(source, span, forms[0])
            return
        if (context, id) in ids:
            raise _fault(source, begin, end, f"the message `{id}` stands there twice")
        ids[context, id] = None
        if keep and all(forms):
            found[context, id] = Message(context, id, forms, span)

    for line in source.text.splitlines(keepends=True):
        text = line.strip()
        here, offset = offset + len(line) - len(line.lstrip()), offset + len(line)
        if text.startswith("#"):
            if any(k.startswith("msgstr") for k in parts):
                finish(here)
            fuzzy = fuzzy or (text.startswith("#,") and "fuzzy" in text)
            continue
        if not text:
            if parts:
                finish(here)
            continue
        match = _LINE.match(text)
        if match is None:
            help = "a line is a comment, or `msgid`, `msgstr` or another of these with a text in quotes"
            raise _fault(source, here, here + len(text), "this is no line of a message catalogue", help)
        word, index, quoted = match.groups()
        if word is None and not key:
            raise _fault(source, here, here + len(text), "a text without a `msgid` before it")
        if word is not None:
            if word in ("msgctxt", "msgid") and any(k.startswith("msgstr") for k in parts):
                finish(here)
            if not parts:
                begin = here
            key = f"{word} {index or 0}" if word == "msgstr" else word
            if key in parts:
                raise _fault(source, here, here + len(text), f"`{word}` is said twice")
        parts.setdefault(key, []).append(re.sub(r"\\(.)", lambda m: _ESCAPES.get(m[1], m[0]), quoted))
    finish(offset)
    return Po(found, tuple(ids), form)


def _index(key: str) -> int:
    return int(key.split()[1])


def _plural_rule(source: Source, span: Span, header: str) -> Callable[[int], int]:
    """The rule in a header's `Plural-Forms`; that of English if it has none."""
    match = re.search(r"^Plural-Forms:.*?plural=([^;\n]+)", header, re.MULTILINE)
    if match is None:
        return _english
    try:
        rule: Callable[[int], int] = c2py(match[1])
        rule(1)
    except (ValueError, ArithmeticError, SyntaxError):
        raise _fault(source, span.start, span.end, f"the plural rule `{match[1]}` can not be read") from None
    return rule
