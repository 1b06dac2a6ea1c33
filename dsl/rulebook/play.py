"""The page to play with: a board editor that scores as it is filled.

Guarantee: `write_page` writes a page that needs no server and no network, the same bytes for the same
specification; its rules are the compiled ones of `dsl/to_js.py`. Nothing here needs a solver.

All of the page's own words stand in `TEXTS`, so that they can be translated; `{name}` is filled in by the page.
"""

from __future__ import annotations

import argparse
import sys
from collections.abc import Callable, Sequence
from dataclasses import replace
from html import escape
from importlib.resources import files
from pathlib import Path
from typing import Any

from dsl import core as c
from dsl.assemble import Pieces, Specification
from dsl.branches import mapped
from dsl.check import ExampleCase, examples
from dsl.city_json import city_object
from dsl.declarations import title_of
from dsl.diagnostics import Bag, Failure, render, why
from dsl.draw import short_names
from dsl.to_js import Sentence, as_written, rules_source, text

PLAY = Path(str(files("dsl.rulebook"))) / "play"
RUNTIME = PLAY / "runtime.js"
SCRIPTS = ("runtime.js", "seating.js", "cities.js", "editor.js")
PATTERNS = 6  # as many as editor.css has

TEXTS = {
    "title": "Build a city: {game}",
    "lead": "Place buildings and tiles; the score sheet follows at once. Nothing leaves this page.",
    "noscript": "This page needs JavaScript, which is switched off here. It runs on your device alone.",
    "mode": "Mode",
    "players": "Players",
    "reading": "Rulings: {how}",
    "reading_default": "as decided by default",
    "reading_changed": "{n} otherwise",
    "reading_option": "{answer} (default)",
    "reading_reset": "All as decided by default",
    "example": "Examples",
    "example_choose": "load an example …",
    "undo": "Undo",
    "redo": "Redo",
    "clear": "Clear",
    "palette": "Buildings and tiles",
    "palette_buildings": "Buildings",
    "palette_tiles": "Tiles",
    "tool_select": "Select",
    "tool_erase": "Erase",
    "in_box": "{used} of {box}",
    "board": "Board",
    "cell_empty": "{at}, district {district}: empty",
    "cell": "{at}, district {district}: {what}",
    "at": "row {row}, column {column}",
    "floors_n": "{n} floors",
    "not_active": "not active",
    "printed_units": "printed {units}",
    "seats_hold": "{units} on its seats",
    "sheet": "Score sheet",
    "total": "Total",
    "part": "Part",
    "vp": "VP",
    "vp_n": "{n} VP",
    "own": "What each tile adds",
    "ties": "In a tie, the one with more of this",
    "printed": "Printed on tiles",
    "unseated": "{what} without a seat",
    "units": "Units",
    "units_line": "{what}: {has} there, {seated} seated, {left} left over",
    "units_given": "Give the units by hand",
    "units_given_help": "Otherwise they are what the tiles bring.",
    "taken": "{kind}, {at}: {units} taken at the end",
    "seating_best": "Best seating: all {n} ways were tried.",
    "seating_given": "Seating as you set it: nothing was left to choose.",
    "seating_good": "A good seating, maybe not the best: {n} ways tried so far, {percent} % of all choices.",
    "seating_stopped": "A good seating, maybe not the best: {n} ways tried, then the search stopped.",
    "seating_none": "The units do not suffice for the seating that you set, or the rules of seating forbid it.",
    "seating_more": "Search on",
    "steps": "Step by step",
    "steps_none": "Nothing scores yet.",
    "step_n": "Step {i} of {n}: {vp} VP",
    "step_whole": "the whole city",
    "step_printed": "Printed on it.",
    "step_unseated": "{n} left over.",
    "step_back": "Previous step",
    "step_next": "Next step",
    "step_stop": "Leave the steps",
    "step_found": "Found: {what}.",
    "step_sum": "So far {n} of {total} VP.",
    "step_key": "★ the building that scores · ● what it found",
    "space": "The chosen space",
    "space_empty": "Empty. Choose a building, then press Enter or click.",
    "floors": "Floors",
    "more_floors": "One floor more",
    "fewer_floors": "One floor less",
    "print": "Tile of floor {n}",
    "print_one": "Printed on it",
    "print_other": "as loaded",
    "print_plain": "nothing",
    "activity": "Activity",
    "activity_auto": "as is best",
    "activity_on": "active",
    "activity_off": "not active",
    "needs": "It needs {units}.",
    "needs_nothing": "It needs nothing.",
    "seats_of": "{what} on its seats",
    "seats_auto": "as is best",
    "remove": "Take it away",
    "scores_here": "It scores {n} VP here.",
    "share": "Share and load",
    "share_help": "The same text that `tileproof score` reads. The address of this page holds the city, too.",
    "share_form": "Form",
    "share_drawing": "drawing",
    "share_json": "JSON",
    "share_seating": "with the seating that is shown",
    "share_text": "The city as text",
    "share_load": "Load this text",
    "share_copy": "Copy",
    "copied": "Copied.",
    "loaded": "Loaded.",
    "keys": "Keys",
    "keys_help": "Arrow keys: move. Letters: place that building. Enter: place what is chosen. + and -: floors. "
    "1 to 9: what is printed. Space: active or not. Delete: take away. [ and ]: steps. Ctrl+Z, Ctrl+Y: undo, redo.",
    "warn_copies": "{kind}: {used} placed, the box has {box}.",
    "warn_print": "{kind}, {print}: {used} placed, the box has {box}.",
    "warn_turns": "{used} tiles placed, and a player takes {box}.",
    "warn_pieces": "{what}: {used}, the box has {box} pieces.",
    "announce_total": "Total {n} VP.",
    "announce_placed": "{what} placed.",
    "announce_removed": "Taken away.",
    "notice": "This page is not official: the game, its name and its art belong to their owners.",
    "home": "To the rulebook",
    "error_link": "The address of this page holds no city that can be read. {said}",
    "error_empty": "There is no city in this text.",
    "error_mode": "There is no mode `{name}`; known: {known}.",
    "error_json": "Line {line} is not JSON: {said}.",
    "error_many": "The text holds {n} cities; load one at a time.",
    "error_rows": "The city does not say its `rows`, a list of lists.",
    "error_row_count": "{n} rows, and the board has {rows}.",
    "error_columns": "Row {row}: the board has {columns} columns.",
    "error_object": "{what} must be an object in braces.",
    "error_number": "`{what}` must be a whole number from 0 to {most}.",
    "error_kind": "{at}: there is no `{name}` in {mode}.",
    "error_key": "{at}: `{key}` is not understood.",
    "error_resource": "There is no resource `{name}`; known: {known}.",
    "error_seats": "{at}: at most {most} units fit on the seats.",
    "error_floors": "{at}: a {kind} has from 1 to {most} floors.",
    "error_one_floor": "{at}: a {kind} has one floor.",
    "error_active": "{at}: a {kind} needs nothing, so it is always active.",
    "error_idle": "{at}: a {kind} that is not active holds no units on its seats.",
    "error_taken": "`taken` must list row, column, resource and units of spaces on the board.",
    "error_line": "Line {line} can not be read.",
    "error_brace": "Put the whole drawing in one pair of braces, or in none.",
    "error_cell": "{at}: `{word}` is not a space of a city; write `.` or a letter or name with its marks.",
    "error_unit": "{at}: there is no unit `{unit}`.",
    "error_ruling": "There is no ruling `{name}`, or it has no reading `{reading}`.",
}

Translate = Callable[[str], str]
InWords = Callable[[c.Game], c.Game]


def _untranslated(message: str) -> str:
    return message


def _as_it_is(game: c.Game) -> c.Game:
    return game


def write_page(
    spec: Specification,
    out_dir: Path,
    language: str = "en",
    *,
    translate: Translate = _untranslated,
    told: Translate = _untranslated,
    named: InWords = _as_it_is,
    say: Sentence = as_written,
    home: str = "",
) -> Path:
    """Write the page into a folder, which is made if it is not there, and return the page's path.

    `translate` puts each text of `TEXTS` into the language, `told` what authors wrote, `named` the titles of a
    game, and `say` a clause into a sentence. `home` is the address of the book that the page belongs to."""
    out_dir.mkdir(parents=True, exist_ok=True)
    cases = examples(spec, Bag())
    modes = {m: _named(spec.pieces(m), named) for m in spec.modes}
    texts = {key: translate(x) for key, x in TEXTS.items()}
    data = {
        "title": told(spec.title),
        "language": language,
        "texts": texts,
        "rulings": _rulings(spec, told),
        "styles": {m: _styles(x.game) for m, x in modes.items()},
        "parts": {m: _parts(spec, x.game, told) for m, x in modes.items()},
        "examples": [_example(spec, case, told) for case in cases],
    }
    made = {
        "rules.js": rules_source(told(spec.title), modes, say=say),
        "data.js": f"const TileproofData = {text(data)};\n",
        "index.html": _html(told(spec.title), language, texts, home),
    }
    for name in (*SCRIPTS, "editor.css"):
        made[name] = (PLAY / name).read_text("utf-8")
    for name, content in made.items():
        (out_dir / name).write_text(content, "utf-8", newline="\n")
    return out_dir / "index.html"


def _named(pieces: Pieces, named: InWords) -> Pieces:
    """The pieces with their titles in words, which are the same under all readings."""
    game = named(pieces.game)

    def titled(kind: c.Kind) -> c.Kind:
        other = game.kinds[kind.name]
        return replace(kind, title=other.title, plural_title=other.plural_title)

    kinds = {k: mapped(t, lambda x: titled(x.value)) for k, t in pieces.kinds.items()}
    return replace(pieces, game=game, kinds=kinds)


def _html(name: str, language: str, texts: dict[str, str], home: str) -> str:
    page = (PLAY / "index.html").read_text("utf-8")
    title = texts["title"].replace("{game}", name)
    said = {"LANGUAGE": language, "TITLE": title, "LEAD": texts["lead"], "NOSCRIPT": texts["noscript"]}
    said["NOTICE"] = texts["notice"]
    for key, value in said.items():
        page = page.replace(f"@{key}@", escape(value))
    link = f'<a href="{escape(home)}">{escape(texts["home"])}</a>' if home else ""
    return page.replace("@HOME@", link)


def _rulings(spec: Specification, told: Translate) -> dict[str, Any]:
    return {
        r.name: {
            "question": told(r.title),
            "default": r.default,
            "readings": {x.name: told(x.text) for x in r.readings},
        }
        for r in spec.rulings.values()
    }


def _styles(game: c.Game) -> dict[str, dict[str, Any]]:
    """For each kind a short name, a hue in degrees and the number of a pattern.

    Kinds that descend from one root have its hue and pattern; no two roots have the same hue."""

    def root(name: str) -> str:
        kind = game.kinds[name]
        return root(kind.parents[0]) if kind.parents and kind.parents[0] in game.kinds else name

    names = short_names(game)
    roots = list(dict.fromkeys(root(k) for k in game.kinds))
    return {
        k: {
            "short": names[k],
            "hue": roots.index(root(k)) * 360 // len(roots),
            "pattern": roots.index(root(k)) % PATTERNS,
        }
        for k in game.kinds
    }


def _parts(spec: Specification, game: c.Game, told: Translate) -> dict[str, str]:
    """The titles of the parts of the score sheet, under all readings."""
    scorings = {name: told(title_of(d)) for name, d in spec.declarations.scorings.items()}
    return {**scorings, **{k.name: k.title if k.is_tile else k.plural_title for k in game.kinds.values()}}


def _example(spec: Specification, case: ExampleCase, told: Translate) -> dict[str, Any]:
    d = spec.declarations
    owner = d.kinds.get(case.owner) or d.scorings[case.owner]
    chosen = {r: x for r, x in case.readings.items() if x != spec.defaults[r]}
    game = spec.game(case.mode, chosen)
    return {
        "owner": told(title_of(owner)),
        "title": told(case.syntax.title.value) if case.syntax.title else "",
        "mode": case.mode,
        "city": city_object(case.city, game, chosen),
    }


def main(argv: Sequence[str] | None = None) -> int:
    """`python -m dsl.rulebook.play OUT [FOLDER …]`: the page of a specification, of the shipped one by default.

    Returns 1 for rules that have mistakes, which are told, and 2 for a folder that can not be written."""
    from dsl.load import load, shipped

    parser = argparse.ArgumentParser(prog="python -m dsl.rulebook.play", description="Write the page to play with.")
    parser.add_argument("out", metavar="OUT", type=Path, help="the folder to write")
    parser.add_argument("folders", metavar="FOLDER", type=Path, nargs="*", help="rules (default: the shipped ones)")
    args = parser.parse_args(argv)
    try:
        print(write_page(load(args.folders or [shipped()]), args.out))
    except Failure as failure:
        print("\n\n".join(map(render, failure.diagnostics)), file=sys.stderr)
        return 1
    except OSError as error:
        print(f"error: {args.out} can not be written: {why(error)}", file=sys.stderr)
        return 2
    return 0


if __name__ == "__main__":
    sys.exit(main())
