"""From a folder of `.rules` files to a checked specification.

Guarantee: `load` either returns a specification in which every clause of every mode and reading is well-typed,
or raises `Failure` with all errors of all files at once.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator, Sequence
from importlib.resources import files
from pathlib import Path

from dsl import syntax as s
from dsl.assemble import Specification
from dsl.check import check
from dsl.declare import declare
from dsl.diagnostics import Bag, Diagnostic, Failure
from dsl.parse import MAX_CHARACTERS, parse
from dsl.source import Source, Span

SUFFIX = ".rules"
# A folder that holds this file is a set of its own: it is read only when it is asked for by name.
EXTENSION_MARK = "EXTENSION.md"


def shipped() -> Path:
    """The folder of the specification that comes with Tileproof."""
    return Path(str(files("spec")))


def shown_path(path: Path) -> str:
    """A path as the user would type it."""
    try:
        return str(path.resolve().relative_to(Path.cwd()))
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
        elif path.suffix == SUFFIX:
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
        reason = (error.strerror or str(error)).lower()
        raise Failure([complain(name, "TP006", f"the file can not be read: {reason}")]) from None
    if len(data) > 4 * most:
        size = f"{len(data):,} bytes, at most {most:,} characters are read"
        raise Failure([complain(name, "TP003", f"the file is too large: {size}")])
    try:
        return data.decode("utf-8-sig").replace("\r\n", "\n")
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
    folders: Iterable[Path], bag: Bag, shown: Callable[[Path], str] = shown_path
) -> list[s.File]:
    """The trees of all files of the folders (or single files); what can not be read is noted in `bag`. `shown`
    gives the name under which a file appears in messages."""
    found: list[s.File] = []
    for folder in folders:
        if not folder.exists():
            bag.found.append(complain(str(folder), "TP006", "there is no such file or folder"))
            continue
        try:
            paths = list(rule_files(folder))
        except OSError as error:
            reason = (error.strerror or str(error)).lower()
            bag.found.append(complain(str(folder), "TP006", f"the folder can not be read: {reason}"))
            continue
        if not paths:
            bag.found.append(
                complain(str(folder), "TP008", f"the folder holds no `{SUFFIX}` file")
            )
        for path in paths:
            try:
                source = Source(shown(path), read_text(path))
            except Failure as failure:
                bag.found += failure.diagnostics
                continue
            before = len(bag.found)
            tree = parse(source, bag)
            if not tree.items and len(bag.found) == before:
                bag.add(
                    "TP008",
                    "the file declares nothing",
                    Span(source, 0, 0),
                    severity="warning",
                    help="a file holds declarations such as `tile my_tile \"My Tile\" is ... { ... }`",
                )
            found.append(tree)
    return found


def load(folders: Iterable[Path], bag: Bag | None = None) -> Specification:
    """Read and check a specification, made of all given folders together.

    Raises `Failure` with every error. Warnings are left in `bag` if one is given."""
    bag = Bag() if bag is None else bag
    paths = tuple(folders)
    return assembled(read_folder(paths, bag), bag, paths)


def assembled(trees: Sequence[s.File], bag: Bag, paths: tuple[Path, ...] = ()) -> Specification:
    """A checked specification of files that were read, with `bag` holding what was wrong with reading them.

    Raises `Failure` as `load` does."""
    broken = bag.errors
    declarations = declare(list(trees), bag)
    # With unreadable items, names are missing that may well be declared in them: stop at what is sure.
    if broken:
        raise Failure(d for d in bag.found if d.code <= "TP010")
    specification = Specification(declarations, tuple(trees), paths)
    if not bag.errors or declarations.modes:
        check(specification, bag)
    bag.check()
    return specification
