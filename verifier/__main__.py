"""`python -m verifier`: the command line."""

import sys

from verifier.cli import main

if __name__ == "__main__":
    sys.exit(main())
