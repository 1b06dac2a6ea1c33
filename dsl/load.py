"""From a folder of `.rules` files to a checked specification.

Guarantee: `load` either returns a specification in which every clause of every mode and reading is well-typed,
or raises `Failure` with all errors of all files at once.
"""

from __future__ import annotations

import os
from collections.abc import Callable, Collection, Iterable, Iterator, Sequence
from importlib.resources import files
from pathlib import Path

from dsl import syntax as s
from dsl.assemble import Specification
from dsl.building_on import layered, targets
from dsl.check import check
from dsl.declare import declare
from dsl.diagnostics import Bag, Diagnostic, Failure, why
from dsl.hints import Known
from dsl.parse import parsed
from dsl.source import MAX_CHARACTERS, Source, Span, plain

SUFFIX = ".rules"
# What rules say that build on those that come with Tileproof.
SHIPPED = "shipped"
# Where, beside them, other games are, each in a folder of its name.
GAMES = "games"
# A folder that holds this file is a set of its own: it is read only when it is asked for by name.
EXTENSION_MARK = "EXTENSION.md"


def shipped() -> Path:
    """The folder of the specification that comes with Tileproof."""
    return Path(str(files("spec")))


def base_named(text: str, path: Path) -> Path:
    """Where the rules are that a file builds on, by the words in it."""
    first, _, rest = text.partition("/")
    return shipped() / rest if first == SHIPPED else path.parent / text


def real(path: Path) -> Path:
    """The file that a path leads to. One that leads round in a circle stays, to be told by who reads it."""
    return Path(os.path.realpath(path))


def shown_path(path: Path) -> str:
    """A path as the user would type it."""
    try:
        return str(real(path).relative_to(Path.cwd()))
    except ValueError:
        return str(path)


def rule_files(folder: Path) -> Iterator[Path]:
    """The `.rules` files of a folder, sorted by path, sets of their own left out."""
    if folder.is_file():
        yield folder
        return
    for path in sorted(folder.iterdir()):
        if path.is_dir():
            if not (path / EXTENSION_MARK).exists() and not path.name.startswith((".", "__")):
                yield from rule_files(path)
        elif path.suffix == SUFFIX and (path.is_file() or not path.exists()):  # not a pipe, which may never end
            yield path


def complain(name: str, code: str, message: str, help: str = "") -> Diagnostic:
    """A diagnostic about a file as a whole."""
    return Diagnostic(code, message, Span(Source(name, "", readable=False), 0, 0), help=help)


def read_text(path: Path, most: int = MAX_CHARACTERS) -> str:
    """The text of a file, of `most` characters.

    Raises `Failure` if it can not be read, is not UTF-8, or is too large."""
    name = shown_path(path)
    try:
        data = path.read_bytes()
    except OSError as error:
        reason = why(error)
        raise Failure([complain(name, "TP006", f"the file can not be read: {reason}")]) from None
    if len(data) > 4 * most:
        size = f"{len(data):,} bytes, at most {most:,} characters are read"
        raise Failure([complain(name, "TP003", f"the file is too large: {size}")])
    try:
        return plain(data.decode("utf-8-sig"))
    except UnicodeDecodeError as error:
        before = data[: error.start].count(b"\n") + 1
        raise Failure(
            [
                complain(
                    f"{name}:{before}",
                    "TP007",
                    "the file is not UTF-8 text",
                    "save it as UTF-8 in your editor",
                )
            ]
        ) from None


def read_folder(
    folders: Iterable[Path],
    bag: Bag,
    shown: Callable[[Path], str] = shown_path,
    bases: list[Path] | None = None,
) -> list[s.File]:
    """The trees of all files of the folders (or single files) and of what they build on, which comes first; what
    can not be read is noted in `bag`. `shown` gives the name under which a file appears in messages; the folders
    that are built on are added to `bases`."""
    reader = Reader(bag, shown)
    found = reader.read(tuple(folders), ())
    if bases is not None:
        bases += reader.bases
    return list(found.values())


class Reader:
    """Reads every file once, however many ways lead to it. What a folder holds and what a file says are told by
    `paths` and `tree`."""

    def __init__(self, bag: Bag, shown: Callable[[Path], str]) -> None:
        self.bag = bag
        self.shown = shown
        self.bases: list[Path] = []
        self.known: dict[Path, s.File | None] = {}

    def read(self, folders: tuple[Path, ...], chain: tuple[Path, ...]) -> dict[Path, s.File]:
        """The trees by their files, lower rules first, and of one game the file first that builds on others."""
        own: dict[Path, s.File] = {}
        for folder in folders:
            for path in self.paths(folder):
                tree = self._known(path)
                if tree is not None:
                    own[real(path)] = tree
        below: dict[Path, s.File] = {}
        above = [path for path, tree in own.items() if any(targets(tree))]
        for path in above:
            if path in chain:
                continue  # told where it was named
            for text in targets(own[path]):
                below.update(self._base(text, path, (*chain, path)))
        order = [*above, *(path for path in own if path not in above)]
        return {**below, **{path: own[path] for path in order if path not in below}}

    def _base(self, text: s.Text, path: Path, chain: tuple[Path, ...]) -> dict[Path, s.File]:
        """The trees of what a file builds on."""
        target = base_named(text.value, path)
        if not target.exists():
            help = f'write `"{SHIPPED}"`, or the way to a folder from this file'
            self.bag.add("TP081", f"there is nothing at `{text.value}` to build on", text.span, help=help)
            return {}
        found = self.read((target,), chain)
        if any(p in chain and any(targets(tree)) for p, tree in found.items()):
            help = "rules build on others, never on themselves"
            self.bag.add("TP081", "these rules would build on themselves", text.span, help=help)
            return {}
        if target not in self.bases:
            self.bases.append(target)
        return found

    def paths(self, folder: Path) -> list[Path]:
        """The files of a folder; that there are none is noted."""
        if not folder.exists():
            self.bag.found.append(complain(str(folder), "TP006", "there is no such file or folder"))
            return []
        if not folder.is_file() and not folder.is_dir():
            help = "save what it holds as a file"
            self.bag.found.append(complain(str(folder), "TP006", "this is neither a file nor a folder", help))
            return []
        try:
            paths = list(rule_files(folder))
        except OSError as error:
            reason = why(error)
            self.bag.found.append(complain(str(folder), "TP006", f"the folder can not be read: {reason}"))
            return []
        if not paths:
            self.bag.found.append(complain(str(folder), "TP008", f"the folder holds no `{SUFFIX}` file"))
        return paths

    def _known(self, path: Path) -> s.File | None:
        key = real(path)
        if key not in self.known:
            self.known[key] = self.tree(path)
        return self.known[key]

    def tree(self, path: Path) -> s.File | None:
        """The tree of a file; None if it can not be read, which is noted."""
        try:
            source = Source(self.shown(path), read_text(path))
        except Failure as failure:
            self.bag.found += failure.diagnostics
            return None
        tree, found = parsed(source)
        self.bag.found += found
        if not tree.items and not found:
            self.bag.add(
                "TP008",
                "the file declares nothing",
                Span(source, 0, 0),
                severity="warning",
                help="a file holds declarations such as `tile my_tile \"My Tile\" is ... { ... }`",
            )
        return tree


def load(folders: Iterable[Path], bag: Bag | None = None) -> Specification:
    """Read and check a specification, made of all given folders together.

    Raises `Failure` with every error. Warnings are left in `bag` if one is given."""
    bag = Bag() if bag is None else bag
    paths = tuple(folders)
    bases: list[Path] = []
    trees = read_folder(paths, bag, bases=bases)
    return assembled(trees, bag, (*(x for x in bases if x not in paths), *paths))


def assembled(
    trees: Sequence[s.File], bag: Bag, paths: tuple[Path, ...] = (), owners: Collection[str] | None = None
) -> Specification:
    """A checked specification of files that were read, with `bag` holding what was wrong with reading them.

    `owners` are as in `check`: the declarations that are new, where the rest was checked before.

    Raises `Failure` as `load` does."""
    unread = len(bag.found) if bag.errors else 0
    files = layered(trees, bag)
    declarations = declare(list(files), bag)
    known = Known.of(files)
    bag.found = list(map(known.told, bag.found))
    broken = bag.found[:unread]
    # With unreadable items, names are missing that may well be declared in them: stop at what is sure.
    if broken:
        raise Failure(d for d in bag.found if d.code <= "TP010" or d in broken)
    specification = Specification(declarations, files, paths)
    if not bag.errors or declarations.modes:
        check(specification, bag, owners)
        bag.found = list(map(known.told, bag.found))
    bag.check()
    return specification
