"""The words of properties: what is claimed of every city, of some city, or of two cities.

Guarantee: every claim of `dsl.claims` is a whole sentence, its assumption included.
"""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass
from typing import assert_never

from dsl import core as c
from dsl.changes import Change
from dsl.claims import CoreProperty, Elsewhere, Exchanged, OneCity, Reread, TwoCities
from dsl.fold import TRUE, conjunction
from dsl.nouns import quoted
from dsl.phrases import AND, OR, Phrase, Text, _, listed, number, say
from dsl.statements import Statements

_EFFECT = {
    "<=": _("{change} never lowers {number}"),
    ">=": _("{change} never raises {number}"),
    "=": _("{change} never changes {number}"),
}
_AGAINST = {
    "=": _("{number} is the same as {other}"),
    "<=": _("{number} is never more than {other}"),
    ">=": _("{number} is never less than {other}"),
}
_PLACES = {
    "row": _("its row"),
    "column": _("its column"),
    "line": _("its row and its column"),
    "district": _("its district"),
    "adjacent spaces": _("the spaces adjacent to it"),
}


@dataclass
class ClaimWords(Statements):
    """The words of the properties of one kind or scoring.

    `question` gives the question of a ruling and what a reading of it says."""

    question: Callable[[str, str], tuple[str, str]] | None = None

    def claim(self, core: CoreProperty) -> Phrase:
        """A property as a sentence."""
        match core:
            case OneCity("always", assumption, claim):
                return self._given_that(assumption, self.condition(claim))
            case OneCity("sometimes", assumption, claim):
                return say(
                    "there is a city in which {clause}", clause=self.condition(conjunction(assumption, claim))
                )
            case OneCity("range", assumption, _, value, ends):
                assert value is not None and ends is not None
                text = say(
                    "{number} lies between {low} and {high}, and both are reached",
                    number=self.atom(value),
                    low=number(ends[0]),
                    high=number(ends[1]),
                )
                return self._given_that(assumption, text)
            case OneCity(word):
                raise AssertionError(word)
            case TwoCities(assumption):
                return self._given_that(assumption, self._two(core))
            case _:
                assert_never(core)

    def _given_that(self, assumption: c.Bool, claim: Phrase) -> Phrase:
        if assumption == TRUE:
            return say("in every city, {claim}", claim=claim)
        return say("in every city in which {clause}, {claim}", clause=self.condition(assumption), claim=claim)

    def _two(self, core: TwoCities) -> Phrase:
        value = self.number(core.first)
        match core.how:
            case Change() as change:
                return say(_EFFECT[core.op], change=self._change(change), number=value)
            case Elsewhere(places):
                near = listed([say(_PLACES[p]) for p in places], AND)
                return say("{number} depends on nothing but {places}", number=value, places=near)
            case Reread(mode, readings):
                return say(_AGAINST[core.op], number=value, other=self._reread(mode, readings))
            case Exchanged(_, other):
                there = say("that of {ref} in its place", ref=say("the {noun}", noun=self.title(other)))
                return say(_AGAINST[core.op], number=value, other=there)
            case _:
                assert_never(core.how)

    def _reread(self, mode: str, readings: dict[str, str]) -> Phrase:
        if mode != self.game.mode.name:
            title = self.named(mode, 1) if self.named is not None else Text(mode)
            return say("by the rules of {mode}", mode=title)
        for ruling, reading in readings.items():
            if self.game.readings.get(ruling) != reading:
                asked, said = (ruling, reading) if self.question is None else self.question(ruling, reading)
                return say("if the answer to {question} is {answer}", question=quoted(asked), answer=quoted(said))
        return say("by the same rules")

    def _kinds(self, kinds: frozenset[str]) -> Phrase:
        each = [x(1) for x in self.cover(kinds)]
        return say("a {noun}", noun=listed(each, OR))

    def _change(self, change: Change) -> Phrase:
        match change.what:
            case "adding":
                return say("adding {things}", things=self._kinds(change.new))
            case "removing":
                return say("removing {things}", things=self._kinds(change.kinds))
            case "raising":
                return say("adding a floor to {things}", things=self._kinds(change.kinds))
            case "seating":
                unit = say("a {noun}", noun=self.resource(change.resource, 1))
                return say("putting {unit} on the seats of {things}", unit=unit, things=self._kinds(change.kinds))
            case "swapping":
                return say("exchanging what stands on two spaces")
            case "mirroring":
                return say("mirroring the whole city")
            case "replacing":
                old, new = self._kinds(change.kinds), self._kinds(change.new)
                return say("replacing {things} with {others}", things=old, others=new)
            case _:
                assert_never(change.what)
