"""What `diff` compares: from a word on the command line to a specification or a tile.

Guarantee: nothing is written but into a temporary folder that is gone afterwards; a revision is read as git has it,
whatever stands in the working tree.
"""

from __future__ import annotations

import io
import re
import subprocess
import tarfile
import tempfile
from argparse import Namespace
from collections.abc import Callable, Sequence
from dataclasses import dataclass, replace
from pathlib import Path, PurePosixPath

from dsl import syntax as s
from dsl.assemble import Specification
from dsl.diagnostics import Bag, Failure
from dsl.load import SUFFIX, assembled, read_folder
from verifier.commands.common import spec_folder, spec_folders
from verifier.commands.stop import UNUSABLE, Stop


@dataclass(frozen=True)
class Side:
    """One side of a comparison: how it was named, the specification, and the tile if one was named."""

    word: str
    spec: Specification
    tile: str | None = None


def sides(args: Namespace) -> tuple[Side, Side]:
    """Both sides.

    Raises `Stop` if one can not be read, or the two are not of a sort."""
    kinds = [_sort(word) for word in (args.old, args.new)]
    if "name" in kinds:
        base = _checked(lambda bag: assembled(read_folder(spec_folders(args), bag), bag))
        tiles = [_tile(w, base) if k == "name" else None for w, k in zip((args.old, args.new), kinds, strict=True)]
        if None in tiles:
            word = args.old if kinds[0] == "name" else args.new
            raise Stop(UNUSABLE, f"`{word}` is a tile, and the other side is none", "compare two of a sort")
        return Side(args.old, base, tiles[0]), Side(args.new, base, tiles[1])
    return _read(args.old, args), _read(args.new, args)


def _sort(word: str) -> str:
    if Path(word).exists():
        return "path"
    return "revision" if ":" in word else "name"


def _tile(word: str, spec: Specification) -> str:
    d = spec.declarations
    name = d.kind_name(word) or d.kind_name(word.lower().replace("-", "_").replace(" ", "_"))
    if name is not None and d.is_tile(name):
        return name
    tiles = ", ".join(sorted(k for k in d.kinds if d.is_tile(k)))
    help = f"give a folder, a {SUFFIX} file, `REVISION:path`, or a tile: {tiles}"
    if name is not None:
        raise Stop(UNUSABLE, f"`{name}` is no tile, it is a building", help)
    raise Stop(UNUSABLE, f"there is no file, folder or tile `{word}`", help)


def _checked(make: Callable[[Bag], Specification]) -> Specification:
    try:
        return make(Bag())
    except Failure as failure:
        raise Stop(UNUSABLE, diagnostics=failure.diagnostics) from None


def _read(word: str, args: Namespace) -> Side:
    path = Path(word)
    if path.exists():
        return Side(word, _checked(lambda bag: _specification(path, args, bag, None)))
    with tempfile.TemporaryDirectory() as name:
        folder = Path(name)
        held = _checked_out(word, folder)

        def shown(file: Path) -> str:
            inside = file.relative_to(folder) if file.is_relative_to(folder) else None
            if inside is None:
                return str(file)
            return word if file == held else f"{word.rstrip('/')}/{inside.as_posix()}"

        return Side(word, _checked(lambda bag: _specification(held, args, bag, shown)))


def _specification(
    path: Path, args: Namespace, bag: Bag, shown: Callable[[Path], str] | None
) -> Specification:
    """A folder as it is; a file on top of the specification, unless it declares a mode of its own.

    Of what the file declares, the specification's own version is left out: it may be another version of a tile."""
    trees = read_folder([path], bag, shown) if shown is not None else read_folder([path], bag)
    sets = spec_folders(args)[1:]
    alone = path.is_dir() or any(x.what == "mode" for t in trees for x in t.items if isinstance(x, s.Declaration))
    base = read_folder(sets if alone else [spec_folder(args), *sets], bag)
    own = {_declared(x) for t in trees for x in t.items}
    rest = [replace(t, items=tuple(x for x in t.items if alone or _declared(x) not in own)) for t in base]
    order = [*trees, *rest] if alone else [*rest, *trees]
    return assembled(order, bag)


def _declared(x: s.Declaration | s.TableDeclaration) -> tuple[str, str]:
    what = "table" if isinstance(x, s.TableDeclaration) else x.what
    return ("kind" if what in ("tile", "building") else what), (x.name.name if x.name is not None else "")


# ---- git -------------------------------------------------------------------------------------------------


def _git(words: Sequence[str]) -> subprocess.CompletedProcess[bytes]:
    try:
        return subprocess.run(["git", *words], capture_output=True, check=False)
    except OSError:
        help = "install it, or give files and folders"
        raise Stop(UNUSABLE, "a revision is read with git, which can not be run here", help) from None


def _checked_out(word: str, folder: Path) -> Path:
    """What a revision has at a path, as a file or folder inside `folder`."""
    revision, _, path = word.partition(":")
    inside = _git(["rev-parse", "--is-inside-work-tree"])
    if inside.returncode:
        raise Stop(UNUSABLE, f"`{word}` names a revision, and this is no git repository", "run it inside of one")
    if not revision or _git(["rev-parse", "-q", "--verify", "--end-of-options", revision + "^{commit}"]).returncode:
        raise Stop(UNUSABLE, f"git knows no revision `{revision}`", "`git log --oneline` lists revisions")
    found = _git(["rev-parse", "-q", "--verify", "--end-of-options", word])
    if found.returncode:
        help = "the path counts from the top of the repository; begin it with `./` to count from here"
        raise Stop(UNUSABLE, f"revision `{revision}` has no `{path}`", help)
    name = found.stdout.decode().strip()
    if _git(["cat-file", "-t", name]).stdout.strip() == b"blob":
        out = folder / (PurePosixPath(path).name or "rules.rules")
        out.write_bytes(_git(["cat-file", "blob", name]).stdout)
        return out
    top = _git(["rev-parse", "--show-toplevel"]).stdout.decode().strip()
    packed = _git(["-C", top, "archive", "--format=tar", name])
    if packed.returncode:
        said = re.sub(r"\s+", " ", packed.stderr.decode(errors="replace")).strip()
        raise Stop(UNUSABLE, f"git can not read `{word}`: {said[:200]}")
    with tarfile.open(fileobj=io.BytesIO(packed.stdout)) as archive:
        for member in archive.getmembers():
            content = archive.extractfile(member) if member.isfile() else None
            parts = PurePosixPath(member.name).parts
            if content is not None and ".." not in parts and not member.name.startswith("/"):
                out = folder.joinpath(*parts)
                out.parent.mkdir(parents=True, exist_ok=True)
                out.write_bytes(content.read())
    return folder
