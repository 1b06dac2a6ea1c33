"""Questions about a specification, answered by solvers and replayed through the scorer."""
