"""A play that is said to show something, played again with its pieces.

Guarantee: `replay` returns only if `dsl/simulate.py` comes to a moment of the play that shows it. No solver is
needed.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

from dsl import procedure_core as p
from dsl.simulate import Ended, Event, Moved, Over, Resolver, Stuck, Table, Told, Unplayable, play, value
from verifier.verdict import Fault, ShownPlay


class _Enough(Exception):
    """The play was shown as far as it is told."""


@dataclass
class _UpTo:
    """Plays what it is told, and then one of all options that are open, until the game can be stopped."""

    told: Resolver
    left: int
    stop: bool = False

    def option(self, table: Table, choice: p.Choice, open: Sequence[p.Option]) -> p.Option:
        """The next option that was told."""
        if self.left == 0:
            raise _Enough
        self.left -= 1
        return self.told.option(table, choice, open)

    def piece(self, table: Table, move: p.Move, there: Sequence[p.Piece]) -> p.Piece:
        """The piece that was told."""
        return self.told.piece(table, move, there)


def replay(procedure: p.Procedure, claim: p.Claim, shown: ShownPlay) -> None:
    """Play what is said to show something, and see that it does.

    Raises `Fault` if it does not."""
    seen = False
    start: list[int] = []

    def look(table: Table, event: Event | None) -> None:
        nonlocal seen
        if claim.word == "after":
            if isinstance(event, Ended) and event.name == claim.name and claim.claim is not None:
                here = value(claim.condition, table, event.moved)
                seen = seen or bool(here and not value(claim.claim, table, event.moved))
            return
        wanted = Moved | Over if claim.every_move else Over
        if event is not None and not isinstance(event, wanted):
            return
        here = bool(value(claim.condition, table))
        if claim.word == "stuck" or claim.claim is None:
            return
        said = value(claim.claim, table)
        if claim.word == "constant":
            start.append(said)
            said = said == start[0]
        seen = seen or (here and bool(said) == (claim.word == "sometimes"))

    class _Looking(_UpTo):
        def option(self, table: Table, choice: p.Choice, open: Sequence[p.Option]) -> p.Option:
            look(table, None)
            return super().option(table, choice, open)

    resolver = _Looking(Told(list(shown.options)), len(shown.options))
    try:
        play(procedure, shown.readings, resolver, 1, look)
    except _Enough:
        pass
    except Stuck:
        seen = seen or claim.word == "stuck"
    except Unplayable as error:
        raise Fault(f"a play that Z3 found can not be played: {error}") from None
    if not seen:
        raise Fault(f"a play that Z3 found does not show what it should: {claim.title}")
