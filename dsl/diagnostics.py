"""Errors as data: collected, sorted by place, all reported at once.

Wording: lower case, no full stop, the user's text in backticks, words of the rules language only.
"""

from __future__ import annotations

import difflib
from collections.abc import Iterable, Iterator
from dataclasses import dataclass, field
from typing import Literal

from dsl.source import Span

Severity = Literal["error", "warning"]


@dataclass(frozen=True)
class Label:
    """A second place that a diagnostic points at, with what is said of it."""

    span: Span
    text: str


@dataclass(frozen=True)
class Diagnostic:
    """One finding about a text: a stable code, the guilty words, and what to do."""

    code: str
    message: str
    span: Span
    here: str = ""
    labels: tuple[Label, ...] = ()
    help: str = ""
    severity: Severity = "error"

    def key(self) -> tuple[str, int, int, str, str]:
        """What diagnostics are sorted by: file, place, code."""
        return (self.span.source.name, self.span.start, self.span.end, self.code, self.message)


class Failure(Exception):
    """Raised when work can not go on; carries every diagnostic found so far."""

    def __init__(self, diagnostics: Iterable[Diagnostic]) -> None:
        self.diagnostics = ordered(diagnostics)
        super().__init__("; ".join(d.message for d in self.diagnostics))


@dataclass
class Bag:
    """Collects diagnostics in any order."""

    found: list[Diagnostic] = field(default_factory=list)

    def add(
        self,
        code: str,
        message: str,
        span: Span,
        *,
        here: str = "",
        labels: Iterable[tuple[Span, str]] = (),
        help: str = "",
        severity: Severity = "error",
    ) -> None:
        """Note one finding."""
        marks = tuple(Label(s, t) for s, t in labels)
        self.found.append(Diagnostic(code, message, span, here, marks, help, severity))

    @property
    def errors(self) -> bool:
        """Whether anything found is an error."""
        return any(d.severity == "error" for d in self.found)

    def check(self) -> None:
        """Raise `Failure` with everything found if there is an error among it."""
        if self.errors:
            raise Failure(self.found)


def ordered(diagnostics: Iterable[Diagnostic]) -> tuple[Diagnostic, ...]:
    """Sorted by place, each once."""
    return tuple(sorted(dict.fromkeys(diagnostics), key=Diagnostic.key))


def why(error: OSError) -> str:
    """Why the system could not do something with a file, as the end of a sentence."""
    return (error.strerror or str(error)).lower()


def did_you_mean(word: str, known: Iterable[str], *, sure: bool = False) -> str:
    """A hint that names the nearest known word, or the empty string.

    With `sure` only one that is misspelt: any other word of English may have been meant as it stands."""
    if sure and len(word) <= 3:
        known = [x for x in known if len(x) == len(word)]
    near = difflib.get_close_matches(word.lower(), sorted(set(known)), n=1, cutoff=0.78 if sure else 0.6)
    return f"did you mean `{near[0]}`?" if near else ""


# What a terminal would obey rather than show is shown as a sign that is as wide.
_UNSEEN = {i: "\ufffd" for i in (*range(0x20), *range(0x7F, 0xA0)) if chr(i) not in "\t\n"}


def _frame(span: Span, text: str, mark: str) -> Iterator[str]:
    line, column = span.begin()
    end_line, end_column = span.finish()
    shown = span.source.line(line)
    stop = end_column if end_line == line else len(shown) + 1
    width = max(1, stop - column)
    # Tabs are kept in the caret line, so that the caret stands under the word on any tab setting.
    lead = "".join(c if c == "\t" else " " for c in shown[: column - 1])
    if len(shown) > 160:
        begin = max(0, column - 60)
        shown, lead = shown[begin : begin + 160], lead[begin:]
        width = min(width, 160 - len(lead))
    gutter = " " * len(str(line))
    yield f"{gutter} |"
    yield f"{line} | {shown}"
    yield f"{gutter} | {lead}{mark * max(1, width)}{' ' + text if text else ''}"


def render(diagnostic: Diagnostic) -> str:
    """The diagnostic as text: place, message, source line with carets, other places, help."""
    d = diagnostic
    lines = [f"{d.severity}[{d.code}]: {d.message}", f"  --> {d.span}"]
    if d.span.source.text:
        lines += _frame(d.span, d.here, "^")
    for label in d.labels:
        lines.append(f"  ::: {label.span}")
        lines += _frame(label.span, label.text, "-")
    if d.help:
        lines.append(f"  = help: {d.help}")
    return "\n".join(lines).translate(_UNSEEN)


def as_json(diagnostic: Diagnostic) -> dict[str, object]:
    """The diagnostic as plain data; lines and columns are 1-based, the end is exclusive."""
    d = diagnostic

    def place(span: Span) -> dict[str, object]:
        (line, column), (end_line, end_column) = span.begin(), span.finish()
        return {
            "file": span.source.name,
            "line": line,
            "column": column,
            "end_line": end_line,
            "end_column": end_column,
        }

    return {
        "code": d.code,
        "severity": d.severity,
        "message": d.message,
        **place(d.span),
        "labels": [{**place(x.span), "message": x.text} for x in d.labels],
        "help": d.help,
    }
