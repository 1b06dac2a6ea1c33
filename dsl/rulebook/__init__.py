"""The rulebook: what Sphinx needs to make books of a specification."""
