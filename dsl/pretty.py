"""Syntax tree to text: the text of any line, block or declaration, on one line and without comments.

Guarantee: the text reads back as the node. The rows of a grid are joined by `/`, which reads back only where there
is one row. A node that could not have been written without parentheses gets them.
"""

from __future__ import annotations

import re
from collections.abc import Sequence
from typing import TypeAlias, assert_never

from dsl import syntax as s
from dsl.pretty_expressions import commas, expression, measure, noun, set_expr

Entry: TypeAlias = (
    s.Declaration | s.TableDeclaration | s.Line | s.Assumption | s.Setting | s.SolverSetting | s.GivenReading
    | s.AnyClaim | s.ForPlayers | s.EveryMove | s.PlayClaim
)
"""What stands on lines of its own: in a file, in a declaration, in a block or in a property."""

_Steps: TypeAlias = s.Routine | s.Play | s.RepeatStep | s.EachStep | s.IfStep | s.ChooseStep | s.Option
Block: TypeAlias = (
    s.Declaration | s.ModeBlock | s.UnderBlock | s.FromPlayers | s.Property | s.PlayProperty | _Steps
)
"""What has braces with such things between them."""


def clause(line: Entry) -> str:
    """The text of any line, block or declaration, on one line and without comments."""
    if isinstance(line, Block):
        inside = "  ".join(map(clause, entries_of(line)))
        return f"{header(line)} {{ {inside} }}" if inside else f"{header(line)} {{}}"
    match line:
        case s.Score(amount=amount, per=per, limits=limits, condition=condition):
            return f"score {expression(amount)}{_per(per)}{_ending(limits, condition)}"
        case s.ScoreBy():
            start, rows, end = score_by_rows(line)
            return f"{start}{commas(rows)}{end}"
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
            start, end = example_ends(line)
            return f"{start}{grid_in_line(city)}{end}"
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
            return f"board {grid_in_line(grid)}"
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
            return f"numbers on spaces {grid_in_line(grid)}"
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
            start, rows, end = table_rows(line)
            return f"{start}{commas(rows)}{end}"
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


def header(block: Block) -> str:
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
            if block.breaks_ties:
                words.append("breaks ties")
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


def entries_of(block: Block) -> tuple[Entry, ...]:
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
    return commas(n.name for n in names)


def _amounts(amounts: Sequence[s.Amount]) -> str:
    return " and ".join(f"{'any' if a.number is None else a.number} {a.resource.name}" for a in amounts)


def _even(even: bool) -> str:
    return " even when inactive" if even else ""


def _per(per: s.Per | None) -> str:
    if per is None:
        return ""
    each = set_expr(per.each) if isinstance(per.each, s.SetExpr) else measure(per.each)
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


def example_ends(x: s.Example) -> tuple[str, str]:
    """What stands before and after the grid of an example."""
    words = ["example", x.mode.name]
    if x.title is not None:
        words.append(_quoted(x.title))
    words += map(_given, x.given)
    return " ".join(words) + " ", "".join(f" {_expect(claim)}" for claim in x.expect)


Rows: TypeAlias = tuple[str, list[str], str]
"""A text that can be broken around its rows: start, rows (to be joined by commas), end."""


def _more(more: bool) -> str:
    return "+" if more else ""


def _table(t: s.TableLiteral) -> Rows:
    start = "" if t.start is None else f"from {commas(map(str, t.start))}: "
    rows = [commas(map(str, row.values)) + _more(row.more) for row in t.rows]
    if not t.flat:
        rows = [f"[{row}]" for row in rows]
        rows[-1] += _more(t.more)
    return f"[{start}", rows, "]"


def table(t: s.TableLiteral) -> str:
    """The text of a table, with its brackets."""
    start, rows, end = _table(t)
    return f"{start}{commas(rows)}{end}"


def score_by_rows(x: s.ScoreBy) -> Rows:
    """A clause that is looked up."""
    start, rows, end = _table(x.table)
    args = commas(map(expression, x.args))
    return f"score by {args} {start}", rows, f"{end}{_ending(x.limits, x.condition)}"


def table_rows(x: s.TableDeclaration) -> Rows:
    """The declaration of a table."""
    start, rows, end = _table(x.table)
    title = "" if x.title is None else f"{_quoted(x.title)} "
    return f"{'replacing ' if x.replacing else ''}table {x.name.name} {title}{start}", rows, end


def grid_rows(grid: s.Grid) -> tuple[tuple[tuple[str, ...], str], ...]:
    """The rows of a grid: cells and comment (or the empty string). Blank rows do not count."""
    rows = []
    for row in grid.body.split("\n"):
        text, dashes, rest = row.partition("--")
        cells = tuple(cell for cell in re.split(r"[ \t\r]+", text) if cell)
        if cells or dashes:
            rows.append((cells, (dashes + rest).rstrip()))
    return tuple(rows)


def grid_in_line(grid: s.Grid) -> str:
    """A grid with its rows joined by `/`."""
    rows = " / ".join(" ".join(cells) for cells, _ in grid_rows(grid) if cells)
    return f"{{ {rows} }}" if rows else "{ }"
