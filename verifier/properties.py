"""Properties over all cities of a scope, or all pairs of cities that are related: proved, or refuted by a city that
is replayed.

Guarantee: `proved` means that a solver showed that no city of the scope breaks the claim (and, for a range, that
both ends are reached); `refuted` comes with a city on which the Python scorer finds the claim broken, as small as
could be found; `vacuous` means that the claim is about no city. Of two cities the first is one of the scope; the
second is what becomes of it, whatever the box holds.
"""

from __future__ import annotations

from collections.abc import Iterator
from typing import assert_never

from dsl.assemble import Specification
from dsl.circuit import FALSE, Circuit, Lit
from dsl.claims import (
    CoreProperty,
    OneCity,
    PropertyCase,
    TwoCities,
    core_property,
)
from dsl.diagnostics import Bag
from dsl.syntax import Claim, Metric, Property, Text
from verifier import solve
from verifier.one_city import OneCityProver
from verifier.prover import Prover, Shown
from verifier.two_cities import TwoCitiesProver
from verifier.verdict import PropertyResult


def _prover(
    spec: Specification,
    case: PropertyCase,
    players: int | None,
    time_limit: float,
    explain: bool = False,
    core: CoreProperty | None = None,
) -> Prover:
    bag = Bag()
    core = core_property(spec, case, bag) if core is None else core
    bag.check()
    mode = spec.declarations.modes[case.mode]
    seconds = float(case.timeout) if case.timeout is not None else time_limit
    match core:
        case OneCity():
            return OneCityProver(spec, case, core, players or mode.usual_players, seconds, explain)
        case TwoCities():
            return TwoCitiesProver(spec, case, core, players or mode.usual_players, seconds, explain)
        case _:
            assert_never(core)


def claims_of(
    spec: Specification, case: PropertyCase, players: int | None
) -> tuple[Circuit, dict[str, Lit]]:
    """The circuit that the solvers get for a property, and what they are asked of it.

    `broken`: the claim fails under the assumption; `fulfilled`: both hold; `assumed`: there is something that the
    claim is about; `reaches N`: a range's value is N. Only what the claim's word asks for is there."""
    prover = _prover(spec, case, players, 0.0)
    return prover.model.circuit, prover.asked()


def prove(
    spec: Specification, case: PropertyCase, *, players: int | None = None, time_limit: float = 30.0
) -> PropertyResult:
    """Prove or refute a property of one mode. `time_limit` (seconds) gives way to the property's own `timeout`.

    Raises `Fault` if a solver and the scorer disagree."""
    return _prover(spec, case, players, time_limit).decide()


def prove_unwritten(
    spec: Specification, owner: str, mode: str, readings: dict[str, str], core: CoreProperty, *, time_limit: float
) -> PropertyResult:
    """As `prove`, over scope `any`, for a claim that stands in no text and is given as core.

    Raises `Fault` if a solver and the scorer disagree."""
    # Of the words of a property only its title and its place are told; the claim here is never read.
    words = Property(None, Text(f"what the audit asks of {owner}"), (), Claim("always", Metric("own")))
    case = PropertyCase(owner, mode, readings, "any", None, words)
    return _prover(spec, case, None, time_limit, core=core).decide()


def counterexamples(
    spec: Specification,
    case: PropertyCase,
    *,
    most: int | None = None,
    players: int | None = None,
    time_limit: float = 60.0,
) -> Iterator[Shown]:
    """The smallest cities that show that a claim is broken (for `sometimes`: that it is fulfilled), none the mirror
    image of another: the `most` smallest ones, or all that are as small as the smallest. If the last one is not
    sure to be the next, there may be more than were found in the time (seconds).

    Raises `Fault` if a solver and the scorer disagree."""
    yield from _prover(spec, case, players, time_limit).several(most, time_limit)


def why(
    spec: Specification, case: PropertyCase, *, players: int | None = None, time_limit: float = 30.0
) -> tuple[str, ...] | None:
    """What the proof of a property rests on, in the words of the rules: clauses with their places, what buildings
    need and seat, what the scope allows. None if Z3 does not find the proof again in the time (seconds).

    For a claim that some city fulfils there is nothing to say: its city shows it."""
    prover = _prover(spec, case, players, time_limit, explain=True)
    broken = prover.asked().get("broken")
    if broken is None:
        return None
    if broken == FALSE:
        return ()
    found = solve.core(prover.model.circuit, [broken], seconds=prover.left, limits=prover.limits)
    return None if found is None else tuple(sorted(found))
