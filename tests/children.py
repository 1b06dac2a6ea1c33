"""What tests do to the processes that they start."""

from __future__ import annotations

import signal


def hearing() -> None:
    """Before a process begins: it can be interrupted, also where the tests run in the background of a shell. (What is
    begun there takes no notice of interrupts, and neither do its children.)"""
    signal.signal(signal.SIGINT, signal.SIG_DFL)
