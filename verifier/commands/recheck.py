"""`tileproof recheck`: cvc5 decides again what the verdicts rest on.

Guarantee: *agreed* means that cvc5 gave the expected answer; a question without an answer is counted and named,
never taken for agreement. The script of a question that cvc5 answers otherwise is kept, and its file is named.
"""

from __future__ import annotations

import os
import tempfile
from argparse import Namespace
from collections import Counter
from collections.abc import Iterator
from dataclasses import asdict, dataclass
from pathlib import Path
from typing import Literal

from dsl.diagnostics import why
from verifier import report
from verifier.commands.common import Progress, load_spec, out_terminal, print_json, print_lines
from verifier.commands.recording import close_record, open_record
from verifier.commands.stop import FINDINGS, FINE, UNKNOWN, UNUSABLE, Stop
from verifier.report import Terminal, plural
from verifier.second import Answer, Reply, decide, expected, solver

Verdict = Literal["agreed", "disagreed", "no answer", "open"]
STYLES: dict[Verdict, str] = {
    "agreed": "green",
    "disagreed": "red bold",
    "no answer": "yellow",
    "open": "yellow",
}


@dataclass(frozen=True)
class Checked:
    """A question with both answers. `open`: none was expected. `file` is null if the script is not kept."""

    name: str
    file: str | None
    expected: Answer
    answer: Answer
    verdict: Verdict
    reason: str
    seconds: float


def run(args: Namespace) -> int:
    """Decide again and print the table."""
    who = solver()
    if who is None:
        help = "install it with `pip install 'tileproof[second]'`"
        raise Stop(UNUSABLE, "the second solver, cvc5, is not installed", help)
    if args.folder is not None:
        found = _checked(args, _read(Path(args.folder)))
        return _told(args, found, who)
    if args.rulings or args.players is not None:
        help = "`prove` and `max` take `--ruling` and `--players`; decide again what they write with `--emit smt2`"
        raise Stop(UNUSABLE, "`recheck` works under the default rulings, with the usual number of players", help)
    spec = load_spec(args)

    from verifier.obligations import of_report
    from verifier.verify import verify

    record = open_record(args, spec)
    verified = verify(spec, jobs=_jobs(args), plays=(), progress=Progress(args), record=record)
    questions = ((x.name, None, x.text) for x in of_report(verified))
    found = _checked(args, questions)
    return close_record(args, record, _told(args, found, who))


def _jobs(args: Namespace) -> int:
    return int(args.jobs or os.cpu_count() or 1)


def _read(folder: Path) -> Iterator[tuple[str, Path, str]]:
    """The scripts of a folder.

    Raises `Stop` if there are none, or they can not be read."""
    if not folder.is_dir():
        raise Stop(UNUSABLE, f"{folder} is no folder", "`max` and `prove` write questions with `--emit smt2 DIR`")
    files = sorted(folder.glob("*.smt2"))
    if not files:
        help = "`max` and `prove` write questions with `--emit smt2 DIR`"
        raise Stop(UNUSABLE, f"{folder} holds no file `*.smt2`", help)
    return ((file.stem, file, _text_of(file)) for file in files)


def _text_of(file: Path) -> str:
    try:
        return file.read_text("utf-8", errors="replace")
    except OSError as error:
        reason = why(error)
        raise Stop(UNUSABLE, f"{file} can not be read: {reason}") from None


def _checked(args: Namespace, questions: Iterator[tuple[str, Path | None, str]]) -> list[Checked]:
    """What came of the questions, in their order."""
    progress = Progress(args)
    asked: dict[int, tuple[str, Path | None, str]] = {}  # those whose reply is still to come
    kept: list[Path] = []  # the folder for scripts that are no files yet, once there is one

    def scripts() -> Iterator[str]:
        for number, question in enumerate(questions):
            asked[number] = question
            yield question[2]

    done: dict[int, Checked] = {}
    replies = decide(scripts(), seconds=args.time_limit, jobs=_jobs(args), memory_mb=args.max_memory)
    for number, reply in replies:
        name, file, script = asked.pop(number)
        wanted = expected(script)
        verdict = _verdict(wanted, reply)
        if verdict == "disagreed" and file is None:
            file = _keep(name, script, kept)
        said = None if file is None else str(file)
        done[number] = Checked(name, said, wanted, reply.answer, verdict, reply.reason, reply.seconds)
        progress(f"{len(done)} {name}: {verdict}")
    return [done[number] for number in sorted(done)]


def _verdict(wanted: Answer, reply: Reply) -> Verdict:
    if reply.answer == "unknown":
        return "no answer"
    if wanted == "unknown":
        return "open"
    return "agreed" if reply.answer == wanted else "disagreed"


def _keep(name: str, script: str, kept: list[Path]) -> Path:
    """Write a script into a folder that stays, made for the first one."""
    try:
        if not kept:
            kept.append(Path(tempfile.mkdtemp(prefix="tileproof-")))
        path, n = kept[0] / f"{name}.smt2", 1
        while path.exists():
            n += 1
            path = kept[0] / f"{name}-{n}.smt2"
        path.write_text(script, "utf-8", newline="\n")
    except OSError as error:
        reason = why(error)
        raise Stop(FINDINGS, f"cvc5 disagrees on {name}, and its script can not be written: {reason}") from None
    return path


def exit_code(found: list[Checked], strict: bool) -> int:
    """The exit code: a disagreement is a finding, and no answer is one that is not known, where all is wanted."""
    verdicts = {x.verdict for x in found}
    if "disagreed" in verdicts:
        return FINDINGS
    return UNKNOWN if strict and "no answer" in verdicts else FINE


def _told(args: Namespace, found: list[Checked], who: str) -> int:
    """Print what came of it; the exit code."""
    counts = Counter(x.verdict for x in found)
    if args.format == "json":
        totals = {name.replace(" ", "_"): counts[name] for name in STYLES}
        print_json({"solver": who, **totals, "questions": [asdict(x) for x in found]})
    else:
        print_lines(_text(found, counts, who, out_terminal(args)))
    return exit_code(found, args.strict)


def _text(found: list[Checked], counts: Counter[Verdict], who: str, terminal: Terminal) -> list[str]:
    rows = [
        (
            x.name,
            x.expected,
            x.answer,
            terminal.paint(x.verdict, STYLES[x.verdict]) + (f": {x.reason}" if x.reason else ""),
            report.seconds(x.seconds),
        )
        for x in found
    ]
    # What it comes to stands last, where a terminal still shows it.
    out = report.table(("question", "expected", who.split()[0], "verdict", "time"), rows, terminal, frozenset({4}))
    for x in found:
        if x.verdict == "disagreed":
            head = terminal.paint("disagreement", "red bold")
            out += ["", f"{head}: {x.expected} is expected, {who} says {x.answer}: {x.file}"]
    parts = [f"{counts[v]} {v}" for v in STYLES if counts[v] or v != "open"]
    style = "red bold" if counts["disagreed"] else "yellow" if counts["no answer"] else "green"
    total = f"{plural(len(found), 'question')}, {who}: {', '.join(parts)}"
    return [*out, "", terminal.paint(total, style)]
