"""The files that belong together around one that is being written, some of them with text that is not saved yet.

Guarantee: a file is read with those that `tileproof check` would read it with; nothing is written.
"""

from __future__ import annotations

import re
from collections.abc import Mapping
from dataclasses import replace
from pathlib import Path
from typing import TypeGuard

from dsl import syntax as s
from dsl.building_on import targets
from dsl.diagnostics import Bag, Failure
from dsl.load import EXTENSION_MARK, SHIPPED, SUFFIX, Reader, base_named, read_text, rule_files, shipped
from dsl.query import Rules, outlined
from dsl.source import Source, Span


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
    bag = Bag()
    reader = _Reader(bag, unsaved)
    found = reader.read(folders, ())
    sources = tuple(tree.span.source for tree in found.values())
    bases = tuple(x.resolve() for x in reader.bases)
    return Rules(sources, (*(x for x in bases if x not in folders), *folders), tuple(bag.found))


class _Reader(Reader):
    """Reads what is on the screen, as far as it can be read: what a game builds on is known while it is written."""

    def __init__(self, bag: Bag, unsaved: Mapping[Path, str]) -> None:
        super().__init__(bag, str)
        self.unsaved = unsaved

    def paths(self, folder: Path) -> list[Path]:
        """The files of a folder, which may still be empty."""
        return _files(folder.resolve(), self.unsaved)

    def tree(self, path: Path) -> s.File | None:
        """The outline of a file: what is wrong with its text is told by who asks for more."""
        path = path.resolve()
        try:
            text = self.unsaved[path] if path in self.unsaved else read_text(path)
        except Failure as failure:
            nowhere = Span(Source(str(path), "", readable=False), 0, 0)
            self.bag.found += [replace(d, span=nowhere) for d in failure.diagnostics]
            return None
        return outlined(Source(str(path), text))


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
    """Whether a folder holds a game: a mode, or what it builds on."""
    new = [p for p in unsaved if p.parent == folder]
    for path in sorted({*folder.glob(f"*{SUFFIX}"), *new}):
        try:
            text = unsaved[path] if path in unsaved else read_text(path)
        except Failure:
            continue
        tree = outlined(Source(str(path.resolve()), text))
        if any(targets(tree)) or any(isinstance(x, s.Declaration) and x.what == "mode" for x in tree.items):
            return True
        if any(map(_is_game, tree.items)) and _UNFINISHED.search(text):
            return True
    return False


# ---- what a game builds on -----------------------------------------------------------------------------------

_UNFINISHED = re.compile(r"^\s*builds\s+on\b", re.MULTILINE)  # by a name that is still being written
_BEGUN = re.compile(r'\bbuilds\s+on\s+(?:"[^"\n]*"\s*,\s*)*"([^"\n]*)$')


def base_at(source: Source, offset: int) -> tuple[Path, Span] | None:
    """The place of the rules that the words at an offset build on, and these words."""
    for text in targets(outlined(source)):
        if text.span.start <= offset <= text.span.end:
            return base_named(text.value, Path(source.name)).resolve(), text.span
    return None


def game_of(rules: Rules, place: Path) -> Source | None:
    """The text that says what game there is in a folder (or a file): the first one with a `game`, or the first."""
    inside = [x for name, x in rules.sources.items() if _within(name, place)]
    games = (x for x in inside if any(map(_is_game, outlined(x).items)))
    return next(games, inside[0] if inside else None)


def bases_ahead(source: Source, offset: int) -> tuple[tuple[str, ...], int] | None:
    """What may be built on, and where its place begins, which is being written: the shipped rules and sets, and
    folders with rules from here. None where no such place is being written."""
    begun = _BEGUN.search(source.text[:offset])
    if begun is None:
        return None
    here = Path(source.name).parent
    way = begun[1].rpartition("/")[0]
    names = [SHIPPED, *(f"{SHIPPED}/{x.relative_to(shipped()).as_posix()}" for x in _apart())]
    try:
        inside = (here / (way or "..")).resolve().iterdir()
        beside = sorted(x for x in inside if x.is_dir() and x != here)
    except OSError:
        beside = []
    names += [f"{way or '..'}/{x.name}" for x in beside if any(x.glob(f"*{SUFFIX}"))]
    return tuple(x for x in names if x.startswith(begun[1])), begun.start(1)


def _apart() -> list[Path]:
    """The shipped folders of rules that are read only where they are named: sets of tiles, and other games."""
    marked = [x.parent for x in shipped().rglob(EXTENSION_MARK)]
    folders = {x.parent for x in shipped().rglob(f"*{SUFFIX}")}
    return sorted(x for x in folders if any(x.is_relative_to(y) for y in marked))


def about(rules: Rules, place: Path) -> str:
    """What is there to build on, as Markdown: the game's title, and how many declarations there are."""
    game = game_of(rules, place)
    if game is None:
        return "nothing is there"
    items = [y for name, x in rules.sources.items() if _within(name, place) for y in outlined(x).items]
    words = [x.what if isinstance(x, s.Declaration) else "table" for x in items]
    title = next((x.title.value for x in items if x.span.source == game and _is_game(x) and x.title), place.name)
    counts = [(words.count(w), w) for w in ("tile", "building", "scoring", "ruling")]
    return f"**{title}**\n\n" + ", ".join(f"{n} {w}{'s' * (n > 1)}" for n, w in counts if n)


def _within(name: str, place: Path) -> bool:
    return place in (Path(name), *Path(name).parents)


def _is_game(x: s.Declaration | s.TableDeclaration) -> TypeGuard[s.Declaration]:
    return isinstance(x, s.Declaration) and x.what == "game"
