"""What `max`, `prove` and `verify` share: the proof record, and questions written for other solvers.

Guarantee: trouble with the record is told on standard error and never keeps a question from being answered; an
entry that was edited makes a run that would be fine end with findings.
"""

from __future__ import annotations

import hashlib
import os
import sys
from argparse import Namespace
from collections.abc import Iterable, Sequence
from pathlib import Path
from typing import TYPE_CHECKING

from dsl.assemble import Specification
from dsl.diagnostics import why
from dsl.load import shipped
from verifier.commands.common import err_terminal, shipped_game, spec_folders, write_found
from verifier.commands.stop import FINDINGS, FINE, UNUSABLE, Stop

if TYPE_CHECKING:
    from verifier.obligations import Obligation
    from verifier.record import Record


def record_path(args: Namespace) -> Path:
    """Where the record is kept: as `--record` says, in the folder of a specification of one's own, or among the
    caches."""
    if args.record is not None:
        return Path(args.record)
    base, *sets = spec_folders(args)
    game = shipped_game(args)
    name = "record" if game is None else game.name
    beside = game is None and (args.spec or base != shipped())
    if beside and base.is_file():
        base, name = base.parent, base.stem
    name += _of_sets(sets)
    return base / ".tileproof" / f"{name}.json" if beside else _caches() / f"{name}.json"


def _of_sets(sets: Sequence[Path]) -> str:
    """With other rules on top every question is another one, and so is the record."""
    said = "\n".join(str(x.resolve()) for x in sets)
    return "-" + hashlib.sha256(said.encode()).hexdigest()[:8] if sets else ""


def _caches() -> Path:
    home = os.environ.get("XDG_CACHE_HOME") or ""
    # A path that is not absolute is to be ignored.
    return (Path(home) if os.path.isabs(home) else Path(os.path.expanduser("~")) / ".cache") / "tileproof"


def records_of(folders: Sequence[Path], file: Path) -> list[Path]:
    """The files of records in which something of the rules of some folders may be kept: of them as they are, with
    `--spec`, or with the topmost of them or a file on top."""
    names = [f"record{_of_sets(x)}.json" for x in ((), folders[-1:], (file,))]
    found = [_caches() / x for x in (*names, *(f"{x.name}.json" for x in folders))]
    found += [(x if x.is_dir() else x.parent) / ".tileproof" / name for x in folders for name in names]
    return [x for x in dict.fromkeys(found) if x.is_file()]


def open_record(args: Namespace, spec: Specification) -> Record | None:
    """The record of the run; None if there is to be none."""
    if args.no_record:
        return None
    from verifier.record import Record

    return Record(record_path(args), spec, refresh=args.refresh)


def close_record(args: Namespace, record: Record | None, code: int) -> int:
    """Write the record and tell what was wrong with it; the exit code of the run."""
    if record is None:
        return code
    record.save()
    head = err_terminal(args).paint("warning", "yellow bold")
    for text in record.warnings:
        print(f"{head}: {text}", file=sys.stderr)
    return FINDINGS if record.edited and code == FINE else code


def emit_folder(args: Namespace) -> Path | None:
    """The folder of `--emit smt2 DIR`, made if there is none.

    Raises `Stop` if the form is not known or the folder can not be made."""
    if args.emit is None:
        return None
    form, folder = args.emit
    if form != "smt2":
        raise Stop(UNUSABLE, f"questions can not be written as `{form}`", "known: smt2")
    try:
        Path(folder).mkdir(parents=True, exist_ok=True)
    except OSError as error:
        raise Stop(UNUSABLE, f"{folder} can not be made: {why(error)}") from None
    return Path(folder)


def emit(folder: Path, obligations: Iterable[Obligation], taken: set[str]) -> int:
    """Write obligations, each into a file of its own that is none of `taken`; how many.

    Raises `Stop` if one can not be written; what was found is to be printed before."""
    count = 0
    for x in obligations:
        name, n = x.name, 1
        while name in taken:
            n += 1
            name = f"{x.name}-{n}"
        taken.add(name)
        path = folder / f"{name}.smt2"
        write_found(path, x.text)
        count += 1
    return count
