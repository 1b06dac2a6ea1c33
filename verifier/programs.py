"""Random programs: well-typed clauses and properties of any specification, as text.

Guarantee: what `program` writes can be read, and all but a few in a hundred are accepted by the checker. Each form
of the language is one entry below, a function that writes it, named after what it writes; a test fails if an
alternative of the grammar has none. An entry says how tightly its text binds, whether it nests (`deep`), and what
has to be there (`needs`).

A `Writer` knows what may be referred to where it writes. It makes every choice with `pick`, which takes a sequence
whose first option is the plainest: `random.Random.choice`, or a draw of Hypothesis, which then shrinks towards it.
"""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass, field, replace
from enum import IntEnum

from dsl.board import RegionKind
from verifier.laboratory import Lab, Pick

REGIONS: tuple[RegionKind, ...] = ("row", "column", "line", "district")

# ---- the writer -------------------------------------------------------------------------------------------


class Level(IntEnum):
    """How tightly a text binds, after the rules of the grammar."""

    EXPR = 0
    OR = 1
    AND = 2
    NOT = 3
    CMP = 4
    SUM = 5
    PRODUCT = 6
    UNARY = 7
    ATOM = 8
    SIMPLE = 9


@dataclass(frozen=True)
class Writer:
    """What may be said at one place of a program.

    `it` is the sort of `it` (space, row, column, line, district), `names` those of the names given with `as`;
    `built` says that `it` is a building. `empty` says that the noun being written is said to be empty, `loops` how
    many more loops over the board there may be."""

    pick: Pick
    lab: Lab
    pool: tuple[str, ...]
    depth: int
    loops: int
    self_: bool = False
    tile: bool = False
    measures: bool = False
    it: str | None = None
    names: tuple[tuple[str, str], ...] = ()
    empty: bool = False
    built: bool = False

    # -- what can be referred to

    def refs(self, *sorts: str) -> list[str]:
        """References to something of one of the sorts."""
        found = ["self"] if self.self_ and "space" in sorts else []
        found += ["it"] if self.it in sorts else []
        return found + [name for name, sort in self.names if sort in sorts]

    def space(self) -> str:
        """A reference to a space."""
        return self.pick(self.refs("space"))

    def resource(self) -> str:
        """A word for a resource; there has to be one."""
        return self.pick(self.lab.resources)

    def kind(self) -> str:
        """A word for a kind, mostly one that stands in the cities, now and then one that is not of the mode."""
        among = self.pick((self.pool, self.pool, self.lab.kinds, list(self.lab.declarations.kinds)))
        return self.pick(self.lab.words(among))

    # -- texts

    def _form(self, forms: list[Form], level: Level) -> tuple[Form, str]:
        able = [f for f in forms if (self.depth > 0 or not f.deep) and f.needs(self)]
        if level == Level.SIMPLE:
            able = [f for f in able if f.level == level]
        form = self.pick(able)
        return form, form.write(replace(self, depth=self.depth - 1))

    def _expr(self, forms: list[Form], level: Level) -> str:
        form, text = self._form(forms, level)
        return text if form.level >= level else f"({text})"

    def number(self, level: Level = Level.EXPR) -> str:
        """A number, in parentheses where it binds too loosely."""
        return self._expr(NUMBERS, level)

    def counted(self) -> str:
        """A number whose least value is plain, as the argument of a table without a start asks for."""
        return self._form([f for f in NUMBERS if f.counted], Level.SIMPLE)[1]

    def condition(self, level: Level = Level.EXPR) -> str:
        """A condition, in parentheses where it binds too loosely."""
        return self._expr(CONDITIONS, level)

    def bare(self) -> str:
        """What may follow `with`, `where` and `has`."""
        return self._form(BARE, Level.EXPR)[1]

    def predicate(self, sort: str) -> str:
        """`is ...`, said of a thing of a sort."""
        negated = self.pick(("", "not "))
        if sort != "space":
            return f"is {negated}all {self.noun()}"
        return f"is {negated}{self.pick((self.state, self.head))()}"

    def what(self, sort: str, inner: Writer) -> str:
        """`is ...` or `has ...`, said of the elements of a set."""
        return self.predicate(sort) if self.pick((True, False)) else f"has {inner.bare()}"

    # -- sets

    def state(self) -> str:
        """A word of state."""
        return self.pick(("built", "empty", "active", "inactive", "placed"))

    def noun(self) -> str:
        """Adjectives and a head."""
        state = self.state()
        both = ("not", state), (state, "not"), (state, state), ("not", "not"), ("not", state, "not")
        words = self.pick(((), (), (), (state,), (state,), ("not",), self.pick(both)))
        inner = replace(self, empty=state == "empty") if state in words else self
        return " ".join([*words, inner.head()])

    @staticmethod
    def is_built(noun: str) -> bool:
        """Whether only buildings are this noun; some that are not seen here are, too."""
        return not any(word in noun for word in ("not", "empty", "space", "("))

    def head(self) -> str:
        """A kind, a word of the language, or sets in parentheses."""
        return self._form(HEADS, Level.EXPR)[1]

    def member(self) -> str:
        """A set in parentheses: it has no name, and `it` is the space that is asked about."""
        noun = text = self.noun()
        text += "".join(f" {self.place()}" for _ in range(self.pick((0, 0, 0, 1))))
        inner = replace(self, it="space", empty=False, built=self.is_built(noun))
        if self.depth > 0 and self.pick((False, False, True)):
            text += f" {self.pick(('with', 'where'))} {inner.bare()}"
        return text

    def place(self) -> str:
        """Where spaces are."""
        return replace(self, empty=False)._form(PLACES, Level.EXPR)[1]

    def set(self, *sorts: str) -> tuple[str, Writer]:
        """A set (of these sorts, if any are given), and the writer of what is said of its elements."""
        sort = self.pick(sorts or ("space", "space", "space", *REGIONS))
        outer = replace(self, empty=False)
        board = self.lab.game.mode.board
        places: list[str] = []
        if sort == "space":
            noun = outer.noun()
            places = [outer.place() for _ in range(self.pick((0, 0, 1, 1, 2)))]
            around = any(p.startswith(("adjacent", "diagonal")) for p in places)
            size = 4 if around else board.size
        else:
            region = next(x for x in REGIONS if x == sort)
            noun, size = sort + self.pick(("", "s")), len(board.regions(region))
            if self.refs("space") and bool(self.pick((False, True))):
                places.append(f"through {self.space()}")
            if self.refs(*REGIONS) and bool(self.pick((False, True))):
                places.append(f"other than {self.pick(self.refs(*REGIONS))}")
            places += self.pick(((), (), ("in city",)))
        names, name = self.names, ""
        if len(names) < 3 and self.pick((False, False, True)):
            name = ("one", "two", "three")[len(names)]
            names = (*names, (name, sort))
        built = sort == "space" and self.is_built(noun)
        inner = replace(outer, it=sort, names=names, loops=self.loops // size, built=built)
        text = " ".join([noun, *([f"as {name}"] if name else []), *places])
        if self.depth > 0 and inner.loops > 0 and self.pick((False, True)):
            text += f" {self.pick(('with', 'where'))} {inner.bare()}"
        return text, inner

    def value(self) -> str:
        """A value of a space."""
        units: tuple[str, ...] = ("printed {}", "{} seated") if self.lab.game.resources else ()
        value: str = self.pick(("floors", "printed vp", *units))
        return value.format(self.resource()) if "{" in value else value

    # -- tables

    def integer(self, low: int = 0, high: int = 5) -> str:
        """A natural number."""
        return str(self.pick(range(low, high + 1)))

    def signed(self) -> str:
        """An integer with its sign."""
        return str(self.pick((0, 1, 2, 3, 7, -1, -4)))

    def argument(self, start: int | None, length: int, more: bool) -> str:
        """What is looked up in one dimension of a table."""
        known = (["floors of self"] if self.self_ else []) + (["floors", "floors of it"] if self.built else [])
        if start is None and known and self.pick((False, True)):
            text = self.pick(known)
            # It starts at 1; a table that ends is as long as needed only if there are few floors.
            return text if more else f"min({text}, {length})"
        text = self.counted() if start is None else self.number()
        return text if more else f"min({text}, {(start or 0) + length - 1})"

    def row(self, length: int, more: bool) -> str:
        """A list of entries."""
        return ", ".join(self.signed() for _ in range(length)) + "+" * more

    def ending(self) -> str:
        """Limits and condition of a clause."""
        limits = [f" at {self.pick(('most', 'least'))} {self.signed()}" for _ in range(self.pick((0, 0, 1, 2)))]
        return "".join(limits) + self.condition_of_clause()

    def condition_of_clause(self) -> str:
        """`if ...`, or nothing."""
        return f" if {self.condition()}" if self.pick((False, False, True)) else ""

    def per(self, constant: bool) -> tuple[str, bool]:
        """`per ...`, or nothing; and whether the amount before it has to be a constant."""
        what = self.pick(("", "set", "sets", "measure")) if constant else self.pick(("", "set"))
        n = self.pick(("", "1 ")) if what == "set" else self.pick(("2 ", "3 "))
        if what == "measure":
            able = [f for f in MEASURES if f.needs(self)]
            return f" per {self.pick(('', n))}{self.pick(able).write(self)}", True
        return (f" per {n}{self.set()[0]}", what == "sets") if what else ("", False)


# ---- the forms of the language ----------------------------------------------------------------------------


def always(w: Writer) -> bool:
    """Nothing has to be there."""
    return True


def spaces(w: Writer) -> bool:
    """There is a space to refer to."""
    return bool(w.refs("space"))


def here(w: Writer) -> bool:
    """There is a space that is meant where none is named."""
    return w.it == "space" or (w.it is None and w.self_)


def loops(w: Writer) -> bool:
    """There may be one more loop over the board."""
    return w.loops >= w.lab.game.mode.board.size


@dataclass(frozen=True)
class Form:
    """One way to write an expression, a place or a head."""

    level: Level
    write: Callable[[Writer], str]
    needs: Callable[[Writer], bool] = always
    deep: bool = True
    counted: bool = False
    name: str = field(default="")


NUMBERS: list[Form] = []
MEASURES: list[Form] = []
CONDITIONS: list[Form] = []
BARE: list[Form] = []
HEADS: list[Form] = []
PLACES: list[Form] = []
CLAUSES: list[Form] = []

Entry = Callable[[Callable[[Writer], str]], Callable[[Writer], str]]


def entry(
    *forms: list[Form],
    level: Level = Level.SIMPLE,
    needs: Callable[[Writer], bool] = always,
    deep: bool = False,
    counted: bool = False,
) -> Entry:
    """Lists a function among forms."""

    def add(write: Callable[[Writer], str]) -> Callable[[Writer], str]:
        for x in forms:
            x.append(Form(level, write, needs, deep, counted, write.__name__))
        return write

    return add


# -- numbers


@entry(NUMBERS)
def integer(w: Writer) -> str:
    return w.integer()


@entry(NUMBERS, MEASURES, needs=here)
def value_at_it(w: Writer) -> str:
    return w.value()


@entry(NUMBERS, MEASURES, needs=spaces)
def value_of(w: Writer) -> str:
    value = w.value()
    return f"{value} {'on' if value.endswith('seated') else 'of'} {w.space()}"


@entry(NUMBERS, MEASURES, needs=lambda w: bool(w.lab.game.resources), counted=True)
def units(w: Writer) -> str:
    return f"{w.pick(('unseated', 'received'))} {w.resource()}"


@entry(NUMBERS, needs=lambda w: w.measures)
def metric(w: Writer) -> str:
    parts = [*w.lab.words(w.pool), *w.lab.scorings]
    own: tuple[str, ...] = ("own",) if w.tile else ()
    return w.pick(("total", *own, f"part {w.pick(parts)}"))


@entry(NUMBERS, level=Level.UNARY, deep=True)
def negative(w: Writer) -> str:
    return f"- {w.number(Level.UNARY)}"


@entry(NUMBERS, level=Level.SUM, deep=True)
def plus_minus(w: Writer) -> str:
    return f"{w.number(Level.SUM)} {w.pick('+-')} {w.number(Level.PRODUCT)}"


@entry(NUMBERS, level=Level.PRODUCT, deep=True)
def times(w: Writer) -> str:
    constant = w.pick(("2", "3", "0", "-2", "(1 + 2)"))
    first, last = w.number(Level.PRODUCT), w.number(Level.UNARY)
    return w.pick((f"{constant} * {last}", f"{first} * {constant}", f"{first} * {last}"))


@entry(NUMBERS, level=Level.PRODUCT, deep=True)
def divided(w: Writer) -> str:
    return f"{w.number(Level.PRODUCT)} {w.pick(('/', 'mod'))} {w.integer(1)}"


@entry(NUMBERS, level=Level.EXPR, deep=True)
def if_number(w: Writer) -> str:
    return f"if {w.condition()} then {w.number()} else {w.number()}"


@entry(NUMBERS, needs=loops, counted=True)
def count(w: Writer) -> str:
    return f"count of {w.set()[0]}"


@entry(NUMBERS, needs=loops, counted=True)
def different(w: Writer) -> str:
    return f"different {w.pick(('kinds', 'families'))} among {w.set('space')[0]}"


@entry(NUMBERS, needs=loops, deep=True)
def aggregate(w: Writer) -> str:
    text, inner = w.set()
    return f"{w.pick(('sum', 'largest', 'smallest'))} of {inner.number()} over {text}"


@entry(NUMBERS, needs=loops)
def value_of_set(w: Writer) -> str:
    return f"{w.pick(('highest', 'lowest', 'combined'))} {w.value()} of {w.set('space')[0]}"


@entry(NUMBERS, needs=loops, counted=True)
def longest_run(w: Writer) -> str:
    regions = [lambda: f"{w.pick(('a', 'an', 'some'))} {w.pick(('row', 'column', 'line'))}"]
    regions += [lambda: w.pick(named)] if (named := w.refs("row", "column", "line")) else []
    return f"longest run of {w.noun()} in {w.pick(regions)()}"


@entry(NUMBERS, needs=spaces, counted=True)
def run_through(w: Writer) -> str:
    return f"run of {w.noun()} through {w.space()} in {w.pick(('row', 'column', 'line'))}"


@entry(NUMBERS, needs=lambda w: spaces(w) and loops(w), counted=True)
def group_size(w: Writer) -> str:
    return f"size of group of {w.noun()} at {w.space()}"


@entry(NUMBERS, needs=loops, counted=True)
def largest_group(w: Writer) -> str:
    inner = replace(w, loops=w.loops // w.lab.game.mode.board.size)
    return f"largest group of {inner.noun()}"


@entry(NUMBERS, needs=spaces, counted=True)
def distance(w: Writer) -> str:
    return f"distance from {w.space()} to {w.space()}"


@entry(NUMBERS, needs=lambda w: spaces(w) and loops(w), counted=True)
def nearest(w: Writer) -> str:
    return f"distance from {w.space()} to nearest {w.set('space')[0]}"


@entry(NUMBERS, deep=True)
def min_max(w: Writer) -> str:
    args = [w.number() for _ in range(w.pick((2, 3)))]
    return f"{w.pick(('min', 'max'))}({', '.join(args)})"


@entry(NUMBERS, needs=lambda w: loops(w) and bool(w.lab.declarations.tables), deep=True)
def look_up(w: Writer) -> str:
    name = w.pick(sorted(w.lab.declarations.tables))
    table = w.lab.declarations.tables[name].table
    rows = (len(table.rows), table.more), (len(table.rows[0].values), table.rows[0].more)
    dimensions = rows[1:] if table.flat else rows
    starts = table.start or (None,) * len(dimensions)
    args = [w.argument(start, *size) for start, size in zip(starts, dimensions, strict=True)]
    return f"{name}({', '.join(args)})"


# -- conditions


@entry(CONDITIONS, level=Level.ATOM)
def boolean(w: Writer) -> str:
    return w.pick(("true", "false"))


COMPARE = ("=", "!=", "<", "<=", ">", ">=")


@entry(CONDITIONS, level=Level.CMP)
def compare(w: Writer) -> str:
    return f"{w.number(Level.SUM)} {w.pick(COMPARE)} {w.number(Level.SUM)}"


@entry(CONDITIONS, level=Level.CMP)
def between(w: Writer) -> str:
    return f"{w.number(Level.SUM)} between {w.number(Level.SUM)} and {w.number(Level.SUM)}"


def quantifier(w: Writer) -> str:
    n = w.integer(0, 3)
    return w.pick(("some", "a", "an", "no", f"exactly {n}", f"at least {n}", f"at most {n}"))


@entry(CONDITIONS, level=Level.CMP, needs=loops)
def quantified(w: Writer) -> str:
    sort = w.pick(("space", "space", *REGIONS))
    text, inner = w.set(sort)
    tail = f" {w.what(sort, inner)}" if w.depth > 0 and inner.loops > 0 and w.pick((False, True)) else ""
    return f"{quantifier(w)} {text}{tail}"


@entry(CONDITIONS, BARE, level=Level.CMP, needs=loops)
def every(w: Writer) -> str:
    sort = w.pick(("space", "space", *REGIONS))
    text, inner = w.set(sort)
    return f"every {text} {w.what(sort, inner)}"


@entry(CONDITIONS, BARE, level=Level.CMP, needs=spaces)
def space_is(w: Writer) -> str:
    return f"{w.space()} {w.predicate('space')}"


@entry(CONDITIONS, BARE, level=Level.CMP, needs=lambda w: bool(w.refs(*REGIONS)))
def region_is(w: Writer) -> str:
    return f"{w.pick(w.refs(*REGIONS))} {w.predicate('region')}"


@entry(CONDITIONS, BARE, level=Level.CMP, needs=lambda w: bool(w.lab.declarations.rulings))
def reading_is(w: Writer) -> str:
    ruling = w.pick(sorted(w.lab.declarations.rulings))
    return f"reading of {ruling} is {w.pick(w.lab.declarations.rulings[ruling].names())}"


@entry(CONDITIONS, level=Level.NOT, deep=True)
def negation(w: Writer) -> str:
    return f"not {w.condition(Level.NOT)}"


@entry(CONDITIONS, level=Level.AND, deep=True)
def conjunction(w: Writer) -> str:
    return f"{w.condition(Level.AND)} and {w.condition(Level.NOT)}"


@entry(CONDITIONS, level=Level.OR, deep=True)
def disjunction(w: Writer) -> str:
    return f"{w.condition(Level.OR)} or {w.condition(Level.AND)}"


@entry(CONDITIONS, level=Level.EXPR, deep=True)
def if_condition(w: Writer) -> str:
    return f"if {w.condition()} then {w.condition()} else {w.condition()}"


@entry(BARE)
def bare_compare(w: Writer) -> str:
    return f"{w.number(Level.SIMPLE)} {w.pick(COMPARE)} {w.number(Level.UNARY)}"


@entry(BARE)
def bare_between(w: Writer) -> str:
    return f"{w.number(Level.SIMPLE)} between {w.number(Level.UNARY)} and {w.number(Level.UNARY)}"


@entry(BARE, needs=loops)
def bare_quantified(w: Writer) -> str:
    return f"{quantifier(w)} {w.set()[0]}"


@entry(BARE, deep=True)
def parentheses(w: Writer) -> str:
    return f"({w.condition()})"


# -- heads: what is said to be empty has to be a space


@entry(HEADS, needs=lambda w: not w.empty)
def kind(w: Writer) -> str:
    return w.kind()


@entry(HEADS, needs=lambda w: not w.empty)
def building(w: Writer) -> str:
    return w.pick(("building", "buildings"))


@entry(HEADS)
def space(w: Writer) -> str:
    return w.pick(("space", "spaces"))


@entry(HEADS, deep=True)
def one_of(w: Writer) -> str:
    return f"({w.member()})"


@entry(HEADS, deep=True)
def several(w: Writer) -> str:
    members = [w.member() for _ in range(w.pick((2, 2, 3)))]
    return f"({w.pick((' or ', ' and ')).join(members)})"


# -- places of spaces


@entry(PLACES)
def board_place(w: Writer) -> str:
    sides = (f"on {x} edge" for x in ("left", "right", "top", "bottom"))
    return w.pick(("in city", "on edge", "on corner", *sides))


@entry(PLACES, needs=spaces)
def beside(w: Writer) -> str:
    return f"{w.pick(('adjacent to', 'diagonal to', 'other than'))} {w.space()}"


@entry(PLACES, needs=spaces)
def within(w: Writer) -> str:
    return f"within {w.integer(0, 3)} of {w.space()}"


@entry(PLACES, needs=spaces)
def in_region_of(w: Writer) -> str:
    return f"in {w.pick(REGIONS)} of {w.space()}"


@entry(PLACES, needs=lambda w: bool(w.refs(*REGIONS)))
def in_region(w: Writer) -> str:
    return f"in {w.pick(w.refs(*REGIONS))}"


@entry(PLACES, needs=lambda w: spaces(w) and loops(w), deep=True)
def in_group(w: Writer) -> str:
    inner = replace(w, loops=w.loops // w.lab.game.mode.board.size)
    return f"in group of {inner.noun()} at {w.space()}"


# -- clauses


@entry(CLAUSES)
def score(w: Writer) -> str:
    per, constant = w.per(constant=True)
    amount = w.signed() if constant else w.number()
    return f"score {amount}{per}{w.ending()}"


@entry(CLAUSES)
def score_by(w: Writer) -> str:
    two = w.pick((False, True))
    sizes = [(w.pick((1, 2, 3, 4)), w.pick((False, True))) for _ in range(1 + two)]
    starts = [w.pick((0, 1, 2)) for _ in sizes] if w.pick((False, True)) else [None for _ in sizes]
    args = [w.argument(start, *size) for start, size in zip(starts, sizes, strict=True)]
    table = w.row(*sizes[-1])
    if two:
        table = ", ".join(f"[{w.row(*sizes[1])}]" for _ in range(sizes[0][0])) + "+" * sizes[0][1]
    start = f"from {', '.join(map(str, starts))}: " if None not in starts else ""
    return f"score by {', '.join(args)} [{start}{table}]{w.ending()}"


@entry(CLAUSES, needs=lambda w: w.self_ and bool(w.lab.game.resources))
def gain_end(w: Writer) -> str:
    mode = w.pick(("gain", "may gain", "may gain all of"))
    n, number = w.integer(), w.pick((False, True))
    per, constant = w.per(constant=number)
    amount = f"({w.number()})" if not number else f"({n})" if w.pick((False, True)) and constant else n
    return f"when game ends {mode} {amount} {w.resource()}{per}{w.condition_of_clause()}"


# ---- programs ---------------------------------------------------------------------------------------------

DEPTH = 3


@dataclass(frozen=True)
class Program:
    """Lines for a kind or a scoring, and what they are tried on: cities of these kinds, under these readings; `own`
    says that a tile is to be compared with itself read as plain, too."""

    owner: str
    pool: tuple[str, ...]
    readings: tuple[tuple[str, str], ...]
    lines: tuple[str, ...]
    own: bool

    @property
    def text(self) -> str:
        """The lines."""
        return "\n".join(self.lines)


def program(pick: Pick, lab: Lab) -> Program:
    """A program: a clause, at times together with a line about groups, or with a property."""
    pool = tuple(dict.fromkeys(pick(lab.kinds) for _ in range(pick((2, 3, 4)))))
    rulings = lab.declarations.rulings.values()
    readings = tuple((r.name, pick(r.names())) for r in rulings if len(r.names()) > 1)
    owner = pick((*pool, *lab.scorings))
    w = writer(pick, lab, owner, pool)
    lines = [clause(w)]
    if w.self_ and pick((False, False, False, True)):
        joined = w.lab.words(pool)
        noun = pick((pick(joined), f"({pick(joined)} or {pick(joined)})"))
        lines.append(f"joins groups of {noun}{pick(('', ' even when inactive'))}")
    if pick((False, False, False, False, True)):
        v = replace(w, measures=True, depth=2)
        lines.append(f'property "p" {{ {assumption(v)}{pick((always_claim, range_claim))(v)} }}')
    return Program(owner, pool, readings, tuple(lines), pick((False, False, True)))


def writer(pick: Pick, lab: Lab, owner: str, pool: tuple[str, ...]) -> Writer:
    """What writes for a kind or a scoring, mostly of the kinds of a pool."""
    is_kind = owner in lab.game.kinds
    tile = is_kind and lab.declarations.is_tile(owner)
    return Writer(pick, lab, pool, pick((1, 2, DEPTH)), lab.loops, is_kind, tile)


def clause(w: Writer) -> str:
    """A clause, now and then under a reading."""
    line = w._form(CLAUSES, Level.EXPR)[1]
    rulings = w.lab.declarations.rulings
    if rulings and bool(w.pick((False, False, False, True))):
        ruling = w.pick(sorted(rulings))
        line = f"under {ruling} is {w.pick(rulings[ruling].names())} {{ {line} }}"
    return line


def assumption(w: Writer) -> str:
    """`when ...`, or nothing."""
    return f"when {w.condition()} " if w.pick((False, True)) else ""


def always_claim(w: Writer) -> str:
    """A claim of a condition."""
    return f"{w.pick(('always', 'sometimes'))} {w.condition()}"


def range_claim(w: Writer) -> str:
    """A claim of a number."""
    return f"range {w.number()} from {w.pick(('-3', '0', '1'))} to {w.pick(('2', '5', '9'))}"
