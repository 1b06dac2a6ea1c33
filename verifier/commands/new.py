"""`tileproof new TITLE`: a commented tile that checks, to begin with.

Guarantee: no file is ever written over; nothing is written that does not check.
"""

from __future__ import annotations

import contextlib
import re
import sys
from argparse import Namespace
from pathlib import Path

from dsl.assemble import Specification
from dsl.diagnostics import Failure, did_you_mean
from dsl.load import SUFFIX
from verifier.commands.common import (
    kind_named,
    load_spec,
    mode_named,
    print_json,
    rulings,
    say,
    spec_folders,
    unwritable,
)
from verifier.commands.stop import FINE, UNUSABLE, Stop
from verifier.starter import SHAPES, Idea, name_of, starter, usual_neighbour, usual_parent


def run(args: Namespace) -> int:
    """Ask for what the options leave open (on a terminal), and write the tile."""
    spec = load_spec(args)
    rulings(args, spec)
    asking = sys.stdin.isatty() and sys.stderr.isatty() and not args.quiet and args.format == "text"
    idea = _idea(args, spec, asking)
    path = Path(args.out) if args.out else Path(f"{idea.name}{SUFFIX}")
    if path.is_dir():
        path = path / f"{idea.name}{SUFFIX}"
    try:
        text = starter(spec, idea)
    except Failure as failure:
        raise Stop(UNUSABLE, diagnostics=failure.diagnostics) from None
    write_new(path, text)
    if args.format == "json":
        print_json({"file": str(path), "name": idea.name, "title": idea.title, "modes": list(idea.modes)})
        return FINE
    print(path)
    # In the folder of the game it is read anyway.
    inside = any(folder.resolve() in path.resolve().parents for folder in spec_folders(args))
    more = "or" if inside else f"or, with `--with {path}`,"
    first = f"`tileproof check {path}`, `tileproof watch {path}`"
    say(args, f"  = help: next, {first} {more} `tileproof max {idea.name}`")
    return FINE


def write_new(path: Path, text: str) -> None:
    """Write a file that is not there yet.

    Raises `Stop` if it is, or can not be written."""
    made = False
    try:
        with open(path, "x", encoding="utf-8", newline="\n") as file:
            made = True
            file.write(text)
    except FileExistsError:
        help = "nothing is written over; choose another with `--out`"
        raise Stop(UNUSABLE, f"{path} is there already", help) from None
    except OSError as error:
        if made:  # a part of it would be in the way of the next try
            with contextlib.suppress(OSError):
                path.unlink()
        raise Stop(UNUSABLE, unwritable(path, error)) from None


def _ask(question: str, usual: str) -> str:
    """An answer from the terminal; the usual one if it is empty."""
    print(f"{question}{f' [{usual}]' if usual else ''}: ", end="", file=sys.stderr, flush=True)
    line = sys.stdin.readline()
    if not line:
        raise KeyboardInterrupt
    return line.strip() or usual


def _idea(args: Namespace, spec: Specification, asking: bool) -> Idea:
    title = " ".join((args.title or (_ask("What is the tile called?", "") if asking else "")).split())
    if not title:
        raise Stop(UNUSABLE, "a tile needs a title", 'for example: tileproof new "Night Market"')
    d = spec.declarations
    name = args.name or name_of(title)
    if not name and asking:
        name = _ask("Which name shall the rules have for it (small letters, digits and `_`)?", "my_tile")
    if not name:
        help = "it has no letters and no digits; say what it is to be, as in `--name my_tile`"
        raise Stop(UNUSABLE, f"no name can be made of the title `{title}`", help)
    if not re.fullmatch(r"[a-z][a-z0-9_]*", name):
        help = "names are written in small letters, with `_` for a space"
        raise Stop(UNUSABLE, f"`{name}` can not be a name", help)
    if name in d.kinds or name in d.scorings or name in d.plurals:
        help = "choose another title, or another name with `--name`"
        raise Stop(UNUSABLE, f"`{name}` is declared already", help)
    if args.mode is None and asking and len(spec.modes) > 1:
        answer = _ask(f"In which mode ({', '.join(spec.modes)} or all)?", "all")
        args.mode = None if answer == "all" else answer
    one = mode_named(args, spec) if args.mode is not None else None
    first = one or spec.modes[0]
    parent = kind_named(args.is_, spec, what="kind") if args.is_ else usual_parent(spec, first)
    if parent is None:
        raise Stop(UNUSABLE, "there is no building that a tile could be", "declare a `building` first")
    modes = (one,) if one else tuple(m for m in spec.modes if m in d.kind_modes[parent])
    shape = args.shape
    if shape is None and asking:
        for word, known in SHAPES.items():
            print(f"  {word:14} {known.says}", file=sys.stderr)
        shape = _ask("How does it score?", next(iter(SHAPES)))
    shape = shape or next(iter(SHAPES))
    if shape not in SHAPES:
        listed = "known: " + ", ".join(SHAPES)
        raise Stop(UNUSABLE, f"unknown shape `{shape}`", did_you_mean(shape, SHAPES) or listed)
    near = args.near
    usual = usual_neighbour(spec, first, parent)
    if near is None and asking and "{near}" in SHAPES[shape].clause:
        near = _ask("Which building or tile does it look at?", usual)
    near = kind_named(near, spec, what="kind") if near else usual
    for kind in (parent, near):
        if missing := [m for m in modes if m not in d.kind_modes[kind]]:
            help = "choose a mode with `--mode`: " + ", ".join(d.kind_modes[kind])
            raise Stop(UNUSABLE, f"`{kind}` does not exist in {missing[0]}", help)
    summary = args.summary or (_ask("What does the tile say? (empty: made from the rules)", "") if asking else "")
    return Idea(name, title, modes, parent, near, shape, " ".join(summary.split()))
