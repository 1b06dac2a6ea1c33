"""How a command ends: exit codes, and the exception that ends one early.

Guarantee: imports nothing but the diagnostics, so that the command line starts quickly.
"""

from __future__ import annotations

from collections.abc import Iterable

from dsl.diagnostics import Diagnostic

FINE = 0
FINDINGS = 1
UNUSABLE = 2
UNKNOWN = 3
FAULT = 70
INTERRUPTED = 130
PIPE_CLOSED = 141

SCHEMA_VERSION = 1


class Stop(Exception):
    """The command can not go on: an exit code, and diagnostics or a message to show.

    `printed`: what was found is on standard output already, so that nothing more belongs there in any format."""

    def __init__(
        self,
        code: int,
        message: str = "",
        help: str = "",
        diagnostics: Iterable[Diagnostic] = (),
        *,
        printed: bool = False,
    ) -> None:
        self.code = code
        self.message = message
        self.help = help
        self.printed = printed
        self.diagnostics = tuple(diagnostics)
        super().__init__(message or "; ".join(d.message for d in self.diagnostics))
