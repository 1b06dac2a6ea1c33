"""What the commands share: loading the specification, reading common options, printing.

Guarantee: data goes to standard output, everything else to standard error; whatever is wrong with the
options or the rules ends the command with `Stop`.
"""

from __future__ import annotations

import json
import re
import sys
import time
from argparse import Namespace
from collections.abc import Iterable, Iterator, Mapping
from dataclasses import fields, is_dataclass
from pathlib import Path

from dsl import core as c
from dsl.assemble import Specification
from dsl.declarations import unknown
from dsl.diagnostics import Bag, Diagnostic, Failure, as_json, did_you_mean, why
from dsl.load import GAMES, load, read_text, shipped
from dsl.source import Source, Span
from dsl.syntax import Word
from dsl.to_words import Words, languages
from dsl.whole_file import write_whole
from verifier.annotations import Finding, annotated
from verifier.commands.stop import FINDINGS, SCHEMA_VERSION, UNUSABLE, Stop
from verifier.report import Terminal

OWN_GAME = "game.rules"
"""The file of a folder of one's own that says what it builds on."""
_BUILDS_ON = re.compile(r"^\s*builds\s+on\b", re.MULTILINE)

# Diagnostics of files that can not even be read.
_UNREADABLE = frozenset({"TP003", "TP006", "TP007", "TP008"})


# ---- the specification -----------------------------------------------------------------------------------


def spec_folder(args: Namespace) -> Path:
    """The folder of the specification: that of `--spec` (or the game of that name that comes along), else the
    author's own around the current one, else the one that comes along."""
    if not args.spec:
        return own_folder(Path.cwd()) or shipped()
    return shipped_game(args) or Path(args.spec)


def shipped_game(args: Namespace) -> Path | None:
    """The folder of a game that comes along, if `--spec` names one and no folder of the user's."""
    bare = args.spec and Path(args.spec).name == args.spec and not Path(args.spec).exists()
    found = shipped() / GAMES / args.spec if bare else None
    return found if found is not None and found.is_dir() else None


def own_folder(inside: Path) -> Path | None:
    """The nearest folder, from one upwards, whose file `game.rules` says that it builds on other rules."""
    for folder in (inside, *inside.parents):
        file = folder / OWN_GAME
        try:
            if file.is_file() and _BUILDS_ON.search(read_text(file)):
                return folder
        except (OSError, Failure):
            return None
    return None


def spec_folders(args: Namespace) -> list[Path]:
    """The folders that are read together: the specification and the sets on top of it."""
    base = spec_folder(args)
    found = [base]
    for name in args.sets or ():
        bare = Path(name).name == name
        beside = [x / name for x in (base, shipped()) if bare and (x / name).exists()]
        found.append(beside[0] if beside and not (beside[0].parent != base and Path(name).exists()) else Path(name))
    return found


def rules_code(diagnostics: Iterable[Diagnostic]) -> int:
    """The exit code for what is wrong with rules: not readable at all, or full of mistakes."""
    errors = [d for d in diagnostics if d.severity == "error"]
    return UNUSABLE if errors and all(d.code in _UNREADABLE for d in errors) else FINDINGS


def load_spec(args: Namespace, bag: Bag | None = None) -> Specification:
    """The specification that the options name.

    Raises `Stop` with all its errors."""
    try:
        return load(spec_folders(args), bag)
    except Failure as failure:
        raise Stop(rules_code(failure.diagnostics), diagnostics=failure.diagnostics) from None


# ---- options ---------------------------------------------------------------------------------------------


def words_of(args: Namespace, spec: Specification, mode: str, readings: Mapping[str, str]) -> Words:
    """The words of a mode in the language that the options name.

    Raises `Stop` if there is no such language, or a file of it can not be read."""
    try:
        return Words(spec, spec.game(mode, readings), args.language)
    except KeyError:
        known = languages(spec.folders)
        help = did_you_mean(args.language, known) or "known: " + ", ".join(known)
        raise Stop(UNUSABLE, f"unknown language `{args.language}`", help) from None
    except Failure as failure:
        raise Stop(UNUSABLE, diagnostics=failure.diagnostics) from None


def rulings(args: Namespace, spec: Specification) -> dict[str, str]:
    """The readings chosen by `--ruling NAME=READING`.

    Raises `Stop` with every mistake in them."""
    bag = Bag()
    out: dict[str, str] = {}
    for text in args.rulings or ():
        source = Source("command line", f"--ruling {text}")
        name, equals, reading = text.partition("=")
        start = len("--ruling ")
        end = start + len(name)
        ruling = Word(name, span=Span(source, start, max(end, start + 1)))
        found = spec.rulings.get(name)
        if not equals or not name or not reading:
            help = "write `--ruling NAME=READING`"
            if found is not None:
                help += "; readings: " + ", ".join(f"`{x}`" for x in found.names())
            bag.add("TP015", "no reading is given", Span(source, start, len(source.text)), help=help)
        elif found is None:
            unknown(bag, "TP014", "ruling", ruling, spec.rulings)
        elif reading not in found.names():
            word = Word(reading, span=Span(source, end + 1, len(source.text)))
            unknown(bag, "TP015", "reading", word, found.names())
        else:
            out[name] = reading
    if bag.errors:
        raise Stop(UNUSABLE, diagnostics=bag.found)
    return out


def kind_named(word: str, spec: Specification, *, tiles: bool = False, what: str = "tile") -> str:
    """The kind that a word on the command line names.

    Raises `Stop`, with the nearest name."""
    d = spec.declarations
    name = d.kind_name(word) or d.kind_name(word.lower().replace("-", "_").replace(" ", "_"))
    if name is not None and (not tiles or d.is_tile(name)):
        return name
    known = [k for k in d.kinds if not tiles or d.is_tile(k)]
    listed = "known: " + ", ".join(sorted(known)) if known else f"the rules declare no {what}"
    if name is not None:
        raise Stop(UNUSABLE, f"`{name}` is no {what}, it is a building", listed)
    raise Stop(UNUSABLE, f"unknown {what} `{word}`", did_you_mean(word, known) or listed)


def mode_named(args: Namespace, spec: Specification, kind: str | None = None) -> str | None:
    """The mode of `--mode`; without it the only mode (of the kind, if given); None if there are several.

    Raises `Stop` if there is no such mode, or the kind does not exist in it."""
    every = spec.modes if kind is None else spec.declarations.kind_modes[kind]
    if args.mode is None:
        return every[0] if len(every) == 1 else None
    if args.mode not in spec.modes:
        hint = did_you_mean(args.mode, spec.modes) or "known: " + ", ".join(spec.modes)
        raise Stop(UNUSABLE, f"unknown mode `{args.mode}`", hint)
    if args.mode not in every:
        help = "it exists in " + ", ".join(every)
        raise Stop(UNUSABLE, f"`{kind}` does not exist in {args.mode}", help)
    return str(args.mode)


def players_of(args: Namespace, mode: c.Mode) -> int:
    """The number of players: `--players`, or the usual one.

    Raises `Stop` if the mode is not for so many."""
    if args.players is None:
        return mode.usual_players
    if args.players not in mode.players:
        help = f"it is for {mode.players[0]} to {mode.players[-1]} players"
        raise Stop(UNUSABLE, f"{mode.name} has no game with {args.players} players", help)
    return int(args.players)


def chosen_readings(spec: Specification, readings: Mapping[str, str]) -> dict[str, str]:
    """The readings that are not the default."""
    return {name: r for name, r in sorted(readings.items()) if spec.defaults.get(name) != r}


def resource_titles(game: c.Game) -> dict[str, tuple[str, str]]:
    """The singular and plural title of each resource."""
    return {r.name: (r.title, r.plural_title) for r in game.resources}


# ---- trees -----------------------------------------------------------------------------------------------


def walk(x: object) -> Iterator[object]:
    """A node and every node inside it, whatever the tree."""
    if isinstance(x, tuple):
        for item in x:
            yield from walk(item)
    elif is_dataclass(x):
        yield x
        for f in fields(x):
            yield from walk(getattr(x, f.name))


# ---- output ----------------------------------------------------------------------------------------------


def out_terminal(args: Namespace) -> Terminal:
    """What standard output can show."""
    return Terminal.of(sys.stdout, args.color)


def err_terminal(args: Namespace) -> Terminal:
    """What standard error can show."""
    return Terminal.of(sys.stderr, args.color)


def print_json(fields: Mapping[str, object]) -> None:
    """One JSON object on standard output, headed by the version of its form."""
    print(json.dumps({"schema_version": SCHEMA_VERSION, **fields}, indent=2))


def print_lines(lines: Iterable[str]) -> None:
    """Lines of data on standard output."""
    print("\n".join(lines))


def print_annotations(found: Iterable[Finding | None], format: str) -> None:
    """Findings for programs that show them beside the lines; nothing at all where a format has no head."""
    text = annotated((x for x in found if x is not None), format)
    if text:
        print(text)


def diagnostics_json(found: Iterable[Diagnostic]) -> list[dict[str, object]]:
    """Diagnostics as plain data."""
    return [as_json(d) for d in found]


class Progress:
    """Tells on standard error what is being done: at once on a terminal, else once a second has gone by."""

    def __init__(self, args: Namespace) -> None:
        self.quiet = bool(args.quiet)
        self.started = time.monotonic()

    def __call__(self, text: str) -> None:
        """Say one thing."""
        late = time.monotonic() - self.started > 1
        if not self.quiet and (late or sys.stderr.isatty()):
            print(text, file=sys.stderr, flush=True)


def say(args: Namespace, text: str) -> None:
    """A remark on standard error, unless all is to be quiet."""
    if not args.quiet:
        print(text, file=sys.stderr)


def write_found(path: Path, content: str | bytes) -> None:
    """Write a file when what was found is printed: as a whole, or not at all.

    Raises `Stop` if it can not be."""
    try:
        write_whole(path, content)
    except OSError as error:
        raise Stop(UNUSABLE, unwritable(path, error), printed=True) from None


def unwritable(path: Path | str, error: OSError) -> str:
    """What is said of a file that can not be written."""
    return f"{path} can not be written: {why(error)}"
