"""Numbers that stand in prose: what they are said to be, worked out from the rules and from what solvers said.

Guarantee: a value is of these rules and facts; a maximum only if it was proved. What can not be worked out raises a
`Fault` that points at the guilty words. No solver is needed.

    figure   = [shown ":"] formula
    formula  = term {("+" | "-") term}
    term     = atom {("*" | "/" | "mod") atom}                  "/" rounds down
    atom     = number | "(" formula ")" | table "(" formula ["," formula] ")" | question {where}
    where    = "in" mode | "in" "round" number | "with" number "players" | "scope" scope | "with" tile {"," tile}

Questions: see `QUESTIONS`. A question that names no mode has the same answer in all modes, or none.
"""

from __future__ import annotations

import re
from collections.abc import Callable, Iterable, Iterator, Mapping
from dataclasses import dataclass, field, fields, is_dataclass

from dsl import core as c
from dsl import facts as f
from dsl import syntax as s
from dsl.assemble import Specification
from dsl.declarations import Context, lines_with_context
from dsl.diagnostics import did_you_mean

QUESTIONS: Mapping[str, str] = {
    "modes": "how many modes there are",
    "rulings": "how many rulings",
    "resources": "how many resources",
    "tiles": "how many tiles, of a mode or of all",
    "buildings": "how many kinds that are no tiles",
    "rounds": "the rounds of a mode",
    "turns": "the turns that a player has in a round",
    "players": "the most players (`least players`, `usual players`)",
    "spaces": "the spaces of the board (`rows`, `columns`, `districts`)",
    "pieces of RESOURCE": "how many are in the box",
    "cost of RESOURCE": "the VP that each costs that is not seated",
    "needs RESOURCE of KIND": "the units that it needs to be active",
    "seats RESOURCE of KIND": "the units that can be seated on it",
    "floors of KIND": "how high it can be",
    "copies of KIND": "how many are in the box, `in round 2`, `with 4 players`",
    "entry N of KIND": "what its table gives for N (`entry 2, 3 of KIND` for two)",
    "examples": "how many worked examples, `of KIND` or of all",
    "properties": "how many properties are stated, `of KIND` or of all",
    "max KIND": "the most that a tile scores, from the facts",
    "total": "the most that a city scores, `with TILE, TILE`, from the facts",
    "proved": "how many properties were proved, `of KIND` or of all, from the facts (also `refuted` and so on)",
}
"""What can be asked, and what the answer is."""

_VERDICTS = ("proved", "refuted", "vacuous", "unknown")
_SIZES = ("rounds", "turns", "spaces", "rows", "columns", "districts", "players")
_WORD = re.compile(r"\s*(?:([0-9]+)|([A-Za-z_][A-Za-z0-9_]*)|([-+*/(),]))")
_ONES = (
    "zero", "one", "two", "three", "four", "five", "six", "seven", "eight", "nine", "ten", "eleven", "twelve",
    "thirteen", "fourteen", "fifteen", "sixteen", "seventeen", "eighteen", "nineteen",
)  # fmt: skip
_TENS = ("twenty", "thirty", "forty", "fifty", "sixty", "seventy", "eighty", "ninety")
SPELLED: Mapping[str, int] = {
    **{word: n for n, word in enumerate(_ONES)},
    **{word: 10 * n for n, word in enumerate(_TENS, 2)},
    **{f"{ten}-{one}": 10 * n + m for n, ten in enumerate(_TENS, 2) for m, one in enumerate(_ONES[1:10], 1)},
    "no": 0,
}
"""Numbers as words."""


class Fault(Exception):
    """A figure that has no value; `at` is where the guilty words begin in its text."""

    def __init__(self, message: str, at: int, help: str = "") -> None:
        self.message, self.at, self.help = message, at, help
        super().__init__(f"{message} ({help})" if help else message)


@dataclass(frozen=True)
class Figure:
    """A figure that was worked out: what the text shows, the number that this says (None: nothing was said), and
    what the number is."""

    shown: str
    said: int | None
    value: int

    @property
    def stale(self) -> bool:
        """Whether the text says another number."""
        return self.said is not None and self.said != self.value


def number(text: str) -> int | None:
    """The number that a text says: in digits, also with separators (`1,000`, `1 000`), or as an English word."""
    word = text.strip().lower()
    if word in SPELLED:
        return SPELLED[word]
    digits = word.replace("\u2212", "-")
    if re.fullmatch(r"-?[0-9]{1,3}(?:[,  \u202f'][0-9]{3})+|-?[0-9]+", digits):
        return int(re.sub(r"[^-0-9]", "", digits))
    return None


@dataclass
class _Where:
    """What a question is about."""

    mode: str | None = None
    round: int | None = None
    players: int | None = None
    scope: str | None = None
    tiles: list[str] = field(default_factory=list)


@dataclass(frozen=True)
class _Token:
    text: str
    at: int


class Figures:
    """Works figures out, for a specification and (if there are any) the facts about it."""

    def __init__(self, spec: Specification, facts: f.Facts | None = None) -> None:
        self.spec = spec
        self.facts = facts

    def figure(self, text: str) -> Figure:
        """Work out `41: max TILE in MODE scope any`, or the same without `41:`.

        Raises `Fault`."""
        said, colon, formula = text.rpartition(":")
        value = self.value(formula, len(said) + len(colon))
        if not colon:
            return Figure(str(value).replace("-", "\u2212"), None, value)
        found = number(said)
        if found is None:
            raise Fault(f"`{said.strip()}` is no number", 0, "write digits, or a word such as `eleven`")
        return Figure(said.strip(), found, value)

    def value(self, formula: str, at: int = 0) -> int:
        """The value of a formula; `at` is where it begins in the text that faults point into.

        Raises `Fault`."""
        tokens = list(_tokens(formula, at))
        parser = _Parser(self, tokens, at + len(formula))
        value = parser.formula()
        parser.end()
        return value


def _tokens(text: str, base: int) -> Iterator[_Token]:
    at = 0
    while text[at:].strip():
        found = _WORD.match(text, at)
        if found is None:
            at += len(text[at:]) - len(text[at:].lstrip())
            raise Fault(f"`{text[at]}` has no meaning in a figure", base + at)
        start = found.start(found.lastindex or 0)
        yield _Token(text[start : found.end()], base + start)
        at = found.end()


class _Parser:
    def __init__(self, of: Figures, tokens: list[_Token], end: int) -> None:
        self.spec, self.facts = of.spec, of.facts
        self.d = of.spec.declarations
        self.tokens = [*tokens, _Token("", end)]
        self.next = 0

    # -- words

    @property
    def here(self) -> _Token:
        return self.tokens[self.next]

    def take(self) -> _Token:
        found = self.here
        self.next += found.text != ""
        return found

    def taken(self, *words: str) -> bool:
        """Whether the next words are these; if so they are taken."""
        if [t.text for t in self.tokens[self.next : self.next + len(words)]] != list(words):
            return False
        self.next += len(words)
        return True

    def expect(self, word: str) -> None:
        if not self.taken(word):
            raise Fault(f"`{word}` is expected here, not {self._shown()}", self.here.at)

    def _shown(self) -> str:
        return f"`{self.here.text}`" if self.here.text else "the end"

    def end(self) -> None:
        if self.here.text:
            raise Fault(f"{self._shown()} can not stand here", self.here.at)

    def whole(self) -> int:
        if not self.here.text.isdecimal():
            raise Fault(f"a number is expected here, not {self._shown()}", self.here.at)
        return int(self.take().text)

    def name(self, what: str, known: Iterable[str], found: Callable[[str], str | None]) -> str:
        word = self.take()
        name = found(word.text)
        if name is None:
            known = sorted(known)
            help = did_you_mean(word.text, known) or f"known: {', '.join(f'`{x}`' for x in known[:12])}"
            said = f"unknown {what} `{word.text}`" if word.text else f"a {what} is expected here, not the end"
            raise Fault(said, word.at, help)
        return name

    def kind(self) -> str:
        return self.name("kind", [*self.d.kinds, *self.d.plurals], self.d.kind_name)

    def resource(self) -> str:
        known = [n for r in self.d.resources.values() for n in (r.name, r.plural)]
        return self.name("resource", known, self.d.resource_name)

    # -- formulas

    def formula(self) -> int:
        value = self.term()
        while self.here.text in ("+", "-"):
            value = value + self.term() if self.take().text == "+" else value - self.term()
        return value

    def term(self) -> int:
        value = self.atom()
        while self.here.text in ("*", "/", "mod"):
            op = self.take()
            by = self.atom()
            if op.text == "*":
                value *= by
            elif by == 0:
                raise Fault("this divides by 0", op.at)
            else:
                value = value // by if op.text == "/" else value % by
        return value

    def atom(self) -> int:
        if self.here.text.isdecimal():
            return self.whole()
        if self.taken("-"):
            return -self.atom()
        if self.taken("("):
            value = self.formula()
            self.expect(")")
            return value
        if self.here.text in self.d.tables:
            return self.table()
        return self.question()

    def arguments(self) -> list[int]:
        found = [self.formula()]
        while self.taken(","):
            found.append(self.formula())
        return found

    def table(self) -> int:
        name = self.take()
        literal = self.d.tables[name.text].table
        self.expect("(")
        args = self.arguments()
        self.expect(")")
        if literal.start is None:
            message = f"it is not said where the table `{name.text}` begins"
            raise Fault(message, name.at, "write `from` in the table")
        table = c.Table(name.text, literal.start, tuple(r.values for r in literal.rows))
        return _entry(table, args, name.at)

    # -- questions

    def question(self) -> int:
        word = self.take()
        w = word.text
        if w in ("modes", "rulings", "resources"):
            return len(getattr(self.d, w))
        if w in ("least", "usual"):
            self.expect("players")
            return self.each(word, lambda g, _: g.mode.players[0] if w == "least" else g.mode.usual_players)
        if w in _SIZES:
            return self.each(word, lambda g, _: _size(g.mode, w))
        if w in ("tiles", "buildings"):
            where = self.where(word)
            modes = self.modes(where)
            return len({k for m in modes for k in self.spec.game(m).kinds if self.d.is_tile(k) == (w == "tiles")})
        if w in ("pieces", "cost"):
            self.expect("of")
            found = self.d.resources[self.resource()]
            return found.pieces if w == "pieces" else found.cost
        if w in ("needs", "seats"):
            resource = self.resource()
            return self.of_kind(word, lambda k, _g, _w: (k.needs if w == "needs" else k.seats).get(resource, 0))
        if w == "floors":
            return self.of_kind(word, lambda k, _g, _w: k.max_floors)
        if w == "copies":
            return self.of_kind(word, lambda k, g, where: self.copies(k, g, where, word))
        if w == "entry":
            args = self.arguments()
            return self.of_kind(word, lambda k, g, _: _entry(self.own_table(k, g, word), args, word.at))
        if w in ("examples", "properties"):
            return self.written(word, s.Example if w == "examples" else s.Property)
        if w == "max":
            self.taken("of")
            return self.maximum(word)
        if w == "total":
            return self.total(word)
        if w in _VERDICTS:
            return self.verdicts(word)
        known = sorted({q.split()[0] for q in QUESTIONS} | {*_SIZES, *_VERDICTS, *self.d.tables})
        help = did_you_mean(w, known) or "a figure begins with one of " + ", ".join(f"`{x}`" for x in known)
        raise Fault(f"{f'`{w}`' if w else 'the end'} is nothing that can be asked", word.at, help)

    def where(self, word: _Token, *allowed: str) -> _Where:
        """What follows a question; a mode can always be named, the rest only where it is `allowed`."""
        out = _Where()
        while True:
            at = self.here
            if self.taken("in", "round"):
                what, out.round = "round", self.whole()
            elif self.taken("in"):
                what, out.mode = "mode", self.name("mode", self.spec.modes, self._mode)
            elif self.taken("scope"):
                what, out.scope = "scope", self.take().text
            elif self.taken("with"):
                if self.here.text.isdecimal():
                    what, out.players = "players", self.whole()
                    self.expect("players")
                else:
                    what = "tiles"
                    out.tiles.append(self.kind())
                    while self.taken(","):
                        out.tiles.append(self.kind())
            else:
                return out
            if what not in ("mode", *allowed):
                raise Fault(f"`{word.text}` is not asked by {what}", at.at)

    def _mode(self, word: str) -> str | None:
        return word if word in self.spec.modes else None

    def modes(self, where: _Where) -> tuple[str, ...]:
        return self.spec.modes if where.mode is None else (where.mode,)

    def agreed(self, found: Mapping[str, int], word: _Token) -> int:
        """One answer for all modes."""
        if len(set(found.values())) != 1:
            told = ", ".join(f"{n} in {m}" for m, n in found.items())
            raise Fault(f"the modes have different answers: {told}", word.at, "say which one: `in MODE`")
        return next(iter(found.values()))

    def each(self, word: _Token, ask: Callable[[c.Game, _Where], int]) -> int:
        where = self.where(word)
        return self.agreed({m: ask(self.spec.game(m), where) for m in self.modes(where)}, word)

    def of_kind(self, word: _Token, ask: Callable[[c.Kind, c.Game, _Where], int]) -> int:
        self.expect("of")
        at = self.here
        kind = self.kind()
        where = self.where(word, *(("round", "players") if word.text == "copies" else ()))
        games = {m: self.spec.game(m) for m in self.modes(where)}
        found = {m: ask(g.kinds[kind], g, where) for m, g in games.items() if kind in g.kinds}
        if not found:
            raise Fault(f"`{kind}` does not exist in {where.mode}", at.at)
        return self.agreed(found, word)

    def copies(self, kind: c.Kind, game: c.Game, where: _Where, word: _Token) -> int:
        mode = game.mode
        players = mode.usual_players if where.players is None else where.players
        if where.round is not None and not 1 <= where.round <= mode.rounds:
            raise Fault(f"{mode.name} has {mode.rounds} rounds", word.at)
        rounds = range(mode.rounds) if where.round is None else (where.round - 1,)
        if kind.is_tile and where.round is None:
            return kind.copies
        if players not in game.stock:
            raise Fault(f"the tiles of {mode.name} for {players} players are not listed", word.at)
        return sum(x.copies[i] for x in game.stock[players] if x.kind == kind.name for i in rounds)

    def own_table(self, kind: c.Kind, game: c.Game, word: _Token) -> c.Table:
        tables = {t for x in game.clauses if x.part == kind.name for t in _tables(x.value)}
        if len(tables) != 1:
            raise Fault(f"`{kind.name}` scores by {len(tables)} tables in {game.mode.name}, not by one", word.at)
        return next(iter(tables))

    def written(self, word: _Token, cls: type[s.Example] | type[s.Property]) -> int:
        kind = self._of_some_kind()
        where = self.where(word)
        count = 0
        for name, decl in [*self.d.kinds.items(), *self.d.scorings.items()]:
            if kind not in (None, name):
                continue
            for line, context in lines_with_context(decl.lines, Context(where.mode, {})):
                if isinstance(line, cls):
                    said = line.mode.name if line.mode is not None else context.mode
                    count += where.mode is None or said in (None, where.mode)
        return count

    def _of_some_kind(self) -> str | None:
        if not self.taken("of"):
            return None
        known = [*self.d.kinds, *self.d.plurals, *self.d.scorings]
        return self.name("kind", known, lambda x: x if x in self.d.scorings else self.d.kind_name(x))

    # -- facts

    def known(self, word: _Token) -> f.Facts:
        if self.facts is None:
            help = "`tileproof docs` gathers them; `tile_facts` in conf.py names the file"
            raise Fault(f"`{word.text}` is asked of the facts, and there are none", word.at, help)
        return self.facts

    def one(self, found: list[f.MaximumFact] | list[f.TotalFact], what: str, word: _Token) -> int:
        """The value of the one fact that was found, if it is proved."""
        if not found:
            raise Fault(f"the facts do not hold {what}", word.at)
        if len(found) > 1:
            told = "; ".join(f"{x.mode}, scope {x.scope}, {x.players} players" for x in found)
            raise Fault(f"the facts hold {what} more than once: {told}", word.at, "say more of which one is meant")
        x = found[0]
        if x.verdict != "optimal" or x.value is None:
            more = f": a city has {x.value}, and none more than {x.bound}" if x.verdict == "feasible" else ""
            raise Fault(f"{what} is not proved, it is {x.verdict}{more}", word.at)
        return x.value

    def maximum(self, word: _Token) -> int:
        kind = self.kind()
        where = self.where(word, "scope", "players")
        found = [x for x in self.known(word).maxima if x.tile == kind and _meets(x, where)]
        return self.one(found, f"the most of `{kind}`", word)

    def total(self, word: _Token) -> int:
        where = self.where(word, "scope", "players", "tiles")
        wanted = sorted(where.tiles)
        found = [x for x in self.known(word).totals if sorted(x.must) == wanted and _meets(x, where)]
        return self.one(found, "this total", word)

    def verdicts(self, word: _Token) -> int:
        kind = self._of_some_kind()
        where = self.where(word, "scope")
        found = [x for x in self.known(word).properties if kind in (None, x.owner) and x.verdict == word.text]
        return sum(where.mode in (None, x.mode) and where.scope in (None, x.scope) for x in found)


def _meets(x: f.MaximumFact | f.TotalFact, where: _Where) -> bool:
    pairs = ((where.mode, x.mode), (where.scope, x.scope), (where.players, x.players))
    return all(wanted in (None, is_) for wanted, is_ in pairs)


def _size(mode: c.Mode, word: str) -> int:
    board = mode.board
    sizes = {
        "rounds": mode.rounds,
        "turns": mode.turns,
        "players": mode.players[-1],
        "spaces": board.size,
        "rows": board.rows,
        "columns": board.columns,
        "districts": len(set(board.districts)),
    }
    return sizes[word]


def _tables(node: object) -> Iterator[c.Table]:
    """The tables in a part of core."""
    if isinstance(node, c.Table):
        yield node
    elif isinstance(node, tuple):
        for x in node:
            yield from _tables(x)
    elif is_dataclass(node) and not isinstance(node, type):
        for x in fields(node):
            yield from _tables(getattr(node, x.name))


def _entry(table: c.Table, args: list[int], at: int) -> int:
    """The entry of a table: 0 below its start, its last entry past its end."""
    if len(args) != len(table.start):
        raise Fault(f"the table asks for {len(table.start)} numbers, not {len(args)}", at)
    places = [a - first for a, first in zip(args, table.start, strict=True)]
    if any(p < 0 for p in places):
        return 0
    row = table.rows[min(places[0], len(table.rows) - 1) if len(places) == 2 else 0]
    return row[min(places[-1], len(row) - 1)]
