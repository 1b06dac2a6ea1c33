"""`tileproof sweep`: many maxima into a file, by processes of this machine or by others.

Guarantee: what was decided is in the file when its line of progress appears, and is not asked again, and neither is
what the proof record has decided; at its end, however it comes, the record has what the file has. The exit code is
0 only if every question of the shard has an answer that was checked.
"""

from __future__ import annotations

import sys
from argparse import Namespace
from collections.abc import Callable, Iterator
from contextlib import closing
from functools import partial
from pathlib import Path
from typing import TYPE_CHECKING, TypeVar

from dsl.assemble import Specification
from verifier import report
from verifier.commands.common import (
    Progress,
    chosen_readings,
    err_terminal,
    kind_named,
    load_spec,
    mode_named,
    out_terminal,
    players_of,
    print_json,
    print_lines,
    rulings,
    say,
)
from verifier.commands.maximum import amount, maximum_fields
from verifier.commands.maximum import exit_code as maximum_code
from verifier.commands.recording import close_record, open_record
from verifier.commands.stop import FAULT, FINDINGS, FINE, INTERRUPTED, UNKNOWN, UNUSABLE, Stop
from verifier.report import VERDICT_STYLES, Terminal, plural

if TYPE_CHECKING:
    from verifier.executors import Opener
    from verifier.questions import MaximumQuestion
    from verifier.record import Record
    from verifier.results import Results
    from verifier.sweep import Task
    from verifier.verdict import Maximum

T = TypeVar("T")


def run(args: Namespace) -> int:
    """Merge, ask, and print what is known."""
    if args.up_to is not None and args.of != "total":
        raise Stop(UNUSABLE, "`--up-to` goes with `--of total`", f"`--of {args.of}` is about one tile at a time")
    if args.merge is not None:
        return _merge(args)
    spec = load_spec(args)
    questions = list(_questions(args, spec))

    from verifier.executors import named, open_executor
    from verifier.keys import Keys
    from verifier.sweep import shard, tasks

    usable(lambda: named(args.executor))
    every = tasks(Keys(spec), questions)
    if args.shard is not None:
        every = shard(every, *args.shard)
    # The limit is that of the search: building the model and asking for a second opinion come on top.
    patience = 2 * args.time_limit + 60
    opener = partial(open_executor, args.executor, seconds=patience, tell=lambda text: say(args, text))
    with usable(lambda: _open(args)) as results:
        record = open_record(args, spec)
        this = _Sweep(args, spec, every, results, record)
        code = FINE
        try:
            code = this.run(opener)
        finally:
            code = close_record(args, record, code)
        return code


def _questions(args: Namespace, spec: Specification) -> Iterator[MaximumQuestion]:
    """What is asked, in the order of the list: by mode, scope, readings, and tile."""
    from verifier.questions import MaximumQuestion

    chosen = rulings(args, spec)
    named = [kind_named(t, spec, tiles=True) for t in args.tiles]
    for tile in named:
        mode_named(args, spec, tile)  # complains of a mode that it does not exist in
    only = mode_named(args, spec) if args.mode is not None else None
    choices = [chosen]
    if args.all_readings:
        choices += [
            {**chosen, name: reading}
            for name, ruling in spec.rulings.items()
            if name not in chosen
            for reading in ruling.names()
            if reading != ruling.default
        ]
    for mode in spec.modes if only is None else [only]:
        players = players_of(args, spec.declarations.modes[mode])
        tiles = [t for t in spec.tiles(mode) if not named or t in named]
        for scope in args.scopes:
            for readings in choices:
                full, none = spec.readings(readings), frozenset[str]()
                if args.of == "worth" and tiles:
                    yield MaximumQuestion("", mode, scope, players, full, none, "total")
                for tile in tiles:
                    if args.of == "own":
                        yield MaximumQuestion(tile, mode, scope, players, full)
                    else:
                        must = frozenset({tile})
                        yield MaximumQuestion("", mode, scope, players, full, none, "total", must)
                if args.up_to is not None and tiles:
                    yield MaximumQuestion("", mode, scope, players, full, None, "total", none, args.up_to)


def usable(action: Callable[[], T]) -> T:
    """Do what may find a file or an executor that can not be used, or results that contradict.

    Raises `Stop` then."""
    from verifier.executors import Unavailable
    from verifier.results import Contradiction, NoResults

    try:
        return action()
    except (NoResults, Unavailable) as error:
        raise Stop(UNUSABLE, str(error), error.help) from None
    except Contradiction as error:
        raise Stop(FAULT, str(error), "one of them is wrong, and which one is not for Tileproof to say") from None


def _open(args: Namespace) -> Results:
    """The file of results, with what others hold taken over."""
    from verifier.results import Results, merged

    results = Results(Path(args.out))
    try:
        if results.torn:
            say(args, f"{args.out}: the last line was not written to its end, and is left out")
        for path, found, new in merged(results, [Path(x) for x in args.sources or args.merge or ()]):
            say(args, f"{path}: {plural(len(found.lines), 'result')}, {new} of them new")
            results.edited += found.edited
        head = err_terminal(args).paint("warning", "yellow bold")
        for line in results.edited:
            print(f"{head}: {line.place}: it was edited, and is not used", file=sys.stderr)
    except BaseException:
        results.close()
        raise
    return results


def _merge(args: Namespace) -> int:
    """Only take over what other files hold."""
    if args.tiles or args.shard is not None or args.up_to is not None:
        help = "leave out tiles, --shard and --up-to with it"
        raise Stop(UNUSABLE, "`--merge` takes over all that its files hold", help)
    with usable(lambda: _open(args)) as results:
        lines = results.lines.values()
        open_ones = sum(not x.decided for x in lines)
        if args.format == "json":
            print_json({"file": args.out, "results": len(lines), "undecided": open_ones})
        else:
            print_lines([f"{args.out}: {plural(len(lines), 'result')}, {open_ones} of them undecided"])
        return FINDINGS if results.edited else FINE


def undecided(found: Maximum) -> bool:
    """Whether something is left to ask."""
    return found.verdict in ("feasible", "unknown")


class _Sweep:
    """One run of `sweep` on an open file."""

    def __init__(
        self, args: Namespace, spec: Specification, every: list[Task], results: Results, record: Record | None
    ) -> None:
        self.args = args
        self.record = record
        self.spec = spec
        self.every = every
        self.results = results
        self.found: dict[str, Maximum] = {}
        self.trouble: dict[str, str] = {}
        self.code = FINDINGS if results.edited else FINE

    def _blame(self, code: int) -> None:
        """Remember the worst that happened: a fault of ours before what can not be used, before findings, before
        what is not known."""
        rank = (FINE, UNKNOWN, FINDINGS, UNUSABLE, FAULT)
        self.code = max(self.code, code, key=rank.index)

    def run(self, opener: Opener) -> int:
        """Ask what the file does not know, and print all that it knows then."""
        from verifier.sweep import ExecutorGone

        todo = usable(self._todo)
        reused = len(self.found)
        recorded = f" ({self.record.reused} from the proof record)" if self.record and self.record.reused else ""
        say(self.args, f"{plural(len(self.every), 'question')}, {reused} known{recorded}, {len(todo)} to be asked")
        try:
            if todo:
                usable(lambda: self._ask(todo, opener))
        except ExecutorGone as error:
            help = f"{self._so_far()}; the same command goes on"
            raise Stop(UNUSABLE, f"the executor takes no more jobs: {error}", help) from None
        except KeyboardInterrupt:
            print(f"interrupted: {self._so_far()}; the same command goes on", file=sys.stderr)
            return INTERRUPTED
        for found in self.found.values():
            self._blame(maximum_code(found))
        if self.args.format == "json":
            print_json(self._fields(reused))
        else:
            print_lines(self._text(reused, out_terminal(self.args)))
        return self.code

    def _so_far(self) -> str:
        return f"{len(self.found)} of {len(self.every)} are in {self.args.out}"

    def _todo(self) -> list[Task]:
        """What neither the file nor the record knows."""
        from verifier.entries import Unfit
        from verifier.sweep import kept, known

        todo = []
        for task in self.every:
            try:
                found = known(self.spec, task, self.results)
            except Unfit as error:
                head = err_terminal(self.args).paint("warning", "yellow bold")
                place = self.results.lines.pop(task.key).place
                print(f"{head}: {place}: it is not used: {error}", file=sys.stderr)
                self._blame(FINDINGS)
                found = None
            if self.record is not None and (found is None or undecided(found)):
                recorded = self.record.maximum(task.question)
                if recorded is not None:
                    kept(self.spec, task, recorded, self.results, "the proof record")
                    found = recorded
            retried = self.args.retry and found is not None and undecided(found)
            if found is None or retried:
                todo.append(task)
            else:
                self._take(task, found)
        return todo

    def _take(self, task: Task, found: Maximum) -> None:
        """Count an answer as known, here and in the record."""
        self.found[task.key] = found
        if self.record is not None and not undecided(found):
            self.record.add(task.question, found)

    def _ask(self, todo: list[Task], opener: Opener) -> None:
        from verifier.sweep import sweep

        progress = Progress(self.args)
        done = len(self.found)
        limit = self.args.time_limit
        # However this ends, the executor is let go at once.
        with closing(sweep(self.spec, todo, self.results, opener, time_limit=limit)) as outcomes:
            for x in outcomes:
                done += 1
                if x.found is not None:
                    self._take(x.task, x.found)
                    said = f"{amount(x.found)}, {x.found.verdict}"
                else:
                    self.trouble[x.task.key] = said = x.trouble
                    self._blame(FAULT if x.refused else UNUSABLE)
                progress(f"{done}/{len(self.every)} {_title(x.task.question, self.spec)}: {said}")

    def _worths(self) -> list[tuple[str, MaximumQuestion, int, int]]:
        """With `--of worth`: each tile with the question about it, and how much more its best city scores than the
        best one without tiles, at least and at most (VP), where something is known of both ends."""
        if self.args.of != "worth":
            return []
        from verifier.commands.best import difference

        def place(q: MaximumQuestion) -> tuple[object, ...]:
            return q.mode, q.scope, q.players, tuple(sorted(q.readings.items()))

        answered = [(x.question, self.found[x.key]) for x in self.every if x.key in self.found]
        bare = {place(q): found for q, found in answered if not q.must}
        out = []
        for q, found in answered:
            if q.must and place(q) in bare:
                low, high = difference(found, bare[place(q)])
                if low is not None and high is not None:
                    out += [(tile, q, low, high) for tile in q.must]
        return out

    def _fields(self, reused: int) -> dict[str, object]:
        """What is known, as plain data."""
        from verifier.entries import question_fields

        return {
            "file": self.args.out,
            "reused": reused,
            "worth": [
                {"tile": tile, **question_fields(self.spec, q), "at_least": low, "at_most": high}
                for tile, q, low, high in self._worths()
            ],
            "maxima": [
                {
                    "key": x.key,
                    "question": question_fields(self.spec, x.question),
                    **maximum_fields(self.found[x.key], self.spec),
                    "recorded": True,
                }
                for x in self.every
                if x.key in self.found
            ],
            "failed": [
                {
                    "key": x.key,
                    "question": question_fields(self.spec, x.question),
                    "reason": self.trouble[x.key],
                }
                for x in self.every
                if x.key in self.trouble
            ],
        }

    def _text(self, reused: int, terminal: Terminal) -> list[str]:
        rows = []
        for x in self.every:
            q, found = x.question, self.found.get(x.key)
            if found is None:
                continue
            readings = ", ".join(f"{n} is {r}" for n, r in chosen_readings(self.spec, q.readings).items())
            verdict = terminal.paint(found.verdict, VERDICT_STYLES[found.verdict])
            time = report.seconds(found.seconds)
            rows.append((q.title(self.spec), q.mode, q.scope, readings, amount(found), verdict, time))
        head = ("what", "mode", "scope", "under", "most", "verdict", "time")
        out = report.table(head, rows, terminal, frozenset({6})) if rows else []
        out += [""] if self._worths() else []
        for tile, q, low, high in self._worths():
            said = f"{low} VP" if low == high else f"at least {low} VP, at most {high}"
            title = self.spec.game(q.mode, q.readings).kinds[tile].title
            out.append(f"{', '.join([title, *_where(q, self.spec)])}: worth {said}")
        for x in self.every:
            if x.key in self.trouble:
                bad = terminal.paint("no answer", "red bold")
                out += ["", f"{bad}: {_title(x.question, self.spec)}: {self.trouble[x.key]}"]
        optimal = sum(x.verdict == "optimal" for x in self.found.values())
        style = {FINE: "green", UNKNOWN: "yellow"}.get(self.code, "red bold")
        total = f"{len(self.found)} of {plural(len(self.every), 'question')} answered, {optimal} proved optimal"
        return [*out, *([""] if out else []), terminal.paint(f"{total}; {reused} were known", style)]


def _where(q: MaximumQuestion, spec: Specification) -> list[str]:
    """Mode, scope and readings of a question in short."""
    readings = [f"{n} is {r}" for n, r in chosen_readings(spec, q.readings).items()]
    return [q.mode, f"scope {q.scope}", *readings]


def _title(q: MaximumQuestion, spec: Specification) -> str:
    """A question in short."""
    return ", ".join([q.title(spec), *_where(q, spec)])
