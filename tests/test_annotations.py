"""Findings for GitHub and in SARIF. Lines and columns were counted by hand."""

from __future__ import annotations

import json
from pathlib import Path

import pytest

from dsl.codes import GARDEN
from verifier.cli import main

GNOME = """\
tile gnome "Gnome" is flower {
  needs nothing
  score 2 per pnod adjacent to self
}
"""


@pytest.fixture
def folder(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    monkeypatch.chdir(tmp_path)
    Path("garden.rules").write_text(GARDEN, "utf-8")
    Path("a, b.rules").write_text(GNOME, "utf-8")
    return tmp_path


def test_github(folder: Path, capsys: pytest.CaptureFixture[str]) -> None:
    assert main(["check", "--spec", ".", "--format", "github"]) == 1
    # `pnod` has columns 15 to 18; what separates fields is escaped in them, and line ends in messages.
    assert capsys.readouterr().out == (
        "::error file=a%2C b.rules,line=3,endLine=3,col=15,endColumn=18,title=TP011::"
        "unknown kind `pnod`%0Adid you mean `pond`?\n"
    )
    Path("a, b.rules").write_text(GNOME.replace("pnod", "pond"), "utf-8")
    assert main(["check", "--spec", ".", "--format", "github"]) == 0
    assert capsys.readouterr().out == ""


def test_sarif(folder: Path, capsys: pytest.CaptureFixture[str]) -> None:
    assert main(["check", "--spec", ".", "--format", "sarif"]) == 1
    (run,) = json.loads(capsys.readouterr().out)["runs"]
    (result,) = run["results"]
    assert (result["ruleId"], result["level"]) == ("TP011", "error")
    (place,) = result["locations"]
    assert place["physicalLocation"] == {
        "artifactLocation": {"uri": "a,%20b.rules"},
        "region": {"startLine": 3, "startColumn": 15, "endLine": 3, "endColumn": 19},
    }
    (rule,) = run["tool"]["driver"]["rules"]
    assert rule["id"] == "TP011" and rule["help"]["text"]
    assert run["columnKind"] == "unicodeCodePoints"


def test_a_property_that_is_refuted(folder: Path, capsys: pytest.CaptureFixture[str]) -> None:
    # On a board of two rows of three a space has at most three neighbours: 6 is the most, and it is reached.
    wrong = '  property "at most 4" { always own <= 4 }\n}\n'
    Path("a, b.rules").write_text(GNOME.replace("pnod", "pond").replace("}\n", wrong), "utf-8")
    assert main(["prove", "--spec", ".", "--no-record", "-j", "1", "-q", "--format", "github"]) == 1
    assert capsys.readouterr().out == (
        "::error file=a%2C b.rules,line=4,endLine=4,col=3,endColumn=42,title=refuted::"
        "gnome, patio: at most 4%0Ain a city with own = 6\n"
    )
    Path("a, b.rules").write_text("tile", "utf-8")
    assert main(["prove", "--spec", ".", "--no-record", "--format", "github"]) == 1
    assert capsys.readouterr().out.startswith("::error file=a%2C b.rules,line=1,")
