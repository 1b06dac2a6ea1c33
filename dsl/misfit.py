"""What does not fit in a text: from an error of the parser library to a message for the author.

Guarantee: a message is about the first thing that does not fit, its span is the words that are to blame or the last
ones before them, and no word of the library is in it. What is said to write instead is a hint: it changes nothing.
"""

from __future__ import annotations

import re
from dataclasses import replace

from lark import Token, UnexpectedInput
from lark.exceptions import UnexpectedCharacters, UnexpectedEOF, UnexpectedToken

from dsl.diagnostics import Diagnostic, did_you_mean
from dsl.grammar import grammar_terminals, keywords
from dsl.hints import COUNTED, for_word, in_a_claim, instead
from dsl.source import Source, Span

MOST_SHOWN = 60
"""So many characters of a word are repeated in a message."""
# What a line of a declaration begins with; a misfit there may be the fault of the line before.
LINE_WORDS = frozenset({
    "cites", "summary", "note", "plural", "glyph", "score", "needs", "seats", "floors", "copies", "print", "when",
    "joins", "example", "property", "modes", "under", "}", "reading", "default", "because",
})  # fmt: skip
_LAST = re.compile(r'([A-Za-z_]\w*|\d+|"[^"\n]*"|\S)\s*$')  # the last word or sign of a text
_CLASSES = {
    "NAME": "a name",
    "INT": "a number",
    "STRING": "a text in quotes",
    "GRID": "a block { ... }",
    "GLYPH": "one letter",
    "COMPARE": "a comparison (= != < <= > >=)",
    "$END": "the end of the file",
}


def explained(source: Source, base: int, text: str, error: UnexpectedInput) -> Diagnostic:
    """One message for the first thing that does not fit in an item, with what to write instead if that is known.

    The item's text begins at `base` in its source."""
    found = misfit(source, base, text, error)
    if found.code != "TP002":
        return found
    earlier = _before(source, base, error, found)
    if earlier is not None:
        return earlier
    line = source.text[: found.span.start].rpartition("\n")[2]
    claimed = in_a_claim(line + found.span.text) if "property" in line or "{" not in line else ""
    hint = claimed or instead(_words_before(source.text, found.span.start, found.span.end))
    if hint:
        return replace(found, help=hint)
    before = re.search(r"(\w+)\s*$", line)
    # `per each KIND` reads `each` as a name: it is the word before that should not be there.
    if before is not None and before[1] in ("each", "every", "the"):
        start = found.span.start - len(line) + before.start(1)
        return _unfit(source, start, start + len(before[1]), for_word(before[1]))
    word_there = source.text[found.span.start : found.span.start + 2]
    key = found.span.text if word_there != "//" else "//"
    return replace(found, help=for_word(key) or in_a_claim(line + found.span.text) or found.help)


def _before(source: Source, base: int, error: UnexpectedInput, found: Diagnostic) -> Diagnostic | None:
    """The finding at the word before the misfit, if that one is to blame: the last of a line that something is
    missing after, or a name that would begin the block of a mode, though its line has begun before."""
    start = found.span.start
    code = re.sub(r"--[^\n]*", lambda m: " " * len(m[0]), source.text[base:start])
    last = re.search(_LAST, code)
    if last is None or last[1] in "{}":
        return None
    read = (getattr(error, "token_history", None) or [None])[-1]
    if read is not None and read.type == "NAME" and str(read) in LINE_WORDS and str(read) == last[1]:
        # It begins a line, and was read as a name that the line before lacks.
        lacking = re.search(_LAST, code[: last.start(1)])
        if lacking is not None and "\n" in code[lacking.end(1) : last.start(1)]:
            at, end = base + lacking.start(1), base + lacking.end(1)
            help = instead(_words_before(source.text, at, end)) or "here may stand: a name"
            missing = f"something is missing after `{_shown(lacking[1])}`"
            return Diagnostic("TP002", missing, Span(source, at, end), help=help)
    word, at, end = last[1], base + last.start(1), base + last.end(1)
    named = re.fullmatch(r"[a-z]\w*", word) is not None
    first = not code[code.rfind("\n", 0, last.start(1)) + 1 : last.start(1)].strip()
    ended = "\n" in source.text[end:start]
    token = getattr(error, "token", None)
    accepts = {_in_words(x) for x in getattr(error, "accepts", None) or ()}
    hint = instead(_words_before(source.text, start, found.span.end))
    here = instead(_words_before(source.text, at, end))
    if accepts == {"`{`"} and named and not first and token is not None and start == base + token.start_pos:
        if hint and not ended:
            return None
        article = re.search(r"\b(each|every|the)\s+$", code[: last.start(1)])
        if article is not None and not here:
            word, at, end = article[1], base + article.start(1), base + article.end(1)
        return _unfit(source, at, end, here or for_word(word) or did_you_mean(word, keywords() - {word}))
    next_word = re.match(r"\}|\w*", source.text[start:])
    if not ended or next_word is None or next_word[0] not in LINE_WORDS:
        return None
    counted = f"{COUNTED}, as in `count of <kind> in city`"
    uncounted = named and bool(accepts) and accepts <= {"`(`", "`is`", "`seated`"}
    help = here or hint or (counted if uncounted else found.help)
    return Diagnostic("TP002", f"something is missing after `{_shown(word)}`", Span(source, at, end), help=help)


def misfit(source: Source, base: int, text: str, error: UnexpectedInput) -> Diagnostic:
    """The first thing that does not fit in an item, with what could stand there."""
    if isinstance(error, UnexpectedCharacters):
        return _character(source, base + (error.pos_in_stream or 0), error)
    token = getattr(error, "token", None)
    if isinstance(error, UnexpectedEOF) or token is None or token.type == "$END":
        return _end(source, base, text, token, error)
    assert isinstance(error, UnexpectedToken)
    return _token(source, base, token, error)


def _character(source: Source, at: int, error: UnexpectedInput) -> Diagnostic:
    """No word of the language begins so."""
    m = re.compile(r'"[^"\n]*|[A-Za-z_0-9]+|.', re.DOTALL).match(source.text, at)
    word = m[0] if m else "?"
    if word.startswith('"'):
        span = Span(source, at, at + len(word))
        return Diagnostic(
            "TP005", "a text that does not end", span, help='put a `"` at its end, on the same line'
        )
    return _unfit(source, at, at + len(word), _hint(word, error), word)


def _end(source: Source, base: int, text: str, last: Token | None, error: UnexpectedInput) -> Diagnostic:
    """There is nothing more where something is missing."""
    start, end = getattr(last, "start_pos", None), getattr(last, "end_pos", None)
    if start is None or end is None:  # there is nothing but blank space and comments
        start, end = 0, min(1, len(text))
    brace = open_brace(text)
    help = _may_stand(error)
    if brace is not None:
        help = f"a `}}` is missing: that of the `{{` in line {source.position(base + brace)[0]}"
    span = Span(source, base + start, base + end)  # of the last word
    return Diagnostic("TP001", "the text ends too early", span, "after this", help=help)


def _token(source: Source, base: int, token: Token, error: UnexpectedToken) -> Diagnostic:
    """A word of the language, a name or a number stands where it can not."""
    before = error.token_history[-1] if error.token_history else None
    if _expected(error) == ["`{`"] and before is not None and before.type == "NAME":
        # Any name may begin a mode block; if none does, that word is what should not be there.
        hint = did_you_mean(str(before), keywords() - {str(before)})
        if hint or str(before) in keywords():
            return _unfit(source, base + before.start_pos, base + before.end_pos, hint)
    start, end = base + (token.start_pos or 0), base + (token.end_pos or 0)
    if token.type == "GLYPH":  # the first letter of a longer word
        m = re.compile(r"[A-Za-z_0-9]+").match(source.text, start)
        end = m.end() if m else end
    if token.type == "GRID":  # all of a drawing is not a word
        end = start + 1
    near = token.type in ("NAME", "GLYPH")
    return _unfit(source, start, end, _hint(source.text[start:end], error, near=near))


def _unfit(source: Source, start: int, end: int, help: str, word: str | None = None) -> Diagnostic:
    span = Span(source, start, end)
    said = span.text if word is None else word
    return Diagnostic("TP002", f"`{_shown(said)}` does not fit here", span, help=help)


def _shown(word: str) -> str:
    """As much of a word as a message repeats."""
    return word if len(word) <= MOST_SHOWN else f"{word[:MOST_SHOWN]}..."


def _hint(word: str, error: UnexpectedInput, *, near: bool = True) -> str:
    """The word that was meant, if it is `near` to one that could stand there; else all that could."""
    hint = did_you_mean(word, [x.strip("`") for x in _expected(error)], sure=True) if near else ""
    if not hint and word[:1].isupper():
        hint = "names are written in small letters, with `_` for a space"
    return hint or _may_stand(error)


def _may_stand(error: UnexpectedInput) -> str:
    expected = _expected(error)
    listed = ", ".join(expected[:12]) + (", ..." if len(expected) > 12 else "")
    return f"here may stand: {listed}" if listed else ""


def _expected(error: UnexpectedInput) -> list[str]:
    """What could stand where something does not fit, in words."""
    terminals = getattr(error, "accepts", None) or getattr(error, "expected", None) or ()
    return sorted(_in_words(t) for t in terminals if t)


def _in_words(terminal: str) -> str:
    if terminal in _CLASSES:
        return _CLASSES[terminal]
    sign = grammar_terminals().get(terminal)
    return terminal.lower() if sign is None else f"`{sign}`"


def _words_before(text: str, start: int, end: int) -> str:
    """The line before, and the line as far as a word that does not fit; remarks left out."""
    lines = text[:start].split("\n")
    before = next((x for x in reversed(lines[:-1]) if x.split("--")[0].strip()), "") if len(lines) > 1 else ""
    word = "{" if text[start : start + 1] == "{" else text[start:end]
    begun = f"{before.split('--')[0].rstrip()}\n" if before else ""
    return f"{begun}{lines[-1]}{word}"


def open_brace(text: str) -> int | None:
    """Where the innermost brace stands that is never closed."""
    open_ones: list[int] = []
    for m in re.finditer(r'--[^\n]*|"[^"\n]*"|[{}]', text):
        if m[0] == "{":
            open_ones.append(m.start())
        elif m[0] == "}" and open_ones:
            open_ones.pop()
    return open_ones[-1] if open_ones else None
