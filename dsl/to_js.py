"""Core to readable JavaScript source.

Guarantee: under `rulebook/play/runtime.js`, the source of a core expression computes its value on a view of any
complete city; every node has a translation, and equal games give equal bytes. Nothing of the author's text reaches
the source but names checked by the grammar, text behind `//` on a line of its own, and JSON.

The functions call only what a view of the runtime has: it is the counterpart of `dsl/view.py`. A loop is a call of
the view, so that it can tell on which spaces a clause found what it counts.
"""

from __future__ import annotations

import json
import re
from collections.abc import Callable, Iterator, Mapping
from dataclasses import replace
from typing import TypeVar, assert_never

from dsl import core as c
from dsl.assemble import Pieces, Readings
from dsl.branches import Leaf, Tree
from dsl.code_writer import CodeWriter
from dsl.footprint import looks_at_units, seats_seen

Sentence = Callable[[str, Readings, c.Clause], str]
"""What a clause says, in a mode and under readings that it stands under."""
T = TypeVar("T")
_OPERATOR = {"=": "===", "!=": "!==", "<": "<", "<=": "<=", ">": ">", ">=": ">="}


def text(value: object) -> str:
    """A value as JSON that is JavaScript, too, wherever it stands."""
    return json.dumps(value, sort_keys=False, ensure_ascii=True).replace("</", "<\\/")


class _Writer(CodeWriter):
    """Writes the functions of one mode."""

    def kinds(self, label: str, kinds: frozenset[str]) -> str:
        return self.constant(label, f"new Set({text(sorted(kinds))})")

    # -- domains

    def quoted(self, word: str) -> str:
        return text(word)

    def at(self, var: str, p: c.Place) -> str:
        match p:
            case c.Other(ref):
                return f"{self.ref(var)} !== {self.ref(ref)}"
            case c.Through(ref):
                return f"{var}.includes({self.ref(ref)})"
            case _:
                return f"{self.place(p)}.includes({self.ref(var)})"

    def through(self, ref: str) -> str:
        return f'city.regions("line").filter((r) => r.includes({ref}))'

    def all_but(self, ref: str) -> str:
        return f"city.spaces.filter((x) => x !== {ref})"

    def run(self, domain: c.Domain, var: str, where: c.Bool) -> tuple[str, str]:
        """What a loop over the domain runs through, and its condition as a function."""
        base, tests = self.source(domain, var, where)
        return base, f"({var}) => {' && '.join(tests) or 'true'}"

    def test(self, var: str, where: c.Bool) -> str:
        return f"({var}) => {self.boolean(where)}"

    # -- integers

    def integer(self, e: c.Int) -> str:
        match e:
            case c.Num(value):
                return str(value) if value >= 0 else f"({value})"
            case c.Add(args):
                return f"({' + '.join(self.integer(a) for a in args)})".replace("+ (-", "- (")
            case c.Scale(factor, arg):
                return f"{factor if factor >= 0 else f'({factor})'} * {self.integer(arg)}"
            case c.Product(args):
                return f"({' * '.join(self.integer(a) for a in args)})"
            case c.Divide(op, arg, by):
                return f"city.{'quotient' if op == '/' else 'remainder'}({self.integer(arg)}, {by})"
            case c.Extreme(op, args):
                return f"Math.{op}({', '.join(self.integer(a) for a in args)})"
            case c.Choose(condition, then, otherwise):
                return f"({self.boolean(condition)} ? {self.integer(then)} : {self.integer(otherwise)})"
            case c.Lookup(table, args):
                name = self.constant(table.name or "table", text(table.rows))
                at = ", ".join(self.integer(a) for a in args)
                return f"city.lookUp({name}, {text(table.start)}, {at})"
            case c.Total(var, domain, where, value):
                base, test = self.run(domain, var, where)
                if isinstance(value, c.Num):
                    times = "" if value.value == 1 else f"{self.integer(value)} * "
                    return f"{times}city.count({base}, {test})"
                return f"city.sum({base}, {test}, ({var}) => {self.integer(value)})"
            case c.Best(op, var, domain, where, value):
                base, test = self.run(domain, var, where)
                called = "most" if op == "max" else "least"
                return f"city.{called}({base}, {test}, ({var}) => {self.integer(value)})"
            case c.Different(var, domain, where, classes):
                base, test = self.run(domain, var, where)
                listed = ", ".join(self.kinds(label, kinds) for label, kinds in classes)
                return f"city.different({base}, {test}, [{listed}])"
            case c.LongestRun(region, lines, var, where):
                through = f"[{region}]"
                if lines is not None:
                    base, test = self.run(lines, region, c.Truth(True))
                    through = base if test.endswith("=> true") else f"{base}.filter({test})"
                return f"city.longestRun({through}, {self.test(var, where)})"
            case c.RunThrough(at, line, var, where):
                return f"city.runThrough({self.ref(at)}, {text(line)}, {self.test(var, where)})"
            case c.Distance(start, end):
                return f"city.distance({self.ref(start)}, {self.ref(end)})"
            case c.Floors(at):
                return f"city.floors({self.ref(at)})"
            case c.Printed(at, what):
                return f"city.printed({self.ref(at)}{f', {text(what)}' if what else ''})"
            case c.Seated(at, resource):
                return f"city.seated({self.ref(at)}, {text(resource)})"
            case c.CityUnits(what, resource):
                return f"city.{what}({text(resource)})"
            case c.Measure(what, name):
                return f"city.measure({text(what)}, {text(name)})"
            case _:
                assert_never(e)

    def work(self, e: c.Int) -> str:
        """The source of how a value comes about: a number, or a sign and the parts that it puts together. `+`,
        `*` and `/` are what they are; behind `->` stand what was found in a table, then what was looked up."""
        match e:
            case c.Add(args):
                return self._put("+", *map(self.work, args))
            case c.Scale(factor, c.Lookup() | c.Divide() as arg):
                return self._put("*", str(factor), self.work(arg))
            case c.Scale(factor, arg):
                return self._put("*", self.work(arg), str(factor))
            case c.Product(args):
                return self._put("*", *map(self.work, args))
            case c.Divide("/", arg, by):
                return self._put("/", self.work(arg), str(by))
            case c.Lookup(_, args):
                return self._put("->", self.integer(e), *map(self.work, args))
            case c.Total(value=c.Num(each)) if each != 1:
                return self._put("*", self.integer(replace(e, value=c.Num(1))), str(each))
            case c.Choose(condition, then, otherwise):
                ways = self.work(then), self.work(otherwise)
                if any(x.startswith("[") for x in ways):
                    return f"({self.boolean(condition)} ? {ways[0]} : {ways[1]})"
                return self.integer(e)
            case _:
                return self.integer(e)

    @staticmethod
    def _put(sign: str, *parts: str) -> str:
        return f"[{text(sign)}, {', '.join(parts)}]"

    # -- conditions

    def boolean(self, e: c.Bool) -> str:
        match e:
            case c.Truth(value):
                return "true" if value else "false"
            case c.Not(arg):
                return f"!({self.boolean(arg)})"
            case c.All(args):
                return f"({' && '.join(self.boolean(a) for a in args) or 'true'})"
            case c.Any(args):
                return f"({' || '.join(self.boolean(a) for a in args) or 'false'})"
            case c.Compare(op, left, right):
                return f"{self.integer(left)} {_OPERATOR[op]} {self.integer(right)}"
            case c.Some(var, domain, where):
                base, test = self.run(domain, var, where)
                return f"city.some({base}, {test})"
            case c.Every(var, domain, where):
                base, test = self.run(domain, var, c.Truth(True))
                return f"city.every({base}, {test}, {self.test(var, where)})"
            case c.IsKind(at, kinds, label):
                return f"{self.kinds(label, kinds)}.has(city.kind({self.ref(at)}))"
            case c.Is(at, state):
                return f"city.{state}({self.ref(at)})"
            case c.Here(at, place):
                return self.at(at, place)
            case c.Connected(a, b, var, where):
                return f"city.group({self.ref(a)}, {self.test(var, where)}).includes({self.ref(b)})"
            case _:
                assert_never(e)


def _comment(said: str, indent: str = "") -> Iterator[str]:
    # `splitlines` knows every end of a line that JavaScript does, and more.
    for line in said.splitlines() or [""]:
        yield f"{indent}// {line}".rstrip()


class _Mode:
    """The source of one mode: every clause and gain once, under whatever readings it stands."""

    def __init__(self, name: str, pieces: Pieces, say: Sentence) -> None:
        self.name = name
        self.pieces = pieces
        self._say = say
        self.writer = _Writer()
        self.clauses: dict[tuple[c.Clause, str], tuple[int, Readings]] = {}
        self.gains: dict[tuple[c.Gain, str], int] = {}

    def clause(self, x: c.Clause, under: tuple[tuple[str, str], ...]) -> int:
        """The number of a clause, which stands in the game under some readings."""
        return self.clauses.setdefault((x, x.text), (len(self.clauses), dict(under)))[0]

    def gain(self, x: c.Gain) -> int:
        return self.gains.setdefault((x, x.text), len(self.gains))

    def source(self) -> Iterator[str]:
        pieces = self.pieces
        # Those that score are numbered first, so that each has the readings of a game that it stands in.
        shown = {
            "scoring": [_tree(t, lambda v: [self.clause(x, v.under) for x in v.value]) for t in pieces.clauses],
            "tying": [_tree(t, lambda v: [self.clause(x, v.under) for x in v.value]) for t in pieces.ties],
            "gaining": [_tree(t, lambda v: [self.gain(x) for x in v.value]) for t in pieces.gains],
            "own": {
                tile: [_tree(t, lambda v: [[self.clause(x, v.under) for x in y] for y in v.value]) for t in listed]
                for tile, listed in sorted(pieces.own.items())
            },
            "kinds": {k: _tree(t, lambda v: _kind(v.value)) for k, t in pieces.kinds.items()},
            "seating": _tree(pieces.seating, lambda v: v.value),
            "order": pieces.order,
            "tieOrder": pieces.tie_order,
            "defaults": pieces.defaults,
        }
        functions = [
            (f"score_{x.part}_{i}", x.part, x.text, x.value) for (x, _), (i, _) in self.clauses.items()
        ] + [(f"gain_{g.kind}_{i}", g.kind, g.text, g.amount) for (g, _), i in self.gains.items()]
        bodies: list[str] = []
        for name, part, said, value in functions:
            bodies += ["", *_comment(f"{part}: {said}", "  ")]
            bodies += [f"  function {name}(city, here) {{", f"    return {self.writer.integer(value)};", "  }"]
        worked = set[int]()
        for (x, _), (i, _) in self.clauses.items():
            if (work := self.writer.work(x.value)) != self.writer.integer(x.value):
                worked.add(i)
                bodies += ["", f"  function work_{x.part}_{i}(city, here) {{", f"    return {work};", "  }"]
        for name, listed in self.writer.constants.items():
            yield f"  const {name} = {listed};"
        yield from bodies
        yield ""
        yield "  const clauses = ["
        for (x, _), (i, readings) in self.clauses.items():
            facts = f"part: {text(x.part)}, kinds: {text(sorted(x.kinds))}, where: {text(_place(x.where))}"
            said = f"text: {text(x.text)}, said: {text(self._say(self.name, readings, x))}"
            facts += f", sees: {text(_sees(x.kinds, x.value))}"
            called = f"value: score_{x.part}_{i}" + (f", work: work_{x.part}_{i}" if i in worked else "")
            yield f"    {{ {facts}, {said}, {called} }},"
        yield "  ];"
        yield "  const gains = ["
        for (g, _), i in self.gains.items():
            facts = f"kind: {text(g.kind)}, resource: {text(g.resource)}, mode: {text(g.mode)}"
            facts += f", onUnits: {text(looks_at_units(g.amount))}, text: {text(g.text)}"
            facts += f", sees: {text(_sees(frozenset({g.kind}), g.amount))}"
            yield f"    {{ {facts}, amount: gain_{g.kind}_{i} }},"
        yield "  ];"
        yield "  return {"
        for key, fact in {**_facts(pieces.game), **shown}.items():
            yield f"    {key}: {text(fact)},"
        yield "    clauses,"
        yield "    gains,"
        yield "  };"


def _tree(t: Tree[T], leaf: Callable[[Leaf[T]], object]) -> object:
    """A tree as the runtime takes it: a leaf's value, or what hangs on a ruling."""
    if isinstance(t, Leaf):
        return leaf(t)
    return ["?", t.ruling, {reading: _tree(x, leaf) for reading, x in t.of.items()}]


def _sees(kinds: frozenset[str], value: c.Int) -> dict[str, list[str] | None]:
    seen = seats_seen(kinds, value)
    return {r: None if x is None else sorted(x) for r, x in sorted(seen.items())}


def _place(where: str) -> str:
    """A file and line without its folder, which depends on where the rules were read from."""
    return re.split(r"[\\/]", where)[-1]


def _kind(k: c.Kind) -> dict[str, object]:
    return {
        "name": k.name,
        "title": k.title,
        "plural": k.plural_title,
        "glyph": k.glyph,
        "tile": k.is_tile,
        "parents": list(k.parents),
        "ancestors": sorted(k.ancestors),
        "floors": k.max_floors,
        "needs": dict(k.needs),
        "seats": dict(k.seats),
        "seatsInactive": k.seats_inactive,
        "placed": dict(k.placed),
        "prints": [{"name": p.name, "gains": dict(p.gains), "worth": p.worth} for p in k.prints],
        "copies": k.copies,
        "scoresInactive": k.scores_inactive,
    }


def _facts(game: c.Game) -> dict[str, object]:
    """What is the same under all readings."""
    mode, board = game.mode, game.mode.board
    return {
        "name": mode.name,
        "title": mode.title,
        "board": {"rows": board.rows, "columns": board.columns, "districts": list(board.districts)},
        "rounds": mode.rounds,
        "turns": mode.turns,
        "players": list(mode.players),
        "usualPlayers": mode.usual_players,
        "replaces": game.replaces,
        "stock": {
            str(n): [{"kind": x.kind, "variant": x.variant, "copies": sum(x.copies)} for x in listed]
            for n, listed in sorted(game.stock.items())
        },
        "resources": [
            {
                "name": r.name,
                "plural": r.plural,
                "title": r.title,
                "pluralTitle": r.plural_title,
                "glyph": r.glyph,
                "pieces": r.pieces,
                "cost": r.cost,
            }
            for r in game.resources
        ],
    }


def as_written(mode: str, readings: Readings, clause: c.Clause) -> str:
    """A clause as it stands in the rules."""
    return clause.text


def rules_source(
    title: str, modes: Mapping[str, Pieces], *, module: bool = False, say: Sentence = as_written
) -> str:
    """The source of all modes of a game, under all readings.

    As an ES module it exports `MODES`; as a script it leaves `TileproofRules` behind, so that a page can load it
    without a server. `MODES` maps the name of a mode to what the runtime's `gameOf` takes; `say` puts clauses into
    words for its readers."""
    out = [*_comment(title), *_comment("Made from the rules: change them, not this file.")]
    if module:
        out += ["export const MODES = {};"]
    else:
        out += ["const TileproofRules = (function () {", "const MODES = {};"]
    for name, pieces in modes.items():
        out += ["", f"MODES[{text(name)}] = (function () {{", *_Mode(name, pieces, say).source(), "}());"]
    if not module:
        out += ["", "return MODES;", "}());"]
    return "\n".join(out) + "\n"
