"""JSON texts, read with the places of their values.

Guarantee: whatever is wrong with a text, or with a value of another type than it should have, is noted at
its place; nothing is raised.
"""

from __future__ import annotations

import json
import re
from collections.abc import Iterable, Mapping
from typing import Any

from dsl.diagnostics import Bag, did_you_mean
from dsl.source import MAX_CHARACTERS, Source, Span

MAX_DEPTH = 50
MAX_NUMBER = 10_000

BROKEN = object()


def parse(source: Source, bag: Bag, most: int = MAX_CHARACTERS) -> Any:
    """The value of a JSON text of `most` characters; `BROKEN`, with a diagnostic, if it is none."""
    text = source.text
    if len(text) > most:
        size = f"{len(text):,} characters, at most {most:,} are read"
        bag.add("TP003", f"the file is too large: {size}", Span(source, 0, 0))
        return BROKEN
    deep = _too_deep(text)
    if deep is not None:
        bracket = Span(source, deep, deep + 1)
        bag.add("TP050", f"more than {MAX_DEPTH} brackets inside each other", bracket)
        return BROKEN
    try:
        # Numbers of absurd length are cut; they are out of every range anyway.
        return json.loads(
            text,
            parse_int=lambda digits: int(digits[:19]),
            parse_constant=_constant,
            object_pairs_hook=_once,
        )
    except json.JSONDecodeError as error:
        message, at = error.msg, error.pos
    except _Constant as error:
        message = f"`{error.name}` is not a number"
        found = re.search(rf"(?<![\w\"]){re.escape(error.name)}\b", text)
        at = found.start() if found else 0
    except _Twice as error:
        message = f"`{short(error.key)}` is said twice in one object"
        keys = list(re.finditer(rf"{re.escape(json.dumps(error.key))}\s*:", text))
        at = keys[-1].start() if keys else 0
    start = min(at, max(0, len(text.rstrip()) - 1))
    word = re.compile(r"[\w.-]+|.", re.DOTALL).match(text, start)
    end = word.end() if word else start
    said = message[:1].lower() + message[1:]
    bag.add("TP050", f"the text is not JSON: {said}", Span(source, start, end))
    return BROKEN


class _Twice(Exception):
    """A key that stands twice in one object."""

    def __init__(self, key: str) -> None:
        self.key = key
        super().__init__(key)


def _once(pairs: list[tuple[str, Any]]) -> dict[str, Any]:
    out: dict[str, Any] = {}
    for key, value in pairs:
        if key in out:
            raise _Twice(key)
        out[key] = value
    return out


class _Constant(Exception):
    def __init__(self, name: str) -> None:
        self.name = name


def _constant(name: str) -> Any:
    raise _Constant(name)


def _too_deep(text: str) -> int | None:
    depth = 0
    for m in re.finditer(r'"(?:[^"\\\n]|\\.)*"|[\[\]{}]', text):
        if m[0] in "[{":
            depth += 1
            if depth > MAX_DEPTH:
                return m.start()
        elif m[0] in "]}":
            depth -= 1
    return None


class Places:
    """Where values and keys stand in a JSON text; worked out when first asked for."""

    def __init__(self, source: Source) -> None:
        self.source = source
        self._map: Mapping[str, Any] | None = None

    def span(self, pointer: str, key: bool = False) -> Span:
        """The span of the value (or of its key) that a JSON pointer names, or of what holds it."""
        if self._map is None:
            self._map = self._calculate()
        while pointer and pointer not in self._map:
            pointer, key = pointer.rpartition("/")[0], False
        entry = self._map.get(pointer)
        if entry is None:
            return Span(self.source, 0, len(self.source.text))
        if key and entry.key_start is not None:
            return Span(self.source, entry.key_start.position, entry.key_end.position)
        return Span(self.source, entry.value_start.position, entry.value_end.position)

    def _calculate(self) -> Mapping[str, Any]:
        import json_source_map

        try:
            found: Mapping[str, Any] = json_source_map.calculate(self.source.text)
        except (ValueError, json_source_map.errors.InvalidInputError):
            # It reads numbers of absurd length where we cut them; then nothing is known of places.
            return {}
        return found


def short(word: str) -> str:
    """A word of the user's that fits into a message."""
    return word if len(word) <= 40 else word[:37] + "..."


def _what(x: Any) -> str:
    match x:
        case None:
            return "null"
        case bool():
            return "true" if x else "false"
        case int():
            return "a number"
        case float():
            return "a number with a fraction"
        case str():
            return "text"
        case list():
            return "a list"
        case _:
            return "an object"


def listed(names: Iterable[str]) -> str:
    """A hint that names all that is known."""
    return "known: " + ", ".join(f"`{n}`" for n in names)


class Reader:
    """Takes values for what they should be, and notes in `bag` those that are something else.

    `what` is a value in words, `at` its JSON pointer."""

    def __init__(self, source: Source, bag: Bag) -> None:
        self.bag = bag
        self.places = Places(source)

    def problem(self, code: str, message: str, at: str, *, key: bool = False, help: str = "") -> None:
        """Note what is wrong with a value, or with its key."""
        self.bag.add(code, message, self.places.span(at, key), help=help)

    # -- values of a type

    def wrong(self, what: str, wanted: str, x: Any, at: str) -> None:
        """Note that a value is of another type."""
        self.problem("TP051", f"{what} must be {wanted}, not {_what(x)}", at)

    def an_object(self, x: Any, what: str, at: str) -> dict[str, Any] | None:
        """An object; None if it is none, which is noted."""
        if isinstance(x, dict):
            return x
        self.wrong(what, "an object", x, at)
        return None

    def a_list(self, x: Any, what: str, at: str) -> list[Any] | None:
        """A list; None if it is none, which is noted."""
        if isinstance(x, list):
            return x
        self.wrong(what, "a list", x, at)
        return None

    def a_number(self, x: Any, what: str, at: str, low: int = 0) -> int:
        """A whole number from `low` to a limit; `low` if it is none, which is noted."""
        if isinstance(x, bool) or not isinstance(x, int):
            self.wrong(what, "a whole number", x, at)
            return low
        if not low <= x <= MAX_NUMBER:
            self.problem("TP051", f"{what} must be from {low:,} to {MAX_NUMBER:,}", at)
            return low
        return x

    def a_text(self, x: Any, what: str, at: str) -> str | None:
        """A text; None if it is none, which is noted."""
        if isinstance(x, str):
            return x
        self.wrong(what, "text", x, at)
        return None

    def stranger(
        self, code: str, message: str, word: str, known: Iterable[str], at: str, key: bool = False
    ) -> None:
        """Note a word that names nothing, with the nearest name or all of a few."""
        names = sorted(set(known))
        help = did_you_mean(word, names)
        if not help and names and len(names) <= 12:
            help = listed(names)
        self.problem(code, message, at, key=key, help=help)

    def keys(self, x: dict[str, Any], known: Iterable[str], needed: Iterable[str], what: str, at: str) -> None:
        """Note the keys of an object that are missing, and those that it should not have."""
        for name in needed:
            if name not in x:
                self.problem("TP052", f"{what} does not say its `{name}`", at)
        for name in x:
            if name not in known:
                self.stranger("TP052", f"{what} has no key `{short(name)}`", name, known, f"{at}/{name}", key=True)
