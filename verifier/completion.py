"""Completion of the command line by shells, made from the parser of the command line.

Guarantee: every command, option and choice of the parser is offered, and nothing else but names of files; the same
parser gives the same bytes.
"""

from __future__ import annotations

import argparse
import shlex
from collections.abc import Iterator


def commands(parser: argparse.ArgumentParser) -> dict[str, tuple[argparse.ArgumentParser, str]]:
    """The commands by name, each with what its help says."""
    for action in parser._actions:
        if isinstance(action, argparse._SubParsersAction):
            said = {x.dest: x.help or "" for x in action._choices_actions}
            return {name: (found, said.get(name, "")) for name, found in action.choices.items()}
    return {}


def options(parser: argparse.ArgumentParser) -> Iterator[argparse.Action]:
    """The options that begin with a hyphen."""
    return (x for x in parser._actions if x.option_strings)


def script(parser: argparse.ArgumentParser, shell: str) -> str:
    """The script that a shell reads."""
    return _fish(parser) if shell == "fish" else _bash(parser, shell)


def _flags(parser: argparse.ArgumentParser) -> str:
    return " ".join(x for action in options(parser) for x in action.option_strings)


def _choices(action: argparse.Action) -> str:
    return " ".join(map(str, action.choices or ()))


def _bash(parser: argparse.ArgumentParser, shell: str) -> str:
    every = commands(parser)
    cases, values = [], []
    for name, (command, _help) in every.items():
        cases.append(f"    {name}) words={shlex.quote(_flags(command))} ;;")
        positional = " ".join(_choices(x) for x in command._actions if not x.option_strings and x.choices)
        if positional:
            cases[-1] = f"    {name}) words={shlex.quote(f'{_flags(command)} {positional}')} ;;"
        for action in options(command):
            if action.choices:
                keys = "|".join(f"{name}:{x}" for x in action.option_strings)
                values.append(f"    {keys}) words={shlex.quote(_choices(action))}; only=1 ;;")
    top = " ".join([*every, _flags(parser)])
    head = "autoload -U +X bashcompinit && bashcompinit\n" if shell == "zsh" else ""
    return f"""\
{head}_tileproof() {{
  local word="${{COMP_WORDS[COMP_CWORD]}}" before="${{COMP_WORDS[COMP_CWORD-1]}}" command= words= only= i
  for ((i = 1; i < COMP_CWORD; i++)); do
    case "${{COMP_WORDS[i]}}" in -*) ;; *) command="${{COMP_WORDS[i]}}"; break ;; esac
  done
  case "$command" in
    "") words={shlex.quote(top)}; only=1 ;;
{chr(10).join(cases)}
  esac
  case "$command:$before" in
{chr(10).join(values)}
  esac
  COMPREPLY=($(compgen -W "$words" -- "$word"))
  if [ -z "$only" ]; then COMPREPLY+=($(compgen -f -- "$word")); fi
  return 0
}}
complete -o filenames -F _tileproof tileproof
"""


def _fish(parser: argparse.ArgumentParser) -> str:
    every = commands(parser)
    known = " ".join(every)
    none = f"not __fish_seen_subcommand_from {known}"
    out = [f"complete -c tileproof -f -n {shlex.quote(none)}"]
    for name, (_command, help) in every.items():
        out.append(f"complete -c tileproof -n {shlex.quote(none)} -a {name} -d {_told(help)}")
    for name, (command, _help) in every.items():
        seen = f"__fish_seen_subcommand_from {name}"
        for action in command._actions:
            line = f"complete -c tileproof -n {shlex.quote(seen)}"
            for flag in action.option_strings:
                line += f" -l {flag[2:]}" if flag.startswith("--") else f" -s {flag[1:]}"
            if action.choices:
                line += f"{' -x' if action.option_strings else ''} -a {shlex.quote(_choices(action))}"
            elif action.option_strings and action.nargs != 0:
                line += " -r"
            elif not action.option_strings:
                continue
            out.append(f"{line} -d {_told(action.help or '')}")
    return "\n".join(out) + "\n"


def _told(help: str) -> str:
    return "'" + help.replace("\\", "\\\\").replace("'", "\\'") + "'"


def manual(parser: argparse.ArgumentParser, version: str) -> str:
    """The manual page, in roff."""
    out = [
        f'.TH TILEPROOF 1 "" "tileproof {version}" "Tileproof"',
        ".SH NAME",
        f"tileproof \\- {_roff(parser.description or '')}",
        ".SH SYNOPSIS",
        ".B tileproof",
        ".I COMMAND",
        "[options]",
        ".SH COMMANDS",
    ]
    every = commands(parser)
    for name, (_command, help) in every.items():
        out += [".TP", f".B {name}", _roff(help)]
    for name, (command, _help) in every.items():
        out += [f".SS tileproof {name}", _roff(command.description or "")]
        for action in command._actions:
            words = ", ".join(action.option_strings) or str(action.metavar or action.dest)
            if action.option_strings and action.nargs != 0:
                value = action.metavar or "|".join(map(str, action.choices or (action.dest.upper(),)))
                words += " " + (" ".join(value) if isinstance(value, tuple) else str(value))
            out += [".TP", f".B {_roff(words)}", _roff(action.help or "")]
    said = (parser.epilog or "").partition("exit codes:\n")[2]
    out += [".SH EXIT STATUS", ".nf", *map(_roff, said.rstrip().split("\n")), ".fi"]
    return "\n".join(out) + "\n"


def _roff(text: str) -> str:
    """A text whose every character is printed as it is."""
    text = text.replace("\\", "\\e").replace("-", "\\-")
    return "\\&" + text if text.startswith((".", "'")) else text
