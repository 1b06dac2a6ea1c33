"""Completion by shells: asked of a real bash; and the manual page."""

from __future__ import annotations

import shutil
import subprocess
from pathlib import Path

import pytest

from verifier.arguments import parser
from verifier.cli import main
from verifier.completion import commands, manual, script


def complete(*words: str, folder: Path) -> list[str]:
    if shutil.which("bash") is None:
        pytest.skip("no bash")
    listed = " ".join(f"'{w}'" for w in words)
    asked = f"COMP_WORDS=({listed}); COMP_CWORD={len(words) - 1}; _tileproof; printf '%s\\n' \"${{COMPREPLY[@]}}\""
    text = script(parser(), "bash") + asked
    done = subprocess.run(["bash", "-uc", text], capture_output=True, text=True, cwd=folder, check=True)
    assert done.stderr == ""
    return done.stdout.split()


def test_bash(tmp_path: Path) -> None:
    (tmp_path / "my.rules").write_text("")
    assert complete("tileproof", "ma", folder=tmp_path) == ["max"]
    assert complete("tileproof", "max", "--sc", folder=tmp_path) == ["--scope"]
    assert complete("tileproof", "max", "--scope", "p", folder=tmp_path) == ["placeable"]
    assert complete("tileproof", "check", "--format", "", folder=tmp_path) == ["text", "json", "github", "sarif"]
    assert complete("tileproof", "check", "m", folder=tmp_path) == ["my.rules"]
    assert complete("tileproof", "completion", "f", folder=tmp_path) == ["fish"]
    every = complete("tileproof", "", folder=tmp_path)
    assert set(commands(parser())) <= set(every) and "check" in every and "--version" in every


def test_fish_and_the_manual_page_name_everything(capsys: pytest.CaptureFixture[str]) -> None:
    assert main(["completion", "fish"]) == 0
    fish = capsys.readouterr().out
    assert "-l scope -x -a 'any supply rounds placeable'" in fish
    page = manual(parser(), "1")
    for name, (command, help) in commands(parser()).items():
        assert f" -a {name} -d " in fish
        assert f".B {name}\n{help}\n".replace("-", "\\-") in page
        for action in command._actions:
            for flag in action.option_strings:
                assert flag.replace("-", "\\-") in page
                assert f"-{'l' if flag[1] == '-' else 's'} {flag.lstrip('-')} " in fish
    assert "findings: errors in the rules" in page
    assert all(x.startswith("complete -c tileproof ") for x in fish.splitlines())
