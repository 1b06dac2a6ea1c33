"""From the text of a procedure to its core, for one mode and number of players.

Guarantee: without diagnostics every name resolves, every move fits its zones, no routine does itself, and every
loop that has a choice in it meets one on every way round: what `dsl/procedure_core.py` promises. A text that is
wrong for one number of players is reported for that number alone.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from dataclasses import dataclass, field
from typing import Literal, TypeAlias, assert_never

from dsl import procedure_core as p
from dsl import syntax as s
from dsl.assemble import Specification
from dsl.declarations import title_of, unknown
from dsl.diagnostics import Bag
from dsl.source import Span

MOST_STEPS = 2000
"""So many steps a procedure may have, each routine counted wherever it is done."""

Given: TypeAlias = tuple[tuple[str, str], ...]


def procedures(spec: Specification) -> tuple[str, ...]:
    """The names of the procedures, as they are declared."""
    return tuple(spec.declarations.procedures)


def modes_of(spec: Specification, name: str) -> tuple[str, ...]:
    """The modes that a procedure is for."""
    decl = spec.declarations.procedures[name]
    said = [w.name for x in decl.lines if isinstance(x, s.Modes) for w in x.names]
    return tuple(m for m in spec.modes if m in said or not said)


def procedure(spec: Specification, name: str, mode: str, players: int, bag: Bag | None = None) -> p.Procedure:
    """A procedure as it is played in a mode by so many players.

    Raises `Failure` with what is wrong with it, or leaves that in `bag` if one is given."""
    found = Bag() if bag is None else bag
    built = _Builder(spec, spec.declarations.procedures[name], mode, players, found).build()
    if bag is None:
        found.check()
    return built


def check_procedures(spec: Specification, bag: Bag) -> None:
    """Note what is wrong with the procedures; what is wrong in several modes is said once."""
    d = spec.declarations
    for name, decl in d.procedures.items():
        for x in decl.lines:
            for word in x.names if isinstance(x, s.Modes) else ():
                if word.name not in d.modes:
                    unknown(bag, "TP012", "mode", word, d.modes)
        for mode in modes_of(spec, name):
            for players in d.modes[mode].players:
                procedure(spec, name, mode, players, bag)


@dataclass
class _Around:
    """What a step stands in."""

    loops: tuple[str, ...] = ()
    doing: tuple[str, ...] = ()


@dataclass
class _Builder:
    spec: Specification
    decl: s.Declaration
    mode: str
    players: int
    bag: Bag
    sorts: dict[str, p.Sort] = field(default_factory=dict)
    zones: dict[str, p.Zone] = field(default_factory=dict)
    routines: dict[str, s.Routine] = field(default_factory=dict)
    seen: dict[str, Span] = field(default_factory=dict)
    asked: dict[str, tuple[str, ...]] = field(default_factory=dict)
    options: set[str] = field(default_factory=set)
    done: set[str] = field(default_factory=set)
    size: int = 0
    choices: int = 0
    asked_after: dict[str, bool] = field(default_factory=dict)

    # -- the whole

    def build(self) -> p.Procedure:
        decl, d = self.decl, self.spec.declarations
        assert decl.name is not None
        mode = d.modes[self.mode]
        lines = list(_lines(decl.lines, ()))
        self._readings(decl.lines)
        for line, given in lines:
            self._given(line, given)
        self._names(x for x, _ in lines)
        hidden: dict[str, list[p.Bool]] = {}
        plays = []
        for line, given in lines:
            match line:
                case s.FaceDown(zones):
                    for word in zones:
                        self._known("zone", word, self.zones)
                        hidden.setdefault(word.name, []).append(_every(p.Given(*g) for g in given))
                case s.Play():
                    plays.append(line)
                case _:
                    pass
        if not plays:
            self.bag.add("TP030", "this procedure does not say its `play`", decl.name.span)
        for extra in plays[1:]:
            self.bag.add(
                "TP033", "`play` is said twice", extra.span, here="again here",
                labels=[(plays[0].span, "first said here")],
            )  # fmt: skip
        steps = self._steps(plays[0].steps, _Around()) if plays else ()
        for name, routine in self.routines.items():
            if name not in self.done:  # it is checked all the same
                self._steps(routine.steps, _Around(("round", "turn"), (name,)))
        self._by_round(steps)
        for step in p.all_steps(steps):
            if isinstance(step, p.Named):
                self.asked_after[step.name] = p.chooses(step)
            elif isinstance(step, p.Choice):
                for o in step.options:
                    inside = any(map(p.chooses, o.steps))
                    self.asked_after[o.name] = self.asked_after.get(o.name, False) or inside
        claims = tuple(x for line, given in lines for x in self._property(line, given))
        return p.Procedure(
            decl.name.name,
            title_of(decl),
            mode.name,
            self.players,
            mode.rounds,
            mode.turns * self.players,
            tuple(self.sorts.values()),
            tuple(
                p.Zone(z.name, z.title, z.holds, _some(hidden.get(z.name, ()))) for z in self.zones.values()
            ),
            tuple(self.asked.items()),
            steps,
            claims,
            d.info(decl, "cites"),
        )

    def _given(self, line: s.Line, given: Given) -> None:
        """Lines of a procedure that may not depend on a reading."""
        if given and not isinstance(line, s.FaceDown | s.PlayProperty):
            word = line.span.text.split(maxsplit=1)[0]
            self.bag.add(
                "TP032", f"`{word}` can not stand in a block", line.span,
                help="write `under` inside `play` or a routine, around the steps that it is about",
            )  # fmt: skip

    # -- names

    def _names(self, lines: Iterable[s.Line]) -> None:
        lines = list(lines)
        for line in lines:
            if isinstance(line, s.PieceSort | s.Zone | s.Routine):
                self._new(line.name)
        for line in lines:
            if isinstance(line, s.PieceSort):
                self.sorts.setdefault(line.name.name, self._sort(line))
            elif isinstance(line, s.Zone):
                zone = p.Zone(line.name.name, line.title.value, tuple(w.name for w in line.holds), p.Truth(False))
                self.zones.setdefault(zone.name, zone)
            elif isinstance(line, s.Routine):
                self.routines.setdefault(line.name.name, line)
        for line in lines:
            if isinstance(line, s.Zone):
                for word in line.holds:
                    self._known("sort of piece", word, self.sorts)
            elif isinstance(line, s.PieceSort) and self._known("zone", line.zone, self.zones):
                self._holds(line.name.name, line.zone)

    def _new(self, word: s.Word) -> None:
        if word.name in self.seen:
            self.bag.add(
                "TP010", f"`{word.name}` is declared twice", word.span, here="again here",
                labels=[(self.seen[word.name], "first declared here")],
            )  # fmt: skip
        self.seen.setdefault(word.name, word.span)

    def _known(self, what: str, word: s.Word, names: Iterable[str]) -> bool:
        known = set(names)
        if word.name not in known:
            unknown(self.bag, "TP058", what, word, known)
        return word.name in known

    def _holds(self, sort: str, zone: s.Word) -> None:
        """A zone has to hold what goes there."""
        there = self.zones[zone.name]
        if sort in self.sorts and sort not in there.holds:
            self.bag.add(
                "TP059", f"`{zone.name}` holds no `{sort}`", zone.span,
                help=f"its line says that it holds {', '.join(there.holds)}",
            )  # fmt: skip

    # -- pieces

    def _sort(self, line: s.PieceSort) -> p.Sort:
        made = (line.name.name, line.title.value, line.plural.value, line.zone.name)
        game = self.spec.game(self.mode)
        if line.kind is None:
            tiles = (game.kinds[x] for x in self.spec.tiles(self.mode))
            return p.Sort(*made, tuple(
                p.Piece(made[0], k.name, None, n, None) for k in tiles for n in range(1, k.copies + 1)
            ))  # fmt: skip
        kind = self.spec.declarations.kind_name(line.kind.name)
        if kind is None:
            unknown(self.bag, "TP011", "kind", line.kind, self.spec.declarations.kinds)
            return p.Sort(*made, ())
        # Where the list does not hold for so few players, some of the tiles of the next list stay in the box.
        listed = min((n for n in game.stock if n >= self.players), default=None)
        there = [x for x in game.stock.get(listed, ()) if x.kind in game.kinds_of(kind)] if listed else []
        pieces = tuple(
            p.Piece(made[0], x.kind, x.variant, n, number + 1)
            for x in there
            for number, copies in enumerate(x.copies)
            for n in range(1, copies + 1)
        )
        if not pieces:
            self.bag.add(
                "TP059", f"the inventory of {self.mode} lists no `{kind}`", line.kind.span,
                help="what a procedure moves is in the box: list it in `inventory`",
            )  # fmt: skip
        return p.Sort(*made, pieces, at_most=listed != self.players)

    def _by_round(self, steps: p.Steps) -> None:
        """A line `move all SORT of round` is the only one that takes pieces from where they are at first."""
        moves = [x for x in p.all_steps(steps) if isinstance(x, p.Move)]
        for sort in self.sorts.values():
            mine = [x for x in moves if x.sort == sort.name and x.of_round]
            out = [x for x in moves if x.sort == sort.name and x.source == sort.zone]
            for x in mine:
                if x.source != sort.zone or len(out) > 1:
                    self.bag.add(
                        "TP059", "pieces of a round are taken once, and from where they are at first", x.span,
                        help=f"let nothing else take a `{sort.name}` from `{sort.zone}`",
                    )  # fmt: skip

    # -- steps

    def _steps(self, lines: tuple[s.Line, ...], around: _Around) -> p.Steps:
        return tuple(x for line in lines for x in self._step(line, around))

    def _step(self, line: s.Line, around: _Around) -> Iterator[p.Step]:
        self.size += 1
        if self.size > MOST_STEPS:
            if self.size == MOST_STEPS + 1:
                self.bag.add("TP059", f"a procedure has at most {MOST_STEPS} steps", line.span)
            return
        match line:
            case s.MoveStep():
                yield from self._move(line, around)
            case s.ShuffleStep(zone):
                if self._known("zone", zone, self.zones):
                    yield p.Shuffle(zone.name)
            case s.DoStep(word):
                if not self._known("routine", word, self.routines):
                    return
                if word.name in around.doing:
                    self.bag.add("TP059", f"`{word.name}` does itself", word.span)
                    return
                self.done.add(word.name)
                routine = self.routines[word.name]
                inner = _Around(around.loops, (*around.doing, word.name))
                yield p.Named(word.name, routine.title.value, self._steps(routine.steps, inner))
            case s.RepeatStep(times, steps):
                if not 1 <= times <= 99:
                    self.bag.add("TP030", "`repeat` goes from 1 to 99 times", line.span)
                    return
                yield from self._loop(f"repeat {self.size}", times, steps, line.span, around)
            case s.EachStep(what, steps):
                mode = self.spec.declarations.modes[self.mode]
                wanted = () if what == "round" else ("round",)
                if around.loops != wanted:
                    where = "outside of all other loops" if what == "round" else "just inside `each round`"
                    self.bag.add("TP059", f"`each {what}` stands {where}", line.span)
                    return
                times = mode.rounds if what == "round" else mode.turns * self.players
                yield from self._loop(what, times, steps, line.span, around)
            case s.IfStep(condition, steps):
                yield p.Check(self._condition(condition), self._steps(steps, around))
            case s.UnderBlock(ruling, reading, steps):
                if self._reading(ruling, reading):
                    yield p.Check(p.Given(ruling.name, reading.name), self._steps(steps, around))
            case s.ChooseStep(who, options):
                self.choices += 1
                place, found = self.choices, list(_lines(options, ()))
                self._readings(options)
                self._told_apart(found)
                yield p.Choice(
                    place,
                    who.value,
                    tuple(
                        self._option(o, given, around) for o, given in found if isinstance(o, s.Option)
                    ),
                )
            case _:
                raise AssertionError(f"{type(line).__name__} is no step")

    def _loop(
        self, counter: str, times: int, lines: tuple[s.Line, ...], span: Span, around: _Around
    ) -> Iterator[p.Step]:
        steps = self._steps(lines, _Around((*around.loops, counter), around.doing))
        if any(p.chooses(x) for x in steps) and not any(map(_must_choose, steps)):
            self.bag.add(
                "TP059", "a way round this loop meets no choice, and others do", span,
                help='let it stand in the loop itself, with an option that does nothing: `option pass "..." {}`',
            )  # fmt: skip
            return
        yield p.Loop(counter, times, steps)

    def _move(self, line: s.MoveStep, around: _Around) -> Iterator[p.Step]:
        sound = self._known("sort of piece", line.piece, self.sorts)
        for zone in (line.source, line.target):
            if self._known("zone", zone, self.zones):
                if sound:
                    self._holds(line.piece.name, zone)
            else:
                sound = False
        if line.number is not None and not 1 <= line.number <= 99:
            self.bag.add("TP030", "from 1 to 99 pieces are moved at a time", line.span)
        if line.source.name == line.target.name:
            self.bag.add("TP059", "pieces go from one zone to another", line.target.span, here="where they are")
        if line.of_round and sound:
            rounds = [x.round for x in self.sorts[line.piece.name].pieces]
            if line.number is not None:
                self.bag.add("TP059", "all pieces of a round are taken at once: write `move all`", line.span)
            if around.loops != ("round",):
                self.bag.add("TP059", "`of round` stands in `each round`, and in no loop within it", line.span)
            if any(x is None for x in rounds):
                self.bag.add("TP059", f"a `{line.piece.name}` belongs to no round", line.piece.span)
        if sound:
            yield p.Move(
                line.piece.name, line.number, line.of_round, line.source.name, line.target.name, line.drawn,
                line.span,
            )  # fmt: skip

    def _option(self, o: s.Option, given: Given, around: _Around) -> p.Option:
        condition = p.TRUE if o.condition is None else self._condition(o.condition)
        asked = [p.Given(*g) for g in given]
        self.options.add(o.name.name)
        return p.Option(
            o.name.name, o.title.value, _every([*asked, condition]), self._steps(o.steps, around)
        )

    def _told_apart(self, found: list[tuple[s.Line, Given]]) -> None:
        """Options of one name never stand side by side."""
        before: list[tuple[s.Option, dict[str, str]]] = []
        for line, given in found:
            if not isinstance(line, s.Option):
                continue
            here = dict(given)
            for other, there in before:
                apart = any(there.get(r, x) != x for r, x in here.items())
                if other.name == line.name and not apart:
                    self.bag.add(
                        "TP010", f"`{line.name.name}` is declared twice", line.name.span, here="again here",
                        labels=[(other.name.span, "first declared here")],
                    )  # fmt: skip
            before.append((line, here))

    # -- readings

    def _readings(self, lines: tuple[s.Line, ...]) -> None:
        """Those of the blocks that stand around lines."""
        for line in lines:
            if isinstance(line, s.UnderBlock):
                self._reading(line.ruling, line.reading)
                self._readings(line.lines)

    def _reading(self, ruling: s.Word, reading: s.Word) -> bool:
        found = self.spec.rulings.get(ruling.name)
        if found is None:
            unknown(self.bag, "TP014", "ruling", ruling, self.spec.rulings)
            return False
        if reading.name not in found.names():
            unknown(self.bag, "TP015", "reading", reading, found.names())
            return False
        self.asked.setdefault(ruling.name, found.names())
        return True

    # -- expressions

    def _condition(self, e: s.Expr) -> p.Bool:
        """A condition; a number in its place is noted."""
        match e:
            case s.Paren(inner):
                return self._condition(inner)
            case s.Boolean(value):
                return p.Truth(value)
            case s.Binary("and" | "or" as op, left, right):
                sides = (self._condition(left), self._condition(right))
                return p.Every(sides) if op == "and" else p.Some(sides)
            case s.Unary("not", operand):
                return p.Not(self._condition(operand))
            case s.Binary("=" | "!=" | "<" | "<=" | ">" | ">=" as op, left, right):
                return p.Compare(op, self._number(left), self._number(right))
            case s.Between(operand, low, high):
                x = self._number(operand)
                return p.Every((p.Compare(">=", x, self._number(low)), p.Compare("<=", x, self._number(high))))
            case s.Quantified(quantifier, over):
                count, number = self._tally(over), quantifier.number or 0
                match quantifier.word:
                    case "no":
                        return p.Compare("=", count, p.Num(0))
                    case "exactly":
                        return p.Compare("=", count, p.Num(number))
                    case "at_least":
                        return p.Compare(">=", count, p.Num(number))
                    case "at_most":
                        return p.Compare("<=", count, p.Num(number))
                    case _:
                        return p.Compare(">=", count, p.Num(1))
            case s.ReadingIs(ruling, reading):
                self._reading(ruling, reading)
                return p.Given(ruling.name, reading.name)
            case _:
                self.bag.add("TP024", "a condition is asked for here, and this is a number", e.span)
                return p.TRUE

    def _number(self, e: s.Expr) -> p.Int:
        match e:
            case s.Paren(inner):
                return self._number(inner)
            case s.Integer(value):
                return p.Num(value)
            case s.Count(over):
                return self._tally(over)
            case s.Counter(word):
                return self._counter(word)
            case s.Binary("+", left, right):
                return p.Plus((self._number(left), self._number(right)))
            case s.Binary("-", left, right):
                return p.Plus((self._number(left), p.Times(-1, self._number(right))))
            case s.Binary("*", left, right):
                a, b = self._number(left), self._number(right)
                if isinstance(a, p.Num):
                    return p.Times(a.value, b)
                if isinstance(b, p.Num):
                    return p.Times(b.value, a)
                self.bag.add("TP025", "one side of `*` must be a constant", e.span)
                return p.Num(0)
            case _:
                self.bag.add("TP024", "a number is asked for here, and this is a condition", e.span)
                return p.Num(0)

    def _counter(self, word: Literal["round", "rounds", "turn", "turns", "players", "moved"]) -> p.Int:
        mode = self.spec.declarations.modes[self.mode]
        match word:
            case "rounds":
                return p.Num(mode.rounds)
            case "turns":
                return p.Num(mode.turns * self.players)
            case "players":
                return p.Num(self.players)
            case "round" | "turn" | "moved":
                return p.CounterOf(word)
            case _:
                assert_never(word)

    def _tally(self, over: s.SetExpr) -> p.Tally:
        words = _words(over.noun)
        known = [w.name for w in words if self._known("sort of piece", w, self.sorts)]
        zones = list(self.zones)
        for place in over.places:
            assert place.ref is not None
            word = s.Word(place.ref.name, span=place.ref.span)
            if self._known("zone", word, self.zones):
                zones = [word.name]
        return p.Tally(tuple(dict.fromkeys(known)), tuple(zones))

    # -- properties

    def _property(self, line: s.Line, given: Given) -> Iterator[p.Claim]:
        if not isinstance(line, s.PlayProperty):
            return
        d = self.spec.declarations
        if line.mode is not None and line.mode.name not in d.modes:
            unknown(self.bag, "TP012", "mode", line.mode, d.modes)
        condition: p.Bool = p.TRUE
        about, every_move, readings = True, False, list(given)
        seconds: int | None = None
        for option in line.options:
            match option:
                case s.Assumption(e):
                    condition = _every([condition, self._condition(e)])
                case s.ForPlayers(low, high):
                    about = about and low <= self.players <= (high or low)
                    if not set(range(low, (high or low) + 1)) & set(d.modes[self.mode].players):
                        self._no_such_players(option)
                case s.EveryMove():
                    every_move = True
                case s.GivenReading(ruling, reading):
                    if self._reading(ruling, reading):
                        readings.append((ruling.name, reading.name))
                case s.Setting(_, value):
                    seconds = int(value)
                case s.Info():
                    pass
                case _:
                    assert_never(option)
        claim, name = self._claim(line.claim)
        if about and (line.mode is None or line.mode.name == self.mode):
            yield p.Claim(
                line.title.value, line.claim.word, condition, claim, name, every_move, tuple(readings), seconds,
                line.span,
            )  # fmt: skip

    def _no_such_players(self, option: s.ForPlayers) -> None:
        assert self.decl.name is not None
        modes = [self.spec.declarations.modes[m] for m in modes_of(self.spec, self.decl.name.name)]
        if not any(n in m.players for m in modes for n in range(option.low, (option.high or option.low) + 1)):
            self.bag.add("TP037", "no mode of this procedure is for so many players", option.span)

    def _claim(self, x: s.PlayClaim) -> tuple[p.Expr | None, str | None]:
        match x.word:
            case "always" | "sometimes":
                assert x.operand is not None
                self._no_moved(x.operand)
                return self._condition(x.operand), None
            case "constant":
                assert x.operand is not None
                self._no_moved(x.operand)
                return self._number(x.operand), None
            case "after":
                assert x.operand is not None and x.name is not None
                if self._known("option or routine", x.name, {*self.options, *self.routines}):
                    inside = self.asked_after.get(x.name.name)
                    if inside is not False:
                        why = "there is a choice in it" if inside else "it is never done"
                        self.bag.add("TP059", f"`after {x.name.name}` says nothing: {why}", x.name.span)
                return self._condition(x.operand), x.name.name
            case "stuck":
                return None, None
            case "one zone":
                assert x.name is not None
                self._known("sort of piece", x.name, self.sorts)
                return None, x.name.name
            case _:
                assert_never(x.word)

    def _no_moved(self, e: s.Expr) -> None:
        if any(isinstance(x, s.Counter) and x.word == "moved" for x in _nodes(e)):
            self.bag.add(
                "TP059", "`moved` is what an option or a routine moves", e.span,
                help="write `after NAME always moved = 2`",
            )  # fmt: skip


def _lines(lines: tuple[s.Line, ...], given: Given) -> Iterator[tuple[s.Line, Given]]:
    """Lines with the readings that they stand under, which are blocks no more."""
    for line in lines:
        if isinstance(line, s.UnderBlock):
            yield from _lines(line.lines, (*given, (line.ruling.name, line.reading.name)))
        else:
            yield line, given


def _nodes(x: object) -> Iterator[object]:
    if isinstance(x, tuple):
        for y in x:
            yield from _nodes(y)
    elif isinstance(x, s.Node):
        yield x
        for name in x.__dataclass_fields__:
            yield from _nodes(getattr(x, name))


def _words(noun: s.Noun) -> list[s.Word]:
    if isinstance(noun.head, s.Word):
        return [noun.head]
    assert isinstance(noun.head, s.HeadGroup)
    return [w for x in noun.head.sets for w in _words(x.noun)]


def _every(conditions: Iterable[p.Bool]) -> p.Bool:
    found = tuple(x for x in conditions if x != p.TRUE)
    return p.TRUE if not found else found[0] if len(found) == 1 else p.Every(found)


def _some(conditions: Iterable[p.Bool]) -> p.Bool:
    found = tuple(conditions)
    return p.Truth(False) if not found else found[0] if len(found) == 1 else p.Some(found)


def _must_choose(step: p.Step) -> bool:
    return isinstance(step, p.Choice) or (
        isinstance(step, p.Loop | p.Named) and any(map(_must_choose, step.steps))
    )
