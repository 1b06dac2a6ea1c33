"""Syntax tree to text: single-line text for any node, and the canonical layout of a file.

Guarantees, of `format_file` for a file that was read without errors:

- parsing the result gives an equal tree. Parentheses stay as they were written; only the blank
  space inside a grid changes, its rows of cells do not (rows without cells are left out);
- formatting the result again changes nothing;
- every comment is kept, but for blank space at its end, and stays with its item: on a line of its
  own before it, or at the end of its last line; one inside an item moves in front of the item;
- the result ends in exactly one newline (that of an empty file is empty);
- the layout depends only on the tree, the comments, and which lines a blank line stood between.

Guarantee of `expression`, `clause` and their like: the text is one line that reads back as the
node; a grid's rows are joined by `/`, which reads back only where there is one row. A node that
could not have been written without parentheses gets them.
"""

from __future__ import annotations

import re
from bisect import bisect_left
from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass
from enum import IntEnum
from functools import cached_property
from typing import TypeAlias, assert_never

from dsl import syntax as s
from dsl.source import Source

WIDTH = 100
INDENT = "  "

Entry: TypeAlias = (
    s.Declaration | s.TableDeclaration | s.Line | s.Assumption | s.Setting | s.SolverSetting | s.GivenReading
    | s.AnyClaim | s.ForPlayers | s.EveryMove | s.PlayClaim
)
"""What stands on lines of its own: in a file, in a declaration, in a block or in a property."""

_Steps: TypeAlias = s.Routine | s.Play | s.RepeatStep | s.EachStep | s.IfStep | s.ChooseStep | s.Option
_Block: TypeAlias = (
    s.Declaration | s.ModeBlock | s.UnderBlock | s.FromPlayers | s.Property | s.PlayProperty | _Steps
)


# ---- expressions -------------------------------------------------------------------------------


class _Level(IntEnum):
    """How tightly an expression holds together: the rules of the grammar, loosest first."""

    EXPR = 0
    OR = 1
    AND = 2
    NOT = 3
    COMPARE = 4
    SUM = 5
    PRODUCT = 6
    UNARY = 7
    ATOM = 8
    SIMPLE = 9


_COMPARE = frozenset({"=", "!=", "<", "<=", ">", ">="})
_OPERATORS = {
    "or": _Level.OR,
    "and": _Level.AND,
    **dict.fromkeys(_COMPARE, _Level.COMPARE),
    "+": _Level.SUM,
    "-": _Level.SUM,
    "*": _Level.PRODUCT,
    "/": _Level.PRODUCT,
    "mod": _Level.PRODUCT,
}


def _level(e: s.Expr) -> _Level:
    match e:
        case s.IfElse():
            return _Level.EXPR
        case s.Binary(op=op):
            return _OPERATORS[op]
        case s.Unary(op=op):
            return _Level.NOT if op == "not" else _Level.UNARY
        case s.Between() | s.Quantified() | s.IsTest() | s.ReadingIs():
            return _Level.COMPARE
        case s.Paren() | s.Boolean():
            return _Level.ATOM
        case s.Integer(value=value):
            return _Level.SIMPLE if value >= 0 else _Level.UNARY
        case (
            s.ValueOf()
            | s.Units()
            | s.Count()
            | s.Different()
            | s.Aggregate()
            | s.LongestRun()
            | s.RunThrough()
            | s.GroupSize()
            | s.LargestGroup()
            | s.DistanceTo()
            | s.DistanceNearest()
            | s.MinMax()
            | s.LookUp()
            | s.Metric()
            | s.Counter()
        ):
            return _Level.SIMPLE
        case _:
            assert_never(e)


def expression(e: s.Expr) -> str:
    """The text of an expression, on one line."""
    match e:
        case s.Integer(value=value):
            return str(value)
        case s.Boolean(value=value):
            return "true" if value else "false"
        case s.Paren(inner=inner):
            return f"({expression(inner)})"
        case s.IfElse(condition=condition, then=then, otherwise=otherwise):
            return f"if {expression(condition)} then {expression(then)} else {expression(otherwise)}"
        case s.Binary(op=op, left=left, right=right):
            level = _OPERATORS[op]
            # Comparisons do not chain; all other operators take their own kind on the left.
            low = _Level.SUM if level is _Level.COMPARE else level
            return f"{_at_least(left, low)} {op} {_at_least(right, _Level(level + 1))}"
        case s.Unary(op=op, operand=operand):
            if op == "not":
                return f"not {_at_least(operand, _Level.NOT)}"
            text = _at_least(operand, _Level.UNARY)
            # Two minus signs side by side would start a comment.
            return f"- {text}" if text.startswith("-") else f"-{text}"
        case s.Between(operand=operand, low=low_end, high=high_end):
            x, a, b = (_at_least(part, _Level.SUM) for part in (operand, low_end, high_end))
            return f"{x} between {a} and {b}"
        case s.ValueOf() | s.Units():
            return _measure(e)
        case s.Count(over=over):
            return f"count of {set_expr(over)}"
        case s.Different(what=what, over=over):
            return f"different {what} among {set_expr(over)}"
        case s.Aggregate(op="sum" | "largest" | "smallest" as op, value=value, over=over):
            return f"{op} of {expression(value)} over {set_expr(over)}"
        case s.Aggregate(op=op, value=value, over=over):
            return f"{op} {expression(value)} of {set_expr(over)}"
        case s.LongestRun(noun=run, line=line, within=within):
            place = f"a {line}" if within is None else within.name
            return f"longest run of {noun(run)} in {place}"
        case s.RunThrough(noun=run, at=at, line=line):
            return f"run of {noun(run)} through {at.name} in {line}"
        case s.GroupSize(noun=group, at=at):
            return f"size of group of {noun(group)} at {at.name}"
        case s.LargestGroup(noun=group):
            return f"largest group of {noun(group)}"
        case s.DistanceTo(start=start, end=end):
            return f"distance from {start.name} to {end.name}"
        case s.DistanceNearest(start=start, over=over):
            return f"distance from {start.name} to nearest {set_expr(over)}"
        case s.MinMax(op=op, args=args):
            return f"{op}({_commas(map(expression, args))})"
        case s.LookUp(table=name, args=args):
            return f"{name.name}({_commas(map(expression, args))})"
        case s.Quantified(quantifier=quantifier, over=over, body=body):
            return f"{_quantifier(quantifier)} {set_expr(over)}{_body(body)}"
        case s.IsTest(at=at, predicate=predicate):
            return f"{at.name}{_body(predicate)}"
        case s.ReadingIs(ruling=ruling, reading=reading):
            return f"reading of {ruling.name} is {reading.name}"
        case s.Metric(what=what, part=part):
            return what if part is None else f"{what} {part.name}"
        case s.Counter(word=word):
            return word
        case _:
            assert_never(e)


def _at_least(e: s.Expr, level: _Level) -> str:
    text = expression(e)
    return text if _level(e) >= level else f"({text})"


def _bare(e: s.Expr) -> str:
    """What follows `with`, `where` and `has`; anything longer goes into parentheses."""
    match e:
        case s.Paren() | s.IsTest() | s.ReadingIs():
            return expression(e)
        case s.Quantified(quantifier=quantifier, body=body) if body is None or quantifier.word == "every":
            return expression(e)
        case s.Binary(op=op, left=left, right=right) if op in _COMPARE and _level(left) is _Level.SIMPLE:
            return f"{expression(left)} {op} {_at_least(right, _Level.UNARY)}"
        case s.Between(operand=operand, low=low, high=high) if _level(operand) is _Level.SIMPLE:
            a, b = _at_least(low, _Level.UNARY), _at_least(high, _Level.UNARY)
            return f"{expression(operand)} between {a} and {b}"
        case _:
            return f"({expression(e)})"


def _quantifier(q: s.Quantifier) -> str:
    word = q.word.replace("_", " ")
    return word if q.number is None else f"{word} {q.number}"


def _body(body: s.Predicate | s.Has | None) -> str:
    match body:
        case None:
            return ""
        case s.Has(condition=condition):
            return f" has {_bare(condition)}"
        case s.Predicate(noun=what, all=all_of, negated=negated):
            return f" is {'not ' if negated else ''}{'all ' if all_of else ''}{noun(what)}"
        case _:
            assert_never(body)


def _value(v: s.Value) -> str:
    match v.what:
        case "floors":
            return "floors"
        case "printed":
            return f"printed {v.name.name if v.name is not None else 'vp'}"
        case "seated":
            return f"{v.name.name if v.name is not None else '?'} seated"
        case _:
            assert_never(v.what)


def _measure(m: s.ValueOf | s.Units) -> str:
    match m:
        case s.Units(what=what, resource=resource):
            return f"{what} {resource.name}"
        case s.ValueOf(value=value, at=at):
            joint = "on" if value.what == "seated" else "of"
            return _value(value) if at is None else f"{_value(value)} {joint} {at.name}"
        case _:
            assert_never(m)


def _commas(texts: Iterable[str]) -> str:
    return ", ".join(texts)


# ---- sets --------------------------------------------------------------------------------------


def noun(n: s.Noun) -> str:
    """The text of a noun: its adjectives and its head."""
    words = [a.word for a in n.adjectives]
    match n.head:
        case None:
            pass
        case s.Word(name=name):
            words.append(name)
        case s.HeadWord(word=word):
            words.append(word)
        case s.HeadGroup(op=op, sets=sets):
            words.append(f"({f' {op} '.join(map(set_expr, sets))})")
        case _:
            assert_never(n.head)
    return " ".join(words)


def set_expr(x: s.SetExpr) -> str:
    """The text of a set: noun, name, places, condition."""
    parts = [noun(x.noun)]
    if x.name is not None:
        parts.append(f"as {x.name.name}")
    parts += map(_place, x.places)
    if x.where is not None:
        parts.append(f"{x.where.word} {_bare(x.where.condition)}")
    return " ".join(parts)


def _place(p: s.Place) -> str:
    ref = p.ref.name if p.ref is not None else "?"
    match p.what:
        case "adjacent" | "diagonal":
            return f"{p.what} to {ref}"
        case "within":
            return f"within {p.number} of {ref}"
        case "city":
            return "in city"
        case "region_of":
            return f"in {p.word} of {ref}"
        case "group":
            return f"in group of {noun(p.noun) if p.noun is not None else '?'} at {ref}"
        case "other":
            return f"other than {ref}"
        case "side":
            return f"on {p.word} edge"
        case "edge" | "corner":
            return f"on {p.what}"
        case _:
            return f"{p.what} {ref}"  # `in` and `through`


# ---- lines -------------------------------------------------------------------------------------


def clause(line: Entry) -> str:
    """The text of any line, block or declaration, on one line and without comments."""
    match line:
        case s.Score(amount=amount, per=per, limits=limits, condition=condition):
            return f"score {expression(amount)}{_per(per)}{_ending(limits, condition)}"
        case s.ScoreBy():
            start, rows, end = _score_by(line)
            return f"{start}{_commas(rows)}{end}"
        case s.Needs(amounts=amounts):
            return f"needs {_amounts(amounts) or 'nothing'}"
        case s.Seats(amounts=amounts, even_inactive=even):
            return f"seats {_amounts(amounts) or 'nothing'}{_even(even)}"
        case s.MaxFloors(value=value):
            return f"floors up to {value}"
        case s.Copies(value=value):
            return f"copies {value}"
        case s.Print(name=name, gains=gains, worth=worth):
            gained = f" gains {_amounts(gains)}" if gains else ""
            return f"print {name.name}{gained}{f' worth {worth}' if worth else ''}"
        case s.GainPlaced(gains=gains):
            return f"when placed gain {_amounts(gains)}"
        case s.GainEnd(mode=mode, amount=amount, resource=resource, per=per, condition=condition):
            plain = isinstance(amount, s.Paren) or (isinstance(amount, s.Integer) and amount.value >= 0)
            number = expression(amount) if plain else f"({expression(amount)})"
            gain = f"when game ends {mode} {number} {resource.name}"
            return f"{gain}{_per(per)}{_ending((), condition)}"
        case s.Joins(noun=group, even_inactive=even):
            return f"joins groups of {noun(group)}{_even(even)}"
        case s.Info(word=word, text=text):
            return f"{word} {_quoted(text)}"
        case s.Plural(name=name, title=title):
            return f"plural {name.name} {_quoted(title)}"
        case s.Glyph(letter=letter):
            return f"glyph {letter}"
        case s.Modes(names=names):
            return f"modes {_names(names)}"
        case s.Example(city=city):
            start, end = _example(line)
            return f"{start}{_grid_in_line(city)}{end}"
        case s.GameRule(what=what, word=word):
            match what:
                case "inactive":
                    return f"inactive buildings {word}"
                case "seating":
                    return f"seating {word}"
                case "tiles_score":
                    return "tiles score even when inactive"
                case _:
                    assert_never(what)
        case s.BuildsOn(targets=targets):
            return "builds on " + ", ".join(f'"{x.value}"' for x in targets)
        case s.Choose(ruling=ruling, reading=reading, because=because):
            why = f' because "{because.value}"' if because is not None else ""
            return f"choose {ruling.name} is {reading.name}{why}"
        case s.Board(grid=grid):
            return f"board {_grid_in_line(grid)}"
        case s.Number(word=word, value=value):
            return f"{word} {value}{' unseated' if word == 'costs' else ''}"
        case s.Players(low=low, high=high, usual=usual):
            usually = f" usually {usual}" if usual is not None else ""
            return f"players {low} to {high}{usually}"
        case s.Stock(kind=kind, print=variant, counts=counts):
            of = f" {variant.name}" if variant is not None else ""
            return f"{kind.name}{of}: {' '.join(map(str, counts))}"
        case s.Replaces(kind=kind):
            return f"tiles replace {kind.name}"
        case s.Numbers(low=low_number, high=high_number, copies=copies, per_player=per_player):
            each = f"{copies} of each{' per player' if per_player else ''}"
            return f"numbers {low_number} to {high_number}: {each}"
        case s.SpaceNumbers(grid=grid):
            return f"numbers on spaces {_grid_in_line(grid)}"
        case s.NewWhere(what=new, fits=fits):
            where = f"where {' or '.join(map(_fit, fits))}" if fits else "anywhere"
            return f"new {new} {where}"
        case s.About(names=names):
            return f"about {_names(names)}"
        case s.Reading(name=name, text=text):
            return f"reading {name.name} {_quoted(text)}"
        case s.Default(name=name):
            return f"default {name.name}"
        case s.Because(text=text):
            return f"because {_quoted(text)}"
        case s.Assumption(condition=condition):
            return f"when {expression(condition)}"
        case s.Setting(word=word, value=setting):
            return f"{word} {setting}"
        case s.SolverSetting(what=what_word, value=number):
            return f"solver {what_word.name} {number}"
        case s.GivenReading():
            return _given(line)
        case s.Claim(word=word, operand=operand, low=low_end, high=high_end):
            ends = "" if low_end is None else f" from {low_end} to {high_end}"
            return f"{word} {expression(operand)}{ends}"
        case s.Never(change=change, effect=effect, operand=operand):
            return f"{_change(change)} never {effect} {expression(operand)}"
        case s.Ignores(operand=operand, kind=kind):
            return f"{expression(operand)} ignores {kind.name}"
        case s.Depends(operand=operand, places=places):
            return f"{expression(operand)} depends only on {' and '.join(f'its {x}' for x in places)}"
        case s.Against(operand=operand, relation=relation, other=other):
            return f"{expression(operand)} {relation} that {_elsewhere(other)}"
        case s.TableDeclaration():
            start, rows, end = _table_declaration(line)
            return f"{start}{_commas(rows)}{end}"
        case s.PieceSort(name=name, title=title, plural=plural, kind=made_of, zone=zone):
            source = "tiles" if made_of is None else made_of.name
            return f"pieces {name.name} {_quoted(title)}, {_quoted(plural)} from {source} in {zone.name}"
        case s.Zone(name=name, title=title, holds=holds):
            return f"zone {name.name} {_quoted(title)} holds {_names(holds)}"
        case s.FaceDown(zones=zones):
            return f"face down {_names(zones)}"
        case s.MoveStep(number=amount_moved, piece=piece, of_round=of_round, source=start_zone, target=target):
            verb = "draw" if line.drawn else "move"
            many = "all" if amount_moved is None else str(amount_moved)
            which = f"{piece.name}{' of round' if of_round else ''}"
            return f"{verb} {many} {which} from {start_zone.name} to {target.name}"
        case s.ShuffleStep(zone=zone):
            return f"shuffle {zone.name}"
        case s.DoStep(routine=routine):
            return f"do {routine.name}"
        case s.ForPlayers(low=low_number, high=most):
            return f"players {low_number}{f' to {most}' if most is not None else ''}"
        case s.EveryMove():
            return "at every move"
        case s.PlayClaim():
            return _play_claim(line)
        case (
            s.Declaration() | s.ModeBlock() | s.UnderBlock() | s.FromPlayers() | s.Property() | s.PlayProperty()
            | s.Routine() | s.Play() | s.RepeatStep() | s.EachStep() | s.IfStep() | s.ChooseStep() | s.Option()
        ) as b:  # fmt: skip
            inside = "  ".join(map(clause, _entries(b)))
            return f"{_header(b)} {{ {inside} }}" if inside else f"{_header(b)} {{}}"
        case _:
            assert_never(line)


def _play_claim(claim: s.PlayClaim) -> str:
    match claim.word:
        case "always" | "sometimes" | "constant" as word:
            assert claim.operand is not None
            return f"{word} {expression(claim.operand)}"
        case "after":
            assert claim.operand is not None and claim.name is not None
            return f"after {claim.name.name} always {expression(claim.operand)}"
        case "stuck":
            return "never stuck"
        case "one zone":
            assert claim.name is not None
            return f"each {claim.name.name} in a single zone"
        case _:
            assert_never(claim.word)


def _fit(fit: s.Fit) -> str:
    return "space shows number" if fit == "space" else f"{fit} is number"


def _change(change: s.Change) -> str:
    names = {x: word.name for x in ("kind", "resource", "new") if (word := getattr(change, x)) is not None}
    match change.what:
        case "adding" | "removing" | "raising":
            return f"{change.what} {names['kind']}"
        case "seating":
            return f"seating {names['resource']} on {names['kind']}"
        case "swapping":
            return "swapping spaces"
        case "mirroring":
            return "mirroring"
        case "replacing":
            return f"replacing {names['kind']} by {names['new']}"
        case _:
            assert_never(change.what)


def _elsewhere(other: s.InMode | s.OfKind | s.GivenReading) -> str:
    match other:
        case s.InMode(mode=mode):
            return f"in {mode.name}"
        case s.OfKind(kind=kind):
            return f"of {kind.name}"
        case s.GivenReading():
            return _given(other)
        case _:
            assert_never(other)


def _header(block: _Block) -> str:
    """What stands before the brace of a block."""
    match block:
        case s.Declaration(what=what, name=name, title=title, parents=parents, replacing=replacing):
            words: list[str] = ["replacing", what] if replacing else [what]
            if name is not None:
                words.append(name.name)
            if title is not None:
                words.append(_quoted(title))
            if parents:
                words.append(f"is {_names(parents)}")
            return " ".join(words)
        case s.ModeBlock(mode=mode):
            return mode.name
        case s.UnderBlock(ruling=ruling, reading=reading):
            return f"under {ruling.name} is {reading.name}"
        case s.FromPlayers(number=number):
            return f"from {number} players"
        case s.Property(mode=mode, title=title) | s.PlayProperty(mode=mode, title=title):
            return f"property {f'{mode.name} ' if mode is not None else ''}{_quoted(title)}"
        case s.Routine(name=routine, title=title):
            return f"routine {routine.name} {_quoted(title)}"
        case s.Play():
            return "play"
        case s.RepeatStep(times=times):
            return f"repeat {times} times"
        case s.EachStep(what=each):
            return f"each {each}"
        case s.IfStep(condition=condition):
            return f"if {expression(condition)}"
        case s.ChooseStep(who=who):
            return f"choose {_quoted(who)}"
        case s.Option(name=option, title=title, condition=only_if):
            condition_text = "" if only_if is None else f" if {expression(only_if)}"
            return f"option {option.name} {_quoted(title)}{condition_text}"
        case _:
            assert_never(block)


def _entries(block: _Block) -> tuple[Entry, ...]:
    """What stands between the braces of a block."""
    match block:
        case s.Declaration() | s.ModeBlock() | s.UnderBlock() | s.FromPlayers():
            return block.lines
        case s.Property(options=options, claim=claim):
            return (*options, claim)
        case s.PlayProperty(options=play_options, claim=play_claim):
            return (*play_options, play_claim)
        case (
            s.Routine(steps=inner) | s.Play(steps=inner) | s.RepeatStep(steps=inner) | s.EachStep(steps=inner)
            | s.IfStep(steps=inner) | s.ChooseStep(options=inner) | s.Option(steps=inner)
        ):  # fmt: skip
            return inner
        case _:
            assert_never(block)


def _quoted(t: s.Text) -> str:
    return f'"{t.value}"'


def _names(names: Sequence[s.Word]) -> str:
    return _commas(n.name for n in names)


def _amounts(amounts: Sequence[s.Amount]) -> str:
    return " and ".join(f"{'any' if a.number is None else a.number} {a.resource.name}" for a in amounts)


def _even(even: bool) -> str:
    return " even when inactive" if even else ""


def _per(per: s.Per | None) -> str:
    if per is None:
        return ""
    each = set_expr(per.each) if isinstance(per.each, s.SetExpr) else _measure(per.each)
    return f" per {each}" if per.number is None else f" per {per.number} {each}"


def _ending(limits: Sequence[s.Limit], condition: s.Expr | None) -> str:
    bounds = "".join(f" at {x.word} {x.value}" for x in limits)
    return bounds if condition is None else f"{bounds} if {expression(condition)}"


def _given(g: s.GivenReading | s.GivenSupply) -> str:
    match g:
        case s.GivenReading(ruling=ruling, reading=reading):
            return f"under {ruling.name} is {reading.name}"
        case s.GivenSupply(amounts=amounts):
            return f"with {_amounts(amounts)}"
        case _:
            assert_never(g)


def _expect(x: s.Expect) -> str:
    match x.word:
        case "scores" | "totals":
            return f"{x.word} {x.value}"
        case "receives":
            return f"receives {x.value} {x.name.name if x.name is not None else '?'}"
        case "part":
            return f"part {x.name.name if x.name is not None else '?'} {x.value}"
        case _:
            assert_never(x.word)


def _example(x: s.Example) -> tuple[str, str]:
    """What stands before and after the grid of an example."""
    words = ["example", x.mode.name]
    if x.title is not None:
        words.append(_quoted(x.title))
    words += map(_given, x.given)
    return " ".join(words) + " ", "".join(f" {_expect(claim)}" for claim in x.expect)


# Texts that can be broken around their rows: start, rows (to be joined by commas), end.
_Rows: TypeAlias = tuple[str, list[str], str]


def _more(more: bool) -> str:
    return "+" if more else ""


def _table(t: s.TableLiteral) -> _Rows:
    start = "" if t.start is None else f"from {_commas(map(str, t.start))}: "
    rows = [_commas(map(str, row.values)) + _more(row.more) for row in t.rows]
    if not t.flat:
        rows = [f"[{row}]" for row in rows]
        rows[-1] += _more(t.more)
    return f"[{start}", rows, "]"


def table(t: s.TableLiteral) -> str:
    """The text of a table, with its brackets."""
    start, rows, end = _table(t)
    return f"{start}{_commas(rows)}{end}"


def _score_by(x: s.ScoreBy) -> _Rows:
    start, rows, end = _table(x.table)
    args = _commas(map(expression, x.args))
    return f"score by {args} {start}", rows, f"{end}{_ending(x.limits, x.condition)}"


def _table_declaration(x: s.TableDeclaration) -> _Rows:
    start, rows, end = _table(x.table)
    title = "" if x.title is None else f"{_quoted(x.title)} "
    return f"{'replacing ' if x.replacing else ''}table {x.name.name} {title}{start}", rows, end


# ---- grids -------------------------------------------------------------------------------------


def grid_rows(grid: s.Grid) -> tuple[tuple[tuple[str, ...], str], ...]:
    """The rows of a grid: cells and comment (or the empty string). Blank rows do not count."""
    rows = []
    for row in grid.body.split("\n"):
        text, dashes, rest = row.partition("--")
        cells = tuple(cell for cell in re.split(r"[ \t\r]+", text) if cell)
        if cells or dashes:
            rows.append((cells, (dashes + rest).rstrip()))
    return tuple(rows)


def _grid_in_line(grid: s.Grid) -> str:
    rows = " / ".join(" ".join(cells) for cells, _ in grid_rows(grid) if cells)
    return f"{{ {rows} }}" if rows else "{ }"


def _grid_lines(start: str, grid: s.Grid, end: str, pad: str) -> list[str]:
    rows = grid_rows(grid)
    if not rows:
        return [f"{pad}{start}{{ }}{end}"]
    if len(rows) == 1 and not rows[0][1]:
        line = f"{pad}{start}{_grid_in_line(grid)}{end}"
        if len(line) <= WIDTH:
            return [line]
    widths: list[int] = []
    for cells, _ in rows:
        widths += [0] * (len(cells) - len(widths))
        widths = [max(width, len(cells[i])) if i < len(cells) else width for i, width in enumerate(widths)]
    lines = [f"{pad}{start}{{"]
    for cells, comment in rows:
        padded = [cell.ljust(width) for cell, width in zip(cells, widths, strict=False)]
        parts = [" ".join(padded).rstrip(" "), comment]
        lines.append(pad + INDENT + INDENT.join(part for part in parts if part))
    return [*lines, f"{pad}}}{end}"]


def example_lines(x: s.Example, pad: str = "") -> list[str]:
    """An example as it is laid out on lines of its own, each after `pad`."""
    start, end = _example(x)
    return _grid_lines(start, x.city, end, pad)


# ---- files -------------------------------------------------------------------------------------


def format_file(file: s.File, source: Source) -> str:
    """The canonical layout of a file that was read from `source` without errors.

    Items that could not be read are not in the tree: do not call this for a file that has any. A
    tree that was made by hand is printed with an empty source.
    """
    return _Layout.of(file, source).file(file)


@dataclass(frozen=True)
class _Comment:
    start: int
    end: int
    text: str


@dataclass(frozen=True)
class _Chunk:
    """Whole lines of the result; `blank` asks for a blank line before them."""

    lines: tuple[str, ...]
    blank: bool
    declaration: bool = False


@dataclass(frozen=True)
class _Layout:
    """A text with what of it is not in the tree: comments, and where its blocks open."""

    text: str
    comments: tuple[_Comment, ...]
    braces: tuple[int, ...]

    @staticmethod
    def of(file: s.File, source: Source) -> _Layout:
        """Find the comments and braces of a text whose tree is known."""
        text = source.text
        comments, braces, at = [], [], 0
        # Grids are raw text, with braces and comments of their own: the scan leaps over them. They
        # are whole tokens, so that it never starts in the middle of a string or a comment.
        grids = sorted((g.span.start, g.span.end) for g in _grids(file.items))
        for start, end in [*grids, (len(text), len(text))]:
            for m in _TOKEN.finditer(text, at, max(at, start)):
                if m[0].startswith("--"):
                    comments.append(_Comment(m.start(), m.end(), m[0].rstrip()))
                elif m[0] == "{":
                    braces.append(m.start())
            at = max(at, end)
        return _Layout(text, tuple(comments), tuple(braces))

    @cached_property
    def _starts(self) -> tuple[int, ...]:
        return tuple(c.start for c in self.comments)

    def between(self, start: int, end: int) -> tuple[_Comment, ...]:
        """The comments that begin in a range."""
        low, high = bisect_left(self._starts, start), bisect_left(self._starts, end)
        return self.comments[low:high]

    def gap(self, start: int, end: int) -> bool:
        """Whether a range of blank space has a blank line in it."""
        return self.text.count("\n", start, end) > 1

    def trailing(self, at: int, end: int) -> _Comment | None:
        """The comment at the end of the line that `at` is on, if nothing else stands between."""
        first = next(iter(self.between(at, end)), None)
        if first is None or "\n" in self.text[at : first.start]:
            return None
        return first

    def file(self, file: s.File) -> str:
        """The whole text."""
        lines = self.lines(file.items, 0, len(self.text), "")
        return "".join(f"{line}\n" for line in lines)

    def lines(self, entries: Sequence[Entry], start: int, end: int, pad: str) -> list[str]:
        """The lines of a list of entries, with all the comments that begin in a range."""
        lines: list[str] = []
        after_declaration = False
        for chunk in self.chunks(entries, start, end, pad):
            if lines and (chunk.blank or after_declaration):
                lines.append("")
            lines += chunk.lines
            after_declaration = chunk.declaration
        return lines

    def chunks(self, entries: Sequence[Entry], start: int, end: int, pad: str) -> Iterator[_Chunk]:
        """The entries and the comments between them, in order."""
        at = start
        for i, entry in enumerate(entries):
            for comment in self.between(at, entry.span.start):
                yield _Chunk((pad + comment.text,), self.gap(at, comment.start))
                at = comment.end
            blank = self.gap(at, entry.span.start)
            inside, lines = self.entry(entry, pad)
            for comment in inside:
                yield _Chunk((pad + comment.text,), blank)
                blank = False
            at = entry.span.end
            follower = entries[i + 1].span.start if i + 1 < len(entries) else end
            trailing = self.trailing(at, follower)
            if trailing is not None:
                lines[-1] += INDENT + trailing.text
                at = trailing.end
            is_declaration = isinstance(entry, s.Declaration | s.TableDeclaration)
            yield _Chunk(tuple(lines), blank, is_declaration)
        for comment in self.between(at, end):
            yield _Chunk((pad + comment.text,), self.gap(at, comment.start))
            at = comment.end

    def entry(self, entry: Entry, pad: str) -> tuple[tuple[_Comment, ...], list[str]]:
        """The comments that move in front of an entry, and its lines."""
        match entry:
            case (
                s.Declaration() | s.ModeBlock() | s.UnderBlock() | s.FromPlayers() | s.Property()
                | s.PlayProperty() | s.Routine() | s.Play() | s.RepeatStep() | s.EachStep() | s.IfStep()
                | s.ChooseStep() | s.Option()
            ):  # fmt: skip
                return self.block(entry, pad)
            case s.Example():
                lines = example_lines(entry, pad)
            case s.Board(grid=grid):
                lines = _grid_lines("board ", grid, "", pad)
            case s.SpaceNumbers(grid=grid):
                lines = _grid_lines("numbers on spaces ", grid, "", pad)
            case s.ScoreBy():
                lines = _broken(_score_by(entry), entry.table, pad)
            case s.TableDeclaration():
                lines = _broken(_table_declaration(entry), entry.table, pad)
            case _:
                lines = [pad + clause(entry)]
        return self.between(entry.span.start, entry.span.end), lines

    def block(self, block: _Block, pad: str) -> tuple[tuple[_Comment, ...], list[str]]:
        """The comments of the header of a block, and the lines of the block."""
        start, end = block.span.start, block.span.end
        brace = bisect_left(self.braces, start)
        opening = self.braces[brace] + 1 if brace < len(self.braces) else end
        opening = min(opening, end)
        header, inside = self.between(start, opening), self.between(opening, end)
        if not inside:
            whole = pad + clause(block)
            if not _entries(block) or (_short(block) and len(whole) <= WIDTH):
                return header, [whole]
        entries = _entries(block)
        first = f"{pad}{_header(block)} {{"
        trailing = self.trailing(opening, entries[0].span.start if entries else end)
        if trailing is not None:
            first += INDENT + trailing.text
            opening = trailing.end
        return header, [first, *self.lines(entries, opening, end, pad + INDENT), f"{pad}}}"]


def _short(block: _Block) -> bool:
    """Whether a block may stand on one line: it says one thing, and that is no block itself."""
    match block:
        case s.Property() | s.PlayProperty():
            return not block.options
        case s.ModeBlock() | s.UnderBlock() | s.FromPlayers() | s.RepeatStep() | s.IfStep() | s.Option():
            inner = _entries(block)
            grids = [grid_rows(x.grid) for x in inner if isinstance(x, s.SpaceNumbers)]
            if any(len(rows) > 1 or any(said for _, said in rows) for rows in grids):
                return False  # each row has a line of its own, and a comment ends its line
            return len(inner) == 1 and not isinstance(inner[0], _Block | s.Example)
        case _:
            return False


_TOKEN = re.compile(r'--[^\n]*|"[^"\n]*"|\{')


def _broken(rows: _Rows, literal: s.TableLiteral, pad: str) -> list[str]:
    """One line; or, if that is too long and the table has several rows, one line for each row."""
    start, middle, end = rows
    whole = f"{pad}{start}{_commas(middle)}{end}"
    if literal.flat or len(whole) <= WIDTH:
        return [whole]
    inner = [f"{pad}{INDENT}{row}," for row in middle]
    inner[-1] = inner[-1].removesuffix(",")
    return [f"{pad}{start.rstrip()}", *inner, f"{pad}{end}"]


def _grids(entries: Iterable[Entry]) -> Iterator[s.Grid]:
    """All grids of some entries."""
    for entry in entries:
        match entry:
            case s.Example(city=grid) | s.Board(grid=grid) | s.SpaceNumbers(grid=grid):
                yield grid
            case s.Declaration() | s.ModeBlock() | s.UnderBlock() | s.FromPlayers():
                yield from _grids(entry.lines)
            case _:
                pass
