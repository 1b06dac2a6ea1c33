"""A file about a fault of Tileproof, for whoever wants to report it.

Guarantee: it holds what is needed to repeat the run: the command, the versions, the fault with its traceback, and
the rules that were read. Writing it never fails loudly: without a place to write there is no file.
"""

from __future__ import annotations

import hashlib
import platform
import sys
import tempfile
import traceback
from argparse import Namespace
from collections.abc import Iterator
from importlib.metadata import PackageNotFoundError, version
from pathlib import Path

from verifier.commands.common import spec_folders

LARGEST = 200_000  # characters of rules that are put into a file


def write_report(error: BaseException, args: Namespace) -> Path | None:
    """Write the file, in the current folder or among the temporary ones; where it is.

    Faults with the same text have the same name, so that a run that is repeated leaves one file."""
    text = "\n".join(_lines(error, args)) + "\n"
    name = f"tileproof-fault-{hashlib.sha256(repr(error).encode()).hexdigest()[:8]}.txt"
    for folder in (Path.cwd(), Path(tempfile.gettempdir())):
        try:
            path = folder / name
            path.write_text(text, "utf-8", newline="\n")
        except OSError:
            continue
        return path
    return None


def _lines(error: BaseException, args: Namespace) -> Iterator[str]:
    yield "A fault of Tileproof. This file holds the rules that were read: look through it before you send it."
    yield ""
    yield "command: " + " ".join(sys.argv[1:])
    for package in ("tileproof", "z3-solver", "ortools", "lark"):
        try:
            yield f"{package}: {version(package)}"
        except PackageNotFoundError:
            yield f"{package}: not installed"
    yield f"python: {platform.python_version()}, {platform.system()} {platform.machine()}"
    yield ""
    yield from "".join(traceback.format_exception(error)).rstrip().split("\n")
    left = LARGEST
    for path in sorted(p for folder in spec_folders(args) for p in _files(folder)):
        try:
            rules = path.read_text("utf-8")
        except (OSError, UnicodeDecodeError):
            continue
        if len(rules) > left:
            yield f"\n==> {path}: left out, the file would become too large"
            continue
        left -= len(rules)
        yield f"\n==> {path}"
        yield rules.rstrip()


def _files(place: Path) -> list[Path]:
    return [place] if place.is_file() else list(place.rglob("*.rules"))
