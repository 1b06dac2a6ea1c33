"""Upper bounds from a question in which positions are forgotten.

Guarantee: the greatest value of an objective over a `Forgetful` model is at least its greatest value over the exact
one, for cities in which the question's tile is active (or is not) as told.
"""

from __future__ import annotations

from dsl import core as c
from dsl.assemble import Specification
from dsl.board import Space
from dsl.circuit import FALSE, TRUE, Linear, Lit
from dsl.ground import CityTerms, Env, Grounder
from verifier.model import Model, Question


class _Forget(Grounder):
    """Grounds expressions with everything that depends on positions replaced by free variables.

    Each keeps the bounds of the exact term, and equal exact terms share one variable; so the result is at
    least as large, for a suitable choice, as the exact term can be anywhere."""

    def __init__(self, city: CityTerms, exact: Grounder, free: dict[object, Linear | Lit]) -> None:
        super().__init__(city)
        self.exact = exact
        self.free = free

    @staticmethod
    def _looks(e: c.Expr) -> bool:
        """Whether the node itself, not one below it, looks at positions."""
        match e:
            case c.LongestRun() | c.RunThrough() | c.Distance() | c.Here() | c.Connected():
                return True
            case c.Total() | c.Best() | c.Different() | c.Some() | c.Every():
                parts = e.where.args if isinstance(e.where, c.All) else (e.where,)
                joined = any(isinstance(x, c.Connected) for x in parts)
                return joined or e.domain.region is not None or bool(e.domain.places)
            case _:
                return False

    def _any_integer(self, x: Linear) -> Linear:
        if not x.terms:
            return x
        if x not in self.free:
            name = f"forgotten {len(self.free)}"
            self.free[x] = self.circuit.integer(name, x.high - x.low).plus(x.low)
        found = self.free[x]
        assert isinstance(found, Linear)
        return found

    def _integer(self, e: c.Int, env: Env) -> Linear:
        if self._looks(e):
            return self._any_integer(self.exact.integer(e, env))
        return super()._integer(e, env)

    def capped(self, e: c.Int, env: Env, cap: int) -> Linear:
        """As the exact one, but free where it looks at positions."""
        if self._looks(e):
            return self._any_integer(self.exact.capped(e, env, cap))
        return super().capped(e, env, cap)

    def _boolean(self, e: c.Bool, env: Env) -> Lit:
        if not self._looks(e):
            return super()._boolean(e, env)
        exact = self.exact.boolean(e, env)
        if exact in (TRUE, FALSE):
            return exact
        if exact not in self.free:
            self.free[exact] = self.circuit.var(f"forgotten {len(self.free)}")
        found = self.free[exact]
        assert isinstance(found, int)
        return found


class Forgetful(Model):
    """A model in which positions are forgotten: its maxima are upper bounds of the exact ones, and its
    spaces are interchangeable. The question's tile is active, or is not, as told."""

    def __init__(
        self,
        spec: Specification,
        question: Question,
        *,
        kinds: frozenset[str],
        fillers: frozenset[str],
        tell_worths: bool,
        tile_active: bool,
    ) -> None:
        self.tile_active = tile_active
        self._free: dict[object, Linear | Lit] = {}
        super().__init__(spec, question, kinds=kinds, fillers=fillers, tell_worths=tell_worths)

    def grounder(self, city: CityTerms) -> Grounder:
        """One that forgets positions."""
        return _Forget(city, Grounder(city), self._free)

    def _active_one(self, space: Space, kind: str) -> Lit:
        if kind == self.question.tile and self.game.kinds[kind].needs:
            return self._kind[space, kind] if self.tile_active else FALSE
        return super()._active_one(space, kind)
