"""The shipped specification: data files only (`*.rules`), read through `importlib.resources`."""
