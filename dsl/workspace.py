"""The files that belong together around one that is being written, some of them with text that is not saved yet.

Guarantee: a file is read with those that `tileproof check` would read it with; nothing is written.
"""

from __future__ import annotations

import re
from collections.abc import Mapping
from dataclasses import replace
from pathlib import Path

from dsl.diagnostics import Diagnostic, Failure
from dsl.load import EXTENSION_MARK, SUFFIX, read_text, rule_files, shipped
from dsl.query import Rules
from dsl.source import Source, Span

_MODE = re.compile(r"^mode\b", re.MULTILINE)


def folders_of(path: Path, root: Path | None, unsaved: Mapping[Path, str]) -> tuple[Path, ...]:
    """The folders that a file is read with: the nearest one around it that has a file with a mode, with the set
    that it lies in on top; or the shipped game and the file's own folder. None above `root` is looked at."""
    extension: Path | None = None
    for folder in path.parents:
        if _declares_mode(folder, unsaved):
            return (folder,) if extension is None else (folder, extension)
        if extension is None and (folder / EXTENSION_MARK).exists():
            extension = folder
        if root is None or folder == root or root not in folder.parents:
            break
    return (shipped(), extension or path.parent)


def read(folders: tuple[Path, ...], unsaved: Mapping[Path, str]) -> Rules:
    """The rules of some folders, each file once, with unsaved text in place of what is stored. Names of sources are
    absolute paths."""
    texts: dict[Path, str] = {}
    unreadable: list[Diagnostic] = []
    for folder in folders:
        for path in _files(folder, unsaved):
            try:
                texts[path] = unsaved[path] if path in unsaved else read_text(path)
            except Failure as failure:
                nowhere = Span(Source(str(path), "", readable=False), 0, 0)
                unreadable += [replace(d, span=nowhere) for d in failure.diagnostics]
    return Rules(tuple(Source(str(p), t) for p, t in texts.items()), folders, tuple(unreadable))


def _files(folder: Path, unsaved: Mapping[Path, str]) -> list[Path]:
    """The rule files of a folder, new ones that were never saved included."""
    try:
        found = [p.resolve() for p in rule_files(folder)]
    except OSError:
        found = []
    new = (p for p in unsaved if p.suffix == SUFFIX and folder in p.parents and p not in found)
    own = [p for p in new if not any((x / EXTENSION_MARK).exists() for x in p.parents if folder in x.parents)]
    return sorted([*found, *own])


def _declares_mode(folder: Path, unsaved: Mapping[Path, str]) -> bool:
    new = [p for p in unsaved if p.parent == folder]
    for path in sorted({*folder.glob(f"*{SUFFIX}"), *new}):
        try:
            text = unsaved[path] if path in unsaved else read_text(path)
        except Failure:
            continue
        if _MODE.search(text):
            return True
    return False
