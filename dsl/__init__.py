"""The Tileproof rules language: text in, scorer, constraints and documents out. Never imports `verifier`."""

__version__ = "0.1.0"
