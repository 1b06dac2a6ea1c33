"""Findings for programs that show them beside the lines: GitHub's workflow commands, and SARIF 2.1.0.

Guarantee: lines and columns count from 1; each finding is one line or one result; nothing of a text can end a
command early.
"""

from __future__ import annotations

import json
from collections.abc import Iterable
from dataclasses import dataclass
from pathlib import Path
from typing import TYPE_CHECKING
from urllib.parse import quote

import dsl
from dsl.codes import CODES
from dsl.diagnostics import Diagnostic
from dsl.source import Span

if TYPE_CHECKING:
    from verifier.verdict import PlayResult, PropertyResult

_SCHEMA = "https://json.schemastore.org/sarif-2.1.0.json"


@dataclass(frozen=True)
class Finding:
    """Something to be shown at a place: `code` is a diagnostic's, or a verdict."""

    code: str
    level: str  # error, warning or note
    message: str
    span: Span
    help: str = ""


def finding(d: Diagnostic) -> Finding:
    """A diagnostic as a finding."""
    return Finding(d.code, d.severity, d.message, d.span, d.help)


def page_of(code: str, documentation: str = "") -> str:
    """The address of the page about a code: on a site, or in the folder of the sources; empty if there is none."""
    if documentation:
        return f"{documentation.rstrip('/')}/errors/{code}.html"
    page = Path(__file__).resolve().parent.parent / "docs" / "errors" / f"{code}.md"
    return page.as_uri() if page.exists() else ""


def verdict(r: PropertyResult) -> Finding | None:
    """A property that is not proved as a finding; None if it is."""
    if r.verdict == "proved":
        return None
    level = "warning" if r.verdict == "unknown" else "error"
    values = ", ".join(f"{k} = {n}" for k, n in r.values.items())
    help = f"in a city with {values}" if values else r.reason
    return Finding(r.verdict, level, f"{r.owner}, {r.mode}: {r.title}", r.span, help)


def play_verdict(r: PlayResult) -> Finding | None:
    """A claim about plays that is not proved as a finding; None if it is."""
    if r.verdict == "proved":
        return None
    level = "warning" if r.verdict == "unknown" else "error"
    where = f"{r.procedure}, {r.mode}, {r.players} players"
    return Finding(r.verdict, level, f"{where}: {r.title}", r.span, r.how)


def annotated(found: Iterable[Finding], format: str) -> str:
    """Findings in a format: `github` or `sarif`."""
    return sarif(found) if format == "sarif" else github(found)


def _escaped(text: str, more: str = "") -> str:
    for x in f"%\r\n{more}":
        text = text.replace(x, f"%{ord(x):02X}")
    return text


def github(found: Iterable[Finding]) -> str:
    """One workflow command a line."""
    out = []
    for x in found:
        level = "notice" if x.level == "note" else x.level
        fields = {"file": x.span.source.name}
        if x.span.source.readable:
            (line, column), (end_line, end_column) = x.span.begin(), x.span.finish()
            fields |= {"line": str(line), "endLine": str(end_line)}
            if line == end_line:  # columns are only understood within a line, the last one is the end's
                fields |= {"col": str(column), "endColumn": str(max(column, end_column - 1))}
        fields["title"] = x.code
        said = ",".join(f"{k}={_escaped(v, ':,')}" for k, v in fields.items())
        message = f"{x.message}\n{x.help}" if x.help else x.message
        out.append(f"::{level} {said}::{_escaped(message)}")
    return "\n".join(out)


def sarif(found: Iterable[Finding]) -> str:
    """A SARIF log of one run. Names of files are relative to the folder that the command is run in."""
    listed = list(found)
    rules = []
    for code in sorted({x.code for x in listed}):
        rule: dict[str, object] = {"id": code}
        if code in CODES:
            about = CODES[code]
            rule["shortDescription"] = {"text": about.title}
            rule["fullDescription"] = {"text": about.explanation}
            rule["help"] = {"text": about.advice}
        rules.append(rule)
    driver = {"name": "tileproof", "version": dsl.__version__, "rules": rules}
    run = {"tool": {"driver": driver}, "columnKind": "unicodeCodePoints", "results": [_result(x) for x in listed]}
    return json.dumps({"$schema": _SCHEMA, "version": "2.1.0", "runs": [run]}, indent=2)


def _result(x: Finding) -> dict[str, object]:
    path = Path(x.span.source.name)
    where: dict[str, object] = {
        "artifactLocation": {"uri": path.as_uri() if path.is_absolute() else quote(path.as_posix(), safe="/,")}
    }
    if x.span.source.readable:
        (line, column), (end_line, end_column) = x.span.begin(), x.span.finish()
        where["region"] = {
            "startLine": line,
            "startColumn": column,
            "endLine": end_line,
            "endColumn": end_column,
        }
    message = f"{x.message}: {x.help}" if x.help else x.message
    return {
        "ruleId": x.code,
        "level": x.level,
        "message": {"text": message},
        "locations": [{"physicalLocation": where}],
    }
