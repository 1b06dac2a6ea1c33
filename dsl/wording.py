"""The words of core: sets as noun phrases, numbers, and conditions.

Guarantee: every node of core has words, in every position. They say what the node says under the game's rule of
inactive buildings: where those leave the city before the count, a plain `Factory` is an active one.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import dataclass, field
from typing import Literal, TypeAlias, assert_never

from dsl import core as c
from dsl.fold import TRUE, negation
from dsl.footprint import free_names
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
_COMPARED = {
    "=": _("{left} is equal to {right}"),
    "!=": _("{left} is different from {right}"),
    "<": _("{left} is less than {right}"),
    "<=": _("{left} is at most {right}"),
    ">": _("{left} is more than {right}"),
    ">=": _("{left} is at least {right}"),
}
_AS_MANY = {
    "=": _("with as many floors as {other}"),
    "!=": _("with more or fewer floors than {other}"),
    "<": _("with fewer floors than {other}"),
    "<=": _("with at most as many floors as {other}"),
    ">": _("with more floors than {other}"),
    ">=": _("with at least as many floors as {other}"),
}
_OPPOSITE: dict[str, Literal["=", "!=", "<", "<=", ">", ">="]] = {
    "=": "!=",
    "!=": "=",
    "<": ">=",
    ">=": "<",
    ">": "<=",
    "<=": ">",
}
_TURNED: dict[str, Literal["=", "!=", "<", "<=", ">", ">="]] = {
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
_LONGEST = {
    "row": _("the longest run of {things} in a row"),
    "column": _("the longest run of {things} in a column"),
    "line": _("the longest run of {things} in a row or a column"),
    "district": _("the longest run of {things} in a district"),
}
_THROUGH = {
    "row": _("the run of {things} through {ref} in its row"),
    "column": _("the run of {things} through {ref} in its column"),
    "line": _("the longer run of {things} through {ref} in its row or its column"),
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


def is_group(e: c.Int) -> c.Connected | None:
    """The group whose size a number is, if it is one."""
    match e:
        case c.Total(var, c.Domain(None, ()), c.Connected(a, b) as joined, c.Num(1)) if b == var and a != var:
            return joined
        case _:
            return None


def is_largest_group(e: c.Int) -> c.Connected | None:
    """The group, if a number is the size of the largest group of something."""
    match e:
        case c.Best("max", var, c.Domain(None, ()), where, value):
            group = is_group(value)
            if group is not None and group.a == var and renamed(group.where, group.var, var) == where:
                return group
    return None


def renamed(e: c.Bool, old: str, new: str) -> c.Bool:
    """A condition on one variable as a condition on another, where it is made of what a noun says."""
    match e:
        case c.IsKind(at, kinds, label) if at == old:
            return c.IsKind(new, kinds, label)
        case c.Is(at, state) if at == old:
            return c.Is(new, state)
        case c.Here(at, place) if at == old:
            return c.Here(new, place)
        case c.Not(arg):
            return c.Not(renamed(arg, old, new))
        case c.All(args):
            return c.All(tuple(renamed(x, old, new) for x in args))
        case c.Any(args):
            return c.Any(tuple(renamed(x, old, new) for x in args))
        case _:
            return e


def conjuncts(e: c.Bool) -> tuple[c.Bool, ...]:
    """The conditions that all have to hold."""
    return e.args if isinstance(e, c.All) else () if e == TRUE else (e,)


@dataclass
class Wording:
    """The words of the expressions of one game.

    `owner` is the kind that `self` is. `explicit`: say `active` even where inactive buildings leave, as one does before
    they have left. `brief`: `self` is called just that."""

    game: c.Game
    owner: str = ""
    explicit: bool = False
    brief: bool = False
    named: Callable[[str, int], Phrase] | None = None  # the titles of all that is declared
    within: str = ""  # the region whose spaces are spoken of: not to be said again
    sorts: dict[str, str] = field(default_factory=dict)
    tables: list[c.Table] = field(default_factory=list)

    def __post_init__(self) -> None:
        self.explicit = self.explicit or not self.game.inactive_leave

    # -- names

    def title(self, name: str, n: int = 1) -> Phrase:
        """The title of a kind, for a number of them."""
        kind = self.game.kinds.get(name)
        return Text(name) if kind is None else Noun(kind.title, kind.plural_title, n)

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
        return out + [lambda n, k=k: say("{noun} proper", noun=self.title(k, n)) for k in sorted(left)]  # type: ignore[misc]

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
                return lambda noun, n: say(_AS_MANY[_TURNED[op]], agree=noun, other=self.ref(other))
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

    # -- conditions

    def condition(self, e: c.Bool) -> Phrase:
        """A condition as a clause."""
        match e:
            case c.Truth(value):
                return say("it is always so") if value else say("it is never so")
            case c.Not(arg):
                return self._negated(arg)
            case c.All((c.Is(at, "placed"), c.Not(c.Is(other, "active")))) if at == other:
                if self._is_space(at):
                    return self._is_kind_of_building(at, "inactive", True)
                return say("{ref} is inactive", ref=self.ref(at))
            case c.All(args):
                found = self._one_kind(e)
                return self._joined(self._merged(args), AND) if found is None else self._is_kind(*found, True)
            case c.Any(args):
                found = self._one_kind(e)
                return self._joined(args, OR) if found is None else self._is_kind(*found, True)
            case c.Compare(op, left, right):
                return self._compare(op, left, right)
            case c.Some(var, domain, where):
                things = self.things(var, domain, where, self.within)
                return Scope(var, say("there is {things}", things=say("a {noun}", noun=things(1))))
            case c.Every():
                return self._every(e)
            case c.IsKind(at, kinds):
                return self._is_kind(at, [(kinds, "any")], True)
            case c.Is(at, state):
                return self._is(at, state, True)
            case c.Here(at, place):
                return say("{ref} is {place}", ref=self.ref(at), place=self._place(place, self.ref(at)))
            case c.Connected(a, b):
                group, first, second = self._members(e), self.ref(a), self.ref(b)
                return say(
                    "{first} and {second} are in the same group of {things}",
                    first=first,
                    second=second,
                    things=group,
                )
            case _:
                assert_never(e)

    def _one_kind(self, e: c.All | c.Any) -> tuple[str, list[tuple[frozenset[str], State]]] | None:
        """The one space that a condition names the building of, and the choice of kinds; None if it is another one."""
        for at in sorted(free_names(e)):
            found = self._alternatives(e, at)
            if found is not None:
                return at, found
        return None

    def _joined(self, args: Sequence[c.Bool], how: str) -> Phrase:
        """Conditions one behind the other, the word between any two: a comma may follow."""
        found = self._part(args[0])
        for x in args[1:]:
            found = say(how, first=found, next=self._part(x))
        return found

    @staticmethod
    def _merged(args: tuple[c.Bool, ...]) -> list[c.Bool]:
        """Conditions, each kind with the state of the building on the same space."""
        left = list(args)
        out: list[c.Bool] = []
        while left:
            x = left.pop(0)
            inactive = isinstance(x, c.Is) and x.state == "placed"
            if isinstance(x, c.IsKind) or (
                isinstance(x, c.Is) and inactive and c.Not(c.Is(x.at, "active")) in left
            ):
                states: tuple[c.Bool, ...] = (c.Is(x.at, "active"), c.Not(c.Is(x.at, "active")))
                for state in states:
                    if state in left:
                        left.remove(state)
                        x = c.All((x, state))
                        break
            out.append(x)
        return out

    def _part(self, e: c.Bool) -> Phrase:
        """A condition as one of several."""
        found = self.condition(e)
        inner = e.arg if isinstance(e, c.Not) else e
        if isinstance(inner, c.All | c.Any) and self._one_kind(inner) is None and not self._is_inactive(inner):
            return Brackets(found)
        return Brackets(found) if self._wide(inner) else found

    @staticmethod
    def _is_inactive(e: c.Bool) -> bool:
        match e:
            case c.All((c.Is(at, "placed"), c.Not(c.Is(other, "active")))):
                return at == other
            case _:
                return False

    def _wide(self, e: c.Bool) -> bool:
        """Whether a condition has an `and` or `or` at its end that could be read as part of what follows."""
        match e:
            case c.Some(_, _, where) | c.Every(_, _, where):
                return any(not isinstance(x, c.IsKind | c.Is | c.Here | c.Connected) for x in conjuncts(where))
            case _:
                return False

    def _is_kind(self, at: str, found: list[tuple[frozenset[str], State]], holds: bool) -> Phrase:
        if self._is_space(at):
            if holds:
                return say("there is {things} on {ref}", things=self.definite(found, 1), ref=self.ref(at))
            return say("there is no {noun} on {ref}", noun=self._choice(found)(1), ref=self.ref(at))
        what = self.definite(found, 1)
        return (
            say("{ref} is {what}", ref=self.ref(at), what=what)
            if holds
            else say("{ref} is not {what}", ref=self.ref(at), what=what)
        )

    def _is(self, at: str, state: str, holds: bool) -> Phrase:
        ref = self.ref(at)
        if not self._is_space(at) and state == "active":
            return say("{ref} is active", ref=ref) if holds else say("{ref} is not active", ref=ref)
        if not self._is_space(at):
            return say("{ref} has been placed", ref=ref) if holds else say("{ref} has not been placed", ref=ref)
        return self._is_kind_of_building(at, "any" if state == "placed" else "active", holds)

    def _is_kind_of_building(self, at: str, state: State, holds: bool) -> Phrase:
        noun = self._state(building(1), state)
        if holds:
            return say("there is {things} on {ref}", things=say("a {noun}", noun=noun), ref=self.ref(at))
        return say("there is no {noun} on {ref}", noun=noun, ref=self.ref(at))

    def _negated(self, e: c.Bool) -> Phrase:
        match e:
            case c.Compare(op, left, right):
                return self._compare(_OPPOSITE[op], left, right)
            case c.Some(var, domain, where):
                things = self.things(var, domain, where, self.within)
                return Scope(var, say("there is no {noun}", noun=things(1)))
            case c.Every(var, domain, where):
                others = self.things(var, domain, negation(where), self.within)
                return Scope(var, say("there is {things}", things=say("a {noun}", noun=others(1))))
            case c.IsKind(at, kinds):
                return self._is_kind(at, [(kinds, "any")], False)
            case c.Is(at, state):
                return self._is(at, state, False)
            case c.Here(at, place):
                return say("{ref} is not {place}", ref=self.ref(at), place=self._place(place, self.ref(at)))
            case c.Connected(a, b):
                group, first, second = self._members(e), self.ref(a), self.ref(b)
                return say(
                    "{first} and {second} are not in the same group of {things}",
                    first=first,
                    second=second,
                    things=group,
                )
            case c.All() | c.Any() if (found := self._one_kind(e)) is not None:
                return self._is_kind(*found, False)
            case c.Truth(value):
                return self.condition(c.Truth(not value))
            case c.Not() | c.All() | c.Any():
                return say("it is not so that {clause}", clause=Brackets(self.condition(e)))
            case _:
                assert_never(e)

    def _compare(self, op: str, left: c.Int, right: c.Int) -> Phrase:
        match left, right:
            case c.Num(), c.Num():
                pass
            case c.Num(), _:
                return self._compare(_TURNED[op], right, left)
            case c.Total(var, domain, where, c.Num(1)), c.Num(k) if op != "!=" and is_group(left) is None:
                things = self.things(var, domain, where, self.within)
                return Scope(var, say("there are {things}", things=self.counted(op, k, things)))
            case c.CityUnits("received", resource), c.Num(k) if op != "!=":
                return say(
                    "you received {things} for placing buildings",
                    things=self.counted(op, k, lambda n: self.resource(resource, n)),
                )
            case c.CityUnits("unseated", resource), c.Num(k) if op != "!=":
                return say(
                    "{things} are left over", things=self.counted(op, k, lambda n: self.resource(resource, n))
                )
            case c.Floors(at), c.Num(k) if not self._is_space(at):
                return say("{ref} has {things}", ref=self.ref(at), things=self.counted(op, k, floor))
        if op == "=" and isinstance(right, c.Num):
            return say("{left} is {right}", left=self.atom(left), right=number(right.value))
        return say(_COMPARED[op], left=self.atom(left), right=self.atom(right))

    def _every(self, e: c.Every) -> Phrase:
        """`every X ...`: of all X, or of all that are X if the condition says `not X, or ...`."""
        found: c.Bool = TRUE
        claim = e.where
        match e.where:
            case c.Any((c.Not(noun), *rest)):
                found, claim = noun, rest[0] if len(rest) == 1 else c.Any(tuple(rest))
        things = self.things(e.var, e.domain, found, self.within)
        inner = self._predicate(e.var, claim)
        if inner is not None:
            return Scope(e.var, inner(say("every {noun}", noun=things(1))))
        said = Inner(e.var, self._part(claim))
        return Scope(e.var, say("for every {noun}, {clause}", noun=things(1), clause=said))

    def _predicate(self, var: str, e: c.Bool) -> Callable[[Phrase], Phrase] | None:
        """What is said of every element, in a few words."""
        standing: Literal["active", "placed"] = "active" if self.game.inactive_leave else "placed"
        if self._is_space(var):
            if e == c.Is(var, standing) and not (self.explicit and self.game.inactive_leave):
                return lambda noun: say("{noun} is built", noun=noun)
            if isinstance(e, c.Is) and e.at == var:
                state: State = "active" if e.state == "active" else "any"
                built = say("a {noun}", noun=self._state(building(1), state))
                return lambda noun: say("{noun} has {building}", noun=noun, building=built)
        elif e == c.Is(var, "active"):
            return lambda noun: say("{noun} is active", noun=noun)
        elif self._is_inactive(e) and var in free_names(e):
            return lambda noun: say("{noun} is inactive", noun=noun)
        found = self._alternatives(e, var)
        if found is None:
            return None
        kinds = self.definite(found, 1)
        if self._is_space(var):
            return lambda noun: say("{noun} has {building}", noun=noun, building=kinds)
        return lambda noun: say("{noun} is {building}", noun=noun, building=kinds)

    # -- numbers

    def atom(self, e: c.Int) -> Phrase:
        """A number as a part of something: in brackets where it could be read otherwise."""
        return self.number(e) if self._short(e) else Brackets(self.number(e))

    def _short(self, e: c.Int) -> bool:
        match e:
            case c.Num() | c.Floors() | c.Printed() | c.Seated() | c.CityUnits() | c.Measure() | c.Distance():
                return True
            case c.LongestRun() | c.RunThrough():
                return True
            case c.Scale(_, arg) | c.Divide("mod", arg):
                return self._short(arg)
            case c.Total(_, _, where, c.Num(1)) | c.Best(_, _, _, where, c.Floors()) | c.Different(_, _, where):
                return is_group(e) is not None or not self._wide(c.Some("", c.Domain(None), where))
            case _:
                return is_largest_group(e) is not None

    def number(self, e: c.Int) -> Phrase:
        """A number as a noun phrase."""
        match e:
            case c.Num(value):
                return number(value)
            case c.Add(args):
                return self._sum(args)
            case c.Scale(factor, arg):
                if factor == -1:
                    return say("minus {number}", number=self.atom(arg))
                return say("{factor} times {number}", factor=number(factor), number=self.atom(arg))
            case c.Divide(op, arg, by):
                if op == "/":
                    return say("{number} divided by {by}, rounded down", number=self.atom(arg), by=number(by))
                return say("the remainder of {number} divided by {by}", number=self.atom(arg), by=number(by))
            case c.Extreme():
                return self._extreme(e)
            case c.Choose(condition, then, otherwise):
                test = self.condition(condition)
                yes, no = self.atom(then), self.atom(otherwise)
                return say("{then} if {clause}, otherwise {other}", then=yes, clause=test, other=no)
            case c.Lookup(table, args):
                return self._lookup(table, args)
            case c.Total():
                return self._total(e)
            case c.Best():
                return self._best(e)
            case c.Different():
                return say("the number of {things}", things=self.unit(e, MANY) or Text(""))
            case c.LongestRun(ref, lines, var, where):
                return say("the length of {run}", run=self._longest(ref, lines, var, where))
            case c.RunThrough(at, line, var, where):
                run = self._through(line, self._plural(var, where), self.ref(at))
                return say("the length of {run}", run=run)
            case c.Distance(start, end):
                return say("the distance from {start} to {end}", start=self.ref(start), end=self.ref(end))
            case c.Floors() | c.Seated() | c.CityUnits():
                return say("the number of {things}", things=self.unit(e, MANY) or Text(""))
            case c.Printed(at, what):
                if what is None:
                    return say("the VP printed on {ref}", ref=self.ref(at))
                units = self.resource(what, MANY)
                return say(
                    "the number of {things}", things=say("{units} printed on {ref}", units=units, ref=self.ref(at))
                )
            case c.Measure(what, name):
                return self._measure(what, name)
            case _:
                assert_never(e)

    def _through(self, line: str, things: Phrase, ref: Phrase) -> Phrase:
        return say(_THROUGH[line], things=things, ref=ref)

    def _measure(self, what: str, name: str) -> Phrase:
        match what:
            case "total":
                return say("the total of the city")
            case "own":
                kind = name or self.owner
                return say("the score of {ref}", ref=say("the {noun}", noun=self.title(kind)))
            case _:
                title = self.title(name, MANY) if self.named is None else self.named(name, MANY)
                return say("the score for {things}", things=title)

    def _sum(self, args: tuple[c.Int, ...]) -> Phrase:
        """A sum: what is added first, then what is taken away."""
        signed = sorted(((self._negative(x), x) for x in args), key=lambda x: x[0])
        found: Phrase | None = None
        for minus, x in signed:
            part = self.atom(self._positive(x) if minus else x)
            if found is None:
                found = say("minus {number}", number=part) if minus else part
            elif minus:
                found = say("{first} minus {next}", first=found, next=part)
            else:
                found = say("{first} plus {next}", first=found, next=part)
        return found if found is not None else number(0)

    @staticmethod
    def _negative(e: c.Int) -> bool:
        return (isinstance(e, c.Num) and e.value < 0) or (isinstance(e, c.Scale) and e.factor < 0)

    @staticmethod
    def _positive(e: c.Int) -> c.Int:
        match e:
            case c.Num(value):
                return c.Num(-value)
            case c.Scale(-1, arg):
                return arg
            case c.Scale(factor, arg):
                return c.Scale(-factor, arg)
            case _:
                return e

    def _extreme(self, e: c.Extreme) -> Phrase:
        match e.args:
            case (c.RunThrough(a, "row", v, w), c.RunThrough(b, "column", u, x)) if e.op == "max" and (a, v, w) == (
                b,
                u,
                x,
            ):
                run = self._through("line", self._plural(v, w), self.ref(a))
                return say("the length of {run}", run=run)
            case (x, c.Num(k)) | (c.Num(k), x) if not isinstance(x, c.Num):
                part = self.atom(x)
                if e.op == "min":
                    return say("{number}, but at most {limit}", number=part, limit=number(k))
                return say("{number}, but at least {limit}", number=part, limit=number(k))
        each = listed([self.atom(x) for x in e.args], AND)
        if len(e.args) == 2:
            return (
                say("the smaller of {numbers}", numbers=each)
                if e.op == "min"
                else say("the greater of {numbers}", numbers=each)
            )
        return (
            say("the smallest of {numbers}", numbers=each)
            if e.op == "min"
            else say("the greatest of {numbers}", numbers=each)
        )

    def _lookup(self, table: c.Table, args: tuple[c.Int, ...]) -> Phrase:
        self.tables.append(table)
        at = listed([self.atom(x) for x in args], AND)
        if table.name:
            return say("the value of the table {name} for {numbers}", name=quoted(table.name), numbers=at)
        return say("the value for {numbers} in the list {values}", numbers=at, values=self.values(table))

    def values(self, table: c.Table) -> Phrase:
        """The entries of a table, and what the first and the last of them are for."""
        rows = "; ".join(", ".join(number(x).text for x in row) for row in table.rows)
        starts = ", ".join(str(x) for x in table.start)
        return say("{values} (from {start} on)", values=Text(rows), start=Text(starts))

    def _longest(self, ref: str, lines: c.Domain | None, var: str, where: c.Bool) -> Phrase:
        things = self._plural(var, where)
        if lines is None:
            return say("the longest run of {things} in {ref}", things=things, ref=self.ref(ref))
        if not lines.places and lines.region is not None:
            return say(_LONGEST[lines.region], things=things)
        some = self.things(ref, lines, TRUE)
        return say(
            "the longest run of {things} in {ref}", things=things, ref=Scope(ref, say("a {noun}", noun=some(1)))
        )

    def _total(self, e: c.Total) -> Phrase:
        group = is_group(e)
        if group is not None:
            return say(
                "the size of the group of {things} that {ref} belongs to",
                things=self._members(group),
                ref=self.ref(group.a),
            )
        things = self.things(e.var, e.domain, e.where, self.within)
        match e.value:
            case c.Num(k):
                count = say("the number of {things}", things=things(MANY))
                return Scope(
                    e.var, count if k == 1 else say("{factor} times {number}", factor=number(k), number=count)
                )
            case c.Floors(at) if at == e.var:
                return Scope(e.var, say("the number of floors of all {things} together", things=things(MANY)))
            case _:
                value = Inner(e.var, self.atom(e.value))
                return Scope(e.var, say("the sum, over every {noun}, of {number}", noun=things(1), number=value))

    def _best(self, e: c.Best) -> Phrase:
        group = is_largest_group(e)
        if group is not None:
            return say("the size of the largest group of {things}", things=self._members(group))
        things = self.things(e.var, e.domain, e.where, self.within)
        noun = things(1)
        run = self._run_of(e.value, e.var) if e.op == "max" else None
        if run is not None:
            return say("the number of {things}", things=self.unit(e, MANY) or noun)
        match e.value:
            case c.Floors(at) if at == e.var:
                return Scope(e.var, say("the number of {things}", things=self._floors_of(e.op, noun, MANY)))
            case c.Distance(start, end) if end == e.var and e.op == "min" and start != e.var:
                return Scope(
                    e.var,
                    say(
                        "the distance from {start} to {end}",
                        start=self.ref(start),
                        end=say("the nearest {noun}", noun=noun),
                    ),
                )
            case _:
                value = Inner(e.var, self.atom(e.value))
                if e.op == "min":
                    return Scope(
                        e.var, say("the smallest value, over every {noun}, of {number}", noun=noun, number=value)
                    )
                return Scope(
                    e.var, say("the greatest value, over every {noun}, of {number}", noun=noun, number=value)
                )

    def _floors_of(self, op: str, noun: Phrase, n: int) -> Phrase:
        top = say("the lowest {noun}", noun=noun) if op == "min" else say("the highest {noun}", noun=noun)
        return say("{floors} of {ref}", floors=floor(n), ref=top)

    # -- things that are counted

    def unit(self, e: c.Int, n: int) -> Phrase | None:
        """The thing whose number an expression is, for `n` of them; None if it is not the number of anything."""
        match e:
            case c.Total(var, domain, where, c.Num(1)):
                group = is_group(e)
                if group is not None:
                    return say(
                        "{spaces} of the group of {things} that {ref} belongs to",
                        spaces=space(n),
                        things=self._members(group),
                        ref=self.ref(group.a),
                    )
                return Scope(var, self.things(var, domain, where, self.within)(n))
            case c.Total(var, domain, where, c.Floors(at)) if at == var:
                noun = self.things(var, domain, where, self.within)(1)
                return Scope(var, say("{floors} of {ref}", floors=floor(n), ref=say("every {noun}", noun=noun)))
            case c.Extreme("max", (c.Num(0), c.Add((x, c.Num(k))))) | c.Extreme(
                "max", (c.Add((x, c.Num(k))), c.Num(0))
            ) if k < 0:
                things = self.unit(x, n)
                return (
                    None
                    if things is None
                    else say("{things} beyond the first {count}", things=things, count=number(-k))
                )
            case c.Best(op, var, domain, where, c.Floors(at)) if at == var:
                return Scope(var, self._floors_of(op, self.things(var, domain, where, self.within)(1), n))
            case c.Best("max", var, domain, where, value) if (run := self._run_of(value, var)) is not None:
                line, runs = run
                through = Scope(var, say("a {noun}", noun=self.things(var, domain, where, self.within)(1)))
                return say(_RUN_WITH[line], spaces=space(n), things=runs, member=through)
            case c.Best():
                group = is_largest_group(e)
                if group is None:
                    return None
                return say(
                    "{spaces} of the largest group of {things}", spaces=space(n), things=self._members(group)
                )
            case c.Floors(at):
                return say("{floors} of {ref}", floors=floor(n), ref=self.ref(at))
            case c.Seated(at, resource):
                return say("{units} on the seats of {ref}", units=self.resource(resource, n), ref=self.ref(at))
            case c.CityUnits("unseated", resource):
                return say("{units} left over", units=self.resource(resource, n))
            case c.CityUnits("received", resource):
                return say("{units} received for placing buildings", units=self.resource(resource, n))
            case c.Different(var, domain, where, classes):
                return self._different(var, domain, where, classes, n)
            case c.LongestRun(ref, lines, var, where):
                longest = self._longest(ref, lines, var, where)
                return say("{spaces} of {run}", spaces=space(n), run=longest)
            case c.RunThrough(at, line, var, where):
                through_it = self._through(line, self._plural(var, where), self.ref(at))
                return say("{spaces} of {run}", spaces=space(n), run=through_it)
            case _:
                return None

    def _run_of(self, value: c.Int, var: str) -> tuple[str, Phrase] | None:
        """The line and the members of a run through an element."""
        match value:
            case c.RunThrough(at, line, v, where) if at == var and var not in free_names(where):
                return line, self._plural(v, where)
            case c.Extreme("max", (c.RunThrough(at, "row", v, w), c.RunThrough(at2, "column", v2, w2))):
                if at == at2 == var and (v, w) == (v2, w2) and var not in free_names(w):
                    return "line", self._plural(v, w)
        return None

    def _different(
        self, var: str, domain: c.Domain, where: c.Bool, classes: tuple[tuple[str, frozenset[str]], ...], n: int
    ) -> Phrase:
        things = self.things(var, domain, where, self.within)
        if all(kinds == frozenset({name}) for name, kinds in classes):
            kinds = Noun(_("different kind"), _("different kinds"), n)
        else:
            kinds = Noun(_("different family"), _("different families"), n)
        return Scope(var, say("{kinds} of {things}", kinds=kinds, things=things(1)))


_RUN_WITH = {
    "row": _("{spaces} of the longest run of {things} in a row that contains {member}"),
    "column": _("{spaces} of the longest run of {things} in a column that contains {member}"),
    "line": _("{spaces} of the longest run of {things} in a row or a column that contains {member}"),
}
