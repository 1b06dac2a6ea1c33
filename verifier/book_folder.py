"""The folder of a book: made beside the old one, and put in its place when it is whole.

Guarantee: until `replace` is called the folder is as it was; after it, it holds the new book, or, if anything
went wrong, the old one. A file that no earlier book put there, or that was changed since, is never touched: such a
folder is refused.
"""

from __future__ import annotations

import contextlib
import hashlib
import json
import os
import shutil
import signal
import tempfile
from collections.abc import Callable, Iterator
from pathlib import Path
from types import FrameType
from typing import TypeAlias

from dsl.diagnostics import why
from verifier.pool import without_interrupts

LIST = "book.json"  # the files of a book with their hashes
VERSION = 1
_WORK = ".tileproof-"  # how the folder in which a book is made begins


_Handler: TypeAlias = Callable[[int, FrameType | None], object] | int | None


class Refused(Exception):
    """The folder can not be used; `help` says what to do."""

    def __init__(self, message: str, help: str = "") -> None:
        super().__init__(message)
        self.help = help


class BookFolder:
    """A folder for a book; `work` is where the new one is made."""

    def __init__(self, out: Path) -> None:
        """Raises `Refused` if the folder holds anything else, or can not be written."""
        self.out = out
        self._made = not out.exists()
        self._asked_to_end: _Handler = None
        try:
            out.mkdir(parents=True, exist_ok=True)
            self._check()
            self.work = Path(tempfile.mkdtemp(prefix=_WORK, dir=out))
        except OSError as error:
            raise _unwritable(out, error) from None

    def __enter__(self) -> BookFolder:
        with contextlib.suppress(ValueError):  # not in the main thread, which alone is told of signals
            self._asked_to_end = signal.signal(signal.SIGTERM, _interrupted)
        return self

    def __exit__(self, *_: object) -> None:
        if self._asked_to_end is not None:
            signal.signal(signal.SIGTERM, self._asked_to_end)
        shutil.rmtree(self.work, ignore_errors=True)
        if self._made:
            with contextlib.suppress(OSError):
                self.out.rmdir()  # only if nothing came of it

    def _check(self) -> None:
        """Raises `Refused` if there are files that are not an earlier book's own."""
        known = _listed(self.out / LIST)
        for path in _files(self.out):
            name = path.relative_to(self.out).as_posix()
            if name == LIST and known is not None:
                continue
            if known is None:
                help = "choose a folder that is empty, that holds an earlier book, or that does not exist yet"
                raise Refused(f"{self.out} holds something else than a book, {name} for example", help)
            if known.get(name) != _hash(path):
                what = "was changed since the book was made" if name in known else "is not of the book"
                help = "move it elsewhere, or choose another folder"
                raise Refused(f"{self.out} holds {name}, which {what}", help)

    def replace(self) -> None:
        """Put the new book in the place of the old one.

        Raises `Refused` if that can not be done; the old one is there then."""
        found = {p.relative_to(self.work).as_posix(): _hash(p) for p in _files(self.work)}
        text = json.dumps({"version": VERSION, "files": found}, indent=1, sort_keys=True) + "\n"
        try:
            (self.work / LIST).write_text(text, "utf-8", newline="\n")
            self._check()
            with without_interrupts():
                self._swap()
        except OSError as error:
            raise _unwritable(self.out, error) from None

    def _swap(self) -> None:
        new = sorted(self.work.iterdir())
        old = [p for p in sorted(self.out.iterdir()) if not p.name.startswith(_WORK)]
        aside = self.work / f"{_WORK}old"
        aside.mkdir()
        done: list[tuple[Path, Path]] = []
        try:
            for x in [*((p, aside / p.name) for p in old), *((p, self.out / p.name) for p in new)]:
                os.rename(*x)
                done.append(x)
        except OSError:
            for before, after in reversed(done):
                os.rename(after, before)
            raise


def _interrupted(*_: object) -> None:
    """Whoever is asked to end leaves nothing behind, as after Ctrl-C."""
    raise KeyboardInterrupt


def _unwritable(out: Path, error: OSError) -> Refused:
    return Refused(f"{out} can not be written: {why(error)}", "choose another folder")


def _files(folder: Path) -> Iterator[Path]:
    """All files of a folder, sorted, but not those of a book that is being made."""
    for path in sorted(folder.iterdir()):
        if path.is_dir() and not path.is_symlink():
            if not path.name.startswith(_WORK):
                yield from _files(path)
        else:
            yield path


def _hash(path: Path) -> str:
    return "" if path.is_symlink() else hashlib.sha256(path.read_bytes()).hexdigest()


def _listed(path: Path) -> dict[str, str] | None:
    """The files of an earlier book; None if there was none."""
    try:
        found = json.loads(path.read_text("utf-8"))
        if found["version"] == VERSION and isinstance(found["files"], dict):
            return {str(name): str(x) for name, x in found["files"].items()}
    except (OSError, ValueError, KeyError, TypeError, RecursionError):
        pass
    return None
