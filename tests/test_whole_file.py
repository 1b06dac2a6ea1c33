"""Files are written as a whole or not at all, and a full disk takes nothing of what was found."""

from __future__ import annotations

import errno
import json
import os
import shutil
from pathlib import Path

import pytest
from little import LITTLE

from dsl.whole_file import write_all, write_whole
from verifier.cli import main

EXTRA = """
tile arch "Arch" is wall {
  glyph a
  score 1 per wall adjacent to self
  property "never many" { always own <= 4 }
}
"""


def test_a_file_is_replaced_where_it_stands(tmp_path: Path) -> None:
    """A link stays a link, rights stay, a new file has those of any new file, and no pipe or device becomes a file."""
    old, link, new = tmp_path / "old", tmp_path / "link", tmp_path / "new"
    old.write_text("old")
    old.chmod(0o640)
    link.symlink_to(old)
    mask = os.umask(0o027)
    try:
        write_all({link: "a\r\né", new: b"b"})
    finally:
        os.umask(mask)
    assert link.is_symlink() and old.read_bytes() == b"a\r\n\xc3\xa9" and old.stat().st_mode & 0o777 == 0o640
    assert new.read_bytes() == b"b" and new.stat().st_mode & 0o777 == 0o640
    write_whole(Path(os.devnull), "nothing")
    assert not Path(os.devnull).is_file() and len(list(tmp_path.iterdir())) == 3


@pytest.fixture
def full(monkeypatch: pytest.MonkeyPatch) -> pytest.MonkeyPatch:
    """A disk that is full after half of each file that is put in the place of another one."""
    really = Path.write_bytes

    def half(self: Path, data: bytes) -> int:
        really(self, data[: len(data) // 2])
        raise OSError(errno.ENOSPC, "No space left on device")

    monkeypatch.setattr(Path, "write_bytes", half)
    return monkeypatch


def test_a_full_disk_leaves_what_was_there(tmp_path: Path, full: pytest.MonkeyPatch) -> None:
    """The first of two files is not replaced either."""
    (tmp_path / "a").write_text("old")
    with pytest.raises(OSError, match="No space"):
        write_all({tmp_path / "a": "newer", tmp_path / "b": "newer"})
    full.undo()
    written: list[Path] = []
    really = Path.write_bytes

    def second(self: Path, data: bytes) -> int:
        written.append(self)
        if len(written) == 2:
            raise KeyboardInterrupt
        return really(self, data)

    full.setattr(Path, "write_bytes", second)
    with pytest.raises(KeyboardInterrupt):
        write_all({tmp_path / "a": "newer", tmp_path / "b": "newer"})
    assert [x.name for x in tmp_path.iterdir()] == ["a"] and (tmp_path / "a").read_text() == "old"


def test_cards_on_a_full_disk(tmp_path: Path, full: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]) -> None:
    """No folder, and no sheet of it, is begun; an older PDF stays."""
    (tmp_path / "old.pdf").write_text("old")
    for out in ("old.pdf", "sheets"):
        assert main(["cards", "--spec", str(LITTLE), "--out", str(tmp_path / out)]) == 2
        assert capsys.readouterr().err == f"error: {tmp_path / out} can not be written: no space left on device\n"
    assert [x.name for x in tmp_path.iterdir()] == ["old.pdf"] and (tmp_path / "old.pdf").read_text() == "old"


@pytest.mark.parametrize("form", ["text", "json"])
@pytest.mark.parametrize(
    ("argv", "option"),
    [
        (["max", "arch"], ["--svg", "FILE"]),
        (["max", "--of", "total", "--exactly", "none", "--mode", "square"], ["--svg", "FILE"]),
        (["max", "arch"], ["--emit", "smt2", "."]),
        (["prove", "arch"], ["--emit", "smt2", "."]),
        (["score", "city", "--scope", "any"], ["--svg", "FILE"]),
        (["balance", "--cities", "50", "--draw", "uniform"], ["--svg", "FILE"]),
        (["verify", "-j", "1"], ["--facts", "FILE"]),
        (["tune", "arch", "--try", "2", "--write", "--cities", "50", "--draw", "uniform"], []),
    ],
    ids=["max", "total", "max --emit", "prove", "score", "balance", "verify", "tune"],
)
def test_what_was_found_is_told_before(
    argv: list[str], option: list[str], form: str, tmp_path: Path, monkeypatch: pytest.MonkeyPatch,
    capsys: pytest.CaptureFixture[str], request: pytest.FixtureRequest,
) -> None:  # fmt: skip
    """What was found is on standard output; then one line of what is wrong, and the older file as it was."""
    rules, file = tmp_path / "rules", tmp_path / "file"
    shutil.copytree(LITTLE, rules)
    (rules / "b.rules").write_text(EXTRA, "utf-8")
    (tmp_path / "city").write_text("mode square\nw a\n. .\n", "utf-8")
    file.write_text("old")
    monkeypatch.chdir(tmp_path)
    run = [*argv, "--spec", "rules", "--format", form, "-q", *(x.replace("FILE", "file") for x in option)]
    request.getfixturevalue("full")
    before = sorted(x.name for x in tmp_path.iterdir())
    code = main([*run, *(["--no-record"] if argv[0] not in ("score", "balance") else [])])
    out, err = capsys.readouterr()
    assert code == 2 and err.count("\n") == 1 and err.startswith("error: ") and "no space left on device" in err
    assert file.read_text() == "old" and sorted(x.name for x in tmp_path.iterdir()) == before
    if form == "json":
        assert "error" not in json.loads(out)
    else:
        assert len(out.splitlines()) >= 4
