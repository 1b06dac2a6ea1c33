"""Sets in words: what their elements are called, where they are, and what is said of them besides.

Guarantee: every domain and place of core has words. A noun says what core says under the game's rule of inactive
buildings: where those leave the city before the count, a plain `Pond` is an active one.
"""

from __future__ import annotations

from abc import ABC, abstractmethod
from collections.abc import Callable, Mapping
from dataclasses import dataclass, field
from typing import Literal, TypeAlias, assert_never

from dsl import core as c
from dsl.fold import TRUE
from dsl.phrases import (
    AND,
    MANY,
    OR,
    Bound,
    Brackets,
    Inner,
    Noun,
    Phrase,
    Ref,
    Scope,
    Text,
    _,
    listed,
    number,
    say,
    speaks_of,
)
from dsl.variables import free_names

Counted: TypeAlias = Callable[[int], Phrase]
"""A noun phrase for a number of things."""
Attribute: TypeAlias = Callable[[Phrase, int], Phrase]
"""What is said behind a noun, which it agrees with, for a number of things."""
State: TypeAlias = Literal["any", "active", "inactive"]

_EXACTLY = {
    "=": _("exactly {count} {things}"),
    "!=": _("a number of {things} other than {count}"),
    "<": _("fewer than {count} {things}"),
    "<=": _("at most {count} {things}"),
    ">": _("more than {count} {things}"),
    ">=": _("at least {count} {things}"),
}
_AS_MANY = {
    "=": _("with as many floors as {other}"),
    "!=": _("with more or fewer floors than {other}"),
    "<": _("with fewer floors than {other}"),
    "<=": _("with at most as many floors as {other}"),
    ">": _("with more floors than {other}"),
    ">=": _("with at least as many floors as {other}"),
}
TURNED: dict[str, Literal["=", "!=", "<", "<=", ">", ">="]] = {
    "=": "=",
    "!=": "!=",
    "<": ">",
    ">": "<",
    "<=": ">=",
    ">=": "<=",
}
_SIDES = {
    None: _("on the edge of the city"),
    "left": _("on the left edge"),
    "right": _("on the right edge"),
    "top": _("on the top edge"),
    "bottom": _("on the bottom edge"),
}
_REGION_OF = {
    "row": _("in the row of {ref}"),
    "column": _("in the column of {ref}"),
    "line": _("in the row or the column of {ref}"),
    "district": _("in the district of {ref}"),
}


def _region(kind: str, n: int) -> Phrase:
    match kind:
        case "row":
            return Noun(_("row"), _("rows"), n)
        case "column":
            return Noun(_("column"), _("columns"), n)
        case "line":
            return Noun(_("row or column"), _("rows or columns"), n)
        case _:
            return Noun(_("district"), _("districts"), n)


def quoted(text: str) -> Phrase:
    """A name in quotation marks."""
    return say("“{name}”", name=Text(text))


def space(n: int) -> Phrase:
    """Spaces."""
    return Noun(_("space"), _("spaces"), n)


def building(n: int) -> Phrase:
    """Buildings."""
    return Noun(_("building"), _("buildings"), n)


def floor(n: int) -> Phrase:
    """Floors."""
    return Noun(_("floor"), _("floors"), n)


@dataclass(frozen=True)
class Things:
    """The elements of a set: what they are called, where they are, and what is said of them besides."""

    var: str
    noun: Counted
    places: tuple[Attribute, ...] = ()
    said: tuple[Attribute, ...] = ()

    @property
    def plain(self) -> bool:
        """Whether they are just called, with no condition that could be read as part of what follows."""
        return not self.said

    def __call__(self, n: int) -> Phrase:
        """As a noun phrase for `n` things."""
        noun: Phrase = Bound(self.var, self.noun(n))
        if self.places:
            where = [x(self.noun(n), n) for x in self.places]
            noun = say("{noun} {place}", noun=noun, place=listed(where, AND))
        if not self.said:
            return noun
        said = [x(self.noun(n), n) for x in self.said]
        inner = Inner(self.var, listed([Brackets(x) for x in said] if len(said) > 2 else said, AND))
        if n != 1 and speaks_of(inner, self.var):
            return say("{noun} (each {said})", noun=noun, said=inner)
        return say("{noun} {said}", noun=noun, said=inner)


def conjuncts(e: c.Bool) -> tuple[c.Bool, ...]:
    """The conditions that all have to hold."""
    return e.args if isinstance(e, c.All) else () if e == TRUE else (e,)


@dataclass
class Nouns(ABC):
    """The nouns of one game.

    `owner` is the kind that `self` is. `explicit`: say `active` even where inactive buildings leave, as one
    does before they have left. `brief`: `self` is called just that."""

    game: c.Game
    owner: str = ""
    explicit: bool = False
    brief: bool = False
    named: Callable[[str, int], Phrase] | None = None  # the titles of all that is declared
    within: str = ""  # the region whose spaces are spoken of: not to be said again
    sorts: dict[str, str] = field(default_factory=dict)
    tables: list[c.Table] = field(default_factory=list)
    table_titles: Mapping[str, str] = field(default_factory=dict)

    def __post_init__(self) -> None:
        self.explicit = self.explicit or not self.game.inactive_leave

    # -- names

    def title(self, name: str, n: int = 1) -> Phrase:
        """The title of a kind, for a number of them."""
        kind = self.game.kinds.get(name)
        return Text(name) if kind is None else Noun(kind.title, kind.plural_title, n)

    def table_named(self, table: c.Table) -> Phrase:
        """The title of a table that has a name, in quotation marks."""
        return quoted(self.table_titles.get(table.name, table.name))

    def resource(self, name: str, n: int) -> Phrase:
        """The title of a resource, for a number of units."""
        found = next(r for r in self.game.resources if r.name == name)
        return Noun(found.title, found.plural_title, n)

    def ref(self, var: str) -> Phrase:
        """A space or region that is spoken of."""
        if var != "self":
            return Ref(var)
        if self.brief or self.owner not in self.game.kinds:
            return say("self")
        one = self.title(self.owner)
        return say("the {noun}", noun=one) if self.game.kinds[self.owner].is_tile else say("this {noun}", noun=one)

    def _is_space(self, var: str) -> bool:
        return self.sorts.get(var, "building") == "space"

    # -- nouns

    def cover(self, kinds: frozenset[str]) -> list[Counted]:
        """The titles that name some kinds: the fewest, each with its sub-kinds where all of them are meant."""
        game = self.game
        found: list[str] = []
        named: dict[str, set[str]] = {k: set() for k in kinds}
        for x in game.kinds.values():
            for k in x.ancestors & kinds:
                named[k].add(x.name)
        whole = sorted((k for k in kinds if named[k] and named[k] <= kinds), key=lambda k: (-len(named[k]), k))
        left = set(kinds)
        for k in whole:
            if named[k] & left:
                found.append(k)
                left -= named[k]
        order = {k: i for i, k in enumerate(game.kinds)}
        out: list[Counted] = [lambda n, k=k: self.title(k, n) for k in sorted(found, key=order.__getitem__)]  # type: ignore[misc]
        # A kind that is meant without its sub-kinds.
        return out + [lambda n, k=k: say("{noun} proper", noun=self.title(k, n)) for k in sorted(left)]

    def _state(self, noun: Phrase, state: State) -> Phrase:
        match state:
            case "any":
                return noun if self.explicit else say("{noun} (active or not)", noun=noun)
            case "active":
                return say("active {noun}", noun=noun) if self.explicit else noun
            case "inactive":
                return say("inactive {noun}", noun=noun)
            case _:
                assert_never(state)

    def _alternatives(self, e: c.Bool, var: str) -> list[tuple[frozenset[str], State]] | None:
        """A condition that is a choice of kinds, each in some state; None if it is not."""
        match e:
            case c.IsKind(at, kinds) if at == var:
                return [(kinds, "any")]
            case c.All((c.IsKind(at, kinds), c.Is(other, "active"))) if at == other == var:
                return [(kinds, "active")]
            case c.All((c.IsKind(at, kinds), c.Not(c.Is(other, "active")))) if at == other == var:
                return [(kinds, "inactive")]
            case c.Any(args):
                found: list[tuple[frozenset[str], State]] = []
                for x in args:
                    some = self._alternatives(x, var)
                    if some is None:
                        return None
                    found += some
                return found
            case _:
                return None

    def _choice(self, found: list[tuple[frozenset[str], State]]) -> Counted:
        """Kinds, each in a state, as a noun."""
        states = list(dict.fromkeys(state for _, state in found))

        def noun(n: int) -> Phrase:
            out = []
            for state in states:
                each = [x for kinds, s in found if s == state for x in self.cover(kinds)]
                out.append(self._state(listed([x(n) for x in each], OR), state))
            return listed(out, OR)

        return noun

    def _head(self, var: str, conditions: list[c.Bool]) -> Counted:
        """The noun for an element, with exceptions; the conditions that it says are taken from the list."""
        active = c.Is(var, "active") in conditions
        noun = self._plain_head(var, conditions)
        found: list[tuple[frozenset[str], State]] = []
        for x in tuple(conditions):
            if isinstance(x, c.Not) and not self._is_space(var):
                some = self._alternatives(x.arg, var)
                if some is not None:
                    found += [(kinds, "active" if active and state == "any" else state) for kinds, state in some]
                    conditions.remove(x)
        if not found:
            return noun
        # Of an active one it need not be said that it is no active one of another kind.
        plain: State = "any" if self.explicit else "active"
        if active or (self.explicit and all(s == "any" for _, s in found)):
            found = [(kinds, plain if s == "active" else s) for kinds, s in found]
        return lambda n: say("{noun} (except {things})", noun=noun(n), things=self.definite(found, MANY))

    def definite(self, found: list[tuple[frozenset[str], State]], n: int) -> Phrase:
        """Kinds as a noun; a tile of which there is but one has an article."""
        if len(found) == 1:
            name = next((k for k in found[0][0] if self.game.kinds_of(k) == found[0][0]), None)
            if name is not None and self.game.kinds[name].is_tile and self.game.kinds[name].copies == 1:
                return say("the {noun}", noun=self._choice(found)(1))
        noun = self._choice(found)(n)
        return say("a {noun}", noun=noun) if n == 1 else noun

    def _plain_head(self, var: str, conditions: list[c.Bool]) -> Counted:
        active, placed = c.Is(var, "active"), c.Is(var, "placed")
        for x in conditions:
            found = self._alternatives(x, var)
            if found is None:
                own = self._with_own_space(x, var)
                if own is not None:
                    conditions.remove(x)
                    self.sorts[var] = "space"
                    return own
                continue
            conditions.remove(x)
            state: State | None = None
            if active in conditions:
                conditions.remove(active)
                state = "active"
            elif c.Not(active) in conditions:
                conditions.remove(c.Not(active))
                state = "inactive"
            self.sorts[var] = "building"
            if state is None:
                return self._choice(found)
            # Said of all of them; one that is said to be otherwise itself is never there.
            plain: list[tuple[frozenset[str], State]] = [(k, "any") for k, _ in found]
            if all(s == "any" for _, s in found):
                return self._choice([(k, state) for k, _ in plain])
            conditions.insert(0, active if state == "active" else c.Not(active))
            return self._choice(found)
        self.sorts[var] = "building"
        if placed in conditions and c.Not(active) in conditions:
            conditions.remove(placed)
            conditions.remove(c.Not(active))
            return lambda n: self._state(building(n), "inactive")
        if active in conditions:
            conditions.remove(active)
            if placed in conditions:
                conditions.remove(placed)
            return lambda n: self._state(building(n), "active")
        if placed in conditions:
            conditions.remove(placed)
            return lambda n: self._state(building(n), "any")
        self.sorts[var] = "space"
        empty = c.Not(active if self.game.inactive_leave else placed)
        for x, state in ((c.Not(active), "active"), (c.Not(placed), "any")):
            if x in conditions:
                conditions.remove(x)
                if x == empty and not (self.explicit and self.game.inactive_leave):
                    return lambda n: say("empty {noun}", noun=space(n))
                none = self._state(building(1), "active" if state == "active" else "any")
                return lambda n: say("{noun} without {things}", noun=space(n), things=say("a {noun}", noun=none))
        return space

    def _with_own_space(self, e: c.Bool, var: str) -> Counted | None:
        """Buildings, or the space of one that is named."""
        if not isinstance(e, c.Any):
            return None
        here = [
            x.place.ref for x in e.args if isinstance(x, c.Here) and x.at == var and isinstance(x.place, c.Within)
        ]
        rest = tuple(
            x for x in e.args if not (isinstance(x, c.Here) and x.place == c.Within(0, here[0] if here else ""))
        )
        found = self._alternatives(c.Any(rest), var)
        if len(here) != 1 or len(rest) != len(e.args) - 1 or not found:
            return None
        noun = self._choice(found)
        return lambda n: Brackets(say("{noun} or the space of {ref}", noun=noun(n), ref=self.ref(here[0])))

    def things(self, var: str, domain: c.Domain, where: c.Bool, within: str = "", city: bool = True) -> Things:
        """A set, as a noun phrase. `within`: the region that its spaces are known to be of. `city`: say of spaces
        that are anywhere that they are in the city."""
        conditions = list(conjuncts(where))
        places = [p for p in domain.places if p != c.InRegion(within)]
        inside = len(places) < len(domain.places)
        noun: Counted
        if domain.region is not None:
            region = domain.region
            self.sorts[var] = "region"
            noun = lambda n: _region(region, n)
        else:
            noun = self._head(var, conditions)
        said: list[Attribute] = [lambda noun, n, p=p: self._place(p, noun) for p in places]  # type: ignore[misc]
        for x in tuple(conditions):
            match x:
                case c.Here(at, place) if at == var and not self._mentions(place, var):
                    said.append(lambda noun, n, p=place: self._place(p, noun))  # type: ignore[misc]
                    conditions.remove(x)
                case c.Connected(a, b) if b == var and a != var:
                    members, other = self._members(x), self.ref(a)
                    together: Attribute = lambda noun, n, m=members, o=other: say(  # type: ignore[misc]
                        "in the same group of {things} as {ref}", agree=noun, things=m, ref=o
                    )
                    said.append(together)
                    conditions.remove(x)
        if not said and not inside and city and domain.region is None:
            said.append(lambda noun, n: say("in the city", agree=noun))
        return Things(var, noun, tuple(said), self._attributes(conditions, var))

    @staticmethod
    def _mentions(place: c.Place, var: str) -> bool:
        return getattr(place, "ref", None) == var

    def _members(self, group: c.Connected) -> Phrase:
        return self._plural(group.var, group.where)

    def _plural(self, var: str, where: c.Bool) -> Phrase:
        """Spaces that fulfil a condition, as members of a group or a run."""
        found = self.things(var, c.Domain(None), where, city=False)
        phrase = Scope(var, found(MANY))
        return phrase if found.plain and not found.places else Brackets(phrase)

    def _place(self, p: c.Place, noun: Phrase) -> Phrase:
        """A place, as it is said behind a noun."""
        match p:
            case c.Adjacent(ref):
                return say("adjacent to {ref}", agree=noun, ref=self.ref(ref))
            case c.Diagonal(ref):
                return say("diagonal to {ref}", agree=noun, ref=self.ref(ref))
            case c.Within(steps, ref):
                step = Noun(_("step"), _("steps"), steps)
                return say(
                    "at most {count} {steps} away from {ref}",
                    agree=noun,
                    ref=self.ref(ref),
                    count=number(steps),
                    steps=step,
                )
            case c.SameRegion(kind, ref):
                return say(_REGION_OF[kind], agree=noun, ref=self.ref(ref))
            case c.InRegion(ref):
                return say("in {ref}", agree=noun, ref=self.ref(ref))
            case c.Through(ref):
                return say("through {ref}", agree=noun, ref=self.ref(ref))
            case c.Other(ref):
                return say("other than {ref}", agree=noun, ref=self.ref(ref))
            case c.OnEdge(side):
                return say(_SIDES[side], agree=noun)
            case c.OnCorner():
                return say("on a corner of the city", agree=noun)
            case _:
                assert_never(p)

    # -- what is said of an element behind its noun

    def _attribute(self, e: c.Bool, var: str) -> Attribute:
        found = self._brief(e, var)
        if found is not None:
            return found
        if self.sorts.get(var) == "region" and self._about_spaces_of(e, var):
            clause = self._with_region(e, var)
            return lambda noun, n: say("in which {clause}", agree=noun, clause=clause)
        whole = self.condition(e)

        def said(noun: Phrase, n: int) -> Phrase:
            if n == 1:
                return say("for which {clause}", agree=noun, clause=whole)
            return say("such that {clause}", agree=noun, clause=whole)

        return said

    def _attributes(self, conditions: list[c.Bool], var: str) -> tuple[Attribute, ...]:
        """What is said of an element; all that it is plainly `with` is said together."""
        plain = [
            x
            for x in conditions
            if isinstance(x, c.Some) and self._near(x.domain, var) and self._some(x, var).plain
        ]
        if len(plain) < 2:
            return tuple(self._attribute(x, var) for x in conditions)
        each = [Scope(x.var, say("a {noun}", noun=self._some(x, var)(1))) for x in plain]
        together: Attribute = lambda noun, n: say("with {things}", agree=noun, things=listed(each, AND))
        return (together, *(self._attribute(x, var) for x in conditions if x not in plain))

    def _about_spaces_of(self, e: c.Bool, var: str) -> bool:
        """Whether a condition says something of the spaces of a region, and names it in no other way."""
        match e:
            case c.Not(arg):
                return self._about_spaces_of(arg, var)
            case c.Every(_, domain, where):
                return c.InRegion(var) in domain.places and var not in free_names(where)
            case _:
                return False

    def _with_region(self, e: c.Bool, var: str) -> Phrase:
        before, self.within = self.within, var
        found = self.condition(e)
        self.within = before
        return found

    def _some(self, e: c.Some | c.Total, var: str) -> Things:
        within = var if self.sorts.get(var) == "region" else ""
        return self.things(e.var, e.domain, e.where, within)

    def _brief(self, e: c.Bool, var: str) -> Attribute | None:
        """An attribute in a few words: `with ...`, `without ...`; None if there is none."""
        match e:
            case c.Some() if self._near(e.domain, var):
                one = Scope(e.var, say("a {noun}", noun=self._some(e, var)(1)))
                return lambda noun, n: say("with {things}", agree=noun, things=one)
            case c.Not(c.Some() as inner) if self._near(inner.domain, var):
                none = Scope(inner.var, say("a {noun}", noun=self._some(inner, var)(1)))
                return lambda noun, n: say("without {things}", agree=noun, things=none)
            case c.Compare(op, c.Total(value=c.Num(1)) as count, c.Num(k)) if op != "!=" and self._near(
                count.domain, var
            ):
                counted = self._some(count, var)
                many = Scope(count.var, self.counted(op, k, counted))
                return lambda noun, n: say("with {things}", agree=noun, things=many)
            case c.Compare(op, c.LongestRun(ref, None, inner_var, where), c.Num(k)) if ref == var:
                things, size = self._plural(inner_var, where), self.counted(op, k, space)
                return lambda noun, n: say(
                    "whose longest run of {things} has {size}", agree=noun, things=things, size=size
                )
            case c.Compare(op, c.Floors(at), c.Num(k)) if at == var:
                floors = self.counted(op, k, floor)
                return lambda noun, n: say("with {things}", agree=noun, things=floors)
            case c.Compare(op, c.Floors(at), c.Floors(other)) if at == var and other != var:
                return lambda noun, n: say(_AS_MANY[op], agree=noun, other=self.ref(other))
            case c.Compare(op, c.Floors(other), c.Floors(at)) if at == var and other != var:
                return lambda noun, n: say(_AS_MANY[TURNED[op]], agree=noun, other=self.ref(other))
            case c.Compare(op, c.Seated(at, resource), c.Num(k)) if at == var:
                units = self.counted(op, k, lambda n: self.resource(resource, n))
                return lambda noun, n: say("with {things} on its seats", agree=noun, things=units)
            case c.Any(args):
                each = [self._brief(x, var) for x in args]
                found = [x for x in each if x is not None]
                if len(found) < len(each):
                    return None
                return lambda noun, n: listed([x(noun, n) for x in found], OR)
            case c.Is(at, "active") if at == var and not self._is_space(var):
                return lambda noun, n: say("that is active", agree=noun)
            case c.Not(c.Is(at, "active")) if at == var and not self._is_space(var):
                return lambda noun, n: say("that is not active", agree=noun)
            case _:
                return None

    def _near(self, domain: c.Domain, var: str) -> bool:
        """Whether a set is about the spaces of the region `var`, or those around the space `var`."""
        return any(getattr(p, "ref", None) == var for p in domain.places)

    def counted(self, op: str, k: int, things: Counted) -> Phrase:
        """So many of something."""
        return say(_EXACTLY[op], things=things(k), count=number(k))

    @abstractmethod
    def condition(self, e: c.Bool) -> Phrase:
        """A condition as a clause."""
