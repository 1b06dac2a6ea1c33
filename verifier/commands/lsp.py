"""`tileproof lsp`: the language server, on standard input and output.

Guarantee: nothing but messages of the protocol is written to standard output; what a client sends that is no
message is told in a line of standard error, and harms nobody.
"""

from __future__ import annotations

import logging
import os
import sys
from argparse import Namespace

from verifier.commands.stop import FINE, UNUSABLE, Stop


class _OneLine(logging.Formatter):
    """What the library of the protocol complains of, without a traceback."""

    def format(self, record: logging.LogRecord) -> str:
        """The message with the reason, if there is one."""
        if os.environ.get("TILEPROOF_DEBUG"):
            return super().format(record)
        why = str(record.exc_info[1] if record.exc_info else "").strip()
        said = record.getMessage().strip().partition("\n")[0]
        return f"{said}: {why.splitlines()[-1]}" if why else said


def run(args: Namespace) -> int:
    """Serve one editor until it says that it is done."""
    from importlib.metadata import PackageNotFoundError, version

    try:
        from verifier.lsp import make
    except ModuleNotFoundError as error:
        if error.name not in ("pygls", "lsprotocol"):
            raise
        raise Stop(UNUSABLE, "the language server needs pygls", "`pip install 'tileproof[lsp]'`") from None
    try:
        known = version("tileproof")
    except PackageNotFoundError:
        known = "0"
    told = logging.StreamHandler(sys.stderr)
    told.setFormatter(_OneLine())
    logging.basicConfig(handlers=[told], level=logging.WARNING)
    # The server has the streams to itself, and closes them; what anything else prints goes to standard error.
    with os.fdopen(os.dup(0), "rb") as asked, os.fdopen(os.dup(1), "wb") as answers:
        os.dup2(2, 1)
        make(known).start_io(asked, answers)
    sys.stdout.flush()
    return FINE
