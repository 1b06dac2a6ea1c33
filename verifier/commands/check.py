"""`tileproof check`: all mistakes of the rules, and the examples.

Guarantee: every file is read and everything found is shown, in the order of the files; nothing is written.
"""

from __future__ import annotations

import re
from argparse import Namespace
from collections.abc import Iterable, Iterator
from pathlib import Path

from dsl.assemble import Specification
from dsl.diagnostics import Bag, Diagnostic, Failure, ordered
from dsl.load import load, read_text, real, rule_files
from dsl.run_examples import run_examples
from verifier import report
from verifier.annotations import finding
from verifier.commands.common import (
    diagnostics_json,
    out_terminal,
    print_annotations,
    print_json,
    rules_code,
    rulings,
    spec_folders,
)
from verifier.commands.stop import FINE
from verifier.report import Terminal, plural

_MODE = re.compile(r"^mode\b|^\s*builds\s+on\b", re.MULTILINE)


def run(args: Namespace) -> int:
    """Check files and print what is wrong with them."""
    bag = Bag()
    spec: Specification | None = None
    examples = 0
    try:
        spec = load(list(read_together(args, args.paths)), bag)
        rulings(args, spec)
        examples = len(run_examples(spec, bag))
        found = ordered(bag.found)
    except Failure as failure:
        warnings = [d for d in bag.found if d.severity == "warning"]
        found = ordered([*failure.diagnostics, *warnings])
    errors = sum(d.severity == "error" for d in found)
    if args.format == "json":
        print_json(
            {
                **_counts(spec, examples),
                "errors": errors,
                "warnings": len(found) - errors,
                "diagnostics": diagnostics_json(found),
            }
        )
    elif args.format != "text":
        print_annotations(map(finding, found), args.format)
    else:
        _print(args, found, _summary(spec, examples, errors, len(found) - errors), out_terminal(args))
    return rules_code(found) if errors else FINE


def read_together(args: Namespace, paths: Iterable[str]) -> Iterator[Path]:
    """The files to be read together, each once: the specification first, unless the files hold a game."""
    given = [Path(p) for p in paths]
    files = [f for p in given for f in _files(p)]
    whole = not args.spec and any(map(_declares_mode, files))
    base = [] if whole else [f for p in spec_folders(args) for f in _files(p)]
    seen: set[Path] = set()
    for file in [*base, *files]:
        if real(file) not in seen:
            seen.add(real(file))
            yield file


def _files(path: Path) -> list[Path]:
    """The rule files of a path; the path itself if it can not be looked into, so that this is told."""
    try:
        return list(rule_files(path)) or [path]
    except OSError:
        return [path]


def _declares_mode(path: Path) -> bool:
    try:
        return path.is_file() and _MODE.search(read_text(path)) is not None
    except Failure:
        return False


def _counts(spec: Specification | None, examples: int) -> dict[str, object]:
    if spec is None:
        return {"tiles": None, "buildings": None, "examples": None}
    tiles = sum(map(spec.declarations.is_tile, spec.declarations.kinds))
    return {"tiles": tiles, "buildings": len(spec.declarations.kinds) - tiles, "examples": examples}


def _summary(spec: Specification | None, examples: int, errors: int, warnings: int) -> str:
    found = [plural(errors, "error")] if errors else []
    found += [plural(warnings, "warning")] if warnings else []
    said = ", ".join(found) or "no errors"
    if spec is None:
        return said
    tiles = sum(map(spec.declarations.is_tile, spec.declarations.kinds))
    buildings = len(spec.declarations.kinds) - tiles
    of = [plural(tiles, "tile"), plural(buildings, "building"), plural(examples, "example")]
    return f"{', '.join(of)}: {said}"


def _print(args: Namespace, found: tuple[Diagnostic, ...], summary: str, terminal: Terminal) -> None:
    if found:
        print(report.diagnostics(found, terminal))
    if not args.quiet:
        style = "red bold" if any(d.severity == "error" for d in found) else "green"
        print(("\n" if found else "") + terminal.paint(summary, style))
