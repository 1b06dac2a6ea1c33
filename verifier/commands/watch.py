"""`tileproof watch FILE|FOLDER`: what the rules mean now, told again after every save.

Guarantee: what is told is of the texts as they were read after the last save of any of the files that belong
together; nothing is written, no proof record is read, and questions about an older text are given up. A question of
one meaning is decided once. Ctrl-C ends it with exit code 0.
"""

from __future__ import annotations

import contextlib
import time
from argparse import Namespace
from collections.abc import Iterable, Iterator
from datetime import datetime
from pathlib import Path
from typing import TYPE_CHECKING

from dsl.assemble import Specification
from dsl.check import ExampleCase, examples
from dsl.claims import properties
from dsl.declarations import title_of
from dsl.diagnostics import Bag, Failure, ordered
from dsl.load import SUFFIX, load, shown_path
from dsl.run_examples import run_examples
from verifier import report
from verifier.commands.check import read_together
from verifier.commands.common import out_terminal
from verifier.commands.sheet import city_lines
from verifier.commands.stop import FINE, UNUSABLE, Stop
from verifier.report import Terminal, plural
from verifier.starter import in_words

if TYPE_CHECKING:
    from verifier.background import Background, Told

_POLL = 0.2  # seconds between two looks at the files, where the system does not tell of changes
_REST = 0.03  # seconds without a change after which a save is over: editors empty a file and fill it, or move it
_Stamps = dict[Path, tuple[int, int]]


def run(args: Namespace) -> int:
    """Watch until interrupted."""
    paths = [Path(p) for p in args.paths] or [Path.cwd()]
    for path in paths:
        if not path.exists():
            raise Stop(UNUSABLE, f"there is no file or folder {path}")
    watch = _Watch(args, paths)
    with contextlib.suppress(KeyboardInterrupt):
        watch.run()
    watch.give_up()
    return FINE


def stamps(paths: Iterable[Path]) -> _Stamps:
    """When the rule files of some paths were changed (ns), and their sizes (bytes)."""
    found: _Stamps = {}
    for path in paths:
        for file in sorted(path.rglob(f"*{SUFFIX}")) if path.is_dir() else [path]:
            with contextlib.suppress(OSError):  # gone between two looks: as if it was never there
                facts = file.stat()
                found[file] = (facts.st_mtime_ns, facts.st_size)
    return found


class _Watch:
    def __init__(self, args: Namespace, paths: list[Path]) -> None:
        self.args = args
        self.paths = paths
        self.terminal: Terminal = out_terminal(args)
        self.seen: _Stamps = {}
        self.others: list[Path] = []  # what the watched files are read with
        self.verdicts: dict[str, str] = {}
        self.shown: dict[str, str] = {}
        self.known: dict[str, Told] = {}  # by the keys of the questions
        self.asked: list[tuple[str, str]] = []
        self.background: Background | None = None

    def run(self) -> None:
        """Tell, and wait for the next save, for ever."""
        while True:
            self.seen = self._settled()
            self.tell()
            self._wait()

    def _stamps(self) -> _Stamps:
        return {**stamps(self.others), **stamps(self.paths)}

    def _settled(self) -> _Stamps:
        """How the files are when nobody is just writing them."""
        found = self._stamps()
        while True:
            time.sleep(_REST)
            before, found = found, self._stamps()
            if found == before:
                return found

    def give_up(self) -> None:
        """End what runs in the background."""
        if self.background is not None:
            self.background.stop()
            self.background = None

    def _wait(self) -> None:
        """Until a file is not what it was; meanwhile what the background finds is told."""
        for _ in _ticks([*self.paths, *self.others]):
            if self.background is not None:
                for told in self.background.found():
                    words, key = self.asked[told.number]
                    if told.decided:
                        self.known[key] = told
                    self._verdict(words, told)
                if self.background.over:
                    self.give_up()
                    print(self.terminal.paint("(nothing more is asked)", "dim"), flush=True)
            if self._stamps() != self.seen:
                return

    def tell(self) -> None:
        """Everything that the files say now."""
        self.give_up()
        started = time.monotonic()
        bag = Bag()
        spec: Specification | None = None
        held: list[bool] = []
        try:
            spec = load(list(read_together(self.args, [str(p) for p in self.paths])), bag)
            self.others = sorted({Path(f.span.source.name) for f in spec.files})
            # A file that was made since is looked at the next time.
            self.seen = {**stamps(p for p in self.others if p not in self.seen), **self.seen}
            mine = self._mine(spec)
            held = [x.passed for x in run_examples(spec, bag, mine)]
            found = ordered(bag.found)
        except Failure as failure:
            found = ordered([*failure.diagnostics, *(d for d in bag.found if d.severity == "warning")])
        head = self.terminal.paint(f"---- {datetime.now():%H:%M:%S} ", "bold")
        lines = [head + ", ".join(map(shown_path, self.paths))]
        if found:
            lines.append(report.diagnostics(found, self.terminal))
        if spec is not None:
            for kind in mine:
                lines += self._kind(spec, kind)
            failed = held.count(False)
            lines.append(f"{plural(len(held), 'example')}: {f'{failed} wrong' if failed else 'all right'}")
        lines.append(self.terminal.paint(f"({time.monotonic() - started:.1f} s)", "dim"))
        print("\n".join(lines), flush=True)
        if spec is not None:
            self._ask(spec, mine)

    def _mine(self, spec: Specification) -> list[str]:
        """The kinds and scorings that the watched files declare."""
        files = {shown_path(p) for p in stamps(self.paths)}
        d = spec.declarations
        return [n for n, x in [*d.kinds.items(), *d.scorings.items()] if x.span.source.name in files]

    def _kind(self, spec: Specification, kind: str) -> Iterator[str]:
        """Title, sentence and a drawing of what was declared."""
        d = spec.declarations
        decl = d.kinds[kind] if kind in d.kinds else d.scorings[kind]
        yield self.terminal.paint(f"{title_of(decl)} ({kind})", "bold")
        said: dict[str, list[str]] = {}
        for mode in d.kind_modes[kind]:
            said.setdefault(in_words(spec, kind, mode) or "Scores nothing by its own text.", []).append(mode)
        for words, modes in said.items():
            head = f"  {', '.join(modes)}: " if len(said) > 1 else "  "
            yield from report.paragraph(head.strip() + (" " if head.strip() else "") + words, "    ", "  ")
        case: ExampleCase | None = next(iter(examples(spec, Bag(), [kind])), None)
        if case is not None:
            game = spec.game(case.mode, case.readings)
            yield from (f"  {line}" for line in city_lines(case.city, game, self.terminal))

    # -- in the background

    def _ask(self, spec: Specification, mine: list[str]) -> None:
        """Ask about the properties and the most that can be scored, unless it is known of such rules."""
        from verifier.background import Background, Claimed, Most, scope_of
        from verifier.keys import Keys
        from verifier.questions import MaximumQuestion, PropertyQuestion

        d = spec.declarations
        keys = Keys(spec)
        asked: list[tuple[Claimed | Most, str, str]] = []
        for i, case in enumerate(properties(spec)):
            if case.owner in mine:
                key = keys.of(PropertyQuestion(case, d.modes[case.mode].usual_players))
                asked.append((Claimed(i), f"{case.owner}, {case.mode}: {case.title}", key))
        for kind in mine:
            if kind in d.kinds and d.is_tile(kind):
                for mode in d.kind_modes[kind]:
                    scope = scope_of(spec.game(mode))
                    players = d.modes[mode].usual_players
                    key = keys.of(MaximumQuestion(kind, mode, scope, players, spec.readings()))
                    words = f"{kind}, {mode}, scope {scope}: most it can score"
                    asked.append((Most(kind, mode, scope), words, key))
        for _, words, key in asked:
            if key in self.known:
                self._verdict(words, self.known[key])
        asked = [x for x in asked if x[2] not in self.known]
        self.asked = [(words, key) for _, words, key in asked]
        self.background = Background(spec, [x for x, _, _ in asked], float(self.args.time_limit)) if asked else None

    def _verdict(self, words: str, told: Told) -> None:
        """Tell an answer, or how far it is, if that was not told before."""
        said = told.words
        before = self.verdicts.get(words)
        if said not in (self.shown.get(words), before):
            was = f" (was {before})" if told.final and before is not None else ""
            print(f"{words}: {self.terminal.paint(said, 'bold' if told.final else 'dim')}{was}", flush=True)
        self.shown[words] = said
        if told.final:
            self.verdicts[words] = said


def _ticks(paths: Iterable[Path]) -> Iterator[None]:
    """Comes back as soon as something may have changed, and several times a second anyway."""
    try:
        from watchfiles import watch

        # Editors put a new file in the place of the old one: it is the folder that tells of it. Only those with
        # rules are named, since what else lies below may be a whole home.
        files = [x.resolve() for x in (*paths, *stamps(paths))]
        folders = {x if x.is_dir() else x.parent for x in files if x.parent.is_dir()}
        told = watch(
            *sorted(folders),
            debounce=50,
            step=20,
            rust_timeout=200,
            yield_on_timeout=True,
            raise_interrupt=True,
            recursive=False,
        )
        yield from (None for _ in told)
    except (ImportError, OSError):
        while True:
            time.sleep(_POLL)
            yield
