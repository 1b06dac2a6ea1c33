"""What the writers of Python and JavaScript have in common: constants with names, and what a loop runs through.

Guarantee: equal constants have one name, and names are given in the order in which constants are met; a loop runs
through exactly the elements that the domain and the condition leave.
"""

from __future__ import annotations

import re
from abc import ABC, abstractmethod
from typing import assert_never

from dsl import core as c


class CodeWriter(ABC):
    """Writes expressions as source that calls a view of a city; both languages call it alike."""

    def __init__(self) -> None:
        self.constants: dict[str, str] = {}

    def constant(self, stem: str, text: str) -> str:
        """The name of a constant (a set of kinds, a table), made of `stem` if it has none yet."""
        for name, known in self.constants.items():
            if known == text:
                return name
        stem = re.sub(r"[^A-Z0-9]+", "_", stem.upper()).strip("_") or "SET"
        name, n = stem, 2
        while name in self.constants:
            name, n = f"{stem}_{n}", n + 1
        self.constants[name] = text
        return name

    @staticmethod
    def ref(name: str) -> str:
        """A variable, or the space whose clause it is."""
        return "here" if name == "self" else name

    def source(self, domain: c.Domain, var: str, where: c.Bool) -> tuple[str, list[str]]:
        """What a loop over the domain runs through, and its conditions (the board's first)."""
        conditions = list(where.args) if isinstance(where, c.All) else [where]
        places = list(domain.places)
        group = next((x for x in conditions if isinstance(x, c.Connected) and x.b == var), None)
        if domain.region is not None:
            base = f"city.regions({self.quoted(domain.region)})"
        elif group is not None:
            conditions.remove(group)
            base = f"city.group({self.ref(group.a)}, {self.test(group.var, group.where)})"
        elif places and not isinstance(places[0], c.Other):
            base = self.place(places.pop(0))
        else:
            base = "city.spaces"
        tests = [self.at(var, p) for p in places]
        tests += [self.boolean(x) for x in conditions if x != c.Truth(True)]
        return base, tests

    def place(self, p: c.Place) -> str:
        """The spaces (of `Through`: the regions) of a place."""
        match p:
            case c.Adjacent(ref):
                return f"city.adjacent({self.ref(ref)})"
            case c.Diagonal(ref):
                return f"city.diagonal({self.ref(ref)})"
            case c.Within(steps, ref):
                return f"city.within({steps}, {self.ref(ref)})"
            case c.SameRegion(kind, ref):
                return f"city.same({self.quoted(kind)}, {self.ref(ref)})"
            case c.InRegion(ref):
                return self.ref(ref)
            case c.OnEdge(side):
                return f"city.edge({self.quoted(side) if side else ''})"
            case c.OnCorner():
                return "city.corners()"
            case c.Through(ref):
                return self.through(self.ref(ref))
            case c.Other(ref):
                return self.all_but(self.ref(ref))
            case _:
                assert_never(p)

    # -- what a language has for it

    @abstractmethod
    def quoted(self, word: str) -> str:
        """A word as a literal."""

    @abstractmethod
    def test(self, var: str, where: c.Bool) -> str:
        """A function of one variable that tells whether a condition holds."""

    @abstractmethod
    def at(self, var: str, p: c.Place) -> str:
        """Whether a variable is in a place."""

    @abstractmethod
    def through(self, ref: str) -> str:
        """The lines through a space."""

    @abstractmethod
    def all_but(self, ref: str) -> str:
        """The spaces but one."""

    @abstractmethod
    def boolean(self, e: c.Bool) -> str:
        """A condition."""
