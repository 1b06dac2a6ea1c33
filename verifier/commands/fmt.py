"""`tileproof fmt`: rules in the one usual layout.

Guarantee: a file is replaced as a whole or not at all, and only if all of it could be read; its line ends
and rights stay as they were. With `--check` nothing is written.
"""

from __future__ import annotations

import sys
from argparse import Namespace
from collections.abc import Iterator
from pathlib import Path

from dsl.diagnostics import Bag, Diagnostic, Failure, why
from dsl.layout import format_file
from dsl.load import SUFFIX, complain, read_text, real
from dsl.parse import parse
from dsl.source import Source
from dsl.whole_file import write_whole
from verifier import report
from verifier.commands.city_file import read_source
from verifier.commands.common import (
    diagnostics_json,
    err_terminal,
    print_json,
    rules_code,
    say,
    spec_folder,
)
from verifier.commands.stop import FINDINGS, FINE, UNUSABLE, Stop
from verifier.report import plural


def run(args: Namespace) -> int:
    """Format files, or standard input."""
    if "-" in args.paths:
        if len(args.paths) > 1:
            raise Stop(UNUSABLE, "`-` stands for standard input, and can not be given together with files")
        return _standard_input(args)
    found: list[Diagnostic] = []
    changed: list[str] = []
    files = list(_files([Path(p) for p in args.paths] or [spec_folder(args)], found))
    for path in files:
        try:
            if _format(path, write=not args.check):
                changed.append(str(path))
        except Failure as failure:
            found += failure.diagnostics
    if args.format == "json":
        print_json({"files": len(files), "changed": changed, "diagnostics": diagnostics_json(found)})
    else:
        _tell(args, files, changed, found)
    if found:
        return rules_code(found)
    return FINDINGS if changed and args.check else FINE


def _tell(args: Namespace, files: list[Path], changed: list[str], found: list[Diagnostic]) -> None:
    for name in changed:
        print(f"{'would change' if args.check else 'changed'} {name}")
    sys.stdout.flush()
    if found:
        print(report.diagnostics(found, err_terminal(args)), file=sys.stderr)
    rest = max(0, len(files) - len(changed) - len({d.span.source.name for d in found}))
    word = "would change" if args.check else "changed"
    say(args, f"{plural(len(changed), 'file')} {word}, {rest} as they should be")


def _files(paths: list[Path], found: list[Diagnostic]) -> Iterator[Path]:
    """The rule files of the paths, those of sets of their own included, each once."""
    seen: set[Path] = set()
    for path in paths:
        if not path.exists():
            found.append(complain(str(path), "TP006", "there is no such file or folder"))
            continue
        inside = sorted(path.rglob(f"*{SUFFIX}")) if path.is_dir() else [path]
        if not inside:
            found.append(complain(str(path), "TP008", f"the folder holds no `{SUFFIX}` file"))
        for file in inside:
            if real(file) not in seen and (file == path or file.is_file() or not file.exists()):
                seen.add(real(file))
                yield file


def _formatted(source: Source) -> str:
    """The layout of a text. Raises `Failure` if any of it can not be read."""
    bag = Bag()
    tree = parse(source, bag)
    bag.check()
    return format_file(tree, source)


def _format(path: Path, *, write: bool) -> bool:
    """Whether a file is not in its layout; if so it is replaced (with `write`)."""
    text = read_text(path)
    new = _formatted(Source(str(path), text))
    try:
        old = path.read_bytes()
        data = (new.replace("\n", "\r\n") if b"\r\n" in old else new).encode("utf-8")
        if data == old:
            return False
        if write:
            write_whole(path, data)
    except OSError as error:
        reason = why(error)
        raise Failure([complain(str(path), "TP006", f"the file can not be written: {reason}")]) from None
    return True


def _standard_input(args: Namespace) -> int:
    try:
        source = read_source("-")
        new = _formatted(source)
    except Failure as failure:
        raise Stop(rules_code(failure.diagnostics), diagnostics=failure.diagnostics) from None
    if args.check:
        return FINE if new == source.text else FINDINGS
    sys.stdout.write(new)
    return FINE
