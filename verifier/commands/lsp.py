"""`tileproof lsp`: the language server, on standard input and output.

Guarantee: nothing but messages of the protocol is written to standard output.
"""

from __future__ import annotations

import os
import sys
from argparse import Namespace

from verifier.commands.stop import FINE, UNUSABLE, Stop


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
    # The server has the streams to itself, and closes them; what anything else prints goes to standard error.
    with os.fdopen(os.dup(0), "rb") as asked, os.fdopen(os.dup(1), "wb") as answers:
        os.dup2(2, 1)
        make(known).start_io(asked, answers)
    sys.stdout.flush()
    return FINE
