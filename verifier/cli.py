"""The command line: `tileproof check`, `score`, `max`, `prove`, `verify` and the others of `tileproof --help`.

Guarantee: `main` returns an exit code and never raises but for faults of the interpreter itself; a
traceback is shown only when `TILEPROOF_DEBUG` is set. Importing this module imports no solver, no parser
and no table library.
"""

from __future__ import annotations

import argparse
import contextlib
import importlib
import itertools
import os
import sys
from collections.abc import Sequence
from typing import TextIO

from verifier.arguments import parser
from verifier.arguments.common import FORMATS
from verifier.commands.stop import FAULT, INTERRUPTED, PIPE_CLOSED, UNUSABLE, Stop


def main(argv: Sequence[str] | None = None) -> int:
    """Run one command and return its exit code."""
    for stream in (sys.stdout, sys.stderr):
        with contextlib.suppress(AttributeError, ValueError):
            # What a terminal can not show is written as an escape rather than breaking off.
            stream.reconfigure(errors="backslashreplace")  # type: ignore[union-attr]
    try:
        args = parser().parse_args(argv)
    except Stop as stop:
        return _stopped(stop, _meant(sys.argv[1:] if argv is None else argv))
    except SystemExit as stop:
        return stop.code if isinstance(stop.code, int) else UNUSABLE
    try:
        code: int = importlib.import_module(f"verifier.commands.{args.module}").run(args)
        sys.stdout.flush()
        return code
    except Stop as stop:
        return _stopped(stop, args)
    except KeyboardInterrupt:
        if args.format == "json":
            return _stopped(Stop(INTERRUPTED, "interrupted"), args)
        print("interrupted", file=sys.stderr)
        return INTERRUPTED
    except BrokenPipeError:
        return _pipe_closed(sys.stdout)
    except OSError as error:
        # Files are read and written where this is foreseen; what is left is the output.
        print(f"error: the output can not be written: {error.strerror or error}", file=sys.stderr)
        _pipe_closed(sys.stdout)
        return UNUSABLE
    except Exception as error:
        return _broken(error, args)


def _meant(argv: Sequence[str]) -> argparse.Namespace:
    """The options that say how a mistake in the options is to be told."""
    words = " ".join(argv).replace("=", " ").split()
    named = {a: b for a, b in itertools.pairwise(words) if a in ("--format", "--color")}
    return argparse.Namespace(format=named.get("--format", "text"), color=named.get("--color", "auto"))


def _pipe_closed(stream: TextIO) -> int:
    """Nobody reads any more: what is left goes nowhere, so that nothing complains at the end."""
    with contextlib.suppress(OSError, ValueError):
        os.dup2(os.open(os.devnull, os.O_WRONLY), stream.fileno())
    return PIPE_CLOSED


def _broken(error: Exception, args: argparse.Namespace) -> int:
    from dsl.diagnostics import Failure

    if isinstance(error, Failure):
        return _stopped(Stop(UNUSABLE, diagnostics=error.diagnostics), args)
    if os.environ.get("TILEPROOF_DEBUG"):
        import traceback

        traceback.print_exception(error)
    said = str(error).strip().split("\n")[0][:200]
    print(f"tileproof: this is a fault of Tileproof: {type(error).__name__}: {said}", file=sys.stderr)
    from verifier.commands.fault import write_report

    path = write_report(error, args)
    where = "set TILEPROOF_DEBUG=1 to see where it happened" if path is None else f"please send {path}"
    print(f"  = help: this is no verdict; {where}", file=sys.stderr)
    if args.format == "json":
        from verifier.commands.common import print_json

        with contextlib.suppress(OSError):
            print_json({"error": {"message": f"a fault of Tileproof: {said}", "help": where}, "diagnostics": []})
    return FAULT


def _stopped(stop: Stop, args: argparse.Namespace) -> int:
    """Tell why a command could not go on: on standard error, or as JSON on standard output."""
    from verifier import report
    from verifier.annotations import finding
    from verifier.commands.common import diagnostics_json, err_terminal, print_annotations, print_json

    try:
        if args.format == "json" and not stop.printed:
            error = {"message": stop.message, "help": stop.help} if stop.message else None
            print_json({"error": error, "diagnostics": diagnostics_json(stop.diagnostics)})
            return stop.code
        if args.format not in FORMATS and stop.diagnostics:
            print_annotations(map(finding, stop.diagnostics), args.format)
            return stop.code
        terminal = err_terminal(args)
        if stop.message:
            print(f"{terminal.paint('error', 'red bold')}: {stop.message}", file=sys.stderr)
            if stop.help:
                print(f"  = help: {stop.help}", file=sys.stderr)
        if stop.diagnostics:
            print(report.diagnostics(stop.diagnostics, terminal), file=sys.stderr)
        sys.stdout.flush()
    except BrokenPipeError:
        return _pipe_closed(sys.stdout)
    return stop.code


if __name__ == "__main__":
    sys.exit(main())
