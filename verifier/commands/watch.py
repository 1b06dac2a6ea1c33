"""`tileproof watch FILE|FOLDER`: what the rules mean now, told again after every save.

Guarantee: what is told is of the texts as they were read after the last save; nothing is written, no proof
record is read, and questions about an older text are given up. Ctrl-C ends it with exit code 0.
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
from dsl.declare import title_of
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
    from verifier.background import Background

_POLL = 0.2  # seconds between two looks at the files, where the system does not tell of changes
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
        self.verdicts: dict[str, str] = {}
        self.asked: list[str] = []
        self.background: Background | None = None

    def run(self) -> None:
        """Tell, and wait for the next save, for ever."""
        while True:
            self.seen = stamps(self.paths)
            self.tell()
            self._wait()

    def give_up(self) -> None:
        """End what runs in the background."""
        if self.background is not None:
            self.background.stop()
            self.background = None

    def _wait(self) -> None:
        """Until a file is not what it was; meanwhile what the background finds is told."""
        for _ in _ticks(self.paths):
            if self.background is not None:
                for i, verdict in self.background.found():
                    self._verdict(self.asked[i], verdict)
            if stamps(self.paths) != self.seen:
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
        files = {shown_path(p) for p in self.seen}
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
        """Ask about the properties and the most that can be scored."""
        from verifier.background import Background, Claimed, Most

        d = spec.declarations
        asked: list[tuple[Claimed | Most, str]] = []
        for i, case in enumerate(properties(spec)):
            if case.owner in mine:
                asked.append((Claimed(i), f"{case.owner}, {case.mode}: {case.title}"))
        for kind in mine:
            if kind in d.kinds and d.is_tile(kind):
                for mode in d.kind_modes[kind]:
                    # Without a list of what is in the box nothing could be taken in any round.
                    scope = "rounds" if spec.game(mode).stock else "any"
                    asked.append((Most(kind, mode, scope), f"{kind}, {mode}: most it can score"))
        self.asked = [words for _, words in asked]
        self.background = Background(spec, [x for x, _ in asked], float(self.args.time_limit)) if asked else None

    def _verdict(self, words: str, verdict: str) -> None:
        """Tell an answer, if it is not what it was."""
        before = self.verdicts.get(words)
        if before != verdict:
            was = f" (was {before})" if before is not None else ""
            print(f"{words}: {self.terminal.paint(verdict, 'bold')}{was}", flush=True)
        self.verdicts[words] = verdict


def _ticks(paths: Iterable[Path]) -> Iterator[None]:
    """Comes back as soon as something may have changed, and several times a second anyway."""
    try:
        from watchfiles import watch

        # Editors put a new file in the place of the old one: it is the folder that tells of it.
        folders = sorted({p if p.is_dir() else p.resolve().parent for p in paths})
        yield from (None for _ in watch(*folders, rust_timeout=200, yield_on_timeout=True, raise_interrupt=True))
    except (ImportError, OSError):
        while True:
            time.sleep(_POLL)
            yield
