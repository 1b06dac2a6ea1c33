"""`tileproof tune TILE`: its numbers, what it scores with others, and which one makes it as strong as another
tile.

Guarantee: nothing is written without `--write`; then only the digits of one number change, and only if the file
still says what was read, and says just that with another number afterwards.
"""

from __future__ import annotations

from argparse import Namespace
from collections.abc import Iterator
from dataclasses import dataclass
from pathlib import Path
from typing import TYPE_CHECKING

from dsl.assemble import Specification
from dsl.diagnostics import Bag, Diagnostic, render
from dsl.literals import Number, numbers, rewritten
from dsl.load import shipped
from dsl.syntax import Example
from dsl.whole_file import write_whole
from verifier import report
from verifier.commands.common import (
    chosen_readings,
    kind_named,
    load_spec,
    out_terminal,
    print_json,
    print_lines,
    unwritable,
)
from verifier.commands.recording import close_record, open_record
from verifier.commands.stop import FINDINGS, FINE, UNKNOWN, UNUSABLE, Stop
from verifier.commands.tiles import About, Asks, about, averages_said, bar, drawn, drawn_fields, most_said, share
from verifier.report import Terminal, plural

if TYPE_CHECKING:
    from verifier.balance import Distribution, Sample
    from verifier.record import Record
    from verifier.strength import Worth
    from verifier.tuning import Figure, Variants
    from verifier.verdict import Maximum

TIME_LIMIT = 60.0
WORTH_LIMIT = 600.0


@dataclass(frozen=True)
class _Measured:
    """A tile with one number: the most that it can score, its scores in random cities, its worth if that is
    asked."""

    most: Maximum | None
    scores: Distribution
    worth: Worth | None

    def figure(self, of: str) -> Figure:
        """What is compared."""
        from verifier.tuning import Figure

        match of:
            case "average":
                return Figure(self.scores.mean, self.scores.mean)
            case "zero":
                return Figure(self.scores.zero, self.scores.zero)
            case "worth":
                return Figure(None, None) if self.worth is None else Figure(self.worth.low, self.worth.high)
            case _:
                assert self.most is not None
                return Figure(self.most.value, self.most.bound)


class _Bench:
    """Measures a tile under rules that differ in a number, each with a record of its own rules."""

    def __init__(self, args: Namespace, x: About) -> None:
        self.args, self.x = args, x
        self.asks = Asks(args, args.time_limit or (WORTH_LIMIT if args.of == "worth" else TIME_LIMIT))
        self.records: dict[int, Record | None] = {}
        self.sample: Sample | None = None

    def record(self, spec: Specification) -> Record | None:
        """The record under some rules."""
        if id(spec) not in self.records:
            self.records[id(spec)] = open_record(self.args, spec)
        return self.records[id(spec)]

    def __call__(self, spec: Specification, tile: str) -> _Measured:
        """What a tile scores under some rules."""
        from verifier.balance import Distribution
        from verifier.questions import MaximumQuestion

        x, args, record = self.x, self.args, self.record(spec)
        q = MaximumQuestion(tile, x.mode, args.scope, x.players, x.readings)
        most = None if args.of == "worth" else self.asks(spec, q, record)
        sample = drawn(args, spec, x, gives=most is not None and most.unit != "VP")
        self.sample = sample
        scores = Distribution.of(sample.of(tile, most is not None and most.unit != "VP"))
        return _Measured(most, scores, self._worth(spec, tile, record) if args.of == "worth" else None)

    def _worth(self, spec: Specification, tile: str, record: Record | None) -> Worth:
        from verifier.strength import Known, Worth, total_question

        x = self.x
        sides = []
        for n in (tile, ""):
            q = total_question(x.mode, self.args.scope, x.players, x.readings, n)
            sides.append(Known(self.asks(spec, q, record), "asked"))
        return Worth.of(*sides)

    def close(self, code: int) -> int:
        """Write the records; the exit code of the run."""
        for record in self.records.values():
            code = close_record(self.args, record, code)
        return code


@dataclass
class _Result:
    """What was asked and found: figures by number, and of a search the figure of the other tile, the numbers that
    make it, the nearest ones, in which order the figures are, and the number at which it ended."""

    measured: dict[int, _Measured]
    other: str = ""
    target: _Measured | None = None
    equal: tuple[int, ...] = ()
    nearest: tuple[int, ...] = ()
    order: str = ""
    left_out: int = 0
    stuck: int | None = None
    no_target: bool = False
    written: str = ""
    failing: tuple[str, ...] = ()


def run(args: Namespace) -> int:
    """List the numbers, or try others."""
    spec = load_spec(args)
    x = about(args, spec)
    known = numbers(spec.declarations, x.tile, x.mode, x.readings)
    if not known:
        help = "its sentences hold no number; `tileproof explain` shows them"
        raise Stop(UNUSABLE, f"there is no number in the text of `{x.tile}` in {x.mode}", help)
    if args.values is None and args.like is None:
        if args.write:
            raise Stop(UNUSABLE, "nothing says which number to write", "add `--try VALUE`, or `--like TILE`")
        chosen = known if args.number is None else (_number(args, x, known),)
        _print_numbers(args, spec, x, known, chosen)
        return FINE
    number = _number(args, x, known)

    from verifier.tuning import Variants

    variants = Variants(spec, number)
    values = _values(args, number, variants)
    if args.write:
        _may_write(args, number)
        if args.like is None:
            _one(values)
    bench = _Bench(args, x)
    result = _search(args, spec, x, variants, values, bench) if args.like is not None else _Result({})
    if args.like is None:
        for v in values:
            result.measured[v] = _of(bench, variants, v, x.tile)
    code = bench.close(_code(result))
    trouble = None
    if args.write:
        try:
            _write(number, variants, values, result)
        except Stop as stop:  # what was found is told all the same
            trouble = stop
    if args.format == "json":
        print_json(_fields(args, x, known, number, bench, result))
    else:
        print_lines(_text(args, spec, x, known, number, bench, result, out_terminal(args)))
    if trouble is not None:
        trouble.printed = True
        raise trouble
    return code


def _of(bench: _Bench, variants: Variants, value: int, tile: str) -> _Measured:
    spec = variants.of(value)
    assert spec is not None
    bench.asks.progress(f"with {value}:")
    return bench(spec, tile)


def _code(result: _Result) -> int:
    if result.stuck is not None or result.no_target:
        return UNKNOWN
    if result.other and not result.equal:
        return FINDINGS
    open_ = any(m.most is not None and m.most.verdict in ("feasible", "unknown") for m in result.measured.values())
    return UNKNOWN if open_ and not result.other else FINE


# ---- what is tried ---------------------------------------------------------------------------------------


def _number(args: Namespace, x: About, known: tuple[Number, ...]) -> Number:
    """The number that the options name.

    Raises `Stop` if there is no such number, or several and none is named."""
    if args.number is None:
        if len(known) == 1:
            return known[0]
        help = f"choose one with `--number`; `tileproof tune {x.tile} {x.head(args)}` lists them"
        raise Stop(UNUSABLE, f"`{x.tile}` has {len(known)} numbers in {x.mode}", help)
    if args.number > len(known):
        help = f"`tileproof tune {x.tile} {x.head(args)}` lists them"
        raise Stop(UNUSABLE, f"`{x.tile}` has {plural(len(known), 'number')} in {x.mode}, not {args.number}", help)
    chosen: int = args.number
    return known[chosen - 1]


def _values(args: Namespace, number: Number, variants: Variants) -> tuple[int, ...]:
    """The numbers to try, in rising order; without `--try`, up to twice the one that is there and a few more.

    Raises `Stop` if one that is named can not stand there."""
    if args.values is None:
        every = range(2 * number.value + 5)
        return tuple(v for v in every if variants.of(v) is not None)
    for v in args.values:
        if variants.of(v) is None:
            raise Stop(UNUSABLE, f"{v} can not stand in the place of {number.value} in `{number.sentence}`")
    return tuple(sorted(set(args.values)))


def _search(
    args: Namespace, spec: Specification, x: About, variants: Variants, values: tuple[int, ...], bench: _Bench
) -> _Result:
    """Look for the number that makes the tile as strong as another one."""
    from verifier.tuning import Search, Undecided

    other = kind_named(args.like, spec, tiles=True)
    if x.mode not in spec.declarations.kind_modes[other]:
        modes = ", ".join(spec.declarations.kind_modes[other])
        raise Stop(UNUSABLE, f"`{other}` does not exist in {x.mode}", f"it exists in {modes}")
    if other == x.tile:
        raise Stop(UNUSABLE, f"`{other}` is the tile itself", "`--like` names another one")
    bench.asks.progress(f"{other}:")
    target = bench(spec, other)
    result = _Result({}, other, target)
    mine = _of(bench, variants, variants.number.value, x.tile)
    if target.most is not None and mine.most is not None and target.most.unit != mine.most.unit:
        help = "compare tiles that are measured alike"
        units = f"`{x.tile}` is measured in {mine.most.unit}, `{other}` in {target.most.unit}"
        raise Stop(UNUSABLE, units, help)
    goal = target.figure(args.of).exact
    order = variants.order(values, x.tile, x.mode, x.readings)
    # The share of cities with 0 follows the scores only where these are never below 0.
    result.order = "unknown" if args.of == "zero" else order
    result.measured[variants.number.value] = mine
    if goal is None:
        result.no_target = True
        return result

    def figure(value: int) -> Figure:
        if value not in result.measured:
            result.measured[value] = _of(bench, variants, value, x.tile)
        return result.measured[value].figure(args.of)

    search = Search(values, figure, goal, result.order)
    try:
        equal, nearest = search.run()
        result.equal, result.nearest = tuple(equal), tuple(nearest)
    except Undecided as error:
        result.stuck = error.value
    result.left_out = len(set(values) - set(search.tried))
    return result


# ---- writing ---------------------------------------------------------------------------------------------


def _may_write(args: Namespace, number: Number) -> None:
    """Raises `Stop` if the file of a number is not the author's own."""
    path = Path(number.span.source.name)
    own = [Path(p).resolve() for p in (args.spec, *(args.sets or ())) if p and Path(p).exists()]
    inside = path.resolve()
    if shipped().resolve() in inside.parents and not any(p == inside or p in inside.parents for p in own):
        help = "copy the tile into a file of your own and name it with `--with`"
        raise Stop(UNUSABLE, f"{path} belongs to the specification that comes along", help)


def _one(values: tuple[int, ...]) -> int:
    """The one number to write.

    Raises `Stop` if there is none, or several."""
    if len(values) != 1:
        why = f"{len(values)} numbers could be written" if values else "no number was found that could be written"
        raise Stop(UNUSABLE, why, "`--try VALUE --write` writes the one that you name")
    return values[0]


def _write(number: Number, variants: Variants, values: tuple[int, ...], result: _Result) -> None:
    """Write the one number that was asked for or found into its file.

    Raises `Stop` if there is none or several, or the file can not be written."""
    from dsl.run_examples import run_examples

    value = _one(result.equal if result.other else values)
    path = Path(number.span.source.name)
    mutant, changed = variants.mutant(value), variants.of(value)
    if mutant is None or changed is None:
        result.written = f"{number.span}: {value} stands there already"
        return
    try:
        text = path.read_bytes().decode("utf-8")
    except (OSError, UnicodeDecodeError) as error:
        raise Stop(UNUSABLE, f"{path} can not be read: {error}") from None
    new = rewritten(text, mutant, value)
    if new is None:
        raise Stop(UNUSABLE, f"{path} is not as it was read, so nothing is written")
    try:
        write_whole(path, new)
    except OSError as error:
        raise Stop(UNUSABLE, unwritable(path, error)) from None
    result.written = f"{number.span}: {value} instead of {number.value}"
    bag = Bag()
    ran = run_examples(changed, bag)
    result.failing = tuple(f"{x.case.owner}: {_named(x.case.syntax)}" for x in ran if not x.passed)


def _named(example: Example) -> str:
    """What an example is called."""
    return example.title.value if example.title is not None else f"the example at {example.span}"


# ---- data ------------------------------------------------------------------------------------------------


def _place(n: Number, index: int) -> dict[str, object]:
    line, column = n.span.begin()
    return {
        "number": index,
        "value": n.value,
        "of": n.target,
        "sentence": n.sentence,
        "file": n.span.source.name,
        "line": line,
        "column": column,
    }


def _figures(m: _Measured) -> dict[str, object]:
    most = m.most
    return {
        "verdict": None if most is None else most.verdict,
        "most": None if most is None else most.value,
        "bound": None if most is None else most.bound,
        "unit": "VP" if most is None else most.unit,
        "average": round(m.scores.mean, 4),
        "zero": round(m.scores.zero, 6),
        "cities": m.scores.cities,
        "worth": None if m.worth is None else {"at_least": m.worth.low, "at_most": m.worth.high},
    }


def _fields(
    args: Namespace, x: About, known: tuple[Number, ...], number: Number, bench: _Bench, r: _Result
) -> dict[str, object]:
    out: dict[str, object] = {
        **x.fields(args),
        **drawn_fields(args, bench.sample),
        "number": _place(number, known.index(number) + 1),
        "tried": [{"value": v, **_figures(m)} for v, m in sorted(r.measured.items())],
        "written": r.written or None,
        "failing": list(r.failing),
    }
    if r.other:
        assert r.target is not None
        out["like"] = {
            "tile": r.other,
            "of": args.of,
            **_figures(r.target),
            "order": r.order,
            "equal": list(r.equal),
            "nearest": list(r.nearest),
            "left_out": r.left_out,
            "undecided_at": r.stuck,
        }
    return out


# ---- text ------------------------------------------------------------------------------------------------


def _caret(n: Number, terminal: Terminal) -> Iterator[str]:
    """The line of a number, with a caret below it."""
    for line in render(Diagnostic("", "", n.span)).split("\n")[1:]:
        yield terminal.paint(line, "bold") if line.lstrip(" |").startswith("^") else line


def _shared(spec: Specification, n: Number, tile: str) -> str:
    """Who else looks up the table that a number stands in."""
    from dsl.mutate import looked_up

    d = spec.declarations
    if n.target not in d.tables:
        return ""
    users = [k for k in [*d.kinds, *d.scorings] if k != tile and n.target in looked_up(d, k)]
    return f"the table `{n.target}`" + (f", which {', '.join(users)} look up, too" if users else "")


def _print_numbers(
    args: Namespace, spec: Specification, x: About, known: tuple[Number, ...], chosen: tuple[Number, ...]
) -> None:
    if args.format == "json":
        listed = [_place(n, i) for i, n in enumerate(known, 1) if n in chosen]
        print_json({"tile": x.tile, "mode": x.mode, "numbers": listed})
        return
    terminal = out_terminal(args)
    title = spec.game(x.mode, x.readings).kinds[x.tile].title
    out = [terminal.paint(f"{title}, {x.mode}", "bold") + f": {plural(len(known), 'number')}"]
    for i, n in enumerate(known, 1):
        if n in chosen:
            shared = _shared(spec, n, x.tile)
            out += ["", terminal.paint(f"number {i}: {n.value}", "bold") + (f", in {shared}" if shared else "")]
            out += _caret(n, terminal)
    pick = "" if len(known) == 1 else " --number 1"
    high = known[0].value + 4
    out += ["", f"`tileproof tune {x.tile} {x.head(args)}{pick} --try 1..{high}` tries others."]
    print_lines(out)


def _text(
    args: Namespace,
    spec: Specification,
    x: About,
    known: tuple[Number, ...],
    number: Number,
    bench: _Bench,
    r: _Result,
    terminal: Terminal,
) -> Iterator[str]:
    kinds = spec.game(x.mode, x.readings).kinds
    title = kinds[x.tile].title
    head = f"{title}, {x.mode}, scope {args.scope}: number {known.index(number) + 1}, which is {number.value}"
    shared = _shared(spec, number, x.tile)
    yield terminal.paint(head, "bold") + (f", in {shared}" if shared else "")
    yield from (f"under {name} is {reading}" for name, reading in chosen_readings(spec, x.readings).items())
    yield from _caret(number, terminal)
    yield ""
    yield from _table(args, number, r, kinds[r.other].title if r.other else "", terminal)
    yield ""
    if r.other:
        yield from report.paragraph(_found(args, title, kinds[r.other].title, number, r))
    assert bench.sample is not None
    yield from report.paragraph(averages_said(args, bench.sample))
    if r.written:
        yield f"written: {r.written}"
        if r.failing:
            yield f"{plural(len(r.failing), 'example')} now {'says' if len(r.failing) == 1 else 'say'} otherwise:"
            yield from (f"  {x}" for x in r.failing)


def _table(args: Namespace, number: Number, r: _Result, other: str, terminal: Terminal) -> Iterator[str]:
    from verifier.commands.strength import worth_said

    every = [*r.measured.values(), *([r.target] if r.target is not None else [])]
    longest: float = max((m.most.value or 0 for m in every if m.most is not None), default=0)
    longest = longest or max((m.scores.mean for m in every), default=0)

    def row(name: str, m: _Measured) -> tuple[str, ...]:
        first = worth_said(m.worth) if m.most is None else most_said(m.most)
        outer = m.scores.mean if m.most is None else m.most.value or 0
        chart = bar(m.scores.mean, outer, longest, terminal)
        few = m.scores.cities == 0
        return (name, first, "-" if few else f"{m.scores.mean:.2f}", "-" if few else share(m.scores.zero), chart)

    here = ">" if terminal.ascii else "▶"
    rows = [row(f"{here} {v}" if v == number.value else str(v), m) for v, m in sorted(r.measured.items())]
    if r.target is not None:
        rows.append(row(other, r.target))
    unit = next((m.most.unit for m in every if m.most is not None), "VP")
    first = "worth" if args.of == "worth" else "most"
    chart = f"average and most, in {unit}" if first == "most" else "average, in VP"
    head = ("number", first, "average", "scores 0", chart)
    yield from report.table(head, rows, terminal, frozenset((0, 1, 2, 3)))


_FIGURE = {
    "most": "the most that {tile} can score",
    "average": "the average of {tile}",
    "zero": "the share of cities in which {tile} scores 0",
    "worth": "what {tile} is worth",
}


def _found(args: Namespace, title: str, other: str, number: Number, r: _Result) -> str:
    figure, of_other = (_FIGURE[args.of].format(tile=t) for t in (title, other))
    if r.no_target:
        return f"Not known: {of_other} was not found in the time; `--time-limit` gives it more."
    if r.stuck is not None:
        return f"Not known: with {r.stuck}, {figure} was not found in the time; `--time-limit` gives it more."
    why = ""
    if r.order in ("rising", "falling") and r.left_out:
        never = "less" if r.order == "rising" else "more"
        why = (
            f" The sentence shows that a greater number never scores {never} in any city, so that "
            f"{plural(r.left_out, 'number')} need not be tried."
        )
    if r.equal:
        span = len(r.equal) > 2 and r.equal[-1] - r.equal[0] == len(r.equal) - 1
        listed = f"{r.equal[0]} to {r.equal[-1]}" if span else _listed([str(v) for v in r.equal])
        return f"With {listed}, {figure} is {of_other}.{why}"
    near = _listed([str(v) for v in r.nearest])
    return f"No number that was tried makes {figure} just {of_other}; nearest: {near or 'none'}.{why}"


def _listed(words: list[str]) -> str:
    """`1`, `1 and 2`, `1, 2 and 3`."""
    return " and ".join([", ".join(words[:-1]), words[-1]] if len(words) > 1 else words)
