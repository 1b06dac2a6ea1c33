"""The text of a new tile: a commented beginning that checks.

Guarantee: the text that `starter` gives is laid out as `tileproof fmt` does it, and has no mistakes on top of the
specification that it is given; the score of its example is the scorer's.
"""

from __future__ import annotations

import re
import unicodedata
from collections.abc import Mapping
from dataclasses import dataclass

from anyascii import anyascii

from dsl import syntax as s
from dsl.assemble import Specification
from dsl.check import examples
from dsl.declarations import all_lines
from dsl.diagnostics import Bag
from dsl.example_text import example_text
from dsl.grammar import keywords
from dsl.layout import format_file
from dsl.load import assembled
from dsl.parse import parse
from dsl.pretty import clause as clause_text
from dsl.run_examples import run_examples
from dsl.scorer import Scorer
from dsl.source import Source
from dsl.to_words import Words


@dataclass(frozen=True)
class Shape:
    """A way to score: its clause (`{near}` stands for a kind), and what a designer would call it."""

    clause: str
    says: str


SHAPES: Mapping[str, Shape] = {
    "per-neighbour": Shape("score 2 per {near} adjacent to self", "so much for each of a kind beside it"),
    "per-row": Shape("score 1 per {near} in row of self", "so much for each of a kind in its row"),
    "per-city": Shape("score 1 per {near} in city at most 6", "so much for each of a kind anywhere, up to a limit"),
    "if": Shape("score 5 if some {near} adjacent to self", "so much if there is one beside it"),
    "table": Shape(
        "score by count of {near} adjacent to self [0, 1, 3, 6, 10]", "more and more for each of a kind beside it"
    ),
    "variety": Shape("score different kinds among building adjacent to self", "for different kinds beside it"),
}
"""The shapes of a first clause, by the word that `--kind-of` takes."""


def name_of(title: str) -> str:
    """A name for a title: its letters, as Latin ones without accents, and digits, small, joined by `_`; never
    a word of the language. The empty string if there is neither letter nor digit."""
    words = [y for x in title.replace("'", "").replace("\u2019", "").split() for y in _latin(x)]
    name = "_".join(words)
    if name and not name[0].isalpha():
        name = f"tile_{name}"
    return f"{name}_tile" if name in keywords() else name


def _latin(word: str) -> list[str]:
    plain = anyascii(word)
    if not any(unicodedata.name(x, "").startswith(("LATIN", "DIGIT")) for x in word):
        # Syllables of a script without spaces begin with a capital.
        plain = re.sub(r"(?<=[a-z])(?=[A-Z])", " ", plain)
    return re.findall(r"[a-z0-9]+", plain.lower().replace("'", "").replace("`", ""))


def usual_parent(spec: Specification, mode: str) -> str | None:
    """What most tiles of a mode are, by their first parent; without tiles the first building; None without any."""
    d = spec.declarations
    kinds = [k for k in d.kinds if mode in d.kind_modes[k]]
    parents = [d.kind_name(d.kinds[k].parents[0].name) for k in kinds if d.is_tile(k) and d.kinds[k].parents]
    found = [p for p in parents if p is not None]
    buildings = [k for k in kinds if not d.is_tile(k)]
    return max(found, key=found.count, default=buildings[0] if buildings else None)


def usual_neighbour(spec: Specification, mode: str, parent: str) -> str:
    """A building of a mode that is not what the new tile is; that itself if there is no other."""
    d = spec.declarations
    kinds = [k for k in d.kinds if mode in d.kind_modes[k] and not d.is_tile(k)]
    apart = [k for k in kinds if parent not in d.ancestors[k] and k not in d.ancestors[parent]]
    return (apart or [parent])[0]


@dataclass(frozen=True)
class Idea:
    """What is known of a new tile: `near` is the kind that it looks at; an empty `summary` is made."""

    name: str
    title: str
    modes: tuple[str, ...]
    parent: str
    near: str
    shape: str
    summary: str = ""


def starter(spec: Specification, idea: Idea) -> str:
    """The file of a new tile.

    Raises `Failure` if it does not check, because the name is taken for example."""
    first = _example(spec, idea)
    draft = _checked(spec, _text(idea, "to be said", first))
    case = next(x for x in examples(draft, Bag(), [idea.name]))
    example = example_text(case.city, Scorer(draft, case.mode, case.readings), idea.name, "a first city")
    text = _text(idea, idea.summary or _in_words(draft, idea), example)
    checked = _checked(spec, text)
    bag = Bag()
    run_examples(checked, bag, [idea.name])
    bag.check()
    source = Source("", text)
    return format_file(parse(source, Bag()), source)


def in_words(spec: Specification, name: str, mode: str) -> str:
    """What the own lines of a kind or scoring say in a mode, in words: not what a kind inherits."""
    d = spec.declarations
    lines = (d.kinds[name] if name in d.kinds else d.scorings[name]).lines
    written = {clause_text(x) for x in all_lines(lines) if isinstance(x, s.Score | s.ScoreBy)}
    words = Words(spec, spec.game(mode))
    clauses = [x for x in (*words.game.clauses, *words.game.ties) if x.part == name or name in x.kinds]
    said = [words.clause(x).text for x in clauses if x.text in written]
    gains = [words.gain(g).text for g in words.game.gains if g.kind == name]
    return " ".join(dict.fromkeys([*said, *gains]))


def _in_words(spec: Specification, idea: Idea) -> str:
    return in_words(spec, idea.name, idea.modes[0]).replace('"', "'")


def _example(spec: Specification, idea: Idea) -> str:
    """A drawn city with the tile and what it looks at; its score is still to be worked out."""
    board = spec.declarations.modes[idea.modes[0]].board
    second = idea.near
    if idea.shape == "variety" or spec.declarations.is_tile(idea.near):
        second = idea.parent
    cells = [idea.near, idea.name, second]
    upright = board.columns < 3 <= board.rows
    rows = "\n".join(cells) if upright else " ".join(cells[: board.columns])
    return f'example {idea.modes[0]} "a first city" {{ {rows} }} scores 0'


def _text(idea: Idea, summary: str, example: str) -> str:
    title = idea.title.replace('"', "'")
    clause = SHAPES[idea.shape].clause.format(near=idea.near)
    return f"""-- {" ".join(title.split())}: a new tile.
-- Lines that begin like this one are remarks; the rules do not read them.

tile {idea.name} "{title}" is {idea.parent} {{
  -- For people: one sentence, as it would stand on the tile.
  summary "{summary.replace('"', "'")}"
  modes {", ".join(idea.modes)}

  -- What it scores. `self` is the tile itself. Several lines `score` add up.
  {clause}

  -- A city with the tile, and what it scores. The numbers were worked out by the scorer from the line above: count
  -- them by hand, and if they are not what you mean, change that line. `tileproof score` knows the same drawings.
{example}

  -- A claim about all cities: one more, wherever it is put, never makes the tile score less.
  -- `tileproof prove` decides it.
  property "one more does not hurt" {{ adding {idea.near} never lowers own }}
}}
"""


def _checked(spec: Specification, text: str) -> Specification:
    bag = Bag()
    tree = parse(Source("the new tile", text), bag)
    return assembled([*spec.files, tree], bag, spec.folders)
