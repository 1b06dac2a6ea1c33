"""The messages that the code says, collected from its text, as `xgettext` would.

Guarantee: every template given to `say` or marked with `_` is found; a call with anything else fails."""

from __future__ import annotations

import ast
from pathlib import Path

DSL = Path(__file__).parent.parent / "dsl"


def code_messages() -> dict[str, str]:
    """The messages of the code, each with its plural if it is a noun, in the order of the modules."""
    found: dict[str, str] = {}
    for path in sorted(DSL.glob("*.py")):
        tree = ast.parse(path.read_text("utf-8"))
        for x in ast.walk(tree):
            if not (isinstance(x, ast.Call) and isinstance(x.func, ast.Name)):
                continue
            match x.func.id, x.args:
                case "Noun", [ast.Call(args=[ast.Constant(str() as one)]), ast.Call(args=[ast.Constant(str() as many)]), *_]:
                    found[one] = many
                case "_" | "say", [ast.Constant(str() as text), *_]:
                    found.setdefault(text, "")
                case "say", [ast.IfExp() | ast.Name() | ast.Subscript(), *_]:
                    pass  # marked where it is written
    for many in [x for x in found.values() if x]:
        if found.get(many) == "" and many not in {"VP"}:
            del found[many]
    return found


def quoted(word: str, text: str) -> str:
    """A line of a catalogue."""
    inside = text.replace("\\", "\\\\").replace('"', '\\"').replace("\n", "\\n")
    return f'{word} "{inside}"'


def template(messages: dict[str, str]) -> str:
    """A catalogue without translations."""
    out = ['msgid ""', 'msgstr ""', '"Content-Type: text/plain; charset=UTF-8\\n"', ""]
    for one, many in messages.items():
        out.append(quoted("msgid", one))
        if many:
            out += [quoted("msgid_plural", many), 'msgstr[0] ""', 'msgstr[1] ""']
        else:
            out.append('msgstr ""')
        out.append("")
    return "\n".join(out)
