"""The rulebook: pages made from a specification. Nothing here needs a solver."""
