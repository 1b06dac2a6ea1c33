"""Files that are written as a whole.

Guarantee: whatever goes wrong (a full disk, an interrupt), a file holds all of what was to be written, or what it
held before, or is not there; and nothing is left beside it.
"""

from __future__ import annotations

import contextlib
import os
import tempfile
from collections.abc import Mapping
from pathlib import Path


def write_whole(path: Path, content: str | bytes) -> None:
    """Put a file in the place of an older one, if there is one, in one step; text in UTF-8, its ends of lines as
    they are.

    Raises `OSError`."""
    write_all({path: content})


def write_all(contents: Mapping[Path, str | bytes]) -> None:
    """The same of several files: none is replaced before all are written.

    A link stays one: what it leads to is replaced. So do rights of an older file. What is no file (a pipe, say) is
    written to as it is. Raises `OSError`."""
    made: list[tuple[Path, Path]] = []
    try:
        for path, content in contents.items():
            data = content.encode("utf-8") if isinstance(content, str) else content
            target = path.resolve()
            if target.exists() and not target.is_file():
                target.write_bytes(data)
            else:
                made.append((_beside(target), target))
                made[-1][0].write_bytes(data)
                with made[-1][0].open("r+b") as written:
                    os.fsync(written.fileno())  # or a file could be replaced before the new one is on the disk
        for temporary, target in made:
            os.replace(temporary, target)
    except BaseException:
        for temporary, _ in made:
            with contextlib.suppress(OSError):
                temporary.unlink()
        raise


def _beside(target: Path) -> Path:
    """An empty file in the same folder, with the rights that the target has or would get."""
    handle, name = tempfile.mkstemp(prefix=f".{target.name[:100]}.", dir=target.parent)
    os.close(handle)
    os.chmod(name, target.stat().st_mode & 0o7777 if target.exists() else 0o666 & ~_umask())
    return Path(name)


def _umask() -> int:
    """What is kept from new files; the system tells it only to who sets it."""
    mask = os.umask(0o077)
    os.umask(mask)
    return mask
