"""What may come next in a text that is being written: words of the language, and names by their sort.

Guarantee: exactly the words after which the grammar still has a continuation. The sort of a name comes from the
rule of the grammar that would take it there. What stands before and can not be read is left out, line by line.
"""

from __future__ import annotations

import re
from collections.abc import Iterator
from dataclasses import dataclass
from typing import Any, Literal, TypeAlias

from lark import Token, Tree
from lark.exceptions import UnexpectedInput

from dsl.grammar import grammar_terminals, interactive, item_at

Sort: TypeAlias = Literal[
    "kind", "resource", "mode", "ruling", "reading", "table",
    "part", "print", "scope", "reference", "setting", "new", "replaced",
    "piece", "zone", "routine", "option",
]  # fmt: skip

# What a name is, by the rule of the grammar that takes it and its place among the parts of that rule.
_BY_RULE: dict[str, tuple[Sort, ...]] = {
    "kind": ("kind",),
    "name_ref": ("reference",),
    "parents": ("kind",),
    "amount": ("resource", "resource"),
    "seat": ("resource", "resource"),
    "lookup": ("table",),
    "part": ("part",),
    "part_scores": ("part",),
    "modes": ("mode",),
    "replaces": ("kind",),
    "about": ("part",),
    "adding": ("kind",),
    "removing": ("kind",),
    "raising": ("kind",),
    "seating": ("resource", "kind"),
    "replacing": ("kind", "kind"),
    "ignores": ("kind", "kind"),
    "in_mode": ("mode",),
    "of_kind": ("kind",),
    "printed": ("resource",),
    "printed_of": ("resource", "reference"),
    "seated": ("resource",),
    "seated_on": ("resource",),
    "unseated": ("resource",),
    "received": ("resource",),
    "given_reading": ("ruling", "reading"),
    "reading_is": ("ruling", "reading"),
    "default": ("reading",),
    "in_scope": ("scope",),
    "receives": ("resource", "resource"),
    "solver": ("setting",),
    "gain_end": ("resource", "resource", "resource"),
    "stock": ("kind", "print"),
    "piece_noun": ("piece",),
    "piece_set": ("zone",),
    "face_down": ("zone",),
    "zone": ("new", "piece"),
    "piece_sort": ("new", "zone"),
    "move_step": ("piece", "zone", "zone"),
    "draw_step": ("piece", "zone", "zone"),
    "shuffle_step": ("zone",),
    "do_step": ("routine",),
    "play_one_zone": ("piece",),
}

# The same of a name that is not taken yet, by the words before it.
_BY_WORDS: tuple[tuple[str, Sort], ...] = (
    (r"UNDER NAME IS", "reading"),
    (r"OF NAME IS", "reading"),
    (r"CHOOSE NAME IS", "reading"),
    (r"(UNDER|CHOOSE)", "ruling"),
    (r"READING OF", "ruling"),
    (r"(EXAMPLE|PROPERTY|MODES)", "mode"),
    (r"(MODES|ABOUT) .*COMMA", "mode"),
    (r"REPLACING (MODE|RESOURCE|BUILDING|TILE|SCORING|TABLE|INVENTORY|PLACEMENT|RULING|PROCEDURE)", "replaced"),
    (r"INVENTORY", "mode"),
    (r"PLACEMENT", "mode"),
    (r"(GAME|MODE|RESOURCE|BUILDING|TILE|SCORING|TABLE|RULING|PRINT|READING|PLURAL|AS)", "new"),
    (r"SOLVER", "setting"),
    (r"(MOVE|DRAW) (INT|ALL)", "piece"),
    (r"(MOVE|DRAW) .*(FROM|TO)", "zone"),
    (r"PIECES .*FROM", "kind"),
    (r"PIECES .*IN", "zone"),
    (r"HOLDS(| .*COMMA)", "piece"),
    (r"FACE DOWN(| .*COMMA)", "zone"),
    (r"AFTER", "option"),
    (r"EACH", "piece"),
    (r"(PROCEDURE|PIECES|ZONE|ROUTINE|OPTION)", "new"),
    (r"PART", "part"),
    (r"(LBRACE|INT) NAME", "print"),
)


@dataclass(frozen=True)
class Ahead:
    """What may come next: `words` of the language (signs included), `classes` such as `INT` or `STRING`, and the
    sorts of names. `grid` says that a drawn board or city is being written, `ruling` whose reading is asked for,
    `replaced` what is said anew (`tile`, `table` ...); `start` is where the word begins that is being written."""

    words: frozenset[str]
    classes: frozenset[str]
    sorts: frozenset[Sort]
    start: int
    grid: bool = False
    ruling: str = ""
    replaced: str = ""


_NOTHING: frozenset[Any] = frozenset()


def ahead(text: str, offset: int) -> Ahead:
    """What may stand at an offset of a text, in place of the word that the offset touches from the right."""
    start = offset - len(re.search(r"[A-Za-z0-9_]*$", text[:offset])[0])  # type: ignore[index]
    base = item_at(text, start)
    before = text[base:start]
    if _silent(before):
        return Ahead(_NOTHING, _NOTHING, _NOTHING, start)
    parser, grid = _read(before)
    if grid:
        return Ahead(_NOTHING, _NOTHING, frozenset(("kind",)), start, True)
    accepted = parser.accepts()
    patterns = grammar_terminals()
    words = frozenset(patterns[t] for t in accepted if t in patterns)
    classes = frozenset(t for t in accepted if t not in patterns and t not in ("NAME", "$END"))
    sorts = frozenset(_sorts(parser)) if "NAME" in accepted else _NOTHING
    stack = [x for x in parser.parser_state.value_stack if isinstance(x, Token)]
    names = [str(t) for t in stack if t.type == "NAME"]
    ruling = names[-1] if "reading" in sorts and names else ""
    return Ahead(words, classes, sorts, start, False, ruling, str(stack[-1]) if "replaced" in sorts else "")


def _silent(before: str) -> bool:
    """Whether the end of a text lies in a comment or a quoted text."""
    line = before.rpartition("\n")[2]
    quoted = False
    for m in re.finditer(r'--|"', line):
        if m[0] == '"':
            quoted = not quoted
        elif not quoted:
            return True
    return quoted


def _read(before: str) -> tuple[Any, bool]:
    """The parser after a text, with what can not be read left out, and whether the text ends inside a grid."""
    for _ in range(50):
        parser = interactive(before)
        try:
            parser.exhaust_lexer()
            return parser, False
        except UnexpectedInput as error:
            at = error.pos_in_stream if error.pos_in_stream is not None else len(before)
            if before[at : at + 1] == "{" and "}" not in before[at:]:
                return parser, True
            begin = before.rfind("\n", 0, at) + 1
            end = before.find("\n", at)
            if end < 0 or end <= begin:
                # The line itself can not be read: nothing is known of what may come.
                before = before[:begin]
                if not begin:
                    break
                return _Empty(), False
            before = before[:begin] + before[end + 1 :]
    return _Empty(), False


_MARK = "\0"  # no name


class _Empty:
    """A parser after which nothing may come."""

    class parser_state:
        value_stack: tuple[Any, ...] = ()

    @staticmethod
    def accepts() -> frozenset[str]:
        return frozenset()


def _sorts(parser: Any) -> Iterator[Sort]:
    """What a name may be that comes next."""
    words = " ".join(x.type for x in parser.parser_state.value_stack if isinstance(x, Token))
    after = parser.copy()
    after.feed_token(Token("NAME", _MARK))
    for follower in sorted(after.accepts()):
        one = after.copy()
        try:
            one.feed_token(Token(follower, follower))
        except UnexpectedInput:  # pragma: no cover - `accepts` has tried it
            continue
        stack = one.parser_state.value_stack
        found = next((y for x in stack for y in _taken(x)), None)
        if found is not None:
            rule, place = found
            known = _BY_RULE.get(rule, ())
            if known:
                yield known[min(place, len(known) - 1)]
                continue
        if any(x == _MARK for x in stack):
            yield from _waiting(words, follower)


def _waiting(words: str, follower: str) -> Iterator[Sort]:
    for pattern, sort in _BY_WORDS:
        if re.search(rf"(^| ){pattern}$", words):
            yield sort
            if sort == "option":  # `after` takes either
                yield "routine"
            return
    if follower == "LPAR":
        yield "table"
    elif follower == "LBRACE":
        yield "mode"
    elif follower == "SEATED":
        yield "resource"
    elif follower in ("COLON", "NAME"):
        yield "kind"


def _taken(x: object) -> Iterator[tuple[str, int]]:
    """The rule that took a token, and its place among the names of the rule."""
    if isinstance(x, Tree):
        tokens = [y for y in x.children if isinstance(y, Token)]
        for i, token in enumerate(tokens):
            if token == _MARK:
                yield str(x.data), i
        for y in x.children:
            yield from _taken(y)
    elif isinstance(x, list):
        for y in x:
            yield from _taken(y)
