"""Upper bounds from a question in which positions are forgotten.

Guarantee: the greatest value of an objective over a `Forgetful` model is at least its greatest value over the exact
one, for cities in which the question's tile is active (or is not) as told; and its spaces are interchangeable, so
that this stays true when only cities with sorted spaces are looked at.

Why: every term that looks at positions becomes a free variable for each space it is asked of, with the same bounds
for all spaces (the widest that the exact term has anywhere). Two terms share their variables only if they are
the same exact term at every space. So the exact city, its buildings moved into sorted order, is a solution: each
variable takes the value that its term had where its building came from.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping
from dataclasses import dataclass, field

from dsl import core as c
from dsl.assemble import Specification
from dsl.board import Space
from dsl.circuit import FALSE, TRUE, Linear, Lit
from dsl.ground import CityTerms, Env, Grounder, Value
from verifier.model import Model, Question

_Asked = tuple[c.Expr, int | None]  # an expression, and the cap up to which its value matters
_Where = tuple[tuple[str, Value], ...]


@dataclass
class _Survey:
    """What the exact terms are at all spaces: first taken down, then used."""

    open: bool = True
    terms: dict[_Asked, dict[_Where, Linear | Lit]] = field(default_factory=dict)
    names: dict[object, int] = field(default_factory=dict)

    def note(self, asked: _Asked, where: _Where, exact: Linear | Lit) -> None:
        self.terms.setdefault(asked, {})[where] = exact

    def name(self, asked: _Asked) -> int:
        """A number that two expressions share if they are the same at every space."""
        same = frozenset((tuple(v for _, v in where), x) for where, x in self.terms[asked].items())
        return self.names.setdefault(same, len(self.names))


class _Forget(Grounder):
    """Grounds expressions with everything that looks at positions replaced by free variables."""

    def __init__(self, city: CityTerms, base: Grounder | None, survey: _Survey) -> None:
        super().__init__(city, base)
        self.exact: Grounder = Grounder(city, base.exact if isinstance(base, _Forget) else None)
        self.survey = survey

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

    def _free_integer(self, asked: _Asked, env: Env, exact: Linear) -> Linear:
        where = self._key(asked[0], env)
        if self.survey.open:
            self.survey.note(asked, where, exact)
            return exact
        known = [x for x in self.survey.terms[asked].values() if isinstance(x, Linear)]
        low, high = min(x.low for x in known), max(x.high for x in known)
        name = f"forgotten {self.survey.name(asked)} at {[v for _, v in where]}"
        return self.circuit.integer(name, high - low).plus(low)

    def _integer(self, e: c.Int, env: Env) -> Linear:
        if self._looks(e):
            return self._free_integer((e, None), env, self.exact.integer(e, env))
        return super()._integer(e, env)

    def capped(self, e: c.Int, env: Env, cap: int) -> Linear:
        """As the exact one, but free where it looks at positions."""
        if self._looks(e):
            return self._free_integer((e, cap), env, self.exact.capped(e, env, cap))
        return super().capped(e, env, cap)

    def _boolean(self, e: c.Bool, env: Env) -> Lit:
        if not self._looks(e):
            return super()._boolean(e, env)
        asked, where = (e, None), self._key(e, env)
        if self.survey.open:
            exact = self.exact.boolean(e, env)
            self.survey.note(asked, where, exact)
            return exact
        known = set(self.survey.terms[asked].values())
        if known in ({TRUE}, {FALSE}):
            return TRUE if TRUE in known else FALSE
        return self.circuit.var(f"forgotten {self.survey.name(asked)} at {[v for _, v in where]}")


class Forgetful(Model):
    """A model in which positions are forgotten. The question's tile is active, or is not, as told."""

    def __init__(
        self,
        spec: Specification,
        question: Question,
        *,
        kinds: frozenset[str],
        fillers: frozenset[str],
        stand_ins: Mapping[str, tuple[str, ...]],
        tell_worths: bool,
        tile_active: bool,
    ) -> None:
        self.tile_active = tile_active
        self._survey = _Survey()
        super().__init__(
            spec, question, kinds=kinds, fillers=fillers, stand_ins=stand_ins, tell_worths=tell_worths
        )

    def objective(self, of: Callable[[Model], Linear]) -> Linear:
        """The objective with positions forgotten: grounded exactly first, to see what its terms can be."""
        of(self)
        self.forget()
        return of(self)

    def forget(self) -> None:
        """From here on terms that look at positions are free."""
        _ = self.taken
        self._survey.open = False
        self._grounder = self.grounder(self)
        self._measures.clear()
        del self.__dict__["taken"]

    def grounder(self, city: CityTerms, base: Grounder | None = None) -> Grounder:
        """One that forgets positions."""
        return _Forget(city, base, self._survey)

    def active_one(self, space: Space, kind: str) -> Lit:
        """As in any model, but for the question's tile: as told."""
        if kind == self.question.tile and self.game.kinds[kind].needs:
            return self._kind[space, kind] if self.tile_active else FALSE
        return super().active_one(space, kind)
