"""`tileproof completion`: what a shell reads to complete the command line, and the manual page.

Guarantee: the script or page is all that is printed.
"""

from __future__ import annotations

import sys
from argparse import Namespace

import dsl
from verifier.commands.stop import FINE
from verifier.completion import manual, script


def run(args: Namespace) -> int:
    """Print a script, or the page."""
    from verifier.arguments import parser

    whole = parser()
    sys.stdout.write(manual(whole, dsl.__version__) if args.shell == "man" else script(whole, args.shell))
    return FINE
