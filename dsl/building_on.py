"""Rules on top of other rules: what a game replaces, chooses and takes over.

Guarantee: after `layered` nothing is left to be replaced, and there is one `game` for each that is declared on its
own; what the lower rules claim of themselves is claimed under their own readings, and their examples are left out
where something bears on them that was said on top. A second run changes nothing.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import replace
from typing import TypeAlias

from dsl import syntax as s
from dsl.diagnostics import Bag, did_you_mean

_Item: TypeAlias = s.Declaration | s.TableDeclaration


def targets(file: s.File) -> Iterator[s.Text]:
    """What a file builds on, as written."""
    for item in file.items:
        if isinstance(item, s.Declaration) and item.what == "game":
            for line in item.lines:
                if isinstance(line, s.BuildsOn):
                    yield from line.targets


def layered(files: Sequence[s.File], bag: Bag) -> tuple[s.File, ...]:
    """The files, lower rules first, as one game: a file that builds on others stands for all of its game that
    follow, and everything before it is lower. Notes what replaces nothing, or is replaced twice."""
    out: list[s.File] = []
    start = 0  # of the files of the topmost game so far
    for file in files:
        if any(targets(file)):
            start = len(out)
            out, file = _on_top(out, file)
        out.append(replace(file, items=()))
        for item in file.items:
            if not item.replacing or _replace(out, item, start, bag):
                out[-1] = replace(out[-1], items=(*out[-1].items, item))
        if start and any(map(_bears_on_others, file.items)):
            out[:start] = [replace(f, items=tuple(map(_without_examples, f.items))) for f in out[:start]]
    return tuple(
        replace(f, items=tuple(replace(x, replacing=False) if x.replacing else x for x in f.items)) for f in out
    )


def _bears_on_others(item: _Item) -> bool:
    """Whether a declaration on top of lower rules may give other scores to cities that do not show it."""
    if isinstance(item, s.TableDeclaration) or item.what != "game":
        adds = isinstance(item, s.Declaration) and item.what == "scoring" and not item.breaks_ties
        return item.replacing or adds
    return any(isinstance(x, s.GameRule | s.UnderBlock) and x.span.source is item.span.source for x in item.lines)


def _without_examples(item: _Item) -> _Item:
    """A declaration whose examples tell of another game: what its cities score is said where it stands."""
    return item if isinstance(item, s.TableDeclaration) else replace(item, lines=_kept(item.lines))


def _kept(lines: tuple[s.Line, ...]) -> tuple[s.Line, ...]:
    inside = (replace(x, lines=_kept(x.lines)) if isinstance(x, s.ModeBlock | s.UnderBlock) else x for x in lines)
    return tuple(x for x in inside if not isinstance(x, s.Example))


def replaceable(files: Sequence[s.File], what: str) -> Mapping[str, s.Declaration | s.TableDeclaration]:
    """What may stand behind `replacing WHAT` in the topmost game of some files (lower rules first), by name."""
    top = max((i for i, f in enumerate(files) if any(targets(f))), default=0)
    wanted = "kind" if what in ("tile", "building") else what
    return {name: x for f in files[:top] for x in f.items for k, name in (_key(x),) if k == wanted and name}


def _key(item: _Item) -> tuple[str, str]:
    """What is replaced by what: tiles and buildings are both kinds."""
    what = "table" if isinstance(item, s.TableDeclaration) else item.what
    return ("kind" if what in ("tile", "building") else what, item.name.name if item.name else "")


def _replace(out: list[s.File], item: _Item, start: int, bag: Bag) -> bool:
    """Take out what an item replaces; False if the item is to be left out, because others have its name."""
    what, name = _key(item)
    assert item.name is not None
    for i, file in enumerate(out):
        for old in file.items:
            if _key(old) == (what, name):
                if old.replacing and i >= start:
                    assert old.name is not None
                    first = [(old.name.span, "first replaced here")]
                    bag.add("TP010", f"`{name}` is replaced twice", item.name.span, here="again here", labels=first)
                out[i] = replace(file, items=tuple(x for x in file.items if x is not old))
                return True
    known = [n for f in out for k, n in map(_key, f.items) if k == what]
    help = did_you_mean(name, known) or "leave out `replacing` to declare something new"
    bag.add("TP080", f"there is no {what} `{name}` to be replaced", item.name.span, help=help)
    return not any(n == name for f in out for _, n in map(_key, f.items))


def _on_top(lower: list[s.File], file: s.File) -> tuple[list[s.File], s.File]:
    """The lower files without their games, and a file whose game says what they said, too."""
    below = [x for f in lower for x in f.items if isinstance(x, s.Declaration) and x.what == "game"]
    taken = tuple(line for x in below for line in x.lines)
    items: list[_Item] = []
    chosen: dict[str, str] = {}
    for x in file.items:
        if isinstance(x, s.Declaration) and x.what == "game":
            mine = tuple(line for line in x.lines if not isinstance(line, s.BuildsOn))
            named = {line.ruling.name for line in mine if isinstance(line, s.Choose)}
            chosen = {line.ruling.name: line.reading.name for line in mine if isinstance(line, s.Choose)}
            kept = tuple(y for y in taken if not (isinstance(y, s.Choose) and y.ruling.name in named))
            x = replace(x, lines=(*mine, *kept))
        items.append(x)
    usual = {k: r for k, r in _defaults(lower).items() if chosen.get(k, r) != r}
    rest = [
        replace(f, items=tuple(_pinned(x, usual) for x in f.items if x not in below)) for f in lower
    ]
    return rest, replace(file, items=tuple(items))


def _defaults(files: Sequence[s.File]) -> dict[str, str]:
    """The readings that hold in some rules unless another is given."""
    out: dict[str, str] = {}
    choices: dict[str, str] = {}
    for x in (x for f in files for x in f.items if isinstance(x, s.Declaration)):
        for line in x.lines:
            if isinstance(line, s.Choose):
                choices[line.ruling.name] = line.reading.name
            elif isinstance(line, s.Default) and x.name is not None:
                out[x.name.name] = line.name.name
    return {**out, **choices}


def _pinned(item: _Item, usual: Mapping[str, str]) -> _Item:
    """A declaration whose examples and properties are about the given readings, where they do not say others."""
    if isinstance(item, s.TableDeclaration) or not usual:
        return item
    return replace(item, lines=tuple(_pinned_line(x, usual) for x in item.lines))


def _pinned_line(line: s.Line, usual: Mapping[str, str]) -> s.Line:
    match line:
        case s.Example():
            return replace(line, given=(*_given(line.given, line, usual), *line.given))
        case s.Property():
            return replace(line, options=(*_given(line.options, line, usual), *line.options))
        case s.ModeBlock():
            return replace(line, lines=tuple(_pinned_line(x, usual) for x in line.lines))
        case s.UnderBlock():
            inside = {k: r for k, r in usual.items() if k != line.ruling.name}
            return replace(line, lines=tuple(_pinned_line(x, inside) for x in line.lines))
        case _:
            return line


def _given(said: Sequence[s.Node], line: s.Example | s.Property, usual: Mapping[str, str]) -> list[s.GivenReading]:
    named = {x.ruling.name for x in said if isinstance(x, s.GivenReading)}
    at = line.span
    return [
        s.GivenReading(s.Word(k, span=at), s.Word(r, span=at), span=at)
        for k, r in sorted(usual.items())
        if k not in named
    ]
