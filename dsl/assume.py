"""A city of unknown content, seen while something is known of one space.

Guarantee: what is grounded over the view equals what is grounded over the city wherever the assumption holds.
"""

from __future__ import annotations

from collections.abc import Callable

from dsl.board import Space
from dsl.circuit import FALSE, TRUE, Linear, Lit
from dsl.ground import CityTerms


class Assuming:
    """A model's city, seen while one space is known to hold a building of some kinds, active if so said.

    What is multiplied by that condition may be simplified under it; constraints come out smaller."""

    def __init__(self,
        model: CityTerms,
        floors_among: Callable[[Space, frozenset[str]], Linear],
        space: Space,
        kinds: frozenset[str],
        active: bool,
    ) -> None:
        self.model = model
        self._floors_among = floors_among
        self.circuit = model.circuit
        self.board = model.board
        self.space = space
        self.kinds = kinds
        self.is_active = active

    def kind(self, space: Space, kinds: frozenset[str]) -> Lit:
        """As the model, but known at the space."""
        if space == self.space:
            if self.kinds <= kinds:
                return TRUE
            if self.kinds.isdisjoint(kinds):
                return FALSE
        return self.model.kind(space, kinds)

    def placed(self, space: Space) -> Lit:
        """As the model, but known at the space."""
        return TRUE if space == self.space else self.model.placed(space)

    def active(self, space: Space) -> Lit:
        """As the model, but known at the space where it is said to be active."""
        if space == self.space and self.is_active:
            return TRUE
        return self.model.active(space)

    def active_kind(self, space: Space, kinds: frozenset[str]) -> Lit:
        """As the model, but known at the space where it is said to be active."""
        if space == self.space and self.is_active:
            return self.kind(space, kinds)
        return self.model.active_kind(space, kinds)

    def floors(self, space: Space) -> Linear:
        """As the model, but at least 1 at the space, and 1 where nothing can be stacked."""
        if space != self.space:
            return self.model.floors(space)
        k, there = self.circuit, self._floors_among(space, self.kinds)
        return k.chain([TRUE, *(k.at_least(there, j) for j in range(2, there.high + 1))])

    def printed(self, space: Space, what: str | None) -> Linear:
        """As the model."""
        return self.model.printed(space, what)

    def seated(self, space: Space, resource: str) -> Linear:
        """As the model."""
        return self.model.seated(space, resource)

    def units(self, what: str, resource: str) -> Linear:
        """As the model."""
        return self.model.units(what, resource)

    def measure(self, what: str, name: str) -> Linear:
        """As the model."""
        return self.model.measure(what, name)
