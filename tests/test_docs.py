"""The documentation: it builds without a warning, says what is so, and its commands do what is shown.

Guarantee: pages made from the sources are up to date; two builds give the same bytes; the commands of the
tutorial and of the README, run as they stand, print what stands there (times and drawings aside).
"""

from __future__ import annotations

import doctest
import os
import re
import shlex
import subprocess
import sys
from importlib.util import module_from_spec, spec_from_file_location
from pathlib import Path

import pytest

ROOT = Path(__file__).parent.parent
DOCS = ROOT / "docs"
PAGES = sorted(p for p in DOCS.rglob("*.md") if not {"_build", "options"} & set(p.parts))
TEXTS = [*PAGES, ROOT / "README.md", ROOT / "CONTRIBUTING.md", ROOT / "CHANGELOG.md"]


def build(into: Path, work: Path) -> str:
    """Build the pages with warnings as errors; what was said."""
    done = subprocess.run(
        [sys.executable, "-m", "sphinx", "-W", "-q", "--keep-going", "-d", work, DOCS, into],
        capture_output=True,
        text=True,
        cwd=ROOT,
        check=False,
    )
    return done.stdout + done.stderr + ("" if done.returncode == 0 else f"exit {done.returncode}")


def test_the_pages_build_without_a_warning_and_always_the_same(tmp_path: Path) -> None:
    for name in ("one", "two"):
        assert build(tmp_path / name, tmp_path / f"{name}-work") == ""
    one, two = tmp_path / "one", tmp_path / "two"
    files = sorted(p.relative_to(one) for p in one.rglob("*") if p.is_file())
    assert files == sorted(p.relative_to(two) for p in two.rglob("*") if p.is_file())
    assert [f for f in files if (one / f).read_bytes() != (two / f).read_bytes()] == []


def test_pages_made_from_the_sources_are_up_to_date() -> None:
    found = spec_from_file_location("generate", DOCS / "_ext" / "generate.py")
    assert found is not None and found.loader is not None
    generate = module_from_spec(found)
    found.loader.exec_module(generate)
    made: dict[str, str] = generate.pages()
    stale = [n for n, text in made.items() if (DOCS / n).read_text("utf-8") != text]
    assert stale == [], "run: python docs/_ext/generate.py"
    for folder in ("errors", "options"):
        there = {f"{folder}/{p.name}" for p in (DOCS / folder).glob("*.md")}
        assert there == {n for n in made if n.startswith(f"{folder}/")}


@pytest.mark.parametrize("path", TEXTS, ids=lambda p: str(p.relative_to(ROOT)))
def test_links_to_files_lead_somewhere(path: Path) -> None:
    text = re.sub(r"```.*?```|`[^`]*`", "", path.read_text("utf-8"), flags=re.DOTALL)
    for target in re.findall(r"\]\(([^)#\s]+)", text):
        if "://" not in target:
            near = path.parent / target
            assert near.exists() or near.with_suffix(".md").exists(), target


@pytest.mark.parametrize("path", TEXTS, ids=lambda p: str(p.relative_to(ROOT)))
def test_modules_and_files_that_are_named_exist(path: Path) -> None:
    for name in re.findall(r"`((?:dsl|verifier|spec|tests|docs)/[\w/.]+)`", path.read_text("utf-8")):
        assert (ROOT / name).exists(), name


# ---- commands that are shown -----------------------------------------------------------------------------

_STEP = re.compile(
    r"^(?:(?:% file: |<!-- file: )(?P<name>\S+)(?: -->)?\n+```\w*\n(?P<body>.*?)```"
    r"|```console\n(?P<shown>.*?)```)$",
    re.DOTALL | re.MULTILINE,
)
# What tells how the work goes on, and comes or not depending on the time it takes.
_PROGRESS = re.compile(r"^(?:\w+: (?:-?\d+ found|at most)|\d+/\d+ ).*\n", re.MULTILINE)
_TIME = re.compile(r"\b\d+(?:\.\d+)? ?s\b")


def run_page(path: Path, folder: Path) -> int:
    """Do what a page shows, in a folder: write its files, run its commands, compare; how many were run.

    `...` in what is shown stands for any text, as in doctests. An exit code other than 0 is shown as the last
    line, `[exit 1]`."""
    checker = doctest.OutputChecker()
    ran = 0
    for step in _STEP.finditer(path.read_text("utf-8")):
        if step["name"]:
            (folder / step["name"]).write_text(step["body"], "utf-8")
            continue
        for part in re.split(r"^\$ ", step["shown"], flags=re.MULTILINE)[1:]:
            command, _, wanted = part.partition("\n")
            words = shlex.split(command)
            assert words[0] == "tileproof", command
            done = subprocess.run(
                [sys.executable, "-m", "verifier", *words[1:]],
                capture_output=True,
                text=True,
                cwd=folder,
                env={**os.environ, "PYTHONPATH": str(ROOT), "NO_COLOR": "1", "COLUMNS": "100"},
                timeout=120,
                check=False,
            )
            got = done.stdout + _PROGRESS.sub("", done.stderr)
            got += f"[exit {done.returncode}]\n" if done.returncode else ""
            got, wanted = (_TIME.sub("0 s", re.sub(r"[ \t]+$", "", x, flags=re.M)) for x in (got, wanted))
            flags = doctest.ELLIPSIS | doctest.NORMALIZE_WHITESPACE
            assert checker.check_output(wanted, got, flags), f"$ {command}\n{got}"
            ran += 1
    return ran


def test_the_tutorial_does_what_it_shows(tmp_path: Path) -> None:
    assert run_page(DOCS / "tutorial.md", tmp_path) >= 5


def test_the_readme_does_what_it_shows(tmp_path: Path) -> None:
    assert run_page(ROOT / "README.md", tmp_path) >= 2


def test_the_readme_has_the_two_commands() -> None:
    text = (ROOT / "README.md").read_text("utf-8")
    for mark, end in (("main", ".venv/bin/tileproof verify"), ("tests", ".venv/bin/python -m pytest -n auto")):
        found = re.search(rf"^<!-- {mark} -->\n```\w*\n(.*)\n```$", text, re.MULTILINE)
        assert found is not None, mark
        assert found[1].startswith("python3 -m venv .venv && ") and found[1].endswith(end)
