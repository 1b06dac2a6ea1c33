"""Text to syntax tree.

Guarantee: `parse` returns the tree of all that can be read, and notes at least one finding for each top-level item
that can not; no exception of the parser library leaves this module.
"""

from __future__ import annotations

import re
from collections.abc import Sequence
from dataclasses import replace
from functools import lru_cache
from typing import TypeAlias

from lark import UnexpectedInput

from dsl import syntax as s
from dsl.build import build
from dsl.diagnostics import Bag, Diagnostic
from dsl.grammar import parser_tree, pieces
from dsl.misfit import LINE_WORDS, explained, misfit, open_brace
from dsl.source import MAX_CHARACTERS, Source, Span

MAX_DEPTH = 100
MOST_MISTAKES = 20
"""So many mistakes of one declaration are told."""

Items: TypeAlias = Sequence[s.Declaration | s.TableDeclaration]


def parse(source: Source, bag: Bag) -> s.File:
    """The tree of a text. Items that can not be read are left out and noted in `bag`."""
    if len(source.text) > MAX_CHARACTERS:
        bag.add(
            "TP003",
            f"the file is too large: {len(source.text):,} characters, at most {MAX_CHARACTERS:,} are read",
            Span(source, 0, 0),
            help="split it into several files of one folder",
        )
        return s.File(())
    items: list[s.Declaration | s.TableDeclaration] = []
    try:
        items += _items(source, 0, source.text)
    except (UnexpectedInput, _TooLong):
        # Something does not fit: read item by item, so that each has its own message and the rest is kept.
        for base, text in pieces(source.text):
            try:
                items += _items(source, base, text)
            except UnexpectedInput as error:
                bag.found += _mistakes(source, base, text, error)
            except _TooLong as error:
                at = base + error.at
                help = "split the expression into several clauses"
                bag.add("TP004", str(error), Span(source, at, at + 1), help=help)
    return s.File(tuple(items), span=Span(source, 0, len(source.text)))


@lru_cache(maxsize=1024)
def parsed(source: Source) -> tuple[s.File, tuple[Diagnostic, ...]]:
    """What `parse` makes of a text, and notes: a text that is read again and again is parsed once."""
    bag = Bag()
    return parse(source, bag), tuple(bag.found)


def outline(source: Source) -> s.File:
    """The tree of all that can be read; of an item that can not, what it declares, with the lines that can be read
    as far as they can be told from the others."""
    items: list[s.Declaration | s.TableDeclaration] = []
    try:
        items += _items(source, 0, source.text)
    except (UnexpectedInput, _TooLong):
        for base, text in pieces(source.text):
            items += _readable(source, base, text)
    return s.File(tuple(items), span=Span(source, 0, len(source.text)))


# ---- an item that can be read ------------------------------------------------------------------------------


class _TooLong(Exception):
    """A text that is nested too deep, or goes on too far for the program's stack."""

    def __init__(self, message: str, at: int = 0) -> None:
        self.at = at
        super().__init__(message)


def _items(source: Source, base: int, text: str) -> Items:
    """The items of a text that begins at `base` in its source.

    Raises `UnexpectedInput` if something does not fit, `_TooLong` if nothing can be said of it."""
    deep = _too_deep(text)
    if deep is not None:
        raise _TooLong(f"more than {MAX_DEPTH} parentheses inside each other", deep)
    try:
        return build(parser_tree(text), source, base).items
    except RecursionError:
        raise _TooLong("an expression here is too long to read") from None


def _too_deep(text: str) -> int | None:
    depth = 0
    for m in re.finditer(r'--[^\n]*|"[^"\n]*"|[()]', text):
        if m[0] in "()":
            depth += 1 if m[0] == "(" else -1
            if depth > MAX_DEPTH:
                return m.start()
    return None


# ---- one that can not --------------------------------------------------------------------------------------

# What never begins a line, though it may be read as the name of a mode there.
_GOES_ON = frozenset({
    "at", "if", "then", "else", "per", "with", "where", "and", "or", "in", "of", "to", "on", "over", "among",
    "from", "adjacent", "diagonal", "within", "through", "other", "than", "is", "has", "between", "mod", "even",
})  # fmt: skip
_HEAD = re.compile(
    r'(?:replacing\s+)?(?:(?:building|tile|scoring|mode|resource|ruling|placement|procedure)\s+[a-z][a-z0-9_]*\s*"[^"\n]*"'
    r"(?:\s*is\s+[a-z][a-z0-9_]*(?:\s*,\s*[a-z][a-z0-9_]*)*|\s*breaks\s+ties)?"
    r'|inventory\s+[a-z][a-z0-9_]*|game\s+"[^"\n]*")\s*\{'
)
_BAD_HEAD = re.compile(r"\s*(?:\w+\s+)?(?:tile|building|scoring)\b[^\n{}]*[{\n]")
_ANY_HEAD = 'scoring x""{'


def _mistakes(source: Source, base: int, text: str, error: UnexpectedInput) -> list[Diagnostic]:
    """What does not fit in one item: each line that is to blame is left out, and the rest read again."""
    blamed = explained(source, base, text, error)
    found = [blamed]
    left = text
    while blamed.code in ("TP002", "TP005") and len(found) < MOST_MISTAKES:
        at = blamed.span.start - base
        begun = _with_a_head(left, at)
        shorter = begun or _without_blamed(left, at)
        if shorter is None:
            break
        left, end = shorter
        try:
            _items(source, base, left)
            break
        except _TooLong:
            break
        except UnexpectedInput as more:
            misfit_at = getattr(getattr(more, "token", None), "start_pos", None)
            blamed = explained(_instead_of(source, base, left), base, left, more)
        at = blamed.span.start - base
        if blamed.code == "TP001" or at < end:
            break
        # A line that goes on from the one that was left out is no mistake of its own: it begins with what can not
        # begin one. Any name can, and the one that is blamed then stands before what does not fit.
        goes_on = misfit_at in (at, None) or blamed.span.text in _GOES_ON
        if begun is not None or not goes_on or left[end:at].strip():
            span = Span(source, blamed.span.start, blamed.span.end)
            found.append(replace(blamed, span=span, labels=()))
    return found


def _readable(source: Source, base: int, text: str) -> Items:
    """What can be read of one item: lines that do not fit are left out, and a brace that is missing is put in."""
    left = text
    for _ in range(MOST_MISTAKES):
        try:
            return _items(source, base, left)
        except _TooLong:
            break
        except UnexpectedInput as error:
            found = misfit(_instead_of(source, base, left), base, left, error)
        if found.code == "TP001" and open_brace(left) is not None:
            left += "}"
            continue
        shorter = _without_blamed(left, found.span.start - base)
        if shorter is None:
            break
        left, _end = shorter
    head = _HEAD.match(text)
    try:
        return _items(source, base, head[0] + "}") if head is not None else ()
    except (UnexpectedInput, _TooLong):
        return ()


def _instead_of(source: Source, base: int, text: str) -> Source:
    """A source in which an item has another text, and is the last."""
    return Source(source.name, source.text[:base] + text)


def _without_blamed(text: str, at: int) -> tuple[str, int] | None:
    """A text with blank space for the line that is to blame for a misfit, and where that line ends; None if the
    rest would be read as something else: with a brace that is open, or the head of the item."""
    start, end = _blamed(text, at)
    line = text[start:end]
    if start == 0 or line.count("{") != line.count("}") or not line.strip():
        return None
    return text[:start] + re.sub(r"[^\n]", " ", line) + text[end:], end


def _with_a_head(text: str, at: int) -> tuple[str, int] | None:
    """A text with another head in the place of the one that a misfit lies in, so that all else can be read, each at
    its place; and where the head ends. None if it lies in no head."""
    head = _BAD_HEAD.match(text, _blamed(text, at)[0])
    if head is None or len(head[0]) < len(_ANY_HEAD) or at >= head.end():
        return None
    return text[: head.start()] + _ANY_HEAD.ljust(len(head[0])) + text[head.end() :], head.end()


def _blamed(text: str, at: int) -> tuple[int, int]:
    """Where the line begins and ends that is to blame for a misfit: the one before, if it ended too early."""
    start = text.rfind("\n", 0, at) + 1
    word = re.match(r"\}|\w*", text[at:])
    if not text[start:at].strip() and word is not None and word[0] in LINE_WORDS:
        before = text[:start].rstrip()
        start = before.rfind("\n") + 1
        return start, len(before)
    end = text.find("\n", at)
    return start, len(text) if end < 0 else end
