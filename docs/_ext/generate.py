"""Writes the pages that are made from the sources: `python docs/_ext/generate.py`.

Guarantee: the same sources give the same files. A test compares what is stored with what would be written.
"""

from __future__ import annotations

import argparse
import ast
import contextlib
import io
import sys
import tempfile
import textwrap
from collections.abc import Iterator
from pathlib import Path

DOCS = Path(__file__).parent.parent
ROOT = DOCS.parent
PACKAGES = ("spec", "dsl", "verifier")

sys.path[:0] = [str(ROOT), str(DOCS / "_ext")]

from best import Best  # noqa: E402
from textmate import text as textmate  # noqa: E402

from dsl.codes import CODES, GARDEN, Code  # noqa: E402
from verifier.arguments import parser  # noqa: E402
from verifier.cli import main  # noqa: E402

_MADE = "% Made by docs/_ext/generate.py from {}; edit that and run it again.\n"


def _block(text: str, language: str = "rules") -> str:
    return f"```{language}\n{text.rstrip()}\n```\n"


FILES = {"rules": "my_tile.rules", "json": "city.json", "drawing": "city.txt"}


def said(code: Code) -> str:
    """What checking (or scoring) the example of a code says."""
    assert code.example is not None
    with tempfile.TemporaryDirectory() as name:
        folder = Path(name).resolve()
        garden, mine = folder / "garden.rules", folder / FILES[code.shows]
        if not code.alone:
            garden.write_text(GARDEN, "utf-8")
        mine.write_text(code.example, "utf-8")
        told = io.StringIO()
        if code.shows == "rules":
            with contextlib.redirect_stdout(told):
                main(["check", str(mine), "--spec", str(mine if code.alone else garden)])
            message = told.getvalue().rstrip().rpartition("\n")[0]
        else:
            with contextlib.redirect_stderr(told):
                main(["score", str(mine), "--spec", str(garden)])
            message = told.getvalue()
        assert message.strip(), f"the example of {code.code} gives no message"
        return message.rstrip().replace(f"{folder}/", "")


def code_page(code: Code) -> str:
    """The page of one diagnostic code."""
    parts = [
        _MADE.format("dsl/codes.py"),
        f"# {code.code}: {code.title}\n",
        f"{code.explanation}\n",
        "## What to do\n",
        f"{code.advice}\n",
        "## Example\n",
    ]
    if code.example is None:
        parts.append(f"Reported for {code.cause}.\n")
    else:
        where = "By itself, this text" if code.alone else "Added to [the little game](index.md), this text"
        if code.shows != "rules":
            where = "Scored as a city of [the little game](index.md), this text"
        language = {"rules": "rules", "json": "text", "drawing": "text"}[code.shows]
        parts += [f"{where} gives {code.code}:\n", _block(code.example, language)]
        parts += ["It is reported so:\n", _block(said(code), "text")]
        if code.fix is not None:
            parts += ["This one is in order:\n", _block(code.fix, language)]
    return "\n".join(parts)


def index_page() -> str:
    """The list of all codes."""
    rows = [f"| [{c.code}]({c.code}.md) | {c.title} |" for c in CODES.values()]
    parts = [
        _MADE.format("dsl/codes.py"),
        "# Diagnostic codes\n",
        "Every finding about a text, a city or a question has a code that keeps its meaning. `tileproof "
        "check` shows all findings of all files at once, each with its file, line and column, a caret "
        "under the guilty words and, where there is one, a line of help.\n",
        "| code | meaning |\n| --- | --- |\n" + "\n".join(rows) + "\n",
        "## The little game\n",
        "The examples on these pages are added to this specification:\n",
        _block(GARDEN),
        "```{toctree}\n:hidden:\n\n" + "\n".join(CODES) + "\n```\n",
    ]
    return "\n".join(parts)


def _module(path: Path) -> str:
    return ".".join(path.relative_to(ROOT).with_suffix("").parts)


def imports(package: str) -> Iterator[tuple[str, list[str]]]:
    """Each module of a package with what it imports: modules of this project, then the main libraries."""
    for path in sorted((ROOT / package).rglob("*.py"), key=_module):
        if path.stem == "__init__":
            continue
        found: set[str] = set()
        for node in ast.walk(ast.parse(path.read_text("utf-8"))):
            if isinstance(node, ast.Import):
                found |= {a.name for a in node.names}
            elif isinstance(node, ast.ImportFrom) and node.module is not None:
                inside = ROOT / node.module.replace(".", "/")
                for a in node.names:
                    whole = (inside / f"{a.name}.py").exists()
                    found.add(f"{node.module}.{a.name}" if whole else node.module)
        known = sorted(x for x in found - {_module(path)} if x.split(".")[0] in PACKAGES)
        outside = sorted({x.split(".")[0] for x in found} & {"lark", "z3", "ortools", "cvc5", "distributed"})
        yield _module(path), [*known, *outside]


def arrows() -> str:
    """Which module imports which, as a text."""
    blocks = []
    for package in PACKAGES:
        rows = list(imports(package))
        width = max((len(name) for name, _ in rows), default=0)
        lines = []
        for name, found in rows:
            lines += textwrap.wrap(
                f"{name.ljust(width)}  ->  {' '.join(found) or '(nothing)'}",
                width=110,
                subsequent_indent=" " * (width + 6),
                break_on_hyphens=False,
            )
        blocks.append("\n".join(lines))
    return "\n\n".join(b for b in blocks if b) + "\n"


def _option(action: argparse.Action) -> str:
    """An option or argument as it is written."""
    value = action.metavar or (action.dest if not action.option_strings else action.dest.upper())
    if action.choices is not None:
        value = "|".join(map(str, action.choices))
    value = " ".join(value) if isinstance(value, tuple) else str(value)
    value = value.replace("|", "\\|") + (" ..." if action.nargs in ("*", "+") else "")
    if not action.option_strings:
        return f"`{value}`"
    flag = action.option_strings[-1]
    if action.option_strings[0] != flag:
        flag = f"{action.option_strings[0]}`, `{flag}"
    return f"`{flag}`" if action.nargs == 0 else f"`{flag} {value}`"


def _commands() -> dict[str, argparse.ArgumentParser]:
    for action in parser()._actions:
        if isinstance(action, argparse._SubParsersAction):
            return dict(action.choices)
    raise AssertionError


def option_tables() -> dict[str, str]:
    """The options of each command as a table, and those that all commands have."""
    tables: dict[str, list[str]] = {}
    common: dict[str, dict[str, list[str]]] = {}  # by option: its rows, and the commands that have each
    for name, command in _commands().items():
        tables[name] = []
        for group in command._action_groups:
            shared = group.title == "options of every command"
            for action in group._group_actions:
                row = f"| {_option(action)} | {action.help or ''} |"
                if shared:
                    common.setdefault(action.dest, {}).setdefault(row, []).append(name)
                elif action.dest != "help":
                    tables[name].append(row)
    tables["common"] = []
    for said in common.values():
        usual, *special = sorted(said, key=lambda row: -len(said[row]))
        tables["common"].append(usual)
        tables["common"] += [f"{x[:-2]}: {', '.join(f'`{n}`' for n in said[x])} alone |" for x in special]
    head = "| | |\n| --- | --- |\n"
    return {
        f"options/{name}.md": _MADE.format("verifier/arguments") + "\n" + head + "\n".join(rows) + "\n"
        for name, rows in tables.items()
        if rows
    }


def best_cities() -> Best:
    """What is known of the best cities."""
    return Best(DOCS / "best_cities.jsonl", DOCS / "best_cities_turns.json")


def pages() -> dict[str, str]:
    """Every file that is made, by its path inside `docs/`."""
    made = {f"errors/{c.code}.md": code_page(c) for c in CODES.values()}
    made["errors/index.md"] = index_page()
    made["imports.txt"] = arrows()
    made["editor/vscode/syntaxes/rules.tmLanguage.json"] = textmate()
    made["best_cities.md"] = _MADE.format("docs/best_cities.jsonl") + "\n" + best_cities().page()
    return made | option_tables()


def write() -> None:
    """Write all files, and remove what is no longer made."""
    best_cities().keep_turns()
    made = pages()
    for folder in ("errors", "options"):
        for old in (DOCS / folder).glob("*.md"):
            if f"{folder}/{old.name}" not in made:
                old.unlink()
    for name, text in made.items():
        path = DOCS / name
        path.parent.mkdir(parents=True, exist_ok=True)
        if not path.exists() or path.read_text("utf-8") != text:
            path.write_text(text, "utf-8")
            print(f"wrote docs/{name}")


if __name__ == "__main__":
    write()
