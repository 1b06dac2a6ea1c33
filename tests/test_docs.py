"""The documentation: it builds without a warning, says what is so, and its commands do what is shown.

Guarantee: pages made from the sources are up to date; two builds give the same bytes; what a page shows as
`console`, run as it stands in an empty folder, prints what stands there (times and drawings aside); and whatever is
shown as a command anywhere is one, with options that there are.
"""

from __future__ import annotations

import argparse
import atexit
import doctest
import json
import os
import re
import runpy
import shlex
import shutil
import signal
import subprocess
import sys
import time
import tomllib
from collections.abc import Callable, Mapping
from dataclasses import replace
from functools import cache
from importlib.util import module_from_spec, spec_from_file_location
from itertools import takewhile
from pathlib import Path
from tempfile import mkdtemp
from types import ModuleType

import pytest
from children import hearing

from dsl.assemble import Specification
from dsl.city import Building, City
from dsl.load import load, shipped
from dsl.to_numpy import BatchScorer
from verifier.arguments import parser
from verifier.balance import sample
from verifier.cli import main
from verifier.entries import checked, question_fields, question_of, signed
from verifier.questions import MaximumQuestion
from verifier.results import Line, read
from verifier.verdict import Maximum

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


def extension(name: str) -> ModuleType:
    """A module of `docs/_ext`."""
    found = spec_from_file_location(name, DOCS / "_ext" / f"{name}.py")
    assert found is not None and found.loader is not None
    module = module_from_spec(found)
    sys.modules[name] = module
    found.loader.exec_module(module)
    return module


def test_the_pages_build_without_a_warning_and_always_the_same(tmp_path: Path) -> None:
    for name in ("one", "two"):
        assert build(tmp_path / name, tmp_path / f"{name}-work") == ""
    one, two = tmp_path / "one", tmp_path / "two"
    files = sorted(p.relative_to(one) for p in one.rglob("*") if p.is_file())
    assert files == sorted(p.relative_to(two) for p in two.rglob("*") if p.is_file())
    assert [f for f in files if (one / f).read_bytes() != (two / f).read_bytes()] == []
    for f in files:
        if f.suffix == ".html":
            text = (one / f).read_text("utf-8")
            assert 'role="heading">' not in text, f  # a heading that has no level
            assert ("Unofficial: the game" in text) == (f.name != "index.html" or f.parent != Path()), f


def test_pages_made_from_the_sources_are_up_to_date() -> None:
    made: dict[str, str] = extension("generate").pages()
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

Said = Callable[[list[str], Path], str]
"""Runs a command in a folder: what it says, without its progress, and its exit code if that is not 0."""

_STEP = re.compile(
    r"^(?:(?:% file: |<!-- file: )(?P<name>\S+)(?: -->)?\n+(?P<fence>`{3,})\w*\n(?P<body>.*?)(?P=fence)"
    r"|```console\n(?P<shown>.*?)```)$",
    re.DOTALL | re.MULTILINE,
)
_PYTHON = {"python": [], "pytest": ["-m", "pytest"], "sphinx-build": ["-m", "sphinx"], "pygmentize": ["-m", "pygments"]}
"""Programs that a page may run beside `tileproof`: what Python is to be told."""
# What tells how the work goes on, and comes or not depending on the time it takes.
_PROGRESS = re.compile(r"^(?:\w+: (?:-?\d+ found|at most)|\d+/\d+ ).*\n", re.MULTILINE)
_TIME = re.compile(r"\b\d+(?:\.\d+)? ?s\b")


def run_page(path: Path, folder: Path, said: Said) -> int:
    """Do what a page shows, in a folder: write its files, run its commands by `said`, compare; how many were run.

    `...` in what is shown stands for any text, as in doctests. An exit code other than 0 is shown as the last
    line, `[exit 1]`."""
    checker = doctest.OutputChecker()
    text, ran = path.read_text("utf-8"), 0
    for step in _STEP.finditer(text):
        if step["name"]:
            assert f"`{step['name']}`" in text[: step.start()], f"nobody sees that this is {step['name']}"
            (folder / step["name"]).parent.mkdir(parents=True, exist_ok=True)
            (folder / step["name"]).write_text(step["body"], "utf-8")
            continue
        for part in re.split(r"^\$ ", step["shown"], flags=re.MULTILINE)[1:]:
            command, _, wanted = part.partition("\n")
            words = shlex.split(command)
            if words[0] == "cd":
                folder /= words[1]
                continue
            assert words[0] in ("tileproof", "ls", *_PYTHON), command

            def as_shown(got: str, wanted: str = wanted) -> bool:
                shown, told = (_TIME.sub("0 s", re.sub(r"[ \t]+$", "", x, flags=re.M)) for x in (wanted, got))
                return checker.check_output(shown, told, doctest.ELLIPSIS | doctest.NORMALIZE_WHITESPACE)

            match words:
                case ["tileproof", "watch", *_]:
                    got = watched(words, folder, as_shown)
                case ["ls", place]:
                    got = " ".join(sorted(x.name for x in (folder / place).iterdir() if not x.name.startswith(".")))
                case _:
                    got = said(words, folder)
            assert as_shown(got), f"$ {command}\n{got}"
            ran += 1
    return ran


@cache
def installed() -> str:
    """A folder that lets Python find what Tileproof brings to other programs, as where it is installed."""
    (made := Path(mkdtemp()) / "tileproof-0.dist-info").mkdir()
    atexit.register(shutil.rmtree, made.parent)
    project = tomllib.loads((ROOT / "pyproject.toml").read_text("utf-8"))["project"]
    points = {"console_scripts": project["scripts"], **project["entry-points"]}
    text = "\n".join(f"[{group}]\n" + "\n".join(f"{k} = {v}" for k, v in x.items()) for group, x in points.items())
    (made / "entry_points.txt").write_text(text, "utf-8")
    (made / "METADATA").write_text("Metadata-Version: 2.1\nName: tileproof\nVersion: 0\n", "utf-8")
    return str(made.parent)


_OUTSIDE = dict(os.environ)


def shell(outside: Mapping[str, str] = _OUTSIDE) -> dict[str, str]:
    """What is around a new process: what is around the tests, with its caches, unless something else is said."""
    paths = os.pathsep.join((installed(), str(ROOT)))
    # With `CI`, Hypothesis draws the same on every run.
    mine = {"PYTHONPATH": paths, "NO_COLOR": "1", "COLUMNS": "100", "PYTHONDONTWRITEBYTECODE": "1", "CI": "true"}
    return {**outside, **mine}


def all_said(out: str, err: str, code: int) -> str:
    return out + _PROGRESS.sub("", err) + (f"[exit {code}]\n" if code else "")


def by_a_process(words: list[str], folder: Path) -> str:
    """As a reader runs it: a new process for each command."""
    command = [sys.executable, *_PYTHON.get(words[0], ["-m", "verifier"]), *words[1:]]
    done = subprocess.run(command, capture_output=True, text=True, cwd=folder, env=shell(), timeout=600, check=False)
    return all_said(done.stdout, done.stderr, done.returncode)


@pytest.fixture
def here(monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str], tmp_path: Path) -> Said:
    """In this process, which has read the shipped rules and loaded the solvers: with more than twenty commands that is most of
    the time. The README, and other programs, have their own processes."""
    monkeypatch.setenv("NO_COLOR", "1")
    monkeypatch.setenv("COLUMNS", "100")
    monkeypatch.setenv("XDG_CACHE_HOME", str(tmp_path / "caches"))

    def said(words: list[str], folder: Path) -> str:
        monkeypatch.chdir(folder)
        match words:
            case ["tileproof", *rest]:
                code = main(rest)
            case ["python", file] if file.endswith(".py"):
                runpy.run_path(file, run_name="__main__")
                code = 0
            case _:
                return by_a_process(words, folder)
        return all_said(*capsys.readouterr(), code)

    return said


def watched(words: list[str], folder: Path, as_shown: Callable[[str], bool]) -> str:
    """What a command that goes on until it is interrupted has said as soon as that is what is shown."""
    out = folder / "watched.txt"
    with out.open("w", encoding="utf-8") as file:
        process = subprocess.Popen([sys.executable, "-m", "verifier", *words[1:]], stdout=file, stderr=file, cwd=folder, env=shell(os.environ), preexec_fn=hearing)
        try:
            until = time.monotonic() + 120
            while not as_shown(out.read_text("utf-8")) and time.monotonic() < until:
                assert process.poll() is None
                time.sleep(0.2)
        finally:
            process.send_signal(signal.SIGINT)
            process.wait(60)
    got = out.read_text("utf-8")
    out.unlink()
    return got


SHOWN = [p for p in PAGES if "\n```console\n" in p.read_text("utf-8")]


@pytest.mark.parametrize("path", SHOWN, ids=lambda p: str(p.relative_to(DOCS)))
def test_a_page_does_what_it_shows(path: Path, tmp_path: Path, here: Said) -> None:
    (tmp_path / "shown").mkdir()
    assert run_page(path, tmp_path / "shown", here) >= 1


def test_the_readme_does_what_it_shows(tmp_path: Path) -> None:
    assert run_page(ROOT / "README.md", tmp_path, by_a_process) >= 2


_PLACES = {"SCOPE": "any", "N": "1", "S": "1"}
"""What may stand for a word in capitals, where not every word may."""


def commands_shown(text: str) -> list[str]:
    """The lines that tell of a `tileproof COMMAND`, in code blocks and in the middle of sentences."""
    blocks = re.findall(r"^```[^\n]*\n(.*?)^```$", text, re.DOTALL | re.MULTILINE)
    lines = [x for block in blocks for x in re.findall(r"^(?:\$ |- run: |  )?(?:\.venv/bin/)?tileproof (\w.*)$", block, re.MULTILINE)]
    prose = re.sub(r"^```.*?^```$", "", text, flags=re.DOTALL | re.MULTILINE)
    return [*lines, *re.findall(r"`(?:\.venv/bin/)?tileproof (\w[^`]*)`", prose)]


def helps() -> list[tuple[str, str]]:
    """What each command says of itself, with the examples in it."""
    (found,) = (x.choices for x in parser()._actions if isinstance(x, argparse._SubParsersAction))
    return [(name, f"```\n{command.format_help()}\n```") for name, command in found.items()]


@pytest.mark.parametrize("name", ["pages", "help"])
def test_commands_that_are_shown_are_understood(name: str, capsys: pytest.CaptureFixture[str]) -> None:
    """Whatever they would find: no option, choice or number is one that is not taken."""
    ran, wrong, line_of_commands = 0, [], parser()
    for where, text in [(p.name, p.read_text("utf-8")) for p in TEXTS] if name == "pages" else helps():
        for line in commands_shown(text):
            shell = shlex.shlex(line, posix=True, punctuation_chars=True)
            shell.whitespace_split = True
            words = list(takewhile(lambda x: not set(x) <= set(";&|()<>"), shell))
            words = [_PLACES.get(x, x) for x in words if x not in ("...", "…")]
            if words[0] == "COMMAND" or len(words) == 1 or "--help" in words:  # its name alone is no use of it
                continue
            try:
                line_of_commands.parse_args(words)
            except SystemExit:
                wrong.append(f"{where}: tileproof {line}\n{capsys.readouterr().err}")
            ran += 1
    assert not wrong and ran > 30, "\n".join(wrong)


def test_options_that_are_named_are_there() -> None:
    """Each `--option` in a page is one of some command, or of a program that the page speaks of."""
    (found,) = (x.choices for x in parser()._actions if isinstance(x, argparse._SubParsersAction))
    known = {o for command in found.values() for action in command._actions for o in action.option_strings}
    known |= {"--version", "--tileproof", "--tileproof-time-limit", "--soak", "--update", "--durations", "--limit"}
    named = {p: re.findall(r"`(?:tileproof )?(?:[a-z]+ )?(--[a-z][a-z-]*)", p.read_text("utf-8")) for p in TEXTS}
    assert {p.name: set(x) - known for p, x in named.items() if set(x) - known} == {}


def test_the_readme_has_the_two_commands() -> None:
    text = (ROOT / "README.md").read_text("utf-8")
    for mark, end in (("main", ".venv/bin/tileproof verify"), ("tests", ".venv/bin/python -m pytest -n auto --dist worksteal")):
        found = re.search(rf"^<!-- {mark} -->\n```\w*\n(.*)\n```$", text, re.MULTILINE)
        assert found is not None, mark
        assert found[1].startswith("python3 -m venv .venv && ") and found[1].endswith(end)


def cells(row: str) -> list[str]:
    """The cells of a table that are two spaces apart."""
    return re.split(r"\s{2,}", row.strip("▶ \n"))


def test_tables_of_what_takes_long_say_what_is_on_record(spec: Specification) -> None:
    """What a designer is shown of the most, of worths and of averages."""
    rules = load([shipped(), shipped() / "homebrew"])
    page = (DOCS / "questions.md").read_text("utf-8")
    rounds = {x[0]: x[3] for x in re.findall(r"^\| ([A-Z].*?) \| (.*?) \| (.*?) \| (.*?) \|", (DOCS / "findings.md").read_text("utf-8"), re.M)}
    best = (DOCS / "best_cities.md").read_text("utf-8").partition("## Expert")[0]
    worth = dict(re.findall(r"^\| with (.*?) \|.* \| (\S+) \|$", best, re.MULTILINE))
    one, pairs, _dominates, _tried, like = re.findall(r"^```text\n\$ (.*?)^```", page, re.DOTALL | re.MULTILINE)[:5]
    known = set()
    for title, most, _average, _zero, what, *_ in (x for x in map(cells, one.split("\n")) if len(x) > 4 and x[0] in rounds):
        low, _, high = most.partition(" to ")
        assert rounds[title] == most or (high and int(low) <= int(rounds[title]) <= int(high)), title
        assert what.removesuffix(" *") == worth[title], title
        known.add(title)
    assert known == {spec.game("classic").kinds[x].title for x in spec.tiles("classic")}
    sums = [(x[0].removesuffix(" *"), x[2]) for x in map(cells, pairs.split("\n")) if len(x) == 6 and "+" in x[2]]
    assert [s for t, s in sums if t in rounds] == [f"8 + {rounds[t] if rounds[t].isdigit() else 0}" for t, _ in sums if t in rounds]
    # The averages are of cities that are drawn again, the same each time.
    drawn = sample(BatchScorer(rules, "classic"), "play", players=4, cities=20_000, seed=1)
    for title, tile, factor in (("2", "tram_depot", 1.0), ("3", "tram_depot", 1.5), ("4", "tram_depot", 2.0), ("School", "school", 1.0)):
        (row,) = (x for x in map(cells, like.split("\n")) if x[0] == title)
        own = drawn.of(tile)
        assert row[2:4] == [f"{own.mean() * factor:.2f}", f"{100 * (own == 0).mean():.0f} %"], title


# ---- the best cities -------------------------------------------------------------------------------------


def with_total(spec: Specification, line: Line, value: int) -> str:
    """A line that claims another total, and was not edited."""
    q = question_of(spec, line.question)
    found = replace(checked(spec, line.key, q, line.entry), value=value, bound=value)
    return Line(line.key, line.question, signed(spec, line.key, q, found)).text + "\n"


def test_what_does_not_come_out_is_not_on_the_page(spec: Specification, tmp_path: Path) -> None:
    best = extension("best")
    data, turns = tmp_path / "best.jsonl", tmp_path / "turns.json"
    lines = read(DOCS / "best_cities.jsonl").lines
    classic = [x for x in lines.values() if (x.entry["mode"], x.entry["must"]) == ("classic", [])]
    placeable = next(x for x in classic if x.entry["scope"] == "placeable")
    data.write_text(placeable.text + "\n", "utf-8")
    turns.write_text((DOCS / "best_cities_turns.json").read_text("utf-8"), "utf-8")
    assert f"| without tiles | - | {placeable.entry['value']} | optimal | - |" in best.Best(data, turns).page()
    # Another total than that of the city.
    data.write_text(with_total(spec, placeable, placeable.entry["value"] + 1), "utf-8")
    with pytest.raises(best.NotToBeTold, match=r"best\.jsonl:1: its city gives 78, not 79"):
        best.Best(data, turns)
    # A line that somebody changed.
    data.write_text(placeable.text.replace('"value": 78', '"value": 79') + "\n", "utf-8")
    with pytest.raises(best.NotToBeTold, match="edited"):
        best.Best(data, turns)
    # Turns that build something else: the first tile comes a round later than is possible.
    data.write_text(placeable.text + "\n", "utf-8")
    known = json.loads(turns.read_text("utf-8"))
    for plan in known.values():
        plan[0]["round"], plan[-1]["round"] = plan[-1]["round"], plan[0]["round"]
    turns.write_text(json.dumps(known), "utf-8")
    with pytest.raises(best.NotToBeTold, match="no turns that build the city"):
        best.Best(data, turns).page()


def test_the_page_tells_what_is_only_best_known(spec: Specification, tmp_path: Path) -> None:
    """In Expert: a Tower Block with one Inhabitant, who has no seat and costs 1 VP; he makes a Police Station active,
    which as a Public Service in one district scores 2. Their worth, with bounds of 10 and 12, is 2 - 10 to 12 + 1."""
    best = extension("best")
    none, police = frozenset[str](), frozenset({"police_station"})
    lines = []
    for scope, must, only, total, bound in (
        ("rounds", none, none, -1, 10),
        ("placeable", police, none, 2, 12),
        ("rounds", none, None, 2, 20),
    ):
        cells: list[Building | None] = [None] * 20
        cells[0] = Building("tower_block", 1, {"inhabitant": 1}, 0, active=False, seats={})
        cells[1] = Building("police_station", 1, {}, 0, active=True, seats={}) if total == 2 else None
        city = City("expert", tuple(cells), None)
        most = 5 if only is None else None
        q = MaximumQuestion("", "expert", scope, 4, spec.readings(), only, "total", must, most)
        about = ("", "expert", "total", scope, 4)
        found = Maximum(*about, "feasible", total, bound, "VP", 1.0, city, spec.readings())
        key = str(bound)
        lines.append(Line(key, question_fields(spec, q), signed(spec, key, q, found)).text + "\n")
    data, turns = tmp_path / "best.jsonl", tmp_path / "turns.json"
    data.write_text("".join(lines), "utf-8")
    best.Best(data, turns).keep_turns()
    page: str = best.Best(data, turns).page()
    assert "so scope `placeable` has the same cities as `rounds`" in page
    assert [x for x in page.splitlines() if x.startswith("| with")] == [
        "| without tiles | -1 | best known, at most 10 (gap 110.0 %) | - |",
        "| with Police Station | 2 | best known, at most 12 (gap 83.3 %) | -8 to +13 |",
        "| with at most 5 tiles | 2 | best known, at most 20 (gap 90.0 %) | - |",
    ]
    assert page.count("Score sheet, Expert") == page.count("\nSchedule\n") == 3
