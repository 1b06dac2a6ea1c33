"""The files that belong together around one that is being written, some of them with text that is not saved yet.

Guarantee: a file is read with those that `tileproof check` would read it with; nothing is written.
"""

from __future__ import annotations

import re
from collections.abc import Mapping
from dataclasses import replace
from pathlib import Path

from dsl.diagnostics import Diagnostic, Failure
from dsl.load import EXTENSION_MARK, SHIPPED, SUFFIX, read_text, rule_files, shipped
from dsl.query import Rules
from dsl.source import Source, Span

# What a game is known by: a mode, or the rules that it builds on.
_MODE = re.compile(r"^mode\b|^game\b[^{]*\{[^}]*\bbuilds\s+on\b", re.MULTILINE)
_BASES = re.compile(r"\bbuilds\s+on\s+((?:\"[^\"\n]*\"[\s,]*)+)")


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
    layers: list[dict[Path, str]] = []
    unreadable: list[Diagnostic] = []
    waiting, seen = list(reversed(folders)), set[Path]()
    while waiting:
        folder = waiting.pop(0)
        if folder in seen:
            continue
        seen.add(folder)
        above: dict[Path, str] = {}
        others: dict[Path, str] = {}
        for path in _files(folder, unsaved):
            try:
                text = unsaved[path] if path in unsaved else read_text(path)
            except Failure as failure:
                nowhere = Span(Source(str(path), "", readable=False), 0, 0)
                unreadable += [replace(d, span=nowhere) for d in failure.diagnostics]
                continue
            bases = _built_on(path, text)
            waiting += bases
            (above if bases else others)[path] = text
        layers.append({**above, **others})
    # Lower rules first, as `load` has them, and of one game the file first that builds on others.
    texts: dict[Path, str] = {}
    for layer in reversed(layers):
        texts |= {path: text for path, text in layer.items() if path not in texts}
    return Rules(tuple(Source(str(p), t) for p, t in texts.items()), folders, tuple(unreadable))


def _built_on(path: Path, text: str) -> list[Path]:
    """What a file says that its game builds on, where there is such a place."""
    named = [y for x in _BASES.findall(text) for y in re.findall(r'"([^"]*)"', x)]
    places = [shipped() / y.partition("/")[2] if y.split("/")[0] == SHIPPED else path.parent / y for y in named]
    return [p.resolve() for p in places if p.exists()]


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
