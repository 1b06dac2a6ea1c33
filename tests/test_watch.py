"""`tileproof watch`: a real process is fed saves, and what it tells is read."""

from __future__ import annotations

import os
import selectors
import signal
import subprocess
import sys
import time
from collections.abc import Iterator
from pathlib import Path

import pytest
from children import hearing

from dsl.codes import GARDEN

ROOT = Path(__file__).parent.parent
# The patio is a row of three above another: a Gnome has at most three neighbours.
GNOME = """\
tile gnome "Gnome" is pond {
  score 2 per pond adjacent to self
  example patio "a pond" { O gnome } scores 2
  property "small" { always own <= 6 }
}
"""
LIMIT = 300.0  # seconds until a test gives up; most of it is for a machine that has more to do


class Watched:
    """A process that watches a file; `until` reads on until it has said something."""

    def __init__(self, file: Path, spec: Path, *, polling: bool) -> None:
        hide = "import sys; sys.modules['watchfiles'] = None; " if polling else ""
        code = f"{hide}from verifier.cli import main; raise SystemExit(main())"
        command = [sys.executable, "-c", code, "watch", str(file), "--spec", str(spec)]
        env = {**os.environ, "PYTHONPATH": str(ROOT), "PYTHONIOENCODING": "utf-8"}
        self.child = subprocess.Popen(
            command, stdout=subprocess.PIPE, stderr=subprocess.STDOUT, env=env, preexec_fn=hearing
        )
        assert self.child.stdout is not None
        self.out = self.child.stdout
        os.set_blocking(self.out.fileno(), False)
        self.rest = ""

    def until(self, words: str) -> str:
        """What is said up to and with some words."""
        end = time.monotonic() + LIMIT
        with selectors.DefaultSelector() as ready:
            ready.register(self.out, selectors.EVENT_READ)
            while words not in self.rest:
                assert time.monotonic() < end, self.rest
                ready.select(0.5)
                self.rest += (self.out.read() or b"").decode("utf-8", "replace")
        said, _, self.rest = self.rest.partition(words)
        return said + words


@pytest.fixture(params=[False, True], ids=["told", "polling"])
def watched(request: pytest.FixtureRequest, tmp_path: Path) -> Iterator[tuple[Watched, Path]]:
    if not request.param:
        pytest.importorskip("watchfiles")
    spec = tmp_path / "game"
    spec.mkdir()
    (spec / "garden.rules").write_text(GARDEN, "utf-8")
    file = tmp_path / "gnome.rules"
    file.write_text(GNOME, "utf-8")
    process = Watched(file, spec, polling=request.param)
    yield process, file
    process.child.kill()
    process.child.wait()
    process.out.close()


def save(file: Path, text: str) -> None:
    """As editors do it: a new file in the place of the old one."""
    new = file.with_suffix(".new")
    new.write_text(text, "utf-8")
    os.replace(new, file)


def test_every_save_is_told(watched: tuple[Watched, Path]) -> None:
    process, file = watched
    first = process.until("1 example: all right")
    assert "Score 2 VP for each Pond adjacent to the Gnome." in first and "1     2     3" in first
    assert "small: proved" in process.until("most it can score: 6 VP (optimal)")

    # Three VP each: the example is wrong, and so is the claim; what is said of a maximum that is another now.
    save(file, GNOME.replace("score 2", "score 3"))
    said = process.until("1 example: 1 wrong")
    assert "error[TP060]: `gnome` scores 3 here, not 2" in said and "^^^^^^^^" in said
    assert "Score 3 VP for each Pond" in said
    said = process.until("most it can score: 9 VP (optimal) (was 6 VP (optimal))")
    assert "small: refuted (was proved)" in said

    # Two mistakes in two declarations are both told; then all is as it was, and what did not change is not told again.
    save(file, 'tile elf "Elf" is pond { scor 1 }\ntile gnome "Gnome" is flower { score 2 for each pond }\n')
    said = process.until(" s)")
    assert said.count("error[TP002]") == 2 and "`scor`" in said and "`per`" in said
    save(file, GNOME.replace("score 2", "score 3").replace("scores 2", "scores 3").replace("<= 6", "<= 9"))
    assert "1 example: all right" in process.until("small: proved (was refuted)")

    process.child.send_signal(signal.SIGINT)
    assert process.child.wait(LIMIT) == 0
    rest = (process.out.read() or b"").decode()
    assert "Traceback" not in rest


def test_however_files_are_saved(watched: tuple[Watched, Path]) -> None:
    process, file = watched
    process.until("most it can score: 6 VP (optimal)")

    # Several saves in a row: the last one counts, whatever was told between.
    for n in (3, 4, 5, 7):
        save(file, GNOME.replace("score 2", f"score {n}"))
    process.until("Score 7 VP for each Pond")
    process.until("most it can score: 21 VP (optimal)")

    # Emptied and filled, in two steps: only the whole text is read.
    with file.open("w", encoding="utf-8") as text:
        text.flush()
        text.write(GNOME.replace("score 2", "score 1"))
    said = process.until("Score 1 VP for each Pond")
    assert "declares nothing" not in said

    # Gone, and back: what is known of this meaning is told again without a solver.
    process.until("(nothing more is asked)")
    file.unlink()
    process.until("there is no such file")
    save(file, GNOME)
    said = process.until("most it can score: 6 VP (optimal) (was 3 VP (optimal))")
    assert "1 example: all right" in said

    # Another file of the game: three more Ponds' worth for each.
    garden = file.parent / "game" / "garden.rules"
    save(garden, GARDEN.replace('"Ponds"', '"Pools"').replace('"Pond"', '"Pool"'))
    process.until("Score 2 VP for each Pool adjacent to the Gnome.")
    process.child.send_signal(signal.SIGINT)
    assert process.child.wait(LIMIT) == 0


def test_a_file_that_is_not_there(tmp_path: Path) -> None:
    from verifier.cli import main

    assert main(["watch", str(tmp_path / "none.rules")]) == 2
