"""The command line: what it prints, how it exits, and what it says of input that can not be used."""

from __future__ import annotations

import argparse
import io
import json
import os
import re
import subprocess
import sys
from collections.abc import Callable
from pathlib import Path
from types import SimpleNamespace
from typing import Any

import pytest

from dsl.assemble import Specification
from dsl.city import Building, City, all_active
from dsl.codes import GARDEN
from dsl.draw import draw, short_names
from verifier.arguments import parser
from verifier.box import complaints
from verifier.cli import main
from verifier.report import paragraph
from verifier.verdict import Fault, Maximum

ROOT = Path(__file__).parent.parent
Run = Callable[..., SimpleNamespace]


@pytest.fixture
def run(
    capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch, tmp_path_factory: pytest.TempPathFactory
) -> Run:
    """Runs a command in this process: its exit code, output and errors. No test sees another's proof record."""
    monkeypatch.setenv("COLUMNS", "80")
    monkeypatch.setenv("XDG_CACHE_HOME", str(tmp_path_factory.mktemp("caches")))
    for name in ("NO_COLOR", "FORCE_COLOR", "TILEPROOF_DEBUG"):
        monkeypatch.delenv(name, raising=False)

    def command(*argv: object) -> SimpleNamespace:
        code = main([str(a) for a in argv])
        out, err = capsys.readouterr()
        assert "Traceback" not in err and "Traceback" not in out
        return SimpleNamespace(code=code, out=out, err=err)

    return command


Write = Callable[[str, str], Path]

# Two Factories beside the Fire Station, 3 VP each: 6. It needs 2 Inhabitants and they 1 each; of 5 one is
# over, -1. One district is served, 2. Total 7.
FIRE = "mode expert\nsupply 5 inhabitants 0 energy\nF fire_station F\n"
# The Factory scores 2 for the Shop and 3 for the Harbor. The Shop needs the Energy Unit, Factory and Harbor
# an Inhabitant each; the third one is a Customer, 1. Total 6.
SHOP = "mode classic\nsupply 3 inhabitants and 1 energy\n{ S F H }\n"


def shop_json(**more: object) -> dict[str, object]:
    """The same city with a seating: the Harbor is not active."""
    seated: list[object] = [
        {"kind": "shop", "active": True, "seats": {"inhabitants": 1}},
        {"kind": "factory", "active": True},
        {"kind": "harbor", "active": False},
        None,
    ]
    empty = [None] * 4
    return {
        "mode": "classic",
        "rows": [seated, empty, empty, empty],
        "inhabitants_supply": 3,
        "energy_supply": 1,
        **more,
    }


# ---- the command as a whole --------------------------------------------------------------------------------


def test_help_names_all_commands_and_exit_codes(run: Run) -> None:
    found = run("--help")
    assert found.code == 0
    for word in ("check", "score", "max", "prove", "verify", "explain", "diff", "mutate", "fmt", "exit codes:", "130"):
        assert word in found.out


def test_every_command_has_a_row_and_a_section_on_the_page() -> None:
    (commands,) = (x.choices for x in parser()._actions if isinstance(x, argparse._SubParsersAction))
    page = (ROOT / "docs" / "commands.md").read_text("utf-8")
    assert sorted(re.findall(r"^\| \[`(\w+)`\]\(#\1\) \|", page, re.MULTILINE)) == sorted(commands)
    assert set(commands) <= set(re.findall(r"^## (\w+)$", page, re.MULTILINE))


@pytest.mark.parametrize("command", ["check", "score", "max", "prove", "verify", "explain", "diff", "mutate", "fmt"])
def test_every_command_has_help_with_exit_codes(run: Run, command: str) -> None:
    found = run(command, "--help")
    assert found.code == 0 and "exit codes:" in found.out and "--ruling NAME=READING" in found.out


def test_version(run: Run) -> None:
    found = run("--version")
    assert found.code == 0 and found.out.startswith("tileproof ")


@pytest.mark.parametrize(
    ("argv", "words"),
    [
        ([], "the following arguments are required: COMMAND"),
        (["chek"], "did you mean `check`?"),
        (["score"], "CITY"),
        (["score", "x", "--scope", "suply"], "did you mean `supply`?"),
        (["score", "x", "--players", "two"], "`two` is no whole number"),
        (["score", "x", "--index", "0"], "0 is less than 1"),
        (["max", "x", "--time-limit", "nan"], "a time limit is more than 0 seconds"),
        (["check", "--colour"], "unrecognized arguments: --colour\n  = help: did you mean `--color`?"),
        (["max", "x", "--time-limt=3"], "did you mean `--time-limit`?"),
        (["docs", "--out", "x", "--no-slove"], "did you mean `--no-solve`?"),
        (["max", "x", "y"], "`tileproof max --help` tells what there is"),
    ],
)
def test_usage_errors(run: Run, argv: list[str], words: str) -> None:
    found = run(*argv)
    assert found.code == 2 and words in found.err and not found.out


@pytest.mark.parametrize("asked", [["--format", "json"], ["--format=json"]])
def test_mistakes_of_options_in_the_format_that_was_asked_for(run: Run, asked: list[str]) -> None:
    """Of each command: what is not known, a value that is none, and what is missing."""
    commands = re.findall(r"^    ([a-z]+) ", run("--help").out, re.MULTILINE)
    assert len(commands) > 20
    for command in commands:
        found = run(command, "--colour", *asked)
        said = json.loads(found.out)
        assert found.code == 2 and said["error"]["message"] and said["schema_version"] == 1, command
    said = json.loads(run("max", "school", "--scope", "suply", *asked).out)
    assert "invalid choice: 'suply'" in said["error"]["message"] and said["error"]["help"].startswith("did you mean")


def test_a_fault_and_an_interrupt_as_json(run: Run, monkeypatch: pytest.MonkeyPatch, tmp_path: Path) -> None:
    monkeypatch.chdir(tmp_path)
    for error, code, words in ((RuntimeError("oh"), 70, "fault of Tileproof: oh"), (KeyboardInterrupt(), 130, "interrupted")):

        def fail(_: object, error: BaseException = error) -> int:
            raise error

        monkeypatch.setattr("verifier.commands.check.run", fail)
        found = run("check", "--format", "json")
        assert found.code == code and words in json.loads(found.out)["error"]["message"]


def test_importing_the_command_line_is_cheap() -> None:
    code = "import sys, verifier.cli; print(*sorted({m.split('.')[0] for m in sys.modules}))"
    done = subprocess.run([sys.executable, "-c", code], cwd=ROOT, capture_output=True, text=True, check=True)
    assert not {"z3", "lark", "ortools", "rich"} & set(done.stdout.split())


def test_help_loads_no_solver_and_no_parser() -> None:
    code = (
        "import sys, verifier.cli\n"
        "try: verifier.cli.main(['--help'])\n"
        "except SystemExit: pass\n"
        "print('MODULES', *sorted({m.split('.')[0] for m in sys.modules}))"
    )
    done = subprocess.run([sys.executable, "-c", code], cwd=ROOT, capture_output=True, text=True, check=True)
    loaded = set(done.stdout.rpartition("MODULES")[2].split())
    assert "verifier" in loaded and not {"z3", "lark", "ortools", "rich"} & loaded


def test_a_fault_is_said_to_be_ours_with_a_file_to_send(
    run: Run, monkeypatch: pytest.MonkeyPatch, tmp_path: Path
) -> None:
    def broken(args: object) -> int:
        raise Fault("the solver says 3, the scorer 4")

    monkeypatch.setattr("verifier.commands.check.run", broken)
    monkeypatch.chdir(tmp_path)
    mine = tmp_path / "mine.rules"
    mine.write_text("-- my own rules\n", "utf-8")
    found = run("check", "--spec", str(mine))
    assert found.code == 70
    assert found.err.startswith("tileproof: this is a fault of Tileproof: Fault: the solver says 3, the scorer 4\n")
    (report,) = tmp_path.glob("tileproof-fault-*.txt")
    assert "this is no verdict" in found.err and report.name in found.err
    text = report.read_text("utf-8")
    assert "the solver says 3, the scorer 4" in text and "Traceback" in text and "-- my own rules" in text
    # The same fault again is the same file.
    run("check", "--spec", str(mine))
    assert len(list(tmp_path.glob("tileproof-fault-*.txt"))) == 1


def test_a_traceback_only_when_asked_for(
    capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch, tmp_path: Path
) -> None:
    def broken(args: object) -> int:
        raise KeyError("oops")

    monkeypatch.setattr("verifier.commands.check.run", broken)
    monkeypatch.setenv("TILEPROOF_DEBUG", "1")
    monkeypatch.chdir(tmp_path)
    assert main(["check"]) == 70
    assert "Traceback" in capsys.readouterr().err


def test_interrupted(run: Run, monkeypatch: pytest.MonkeyPatch) -> None:
    def interrupted(args: object) -> int:
        raise KeyboardInterrupt

    monkeypatch.setattr("verifier.commands.check.run", interrupted)
    assert run("check").code == 130


@pytest.mark.skipif(os.name != "posix", reason="pipes as a shell has them")
def test_a_reader_that_goes_away_is_no_trouble() -> None:
    read, written = os.pipe()
    os.close(read)
    argv = [sys.executable, "-m", "verifier", "explain", "fire_station"]
    done = subprocess.run(argv, cwd=ROOT, stdout=written, stderr=subprocess.PIPE, text=True, check=False)
    os.close(written)
    assert done.returncode == 141 and done.stderr == ""


def test_colour(run: Run, write: Write, monkeypatch: pytest.MonkeyPatch) -> None:
    city = write("city.txt", FIRE)
    assert "\x1b[" not in run("score", city).out
    assert "\x1b[" in run("score", city, "--color", "always").out
    monkeypatch.setenv("FORCE_COLOR", "1")
    assert "\x1b[" in run("score", city).out
    assert "\x1b[" not in run("score", city, "--color", "never").out
    monkeypatch.setenv("NO_COLOR", "1")
    assert "\x1b[" not in run("score", city).out


# ---- check -------------------------------------------------------------------------------------------------


@pytest.mark.parametrize(("columns", "longest"), [(200, 96), (96, 96), (40, 40), (5, 24), (0, 96)])
def test_text_fits_into_the_terminal(monkeypatch: pytest.MonkeyPatch, columns: int, longest: int) -> None:
    text = "so many words that no line of them all could be shown " * 9
    terminal = SimpleNamespace(isatty=lambda: True, fileno=lambda: 1)
    monkeypatch.setattr("sys.stdout", terminal)
    monkeypatch.setattr("os.get_terminal_size", lambda _: os.terminal_size((columns, 24)))
    lines = paragraph(text)
    assert longest - 6 < max(map(len, lines)) <= longest
    monkeypatch.setattr("sys.stdout", io.StringIO())
    assert 90 < max(map(len, paragraph(text))) <= 96


def test_check_of_the_shipped_rules(run: Run) -> None:
    found = run("check")
    assert found.code == 0, found.out
    assert found.out.startswith("13 tiles, 9 buildings, ") and found.out.endswith(" examples: no errors\n")
    assert run("check", "-q").out == ""


def test_check_as_json(run: Run) -> None:
    found = json.loads(run("check", "--format", "json").out)
    assert found["schema_version"] == 1
    assert (found["tiles"], found["buildings"], found["errors"]) == (13, 9, 0)


def test_check_of_a_file_on_top_of_the_rules(run: Run, write: Write) -> None:
    path = write("mine.rules", 'tile mine "Mine" is public_service { score 1 per shop adjacent to self }\n')
    found = run("check", path)
    assert found.code == 0 and found.out.startswith("14 tiles, 9 buildings, ")
    # A file that is already part of the rules is not read twice.
    inside = next((ROOT / "spec" / "tiles").glob("*.rules"))
    assert run("check", inside).out.startswith("13 tiles, 9 buildings, ")


def test_check_of_a_game_of_its_own(run: Run, write: Write) -> None:
    assert run("check", write("garden.rules", GARDEN)).out == "0 tiles, 2 buildings, 0 examples: no errors\n"


def test_check_shows_all_mistakes_of_all_files(run: Run, write: Write, tmp_path: Path) -> None:
    write(
        "a.rules",
        'tile one "One" is public_service {\n  score 1 per shopp adjacent to self\n'
        "  score by count of shop adjacent to self [0, 1]\n  modes classic\n}\n",
    )
    write("b.rules", 'tile two "Two" is park { needs 1 inhabitan }\ntile one "One" is park { score 1 }\n')
    found = run("check", tmp_path)
    assert found.code == 1
    for place in ("a.rules:2:15", "a.rules:3:43", "b.rules:1:34", "b.rules:2:6"):
        assert place in found.out
    assert "did you mean `shop`?" in found.out and "first declared here" in found.out
    assert found.out.endswith("4 errors\n")
    listed = json.loads(run("check", tmp_path, "--format", "json").out)
    assert [d["code"] for d in listed["diagnostics"]] == ["TP011", "TP027", "TP013", "TP010"]
    assert [(d["line"], d["column"]) for d in listed["diagnostics"]] == [(2, 15), (3, 43), (1, 34), (2, 6)]


def test_check_runs_the_examples(run: Run, write: Write) -> None:
    # A Shop 2; the Fire Station has nothing to do with it. 2 + 5 for two districts.
    path = write(
        "mine.rules",
        'tile mine "Mine" is public_service {\n  score 2 per shop adjacent to self\n'
        '  example classic "one Shop" { S mine fire_station } scores 3 totals 9\n}\n',
    )
    found = run("check", path)
    assert found.code == 1
    assert "error[TP060]: `mine` scores 2 here, not 3" in found.out
    assert "mine.rules:3:54" in found.out and "scores 3" in found.out
    assert "the city totals 7 here, not 9" in found.out
    assert "the score sheet: mine 2 + public_services 5 = 7" in found.out
    assert found.out.endswith("2 errors\n")


def test_check_of_a_building_without_a_part(run: Run, write: Write) -> None:
    path = write("mine.rules", 'building lake "Lake" is park { example classic "one" { lake } scores 0 }\n')
    found = run("check", path)
    assert found.code == 1
    assert "error[TP045]: `lake` has no part of its own on the score sheet" in found.out


@pytest.mark.parametrize(
    ("name", "content", "code", "message"),
    [
        ("empty.rules", b"", 0, "warning[TP008]: the file declares nothing"),
        ("latin.rules", "-- caf\xe9\n".encode("latin-1"), 2, "error[TP007]: the file is not UTF-8 text"),
        ("large.rules", b"-- x\n" * 1_000_000, 2, "error[TP003]: the file is too large: 5,000,000 bytes"),
        (
            "deep.rules",
            b'tile x "X" is park { score ' + b"(" * 10_000 + b"1" + b")" * 10_000 + b" }\n",
            1,
            "error[TP004]: more than 100 parentheses inside each other",
        ),
        ("long.rules", b'tile x "X" is park { score 1' + b" + 1" * 10_000 + b" }\n", 1, "error[TP004]"),
        ("broken.rules", b'tile x "X" is park { score\n', 1, "error[TP001]: the text ends too early"),
        ("picture.rules", b"\x89PNG\r\n\x1a\n\x00\xff", 2, "error[TP007]"),
    ],
)
def test_files_that_can_not_be_used(
    run: Run, tmp_path: Path, name: str, content: bytes, code: int, message: str
) -> None:
    path = tmp_path / name
    path.write_bytes(content)
    found = run("check", path)
    assert (found.code, found.err) == (code, "")
    assert found.out.count("[TP") == 1 and message in found.out and name in found.out


def test_paths_that_can_not_be_used(run: Run, tmp_path: Path) -> None:
    missing = run("check", tmp_path / "nowhere")
    assert missing.code == 2 and "error[TP006]" in missing.out and "nowhere" in missing.out
    empty = run("check", tmp_path)
    assert empty.code == 2 and "the folder holds no `.rules` file" in empty.out
    spec = run("score", "x", "--spec", tmp_path / "nowhere")
    assert spec.code == 2 and "error[TP006]" in spec.err and not spec.out


@pytest.mark.skipif(os.name != "posix", reason="links and pipes of Unix")
@pytest.mark.parametrize("command", [["check"], ["fmt", "--check"], ["score"], ["prove", "--with"], ["max", "school", "--spec"]])
def test_links_in_a_circle_and_pipes(run: Run, tmp_path: Path, command: list[str]) -> None:
    """Neither is a fault, and nothing waits for what a pipe may hold."""
    (tmp_path / "round.rules").symlink_to("round.rules")
    os.mkfifo(tmp_path / "pipe.rules")
    for path in (tmp_path / "round.rules", tmp_path):
        found = run(*command, path)
        assert found.code in (1, 2) and "error" in found.err + found.out, (command, path)
    if command[0] == "check":
        found = run(*command, tmp_path / "pipe.rules")
        assert found.code == 2 and "neither a file nor a folder" in found.out


def test_sets_on_top(run: Run, write: Write) -> None:
    assert run("check", "--with", "homebrew").out.startswith("31 tiles, 9 buildings, ")
    mine = write("mine.rules", 'tile mine "Mine" is public_service { score 3 }\n')
    assert "score 3" in run("explain", "mine", "--with", mine, "--with", "homebrew").out


# ---- score -------------------------------------------------------------------------------------------------


def test_score_of_a_drawing(run: Run, write: Write) -> None:
    found = run("score", write("city.txt", FIRE))
    assert found.code == 0 and not found.err
    lines = found.out.splitlines()
    assert " 1 ┃  F  │  FS ┃  F  ┃     │     ┃" in lines
    for line in (
        "  Factories                0 VP",
        "  Fire Station             6 VP",
        "  Public Services          2 VP",
        "  Inhabitants not seated  -1 VP",
        "  Total                    7 VP",
        "  Fire Station  6 VP",
        "Seating (the best there is)",
        "  1, 2         Fire Station  2 Inhabitants",
        "  The city has 5 Inhabitants, 0 Energy Units; not seated: 1 Inhabitant.",
    ):
        assert line in lines, line
    assert "tile_activation" in found.out


def test_score_as_json(run: Run, write: Write) -> None:
    found = json.loads(run("score", write("city.txt", SHOP), "--format", "json").out)
    assert (found["schema_version"], found["mode"], found["total"]) == (1, "classic", 6)
    assert {k: n for k, n in found["parts"].items() if n} == {"factory": 5, "shop": 1}
    assert found["seating"] == [
        {"row": 1, "column": 1, "kind": "shop", "active": True, "seats": {"inhabitants": 1}},
        {"row": 1, "column": 2, "kind": "factory", "active": True, "seats": {}},
        {"row": 1, "column": 3, "kind": "harbor", "active": True, "seats": {}},
    ]
    assert (found["seating_source"], found["optimal"], found["scope"]) == ("best", True, "supply")
    assert found["own"] == {} and found["readings"]["customs_line"] == "complete"


def test_what_score_prints_can_be_scored_again(run: Run, write: Write, monkeypatch: pytest.MonkeyPatch) -> None:
    first = json.loads(run("score", write("city.txt", SHOP), "--format", "json").out)
    stdin = SimpleNamespace(buffer=io.BytesIO(json.dumps(first["city"]).encode()))
    monkeypatch.setattr(sys, "stdin", stdin)
    again = json.loads(run("score", "-", "--format", "json").out)
    assert again == {**first, "seating_source": "given"}


def test_a_given_seating_is_used(run: Run, write: Write) -> None:
    # The inactive Harbor leaves: the Factory scores 2 for the Shop. A Customer 1, an Inhabitant over -1.
    path = write("city.json", json.dumps(shop_json()))
    found = json.loads(run("score", path, "--format", "json").out)
    assert (found["total"], found["seating_source"]) == (2, "given")
    # It stays under the other reading, and the Factory scores 3 for it.
    found = json.loads(run("score", path, "--ruling", "inactive_buildings=stay", "--format", "json").out)
    assert found["total"] == 5
    assert found["city"]["readings"] == {"inactive_buildings": "stay"}
    text = run("score", path, "--ruling", "inactive_buildings=stay").out
    assert "  inactive_buildings is stay: yes, it stays where it is" in text
    # The file may say so itself, and the command line goes first.
    own = write("own.json", json.dumps(shop_json(readings={"inactive_buildings": "stay"})))
    assert json.loads(run("score", own, "--format", "json").out)["total"] == 5
    argv = ("score", own, "--ruling", "inactive_buildings=leave", "--format", "json")
    assert json.loads(run(*argv).out)["total"] == 2


def test_a_seating_given_in_part_is_completed(run: Run, write: Write) -> None:
    # The Shop holds two Customers, 2, and the third Inhabitant makes the Factory active, 2: the Harbor stays
    # inactive. A Harbor instead would score nothing.
    path = write("city.txt", "mode classic\nsupply 3 inhabitants 1 energy\nS@2i F H\n")
    found = json.loads(run("score", path, "--format", "json").out)
    assert (found["total"], found["seating_source"]) == (4, "completed")
    assert found["seating"][0]["seats"] == {"inhabitants": 2}


def test_a_seating_against_the_ruling_is_refused(run: Run, write: Write) -> None:
    # An Inhabitant is left over, and the Harbor is not active.
    path = write("city.json", json.dumps(shop_json()))
    found = run("score", path, "--ruling", "withholding=use_all")
    assert found.code == 2
    assert "`harbor` in row 1, column 3 is not active, and there are units to make it so" in found.err
    assert "`shop` in row 1, column 1 has a seat left" in found.err


def test_gains_at_the_end(run: Run, write: Write) -> None:
    # Two Shops bring the TV Station 2 Inhabitants. One makes it active, one is a Customer: the Shop needs the
    # Energy Unit of the Harbor. One Customer 1, one district 2.
    path = write("city.txt", "mode classic\nS tv_station S H+2e\n")
    found = json.loads(run("score", path, "--format", "json").out)
    assert found["units"] == {"tv_station": {"inhabitants": 2}}
    assert found["total"] == 3
    assert found["city"]["taken"] == [{"row": 1, "column": 2, "resource": "inhabitants", "units": 2}]
    again = write("again.json", json.dumps(found["city"]))
    assert json.loads(run("score", again, "--format", "json").out)["total"] == 3
    too_many = found["city"]
    too_many["taken"][0]["units"] = 3
    refused = run("score", write("more.json", json.dumps(too_many)))
    assert refused.code == 2 and "gives 2 inhabitant, and 3 are taken" in refused.err


def test_one_city_of_several(run: Run, write: Write) -> None:
    path = write("layouts.json", json.dumps({"about": "two", "layouts": [shop_json(), shop_json(energy_supply=2)]}))
    found = run("score", path)
    assert found.code == 2 and "the file holds 2 cities" in found.err
    assert "choose one with `--index N`, N from 1 to 2" in found.err
    # The second one has an Energy Unit too many: 2 - 1.
    assert json.loads(run("score", path, "--index", 2, "--format", "json").out)["total"] == 1
    assert run("score", path, "--index", 3).code == 2


def test_the_mode_of_a_drawing(run: Run, write: Write) -> None:
    path = write("city.txt", "F . F\n")
    found = run("score", path)
    assert found.code == 2 and "begin with a line `mode classic`" in found.err
    assert run("score", path, "--mode", "expert").code == 0
    assert "did you mean `expert`?" in run("score", path, "--mode", "expret").err
    clash = run("score", write("fire.txt", FIRE), "--mode", "classic")
    assert clash.code == 2 and "the city is one of expert, not of classic" in clash.err


def test_a_city_of_another_game(run: Run, write: Write) -> None:
    # A Flower of one floor beside two Ponds 3. It needs a Drop, and they bring 3: two are over.
    spec = write("garden/garden.rules", GARDEN)
    city = write("city.txt", "O+1d F O+2d\n")
    found = json.loads(run("score", city, "--spec", spec, "--format", "json").out)
    assert found["mode"] == "patio"
    assert {k: n for k, n in found["parts"].items() if n} == {"flower": 3, "unseated_drops": -2}


# ---- cities that can not be used ---------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("text", "code", "place", "message"),
    [
        ("", "TP053", "1:1", "the file holds no city"),
        ("-- nothing\n", "TP053", "1:11", "no city is drawn here"),
        ("mode expret\nF\n", "TP012", "1:6", "unknown mode `expret`"),
        ("mode expert\nmode classic\nF\n", "TP033", "2:1", "the mode is said twice"),
        ("mode expert\nF shopp\n", "TP011", "2:3", "no kind `shopp` in expert"),
        ("mode classic\nF O\n", "TP011", "2:3", "no kind `O` in classic"),
        ("mode expert\nF T3x\n", "TP040", "2:3", "`T3x` is not a space of a city"),
        ("mode classic\nF F F F F\n", "TP041", "2:9", "the board of classic has 4 columns"),
        ("mode classic\nF\nF\nF\nF\nF\n", "TP041", "6:1", "the board of classic has 4 rows"),
        ("mode classic\n. T5\n", "TP044", "2:3", "5 floors on `tower_block`: at most 4"),
        ("mode classic\nF2\n", "TP044", "2:1", "2 floors on `factory`: it can not be stacked"),
        ("mode classic\nS@5i\n", "TP044", "2:1", "5 inhabitants on the seats of `shop`, which has room for 4"),
        ("mode classic\nP-\n", "TP044", "2:1", "`park` needs nothing, so it is always active"),
        (
            "mode classic\nsupply 2 inhabitants 1 energy\n{\n S@3i\n}\n",
            "TP044",
            "4:2",
            "3 inhabitants are seated, the city has 2",
        ),
        # The box has a Monument in each round but the first.
        ("mode expert\nM M M M M\n", "TP048", "2:9", "5 tiles of `monument`, the box holds 4"),
        (
            "mode classic\nfire_station fire_station\n",
            "TP048",
            "2:14",
            "2 tiles of `fire_station`, the box holds 1",
        ),
        (
            "mode classic\nH+3vp H+3vp\n",
            "TP048",
            "2:7",
            "too few tiles of `harbor` with this printed on them",
        ),
        ("mode classic\nH+4vp\n", "TP048", "2:1", "no tiles of `harbor` have this printed on them"),
        (
            "mode expert\nsupply 66 inhabitants\nF\n",
            "TP048",
            "3:1",
            "the city has 66 inhabitants, the box holds 65",
        ),
        ("mode expert\nsupply 3 inhabitans\nF\n", "TP013", "2:10", "unknown resource `inhabitans`"),
        ("mode expert\nunder customs_lin is complete\nF\n", "TP014", "2:7", "unknown ruling `customs_lin`"),
        ("mode expert\nunder customs_line is full\nF\n", "TP015", "2:23", "unknown reading `full`"),
        ("mode expert\nunder customs_line\nF\n", "TP053", "2:1", "this line can not be read"),
        ("mode expert\n{ F\n", "TP053", "2:1", "this brace is not closed"),
        ("mode expert\n{ F } scores 0\n", "TP053", "2:5", "`}` does not fit here"),
        ('{"mode": "expert", "rows": [', "TP050", "1:28", "the text is not JSON: expecting value"),
        ('{"mode": "expert", "rows": 3}', "TP051", "1:28", "`rows` must be a list, not a number"),
        (
            "mode expert\n" + "(" * 10_000 + ")" * 10_000,
            "TP040",
            "2:1",
            "`(((((((((((((((((((((((((((((((((((((...`",
        ),
        ("mode classic\nS@1i- U-\n", "TP044", "2:1", "units on the seats of an inactive `shop`"),
        ("mode expert\n" + "F " * 2_500_000, "TP003", "", "the file is too large"),
    ],
)
def test_bad_cities(run: Run, write: Write, text: str, code: str, place: str, message: str) -> None:
    found = run("score", write("city.txt", text))
    assert found.code == 2 and not found.out
    assert f"error[{code}]: " in found.err and message in found.err
    assert ("city.txt:" + place if place else "city.txt") + "\n" in found.err
    if code not in ("TP053", "TP003"):
        assert found.err.count("error[") == 1


def test_more_than_the_box_is_fine_where_no_box_is_asked_for(run: Run, write: Write) -> None:
    found = run("score", write("city.txt", "mode expert\nM M M M M\n"), "--scope", "any")
    assert found.code == 0 and "Total" in found.out


def test_more_units_than_pieces_are_refused_in_every_scope(run: Run, write: Write) -> None:
    path = write("city.txt", "mode expert\nsupply 66 inhabitants\nF\n")
    assert run("score", path, "--scope", "any").code == 2


def test_more_tiles_than_turns(run: Run, write: Write) -> None:
    # Eight stacks of two and a Factory are 17 tiles; four rounds of four turns bring 16.
    path = write("city.txt", "mode classic\nT2 T2 T2 T2\nT2 T2 T2 T2\nF\n")
    assert run("score", path).code == 0
    found = run("score", path, "--scope", "rounds")
    assert found.code == 2
    assert "these tiles can not be taken in 4 rounds of 4 turns with 4 players" in found.err


def test_the_box_of_two_players(run: Run, write: Write) -> None:
    # Two Shops a round, a third one with four players.
    path = write("city.txt", "mode classic\nS S S S\nS S S S\nS\n")
    assert run("score", path).code == 0
    assert "9 tiles of `shop`, the box holds 8" in run("score", path, "--players", 2).err
    unknown = run("score", write("fire.txt", FIRE), "--players", 3)
    assert unknown.code == 2 and "is not known" in unknown.err
    assert "expert has no game with 5 players" in run("score", write("fire.txt", FIRE), "--players", 5).err


def test_files_of_cities_that_can_not_be_read(run: Run, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    latin = tmp_path / "latin.txt"
    latin.write_bytes("mode expert\n-- caf\xe9\nF\n".encode("latin-1"))
    found = run("score", latin)
    assert found.code == 2 and "the file is not UTF-8 text" in found.err
    assert run("score", tmp_path / "nowhere.txt").code == 2
    assert "this is a folder, not a file" in run("score", tmp_path).err
    monkeypatch.setattr(sys, "stdin", SimpleNamespace(buffer=io.BytesIO(b"\xff")))
    assert "the input is not UTF-8 text" in run("score", "-").err


def test_mistakes_as_json(run: Run, write: Write) -> None:
    found = run("score", write("city.txt", "mode expert\nQ T9\n"), "--format", "json")
    assert found.code == 2 and not found.err
    said = json.loads(found.out)
    assert said["schema_version"] == 1
    assert [(d["code"], d["line"], d["column"], d["end_column"]) for d in said["diagnostics"]] == [
        ("TP011", 2, 1, 2)
    ]
    said = json.loads(run("score", write("c.txt", FIRE), "--players", 9, "--format", "json").out)
    assert said["error"]["message"] == "expert has no game with 9 players"


def test_bad_rulings(run: Run, write: Write) -> None:
    path = write("city.txt", FIRE)
    names = ["customs_lin=complete", "customs_line=compleet", "customs_line", "=x"]
    found = run("score", path, *[x for n in names for x in ("--ruling", n)])
    assert found.code == 2
    assert found.err.count("error[") == 4
    for words in (
        "did you mean `customs_line`?",
        "did you mean `complete`?",
        "readings: `complete`, `any_four`",
    ):
        assert words in found.err


# ---- max ---------------------------------------------------------------------------------------------------


def test_max(run: Run, monkeypatch: pytest.MonkeyPatch) -> None:
    # Four Factories beside it, 2 VP each.
    found = run("max", "fire_station", "--mode", "classic", "--scope", "any", "--format", "json")
    assert found.code == 0
    best = json.loads(found.out)
    shown = {k: best[k] for k in ("schema_version", "tile", "mode", "of", "scope", "players")}
    assert shown == {
        "schema_version": 1,
        "tile": "fire_station",
        "mode": "classic",
        "of": "own",
        "scope": "any",
        "players": 4,
    }
    assert (best["verdict"], best["value"], best["bound"], best["unit"]) == ("optimal", 8, 8, "VP")
    assert best["readings"]["customs_line"] == "complete" and best["proof"]
    monkeypatch.setattr(sys, "stdin", SimpleNamespace(buffer=io.BytesIO(json.dumps(best["city"]).encode())))
    scored = json.loads(run("score", "-", "--scope", "any", "--format", "json").out)
    assert scored["own"] == {"fire_station": 8} and scored["seating_source"] == "given"


def test_max_of_the_only_mode(run: Run) -> None:
    found = run("max", "customs_office", "--mode", "expert", "--scope", "any", "--ruling", "customs_line=any_four")
    assert found.code == 0
    assert found.out.startswith("Customs Office, expert: most it can score: 5 VP (optimal)\nscope any, 4 players")
    assert "under customs_line is any_four" in found.out and "Score sheet" in found.out
    asked = run("max", "customs_office")
    assert asked.code == 2 and "choose one with `--mode`: classic, expert" in asked.err


@pytest.mark.parametrize(
    ("verdict", "value", "bound", "code", "words"),
    [
        ("feasible", 9, 14, 3, "best found; at least 9 VP, at most 14 (feasible)"),
        ("unknown", None, 14, 3, "no city found in the time; at most 14 VP (unknown)"),
        ("unknown", None, None, 3, "no city found in the time; not known (unknown)"),
        ("infeasible", None, None, 1, "no city of this scope has it (infeasible)"),
    ],
)
def test_exit_codes_of_max(
    run: Run,
    spec: Specification,
    monkeypatch: pytest.MonkeyPatch,
    verdict: Any,
    value: int | None,
    bound: int | None,
    code: int,
    words: str,
) -> None:
    def answer(*_: object, **options: Any) -> Maximum:
        city = all_active(City("expert", (Building("capitol"), *([None] * 19)), {"inhabitant": 3, "energy": 0}))
        shown = city if value is not None else None
        args = ("capitol", "expert", "own", options["scope"], options["players"])
        return Maximum(*args, verdict, value, bound, "VP", 1.5, shown, {})

    monkeypatch.setattr("verifier.maximize.maximize", answer)
    found = run("max", "capitol")
    assert found.code == code and words in found.out
    assert json.loads(run("max", "capitol", "--format", "json").out)["verdict"] == verdict


@pytest.mark.parametrize(
    ("argv", "words"),
    [
        (["firestation"], "did you mean `fire_station`?"),
        (["shop"], "`shop` is no tile, it is a building"),
        (["congress_center", "--mode", "classic"], "`congress_center` does not exist in classic"),
        (["capitol", "--mode", "expret"], "did you mean `expert`?"),
        (["capitol", "--only", "scool"], "did you mean `school`?"),
        (["capitol", "--players", "1"], "it is for 2 to 4 players"),
    ],
)
def test_max_of_what_is_not(run: Run, argv: list[str], words: str) -> None:
    found = run("max", *argv)
    assert found.code == 2 and words in found.err and not found.out


# ---- prove and verify --------------------------------------------------------------------------------------

# One Pond beside the Gnome 2; on a board of two by three a space has three neighbours at most, so 6.
GNOME = """
tile gnome "Gnome" is flower {
  score 2 per pond adjacent to self
  example patio "one Pond" { O gnome } scores 2
  property "at most three Ponds" { range own from 0 to 6 }
  property "nothing" { always own <= 1 }
}
"""


@pytest.fixture
def garden(write: Write) -> Path:
    """A little game with a tile that claims too much."""
    return write("garden/garden.rules", GARDEN + GNOME)


def test_prove(run: Run, garden: Path) -> None:
    found = run("prove", "gnome", "--spec", garden)
    assert found.code == 1
    lines = found.out.splitlines()
    assert any("at most three Ponds" in x and "proved" in x for x in lines)
    assert "refuted: Gnome, patio: nothing" in lines
    # The least city that refutes it has one Pond beside the Gnome.
    assert found.out.count("O Pond") == 1 and "Gno" in found.out
    assert lines[-1] == "2 properties: 1 proved, 1 refuted"
    listed = json.loads(run("prove", "--spec", garden, "--format", "json").out)
    assert [p["verdict"] for p in listed["properties"]] == ["proved", "refuted"]
    refuted = listed["properties"][1]
    assert refuted["city"]["mode"] == "patio" and refuted["line"] == 30
    kinds = [b["kind"] for row in refuted["city"]["rows"] for b in row if b]
    assert sorted(kinds) == ["gnome", "pond"]


def test_prove_of_what_is_not(run: Run, garden: Path) -> None:
    found = run("prove", "gnom", "--spec", garden)
    assert found.code == 2 and "did you mean `gnome`?" in found.err
    found = run("prove", "school", "tile_stack")
    assert found.code == 2 and "`tile_stack` is a procedure, and other names are not" in found.err


def test_verify(run: Run, garden: Path) -> None:
    found = run("verify", "--spec", garden, "--jobs", 1, "--scope", "any")
    assert found.code == 1
    row = next(x for x in found.out.splitlines() if x.startswith("Gnome"))
    for words in ("patio", "1/1", "1 proved, 1 refuted", "6 VP", "optimal"):
        assert words in row
    assert "refuted: Gnome, patio: nothing" in found.out
    assert "Every figure: scope any, 2 players, default rulings." in found.out


def test_verify_of_one_that_is_fine(run: Run, write: Write) -> None:
    spec = write("garden.rules", GARDEN + GNOME.replace("own <= 1", "own <= 8"))
    found = run("verify", "gnome", "--spec", spec, "--jobs", 1, "--scope", "any", "--format", "json")
    assert found.code == 0
    report = json.loads(found.out)
    assert report["schema_version"] == 1 and report["scope"] == "any"
    (row,) = report["rows"]
    assert row["examples"] == {"passed": 1, "total": 1} and row["maximum"]["value"] == 6


def test_verify_with_an_example_that_fails(run: Run, write: Write) -> None:
    spec = write("garden.rules", GARDEN + GNOME.replace("scores 2", "scores 3").replace("<= 1", "<= 8"))
    found = run("verify", "--spec", spec, "--jobs", 1, "--scope", "any")
    assert found.code == 1 and "0/1" in found.out and "error[TP060]" in found.out


def test_verify_takes_no_rulings(run: Run) -> None:
    assert run("verify", "--ruling", "customs_line=any_four").code == 2
    assert run("verify", "--players", "2").code == 2


# ---- explain -----------------------------------------------------------------------------------------------


def test_explain(run: Run) -> None:
    found = run("explain", "fire_station")
    assert found.code == 0
    for line in (
        "Fire Station (fire_station), a tile, counts as Public Service",
        "  source: manual p. 6 (Classic), p. 10 (Expert)",
        "  [needs 1 Inhabitant; 1 copy in the box]",
        "  score 2 per factory adjacent to self",
        "  [needs 2 Inhabitants; 1 copy in the box]",
        "  score 3 per factory adjacent to self",
        "  looks at: Factory",
    ):
        assert line in found.out.splitlines(), line
    assert "Classic" not in run("explain", "Fire Station", "--mode", "expert").out.splitlines()


@pytest.mark.parametrize(
    ("sentence", "seen"),
    [
        ("score 1 per park in city", "Park"),
        ("score 1 per building adjacent to self", "any building"),
        ("score highest floors of building in city if some park adjacent to self", "Park, any building"),
        ("score different kinds among (building and not park) adjacent to self", "Park, any building"),
        ("score different kinds among (park or shop) adjacent to self", "Park, Shop"),
    ],
)
def test_explain_says_what_is_looked_at(run: Run, write: Write, sentence: str, seen: str) -> None:
    mine = write("mine.rules", f'tile mine "Mine" is public_service {{ modes expert  {sentence} }}\n')
    assert f"looks at: {seen}\n" in run("explain", "mine", "--with", mine).out


def test_explain_in_words(run: Run, tmp_path: Path) -> None:
    words = "in words: Needs 2 Inhabitants. Score 3 VP for each Factory adjacent to the Fire Station."
    assert words in run("explain", "fire_station", "--mode", "expert").out
    found = json.loads(run("explain", "fire_station", "--mode", "expert", "--language", "fr", "--format", "json").out)
    assert found["modes"]["expert"]["sentences"] == [
        "Demande 2 Habitants.",
        "Marquez 3 PV pour chaque Usine adjacente à la Caserne de pompiers.",
    ]
    assert found["modes"]["expert"]["formulas"] == ["3 · #{Usine adjacente à soi}"]
    unknown = run("explain", "school", "--language", "fx")
    assert (unknown.code, "known: en, fr" in unknown.err) == (2, True)
    (tmp_path / "mine.rules").write_text('tile kiosk "Kiosk" is public_service { cites "mine" score 1 }', "utf-8")
    path = tmp_path / "locale" / "fr" / "LC_MESSAGES" / "mine.po"
    path.parent.mkdir(parents=True)
    path.write_text('msgid "Kiosk"\nmsgstr Kiosque\n', "utf-8")
    broken = run("explain", "kiosk", "--with", tmp_path, "--language", "fr")
    assert broken.code == 2 and "error[TP072]" in broken.err and "mine.po:2:1" in broken.err


def test_explain_inherited_clauses_and_rulings(run: Run) -> None:
    found = run("explain", "capitol", "--ruling", "capitol_monument=both").out
    assert "  as Monument:\n    score 5 per park adjacent to self\n" in found
    assert "    under capitol_monument is to_monument: score 2 per public_service adjacent to self   (not" in found
    assert "- to_monument (default): the Monument" in found and "- both (chosen): both, 2 VP each" in found


def test_explain_python_and_core(run: Run) -> None:
    python = run("explain", "fire_station", "--mode", "expert", "--python").out
    assert "# score 3 per factory adjacent to self\ndef score_fire_station_1(city, here):\n" in python
    compile(python, "explained", "exec")
    core = run("explain", "fire_station", "--mode", "expert", "--core").out
    assert "Total" in core and "Adjacent ref=self" in core


def test_explain_as_json(run: Run) -> None:
    found = json.loads(run("explain", "capitol", "--format", "json").out)
    assert found["counts_as"] == ["public_service", "monument"]
    expert = found["modes"]["expert"]
    assert expert["needs"] == {"inhabitants": 3}
    assert {"from": "monument", "text": "score 5 per park adjacent to self", "holds": True} in expert["lines"]
    assert "factory" in expert["counts"] and "monument" in expert["counted_by"]
    assert "capitol_monument" in [r["name"] for r in found["rulings"]]


def test_explain_of_scorings_and_strangers(run: Run) -> None:
    assert "score harbor_vp(longest run of harbor in a row)" in run("explain", "harbors").out
    found = run("explain", "firestation")
    assert found.code == 2 and "did you mean `fire_station`?" in found.err


# ---- fmt ---------------------------------------------------------------------------------------------------

UGLY = 'tile   mine "Mine" is public_service {score 3 if   true -- yes\n}\n'


def test_fmt(run: Run, write: Write, tmp_path: Path) -> None:
    path = write("rules/mine.rules", UGLY)
    path.chmod(0o640)
    found = run("fmt", "--check", path)
    assert found.code == 1 and found.out == f"would change {path}\n"
    assert path.read_text("utf-8") == UGLY
    assert run("fmt", path.parent).code == 0
    changed = path.read_text("utf-8")
    assert changed != UGLY and "-- yes" in changed
    assert path.stat().st_mode & 0o777 == 0o640
    assert [p.name for p in path.parent.iterdir()] == ["mine.rules"]
    again = run("fmt", "--check", path)
    assert again.code == 0 and not again.out


def test_fmt_leaves_alone_what_it_can_not_read(run: Run, write: Write) -> None:
    broken = write("broken.rules", 'tile mine "Mine" is { score 3 }\n')
    fine = write("fine.rules", UGLY)
    found = run("fmt", broken, fine, broken.parent / "nowhere.rules")
    assert found.code == 1
    assert "error[TP002]" in found.err and "error[TP006]" in found.err
    assert broken.read_text("utf-8") == 'tile mine "Mine" is { score 3 }\n'
    assert fine.read_text("utf-8") != UGLY


def test_fmt_keeps_line_ends(run: Run, tmp_path: Path) -> None:
    path = tmp_path / "mine.rules"
    path.write_bytes(UGLY.replace("\n", "\r\n").encode())
    assert run("fmt", path).code == 0
    data = path.read_bytes()
    assert data.count(b"\n") == data.count(b"\r\n") > 0
    assert run("fmt", "--check", path).code == 0


def test_fmt_of_standard_input(run: Run, monkeypatch: pytest.MonkeyPatch) -> None:
    def given(text: str) -> None:
        monkeypatch.setattr(sys, "stdin", SimpleNamespace(buffer=io.BytesIO(text.encode())))

    given(UGLY)
    found = run("fmt", "-")
    assert found.code == 0 and found.out.startswith('tile mine "Mine" is public_service {')
    given(found.out)
    assert run("fmt", "-", "--check").code == 0
    given(UGLY)
    assert run("fmt", "-", "--check").code == 1
    given("tile {")
    broken = run("fmt", "-")
    assert broken.code == 1 and not broken.out and "<stdin>:1:6" in broken.err
    assert run("fmt", "-", "x").code == 2


# ---- the box and the drawing -------------------------------------------------------------------------------


def test_prints_of_stacks(spec: Specification) -> None:
    """A stack may be made of any tiles that have so much printed on them together."""
    game = spec.game("classic")

    def said(*buildings: Building) -> list[str]:
        cells = [*buildings, *([None] * (16 - len(buildings)))]
        return [x.text for x in complaints(City("classic", tuple(cells)), game, "supply", 4)]

    # Four Tower Blocks have three Inhabitants printed: with the fifth, 15 is too much for five single ones.
    three = Building("tower_block", 1, {"inhabitant": 3})
    assert not said(*[three] * 4)
    assert said(*[three] * 5) == ["the box holds too few tiles of `tower_block` with this printed on them"]
    # Six on three floors are 2 + 2 + 2 or 1 + 2 + 3: twice of the second kind is left beside four of three.
    assert not said(*[three] * 4, Building("tower_block", 3, {"inhabitant": 6}))
    assert said(Building("tower_block", 2, {"inhabitant": 7})) == [
        "no tiles of `tower_block` have this printed on them"
    ]


def test_a_drawing(spec: Specification) -> None:
    cells: list[Building | None] = [None] * 16
    cells[0] = Building("tower_block", 2, {"inhabitant": 3}, 0, True)
    cells[1] = Building("school", active=True)
    cells[2] = Building("shop", active=True, seats={"inhabitant": 4})
    cells[6] = Building("harbor", 1, {}, 3, False)
    assert draw(City("classic", tuple(cells)), spec.game("classic")) == [
        "      1     2     3      4",
        "   ┏━━━━━┯━━━━━┳━━━━━━┯━━━━━┓",
        " 1 ┃  T2 │ Sch ┃  S   │     ┃",
        "   ┃ +3i │     ┃ @4i  │     ┃",
        "   ┠─────┼─────╂──────┼─────┨",
        " 2 ┃     │     ┃  H-  │     ┃",
        "   ┃     │     ┃ +3vp │     ┃",
        "   ┣━━━━━┿━━━━━╋━━━━━━┿━━━━━┫",
        " 3 ┃     │     ┃      │     ┃",
        "   ┠─────┼─────╂──────┼─────┨",
        " 4 ┃     │     ┃      │     ┃",
        "   ┗━━━━━┷━━━━━┻━━━━━━┷━━━━━┛",
        "   H Harbor   S Shop   T Tower Block   Sch School",
        "   +i Inhabitants printed   @i Inhabitants on seats   - not active",
    ]


def test_a_drawing_in_ascii(spec: Specification) -> None:
    lines = draw(City("expert", (Building("park"), *([None] * 19))), spec.game("expert"), ascii=True)
    assert lines[1:5] == [
        "   #=====#=====#=====#=====#=====#",
        " 1 #  P  |     #     #     |     #",
        "   #-----+-----#-----#-----+-----#",
        " 2 #     |     #     #     |     #",
    ]
    assert all(x.isascii() for x in lines)


def test_colour_repeats_what_the_letters_say(spec: Specification) -> None:
    import re

    city = City("classic", (Building("park", active=True), Building("shop", active=False), *([None] * 14)))
    plain, painted = (draw(city, spec.game("classic"), colour=c) for c in (False, True))
    assert plain != painted and [re.sub("\x1b\\[[0-9;]*m", "", x) for x in painted] == plain


def test_short_names_are_unlike_each_other(spec: Specification) -> None:
    names = short_names(spec.game("expert"))
    assert len(set(names.values())) == len(names)
    assert (names["fire_station"], names["capitol"], names["park"]) == ("FS", "Cap", "P")


def test_the_scopes_are_those_of_the_solver() -> None:
    from dsl.claims import SCOPES
    from verifier.arguments import common

    assert common.SCOPES == SCOPES
